"""A keyword's page: definition, sets and cards, rules, questions, examples, rulings and changes in one view."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.answer import AnswerCitation, Message
from bot.answering.citations import Cited, answer_citations, cite, cited_rules
from bot.answering.naming import document_title
from bot.answering.notices import coming_changes, source_notices
from bot.answering.quoting import Quote, question_of, quote, title_for
from bot.answering.rule_view import RuleLine, RuleView, below_of, rule_view
from rules_corpus.defining import LANGUAGE, Sign, definition_of, is_keyword
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
    defined_by: RuleLine | None
    """The official rule that says what it does, whole; None where no rule shows it, or where the page is our own."""
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
    rule: RuleView | None = None
    """Where no glossary has the keyword: its heading among the rules, with all that is below it."""


def keyword_view(
    member: ViewedPassage,
    view: EditionView,
    language: str,
    today: datetime.date,
    upcoming: Sequence[PublishedEdition] = (),
    heading: ViewedPassage | None = None,
) -> KeywordView:
    """The page of a glossary entry, as a view shows it in a reader's language; `heading` is that of its rules."""
    passage, edition, details = member.passage, member.edition, member.passage.keyword
    about = [
        m
        for m in view.members
        if passage.ref in m.passage.about and m.edition.document == edition.document and m is not member
    ]
    cited = cited_rules(member, view, language)
    defining = _defining(heading, view) if heading is not None and details is None else ()
    cited = (*(cite(rule, language) for rule in defining), *cited)
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
        defined_by=_together(defining, language),
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


def heading_view(
    heading: ViewedPassage,
    view: EditionView,
    language: str,
    today: datetime.date,
    upcoming: Sequence[PublishedEdition] = (),
) -> KeywordView | None:
    """The page of a keyword that no glossary has, from the rules below its heading; None for any other heading."""
    if not is_keyword_heading(heading, view):
        return None
    rule = rule_view(heading, view, language, today, upcoming)
    defining = _defining(heading, view)
    cited = tuple(cite(member, language) for member in (*defining, heading))
    shown = (heading, *defining, *rule.inherited)
    words = [words for member in defining if (words := quote(member.passage, language, heading.edition.authority))]
    definition = None
    if words:
        definition = Quote("\n".join(q.text for q in words), words[0].language, words[0].official)
    return KeywordView(
        game=rule.game,
        document=rule.document,
        document_title=rule.document_title,
        edition=rule.edition,
        effective_from=rule.effective_from,
        ref=rule.ref,
        name=title_for(heading.passage, language, heading.edition.authority) or rule.ref,
        definition=definition,
        defined_by=_together(defining, language),
        first_set=None,
        card_total=None,
        card_counts=(),
        reminders=(),
        rules=answer_citations(cited),
        faq=(),
        examples=(),
        rulings=(),
        changes=(),
        notices=(
            *source_notices(shown, cited, view, language),
            *coming_changes(shown, cited, view, upcoming, today, language),
        ),
        member=heading,
        shown=shown,
        cited=cited,
        rule=rule,
    )


def is_keyword_heading(heading: ViewedPassage, view: EditionView) -> bool:
    """Whether a heading names a keyword: the rules below it call it one, or give an equivalent of the word."""
    if heading.passage.kind is not PassageKind.RULE or not heading.passage.heading:
        return False
    name, below = _english_name(heading), [m.passage for _, m in below_of(heading, view)]
    definition = definition_of(name, below) if name else None
    return definition is not None and (definition.sign is Sign.EQUIVALENT or is_keyword(name, below))


def _defining(heading: ViewedPassage, view: EditionView) -> tuple[ViewedPassage, ...]:
    """The rule below a heading that says what its thing does, and those that complete it."""
    below = [m for _, m in below_of(heading, view)]
    name = _english_name(heading)
    definition = definition_of(name, [m.passage for m in below]) if name else None
    if definition is None:
        return ()
    passages = (definition.passage, *definition.items)
    return tuple(m for passage in passages for m in below if m.passage is passage)


def _english_name(heading: ViewedPassage) -> str:
    return title_for(heading.passage, LANGUAGE, heading.edition.authority) or ""


def _together(defining: Sequence[ViewedPassage], language: str) -> RuleLine | None:
    if not defining:
        return None
    texts = [words.text for m in defining if (words := quote(m.passage, language, m.edition.authority)) is not None]
    return RuleLine(defining[0].passage.ref, "\n".join(texts))


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
