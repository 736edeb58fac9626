"""Whether the rules entail a fact or an action that an answer states."""

from __future__ import annotations

from collections.abc import Callable

from rule_check.claims.book import WEAK
from rule_check.claims.models import Judged, Role, Segment, Statement, Status
from rule_check.claims.resolution import Resolved, resolutions
from rule_check.claims.setting import Fact, Setting
from rule_check.derivation import Verdict
from rule_check.scenario import May, Outcome
from rule_check.vocabulary import TIMES


def combined(
    statement: Statement,
    segment: Segment,
    setting: Setting,
    terms: tuple[str, ...],
    status_of: Callable[[tuple[str, ...]], Status],
    *,
    answers: bool = False,
    facts: Callable[[Resolved], tuple[Fact, ...]] = lambda _: (),
) -> Judged:
    """What a statement comes to under every way to take its objects; unclear where they differ."""
    ways = resolutions(statement, terms, setting)
    if not ways:
        return Judged(Status.UNSUPPORTED, segment.text)
    found: set[Status] = set()
    for way in ways:
        status = status_of(tuple(way.filled(term, statement.number) for term in terms))
        if way.described or statement.only or (statement.meaning.target == WEAK and status is Status.CONTRADICTED):
            status = Status.UNSUPPORTED
        found.add(status)
    only = found.pop() if len(found) == 1 else Status.UNCLEAR
    return Judged(only, segment.text, facts(ways[0]), answers=answers)


def action_status(statement: Statement, segment: Segment, setting: Setting, *, answers: bool) -> Judged:
    """That something may or may not be done, whether it is what the question asks or not."""
    said = "yes" if statement.kind == "can" else "no"

    def status(terms: tuple[str, ...]) -> Status:
        if isinstance(setting.query, May) and terms[0] == setting.query.action:
            derived = setting.derivation.verdict.value
        else:
            derived = setting.result(May(terms[0]))
        if derived == Verdict.DEPENDS.value:
            return Status.MISSING
        if derived not in ("yes", "no"):
            return Status.UNSUPPORTED
        if derived == said:
            return Status.ENTAILED
        return Status.CONTRADICTED if answers else Status.UNSUPPORTED

    return combined(statement, segment, setting, (statement.meaning.target,), status, answers=answers)


def fact_status(statement: Statement, segment: Segment, setting: Setting) -> Judged:
    """That facts hold, or one of them does not, now or at a time."""
    facts = statement.meaning.facts
    terms = tuple(term for fact in facts for term in fact)
    holds = statement.kind != "fails"

    def status(filled: tuple[str, ...]) -> Status:
        pairs = [(filled[i], filled[i + 1]) for i in range(0, len(filled), 2)]
        found = [_of_fact(pair, holds, statement, setting) for pair in pairs]
        for worst in (Status.CONTRADICTED, Status.UNSUPPORTED, Status.MISSING, Status.PASSING):
            if worst in found:
                return worst if holds or len(found) == 1 else Status.UNSUPPORTED
        return Status.ENTAILED

    asked = isinstance(setting.query, Outcome) and any(
        attribute.partition("(")[0] == setting.query.attribute.partition("(")[0] for attribute, _ in facts
    )
    return combined(
        statement,
        segment,
        setting,
        terms,
        status,
        answers=(asked and holds) or (asked and not setting.wants_value),
        facts=lambda way: tuple((way.filled(a), way.filled(v, statement.number)) for a, v in facts),
    )


def _of_fact(fact: Fact, holds: bool, statement: Statement, setting: Setting) -> Status:
    attribute, value = fact
    known = setting.vocabulary.fact_of(attribute)
    if known is None or value not in known.value_range:
        return Status.UNSUPPORTED
    status = _of_outcomes(fact, holds, statement.time, setting)
    if status is None:
        if statement.time is not None:
            return Status.UNSUPPORTED
        status = _of_state(fact, holds, setting)
    is_reason = isinstance(setting.query, May) or statement.role is Role.BECAUSE
    if status is Status.ENTAILED and is_reason and attribute not in setting.relevant:
        return Status.UNSUPPORTED  # true, but it decides nothing
    return status


def _of_outcomes(fact: Fact, holds: bool, time: str | None, setting: Setting) -> Status | None:
    """Against what the rules say becomes of it; None where they say nothing."""
    attribute, value = fact
    outcomes = setting.outcomes(attribute)
    if not outcomes:
        return None
    if time is not None and time.startswith("until "):
        first, last = next(iter(outcomes.values())), outcomes.get(time.removeprefix("until "))
        if first == Verdict.DEPENDS.value or last is None or last == Verdict.DEPENDS.value:
            return Status.UNSUPPORTED
        if first != value or not holds:
            return Status.CONTRADICTED if holds else Status.UNSUPPORTED
        return Status.ENTAILED if last != value else Status.CONTRADICTED
    if time is None and isinstance(setting.query, Outcome) and setting.query.attribute == attribute:
        time = setting.query.time
        earlier = [outcomes[t] for t in TIMES[: TIMES.index(time)] if t in outcomes]
        if holds and outcomes.get(time) not in (None, value, Verdict.DEPENDS.value) and value in earlier:
            return Status.PASSING
    if time is not None:
        at = outcomes.get(time)
        values = {at} if at is not None else set()
    else:
        values = set(outcomes.values())
    if not values or Verdict.DEPENDS.value in values:
        return Status.MISSING if values else Status.UNSUPPORTED
    same = {(v == value) == holds for v in values}
    if same == {True}:
        return Status.ENTAILED
    if same == {True, False} or value in outcomes.values():
        return Status.UNSUPPORTED
    return Status.CONTRADICTED


def _of_state(fact: Fact, holds: bool, setting: Setting) -> Status:
    """Against what the question states, takes for granted, or rules set."""
    attribute, value = fact
    now = setting.set_by_rules.get(attribute, setting.stated.get(attribute))
    if now is None:
        now = dict(setting.derivation.assumed).get(attribute)
        if now is None:
            return Status.UNSUPPORTED
        return Status.ENTAILED if (now == value) == holds else Status.UNSUPPORTED
    return Status.ENTAILED if (now == value) == holds else Status.CONTRADICTED
