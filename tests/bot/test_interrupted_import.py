"""An import that fails or is killed in the middle leaves the corpus as it was, and usable."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rules_corpus import rows
from tests.bot.test_cli import Run, answer_of, cli, filled_folder  # noqa: F401 (fixtures)
from tests.rules_corpus.importers.support import FIXTURES

ROOT = Path(__file__).resolve().parents[2]
PAGE = FIXTURES / "rule_page_miniature.txt"
IMPORT = ("corpus", "import", str(PAGE), "-g", "riftbound", "-e", "9.1", "--publish")

KILLED = """
import os, signal, sys
import bot.application, {module}
from bot.cli import run
from tests.bot.conftest import WordEncoder

bot.application.load_encoder = lambda *_args, **_named: WordEncoder()
real = {module}.{name}

def killed(*arguments, **named):
    if {after}:
        real(*arguments, **named)
    os.kill(os.getpid(), signal.SIGKILL)

{module}.{name} = killed
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("module", "name", "after", "stored"),
    [
        ("rules_corpus.repository", "write_passages", False, False),
        ("rules_corpus.repository", "write_passages", True, False),
        ("rules_corpus.repository.CorpusRepository", "_status_of", False, False),
        ("bot.application", "build_snapshot", False, True),
        ("bot.application", "save_snapshot", False, True),
        ("bot.application", "save_snapshot", True, True),
    ],
)
def test_a_killed_import_leaves_a_usable_corpus(
    cli: Run,  # noqa: F811
    tmp_path: Path,
    module: str,
    name: str,
    after: bool,
    stored: bool,
) -> None:
    before = answer_of(cli("corpus", "status", "--json"))["editions"]
    held, _, owner = module.rpartition(".") if module.endswith("Repository") else (module, "", "")
    script = KILLED.format(module=held, name=f"{owner}.{name}" if owner else name, after=after)
    finished = subprocess.run(
        [sys.executable, "-c", script, *IMPORT], cwd=ROOT, env=os.environ, capture_output=True, check=False, timeout=120
    )
    assert finished.returncode == -signal.SIGKILL, finished.stderr.decode()

    statuses = answer_of(cli("corpus", "status", "--json"))["editions"]
    added = [edition for edition in statuses if edition["edition"] == "9.1"]
    assert [edition["status"] for edition in added] == (["published"] if stored else [])
    assert [edition for edition in statuses if edition not in added] == before
    rule = cli("rule", "801.1", "-g", "riftbound", "--edition", "9.1", "--json")
    assert (rule.status == 0) is stored
    # The next run goes on from there, with nothing in its way.
    again = cli(*IMPORT, "--json")
    assert again.status == (2 if stored else 0), again.err
    assert answer_of(cli("rule", "801.1", "-g", "riftbound", "--edition", "9.1", "--json"))["ref"] == "801.1"


def test_a_fault_within_storing_leaves_nothing(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    before = cli("corpus", "status", "--json").out

    def fault(*arguments: object) -> None:
        rows.write_passages(*arguments)  # type: ignore[arg-type]
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patched:
        patched.setattr("rules_corpus.repository.write_passages", fault)
        assert cli(*IMPORT).status == 1
    assert cli("corpus", "status", "--json").out == before
