"""Fit the confidence and say how good it is: `python -m benchmarks.calibration fit`, then `… report`.

`fit` searches every question of `benchmarks/data/calibration_questions.yaml`, fits the model and chooses the
thresholds; it writes `bot/answering/calibration.json`. `report` does not fit anew what is judged: reliability and
thresholds come from a 5-fold cross-validation by question. It writes the curve that docs/confidence.md shows, and
prints how off-topic questions that were never fitted on are abstained on. `report --questions FILE` also scores a file
of graded questions (as `rulesbot eval` takes them) and prints nothing but totals of it.

Needs a data folder with the editions that the questions are about (RULESBOT_DATA_DIR).
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import yaml

from benchmarks.calibration_model import (
    Reliability,
    cross_validated,
    fitted,
    reliability,
    reliability_svg,
    threshold_for,
)
from benchmarks.faq_rewordings import unanswerable
from bot.answering.answer import Answer, AnswerKind
from bot.answering.asides import aside
from bot.answering.composition.passages import found_passages
from bot.answering.confidence import DATA, Calibration, write_calibration
from bot.answering.confidence_features import Features
from bot.answering.evidence import MOST_PASSAGES, Evidence, clear_game, gap_asked
from bot.answering.inquiry import Inquiry
from bot.answering.library import Library
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.answering.single import HITS
from bot.answering.understanding import understand
from bot.application import Application
from bot.evaluation.questions import read_questions
from bot.settings import Settings
from index.search_results import Hit, MatchedBy, SearchQuery
from rules_corpus.passages import GAMES, LANGUAGES

QUESTIONS = Path(__file__).parent / "data" / "calibration_questions.yaml"
CURVE = Path(__file__).resolve().parents[1] / "docs" / "confidence.svg"
EDITIONS = {"mtg": "2026-08-07", "riftbound": "1.4", "vandaria": "guide"}
"""The editions whose numbers the questions name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the file in one language, asked with or without its game."""

    number: int
    """The same for all languages of a question."""
    topic: str
    """Of a question that isn't answerable; empty for an answerable one."""
    text: str
    language: str
    game: str | None
    about: str | None
    """The game that it is about."""
    gold: frozenset[str]

    @property
    def answerable(self) -> bool:
        return not self.topic


@dataclass(frozen=True, slots=True)
class Row:
    """What a search made of it."""

    asked: Asked
    language: str
    """The language that it was taken for."""
    features: Features
    shown: bool
    """A rule that decides the question would be among the passages shown."""
    aside: bool
    """It is answered before any search, or as an open question."""


def questions() -> Iterator[Asked]:
    data: dict[str, Any] = yaml.safe_load(QUESTIONS.read_text("utf-8"))
    for number, entry in enumerate((*data["answerable"], *data["not_answerable"])):
        about = entry.get("game")
        # A question without a game is asked in one of ours as well: that is where a bot on a game's server hears it.
        for game in (None, about or GAMES[number % len(GAMES)]):
            for language in LANGUAGES:
                gold = frozenset(entry.get("rules", ()))
                yield Asked(number, entry.get("topic", ""), entry[language], language, game, about, gold)


def rows_of(library: Library) -> list[Row]:
    """Every question that reaches the search and whose passages are of one game."""
    return [row for asked in questions() if (row := _row(asked, library)) is not None]


def _row(asked: Asked, library: Library) -> Row | None:
    question = Question(asked.text, asked.game)
    understanding = understand(question, library, "en")
    game = understanding.game.game
    hits: Sequence[Hit] = library.search(SearchQuery(understanding.text, understanding.language, game, None, HITS))
    if game is not None:
        view = library.view(game, None)
        hits = [hit for hit in hits if library.viewed(view, hit) is not None]
    if not hits or any(hit.matched_by is not MatchedBy.CONTENT for hit in hits) or understanding.stored:
        return None
    features = library.confidence.features(understanding.text, understanding.language, game, hits)
    of_game = game or clear_game(hits[:MOST_PASSAGES])
    shown = is_open = False
    if of_game is not None:
        inquiry = Inquiry(question, understanding, library, of_game, library.view(of_game, None))
        best = tuple(hit for hit in hits[:MOST_PASSAGES] if hit.game == of_game)
        answer = found_passages(inquiry, Evidence(best, 1.0))
        is_open = gap_asked(best) is not None
        shown = answer is not None and not is_open and _cites(answer, asked)
    said_aside = aside(question, understanding, library) is not None
    return Row(asked, understanding.language, features, shown, said_aside or is_open or of_game is None)


def _cites(answer: Answer, asked: Asked) -> bool:
    if asked.about is None:
        return False
    edition = EDITIONS[asked.about]
    cited = {
        place
        for citation in answer.citations
        if citation.game == asked.about
        for place in ((citation.edition, citation.ref), *((also.edition, also.ref) for also in citation.also))
    }
    return any((edition, ref) in cited for ref in asked.gold)


def calibration_from(rows: Sequence[Row], encoder: str) -> tuple[Calibration, npt.NDArray[np.float64]]:
    """The model fitted on all rows, its thresholds chosen on cross-validated probabilities; and these."""
    features = [row.features for row in rows]
    languages = [row.language for row in rows]
    truth = np.array([row.shown for row in rows], dtype=np.float64)
    groups = np.array([row.asked.number for row in rows])
    model = fitted(features, languages, truth, encoder)
    probabilities = cross_validated(features, languages, truth, groups, encoder)
    thresholds = {}
    for language in LANGUAGES:
        mine = np.array([row.language == language for row in rows])
        negative = mine & np.array([not row.asked.answerable for row in rows])
        aside_ = np.array([row.aside for row in rows])
        thresholds[language] = threshold_for(
            right=probabilities[mine & (truth > 0) & ~aside_],
            wrong=np.where(aside_[negative], 0.0, probabilities[negative]),
        )
    return replace(model, thresholds=MappingProxyType(thresholds)), probabilities


def print_curve(curve: Reliability) -> None:
    print("| confidence | questions | mean confidence | rule was shown |")
    print("|---|---|---|---|")
    for part in curve.bins:
        print(f"| {part.low:.2f}–{part.high:.2f} | {part.count} | {part.confidence:.2f} | {part.right:.2f} |")
    print(f"\nBrier score {curve.brier:.3f}, expected calibration error {curve.error:.3f} over {curve.count} searches")


def report(application: Application, graded: Path | None) -> None:
    library = Library(application.search_index, application.lexicon)
    rows = rows_of(library)
    model, probabilities = calibration_from(rows, application.encoder.identity)
    truth = np.array([row.shown for row in rows], dtype=np.float64)
    aside_ = np.array([row.aside for row in rows])
    curve = reliability(probabilities, truth)
    print(f"{len(rows)} searches of {len({row.asked.number for row in rows})} questions, 5-fold cross-validation\n")
    print_curve(curve)
    CURVE.write_text(reliability_svg(curve), "utf-8")
    print(
        "\n| language | threshold | not answerable: abstained | by the model alone | right rule found: kept "
        "| answerable, rule not found: abstained | Brier | calibration error |"
    )
    print("|---|---|---|---|---|---|---|---|")
    negative = np.array([not row.asked.answerable for row in rows])
    for language in LANGUAGES:
        mine = np.array([row.language == language for row in rows])
        below = probabilities < model.thresholds[language]
        of_language = reliability(probabilities[mine], truth[mine])
        print(
            f"| {language} | {model.thresholds[language]:.2f} | {_share((below | aside_)[mine & negative])} | "
            f"{_share(below[mine & negative])} | {_share(~(below | aside_)[mine & (truth > 0)])} | "
            f"{_share((below | aside_)[mine & ~negative & (truth == 0)])} | {of_language.brier:.3f} | "
            f"{of_language.error:.3f} |"
        )
    print("\nnot answerable, abstained by topic: " + ", ".join(_by_topic(rows, probabilities, model)))
    vandaria = [row for row in rows if row.asked.about == "vandaria" and row.asked.answerable]
    _print_gaps(library, vandaria)
    answering = application.answering
    held_out: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for group, language, text in unanswerable():
        held_out[group, language].append(answering.ask(Question(text)).kind is AnswerKind.ABSTAIN)
    for (group, language), kept in held_out.items():
        print(f"held out, {group} {language}: abstained on {sum(kept)} of {len(kept)}")
    if graded is not None:
        _score_file(answering, graded)


def _by_topic(rows: Sequence[Row], probabilities: npt.NDArray[np.float64], model: Calibration) -> Iterator[str]:
    topics: dict[str, list[bool]] = defaultdict(list)
    for row, probability in zip(rows, probabilities, strict=True):
        if row.asked.topic:
            topics[row.asked.topic].append(row.aside or bool(probability < model.thresholds[row.language]))
    for topic, abstained in topics.items():
        yield f"{topic} {sum(abstained)}/{len(abstained)}"


def _print_gaps(library: Library, decided: Sequence[Row]) -> None:
    """How many questions that the rules decide are taken for one that they leave open."""
    taken = [row for row in decided if row.aside]
    print(
        f"decided by the Vandaria guide, yet taken for an open question or no rules question: "
        f"{len(taken)} of {len(decided)}"
    )


def _score_file(answering: Answering, path: Path) -> None:
    """Totals over a file of graded questions; the questions themselves are not printed."""
    confidences: list[float] = []
    right: list[bool] = []
    abstained: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for question in read_questions(path):
        for language, text in question.texts:
            answer = answering.ask(Question(text, question.game, question.edition))
            kind = "answerable" if question.answerable else question.verdict
            abstained[kind, language].append(answer.kind is AnswerKind.ABSTAIN)
            if answer.kind is AnswerKind.ABSTAIN or (question.answerable and not question.gold):
                continue
            refs = {ref for c in answer.citations for ref in (c.ref, *(also.ref for also in c.also))}
            confidences.append(answer.confidence)
            right.append(bool(refs & question.gold) and question.answerable)
    print(f"\n{path.name}: what was not abstained on")
    print_curve(reliability(np.array(confidences), np.array(right, dtype=np.float64)))
    for (kind, language), kept in sorted(abstained.items()):
        print(f"{path.name}, {kind} {language}: abstained on {sum(kept)} of {len(kept)}")


def _share(values: npt.NDArray[np.bool_]) -> str:
    return f"{values.mean():.0%} of {len(values)}" if len(values) else "–"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("fit", "report"))
    parser.add_argument("--questions", type=Path, help="a file of graded questions to score as well")
    arguments = parser.parse_args()
    application = Application(Settings())
    if arguments.command == "report":
        report(application, arguments.questions)
        return
    rows = rows_of(Library(application.search_index, application.lexicon))
    model, _ = calibration_from(rows, application.encoder.identity)
    write_calibration(model, DATA)
    print(
        f"{DATA}: fitted on {len(rows)} searches, thresholds "
        + ", ".join(f"{language} {model.thresholds[language]:.2f}" for language in LANGUAGES)
    )


if __name__ == "__main__":
    main()
