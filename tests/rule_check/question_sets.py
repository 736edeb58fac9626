"""The rule checker's question sets in `tests/data/` as values; `tests/data/README.md` says what the fields mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml

DATA = Path(__file__).resolve().parents[1] / "data"
PLAIN = DATA / "checker_plain_questions.yaml"
ADVERSARIAL = DATA / "checker_adversarial_questions.yaml"

VerdictKind = Literal["yes", "no", "depends", "open", "none", "outcome"]
VERDICT_KINDS: tuple[VerdictKind, ...] = ("yes", "no", "depends", "open", "none", "outcome")


class BadQuestionSet(ValueError):
    """An entry of a question set that is not of the agreed shape."""


@dataclass(frozen=True, slots=True)
class GoldVerdict:
    kind: VerdictKind
    outcome: str | None
    """What happens, in a few English words; only for the kind `outcome`."""


@dataclass(frozen=True, slots=True)
class CheckedQuestion:
    name: str
    game: str
    verdict: GoldVerdict
    rules: tuple[str, ...]
    why: str
    question: Mapping[str, str]
    """The question by language code."""
    proposition: str | None
    trap: str | None
    twin: str | None


_REQUIRED = {"id", "game", "verdict", "rules", "why", "question"}
_OPTIONAL = {"proposition", "trap", "twin"}


def load_question_set(path: Path) -> tuple[CheckedQuestion, ...]:
    """The questions of a set in the order of the file. Raises BadQuestionSet for an entry of another shape."""
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(entries, list) or not entries:
        raise BadQuestionSet(f"{path.name} is not a list of questions.")
    return tuple(question_from(entry) for entry in entries)


def question_from(entry: object) -> CheckedQuestion:
    """One entry as it was parsed, checked for its shape. Raises BadQuestionSet, which names the entry."""
    if not isinstance(entry, dict):
        raise BadQuestionSet(f"A question is a mapping, not {entry!r}.")
    name = entry.get("id")
    missing, unknown = _REQUIRED - entry.keys(), entry.keys() - _REQUIRED - _OPTIONAL
    if missing or unknown:
        raise BadQuestionSet(f"{name}: lacks {sorted(missing)}, does not know {sorted(unknown)}.")
    rules, question = entry["rules"], entry["question"]
    if not isinstance(rules, list) or not isinstance(question, dict):
        raise BadQuestionSet(f"{name}: `rules` is a list and `question` a mapping from language to text.")
    texts = [entry[key] for key in entry.keys() - {"rules", "question"}] + rules + list(question.values())
    # An unquoted `no` or `301.5` is parsed as something else than text, and refused here.
    if not all(isinstance(text, str) and text.strip() for text in texts):
        raise BadQuestionSet(f"{name}: has a text that is empty or not a text.")
    return CheckedQuestion(
        name=entry["id"],
        game=entry["game"],
        verdict=_verdict(entry["id"], entry["verdict"]),
        rules=tuple(rules),
        why=entry["why"],
        question=question,
        proposition=entry.get("proposition"),
        trap=entry.get("trap"),
        twin=entry.get("twin"),
    )


def _verdict(name: str, text: str) -> GoldVerdict:
    kind, colon, outcome = text.partition(":")
    if kind not in VERDICT_KINDS or (kind == "outcome") != bool(colon) or bool(colon) != bool(outcome.strip()):
        raise BadQuestionSet(f"{name}: {text!r} is no verdict.")
    return GoldVerdict(kind, outcome.strip() or None)
