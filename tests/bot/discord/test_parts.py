"""The parts of the service by themselves: languages, limits, the queue, health."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.discord.in_flight import InFlight
from bot.discord.liveness import LONGEST_SILENCE_S, Health, health_of, heartbeat_age_s
from bot.discord.monitoring import Metrics, Monitoring
from bot.discord.rate_limits import RateLimit, RateLimitedError, RateLimits
from bot.discord.reply_language import reply_language
from bot.discord.seen import SeenInteractions
from bot.discord.settings import MonitoringSettings
from bot.discord.work import BusyError, TooSlowError, Work
from bot.errors import UserError
from bot.locale.translation import translate


@pytest.mark.parametrize(
    ("known", "language"),
    [
        ({"option": "es", "setting": "id", "question": "en", "locale": "id", "server_locale": "id"}, "es"),
        ({"setting": "id", "question": "en", "locale": "es-ES"}, "id"),
        ({"question": "en", "locale": "es-ES", "server_locale": "id"}, "en"),
        ({"locale": "es-419", "server_locale": "id"}, "es"),
        ({"locale": "fr", "server_locale": "id"}, "id"),
        ({"locale": "en-GB", "server_locale": "id"}, "en"),
        ({"locale": "pt-BR", "server_locale": "zh-CN"}, "en"),
        ({"option": "fr", "locale": "id"}, "id"),
        ({}, "en"),
    ],
)
def test_the_language_of_a_reply(known: dict[str, str], language: str) -> None:
    assert reply_language(**known) == language


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_limit_lets_a_burst_through_and_then_one_at_a_time() -> None:
    clock = Time()
    limit = RateLimit(6, clock)
    for _ in range(6):
        assert limit.wait_s(1) == 0
        limit.use(1)
    assert limit.wait_s(1) == 10
    assert limit.wait_s(2) == 0
    clock.now = 9.5
    assert limit.wait_s(1) == 1
    clock.now = 10
    assert limit.wait_s(1) == 0


def test_a_use_that_the_server_turns_away_does_not_count_for_the_person() -> None:
    clock = Time()
    user, server = RateLimit(2, clock), RateLimit(1, clock)
    limits = RateLimits(user, server)
    limits.use(1, 10)
    for _ in range(5):
        with pytest.raises(RateLimitedError):
            limits.use(1, 10)
    limits.use(1, None)  # the second of two, in a direct message
    with pytest.raises(RateLimitedError) as refused:
        limits.use(1, None)
    assert translate(refused.value.message, "es") == "Fueron muchas seguidas. Puedes continuar en 30 segundos."


def test_the_limits_forget_whoever_was_quiet() -> None:
    clock = Time()
    limit = RateLimit(60, clock)
    for key in range(10_001):
        limit.use(key)
    clock.now = 60
    limit.use(-1)
    assert len(limit._buckets) == 1


def test_an_interaction_is_new_once() -> None:
    seen = SeenInteractions(capacity=2)
    assert [seen.first_time(number) for number in (1, 1, 2, 3, 3)] == [True, False, True, True, False]
    assert seen.first_time(1), "the oldest is forgotten"


def test_work_runs_on_other_threads_and_passes_on_what_it_raises() -> None:
    def failing() -> None:
        raise ZeroDivisionError

    async def scenario() -> None:
        work = Work(threads=1, capacity=1)
        assert await work.run(lambda: threading.current_thread().name, 10) != threading.current_thread().name
        with pytest.raises(ZeroDivisionError):
            await work.run(failing, 10)
        assert await work.drain(10)
        work.close()

    asyncio.run(scenario())


def test_late_work_is_given_up_but_counts_until_it_is_done() -> None:
    async def scenario() -> None:
        work = Work(threads=1, capacity=2)
        release, ran = threading.Event(), []
        with pytest.raises(TooSlowError):
            await work.run(lambda: release.wait(30), 0.01)
        # This one never gets a thread, and is not run after its deadline.
        with pytest.raises(TooSlowError):
            await work.run(lambda: ran.append(1), 0.01)
        assert work.pending >= 1
        assert not await work.drain(0.01)
        release.set()
        assert await work.drain(30)
        assert ran == []
        work.close()

    asyncio.run(scenario())


def test_a_full_queue_refuses_at_once() -> None:
    async def scenario() -> None:
        work = Work(threads=1, capacity=1)
        release = threading.Event()
        first = asyncio.create_task(work.run(lambda: release.wait(30), 30))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await work.run(lambda: None, 30)
        release.set()
        assert await first
        work.close()

    asyncio.run(scenario())


def test_a_stop_waits_for_what_is_in_flight() -> None:
    async def scenario() -> None:
        in_flight = InFlight()
        assert await in_flight.drain(0.01)
        with in_flight.one():
            assert not await in_flight.drain(0.01)
            draining = asyncio.create_task(in_flight.drain(30))
        # The next begins before the wait notices that the first has ended.
        with in_flight.one():
            await asyncio.sleep(0.01)
            assert not draining.done()
        assert await draining

    asyncio.run(scenario())


def client_with(*, ready: bool = True, closed: bool = False, shard_closed: bool = False, ack: float = 0.0) -> Any:
    keep_alive = SimpleNamespace(_last_ack=time.perf_counter() - ack) if not math.isinf(ack) else None
    websocket = SimpleNamespace(_keep_alive=keep_alive)
    shard = SimpleNamespace(_parent=SimpleNamespace(ws=websocket), is_closed=lambda: shard_closed)
    return SimpleNamespace(is_ready=lambda: ready, is_closed=lambda: closed, shards={0: shard})


@pytest.mark.parametrize(
    ("state", "alive"),
    [
        ({}, True),
        ({"ack": LONGEST_SILENCE_S - 30}, True),
        ({"ack": LONGEST_SILENCE_S + 1}, False),
        ({"ack": math.inf}, False),
        ({"ready": False}, False),
        ({"closed": True}, False),
        ({"shard_closed": True}, False),
    ],
)
def test_it_is_alive_only_while_heartbeats_are_acknowledged(state: dict[str, Any], alive: bool) -> None:
    assert health_of(client_with(**state)).alive is alive


def test_no_shard_has_no_heartbeat() -> None:
    assert heartbeat_age_s(SimpleNamespace(shards={})) is None  # type: ignore[arg-type]


def test_an_ill_service_says_so_over_http() -> None:
    async def scenario() -> None:
        monitoring = Monitoring(MonitoringSettings(), Metrics(), lambda: Health(False, "ill"), lambda: None)
        host, port = await monitoring.listen("127.0.0.1", 0)
        async with aiohttp.ClientSession() as session, session.get(f"http://{host}:{port}/healthz") as response:
            assert response.status == 503
            assert await response.json() == {"alive": False, "reason": "ill"}
        second = Monitoring(MonitoringSettings(), Metrics(), lambda: Health(True, ""), lambda: None)
        with pytest.raises(UserError) as refused:
            await second.listen(host, port)
        assert f"{host}:{port}" in translate(refused.value.message, "en")
        await monitoring.stop()

    asyncio.run(scenario())
