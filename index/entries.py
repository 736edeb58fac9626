"""What is indexed: every text of every passage, each with the context that its number alone does not tell.

An entry is one text in one language. It points at the passage that a search returns for it:

- a body (of a rule, ruling or glossary entry) points at its own passage; a title is put before the body,
  so that "Ward: …" is found by both;
- each phrasing of an FAQ's question is an entry of its own, and so is its answer;
- an example points at the rule that it illustrates (its parent): it tells a situation in a player's words, but the
  rule is what decides. An example whose rule is not in the edition points at itself;
- a card has no entry: its text is made of the rules' own words and would stand before the rules that decide. Cards
  are found by name only;
- a heading has no entry: it decides nothing, and is found by name and number only. It gives context to the
  passages below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_corpus.passages import Passage, PassageKind, PublishedCorpus, PublishedEdition, TextRole

_LABEL_WORDS = 8
"""A text of up to this many words serves as a label ("Equip", "Cost to play") even where it is no title."""
_CONTEXT_LABELS = 3
_FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One searchable text and the passage that it leads to."""

    edition: int
    """Position in `PublishedCorpus.editions`."""
    passage: int
    """Position of the passage to return, in that edition's `passages`."""
    origin: int
    """Position of the passage that holds the text; another one than `passage` for an example."""
    text: int
    """Position of the text in `origin`'s `texts`."""
    language: str
    content: str
    """What is encoded and analysed: context and text, "Artifacts > Equip. …"."""


def entries_of(corpus: PublishedCorpus, context: bool = True) -> tuple[IndexEntry, ...]:
    """The entries of all editions, in the corpus' order; `context`: with the labels above each passage."""
    return tuple(
        entry
        for number, edition in enumerate(corpus.editions)
        for entry in _entries_of_edition(number, edition, context)
    )


def _entries_of_edition(number: int, edition: PublishedEdition, with_context: bool) -> Iterator[IndexEntry]:
    by_ref = {passage.ref: position for position, passage in enumerate(edition.passages)}
    contexts = _Contexts(edition, by_ref)
    for position, passage in enumerate(edition.passages):
        if passage.heading or passage.kind is PassageKind.CARD:
            continue
        target = position
        if passage.kind is PassageKind.EXAMPLE and passage.parent is not None:
            target = by_ref.get(passage.parent, position)
        for text_position, text in enumerate(passage.texts):
            if text.role is TextRole.TITLE and passage.texts_of(TextRole.BODY):
                continue
            if not text.text.strip():
                continue
            words = text.text
            if text.role is TextRole.BODY and (title := title_of(passage, text.language)):
                words = f"{title}: {words}"
            context = contexts.of(passage, text.language) if with_context else ""
            content = f"{context}. {words}" if context else words
            yield IndexEntry(number, target, position, text_position, text.language, content)


def title_of(passage: Passage, language: str) -> str:
    """Its title in the language, else in English, else "" where it has neither."""
    for wanted in (language, _FALLBACK):
        for text in passage.texts_of(TextRole.TITLE, wanted):
            return text.text
    return ""


def label_of(passage: Passage, language: str) -> str:
    """What to call it: its title, or its text where that is short enough to be one; else ""."""
    if title := title_of(passage, language):
        return title
    for wanted in (language, _FALLBACK):
        body = passage.body(wanted)
        if body is not None and (passage.heading or len(body.text.split()) <= _LABEL_WORDS):
            return body.text.rstrip(" .")
    return ""


class _Contexts:
    """The labels above a passage, outermost first, joined by " > "."""

    def __init__(self, edition: PublishedEdition, by_ref: Mapping[str, int]) -> None:
        self._passages = edition.passages
        self._by_ref = by_ref
        self._known: dict[tuple[str, str], str] = {}

    def of(self, passage: Passage, language: str) -> str:
        above = passage.parent
        if above is None and passage.about:
            above = passage.about[0]
        if above is None:
            return ""
        key = (above, language)
        if key not in self._known:
            self._known[key] = " > ".join(self._labels(above, language))
        return self._known[key]

    def _labels(self, ref: str, language: str) -> list[str]:
        labels: list[str] = []
        seen: set[str] = set()
        while ref in self._by_ref and ref not in seen and len(labels) < _CONTEXT_LABELS:
            seen.add(ref)
            passage = self._passages[self._by_ref[ref]]
            label = label_of(passage, language)
            if label and label not in labels:
                labels.insert(0, label)
            if passage.parent is None:
                break
            ref = passage.parent
        return labels
