"""Lexical retrieval: BM25 over the terms of entries, each game with statistics of its own.

A game's statistics come from its own entries only, so that what other games say never changes how one game's
rules are ranked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import bm25s
import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

_GAMES = "games.json"


class LexicalIndex:
    """BM25 scores of entries, which are numbered as in the snapshot."""

    def __init__(self, size: int, by_game: Mapping[str, tuple[Ids, bm25s.BM25]]) -> None:
        self._size = size
        self._by_game = dict(by_game)

    @classmethod
    def build(cls, terms: Sequence[Sequence[str]], games: Sequence[str]) -> LexicalIndex:
        """Index the terms of each entry; `games` names each entry's game.

        :raises ValueError: the two sequences differ in length.
        """
        if len(terms) != len(games):
            raise ValueError(f"{len(terms)} entries, but {len(games)} games")
        by_game = {}
        for game in dict.fromkeys(games):
            rows = np.array([row for row, owner in enumerate(games) if owner == game], dtype=np.int64)
            index = bm25s.BM25()
            index.index([list(terms[row]) or [""] for row in rows], show_progress=False)
            by_game[game] = (rows, index)
        return cls(len(terms), by_game)

    def scores(self, terms: Sequence[str], games: Sequence[str]) -> Scores:
        """The BM25 score of every entry, shape (entries,): 0 outside the games, and where no term is shared.

        A term given twice counts twice.
        """
        scores = np.zeros(self._size, dtype=np.float32)
        for game in games:
            if game not in self._by_game:
                continue
            rows, index = self._by_game[game]
            known = index.get_tokens_ids([term for term in terms if term])
            if known:
                scores[rows] = index.get_scores_from_ids(known)
        return scores

    def save(self, folder: Path) -> None:
        """Write it into an empty or new folder.

        :raises OSError: the folder cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        names = {game: f"game-{number}" for number, game in enumerate(self._by_game)}
        for game, (rows, index) in self._by_game.items():
            index.save(folder / names[game], show_progress=False)
            np.save(folder / names[game] / "rows.npy", rows)
        (folder / _GAMES).write_text(json.dumps({"size": self._size, "games": names}), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> LexicalIndex:
        """Read what `save` wrote.

        :raises OSError, ValueError: files are missing or are not what `save` writes.
        """
        described = json.loads((folder / _GAMES).read_text(encoding="utf-8"))
        by_game = {}
        for game, name in described["games"].items():
            index = bm25s.BM25.load(folder / name, show_progress=False)
            by_game[game] = (np.load(folder / name / "rows.npy"), index)
        return cls(described["size"], by_game)
