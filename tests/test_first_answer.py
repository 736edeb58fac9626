"""The whole of rulesbot with its real encoder, from an empty data folder to answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

from benchmarks.faq_rewordings import GAME, derived, missed, rewordings, unanswerable, variants, wrongly_settled
from bot.answering.answer import AnswerKind
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.application import Application
from bot.settings import Settings
from rules_corpus.documents import load_starter_editions
from rules_corpus.passages import TextRole

ROOT = Path(__file__).resolve().parents[1]
ASK = (
    "import sys; from bot.cli import run; status = run(sys.argv[1:]);"
    "print('torch' in sys.modules or 'transformers' in sys.modules, file=sys.stderr); sys.exit(status)"
)


@dataclass(frozen=True, slots=True)
class FirstRun:
    """The first question that is asked on a new machine, and what came of it."""

    data: Path
    status: int
    out: str
    err: str


@pytest.fixture(scope="session")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> FirstRun:
    """Asked once for a whole test run, whichever of its processes comes first."""
    base = tmp_path_factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "first-run"
    home.mkdir(exist_ok=True)
    data, record = home / "data", home / "record.json"
    with FileLock(home / "lock"):
        if not record.exists():
            environment = {k: v for k, v in os.environ.items() if not k.startswith(("RULESBOT_", "LC_", "LANG"))}
            environment |= {"HOME": str(home), "RULESBOT_DATA_DIR": str(data), "PYTHONPATH": str(ROOT)}
            question = "Can I equip a unit that is at a battlefield?"
            process = subprocess.run(
                [sys.executable, "-c", ASK, "ask", "--json", question],
                env=environment,
                capture_output=True,
                text=True,
                cwd=home,
                timeout=600,
                check=False,
            )
            record.write_text(json.dumps([process.returncode, process.stdout, process.stderr]), "utf-8")
    status, out, err = json.loads(record.read_text("utf-8"))
    return FirstRun(data, status, out, err)


@pytest.fixture(scope="module")
def answering(first_run: FirstRun) -> Answering:
    return Application(Settings(data_dir=first_run.data)).answering


def test_the_first_question_sets_everything_up_and_is_answered(first_run: FirstRun) -> None:
    assert first_run.status == 0, first_run.err
    answer = json.loads(first_run.out)
    assert (answer["game"], answer["kind"], answer["verdict"]) == ("riftbound", "faq", "yes")
    assert "435.4" in [citation["ref"] for citation in answer["citations"]]


def test_answering_imports_no_torch(first_run: FirstRun) -> None:
    assert first_run.err.splitlines()[-1] == "False"


def test_reworded_questions_find_their_faq_or_rule(answering: Answering) -> None:
    asked = list(rewordings())
    lost = missed(answering)
    assert len(asked) == 90
    assert len(lost) <= 0.1 * len(asked), [(r.faq, r.text, first) for r, first in lost]


def test_no_question_that_only_looks_alike_gets_another_ones_verdict(answering: Answering) -> None:
    assert len(list(variants())) == 120
    assert wrongly_settled(answering) == []
    assert {variant.kind for variant in derived(answering)} == {"other_controller", "other_time"}


def test_questions_about_other_things_get_no_verdict_and_mostly_an_abstention(answering: Answering) -> None:
    abstained = []
    for group, language, text in unanswerable():
        answer = answering.ask(Question(text))
        assert answer.verdict is None, (group, language, text)
        if group == "off_topic":
            abstained.append(answer.kind is AnswerKind.ABSTAIN)
    assert sum(abstained) >= 0.8 * len(abstained)


def test_every_stored_question_gets_its_own_answer(answering: Answering) -> None:
    asked = 0
    for edition in load_starter_editions():
        for passage in edition.passages:
            if passage.faq is None:
                continue
            for text in passage.texts_of(TextRole.QUESTION):
                answer = answering.ask(Question(text.text, edition.game))
                asked += 1
                assert answer.verdict == passage.faq.verdict, text.text
                assert answer.language == text.language, text.text
                expected = AnswerKind.ABSTAIN if passage.faq.gap else AnswerKind.FAQ
                assert answer.kind is expected, text.text
    assert asked > 1000


def test_the_same_question_is_answered_the_same_twice(answering: Answering) -> None:
    first, second = (answering.ask(Question("what if my unit with two swords dies", GAME)) for _ in range(2))
    assert first.says == second.says
    assert first.confidence == second.confidence
