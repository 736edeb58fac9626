"""What Discord sends: users, the application, a server, messages, interactions. Only facts of the protocol."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Json = dict[str, Any]

APPLICATION_ID = "1100000000000000001"
"""The bot's user has the same id."""
SERVER_ID = "1200000000000000001"
FOREIGN_SERVER_ID = "1200000000000000002"
"""A server that the bot is no member of."""
CHANNEL_ID = "1300000000000000001"
OWNER_ID = "1400000000000000009"
LOADING = 1 << 7
EPHEMERAL = 1 << 6
EMBED_LINKS = 1 << 14
ALL_PERMISSIONS = (1 << 53) - 1


class Place(StrEnum):
    """Where somebody uses the app."""

    SERVER = "server"
    DIRECT_MESSAGE = "direct message"
    USER_INSTALL = "a server that lacks the app, by somebody who brought it along"


@dataclass(frozen=True)
class Player:
    """Who interacts, from where, and with which languages set."""

    id: str = "1400000000000000001"
    locale: str = "en-US"
    server_locale: str = "en-US"
    place: Place = Place.SERVER
    app_permissions: int = ALL_PERMISSIONS


def user(identifier: str, name: str, *, bot: bool = False) -> Json:
    return {
        "id": identifier,
        "username": name,
        "discriminator": "0",
        "global_name": None,
        "avatar": None,
        "bot": bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def bot_user() -> Json:
    return user(APPLICATION_ID, "rulesbot", bot=True) | {"mfa_enabled": False, "locale": "en-US", "verified": True}


def application() -> Json:
    return {
        "id": APPLICATION_ID,
        "name": "rulesbot",
        "icon": None,
        "description": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "owner": user(OWNER_ID, "owner"),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}, "1": {}},
    }


def server() -> Json:
    """As GUILD_CREATE has it."""
    everyone = {
        "id": SERVER_ID,
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(ALL_PERMISSIONS),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    channel = {
        "id": CHANNEL_ID,
        "type": 0,
        "name": "rules",
        "position": 0,
        "parent_id": None,
        "nsfw": False,
        "permission_overwrites": [],
        "topic": None,
    }
    bot = {"user": bot_user(), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "mute": False, "deaf": False}
    lists = ("emojis", "features", "presences", "stickers", "threads", "voice_states", "stage_instances")
    return {
        "id": SERVER_ID,
        "name": "Card shop",
        "unavailable": False,
        "owner_id": OWNER_ID,
        "preferred_locale": "en-US",
        "roles": [everyone],
        "channels": [channel],
        "members": [bot | {"flags": 0}],
        "member_count": 2,
        "guild_scheduled_events": [],
        **{name: [] for name in lists},
    }


def message(identifier: str, *, channel_id: str, of_interaction: bool) -> Json:
    """An empty message of the bot."""
    sent: Json = {
        "id": identifier,
        "channel_id": channel_id,
        "type": 20 if of_interaction else 0,
        "author": bot_user(),
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": 0,
    }
    return sent | {"application_id": APPLICATION_ID, "webhook_id": APPLICATION_ID} if of_interaction else sent


def interaction(kind: int, data: Json, player: Player, *, identifier: str, token: str) -> Json:
    """As INTERACTION_CREATE has it: 2 command, 3 component, 4 autocomplete, 5 modal."""
    person = user(player.id, "player")
    sent: Json = {
        "id": identifier,
        "application_id": APPLICATION_ID,
        "type": kind,
        "data": data,
        "token": token,
        "version": 1,
        "locale": player.locale,
        "app_permissions": str(player.app_permissions),
        "attachment_size_limit": 10 * 1024 * 1024,
        "entitlements": [],
        "channel_id": CHANNEL_ID,
    }
    if player.place is Place.DIRECT_MESSAGE:
        channel = {"id": CHANNEL_ID, "type": 1, "recipients": [person], "last_message_id": None}
        return sent | {
            "user": person,
            "channel": channel,
            "context": 1,
            "authorizing_integration_owners": {"0": "0"},
        }
    member = {
        "user": person,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "permissions": str(ALL_PERMISSIONS),
        "mute": False,
        "deaf": False,
        "flags": 0,
    }
    with_app = player.place is Place.SERVER
    server_id = SERVER_ID if with_app else FOREIGN_SERVER_ID
    return sent | {
        "member": member,
        "guild_id": server_id,
        "guild": {"id": server_id, "locale": player.server_locale, "features": []},
        "guild_locale": player.server_locale,
        "channel": {"id": CHANNEL_ID, "type": 0, "name": "rules", "position": 0, "permissions": "0", "nsfw": False},
        "context": 0,
        "authorizing_integration_owners": {"0": server_id} if with_app else {"1": player.id},
    }
