"""`corpus import URL` on the command line, against a web server on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.settings import Settings
from tests.bot.test_cli import Run, answer_of, cli, complaint, filled_folder  # noqa: F401 (fixtures)
from tests.rules_corpus.importers.card_samples import RIFTBOUND_CARDS
from tests.rules_corpus.importers.support import MAGIC
from tests.rules_corpus.importers.web_server import WebServer, body, redirect, serving

QUESTIONS = b"# List\n\n## Can I dig a path twice?\nAs often as you like.\n"


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[WebServer]:
    monkeypatch.setenv("RULESBOT_ALLOW_PRIVATE_DOWNLOADS", "true")
    with serving() as server:
        yield server


def test_a_document_is_imported_from_its_address(cli: Run, web: WebServer) -> None:  # noqa: F811
    web.pages["/latest"] = redirect("/rules.txt")
    web.pages["/rules.txt"] = body(MAGIC)
    options = ("-g", "mtg", "--publish")
    imported = answer_of(cli("corpus", "import", web.url("/latest", "user:secret@"), *options, "--json"))
    assert (imported["status"], imported["source"]) == ("published", web.url("/latest"))
    shown = cli("corpus", "import", web.url("/latest", "user:secret@"), *options)
    assert f"{web.url('/latest')} is published already" in complaint(shown)
    for stored in (Path.cwd() / "data").glob("corpus.sqlite*"):
        assert b"secret" not in stored.read_bytes()
    assert web.url("/latest").encode() in b"".join(f.read_bytes() for f in (Path.cwd() / "data").glob("corpus.sqlite*"))


def test_what_the_name_tells_is_told_by_its_last_part(cli: Run, web: WebServer) -> None:  # noqa: F811
    web.pages["/2020-01-01/Garden%20questions.md?raw=1"] = body(QUESTIONS)
    address = web.url("/2020-01-01/Garden%20questions.md?raw=1")
    imported = answer_of(cli("corpus", "import", address, "-g", "vandaria", "-e", "1", "--json"))
    assert (imported["document"], imported["source"]) == ("garden-questions", address)
    web.pages["/2020-01-01/cards-2026-01-10.json"] = body(json.dumps(RIFTBOUND_CARDS).encode())
    cards = answer_of(
        cli("corpus", "import", web.url("/2020-01-01/cards-2026-01-10.json"), "-g", "riftbound", "--json")
    )
    assert (cards["document"], cards["edition"]) == ("cards", "2026-01-10")


def test_what_cannot_be_had_changes_nothing(cli: Run, web: WebServer) -> None:  # noqa: F811
    before = cli("corpus", "status", "--json").out
    web.pages["/page"] = body(b"<!DOCTYPE html>\n<html><body>100.1. A rule</body></html>")
    web.pages["/page2"] = body(b'<?xml version="1.0"?>\n<!-- a page -->\n<html><body>100.1. A rule</body></html>')
    web.pages["/part"] = body(MAGIC[: len(MAGIC) // 2])
    web.pages["/file"] = redirect("file:///etc/passwd")
    for path, sentence in {
        "/page": "is a web page (HTML), not a rules text",
        "/page2": "is a web page (HTML), not a rules text",
        "/part": "is cut off",
        "/file": "only http and https addresses are",
        "/none": "status 404",
    }.items():
        assert sentence in complaint(cli("corpus", "import", web.url(path, "u:secret@"), "-g", "mtg", "--publish"))
    assert "only http and https" in complaint(cli("corpus", "import", "file:///etc/passwd", "-g", "mtg"))
    assert cli("corpus", "status", "--json").out == before


def test_private_hosts_are_refused_unless_the_operator_allows_them(
    cli: Run,  # noqa: F811
    web: WebServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    web.pages["/rules.txt"] = body(MAGIC)
    monkeypatch.delenv("RULESBOT_ALLOW_PRIVATE_DOWNLOADS")
    assert Settings().allow_private_downloads is False
    refused = complaint(cli("corpus", "import", web.url("/rules.txt"), "-g", "mtg"))
    assert refused.endswith("127.0.0.1 is no host of the public internet.")
    assert web.asked == []
