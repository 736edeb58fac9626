"""How bodies travel: reading what discord.py sends, and answering as it expects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fake_discord.payloads import Json


@dataclass(frozen=True)
class RateLimited:
    """A 429 that asks to wait."""

    retry_after_s: float


@dataclass(frozen=True)
class ConnectionCut:
    """The connection breaks before there is an answer; `done`: Discord had done it already."""

    done: bool = False


async def read_body(request: web.Request) -> Any:
    """A request's JSON; with files, the text of each under its name in `files`."""
    if not request.can_read_body:
        return None
    if request.content_type != "multipart/form-data":
        body = json.loads(await request.read())
        return _with_ids_as_text(body) if isinstance(body, dict) else body
    form = await request.post()
    files = {part.filename: part.file.read().decode() for part in form.values() if isinstance(part, web.FileField)}
    return _with_ids_as_text(json.loads(str(form["payload_json"]))) | {"files": files}


def _with_ids_as_text(body: Json) -> Json:
    """discord.py sends these ids as numbers, where the document has texts; Discord takes both."""
    for holder in (body.get("message_reference") or {}, *(body.get("attachments") or [])):
        holder.update({key: str(value) for key, value in holder.items() if key == "id" or key.endswith("_id")})
    return body


def json_answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    # discord.py compares this header as a whole, and takes an answer with a charset for text.
    all_headers = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=all_headers)


def rate_limited(fault: RateLimited) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": fault.retry_after_s, "global": False}
    # Without Via it looks like a ban of the address, on which discord.py gives up.
    return json_answer(
        body, 429, {"Via": "1.1 fake", "Retry-After": str(fault.retry_after_s), "X-RateLimit-Scope": "user"}
    )


def cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=204)
