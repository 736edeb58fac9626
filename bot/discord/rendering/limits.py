"""Discord's limits, and the unit in which texts are measured against them."""

from __future__ import annotations

CONTENT = 2000
EMBED_DESCRIPTION = 4096
ROWS = 5
MENU_OPTIONS = 25
MENU_LABEL = 100
MENU_DESCRIPTION = 100
MENU_PLACEHOLDER = 150
MODAL_TITLE = 45
CUSTOM_ID = 100


def measure(text: str) -> int:
    """A text's length in UTF-16 units. Discord's servers count code points and its clients UTF-16 units; this is
    never the smaller of both."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
