"""Nothing is kept longer than it is needed."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select

from bot.discord.storage import conversations
from bot.discord.storage.models import (
    DiscordConversation,
    DiscordFeedback,
    DiscordInteraction,
    DiscordQuestion,
    DiscordReply,
)
from bot.discord.storage.store import Store
from rules_corpus.models import Base


@dataclass(frozen=True, slots=True)
class Retention:
    """How long rows are kept after they were made."""

    questions: datetime.timedelta = datetime.timedelta(days=30)
    feedback: datetime.timedelta = datetime.timedelta(days=30)
    interactions: datetime.timedelta = datetime.timedelta(days=1)
    """Discord voids an interaction after 15 minutes; what comes later can only be a repetition."""
    conversations: datetime.timedelta = conversations.LIFETIME


@dataclass(frozen=True, slots=True)
class Purged:
    """How many rows were deleted."""

    questions: int
    feedback: int
    replies: int
    conversations: int
    interactions: int


def purge(store: Store, retention: Retention | None = None) -> Purged:
    """Delete everything whose time is up; safe to run at any time, and meant to run every hour or so."""
    now, kept = store.now(), retention or Retention()
    return Purged(
        questions=_delete(store, DiscordQuestion, DiscordQuestion.asked_at <= now - kept.questions),
        feedback=_delete(store, DiscordFeedback, DiscordFeedback.pressed_at <= now - kept.feedback),
        replies=_delete(store, DiscordReply, DiscordReply.expires_at <= now),
        conversations=_delete(store, DiscordConversation, DiscordConversation.touched_at < now - kept.conversations),
        interactions=_delete(store, DiscordInteraction, DiscordInteraction.claimed_at <= now - kept.interactions),
    )


def _delete(store: Store, table: type[Base], condition: ColumnElement[bool]) -> int:
    """One transaction a table, so that no reply has to wait for all of them."""
    with store.writing() as session:
        count = session.scalar(select(func.count()).select_from(table).where(condition)) or 0
        if count:
            session.execute(delete(table).where(condition))
        return count
