"""Opening the corpus database and bringing its tables up to date."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy
from filelock import FileLock
from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection

import migrations

WRITES = "rulesbot_writes"
"""The execution option of connections that write: they take a lock at once, so that two writers wait for each other
instead of failing half-way."""
_POSTGRESQL_LOCK = "SELECT pg_advisory_xact_lock(hashtext('rulesbot.corpus'))"


def open_database(url: str) -> Engine:
    """An engine for a SQLAlchemy URL; for SQLite with foreign keys and patient locks."""
    engine = sqlalchemy.create_engine(url)
    sqlite = engine.dialect.name == "sqlite"
    if sqlite:
        event.listen(engine, "connect", _prepare_sqlite)

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        if sqlite:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
        elif writes and engine.dialect.name == "postgresql":
            connection.exec_driver_sql(_POSTGRESQL_LOCK)

    return engine


def for_writing(engine: Engine) -> Engine:
    """The same database, for transactions that write."""
    return engine.execution_options(**{WRITES: True})


def _write_ahead(engine: Engine) -> None:
    """Put an SQLite file into write-ahead mode, which it keeps. One process at a time: of two that switch at once,
    SQLite fails one without letting it wait."""
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


def _prepare_sqlite(dbapi_connection: Any, _record: object) -> None:
    # The driver's own transaction handling begins too late for BEGIN IMMEDIATE; the begin event does it.
    dbapi_connection.isolation_level = None
    cursor = dbapi_connection.cursor()
    for setting in ("busy_timeout=30000", "synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


@dataclass(frozen=True, slots=True)
class MigrationState:
    current: str | None
    """The revision that the database has; None for an empty one."""
    newest: str
    """The revision that this version of rulesbot needs."""

    @property
    def up_to_date(self) -> bool:
        return self.current == self.newest


class UnknownRevisionError(Exception):
    """The database's tables are of a revision that this version of rulesbot does not know: a newer one made them."""

    def __init__(self, current: str) -> None:
        super().__init__(f"unknown revision {current}")
        self.current = current


def migration_state(engine: Engine) -> MigrationState:
    with engine.connect() as connection:
        if not sqlalchemy.inspect(connection).has_table("alembic_version"):
            return MigrationState(None, migrations.NEWEST)
        current = connection.execute(sqlalchemy.text("SELECT version_num FROM alembic_version")).scalar()
        return MigrationState(current, migrations.NEWEST)


def migrate(engine: Engine, lock_folder: Path) -> None:
    """Bring the tables up to date; processes that start at the same time wait for each other.

    :raises UnknownRevisionError: a newer rulesbot made the tables.
    """
    if migration_state(engine).up_to_date:
        return
    # Loaded only here: most starts find nothing to do.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    with FileLock(lock_folder / "migration.lock"):
        state = migration_state(engine)
        if state.up_to_date:
            return
        if engine.dialect.name == "sqlite":
            _write_ahead(engine)
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        with for_writing(engine).begin() as connection:
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                if state.current is None:
                    raise
                raise UnknownRevisionError(state.current) from error
