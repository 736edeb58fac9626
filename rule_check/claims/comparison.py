"""What an answer is worth: its statements held against what the rules derive for the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rule_check.claims.conditions import Branches, condition_facts, conditional
from rule_check.claims.facts import action_status, combined, fact_status
from rule_check.claims.models import CONDITIONS, AnswerReading, Comparison, Judged, Role, Segment, Statement, Status
from rule_check.claims.setting import Setting
from rule_check.derivation import Verdict
from rule_check.findings import Finding
from rule_check.scenario import May, Outcome
from rule_check.vocabulary import split_term


def compared(reading: AnswerReading, setting: Setting, *, turned: bool = False) -> Comparison:
    """The finding on an answer, with each statement's part in it.

    `turned`: the question is put negatively, so that a bare yes or no can mean either.

    :raises TooComplexError: a solve reached its limit.
    """
    if setting.derivation.verdict in (Verdict.CONFLICT, Verdict.IMPOSSIBLE):
        return Comparison(Finding.IMPOSSIBLE)
    branches = Branches(setting)
    by_segment = [(segment, _settled(segment, setting, branches, turned)) for segment in reading.segments]
    judged = _with_passing(tuple(one for _, found in by_segment for one in found))
    judged += tuple(branches.judged())
    followed = [*reading.segments[1:], Segment("")]
    if any(
        _refutes(segment, found, reading, after) for (segment, found), after in zip(by_segment, followed, strict=False)
    ):
        return Comparison(Finding.INVALID, judged, reading.left_over)
    if not judged and not reading.left_over:
        return Comparison(Finding.NO_TRANSLATIONS, judged)
    if not reading.understood or any(one.status is Status.UNCLEAR for one in judged):
        return Comparison(Finding.TRANSLATION_AMBIGUOUS, judged, reading.left_over)
    entailed = all(one.status is Status.ENTAILED for one in judged)
    if any(one.status is Status.CONTRADICTED for one in judged):
        return Comparison(Finding.INVALID, judged)
    answers = any(one.answers for one in judged)
    return Comparison(Finding.VALID if entailed and answers else Finding.SATISFIABLE, judged)


def _with_passing(judged: tuple[Judged, ...]) -> tuple[Judged, ...]:
    """What holds for a while is right where the answer goes on to say what comes of it, and wrong as its last word."""
    found = []
    for place, one in enumerate(judged):
        if one.status is Status.PASSING:
            goes_on = any(
                later.status is Status.ENTAILED and {a for a, _ in later.facts} & {a for a, _ in one.facts}
                for later in judged[place + 1 :]
            )
            one = replace(one, status=Status.ENTAILED if goes_on else Status.UNSUPPORTED, answers=False)
        found.append(one)
    return tuple(found)


def _refutes(segment: Segment, found: Sequence[Judged], reading: AnswerReading, after: Segment) -> bool:
    """Whether a segment says the opposite of what the rules entail, and nothing left unread can take it back."""
    statuses = {one.status for one in found}
    if Status.CONTRADICTED not in statuses or Status.UNCLEAR in statuses:
        return False
    if segment.understood:
        return reading.understood or not (reading.hedged or after.takes_back)
    opening = any(one.status is Status.CONTRADICTED and one.opening for one in found)
    return opening and not (reading.hedged or segment.limited or after.takes_back)


def _settled(segment: Segment, setting: Setting, branches: Branches, turned: bool) -> list[Judged]:
    """The statements of a segment, taken the way that the question tells; unclear where ways to take them differ."""
    if not segment.others:
        return _judged(segment, setting, branches, turned)
    ways = [segment, *segment.others]
    if isinstance(setting.query, Outcome):
        kind = setting.vocabulary.kind_of((split_term(setting.query.attribute)[1] or ("",))[0])
        about = [way for way in ways if kind is not None and _pronouns(way) <= {kind.name}]
        ways = about or ways
    found = [_judged(way, setting, Branches(setting), turned) for way in ways]
    if any([one.status for one in other] != [one.status for one in found[0]] for other in found):
        return [*found[0], Judged(Status.UNCLEAR, segment.text)]
    return _judged(ways[0], setting, branches, turned)


def _pronouns(segment: Segment) -> set[str]:
    """The kinds of objects that pronouns stand for, or that are left out."""
    found: set[str] = set()
    for statement in segment.statements:
        named = {slot for slot, mention in statement.slots if not mention.pronoun}
        terms = " ".join((statement.meaning.target, *(term for fact in statement.meaning.facts for term in fact)))
        found |= {part.partition("}")[0] for part in terms.split("{")[1:]} - named
    return {slot.partition(":")[0] for slot in found}


def _judged(segment: Segment, setting: Setting, branches: Branches, turned: bool) -> list[Judged]:
    statements = segment.statements
    verdicts = [s for s in statements if _polarity(s, setting) is not None]
    conditions = [s for s in statements if _is_condition(s, verdicts)]
    only = [s for s in verdicts if s.only]
    restricted = bool(only) or any(s.role is Role.ONLY_IF for s in conditions)
    if not verdicts and conditions and not restricted and all(_is_stated(s, setting) for s in conditions):
        conditions = []  # "in that case …": it only repeats the question
    others = [s for s in statements if s not in verdicts and s not in conditions]
    judged = [_alone(s, segment, setting, branches, bool(conditions)) for s in others]
    if not conditions and not only:
        return [*judged, *(_verdict(s, segment, setting, turned) for s in verdicts)]
    # What can be done "only if" is not said to be possible: beside it, only a word of its own is a verdict.
    spoken = [s for s in verdicts if not restricted or s.kind.startswith("word_")]
    said = {_polarity(s, setting) for s in spoken}
    if (
        len(said) > 1
        or (restricted and any(s.kind in ("cannot", "no") for s in verdicts))
        or (turned and any(s.kind not in ("can", "cannot") for s in spoken))
    ):
        return [*judged, Judged(Status.UNCLEAR, segment.text)]
    polarity = next(iter(said), None)
    return [*judged, *conditional(polarity, conditions, only, segment, setting, branches)]


def _is_stated(statement: Statement, setting: Setting) -> bool:
    """Whether a condition is what the question says anyway."""
    facts = condition_facts(statement, setting)
    return facts is not None and all(setting.stated.get(attribute) == value for attribute, value in facts)


def _is_condition(statement: Statement, verdicts: Sequence[Statement]) -> bool:
    if statement.kind not in ("holds", "fails", "moment"):
        return False
    if statement.role in CONDITIONS:
        return True
    return statement.kind == "moment" and bool(verdicts)


def _polarity(statement: Statement, setting: Setting) -> str | None:
    """yes or no, where a statement says it of what is asked."""
    kind = statement.kind.removeprefix("word_")
    if kind in ("yes", "no"):
        return kind
    if kind in ("can", "cannot") and isinstance(setting.query, May):
        asked = split_term(setting.query.action)[0]
        if statement.meaning.target.partition("(")[0] == asked:
            return "yes" if kind == "can" else "no"
    return None


def _verdict(statement: Statement, segment: Segment, setting: Setting, turned: bool) -> Judged:
    opening = segment.opening and statement.kind.removeprefix("word_") in ("yes", "no")
    polarity = _polarity(statement, setting)
    if statement.role not in (Role.PLAIN, Role.BECAUSE) or setting.wants_value:
        return Judged(Status.UNCLEAR, segment.text)
    if statement.kind in ("can", "cannot"):
        return action_status(statement, segment, setting, answers=True)
    if turned:
        return Judged(Status.UNCLEAR, segment.text)
    derived = setting.derivation.verdict
    if derived is Verdict.DEPENDS:
        status = Status.MISSING
    elif derived not in (Verdict.YES, Verdict.NO):
        status = Status.UNSUPPORTED
    else:
        status = Status.ENTAILED if derived.value == polarity else Status.CONTRADICTED
    return Judged(status, segment.text, answers=True, opening=opening)


def _alone(statement: Statement, segment: Segment, setting: Setting, branches: Branches, under: bool) -> Judged:
    """A statement that is neither the verdict nor a condition of it."""
    kind, derived = statement.kind, setting.derivation.verdict
    if kind in ("can", "cannot"):
        return action_status(statement, segment, setting, answers=False)
    if kind in ("holds", "fails", "moment"):
        if kind == "moment":
            return Judged(Status.ENTAILED if _is_stated(statement, setting) else Status.UNSUPPORTED, segment.text)
        found = fact_status(statement, segment, setting)
        return replace(found, status=Status.UNSUPPORTED) if under else found
    if kind == "happens":
        return combined(
            statement,
            segment,
            setting,
            (statement.meaning.target,),
            lambda terms: Status.ENTAILED if terms[0] in setting.events else Status.UNSUPPORTED,
        )
    if kind == "silent":
        entailed = derived is Verdict.SILENT
        return Judged(Status.ENTAILED if entailed else Status.UNSUPPORTED, segment.text, answers=entailed)
    if kind == "depends":
        if derived is Verdict.DEPENDS:
            branches.turns_on.add("")
            return Judged(Status.ENTAILED, segment.text, answers=True)
        certain = derived in (Verdict.YES, Verdict.NO) and not setting.derivation.unless
        return Judged(Status.CONTRADICTED if certain else Status.UNSUPPORTED, segment.text)
    if kind == "attribute":
        branches.turns_on.add(statement.meaning.target)
        return Judged(Status.ENTAILED if derived is Verdict.DEPENDS else Status.UNSUPPORTED, segment.text)
    return Judged(Status.UNCLEAR, segment.text)
