from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

import bot.discord.storage.models  # noqa: F401 (adds its tables to the metadata)
import migrations
import rules_corpus.partial_indexes  # noqa: F401 (adds the indexes to the metadata)
from rules_corpus import models
from rules_corpus.database import for_writing, migrate, migration_state, open_database
from rules_corpus.passages import Layer, PassageKind, Text, TextRole
from rules_corpus.repository import AlreadyPublishedError, CorpusRepository
from tests.rules_corpus.builders import edition, rich_passages, rule


def test_everything_that_is_stored_is_read_back(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    content = edition("2026-08-07", *rich_passages(), since="2026-08-07")
    repository.store(content, actor="me", reason="test", publish=True)
    (read,) = repository.load_published().editions
    assert read.passages == content.passages
    assert (read.titles, read.effective_from, read.complete) == (content.titles, content.effective_from, True)


def test_a_draft_is_not_published(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    status = repository.store(edition("1", rule("1.1", "a")), actor="me", reason="test", publish=False)
    assert (status.status, status.passages) == ("draft", 1)
    assert repository.load_published().editions == ()
    assert repository.published_version() == 0
    assert repository.publish(status.id, actor="me", reason="ready").status == "published"
    assert len(repository.load_published().editions) == 1
    assert repository.published_version() > 0


def test_a_new_revision_replaces_the_published_one_and_it_can_be_brought_back(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    old = repository.store(edition("1", rule("1.1", "old")), actor="me", reason="first", publish=True)
    version = repository.published_version()
    repository.store(edition("1", rule("1.1", "new")), actor="me", reason="second", publish=True)
    assert repository.published_version() > version
    assert [s.status for s in repository.statuses()] == ["retired", "published"]
    repository.publish(old.id, actor="me", reason="undo")
    assert repository.load_published().editions[0].passages[0].texts[0].text == "old"


def test_the_same_content_is_not_stored_twice(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    content = edition("1", rule("1.1", "a"))
    repository.store(content, actor="me", reason="test", publish=True)
    with pytest.raises(AlreadyPublishedError):
        repository.store(replace(content, source="elsewhere"), actor="me", reason="again", publish=True)
    assert len(repository.statuses()) == 1


def test_the_starter_corpus_is_stored_only_where_it_differs(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    both = [edition("1", rule("1.1", "a")), edition("2", rule("1.1", "b"))]
    assert repository.store_starter(both, actor="me", fingerprint="f") == 2
    assert repository.store_starter(both, actor="me", fingerprint="f") == 0
    assert repository.store_starter([both[0], edition("2", rule("1.1", "c"))], actor="me", fingerprint="g") == 1
    assert repository.starter_fingerprint() == "g"


def test_processes_that_start_together_store_the_starter_corpus_once(database_url: str, tmp_path: Path) -> None:
    contents = [edition(str(n), rule("1.1", f"text {n}")) for n in range(5)]
    counts: list[int] = []

    def start() -> None:
        engine = open_database(database_url)
        migrate(engine, tmp_path)
        counts.append(CorpusRepository(engine).store_starter(contents, actor="me", fingerprint="f"))

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(counts) == [0, 0, 0, 0, 0, 5]


def test_a_failed_import_leaves_nothing(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    twice = edition("1", rule("1.1", "a"), rule("1.1", "b"))
    with pytest.raises(IntegrityError):
        repository.store(twice, actor="me", reason="test", publish=True)
    with engine.connect() as connection:
        for table in models.Base.metadata.sorted_tables:
            assert connection.execute(select(table)).first() is None, table.name


def test_layers_of_one_edition_are_read_as_one(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    own = rule("1.1", "in our words")
    official = replace(own, texts=(Text("en", "as printed", official=True),))
    other = rule("1.2", "only official")
    repository.store(edition("1", own, complete=False), actor="me", reason="test", publish=True)
    repository.store(
        edition("1", official, other, layer=Layer.OFFICIAL, since="2026-01-01"), actor="me", reason="test", publish=True
    )
    (read,) = repository.load_published().editions
    assert read.complete
    assert str(read.effective_from) == "2026-01-01"
    assert [p.ref for p in read.passages] == ["1.1", "1.2"]
    body = read.passages[0].body("en")
    assert body is not None and body.text == "as printed"
    assert [t.text for t in read.passages[0].texts_of(TextRole.BODY)] == ["as printed", "in our words"]


def test_audit_rows_cannot_be_changed_through_the_models(engine: Engine) -> None:
    CorpusRepository(engine).store(edition("1", rule("1.1", "a")), actor="me", reason="test", publish=True)
    with Session(for_writing(engine)) as session:
        row = session.execute(select(models.Audit)).scalars().first()
        assert row is not None
        row.actor = "someone else"
        with pytest.raises(models.AuditIsAppendOnlyError):
            session.flush()


def test_texts_carry_their_normalised_hash(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    repository.store(edition("1", rule("1.1", "“A”  text")), actor="me", reason="t", publish=True)
    repository.store(edition("2", rule("1.1", '"a" TEXT')), actor="me", reason="t", publish=True)
    with engine.connect() as connection:
        hashes = set(connection.execute(select(models.PassageText.normalised_hash)).scalars())
    assert len(hashes) == 1


def test_migrations_create_what_the_models_declare(engine: Engine) -> None:
    assert migration_state(engine).up_to_date
    scripts = Config()
    scripts.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(scripts).get_current_head() == migrations.NEWEST
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, models.Base.metadata) == []


def test_an_edition_cannot_be_published_twice_at_once(engine: Engine) -> None:
    repository = CorpusRepository(engine)
    first = repository.store(edition("1", rule("1.1", "a")), actor="me", reason="t", publish=True)
    second = repository.store(edition("1", rule("1.1", "b")), actor="me", reason="t", publish=False)
    assert first.id != second.id
    with pytest.raises(IntegrityError), for_writing(engine).begin() as connection:
        connection.execute(update(models.Edition).values(status="published"))


def test_an_sqlite_file_is_in_write_ahead_mode(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'corpus.sqlite'}")
    migrate(engine, tmp_path)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_foreign_keys_are_kept(engine: Engine) -> None:
    with pytest.raises(IntegrityError), for_writing(engine).begin() as connection:
        connection.execute(insert(models.Document).values(game="no such game", slug="x"))


def test_kinds_are_stored_by_their_names(engine: Engine) -> None:
    CorpusRepository(engine).store(edition("1", *rich_passages()), actor="me", reason="t", publish=True)
    with engine.connect() as connection:
        kinds = set(connection.execute(select(models.Passage.kind)).scalars())
    assert kinds == {k.value for k in (PassageKind.RULE, PassageKind.FAQ, PassageKind.RULING, PassageKind.GLOSSARY)}
