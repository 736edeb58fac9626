"""Which texts are searched, in which context, and which passage they lead to."""

from __future__ import annotations

import dataclasses

from index.entries import IndexEntry, entries_of, label_of, title_of
from rules_corpus.passages import Passage, PassageKind, PublishedCorpus, Text, TextRole
from tests.index.mini_corpus import CORPUS, MAGIC, RIFTBOUND_1_5, heading, rule

ENTRIES = entries_of(CORPUS)


def leading_to(ref: str, edition: str) -> list[IndexEntry]:
    return [
        entry
        for entry in ENTRIES
        if CORPUS.editions[entry.edition].edition == edition
        and CORPUS.editions[entry.edition].passages[entry.passage].ref == ref
    ]


def test_rule_carries_the_titles_above_it() -> None:
    (entry,) = leading_to("702.6a", "2026-08-07")
    assert entry.content == (
        "Additional Rules > Keyword Abilities > Equip. Pay the cost to attach this permanent to a creature you control."
    )


def test_long_text_of_a_parent_is_no_context() -> None:
    (entry,) = leading_to("301.5a", "2026-08-07")
    assert entry.content.startswith("Card Types > Artifacts. The creature")


def test_context_is_in_the_language_of_the_text_or_else_in_english() -> None:
    contents = {entry.language: entry.content for entry in leading_to("435.4", "1.5")}
    assert contents["id"].startswith("Memasang. Kartu")
    assert contents["es"].startswith("Anexar. Las cartas")
    only_english = dataclasses.replace(
        RIFTBOUND_1_5, passages=(heading("435", en="Attach"), rule("435.4", "435", es="Las cartas anexadas."))
    )
    (entry,) = entries_of(PublishedCorpus(1, (only_english,)))
    assert entry.content == "Attach. Las cartas anexadas."


def test_headings_have_no_entry() -> None:
    assert not leading_to("702.6", "2026-08-07")
    assert not any(CORPUS.editions[e.edition].passages[e.origin].heading for e in ENTRIES)


def test_example_leads_to_its_rule() -> None:
    own, illustrating = leading_to("702.6b", "2026-08-07")
    assert own.origin == own.passage
    assert CORPUS.editions[0].passages[illustrating.origin].kind is PassageKind.EXAMPLE
    assert "cheaper" in illustrating.content


def test_example_without_its_rule_leads_to_itself() -> None:
    orphan = Passage("x/example-1", PassageKind.EXAMPLE, (Text("en", "Ana plays twice."),), "999.9")
    alone = dataclasses.replace(MAGIC, passages=(orphan,))
    (entry,) = entries_of(PublishedCorpus(1, (alone,)))
    assert entry.passage == entry.origin == 0


def test_each_phrasing_and_the_answer_of_a_faq_are_entries() -> None:
    entries = leading_to("equip-at-battlefield", "1.5")
    assert sorted(entry.content for entry in entries) == [
        "Equip. Can I equip a unit that is at a battlefield?",
        "Equip. May gear be attached away from my base?",
        "Equip. Yes, any unit you control will do.",
        "Equip. boleh pasang gear ke unit di battlefield?",
    ]


def test_title_of_a_keyword_is_merged_with_its_body() -> None:
    (entry,) = leading_to("glossary/equip", "2026-08-07")
    assert entry.content == "Equip: A keyword that attaches a permanent to a creature."


def test_title_without_any_body_is_an_entry() -> None:
    term = Passage("glossary/sword", PassageKind.GLOSSARY, (Text("en", "Paper Sword", TextRole.TITLE),))
    (entry,) = entries_of(PublishedCorpus(1, (dataclasses.replace(MAGIC, passages=(term,)),)))
    assert entry.content == "Paper Sword"


def test_a_card_is_not_found_by_its_text() -> None:
    texts = (Text("en", "Paper Sword", TextRole.TITLE), Text("en", "Equip a unit."))
    card = Passage("paper-sword", PassageKind.CARD, texts)
    assert entries_of(PublishedCorpus(1, (dataclasses.replace(MAGIC, passages=(card,)),))) == ()


def test_every_entry_points_at_the_text_that_it_holds() -> None:
    for entry in ENTRIES:
        text = CORPUS.editions[entry.edition].passages[entry.origin].texts[entry.text]
        assert entry.content.endswith(text.text)
        assert entry.language == text.language


def test_parents_that_name_each_other_end() -> None:
    circle = (rule("1.1", "1.2", en="One."), rule("1.2", "1.1", en="Two."))
    entries = entries_of(PublishedCorpus(1, (dataclasses.replace(MAGIC, passages=circle),)))
    assert [entry.content for entry in entries] == ["One > Two. One.", "Two > One. Two."]


def test_labels() -> None:
    assert title_of(MAGIC.passages[-2], "es") == "Equipar"
    assert title_of(MAGIC.passages[-2], "id") == "Equip"
    assert title_of(rule("1", en="Text."), "en") == ""
    assert label_of(rule("1", en="Short enough to be one."), "es") == "Short enough to be one"
    assert label_of(rule("1", en="This sentence has a few words too many for that."), "en") == ""
