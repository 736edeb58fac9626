"""Which parts of retrieval are at work: all of them, except where a benchmark takes one away to see what it does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RetrievalParts:
    """Switches of a `SearchIndex`. (Whether texts carry their context is settled when a snapshot is built.)"""

    lexical: bool = True
    """BM25."""
    dense: bool = True
    """The encoder. Without it no question is encoded, and hits have a similarity of 0."""
    expansion: bool = True
    """The game's English terms are added to the question."""
    numbers: bool = True
    """Rules whose number the question gives come first."""
    names: bool = True
    """What bears the name that the question is about comes first."""
    below_headings: bool = True
    """Rules below a heading that the question names, and those beside a number that does not exist, are raised."""
    cards: bool = True
    """The cards that the question names are looked for and help the search."""
    damping: bool = True
    """Glossary entries and examples count less than the rules themselves (index/hubs.py)."""
    language_bias: bool = True
    """The nearness that texts owe to the question's language alone is taken off (index/language_bias.py)."""

    def __post_init__(self) -> None:
        """:raises ValueError: nothing is left to search with."""
        if not (self.lexical or self.dense):
            raise ValueError("a search needs its lexical or its dense part")


ALL_PARTS = RetrievalParts()
