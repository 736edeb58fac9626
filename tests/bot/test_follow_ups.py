"""Follow-ups: which questions lean on the ones before, and how they are completed."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.answering.answer import AnswerKind, Message
from bot.answering.follow_ups import LONGEST_EARLIER, MOST_EARLIER, complete, leans
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from rules_corpus.lexicon import load_lexicon
from tests.bot.test_cli import Run, cli, filled_folder  # noqa: F401 (fixtures)
from tests.bot.test_stored_questions import QUESTIONS
from tests.bot.test_verdicts import wording

LEXICON = load_lexicon()

LEANING = [
    # English
    "and if it's a showdown?", "what about Relics?", "why?", "why not?",
    "and in Magic?", "in riftbound?", "and if it dies?",
    "does that count as a move?", "can it attack?", "can I do that during a showdown?", "what if it's exhausted?",
    "in a showdown?", "how about during combat?", "then can I equip a unit at a battlefield?",
    "even if it's exhausted?",
    "who pays for it?", "what happens then?", "Can they do the same?",
    "in that case can I equip my unit?", "and what about tokens",
    "does it stay there?", "what happens if it dies?", "can i?",
    # Indonesian
    "trus kalo follower-nya mati?", "kalo punya lawan?", "boleh gak?", "pas showdown?",
    "costnya berapa?", "kenapa gak bisa?",
    "equipmentnya ke mana?", "kalo unitnya mati?", "gimana kalo unit lawan?", "itu bisa gak?", "dia masih bisa attack?",
    "di Magic gimana?", "kalau begitu apakah unit boleh di-equip?", "trs klo musuh yg pnya?", "kenapa?", "terus?",
    # Spanish
    "¿y si es del rival?", "y si es del rival", "¿por qué?", "por que no?",
    "¿y los Relics?", "¿eso cuenta?", "en un showdown?",
    "¿puedo moverla?", "¿y en Riftbound?", "y si muere", "pero si está girada?", "entonces puedo equipar una unit?",
    "¿y qué pasa si muere?",
]  # fmt: skip

STANDING = [
    "Can I equip a unit at a battlefield?", "And can I equip a unit at a battlefield?", "How does Equip work?", "Tank",
    "What is Tank?", "Does it cost power to equip a unit?", "Is it possible to equip a unit twice?",
    "thanks!", "hello there",
    "What if both players pass in a showdown?", "rule 818.1", "and 818.2?",
    "When a unit dies, what happens to its Equipment?",
    "Can I equip a unit and does it move?", "If a unit with Tank dies, does its Equipment stay?",
    "When does a showdown begin?",
    "What is the price of a booster box on release day?", "In Magic, can I equip an opposing creature?",
    "can i quip my guy at a batlefield", "so how does this equip thing work exactly",
    "apa itu Equip?", "Cycle itu apa?", "Kalo unitnya mati equipmentnya ke mana?",
    "unit gw di battlefield bisa di-equip gak",
    "Saat showdown, siapa yang dapat focus?", "showdown itu apa sih bang", "gmn cara kerja equip",
    "Apakah unit yang exhausted boleh di-equip?", "kapan giliran lawan mulai showdown?", "makasih bang",
    "¿Cómo funciona Equip?", "como funciona equip", "puedo equipar una unit en un battlefield", "¿Cuándo se usa Equip?",
    "¿Puedo ponerle un Equipment a mi Follower?", "En Magic, ¿puedo equipar una criatura rival?",
    "oye, ¿cómo va eso de Equip?",
    "", "?!", "🎉",
]  # fmt: skip

EARLIER = "Can I equip a unit at a battlefield?"


@pytest.mark.parametrize("text", LEANING)
def test_a_follow_up_is_completed(text: str) -> None:
    completed = complete(text, (EARLIER,), LEXICON)
    assert completed is not None
    assert completed.text == f"{EARLIER} {text}" and completed.earlier == (EARLIER,)
    assert complete(text, (), LEXICON) is None


@pytest.mark.parametrize("text", STANDING)
def test_a_question_that_stands_by_itself_is_never_altered(text: str) -> None:
    assert complete(text, (EARLIER, "and if it dies?"), LEXICON) is None


def test_stored_questions_stand_by_themselves() -> None:
    leaning = [text.text for _, _, text in QUESTIONS if leans(text.text, LEXICON)]
    assert len(leaning) <= 6, leaning


def test_a_chain_goes_back_to_the_last_question_that_stands() -> None:
    earlier = ("What is Tank?", EARLIER, "and if it dies?", "thanks", "why?")
    completed = complete("and in a showdown?", earlier, LEXICON)
    assert completed is not None
    assert completed.earlier == (EARLIER, "and if it dies?", "why?")


def test_a_chain_is_bounded() -> None:
    completed = complete("why?", (EARLIER, *(f"and if it has {n} of them?" for n in range(8))), LEXICON)
    assert completed is not None
    assert len(completed.earlier) == MOST_EARLIER
    assert completed.earlier[0] == EARLIER and completed.earlier[-1] == "and if it has 7 of them?"


@pytest.mark.parametrize(
    "context",
    [
        (EARLIER,) * 500,
        ("word " * 100_000,),
        ("x" * 1_000_000,),
        ("", "  ", "?!", "\x00\x1b[31m", "\ud800"),
        ("日本語の質問ですか", "это вопрос?", "hello"),
        tuple("why?" for _ in range(500)),
    ],
)
def test_no_conversation_is_too_much(answering: Answering, context: tuple[str, ...]) -> None:
    started = time.perf_counter()
    answer = answering.ask(Question("and if it dies?", game="riftbound", context=context))
    assert answer.verdict is None
    assert time.perf_counter() - started < 5
    completed = complete("and if it dies?", context, LEXICON)
    assert completed is None or len(completed.text) <= (MOST_EARLIER + 1) * (LONGEST_EARLIER + 1)


def test_a_context_that_is_no_list_of_texts_is_named(cli: Run) -> None:  # noqa: F811
    lines = [
        {"id": 1, "question": "why?", "game": "mtg", "context": [1, None]},
        {"id": 2, "question": "why?", "game": "mtg", "context": "What is Equip?"},
        {"id": 3, "question": "why?", "game": "mtg", "context": {"a": 1}},
        {"id": 4, "question": "why?", "game": "mtg", "context": ["What is Equip?"]},
    ]
    result = cli("ask", "--batch", "-", stdin="\n".join(json.dumps(line) for line in lines))
    *bad, good = (json.loads(line) for line in result.out.splitlines())
    assert all(set(line) == {"id", "error"} for line in bad) and len(bad) == 3
    assert good["id"] == 4 and any("“What is Equip?”" in notice for notice in good["notices"])


# The answers -----------------------------------------------------------------------------------------------------


def test_the_reply_says_what_it_took_the_question_to_be_about(answering: Answering) -> None:
    answer = answering.ask(Question("and in a showdown?", game="riftbound", context=(EARLIER,)))
    assert f"I read this together with your earlier question: “{EARLIER}”" in wording(answer)
    assert answer.verdict is None and answer.citations


@pytest.mark.parametrize(
    ("text", "earlier", "language", "notice"),
    [
        ("pas showdown?", "Unit di battlefield bisa di-equip gak?", "id", "Ini kubaca bareng pertanyaanmu sebelumnya"),
        ("¿y en un showdown?", "¿Puedo equipar una unit?", "es", "Lo leí junto con tu pregunta anterior"),
        ("Tank?", "¿Puedo equipar una unit?", "es", ""),
    ],
)
def test_language_is_taken_along(answering: Answering, text: str, earlier: str, language: str, notice: str) -> None:
    answer = answering.ask(Question(text, game="riftbound", context=(earlier,)))
    assert answer.language == language and notice in wording(answer)


def test_a_follow_up_keeps_the_game_and_can_switch_it(answering: Answering) -> None:
    context = ("Can I equip a unit at a battlefield in Riftbound?",)
    assert answering.ask(Question("and if it dies?", context=context)).game == "riftbound"
    switched = answering.ask(Question("and in Magic?", context=context))
    assert switched.game == "mtg" and switched.verdict is None
    assert "equip" in wording(switched)


def test_a_game_of_others_stays_out_until_one_of_ours_is_named(answering: Answering) -> None:
    context = ("How does attaching tools work in Pokémon?",)
    assert "not those of Pokémon" in wording(answering.ask(Question("and if it dies?", context=context)))
    assert answering.ask(Question("and in Magic?", context=context)).game == "mtg"


@pytest.mark.parametrize(
    "text",
    ["Can I equip a unit at a battlefield?", "How does Equip work?", "What is Tank?", "rule 818.1", "hello there"],
)
def test_a_standing_question_is_answered_as_without_context(answering: Answering, text: str) -> None:
    alone = answering.ask(Question(text, game="riftbound"))
    later = answering.ask(Question(text, game="riftbound", context=("Does Tank die in a showdown?", "why?")))
    assert (later.kind, later.verdict, later.says) == (alone.kind, alone.verdict, alone.says)
    assert later.citations == alone.citations and "together with" not in wording(later)
    hits = answering.search(Question(text, game="riftbound", context=("Does Tank die in a showdown?",)))
    assert hits == answering.search(Question(text, game="riftbound"))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LEANING), st.lists(st.sampled_from([EARLIER, *STANDING[:8], *LEANING]), min_size=1, max_size=4))
def test_a_completed_question_has_no_verdict(answering: Answering, text: str, context: list[str]) -> None:
    answer = answering.ask(Question(text, game="riftbound", context=tuple(context)))
    if complete(text, context, LEXICON) is not None:
        assert answer.verdict is None and all(part.verdict is None for part in answer.parts)
        assert answer.kind is not AnswerKind.FAQ or answer.status == Message(
            "No verdict: this is the closest known question, not yours"
        )


def test_a_search_looks_for_the_completed_text(answering: Answering) -> None:
    context = ("Do recruits enter play ready?",)
    found = answering.search(Question("why?", game="riftbound", context=context), top=3)
    assert any(hit.passage.ref == "716.9" for hit in found)
    assert not any(hit.passage.ref == "716.9" for hit in answering.search(Question("why?", game="riftbound"), top=3))


@settings(max_examples=300, deadline=None)
@given(st.text(), st.lists(st.text(), max_size=5))
def test_no_text_is_too_odd(text: str, earlier: list[str]) -> None:
    leans(text, LEXICON)
    completed = complete(text, earlier, LEXICON)
    assert completed is None or completed.text.endswith(text.strip())


def test_a_situation_told_before_takes_a_stored_answers_verdict(answering: Answering) -> None:
    stored = "Can I equip a unit at a battlefield?"
    asked_before = Question(stored, game="riftbound", context=("What is Tank?",))
    told_before = Question(stored, game="riftbound", context=("It is my opponent's turn.",))
    assert answering.ask(asked_before).verdict == "yes"
    assert answering.ask(told_before).verdict is None
