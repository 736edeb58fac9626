"""`rulesbot ask | search | rule | keyword`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.table import Table

from bot.answering.answer import Answer, Message
from bot.answering.machine import answer_json, keyword_json, rule_json, search_json
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.commands.console import (
    BatchLine,
    add_row,
    answer_lines,
    batch_lines,
    checked_question,
    output,
    print_json,
    refuse_both,
    say,
    table,
    text_field,
)
from bot.commands.context import (
    BatchOption,
    EditionOption,
    FactOption,
    GameOption,
    JsonOption,
    LanguageOption,
    Session,
    chosen_facts,
)
from bot.errors import UserError
from bot.terminal.choosing import Reader, chosen_value, is_interactive
from bot.terminal.proof import render_proof
from bot.terminal.rendering import render_answer
from index.search_results import Hit
from rules_corpus.lexicon.symbols import readable

TextArgument = Annotated[list[str] | None, typer.Argument(metavar="TEXT", help="The question.")]
TopOption = Annotated[int, typer.Option("--top", "-n", min=1, max=200, help="How many passages.")]


def ask(
    context: typer.Context,
    text: TextArgument = None,
    game: GameOption = None,
    edition: EditionOption = None,
    language: LanguageOption = None,
    proof: Annotated[bool, typer.Option("--proof", help="Show the proof of a derived answer, step by step.")] = False,
    as_json: JsonOption = False,
    batch: BatchOption = None,
    fact: FactOption = None,
) -> None:
    """Ask a rules question, and get an answer with citations."""
    session = Session.of(context, language)
    answering = session.application.answering
    if batch is not None:
        refuse_both(bool(text))
        defaults = Question("", session.checked_game(game), edition, language, facts=chosen_facts(fact))
        answer_lines(batch_lines(batch), session.language, lambda line: _asked(answering, line, defaults))
        return
    question = Question(_joined(text), session.checked_game(game), edition, language, facts=chosen_facts(fact))
    answer = answering.ask(question)
    if as_json:
        print_json(answer_json(answer))
    else:
        render_answer(answer, output())
        if proof:
            render_proof(answer, output())
        if is_interactive():
            ask_back(answering, question, answer)


def ask_back(answering: Answering, question: Question, answer: Answer, read: Reader = input) -> Answer:
    """Let a person choose what an answer leaves open, and show what follows, until nothing more is chosen."""
    skipped: set[str] = set()
    while True:
        facts = dict(question.facts)
        for clarify in (one for one in answer.clarify if one.fact not in skipped):
            value = chosen_value(clarify, answer.language, output(), read)
            if value is None:
                skipped.add(clarify.fact)
            else:
                facts[clarify.fact] = value
        if facts == question.facts:
            return answer
        question = replace(question, facts=facts)
        answer = answering.ask(question)
        render_answer(answer, output())


def search(
    context: typer.Context,
    text: TextArgument = None,
    game: GameOption = None,
    edition: EditionOption = None,
    language: LanguageOption = None,
    top: TopOption = 10,
    as_json: JsonOption = False,
    batch: BatchOption = None,
) -> None:
    """List the passages closest to a text, without an answer."""
    session = Session.of(context, language)
    answering = session.application.answering
    if batch is not None:
        refuse_both(bool(text))
        defaults = Question("", session.checked_game(game), edition, language)

        def found(line: BatchLine) -> dict[str, Any]:
            return search_json(answering.search(_question(line, defaults), top), line.id)

        answer_lines(batch_lines(batch), session.language, found)
        return
    hits = answering.search(Question(_joined(text), session.checked_game(game), edition, language), top)
    if as_json:
        print_json(search_json(hits))
    elif hits:
        output().print(_hit_table(hits, session.language))
    else:
        say(Message("Nothing was found."), session.language)


def rule(
    context: typer.Context,
    ref: Annotated[
        list[str],
        typer.Argument(metavar="REF", help="Rule numbers, such as 702.6a, 818.1.c.2 or 702.6a-c."),
    ],
    game: GameOption = None,
    edition: EditionOption = None,
    language: LanguageOption = None,
    alone: Annotated[bool, typer.Option("--alone", help="Leave out the rules below it.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a rule with all below it, what is above it, what it refers to and what rests on it."""
    session = Session.of(context, language)
    spoken = language or session.language
    asked, chosen, answering = _joined(ref), session.checked_game(game), session.application.answering
    if not as_json:
        render_answer(answering.rules_answer(asked, chosen, edition, spoken, alone), output())
        return
    for view in answering.rules(asked, chosen, edition, spoken):
        print_json(rule_json(view, spoken))


def keyword(
    context: typer.Context,
    name: Annotated[list[str], typer.Argument(help="A keyword, such as Equip.")],
    game: GameOption = None,
    edition: EditionOption = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a keyword's page: definition, cards, reminder text, rules, questions, examples and rulings."""
    session = Session.of(context, language)
    spoken = language or session.language
    asked, chosen, answering = _joined(name), session.checked_game(game), session.application.answering
    if as_json:
        print_json(keyword_json(answering.keyword(asked, chosen, edition, spoken), spoken))
    else:
        render_answer(answering.keyword_answer(asked, chosen, edition, spoken), output())


def _joined(words: list[str] | None) -> str:
    return checked_question(" ".join(words or ()))


def _asked(answering: Answering, line: BatchLine, defaults: Question) -> dict[str, Any]:
    return answer_json(answering.ask(_question(line, defaults)), line.id)


def _question(line: BatchLine, defaults: Question) -> Question:
    """The question of a batch line; the command's options hold where the line says nothing."""
    context = [] if line.values.get("context") is None else line.values["context"]
    facts = {} if line.values.get("facts") is None else line.values["facts"]
    if not isinstance(context, list) or not all(isinstance(earlier, str) for earlier in context):
        raise UserError(Message("The field {name} must be a list of texts.", {"name": "context"}))
    if not isinstance(facts, dict) or not all(isinstance(value, str) for value in facts.values()):
        raise UserError(Message("The field {name} must map facts to values.", {"name": "facts"}))
    return Question(
        checked_question(text_field(line, "question", required=True) or ""),
        text_field(line, "game") or defaults.game,
        text_field(line, "edition") or defaults.edition,
        text_field(line, "lang") or defaults.language,
        tuple(context),
        {**defaults.facts, **facts},
    )


def _hit_table(hits: tuple[Hit, ...], language: str) -> Table:
    headings = (Message("Score"), Message("Game"), Message("Edition"), Message("Rule"), Message("Text"))
    rows = table(headings, language)
    for hit in hits:
        text = readable(hit.matched_text, hit.language)
        add_row(rows, f"{hit.score:.2f}", hit.game, hit.edition, hit.passage.ref, text)
    return rows
