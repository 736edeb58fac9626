"""The tables of the corpus database.

An edition's rules may come from two layers, the publisher's text and our explanations; each is a row of `Edition`
with its own history of revisions, of which at most one is published.
"""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    event,
)
from sqlalchemy.engine import Connection
from sqlalchemy.orm import DeclarativeBase, Mapped, Mapper, mapped_column

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMING)


class Game(Base):
    __tablename__ = "game"
    slug: Mapped[str] = mapped_column(String(40), primary_key=True)


class Document(Base):
    __tablename__ = "document"
    __table_args__ = (UniqueConstraint("game", "slug"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("game.slug"))
    slug: Mapped[str] = mapped_column(String(60))


class Edition(Base):
    """One revision of one layer of one edition of a document; of its revisions one is published at most (see
    `partial_indexes`)."""

    __tablename__ = "edition"
    __table_args__ = (UniqueConstraint("document_id", "label", "layer", "revision"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[int] = mapped_column(ForeignKey("document.id"))
    label: Mapped[str] = mapped_column(String(60))
    layer: Mapped[str] = mapped_column(String(20))
    revision: Mapped[int]
    status: Mapped[str] = mapped_column(String(20))
    authority: Mapped[str] = mapped_column(String(8))
    complete: Mapped[bool]
    base: Mapped[str | None] = mapped_column(String(60))
    effective_from: Mapped[datetime.date | None]
    own_numbering: Mapped[bool]
    titles: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    source: Mapped[str] = mapped_column(Text)
    content_hash: Mapped[str] = mapped_column(String(64))


class Passage(Base):
    __tablename__ = "passage"
    __table_args__ = (UniqueConstraint("edition_id", "ref"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    ref: Mapped[str] = mapped_column(String(200))
    kind: Mapped[str] = mapped_column(String(20))
    parent: Mapped[str | None] = mapped_column(String(200))
    heading: Mapped[bool]
    as_of_edition: Mapped[str | None] = mapped_column(String(60))
    as_of_ref: Mapped[str | None] = mapped_column(String(200))
    about: Mapped[list[str]] = mapped_column(JSON)
    sources: Mapped[list[str]] = mapped_column(JSON)
    source_date: Mapped[datetime.date | None]
    effective_from: Mapped[datetime.date | None]
    source_line: Mapped[int | None]
    faq: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    keyword: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    card: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class PassageText(Base):
    __tablename__ = "passage_text"
    __table_args__ = (Index(None, "passage_id"), Index(None, "normalised_hash"))
    id: Mapped[int] = mapped_column(primary_key=True)
    passage_id: Mapped[int] = mapped_column(ForeignKey("passage.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    language: Mapped[str] = mapped_column(String(8))
    role: Mapped[str] = mapped_column(String(20))
    text: Mapped[str] = mapped_column(Text)
    official: Mapped[bool]
    normalised_hash: Mapped[str] = mapped_column(String(64))


class CrossReference(Base):
    __tablename__ = "cross_reference"
    __table_args__ = (Index(None, "passage_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    passage_id: Mapped[int] = mapped_column(ForeignKey("passage.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    ref: Mapped[str] = mapped_column(String(200))
    printed: Mapped[str] = mapped_column(Text)


class Citation(Base):
    __tablename__ = "citation"
    __table_args__ = (Index(None, "passage_id"), Index(None, "document", "edition", "ref"))
    id: Mapped[int] = mapped_column(primary_key=True)
    passage_id: Mapped[int] = mapped_column(ForeignKey("passage.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    document: Mapped[str] = mapped_column(String(60))
    edition: Mapped[str] = mapped_column(String(60))
    ref: Mapped[str] = mapped_column(String(200))


class CitationCounterpart(Base):
    """The rule of a citation under its number in another edition."""

    __tablename__ = "citation_counterpart"
    id: Mapped[int] = mapped_column(primary_key=True)
    citation_id: Mapped[int] = mapped_column(ForeignKey("citation.id", ondelete="CASCADE"), index=True)
    ordinal: Mapped[int]
    edition: Mapped[str] = mapped_column(String(60))
    ref: Mapped[str] = mapped_column(String(200))


class PassageCounterpart(Base):
    """The same rule under its number in another edition."""

    __tablename__ = "passage_counterpart"
    id: Mapped[int] = mapped_column(primary_key=True)
    passage_id: Mapped[int] = mapped_column(ForeignKey("passage.id", ondelete="CASCADE"), index=True)
    ordinal: Mapped[int]
    edition: Mapped[str] = mapped_column(String(60))
    ref: Mapped[str] = mapped_column(String(200))


class Audit(Base):
    """What was changed, by whom, when and why. Rows are only ever added."""

    __tablename__ = "audit"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    at: Mapped[datetime.datetime] = mapped_column(DateTime(timezone=True))
    actor: Mapped[str] = mapped_column(String(200))
    action: Mapped[str] = mapped_column(String(40))
    edition_id: Mapped[int | None] = mapped_column(ForeignKey("edition.id"))
    reason: Mapped[str] = mapped_column(Text)


class Confirmation(Base):
    """Somebody found that a section's formal rules hold for a changed official text as well."""

    __tablename__ = "confirmation"
    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    document: Mapped[str] = mapped_column(String(60))
    section: Mapped[str] = mapped_column(String(200))
    edition: Mapped[str] = mapped_column(String(60))
    ref: Mapped[str] = mapped_column(String(200))
    text_hash: Mapped[str] = mapped_column(String(64))
    actor: Mapped[str] = mapped_column(String(200))
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime.datetime] = mapped_column(DateTime(timezone=True))


class SourceDisagreement(Base):
    """A stored answer that the formal rules contradict, once for each pair of sides."""

    __tablename__ = "source_disagreement"
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    game: Mapped[str] = mapped_column(String(40))
    document: Mapped[str] = mapped_column(String(60))
    edition: Mapped[str] = mapped_column(String(60))
    ref: Mapped[str] = mapped_column(String(200))
    question: Mapped[str] = mapped_column(Text)
    source_says: Mapped[str] = mapped_column(String(20))
    model_document: Mapped[str] = mapped_column(String(60))
    model_says: Mapped[str] = mapped_column(String(200))
    sections: Mapped[list[str]] = mapped_column(JSON)
    first_seen: Mapped[datetime.datetime] = mapped_column(DateTime(timezone=True))
    last_seen: Mapped[datetime.datetime] = mapped_column(DateTime(timezone=True))
    count: Mapped[int]
    fingerprint: Mapped[str] = mapped_column(String(64), unique=True)


class CachedVector(Base):
    """A text's vector under one encoder; safe to delete at any time."""

    __tablename__ = "cached_vector"
    encoder: Mapped[str] = mapped_column(String(200), primary_key=True)
    text_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    vector: Mapped[bytes] = mapped_column(LargeBinary)


class AuditIsAppendOnlyError(Exception):
    """Something tried to change or delete an audit row."""


@event.listens_for(Audit, "before_update")
@event.listens_for(Audit, "before_delete")
def _refuse_audit_changes(_mapper: Mapper[Audit], _connection: Connection, target: Audit) -> None:
    raise AuditIsAppendOnlyError(f"audit row {target.id} cannot be changed")
