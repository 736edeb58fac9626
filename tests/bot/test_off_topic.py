"""Questions about prices, ban lists, decks, events and stories, and the rules questions that use their words."""

from __future__ import annotations

import pytest
import yaml

from benchmarks.faq_rewordings import rewordings, variants
from bot.answering.off_topic import OffTopic, off_topic
from bot.answering.other_games import other_games
from bot.answering.small_talk import small_talk
from rules_corpus.documents import load_starter_editions
from rules_corpus.lexicon import load_lexicon
from rules_corpus.passages import TextRole


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("how much is Ezreal?", OffTopic.PRICE),
        ("berapa harga kartu ini", OffTopic.PRICE),
        ("¿A cuánto está Doran's Blade?", OffTopic.PRICE),
        ("jual Shady Spectacles dong", OffTopic.PRICE),
        ("Is Sol Ring banned?", OffTopic.LEGALITY),
        ("kartu apa yang kena ban", OffTopic.LEGALITY),
        ("¿qué cartas están baneadas?", OffTopic.LEGALITY),
        ("which deck with Equip is best?", OffTopic.DECK_ADVICE),
        ("rekomendasi deck dong", OffTopic.DECK_ADVICE),
        ("¿me recomiendas un comandante?", OffTopic.DECK_ADVICE),
        ("what time is the tournament", OffTopic.EVENT),
        ("kapan rilis set barunya", OffTopic.EVENT),
        ("¿dónde hay una tienda?", OffTopic.EVENT),
        ("who designed this card", OffTopic.TRIVIA),
    ],
)
def test_what_is_not_about_rules_is_told_apart(text: str, topic: OffTopic) -> None:
    assert off_topic(text, load_lexicon()) is topic


@pytest.mark.parametrize(
    "text",
    [
        "What does banned mean?",
        "How much does it cost to equip?",
        "how much is the equip cost",
        "how much is lethal damage",
        "how much is the mana value of a token",
        "harga equip-nya berapa?",
        "harga buat mindahin equipment berapa cost?",
        "¿Cuál es el precio de equipar?",
        "¿cuánto vale la X en el coste?",
        "is that a legal target",
        "My unit was banished, does Deathknell trigger?",
        "Can I put a second card facedown?",
        "la carta se envía al cementerio o es enviada al exilio?",
        "kartunya dikirim ke graveyard?",
        "do I rotate the card when I exhaust it?",
        "I'm a beginner, how does equip work?",
        "Who created the token, who controls it?",
        "where does the damage come from",
        "ceritanya gw serang terus lawan respon",
        "kartu balik ke zona asalnya gak?",
        "paso de inicio: ¿quién recibe prioridad?",
        "Does the strongest unit have to attack?",
        "does buyback return the card",
        "two effects change the same event, when do I choose?",
        "Which cards can I play with a standard move left?",
        "do I get to cut my opponent's deck after shuffling",
    ],
)
def test_a_rules_reading_wins(text: str) -> None:
    assert off_topic(text, load_lexicon()) is None
    assert other_games(text) == ()


def test_no_known_rules_question_is_turned_away() -> None:
    lexicon = load_lexicon()
    texts = [rewording.text for rewording in rewordings()] + [variant.text for variant in variants()]
    assert len(texts) > 150
    assert [t for t in texts if off_topic(t, lexicon) or other_games(t) or small_talk(t)] == []


def test_no_stored_question_is_turned_away() -> None:
    lexicon = load_lexicon()
    asked = [
        text.text
        for edition in load_starter_editions()
        for passage in edition.passages
        for text in passage.texts_of(TextRole.QUESTION)
    ]
    assert len(asked) > 500
    assert [t for t in asked if off_topic(t, lexicon) or other_games(t) or small_talk(t)] == []


def test_the_lists_are_folded() -> None:
    from bot.answering import off_topic as module
    from bot.answering import small_talk as other
    from rules_corpus.lexicon.words import fold

    for path in (module.DATA, other.DATA):
        said = yaml.safe_load(path.read_text("utf-8"))
        text = yaml.safe_dump(said, allow_unicode=True)
        assert fold(text) == text
