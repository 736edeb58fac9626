"""What ties a formal section to the official text that it encodes: a hash that only a change of its words changes."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from rules_corpus.passages import Passage, TextRole
from rules_corpus.rule_texts import masked

HASH_LENGTH = 16
"""Hexadecimal digits: 64 bits, of which a few thousand rules never share one by chance."""

_FURTHER = re.compile(r"(\bsee|§,? (?:and|or)) \d{3}(?!\d)")
"""A bare number that is a rule's because of what stands before it ("see 615", "rules 609 and 615")."""


@dataclass(frozen=True, slots=True)
class Bind:
    """The official text of an edition that a section's formal rules were written from."""

    edition: str
    text_hash: str
    """As `binding_hash` gives it."""


def binding_text(text: str) -> str:
    """A rule's text in which quotes, spaces, case and the numbers of other rules make no difference."""
    return _FURTHER.sub(r"\1 §", masked(text))


def binding_hash(text: str) -> str:
    """The first 64 bits of the SHA-256 of `binding_text`, as 16 hexadecimal digits."""
    return hashlib.sha256(binding_text(text).encode("utf-8")).hexdigest()[:HASH_LENGTH]


def official_text(passage: Passage, authority: str) -> str | None:
    """The publisher's text of a rule in the language that decides: its body, of a mere heading its title."""
    for role in (TextRole.BODY, TextRole.TITLE):
        for text in passage.texts_of(role, authority):
            if text.official:
                return text.text
    return None
