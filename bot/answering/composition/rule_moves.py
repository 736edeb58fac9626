"""Rule numbers across editions: where a number's rule went, and what else a number has meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.answering.answer import Message, MessageValue
from bot.answering.inquiry import Inquiry
from bot.answering.library import find_in
from bot.answering.naming import compact_refs, edition_name
from bot.answering.quoting import excerpt, quote, title_for
from index.references import NumberLookup
from rules_corpus.editions import ViewedPassage
from rules_corpus.moves import Move, MoveKind, RuleMoves
from rules_corpus.passages import PublishedEdition, TextRole
from rules_corpus.rule_texts import masked


@dataclass(frozen=True, slots=True)
class MovedRule:
    """A rule that another edition has under the number that was asked for."""

    other: ViewedPassage
    """The rule with this number in the other edition."""
    move: Move
    target: ViewedPassage | None
    """The same rule in the view; None where it is gone or nobody can tell."""


def moved_rule(inquiry: Inquiry, lookup: NumberLookup) -> MovedRule | None:
    """Where the rule of a number went that the view does not have; None where no edition knows the number."""
    other = inquiry.library.elsewhere(lookup.mention, inquiry.game, inquiry.question.edition)
    if other is None:
        return None
    first: MovedRule | None = None
    for edition in _sources(inquiry, other.edition):
        if not inquiry.library.views.moves(other.edition, edition).knows(other.passage.ref):
            continue
        move = inquiry.library.views.trace(other.edition, edition, other.passage.ref)
        target = find_in(inquiry.view, edition.document, edition.edition, move.new_ref) if move.new_ref else None
        if target is not None and not target.displaced:
            return MovedRule(other, move, target)
        first = first or MovedRule(other, move, None)
    return first or MovedRule(other, Move(MoveKind.UNKNOWN, None, 0.0), None)


def no_such_rule(inquiry: Inquiry, lookup: NumberLookup) -> Message:
    """That a number does not exist, in which edition, and where its rule went or which numbers exist instead."""
    edition = inquiry.view.answering[0] if inquiry.view.answering else None
    if edition is None:
        return Message("I have no rule {ref}.", {"ref": lookup.mention.printed})
    moved = moved_rule(inquiry, lookup)
    if moved is not None:
        return _went(inquiry, lookup, moved)
    here = edition_name(edition, inquiry.language)
    complete = all(e.complete for e in inquiry.view.answering)
    siblings = [ref for ref in lookup.siblings if ref != lookup.parent]
    values: dict[str, MessageValue] = {"ref": lookup.mention.printed, "here": here}
    if not siblings or lookup.parent is None:
        if complete:
            return Message("{ref} does not exist in {here}.", values)
        return Message("{ref} is not in what I have of {here}.", values)
    values = {**values, "siblings": compact_refs(siblings), "name": _parent_name(inquiry, lookup)}
    if complete:
        return Message("{ref} does not exist in {here}; {name} has {siblings}.", values)
    return Message("{ref} is not in what I have of {here}; there {name} has {siblings}.", values)


def _went(inquiry: Inquiry, lookup: NumberLookup, moved: MovedRule) -> Message:
    there = edition_name(moved.other.edition, inquiry.language)
    values: dict[str, MessageValue] = {"ref": lookup.mention.printed, "other": there}
    if moved.target is not None:
        here = edition_name(moved.target.edition, inquiry.language)
        values = {**values, "here": here, "new": moved.target.passage.ref}
        if moved.move.kind is MoveKind.MOVED:
            return Message("{ref} is a number of {other}; in {here} the same text is {new}.", values)
        if moved.move.kind is MoveKind.REWORDED:
            return Message("{ref} is a number of {other}; in {here} that rule is {new}, in other words.", values)
        return Message("{ref} is a number of {other}; in {here} that rule is {new}.", values)
    edition = _same_document(inquiry, moved.other.edition) or inquiry.view.answering[0]
    values = {**values, "here": edition_name(edition, inquiry.language)}
    if not edition.complete:
        return Message("{ref} is not in what I have of {here}; it is a number of {other}.", values)
    if moved.move.kind is MoveKind.GONE:
        return Message(
            "{ref} does not exist in {here}; it is a number of {other}, and I find no rule like it in {here}.", values
        )
    return Message(
        "{ref} does not exist in {here}; it is a number of {other}, and I can't tell which rule it is in {here}.",
        values,
    )


def same_number_elsewhere(inquiry: Inquiry, lookup: NumberLookup) -> Iterator[Message]:
    """What the number of a rule that was found means in the edition before, and in the one that answers today."""
    for member in lookup.found[:1]:
        for edition in _to_compare(inquiry, member):
            yield from _compared(inquiry, lookup, member, edition)


def _compared(
    inquiry: Inquiry, lookup: NumberLookup, member: ViewedPassage, edition: PublishedEdition
) -> Iterator[Message]:
    others = [
        other
        for other in inquiry.library.lookup(lookup.mention, inquiry.game, edition.edition).found
        if (other.edition.document, other.edition.edition) == (edition.document, edition.edition)
    ]
    # Most rules stay as they are; only for the others is it worth comparing the editions.
    if any(_same_text(other, member) for other in others):
        return
    for other in others:
        yield from _another_rule(inquiry, other, member)
    if inquiry.question.edition is not None:
        yield from _today(inquiry, member, edition)


def _another_rule(inquiry: Inquiry, other: ViewedPassage, member: ViewedPassage) -> Iterator[Message]:
    views = inquiry.library.views
    moves = views.moves(other.edition, member.edition)
    if not moves.knows(other.passage.ref):
        return
    move = views.trace(other.edition, member.edition, other.passage.ref)
    values: dict[str, MessageValue] = {
        "edition": edition_name(other.edition, inquiry.language),
        "ref": other.passage.ref,
        "text": excerpt(_text_of(other, inquiry.language)),
    }
    if move.new_ref is not None and move.new_ref != member.passage.ref:
        values = {**values, "new": move.new_ref, "here": edition_name(member.edition, inquiry.language)}
        yield Message("In {edition}, {ref} is another rule, which is {new} in {here}: {text}", values)
    elif move.new_ref is None and _origin(moves, member) is not None:
        yield Message("In {edition}, {ref} is another rule: {text}", values)
    elif move.new_ref is None and _comparable(other, member):
        yield Message("In {edition}, {ref} reads differently: {text}", values)


def _today(inquiry: Inquiry, member: ViewedPassage, edition: PublishedEdition) -> Iterator[Message]:
    """The number that a rule of a pinned edition has in the edition in force."""
    views = inquiry.library.views
    if edition not in inquiry.library.view(inquiry.game, None).answering:
        return
    if not views.moves(member.edition, edition).knows(member.passage.ref):
        return
    move = views.trace(member.edition, edition, member.passage.ref)
    if move.new_ref is not None and move.new_ref != member.passage.ref:
        values: dict[str, MessageValue] = {
            "edition": edition_name(edition, inquiry.language),
            "ref": member.passage.ref,
            "new": move.new_ref,
        }
        yield Message("In {edition}, which is in force today, this rule is {new}.", values)


def _to_compare(inquiry: Inquiry, member: ViewedPassage) -> tuple[PublishedEdition, ...]:
    """The edition before; where an edition was asked for by name, the one in force too."""
    others = inquiry.library.views.other_editions(member.edition)
    today = inquiry.library.view(inquiry.game, None).answering if inquiry.question.edition is not None else ()
    older = [e for e in others if _date(e) < _date(member.edition)][:1]
    return tuple(dict.fromkeys([*older, *(e for e in others if e in today)]))


def _date(edition: PublishedEdition) -> tuple[str, str]:
    since = edition.effective_from.isoformat() if edition.effective_from is not None else ""
    return since, edition.edition


def _origin(moves: RuleMoves, member: ViewedPassage) -> str | None:
    return moves.origin(member.passage.ref) if moves.knows_new(member.passage.ref) else None


def _comparable(first: ViewedPassage, second: ViewedPassage) -> bool:
    """Both texts are the publisher's, in one language: then their difference is one of the rules."""
    bodies = [{t.language for t in member.passage.texts_of(TextRole.BODY) if t.official} for member in (first, second)]
    return bool(bodies[0] & bodies[1])


def _same_text(first: ViewedPassage, second: ViewedPassage) -> bool:
    """The publisher's texts of both are the same, but for the numbers of other rules."""
    texts = [
        {
            (t.language, masked(t.text))
            for role in (TextRole.TITLE, TextRole.BODY)
            for t in member.passage.texts_of(role)
            if t.official
        }
        for member in (first, second)
    ]
    return bool(texts[0]) and texts[0] == texts[1]


def _sources(inquiry: Inquiry, other: PublishedEdition) -> tuple[PublishedEdition, ...]:
    """The editions of a document that the view takes its passages from, the answering one first."""
    editions = dict.fromkeys([*inquiry.view.answering, *(m.edition for m in inquiry.view.members)])
    return tuple(e for e in editions if e.document == other.document and e.edition != other.edition)


def _same_document(inquiry: Inquiry, other: PublishedEdition) -> PublishedEdition | None:
    return next((e for e in inquiry.view.answering if e.document == other.document), None)


def _text_of(member: ViewedPassage, language: str) -> str:
    words = quote(member.passage, language, member.edition.authority)
    return words.text if words is not None else ""


def _parent_name(inquiry: Inquiry, lookup: NumberLookup) -> str:
    for member in inquiry.view.find(lookup.parent or ""):
        title = title_for(member.passage, inquiry.language, member.edition.authority)
        return title or member.passage.ref
    return lookup.parent or lookup.mention.printed
