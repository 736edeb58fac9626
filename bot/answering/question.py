"""What the pipeline is asked, and how it refuses a request that makes no sense."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.answering.answer import Message

LONGEST_QUESTION = 2000
"""Characters; Discord's own limit for a message."""


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    game: str | None = None
    """riftbound, mtg or vandaria; None lets the words of the question decide."""
    edition: str | None = None
    """Its label, to ask about that edition; None means the one in force."""
    language: str | None = None
    """The language to answer in; None means the question's."""
    context: tuple[str, ...] = ()
    """Earlier questions of the same conversation, oldest first."""
    facts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Facts that the asker chose, in the rule checker's vocabulary."""


class QuestionRefusedError(Exception):
    """The request itself is wrong: a game, edition or language that does not exist, or a text that is too long."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message
        """The reason, in one line."""
