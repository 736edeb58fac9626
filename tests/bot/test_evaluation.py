from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.answering.pipeline import Answering
from bot.errors import UserError
from bot.evaluation.questions import read_questions
from bot.evaluation.scoring import Outcome, by_game_and_language, flattened, outcomes, score
from index.search_results import Hit, MatchedBy
from rules_corpus.passages import Citation, Passage, PassageKind

FOUND = Outcome("q", "mtg", "en", True, frozenset({"1.1", "1.2"}), ("9.9", "1.2", "8.8"), "yes", None, False, "en")


def test_ranks_hits_and_recall_are_taken_over_answerable_questions_with_gold() -> None:
    lost = replace(FOUND, ranked=("9.9",))
    uncovered = replace(FOUND, answerable=False, abstained=True, expected="not_covered", gold=frozenset())
    total = score([FOUND, lost, uncovered])
    assert (total.questions, total.with_gold) == (3, 2)
    assert total.hit == ((1, 0.0), (5, 0.5), (10, 0.5))
    assert total.recall == ((1, 0.0), (5, 0.25), (10, 0.25))
    assert total.mrr == 0.25
    assert (total.abstained_on_uncovered, total.abstained_on_answerable) == (1.0, 0.0)


def test_verdicts_are_counted_right_only_where_they_agree() -> None:
    right, wrong = replace(FOUND, given="yes"), replace(FOUND, given="no")
    unasked = replace(FOUND, given="yes", expected="definition")
    total = score([right, wrong, unasked, FOUND])
    assert (total.verdicts_given, total.verdicts_right) == (3, 1)


def test_nothing_has_no_shares() -> None:
    total = score([])
    assert (total.mrr, total.hit[0][1], total.right_language) == (None, None, None)


def test_scores_come_by_game_and_language_and_for_all_games() -> None:
    scores = by_game_and_language([FOUND, replace(FOUND, game="riftbound"), replace(FOUND, language="es")])
    assert {group: s.questions for group, s in scores.items()} == {
        ("all", "en"): 2,
        ("all", "es"): 1,
        ("mtg", "en"): 1,
        ("mtg", "es"): 1,
        ("riftbound", "en"): 1,
    }
    assert scores["mtg", "es"].right_language == 0.0


def test_a_hit_counts_as_the_rules_that_it_cites() -> None:
    def hit(ref: str, *cites: str) -> Hit:
        passage = Passage(ref, PassageKind.RULE, (), cites=tuple(Citation("cr", "1", cite) for cite in cites))
        return Hit("mtg", "cr", "1", passage, 1.0, 1.0, 1.0, MatchedBy.CONTENT, "en", "")

    assert flattened([hit("faq", "1.1", "1.2"), hit("1.2"), hit("1.3")]) == ("1.1", "1.2", "1.3")


def test_a_file_is_asked_in_every_language_with_its_edition_pinned(answering: Answering, tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    line = {
        "id": "a",
        "game": "riftbound",
        "edition": "core-rules-1.5",
        "question": {"en": "Can I equip a unit at a battlefield?", "es": "818.1.c.2"},
        "verdict": "yes",
        "gold_rules": ["818.1.c.2"],
    }
    path.write_text(json.dumps(line) + "\n\n", "utf-8")
    found = outcomes(answering, read_questions(path))
    assert [(o.language, o.game) for o in found] == [("en", "riftbound"), ("es", "riftbound")]
    assert found[1].rank == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "no questions"), ("{", "Line 1"), ('{"id": 1}', "Line 1"), ("[]", "Line 1")],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(UserError) as error:
        read_questions(path)
    assert words in error.value.message.key.format(**error.value.message.values)
