"""The answers of `data/` with what is asked, and a reader and an engine for each game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from rule_check.checks import scenario_of
from rule_check.claims.book import load_claim_books
from rule_check.claims.comparison import compared
from rule_check.claims.models import Comparison
from rule_check.claims.reading import AnswerReader
from rule_check.claims.setting import Setting
from rule_check.reading.phrases import has_phrases, load_phrases
from rule_check.topics import Topic, load_topic
from rules_corpus.lexicon import load_lexicon
from rules_corpus.passages import GAMES

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Case:
    game: str
    given: tuple[tuple[str, str], ...]
    language: str
    answer: str
    label: str
    """right, wrong or partial."""

    def __str__(self) -> str:
        return f"{self.game} {self.language} {self.label}: {self.answer}"


def cases(*labels: str) -> tuple[Case, ...]:
    return tuple(case for case in _all() if case.label in labels)


def found(case: Case, answer: str | None = None, *, turned: bool = False) -> Comparison:
    """What an answer is worth where a case asks."""
    return found_of(case.game, dict(case.given), case.language, answer or case.answer, turned=turned)


def found_of(game: str, given: dict[str, str], language: str, answer: str, *, turned: bool = False) -> Comparison:
    topic = _topic(game)
    scenario, query = scenario_of(given)
    assert query is not None
    setting = Setting(topic.engine, scenario, query, topic.engine.derive(scenario, query))
    return compared(reader(game, language).read(answer), setting, turned=turned)


@cache
def reader(game: str, language: str) -> AnswerReader:
    return _readers(game)[language]


@cache
def _readers(game: str) -> dict[str, AnswerReader]:
    vocabulary = _topic(game).vocabulary
    lexicon = load_lexicon()
    books = load_claim_books(vocabulary, load_phrases(vocabulary))
    return {language: AnswerReader(book, lexicon) for language, book in books.items()}


@cache
def _topic(game: str) -> Topic:
    return load_topic(game)


def _all() -> Iterator[Case]:
    for game in GAMES:
        if not has_phrases(game):  # without the words of its objects nothing about a game can be read
            continue
        content = yaml.load((_DATA / f"{game}.yaml").read_text("utf-8"), yaml.BaseLoader)  # noqa: S506 (texts only)
        for entry in content["cases"]:
            for label in ("right", "wrong", "partial"):
                for language, answers in entry.get(label, {}).items():
                    for answer in answers:
                        yield Case(game, tuple(entry["given"].items()), language, answer, label)
