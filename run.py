"""Sets rulesbot up in .venv beside this file and runs it: `python3 run.py ask "…"`, `python3 run.py test`.

Needs nothing but Python 3.11+ with venv. Set-up happens once, and again when the requirements change.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import urllib.error
import urllib.request
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
TORCH = "torch==2.13.0"
CPU_INDEX = "https://download.pytorch.org/whl/cpu"
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("pytest", "-n", "2", "--dist", "worksteal"),
)


def python() -> Path:
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return ENVIRONMENT / folder / name


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def pip(*arguments: str) -> None:
    command = [str(python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True, cwd=ROOT)


def cpu_index_options() -> list[str]:
    """PyTorch's own index of CPU builds, where it can be reached: elsewhere the default build may be gigabytes."""
    try:
        with urllib.request.urlopen(f"{CPU_INDEX}/torch/", timeout=5):  # noqa: S310 (a constant https address)
            return ["--extra-index-url", CPU_INDEX]
    except (urllib.error.URLError, TimeoutError):
        return []


def set_up(extra: str) -> None:
    """Install rulesbot with its `dev` or no extra requirements, unless that has been done already."""
    wanted = hashlib.sha256(
        (ROOT / "pyproject.toml").read_bytes() + (ROOT / "constraints.txt").read_bytes()
    ).hexdigest()
    stamp = ENVIRONMENT / f"installed{extra}"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    if not python().is_file():
        say("Creating .venv …")
        venv.create(ENVIRONMENT, with_pip=True)
    say("Installing PyTorch (CPU) …")
    pip(TORCH, *cpu_index_options())
    say("Installing rulesbot …")
    pip("--constraint", "constraints.txt", "--editable", f".{extra}")
    stamp.write_text(wanted)


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (this file is run before anything is installed)
        say(f"rulesbot needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
        return 2
    testing = arguments[:1] == ["test"]
    try:
        set_up("[dev]" if testing else "")
    except subprocess.CalledProcessError as error:
        say(f"Set-up failed at: {' '.join(error.cmd)}")
        return 1
    if not testing:
        return subprocess.run([str(python()), "-m", "bot.cli", *arguments], cwd=Path.cwd(), check=False).returncode
    for module, *rest in CHECKS:
        say(f"— {module} {' '.join(rest)}")
        more = arguments[1:] if module == "pytest" else []
        outcome = subprocess.run([str(python()), "-m", module, *rest, *more], cwd=ROOT, check=False).returncode
        if outcome != 0:
            return outcome
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
