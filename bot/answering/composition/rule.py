"""A rule that the question names by its number: its text and what stands around it, or that there is no such rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.answering.answer import Answer, AnswerKind, Message, MessageValue
from bot.answering.citations import Cited, cite
from bot.answering.inquiry import Inquiry
from bot.answering.naming import compact_refs, edition_name
from bot.answering.quoting import quote, title_for
from bot.answering.rule_view import RuleLine, RuleView, rule_view
from index.references import NumberLookup
from rules_corpus.editions import ViewedPassage
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import EditionRef, PassageKind, PublishedEdition

_MOST_LINES = 12
"""So many rules below one are listed; of the others only the number is told."""
_LINE_LENGTH = 160

# What may stand around the number in a question that asks for the rule itself.
_ASKING_WORDS = """
rule rules section number no cr core comprehensive what whats is are does do say says mean means the a of text read
show me give tell about explain please can you quote in riftbound magic mtg vandaria and
aturan peraturan pasal nomor apa itu isi isinya bunyi bunyinya tentang jelaskan jelasin tolong dong sih ya min bang
kak tunjukkan tampilkan artinya maksudnya arti maksud dari di dan kasih tau
regla reglas norma numero que dice es la el de del explica explicame muestra muestrame ensename texto por favor
significa cual cuales en y seccion articulo
"""
_ASKING = frozenset(_ASKING_WORDS.split())
_WORD = re.compile(r"[^\W_]+")


def rule_asked(inquiry: Inquiry) -> Answer | None:
    """The rules that the text asks for, where it asks for nothing else; None where it is another question."""
    if not inquiry.understanding.numbers or not _asks_for_rules_only(inquiry):
        return None
    lookups = lookups_of(inquiry)
    missing = [lookup for lookup in lookups if not lookup.exists]
    found = [lookup.found[0] for lookup in lookups if lookup.exists]
    if not found:
        return _none_exists(inquiry, missing)
    views = [view_of(inquiry, member) for member in found]
    says: list[Message | str] = []
    for one in views:
        says.extend(_page(one, inquiry.language, with_ref=len(views) > 1))
    notices = [*_same_number_elsewhere(inquiry, lookups), *(no_such_rule(inquiry, lookup) for lookup in missing)]
    return inquiry.answer(
        AnswerKind.RULE,
        says,
        shown=found,
        cited=[c for member in found for c in _citations(inquiry, member)],
        confidence=1.0 if not missing else 0.8,
        notices=notices,
    )


def heading_asked(inquiry: Inquiry, member: ViewedPassage) -> Answer:
    """A rule or section that the text asks for by its name."""
    return inquiry.answer(
        AnswerKind.RULE,
        _page(view_of(inquiry, member), inquiry.language, with_ref=True),
        shown=(member,),
        cited=_citations(inquiry, member),
        confidence=0.95,
    )


def missing_numbers(inquiry: Inquiry) -> tuple[Message, ...]:
    """A notice for every number in the question that does not exist."""
    return tuple(no_such_rule(inquiry, lookup) for lookup in lookups_of(inquiry) if not lookup.exists)


def lookups_of(inquiry: Inquiry) -> tuple[NumberLookup, ...]:
    """What each number in the question leads to in the view."""
    return tuple(
        inquiry.library.lookup(mention, inquiry.game, inquiry.question.edition)
        for mention in inquiry.understanding.numbers
    )


def view_of(inquiry: Inquiry, member: ViewedPassage) -> RuleView:
    return rule_view(member, inquiry.view, inquiry.language, inquiry.library.today, inquiry.upcoming)


def no_such_rule(inquiry: Inquiry, lookup: NumberLookup) -> Message:
    """That a number does not exist, in which edition, and which ones do instead."""
    ref = lookup.mention.printed
    other = _other_edition(inquiry, lookup)
    edition = _nearest_edition(inquiry)
    if edition is None:
        return Message("I have no rule {ref}.", {"ref": ref})
    here = edition_name(edition, inquiry.language)
    complete = all(e.complete for e in inquiry.view.answering)
    if other is not None:
        found: dict[str, MessageValue] = {
            "ref": ref,
            "here": here,
            "other": edition_name(other.edition, inquiry.language),
        }
        if new := _number_now(inquiry, other):
            return Message("{ref} is a number of {other}; in {here} that rule is {new}.", {**found, "new": new})
        if complete:
            return Message("{ref} does not exist in {here}; it is a number of {other}.", found)
        return Message("{ref} is not in what I have of {here}; it is a number of {other}.", found)
    siblings = [ref for ref in lookup.siblings if ref != lookup.parent]
    values: dict[str, MessageValue] = {"ref": ref, "here": here, "siblings": compact_refs(siblings)}
    if not siblings or lookup.parent is None:
        if complete:
            return Message("{ref} does not exist in {here}.", {"ref": ref, "here": here})
        return Message("{ref} is not in what I have of {here}.", {"ref": ref, "here": here})
    name = _parent_name(inquiry, lookup)
    if complete:
        return Message("{ref} does not exist in {here}; {name} has {siblings}.", {**values, "name": name})
    return Message("{ref} is not in what I have of {here}; there {name} has {siblings}.", {**values, "name": name})


def _number_now(inquiry: Inquiry, other: ViewedPassage) -> str | None:
    """The number that a rule of another edition has in the answering one, where that is stated."""
    place = EditionRef(other.edition.edition, other.passage.ref)
    for member in inquiry.view.members:
        if not member.inherited and member.passage.kind is PassageKind.RULE and place in member.passage.counterparts:
            return member.passage.ref
    return None


def _none_exists(inquiry: Inquiry, missing: Sequence[NumberLookup]) -> Answer:
    says: list[Message | str] = [no_such_rule(inquiry, lookup) for lookup in missing]
    shown: list[ViewedPassage] = []
    cited: list[Cited] = []
    elsewhere = inquiry
    for lookup in missing:
        other = _other_edition(inquiry, lookup)
        if other is not None:
            says.append(_text_of(other, inquiry.language))
            shown.append(other)
            cited.append(cite(other, inquiry.language))
            elsewhere = replace(inquiry, view=inquiry.library.view(inquiry.game, other.edition.edition))
    return elsewhere.answer(
        AnswerKind.RULE if shown else AnswerKind.ABSTAIN,
        says,
        shown=shown,
        cited=cited,
        status=Message("Not a rule of this edition") if shown else Message("No such rule"),
        confidence=0.6 if shown else 0.9,
    )


def _asks_for_rules_only(inquiry: Inquiry) -> bool:
    rest = list(inquiry.text)
    for mention in inquiry.understanding.numbers:
        rest[mention.start : mention.end] = " " * (mention.end - mention.start)
    words = _WORD.findall(fold("".join(rest)))
    # One letter may be left of a range ("702.6a-c").
    return all(word in _ASKING or len(word) == 1 for word in words)


def _page(view: RuleView, language: str, *, with_ref: bool) -> list[Message | str]:
    text = _text_of(view.member, language)
    says: list[Message | str] = [Message("{ref}: {text}", {"ref": view.ref, "text": text}) if with_ref else text]
    if view.parent is not None and view.parent.text:
        says.append(Message("It belongs to {ref}: {text}", {"ref": view.parent.ref, "text": _short(view.parent.text)}))
    if view.children:
        lines = "\n".join(_listed(child) for child in view.children[:_MOST_LINES])
        more = len(view.children) - _MOST_LINES
        says.append(Message("Below it:\n{lines}", {"lines": lines}))
        if more > 0:
            says.append(Message("… and {count} more rule.", {"count": more}, plural="… and {count} more rules."))
    if view.see:
        says.append(Message("See also: {refs}", {"refs": "\n".join(_listed(line) for line in view.see)}))
    return says


def _listed(line: RuleLine) -> str:
    return f"{line.ref} {_short(line.text)}".rstrip()


def _short(text: str) -> str:
    if len(text) <= _LINE_LENGTH:
        return text
    return text[:_LINE_LENGTH].rsplit(" ", 1)[0].rstrip(" ,;:.") + " …"


def _text_of(member: ViewedPassage, language: str) -> str:
    words = quote(member.passage, language, member.edition.authority)
    return words.text if words is not None else ""


def _citations(inquiry: Inquiry, member: ViewedPassage) -> list[Cited]:
    """The rule; where it only names what is below it, those rules too."""
    cited = [cite(member, inquiry.language)]
    if member.passage.heading:
        cited += [cite(child, inquiry.language) for child in inquiry.view.children(member)[:_MOST_LINES]]
    return cited


def _same_number_elsewhere(inquiry: Inquiry, lookups: Sequence[NumberLookup]) -> list[Message]:
    """That a number means another rule in the older edition which the answering one builds on."""
    found: list[Message] = []
    for lookup in lookups:
        for member in _other_rules(inquiry, lookup):
            found.append(
                Message(
                    "In {edition}, {ref} is another rule: {text}",
                    {
                        "edition": edition_name(member.edition, inquiry.language),
                        "ref": member.passage.ref,
                        "text": _short(_text_of(member, inquiry.language)),
                    },
                )
            )
    return found


def _other_rules(inquiry: Inquiry, lookup: NumberLookup) -> Iterator[ViewedPassage]:
    """The rules that the found number means in the base of its edition, where it is stated not to be the same."""
    for member in lookup.found[:1]:
        label = member.edition.base
        stated = {c.ref for c in member.passage.counterparts if c.edition == label}
        if label is None or not stated or label not in inquiry.library.views.labels(inquiry.game):
            continue
        for older in inquiry.library.lookup(lookup.mention, inquiry.game, label).found:
            if older.edition.edition == label and older.passage.ref not in stated:
                yield older


def _other_edition(inquiry: Inquiry, lookup: NumberLookup) -> ViewedPassage | None:
    return inquiry.library.elsewhere(lookup.mention, inquiry.game, inquiry.question.edition)


def _nearest_edition(inquiry: Inquiry) -> PublishedEdition | None:
    return inquiry.view.answering[0] if inquiry.view.answering else None


def _parent_name(inquiry: Inquiry, lookup: NumberLookup) -> str:
    for member in inquiry.view.find(lookup.parent or ""):
        title = title_for(member.passage, inquiry.language, member.edition.authority)
        return title or member.passage.ref
    return lookup.parent or lookup.mention.printed
