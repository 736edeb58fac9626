"""The Discord service on the starter corpus, with an encoder that knows words only."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.application import Application
from bot.discord.live_corpus import LiveCorpus
from bot.discord.rate_limits import RateLimit, RateLimits
from bot.discord.service import Service
from bot.discord.work import Work
from bot.settings import Settings
from tests.bot.conftest import WordEncoder

TODAY = datetime.date(2026, 11, 1)

MakeService = Callable[..., Service]


@pytest.fixture(scope="session")
def application(tmp_path_factory: pytest.TempPathFactory) -> Application:
    made = Application(Settings(data_dir=tmp_path_factory.mktemp("discord"), database_url=None), today=lambda: TODAY)
    made.encoder = WordEncoder()  # type: ignore[misc]  # takes the place of the model
    return made


@pytest.fixture(scope="session")
def live_corpus(application: Application) -> LiveCorpus:
    return LiveCorpus(application)


@pytest.fixture
def make_service(live_corpus: LiveCorpus, application: Application, tmp_path: Path) -> MakeService:
    """Makes a service; call it inside the event loop that will use it."""

    def make(**changes: Any) -> Service:
        values: dict[str, Any] = {
            "corpus": live_corpus,
            "lexicon": application.lexicon,
            "work": Work(threads=2, capacity=100),
            "limits": RateLimits(RateLimit(10_000), RateLimit(10_000)),
            "data_folder": tmp_path,
        }
        return Service(**(values | changes))

    return make
