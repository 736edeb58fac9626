"""What the service keeps of one exchange, and finds again; every function blocks on the database."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.answering.answer import Answer, Message
from bot.answering.headline import headline
from bot.discord.rendering.pages import Rendered
from bot.discord.storage import conversations, interactions, replies
from bot.discord.storage.preferences import preferences
from bot.discord.storage.question_log import LoggedQuestion, log_question
from bot.discord.storage.replies import ReplyOutcome, ReplyRequest, ReplyState
from bot.discord.storage.store import Store
from bot.discord.storage.user_keys import UserKeys
from bot.locale.translation import translate


@dataclass(frozen=True, slots=True)
class Place:
    """Who asked, and where; ids of Discord."""

    user_id: int
    channel_id: int
    server_id: int | None
    """None in direct messages."""


class Keeper:
    """The database under the keys of this service's users."""

    def __init__(self, store: Store, keys: UserKeys) -> None:
        self.store = store
        self.keys = keys

    def claim(self, interaction_id: int) -> bool:
        """Whether nobody else, in whatever process, has taken an interaction on."""
        return interactions.claim(self.store, interaction_id)

    def language_of(self, user_id: int) -> str | None:
        """The language that somebody wants to be answered in; None where they never said."""
        return preferences(self.store, self.keys.of(user_id)).language

    def conversation(self, place: Place) -> conversations.Conversation:
        """What somebody has asked lately in a channel."""
        return conversations.conversation(self.store, self.keys.of(place.user_id), place.channel_id)

    def keep(
        self, place: Place, interaction_id: int, request: ReplyRequest, answer: Answer, rendered: Rendered
    ) -> ReplyState:
        """Keep a new reply for the buttons below it; of a question also the conversation and the log."""
        key = self.keys.of(place.user_id)
        request = replace(request, language=answer.language)
        if request.command == "ask":
            conversations.add_question(
                self.store, key, place.channel_id, request.text, request.facts, request.game or answer.game
            )
            log_question(self.store, key, place.server_id, _logged(request, answer))
        return replies.remember_reply(
            self.store,
            user_key=key,
            server_id=place.server_id,
            channel_id=place.channel_id,
            request=request,
            outcome=outcome_of(answer, rendered),
            interaction_id=interaction_id,
        )

    def change(self, state: ReplyState, request: ReplyRequest, answer: Answer, rendered: Rendered) -> ReplyState | None:
        """Keep that a reply was edited; None where it has expired."""
        outcome = outcome_of(answer, rendered)
        return replies.update_reply(self.store, state.id, request=request, outcome=outcome)

    def reply(self, reply_id: str) -> ReplyState | None:
        """A reply by its id; None where it has expired."""
        return replies.reply(self.store, reply_id)

    def is_of(self, state: ReplyState, user_id: int) -> bool:
        """Whether somebody is the asker of a reply."""
        return state.user_key == self.keys.of(user_id)


def outcome_of(answer: Answer, rendered: Rendered) -> ReplyOutcome:
    """An answer in words, for whoever reviews it, and what its menus offer."""
    line = headline(answer)
    said: list[Message | str] = [one for one in (line.verdict, line.status) if one is not None]
    for one in (answer, *answer.parts):
        said += [*one.says, *one.conditions, *one.unless]
    cited = tuple(citation.ref for one in (answer, *answer.parts) for citation in one.citations)
    return ReplyOutcome(
        says="\n".join(translate(text, answer.language) for text in said),
        trail=answer.check.trail or cited,
        edition=answer.citations[0].edition if answer.citations else None,
        choices=tuple((menu.fact, tuple(option.value for option in menu.options)) for menu in rendered.menus),
    )


def _logged(request: ReplyRequest, answer: Answer) -> LoggedQuestion:
    return LoggedQuestion(
        question=request.text,
        language=answer.language,
        game=request.game or answer.game,
        kind=answer.kind.value,
        verdict=answer.verdict,
        finding=answer.check.finding,
    )
