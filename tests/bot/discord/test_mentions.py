"""Messages that speak to the bot, in channels, threads and direct messages."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord import keeping
from bot.discord.errors import Code
from bot.discord.rate_limits import RateLimit, RateLimits
from tests.bot.discord.conftest import MakeService
from tests.bot.discord.test_end_to_end import STORED, outcome
from tests.fake_discord.interactions import Refusal
from tests.fake_discord.limits import pings
from tests.fake_discord.payloads import APPLICATION_ID, CHANNEL_ID, Place, Player
from tests.fake_discord.scenario import connected, fake_discord, soon

BOT = f"<@{APPLICATION_ID}>"
THREAD_ID = "1300000000000000777"
"""A thread that nobody has told the bot of."""


@pytest.mark.parametrize("channel", [CHANNEL_ID, THREAD_ID])
def test_a_mention_is_answered_where_it_was_written(make_service: MakeService, channel: str) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            message = await fake.say(f"{BOT} {STORED['id']}", channel=channel)
            await soon(fake.wrote)
            (said,) = fake.said
            assert said["channel_id"] == channel
            assert said["message_reference"]["message_id"] == message["id"]
            assert "Ya." in said["embeds"][0]["description"]
            assert pings(said) == set()
            assert said["allowed_mentions"]["replied_user"] is False
            assert said["components"]
            assert fake.problems == []

    asyncio.run(scenario())


def test_a_direct_message_needs_no_mention(make_service: MakeService) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            await fake.say(STORED["es"], Player(place=Place.DIRECT_MESSAGE))
            await soon(fake.wrote)
            assert "Sí." in fake.said[0]["embeds"][0]["description"]

    asyncio.run(scenario())


@pytest.mark.parametrize("text", ["Can I equip a unit?", "@rulesbot hm", BOT, f"{BOT}  ", "@everyone"])
def test_what_others_say_to_each_other_is_left_alone(make_service: MakeService, text: str) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            await fake.say(text)
            asked = await fake.command("ask", question=STORED["en"])
            await soon(asked.answered)
            assert fake.said == []

    asyncio.run(scenario())


def test_a_mention_goes_on_from_the_questions_before_it(make_service: MakeService) -> None:
    async def scenario() -> None:
        service = make_service()
        async with fake_discord() as fake, connected(fake, service):
            asked = await fake.command("ask", question=STORED["en"], game="riftbound")
            await soon(asked.answered)
            await fake.say(f"{BOT} and in a showdown?")
            await outcome(service, "mention", "answered")
            where = keeping.Place(int(Player().id), int(CHANNEL_ID), None)
            assert service.keeper.conversation(where).questions == (STORED["en"], "and in a showdown?")

    asyncio.run(scenario())


def test_a_mention_that_cannot_be_answered_is_told_so_or_given_up(make_service: MakeService) -> None:
    async def scenario() -> None:
        service = make_service(limits=RateLimits(RateLimit(2), RateLimit(1000)))
        async with fake_discord() as fake, connected(fake, service):
            fake.faults.append(("/messages", Refusal(403, Code.MISSING_PERMISSIONS, "Missing Permissions")))
            await fake.say(f"{BOT} {STORED['en']}")
            await outcome(service, "mention", "missing_permissions")
            assert fake.said == []
            await fake.say(f"{BOT} {'e' * 1800}")
            await outcome(service, "mention", "refused")
            assert "1500" in fake.said[-1]["content"]
            await fake.say(f"{BOT} {STORED['en']}")
            await _said(fake, 2)
            assert "That was a lot at once" in fake.said[-1]["content"]

    asyncio.run(scenario())


async def _said(fake: object, count: int) -> None:
    for _ in range(3000):
        if len(fake.said) == count:  # type: ignore[attr-defined]
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nothing was said")
