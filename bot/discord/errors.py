"""Where every failure of a command ends: a sentence for the person, a reference number and a log entry for the rest."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.answering.answer import Message
from bot.discord.responding import Reply, respond
from bot.errors import UserError
from bot.locale.translation import translate
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
    interaction: discord.Interaction, error: BaseException, language: str, data_folder: Path
) -> str:
    """Tell the person what went wrong, where that is still possible; the outcome's name for the metrics."""
    cause = _cause(error)
    outcome, message = _judged(cause, data_folder)
    if outcome == "fault":
        log.error("fault", command=_command_of(interaction), kind=type(cause).__name__)
    elif not isinstance(cause, UserError):
        log.warning(outcome, command=_command_of(interaction))
    if message is None:
        return outcome
    text = discord.utils.escape_markdown(translate(message, language))
    try:
        await respond(interaction, Reply(text), private=True)
    except (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError) as second:
        # There is no third way to say it.
        log.warning("failure_not_told", command=_command_of(interaction), first=outcome, reason=_named(second))
    return outcome


def _judged(cause: BaseException, data_folder: Path) -> tuple[str, Message | None]:
    """What kind of failure it is, and what the person is told about it."""
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
    reference = record_fault(cause, data_folder)
    return "fault", Message(
        "Something went wrong that should not. The reference number is {reference}.", {"reference": reference}
    )


def _cause(error: BaseException) -> BaseException:
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _command_of(interaction: discord.Interaction) -> str:
    return interaction.command.qualified_name if interaction.command is not None else "unknown"


def _named(error: BaseException) -> str:
    return f"{type(error).__name__} {getattr(error, 'code', '')}".strip()
