"""The answer to a situation that was chosen, not written."""

from __future__ import annotations

from dataclasses import replace

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.checking import Considered
from bot.answering.composition.clarified import clarify_facts
from bot.answering.composition.derived import check_report, derived_answer
from bot.answering.inquiry import Inquiry
from rule_check.clarifying import MOST_ASKED
from rule_check.derivation import Verdict


def situation_answer(inquiry: Inquiry, considered: Considered) -> Answer:
    """What follows from a chosen situation, or that nothing does and what could be chosen further."""
    answer = derived_answer(inquiry, considered)
    if answer is not None:
        return answer
    derivation = considered.derivation
    status, said = Message("No verdict"), Message("No rule that I have in formal terms decides this.")
    if derivation is not None and derivation.verdict in (Verdict.CONFLICT, Verdict.IMPOSSIBLE):
        status = Message("No verdict: not all of this can be so at once")
        said = Message("What you chose contradicts itself, or the rules.")
    answer = inquiry.answer(AnswerKind.ABSTAIN, (said,), status=status)
    asked = clarify_facts(considered.asking.facts[:MOST_ASKED], considered, inquiry.language)
    return replace(answer, check=check_report(considered, inquiry.language), clarify=asked)
