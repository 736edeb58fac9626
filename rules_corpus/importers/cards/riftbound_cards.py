"""Riftbound's card file: a JSON list of printings → the distinct cards, with the text of their main printing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules_corpus.cards import card_slug
from rules_corpus.importers.cards.collecting import Counted, ReadCard, clean
from rules_corpus.importers.cards.fields import Fields
from rules_corpus.importers.report import ImportNote, ImportRefused
from rules_corpus.passages import CardDetails

_VARIANT = re.compile(r"\s*\([^()]*\)")
"""What follows a name on other art or finish ("(Alternate Art)"); the number of a token's side."""
_SECONDARY = frozenset({"Promo", "Showcase"})
"""The rarities of printings that may leave reminder text out."""
_LOST_BREAK = re.compile(r"(?<=[a-z0-9:\])][.!?])(?=[A-Z\[:])|(?<=\.\"|[.a-z]\))(?=[A-Z\[:])|(?<=\])(?=[A-Z])")
"""Where one paragraph's end meets the next one's beginning without a space: the file has no line breaks."""
_NO_TEXT = "[NO TEXT]"
_MOST_POWER = 20
"""Symbols in a cost, one each."""


def read_riftbound_cards(printings: Iterable[Mapping[str, Any]], name: str, counted: Counted) -> Iterator[ReadCard]:
    """The distinct cards of a list of printings, by name, in the list's order.

    Raises ImportRefused for a printing without a name or text field.
    """
    by_slug: dict[str, list[Fields]] = {}
    for number, printing in enumerate(printings, 1):
        if not isinstance(printing.get("name"), str) or not isinstance(printing.get("textPlain"), str):
            raise ImportRefused("{name}: card {number} has no name or no text field.", name=name, number=number)
        fields = Fields(printing, name, number)
        by_slug.setdefault(card_slug(official_name(fields.text("name"))), []).append(fields)
    counted.counts["printing"] = sum(len(group) for group in by_slug.values())
    differing = sum(len({_text_of(printing) for printing in group}) > 1 for group in by_slug.values())
    if differing:
        counted.notes.append(
            ImportNote("Cards whose printings have different texts: {count}. The main printing's is taken.",
                       {"count": differing})
        )  # fmt: skip
    for group in by_slug.values():
        main = min(group, key=lambda printing: printing.text("rarity") in _SECONDARY)
        yield ReadCard(official_name(main.text("name")), _text_of(main), _details(main, group))


def official_name(name: str) -> str:
    """The name as the rules write it: "Ezreal - Prodigy (Alternate Art)" is "Ezreal, Prodigy"."""
    return clean(_VARIANT.sub("", name)).replace(" - ", ", ")


def _text_of(printing: Fields) -> str:
    text = clean(printing.text("textPlain"))
    return "" if text == _NO_TEXT else _LOST_BREAK.sub("\n", text)


def _details(main: Fields, group: Iterable[Fields]) -> CardDetails:
    domains = [domain for domain in main.texts("domains") if domain != "Colorless"]
    might = main.amount("might")
    return CardDetails(
        types=tuple(part for part in (main.text("supertype"), main.text("type")) if part),
        tags=tuple(domains),
        cost=_cost(main, domains),
        might=None if might is None else str(might),
        sets=tuple(Counter(label for printing in group if (label := printing.text("setLabel")))),
    )


def _cost(card: Fields, domains: list[str]) -> str | None:
    energy, power = card.amount("energy"), card.amount("power")
    if energy is None and power is None:
        return None
    if power is not None and power > _MOST_POWER:
        raise card.wrong("power")
    # Which of its two domains pays for the Power of a card is not in the file.
    symbol = f":rb_rune_{domains[0].lower()}:" if len(domains) == 1 else "[C]"
    return f":rb_energy_{energy or 0}:" + symbol * (power or 0)
