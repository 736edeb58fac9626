"""Each interaction is answered once, however often and by however many processes it is received."""

from __future__ import annotations

from sqlalchemy.exc import IntegrityError

from bot.discord.storage.models import DiscordInteraction
from bot.discord.storage.store import Store


def claim(store: Store, interaction_id: int) -> bool:
    """Take an interaction on. Of all who try, in whatever thread or process, exactly one gets True."""
    try:
        with store.writing() as session:
            session.add(DiscordInteraction(interaction_id=interaction_id, claimed_at=store.now()))
    except IntegrityError:
        return False
    return True
