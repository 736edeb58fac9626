"""Train the learned reader of questions. `python -m benchmarks.train_reader GAME… [--models FOLDER]`

Makes phrasings from the game's phrase books, adds those written by hand and the stored questions, encodes all with the
bundled encoder and writes `rule_check/reading/models/<game>.npz`. The same files give the same model. Phrasings that
the phrase reader reads otherwise than they were made are printed: each is a fault in the phrase book or in a reader.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.reader_data import MEASURING, Sources, load_sources, made, misread, training_set
from bot.settings import Settings
from index.encoder import BUNDLED, Encoder, load_encoder
from rule_check.reading import further, learned, phrases
from rule_check.reading.gate import back_in_words
from rule_check.reading.labels import gist_of
from rule_check.reading.learned import Model, save_model
from rule_check.reading.phrasings import Phrasing
from rule_check.reading.training import Aim, Learnt, train, with_close
from rule_check.vocabulary_file import FOLDER as VOCABULARIES
from rules_corpus.passages import LANGUAGES

_COMPARED = 300
"""Held-out phrasings a language that are worded back."""
_SHOWN = 10


def cosines(sources: Sources, encoder: Encoder, phrasings: Sequence[Phrasing]) -> dict[str, list[float]]:
    """By language, how close phrasings that are read rightly are to what was understood, worded back."""
    found: dict[str, list[float]] = {}
    for language in LANGUAGES:
        texts, backs = [], []
        for phrasing in phrasings:
            if phrasing.language != language:
                continue
            reading = sources.readers[language].read(phrasing.text)
            if reading.usable and reading.query is not None:
                texts.append(phrasing.text)
                backs.append(back_in_words(reading.scenario, reading.query, sources.vocabulary, language))
        if texts:
            pairs = zip(encoder.encode_queries(texts), encoder.encode_queries(backs), strict=True)
            found[language] = [float(one @ other) for one, other in pairs]
    return found


def held_out_readable(sources: Sources, learnt: Learnt) -> list[Phrasing]:
    """Fresh phrasings of each language, none of them learnt from."""
    known = {phrasing.text for phrasing in learnt.phrasings}
    fresh = [one for one in made(sources, MEASURING) if one.text not in known and one.kind != "statement"]
    return [one for language in LANGUAGES for one in [p for p in fresh if p.language == language][:_COMPARED]]


def learnt_from(phrasings: Sequence[Phrasing], sources: Sources, encoder: Encoder) -> Learnt:
    gists = [gist_of(phrasing.label, sources.vocabulary) for phrasing in phrasings]
    return Learnt(phrasings, gists, encoder.encode_queries([phrasing.text for phrasing in phrasings]))


def model_of(game: str, sources: Sources, encoder: Encoder, aim: Aim, count: int | None = None) -> Model:
    learnt = learnt_from(training_set(sources, count), sources, encoder)
    model = train(game, encoder.identity, learnt, aim)
    return with_close(model, cosines(sources, encoder, held_out_readable(sources, learnt)), aim)


def parser(description: str) -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(description=description)
    found.add_argument("games", nargs="+")
    found.add_argument("--vocabularies", type=Path, default=VOCABULARIES)
    found.add_argument("--phrases", type=Path, default=phrases.FOLDER)
    found.add_argument("--further", type=Path, default=further.FOLDER)
    found.add_argument("--count", type=int, help="questions made for each language")
    found.add_argument("--precision", type=float, default=Aim().precision)
    found.add_argument("--noticed", type=float, default=Aim().noticed)
    found.add_argument("--close", type=float, default=Aim().close)
    return found


def main() -> None:
    options = parser("Train the learned reader of questions.")
    options.add_argument("--models", type=Path, default=learned.FOLDER)
    given = options.parse_args()
    settings = Settings()
    encoder = load_encoder(BUNDLED, settings.data_dir)
    for game in given.games:
        started = time.perf_counter()
        sources = load_sources(game, given.vocabularies, given.phrases, given.further)
        for phrasing, read in misread(sources, made(sources, MEASURING))[:_SHOWN]:
            print(f"read otherwise than made: {phrasing.text}\n  {phrasing.label.query} {dict(phrasing.label.stated)}")
            print(f"  {read}")
        aim = Aim(given.precision, given.noticed, given.close)
        model = model_of(game, sources, encoder, aim, given.count)
        path = given.models / f"{game}.npz"
        save_model(model, path)
        size = path.stat().st_size / 1024
        seconds = time.perf_counter() - started
        print(f"{game}: {len(model.heads)} heads, {model.bias.size} values, {size:.0f} kB, {seconds:.0f} s → {path}")


if __name__ == "__main__":
    main()
