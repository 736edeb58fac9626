"""Dense retrieval: exact inner products over unit vectors, restricted before ranking to the entries allowed."""

from __future__ import annotations

import faiss
import numpy as np
import numpy.typing as npt

from index.encoder import Vectors

Ids = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


class AllowedEntries:
    """A set of entries that a search is restricted to; made once for each set and then shared between threads."""

    def __init__(self, mask: Mask) -> None:
        self.mask = mask
        self.count = int(mask.sum())
        # FAISS keeps only a pointer to the bits, so they have to live as long as the selector.
        self._bits = np.packbits(mask, bitorder="little")
        self.selector = faiss.IDSelectorBitmap(len(self._bits), faiss.swig_ptr(self._bits))


class DenseIndex:
    """The vectors of entries, which are numbered by their row."""

    def __init__(self, vectors: Vectors) -> None:
        """`vectors`: unit vectors, shape (entries, dimensions).

        :raises ValueError: the shape is another one.
        """
        if vectors.ndim != 2:
            raise ValueError(f"expected vectors of shape (entries, dimensions), got {vectors.shape}")
        self._index = faiss.IndexFlatIP(vectors.shape[1])
        self._index.add(np.ascontiguousarray(vectors, dtype=np.float32))
        # The index's own copy, so that the vectors are held in memory once.
        flat = faiss.rev_swig_ptr(self._index.get_xb(), vectors.size)
        self._rows: Vectors = flat.reshape(vectors.shape)

    @property
    def dimensions(self) -> int:
        return int(self._index.d)

    def __len__(self) -> int:
        return int(self._index.ntotal)

    def nearest(self, query: Vectors, allowed: AllowedEntries, count: int) -> tuple[Ids, Vectors]:
        """The `count` allowed entries nearest to a unit vector (shape (dimensions,)), nearest first, with cosines."""
        count = min(count, allowed.count)
        if count == 0:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
        parameters = faiss.SearchParameters()
        parameters.sel = allowed.selector
        cosines, ids = self._index.search(query.reshape(1, -1).astype(np.float32), count, params=parameters)
        return ids[0], cosines[0]

    def cosines(self, query: Vectors, ids: Ids) -> Vectors:
        """The cosine of a unit vector with each of the entries, shape (len(ids),)."""
        result: Vectors = self._rows[ids] @ query.astype(np.float32)
        return result

    @property
    def vectors(self) -> Vectors:
        """All vectors, shape (entries, dimensions); not to be changed."""
        return self._rows
