"""A learned reader for the small game of `garden.py`, on an encoder that only counts words."""

from __future__ import annotations

import itertools
import shutil
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rule_check.reading.labels import gist_of
from rule_check.reading.learned import Model
from rule_check.reading.noise import Noise
from rule_check.reading.phrases import FOLDER, PhraseBook, load_phrases
from rule_check.reading.phrasings import Phrasing, PhrasingMaker
from rule_check.reading.reader import PhraseReader
from rule_check.reading.training import Aim, Learnt, train, with_close
from rule_check.reading.turned import TRAINED, turned_all
from rule_check.vocabulary import Vocabulary
from rules_corpus.lexicon import load_lexicon
from rules_corpus.lexicon.words import fold
from tests.rule_check.garden import vocabulary
from tests.rule_check.garden_phrases import GARDEN_PHRASES

Vectors = npt.NDArray[np.float32]


class WordCounts:
    """An encoder's stand-in: each word and pair of words adds a direction of its own, the same in every run."""

    identity = "word counts"
    dimensions = 384

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        found = np.array([self._vector(text) for text in texts], dtype=np.float32)
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    def _vector(self, text: str) -> Vectors:
        words = ["^", *fold(text).replace("?", "").replace(".", " . ").replace(",", " , ").split()]
        pairs = [f"{one} {other}" for one, other in itertools.pairwise(words)]
        return np.sum([_direction(part) for part in (*words, *pairs)], axis=0, dtype=np.float32)


@cache
def _direction(part: str) -> Vectors:
    return np.random.default_rng(zlib.crc32(part.encode())).standard_normal(384).astype(np.float32)


@dataclass(frozen=True)
class GardenReaders:
    vocabulary: Vocabulary
    books: Mapping[str, PhraseBook]
    phrase_readers: Mapping[str, PhraseReader]
    phrasings: tuple[Phrasing, ...]
    model: Model


def makers(known: Vocabulary, books: Mapping[str, PhraseBook], seed: int) -> dict[str, PhrasingMaker]:
    lexicon = load_lexicon()
    return {
        language: PhrasingMaker(book, known, Noise(language, lexicon, seed), seed) for language, book in books.items()
    }


def garden_readers(folder: Path) -> GardenReaders:
    known = vocabulary(folder)
    phrases = folder / "phrases"
    phrases.mkdir()
    shutil.copy(FOLDER / "common.yaml", phrases / "common.yaml")
    (phrases / "riftbound.yaml").write_text(GARDEN_PHRASES, encoding="utf-8")
    books = load_phrases(known, phrases)
    made = [one for maker in makers(known, books, 1).values() for one in (*maker.make(500), *maker.statements(40))]
    known_words = {language: book.known_words for language, book in books.items()}
    asking = [one for one in made if one.kind != "statement"]
    made += turned_all(asking[::2], TRAINED, known_words, 1)
    made = list({one.text: one for one in made}.values())
    vectors = WordCounts().encode_queries([one.text for one in made])
    learnt = Learnt(made, [gist_of(one.label, known) for one in made], vectors)
    aim = Aim()
    model = with_close(train("riftbound", WordCounts.identity, learnt, aim), {"en": [0.0], "id": [0.0]}, aim)
    lexicon = load_lexicon()
    readers = {language: PhraseReader(book, known, lexicon) for language, book in books.items()}
    return GardenReaders(known, books, readers, tuple(made), model)
