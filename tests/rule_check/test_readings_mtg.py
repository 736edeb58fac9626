"""Magic's phrases against questions that players ask: plain ones are read right, and no tricky one is misread."""

from __future__ import annotations

import pytest

from rule_check.topics import Topic, load_topics
from tests.rule_check.readings import Expected, Readers, is_right, load_readings, read_and_decided, readers_of

READINGS = load_readings("mtg")

VERDICTS = [
    # The moment: said, usual, or what it depends on
    ("en", "Can I equip right now?", "depends"),
    ("en", "When can I equip?", "depends"),
    ("en", "Can I equip my tapped creature?", "yes"),
    ("en", "Can I equip my tapped creature on my turn?", "depends"),
    ("en", "Can I equip during my second main phase?", "yes"),
    ("en", "Can I equip an attacking creature?", "no"),
    ("en", "I equip my creature in response to their spell. Is that legal?", "no"),
    ("id", "creature yg baru turun turn ini, masih summoning sick, boleh di-equip?", "yes"),
    ("es", "¿Puedo lanzar un aura sin destello en el turno del rival?", "no"),
    # Whose creature it is
    ("en", "Can I cast my Aura on my own hexproof creature?", "yes"),
    ("en", "Is my opponent's hexproof creature a legal target for my Aura?", "no"),
    ("en", "Can I equip their creature?", "no"),
    ("en", "Does equipping my own creature with ward trigger ward?", "no"),
    ("es", "¿Puedo equipar mi criatura con antimaleficio?", "yes"),
    # In response: the creature is another matter when it resolves
    ("en", "If my opponent kills the creature in response to equip, does the Equipment still attach?", "no"),
    ("id", "Kalau lawan bunuh creature gw sebagai respon equip, equipment nya nempel ga?", "no"),
    ("es", "Si matan a la criatura en respuesta a equipar, ¿se anexa el equipo?", "no"),
    # What becomes of it
    ("en", "Does an equipped creature lose the Equipment when it gets flickered?", "yes"),
    ("en", "If they steal my creature, do they get the Equipment?", "no"),
    ("en", "My creature has shroud. Can I equip it?", "no"),
    ("en", "My knight has hexproof. Can I equip my goblin?", "yes"),  # two creatures
    ("id", "Satu creature bisa pake dua equipment?", "yes"),
    ("id", "Kalo equipment diambil lawan, masih nempel di creature gw ga?", "yes"),
    ("es", "¿El equipo se queda en el campo de batalla si la criatura es destruida?", "yes"),
    ("es", "¿Un equipo puede estar anexado a dos criaturas a la vez?", "no"),
]

UNREAD = [
    ("id", "Equipment gw tapi bukan creature, lepas gak?"),
    ("en", "Can I cast an Aura on a hexproof creature?"),  # mine or not?
    ("en", "Can an opponent's Aura target my hexproof creature?"),
    ("en", "If my opponent gains control of my Equipment, can my opponent equip it?"),
    ("en", "If I steal my opponent's creature, can I move the Equipment to another creature?"),  # whose Equipment?
    ("en", "I equip my creature in response to a removal spell. Does the Equipment attach?"),
    ("en", "My sword is on my creature. What happens to my hammer if the creature dies?"),
    ("en", "Can I equip Colossus Hammer at instant speed?"),
    ("en", "Can I attach an Aura to a creature with shroud?"),  # an effect can
    ("id", "Boleh equip tanpa bayar?"),
    ("es", "¿Puedo equipar antes del combate?"),
]


@pytest.fixture(scope="module")
def topic() -> Topic:
    return load_topics()["mtg"]


@pytest.fixture(scope="module")
def readers(topic: Topic) -> Readers:
    return readers_of(topic)


@pytest.mark.parametrize("expected", [*READINGS["plain"], *READINGS["tricky"]], ids=lambda expected: expected.text)
def test_no_question_is_read_wrongly(readers: Readers, topic: Topic, expected: Expected) -> None:
    found = readers[expected.language].read(expected.text)
    assert not found.usable or is_right(found, expected, topic.vocabulary), found


def test_most_plain_questions_are_read_and_decided(readers: Readers, topic: Topic) -> None:
    read = read_and_decided(READINGS["plain"], readers, topic)
    assert all(read[language] >= 19 for language in ("en", "id", "es")), read


@pytest.mark.parametrize(("language", "text", "verdict"), VERDICTS)
def test_read_and_decided(readers: Readers, topic: Topic, language: str, text: str, verdict: str) -> None:
    found = readers[language].read(text)
    assert found.usable, (found.left_over, found.doubts)
    assert found.query is not None
    assert topic.engine.derive(found.scenario, found.query, unless=False).verdict.value == verdict


@pytest.mark.parametrize(("language", "text"), UNREAD)
def test_what_could_be_another_question_is_not_read(readers: Readers, language: str, text: str) -> None:
    found = readers[language].read(text)
    assert not found.usable, found


def test_the_usual_moment_is_only_taken_for_granted(readers: Readers) -> None:
    found = readers["en"].read("Can I equip my tapped creature?")
    assert dict(found.presumed) == {"turn": "you", "phase": "main", "stack": "empty"}
    assert readers["en"].read("Can I equip my tapped creature in combat?").presumed == ()
