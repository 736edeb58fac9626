"""A keyword or section that the question asks about by its name alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.citations import cite
from bot.answering.composition.rule import heading_asked
from bot.answering.composition.rule_page import rule_page
from bot.answering.inquiry import Inquiry
from bot.answering.keyword_view import KeywordEntry, KeywordView, heading_view, is_keyword_heading, keyword_view
from index.names import NameMention
from rules_corpus.passages import PassageKind


def name_asked(inquiry: Inquiry) -> Answer | None:
    """The page of the name that the text asks about; None where it asks something else."""
    mention = inquiry.named
    if mention is None:
        return None
    view = page_of(inquiry, mention)
    if view is not None:
        return keyword_answer(inquiry, view)
    return heading_asked(inquiry, mention.passages[0])


def page_of(inquiry: Inquiry, mention: NameMention) -> KeywordView | None:
    """The keyword's page of a name: of a glossary's entry, else of its heading among the rules; None where the name
    is no keyword's."""
    entries = [m for m in mention.passages if m.passage.kind is PassageKind.GLOSSARY]
    headings = [m for m in mention.passages if is_keyword_heading(m, inquiry.view)]
    today, upcoming = inquiry.library.today, inquiry.upcoming
    if entries:
        # An entry with a keyword's details comes first.
        entry = min(entries, key=lambda m: m.passage.keyword is None)
        heading = next(iter(headings), None)
        return keyword_view(entry, inquiry.view, inquiry.language, today, upcoming, heading)
    for heading in headings:
        return heading_view(heading, inquiry.view, inquiry.language, today, upcoming)
    return None


def keyword_answer(inquiry: Inquiry, view: KeywordView) -> Answer:
    """A keyword's page as an answer."""
    return inquiry.answer(
        AnswerKind.KEYWORD,
        keyword_page(view, inquiry.language),
        shown=view.shown,
        cited=view.cited or (cite(view.member, inquiry.language),),
        confidence=0.95,
    )


def keyword_page(view: KeywordView, language: str) -> list[Message | str]:
    """The paragraphs of a keyword's page; a part that is empty is left out."""
    says: list[Message | str] = []
    if view.defined_by is not None and view.rule is not None:
        values = {"name": view.name, "ref": view.defined_by.ref, "definition": view.defined_by.text}
        says.append(Message("{name} ({ref}): {definition}", values))
    elif view.definition is not None:
        says.append(Message("{name}: {definition}", {"name": view.name, "definition": view.definition.text}))
    if view.defined_by is not None and view.rule is None:
        says.append(Message("{ref}: {text}", {"ref": view.defined_by.ref, "text": view.defined_by.text}))
    if view.first_set is not None:
        says.append(Message("First set: {name}", {"name": view.first_set}))
    if view.card_total is not None:
        says.append(_cards(view, view.card_total))
    if view.reminders:
        says.append(Message("On the cards:\n{lines}", {"lines": "\n".join(f"• {r.text}" for r in view.reminders)}))
    says += [_question_and_answer(entry) for entry in view.faq]
    says += [Message("Example: {text}\n{basis}", {"text": e.text, "basis": _basis(e)}) for e in view.examples]
    says += [_ruling(entry) for entry in view.rulings]
    says += [_applied(entry) for entry in view.changes]
    if view.rule is not None:
        says += rule_page(view.rule, language, with_ref=True)
    return says


def _cards(view: KeywordView, total: int) -> Message:
    if not view.card_counts:
        return Message("{count} card has it.", {"count": total}, plural="{count} cards have it.")
    parts = tuple(f"{count} {label}" for label, count in view.card_counts)
    return Message("{count} card: {parts}", {"count": total, "parts": parts}, plural="{count} cards: {parts}")


def _question_and_answer(entry: KeywordEntry) -> Message:
    values = {"question": entry.question or entry.ref, "answer": entry.text, "basis": _basis(entry)}
    if entry.gap:
        return Message("{question} (left open by the rules)\n{answer}\n{basis}", values)
    return Message("{question}\n{answer}\n{basis}", values)


def _ruling(entry: KeywordEntry) -> Message:
    return Message("Ruling: {text}\n{basis}", {"text": entry.text, "basis": _basis(entry)})


def _applied(entry: KeywordEntry) -> Message:
    if entry.effective_from is None:
        return _ruling(entry)
    return Message(
        "Change, in force from {date}: {text}\n{basis}",
        {"date": entry.effective_from, "text": entry.text, "basis": _basis(entry)},
    )


def _basis(entry: KeywordEntry) -> Message | str:
    refs = ", ".join(citation.ref for citation in entry.citations)
    sources = "; ".join(entry.sources)
    if entry.date is not None:
        if sources:
            return Message(
                "— {sources}, {date}. Rules: {refs}", {"sources": sources, "date": entry.date, "refs": refs or "–"}
            )
        return Message("— {date}. Rules: {refs}", {"date": entry.date, "refs": refs or "–"})
    parts: Sequence[str] = [part for part in (refs, sources) if part]
    return f"— {' · '.join(parts)}" if parts else ""
