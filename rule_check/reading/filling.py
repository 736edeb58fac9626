"""A phrase's slots with the objects of a question in them, and nouns that are words of a phrase instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rule_check.reading.covering import Match
from rule_check.reading.entities import Entities
from rule_check.reading.matching import Item
from rule_check.reading.mentions import Mention
from rule_check.reading.patterns import NUMBERS
from rule_check.scenario import May, Query
from rule_check.vocabulary import Vocabulary, split_term


class Filled:
    """A phrase's terms with the objects of one match in their slots."""

    def __init__(
        self, match: Match, entities: Entities, vocabulary: Vocabulary, asked: Mapping[str, str] | None = None
    ) -> None:
        """`asked`: by kind, the object that the question speaks of, which a statement that names none means."""
        self._entities = entities
        self._vocabulary = vocabulary
        self._asked = {} if match.span.slots or match.phrase.meaning.kind != "situation" else asked or {}
        self._objects: dict[str, str] = {}
        self.doubts: list[str] = []
        self._numbers = {
            name: str(int(mention.text)) for name, mention in match.span.slots.items() if mention.kinds[0] in NUMBERS
        }
        self.misfit = False
        """A pronoun stands where nothing was mentioned that it could mean."""
        for name, mention in match.span.slots.items():
            if name in self._numbers:
                continue
            found = entities.of(mention, name.partition(":")[0])
            if found is None:
                self.misfit |= mention.pronoun and not entities.may_be(mention, name.partition(":")[0])
                self.doubts.append(name.partition(":")[0])
            else:
                self._objects[name] = found
        if len(set(self._objects.values())) < len(self._objects):
            self.doubts.append(" = ".join(self._objects))

    def term(self, term: str) -> str:
        for part in term.split("{")[1:]:
            slot = part.partition("}")[0]
            term = term.replace("{" + slot + "}", self._object(slot))
        return term

    def facts(self, facts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        return [(self.term(attribute), self.term(value)) for attribute, value in facts]

    def of_kinds(self) -> dict[str, str]:
        """By kind, the object in the slot that is named as the kind."""
        return {slot: name for slot, name in self._objects.items() if ":" not in slot}

    def _object(self, slot: str) -> str:
        if slot in self._numbers:
            return self._numbers[slot]
        if slot not in self._objects:
            kind = slot.partition(":")[0]
            others = [name for name in self._objects.values() if self._kind(name) == kind]
            found = self._entities.default(kind, but=others)
            if found is None and not others:
                found = self._asked.get(kind)
            if found is None:
                self.doubts.append(kind)
                return self._vocabulary.kinds[kind].objects[0]
            self._objects[slot] = found
        return self._objects[slot]

    def _kind(self, name: str) -> str:
        kind = self._vocabulary.kind_of(name)
        return kind.name if kind is not None else ""


def objects_of(query: Query | None, vocabulary: Vocabulary) -> Iterator[str]:
    """The objects that a query names."""
    if query is None:
        return
    terms = (query.action,) if isinstance(query, May) else (query.attribute,)
    values = () if isinstance(query, May) or query.value is None else (query.value,)
    for name in (*values, *(name for term in terms for name in split_term(term)[1])):
        if vocabulary.kind_of(name) is not None:
            yield name


def said_as_words(items: Sequence[Item], chosen: Sequence[Match]) -> Iterator[Mention]:
    """Nouns that are words of a phrase, and no objects: the creature of "it stops being a creature"."""
    for match in chosen:
        slots = set(match.span.slots.values())
        for item in items[match.span.start : match.span.stop]:
            if isinstance(item, Mention) and not item.pronoun and item not in slots and item.indefinite:
                yield item
