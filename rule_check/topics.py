"""The topics that can be checked: one a game, with the formal rules and checks of all its literate files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rule_check.checks import Check, checks_of
from rule_check.engine import Engine
from rule_check.program import FormalRule, program_of, rules_of
from rule_check.vocabulary import Vocabulary
from rule_check.vocabulary_file import FOLDER, load_vocabulary
from rules_corpus.bindings import Bind
from rules_corpus.document_passages import FormalBlock
from rules_corpus.documents import GAMES_FOLDER, parse_folder
from rules_corpus.passages import GAMES, Passage


@dataclass(frozen=True)
class Topic:
    """A game's formal rules, ready to be grounded once."""

    game: str
    document: str
    edition: str
    vocabulary: Vocabulary
    rules: tuple[FormalRule, ...]
    blocks: tuple[FormalBlock, ...]
    passages: Mapping[str, Passage]
    """The sections of its literate files, by ref."""
    binds: Mapping[str, tuple[Bind, ...]] = field(default_factory=dict)
    """The official texts that its formal sections were written from, by the section's ref."""

    @property
    def sections(self) -> tuple[str, ...]:
        """The refs of the sections that have formal rules, in the order of their files."""
        return tuple(dict.fromkeys(rule.section for rule in self.rules))

    @cached_property
    def engine(self) -> Engine:
        """The engine over all rules of the topic; grounding takes some tenths of a second, once."""
        return Engine(program_of(self.rules, self.vocabulary), self.vocabulary)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """:raises DocumentErrors: one of them is malformed."""
        return checks_of(self.blocks)


def has_topic(game: str, vocabularies: Path = FOLDER) -> bool:
    """Whether a game has formal rules."""
    return (vocabularies / f"{game}.yaml").is_file()


def load_topic(game: str, games: Path | None = None, vocabularies: Path = FOLDER) -> Topic:
    """The topic of one game; `games` is a folder with one folder a game.

    :raises DocumentErrors: its vocabulary or a formal block is malformed.
    :raises OSError: it has no vocabulary or no literate files.
    """
    vocabulary = load_vocabulary(game, vocabularies)
    files = parse_folder((games or GAMES_FOLDER) / game)
    blocks = tuple(block for parsed in files for block in parsed.blocks)
    passages = {passage.ref: passage for parsed in files for passage in parsed.passages}
    front = files[0].front
    binds = {ref: found for parsed in files for ref, found in parsed.binds.items()}
    rules = rules_of(blocks, vocabulary)
    return Topic(game, front.document, front.edition, vocabulary, rules, blocks, passages, binds)


def load_topics(games: Path | None = None, vocabularies: Path = FOLDER) -> dict[str, Topic]:
    """The topics of all games that have a vocabulary; raises the same errors."""
    return {game: load_topic(game, games, vocabularies) for game in GAMES if has_topic(game, vocabularies)}
