"""The one way in: which importer reads what, and what is refused before any of them does."""

from __future__ import annotations

import json
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_corpus.importers import ImportRefused, import_document
from tests.rules_corpus.importers.support import MAGIC, RIFTBOUND, RIFTBOUND_EDITION, magic, refusal

HEAD = "Riftbound Core Rules\nLast Updated: 2026-10-09\n"
PAGE = b"<!DOCTYPE html>\n<html><head><title>Magic: The Gathering Comprehensive Rules</title></head></html>"


def test_the_language_may_be_named() -> None:
    assert import_document(MAGIC, "mtg", "rules.txt", language="en") == magic()


def test_a_refusal_carries_a_message_that_can_be_translated() -> None:
    with pytest.raises(ImportRefused) as caught:
        import_document(b"", "mtg", "rules.txt")
    assert caught.value.key == "{name} is empty."
    assert dict(caught.value.values) == {"name": "rules.txt"}


def test_a_name_with_braces_is_only_a_name() -> None:
    with pytest.raises(ImportRefused) as caught:
        import_document(b"", "mtg", "{rules}.txt")
    assert str(caught.value) == "{rules}.txt is empty."


@pytest.mark.parametrize(
    ("data", "game", "sentence"),
    [
        (MAGIC, "chess", "rules.txt cannot be imported: there is no importer for the game chess."),
        (
            RIFTBOUND,
            "mtg",
            "rules.txt is a document of another game: “Riftbound Core Rules” belongs to riftbound.",
        ),
        (
            MAGIC,
            "riftbound",
            "rules.txt is a document of another game: “Magic: The Gathering Comprehensive Rules” belongs to mtg.",
        ),
        (
            PAGE,
            "mtg",
            "rules.txt is a web page (HTML), not a rules text. Import the text file that the page links to.",
        ),
        (
            json.dumps({"rules": ["100.1"]}).encode(),
            "mtg",
            "rules.txt is JSON data in none of the shapes that can be read",
        ),
        (
            b'{"id": "000"}\n{"id": "001"}\n',
            "riftbound",
            "rules.txt is JSON data in none of the shapes that can be read",
        ),
        (
            json.dumps([1, 2], indent=1).encode("utf-16"),
            "mtg",
            "rules.txt is JSON data in none of the shapes that can be read",
        ),
        (
            b"Some notes on a game.\n",
            "mtg",
            "rules.txt is not a Comprehensive Rules document: it has no line that says from when it is effective.",
        ),
        (
            b"Some notes on a game.\n",
            "riftbound",
            "rules.txt is not Riftbound's core rules: it does not begin with “Riftbound Core Rules”.",
        ),
        (
            b"Some notes on a game.\n",
            "vandaria",
            "rules.txt is no list of questions and answers; for vandaria only such lists and cards can be imported.",
        ),
        (
            b"# All rules\n\nSource: https://a.org/a\n\n# FAQ\n[News](/n)2031-03-05T16:00:00.000Z\nText.\n",
            "riftbound",
            "rules.txt is put together from several pages, with 2 sources and days: import each page by itself,",
        ),
        (b"[a note]", "riftbound", "rules.txt is not Riftbound's core rules: it does not begin with"),
    ],
)
def test_what_is_no_such_document_is_refused_and_named(data: bytes, game: str, sentence: str) -> None:
    assert refusal(data, game).startswith(sentence)


def test_another_language_is_refused() -> None:
    assert refusal(MAGIC, language="es") == ("rules.txt cannot be imported in the language es: it is read in en only.")


def _imports_or_refuses(data: bytes) -> None:
    for game, edition in (("mtg", None), ("riftbound", RIFTBOUND_EDITION)):
        started = time.process_time()
        try:
            result = import_document(data, game, "rules.txt", edition)
        except ImportRefused as refused:
            assert "rules.txt" in str(refused)
        else:
            refs = [passage.ref for passage in result.content.passages]
            assert len(refs) == len(set(refs))
            assert {p.parent for p in result.content.passages} - {None} <= set(refs)
            assert {r.ref for p in result.content.passages for r in p.see} <= set(refs)
        assert time.process_time() - started < 1.5


@given(st.binary(max_size=2000))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_imported_or_refused(data: bytes) -> None:
    _imports_or_refuses(data)


@given(st.sampled_from([MAGIC, RIFTBOUND]), st.data())
@settings(max_examples=150, deadline=None)
def test_any_truncation_is_imported_or_refused(document: bytes, data: st.DataObject) -> None:
    _imports_or_refuses(document[: data.draw(st.integers(0, len(document)))])


@given(st.sampled_from([MAGIC, RIFTBOUND]), st.data())
@settings(max_examples=200, deadline=None)
def test_any_change_is_imported_or_refused(document: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(document)))
        end = data.draw(st.integers(start, min(len(document), start + 200)))
        inserted = data.draw(
            st.one_of(
                st.binary(max_size=12),
                st.sampled_from([b"\n101.1. ", b"\nExample: ", b" rules 101.1a-", b"\nGlossary\n", b"9" * 5000]),
                st.text(max_size=8).map(str.encode),
            )
        )
        document = document[:start] + inserted + document[end:]
    _imports_or_refuses(document)


@given(st.sampled_from([MAGIC, RIFTBOUND]), st.data())
@settings(max_examples=150, deadline=None)
def test_lines_in_any_order_are_imported_or_refused(document: bytes, data: st.DataObject) -> None:
    lines = document.split(b"\n")
    chosen = data.draw(st.lists(st.sampled_from(range(len(lines))), max_size=6))
    for index in chosen:
        lines.insert(data.draw(st.integers(0, len(lines))), lines[index])
    _imports_or_refuses(b"\n".join(lines))


@pytest.mark.parametrize(
    ("document", "game", "edition", "least"), [(MAGIC, "mtg", None, 18), (RIFTBOUND, "riftbound", RIFTBOUND_EDITION, 8)]
)
def test_a_rule_that_is_missing_is_noticed(document: bytes, game: str, edition: str | None, least: int) -> None:
    """Taking out a rule that has rules below it or beside it further on leaves a gap."""
    rules = [p for p in import_document(document, game, "rules.txt", edition).content.passages if p.parent]
    rules = [p for p in rules if "." in p.ref and "/" not in p.ref]
    tried = 0
    for index, rule in enumerate(rules):
        later = rules[index + 1 :]
        if rule.ref in [p.parent for p in later] or rule.parent in [p.parent for p in later]:
            line = re.compile(rf"^{re.escape(rule.ref)}(?:\. | |\.(?=[A-Z])).*\n".encode(), re.MULTILINE)
            assert len(line.findall(document)) == 1
            assert refusal(line.sub(b"", document), game, edition)
            tried += 1
    assert tried >= least


@pytest.mark.parametrize(
    ("text", "game", "sentence"),
    [
        ("a" * 4_000_001, "mtg", "has more than 4000000 characters, which no document has."),
        ("a\n" * 500_001, "vandaria", "has more than 500000 lines, which no document has."),
        (HEAD + "000. a\n" * 3_000, "riftbound", "is damaged: more than 1000 of its rule numbers are wrong."),
        (HEAD + "000. a.\n" + "Example: a.\n" * 50_000, "riftbound", "has more than 50000 rules and examples"),
        (
            HEAD + "".join(f"{n:03}. A rule is.\n" for n in range(20)) + "020. See" + " rules 000-019," * 6_000 + ".\n",
            "riftbound",
            "refers to rules more than 100000 times, which no document does.",
        ),
        (HEAD + "000. a\n001. " + "Refl003. A " * 100_000, "riftbound", "has only 2 rules"),
        (HEAD + "000" + ".1" * 1_000_000 + ". x\n", "riftbound", "begins with a number, but is not a rule"),
        ("# A\nPublished: 2031-03-05\n" + "## a\nb\n" * 20_001, "riftbound", "more than 20000 headings and questions."),
        ("## a?\nb\n" * 20_001, "vandaria", "has more than 20000 questions."),
        ("# A\nPublished: " + "9" * 1_000_000 + "\nb\n", "riftbound", "which is not a date like 2026-07-16."),
    ],
)
def test_too_much_work_is_refused_in_time_and_in_short(text: str, game: str, sentence: str) -> None:
    started = time.process_time()
    said = refusal(text.encode(), game, {"riftbound": None, "vandaria": "2031-03-05"}.get(game))
    assert sentence in said
    assert len(said) < 5_000
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "text",
    [
        "Riftbound Core Rules\nLast Updated: 2031-03-05\n" + "000. a\n" * 20_000,
        "Riftbound Core Rules\nLast Updated: 2031-03-05\n000. " + "See rule 1" * 50_000,
        "Riftbound Core Rules\nLast Updated: 2031-03-05\n000." + ".1" * 100_000 + " x",
        "Riftbound Core Rules\nLast Updated: 2031-03-05\n000. " + "Example: " * 50_000,
        "Magic: The Gathering Comprehensive Rules\n" + "effective as of " * 50_000,
        "Magic: The Gathering Comprehensive Rules\n" + "rules 101.1, " * 50_000,
        "[" * 200_000,
        "<" * 200_000,
        " " * 300_000,
    ],
)
def test_long_and_repetitive_texts_are_refused_in_time(text: str) -> None:
    started = time.process_time()
    for game in ("mtg", "riftbound"):
        refusal(text.encode(), game, RIFTBOUND_EDITION if game == "riftbound" else None)
    assert time.process_time() - started < 3


@pytest.mark.parametrize("body", ["&#" + "9" * 5_000 + ";", "&#x" + "9" * 5_000 + ";", "![" * 100_000])
def test_what_looks_like_markup_is_read_in_time(body: str) -> None:
    started = time.process_time()
    result = import_document(f"# A\nPublished: 2031-03-05\n{body} x\n".encode(), "riftbound", "page.md")
    assert len(result.content.passages) == 1
    assert time.process_time() - started < 5
