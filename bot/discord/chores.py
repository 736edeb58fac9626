"""What the service does by itself now and then: look for newly published rules, and delete what is out of date."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import structlog

from bot.logs import record_fault

log = structlog.get_logger(__name__)


async def every(seconds: float, chore: Callable[[], object], name: str, data_folder: Path) -> None:
    """Run a blocking chore on a thread, again and again. A failure is recorded, and the chore is tried again."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await asyncio.to_thread(chore)
        except Exception as error:  # noqa: BLE001 (recorded with a reference, and tried again)
            reference = await asyncio.to_thread(record_fault, error, data_folder)
            log.error("chore_failed", chore=name, reference=reference)
