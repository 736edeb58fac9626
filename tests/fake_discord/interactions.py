"""What the bot may do with an interaction, when, and how often: Discord's rules, enforced."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.fake_discord import payloads
from tests.fake_discord.clock import Clock
from tests.fake_discord.limits import message_problems
from tests.fake_discord.payloads import Json, Place, Player

ACKNOWLEDGE_WITHIN_S = 3.0
TOKEN_LIFE_S = 15 * 60.0
FOLLOW_UPS_OF_USER_INSTALLS = 5

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9


class Refusal(Exception):
    """An answer with an error code of Discord's."""

    def __init__(self, status: int, code: int, message: str, problems: list[str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"code": code, "message": message}
        if problems:
            self.body["errors"] = {"_errors": [{"code": "REFUSED", "message": problem} for problem in problems]}


def refuse_if(problems: list[str]) -> None:
    if problems:
        raise Refusal(400, 50035, "Invalid Form Body", problems)


@dataclass
class Interaction:
    """One interaction, and what the bot did about it."""

    id: str
    token: str
    kind: int
    payload: Json
    player: Player
    sent_at: float
    callback: Json | None = None
    acknowledged_after_s: float | None = None
    messages: dict[str, Json] = field(default_factory=dict)
    original: Json | None = None
    """The reply, as people see it now."""
    bodies: list[Json] = field(default_factory=list)
    """Every message that was sent or edited, as the bot sent it."""
    answers: int = 0
    """How often the reply got its contents."""
    follow_ups: int = 0
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set as soon as there is more to see than that the bot thinks."""

    @property
    def reply(self) -> Json:
        assert self.original is not None, "there is no reply"
        return self.original

    @property
    def is_private(self) -> bool:
        return bool(self.reply["flags"] & payloads.EPHEMERAL)

    @property
    def text(self) -> str:
        """All that the reply says."""
        texts = [self.reply["content"]]
        for embed in self.reply["embeds"]:
            texts += [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
            texts += [embed_field[key] for embed_field in embed.get("fields") or [] for key in ("name", "value")]
        return "\n".join(text for text in texts if text)

    @property
    def choices(self) -> list[Json]:
        """What an autocompletion offers."""
        assert self.callback is not None, "there is no answer"
        choices: list[Json] = self.callback["data"]["choices"]
        return choices


class Interactions:
    """All interactions that were sent."""

    def __init__(self, clock: Clock, snowflake: Callable[[], str]) -> None:
        self._clock = clock
        self._snowflake = snowflake
        self._by_token: dict[str, Interaction] = {}

    def begin(self, kind: int, data: Json, player: Player, *, age_s: float, message: Json | None) -> Interaction:
        """A new interaction; `age_s`: how long ago Discord made it."""
        identifier = self._snowflake()
        token = f"token-{identifier}"
        payload = payloads.interaction(kind, data, player, identifier=identifier, token=token)
        if message is not None:
            payload["message"] = message
        begun = Interaction(identifier, token, kind, payload, player, self._clock.now() - age_s)
        self._by_token[token] = begun
        return begun

    def respond(self, identifier: str, token: str, body: Json) -> Json:
        """The first response."""
        found = self._by_token.get(token)
        late = found is not None and self._clock.now() - found.sent_at > ACKNOWLEDGE_WITHIN_S
        if found is None or found.id != identifier or late:
            raise Refusal(404, 10062, "Unknown interaction")
        if found.callback is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        refuse_if(_response_problems(found, body))
        found.callback = body
        found.acknowledged_after_s = self._clock.now() - found.sent_at
        answer: Json = {"id": found.id, "type": found.kind}
        resource = self._apply_response(found, body)
        if found.original is not None:
            answer["response_message_id"] = found.original["id"]
            answer["response_message_loading"] = body["type"] == DEFERRED
            answer["response_message_ephemeral"] = found.is_private
        found.acknowledged.set()
        if body["type"] not in (DEFERRED, DEFERRED_UPDATE):
            found.answered.set()
        return {"interaction": answer} | ({"resource": resource} if resource is not None else {})

    def edit(self, token: str, message_id: str, body: Json) -> Json:
        message = self.message(token, message_id)
        found = self._by_token[token]
        refuse_if(message_problems(body, edit=True))
        message["flags"] &= ~payloads.LOADING
        message["edited_timestamp"] = "2026-01-01T00:00:01+00:00"
        _fill(message, body)
        found.bodies.append(body)
        if message is found.original:
            found.answers += 1
            found.answered.set()
        return message

    def message(self, token: str, message_id: str) -> Json:
        found = self._living(token)
        if message_id == "@original" and found.original is not None:
            return found.original
        if message_id not in found.messages:
            raise Refusal(404, 10008, "Unknown Message")
        return found.messages[message_id]

    def delete(self, token: str, message_id: str) -> None:
        message = self.message(token, message_id)
        found = self._by_token[token]
        found.messages.pop(message["id"], None)
        if message is found.original:
            found.original = None

    def follow_up(self, token: str, body: Json) -> Json:
        found = self._living(token)
        refuse_if(message_problems(body))
        found.follow_ups += 1
        if found.player.place is Place.USER_INSTALL and found.follow_ups > FOLLOW_UPS_OF_USER_INSTALLS:
            raise Refusal(400, 40094, "Maximum number of follow up messages reached")
        return self._new_message(found, body)

    def _living(self, token: str) -> Interaction:
        found = self._by_token.get(token)
        if found is None or found.callback is None:
            raise Refusal(404, 10015, "Unknown Webhook")
        if self._clock.now() - found.sent_at > TOKEN_LIFE_S:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        return found

    def _apply_response(self, found: Interaction, body: Json) -> Json | None:
        """Make or change the message that a response is about; the `resource` of the answer."""
        kind, data = body["type"], body.get("data") or {}
        if kind in (MESSAGE, DEFERRED):
            found.original = self._new_message(found, data)
            found.answers += kind == MESSAGE
            if kind == DEFERRED:
                found.original["flags"] |= payloads.LOADING
                return None
            return {"type": MESSAGE, "message": found.original}
        if kind in (UPDATE, DEFERRED_UPDATE):
            found.original = found.payload["message"]
            if kind == UPDATE:
                _fill(found.original, data)
                found.bodies.append(data)
                found.answers += 1
                return {"type": UPDATE, "message": found.original}
        return None

    def _new_message(self, found: Interaction, body: Json) -> Json:
        message = payloads.message(self._snowflake(), channel_id=payloads.CHANNEL_ID, of_interaction=True)
        message["flags"] = body.get("flags") or 0
        _fill(message, body)
        found.messages[message["id"]] = message
        found.bodies.append(body)
        return message


def _response_problems(found: Interaction, body: Json) -> list[str]:
    kind, data = body["type"], body.get("data") or {}
    if kind in (MESSAGE, UPDATE):
        problems = message_problems(data, edit=kind == UPDATE)
    elif kind == DEFERRED and set(data) - {"flags"}:
        problems = ["a deferral with more than flags"]
    elif kind == CHOICES and len(data["choices"]) > 25:
        problems = ["more than 25 choices"]
    elif kind == CHOICES:
        texts = [str(choice[key]) for choice in data["choices"] for key in ("name", "value")]
        problems = ["a choice that is empty or too long"] if any(not 1 <= len(text) <= 100 for text in texts) else []
    else:
        problems = []
    if kind in (UPDATE, DEFERRED_UPDATE) and found.kind not in (COMPONENT, MODAL):
        problems.append("only a component's message can be updated")
    if (kind == CHOICES) != (found.kind == AUTOCOMPLETE):
        problems.append("an autocompletion is answered by choices, and nothing else is")
    if kind == SHOW_MODAL and found.kind == MODAL:
        problems.append("a modal cannot answer a modal")
    return problems


def _fill(message: Json, body: Json) -> None:
    for key, empty in (("content", ""), ("embeds", []), ("components", [])):
        if key in body:
            message[key] = body[key] or empty
    for number, component in enumerate(_all(message["components"]), 1):
        component.setdefault("id", number)


def _all(components: list[Any]) -> list[Any]:
    return [part for component in components for part in (component, *_all(component.get("components") or []))]
