"""Puts the parts together: settings → database → starter corpus → encoder → snapshot → answering.

Built once in `main()`; each part is opened when it is first needed, so that a command pays only for what it uses.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bot.answering.answer import Message
from bot.errors import UserError
from bot.settings import Settings
from index.encoder import Progress
from rules_corpus.database import migrate
from rules_corpus.repository import CorpusRepository
from rules_corpus.starter import load_starter

if TYPE_CHECKING:
    pass


class Steps(Protocol):
    """Shows the progress of work that takes a while."""

    def step(self, what: Message) -> AbstractContextManager[Progress]:
        """A context whose value is called with (done, total)."""
        ...


class SilentSteps:
    """Shows nothing."""

    def step(self, what: Message) -> AbstractContextManager[Progress]:
        def ignore(done: int, total: int) -> None:
            del done, total

        return nullcontext(ignore)


def today_utc() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


class Application:
    """rulesbot on one data folder.

    Every property may raise `UserError` with a sentence that says what is missing and how to mend it.
    """

    def __init__(
        self, settings: Settings, steps: Steps | None = None, today: Callable[[], datetime.date] = today_utc
    ) -> None:
        self.settings = settings
        self.today = today
        self._steps = steps or SilentSteps()

    @cached_property
    def data_folder(self) -> Path:
        folder = self.settings.data_dir
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(
                Message(
                    "The data folder {path} cannot be made: {reason}.",
                    {"path": str(folder), "reason": error.strerror or type(error).__name__},
                )
            ) from error
        return folder

    @cached_property
    def repository(self) -> CorpusRepository:
        """The corpus, its tables up to date and the starter corpus loaded."""
        engine = self.engine
        migrate(engine, self.data_folder)
        repository = CorpusRepository(engine)
        load_starter(repository)
        return repository
