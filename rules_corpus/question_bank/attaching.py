"""Puts the bank's questions at their rules in the editions that are loaded, wherever these rules stand now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules_corpus.bindings import binding_hash, official_text
from rules_corpus.passages import Passage, PassageKind, PublishedCorpus, PublishedEdition, Text, TextRole
from rules_corpus.question_bank.entries import BankEntry, QuestionBank


class Unplaced(StrEnum):
    """Why an entry has no place in a loaded edition."""

    REWORDED = "reworded"
    """Its number is there with another text, and its text stands nowhere else."""
    GONE = "gone"
    """Neither its number nor its text is there."""
    AMBIGUOUS = "ambiguous"
    """Several rules have its text, none of them its number."""


@dataclass(frozen=True, slots=True)
class ToReview:
    """An entry that a loaded edition has no sure place for: it is not indexed there."""

    entry: BankEntry
    edition: str
    """The loaded edition."""
    reason: Unplaced


def attach_questions(corpus: PublishedCorpus, bank: QuestionBank) -> tuple[PublishedCorpus, tuple[ToReview, ...]]:
    """The corpus with each rule's bank questions among its texts (role `QUESTION`), and the entries without a place.

    Only editions with official texts of a document that the bank knows take part. A number is trusted only where it
    still has the text that the entry was written for.
    """
    by_document: dict[tuple[str, str], list[BankEntry]] = defaultdict(list)
    for entry in bank.entries:
        by_document[entry.game, entry.document].append(entry)
    editions: list[PublishedEdition] = []
    review: list[ToReview] = []
    for edition in corpus.editions:
        entries = by_document.get((edition.game, edition.document), [])
        if not entries or not _has_official_rules(edition):
            editions.append(edition)
            continue
        questions, unplaced = _placed(edition, entries)
        review += unplaced
        passages = tuple(
            replace(passage, texts=passage.texts + tuple(questions[at])) if at in questions else passage
            for at, passage in enumerate(edition.passages)
        )
        editions.append(replace(edition, passages=passages))
    return replace(corpus, editions=tuple(editions)), tuple(review)


def _has_official_rules(edition: PublishedEdition) -> bool:
    return any(_official(passage, edition.authority) is not None for passage in edition.passages)


def _official(passage: Passage, authority: str) -> str | None:
    return official_text(passage, authority) if passage.kind is PassageKind.RULE else None


def _placed(edition: PublishedEdition, entries: Sequence[BankEntry]) -> tuple[dict[int, list[Text]], list[ToReview]]:
    by_ref: dict[str, int] = {}
    hashes: dict[int, str] = {}
    by_hash: dict[str, list[int]] = defaultdict(list)
    for at, passage in enumerate(edition.passages):
        text = _official(passage, edition.authority)
        if text is None:
            continue
        by_ref[passage.ref] = at
        hashes[at] = binding_hash(text)
        by_hash[hashes[at]].append(at)
    questions: dict[int, list[Text]] = defaultdict(list)
    unplaced: list[ToReview] = []
    for entry in _own_edition_first(entries, edition.edition):
        same_number = by_ref.get(entry.ref)
        if same_number is not None and hashes[same_number] == entry.rule_hash:
            place = same_number
        elif len(same_text := by_hash.get(entry.rule_hash, [])) == 1:
            place = same_text[0]
        else:
            reason = Unplaced.AMBIGUOUS if same_text else Unplaced.GONE if same_number is None else Unplaced.REWORDED
            unplaced.append(ToReview(entry, edition.edition, reason))
            continue
        known = {text.text for text in questions[place]}
        questions[place] += [
            Text(language, question, TextRole.QUESTION)
            for language, question in entry.questions
            if question not in known
        ]
    return {at: found for at, found in questions.items() if found}, unplaced


def _own_edition_first(entries: Iterable[BankEntry], edition: str) -> list[BankEntry]:
    return sorted(entries, key=lambda entry: entry.edition != edition)
