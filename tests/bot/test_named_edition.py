"""Editions that a question names, and numbers that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.named_edition import find_edition


@pytest.mark.parametrize(
    ("text", "label", "month"),
    [
        ("435.4 of 1.4", "1.4", None),
        ("435.4 (1.4)", "1.4", None),
        ("435 in 1.4", "1.4", None),
        ("isi 435.4 di 1.4", "1.4", None),
        ("la 435.4 de la 1.4", "1.4", None),
        ("rule 702.6c (2026-04-17)", "2026-04-17", None),
        ("Can I equip in edition 1.4?", "1.4", None),
        ("in the 1.4 edition", "1.4", None),
        ("under core rules 1.4, may I attack?", "1.4", None),
        ("version 1.4", "1.4", None),
        ("menurut core rules 1.4", "1.4", None),
        ("di edisi 1.4", "1.4", None),
        ("versi 1.4", "1.4", None),
        ("en la edición 1.4", "1.4", None),
        ("EN LA EDICIÓN 1.4", "1.4", None),
        ("the edition of 2026-08-07", "2026-08-07", None),
        ("en la edición del 17 de abril de 2026", "2026-04-17", None),
        ("in the rules of April 17, 2026", "2026-04-17", None),
        ("edition core-rules-1.4", "core-rules-1.4", None),
        ("rule 702.6c in the April 2026 rules", None, (2026, 4)),
        ("según las reglas de agosto de 2026", None, (2026, 8)),
        ("menurut aturan Agustus 2026", None, (2026, 8)),
    ],
)
def test_finds(text: str, label: str | None, month: tuple[int, int] | None) -> None:
    mention = find_edition(text)
    assert mention is not None
    assert (mention.label, mention.month) == (label, month)


@pytest.mark.parametrize(
    "text",
    [
        "pay 1.4",
        "1.4",
        "435.4 1.4",
        "1.4 435.4",
        "I pay 1.4 and equip",
        "a unit of 1.4 might",
        "it costs (1.4) to play",
        "aturan 1.4",
        "rule 435.4",
        "rule 435.4 in combat",
        "702.6c and 301.5",
        "434.4 in 1.4 or 435.4 in 1.5",
        "what changed in edition 1.4?",
        "apa yang berubah di edisi 1.4?",
        "in April 2026 I played",
        "the tournament of August 2026",
        "rules of April 31, 2026",
        "435.4 of 12.3.4",
        "",
    ],
)
def test_leaves_other_numbers_alone(text: str) -> None:
    assert find_edition(text) is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("What does 435.4 of 1.4 say?", " of 1.4"),
        ("435.4 (1.4)", " (1.4)"),
        ("Can I equip in edition 1.4?", "in edition 1.4"),
        ("menurut core rules 1.4, apa isi 435.4?", "menurut core rules 1.4"),
        ("¿qué dice 435.4 en la edición 1.4?", "en la edición 1.4"),
    ],
)
def test_tells_which_words_name_it(text: str, named: str) -> None:
    mention = find_edition(text)
    assert mention is not None and text[mention.start : mention.end] == named


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    mention = find_edition(text)
    assert mention is None or text[mention.start : mention.end]
