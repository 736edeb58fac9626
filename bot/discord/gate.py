"""What every interaction has to pass before anything is done about it, and where every failure of one ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog

from bot.answering.answer import Message
from bot.discord.errors import report_failure
from bot.discord.exchange import language_for
from bot.discord.responding import Interaction
from bot.discord.seen import SeenInteractions
from bot.discord.service import Service
from bot.errors import UserError

log = structlog.get_logger(__name__)


class Gate:
    """Lets interactions in, each once."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._seen = SeenInteractions()

    async def admits(self, interaction: Interaction, name: str) -> bool:
        """Whether an interaction may begin; one that may not is told why."""
        if not self._seen.first_time(interaction.id):
            log.info("interaction_repeated")
            return False
        try:
            if self._service.stopping.is_set():
                raise UserError(Message("I am being restarted. Ask again in a minute."))
            self._service.limits.use(interaction.user.id, interaction.guild_id)
        except UserError as refusal:
            await self.report(interaction, refusal, name)
            return False
        return True

    def is_new(self, event_id: int) -> bool:
        """Whether a message is heard of for the first time, and something may be begun."""
        return not self._service.stopping.is_set() and self._seen.first_time(event_id)

    async def through(self, interaction: Interaction, name: str, act: Callable[[], Awaitable[None]]) -> None:
        """Do something about an interaction, if it may begin. Raises nothing."""
        if not await self.admits(interaction, name):
            return
        try:
            with self._service.in_flight.one():
                await act()
        except Exception as error:  # noqa: BLE001 (told to the person, or recorded with a reference)
            await self.report(interaction, error, name)
        else:
            self._service.metrics.commands.labels(name, "answered").inc()

    async def report(self, interaction: Interaction, error: Exception, name: str) -> None:
        """Tell the person what went wrong, and count it."""
        with self._service.in_flight.one():
            outcome = await report_failure(
                interaction, error, name=name, language=language_for(interaction), data_folder=self._service.data_folder
            )
        self._service.metrics.commands.labels(name, outcome).inc()
