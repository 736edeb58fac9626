"""`/language` and `/privacy` against a local Discord."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.discord.keeping import Keeper
from bot.discord.storage.privacy import export
from bot.discord.storage.question_log import questions_of_server
from tests.bot.discord.conftest import MakeService
from tests.fake_discord.interactions import Interaction
from tests.fake_discord.payloads import SERVER_ID, Player
from tests.fake_discord.scenario import connected, fake_discord, soon
from tests.fake_discord.server import FakeDiscord

STORED = "Can I equip a unit that is at a battlefield?"


async def replied(fake: FakeDiscord, command: str, player: Player | None = None, **options: str) -> Interaction:
    asked = await fake.command(command, player, **options)
    await soon(asked.answered)
    return asked


def test_a_chosen_language_is_confirmed_in_it_and_holds_for_every_command(make_service: MakeService) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            confirmed = await replied(fake, "language", language="es")
            assert "español" in confirmed.text
            assert confirmed.is_private
            assert "Sí." in (await replied(fake, "ask", question=STORED)).text
            assert "reglas" in (await replied(fake, "help")).text
            refused = await replied(fake, "card", name="Nobody")
            assert "carta" in refused.text
            # An option is stronger, and somebody else has said nothing.
            assert "Ya." in (await replied(fake, "ask", question=STORED, language="id")).text
            assert "Yes." in (await replied(fake, "ask", Player(id="1400000000000000055"), question=STORED)).text
            back = await replied(fake, "language", Player(locale="id"), language="auto")
            assert "bahasa" in back.text
            assert "Yes." in (await replied(fake, "ask", Player(locale="id"), question=STORED)).text
            assert fake.problems == []

    asyncio.run(scenario())


def test_what_is_kept_can_be_read_and_deleted(make_service: MakeService, keeper: Keeper) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            await replied(fake, "ask", question=STORED)
            await replied(fake, "ask", Player(id="1400000000000000055"), question=STORED)
            shown = await replied(fake, "privacy")
            assert "30 days" in shown.text
            exported = await replied(fake, "privacy", action="export")
            (contents,) = exported.bodies[-1]["files"].values()
            assert json.loads(contents) == export(keeper.store, keeper.keys.of(int(Player().id)))
            assert STORED in contents
            assert Player().id not in contents
            deleted = await replied(fake, "privacy", action="delete")
            assert "deleted" in deleted.text
            assert not any(export(keeper.store, keeper.keys.of(int(Player().id))).values())
            assert len(questions_of_server(keeper.store, int(SERVER_ID))) == 1, "the other person's"
            assert all(reply.is_private for reply in (shown, exported, deleted))
            assert fake.problems == []

    asyncio.run(scenario())


@pytest.mark.parametrize(("action", "logged"), [("stop", 0), ("resume", 2)])
def test_questions_are_logged_unless_somebody_objects(
    make_service: MakeService, keeper: Keeper, action: str, logged: int
) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            await replied(fake, "ask", question=STORED)
            await replied(fake, "privacy", action=action)
            await replied(fake, "ask", question=STORED)
            assert len(questions_of_server(keeper.store, int(SERVER_ID))) == logged

    asyncio.run(scenario())


def test_nothing_that_is_kept_names_anybody(make_service: MakeService, keeper: Keeper) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            asked = await replied(fake, "ask", question=STORED)
            pressed = await fake.press(asked.reply, "👎")
            await soon(pressed.acknowledged)
            await replied(fake, "language", language="es")

    asyncio.run(scenario())
    with keeper.store.reading() as session:
        connection = session.connection().connection.dbapi_connection
        assert connection is not None
        dump = "\n".join(connection.iterdump())  # type: ignore[attr-defined]  # SQLite's
    assert STORED in dump
    assert Player().id not in dump
