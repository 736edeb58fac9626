"""Scryfall's bulk file of oracle cards: one JSON object a card → cards with the current oracle text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules_corpus.importers.cards.collecting import Counted, ReadCard, clean
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
        if card.get("layout") in _NO_CARDS or card.get("lang", "en") != "en":
            counted.counts["skipped"] = counted.counts.get("skipped", 0) + 1
            continue
        yield _card(card)


def _card(card: Mapping[str, Any]) -> ReadCard:
    faces = [face for face in card.get("card_faces") or () if isinstance(face, dict)]
    return ReadCard(
        name=clean(card["name"]),
        text=_text(card, faces),
        details=_details(card, faces),
        other_names=tuple(clean(face["name"]) for face in faces if isinstance(face.get("name"), str)),
    )


def _text(card: Mapping[str, Any], faces: list[dict[str, Any]]) -> str:
    if isinstance(card.get("oracle_text"), str) or not faces:
        return clean(card.get("oracle_text") or "")
    return "\n//\n".join(f"{face.get('name')}: {clean(face.get('oracle_text') or '')}".strip() for face in faces)


def _details(card: Mapping[str, Any], faces: list[dict[str, Any]]) -> CardDetails:
    type_line = card.get("type_line") or " // ".join(str(face.get("type_line") or "") for face in faces)
    types: dict[str, None] = {}
    subtypes: dict[str, None] = {}
    for side in type_line.split(" // "):
        before, _, after = side.partition(_DASH)
        types |= dict.fromkeys(before.split())
        subtypes |= dict.fromkeys(after.split())
    colours = card.get("colors")
    if colours is None:
        colours = [colour for face in faces for colour in face.get("colors") or ()]
    sides: list[Mapping[str, Any]] = [*faces] or [card]
    return CardDetails(
        types=tuple(types),
        tags=tuple(dict.fromkeys([*(_COLOURS.get(colour, colour) for colour in colours), *subtypes])),
        cost=_joined(sides, "mana_cost") or card.get("mana_cost") or None,
        might=" // ".join(value for side in sides if (value := _strength(side))) or None,
        sets=(card["set_name"],) if isinstance(card.get("set_name"), str) else (),
    )


def _joined(sides: Iterable[Mapping[str, Any]], key: str) -> str:
    return " // ".join(str(side[key]) for side in sides if side.get(key))


def _strength(side: Mapping[str, Any]) -> str:
    if side.get("power") is not None and side.get("toughness") is not None:
        return f"{side['power']}/{side['toughness']}"
    return str(next((side[key] for key in ("loyalty", "defense") if side.get(key) is not None), ""))
