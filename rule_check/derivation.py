"""What the engine derives from a scenario: a verdict or outcome, with everything that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rule_check.proof import Step


class Verdict(StrEnum):
    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    SILENT = "silent"
    """The text leaves it open: a declared gap."""
    UNPERMITTED = "unpermitted"
    """No rule known here permits it, and none forbids it."""
    UNDERIVED = "underived"
    """No rule known here says what becomes of it."""
    CONFLICT = "conflict"
    """Two rules of one level give different values."""
    IMPOSSIBLE = "impossible"
    """What is stated contradicts itself or what the rules derive from it."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Facts under which a result holds whatever else is left open."""

    facts: tuple[tuple[str, str], ...]
    """(attribute, value) pairs, all of which are needed."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One possible result of a question that leaves something out, and when it comes about."""

    result: str
    """`yes`, `no`, `silent`, a value, or `underived`."""
    conditions: tuple[Condition, ...]
    """Each is enough by itself, and none of its facts can be left out; in the order of their length."""
    trail: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    """The proof of one way in which it comes about."""


@dataclass(frozen=True, slots=True)
class Unless:
    """A silent default that, the other way round, would change the result."""

    fact: tuple[str, str]
    result: str


@dataclass(frozen=True, slots=True)
class OutcomeFact:
    """What becomes of an attribute at a time."""

    time: str
    attribute: str
    value: str


@dataclass(frozen=True, slots=True)
class Derivation:
    verdict: Verdict
    """Of an outcome that was asked for by value: yes, no or depends; where its value was asked for: yes if there is
    one value, which `value` then names."""
    value: str | None = None
    trail: tuple[str, ...] = ()
    """The sections that the result rests on, those that decide first."""
    steps: tuple[Step, ...] = ()
    assumed: tuple[tuple[str, str], ...] = ()
    """Facts that were not stated and were taken as usual, where the result rests on them."""
    branches: tuple[Branch, ...] = ()
    """Where it depends: each possible result."""
    unless: tuple[Unless, ...] = ()
    outcomes: tuple[OutcomeFact, ...] = ()
    """Everything that the rules say becomes of things in this scenario, without open facts."""
    clashing: tuple[str, ...] = ()
    """Where rules or statements contradict each other: the attributes."""

    @property
    def decided(self) -> bool:
        return self.verdict in (Verdict.YES, Verdict.NO)


@dataclass(frozen=True, slots=True)
class OpenFact:
    """A fact that the question leaves open and that the result turns on."""

    attribute: str
    values: tuple[str, ...]
