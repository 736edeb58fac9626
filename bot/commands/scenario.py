"""`rulesbot scenario`: a situation given by choices instead of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from bot.answering.answer import Clarify, Message
from bot.answering.composition.clarified import asked_words, fact_question, which_question
from bot.answering.machine import answer_json
from bot.answering.pipeline import Answering
from bot.commands.console import output, print_json
from bot.commands.context import (
    EditionOption,
    FactOption,
    GameOption,
    JsonOption,
    LanguageOption,
    Session,
    chosen_facts,
)
from bot.errors import UserError
from bot.locale.translation import translate
from bot.terminal.choosing import Reader, chosen_value, is_interactive
from bot.terminal.rendering import render_answer
from rule_check.choices import ASKED, asked_for
from rule_check.scenario import objects_of
from rule_check.stepping import next_step, topic_named
from rule_check.vocabulary import AskedTopic, Vocabulary
from rules_corpus.passages import GAMES

TopicOption = Annotated[str | None, typer.Option("--topic", "-t", help="A topic, by its number or title.")]


def scenario(
    context: typer.Context,
    game: GameOption = None,
    topic: TopicOption = None,
    fact: FactOption = None,
    edition: EditionOption = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Work out a situation that you choose step by step; without a question, list what can be asked."""
    session = Session.of(context, language)
    spoken = language or session.language
    named = session.checked_game(game)
    if named is None:
        raise UserError(Message("Name a game with --game: {games}.", {"games": GAMES}))
    answering, chosen = session.application.answering, chosen_facts(fact)
    vocabulary = answering.rules_of(named).vocabulary
    topics = _chosen_topics(topic, vocabulary)
    interactive = not as_json and is_interactive()
    if interactive and topic is not None and ASKED not in chosen:
        chosen = _with_question(topics[0], chosen, vocabulary, spoken)
    if ASKED not in chosen:
        _list(topics, named, vocabulary, spoken, as_json)
        return
    if interactive:
        chosen = choose_facts(answering, named, chosen, spoken)
    answer = answering.scenario(chosen, named, edition, spoken)
    if as_json:
        print_json(answer_json(answer))
    else:
        render_answer(answer, output())


def choose_facts(
    answering: Answering, game: str, chosen: dict[str, str], language: str, read: Reader = input
) -> dict[str, str]:
    """The choices with those that a person makes in the terminal, until nothing is left that would change the result.

    :raises UserError: one of the choices is unknown.
    """
    answering.scenario(chosen, game, None, language)  # refuses what is unknown before anything is asked
    rules = answering.rules_of(game)
    skipped: set[str] = set()
    while True:
        step = next_step(rules, chosen, skipped)
        if step.ask is None or step.understood.query is None:
            return chosen
        present = objects_of(step.understood.scenario, step.understood.query, rules.vocabulary)
        asked = fact_question(step.ask, present, rules.vocabulary, language)
        value = chosen_value(asked, language, output(), read)
        if value is None:
            skipped.add(step.ask)
        else:
            chosen = {**chosen, step.ask: value}


def _chosen_topics(written: str | None, vocabulary: Vocabulary) -> Sequence[AskedTopic]:
    if written is None:
        return vocabulary.topics
    found = topic_named(written, vocabulary)
    if found is None:
        numbers = tuple(str(number) for number in range(1, len(vocabulary.topics) + 1))
        raise UserError(
            Message("There is no topic “{topic}”; choose {numbers}.", {"topic": written[:120], "numbers": numbers})
        )
    return (found,)


def _with_question(topic: AskedTopic, chosen: dict[str, str], vocabulary: Vocabulary, language: str) -> dict[str, str]:
    asked: Clarify = which_question([asked_for(ask.value, vocabulary) for ask in topic.asks], vocabulary, language)
    offered = Clarify(asked.fact, asked.question, asked.options[: len(topic.asks)])
    value = chosen_value(offered, language, output())
    return chosen if value is None else {**chosen, ASKED: value}


def _list(topics: Sequence[AskedTopic], game: str, vocabulary: Vocabulary, language: str, as_json: bool) -> None:
    listed: list[dict[str, Any]] = []
    for topic in topics:
        asks = [
            {
                "value": ask.value,
                "text": translate(asked_words(asked_for(ask.value, vocabulary), vocabulary, language), language),
            }
            for ask in topic.asks
        ]
        number = vocabulary.topics.index(topic) + 1
        listed.append({"topic": number, "title": topic.title[language], "asks": asks})
    if as_json:
        print_json({"game": game, "topics": listed})
        return
    for one in listed:
        output().print(f"{one['topic']}. {one['title']}", style="bold", highlight=False)
        for ask in one["asks"]:
            output().print(f"   {ask['text']}  ({ask['value']})", highlight=False, markup=False, soft_wrap=True)
