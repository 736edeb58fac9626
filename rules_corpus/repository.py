"""What happens to editions in the database: drafting, publishing, retiring, and reading what is published."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from pydantic import TypeAdapter
from sqlalchemy import Engine, func, insert, select, update
from sqlalchemy.engine import Connection

from rules_corpus import models
from rules_corpus.database import for_writing
from rules_corpus.merging import merge_layers
from rules_corpus.passages import EditionContent, Layer, PublishedCorpus
from rules_corpus.reviews import read_confirmations, read_contested
from rules_corpus.rows import read_passages, titles_from_json, titles_to_json, write_passages

_VERSION_ACTIONS = ("publish", "retire", "confirm", "contest")

Clock = Callable[[], datetime.datetime]


def utc_now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


@dataclass(frozen=True, slots=True)
class EditionStatus:
    """One stored revision, as `corpus status` shows it."""

    id: int
    game: str
    document: str
    edition: str
    layer: str
    revision: int
    status: str
    """draft, published or retired."""
    complete: bool
    base: str | None
    effective_from: datetime.date | None
    source: str
    passages: int
    changed_at: datetime.datetime | None
    changed_by: str | None


class AlreadyPublishedError(Exception):
    """The same content is published already; nothing was stored."""

    def __init__(self, status: EditionStatus) -> None:
        super().__init__(f"{status.game} {status.document} {status.edition} is published with this content already")
        self.status = status


@cache
def _content_adapter() -> TypeAdapter[EditionContent]:
    return TypeAdapter(EditionContent)


def content_hash(content: EditionContent) -> str:
    """SHA-256 over everything that readers see of it (not over where it was read from)."""
    dumped = _content_adapter().dump_json(content, exclude={"source"})
    return hashlib.sha256(dumped).hexdigest()


class CorpusRepository:
    """Reads and writes the corpus; every change is one transaction and leaves an audit row."""

    def __init__(self, engine: Engine, clock: Clock = utc_now) -> None:
        self._engine = engine
        self._writing = for_writing(engine)
        self._clock = clock

    def store(self, content: EditionContent, *, actor: str, reason: str, publish: bool) -> EditionStatus:
        """Keep a parsed edition as a new draft, and publish it in the same transaction if asked to.

        :raises AlreadyPublishedError: this very content is published already.
        """
        with self._writing.begin() as connection:
            digest = content_hash(content)
            published = self._published_with(connection, content, digest)
            if published is not None:
                raise AlreadyPublishedError(self._status_of(connection, published))
            edition_id = self._insert(connection, content, digest)
            self._record(connection, actor, "draft", edition_id, reason)
            if publish:
                self._publish(connection, edition_id, actor, reason)
            return self._status_of(connection, edition_id)

    def starter_fingerprint(self) -> str | None:
        """The fingerprint of the starter files that were loaded last; None when none ever were."""
        with self._engine.connect() as connection:
            return connection.execute(
                select(models.Audit.reason)
                .where(models.Audit.action == "starter")
                .order_by(models.Audit.id.desc())
                .limit(1)
            ).scalar()

    def store_starter(self, contents: Iterable[EditionContent], *, actor: str, fingerprint: str) -> int:
        """Publish those starter editions whose content is not published already; how many that were."""
        stored = 0
        reason = "starter corpus"
        with self._writing.begin() as connection:
            for content in contents:
                digest = content_hash(content)
                if self._published_with(connection, content, digest) is None:
                    edition_id = self._insert(connection, content, digest)
                    self._record(connection, actor, "draft", edition_id, reason)
                    self._publish(connection, edition_id, actor, reason)
                    stored += 1
            self._record(connection, actor, "starter", None, fingerprint)
        return stored

    def publish(self, edition_id: int, *, actor: str, reason: str) -> EditionStatus:
        """Publish a draft or retired revision; the one that was published in its place is retired.

        :raises LookupError: there is no such revision.
        """
        with self._writing.begin() as connection:
            self._publish(connection, edition_id, actor, reason)
            return self._status_of(connection, edition_id)

    def published_version(self) -> int:
        """A number that grows with every change of what is published; 0 when nothing ever was."""
        with self._engine.connect() as connection:
            return self._version(connection)

    def load_published(self) -> PublishedCorpus:
        """Everything that is published, read in one transaction, layers merged."""
        with self._engine.begin() as connection:
            version = self._version(connection)
            statement = (
                select(models.Edition.__table__, models.Document.game, models.Document.slug)
                .join(models.Document, models.Document.id == models.Edition.document_id)
                .where(models.Edition.status == "published")
                .order_by(models.Document.game, models.Document.slug, models.Edition.label, models.Edition.layer)
            )
            layers = [
                EditionContent(
                    game=row["game"],
                    document=row["slug"],
                    edition=row["label"],
                    layer=Layer(row["layer"]),
                    authority=row["authority"],
                    titles=titles_from_json(row["titles"]),
                    passages=read_passages(connection, row["id"]),
                    complete=row["complete"],
                    base=row["base"],
                    effective_from=row["effective_from"],
                    source=row["source"],
                    own_numbering=row["own_numbering"],
                )
                for row in connection.execute(statement).mappings().all()
            ]
            confirmations, contested = read_confirmations(connection), read_contested(connection)
        return PublishedCorpus(version, merge_layers(layers), confirmations, contested)

    def statuses(self) -> tuple[EditionStatus, ...]:
        with self._engine.connect() as connection:
            ids = connection.execute(
                select(models.Edition.id)
                .join(models.Document, models.Document.id == models.Edition.document_id)
                .order_by(
                    models.Document.game,
                    models.Document.slug,
                    models.Edition.label,
                    models.Edition.layer,
                    models.Edition.revision,
                )
            ).scalars()
            return tuple(self._status_of(connection, edition_id) for edition_id in ids.all())

    @staticmethod
    def _version(connection: Connection) -> int:
        statement = select(func.max(models.Audit.id)).where(models.Audit.action.in_(_VERSION_ACTIONS))
        return connection.execute(statement).scalar() or 0

    @staticmethod
    def _published_with(connection: Connection, content: EditionContent, digest: str) -> int | None:
        return connection.execute(
            select(models.Edition.id)
            .join(models.Document, models.Document.id == models.Edition.document_id)
            .where(
                models.Document.game == content.game,
                models.Document.slug == content.document,
                models.Edition.label == content.edition,
                models.Edition.layer == content.layer.value,
                models.Edition.status == "published",
                models.Edition.content_hash == digest,
            )
        ).scalar()

    def _insert(self, connection: Connection, content: EditionContent, digest: str) -> int:
        document_id = self._document(connection, content.game, content.document)
        revision = connection.execute(
            select(func.coalesce(func.max(models.Edition.revision), 0) + 1).where(
                models.Edition.document_id == document_id,
                models.Edition.label == content.edition,
                models.Edition.layer == content.layer.value,
            )
        ).scalar_one()
        edition_id: int = connection.execute(
            insert(models.Edition)
            .values(
                document_id=document_id,
                label=content.edition,
                layer=content.layer.value,
                revision=revision,
                status="draft",
                authority=content.authority,
                complete=content.complete,
                base=content.base,
                effective_from=content.effective_from,
                own_numbering=content.own_numbering,
                titles=titles_to_json(content.titles),
                source=content.source,
                content_hash=digest,
            )
            .returning(models.Edition.id)
        ).scalar_one()
        write_passages(connection, edition_id, content.passages)
        return edition_id

    @staticmethod
    def _document(connection: Connection, game: str, slug: str) -> int:
        if connection.execute(select(models.Game.slug).where(models.Game.slug == game)).scalar() is None:
            connection.execute(insert(models.Game).values(slug=game))
        found = connection.execute(
            select(models.Document.id).where(models.Document.game == game, models.Document.slug == slug)
        ).scalar()
        if found is not None:
            return found
        return connection.execute(
            insert(models.Document).values(game=game, slug=slug).returning(models.Document.id)
        ).scalar_one()

    def _publish(self, connection: Connection, edition_id: int, actor: str, reason: str) -> None:
        edition = (
            connection.execute(select(models.Edition.__table__).where(models.Edition.id == edition_id))
            .mappings()
            .first()
        )
        if edition is None:
            raise LookupError(f"there is no edition with id {edition_id}")
        replaced = connection.execute(
            select(models.Edition.id).where(
                models.Edition.document_id == edition["document_id"],
                models.Edition.label == edition["label"],
                models.Edition.layer == edition["layer"],
                models.Edition.status == "published",
                models.Edition.id != edition_id,
            )
        ).scalar()
        if replaced is not None:
            connection.execute(update(models.Edition).where(models.Edition.id == replaced).values(status="retired"))
            self._record(connection, actor, "retire", replaced, reason)
        connection.execute(update(models.Edition).where(models.Edition.id == edition_id).values(status="published"))
        self._record(connection, actor, "publish", edition_id, reason)

    def _record(self, connection: Connection, actor: str, action: str, edition_id: int | None, reason: str) -> None:
        connection.execute(
            insert(models.Audit).values(
                at=self._clock(), actor=actor, action=action, edition_id=edition_id, reason=reason
            )
        )

    @staticmethod
    def _status_of(connection: Connection, edition_id: int) -> EditionStatus:
        row = (
            connection.execute(
                select(models.Edition.__table__, models.Document.game, models.Document.slug)
                .join(models.Document, models.Document.id == models.Edition.document_id)
                .where(models.Edition.id == edition_id)
            )
            .mappings()
            .one()
        )
        passages = connection.execute(
            select(func.count()).select_from(models.Passage).where(models.Passage.edition_id == edition_id)
        ).scalar_one()
        change = connection.execute(
            select(models.Audit.at, models.Audit.actor)
            .where(models.Audit.edition_id == edition_id)
            .order_by(models.Audit.id.desc())
            .limit(1)
        ).first()
        return EditionStatus(
            id=row["id"],
            game=row["game"],
            document=row["slug"],
            edition=row["label"],
            layer=row["layer"],
            revision=row["revision"],
            status=row["status"],
            complete=row["complete"],
            base=row["base"],
            effective_from=row["effective_from"],
            source=row["source"],
            passages=passages,
            changed_at=change.at if change else None,
            changed_by=change.actor if change else None,
        )
