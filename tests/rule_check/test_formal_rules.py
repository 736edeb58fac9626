"""The formal rules of the games: every check holds, every rule and literal is pinned by one, FAQ and model agree."""

from __future__ import annotations

import pytest

from rule_check.checks import run_check, scenario_of
from rule_check.findings import Finding, finding_of_verdict
from rule_check.topics import Topic, load_topics
from rules_corpus.passages import PassageKind
from tests.rule_check.mutations import mutants_of, survivors

TOPICS = load_topics()
PARTS = 3
"""The mutants of a game are tried in so many tests, which can run side by side."""


@pytest.fixture(params=sorted(TOPICS))
def topic(request: pytest.FixtureRequest) -> Topic:
    return TOPICS[request.param]


def test_every_check_holds(topic: Topic) -> None:
    failures = [failure for check in topic.checks if (failure := run_check(check, topic.engine)[1]) is not None]
    assert [str(failure) for failure in failures] == []
    assert len(topic.checks) > len(topic.rules), "there is more than one check for a rule"


def test_the_stored_answers_agree_with_the_rules(topic: Topic) -> None:
    """A verdict of an FAQ that has a scenario is what the rules derive, and what the rules leave open has none."""
    disagreeing = []
    checked = 0
    for passage in topic.passages.values():
        if passage.kind is not PassageKind.FAQ or passage.faq is None:
            continue
        scenario, query = scenario_of(dict(passage.faq.given))
        if query is None:
            continue
        checked += 1
        derivation = topic.engine.derive(scenario, query)
        if passage.faq.verdict is not None:
            if finding_of_verdict(passage.faq.verdict, derivation) is not Finding.VALID:
                disagreeing.append((passage.ref, passage.faq.verdict, derivation.verdict.value))
        elif passage.faq.gap and derivation.decided:
            disagreeing.append((passage.ref, "gap", derivation.verdict.value))
    assert disagreeing == []
    assert checked >= 5


@pytest.mark.parametrize("game", sorted(TOPICS))
@pytest.mark.parametrize("part", range(PARTS))
def test_no_rule_or_literal_can_go_unnoticed(game: str, part: int) -> None:
    engine, mutants = mutants_of(TOPICS[game])
    assert len(mutants) > len(TOPICS[game].rules)
    assert [str(mutant) for mutant in survivors(TOPICS[game], engine, mutants[part::PARTS])] == []
