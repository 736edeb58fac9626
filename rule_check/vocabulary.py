"""The vocabulary of one game's formal rules: facts and their values, actions, events, and how each is said.

One YAML file a game under `vocabularies/`. Everything that the rules, the readers and the proofs speak of is declared
there with its words in three languages, so that nothing can be derived that could not be said.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

TIMES = ("now", "resolution", "next_cleanup", "next_beginning")
"""When an outcome holds, in their order."""
ASK = "ask"
"""`unstated: ask`: a question that leaves this fact out leaves it open."""

_TERM = re.compile(r"([a-z][a-z0-9_]*)(?:\(([^()]*)\))?")


@dataclass(frozen=True, slots=True)
class Words:
    """How something is said when it holds and when it does not; by language."""

    positive: Mapping[str, str]
    negative: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object, such as unit, and the few of them that a scenario may speak of."""

    name: str
    objects: tuple[str, ...]
    """u1, u2: their names in facts."""
    words: Mapping[str, tuple[str, ...]]
    """By language, what each of them is called: "the unit", "the other unit"."""


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    """The variable's name, upper case."""
    kinds: tuple[str, ...]
    """The kinds of objects, or plain values, that may stand there."""


@dataclass(frozen=True, slots=True)
class Fact:
    """An attribute with finitely many values: `controller(O)` is `you` or `opponent`."""

    name: str
    parameters: tuple[Parameter, ...]
    values: Mapping[str, Words]
    """By value; the words of a value that is an object stand under its kind, those of a number under `N`."""
    value_range: tuple[str, ...]
    """The values, kinds and numbers written out."""
    unstated: str | None
    """`ask`, a value that is silently taken, or None: nothing follows from silence."""
    derived: bool
    """Only rules set it; it can't be stated."""
    question: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By language, how to ask for it; required of facts that are asked for."""
    line: int = 0

    def words_of(self, value: str, vocabulary: Vocabulary) -> Words:
        """:raises KeyError: it has no such value."""
        if value in self.values:
            return self.values[value]
        kind = vocabulary.kind_of(value)
        if kind is not None and kind.name in self.values:
            return self.values[kind.name]
        if value.isdigit() and "N" in self.values:
            return self.values["N"]
        raise KeyError(f"{self.name} has no value {value}")


@dataclass(frozen=True, slots=True)
class Happening:
    """An action that someone may want to take, or an event that has taken place."""

    name: str
    parameters: tuple[Parameter, ...]
    words: Words
    line: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that a person can choose."""

    value: str
    """As the choice `asked` writes it: `equip(e1,u1)`, `next_cleanup loc(e1) when killed(u1)`."""
    given: tuple[tuple[str, str], ...] = ()
    """What it takes for granted unless something else is stated or chosen."""


@dataclass(frozen=True, slots=True)
class AskedTopic:
    """A few questions that belong together."""

    title: Mapping[str, str]
    """By language."""
    asks: tuple[Ask, ...]


@dataclass(frozen=True)
class Vocabulary:
    game: str
    path: Path
    kinds: Mapping[str, Kind]
    facts: Mapping[str, Fact]
    actions: Mapping[str, Happening]
    events: Mapping[str, Happening]
    choices: Mapping[str, tuple[str, ...]]
    """Plain values that a parameter may take: `keyword: [equip, temporary]`."""
    topics: tuple[AskedTopic, ...] = ()
    """What can be asked by choosing; every action is in one of them, if there are any."""

    @cached_property
    def _kind_by_object(self) -> Mapping[str, Kind]:
        return {name: kind for kind in self.kinds.values() for name in kind.objects}

    @cached_property
    def asks(self) -> Mapping[str, Ask]:
        """The questions of all topics, by their value."""
        return {ask.value: ask for topic in self.topics for ask in topic.asks}

    def kind_of(self, value: str) -> Kind | None:
        """The kind of an object's name."""
        return self._kind_by_object.get(value)

    def fact_of(self, term: str) -> Fact | None:
        """The fact of a ground term such as `controller(u1)`, where its arguments fit."""
        name, arguments = split_term(term)
        fact = self.facts.get(name)
        return fact if fact is not None and self._fits(fact.parameters, arguments) else None

    def action_of(self, term: str) -> Happening | None:
        name, arguments = split_term(term)
        action = self.actions.get(name)
        return action if action is not None and self._fits(action.parameters, arguments) else None

    def event_of(self, term: str) -> Happening | None:
        name, arguments = split_term(term)
        event = self.events.get(name)
        return event if event is not None and self._fits(event.parameters, arguments) else None

    def arguments_of(self, parameter: Parameter) -> tuple[str, ...]:
        """Every object or plain value that may stand for a parameter."""
        found: list[str] = []
        for name in parameter.kinds:
            found.extend(self.kinds[name].objects if name in self.kinds else self.choices[name])
        return tuple(found)

    def instances(self, parameters: tuple[Parameter, ...]) -> Iterator[tuple[str, ...]]:
        """All arguments that the parameters may take together."""
        return itertools.product(*(self.arguments_of(parameter) for parameter in parameters))

    def _fits(self, parameters: tuple[Parameter, ...], arguments: tuple[str, ...]) -> bool:
        return len(parameters) == len(arguments) and all(
            argument in self.arguments_of(parameter) for parameter, argument in zip(parameters, arguments, strict=True)
        )


def split_term(term: str) -> tuple[str, tuple[str, ...]]:
    """`controller(u1)` → ("controller", ("u1",)). Terms of the vocabulary are never nested.

    :raises ValueError: it is no such term.
    """
    match = _TERM.fullmatch(term.replace(" ", ""))
    if match is None:
        raise ValueError(f"{term!r} is no term")
    return match[1], tuple(match[2].split(",")) if match[2] else ()


def term_of(name: str, arguments: tuple[str, ...]) -> str:
    """("controller", ("u1",)) → `controller(u1)`."""
    return f"{name}({','.join(arguments)})" if arguments else name


def asp_of(vocabulary: Vocabulary) -> str:
    """The declarations as ASP: objects, domains, what is asked or assumed, and the externals for all of it."""
    lines = [f"obj({name},{kind.name})." for kind in vocabulary.kinds.values() for name in kind.objects]
    lines += [f"#external present({name})." for kind in vocabulary.kinds.values() for name in kind.objects]
    lines.append("#external open_world.")
    for fact in vocabulary.facts.values():
        for arguments in vocabulary.instances(fact.parameters):
            attribute = term_of(fact.name, arguments)
            lines += [f"dom({attribute},{value})." for value in fact.value_range if value not in arguments]
            if fact.derived:
                continue
            lines += [f"#external given({attribute},{value})." for value in fact.value_range if value not in arguments]
            objects = [name for name in arguments if vocabulary.kind_of(name)]
            presence = f" :- {', '.join(f'present({name})' for name in objects)}." if objects else "."
            if fact.unstated == ASK:
                lines.append(f"ask({attribute}){presence}")
            elif fact.unstated is not None:
                lines.append(f"assume({attribute},{fact.unstated}).")
    for predicate, happenings in (("asked", vocabulary.actions), ("event", vocabulary.events)):
        for happening in happenings.values():
            for arguments in vocabulary.instances(happening.parameters):
                if len(set(arguments)) == len(arguments):
                    lines.append(f"#external {predicate}({term_of(happening.name, arguments)}).")
    return "\n".join(lines)
