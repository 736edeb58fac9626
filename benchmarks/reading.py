"""How far players' questions are read: `python -m benchmarks.reading QUESTIONS SCENARIOS [--wrong]`

Each question of the file that has a gold scenario is asked in each of its languages, its game and edition pinned: once
as it stands, and once by a simulated player who answers what is asked back from the gold scenario. QUESTIONS has the
shape that `rulesbot eval` reads, SCENARIOS that of `tests/data/dev_scenarios.yaml`. Printed are counts, never a text.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.gold_scenarios import GoldPart, GoldQuestion, load_scenarios
from benchmarks.simulated_player import NONE, Conversation, Json, Player, Renaming, is_meant, renamed
from bot.answering.machine import answer_json
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.evaluation.questions import VERDICTS, GradedQuestion, read_questions
from rule_check.scenario import May
from rule_check.topics import Topic, load_topics


class Grade(StrEnum):
    """What an answer comes to. A stated yes, no, depends or outcome is right, wrong or conditional."""

    RIGHT = "right"
    WRONG = "wrong"
    CONDITIONAL = "conditional"
    """It depends, it says, where the gold takes for granted what the question doesn't say."""
    UNGRADED = "ungraded"
    """Something is stated that the gold scenario can't be held against."""
    CLARIFY = "clarify"
    """Nothing is stated, but something is asked back."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Played:
    id: str
    game: str
    language: str
    left_open: bool
    """The rules don't answer it, so that no verdict is right."""
    first: Grade
    """Of the answer to the question as it stands."""
    last: Grade
    """Of the answer that the player ends up with."""
    rounds: int


def grade(answer: Json, gold: GoldQuestion, verdict: str, renaming: Renaming, asked: str | None = None) -> Grade:
    """What an answer comes to; `verdict` is that of the question file, `asked` the question that was said to be meant.

    Of several sub-answers one that is wrong makes all of it wrong, and one that is right is enough otherwise. Each is
    held against the part that it fits best, unless `asked` says which one it answers.
    """
    if asked is not None:
        meant = tuple(
            replace(part, opposite=False) for part in gold.parts if asked != NONE and is_meant(asked, part, renaming)
        )
        gold = replace(gold, parts=meant)
        if not meant:
            return Grade.UNGRADED if answer["verdict"] is not None or answer["outcome"] else _silent(answer)
    found = [_stated(one, gold, verdict, renaming) for one in answer["parts"] or [answer]]
    stated = [one for one in found if one is not None]
    for most in (Grade.WRONG, Grade.RIGHT, Grade.CONDITIONAL, Grade.UNGRADED):
        if most in stated:
            return most
    return _silent(answer)


def _silent(answer: Json) -> Grade:
    return Grade.CLARIFY if answer["clarify"] else Grade.NOTHING


def _stated(answer: Json, gold: GoldQuestion, verdict: str, renaming: Renaming) -> Grade | None:
    """What one answer states against the parts of the question, the one that it fits best; None: it states nothing."""
    if answer["verdict"] is None and not answer["outcome"]:
        return None
    parts = [part for part in gold.parts if part.query is not None]
    if not parts:
        if answer["verdict"] is None:
            return Grade.UNGRADED
        return Grade.RIGHT if answer["verdict"] == verdict else Grade.WRONG
    found = [_against(answer, part, renaming) for part in parts]
    for best in (Grade.RIGHT, Grade.CONDITIONAL, Grade.WRONG):
        if best in found:
            return best
    return Grade.UNGRADED


def _against(answer: Json, part: GoldPart, renaming: Renaming) -> Grade | None:
    """What an answer states against one part; None: it says nothing on it."""
    given = answer["verdict"]
    expect = {"yes": "no", "no": "yes"}[part.expect] if part.opposite else part.expect
    if part.expect == "silent":
        return Grade.WRONG if given is not None else None
    if given == "depends":
        if expect == "depends":
            return Grade.RIGHT
        return Grade.CONDITIONAL if part.granted else Grade.WRONG
    if given is not None:
        if expect in VERDICTS:
            return Grade.RIGHT if given == expect else Grade.WRONG
        return None
    if part.query is None or isinstance(part.query, May):
        return None
    value = _outcome(answer, part.query.time, part.query.attribute, renaming)
    if value is None:
        return None
    if part.query.value is not None:
        value = "yes" if value == part.query.value else "no"
    return Grade.RIGHT if value == part.expect else Grade.WRONG


def _outcome(answer: Json, time: str, attribute: str, renaming: Renaming) -> str | None:
    for outcome in answer["outcome"]:
        if outcome["time"] == time and renamed(outcome["attribute"], renaming) == attribute:
            return renaming.get(outcome["value"], str(outcome["value"]))
    return None


def play(
    answering: Answering, questions: Iterable[tuple[GradedQuestion, GoldQuestion]], topics: Mapping[str, Topic]
) -> list[Played]:
    """Ask every question in each of its languages.

    :raises UserError: a question names a game or edition that is not loaded.
    """
    played = []
    for graded, gold in questions:
        verdict = gold.parts[0].expect if gold.disputed is not None and gold.parts else graded.verdict
        for language, text in graded.texts:
            player = Player(gold, topics[graded.game].vocabulary, language)
            found = player.converse(partial(_asked, answering, Question(text, graded.game, graded.edition)))
            played.append(_played(graded, language, found, player, gold, verdict))
    return played


def _asked(answering: Answering, question: Question, facts: Mapping[str, str]) -> Json:
    return answer_json(answering.ask(replace(question, facts=dict(facts))))


def _played(
    graded: GradedQuestion, language: str, found: Conversation, player: Player, gold: GoldQuestion, verdict: str
) -> Played:
    return Played(
        graded.id,
        graded.game,
        language,
        verdict == "silent" or not graded.answerable,
        grade(found.first, gold, verdict, player.renaming(found.first)),
        grade(found.last, gold, verdict, player.renaming(found.last), found.asked),
        found.rounds,
    )


def with_scenarios(
    questions: Sequence[GradedQuestion], scenarios: Sequence[GoldQuestion]
) -> list[tuple[GradedQuestion, GoldQuestion]]:
    """The questions that have a scenario, each with it."""
    by_id = {gold.id: gold for gold in scenarios}
    return [(graded, by_id[graded.id]) for graded in questions if graded.id in by_id]


_FIRST = (Grade.RIGHT, Grade.WRONG, Grade.CONDITIONAL, Grade.UNGRADED, Grade.CLARIFY, Grade.NOTHING)
_LAST = (Grade.RIGHT, Grade.WRONG, Grade.CONDITIONAL, Grade.UNGRADED)


def lines(played: Sequence[Played]) -> list[str]:
    """The counts by game and language, and over all games."""
    groups: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for one in played:
        groups[one.game, one.language].append(one)
        groups["all", one.language].append(one)
        groups["all", "all"].append(one)
    heads = ["game", "lang", "n", "open", *_FIRST, "|", *_LAST, "no verdict", "rounds"]
    rows = [[str(head) for head in heads]]
    for (game, language), group in sorted(groups.items()):
        first, last = Counter(one.first for one in group), Counter(one.last for one in group)
        rounds = sum(one.rounds for one in group) / len(group)
        none = sum(last[grade] for grade in Grade if grade not in _LAST)
        left_open = sum(one.left_open for one in group)
        cells: list[Any] = [game, language, len(group), left_open, *(first[grade] for grade in _FIRST), "|"]
        rows.append([str(cell) for cell in (*cells, *(last[grade] for grade in _LAST), none, f"{rounds:.1f}")])
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def main() -> None:
    from bot.application import Application
    from bot.settings import Settings

    parser = argparse.ArgumentParser(description="How far players' questions are read.")
    parser.add_argument("questions", type=Path)
    parser.add_argument("scenarios", type=Path)
    parser.add_argument("--wrong", action="store_true", help="list the ids of wrong verdicts")
    arguments = parser.parse_args()
    pairs = with_scenarios(read_questions(arguments.questions), load_scenarios(arguments.scenarios))
    if not pairs:
        sys.exit("None of the questions has a scenario.")
    played = play(Application(Settings()).answering, pairs, load_topics())
    print("left: the question as it stands; right of |: what the player ends up with; open: no verdict is right")
    print("\n".join(lines(played)))
    if arguments.wrong:
        for one in played:
            if Grade.WRONG in (one.first, one.last):
                print(f"{one.language} {one.id}: {one.first} → {one.last}")


if __name__ == "__main__":
    main()
