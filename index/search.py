"""Searching a snapshot: rule numbers first, then names that the question is about, then what it says.

What may be found (game, edition) is settled before anything is ranked, so that a search in one game gives the same
ranking whatever else is indexed.
"""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from index.analysis import Analyser
from index.card_names import CardMention, CardNames, asked_card
from index.encoder import Encoder, Vectors
from index.expansion import Expansion, expand, expanded_query
from index.fusion import DENSE_WEIGHT, Ranking, fuse
from index.hits import Candidates, NearnessOf, content_hit, named_hit
from index.hubs import damping
from index.language_bias import bias, language_shifts
from index.names import NameMention, asked_name, core_words
from index.parts import ALL_PARTS, RetrievalParts
from index.references import NumberLookup, RuleMention
from index.scope import Scope, Scopes
from index.search_results import Hit, MatchedBy, SearchQuery
from index.snapshot import Snapshot
from rules_corpus.cards import cards_of
from rules_corpus.editions import ViewedPassage
from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import split_words
from rules_corpus.passages import LANGUAGES

CANDIDATES = 200
"""How many entries each of the two retrievals puts forward for fusion."""
_FIRST: Mapping[MatchedBy, float] = {MatchedBy.NUMBER: 4.0, MatchedBy.NAME: 3.0}
"""The scores of what comes before the fused ranking, whose scores lie below."""
_BELOW_NAMED = 1.0
"""Added to the rules directly below a heading that the question is about (and to those beside a number that does not
exist): they are what it stands for."""
_DEFINITION = 0.5
"""Added besides to the first of them, which says what the heading's thing is."""
_BELOW_MENTIONED = 0.1
"""Added to the rules below a heading that the question mentions among other things."""
_NARROW = 30
"""A heading with more rules below it than this is about too much for its mention to tell anything."""

_CARDS_READ = 2
_WORDS_READ = 16
"""So many of the cards that a question names, and so many words of each, are read for the search: encoding a whole text
takes four times as long as encoding the question."""

Ids = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


class EncoderMismatchError(Exception):
    """The snapshot's vectors were made by another encoder than the one that would encode the questions."""


@dataclass(frozen=True, slots=True)
class Understood:
    """The rule numbers and names that a question contains, looked up in what it may find."""

    numbers: tuple[NumberLookup, ...]
    """Existing and other ones, in the question's order."""
    names: tuple[NameMention, ...]
    """As the question says them, then as its words are called in the game's English; the positions of the latter mean
    nothing."""
    asked: NameMention | None
    """The name that the question is about, where it asks about nothing else."""
    cards: tuple[CardMention, ...] = ()
    """The cards that the question names."""
    asked_card: CardMention | None = None
    """The one of them that the question is about, where it asks about nothing else and `asked` is None."""


class SearchIndex:
    """Searches one snapshot as of one day. Safe to share between threads."""

    def __init__(
        self,
        snapshot: Snapshot,
        encoder: Encoder,
        lexicon: Lexicon,
        date: datetime.date,
        parts: RetrievalParts = ALL_PARTS,
    ) -> None:
        """`date`: the day on which editions have to be in force to answer. `parts`: what takes part in the ranking.

        :raises EncoderMismatchError: the snapshot was built with another encoder.
        """
        if snapshot.encoder != encoder.identity:
            raise EncoderMismatchError(f"snapshot {snapshot.identity} needs {snapshot.encoder}, not {encoder.identity}")
        self.snapshot = snapshot
        self._scopes = Scopes(snapshot, date)
        self.views = self._scopes.views
        self._parts = parts
        both = parts.lexical and parts.dense
        self._dense_weight = DENSE_WEIGHT if both else float(parts.dense)
        self._damping = damping(snapshot.corpus, snapshot.entries)
        if not parts.damping:
            self._damping = np.zeros_like(self._damping)
        vectors = snapshot.dense.vectors
        self._shifts = language_shifts(snapshot.corpus, snapshot.entries, vectors) if parts.language_bias else {}
        self._encoder = encoder
        self._lexicon = lexicon
        self._local = threading.local()
        self._cards: dict[str | None, CardNames] = {}

    @property
    def date(self) -> datetime.date:
        return self._scopes.date

    def cards(self, game: str | None) -> CardNames:
        """The names of a game's cards (None: of all games), whatever edition of the rules is asked about."""
        known = self._cards.get(game)
        if known is None:
            games = self.views.games if game is None else (game,)
            cards = [card for name in games for card in cards_of(self.snapshot.corpus, name, self.date)]
            # Two threads may both make it; either is as good.
            known = self._cards[game] = CardNames(cards, self._terms_of(game, games) if cards else ())
        return known

    def _terms_of(self, game: str | None, games: tuple[str, ...]) -> Iterator[str]:
        """What the words of games mean beside their cards."""
        yield from self._scopes.of(game, None).names.known
        for term in self._lexicon.terms:
            if set(term.games) & set(games):
                yield from term.english
                yield from (form.text for language in LANGUAGES for form in term.forms(language))

    def warm(self) -> None:
        """Prepare the searches in the editions in force, so that the first question need not wait."""
        for game in (None, *self.views.games):
            self._scopes.of(game, None)
            self.cards(game)

    def search(self, query: SearchQuery) -> list[Hit]:
        """The best passages for a question, best first, at most `query.top`.

        :raises UnknownEditionError: the query names an edition that is not published.
        """
        scope = self._scopes.of(query.game, query.edition)
        if query.top <= 0 or not query.text.strip():
            return []
        expansion = self._expand(query)
        understood = self._understand(query, scope, expansion)
        vector = self._vector(query, expansion, understood.cards)
        lexical = self._lexical(query, scope, expansion)
        ranking, candidates = self._rank(scope, vector, lexical, self._boosts(scope, understood))
        near = NearnessOf(ranking, candidates)
        hits: dict[int, Hit] = {}
        for matched_by, viewed in _named_first(scope, understood):
            number = self._scopes.number(viewed)
            if number not in hits:
                hits[number] = named_hit(viewed, matched_by, query.language, _FIRST[matched_by], near.of(number))
        for passage, entry in zip(ranking.passages, ranking.entries, strict=True):
            if len(hits) >= query.top:
                break
            if int(passage) not in hits:
                hits[int(passage)] = content_hit(self.snapshot, int(entry), near.of(int(passage)))
        return list(hits.values())[: query.top]

    def understand(self, query: SearchQuery) -> Understood:
        """The rule numbers (existing or not) and names in a question.

        :raises UnknownEditionError: the query names an edition that is not published.
        """
        return self._understand(query, self._scopes.of(query.game, query.edition), self._expand(query))

    def lookup(self, mention: RuleMention, game: str | None = None, edition: str | None = None) -> NumberLookup:
        """The rules that a mention names in a game and edition, or the nearest existing numbers.

        :raises UnknownEditionError: no published edition has this label.
        """
        return self._scopes.of(game, edition).numbers.lookup(mention)

    def _expand(self, query: SearchQuery) -> Expansion:
        if not self._parts.expansion:
            return Expansion((), ())
        return expand(query.text, query.language, query.game, self._lexicon)

    def _vector(self, query: SearchQuery, expansion: Expansion, cards: Sequence[CardMention]) -> Vectors:
        if not self._parts.dense:
            return np.zeros(self.snapshot.dense.dimensions, dtype=np.float32)
        asked = expanded_query(query.text, expansion)
        vectors: Vectors = self._encoder.encode_queries([" ".join((asked, *_texts_of(cards)))])
        return np.asarray(vectors[0])

    def _lexical(self, query: SearchQuery, scope: Scope, expansion: Expansion) -> Floats:
        if not self._parts.lexical:
            return np.zeros(len(self.snapshot.entries), dtype=np.float32)
        return self.snapshot.lexical.scores(self._terms(query, expansion), scope.games)

    def _understand(self, query: SearchQuery, scope: Scope, expansion: Expansion) -> Understood:
        found = scope.numbers.find(query.text) if self._parts.numbers else ()
        numbers = tuple(scope.numbers.lookup(mention) for mention in found)
        names = scope.names.find(query.text)
        asked = asked_name(query.text, names)
        if not names:
            asked = self._translated_name(query, scope)
        translated = scope.names.find(" . ".join(expansion.english))
        said = {mention.name for mention in names}
        cards = self.cards(query.game).find(query.text) if self._parts.cards else ()
        return Understood(
            numbers,
            (*names, *(m for m in translated if m.name not in said)),
            asked if self._parts.names else None,
            cards,
            asked_card(query.text, cards) if asked is None else None,
        )

    def _translated_name(self, query: SearchQuery, scope: Scope) -> NameMention | None:
        """The name that the whole question is about, said in a language in which no passage bears it."""
        words = split_words(" ".join(core_words(query.text)))
        matches = self._lexicon.find(words, (query.language, "en"), query.game)
        if len(matches) != 1 or (matches[0].start, matches[0].stop) != (0, len(words)):
            return None
        for term in matches[0].terms:
            for called in term.english:
                mentions = scope.names.find(called)
                if len(mentions) == 1 and mentions[0].printed == called:
                    return mentions[0]
        return None

    def _terms(self, query: SearchQuery, expansion: Expansion) -> list[str]:
        # An analyser must not be used by two threads at once.
        analyser: Analyser | None = getattr(self._local, "analyser", None)
        if analyser is None:
            analyser = self._local.analyser = Analyser(self._lexicon)
        terms = analyser.terms(query.text, query.language) + analyser.terms(" ".join(expansion.english), "en")
        return list(dict.fromkeys(terms))

    def _boosts(self, scope: Scope, understood: Understood) -> dict[int, float]:
        """What is added to the fused score of passages, by number; 0 for those that have only to be scored."""
        boosts: dict[int, float] = {}
        raised = self._parts.below_headings
        for mention in understood.names if raised else ():
            for heading in (viewed for viewed in mention.passages if viewed.passage.heading):
                for below in scope.below(heading, _NARROW):
                    boosts[self._scopes.number(below)] = _BELOW_MENTIONED
        named = [viewed for lookup in understood.numbers for viewed in lookup.found]
        if understood.asked is not None:
            named += understood.asked.passages
        for viewed in named:
            boosts.setdefault(self._scopes.number(viewed), 0.0)
            children = scope.children(viewed) if raised and viewed.passage.heading else ()
            for place, child in enumerate(children):
                boosts[self._scopes.number(child)] = _BELOW_NAMED + (0 if place else _DEFINITION)
        numbers = understood.numbers if raised else ()
        for beside in (viewed for lookup in numbers for viewed in lookup.near[:_NARROW]):
            boosts[self._scopes.number(beside)] = _BELOW_NAMED
        return boosts

    def _rank(
        self, scope: Scope, vector: Vectors, lexical: Floats, boosts: Mapping[int, float]
    ) -> tuple[Ranking, Candidates]:
        near, floor = self._nearest(scope, vector)
        worded = _highest(np.where(scope.allowed, lexical, 0), CANDIDATES)
        named = [self._scopes.entries_of(passage) for passage in boosts]
        entries = np.unique(np.concatenate([near, worded, *named]))
        passages = self._scopes.passage_of[entries]
        candidates = Candidates(entries, lexical[entries], self.snapshot.dense.cosines(vector, entries))
        unbiased = candidates.cosines.copy()
        for group, members in scope.groups.items():
            unbiased[members.mask[entries]] -= bias(vector, group, self._shifts)
        boosted = np.array([boosts.get(int(passage), 0.0) for passage in passages], dtype=np.float32)
        ranking = fuse(
            entries,
            passages,
            candidates.lexical,
            unbiased,
            floor=floor,
            adjustments=boosted - self._damping[entries],
            dense_weight=self._dense_weight,
        )
        return ranking, candidates

    def _nearest(self, scope: Scope, vector: Vectors) -> tuple[Ids, float]:
        """The entries nearest to a question, once what language alone does is taken off; and the last one's cosine."""
        found = [np.empty(0, dtype=np.int64)]
        if not self._parts.dense:
            return found[0], 0.0
        nearness = [np.empty(0, dtype=np.float32)]
        for group, members in scope.groups.items():
            entries, cosines = self.snapshot.dense.nearest(vector, members, CANDIDATES)
            found.append(entries)
            nearness.append(cosines - np.float32(bias(vector, group, self._shifts)))
        entries, cosines = np.concatenate(found), np.concatenate(nearness)
        order = np.lexsort((entries, -cosines))[:CANDIDATES]
        return entries[order], float(cosines[order[-1]]) if len(order) else 0.0


def _texts_of(cards: Sequence[CardMention]) -> Iterator[str]:
    """What the first cards that a question names say: the rules that decide are about that, not about their names.

    It goes to the encoder alone: in BM25 a card's many ordinary words would outweigh the question's.
    """
    for mention in cards[:_CARDS_READ]:
        if mention.card is not None and (text := mention.card.current.passage.body("en")) is not None:
            yield " ".join(text.text.split()[:_WORDS_READ])


def _named_first(scope: Scope, understood: Understood) -> Iterator[tuple[MatchedBy, ViewedPassage]]:
    """What comes before the fused ranking: rules by number; then what bears the name that the question is about.

    A heading that only bears the name stays out where there are rules below it: those are ranked first instead.
    """
    for lookup in understood.numbers:
        for viewed in lookup.found:
            yield MatchedBy.NUMBER, viewed
    if understood.asked is not None:
        for viewed in understood.asked.passages:
            if not viewed.passage.heading or not scope.children(viewed):
                yield MatchedBy.NAME, viewed
    if understood.asked_card is not None:
        for card in understood.asked_card.cards:
            yield MatchedBy.NAME, card.current


def _highest(scores: Floats, count: int) -> Ids:
    """The entries with the highest scores above 0, in no order, at most `count`."""
    scored = np.flatnonzero(scores > 0)
    if len(scored) <= count:
        return scored
    # Ties at the edge are cut by position, so that the choice is always the same.
    order = np.lexsort((scored, -scores[scored]))
    return scored[order[:count]]
