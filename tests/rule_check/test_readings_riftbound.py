"""Riftbound's phrases against questions that players ask: plain ones are read right, and no tricky one is misread."""

from __future__ import annotations

import pytest

from rule_check.topics import Topic, load_topics
from tests.rule_check.readings import Expected, Readers, is_right, load_readings, read_and_decided, readers_of

READINGS = load_readings("riftbound")


@pytest.fixture(scope="module")
def topic() -> Topic:
    return load_topics()["riftbound"]


@pytest.fixture(scope="module")
def readers(topic: Topic) -> Readers:
    return readers_of(topic)


@pytest.mark.parametrize("expected", [*READINGS["plain"], *READINGS["tricky"]], ids=lambda expected: expected.text)
def test_no_question_is_read_wrongly(readers: Readers, topic: Topic, expected: Expected) -> None:
    found = readers[expected.language].read(expected.text)
    assert not found.usable or is_right(found, expected, topic.vocabulary), found


def test_most_plain_questions_are_read_and_decided(readers: Readers, topic: Topic) -> None:
    read = read_and_decided(READINGS["plain"], readers, topic)
    assert all(read[language] >= 18 for language in ("en", "id", "es")), read


@pytest.mark.parametrize(
    ("language", "text", "presumed"),
    [
        ("en", "Can I move my Equipment to another unit?", {"attached(e1)": "u1"}),
        ("en", "My Equipment is attached to unit A. Can I move it to unit B?", {}),
        ("id", "bisa pindahin gear ke unit lain gak", {"attached(e1)": "u1"}),
        ("es", "¿Puedo pasar mi equipo a otra unidad?", {"attached(e1)": "u1"}),
    ],
)
def test_another_unit_takes_for_granted_that_a_first_one_has_it(
    readers: Readers, language: str, text: str, presumed: dict[str, str]
) -> None:
    found = readers[language].read(text)
    assert found.usable, (found.left_over, found.doubts)
    assert dict(found.presumed) == presumed
    assert dict(found.scenario.facts) == {"attached(e1)": "u1"}
