"""Cards in the corpus: two documents a game, one of cards as printed and one of the errata to them.

Each is imported by itself, so that a new list of cards does not undo an erratum; they are put together when read.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules_corpus.editions import ViewedPassage
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import (
    CARDS_DOCUMENT,
    ERRATA_DOCUMENT,
    PassageKind,
    PublishedCorpus,
    PublishedEdition,
    TextRole,
)

_NOT_IN_A_SLUG = re.compile(r"[^a-z0-9]+")


def card_slug(name: str) -> str:
    """A card's ref: its name folded, without apostrophes, with hyphens between the words ("dorans-blade").

    Empty for a name without a Latin letter or digit.
    """
    return _NOT_IN_A_SLUG.sub("-", fold(name).replace("'", "")).strip("-")


def epithet_slug(name: str) -> str:
    """The slug of what follows the comma in a name ("Rek'Sai, Void Burrower" → "void-burrower"); "" without one."""
    _, comma, epithet = name.partition(",")
    return card_slug(epithet) if comma else ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it is played today."""

    printed: ViewedPassage
    erratum: ViewedPassage | None
    """The newest official change of its text in force; it replaces the printed text."""

    def __hash__(self) -> int:
        # Fields are compared for equality, but hashing them would hash their whole editions.
        return hash((self.game, self.printed.passage.ref))

    @property
    def game(self) -> str:
        return self.printed.edition.game

    @property
    def name(self) -> str:
        """Its English name."""
        return next(text.text for text in self.printed.passage.texts_of(TextRole.TITLE))

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that it bears: those of its faces too."""
        return tuple(text.text for text in self.printed.passage.texts_of(TextRole.TITLE))

    @property
    def current(self) -> ViewedPassage:
        """The passage whose text applies."""
        return self.erratum or self.printed


def cards_of(corpus: PublishedCorpus, game: str, on: datetime.date) -> tuple[Card, ...]:
    """A game's cards on a day, from its newest list in force, each with its newest erratum in force.

    An edition of rules that is asked for by name makes no difference: a card is in every edition the same.
    """
    lists = [(i, e) for i, e in enumerate(corpus.editions) if e.game == game and e.document == CARDS_DOCUMENT]
    lists = [(i, e) for i, e in lists if _in_force(e, on)]
    if not lists:
        return ()
    newest = max(lists, key=lambda place: (place[1].effective_from or datetime.date.min, place[1].edition))
    printed = [m for m in _members(*newest) if m.passage.texts_of(TextRole.TITLE)]
    errata = _resolved(tuple(_errata(corpus, game, on)), printed)
    return tuple(Card(member, errata.get(member.passage.ref)) for member in printed)


def _errata(corpus: PublishedCorpus, game: str, on: datetime.date) -> Iterator[ViewedPassage]:
    for index, edition in enumerate(corpus.editions):
        if (edition.game, edition.document) == (game, ERRATA_DOCUMENT):
            for member in _members(index, edition):
                if member.passage.source_date is not None and member.passage.source_date <= on:
                    yield member


def _resolved(errata: Sequence[ViewedPassage], printed: Sequence[ViewedPassage]) -> dict[str, ViewedPassage]:
    """The newest erratum of each card by the card's ref.

    An erratum may call a card by its epithet alone, as a legend's own name line does; that counts where one card
    only has it.
    """
    refs = {member.passage.ref for member in printed}
    by_epithet: dict[str, list[str]] = {}
    for member in printed:
        for title in member.passage.texts_of(TextRole.TITLE):
            by_epithet.setdefault(epithet_slug(title.text), []).append(member.passage.ref)
    found: dict[str, ViewedPassage] = {}
    for erratum in sorted(errata, key=lambda m: m.passage.source_date or datetime.date.min):
        ref = erratum.passage.ref
        if ref not in refs:
            bearers = by_epithet.get(ref, [])
            if len(bearers) != 1:
                continue
            ref = bearers[0]
        found[ref] = erratum
    return found


def _members(index: int, edition: PublishedEdition) -> Iterator[ViewedPassage]:
    for position, passage in enumerate(edition.passages):
        if passage.kind is PassageKind.CARD:
            yield ViewedPassage(edition, passage, False, index, position)


def _in_force(edition: PublishedEdition, on: datetime.date) -> bool:
    return edition.effective_from is None or edition.effective_from <= on
