"""How often a person and a server may ask: token buckets in memory, that forget whoever has been quiet."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.answering.answer import Message
from bot.errors import UserError

_FORGET_ABOVE = 10_000
"""Buckets kept before the full ones, which say nothing, are thrown away."""


class RateLimitedError(UserError):
    """Someone asks more often than is allowed."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class RateLimit:
    """At most `per_minute` uses a minute for each key, with bursts up to that number."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._capacity = float(per_minute)
        self._per_second = per_minute / 60
        self._clock = clock
        self._buckets: dict[int, _Bucket] = {}

    def wait_s(self, key: int) -> int:
        """Whole seconds until the key may be used; 0 means now."""
        tokens = self._filled(key).tokens
        return 0 if tokens >= 1 else math.ceil((1 - tokens) / self._per_second)

    def use(self, key: int) -> None:
        """Count one use."""
        if len(self._buckets) > _FORGET_ABOVE:
            self._forget()
        self._filled(key).tokens -= 1

    def _filled(self, key: int) -> _Bucket:
        now = self._clock()
        bucket = self._buckets.setdefault(key, _Bucket(self._capacity, now))
        bucket.tokens = min(self._capacity, bucket.tokens + (now - bucket.at) * self._per_second)
        bucket.at = now
        return bucket

    def _forget(self) -> None:
        for key in tuple(self._buckets):
            if self._filled(key).tokens >= self._capacity:
                del self._buckets[key]


class RateLimits:
    """The limits of the service. A use that is turned away counts for neither."""

    def __init__(self, user: RateLimit, server: RateLimit) -> None:
        self._user = user
        self._server = server

    def use(self, user_id: int, server_id: int | None) -> None:
        """Count one command.

        :raises RateLimitedError: the person or the server has to wait.
        """
        seconds = self._user.wait_s(user_id)
        if seconds:
            raise RateLimitedError(
                Message(
                    "That was a lot at once. You can go on in {count} second.",
                    {"count": seconds},
                    plural="That was a lot at once. You can go on in {count} seconds.",
                )
            )
        seconds = self._server.wait_s(server_id) if server_id is not None else 0
        if seconds:
            raise RateLimitedError(
                Message(
                    "This server asks a lot right now. Try again in {count} second.",
                    {"count": seconds},
                    plural="This server asks a lot right now. Try again in {count} seconds.",
                )
            )
        self._user.use(user_id)
        if server_id is not None:
            self._server.use(server_id)
