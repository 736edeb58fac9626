"""The ids of buttons and menus: what to do, to which reply; they are read again after a restart."""

from __future__ import annotations

import re

from bot.discord.rendering import limits

_PART = re.compile(r"[A-Za-z0-9_-]+")
_PREFIX = "rb"


def custom_id(action: str, reply_id: str, *more: str) -> str:
    """An id such as "rb:proof:Xk3_9": the action, the reply's id, and what else the action needs.

    :raises ValueError: a part has other characters than letters, digits, `-` and `_`, or the whole is too long.
    """
    parts = (action, reply_id, *more)
    made = ":".join((_PREFIX, *parts))
    if len(made) > limits.CUSTOM_ID or not all(_PART.fullmatch(part) for part in parts):
        raise ValueError(f"no possible custom id: {made!r}")
    return made


def parts_of(made: str) -> tuple[str, str, tuple[str, ...]] | None:
    """(action, reply's id, the rest) of an id of ours; None of any other."""
    prefix, *parts = made.split(":")
    if prefix != _PREFIX or len(parts) < 2 or not all(_PART.fullmatch(part) for part in parts):
        return None
    return parts[0], parts[1], tuple(parts[2:])


def template(action: str) -> re.Pattern[str]:
    """Matches every id of an action, for a client that looks for them."""
    return re.compile(rf"{_PREFIX}:{re.escape(action)}:(?P<reply>[A-Za-z0-9_-]+)(?P<more>(?::[A-Za-z0-9_-]+)*)")
