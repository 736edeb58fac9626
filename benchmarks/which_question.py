"""How often the right question is offered, and how often questions are offered where none of them is meant.

    python -m benchmarks.which_question

It uses the bundled encoder of the data folder and the questions of `tests/data/which_question.yaml`.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import yaml

from bot.answering.question_offers import QuestionOffers, kept_vectors
from bot.application import Application
from bot.settings import Settings
from index.vector_cache import VectorCache
from rule_check.reading.phrases import has_phrases, load_phrases
from rule_check.topics import load_topic
from rules_corpus.lexicon import load_lexicon

QUESTIONS = Path(__file__).parents[1] / "tests" / "data" / "which_question.yaml"


def main() -> None:
    application = Application(Settings())
    encoder, lexicon = application.encoder, load_lexicon()
    offers = QuestionOffers(encoder.encode_queries, lexicon, kept_vectors(encoder, VectorCache(application.engine)))
    written = yaml.safe_load(QUESTIONS.read_text(encoding="utf-8"))
    counted: Counter[tuple[str, str]] = Counter()
    took: list[float] = []
    for game in written["about"]:
        topic = load_topic(game)
        books = load_phrases(topic.vocabulary) if has_phrases(game) else {}
        for part in ("about", "apart"):
            for row in written[part][game]:
                language = row["lang"]
                started = time.perf_counter()
                found = offers.of(row["text"], language, topic, books.get(language), ())
                took.append((time.perf_counter() - started) * 1000)
                right = bool(set(found) & set(row.get("asks", ())))
                for key in (game, language, "all"):
                    counted[key, part] += 1
                    counted[key, f"{part} offered"] += bool(found)
                    counted[key, "right"] += right
                    counted[key, "first"] += bool(found) and found[0] in row.get("asks", ())
    for key in (*written["about"], "en", "id", "es", "all"):
        offered, apart = counted[key, "about offered"], counted[key, "apart offered"]
        print(
            f"{key:10} offered {offered}/{counted[key, 'about']}, right among them {counted[key, 'right']},"
            f" first {counted[key, 'first']}; offered though none is meant {apart}/{counted[key, 'apart']};"
            f" precision {counted[key, 'right'] / max(1, offered + apart):.2f},"
            f" recall {counted[key, 'right'] / counted[key, 'about']:.2f}"
        )
    print(f"{sorted(took)[len(took) // 2]:.1f} ms median once the vectors are there")


if __name__ == "__main__":
    main()
