"""The `Answer` that the pipeline returns and that the terminal, the machine interface and Discord render."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from rules_corpus.disagreements import Disagreement
from rules_corpus.passages import EditionRef

MessageValue: TypeAlias = "str | int | datetime.date | Message | tuple[MessageValue, ...]"
"""What fills a placeholder: text as it is, a date in the reader's form, a message in the reader's language, or a
tuple of them as a list ("a, b and c")."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text of ours that is not resolved yet: a gettext key with its values, put into words at the edge."""

    key: str
    values: Mapping[str, MessageValue] = field(default_factory=lambda: MappingProxyType({}))
    plural: str | None = None
    """The English plural of `key`; `values["count"]` chooses between them."""


class AnswerKind(StrEnum):
    FAQ = "faq"
    DERIVED = "derived"
    RULE = "rule"
    KEYWORD = "keyword"
    PASSAGES = "passages"
    ABSTAIN = "abstain"


@dataclass(frozen=True, slots=True)
class AnswerCitation:
    game: str
    document: str
    document_title: str
    edition: str
    ref: str
    quote: str
    """The passage's text in the reader's language where there is one, else in its original language; empty where the
    cited rule's text is not loaded."""
    language: str
    official: bool
    """The quote is the publisher's own text."""
    also: tuple[EditionRef, ...] = ()
    effective_from: datetime.date | None = None
    """The edition's date."""


@dataclass(frozen=True, slots=True)
class ClarifyOption:
    value: str
    text: Message | str


@dataclass(frozen=True, slots=True)
class Clarify:
    """A fact that the question leaves open and that the asker can choose."""

    fact: str
    question: Message
    options: tuple[ClarifyOption, ...]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step of the proof of a derived answer."""

    number: int
    """From 1, in the order in which the proof is built up."""
    sentence: Message | str
    refs: tuple[str, ...] = ()
    """The rules that say so, as the answer cites them; none for what only follows from other steps."""
    rests_on: tuple[int, ...] = ()
    """The numbers of the earlier steps that it needs."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What the rule checker found about the answer; `finding` is None as long as nothing was checked."""

    finding: str | None = None
    trail: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    untranslated: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    language: str
    """The reader's language: every message of the answer is put into it."""
    game: str | None
    kind: AnswerKind
    verdict: str | None
    """"yes", "no", "depends", or None: nothing is claimed."""
    says: tuple[Message | str, ...]
    """The answer's paragraphs."""
    citations: tuple[AnswerCitation, ...] = ()
    clarify: tuple[Clarify, ...] = ()
    check: CheckReport = CheckReport()
    parts: tuple[Answer, ...] = ()
    """One answer for each sub-question of a compound question, in order; a part has no parts of its own."""
    asked: str = ""
    """Of a part: its sub-question in the asker's words."""
    confidence: float = 0.0
    """0 to 1."""
    notices: tuple[Message, ...] = ()
    elapsed_ms: float = 0.0
    outcome: tuple[tuple[str, str, str], ...] = ()
    """(time, attribute, value) triples that the rule checker derived."""
    conditions: tuple[Message | str, ...] = ()
    unless: tuple[Message | str, ...] = ()
    proof: tuple[ProofStep, ...] = ()
    """Of an answer that the rule checker derived or confirmed."""
    disagreement: Disagreement | None = None
    """A source that the formal rules contradict, for the moderators' queue."""
    status: Message | None = None
    """What stands beside the verdict, in one line: where the answer comes from, or why there is none."""
