"""Counts what is being answered, so that a stop can wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class InFlight:
    """How many answers are under way. Use it from one event loop."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()

    @property
    def count(self) -> int:
        return self._count

    @contextmanager
    def one(self) -> Iterator[None]:
        """While this is open, one more is under way."""
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            self._count -= 1
            if not self._count:
                self._none.set()

    async def drain(self, timeout_s: float) -> bool:
        """Wait until nothing is under way; whether that was so in time."""

        async def none_left() -> None:
            while self._count:
                await self._none.wait()

        try:
            await asyncio.wait_for(none_left(), timeout_s)
        except TimeoutError:
            return False
        return True
