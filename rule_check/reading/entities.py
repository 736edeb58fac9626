"""Which mention is which object: first mentions, the same one again, another one, and pronouns."""

from __future__ import annotations

from collections.abc import Iterable

from rule_check.reading.mentions import Mention
from rule_check.vocabulary import Vocabulary


class Entities:
    """The objects of one question; mentions are to be given in the order of the question."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._objects: dict[str, list[str]] = {kind: [] for kind in vocabulary.kinds}
        """By kind: its objects that have been mentioned, the last one mentioned last."""
        self._said: dict[str, dict[str, str]] = {}
        """By object: what its modifiers have said of it."""
        self._by_mention: dict[tuple[int, int], str] = {}
        self.doubts: list[str] = []
        """What could not be told apart."""

    def meet(self, mention: Mention) -> None:
        """Take up a noun; pronouns are looked up where a phrase says what they have to be."""
        if mention.pronoun:
            return
        kind = mention.kinds[0]
        said = dict(mention.facts)
        found = self._same(kind, mention, said)
        if found is None:
            found = self._new(kind, at_least=1 if mention.other else 0)
        if found is None:
            self.doubts.append(kind)
            return
        if found in self._objects[kind]:
            if said.keys() - self._said[found].keys():
                self.doubts.append(kind)  # "my unit … the enemy unit": what is new of it tells another one as well
            self._objects[kind].remove(found)
        self._objects[kind].append(found)
        self._said.setdefault(found, {}).update(said)
        self._by_mention[mention.start, mention.stop] = found

    def of(self, mention: Mention, kind: str) -> str | None:
        """The object of a mention in a slot of a kind; None where it can't be told."""
        if not mention.pronoun:
            return self._by_mention.get((mention.start, mention.stop))
        before = [
            name
            for (start, _), name in sorted(self._by_mention.items())
            if start < mention.start and name in self._vocabulary.kinds[kind].objects
        ]
        if not before:
            return None
        if len(set(before)) > 1:
            return None  # "it" after two units could be either
        return before[-1]

    def default(self, kind: str, *, but: Iterable[str] = ()) -> str | None:
        """The object that an unsaid slot means: the only one mentioned, or the first where none was."""
        taken = set(but)
        mentioned = [name for name in self._objects[kind] if name not in taken]
        if len(mentioned) == 1:
            return mentioned[0]
        if mentioned:
            return None
        return next((name for name in self._vocabulary.kinds[kind].objects if name not in taken), None)

    def facts(self) -> tuple[tuple[str, str], ...]:
        """What the modifiers said, as (attribute, value) of the objects."""
        return tuple(
            (attribute.replace("*", name), value)
            for name, said in self._said.items()
            for attribute, value in said.items()
        )

    def _same(self, kind: str, mention: Mention, said: dict[str, str]) -> str | None:
        """The object that was mentioned before and is meant again."""
        if mention.other:
            return None
        for name in reversed(self._objects[kind]):
            known = self._said.get(name, {})
            if all(known.get(attribute, value) == value for attribute, value in said.items()):
                return name
        return None

    def _new(self, kind: str, *, at_least: int) -> str | None:
        objects = self._vocabulary.kinds[kind].objects
        return next((name for name in objects[at_least:] if name not in self._objects[kind]), None)
