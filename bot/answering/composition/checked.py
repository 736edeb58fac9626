"""A stored answer held against the formal rules: checked where they derive the same, without a verdict where not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.answering.answer import Answer, CheckReport, Message
from bot.answering.composition.bound import edition_notices, stale_notice, stale_sections
from bot.answering.composition.derived import refs_of, trail_citations
from bot.answering.composition.precedence import contradicted
from bot.answering.composition.proving import proof_of
from bot.answering.inquiry import Inquiry
from bot.answering.quoting import question_of
from rule_check.checks import scenario_of
from rule_check.derivation import Derivation
from rule_check.findings import Finding, finding_of_verdict
from rule_check.scenario import Query, Scenario
from rule_check.topics import Topic
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
    if faq is None or answer.verdict is None:
        return answer
    found = _derived(inquiry, member, answer.verdict)
    if found is None:
        return answer
    topic, scenario, query, derivation, finding = found
    cited = trail_citations(inquiry, topic, derivation.trail)
    if derivation.trail and not cited:
        return answer  # the formal rules are those of an edition that does not answer here
    given = scenario.facts
    facts = tuple(fact_words(*fact, topic.vocabulary, inquiry.language) for fact in given)
    assumed = tuple(fact_words(*fact, topic.vocabulary, inquiry.language) for fact in derivation.assumed)
    report = CheckReport(finding.value, derivation.trail, facts, assumed)
    stale = stale_sections(inquiry, derivation)
    if stale:
        report = replace(report, finding=Finding.SATISFIABLE.value, stale=stale)
        return replace(answer, check=report, notices=(stale_notice(stale), *answer.notices))
    if finding in _AGAINST:
        return contradicted(answer, inquiry, member, topic, derivation, report, cited)
    if finding is not Finding.VALID:
        return replace(answer, check=report)
    refs = refs_of(derivation.trail, cited)
    proof = proof_of(derivation, query, topic, inquiry.language, refs)
    notices = (*answer.notices, *edition_notices(inquiry, topic, derivation.trail))
    answer = replace(answer, check=report, status=None, proof=proof, notices=notices)
    taken = turned_on(given, topic.vocabulary, inquiry.language)
    if not taken:
        return answer
    notice = Message("I took it that: {facts}.", {"facts": taken})
    return replace(answer, notices=(notice, *answer.notices))


def _derived(
    inquiry: Inquiry, member: ViewedPassage, verdict: str
) -> tuple[Topic, Scenario, Query, Derivation, Finding] | None:
    """What the rules derive for a stored question: from its own scenario, or else from its words.

    Words may be misread in a way that contradicts itself; only a plain opposite counts against an answer then.
    """
    checker, faq = inquiry.library.checker, member.passage.faq
    if checker is None or faq is None:
        return None
    scenario, query = scenario_of(dict(faq.given))
    if query is not None:
        stored = checker.of_stored(dict(faq.given), verdict, inquiry.game)
        if stored is None or stored[1] is None:
            return None
        return stored[0], scenario, query, stored[1], stored[2]
    if faq.given:
        return None
    asked = question_of(member.passage, inquiry.language)
    considered = checker.consider(asked, inquiry.game, inquiry.language, {})
    if considered is None or considered.derivation is None:
        return None
    finding = finding_of_verdict(verdict, considered.derivation)
    if finding is Finding.IMPOSSIBLE:
        return None
    return considered.topic, considered.scenario, considered.query, considered.derivation, finding


def turned_on(facts: Sequence[tuple[str, str]], vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """Of some facts those that a question can leave open, in words: what a player has to know was taken for granted.

    (What everybody takes for granted, such as that an Equipment is on the board, only fills the small print.)
    """
    return tuple(
        fact_words(attribute, value, vocabulary, language)
        for attribute, value in facts
        if (fact := vocabulary.fact_of(attribute)) is not None and (fact.unstated == ASK or fact.name in _WHOSE)
    )
