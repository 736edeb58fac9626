"""The gate: nothing passes but what both readers say and what is close to the question."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot.answering.checking import Checker
from bot.answering.second_reader import SecondReader
from rule_check.findings import Finding
from rule_check.program import rules_of
from rule_check.reading.gate import Reason, back_in_words, compared, with_round_trip
from rule_check.reading.labels import OTHER
from rule_check.reading.learned import LearnedReader, Seen
from rule_check.reading.reader import PhraseReader, Reading
from rule_check.scenario import May, Outcome, Scenario, Step
from rule_check.topics import Topic
from rule_check.vocabulary import Vocabulary
from rules_corpus.lexicon import load_lexicon
from tests.rule_check.garden import RULES, blocks, vocabulary
from tests.rule_check.garden_reader import GardenReaders, WordCounts

BOTH = ("season = spring", "season = winter")
ASKED = "may stick(label,pot)"
READ = Reading(May("stick(l1,p1)"), Scenario((("season", "winter"),)))
SAW = Seen(ASKED, frozenset({"season = winter"}), frozenset(), ASKED)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Vocabulary:
    return vocabulary(tmp_path_factory.mktemp("gate"))


@pytest.mark.parametrize(
    ("reading", "seen", "reason", "named"),
    [
        (READ, SAW, Reason.AGREED, ()),
        (READ, None, Reason.NO_SECOND_READER, ()),
        (READ, replace(SAW, query=None), Reason.OTHER_QUESTION, (ASKED,)),
        (READ, replace(SAW, query=OTHER), Reason.OTHER_QUESTION, (ASKED,)),
        (READ, replace(SAW, query="may paint(pot)"), Reason.OTHER_QUESTION, (ASKED,)),
        (READ, replace(SAW, claims=frozenset()), Reason.OTHER_FACT, ("season = winter",)),
        (READ, replace(SAW, claims=frozenset({"season = spring"})), Reason.OTHER_FACT, BOTH),
        (READ, replace(SAW, claims=SAW.claims | {"another pot"}), Reason.OTHER_FACT, ("another pot",)),
        (READ, replace(SAW, doubtful=frozenset({"place(pot) = bed"})), Reason.OTHER_FACT, ("place(pot) = bed",)),
        (replace(READ, left_over=("only",)), SAW, Reason.LEFT_OVER, ("only",)),
        (replace(READ, doubts=("pot",)), SAW, Reason.DOUBT, ("pot",)),
        (replace(READ, query=None), SAW, Reason.NOTHING_ASKED, ()),
        (replace(READ, query=May("stick(l1,p2)")), SAW, Reason.OTHER_FACT, ("another pot",)),
        (replace(READ, presumed=(("season", "winter"),)), SAW, Reason.OTHER_FACT, ("season = winter",)),
    ],
)  # fmt: skip
def test_readings_compared(
    known: Vocabulary, reading: Reading, seen: Seen | None, reason: Reason, named: tuple[str, ...]
) -> None:
    result = compared(reading, seen, known)
    assert (result.reason, result.named, result.passed) == (reason, named, reason is Reason.AGREED)


def test_what_a_person_chose_needs_no_agreement(known: Vocabulary) -> None:
    reading = replace(READ, scenario=Scenario((("place(p1)", "bed"),)))
    assert compared(reading, replace(SAW, claims=frozenset()), known, chosen=["place(p2)"]).passed
    assert not compared(reading, replace(SAW, claims=frozenset()), known, chosen=["place"]).passed


def test_the_round_trip(known: Vocabulary) -> None:
    agreed = compared(READ, SAW, known)
    question, far, _ = np.eye(3, dtype=np.float32)
    near = np.array([0.8, 0.6, 0], np.float32)
    assert with_round_trip(agreed, question, near, 0.7).passed
    assert with_round_trip(agreed, question, far, 0.7).reason is Reason.FAR
    assert with_round_trip(agreed, question, near, None).reason is Reason.FAR
    refused = compared(READ, None, known)
    assert with_round_trip(refused, question, near, 0.7) == refused


def test_facts_worded_back(known: Vocabulary) -> None:
    scenario = Scenario((("season", "winter"), ("stuck(l1)", "p1")), before=(Step(("breaks(p2)",)),))
    assert back_in_words(scenario, May("stick(l1,p2)"), known, "en") == (
        "The other pot breaks. It is winter. The label is on the pot. The label may be stuck to the other pot?"
    )
    assert back_in_words(Scenario(), Outcome("now", "place(l1)"), known, "es") == "¿Dónde está la nota?"
    assert back_in_words(Scenario(), Outcome("now", "total(p1)"), known, "en") == "The pot counts 0?"
    assert back_in_words(Scenario(), Outcome("now", "place(l1)", "bed"), known, "en") == "The label is in the bed?"


class _GardenChecker(Checker):
    """A checker whose only game is the garden."""

    def __init__(self, topic: Topic, readers: dict[str, PhraseReader], second: SecondReader | None) -> None:
        super().__init__(load_lexicon(), second)
        self._garden = topic
        self._garden_readers = readers

    def topic(self, game: str) -> Topic | None:
        return self._garden

    def reader(self, game: str, language: str) -> PhraseReader | None:
        return self._garden_readers.get(language)


def checker(garden: GardenReaders, second: SecondReader | None) -> Checker:
    rules = rules_of(blocks(RULES, Path("garden.md")), garden.vocabulary)
    topic = Topic("riftbound", "garden", "1", garden.vocabulary, rules, (), {})
    return _GardenChecker(topic, dict(garden.phrase_readers), second)


class OtherEncoder(WordCounts):
    identity = "another encoder"


ASKING = "In winter, can I stick the label on a pot?"


def test_the_checker_derives_what_both_readers_say(garden: GardenReaders) -> None:
    second = SecondReader(WordCounts(), {"riftbound": LearnedReader(garden.model)})
    found = checker(garden, second).consider(ASKING, "riftbound", "en", {})
    assert found is not None and found.gate is not None
    assert (found.gate.reason, found.finding) == (Reason.AGREED, Finding.VALID)
    assert found.derivation is not None and found.derivation.verdict.value == "no"


def test_the_checker_derives_nothing_where_they_differ(garden: GardenReaders) -> None:
    # The phrase book says spring where the question says winter: what the learned reader sees stands against it.
    readers = dict(garden.phrase_readers)

    class Mistaken:
        def read(self, text: str) -> Reading:
            reading = readers["en"].read(text)
            return replace(reading, scenario=Scenario((("season", "spring"),)))

    second = SecondReader(WordCounts(), {"riftbound": LearnedReader(garden.model)})
    mistaken = replace(garden, phrase_readers={"en": Mistaken()})  # type: ignore[dict-item]
    found = checker(mistaken, second).consider(ASKING, "riftbound", "en", {})
    assert found is not None and found.gate is not None
    assert (found.finding, found.derivation) == (Finding.TRANSLATION_AMBIGUOUS, None)
    assert found.gate.named == ("season = spring", "season = winter")


@pytest.mark.parametrize("encoder", [WordCounts(), OtherEncoder()])
def test_no_verdict_without_a_model_for_the_encoder(garden: GardenReaders, encoder: WordCounts) -> None:
    models = {"riftbound": LearnedReader(garden.model)} if isinstance(encoder, OtherEncoder) else {}
    found = checker(garden, SecondReader(encoder, models)).consider(ASKING, "riftbound", "en", {})
    assert found is not None and found.gate is not None
    assert (found.gate.reason, found.finding) == (Reason.NO_SECOND_READER, Finding.TRANSLATION_AMBIGUOUS)
    assert found.derivation is None


def test_without_a_second_reader_the_phrase_reader_decides(garden: GardenReaders) -> None:
    found = checker(garden, None).consider(ASKING, "riftbound", "en", {})
    assert found is not None and found.derivation is not None
