"""`rulesbot serve` as a process of its own: starting, stopping, being killed, and what it says when it cannot start."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.application import Application
from bot.cli import run
from bot.discord import running
from bot.discord.live_corpus import LiveCorpus
from bot.discord.settings import DiscordSettings, MonitoringSettings
from bot.errors import UserError
from tests.fake_discord.payloads import Player
from tests.fake_discord.scenario import fake_discord, soon
from tests.fake_discord.server import TOKEN, FakeDiscord

ROOT = Path(__file__).resolve().parents[3]
QUESTION = "Can I equip a unit that is at a battlefield?"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.fixture(scope="module")
def folder(application: Application, live_corpus: LiveCorpus) -> Path:
    """A data folder whose index is built."""
    del live_corpus
    return application.data_folder


@asynccontextmanager
async def serving(fake: FakeDiscord, folder: Path, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.fake_discord.launch",
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "LANG": "en_US.UTF-8",
            "RULESBOT_DATA_DIR": str(folder),
            "RULESBOT_LOG_LEVEL": "INFO",
            "RULESBOT_DISCORD_TOKEN": TOKEN,
            "RULESBOT_MONITORING_PORT": "0",
            "FAKE_DISCORD_API": fake.api_url,
            "FAKE_DISCORD_GATEWAY": fake.gateway.url,
            **environment,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def test_it_survives_a_kill_says_how_it_is_and_finishes_its_answers_when_stopped(folder: Path) -> None:
    async def scenario() -> None:
        for uploaded in folder.glob("discord-commands-*"):
            uploaded.unlink()
        port = _free_port()
        async with FakeDiscord() as fake:
            async with serving(fake, folder) as first:
                await soon(fake.gateway.connected)
                await _answered(fake)
                first.kill()
                await first.wait()
            fake.gateway.connected.clear()
            async with serving(fake, folder, RULESBOT_MONITORING_PORT=str(port)) as second:
                await soon(fake.gateway.connected)
                await _answered(fake)
                assert fake.gateway.sessions == 2
                await _check_monitoring(port)
                players = [Player(id=f"15000000000000000{n:02}") for n in range(8)]
                asked = [await fake.command("ask", player, question=QUESTION) for player in players]
                await soon(asked[-1].acknowledged)
                second.send_signal(signal.SIGTERM)
                _, err = await asyncio.wait_for(second.communicate(), 60)
            assert second.returncode == 0, err.decode()
            assert ["Yes." in one.text for one in asked] == [True] * 8
            # The commands of the first start are still there.
            assert len([exchange for exchange in fake.exchanges if exchange.method == "PUT"]) == 1
        events = [json.loads(line) for line in err.decode().splitlines()]
        assert any(event["event"] == "stopping" and event["in_flight"] > 0 for event in events)
        personal = ("150000000000000", QUESTION, "token-", TOKEN)
        assert not [part for part in personal if part in err.decode()]

    asyncio.run(scenario())


async def _answered(fake: FakeDiscord) -> None:
    asked = await fake.command("ask", question=QUESTION)
    await soon(asked.answered)
    assert "Yes." in asked.text


async def _check_monitoring(port: int) -> None:
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        assert await _health(session) == {"alive": True, "reason": "connected"}
        async with session.get("/metrics") as response:
            metrics = await response.text()
    assert 'rulesbot_commands_total{command="ask",outcome="answered"} 1.0' in metrics
    assert "rulesbot_heartbeat_age_seconds" in metrics


async def _health(session: aiohttp.ClientSession) -> object:
    for _ in range(600):
        async with session.get("/healthz") as response:
            health: object = await response.json()
            if response.status == 200:
                break
        await asyncio.sleep(0.05)
    return health


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.parametrize(
    ("token", "code", "said"),
    [
        ("wrong.secret", None, "Discord refuses the token in {name}."),
        (TOKEN, 4004, "Discord refuses the token in {name}."),
        (TOKEN, 4013, "Discord ended the connection for good, with code {code}."),
        (TOKEN, 4014, "Discord does not allow this bot the intents that it asks for."),
    ],
)
def test_what_discord_refuses_for_good_ends_it_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
    application: Application,
    live_corpus: LiveCorpus,
    token: str,
    code: int | None,
    said: str,
) -> None:
    monkeypatch.setattr(running, "LiveCorpus", lambda _: live_corpus)
    settings = DiscordSettings(token=token)  # type: ignore[arg-type]  # pydantic makes it a secret

    async def scenario() -> None:
        async with fake_discord() as fake:
            fake.gateway.refuse_with = code
            with pytest.raises(UserError) as refused:
                await asyncio.wait_for(running.run(application, settings, MonitoringSettings(port=0)), 60)
            assert refused.value.message.key == said
            assert token not in str(refused.value.message.values)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("RULESBOT_DISCORD_TOKEN", None, "RULESBOT_DISCORD_TOKEN is not set"),
        ("RULESBOT_DISCORD_WORKERS", "none", "RULESBOT_DISCORD_WORKERS is wrong"),
        ("RULESBOT_MONITORING_PORT", "70000", "RULESBOT_MONITORING_PORT is wrong"),
    ],
)
def test_a_wrong_setting_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    name: str,
    value: str | None,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("RULESBOT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("RULESBOT_DISCORD_TOKEN", "a.b.c")
    if value is None:
        monkeypatch.delenv(name)
    else:
        monkeypatch.setenv(name, value)
    assert run(["serve"]) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert said in sentence
    assert "a.b.c" not in sentence
