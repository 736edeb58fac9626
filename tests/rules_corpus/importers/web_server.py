"""A web server on this machine, whose paths each answer as a test says."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True, slots=True)
class WebServer:
    port: int
    pages: dict[str, Answer] = field(default_factory=dict)
    asked: list[tuple[str, str, str | None]] = field(default_factory=list)
    """(path, Host, Authorization) of every request so far."""

    def url(self, path: str, login: str = "", host: str = "127.0.0.1") -> str:
        return f"http://{login}{host}:{self.port}{path}"


def body(data: bytes, status: int = 200, **headers: str) -> Answer:
    """Answers with these bytes; header names are written with _ for -."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in {"Content-Length": str(len(data)), **named}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(data)

    return answer


def redirect(to: str, status: int = 302) -> Answer:
    return body(b"", status, Location=to)


def stream(blocks: Iterator[bytes], **headers: str) -> Answer:
    """Answers with blocks and closes the connection when there are no more; the length is not said unless given."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        for block in blocks:
            request.wfile.write(block)
            request.wfile.flush()
        request.close_connection = True

    return answer


@contextmanager
def serving() -> Iterator[WebServer]:
    server: WebServer

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.asked.append((self.path, self.headers["Host"], self.headers["Authorization"]))
            answer = server.pages.get(self.path, body(b"not there", 404))
            try:
                answer(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = WebServer(http.server_port)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
