"""`/rule`, `/keyword`, `/card` and `/help` against a local Discord, and what they suggest while somebody types."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tests.bot.discord.conftest import MakeService
from tests.fake_discord.interactions import Interaction
from tests.fake_discord.payloads import Place, Player
from tests.fake_discord.scenario import connected, fake_discord, soon


def replies(make_service: MakeService, command: str, player: Player | None = None, **options: Any) -> Interaction:
    """Sends one command; the interaction with its reply."""

    async def scenario() -> Interaction:
        async with fake_discord() as fake, connected(fake, make_service()):
            asked = await fake.command(command, player, **options)
            await soon(asked.answered)
            assert fake.problems == []
            return asked

    return asyncio.run(scenario())


def offers(make_service: MakeService, command: str, option: str, typed: str, **options: Any) -> list[dict[str, str]]:
    """Types into one option; what is offered."""

    async def scenario() -> Interaction:
        async with fake_discord() as fake, connected(fake, make_service()):
            asked = await fake.type_in(command, option, typed, **options)
            await soon(asked.answered)
            assert fake.problems == []
            return asked

    return asyncio.run(scenario()).choices


def test_a_rule_is_shown_in_the_language_of_the_persons_discord(make_service: MakeService) -> None:
    english = replies(make_service, "rule", reference="818.1.c.2", game="riftbound")
    spanish = replies(make_service, "rule", Player(locale="es-ES"), reference="818.1.c.2", game="riftbound")
    assert "818" in english.text
    assert spanish.text != english.text
    assert (english.answers, spanish.answers) == (1, 1)


def test_an_unknown_rule_is_refused_in_the_servers_language_where_the_persons_is_none_of_ours(
    make_service: MakeService,
) -> None:
    player = Player(locale="fr", server_locale="id")
    assert "tidak ada" in replies(make_service, "rule", player, reference="999.9", game="riftbound").text


def test_a_suggestion_leads_to_its_rule_without_the_game_being_named(make_service: MakeService) -> None:
    choices = offers(make_service, "rule", "reference", "301.5")
    assert choices[0]["value"] == "mtg/301.5"
    assert "Magic" in choices[0]["name"]
    assert "301.5" in replies(make_service, "rule", reference=choices[0]["value"]).text


def test_a_keyword_is_shown(make_service: MakeService) -> None:
    choices = offers(make_service, "keyword", "name", "equ", game="riftbound")
    assert choices[0] == {"name": "Equip", "value": "riftbound/Equip"}
    assert "Equip" in replies(make_service, "keyword", name=choices[0]["value"]).text


def test_a_card_that_nobody_imported_is_refused(make_service: MakeService) -> None:
    asked = replies(make_service, "card", Player(place=Place.DIRECT_MESSAGE), name="Doran's Blade")
    assert asked.text == "I have no card called Doran's Blade."


@pytest.mark.parametrize("typed", ["", "zzzzqqqq", "@everyone", "x" * 100, "%_\\'\"", "ÿ"])
@pytest.mark.parametrize(("command", "option"), [("rule", "reference"), ("keyword", "name"), ("card", "name")])
def test_suggestions_always_come_even_if_there_are_none(
    make_service: MakeService, command: str, option: str, typed: str
) -> None:
    assert len(offers(make_service, command, option, typed)) <= 25


def test_a_fault_in_the_suggestions_leaves_an_empty_list(make_service: MakeService) -> None:
    class Broken:
        def matching(self, *_: object) -> None:
            raise ZeroDivisionError

    def service() -> Any:
        made = make_service()
        return replace(made, corpus=SimpleNamespace(answering=made.corpus.answering, suggestions=Broken()))

    assert offers(service, "rule", "reference", "1") == []


@pytest.mark.parametrize(("locale", "command"), [("en-GB", "/ask"), ("id", "/tanya"), ("es-419", "/pregunta")])
def test_help_names_the_commands_as_the_person_sees_them(make_service: MakeService, locale: str, command: str) -> None:
    asked = replies(make_service, "help", Player(locale=locale))
    assert command in asked.text
    assert "Riftbound" in asked.text
    assert asked.is_private
