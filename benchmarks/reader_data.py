"""What the learned reader of a game is trained and measured on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rule_check.reading import further, phrases
from rule_check.reading.further import load_further, other_phrasings, stored_phrasings
from rule_check.reading.labels import label_of
from rule_check.reading.noise import Noise
from rule_check.reading.phrases import PhraseBook, load_phrases
from rule_check.reading.phrasings import Phrasing, PhrasingMaker
from rule_check.reading.reader import PhraseReader
from rule_check.reading.turned import TRAINED, UNSEEN, turned_all
from rule_check.vocabulary import Vocabulary
from rule_check.vocabulary_file import FOLDER as VOCABULARIES
from rule_check.vocabulary_file import load_vocabulary
from rules_corpus.documents import parse_folder
from rules_corpus.lexicon import load_lexicon
from rules_corpus.passages import LANGUAGES, Passage, TextRole

TRAINING, MEASURING = 1, 2
"""Seeds: what is measured on is not what was trained on."""
_PER_QUESTION = 60
_FEWEST, _MOST = 800, 2500


@dataclass(frozen=True)
class Sources:
    """A game's phrase books and what else its questions are made from."""

    vocabulary: Vocabulary
    books: Mapping[str, PhraseBook]
    readers: Mapping[str, PhraseReader]
    further: tuple[Phrasing, ...]
    stored: tuple[Phrasing, ...]
    elsewhere: tuple[Phrasing, ...]


def load_sources(
    game: str,
    vocabularies: Path = VOCABULARIES,
    phrase_folder: Path = phrases.FOLDER,
    further_folder: Path = further.FOLDER,
) -> Sources:
    """:raises DocumentErrors: a file is malformed. :raises OSError: the game has no vocabulary or phrase file."""
    vocabulary = load_vocabulary(game, vocabularies)
    books = load_phrases(vocabulary, phrase_folder)
    lexicon = load_lexicon()
    readers = {language: PhraseReader(book, vocabulary, lexicon) for language, book in books.items()}
    own: list[Passage] = []
    others: list[tuple[str, str]] = []
    for parsed in parse_folder():
        for passage in parsed.passages:
            if parsed.front.game == game:
                own.append(passage)
            else:
                others += [(text.language, text.text) for text in passage.texts_of(TextRole.QUESTION)]
    # Where another game's question can be read in this one's words, it is as much a question of this one.
    others = [(language, text) for language, text in others if not readers[language].read(text).usable]
    return Sources(
        vocabulary,
        books,
        readers,
        load_further(vocabulary, further_folder),
        tuple(stored_phrasings(own, vocabulary)),
        tuple(other_phrasings(others)),
    )


def made(sources: Sources, seed: int, count: int | None = None) -> list[Phrasing]:
    """Questions made from the phrase books, by default some for each that can be asked."""
    lexicon = load_lexicon()
    found: list[Phrasing] = []
    for language in LANGUAGES:
        book = sources.books[language]
        asked = {phrase.meaning.target for phrase in book.phrases if phrase.meaning.kind in ("may", "then")}
        number = count if count is not None else min(_MOST, max(_FEWEST, _PER_QUESTION * len(asked)))
        maker = PhrasingMaker(book, sources.vocabulary, Noise(language, lexicon, seed), seed)
        found += maker.make(number)
        found += maker.statements(number // 20)
    return found


def training_set(sources: Sources, count: int | None = None) -> list[Phrasing]:
    """Everything that a model is trained on, each text once."""
    plain = made(sources, TRAINING, count)
    by_hand = [*sources.further, *sources.stored]
    known_words = {language: book.known_words for language, book in sources.books.items()}
    to_turn = [phrasing for place, phrasing in enumerate(plain) if place % 3 == 0 and phrasing.kind != "statement"]
    turned = list(turned_all([*to_turn, *by_hand], TRAINED, known_words, TRAINING))
    return list({one.text: one for one in (*plain, *turned, *by_hand, *sources.elsewhere)}.values())


def unseen_turned(sources: Sources, plain: Sequence[Phrasing]) -> Iterator[Phrasing]:
    """Questions turned by words that no model was shown."""
    known_words = {language: book.known_words for language, book in sources.books.items()}
    return turned_all(plain, UNSEEN, known_words, MEASURING)


def misread(sources: Sources, phrasings: Sequence[Phrasing]) -> list[tuple[Phrasing, str]]:
    """Phrasings that the phrase reader reads, but otherwise than they were made: a fault of one of both."""
    found = []
    for phrasing in phrasings:
        reading = sources.readers[phrasing.language].read(phrasing.text)
        if not reading.usable:
            continue
        label = label_of(reading.query, reading.scenario, reading.presumed)
        if (label.query, dict(label.stated)) != (phrasing.label.query, dict(phrasing.label.stated)):
            found.append((phrasing, f"{label.query} {dict(label.stated)}"))
    return found
