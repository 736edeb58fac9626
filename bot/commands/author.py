"""In whose name a command changes the corpus."""

from __future__ import annotations

import getpass


def author(chosen: str | None = None) -> str:
    """The name that was given, or else the one of the account that runs the command."""
    if chosen is not None and chosen.strip():
        return chosen.strip()
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "command line"
