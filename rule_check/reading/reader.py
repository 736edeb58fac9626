"""The phrase reader: a question under a game's phrase book → a reading, usable only where nothing is left over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from rule_check.checks import outcome_of
from rule_check.reading.covering import MOST_WAYS, Match, Size, packed, with_match
from rule_check.reading.entities import Entities
from rule_check.reading.filling import Filled, objects_of, said_as_words
from rule_check.reading.matching import Item, heard_in, items_of, spans_of
from rule_check.reading.mentions import Mention, mentions_of
from rule_check.reading.phrases import UNSAID, Meaning, PhraseBook
from rule_check.reading.relations import Related, without_descriptions
from rule_check.reading.tokens import Token, respelled, tokens_of
from rule_check.scenario import May, Outcome, Query, Scenario, ScenarioError, Step, check_scenario
from rule_check.vocabulary import Vocabulary, split_term
from rules_corpus.lexicon import Lexicon

_LONGEST = 80
"""A question of more words is not read: nobody's phrases cover it."""
_ASKING = ("gak", "ga", "nggak", "ngga", "enggak", "engga", "gk", "kagak", "kaga", "g", "ndak")
_COLOURING = ("kan", "ya", "yah", "sih", "dong", "deh", "kah", "nih", "tuh")
_FINAL_PARTICLES = frozenset((*_ASKING, *_COLOURING))
"""Indonesian words that only ask, or only colour, at the end of a clause; elsewhere some of them negate."""


_BUT = frozenset(("but", "pero", "tapi", "tetapi"))
"""Connectors that leave a question behind them a question."""
_MODAL = frozenset(("bisa", "boleh", "dapat"))
_IF = frozenset(("kalau", "jika", "apabila"))
"""Words behind which a condition follows what is asked: "bisa gak kalau …"."""
_JOINING = frozenset(("and", "so", "then", "y", "e", "entonces", "dan", "jadi", "terus", "lalu"))
"""Words that cannot matter, but behind which another subject may have to be understood: no phrase reaches over them."""

_NOTHING_MEANT = Meaning("", "", ())
"""Of a text in which no question was found."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood of a question."""

    query: Query | None
    """None where no phrase of a question was found; what was said is in the scenario nevertheless."""
    scenario: Scenario
    presumed: tuple[tuple[str, str], ...] = ()
    """Facts of the scenario that the question takes for granted without saying them."""
    left_over: tuple[str, ...] = ()
    """Words that might matter and that no phrase covers, as they are written."""
    doubts: tuple[str, ...] = ()
    """What could be read in more than one way: kinds of objects, or attributes said in two ways."""
    fits: bool = True
    """The words of the question mean this beside what the question states."""
    unnamed: frozenset[str] = frozenset()
    """Objects that it asks about and that were not mentioned."""

    @property
    def usable(self) -> bool:
        return self.query is not None and not self.left_over and not self.doubts


class PhraseReader:
    """Reads questions of one game in one language; safe to share between threads."""

    def __init__(self, book: PhraseBook, vocabulary: Vocabulary, lexicon: Lexicon) -> None:
        self.book = book
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._skipped = book.harmless - book.connectors - _JOINING

    def read(self, text: str) -> Reading:
        """The reading of a question; never raises for any text."""
        tokens = respelled(tokens_of(text, self.book.language, self._lexicon), self.book.spelled)
        if self.book.language == "id":
            tokens = _with_asking_particles(tokens)
        if not tokens or len(tokens) > _LONGEST:
            return Reading(None, Scenario(), left_over=tuple(token.text for token in tokens[:_LONGEST]))
        items = items_of(tokens, mentions_of(tokens, self.book.nouns))
        mentions = [item for item in items if isinstance(item, Mention)]
        readings = [self._read_as(items, chosen, mentions) for chosen in self._best(items)]
        related = self._related(items)
        if related:
            # What describes an object may be meant as a statement or a question of its own: both ways are tried.
            shorter = without_descriptions(items, related)
            readings += [self._read_as(shorter, chosen, mentions, related) for chosen in self._best(shorter)]
            readings = [reading for reading in readings if reading.query and not reading.left_over] or readings[:1]
        readings = _plainest(readings)
        first = readings[0]
        if len({_said(reading) for reading in readings}) > 1:
            return replace(first, doubts=(*first.doubts, text.strip()))
        return first

    def _related(self, items: Sequence[Item]) -> list[Related]:
        """The descriptions of objects by others: those without overlap that cover most."""
        heard = heard_in(items)
        found = [
            Match(phrase, span)
            for phrase in self.book.relations
            if heard.may_say(phrase.elements)
            for span in spans_of(phrase.elements, items, self._skipped)
        ]
        return [Related(match.phrase, match.span) for match in packed(found, len(items))[1][0]]

    def _read_as(
        self,
        items: Sequence[Item],
        chosen: Sequence[Match],
        mentions: Sequence[Mention],
        related: Sequence[Related] = (),
    ) -> Reading:
        left_over = tuple(self._left_over(items, chosen))
        question = next((match for match in chosen if match.asks), None)
        entities = Entities(self._vocabulary)
        as_words = set(said_as_words(items, chosen))
        for mention in mentions:
            if mention not in as_words:
                entities.meet(mention)
        descriptions = [Match(one.phrase, one.span) for one in related]
        found = self._reading(items, [*descriptions, *chosen], question, entities)
        return replace(found, left_over=left_over)

    def _best(self, items: Sequence[Item]) -> list[list[Match]]:
        """Phrases that do not overlap and cover the most, exactly one of them a question if there is any.

        Several where they cover the same: they must come to the same reading.
        """
        heard = heard_in(items)
        matches = [
            Match(phrase, span)
            for phrase in self.book.phrases
            if heard.may_say(phrase.elements)
            for span in spans_of(phrase.elements, items, self._skipped)
        ]
        best, ways = (-1, 0, 0), [list[Match]()]
        others = [match for match in matches if not match.asks]
        questions: list[Match | None] = [match for match in matches if match.asks]
        for question in questions or [None]:
            beside = [
                match
                for match in others
                if question is None or match.span.stop <= question.span.start or match.span.start >= question.span.stop
            ]
            size, found = _about(question, beside, items)
            if not found:  # words that mean nothing without a fact that isn't said
                size, found = _about(question, [match for match in beside if not match.phrase.meaning.states], items)
            if not found:
                continue
            if size > best:
                best, ways = size, found
            elif size == best:
                ways = [*ways, *found][:MOST_WAYS]
        return ways

    def _left_over(self, items: Sequence[Item], chosen: Sequence[Match]) -> Iterator[str]:
        covered = {place for match in chosen for place in range(match.span.start, match.span.stop)}
        question = next((match.span.start for match in chosen if match.asks), None)
        for place, item in enumerate(items):
            if place in covered:
                continue
            if isinstance(item, Mention):
                if not self._is_a_condition(items, place, item):
                    yield item.text
                continue
            conditional = question == place + 1 and self._makes_a_condition(item, items[question])
            if conditional or not self._cannot_matter(items, place, item):
                yield item.text

    def _is_a_condition(self, items: Sequence[Item], place: int, mention: Mention) -> bool:
        """Whether a noun with what is said at it is a clause of its own, as Indonesian has no "is": "kalau X Stray"."""
        if self.book.language != "id" or not mention.facts:
            return False
        for item in reversed(items[:place]):
            if item.clause != mention.clause:
                break
            if not isinstance(item, Token) or not self._is_known(item):
                return False
            if {item.word, item.formal} & self.book.connectors:
                return True
        behind = takewhile(lambda item: not _is_if(item), items[place + 1 :])
        return not any(item.clause == mention.clause for item in behind)

    def _makes_a_condition(self, token: Token, after: Item) -> bool:
        """Whether what follows a word is no question: "when can I …", "si puedo …", "kalau boleh …"."""
        if token.word not in self.book.connectors or token.word in _BUT:
            return False
        return self.book.language != "id" or (isinstance(after, Token) and not _MODAL.isdisjoint(after.forms))

    def _is_known(self, token: Token) -> bool:
        known = self.book.harmless | self.book.connectors | self.book.after
        return token.word in known or token.formal in known

    def _cannot_matter(self, items: Sequence[Item], place: int, token: Token) -> bool:
        if self._is_known(token):
            return True
        known = self.book.harmless | self.book.connectors | self.book.after
        if self.book.language != "id" or token.word not in _FINAL_PARTICLES:
            return False
        behind = list(takewhile(lambda item: not _is_if(item), items[place + 1 :]))
        return all(
            isinstance(item, Token) and (item.clause != token.clause or item.word in _FINAL_PARTICLES | known)
            for item in behind
            if item.clause == token.clause
        )

    def _reading(
        self, items: Sequence[Item], chosen: Sequence[Match], question: Match | None, entities: Entities
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
        misfit = False
        objects = Filled(question, entities, self._vocabulary).of_kinds() if question is not None else {}
        for match in chosen:
            meaning = match.phrase.meaning
            filled = Filled(match, entities, self._vocabulary, {} if match is question else objects)
            state(filled.facts(meaning.facts))
            if meaning.kind == "event":
                about = question is not None and bool(question.phrase.meaning.upon)
                before = self._comes_before(items, match) and not about
                happening = _Event(
                    filled.term(meaning.target),
                    before,
                    about or (meaning.moment and not before),
                    clause=items[match.span.start].clause,
                )
                # "I moved it after A used it": what comes behind "after" was first.
                told_late = before and events and not events[-1].before and events[-1].clause == happening.clause
                events.insert(len(events) - bool(told_late), happening)
            elif match is question:
                target = filled.term(meaning.target)
                query = May(target) if meaning.kind == "may" else outcome_of(target)
                if meaning.happens:
                    events.append(_Event(filled.term(meaning.happens), before=False, moment=True, alone=True))
            presumed += filled.facts(meaning.presumes)
            doubts += filled.doubts
            misfit |= filled.misfit
        asked = Filled(question, entities, self._vocabulary) if question is not None else None
        meant = question.phrase.meaning if question is not None else _NOTHING_MEANT
        stated = {**facts, **{event.term: "" for event in events}}
        amiss = [
            attribute
            for attribute, value in _facts_of(asked, meant.where)
            if (attribute in stated if value == UNSAID else stated.get(attribute) != value)
        ]
        needs = _facts_of(asked, meant.needs)
        doubts += [needed for attribute, needed in needs if attribute in stated and needed not in stated]
        usual = _facts_of(asked, meant.usually)
        mentioned = asked is None or not meant.about or entities.is_named(asked.term(meant.about))
        if mentioned and not any(attribute in facts for attribute, _ in usual):
            presumed += usual
        # What is taken for granted is so before anything happens: the first that takes it knows.
        taken = dict(reversed([fact for fact in presumed if fact[0] not in facts]))
        facts.update(taken)
        # "If another unit dies …": whatever goes without saying is said of the first one.
        doubts += [attribute for attribute, value in taken.items() if self._names_another(attribute, value, entities)]
        otherwise = _facts_of(asked, meant.unless)
        amiss += [attribute for attribute, value in otherwise if facts.get(attribute) == value]
        doubts += amiss
        scenario = _scenario(facts, events, query)
        if query is not None and not doubts:
            try:
                check_scenario(scenario, query, self._vocabulary)
            except ScenarioError as error:
                doubts.append(str(error))
        asked_about = objects_of(query, self._vocabulary)
        unnamed = frozenset(name for name in asked_about if not entities.is_named(name))
        return Reading(
            query,
            scenario,
            tuple(taken.items()),
            (),
            tuple(dict.fromkeys(doubts)),
            fits=not (amiss or misfit),
            unnamed=unnamed,
        )

    def _names_another(self, attribute: str, value: str, entities: Entities) -> bool:
        return any(entities.is_other(name) for name in (*split_term(attribute)[1], value))

    def _comes_before(self, items: Sequence[Item], match: Match) -> bool:
        """Whether a word such as "after" stands right before an event."""
        place = match.span.start - 1
        while place >= 0:
            item = items[place]
            if not isinstance(item, Token):
                return False
            if item.word in self.book.after or item.formal in self.book.after:
                return True
            if item.word not in self.book.harmless and item.word not in self.book.connectors:
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
    alone: bool = False
    """What else happens has happened before it."""
    clause: int = -1


def _plainest(readings: Sequence[Reading]) -> list[Reading]:
    """The readings whose words mean that here; they ask about what was mentioned rather than about what wasn't."""
    fitting = [reading for reading in readings if reading.fits] or readings[:1]
    return [one for one in fitting if not any(other.unnamed < one.unnamed for other in fitting)]


def _facts_of(filled: Filled | None, facts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Facts of the question's phrase with its objects; none where no question was found."""
    return filled.facts(facts) if filled is not None else []


def _said(reading: Reading) -> object:
    """What a reading comes to, whatever the order of its facts."""
    return reading.query, frozenset(reading.scenario.facts), reading.scenario.events, reading.scenario.before


def _scenario(facts: dict[str, str], events: Sequence[_Event], query: Query | None) -> Scenario:
    """Events before what is asked become steps: all of them where an action is asked for, else all but the last.

    An event that is the moment asked about happens now, whatever is asked.
    """
    earlier = [event for event in events if not event.moment]
    now = [event.term for event in events if event.moment]
    alone = any(event.alone for event in events)
    if isinstance(query, Outcome) and not alone and earlier and not earlier[-1].before:
        now.insert(0, earlier.pop().term)
    return Scenario(tuple(facts.items()), tuple(now), before=tuple(Step((event.term,)) for event in earlier))


def _with_asking_particles(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with "gak" at the end of a clause for no negation of what comes behind: "bisa gak, main phase nih"."""
    found = list(tokens)
    for place in range(len(found) - 1, -1, -1):
        token = found[place]
        behind = found[place + 1] if place + 1 < len(found) else None
        ends = behind is None or behind.clause != token.clause or behind.word in _FINAL_PARTICLES or _is_if(behind)
        if token.word in _ASKING and ends:
            found[place] = replace(token, forms=(token.word,), formal="")
    return tuple(found)


def _is_if(item: Item) -> bool:
    return isinstance(item, Token) and not _IF.isdisjoint((item.word, item.formal))


def _about(question: Match | None, beside: Sequence[Match], items: Sequence[Item]) -> tuple[Size, list[list[Match]]]:
    """The best ways to cover what stands beside a question that are about what it asks."""
    size, found = packed(beside, len(items))
    if question is None:
        return size, found
    found = [sorted([*chosen, question], key=lambda match: match.span.start) for chosen in found]
    return with_match(size, question), [chosen for chosen in found if _is_about(question, chosen, items)]


def _is_about(question: Match, chosen: Sequence[Match], items: Sequence[Item]) -> bool:
    """Whether what happens, and what is said, is what a question of these words is about."""
    meaning = question.phrase.meaning
    happens = [match.phrase.meaning.target for match in chosen if match.phrase.meaning.kind == "event"]
    upon = meaning.upon or meaning.after
    if upon and not (len(happens) == 1 and happens[0] in upon):
        return False
    if meaning.tagged and not any(match.phrase.meaning.kind == "tag" for match in chosen):
        return False
    needed = {state for match in chosen for state in match.phrase.meaning.states}
    if not needed:
        return True
    said = [fact for match in chosen for fact in (*match.phrase.meaning.facts, *match.phrase.meaning.presumes)]
    said += [fact for item in items if isinstance(item, Mention) for fact in item.facts]
    names = {attribute.partition("(")[0] for attribute, _ in said}
    values = {f"{attribute.partition('(')[0]} = {value}" for attribute, value in said}
    return needed <= names | values
