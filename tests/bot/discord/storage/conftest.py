"""A store of its own for every test, on SQLite and on PostgreSQL, with a clock that stands still."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from sqlalchemy import Engine

from bot.discord.storage.replies import ReplyOutcome, ReplyRequest, ReplyState, remember_reply
from bot.discord.storage.store import Store
from bot.discord.storage.user_keys import UserKeys
from tests.rules_corpus.conftest import database_url, engine, postgresql_url

__all__ = ["database_url", "engine", "postgresql_url"]

ASKER_ID, OTHER_ID = 111_111_111_111_111_111, 222_222_222_222_222_222


@dataclass
class StandingClock:
    at: datetime.datetime = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)

    def __call__(self) -> datetime.datetime:
        return self.at

    def forward(self, **span: float) -> None:
        self.at += datetime.timedelta(**span)


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def store(engine: Engine, clock: StandingClock) -> Store:
    return Store(engine, clock)


@pytest.fixture
def keys() -> UserKeys:
    return UserKeys("a secret that only the tests know")


@pytest.fixture
def asker(keys: UserKeys) -> str:
    return keys.of(ASKER_ID)


@pytest.fixture
def other(keys: UserKeys) -> str:
    return keys.of(OTHER_ID)


@pytest.fixture
def replied(store: Store, asker: str) -> Callable[..., ReplyState]:
    """Keeps a reply to the asker in a server, or in a direct message with `server_id=None`."""

    def make(server_id: int | None = 10, text: str = "Can I equip it?", user_key: str = asker) -> ReplyState:
        return remember_reply(
            store,
            user_key=user_key,
            server_id=server_id,
            channel_id=20,
            request=ReplyRequest("ask", text, "id", game="riftbound"),
            outcome=ReplyOutcome("Ya.", ("818.1.c.2", "435.4"), "1.5"),
        )

    return make
