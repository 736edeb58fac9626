"""Every fact that can be chosen can be asked for, and each of its values told from the others."""

from __future__ import annotations

import pytest

from rule_check.choices import asked_for, asked_value, values_of
from rule_check.clarifying import option_values
from rule_check.topics import has_topic
from rule_check.vocabulary import Fact, Vocabulary, term_of
from rule_check.vocabulary_file import load_vocabulary
from rule_check.wording import fact_words, question_words
from rules_corpus.passages import GAMES, LANGUAGES

VOCABULARIES = {game: load_vocabulary(game) for game in GAMES if has_topic(game)}
FACTS = [(game, fact) for game, vocabulary in VOCABULARIES.items() for fact in vocabulary.facts.values()]


def _attributes(fact: Fact, vocabulary: Vocabulary) -> list[str]:
    return [
        term_of(fact.name, arguments)
        for arguments in vocabulary.instances(fact.parameters)
        if len(set(arguments)) == len(arguments)
    ]


@pytest.mark.parametrize(("game", "fact"), FACTS, ids=lambda value: value if isinstance(value, str) else value.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_chosen_can_be_asked_for(game: str, fact: Fact, language: str) -> None:
    vocabulary = VOCABULARIES[game]
    if fact.derived:
        assert all(values_of(attribute, vocabulary) == () for attribute in _attributes(fact, vocabulary))
        return
    asked = [question_words(attribute, vocabulary, language) for attribute in _attributes(fact, vocabulary)]
    assert all(question.endswith("?") and "{" not in question for question in asked)
    assert len(set(asked)) == len(asked), "two facts are asked for in the same words"
    for attribute in _attributes(fact, vocabulary):
        values = option_values(attribute, (), vocabulary)
        said = [fact_words(attribute, value, vocabulary, language) for value in values]
        assert len(set(said)) == len(said) and not any("{" in words for words in said)
        if fact.unstated in values:
            assert values[0] == fact.unstated


@pytest.mark.parametrize("game", VOCABULARIES)
def test_a_question_reads_back_as_it_is_written(game: str) -> None:
    vocabulary = VOCABULARIES[game]
    event = next(iter(vocabulary.events.values()))
    happens = term_of(event.name, next(iter(vocabulary.instances(event.parameters))))
    for action in vocabulary.actions.values():
        term = term_of(action.name, next(iter(vocabulary.instances(action.parameters))))
        for written in (term, f"{term} when {happens}"):
            assert asked_value(asked_for(written, vocabulary)) == written
