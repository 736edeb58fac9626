"""The guard of the process that reads a PDF: it starts it, limits it, ends it, and says why nothing came of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import structlog

from rules_corpus.importers.pdf_layout import PrintedLine
from rules_corpus.importers.report import ImportRefused

log = structlog.get_logger(__name__)

_PROGRAM = Path(__file__).with_name("pdf_text.py")
_LOGGED_BYTES = 4000
_TIME_SIGNALS = {-int(getattr(signal, "SIGXCPU", 0))} - {0}


@dataclass(frozen=True, slots=True)
class PdfLimits:
    """What the reading of one PDF may take. Memory and processor time are bounded where the system can."""

    seconds: float = 30.0
    """Of the clock; the whole seconds of it, and one more, are also the most processor time."""
    memory: int = 512_000_000
    """Bytes of address space."""
    pages: int = 2000
    output: int = 40_000_000
    """Bytes of the pages' lines with their positions."""


def read_pages(data: bytes, name: str, limits: PdfLimits) -> list[list[PrintedLine]]:
    """The printed lines of a PDF, page by page, as another process reads them.

    Raises ImportRefused with the reason, however that process ends.
    """
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as errors:
        source.write(data)
        source.seek(0)
        output, code, late = _run(source, errors, limits)
        errors.seek(0)
        said = errors.read(_LOGGED_BYTES).decode("utf-8", "replace").strip()
    if code or said:
        log.warning("pdf reader", document=name, exit_code=code, out_of_time=late, stderr=said)
    if len(output) > limits.output:
        raise ImportRefused("{name} has more text than is read from a PDF.", name=name)
    if late or code in _TIME_SIGNALS:
        raise ImportRefused(
            "{name} is not read: it took longer than {seconds} seconds.", name=name, seconds=f"{limits.seconds:g}"
        )
    if code:
        raise ImportRefused(
            "{name} cannot be read: the PDF reader broke off, so it is damaged or takes too much memory.", name=name
        )
    return _pages(output, name, limits)


def _run(source: IO[bytes], errors: IO[bytes], limits: PdfLimits) -> tuple[bytes, int, bool]:
    """The output (cut behind its bound), the exit code, and whether time ran out."""
    command = [sys.executable, "-P", str(_PROGRAM), *map(str, (limits.memory, int(limits.seconds) + 1, limits.pages))]
    late = threading.Event()
    process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=errors)  # noqa: S603 - no shell

    def end_late() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(limits.seconds, end_late)
    try:
        timer.start()
        assert process.stdout is not None  # noqa: S101 - tells mypy what the call above asks for
        output = process.stdout.read(limits.output + 1)
        if len(output) > limits.output:
            process.kill()
        code = process.wait()
    finally:
        timer.cancel()
        process.kill()
        process.communicate()
    return output, code, late.is_set()


def _pages(output: bytes, name: str, limits: PdfLimits) -> list[list[PrintedLine]]:
    pages = [json.loads(line) for line in output.splitlines()]
    reason = pages[-1] if pages and isinstance(pages[-1], str) else None
    if reason == "password":
        raise ImportRefused("{name} needs a password; save it without one and import that.", name=name)
    if reason == "pages":
        raise ImportRefused("{name} has more than {limit} pages.", name=name, limit=limits.pages)
    if reason == "memory":
        raise ImportRefused("{name} cannot be read: it takes too much memory when it is unpacked.", name=name)
    if reason is not None:
        raise ImportRefused("{name} is damaged: it is not a whole PDF.", name=name)
    return [[PrintedLine(*line) for line in page] for page in pages]
