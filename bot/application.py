"""Puts the parts together: settings → database → starter corpus → encoder → snapshot → answering.

Built once in `main()`; each part is opened when it is first needed, so that a command pays only for what it uses.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import Protocol

import structlog
from filelock import FileLock
from sqlalchemy import Engine
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError, SQLAlchemyError

from bot.answering.answer import Message
from bot.answering.checking import load_checker
from bot.answering.pipeline import Answering
from bot.answering.question_offers import QuestionOffers, kept_vectors
from bot.errors import UserError, first_line, reason_of
from bot.settings import Settings
from index.e5_build import altered_files, bundled_encoder_folder, bundled_encoder_is_built
from index.encoder import BUNDLED, Encoder, EncoderUnavailable, Progress, load_encoder
from index.search import SearchIndex
from index.snapshot import (
    Snapshot,
    SnapshotDamagedError,
    SnapshotMissingError,
    build_snapshot,
    is_current,
    load_current,
    save_snapshot,
)
from index.vector_cache import VectorCache
from rules_corpus.database import UnknownRevisionError, migrate, open_database
from rules_corpus.disagreements import Disagreement
from rules_corpus.lexicon import Lexicon, load_lexicon
from rules_corpus.question_bank.entries import bank_identity, load_question_bank
from rules_corpus.repository import CorpusRepository, utc_now
from rules_corpus.reviews import ReviewRepository
from rules_corpus.starter import load_starter

log = structlog.get_logger(__name__)


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
                    {"path": str(folder), "reason": reason_of(error)},
                )
            ) from error
        return folder

    @cached_property
    def engine(self) -> Engine:
        """The database; it may not exist yet."""
        self.data_folder  # noqa: B018 (makes the folder in which SQLite makes its file)
        try:
            return open_database(self.settings.resolved_database_url)
        except (ArgumentError, ImportError) as error:  # no URL, or a database without its driver
            raise UserError(
                Message(
                    "The setting {name} is wrong: {reason}.",
                    {"name": "RULESBOT_DATABASE_URL", "reason": first_line(error).rstrip(".")},
                )
            ) from error

    @cached_property
    def repository(self) -> CorpusRepository:
        """The corpus, its tables up to date and the starter corpus loaded."""
        try:
            migrate(self.engine, self.data_folder)
            repository = CorpusRepository(self.engine)
            load_starter(repository)
        except UnknownRevisionError as error:
            raise UserError(
                Message(
                    "The database {url} was made by a newer rulesbot (revision {revision}); update rulesbot.",
                    {"url": self.engine.url.render_as_string(), "revision": error.current},
                )
            ) from error
        except (OperationalError, DatabaseError) as error:
            raise UserError(
                Message(
                    "The database {url} cannot be used: {reason}.",
                    {"url": self.engine.url.render_as_string(), "reason": first_line(error.orig or error).rstrip(".")},
                )
            ) from error
        return repository

    @cached_property
    def reviews(self) -> ReviewRepository:
        """Confirmations and disagreements; the tables are those of `repository`."""
        return ReviewRepository(self.engine, utc_now)

    @cached_property
    def lexicon(self) -> Lexicon:
        return load_lexicon()

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder that the settings name; the bundled one is built when it is missing."""
        try:
            with self._steps.step(Message("Preparing the encoder")) as progress:
                return load_encoder(
                    self.settings.encoder, self.data_folder, progress=progress, threads=self.settings.threads
                )
        except EncoderUnavailable as error:
            raise UserError(encoder_unavailable(self.settings.encoder, error)) from error

    def present_encoder(self) -> Encoder | None:
        """The encoder without building it: None where the bundled one is missing.

        :raises EncoderUnavailable: the model that the settings name cannot be loaded.
        """
        if self.settings.encoder == BUNDLED and not bundled_encoder_is_built(self.data_folder):
            return None
        return load_encoder(self.settings.encoder, self.data_folder, threads=self.settings.threads)

    def altered_encoder_files(self) -> tuple[Path, ...]:
        """The files of the built bundled encoder that are no longer what was built."""
        if self.settings.encoder != BUNDLED or not bundled_encoder_is_built(self.data_folder):
            return ()
        return altered_files(bundled_encoder_folder(self.data_folder))

    @property
    def snapshot_folder(self) -> Path:
        """Where this database's snapshots are: two databases may share a data folder, but never a snapshot."""
        url = self.settings.database_url
        name = "default" if url is None else hashlib.sha256(url.encode()).hexdigest()[:12]
        return self.data_folder / "snapshots" / name

    def saved_snapshot(self) -> Snapshot | None:
        """The saved snapshot if it shows what is published now; None where it has to be built."""
        try:
            snapshot = load_current(self.snapshot_folder)
        except SnapshotMissingError:
            return None
        except SnapshotDamagedError as error:
            log.warning("snapshot_damaged", reason=str(error))
            return None
        version = self.repository.published_version()
        current = is_current(snapshot, version, self.encoder.identity, self.lexicon, bank_identity())
        return snapshot if current else None

    def refresh_index(self) -> Snapshot:
        """The snapshot of what is published now, built if need be; processes that start together build it once."""
        self.repository  # noqa: B018 (brings tables and starter corpus up to date first)
        snapshot = self.saved_snapshot()
        if snapshot is not None:
            return snapshot
        with FileLock(self.data_folder / "index.lock"):
            snapshot = self.saved_snapshot()
            if snapshot is not None:
                return snapshot
            return self.rebuild_index()

    def rebuild_index(self) -> Snapshot:
        """Index what is published now, reusing cached vectors, and save the snapshot."""
        corpus = self.repository.load_published()
        with self._steps.step(Message("Indexing the rules")) as progress:
            cache = VectorCache(self.engine)
            snapshot = build_snapshot(corpus, self.encoder, self.lexicon, cache, progress, bank=load_question_bank())
        save_snapshot(snapshot, self.snapshot_folder)
        return snapshot

    @cached_property
    def search_index(self) -> SearchIndex:
        return SearchIndex(self.refresh_index(), self.encoder, self.lexicon, self.today())

    @cached_property
    def answering(self) -> Answering:
        return self.answering_from(lambda: self.search_index)

    def answering_from(self, index: Callable[[], SearchIndex]) -> Answering:
        """Answers from whatever index is the newest, with the rule checker and all that it records."""
        return Answering(
            index,
            self.lexicon,
            self.settings.default_language,
            lambda: load_checker(self.lexicon, offers=self._question_offers()),
            self._record,
        )

    def _record(self, disagreement: Disagreement) -> None:
        """An answer is worth more than its entry in the queue: where that can't be written, it is only logged."""
        try:
            self.reviews.record(disagreement)
        except SQLAlchemyError as error:
            log.warning("disagreement_not_recorded", ref=disagreement.ref, reason=first_line(error))

    def _question_offers(self) -> QuestionOffers | None:
        """What is offered where a question may mean one of several; None with another encoder than the bundled one,
        for which nobody has measured how close is close."""
        if self.settings.encoder != BUNDLED:
            return None
        encoder = self.encoder
        return QuestionOffers(encoder.encode_queries, self.lexicon, kept_vectors(encoder, VectorCache(self.engine)))


def encoder_unavailable(name: str, error: EncoderUnavailable) -> Message:
    """That an encoder cannot be used, and why; the bundled one is read at its first use only."""
    return Message(
        "The encoder {name} cannot be loaded: {reason}.", {"name": name, "reason": first_line(error).rstrip(".")}
    )
