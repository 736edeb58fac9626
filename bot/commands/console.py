"""What the commands share: reading the common options, progress bars, and where output goes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from bot.answering.answer import Message
from bot.errors import UserError, reason_of, unreadable
from bot.locale.translation import translate
from bot.terminal.plain import printable
from index.encoder import Progress as ReportProgress
from rules_corpus.passages import LANGUAGES

QUESTION_LIMIT = 4000
"""Characters; longer input is no question that a player asks."""


def interface_language(chosen: str | None = None) -> str:
    """The language of the command line's own texts: the chosen one, else the environment's, else English."""
    if chosen in LANGUAGES:
        return chosen
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def checked_language(language: str | None) -> str | None:
    if language is not None and language not in LANGUAGES:
        raise UserError(
            Message(
                "{language} is no language I answer in; choose {languages}.",
                {"language": language, "languages": LANGUAGES},
            )
        )
    return language


def checked_question(text: str) -> str:
    """The question without outer spaces; refused when it is empty or longer than `QUESTION_LIMIT`."""
    stripped = text.strip()
    if not stripped:
        raise UserError(Message("The question is empty."))
    if len(stripped) > QUESTION_LIMIT:
        raise UserError(
            Message(
                "The question has {count} characters; {limit} is the most.",
                {"count": len(stripped), "limit": QUESTION_LIMIT},
            )
        )
    return stripped


def say(message: Message | str, language: str) -> None:
    """One message on standard output; no text of a document or an asker can style or steer the terminal."""
    output().print(printable(translate(message, language)), markup=False, emoji=False)


def table(headings: Sequence[Message], language: str) -> Table:
    """An empty table with its headings; fill it with `add_row(table, …)`."""
    return Table(*(translate(heading, language) for heading in headings))


def add_row(rows: Table, *cells: str) -> None:
    """A row of plain texts: brackets in them are no markup."""
    rows.add_row(*(Text(printable(cell)) for cell in cells))


def print_json(value: dict[str, Any]) -> None:
    """One line of JSON on standard output; escaped where its encoding lacks a character, as it lacks half of a pair."""
    line = json.dumps(value, ensure_ascii=False)
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        line = json.dumps(value)
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def output() -> Console:
    """Standard output; where it is no terminal, lines are as long as their text."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else 100_000)


class TerminalProgress:
    """Progress bars on standard error; silent where that is no terminal."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._console = Console(stderr=True)

    @contextmanager
    def step(self, what: Message) -> Iterator[ReportProgress]:
        """A bar for one step of work; call what it yields with (done, total)."""
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=self._console, transient=True, disable=not self._console.is_terminal) as bars:
            task = bars.add_task(translate(what, self._language), total=None)

            def report(done: int, total: int) -> None:
                bars.update(task, completed=done, total=total)

            yield report


@dataclass(frozen=True, slots=True)
class BatchLine:
    """One line of a batch file: its values, or why it cannot be used."""

    id: Any
    values: dict[str, Any]
    error: str | None = None


def batch_lines(path: Path) -> Iterator[BatchLine]:
    """The lines of a JSON-lines file, `-` for standard input; empty lines are passed over.

    :raises UserError: the file cannot be read.
    """
    if str(path) == "-":
        raw = sys.stdin.buffer.read()
    else:
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise unreadable(path, reason_of(error)) from error
    for number, line in enumerate(raw.split(b"\n"), 1):
        if line.strip():
            yield _batch_line(line, number)


def _batch_line(line: bytes, number: int) -> BatchLine:
    try:
        values = json.loads(line.decode("utf-8-sig"))
        # What comes back must be JSON too: no NaN, which Python reads, and no number beyond every limit.
        json.dumps(values, allow_nan=False)
    except (ValueError, RecursionError) as error:
        return BatchLine(None, {}, f"line {number} is no JSON object: {error}")
    if not isinstance(values, dict):
        return BatchLine(None, {}, f"line {number} is no JSON object")
    return BatchLine(values.get("id"), values)


def text_field(line: BatchLine, name: str, *, required: bool = False) -> str | None:
    """A field of a batch line that must be a text.

    :raises UserError: it is missing though required, or something else than a text.
    """
    value = line.values.get(name)
    if value is None and not required:
        return None
    if not isinstance(value, str):
        raise UserError(Message("The field {name} must be a text.", {"name": name}))
    return value


def refuse_both(text_given: bool) -> None:
    """:raises UserError: beside `--batch` a text was given."""
    if text_given:
        raise UserError(Message("Give either a text or --batch, not both."))


def answer_lines(lines: Iterable[BatchLine], language: str, answer: Callable[[BatchLine], dict[str, Any]]) -> None:
    """Print one JSON line for each line; a bad one yields its reason, and the rest goes on."""
    for line in lines:
        try:
            print_json({"id": line.id, "error": line.error} if line.error is not None else answer(line))
        except UserError as error:
            print_json({"id": line.id, "error": translate(error.message, language)})
