"""The reading tests' questions in `tests/rule_check/data/<game>_readings.yaml` as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from rule_check.checks import outcome_of
from rule_check.reading.phrases import load_phrases
from rule_check.reading.reader import PhraseReader, Reading
from rule_check.scenario import May, Query
from rule_check.topics import Topic
from rule_check.vocabulary import Vocabulary
from rules_corpus.lexicon import load_lexicon

Readers = dict[str, PhraseReader]

DATA = Path(__file__).parent / "data"
_FIELDS = {"en", "id", "es", "may", "then", "given", "event", "before"}


@dataclass(frozen=True)
class Expected:
    """A question and what it has to be read as."""

    language: str
    text: str
    query: Query | None
    """None: it must not be read at all."""
    facts: Mapping[str, str]
    events: tuple[str, ...]
    before: tuple[str, ...]


def load_readings(game: str) -> dict[str, list[Expected]]:
    """The questions of a game by the name of their list: `plain`, `tricky`.

    :raises ValueError: an entry is not of the agreed shape.
    """
    lists = yaml.safe_load((DATA / f"{game}_readings.yaml").read_text(encoding="utf-8"))
    return {name: [_expected(entry) for entry in entries] for name, entries in lists.items()}


def _expected(entry: dict[str, object]) -> Expected:
    languages = [language for language in ("en", "id", "es") if language in entry]
    if len(languages) != 1 or entry.keys() - _FIELDS:
        raise ValueError(f"not a reading: {entry}")
    query: Query | None = May(str(entry["may"])) if "may" in entry else None
    if "then" in entry:
        query = outcome_of(str(entry["then"]))
    given = entry.get("given", {})
    if not isinstance(given, dict):
        raise ValueError(f"not facts: {given}")
    facts = {str(attribute).replace(" ", ""): str(value) for attribute, value in given.items()}
    text = str(entry[languages[0]])
    return Expected(languages[0], text, query, facts, _terms(entry.get("event")), _terms(entry.get("before")))


def _terms(said: object) -> tuple[str, ...]:
    return tuple(str(term) for term in said) if isinstance(said, list) else (str(said),) if said else ()


def is_right(found: Reading, expected: Expected, vocabulary: Vocabulary) -> bool:
    """Whether a usable reading is the expected one; facts that the vocabulary takes anyway make no difference."""
    scenario = found.scenario
    return (
        found.query == expected.query
        and _beside_defaults(dict(scenario.facts), vocabulary) == _beside_defaults(expected.facts, vocabulary)
        and scenario.events == expected.events
        and tuple(event for step in scenario.before for event in step.events) == expected.before
    )


def _beside_defaults(facts: Mapping[str, str], vocabulary: Vocabulary) -> dict[str, str]:
    told = {}
    for attribute, value in facts.items():
        fact = vocabulary.fact_of(attribute)
        if fact is None or fact.unstated != value:
            told[attribute] = value
    return told


def readers_of(topic: Topic) -> Readers:
    """The readers of a game's questions, by language."""
    lexicon = load_lexicon()
    books = load_phrases(topic.vocabulary)
    return {language: PhraseReader(book, topic.vocabulary, lexicon) for language, book in books.items()}


def read_and_decided(expected: Iterable[Expected], readers: Readers, topic: Topic) -> Counter[str]:
    """How many of the questions are read, by language; each that is can be derived."""
    read: Counter[str] = Counter()
    for one in expected:
        found = readers[one.language].read(one.text)
        if found.usable and found.query is not None:
            topic.engine.derive(found.scenario, found.query, unless=False)
            read[one.language] += 1
    return read
