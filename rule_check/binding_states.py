"""Whether the formal sections of a topic still say what the loaded official texts say.

A section is compared with the edition that answers: under its known number, or wherever its text has moved. What that
edition lacks comes from its base. A section whose text differs is stale until somebody confirms it for the new text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rule_check.topics import Topic
from rules_corpus.bindings import binding_hash, official_text
from rules_corpus.editions import EditionView, EditionViews
from rules_corpus.passages import EditionRef, PassageKind, PublishedCorpus, PublishedEdition

_TELLING_LENGTH = 60
"""Characters from which a text that an edition has once is one rule, wherever it stands."""


class BindingState(StrEnum):
    BOUND = "bound"
    """The loaded official text is the one that the formal rules were written from, or confirmed for."""
    NOT_LOADED = "source not loaded"
    """No official text of it is loaded."""
    STALE = "stale"
    """The loaded text is another one, is gone, or an official ruling contradicts the formal rules."""
    OWN = "own"
    """There is no official text: the words are ours."""


@dataclass(frozen=True, slots=True)
class SectionBinding:
    """How one formal section stands to the texts of one edition."""

    section: str
    state: BindingState
    place: EditionRef | None = None
    """Where the text that it was compared with stands; None where there is none."""
    text_hash: str = ""
    """That text's hash."""
    contested: bool = False
    """An official ruling contradicts it."""


class Bindings:
    """The binding states of one topic in one state of the corpus; each is computed once."""

    def __init__(self, topic: Topic, corpus: PublishedCorpus, views: EditionViews) -> None:
        self.topic = topic
        self._views = views
        self._editions = [e for e in corpus.editions if (e.game, e.document) == (topic.game, topic.document)]
        ours = (topic.game, topic.document)
        self._confirmed: dict[str, dict[str, EditionRef]] = {}
        for one in corpus.confirmations:
            if (one.game, one.document) == ours and one.text_hash:
                self._confirmed.setdefault(one.section, {})[one.text_hash] = EditionRef(one.edition, one.ref)
        self._contested = {ref for game, document, ref in corpus.contested if (game, document) == ours}
        self._texts: dict[str, _OfficialTexts] = {}
        self._known: dict[tuple[str, str], SectionBinding] = {}

    def of(self, section: str, edition: PublishedEdition) -> SectionBinding:
        """The state of a section where an edition answers."""
        key = section, edition.edition
        if key not in self._known:
            self._known[key] = self._state(section, edition)
        return self._known[key]

    def all(self, edition: PublishedEdition) -> tuple[SectionBinding, ...]:
        """The states of all formal sections where an edition answers."""
        return tuple(self.of(section, edition) for section in self.topic.sections)

    def answering(self, view: EditionView) -> PublishedEdition | None:
        """The edition of the topic's document that answers in a view."""
        return next((e for e in view.answering if e.document == self.topic.document), None)

    def stale(self, sections: Iterable[str], view: EditionView) -> tuple[str, ...]:
        """Those of some sections that are stale in a view."""
        edition = self.answering(view)
        if edition is None:
            return ()
        formal = set(self.topic.sections)
        return tuple(s for s in sections if s in formal and self.of(s, edition).state is BindingState.STALE)

    def place(self, section: str, view: EditionView) -> EditionRef | None:
        """Where the text that a section is bound to stands in a view; None where it is not bound there."""
        edition = self.answering(view)
        if edition is None or section not in self.topic.sections:
            return None
        found = self.of(section, edition)
        return found.place if found.state is BindingState.BOUND else None

    def known_places(self, section: str) -> tuple[EditionRef, ...]:
        """The numbers that the section's own file gives its rule."""
        return (EditionRef(self.topic.edition, section), *self.topic.passages[section].counterparts)

    def accepted(self, section: str) -> frozenset[str]:
        """The hashes of the texts that the section holds for: those that it was written from or confirmed for."""
        binds = self.topic.binds.get(section, ())
        return frozenset((*(bind.text_hash for bind in binds), *self._confirmed.get(section, ())))

    def accepted_places(self, section: str) -> tuple[EditionRef, ...]:
        """Where a text that the section holds for may stand: those confirmed last first, then its own numbers."""
        return (*reversed(self._confirmed.get(section, {}).values()), *self.known_places(section))

    def _state(self, section: str, edition: PublishedEdition) -> SectionBinding:
        found = self._compared(section, edition)
        if section not in self._contested:
            return found
        return SectionBinding(section, BindingState.STALE, found.place, found.text_hash, contested=True)

    def _compared(self, section: str, edition: PublishedEdition) -> SectionBinding:
        if self.topic.passages[section].kind is not PassageKind.RULE:
            return SectionBinding(section, BindingState.OWN)
        accepted = self.accepted(section)
        for one in self._chain(edition):
            texts = self._official(one)
            if not texts:
                continue
            ref = self._ref_in(section, one, texts, accepted)
            if ref is not None:
                text_hash = texts.hash_of(ref)
                state = BindingState.BOUND if text_hash in accepted else BindingState.STALE
                return SectionBinding(section, state, EditionRef(one.edition, ref), text_hash)
            if one.complete:
                return SectionBinding(section, BindingState.STALE)
        return SectionBinding(section, BindingState.NOT_LOADED if accepted else BindingState.OWN)

    def _chain(self, edition: PublishedEdition) -> Iterator[PublishedEdition]:
        """An edition, and while one is incomplete the one that it builds on."""
        one: PublishedEdition | None = edition
        seen: set[str] = set()
        while one is not None and one.edition not in seen:
            yield one
            seen.add(one.edition)
            base = None if one.complete else one.base
            one = next((e for e in self._editions if e.edition == base), None) if base is not None else None

    def _ref_in(
        self, section: str, edition: PublishedEdition, texts: _OfficialTexts, accepted: frozenset[str]
    ) -> str | None:
        """The number under which an edition has the section's rule; None where it lacks it or nobody can tell."""
        known = self.known_places(section)
        stated = next((place.ref for place in known if place.edition == edition.edition), None)
        if stated is not None:
            return stated if stated in texts else None
        for place in known:
            if place.ref in texts and texts.hash_of(place.ref) in accepted:
                return place.ref
        for text_hash in accepted:
            if (ref := texts.unique.get(text_hash)) is not None:
                return ref
        return self._traced(known, edition, texts)

    def _traced(self, known: Iterable[EditionRef], edition: PublishedEdition, texts: _OfficialTexts) -> str | None:
        for place in known:
            origin = next((e for e in self._editions if e.edition == place.edition), None)
            if origin is None or not self._views.moves(origin, edition).knows(place.ref):
                continue
            ref = self._views.trace(origin, edition, place.ref).new_ref
            if ref is not None and ref in texts:
                return ref
        return None

    def _official(self, edition: PublishedEdition) -> _OfficialTexts:
        if edition.edition not in self._texts:
            self._texts[edition.edition] = _OfficialTexts(edition)
        return self._texts[edition.edition]


class _OfficialTexts:
    """The official texts of one edition and their hashes, made when they are needed."""

    def __init__(self, edition: PublishedEdition) -> None:
        self._hashes: dict[str, str] = {}
        found = (
            (passage.ref, official_text(passage, edition.authority))
            for passage in edition.passages
            if passage.kind is PassageKind.RULE
        )
        self._texts: dict[str, str] = {ref: text for ref, text in found if text is not None}

    def __bool__(self) -> bool:
        return bool(self._texts)

    def __contains__(self, ref: str) -> bool:
        return ref in self._texts

    def hash_of(self, ref: str) -> str:
        """:raises KeyError: the edition has no official text of this rule."""
        if ref not in self._hashes:
            self._hashes[ref] = binding_hash(self._texts[ref])
        return self._hashes[ref]

    @cached_property
    def unique(self) -> Mapping[str, str]:
        """text hash → the number of the only rule that has it, of texts long enough to tell."""
        refs: dict[str, list[str]] = {}
        for ref, text in self._texts.items():
            if len(text) >= _TELLING_LENGTH:
                refs.setdefault(self.hash_of(ref), []).append(ref)
        return {text_hash: found[0] for text_hash, found in refs.items() if len(found) == 1}
