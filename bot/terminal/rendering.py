"""An `Answer` on a terminal, short first: verdict, answer, because, small print. Plain text where it is no terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from bot.answering.answer import Answer, AnswerCitation, AnswerKind, Clarify, Message
from bot.answering.headline import headline
from bot.locale.translation import translate
from bot.terminal.plain import printable

QUOTE_LENGTH = 120
"""Characters of a citation's one-line quote; the whole rule is one command away."""

_NUMBERED = re.compile(r"(?:[A-Z]+\.)?\d[\w.]*$")
"""A rule's number; entries that have only a name of ours are shown by what they say."""
_VERDICT_STYLES = {"yes": "bold green", "no": "bold red", "depends": "bold yellow"}


def render_answer(answer: Answer, console: Console) -> None:
    """Write an answer to a console; colours and styles only where the console is a terminal."""
    show(answer_renderable(answer), console)


def show(shown: RenderableType, console: Console) -> None:
    """Write something to a console, to a file or pipe as plain text."""
    if console.is_terminal:
        console.print(shown)
        return
    # Rich fills each padded line up to the console's width, which no file or pipe has.
    with console.capture() as captured:
        console.print(shown, soft_wrap=True)
    console.out("\n".join(line.rstrip() for line in captured.get().splitlines()), highlight=False)


def answer_renderable(answer: Answer) -> RenderableType:
    """An answer as something that Rich can show."""
    blocks: list[RenderableType] = []
    if answer.parts:
        blocks.extend(Group(_asked(part), Text(""), answer_renderable(part)) for part in answer.parts)
    else:
        blocks.extend(_own_blocks(answer))
    small_print = [_small(translate(notice, answer.language)) for notice in answer.notices]
    if small_print:
        blocks.append(Group(*small_print))
    return Group(*_spaced(blocks))


def _own_blocks(answer: Answer) -> list[RenderableType]:
    blocks: list[RenderableType] = []
    first = _headline(answer)
    if first.plain:
        blocks.append(first)
    blocks.extend(_said(answer))
    blocks.extend(_conditions(answer))
    blocks.extend(_clarify(clarify, answer.language) for clarify in answer.clarify)
    if any(_NUMBERED.match(citation.ref) for citation in answer.citations):
        blocks.append(_because(answer))
    return blocks


def _asked(part: Answer) -> Text:
    """The words of a sub-question, over its answer."""
    return Text(f"— {printable(part.asked)}", style="bold")


def _headline(answer: Answer) -> Text:
    line = headline(answer)
    text = Text()
    if line.verdict is not None:
        text.append(translate(line.verdict, answer.language), style=_VERDICT_STYLES.get(answer.verdict or "", "bold"))
    if line.status is not None:
        said = translate(line.status, answer.language)
        separator = " " if text.plain else ""
        text.append(f"{separator}{line.mark} {said}" if line.mark else f"{separator}{said}", style="bold")
    return text


def _said(answer: Answer) -> list[RenderableType]:
    asked = {translate(clarify.question, answer.language) for clarify in answer.clarify}
    texts = (translate(said, answer.language) for said in answer.says)
    return [Text(printable(text)) for text in texts if text.strip() and text not in asked]


def _conditions(answer: Answer) -> list[RenderableType]:
    blocks: list[RenderableType] = []
    for heading, messages in (
        (Message("If all of this holds:"), answer.conditions),
        (Message("Unless:"), answer.unless),
    ):
        if messages:
            lines = [Text(f"• {printable(translate(message, answer.language))}") for message in messages]
            blocks.append(Group(Text(translate(heading, answer.language), style="bold"), *lines))
    return blocks


def _clarify(clarify: Clarify, language: str) -> RenderableType:
    lines = [Text(f"• {printable(translate(option.text, language))} ({option.value})") for option in clarify.options]
    return Group(Text(printable(translate(clarify.question, language)), style="bold"), *lines)


def _because(answer: Answer) -> RenderableType:
    heading = Message("Because") if answer.kind in (AnswerKind.FAQ, AnswerKind.DERIVED) else Message("Sources")
    blocks: list[RenderableType] = [Text(translate(heading, answer.language), style="bold")]
    said = "\n".join(translate(text, answer.language) for text in answer.says)
    numbered = [citation for citation in answer.citations if _NUMBERED.match(citation.ref)]
    for where, citations in groupby(numbered, key=lambda citation: _document(citation, answer.language)):
        blocks.append(_small(where, indent=2))
        blocks.extend(Padding(_citation(citation, said), (0, 0, 0, 2)) for citation in citations)
    return Group(*blocks)


def _document(citation: AnswerCitation, language: str) -> str:
    """Title, edition, date and whose words: "Core Rules 1.5 (2026-10-09), in our words"; nothing is said twice."""
    parts = [citation.document_title]
    if citation.edition != citation.document and citation.edition.casefold() not in citation.document_title.casefold():
        parts.append(citation.edition)
    date = citation.effective_from.isoformat() if citation.effective_from is not None else ""
    if date and date != citation.edition:
        parts.append(f"({date})")
    document = printable(" ".join(parts))
    if citation.official or not citation.quote:
        return document
    return translate(Message("{document}, in our words", {"document": document}), language)


def _citation(citation: AnswerCitation, said: str) -> Text:
    """Number, counterparts and a one-line quote; no quote of what the answer has said already."""
    text = Text(printable(citation.ref), style="cyan")
    also = ", ".join(f"{other.edition}: {other.ref}" for other in citation.also if other.ref != citation.ref)
    if also:
        text.append(f" ({printable(also)})", style="dim")
    quoted = "" if citation.quote in said else _one_line(citation.quote)
    if quoted:
        text.append(f"  {quoted}", style="default")
    return text


def _small(text: str, indent: int = 0) -> RenderableType:
    return Padding(Text(printable(text), style="dim"), (0, 0, 0, indent))


def _one_line(text: str) -> str:
    """The first of a text's words that fit in one line."""
    line = " ".join(printable(text).split())
    if len(line) <= QUOTE_LENGTH:
        return line
    return line[:QUOTE_LENGTH].rsplit(" ", 1)[0].rstrip(" ,;:.") + " …"


def _spaced(blocks: Sequence[RenderableType]) -> list[RenderableType]:
    """The blocks with an empty line between them."""
    spaced: list[RenderableType] = []
    for block in blocks:
        if spaced:
            spaced.append(Text(""))
        spaced.append(block)
    return spaced
