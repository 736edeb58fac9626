"""Verdicts, outcomes, trails, conditions and defaults, on a small game of our own."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rule_check.derivation import Condition, Derivation, Unless, Verdict
from rule_check.engine import Engine
from rule_check.scenario import May, Outcome, Query, Scenario, ScenarioError, Step
from rule_check.sequences import UnsettledStepError
from tests.rule_check.garden import RULES
from tests.rule_check.garden import engine as garden

STICK = May("stick(l1,p1)")
SPRING_IN_BED = (("season", "spring"), ("place(p1)", "bed"), ("place(l1)", "bed"))


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return garden(tmp_path_factory.mktemp("vocabulary"))


def test_yes_with_its_trail_and_what_was_taken_for_granted(engine: Engine) -> None:
    found = engine.derive(Scenario(SPRING_IN_BED), STICK)
    assert found.verdict is Verdict.YES
    assert set(found.trail) == {"101.1", "101.2"}
    assert ("owner(p1)", "you") in found.assumed


def test_no_names_the_requirement_and_why_it_is_not_met(engine: Engine) -> None:
    found = engine.derive(Scenario((*SPRING_IN_BED, ("stuck(l1)", "p2"))), STICK)
    assert (found.verdict, found.trail) == (Verdict.NO, ("101.1", "101.2"))
    assert [step.section for step in found.steps if str(step.atom).startswith("set(glued")] == ["101.2"]


def test_a_requirement_that_is_merely_open_is_no_reason_for_a_certain_no(engine: Engine) -> None:
    found = engine.derive(Scenario((("owner(p1)", "neighbour"), ("place(p1)", "bed"), ("place(l1)", "bed"))), STICK)
    assert found.verdict is Verdict.NO
    assert not [step for step in found.steps if "season" in str(step.atom)]


def test_rules_that_give_different_outcomes_are_a_conflict(tmp_path: Path) -> None:
    engine = garden(tmp_path, {**RULES, "106.1": "then(now,stuck(L),P) :- event(breaks(P)), is(stuck(L),P)."})
    found = engine.derive(Scenario((("stuck(l1)", "p1"),), ("breaks(p1)",)), Outcome("now", "stuck(l1)"))
    assert (found.verdict, set(found.trail)) == (Verdict.CONFLICT, {"103.1", "101.1", "106.1"})


def test_a_rule_may_ask_whether_the_question_says_something(tmp_path: Path) -> None:
    engine = garden(tmp_path, {**RULES, "106.1": "gap(paint(P)) :- asked(paint(P)), stated(season)."})
    paint = May("paint(p1)")
    assert engine.derive(Scenario((("place(p1)", "bed"),)), paint).verdict is Verdict.YES
    assert engine.derive(Scenario((("place(p1)", "bed"), ("season", "winter"))), paint).verdict is Verdict.SILENT


def test_an_earlier_outcome_that_does_not_last_may_be_left_open(tmp_path: Path) -> None:
    wet = "then(now,total(P),1) :- event(breaks(P)), is(season,spring)."
    engine = garden(tmp_path, {**RULES, "105.1": wet})
    facts = (("stuck(l1)", "p1"), ("place(p1)", "bed"))
    found = engine.derive(Scenario(facts, before=(Step(("breaks(p1)",)),)), Outcome("now", "total(p1)"))
    assert (found.verdict, "105.1" in found.trail) == (Verdict.UNDERIVED, False)


def test_what_is_forbidden_stays_forbidden_though_everything_is_waived(engine: Engine) -> None:
    facts = (("place(p1)", "bed"), ("place(l1)", "shed"), ("gardener(p1)", "yes"), ("season", "spring"))
    found = engine.derive(Scenario(facts), STICK)
    assert (found.verdict, found.trail) == (Verdict.NO, ("102.1",))


def test_a_waiver_takes_a_requirement_away(engine: Engine) -> None:
    facts = (("place(p1)", "bed"), ("place(l1)", "bed"), ("season", "winter"))
    assert engine.derive(Scenario(facts), STICK).verdict is Verdict.NO
    waived = engine.derive(Scenario((*facts, ("gardener(p1)", "yes"))), STICK)
    assert waived.verdict is Verdict.YES
    assert "101.3" in waived.trail


def test_it_depends_on_what_is_left_open(engine: Engine) -> None:
    found = engine.derive(Scenario((("place(l1)", "bed"),)), STICK)
    assert found.verdict is Verdict.DEPENDS
    by_result = {branch.result: branch.conditions for branch in found.branches}
    assert by_result == {
        "yes": (Condition((("season", "spring"),)),),
        "no": (Condition((("season", "winter"),)),),
    }


def test_a_default_that_would_change_the_verdict_is_named(engine: Engine) -> None:
    winter = (("season", "winter"), ("place(p1)", "bed"), ("place(l1)", "bed"))
    assert Unless(("gardener(p1)", "yes"), "yes") in engine.derive(Scenario(winter), STICK).unless
    assert engine.derive(Scenario(winter), STICK, unless=False).unless == ()


def test_a_gap_gives_no_verdict_but_a_hindrance_does(engine: Engine) -> None:
    paint = May("paint(p1)")
    assert engine.derive(Scenario((("place(p1)", "bed"),)), paint).verdict is Verdict.YES
    silent = engine.derive(Scenario((("place(p1)", "shed"),)), paint)
    assert (silent.verdict, silent.trail) == (Verdict.SILENT, ("104.1",))
    theirs = engine.derive(Scenario((("place(p1)", "shed"), ("owner(p1)", "neighbour"))), paint)
    assert theirs.verdict is Verdict.NO


def test_outcomes_over_time(engine: Engine) -> None:
    scenario = Scenario((("stuck(l1)", "p1"), ("place(p1)", "bed")), ("breaks(p1)",))
    found = engine.derive(scenario, Outcome("next_cleanup", "place(l1)"))
    assert (found.verdict, found.value, found.trail) == (Verdict.YES, "shed", ("103.1", "101.1"))
    assert [(o.time, o.attribute, o.value) for o in found.outcomes][:2] == [
        ("now", "place(l1)", "bed"),
        ("now", "stuck(l1)", "none"),
    ]
    asked = engine.derive(scenario, Outcome("now", "place(l1)", "shed"))
    assert (asked.verdict, asked.value) == (Verdict.NO, "bed")
    assert engine.derive(scenario, Outcome("now", "place(l2)")).verdict is Verdict.UNDERIVED


def test_an_outcome_that_depends(engine: Engine) -> None:
    found = engine.derive(Scenario((("stuck(l1)", "p1"),), ("breaks(p1)",)), Outcome("now", "place(l1)"))
    assert found.verdict is Verdict.DEPENDS
    assert {branch.result: branch.conditions for branch in found.branches} == {
        value: (Condition((("place(p1)", value),)),) for value in ("bed", "shed")
    }


@pytest.mark.parametrize(("labels", "total"), [((), "1"), (("l1",), "2"), (("l1", "l2"), "3")])
def test_numbers_add_up(engine: Engine, labels: tuple[str, ...], total: str) -> None:
    facts = (("size(p1)", "1"), *((f"stuck({label})", "p1") for label in labels))
    assert engine.derive(Scenario(facts), Outcome("now", "total(p1)")).value == total


def test_an_outcome_of_the_first_event_is_a_fact_for_the_second(engine: Engine) -> None:
    stuck = (("season", "spring"), ("stuck(l1)", "p1"), ("place(p1)", "shed"), ("place(p2)", "shed"))
    onto_other = May("stick(l1,p2)")
    assert engine.derive(Scenario(stuck), onto_other).verdict is Verdict.NO
    after = engine.derive(Scenario(stuck, before=(Step(("breaks(p1)",)),)), onto_other)
    assert after.verdict is Verdict.YES
    assert "103.1" in after.trail


WITHOUT_CLEANUP = {
    **RULES,
    "103.1": "then(now,stuck(L),none) :- event(breaks(P)), stuck_on(L,P).\n"
    "then(now,place(L),X) :- event(breaks(P)), stuck_on(L,P), is(place(P),X).",
}


def test_an_open_outcome_of_an_earlier_event_is_no_ground_to_stand_on(tmp_path: Path) -> None:
    facts = (("season", "spring"), ("stuck(l1)", "p1"), ("place(p2)", "bed"))
    broken = (Step(("breaks(p1)",)),)
    engine = garden(tmp_path, WITHOUT_CLEANUP)
    with pytest.raises(UnsettledStepError) as caught:
        engine.derive(Scenario(facts, before=broken), May("stick(l1,p2)"))
    assert "place(l1)" in caught.value.attributes
    said = {
        place: engine.derive(Scenario((*facts, ("place(p1)", place)), before=broken), May("stick(l1,p2)")).verdict
        for place in ("shed", "bed")
    }
    assert said == {"shed": Verdict.NO, "bed": Verdict.YES}, "it does turn on it"


def test_an_open_outcome_that_makes_no_difference_blocks_nothing(tmp_path: Path) -> None:
    facts = (("season", "spring"), ("stuck(l1)", "p1"), ("place(p2)", "shed"))
    broken = (Step(("breaks(p1)",)),)
    engine = garden(tmp_path, WITHOUT_CLEANUP)
    found = engine.derive(Scenario(facts, before=broken), May("stick(l1,p2)"))
    assert found.verdict is Verdict.YES
    assert {"101.1", "103.1"} <= set(found.trail)
    assert [str(step.atom) for step in found.steps if step.atom.name == "then"] == ["then(now,stuck(l1),none)"]
    winter = engine.derive(Scenario((("season", "winter"), *facts[1:]), before=broken), May("stick(l1,p2)"))
    assert winter.verdict is Verdict.NO


def test_after_an_open_outcome_it_still_depends_on_what_is_asked_back(tmp_path: Path) -> None:
    facts = (("stuck(l1)", "p1"), ("place(p2)", "shed"))
    scenario = Scenario(facts, before=(Step(("breaks(p1)",)),))
    found = garden(tmp_path, WITHOUT_CLEANUP).derive(scenario, May("stick(l1,p2)"))
    assert found.verdict is Verdict.DEPENDS
    conditions = {c.facts for branch in found.branches if branch.result == "yes" for c in branch.conditions}
    assert conditions == {(("season", "spring"),)}


def test_what_comes_only_with_the_next_turn_has_not_happened_yet(tmp_path: Path) -> None:
    late = "then(next_beginning,place(L),bed) :- event(breaks(P)), stuck_on(L,P)."
    engine = garden(tmp_path, {**WITHOUT_CLEANUP, "103.2": late})
    facts = (("season", "spring"), ("stuck(l1)", "p1"), ("place(p1)", "shed"), ("place(p2)", "bed"))
    found = engine.derive(Scenario(facts, before=(Step(("breaks(p1)",)),)), May("stick(l1,p2)"))
    assert found.verdict is Verdict.NO, "the label still is in the shed"
    assert "102.1" in found.trail and "103.2" not in found.trail


def test_too_many_ways_in_which_it_may_have_turned_out_are_not_gone_through(tmp_path: Path) -> None:
    many = "then(now,place(X),P) :- event(breaks(p1)), obj(X,_), is(place(X),P).\n"
    engine = garden(tmp_path, {**WITHOUT_CLEANUP, "103.2": many})
    with pytest.raises(UnsettledStepError):
        engine.derive(Scenario((("season", "spring"),), before=(Step(("breaks(p1)",)),), present=("p2", "l2")), STICK)


def test_an_open_outcome_that_makes_no_difference(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the label has fallen, it may be stuck to a pot in the shed; to one in the bed, not from everywhere."""
    broken = Step(("breaks(p1)",))
    facts = (("season", "spring"), ("stuck(l1)", "p1"))
    in_shed = Scenario((*facts, ("place(p2)", "shed")), before=(broken,))
    found = engine.derive(in_shed, May("stick(l1,p2)"))
    assert found.verdict is Verdict.YES
    assert not [outcome for outcome in found.outcomes if outcome.attribute == "place(l1)"]
    with pytest.raises(UnsettledStepError) as caught:
        engine.derive(Scenario((*facts, ("place(p2)", "bed")), before=(broken,)), May("stick(l1,p2)"))
    assert caught.value.attributes == ("place(l1)",)
    monkeypatch.setattr("rule_check.sequences._MOST_WAYS", 1)
    with pytest.raises(UnsettledStepError):
        engine.derive(in_shed, May("stick(l1,p2)"))


def test_contradictory_premises(engine: Engine) -> None:
    found = engine.derive(Scenario((("season", "spring"), ("season", "winter"))), STICK)
    assert (found.verdict, found.clashing) == (Verdict.IMPOSSIBLE, ("season",))


def test_rules_of_one_level_that_disagree_give_no_verdict(tmp_path: Path) -> None:
    rules = {**RULES, "109.1": "set(glued(L),no,exception) :- stuck_on(L,P)."}
    found = garden(tmp_path, rules).derive(Scenario((*SPRING_IN_BED, ("stuck(l1)", "p2"))), STICK)
    assert found.verdict is Verdict.CONFLICT
    assert {"101.2", "109.1"} <= set(found.trail)
    agreeing = {**RULES, "109.1": "set(glued(L),yes,exception) :- stuck_on(L,P)."}
    (tmp_path / "b").mkdir()
    found = garden(tmp_path / "b", agreeing).derive(Scenario((*SPRING_IN_BED, ("stuck(l1)", "p2"))), STICK)
    assert found.verdict is Verdict.NO


def test_what_nothing_permits_is_not_called_forbidden(tmp_path: Path) -> None:
    rules = {ref: source for ref, source in RULES.items() if ref != "104.2"}
    found = garden(tmp_path, rules).derive(Scenario((("place(p1)", "bed"),)), May("paint(p1)"))
    assert (found.verdict, found.trail) == (Verdict.UNPERMITTED, ())


@pytest.mark.parametrize(
    ("scenario", "query", "named"),
    [
        (Scenario((("seasons", "spring"),)), STICK, "seasons"),
        (Scenario((("season", "autumn"),)), STICK, "autumn"),
        (Scenario((("glued(l1)", "no"),)), STICK, "glued(l1)"),
        (Scenario((("owner(p9)", "you"),)), STICK, "owner(p9)"),
        (Scenario((), ("explodes(p1)",)), STICK, "explodes(p1)"),
        (Scenario(present=("q1",)), STICK, "q1"),
        (Scenario(), May("eat(p1)"), "eat(p1)"),
        (Scenario(), May("stick(l1"), "stick(l1"),
        (Scenario(), Outcome("later", "place(l1)"), "later"),
        (Scenario(), Outcome("now", "place(l1)", "moon"), "moon"),
    ],
)
def test_what_the_vocabulary_lacks_is_named(engine: Engine, scenario: Scenario, query: Query, named: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        engine.derive(scenario, query)
    assert named in str(caught.value)


OPEN = {"season": ("spring", "winter"), "place(p1)": ("shed", "bed"), "place(l1)": ("shed", "bed")}


def by_brute_force(engine: Engine, facts: dict[str, str]) -> dict[frozenset[tuple[str, str]], str]:
    """The verdict of every completion of the open facts."""
    names = [name for name in OPEN if name not in facts]
    completions = itertools.product(*(OPEN[name] for name in names))
    found = {}
    for values in completions:
        chosen = dict(zip(names, values, strict=True))
        derived = engine.derive(Scenario(tuple({**facts, **chosen}.items())), STICK, unless=False)
        found[frozenset(chosen.items())] = derived.verdict.value
    return found


def holds_under(condition: Condition, completion: frozenset[tuple[str, str]]) -> bool:
    return completion.issuperset(condition.facts)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    facts=st.fixed_dictionaries(
        {},
        optional={
            **{name: st.sampled_from(values) for name, values in OPEN.items()},
            "owner(p1)": st.sampled_from(("you", "neighbour")),
            "gardener(p1)": st.sampled_from(("yes", "no")),
            "stuck(l1)": st.sampled_from(("none", "p1", "p2")),
        },
    )
)
def test_conditions_agree_with_brute_force(engine: Engine, facts: dict[str, str]) -> None:
    found = engine.derive(Scenario(tuple(facts.items())), STICK, unless=False)
    truth = by_brute_force(engine, facts)
    if len(set(truth.values())) == 1:
        assert {found.verdict.value} == set(truth.values())
        return
    assert found.verdict is Verdict.DEPENDS
    for branch in found.branches:
        for completion, verdict in truth.items():
            covered = any(holds_under(condition, completion) for condition in branch.conditions)
            assert covered == (verdict == branch.result)
        for condition in branch.conditions:
            for fact in condition.facts:
                weaker = Condition(tuple(other for other in condition.facts if other != fact))
                verdicts = {verdict for completion, verdict in truth.items() if holds_under(weaker, completion)}
                assert verdicts != {branch.result}, "a fact could be left out"


def test_a_warm_engine_does_not_change_its_mind(engine: Engine) -> None:
    scenarios = [Scenario(facts) for facts in (SPRING_IN_BED, SPRING_IN_BED[:1], SPRING_IN_BED[1:], ())]
    first: list[Derivation] = [engine.derive(scenario, STICK) for scenario in scenarios]
    for _ in range(20):
        assert [engine.derive(scenario, STICK) for scenario in scenarios] == first
