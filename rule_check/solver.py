"""One warm clingo Control: grounded once, then asked by assigning externals and assuming literals.

No rule or clause is ever added to it, because solving on a warm Control would get slower with each. Every atom that a
verdict or a proof is read from is looked up once, after grounding; a model is then a matter of truth values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import clingo
from clingo import Function, Symbol, SymbolType

MOST_CONFLICTS = 20_000
"""A solve gives up after so many conflicts of the solver: a limit that does not depend on how busy the machine is."""

_READ = {
    "yes": 1, "no": 1, "silent": 1, "then": 3, "told": 2, "open": 2,
    "contradiction": 1, "conflict": 3, "then_conflict": 4,
}  # fmt: skip
"""What results are read from: predicate → number of arguments."""
_READ_FOR_PROOFS = ("enables", "forbids", "gap", "unmet", "waived", "satisfied", "is", "assumed")


class TooComplexError(Exception):
    """A solve went over its limit."""


@dataclass(frozen=True, slots=True)
class Support:
    """One ground instance of a rule: what it derives in which section, and from what."""

    section: str
    """Empty for the rules that all topics share."""
    head: Symbol
    present: tuple[Symbol, ...]
    order: int
    """A fixed place among all supports, to choose between equals."""


class Model:
    """The atoms of one stable model that results and proofs are read from."""

    def __init__(self, symbols: Iterable[Symbol], supports: tuple[Support, ...]) -> None:
        self._by_predicate: dict[str, dict[Symbol, None]] = {}
        for symbol in symbols:
            self._by_predicate.setdefault(symbol.name, {})[symbol] = None
        self.supports = supports
        """What derives its atoms; empty unless the model was asked for with them."""

    def all(self, predicate: str) -> tuple[Symbol, ...]:
        """The atoms of a predicate, in a fixed order."""
        return tuple(self._by_predicate.get(predicate, ()))

    def has(self, atom: Symbol) -> bool:
        return atom in self._by_predicate.get(atom.name, ())


class _Dependencies(clingo.Observer):
    """What each atom of a ground program is derived from, aggregates included."""

    def __init__(self) -> None:
        self._below: dict[int, set[int]] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        for atom_number in head:
            self._below.setdefault(atom_number, set()).update(abs(literal) for literal in body)

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        self.rule(choice, head, [literal for literal, _ in body])

    def of(self, literals: Iterable[int]) -> frozenset[int]:
        """These atoms and all that they can depend on."""
        found: set[int] = set()
        waiting = [abs(literal) for literal in literals]
        while waiting:
            atom_number = waiting.pop()
            if atom_number not in found:
                found.add(atom_number)
                waiting += self._below.get(atom_number, ())
        return frozenset(found)


class Solver:
    """Not safe to share between threads: whoever uses it holds a lock."""

    def __init__(self, program: str) -> None:
        self._control = clingo.Control(["--warn=none", "--heuristic=Domain", "--models=1"])
        self._control.configuration.solve.solve_limit = f"{MOST_CONFLICTS},umax"  # type: ignore[union-attr]
        shown = " ".join(f"#show {name}/{arity}." for name, arity in _READ.items())
        self._dependencies = _Dependencies()
        self._control.register_observer(self._dependencies)
        self._control.add("base", [], f"{program}\n#show. {shown}")
        self._control.ground([("base", [])])
        self._on: list[int] = []
        self._externals: dict[Symbol, int] = {}
        self._literals: dict[Symbol, int] = {}
        self._read_for_proofs: dict[Symbol, int] = {}
        self._supports: dict[Symbol, Support] = {}
        for found in sorted(self._control.symbolic_atoms, key=lambda found: found.symbol):
            symbol, literal = found.symbol, found.literal
            if found.is_external:
                self._externals[symbol] = literal
            elif symbol.name == "_why":
                section, head, present, _ = symbol.arguments
                self._supports[symbol] = Support(section.string, head, _members(present), len(self._supports))
                continue
            elif symbol.name in _READ_FOR_PROOFS:
                self._read_for_proofs[symbol] = len(self._read_for_proofs)
            self._literals[symbol] = literal
        by_name: dict[str, list[Symbol]] = {}
        for symbol in self._literals:
            by_name.setdefault(symbol.name, []).append(symbol)
        self._instances = {name: tuple(symbols) for name, symbols in by_name.items()}

    def assign(self, externals: Iterable[Symbol]) -> None:
        """Make exactly these externals true.

        :raises KeyError: one of them does not exist in this topic.
        """
        wanted = [self._externals[symbol] for symbol in externals]
        for literal in self._on:
            self._control.assign_external(literal, False)
        self._on = wanted
        for literal in wanted:
            self._control.assign_external(literal, True)

    def externals_behind(self, atoms: Iterable[Symbol]) -> frozenset[Symbol]:
        """The externals that can make a difference to any of these atoms."""
        behind = self._dependencies.of(literal for symbol in atoms if (literal := self.literal(symbol)) is not None)
        return frozenset(symbol for symbol, literal in self._externals.items() if literal in behind)

    def literal(self, atom: Symbol) -> int | None:
        """The literal of an atom; None where it can never hold."""
        return self._literals.get(atom)

    def instances(self, predicate: str) -> tuple[Symbol, ...]:
        """All ground atoms of a predicate that can hold."""
        return self._instances.get(predicate, ())

    def model(self, assumptions: Sequence[int] = (), *, proofs: bool = False) -> Model | None:
        """A stable model under assumed literals, or None; `proofs`: whether to take along what derives its atoms.

        :raises TooComplexError: the limit was reached first.
        """
        with self._control.solve(yield_=True, assumptions=list(assumptions)) as handle:
            for model in handle:
                symbols = list(model.symbols(shown=True))
                if not proofs:
                    return Model(symbols, ())
                # Far fewer atoms hold than could: those that do are looked up, in one call instead of one an atom.
                true = model.symbols(atoms=True)
                symbols += sorted(
                    (symbol for symbol in true if symbol in self._read_for_proofs),
                    key=self._read_for_proofs.__getitem__,
                )
                supports = [support for symbol in true if (support := self._supports.get(symbol)) is not None]
                return Model(symbols, tuple(sorted(supports, key=lambda support: support.order)))
            result = handle.get()
        if result.interrupted or result.unknown:
            raise TooComplexError
        return None

    def unsatisfiable_core(self, assumptions: Sequence[int]) -> tuple[int, ...] | None:
        """Assumed literals that can't hold together, or None where all of them can.

        :raises TooComplexError: the limit was reached first.
        """
        core: list[int] = []
        result = self._control.solve(assumptions=list(assumptions), on_core=core.extend)
        if result.satisfiable:
            return None
        if result.interrupted or result.unknown:
            raise TooComplexError
        return tuple(core)


def symbol_of(text: str) -> Symbol:
    """`equip(e1,u1)` as a clingo symbol.

    :raises RuntimeError: it is no ground term.
    """
    return clingo.parse_term(text)


def atom(name: str, *arguments: str | Symbol) -> Symbol:
    """An atom over terms."""
    return Function(name, [a if isinstance(a, Symbol) else symbol_of(a) for a in arguments])


def text_of_value(symbol: Symbol) -> str:
    """A value as the vocabulary writes it."""
    return str(symbol.number) if symbol.type == SymbolType.Number else str(symbol)


def _members(symbol: Symbol) -> tuple[Symbol, ...]:
    if symbol.type == SymbolType.Function and symbol.name == "":
        return tuple(symbol.arguments)
    return (symbol,)
