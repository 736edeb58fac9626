"""What a reply was about, kept for the buttons below it: they hold only its id, and work after a restart."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, select

from bot.discord.storage.models import DiscordReply
from bot.discord.storage.store import Store

LIFETIME = datetime.timedelta(days=30)
_ID_BYTES = 12
"""16 characters in a custom id, and more ids than anybody could try."""


@dataclass(frozen=True, slots=True)
class ReplyRequest:
    """What to ask the pipeline to get the same reply again."""

    command: str
    """ask, rule, keyword, card, check or scenario."""
    text: str
    """The question, reference or name."""
    language: str
    game: str | None = None
    edition: str | None = None
    context: tuple[str, ...] = ()
    """The earlier questions that it was asked after."""
    facts: Mapping[str, str] = field(default_factory=dict)
    answer: str | None = None
    """Of a check: the answer that was to be checked."""
    private: bool = False


@dataclass(frozen=True, slots=True)
class ReplyOutcome:
    """What was replied, for feedback and for the choices below the reply."""

    says: str = ""
    """The reply in words."""
    trail: tuple[str, ...] = ()
    """The rules that it rests on."""
    edition: str | None = None
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(fact, values) of each menu below it: an option's value in Discord is its position here."""


@dataclass(frozen=True, slots=True)
class ReplyState:
    id: str
    user_key: str
    """The asker's."""
    server_id: int | None
    """None in a direct message, and where the bot is installed for the user only."""
    channel_id: int
    interaction_id: int | None
    message_id: int | None
    request: ReplyRequest
    outcome: ReplyOutcome
    created_at: datetime.datetime
    expires_at: datetime.datetime


_REQUESTS: TypeAdapter[ReplyRequest] = TypeAdapter(ReplyRequest)
_OUTCOMES: TypeAdapter[ReplyOutcome] = TypeAdapter(ReplyOutcome)


def remember_reply(
    store: Store,
    *,
    user_key: str,
    server_id: int | None,
    channel_id: int,
    request: ReplyRequest,
    outcome: ReplyOutcome | None = None,
    interaction_id: int | None = None,
    message_id: int | None = None,
) -> ReplyState:
    """Keep what a reply is about, before or after it is sent; its id goes into the buttons.

    :raises sqlalchemy.exc.IntegrityError: the interaction or message has a reply already.
    """
    now = store.now()
    row = DiscordReply(
        id=secrets.token_urlsafe(_ID_BYTES),
        user_key=user_key,
        server_id=server_id,
        channel_id=channel_id,
        interaction_id=interaction_id,
        message_id=message_id,
        request=_request_json(request),
        outcome=_outcome_json(outcome or ReplyOutcome()),
        created_at=now,
        expires_at=now + LIFETIME,
    )
    with store.writing() as session:
        session.add(row)
        session.flush()
        return _state(row)


def update_reply(
    store: Store,
    id: str,
    *,
    request: ReplyRequest | None = None,
    outcome: ReplyOutcome | None = None,
    message_id: int | None = None,
) -> ReplyState | None:
    """Keep what has changed about a reply: edited after a choice, or sent so that its message is known. None where it
    has expired; its time does not begin anew, since it holds somebody's question."""
    with store.writing() as session:
        row = session.get(DiscordReply, id, with_for_update=True)
        if row is None or row.expires_at <= store.now():
            return None
        row.request = _request_json(request) if request is not None else row.request
        row.outcome = _outcome_json(outcome) if outcome is not None else row.outcome
        row.message_id = message_id if message_id is not None else row.message_id
        return _state(row)


def reply(store: Store, id: str) -> ReplyState | None:
    """A reply by its id; None where it has expired or never was."""
    return _found(store, DiscordReply.id == id)


def reply_of_message(store: Store, message_id: int) -> ReplyState | None:
    """A reply by the Discord message that it is, as when somebody answers to that."""
    return _found(store, DiscordReply.message_id == message_id)


def reply_of_interaction(store: Store, interaction_id: int) -> ReplyState | None:
    """A reply by the interaction that it answered."""
    return _found(store, DiscordReply.interaction_id == interaction_id)


def with_fact(request: ReplyRequest, fact: str, value: str) -> ReplyRequest:
    """The same request with one more fact chosen."""
    return replace(request, facts={**request.facts, fact: value})


def _found(store: Store, condition: ColumnElement[bool]) -> ReplyState | None:
    with store.reading() as session:
        row = session.scalars(select(DiscordReply).where(condition)).one_or_none()
        return _state(row) if row is not None and row.expires_at > store.now() else None


def _state(row: DiscordReply) -> ReplyState:
    return ReplyState(
        row.id,
        row.user_key,
        row.server_id,
        row.channel_id,
        row.interaction_id,
        row.message_id,
        _REQUESTS.validate_python(row.request),
        _OUTCOMES.validate_python(row.outcome),
        row.created_at,
        row.expires_at,
    )


def _request_json(request: ReplyRequest) -> dict[str, object]:
    dumped: dict[str, object] = _REQUESTS.dump_python(request, mode="json")
    return dumped


def _outcome_json(outcome: ReplyOutcome) -> dict[str, object]:
    dumped: dict[str, object] = _OUTCOMES.dump_python(outcome, mode="json")
    return dumped
