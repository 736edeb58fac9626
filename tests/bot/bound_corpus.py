"""The starter corpus of Riftbound over an official 1.4 in words of our own, to which its formal rules are bound."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from bot.answering.checking import Checker
from bot.answering.pipeline import Answering
from index.search import SearchIndex
from index.snapshot import build_snapshot
from rule_check.topics import Topic, load_topic
from rules_corpus.bindings import Bind, binding_hash
from rules_corpus.disagreements import Disagreement
from rules_corpus.documents import GAMES_FOLDER, load_starter_editions
from rules_corpus.lexicon import load_lexicon
from rules_corpus.merging import merge_layers
from rules_corpus.passages import (
    FaqDetails,
    Passage,
    PassageKind,
    PublishedCorpus,
    PublishedEdition,
    Text,
    TextRole,
)
from tests.bot.conftest import MemoryCache, WordEncoder

TODAY = datetime.date(2026, 11, 1)


@cache
def _starter() -> PublishedEdition:
    (merged,) = merge_layers(load_starter_editions(GAMES_FOLDER / "riftbound"))
    return merged


def _words(ref: str) -> str:
    return f"The publisher's own words for what number {ref.replace('.', ' ')} of the book says."


def official_passages(changed: Mapping[str, str] | None = None) -> tuple[Passage, ...]:
    """The rules of 1.4 that our sections name; `changed` gives some of them another text."""
    refs = {place.ref: None for p in _starter().passages for place in p.counterparts if place.edition == "1.4"}
    texts = {ref: _words(ref) for ref in refs} | dict(changed or {})
    return tuple(
        Passage(ref, PassageKind.RULE, (Text("en", text, official=True),)) for ref, text in sorted(texts.items())
    )


def official(
    label: str, day: str, passages: tuple[Passage, ...], *, document: str = "core-rules", complete: bool = True
) -> PublishedEdition:
    titles = (Text("en", "Official Book", TextRole.TITLE, official=True),)
    date = datetime.date.fromisoformat(day)
    return PublishedEdition("riftbound", document, label, "en", titles, passages, complete, None, date)


def faq(verdict: str, question: str, *, publisher: bool = True, given: tuple[tuple[str, str], ...] = ()) -> Passage:
    """A stored answer, the publisher's or somebody else's."""
    texts = (
        Text("en", question, TextRole.QUESTION, publisher),
        Text("en", f"The list answers {verdict}.", official=publisher),
    )
    return Passage("a-stored-answer", PassageKind.FAQ, texts, faq=FaqDetails(verdict, False, given))


def corpus(*editions: PublishedEdition, changed: Mapping[str, str] | None = None) -> PublishedCorpus:
    """Our 1.5 over the official 1.4, and whatever else is published."""
    return PublishedCorpus(1, (official("1.4", "2026-07-16", official_passages(changed)), _starter(), *editions))


@cache
def bound_topic() -> Topic:
    topic = load_topic("riftbound")
    binds = {
        section: tuple(
            Bind(place.edition, binding_hash(_words(place.ref))) for place in topic.passages[section].counterparts
        )
        for section in topic.sections
        if topic.passages[section].counterparts
    }
    return replace(topic, binds=binds)


class BoundChecker(Checker):
    """The real checker, its Riftbound rules bound to the texts above."""

    def topic(self, game: str) -> Topic | None:
        return bound_topic() if game == "riftbound" else super().topic(game)


def answering(published: PublishedCorpus, recorded: list[Disagreement] | None = None) -> Answering:
    """The pipeline over a corpus; what it would put into the queue goes into `recorded`."""
    lexicon = load_lexicon()
    snapshot = build_snapshot(published, WordEncoder(), lexicon, MemoryCache())  # type: ignore[arg-type]
    index = SearchIndex(snapshot, WordEncoder(), lexicon, TODAY)
    found = recorded if recorded is not None else []
    return Answering(lambda: index, lexicon, "en", lambda: BoundChecker(lexicon), found.append)
