from __future__ import annotations

import pytest

from bot.answering.naming import compact_refs


@pytest.mark.parametrize(
    ("refs", "text"),
    [
        (["702.6a", "702.6b", "702.6c", "702.6d", "702.6e"], "702.6a–e"),
        (["702.6k", "702.6m", "702.6n", "702.6p"], "702.6k–p"),  # Magic has no l and o
        (["818.1.c.1", "818.1.c.2", "818.1.c.3", "818.2"], "818.1.c.1–3, 818.2"),
        (["702.9", "702.10", "702.11"], "702.9–11"),
        (["435.4", "435.4.a"], "435.4, 435.4.a"),
        (["818.1.a", "818.1.b"], "818.1.a, 818.1.b"),
        (["a-name", "b-name"], "a-name, b-name"),
        ([], ""),
    ],
)
def test_rules_in_a_row_are_written_as_a_range(refs: list[str], text: str) -> None:
    assert compact_refs(refs) == text
