"""Settings of users and servers, and conversations that end by themselves."""

from __future__ import annotations

import pytest

from bot.discord.storage.conversations import (
    MOST_QUESTIONS,
    Conversation,
    add_question,
    choose_fact,
    conversation,
    end_conversation,
)
from bot.discord.storage.preferences import Preferences, preferences, set_language, set_opted_out
from bot.discord.storage.servers import ServerSettings, forget_server, server_settings, set_server_settings
from bot.discord.storage.store import Store
from bot.discord.storage.user_keys import UserKeys, WeakSecretError
from tests.bot.discord.storage.conftest import ASKER_ID, StandingClock

SNOWFLAKE = 2**63 - 1


def test_a_key_is_the_same_under_one_secret_and_another_under_another() -> None:
    keys, others = UserKeys("x" * 32), UserKeys("y" * 32)
    assert keys.of(ASKER_ID) == keys.of(ASKER_ID) != keys.of(ASKER_ID + 1)
    assert keys.of(ASKER_ID) != others.of(ASKER_ID)
    assert len(keys.of(0)) == len(keys.of(SNOWFLAKE)) == 64
    with pytest.raises(WeakSecretError):
        UserKeys("x" * 31)


def test_a_user_sets_language_and_opt_out_apart(store: Store, asker: str, other: str) -> None:
    assert preferences(store, asker) == Preferences()
    set_language(store, asker, "es")
    set_opted_out(store, asker, True)
    assert preferences(store, asker) == Preferences("es", True)
    set_language(store, asker, None)
    assert preferences(store, asker) == Preferences(None, True)
    assert preferences(store, other) == Preferences()
    with pytest.raises(ValueError, match="fr"):
        set_language(store, asker, "fr")


def test_a_server_has_its_own_settings(store: Store) -> None:
    settings = ServerSettings("mtg", "id", (7, SNOWFLAKE), short=True)
    set_server_settings(store, SNOWFLAKE, settings)
    assert server_settings(store, SNOWFLAKE) == settings
    assert server_settings(store, 1) == ServerSettings()
    set_server_settings(store, SNOWFLAKE, ServerSettings())
    assert server_settings(store, SNOWFLAKE) == ServerSettings()
    set_server_settings(store, SNOWFLAKE, settings)
    forget_server(store, SNOWFLAKE)
    assert server_settings(store, SNOWFLAKE) == ServerSettings()


def test_channels_allow_their_threads_and_none_named_allows_all() -> None:
    assert ServerSettings().allows(1)
    some = ServerSettings(channels=(7,))
    assert some.allows(7) and some.allows(8, parent_id=7)
    assert not some.allows(8) and not some.allows(8, parent_id=9)


def test_a_conversation_is_kept_for_thirty_minutes_after_its_last_question(
    store: Store, asker: str, clock: StandingClock
) -> None:
    add_question(store, asker, 20, "first", {"turn": "you"}, game="mtg")
    clock.forward(minutes=30)
    assert add_question(store, asker, 20, "second", {"phase": "main"}) == Conversation(
        ("first", "second"), {"phase": "main"}, "mtg"
    )
    clock.forward(minutes=30)
    assert conversation(store, asker, 20).questions == ("first", "second")
    clock.forward(seconds=1)
    assert conversation(store, asker, 20) == Conversation()
    assert add_question(store, asker, 20, "third") == Conversation(("third",))


def test_conversations_are_apart_by_user_and_channel(store: Store, asker: str, other: str) -> None:
    add_question(store, asker, 20, "mine")
    assert conversation(store, asker, 21) == Conversation() == conversation(store, other, 20)


def test_a_chosen_fact_joins_the_last_question(store: Store, asker: str, clock: StandingClock) -> None:
    assert choose_fact(store, asker, 20, "turn", "you") == Conversation()
    add_question(store, asker, 20, "first", {"turn": "you"})
    choose_fact(store, asker, 20, "phase", "main")
    assert choose_fact(store, asker, 20, "turn", "opponent").facts == {"turn": "opponent", "phase": "main"}
    clock.forward(minutes=31)
    assert choose_fact(store, asker, 20, "turn", "you") == Conversation()


def test_a_conversation_keeps_its_last_questions_and_ends_when_told(store: Store, asker: str) -> None:
    for number in range(MOST_QUESTIONS + 2):
        add_question(store, asker, 20, str(number))
    assert conversation(store, asker, 20).questions == tuple(str(n) for n in range(2, MOST_QUESTIONS + 2))
    end_conversation(store, asker, 20)
    assert conversation(store, asker, 20) == Conversation()
