"""Whatever is in a file, reading it ends soon and raises nothing but DocumentErrors; what is valid survives."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_corpus.documents import DocumentErrors, parse_document
from rules_corpus.passages import LANGUAGES, Citation, EditionRef, Passage, PassageKind, TextRole
from tests.rules_corpus.document_samples import FRONT, PATH, SAMPLE

FAQ = FRONT + "\n## FAQ x\n```faq\n"
PIECES = st.sampled_from(
    [
        *"-:,[]{}#&*!|>'\"%@`?\\ \n",
        "---\n",
        "## ",
        "## 818\n",
        "## FAQ a\n",
        "```",
        "```faq\n",
        "\n```\n",
        "en: ",
        "a",
        "é",
        "cites: ",
        "asks: ",
        "{en: a, id: b, es: c}",
        "&a",
        "*a",
        "<<: ",
        "!!int ",
        "\\x",
        "\t",
        "\r",
        "\ufeff",
        "1.5: 8",
    ]
)
LINES = SAMPLE.splitlines(keepends=True)


def read_or_errors(text: str) -> None:
    """Read the text; every error must point at one of its lines."""
    last = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    try:
        parse_document(PATH, text)
    except DocumentErrors as caught:
        assert caught.errors
        for error in caught.errors:
            assert 1 <= error.line <= last
            assert error.expected
            assert error.found
            assert "\n" not in str(error)


@given(st.text(st.characters()))
def test_any_text_at_all(text: str) -> None:
    read_or_errors(text)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(["", "---\n", FRONT, FAQ]), st.booleans())
@example('"\\UFFFFFFFF"', FAQ, True)
@example("%YAML 1." + "9" * 5000 + "\n---\na", FAQ, True)
@example("asks: ? a\n: b", FAQ, True)
@example("---", "", False)
def test_texts_made_of_the_formats_own_pieces(pieces: str, before: str, closed: bool) -> None:
    read_or_errors(before + pieces + ("\n```\n" if closed else ""))


@settings(max_examples=300)
@given(st.data())
def test_the_sample_with_lines_lost_doubled_and_damaged(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = data.draw(st.integers(0, len(line)))
        change = data.draw(st.sampled_from(["lose", "double", "insert", "cut", "swap"]))
        if change == "lose" and len(lines) > 1:
            del lines[at]
        elif change == "double":
            lines.insert(at, line)
        elif change == "insert":
            lines[at] = line[:cut] + data.draw(PIECES) + line[cut:]
        elif change == "cut":
            lines[at] = line[:cut]
        else:
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
    read_or_errors("".join(lines))


@pytest.mark.parametrize(
    "unit",
    [
        ",",
        ",818",
        "(",
        "818 (1.4: 8),",
        " ",
        "`",
        "[",
        "{",
        "{a: ",
        "- ",
        "? ",
        "a: b\n",
        "'",
        "## 818\n",
        "```asp\n",
        "&a ",
        "#",
    ],
)
@pytest.mark.parametrize(
    "before", [FRONT + "\n## RULING x\ncites: 8", FAQ, FAQ + "cites: [", "---\ntitle: ", FRONT + "```"]
)
def test_a_long_repetition_ends_soon(unit: str, before: str) -> None:
    started = time.process_time()
    read_or_errors(before + unit * (60_000 // len(unit)))
    assert time.process_time() - started < 10


# Texts that a field of one line can hold: what it keeps is the text with its white space in single spaces.
words = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)
phrases = st.lists(words, min_size=1, max_size=6).map(" ".join)
trilingual = st.fixed_dictionaries(dict.fromkeys(LANGUAGES, phrases))
numbers = st.integers(100, 999).flatmap(
    lambda n: st.sampled_from(["", ".1", ".12", ".1.c", ".1.c.2", ".3.b.10.a"]).map(lambda rest: f"{n}{rest}")
)


def fields(texts: dict[str, str]) -> str:
    return "".join(f"{language}: {text}\n" for language, text in texts.items())


def only_passage(text: str) -> Passage:
    (passage,) = parse_document(PATH, text).passages
    return passage


@given(numbers, trilingual, st.booleans(), st.lists(numbers, unique=True, max_size=3))
def test_a_rule_survives(ref: str, texts: dict[str, str], heading: bool, see: list[str]) -> None:
    text = f"{FRONT}\n## {ref}\n{fields(texts)}"
    text += "heading: yes\n" if heading else ""
    text += f"see: {', '.join(see)}\n" if see else ""
    passage = only_passage(text)
    role = TextRole.TITLE if heading else TextRole.BODY
    assert (passage.ref, passage.kind, passage.heading) == (ref, PassageKind.RULE, heading)
    assert {t.language: t.text for t in passage.texts_of(role)} == texts
    assert len(passage.texts) == 3
    assert [reference.ref for reference in passage.see] == see


@given(
    st.fixed_dictionaries({language: st.lists(phrases, min_size=1, max_size=3) for language in LANGUAGES}),
    trilingual,
    st.sampled_from(["yes", "no", "depends", None]),
    st.lists(st.tuples(numbers, st.none() | numbers), unique_by=lambda pair: pair[0], min_size=1, max_size=3),
    st.dictionaries(phrases, phrases, max_size=3),
)
def test_an_faq_survives(
    asks: dict[str, list[str]],
    says: dict[str, str],
    verdict: str | None,
    cites: list[tuple[str, str | None]],
    given_facts: dict[str, str],
) -> None:
    # JSON, which YAML includes: its quotes hold any text.
    block: dict[str, object] = {"asks": asks, "says": says, "given": given_facts}
    block["cites"] = [ref if older is None else {"1.5": ref, "1.4": older} for ref, older in cites]
    if verdict is not None:
        block["verdict"] = verdict
    passage = only_passage(f"{FAQ}{json.dumps(block, ensure_ascii=False)}\n```\n")
    for language in LANGUAGES:
        assert [t.text for t in passage.texts_of(TextRole.QUESTION, language)] == asks[language]
        body = passage.body(language)
        assert body is not None
        assert body.text == says[language]
    assert passage.faq is not None
    assert passage.faq.verdict == verdict
    assert dict(passage.faq.given) == given_facts
    assert passage.cites == tuple(
        Citation("core-rules", "1.5", ref, () if older is None else (EditionRef("1.4", older),)) for ref, older in cites
    )


@given(st.lists(st.tuples(numbers, st.none() | numbers), unique_by=lambda pair: pair[0], min_size=1, max_size=4))
def test_cites_of_a_field_survive(cites: list[tuple[str, str | None]]) -> None:
    written = ", ".join(ref if older is None else f"{ref} (1.4: {older})" for ref, older in cites)
    passage = only_passage(f"{FRONT}\n## EXAMPLE x\nen: a\nid: b\nes: c\ncites: {written}\n")
    assert [(cite.ref, cite.also[0].ref if cite.also else None) for cite in passage.cites] == cites
