from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from rules_corpus.documents import DocumentErrors, check_folder, load_starter_editions, parse_folder
from rules_corpus.passages import EditionContent, EditionRef, Layer, PassageKind, Text, TextRole
from tests.rules_corpus.document_samples import FRONT, OTHERS, RULES, SAMPLE, changed, file_in, line_of

TEXTS = "en: a\nid: b\nes: c\n"


def rule(ref: str, *fields: str) -> str:
    return f"\n## {ref}\n{TEXTS}" + "".join(f"{line}\n" for line in fields)


def one(folder: Path) -> EditionContent:
    (edition,) = load_starter_editions(folder)
    return edition


def mistakes(folder: Path) -> list[tuple[str, int, str, str]]:
    return [(error.path.name, error.line, error.expected, error.found) for error in check_folder(folder)]


def test_files_of_an_edition_become_one(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "b_others.md", FRONT.replace("Hats", "Other things") + OTHERS)
    file_in(tmp_path, "riftbound", "a_rules.md", FRONT + RULES)
    edition = one(tmp_path)
    assert (edition.game, edition.document, edition.edition) == ("riftbound", "core-rules", "1.5")
    assert (edition.layer, edition.authority, edition.own_numbering) == (Layer.OWN, "en", False)
    assert (edition.base, edition.complete) == ("1.4", False)
    assert edition.effective_from == datetime.date(2026, 10, 9)
    assert edition.titles[0] == Text("en", "Core rules", TextRole.TITLE)
    assert edition.source == "a_rules.md, b_others.md"
    assert [p.ref for p in edition.passages][:4] == ["818", "818.1", "818.1.c", "hat"]
    assert len(edition.passages) == 8


def test_a_file_alone_reports_what_its_edition_lacks(tmp_path: Path) -> None:
    path = file_in(tmp_path, "riftbound", "others.md", FRONT + OTHERS)
    text = FRONT + OTHERS
    expected = "a rule that this corpus has in core-rules 1.5"
    assert mistakes(tmp_path) == [
        ("others.md", line_of("cites: 818.1 (", text), expected, '"818.1"'),
        ("others.md", line_of("cites: 818.1 (", text), expected, '"818.1.c"'),
        ("others.md", line_of("see: 818.1", text), expected, '"818.1"'),
        ("others.md", line_of("cites: [", text), expected, '"818.1.c"'),
        ("others.md", line_of("cites: [", text), expected, '"818.1"'),
        ("others.md", line_of("cites: 818.1.c (", text), expected, '"818.1.c"'),
        ("others.md", line_of("cites: 818.1.c (", text), expected, '"818"'),
        ("others.md", line_of("cites: 818.1.c\n", text), expected, '"818.1.c"'),
    ]
    with pytest.raises(DocumentErrors) as caught:
        load_starter_editions(tmp_path)
    assert caught.value.errors == tuple(check_folder(tmp_path))
    assert caught.value.errors[0].path == path


@pytest.mark.parametrize(
    ("old", "new", "expected", "found"),
    [
        ("see: 818, 818.1\n", "see: 818, 900\n", "a rule that this corpus has in core-rules 1.5", '"900"'),
        ("see: 818, 818.1\n", "parent: 900\n", "a rule that this corpus has in core-rules 1.5", '"900"'),
        ("about: hat\nsee", "about: cap\nsee", "a KEYWORD entry that this corpus has in core-rules 1.5", '"cap"'),
        ("about: hat\nsee", "about: hat-shop\nsee", "a KEYWORD entry that", '"hat-shop"'),
        ('cites: [818.1.c, {"1.5": 818.1, ', 'cites: [818.1.c, {"1.5": 900, ', "a rule that this corpus has", '"900"'),
    ],
)
def test_what_an_edition_lacks(tmp_path: Path, old: str, new: str, expected: str, found: str) -> None:
    text = changed(old, new)
    file_in(tmp_path, "riftbound", "hats.md", text)
    (mistake,) = mistakes(tmp_path)
    assert mistake[:2] == ("hats.md", line_of(new.split("\n")[0], text))
    assert mistake[2].startswith(expected)
    assert mistake[3] == found


def test_parents_are_derived_only_where_the_section_exists(tmp_path: Path) -> None:
    text = FRONT + rule("818") + rule("818.1.c") + rule("818.1.c.2") + rule("819") + rule("819.1", "parent: 818")
    file_in(tmp_path, "riftbound", "hats.md", text)
    parents = {p.ref: p.parent for p in one(tmp_path).passages}
    assert parents == {"818": None, "818.1.c": None, "818.1.c.2": "818.1.c", "819": None, "819.1": "818"}


def test_a_parent_in_another_file_is_found_and_names_have_none(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "a.md", FRONT + rule("818.1"))
    file_in(tmp_path, "riftbound", "b.md", FRONT + rule("818"))
    assert {p.ref: p.parent for p in one(tmp_path).passages} == {"818.1": "818", "818": None}


def test_a_parent_below_the_rule_itself_is_refused(tmp_path: Path) -> None:
    text = FRONT + rule("818", "parent: 818.1.c") + rule("818.1") + rule("818.1.c")
    file_in(tmp_path, "riftbound", "hats.md", text)
    assert mistakes(tmp_path) == [
        ("hats.md", line_of("## 818\n", text), "a parent above this rule", '"818.1.c", which is below it')
    ]


def test_editions_stay_apart(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "new.md", SAMPLE)
    older = FRONT.replace('base: "1.4"', "partial: yes").replace("2026-10-09", "2026-07-16").replace('"1.5"', '"1.4"')
    file_in(tmp_path, "riftbound", "old.md", older + rule("817"))
    magic = FRONT.replace("riftbound", "mtg").replace("core-rules", "cr").replace('base: "1.4"\n', "")
    file_in(tmp_path, "mtg", "equip.md", magic + rule("702.6") + rule("702.6a"))
    editions = load_starter_editions(tmp_path)
    assert [(e.game, e.edition, e.complete) for e in editions] == [
        ("mtg", "1.5", True),
        ("riftbound", "1.5", False),
        ("riftbound", "1.4", False),
    ]
    assert editions[0].passages[1].parent == "702.6"


def test_a_number_twice_in_an_edition_is_reported_at_the_second_file(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "a.md", SAMPLE)
    text = FRONT + rule("818.1") + f"\n## EXAMPLE hat-rain\n{TEXTS}"
    file_in(tmp_path, "riftbound", "b.md", text)
    once = "each number and name once in an edition"
    first = [line_of("## 818.1\n", SAMPLE), line_of("## RULING hat-rain", SAMPLE)]
    assert mistakes(tmp_path) == [
        ("b.md", line_of("## 818.1\n", text), once, f'"818.1" again (first in a.md:{first[0]})'),
        ("b.md", line_of("## EXAMPLE", text), once, f'"hat-rain" again (first in a.md:{first[1]})'),
    ]


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("authority", "authority: en", "authority: id"),
        ("base", 'base: "1.4"', 'base: "1.3"'),
        ("effective", "effective: 2026-10-09", "effective: 2026-10-10"),
        ("numbering", "authority: en", "numbering: own\nauthority: en"),
        ("title", "Aturan inti", "Aturan dasar"),
    ],
)
def test_files_of_an_edition_agree(tmp_path: Path, key: str, old: str, new: str) -> None:
    text = changed(old, new, FRONT) + rule("900")
    file_in(tmp_path, "riftbound", "a.md", SAMPLE)
    file_in(tmp_path, "riftbound", "b.md", text)
    expected = f"the same {key} as in a.md, which holds the same edition"
    assert mistakes(tmp_path) == [("b.md", line_of(f"\n{key}:", text) + 1, expected, "another one")]


def test_a_key_that_only_the_first_file_has_is_missed(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "a.md", SAMPLE)
    file_in(tmp_path, "riftbound", "b.md", changed("effective: 2026-10-09\n", "", FRONT) + rule("900"))
    assert mistakes(tmp_path) == [
        ("b.md", 1, "the same effective as in a.md, which holds the same edition", "none"),
    ]


def test_a_good_file_is_not_blamed_for_anothers_front_matter(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "a.md", changed("authority: en", "authority: xx", FRONT) + RULES)
    file_in(tmp_path, "riftbound", "b.md", FRONT + OTHERS)
    assert [mistake[:2] for mistake in mistakes(tmp_path)] == [("a.md", line_of("authority", FRONT))]


def test_a_faulty_section_still_counts_as_there(tmp_path: Path) -> None:
    text = changed("en: The wearer pays for its hat.\n", "")
    file_in(tmp_path, "riftbound", "hats.md", text)
    assert [mistake[3] for mistake in mistakes(tmp_path)] == ["no en"]


def test_nothing_is_called_absent_while_a_file_of_the_game_is_unreadable(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "a.md", "## 818.1\n")
    file_in(tmp_path, "riftbound", "b.md", FRONT + OTHERS)
    assert [mistake[:2] for mistake in mistakes(tmp_path)] == [("a.md", 1)]


def test_the_folder_names_the_game(tmp_path: Path) -> None:
    file_in(tmp_path, "mtg", "hats.md", SAMPLE)
    assert mistakes(tmp_path) == [("hats.md", 2, "the game of its folder, mtg", '"riftbound"')]


def test_a_counterpart_must_exist_only_in_an_edition_that_is_complete(tmp_path: Path) -> None:
    older = changed('base: "1.4"\n', "", FRONT).replace('"1.5"', '"1.4"')
    kept = rule("817.1") + rule("817.1.c")
    file_in(tmp_path, "riftbound", "new.md", SAMPLE)
    file_in(tmp_path, "riftbound", "old.md", older + kept)
    assert mistakes(tmp_path) == []
    file_in(tmp_path, "riftbound", "old.md", older + rule("817.1"))
    expected = "a rule of core-rules 1.4"
    assert mistakes(tmp_path) == [
        ("new.md", line_of("as_of: 1.4 817.1.c", SAMPLE), expected, '"817.1.c"'),
        ("new.md", line_of("cites: 818.1.c (", SAMPLE), expected, '"817.1.c"'),
    ]
    file_in(tmp_path, "riftbound", "old.md", older.replace("authority", "partial: yes\nauthority") + rule("817.1"))
    assert mistakes(tmp_path) == []


def test_a_games_own_folder_can_be_read(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "hats.md", SAMPLE)
    file_in(tmp_path, "mtg", "broken.md", "")
    assert check_folder(tmp_path / "riftbound") == []
    assert len(check_folder(tmp_path)) == 1


def test_the_files_keep_their_formal_blocks(tmp_path: Path) -> None:
    path = file_in(tmp_path, "riftbound", "hats.md", SAMPLE)
    (parsed,) = parse_folder(tmp_path)
    assert [(block.kind, block.ref, block.path) for block in parsed.blocks] == [
        ("asp", "818.1.c", path),
        ("check", "818.1.c", path),
    ]


def test_a_guide_with_our_numbers(tmp_path: Path) -> None:
    front = (
        "---\ngame: vandaria\ndocument: guide\nedition: guide\nauthority: id\nnumbering: own\n"
        "title: {en: Guide, id: Panduan, es: Guía}\ntopic: {en: Hats, id: Topi, es: Sombreros}\n---\n"
    )
    file_in(tmp_path, "vandaria", "hats.md", front + rule("EQ.1") + rule("EQ.1.1", "line: 3"))
    edition = one(tmp_path)
    assert (edition.own_numbering, edition.complete, edition.effective_from) == (True, True, None)
    assert (edition.passages[1].parent, edition.passages[1].source_line) == ("EQ.1", 3)
    assert edition.passages[1].kind is PassageKind.RULE


def test_cites_carry_document_and_edition(tmp_path: Path) -> None:
    file_in(tmp_path, "riftbound", "hats.md", SAMPLE)
    cite = next(p for p in one(tmp_path).passages if p.ref == "hat-on-hat").cites[1]
    assert (cite.document, cite.edition, cite.ref, cite.also) == (
        "core-rules",
        "1.5",
        "818.1",
        (EditionRef("1.4", "817.1"),),
    )


def test_an_empty_folder_has_no_editions_and_a_missing_one_is_an_error(tmp_path: Path) -> None:
    assert load_starter_editions(tmp_path) == ()
    assert check_folder(tmp_path) == []
    for read in (load_starter_editions, check_folder, parse_folder):
        with pytest.raises(NotADirectoryError):
            read(tmp_path / "none")


def test_the_starter_corpus_has_no_mistakes() -> None:
    assert [str(error) for error in check_folder()] == []
    assert load_starter_editions()
