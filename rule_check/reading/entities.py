"""Which mention is which object: first mentions, the same one again, another one, and pronouns."""

from __future__ import annotations

from collections.abc import Iterable

from rule_check.reading.mentions import Mention
from rule_check.vocabulary import Vocabulary
from rules_corpus.lexicon.words import fold

_POINTING = frozenset(("that", "this", "itu", "ini", "tersebut", "tsb", "tadi", "ese", "esa", "este", "esta"))
"""Words at a noun that point at what was spoken of last."""

_DEFINITE = _POINTING | {"the", "el", "la"}
"""Words that say of another one that it is the one that was spoken of."""


class Entities:
    """The objects of one question; mentions are to be given in the order of the question."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._objects: dict[str, list[str]] = {kind: [] for kind in vocabulary.kinds}
        """By kind: its objects that have been mentioned, the last one mentioned last."""
        self._said: dict[str, dict[str, str]] = {}
        """By object: what its modifiers have said of it."""
        self._labels: dict[tuple[str, str], str] = {}
        """By kind and letter: Follower A, Follower B."""
        self._others: dict[str, str] = {}
        """By kind: the one that was said to be another one."""
        self._called: dict[str, str] = {}
        """By object: the noun that it was first called by, where that tells it from others, else empty."""
        self._by_mention: dict[tuple[int, int], str] = {}
        self.doubts: list[str] = []
        """What could not be told apart."""

    def meet(self, mention: Mention) -> None:
        """Take up a noun; pronouns are looked up where a phrase says what they have to be."""
        if mention.pronoun:
            return
        kind = mention.kinds[0]
        said = dict(mention.facts)
        if len(said) < len(mention.facts):
            self.doubts.append(kind)  # two values of one attribute
        found = self._labelled(kind, mention.label) if mention.label else self._meant(kind, mention, said)
        if found is None:
            self.doubts.append(kind)
            return
        if self._called.setdefault(found, mention.called) != mention.called:
            self.doubts.append(kind)  # "my sword … my hammer"
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

    def may_be(self, mention: Mention, kind: str) -> bool:
        """Whether a pronoun can mean anything of a kind: something of it was spoken of before."""
        known = self._vocabulary.kinds[kind].objects
        return any(start < mention.start and name in known for (start, _), name in self._by_mention.items())

    def default(self, kind: str, *, but: Iterable[str] = ()) -> str | None:
        """The object that an unsaid slot means: the only one mentioned, or the first where none was."""
        taken = set(but)
        mentioned = [name for name in self._objects[kind] if name not in taken]
        if len(mentioned) == 1:
            return mentioned[0]
        if mentioned:
            return None
        return next((name for name in self._vocabulary.kinds[kind].objects if name not in taken), None)

    def is_named(self, name: str) -> bool:
        """Whether the question has mentioned an object."""
        return name in self._called

    def is_other(self, name: str) -> bool:
        """Whether an object is only known as another one than the one that a question is about."""
        return name in self._others.values()

    def facts(self) -> tuple[tuple[str, str], ...]:
        """What the modifiers said, as (attribute, value) of the objects."""
        return tuple(
            (attribute.replace("*", name), value)
            for name, said in self._said.items()
            for attribute, value in said.items()
        )

    def _labelled(self, kind: str, label: str) -> str | None:
        """The object of a letter; beside one without a letter it can't be told whether it is that one."""
        known = self._labels.get((kind, label))
        if known is not None:
            return known
        if any(name not in self._labels.values() for name in self._objects[kind]):
            return None
        found = self._new(kind)
        if found is not None:
            self._labels[kind, label] = found
        return found

    def _meant(self, kind: str, mention: Mention, said: dict[str, str]) -> str | None:
        """The object of a noun: one that was mentioned before, or a new one; None where it could be either."""
        if mention.other:
            if kind in self._others:
                again = not mention.indefinite and not _DEFINITE.isdisjoint(fold(mention.text).split())
                return self._others[kind] if again else None  # "another pot" after "another pot" may be a third one
            found = self._new(kind, at_least=1)
            if found is not None:
                self._others[kind] = found
            return found
        fitting = [
            name
            for name in self._objects[kind]
            if all(self._said[name].get(attribute, value) == value for attribute, value in said.items())
        ]
        if not fitting:
            return self._new(kind)
        points = not _POINTING.isdisjoint(fold(mention.text).split())
        if self._objects[kind] == [self._others.get(kind)] and not points:
            return None  # "my unit" after "another unit" may be that one or the one that it is told from
        if len(fitting) > 1:
            fitting = [name for name in fitting if said and said.items() <= self._said[name].items()]
        if len(fitting) != 1 or mention.indefinite or not said.items() <= self._said[fitting[0]].items():
            return None  # "the Stray unit" after "the unit" may be another one
        return fitting[0]

    def _new(self, kind: str, *, at_least: int = 0) -> str | None:
        objects = self._vocabulary.kinds[kind].objects
        return next((name for name in objects[at_least:] if name not in self._objects[kind]), None)
