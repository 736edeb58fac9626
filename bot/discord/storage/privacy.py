"""What is stored of one person: all of it as JSON, and gone when they say so."""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, select

from bot.discord.storage.models import (
    DiscordConversation,
    DiscordFeedback,
    DiscordQuestion,
    DiscordReply,
    DiscordUser,
)
from bot.discord.storage.store import Store
from rules_corpus.models import Base

_KEYS = frozenset({"user_key", "presser_key", "asker_key"})


def export(store: Store, user_key: str) -> dict[str, list[dict[str, Any]]]:
    """Everything that is stored of a person: rows by table, values as JSON has them.

    Of feedback on a reply, `yours` says whether they pressed it. Nobody else's key is shown.
    """
    with store.reading() as session:
        exported: dict[str, list[dict[str, Any]]] = {}
        for table, condition in _holdings(user_key):
            rows = session.scalars(select(table).where(condition).order_by(*table.__table__.primary_key))
            exported[table.__tablename__] = [_exported(row, user_key) for row in rows]
        return exported


def delete_everything(store: Store, user_key: str) -> int:
    """Delete everything that is stored of a person, their settings as well; returns how many rows that were.

    What others pressed under this person's replies goes too, since it holds the question. Whether they had opted out
    is forgotten with the rest: from the next question on they are somebody new.
    """
    deleted = 0
    with store.writing() as session:
        for table, condition in _holdings(user_key):
            deleted += len(
                session.scalars(delete(table).where(condition).returning(*table.__table__.primary_key)).all()
            )
    return deleted


def _holdings(user_key: str) -> tuple[tuple[type[Base], ColumnElement[bool]], ...]:
    """Every table that knows people, with the rows of one."""
    return (
        (DiscordUser, DiscordUser.user_key == user_key),
        (DiscordConversation, DiscordConversation.user_key == user_key),
        (DiscordReply, DiscordReply.user_key == user_key),
        (DiscordQuestion, DiscordQuestion.user_key == user_key),
        (DiscordFeedback, or_(DiscordFeedback.presser_key == user_key, DiscordFeedback.asker_key == user_key)),
    )


def _exported(row: Base, user_key: str) -> dict[str, Any]:
    values = {column.key: getattr(row, column.key) for column in row.__table__.columns if column.key not in _KEYS}
    if isinstance(row, DiscordFeedback):
        values["yours"] = row.presser_key == user_key
    return {key: v.isoformat() if isinstance(v, datetime.datetime) else v for key, v in values.items()}
