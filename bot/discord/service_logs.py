"""The service's log: one JSON object a line on standard error, from structlog and the standard library alike.

Nothing personal is ever logged: no user, no server, no question. `answered` names a command's game and language.
"""

from __future__ import annotations

import logging
import sys

import structlog


def configure_service_logs(level: str) -> None:
    """Write records of a level and above as JSON lines, with time, level and event."""
    shared: list[structlog.types.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        processors=[*shared, structlog.processors.JSONRenderer()],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
