"""The proof of an answer on a terminal: a numbered list, one sentence with its rules a step."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from bot.answering.answer import Answer, Message, ProofStep
from bot.answering.naming import compact_refs
from bot.locale.translation import translate
from bot.terminal.plain import printable
from bot.terminal.rendering import show


def render_proof(answer: Answer, console: Console) -> None:
    """Write the proofs of an answer and its parts below it, or that there is none."""
    show(Group(Text(""), proof_renderable(answer)), console)


def proof_renderable(answer: Answer) -> RenderableType:
    """The proof as something that Rich can show; of a compound answer that of each part."""
    if answer.parts:
        return Group(*(proof_renderable(part) for part in answer.parts))
    language = answer.language
    heading = Text(translate(Message("Proof"), language), style="bold")
    if answer.asked:
        heading.append(f" — {printable(answer.asked)}")
    if not answer.proof:
        none = Message("None: this answer was not derived from the formal rules.")
        return Group(heading, Text(translate(none, language), style="dim"))
    return Group(heading, *(_line(step, language) for step in answer.proof))


def _line(step: ProofStep, language: str) -> RenderableType:
    text = Text(f"{step.number}. {printable(translate(step.sentence, language))}")
    if step.refs:
        text.append(f" [{printable(compact_refs(step.refs))}]", style="cyan")
    if step.rests_on:
        numbers = ", ".join(str(number) for number in step.rests_on)
        text.append(f" ({translate(Message('from {steps}', {'steps': numbers}), language)})", style="dim")
    return Padding(text, (0, 0, 0, 2))
