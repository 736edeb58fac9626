"""`rulesbot corpus import | publish | status`; `corpus stale` and `corpus review` have modules of their own."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bot.answering.answer import Message
from bot.binding_report import EditionBindings, binding_counts, edition_bindings
from bot.commands.author import author
from bot.commands.console import add_row, output, print_json, say, table
from bot.commands.context import EditionOption, JsonOption, LanguageOption, Session
from bot.commands.documents import DocumentRequest, read_document
from bot.commands.review import review
from bot.commands.stale import stale
from bot.errors import UserError
from bot.locale.translation import translate
from rule_check.binding_states import BindingState
from rules_corpus.passages import EditionContent
from rules_corpus.repository import AlreadyPublishedError, EditionStatus

corpus = typer.Typer(no_args_is_help=True, help="Import, publish and list editions of the rules.")
corpus.add_typer(stale, name="stale")
corpus.command()(review)

LARGEST_ID = 2**63 - 1
"""Of a row in the database."""
ReplaceOption = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="Publish a part of an edition even where more of that edition is published: what was published is "
        "retired as a whole. `corpus publish` with its number brings it back.",
    ),
]


@corpus.command("import")
def import_command(
    context: typer.Context,
    where: Annotated[
        str, typer.Argument(metavar="PATH|URL", help="A rules document: a file, or an address that begins with http.")
    ],
    game: Annotated[str, typer.Option("--game", "-g", help="riftbound, mtg or vandaria.")],
    edition: EditionOption = None,
    language: LanguageOption = None,
    document: Annotated[
        str | None, typer.Option("--document", help="Which of the file's publications, or how to name it.")
    ] = None,
    publish: Annotated[bool, typer.Option("--publish", help="Publish it and bring the index up to date.")] = False,
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Read a rules document into the corpus, as a draft or published at once."""
    if replace and not publish:
        raise UserError(Message("--replace is of use only with --publish."))
    session = Session.of(context, language)
    session.checked_game(game)
    read = read_document(session, DocumentRequest(where, game, edition, language, document))
    name, result = read.name, read.result
    content = result.content
    reason = f"import of {name}"
    if publish and not content.complete and (more := _more_in_place_of(session, content, len(content.passages))):
        if not replace:
            raise UserError(
                Message(
                    "{name} is only a part of {document} {edition}, of which more is published; without --publish it "
                    "is kept as a draft, and with --replace as well it takes the place of what is published.",
                    {"name": name, "document": content.document, "edition": content.edition},
                )
            )
        reason += _replacing(more)
    try:
        with session.steps.step(Message("Storing the edition")):
            status = session.application.repository.store(content, actor=author(), reason=reason, publish=publish)
    except AlreadyPublishedError as error:
        raise UserError(
            Message(
                "{name} is published already, as {document} {edition}; nothing was changed.",
                {"name": name, "document": error.status.document, "edition": error.status.edition},
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
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Publish a draft, or bring a retired revision back, and bring the index up to date."""
    session = Session.of(context)
    more = _refuse_smaller_part(session, edition_id, replace)
    reason = "command line" + (_replacing(more) if more else "")
    try:
        status = session.application.repository.publish(edition_id, actor=author(), reason=reason)
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
    repository = session.application.repository
    statuses = repository.statuses()
    bindings = edition_bindings(repository.load_published(), session.application.today())
    if as_json:
        editions = [_status_json(s) for s in statuses]
        print_json({"editions": editions, "formal_rules": [_bindings_json(one) for one in bindings]})
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
    for one in bindings:
        say(binding_counts(one), session.language)


def _refuse_smaller_part(session: Session, edition_id: int, replace: bool) -> int:
    """How many passages a draft of a part of an edition takes the place of, where they are more than its own; else 0.

    A retired revision was published before, so bringing it back is no slip.

    :raises UserError: there are more, and they are not to be replaced.
    """
    drafts = (s for s in session.application.repository.statuses() if s.id == edition_id and s.status == "draft")
    draft = next(drafts, None)
    more = 0 if draft is None or draft.complete else _more_in_place_of(session, draft, draft.passages)
    if draft is not None and more and not replace:
        raise UserError(
            Message(
                "Draft {id} is only a part of {document} {edition}, of which more is published; nothing was changed. "
                "With --replace it takes the place of what is published.",
                {"id": draft.id, "document": draft.document, "edition": draft.edition},
            )
        )
    return more


def _more_in_place_of(session: Session, part: EditionContent | EditionStatus, passages: int) -> int:
    """How many passages are published in the layer that this part of an edition would take; 0 if no more than its."""
    taken = (part.game, part.document, part.edition, part.layer)
    published = sum(
        status.passages
        for status in session.application.repository.statuses()
        if status.status == "published" and (status.game, status.document, status.edition, status.layer) == taken
    )
    return published if published > passages else 0


def _replacing(passages: int) -> str:
    """What the audit says of a part that was put in the place of more."""
    return f" (--replace: in the place of {passages} published passages)"


def _bindings_json(one: EditionBindings) -> dict[str, Any]:
    return {
        "game": one.bindings.topic.game,
        "edition": one.edition.edition,
        "in_force": one.in_force,
        "bound": one.count(BindingState.BOUND),
        "not_loaded": one.count(BindingState.NOT_LOADED),
        "stale": one.count(BindingState.STALE),
        "own": one.count(BindingState.OWN),
    }


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
