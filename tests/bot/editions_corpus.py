"""Three editions of a rules book in our own words between which rules move, and a second game beside it."""

from __future__ import annotations

import datetime

from rules_corpus.passages import Passage, PassageKind, PublishedCorpus, PublishedEdition, Text, TextRole

TODAY = datetime.date(2026, 11, 1)

LANTERN = "A lantern that is lit shows every hidden card beside it until it goes out."
BRIDGE = "Whoever crosses the bridge first takes the toll from every later traveller."
WELL = "Draw water from the well only while no bucket is hanging in it."
MIRROR = "The mirror copies the ability that resolved most recently this turn."
HARBOUR = "Ships leave the harbour in the order in which their owners paid the fee."


def rule(ref: str, text: str, parent: str | None = None, *, heading: bool = False) -> Passage:
    texts = (Text("en", text, official=True),)
    if heading:
        texts = (Text("en", text, TextRole.TITLE, official=True), *texts)
    return Passage(ref, PassageKind.RULE, texts, parent=parent, heading=heading)


def edition(game: str, document: str, label: str, since: str, *passages: Passage) -> PublishedEdition:
    titles = (Text("en", "Core Rules", TextRole.TITLE),)
    return PublishedEdition(
        game, document, label, "en", titles, passages, True, None, datetime.date.fromisoformat(since)
    )


CHAPTER = (rule("400", "Actions", heading=True), rule("500", "Places", heading=True))

OLD = edition(
    "riftbound",
    "core-rules",
    "1.3",
    "2026-03-30",
    *CHAPTER,
    rule("401", "Light", "400", heading=True),
    rule("401.1", LANTERN, "401"),
    rule("401.2", BRIDGE, "401"),
    rule("401.3", HARBOUR, "401"),
    rule("401.9", MIRROR, "401"),
)
NEW = edition(
    "riftbound",
    "core-rules",
    "1.4",
    "2026-07-16",
    *CHAPTER,
    rule("401", "Light", "400", heading=True),
    rule("401.1", BRIDGE, "401"),
    rule("401.2", "A lantern which is lit shows all hidden cards beside it until it goes out.", "401"),
    rule("401.4", HARBOUR, "401"),
    rule("402", "Glow", "400", heading=True),
    rule("402.1", "Glow is a Passive Ability keyword.", "402"),
    rule("402.1.a", "It is present on Units.", "402.1"),
    rule("402.1.b", "It is functionally short for “I can't be hidden.”", "402.1"),
    rule("402.2", "Multiple instances of Glow are redundant.", "402"),
    rule("403", "Dig", "400", heading=True),
    *(rule(f"403.{n}", f"Step {n} of digging takes {n} shovels and a spade.", "403") for n in range(1, 46)),
)
MAGIC = edition(
    "mtg",
    "cr",
    "2026-08-07",
    "2026-08-07",
    rule("700", "Words", heading=True),
    rule("701.1", WELL, "700"),
    rule("702.6", "Equip", "700", heading=True),
    rule("702.6a", "Equip is an activated ability of tools. “Equip [cost]” means “[Cost]: Attach this.”", "702.6"),
    rule("702.6b", "For more information about tools, see rule 301.", "702.6"),
    Passage(
        "glossary/equip",
        PassageKind.GLOSSARY,
        (Text("en", "Equip", TextRole.TITLE, True), Text("en", "An ability of tools. See rule 702.6.", official=True)),
    ),
)
CORPUS = PublishedCorpus(3, (MAGIC, OLD, NEW))
