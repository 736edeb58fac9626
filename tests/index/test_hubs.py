"""Passages that point at rules give way to the rules."""

from __future__ import annotations

import numpy as np

from index.entries import entries_of
from index.hubs import EXAMPLE_DAMPING, GLOSSARY_DAMPING, damping
from rules_corpus.passages import PassageKind
from tests.index.mini_corpus import CORPUS


def test_each_entry_is_damped_by_the_kind_of_passage_that_holds_its_text() -> None:
    entries = entries_of(CORPUS)
    table = np.array([(e.edition, e.passage, e.origin, e.text) for e in entries], dtype=np.int32)
    expected = {PassageKind.GLOSSARY: GLOSSARY_DAMPING, PassageKind.EXAMPLE: EXAMPLE_DAMPING}
    kinds = [CORPUS.editions[e.edition].passages[e.origin].kind for e in entries]
    assert {PassageKind.GLOSSARY, PassageKind.EXAMPLE, PassageKind.RULE, PassageKind.FAQ} <= set(kinds)
    assert list(damping(CORPUS, table)) == [np.float32(expected.get(kind, 0.0)) for kind in kinds]
