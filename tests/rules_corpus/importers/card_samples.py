"""Card files in our own words, in the shapes that the importers read."""

from __future__ import annotations

import json
from typing import Any


def printing(name: str, text: str, **fields: Any) -> dict[str, Any]:
    """One printing of a Riftbound card file."""
    return {
        "name": name, "textPlain": text, "type": "Unit", "supertype": None, "rarity": "Common", "domains": ["Calm"],
        "energy": 2, "might": 3, "power": None, "setLabel": "First Set", **fields,
    }  # fmt: skip


RIFTBOUND_CARDS = [
    printing("Paper Sword", "[Equip] :rb_energy_1: (:rb_energy_1:: Fold this.)As long as it is dry, it cuts.",
             type="Gear", might=None, power=2),
    printing("Zora - Paper Queen (Alternate Art)", "[Shield]Draw 1.", supertype="Champion", rarity="Showcase",
             setLabel="Second Set"),
    printing("Zora - Paper Queen", "[Shield] (It helps.)Draw 1.", supertype="Champion", domains=["Calm", "Mind"],
             power=1),
    printing("Zora, Paper Queen", "[Shield]Draw 1.", rarity="Promo"),
    printing("Zora - Folded", "It says &quot;fold&quot;."),
    printing("Blank Rune", "[NO TEXT]", type="Rune", supertype="Basic", energy=None, might=None),
]  # fmt: skip

ARTICLES = [
    {
        "kind": "errata",
        "title": "First errata",
        "publishedAt": "2026-02-01T01:00:00.000Z",
        "content": "Hello!\n## Second set\nPaper Sword\n#### [NEW TEXT]\n[Equip] [1]\n\nIt cuts when dry.\n\n####\n\n"
        "#### [OLD TEXT]\nIt cuts.\n### Paper Queen\n#### [NEW TEXT]\nDraw 2.\n#### [OLD TEXT]\nDraw 1.",
    },
    {
        "kind": "errata",
        "title": "Second errata",
        "publishedAt": "2026-05-01",
        "content": "## Paper Sword\n#### [NEW TEXT]\nIt never cuts.\n#### [OLD TEXT]\nIt cuts.",
    },
]

HISTORY = {
    "errataEventCount": 1,
    "identities": [
        {
            "events": [
                {
                    "cardName": "Paper Queen",
                    "matchedCardNames": ["Zora - Paper Queen (Alternate Art)"],
                    "newText": "Draw\n3.",
                    "published": "2026-03-01",
                    "release": "Second Set",
                }
            ]
        }
    ],
}


def scryfall_card(name: str, **fields: Any) -> dict[str, Any]:
    """One card of a Scryfall bulk file."""
    return {
        "object": "card", "oracle_id": "0", "name": name, "lang": "en", "layout": "normal", "mana_cost": "{1}{W}",
        "type_line": "Creature — Bird Scout", "oracle_text": "Flying\nIt flies.", "power": "1", "toughness": "2",
        "colors": ["W"], "set_name": "A Set", **fields,
    }  # fmt: skip


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()
