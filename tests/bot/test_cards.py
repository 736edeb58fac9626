"""Cards in answers: the page of the one asked about, those that a question names, and what stays out."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.composition.card import CARD_FACT
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.commands.cards import card_json
from bot.errors import UserError
from bot.locale.translation import translate
from index.search import SearchIndex
from index.snapshot import build_snapshot
from rules_corpus.lexicon import load_lexicon
from tests.bot.cards import CORPUS_WITH_CARDS
from tests.bot.conftest import MemoryCache, WordEncoder
from tests.bot.corpus import TODAY

On = Callable[[datetime.date], Answering]


@pytest.fixture(scope="module")
def on() -> On:
    snapshot = build_snapshot(CORPUS_WITH_CARDS, WordEncoder(), load_lexicon(), MemoryCache())  # type: ignore[arg-type]

    def answering(day: datetime.date) -> Answering:
        index = SearchIndex(snapshot, WordEncoder(), load_lexicon(), day)
        return Answering(lambda: index, load_lexicon())

    return answering


@pytest.fixture(scope="module")
def cards(on: On) -> Answering:
    return on(TODAY)


def said(answer: Answer) -> str:
    return "\n".join(translate(text, answer.language) for text in answer.says)


def noticed(answer: Answer) -> list[str]:
    return [translate(notice, answer.language) for notice in answer.notices]


def cited(answer: Answer) -> list[tuple[str, str]]:
    return [(citation.document, citation.ref) for citation in answer.citations]


def test_a_question_about_a_card_is_answered_with_it(cards: Answering) -> None:
    answer = cards.ask(Question("what does Zorblade do?"))
    assert (answer.game, answer.kind, answer.verdict) == ("riftbound", AnswerKind.PASSAGES, None)
    assert said(answer).splitlines()[:2] == [
        "Zorblade · Gear · Calm · 3 Energy + 1 Calm Power",
        "[Equip] 2 Energy It folds twice.",
    ]
    assert "Printed, before the errata of September 1, 2026: [Equip] 1 Energy It folds." in said(answer)
    assert cited(answer)[0] == ("card-errata", "zorblade")
    assert answer.citations[0].quote == "[Equip] 2 Energy It folds twice." and answer.citations[0].official
    assert "Zorblade: errata of September 1, 2026" in noticed(answer)


def test_before_its_erratum_a_card_says_what_is_printed(on: On) -> None:
    answer = on(datetime.date(2026, 8, 31)).ask(Question("Zorblade", "riftbound"))
    assert cited(answer)[0] == ("cards", "zorblade")
    assert "errata" not in " ".join(noticed(answer)) and "Printed" not in said(answer)


@pytest.mark.parametrize(
    ("text", "language"),
    [("apa efek kartu Zorblade?", "id"), ("¿Qué hace la carta Zorblade?", "es")],
)
def test_in_every_language(cards: Answering, text: str, language: str) -> None:
    answer = cards.ask(Question(text, "riftbound", language=language))
    assert cited(answer)[0] == ("card-errata", "zorblade")


def test_a_name_of_several_cards_is_asked_back_and_the_choice_is_answered(cards: Answering) -> None:
    answer = cards.ask(Question("What does Ezrahel do?", "riftbound"))
    assert answer.kind is AnswerKind.ABSTAIN
    (clarify,) = answer.clarify
    assert clarify.fact == CARD_FACT
    assert [option.value for option in clarify.options] == ["Ezrahel, Folder", "Ezrahel, Tearer"]
    chosen = cards.ask(Question("What does Ezrahel do?", "riftbound", facts={CARD_FACT: "Ezrahel, Tearer"}))
    assert cited(chosen) == [("cards", "ezrahel-tearer")]


def test_a_bare_name_tells_the_game(cards: Answering) -> None:
    answer = cards.ask(Question("Ezrahel"))
    assert (answer.game, answer.kind) == ("riftbound", AnswerKind.ABSTAIN)
    assert len(answer.clarify[0].options) == 2


def test_the_words_of_a_cards_name_tell_no_other_game(cards: Answering) -> None:
    """ "Creature" is a word of Magic; the whole question is a Riftbound card."""
    assert cards.ask(Question("Can I target a creature?")).game == "mtg"
    assert cited(cards.ask(Question("what does Creature Cyclix do?")))[0] == ("cards", "creature-cycle")
    assert cards.ask(Question("what does Creature Cyclix do in Magic?")).game == "mtg"


def test_a_unit_shows_its_might(cards: Answering) -> None:
    answer = cards.ask(Question("Ezrahel, Folder"))
    assert said(answer).splitlines()[0] == "Ezrahel, Folder · Champion Unit · 3 Might"


def test_a_card_that_a_question_names_comes_after_the_rules(cards: Answering) -> None:
    answer = cards.ask(Question("Does a unit with Zorblade attached detach from the card on top?", "riftbound"))
    documents = [document for document, _ in cited(answer)]
    assert documents[0] == "core-rules" and cited(answer)[-1] == ("card-errata", "zorblade")
    assert "Zorblade: errata of September 1, 2026" in noticed(answer)


def test_where_no_rules_are_found_the_named_cards_are_shown_without_a_verdict(cards: Answering) -> None:
    answer = cards.ask(Question("is Blankrunn pretty beside Ezrahel Folder", "riftbound"))
    assert (answer.kind, answer.verdict) == (AnswerKind.PASSAGES, None)
    assert cited(answer) == [("cards", "blankrunn"), ("cards", "ezrahel-folder")]
    assert "Blankrunn: It has no rules text." in said(answer)


def test_a_stored_verdict_stands_with_a_card_beside_it(cards: Answering) -> None:
    answer = cards.ask(Question("Can Zorblade be folded again?"))
    assert (answer.kind, answer.verdict) == (AnswerKind.FAQ, "yes")
    assert cited(answer)[-1] == ("card-errata", "zorblade")


def test_a_name_of_several_cards_in_a_longer_question_is_noticed(cards: Answering) -> None:
    answer = cards.ask(Question("Do recruits enter play exhausted beside Ezrahel?", "riftbound"))
    assert "Ezrahel could be several cards: Ezrahel, Folder; Ezrahel, Tearer." in noticed(answer)
    assert all(document == "core-rules" for document, _ in cited(answer))


def test_a_slip_in_a_name_is_told(cards: Answering) -> None:
    answer = cards.ask(Question("what does zorblaade do", "riftbound"))
    assert "I read “zorblaade” as the card Zorblade." in noticed(answer)
    assert cited(answer)[0] == ("card-errata", "zorblade")


@pytest.mark.parametrize("text", ["can I challenge a unit?", "Challenge a unit", "What is Tank?", "tank"])
def test_ordinary_words_and_keywords_are_no_cards(cards: Answering, text: str) -> None:
    answer = cards.ask(Question(text, "riftbound"))
    assert all(document == "core-rules" for document, _ in cited(answer))


def test_a_named_edition_of_the_rules_keeps_the_cards(cards: Answering) -> None:
    answer = cards.ask(Question("what does Zorblade do?", "riftbound", "1.4"))
    assert cited(answer)[0] == ("card-errata", "zorblade")


def test_what_is_said_of_the_edition_is_said_of_the_rules(cards: Answering) -> None:
    answer = cards.ask(Question("435.9", "riftbound"))
    assert "1.5" in said(answer) and "2026" not in said(answer)


def test_cards_are_no_searched_rules(cards: Answering) -> None:
    hits = cards.search(Question("It folds twice, two units fight, draw 2", "riftbound"), 50)
    assert hits and all(hit.document == "core-rules" for hit in hits)
    named = cards.search(Question("Zorblade", "riftbound"), 5)
    assert (named[0].document, named[0].passage.ref) == ("card-errata", "zorblade")


def test_a_cards_page_has_printed_text_errata_and_the_rulings_that_name_it(cards: Answering) -> None:
    page = card_json(cards.card("zorblade"), "en")
    assert page["game"] == "riftbound" and page["ref"] == "zorblade" and page["name"] == "Zorblade"
    assert page["text"] == {"language": "en", "text": "[Equip] 2 Energy It folds twice.", "official": True}
    assert page["printed"]["text"] == "[Equip] 1 Energy It folds."
    assert page["errata"] == {"date": "2026-09-01", "sources": ["Second Set errata"]}
    assert (page["types"], page["tags"], page["cost"], page["might"], page["sets"]) == (
        ["Gear"], ["Calm"], "3 Energy + 1 Calm Power", None, ["First Set"],
    )  # fmt: skip
    assert [(r["ref"], r["kind"]) for r in page["rulings"]] == [
        ("zorblade-twice", "faq"),
        ("ruling-zorblade", "ruling"),
    ]


def test_a_card_without_text_or_errata(cards: Answering) -> None:
    page = card_json(cards.card("blankrunn"), "en")
    assert (page["text"], page["printed"], page["errata"], page["rulings"]) == (None, None, None, [])


def test_a_card_called_by_an_ordinary_word_has_a_page(cards: Answering) -> None:
    assert cards.card("challenge").name == "Challenge"


@pytest.mark.parametrize(
    ("name", "game", "reason"),
    [
        ("Nothing Like It", None, "I have no card called Nothing Like It."),
        ("ezrahel", None, "ezrahel could be several cards: Ezrahel, Folder; Ezrahel, Tearer."),
        ("zorblade", "mtg", "I have no card called zorblade."),
    ],
)
def test_a_name_without_a_card(cards: Answering, name: str, game: str | None, reason: str) -> None:
    with pytest.raises(UserError) as caught:
        cards.card(name, game)
    message: Message = caught.value.message
    assert translate(message, "en") == reason
