"""The second reader at work: encodes what the phrase reader understood and asks the gate whether both agree."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from index.encoder import Encoder
from rule_check.reading.gate import GateResult, back_in_words, compared, with_round_trip
from rule_check.reading.learned import FOLDER, LearnedReader, load_model
from rule_check.reading.reader import Reading
from rule_check.vocabulary import Vocabulary


class SecondReader:
    """The learned readers of all games that have one for this encoder; threads may share it."""

    def __init__(self, encoder: Encoder, readers: Mapping[str, LearnedReader]) -> None:
        """Readers whose model is of another encoder can't be used: nothing that they would have to confirm passes."""
        self._encoder = encoder
        self._readers = {game: reader for game, reader in readers.items() if reader.model.encoder == encoder.identity}

    def judge(
        self, text: str, language: str, reading: Reading, vocabulary: Vocabulary, chosen: Collection[str] = ()
    ) -> GateResult:
        """Whether a reading may be used; `chosen` are attributes that a person has settled, which need no reading."""
        reader = self._readers.get(vocabulary.game)
        if not reading.usable or reading.query is None or reader is None:
            return compared(reading, None, vocabulary)
        back = back_in_words(reading.scenario, reading.query, vocabulary, language)
        question, worded = self._encoder.encode_queries([text, back])
        result = compared(reading, reader.read(question), vocabulary, chosen)
        return with_round_trip(result, question, worded, reader.model.close.get(language))


def load_second_reader(encoder: Encoder, folder: Path = FOLDER) -> SecondReader:
    """The learned readers that come with the package.

    :raises ModelError: a model file is damaged.
    """
    models = [load_model(path) for path in sorted(folder.glob("*.npz"))]
    return SecondReader(encoder, {model.game: LearnedReader(model) for model in models})
