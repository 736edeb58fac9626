"""Riftbound's errata: the publisher's articles, or their collected history → the texts that apply since."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules_corpus.importers.cards.collecting import ReadErratum, clean
from rules_corpus.importers.cards.fields import Fields
from rules_corpus.importers.cards.riftbound_cards import official_name
from rules_corpus.importers.report import ImportRefused

_NEW, _OLD = "[NEW TEXT]", "[OLD TEXT]"
_HEADING = re.compile(r"^#+\s*")
_STARTER = ", Starter"
"""Articles add the starter deck to the name of a legend's printing in it."""
_WRAPPED = re.compile(r"(?<![.:!?)\]\"”—])\n(?!\[)")
"""A line end within a sentence: the width of a printed page, no paragraph."""


def read_errata_articles(articles: Iterable[Mapping[str, Any]], name: str) -> Iterator[ReadErratum]:
    """The errata of a list of articles. In an article's text, a card's name is the line before `[NEW TEXT]`; its new
    text goes up to the next heading.

    Raises ImportRefused for an article without a date or text, and where a new text is empty.
    """
    for number, article in enumerate(articles, 1):
        fields = Fields(article, name, number)
        content, title = fields.text("content"), fields.text("title")
        if not content or not title:
            raise ImportRefused("{name} has an article without a title or text.", name=name)
        date = _date(article.get("publishedAt"), name)
        for card, text in _entries(content):
            yield _erratum(card, text, date, title, name)


def read_errata_history(history: Mapping[str, Any], name: str) -> Iterator[ReadErratum]:
    """The errata of a collected history: events by card, each with the names that it matched among the cards.

    Raises ImportRefused where its shape is another one.
    """
    if not isinstance(history.get("identities"), list):
        raise ImportRefused("{name} is no history of errata.", name=name)
    events = (event for card in Fields(history, name, 1).objects("identities") for event in card.objects("events"))
    for event in events:
        card = next(iter(event.texts("matchedCardNames")), event.text("cardName"))
        text = event.text("newText")
        if not card or not text:
            raise ImportRefused("{name} has an erratum without a card or text.", name=name)
        release = event.text("release")
        source = f"{release} errata" if release else ""
        yield _erratum(official_name(card), text, _date(event.values.get("published"), name), source, name)


def _entries(content: str) -> Iterator[tuple[str, str]]:
    lines = [line.strip() for line in content.split("\n")]
    last = ""
    new: list[str] | None = None
    for line in lines:
        bare = _HEADING.sub("", line).strip()
        if bare == _NEW:
            new = []
        elif new is not None and (bare == _OLD or line.startswith("#")):
            if bare:
                yield last, "\n".join(new)
                new = None
        elif new is not None:
            new.append(line)
        elif bare:
            last = bare
    if new is not None:
        yield last, "\n".join(new)


def _erratum(card: str, text: str, date: datetime.date, source: str, name: str) -> ReadErratum:
    whole = clean(_WRAPPED.sub(" ", clean(text)))
    if not whole or not card:
        raise ImportRefused("{name}: the erratum to “{card}” is empty.", name=name, card=card)
    return ReadErratum(official_name(card).removesuffix(_STARTER), whole, date, source)


def _date(value: object, name: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(str(value)[:10])
    except ValueError as error:
        raise ImportRefused("{name} has an erratum without a date.", name=name) from error
