"""Retrieval on a file of questions with gold rules: `python -m benchmarks.question_file FILE`

Hits are flattened to distinct rule numbers in rank order (an FAQ, ruling or example counts as the rules that it cites),
each taking a rank. Each question's edition is pinned, so its rules must be loaded. Also counted: verdicts that are
given and right, and abstentions on questions that the rules do not cover.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.answering.answer import AnswerKind
from bot.answering.question import Question
from bot.application import Application
from bot.settings import Settings
from index.search_results import Hit

DEPTH = 30
UNCOVERED = ("not_covered", "no_such_rule")


def flattened(hits: Sequence[Hit]) -> list[str]:
    """Distinct rule numbers in rank order."""
    refs: dict[str, None] = {}
    for hit in hits:
        cites = [cite.ref for cite in hit.passage.cites]
        refs.update(dict.fromkeys(cites or [hit.passage.ref]))
    return list(refs)


def main(path: Path) -> None:
    answering = Application(Settings()).answering
    ranks: dict[tuple[str, str], list[int]] = defaultdict(list)
    verdicts: dict[str, int] = defaultdict(int)
    kept: dict[str, list[bool]] = defaultdict(list)
    for line in path.read_text("utf-8").splitlines():
        entry: dict[str, Any] = json.loads(line)
        gold = {*entry["gold_rules"], *entry.get("gold_rules_any", ())}
        for language, text in entry["question"].items():
            question = Question(text, entry["game"], entry["edition"])
            answer = answering.ask(question)
            if answer.verdict is not None:
                right = answer.verdict == entry["verdict"]
                verdicts["right" if right else "wrong"] += 1
                print(f"verdict {answer.verdict} ({entry['verdict']}): {text}")
            if entry["verdict"] in UNCOVERED:
                kept[language].append(answer.kind is AnswerKind.ABSTAIN)
            if gold and entry["verdict"] not in UNCOVERED:
                found = flattened(answering.search(question, DEPTH))
                first = next((rank for rank, ref in enumerate(found, 1) if ref in gold), 0)
                ranks[entry["game"], language].append(first)
    print(f"{'game':10} lang    n  hit@1  hit@5 hit@10    MRR")
    for (game, language), of_game in sorted(ranks.items()):
        n = len(of_game)
        at = [sum(0 < rank <= k for rank in of_game) / n for k in (1, 5, 10)]
        mrr = sum(1 / rank for rank in of_game if rank) / n
        print(f"{game:10} {language:4} {n:4} {at[0]:6.2f} {at[1]:6.2f} {at[2]:6.2f} {mrr:6.3f}")
    print(f"verdicts right {verdicts['right']}, wrong {verdicts['wrong']}")
    for language, values in sorted(kept.items()):
        print(f"abstained on uncovered questions, {language}: {sum(values)}/{len(values)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
