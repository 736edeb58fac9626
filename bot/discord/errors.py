"""Where every failure of a command ends: a sentence for the person, a reference number and a log entry for the rest."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.answering.answer import Message
from bot.discord.rendering.pages import Look
from bot.discord.rendering.sheets import render_text
from bot.discord.responding import Interaction, page_of, whisper
from bot.errors import UserError
from bot.logs import record_fault

log = structlog.get_logger(__name__)


class Code(IntEnum):
    """Discord's error codes that mean something to us."""

    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    ALREADY_ACKNOWLEDGED = 40060
    MISSING_ACCESS = 50001
    MISSING_PERMISSIONS = 50013
    TOKEN_EXPIRED = 50027
    BLOCKED_BY_AUTOMOD = 200000


_GONE = {
    Code.UNKNOWN_MESSAGE: "message_gone",
    Code.UNKNOWN_WEBHOOK: "message_gone",
    Code.UNKNOWN_INTERACTION: "acknowledged_too_late",
    Code.ALREADY_ACKNOWLEDGED: "answered_elsewhere",
    Code.TOKEN_EXPIRED: "answered_too_late",
}
"""Nothing can be sent to the interaction any more, and nothing is wrong with the program."""


async def report_failure(
    interaction: Interaction, error: BaseException, *, name: str, language: str, data_folder: Path
) -> str:
    """Tell the person what went wrong, where that is still possible; the outcome's name for the metrics."""
    cause = _cause(error)
    outcome, message = judged(cause, data_folder)
    if outcome == "fault":
        log.error("fault", command=name, kind=type(cause).__name__)
    elif not isinstance(cause, UserError):
        log.warning(outcome, command=name)
    if message is None:
        return outcome
    try:
        await whisper(interaction, page_of(render_text([message], language, Look(embeds=False))))
    except (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError) as second:
        # There is no third way to say it.
        log.warning("failure_not_told", command=name, first=outcome, reason=_named(second))
    return outcome


def judged(cause: BaseException, data_folder: Path) -> tuple[str, Message | None]:
    """What kind of failure it is, and what the person is told about it; a fault is recorded."""
    if isinstance(cause, UserError):
        return "refused", cause.message
    if isinstance(cause, discord.HTTPException):
        if cause.code in _GONE:
            return _GONE[Code(cause.code)], None
        if cause.code == Code.BLOCKED_BY_AUTOMOD:
            return "blocked_by_automod", Message(
                "This server's AutoMod blocked my answer. Its moderators can exempt me, or you can ask me in private."
            )
        if cause.code in (Code.MISSING_PERMISSIONS, Code.MISSING_ACCESS):
            return "missing_permissions", Message(
                "I lack a permission in this channel: a moderator has to allow me to send messages and embed links."
            )
    if isinstance(cause, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return "outdated", Message("This command has changed. Restart Discord, or wait a minute, and try again.")
    reference = record_fault(cause, data_folder)
    return "fault", Message(
        "Something went wrong that should not. The reference number is {reference}.", {"reference": reference}
    )


def _cause(error: BaseException) -> BaseException:
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _named(error: BaseException) -> str:
    return f"{type(error).__name__} {getattr(error, 'code', '')}".strip()
