"""What the client sends: pages that each fit into one message, with a colour and the menus below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.answering.answer import AnswerCitation
from bot.discord.rendering import limits
from bot.discord.rendering.menus import Menu
from bot.discord.rendering.splitting import SMALLEST_PAGE, pages_of, width_of
from bot.discord.rendering.text import Block, Line

_NOTHING = "–"
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff \n\t"
_COUNTER = 24
"""UTF-16 units kept free for a page's number where it has to stand in the text."""
GREEN, RED, YELLOW, GREY = 0x2E7D32, 0xC62828, 0xF9A825, 0x546E7A
COLOURS = {"yes": GREEN, "no": RED, "depends": YELLOW}
"""By verdict; everything else is grey."""


def _no_address(citation: AnswerCitation) -> str | None:
    del citation
    return None


@dataclass(frozen=True, slots=True)
class Look:
    """How a reply is to be laid out."""

    embeds: bool = True
    """As embeds; plain text where the bot may not embed links."""
    short: bool = False
    """Citations in one line a document, without quotes."""
    address: Callable[[AnswerCitation], str | None] = field(default=_no_address)
    """Where a citation can be read on the web, if that is known."""


@dataclass(frozen=True, slots=True)
class Embed:
    description: str
    colour: int
    """0xRRGGBB."""
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One message: either content or an embed."""

    content: str = ""
    embed: Embed | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    language: str
    pages: tuple[Page, ...]
    """At least one."""
    menus: tuple[Menu, ...] = ()
    """Choices of the asker, one select menu each."""


def laid_out(
    body: Sequence[Block],
    foot: Sequence[Line],
    language: str,
    look: Look,
    *,
    colour: int = GREY,
    menus: tuple[Menu, ...] = (),
) -> Rendered:
    """Blocks as pages. The small print of `foot` closes the first page, where it is seen, however many follow; only
    where it is longer than half a page it comes last."""
    limit = limits.EMBED_DESCRIPTION if look.embeds else limits.CONTENT - _COUNTER
    texts = _texts([block for block in body if block.lines], Block(tuple(foot)), limit)
    # Discord refuses a message without anything to see.
    texts = tuple(text if text.strip(_UNSEEN) else _NOTHING for text in texts)
    numbers = [f"{number}/{len(texts)}" if len(texts) > 1 else "" for number in range(1, len(texts) + 1)]
    pages = [
        Page(embed=Embed(text, colour, number)) if look.embeds else Page(content=_numbered(text, number))
        for text, number in zip(texts, numbers, strict=True)
    ]
    return Rendered(language, tuple(pages), menus)


def _texts(body: Sequence[Block], foot: Block, limit: int) -> tuple[str, ...]:
    everything = [*body, foot] if foot.lines else body
    width = width_of([foot]) if foot.lines else 0
    if not width or width_of(everything) <= limit or width > limit // 2 or limit - width < SMALLEST_PAGE:
        return pages_of(everything, limit)
    first, *others = pages_of(body, limit, limit - width)
    (closing,) = pages_of([foot], limit)
    return (f"{first}\n\n{closing}", *others)


def _numbered(text: str, number: str) -> str:
    return f"{text}\n-# {number}" if number else text
