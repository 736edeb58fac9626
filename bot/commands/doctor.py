"""`rulesbot doctor`: is everything in place, and how is it mended?"""

from __future__ import annotations

from typing import Any

import typer

from bot.commands.console import print_json, say
from bot.commands.context import JsonOption, Session
from bot.health import Check, examine
from bot.locale.translation import translate


def doctor(context: typer.Context, as_json: JsonOption = False) -> None:
    """Check database, migrations, encoder, index and editions; change nothing."""
    session = Session.of(context)
    checks = examine(session.application)
    if as_json:
        print_json({"checks": [_check_json(check, session.language) for check in checks]})
    else:
        for check in checks:
            sign = "✓" if check.healthy else "✗"
            say(f"{sign} {check.name}: {translate(check.state, session.language)}", session.language)
            if check.mend is not None:
                say(f"  → {translate(check.mend, session.language)}", session.language)
    if not all(check.healthy for check in checks):
        raise typer.Exit(1)


def _check_json(check: Check, language: str) -> dict[str, Any]:
    return {
        "name": check.name,
        "healthy": check.healthy,
        "state": translate(check.state, language),
        "mend": translate(check.mend, language) if check.mend else None,
    }
