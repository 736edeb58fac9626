"""What a search is asked and what it returns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_corpus.passages import Passage


class MatchedBy(StrEnum):
    NUMBER = "number"
    """The question names this rule's number."""
    NAME = "name"
    """The question names this keyword or heading."""
    CONTENT = "content"
    """Found by fused lexical and dense retrieval."""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    text: str
    language: str
    game: str | None = None
    """Only this game's passages; None searches all of them."""
    edition: str | None = None
    """Only this edition (and its base); None takes the one in force on `SearchIndex`'s date."""
    top: int = 10


@dataclass(frozen=True, slots=True)
class Hit:
    game: str
    document: str
    edition: str
    passage: Passage
    score: float
    """Fused, comparable within one search only."""
    similarity: float
    """Cosine of the question and the passage's nearest text, comparable between searches."""
    lexical: float
    """BM25 score, 0 where no word is shared."""
    matched_by: MatchedBy
    language: str
    """Of the text that matched."""
    matched_text: str
