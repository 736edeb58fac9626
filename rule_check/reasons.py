"""Why a model has its result: the atoms that a proof starts from, what was assumed, and what clashes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo import Symbol

from rule_check.derivation import Derivation, OutcomeFact, Verdict
from rule_check.proof import Proofs, Step, sections_of
from rule_check.scenario import May, Query
from rule_check.solver import Model, atom, symbol_of, text_of_value
from rule_check.vocabulary import TIMES


def roots(model: Model, query: Query, result: str) -> tuple[Step, ...]:
    """The proofs that a result rests on, those that decide first; empty where nothing says why."""
    proofs = Proofs(model)
    return tuple(proofs.of(symbol) for symbol in _root_atoms(model, query, result))


def _root_atoms(model: Model, query: Query, result: str) -> Iterator[Symbol]:
    if not isinstance(query, May):
        wanted = [symbol_of(query.time), symbol_of(query.attribute)]
        yield from (s for s in model.all("then") if [s.arguments[0], s.arguments[1]] == wanted)
        return
    action = symbol_of(query.action)
    if result == "yes":
        yield atom("enables", action)
        for predicate in ("waived", "satisfied"):
            yield from (s for s in model.all(predicate) if s.arguments[0] == action)
    elif result == "silent":
        yield atom("gap", action)
    else:
        forbidden = [symbol] if model.has(symbol := atom("forbids", action)) else []
        yield from forbidden
        # What holds instead says why a requirement is not met. One whose fact is merely left open decides nothing
        # where another reason holds anyway.
        instead: dict[Symbol, list[Symbol]] = {}
        for unmet in (s for s in model.all("unmet") if s.arguments[0] == action):
            attribute = unmet.arguments[1].arguments[0]
            instead[unmet] = [s for s in model.all("is") if s.arguments[0] == attribute]
        certain = forbidden or any(instead.values())
        for unmet, because in instead.items():
            if because or not certain:
                yield unmet
                yield from because


def assumed_in(steps: Sequence[Step]) -> Iterator[tuple[str, str]]:
    """The silently assumed facts that proofs rest on, as (attribute, value), each once."""
    seen: set[Symbol] = set()
    level = list(steps)
    while level:
        below: list[Step] = []
        for step in level:
            if step.atom.name == "assumed" and step.atom not in seen:
                seen.add(step.atom)
                yield str(step.atom.arguments[0]), text_of_value(step.atom.arguments[1])
            below += step.rests_on
        level = below


def clash_in(model: Model, query: Query) -> Derivation | None:
    """What contradicts itself in a model: stated facts, or rules of one level."""
    contradictions = model.all("contradiction")
    if contradictions:
        return Derivation(Verdict.IMPOSSIBLE, clashing=tuple(sorted(str(s.arguments[0]) for s in contradictions)))
    proofs: Proofs | None = None
    found: dict[str, tuple[str, ...]] = {}
    for symbol in model.all("conflict"):
        proofs = proofs or Proofs(model)
        attribute, *values = symbol.arguments
        found[str(attribute)] = sections_of(proofs.of(atom("is", attribute, value)) for value in values)
    for symbol in model.all("then_conflict"):
        proofs = proofs or Proofs(model)
        time, attribute, *values = symbol.arguments
        if isinstance(query, May) or (str(time), str(attribute)) == (query.time, query.attribute):
            found[str(attribute)] = sections_of(proofs.of(atom("then", time, attribute, v)) for v in values)
    if not found:
        return None
    trail = tuple(dict.fromkeys(section for sections in found.values() for section in sections))
    return Derivation(Verdict.CONFLICT, trail=trail, clashing=tuple(sorted(found)))


def outcomes_in(model: Model) -> tuple[OutcomeFact, ...]:
    """All outcomes of a model, in the order of their times."""
    found = [
        OutcomeFact(str(s.arguments[0]), str(s.arguments[1]), text_of_value(s.arguments[2])) for s in model.all("then")
    ]
    return tuple(sorted(found, key=lambda o: (TIMES.index(o.time), o.attribute, o.value)))
