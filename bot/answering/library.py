"""What the pipeline consults: one snapshot of the corpus, its search index and lexicon, and what follows from them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Protocol

from bot.answering.known_words import KnownWords
from bot.answering.stored_questions import StoredQuestions
from index.names import Names
from index.references import RuleMention, RuleNumbers
from index.search_results import Hit, SearchQuery
from rules_corpus.editions import EditionView, EditionViews, ViewedPassage
from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import PublishedCorpus

_WORD = re.compile(r"[^\W\d_]+")


class Searcher(Protocol):
    def search(self, query: SearchQuery) -> Sequence[Hit]:
        """Ranked hits, best first."""
        ...


class Snapshot(Protocol):
    """One consistent state of what is published; it never changes while questions are answered from it."""

    @property
    def corpus(self) -> PublishedCorpus: ...

    @property
    def search(self) -> Searcher: ...

    @property
    def lexicon(self) -> Lexicon: ...


class Library:
    """A snapshot and the look-up tables over it on one day; safe to share between threads."""

    def __init__(self, snapshot: Snapshot, today: datetime.date) -> None:
        self.snapshot = snapshot
        self.today = today
        self.corpus = snapshot.corpus
        self.lexicon = snapshot.lexicon
        self.views = EditionViews(snapshot.corpus)
        self._names = lru_cache(maxsize=64)(_names_of_view)

    def search(self, query: SearchQuery) -> Sequence[Hit]:
        return self.snapshot.search.search(query)

    @property
    def games(self) -> tuple[str, ...]:
        return self.views.games

    @cached_property
    def numbers(self) -> RuleNumbers:
        return RuleNumbers(self.corpus)

    @cached_property
    def stored(self) -> StoredQuestions:
        return StoredQuestions(self.corpus, KnownWords(self._vocabulary))

    def names(self, view: EditionView) -> Names:
        """The names of keywords, sections and cards that a view has."""
        return self._names(_ByIdentity(view))

    def view(self, game: str, edition: str | None) -> EditionView:
        """What answers for a game: the pinned edition, or those in force today.

        :raises UnknownEditionError: no published edition of the game has this label.
        """
        return self.views.current(game, self.today) if edition is None else self.views.pinned(game, edition)

    def names_of_game(self, game: str) -> Names:
        """The names that today's view of a game has."""
        return self.names(self.views.current(game, self.today))

    def has_edition(self, game: str, label: str) -> bool:
        return any(
            label in (e.edition, f"{e.document}-{e.edition}") for e in self.corpus.editions if e.game == game
        )

    def has_number(self, game: str, mention: RuleMention) -> bool:
        """Whether any published edition of a game has a rule of this number."""
        return self.numbers.lookup(mention, lambda place: self.corpus.editions[place[0]].game == game).exists

    def viewed(self, view: EditionView, hit: Hit) -> ViewedPassage | None:
        """The passage of a hit as the view has it, or None where the view lacks it."""
        return find_in(view, hit.document, hit.edition, hit.passage.ref)

    def _vocabulary(self) -> Iterator[str]:
        for edition in self.corpus.editions:
            for passage in edition.passages:
                for text in passage.texts:
                    yield from _WORD.findall(fold(text.text))
        for term in self.lexicon.terms:
            for forms in term.forms.values():
                for form in forms:
                    yield from _WORD.findall(fold(form.text))
        yield from self.lexicon.informal
        yield from self.lexicon.protected


def find_in(view: EditionView, document: str, edition: str, ref: str) -> ViewedPassage | None:
    """The passage with this ref of this edition, where the view has it."""
    for member in view.find(ref):
        if member.edition.document == document and member.edition.edition == edition:
            return member
    return None


class _ByIdentity:
    """A view as a cache key: two views are never compared passage by passage."""

    def __init__(self, view: EditionView) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.view is self.view


def _names_of_view(key: _ByIdentity) -> Names:
    return Names(key.view.members)
