"""Every kind of mistake is reported once, with its file, its line and what was expected there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_corpus.documents import DocumentErrors, parse_document
from tests.rules_corpus.document_samples import FRONT, SAMPLE, Case, changed, errors_in, line_of, one_mistake

RULE = "## 818.1.c\n"


FRONT_MATTER: dict[str, Case] = {
    "unknown key": ("authority: en", "author: me\nauthority: en", "author: me", "only game, document", '"author"'),
    "missing key": ("authority: en\n", "", "game:", "authority", "no authority"),
    "game": ("game: riftbound", "game: chess", "game: chess", "game to be riftbound, mtg or vandaria", '"chess"'),
    "document of another game": ("document: core-rules", "document: cr", "document: cr", "to be core-rules", '"cr"'),
    "edition with spaces": ('edition: "1.5"', "edition: 1 5", "edition: 1 5", "a label without spaces", '"1 5"'),
    "edition as a list": ('edition: "1.5"', "edition: [1.5]", "edition: [", "a text for edition", "a list"),
    "base is this edition": ('base: "1.4"', "base: 1.5", "base: 1.5", "another edition", '"1.5"'),
    "base and partial": ("authority: en", "partial: yes\nauthority: en", "partial: yes", "no base is named", '"yes"'),
    "partial": ('base: "1.4"', "partial: no", "partial: no", "partial to be yes", '"no"'),
    "authority": ("authority: en", "authority: es", "authority: es", "authority to be en or id", '"es"'),
    "date": ("effective: 2026-10-09", "effective: 2026-02-30", "2026-02-30", "a date such as", '"2026-02-30"'),
    "date in words": ("effective: 2026-10-09", "effective: October 9", "October 9", "a date such as", '"October 9"'),
    "numbering": ('base: "1.4"', "numbering: theirs", "numbering: theirs", "numbering to be own", '"theirs"'),
    "missing language": ("id: Topi, es: Sombreros}", "id: Topi}", "topic:", "en, id, es in topic", "no es"),
    "empty text": ("{en: Core rules,", "{en: ,", "title:", "a text in en for title", "nothing"),
    "title as a text": (
        "title: {en: Core rules, id: Aturan inti, es: Reglas básicas}",
        "title: Core rules",
        "title:",
        "title as a mapping",
        '"Core rules"',
    ),
    "duplicate key": (
        "authority: en",
        "authority: en\nauthority: id",
        "authority: id",
        "each key once",
        '"authority" again (first on line 6)',
    ),
    "malformed": ("authority: en", "authority: en: id", "authority: en: id", "well-formed YAML", "not allowed here"),
    "no beginning": ("---\ngame:", "game:", "game:", "begins with ---", '"game: riftbound"'),
    "no end": ("Sombreros}\n---\n\n## 818\n", "Sombreros}\n\n## 818\n", "## 818\n", "--- at the end", '"## 818"'),
}

SECTIONS: dict[str, Case] = {
    "number of another document": (RULE, "## 818.1c\n", "## 818.1c", "a rule number such as 818.1.c.2", '"818.1c"'),
    "name with capitals": (
        "## RULING hat-rain",
        "## RULING Hat rain",
        "## RULING",
        "name-like-this",
        '"RULING Hat rain"',
    ),
    "kind": (
        "## RULING hat-rain",
        "## QUESTION hat-rain",
        "## QUESTION",
        "FAQ, RULING, EXAMPLE or KEYWORD",
        '"QUESTION',
    ),
    "text before the first section": (
        "---\n\n## 818\n",
        "---\nHello.\n## 818\n",
        "Hello.",
        "a section that begins with ##",
        '"Hello."',
    ),
    "block before the first section": (
        "---\n\n## 818\n",
        "---\n```asp\n```\n## 818\n",
        "```asp\n```\n##",
        "a section that begins with ##",
        "a block",
    ),
    "another heading": ("## 818\n", "# Hats\n## 818\n", "# Hats\n", "a section that begins with ##", '"# Hats"'),
    "duplicate number": (
        "## 818.1\n",
        "## 818\n",
        "## 818\nen: A hat",
        "each number and name once",
        f'"818" again (first on line {line_of("## 818" + chr(10), SAMPLE)})',
    ),
    "duplicate name": (
        "## EXAMPLE hat-shop",
        "## EXAMPLE hat",
        "## EXAMPLE",
        "each number and name once",
        '"hat" again',
    ),
    "unknown field": ("see: 818, 818.1\n", "sea: 818\n", "sea:", "one of the fields en, id, es, heading, see", '"sea"'),
    "field of another kind": (
        "was: 1.4 817.1\n",
        "date: 2026-08-14\n",
        "date: 2026-08-14\n\n",
        "one of the fields",
        '"date"',
    ),
    "language in an FAQ": (
        "about: hat\nsee",
        "en: x\nabout: hat\nsee",
        "en: x",
        "one of the fields see, about",
        '"en"',
    ),
    "missing languages": (
        "id: Hujan tidak merusak topi.\nes: La lluvia no estropea ningún sombrero.\n",
        "",
        "## RULING",
        "the text in en, id and es",
        "no id and es",
    ),
    "empty field": ("id: Hujan tidak merusak topi.", "id:  ", "id:  ", "a text after id:", "nothing"),
    "field twice": ("en: Rain ruins", "en: Rain\nen: Rain ruins", "en: Rain ruins", "each field once", '"en" again'),
    "two lines": (
        "en: Rain ruins no hat.",
        "en: Rain\nruins no hat.",
        "ruins no hat.",
        "key: text on one line",
        '"ruins',
    ),
    "indented field": (
        "see: 818, 818.1\n",
        "  see: 818\n",
        "  see: 818\n",
        "a heading ## NUMBER, a field",
        '"see: 818"',
    ),
    "heading": ("heading: yes", "heading: no", "heading: no", "heading to be yes", '"no"'),
    "see": ("see: 818, 818.1\n", "see: 818 818.1\n", "see: 818 ", "a rule number", '"818 818.1"'),
    "empty item of see": ("see: 818, 818.1\n", "see: 818,\n", "see: 818,", "a rule number", "nothing"),
    "see twice": ("see: 818, 818.1\n", "see: 818, 818\n", "see: 818,", "each one once", '"818" again'),
    "parent": ("see: 818, 818.1\n", "parent: top\n", "parent: top", "a rule number", '"top"'),
    "as_of without number": (
        "as_of: 1.4 817.1.c\n",
        "as_of: 1.4\n",
        "as_of:",
        "another edition and the number",
        '"1.4"',
    ),
    "as_of with another number": ("as_of: 1.4 817.1.c\n", "as_of: 1.4 EQ.1\n", "as_of:", "a rule number", '"EQ.1"'),
    "was in this edition": (
        "was: 1.4 817.1\n",
        "was: 1.5 817.1\n",
        "was:",
        "another edition than this file's",
        '"1.5"',
    ),
    "was against as_of": (
        "as_of: 1.4 817.1.c\n",
        "as_of: 1.4 817.1.c\nwas: 1.4 817.2\n",
        "was: 1.4 817.2",
        "was to agree with as_of, 1.4 817.1.c",
        '"1.4 817.2"',
    ),
    "line": ("was: 1.4 817.1\n", "line: 0\n", "line: 0", "a line, counted from 1", '"0"'),
    "about": ("about: hat\nsee", "about: Big hat\nsee", "about: Big", "names of keyword entries", '"Big hat"'),
    "about twice": ("about: hat\nsee", "about: hat, hat\nsee", "about: hat, hat", "each one once", '"hat" again'),
    "cites": (
        "cites: 818.1 (1.4: 817.1), 818.1.c\n",
        "cites: 818.1 and 818\n",
        "cites: 818.1 and",
        "rules such as 818.1",
        '"818.1 and 818"',
    ),
    "unclosed bracket": (
        "cites: 818.1 (1.4: 817.1), 818.1.c\n",
        "cites: 818.1 (1.4: 817.1\n",
        "cites: 818.1 (1.4: 817.1\n",
        "rules such as 818.1",
        '"818.1 (1.4: 817.1"',
    ),
    "counterpart": (
        "cites: 818.1 (1.4: 817.1), 818.1.c\n",
        "cites: 818.1 (817.1)\n",
        "cites: 818.1 (817.1)",
        "a counterpart such as 1.4: 434.4",
        '"817.1"',
    ),
    "counterpart in this edition": (
        "cites: 818.1 (1.4: 817.1), 818.1.c\n",
        "cites: 818.1 (1.5: 817.1)\n",
        "cites: 818.1 (1.5",
        "another edition than this file's",
        '"1.5"',
    ),
    "cite twice": (
        "cites: 818.1 (1.4: 817.1), 818.1.c\n",
        "cites: 818, 818\n",
        "cites: 818, 818\n",
        "each one once",
        '"818" again',
    ),
    "source": (
        "source: Hat notes | More hat notes",
        "source: Hat notes | ",
        "source: Hat notes |",
        "titles of publications",
        '"Hat notes |"',
    ),
    "ruling's date": ("date: 2026-08-14", "date: 14-08-2026", "date: 14", "a date such as", '"14-08-2026"'),
    "ruling's effective": (
        "effective: 2026-09-01",
        "effective: 2026-9-1",
        "effective: 2026-9-1",
        "a date",
        '"2026-9-1"',
    ),
    "field after a block": (
        "```\n\n## FAQ hat-indoors",
        "```\nsource: x\n\n## FAQ hat-indoors",
        "source: x",
        "the fields of a section before its blocks",
        '"source: x"',
    ),
}


@pytest.mark.parametrize("name", FRONT_MATTER)
def test_front_matter(name: str) -> None:
    one_mistake(FRONT_MATTER[name])


@pytest.mark.parametrize("name", SECTIONS)
def test_sections(name: str) -> None:
    one_mistake(SECTIONS[name])


def test_the_sample_has_no_mistakes() -> None:
    assert errors_in(SAMPLE) == ()


def test_front_matter_left_open() -> None:
    errors = errors_in("---\ngame: mtg\ndocument: cr\n")
    assert (errors[-1].line, errors[-1].expected) == (4, "--- at the end of the front matter")


@pytest.mark.parametrize("text", ["", "\n", "\ufeff"])
def test_an_empty_file(text: str) -> None:
    (error,) = errors_in(text)
    assert (error.line, error.found) == (1, "nothing")
    assert "front matter" in error.expected


def test_a_file_without_sections() -> None:
    (error,) = errors_in(FRONT)
    assert (error.line, error.expected, error.found) == (1, "at least one section", "none")


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x85", "\u2028", "\ue000", "\ufeff", "\ud800"])
def test_a_character_that_no_text_has(character: str) -> None:
    text = changed("en: Rain ruins", f"en: Rain{character} ruins")
    (error,) = errors_in(text)
    assert (error.line, error.found) == (line_of("en: Rain", text), f"U+{ord(character):04X}")


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "hats.md"
    path.write_bytes(SAMPLE.encode().replace("ningún".encode(), b"ning\xfan"))
    with pytest.raises(DocumentErrors) as caught:
        parse_document(path)
    (error,) = caught.value.errors
    assert error.path == path
    assert error.line == line_of("es: La lluvia", SAMPLE)
    assert (error.expected, error.found) == ("text in UTF-8", "the byte 0xFA")


def test_a_file_of_absurd_size_is_not_read() -> None:
    (error,) = errors_in(SAMPLE + "x" * 250_000)
    assert error.expected == "at most 250000 characters in a file"
