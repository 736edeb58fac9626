"""Answers that the rule checker derived: the verdict, on what it turns, the rules that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.answering.answer import Answer, AnswerKind, CheckReport, Message
from bot.answering.checking import Considered
from bot.answering.citations import Cited, cite
from bot.answering.composition.bound import edition_notices
from bot.answering.composition.clarified import clarify_facts, confirmed_notice, facts_understood, sentence
from bot.answering.composition.conditions import conditions_in_words
from bot.answering.composition.proving import proof_of
from bot.answering.inquiry import Inquiry
from bot.answering.library import find_in
from rule_check.clarifying import MOST_ASKED, deciding
from rule_check.derivation import Derivation, OutcomeFact, Verdict
from rule_check.findings import Finding
from rule_check.scenario import May, asks_for_value
from rule_check.topics import Topic
from rule_check.vocabulary import Vocabulary, split_term, term_of
from rule_check.wording import action_words, fact_words

_CONFIDENCE = 0.95
_ATTACHED = "attached"
"""What players want to hear besides whatever they ask about an Equipment."""


def derived_answer(inquiry: Inquiry, considered: Considered | None) -> Answer | None:
    """The answer that follows from the rules; None where none does, or where its rules are not those of the view."""
    if considered is None or considered.derivation is None:
        return None
    derivation = considered.derivation
    if derivation.verdict is Verdict.SILENT:
        return _left_open(inquiry, considered, derivation)
    if considered.finding is not Finding.VALID:
        return None
    cited = trail_citations(inquiry, considered.topic, derivation.trail)
    if not cited:
        return None
    vocabulary, language = considered.topic.vocabulary, inquiry.language
    verdict = (
        None
        if asks_for_value(considered.query) and derivation.verdict is not Verdict.DEPENDS
        else derivation.verdict.value
    )
    answer = inquiry.answer(
        AnswerKind.DERIVED,
        tuple(_says(considered, derivation, language)),
        shown=[one.source for one in cited if one.source is not None],
        cited=cited,
        verdict=verdict,
        confidence=_CONFIDENCE,
        notices=(
            *_taken(considered, derivation, vocabulary, language),
            *edition_notices(inquiry, considered.topic, derivation.trail),
        ),
    )
    refs = refs_of(derivation.trail, cited)
    return replace(
        answer,
        proof=proof_of(derivation, considered.query, considered.topic, language, refs),
        check=check_report(considered, language),
        conditions=tuple(conditions_in_words(derivation, considered.query, vocabulary, language)),
        unless=tuple(fact_words(*unless.fact, vocabulary, language) for unless in derivation.unless),
        clarify=clarify_facts(deciding(derivation, vocabulary)[:MOST_ASKED], considered, language),
        outcome=tuple((o.time, o.attribute, o.value) for o in _outcomes(considered, derivation)),
    )


def _left_open(inquiry: Inquiry, considered: Considered, derivation: Derivation) -> Answer | None:
    """That the text is silent on what is asked, with the rules that come nearest to it."""
    cited = trail_citations(inquiry, considered.topic, derivation.trail)
    if not cited or not isinstance(considered.query, May):
        return None
    vocabulary, language = considered.topic.vocabulary, inquiry.language
    answer = inquiry.answer(
        AnswerKind.ABSTAIN,
        (
            Message("The text doesn't say. It names neither what would allow it nor what would forbid it:"),
            *(f"{one.citation.ref}: {one.citation.quote}" for one in cited),
        ),
        shown=[one.source for one in cited if one.source is not None],
        cited=cited,
        status=Message("The rules leave this open"),
        confidence=_CONFIDENCE,
        notices=_taken(considered, derivation, vocabulary, language),
    )
    refs = refs_of(derivation.trail, cited)
    proof = proof_of(derivation, considered.query, considered.topic, language, refs)
    return replace(answer, check=check_report(considered, language), proof=proof)


def check_report(considered: Considered, language: str) -> CheckReport:
    """What the checker found, for answers that it did not derive as well."""
    vocabulary = considered.topic.vocabulary
    derivation = considered.derivation
    assumed = derivation or considered.provisional
    return CheckReport(
        finding=considered.finding.value,
        trail=derivation.trail if derivation is not None else (),
        facts=facts_understood(considered.scenario, vocabulary, language),
        assumptions=tuple(fact_words(*fact, vocabulary, language) for fact in assumed.assumed) if assumed else (),
        untranslated=considered.understood.left_over,
        stale=considered.stale,
    )


def trail_citations(inquiry: Inquiry, topic: Topic, trail: Sequence[str]) -> tuple[Cited, ...]:
    """The sections of a trail as the view has them; none at all where it lacks one of them.

    In another edition than the topic's a section is cited by its counterpart, and only if it is known to be the same.
    """
    cited: list[Cited] = []
    for section in trail:
        passage = topic.passages[section]
        places = [(topic.edition, section), *((other.edition, other.ref) for other in passage.counterparts)]
        bindings = inquiry.library.bindings(topic.game)
        if bindings is not None and (moved := bindings.place(section, inquiry.view)) is not None:
            places.append((moved.edition, moved.ref))
        found = next(
            (m for edition, ref in places if (m := find_in(inquiry.view, topic.document, edition, ref)) is not None),
            None,
        )
        if found is None:
            return ()
        cited.append(cite(found, inquiry.language))
    return tuple(cited)


def refs_of(trail: Sequence[str], cited: Sequence[Cited]) -> dict[str, str]:
    """By section of a trail, the number under which the view has it; `cited` are its `trail_citations`."""
    return {section: one.citation.ref for section, one in zip(trail, cited, strict=True)}


def has_trail(inquiry: Inquiry, topic: Topic, trail: Sequence[str]) -> bool:
    """Whether the view has every section of a trail."""
    return bool(trail_citations(inquiry, topic, trail))


def _says(considered: Considered, derivation: Derivation, language: str) -> Iterable[Message | str]:
    query, vocabulary = considered.query, considered.topic.vocabulary
    if isinstance(query, May):
        if derivation.verdict in (Verdict.YES, Verdict.NO):
            allowed = derivation.verdict is Verdict.YES
            yield sentence(action_words(query.action, vocabulary, language, allowed=allowed))
        elif any(len(branch.conditions) > 1 or branch.result == "silent" for branch in derivation.branches):
            yield Message("It turns on what the question leaves open.")
        else:
            yield Message("Yes, if everything below holds; otherwise no.")
        return
    if derivation.verdict is Verdict.DEPENDS:
        yield Message("It turns on what the question leaves open.")
        return
    about = (query.attribute, term_of(_ATTACHED, split_term(query.attribute)[1][:1]))
    for outcome in _outcomes(considered, derivation):
        if outcome.attribute in about:
            yield _timed(outcome.time, fact_words(outcome.attribute, outcome.value, vocabulary, language))


def _outcomes(considered: Considered, derivation: Derivation) -> tuple[OutcomeFact, ...]:
    """What becomes of things, with what was asked for: that may follow only from what is left open as well."""
    query = considered.query
    if isinstance(query, May) or derivation.value is None:
        return derivation.outcomes
    asked = OutcomeFact(query.time, query.attribute, derivation.value)
    return derivation.outcomes if asked in derivation.outcomes else (asked, *derivation.outcomes)


def _timed(time: str, words: str) -> Message | str:
    if time == "resolution":
        return Message("As it resolves: {fact}.", {"fact": words})
    if time == "next_cleanup":
        return Message("In the next cleanup: {fact}.", {"fact": words})
    if time == "next_beginning":
        return Message("At the next beginning of a turn: {fact}.", {"fact": words})
    return sentence(words)


def _taken(
    considered: Considered, derivation: Derivation, vocabulary: Vocabulary, language: str
) -> tuple[Message, ...]:
    """The facts that were understood and those that were taken for granted, so that a wrong reading is seen."""
    understood = facts_understood(considered.scenario, vocabulary, language)
    assumed = tuple(fact_words(*fact, vocabulary, language) for fact in derivation.assumed)
    notices = [confirmed_notice(considered)] if considered.confirmed else []
    if understood:
        notices.append(Message("I understood: {facts}.", {"facts": understood}))
    if assumed:
        notices.append(Message("I took it that: {facts}.", {"facts": assumed}))
    return tuple(notices)
