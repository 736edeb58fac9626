"""Input that no player means well: every line of it gets an answer or one sentence, and no terminal is steered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy

from rules_corpus.database import UnknownRevisionError, migrate, open_database
from tests.bot.corpus import CORPUS
from tests.bot.test_cli import Run, cli, filled_folder  # noqa: F401 (fixtures)

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "line",
    [
        r'{"id":"\ud800","question":"equip","game":"mtg"}',
        r'{"id":1,"question":"equip","game":"\ud800"}',
        '{"id":NaN,"question":"equip","game":"mtg"}',
        '{"id":1e999,"question":"equip","game":"mtg"}',
        '{"id":{"a":-Infinity},"question":"equip"}',
        '{"id":' + "9" * 5000 + ',"question":"equip"}',
        '{"id":1,"question":' + "[" * 100_000 + "]" * 100_000 + "}",
        r'{"id":1,"question":"a\u0000b \ud800 \u001b[31m"}',
    ],
)
def test_a_batch_goes_on_after_any_line_and_prints_only_json(cli: Run, line: str) -> None:  # noqa: F811
    last = '{"id":"last","question":"What is Equip?","game":"mtg"}'
    result = cli("ask", "--batch", "-", stdin=f"{line}\n{last}\n")
    assert result.status == 0, result.err

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    first, second = (json.loads(printed, parse_constant=refuse) for printed in result.out.splitlines())
    assert "error" in first or first["verdict"] is None
    assert second["id"] == "last" and second["kind"] == "keyword"


@pytest.mark.parametrize(
    "arguments",
    [
        ("rule", "\x1b[31m702.6a", "--game", "mtg"),
        ("rule", "\udcff702", "--game", "mtg"),
        ("ask", "--game", "\x1b]0;title\x07", "hi"),
        ("ask", "--game", "mtg", "--edition", "\u202e9", "hi"),
        ("keyword", "\x9bfoo", "--game", "mtg"),
    ],
)
def test_what_is_refused_is_named_without_its_control_characters(cli: Run, arguments: tuple[str, ...]) -> None:  # noqa: F811
    result = cli(*arguments)
    assert result.status == 2 and result.out == ""
    assert len(result.err.strip().splitlines()) == 1
    assert not set("\x1b\x07\x9b\u202e\udcff") & set(result.err)


def test_brackets_of_a_rule_are_shown_in_the_table_of_hits(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr("bot.commands.answers.readable", lambda text, _language: f"[cost][/x] {text} \x1b[31m")
    result = cli("search", "equip", "--game", "mtg", "--top", "1")
    assert result.status == 0, result.err
    assert "[cost][/x]" in result.out and "\x1b" not in result.out


@pytest.mark.parametrize("edition_id", ["99999999999999999999999", "0", "x"])
def test_an_id_that_no_row_can_have_is_bad_input(cli: Run, edition_id: str) -> None:  # noqa: F811
    assert cli("corpus", "publish", edition_id).status == 2


def test_what_may_never_end_is_not_read(cli: Run, tmp_path: Path) -> None:  # noqa: F811
    os.mkfifo(tmp_path / "pipe")
    for path in (str(tmp_path / "pipe"), "/dev/zero"):
        result = cli("corpus", "import", path, "--game", "mtg")
        assert (result.status, result.err) == (2, f"{path} cannot be read: Not a regular file.\n")


@pytest.mark.parametrize("url", ["foo", "foo://bar", "sqlite+nosuch://"])
def test_a_wrong_database_url_is_named(cli: Run, monkeypatch: pytest.MonkeyPatch, url: str) -> None:  # noqa: F811
    monkeypatch.setenv("RULESBOT_DATABASE_URL", url)
    result = cli("ask", "What is Equip?")
    assert result.status == 2
    assert result.err.startswith("The setting RULESBOT_DATABASE_URL is wrong: ")


def test_an_empty_setting_is_none(cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # noqa: F811
    monkeypatch.setenv("RULESBOT_DATA_DIR", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    before = set(Path.cwd().iterdir())
    cli("corpus", "status")
    assert (tmp_path / "home" / "rulesbot" / "corpus.sqlite").exists()
    assert {path.name for path in set(Path.cwd().iterdir()) - before} <= {"home"}


def test_a_database_of_a_newer_rulesbot_is_left_alone(cli: Run, tmp_path: Path) -> None:  # noqa: F811
    engine = open_database(f"sqlite:///{tmp_path / 'data' / 'corpus.sqlite'}")
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UnknownRevisionError) as error:
        migrate(engine, tmp_path)
    assert error.value.current == "9999"
    engine.dispose()
    result = cli("ask", "--game", "mtg", "What is Equip?")
    assert result.status == 2
    assert "made by a newer rulesbot (revision 9999)" in result.err


def test_what_the_disk_refuses_is_one_sentence(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    def full(*_arguments: object, **_named: object) -> None:
        raise OSError(28, "No space left on device", "/data/x")

    monkeypatch.setattr("bot.application.save_snapshot", full)
    result = cli("index", "build", "--again")
    assert (result.status, result.out) == (1, "")
    assert result.err == "Something could not be read or written: /data/x: No space left on device.\n"


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("corpus publish -- 5 >&-", 2),
        ("ask --game '¿é\udcff' x 2>&-", 2),
        ("--help >&-", 0),
    ],
)
def test_a_closed_stream_is_no_fault(tmp_path: Path, command: str, status: int) -> None:
    environment = {**os.environ, "RULESBOT_DATA_DIR": str(tmp_path), "PYTHONIOENCODING": "ascii"}
    line = os.fsencode(f"{sys.executable} -m bot.cli {command}")
    finished = subprocess.run([b"bash", b"-c", line], cwd=ROOT, env=environment, capture_output=True, check=False)
    assert finished.returncode == status, finished.stderr
    assert not (tmp_path / "faults.log").exists()


def test_an_edition_is_looked_up_by_its_names_however_many_passages_it_has() -> None:
    edition = CORPUS.editions[0]
    large = replace(edition, passages=edition.passages * 2000)
    started = time.perf_counter()
    for _ in range(1000):
        hash(large)
    assert time.perf_counter() - started < 1.0
    assert hash(large) == hash(edition) and large != edition
