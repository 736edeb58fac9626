"""FAQs, errata and patch notes: the miniature in our own words, then the official ones where they are there."""

from __future__ import annotations

import contextlib
import datetime
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_corpus.importers import ImportRefused, ImportResult, KnownRefs, import_document
from rules_corpus.importers.publications import verdict_of
from rules_corpus.importers.slugs import Slugs, slug
from rules_corpus.passages import Citation, Layer, PassageKind, TextRole
from tests.rules_corpus.importers.support import CORPORA, FIXTURES, by_ref, needs_corpora, official, text_of

PAGE = (FIXTURES / "faq_miniature.md").read_bytes()


def _import(
    data: bytes | str = PAGE,
    edition: str | None = None,
    document: str | None = None,
    known_refs: KnownRefs | None = None,
) -> ImportResult:
    data = data if isinstance(data, bytes) else data.encode()
    return import_document(data, "riftbound", "page.md", edition, None, document, known_refs)


def _refusal(data: bytes | str = PAGE, edition: str | None = None, document: str | None = None) -> str:
    with pytest.raises(ImportRefused) as caught:
        _import(data, edition, document)
    return str(caught.value)


def _cited(result: ImportResult) -> dict[str, list[str]]:
    return {p.ref: [c.ref for c in p.cites] for p in result.content.passages if p.cites}


def _pages(*titles: str) -> list[dict[str, Any]]:
    _head, _, content = PAGE.decode().partition("garden-faq/\n")
    return [{"id": "x", "title": t, "publishedAt": "2026-08-14T16:00:00.000Z", "content": content} for t in titles]


def _history() -> dict[str, Any]:
    def event(source: str, card: str, new: str, old: str | None) -> dict[str, Any]:
        return {"sourceId": source, "cardName": card, "newText": new, "oldText": old}

    return {
        "sourceDocuments": [
            {"sourceId": "a", "release": "Garden", "published": "2026-08-14"},
            {"sourceId": "b", "release": "Meadow", "published": "2026-09-01"},
        ],
        "identities": [
            {"events": [event("a", "Old Spade", "Dig 2.", "Dig\n[2].")]},
            {"events": [event("b", "Rake", "Rake.", None), event("a", "Fork", "Fork.", "Forks.")]},
        ],
    }


def test_a_publication_is_a_document_of_its_own_with_its_day_as_edition() -> None:
    content = _import().content
    assert (content.document, content.edition, content.layer) == ("garden-faq", "2026-08-14", Layer.OFFICIAL)
    assert content.effective_from == datetime.date(2026, 8, 14)
    assert (content.complete, content.base, content.authority) == (True, None, "en")
    for passage in content.passages:
        assert passage.sources == ("Riftbound Garden FAQ",)
        assert passage.source_date == datetime.date(2026, 8, 14)
        assert all(text.official and text.language == "en" for text in passage.texts)


def test_questions_and_statements() -> None:
    result = _import()
    assert dict(result.report.counts) == {"faq": 5, "ruling": 3, "citation": 2}
    assert [(p.ref, p.kind) for p in result.content.passages] == [
        ("riftbound-garden-faq", PassageKind.RULING),
        ("can-i-dig-a-path-twice", PassageKind.FAQ),
        ("can-i-dig-with-a-spoon-or-only-with-a-spade-what-about-a", PassageKind.FAQ),
        ("old-spade-revised-text", PassageKind.RULING),
        ("what-does-a-rake-revised-text-do", PassageKind.FAQ),
        ("beds", PassageKind.RULING),
        ("why-are-beds-square", PassageKind.FAQ),
        ("isnt-a-round-bed-a-bed", PassageKind.FAQ),
    ]
    passages = by_ref(result)
    path = passages["can-i-dig-a-path-twice"]
    assert text_of(path, TextRole.QUESTION) == "Can I dig a path twice?"
    assert text_of(path) == "Yes. A path can be dug as often as you like, see rule 801.1.\nIt stays a path."
    assert text_of(passages["old-spade-revised-text"], TextRole.TITLE) == "Old Spade (revised text)"


def test_markdown_images_and_captions_are_left_out() -> None:
    passages = by_ref(_import())
    assert text_of(passages["old-spade-revised-text"]) == "[NEW TEXT]\nDig 2.\n[OLD TEXT]\nDig [2] deep."
    assert "(the list has all of them)" in text_of(passages["can-i-dig-with-a-spoon-or-only-with-a-spade-what-about-a"])
    assert "img" not in json.dumps([t.text for p in passages.values() for t in p.texts])


def test_numbers_are_cited_in_the_edition_of_the_day() -> None:
    result = _import()
    assert _cited(result) == {
        "can-i-dig-a-path-twice": ["801.1"],
        "can-i-dig-with-a-spoon-or-only-with-a-spade-what-about-a": ["801.1.a"],
    }
    assert by_ref(result)["can-i-dig-a-path-twice"].cites == (Citation("core-rules", "1.4", "801.1"),)
    assert "The numbers that it names are taken for those of the core rules 1.4." in map(str, result.report.notes)


def test_numbers_that_are_no_rules_are_reported_where_the_rules_are_known() -> None:
    asked = []

    def refs(document: str, edition: str) -> list[str]:
        asked.append((document, edition))
        return ["801", "801.1.a", "803"]

    result = _import(known_refs=refs)
    assert set(asked) == {("core-rules", "1.4")}
    assert [d.target for d in result.report.dangling] == ["801.1"]
    # In a list without the word rule before it, 803 is only sure to be a rule where there is one.
    assert _cited(result) == {"can-i-dig-with-a-spoon-or-only-with-a-spade-what-about-a": ["801.1.a", "803"]}


@pytest.mark.parametrize("day", ["2025-10-16", "2026-10-09", "2031-01-01"])
def test_without_a_sure_edition_nothing_is_cited(day: str) -> None:
    result = _import(PAGE.decode().replace("2026-08-14", day))
    assert _cited(result) == {}
    assert "No edition of the core rules is sure for its day, so the numbers that it names are not cited." in map(
        str, result.report.notes
    )


def test_a_source_that_is_not_the_publishers_makes_texts_that_are_not_official() -> None:
    result = _import(
        PAGE.decode().replace("riftbound.leagueoflegends.com", "riftbound.leagueoflegends.com.example.org")
    )
    assert result.content.layer is Layer.OWN
    assert not any(text.official for p in result.content.passages for text in p.texts)


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("Can I dig a path twice?", "Yes. A path can be dug.", "yes"),
        ("If I dig, do I stop?", "No.\nYou go on.", "no"),
        ("Can I dig a path twice?", "Yes, but only on Sundays.", None),
        ("Can I dig a path twice?", "Yes and no.", None),
        ("Can I dig a path twice?", "You can.", None),
        ("How can I dig?", "Yes. With a spade.", None),
        ("Can't I dig?", "Yes. You can.", None),
        ("Is a bed not a path?", "No. It isn't.", None),
        ("Do I dig or rake?", "Yes. Dig.", None),
        ("Can I dig? Can I rake?", "No. You can't.", None),
    ],
)
def test_only_a_plain_answer_to_a_plain_question_is_a_verdict(question: str, answer: str, verdict: str | None) -> None:
    assert verdict_of(question, answer) == verdict


def test_the_verdicts() -> None:
    verdicts = {p.ref: p.faq.verdict for p in _import().content.passages if p.faq and p.faq.verdict}
    assert verdicts == {"can-i-dig-a-path-twice": "yes"}


def test_a_long_statement_is_cut_between_its_paragraphs() -> None:
    long = "\n\n".join(f"Paragraph {n} " + "on beds " * 100 for n in range(5))
    passages = by_ref(_import(PAGE.decode().replace("A bed has four sides.", long)))
    told = [p for ref, p in passages.items() if ref == "beds" or ref.startswith("beds/")]
    assert [p.ref for p in told] == ["beds", "beds/part-2", "beds/part-3", "beds/part-4", "beds/part-5"]
    assert all(text_of(p, TextRole.TITLE) == "Beds" for p in told)


def test_a_text_without_headings_takes_its_questions_by_their_question_marks() -> None:
    text = (
        "Garden FAQ\nPublished: 2026-08-14\n\nHello.\n\nMay I rake?\n\nNo.\n- “Why?” he asked.\n\nWhy? Why not?\n\nSo."
    )
    assert [(p.ref, text_of(p)) for p in _import(text).content.passages] == [
        ("garden-faq", "Hello."),
        ("may-i-rake", "No.\n- “Why?” he asked."),
        ("why-why-not", "So."),
    ]
    assert "It names no source; it was taken as the publisher's own." in map(str, _import(text).report.notes)


class TestJson:
    def test_one_page_is_read_as_if_it_stood_alone(self) -> None:
        result = _import(json.dumps(_pages("Riftbound Garden FAQ")))
        assert result.content.passages == _import().content.passages
        assert (result.content.document, result.content.edition) == ("garden-faq", "2026-08-14")

    def test_one_of_several_is_chosen(self) -> None:
        pages = json.dumps(_pages("Garden FAQ", "Meadow FAQ"))
        assert _import(pages, document="meadow-faq").content.document == "meadow-faq"
        assert _refusal(pages) == (
            "page.md has several publications: garden-faq, meadow-faq. Choose one of them with --document."
        )
        assert _refusal(pages, document="pond-faq") == (
            "page.md has no publication pond-faq; it has garden-faq, meadow-faq."
        )

    def test_a_history_of_errata(self) -> None:
        result = _import(json.dumps(_history()), document="garden-errata")
        assert {ref: text_of(p) for ref, p in by_ref(result).items()} == {
            "old-spade": "[NEW TEXT]\nDig 2.\n[OLD TEXT]\nDig\n[2].",
            "fork": "[NEW TEXT]\nFork.\n[OLD TEXT]\nForks.",
        }
        assert result.content.effective_from == datetime.date(2026, 8, 14)

    def test_damaged_errata_are_refused(self) -> None:
        history = _history()
        history["identities"][1]["events"][1]["newText"] = None
        assert "one of its errata has no card's name or new text." in _refusal(
            json.dumps(history), document="garden-errata"
        )

    def test_hidden_characters_are_refused(self) -> None:
        pages = _pages("Garden FAQ")
        pages[0]["content"] += "\x00"
        assert "has characters that no text has." in _refusal(json.dumps(pages))
        pages[0]["content"] = "a \ufffd b"
        assert "has lost characters" in _refusal(json.dumps(pages))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("2026-08-14T", "14 August", "was published on “14 August16:00:00.000Z”, which is not a date like 2026-07-16."),
        ("Published:", "Written:", "has no edition of its own: pass the day of the list"),
    ],
)
def test_a_page_without_its_day_is_refused(old: str, new: str, sentence: str) -> None:
    assert sentence in _refusal(PAGE.decode().replace(old, new))


def test_another_edition_or_document_is_refused() -> None:
    assert _refusal(edition="2026-08-15") == (
        "page.md was published on 2026-08-14, which is not the edition 2026-08-15 that was asked for."
    )
    assert _refusal(document="meadow-faq") == "page.md has no publication meadow-faq; it has garden-faq."
    assert _refusal("# A FAQ\nPublished: 2026-08-14\n") == "page.md has no text below its title."
    broken = PAGE.decode().replace("https://riftbound", "https://[riftbound")
    assert _refusal(broken) == (
        "page.md names a source that is no web address: https://[riftbound.leagueoflegends.com/en-us/news/garden-faq/."
    )


def test_names() -> None:
    names = Slugs()
    assert [names.name(t) for t in ("Can I?", "can i", "¿Can-I?", "?", "!")] == [
        "can-i",
        "can-i-2",
        "can-i-3",
        "passage",
        "passage-2",
    ]
    assert slug("a " * 100) == "-".join("a" * 30)
    assert len(slug("a" * 100)) == 60


@given(st.sampled_from([PAGE, json.dumps(_pages("A", "B")).encode(), json.dumps(_history()).encode()]), st.data())
@settings(max_examples=200, deadline=None)
def test_any_change_is_imported_or_refused(document: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(document)))
        end = data.draw(st.integers(start, min(len(document), start + data.draw(st.sampled_from([0, 3, 300])))))
        inserted = data.draw(
            st.one_of(
                st.binary(max_size=8),
                st.sampled_from([b"\n# \n", b"### Q: ?\n", b"\\ud800", b'"', b"**a** __b__ [a](/b)", b"null", b"{}"]),
            )
        )
        document = document[:start] + inserted + document[end:]
    for chosen in (None, "a", "garden-errata"):
        try:
            result = import_document(document, "riftbound", "page.md", document=chosen)
        except ImportRefused as refused:
            assert "page.md" in str(refused)
        else:
            refs = [passage.ref for passage in result.content.passages]
            assert refs
            assert len(refs) == len(set(refs))
            assert all(text.text.strip() for p in result.content.passages for text in p.texts)


@pytest.mark.parametrize(
    "body",
    [
        "[" * 100_000,
        "**" * 50_000,
        "__a " * 50_000,
        "# a\n" * 50_000,
        "a?\n" * 50_000,
        "<img " * 50_000,
        "Rule 1, " * 50_000,
        "# a\nb\n" * 30_000,
        "!" + "[](" * 50_000,
        "\\" * 100_000,
        "(" + "If a, can " * 30_000,
    ],
)
def test_long_and_repetitive_texts_take_little_time(body: str) -> None:
    started = time.process_time()
    with contextlib.suppress(ImportRefused):
        _import("# A FAQ\nPublished: 2026-08-14\n\n### Q: If a, can b?\n" + body)
    assert time.process_time() - started < 3


class TestOfficial:
    pytestmark = needs_corpora()

    @pytest.mark.parametrize(
        ("file", "chosen", "document", "day", "faq", "ruling"),
        [
            ("riftbound-origins-faq.md", None, "origins-faq", "2025-10-16", 97, 33),
            ("riftbound-spiritforged-faq.md", None, "spiritforged-faq", "2026-01-14", 27, 24),
            ("unleashed-rules-faq-and-clarifications.md", None, None, "2026-04-29", 14, 18),
            ("vendetta_faq_2026-08-14.txt", None, "vendetta-rules-faq-and-clarifications", "2026-08-14", 34, 2),
            ("unleashed_patch_notes_2026-03-30.md", None, "core-rules-unleashed-patch-notes", "2026-03-30", 0, 22),
            ("zander_faqs.json", "spiritforged-faq", "spiritforged-faq", "2026-01-14", 27, 24),
            ("zander_errata.json", "unleashed-errata-updates", None, "2026-04-03", 0, 9),
            ("riftkeep_official_errata_history.json", "origins-errata", None, "2025-10-28", 0, 31),
            ("riftkeep_official_errata_history.json", "spiritforged-errata", None, "2026-01-14", 0, 16),
            ("riftkeep_official_errata_history.json", "unleashed-errata", None, "2026-04-03", 0, 8),
            ("riftkeep_official_errata_history.json", "vendetta-errata", None, "2026-07-23", 0, 8),
        ],
    )
    def test_counts(self, file: str, chosen: str | None, document: str | None, day: str, faq: int, ruling: int) -> None:
        result = _import(official(f"riftbound/faq/{file}"), document=chosen)
        assert document in (None, result.content.document)
        assert (result.content.edition, result.content.layer) == (day, Layer.OFFICIAL)
        assert (result.report.counts["faq"], result.report.counts["ruling"]) == (faq, ruling)

    def test_the_questions_of_a_page_are_all_there(self) -> None:
        page = official("riftbound/faq/riftbound-origins-faq.md")
        asked = {" ".join(line[7:].split()) for line in page.decode().splitlines() if line.startswith("### Q: ")}
        found = {text_of(p, TextRole.QUESTION) for p in _import(page).content.passages if p.kind is PassageKind.FAQ}
        assert len(asked) > 80
        assert {" ".join(q.split()) for q in asked} <= found

    def test_what_is_cited_exists(self) -> None:
        rules = import_document(official("riftbound/core_rules_v1.4_2026-07-16.txt"), "riftbound", "rules.txt").content
        known = {p.ref for p in rules.passages}
        result = _import(official("riftbound/faq/vendetta_faq_2026-08-14.txt"))
        cited = [ref for refs in _cited(result).values() for ref in refs]
        assert len(cited) == 34
        assert set(cited) <= known

    def test_an_events_rulings_are_not_official(self) -> None:
        assert _import(official("riftbound/faq/rq-vegas-2026-rulings.md")).content.layer is Layer.OWN

    @pytest.mark.parametrize(
        ("path", "sentence"),
        [
            ("faq/riftbound_oracle_rules_hub_2026-05-03.md", "is put together from several pages, with 9 sources"),
            ("tournament_rules_2026-07-16_riftkeep.json", "is JSON data in none of the shapes that can be read"),
            ("keywords_and_actions_v1.4.json", "is JSON data in none of the shapes that can be read"),
            ("version_drift.md", "is not Riftbound's core rules"),
            ("faq/zander_faqs.json", "has several publications: unleashed-rules-faq-and-clarifications, spiritforged-"),
        ],
    )
    def test_what_is_no_publication_is_refused(self, path: str, sentence: str) -> None:
        assert sentence in _refusal(official(f"riftbound/{path}"))

    def test_every_file_is_imported_or_refused_as_the_tests_say(self) -> None:
        """A file that is added to the folder needs its line here."""
        assert CORPORA is not None
        folder = Path(CORPORA) / "riftbound"
        outcome = {}
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            try:
                content = import_document(path.read_bytes(), "riftbound", path.name).content
            except ImportRefused:
                outcome[path.name] = None
            else:
                day = content.effective_from.isoformat() if content.effective_from else None
                outcome[path.name] = (content.document, content.edition, day, content.layer.value)
        rules, by_publisher = "core-rules", "official"
        assert outcome == {
            "SOURCES.md": None,
            "brito_core_v1_0.txt": None,
            "cards.json": None,
            "core_rules_v1.1_2025-10.jsonl": (rules, "1.1", None, by_publisher),
            "core_rules_v1.2_2025-12-01.jsonl": (rules, "1.2", "2025-12-01", by_publisher),
            "core_rules_v1.3_2026-03-30.jsonl": (rules, "1.3", "2026-03-30", by_publisher),
            "core_rules_v1.4_2026-07-16.jsonl": (rules, "1.4", "2026-07-16", by_publisher),
            "core_rules_v1.4_2026-07-16.txt": (rules, "1.4", "2026-07-16", by_publisher),
            "riftbound-origins-faq.md": ("origins-faq", "2025-10-16", "2025-10-16", by_publisher),
            "riftbound-spiritforged-faq.md": ("spiritforged-faq", "2026-01-14", "2026-01-14", by_publisher),
            "riftbound_oracle_rules_hub_2026-05-03.md": None,
            "riftkeep_official_errata_history.json": ("card-errata", "2026-07-23", "2026-07-23", by_publisher),
            "rq-vegas-2026-rulings.md": (
                "quick-rules-faq-for-regional-qualifier-las-vegas-2026", "2026-02-25", "2026-02-25", "own",
            ),
            "unleashed-rules-faq-and-clarifications.md": (
                "unleashed-rules-faq-and-clarifications", "2026-04-29", "2026-04-29", by_publisher,
            ),
            "unleashed_patch_notes_2026-03-30.md": (
                "core-rules-unleashed-patch-notes", "2026-03-30", "2026-03-30", by_publisher,
            ),
            "vendetta_faq_2026-08-14.txt": (
                "vendetta-rules-faq-and-clarifications", "2026-08-14", "2026-08-14", by_publisher,
            ),
            "zander_errata.json": ("card-errata", "2026-04-03", "2026-04-03", by_publisher),
            "zander_faqs.json": None,
            "keywords_and_actions_v1.4.json": None,
            "miszion_core_v1_3.txt": (rules, "1.3", "2026-03-30", by_publisher),
            "riftboundoc_core_v1_3_htmlrows.md": (rules, "1.3", "2026-03-30", by_publisher),
            "tournament_rules_2026-07-16_riftkeep.json": None,
            "version_drift.md": None,
        }  # fmt: skip
