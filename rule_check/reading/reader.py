"""The phrase reader: a question under a game's phrase book → a reading, usable only where nothing is left over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rule_check.checks import outcome_of
from rule_check.reading.entities import Entities
from rule_check.reading.matching import Item, Span, spans_of
from rule_check.reading.mentions import Mention, mentions_of
from rule_check.reading.phrases import Phrase, PhraseBook
from rule_check.reading.relations import Related, without_descriptions
from rule_check.reading.tokens import Token, tokens_of
from rule_check.scenario import May, Query, Scenario, ScenarioError, Step, check_scenario
from rule_check.vocabulary import Vocabulary
from rules_corpus.lexicon import Lexicon

_LONGEST = 80
"""A question of more words is not read: nobody's phrases cover it."""
_ASKING = ("gak", "ga", "nggak", "ngga", "enggak", "engga", "gk", "kagak", "kaga", "g", "ndak")
_COLOURING = ("kan", "ya", "yah", "sih", "dong", "deh", "kah", "nih", "tuh")
_FINAL_PARTICLES = frozenset((*_ASKING, *_COLOURING))
"""Indonesian words that only ask, or only colour, at the end of a clause; elsewhere some of them negate."""


_MOST_WAYS = 8


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood of a question."""

    query: Query | None
    """None where no phrase of a question was found."""
    scenario: Scenario
    presumed: tuple[tuple[str, str], ...] = ()
    """Facts of the scenario that the question takes for granted without saying them."""
    left_over: tuple[str, ...] = ()
    """Words that might matter and that no phrase covers, as they are written."""
    doubts: tuple[str, ...] = ()
    """What could be read in more than one way: kinds of objects, or attributes said in two ways."""

    @property
    def usable(self) -> bool:
        return self.query is not None and not self.left_over and not self.doubts


@dataclass(frozen=True, slots=True)
class _Match:
    phrase: Phrase
    span: Span

    @property
    def asks(self) -> bool:
        return self.phrase.meaning.kind in ("may", "then")


class PhraseReader:
    """Reads questions of one game in one language; safe to share between threads."""

    def __init__(self, book: PhraseBook, vocabulary: Vocabulary, lexicon: Lexicon) -> None:
        self._book = book
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._skipped = book.harmless

    def read(self, text: str) -> Reading:
        """The reading of a question; never raises for any text."""
        tokens = tokens_of(text, self._book.language, self._lexicon)
        if not tokens or len(tokens) > _LONGEST:
            return Reading(None, Scenario(), left_over=tuple(token.text for token in tokens[:_LONGEST]))
        items = _items(tokens, mentions_of(tokens, self._book.nouns))
        mentions = [item for item in items if isinstance(item, Mention)]
        readings = self._readings(items, mentions)
        related = self._related(items)
        if related:
            # What describes an object may be meant as a statement or a question of its own: both ways are tried.
            shorter = without_descriptions(items, related)
            readings += self._readings(shorter, mentions, related)
            readings = [reading for reading in readings if reading.query and not reading.left_over] or readings[:1]
        first = readings[0]
        if any(_said(other) != _said(first) for other in readings):
            return replace(first, doubts=(*first.doubts, text.strip()))
        return first

    def _readings(
        self, items: Sequence[Item], mentions: Sequence[Mention], related: Sequence[Related] = ()
    ) -> list[Reading]:
        matches = self._matches(items)
        return [self._read_as(items, chosen, matches, mentions, related) for chosen in self._best(items, matches)]

    def _related(self, items: Sequence[Item]) -> list[Related]:
        """The descriptions of objects by others: those without overlap that cover most."""
        found = [
            _Match(phrase, span)
            for phrase in self._book.relations
            for span in spans_of(phrase.elements, items, self._skipped)
        ]
        return [Related(match.phrase, match.span) for match in _packed(found, len(items))[2]]

    def _read_as(
        self,
        items: Sequence[Item],
        chosen: Sequence[_Match],
        matches: Sequence[_Match],
        mentions: Sequence[Mention],
        related: Sequence[Related],
    ) -> Reading:
        left_over = tuple(self._left_over(items, chosen))
        question = next((match for match in chosen if match.asks), None)
        if question is None:
            return Reading(None, Scenario(), left_over=left_over)
        entities = Entities(self._vocabulary)
        for mention in mentions:
            entities.meet(mention)
        descriptions = [_Match(one.phrase, one.span) for one in related]
        found = self._reading(items, [*descriptions, *chosen], question, entities)
        doubts = (*found.doubts, *self._rivals(chosen, matches, entities))
        return replace(found, left_over=left_over, doubts=tuple(dict.fromkeys(doubts)))

    def _rivals(self, chosen: Sequence[_Match], matches: Sequence[_Match], entities: Entities) -> Iterator[str]:
        """What could as well be said by the same words: "it dies" after a unit and an Equipment."""
        for match in chosen:
            for other in matches:
                same = (other.span.start, other.span.stop) == (match.span.start, match.span.stop)
                if same and not match.asks and not other.asks and other.span.words >= match.span.words:
                    one, another = (_Filled(each, entities, self._vocabulary).meaning() for each in (match, other))
                    if another is not None and one != another:
                        yield match.phrase.written

    def _matches(self, items: Sequence[Item]) -> list[_Match]:
        return [
            _Match(phrase, span)
            for phrase in self._book.phrases
            for span in spans_of(phrase.elements, items, self._skipped)
        ]

    def _best(self, items: Sequence[Item], matches: Sequence[_Match]) -> list[list[_Match]]:
        """Phrases that do not overlap and cover the most, exactly one of them a question if there is any.

        Several where they cover the same: they must come to the same reading.
        """
        best, ways = (-1, 0), [list[_Match]()]
        others = [match for match in matches if not match.asks]
        questions: list[_Match | None] = [match for match in matches if match.asks]
        for question in questions or [None]:
            beside = [
                match
                for match in others
                if question is None or match.span.stop <= question.span.start or match.span.start >= question.span.stop
            ]
            covered, words, chosen = _packed(beside, len(items))
            if question is not None:
                covered += question.span.stop - question.span.start
                words += question.span.words
                chosen = sorted([*chosen, question], key=lambda match: match.span.start)
            if question is not None and not _is_about(question, chosen):
                continue
            if (covered, words) > best:
                best, ways = (covered, words), [chosen]
            elif (covered, words) == best and len(ways) < _MOST_WAYS:
                ways.append(chosen)
        return ways

    def _left_over(self, items: Sequence[Item], chosen: Sequence[_Match]) -> Iterator[str]:
        covered = {place for match in chosen for place in range(match.span.start, match.span.stop)}
        for place, item in enumerate(items):
            if place in covered:
                continue
            if isinstance(item, Mention) or not self._cannot_matter(items, place, item):
                yield item.text

    def _cannot_matter(self, items: Sequence[Item], place: int, token: Token) -> bool:
        known = self._book.harmless | self._book.connectors | self._book.after
        if token.word in known or token.formal in known:
            return True
        if self._book.language != "id" or token.word not in _FINAL_PARTICLES:
            return False
        behind = items[place + 1 :]
        return all(
            isinstance(item, Token) and (item.clause != token.clause or item.word in _FINAL_PARTICLES | known)
            for item in behind
            if item.clause == token.clause
        )

    def _reading(
        self, items: Sequence[Item], chosen: Sequence[_Match], question: _Match, entities: Entities
    ) -> Reading:
        facts: dict[str, str] = {}
        doubts: list[str] = list(entities.doubts)
        events: list[_Event] = []

        def state(stated: Sequence[tuple[str, str]]) -> None:
            for attribute, value in stated:
                if facts.setdefault(attribute, value) != value:
                    doubts.append(attribute)

        state(entities.facts())
        query: Query | None = None
        presumed: list[tuple[str, str]] = []
        for match in chosen:
            meaning = match.phrase.meaning
            filled = _Filled(match, entities, self._vocabulary)
            state(filled.facts(meaning.facts))
            if meaning.kind == "event":
                about = bool(question.phrase.meaning.upon)
                before = self._comes_before(items, match) and not about
                events.append(_Event(filled.term(meaning.target), before, about or (meaning.moment and not before)))
            elif match is question:
                target = filled.term(meaning.target)
                query = May(target) if meaning.kind == "may" else outcome_of(target)
                presumed = filled.facts(meaning.presumes)
                if meaning.happens:
                    events.append(_Event(filled.term(meaning.happens), before=False, moment=True))
            doubts += filled.doubts
        taken = [(attribute, value) for attribute, value in presumed if attribute not in facts]
        facts.update(taken)
        scenario = _scenario(facts, events, query)
        if query is not None and not doubts:
            try:
                check_scenario(scenario, query, self._vocabulary)
            except ScenarioError as error:
                doubts.append(str(error))
        return Reading(query, scenario, tuple(taken), doubts=tuple(doubts))

    def _comes_before(self, items: Sequence[Item], match: _Match) -> bool:
        """Whether a word such as "after" stands right before an event."""
        place = match.span.start - 1
        while place >= 0:
            item = items[place]
            if not isinstance(item, Token):
                return False
            if item.word in self._book.after:
                return True
            if item.word not in self._book.harmless and item.word not in self._book.connectors:
                return False
            place -= 1
        return False


@dataclass(frozen=True, slots=True)
class _Event:
    term: str
    before: bool
    """A word such as "after" puts it before what is asked."""
    moment: bool
    """It is the moment that is asked about."""


class _Filled:
    """A phrase's terms with the objects of one match in their slots."""

    def __init__(self, match: _Match, entities: Entities, vocabulary: Vocabulary) -> None:
        self._match = match
        self._entities = entities
        self._vocabulary = vocabulary
        self._objects: dict[str, str] = {}
        self.doubts: list[str] = []
        for name, mention in match.span.slots.items():
            found = entities.of(mention, name.partition(":")[0])
            if found is None:
                self.doubts.append(name.partition(":")[0])
            else:
                self._objects[name] = found
        if len(set(self._objects.values())) < len(self._objects):
            self.doubts.append(" = ".join(self._objects))

    def term(self, term: str) -> str:
        for part in term.split("{")[1:]:
            slot = part.partition("}")[0]
            term = term.replace("{" + slot + "}", self._object(slot))
        return term

    def facts(self, facts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        return [(self.term(attribute), self.term(value)) for attribute, value in facts]

    def meaning(self) -> tuple[str, tuple[tuple[str, str], ...]] | None:
        """The target and facts of the phrase; None where its objects can't be told."""
        meaning = self._match.phrase.meaning
        said = self.term(meaning.target), tuple(self.facts(meaning.facts))
        return None if self.doubts else said

    def _object(self, slot: str) -> str:
        if slot not in self._objects:
            kind = slot.partition(":")[0]
            others = [name for name in self._objects.values() if self._kind(name) == kind]
            found = self._entities.default(kind, but=others)
            if found is None:
                self.doubts.append(kind)
                return self._vocabulary.kinds[kind].objects[0]
            self._objects[slot] = found
        return self._objects[slot]

    def _kind(self, name: str) -> str:
        kind = self._vocabulary.kind_of(name)
        return kind.name if kind is not None else ""


def _scenario(facts: dict[str, str], events: Sequence[_Event], query: Query | None) -> Scenario:
    """Events before what is asked become steps: all of them where an action is asked for, else all but the last.

    An event that is the moment asked about happens now, whatever is asked.
    """
    earlier = [event for event in events if not event.moment]
    now = [event.term for event in events if event.moment]
    if not isinstance(query, May) and earlier and not earlier[-1].before:
        now.insert(0, earlier.pop().term)
    return Scenario(tuple(facts.items()), tuple(now), before=tuple(Step((event.term,)) for event in earlier))


def _said(reading: Reading) -> tuple[object, ...]:
    """What two readings have to agree in."""
    scenario = reading.scenario
    return reading.query, frozenset(scenario.facts), scenario.events, scenario.before


def _is_about(question: _Match, chosen: Sequence[_Match]) -> bool:
    """Whether what happens is what a question of these words is about."""
    upon = question.phrase.meaning.upon
    happens = [match.phrase.meaning.target for match in chosen if match.phrase.meaning.kind == "event"]
    return not upon or (len(happens) == 1 and happens[0] in upon)


def _items(tokens: Sequence[Token], mentions: Sequence[Mention]) -> list[Item]:
    starts = {mention.start: mention for mention in mentions}
    items: list[Item] = []
    place = 0
    while place < len(tokens):
        mention = starts.get(place)
        if mention is None:
            items.append(tokens[place])
            place += 1
        else:
            items.append(mention)
            place = mention.stop
    return items


def _packed(matches: Sequence[_Match], length: int) -> tuple[int, int, list[_Match]]:
    """Weighted interval scheduling: the matches without overlap that cover most items, then say most words."""
    ending: dict[int, list[_Match]] = {}
    for match in matches:
        ending.setdefault(match.span.stop, []).append(match)
    best: list[tuple[int, int, tuple[_Match, ...]]] = [(0, 0, ())]
    for stop in range(1, length + 1):
        top = best[stop - 1]
        for match in ending.get(stop, ()):
            covered, words, chosen = best[match.span.start]
            size = stop - match.span.start
            candidate = (covered + size, words + match.span.words, (*chosen, match))
            if candidate[:2] > top[:2]:
                top = candidate
        best.append(top)
    covered, words, chosen = best[length]
    return covered, words, list(chosen)
