"""Objects that are described by another one: "a unit that has an Equipment", "the Equipment on my unit"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rule_check.reading.matching import Item, Span
from rule_check.reading.mentions import Mention
from rule_check.reading.phrases import Phrase


@dataclass(frozen=True, slots=True)
class Related:
    """A description that was found: its phrase, and the stretch of items that it covers."""

    phrase: Phrase
    span: Span

    @property
    def head(self) -> Mention:
        """The object that is described: the phrase stands in the question as this object does."""
        return self.span.slots[self.phrase.meaning.target]


def without_descriptions(items: Sequence[Item], found: Sequence[Related]) -> list[Item]:
    """The items with each description replaced by the object that it describes; they must not overlap."""
    heads = {related.span.start: related for related in found}
    left: list[Item] = []
    place = 0
    while place < len(items):
        related = heads.get(place)
        left.append(related.head if related is not None else items[place])
        place = related.span.stop if related is not None else place + 1
    return left
