"""The small print of an answer: what a reader must know about its sources before acting on it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from bot.answering.answer import Message
from bot.answering.citations import Cited
from bot.answering.naming import compact_refs, edition_name, language_name
from bot.answering.quoting import quote
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.normalisation import text_hash
from rules_corpus.passages import EditionRef, Passage, PassageKind, PublishedEdition, TextRole

_MOST_LINES = 8
"""So many lines of an unnumbered source are listed one by one."""


def source_notices(
    shown: Sequence[ViewedPassage], cited: Sequence[Cited], view: EditionView, language: str
) -> tuple[Message, ...]:
    """About the passages that an answer shows and the rules that it cites: older editions, our own numbering, texts
    in another language, rules whose text is not loaded."""
    members = _unique([*shown, *(c.source for c in cited if c.source is not None)])
    return (
        *_older(members, cited, view),
        *_own_numbering(members),
        *_other_language(members, language),
        *_not_loaded(cited),
    )


def _older(members: Sequence[ViewedPassage], cited: Sequence[Cited], view: EditionView) -> tuple[Message, ...]:
    refs: dict[tuple[str, str], list[str]] = {}
    for member in members:
        current = _answering(member.edition, view)
        if member.passage.as_of is not None:
            refs.setdefault((member.passage.as_of.edition, member.edition.edition), []).append(member.passage.ref)
        elif member.inherited and current is not None:
            refs.setdefault((member.edition.edition, current.edition), []).append(member.passage.ref)
    for one in cited:
        if one.quotes_other_edition and one.source is not None and one.source.inherited:
            key = (one.source.edition.edition, one.citation.edition)
            listed = refs.setdefault(key, [])
            if one.source.passage.ref in listed:
                listed.remove(one.source.passage.ref)
            listed.append(one.citation.ref)
    return tuple(
        Message(
            "{refs}: from {old}, not confirmed in {current}",
            {"refs": compact_refs(tuple(dict.fromkeys(listed))), "old": old, "current": current_label},
        )
        for (old, current_label), listed in refs.items()
        if listed and old != current_label
    )


def _own_numbering(members: Sequence[ViewedPassage]) -> tuple[Message, ...]:
    numbered = [m for m in members if m.edition.own_numbering and m.passage.kind is PassageKind.RULE]
    if not numbered:
        return ()
    lines = tuple(
        Message("{ref} is line {line}", {"ref": m.passage.ref, "line": m.passage.source_line})
        for m in numbered
        if m.passage.source_line is not None
    )
    if not lines or len(lines) > _MOST_LINES:
        return (Message("The numbers are ours; the guide prints none."),)
    return (Message("The numbers are ours; the guide prints none ({lines}).", {"lines": lines}),)


def _other_language(members: Sequence[ViewedPassage], language: str) -> tuple[Message, ...]:
    refs: dict[str, list[str]] = {}
    for member in members:
        words = quote(member.passage, language, member.edition.authority)
        if words is not None and words.language != language:
            refs.setdefault(words.language, []).append(member.passage.ref)
    return tuple(
        Message(
            "{refs}: only available in {language}; quoted in the original",
            {"refs": compact_refs(listed), "language": language_name(other)},
        )
        for other, listed in refs.items()
    )


def _not_loaded(cited: Sequence[Cited]) -> tuple[Message, ...]:
    refs = [c.citation.ref for c in cited if c.source is None]
    return (Message("I don't have the text of {refs}.", {"refs": compact_refs(refs)}),) if refs else ()


def coming_changes(
    shown: Sequence[ViewedPassage],
    cited: Sequence[Cited],
    view: EditionView,
    upcoming: Iterable[PublishedEdition],
    today: datetime.date,
    language: str,
) -> tuple[Message, ...]:
    """What is published but does not apply yet and touches the same rules or the same keyword."""
    members = _unique([*shown, *(c.source for c in cited if c.source is not None)])
    rules = {(m.edition.document, m.passage.ref) for m in members if m.passage.kind is PassageKind.RULE}
    keywords = {ref for m in shown for ref in (*m.passage.about, m.passage.ref)}
    found: list[Message] = []
    for ruling in view.members:
        passage = ruling.passage
        if passage.kind is not PassageKind.RULING or passage.effective_from is None or passage.effective_from <= today:
            continue
        rests_on = {(c.document, c.ref) for c in passage.cites}
        if rests_on & rules or keywords.intersection(passage.about) or ruling in shown:
            found.append(_change(passage.effective_from, passage, ruling.edition.authority, language))
    for edition in upcoming:
        found.extend(_changed_rules(members, edition, language))
    return tuple(found)


def _changed_rules(members: Sequence[ViewedPassage], upcoming: PublishedEdition, language: str) -> Iterable[Message]:
    if upcoming.effective_from is None:
        return
    by_counterpart = {place: p for p in upcoming.passages for place in p.counterparts}
    texts = {text_hash(t.text) for p in upcoming.passages for t in p.texts_of(TextRole.BODY)}
    for member in members:
        if member.passage.kind is not PassageKind.RULE or member.edition.document != upcoming.document:
            continue
        body = member.passage.body(member.edition.authority)
        if body is None or text_hash(body.text) in texts:
            continue
        successor = by_counterpart.get(EditionRef(member.edition.edition, member.passage.ref))
        if successor is not None and successor.as_of is None:
            yield _change(upcoming.effective_from, successor, upcoming.authority, language)
        elif upcoming.complete:
            yield Message(
                "{ref} reads differently or moves in {edition}, which applies from {date}.",
                {
                    "ref": member.passage.ref,
                    "edition": edition_name(upcoming, language),
                    "date": upcoming.effective_from,
                },
            )


def _change(date: datetime.date, passage: Passage, authority: str, language: str) -> Message:
    words = quote(passage, language, authority)
    return Message("Changes on {date}: {text}", {"date": date, "text": words.text if words else passage.ref})


def _answering(edition: PublishedEdition, view: EditionView) -> PublishedEdition | None:
    return next((e for e in view.answering if e.document == edition.document), None)


def _unique(members: Iterable[ViewedPassage]) -> list[ViewedPassage]:
    found: dict[tuple[int, int], ViewedPassage] = {}
    for member in members:
        found.setdefault((member.edition_index, member.passage_index), member)
    return list(found.values())
