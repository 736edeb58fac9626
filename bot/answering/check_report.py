"""What was found about an answer, as paragraphs for a reader: the finding, what speaks for and against, citations."""

from __future__ import annotations

from collections.abc import Iterator

from bot.answering.answer import Message
from bot.answering.answer_check import AnswerCheck
from rule_check.claims.models import Judged, Status
from rule_check.findings import Finding
from rule_check.wording import SaidStep

_BADGES = {Finding.VALID: "✓", Finding.INVALID: "✗", Finding.SATISFIABLE: "~"}


def badge(finding: Finding) -> str:
    """The sign beside a finding: ✓ right, ✗ wrong, ~ not established, ? not checked."""
    return _BADGES.get(finding, "?")


def headline_of_check(check: AnswerCheck) -> Message:
    """The finding in one sentence."""
    if check.finding is Finding.TRANSLATION_AMBIGUOUS and not check.question_read:
        return Message("Not checked: I did not understand the question well enough.")
    return {
        Finding.VALID: Message("Right: the rules entail everything that it says."),
        Finding.INVALID: Message("Wrong: the rules entail the opposite of something that it says."),
        Finding.SATISFIABLE: Message(
            "Not established: a condition is missing, or the rules found don't say all of it."
        ),
        Finding.IMPOSSIBLE: Message(
            "Not checkable: what the question states can't be so, or rules contradict each other."
        ),
        Finding.TRANSLATION_AMBIGUOUS: Message("Not checked: I did not understand everything that it says."),
        Finding.TOO_COMPLEX: Message("Not checked: it took too long."),
        Finding.NO_TRANSLATIONS: Message("Not checked: nothing in it can be held against the formal rules."),
    }[check.finding]


def check_paragraphs(check: AnswerCheck) -> Iterator[Message | str]:
    """What follows the headline, in the order in which a reader wants it."""
    verdict = _verdict(check)
    if verdict is not None:
        yield verdict
    yield from check.conditions
    told = {(one.words, one.status): one for one in check.judged}
    yield from (said for one in told.values() if (said := _why(one)) is not None)
    if check.untranslated:
        words = tuple(f"“{word}”" for word in check.untranslated)
        yield Message("Words that I did not understand: {words}.", {"words": words})
    yield from (_step(step) for step in check.steps)
    yield from _citations(check)
    if check.understood:
        yield Message("I understood: {facts}.", {"facts": check.understood})
    if check.assumed:
        yield Message("I took it that: {facts}.", {"facts": check.assumed})


def _verdict(check: AnswerCheck) -> Message | None:
    return {
        "yes": Message("By the rules: yes."),
        "no": Message("By the rules: no."),
        "depends": Message("By the rules it depends:"),
    }.get(check.derived_verdict or "")


def _why(judged: Judged) -> Message | None:
    """Why a statement does not count as right."""
    if judged.status is Status.MISSING and not judged.words:
        return Message("It doesn't name everything that the result depends on.")
    said = {"words": judged.words}
    return {
        Status.CONTRADICTED: Message("“{words}”: the rules say otherwise.", said),
        Status.MISSING: Message("“{words}”: that holds only under further conditions.", said),
        Status.UNSUPPORTED: Message("“{words}”: nothing that decides this question says so.", said),
        Status.UNCLEAR: Message("“{words}”: that can be taken in more than one way.", said),
    }.get(judged.status)


def _step(step: SaidStep) -> Message:
    """One step of the derivation, with its rule."""
    values = {"ref": step.section, "words": step.words}
    if step.kind == "requires":
        return Message("{ref}: it is needed that {words}.", values)
    if step.kind == "waives":
        return Message("{ref}: it is not needed that {words}.", values)
    if step.kind == "gap":
        return Message("{ref}: the text doesn't say whether {words}.", values)
    return Message("{ref}: {words}.", values)


def _citations(check: AnswerCheck) -> Iterator[Message]:
    found = check.citations
    if found.unknown:
        yield Message("There is no such rule in this edition: {refs}.", {"refs": found.unknown})
    if found.not_deciding:
        yield Message("Cited, but it doesn't decide this question: {refs}.", {"refs": found.not_deciding})
    if found.missing:
        yield Message("Deciding, but not cited: {refs}.", {"refs": found.missing})
