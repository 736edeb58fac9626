"""Opening the corpus database and bringing its tables up to date."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock
from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection

import migrations

WRITES = "rulesbot_writes"
"""The execution option of connections that write: SQLite then takes its write lock at once, so that two writers
wait for each other instead of failing half-way."""


def open_database(url: str) -> Engine:
    """An engine for a SQLAlchemy URL; for SQLite in write-ahead mode, with foreign keys and patient locks."""
    engine = sqlalchemy.create_engine(url)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine)
    return engine


def for_writing(engine: Engine) -> Engine:
    """The same database, for transactions that write."""
    return engine.execution_options(**{WRITES: True})


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _on_connect(dbapi_connection: Any, _record: object) -> None:
        # The driver's own transaction handling begins too late for BEGIN IMMEDIATE; SQLAlchemy's begin event does it.
        dbapi_connection.isolation_level = None
        cursor = dbapi_connection.cursor()
        cursor.execute("PRAGMA busy_timeout=30000")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@dataclass(frozen=True, slots=True)
class MigrationState:
    current: str | None
    """The revision that the database has; None for an empty one."""
    newest: str
    """The revision that this version of rulesbot needs."""

    @property
    def up_to_date(self) -> bool:
        return self.current == self.newest


def _alembic_config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    return config


def migration_state(engine: Engine) -> MigrationState:
    newest = ScriptDirectory.from_config(_alembic_config()).get_current_head()
    if newest is None:
        raise RuntimeError("the migrations folder holds no revision")
    with engine.connect() as connection:
        return MigrationState(MigrationContext.configure(connection).get_current_revision(), newest)


def migrate(engine: Engine, lock_folder: Path) -> None:
    """Bring the tables up to date; processes that start at the same time wait for each other."""
    with FileLock(lock_folder / "migration.lock"):
        if migration_state(engine).up_to_date:
            return
        with for_writing(engine).begin() as connection:
            command.upgrade(_alembic_config(connection), "head")
