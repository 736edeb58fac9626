"""Lists of questions and answers in Markdown, YAML and CSV."""

from __future__ import annotations

import contextlib
import datetime
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_corpus.importers import ImportRefused, ImportResult, import_document
from rules_corpus.passages import Layer, PassageKind, TextRole
from tests.rules_corpus.importers.support import FIXTURES, by_ref

FILES = {kind: (FIXTURES / f"questions.{kind}").read_text() for kind in ("md", "yaml", "csv")}


def _import(text: str, edition: str | None = "2031-03-05", **options: str) -> ImportResult:
    return import_document(
        text.encode(),
        options.get("game", "vandaria"),
        options.get("name", "Garden questions.md"),
        edition,
        options.get("language"),
        options.get("document"),
    )


def _refusal(text: str, edition: str | None = "2031-03-05", **options: str) -> str:
    with pytest.raises(ImportRefused) as caught:
        _import(text, edition, **options)
    return str(caught.value)


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("game", ["riftbound", "mtg", "vandaria"])
def test_the_three_shapes_say_the_same(kind: str, game: str) -> None:
    result = _import(FILES[kind], game=game)
    content = result.content
    assert (content.game, content.document, content.edition) == (game, "garden-questions", "2031-03-05")
    assert (content.layer, content.effective_from) == (Layer.OWN, datetime.date(2031, 3, 5))
    passages = by_ref(result)
    assert list(passages) == ["can-i-dig-a-path-twice", "se-puede-rastrillar"]
    first, second = passages.values()
    assert [(t.language, t.role, " ".join(t.text.split()), t.official) for t in first.texts] == [
        ("en", TextRole.QUESTION, "Can I dig a path twice?", False),
        ("en", TextRole.BODY, "As often as you like. It stays a path.", False),
    ]
    assert {t.language for t in second.texts} == {"es"}
    assert first.kind is second.kind is PassageKind.FAQ
    assert first.faq is not None
    assert second.faq is not None
    assert (first.faq.verdict, second.faq.verdict) == ("yes", None)
    assert (first.cites, first.sources) == ((), ("Garden questions.md",))
    assert dict(result.report.counts) == {"faq": 2, "verdict": 1}


def test_an_answer_in_words_is_no_verdict() -> None:
    (passage,) = _import("## Can I dig?\nYes. You can.\n").content.passages
    assert passage.faq is not None
    assert passage.faq.verdict is None


def test_the_caller_names_language_and_document() -> None:
    content = _import("## Boleh menggali?\nBoleh.\n", language="id", document="tanya-jawab").content
    assert (content.document, content.authority, content.passages[0].texts[0].language) == ("tanya-jawab", "id", "id")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("## Can I dig?\n", "the entry on line 1 has no question, no answer"),
        ("## Can I dig?\nVerdict: maybe\nYes.\n", "the entry on line 1 has the verdict maybe"),
        ("## Can I dig?\nLanguage: fr\nOui.\n", "the entry on line 1 is in the language fr"),
        ("# List\nHello.\n## Can I dig?\nYes.\n", "the text on line 2 belongs to no question."),
        ("## Can I dig?\nYes.\n## Tools\nA spade.\n", "the text on line 4 belongs to no question."),
        ("question,answer\nCan I?,Yes,No\n", "the row that ends on line 2 has 3 cells, where 2 are expected."),
        ("question,verdict\nCan I?,Yes\n", "needs the columns question and answer, each once; verdict"),
        ('question,answer\nCan I?,"Yes\n', "is no valid CSV: line 2"),
        ("question,answer\nCan I?,\n", "the entry on line 2 has no question, no answer"),
        ("question,answer\n", "has no question with its answer."),
        ("- question: Can I?\n", "on line 1"),
        ("- question: Can I?\n  answer: [a]\n", "on line 2 a text for answer was expected"),
        ("- question: Can I?\n  answer: !!python/object:os.system a\n", "on line 2"),
        ("- question: &a Can I?\n  answer: *a\n", "on line 1"),
    ],
)
def test_what_is_damaged_is_refused_and_named(text: str, sentence: str) -> None:
    assert sentence in _refusal(text)


def test_what_must_be_named_is_asked_for() -> None:
    assert "has no edition of its own" in _refusal(FILES["md"], None)
    assert "in the language fr" in _refusal(FILES["md"], language="fr")
    assert "“A b” is not a document's name" in _refusal(FILES["md"], document="A b")


@given(st.sampled_from(sorted(FILES.values())), st.data())
@settings(max_examples=200, deadline=None)
def test_any_change_is_imported_or_refused(text: str, data: st.DataObject) -> None:
    document = text.encode()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(document)))
        end = data.draw(st.integers(start, min(len(document), start + data.draw(st.sampled_from([0, 3, 60])))))
        inserted = data.draw(
            st.one_of(
                st.binary(max_size=6), st.sampled_from([b'"', b"\n## ?\n", b"- ", b": ", b"&a ", b"\n", b";", b"{"])
            )
        )
        document = document[:start] + inserted + document[end:]
    with contextlib.suppress(ImportRefused):
        result = import_document(document, "vandaria", "list.md", "2031-03-05")
        refs = [passage.ref for passage in result.content.passages]
        assert refs
        assert len(refs) == len(set(refs))
        assert all(text.text.strip() for p in result.content.passages for text in p.texts)


@pytest.mark.parametrize(
    "text",
    [
        "## a?\nb\n" * 60_000,
        "question,answer\n" + "a,b\n" * 60_000,
        "question,answer\n" + '"' * 300_000,
        "question," * 60_000,
        "- question: a\n  answer: b\n" * 60_000,
        "- question: " + "[" * 100_000,
    ],
)
def test_too_long_lists_are_refused_in_time(text: str) -> None:
    started = time.process_time()
    assert _refusal(text)
    assert time.process_time() - started < 3
