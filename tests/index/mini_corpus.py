"""A small corpus of three games in our own words, and an encoder that needs no model, for the tests of the index."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Sequence

import numpy as np

from index.encoder import Progress, Vectors
from rules_corpus.normalisation import normalise
from rules_corpus.passages import (
    Citation,
    CrossReference,
    EditionRef,
    Passage,
    PassageKind,
    PublishedCorpus,
    PublishedEdition,
    Text,
    TextRole,
)

TODAY = datetime.date(2026, 11, 1)


class HashingEncoder:
    """Each word is a random direction that its hash names: texts are near each other as far as they share words."""

    dimensions = 64

    def __init__(self, identity: str = "hashing-64") -> None:
        self.identity = identity
        self.encoded: list[str] = []
        """Every passage text that was encoded, in order."""

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return self._vectors(texts)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        self.encoded += texts
        return self._vectors(texts)

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        vectors = np.array([self._vector(text) for text in texts], dtype=np.float32).reshape(-1, self.dimensions)
        unit: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        return unit

    def _vector(self, text: str) -> Vectors:
        total = np.full(self.dimensions, 1e-3, dtype=np.float32)
        for word in normalise(text).split():
            seed = int.from_bytes(hashlib.sha256(word.strip("?.,:;()").encode()).digest()[:8], "big")
            total += np.random.default_rng(seed).standard_normal(self.dimensions).astype(np.float32)
        return total


def rule(ref: str, parent: str | None = None, see: Sequence[str] = (), **bodies: str) -> Passage:
    texts = tuple(Text(language, body) for language, body in bodies.items())
    return Passage(ref, PassageKind.RULE, texts, parent, see=tuple(CrossReference(other) for other in see))


def heading(ref: str, parent: str | None = None, **titles: str) -> Passage:
    texts = tuple(Text(language, title, TextRole.TITLE) for language, title in titles.items())
    return Passage(ref, PassageKind.RULE, texts, parent, heading=True)


def example(ref: str, parent: str | None, body: str) -> Passage:
    return Passage(ref, PassageKind.EXAMPLE, (Text("en", body),), parent)


def keyword(ref: str, titles: dict[str, str], body: str, cites: Sequence[Citation] = ()) -> Passage:
    texts = tuple(Text(language, title, TextRole.TITLE) for language, title in titles.items())
    return Passage(ref, PassageKind.GLOSSARY, (*texts, Text("en", body)), cites=tuple(cites))


MAGIC = PublishedEdition(
    game="mtg",
    document="cr",
    edition="2026-08-07",
    authority="en",
    titles=(Text("en", "Comprehensive Rules", TextRole.TITLE),),
    passages=(
        heading("3", en="Card Types"),
        heading("301", "3", en="Artifacts"),
        rule("301.5", "301", ["702.6"], en="Some artifacts bear the subtype Equipment and can be worn by a creature."),
        rule("301.5a", "301.5", en="The creature that wears an Equipment is called the equipped creature."),
        rule("301.5b", "301.5", en="Equipment comes onto the battlefield as any artifact does, worn by nobody."),
        heading("7", en="Additional Rules"),
        heading("702", "7", en="Keyword Abilities"),
        heading("702.6", "702", en="Equip"),
        rule("702.6a", "702.6", ["301"], en="Pay the cost to attach this permanent to a creature you control."),
        rule("702.6b", "702.6", en="Several such abilities on one permanent may each be used."),
        example("702.6b/example-1", "702.6b", "Ana's sword lists two prices, and she picks the cheaper one."),
        heading("702.21", "702", en="Ward"),
        rule("702.21a", "702.21", en="When an opponent targets this permanent, counter that unless its cost is paid."),
        heading("704", "7", en="State-Based Actions"),
        rule("704.5aa", "704", en="A player who has used up every last chance loses the game."),
        keyword(
            "glossary/equip",
            {"en": "Equip", "es": "Equipar"},
            "A keyword that attaches a permanent to a creature.",
            [Citation("cr", "2026-08-07", "702.6")],
        ),
        keyword("glossary/ward", {"en": "Ward"}, "A keyword that makes targeting dearer."),
    ),
    complete=True,
    base=None,
    effective_from=datetime.date(2026, 8, 7),
)

RIFTBOUND_1_4 = PublishedEdition(
    game="riftbound",
    document="core-rules",
    edition="1.4",
    authority="en",
    titles=(),
    passages=(
        heading("434", en="Attach"),
        rule("434.4", "434", en="Attached cards stay where the card on top of them is."),
        heading("435", en="Detach"),
        rule("435.4", "435", en="A card that is detached goes back to its owner's base."),
        heading("815", en="Tank"),
        rule("815.1", "815", en="Tank is passive: this unit has to be dealt combat damage before others."),
        rule("135.4.b", None, en="Granted text works even on a card that lies below another."),
    ),
    complete=True,
    base=None,
    effective_from=datetime.date(2026, 7, 16),
)

RIFTBOUND_1_5 = PublishedEdition(
    game="riftbound",
    document="core-rules",
    edition="1.5",
    authority="en",
    titles=(),
    passages=(
        heading("435", en="Attach", id="Memasang", es="Anexar"),
        Passage(
            "435.4",
            PassageKind.RULE,
            (
                Text("en", "Attached cards share the place of the card on top."),
                Text("id", "Kartu yang terpasang berada di tempat kartu paling atas."),
                Text("es", "Las cartas anexadas comparten el lugar de la carta de arriba."),
            ),
            "435",
            counterparts=(EditionRef("1.4", "434.4"),),
        ),
        Passage(
            "equip-at-battlefield",
            PassageKind.FAQ,
            (
                Text("en", "Can I equip a unit that is at a battlefield?", TextRole.QUESTION),
                Text("en", "May gear be attached away from my base?", TextRole.QUESTION),
                Text("id", "boleh pasang gear ke unit di battlefield?", TextRole.QUESTION),
                Text("en", "Yes, any unit you control will do."),
            ),
            cites=(Citation("core-rules", "1.5", "435.4"),),
            about=("equip",),
        ),
        keyword("equip", {"en": "Equip"}, "Gear with this keyword is attached to a unit for a cost."),
    ),
    complete=False,
    base="1.4",
    effective_from=datetime.date(2026, 10, 9),
)

VANDARIA = PublishedEdition(
    game="vandaria",
    document="guide",
    edition="guide",
    authority="id",
    titles=(),
    passages=(
        heading("EQ.7", en="Wander", id="Wander"),
        rule("EQ.7.3", "EQ.7", en="An Equipment that strays may use its skill.", id="Equipment yang Stray tetap bisa."),
        rule("EQ.7.4", "EQ.7", en="Other cards may not.", id="Kartu lain tidak bisa."),
    ),
    complete=True,
    base=None,
    effective_from=None,
    own_numbering=True,
)

CORPUS = PublishedCorpus(3, (MAGIC, RIFTBOUND_1_4, RIFTBOUND_1_5, VANDARIA))
