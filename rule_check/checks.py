"""The checks of the literate files: scenarios with the result that the rules' text gives them."""

from __future__ import annotations

import collections.abc
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rule_check.derivation import Derivation, Verdict
from rule_check.engine import Engine
from rule_check.scenario import May, Outcome, Query, Scenario, ScenarioError, Step, asks_for_value
from rule_check.sequences import UnsettledStepError
from rules_corpus.document_errors import DocumentErrors, Problems, listed, quoted
from rules_corpus.document_passages import FormalBlock
from rules_corpus.document_yaml import Mapping, Node, Scalar, Sequence, described, fields_of, items_of, text_of

RESULTS = ("yes", "no", "depends", "silent", "unpermitted", "underived", "conflict", "impossible", "unsettled")
_FIELDS = ("given", "before", "event", "present", "may", "then", "expect", "when", "unless", "cites")


_QUERY_KEYS = ("may", "then", "event", "present", "before")
Facts = collections.abc.Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Check:
    """A scenario, what is asked, and what must come out of it."""

    section: str
    path: Path
    line: int
    scenario: Scenario
    query: Query
    expect: str
    """One of `RESULTS`, or the value of an outcome."""
    cites: tuple[str, ...]
    """Sections that the trail must have."""
    when: tuple[frozenset[tuple[str, str]], ...] = ()
    """Where it depends: the minimal conditions of yes (or of each value), if the check says them."""
    unless: tuple[tuple[str, str], ...] = ()
    """Facts that `unless` must name, if the check says any."""


@dataclass(frozen=True, slots=True)
class Failure:
    check: Check
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.check.path}:{self.check.line}: expected {self.expected}, found {self.found}"


def checks_of(blocks: Iterable[FormalBlock]) -> tuple[Check, ...]:
    """The checks of `check` blocks.

    :raises DocumentErrors: one of them is malformed.
    """
    checks: list[Check] = []
    errors = []
    for block in blocks:
        if block.kind != "check" or block.value is None:
            continue
        problems = Problems(block.path)
        for item in items_of(block.value, "a list of checks", problems):
            check = _check(block, item, problems)
            if check is not None:
                checks.append(check)
        errors += problems.errors
    if errors:
        raise DocumentErrors(errors)
    return tuple(checks)


def run_check(check: Check, engine: Engine) -> tuple[Derivation | None, Failure | None]:
    """What the engine derives, and in what it falls short of the check, if in anything."""
    try:
        found = engine.derive(check.scenario, check.query, unless=bool(check.unless))
    except ScenarioError as error:
        return None, Failure(check, "a scenario in the vocabulary", str(error))
    except UnsettledStepError as error:
        failed = None if check.expect == "unsettled" else Failure(check, check.expect, f"unsettled: {error}")
        return None, failed
    return found, _failure(check, found)


def _failure(check: Check, found: Derivation) -> Failure | None:
    given = _result(check, found)
    if given != check.expect:
        return Failure(check, check.expect, given)
    missing = [section for section in check.cites if section not in found.trail]
    if missing:
        trail = listed(found.trail, "and") if found.trail else "no trail"
        return Failure(check, f"{listed(missing, 'and')} in the trail", trail)
    if check.when:
        conditions = {
            frozenset(c.facts) for branch in found.branches if branch.result == "yes" for c in branch.conditions
        }
        if conditions != set(check.when):
            return Failure(check, f"yes when {_said(check.when)}", _said(conditions) or "never")
    unsaid = [fact for fact in check.unless if fact not in {unless.fact for unless in found.unless}]
    if unsaid:
        return Failure(check, f"unless {unsaid}", str([unless.fact for unless in found.unless]))
    return None


def _result(check: Check, found: Derivation) -> str:
    asked_for_value = asks_for_value(check.query)
    if asked_for_value and found.verdict is Verdict.YES and found.value is not None:
        return found.value
    return found.verdict.value


def _said(conditions: Iterable[frozenset[tuple[str, str]]]) -> str:
    return " or ".join(" and ".join(f"{a}={v}" for a, v in sorted(c)) or "always" for c in conditions)


def _check(block: FormalBlock, node: Node, problems: Problems) -> Check | None:
    before = len(problems.errors)
    found = fields_of(node, "a check", _FIELDS, ("expect",), problems)
    query = _query(found, node, problems)
    expect = text_of(found["expect"], "a result", problems) if "expect" in found else None
    scenario = Scenario(
        facts=_facts(found["given"], problems) if "given" in found else (),
        events=_terms(found["event"], problems) if "event" in found else (),
        present=_terms(found["present"], problems) if "present" in found else (),
        before=_steps(found["before"], problems) if "before" in found else (),
    )
    if isinstance(query, May) and expect is not None and expect not in RESULTS:
        problems.add(node.line, f"expect to be {listed(RESULTS)}", quoted(expect))
    when = _conditions(found["when"], problems) if "when" in found else ()
    unless = _facts(found["unless"], problems) if "unless" in found else ()
    cites = _terms(found["cites"], problems) if "cites" in found else ()
    if len(problems.errors) > before or query is None or expect is None:
        return None
    return Check(block.ref, block.path, node.line, scenario, query, expect, cites, when, unless)


def _query(found: dict[str, Node], node: Node, problems: Problems) -> Query | None:
    if ("may" in found) == ("then" in found):
        problems.add(node.line, "either may or then in a check", "both" if "may" in found else "neither")
        return None
    if "may" in found:
        action = text_of(found["may"], "an action", problems)
        return May(action) if action is not None else None
    said = text_of(found["then"], "a time and a fact", problems)
    return None if said is None else outcome_of(said)


def outcome_of(said: str) -> Outcome:
    """`next_cleanup loc(e1)` or `now attached(e1) = none` as a query."""
    time, _, rest = said.partition(" ")
    attribute, _, value = rest.partition("=")
    return Outcome(time, attribute.strip(), value.strip() or None)


def scenario_of(given: Facts) -> tuple[Scenario, Query | None]:
    """The scenario and the query that an FAQ's `given` writes: facts, and `may`, `then`, `event`, `present`, `before`,
    in which `;` separates several."""
    facts = tuple((key, value) for key, value in given.items() if key not in _QUERY_KEYS)
    query: Query | None = May(given["may"]) if "may" in given else None
    if query is None and "then" in given:
        query = outcome_of(given["then"])
    scenario = Scenario(
        facts,
        _listed(given.get("event", "")),
        _listed(given.get("present", "")),
        tuple(Step((event,)) for event in _listed(given.get("before", ""))),
    )
    return scenario, query


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";") if part.strip())


def _facts(node: Node, problems: Problems) -> tuple[tuple[str, str], ...]:
    if not isinstance(node, Mapping):
        problems.add(node.line, "a mapping of facts to values", described(node))
        return ()
    return tuple((key.value, text_of(value, "a value", problems) or "") for key, value in node.entries)


def _terms(node: Node, problems: Problems) -> tuple[str, ...]:
    items = node.items if isinstance(node, Sequence) else (node,)
    terms = []
    for item in items:
        if isinstance(item, Scalar):
            terms.append(item.value.strip())
        elif isinstance(item, Mapping):  # a cite with its counterparts: the first is this edition's
            terms += [value.value for _, value in item.entries[:1] if isinstance(value, Scalar)]
        else:
            problems.add(item.line, "a text", described(item))
    return tuple(terms)


def _steps(node: Node, problems: Problems) -> tuple[Step, ...]:
    steps = []
    for item in items_of(node, "a list of steps", problems):
        found = fields_of(item, "a step", ("event", "given"), (), problems)
        steps.append(
            Step(
                _terms(found["event"], problems) if "event" in found else (),
                _facts(found["given"], problems) if "given" in found else (),
            )
        )
    return tuple(steps)


def _conditions(node: Node, problems: Problems) -> tuple[frozenset[tuple[str, str]], ...]:
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(frozenset(_facts(item, problems)) for item in items)
