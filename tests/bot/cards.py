"""The small corpus with cards: two of a champion, one with an erratum, one whose name is an everyday word."""

from __future__ import annotations

import datetime
from dataclasses import replace

from rules_corpus.passages import (
    CARDS_DOCUMENT,
    ERRATA_DOCUMENT,
    CardDetails,
    Passage,
    PassageKind,
    PublishedCorpus,
    PublishedEdition,
    Text,
    TextRole,
)
from tests.bot.corpus import CORPUS, RIFTBOUND_15, faq, texts


def card(ref: str, name: str, body: str | None, details: CardDetails | None = None) -> Passage:
    said = (Text("en", body, TextRole.BODY, True),) if body is not None else ()
    return Passage(ref, PassageKind.CARD, (Text("en", name, TextRole.TITLE, True), *said), card=details)


CARDS = PublishedEdition(
    game="riftbound",
    document=CARDS_DOCUMENT,
    edition="2026-08-22",
    authority="en",
    titles=texts({"en": "Cards", "id": "Kartu", "es": "Cartas"}, TextRole.TITLE),
    complete=True,
    base=None,
    effective_from=datetime.date(2026, 8, 22),
    passages=(
        card(
            "zorblade",
            "Zorblade",
            "[Equip] :rb_energy_1: It folds.",
            CardDetails(("Gear",), ("Calm",), ":rb_energy_3::rb_rune_calm:", None, ("First Set",)),
        ),
        card("ezrahel-folder", "Ezrahel, Folder", "When I fold, draw 1.", CardDetails(("Champion", "Unit"), might="3")),
        card("ezrahel-tearer", "Ezrahel, Tearer", "When I tear, draw 2."),
        card("challenge", "Challenge", "Two units fight."),
        card("tank", "Tank", "A card named like a keyword."),
        card("creature-cycle", "Creature Cyclix", "It goes round."),
        card("blankrunn", "Blankrunn", None),
    ),
)

ERRATA = PublishedEdition(
    game="riftbound",
    document=ERRATA_DOCUMENT,
    edition="2026-09-01",
    authority="en",
    titles=texts({"en": "Card errata", "id": "Errata kartu", "es": "Erratas de cartas"}, TextRole.TITLE),
    complete=False,
    base=None,
    effective_from=datetime.date(2026, 9, 1),
    passages=(
        replace(
            card("zorblade", "Zorblade", "[Equip] [2] It folds twice."),
            sources=("Second Set errata",),
            source_date=datetime.date(2026, 9, 1),
        ),
    ),
)

_NAMING = (
    faq("folding", {"en": ("Can gear be folded?", "Can Zorblade get folded?")}, {"en": "Yes."}, verdict="yes"),
    faq("zorblade-twice", {"en": ("Can Zorblade be folded again?",)}, {"en": "Yes."}, verdict="yes"),
    Passage("ruling-zorblade", PassageKind.RULING, texts({"en": "Zorblade stays folded."}), sources=("Set FAQ",)),
)

CORPUS_WITH_CARDS = PublishedCorpus(
    8,
    tuple(
        replace(e, passages=e.passages + _NAMING) if e is RIFTBOUND_15 else e
        for e in (*CORPUS.editions[:1], ERRATA, CARDS, *CORPUS.editions[1:])
    ),
)
