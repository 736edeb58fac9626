"""Reads Discord's markdown as its clients do, as far as the renderer uses it or has to keep others from using it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.discord.rendering.escaping import GAP
from bot.discord.rendering.pages import Page, Rendered

_ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")
_WORDS = re.compile(r"[^\\*`_~|\[\]<]+")
_LINE_START = re.compile(r" *(-# |#{1,3} |[-+*] |\d+\. |>{1,3} )")
_LINK = re.compile(r"\[(`?[A-Za-z0-9. -]+`?)\]\(<https?://[^\s<>()]+>\)")
_LIVE = re.compile(r"https?://|<(?:@|#|:|a:|t:|/|id:|https?:)|\]\(")
_CODE = re.compile(r"`[^`]+`")
_MENTION = re.compile(r"@everyone|@here|<@[!&]?\d")
"""What the servers look for, whether or not it is escaped."""


@dataclass
class Reading:
    """What a reader sees of one message."""

    shown: str = ""
    """Its text without markup."""
    bold: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    """The markup at the beginnings of its lines."""
    live: list[str] = field(default_factory=list)
    """Everything else that Discord would do something with."""


def read(text: str) -> Reading:
    reading = Reading()
    for number, one in enumerate(text.split("\n")):
        reading.shown += "\n" if number else ""
        start = _LINE_START.match(one)
        if start is not None:
            reading.starts.append(start.group(1))
            one = one[start.end() :]
        _read_line(one, reading)
    return reading


def _read_line(one: str, reading: Reading) -> None:
    at, bold_from = 0, None
    reading.live += _LIVE.findall(_CODE.sub("\ufffc", _ESCAPE.sub("\ufffc", _LINK.sub("", one)))) + _MENTION.findall(
        one
    )
    while at < len(one):
        if words := _WORDS.match(one, at):
            reading.shown += words.group()
            at = words.end()
        elif escape := _ESCAPE.match(one, at):
            reading.shown += escape.group(1)
            at = escape.end()
        elif link := _LINK.match(one, at):
            reading.shown += link.group(1)
            at = link.end()
        elif one.startswith("**", at):
            if bold_from is None:
                bold_from = len(reading.shown)
            else:
                reading.bold.append(reading.shown[bold_from:])
                bold_from = None
            at += 2
        elif one[at] == "`" and "`" in one[at + 1 :]:
            end = one.index("`", at + 1)
            reading.code.append(one[at + 1 : end])
            reading.shown += one[at + 1 : end]
            at = end + 1
        else:
            if one[at] in "*_~|`[]<\\":
                reading.live.append(one[at:])
            reading.shown += one[at]
            at += 1
    if bold_from is not None:
        reading.live.append("** without an end")


def seen(text: str) -> str:
    """A text without spaces, and without what keeps mentions apart."""
    return "".join(c for c in text if not c.isspace() and c != GAP)


def page_text(page: Page) -> str:
    return page.content or (page.embed.description if page.embed else "")


def problems(rendered: Rendered) -> list[str]:
    """How a reply breaks Discord's limits, in code points as its servers count and in UTF-16 units."""
    found = []
    for page in rendered.pages:
        embed = page.embed
        texts = [("content", page.content, 2000)]
        if embed is not None:
            texts += [("description", embed.description, 4096), ("footer", embed.footer, 2048)]
            texts += [("embed", embed.description.strip() + embed.footer.strip(), 6000)]
        found += [f"{name}: {len(t)}" for name, t, most in texts if max(len(t), _utf16(t)) > most]
        if not page_text(page).strip():
            found.append("an empty message")
    if len(rendered.menus) > 5:
        found.append("too many menus")
    for menu in rendered.menus:
        if not 1 <= len(menu.options) <= 25:
            found.append(f"{len(menu.options)} options")
        texts = [("placeholder", menu.placeholder, 150)]
        texts += [("label", option.label, 100) for option in menu.options]
        found += [f"{name}: {t!r}" for name, t, most in texts if not t.strip() or _utf16(t) > most]
        found += [f"description: {o.description!r}" for o in menu.options if _utf16(o.description) > 100]
    return found


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
