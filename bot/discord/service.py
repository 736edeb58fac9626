"""What the commands work with, put together once when the service starts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from bot.answering.pipeline import Answering
from bot.discord.in_flight import InFlight
from bot.discord.monitoring import Metrics
from bot.discord.rate_limits import RateLimits
from bot.discord.suggestions import Suggestions
from bot.discord.work import Work
from rules_corpus.lexicon import Lexicon
from rules_corpus.passages import PublishedEdition


class Corpus(Protocol):
    """What is published now."""

    @property
    def answering(self) -> Answering: ...

    @property
    def suggestions(self) -> Suggestions: ...

    @property
    def editions(self) -> tuple[PublishedEdition, ...]:
        """The editions of rules that answer today."""
        ...


class Preferences(Protocol):
    """What people have set for themselves."""

    def language_of(self, user_id: int) -> str | None:
        """The language that a person wants to be answered in; None where they never said. May block."""
        ...


class NoPreferences:
    """Nobody has set anything."""

    def language_of(self, user_id: int) -> str | None:
        del user_id
        return None


@dataclass(frozen=True, slots=True)
class Service:
    corpus: Corpus
    lexicon: Lexicon
    work: Work
    limits: RateLimits
    data_folder: Path
    """Where tracebacks of faults are written."""
    deadline_s: float = 20.0
    """From a command to its answer."""
    preferences: Preferences = field(default_factory=NoPreferences)
    metrics: Metrics = field(default_factory=Metrics)
    in_flight: InFlight = field(default_factory=InFlight)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the service is about to stop: nothing new is begun."""
