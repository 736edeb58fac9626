"""What one user has asked lately in one channel, so that "and in a showdown?" has something to stand on."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.discord.storage.models import DiscordConversation
from bot.discord.storage.store import Store, locked

LIFETIME = datetime.timedelta(minutes=30)
"""So long after its last question a conversation is over."""
MOST_QUESTIONS = 8
"""So many of the last questions are kept."""


@dataclass(frozen=True, slots=True)
class Conversation:
    questions: tuple[str, ...] = ()
    """The earlier questions, oldest first."""
    facts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The facts that the asker chose for the last of them."""
    game: str | None = None
    """Of the last question, where it is known."""


def conversation(store: Store, user_key: str, channel_id: int) -> Conversation:
    """What a user has asked in a channel within `LIFETIME`; empty where they have asked nothing."""
    with store.reading() as session:
        row = session.get(DiscordConversation, (user_key, channel_id))
        if row is None or _is_over(row.touched_at, store.now()):
            return Conversation()
        return Conversation(tuple(row.questions), MappingProxyType(dict(row.facts)), row.game)


def add_question(
    store: Store,
    user_key: str,
    channel_id: int,
    question: str,
    facts: Mapping[str, str] = MappingProxyType({}),
    game: str | None = None,
) -> Conversation:
    """Add a question to the conversation, or begin a new one; the facts replace those of the question before."""
    now, key = store.now(), (user_key, channel_id)
    with store.writing() as session:
        first = {"user_key": user_key, "channel_id": channel_id, "questions": [], "facts": {}, "touched_at": now}
        row = locked(session, DiscordConversation, key, **first)
        if _is_over(row.touched_at, now):
            row.questions, row.game = [], None
        row.questions = [*row.questions, question][-MOST_QUESTIONS:]
        row.facts, row.game, row.touched_at = dict(facts), game or row.game, now
        return Conversation(tuple(row.questions), MappingProxyType(dict(row.facts)), row.game)


def choose_fact(store: Store, user_key: str, channel_id: int, fact: str, value: str) -> Conversation:
    """Add a fact that the asker chose to the last question; an empty conversation where that is over."""
    now = store.now()
    with store.writing() as session:
        row = session.get(DiscordConversation, (user_key, channel_id), with_for_update=True)
        if row is None or _is_over(row.touched_at, now):
            return Conversation()
        row.facts, row.touched_at = {**row.facts, fact: value}, now
        return Conversation(tuple(row.questions), MappingProxyType(dict(row.facts)), row.game)


def end_conversation(store: Store, user_key: str, channel_id: int) -> None:
    """Forget a conversation at once."""
    with store.writing() as session:
        row = session.get(DiscordConversation, (user_key, channel_id))
        if row is not None:
            session.delete(row)


def _is_over(touched_at: datetime.datetime, now: datetime.datetime) -> bool:
    return now - touched_at > LIFETIME
