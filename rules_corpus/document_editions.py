"""Literate files brought together into editions, with the checks that take more than one file."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from rules_corpus.document_errors import DocumentError, quoted
from rules_corpus.document_front_matter import FrontMatter
from rules_corpus.document_numbers import derived_parent
from rules_corpus.document_passages import SectionReading
from rules_corpus.passages import EditionContent, Layer, Passage, PassageKind

_AGREE = {
    "authority": "authority",
    "base": "base",
    "partial": "partial",
    "effective": "effective",
    "numbering": "own_numbering",
    "title": "titles",
}
"""The front matter that all files of an edition share, each key with the attribute that holds it."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file as far as it could be read; `front` is None where not even its edition is known."""

    path: Path
    front: FrontMatter | None
    readings: tuple[SectionReading, ...]
    sound: bool = True
    """Whether nothing is wrong in the front matter."""


@dataclass(frozen=True, slots=True)
class _Edition:
    front: FrontMatter
    """Of its first file."""
    sources: tuple[Source, ...]
    places: dict[str, tuple[Source, SectionReading]]
    """The first section of each number and name."""

    @property
    def key(self) -> tuple[str, str]:
        return self.front.game, self.front.edition

    def has(self, ref: str, kind: PassageKind) -> bool:
        return ref in self.places and self.places[ref][1].kind is kind


def merged(sources: list[Source]) -> tuple[tuple[EditionContent, ...], list[DocumentError]]:
    """The editions that the files hold, in the order of their first files, and what is wrong between the files.

    The editions are whole only where neither the files nor the list have errors.
    """
    groups: dict[tuple[str, str, str], list[Source]] = defaultdict(list)
    for source in sources:
        if source.front is not None:
            groups[source.front.game, source.front.document, source.front.edition].append(source)
    errors: list[DocumentError] = []
    editions = [_edition(group, errors) for group in groups.values()]
    # What a file of unknown edition holds is unknown, so nothing can be said to be absent from its game.
    unread = {source.path.parent for source in sources if source.front is None}
    known = {e.key: e for e in editions if not unread & {source.path.parent for source in e.sources}}
    for edition in known.values():
        _check_references(edition, known, errors)
        _check_parents(edition, errors)
    return tuple(_content(edition) for edition in editions), errors


def _edition(group: list[Source], errors: list[DocumentError]) -> _Edition:
    first = group[0].front
    if first is None:
        raise AssertionError("only files whose edition is known are grouped")
    places: dict[str, tuple[Source, SectionReading]] = {}
    for source in group:
        if source.sound:
            _check_agreement(next(one for one in group if one.sound), source, errors)
        for reading in source.readings:
            earlier, _ = places.setdefault(reading.ref, (source, reading))
            if earlier is not source:
                where = f"{earlier.path.name}:{places[reading.ref][1].line}"
                found = f"{quoted(reading.ref)} again (first in {where})"
                errors.append(
                    DocumentError(source.path, reading.line, found, "each number and name once in an edition")
                )
    return _Edition(first, tuple(group), places)


def _check_agreement(first: Source, other: Source, errors: list[DocumentError]) -> None:
    if first.front is None or other.front is None:
        raise AssertionError("only files whose edition is known are grouped")
    for key, attribute in _AGREE.items():
        if getattr(first.front, attribute) != getattr(other.front, attribute):
            expected = f"the same {key} as in {first.path.name}, which holds the same edition"
            found = "another one" if key in dict(other.front.lines) else "none"
            errors.append(DocumentError(other.path, other.front.line_of(key), found, expected))


def _check_references(
    edition: _Edition, editions: dict[tuple[str, str], _Edition], errors: list[DocumentError]
) -> None:
    for source in edition.sources:
        for reading in source.readings:
            for link in reading.links:
                if not edition.has(link.ref, link.kind):
                    what = "rule" if link.kind is PassageKind.RULE else "KEYWORD entry"
                    expected = f"a {what} that this corpus has in {edition.front.document} {edition.front.edition}"
                    errors.append(DocumentError(source.path, link.line, quoted(link.ref), expected))
            for other in reading.counterparts:
                target = editions.get((edition.front.game, other.edition))
                if target and target.front.complete and not target.has(other.ref, PassageKind.RULE):
                    expected = f"a rule of {edition.front.document} {other.edition}"
                    errors.append(DocumentError(source.path, other.line, quoted(other.ref), expected))


def _parent(edition: _Edition, passage: Passage) -> str | None:
    if passage.kind is not PassageKind.RULE or passage.parent is not None:
        return passage.parent
    above = derived_parent(edition.front.document, passage.ref)
    return above if above is not None and edition.has(above, PassageKind.RULE) else None


def _check_parents(edition: _Edition, errors: list[DocumentError]) -> None:
    """A parent that a section names must not lead back to that section."""
    parents = {
        ref: _parent(edition, reading.passage)
        for ref, (_, reading) in edition.places.items()
        if reading.passage is not None
    }
    cleared: set[str] = set()
    for ref, (source, reading) in edition.places.items():
        if reading.passage is None or reading.passage.parent is None:
            continue
        trail: dict[str, None] = {}
        above: str | None = ref
        while above is not None and above not in trail and above not in cleared:
            trail[above] = None
            above = parents.get(above)
        if above == ref:
            found = f"{quoted(reading.passage.parent)}, which is below it"
            errors.append(DocumentError(source.path, reading.line, found, "a parent above this rule"))
        elif above is None or above in cleared:
            cleared.update(trail)


def _content(edition: _Edition) -> EditionContent:
    front = edition.front
    passages = [
        dataclasses.replace(reading.passage, parent=_parent(edition, reading.passage))
        for _, reading in edition.places.values()
        if reading.passage is not None
    ]
    return EditionContent(
        game=front.game,
        document=front.document,
        edition=front.edition,
        layer=Layer.OWN,
        authority=front.authority,
        titles=front.titles,
        passages=tuple(passages),
        complete=front.complete,
        base=front.base,
        effective_from=front.effective,
        source=", ".join(source.path.name for source in edition.sources),
        own_numbering=front.own_numbering,
    )
