"""Mutants of formal rules: each rule left out, and each literal of a body left out, in one grounding.

Every rule gets a switch that turns it off, and for every literal of its body a weaker copy that lacks it gets a switch
that turns it on; so a mutant is an external, not a program of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import clingo
from clingo import Symbol, ast

from rule_check.checks import Check, run_check
from rule_check.engine import Engine
from rule_check.program import FormalRule, program_of
from rule_check.scenario import Query, Scenario
from rule_check.solver import atom
from rule_check.topics import Topic


@dataclass(frozen=True, slots=True)
class Mutant:
    rule: FormalRule
    switch: Symbol
    without: str
    """The literal that is left out; empty where the whole rule is."""

    def __str__(self) -> str:
        what = f"without {self.without}" if self.without else "left out"
        return f"{self.rule.path.name}:{self.rule.line} ({self.rule.section}) {what}: {self.rule.text}"


class MutantEngine(Engine):
    """An engine in which one mutant at a time can be switched on."""

    switched: Symbol | None = None

    def _externals(self, scenario: Scenario, query: Query) -> list[Symbol]:
        found = super()._externals(scenario, query)
        return found if self.switched is None else [*found, self.switched]


def mutants_of(topic: Topic) -> tuple[MutantEngine, tuple[Mutant, ...]]:
    """The engine over a topic's rules with all switches, and its mutants."""
    rules: list[FormalRule] = []
    mutants: list[Mutant] = []
    switches: list[Symbol] = []
    for number, rule in enumerate(topic.rules):
        off = atom("switched_off", str(number))
        switches.append(off)
        mutants.append(Mutant(rule, off, ""))
        rules.append(_with_literal(rule, f"not {off}"))
        for place, literal in enumerate(rule.statement.body):
            weaker = _without(rule, place)
            if weaker is None:
                continue
            on = atom("weakened", str(number), str(place))
            switches.append(on)
            mutants.append(Mutant(rule, on, str(literal)))
            rules.append(_with_literal(weaker, str(on)))
    declared = "\n".join(f"#external {switch}." for switch in switches)
    program = f"{program_of(rules, topic.vocabulary)}\n{declared}"
    return MutantEngine(program, topic.vocabulary), tuple(mutants)


def survivors(topic: Topic) -> Iterator[Mutant]:
    """The mutants that no check notices; only checks whose trail or section has the rule's section are run."""
    engine, mutants = mutants_of(topic)
    by_section: dict[str, list[Check]] = {}
    for check in topic.checks:
        derivation, failure = run_check(check, engine)
        if failure is not None:
            raise AssertionError(f"fails without any mutation: {failure}")
        trail = derivation.trail if derivation is not None else ()
        for section in {check.section, *trail, *check.cites}:
            by_section.setdefault(section, []).append(check)
    for mutant in mutants:
        engine.switched = mutant.switch
        near = by_section.get(mutant.rule.section, [])
        if not any(_notices(check, engine) for check in near):
            yield mutant


def _notices(check: Check, engine: MutantEngine) -> bool:
    return run_check(check, engine)[1] is not None


def _with_literal(rule: FormalRule, literal: str) -> FormalRule:
    text = rule.text.rstrip(".")
    joined = f"{text}; {literal}." if " :- " in text else f"{text} :- {literal}."
    return FormalRule(rule.section, rule.path, rule.line, _parsed(joined))


def _without(rule: FormalRule, place: int) -> FormalRule | None:
    """The rule without one literal of its body; None where a variable is then bound by nothing, or where a rule that
    counts is left without its end."""
    if _is_recursive(rule) and rule.statement.body[place].atom.ast_type == ast.ASTType.Comparison:
        return None
    body = [part for at, part in enumerate(rule.statement.body) if at != place]
    head = str(rule.statement.head)
    text = f"{head} :- {'; '.join(str(part) for part in body)}." if body else f"{head}."
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError:  # unsafe
        return None
    return FormalRule(rule.section, rule.path, rule.line, _parsed(text))


def _is_recursive(rule: FormalRule) -> bool:
    head = rule.statement.head.atom.symbol.name
    atoms = (part.atom for part in rule.statement.body if part.ast_type == ast.ASTType.Literal)
    return any(a.ast_type == ast.ASTType.SymbolicAtom and a.symbol.name == head for a in atoms)


def _parsed(text: str) -> Any:
    found: list[Any] = []
    ast.parse_string(text, found.append)
    return found[-1]
