"""What is derived of outcomes: conflicts between them, and only what is there; the defaults that matter."""

from __future__ import annotations

from pathlib import Path

from rule_check.derivation import Verdict
from rule_check.scenario import May, Outcome, Scenario
from tests.rule_check.garden import RULES
from tests.rule_check.garden import engine as garden

BROKEN = Scenario((("stuck(l1)", "p1"), ("place(p1)", "bed")), ("breaks(p1)",))


def test_two_outcomes_of_one_thing_at_one_time_give_no_verdict(tmp_path: Path) -> None:
    rules = {**RULES, "109.1": "then(now,place(L),shed) :- event(breaks(P)), stuck_on(L,P)."}
    found = garden(tmp_path, rules).derive(BROKEN, Outcome("now", "place(l1)"))
    assert found.verdict is Verdict.CONFLICT
    assert {"103.1", "109.1"} <= set(found.trail)


def test_nothing_is_told_of_what_is_not_there(tmp_path: Path) -> None:
    rules = {**RULES, "109.1": "then(now,stuck(L),none) :- obj(L,label), not stuck_somewhere(L).\n"
             "stuck_somewhere(L) :- stuck_on(L,P)."}  # fmt: skip
    engine = garden(tmp_path, rules)
    told = {found.attribute for found in engine.derive(BROKEN, Outcome("now", "place(l1)")).outcomes}
    assert told == {"stuck(l1)", "place(l1)"}
    present = Scenario(BROKEN.facts, BROKEN.events, ("l2",))
    assert "stuck(l2)" in {f.attribute for f in engine.derive(present, Outcome("now", "place(l1)")).outcomes}


def test_comments_stand_beside_rules(tmp_path: Path) -> None:
    rules = {**RULES, "104.2": f"% Everybody may paint.\n{RULES['104.2']}"}
    found = garden(tmp_path, rules).derive(Scenario((("place(p1)", "bed"),)), May("paint(p1)"))
    assert found.verdict is Verdict.YES


def test_a_default_matters_also_where_only_its_other_value_is_spoken_of(tmp_path: Path) -> None:
    rules = {**RULES, "109.1": "forbids(paint(P)) :- asked(paint(P)), is(gardener(P),yes)."}
    found = garden(tmp_path, rules).derive(Scenario((("place(p1)", "bed"),)), May("paint(p1)"))
    assert {(unless.fact, unless.result) for unless in found.unless} == {
        (("owner(p1)", "neighbour"), "no"),
        (("gardener(p1)", "yes"), "no"),
    }
