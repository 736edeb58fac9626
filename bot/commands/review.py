"""`rulesbot corpus review`: where sources disagree with the formal rules."""

from __future__ import annotations

import typer

from bot.answering.answer import Message
from bot.commands.console import add_row, output, print_json, say, table
from bot.commands.context import GameOption, JsonOption, Session
from bot.locale.translation import translate
from rules_corpus.disagreements import DisagreementKind


def review(context: typer.Context, game: GameOption = None, as_json: JsonOption = False) -> None:
    """List the stored answers that the formal rules contradict, as answers met them; changes nothing."""
    session = Session.of(context)
    session.checked_game(game)
    session.application.repository  # noqa: B018 (brings the tables up to date)
    queued = [q for q in session.application.reviews.disagreements() if game in (None, q.disagreement.game)]
    if as_json:
        print_json(
            {
                "disagreements": [
                    {
                        "kind": q.disagreement.kind.value,
                        "game": q.disagreement.game,
                        "document": q.disagreement.document,
                        "edition": q.disagreement.edition,
                        "ref": q.disagreement.ref,
                        "question": q.disagreement.question,
                        "source_says": q.disagreement.source_says,
                        "model_says": q.disagreement.model_says,
                        "sections": list(q.disagreement.sections),
                        "first_seen": q.first_seen.isoformat(),
                        "last_seen": q.last_seen.isoformat(),
                        "count": q.count,
                    }
                    for q in queued
                ]
            }
        )
        return
    if not queued:
        say(Message("No sources disagree."), session.language)
        return
    headings = (
        Message("Kind"),
        Message("Source"),
        Message("Question"),
        Message("Source says"),
        Message("Rules say"),
        Message("Sections"),
        Message("Seen"),
    )
    rows = table(headings, session.language)
    for q in queued:
        one = q.disagreement
        kind = _NEWER if one.kind is DisagreementKind.NEWER_RULING else _CONTRADICTION
        seen = f"{q.count}× ({q.last_seen.date().isoformat()})"
        source = f"{one.game} {one.document} {one.edition} {one.ref}"
        add_row(
            rows,
            translate(kind, session.language),
            source,
            one.question,
            one.source_says,
            one.model_says,
            ", ".join(one.sections),
            seen,
        )
    output().print(rows)


_NEWER = Message("newer official ruling")
_CONTRADICTION = Message("contradiction")
