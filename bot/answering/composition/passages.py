"""The closest passages, quoted and cited, without a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.citations import Cited, cite, cited_rules
from bot.answering.composition.faq import closest_gap, closest_question
from bot.answering.evidence import Evidence, gap_asked, is_gap, is_same_topic
from bot.answering.inquiry import Inquiry
from bot.answering.quoting import question_of
from index.search_results import Hit
from rules_corpus.editions import ViewedPassage
from rules_corpus.passages import PassageKind

OTHER_QUESTIONS = 2
"""Answers to other questions that are shown; more of them would bury the rules."""


def found_passages(inquiry: Inquiry, evidence: Evidence, notices: Sequence[Message] = ()) -> Answer | None:
    """The passages that a search found for the question; None where none of them is worth showing."""
    found = [(hit, inquiry.library.viewed(inquiry.view, hit)) for hit in evidence.hits]
    members = _few_questions([(hit, member) for hit, member in found if member is not None])
    if not members:
        return None
    best, first = members[0]
    if gap_asked(evidence.hits) is best:
        return closest_gap(inquiry, evidence, first)
    if first.passage.kind is PassageKind.FAQ and is_same_topic(best) and not is_gap(best):
        return closest_question(inquiry, evidence, first)
    shown = [member for _, member in members]
    cited: list[Cited] = []
    for member in shown:
        cited.append(cite(member, inquiry.language))
        # Only the closest passage brings the rules that it rests on: more would bury what was found.
        if member is first and member.passage.kind is not PassageKind.RULE:
            cited.extend(cited_rules(member, inquiry.view, inquiry.language))
    return inquiry.answer(
        AnswerKind.PASSAGES,
        (
            Message("I have no answer to exactly this question. These passages come closest:"),
            *(_line(member, inquiry.language) for member in shown),
        ),
        shown=shown,
        cited=cited,
        status=Message("No verdict: these passages come closest"),
        confidence=evidence.confidence,
        notices=notices,
    )


def _few_questions(members: Sequence[tuple[Hit, ViewedPassage]]) -> list[tuple[Hit, ViewedPassage]]:
    """The passages with no more than `OTHER_QUESTIONS` FAQ entries among them, the closest ones."""
    questions = [member for _, member in members if member.passage.kind is PassageKind.FAQ]
    dropped = questions[OTHER_QUESTIONS:]
    return [(hit, member) for hit, member in members if member not in dropped]


def _line(member: ViewedPassage, language: str) -> Message:
    words = cite(member, language).citation.quote
    if member.passage.kind is PassageKind.FAQ:
        return Message(
            "Another question, “{question}”: {answer}",
            {"question": question_of(member.passage, language), "answer": words},
        )
    return Message("{ref}: {text}", {"ref": member.passage.ref, "text": words})
