"""What happens when a button or menu below a reply is used."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from bot.answering.answer import Message
from bot.discord.buttons.follow_up import follow_up_form, written
from bot.discord.buttons.layout import view_of
from bot.discord.exchange import Asked, answer, know_language, language_for, look_for
from bot.discord.rendering.pages import Rendered
from bot.discord.rendering.sheets import render_text
from bot.discord.responding import Interaction, page_of, respond, whisper
from bot.discord.service import Service
from bot.discord.storage.feedback import give_feedback
from bot.discord.storage.replies import ReplyRequest, ReplyState, with_fact
from bot.discord.working_out import WorkedOut, work_out
from bot.errors import UserError
from rules_corpus.passages import LANGUAGES


class ExpiredReplyError(UserError):
    """The reply's state is gone, so its buttons do nothing any more."""

    def __init__(self) -> None:
        super().__init__(Message("This reply is too old for its buttons. Ask the question again."))


class NotTheAskerError(UserError):
    """Somebody else tried to change the reply."""

    def __init__(self) -> None:
        super().__init__(Message("Only the person who asked can choose here. You can ask the question yourself."))


async def press(interaction: Interaction, service: Service, action: str, reply_id: str, more: tuple[str, ...]) -> None:
    """Do what a component stands for.

    :raises UserError: it cannot be done; what to say about it.
    """
    if action == "more":  # a form has to be the first response
        await interaction.response.send_modal(follow_up_form(reply_id, language_for(interaction)))
        return
    await interaction.response.defer()
    state = await asyncio.to_thread(service.keeper.reply, reply_id)
    if state is None:
        raise ExpiredReplyError
    know_language(interaction, state.request.language)
    mine = service.keeper.is_of(state, interaction.user.id)
    if action == "vote":
        await _vote(interaction, service, state, helpful=more == ("up",))
    elif action == "pick":
        if not mine:
            raise NotTheAskerError
        await _change(interaction, service, state, _picked(interaction, state, int(more[0])))
    elif action == "lang" and more[0] in LANGUAGES:
        request = replace(state.request, language=more[0])
        know_language(interaction, more[0])
        await (_change if mine else _show_aside)(interaction, service, state, request)
    elif action == "page":
        await _turn_to(interaction, service, state, int(more[0]), mine=mine)


async def submit(interaction: Interaction, service: Service, reply_id: str) -> None:
    """Answer a further question from the form below a reply: as a new reply, private where that one is."""
    private = interaction.message is not None and interaction.message.flags.ephemeral

    def before() -> Asked:
        state = service.keeper.reply(reply_id)
        if state is None:
            raise ExpiredReplyError
        earlier = state.request
        return Asked("ask", text, earlier.game, private=private, context=(*earlier.context, earlier.text))

    text = written(interaction.data)
    await answer(interaction, service, before, private=private)


async def _change(interaction: Interaction, service: Service, state: ReplyState, request: ReplyRequest) -> None:
    """Edit the reply, and keep how it is now."""
    done = await _worked_out(interaction, service, request)
    changed = await asyncio.to_thread(service.keeper.change, state, request, done.answer, done.rendered)
    if changed is None:
        raise ExpiredReplyError
    await respond(interaction, page_of(done.rendered, 0, view_of(changed, done.rendered, 0)))


async def _show_aside(interaction: Interaction, service: Service, state: ReplyState, request: ReplyRequest) -> None:
    """Show the same to this person alone, without touching what all others see."""
    del state
    done = await _worked_out(interaction, service, request)
    await whisper(interaction, page_of(done.rendered))


async def _turn_to(interaction: Interaction, service: Service, state: ReplyState, page: int, *, mine: bool) -> None:
    done = await _worked_out(interaction, service, state.request)
    if mine:
        shown = min(page, len(done.rendered.pages) - 1)
        await respond(interaction, page_of(done.rendered, shown, view_of(state, done.rendered, shown)))
    else:
        await whisper(interaction, page_of(done.rendered, page))


async def _vote(interaction: Interaction, service: Service, state: ReplyState, *, helpful: bool) -> None:
    keeper = service.keeper
    key = keeper.keys.of(interaction.user.id)
    kept = await asyncio.to_thread(lambda: give_feedback(keeper.store, key, state, helpful=helpful))
    if helpful:
        said = Message("Good to know, thank you.")
    elif kept:
        said = Message("Thank you. Moderators will see the question and the answer, but not who asked.")
    else:
        said = Message("The person who asked does not want their question to be kept, so I could not pass this on.")
    await whisper(interaction, page_of(_text(said, interaction, state.request.language)))


async def _worked_out(interaction: Interaction, service: Service, request: ReplyRequest) -> WorkedOut:
    look, answering = look_for(interaction), service.corpus.answering
    return await service.work.run(lambda: work_out(answering, request, look), service.deadline_s)


def _picked(interaction: Interaction, state: ReplyState, menu: int) -> ReplyRequest:
    """The request with what was chosen in a menu.

    :raises ExpiredReplyError: the reply has changed since, and has no such option any more.
    """
    data: Any = interaction.data
    try:
        fact, values = state.outcome.choices[menu]
        value = values[int(data["values"][0])]
    except (IndexError, KeyError, ValueError) as error:
        raise ExpiredReplyError from error
    return with_fact(state.request, fact, value)


def _text(message: Message, interaction: Interaction, language: str) -> Rendered:
    return render_text([message], language, look_for(interaction))
