"""What the pipeline is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

GAME_FACT = "game"
"""The fact under which the asker's choice of game comes back."""


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
    """Facts that the asker chose, in the rule checker's vocabulary; a chosen game is one of them."""
    scenario: tuple[str, ...] = ()
    """Of a sub-question: what else was written that it may rest on."""
    siblings: tuple[str, ...] = ()
    """Of a sub-question: those before it in the same text, oldest first."""
    partial: bool = False
    """It is a sub-question: the same text asks others."""
    fallback_language: str | None = None
    """The language to answer in where the question's own cannot be told; None means the settings' default."""

    def settled(self) -> Question:
        """The same question with a chosen game taken as the game that is asked about."""
        chosen = self.facts.get(GAME_FACT)
        if chosen is None:
            return self
        others = {fact: value for fact, value in self.facts.items() if fact != GAME_FACT}
        return replace(self, game=self.game or chosen, facts=MappingProxyType(others))
