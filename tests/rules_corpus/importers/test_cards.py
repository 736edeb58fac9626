"""Reading card files: what becomes of names, texts, costs and dates, and what is refused."""

from __future__ import annotations

import datetime
import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from rules_corpus.importers import ImportRefused, import_document
from rules_corpus.importers.cards import import_cards, is_card_file
from rules_corpus.importers.cards.json_stream import BLOCK, objects_of
from rules_corpus.passages import CardDetails, Passage, PassageKind, TextRole
from tests.rules_corpus.importers.card_samples import (
    ARTICLES,
    HISTORY,
    RIFTBOUND_CARDS,
    as_json,
    printing,
    scryfall_card,
)
from tests.rules_corpus.importers.support import needs_corpora, official


def _cards(data: bytes, game: str = "riftbound", edition: str | None = "2026-08-22") -> dict[str, Passage]:
    return {p.ref: p for p in import_document(data, game, "cards.json", edition).content.passages}


def _body(passage: Passage) -> str | None:
    body = passage.body("en")
    return body.text if body is not None else None


def test_printings_become_one_card_with_the_text_of_the_main_printing() -> None:
    cards = _cards(as_json(RIFTBOUND_CARDS))
    assert list(cards) == ["paper-sword", "zora-paper-queen", "zora-folded", "blank-rune"]
    queen = cards["zora-paper-queen"]
    assert queen.kind is PassageKind.CARD
    assert [t.text for t in queen.texts_of(TextRole.TITLE)] == ["Zora, Paper Queen"]
    assert _body(queen) == "[Shield] (It helps.)\nDraw 1."
    assert queen.card == CardDetails(
        ("Champion", "Unit"), ("Calm", "Mind"), ":rb_energy_2:[C]", "3", ("Second Set", "First Set")
    )
    assert _body(cards["zora-folded"]) == 'It says "fold".'
    assert _body(cards["blank-rune"]) is None


def test_paragraphs_that_the_file_runs_together_are_parted_and_symbols_stay() -> None:
    sword = _cards(as_json(RIFTBOUND_CARDS))["paper-sword"]
    assert _body(sword) == "[Equip] :rb_energy_1: (:rb_energy_1:: Fold this.)\nAs long as it is dry, it cuts."
    assert sword.card is not None and sword.card.cost == ":rb_energy_2::rb_rune_calm::rb_rune_calm:"


def test_the_report_says_that_printings_differ() -> None:
    report = import_document(as_json(RIFTBOUND_CARDS), "riftbound", "cards.json", "2026-08-22").report
    assert report.counts == {"card": 4, "printing": 6}
    assert [str(note) for note in report.notes] == [
        "Cards whose printings have different texts: 1. The main printing's is taken."
    ]


def test_a_list_of_cards_is_named_after_its_day() -> None:
    data = as_json(RIFTBOUND_CARDS)
    content = import_document(data, "riftbound", "cards-20260822.json").content
    assert (content.document, content.edition, content.effective_from, content.complete) == (
        "cards", "2026-08-22", datetime.date(2026, 8, 22), True,
    )  # fmt: skip
    assert import_document(data, "riftbound", "cards.json", "spring").content.effective_from is None
    with pytest.raises(ImportRefused, match="no date in its name"):
        import_document(data, "riftbound", "cards.json")


def test_errata_articles_give_the_newest_text_of_each_card() -> None:
    content = import_document(as_json(ARTICLES), "riftbound", "errata.json").content
    found = {p.ref: (_body(p), p.source_date, p.sources) for p in content.passages}
    assert (content.document, content.edition) == ("card-errata", "2026-05-01")
    assert (content.effective_from, content.complete) == (datetime.date(2026, 5, 1), False)
    assert found == {
        "paper-sword": ("It never cuts.", datetime.date(2026, 5, 1), ("Second errata",)),
        "paper-queen": ("Draw 2.", datetime.date(2026, 2, 1), ("First errata",)),
    }


def test_a_paragraph_of_an_erratum_stays_one() -> None:
    content = import_document(as_json(ARTICLES[:1]), "riftbound", "errata.json").content
    assert _body(content.passages[0]) == "[Equip] [1]\nIt cuts when dry."


def test_an_errata_history_calls_cards_by_their_whole_name() -> None:
    (erratum,) = import_document(as_json(HISTORY), "riftbound", "history.json").content.passages
    assert (erratum.ref, _body(erratum), erratum.sources) == ("zora-paper-queen", "Draw 3.", ("Second Set errata",))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([{"kind": "errata", "title": "T", "content": "X\n[NEW TEXT]\nY"}], "without a date"),
        ([{"kind": "errata", "title": "T", "publishedAt": "2026-01-01", "content": "X\n[NEW TEXT]\n\n"}], "is empty"),
        ([{"kind": "errata", "title": "T", "publishedAt": "2026-01-01", "content": "Nothing."}], "has no errata"),
        ([printing("", "Text.")], "card 1 has no name"),
        ([{**printing("A", "B"), "textPlain": None}], "no text field"),
        ([printing("A", "x" * 10_001)], "too long to be a card"),
        ({"errataEventCount": 0, "identities": {}}, "no history of errata"),
    ],
)  # fmt: skip
def test_what_is_no_card_is_refused(value: Any, reason: str) -> None:
    with pytest.raises(ImportRefused, match=reason):
        import_document(as_json(value), "riftbound", "file.json", None if "errata" in str(value) else "2026-08-22")


def test_cards_of_another_game_are_refused() -> None:
    with pytest.raises(ImportRefused, match="cards of another game: riftbound"):
        import_document(as_json(RIFTBOUND_CARDS), "mtg", "cards.json", "2026-08-22")


def test_other_json_is_still_no_rules_text() -> None:
    with pytest.raises(ImportRefused, match="is JSON data"):
        import_document(b'[{"some": "thing"}]', "riftbound", "x.json")


def test_scryfall_cards_keep_faces_types_and_strength() -> None:
    split = scryfall_card(
        "Fold // Tear", layout="split", mana_cost="{W} // {B}", oracle_text=None, colors=["B", "W"],
        card_faces=[
            {"name": "Fold", "mana_cost": "{W}", "oracle_text": "Fold it.", "type_line": "Instant"},
            {"name": "Tear", "mana_cost": "{B}", "oracle_text": "Tear it.", "type_line": "Sorcery"},
        ],
        type_line="Instant // Sorcery", power=None, toughness=None,
    )  # fmt: skip
    walker = scryfall_card("Old Folder", type_line="Legendary Planeswalker — Folder", loyalty="4", power=None)
    token = scryfall_card("Bird", layout="token")
    foreign = scryfall_card("Pájaro", lang="es")
    result = import_cards(
        io.BytesIO(as_json([scryfall_card("Paper Bird"), split, walker, token, foreign])),
        "mtg", "oracle-cards-20260801090123.json",
    )  # fmt: skip
    cards = {p.ref: p for p in result.content.passages}
    assert result.content.edition == "2026-08-01"
    assert result.report.counts == {"card": 3, "object": 5, "skipped": 2}
    assert cards["paper-bird"].card == CardDetails(
        ("Creature",), ("White", "Bird", "Scout"), "{1}{W}", "1/2", ("A Set",)
    )
    assert [t.text for t in cards["fold-tear"].texts_of(TextRole.TITLE)] == ["Fold // Tear", "Fold", "Tear"]
    assert _body(cards["fold-tear"]) == "Fold: Fold it.\n//\nTear: Tear it."
    details = cards["fold-tear"].card
    assert details is not None and (details.types, details.cost) == (("Instant", "Sorcery"), "{W} // {B}")
    assert cards["old-folder"].card is not None and cards["old-folder"].card.might == "4"


def test_a_bulk_file_is_read_piece_by_piece(tmp_path: Path) -> None:
    """A file of 40 MB, two thirds of it beside what is kept, is read in a fraction of the memory that it would need."""
    path = tmp_path / "oracle-cards-20260801.json"
    with path.open("wb") as file:
        for number in range(4000):
            card = scryfall_card(f"Bird {number}", filler="x" * 10_000)
            file.write((b"[" if number == 0 else b",\n") + as_json(card))
        file.write(b"]")
    assert path.stat().st_size > 40_000_000
    tracemalloc.start()
    with path.open("rb") as stream:
        assert is_card_file(stream.read(8192))
        stream.seek(0)
        result = import_cards(stream, "mtg", path.name)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert result.report.counts["card"] == 4000
    assert peak < 15_000_000


@pytest.mark.parametrize("cut", [1, 3, 10, 200])
def test_a_bulk_file_that_is_cut_off_is_refused(cut: int) -> None:
    data = as_json([scryfall_card(f"Bird {n}") for n in range(3)])
    with pytest.raises(ImportRefused, match="damaged or cut off"):
        import_cards(io.BytesIO(data[:-cut]), "mtg", "oracle-cards-20260801.json")


@pytest.mark.parametrize("data", [b"[1]", b"[{}, 2]", b"[{}", b"[{},]", b"[{}] x", b"[{} {}]", b"[{\xff}]", b"{}"])
def test_what_is_no_list_of_objects_is_refused(data: bytes) -> None:
    with pytest.raises(ImportRefused):
        list(objects_of(io.BytesIO(data), "x"))


def test_objects_may_lie_across_blocks_and_inside_strings_may_be_anything() -> None:
    objects = [{"n": n, "text": ']},{[é\\"' * 50} for n in range(300)]
    data = b" [ " + b" ,\n ".join(json.dumps(o, ensure_ascii=False).encode() for o in objects) + b" ]\n"
    assert len(data) > 3 * BLOCK
    assert list(objects_of(io.BytesIO(data), "x")) == objects
    assert list(objects_of(io.BytesIO(b"\xef\xbb\xbf[ ]"), "x")) == []


def test_an_object_without_end_is_refused_before_it_fills_the_memory() -> None:
    endless = io.BytesIO(b'[{"a": "' + b"x" * 5_000_000)
    with pytest.raises(ImportRefused, match="damaged"):
        list(objects_of(endless, "x"))
    assert endless.tell() < 3_000_000


TABLE = (
    "name,text,types,tags,cost,might,sets,price\n"
    '"Folio, the ""Flat""","One.\nTwo.",Follower;Hero,Stray,2,3,First,9\n'
    "X,,,,,,,\n"
)


def test_a_table_of_cards() -> None:
    result = import_document(TABLE.encode("utf-16"), "vandaria", "cards.csv", "2026-01-01", "id")
    first, second = result.content.passages
    assert (first.ref, result.content.authority) == ("folio-the-flat", "id")
    assert first.body("id") is not None and first.texts[1].text == "One.\nTwo."
    assert first.card == CardDetails(("Follower", "Hero"), ("Stray",), "2", "3", ("First",))
    assert second.texts_of(TextRole.BODY) == () and second.card == CardDetails()
    assert [str(note) for note in result.report.notes] == ["These columns are not read: price."]


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("name,text,name\nA,B,C\n", "column “name” twice"),
        ("name,text\nA,B,C\n", "line 2 has too many cells"),
        ("name,text\n,B\n", "line 2 has no name"),
        ('name,text\n"A,B\n', "is no CSV"),
        ("name,text\n", "has no cards"),
    ],
)
def test_a_table_that_is_no_table_is_refused(table: str, reason: str) -> None:
    with pytest.raises(ImportRefused, match=reason):
        import_document(table.encode(), "vandaria", "cards.csv", "2026-01-01")


def corpora_file(path: str) -> bytes:
    return official(f"riftbound/{path}")


@pytest.fixture(params=[pytest.param(None, marks=needs_corpora())], ids=["official"])
def official_cards() -> dict[str, Passage]:
    result = import_document(corpora_file("cards.json"), "riftbound", "cards.json", "2026-08-22")
    assert result.report.counts == {"card": 930, "printing": 1304}
    return {p.ref: p for p in result.content.passages}


def test_the_riftbound_card_file_and_its_errata(official_cards: dict[str, Passage]) -> None:
    assert "ezreal-prodigy" in official_cards and not any("alternate" in ref for ref in official_cards)
    history = import_document(corpora_file("faq/riftkeep_official_errata_history.json"), "riftbound", "history.json")
    assert history.report.counts == {"erratum": 63}
    assert {p.ref for p in history.content.passages} <= set(official_cards)
    articles = import_document(corpora_file("faq/zander_errata.json"), "riftbound", "articles.json")
    assert articles.report.counts == {"erratum": 55}
    texts = {p.ref: _words(p) for p in history.content.passages}
    assert all(_words(p) == texts[p.ref] for p in articles.content.passages if p.ref in texts)


def _words(passage: Passage) -> str:
    return " ".join((_body(passage) or "").split())
