"""Keep what the Discord service needs: settings, conversations, replies, the question log, feedback."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "discord_command_upload",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("payload_hash", sa.String(length=64), nullable=False),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "server_id", name=op.f("pk_discord_command_upload")),
    )
    op.create_table(
        "discord_conversation",
        sa.Column("user_key", sa.String(length=64), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("questions", sa.JSON(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("touched_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_key", "channel_id", name=op.f("pk_discord_conversation")),
    )
    op.create_index(op.f("ix_discord_conversation_touched_at"), "discord_conversation", ["touched_at"], unique=False)
    op.create_table(
        "discord_feedback",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("pressed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reply_id", sa.String(length=22), nullable=False),
        sa.Column("presser_key", sa.String(length=64), nullable=False),
        sa.Column("asker_key", sa.String(length=64), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=True),
        sa.Column("helpful", sa.Boolean(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("trail", sa.JSON(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("edition", sa.String(length=60), nullable=True),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_discord_feedback")),
        sa.UniqueConstraint("reply_id", "presser_key", name=op.f("uq_discord_feedback_reply_id_presser_key")),
    )
    op.create_index(op.f("ix_discord_feedback_asker_key"), "discord_feedback", ["asker_key"], unique=False)
    op.create_index(op.f("ix_discord_feedback_pressed_at"), "discord_feedback", ["pressed_at"], unique=False)
    op.create_index(op.f("ix_discord_feedback_presser_key"), "discord_feedback", ["presser_key"], unique=False)
    op.create_index(
        op.f("ix_discord_feedback_server_id_pressed_at"), "discord_feedback", ["server_id", "pressed_at"], unique=False
    )
    op.create_table(
        "discord_interaction",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_discord_interaction")),
    )
    op.create_index(op.f("ix_discord_interaction_claimed_at"), "discord_interaction", ["claimed_at"], unique=False)
    op.create_table(
        "discord_question",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_key", sa.String(length=64), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=True),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("verdict", sa.String(length=20), nullable=True),
        sa.Column("finding", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_discord_question")),
    )
    op.create_index(op.f("ix_discord_question_asked_at"), "discord_question", ["asked_at"], unique=False)
    op.create_index(
        op.f("ix_discord_question_server_id_asked_at"), "discord_question", ["server_id", "asked_at"], unique=False
    )
    op.create_index(op.f("ix_discord_question_user_key"), "discord_question", ["user_key"], unique=False)
    op.create_table(
        "discord_reply",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("user_key", sa.String(length=64), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("request", sa.JSON(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_discord_reply")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_discord_reply_interaction_id")),
        sa.UniqueConstraint("message_id", name=op.f("uq_discord_reply_message_id")),
    )
    op.create_index(op.f("ix_discord_reply_expires_at"), "discord_reply", ["expires_at"], unique=False)
    op.create_index(op.f("ix_discord_reply_user_key"), "discord_reply", ["user_key"], unique=False)
    op.create_table(
        "discord_server",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("language", sa.String(length=8), nullable=True),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("short", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("server_id", name=op.f("pk_discord_server")),
    )
    op.create_table(
        "discord_user",
        sa.Column("user_key", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=True),
        sa.Column("opted_out", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_key", name=op.f("pk_discord_user")),
    )


def downgrade() -> None:
    op.drop_table("discord_user")
    op.drop_table("discord_server")
    op.drop_index(op.f("ix_discord_reply_user_key"), table_name="discord_reply")
    op.drop_index(op.f("ix_discord_reply_expires_at"), table_name="discord_reply")
    op.drop_table("discord_reply")
    op.drop_index(op.f("ix_discord_question_user_key"), table_name="discord_question")
    op.drop_index(op.f("ix_discord_question_server_id_asked_at"), table_name="discord_question")
    op.drop_index(op.f("ix_discord_question_asked_at"), table_name="discord_question")
    op.drop_table("discord_question")
    op.drop_index(op.f("ix_discord_interaction_claimed_at"), table_name="discord_interaction")
    op.drop_table("discord_interaction")
    op.drop_index(op.f("ix_discord_feedback_server_id_pressed_at"), table_name="discord_feedback")
    op.drop_index(op.f("ix_discord_feedback_presser_key"), table_name="discord_feedback")
    op.drop_index(op.f("ix_discord_feedback_pressed_at"), table_name="discord_feedback")
    op.drop_index(op.f("ix_discord_feedback_asker_key"), table_name="discord_feedback")
    op.drop_table("discord_feedback")
    op.drop_index(op.f("ix_discord_conversation_touched_at"), table_name="discord_conversation")
    op.drop_table("discord_conversation")
    op.drop_table("discord_command_upload")
