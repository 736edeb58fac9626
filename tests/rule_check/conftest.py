"""The small game's readers, made once for the tests of a process."""

from __future__ import annotations

import pytest

from tests.rule_check.garden_reader import GardenReaders, garden_readers


@pytest.fixture(scope="session")
def garden(tmp_path_factory: pytest.TempPathFactory) -> GardenReaders:
    return garden_readers(tmp_path_factory.mktemp("garden"))
