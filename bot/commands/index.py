"""`rulesbot index build`."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.answering.answer import Message
from bot.commands.console import print_json, say
from bot.commands.context import JsonOption, Session

index = typer.Typer(no_args_is_help=True, help="The search index.")


@index.callback()
def group() -> None:
    """The search index."""


@index.command()
def build(
    context: typer.Context,
    again: Annotated[bool, typer.Option("--again", help="Build it even if it is up to date.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Bring the index up to date with what is published; only new texts are encoded."""
    session = Session.of(context)
    application = session.application
    snapshot = application.rebuild_index() if again else application.refresh_index()
    texts = len(snapshot.entries)
    passages = sum(len(edition.passages) for edition in snapshot.corpus.editions)
    if as_json:
        print_json({"index": snapshot.identity, "encoder": snapshot.encoder, "passages": passages, "texts": texts})
        return
    message = Message(
        "The index is up to date: {passages} passages, {texts} texts.", {"passages": passages, "texts": texts}
    )
    say(message, session.language)
