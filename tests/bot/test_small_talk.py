"""Small talk: recognised by its words, never where a text also asks something."""

from __future__ import annotations

import pytest

from bot.answering.small_talk import SmallTalk, small_talk


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("thanks!", SmallTalk.THANKS),
        ("Thank you so much, that helped", SmallTalk.THANKS),
        ("thaaaanks bro", SmallTalk.THANKS),
        ("makasih ya", SmallTalk.THANKS),
        ("Terima kasih banyak kak!", SmallTalk.THANKS),
        ("jaja gracias", SmallTalk.THANKS),
        ("muchísimas gracias por todo", SmallTalk.THANKS),
        ("ok thanks", SmallTalk.THANKS),
        ("gracias, hasta mañana", SmallTalk.THANKS),
        ("Hi everyone", SmallTalk.GREETING),
        ("halo semuanya, selamat pagi", SmallTalk.GREETING),
        ("¡Buenas! ¿Qué tal?", SmallTalk.GREETING),
        ("wkwkwk", SmallTalk.AGREEMENT),
        ("jajaja", SmallTalk.AGREEMENT),
        ("ok sip", SmallTalk.AGREEMENT),
        ("good night", SmallTalk.GOODBYE),
        ("are you a bot?", SmallTalk.IDENTITY),
        ("kamu bot apa orang?", SmallTalk.IDENTITY),
        ("¿quién te creó?", SmallTalk.IDENTITY),
        ("tell me a joke", SmallTalk.CHAT),
    ],
)
def test_small_talk_is_recognised(text: str, kind: SmallTalk) -> None:
    assert small_talk(text) is kind


@pytest.mark.parametrize(
    "text",
    [
        "thanks, and can I equip twice?",
        "makasih, terus kalau unitnya mati?",
        "hola, ¿cómo funciona Equip?",
        "hi, what is Tank",
        "ok but why",
        "Tank",
        "hidden",
        "gracias por la respuesta, ¿y si muere?",
        "hello can my unit move",
        "is it good",
        "bot base",
        "",
        "you",
        "semua lagi",
    ],
)
def test_what_may_ask_something_is_no_small_talk(text: str) -> None:
    assert small_talk(text) is None
