"""One edition out of its layers: the publisher's text and our explanations of the same rule become one passage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from rules_corpus.passages import EditionContent, Layer, Passage, PublishedEdition

T = TypeVar("T")


def merge_layers(layers: Iterable[EditionContent]) -> tuple[PublishedEdition, ...]:
    """Group layers by (game, document, edition), and merge each group by ref, official passages first."""

    def edition_key(content: EditionContent) -> tuple[str, str, str]:
        return content.game, content.document, content.edition

    ordered = sorted(layers, key=lambda content: (*edition_key(content), content.layer is not Layer.OFFICIAL))
    return tuple(_merge(tuple(group)) for _, group in groupby(ordered, key=edition_key))


def _merge(layers: Sequence[EditionContent]) -> PublishedEdition:
    first = layers[0]
    passages: dict[str, Passage] = {}
    for layer in layers:
        for passage in layer.passages:
            known = passages.get(passage.ref)
            passages[passage.ref] = passage if known is None else _merge_passages(known, passage)
    complete = any(layer.complete for layer in layers)
    return PublishedEdition(
        game=first.game,
        document=first.document,
        edition=first.edition,
        authority=first.authority,
        titles=_unique(title for layer in layers for title in layer.titles),
        passages=tuple(passages.values()),
        complete=complete,
        base=None if complete else next((layer.base for layer in layers if layer.base), None),
        effective_from=next((layer.effective_from for layer in layers if layer.effective_from), None),
        own_numbering=all(layer.own_numbering for layer in layers),
    )


def _merge_passages(official: Passage, own: Passage) -> Passage:
    """The official passage with our explanations after it; what ours said about a missing text falls away."""
    return replace(
        official,
        texts=official.texts + own.texts,
        see=official.see or own.see,
        cites=_unique((*official.cites, *own.cites)),
        about=_unique((*official.about, *own.about)),
        counterparts=_unique((*official.counterparts, *own.counterparts)),
        sources=_unique((*official.sources, *own.sources)),
        source_date=official.source_date or own.source_date,
        effective_from=official.effective_from or own.effective_from,
        source_line=official.source_line or own.source_line,
        faq=official.faq or own.faq,
        keyword=official.keyword or own.keyword,
        card=official.card or own.card,
    )


def _unique(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))
