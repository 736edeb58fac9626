"""The engine: a scenario and a query under one topic's rules → a derivation.

First the scenario is solved closed (only what is stated and what is silently assumed), which gives the reasons that
hold without guessing. Then the facts that it leaves open are opened: two solves settle a result that is certain, and
only where several are possible are minimal conditions computed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace

from clingo import Symbol

from rule_check.conditions import minimal_conditions
from rule_check.derivation import Branch, Derivation, OutcomeFact, Unless, Verdict
from rule_check.proof import Step as ProofStep
from rule_check.proof import said_steps, sections_of
from rule_check.reasons import assumed_in, clash_in, outcomes_in, roots
from rule_check.scenario import May, Query, Scenario, check_scenario, objects_of
from rule_check.sequences import advanced, agreed
from rule_check.solver import Model, Solver, atom, symbol_of, text_of_value
from rule_check.vocabulary import Vocabulary, split_term, term_of

_UNTOLD = "underived"


@dataclass(frozen=True, slots=True)
class _Goal:
    """One possible result of a query."""

    result: str
    symbol: Symbol
    """The atom that holds where it is the result; for `underived`, the one that does not."""
    wanted: tuple[int, ...]
    """Literals that hold where it is the result."""
    excluded: tuple[int, ...]
    """Literals that hold where it is not."""

    def holds(self, model: Model) -> bool:
        return model.has(self.symbol) != (self.result == _UNTOLD)


class Engine:
    """Derives verdicts under the rules of one topic. Threads may share it; they take turns."""

    def __init__(self, program: str, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._solver = Solver(program)
        self._lock = threading.Lock()
        self._assumable = tuple(
            (str(symbol.arguments[0]), text_of_value(symbol.arguments[1]))
            for symbol in self._solver.instances("assume")
        )
        self._silent = tuple(
            term_of(fact.name, arguments)
            for fact in vocabulary.facts.values()
            if fact.unstated is None and not fact.derived
            for arguments in vocabulary.instances(fact.parameters)
            if len(set(arguments)) == len(arguments)
        )

    def derive(self, scenario: Scenario, query: Query, *, unless: bool = True) -> Derivation:
        """The verdict or outcome of a scenario. `unless`: whether to look for silent defaults that would change it.

        :raises ScenarioError: the scenario speaks of something that the vocabulary does not have.
        :raises UnsettledStepError: what happened before leaves open something that the rest turns on.
        :raises TooComplexError: a solve reached its limit.
        """
        check_scenario(scenario, query, self.vocabulary)
        with self._lock:
            ways: tuple[tuple[Scenario, tuple[ProofStep, ...]], ...] = ((scenario, ()),)
            if scenario.before:
                ways = advanced(scenario, query, self._externals, self._solver, self.vocabulary)
            each = [self._with_unless(way, query, unless) for way, _ in ways]
        found = agreed(each, [way for way, _ in ways])
        earlier = ways[0][1]
        if earlier:
            trail = tuple(dict.fromkeys((*found.trail, *sections_of(earlier))))
            found = replace(found, trail=trail, steps=(*said_steps(earlier), *found.steps))
        return found

    def _with_unless(self, scenario: Scenario, query: Query, unless: bool) -> Derivation:
        found = self._derived(scenario, query)
        if unless and found.verdict not in (Verdict.IMPOSSIBLE, Verdict.CONFLICT):
            found = replace(found, unless=self._unless(scenario, query, found))
        return found

    def _externals(self, scenario: Scenario, query: Query) -> list[Symbol]:
        on = [atom("present", name) for name in objects_of(scenario, query, self.vocabulary)]
        on += [atom("given", attribute, value) for attribute, value in scenario.facts]
        on += [atom("event", event) for event in scenario.events]
        if isinstance(query, May):
            on.append(atom("asked", query.action))
        return list(dict.fromkeys(on))

    def _derived(self, scenario: Scenario, query: Query) -> Derivation:
        externals = self._externals(scenario, query)
        self._solver.assign(externals)
        closed = self._solver.model()
        if closed is None:
            return Derivation(Verdict.IMPOSSIBLE)
        self._solver.assign([*externals, atom("open_world")])
        goals = self._goals(query)
        possible = self._possible(goals)
        if any(clash_in(model, query) is not None for model in (closed, *possible.values())):
            return self._clash(externals, query)
        if not possible:
            return Derivation(Verdict.IMPOSSIBLE)
        outcomes = self._of_present(outcomes_in(closed), objects_of(scenario, query, self.vocabulary))
        goals = tuple(goal for goal in goals if goal.result in possible)
        if len(goals) == 1:
            if goals[0].holds(closed):  # reasons that hold without guessing are preferred to those of one completion
                self._solver.assign(externals)
            model = self._with_proofs(goals[0])
            return replace(_certain(model, query, goals[0].result), outcomes=outcomes)
        models = {goal.result: self._with_proofs(goal) for goal in goals}
        branches = tuple(self._branch(goal, models[goal.result], query) for goal in goals)
        assumed = {fact: None for result, model in models.items() for fact in assumed_in(roots(model, query, result))}
        return Derivation(
            Verdict.DEPENDS,
            trail=tuple(dict.fromkeys(section for branch in branches for section in branch.trail)),
            assumed=tuple(assumed),
            branches=branches,
            outcomes=outcomes,
        )

    def _of_present(self, outcomes: tuple[OutcomeFact, ...], present: tuple[str, ...]) -> tuple[OutcomeFact, ...]:
        """Only what is said of objects that are there."""
        absent = {name for kind in self.vocabulary.kinds.values() for name in kind.objects}.difference(present)
        return tuple(found for found in outcomes if absent.isdisjoint(split_term(found.attribute)[1]))

    def _goals(self, query: Query) -> tuple[_Goal, ...]:
        if isinstance(query, May):
            found = []
            for result in ("yes", "no", "silent"):
                symbol = atom(result, query.action)
                literal = self._solver.literal(symbol)
                if literal is not None:
                    found.append(_Goal(result, symbol, (literal,), (-literal,)))
            return tuple(found)
        wanted = [symbol_of(query.time), symbol_of(query.attribute)]
        goals = []
        for symbol in self._solver.instances("then"):
            literal = self._solver.literal(symbol)
            if list(symbol.arguments[:2]) == wanted and literal is not None:
                goals.append(_Goal(text_of_value(symbol.arguments[2]), symbol, (literal,), (-literal,)))
        told = atom("told", *wanted)
        literal = self._solver.literal(told)
        goals.append(_Goal(_UNTOLD, told, *(((-literal,), (literal,)) if literal is not None else ((), ()))))
        return tuple(goals)

    def _with_proofs(self, goal: _Goal) -> Model:
        """A model with a result that is known to be possible."""
        model = self._solver.model(goal.wanted, proofs=True)
        if model is None:
            raise AssertionError(f"{goal.result} was possible a moment ago")
        return model

    def _clash(self, externals: list[Symbol], query: Query) -> Derivation:
        """The contradiction in the scenario, without open facts if it is there without them."""
        for more in ((), (atom("open_world"),)):
            self._solver.assign([*externals, *more])
            for excluded in ((), tuple(literal for goal in self._goals(query) for literal in goal.excluded)):
                model = self._solver.model(excluded, proofs=True)
                clash = clash_in(model, query) if model is not None else None
                if clash is not None:
                    return clash
        return Derivation(Verdict.CONFLICT)

    def _possible(self, goals: tuple[_Goal, ...]) -> dict[str, Model]:
        """A model for each result that some completion has: one solve for the first, and one more for each other."""
        found: dict[str, Model] = {}
        excluded: list[int] = []
        while (model := self._solver.model(excluded)) is not None:
            goal = next((goal for goal in goals if goal.holds(model)), None)
            if goal is None or goal.result in found:
                break
            found[goal.result] = model
            if not goal.excluded:
                break
            excluded += goal.excluded
        return found

    def _branch(self, goal: _Goal, model: Model, query: Query) -> Branch:
        conditions = minimal_conditions(self._solver, goal.wanted, goal.excluded)
        steps = roots(model, query, goal.result)
        return Branch(goal.result, conditions, sections_of(steps), said_steps(steps))

    def unsaid(self, scenario: Scenario, query: Query, found: Derivation) -> tuple[Unless, ...]:
        """Facts without a usual value that nobody has stated and that, with the value named, would change the result
        of `found`, which was derived from the same scenario.

        :raises ScenarioError, UnsettledStepError, TooComplexError: as `derive`.
        """
        check_scenario(scenario, query, self.vocabulary)
        with self._lock:
            ways = [scenario]
            if scenario.before:
                advancing = advanced(scenario, query, self._externals, self._solver, self.vocabulary)
                ways = [way for way, _ in advancing]
            silent = [(attribute, None) for attribute in self._silent]
            each = (self._changing(way, query, found, silent) for way in ways)
            return tuple(dict.fromkeys(unless for changing in each for unless in changing))

    def _unless(self, scenario: Scenario, query: Query, found: Derivation) -> tuple[Unless, ...]:
        """The silent defaults that change the result when they are the other way round."""
        return self._changing(scenario, query, found, self._assumable)

    def _changing(
        self, scenario: Scenario, query: Query, found: Derivation, facts: Iterable[tuple[str, str | None]]
    ) -> tuple[Unless, ...]:
        """Which of some facts, each with the value that it is taken to have, change the result with another value."""
        present = objects_of(scenario, query, self.vocabulary)
        stated = {attribute for attribute, _ in scenario.facts}
        usual = {branch.result for branch in found.branches} or {_result_of(found)}
        goals = self._goals(query)
        # What is stated restricts the completions, so what could contradict it makes a difference as well.
        deciding = [goal.symbol for goal in goals] + [atom("contradiction", attribute) for attribute in stated]
        behind = self._solver.externals_behind(deciding)
        changed: list[Unless] = []
        for attribute, value in facts:
            _, arguments = split_term(attribute)
            if attribute in stated or not all(a in present for a in arguments if self.vocabulary.kind_of(a)):
                continue
            fact = self.vocabulary.fact_of(attribute)
            for other in fact.value_range if fact is not None else ():
                of_kind = self.vocabulary.kind_of(other)
                if other == value or other in arguments or (of_kind is not None and other not in present):
                    continue
                if behind.isdisjoint(atom("given", attribute, one) for one in (value, other) if one is not None):
                    continue
                flipped = replace(scenario, facts=(*scenario.facts, (attribute, other)))
                self._solver.assign([*self._externals(flipped, query), atom("open_world")])
                models = self._possible(goals)
                clashes = any(clash_in(model, query) is not None for model in models.values())
                results = set(models)
                if models and not clashes and results != usual:
                    only = next(iter(results)) if len(results) == 1 else Verdict.DEPENDS.value
                    changed.append(Unless((attribute, other), only))
        return tuple(changed)


def _result_of(found: Derivation) -> str:
    """A certain derivation's result by the name of its goal."""
    return found.value or ("no" if found.verdict is Verdict.UNPERMITTED else found.verdict.value)


def _certain(model: Model, query: Query, result: str) -> Derivation:
    steps = roots(model, query, result)
    value: str | None = None
    if isinstance(query, May):
        verdict = Verdict(result)
        if verdict is Verdict.NO and not steps:
            verdict = Verdict.UNPERMITTED
    else:
        verdict, value = _certain_outcome(result, query.value)
    return Derivation(
        verdict, value, trail=sections_of(steps), steps=said_steps(steps), assumed=tuple(assumed_in(steps))
    )


def _certain_outcome(result: str, asked: str | None) -> tuple[Verdict, str | None]:
    if result == _UNTOLD:
        return Verdict.UNDERIVED, None
    return (Verdict.YES if asked in (None, result) else Verdict.NO), result


__all__ = ["Engine", "OutcomeFact"]
