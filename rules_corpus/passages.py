"""The values that every part of the project hands on: passages of rules, with their texts and citations.

Parsers and importers produce an `EditionContent`; the database stores it; a `PublishedCorpus` hands the
published ones back. All of them are frozen, so that a snapshot can be shared between threads.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum

GAMES = ("riftbound", "mtg", "vandaria")
"""The games that rulesbot knows, by their short names."""
LANGUAGES = ("en", "id", "es")
"""The languages that questions are read and answered in, as ISO 639-1 codes."""


CARDS_DOCUMENT = "cards"
"""A game's cards as printed."""
ERRATA_DOCUMENT = "card-errata"
"""The official changes of the cards' texts."""
CARD_DOCUMENTS = frozenset({CARDS_DOCUMENT, ERRATA_DOCUMENT})
"""Documents whose editions are no editions of the rules."""


class PassageKind(StrEnum):
    RULE = "rule"
    FAQ = "faq"
    RULING = "ruling"
    EXAMPLE = "example"
    GLOSSARY = "glossary"
    CARD = "card"


class TextRole(StrEnum):
    TITLE = "title"
    """A name: of a section, a keyword, a card."""
    BODY = "body"
    """What the passage says."""
    QUESTION = "question"
    """One phrasing of the question that an FAQ answers; a language may have several."""


class Layer(StrEnum):
    """Who wrote an edition's passages; the layers of one edition are merged by rule number when read."""

    OFFICIAL = "official"
    """The publisher's text, imported."""
    OWN = "own"
    """The project's explanations, FAQ and summaries, in its own words."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a passage. `official` means the publisher's own words; otherwise it is an explanation in ours."""

    language: str
    text: str
    role: TextRole = TextRole.BODY
    official: bool = False


@dataclass(frozen=True, slots=True)
class CrossReference:
    """A reference that a rule's text makes to another rule of its own edition ("see rule 601.2f–h")."""

    ref: str
    """The rule that is referred to; a range is expanded, one value for each rule."""
    printed: str = ""
    """The words of the text that make the reference, where the text has them."""


@dataclass(frozen=True, slots=True)
class EditionRef:
    """A rule number in a named edition. A number alone means nothing: 435.4 attaches in 1.5, detaches in 1.4."""

    edition: str
    ref: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule that an FAQ, ruling, example or glossary entry rests on."""

    document: str
    edition: str
    ref: str
    also: tuple[EditionRef, ...] = ()
    """The same rule in other editions, where known."""


@dataclass(frozen=True, slots=True)
class FaqDetails:
    verdict: str | None = None
    """"yes", "no", "depends", or None where the question is not one of yes or no, or where the source is silent."""
    gap: bool = False
    """The source does not settle this question, and `says` explains what it leaves open."""
    given: tuple[tuple[str, str], ...] = ()
    """The scenario of the question as (fact, value) pairs in the rule checker's vocabulary."""


@dataclass(frozen=True, slots=True)
class CardCount:
    label: tuple[Text, ...]
    """What these cards have in common, one text a language."""
    count: int


@dataclass(frozen=True, slots=True)
class KeywordDetails:
    """What a keyword's page shows beside its definition (the passage's body) and its core rules (its citations)."""

    first_set: str | None = None
    card_total: int | None = None
    card_counts: tuple[CardCount, ...] = ()
    """How the total is made up; the counts add up to `card_total`."""
    reminders: tuple[tuple[Text, ...], ...] = ()
    """The forms of its reminder text: each form is one text a language."""


@dataclass(frozen=True, slots=True)
class CardDetails:
    """What a card has beside its name (the passage's title) and rules text (its body). Symbols as printed."""

    types: tuple[str, ...] = ()
    """Its types, supertypes first: Champion, Unit; Legendary, Creature."""
    tags: tuple[str, ...] = ()
    """Its domains or colours, and its subtypes."""
    cost: str | None = None
    """In the game's notation: `:rb_energy_3::rb_rune_calm:`, `{2}{W}`; None for a card that is never paid for."""
    might: str | None = None
    """Riftbound's Might; of a Magic card power and toughness ("2/3"), loyalty or defense."""
    sets: tuple[str, ...] = ()
    """The sets that it was printed in."""


@dataclass(frozen=True, slots=True)
class Passage:
    """The smallest unit that is retrieved and cited: a rule, an FAQ entry, a glossary entry…"""

    ref: str
    """Its number (`702.6a`, `818.1.c.2`, `EQ.7.3`) or name (`equip-at-battlefield`), unique within its edition."""
    kind: PassageKind
    texts: tuple[Text, ...]
    parent: str | None = None
    heading: bool = False
    """It only names the passages below it ("702.6. Equip"); it decides nothing by itself."""
    see: tuple[CrossReference, ...] = ()
    cites: tuple[Citation, ...] = ()
    about: tuple[str, ...] = ()
    """The refs of glossary entries (keywords) whose page shows this passage."""
    as_of: EditionRef | None = None
    """The rule of an older edition that this text summarises, because this edition's own text is not known."""
    counterparts: tuple[EditionRef, ...] = ()
    """The same rule in other editions, where known; includes `as_of`."""
    sources: tuple[str, ...] = ()
    """The publications it comes from, by title."""
    source_date: datetime.date | None = None
    effective_from: datetime.date | None = None
    """When it starts to apply, where that differs from its edition's date."""
    source_line: int | None = None
    """The line of an unnumbered source that it paraphrases, counted from 1."""
    faq: FaqDetails | None = None
    keyword: KeywordDetails | None = None
    card: CardDetails | None = None

    def texts_of(self, role: TextRole, language: str | None = None) -> tuple[Text, ...]:
        """Its texts of a role, in one language or in all of them, official ones first."""
        found = [t for t in self.texts if t.role is role and language in (None, t.language)]
        return tuple(sorted(found, key=lambda t: not t.official))

    def body(self, language: str) -> Text | None:
        """Its body in a language: the official text where there is one, else ours, else None."""
        bodies = self.texts_of(TextRole.BODY, language)
        return bodies[0] if bodies else None


@dataclass(frozen=True, slots=True)
class EditionContent:
    """One layer of one edition of a document, whole, as a parser or importer hands it to the repository."""

    game: str
    """riftbound, mtg or vandaria."""
    document: str
    """A short name that stays the same over editions: core-rules, cr, guide."""
    edition: str
    """The label that the document itself uses: 1.4; for Magic its effective date, 2026-08-07."""
    layer: Layer
    authority: str
    """The language whose text decides where translations differ."""
    titles: tuple[Text, ...]
    """The document's title, by language."""
    passages: tuple[Passage, ...]
    complete: bool
    """False: a rule that is absent here is unknown, never removed."""
    base: str | None = None
    """The complete edition that an incomplete one builds on."""
    effective_from: datetime.date | None = None
    source: str = ""
    """Where it was read from, for the audit (a file name, an address)."""
    own_numbering: bool = False
    """The numbers are ours, because the source prints none."""


@dataclass(frozen=True, slots=True)
class PublishedEdition:
    """An edition as readers see it: its published layers merged by ref, official texts before our explanations."""

    game: str
    document: str
    edition: str
    authority: str
    titles: tuple[Text, ...]
    passages: tuple[Passage, ...]
    complete: bool
    base: str | None
    effective_from: datetime.date | None
    own_numbering: bool = False

    def __hash__(self) -> int:
        # The names alone: the thousands of passages would take seconds.
        return hash((self.game, self.document, self.edition))


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Somebody has looked at a changed official text and found that a section's formal rules still hold."""

    game: str
    document: str
    section: str
    """The formal section's ref in its own file."""
    edition: str
    ref: str
    """The number of the text that it was confirmed for, in `edition`; empty where no text is loaded."""
    text_hash: str
    """The hash of that text (`rules_corpus.bindings`); empty where no text is loaded."""
    actor: str
    reason: str
    at: datetime.datetime


@dataclass(frozen=True, slots=True)
class PublishedCorpus:
    """Everything that is published, at one version; it never changes while it is read."""

    version: int
    editions: tuple[PublishedEdition, ...]
    confirmations: tuple[Confirmation, ...] = ()
    """Formal sections that were confirmed for another text than the one that they were written from."""
    contested: tuple[tuple[str, str, str], ...] = ()
    """(game, document, section) of formal sections that an official ruling contradicts and nobody confirmed since."""
