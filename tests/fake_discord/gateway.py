"""The gateway: one websocket a connection, numbered events, and the replay of those that a lost connection missed."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

from aiohttp import WSMsgType, web

from tests.fake_discord import payloads
from tests.fake_discord.payloads import Json

SESSION = "session-of-the-test"
HEARTBEAT_MS = 41_250
_LONGEST_FRAME = 4096


class _Connection:
    """One websocket; compressed as a single stream if the client wants that."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self._socket = socket
        self._stream = zlib.compressobj() if compressed else None
        self.listening = False
        """It gets events: identified or resumed, and not lost since."""

    async def send(self, operation: int, data: Any, *, number: int | None = None, event: str | None = None) -> None:
        text = json.dumps({"op": operation, "d": data, "s": number, "t": event})
        if self._stream is None:
            await self._socket.send_str(text)
        else:
            frame = self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)
            await self._socket.send_bytes(frame)

    async def close(self, code: int) -> None:
        await self._socket.close(code=code)


class Gateway:
    def __init__(self, token: str, *, compress: bool) -> None:
        self._token = token
        self._compress = compress
        self._connections: list[_Connection] = []
        self._events: list[tuple[int, str, Json]] = []
        self.url = ""
        self.refuse_with: int | None = None
        """A code to close every new session with."""
        self.frames: list[Json] = []
        """All that clients sent."""
        self.sessions = 0
        self.resumed = 0
        self.connected = asyncio.Event()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=_LONGEST_FRAME)
        await socket.prepare(request)
        wants = request.query.get("compress") == "zlib-stream"
        connection = _Connection(socket, compressed=self._compress and wants)
        self._connections.append(connection)
        try:
            await connection.send(10, {"heartbeat_interval": HEARTBEAT_MS})
            async for received in socket:
                if received.type is WSMsgType.TEXT:
                    frame = json.loads(received.data)
                    self.frames.append(frame)
                    await self._on_frame(connection, frame["op"], frame["d"])
        finally:
            self._connections.remove(connection)
        return socket

    async def dispatch(self, event: str, data: Json) -> None:
        """Send an event to whoever listens, and keep it for whoever comes back."""
        self._events.append((len(self._events) + 1, event, data))
        for connection in self._listening():
            await connection.send(0, data, number=len(self._events), event=event)

    async def repeat_last(self) -> None:
        """Send the newest event once more, as a replay may."""
        number, event, data = self._events[-1]
        for connection in self._listening():
            await connection.send(0, data, number=number, event=event)

    async def cut(self, code: int = 4000) -> None:
        """Lose every connection."""
        for connection in self._lose():
            await connection.close(code)

    async def ask_to_reconnect(self) -> None:
        for connection in self._lose():
            await connection.send(7, None)

    async def close(self) -> None:
        for connection in list(self._connections):
            await connection.close(1001)

    def _listening(self) -> list[_Connection]:
        return [connection for connection in self._connections if connection.listening]

    def _lose(self) -> list[_Connection]:
        # First of all nothing more is sent there: the client is back within milliseconds.
        self.connected.clear()
        lost = self._listening()
        for connection in lost:
            connection.listening = False
        return lost

    async def _on_frame(self, connection: _Connection, operation: int, data: Any) -> None:
        if operation == 1:
            await connection.send(11, None)
        elif operation == 2:
            await self._identify(connection, data)
        elif operation == 6:
            await self._resume(connection, data)

    async def _identify(self, connection: _Connection, data: Json) -> None:
        code = 4004 if data["token"] != self._token else self.refuse_with
        if code is not None:
            await connection.close(code)
            return
        self.sessions += 1
        connection.listening = True
        ready = {
            "v": 10,
            "user": payloads.bot_user(),
            "guilds": [{"id": payloads.SERVER_ID, "unavailable": True}],
            "session_id": SESSION,
            "resume_gateway_url": self.url,
            "shard": data.get("shard", [0, 1]),
            "application": {"id": payloads.APPLICATION_ID, "flags": 0},
        }
        await self.dispatch("READY", ready)
        await self.dispatch("GUILD_CREATE", payloads.server())
        self.connected.set()

    async def _resume(self, connection: _Connection, data: Json) -> None:
        if data["token"] != self._token or data["session_id"] != SESSION:
            await connection.send(9, False)
            return
        self.resumed += 1
        for number, event, missed in self._events[data["seq"] :]:
            await connection.send(0, missed, number=number, event=event)
        connection.listening = True
        await self.dispatch("RESUMED", {})
        self.connected.set()
