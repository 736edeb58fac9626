"""The fake's clock, which a test can put forward: nobody waits fifteen minutes for a token to expire."""

from __future__ import annotations

import time


class Clock:
    """Seconds that go by by themselves and by `advance`."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        return time.monotonic() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds
