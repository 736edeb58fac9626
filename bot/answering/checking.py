"""The rule checker as the pipeline uses it: a question read into a scenario, and what the rules derive from it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.answering.question_offers import QuestionOffers
from bot.answering.second_reader import SecondReader, load_second_reader
from index.encoder import Encoder
from index.language import detect_language
from rule_check.checks import scenario_of
from rule_check.choices import AskedFor, Choices, asked_for, choices_of
from rule_check.clarifying import NOTHING_ASKED, NOTHING_UNDERSTOOD, Asking, Understood, asking, understood, unsaid_of
from rule_check.derivation import Derivation
from rule_check.findings import Finding, finding_of, finding_of_verdict
from rule_check.reading.gate import GateResult
from rule_check.reading.phrases import PhraseBook, has_phrases, load_phrases
from rule_check.reading.reader import PhraseReader, Reading
from rule_check.scenario import Query, Scenario, ScenarioError
from rule_check.sequences import UnsettledStepError
from rule_check.solver import TooComplexError
from rule_check.stepping import next_step
from rule_check.topics import Topic, has_topic, load_topic
from rules_corpus.lexicon import Lexicon


@dataclass(frozen=True)
class Considered:
    """A question as the checker sees it."""

    topic: Topic
    reading: Reading
    finding: Finding
    derivation: Derivation | None
    """None where the reading can't be used, or nothing could be derived in time."""
    gate: GateResult | None = None
    """Whether the second reader confirms the reading; None where there is none to ask."""
    understood: Understood = NOTHING_UNDERSTOOD
    """The reading with what the person chose."""
    provisional: Derivation | None = None
    """What would be derived if nothing else mattered: no verdict, only what to ask back rests on it."""
    asking: Asking = NOTHING_ASKED
    """What to ask back where there is no verdict."""
    turned_down: bool = False
    """None of the questions that were offered is meant."""
    written_in: str = "en"
    """The language that the question was read in."""
    confirmed: bool = False
    """Not everything was read, but the person has said that nothing else matters."""
    stale: tuple[str, ...] = ()
    """Sections that what was derived rested on and whose official text is not the one they were written from."""

    @property
    def scenario(self) -> Scenario:
        return self.understood.scenario

    @property
    def query(self) -> Query:
        if self.understood.query is None:
            raise ValueError("nothing is asked")
        return self.understood.query


class Checker:
    """The formal rules of the games that have some, with the readers of their questions; threads may share it.

    A game's rules and phrases are loaded when its first question comes.
    """

    def __init__(
        self, lexicon: Lexicon, second: SecondReader | None = None, offers: QuestionOffers | None = None
    ) -> None:
        """Without a second reader the phrase reader decides alone; without offers nobody is asked which question is
        meant."""
        self._lexicon = lexicon
        self._offers = offers
        self._second = second
        self._loading = threading.Lock()
        self._topics: dict[str, Topic | None] = {}
        self._readers: dict[str, dict[str, PhraseReader]] = {}

    def topic(self, game: str) -> Topic | None:
        """The formal rules of a game, if it has any.

        :raises DocumentErrors: its vocabulary or a formal block is malformed.
        """
        with self._loading:
            if game not in self._topics:
                self._topics[game] = load_topic(game) if has_topic(game) else None
            return self._topics[game]

    def reader(self, game: str, language: str) -> PhraseReader | None:
        """The reader of a game's questions in a language, if it has one.

        :raises DocumentErrors: its phrases are malformed.
        """
        return self._readers_of(game).get(language)

    def books(self, game: str) -> Mapping[str, PhraseBook]:
        """The phrase books of a game by language; none where it has no formal rules or no phrases.

        :raises DocumentErrors: its phrases are malformed.
        """
        return {language: reader.book for language, reader in self._readers_of(game).items()}

    def _readers_of(self, game: str) -> Mapping[str, PhraseReader]:
        topic = self.topic(game)
        if topic is None:
            return {}
        with self._loading:
            if game not in self._readers:
                self._readers[game] = {
                    written_in: PhraseReader(book, topic.vocabulary, self._lexicon)
                    for written_in, book in (load_phrases(topic.vocabulary) if has_phrases(game) else {}).items()
                }
            return self._readers[game]

    def choices(self, facts: Mapping[str, str], game: str) -> Choices | None:
        """What a person chose, under the vocabulary of a game; None where the game has no formal rules.

        :raises UnknownChoiceError: the game has no such fact or value.
        :raises TooManyChoicesError: nobody chose so many.
        """
        topic = self.topic(game)
        return choices_of(facts, topic.vocabulary) if topic is not None else None

    def consider(self, text: str, game: str, language: str, facts: Mapping[str, str]) -> Considered | None:
        """What the rules derive from a question; None where the game has no formal rules.

        `language` is the one to read it in where its words do not tell; `facts` are those that a person chose, which
        replace what was read.

        :raises UnknownChoiceError: the game has no such fact or value.
        :raises TooManyChoicesError: nobody chose so many.
        """
        topic = self.topic(game)
        if topic is None:
            return None
        written_in = detect_language(text, self._lexicon).language or language
        reader = self.reader(game, written_in)
        reading = reader.read(text) if reader is not None else Reading(None, Scenario(), left_over=tuple(text.split()))
        gate = self._second.judge(text, written_in, reading, topic.vocabulary, facts) if self._second else None
        considered = self._with_choices(topic, reading, choices_of(facts, topic.vocabulary), gate)
        return replace(considered, written_in=written_in)

    def offers(self, text: str, considered: Considered) -> tuple[AskedFor, ...]:
        """The questions that a text may mean, the likeliest first; none where it is about something else."""
        if self._offers is None:
            return ()
        topic, language = considered.topic, considered.written_in
        reader = self.reader(topic.game, language)
        scenario = considered.scenario
        events = {*scenario.events, *(event for step in scenario.before for event in step.events)}
        found = self._offers.of(text, language, topic, reader.book if reader is not None else None, events)
        return tuple(asked_for(value, topic.vocabulary) for value in found)

    def _with_choices(self, topic: Topic, reading: Reading, choices: Choices, gate: GateResult | None) -> Considered:
        found = understood(reading, choices, topic.vocabulary, agreed=gate is None or gate.passed)
        considered = Considered(topic, reading, Finding.NO_TRANSLATIONS, None, gate, found)
        if choices.turned_down:
            return replace(considered, turned_down=True)
        if found.query is None:
            return considered
        derivation, finding = _derived(topic, found.scenario, found.query)
        if found.complete:
            considered = replace(considered, finding=finding, derivation=derivation)
            if finding is not Finding.IMPOSSIBLE or not choices.facts:
                return considered
            return replace(considered, asking=asking(found, derivation, topic.vocabulary))
        considered = replace(considered, finding=Finding.TRANSLATION_AMBIGUOUS)
        if choices.confirmed is False:
            return considered
        asks = asking(found, derivation, topic.vocabulary, unsaid_of(topic.engine, found, derivation))
        if asks.confirmation and choices.confirmed:
            return replace(considered, finding=finding, derivation=derivation, confirmed=True)
        return replace(considered, provisional=derivation, asking=asks)

    def situation(self, chosen: Mapping[str, str], game: str) -> Considered | None:
        """What the rules derive from a situation that was chosen; None where the game has no formal rules or nothing
        is asked.

        :raises UnknownChoiceError: the game has no such fact or value.
        :raises TooManyChoicesError: nobody chose so many.
        """
        topic = self.topic(game)
        step = next_step(topic, chosen) if topic is not None else None
        if topic is None or step is None or step.understood.query is None:
            return None
        found, derivation = step.understood, step.derivation
        finding = finding_of(derivation) if derivation is not None else Finding.TOO_COMPLEX
        asks = asking(found, derivation, topic.vocabulary, unsaid_of(topic.engine, found, derivation))
        return Considered(topic, Reading(None, Scenario()), finding, derivation, None, found, asking=asks)

    def of_stored(
        self, given: Mapping[str, str], verdict: str, game: str
    ) -> tuple[Topic, Derivation | None, Finding] | None:
        """What the rules say of a stored answer's own scenario; None where it has none that can be checked."""
        scenario, query = scenario_of(given)
        topic = self.topic(game) if query is not None else None
        if topic is None or query is None:
            return None
        derivation, finding = _derived(topic, scenario, query)
        if derivation is not None:
            finding = finding_of_verdict(verdict, derivation)
        return topic, derivation, finding


def load_checker(lexicon: Lexicon, encoder: Encoder | None = None, offers: QuestionOffers | None = None) -> Checker:
    """The checker over the rules that come with the package; with an encoder, a second reader confirms each reading.

    :raises ModelError: a learned reader's file is damaged.
    """
    return Checker(lexicon, load_second_reader(encoder) if encoder is not None else None, offers)


def _derived(topic: Topic, scenario: Scenario, query: Query) -> tuple[Derivation | None, Finding]:
    try:
        derivation = topic.engine.derive(scenario, query)
    except TooComplexError:
        return None, Finding.TOO_COMPLEX
    except UnsettledStepError:
        return None, Finding.SATISFIABLE
    except ScenarioError:  # what was read contradicts the vocabulary
        return None, Finding.NO_TRANSLATIONS
    return derivation, finding_of(derivation)
