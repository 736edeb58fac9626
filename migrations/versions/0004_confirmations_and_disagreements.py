"""Keep confirmations of formal sections, and which sources disagree with the formal rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "confirmation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("document", sa.String(length=60), nullable=False),
        sa.Column("section", sa.String(length=200), nullable=False),
        sa.Column("edition", sa.String(length=60), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.Column("text_hash", sa.String(length=64), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_confirmation")),
    )
    op.create_table(
        "source_disagreement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("document", sa.String(length=60), nullable=False),
        sa.Column("edition", sa.String(length=60), nullable=False),
        sa.Column("ref", sa.String(length=200), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("source_says", sa.String(length=20), nullable=False),
        sa.Column("model_document", sa.String(length=60), nullable=False),
        sa.Column("model_says", sa.String(length=200), nullable=False),
        sa.Column("sections", sa.JSON(), nullable=False),
        sa.Column("first_seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_source_disagreement")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_source_disagreement_fingerprint")),
    )


def downgrade() -> None:
    op.drop_table("source_disagreement")
    op.drop_table("confirmation")
