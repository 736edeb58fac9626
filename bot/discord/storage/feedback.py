"""What people thought of a reply, and the queue of those that somebody found wrong."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.exc import IntegrityError

from bot.discord.storage.models import DiscordFeedback, DiscordUser
from bot.discord.storage.replies import ReplyState
from bot.discord.storage.store import Store


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A reply that somebody found wrong, as moderators see it: without who asked or pressed."""

    id: int
    pressed_at: datetime.datetime
    server_id: int | None
    by_asker: bool
    """The asker pressed, not a bystander."""
    question: str
    answer: str
    trail: tuple[str, ...]
    game: str | None
    edition: str | None
    language: str


def give_feedback(store: Store, presser_key: str, state: ReplyState, *, helpful: bool) -> bool:
    """Keep what somebody pressed under a reply; pressing again replaces it.

    Returns False, with nothing kept, where the asker has opted out of being logged and somebody else presses. An asker
    who presses has chosen to show their question.
    """
    values = {
        "pressed_at": store.now(),
        "helpful": helpful,
        "asker_key": state.user_key,
        "server_id": state.server_id,
        "question": state.request.text,
        "answer": state.outcome.says,
        "trail": list(state.outcome.trail),
        "game": state.request.game,
        "edition": state.outcome.edition or state.request.edition,
        "language": state.request.language,
    }
    pressed = (DiscordFeedback.reply_id == state.id) & (DiscordFeedback.presser_key == presser_key)
    with store.writing() as session:
        if presser_key != state.user_key:
            asker = session.get(DiscordUser, state.user_key)
            if asker is not None and asker.opted_out:
                return False
        if session.scalars(update(DiscordFeedback).where(pressed).values(values).returning(DiscordFeedback.id)).all():
            return True
        try:
            with session.begin_nested():
                session.add(DiscordFeedback(reply_id=state.id, presser_key=presser_key, **values))
        except IntegrityError:  # pressed twice at once
            session.execute(update(DiscordFeedback).where(pressed).values(values))
    return True


def review_of_server(store: Store, server_id: int, limit: int = 25) -> tuple[ReviewItem, ...]:
    """What was found wrong in one server, newest first, for its own moderators."""
    return _review(store, DiscordFeedback.server_id == server_id, limit)


def review_of_operator(store: Store, limit: int = 25) -> tuple[ReviewItem, ...]:
    """What was found wrong anywhere, newest first: only where the asker pressed, and so chose to show it."""
    return _review(store, DiscordFeedback.presser_key == DiscordFeedback.asker_key, limit)


def _review(store: Store, condition: ColumnElement[bool], limit: int) -> tuple[ReviewItem, ...]:
    newest = (
        select(DiscordFeedback)
        .where(condition, DiscordFeedback.helpful.is_(False))
        .order_by(DiscordFeedback.pressed_at.desc(), DiscordFeedback.id.desc())
        .limit(limit)
    )
    with store.reading() as session:
        return tuple(
            ReviewItem(
                row.id,
                row.pressed_at,
                row.server_id,
                row.presser_key == row.asker_key,
                row.question,
                row.answer,
                tuple(row.trail),
                row.game,
                row.edition,
                row.language,
            )
            for row in session.scalars(newest)
        )
