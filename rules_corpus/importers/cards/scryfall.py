"""Scryfall's bulk file of oracle cards: one JSON object a card → cards with the current oracle text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules_corpus.importers.cards.collecting import Counted, ReadCard, clean
from rules_corpus.importers.cards.fields import Fields
from rules_corpus.importers.report import ImportRefused
from rules_corpus.passages import CardDetails

_NO_CARDS = frozenset(
    {"token", "double_faced_token", "emblem", "art_series", "vanguard", "scheme", "planar", "front_card", "sticker"}
)
"""Layouts of what is in no deck: tokens share their names with cards."""
_COLOURS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
_DASH = "—"


def read_scryfall(objects: Iterable[Mapping[str, Any]], name: str, counted: Counted) -> Iterator[ReadCard]:
    """The English cards of a bulk file.

    Raises ImportRefused for an object that is no card.
    """
    for number, card in enumerate(objects, 1):
        counted.counts["object"] = number
        if card.get("object") != "card" or not isinstance(card.get("name"), str):
            raise ImportRefused("{name}: object {number} is no card.", name=name, number=number)
        fields = Fields(card, name, number)
        if fields.text("layout") in _NO_CARDS or fields.text("lang") not in ("", "en"):
            counted.counts["skipped"] = counted.counts.get("skipped", 0) + 1
            continue
        yield _card(fields)


def _card(card: Fields) -> ReadCard:
    faces = card.objects("card_faces")
    return ReadCard(
        name=clean(card.text("name")),
        text=_text(card, faces),
        details=_details(card, faces),
        other_names=tuple(clean(face.text("name")) for face in faces if face.text("name")),
    )


def _text(card: Fields, faces: Sequence[Fields]) -> str:
    if card.values.get("oracle_text") is not None or not faces:
        return clean(card.text("oracle_text"))
    return "\n//\n".join(f"{face.text('name')}: {clean(face.text('oracle_text'))}".strip() for face in faces)


def _details(card: Fields, faces: Sequence[Fields]) -> CardDetails:
    type_line = card.text("type_line") or " // ".join(face.text("type_line") for face in faces)
    types: dict[str, None] = {}
    subtypes: dict[str, None] = {}
    for side in type_line.split(" // "):
        before, _, after = side.partition(_DASH)
        types |= dict.fromkeys(before.split())
        subtypes |= dict.fromkeys(after.split())
    colours = card.texts("colors")
    if card.values.get("colors") is None:
        colours = tuple(colour for face in faces for colour in face.texts("colors"))
    sides = faces or (card,)
    return CardDetails(
        types=tuple(types),
        tags=tuple(dict.fromkeys([*(_COLOURS.get(colour, colour) for colour in colours), *subtypes])),
        cost=" // ".join(cost for side in sides if (cost := side.text("mana_cost"))) or card.text("mana_cost") or None,
        might=" // ".join(value for side in sides if (value := _strength(side))) or None,
        sets=(card.text("set_name"),) if card.text("set_name") else (),
    )


def _strength(side: Fields) -> str:
    power, toughness = side.text("power"), side.text("toughness")
    if power and toughness:
        return f"{power}/{toughness}"
    return side.text("loyalty") or side.text("defense")
