"""A corpus database of its own for every test."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine

from rules_corpus.database import migrate, open_database


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    engine = open_database(f"sqlite:///{tmp_path / 'corpus.sqlite'}")
    migrate(engine, tmp_path)
    return engine
