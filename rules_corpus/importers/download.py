"""A document's address on the web → its bytes, within limits and from public hosts only.

The address is followed by hand: each redirect is checked like the first request, a host's name is looked up once and
the connection goes to the very address that was checked, and everything that is received counts, whatever the server
says of it. docs/importers.md lists the limits.
"""

from __future__ import annotations

import asyncio
import base64
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

import httpx

from rules_corpus.importers.public_addresses import is_public
from rules_corpus.importers.receiving import DownloadLimits, Receiver, Unpacker
from rules_corpus.importers.report import ImportRefused

__all__ = ["DownloadLimits", "download", "is_url"]

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_LIMITS = DownloadLimits()
_MOST_ADDRESSES = 4
_LONGEST_URL = 2_000
_HEADERS = {"User-Agent": "rulesbot", "Accept": "*/*", "Accept-Encoding": "gzip"}


@dataclass(frozen=True, slots=True)
class _Target:
    """One request to make."""

    url: httpx.URL
    """Without user info and fragment."""
    login: tuple[str, str] | None


def is_url(text: str) -> bool:
    """Whether an argument is an address (of any scheme) and no path of a file."""
    return _URL.match(text) is not None


def download(
    url: str,
    sink: BinaryIO,
    *,
    document: str | None = None,
    allow_private: bool = False,
    limits: DownloadLimits = _LIMITS,
) -> str:
    """Write the document at an http or https address to `sink`; what to call it: its address without any login.

    `document` is the one that the caller expects. `allow_private` lets it connect to hosts of the operator's own
    network. Not to be called where an event loop runs. Raises ImportRefused with the reason; then what `sink` has is
    of no use.
    """
    target = _target(url, _without_login(url))
    name = str(target.url)
    asyncio.run(_fetch(target, name, Receiver(sink, name, document, limits), allow_private, limits))
    return name


async def _fetch(target: _Target, name: str, receiver: Receiver, allow_private: bool, limits: DownloadLimits) -> None:
    """Receive the document, with one deadline over everything: a server may send a byte now and then for ever."""
    try:
        async with asyncio.timeout(limits.seconds):
            # A transport without a client around it knows no proxy of the environment, which would look hosts up
            # unchecked, and does not read where a redirect leads.
            async with _CheckedTransport(name, allow_private) as transport:
                await _follow(transport, target, name, receiver, limits)
    except TimeoutError as error:
        raise ImportRefused(
            "{name} took longer to download than {seconds} seconds.", name=name, seconds=round(limits.seconds)
        ) from error
    except httpx.TimeoutException as error:
        raise ImportRefused(
            "{name} cannot be downloaded: its server did not answer for {seconds} seconds.",
            name=name,
            seconds=round(limits.silent_seconds),
        ) from error
    except httpx.ConnectError as error:
        raise ImportRefused(
            "{name} cannot be downloaded: no connection could be made ({reason}).", name=name, reason=_reason(error)
        ) from error
    except (httpx.TransportError, httpx.InvalidURL) as error:
        raise ImportRefused("{name} was cut off while it was downloaded.", name=name) from error


async def _follow(
    transport: httpx.AsyncBaseTransport, target: _Target, name: str, receiver: Receiver, limits: DownloadLimits
) -> None:
    for _ in range(limits.redirects + 1):
        response = await transport.handle_async_request(_request(target, limits))
        try:
            location = response.headers.get("location")
            if response.status_code not in _REDIRECTS or location is None:
                await _receive(response, name, receiver)
                return
            target = _redirected(target, location, name)
        finally:
            await response.aclose()
    raise ImportRefused("{name} is redirected more than {limit} times.", name=name, limit=limits.redirects)


def _request(target: _Target, limits: DownloadLimits) -> httpx.Request:
    headers = dict(_HEADERS)
    if target.login is not None:
        headers["Authorization"] = "Basic " + base64.b64encode(":".join(target.login).encode()).decode("ascii")
    timeout = httpx.Timeout(limits.silent_seconds).as_dict()
    return httpx.Request("GET", target.url, headers=headers, extensions={"timeout": timeout})


def _redirected(target: _Target, location: str, name: str) -> _Target:
    try:
        joined = str(target.url.join(location))
    except (httpx.InvalidURL, ValueError) as error:
        raise _no_address(name) from error
    following = _target(joined, name)
    if target.url.scheme == "https" and following.url.scheme == "http":
        raise ImportRefused("{name} is redirected from https to http, where anyone could change it.", name=name)
    same = (target.url.scheme, target.url.host, target.url.port) == (
        following.url.scheme,
        following.url.host,
        following.url.port,
    )
    return _Target(following.url, following.login or (target.login if same else None))


async def _receive(response: httpx.Response, name: str, receiver: Receiver) -> None:
    if response.status_code != httpx.codes.OK:
        raise ImportRefused(
            "{name} cannot be downloaded: its server answers with status {status}.",
            name=name,
            status=response.status_code,
        )
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("identity", "", "gzip", "x-gzip"):
        raise ImportRefused(
            "{name} is compressed in a way that I cannot read: {encoding}.", name=name, encoding=encoding
        )
    take: Callable[[bytes], None] = receiver.take
    unpacker = Unpacker(receiver) if encoding in ("gzip", "x-gzip") else None
    if unpacker is not None:
        take = unpacker.take
    async for block in response.aiter_raw():
        take(block)
    if unpacker is not None:
        unpacker.finish()
    receiver.finish()


class _CheckedTransport(httpx.AsyncBaseTransport):
    """Connects to the address that was looked up and checked, so that no second answer can lead elsewhere."""

    def __init__(self, name: str, allow_private: bool) -> None:
        self._name = name
        self._allow_private = allow_private
        self._plain = httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        host = request.url.raw_host.decode("ascii")
        addresses = await self._addresses(host)
        for address in addresses[:-1]:
            try:
                return await self._request(request, host, address)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return await self._request(request, host, addresses[-1])

    async def _request(self, request: httpx.Request, host: str, address: str) -> httpx.Response:
        return await self._plain.handle_async_request(
            httpx.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,  # with the Host of the name
                stream=request.stream,
                # The certificate has to be the name's, not the address's.
                extensions={**request.extensions, "sni_hostname": host.strip("[]")},
            )
        )

    async def _addresses(self, host: str) -> list[str]:
        """The host's addresses, none twice. Raises ImportRefused where one of them may not be connected to."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise ImportRefused(
                "{name} cannot be downloaded: there is no host {host}.", name=self._name, host=host
            ) from error
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))[:_MOST_ADDRESSES]
        if not self._allow_private and not all(is_public(address) for address in addresses):
            raise ImportRefused(
                "{name} is not downloaded: {host} is no host of the public internet.", name=self._name, host=host
            )
        return addresses

    async def aclose(self) -> None:
        await self._plain.aclose()


def _target(url: str, name: str) -> _Target:
    """What to request for an address. Raises ImportRefused where it is none of http or https."""
    try:
        parsed = httpx.URL(url)
        if parsed.scheme not in ("http", "https"):
            raise ImportRefused(
                "{name} is not downloaded: only http and https addresses are, not {scheme}.",
                name=name,
                scheme=parsed.scheme,
            )
        login = (parsed.username, parsed.password) if parsed.userinfo else None
        plain = parsed.copy_with(username=None, password=None, fragment=None)
        port = plain.port
    except (httpx.InvalidURL, ValueError, TypeError) as error:
        raise _no_address(name) from error
    if (
        not re.fullmatch(r"[\w.:-]+", plain.host)
        or len(url) > _LONGEST_URL
        or (port is not None and not 0 < port < 65_536)
    ):
        raise _no_address(name)
    return _Target(plain, login)


def _no_address(name: str) -> ImportRefused:
    return ImportRefused("{name} is no web address, or leads to one that is none.", name=name[:_LONGEST_URL])


def _without_login(url: str) -> str:
    """An address that may be malformed, in any case without what may be a password: up to the last @."""
    before, between, rest = url.partition("://")
    return f"{before}{between}{rest.rpartition('@')[2]}"


def _reason(error: httpx.ConnectError) -> str:
    """What the system says about a connection that failed."""
    return str(error).strip().rstrip(".") or type(error).__name__
