"""How questions on Vandaria Wars are read: the plain ones as meant, the tricky ones as meant or not at all."""

from __future__ import annotations

import pytest

from rule_check.derivation import Verdict
from rule_check.topics import Topic, load_topics
from tests.rule_check.readings import Expected, Readers, is_right, load_readings, readers_of

READINGS = load_readings("vandaria")


@pytest.fixture(scope="module")
def topic() -> Topic:
    return load_topics()["vandaria"]


@pytest.fixture(scope="module")
def readers(topic: Topic) -> Readers:
    return readers_of(topic)


@pytest.mark.parametrize("expected", READINGS["plain"], ids=lambda expected: expected.text)
def test_a_plain_question_is_read_and_settled(topic: Topic, readers: Readers, expected: Expected) -> None:
    found = readers[expected.language].read(expected.text)
    assert found.usable, (found.left_over, found.doubts)
    assert is_right(found, expected, topic.vocabulary), (found.query, found.scenario)
    assert found.query is not None
    derived = topic.engine.derive(found.scenario, found.query)
    assert derived.verdict in (Verdict.YES, Verdict.NO, Verdict.DEPENDS)


@pytest.mark.parametrize("expected", READINGS["tricky"], ids=lambda expected: expected.text)
def test_a_tricky_question_is_never_read_wrong(topic: Topic, readers: Readers, expected: Expected) -> None:
    found = readers[expected.language].read(expected.text)
    assert not found.usable or is_right(found, expected, topic.vocabulary), (found.query, found.scenario)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        # Which of the two is Stray, or is meant by a second mention, can't be told.
        ("en", "Does the Follower lose the effect of the Equipment if it's Stray?"),
        ("es", "¿El Follower pierde el efecto del Equipment si está Stray?"),
        ("en", "My Follower died while attacking. Can a Stray Follower carry its Equipment?"),
        ("id", "Follower gw mati pas nyerang, Follower Stray bisa bawa equipnya gak?"),
        # "llevar" is to wear and to carry.
        ("es", "Mi Follower lleva un Equipment y está Stray. ¿Conserva el efecto?"),
        # A condition or a time is asked for, not whether.
        ("en", "When can I attach Equipment to my Follower?"),
        ("id", "kapan boleh pasang equip?"),
        ("id", "Pindahin Equipment antar-Follower wajib gak?"),
    ],
)
def test_what_is_open_in_the_wording_is_not_read(readers: Readers, language: str, text: str) -> None:
    assert not readers[language].read(text).usable
