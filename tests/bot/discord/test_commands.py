"""What is uploaded to Discord: it has to take every name and description, in every language."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.discord.client import RulesClient
from bot.discord.command_upload import UploadedHashFile, payload_hash, payload_of
from bot.discord.translator import CatalogueTranslator, is_command_name
from tests.bot.discord.conftest import MakeService
from tests.fake_discord.limits import command_problems
from tests.fake_discord.openapi import openapi_at_hand
from tests.fake_discord.payloads import APPLICATION_ID
from tests.fake_discord.scenario import MemoryHash

LOCALES = {"id", "es-ES", "es-419"}


@pytest.fixture
def payload(make_service: MakeService) -> list[dict[str, Any]]:
    async def made() -> list[dict[str, Any]]:
        client = RulesClient(make_service(), MemoryHash())
        await client.tree.set_translator(CatalogueTranslator())
        return await payload_of(client.tree, CatalogueTranslator())

    return asyncio.run(made())


def test_discord_can_take_every_command(payload: list[dict[str, Any]]) -> None:
    assert [problem for command in payload for problem in command_problems(command)] == []
    document = openapi_at_hand()
    if document is not None:
        assert document.request_problems("PUT", f"/applications/{APPLICATION_ID}/commands", payload) == []


def test_every_name_and_description_is_translated(payload: list[dict[str, Any]]) -> None:
    for node in (part for command in payload for part in (command, *command.get("options", []))):
        assert set(node["name_localizations"]) == LOCALES, node["name"]
        assert set(node["description_localizations"]) == LOCALES, node["name"]
        assert all(is_command_name(name) for name in (node["name"], *node["name_localizations"].values()))


def test_commands_can_be_used_everywhere(payload: list[dict[str, Any]]) -> None:
    for command in payload:
        assert command["contexts"] == [0, 1, 2]
        assert command["integration_types"] == [0, 1]


@pytest.mark.parametrize("name", ["ask", "número", "palabra-clave", "a" * 32, "ปุ่ม", "कार्ड", "l'étude"])
def test_names_that_discord_takes(name: str) -> None:
    assert is_command_name(name)


@pytest.mark.parametrize("name", ["", "Ask", "two words", "a" * 33, "why?", "a.b", "Ñ", "🙂"])
def test_names_that_discord_refuses(name: str) -> None:
    assert not is_command_name(name)


def test_the_hash_tells_changes_and_not_the_order() -> None:
    first, second = {"name": "a", "type": 1, "options": []}, {"name": "b", "type": 1}
    assert payload_hash([first, second]) == payload_hash([dict(reversed(second.items())), first])
    assert payload_hash([first]) != payload_hash([first | {"options": [1]}])


def test_the_hash_file_remembers_by_application(tmp_path: Path) -> None:
    UploadedHashFile(tmp_path).write(1, "abc")
    assert UploadedHashFile(tmp_path).read(1) == "abc"
    assert UploadedHashFile(tmp_path).read(2) is None
