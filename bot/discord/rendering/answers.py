"""An `Answer` as pages: verdict first, then the answer, what it turns on, its sources, and the small print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.answering.answer import Answer, Message
from bot.answering.headline import headline
from bot.answering.wording import (
    CitationWords,
    Sources,
    condition_words,
    said_words,
    sources_heading,
    sources_words,
)
from bot.discord.rendering import limits
from bot.discord.rendering.menus import Menu, menus_of, not_in_menus
from bot.discord.rendering.pages import COLOURS, GREY, Look, Rendered, laid_out
from bot.discord.rendering.text import Block, Line, Span, bold, code, item, line, lines_of, linked, plain, raw, small
from bot.discord.rendering.text import small_lines as small_print
from bot.locale.translation import translate

MOST_MENUS = limits.ROWS - 2
"""Two rows below a reply are its buttons'."""


def render_answer(answer: Answer, look: Look | None = None) -> Rendered:
    """An answer in its reader's language: of a question, a rule's, keyword's or card's page, a question back."""
    chosen = look or Look()
    asked = answer.clarify or tuple(one for part in answer.parts for one in part.clarify)
    menus = menus_of(asked, answer.language, MOST_MENUS)
    foot = small_print(translate(notice, answer.language) for notice in answer.notices)
    left_out = not_in_menus(asked, menus)
    if left_out:
        foot = (*foot, *_left_out(left_out, answer.language))
    return laid_out(
        tuple(_blocks(answer, chosen)),
        foot,
        answer.language,
        chosen,
        colour=COLOURS.get(answer.verdict or "", GREY),
        menus=menus,
    )


def in_language(answer: Answer, language: str) -> Answer:
    """The same answer with our own words in another language, as for a channel's readers; what is quoted stays in the
    language in which it was asked for."""
    parts = tuple(in_language(part, language) for part in answer.parts)
    return replace(answer, language=language, parts=parts)


def _blocks(answer: Answer, look: Look) -> Iterator[Block]:
    for part in answer.parts:
        yield Block((line(bold(f"— {part.asked}")),))
        yield from _own_blocks(part, look)
        yield Block(small_print(translate(notice, answer.language) for notice in part.notices), gap=False)
    if not answer.parts:
        yield from _own_blocks(answer, look)


def _own_blocks(answer: Answer, look: Look) -> Iterator[Block]:
    first = _headline(answer)
    if first.spans:
        yield Block((first,))
    for index, said in enumerate(said_words(answer)):
        # The answer stands right below its verdict.
        yield Block(lines_of(said), gap=index > 0 or not first.spans)
    for heading, texts in condition_words(answer):
        yield Block((line(bold(heading)), *(item(plain(text)) for text in texts)))
    for clarify in answer.clarify:
        yield Block((line(bold(translate(clarify.question, answer.language))),))
    sources = sources_words(answer)
    if sources:
        yield Block(tuple(_short(answer, sources, look) if look.short else _full(answer, sources, look)))


def _headline(answer: Answer) -> Line:
    words = headline(answer)
    spans: list[Span] = []
    if words.verdict is not None:
        spans.append(bold(translate(words.verdict, answer.language)))
    if words.status is not None:
        if words.mark:
            spans.append(raw(f" {words.mark} " if spans else f"{words.mark} "))
        elif spans:
            spans.append(plain(" "))
        status = translate(words.status, answer.language)
        spans.append(plain(status) if words.verdict is not None else bold(status))
    return line(*spans)


def _full(answer: Answer, sources: tuple[Sources, ...], look: Look) -> Iterator[Line]:
    yield line(bold(sources_heading(answer)))
    for one in sources:
        yield small(plain(one.document))
        for words in one.citations:
            also = (plain(f" ({words.also})"),) if words.also else ()
            quote = (plain(f"  {words.quote}"),) if words.quote else ()
            yield item(_ref(words, look), *also, *quote)


def _short(answer: Answer, sources: tuple[Sources, ...], look: Look) -> Iterator[Line]:
    for index, one in enumerate(sources):
        heading = (bold(sources_heading(answer)), plain("  ")) if index == 0 else ()
        refs: list[Span] = []
        for words in one.citations:
            refs += [plain(" · "), _ref(words, look)] if refs else [_ref(words, look)]
        yield line(*heading, *refs, plain(f" — {one.document}"))


def _ref(words: CitationWords, look: Look) -> Span:
    return linked(code(words.ref), look.address(words.citation))


def _left_out(count: int, language: str) -> tuple[Line, ...]:
    said = Message(
        "{count} more choice does not fit here; name it in the question.",
        {"count": count},
        plural="{count} more choices do not fit here; name yours in the question.",
    )
    return small_print([translate(said, language)])


__all__ = ["MOST_MENUS", "Menu", "in_language", "render_answer"]
