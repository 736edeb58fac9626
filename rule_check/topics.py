"""The topics that can be checked: one a game, with the formal rules and checks of all its literate files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from rule_check.checks import Check, checks_of
from rule_check.engine import Engine
from rule_check.program import FormalRule, program_of, rules_of
from rule_check.vocabulary import Vocabulary
from rule_check.vocabulary_file import FOLDER, load_vocabulary
from rules_corpus.documents import ParsedFile, parse_folder
from rules_corpus.passages import Passage


@dataclass(frozen=True)
class Topic:
    """A game's formal rules, ready to be grounded once."""

    game: str
    document: str
    edition: str
    vocabulary: Vocabulary
    rules: tuple[FormalRule, ...]
    checks: tuple[Check, ...]
    passages: Mapping[str, Passage]
    """The sections of its literate files, by ref."""

    @cached_property
    def engine(self) -> Engine:
        """The engine over all rules of the topic; grounding takes some tens of milliseconds, once."""
        return Engine(program_of(self.rules, self.vocabulary), self.vocabulary)


def load_topics(games: Path | None = None, vocabularies: Path = FOLDER) -> dict[str, Topic]:
    """The topics by game: every game that has a vocabulary.

    :raises DocumentErrors: a vocabulary, formal block or check is malformed.
    """
    by_game: dict[str, list[ParsedFile]] = {}
    for parsed in parse_folder(games):
        by_game.setdefault(parsed.front.game, []).append(parsed)
    topics = {}
    for game, files in by_game.items():
        if not (vocabularies / f"{game}.yaml").is_file():
            continue
        vocabulary = load_vocabulary(game, vocabularies)
        blocks = [block for parsed in files for block in parsed.blocks]
        front = files[0].front
        topics[game] = Topic(
            game,
            front.document,
            front.edition,
            vocabulary,
            rules_of(blocks, vocabulary),
            checks_of(blocks),
            MappingProxyType({passage.ref: passage for parsed in files for passage in parsed.passages}),
        )
    return topics
