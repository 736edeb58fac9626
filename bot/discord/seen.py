"""Which interactions were begun already: Discord repeats events after a lost connection."""

from __future__ import annotations

from collections import OrderedDict


class SeenInteractions:
    """Remembers the newest `capacity` interactions."""

    def __init__(self, capacity: int = 10_000) -> None:
        self._ids: OrderedDict[int, None] = OrderedDict()
        self._capacity = capacity

    def first_time(self, interaction_id: int) -> bool:
        """Whether this interaction is new; from now on it is not."""
        if interaction_id in self._ids:
            return False
        self._ids[interaction_id] = None
        if len(self._ids) > self._capacity:
            self._ids.popitem(last=False)
        return True
