"""The questions that are answered already, found by equality up to spelling."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from bot.answering.spelling import WordList, Words, readings, typos_between
from rules_corpus.passages import LANGUAGES, PassageKind, PublishedCorpus, TextRole


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A stored phrasing that a question equals up to spelling."""

    place: tuple[int, int]
    """(edition index, passage index) of the FAQ entry, as `EditionView.keys` has them."""
    language: str
    phrasing: str
    """As it is stored."""
    typos: int
    """Slips of the keyboard that tell the two apart; spelling variants count for none."""


@dataclass(frozen=True, slots=True)
class _Phrasing:
    place: tuple[int, int]
    language: str
    text: str
    words: Words


class StoredQuestions:
    """Every phrasing of every FAQ question of a corpus, over all games and editions."""

    def __init__(self, corpus: PublishedCorpus, words: WordList) -> None:
        self._word_list = words
        self._by_length: dict[tuple[str, int], list[_Phrasing]] = defaultdict(list)
        for phrasing in _phrasings(corpus):
            self._by_length[phrasing.language, len(phrasing.words)].append(phrasing)

    def warm(self) -> None:
        """Read the word lists now, which otherwise waits for the first question with a slip in it."""
        self._word_list.is_word("equip", "equip")

    def find(self, text: str) -> tuple[StoredMatch, ...]:
        """The stored questions that a text equals, those with the fewest slips only, one match an FAQ entry."""
        found: dict[tuple[int, int], StoredMatch] = {}
        for language in LANGUAGES:
            for asked in readings(text, language):
                for phrasing in self._by_length.get((language, len(asked)), ()):
                    typos = typos_between(asked, phrasing.words, self._word_list)
                    known = found.get(phrasing.place)
                    if typos is not None and (known is None or typos < known.typos):
                        found[phrasing.place] = StoredMatch(phrasing.place, language, phrasing.text, typos)
        fewest = min((match.typos for match in found.values()), default=0)
        return tuple(match for match in found.values() if match.typos == fewest)


def _phrasings(corpus: PublishedCorpus) -> Iterable[_Phrasing]:
    for edition_index, edition in enumerate(corpus.editions):
        for passage_index, passage in enumerate(edition.passages):
            if passage.kind is not PassageKind.FAQ:
                continue
            for text in passage.texts_of(TextRole.QUESTION):
                for words in dict.fromkeys(readings(text.text, text.language)):
                    yield _Phrasing((edition_index, passage_index), text.language, text.text, words)
