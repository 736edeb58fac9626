"""Logging: structured lines on standard error, and a file with the tracebacks of unexpected faults."""

from __future__ import annotations

import logging
import secrets
import sys
from pathlib import Path

import structlog


def configure_logging(level: str) -> None:
    """Send structlog's and the standard library's records of a level and above to standard error."""
    logging.basicConfig(level=level, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    # This library sets its own logger to DEBUG when it is imported.
    logging.getLogger("bm25s").setLevel(level)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        # Looked up for each record: standard error may be another one by then.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def record_fault(error: BaseException, data_folder: Path) -> str:
    """Write the traceback of an unexpected fault to `faults.log`; the reference number to show instead of it."""
    reference = secrets.token_hex(4)
    logger = logging.getLogger("rulesbot.faults")
    try:
        data_folder.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.FileHandler(data_folder / "faults.log", encoding="utf-8")
    except OSError:
        handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger.addHandler(handler)
    logger.propagate = False
    logger.error("fault %s", reference, exc_info=error)
    logger.removeHandler(handler)
    handler.close()
    return reference
