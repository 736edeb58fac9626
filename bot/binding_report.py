"""How the formal rules stand to the official texts of the editions that answer, for operators."""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.answering.answer import Message
from bot.answering.naming import game_name
from rule_check.binding_states import Bindings, BindingState, SectionBinding
from rule_check.topics import has_topic, load_topic
from rules_corpus.bindings import official_text
from rules_corpus.editions import EditionViews
from rules_corpus.passages import GAMES, PublishedCorpus, PublishedEdition
from rules_corpus.reviews import ReviewRepository

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class EditionBindings:
    """The formal sections of a game under one edition."""

    bindings: Bindings
    edition: PublishedEdition
    in_force: bool
    """False: it is published but applies only later."""

    @property
    def sections(self) -> tuple[SectionBinding, ...]:
        return self.bindings.all(self.edition)

    def count(self, state: BindingState) -> int:
        """How many sections are in a state."""
        return sum(1 for one in self.sections if one.state is state)


@dataclass(frozen=True, slots=True)
class Difference:
    """A changed rule, word by word."""

    old: str | None
    """The text that the formal rules were written from; None where no edition in the database has it."""
    new: str | None
    """The text that applies; None where it is gone or not loaded."""
    words: tuple[tuple[str, str], ...]
    """(sign, words): `=` in both, `-` only in the old one, `+` only in the new one; empty where one is not known."""


def edition_bindings(
    corpus: PublishedCorpus, today: datetime.date, game: str | None = None, edition: str | None = None
) -> tuple[EditionBindings, ...]:
    """The binding states of each game with formal rules, under the edition in force and those to come, or a named one.

    :raises UnknownEditionError: the game has no published edition of that name.
    """
    views = EditionViews(corpus)
    found: list[EditionBindings] = []
    for one in GAMES if game is None else (game,):
        if not has_topic(one):
            continue
        bindings = Bindings(load_topic(one), corpus, views)
        view = views.current(one, today) if edition is None else views.pinned(one, edition)
        answering = bindings.answering(view)
        if answering is not None:
            found.append(EditionBindings(bindings, answering, True))
        if edition is None:
            coming = (e for e in views.upcoming(one, today) if e.document == bindings.topic.document)
            found.extend(EditionBindings(bindings, later, False) for later in coming)
    return tuple(found)


def binding_counts(one: EditionBindings) -> Message:
    """How many sections of a game are in which state, in one sentence."""
    return Message(
        "Formal rules of {game} under {edition}: {bound} bound to its text, {not_loaded} without a loaded text, "
        "{own} without an official text, {stale} stale.",
        {
            "game": game_name(one.bindings.topic.game),
            "edition": one.edition.edition,
            "bound": one.count(BindingState.BOUND),
            "not_loaded": one.count(BindingState.NOT_LOADED),
            "own": one.count(BindingState.OWN),
            "stale": one.count(BindingState.STALE),
        },
    )


def difference(
    one: SectionBinding, bindings: Bindings, corpus: PublishedCorpus, reviews: ReviewRepository
) -> Difference:
    """How the text that applies to a section differs from the one that its formal rules were written from."""
    topic = bindings.topic
    accepted = bindings.accepted(one.section)
    old = next(
        (
            text
            for place in bindings.accepted_places(one.section)
            if (text := reviews.text_with_hash(topic.game, topic.document, place, accepted)) is not None
        ),
        None,
    )
    new = _text_at(one, bindings, corpus)
    return Difference(old, new, tuple(_word_difference(old, new)) if old is not None and new is not None else ())


def _text_at(one: SectionBinding, bindings: Bindings, corpus: PublishedCorpus) -> str | None:
    if one.place is None:
        return None
    for edition in corpus.editions:
        ours = (edition.game, edition.document) == (bindings.topic.game, bindings.topic.document)
        if ours and edition.edition == one.place.edition:
            passage = next((p for p in edition.passages if p.ref == one.place.ref), None)
            return official_text(passage, edition.authority) if passage is not None else None
    return None


def _word_difference(old: str, new: str) -> Iterator[tuple[str, str]]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    for tag, i, j, k, m in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            yield "=", " ".join(before[i:j])
            continue
        if j > i:
            yield "-", " ".join(before[i:j])
        if m > k:
            yield "+", " ".join(after[k:m])
