"""Reading a question file: one JSON object a line, each question in several languages with its rules and verdict."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.answering.answer import Message
from bot.errors import UserError, reason_of, unreadable

UNCOVERED = frozenset({"not_covered", "no_such_rule"})
"""Verdicts of questions that the rules do not answer: an abstention is the right reply."""
VERDICTS = frozenset({"yes", "no", "depends"})


@dataclass(frozen=True, slots=True)
class GradedQuestion:
    id: str
    game: str
    edition: str | None
    """The edition that the question is asked about."""
    texts: tuple[tuple[str, str], ...]
    """(language, question) pairs."""
    verdict: str
    gold: frozenset[str]
    """The rules that decide it; any one of them will do."""

    @property
    def answerable(self) -> bool:
        return self.verdict not in UNCOVERED


def read_questions(path: Path) -> tuple[GradedQuestion, ...]:
    """The questions of a file.

    :raises UserError: the file cannot be read, or a line lacks a field; the line is named.
    """
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except OSError as error:
        raise unreadable(path, reason_of(error)) from error
    except UnicodeDecodeError as error:
        raise unreadable(path, type(error).__name__) from error
    questions = tuple(_question(line, number, path) for number, line in enumerate(lines, 1) if line.strip())
    if not questions:
        raise UserError(Message("{path} holds no questions.", {"path": str(path)}))
    return questions


def _question(line: str, number: int, path: Path) -> GradedQuestion:
    try:
        value: dict[str, Any] = json.loads(line)
        texts = tuple((str(language), str(text)) for language, text in value["question"].items())
        gold = frozenset(str(ref) for ref in (*value["gold_rules"], *value.get("gold_rules_any", ())))
        edition = value.get("edition")
        return GradedQuestion(str(value["id"]), str(value["game"]), edition, texts, str(value["verdict"]), gold)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(
            Message(
                "Line {line} of {path} is no graded question: {reason}.",
                {"line": number, "path": str(path), "reason": f"{type(error).__name__} {error}"},
            )
        ) from error
