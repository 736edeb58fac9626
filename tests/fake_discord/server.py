"""The REST interface over real sockets: who may call what, faults on demand, and a record of everything."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.fake_discord import interactions, payloads
from tests.fake_discord.clock import Clock
from tests.fake_discord.gateway import Gateway
from tests.fake_discord.interactions import Interaction, Interactions, Refusal, refuse_if
from tests.fake_discord.limits import command_problems, message_problems, parts
from tests.fake_discord.openapi import OpenApi
from tests.fake_discord.payloads import APPLICATION_ID, Json, Player
from tests.fake_discord.wire import ConnectionCut, RateLimited, cut, json_answer, rate_limited, read_body

TOKEN = "token.of.the.test"
_EPOCH_MS = 1_420_070_400_000
_PREFIX = "/api/v10"
BODY: web.RequestKey[Any] = web.RequestKey("body", object)
"""Where a request keeps its body, read once."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Exchange:
    """One call of the bot."""

    method: str
    path: str
    body: Any
    status: int = 0
    problems: list[str] = field(default_factory=list)
    """What the bot's body, or the fake's answer, does not keep to."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


Fault = Refusal | RateLimited | ConnectionCut


class FakeDiscord:
    """Discord for one bot. Use it as a context; `interact`, `type_in` and `gateway` are what a test does."""

    def __init__(self, openapi: OpenApi | None = None, *, compress: bool = True) -> None:
        """`openapi`: what bodies are checked against, beside the limits that are always checked."""
        self._openapi = openapi
        self._serial = 0
        self.clock = Clock()
        self.gateway = Gateway(TOKEN, compress=compress)
        self.interactions = Interactions(self.clock, self.snowflake)
        self.exchanges: list[Exchange] = []
        self.commands: list[Json] = []
        """As they were uploaded last."""
        self.faults: list[tuple[str, Fault]] = []
        """Parts of paths, and what befalls the next call whose path has them."""
        self.said: list[Json] = []
        """What the bot wrote into channels, as it sent it."""
        self.wrote = asyncio.Event()
        self.api_url = ""

    async def __aenter__(self) -> FakeDiscord:
        application = web.Application(middlewares=[self._middleware()])
        application.router.add_get("/gateway", self.gateway.serve)
        for method, path, handler in self._routes():
            application.router.add_route(method, _PREFIX + path, handler)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        address = f"127.0.0.1:{self._runner.addresses[0][1]}"
        self.api_url = f"http://{address}{_PREFIX}"
        self.gateway.url = f"ws://{address}/gateway"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.gateway.close()
        await self._runner.cleanup()

    def snowflake(self) -> str:
        """A new id, from which the time can be read."""
        self._serial += 1
        return str(int(time.time() * 1000) - _EPOCH_MS << 22 | self._serial)

    async def interact(
        self, kind: int, data: Json, player: Player | None = None, *, age_s: float = 0.0, message: Json | None = None
    ) -> Interaction:
        """Send an interaction; `age_s`: how long it has been under way already."""
        begun = self.interactions.begin(kind, data, player or Player(), age_s=age_s, message=message)
        await self.gateway.dispatch("INTERACTION_CREATE", begun.payload)
        return begun

    async def command(
        self, command: str, player: Player | None = None, *, age_s: float = 0.0, **options: Any
    ) -> Interaction:
        """Somebody sends a slash command."""
        given = [_option(name, value) for name, value in options.items()]
        data = {"id": self.snowflake(), "name": command, "type": 1, "options": given}
        return await self.interact(interactions.COMMAND, data, player, age_s=age_s)

    async def type_in(
        self, command: str, option: str, typed: str, player: Player | None = None, **options: Any
    ) -> Interaction:
        """Somebody types into an option that completes itself."""
        given = [_option(name, value) for name, value in options.items()]
        given.append(_option(option, typed) | {"focused": True})
        data = {"id": self.snowflake(), "name": command, "type": 1, "options": given}
        return await self.interact(interactions.AUTOCOMPLETE, data, player)

    async def press(self, reply: Json, label: str, player: Player | None = None) -> Interaction:
        """Somebody presses the button with this label below a message."""
        buttons = [part for part in parts(reply["components"]) if part["type"] == 2]
        found = [button for button in buttons if button.get("label") == label]
        assert found, f"no button {label!r}, but {[button.get('label') for button in buttons]}"
        assert not found[0].get("disabled"), f"{label!r} is disabled"
        data = {"custom_id": found[0]["custom_id"], "component_type": 2, "id": found[0]["id"]}
        return await self.interact(interactions.COMPONENT, data, player, message=reply)

    async def choose(self, reply: Json, menu: int, option: str, player: Player | None = None) -> Interaction:
        """Somebody chooses the option with this label in a menu below a message."""
        found = [part for part in parts(reply["components"]) if part["type"] == 3][menu]
        (value,) = (one["value"] for one in found["options"] if one["label"] == option)
        data = {"custom_id": found["custom_id"], "component_type": 3, "id": found["id"], "values": [value]}
        return await self.interact(interactions.COMPONENT, data, player, message=reply)

    async def submit(self, form: Interaction, written: str, player: Player | None = None) -> Interaction:
        """Somebody writes into the only field of a form and sends it."""
        assert form.callback is not None, "there is no form"
        shown = form.callback["data"]
        (field,) = (part for part in parts(shown["components"]) if part["type"] == 4)
        sent = {"type": 4, "id": 2, "custom_id": field["custom_id"], "value": written}
        data = {"custom_id": shown["custom_id"], "components": [{"type": 18, "id": 1, "component": sent}]}
        return await self.interact(interactions.MODAL, data, player, message=form.payload["message"])

    async def say(self, text: str, player: Player | None = None, *, channel: str = payloads.CHANNEL_ID) -> Json:
        """Somebody writes a message; whom it mentions is read from its text."""
        said = payloads.written(self.snowflake(), text, player or Player(), channel_id=channel)
        await self.gateway.dispatch("MESSAGE_CREATE", said)
        return said

    @property
    def problems(self) -> list[str]:
        """Whatever any body did not keep to."""
        return [f"{exchange}: {problem}" for exchange in self.exchanges for problem in exchange.problems]

    def _routes(self) -> list[tuple[str, str, Handler]]:
        message = "/webhooks/{application}/{token}/messages/{message}"
        return [
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/gateway/bot", self._gateway_address),
            ("PUT", f"/applications/{APPLICATION_ID}/commands", self._upload),
            ("POST", "/interactions/{id}/{token}/callback", self._respond),
            ("POST", "/webhooks/{application}/{token}", self._follow_up),
            ("GET", message, self._message),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", "/channels/{channel}/messages", self._say),
        ]

    def _middleware(self) -> Any:
        @web.middleware
        async def keep_to_the_rules(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not request.path.startswith(_PREFIX):
                return await handler(request)
            path = request.path.removeprefix(_PREFIX)
            body = await read_body(request)
            exchange = Exchange(request.method, path, body)
            self.exchanges.append(exchange)
            request[BODY] = body
            response = await self._answered(request, handler, exchange)
            exchange.status = response.status
            return response

        return keep_to_the_rules

    async def _answered(self, request: web.Request, handler: Handler, exchange: Exchange) -> web.StreamResponse:
        fault = self._take_fault(exchange.path)
        try:
            if isinstance(fault, Refusal):
                raise fault
            if isinstance(fault, RateLimited):
                return rate_limited(fault)
            if isinstance(fault, ConnectionCut) and not fault.done:
                return cut(request)
            self._authorise(request)
            if self._openapi is not None and exchange.body is not None:
                exchange.problems += self._openapi.request_problems(exchange.method, exchange.path, exchange.body)
                refuse_if(exchange.problems)
            response = await handler(request)
        except Refusal as refusal:
            if refusal.body["code"] == 50035 and not exchange.problems:
                exchange.problems += [error["message"] for error in refusal.body["errors"]["_errors"]]
            return json_answer(refusal.body, refusal.status)
        except web.HTTPNotFound:
            exchange.problems.append("the fake has no such route")
            return json_answer({"code": 0, "message": "404: Not Found"}, 404)
        if isinstance(fault, ConnectionCut):
            return cut(request)
        self._check_answer(exchange, response)
        return response

    def _check_answer(self, exchange: Exchange, response: web.StreamResponse) -> None:
        if self._openapi is None or not isinstance(response, web.Response):
            return
        content = json.loads(response.body) if isinstance(response.body, bytes) and response.body else None
        found = self._openapi.answer_problems(exchange.method, exchange.path, response.status, content)
        exchange.problems += [f"the fake's answer: {problem}" for problem in found]

    def _take_fault(self, path: str) -> Fault | None:
        for place, (part, fault) in enumerate(self.faults):
            if part in path:
                del self.faults[place]
                return fault
        return None

    @staticmethod
    def _authorise(request: web.Request) -> None:
        """Calls with an interaction's token need no other."""
        if "token" not in request.match_info and request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise Refusal(401, 0, "401: Unauthorized")

    async def _me(self, _: web.Request) -> web.Response:
        return json_answer(payloads.bot_user())

    async def _application(self, _: web.Request) -> web.Response:
        return json_answer(payloads.application())

    async def _gateway_address(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return json_answer({"url": self.gateway.url, "shards": 1, "session_start_limit": limit})

    async def _upload(self, request: web.Request) -> web.Response:
        body: list[Json] = request[BODY]
        refuse_if([problem for command in body for problem in command_problems(command)])
        self.commands = [self._stored(command) for command in body]
        return json_answer(self.commands)

    def _stored(self, command: Json) -> Json:
        permissions = command.get("default_member_permissions")
        return {
            **command,
            "id": self.snowflake(),
            "application_id": APPLICATION_ID,
            "version": self.snowflake(),
            "default_member_permissions": None if permissions is None else str(permissions),
        }

    async def _respond(self, request: web.Request) -> web.Response:
        answer = self.interactions.respond(request.match_info["id"], request.match_info["token"], request[BODY])
        return json_answer(answer) if request.query.get("with_response") in ("1", "true") else web.Response(status=204)

    async def _follow_up(self, request: web.Request) -> web.Response:
        return json_answer(self.interactions.follow_up(request.match_info["token"], request[BODY]))

    async def _message(self, request: web.Request) -> web.Response:
        return json_answer(self.interactions.message(request.match_info["token"], request.match_info["message"]))

    async def _edit(self, request: web.Request) -> web.Response:
        info = request.match_info
        return json_answer(self.interactions.edit(info["token"], info["message"], request[BODY]))

    async def _delete(self, request: web.Request) -> web.Response:
        self.interactions.delete(request.match_info["token"], request.match_info["message"])
        return web.Response(status=204)

    async def _say(self, request: web.Request) -> web.Response:
        refuse_if(message_problems(request[BODY]))
        channel = request.match_info["channel"]
        self.said.append(request[BODY] | {"channel_id": channel})
        self.wrote.set()
        said = payloads.message(self.snowflake(), channel_id=channel, of_interaction=False)
        return json_answer(said | {key: request[BODY][key] for key in ("content", "embeds") if request[BODY].get(key)})


def _option(name: str, value: Any) -> Json:
    kind = 5 if isinstance(value, bool) else 3
    return {"name": name, "type": kind, "value": value}
