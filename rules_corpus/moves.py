"""Where a rule of one edition stands in another: told by its text, never by its number alone.

The rules of two editions are paired off, the surest pairs first: the same text (numbers of other rules aside); what an
edition states to be the same; the same short text in the same place; at last a text so much like one of the other
edition, and like no other, that it is the same rule in other words. What is left unpaired is never guessed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules_corpus.passages import EditionRef, Passage, PassageKind, TextRole
from rules_corpus.rule_texts import Similarity, Words, masked, words_of

SAME_NUMBER_SIMILARITY = 0.55
"""From here two texts with the same number may be one rule."""
NEAR_SIMILARITY = 0.65
"""From here two texts that stand in the same place, between the same rules, may be one rule."""
FAR_SIMILARITY = 0.75
"""From here two texts anywhere may be one rule."""
SHORT_SIMILARITY = 0.9
"""From here two texts of few words may be one rule: "Haste is a static ability." is not "Reach is a static ability."
"""
MARGIN = 0.12
"""By so much the best pair must lead every other pair of either rule."""
GONE_SIMILARITY = 0.35
"""A rule with nothing this much like it in a complete edition is gone from it; above, nothing is said."""

_TELLING_WORDS = 7
"""A text of at least so many words that each edition has once is one rule, wherever it stands."""
_RARE = 12
_MOST_FAR = 20
_WINDOW = 3


class MoveKind(StrEnum):
    SAME = "same"
    """It has the same number; `similarity` tells whether it was reworded."""
    MOVED = "moved"
    """The same text has another number."""
    REWORDED = "reworded"
    """It has another number and other words."""
    STATED = "stated"
    """An edition states that it has another number; the words can't be compared."""
    GONE = "gone"
    """The other edition is complete and has nothing like it."""
    UNKNOWN = "unknown"
    """Nobody can tell from the texts."""


@dataclass(frozen=True, slots=True)
class Move:
    """Where a rule went."""

    kind: MoveKind
    new_ref: str | None
    """None where it is gone or unknown."""
    similarity: float
    """0 to 1, of the texts; of the most similar text where no rule was found."""


def joined(ref: str, steps: Sequence[Move]) -> Move:
    """The move that several moves make one after the other, each of which found its rule; at least one."""
    new_ref, similarity = steps[-1].new_ref, min(step.similarity for step in steps)
    if new_ref == ref:
        return Move(MoveKind.SAME, new_ref, similarity)
    if any(step.kind is MoveKind.STATED for step in steps):
        return Move(MoveKind.STATED, new_ref, similarity)
    return Move(MoveKind.MOVED if similarity == 1.0 else MoveKind.REWORDED, new_ref, similarity)


@dataclass(frozen=True, slots=True)
class _Rule:
    ref: str
    text: str
    words: Words
    heading: bool
    official: bool
    parent: int | None
    counterparts: tuple[EditionRef, ...]


class RuleMoves:
    """The rules of one edition paired with those of another, older or newer one of the same document."""

    def __init__(
        self,
        old: Sequence[Passage],
        new: Sequence[Passage],
        *,
        old_label: str,
        new_label: str,
        authority: str = "en",
        new_complete: bool = True,
    ) -> None:
        """`authority`: the language whose texts are compared. `new_complete`: what `new` lacks does not exist in it."""
        self._old, self._new = _rules(old, authority), _rules(new, authority)
        self._labels = old_label, new_label
        self._new_complete = new_complete
        self._old_at = {rule.ref: at for at, rule in enumerate(self._old)}
        self._new_at = {rule.ref: at for at, rule in enumerate(self._new)}
        self._pairs: dict[int, int] = {}
        self._origins: dict[int, int] = {}
        self._stated: set[int] = set()
        self._closest: dict[int, float] = {}
        self._similarity = Similarity([rule.words for rule in (*self._old, *self._new)])
        self._pair_same_texts()
        self._pair_stated()
        self._pair_in_place()
        # What was found in the first round tells more neighbours apart.
        for _ in range(2):
            self._pair_alike()
            self._pair_in_place()

    def trace(self, ref: str) -> Move:
        """Where a rule of the old edition stands in the new one.

        :raises KeyError: the old edition has no rule of this number with a text.
        """
        at = self._old_at[ref]
        target = self._pairs.get(at)
        if target is None:
            closest = self._closest.get(at, 0.0)
            gone = self._new_complete and self._old[at].official and closest < GONE_SIMILARITY
            return Move(MoveKind.GONE if gone else MoveKind.UNKNOWN, None, closest)
        old, new = self._old[at], self._new[target]
        similarity = 1.0 if old.text == new.text else self._similarity.of(old.words, new.words)
        if old.ref == new.ref:
            kind = MoveKind.SAME
        elif old.text == new.text:
            kind = MoveKind.MOVED
        else:
            kind = MoveKind.STATED if at in self._stated else MoveKind.REWORDED
        return Move(kind, new.ref, similarity)

    def origin(self, new_ref: str) -> str | None:
        """The number that a rule of the new edition has in the old one; None where it is new or nobody can tell.

        :raises KeyError: the new edition has no rule of this number with a text.
        """
        source = self._origins.get(self._new_at[new_ref])
        return None if source is None else self._old[source].ref

    def knows(self, ref: str) -> bool:
        """Whether `trace` can be asked for this number."""
        return ref in self._old_at

    def knows_new(self, ref: str) -> bool:
        """Whether `origin` can be asked for this number."""
        return ref in self._new_at

    @property
    def old_refs(self) -> tuple[str, ...]:
        return tuple(rule.ref for rule in self._old)

    def _pair(self, old: int, new: int) -> None:
        self._pairs[old] = new
        self._origins[new] = old

    def _pair_same_texts(self) -> None:
        before, after = _by_text(self._old), _by_text(self._new)
        for text, olds in before.items():
            news = after.get(text, [])
            rule = self._old[olds[0]]
            if len(olds) == len(news) == 1 and (rule.heading or len(rule.words) >= _TELLING_WORDS):
                self._pair(olds[0], news[0])

    def _pair_stated(self) -> None:
        old_label, new_label = self._labels
        stated: list[tuple[int | None, int | None]] = [
            (self._old_at.get(place.ref), at)
            for at, rule in enumerate(self._new)
            for place in rule.counterparts
            if place.edition == old_label
        ]
        stated += [
            (at, self._new_at.get(place.ref))
            for at, rule in enumerate(self._old)
            for place in rule.counterparts
            if place.edition == new_label
        ]
        for old, new in stated:
            if old is not None and new is not None and old not in self._pairs and new not in self._origins:
                self._pair(old, new)
                self._stated.add(old)

    def _pair_in_place(self) -> None:
        """Pair texts that occur more than once, or are short, where what stands around them is paired."""
        found = True
        while found:
            found = False
            free: dict[str, list[int]] = {}
            for at, rule in enumerate(self._new):
                if at not in self._origins:
                    free.setdefault(rule.text, []).append(at)
            for at, rule in enumerate(self._old):
                if at in self._pairs or rule.text not in free:
                    continue
                options = [new for new in free[rule.text] if new not in self._origins]
                target = self._in_place(at, options)
                if target is not None:
                    self._pair(at, target)
                    found = True

    def _in_place(self, at: int, options: Sequence[int]) -> int | None:
        rule = self._old[at]
        beside = [new for new in options if self._are_beside(at, new)]
        below = [new for new in options if rule.parent is not None and self._same_parent(at, new)]
        for found in ([new for new in beside if new in below], below, beside):
            if len(found) == 1:
                return found[0]
        same_number = [new for new in options if self._new[new].ref == rule.ref and self._new[new].parent is None]
        return same_number[0] if len(same_number) == 1 and rule.parent is None else None

    def _are_beside(self, old: int, new: int) -> bool:
        before = old > 0 and self._pairs.get(old - 1) == new - 1 and new > 0
        return before or self._pairs.get(old + 1) == new + 1

    def _same_parent(self, old: int, new: int) -> bool:
        above, target = self._old[old].parent, self._new[new].parent
        return above is not None and target is not None and self._pairs.get(above) == target

    def _pair_alike(self) -> None:
        free = [at for at in range(len(self._new)) if at not in self._origins]
        rare = self._rare_words(free)
        scored: list[tuple[float, int, int, bool]] = []
        for at in range(len(self._old)):
            if at in self._pairs:
                continue
            for new, near in self._candidates(at, free, rare):
                scored.append((self._similarity.of(self._old[at].words, self._new[new].words), at, new, near))
        best_old = _best_two((old, score) for score, old, _, _ in scored)
        best_new = _best_two((new, score) for score, _, new, _ in scored)
        for at, scores in best_old.items():
            self._closest[at] = max(scores[0], self._closest.get(at, 0.0))
        for score, old, new, near in sorted(scored, reverse=True):
            if old in self._pairs or new in self._origins:
                continue
            if score < self._wanted(old, new, near):
                continue
            if all(scores[0] == score and score - scores[1] >= MARGIN for scores in (best_old[old], best_new[new])):
                self._pair(old, new)

    def _wanted(self, old: int, new: int, near: bool) -> float:
        if self._old[old].ref == self._new[new].ref:
            return SAME_NUMBER_SIMILARITY
        if min(len(self._old[old].words), len(self._new[new].words)) < _TELLING_WORDS:
            return SHORT_SIMILARITY
        return NEAR_SIMILARITY if near else FAR_SIMILARITY

    def _rare_words(self, free: Sequence[int]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at in free:
            for word in set(self._new[at].words):
                if self._similarity.frequency(word) <= _RARE:
                    found.setdefault(word, []).append(at)
        return found

    def _candidates(self, at: int, free: Sequence[int], rare: dict[str, list[int]]) -> Iterator[tuple[int, bool]]:
        """(unpaired new rule, whether it stands in the same place) that may be an old one."""
        rule = self._old[at]
        near: set[int] = set()
        if rule.ref in self._new_at:
            near.add(self._new_at[rule.ref])
        for beside in range(max(0, at - _WINDOW), min(len(self._old), at + _WINDOW + 1)):
            target = self._pairs.get(beside)
            if target is not None:
                near.update(range(max(0, target - _WINDOW), min(len(self._new), target + _WINDOW + 1)))
        near = {new for new in near if new not in self._origins}
        shared: dict[int, int] = {}
        for word in set(rule.words):
            for new in rare.get(word, ()):
                shared[new] = shared.get(new, 0) + 1
        far = sorted(shared, key=lambda new: (-shared[new], new))[:_MOST_FAR]
        for new in sorted(near | set(far)):
            # Our words for a rule and the publisher's words for it can't be compared.
            if self._new[new].official == rule.official and self._new[new].heading == rule.heading:
                yield new, new in near


def _rules(passages: Sequence[Passage], authority: str) -> list[_Rule]:
    found: list[_Rule] = []
    at: dict[str, int] = {}
    for passage in passages:
        if passage.kind is not PassageKind.RULE:
            continue
        bodies = passage.texts_of(TextRole.BODY, authority) or passage.texts_of(TextRole.TITLE, authority)
        if not bodies:
            continue
        text = masked(bodies[0].text)
        at[passage.ref] = len(found)
        parent = at.get(passage.parent) if passage.parent is not None else None
        found.append(
            _Rule(
                passage.ref,
                text,
                words_of(text),
                passage.heading,
                bodies[0].official,
                parent,
                passage.counterparts,
            )
        )
    return found


def _by_text(rules: Sequence[_Rule]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, rule in enumerate(rules):
        found.setdefault(rule.text, []).append(at)
    return found


def _best_two(scored: Iterable[tuple[int, float]]) -> dict[int, tuple[float, float]]:
    """rule → its best and second best score."""
    found: dict[int, tuple[float, float]] = {}
    for at, score in scored:
        first, second = found.get(at, (0.0, 0.0))
        found[at] = (max(first, score), max(min(first, score), second))
    return found
