"""Are reworded FAQ questions found, and does no look-alike get a verdict? `python -m benchmarks.faq_rewordings`

The questions (tests/data/faq_rewordings.yaml, off_topic_questions.yaml) were written without sight of the stored
phrasings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from bot.answering.answer import Answer, AnswerKind
from bot.answering.pipeline import Answering
from bot.answering.question import Question

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
GAME = "riftbound"


@dataclass(frozen=True, slots=True)
class Rewording:
    faq: str
    language: str
    text: str
    accepted: frozenset[str]
    """The FAQ itself, and the rules that its source cites."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A question that looks like an FAQ's but asks something that its answer does not settle."""

    faq: str
    language: str
    kind: str
    text: str


def _entries() -> dict[str, Any]:
    entries: dict[str, Any] = yaml.safe_load((DATA / "faq_rewordings.yaml").read_text("utf-8"))
    return entries


def rewordings() -> Iterator[Rewording]:
    for faq, entry in _entries().items():
        for language, texts in entry["rewordings"].items():
            for text in texts:
                yield Rewording(faq, language, text, frozenset((faq, *entry["rules"])))


def variants() -> Iterator[Variant]:
    for faq, entry in _entries().items():
        for kind, texts in entry["variants"].items():
            for language, text in texts.items():
                yield Variant(faq, language, kind, text)


def unanswerable() -> Iterator[tuple[str, str, str]]:
    """(group, language, question) of questions that the starter corpus does not answer."""
    groups = yaml.safe_load((DATA / "off_topic_questions.yaml").read_text("utf-8"))
    for group, languages in groups.items():
        for language, texts in languages.items():
            for text in texts:
                yield group, language, text


def missed(answering: Answering, game: str | None = GAME) -> list[tuple[Rewording, str]]:
    """The rewordings whose first hit is another passage, with that hit's ref."""
    found = []
    for rewording in rewordings():
        hits = answering.search(Question(rewording.text, game), top=1)
        first = hits[0].passage.ref if hits else "–"
        if first not in rewording.accepted:
            found.append((rewording, first))
    return found


ENTAILED = {
    "When can I use Equip during my opponent's turn?": "no",
    "Kapan aku boleh pakai Equip di turn lawan?": "no",
    "¿Cuándo puedo usar Equip durante el turno de mi oponente?": "no",
    "Can I equip an opponent's unit at a battlefield?": "no",
    "Bisa gak aku nge-equip unit lawan yang ada di battlefield?": "no",
    "¿Puedo equipar a una unit del oponente que está en un battlefield?": "no",
    "Can I equip a unit at a battlefield during a showdown?": "no",
    "Bisa gak aku nge-equip unit yang ada di battlefield pas lagi showdown?": "no",
    "¿Puedo equipar a una unit que está en un battlefield durante un showdown?": "no",
    "Can an opponent's unit carry more than one of my Equipment?": "yes",
    "¿Puede una unit del oponente llevar más de un Equipment mío?": "yes",
    "Does an Equipment's own text still work when it's attached to an opponent's unit?": "no",
    "¿Sigue funcionando el texto propio de un Equipment anexado a una unit del oponente?": "no",
    "Does an attached Equipment's own text still work after it detaches?": "yes",
    "En Magic, ¿puedo equipar a una criatura que está atacando?": "no",
    "In Magic, can I use equip to move an Equipment to another creature?": "yes",
    "In Vandaria Wars, what happens to the Equipment when the Follower dies?": "depends",
}
"""What the rules say to variants that the rule checker can read; looked up in the rules by hand."""


def wrongly_settled(answering: Answering) -> list[Variant]:
    """The variants that got a stored verdict, or a derived one that is not what the rules say; with the game given and
    without."""
    return [
        variant
        for variant in variants()
        if any(_is_wrong(answering.ask(Question(variant.text, game)), variant) for game in (None, GAME))
    ]


def derived(answering: Answering) -> list[Variant]:
    """The variants that got a verdict of their own."""
    return [v for v in variants() if answering.ask(Question(v.text, GAME)).kind is AnswerKind.DERIVED]


def _is_wrong(answer: Answer, variant: Variant) -> bool:
    if answer.verdict is None:
        return False
    return answer.kind is not AnswerKind.DERIVED or answer.verdict != ENTAILED.get(variant.text)


def main() -> None:
    from bot.application import Application
    from bot.settings import Settings

    answering = Application(Settings()).answering
    for game in (GAME, None):
        lost = missed(answering, game)
        total: dict[str, int] = defaultdict(int)
        wrong: dict[str, int] = defaultdict(int)
        for rewording in rewordings():
            total[rewording.language] += 1
        for rewording, _ in lost:
            wrong[rewording.language] += 1
        by_language = ", ".join(f"{name} {total[name] - wrong[name]}/{total[name]}" for name in total)
        right = sum(total.values()) - len(lost)
        print(f"right FAQ or rule first, game {game or 'not given'}: {right}/{sum(total.values())} ({by_language})")
        for rewording, first in lost:
            print(f"  {rewording.language} {rewording.faq}: {rewording.text} → {first}")
    settled = wrongly_settled(answering)
    print(f"variants with a verdict: {len(settled)} of {len(list(variants()))}")
    for variant in settled:
        print(f"  {variant.language} {variant.faq} ({variant.kind}): {variant.text}")
    abstained: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for group, language, text in unanswerable():
        answer = answering.ask(Question(text))
        abstained[group, language].append(answer.kind is AnswerKind.ABSTAIN)
        if answer.verdict is not None:
            print(f"  verdict for {group} {language}: {text}")
    for (group, language), kept in abstained.items():
        print(f"abstained, {group} {language}: {sum(kept)}/{len(kept)}")


if __name__ == "__main__":
    main()
