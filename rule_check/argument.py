"""A derivation as a numbered argument: one line a step, in a reader's words, with the rules and lines it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rule_check.derivation import Branch, Derivation, Verdict
from rule_check.proof import SHOWN, Step
from rule_check.scenario import May, Query
from rule_check.solver import text_of_value
from rule_check.vocabulary import Vocabulary
from rule_check.wording import action_words, event_words, fact_words, said_step


class LineKind(StrEnum):
    """In which sentence a line's words stand."""

    GENERAL = "general"
    """The action exists."""
    MET = "met"
    UNMET = "unmet"
    WAIVED = "waived"
    """Requirements, of one section and one fate."""
    FORBIDDEN = "forbidden"
    SILENT = "silent"
    """The text does not say whether the action may be taken."""
    FACT = "fact"
    OUTCOME = "outcome"
    CONCLUSION = "conclusion"
    """What follows from the lines that it rests on; no rule of its own."""


@dataclass(frozen=True, slots=True)
class ArgumentLine:
    number: int
    """From 1."""
    kind: LineKind
    words: tuple[str, ...]
    """The statement; of requirements each of them."""
    because: tuple[str, ...] = ()
    """What is stated or taken for granted and makes the rule apply."""
    sections: tuple[str, ...] = ()
    """The rules that say so, the one that the words come from first."""
    time: str | None = None
    """Of an outcome."""
    rests_on: tuple[int, ...] = ()
    """The numbers of earlier lines."""
    conditions: tuple[str, ...] = ()
    """Of a conclusion: what it needs beside what is stated."""


def argument_of(
    derivation: Derivation, query: Query, vocabulary: Vocabulary, language: str
) -> tuple[ArgumentLine, ...]:
    """The argument for a derivation's result; empty where no rule says why.

    Where the result depends on what is left open, the argument for yes (of an outcome: for each value) is given, and
    its conclusion says under which conditions.
    """
    writing = _Writing(vocabulary, language)
    if derivation.verdict is not Verdict.DEPENDS:
        writing.add(derivation.steps, met=derivation.verdict is Verdict.YES)
        if isinstance(query, May) and derivation.verdict in (Verdict.YES, Verdict.NO):
            allowed = derivation.verdict is Verdict.YES
            writing.conclude(action_words(query.action, vocabulary, language, allowed=allowed), 0)
        return writing.lines
    writing.add(derivation.steps, met=False)  # what happened before
    for branch in _shown_branches(derivation.branches, query):
        before = len(writing.lines)
        writing.add(branch.steps, met=branch.result == "yes")
        if len(writing.lines) > before:
            writing.conclude(_result_words(branch, query, vocabulary, language), before, _conditions(branch))
    return writing.lines


def _shown_branches(branches: Sequence[Branch], query: Query) -> Iterable[Branch]:
    """Those that one model's reasons prove: a yes has all of its requirements, a no is only one way to fail."""
    if isinstance(query, May):
        return [branch for branch in branches if branch.result == "yes"]
    return [branch for branch in branches if len(branch.conditions) == 1 and branch.result != "underived"]


def _conditions(branch: Branch) -> tuple[tuple[str, str], ...]:
    return branch.conditions[0].facts if len(branch.conditions) == 1 else ()


def _result_words(branch: Branch, query: Query, vocabulary: Vocabulary, language: str) -> str:
    if isinstance(query, May):
        return action_words(query.action, vocabulary, language)
    return fact_words(query.attribute, branch.result, vocabulary, language)


@dataclass(slots=True)
class _Below:
    """What a step rests on, down to the next steps that are lines of their own."""

    steps: list[Step] = field(default_factory=list)
    premises: dict[str, None] = field(default_factory=dict)
    facts: list[tuple[str, str]] = field(default_factory=list)
    """The premises that are facts, as (attribute, value)."""
    sections: dict[str, None] = field(default_factory=dict)


class _Writing:
    """Turns steps into lines, each once."""

    def __init__(self, vocabulary: Vocabulary, language: str) -> None:
        self._vocabulary = vocabulary
        self._language = language
        self._lines: list[ArgumentLine] = []
        self._numbers: dict[tuple[str, object], int] = {}
        self._told: dict[tuple[str, str], int] = {}
        """(attribute, value) → the line that says it."""

    @property
    def lines(self) -> tuple[ArgumentLine, ...]:
        return tuple(self._lines)

    def add(self, steps: Sequence[Step], *, met: bool) -> None:
        """`met`: whether the requirements among them are met."""
        waived = {
            (str(step.atom.arguments[0]), str(step.atom.arguments[1])) for step in steps if step.atom.name == "waives"
        }
        # What a requirement rests on is said before it.
        for step in sorted(steps, key=lambda step: step.atom.name in _LAST):
            if (step.section, step.atom) in self._numbers:
                continue
            if step.atom.name == "requires":
                condition = (str(step.atom.arguments[0]), str(step.atom.arguments[1]))
                if condition in waived:
                    continue  # the step that waives it says what it is
                self._line(step, LineKind.MET if met else LineKind.UNMET)
            else:
                self._line(step, _KINDS[step.atom.name])

    def conclude(self, words: str, since: int, conditions: tuple[tuple[str, str], ...] = ()) -> None:
        """A conclusion from the lines after the first `since`, unless the last of them says it already."""
        lines = self._lines[since:]
        said_already = any(line.words == (words,) and line.kind is not LineKind.GENERAL for line in lines)
        if not lines or (said_already and not conditions):
            return
        used = {number for line in lines for number in line.rests_on}
        rests_on = tuple(line.number for line in lines if line.number not in used)
        said = tuple(fact_words(*fact, self._vocabulary, self._language) for fact in conditions)
        number = len(self._lines) + 1
        self._lines.append(ArgumentLine(number, LineKind.CONCLUSION, (words,), rests_on=rests_on, conditions=said))

    def _line(self, step: Step, kind: LineKind) -> None:
        said = said_step(step, self._vocabulary, self._language)
        below = _Below()
        for part in step.rests_on:
            self._collect(part, below)
        needed = {self._numbers.get((part.section, part.atom)) for part in below.steps}
        needed |= {self._told.get(fact) for fact in below.facts}
        if step.atom.name == "requires":
            condition = step.atom.arguments[1]
            needed.add(self._told.get((str(condition.arguments[0]), text_of_value(condition.arguments[1]))))
        rests_on = tuple(sorted(number for number in needed if number is not None))
        sections = tuple(dict.fromkeys((step.section, *below.sections)))
        because = () if kind in _WITHOUT_REASON else tuple(w for w in below.premises if w != said.words)
        line = ArgumentLine(len(self._lines) + 1, kind, (said.words,), because, sections, said.time, rests_on)
        same = next((other for other in self._lines if _joins(other, line)), None)
        if same is None:
            self._lines.append(line)
            self._number(step, line.number)
            return
        words = tuple(dict.fromkeys((*same.words, *line.words)))
        joined = tuple(sorted({*same.rests_on, *(n for n in line.rests_on if n < same.number)}))
        self._lines[same.number - 1] = replace(same, words=words, rests_on=joined)
        self._number(step, same.number)

    def _number(self, step: Step, number: int) -> None:
        self._numbers[step.section, step.atom] = number
        if step.atom.name in ("set", "then"):
            attribute, value = step.atom.arguments[:2] if step.atom.name == "set" else step.atom.arguments[1:]
            self._told[str(attribute), text_of_value(value)] = number

    def _collect(self, step: Step, below: _Below) -> None:
        name = step.atom.name
        if step.section and name in SHOWN:
            below.steps.append(step)
            return
        if step.section:
            below.sections.setdefault(step.section)
        if name == "event":
            below.premises.setdefault(event_words(str(step.atom.arguments[0]), self._vocabulary, self._language))
            return
        if name == "is" and not any(_has_line(part) for part in step.rests_on):
            attribute, value = str(step.atom.arguments[0]), text_of_value(step.atom.arguments[1])
            below.premises.setdefault(fact_words(attribute, value, self._vocabulary, self._language))
            below.facts.append((attribute, value))
            return
        for part in step.rests_on:
            self._collect(part, below)


def _has_line(step: Step) -> bool:
    return bool(step.section and step.atom.name in SHOWN) or any(_has_line(part) for part in step.rests_on)


def _joins(one: ArgumentLine, other: ArgumentLine) -> bool:
    """Requirements of one section that share their fate are one line; so is what the same section says twice."""
    if one.kind is not other.kind or one.sections != other.sections:
        return False
    if one.kind in (LineKind.MET, LineKind.UNMET, LineKind.WAIVED):
        return True
    return one.words == other.words and one.time == other.time


_KINDS = {
    "enables": LineKind.GENERAL,
    "waives": LineKind.WAIVED,
    "forbids": LineKind.FORBIDDEN,
    "gap": LineKind.SILENT,
    "set": LineKind.FACT,
    "then": LineKind.OUTCOME,
}
_LAST = ("requires", "waives")
_WITHOUT_REASON = (LineKind.GENERAL, LineKind.MET, LineKind.UNMET)
