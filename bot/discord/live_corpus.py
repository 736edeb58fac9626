"""What is published now, kept in memory and changed as a whole: the search index, the answering and the suggestions."""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from bot.application import Application
from bot.discord.suggestions import Suggestions
from index.search import SearchIndex
from rules_corpus.passages import CARD_DOCUMENTS, PublishedEdition

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _State:
    index: SearchIndex
    suggestions: Suggestions


class LiveCorpus:
    """Answers from the newest published corpus. Answering and suggestions may be used while `refresh` runs."""

    def __init__(self, application: Application) -> None:
        """Loads what is published; takes seconds, and longer where the index has to be built first.

        :raises UserError: the application's data cannot be used.
        """
        self._application = application
        self._state = self._load()
        self.answering = application.answering_from(lambda: self._state.index)
        self.answering.warm()

    @property
    def suggestions(self) -> Suggestions:
        return self._state.suggestions

    @property
    def editions(self) -> tuple[PublishedEdition, ...]:
        """The editions of rules that answer today, in the order of their games."""
        index = self._state.index
        seen: dict[tuple[str, str], PublishedEdition] = {}
        for game in index.views.games:
            for member in index.views.current(game, index.date).members:
                edition = member.edition
                if not member.inherited and edition.document not in CARD_DOCUMENTS:
                    seen.setdefault((game, edition.document), edition)
        return tuple(seen.values())

    @property
    def version(self) -> int:
        """The published version of the corpus that answers."""
        return self._state.index.snapshot.corpus.version

    def refresh(self) -> bool:
        """Change to what is published today, where that is something else; whether it was. Blocks while it loads.

        :raises UserError: the application's data cannot be used; what answered before goes on answering.
        """
        index = self._state.index
        published = self._application.repository.published_version()
        if (published, self._application.today()) == (index.snapshot.corpus.version, index.date):
            return False
        self._state = self._load()
        self.answering.warm()
        log.info("corpus_changed", version=self.version)
        return True

    def _load(self) -> _State:
        application = self._application
        index = SearchIndex(application.refresh_index(), application.encoder, application.lexicon, application.today())
        index.warm()
        return _State(index, Suggestions(index))
