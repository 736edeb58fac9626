"""Riftbound's formal rules against its checks and against the verdicts of its FAQ."""

from __future__ import annotations

import pytest

from rule_check.checks import run_check, scenario_of
from rule_check.topics import Topic, load_topics
from rules_corpus.documents import parse_folder


@pytest.fixture(scope="module")
def topic() -> Topic:
    return load_topics()["riftbound"]


def test_every_check_holds(topic: Topic) -> None:
    assert len(topic.checks) > 350
    assert [str(failure) for check in topic.checks if (failure := run_check(check, topic.engine)[1]) is not None] == []


def test_the_rules_come_to_the_verdicts_of_the_faq(topic: Topic) -> None:
    compared = {}
    for parsed in parse_folder():
        for passage in parsed.passages if parsed.front.game == "riftbound" else ():
            if passage.faq is None or passage.faq.verdict is None:
                continue
            scenario, query = scenario_of(dict(passage.faq.given))
            assert query is not None, passage.ref
            found = topic.engine.derive(scenario, query, unless=False)
            compared[passage.ref] = (found.verdict.value, str(passage.faq.verdict))
    assert len(compared) == 7
    assert [ref for ref, (derived, stored) in compared.items() if derived != stored] == []
