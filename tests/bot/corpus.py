"""A small corpus in our own words for the tests: three games, two Riftbound editions, one yet to come."""

from __future__ import annotations

import datetime

from rules_corpus.passages import (
    CardCount,
    Citation,
    CrossReference,
    EditionRef,
    FaqDetails,
    KeywordDetails,
    Passage,
    PassageKind,
    PublishedCorpus,
    PublishedEdition,
    Text,
    TextRole,
)

TODAY = datetime.date(2026, 10, 12)

Texts = dict[str, str]


def texts(by_language: Texts, role: TextRole = TextRole.BODY) -> tuple[Text, ...]:
    return tuple(Text(language, text, role) for language, text in by_language.items())


def rule(
    ref: str,
    body: Texts,
    *,
    parent: str | None = None,
    heading: bool = False,
    see: tuple[str, ...] = (),
    was: tuple[str, str] | None = None,
    as_of: tuple[str, str] | None = None,
    line: int | None = None,
) -> Passage:
    counterparts = tuple(EditionRef(*place) for place in (was, as_of) if place is not None)
    return Passage(
        ref,
        PassageKind.RULE,
        texts(body),
        parent=parent,
        heading=heading,
        see=tuple(CrossReference(other) for other in see),
        counterparts=counterparts,
        as_of=EditionRef(*as_of) if as_of else None,
        source_line=line,
    )


def faq(
    ref: str,
    asks: dict[str, tuple[str, ...]],
    says: Texts,
    *,
    cites: tuple[Citation, ...] = (),
    verdict: str | None = None,
    gap: bool = False,
    about: tuple[str, ...] = (),
    given: tuple[tuple[str, str], ...] = (),
    sources: tuple[str, ...] = (),
) -> Passage:
    questions = tuple(Text(lang, ask, TextRole.QUESTION) for lang, listed in asks.items() for ask in listed)
    return Passage(
        ref,
        PassageKind.FAQ,
        questions + texts(says),
        cites=cites,
        about=about,
        sources=sources,
        faq=FaqDetails(verdict, gap, given),
    )


def _rift(edition: str, ref: str, *also: tuple[str, str]) -> Citation:
    return Citation("core-rules", edition, ref, tuple(EditionRef(*place) for place in also))


RIFTBOUND_14 = PublishedEdition(
    game="riftbound",
    document="core-rules",
    edition="1.4",
    authority="en",
    titles=texts({"en": "Core Rules", "id": "Core Rules", "es": "Core Rules"}, TextRole.TITLE),
    complete=True,
    base=None,
    effective_from=datetime.date(2026, 7, 16),
    passages=(
        rule(
            "434.4",
            {
                "en": "A card that attaches takes the place of the card on top.",
                "id": "Kartu yang terpasang ikut tempat kartu di atasnya.",
                "es": "La carta anexada comparte el lugar de la carta de arriba.",
            },
        ),
        rule("435.4", {"en": "A card that detaches stays where it was."}),
        rule("440.1", {"en": "During a showdown the players pass focus in turn."}),
        rule("450.1", {"en": "A burn-out happens when the main deck runs dry."}),
        rule("716.3", {"en": "Recruits enter play exhausted beside their leader."}),
        faq(
            "recruits-exhausted",
            {"en": ("Do recruits enter play exhausted?",)},
            {"en": "Yes. Recruits come in exhausted."},
            verdict="yes",
            cites=(_rift("1.4", "716.3"),),
        ),
        faq(
            "burn-out",
            {"en": ("Do I lose right away when my main deck runs dry?",)},
            {"en": "No. You burn out instead."},
            verdict="no",
            cites=(_rift("1.4", "450.1"),),
        ),
    ),
)

RIFTBOUND_15 = PublishedEdition(
    game="riftbound",
    document="core-rules",
    edition="1.5",
    authority="en",
    titles=RIFTBOUND_14.titles,
    complete=False,
    base="1.4",
    effective_from=datetime.date(2026, 10, 9),
    passages=(
        rule("818", {"en": "Equip", "id": "Equip", "es": "Equip"}, heading=True),
        rule(
            "818.1",
            {
                "en": "Equip is an activated ability.",
                "id": "Equip adalah activated ability.",
                "es": "Equip es una habilidad activada.",
            },
            parent="818",
            see=("376",),
        ),
        rule(
            "818.1.c",
            {"en": "It is written with its cost.", "id": "Ditulis bersama cost-nya.", "es": "Se escribe con su coste."},
            parent="818.1",
            as_of=("1.4", "818.1.c"),
        ),
        rule(
            "818.1.c.1",
            {
                "en": "Triggers wait on the chain above it.",
                "id": "Trigger menunggu di chain di atasnya.",
                "es": "Los disparos esperan en la chain por encima.",
            },
            parent="818.1.c",
        ),
        rule(
            "818.1.c.2",
            {
                "en": "Pay the cost: this attaches to a unit you control.",
                "id": "Bayar cost: ini dipasang ke unit yang kamu kontrol.",
                "es": "Paga el coste: se anexa a una unit que controlas.",
            },
            parent="818.1.c",
        ),
        rule(
            "135.4",
            {
                "en": "Printed text of an attached card is inactive.",
                "id": "Teks kartu yang terpasang nonaktif.",
                "es": "El texto de una carta anexada está inactivo.",
            },
        ),
        rule(
            "435.4",
            {
                "en": "Cards that attach share the place of the card on top.",
                "id": "Kartu terpasang ikut tempat kartu di atas.",
                "es": "Las cartas anexadas comparten lugar con la de arriba.",
            },
            as_of=("1.4", "434.4"),
        ),
        rule(
            "716.9",
            {
                "en": "Recruits enter play ready.",
                "id": "Recruit masuk dalam keadaan ready.",
                "es": "Los recruits entran preparados.",
            },
            was=("1.4", "716.3"),
        ),
        faq(
            "how-equip-works",
            {"en": ("How does Equip work?",), "id": ("Gimana cara kerja Equip?",), "es": ("¿Cómo funciona Equip?",)},
            {
                "en": "Pay its cost and choose a unit you control.",
                "id": "Bayar cost-nya dan pilih unit yang kamu kontrol.",
                "es": "Paga su coste y elige una unit que controles.",
            },
            cites=(_rift("1.5", "818.1.c.2"),),
            about=("equip",),
        ),
        faq(
            "equip-at-battlefield",
            {
                "en": ("Can I equip a unit at a battlefield?", "Does Quick-Draw let me equip a unit at a battlefield?"),
                "id": (
                    "Unit di battlefield bisa di-equip gak?",
                    "Kalau unitku di battlefield, apakah masih bisa dipasangi Equipment?",
                ),
                "es": ("¿Puedo equipar una unit en un battlefield?",),
            },
            {
                "en": "Yes. Equip can choose any unit you control, wherever it is.",
                "id": "Bisa. Equip boleh memilih unit mana pun yang kamu kontrol.",
                "es": "Sí. Equip puede elegir cualquier unit que controles.",
            },
            cites=(_rift("1.5", "818.1.c.2"), _rift("1.5", "435.4", ("1.4", "434.4"))),
            verdict="yes",
            about=("equip",),
            given=(("controller(u1)", "you"), ("loc(u1)", "battlefield")),
            sources=("Patch Notes",),
        ),
        faq(
            "attached-text",
            {
                "en": ("Does an attached Equipment's own text still work?",),
                "es": ("¿El texto propio de un Equipment anexado sigue funcionando si lo controlo?",),
            },
            {
                "en": "No. Its printed text is inactive.",
                "id": "Tidak. Teksnya nonaktif.",
                "es": "No. Su texto está inactivo.",
            },
            cites=(_rift("1.5", "135.4"),),
            verdict="no",
        ),
        faq(
            "gap-two-showdowns",
            {"en": ("Can two showdowns be open at once?",)},
            {"en": "The rules do not say.", "id": "Aturannya tidak bilang.", "es": "Las reglas no lo dicen."},
            cites=(_rift("1.5", "818.1"),),
            gap=True,
        ),
        Passage(
            "equip",
            PassageKind.GLOSSARY,
            (
                *texts({"en": "Equip", "id": "Equip", "es": "Equip"}, TextRole.TITLE),
                *texts(
                    {"en": "Attaches gear to a unit.", "id": "Memasang gear ke unit.", "es": "Anexa gear a una unit."}
                ),
            ),
            cites=(_rift("1.5", "818.1"), _rift("1.5", "818.1.c.2")),
            keyword=KeywordDetails(
                "Spiritforged",
                51,
                (CardCount((Text("en", "with Equip"),), 41), CardCount((Text("en", "Weaponmaster units"),), 10)),
                (texts({"en": "Pay: attach this.", "id": "Bayar: pasang ini.", "es": "Paga: anexa esto."}),),
            ),
        ),
        Passage(
            "tank",
            PassageKind.GLOSSARY,
            (*texts({"en": "Tank"}, TextRole.TITLE), *texts({"en": "It must be dealt damage first."})),
        ),
        Passage(
            "blade-on-lucian",
            PassageKind.EXAMPLE,
            texts({"en": "You pay for the Blade.", "id": "Kamu membayar Blade.", "es": "Pagas la Blade."}),
            about=("equip",),
            cites=(_rift("1.5", "818.1"),),
        ),
        Passage(
            "ruling-cost",
            PassageKind.RULING,
            texts(
                {
                    "en": "Ezreal does not lower Equip costs.",
                    "id": "Ezreal tidak mengurangi cost Equip.",
                    "es": "Ezreal no baja el coste de Equip.",
                }
            ),
            about=("equip",),
            cites=(_rift("1.5", "818.1"),),
            sources=("Set FAQ",),
            source_date=datetime.date(2026, 1, 14),
        ),
        Passage(
            "ruling-coming",
            PassageKind.RULING,
            texts(
                {
                    "en": "A gear that becomes a unit detaches.",
                    "id": "Gear yang menjadi unit terlepas.",
                    "es": "Un gear que se vuelve unit se desanexa.",
                }
            ),
            about=("equip",),
            sources=("Radiance Patch Notes",),
            effective_from=datetime.date(2026, 10, 16),
        ),
    ),
)

MAGIC = PublishedEdition(
    game="mtg",
    document="cr",
    edition="2026-08-07",
    authority="en",
    titles=texts({"en": "Comprehensive Rules", "es": "Reglas completas"}, TextRole.TITLE),
    complete=True,
    base=None,
    effective_from=datetime.date(2026, 8, 7),
    passages=(
        rule("702", {"en": "Keyword Abilities"}, heading=True),
        rule("702.6", {"en": "Equip"}, parent="702", heading=True),
        *(
            rule(f"702.6{letter}", {"en": f"Part {letter} of what equip means for creatures."}, parent="702.6")
            for letter in "abcde"
        ),
        faq(
            "equip-opposing-creature",
            {"en": ("Can I equip a creature that my opponent controls?",)},
            {"en": "No. Equip targets a creature you control."},
            cites=(Citation("cr", "2026-08-07", "702.6a"),),
            verdict="no",
        ),
    ),
)

VANDARIA = PublishedEdition(
    game="vandaria",
    document="guide",
    edition="guide",
    authority="id",
    titles=texts({"en": "Vandaria Wars Guide", "id": "Panduan Vandaria Wars"}, TextRole.TITLE),
    complete=False,
    base=None,
    effective_from=None,
    own_numbering=True,
    passages=(
        rule("EQ.1.1", {"id": "Equipment adalah jenis Relic atau Rune."}, line=1),
        rule("EQ.7.3", {"id": "Follower Stray dengan Wander bisa dipasangi Equipment di Territory mana pun."}, line=14),
        faq(
            "stray-wander",
            {"id": ("Follower Stray yang punya Wander bisa dipasangi Equipment gak?",)},
            {"id": "Bisa, di Territory mana pun."},
            cites=(Citation("guide", "guide", "EQ.7.3"),),
            verdict="yes",
        ),
        faq(
            "cycle",
            {"id": ("Cycle itu apa?",), "en": ("How many creatures share a cycle?",)},
            {"id": "Panduannya tidak bilang."},
            gap=True,
        ),
    ),
)

CORPUS = PublishedCorpus(7, (MAGIC, RIFTBOUND_14, RIFTBOUND_15, VANDARIA))
