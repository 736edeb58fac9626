"""Pages with the rules of one chapter: miniatures in our own words, then the real pages where they are there."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_corpus.importers import ImportRefused, ImportResult, import_document
from rules_corpus.passages import Layer, PassageKind, TextRole
from tests.rules_corpus.importers.support import CORPORA, FIXTURES, by_ref, needs_corpora, sees, text_of

PAGE = (FIXTURES / "rule_page_miniature.txt").read_text()
SPANISH = (FIXTURES / "rule_page_miniature_es.txt").read_text()
DAY = "2031-03-05"


def _known(document: str, edition: str) -> list[str]:
    return ["100", "100.1", "100.1a", "100.1b", "100.2"] if (document, edition) == ("cr", DAY) else []


def _numbered(text: str = PAGE, edition: str | None = "1.4") -> ImportResult:
    return import_document(text.encode(), "riftbound", "page.txt", edition, known_refs=_known)


def _translated(text: str = SPANISH, edition: str | None = DAY) -> ImportResult:
    return import_document(text.encode(), "mtg", "page.txt", edition, known_refs=_known)


def test_numbers_and_texts_on_lines_of_their_own() -> None:
    result = _numbered()
    content = result.content
    assert (content.document, content.edition, content.layer, content.complete) == (
        "core-rules",
        "1.4",
        Layer.OFFICIAL,
        False,
    )
    assert content.effective_from == datetime.date(2026, 7, 16)
    passages = by_ref(result)
    assert list(passages) == ["801.1", "801.1.a", "801.2", "can-i-dig-with-a-spoon"]
    assert (passages["801.1.a"].parent, passages["801.1"].parent) == ("801.1", None)
    assert sees(passages["801.1"]) == ["801.2"]
    assert text_of(passages["801.2"]) == "A dug bed stays dug."
    assert dict(result.report.counts) == {"rule": 3, "faq": 1}
    assert "It is only a part of its edition" in str(result.report.notes[0])


def test_its_questions_are_not_official() -> None:
    question = by_ref(_numbered())["can-i-dig-with-a-spoon"]
    assert question.kind is PassageKind.FAQ
    assert text_of(question, TextRole.QUESTION) == "Can I dig with a spoon?"
    assert not any(text.official for text in question.texts)
    assert question.faq is not None
    assert question.faq.verdict is None


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("The spade is yours.\n\n", "", "at line 7 a number alone was expected, and its text below it."),
        ("801.2.\n", "801.3.\n", "its numbering goes from 801.1 to 801.3."),
        ("801.1.a.\n", "801.1.b.\n", "its numbering goes from 801.1 to 801.1.b."),
        ("801.2.\n", "802.1.\n", "has rule 802.1, but there is no 802."),
        ("FAQ (1)", "FAQ (2)", "are not as many questions with their answers as it says."),
        ("spoon?", "spoon.", "are not as many questions with their answers as it says."),
    ],
)
def test_a_damaged_page_is_refused(old: str, new: str, sentence: str) -> None:
    assert old in PAGE
    with pytest.raises(ImportRefused) as caught:
        _numbered(PAGE.replace(old, new))
    assert sentence in str(caught.value)


def test_the_edition_must_be_named_and_not_be_there_already() -> None:
    with pytest.raises(ImportRefused, match=r"page.txt does not say which edition it is"):
        _numbered(edition=None)
    with pytest.raises(ImportRefused, match=r"page.txt is only a part of edition 1.4, which is there as a whole"):
        import_document(PAGE.encode(), "riftbound", "page.txt", "1.4", known_refs=lambda _d, _e: ["801"])


def test_subrules_without_letters_get_those_of_the_edition() -> None:
    result = _translated()
    content = result.content
    assert (content.document, content.edition, content.layer, content.complete) == ("cr", DAY, Layer.OWN, False)
    passages = by_ref(result)
    assert list(passages) == ["100.1", "100.1a", "100.1b"]
    (body,) = passages["100.1b"].texts_of(TextRole.BODY, "es")
    assert (body.text, body.official) == ("Un cruce no es una curva.", False)
    assert (passages["100.1a"].parent, sees(passages["100.1a"])) == ("100.1", ["100.1b"])
    assert (
        str(result.report.notes[1])
        == f"Its 2 subrules have no letters: they got 100.1a to 100.1b by their order in edition {DAY}."
    )


@pytest.mark.parametrize(
    ("text", "edition", "sentence"),
    [
        (SPANISH + "Una más.\n", DAY, f"has 3 subrules of rule 100.1, where edition {DAY} has 2"),
        (SPANISH.replace("Un cruce no es una curva.\n", ""), DAY, "has 1 subrules of rule 100.1"),
        (SPANISH, "2030-01-01", "has subrules without letters, which can only be told by those of rule 100.1 in 2030"),
        (SPANISH.replace("100.1 ·", "107.3 ·"), DAY, "those of rule 107.3"),
        (SPANISH.replace("Subreglas\n", ""), DAY, "is not a page of one rule with its subrules."),
        (SPANISH, None, "does not say which edition it is"),
    ],
)
def test_a_translation_that_cannot_be_told_is_refused(text: str, edition: str | None, sentence: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        _translated(text, edition)
    assert sentence in str(caught.value)


def test_a_translation_is_refused_where_no_rules_are_known() -> None:
    with pytest.raises(ImportRefused, match=r"import and publish that edition first"):
        import_document(SPANISH.encode(), "mtg", "page.txt", DAY)


@given(st.sampled_from([PAGE.encode(), SPANISH.encode()]), st.data())
@settings(max_examples=150, deadline=None)
def test_any_change_is_imported_or_refused(document: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(document)))
        end = data.draw(st.integers(start, min(len(document), start + data.draw(st.sampled_from([0, 3, 90])))))
        inserted = data.draw(
            st.one_of(st.binary(max_size=6), st.sampled_from([b"\n801.3.\n", b"?\n", b"\nRelated FAQ (0)\n"]))
        )
        document = document[:start] + inserted + document[end:]
    for game, edition in (("riftbound", "1.4"), ("mtg", DAY)):
        try:
            result = import_document(document, game, "page.txt", edition, known_refs=_known)
        except ImportRefused as refused:
            assert "page.txt" in str(refused)
        else:
            refs = [passage.ref for passage in result.content.passages]
            assert len(refs) == len(set(refs))
            assert {p.parent for p in result.content.passages} - {None} <= set(refs)


class TestReal:
    pytestmark = needs_corpora()

    @staticmethod
    def _seed(start: str) -> bytes:
        assert CORPORA is not None
        (path,) = (Path(CORPORA).parent / "seeds").glob(f"{start}_*.txt")
        return path.read_bytes()

    def test_the_riftbound_page(self) -> None:
        result = import_document(self._seed("001"), "riftbound", "page.txt", "1.4")
        rules = import_document(
            (Path(str(CORPORA)) / "riftbound/core_rules_v1.4_2026-07-16.txt").read_bytes(), "riftbound", "rules.txt"
        )
        whole = by_ref(rules)
        ours = {ref: p for ref, p in by_ref(result).items() if p.kind is PassageKind.RULE}
        assert dict(result.report.counts) == {"rule": len(ours), "faq": 2}
        assert set(ours) == {ref for ref in whole if ref.startswith("818.")}
        assert all(text_of(p) == text_of(whole[ref]) for ref, p in ours.items())

    def test_the_spanish_page(self) -> None:
        known = ["301.5", *(f"301.5{letter}" for letter in "abcdef")]
        result = import_document(
            self._seed("004"), "mtg", "page.txt", "2026-08-07", known_refs=lambda _document, _edition: known
        )
        assert list(by_ref(result)) == known
        assert "702.6" in by_ref(result)["301.5b"].texts_of(TextRole.BODY, "es")[0].text
