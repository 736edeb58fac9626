"""An `Answer` on a terminal, short first: verdict, answer, because, small print. Plain text where it is no terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from bot.answering.answer import Answer, Clarify
from bot.answering.headline import headline
from bot.answering.wording import (
    CitationWords,
    Sources,
    condition_words,
    said_words,
    sources_heading,
    sources_words,
)
from bot.locale.translation import translate
from bot.terminal.plain import printable

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
    sources = sources_words(answer)
    if sources:
        blocks.append(_because(answer, sources))
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
    return [Text(printable(text)) for text in said_words(answer)]


def _conditions(answer: Answer) -> list[RenderableType]:
    blocks: list[RenderableType] = []
    for heading, lines in condition_words(answer):
        blocks.append(Group(Text(heading, style="bold"), *(Text(f"• {printable(line)}") for line in lines)))
    return blocks


def _clarify(clarify: Clarify, language: str) -> RenderableType:
    lines = [Text(f"• {printable(translate(option.text, language))} ({option.value})") for option in clarify.options]
    return Group(Text(printable(translate(clarify.question, language)), style="bold"), *lines)


def _because(answer: Answer, sources: Sequence[Sources]) -> RenderableType:
    blocks: list[RenderableType] = [Text(sources_heading(answer), style="bold")]
    for one in sources:
        blocks.append(_small(one.document, indent=2))
        blocks.extend(Padding(_citation(citation), (0, 0, 0, 2)) for citation in one.citations)
    return Group(*blocks)


def _citation(citation: CitationWords) -> Text:
    """Number, counterparts and a one-line quote."""
    text = Text(printable(citation.ref), style="cyan")
    if citation.also:
        text.append(f" ({printable(citation.also)})", style="dim")
    if citation.quote:
        text.append(f"  {printable(citation.quote)}", style="default")
    return text


def _small(text: str, indent: int = 0) -> RenderableType:
    return Padding(Text(printable(text), style="dim"), (0, 0, 0, indent))


def _spaced(blocks: Sequence[RenderableType]) -> list[RenderableType]:
    """The blocks with an empty line between them."""
    spaced: list[RenderableType] = []
    for block in blocks:
        if spaced:
            spaced.append(Text(""))
        spaced.append(block)
    return spaced
