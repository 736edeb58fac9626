"""Which names are offered while somebody types, and in which order."""

from __future__ import annotations

import pytest

from bot.discord.live_corpus import LiveCorpus
from bot.discord.suggestions import MOST, MOST_CHARACTERS, Kind, NameList, _Name, _name_of, split_choice


def cards(*names: str) -> NameList:
    return NameList("mtg", [_name_of(name, (name,)) for name in names])


def labels(names: NameList, typed: str) -> list[str]:
    return [suggestion.label for suggestion in names.matching(typed)]


def test_the_very_name_comes_before_longer_ones_and_before_inner_words() -> None:
    names = cards("Boneflinger", "Flingers of Fate", "Fling", "The Great Fling", "Thopter", "Opt")
    assert labels(names, "fling") == ["Fling", "Flingers of Fate", "The Great Fling"]
    assert labels(names, "opt") == ["Opt"]


def test_a_slip_is_forgiven_where_nothing_begins_so() -> None:
    assert labels(cards("Lightning Bolt", "Counterspell"), "lightnig") == ["Lightning Bolt"]
    assert labels(cards("Lightning Bolt", "Counterspell"), "zzzz") == []


def test_capitals_and_accents_do_not_matter() -> None:
    assert labels(cards("Juzám Djinn"), "JUZAM") == ["Juzám Djinn"]


def test_nothing_typed_offers_the_first() -> None:
    assert labels(cards(*(f"Card {n:03}" for n in range(40))), " ") == [f"Card {n:03}" for n in range(MOST)]


def test_long_names_are_cut_between_words() -> None:
    long = "word " * 40
    (suggestion,) = NameList("mtg", [_Name(long, long.strip(), ("word",))]).matching("word")
    assert len(suggestion.label) <= MOST_CHARACTERS
    assert suggestion.label.endswith("word …")
    assert len(suggestion.value) <= MOST_CHARACTERS
    assert suggestion.value.endswith("word")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("mtg/702.6a", ("mtg", "702.6a")),
        ("riftbound/Equip", ("riftbound", "Equip")),
        ("702.6a", (None, "702.6a")),
        ("Fire // Ice", (None, "Fire // Ice")),
        ("chess/castling", (None, "chess/castling")),
    ],
)
def test_what_was_chosen_and_what_was_typed(text: str, read: tuple[str | None, str]) -> None:
    assert split_choice(text) == read


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("typed", ["", "e", "equip", "8", "301.5", "units"])
def test_suggestions_of_the_starter_corpus_fit_discord(live_corpus: LiveCorpus, kind: Kind, typed: str) -> None:
    found = live_corpus.suggestions.matching(kind, typed, None)
    assert len(found) <= MOST
    assert all(1 <= len(text) <= MOST_CHARACTERS for one in found for text in (one.label, one.value))
    assert len({one.value for one in found}) == len(found)


def test_rules_are_found_by_number_and_by_title(live_corpus: LiveCorpus) -> None:
    by_number = live_corpus.suggestions.matching(Kind.RULE, "818.1.c", "riftbound")
    assert by_number[0].value == "riftbound/818.1.c"
    assert {one.value for one in by_number} >= {"riftbound/818.1.c.2"}
    by_title = live_corpus.suggestions.matching(Kind.RULE, "equip", "riftbound")
    assert any(one.value == "riftbound/818" for one in by_title), by_title


def test_what_is_offered_of_keywords_has_a_page(live_corpus: LiveCorpus) -> None:
    offered = live_corpus.suggestions.matching(Kind.KEYWORD, "", None)
    assert offered
    for suggestion in offered:
        game, name = split_choice(suggestion.value)
        assert live_corpus.answering.keyword(name, game).game == game
