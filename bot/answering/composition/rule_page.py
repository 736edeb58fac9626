"""The paragraphs of one rule: what it says, what is above, below and beside it, and what it refers to."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answering.answer import Message
from bot.answering.quoting import excerpt, quote
from bot.answering.rule_view import RuleLine, RuleView
from rules_corpus.editions import ViewedPassage

MOST_LINES = 40
"""So many rules below one are listed; of the others only the number is told."""
_WHOLE_LENGTH = 5000
"""Characters; lists longer than this show the first words of each rule only."""


def rule_page(
    view: RuleView, language: str, *, with_ref: bool, alone: bool = False, places: bool = True
) -> list[Message | str]:
    """`alone`: without the rules below it. `places`: with what is above, before and after it."""
    text = text_of(view.member, language)
    says: list[Message | str] = [Message("{ref}: {text}", {"ref": view.ref, "text": text}) if with_ref else text]
    above = [line for line in reversed(view.parents) if line.text]
    if above and places:
        path = " › ".join(f"{line.ref}: {excerpt(line.text)}" for line in above)
        says.append(Message("It belongs to {path}", {"path": path}))
    if view.below and alone:
        says.append(
            Message(
                "{count} rule below it is not shown.",
                {"count": len(view.below)},
                plural="{count} rules below it are not shown.",
            )
        )
    elif view.below:
        says += _below(view)
    if view.see:
        says.append(Message("See also: {refs}", {"refs": "\n".join(_listed(line) for line in view.see)}))
    if places and not alone:
        says += _beside(view)
    return says


def text_of(member: ViewedPassage, language: str) -> str:
    """What a rule says in a reader's language; empty where it has no text."""
    words = quote(member.passage, language, member.edition.authority)
    return words.text if words is not None else ""


def listed(view: RuleView) -> tuple[RuleLine, ...]:
    """The rules below one that its page lists: all of them, or where they are too many those directly below it."""
    lines = view.below if len(view.below) <= MOST_LINES else view.children
    return tuple(lines[:MOST_LINES])


def _below(view: RuleView) -> list[Message | str]:
    lines = listed(view)
    whole = sum(len(line.text) for line in lines) <= _WHOLE_LENGTH
    shown = "\n".join(_listed(line, whole=whole) for line in lines)
    says: list[Message | str] = [Message("Below it:\n{lines}", {"lines": shown})]
    more = len(view.below) - len(lines)
    if more > 0:
        says.append(Message("… and {count} more rule.", {"count": more}, plural="… and {count} more rules."))
    return says


def _beside(view: RuleView) -> list[Message | str]:
    says: list[Message | str] = []
    if view.previous is not None:
        says.append(Message("Before it: {rule}", {"rule": _listed(view.previous)}))
    if view.next is not None:
        says.append(Message("After it: {rule}", {"rule": _listed(view.next)}))
    return says


def _listed(line: RuleLine, *, whole: bool = False) -> str:
    return f"{'  ' * line.depth}{line.ref} {line.text if whole else excerpt(line.text)}".rstrip()


def members_listed(view: RuleView, members: Sequence[ViewedPassage]) -> list[ViewedPassage]:
    """Those of some rules that the page lists."""
    refs = {line.ref for line in listed(view)}
    return [member for member in members if member.passage.ref in refs]
