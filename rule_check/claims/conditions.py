"""Answers with conditions: "only on your turn", "if it is Stray", "unless you control it"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rule_check.claims.models import Judged, Role, Segment, Statement, Status
from rule_check.claims.resolution import resolutions
from rule_check.claims.setting import Fact, Setting
from rule_check.derivation import Verdict
from rule_check.vocabulary import split_term

_OPPOSITE = {"yes": "no", "no": "yes"}


class Branches:
    """What an answer says that the result turns on, taken together."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._claimed: dict[str, set[frozenset[Fact]]] = {}
        self.turns_on: set[str] = set()
        """The facts that it names without values; an empty one where it says "it depends"."""

    def claim(self, result: str, facts: frozenset[Fact]) -> None:
        self._claimed.setdefault(result, set()).add(facts)

    def judged(self) -> Iterator[Judged]:
        """Where the result depends: whether the answer names everything that it turns on."""
        derivation = self._setting.derivation
        if derivation.verdict is not Verdict.DEPENDS or not (self._claimed or self.turns_on):
            return
        conditions = {b.result: {frozenset(c.facts) for c in b.conditions} for b in derivation.branches}
        if any(self._claimed.get(result) == needed for result, needed in conditions.items() if needed):
            return
        needed = {split_term(a)[0] for found in conditions.values() for facts in found for a, _ in facts}
        named = {name for name in self.turns_on if name}
        named |= {split_term(a)[0] for found in self._claimed.values() for facts in found for a, _ in facts}
        if "" in self.turns_on and not self._claimed and named == needed:
            return
        yield Judged(Status.MISSING, "")


def conditional(
    polarity: str | None,
    conditions: Sequence[Statement],
    only: Sequence[Statement],
    segment: Segment,
    setting: Setting,
    branches: Branches,
) -> list[Judged]:
    """A verdict with the conditions that stand beside it.

    `polarity`: what the answer says where they hold; beside "only", what it says of the case that is asked about.
    """
    by_role: dict[Role, list[Fact]] = {}
    for statement in conditions:
        stated = condition_facts(statement, setting)
        if stated is None:
            return [Judged(Status.UNSUPPORTED, segment.text)]
        role = Role.ONLY_IF if only and statement.role in (Role.PLAIN, Role.IF) else statement.role
        if role in (Role.PLAIN, Role.BECAUSE):
            role = Role.IF
        by_role.setdefault(role, []).extend(stated)
    for statement in only:
        described = _described(statement, setting)
        if described is None:
            return [Judged(Status.UNSUPPORTED, segment.text)]
        by_role.setdefault(Role.ONLY_IF, []).extend(described)
    if only and not by_role.get(Role.ONLY_IF):
        return [Judged(Status.UNCLEAR, segment.text)]  # "only" what?
    judged: list[Judged] = []
    for role, found in by_role.items():
        facts = dict(found)
        if (
            role not in _STATUS
            or len(facts) < len(set(found))
            or any(not setting.can_be_stated(fact) for fact in found)
        ):
            judged.append(Judged(Status.UNSUPPORTED, segment.text, tuple(found)))
            continue
        status, answers = _STATUS[role](polarity, facts, setting, branches)
        judged.append(Judged(status, segment.text, tuple(found), answers=answers))
    return judged


def _if(polarity: str | None, facts: dict[str, str], setting: Setting, branches: Branches) -> tuple[Status, bool]:
    if polarity is None or setting.wants_value:
        return Status.UNSUPPORTED, False
    against = any(setting.stated.get(attribute, value) != value for attribute, value in facts.items())
    result = setting.result(facts=facts.items())
    if result == _OPPOSITE[polarity]:
        return (Status.UNSUPPORTED if against else Status.CONTRADICTED), True
    if result != polarity:
        return (Status.MISSING if result == Verdict.DEPENDS.value else Status.UNSUPPORTED), True
    if against or not all(_matters(fact, facts, polarity, setting) for fact in facts.items()):
        return Status.UNSUPPORTED, True
    return _settled(polarity, facts, setting, branches), True


def _only_if(polarity: str | None, facts: dict[str, str], setting: Setting, branches: Branches) -> tuple[Status, bool]:
    if setting.wants_value:
        return Status.UNCLEAR, False
    for fact in facts.items():
        for other in setting.others(fact):
            result = setting.result(facts={**facts, fact[0]: other}.items())
            if result == "yes":
                return Status.CONTRADICTED, False
            if result != "no" or setting.alone((fact[0], other)) != "no":
                return Status.UNSUPPORTED, False
        if setting.alone(fact) == "no":
            return Status.UNSUPPORTED, False
    broken = any(setting.stated.get(attribute, value) != value for attribute, value in facts.items())
    if broken:
        relevant = any(a in setting.relevant for a, v in facts.items() if setting.stated.get(a, v) != v)
        entailed = setting.derivation.verdict is Verdict.NO and relevant and polarity != "yes"
        return (Status.ENTAILED if entailed else Status.UNSUPPORTED), entailed
    if polarity == "no":
        return Status.UNSUPPORTED, False
    if setting.derivation.verdict is Verdict.YES:
        return Status.ENTAILED, polarity == "yes"
    return _settled("yes", facts, setting, branches), True


def _unless(polarity: str | None, facts: dict[str, str], setting: Setting, branches: Branches) -> tuple[Status, bool]:
    if polarity is None or setting.wants_value:
        return Status.UNSUPPORTED, False
    result, derived = setting.result(facts=facts.items()), setting.derivation.verdict.value
    if derived == _OPPOSITE[polarity]:
        return Status.CONTRADICTED, True
    if result == polarity:
        return Status.CONTRADICTED, True
    if result != _OPPOSITE[polarity]:
        return Status.MISSING, True
    if derived == polarity:
        return Status.ENTAILED, True
    if derived == Verdict.DEPENDS.value and len(facts) == 1:
        fact = next(iter(facts.items()))
        others = setting.others(fact)
        if len(others) == 1 and setting.result(facts=[(fact[0], others[0])]) == polarity:
            branches.claim(polarity, frozenset({(fact[0], others[0])}))
            return Status.ENTAILED, True
    return Status.MISSING, True


def _even(polarity: str | None, facts: dict[str, str], setting: Setting, branches: Branches) -> tuple[Status, bool]:
    if polarity is None or setting.wants_value:
        return Status.UNSUPPORTED, False
    result, derived = setting.result(facts=facts.items()), setting.derivation.verdict.value
    if _OPPOSITE[polarity] in (result, derived):
        return Status.CONTRADICTED, True
    return (Status.ENTAILED if result == derived == polarity else Status.MISSING), True


_STATUS = {Role.IF: _if, Role.ONLY_IF: _only_if, Role.UNLESS: _unless, Role.EVEN: _even}


def _settled(polarity: str, facts: dict[str, str], setting: Setting, branches: Branches) -> Status:
    """Of conditions that are right as far as they go: whether they are all."""
    derived = setting.derivation.verdict.value
    if derived == polarity:
        return Status.ENTAILED
    if derived == Verdict.DEPENDS.value:
        branches.claim(polarity, frozenset(fact for fact in facts.items() if fact[0] not in setting.stated))
        result = setting.result(facts=facts.items())
        return Status.ENTAILED if result == polarity else Status.MISSING
    return Status.UNSUPPORTED


def _matters(fact: Fact, facts: dict[str, str], polarity: str, setting: Setting) -> bool:
    """Whether the result would not be certain without a condition, or with it the other way round."""
    others = setting.others(fact)
    return bool(others) and all(setting.result(facts={**facts, fact[0]: other}.items()) != polarity for other in others)


def condition_facts(statement: Statement, setting: Setting) -> list[Fact] | None:
    """The facts of a condition; None where its objects, or what else holds instead, can't be told."""
    facts = statement.meaning.facts
    ways = resolutions(statement, tuple(term for fact in facts for term in fact), setting)
    if len(ways) != 1 or ways[0].described or statement.only or statement.time is not None:
        return None
    found = [(ways[0].filled(a), ways[0].filled(v, statement.number)) for a, v in facts]
    if statement.kind != "fails":
        return found
    if len(found) != 1:
        return None
    others = setting.others(found[0])
    return [(found[0][0], others[0])] if len(others) == 1 else None


def _described(statement: Statement, setting: Setting) -> list[Fact] | None:
    """What an action is said to be possible for only: "only to a unit that you control"."""
    ways = resolutions(statement, (statement.meaning.target,), setting)
    if len(ways) != 1:
        return None
    objects = dict(ways[0].objects)
    return [
        (attribute.replace("*", objects[slot]), value)
        for slot, mention in statement.slots
        if slot in objects
        for attribute, value in mention.facts
    ]
