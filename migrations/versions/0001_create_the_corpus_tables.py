"""Create the corpus tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cached_vector",
        sa.Column("encoder", sa.String(length=200), nullable=False),
        sa.Column("text_hash", sa.String(length=64), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("encoder", "text_hash", name=op.f("pk_cached_vector")),
    )
    op.create_table(
        "game",
        sa.Column("slug", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("slug", name=op.f("pk_game")),
    )
    op.create_table(
        "document",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("slug", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.slug"], name=op.f("fk_document_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint("game", "slug", name=op.f("uq_document_game_slug")),
    )
    op.create_table(
        "edition",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("layer", sa.String(length=20), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("authority", sa.String(length=8), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("base", sa.String(length=60), nullable=True),
        sa.Column("effective_from", sa.Date(), nullable=True),
        sa.Column("own_numbering", sa.Boolean(), nullable=False),
        sa.Column("titles", sa.JSON(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["document.id"], name=op.f("fk_edition_document_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edition")),
        sa.UniqueConstraint(
            "document_id", "label", "layer", "revision", name=op.f("uq_edition_document_id_label_layer_revision")
        ),
    )
    with op.batch_alter_table("edition", schema=None) as batch_op:
        batch_op.create_index(
            "uq_edition_published",
            ["document_id", "label", "layer"],
            unique=True,
            sqlite_where=sa.text("status = 'published'"),
            postgresql_where=sa.text("status = 'published'"),
        )

    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("edition_id", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["edition_id"], ["edition.id"], name=op.f("fk_audit_edition_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_table(
        "passage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("edition_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("parent", sa.String(length=200), nullable=True),
        sa.Column("heading", sa.Boolean(), nullable=False),
        sa.Column("as_of_edition", sa.String(length=60), nullable=True),
        sa.Column("as_of_ref", sa.String(length=200), nullable=True),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.Column("source_date", sa.Date(), nullable=True),
        sa.Column("effective_from", sa.Date(), nullable=True),
        sa.Column("source_line", sa.Integer(), nullable=True),
        sa.Column("faq", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("keyword", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["edition_id"], ["edition.id"], name=op.f("fk_passage_edition_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passage")),
        sa.UniqueConstraint("edition_id", "ref", name=op.f("uq_passage_edition_id_ref")),
    )
    op.create_table(
        "citation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("passage_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("document", sa.String(length=60), nullable=False),
        sa.Column("edition", sa.String(length=60), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["passage_id"], ["passage.id"], name=op.f("fk_citation_passage_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_citation")),
    )
    with op.batch_alter_table("citation", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_citation_document_edition_ref"), ["document", "edition", "ref"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_citation_passage_id"), ["passage_id"], unique=False)

    op.create_table(
        "cross_reference",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("passage_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.Column("printed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["passage_id"], ["passage.id"], name=op.f("fk_cross_reference_passage_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cross_reference")),
    )
    with op.batch_alter_table("cross_reference", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_cross_reference_passage_id"), ["passage_id"], unique=False)

    op.create_table(
        "passage_counterpart",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("passage_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(length=60), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["passage_id"], ["passage.id"], name=op.f("fk_passage_counterpart_passage_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passage_counterpart")),
    )
    with op.batch_alter_table("passage_counterpart", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passage_counterpart_passage_id"), ["passage_id"], unique=False)

    op.create_table(
        "passage_text",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("passage_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("official", sa.Boolean(), nullable=False),
        sa.Column("normalised_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["passage_id"], ["passage.id"], name=op.f("fk_passage_text_passage_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passage_text")),
    )
    with op.batch_alter_table("passage_text", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passage_text_normalised_hash"), ["normalised_hash"], unique=False)
        batch_op.create_index(batch_op.f("ix_passage_text_passage_id"), ["passage_id"], unique=False)

    op.create_table(
        "citation_counterpart",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("citation_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(length=60), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["citation_id"], ["citation.id"], name=op.f("fk_citation_counterpart_citation_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_citation_counterpart")),
    )
    with op.batch_alter_table("citation_counterpart", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_citation_counterpart_citation_id"), ["citation_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("citation_counterpart", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_citation_counterpart_citation_id"))

    op.drop_table("citation_counterpart")
    with op.batch_alter_table("passage_text", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_passage_text_passage_id"))
        batch_op.drop_index(batch_op.f("ix_passage_text_normalised_hash"))

    op.drop_table("passage_text")
    with op.batch_alter_table("passage_counterpart", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_passage_counterpart_passage_id"))

    op.drop_table("passage_counterpart")
    with op.batch_alter_table("cross_reference", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_cross_reference_passage_id"))

    op.drop_table("cross_reference")
    with op.batch_alter_table("citation", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_citation_passage_id"))
        batch_op.drop_index(batch_op.f("ix_citation_document_edition_ref"))

    op.drop_table("citation")
    op.drop_table("passage")
    op.drop_table("audit")
    with op.batch_alter_table("edition", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_edition_published",
            sqlite_where=sa.text("status = 'published'"),
            postgresql_where=sa.text("status = 'published'"),
        )

    op.drop_table("edition")
    op.drop_table("document")
    op.drop_table("game")
    op.drop_table("cached_vector")
