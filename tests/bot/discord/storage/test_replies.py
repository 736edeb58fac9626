"""Replies whose buttons outlive a restart, interactions that are answered once, commands that are uploaded once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from bot.discord.storage.command_uploads import payload_hash, remember_upload, uploaded_hash
from bot.discord.storage.conversations import add_question, conversation
from bot.discord.storage.feedback import give_feedback, review_of_operator
from bot.discord.storage.interactions import claim
from bot.discord.storage.replies import (
    ReplyOutcome,
    ReplyRequest,
    ReplyState,
    remember_reply,
    reply,
    reply_of_interaction,
    reply_of_message,
    update_reply,
    with_fact,
)
from bot.discord.storage.retention import purge
from bot.discord.storage.store import Store
from tests.bot.discord.storage.conftest import StandingClock

REQUEST = ReplyRequest(
    "check",
    "Bisa equip?",
    "id",
    "riftbound",
    "1.5",
    ("earlier",),
    {"turn": "you"},
    answer="Yes",
    private=True,
)


def at_once(count: int, work: Callable[[int], bool]) -> list[bool]:
    """What each of some threads gets that start together."""
    ready = threading.Barrier(count)

    def run(number: int) -> bool:
        ready.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_a_reply_is_found_by_id_message_and_interaction_from_another_process(store: Store, asker: str) -> None:
    outcome = ReplyOutcome("Ya.", ("818.1",), "1.5", (("turn", ("you", "opponent")),))
    kept = remember_reply(
        store, user_key=asker, server_id=10, channel_id=20, request=REQUEST, outcome=outcome, interaction_id=2**62
    )
    updated = update_reply(store, kept.id, message_id=2**62 + 1)
    assert updated == replace(kept, message_id=2**62 + 1)
    assert (updated.request, updated.outcome, updated.user_key) == (REQUEST, outcome, asker)
    assert reply(store, kept.id) == reply_of_message(store, 2**62 + 1) == reply_of_interaction(store, 2**62) == updated
    assert reply(store, "no-such-reply") is None


def test_a_choice_changes_what_the_reply_is_about(store: Store, replied: Callable[..., ReplyState]) -> None:
    kept = replied()
    chosen = with_fact(with_fact(kept.request, "turn", "you"), "turn", "opponent")
    update_reply(store, kept.id, request=chosen, outcome=ReplyOutcome("Tidak."))
    found = reply(store, kept.id)
    assert found is not None and found.request.facts == {"turn": "opponent"} and found.outcome.says == "Tidak."


def test_a_reply_expires_and_changing_it_does_not_prolong_it(
    store: Store, replied: Callable[..., ReplyState], clock: StandingClock
) -> None:
    kept = replied()
    clock.forward(days=29, hours=23)
    assert update_reply(store, kept.id, outcome=ReplyOutcome("x")) is not None
    clock.forward(hours=1)
    assert reply(store, kept.id) is None and update_reply(store, kept.id, message_id=5) is None
    assert purge(store).replies == 1


def test_an_interaction_has_one_reply(store: Store, asker: str) -> None:
    def remember() -> ReplyState:
        return remember_reply(store, user_key=asker, server_id=None, channel_id=1, request=REQUEST, interaction_id=5)

    remember()
    with pytest.raises(IntegrityError):
        remember()


def test_one_of_many_who_claim_an_interaction_gets_it(store: Store) -> None:
    for interaction in (1, 2, 2**63 - 1):
        assert sorted(at_once(6, lambda _, i=interaction: claim(store, i))) == [False] * 5 + [True]
        assert not claim(store, interaction)


def test_questions_that_come_at_once_are_all_kept(store: Store, asker: str) -> None:
    at_once(6, lambda number: bool(add_question(store, asker, 20, str(number))))
    assert sorted(conversation(store, asker, 20).questions) == list("012345")


def test_pressing_at_once_counts_once(store: Store, asker: str, replied: Callable[..., ReplyState]) -> None:
    kept = replied()
    assert all(at_once(6, lambda _: give_feedback(store, asker, kept, helpful=False)))
    assert len(review_of_operator(store)) == 1


def test_commands_are_uploaded_when_they_change(store: Store) -> None:
    assert uploaded_hash(store, 99) is None
    before = payload_hash([{"name": "ask", "type": 1}])
    remember_upload(store, 99, before)
    assert uploaded_hash(store, 99) == before == payload_hash([{"type": 1, "name": "ask"}])
    assert uploaded_hash(store, 99, server_id=10) is None and uploaded_hash(store, 98) is None
    after = payload_hash([{"name": "ask", "type": 2}])
    remember_upload(store, 99, after)
    assert uploaded_hash(store, 99) == after != before
