"""A rule that the question names by its number: its text and what stands around it, or that there is no such rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.citations import Cited, cite
from bot.answering.composition.rule_moves import moved_rule, no_such_rule, same_number_elsewhere
from bot.answering.composition.rule_page import members_listed, rule_page, text_of
from bot.answering.inquiry import Inquiry
from bot.answering.library import Library
from bot.answering.naming import game_name
from bot.answering.rule_view import RuleView, rule_view
from bot.answering.understanding import Understanding
from bot.errors import UserError
from index.references import NumberLookup
from rules_corpus.editions import ViewedPassage
from rules_corpus.lexicon.words import fold

# What may stand around the number in a question that asks for the rule itself.
_ASKING_WORDS = """
rule rules section number no cr core comprehensive what whats is are does do say says mean means the a of text read
show me give just tell about explain please can you quote in riftbound magic mtg vandaria and to through
all its with together full whole subrule subrules sub
aturan peraturan pasal nomor apa itu isi isinya bunyi bunyinya tentang jelaskan jelasin tolong dong sih ya min bang
kak tunjukkan tampilkan artinya maksudnya arti maksud dari di dan kasih tau sampai hingga
semua beserta dengan subaturan subaturannya turunannya lengkap
regla reglas norma numero que dice es la el de del explica explicame muestra muestrame ensename texto por favor
significa cual cuales en y seccion articulo a hasta
todas todo con sus subreglas subregla completa
"""
# What asks for the rule without those below it.
_ALONE_WORDS = """
only alone without itself children
saja doang aja hanya cuma tanpa
solo solamente unicamente sin
"""
_MOST_CITED = 12
"""So many rules below a heading are cited with it."""
_ALONE = frozenset(_ALONE_WORDS.split())
_ASKING = frozenset(_ASKING_WORDS.split()) | _ALONE
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class RulesFound:
    """What the numbers in a text lead to."""

    views: tuple[RuleView, ...]
    moved: tuple[Message, ...]
    """Of the numbers that another edition has: where the rule stands here."""
    missing: tuple[NumberLookup, ...]
    """The numbers that lead to no rule of the view."""
    lookups: tuple[NumberLookup, ...]


def rule_asked(inquiry: Inquiry) -> Answer | None:
    """The rules that the text asks for, where it asks for nothing else; None where it is another question."""
    rest = _other_words(inquiry.understanding)
    if not inquiry.understanding.numbers or not _asks_for_rules_only(rest):
        return None
    return rules_answer(inquiry, alone=bool(_ALONE.intersection(rest)))


def rules_answer(inquiry: Inquiry, *, alone: bool = False) -> Answer:
    """The rules whose numbers the text has; `alone` leaves out those below them."""
    found = rules_found(inquiry)
    if not found.views:
        return _none_exists(inquiry, found.missing)
    several = len(found.views) > 1
    says: list[Message | str] = list(found.moved)
    shown: list[ViewedPassage] = []
    cited: list[Cited] = []
    for one in found.views:
        says += rule_page(one, inquiry.language, with_ref=several or bool(found.moved), alone=alone, places=not several)
        shown += [one.member, *(() if alone else members_listed(one, one.inherited))]
        cited += _citations(inquiry, one.member, alone)
    missing = _one_of_each_range(found.missing)
    elsewhere = [message for lookup in found.lookups for message in same_number_elsewhere(inquiry, lookup)]
    return inquiry.answer(
        AnswerKind.RULE,
        says,
        shown=shown,
        cited=cited,
        confidence=1.0 if not found.missing and not found.moved else 0.8,
        notices=[*elsewhere, *(no_such_rule(inquiry, lookup) for lookup in missing)],
    )


def rules_found(inquiry: Inquiry) -> RulesFound:
    """Every number in the text looked up; one that only another edition has is followed to its rule in the view."""
    lookups = lookups_of(inquiry)
    members: list[ViewedPassage] = []
    moved: list[Message] = []
    missing: list[NumberLookup] = []
    for lookup in lookups:
        if lookup.exists:
            members.append(lookup.found[0])
            continue
        went = moved_rule(inquiry, lookup)
        if went is not None and went.target is not None:
            members.append(went.target)
            moved.append(no_such_rule(inquiry, lookup))
        else:
            missing.append(lookup)
    views = tuple(view_of(inquiry, member) for member in dict.fromkeys(members))
    return RulesFound(views, tuple(moved), tuple(missing), lookups)


def rule_views(inquiry: Inquiry) -> tuple[RuleView, ...]:
    """The rules whose numbers the text has, at least one, each with what is to be said of its number.

    :raises UserError: the text has no number, or none of a rule.
    """
    found = rules_found(inquiry)
    if not found.lookups:
        raise UserError(Message("{text} is no rule number.", {"text": inquiry.text}))
    if not found.views:
        raise UserError(no_such_rule(inquiry, found.missing[0]))
    first, *others = found.views
    notices = (*found.moved, *(no_such_rule(inquiry, lookup) for lookup in _one_of_each_range(found.missing)))
    return replace(first, notices=(*notices, *first.notices)), *others


def heading_asked(inquiry: Inquiry, member: ViewedPassage) -> Answer:
    """A rule or section that the text asks for by its name."""
    view = view_of(inquiry, member)
    return inquiry.answer(
        AnswerKind.RULE,
        rule_page(view, inquiry.language, with_ref=True),
        shown=(member, *members_listed(view, view.inherited)),
        cited=_citations(inquiry, member, alone=False),
        confidence=0.95,
    )


def missing_numbers(inquiry: Inquiry) -> tuple[Message, ...]:
    """A notice for every number in the question that does not exist."""
    return tuple(no_such_rule(inquiry, lookup) for lookup in lookups_of(inquiry) if not lookup.exists)


def names_no_rule(inquiry: Inquiry) -> bool:
    """Whether the question rests on a number that no edition of the game has, and on none that exists."""
    lookups = lookups_of(inquiry)
    known = (inquiry.library.has_number(inquiry.game, lookup.mention) for lookup in lookups)
    return bool(lookups) and not any(known)


def no_game_has(understanding: Understanding, library: Library) -> Answer | None:
    """That no game has the rules that the text asks for; None where one has, or where it asks something else."""
    numbers = understanding.numbers
    if not numbers or not _asks_for_rules_only(_other_words(understanding)):
        return None
    if any(library.has_number(game, number) for game in library.games for number in numbers):
        return None
    return Answer(
        language=understanding.language,
        game=None,
        kind=AnswerKind.ABSTAIN,
        verdict=None,
        says=(_no_game(numbers[0].printed, library),),
        status=Message("No such rule"),
        confidence=0.9,
    )


def _no_game(ref: str, library: Library) -> Message:
    games = tuple(game_name(game) for game in library.games)
    return Message("No game that I have rules of has a rule {ref}: {games}.", {"ref": ref, "games": games})


def lookups_of(inquiry: Inquiry) -> tuple[NumberLookup, ...]:
    """What each number in the question leads to in the view."""
    return tuple(
        inquiry.library.lookup(mention, inquiry.game, inquiry.question.edition)
        for mention in inquiry.understanding.numbers
    )


def view_of(inquiry: Inquiry, member: ViewedPassage) -> RuleView:
    return rule_view(member, inquiry.view, inquiry.language, inquiry.library.today, inquiry.upcoming)


def _none_exists(inquiry: Inquiry, missing: Sequence[NumberLookup]) -> Answer:
    says: list[Message | str] = [no_such_rule(inquiry, lookup) for lookup in _one_of_each_range(missing)]
    shown: list[ViewedPassage] = []
    elsewhere = inquiry
    for lookup in missing:
        other = inquiry.library.elsewhere(lookup.mention, inquiry.game, inquiry.question.edition)
        if other is not None:
            says.append(text_of(other, inquiry.language))
            shown.append(other)
            elsewhere = replace(inquiry, view=inquiry.library.view(inquiry.game, other.edition.edition))
    return elsewhere.answer(
        AnswerKind.RULE if shown else AnswerKind.ABSTAIN,
        says,
        shown=shown,
        cited=[cite(other, inquiry.language) for other in shown],
        status=Message("Not a rule of this edition") if shown else Message("No such rule"),
        confidence=0.6 if shown else 0.9,
    )


def _one_of_each_range(missing: Sequence[NumberLookup]) -> list[NumberLookup]:
    """The first missing number of each range: the others would be reported in the same words."""
    ranges: dict[int, NumberLookup] = {}
    for lookup in missing:
        ranges.setdefault(lookup.mention.start, lookup)
    return list(ranges.values())


def _other_words(understanding: Understanding) -> list[str]:
    """The words of a text beside the rule numbers."""
    rest = list(understanding.text)
    for mention in understanding.numbers:
        rest[mention.start : mention.end] = " " * (mention.end - mention.start)
    return _WORD.findall(fold("".join(rest)))


def _asks_for_rules_only(words: Sequence[str]) -> bool:
    # One letter may be left of a range ("702.6a-c").
    return all(word in _ASKING or len(word) == 1 for word in words)


def _citations(inquiry: Inquiry, member: ViewedPassage, alone: bool) -> list[Cited]:
    """The rule; where it only names what is below it, those rules too."""
    cited = [cite(member, inquiry.language)]
    if member.passage.heading and not alone:
        cited += [cite(child, inquiry.language) for child in inquiry.view.children(member)[:_MOST_CITED]]
    return cited
