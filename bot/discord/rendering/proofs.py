"""How a verdict follows from the rules, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answering.answer import Message
from bot.discord.rendering.pages import COLOURS, GREY, Look, Rendered
from bot.discord.rendering.sheets import Entry, Section, Sheet, render_sheet
from bot.locale.translation import N_, translate
from rule_check.wording import SaidStep

_SENTENCES = {
    "gap": N_("The text leaves open: {fact}"),
    "requires": N_("This needs: {fact}"),
    "waives": N_("Not needed here: {fact}"),
}
"""By kind of step; the words of any other say by themselves what they are."""
_TIMES = {
    "resolution": N_("As it resolves: {fact}."),
    "next_cleanup": N_("In the next cleanup: {fact}."),
    "next_beginning": N_("At the next beginning of a turn: {fact}."),
}


def proof_sheet(
    steps: Sequence[SaidStep], *, facts: Sequence[str] = (), assumed: Sequence[str] = (), verdict: str | None = None
) -> Sheet:
    """The steps of a proof in their order, over what was understood and what was taken for granted."""
    return Sheet(
        title=Message("How this follows from the rules"),
        sections=(Section(entries=tuple(Entry(_sentence(step), step.section) for step in steps)),),
        notices=(*_facts(facts, assumed),),
        colour=COLOURS.get(verdict or "", GREY),
    )


def render_proof(
    steps: Sequence[SaidStep],
    language: str,
    look: Look | None = None,
    *,
    facts: Sequence[str] = (),
    assumed: Sequence[str] = (),
    verdict: str | None = None,
) -> Rendered:
    """The proof of an answer; its words must have been made in the same language."""
    return render_sheet(proof_sheet(steps, facts=facts, assumed=assumed, verdict=verdict), language, look)


def proof_text(steps: Sequence[SaidStep], language: str) -> str:
    """The steps as plain lines, for what is kept with feedback."""
    return "\n".join(f"{step.section}  {translate(_sentence(step), language)}".strip() for step in steps)


def _sentence(step: SaidStep) -> Message | str:
    key = _TIMES.get(step.time or "") or _SENTENCES.get(step.kind)
    return Message(key, {"fact": step.words}) if key is not None else f"{step.words[:1].upper()}{step.words[1:]}"


def _facts(facts: Sequence[str], assumed: Sequence[str]) -> list[Message]:
    notices = []
    if facts:
        notices.append(Message("I understood: {facts}.", {"facts": tuple(facts)}))
    if assumed:
        notices.append(Message("I took it that: {facts}.", {"facts": tuple(assumed)}))
    return notices
