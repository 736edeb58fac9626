"""Formal rules held against the official texts that are loaded: what rests on a changed text is not checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.answering.answer import Message
from bot.answering.checking import Considered
from bot.answering.inquiry import Inquiry
from bot.answering.naming import compact_refs, edition_name
from rule_check.derivation import Derivation
from rule_check.findings import Finding
from rule_check.topics import Topic


def against_texts(considered: Considered | None, inquiry: Inquiry) -> Considered | None:
    """What was derived, without the derivation where it rests on a stale section."""
    if considered is None or considered.derivation is None:
        return considered
    stale = stale_sections(inquiry, considered.derivation)
    if not stale:
        return considered
    return replace(considered, finding=Finding.SATISFIABLE, derivation=None, stale=stale)


def stale_sections(inquiry: Inquiry, derivation: Derivation) -> tuple[str, ...]:
    """The stale ones of the sections that a derivation rests on, where the inquiry's edition answers."""
    bindings = inquiry.library.bindings(inquiry.game)
    if bindings is None:
        return ()
    silent_defaults = (section for branch in derivation.branches for section in branch.trail)
    return bindings.stale(dict.fromkeys((*derivation.trail, *silent_defaults)), inquiry.view)


def stale_notice(stale: Sequence[str]) -> Message:
    """That something could not be checked, and on account of which sections."""
    return Message(
        "Not checked: the formal rules for {refs} were written from another text than the one that applies here, or an "
        "official ruling contradicts them, and nobody has confirmed them yet.",
        {"refs": compact_refs(stale)},
    )


def edition_notices(inquiry: Inquiry, topic: Topic, trail: Sequence[str]) -> tuple[Message, ...]:
    """That the rules of a derivation read the same in the edition that answers, but were not written for it."""
    bindings = inquiry.library.bindings(inquiry.game)
    edition = bindings.answering(inquiry.view) if bindings is not None else None
    if bindings is None or edition is None or edition.edition == topic.edition:
        return ()
    if all(any(place.edition == edition.edition for place in bindings.known_places(section)) for section in trail):
        return ()
    return (
        Message(
            "The formal rules were written for edition {written}. Those used here read the same in {current}; what "
            "else is different there is not taken into account.",
            {"written": topic.edition, "current": edition_name(edition, inquiry.language)},
        ),
    )
