"""The question bank: its files, and the rules that it finds again in other editions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_corpus.bindings import binding_hash
from rules_corpus.passages import Passage, PassageKind, PublishedCorpus, PublishedEdition, Text, TextRole
from rules_corpus.question_bank.attaching import Unplaced, attach_questions
from rules_corpus.question_bank.checking import Problem, problems_of
from rules_corpus.question_bank.entries import BankEntry, BankFileError, QuestionBank, load_question_bank

CLIMB = "A gardener may climb a fence only while holding a rake (see rule 101.2)."
PRUNE = "Pruning a rose costs one water."


def entry(ref: str, text: str, *questions: tuple[str, str]) -> BankEntry:
    return BankEntry(
        "mtg", "cr", "2026-01-01", ref, binding_hash(text), questions or (("en", f"What about {ref} then?"),)
    )


def edition(label: str, *rules: tuple[str, str], official: bool = True) -> PublishedEdition:
    passages = tuple(Passage(ref, PassageKind.RULE, (Text("en", text, official=official),)) for ref, text in rules)
    return PublishedEdition("mtg", "cr", label, "en", (), passages, True, None, None)


def questions_at(corpus: PublishedCorpus, ref: str) -> list[str]:
    (passage,) = [found for found in corpus.editions[0].passages if found.ref == ref]
    return [text.text for text in passage.texts_of(TextRole.QUESTION)]


def attached(
    bank: list[BankEntry], *editions: PublishedEdition
) -> tuple[PublishedCorpus, list[tuple[str, str, Unplaced]]]:
    corpus, review = attach_questions(PublishedCorpus(1, editions), QuestionBank(tuple(bank), "x"))
    return corpus, [(found.entry.ref, found.edition, found.reason) for found in review]


def test_questions_stand_at_the_rule_that_they_were_written_for() -> None:
    corpus, review = attached(
        [entry("100.1", CLIMB, ("en", "Fence without a rake?"), ("id", "Pagar tanpa rake?"))],
        edition("2026-01-01", ("100.1", CLIMB), ("100.2", PRUNE)),
    )
    assert questions_at(corpus, "100.1") == ["Fence without a rake?", "Pagar tanpa rake?"]
    assert questions_at(corpus, "100.2") == []
    assert review == []


def test_a_rule_that_only_moved_keeps_its_questions_and_its_old_number_gets_none() -> None:
    moved = CLIMB.replace("101.2", "105.2")
    corpus, review = attached([entry("100.1", CLIMB)], edition("2026-06-01", ("100.1", PRUNE), ("100.7", moved)))
    assert questions_at(corpus, "100.7") == ["What about 100.1 then?"]
    assert questions_at(corpus, "100.1") == []
    assert review == []


def test_a_reworded_rule_gets_no_questions_and_is_listed() -> None:
    corpus, review = attached(
        [entry("100.1", CLIMB), entry("900.1", "It is gone.")],
        edition("2026-06-01", ("100.1", CLIMB.replace("may", "must"))),
    )
    assert questions_at(corpus, "100.1") == []
    assert review == [("100.1", "2026-06-01", Unplaced.REWORDED), ("900.1", "2026-06-01", Unplaced.GONE)]


def test_a_text_that_stands_twice_decides_only_with_its_number() -> None:
    both = edition("2026-06-01", ("100.1", PRUNE), ("100.2", PRUNE))
    corpus, review = attached([entry("100.2", PRUNE), entry("100.9", PRUNE)], both)
    assert questions_at(corpus, "100.2") == ["What about 100.2 then?"]
    assert review == [("100.9", "2026-06-01", Unplaced.AMBIGUOUS)]


def test_our_own_explanations_carry_no_bank_questions() -> None:
    corpus, review = attached([entry("100.1", CLIMB)], edition("2026-01-01", ("100.1", CLIMB), official=False))
    assert questions_at(corpus, "100.1") == []
    assert review == []


def test_problems_are_found() -> None:
    copied = "May a gardener climb a fence only while holding a rake?"
    bank = [
        entry(
            "100.1",
            CLIMB,
            ("en", copied),
            ("en", "Why?"),
            ("id", "Boleh naik pagar ga?"),
            ("es", "¿Puedo trepar ya mismo?"),
        ),
        entry("100.2", PRUNE, ("en", "Can I cut roses for free?"), ("id", "boleh naik PAGAR  ga?")),
    ]
    found = {(one.entry.ref, one.language, one.problem) for one in problems_of(bank, {"100.1": CLIMB, "100.2": PRUNE})}
    assert found == {
        ("100.1", "en", Problem.LEAKED),
        ("100.1", "en", Problem.TOO_SHORT),
        ("100.1", "id", Problem.DUPLICATE),
        ("100.2", "id", Problem.DUPLICATE),
        ("100.2", "en", Problem.TOO_FEW),
        ("100.2", "es", Problem.TOO_FEW),
    }


def write(folder: Path, *lines: object) -> Path:
    place = folder / "mtg" / "cr-2026-01-01"
    place.mkdir(parents=True)
    (place / "100.jsonl").write_text(
        "\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines), encoding="utf-8"
    )
    return folder


def test_a_file_is_read_by_game_document_and_edition(tmp_path: Path) -> None:
    bank = load_question_bank(write(tmp_path, {"ref": "100.1", "hash": "ab", "en": ["Is it so?"], "es": ["¿Es así?"]}))
    assert bank.entries == (
        BankEntry("mtg", "cr", "2026-01-01", "100.1", "ab", (("en", "Is it so?"), ("es", "¿Es así?"))),
    )
    assert bank.identity


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        [],
        {"ref": "100.1"},
        {"ref": 1, "hash": "ab"},
        {"ref": "100.1", "hash": "ab", "en": "not a list"},
        {"ref": "100.1", "hash": "ab", "en": [" "]},
        {"ref": "100.1", "hash": "ab", "fr": ["Pourquoi ?"]},
    ],
)
def test_a_malformed_line_is_refused_with_its_place(tmp_path: Path, line: object) -> None:
    with pytest.raises(BankFileError, match="line 2"):
        load_question_bank(write(tmp_path, {"ref": "100.9", "hash": "ab", "en": ["Is it so?"]}, line))


def test_a_rule_stands_in_one_place_only(tmp_path: Path) -> None:
    line = {"ref": "100.1", "hash": "ab", "en": ["Is it so?"]}
    with pytest.raises(BankFileError, match="twice"):
        load_question_bank(write(tmp_path, line, line))
