"""A question bank of one rule for the tests of others."""

from __future__ import annotations

from rules_corpus.bindings import binding_hash
from rules_corpus.question_bank.entries import BankEntry, QuestionBank


def bank_of(game: str, document: str, edition: str, ref: str, text: str, *questions: tuple[str, str]) -> QuestionBank:
    """The bank that asks these (language, question) of one rule with this official text."""
    return QuestionBank((BankEntry(game, document, edition, ref, binding_hash(text), questions),), f"bank-of-{ref}")
