"""One rule with everything around it: its text in all languages, what is above and below it, what it refers to."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.answering.answer import Message
from bot.answering.citations import cite
from bot.answering.library import find_in
from bot.answering.naming import document_title
from bot.answering.notices import coming_changes, source_notices
from bot.answering.quoting import quote, title_for
from index.references import number_order
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.lexicon.symbols import readable
from rules_corpus.passages import EditionRef, PassageKind, PublishedEdition, Text, TextRole


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A neighbouring rule in one line."""

    ref: str
    text: str
    """Empty where its text is not loaded."""
    depth: int = 0
    """How many steps it lies below the rule that is shown, less one."""


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
    parents: tuple[RuleLine, ...]
    """The rules above it up to the chapter, the nearest first."""
    children: tuple[RuleLine, ...]
    below: tuple[RuleLine, ...]
    """Its children and everything below them, in the document's order."""
    previous: RuleLine | None
    """The rule before it with the same parent."""
    next: RuleLine | None
    see: tuple[RuleLine, ...]
    cited_by: tuple[RuleLine, ...]
    """FAQ, rulings, examples and keywords that rest on it."""
    also: tuple[EditionRef, ...]
    notices: tuple[Message, ...]
    member: ViewedPassage
    inherited: tuple[ViewedPassage, ...]
    """Those below it that come from an older edition than it does."""

    @property
    def parent(self) -> RuleLine | None:
        return self.parents[0] if self.parents else None


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
    below = tuple(below_of(member, view))
    before, after = _beside(member, view)
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
        parents=tuple(_line(m, language) for m in above),
        children=tuple(_line(child, language) for depth, child in below if depth == 0),
        below=tuple(_line(m, language, depth) for depth, m in below),
        previous=_line(before, language) if before is not None else None,
        next=_line(after, language) if after is not None else None,
        see=tuple(_referred(reference.ref, member, view, language) for reference in passage.see),
        cited_by=tuple(_line(citing, language) for citing in view.cited_by(member)),
        also=passage.counterparts,
        notices=(
            *source_notices((member,), cited, view, language),
            *coming_changes((member,), cited, view, upcoming, today, language),
        ),
        member=member,
        inherited=tuple(m for _, m in below if m.inherited and not member.inherited),
    )


def below_of(member: ViewedPassage, view: EditionView, depth: int = 0) -> Iterator[tuple[int, ViewedPassage]]:
    """(steps below, rule) of every rule below one, in the document's order.

    What an incomplete edition lacks below a rule comes from the rule that the older edition has in its place.
    """
    for child in _children(member, view):
        yield depth, child
        yield from below_of(child, view, depth + 1)


def _children(member: ViewedPassage, view: EditionView) -> list[ViewedPassage]:
    own = [m for m in view.children(member) if m.passage.kind is PassageKind.RULE]
    known = {m.passage.ref for m in own}
    inherited = [
        m
        for place in member.passage.counterparts
        for m in view.children_of(member.edition.document, place)
        if m.inherited and not m.displaced and m.passage.kind is PassageKind.RULE and m.passage.ref not in known
    ]
    return sorted([*own, *inherited], key=lambda m: number_order(m.passage.ref)) if inherited else own


def _beside(member: ViewedPassage, view: EditionView) -> tuple[ViewedPassage | None, ViewedPassage | None]:
    """The rules before and after one that have the same parent, or none as it has."""
    parent = find_in(view, member.edition.document, member.edition.edition, member.passage.parent or "")
    if parent is not None:
        siblings = _children(parent, view)
    elif member.passage.parent is None:
        chapters: dict[str, ViewedPassage] = {}
        for m in view.members:
            is_chapter = m.passage.kind is PassageKind.RULE and m.passage.parent is None and not m.displaced
            if is_chapter and m.edition.document == member.edition.document:
                chapters.setdefault(m.passage.ref, m)
        siblings = sorted(chapters.values(), key=lambda m: number_order(m.passage.ref))
    else:
        siblings = []
    if member not in siblings:
        return None, None
    at = siblings.index(member)
    return siblings[at - 1] if at else None, siblings[at + 1] if at + 1 < len(siblings) else None


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


def _line(member: ViewedPassage, language: str, depth: int = 0) -> RuleLine:
    title = title_for(member.passage, language, member.edition.authority)
    words = quote(member.passage, language, member.edition.authority)
    text = title if member.passage.heading and title else words.text if words else title or ""
    return RuleLine(member.passage.ref, text, depth)
