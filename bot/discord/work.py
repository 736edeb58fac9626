"""Where answers are worked out: a few threads behind a bounded queue, with a deadline for each piece of work.

The event loop's thread keeps the connection to Discord alive; a search or a proof on it would delay every heartbeat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from bot.answering.answer import Message
from bot.errors import UserError

T = TypeVar("T")


class BusyError(UserError):
    """Too much is waiting already."""

    def __init__(self) -> None:
        super().__init__(Message("More questions are waiting than I can answer right now. Try again in a minute."))


class TooSlowError(UserError):
    """The deadline passed before the work was done."""

    def __init__(self) -> None:
        super().__init__(Message("Sorry, that took too long, so I gave up. Try a shorter question."))


class Work:
    """Runs blocking functions on threads of its own. Use it from one event loop."""

    def __init__(self, threads: int, capacity: int) -> None:
        """`capacity`: pieces of work that may wait or run at the same time."""
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="answering")
        self._capacity = capacity
        self._pending: set[Future[object]] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def pending(self) -> int:
        """Pieces of work that wait or run, those that nobody waits for any more included."""
        return len(self._pending)

    async def run(self, task: Callable[[], T], deadline_s: float) -> T:
        """What the task returns or raises.

        :raises BusyError: the queue is full.
        :raises TooSlowError: it is not done in time. A task that runs already goes on, but nobody waits for it.
        """
        if self.pending >= self._capacity:
            raise BusyError
        future = self._executor.submit(task)
        self._track(future)
        waiting = asyncio.wrap_future(future)
        done, _ = await asyncio.wait({waiting}, timeout=deadline_s)
        if not done:
            waiting.add_done_callback(_look_at)
            waiting.cancel()
            raise TooSlowError
        return waiting.result()

    async def drain(self, timeout_s: float) -> bool:
        """Wait until nothing is pending; whether that was so in time."""
        try:
            await asyncio.wait_for(self._idle.wait(), timeout_s)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Start nothing any more. Does not wait for what runs."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _track(self, future: Future[T]) -> None:
        loop = asyncio.get_running_loop()
        tracked: Future[object] = future  # type: ignore[assignment]
        self._pending.add(tracked)
        self._idle.clear()

        def finished(_: object) -> None:
            self._pending.discard(tracked)
            if not self._pending:
                self._idle.set()

        def report(_: object) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(finished, None)

        tracked.add_done_callback(report)


def _look_at(future: asyncio.Future[T]) -> None:
    """Take note of a late failure, which asyncio would report as forgotten."""
    if not future.cancelled():
        future.exception()
