"""A keyword or section that the question asks about by its name alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.citations import cite
from bot.answering.composition.rule import heading_asked
from bot.answering.inquiry import Inquiry
from bot.answering.keyword_view import KeywordEntry, KeywordView, keyword_view
from index.names import NameMention
from rules_corpus.editions import ViewedPassage
from rules_corpus.passages import PassageKind


def name_asked(inquiry: Inquiry) -> Answer | None:
    """The page of the name that the text asks about; None where it asks something else."""
    mention = inquiry.named
    if mention is None:
        return None
    member = keyword_of(mention)
    if member is not None:
        return _keyword_answer(inquiry, member)
    return heading_asked(inquiry, mention.passages[0])


def keyword_of(mention: NameMention) -> ViewedPassage | None:
    """The glossary entry that bears a name, the one with a keyword's details first."""
    entries = [m for m in mention.passages if m.passage.kind is PassageKind.GLOSSARY]
    return min(entries, key=lambda m: m.passage.keyword is None, default=None)


def _keyword_answer(inquiry: Inquiry, member: ViewedPassage) -> Answer:
    view = keyword_view(member, inquiry.view, inquiry.language, inquiry.library.today, inquiry.upcoming)
    return inquiry.answer(
        AnswerKind.KEYWORD,
        keyword_page(view),
        shown=view.shown,
        cited=view.cited or (cite(member, inquiry.language),),
        confidence=0.95,
    )


def keyword_page(view: KeywordView) -> list[Message | str]:
    """The paragraphs of a keyword's page; a part that is empty is left out."""
    says: list[Message | str] = []
    if view.definition is not None:
        says.append(Message("{name}: {definition}", {"name": view.name, "definition": view.definition.text}))
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
