"""Pages that are no answers: a check's report, a proof, help, settings, an apology."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.answer import Message
from bot.discord.rendering.pages import GREY, Look, Rendered, laid_out
from bot.discord.rendering.text import Block, Line, Span, bold, code, item, line, lines_of, plain, raw, small_lines
from bot.locale.translation import translate

Text = Message | str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a section's list."""

    text: Text
    ref: str = ""
    """The rule that it rests on; empty where it rests on none."""


@dataclass(frozen=True, slots=True)
class Section:
    heading: Text | None = None
    says: tuple[Text, ...] = ()
    """Paragraphs."""
    entries: tuple[Entry, ...] = ()
    """A list below them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    title: Text | None = None
    """The first line."""
    mark: str = ""
    """One emoji before the title."""
    sections: tuple[Section, ...] = ()
    notices: tuple[Text, ...] = ()
    """The small print."""
    colour: int = GREY


def render_sheet(sheet: Sheet, language: str, look: Look | None = None) -> Rendered:
    """A sheet in a language."""
    blocks: list[Block] = []
    if sheet.title is not None:
        mark: tuple[Span, ...] = (raw(f"{sheet.mark} "),) if sheet.mark else ()
        blocks.append(Block((line(*mark, bold(translate(sheet.title, language))),)))
    for section in sheet.sections:
        blocks += _section(section, language)
    foot = small_lines(translate(notice, language) for notice in sheet.notices)
    return laid_out(blocks, foot, language, look or Look(), colour=sheet.colour)


def render_text(texts: Sequence[Text], language: str, look: Look | None = None) -> Rendered:
    """A few paragraphs without more: an error, a confirmation."""
    return render_sheet(Sheet(sections=(Section(says=tuple(texts)),)), language, look)


def _section(section: Section, language: str) -> list[Block]:
    heading: tuple[Line, ...] = (line(bold(translate(section.heading, language))),) if section.heading else ()
    paragraphs = [lines_of(translate(text, language)) for text in section.says]
    entries = tuple(_entry(entry, language) for entry in section.entries)
    if not paragraphs:
        return [Block((*heading, *entries))]
    blocks = [Block((*heading, *paragraphs[0])), *(Block(paragraph) for paragraph in paragraphs[1:])]
    return [*blocks, Block(entries, gap=False)] if entries else blocks


def _entry(entry: Entry, language: str) -> Line:
    ref: tuple[Span, ...] = (code(entry.ref), plain("  ")) if entry.ref else ()
    return item(*ref, plain(translate(entry.text, language)))
