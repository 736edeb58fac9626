"""Card files with anything in them: an edition that can be stored, or a refusal; never a crash, never a hang."""

from __future__ import annotations

import copy
import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_corpus.importers import ImportRefused, import_document
from rules_corpus.importers.cards.fields import LARGEST_AMOUNT
from rules_corpus.repository import content_hash
from tests.rules_corpus.importers.card_samples import ARTICLES, HISTORY, RIFTBOUND_CARDS, printing, scryfall_card

TWO_FACED = scryfall_card(
    "Heron // Egret",
    oracle_text=None,
    colors=None,
    card_faces=[{"name": "Heron", "oracle_text": "Fly.", "power": "1", "toughness": "1", "colors": ["U"]},
                {"name": "Egret", "type_line": "Creature — Bird", "mana_cost": "{2}", "loyalty": "3"}],
)  # fmt: skip
FILES: list[tuple[str, Any]] = [
    ("riftbound", RIFTBOUND_CARDS),
    ("riftbound", ARTICLES),
    ("riftbound", HISTORY),
    ("mtg", [scryfall_card("Heron"), TWO_FACED]),
]
TABLE = 'name,text,types,tags,cost,might,sets\nSpade,Dig.,Tool;Gear,Iron,2,,First\n"Rake, old","It\ncounts",,,,,\n'

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["\ud800", "\x00"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)


def _imports_or_refuses(data: bytes, game: str, name: str = "cards-2026-08-22.json") -> None:
    try:
        content = import_document(data, game, name).content
    except ImportRefused as refused:
        assert str(refused)
        return
    assert content.passages
    assert len({p.ref for p in content.passages}) == len(content.passages)
    # What the database and every reader need: texts that are texts, in characters that can be written.
    for passage in content.passages:
        assert all(text.text.strip() for text in passage.texts)
        "".join(text.text for text in passage.texts).encode()
        if passage.card is not None:
            facts = [*passage.card.types, *passage.card.tags, *passage.card.sets]
            assert all(isinstance(fact, str) for fact in facts)
            assert all(fact is None or isinstance(fact, str) for fact in (passage.card.cost, passage.card.might))
            "".join(facts).encode()
    assert content_hash(content)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in _places(item, (*path, key)))]


@given(st.sampled_from(FILES), st.data())
@settings(max_examples=300, deadline=None)
def test_any_value_in_the_place_of_another(file: tuple[str, Any], data: st.DataObject) -> None:
    game, value = file[0], copy.deepcopy(file[1])
    for _ in range(data.draw(st.integers(1, 3))):
        *before, last = data.draw(st.sampled_from([place for place in _places(value) if place]))
        holder = value
        for key in before:
            holder = holder[key]
        holder[last] = data.draw(ANYTHING)
    _imports_or_refuses(json.dumps(value).encode(), game)


@given(st.sampled_from([(g, json.dumps(v).encode()) for g, v in FILES] + [("vandaria", TABLE.encode())]), st.data())
@settings(max_examples=300, deadline=None)
def test_any_change_is_imported_or_refused(file: tuple[str, bytes], data: st.DataObject) -> None:
    game, document = file
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(document)))
        end = data.draw(st.integers(start, min(len(document), start + data.draw(st.sampled_from([0, 3, 90])))))
        inserted = data.draw(
            st.one_of(st.binary(max_size=6), st.sampled_from([b'"', b",", b"\\ud800", b"null", b"{}", b"]", b"1e999"]))
        )
        document = document[:start] + inserted + document[end:]
    _imports_or_refuses(document, game)


@pytest.mark.parametrize(
    ("game", "cards", "field"),
    [
        ("riftbound", [printing("Spade", "Dig.", domains=3)], "domains"),
        ("riftbound", [printing("Spade", "Dig.", power=10**9)], "power"),
        ("riftbound", [printing("Spade", "Dig.", might=LARGEST_AMOUNT + 1)], "might"),
        ("riftbound", [printing("Spade", "Dig.", energy=True)], "energy"),
        ("riftbound", [printing("Spade\ud800", "Dig.")], "name"),
        ("riftbound", [printing("Spade", "Dig.", setLabel=["a"])], "setLabel"),
        ("riftbound", {**HISTORY, "identities": [{"events": [{"matchedCardNames": 3}]}]}, "matchedCardNames"),
        ("riftbound", {**HISTORY, "identities": [{"events": 3}]}, "events"),
        ("mtg", [scryfall_card("Heron", card_faces=3)], "card_faces"),
        ("mtg", [scryfall_card("Heron", type_line={})], "type_line"),
        ("mtg", [scryfall_card("Heron", colors=[["W"]])], "colors"),
        ("mtg", [scryfall_card("Heron", layout=[])], "layout"),
    ],
)
def test_a_field_that_is_not_what_a_card_has_is_named(game: str, cards: Any, field: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        import_document(json.dumps(cards).encode(), game, "cards-2026-08-22.json")
    assert str(caught.value) == (
        f"cards-2026-08-22.json: object 1 has something else in its field {field} than a card has."
    )


@pytest.mark.parametrize(
    "data",
    [
        b'[{"textPlain":' + b"[" * 2_000_000,
        b'[{"textPlain":"' + b"a" * 2_000_000,
        b"[" + b'{"name":"a","textPlain":"b"},' * 70_000,
        b"name,text\n" + b"a,b\n" * 300_000,
        b"name,text\n" + b'"' * 2_000_000,
        b"name,text" + b"," * 2_000_000,
        b'[{"textPlain":"b","name":"a","tags":' + b"9" * 2_000_000,
    ],
)
def test_long_and_repetitive_files_are_refused_in_time(data: bytes) -> None:
    started = time.process_time()
    with pytest.raises(ImportRefused):
        import_document(data, "riftbound", "cards-2026-08-22.json")
    assert time.process_time() - started < 15
