"""The questions that come with the package: whole, in our own words, and bound to the official texts."""

from __future__ import annotations

from collections import Counter

import pytest

from index.language import detect_language
from rules_corpus.bindings import binding_hash
from rules_corpus.importers.magic_comprehensive_rules import import_comprehensive_rules
from rules_corpus.lexicon import load_lexicon
from rules_corpus.passages import LANGUAGES, TextRole
from rules_corpus.question_bank.checking import problems_of
from rules_corpus.question_bank.entries import load_question_bank
from tests.rules_corpus.importers.support import needs_corpora, official

BANK = load_question_bank()
MAGIC = [entry for entry in BANK.entries if entry.game == "mtg"]
EXPECTED_RULES = 1900


def test_nothing_is_wrong_with_any_question() -> None:
    assert len(MAGIC) > EXPECTED_RULES
    assert list(problems_of(BANK.entries, {})) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_in_the_language_that_they_are_filed_under(language: str) -> None:
    """Short ones full of game terms may look like another language; most never do."""
    lexicon = load_lexicon()
    asked = [question for entry in BANK.entries for question in entry.in_language(language)][::7]
    found = Counter(detect_language(question, lexicon).language for question in asked)
    assert len(asked) > 250
    assert found[language] + found[None] >= 0.95 * len(asked), found


@needs_corpora()[0]
@needs_corpora()[1]
def test_every_question_is_bound_to_an_official_text_and_copies_none_of_it() -> None:
    name = "mtg/MagicCompRules-20260807.official-bytes.txt"
    content = import_comprehensive_rules(official(name), name).content
    texts = {passage.ref: text.text for passage in content.passages for text in passage.texts_of(TextRole.BODY, "en")}
    assert [entry.ref for entry in MAGIC if binding_hash(texts.get(entry.ref, "")) != entry.rule_hash] == []
    assert list(problems_of(MAGIC, texts)) == []
