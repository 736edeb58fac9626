"""The field `binds` of a literate section: which official texts its formal rules were written from."""

from __future__ import annotations

import re

from rules_corpus.bindings import HASH_LENGTH, Bind
from rules_corpus.document_errors import Problems, listed, quoted

_BIND = re.compile(rf"(\S+) +([0-9a-f]{{{HASH_LENGTH}}})")


def binds_in(text: str, line: int, editions: tuple[str, ...], problems: Problems) -> tuple[Bind, ...]:
    """`1.4 0f1e2d3c4b5a6978, 1.5 …`; `editions` are those in which the section's rule has a known number."""
    found: dict[str, Bind] = {}
    for part in (part.strip() for part in text.split(",")):
        match = _BIND.fullmatch(part)
        if match is None:
            problems.add(line, f"an edition and {HASH_LENGTH} hexadecimal digits", quoted(part))
        elif match[1] not in editions:
            problems.add(line, f"binds to an edition that the section names, {listed(editions)}", quoted(match[1]))
        elif match[1] in found:
            problems.add(line, "each edition once", f"{quoted(match[1])} again")
        else:
            found[match[1]] = Bind(match[1], match[2])
    return tuple(found.values())
