"""What a user has set for themselves: their language, and whether their questions may be logged."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete

from bot.discord.storage.models import DiscordQuestion, DiscordUser
from bot.discord.storage.store import Store, locked
from rules_corpus.passages import LANGUAGES


@dataclass(frozen=True, slots=True)
class Preferences:
    language: str | None = None
    """None: whatever the question, Discord or the server says."""
    opted_out: bool = False
    """Their questions are not logged."""


def preferences(store: Store, user_key: str) -> Preferences:
    """What a user has set; the defaults where they have set nothing."""
    with store.reading() as session:
        row = session.get(DiscordUser, user_key)
        return Preferences(row.language, row.opted_out) if row is not None else Preferences()


def set_language(store: Store, user_key: str, language: str | None) -> None:
    """Keep a user's language; None forgets it.

    :raises ValueError: it is none of `LANGUAGES`.
    """
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"no such language: {language!r}")
    with store.writing() as session:
        row = locked(session, DiscordUser, user_key, user_key=user_key, opted_out=False, changed_at=store.now())
        row.language, row.changed_at = language, store.now()


def set_opted_out(store: Store, user_key: str, opted_out: bool) -> None:
    """Stop or resume logging a user's questions; those that were logged are deleted when it stops."""
    with store.writing() as session:
        row = locked(session, DiscordUser, user_key, user_key=user_key, opted_out=False, changed_at=store.now())
        row.opted_out, row.changed_at = opted_out, store.now()
        if opted_out:
            session.execute(delete(DiscordQuestion).where(DiscordQuestion.user_key == user_key))
