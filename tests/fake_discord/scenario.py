"""Puts the real bot in front of the fake Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.discord.client import RulesClient
from bot.discord.command_upload import UploadedHash
from bot.discord.service import Service
from tests.fake_discord.openapi import openapi_at_hand
from tests.fake_discord.server import TOKEN, FakeDiscord

PATIENCE_S = 30.0
"""How long anything may take on a busy machine before a test gives up."""


class MemoryHash:
    """Remembers the uploaded commands as long as the test runs."""

    def __init__(self) -> None:
        self.digest: str | None = None

    def read(self, application_id: int) -> str | None:
        del application_id
        return self.digest

    def write(self, application_id: int, digest: str) -> None:
        del application_id
        self.digest = digest


@contextmanager
def pointed_at(api_url: str, gateway_url: str) -> Iterator[None]:
    """discord.py talks to these addresses for a while."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api_url, yarl.URL(gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@asynccontextmanager
async def fake_discord(*, compress: bool = True) -> AsyncIterator[FakeDiscord]:
    """A fake Discord that discord.py takes for the real one."""
    async with FakeDiscord(openapi_at_hand(), compress=compress) as fake:
        with pointed_at(fake.api_url, fake.gateway.url):
            yield fake


@asynccontextmanager
async def connected(
    fake: FakeDiscord, service: Service, uploaded: UploadedHash | None = None
) -> AsyncIterator[RulesClient]:
    """The bot, logged in and connected."""
    client = RulesClient(service, uploaded or MemoryHash(), guild_ready_timeout=0.05)
    running = asyncio.create_task(client.start(TOKEN))
    reached = asyncio.create_task(fake.gateway.connected.wait())
    try:
        await asyncio.wait({running, reached}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE_S)
        if running.done():
            running.result()
        await asyncio.wait_for(client.wait_until_ready(), PATIENCE_S)
        yield client
    finally:
        reached.cancel()
        await client.close()
        await asyncio.gather(running, reached, return_exceptions=True)


async def soon(event: asyncio.Event) -> None:
    """Wait for something that has to happen."""
    await asyncio.wait_for(event.wait(), PATIENCE_S)
