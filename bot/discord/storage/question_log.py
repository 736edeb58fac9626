"""The questions that were asked, for the moderators of the server in which they were asked, and for nobody else."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from sqlalchemy import select

from bot.discord.storage.models import DiscordQuestion, DiscordUser
from bot.discord.storage.store import Store


@dataclass(frozen=True, slots=True)
class LoggedQuestion:
    question: str
    language: str
    game: str | None
    kind: str
    """The answer's `AnswerKind`."""
    verdict: str | None
    finding: str | None


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A logged question as moderators see it: without who asked."""

    asked_at: datetime.datetime
    logged: LoggedQuestion


def log_question(store: Store, user_key: str, server_id: int | None, asked: LoggedQuestion) -> bool:
    """Log a question, unless its asker has opted out; returns whether it was logged."""
    with store.writing() as session:
        user = session.get(DiscordUser, user_key)
        if user is not None and user.opted_out:
            return False
        session.add(
            DiscordQuestion(
                asked_at=store.now(),
                user_key=user_key,
                server_id=server_id,
                question=asked.question,
                language=asked.language,
                game=asked.game,
                kind=asked.kind,
                verdict=asked.verdict,
                finding=asked.finding,
            )
        )
    return True


def questions_of_server(store: Store, server_id: int, limit: int = 50) -> tuple[AskedQuestion, ...]:
    """The last questions of one server, newest first. Those of direct messages are nobody's to read."""
    newest = (
        select(DiscordQuestion)
        .where(DiscordQuestion.server_id == server_id)
        .order_by(DiscordQuestion.asked_at.desc(), DiscordQuestion.id.desc())
        .limit(limit)
    )
    with store.reading() as session:
        return tuple(
            AskedQuestion(
                row.asked_at,
                LoggedQuestion(row.question, row.language, row.game, row.kind, row.verdict, row.finding),
            )
            for row in session.scalars(newest)
        )
