from __future__ import annotations

import datetime

import pytest

from rules_corpus.editions import EditionViews, UnknownEditionError
from rules_corpus.merging import merge_layers
from rules_corpus.moves import Move, MoveKind, joined
from rules_corpus.passages import EditionContent, EditionRef, FaqDetails, Passage, PassageKind, PublishedCorpus, Text
from tests.rules_corpus.builders import edition, rule

BEFORE, AFTER = datetime.date(2026, 10, 8), datetime.date(2026, 10, 9)


def views(*contents: EditionContent) -> EditionViews:
    return EditionViews(PublishedCorpus(1, merge_layers(contents)))


OLD = edition("1.4", rule("434.4", "attaching"), rule("435.4", "detaching"), rule("100", "both"), since="2026-07-16")
NEW = edition(
    "1.5",
    rule("435.4", "attaching", was=("1.4", "434.4")),
    rule("200", "only new"),
    complete=False,
    base="1.4",
    since="2026-10-09",
)


def refs(view_members: tuple[object, ...]) -> list[tuple[str, str, bool]]:
    return [(m.edition.edition, m.passage.ref, m.inherited) for m in view_members]  # type: ignore[attr-defined]


def test_the_edition_in_force_answers() -> None:
    both = views(OLD, NEW)
    assert [e.edition for e in both.current("mtg", BEFORE).answering] == ["1.4"]
    assert [e.edition for e in both.current("mtg", AFTER).answering] == ["1.5"]
    assert [e.edition for e in both.upcoming("mtg", BEFORE)] == ["1.5"]
    assert both.upcoming("mtg", AFTER) == ()


def test_a_partial_edition_takes_what_it_lacks_from_its_base() -> None:
    view = views(OLD, NEW).current("mtg", AFTER)
    assert refs(view.members) == [
        ("1.5", "435.4", False),
        ("1.5", "200", False),
        ("1.4", "435.4", True),
        ("1.4", "100", True),
    ]


def test_the_same_number_of_another_rule_is_kept_apart() -> None:
    found = views(OLD, NEW).current("mtg", AFTER).find("435.4")
    assert refs(found) == [("1.5", "435.4", False), ("1.4", "435.4", True)]


def test_a_pinned_edition_shows_itself_alone() -> None:
    both = views(OLD, NEW)
    assert {m[0] for m in refs(both.pinned("mtg", "1.4").members)} == {"1.4"}
    assert both.pinned("mtg", "cr-1.4") == both.pinned("mtg", "1.4")
    with pytest.raises(UnknownEditionError) as error:
        both.pinned("mtg", "9")
    assert error.value.known == ("1.4", "1.5")


def test_a_complete_edition_inherits_no_rule_but_still_knows_older_faq() -> None:
    faq = Passage("may-i", PassageKind.FAQ, (Text("en", "You may."),), faq=FaqDetails("yes"))
    view = views(
        edition("1", rule("1.1", "gone"), faq, since="2026-01-01"),
        edition("2", rule("1.2", "here"), since="2026-02-01"),
    ).current("mtg", AFTER)
    assert refs(view.members) == [("2", "1.2", False), ("1", "may-i", True)]


def test_a_partial_edition_without_a_named_base_builds_on_the_newest_older_complete_one() -> None:
    view = views(
        edition("1", rule("1.1", "oldest"), since="2026-01-01"),
        edition("2", rule("1.1", "older"), since="2026-02-01"),
        edition("3", rule("9.9", "new"), complete=False, since="2026-03-01"),
    ).current("mtg", AFTER)
    assert refs(view.members) == [("3", "9.9", False), ("2", "1.1", True)]


def test_nothing_answers_for_a_game_without_editions() -> None:
    view = views(OLD).current("riftbound", AFTER)
    assert (view.answering, view.members) == ((), ())


def test_children_and_citing_passages_are_found() -> None:
    from tests.rules_corpus.builders import rich_passages

    view = views(edition("2026-08-07", *rich_passages())).current("mtg", AFTER)
    (heading,) = view.find("301")
    assert [m.passage.ref for m in view.children(heading)] == ["301.5"]
    (attach,) = view.find("301.5")
    assert [m.passage.ref for m in view.cited_by(attach)] == ["may-i"]


def test_what_lies_below_a_number_that_changed_its_rule_is_displaced() -> None:
    old = edition(
        "1.4",
        *(rule(ref, "old " + ref) for ref in ("434", "434.2", "435", "435.2", "435.20", "43", "4350")),
        since="2026-07-16",
    )
    new = edition(
        "1.5",
        rule("435", "attach", was=("1.4", "434")),
        rule("434", "prevent", was=("1.4", "433")),
        complete=False,
        base="1.4",
        since="2026-10-09",
    )
    inherited = {m.passage.ref: m.displaced for m in views(old, new).current("mtg", AFTER).members if m.inherited}
    assert inherited == {"434.2": True, "435": True, "435.2": True, "435.20": True, "43": False, "4350": False}


def test_an_older_edition_that_is_published_later_does_not_answer_in_place_of_the_newer() -> None:
    older = edition("1.3", rule("433.4", "attaching"), since="2026-03-30")
    for order in ((OLD, older), (older, OLD)):
        both = views(*order)
        assert [e.edition for e in both.current("mtg", BEFORE).answering] == ["1.4"]
        assert both.labels("mtg") == ("1.3", "1.4")


def test_the_other_editions_of_a_document_come_nearest_older_first() -> None:
    all_of_them = views(
        edition("1.3", rule("1", "x"), since="2026-03-30"),
        OLD,
        NEW,
        edition("1.6", rule("1", "x"), since="2027-01-01"),
        edition("9", rule("1", "x"), game="riftbound"),
    )
    (answering,) = all_of_them.current("mtg", AFTER).answering
    assert [e.edition for e in all_of_them.other_editions(answering)] == ["1.4", "1.3", "1.6"]


def test_moves_between_two_editions_are_computed_once() -> None:
    both = views(OLD, NEW)
    (new,) = both.current("mtg", AFTER).answering
    (old,) = both.current("mtg", BEFORE).answering
    moves = both.moves(old, new)
    assert moves.trace("434.4").new_ref == "435.4"
    assert both.moves(old, new) is moves


def test_rules_below_a_rule_are_found_under_its_place_in_another_edition() -> None:
    old = edition("1.4", rule("9", "nine"), rule("9.1", "below", parent="9"), since="2026-07-16")
    new = edition("1.5", rule("9", "our nine", was=("1.4", "9")), complete=False, base="1.4", since="2026-10-09")
    view = views(old, new).current("mtg", AFTER)
    assert [m.passage.ref for m in view.children_of("cr", EditionRef("1.4", "9"))] == ["9.1"]
    (nine,) = view.find("9")
    assert view.children(nine) == ()


def test_a_rule_is_followed_through_the_editions_between() -> None:
    oldest = edition("1.3", rule("433.4", "attaching a card to another one on the board"), since="2026-03-30")
    old = edition("1.4", rule("434.4", "attaching a card to another one on the board"), since="2026-07-16")
    all_three = views(oldest, old, NEW)
    newest = all_three.pinned("mtg", "1.5").answering[0]
    first = all_three.pinned("mtg", "1.3").answering[0]
    assert all_three.moves(first, newest).trace("433.4").new_ref is None
    assert all_three.trace(first, newest, "433.4").new_ref == "435.4"
    assert all_three.trace(newest, first, "435.4").new_ref == "433.4"
    assert all_three.trace(newest, first, "200").new_ref is None
    with pytest.raises(KeyError):
        all_three.trace(first, newest, "1")


def test_moves_one_after_the_other_make_one() -> None:
    same, moved = Move(MoveKind.SAME, "2", 0.8), Move(MoveKind.MOVED, "3", 1.0)
    assert joined("2", [same, moved]) == Move(MoveKind.REWORDED, "3", 0.8)
    assert joined("1", [Move(MoveKind.MOVED, "2", 1.0), moved]) == Move(MoveKind.MOVED, "3", 1.0)
    assert joined("3", [Move(MoveKind.MOVED, "2", 1.0), moved]) == Move(MoveKind.SAME, "3", 1.0)
    assert joined("1", [Move(MoveKind.STATED, "2", 0.1), moved]) == Move(MoveKind.STATED, "3", 0.1)
