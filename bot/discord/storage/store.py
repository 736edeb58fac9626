"""The database as the Discord service uses it: short transactions and an injected clock."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, sessionmaker

from rules_corpus.database import for_writing
from rules_corpus.models import Base
from rules_corpus.repository import Clock, utc_now

Row = TypeVar("Row", bound=Base)


class Store:
    """Sessions over one database; threads may share it.

    On SQLite a writing transaction takes the file's one lock at its start. On PostgreSQL it locks its own rows only,
    so that no reply waits while an edition is published.
    """

    def __init__(self, engine: Engine, clock: Clock = utc_now) -> None:
        writing = for_writing(engine) if engine.dialect.name == "sqlite" else engine
        self._read: Callable[[], Session] = sessionmaker(engine)
        self._write: Callable[[], Session] = sessionmaker(writing)
        self._clock = clock

    def now(self) -> datetime.datetime:
        """The time, aware."""
        return self._clock()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that only reads."""
        with self._read() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back where an exception leaves it."""
        with self._write() as session, session.begin():
            yield session


def locked(session: Session, row: type[Row], key: Any, **first: Any) -> Row:
    """The row of a primary key, locked until the transaction ends; made with the values of `first` where there is
    none, and no matter who else makes it at the same time."""
    found = session.get(row, key, with_for_update=True)
    if found is not None:
        return found
    made = row(**first)
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # somebody else was faster
        return session.get_one(row, key, with_for_update=True, populate_existing=True)
    return made
