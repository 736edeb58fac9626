"""`rulesbot check` on the starter corpus: findings, citations, batches and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.answering.answer_check import is_turned
from bot.answering.cited_rules import without_citations
from tests.bot.test_cli import Run, cli, filled_folder, lines_of

__all__ = ["cli", "filled_folder"]

QUESTION = "Can I equip a Follower that is Stray without Wander?"
FIELDS = {"id", "finding", "derived_verdict", "trail", "conditions", "citations"}


def test_findings_and_citations_line_by_line(cli: Run, tmp_path: Path) -> None:
    def line(name: str, answer: object, **more: object) -> str:
        return json.dumps({"id": name, "game": "vandaria", "question": QUESTION, "answer": answer} | more)

    file = tmp_path / "answers.jsonl"
    lines = [
        line("right", "No, because the Follower is Stray and doesn't have Wander (EQ.7.3)."),
        line("wrong", "Yes, you can (EQ.99.1)."),
        line("reason", "No, because the Follower is on a diet. See EQ.1.2."),
        line("unread", "No (EQ.7.3, EQ.99.1).", question="Why do birds sing on my gizmo?"),
        line("game", "No.", game="chess"),
        line("type", 7),
        line("empty", " "),
        line("edition", "No.", edition="77"),
        "nonsense",
    ]
    file.write_text("\n".join(lines), "utf-8")
    found = lines_of(cli("check", "--batch", str(file)))
    right, wrong, reason, unread, *bad = found
    assert right.keys() == FIELDS
    assert (right["finding"], right["derived_verdict"]) == ("VALID", "no")
    assert right["citations"] == {"cited": ["EQ.7.3"], "missing": [], "not_deciding": [], "unknown": []}
    assert wrong["finding"] == "INVALID"
    assert wrong["citations"]["unknown"] == ["EQ.99.1"]
    assert wrong["citations"]["missing"] == ["EQ.7.3"]
    assert reason["finding"] == "TRANSLATION_AMBIGUOUS"
    assert reason["citations"]["not_deciding"] == ["EQ.1.2"]
    assert unread["finding"] in ("TRANSLATION_AMBIGUOUS", "NO_TRANSLATIONS")
    assert unread["derived_verdict"] is None
    assert unread["citations"] == {"cited": ["EQ.7.3"], "missing": [], "not_deciding": [], "unknown": ["EQ.99.1"]}
    assert [entry["id"] for entry in bad] == ["game", "type", "empty", "edition", None]
    assert all(entry["error"] for entry in bad)


def test_the_report_is_in_the_readers_language(cli: Run) -> None:
    result = cli("check", "-g", "vandaria", "-l", "es", "-q", QUESTION, "-a", "Yes, you can (EQ.99.1).")
    assert result.status == 0
    assert result.out.startswith("✗ Incorrecta")
    assert "EQ.99.1" in result.out
    assert "EQ.7.3" in result.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("-g", "vandaria", "-q", QUESTION),
        ("-q", QUESTION, "-a", "No."),
        ("-g", "chess", "-q", QUESTION, "-a", "No."),
        ("-g", "vandaria", "-e", "77", "-q", QUESTION, "-a", "No."),
        ("-g", "vandaria", "-q", QUESTION, "-a", " "),
        ("-g", "vandaria", "-q", " ", "-a", "No."),
        ("-g", "vandaria", "-q", QUESTION, "-a", "No " * 3000),
        ("--batch", "missing.jsonl"),
        ("--batch", "-", "-a", "No."),
    ],
)
def test_bad_input_ends_with_2_and_one_sentence(cli: Run, arguments: tuple[str, ...]) -> None:
    result = cli("check", *arguments)
    assert result.status == 2
    assert len(result.err.strip().splitlines()) == 1
    assert result.out == ""


@pytest.mark.parametrize(
    ("answer", "rest"),
    [
        ("No, see rule 702.6a.", "No, ."),
        ("No (rules 301.5c and 702.6a).", "No ."),
        ("Gak bisa, menurut aturan 818.1.c.2 (1.5).", "Gak bisa, ."),
        ("It is forbidden by nobody.", "It is forbidden by nobody."),
    ],
)
def test_citations_are_taken_out_with_the_words_that_introduce_them(answer: str, rest: str) -> None:
    assert " ".join(without_citations(answer).split()) == rest


@pytest.mark.parametrize(
    ("question", "turned"),
    [
        ("So I can't equip it, right?", True),
        ("Gak bisa dipasang ya?", True),
        ("¿Entonces no puedo equiparlo?", True),
        ("Can I equip it?", False),
        ("Bisa dipasang gak?", False),
        ("¿Puedo equiparlo?", False),
    ],
)
def test_questions_that_are_put_negatively(question: str, turned: bool) -> None:
    assert is_turned(question) is turned
