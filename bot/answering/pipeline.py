"""A question in, an `Answer` out: understand, retrieve, compose. No Discord and no terminal in sight."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.answering.answer import Answer, Message
from bot.answering.asides import aside, with_language_notice
from bot.answering.card_view import CardView, card_view
from bot.answering.composition.abstention import (
    no_question,
    nothing_found,
    nothing_in_any_game,
    which_game,
)
from bot.answering.composition.card import card_asked, only_cards, several_cards, with_cards
from bot.answering.composition.faq import stored_answer
from bot.answering.composition.keyword import keyword_of, name_asked
from bot.answering.composition.passages import found_passages
from bot.answering.composition.rule import lookups_of, missing_numbers, no_such_rule, rule_asked, view_of
from bot.answering.evidence import Evidence, clear_game, weigh
from bot.answering.inquiry import Inquiry
from bot.answering.keyword_view import KeywordView, keyword_view
from bot.answering.library import Library
from bot.answering.naming import document_and_edition, game_name
from bot.answering.question import Question
from bot.answering.rule_view import RuleView
from bot.answering.understanding import GameSource, Understanding, understand
from bot.errors import UserError
from index.card_names import CardMatch
from index.game_terms import named_games
from index.search import SearchIndex
from index.search_results import Hit, SearchQuery
from rules_corpus.editions import EditionView, UnknownEditionError
from rules_corpus.lexicon import Lexicon
from rules_corpus.passages import CARD_DOCUMENTS, LANGUAGES

HITS = 10
"""So many passages are retrieved for one question."""
_SHORT = 4
"""A question of at most this many words may lean on the one before it."""


class Answering:
    """Answers questions from the newest search index; safe to use from several threads.

    `index` is called once a question, so that no answer mixes two states of the corpus; the index's date is the day
    on which editions have to be in force.
    """

    def __init__(self, index: Callable[[], SearchIndex], lexicon: Lexicon, default_language: str = "en") -> None:
        self._index = index
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
        _check(question, library)
        answer = with_language_notice(self._answer(question, library), question, library.lexicon)
        return replace(answer, elapsed_ms=round((time.perf_counter() - started) * 1000, 1))

    def warm(self) -> None:
        """Read the word lists and stored questions now, so that the first question need not wait for them."""
        library = self._current_library()
        library.stored.warm()

    def search(self, question: Question, top: int = HITS) -> tuple[Hit, ...]:
        """The ranked passages for a question, without any judgement of them.

        :raises UserError: the game, edition or language of the request does not exist.
        """
        library = self._current_library()
        _check(question, library)
        understanding = understand(question, library, self._default_language)
        return tuple(_search(question, understanding, understanding.game.game, library, top))

    def rule(
        self, ref: str, game: str | None = None, edition: str | None = None, language: str | None = None
    ) -> RuleView:
        """A rule by its number.

        :raises UserError: there is no such rule, or the number belongs to several games and none was named.
        """
        inquiry = self._inquiry(Question(ref, game, edition, language))
        lookups = lookups_of(inquiry)
        for lookup in lookups:
            for member in lookup.found:
                return view_of(inquiry, member)
        if lookups:
            raise UserError(no_such_rule(inquiry, lookups[0]))
        raise UserError(Message("{text} is no rule number.", {"text": ref}))

    def keyword(
        self, name: str, game: str | None = None, edition: str | None = None, language: str | None = None
    ) -> KeywordView:
        """A keyword's page by its name.

        :raises UserError: there is no such keyword, or several games have it and none was named.
        """
        inquiry = self._inquiry(Question(name, game, edition, language))
        mentions = inquiry.library.understand(name, inquiry.language, inquiry.game, edition).names
        for mention in mentions:
            member = keyword_of(mention)
            if member is not None:
                return keyword_view(member, inquiry.view, inquiry.language, inquiry.library.today, inquiry.upcoming)
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
        _check(Question(name, game, edition, language), library)
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
        view = _view(library, of_game, edition)
        return card_view(mention.card, view, language or self._default_language, library)

    def _current_library(self) -> Library:
        index = self._index()
        library = self._library
        if library is None or library.index is not index:
            library = Library(index, self._lexicon)
            self._library = library
        return library

    def _inquiry(self, question: Question) -> Inquiry:
        library = self._current_library()
        _check(question, library)
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
        return Inquiry(question, understanding, library, game, _view(library, game, question.edition))

    def _answer(self, question: Question, library: Library) -> Answer:
        language = question.language or self._default_language
        if not any(character.isalnum() for character in question.text):
            return no_question(language)
        understanding = understand(question, library, self._default_language)
        said_aside = aside(question, understanding, library)
        if said_aside is not None:
            return said_aside
        game = understanding.game.game
        if game is not None:
            inquiry = Inquiry(question, understanding, library, game, _view(library, game, question.edition))
            return _with_game_notice(with_cards(_composed(inquiry), inquiry), understanding)
        if understanding.game.tied or understanding.stored:
            return which_game(understanding, understanding.game.tied or library.games)
        return _from_any_game(question, understanding, library)


def _composed(inquiry: Inquiry) -> Answer:
    """The first composition that fits: a rule by number, a stored question, a name, a card, passages, none."""
    for compose in (rule_asked, stored_answer, name_asked, card_asked):
        answer = compose(inquiry)
        if answer is not None:
            return answer
    missing = missing_numbers(inquiry)
    evidence = _weighed(inquiry)
    return (
        found_passages(inquiry, evidence, missing)
        or only_cards(inquiry, missing)
        or nothing_found(inquiry, evidence, missing)
    )


def _weighed(inquiry: Inquiry) -> Evidence:
    if not inquiry.view.answering:
        return Evidence((), 0.0)
    hits = _search(inquiry.question, inquiry.understanding, inquiry.game, inquiry.library, HITS)
    hits = [hit for hit in hits if inquiry.library.viewed(inquiry.view, hit) is not None]
    return weigh(inquiry.text, inquiry.language, inquiry.game, hits, inquiry.library.confidence)


def _from_any_game(question: Question, understanding: Understanding, library: Library) -> Answer:
    """Nothing in the question tells the game: its closest passages do, if they are clearly of one."""
    hits = _search(question, understanding, None, library, HITS)
    evidence = weigh(understanding.text, understanding.language, None, hits, library.confidence)
    if not evidence.hits:
        searched = tuple(
            document_and_edition(edition, understanding.language)
            for game in library.games
            for edition in library.view(game, None).answering
            if edition.document not in CARD_DOCUMENTS
        )
        return nothing_in_any_game(understanding, searched, evidence.confidence)
    game = clear_game(evidence.hits)
    if game is None:
        return which_game(understanding, tuple(dict.fromkeys(hit.game for hit in evidence.hits)))
    inquiry = Inquiry(question, understanding, library, game, _view(library, game, question.edition))
    of_game = replace(evidence, hits=tuple(hit for hit in evidence.hits if hit.game == game))
    answer = found_passages(inquiry, of_game) or nothing_found(inquiry, evidence)
    notice = Message(
        "I took this as a {game} question, because the closest passages are its own.", {"game": game_name(game)}
    )
    return replace(answer, notices=(notice, *answer.notices))


def _search(
    question: Question, understanding: Understanding, game: str | None, library: Library, top: int
) -> Sequence[Hit]:
    text = understanding.text
    if question.context and len(text.split()) <= _SHORT:
        text = f"{question.context[-1].strip()} {text}"
    edition = question.edition if game is not None else None
    return library.search(SearchQuery(text, understanding.language, game, edition, top))


def _with_game_notice(answer: Answer, understanding: Understanding) -> Answer:
    notice = _game_notice(understanding)
    return answer if notice is None else replace(answer, notices=(notice, *answer.notices))


def _game_notice(understanding: Understanding) -> Message | None:
    choice = understanding.game
    named = named_games(understanding.text)
    if choice.source is GameSource.ASKED and choice.game is not None and named and choice.game not in named:
        return Message(
            "This is about {game}, which was chosen, though the question names {named}.",
            {"game": game_name(choice.game), "named": tuple(game_name(game) for game in named)},
        )
    if choice.game is None or choice.certain:
        return None
    if choice.source is GameSource.WORDS and choice.because == (choice.game,):
        return None  # the question calls the game by its name
    game = game_name(choice.game)
    if choice.source is GameSource.EARLIER:
        return Message("I took this as a {game} question, like your earlier one.", {"game": game})
    if not choice.because:
        return Message("I took this as a {game} question.", {"game": game})
    return Message(
        "I took this as a {game} question, because of: {words}", {"game": game, "words": ", ".join(choice.because)}
    )


def _knows(library: Library, game: str, question: Question) -> bool:
    """Whether a game has a rule number or name that the text contains."""
    found = library.understand(question.text, question.language or "en", game, None)
    return bool(found.names) or any(lookup.exists for lookup in found.numbers)


def _view(library: Library, game: str, edition: str | None) -> EditionView:
    try:
        return library.view(game, edition)
    except UnknownEditionError as error:
        raise UserError(
            Message(
                "{game} has no edition {edition} here; I have {known}.",
                {"game": game_name(game), "edition": edition or "", "known": error.known or "–"},
            )
        ) from error


def _check(question: Question, library: Library) -> None:
    if question.language is not None and question.language not in LANGUAGES:
        raise UserError(
            Message(
                "{language} is no language I answer in; choose {languages}.",
                {"language": question.language, "languages": LANGUAGES},
            )
        )
    if question.game is not None and question.game not in library.games:
        raise UserError(
            Message(
                "I have no game called {game}; I have {games}.",
                {"game": question.game, "games": library.games or "–"},
            )
        )
    if question.edition is None:
        return
    if question.game is not None:
        _view(library, question.game, question.edition)
    elif not any(library.has_edition(game, question.edition) for game in library.games):
        known = tuple(label for game in library.games for label in library.views.labels(game))
        raise UserError(
            Message(
                "No game has an edition {edition} here; I have {known}.", {"edition": question.edition, "known": known}
            )
        )
