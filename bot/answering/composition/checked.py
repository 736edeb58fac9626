"""A stored answer held against the formal rules: checked where they derive the same, without a verdict where not."""

from __future__ import annotations

from dataclasses import replace

from bot.answering.answer import Answer, CheckReport, Message
from bot.answering.composition.derived import trail_citations
from bot.answering.inquiry import Inquiry
from bot.answering.naming import compact_refs
from rule_check.checks import scenario_of
from rule_check.findings import Finding
from rule_check.wording import fact_words
from rules_corpus.editions import ViewedPassage

_AGAINST = (Finding.INVALID, Finding.IMPOSSIBLE)


def checked(answer: Answer, inquiry: Inquiry, member: ViewedPassage) -> Answer:
    """The answer with what the checker found about it.

    Only where the rules of the view entail the verdict does it count as checked. Where they entail another one, or
    contradict each other, no verdict is given: sources disagree, and nobody should act on either.
    """
    faq = member.passage.faq
    if faq is None or answer.verdict is None or inquiry.library.checker is None:
        return answer
    considered = inquiry.library.checker.of_stored(dict(faq.given), answer.verdict, inquiry.game)
    if considered is None:
        return answer
    topic, derivation, finding = considered
    if derivation is None or (derivation.trail and not trail_citations(inquiry, topic, derivation.trail)):
        return answer  # the formal rules are those of an edition that does not answer here
    facts = tuple(
        fact_words(attribute, value, topic.vocabulary, inquiry.language)
        for attribute, value in scenario_of(dict(faq.given))[0].facts
    )
    assumed = tuple(fact_words(*fact, topic.vocabulary, inquiry.language) for fact in derivation.assumed)
    report = CheckReport(finding.value, derivation.trail, facts, assumed)
    if finding in _AGAINST:
        against = Message(
            "Sources disagree: by {refs} this comes out differently, so I give no verdict.",
            {"refs": compact_refs(derivation.trail)},
        )
        return replace(answer, verdict=None, check=report, status=against)
    taken = dict.fromkeys((*facts, *assumed))
    if finding is not Finding.VALID or not taken:
        return replace(answer, check=report)
    notice = Message("I took it that: {facts}.", {"facts": tuple(taken)})
    return replace(answer, check=report, notices=(notice, *answer.notices))
