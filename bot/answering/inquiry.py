"""One question under one view of one game: what every composition works from, and how it becomes an `Answer`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.citations import Cited, answer_citations
from bot.answering.library import Library
from bot.answering.naming import document_and_edition
from bot.answering.notices import coming_changes, source_notices
from bot.answering.question import Question
from bot.answering.understanding import Understanding
from index.card_names import CardMention
from index.names import NameMention
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.passages import CARD_DOCUMENTS, PublishedEdition


@dataclass(frozen=True, slots=True)
class Inquiry:
    question: Question
    understanding: Understanding
    library: Library
    game: str
    view: EditionView

    @property
    def text(self) -> str:
        return self.understanding.text

    @property
    def language(self) -> str:
        return self.understanding.language

    @property
    def named(self) -> NameMention | None:
        """The name that the text asks about, where it asks about nothing else."""
        return self.library.understand(self.text, self.language, self.game, self.question.edition).asked

    @property
    def cards(self) -> tuple[CardMention, ...]:
        """The cards that the text names."""
        return self.library.understand(self.text, self.language, self.game, self.question.edition).cards

    @property
    def asked_card(self) -> CardMention | None:
        """The card that the text asks about, where it asks about nothing else."""
        return self.library.understand(self.text, self.language, self.game, self.question.edition).asked_card

    @property
    def upcoming(self) -> tuple[PublishedEdition, ...]:
        """Editions that will replace what answers now; none where an edition was asked for by name."""
        if self.question.edition is not None:
            return ()
        return self.library.views.upcoming(self.game, self.library.today)

    @property
    def searched(self) -> tuple[str, ...]:
        """The documents and editions that the view takes its passages from, the answering ones first."""
        editions = dict.fromkeys([*self.view.answering, *(m.edition for m in self.view.members if m.inherited)])
        return tuple(
            document_and_edition(edition, self.language)
            for edition in editions
            if edition.document not in CARD_DOCUMENTS
        )

    def answer(
        self,
        kind: AnswerKind,
        says: Sequence[Message | str],
        *,
        shown: Sequence[ViewedPassage] = (),
        cited: Sequence[Cited] = (),
        verdict: str | None = None,
        status: Message | None = None,
        confidence: float = 0.0,
        notices: Sequence[Message] = (),
    ) -> Answer:
        """An answer with the notices that its sources call for after its own."""
        return Answer(
            language=self.language,
            game=self.game,
            kind=kind,
            verdict=verdict,
            says=tuple(says),
            citations=answer_citations(cited),
            confidence=confidence,
            status=status,
            notices=(
                *notices,
                *source_notices(shown, cited, self.view, self.language),
                *coming_changes(shown, cited, self.view, self.upcoming, self.library.today, self.language),
            ),
        )
