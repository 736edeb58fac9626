"""Which of two sources is believed where a stored answer and the formal rules contradict each other.

An official answer that is newer than the text that the formal rules were written from is sent, marked as unconfirmed.
Otherwise nobody is believed: the reader sees both sides and the rules. In either case people are told.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import replace

from bot.answering.answer import Answer, CheckReport, Message
from bot.answering.citations import Cited, answer_citations
from bot.answering.inquiry import Inquiry
from bot.answering.naming import compact_refs, document_and_edition
from bot.answering.quoting import question_of
from rule_check.binding_states import Bindings
from rule_check.derivation import Derivation, Verdict
from rule_check.topics import Topic
from rules_corpus.disagreements import Disagreement, DisagreementKind
from rules_corpus.editions import ViewedPassage


def contradicted(
    answer: Answer,
    inquiry: Inquiry,
    member: ViewedPassage,
    topic: Topic,
    derivation: Derivation,
    report: CheckReport,
    cited: Iterable[Cited],
) -> Answer:
    """A stored answer that the formal rules contradict, as it may be shown; `cited` are the rules that they rest on."""
    refs = compact_refs(derivation.trail)
    formal = tuple(section for section in derivation.trail if section in topic.sections)
    date = _newer_official(inquiry, member, derivation)
    if date is not None:
        return replace(
            answer,
            check=replace(report, stale=formal),
            status=Message("Official, but not confirmed: the rules that I check with say otherwise"),
            disagreement=_disagreement(DisagreementKind.NEWER_RULING, answer, inquiry, member, topic, derivation),
            notices=(
                Message(
                    "This official answer of {date} is newer than the text of {refs} that I check with, by which it "
                    "comes out differently.",
                    {"date": date, "refs": refs},
                ),
                *answer.notices,
            ),
        )
    source = document_and_edition(member.edition, inquiry.language)
    return replace(
        answer,
        verdict=None,
        check=report,
        status=Message("No verdict: the sources disagree"),
        says=(
            Message("By {refs} this comes out differently than the answer that I have stored.", {"refs": refs}),
            *(Message("“{title}” says: {answer}", {"title": source, "answer": said}) for said in answer.says),
        ),
        citations=tuple(dict.fromkeys((*answer_citations(cited), *answer.citations))),
        disagreement=_disagreement(DisagreementKind.CONTRADICTION, answer, inquiry, member, topic, derivation),
    )


def _newer_official(inquiry: Inquiry, member: ViewedPassage, derivation: Derivation) -> datetime.date | None:
    """The date of an official answer that is newer than every text behind a derivation; None for any other."""
    body = member.passage.body(member.edition.authority)
    date = member.passage.source_date or member.passage.effective_from or member.edition.effective_from
    bindings = inquiry.library.bindings(inquiry.game)
    if body is None or not body.official or date is None or bindings is None:
        return None
    dates = _dates_of_texts(bindings, inquiry, derivation)
    return date if dates and max(dates) < date else None


def _dates_of_texts(bindings: Bindings, inquiry: Inquiry, derivation: Derivation) -> list[datetime.date]:
    """The dates of the editions whose texts the formal rules were written from or confirmed for."""
    answering = bindings.answering(inquiry.view)
    if answering is None:
        return []
    labels = {
        found.place.edition
        for section in derivation.trail
        if section in bindings.topic.sections and (found := bindings.of(section, answering)).place is not None
    } or {answering.edition}
    return [
        edition.effective_from
        for edition in inquiry.library.corpus.editions
        if edition.game == inquiry.game
        and edition.document == bindings.topic.document
        and edition.edition in labels
        and edition.effective_from is not None
    ]


def _disagreement(
    kind: DisagreementKind,
    answer: Answer,
    inquiry: Inquiry,
    member: ViewedPassage,
    topic: Topic,
    derivation: Derivation,
) -> Disagreement:
    edition = member.edition
    says = derivation.value if derivation.value and derivation.verdict is Verdict.YES else derivation.verdict.value
    return Disagreement(
        kind,
        inquiry.game,
        edition.document,
        edition.edition,
        member.passage.ref,
        question_of(member.passage, edition.authority),
        answer.verdict or "",
        topic.document,
        says,
        tuple(section for section in derivation.trail if section in topic.sections),
    )
