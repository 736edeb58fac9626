"""Snapshots are saved whole or not at all, are checked when loaded, and are swapped while in use."""

from __future__ import annotations

import dataclasses
import json
import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from index import snapshot as snapshots
from index.entries import entries_of
from index.snapshot import (
    Snapshot,
    SnapshotDamagedError,
    SnapshotHolder,
    SnapshotMissingError,
    build_snapshot,
    current_identity,
    load_current,
    load_snapshot,
    prune,
    save_snapshot,
    snapshot_identity,
)
from index.vector_cache import VectorCache
from rules_corpus.database import open_database
from rules_corpus.lexicon import load_lexicon
from rules_corpus.models import Base
from rules_corpus.passages import PublishedCorpus
from tests.index.mini_corpus import CORPUS, HashingEncoder

LEXICON = load_lexicon()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> VectorCache:
    engine = open_database(f"sqlite:///{tmp_path_factory.mktemp('cache') / 'vectors.sqlite'}")
    Base.metadata.create_all(engine)
    return VectorCache(engine)


@pytest.fixture(scope="module")
def built(cache: VectorCache) -> Snapshot:
    return build_snapshot(CORPUS, HashingEncoder(), LEXICON, cache)


def version(cache: VectorCache, number: int) -> Snapshot:
    return build_snapshot(dataclasses.replace(CORPUS, version=number), HashingEncoder(), LEXICON, cache)


def test_loaded_snapshot_equals_the_saved_one(built: Snapshot, tmp_path: Path) -> None:
    path = save_snapshot(built, tmp_path)
    loaded = load_current(tmp_path)
    assert path.name == loaded.identity == built.identity
    assert loaded.corpus == built.corpus
    assert loaded.encoder == built.encoder
    assert np.array_equal(loaded.entries, built.entries)
    assert np.array_equal(loaded.dense.vectors, built.dense.vectors)
    for terms in (["equip"], ["kartu"], ["cartas", "lugar"]):
        games = ["mtg", "riftbound", "vandaria"]
        assert np.array_equal(loaded.lexical.scores(terms, games), built.lexical.scores(terms, games))
    assert built.lexical.scores(["equip"], ["mtg"]).any()


def test_entries_are_those_of_the_corpus(built: Snapshot) -> None:
    assert [tuple(row) for row in built.entries.tolist()] == [
        (entry.edition, entry.passage, entry.origin, entry.text) for entry in entries_of(CORPUS)
    ]
    assert len(built.dense) == len(built.entries)


def test_building_again_encodes_nothing(built: Snapshot, cache: VectorCache) -> None:
    encoder = HashingEncoder()
    assert build_snapshot(CORPUS, encoder, LEXICON, cache).identity == built.identity
    assert encoder.encoded == []


def test_progress_reaches_the_end(cache: VectorCache) -> None:
    seen: list[tuple[int, int]] = []
    build_snapshot(CORPUS, HashingEncoder("progress"), LEXICON, cache, lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, seen[-1][1])
    assert seen[-1][0] == seen[-1][1] > 0


def test_identity_tells_apart_all_that_a_snapshot_depends_on(built: Snapshot) -> None:
    changed = dataclasses.replace(CORPUS, editions=CORPUS.editions[:-1])
    words = dataclasses.replace(LEXICON, protected=LEXICON.protected | {"xyzzy"})
    identities = {
        built.identity,
        snapshot_identity(dataclasses.replace(CORPUS, version=4), "hashing-64", LEXICON),
        snapshot_identity(changed, "hashing-64", LEXICON),
        snapshot_identity(CORPUS, "another", LEXICON),
        snapshot_identity(CORPUS, "hashing-64", words),
    }
    assert len(identities) == 5
    assert snapshot_identity(CORPUS, "hashing-64", LEXICON) == built.identity


def test_format_is_part_of_the_identity(built: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "FORMAT", snapshots.FORMAT + 1)
    assert snapshot_identity(CORPUS, "hashing-64", LEXICON) != built.identity


def test_empty_corpus(cache: VectorCache, tmp_path: Path) -> None:
    empty = build_snapshot(PublishedCorpus(0, ()), HashingEncoder(), LEXICON, cache)
    save_snapshot(empty, tmp_path)
    assert load_current(tmp_path).corpus == PublishedCorpus(0, ())


def test_nothing_saved(tmp_path: Path) -> None:
    with pytest.raises(SnapshotMissingError):
        load_current(tmp_path)
    with pytest.raises(SnapshotMissingError):
        current_identity(tmp_path / "nowhere")


def test_snapshot_that_current_names_is_gone(built: Snapshot, tmp_path: Path) -> None:
    (tmp_path / "current").write_text("v1-gone\n", encoding="utf-8")
    with pytest.raises(SnapshotMissingError, match="v1-gone"):
        load_current(tmp_path)


@pytest.mark.parametrize(
    "pattern", ["corpus.json", "entries.npy", "vectors.npy", "lexical/groups.json", "manifest.json"]
)
@pytest.mark.parametrize("damage", ["cut", "flip", "remove"])
def test_damage_is_noticed(built: Snapshot, tmp_path: Path, pattern: str, damage: str) -> None:
    file = save_snapshot(built, tmp_path) / pattern
    data = file.read_bytes()
    if damage == "cut":
        file.write_bytes(data[: len(data) // 2])
    elif damage == "flip":
        file.write_bytes(data[:-1] + bytes([data[-1] ^ 0x01]))
    else:
        file.unlink()
    with pytest.raises(SnapshotDamagedError):
        load_current(tmp_path)


def test_another_format_is_not_read(built: Snapshot, tmp_path: Path) -> None:
    manifest = save_snapshot(built, tmp_path) / "manifest.json"
    told = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps(told | {"format": snapshots.FORMAT + 1}), encoding="utf-8")
    with pytest.raises(SnapshotDamagedError, match="format"):
        load_current(tmp_path)


def test_folder_under_a_wrong_name_is_not_read(built: Snapshot, tmp_path: Path) -> None:
    path = save_snapshot(built, tmp_path)
    path.rename(tmp_path / "v9-other")
    with pytest.raises(SnapshotDamagedError, match="says that it is"):
        load_snapshot(tmp_path / "v9-other")


def test_saving_again_repairs_a_damaged_snapshot(built: Snapshot, tmp_path: Path) -> None:
    (save_snapshot(built, tmp_path) / "vectors.npy").write_bytes(b"nothing")
    save_snapshot(built, tmp_path)
    assert load_current(tmp_path).identity == built.identity
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["current", built.identity])


def test_failure_leaves_the_old_snapshot(
    built: Snapshot, cache: VectorCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_snapshot(built, tmp_path)

    def full(path: Path) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(snapshots, "_flush", full)
    with pytest.raises(OSError, match="no space"):
        save_snapshot(version(cache, 4), tmp_path)
    monkeypatch.undo()
    assert load_current(tmp_path).identity == built.identity
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["current", built.identity])


def test_the_newest_two_are_kept(cache: VectorCache, tmp_path: Path) -> None:
    paths = [save_snapshot(version(cache, number), tmp_path) for number in (1, 2, 3)]
    assert [path.exists() for path in paths] == [False, True, True]
    assert current_identity(tmp_path) == paths[-1].name


def test_going_back_keeps_the_one_gone_back_to(cache: VectorCache, tmp_path: Path) -> None:
    first, second = (save_snapshot(version(cache, number), tmp_path) for number in (1, 2))
    assert save_snapshot(version(cache, 1), tmp_path) == first
    assert current_identity(tmp_path) == first.name
    assert second.exists()


def test_what_a_crash_left_is_removed_once_it_is_old(built: Snapshot, tmp_path: Path) -> None:
    for name, age_s in (("crashed", 7200), ("running", 10)):
        folder = tmp_path / f".unfinished-{name}"
        folder.mkdir()
        os.utime(folder, (time.time() - age_s,) * 2)
    save_snapshot(built, tmp_path)
    prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [".unfinished-running", "current", built.identity]
    )


def test_readers_keep_what_they_took(built: Snapshot, cache: VectorCache) -> None:
    newer = version(cache, 9)
    holder = SnapshotHolder(built)
    taken = holder.current
    assert holder.swap(newer) is built
    assert taken is built
    assert holder.current is newer


def test_readers_see_one_or_the_other_while_it_is_swapped(built: Snapshot, cache: VectorCache) -> None:
    newer = version(cache, 9)
    holder = SnapshotHolder(built)
    stop = threading.Event()
    mixed: list[Snapshot] = []

    def read() -> None:
        while not stop.is_set():
            taken = holder.current
            if (taken.corpus.version, taken.identity) not in {(s.corpus.version, s.identity) for s in (built, newer)}:
                mixed.append(taken)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(300):
        holder.swap(newer)
        holder.swap(built)
    stop.set()
    for thread in threads:
        thread.join()
    assert not mixed
