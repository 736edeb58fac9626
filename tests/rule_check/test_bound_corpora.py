"""The formal rules against the official texts that they were written from, and against others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rule_check.binding_states import Bindings, BindingState, SectionBinding
from rule_check.topics import load_topic
from rules_corpus.documents import load_starter_editions
from rules_corpus.editions import EditionViews
from rules_corpus.importers import import_document
from rules_corpus.merging import merge_layers
from rules_corpus.passages import EditionContent, EditionRef, PublishedCorpus, Text
from tests.rules_corpus.importers.support import needs_corpora, official

pytestmark = needs_corpora()

MAGIC = "mtg/MagicCompRules-20260807.official-bytes.txt"


def imported(path: str, game: str, edition: str | None = None) -> EditionContent:
    return import_document(official(path), game, path.rpartition("/")[2], edition).content


def sections(game: str, edition: str, *contents: EditionContent) -> dict[str, SectionBinding]:
    corpus = PublishedCorpus(1, merge_layers([*load_starter_editions(), *contents]))
    views = EditionViews(corpus)
    bindings = Bindings(load_topic(game), corpus, views)
    answering = bindings.answering(views.pinned(game, edition))
    assert answering is not None
    return {one.section: one for one in bindings.all(answering)}


@pytest.mark.parametrize(
    ("game", "path", "label", "edition"),
    [
        ("riftbound", "riftbound/core_rules_v1.4_2026-07-16.txt", "1.4", "1.5"),
        ("riftbound", "riftbound/core_rules_v1.4_2026-07-16.jsonl", "1.4", "1.4"),
        ("mtg", MAGIC, None, "2026-08-07"),
    ],
)
def test_the_formal_rules_are_bound_in_whatever_format_their_source_came(
    game: str, path: str, label: str | None, edition: str
) -> None:
    found = sections(game, edition, imported(path, game, label))
    assert len(found) > 70
    unbound = {one.section for one in found.values() if one.state is not BindingState.BOUND}
    assert unbound == {s for s in found if not s[0].isdigit()}, "only rulings of our own have no official text"


def test_a_rule_that_was_renumbered_is_followed_by_its_text() -> None:
    older = imported("mtg/MagicCompRules-20241108.bom-crlf.txt", "mtg")
    found = sections("mtg", older.edition, imported(MAGIC, "mtg"), older)
    assert found["701.26a"].state is BindingState.BOUND
    assert found["701.26a"].place not in (None, EditionRef(older.edition, "701.26a"))


def test_one_changed_word_makes_one_section_stale() -> None:
    content = imported(MAGIC, "mtg")
    changed = tuple(
        replace(p, texts=(Text("en", p.texts[0].text.replace("creature", "permanent"), official=True),))
        if p.ref == "702.6a"
        else p
        for p in content.passages
    )
    found = sections("mtg", "2026-08-07", replace(content, passages=changed))
    assert [one.section for one in found.values() if one.state is BindingState.STALE] == ["702.6a"]
