"""Where rules went: on mini editions in our own words, then between official editions where they are there."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rules_corpus.importers import import_document
from rules_corpus.moves import Move, MoveKind, RuleMoves
from rules_corpus.passages import EditionRef, Passage, PassageKind, Text
from tests.rules_corpus.importers.support import CORPORA, needs_corpora, official


def rule(
    ref: str, text: str, parent: str | None = None, *, was: tuple[str, str] | None = None, own: bool = False
) -> Passage:
    counterparts = (EditionRef(*was),) if was else ()
    heading = len(text.split()) <= 2
    texts = (Text("en", text, official=not own),)
    return Passage(ref, PassageKind.RULE, texts, parent=parent, heading=heading, counterparts=counterparts)


def moves(old: list[Passage], new: list[Passage], *, complete: bool = True) -> RuleMoves:
    return RuleMoves(old, new, old_label="1", new_label="2", new_complete=complete)


LANTERN = "A lantern that is lit shows every hidden card beside it until it goes out."
BRIDGE = "Whoever crosses the bridge first takes the toll from every later traveller."
WELL = "Draw water from the well only while no bucket is hanging in it."


def test_the_same_text_under_another_number_has_moved() -> None:
    found = moves([rule("10.1", LANTERN), rule("10.2", BRIDGE)], [rule("10.1", BRIDGE), rule("10.2", LANTERN)])
    assert found.trace("10.1") == Move(MoveKind.MOVED, "10.2", 1.0)
    assert found.trace("10.2") == Move(MoveKind.MOVED, "10.1", 1.0)
    assert found.origin("10.1") == "10.2"


def test_typography_and_the_numbers_of_other_rules_make_no_difference() -> None:
    found = moves(
        [rule("200.3", "The player\u2019s lantern is lit \u2013 see rule 104.2b for what it shows.")],
        [rule("200.4", "The player's lantern  is lit - see rule 105.2c for what it shows.")],
    )
    assert found.trace("200.3") == Move(MoveKind.MOVED, "200.4", 1.0)


def test_the_same_number_with_other_words_is_still_that_rule() -> None:
    found = moves([rule("10.1", LANTERN)], [rule("10.1", LANTERN.replace("goes out", "is put out by somebody"))])
    traced = found.trace("10.1")
    assert (traced.kind, traced.new_ref) == (MoveKind.SAME, "10.1")
    assert 0.7 < traced.similarity < 1


def test_a_rule_in_other_words_under_another_number_is_found_by_its_words() -> None:
    found = moves(
        [rule("10.1", WELL), rule("10.2", LANTERN)],
        [
            rule("10.1", WELL),
            rule("10.2", BRIDGE),
            rule("10.3", "A lantern which is lit shows all hidden cards beside it until it goes out."),
        ],
    )
    traced = found.trace("10.2")
    assert (traced.kind, traced.new_ref) == (MoveKind.REWORDED, "10.3")
    assert found.origin("10.2") is None


def test_the_number_alone_never_makes_two_rules_one() -> None:
    found = moves([rule("435", "Detach"), rule("435.1", LANTERN)], [rule("435", "Attach"), rule("435.1", BRIDGE)])
    assert [found.trace(ref).kind for ref in ("435", "435.1")] == [MoveKind.GONE, MoveKind.GONE]


def test_of_two_equally_likely_rules_none_is_taken() -> None:
    old = [rule("10.1", WELL), rule("10.2", "A red lantern shows every hidden card beside it.")]
    new = [
        rule("10.1", WELL),
        rule("10.3", "A blue lantern shows every hidden card beside it."),
        rule("10.4", "A green lantern shows every hidden card beside it."),
    ]
    assert moves(old, new).trace("10.2").kind is MoveKind.UNKNOWN
    assert moves(old, new[:2]).trace("10.2").new_ref == "10.3"


def test_the_same_words_about_two_things_stay_apart() -> None:
    found = moves([rule("5.1", "Reach is a static ability.")], [rule("6.1", "Haste is a static ability.")])
    assert found.trace("5.1").new_ref is None


def test_short_texts_that_occur_often_are_told_by_what_stands_around_them() -> None:
    old = [
        rule("7", "Glow"),
        rule("7.1", LANTERN, "7"),
        rule("7.1.a", "It is on units.", "7.1"),
        rule("8", "Drift"),
        rule("8.1", BRIDGE, "8"),
        rule("8.1.a", "It is on units.", "8.1"),
    ]
    new = [
        rule("7", "Bloom"),
        rule("7.1", WELL, "7"),
        rule("7.1.a", "It is on units.", "7.1"),
        rule("8", "Glow"),
        rule("8.1", LANTERN, "8"),
        rule("8.1.a", "It is on units.", "8.1"),
        rule("9", "Drift"),
        rule("9.1", BRIDGE, "9"),
        rule("9.1.a", "It is on units.", "9.1"),
    ]
    found = moves(old, new)
    assert {ref: found.trace(ref).new_ref for ref in found.old_refs} == {
        "7": "8",
        "7.1": "8.1",
        "7.1.a": "8.1.a",
        "8": "9",
        "8.1": "9.1",
        "8.1.a": "9.1.a",
    }
    assert [found.origin(ref) for ref in ("7", "7.1", "7.1.a")] == [None, None, None]


def test_what_an_edition_states_is_taken_where_the_words_cannot_be_compared() -> None:
    old = [rule("434.4", LANTERN), rule("435.4", BRIDGE)]
    new = [rule("435.4", "Lit lanterns reveal what lies next to them.", was=("1", "434.4"), own=True)]
    found = moves(old, new, complete=False)
    assert (found.trace("434.4").kind, found.trace("434.4").new_ref) == (MoveKind.STATED, "435.4")
    assert found.trace("435.4").kind is MoveKind.UNKNOWN
    assert found.origin("435.4") == "434.4"
    back = RuleMoves(new, old, old_label="2", new_label="1")
    assert back.trace("435.4").new_ref == "434.4"


def test_only_a_complete_edition_can_lack_a_rule() -> None:
    assert moves([rule("1.1", LANTERN)], [rule("1.1", BRIDGE)]).trace("1.1").kind is MoveKind.GONE
    assert moves([rule("1.1", LANTERN)], [rule("1.1", BRIDGE)], complete=False).trace("1.1").kind is MoveKind.UNKNOWN


def test_our_own_words_are_not_compared_with_the_publishers() -> None:
    found = moves([rule("1.1", LANTERN + " At once.", own=True)], [rule("2.1", LANTERN)])
    assert found.trace("1.1").kind is MoveKind.UNKNOWN


def test_a_number_that_the_old_edition_lacks_is_no_question() -> None:
    found = moves([rule("1.1", LANTERN)], [rule("2.1", LANTERN)])
    assert found.knows("1.1") and not found.knows("2.1")
    with pytest.raises(KeyError):
        found.trace("2.1")


def _edition(path: str, game: str) -> tuple[str, tuple[Passage, ...]]:
    content = import_document(official(path), game, Path(path).name).content
    return content.edition, content.passages


@cache
def _between(game: str, old: str, new: str) -> RuleMoves:
    (old_label, before), (new_label, after) = _edition(old, game), _edition(new, game)
    return RuleMoves(before, after, old_label=old_label, new_label=new_label)


def _reference(name: str) -> list[list[str]]:
    assert CORPORA is not None
    text = (Path(CORPORA) / "mtg" / "derived" / name).read_text(encoding="utf-8")
    moved: list[list[str]] = json.loads(text)["moved"]
    return moved


FEBRUARY = "mtg/MagicCompRules-20260227.bom-crlf.txt"
APRIL = "mtg/MagicCompRules-20260417.bom-lf.txt"
AUGUST = "mtg/MagicCompRules-20260807.official-bytes.txt"


class TestOfficialEditions:
    pytestmark = needs_corpora()

    def test_april_to_august(self) -> None:
        found = _between("mtg", APRIL, AUGUST)
        listed = _reference("diff-20260417-20260807.json")
        assert len(listed) == 20
        assert all(found.trace(old) == Move(MoveKind.MOVED, new, 1.0) for old, new in listed)
        moved = {old for old in found.old_refs if found.trace(old).new_ref not in (old, None)}
        # The list takes these for changed in place (310.11, 701.50b–e, 704.5w–x) or removed (310.8a, 310.10), because
        # it compares what has the same number; their texts went one number on, two of them word for word.
        assert moved - {old for old, _ in listed} == {
            *("310.8a", "310.10", "310.11", "704.5w", "704.5x"),
            *("701.50b", "701.50c", "701.50d", "701.50e"),
        }
        assert [found.trace(ref).kind for ref in ("701.50d", "730.2j")] == [MoveKind.MOVED, MoveKind.UNKNOWN]

    def test_february_to_april(self) -> None:
        found = _between("mtg", FEBRUARY, APRIL)
        listed = _reference("diff-20260227-20260417.json")
        assert len(listed) == 98
        # 723.1b and 723.1c are listed twice, since 723.2b and 723.2c have the very same texts; their places tell.
        wrong = [(old, new) for old, new in listed if found.trace(old).new_ref != new]
        assert wrong == [("723.1b", "724.2b"), ("723.1c", "724.2c")]
        assert [found.trace(ref).new_ref for ref in ("723.1b", "723.2b")] == ["724.1b", "724.2b"]

    def test_nothing_is_paired_twice(self) -> None:
        for pair in ((FEBRUARY, APRIL), (APRIL, AUGUST)):
            found = _between("mtg", *pair)
            targets = Counter(found.trace(ref).new_ref for ref in found.old_refs)
            assert [ref for ref, count in targets.items() if ref is not None and count > 1] == []

    def test_riftbound_chapters_that_moved(self) -> None:
        found = _between(
            "riftbound",
            "riftbound/core_rules_v1.3_2026-03-30.jsonl",
            "riftbound/core_rules_v1.4_2026-07-16.txt",
        )
        went = {"440": "445", "449": "454", "454": "459", "462": "467", "468": "473", "476": "481", "185": "188"}
        assert {ref: found.trace(ref).new_ref for ref in went} == went
        stayed = ("434", "435", "818.1.c.2", "135.4.b", "376", "382", "716")
        assert [found.trace(ref).new_ref for ref in stayed] == list(stayed)
        assert found.trace("187.4.c").new_ref == "190.4.c"
        kinds = Counter(found.trace(ref).kind for ref in found.old_refs)
        assert kinds[MoveKind.GONE] + kinds[MoveKind.UNKNOWN] < 0.04 * len(found.old_refs)
