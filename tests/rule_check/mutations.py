"""Mutants of formal rules: each rule left out, and each literal of a body left out, in one grounding.

Every rule gets a switch that turns it off, and for every literal of its body a weaker copy that lacks it gets a switch
that turns it on; so a mutant is an external, not a program of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from rule_check.vocabulary import Vocabulary

_HEADS_WITH_FACTS = {"set": 0, "then": 1}
"""Heads that give a fact its value → which argument is the fact."""


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
            weaker = _without(rule, place, topic.vocabulary)
            if weaker is None:
                continue
            on = atom("weakened", str(number), str(place))
            switches.append(on)
            mutants.append(Mutant(rule, on, str(literal)))
            rules.append(_with_literal(weaker, str(on)))
    declared = "\n".join(f"#external {switch}." for switch in switches)
    program = f"{program_of(rules, topic.vocabulary)}\n{declared}"
    return MutantEngine(program, topic.vocabulary), tuple(mutants)


def survivors(topic: Topic, engine: MutantEngine, mutants: Sequence[Mutant]) -> Iterator[Mutant]:
    """Those of the mutants that no check notices.

    Only checks of the rule's section, or whose trail or cites have it, are run: those of the section itself first,
    because they notice most, and those that also look for silent defaults last, because they take longest.
    """
    by_section: dict[str, list[Check]] = {}
    for check in topic.checks:
        derivation, failure = run_check(check, engine)
        if failure is not None:
            raise AssertionError(f"fails without any mutation: {failure}")
        trail = derivation.trail if derivation is not None else ()
        for section in {check.section, *trail, *check.cites}:
            by_section.setdefault(section, []).append(check)
    for section, near in by_section.items():
        near.sort(key=lambda check: (check.section != section, bool(check.unless), section not in check.cites))
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


def _without(rule: FormalRule, place: int, vocabulary: Vocabulary) -> FormalRule | None:
    """The rule without one literal of its body; None where a variable is then bound by nothing, where a rule that
    counts is left without its end, or where all it could derive in addition can't be said in the vocabulary."""
    if _is_recursive(rule) and rule.statement.body[place].atom.ast_type == ast.ASTType.Comparison:
        return None
    if _only_restates_kind(rule, place, vocabulary):
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


def _only_restates_kind(rule: FormalRule, place: int, vocabulary: Vocabulary) -> bool:
    """Whether a literal is `obj(X,kind)`, and X stands in the head as a parameter that is declared for that kind only:
    no question, and so no check, could speak of the fact of anything else."""
    literal, head = rule.statement.body[place], rule.statement.head.atom.symbol
    if literal.sign != ast.Sign.NoSign or literal.atom.ast_type != ast.ASTType.SymbolicAtom:
        return False
    if literal.atom.symbol.name != "obj" or head.name not in _HEADS_WITH_FACTS:
        return False
    variable, kind = (str(argument) for argument in literal.atom.symbol.arguments)
    attribute = head.arguments[_HEADS_WITH_FACTS[head.name]]
    if attribute.ast_type != ast.ASTType.Function:
        return False
    parameters = vocabulary.facts[attribute.name].parameters
    return any(
        str(argument) == variable and tuple(parameter.kinds) == (kind,)
        for parameter, argument in zip(parameters, attribute.arguments, strict=True)
    )


def _is_recursive(rule: FormalRule) -> bool:
    head = rule.statement.head.atom.symbol.name
    atoms = (part.atom for part in rule.statement.body if part.ast_type == ast.ASTType.Literal)
    return any(a.ast_type == ast.ASTType.SymbolicAtom and a.symbol.name == head for a in atoms)


def _parsed(text: str) -> Any:
    found: list[Any] = []
    ast.parse_string(text, found.append)
    return found[-1]
