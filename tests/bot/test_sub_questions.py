"""Compound questions: where a text is cut into questions and where it is not, and how the parts are answered."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from bot.answering.answer import AnswerKind, Message
from bot.answering.composition.compound import compound_answer
from bot.answering.machine import answer_json
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.answering.question_forms import words_of
from bot.answering.sub_questions import Role, SubQuestion, segments, sub_questions
from bot.locale.translation import translate
from bot.terminal.rendering import render_answer
from tests.bot.test_stored_questions import QUESTIONS
from tests.bot.test_verdicts import wording

SPLIT = [
    # English
    ("en", "Can I equip a unit at a battlefield, and does that count as a move?",
     ("Can I equip a unit at a battlefield", "and does that count as a move?")),
    ("en", "Can I equip my unit? Does it move?", ("Can I equip my unit?", "Does it move?")),
    ("en", "can i equip now and what happens if it dies", ("can i equip now", "and what happens if it dies")),
    ("en", "How does Equip work and when can I use it?", ("How does Equip work", "and when can I use it?")),
    ("en", "can i equip now, does it count as a move", ("can i equip now", "does it count as a move")),
    ("en", "Can I equip it, and if it dies, does the Equipment stay?",
     ("Can I equip it", "and if it dies, does the Equipment stay?")),
    ("en", "Can I equip my unit and if it dies?", ("Can I equip my unit", "and if it dies?")),
    ("en", "If I attack, can I equip, and does it untap?", ("If I attack, can I equip", "and does it untap?")),
    ("en", "Does Tank redirect damage but can my opponent choose?",
     ("Does Tank redirect damage", "but can my opponent choose?")),
    ("en", "who gets focus in a showdown? also how many cards do i draw", (
        "who gets focus in a showdown?", "also how many cards do i draw")),
    ("en", "What is Tank?\nWhat is Equip?\nDo they stack?", ("What is Tank?", "What is Equip?", "Do they stack?")),
    ("en", "can i equip. does it move", ("can i equip.", "does it move")),
    # Indonesian, formal and informal
    ("id", "boleh equip pas showdown gak? terus kalo unitnya mati equipmentnya ke mana?",
     ("boleh equip pas showdown gak?", "terus kalo unitnya mati equipmentnya ke mana?")),
    ("id", "boleh equip pas showdown gak terus kalo unitnya mati equipmentnya ke mana",
     ("boleh equip pas showdown gak", "terus kalo unitnya mati equipmentnya ke mana")),
    ("id", "Apakah unit boleh di-equip di battlefield? Apakah itu dihitung sebagai move?",
     ("Apakah unit boleh di-equip di battlefield?", "Apakah itu dihitung sebagai move?")),
    ("id", "Apakah Equipment tetap terpasang dan siapa yang mengontrolnya?",
     ("Apakah Equipment tetap terpasang", "dan siapa yang mengontrolnya?")),
    ("id", "unit di battlefield bs di equip ga trs itu keitung move ga",
     ("unit di battlefield bs di equip ga", "trs itu keitung move ga")),
    ("id", "gimana cara kerja equip dan kapan boleh dipake", ("gimana cara kerja equip", "dan kapan boleh dipake")),
    ("id", "bisa equip gak bang, kalo unitnya mati gimana", ("bisa equip gak bang", "kalo unitnya mati gimana")),
    ("id", "siapa yang menang terus dapet poin berapa", ("siapa yang menang", "terus dapet poin berapa")),
    ("id", "apa itu Tank? trus bedanya sama Shield apa?", ("apa itu Tank?", "trus bedanya sama Shield apa?")),
    # Spanish, with and without signs and accents
    ("es", "¿Puedo equipar una unit en un battlefield? ¿Y qué pasa si muere?",
     ("¿Puedo equipar una unit en un battlefield?", "¿Y qué pasa si muere?")),
    ("es", "¿Puedo equipar una unit y qué pasa si muere?", ("¿Puedo equipar una unit", "y qué pasa si muere?")),
    ("es", "puedo equipar una unit en un battlefield y que pasa si muere",
     ("puedo equipar una unit en un battlefield", "y que pasa si muere")),
    ("es", "se puede equipar en un showdown? y eso cuenta como move?",
     ("se puede equipar en un showdown?", "y eso cuenta como move?")),
    ("es", "¿Cómo funciona Equip y cuándo puedo usarlo?", ("¿Cómo funciona Equip", "y cuándo puedo usarlo?")),
    ("es", "¿Puedo equipar, y eso cuenta como movimiento?", ("¿Puedo equipar", "y eso cuenta como movimiento?")),
    ("es", "¿Puedo atacar ¿y puedo equipar?", ("¿Puedo atacar", "¿y puedo equipar?")),
    # mixed
    ("id", "can i equip pas showdown gak? what about kalo unitnya mati?",
     ("can i equip pas showdown gak?", "what about kalo unitnya mati?")),
    ("es", "can I equip in a showdown y que pasa si muere la unit",
     ("can I equip in a showdown", "y que pasa si muere la unit")),
]  # fmt: skip

WHOLE = [
    # one question with two things, two acts, two question words
    ("en", "Can my unit and my opponent's unit fight?"),
    ("en", "Can I attack and equip in the same turn?"),
    ("en", "When and where can I equip?"),
    ("en", "Can I attack and do it again?"),
    ("en", "What happens to a unit that has Tank and is the only unit there?"),
    ("en", "Can a unit that attacked and does damage be equipped?"),
    ("id", "Bisa attack terus equip gak?"),
    ("id", "Apakah unit dan gear bisa diserang?"),
    ("id", "Apakah unit bisa attack lalu equip?"),
    ("es", "¿Puedo atacar y equipar en el mismo turno?"),
    ("es", "¿Mi unit y la del rival mueren?"),
    ("es", "Quisiera saber si Equip puede elegir a una unit que controlo y que se encuentra en un battlefield."),
    # choices
    ("en", "Does the Equipment stay or go?"),
    ("en", "Does the Equipment stay? Or does it go?"),
    ("id", "Equipmentnya tetep atau ikut mati?"),
    ("id", "tetep nempel? atau lepas?"),
    ("es", "¿Se queda o se va?"),
    ("es", "¿Se queda? ¿O se va?"),
    # conditions
    ("en", "If I attack and then equip, can I attack again?"),
    ("en", "Can I equip if it's my turn and if I have the power?"),
    ("en", "When a unit dies and its Equipment falls, who controls it?"),
    ("id", "Kalo gw attack terus equip, boleh gerak lagi gak?"),
    ("id", "bisa equip gak kalo unitnya stun?"),
    ("es", "Si ataco y equipo, ¿puedo moverme?"),
    ("es", "¿Puedo equipar si es mi turno y si tengo power?"),
    # tags
    ("en", "I can equip at a battlefield, right?"),
    ("en", "I can equip at a battlefield. Right?"),
    ("en", "I can equip, can't I?"),
    ("id", "unit di battlefield bisa di-equip kan?"),
    ("id", "bisa di-equip di battlefield. bener kan?"),
    ("es", "Puedo equipar en un battlefield, ¿no?"),
    ("es", "Puedo equipar en un battlefield. ¿Verdad?"),
    # reasons, statements, courtesy, quotes, numbers
    ("en", "Can I equip it because it's mine and is at my base?"),
    ("en", "Can I equip? Because it's my turn?"),
    ("id", "boleh equip gak? soalnya giliran gw?"),
    ("es", "¿Puedo equipar porque es mi turno y tengo power?"),
    ("en", "Can I equip a unit at a battlefield? It is exhausted."),
    ("en", "Hi there! Can I equip a unit? Thanks!"),
    ("en", 'Does "can I attack? can I block?" on a card mean anything?'),
    ("en", "What does 818.1.c.2 say?"),
    ("en", "Tank"),
    ("en", ""),
    ("en", "?!"),
]


def _words(parts: tuple[SubQuestion, ...]) -> tuple[str, ...]:
    return tuple(part.words.strip(" ,;") for part in parts)


@pytest.mark.parametrize(("language", "text", "expected"), SPLIT)
def test_a_text_of_several_questions_is_cut(language: str, text: str, expected: tuple[str, ...]) -> None:
    assert _words(sub_questions(text, language)) == expected


@pytest.mark.parametrize(("language", "text"), WHOLE)
def test_a_text_of_one_question_stays_whole(language: str, text: str) -> None:
    assert sub_questions(text, language) == (SubQuestion(text.strip()),)


def test_statements_belong_to_every_part() -> None:
    stated = "My unit has Tank and two Equipment."
    for text in (f"{stated} Can I move it? What happens when it dies?", f"Can I move it? {stated} Does it die?"):
        parts = sub_questions(text, "en")
        assert [part.scenario for part in parts] == [(stated,), (stated,)]


def test_conditions_of_a_neighbour_are_remembered() -> None:
    first, second = sub_questions("If it is stunned, can I equip it and does it still have Tank?", "en")
    assert (first.scenario, second.scenario) == ((), ("If it is stunned",))
    first, second = sub_questions("Can I equip my unit and does it move during a showdown?", "en")
    assert (first.scenario, second.scenario) == (("during a showdown?",), ())
    first, second = sub_questions("Can I equip my unit and what happens if it dies?", "en")
    assert (first.scenario, second.scenario) == ((), ())


def test_only_an_and_that_adds_is_taken_off() -> None:
    asked = [part.asked for part in sub_questions("How does Equip work, and what is Tank? And if it dies?", "en")]
    assert asked == ["How does Equip work", "what is Tank?", "And if it dies?"]
    assert sub_questions("Boleh gak? Terus boleh apa?", "id")[1].asked == "Terus boleh apa?"


_FRAGMENTS = st.sampled_from(
    [part for _, text, _ in SPLIT for part in (text, *text.split(" "))]
    + ["?", "¿", ".", "\n", ", and ", " terus ", " y ", "“", '"', "(", "😀", "\u0301", "İ", "ﬃ", "\ud800", "{T}"]
)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(), st.lists(_FRAGMENTS, max_size=12).map(" ".join)), st.sampled_from(["en", "id", "es"]))
def test_nothing_of_a_text_is_lost(text: str, language: str) -> None:
    pieces = segments(text, language)
    assert "".join(piece.text for piece in pieces) == text
    parts = sub_questions(text, language)
    questions = [piece.text.strip() for piece in pieces if piece.role is Role.QUESTION]
    if len(parts) > 1:
        assert [part.words for part in parts] == questions
        stated = [piece.text.strip() for piece in pieces if piece.role is Role.STATEMENT]
        assert all(list(part.scenario[: len(stated)]) == stated for part in parts)
    else:
        assert parts[0].words == text.strip()
    assert all(words_of(part.words) for part in parts) or len(parts) == 1


def test_stored_questions_are_hardly_ever_cut() -> None:
    """Of 1,500 phrasings a handful hold two questions; more would mean that single questions are cut."""
    cut = [text.text for _, _, text in QUESTIONS if len(sub_questions(text.text, text.language)) > 1]
    assert len(cut) <= 6, cut


# The answers -----------------------------------------------------------------------------------------------------


def test_both_halves_are_answered(answering: Answering) -> None:
    text = "Can I equip a unit at a battlefield, and does an attached Equipment's own text still work?"
    answer = answering.ask(Question(text, game="riftbound"))
    assert (answer.kind, answer.verdict) == (AnswerKind.FAQ, None)
    assert [part.verdict for part in answer.parts] == ["yes", "no"]
    assert [part.asked for part in answer.parts] == [
        "Can I equip a unit at a battlefield",
        "and does an attached Equipment's own text still work?",
    ]
    assert not any(part.parts for part in answer.parts)
    said = wording(answer)
    assert "Yes. Equip can choose any unit you control" in said and "No. Its printed text is inactive." in said
    assert answer.confidence == min(part.confidence for part in answer.parts)
    refs = [c.ref for c in answer.citations]
    assert refs == ["818.1.c.2", "435.4", "135.4"]


def test_the_machine_has_a_part_for_each_half(answering: Answering) -> None:
    value = answer_json(answering.ask(Question("What is Tank? How does Equip work?", game="riftbound")), 4)
    assert value["kind"] == "passages" and value["verdict"] is None
    assert [part["kind"] for part in value["parts"]] == ["keyword", "faq"]
    assert all(list(part) == list(value) and part["id"] == 4 and part["parts"] == [] for part in value["parts"])
    assert "“What is Tank?”" in value["answer"] and "Pay its cost" in value["answer"]


def test_a_terminal_shows_each_part_under_its_words(answering: Answering) -> None:
    file = io.StringIO()
    text = "Can I equip a unit at a battlefield? ¿Y cómo funciona Equip?"
    render_answer(answering.ask(Question(text, game="riftbound", language="en")), Console(file=file, width=100))
    lines = [line.strip() for line in file.getvalue().splitlines() if line.strip()]
    first, second = lines.index("— Can I equip a unit at a battlefield?"), lines.index("— ¿Y cómo funciona Equip?")
    assert lines[first + 1] == "Yes. ⚠️ From the FAQ, not checked against a model"
    assert first == 0 and "Because" in lines[first:second] and "Because" in lines[second:]
    assert sum(line.startswith("Yes. Equip can choose") for line in lines) == 1


def test_what_is_common_to_the_parts_is_told_once(answering: Answering) -> None:
    text = "In a showdown, who gets focus when players pass? And what is Tank?"
    answer = answering.ask(Question(text))
    taken = [n for n in answer.notices if "I took this as a Riftbound question" in translate(n, "en")]
    assert len(taken) == 1
    assert not any(n in part.notices for part in answer.parts for n in answer.notices)


def test_parts_may_be_about_two_games(answering: Answering) -> None:
    answer = answering.ask(Question("How does Equip work in Riftbound? What is Equip in Magic?"))
    assert answer.game is None
    assert [part.game for part in answer.parts] == ["riftbound", "mtg"]


def test_the_game_of_a_compound_question_is_asked_once(answering: Answering) -> None:
    answer = answering.ask(Question("How does Equip work? What is Equip?"))
    assert answer.parts == () and answer.clarify[0].fact == "game"


def test_too_many_questions_are_taken_as_one(answering: Answering) -> None:
    text = "What is Tank? How does Equip work? Can I equip? Who wins? Can I move?"
    answer = answering.ask(Question(text, game="riftbound"))
    assert answer.parts == () and "You asked 5 questions at once" in wording(answer)
    assert len(answering.ask(Question(text[: text.index(" Can I move")], game="riftbound")).parts) == 4


def test_a_part_that_leans_on_the_one_before_is_completed(answering: Answering) -> None:
    text = "Can I equip a unit at a battlefield, and does that count as a move?"
    first, second = answering.ask(Question(text, game="riftbound")).parts
    assert first.verdict is None and second.verdict is None
    assert "together with what else you wrote: “Can I equip a unit at a battlefield”" in wording(second)


@pytest.mark.parametrize(
    "text",
    [
        "My unit is exhausted. Can I equip a unit at a battlefield? Does it move?",
        "Can I equip a unit at a battlefield? Does it move? It is my opponent's unit.",
        "It's not my turn. Does it matter? Can I equip a unit at a battlefield?",
        "If it is stunned, can I attack and can I equip a unit at a battlefield?",
        "On my opponent's turn, can I attack? And can I equip a unit at a battlefield?",
        "Can I equip a unit at a battlefield and does it move during a showdown?",
        "Can I attack during a showdown and can I equip a unit at a battlefield?",
        "Can I attack on my opponent's turn? And can I equip a unit at a battlefield?",
        "The unit is my opponent's, right? Can I equip a unit at a battlefield?",
        "Can I equip a unit at a battlefield? My opponent controls it, ok?",
        "unitnya punya lawan kan? Unit di battlefield bisa di-equip gak?",
        "La unit es del rival, ¿no? ¿Puedo equipar una unit en un battlefield?",
        "Can I attack? Then can I equip a unit at a battlefield?",
        "Unit gw kena stun. Unit di battlefield bisa di-equip gak? Terus keitung move gak?",
        "La unit es del rival. ¿Puedo equipar una unit en un battlefield? ¿Y eso cuenta como move?",
    ],
)
def test_what_is_said_besides_takes_the_verdict(answering: Answering, text: str) -> None:
    answer = answering.ask(Question(text, game="riftbound"))
    assert len(answer.parts) == 2 or "Does it matter" in text
    assert answer.parts and all(part.verdict is None for part in answer.parts)


def test_the_stored_answer_is_still_shown_as_the_closest(answering: Answering) -> None:
    text = "My unit is exhausted. Can I equip a unit at a battlefield? Does it move?"
    first = answering.ask(Question(text, game="riftbound")).parts[0]
    assert first.kind is AnswerKind.FAQ
    assert first.status == Message("No verdict: this is the closest known question, not yours")
    assert "“Can I equip a unit at a battlefield?”" in wording(first)


_STORED = [
    ("en", "Can I equip a unit at a battlefield?"),
    ("en", "Does an attached Equipment's own text still work?"),
    ("en", "Do I lose right away when my main deck runs dry?"),
    ("id", "Unit di battlefield bisa di-equip gak?"),
    ("es", "¿Puedo equipar una unit en un battlefield?"),
]
_SCENARIOS = [
    "It is my opponent's unit.", "I have no power.", "Nobody controls it.", "It is stunned!", "Unit gw kena stun.",
    "Bukan giliran gw.", "Es el turno del rival.", "No tengo power.", "We are in a showdown.",
]  # fmt: skip
_OTHERS = ["Does it move?", "What is Tank?", "terus keitung move gak?", "¿Y eso cuenta como move?", "and if it dies?"]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(_STORED), st.sampled_from(_SCENARIOS), st.sampled_from(_OTHERS), st.booleans(), st.booleans())
def test_no_scenario_lets_a_stored_verdict_through(
    answering: Answering, stored: tuple[str, str], scenario: str, other: str, stored_first: bool, scenario_first: bool
) -> None:
    questions = [stored[1], other] if stored_first else [other, stored[1]]
    text = " ".join([scenario, *questions] if scenario_first else [*questions, scenario])
    answer = answering.ask(Question(text, game="riftbound"))
    assert answer.verdict is None
    assert all(part.verdict is None for part in answer.parts), text


@pytest.mark.parametrize(("language", "text"), _STORED)
def test_alone_they_have_their_verdict_so_that_the_test_above_can_fail(
    answering: Answering, language: str, text: str
) -> None:
    assert answering.ask(Question(text, game="riftbound")).verdict is not None
    other = next(stored for _, stored in _STORED if stored != text)
    parts = answering.ask(Question(f"{text} {other}", game="riftbound")).parts
    assert [part.verdict is None for part in parts] == [False, False]


@pytest.mark.parametrize(
    "text",
    [
        "What if it's my opponent's unit? Can I equip a unit at a battlefield?",
        "Isn't it an enemy unit? Can I equip a unit at a battlefield?",
        "Can I equip a unit at a battlefield? And by a unit I mean an enemy unit?",
        "Can I equip a unit at a battlefield? While a spell is on the chain?",
        "Gimana kalau unit lawan? Unit di battlefield bisa di-equip gak?",
        "¿Y si la unit es del rival? ¿Puedo equipar una unit en un battlefield?",
    ],
)
def test_a_question_beside_it_may_turn_a_stored_one_round(answering: Answering, text: str) -> None:
    answer = answering.ask(Question(text, game="riftbound"))
    assert [a.verdict for a in (answer, *answer.parts)] == [None] * (1 + len(answer.parts))


def test_a_text_of_hundreds_of_questions_is_taken_as_one(answering: Answering) -> None:
    assert answering.ask(Question("a?b?" * 900, game="riftbound")).parts == ()


def test_a_search_finds_the_rules_of_both_halves(answering: Answering) -> None:
    text = "During a showdown, do players pass focus in turn? Do recruits enter play ready?"
    refs = [hit.passage.ref for hit in answering.search(Question(text, game="riftbound"), top=4)]
    assert {"440.1", "716.9"} <= set(refs) and len(refs) == len(set(refs)) == 4


def test_the_whole_says_what_kind_its_parts_have(answering: Answering) -> None:
    def kind(text: str) -> AnswerKind:
        return answering.ask(Question(text, game="riftbound")).kind

    assert kind("How does Equip work? Can I equip a unit at a battlefield?") is AnswerKind.FAQ
    assert kind("What is Tank? Can I equip a unit at a battlefield?") is AnswerKind.PASSAGES
    assert kind("How much is a booster box? Is there a tournament tomorrow?") is AnswerKind.ABSTAIN


def test_a_citation_of_two_parts_is_listed_once(answering: Answering) -> None:
    one = answering.ask(Question("Can I equip a unit at a battlefield?", game="riftbound"))
    assert compound_answer([one, one], "en").citations == one.citations
