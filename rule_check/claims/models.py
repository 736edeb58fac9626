"""What was understood of an answer: its statements, each with the condition that it stands under."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rule_check.findings import Finding
from rule_check.reading.mentions import Mention
from rule_check.reading.phrases import Meaning


class Role(StrEnum):
    """How a statement stands in its sentence."""

    PLAIN = "plain"
    IF = "if"
    ONLY_IF = "only_if"
    UNLESS = "unless"
    BECAUSE = "because"
    EVEN = "even"
    UNTIL = "until"


CONDITIONS = (Role.IF, Role.ONLY_IF, Role.UNLESS, Role.EVEN)
"""Roles of what a result is said to turn on, or not to turn on."""


@dataclass(frozen=True)
class Statement:
    """One phrase of an answer; its objects are still those that the answer mentions."""

    meaning: Meaning
    role: Role
    slots: tuple[tuple[str, Mention], ...] = ()
    number: str = ""
    """In digits, where the phrase has one."""
    time: str | None = None
    """When the facts are said to hold: a time, or `until` and the time at which they no longer do."""
    only: bool = False
    """It is said with "only": what its objects are said to be is a condition."""

    @property
    def kind(self) -> str:
        return self.meaning.kind

    @property
    def mentions(self) -> tuple[Mention, ...]:
        return tuple(mention for _, mention in self.slots)


@dataclass(frozen=True)
class Segment:
    """A stretch of an answer that comes out one way: a sentence, or what stands before or behind a "but"."""

    text: str
    statements: tuple[Statement, ...] = ()
    left_over: tuple[str, ...] = ()
    """Words that might matter and that no phrase covers, as they are written."""
    opening: bool = False
    """It opens with a yes or no and a pause, and nothing that follows could take it back."""
    others: tuple[Segment, ...] = ()
    """What else its words can be taken for, where they can: "it" may be either of two things."""
    limited: bool = False
    """It has a word such as "if" or "only", whether or not what follows was understood."""
    takes_back: bool = False
    """It begins with such a word: it may be about what is said before it."""

    @property
    def understood(self) -> bool:
        return not self.left_over


@dataclass(frozen=True)
class AnswerReading:
    segments: tuple[Segment, ...] = ()
    hedged: bool = False
    """Somewhere it says that it isn't sure, or quotes or asks."""

    @property
    def left_over(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for segment in self.segments for word in segment.left_over))

    @property
    def understood(self) -> bool:
        return bool(self.segments) and all(segment.understood for segment in self.segments)

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(statement for segment in self.segments for statement in segment.statements)


class Status(StrEnum):
    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    MISSING = "missing"
    """It holds only under conditions that the answer leaves out."""
    UNSUPPORTED = "unsupported"
    """Nothing in the derivation says so, or it has nothing to do with the result."""
    PASSING = "passing"
    """It holds before the time that is asked about, and no longer then."""
    UNCLEAR = "unclear"
    """It could mean several things."""


@dataclass(frozen=True)
class Judged:
    """One statement held against the rules."""

    status: Status
    words: str
    """The segment that it stands in."""
    facts: tuple[tuple[str, str], ...] = ()
    """What it comes to, where it is about facts."""
    answers: bool = False
    """It speaks to what is asked."""
    opening: bool = False
    """It is the yes or no that its segment opens with."""


@dataclass(frozen=True)
class Comparison:
    """What an answer is worth against a derivation."""

    finding: Finding
    judged: tuple[Judged, ...] = ()
    untranslated: tuple[str, ...] = field(default=())
