"""How many right, wrong and half-right answers the checker tells apart: counts by label, finding and language.

    python -m benchmarks.claims CLAIMS QUESTIONS [--scenarios FILE] [--only TOPIC …]

CLAIMS has a line `{"claim_id", "question_id", "lang", "answer", "label": correct|wrong|partial}` for each answer,
QUESTIONS is a question file of `rulesbot eval`. Questions are read as players ask them, with the data folder that the
settings name; with `--scenarios`, a file that says what each question states (`tests/data/README.md`), they are not
read at all, so that what is measured is the reading of answers alone. Nothing of the files is printed but ids.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.gold_scenarios import GoldQuestion, load_scenarios
from bot.answering.cited_rules import without_citations
from bot.answering.question import Question
from bot.application import Application
from bot.settings import Settings
from rule_check.claims.book import load_claim_books
from rule_check.claims.comparison import compared
from rule_check.claims.reading import AnswerReader
from rule_check.claims.setting import Setting
from rule_check.reading.phrases import load_phrases
from rule_check.scenario import Query, Scenario, ScenarioError
from rule_check.sequences import UnsettledStepError
from rule_check.solver import TooComplexError
from rule_check.topics import Topic, load_topic
from rules_corpus.lexicon import load_lexicon

_UNREAD = "not read"
"""Instead of a finding: the question has no scenario of one part."""


@dataclass(frozen=True)
class Claim:
    id: str
    question_id: str
    language: str
    answer: str
    label: str
    fault: str | None


@dataclass(frozen=True)
class Gold:
    """What a question states and asks."""

    scenario: Scenario
    query: Query
    turned: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--scenarios", type=Path)
    parser.add_argument("--only", nargs="*", default=(), help="how a topic begins; game:vandaria for a whole game")
    chosen = parser.parse_args()
    questions = {line["id"]: line for line in _lines(chosen.questions)}
    claims = [
        Claim(line["claim_id"], line["question_id"], line["lang"], line["answer"], line["label"], line.get("fault"))
        for line in _lines(chosen.claims)
    ]
    claims = [claim for claim in claims if _chosen(questions[claim.question_id], chosen.only)]
    if chosen.scenarios is not None:
        golds = _golds(load_scenarios(chosen.scenarios))
        findings = list(_with_scenarios(claims, questions, golds))
    else:
        findings = list(_as_asked(claims, questions))
    _report(list(zip(claims, findings, strict=True)))


def _as_asked(claims: Iterable[Claim], questions: Mapping[str, Any]) -> Iterator[str]:
    answering = Application(Settings()).answering
    for claim in claims:
        asked = questions[claim.question_id]
        text = asked["question"].get(claim.language) or next(iter(asked["question"].values()))
        question = Question(text, asked["game"], asked.get("edition"), claim.language)
        found = answering.check(question, claim.answer)
        yield found.finding.value if found.question_read else _UNREAD


def _with_scenarios(claims: Iterable[Claim], questions: Mapping[str, Any], golds: Mapping[str, Gold]) -> Iterator[str]:
    lexicon = load_lexicon()
    topics: dict[str, Topic] = {}
    readers: dict[str, dict[str, AnswerReader]] = {}
    for claim in claims:
        gold, game = golds.get(claim.question_id), questions[claim.question_id]["game"]
        if gold is None:
            yield _UNREAD
            continue
        if game not in topics:
            topics[game] = load_topic(game)
            books = load_claim_books(topics[game].vocabulary, load_phrases(topics[game].vocabulary))
            readers[game] = {language: AnswerReader(book, lexicon) for language, book in books.items()}
        engine = topics[game].engine
        try:
            derivation = engine.derive(gold.scenario, gold.query)
            reading = readers[game][claim.language].read(without_citations(claim.answer))
            found = compared(reading, Setting(engine, gold.scenario, gold.query, derivation), turned=gold.turned)
        except (ScenarioError, UnsettledStepError, TooComplexError):
            yield _UNREAD
            continue
        yield found.finding.value


def _report(found: list[tuple[Claim, str]]) -> None:
    languages = sorted({claim.language for claim, _ in found})
    for label in ("correct", "wrong", "partial"):
        of_label = [(claim, finding) for claim, finding in found if claim.label == label]
        read = [(claim, finding) for claim, finding in of_label if finding != _UNREAD]
        print(f"{label}: {len(of_label)}, of which {len(read)} with a question that is understood")
        for finding, count in Counter(finding for _, finding in read).most_common():
            split = ", ".join(
                f"{lang} {sum(c.language == lang and f == finding for c, f in read)}" for lang in languages
            )
            print(f"  {finding:24}{count:4}  {count / len(read):4.0%}   {split}")
    for label, finding in (("wrong", "VALID"), ("partial", "VALID"), ("correct", "INVALID")):
        ids = [f"{c.id} ({c.fault})" if c.fault else c.id for c, f in found if (c.label, f) == (label, finding)]
        print(f"{label} but {finding}: {', '.join(ids) or 'none'}")


def _golds(questions: Iterable[GoldQuestion]) -> dict[str, Gold]:
    """By question, its scenario as usually taken; only of questions that ask one thing in the vocabulary's words."""
    return {
        question.id: Gold(part.usual, part.query, part.opposite)
        for question in questions
        if len(question.parts) == 1
        for part in question.parts
        if part.query is not None
    }


def _chosen(question: Mapping[str, Any], only: Iterable[str]) -> bool:
    wanted = tuple(only)
    return not wanted or any(
        question["game"] == begin.removeprefix("game:")
        if begin.startswith("game:")
        else question["topic"].startswith(begin)
        for begin in wanted
    )


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    main()
