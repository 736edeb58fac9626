"""A keyword's page: definition, sets and cards, rules, questions, examples, rulings and changes in one view."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.answer import AnswerCitation, Message
from bot.answering.citations import Cited, answer_citations, cited_rules
from bot.answering.naming import document_title
from bot.answering.notices import coming_changes, source_notices
from bot.answering.quoting import Quote, question_of, quote, title_for
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.lexicon.symbols import readable
from rules_corpus.passages import CardCount, PassageKind, PublishedEdition, Text


@dataclass(frozen=True, slots=True)
class KeywordEntry:
    """One FAQ entry, example, ruling or change of a keyword's page."""

    ref: str
    question: str | None
    """Of an FAQ entry; None for the others."""
    text: str
    verdict: str | None
    gap: bool
    """The source leaves the question open."""
    sources: tuple[str, ...]
    date: datetime.date | None
    """When its source was published."""
    effective_from: datetime.date | None
    """The day from which it applies, where that is stated."""
    citations: tuple[AnswerCitation, ...]


@dataclass(frozen=True, slots=True)
class KeywordView:
    game: str
    document: str
    document_title: str
    edition: str
    effective_from: datetime.date | None
    ref: str
    name: str
    definition: Quote | None
    first_set: str | None
    card_total: int | None
    card_counts: tuple[tuple[str, int], ...]
    """How the total is made up, as (what they have in common, how many); empty unless they add up to it."""
    reminders: tuple[Quote, ...]
    """The forms of the reminder text."""
    rules: tuple[AnswerCitation, ...]
    faq: tuple[KeywordEntry, ...]
    examples: tuple[KeywordEntry, ...]
    rulings: tuple[KeywordEntry, ...]
    changes: tuple[KeywordEntry, ...]
    """Rulings with a day from which they apply, in the order of those days."""
    notices: tuple[Message, ...]
    member: ViewedPassage
    shown: tuple[ViewedPassage, ...]
    """Every passage that the page shows, the keyword's own first."""
    cited: tuple[Cited, ...]


def keyword_view(
    member: ViewedPassage,
    view: EditionView,
    language: str,
    today: datetime.date,
    upcoming: Sequence[PublishedEdition] = (),
) -> KeywordView:
    """The page of a glossary entry, as a view shows it in a reader's language."""
    passage, edition, details = member.passage, member.edition, member.passage.keyword
    about = [
        m
        for m in view.members
        if passage.ref in m.passage.about and m.edition.document == edition.document and m is not member
    ]
    cited = cited_rules(member, view, language)
    counts = details.card_counts if details is not None else ()
    total = details.card_total if details is not None else None
    rulings = [m for m in about if m.passage.kind is PassageKind.RULING]
    changes = [m for m in rulings if m.passage.effective_from is not None]
    shown = (member, *about)
    return KeywordView(
        game=edition.game,
        document=edition.document,
        document_title=document_title(edition, language),
        edition=edition.edition,
        effective_from=edition.effective_from,
        ref=passage.ref,
        name=title_for(passage, language, edition.authority) or passage.ref,
        definition=quote(passage, language, edition.authority),
        first_set=details.first_set if details is not None else None,
        card_total=total,
        card_counts=_labelled(counts, language) if sum(count.count for count in counts) == total else (),
        reminders=tuple(_reminder(form, language) for form in details.reminders) if details is not None else (),
        rules=answer_citations(cited),
        faq=_entries(about, PassageKind.FAQ, view, language),
        examples=_entries(about, PassageKind.EXAMPLE, view, language),
        rulings=tuple(_entry(m, view, language) for m in rulings if m.passage.effective_from is None),
        changes=tuple(_entry(m, view, language) for m in sorted(changes, key=_applies_from)),
        notices=(
            *source_notices(shown, cited, view, language),
            *coming_changes(shown, cited, view, upcoming, today, language),
        ),
        member=member,
        shown=shown,
        cited=cited,
    )


def _entries(
    about: Sequence[ViewedPassage], kind: PassageKind, view: EditionView, language: str
) -> tuple[KeywordEntry, ...]:
    return tuple(_entry(m, view, language) for m in about if m.passage.kind is kind)


def _entry(member: ViewedPassage, view: EditionView, language: str) -> KeywordEntry:
    passage = member.passage
    words = quote(passage, language, member.edition.authority)
    return KeywordEntry(
        ref=passage.ref,
        question=question_of(passage, language) if passage.kind is PassageKind.FAQ else None,
        text=words.text if words is not None else "",
        verdict=passage.faq.verdict if passage.faq is not None else None,
        gap=passage.faq.gap if passage.faq is not None else False,
        sources=passage.sources,
        date=passage.source_date,
        effective_from=passage.effective_from,
        citations=answer_citations(cited_rules(member, view, language)),
    )


def _reminder(form: Sequence[Text], language: str) -> Quote:
    text = next((t for wanted in (language, "en") for t in form if t.language == wanted), form[0])
    return Quote(readable(text.text, language), text.language, text.official)


def _applies_from(member: ViewedPassage) -> datetime.date:
    return member.passage.effective_from or datetime.date.max


def _labelled(counts: Sequence[CardCount], language: str) -> tuple[tuple[str, int], ...]:
    return tuple(
        (next((text.text for text in count.label if text.language == language), count.label[0].text), count.count)
        for count in counts
        if count.label
    )
