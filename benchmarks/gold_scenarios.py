"""What graded questions state, as facts of the vocabularies, and what has to come of them: rules without reading.

The file names a question by its id only; `tests/data/README.md` says what its fields mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from rule_check.checks import outcome_of
from rule_check.derivation import Derivation, Verdict
from rule_check.engine import Engine
from rule_check.scenario import May, Query, Scenario, Step, asks_for_value
from rule_check.sequences import UnsettledStepError
from rule_check.solver import TooComplexError

LEFT_OPEN = frozenset({"silent", "unpermitted", "underived", "conflict", "impossible", "unsettled", "too_complex"})
"""Results in which nothing is stated."""
_SCENARIO = ("given", "granted", "before", "event", "present")
_QUERY = ("may", "then", "expect", "opposite", "unmodelled")
_QUESTION = ("id", "not_formal", "disputed", "parts")

Facts = tuple[tuple[str, str], ...]


class BadScenarioFile(ValueError):
    """An entry of a scenario file is not of the agreed shape; the message names its question."""


@dataclass(frozen=True, slots=True)
class GoldPart:
    """One thing that a question asks, in one scenario."""

    scenario: Scenario
    """What the question states, and nothing that only its answer knows."""
    granted: Facts
    """What the gold answer takes for granted although the question doesn't say it: the usual case."""
    query: Query | None
    """None where the vocabulary has no words for it."""
    expect: str
    """yes, no, depends, silent (the rules leave it open), or the value of an outcome."""
    opposite: bool = False
    """The question asks for the opposite of the query ("only", "still"), so that its gold verdict is the other one."""
    unmodelled: str | None = None
    """What the vocabulary has no words for."""

    @property
    def usual(self) -> Scenario:
        """The scenario with what is taken for granted."""
        stated = {attribute for attribute, _ in self.scenario.facts}
        more = tuple(fact for fact in self.granted if fact[0] not in stated)
        return Scenario(
            (*self.scenario.facts, *more), self.scenario.events, self.scenario.present, self.scenario.before
        )

    @property
    def known(self) -> Mapping[str, str]:
        """Facts that whoever asks the question can tell when asked for them."""
        told = dict(self.granted) | dict(self.scenario.facts)
        for step in self.scenario.before:
            told.update(step.facts)
        return told


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    id: str
    parts: tuple[GoldPart, ...]
    """Empty where it is no scenario."""
    not_formal: str | None = None
    """Why it is no scenario."""
    disputed: str | None = None
    """What is wrong with the question file's verdict, with the rule that shows it; `expect` then says otherwise."""


def load_scenarios(path: Path) -> tuple[GoldQuestion, ...]:
    """The questions of a scenario file, in its order.

    :raises BadScenarioFile: an entry is of another shape.
    :raises OSError: the file can't be read.
    """
    # The base loader leaves every scalar a text, so that `no` is no boolean.
    entries = yaml.load(path.read_text("utf-8"), yaml.BaseLoader)  # noqa: S506 (it makes texts only)
    if not isinstance(entries, list) or not entries:
        raise BadScenarioFile(f"{path.name} is not a list of questions.")
    return tuple(_question(entry) for entry in entries)


def result_of(engine: Engine, scenario: Scenario, query: Query) -> str:
    """What the engine derives: yes, no, depends, the value of an outcome, or one of `LEFT_OPEN`.

    :raises ScenarioError: something in the scenario or query isn't in the vocabulary.
    """
    try:
        found = engine.derive(scenario, query)
    except UnsettledStepError:
        return "unsettled"
    except TooComplexError:
        return "too_complex"
    return derived_result(found, query)


def derived_result(found: Derivation, query: Query) -> str:
    """A derivation's result as a scenario file writes it."""
    asked_for_value = asks_for_value(query)
    if asked_for_value and found.verdict is Verdict.YES and found.value is not None:
        return found.value
    return found.verdict.value


def is_right(result: str, expect: str) -> bool:
    """Whether a result is the expected one; where the rules leave it open, any result that states nothing is."""
    return result in LEFT_OPEN if expect == "silent" else result == expect


def is_wrong(result: str, expect: str) -> bool:
    """Whether a result states something that isn't so; a result that states nothing never is."""
    return result not in LEFT_OPEN and result != expect


def _question(entry: object) -> GoldQuestion:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise BadScenarioFile(f"a question is a mapping with an id, not {entry!r}")
    name = entry["id"]
    unknown = entry.keys() - {*_QUESTION, *_SCENARIO, *_QUERY}
    if unknown:
        raise BadScenarioFile(f"{name}: unknown fields {sorted(unknown)}")
    disputed = entry.get("disputed")
    if "not_formal" in entry:
        if entry.keys() - {"id", "not_formal", "disputed"}:
            raise BadScenarioFile(f"{name}: either a scenario or not_formal")
        return GoldQuestion(name, (), entry["not_formal"], disputed)
    if "parts" in entry:
        if entry.keys() & set(_QUERY):
            raise BadScenarioFile(f"{name}: what is asked stands in its parts")
        shared = {key: entry[key] for key in _SCENARIO if key in entry}
        parts = tuple(_part(name, shared | part) for part in entry["parts"])
    else:
        parts = (_part(name, {key: value for key, value in entry.items() if key not in _QUESTION}),)
    return GoldQuestion(name, parts, None, disputed)


def _part(name: str, value: Mapping[str, Any]) -> GoldPart:
    unknown = value.keys() - {*_SCENARIO, *_QUERY}
    if unknown:
        raise BadScenarioFile(f"{name}: unknown fields {sorted(unknown)}")
    if "unmodelled" in value:
        return GoldPart(Scenario(), (), None, "", unmodelled=value["unmodelled"])
    if ("may" in value) == ("then" in value) or "expect" not in value:
        raise BadScenarioFile(f"{name}: either may or then, and what to expect")
    query: Query = May(value["may"]) if "may" in value else outcome_of(value["then"])
    if isinstance(query, May) and value["expect"] not in {"yes", "no", "depends", "silent"}:
        raise BadScenarioFile(f"{name}: an action is allowed, forbidden, conditional or left open")
    scenario = Scenario(
        _facts(name, value.get("given", {})),
        _terms(value.get("event", [])),
        _terms(value.get("present", [])),
        tuple(
            Step(_terms(step.get("event", [])), _facts(name, step.get("given", {}))) for step in value.get("before", [])
        ),
    )
    granted = _facts(name, value.get("granted", {}))
    return GoldPart(scenario, granted, query, value["expect"], value.get("opposite") == "yes")


def _facts(name: str, value: object) -> Facts:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise BadScenarioFile(f"{name}: facts are a mapping to values, not {value!r}")
    return tuple(value.items())


def _terms(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
