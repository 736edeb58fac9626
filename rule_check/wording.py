"""The vocabulary's terms in a reader's words: facts, actions, events and the steps of a proof."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from rule_check.proof import Step
from rule_check.scenario import May, Query
from rule_check.solver import text_of_value
from rule_check.vocabulary import Happening, Parameter, Vocabulary, Words, split_term


def fact_words(attribute: str, value: str, vocabulary: Vocabulary, language: str, *, holds: bool = True) -> str:
    """A fact, or that it does not hold: "it is your turn", "the Equipment is not attached to the unit".

    :raises KeyError: the vocabulary has no such fact or value.
    """
    name, arguments = split_term(attribute)
    fact = vocabulary.facts[name]
    words = fact.words_of(value, vocabulary)
    return _filled(words, fact.parameters, arguments, vocabulary, language, holds, value)


def action_words(action: str, vocabulary: Vocabulary, language: str, *, allowed: bool = True) -> str:
    """That an action may or may not be taken. :raises KeyError: the vocabulary has no such action."""
    name, arguments = split_term(action)
    return _happening(vocabulary.actions[name], arguments, vocabulary, language, allowed)


def event_words(event: str, vocabulary: Vocabulary, language: str) -> str:
    """That something happens. :raises KeyError: the vocabulary has no such event."""
    name, arguments = split_term(event)
    return _happening(vocabulary.events[name], arguments, vocabulary, language, True)


def question_words(attribute: str, vocabulary: Vocabulary, language: str) -> str:
    """How to ask for a fact; empty where the vocabulary has no question for it.

    :raises KeyError: the vocabulary has no such fact.
    """
    name, arguments = split_term(attribute)
    fact = vocabulary.facts[name]
    template = fact.question.get(language, "")
    return _fill(template, _names(fact.parameters, arguments, vocabulary, language), language)


_CONTRACTED = re.compile(r"\b(a|de) el\b")


def query_words(query: Query, vocabulary: Vocabulary, language: str) -> str:
    """What is asked, as a statement or, where no value is named, as a question; without a full stop.

    :raises KeyError: the vocabulary has no such action, fact or value.
    """
    if isinstance(query, May):
        return action_words(query.action, vocabulary, language)
    if query.value is not None:
        return fact_words(query.attribute, query.value, vocabulary, language)
    asked = question_words(query.attribute, vocabulary, language)
    if asked:
        return asked
    fact = vocabulary.facts[split_term(query.attribute)[0]]
    values = (value for value in fact.value_range if value not in split_term(query.attribute)[1])
    return " / ".join(fact_words(query.attribute, value, vocabulary, language) for value in islice(values, 2))


@dataclass(frozen=True, slots=True)
class SaidStep:
    """One step of a proof, in words; `kind` says in which sentence they stand."""

    kind: str
    """`enables`, `forbids`, `gap`: an action; `requires`, `waives`: a condition; `set`, `then`: a fact."""
    words: str
    section: str
    time: str | None = None
    """Of an outcome."""


def said(steps: Sequence[Step], vocabulary: Vocabulary, language: str) -> tuple[SaidStep, ...]:
    """The steps of a proof in words, in their order, those that say the same in the same section once."""
    found: dict[SaidStep, None] = {}
    for step in steps:
        found.setdefault(said_step(step, vocabulary, language))
    return tuple(found)


def said_step(step: Step, vocabulary: Vocabulary, language: str) -> SaidStep:
    """One step of a proof in words; its atom is of `proof.SHOWN`."""
    atom, section, kind = step.atom, step.section, step.atom.name
    if kind in ("enables", "forbids", "gap"):
        allowed = kind != "forbids"
        return SaidStep(kind, action_words(str(atom.arguments[0]), vocabulary, language, allowed=allowed), section)
    if kind in ("requires", "waives"):
        condition = atom.arguments[1]
        attribute, value = str(condition.arguments[0]), text_of_value(condition.arguments[1])
        words = fact_words(attribute, value, vocabulary, language, holds=condition.name == "is")
        return SaidStep(kind, words, section)
    time, attribute, value = (
        (str(atom.arguments[0]), str(atom.arguments[1]), text_of_value(atom.arguments[2]))
        if kind == "then"
        else (None, str(atom.arguments[0]), text_of_value(atom.arguments[1]))
    )
    return SaidStep(kind, fact_words(attribute, value, vocabulary, language), section, time)


def _happening(
    happening: Happening, arguments: tuple[str, ...], vocabulary: Vocabulary, language: str, holds: bool
) -> str:
    return _filled(happening.words, happening.parameters, arguments, vocabulary, language, holds, None)


def _filled(
    words: Words,
    parameters: tuple[Parameter, ...],
    arguments: tuple[str, ...],
    vocabulary: Vocabulary,
    language: str,
    holds: bool,
    value: str | None,
) -> str:
    names = _names(parameters, arguments, vocabulary, language)
    if value is not None:
        names["V"] = _name(value, vocabulary, language)
    return _fill((words.positive if holds else words.negative)[language], names, language)


def _names(
    parameters: tuple[Parameter, ...], arguments: tuple[str, ...], vocabulary: Vocabulary, language: str
) -> dict[str, str]:
    return {
        parameter.name: _name(argument, vocabulary, language)
        for parameter, argument in zip(parameters, arguments, strict=True)
    }


def _name(value: str, vocabulary: Vocabulary, language: str) -> str:
    kind = vocabulary.kind_of(value)
    if kind is None:
        return value
    return kind.words[language][kind.objects.index(value)]


def _fill(template: str, names: dict[str, str], language: str) -> str:
    for placeholder, name in names.items():
        template = template.replace("{" + placeholder + "}", name)
    # In Spanish a preposition and the article of the name that is put in become one word.
    return _CONTRACTED.sub(lambda match: f"{match[1]}l", template) if language == "es" else template
