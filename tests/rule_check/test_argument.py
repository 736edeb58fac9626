"""The numbered argument of a derivation."""

from __future__ import annotations

from pathlib import Path

import pytest

from rule_check.argument import ArgumentLine, LineKind, argument_of
from rule_check.derivation import Verdict
from rule_check.engine import Engine
from rule_check.scenario import May, Outcome, Query, Scenario, Step
from rule_check.topics import load_topics
from rules_corpus.passages import LANGUAGES
from tests.rule_check.garden import engine


@pytest.fixture(scope="module")
def garden_engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder: Path = tmp_path_factory.mktemp("argument")
    return engine(folder)


def lines(engine: Engine, scenario: Scenario, query: Query) -> tuple[ArgumentLine, ...]:
    return argument_of(engine.derive(scenario, query), query, engine.vocabulary, "en")


def test_a_yes_lists_what_is_met_and_concludes(garden_engine: Engine) -> None:
    found = lines(
        garden_engine,
        Scenario((("season", "spring"), ("place(p1)", "shed"), ("place(l1)", "shed"))),
        May("stick(l1,p1)"),
    )
    assert [line.kind for line in found] == [LineKind.GENERAL, LineKind.FACT, LineKind.MET, LineKind.CONCLUSION]
    assert found[1].words == ("the label is not glued",)
    assert set(found[2].words) == {"it is spring", "you own the pot", "the label is not glued"}
    assert (found[2].sections, found[2].rests_on) == (("101.1",), (2,))
    assert (found[3].words, found[3].sections) == (("the label may be stuck to the pot",), ())
    assert found[3].rests_on == (1, 3)


def test_a_no_says_which_requirement_is_not_met(garden_engine: Engine) -> None:
    found = lines(garden_engine, Scenario((("season", "winter"), ("place(p1)", "shed"))), May("stick(l1,p1)"))
    assert [line.kind for line in found] == [LineKind.UNMET, LineKind.CONCLUSION]
    assert found[0].words == ("it is spring",)
    assert found[1].words == ("the label may not be stuck to the pot",)


def test_a_waived_requirement_is_not_called_met(garden_engine: Engine) -> None:
    facts = (("season", "winter"), ("place(p1)", "shed"), ("gardener(p1)", "yes"))
    found = lines(garden_engine, Scenario(facts), May("stick(l1,p1)"))
    waived = [line for line in found if line.kind is LineKind.WAIVED]
    assert [(line.words, line.because, line.sections) for line in waived] == [
        (("it is spring",), ("the pot has a gardener",), ("101.3",))
    ]
    assert all("it is spring" not in line.words for line in found if line.kind is LineKind.MET)


def test_a_prohibition_is_the_conclusion_itself_and_says_why(garden_engine: Engine) -> None:
    facts = (("season", "spring"), ("place(p1)", "bed"), ("place(l1)", "shed"))
    (line,) = lines(garden_engine, Scenario(facts), May("stick(l1,p1)"))
    assert (line.kind, line.sections) == (LineKind.FORBIDDEN, ("102.1",))
    assert line.because == ("the pot is in the bed", "the label is in the shed")


def test_a_gap_is_named(garden_engine: Engine) -> None:
    (line,) = lines(garden_engine, Scenario((("place(p1)", "shed"),)), May("paint(p1)"))
    assert (line.kind, line.words, line.because) == (
        LineKind.SILENT,
        ("the pot may be painted",),
        ("the pot is in the shed",),
    )


def test_an_outcome_rests_on_the_one_before_it(garden_engine: Engine) -> None:
    facts = (("stuck(l1)", "p1"), ("place(p1)", "bed"))
    found = lines(garden_engine, Scenario(facts, ("breaks(p1)",)), Outcome("next_cleanup", "place(l1)"))
    assert [(line.words, line.time, line.rests_on) for line in found] == [
        (("the label is in the bed",), "now", ()),
        (("the label is in the shed",), "next_cleanup", (1,)),
    ]
    assert "the pot breaks" in found[0].because


def test_what_happened_before_comes_first_and_is_rested_on(garden_engine: Engine) -> None:
    facts = (("season", "spring"), ("stuck(l1)", "p1"), ("place(p1)", "shed"), ("place(p2)", "shed"))
    found = lines(garden_engine, Scenario(facts, before=(Step(("breaks(p1)",)),)), May("stick(l1,p2)"))
    assert found[0].kind is LineKind.OUTCOME
    assert found[-1].words == ("the label may be stuck to the other pot",)


def test_where_it_depends_the_conclusion_says_on_what(garden_engine: Engine) -> None:
    facts = (("place(p1)", "shed"), ("place(l1)", "shed"))
    found = lines(garden_engine, Scenario(facts), May("stick(l1,p1)"))
    assert found[-1].kind is LineKind.CONCLUSION
    assert found[-1].conditions == ("it is spring",)


@pytest.mark.parametrize("game", sorted(load_topics()))
def test_settled_checks_have_an_argument_whose_rules_are_in_the_trail(game: str) -> None:
    """Every fourth check, in three languages: numbered from 1, resting on earlier lines, citing only the trail."""
    topic = load_topics()[game]
    seen = 0
    for check in topic.checks[::4]:
        if check.expect == "unsettled":
            continue
        derivation = topic.engine.derive(check.scenario, check.query, unless=False)
        if derivation.verdict not in (Verdict.YES, Verdict.NO, Verdict.SILENT):
            continue
        arguments = [argument_of(derivation, check.query, topic.vocabulary, language) for language in LANGUAGES]
        assert arguments[0], f"{check.path}:{check.line}"
        assert len({tuple((line.kind, line.sections) for line in one) for one in arguments}) == 1
        for argument in arguments:
            assert [line.number for line in argument] == list(range(1, len(argument) + 1))
            assert all(other < line.number for line in argument for other in line.rests_on)
            cited = {section for line in argument for section in line.sections}
            assert cited <= set(derivation.trail)
            assert all(words and "{" not in words for line in argument for words in (*line.words, *line.because))
            assert all(line.sections or line.kind is LineKind.CONCLUSION for line in argument)
        seen += 1
    assert seen > 25
