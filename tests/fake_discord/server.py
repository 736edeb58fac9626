"""The REST interface over real sockets: who may call what, faults on demand, and a record of everything."""

from __future__ import annotations

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
from tests.fake_discord.limits import command_problems, message_problems
from tests.fake_discord.openapi import OpenApi
from tests.fake_discord.payloads import APPLICATION_ID, Json, Player

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


@dataclass(frozen=True)
class RateLimited:
    """A 429 that asks to wait."""

    retry_after_s: float


@dataclass(frozen=True)
class ConnectionCut:
    """The connection breaks before there is an answer; `done`: Discord had done it already."""

    done: bool = False


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
            body = json.loads(await request.read()) if request.can_read_body else None
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
                return _rate_limited(fault)
            if isinstance(fault, ConnectionCut) and not fault.done:
                return _cut(request)
            self._authorise(request)
            if self._openapi is not None and exchange.body is not None:
                exchange.problems += self._openapi.request_problems(exchange.method, exchange.path, exchange.body)
                refuse_if(exchange.problems)
            response = await handler(request)
        except Refusal as refusal:
            if refusal.body["code"] == 50035 and not exchange.problems:
                exchange.problems += [error["message"] for error in refusal.body["errors"]["_errors"]]
            return _json(refusal.body, refusal.status)
        except web.HTTPNotFound:
            exchange.problems.append("the fake has no such route")
            return _json({"code": 0, "message": "404: Not Found"}, 404)
        if isinstance(fault, ConnectionCut):
            return _cut(request)
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
        return _json(payloads.bot_user())

    async def _application(self, _: web.Request) -> web.Response:
        return _json(payloads.application())

    async def _gateway_address(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return _json({"url": self.gateway.url, "shards": 1, "session_start_limit": limit})

    async def _upload(self, request: web.Request) -> web.Response:
        body: list[Json] = request[BODY]
        refuse_if([problem for command in body for problem in command_problems(command)])
        self.commands = [self._stored(command) for command in body]
        return _json(self.commands)

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
        return _json(answer) if request.query.get("with_response") in ("1", "true") else web.Response(status=204)

    async def _follow_up(self, request: web.Request) -> web.Response:
        return _json(self.interactions.follow_up(request.match_info["token"], request[BODY]))

    async def _message(self, request: web.Request) -> web.Response:
        return _json(self.interactions.message(request.match_info["token"], request.match_info["message"]))

    async def _edit(self, request: web.Request) -> web.Response:
        info = request.match_info
        return _json(self.interactions.edit(info["token"], info["message"], request[BODY]))

    async def _delete(self, request: web.Request) -> web.Response:
        self.interactions.delete(request.match_info["token"], request.match_info["message"])
        return web.Response(status=204)

    async def _say(self, request: web.Request) -> web.Response:
        refuse_if(message_problems(request[BODY]))
        channel = request.match_info["channel"]
        said = payloads.message(self.snowflake(), channel_id=channel, of_interaction=False)
        return _json(said | {key: request[BODY][key] for key in ("content", "embeds") if request[BODY].get(key)})


def _option(name: str, value: Any) -> Json:
    kind = 5 if isinstance(value, bool) else 3
    return {"name": name, "type": kind, "value": value}


def _json(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    # discord.py compares this header as a whole, and takes an answer with a charset for text.
    all_headers = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=all_headers)


def _rate_limited(fault: RateLimited) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": fault.retry_after_s, "global": False}
    # Without Via it looks like a ban of the address, on which discord.py gives up.
    return _json(body, 429, {"Via": "1.1 fake", "Retry-After": str(fault.retry_after_s), "X-RateLimit-Scope": "user"})


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=204)
