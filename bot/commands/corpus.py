"""`rulesbot corpus import | publish | status`."""

from __future__ import annotations

import getpass
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.answering.answer import Message
from bot.commands.console import add_row, output, print_json, say, table
from bot.commands.context import EditionOption, JsonOption, LanguageOption, Session
from bot.errors import UserError, reason_of, unreadable
from bot.locale.translation import translate
from rules_corpus.passages import EditionContent, PassageKind
from rules_corpus.repository import AlreadyPublishedError, EditionStatus

if TYPE_CHECKING:
    from rules_corpus.importers import ImportResult

corpus = typer.Typer(no_args_is_help=True, help="Import, publish and list editions of the rules.")

FILE_LIMIT = 20_000_000
"""Bytes; the largest official rules document known has two million."""
LARGEST_ID = 2**63 - 1
"""Of a row in the database."""


@corpus.command("import")
def import_command(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="A rules document.")],
    game: Annotated[str, typer.Option("--game", "-g", help="riftbound, mtg or vandaria.")],
    edition: EditionOption = None,
    language: LanguageOption = None,
    document: Annotated[
        str | None, typer.Option("--document", help="Which of the file's publications, or how to name it.")
    ] = None,
    publish: Annotated[bool, typer.Option("--publish", help="Publish it and bring the index up to date.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Read a rules document into the corpus, as a draft or published at once."""
    # Loaded only here: no other command reads documents.
    from rules_corpus.importers import ImportRefused

    session = Session.of(context, language)
    session.checked_game(game)
    with session.steps.step(Message("Reading {name}", {"name": path.name})):
        try:
            result = _imported(session, path, game, edition, language, document)
        except ImportRefused as refusal:
            raise UserError(Message(refusal.key, refusal.values)) from refusal
    content = result.content
    if publish and not content.complete and _published_in_place_of(session, content) > len(content.passages):
        values = {"name": path.name, "document": content.document, "edition": content.edition}
        raise UserError(
            Message(
                "{name} is only a part of {document} {edition}, of which more is published; without --publish it is "
                "kept as a draft.",
                values,
            )
        )
    try:
        with session.steps.step(Message("Storing the edition")):
            status = session.application.repository.store(
                content, actor=_actor(), reason=f"import of {path.name}", publish=publish
            )
    except AlreadyPublishedError as error:
        raise UserError(
            Message(
                "{name} is published already, as {document} {edition}; nothing was changed.",
                {"name": path.name, "document": error.status.document, "edition": error.status.edition},
            )
        ) from error
    if publish:
        session.application.refresh_index()
    counts = dict(result.report.counts)
    if as_json:
        print_json({**_status_json(status), "counts": counts})
        return
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    values = {"document": status.document, "edition": status.edition, "counts": listed}
    say(Message("Imported {document} {edition}: {counts}.", values), session.language)
    for note in result.report.notes:
        say(Message(note.key, note.values), session.language)
    if not publish:
        draft = Message("It is a draft; `rulesbot corpus publish {id}` publishes it.", {"id": status.id})
        say(draft, session.language)


@corpus.command()
def publish(
    context: typer.Context,
    edition_id: Annotated[
        int, typer.Argument(metavar="ID", min=1, max=LARGEST_ID, help="The number that `corpus status` shows.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Publish a draft, or bring a retired revision back, and bring the index up to date."""
    session = Session.of(context)
    _refuse_smaller_part(session, edition_id)
    try:
        status = session.application.repository.publish(edition_id, actor=_actor(), reason="command line")
    except LookupError as error:
        raise UserError(
            Message("There is no edition {id}; `rulesbot corpus status` lists them.", {"id": edition_id})
        ) from error
    session.application.refresh_index()
    if as_json:
        print_json(_status_json(status))
        return
    message = Message("{document} {edition} is published.", {"document": status.document, "edition": status.edition})
    say(message, session.language)


@corpus.command()
def status(context: typer.Context, as_json: JsonOption = False) -> None:
    """List every stored edition, with its layer and state."""
    session = Session.of(context)
    statuses = session.application.repository.statuses()
    if as_json:
        print_json({"editions": [_status_json(s) for s in statuses]})
        return
    headings = (
        Message("ID"),
        Message("Game"),
        Message("Document"),
        Message("Edition"),
        Message("Layer"),
        Message("State"),
        Message("In force from"),
        Message("Passages"),
    )
    rows = table(headings, session.language)
    for s in statuses:
        since = s.effective_from.isoformat() if s.effective_from else "–"
        extent = s.edition if s.complete else f"{s.edition} ({translate(Message('partial'), session.language)})"
        add_row(rows, str(s.id), s.game, s.document, extent, s.layer, s.status, since, str(s.passages))
    output().print(rows)


def _imported(
    session: Session, path: Path, game: str, edition: str | None, language: str | None, document: str | None
) -> ImportResult:
    """What a file holds; card files may be larger than memory and are read piece by piece."""
    from rules_corpus.importers import import_document
    from rules_corpus.importers.cards import HEAD_BYTES, import_cards, is_card_file

    try:
        found = path.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            # A pipe may never end, and neither does /dev/zero.
            raise unreadable(path, "Not a regular file")
        with path.open("rb") as stream:
            if is_card_file(stream.read(HEAD_BYTES), document):
                stream.seek(0)
                return import_cards(stream, game, path.name, edition, language, document)
        if found.st_size > FILE_LIMIT:
            raise UserError(
                Message(
                    "{path} has more than {limit} megabytes; no rules document is that large.",
                    {"path": str(path), "limit": FILE_LIMIT // 1_000_000},
                )
            )
        data = path.read_bytes()
    except OSError as error:
        raise unreadable(path, reason_of(error)) from error
    return import_document(
        data,
        game,
        path.name,
        edition=edition,
        language=language,
        document=document,
        known_refs=_known_refs(session, game),
    )


def _refuse_smaller_part(session: Session, edition_id: int) -> None:
    """Raise UserError for a draft of a part of an edition of which more is published.

    A retired revision was published before, so bringing it back is no slip.
    """
    drafts = (s for s in session.application.repository.statuses() if s.id == edition_id and s.status == "draft")
    draft = next(drafts, None)
    if draft is not None and not draft.complete and _published_in_place_of(session, draft) > draft.passages:
        raise UserError(
            Message(
                "Draft {id} is only a part of {document} {edition}, of which more is published; nothing was changed.",
                {"id": draft.id, "document": draft.document, "edition": draft.edition},
            )
        )


def _published_in_place_of(session: Session, part: EditionContent | EditionStatus) -> int:
    """How many passages are published in the layer that this part of an edition would take."""
    taken = (part.game, part.document, part.edition, part.layer)
    return sum(
        status.passages
        for status in session.application.repository.statuses()
        if status.status == "published" and (status.game, status.document, status.edition, status.layer) == taken
    )


def _known_refs(session: Session, game: str) -> Callable[[str, str], Sequence[str]]:
    """The published rule numbers of a game, by document and edition; asked for only by documents that cite them."""

    def refs(document: str, edition: str) -> Sequence[str]:
        return [
            passage.ref
            for published in session.application.repository.load_published().editions
            if (published.game, published.document, published.edition) == (game, document, edition)
            # What an incomplete edition has says nothing on the numbers that it lacks.
            and published.complete
            for passage in published.passages
            if passage.kind is PassageKind.RULE
        ]

    return refs


def _actor() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "command line"


def _status_json(status: EditionStatus) -> dict[str, Any]:
    return {
        "id": status.id,
        "game": status.game,
        "document": status.document,
        "edition": status.edition,
        "layer": status.layer,
        "revision": status.revision,
        "status": status.status,
        "complete": status.complete,
        "base": status.base,
        "effective_from": status.effective_from.isoformat() if status.effective_from else None,
        "source": status.source,
        "passages": status.passages,
        "changed_at": status.changed_at.isoformat() if status.changed_at else None,
        "changed_by": status.changed_by,
    }
