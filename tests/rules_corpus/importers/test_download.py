"""Documents from the web: limits, redirects, and hosts that are not public."""

from __future__ import annotations

import asyncio
import gzip
import io
import itertools
import time
import tracemalloc
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from rules_corpus.importers import ImportRefused
from rules_corpus.importers.download import DownloadLimits, download, is_url
from rules_corpus.importers.public_addresses import is_public
from rules_corpus.importers.slugs import file_name
from tests.rules_corpus.importers.support import MAGIC
from tests.rules_corpus.importers.web_server import WebServer, body, redirect, serving, stream

SMALL = DownloadLimits(document_bytes=100_000, card_bytes=300_000, seconds=3, silent_seconds=2)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with serving() as server:
        yield server


def fetch(url: str, **options: Any) -> tuple[str, bytes]:
    sink = io.BytesIO()
    name = download(url, sink, **{"allow_private": True, "limits": SMALL, **options})
    return name, sink.getvalue()


def refusal(url: str, **options: Any) -> str:
    with pytest.raises(ImportRefused) as caught:
        fetch(url, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://example.org/a.txt", True),
        ("HTTP://example.org", True),
        ("file:///etc/passwd", True),
        ("rules.txt", False),
        ("C:/rules.txt", False),
        ("C://rules.txt", False),
        ("./http://x", False),
        ("", False),
    ],
)
def test_what_is_an_address(text: str, expected: bool) -> None:
    assert is_url(text) is expected


def test_a_document_is_received_whole_under_its_address(web: WebServer) -> None:
    web.pages["/rules.txt?raw=1"] = body(MAGIC)
    assert fetch(web.url("/rules.txt?raw=1#top")) == (web.url("/rules.txt?raw=1"), MAGIC)
    assert web.asked == [("/rules.txt?raw=1", f"127.0.0.1:{web.port}", None)]


def test_the_host_is_asked_for_by_its_name(web: WebServer) -> None:
    web.pages["/rules.txt"] = body(MAGIC)
    assert fetch(web.url("/rules.txt", host="localhost"))[1] == MAGIC
    assert web.asked[0][1] == f"localhost:{web.port}"


def test_gzip_is_undone_also_in_several_members(web: WebServer) -> None:
    half = len(MAGIC) // 2
    web.pages["/rules"] = body(gzip.compress(MAGIC[:half]) + gzip.compress(MAGIC[half:]), Content_Encoding="gzip")
    assert fetch(web.url("/rules"))[1] == MAGIC


def test_a_body_without_a_length_ends_with_the_connection(web: WebServer) -> None:
    web.pages["/rules"] = stream(iter([MAGIC[:100], MAGIC[100:]]))
    assert fetch(web.url("/rules"))[1] == MAGIC


def test_user_name_and_password_are_sent_but_never_kept_or_told(web: WebServer) -> None:
    web.pages["/rules.txt"] = body(MAGIC)
    name, _ = fetch(web.url("/rules.txt", "user:pass%40word@"))
    assert name == web.url("/rules.txt")
    assert web.asked[0][2] == "Basic dXNlcjpwYXNzQHdvcmQ="
    for url in (
        web.url("/nothing", "user:secret@"),
        "ftp://user:secret@example.org/",
        "http://user:secret@ex ample.org:x/",
        "http://user:sec/ret@example.org:99999/",
        "http://user:secret@:1/",
        "http://user:secret@name.invalid/",
    ):
        assert "secret" not in refusal(url)
        assert "user" not in refusal(url)


def test_a_login_goes_to_no_other_host(web: WebServer) -> None:
    web.pages["/a"] = redirect("/b")
    web.pages["/b"] = redirect(web.url("/c", host="localhost"))
    web.pages["/c"] = body(MAGIC)
    fetch(web.url("/a", "user:secret@"))
    assert [bool(login) for _, _, login in web.asked] == [True, True, False]


def test_redirects_are_followed_up_to_a_limit(web: WebServer) -> None:
    for number in range(6):
        web.pages[f"/{number}"] = redirect(f"/{number + 1}", [301, 302, 303, 307, 308][number % 5])
    web.pages["/6"] = body(MAGIC)
    assert fetch(web.url("/1")) == (web.url("/1"), MAGIC)
    assert refusal(web.url("/0")) == f"{web.url('/0')} is redirected more than 5 times."
    web.pages["/loop"] = redirect("/loop")
    assert "more than 5 times" in refusal(web.url("/loop"))


@pytest.mark.parametrize(
    ("to", "sentence"),
    [
        ("file:///etc/passwd", "only http and https addresses are, not file."),
        ("ftp://example.org/x", "only http and https addresses are, not ftp."),
        ("http://x:99999/", "is no web address, or leads to one that is none."),
        ("http://[::1%25eth0]/", "is no web address, or leads to one that is none."),
    ],
)
def test_a_redirect_is_checked_like_the_address_itself(web: WebServer, to: str, sentence: str) -> None:
    web.pages["/a"] = redirect(to)
    assert refusal(web.url("/a")).endswith(sentence)
    assert refusal(to).endswith(sentence)


def test_a_redirect_to_a_private_host_is_refused(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first host counts as public here; the second is looked at by itself."""
    monkeypatch.setattr("rules_corpus.importers.download.is_public", lambda address: address == "127.0.0.1")
    web.pages["/a"] = redirect("http://169.254.169.254/latest/meta-data")
    assert refusal(web.url("/a"), allow_private=False).endswith("169.254.169.254 is no host of the public internet.")


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0", "10.0.0.1"]
)
def test_a_private_host_is_refused_and_never_asked(web: WebServer, host: str) -> None:
    web.pages["/a"] = body(MAGIC)
    assert refusal(web.url("/a", host=host), allow_private=False).endswith("is no host of the public internet.")
    assert web.asked == []


def test_one_private_address_among_several_is_enough(monkeypatch: pytest.MonkeyPatch, web: WebServer) -> None:
    _looked_up(monkeypatch, [["93.184.216.34", "127.0.0.1"]])
    assert "no host of the public internet" in refusal(web.url("/a", host="mixed.example"), allow_private=False)


def test_the_address_that_was_checked_is_the_one_that_is_used(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name whose second answer is another one: it is looked up once for each request."""
    web.pages["/a"] = body(MAGIC)
    answers = [["127.0.0.1"], ["127.0.0.2"]]
    looked_up = _looked_up(monkeypatch, answers)
    assert fetch(web.url("/a", host="rebinding.example"))[1] == MAGIC
    assert looked_up == ["rebinding.example"]
    assert web.asked[0][1] == f"rebinding.example:{web.port}"


def test_a_host_that_does_not_answer_is_tried_at_its_next_address(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.pages["/a"] = body(MAGIC)
    _looked_up(monkeypatch, [["127.0.0.9", "127.0.0.1"]])
    assert fetch(web.url("/a", host="two.example"))[1] == MAGIC


def _looked_up(monkeypatch: pytest.MonkeyPatch, answers: list[list[str]]) -> list[str]:
    """Lets each look-up of a name have the next of these answers; the names that were looked up."""
    asked: list[str] = []
    real = asyncio.BaseEventLoop.getaddrinfo

    async def getaddrinfo(loop: asyncio.BaseEventLoop, host: str, port: object, **options: Any) -> Any:
        if not str(host).endswith(".example"):
            return await real(loop, host, port, **options)
        asked.append(host)
        return [(2, 1, 6, "", (address, 0)) for address in answers[len(asked) - 1]]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", getaddrinfo)
    return asked


def test_a_status_other_than_ok_is_named(web: WebServer) -> None:
    assert refusal(web.url("/x")) == (f"{web.url('/x')} cannot be downloaded: its server answers with status 404.")
    for status in (204, 206, 304, 500):
        web.pages["/x"] = body(b"" if status in (204, 304) else MAGIC, status)
        assert f"status {status}." in refusal(web.url("/x"))
    web.pages["/x"] = body(b"", 302)
    assert "status 302." in refusal(web.url("/x"))


def test_nothing_is_refused_as_empty(web: WebServer) -> None:
    web.pages["/x"] = body(b"")
    assert refusal(web.url("/x")).endswith(" is empty.")


def test_hosts_that_are_not_there(web: WebServer) -> None:
    assert refusal("http://name.invalid/x", allow_private=False).endswith("there is no host name.invalid.")
    assert "there is no host" in refusal("http://" + "a" * 70 + ".example/x")
    with serving() as gone:
        url = gone.url("/x")
    assert refusal(url).startswith(f"{url} cannot be downloaded: no connection could be made (")


@pytest.mark.parametrize("url", ["http://exa mple.org/", "http://x:99999/", "https://", "http://x:y/", "http://\x00/"])
def test_what_is_no_address_is_refused(url: str) -> None:
    assert "is no web address" in refusal(url)


def test_an_address_that_is_too_long_is_refused_in_short() -> None:
    assert len(refusal("http://example.org/" + "a" * 100_000)) < 3_000


def test_an_endless_body_ends_at_the_limit(web: WebServer) -> None:
    web.pages["/x"] = stream(itertools.repeat(b"rules " * 1000))
    assert refusal(web.url("/x")) == f"{web.url('/x')} is too large to download: it has more than 100000 bytes."


@pytest.mark.parametrize("said", ["10", "99999999999", "100001"])
def test_a_length_that_is_wrong_changes_nothing(web: WebServer, said: str) -> None:
    """A body that ends before its length was cut off; of a longer one no more is read than was said."""
    web.pages["/x"] = stream(iter([MAGIC[:100]]), Content_Length=said)
    if said == "10":
        assert fetch(web.url("/x"))[1] == MAGIC[:10]
    else:
        assert refusal(web.url("/x")).endswith(" was cut off while it was downloaded.")


def test_a_length_that_is_no_number_is_refused(web: WebServer) -> None:
    web.pages["/x"] = stream(iter([MAGIC]), Content_Length="many")
    assert "cut off" in refusal(web.url("/x"))


def test_card_files_may_be_larger(web: WebServer) -> None:
    cards = b'[{"oracle_id":"x","object":"card","name":"' + b"a" * 200_000 + b'"}]'
    web.pages["/cards"] = body(cards)
    assert fetch(web.url("/cards"))[1] == cards
    web.pages["/cards"] = stream(itertools.chain([cards], itertools.repeat(b" " * 1000)))
    assert "more than 300000 bytes" in refusal(web.url("/cards"))
    # As a publication it would be read whole.
    errata = b'[{"errata":1,"kind":"x","c":"' + b"a" * 200_000 + b'"}]'
    web.pages["/errata"] = body(errata)
    assert fetch(web.url("/errata"))[1] == errata
    assert "more than 100000 bytes" in refusal(web.url("/errata"), document="some-errata")


def test_a_body_that_unpacks_to_too_much_is_noticed_in_time(web: WebServer) -> None:
    bomb = gzip.compress(bytes(300_000_000), 9)
    assert len(bomb) < 400_000
    limits = DownloadLimits(document_bytes=1_000_000, seconds=20)
    web.pages["/x"] = body(bomb, Content_Encoding="gzip")
    tracemalloc.start()
    try:
        assert "more than 1000000 bytes" in refusal(web.url("/x"), limits=limits)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_packed_members_without_content_end_at_the_limit(web: WebServer) -> None:
    web.pages["/x"] = stream(itertools.repeat(gzip.compress(b"") * 100), Content_Encoding="gzip")
    assert "more than 100000 bytes" in refusal(web.url("/x"))


@pytest.mark.parametrize("data", [gzip.compress(MAGIC)[:-20], MAGIC, b"\x1f\x8b", gzip.compress(MAGIC) + b"rest"])
def test_a_damaged_packing_is_refused(web: WebServer, data: bytes) -> None:
    web.pages["/x"] = body(data, Content_Encoding="gzip")
    assert refusal(web.url("/x")).endswith(" was cut off while it was downloaded.")


@pytest.mark.parametrize("encoding", ["br", "zstd", "deflate", "gzip, gzip", "x" * 50])
def test_a_packing_that_was_not_asked_for_is_refused(web: WebServer, encoding: str) -> None:
    web.pages["/x"] = body(MAGIC, Content_Encoding=encoding)
    assert f"compressed in a way that I cannot read: {encoding}." in refusal(web.url("/x"))


def _slowly(request: BaseHTTPRequestHandler, blocks: Iterator[bytes]) -> None:
    for block in blocks:
        request.wfile.write(block)
        request.wfile.flush()
        time.sleep(0.05)


@pytest.mark.parametrize("where", ["headers", "body"])
def test_a_server_that_only_ever_sends_a_little_is_left(web: WebServer, where: str) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        if where == "body":
            request.end_headers()
        else:
            request.flush_headers()
        _slowly(request, itertools.repeat(b"x"))

    web.pages["/x"] = answer
    started = time.monotonic()
    limits = DownloadLimits(seconds=1, silent_seconds=20)
    assert refusal(web.url("/x"), limits=limits) == f"{web.url('/x')} took longer to download than 1 seconds."
    assert time.monotonic() - started < 10


def test_a_server_that_is_silent_is_left(web: WebServer) -> None:
    web.pages["/x"] = lambda _request: time.sleep(2)
    limits = DownloadLimits(seconds=60, silent_seconds=0.5)
    assert "did not answer for" in refusal(web.url("/x"), limits=limits)


def test_what_is_no_http_is_refused(web: WebServer) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"\x00\xff" * 100 + b"\r\n\r\n")

    web.pages["/x"] = answer
    assert refusal(web.url("/x")).endswith(" was cut off while it was downloaded.")
    web.pages["/x"] = body(MAGIC, **{f"X_{n}": "a" * 1000 for n in range(300)})
    assert refusal(web.url("/x")).endswith(" was cut off while it was downloaded.")


def test_no_proxy_of_the_environment_is_used(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    web.pages["/x"] = body(MAGIC)
    assert fetch(web.url("/x"))[1] == MAGIC


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("64:ff9b::5db8:d822", True),
        ("127.0.0.1", False),
        ("127.255.0.1", False),
        ("0.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("100.100.100.200", False),
        ("168.63.129.16", False),
        ("192.0.0.192", False),
        ("198.18.0.1", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fe80::1%eth0", False),
        ("2606:2800:220:1::1%1", False),
        ("fc00::1", False),
        ("fd00:ec2::254", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:93.184.216.34", True),
        ("::127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b:1::1", False),
        ("2002:7f00:1::", False),
        ("2002:a9fe:a9fe::", False),
        ("2001:0:4136:e378::1", False),
        ("2001:db8::1", False),
        ("100::1", False),
        ("not an address", False),
        ("", False),
    ],
)
def test_which_addresses_are_public(address: str, expected: bool) -> None:
    assert is_public(address) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rules_v1.4.jsonl", "rules_v1.4.jsonl"),
        ("https://v1.2.example.org/1.1/rules%20v1.4.jsonl?v=1.3#1.5", "rules v1.4.jsonl"),
        ("https://1.2.example.org", ""),
        ("https://1.2.example.org/", "1.2.example.org"),
    ],
)
def test_what_a_document_is_called_at_its_place(name: str, expected: str) -> None:
    assert file_name(name) == expected
