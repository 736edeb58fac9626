"""An `Answer` as one message."""

from __future__ import annotations

import discord

from bot.answering.answer import Answer
from bot.answering.headline import headline
from bot.discord.responding import Reply
from bot.locale.translation import translate


def render(answer: Answer) -> Reply:
    line = headline(answer)
    parts = [translate(said, answer.language) for said in (line.verdict, line.status, *answer.says) if said is not None]
    for part in answer.parts:
        parts.extend(translate(said, answer.language) for said in part.says)
    text = discord.utils.escape_markdown("\n".join(parts))
    return Reply(embeds=(discord.Embed(description=text[:4000]),))
