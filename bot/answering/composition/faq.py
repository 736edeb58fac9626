"""Answers from a stored question: a verdict only where it is the very question asked, and nothing speaks against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.citations import Cited, cite, cited_rules
from bot.answering.composition.checked import checked
from bot.answering.evidence import Evidence, stored_confidence
from bot.answering.follow_ups import LOOK_BACK
from bot.answering.inquiry import Inquiry
from bot.answering.naming import document_and_edition, edition_name
from bot.answering.quoting import question_of, quote
from bot.answering.spelling import Words, readings
from bot.answering.stored_questions import StoredMatch
from bot.answering.sub_questions import Role, segments
from rules_corpus.document_numbers import DOCUMENTS
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.normalisation import text_hash
from rules_corpus.passages import Citation, EditionRef, PublishedCorpus, PublishedEdition

_MOST_DIFFERENCES = 5
"""Two questions that differ by more words are not told apart by listing them."""

_RULES_DOCUMENTS = frozenset(DOCUMENTS.values())
FROM_THE_FAQ = Message("From the FAQ, not checked against a model")


def stored_answer(inquiry: Inquiry) -> Answer | None:
    """The answer to the stored question that this one equals up to spelling; None where there is none for this game."""
    matches = {match.place: match for match in inquiry.understanding.stored}
    in_view = [m for m in inquiry.view.members if (m.edition_index, m.passage_index) in matches]
    if in_view:
        settled = [m for m in in_view if not m.inherited] or in_view
        if len({(m.passage.faq.verdict, m.passage.faq.gap) for m in settled if m.passage.faq is not None}) > 1:
            return _disagreement(inquiry, settled)
        member = settled[0]
        return _settled(inquiry, member, matches[member.edition_index, member.passage_index])
    editions = inquiry.library.corpus.editions
    elsewhere = [place for place in matches if editions[place[0]].game == inquiry.game]
    return _of_another_edition(inquiry, elsewhere[0]) if elsewhere else None


def closest_question(inquiry: Inquiry, evidence: Evidence, member: ViewedPassage) -> Answer:
    """A stored question about the same topic, shown as what it is: not an answer to the one that was asked."""
    return known_question(inquiry, member, evidence.confidence)


def known_question(inquiry: Inquiry, member: ViewedPassage, confidence: float) -> Answer:
    """A stored question with its answer but without a verdict: it is not quite the one that was asked."""
    cited = cited_rules(member, inquiry.view, inquiry.language)
    return inquiry.answer(
        AnswerKind.FAQ,
        (
            Message(
                "I don't have an answer to exactly this question. The closest one I know is: “{question}”",
                {"question": question_of(member.passage, inquiry.language)},
            ),
            Message(
                "The answer to that one (yours may be different): {answer}", {"answer": _says(member, inquiry.language)}
            ),
        ),
        shown=(member,),
        cited=cited or (cite(member, inquiry.language),),
        status=Message("No verdict: this is the closest known question, not yours"),
        confidence=confidence,
        notices=_differences(inquiry, member),
    )


def closest_gap(inquiry: Inquiry, evidence: Evidence, member: ViewedPassage) -> Answer:
    """A stored question that the rules leave open and that is clearly the closest: shown as the closest one known."""
    return inquiry.answer(
        AnswerKind.ABSTAIN,
        (
            Message(
                "The closest question I know is one that the rules leave open: “{question}”",
                {"question": question_of(member.passage, inquiry.language)},
            ),
            _says(member, inquiry.language),
        ),
        shown=(member,),
        cited=cited_rules(member, inquiry.view, inquiry.language),
        status=Message("The rules leave this open"),
        confidence=evidence.confidence,
        notices=_differences(inquiry, member),
    )


def _differences(inquiry: Inquiry, member: ViewedPassage) -> tuple[Message, ...]:
    """The words by which the question differs from the stored one that is shown."""
    mine = readings(inquiry.text, inquiry.language)[0]
    theirs = readings(question_of(member.passage, inquiry.language), inquiry.language)[0]
    only_mine = _words_beside(mine, theirs)
    only_theirs = _words_beside(theirs, mine)
    found: list[Message] = []
    if 0 < len(only_mine) <= _MOST_DIFFERENCES:
        found.append(Message("Only in your question: {words}", {"words": ", ".join(only_mine)}))
    if 0 < len(only_theirs) <= _MOST_DIFFERENCES:
        found.append(Message("Only in that one: {words}", {"words": ", ".join(only_theirs)}))
    return tuple(found)


def _words_beside(words: Words, others: Words) -> list[str]:
    known = {word.folded for word in others}
    return list(dict.fromkeys(word.written for word in words if word.folded not in known))


def _settled(inquiry: Inquiry, member: ViewedPassage, match: StoredMatch) -> Answer:
    faq = member.passage.faq
    cited = cited_rules(member, inquiry.view, inquiry.language)
    confidence = stored_confidence(match.typos, inquiry.understanding.game.certain)
    if faq is not None and faq.gap:
        return inquiry.answer(
            AnswerKind.ABSTAIN,
            (_says(member, inquiry.language),),
            shown=(member,),
            cited=cited,
            status=Message("The rules leave this open"),
            confidence=confidence,
        )
    against = _speaks_against(inquiry, member)
    if against is not None:
        return _without_verdict(inquiry, member, cited, against)
    notices = []
    if match.typos:
        notices.append(Message("I read this as: “{question}”", {"question": match.phrasing}))
    if inquiry.question.context:
        notices.append(Message("I read this question by itself, without the earlier ones."))
    answer = inquiry.answer(
        AnswerKind.FAQ,
        (_says(member, inquiry.language),),
        shown=(member,),
        cited=cited or (cite(member, inquiry.language),),
        verdict=faq.verdict if faq is not None else None,
        status=_source(member, inquiry.language),
        confidence=confidence,
        notices=notices,
    )
    return checked(answer, inquiry, member)


def _source(member: ViewedPassage, language: str) -> Message:
    """Where a stored answer comes from: a list that neither the publisher nor we have written says whose it is."""
    body = member.passage.body(member.edition.authority)
    if member.edition.document in _RULES_DOCUMENTS or (body is not None and body.official):
        return FROM_THE_FAQ
    title = document_and_edition(member.edition, language)
    return Message("From “{title}”, which is not official, and not checked against a model", {"title": title})


def _speaks_against(inquiry: Inquiry, member: ViewedPassage) -> Message | None:
    """Why the stored verdict can't be given here, or None."""
    passage = member.passage
    if passage.effective_from is not None and passage.effective_from > inquiry.library.today:
        return Message("This answer applies only from {date}.", {"date": passage.effective_from})
    given = dict(passage.faq.given) if passage.faq is not None else {}
    other = tuple(sorted(fact for fact, value in inquiry.question.facts.items() if given.get(fact) != value))
    if other:
        return Message("The stored answer does not take into account what you chose: {facts}.", {"facts": other})
    if _tells_a_situation(inquiry):
        return Message("What you told me before may change this answer.")
    changed = changed_since(member, inquiry.view, inquiry.library.corpus)
    if changed:
        return Message(
            "The answer I know is from {old}, and I can't confirm that {refs} still says the same.",
            {"old": edition_name(member.edition, inquiry.language), "refs": changed},
        )
    return None


def _tells_a_situation(inquiry: Inquiry) -> bool:
    """Whether something said earlier in the conversation is no question: it may be the situation of this one."""
    return any(
        piece.role is Role.STATEMENT
        for earlier in inquiry.question.context[-LOOK_BACK:]
        for piece in segments(earlier, inquiry.language)
    )


def changed_since(member: ViewedPassage, view: EditionView, corpus: PublishedCorpus) -> tuple[str, ...]:
    """The rules that an inherited FAQ rests on and that the answering edition does not carry on.

    A rule is carried on where the view still has the old text, or where the answering edition has the same text
    under any number. Everything else counts as changed: absence proves nothing.
    """
    if not member.inherited:
        return ()
    kept = {
        (m.edition.document, place.edition, place.ref)
        for m in view.members
        for place in (EditionRef(m.edition.edition, m.passage.ref), *((m.passage.as_of,) if m.passage.as_of else ()))
    }
    return tuple(
        cite.ref
        for cite in member.passage.cites
        if (cite.document, cite.edition, cite.ref) not in kept and not _same_text(cite, view, corpus)
    )


def _same_text(citation: Citation, view: EditionView, corpus: PublishedCorpus) -> bool:
    old = next(
        (
            (edition, passage)
            for edition in corpus.editions
            if (edition.document, edition.edition) == (citation.document, citation.edition)
            and edition.game == view.game
            for passage in edition.passages
            if passage.ref == citation.ref
        ),
        None,
    )
    if old is None:
        return False
    edition, passage = old
    body = passage.body(edition.authority)
    if body is None:
        return False
    wanted = text_hash(body.text)
    for member in view.members:
        current = member.passage.body(edition.authority)
        if member.edition.document == citation.document and current is not None and text_hash(current.text) == wanted:
            return True
    return False


def _without_verdict(inquiry: Inquiry, member: ViewedPassage, cited: Sequence[Cited], why: Message) -> Answer:
    return inquiry.answer(
        AnswerKind.FAQ,
        (
            why,
            Message(
                "The stored answer, for {edition}: {answer}",
                {"edition": edition_name(member.edition, inquiry.language), "answer": _says(member, inquiry.language)},
            ),
        ),
        shown=(member,),
        cited=cited,
        status=Message("No verdict"),
        confidence=0.5,
        notices=(why,),
    )


def _of_another_edition(inquiry: Inquiry, place: tuple[int, int]) -> Answer:
    """The question is stored, but only for an edition that does not answer here."""
    edition = inquiry.library.corpus.editions[place[0]]
    view = inquiry.library.view(inquiry.game, edition.edition)
    member = next(m for m in view.members if (m.edition_index, m.passage_index) == place)
    asked = next((e for e in inquiry.view.answering if e.document == edition.document), None)
    why = _other_edition_message(inquiry, edition, asked)
    there = replace(inquiry, view=view)
    answer = _without_verdict(there, member, cited_rules(member, view, inquiry.language), why)
    return answer


def _other_edition_message(inquiry: Inquiry, edition: PublishedEdition, asked: PublishedEdition | None) -> Message:
    there = edition_name(edition, inquiry.language)
    if asked is None:
        return Message("I know an answer to this question only for {there}.", {"there": there})
    return Message(
        "I know an answer to this question only for {there}, not for {asked}.",
        {"there": there, "asked": edition_name(asked, inquiry.language)},
    )


def _disagreement(inquiry: Inquiry, members: Sequence[ViewedPassage]) -> Answer:
    cited = [c for member in members for c in cited_rules(member, inquiry.view, inquiry.language)]
    return inquiry.answer(
        AnswerKind.FAQ,
        (
            Message("The sources I have answer this question differently:"),
            *(_says(member, inquiry.language) for member in members),
        ),
        shown=members,
        cited=cited,
        status=Message("No verdict: the sources disagree"),
        confidence=0.3,
    )


def _says(member: ViewedPassage, language: str) -> str:
    words = quote(member.passage, language, member.edition.authority)
    return words.text if words is not None else member.passage.ref
