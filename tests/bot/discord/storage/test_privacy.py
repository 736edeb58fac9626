"""Who may see what, for how long, and how it goes away."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlalchemy import Engine, select

from bot.discord.storage.conversations import add_question
from bot.discord.storage.feedback import ReviewItem, give_feedback, review_of_operator, review_of_server
from bot.discord.storage.interactions import claim
from bot.discord.storage.models import Base, DiscordUser
from bot.discord.storage.preferences import preferences, set_language, set_opted_out
from bot.discord.storage.privacy import delete_everything, export
from bot.discord.storage.question_log import LoggedQuestion, log_question, questions_of_server
from bot.discord.storage.replies import ReplyState, reply
from bot.discord.storage.retention import Purged, purge
from bot.discord.storage.store import Store
from tests.bot.discord.storage.conftest import ASKER_ID, OTHER_ID, StandingClock

ASKED = LoggedQuestion("Can I equip it?", "en", "riftbound", "derived", "yes", "VALID")
TABLES = [table for table in Base.metadata.sorted_tables if table.name.startswith("discord_")]
PERSONAL = [table for table in TABLES if any(column.name.endswith("_key") for column in table.columns)]


def stored(engine: Engine) -> dict[str, str]:
    """Everything that is in the tables of the service, as text."""
    with engine.connect() as connection:
        return {table.name: repr(connection.execute(select(table)).all()) for table in TABLES}


@pytest.fixture
def everything(store: Store, asker: str, replied: Callable[..., ReplyState]) -> ReplyState:
    """The asker has used everything once."""
    set_language(store, asker, "id")
    add_question(store, asker, 20, "Can I equip it?", {"turn": "you"})
    assert log_question(store, asker, 10, ASKED)
    kept = replied()
    assert give_feedback(store, asker, kept, helpful=False)
    assert claim(store, 1)
    return kept


def test_no_table_holds_the_id_of_a_user(engine: Engine, store: Store, everything: ReplyState, other: str) -> None:
    give_feedback(store, other, everything, helpful=True)
    texts = stored(engine)
    assert [name for name, text in texts.items() if text == "[]"] == ["discord_command_upload", "discord_server"]
    for text in texts.values():
        assert str(ASKER_ID) not in text and str(OTHER_ID) not in text
        assert f"{ASKER_ID:x}" not in text


def test_export_has_everything_of_a_person_and_nothing_of_others(
    store: Store, everything: ReplyState, asker: str, other: str, replied: Callable[..., ReplyState]
) -> None:
    give_feedback(store, other, everything, helpful=True)
    theirs = replied(text="What somebody else asked", user_key=other)
    give_feedback(store, other, theirs, helpful=False)
    exported = export(store, asker)
    assert set(exported) == {table.name for table in PERSONAL}
    assert {name: len(rows) for name, rows in exported.items()} == {
        "discord_user": 1,
        "discord_conversation": 1,
        "discord_reply": 1,
        "discord_question": 1,
        "discord_feedback": 2,
    }
    assert [row["yours"] for row in exported["discord_feedback"]] == [True, False]
    text = json.dumps(exported)
    assert "somebody else" not in text and other not in text and "Can I equip it?" in text
    assert set(map(len, export(store, "0" * 64).values())) == {0}


def test_deleting_leaves_nothing_of_a_person_and_everything_of_others(
    engine: Engine, store: Store, everything: ReplyState, asker: str, other: str, replied: Callable[..., ReplyState]
) -> None:
    give_feedback(store, other, everything, helpful=False)
    theirs = replied(text="What somebody else asked", user_key=other)
    give_feedback(store, asker, theirs, helpful=False)
    before = export(store, other)
    assert delete_everything(store, asker) == 7
    assert set(map(len, export(store, asker).values())) == {0}
    assert all(asker not in text and "Can I equip it?" not in text for text in stored(engine).values())
    assert reply(store, theirs.id) == theirs
    assert export(store, other)["discord_reply"] == before["discord_reply"]
    assert delete_everything(store, asker) == 0


def test_who_opts_out_is_no_longer_logged_and_what_was_logged_goes(
    store: Store, everything: ReplyState, asker: str, other: str
) -> None:
    log_question(store, other, 10, ASKED)
    set_opted_out(store, asker, True)
    assert len(questions_of_server(store, 10)) == 1
    assert not log_question(store, asker, 10, ASKED) and len(questions_of_server(store, 10)) == 1
    set_opted_out(store, asker, False)
    assert log_question(store, asker, 10, ASKED) and len(questions_of_server(store, 10)) == 2
    assert preferences(store, asker).language == "id"


def test_others_cannot_show_the_question_of_who_has_opted_out(
    store: Store, asker: str, other: str, replied: Callable[..., ReplyState]
) -> None:
    set_opted_out(store, asker, True)
    kept = replied()
    assert not give_feedback(store, other, kept, helpful=False)
    assert review_of_server(store, 10) == ()
    assert give_feedback(store, asker, kept, helpful=False)
    assert len(review_of_server(store, 10)) == 1


def test_a_server_sees_its_own_questions_only(store: Store, asker: str, clock: StandingClock) -> None:
    for server in (10, 11, None):
        log_question(store, asker, server, LoggedQuestion(f"of {server}", "en", None, "abstain", None, None))
        clock.forward(minutes=1)
    log_question(store, asker, 10, ASKED)
    assert [asked.logged.question for asked in questions_of_server(store, 10)] == ["Can I equip it?", "of 10"]
    assert [asked.logged.question for asked in questions_of_server(store, 11)] == ["of 11"]
    assert questions_of_server(store, 12) == () and len(questions_of_server(store, 10, limit=1)) == 1


def test_the_review_queue_shows_each_what_is_theirs(
    store: Store, asker: str, other: str, clock: StandingClock, replied: Callable[..., ReplyState]
) -> None:
    mine, elsewhere, direct = replied(10, "mine"), replied(11, "elsewhere"), replied(None, "direct")
    for state in (mine, elsewhere):
        give_feedback(store, other, state, helpful=False)
        clock.forward(minutes=1)
    assert [item.question for item in review_of_server(store, 10)] == ["mine"]
    assert [item.question for item in review_of_server(store, 11)] == ["elsewhere"]
    assert review_of_operator(store) == (), "only bystanders pressed"
    for state in (elsewhere, direct):
        give_feedback(store, asker, state, helpful=False)
        clock.forward(minutes=1)
    assert [item.question for item in review_of_operator(store)] == ["direct", "elsewhere"]
    assert [item.by_asker for item in review_of_server(store, 11)] == [True, False]
    item = review_of_server(store, 10)[0]
    assert item == ReviewItem(
        item.id, item.pressed_at, 10, False, "mine", "Ya.", ("818.1.c.2", "435.4"), "riftbound", "1.5", "id"
    )


def test_pressing_helpful_takes_wrong_back(store: Store, asker: str, replied: Callable[..., ReplyState]) -> None:
    kept = replied()
    give_feedback(store, asker, kept, helpful=False)
    give_feedback(store, asker, kept, helpful=True)
    assert review_of_server(store, 10) == () == review_of_operator(store)
    give_feedback(store, asker, kept, helpful=False)
    assert len(review_of_server(store, 10)) == 1


def test_everything_goes_when_its_time_is_up(
    store: Store, everything: ReplyState, asker: str, clock: StandingClock
) -> None:
    nothing = Purged(0, 0, 0, 0, 0)
    assert purge(store) == nothing
    clock.forward(minutes=30)
    assert purge(store) == nothing
    clock.forward(minutes=1)
    assert purge(store) == Purged(0, 0, 0, 1, 0)
    clock.forward(days=1)
    assert purge(store) == Purged(0, 0, 0, 0, 1)
    clock.forward(days=28, hours=23)
    assert purge(store) == nothing and len(questions_of_server(store, 10)) == 1
    clock.forward(hours=1)
    assert purge(store) == Purged(1, 1, 1, 0, 0)
    assert {name: len(rows) for name, rows in export(store, asker).items() if rows} == {"discord_user": 1}
    assert purge(store) == nothing


def test_times_without_a_zone_are_refused(store: Store) -> None:
    with pytest.raises(Exception, match="time zone"), store.writing() as session:
        session.add(DiscordUser(user_key="x", opted_out=False, changed_at=store.now().replace(tzinfo=None)))
