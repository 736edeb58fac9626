"""`rulesbot corpus stale` and `corpus stale confirm`: formal rules whose official text has changed."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bot.answering.answer import Message
from bot.answering.naming import game_name
from bot.binding_report import Difference, EditionBindings, difference, edition_bindings
from bot.commands.author import author
from bot.commands.console import print_json, say
from bot.commands.context import EditionOption, GameOption, JsonOption, Session
from bot.errors import UserError
from rule_check.binding_states import BindingState, SectionBinding
from rule_check.checks import run_check
from rule_check.topics import Topic
from rules_corpus.editions import UnknownEditionError
from rules_corpus.passages import PublishedCorpus

stale = typer.Typer(help="List formal rules whose official text has changed, and confirm them.")


@stale.callback(invoke_without_command=True)
def list_stale(
    context: typer.Context, game: GameOption = None, edition: EditionOption = None, as_json: JsonOption = False
) -> None:
    """List the stale sections under the editions that answer, with what has changed in their texts."""
    if context.invoked_subcommand is not None:
        return
    session = Session.of(context)
    corpus = session.application.repository.load_published()
    found = _bindings(session, corpus, game, edition)
    entries: list[dict[str, Any]] = []
    for one in found:
        for section in one.sections:
            if section.state is BindingState.STALE:
                changed = difference(section, one.bindings, corpus, session.application.reviews)
                if as_json:
                    entries.append(_json(one, section, changed))
                else:
                    _show(one, section, changed, session.language)
                    entries.append({})
    if as_json:
        print_json({"stale": entries})
    elif not entries:
        say(Message("No formal rule is stale."), session.language)


@stale.command()
def confirm(
    context: typer.Context,
    ref: Annotated[str, typer.Argument(metavar="REF", help="The section, as `corpus stale` names it.")],
    game: Annotated[str, typer.Option("--game", "-g", help="riftbound, mtg or vandaria.")],
    reason: Annotated[str, typer.Option("--reason", help="Why the formal rules still hold.")],
    edition: EditionOption = None,
    by: Annotated[str | None, typer.Option("--by", help="Who confirms it; else the name of your account.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Confirm that a stale section's formal rules hold for the text that applies now; its checks run again first."""
    session = Session.of(context)
    if not reason.strip():
        raise UserError(Message("Give a reason."))
    corpus = session.application.repository.load_published()
    found = [
        (one, section)
        for one in _bindings(session, corpus, session.checked_game(game), edition)
        for section in one.sections
        if section.section == ref
    ]
    if not found:
        raise UserError(Message("{game} has no formal rules for {ref}.", {"game": game_name(game), "ref": ref}))
    stale_ones = [pair for pair in found if pair[1].state is BindingState.STALE]
    if not stale_ones:
        raise UserError(Message("{ref} is not stale; nothing was changed.", {"ref": ref}))
    one, section = stale_ones[0]
    topic = one.bindings.topic
    if failed := _failed_checks(topic, ref):
        raise UserError(
            Message(
                "{count} checks of {ref} fail, so it was not confirmed: {failure}.",
                {"count": len(failed), "ref": ref, "failure": failed[0]},
            )
        )
    place = section.place
    confirmation = session.application.reviews.confirm(
        topic.game,
        topic.document,
        ref,
        edition=place.edition if place is not None else one.edition.edition,
        ref=place.ref if place is not None else "",
        text_hash=section.text_hash,
        actor=author(by),
        reason=reason.strip(),
    )
    session.application.refresh_index()
    if as_json:
        print_json(
            {
                "game": confirmation.game,
                "section": confirmation.section,
                "edition": confirmation.edition,
                "ref": confirmation.ref,
                "hash": confirmation.text_hash,
                "by": confirmation.actor,
                "at": confirmation.at.isoformat(),
                "reason": confirmation.reason,
            }
        )
        return
    values = {"ref": ref, "edition": confirmation.edition, "actor": confirmation.actor}
    say(Message("{ref} is confirmed for {edition} by {actor}.", values), session.language)


def _bindings(
    session: Session, corpus: PublishedCorpus, game: str | None, edition: str | None
) -> tuple[EditionBindings, ...]:
    if edition is not None and game is None:
        raise UserError(Message("Name the game of the edition with --game."))
    try:
        return edition_bindings(corpus, session.application.today(), session.checked_game(game), edition)
    except UnknownEditionError as error:
        raise UserError(
            Message(
                "{game} has no edition {edition} here; I have {known}.",
                {"game": game_name(error.game), "edition": error.edition, "known": error.known},
            )
        ) from error


def _failed_checks(topic: Topic, ref: str) -> list[str]:
    """What fails of the checks that stand at a section or name it in their trail."""
    checks = [check for check in topic.checks if check.section == ref or ref in check.cites]
    failures = (run_check(check, topic.engine)[1] for check in checks)
    return [str(failure) for failure in failures if failure is not None]


def _show(one: EditionBindings, section: SectionBinding, changed: Difference, language: str) -> None:
    where = f"{one.bindings.topic.game} {section.section}"
    if section.contested:
        say(Message("{section}: an official ruling contradicts it", {"section": where}), language)
    elif section.place is None:
        values = {"section": where, "edition": one.edition.edition}
        say(Message("{section}: its text is not in {edition}", values), language)
    else:
        values = {"section": where, "place": f"{section.place.edition} {section.place.ref}"}
        say(Message("{section}: differs in {place}", values), language)
    if changed.words:
        say(_marked(changed), language)
    elif changed.new is not None and not section.contested:
        say(Message("The old text is not in the database; it now says: {text}", {"text": changed.new}), language)


def _marked(changed: Difference) -> str:
    marks = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return "  " + " ".join(marks[sign].format(words) for sign, words in changed.words)


def _json(one: EditionBindings, section: SectionBinding, changed: Difference) -> dict[str, Any]:
    place = section.place
    return {
        "game": one.bindings.topic.game,
        "section": section.section,
        "edition": one.edition.edition,
        "in_force": one.in_force,
        "place": {"edition": place.edition, "ref": place.ref} if place is not None else None,
        "hash": section.text_hash or None,
        "contested": section.contested,
        "old": changed.old,
        "new": changed.new,
        "words": [[sign, words] for sign, words in changed.words],
    }
