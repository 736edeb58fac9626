"""Which edition of Riftbound's core rules a text is: the text prints its date, but not the edition's label."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules_corpus.importers.report import ImportRefused


@dataclass(frozen=True, slots=True)
class KnownEdition:
    label: str
    updated: str
    """The printed day of its last update, ISO; only the month where the day is not known."""
    last_rule: str | None = None
    """A rule that it goes on to at least, so that a text that was cut off is noticed."""
    rules: int | None = None
    """How many rules it has, as far as they were counted; with fewer, a text is refused."""

    @property
    def day(self) -> datetime.date | None:
        """The day of its last update, where it is known."""
        return datetime.date.fromisoformat(self.updated) if len(self.updated) == len("2026-07-16") else None


KNOWN_EDITIONS = (
    KnownEdition("1.1", "2025-10", "733", 1617),
    KnownEdition("1.2", "2025-12-01", "747", 1795),
    KnownEdition("1.3", "2026-03-30", "826", 2089),
    KnownEdition("1.4", "2026-07-16", "829.2", 2381),
    KnownEdition("1.5", "2026-10-09"),
)


def edition_in_force(day: datetime.date, known: Sequence[KnownEdition] = KNOWN_EDITIONS) -> str | None:
    """The label of the edition that was in force on a day, None where that is not sure.

    It is sure between the days of two known editions that follow one another; after the newest one there may be
    another that is not known.
    """
    for before, after in pairwise(known):
        if before.day is not None and after.day is not None and before.day <= day < after.day:
            return before.label
    return None


def choose_edition(
    name: str, updated: datetime.date, asked: str | None, known: Sequence[KnownEdition] = KNOWN_EDITIONS
) -> tuple[str, KnownEdition | None]:
    """The label of a text that was last updated on a day, and what is known of that edition.

    `asked` is the label that the caller gives: needed where the day is not known, and refused where it
    contradicts what is known. Raises ImportRefused.
    """
    day = updated.isoformat()
    by_day = next((e for e in known if day == e.updated or day.startswith(e.updated + "-")), None)
    by_label = next((e for e in known if e.label == asked), None)
    if by_day is not None and asked in (None, by_day.label):
        return by_day.label, by_day
    if by_day is not None and asked is not None:
        raise ImportRefused(
            "{name} was last updated on {date}, so it is edition {label} and not the edition {edition} "
            "that was asked for.",
            name=name,
            date=day,
            label=by_day.label,
            edition=asked,
        )
    if by_label is not None:
        raise ImportRefused(
            "{name} was last updated on {date}, but edition {edition} is of {known}.",
            name=name,
            date=day,
            edition=by_label.label,
            known=by_label.updated,
        )
    if asked is None:
        raise ImportRefused(
            "{name} was last updated on {date}, which is the date of no known edition: pass the edition's label, "
            "such as --edition 1.6.",
            name=name,
            date=day,
        )
    return asked, None
