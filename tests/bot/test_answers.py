"""The other kinds of answer: rules, keywords, passages, abstentions; language, game and small print."""

from __future__ import annotations

import pytest

from bot.answering.answer import AnswerKind
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.errors import UserError
from bot.locale.translation import translate
from rules_corpus.passages import EditionRef
from tests.bot.test_verdicts import wording


def test_a_rule_by_number_comes_with_what_is_around_it(answering: Answering) -> None:
    answer = answering.ask(Question("rule 818.1", game="riftbound"))
    assert (answer.kind, answer.verdict) == (AnswerKind.RULE, None)
    said = wording(answer)
    assert said.startswith("Equip is an activated ability.")
    assert "It belongs to 818: Equip" in said
    assert "818.1.c It is written with its cost." in said
    assert "See also: 376" in said
    assert [c.ref for c in answer.citations] == ["818.1"]


@pytest.mark.parametrize(
    "text", ["818.1.c.2", "rule 818.1.c.2", "what does 818.1.C.2 say?", "apa isi aturan 818.1.c.2"]
)
def test_a_number_names_its_game_and_rule(answering: Answering, text: str) -> None:
    answer = answering.ask(Question(text))
    assert (answer.kind, answer.game) == (AnswerKind.RULE, "riftbound")
    assert [c.ref for c in answer.citations] == ["818.1.c.2"]


def test_a_rule_is_told_in_the_readers_language(answering: Answering) -> None:
    answer = answering.ask(Question("regla 818.1.c.2", game="riftbound"))
    assert answer.language == "es"
    assert answer.says[0] == "Paga el coste: se anexa a una unit que controlas."


def test_a_rule_that_does_not_exist_is_said_not_to(answering: Answering) -> None:
    answer = answering.ask(Question("rule 702.6f", game="mtg"))
    assert (answer.kind, answer.verdict) == (AnswerKind.ABSTAIN, None)
    assert "702.6f does not exist in the edition of 2026-08-07; Equip has 702.6a–e." in wording(answer)


def test_of_an_incomplete_edition_nothing_is_said_not_to_exist(answering: Answering) -> None:
    said = wording(answering.ask(Question("EQ.9.9", game="vandaria")))
    assert "is not in what I have of “Vandaria Wars Guide”" in said
    assert "does not exist" not in said


def test_a_number_of_another_edition_says_so(answering: Answering) -> None:
    answer = answering.ask(Question("rule 818.1.c.2", game="riftbound", edition="1.4"))
    said = wording(answer)
    assert "818.1.c.2 does not exist in edition 1.4; it is a number of edition 1.5, and I can't tell which" in said
    assert [(c.edition, c.ref) for c in answer.citations] == [("1.5", "818.1.c.2")]


def test_a_number_that_means_two_rules_tells_both(answering: Answering) -> None:
    said = wording(answering.ask(Question("rule 435.4", game="riftbound")))
    assert said.startswith("Cards that attach share the place")
    assert "In edition 1.4, 435.4 is another rule: A card that detaches stays where it was." in said


def test_what_comes_from_an_older_edition_is_marked(answering: Answering) -> None:
    assert "440.1: from 1.4, not confirmed in 1.5" in wording(answering.ask(Question("440.1", game="riftbound")))
    summary = wording(answering.ask(Question("818.1.c", game="riftbound")))
    assert "818.1.c: from 1.4, not confirmed in 1.5" in summary
    pinned = wording(answering.ask(Question("440.1", game="riftbound", edition="1.4")))
    assert "not confirmed" not in pinned


def test_our_own_numbers_are_told_to_be_ours(answering: Answering) -> None:
    said = wording(answering.ask(Question("EQ.7.3", language="en")))
    assert "The numbers are ours; the guide prints none (EQ.7.3 is line 14)." in said
    assert "EQ.7.3: only available in Indonesian; quoted in the original" in said
    assert "Follower Stray dengan Wander" in said


def test_a_counterpart_comes_with_its_citation(answering: Answering) -> None:
    answer = answering.ask(Question("Can I equip a unit at a battlefield?", game="riftbound"))
    assert answer.citations[1].also == (EditionRef("1.4", "434.4"),)


def test_a_keyword_is_one_view(answering: Answering) -> None:
    answer = answering.ask(Question("apa itu Equip?", game="riftbound"))
    assert (answer.kind, answer.language) == (AnswerKind.KEYWORD, "id")
    said = wording(answer)
    for part in (
        "Equip: Memasang gear ke unit.",
        "Set pertama: Spiritforged",
        "51 kartu: 41 with Equip",
        "Bayar: pasang ini.",
        "Gimana cara kerja Equip?",
        "Contoh: Kamu membayar Blade.",
        "Ruling: Ezreal tidak mengurangi cost Equip.",
        "Set FAQ, 14 Januari 2026",
        "Perubahan, berlaku mulai 16 Oktober 2026: Gear yang menjadi unit terlepas.",
        "Berubah mulai 16 Oktober 2026",
    ):
        assert part in said
    assert {c.ref for c in answer.citations} == {"818.1", "818.1.c.2"}


def test_a_bare_name_is_a_keyword_of_its_game(answering: Answering) -> None:
    answer = answering.ask(Question("Tank"))
    assert (answer.kind, answer.game, answer.language) == (AnswerKind.KEYWORD, "riftbound", "en")


def test_a_name_that_is_not_bare_is_a_question(answering: Answering) -> None:
    assert answering.ask(Question("does tank die first when attacked", game="riftbound")).kind is not AnswerKind.KEYWORD


def test_a_tie_between_games_is_asked_about(answering: Answering) -> None:
    answer = answering.ask(Question("How does Equip work?"))
    assert (answer.kind, answer.game, answer.verdict) == (AnswerKind.ABSTAIN, None, None)
    (clarify,) = answer.clarify
    assert clarify.fact == "game"
    assert {"riftbound", "mtg"} <= {option.value for option in clarify.options}


def test_a_guessed_game_that_lacks_the_very_question_is_asked_about(answering: Answering) -> None:
    # "creatures" speaks for Magic, but only Vandaria Wars has this question.
    answer = answering.ask(Question("How many creatures share a cycle?"))
    assert (answer.kind, answer.game) == (AnswerKind.ABSTAIN, None)
    assert {option.value for option in answer.clarify[0].options} == {"mtg", "vandaria"}
    named = answering.ask(Question("How many creatures share a cycle in Magic?"))
    assert named.game == "mtg"


def test_the_choice_of_a_game_comes_back_as_a_fact(answering: Answering) -> None:
    answer = answering.ask(Question("How does Equip work?", facts={"game": "riftbound"}))
    assert (answer.kind, answer.game) == (AnswerKind.FAQ, "riftbound")
    with pytest.raises(UserError):
        answering.ask(Question("How does Equip work?", facts={"game": "chess"}))


def test_the_game_that_was_taken_is_told_with_its_reason(answering: Answering) -> None:
    answer = answering.ask(Question("Can I equip a unit at a battlefield during a showdown?"))
    assert answer.game == "riftbound"
    told = translate(answer.notices[0], "en")
    assert told.startswith("I took this as a Riftbound question, because of: ") and "showdown" in told
    asked = answering.ask(Question("Can I equip a unit at a battlefield during a showdown?", game="riftbound"))
    assert not any("I took this" in translate(notice, "en") for notice in asked.notices)


def test_an_earlier_question_may_tell_the_game(answering: Answering) -> None:
    answer = answering.ask(Question("How does Equip work?", context=("What happens in a showdown in Riftbound?",)))
    assert (answer.game, answer.kind) == ("riftbound", AnswerKind.FAQ)
    assert "like your earlier one" in wording(answer)


@pytest.mark.parametrize("text", ["", "   ", "?!", "🎉🎉", "​"])
def test_no_question_is_told_so(answering: Answering, text: str) -> None:
    answer = answering.ask(Question(text, language="es"))
    assert (answer.kind, answer.language) == (AnswerKind.ABSTAIN, "es")
    assert "No veo ninguna pregunta" in wording(answer)


@pytest.mark.parametrize(
    "text", ["hello there", "berapa harga kartu ini sekarang", "¿qué tiempo hace hoy en Madrid?", "lol"]
)
def test_what_the_rules_do_not_cover_is_not_answered(answering: Answering, text: str) -> None:
    answer = answering.ask(Question(text))
    assert (answer.kind, answer.verdict, answer.citations) == (AnswerKind.ABSTAIN, None, ())


@pytest.mark.parametrize("game", [None, "mtg"])
def test_another_game_is_not_answered_from_ours(answering: Answering, game: str | None) -> None:
    answer = answering.ask(Question("How does equip work for units in Pokémon?", game=game))
    assert (answer.kind, answer.game, answer.citations) == (AnswerKind.ABSTAIN, None, ())
    assert "not those of Pokémon" in wording(answer)
    ours = answering.ask(Question("Can one piece of Equipment be on a unit in a showdown?"))
    assert ours.game == "riftbound"


def test_an_abstention_says_what_was_searched_and_what_would_help(answering: Answering) -> None:
    said = wording(answering.ask(Question("how do I bake sourdough bread at home", game="riftbound")))
    assert "Core Rules 1.5" in said and "Core Rules 1.4" in said and "Comprehensive" not in said
    assert "It may help to name the card" in said


def test_passages_are_quoted_and_cited_without_a_verdict(answering: Answering) -> None:
    answer = answering.ask(Question("who gets focus during a showdown when players pass", game="riftbound"))
    assert (answer.kind, answer.verdict) == (AnswerKind.PASSAGES, None)
    assert "440.1: During a showdown the players pass focus in turn." in wording(answer)
    assert answer.citations[0].ref == "440.1"
    assert answer.citations[0].quote == "During a showdown the players pass focus in turn."


def test_the_reply_is_in_the_language_that_was_asked_for(answering: Answering) -> None:
    answer = answering.ask(Question("Can I equip a unit at a battlefield?", game="riftbound", language="id"))
    assert answer.language == "id"
    assert answer.says == ("Bisa. Equip boleh memilih unit mana pun yang kamu kontrol.",)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (Question("Tank", game="chess"), "I have no game called chess"),
        (Question("Tank", game="riftbound", edition="9.9"), "Riftbound has no edition 9.9 here; I have 1.4 and 1.5."),
        (Question("Tank", edition="9.9"), "No game has an edition 9.9 here"),
        (Question("Tank", language="fr"), "fr is no language I answer in"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(answering: Answering, question: Question, reason: str) -> None:
    with pytest.raises(UserError) as refused:
        answering.ask(question)
    assert translate(refused.value.message, "en").startswith(reason)


def test_confidence_rises_with_the_evidence(answering: Answering) -> None:
    def confidence(text: str) -> float:
        return answering.ask(Question(text, game="riftbound")).confidence

    very_question = confidence("Can I equip a unit at a battlefield?")
    with_a_slip = confidence("Can I equip a unit at a batlefield?")
    close = confidence("Can I equip an enemy unit at a battlefield?")
    nothing = confidence("how do I bake sourdough bread at home")
    assert 1 >= very_question > with_a_slip > close > nothing >= 0


def test_a_rule_and_a_keyword_can_be_fetched_alone(answering: Answering) -> None:
    rule = answering.rule("702.6", game="mtg")
    assert [child.ref for child in rule.children] == [f"702.6{letter}" for letter in "abcde"]
    assert rule.title == "Equip" and rule.parent is not None and rule.parent.ref == "702"
    assert [line.ref for line in answering.rule("818.1.c.2").cited_by] == [
        "how-equip-works",
        "equip-at-battlefield",
        "equip",
    ]
    assert answering.keyword("Equip", game="riftbound").card_total == 51
    with pytest.raises(UserError) as missing:
        answering.rule("702.6f", game="mtg")
    assert "Equip has 702.6a–e" in translate(missing.value.message, "en")
    with pytest.raises(UserError):
        answering.keyword("Flying", game="riftbound")
    with pytest.raises(UserError):
        answering.keyword("Equip")
