"""Runs `rulesbot serve` as a process of its own in front of a fake Discord, with an encoder that knows words only."""

from __future__ import annotations

import os
import sys

import bot.application
from bot.cli import run
from tests.bot.conftest import WordEncoder
from tests.fake_discord.scenario import pointed_at

if __name__ == "__main__":
    bot.application.load_encoder = lambda *_, **__: WordEncoder()  # type: ignore[assignment]
    with pointed_at(os.environ["FAKE_DISCORD_API"], os.environ["FAKE_DISCORD_GATEWAY"]):
        sys.exit(run(["serve"]))
