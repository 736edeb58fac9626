"""The index that lets one revision of a layer be published, and no second one.

Apart from the tables: its declaration makes SQLAlchemy load every PostgreSQL driver that it knows, a tenth of a second
that only migrations and their tests need to spend.
"""

from __future__ import annotations

from sqlalchemy import Index, text

from rules_corpus.models import Edition

ONE_PUBLISHED_REVISION = Index(
    "uq_edition_published",
    Edition.document_id,
    Edition.label,
    Edition.layer,
    unique=True,
    sqlite_where=text("status = 'published'"),
    postgresql_where=text("status = 'published'"),
)
