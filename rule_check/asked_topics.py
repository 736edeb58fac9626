"""The topics of a vocabulary file: the questions that a person can choose, grouped, with their titles."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from rule_check.choices import UnknownChoiceError, asked_for, asked_value, values_of
from rule_check.scenario import May
from rule_check.vocabulary import Ask, AskedTopic, Vocabulary, split_term
from rules_corpus.document_errors import Problems, listed, quoted
from rules_corpus.document_yaml import Mapping, Node, Scalar, fields_of, items_of, text_of
from rules_corpus.passages import LANGUAGES


def read_topics(node: Node, vocabulary: Vocabulary, problems: Problems) -> tuple[AskedTopic, ...]:
    """The topics of a vocabulary whose facts, actions and events are already read.

    Each action has to be asked for in one of them, and nothing twice: such mistakes are added to the problems.
    """
    topics: list[AskedTopic] = []
    seen: set[str] = set()
    for item in items_of(node, "a list of topics", problems):
        found = fields_of(item, "a topic", ("title", "asks"), ("title", "asks"), problems)
        if "title" not in found or "asks" not in found:
            continue
        titles = fields_of(found["title"], "a title by language", LANGUAGES, LANGUAGES, problems)
        title = {language: text_of(text, "a title", problems) or "" for language, text in titles.items()}
        asks = tuple(_asks(found["asks"], vocabulary, problems))
        for ask in asks:
            if ask.value in seen:
                problems.add(item.line, "each question in one topic", quoted(ask.value))
            seen.add(ask.value)
        topics.append(AskedTopic(MappingProxyType(title), asks))
    asked = {split_term(query.action)[0] for query in _queries(topics, vocabulary) if isinstance(query, May)}
    missing = [name for name in vocabulary.actions if name not in asked]
    if missing and not problems.errors:
        problems.add(node.line, "every action in one topic", f"none for {listed(missing, 'and')}")
    return tuple(topics)


def _queries(topics: list[AskedTopic], vocabulary: Vocabulary) -> Iterator[object]:
    for topic in topics:
        for ask in topic.asks:
            yield asked_for(ask.value, vocabulary).query


def _asks(node: Node, vocabulary: Vocabulary, problems: Problems) -> Iterator[Ask]:
    for item in items_of(node, "a list of questions", problems):
        given: tuple[tuple[str, str], ...] = ()
        written: Node = item
        if isinstance(item, Mapping):
            if len(item.entries) != 1:
                problems.add(item.line, "one question with what it takes for granted", f"{len(item.entries)} of them")
                continue
            written, facts = item.entries[0]
            given = tuple(_given(facts, vocabulary, problems))
        text = text_of(written, "a question", problems)
        if text is None:
            continue
        try:
            asked = asked_for(text, vocabulary)
        except UnknownChoiceError:
            expected = "an action, or a time and an outcome, with “when” and an event behind it"
            problems.add(item.line, expected, quoted(text))
            continue
        yield Ask(asked_value(asked), given)


def _given(node: Node, vocabulary: Vocabulary, problems: Problems) -> Iterator[tuple[str, str]]:
    entries = node.entries if isinstance(node, Mapping) else ()
    if not entries:
        problems.add(node.line, "facts that the question takes for granted", "none")
    for key, value in entries:
        attribute = key.value.replace(" ", "")
        said = value.value if isinstance(value, Scalar) else ""
        if said not in values_of(attribute, vocabulary):
            problems.add(key.line, "a fact of the vocabulary with one of its values", quoted(f"{key.value}: {said}"))
            continue
        yield attribute, said
