"""No question that a meaning-bearing word tells apart from every stored one gets a stored verdict."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.answering.spelling import readings
from bot.answering.stored_questions import StoredQuestions
from rules_corpus.passages import PassageKind, TextRole
from tests.bot.test_stored_questions import CORPUS, WORDS

MEANING = {
    "en": (
        "not no never only both each all any every my your their opponent's enemy another other two three first second "
        "before after during without unless until except still already again always must may can can't cannot should "
        "don't doesn't isn't won't attacking dead twice once if when instead un re off zero right wrong false"
    ),
    "id": (
        "gak ga nggak tidak kagak belum bukan tanpa jangan cuma hanya doang saja semua tiap kedua dua tiga lawan musuh "
        "gw lu kamu dia sebelum sesudah saat kecuali sampai masih sudah lagi selalu harus boleh bisa kan ya dong juga "
        "lain satu pertama kalo gausah gada gabisa gaboleh"
    ),
    "es": (
        "no nunca solo sólo ambos cada todos mi tu su rival oponente otro dos tres primero antes después durante sin "
        "salvo hasta todavía ya aún siempre debe puede puedo sí si lo la se me jamás tampoco ninguno también"
    ),
}
TAILS = (
    ", right?",
    ", no?",
    " kan?",
    ", ya?",
    " ¿no?",
    " ¿verdad?",
    " No.",
    " nggak?",
    " And my opponent?",
    " ❌",
    " /s",
)
HEADS = (
    "Not: ",
    "No, ",
    "My friend said: ",
    "If I lose: ",
    "Kalau lawan: ",
    "¿Es falso? ",
    "In Commander: ",
    "1.4: ",
    "!= ",
)
GLUED = ("un", "re", "dis", "non", "no", "in", "de", "di", "ter", "ga", "tak", "des")

STORED = StoredQuestions(CORPUS, WORDS)
PHRASINGS = [
    text
    for edition in CORPUS.editions
    for passage in edition.passages
    if passage.kind is PassageKind.FAQ and passage.faq is not None and passage.faq.verdict is not None
    for text in passage.texts_of(TextRole.QUESTION)
]
SAME = {(p.language, words) for p in PHRASINGS for words in readings(p.text, p.language)}


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, str]:
    """The language of a stored question, and the question with one change that may turn its meaning."""
    phrasing = draw(st.sampled_from(PHRASINGS))
    words = phrasing.text.split()
    place = draw(st.integers(0, len(words) - 1))
    word = draw(st.sampled_from(MEANING[phrasing.language].split()))
    change = draw(st.sampled_from(("insert", "delete", "replace", "double", "swap", "glue", "head", "tail")))
    match change:
        case "insert":
            words.insert(place, word)
        case "delete":
            del words[place]
        case "replace":
            words[place] = word
        case "double":
            words.insert(place, words[place])
        case "swap":
            other = (place + 1) % len(words)
            words[place], words[other] = words[other], words[place]
        case "glue":
            words[place] = draw(st.sampled_from(GLUED)) + words[place]
        case "head":
            words.insert(0, draw(st.sampled_from(HEADS)))
        case "tail":
            words.append(draw(st.sampled_from(TAILS)))
    return phrasing.language, " ".join(words)


@settings(max_examples=3000, deadline=None)
@given(changed())
def test_a_changed_question_gets_no_stored_verdict(question: tuple[str, str]) -> None:
    _, text = question
    if any((language, words) in SAME for language in MEANING for words in readings(text, language)):
        return  # the same words in another spelling, or another stored question
    for match in STORED.find(text):
        faq = CORPUS.editions[match.place[0]].passages[match.place[1]].faq
        assert faq is None or faq.verdict is None, (text, match.phrasing)


@pytest.mark.parametrize(
    ("asked", "stored"),
    [
        ("Ezreal, Prodigy nongurangin cost Equip gak?", "Ezreal, Prodigy ngurangin cost Equip gak?"),
        ("Kalau equipped creature mati, Equipment-nya masuk gagraveyard?", "masuk graveyard"),
    ],
)
def test_a_word_with_another_glued_to_its_front_is_no_slip(asked: str, stored: str) -> None:
    assert not STORED.find(asked), stored


def test_the_changes_reach_beyond_the_first_look() -> None:
    """The stored questions are found at all, so that the test above can fail."""
    assert len(PHRASINGS) > 500
    assert all(STORED.find(phrasing.text) for phrasing in PHRASINGS[::25])
