"""What the service counts, and the address under which a machine can ask how it is."""

from __future__ import annotations

import json
from collections.abc import Callable

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot.answering.answer import Message
from bot.discord.liveness import Health
from bot.discord.settings import MonitoringSettings
from bot.errors import UserError, reason_of

_BUCKETS_S = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 60)


class Metrics:
    """Counters without anything personal: no user, no server, no text."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "rulesbot_commands", "Commands by how they ended", ["command", "outcome"], registry=self.registry
        )
        self.acknowledged = Histogram(
            "rulesbot_acknowledgement_seconds",
            "From Discord's creation of an interaction to our acknowledgement",
            buckets=_BUCKETS_S,
            registry=self.registry,
        )
        self.answered = Histogram(
            "rulesbot_answer_seconds", "From a command to its answer", buckets=_BUCKETS_S, registry=self.registry
        )
        self.pending = Gauge("rulesbot_pending_work", "Questions that wait or are worked on", registry=self.registry)
        self.corpus = Gauge("rulesbot_corpus_version", "The published version that answers", registry=self.registry)
        self.heartbeat = Gauge(
            "rulesbot_heartbeat_age_seconds",
            "Since Discord last acknowledged a heartbeat, of the shard that waits longest",
            registry=self.registry,
        )


class Monitoring:
    """`/healthz` (200 or 503, with the reason as JSON) and `/metrics` over HTTP."""

    def __init__(
        self, settings: MonitoringSettings, metrics: Metrics, health: Callable[[], Health], update: Callable[[], None]
    ) -> None:
        """`update` brings the gauges up to date; it is called before they are read."""
        self._settings = settings
        self._metrics = metrics
        self._health = health
        self._update = update
        self._runner: web.AppRunner | None = None

    async def start(self) -> tuple[str, int] | None:
        """Begin to listen; the address, or None where monitoring is off.

        :raises UserError: the address cannot be used.
        """
        if self._settings.port == 0:
            return None
        return await self.listen(self._settings.host, self._settings.port)

    async def listen(self, host: str, port: int) -> tuple[str, int]:
        """Begin to listen there (port 0: any that is free); the address.

        :raises UserError: the address cannot be used.
        """
        application = web.Application()
        application.router.add_get("/healthz", self._answer_health)
        application.router.add_get("/metrics", self._answer_metrics)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise UserError(
                Message(
                    "The monitoring address {address} cannot be used: {reason}.",
                    {"address": f"{host}:{port}", "reason": reason_of(error)},
                )
            ) from error
        bound: tuple[str, int] = self._runner.addresses[0][:2]
        return bound

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def _answer_health(self, request: web.Request) -> web.Response:
        del request
        health = self._health()
        body = json.dumps({"alive": health.alive, "reason": health.reason})
        return web.Response(text=body, status=200 if health.alive else 503, content_type="application/json")

    async def _answer_metrics(self, request: web.Request) -> web.Response:
        del request
        self._update()
        body = generate_latest(self._metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})
