"""Anybody's answer to a question, checked: what it claims, against what the rules derive, and the rules it cites."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.answering.answer import Message
from bot.answering.cited_rules import CitationCheck, check_citations, without_citations
from bot.answering.composition.clarified import facts_understood
from bot.answering.composition.conditions import conditions_in_words
from bot.answering.composition.derived import refs_of, trail_citations
from bot.answering.inquiry import Inquiry
from bot.answering.library import Library
from bot.answering.question import Question
from bot.answering.requests import check, view_for
from bot.answering.understanding import understand
from bot.errors import UserError
from index.language import detect_language
from rule_check.checks import scenario_of
from rule_check.claims.book import load_claim_books
from rule_check.claims.comparison import compared
from rule_check.claims.models import Comparison, Judged, Status
from rule_check.claims.reading import AnswerReader
from rule_check.claims.setting import Setting
from rule_check.derivation import Derivation, Verdict
from rule_check.findings import Finding
from rule_check.reading.phrases import PhraseBook, has_phrases
from rule_check.scenario import Query, Scenario, asks_for_value
from rule_check.solver import TooComplexError
from rule_check.topics import Topic
from rule_check.wording import SaidStep, fact_words, said
from rules_corpus.lexicon.words import fold

_TURNED = (
    r"\b(?:i|we|you|they|it) (?:can't|cannot|can not|may not|mustn't)\b"
    r"|\b(?:can't|isn't|doesn't|won't|aren't|wouldn't|shouldn't|don't) (?:i|you|we|it|my|the|a|they|that|this)\b"
    r"|\bnot (?:be )?(?:allowed|able|possible|legal)\b|\b(?:impossible|forbidden|illegal)\b"
    r"|\b(?:gak|ga|nggak|ngga|enggak|engga|tidak|tak|gk|kagak|kaga|ndak|ngk) (?:bisa|boleh|dapat)\b"
    r"|\b(?:gabisa|gaboleh|dilarang|mustahil)\b"
    r"|\bno (?:se )?(?:puedo|puede|pueden|podria|puedes)\b|\b(?:prohibido|imposible|ilegal)\b"
)
"""Questions that are put negatively, in any language, for players mix them: "yes" to "so I can't?" can mean either."""


@dataclass(frozen=True)
class AnswerCheck:
    """What was found about an answer."""

    language: str
    """The reader's."""
    game: str
    finding: Finding
    derived_verdict: str | None
    """yes, no or depends as the rules derive it; None where nothing is derived or no yes or no is asked for."""
    trail: tuple[str, ...]
    """The rules that the derivation rests on, those that decide first."""
    conditions: tuple[Message | str, ...]
    """Where it depends: on what."""
    citations: CitationCheck
    judged: tuple[Judged, ...] = ()
    """Each statement of the answer held against the rules."""
    untranslated: tuple[str, ...] = ()
    """Words of the answer, or of the question where that could not be read, that were not understood."""
    question_read: bool = True
    """Whether the question was understood; where it was not, nothing in the answer could be checked but citations."""
    understood: tuple[str, ...] = ()
    """What was understood of the question, in words."""
    assumed: tuple[str, ...] = ()
    """What was taken for granted, in words."""
    steps: tuple[SaidStep, ...] = ()
    """The trail in words, each step with its rule as the edition numbers it."""


@dataclass(frozen=True)
class _Asked:
    """A question as the rules see it."""

    topic: Topic
    phrases: Mapping[str, PhraseBook]
    """How players ask about it, by language: an answer says much in the same words."""
    scenario: Scenario
    query: Query
    derivation: Derivation
    turned: bool


class AnswerChecker:
    """Checks answers; the readers of a game's answers are made when the first one comes. Threads may share it."""

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._readers: dict[str, dict[str, AnswerReader]] = {}

    def check(self, library: Library, default_language: str, question: Question, answer: str) -> AnswerCheck:
        """Check an answer to a question of a named game.

        :raises UserError: the question names no game, or one, an edition or a language that is not there.
        """
        if question.game is None:
            raise UserError(Message("Say which game the question is about."))
        check(question, library)
        understanding = understand(question, library, default_language)
        view = view_for(library, question.game, question.edition)
        inquiry = Inquiry(question, understanding, library, question.game, view)
        asked, finding, unread = self._asked(inquiry)
        refs = _refs(inquiry, asked)
        trail = tuple(dict.fromkeys(refs.values())) if refs is not None else None
        if asked is not None and trail is None:  # its rules are those of an edition that does not answer here
            asked, finding, trail = None, Finding.NO_TRANSLATIONS, ()
        citations = check_citations(answer, library, question.game, question.edition, trail if asked else None)
        if asked is None:
            return AnswerCheck(
                inquiry.language, question.game, finding, None, (), (), citations, untranslated=unread,
                question_read=False,
            )  # fmt: skip
        comparison = self._compared(asked, answer, library, inquiry.language)
        language, vocabulary = inquiry.language, asked.topic.vocabulary
        return AnswerCheck(
            language,
            question.game,
            comparison.finding,
            _verdict(asked),
            trail or (),
            tuple(conditions_in_words(asked.derivation, asked.query, vocabulary, language)),
            citations,
            comparison.judged,
            comparison.untranslated,
            True,
            facts_understood(asked.scenario, vocabulary, language),
            tuple(fact_words(*fact, vocabulary, language) for fact in asked.derivation.assumed),
            tuple(_steps(asked, refs or {}, language)),
        )

    def _asked(self, inquiry: Inquiry) -> tuple[_Asked | None, Finding, tuple[str, ...]]:
        """The question with its derivation, or the finding that says why there is none and the words not understood."""
        checker, text = inquiry.library.checker, inquiry.question.text
        if checker is None or not has_phrases(inquiry.game):
            return None, Finding.NO_TRANSLATIONS, ()
        turned = is_turned(text)
        stored = self._stored(inquiry, turned)
        if stored is not None:
            return stored, Finding.VALID, ()
        considered = checker.consider(text, inquiry.game, inquiry.language, inquiry.question.facts)
        if considered is None:
            return None, Finding.NO_TRANSLATIONS, ()
        if considered.derivation is None:
            return None, considered.finding, considered.reading.left_over
        asked = _Asked(
            considered.topic,
            checker.books(inquiry.game),
            considered.reading.scenario,
            considered.query,
            considered.derivation,
            turned,
        )
        return asked, considered.finding, ()

    def _stored(self, inquiry: Inquiry, turned: bool) -> _Asked | None:
        """The scenario of the stored question that this one equals up to spelling."""
        checker = inquiry.library.checker
        places = {match.place for match in inquiry.understanding.stored}
        members = [m for m in inquiry.view.members if (m.edition_index, m.passage_index) in places]
        phrases = checker.books(inquiry.game) if checker is not None else {}
        found: list[_Asked] = []
        for member in members:
            faq = member.passage.faq
            if faq is None or checker is None:
                continue
            given = dict(faq.given)
            considered = checker.of_stored(given, faq.verdict or "", inquiry.game)
            scenario, query = scenario_of(given)
            if considered is None or query is None:
                continue
            topic, derivation, finding = considered
            if derivation is None:
                continue
            # Where its stored answer is the opposite, the question may be put the other way round than its scenario.
            found.append(_Asked(topic, phrases, scenario, query, derivation, turned or finding is Finding.INVALID))
        differ = {(one.scenario, one.query) for one in found}
        return found[0] if len(differ) == 1 else None

    def _compared(self, asked: _Asked, answer: str, library: Library, language: str) -> Comparison:
        written_in = detect_language(answer, library.lexicon).language or language
        reader = self._reader(asked, written_in, library)
        reading = reader.read(without_citations(answer))
        setting = Setting(asked.topic.engine, asked.scenario, asked.query, asked.derivation)
        try:
            return compared(reading, setting, turned=asked.turned)
        except TooComplexError:
            return Comparison(Finding.TOO_COMPLEX)

    def _reader(self, asked: _Asked, language: str, library: Library) -> AnswerReader:
        with self._loading:
            game = asked.topic.game
            if game not in self._readers:
                books = load_claim_books(asked.topic.vocabulary, asked.phrases)
                self._readers[game] = {key: AnswerReader(book, library.lexicon) for key, book in books.items()}
            return self._readers[game][language]


def is_turned(question: str) -> bool:
    """Whether a question is put negatively."""
    return re.search(_TURNED, fold(question)) is not None


def _refs(inquiry: Inquiry, asked: _Asked | None) -> dict[str, str] | None:
    """By section of the trail, its ref as the view has it; None where the view lacks one."""
    if asked is None or not asked.derivation.trail:
        return {}
    cited = trail_citations(inquiry, asked.topic, asked.derivation.trail)
    if not cited:
        return None
    return refs_of(asked.derivation.trail, cited)


def _steps(asked: _Asked, refs: Mapping[str, str], language: str) -> Iterable[SaidStep]:
    for step in said(asked.derivation.steps, asked.topic.vocabulary, language):
        yield replace(step, section=refs.get(step.section, step.section))


def _verdict(asked: _Asked) -> str | None:
    wants_value = asks_for_value(asked.query)
    verdict = asked.derivation.verdict
    if verdict not in (Verdict.YES, Verdict.NO, Verdict.DEPENDS) or (wants_value and verdict is not Verdict.DEPENDS):
        return None
    return verdict.value


__all__ = ["AnswerCheck", "AnswerChecker", "Status", "is_turned"]
