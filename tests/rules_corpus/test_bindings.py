"""Binding hashes: only a change of a rule's words changes them; and the field that holds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_corpus.bindings import Bind, binding_hash, official_text
from rules_corpus.documents import DocumentErrors, parse_document, parse_folder
from rules_corpus.passages import Passage, PassageKind, Text, TextRole

RULE = "If the gate is open, see rule 301.5b and rule 702.6; “don't” wait — see 615."


@pytest.mark.parametrize(
    "same",
    [
        "If the gate is open, see rule 301.6c and rule 702.9; “don't” wait — see 615.",
        "If the gate is open, see rule 301.5b and rule 702.6; “don't” wait — see 718.",
        'if the  gate is open, see rule 301.5b and rule 702.6; "don’t" wait - see 615.',
    ],
)
def test_numbers_quotes_spaces_and_case_make_no_difference(same: str) -> None:
    assert binding_hash(same) == binding_hash(RULE)


@pytest.mark.parametrize(
    "other",
    [
        "If the gate is shut, see rule 301.5b and rule 702.6; “don't” wait — see 615.",
        "If the gate is open, see rule 301.5b; “don't” wait — see 615.",
        "If the gate is not open, see rule 301.5b and rule 702.6; “don't” wait — see 615.",
    ],
)
def test_another_word_makes_another_hash(other: str) -> None:
    assert binding_hash(other) != binding_hash(RULE)


def test_numbers_that_name_no_rule_count() -> None:
    assert binding_hash("Draw 100 cards.") != binding_hash("Draw 101 cards.")
    assert binding_hash("It has 3 Might.") != binding_hash("It has 4 Might.")


def test_only_the_publishers_text_in_the_language_that_decides_is_bound() -> None:
    ours, theirs = Text("en", "Ours."), Text("en", "Theirs.", official=True)
    title = Text("en", "A heading", TextRole.TITLE, official=True)
    assert official_text(Passage("1", PassageKind.RULE, (ours,)), "en") is None
    assert official_text(Passage("1", PassageKind.RULE, (ours, theirs)), "en") == "Theirs."
    assert official_text(Passage("1", PassageKind.RULE, (ours, theirs)), "id") is None
    assert official_text(Passage("1", PassageKind.RULE, (title,)), "en") == "A heading"


HEAD = """\
---
game: riftbound
document: core-rules
edition: "1.5"
base: "1.4"
authority: en
title: {en: A, id: B, es: C}
topic: {en: A, id: B, es: C}
---
## 135.4
en: A.
id: B.
es: C.
was: 1.4 135.9
"""
ASP = "```asp\nset(a,b,base) :- c.\n```\n"


def test_a_section_names_the_texts_it_was_written_from(tmp_path: Path) -> None:
    text = HEAD + "binds: 1.4 0123456789abcdef, 1.5 fedcba9876543210\n" + ASP
    parsed = parse_document(tmp_path / "a.md", text)
    assert parsed.binds == {"135.4": (Bind("1.4", "0123456789abcdef"), Bind("1.5", "fedcba9876543210"))}


@pytest.mark.parametrize(
    ("line", "block", "expected"),
    [
        ("binds: 1.4 0123", ASP, "16 hexadecimal digits"),
        ("binds: 1.4 0123456789ABCDEF", ASP, "16 hexadecimal digits"),
        ("binds: 1.3 0123456789abcdef", ASP, "an edition that the section names"),
        ("binds: 1.4 0123456789abcdef, 1.4 0123456789abcdef", ASP, "each edition once"),
        ("binds: 1.4 0123456789abcdef", "", "only in a section with an asp block"),
    ],
)
def test_what_binds_nothing_is_refused(tmp_path: Path, line: str, block: str, expected: str) -> None:
    with pytest.raises(DocumentErrors) as caught:
        parse_document(tmp_path / "a.md", f"{HEAD}{line}\n{block}")
    assert expected in str(caught.value)


def test_every_formal_rule_with_an_official_text_is_bound() -> None:
    """Riftbound and Magic have official texts; the words of the Vandaria guide's sections are ours."""
    for parsed in parse_folder():
        formal = {block.ref for block in parsed.blocks if block.kind == "asp"}
        rules = {p.ref for p in parsed.passages if p.kind is PassageKind.RULE}
        expected = set() if parsed.front.game == "vandaria" else formal & rules
        assert set(parsed.binds) == expected, parsed.path.name
