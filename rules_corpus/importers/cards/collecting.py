"""From the cards that a file holds to an edition: names made unique, dates and labels checked."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules_corpus.cards import card_slug
from rules_corpus.importers.decoding import unescape
from rules_corpus.importers.report import ImportNote, ImportRefused, ImportReport, ImportResult
from rules_corpus.importers.slugs import file_name
from rules_corpus.passages import (
    CARDS_DOCUMENT,
    ERRATA_DOCUMENT,
    CardDetails,
    EditionContent,
    Layer,
    Passage,
    PassageKind,
    Text,
    TextRole,
)

MOST_CARDS = 200_000
"""Cards in one file; Magic, the largest game, has about 35,000."""
LONGEST_NAME = 200
LONGEST_TEXT = 10_000
"""Characters of a card's name and rules text; longer ones are no card's."""

_DATE = re.compile(r"(?<!\d)(20\d\d)-?([01]\d)-?([0-3]\d)")


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One card of a file, with symbols in the game's notation."""

    name: str
    text: str
    details: CardDetails
    other_names: tuple[str, ...] = ()
    """Of its faces."""


@dataclass(frozen=True, slots=True)
class ReadErratum:
    name: str
    text: str
    """The card's whole text from then on."""
    date: datetime.date
    source: str


@dataclass(slots=True)
class Counted:
    """What a reader counts while it goes through a file."""

    counts: dict[str, int] = field(default_factory=dict)
    notes: list[ImportNote] = field(default_factory=list)


def clean(text: str) -> str:
    """A text without HTML entities and surplus spaces; its line breaks stay."""
    if not text:  # as most cells of a table are
        return ""
    lines = (" ".join(line.split()) for line in unescape(text).replace("\r\n", "\n").split("\n"))
    return "\n".join(line for line in lines if line)


def edition_label(name: str, given: str | None) -> str:
    """The label of a list of cards: the given one, else the date in the file's name.

    Raises ImportRefused where there is neither.
    """
    if given is not None:
        return given
    found = _DATE.search(file_name(name))
    if found is None or _as_date("-".join(found.groups())) is None:
        raise ImportRefused(
            "{name} has no date in its name: give the day of this list of cards as its edition, such as 2026-08-22.",
            name=name,
        )
    return "-".join(found.groups())


def cards_edition(
    cards: Iterable[ReadCard], game: str, name: str, label: str, language: str, counted: Counted
) -> ImportResult:
    """The edition of a list of cards, in the file's order; the first card of a name counts.

    Raises ImportRefused for an empty list, a card without a name, and texts that are too long to be a card's.
    """
    passages: dict[str, Passage] = {}
    for number, card in enumerate(cards, 1):
        ref = card_slug(card.name)
        if not ref:
            raise ImportRefused("{name}: card {number} has no name.", name=name, number=number)
        if number > MOST_CARDS:
            raise ImportRefused("{name} has more than {limit} cards.", name=name, limit=MOST_CARDS)
        if len(card.name) > LONGEST_NAME or len(card.text) > LONGEST_TEXT or _size(card) > LONGEST_TEXT:
            raise ImportRefused("{name}: {card} is too long to be a card.", name=name, card=card.name[:60])
        if ref not in passages:
            passages[ref] = _card_passage(ref, card, language)
    if not passages:
        raise ImportRefused("{name} has no cards.", name=name)
    content = EditionContent(
        game=game,
        document=CARDS_DOCUMENT,
        edition=label,
        layer=Layer.OFFICIAL,
        authority=language,
        titles=_titles({"en": "Cards", "id": "Kartu", "es": "Cartas"}),
        passages=tuple(passages.values()),
        complete=True,
        effective_from=_as_date(label),
        source=name,
    )
    return _result(content, {"card": len(passages), **counted.counts}, counted.notes)


def errata_edition(errata: Sequence[ReadErratum], game: str, name: str, label: str | None) -> ImportResult:
    """The edition of a list of errata, named after its newest one; of several to one card the newest counts.

    Raises ImportRefused for an empty list and where `label` is given and is not the date of the newest one.
    """
    if not errata:
        raise ImportRefused("{name} has no errata.", name=name)
    newest = max(erratum.date for erratum in errata)
    if label not in (None, newest.isoformat()):
        raise ImportRefused(
            "{name} is of {actual}, not of {expected}.", name=name, actual=newest.isoformat(), expected=label or ""
        )
    passages: dict[str, Passage] = {}
    for erratum in sorted(errata, key=lambda erratum: erratum.date):
        ref = card_slug(erratum.name)
        if len(erratum.name) > LONGEST_NAME or len(erratum.text) > LONGEST_TEXT:
            raise ImportRefused("{name}: {card} is too long to be a card.", name=name, card=erratum.name[:60])
        if not ref or not erratum.text:
            raise ImportRefused("{name}: an erratum of {date} is empty.", name=name, date=erratum.date.isoformat())
        passages[ref] = Passage(
            ref=ref,
            kind=PassageKind.CARD,
            texts=(Text("en", erratum.name, TextRole.TITLE, True), Text("en", erratum.text, TextRole.BODY, True)),
            sources=(erratum.source,) if erratum.source else (),
            source_date=erratum.date,
        )
    content = EditionContent(
        game=game,
        document=ERRATA_DOCUMENT,
        edition=newest.isoformat(),
        layer=Layer.OFFICIAL,
        authority="en",
        titles=_titles({"en": "Card errata", "id": "Errata kartu", "es": "Erratas de cartas"}),
        passages=tuple(passages.values()),
        complete=False,
        effective_from=newest,
        source=name,
    )
    return _result(content, {"erratum": len(passages)}, ())


def _card_passage(ref: str, card: ReadCard, language: str) -> Passage:
    names = dict.fromkeys((card.name, *card.other_names))
    texts = [Text(language, title, TextRole.TITLE, True) for title in names]
    if card.text:
        texts.append(Text(language, card.text, TextRole.BODY, True))
    return Passage(ref=ref, kind=PassageKind.CARD, texts=tuple(texts), card=card.details)


def _size(card: ReadCard) -> int:
    """How many characters a card has beside its name and text."""
    details = card.details
    facts = (*details.types, *details.tags, *details.sets, details.cost or "", details.might or "", *card.other_names)
    return sum(len(fact) + 1 for fact in facts)


def _titles(by_language: Mapping[str, str]) -> tuple[Text, ...]:
    return tuple(Text(language, title, TextRole.TITLE) for language, title in by_language.items())


def _result(content: EditionContent, counts: Mapping[str, int], notes: Iterable[ImportNote]) -> ImportResult:
    return ImportResult(content, ImportReport(dict(counts), tuple(notes)))


def _as_date(label: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(label)
    except ValueError:
        return None
