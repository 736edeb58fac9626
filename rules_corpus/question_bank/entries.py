"""The data files of the question bank: one folder an edition, one JSON line a rule.

    data/mtg/cr-2026-08-07/702.jsonl
    {"ref": "702.6a", "hash": "5f0c…", "en": ["…", "…"], "id": ["…"], "es": ["…"]}

`hash` is the `binding_hash` of the rule's official text when its questions were written: a rule that was only
renumbered is found by it, and one that was reworded is not taken for the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_corpus.passages import GAMES, LANGUAGES

BANK_FOLDER = Path(__file__).with_name("data")


class BankFileError(ValueError):
    """A data file is not what it should be; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class BankEntry:
    """The questions that one rule of one edition decides."""

    game: str
    document: str
    edition: str
    ref: str
    rule_hash: str
    questions: tuple[tuple[str, str], ...]
    """(language, question), in the order of the file."""

    def in_language(self, language: str) -> tuple[str, ...]:
        return tuple(question for written_in, question in self.questions if written_in == language)


@dataclass(frozen=True, slots=True)
class QuestionBank:
    """All entries, and their `bank_identity`."""

    entries: tuple[BankEntry, ...]
    identity: str


EMPTY_BANK = QuestionBank((), "")


def bank_identity(folder: Path = BANK_FOLDER) -> str:
    """The hash of all that the bank's files say, without reading any of it; "" where the folder has no files."""
    digest = hashlib.sha256()
    paths = _files_of(folder)
    for path in paths:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest() if paths else ""


def load_question_bank(folder: Path = BANK_FOLDER) -> QuestionBank:
    """The bank that comes with the package, or another one of the same shape; empty where the folder has no files.

    :raises BankFileError: a file has another shape, or one rule twice.
    """
    entries = [entry for path in _files_of(folder) for entry in _entries_of(path)]
    seen: set[tuple[str, str, str, str]] = set()
    for entry in entries:
        key = (entry.game, entry.document, entry.edition, entry.ref)
        if key in seen:
            raise BankFileError(f"{entry.game} {entry.document} {entry.edition}: rule {entry.ref} stands there twice")
        seen.add(key)
    return QuestionBank(tuple(entries), bank_identity(folder))


def _files_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*/*.jsonl"))


def _entries_of(path: Path) -> Iterator[BankEntry]:
    game, (document, edition) = path.parent.parent.name, _document_and_edition(path)
    if game not in GAMES:
        raise BankFileError(f"{path}: there is no game {game}")
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if line.strip():
            ref, found_hash, questions = _read_line(path, number, line)
            yield BankEntry(game, document, edition, ref, found_hash, questions)


def _document_and_edition(path: Path) -> tuple[str, str]:
    """`cr-2026-08-07` is document cr, edition 2026-08-07; `core-rules-1.4` is core-rules, 1.4."""
    name = path.parent.name
    for position, character in enumerate(name):
        if character == "-" and name[position + 1 : position + 2].isdigit():
            return name[:position], name[position + 1 :]
    raise BankFileError(f"{path}: the folder's name is no document and edition")


def _read_line(path: Path, number: int, line: str) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    where = f"{path}, line {number}"
    try:
        read: Any = json.loads(line)
    except ValueError as error:
        raise BankFileError(f"{where}: {error}") from error
    if not isinstance(read, dict) or set(read) - {"ref", "hash", *LANGUAGES} or not {"ref", "hash"} <= set(read):
        raise BankFileError(f"{where}: expected ref, hash and questions by language")
    if not isinstance(read["ref"], str) or not isinstance(read["hash"], str):
        raise BankFileError(f"{where}: ref and hash are strings")
    questions: list[tuple[str, str]] = []
    for language in LANGUAGES:
        asked = read.get(language, [])
        if not isinstance(asked, list) or not all(isinstance(question, str) and question.strip() for question in asked):
            raise BankFileError(f"{where}: the questions of a language are a list of texts")
        questions += [(language, question.strip()) for question in asked]
    return read["ref"], read["hash"], tuple(questions)
