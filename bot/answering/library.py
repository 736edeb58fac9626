"""What the pipeline consults: one state of the corpus, its search index and lexicon, and what follows from them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from bot.answering.checking import Checker
from bot.answering.confidence import Confidence
from bot.answering.known_words import KnownWords
from bot.answering.stored_questions import StoredQuestions
from index.card_names import CardNames
from index.references import NumberLookup, RuleMention, find_references
from index.search import SearchIndex, Understood
from index.search_results import Hit, SearchQuery
from rule_check.binding_states import Bindings
from rules_corpus.editions import EditionView, EditionViews, ViewedPassage
from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import LANGUAGES, PassageKind, PublishedCorpus, TextRole

_WORD = re.compile(r"[^\W\d_]+")


class Library:
    """A search index on its day, and the look-up tables over it; safe to share between threads."""

    def __init__(self, index: SearchIndex, lexicon: Lexicon, checker: Checker | None = None) -> None:
        self.index = index
        self.checker = checker
        self.lexicon = lexicon
        self.corpus: PublishedCorpus = index.snapshot.corpus
        self.views: EditionViews = index.views
        self._bindings: dict[str, Bindings | None] = {}

    @property
    def today(self) -> datetime.date:
        return self.index.date

    @property
    def games(self) -> tuple[str, ...]:
        return self.views.games

    @cached_property
    def stored(self) -> StoredQuestions:
        return StoredQuestions(self.corpus, KnownWords(self._vocabulary))

    @cached_property
    def confidence(self) -> Confidence:
        return Confidence(self.index.snapshot, self.lexicon)

    def bindings(self, game: str) -> Bindings | None:
        """How the formal rules of a game stand to the official texts; None where it has none.

        :raises DocumentErrors: its vocabulary or a formal block is malformed.
        """
        if game not in self._bindings:
            topic = self.checker.topic(game) if self.checker is not None else None
            self._bindings[game] = Bindings(topic, self.corpus, self.views) if topic is not None else None
        return self._bindings[game]

    def search(self, query: SearchQuery) -> Sequence[Hit]:
        """Ranked hits, best first."""
        return self.index.search(query)

    def understand(self, text: str, language: str, game: str | None, edition: str | None) -> Understood:
        """The rule numbers and names in a text, looked up in one game and edition."""
        return self.index.understand(SearchQuery(text, language, game, edition))

    def cards(self, game: str | None) -> CardNames:
        """The names of a game's cards, or of those of all games."""
        return self.index.cards(game)

    def view(self, game: str, edition: str | None) -> EditionView:
        """What answers for a game: the pinned edition, or those in force today.

        :raises UnknownEditionError: no published edition of the game has this label.
        """
        return self.views.current(game, self.today) if edition is None else self.views.pinned(game, edition)

    def has_edition(self, game: str, label: str) -> bool:
        return any(label in (e.edition, f"{e.document}-{e.edition}") for e in self.corpus.editions if e.game == game)

    def has_number(self, game: str, mention: RuleMention) -> bool:
        """Whether any published edition of a game has a rule of this number."""
        return self.lookup(mention, game, None).exists or self.elsewhere(mention, game, None) is not None

    def lookup(self, mention: RuleMention, game: str, edition: str | None) -> NumberLookup:
        """The rules with a number in one game and edition, or the nearest existing numbers."""
        return self.index.lookup(mention, game, edition)

    def elsewhere(self, mention: RuleMention, game: str, edition: str | None) -> ViewedPassage | None:
        """The rule with a number in another edition of a game, the newest one first."""
        for label in reversed(self.views.labels(game)):
            if label == edition:
                continue
            for member in self.lookup(mention, game, label).found:
                if member.edition.edition == label:
                    return member
        return None

    @staticmethod
    def numbers_in(text: str) -> tuple[RuleMention, ...]:
        """The rule numbers that a text names, whether or not they exist."""
        return find_references(text)

    def viewed(self, view: EditionView, hit: Hit) -> ViewedPassage | None:
        """The passage of a hit as the view has it, or None where the view lacks it."""
        return find_in(view, hit.document, hit.edition, hit.passage.ref)

    def _vocabulary(self) -> Iterator[str]:
        for edition in self.corpus.editions:
            for passage in edition.passages:
                for text in passage.texts:
                    # The question bank's players misspell on purpose.
                    if text.role is TextRole.QUESTION and passage.kind is not PassageKind.FAQ:
                        continue
                    yield from _WORD.findall(fold(text.text))
        for language in LANGUAGES:
            for form in self.lexicon.keys(language):
                yield from _WORD.findall(form)
        yield from self.lexicon.informal
        yield from self.lexicon.protected


def find_in(view: EditionView, document: str, edition: str, ref: str) -> ViewedPassage | None:
    """The passage with this ref of this edition, where the view has it."""
    for member in view.find(ref):
        if member.edition.document == document and member.edition.edition == edition:
            return member
    return None
