"""A stored answer held against the formal rules: checked where they derive the same, without a verdict where not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.answering.answer import Answer, CheckReport, Message
from bot.answering.composition.derived import trail_citations
from bot.answering.inquiry import Inquiry
from bot.answering.naming import compact_refs
from rule_check.checks import scenario_of
from rule_check.findings import Finding
from rule_check.vocabulary import ASK, Vocabulary
from rule_check.wording import fact_words
from rules_corpus.editions import ViewedPassage

_WHOSE = ("controller", "owner")
"""Whose a thing is goes without saying only until it is the other player's."""
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
    given = scenario_of(dict(faq.given))[0].facts
    facts = tuple(fact_words(*fact, topic.vocabulary, inquiry.language) for fact in given)
    assumed = tuple(fact_words(*fact, topic.vocabulary, inquiry.language) for fact in derivation.assumed)
    report = CheckReport(finding.value, derivation.trail, facts, assumed)
    if finding in _AGAINST:
        against = Message(
            "Sources disagree: by {refs} this comes out differently, so I give no verdict.",
            {"refs": compact_refs(derivation.trail)},
        )
        return replace(answer, verdict=None, check=report, status=against)
    if finding is not Finding.VALID:
        return replace(answer, check=report)
    answer = replace(answer, check=report, status=None)
    taken = turned_on(given, topic.vocabulary, inquiry.language)
    if not taken:
        return answer
    notice = Message("I took it that: {facts}.", {"facts": taken})
    return replace(answer, notices=(notice, *answer.notices))


def turned_on(facts: Sequence[tuple[str, str]], vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """Of some facts those that a question can leave open, in words: what a player has to know was taken for granted.

    (What everybody takes for granted, such as that an Equipment is on the board, only fills the small print.)
    """
    return tuple(
        fact_words(attribute, value, vocabulary, language)
        for attribute, value in facts
        if (fact := vocabulary.fact_of(attribute)) is not None and (fact.unstated == ASK or fact.name in _WHOSE)
    )
