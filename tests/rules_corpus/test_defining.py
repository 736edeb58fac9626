"""The rule that says what a keyword does: by its signs in our own words, then over every official keyword."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rules_corpus.defining import Definition, Sign, definition_of, is_keyword
from rules_corpus.importers import import_document
from rules_corpus.passages import Passage, PassageKind, Text
from tests.rules_corpus.importers.support import needs_corpora, official


def rules(*texts: str) -> tuple[Passage, ...]:
    return tuple(
        Passage(f"9.{n}", PassageKind.RULE, (Text("en", text, official=True),)) for n, text in enumerate(texts, 1)
    )


def defining(name: str, *texts: str) -> tuple[str, Sign] | None:
    found = definition_of(name, rules(*texts))
    return (found.passage.ref, found.sign) if found is not None else None


@pytest.mark.parametrize(
    "equivalent",
    [
        "It is functionally short for “I glow.”",
        "Glow is functionally short for: “I glow.”",
        "The word stands for this: it glows.",
        "“Glow” means “This card glows.”",
        "“Glow [cost]” means “[Cost]: This card glows.”",
        "“Glow N” on a permanent means “This permanent glows N times.”",
        "Glow 2 means nothing here. Glow means “This card glows.”",
        "Glow is a keyword that represents two abilities. “Glow — [Cost]” means “Pay [cost]: this glows.”",
        "Glow on a spell represents a spell ability. It means “This spell glows.”",
    ],
)
def test_an_equivalent_defines(equivalent: str) -> None:
    assert defining("Glow", "Glow is a passive ability keyword.", "It is present on units.", equivalent) == (
        "9.3",
        Sign.EQUIVALENT,
    )


def test_without_an_equivalent_what_its_bearer_does_defines() -> None:
    assert defining("Glow", "Glow is a static ability.", "A card with glow can't be hidden.") == ("9.2", Sign.BEARER)
    assert defining("Glow", "Glow is a static ability.", "A card may be shown by cards with dusk and/or glow.") == (
        "9.2",
        Sign.BEARER,
    )


def test_a_class_with_more_to_it_comes_before_what_follows() -> None:
    texts = ("Glow is a static ability. A source with glow is seen by all.", "If a card with glow is hidden, it shows.")
    assert defining("Glow", *texts) == ("9.1", Sign.CLASS_AND_MORE)
    assert defining("Glow", "Glow is a static ability, written “Glow [colour].” This colour is a word.", texts[1]) == (
        "9.2",
        Sign.BEARER,
    )


@pytest.mark.parametrize(
    "text",
    [
        "Multiple instances of glow are redundant.",
        "If a card has multiple instances of glow, each means the same.",
        "Glow, and whether or not a unit has glow, is a characteristic of the unit.",
        "It is normally present on units.",
        "Glow is formatted as “Glow [X]”.",
        "Glow is not functionally short for any text.",
        "For more information about glow, see rule 1.",
        "“When you glow this card” means “When you pay for it.”",
        "Glow is a static ability.",
    ],
)
def test_what_never_defines(text: str) -> None:
    assert defining("Glow", text) is None


def test_the_first_of_the_surest_signs_counts() -> None:
    texts = ("A card with glow can't be hidden.", "It is functionally short for “X.”", "“Glow” means “Y.”")
    assert defining("Glow", *texts) == ("9.2", Sign.EQUIVALENT)


def test_a_rule_that_ends_in_a_colon_is_completed_by_those_below_it() -> None:
    below = (
        *rules("Glow is functionally short for the following:"),
        Passage("9.1.a", PassageKind.RULE, (Text("en", "On units: “I glow.”"),), parent="9.1"),
        Passage("9.2", PassageKind.RULE, (Text("en", "More."),)),
    )
    assert definition_of("Glow", below) == Definition(below[0], Sign.EQUIVALENT, (below[1],))


def test_names_with_two_parts_and_odd_signs() -> None:
    assert defining("Dusk and Dawn", "“Dusk” means “It gets dark.”") == ("9.1", Sign.EQUIVALENT)
    assert defining("∞ (Endless)", "“∞ — [Ability]” means “It has [ability].”") == ("9.1", Sign.EQUIVALENT)
    assert defining("Go Now!", "Go now! is a static ability. A card with go now! has speed.") == (
        "9.1",
        Sign.CLASS_AND_MORE,
    )


def test_what_is_called_a_keyword() -> None:
    assert is_keyword("Glow", rules("Glow is a Passive Ability keyword."))
    assert is_keyword("Glow", rules("A glow ability is an activated ability."))
    assert not is_keyword("Combat", rules("Combat is a part of the turn.", "Units fight in combat."))


@cache
def _keywords(game: str) -> dict[str, tuple[str, Definition | None, bool]]:
    """ref of a keyword's heading → its name, what defines it, whether it is called a keyword."""
    path = {
        "mtg": "mtg/MagicCompRules-20260807.official-bytes.txt",
        "riftbound": "riftbound/core_rules_v1.4_2026-07-16.txt",
    }[game]
    passages = import_document(official(path), game, path.rpartition("/")[2]).content.passages
    children: dict[str | None, list[Passage]] = {}
    for passage in passages:
        if passage.kind is PassageKind.RULE:
            children.setdefault(passage.parent, []).append(passage)

    def below(ref: str) -> list[Passage]:
        return [p for child in children.get(ref, ()) for p in (child, *below(child.ref))]

    found = {}
    for passage in passages:
        chapter = passage.parent == "702" if game == "mtg" else passage.parent is None and "805" <= passage.ref <= "899"
        if passage.kind is PassageKind.RULE and passage.heading and chapter:
            name = passage.texts[0].text.rstrip(".")
            found[passage.ref] = (name, definition_of(name, below(passage.ref)), is_keyword(name, below(passage.ref)))
    return found


class TestOfficialKeywords:
    pytestmark = needs_corpora()

    def test_every_riftbound_keyword_is_defined(self) -> None:
        keywords = _keywords("riftbound")
        signs = Counter(definition.sign for _, definition, _ in keywords.values() if definition is not None)
        assert (len(keywords), dict(signs)) == (25, {Sign.EQUIVALENT: 24, Sign.BEARER: 1})
        assert all(called for _, _, called in keywords.values())
        places = {name: definition.passage.ref for name, definition, _ in keywords.values() if definition is not None}
        assert {name: places[name] for name in ("Tank", "Action", "Equip", "Level", "Unique", "Flow")} == {
            "Tank": "815.1.b",
            "Action": "806.1.c",
            "Equip": "818.1.c.2",
            "Level": "824.1.b.1",
            "Unique": "825.3.a",
            "Flow": "829.1.b",
        }

    def test_every_magic_keyword_ability_has_a_defining_rule(self) -> None:
        keywords = _keywords("mtg")
        signs = Counter(definition.sign for _, definition, _ in keywords.values() if definition is not None)
        assert (len(keywords), dict(signs)) == (194, {Sign.EQUIVALENT: 160, Sign.CLASS_AND_MORE: 11, Sign.BEARER: 23})
        assert all(called for _, _, called in keywords.values())
        places = {name: definition.passage.ref for name, definition, _ in keywords.values() if definition is not None}
        expected = {
            "Deathtouch": "702.2b",
            "Double Strike": "702.4b",
            "Enchant": "702.5a",
            "Equip": "702.6a",
            "Flying": "702.9b",
            "Hexproof": "702.11b",
            "Protection": "702.16b",
            "Reach": "702.17b",
            "Trample": "702.19b",
            "Phasing": "702.26a",
            "Cycling": "702.29a",
            "Changeling": "702.73a",
            "Wither": "702.80a",
            "Partner": "702.124h",
            "Toxic": "702.164c",
            "Craft": "702.167a",
            "Gift": "702.174a",
        }
        assert {name: places[name] for name in expected} == expected
