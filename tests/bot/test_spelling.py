"""Equality up to spelling: what may differ between two phrasings of one question, and what never may."""

from __future__ import annotations

import pytest

from bot.answering.known_words import KnownWords
from bot.answering.spelling import readings, typos_between

WORDS = KnownWords(lambda: ("weaponmaster", "equip", "showdown", "battlefield", "follower"))


def typos(asked: str, stored: str, language: str) -> int | None:
    found = [
        count
        for a in readings(asked, language)
        for s in readings(stored, language)
        if (count := typos_between(a, s, WORDS)) is not None
    ]
    return min(found, default=None)


@pytest.mark.parametrize(
    ("asked", "stored", "language"),
    [
        ("can i equip a unit at a battlefield", "Can I equip a unit at a battlefield?", "en"),
        ("  CAN I EQUIP A UNIT —\n AT A BATTLEFIELD ?! ", "Can I equip a unit at a battlefield?", "en"),
        ("Can I use Quick Draw now?", "Can I use Quick-Draw now?", "en"),
        ("can i use quickdraw now", "Can I use Quick-Draw now?", "en"),
        ("dont units die", "Don’t units die?", "en"),
        ("cant units die", "Can't units die?", "en"),
        ("puedo equipar despues de atacar", "¿Puedo equipar después de atacar?", "es"),
        ("que pasa si esta anexado", "¿Qué pasa si está anexado?", "es"),
        ("bs di equip ga", "Bisa di-equip gak?", "id"),
        ("bisa diequip nggak?", "Bisa di-equip gak?", "id"),
        ("kalo unit yg mati dimana equipmentnya", "Kalau unit yang mati, di mana Equipment-nya?", "id"),
        ("ｃａｎ　ｉ equip a unit", "Can I equip a unit?", "en"),
        ("**can** I _equip_ a unit", "Can I equip a unit?", "en"),
    ],
)
def test_spelling_alone_never_keeps_two_questions_apart(asked: str, stored: str, language: str) -> None:
    assert typos(asked, stored, language) == 0


@pytest.mark.parametrize(
    ("asked", "stored", "language", "count"),
    [
        ("can i equip a unit at a batlefield", "Can I equip a unit at a battlefield?", "en", 1),
        ("is a weaponmsater a followwer", "Is a Weaponmaster a Follower?", "en", 2),
        ("puedo equiipar una criattura", "¿Puedo equipar una criatura?", "es", 2),
        ("equipment bisa dipindhkan", "Equipment bisa dipindahkan?", "id", 1),
    ],
)
def test_a_slip_of_the_keyboard_is_forgiven(asked: str, stored: str, language: str, count: int) -> None:
    assert typos(asked, stored, language) == count


# Every pair is one small edit apart and means something else.
MEANING_CHANGES = [
    ("Can't I equip a unit?", "Can I equip a unit?", "en"),
    ("cant i equip a unit", "can i equip a unit", "en"),
    ("Can I equip your unit?", "Can I equip my unit?", "en"),
    ("Is it still detached?", "Is it still attached?", "en"),
    ("Is it still unattached?", "Is it still attached?", "en"),
    ("Can I equip units?", "Can I equip a unit?", "en"),
    ("Can I equip two Equipments?", "Can I equip two Equipment?", "en"),
    ("Is the equipper chosen?", "Is the equipped chosen?", "en"),
    ("Is it attachable?", "Is it attached?", "en"),
    ("Are the battlefields mine?", "Are the battlefield mine?", "en"),
    ("Can I equip no unit?", "Can I equip a unit?", "en"),
    ("May I not equip?", "May I equip?", "en"),
    ("Can I equip after combat?", "Can I equip before combat?", "en"),
    ("Can I equip a unit with 3 Might?", "Can I equip a unit with 2 Might?", "en"),
    ("Does it have -2 Might?", "Does it have +2 Might?", "en"),
    ("Does it have 2 Might?", "Does it have -2 Might?", "en"),
    ("Is it 1.5 Might?", "Is it 15 Might?", "en"),
    ("Can unit A equip unit B?", "Can unit B equip unit A?", "en"),
    ("Is {U} paid?", "Is {B} paid?", "en"),
    ("Is it ≠ 3?", "Is it = 3?", "en"),
    ("can i equip a unit ❌", "Can I equip a unit?", "en"),
    ("can i n̶o̶t̶ equip a unit", "Can I equip a unit?", "en"),
    ("Can I ~~equip~~ a unit", "Can I equip a unit?", "en"),
    ("equip I can a unit?", "Can I equip a unit?", "en"),
    ("Does it reach the b\N{CYRILLIC SMALL LETTER A}ttlefield?", "Does it reach the battlefield?", "en"),
    ("Is it reatt\N{CYRILLIC SMALL LETTER A}ched now?", "Is it reattached now?", "en"),
    ("Does this unattached card work?", "Does this attached card work?", "en"),
    ("¿Puede equipar una criatura?", "¿Puedo equipar una criatura?", "es"),
    ("¿Puedo equipar unas criaturas?", "¿Puedo equipar una criatura?", "es"),
    ("¿Puedo desanexar un Equipo?", "¿Puedo anexar un Equipo?", "es"),
    ("¿Sirve si controló la criatura?", "¿Sirve si controlo la criatura?", "es"),
    ("¿Sirve si controlo la criatura?", "¿Sirve si controló la criatura?", "es"),
    ("¿El Equipo queda anexada?", "¿El Equipo queda anexado?", "es"),
    ("¿Puedo equipar tus criaturas?", "¿Puedo equipar mis criaturas?", "es"),
    ("¿Puedo equiparlo?", "¿Puedo equiparla?", "es"),
    ("¿Ataqué con la criatura?", "¿Ataque con la criatura?", "es"),
    ("Biasa dipasang gak?", "Bisa dipasang gak?", "id"),
    ("Bisa dipasang", "Bisa dipasang gak?", "id"),
    ("Gak bisa dipasang?", "Bisa dipasang gak?", "id"),
    ("Belum dipasang?", "Bukan dipasang?", "id"),
    ("Equipment bisa dipasangi?", "Equipment bisa dipasang?", "id"),
    ("Equipment bisa memasang?", "Equipment bisa dipasang?", "id"),
    ("Pasangin Equipment itu?", "Pasangan Equipment itu?", "id"),
    ("Equipment terpasang itu dipindah?", "Equipment dipasang itu dipindah?", "id"),
    ("Unit lawan bisa kan?", "Unit lawan bisa gak?", "id"),
    ("Follower turun dulu?", "Follower turun turn?", "id"),
    ("Punyaku terlepas?", "Punyamu terlepas?", "id"),
]


@pytest.mark.parametrize(("asked", "stored", "language"), MEANING_CHANGES)
def test_a_change_of_meaning_is_never_spelling(asked: str, stored: str, language: str) -> None:
    assert typos(asked, stored, language) is None
    assert typos(stored, asked, language) is None


def test_three_slips_are_too_many() -> None:
    stored = "Does the Weaponmaster follower reach the battlefield?"
    assert typos("Does the Weaponmsater folllower reach the battlefield?", stored, "en") == 2
    assert typos("Does the Weaponmsater folllower reach the batlefield?", stored, "en") is None


def test_a_slip_that_could_mean_two_words_is_no_slip() -> None:
    # One letter from "attached" and from "attacked".
    assert typos("is it attacjed", "is it attached", "en") is None


def test_an_empty_text_equals_nothing() -> None:
    assert typos("", "", "en") is None
    assert typos("?!", "...", "en") is None
