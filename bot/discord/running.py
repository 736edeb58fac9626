"""The service from start to stop: `rulesbot serve`."""

from __future__ import annotations

import asyncio
import contextlib
import signal

import discord
import structlog

from bot.answering.answer import Message
from bot.application import Application
from bot.discord.client import RulesClient
from bot.discord.command_upload import UploadedHashFile
from bot.discord.live_corpus import LiveCorpus
from bot.discord.liveness import health_of, heartbeat_age_s
from bot.discord.monitoring import Metrics, Monitoring
from bot.discord.rate_limits import RateLimit, RateLimits
from bot.discord.service import Service
from bot.discord.settings import DiscordSettings, MonitoringSettings
from bot.discord.work import Work
from bot.errors import UserError
from bot.logs import record_fault

log = structlog.get_logger(__name__)

_TOKEN_REFUSED = 4004


async def run(application: Application, settings: DiscordSettings, monitoring: MonitoringSettings) -> None:
    """Serve until SIGTERM or SIGINT; what is being answered then is finished first.

    :raises UserError: the settings are wrong, the data cannot be used, or Discord will not have this bot.
    :raises OSError: Discord cannot be reached.
    """
    corpus = await asyncio.to_thread(LiveCorpus, application)
    service = Service(
        corpus=corpus,
        lexicon=application.lexicon,
        work=Work(settings.workers, settings.queue),
        limits=RateLimits(RateLimit(settings.user_per_minute), RateLimit(settings.server_per_minute)),
        data_folder=application.data_folder,
        deadline_s=settings.deadline_s,
    )
    client = RulesClient(service, UploadedHashFile(application.data_folder))
    watched = Monitoring(
        monitoring,
        service.metrics,
        lambda: health_of(client),
        lambda: _measure(service.metrics, service, corpus, client),
    )
    await watched.start()
    _stop_on_signals(service.stopping)
    refreshing = asyncio.create_task(_refresh_forever(corpus, settings.refresh_s, application))
    try:
        await _serve(client, service, settings)
    finally:
        refreshing.cancel()
        await client.close()
        await watched.stop()
        service.work.close()


async def _serve(client: RulesClient, service: Service, settings: DiscordSettings) -> None:
    """Stay connected until the service is to stop or Discord ends it."""
    connection = asyncio.create_task(client.start(settings.token.get_secret_value()))
    stopping = asyncio.create_task(service.stopping.wait())
    await asyncio.wait({connection, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if connection.done():
        _end_of(connection)
        return
    log.info("stopping", in_flight=service.in_flight.count)
    if not await service.in_flight.drain(settings.shutdown_s):
        log.warning("stopped_unfinished", in_flight=service.in_flight.count)
    await client.close()
    with contextlib.suppress(asyncio.CancelledError):
        await connection


def _end_of(connection: asyncio.Task[None]) -> None:
    """Pass on why a connection ended by itself, in a sentence where that is known."""
    try:
        connection.result()
    except discord.LoginFailure as error:
        raise _token_refused() from error
    except discord.PrivilegedIntentsRequired as error:
        raise UserError(Message("Discord does not allow this bot the intents that it asks for.")) from error
    except discord.ConnectionClosed as error:
        if error.code == _TOKEN_REFUSED:
            raise _token_refused() from error
        raise UserError(
            Message("Discord ended the connection for good, with code {code}.", {"code": error.code})
        ) from error


def _token_refused() -> UserError:
    return UserError(Message("Discord refuses the token in {name}.", {"name": "RULESBOT_DISCORD_TOKEN"}))


def _stop_on_signals(stopping: asyncio.Event) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers; there only the keyboard stops it.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stopping.set)


async def _refresh_forever(corpus: LiveCorpus, every_s: float, application: Application) -> None:
    """Look for newly published rules; a failure is recorded, and what answered before goes on answering."""
    while True:
        await asyncio.sleep(every_s)
        try:
            await asyncio.to_thread(corpus.refresh)
        except Exception as error:  # noqa: BLE001 (recorded with a reference, and tried again)
            log.error("corpus_not_refreshed", reference=record_fault(error, application.data_folder))


def _measure(metrics: Metrics, service: Service, corpus: LiveCorpus, client: RulesClient) -> None:
    """Bring the gauges up to date."""
    metrics.pending.set(service.work.pending)
    metrics.corpus.set(corpus.version)
    age = heartbeat_age_s(client)
    metrics.heartbeat.set(float("nan") if age is None else age)
