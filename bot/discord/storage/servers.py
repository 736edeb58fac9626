"""What a server's managers have set for it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord.storage.models import DiscordServer
from bot.discord.storage.store import Store, locked


@dataclass(frozen=True, slots=True)
class ServerSettings:
    game: str | None = None
    """The game of questions that name none."""
    language: str | None = None
    channels: tuple[int, ...] = ()
    """Where the bot may answer in public; empty: everywhere."""
    short: bool = False
    """Short replies: citations without quotes."""

    def allows(self, channel_id: int, parent_id: int | None = None) -> bool:
        """Whether public replies are wanted in a channel, or in a thread of it."""
        return not self.channels or channel_id in self.channels or parent_id in self.channels


def server_settings(store: Store, server_id: int) -> ServerSettings:
    """A server's settings; the defaults where nothing was set."""
    with store.reading() as session:
        row = session.get(DiscordServer, server_id)
        if row is None:
            return ServerSettings()
        return ServerSettings(row.game, row.language, tuple(row.channels), row.short)


def set_server_settings(store: Store, server_id: int, settings: ServerSettings) -> None:
    """Replace a server's settings as a whole."""
    with store.writing() as session:
        first = {"server_id": server_id, "channels": [], "short": False, "changed_at": store.now()}
        row = locked(session, DiscordServer, server_id, **first)
        row.game, row.language, row.short = settings.game, settings.language, settings.short
        row.channels = sorted(set(settings.channels))
        row.changed_at = store.now()


def forget_server(store: Store, server_id: int) -> None:
    """Delete a server's settings, as when the bot is removed from it."""
    with store.writing() as session:
        row = session.get(DiscordServer, server_id)
        if row is not None:
            session.delete(row)
