"""What one choice of game and edition lets be found, settled before anything is ranked."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from index.dense import AllowedEntries
from index.language_bias import Group
from index.names import Names
from index.references import RuleNumbers
from index.snapshot import Snapshot
from rules_corpus.editions import EditionView, EditionViews, UnknownEditionError, ViewedPassage
from rules_corpus.passages import PassageKind

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Scope:
    """The passages that a search may find; computed once, then shared between threads."""

    views: tuple[EditionView, ...]
    """One for each game."""
    allowed: npt.NDArray[np.bool_]
    """Of every entry, whether it may be found."""
    groups: Mapping[Group, AllowedEntries]
    """The allowed entries by game and language."""
    numbers: RuleNumbers
    names: Names

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(view.game for view in self.views)

    def children(self, viewed: ViewedPassage) -> tuple[ViewedPassage, ...]:
        """The passages directly below one of the scope's passages."""
        return next(view for view in self.views if view.game == viewed.edition.game).children(viewed)

    def below(self, viewed: ViewedPassage, most: int) -> tuple[ViewedPassage, ...]:
        """All rules below a passage, at any depth; none where there are more than `most`."""
        found: list[ViewedPassage] = []
        waiting = [viewed]
        while waiting and len(found) <= most:
            children = self.children(waiting.pop())
            waiting.extend(children)
            found.extend(child for child in children if child.passage.kind is PassageKind.RULE)
        return tuple(found) if len(found) <= most else ()


class Scopes:
    """The scopes of one snapshot on one day."""

    def __init__(self, snapshot: Snapshot, date: datetime.date) -> None:
        self.views = EditionViews(snapshot.corpus)
        self.date = date
        self._lock = threading.Lock()
        self._known: dict[tuple[str | None, str | None], Scope] = {}
        sizes = [len(edition.passages) for edition in snapshot.corpus.editions]
        self._first: Ids = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        self._groups = _groups(snapshot)
        entries = snapshot.entries.astype(np.int64)
        self.passage_of: Ids = self._first[entries[:, 0]] + entries[:, 1]
        """The number of the passage that each entry leads to; passages are numbered through all editions."""
        self._by_passage: Ids = np.argsort(self.passage_of, kind="stable")
        self._sorted: Ids = self.passage_of[self._by_passage]

    def of(self, game: str | None, edition: str | None) -> Scope:
        """The scope of a game (None: all games) in an edition (None: those in force on the day).

        :raises UnknownEditionError: no published edition (of the game, if one is given) has this label.
        """
        key = (game, edition)
        with self._lock:
            scope = self._known.get(key)
        if scope is None:
            scope = self._compute(self._views_of(game, edition))
            with self._lock:
                self._known[key] = scope
        return scope

    def number(self, viewed: ViewedPassage) -> int:
        """The number of a passage."""
        return int(self._first[viewed.edition_index]) + viewed.passage_index

    def place(self, passage: int) -> tuple[int, int]:
        """The positions of a numbered passage: of its edition in the corpus, and of it in the edition."""
        edition = int(np.searchsorted(self._first, passage, side="right")) - 1
        return edition, passage - int(self._first[edition])

    def entries_of(self, passage: int) -> Ids:
        """The entries that lead to a passage."""
        start, stop = np.searchsorted(self._sorted, [passage, passage + 1])
        return self._by_passage[start:stop]

    def _views_of(self, game: str | None, edition: str | None) -> tuple[EditionView, ...]:
        games = self.views.games if game is None else (game,)
        if edition is None:
            return tuple(self.views.current(name, self.date) for name in games)
        views = []
        unknown: UnknownEditionError | None = None
        for name in games:
            try:
                views.append(self.views.pinned(name, edition))
            except UnknownEditionError as error:
                unknown = error
        if not views and unknown is not None:
            raise unknown
        return tuple(views)

    def _compute(self, views: tuple[EditionView, ...]) -> Scope:
        members = [member for view in views for member in view.members]
        passages = np.zeros(self._first[-1], dtype=np.bool_)
        passages[[self.number(member) for member in members]] = True
        allowed = passages[self.passage_of]
        parts = {group: AllowedEntries(allowed & mask) for group, mask in self._groups.items()}
        return Scope(
            views=views,
            allowed=allowed,
            groups={group: part for group, part in parts.items() if part.count},
            numbers=RuleNumbers(members),
            names=Names(member for member in members if member.passage.kind is not PassageKind.CARD),
        )


def _groups(snapshot: Snapshot) -> dict[Group, npt.NDArray[np.bool_]]:
    """The masks of the entries of each game and language."""
    masks: dict[Group, npt.NDArray[np.bool_]] = {}
    for row, (edition, _, origin, text) in enumerate(snapshot.entries.tolist()):
        content = snapshot.corpus.editions[edition]
        group = (content.game, content.passages[origin].texts[text].language)
        if group not in masks:
            masks[group] = np.zeros(len(snapshot.entries), dtype=np.bool_)
        masks[group][row] = True
    return masks
