"""`rulesbot card`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bot.answering.card_view import CardRuling, CardView
from bot.answering.composition.card import card_answer
from bot.answering.machine import citation_json, quote_json
from bot.commands.console import checked_question, output, print_json
from bot.commands.context import EditionOption, GameOption, JsonOption, LanguageOption, Session
from bot.locale.translation import translate
from bot.terminal.rendering import render_answer


def card(
    context: typer.Context,
    name: Annotated[list[str], typer.Argument(help="A card's name, or how it begins.")],
    game: GameOption = None,
    edition: EditionOption = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a card: its text with errata, types and cost, and the rulings that name it."""
    session = Session.of(context, language)
    spoken = language or session.language
    asked = checked_question(" ".join(name))
    view = session.application.answering.card(asked, session.checked_game(game), edition, spoken)
    if as_json:
        print_json(card_json(view, spoken))
    else:
        render_answer(card_answer(view, spoken), output())


def card_json(view: CardView, language: str) -> dict[str, Any]:
    """A card's page as `rulesbot card --json` prints it."""
    return {
        "game": view.game,
        "document": view.document,
        "edition": view.edition,
        "ref": view.ref,
        "name": view.name,
        "text": quote_json(view.text),
        "printed": quote_json(view.printed if view.errata_date is not None else view.text),
        "errata": {"date": view.errata_date.isoformat(), "sources": list(view.errata_sources)}
        if view.errata_date is not None
        else None,
        "types": list(view.types),
        "tags": list(view.tags),
        "cost": view.cost,
        "might": view.might,
        "sets": list(view.sets),
        "rulings": [_ruling(ruling) for ruling in view.rulings],
        "notices": [translate(notice, language) for notice in view.notices],
    }


def _ruling(ruling: CardRuling) -> dict[str, Any]:
    return {
        "ref": ruling.ref,
        "kind": ruling.kind.value,
        "question": ruling.question,
        "text": ruling.text,
        "sources": list(ruling.sources),
        "date": ruling.date.isoformat() if ruling.date is not None else None,
        "citations": [citation_json(citation) for citation in ruling.citations],
    }
