"""The order and gaps of rule numbers, and printed ranges."""

from __future__ import annotations

import pytest

from rules_corpus.importers.magic_body import rule_parent as magic_parent
from rules_corpus.importers.numbering import Numbered, RuleNumbers, check_numbering, order_key
from rules_corpus.importers.report import ImportRefused
from rules_corpus.importers.riftbound_body import rule_parent as riftbound_parent


def _below_chapters(ref: str) -> str | None:
    return magic_parent(ref) if "." in ref else None


def _check(*refs: str) -> None:
    check_numbering("rules.txt", [Numbered(r, i + 1) for i, r in enumerate(refs)], _below_chapters, gaps_at_top=True)


@pytest.mark.parametrize(
    ("ref", "magic", "riftbound"),
    [("7", None, None), ("702", "7", None), ("702.6", "702", "702"), ("702.6a", "702.6", "702")],
)
def test_parents(ref: str, magic: str | None, riftbound: str | None) -> None:
    assert magic_parent(ref) == magic
    assert riftbound_parent(ref) == riftbound


def test_a_riftbound_number_belongs_to_the_one_a_part_shorter() -> None:
    assert riftbound_parent("818.1.c.2") == "818.1.c"


def test_numbers_sort_by_value_and_letters_by_length() -> None:
    ordered = ["100", "100.2", "100.2a", "100.2z", "100.2aa", "100.10", "101"]
    mixed = ["100.2aa", "101", "100.10", "100.2", "100.2z", "100", "100.2a"]
    assert sorted(mixed, key=order_key) == ordered


def test_skipped_letters_and_double_letters_are_no_gap() -> None:
    letters = "abcdefghijkmnpqrstuvwxyz"
    _check("100", "100.1", *(f"100.1{letter}" for letter in letters), "100.1aa", "100.1ab", "205")


def test_letters_that_are_not_skipped_are_no_gap_either() -> None:
    _check("100", "100.1", *(f"100.1{letter}" for letter in "abcdefghijklmnop"))


@pytest.mark.parametrize(
    ("refs", "sentence"),
    [
        (["100", "100.1", "100.3"], "rules.txt is incomplete: on line 3 its numbering goes from 100.1 to 100.3."),
        (["100", "100.2"], "rules.txt is incomplete: on line 2 its numbering goes from 100 to 100.2."),
        (["100", "100.1", "100.1b"], "rules.txt is incomplete: on line 3 its numbering goes from 100.1 to 100.1b."),
        (
            ["100", "100.1", "100.1a", "100.1c"],
            "rules.txt is incomplete: on line 4 its numbering goes from 100.1a to 100.1c.",
        ),
        (["100", "100.1", "100.1"], "rules.txt has rule 100.1 twice, on lines 2 and 3."),
        (["101", "101.1", "100"], "rules.txt is out of order: line 3 has rule 100 after rule 101.1."),
        (["100", "100.1", "101.1"], "rules.txt is incomplete: line 3 has rule 101.1, but there is no 101."),
        (["100", "100.1a"], "rules.txt is incomplete: line 2 has rule 100.1a, but there is no 100.1."),
    ],
)
def test_gaps_doubles_and_disorder_are_refused(refs: list[str], sentence: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        _check(*refs)
    assert str(caught.value) == sentence


def test_gaps_between_chapters_may_be_forbidden() -> None:
    with pytest.raises(ImportRefused, match="goes from 1 to 3"):
        check_numbering("rules.txt", [Numbered("1", 1), Numbered("3", 2)], lambda _: None, gaps_at_top=False)


def test_ranges_take_in_what_exists_on_the_same_level() -> None:
    refs = ["100", "100.1", "100.1j", "100.1k", "100.1m", "100.1n", "100.2", "100.3"]
    numbers = RuleNumbers(refs, magic_parent)
    assert numbers.between("100.1j", "100.1m") == ("100.1j", "100.1k", "100.1m")
    assert numbers.between("100.1", "100.3") == ("100.1", "100.2", "100.3")
    assert numbers.between("100.1", "100.1") == ("100.1",)
    assert numbers.between("100.1k", "100.1x") == ("100.1k", "100.1x")
    assert numbers.between("100.3", "100.1") == ("100.3", "100.1")
