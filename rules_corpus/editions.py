"""Which editions answer: today's, or a pinned one, with the older edition that an incomplete one builds on."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rules_corpus.moves import Move, RuleMoves, joined
from rules_corpus.passages import CARD_DOCUMENTS, EditionRef, Passage, PassageKind, PublishedCorpus, PublishedEdition


@dataclass(frozen=True, slots=True)
class ViewedPassage:
    """A passage as one view shows it."""

    edition: PublishedEdition
    passage: Passage
    inherited: bool
    """It comes from an older edition and is not confirmed in the one that answers."""
    edition_index: int
    """The position of its edition in `PublishedCorpus.editions`."""
    passage_index: int
    """Its position in its edition's passages."""
    displaced: bool = False
    """Inherited under a number that is another rule's, or lies below one, in the edition that answers."""


@dataclass(frozen=True)
class EditionView:
    """The passages that may answer a question about one game, under the edition in force or a pinned one."""

    game: str
    answering: tuple[PublishedEdition, ...]
    """One edition a document; empty where nothing of the game is published or in force."""
    members: tuple[ViewedPassage, ...]
    """Those of the answering editions first, then what is inherited."""

    @cached_property
    def by_ref(self) -> dict[str, tuple[ViewedPassage, ...]]:
        """Passages by ref; several where an inherited number now means another rule (the answering one first)."""
        found: dict[str, tuple[ViewedPassage, ...]] = {}
        for member in self.members:
            found[member.passage.ref] = (*found.get(member.passage.ref, ()), member)
        return found

    @cached_property
    def keys(self) -> frozenset[tuple[int, int]]:
        """(edition index, passage index) of every member."""
        return frozenset((m.edition_index, m.passage_index) for m in self.members)

    def find(self, ref: str) -> tuple[ViewedPassage, ...]:
        return self.by_ref.get(ref, ())

    @cached_property
    def _children(self) -> dict[tuple[int, str], tuple[ViewedPassage, ...]]:
        children: dict[tuple[int, str], tuple[ViewedPassage, ...]] = {}
        for member in self.members:
            if member.passage.parent is not None:
                key = (member.edition_index, member.passage.parent)
                children[key] = (*children.get(key, ()), member)
        return children

    def children(self, member: ViewedPassage) -> tuple[ViewedPassage, ...]:
        """The passages whose parent it is, in the same edition."""
        return self._children.get((member.edition_index, member.passage.ref), ())

    @cached_property
    def _children_of_place(self) -> dict[tuple[str, str, str], tuple[ViewedPassage, ...]]:
        children: dict[tuple[str, str, str], tuple[ViewedPassage, ...]] = {}
        for member in self.members:
            if member.passage.parent is not None:
                key = (member.edition.document, member.edition.edition, member.passage.parent)
                children[key] = (*children.get(key, ()), member)
        return children

    def children_of(self, document: str, place: EditionRef) -> tuple[ViewedPassage, ...]:
        """The passages whose parent is a rule of a named edition, whether or not the view has that rule itself."""
        return self._children_of_place.get((document, place.edition, place.ref), ())

    @cached_property
    def _cited_by(self) -> dict[tuple[str, str, str], tuple[ViewedPassage, ...]]:
        citing: dict[tuple[str, str, str], tuple[ViewedPassage, ...]] = {}
        for member in self.members:
            for cite in member.passage.cites:
                for edition, ref in ((cite.edition, cite.ref), *((a.edition, a.ref) for a in cite.also)):
                    key = (cite.document, edition, ref)
                    citing[key] = (*citing.get(key, ()), member)
        return citing

    def cited_by(self, member: ViewedPassage) -> tuple[ViewedPassage, ...]:
        """The FAQ, rulings, examples and glossary entries that rest on a rule."""
        return self._cited_by.get((member.edition.document, member.edition.edition, member.passage.ref), ())


class UnknownEditionError(Exception):
    """No published edition of the game has this label."""

    def __init__(self, game: str, edition: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{game} has no published edition {edition}")
        self.game = game
        self.edition = edition
        self.known = known


class EditionViews:
    """The views of one published corpus, each computed once."""

    def __init__(self, corpus: PublishedCorpus) -> None:
        self._corpus = corpus
        self._view = lru_cache(maxsize=64)(self._compute)
        self._moves = lru_cache(maxsize=16)(self._compute_moves)

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(edition.game for edition in self._corpus.editions))

    def labels(self, game: str) -> tuple[str, ...]:
        """The labels of the published editions of a game's rules, oldest first."""
        editions = sorted(
            (e for e in self._corpus.editions if e.game == game and e.document not in CARD_DOCUMENTS), key=_age
        )
        return tuple(dict.fromkeys(e.edition for e in editions))

    def current(self, game: str, on: datetime.date) -> EditionView:
        """What answers on a day: of each document the newest edition that is in force."""
        chosen: dict[str, int] = {}
        for index, edition in enumerate(self._corpus.editions):
            if edition.game != game or (edition.effective_from is not None and edition.effective_from > on):
                continue
            best = chosen.get(edition.document)
            if best is None or _age(edition) >= _age(self._corpus.editions[best]):
                chosen[edition.document] = index
        # Rules before cards: what is said of "the edition" is said of the first.
        return self._view(game, tuple(sorted(chosen.values(), key=self._is_of_cards)))

    def _is_of_cards(self, index: int) -> bool:
        return self._corpus.editions[index].document in CARD_DOCUMENTS

    def pinned(self, game: str, label: str) -> EditionView:
        """What answers under a named edition; `1.4` and `core-rules-1.4` both name it.

        :raises UnknownEditionError: no published edition of the game has this label.
        """
        indexes = tuple(
            index
            for index, e in enumerate(self._corpus.editions)
            if e.game == game and label in (e.edition, f"{e.document}-{e.edition}")
        )
        if not indexes:
            raise UnknownEditionError(game, label, self.labels(game))
        return self._view(game, indexes)

    def upcoming(self, game: str, on: datetime.date) -> tuple[PublishedEdition, ...]:
        """Published editions that are not in force yet, the next one first."""
        later = [
            e
            for e in self._corpus.editions
            if e.game == game and e.effective_from is not None and e.effective_from > on
        ]
        return tuple(sorted(later, key=_age))

    def other_editions(self, edition: PublishedEdition) -> tuple[PublishedEdition, ...]:
        """The other published editions of a document: the older ones, the nearest first, then the newer ones."""
        others = [
            e
            for e in self._corpus.editions
            if (e.game, e.document) == (edition.game, edition.document) and e.edition != edition.edition
        ]
        older = sorted((e for e in others if _age(e) < _age(edition)), key=_age, reverse=True)
        return (*older, *sorted((e for e in others if _age(e) >= _age(edition)), key=_age))

    def moves(self, old: PublishedEdition, new: PublishedEdition) -> RuleMoves:
        """Where the rules of one edition stand in another one of the same document, computed once for each pair.

        :raises StopIteration: one of them is not published.
        """
        return self._moves(self._index(old), self._index(new))

    def trace(self, old: PublishedEdition, new: PublishedEdition, ref: str) -> Move:
        """Where a rule of one edition stands in another; where the two can't be compared, by way of those between.

        :raises KeyError: the old edition has no rule of this number with a text.
        """
        direct = self.moves(old, new).trace(ref)
        if direct.new_ref is not None:
            return direct
        low, high = sorted((_age(old), _age(new)))
        between = sorted((e for e in self.other_editions(old) if low < _age(e) < high), key=_age)
        path = [*(between if _age(old) < _age(new) else reversed(between)), new]
        steps: list[Move] = []
        here, at = old, ref
        for edition in path if between else ():
            moves = self.moves(here, edition)
            step = moves.trace(at) if moves.knows(at) else None
            if step is None or step.new_ref is None:
                return direct
            steps.append(step)
            here, at = edition, step.new_ref
        return joined(ref, steps) if steps else direct

    def _index(self, edition: PublishedEdition) -> int:
        name = (edition.game, edition.document, edition.edition)
        return next(i for i, e in enumerate(self._corpus.editions) if (e.game, e.document, e.edition) == name)

    def _compute_moves(self, old: int, new: int) -> RuleMoves:
        before, after = self._corpus.editions[old], self._corpus.editions[new]
        return RuleMoves(
            before.passages,
            after.passages,
            old_label=before.edition,
            new_label=after.edition,
            authority=after.authority,
            new_complete=after.complete,
        )

    def _compute(self, game: str, indexes: tuple[int, ...]) -> EditionView:
        own: list[ViewedPassage] = []
        inherited: list[ViewedPassage] = []
        for index in indexes:
            edition = self._corpus.editions[index]
            own += [ViewedPassage(edition, p, False, index, n) for n, p in enumerate(edition.passages)]
            inherited += self._inherited(index)
        return EditionView(game, tuple(self._corpus.editions[i] for i in indexes), (*own, *inherited))

    def _inherited(self, index: int) -> list[ViewedPassage]:
        """What an edition takes from older ones: rules from its base, and FAQ and rulings that nothing replaced."""
        edition = self._corpus.editions[index]
        older = sorted(
            (
                (i, e)
                for i, e in enumerate(self._corpus.editions)
                if (e.game, e.document) == (edition.game, edition.document) and _age(e) < _age(edition) and i != index
            ),
            key=lambda pair: _age(pair[1]),
            reverse=True,
        )
        base = self._base(edition, older)
        # Numbers are never trusted alone: only a stated counterpart replaces a rule of the base.
        replaced = {(c.edition, c.ref) for p in edition.passages for c in p.counterparts}
        moved = {
            (c.edition, ref)
            for p in edition.passages
            for c in p.counterparts
            if p.kind is PassageKind.RULE and c.ref != p.ref
            for ref in (p.ref, c.ref)
        }
        names = {p.ref for p in edition.passages if p.kind is not PassageKind.RULE}
        found = []
        for i, older_edition in older:
            for n, passage in enumerate(older_edition.passages):
                if passage.kind in (PassageKind.FAQ, PassageKind.RULING):
                    if passage.ref in names:
                        continue
                    names.add(passage.ref)
                elif i != base or (older_edition.edition, passage.ref) in replaced or passage.ref in names:
                    continue
                displaced = passage.kind is PassageKind.RULE and any(
                    label == older_edition.edition and _is_at_or_below(passage.ref, ref) for label, ref in moved
                )
                found.append(ViewedPassage(older_edition, passage, True, i, n, displaced))
        return found

    @staticmethod
    def _base(edition: PublishedEdition, older: list[tuple[int, PublishedEdition]]) -> int | None:
        if edition.complete:
            return None
        if edition.base is not None:
            return next((i for i, e in older if e.edition == edition.base), None)
        return next((i for i, e in older if e.complete), None)


def _is_at_or_below(ref: str, above: str) -> bool:
    """Whether a number is another one or lies below it: 435.1.b lies below 435.1, but 435.10 does not."""
    if not ref.startswith(above):
        return False
    rest = ref[len(above) :]
    return not rest or not (rest[0].isdigit() and above[-1].isdigit())


def _age(edition: PublishedEdition) -> tuple[datetime.date, str]:
    return edition.effective_from or datetime.date.min, edition.edition
