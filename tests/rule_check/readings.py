"""Development questions of a game with the readings that its phrases must come to; `tests/rule_check/data/`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml

from rule_check.checks import outcome_of
from rule_check.reading.reader import Reading
from rule_check.scenario import May, Query, Step

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Expected:
    name: str
    language: str
    question: str
    query: Query | None
    """None: it must not be read."""
    facts: Mapping[str, str]
    events: tuple[str, ...]
    before: tuple[str, ...]


def load_readings(game: str, part: Literal["plain", "tricky"]) -> tuple[Expected, ...]:
    """The questions of `<game>_readings.yaml`, in the order of the file."""
    entries = yaml.safe_load((DATA / f"{game}_readings.yaml").read_text(encoding="utf-8"))[part]
    return tuple(_expected(entry) for entry in entries)


def fault_in(found: Reading, expected: Expected) -> str | None:
    """What is wrong with a usable reading; None where it is as expected. One that is not usable has no fault."""
    if not found.usable:
        return None
    if expected.query is None:
        return f"read as {found.query} with {found.scenario}"
    said = (found.query, dict(found.scenario.facts), found.scenario.events, found.scenario.before)
    meant = (
        expected.query,
        dict(expected.facts),
        expected.events,
        tuple(Step((event,)) for event in expected.before),
    )
    return None if said == meant else f"read as {said}, not {meant}"


def _expected(entry: dict[str, object]) -> Expected:
    query: Query | None = None
    if "may" in entry:
        query = May(str(entry["may"]))
    elif "then" in entry:
        query = outcome_of(str(entry["then"]))
    facts, events, before = entry.get("facts", {}), entry.get("events", []), entry.get("before", [])
    assert isinstance(facts, dict) and isinstance(events, list) and isinstance(before, list)
    return Expected(
        str(entry["id"]),
        str(entry["language"]),
        str(entry["question"]),
        query,
        {str(key): str(value) for key, value in facts.items()},
        tuple(str(event) for event in events),
        tuple(str(event) for event in before),
    )
