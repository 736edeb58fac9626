"""Stored questions of the starter corpus: each is found by itself, and by no neighbour of any of its words."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

import pytest

from bot.answering.known_words import KnownWords
from bot.answering.spelling import readings, typos_between
from bot.answering.stored_questions import StoredQuestions
from rules_corpus.documents import load_starter_editions
from rules_corpus.merging import merge_layers
from rules_corpus.passages import PassageKind, PublishedCorpus, TextRole

CORPUS = PublishedCorpus(1, merge_layers(load_starter_editions()))
WORDS = KnownWords(tuple)
QUESTIONS = [
    (edition.game, passage, text)
    for edition in CORPUS.editions
    for passage in edition.passages
    if passage.kind is PassageKind.FAQ
    for text in passage.texts_of(TextRole.QUESTION)
]


@pytest.fixture(scope="module")
def stored() -> StoredQuestions:
    return StoredQuestions(CORPUS, WORDS)


def test_every_stored_phrasing_finds_its_own_entry_and_no_verdict_but_its_own(stored: StoredQuestions) -> None:
    assert QUESTIONS
    for game, passage, text in QUESTIONS:
        for asked in (text.text, text.text.upper().rstrip("?.! ") + " ???"):
            matches = [m for m in stored.find(asked) if CORPUS.editions[m.place[0]].game == game]
            found = [CORPUS.editions[m.place[0]].passages[m.place[1]] for m in matches]
            assert passage in found, asked
            assert {p.faq.verdict for p in found if p.faq} == {passage.faq.verdict if passage.faq else None}, asked
            assert all(m.typos == 0 for m in matches), asked


def test_no_real_word_is_taken_for_a_slip_of_a_stored_one() -> None:
    """Words of the stored questions, every fifth of them, replaced by each real word that is one slip away."""
    tried = 0
    words = {w.folded for _, _, text in QUESTIONS for r in readings(text.text, text.language) for w in r}
    for word in sorted(word for word in words if word.isalpha() and len(word) > 3)[::5]:
        for neighbour in set(_one_slip_away(word)):
            # Only what the cheap conditions would let pass reaches the question whether it is a word.
            likely = neighbour != word and neighbour[:1] == word[0] and neighbour[-2:] == word[-2:]
            if likely and WORDS.is_word(neighbour, neighbour):
                tried += 1
                asked, meant = readings(f"x {neighbour}", "en")[0], readings(f"x {word}", "en")[0]
                assert typos_between(asked, meant, WORDS) is None, (neighbour, word)
    assert tried > 100


def test_a_question_without_one_of_its_words_is_another_question() -> None:
    for _, _, text in QUESTIONS:
        for whole in readings(text.text, text.language):
            for position in range(len(whole)):
                shorter = whole[:position] + whole[position + 1 :]
                assert typos_between(shorter, whole, WORDS) is None, text.text


def _one_slip_away(word: str) -> Iterator[str]:
    for position in range(len(word) + 1):
        start, rest = word[:position], word[position:]
        yield start + rest[1:]
        for letter in ascii_lowercase:
            yield start + letter + rest
            yield start + letter + rest[1:]
