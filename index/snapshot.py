"""The searchable state of one published corpus: built once, saved, loaded in a moment, swapped while in use.

A snapshot folder holds the corpus itself, so that answering reads no database. Its name is its identity: what it was
built from. It is written beside its place, flushed to disk and renamed into it; then the file `current` is replaced
to name it. A crash at any point leaves the old snapshot or the new one, never half of one.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import TypeAdapter, ValidationError

from index.analysis import Analyser
from index.dense import DenseIndex
from index.encoder import Encoder, Progress
from index.entries import IndexEntry, entries_of
from index.lexical import LexicalIndex
from index.vector_cache import VectorCache, encode_cached
from rules_corpus.lexicon import Lexicon
from rules_corpus.passages import PublishedCorpus
from rules_corpus.question_bank.attaching import attach_questions
from rules_corpus.question_bank.entries import EMPTY_BANK, QuestionBank

FORMAT = 3
"""Raised whenever the files, the entries or the analysis of texts change: older snapshots are then built anew."""
KEPT = 2
"""The current snapshot and the one before it, which another process may still be loading."""

_CURRENT = "current"
_MANIFEST = "manifest.json"
_CORPUS = "corpus.json"
_ENTRIES = "entries.npy"
_VECTORS = "vectors.npy"
_LEXICAL = "lexical"
_UNFINISHED = ".unfinished-"
_ABANDONED_AFTER_S = 3600

EntryTable = npt.NDArray[np.int32]
"""A row an entry: edition, passage, origin, text (see `IndexEntry`)."""


class SnapshotMissingError(Exception):
    """No snapshot has been saved in this folder, or the one wanted is gone."""


class SnapshotDamagedError(Exception):
    """A saved snapshot is incomplete, altered or of another format; it has to be built again."""


@dataclass(frozen=True)
class Snapshot:
    """Everything that a search reads. It never changes, so threads share it."""

    identity: str
    encoder: str
    """The identity of the encoder that made the vectors; questions must be encoded by the same one."""
    lexicon: str
    """The hash of the lexicon that its texts were analysed with."""
    bank: str
    """The identity of the question bank whose questions stand at its rules; "" for none."""
    corpus: PublishedCorpus
    """What was published, with the bank's questions among the rules' texts."""
    entries: EntryTable
    dense: DenseIndex
    lexical: LexicalIndex


def is_current(snapshot: Snapshot, version: int, encoder: str, lexicon: Lexicon, bank: str) -> bool:
    """Whether a snapshot shows a version of the corpus as this encoder and lexicon read it, with this question bank.

    `encoder` and `bank` are their identities.
    """
    shown = (snapshot.corpus.version, snapshot.encoder, snapshot.lexicon, snapshot.bank)
    return shown == (version, encoder, lexicon_hash(lexicon), bank)


def snapshot_identity(corpus: PublishedCorpus, encoder: str, lexicon: Lexicon) -> str:
    """What a snapshot is built from, as a folder name: corpus version, and a hash of content, encoder and lexicon."""
    return _identity(corpus.version, _corpus_bytes(corpus), encoder, lexicon)


def build_snapshot(
    corpus: PublishedCorpus,
    encoder: Encoder,
    lexicon: Lexicon,
    cache: VectorCache,
    progress: Progress | None = None,
    context: bool = True,
    bank: QuestionBank = EMPTY_BANK,
) -> Snapshot:
    """Index a corpus; only texts that the cache lacks are encoded, and `progress` counts texts.

    `bank`: its questions are indexed at their rules. `context`: each text is indexed with the labels above its passage.
    A snapshot without has the same identity, so it is not to be saved.
    """
    corpus, _ = attach_questions(corpus, bank)
    entries = entries_of(corpus, context)
    vectors = encode_cached(encoder, [entry.content for entry in entries], cache, progress)
    analyser = Analyser(lexicon)
    terms = [analyser.terms(entry.content, entry.language) for entry in entries]
    groups = [(corpus.editions[entry.edition].game, entry.language) for entry in entries]
    return Snapshot(
        identity=snapshot_identity(corpus, encoder.identity, lexicon),
        encoder=encoder.identity,
        lexicon=lexicon_hash(lexicon),
        bank=bank.identity,
        corpus=corpus,
        entries=_table(entries),
        dense=DenseIndex(vectors),
        lexical=LexicalIndex.build(terms, groups),
    )


def save_snapshot(snapshot: Snapshot, folder: Path) -> Path:
    """Write a snapshot below `folder`, make it the current one, remove all but the newest, and return its folder.

    :raises OSError: the folder cannot be written; the current snapshot is then still the old one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=folder))
    try:
        (unfinished / _CORPUS).write_bytes(_corpus_bytes(snapshot.corpus))
        np.save(unfinished / _ENTRIES, snapshot.entries)
        np.save(unfinished / _VECTORS, snapshot.dense.vectors)
        snapshot.lexical.save(unfinished / _LEXICAL)
        manifest = {
            "format": FORMAT,
            "identity": snapshot.identity,
            "encoder": snapshot.encoder,
            "lexicon": snapshot.lexicon,
            "bank": snapshot.bank,
            "files": {name: _checksum(unfinished / name) for name in _files_below(unfinished)},
        }
        (unfinished / _MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        for path in [unfinished / name for name in _files_below(unfinished)]:
            _flush(path)
        for directory in [path for path in unfinished.rglob("*") if path.is_dir()]:
            _flush(directory)
        _flush(unfinished)
        _put_in_place(unfinished, folder / snapshot.identity)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    _flush(folder)
    _point_to(folder, snapshot.identity)
    prune(folder)
    return folder / snapshot.identity


def load_current(folder: Path) -> Snapshot:
    """Load the snapshot that `current` names.

    :raises SnapshotMissingError: there is none.
    :raises SnapshotDamagedError: it is not what was saved.
    """
    return load_snapshot(folder / current_identity(folder))


def current_identity(folder: Path) -> str:
    """The identity of the current snapshot, without loading it.

    :raises SnapshotMissingError: there is none.
    """
    try:
        return (folder / _CURRENT).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise SnapshotMissingError(f"no snapshot has been saved in {folder}") from None


def load_snapshot(path: Path) -> Snapshot:
    """Load one snapshot's folder after checking that every file is as it was saved.

    :raises SnapshotMissingError: there is no such folder.
    :raises SnapshotDamagedError: files are missing, altered, or of another format.
    """
    if not path.is_dir():
        raise SnapshotMissingError(f"there is no snapshot {path}")
    try:
        manifest = json.loads((path / _MANIFEST).read_text(encoding="utf-8"))
        _verify(path, manifest)
        with _without_collection():
            corpus = _adapter().validate_json((path / _CORPUS).read_bytes())
        return Snapshot(
            identity=manifest["identity"],
            encoder=manifest["encoder"],
            lexicon=manifest["lexicon"],
            bank=manifest["bank"],
            corpus=corpus,
            entries=np.load(path / _ENTRIES),
            dense=DenseIndex(np.load(path / _VECTORS)),
            lexical=LexicalIndex.load(path / _LEXICAL),
        )
    except (OSError, ValueError, KeyError, ValidationError) as error:
        raise SnapshotDamagedError(f"snapshot {path} cannot be used: {error}") from error


def prune(folder: Path) -> None:
    """Remove all snapshots but the current one and the newest beside it, and what crashed builds have left."""
    kept = {current_identity(folder)}
    now = time.time()
    for path in sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns, reverse=True):
        if path.name in (_CURRENT, *kept):
            continue
        if path.name.startswith(_UNFINISHED):
            # Another process may be writing it at this moment.
            if now - path.stat().st_mtime > _ABANDONED_AFTER_S:
                _remove(path)
        elif len(kept) < KEPT:
            kept.add(path.name)
        else:
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


class SnapshotHolder:
    """Hands out the current snapshot. Readers keep the one that they took while a new one is put in."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._lock = threading.Lock()
        self._snapshot = snapshot

    @property
    def current(self) -> Snapshot:
        with self._lock:
            return self._snapshot

    def swap(self, snapshot: Snapshot) -> Snapshot:
        """Put a new snapshot in, and return the one that it replaces."""
        with self._lock:
            replaced, self._snapshot = self._snapshot, snapshot
        return replaced


def _table(entries: tuple[IndexEntry, ...]) -> EntryTable:
    rows = [(entry.edition, entry.passage, entry.origin, entry.text) for entry in entries]
    return np.array(rows, dtype=np.int32).reshape(len(rows), 4)


@cache
def _adapter() -> TypeAdapter[PublishedCorpus]:
    return TypeAdapter(PublishedCorpus)


def _corpus_bytes(corpus: PublishedCorpus) -> bytes:
    return _adapter().dump_json(corpus, exclude_defaults=True)


def _identity(version: int, content: bytes, encoder: str, lexicon: Lexicon) -> str:
    digest = hashlib.sha256(f"{FORMAT}\0{encoder}\0{lexicon_hash(lexicon)}\0".encode())
    digest.update(content)
    return f"v{version}-{digest.hexdigest()[:24]}"


def lexicon_hash(lexicon: Lexicon) -> str:
    """A hash of all that the lexicon says; entries are analysed by it, so another lexicon needs another index."""
    said = repr((lexicon.terms, sorted(lexicon.informal.items()), sorted(lexicon.protected)))
    return hashlib.sha256(said.encode("utf-8")).hexdigest()


def _files_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _verify(path: Path, manifest: Any) -> None:
    if manifest["format"] != FORMAT:
        raise ValueError(f"format {manifest['format']} instead of {FORMAT}")
    if manifest["identity"] != path.name:
        raise ValueError(f"it says that it is {manifest['identity']}")
    for name, checksum in manifest["files"].items():
        if _checksum(path / name) != checksum:
            raise ValueError(f"{name} is not what was saved")


def _put_in_place(unfinished: Path, final: Path) -> None:
    if final.exists():
        # The same identity has been saved before, but perhaps been damaged since: the fresh one takes its place.
        aside = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=final.parent))
        os.rename(final, aside / "old")  # noqa: PTH104 - Path.rename and os.rename are the same call
        os.rename(unfinished, final)  # noqa: PTH104
        shutil.rmtree(aside, ignore_errors=True)
    else:
        os.rename(unfinished, final)  # noqa: PTH104


def _point_to(folder: Path, identity: str) -> None:
    handle, name = tempfile.mkstemp(prefix=_UNFINISHED, dir=folder)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"{identity}\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(name, folder / _CURRENT)  # noqa: PTH105
    _flush(folder)


def _flush(path: Path) -> None:
    if path.is_dir() and os.name == "nt":
        return  # Windows cannot flush a directory
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Thousands of new objects, none of them garbage: collecting in between triples the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
