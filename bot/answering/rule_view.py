"""One rule with everything around it: its text in all languages, what is above and below it, what it refers to."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.answer import Message
from bot.answering.citations import cite
from bot.answering.library import find_in
from bot.answering.naming import document_title
from bot.answering.notices import coming_changes, source_notices
from bot.answering.quoting import quote, title_for
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.lexicon.symbols import readable
from rules_corpus.passages import EditionRef, PublishedEdition, Text, TextRole


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A neighbouring rule in one line."""

    ref: str
    text: str
    """Empty where its text is not loaded."""


@dataclass(frozen=True, slots=True)
class RuleView:
    game: str
    document: str
    document_title: str
    edition: str
    effective_from: datetime.date | None
    ref: str
    title: str | None
    """Its own title, or that of the nearest heading above it."""
    texts: tuple[Text, ...]
    """Its body in every language there is, official texts first, symbols spelled out."""
    parent: RuleLine | None
    children: tuple[RuleLine, ...]
    see: tuple[RuleLine, ...]
    cited_by: tuple[RuleLine, ...]
    """FAQ, rulings, examples and keywords that rest on it."""
    also: tuple[EditionRef, ...]
    notices: tuple[Message, ...]
    member: ViewedPassage


def rule_view(
    member: ViewedPassage,
    view: EditionView,
    language: str,
    today: datetime.date,
    upcoming: Sequence[PublishedEdition] = (),
) -> RuleView:
    """A rule as a view shows it, in a reader's language."""
    passage, edition = member.passage, member.edition
    above = _above(member, view)
    cited = (cite(member, language),)
    return RuleView(
        game=edition.game,
        document=edition.document,
        document_title=document_title(edition, language),
        edition=edition.edition,
        effective_from=edition.effective_from,
        ref=passage.ref,
        title=next(
            (t for m in (member, *above) if (t := title_for(m.passage, language, m.edition.authority)) is not None),
            None,
        ),
        texts=tuple(
            Text(t.language, readable(t.text, t.language), t.role, t.official)
            for t in passage.texts_of(TextRole.BODY) or passage.texts_of(TextRole.TITLE)
        ),
        parent=_line(above[0], language) if above else None,
        children=tuple(_line(child, language) for child in view.children(member)),
        see=tuple(_referred(reference.ref, member, view, language) for reference in passage.see),
        cited_by=tuple(_line(citing, language) for citing in view.cited_by(member)),
        also=passage.counterparts,
        notices=(
            *source_notices((member,), cited, view, language),
            *coming_changes((member,), cited, view, upcoming, today, language),
        ),
        member=member,
    )


def _above(member: ViewedPassage, view: EditionView) -> list[ViewedPassage]:
    """The rules above one, the nearest first."""
    found: list[ViewedPassage] = []
    ref = member.passage.parent
    while ref is not None:
        parent = find_in(view, member.edition.document, member.edition.edition, ref)
        if parent is None or parent in found:
            break
        found.append(parent)
        ref = parent.passage.parent
    return found


def _referred(ref: str, member: ViewedPassage, view: EditionView, language: str) -> RuleLine:
    """A rule that a text refers to: of its own edition; of the base where only that has it."""
    found = find_in(view, member.edition.document, member.edition.edition, ref)
    others = [m for m in view.find(ref) if m.edition.document == member.edition.document]
    target = found or (others[0] if others else None)
    return _line(target, language) if target is not None else RuleLine(ref, "")


def _line(member: ViewedPassage, language: str) -> RuleLine:
    title = title_for(member.passage, language, member.edition.authority)
    words = quote(member.passage, language, member.edition.authority)
    text = title if member.passage.heading and title else words.text if words else title or ""
    return RuleLine(member.passage.ref, text)
