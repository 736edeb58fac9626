"""Lexical retrieval: BM25 over the terms of entries, with separate statistics for each game and language.

What other games say never changes how one game's rules are ranked. And where most texts are English, an ordinary
word of another language is rare over all of them, but not among the texts of its language.
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
Group = tuple[str, str]
"""(game, language)"""

_GROUPS = "groups.json"


class LexicalIndex:
    """BM25 scores of entries, which are numbered as in the snapshot."""

    def __init__(self, size: int, by_group: Mapping[Group, tuple[Ids, bm25s.BM25]]) -> None:
        self._size = size
        self._by_group = dict(by_group)

    @classmethod
    def build(cls, terms: Sequence[Sequence[str]], groups: Sequence[Group]) -> LexicalIndex:
        """Index the terms of each entry; `groups` names each entry's game and language.

        :raises ValueError: the two sequences differ in length.
        """
        if len(terms) != len(groups):
            raise ValueError(f"{len(terms)} entries, but {len(groups)} groups")
        rows_of: dict[Group, list[int]] = {}
        for row, group in enumerate(groups):
            rows_of.setdefault(group, []).append(row)
        by_group = {}
        for group, rows in rows_of.items():
            index = bm25s.BM25()
            index.index([list(terms[row]) or [""] for row in rows], show_progress=False)
            by_group[group] = (np.array(rows, dtype=np.int64), index)
        return cls(len(terms), by_group)

    def scores(self, terms: Sequence[str], games: Sequence[str]) -> Scores:
        """The BM25 score of every entry, shape (entries,): 0 outside the games, and where no term is shared.

        A term given twice counts twice.
        """
        scores = np.zeros(self._size, dtype=np.float32)
        wanted = [term for term in terms if term]
        for (game, _), (rows, index) in self._by_group.items():
            if game in games and (known := index.get_tokens_ids(wanted)):
                scores[rows] = index.get_scores_from_ids(known)
        return scores

    def known(self, terms: Sequence[str], games: Sequence[str]) -> frozenset[str]:
        """Those of the terms that some text of the games contains."""
        groups = [index for (game, _), (_, index) in self._by_group.items() if game in games]
        return frozenset(term for term in terms if term and any(index.get_tokens_ids([term]) for index in groups))

    def save(self, folder: Path) -> None:
        """Write it into an empty or new folder.

        :raises OSError: the folder cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        for number, (rows, index) in enumerate(self._by_group.values()):
            index.save(folder / str(number), show_progress=False)
            np.save(folder / str(number) / "rows.npy", rows)
        described = {"size": self._size, "groups": list(self._by_group)}
        (folder / _GROUPS).write_text(json.dumps(described), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> LexicalIndex:
        """Read what `save` wrote.

        :raises OSError, ValueError: files are missing or are not what `save` writes.
        """
        described = json.loads((folder / _GROUPS).read_text(encoding="utf-8"))
        by_group = {}
        for number, (game, language) in enumerate(described["groups"]):
            index = bm25s.BM25.load(folder / str(number), show_progress=False)
            by_group[game, language] = (np.load(folder / str(number) / "rows.npy"), index)
        return cls(described["size"], by_group)
