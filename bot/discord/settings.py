"""The service's settings, read from the environment (or `.env`) when `rulesbot serve` starts."""

from __future__ import annotations

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.answering.answer import Message
from bot.errors import UserError


class DiscordSettings(BaseSettings):
    """How the bot talks to Discord: `RULESBOT_DISCORD_<NAME>`."""

    model_config = SettingsConfigDict(
        env_prefix="RULESBOT_DISCORD_",
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    token: SecretStr
    """The bot's token from Discord's developer portal; there is no other place to give it."""
    workers: int = Field(default=2, ge=1, le=64)
    """Threads that search and solve."""
    queue: int = Field(default=100, ge=1, le=10_000)
    """Questions that may wait for a thread; further ones are turned away with a friendly word."""
    deadline_s: float = Field(default=20.0, gt=0, le=600)
    """Seconds from a command to its answer; after that it gets an apology."""
    user_per_minute: int = Field(default=12, ge=1)
    """Commands a minute that one person may send."""
    server_per_minute: int = Field(default=120, ge=1)
    """Commands a minute that the members of one server may send together."""
    refresh_s: float = Field(default=30.0, gt=0)
    """Seconds between two looks at whether a new edition was published."""
    shutdown_s: float = Field(default=25.0, ge=0, le=600)
    """Seconds that a stop may take to finish what is being answered."""


class MonitoringSettings(BaseSettings):
    """Where the service tells how it is: `RULESBOT_MONITORING_<NAME>`."""

    model_config = SettingsConfigDict(
        env_prefix="RULESBOT_MONITORING_", env_file=".env", env_ignore_empty=True, extra="ignore"
    )

    host: str = "127.0.0.1"
    """Only this machine may look, unless an operator says otherwise."""
    port: int = Field(default=9464, ge=0, le=65535)
    """0 turns it off."""


def read_discord_settings() -> DiscordSettings:
    """The settings of the environment.

    :raises UserError: the token is missing, or a value is wrong; the token itself is never part of the text.
    """
    try:
        return DiscordSettings()  # type: ignore[call-arg]  # the environment gives the token
    except ValidationError as error:
        raise _complaint("RULESBOT_DISCORD_", error) from error


def read_monitoring_settings() -> MonitoringSettings:
    """The settings of the environment.

    :raises UserError: a value is wrong.
    """
    try:
        return MonitoringSettings()
    except ValidationError as error:
        raise _complaint("RULESBOT_MONITORING_", error) from error


def _complaint(prefix: str, error: ValidationError) -> UserError:
    first = error.errors()[0]
    name = prefix + "_".join(str(part) for part in first["loc"]).upper()
    if first["type"] == "missing":
        return UserError(Message("{name} is not set; the bot needs it to connect to Discord.", {"name": name}))
    return UserError(
        Message("The setting {name} is wrong: {reason}.", {"name": name, "reason": first["msg"].rstrip(".")})
    )
