"""A question in, an `Answer` out: read, retrieve, compose. No Discord and no terminal in sight."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.answering.answer import Answer, Message
from bot.answering.asides import with_language_notice
from bot.answering.card_view import CardView, card_view
from bot.answering.checking import Checker
from bot.answering.composition.abstention import no_question
from bot.answering.composition.card import several_cards
from bot.answering.composition.compound import compound_answer
from bot.answering.composition.keyword import keyword_answer, page_of
from bot.answering.composition.rule import rule_views, rules_answer
from bot.answering.composition.situation import situation_answer
from bot.answering.inquiry import Inquiry
from bot.answering.keyword_view import KeywordView
from bot.answering.library import Library
from bot.answering.named_edition import pin_named_edition
from bot.answering.naming import game_name
from bot.answering.question import Question
from bot.answering.reading import Reading, read
from bot.answering.requests import check, check_facts, view_for
from bot.answering.retrieval import hits_of_all
from bot.answering.rule_view import RuleView
from bot.answering.single import HITS, answer_one
from bot.answering.understanding import understand
from bot.errors import UserError
from index.card_names import CardMatch
from index.search import SearchIndex
from index.search_results import Hit
from rule_check.choices import ASKED
from rule_check.topics import Topic
from rules_corpus.disagreements import Disagreement
from rules_corpus.lexicon import Lexicon


class Answering:
    """Answers questions from the newest search index; safe to use from several threads.

    `index` is called once a question, so that no answer mixes two states of the corpus; the index's date is the day
    on which editions have to be in force.
    """

    def __init__(
        self,
        index: Callable[[], SearchIndex],
        lexicon: Lexicon,
        default_language: str = "en",
        checker: Callable[[], Checker] | None = None,
        record: Callable[[Disagreement], None] | None = None,
    ) -> None:
        """`checker`: made when the first question is asked; without one nothing is checked. `record`: is told of each
        source that the formal rules contradict."""
        self._record = record
        self._index = index
        self._make_checker = checker
        self._checker: Checker | None = None
        self._lexicon = lexicon
        self._default_language = default_language
        self._library: Library | None = None

    def ask(self, question: Question) -> Answer:
        """Answer a question.

        :raises UserError: the game, edition or language of the request does not exist.
        """
        started = time.perf_counter()
        library = self._current_library()
        question = question.settled()
        check(question, library)
        pinned = pin_named_edition(question, library, self._default_for(question))
        answer = pinned.refusal or self._answer(pinned.question, library)
        answer = with_language_notice(answer, pinned.question, library.lexicon)
        if pinned.notice is not None:
            answer = replace(answer, notices=(pinned.notice, *answer.notices))
        for one in (answer, *answer.parts):
            if one.disagreement is not None and self._record is not None:
                self._record(one.disagreement)
        return replace(answer, elapsed_ms=_milliseconds_since(started))

    def scenario(
        self, chosen: Mapping[str, str], game: str, edition: str | None = None, language: str | None = None
    ) -> Answer:
        """What follows from a situation that was chosen; `asked` is among the choices.

        :raises UserError: game, edition or language does not exist, a choice is unknown, or nothing is asked.
        """
        started = time.perf_counter()
        library = self._current_library()
        spoken = language or self._default_language
        question = Question(chosen.get(ASKED, ""), game, edition, spoken, facts=chosen)
        check(question, library)
        check_facts(question, game, library)
        considered = library.checker.situation(chosen, game) if library.checker is not None else None
        if considered is None:
            raise UserError(Message("Nothing is asked; choose a question with {fact}.", {"fact": f"--fact {ASKED}=…"}))
        understanding = understand(question, library, self._default_language)
        inquiry = Inquiry(question, understanding, library, game, view_for(library, game, edition))
        return replace(situation_answer(inquiry, considered), elapsed_ms=_milliseconds_since(started))

    def rules_of(self, game: str) -> Topic:
        """The formal rules of a game, for those who let a person choose a situation step by step.

        :raises UserError: the game has none.
        """
        checker = self._current_library().checker
        topic = checker.topic(game) if checker is not None else None
        if topic is None:
            raise UserError(Message("{game} has no formal rules here.", {"game": game_name(game)}))
        return topic

    def warm(self) -> None:
        """Read the word lists and stored questions now, so that the first question need not wait for them."""
        library = self._current_library()
        library.stored.warm()

    def search(self, question: Question, top: int = HITS) -> tuple[Hit, ...]:
        """The ranked passages for a question, without any judgement of them.

        :raises UserError: the game, edition or language of the request does not exist.
        """
        library = self._current_library()
        check(question, library)
        return hits_of_all(read(question, library, self._default_for(question)), library, top)

    def rule(
        self, ref: str, game: str | None = None, edition: str | None = None, language: str | None = None
    ) -> RuleView:
        """A rule by its number; of several the first.

        :raises UserError: there is no such rule, or the number belongs to several games and none was named.
        """
        return self.rules(ref, game, edition, language)[0]

    def rules(
        self, refs: str, game: str | None = None, edition: str | None = None, language: str | None = None
    ) -> tuple[RuleView, ...]:
        """The rules of the numbers in a text, at least one ("702.6a-c", "435.4 of 1.4").

        :raises UserError: as `rule`.
        """
        return rule_views(self._inquiry(Question(refs, game, edition, language)))

    def rules_answer(
        self,
        refs: str,
        game: str | None = None,
        edition: str | None = None,
        language: str | None = None,
        alone: bool = False,
    ) -> Answer:
        """The same rules as an answer; `alone` leaves out the rules below them.

        :raises UserError: as `rule`.
        """
        inquiry = self._inquiry(Question(refs, game, edition, language))
        rule_views(inquiry)
        return rules_answer(inquiry, alone=alone)

    def keyword(
        self, name: str, game: str | None = None, edition: str | None = None, language: str | None = None
    ) -> KeywordView:
        """A keyword's page by its name.

        :raises UserError: there is no such keyword, or several games have it and none was named.
        """
        return self._keyword(Question(name, game, edition, language))[1]

    def keyword_answer(
        self, name: str, game: str | None = None, edition: str | None = None, language: str | None = None
    ) -> Answer:
        """A keyword's page as an answer.

        :raises UserError: as `keyword`.
        """
        return keyword_answer(*self._keyword(Question(name, game, edition, language)))

    def _keyword(self, question: Question) -> tuple[Inquiry, KeywordView]:
        inquiry = self._inquiry(question)
        name, edition = inquiry.text, inquiry.question.edition
        mentions = inquiry.library.understand(name, inquiry.language, inquiry.game, edition).names
        for mention in mentions:
            view = page_of(inquiry, mention)
            if view is not None:
                return inquiry, view
        for mention in mentions:
            raise UserError(
                Message(
                    "I have no keyword page for {name} in {game}; rule {ref} is about it.",
                    {"name": name, "game": game_name(inquiry.game), "ref": mention.passages[0].passage.ref},
                )
            )
        raise UserError(
            Message("{game} has no keyword called {name}.", {"game": game_name(inquiry.game), "name": name})
        )

    def card(
        self, name: str, game: str | None = None, edition: str | None = None, language: str | None = None
    ) -> CardView:
        """A card by its name, with the rulings of an edition of the rules.

        :raises UserError: there is no such card, or the name could be one of several.
        """
        library = self._current_library()
        check(Question(name, game, edition, language), library)
        found = [(g, m) for g in ((game,) if game else library.games) if (m := library.cards(g).lookup(name))]
        if not found:
            raise UserError(Message("I have no card called {name}.", {"name": name}))
        # A card of this very name is meant before those whose names only begin with it or come close.
        exact = [(g, m) for g, m in found if m.match is CardMatch.EXACT] or found
        if len(exact) > 1:
            games = tuple(game_name(g) for g, _ in exact)
            raise UserError(
                Message("Several games have a card called {name}: {games}.", {"name": name, "games": games})
            )
        of_game, mention = exact[0]
        if mention.card is None:
            raise UserError(several_cards(mention))
        view = view_for(library, of_game, edition)
        return card_view(mention.card, view, language or self._default_language, library)

    def _current_library(self) -> Library:
        index = self._index()
        library = self._library
        if library is None or library.index is not index:
            if self._checker is None and self._make_checker is not None:
                self._checker = self._make_checker()
            library = Library(index, self._lexicon, self._checker)
            self._library = library
        return library

    def _default_for(self, question: Question) -> str:
        return question.fallback_language or self._default_language

    def _inquiry(self, question: Question) -> Inquiry:
        library = self._current_library()
        check(question, library)
        pinned = pin_named_edition(question, library, self._default_language)
        for refused in pinned.refusal.says if pinned.refusal is not None else ():
            raise UserError(refused if isinstance(refused, Message) else Message(refused))
        question = pinned.question
        understanding = understand(question, library, self._default_language)
        game = understanding.game.game
        if game is None:
            games = understanding.game.tied or library.games
            if not any(_knows(library, g, question) for g in library.games):
                raise UserError(Message("Nothing of mine is called {text}.", {"text": question.text}))
            raise UserError(
                Message(
                    "Which game? {text} could belong to {games}; name one.",
                    {"text": question.text, "games": tuple(game_name(g) for g in games)},
                )
            )
        return Inquiry(question, understanding, library, game, view_for(library, game, question.edition))

    def _answer(self, question: Question, library: Library) -> Answer:
        if not any(character.isalnum() for character in question.text):
            return no_question(question.language or self._default_for(question))
        reading = read(question, library, self._default_for(question))
        if not reading.parts:
            answer = answer_one(question, reading.understanding, library)
            return replace(answer, notices=(*reading.notices, *answer.notices))
        parts = [self._part(part, library) for part in reading.parts]
        return compound_answer(parts, reading.understanding.language)

    def _part(self, part: Reading, library: Library) -> Answer:
        started = time.perf_counter()
        answer = answer_one(part.question, part.understanding, library)
        return replace(answer, asked=part.words, elapsed_ms=_milliseconds_since(started))


def _milliseconds_since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 1)


def _knows(library: Library, game: str, question: Question) -> bool:
    """Whether a game has a rule number or name that the text contains."""
    found = library.understand(question.text, question.language or "en", game, None)
    return bool(found.names) or any(lookup.exists for lookup in found.numbers)
