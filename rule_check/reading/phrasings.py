"""Questions made from a phrase book, each with what it says: what the learned reader is trained on.

Objects are named as `entities.py` names them (the first unit of a question is u1, another one u2), but by construction:
the phrase reader has no part in it, so that each of the two can be held against the other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rule_check.checks import outcome_of
from rule_check.reading.labels import BEFORE, NOW, OTHER, Label, event_name, query_name
from rule_check.reading.mentions import Modifier
from rule_check.reading.noise import Noise
from rule_check.reading.patterns import NUMBERS, Choice, Element, Noun, Slot, Word
from rule_check.reading.phrases import UNSAID, Phrase, PhraseBook
from rule_check.scenario import May
from rule_check.vocabulary import Vocabulary, split_term

_MOST_TRIES = 20
_PRONOUNS: Mapping[str, tuple[str, ...]] = {"en": ("it",), "id": ("dia",), "es": ()}
"""Those that may stand in any place; Spanish ones change the order of the words."""
ELSEWHERE = "elsewhere"
"""The kind of questions of other games and topics: what they state is not known."""


@dataclass(frozen=True)
class Phrasing:
    """A sentence or several, and what they say."""

    text: str
    language: str
    label: Label
    parts: frozenset[str]
    """The wordings of the phrases that it was made of: what is held out together."""
    kind: str = "plain"
    """`plain`, `informal`, `misspelt`, `further`, or how the question was turned into another."""


class _CannotBeSaidError(Exception):
    """This choice of phrases and objects has no meaning of its own; another one is tried."""


@dataclass
class _Draft:
    """A question as it is being put together."""

    stated: dict[str, str] = field(default_factory=dict)
    met: dict[str, list[str]] = field(default_factory=dict)
    """By kind, its objects in the order in which they are first mentioned."""
    parts: set[str] = field(default_factory=set)
    meanings: set[tuple[str, tuple[tuple[str, str], ...]]] = field(default_factory=set)
    """What has been said: nobody says the same twice."""

    def state(self, name: str, value: str) -> None:
        if self.stated.setdefault(name, value) != value:
            raise _CannotBeSaidError


@dataclass(frozen=True, slots=True)
class _Said:
    """A phrase with objects in its slots; those that are left unsaid follow once all is said."""

    phrase: Phrase
    text: str
    objects: dict[str, str]


class PhrasingMaker:
    """Makes questions of one game in one language; the same seed makes the same questions."""

    def __init__(self, book: PhraseBook, vocabulary: Vocabulary, noise: Noise, seed: int) -> None:
        self._book = book
        self._vocabulary = vocabulary
        self._noise = noise
        self._random = random.Random(f"{book.game} {book.language} {seed}")  # noqa: S311 (no secret)
        self._nouns = {
            kind: sorted(
                " ".join(name.words)
                for names in book.nouns.nouns.values()
                for name in names
                if name.kind == kind and not name.facts and not name.apart
            )
            for kind in vocabulary.kinds
        }
        by_meaning: dict[tuple[str, str, tuple[tuple[str, str], ...]], list[Phrase]] = {}
        for phrase in book.phrases:
            meaning = phrase.meaning
            if meaning.kind in ("filler", "tag") or meaning.tagged:
                continue
            by_meaning.setdefault((meaning.kind, meaning.target, meaning.facts), []).append(phrase)
        self._by_kind: dict[str, list[list[Phrase]]] = {"situation": [], "event": [], "question": []}
        for (kind, _, _), phrases in by_meaning.items():
            self._by_kind["question" if kind in ("may", "then") else kind].append(phrases)

    @property
    def can_ask(self) -> bool:
        """Whether the book has any question in this language."""
        return bool(self._by_kind["question"])

    def make(self, count: int) -> Iterator[Phrasing]:
        """So many questions, in turn through all that can be asked, every fourth informal or misspelt."""
        questions = self._by_kind["question"]
        for number in range(count if questions else 0):
            for _ in range(_MOST_TRIES):
                try:
                    made = self._make(questions[number % len(questions)])
                except _CannotBeSaidError:
                    continue
                yield self._noise.disturbed(made) if number % 4 == 3 else made
                break

    def statements(self, count: int) -> Iterator[Phrasing]:
        """Texts that state something and ask nothing."""
        for _ in range(count if self._by_kind["situation"] else 0):
            draft = _Draft()
            try:
                said = [self._say(self._pick("situation"), draft) for _ in range(self._random.choice((1, 2)))]
                self._state(said, draft)
            except _CannotBeSaidError:
                continue
            text = " ".join(_sentence(one.text, ".") for one in said)
            yield self._phrasing(text, OTHER, draft, "statement")

    def _make(self, asked: list[Phrase]) -> Phrasing:
        rng, draft = self._random, _Draft()
        question = rng.choice(asked)
        situations = rng.choices((0, 1, 2, 3), (30, 40, 22, 8))[0] if self._by_kind["situation"] else 0
        events = rng.choices((0, 1, 2), (60, 36, 4))[0] if self._by_kind["event"] else 0
        kinds = ["situation"] * situations + ["event"] * events
        rng.shuffle(kinds)
        behind = bool(kinds) and kinds[-1] == "situation" and rng.random() < 0.4
        front = kinds[:-1] if behind else kinds
        said: list[_Said] = []
        text = ""
        happened: list[tuple[_Said, bool]] = []
        for kind in front:
            one = self._say(self._pick(kind), draft)
            said.append(one)
            joined, after = self._joined(one.text, kind)
            text += joined
            if kind == "event":
                happened.append((one, after))
        one = self._say(question, draft)
        said.append(one)
        asking = one.text
        if behind:
            last = self._say(self._pick("situation"), draft)
            said.append(last)
            join = " " if not last.objects and rng.random() < 0.7 else f" {self._connector()} "
            asking += join + last.text
        text += _sentence(asking, "?") if text.endswith((". ", "")) or not text else f"{asking}?"
        self._state(said, draft)
        self._fit(one, draft)
        target = self._term(one, question.meaning.target, draft)
        query = May(target) if question.meaning.kind == "may" else outcome_of(target)
        for place, (event, after) in enumerate(happened):
            is_last = place == len(happened) - 1
            # A question about an event is about its own moment, "after" or not.
            alone = bool(question.meaning.happens)
            about = not after or bool(question.meaning.upon)
            now = is_last and about and not alone and not isinstance(query, May)
            draft.state(event_name(self._term(event, event.phrase.meaning.target, draft)), NOW if now else BEFORE)
        if question.meaning.happens:
            draft.state(event_name(self._term(one, question.meaning.happens, draft)), NOW)
        return self._phrasing(text, query_name(query), draft, "plain")

    def _fit(self, question: _Said, draft: _Draft) -> None:
        """Refuse a question whose words would mean something else, or nothing, beside what is stated."""
        meaning = question.phrase.meaning
        for attribute, value in meaning.where:
            name = self._term(question, attribute, draft)
            stated = draft.stated.get(name, draft.stated.get(event_name(name)))
            if (stated is not None) if value == UNSAID else (stated != value):
                raise _CannotBeSaidError
        for attribute, needed in meaning.needs:
            names = (self._term(question, one, draft) for one in (attribute, needed))
            if [name in draft.stated for name in names] == [True, False]:
                raise _CannotBeSaidError

    def _phrasing(self, text: str, query: str, draft: _Draft, kind: str) -> Phrasing:
        label = Label(query, MappingProxyType(dict(sorted(draft.stated.items()))))
        return Phrasing(text, self._book.language, label, frozenset(draft.parts), kind)

    def _pick(self, kind: str) -> Phrase:
        return self._random.choice(self._random.choice(self._by_kind[kind]))

    def _connector(self) -> str:
        # "once" joins clauses and also says "after": what it means is not settled by a label.
        words = sorted(self._book.connectors - self._book.after)
        if not words:
            raise _CannotBeSaidError
        return self._random.choice(words)

    def _joined(self, text: str, kind: str) -> tuple[str, bool]:
        """A phrase before the question, and whether it is said to have happened before."""
        rng = self._random
        way = rng.random()
        after = sorted(self._book.after - self._book.connectors)
        if kind == "event" and after and way < 0.3:
            return _sentence(f"{rng.choice(after)} {text}", ",") + " ", True
        if way < 0.65:
            return _sentence(f"{self._connector()} {text}", ",") + " ", False
        return _sentence(text, "." if way < 0.9 else ",") + " ", False

    def _say(self, phrase: Phrase, draft: _Draft) -> _Said:
        objects: dict[str, str] = {}
        words: list[str] = []
        plain: list[str] = []
        for element in self._chosen(phrase.elements):
            if isinstance(element, Slot) and element.kind in NUMBERS:
                objects[element.name] = self._random.choice("12345")
                words.append(("+" if element.kind == "plus" else "") + objects[element.name])
                plain.append("{" + element.name + "}")
            elif isinstance(element, Slot):
                words.append(self._mention(element, objects, draft))
                plain.append("{" + element.name + "}")
            elif isinstance(element, Word):
                words.append(element.text)
                plain.append(element.text)
        meaning = phrase.meaning
        if (meaning.target, meaning.facts) in draft.meanings:
            raise _CannotBeSaidError
        draft.meanings.add((meaning.target, meaning.facts))
        draft.parts.add(" ".join(plain))
        return _Said(phrase, " ".join(words), objects)

    def _chosen(self, elements: Sequence[Element]) -> Iterator[Element]:
        """One way to say a pattern."""
        for element in elements:
            if isinstance(element, Choice):
                yield from self._chosen(self._random.choice(element.options))
            else:
                yield element

    def _mention(self, slot: Slot, objects: dict[str, str], draft: _Draft) -> str:
        """An object for a slot, in words; `objects` and `draft` learn of it."""
        if slot.name in objects:
            raise _CannotBeSaidError
        rng, kind = self._random, slot.kind
        met = draft.met.setdefault(kind, [])
        free = [name for name in met if name not in objects.values()]
        others = [modifier for modifier in self._modifiers(kind) if modifier.other]
        known = self._vocabulary.kinds[kind].objects
        if not met:
            place = 1 if others and len(known) > 1 and rng.random() < 0.08 else 0
            found, other = known[place], place == 1
        elif free and len(met) == 1 and rng.random() < 0.65:
            found, other = free[0], False
        elif others and len(met) == 1 and len(known) > 1:
            found, other = next(name for name in known if name not in met), True
        else:
            raise _CannotBeSaidError
        objects[slot.name] = found
        if found in met:
            pronouns = [word for word in _PRONOUNS[self._book.language] if word in self._book.nouns.pronouns]
            if pronouns and rng.random() < 0.4:
                return rng.choice(pronouns)
            return self._noun_phrase(kind, (), again=True)
        met.append(found)
        said = [rng.choice(others)] if other else []
        telling = [modifier for modifier in self._modifiers(kind) if not modifier.other]
        if telling and rng.random() < 0.3:
            modifier = rng.choice(telling)
            draft.parts.add(f"{kind} {modifier.facts}")
            for attribute, value in modifier.facts:
                draft.state(attribute.replace("*", found), value.replace("*", found))
            said.append(modifier)
        return self._noun_phrase(kind, said, again=False)

    def _modifiers(self, kind: str) -> list[Modifier]:
        return [modifier for modifier in self._book.nouns.modifiers if modifier.kind == kind]

    def _noun_phrase(self, kind: str, modifiers: Sequence[Modifier], *, again: bool) -> str:
        rng = self._random
        if not self._nouns[kind]:
            raise _CannotBeSaidError
        noun = rng.choice(self._nouns[kind])
        before: list[str] = []
        behind: list[str] = []
        for modifier in modifiers:
            elements = list(self._chosen(modifier.elements))
            place = next((place for place, element in enumerate(elements) if isinstance(element, Noun)), None)
            if place is None:
                raise _CannotBeSaidError
            before = [*(e.text for e in elements[:place] if isinstance(e, Word)), *before]
            behind += [e.text for e in elements[place + 1 :] if isinstance(e, Word)]
        return self._noise.with_determiner(" ".join((*before, noun)), behind, bare=not before, again=again)

    def _state(self, said: Sequence[_Said], draft: _Draft) -> None:
        for one in said:
            for attribute, value in one.phrase.meaning.facts:
                draft.state(self._term(one, attribute, draft), self._term(one, value, draft))

    def _term(self, said: _Said, term: str, draft: _Draft) -> str:
        """A term with the objects in its slots; one that was not mentioned is the only one there is, or the first."""
        for part in term.split("{")[1:]:
            slot = part.partition("}")[0]
            if slot not in said.objects:
                kind = slot.partition(":")[0]
                left = [name for name in draft.met.get(kind, ()) if name not in said.objects.values()]
                if len(left) > 1:
                    raise _CannotBeSaidError
                free = (n for n in self._vocabulary.kinds[kind].objects if n not in said.objects.values())
                found = left[0] if left else next(free, None)
                if found is None:
                    raise _CannotBeSaidError
                said.objects[slot] = found
            term = term.replace("{" + slot + "}", said.objects[slot])
        return term.replace(" ", "") if term.partition("(")[0].isidentifier() else term


def _sentence(text: str, end: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{end}"


def swapped_roles(label: Label, vocabulary: Vocabulary) -> Label | None:
    """What the label would be with both objects of one kind exchanged; None where it speaks of one only."""
    terms = " ".join((label.query, *label.stated, *label.stated.values()))
    for kind in vocabulary.kinds.values():
        if len(kind.objects) < 2:
            continue
        one, other = kind.objects[:2]
        if one in terms and other in terms:
            names = {one: other, other: one}
            stated = {_renamed(name, names): _renamed(value, names) for name, value in label.stated.items()}
            return replace(label, query=_renamed(label.query, names), stated=MappingProxyType(stated))
    return None


def _renamed(term: str, names: Mapping[str, str]) -> str:
    head, _, rest = term.rpartition(" ")
    if "(" not in rest:
        return names.get(term, term)
    name, arguments = split_term(rest)
    new = f"{name}({','.join(names.get(argument, argument) for argument in arguments)})"
    return f"{head} {new}" if head else new
