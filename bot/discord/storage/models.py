"""The tables of the Discord service.

A `user_key` is what `UserKeys.of` makes of a user's id; the ids of servers, channels and messages name no person and
are kept as they are.
"""

from __future__ import annotations

import datetime

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Index, String, Text, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from rules_corpus.models import Base

USER_KEY_LENGTH = 64


class UtcDateTime(TypeDecorator[datetime.datetime]):
    """A moment, aware on both sides of the database; SQLite by itself would forget the time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime.datetime | None, dialect: Dialect) -> datetime.datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.astimezone(datetime.UTC)

    def process_result_value(self, value: datetime.datetime | None, dialect: Dialect) -> datetime.datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=datetime.UTC)


class DiscordUser(Base):
    """A user's own settings."""

    __tablename__ = "discord_user"
    user_key: Mapped[str] = mapped_column(String(USER_KEY_LENGTH), primary_key=True)
    language: Mapped[str | None] = mapped_column(String(8))
    opted_out: Mapped[bool] = mapped_column(default=False)
    changed_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)


class DiscordServer(Base):
    """A server's settings."""

    __tablename__ = "discord_server"
    server_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    game: Mapped[str | None] = mapped_column(String(40))
    language: Mapped[str | None] = mapped_column(String(8))
    channels: Mapped[list[int]] = mapped_column(JSON, default=list)
    short: Mapped[bool] = mapped_column(default=False)
    changed_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)


class DiscordConversation(Base):
    """What one user has asked lately in one channel."""

    __tablename__ = "discord_conversation"
    __table_args__ = (Index(None, "touched_at"),)
    user_key: Mapped[str] = mapped_column(String(USER_KEY_LENGTH), primary_key=True)
    channel_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    game: Mapped[str | None] = mapped_column(String(40))
    questions: Mapped[list[str]] = mapped_column(JSON)
    facts: Mapped[dict[str, str]] = mapped_column(JSON)
    touched_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)


class DiscordReply(Base):
    """What a reply of ours was about, for the buttons below it."""

    __tablename__ = "discord_reply"
    __table_args__ = (Index(None, "user_key"), Index(None, "expires_at"))
    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    user_key: Mapped[str] = mapped_column(String(USER_KEY_LENGTH))
    server_id: Mapped[int | None] = mapped_column(BigInteger)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    interaction_id: Mapped[int | None] = mapped_column(BigInteger, unique=True)
    message_id: Mapped[int | None] = mapped_column(BigInteger, unique=True)
    request: Mapped[dict[str, object]] = mapped_column(JSON)
    outcome: Mapped[dict[str, object]] = mapped_column(JSON)
    created_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)


class DiscordInteraction(Base):
    """An interaction that somebody here has taken on."""

    __tablename__ = "discord_interaction"
    __table_args__ = (Index(None, "claimed_at"),)
    interaction_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    claimed_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)


class DiscordCommandUpload(Base):
    """The commands that were uploaded last, by their hash."""

    __tablename__ = "discord_command_upload"
    application_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    server_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    """0 for the global commands."""
    payload_hash: Mapped[str] = mapped_column(String(64))
    uploaded_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)


class DiscordQuestion(Base):
    """A question that was asked and what was answered."""

    __tablename__ = "discord_question"
    __table_args__ = (Index(None, "server_id", "asked_at"), Index(None, "user_key"), Index(None, "asked_at"))
    id: Mapped[int] = mapped_column(primary_key=True)
    asked_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    user_key: Mapped[str] = mapped_column(String(USER_KEY_LENGTH))
    server_id: Mapped[int | None] = mapped_column(BigInteger)
    question: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(String(8))
    game: Mapped[str | None] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(20))
    verdict: Mapped[str | None] = mapped_column(String(20))
    finding: Mapped[str | None] = mapped_column(String(40))


class DiscordFeedback(Base):
    """That somebody found a reply helpful or wrong, with what it said; one row a person and reply."""

    __tablename__ = "discord_feedback"
    __table_args__ = (
        UniqueConstraint("reply_id", "presser_key"),
        Index(None, "server_id", "pressed_at"),
        Index(None, "asker_key"),
        Index(None, "presser_key"),
        Index(None, "pressed_at"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    pressed_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    reply_id: Mapped[str] = mapped_column(String(22))
    presser_key: Mapped[str] = mapped_column(String(USER_KEY_LENGTH))
    asker_key: Mapped[str] = mapped_column(String(USER_KEY_LENGTH))
    server_id: Mapped[int | None] = mapped_column(BigInteger)
    helpful: Mapped[bool]
    question: Mapped[str] = mapped_column(Text)
    answer: Mapped[str] = mapped_column(Text)
    trail: Mapped[list[str]] = mapped_column(JSON)
    game: Mapped[str | None] = mapped_column(String(40))
    edition: Mapped[str | None] = mapped_column(String(60))
    language: Mapped[str] = mapped_column(String(8))
