"""The first line of a reply: the verdict in a word, and where it comes from. Every renderer shows the same."""

from __future__ import annotations

from dataclasses import dataclass

from bot.answering.answer import Answer, AnswerKind, Message
from bot.locale.translation import N_

_VERDICTS = {"yes": N_("Yes."), "no": N_("No."), "depends": N_("It depends.")}
_CHECKED = "VALID"


@dataclass(frozen=True, slots=True)
class Headline:
    verdict: Message | None
    """The verdict in a word; None where nothing is claimed."""
    mark: str
    """One emoji that stands before the status, or nothing."""
    status: Message | None
    """Where the answer comes from, or why there is none."""


def headline(answer: Answer) -> Headline:
    """The first line of an answer. Only what the checker confirmed carries the mark of a checked answer."""
    verdict = Message(_VERDICTS[answer.verdict]) if answer.verdict is not None else None
    if answer.check.finding == _CHECKED:
        return Headline(verdict, "✅", Message("Checked against the rules"))
    unchecked = answer.kind in (AnswerKind.FAQ, AnswerKind.DERIVED, AnswerKind.PASSAGES)
    return Headline(verdict, "⚠️" if unchecked and answer.status is not None else "", answer.status)
