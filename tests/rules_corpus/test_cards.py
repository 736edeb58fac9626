"""Which card of a list answers on a day, and with which text."""

from __future__ import annotations

import datetime

import pytest
from sqlalchemy import Engine

from rules_corpus.cards import Card, card_slug, cards_of, epithet_slug
from rules_corpus.importers import import_document
from rules_corpus.merging import merge_layers
from rules_corpus.passages import CardDetails, EditionContent, PublishedCorpus
from rules_corpus.repository import CorpusRepository
from tests.rules_corpus.importers.card_samples import ARTICLES, HISTORY, RIFTBOUND_CARDS, as_json, printing

CARDS = import_document(as_json(RIFTBOUND_CARDS), "riftbound", "cards.json", "2026-01-10").content
ERRATA = import_document(as_json(ARTICLES), "riftbound", "errata.json").content
HISTORIC = import_document(as_json(HISTORY), "riftbound", "history.json").content
NEWER = import_document(
    as_json([printing("Paper Sword", "It glows."), printing("New Card", "New.")]), "riftbound", "c.json", "2026-06-01"
).content


def cards_on(day: str, *contents: EditionContent) -> dict[str, Card]:
    corpus = PublishedCorpus(1, merge_layers(contents))
    return {card.printed.passage.ref: card for card in cards_of(corpus, "riftbound", datetime.date.fromisoformat(day))}


def text_of(card: Card) -> str:
    body = card.current.passage.body("en")
    assert body is not None
    return body.text


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Doran's Blade", "dorans-blade"),
        ("Doran’s Blade", "dorans-blade"),
        ("LeBlanc - Deceiver", "leblanc-deceiver"),
        ("Leblanc, Deceiver", "leblanc-deceiver"),
        ("Jötun Ægir", "jotun-gir"),
        ("!!!", ""),
    ],
)
def test_slugs(name: str, slug: str) -> None:
    assert card_slug(name) == slug


def test_epithets() -> None:
    assert epithet_slug("Rek'Sai, Void Burrower") == "void-burrower"
    assert epithet_slug("Void Burrower") == ""


def test_the_newest_erratum_in_force_replaces_the_printed_text() -> None:
    contents = (CARDS, ERRATA, HISTORIC)
    assert cards_on("2026-01-31", *contents)["paper-sword"].erratum is None
    first = import_document(as_json(ARTICLES[:1]), "riftbound", "errata.json").content
    assert text_of(cards_on("2026-02-01", *contents, first)["paper-sword"]) == "[Equip] [1]\nIt cuts when dry."
    sword = cards_on("2026-05-01", *contents, first)["paper-sword"]
    assert text_of(sword) == "It never cuts."
    assert sword.printed.passage.body("en") is not None and sword.name == "Paper Sword"


def test_an_erratum_to_an_epithet_is_that_cards() -> None:
    assert text_of(cards_on("2026-02-15", CARDS, ERRATA)["zora-paper-queen"]) == "Draw 2."
    assert text_of(cards_on("2026-03-15", CARDS, ERRATA, HISTORIC)["zora-paper-queen"]) == "Draw 3."


def test_an_epithet_of_two_cards_changes_neither() -> None:
    two = import_document(
        as_json([printing("Zora - Paper Queen", "A."), printing("Mira - Paper Queen", "B.")]),
        "riftbound", "c.json", "2026-01-10",
    ).content  # fmt: skip
    cards = cards_on("2026-02-15", two, ERRATA)
    assert [card.erratum for card in cards.values()] == [None, None]


def test_the_newest_list_in_force_counts_and_errata_outlive_it() -> None:
    assert set(cards_on("2026-05-31", CARDS, NEWER, ERRATA)) == {
        "paper-sword", "zora-paper-queen", "zora-folded", "blank-rune",
    }  # fmt: skip
    cards = cards_on("2026-06-01", CARDS, NEWER, ERRATA)
    assert set(cards) == {"paper-sword", "new-card"}
    assert text_of(cards["paper-sword"]) == "It never cuts."


def test_no_list_no_cards() -> None:
    assert cards_on("2026-05-31", ERRATA) == {}
    assert cards_of(PublishedCorpus(1, merge_layers([CARDS])), "mtg", datetime.date(2026, 5, 1)) == ()


def test_the_database_keeps_what_a_card_has_beside_its_text(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    repository.store(CARDS, actor="a", reason="r", publish=True)
    (edition,) = repository.load_published().editions
    assert edition.passages == CARDS.passages
    assert edition.passages[0].card == CardDetails(
        ("Gear",), ("Calm",), ":rb_energy_2::rb_rune_calm::rb_rune_calm:", None, ("First Set",)
    )
