"""The claim book: the phrases that answers about a game are read by, from the vocabulary's words and the data files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Map
from dataclasses import dataclass, replace
from pathlib import Path

from rule_check.claims.templates import template_phrases
from rule_check.reading.mentions import Modifier, Nouns
from rule_check.reading.patterns import Choice, Element, PatternError, Word, parse_pattern, slots_of, words_of
from rule_check.reading.phrases import Meaning, Phrase, PhraseBook
from rule_check.vocabulary import TIMES, Vocabulary
from rules_corpus.document_errors import DocumentErrors, Problems, listed, quoted
from rules_corpus.document_yaml import Mapping, Node, fields_of, items_of, read_yaml, text_of
from rules_corpus.document_yaml import Sequence as YamlList
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import LANGUAGES

FOLDER = Path(__file__).parent / "data"
COMMON = "common"
NUMBER = "nnn"
"""In phrases, `#` stands for a number in digits; a token of digits has this form."""
WEAK = "weak"
"""The target of a phrase that was made for questions: what it says is no ground to call an answer wrong."""
VERBS = ("can", "is", "has", "do")
MARKERS = ("if", "only_if", "unless", "because", "even", "until")
_SUBJECT = re.compile(r"^(\{[a-z]+\}) (?=<)")
_PLACING = frozenset(
    (
        *("in", "on", "at", "during", "inside", "outside", "di", "pas", "saat", "waktu", "ketika", "lagi", "sewaktu"),
        *("selama", "en", "durante", "dentro", "fuera"),
    )
)
"""Words with which a phrase of the question reader says when or where, and not that it is so."""


@dataclass(frozen=True)
class ClaimBook:
    """Everything that answers about one game in one language are read by."""

    game: str
    language: str
    nouns: Nouns
    phrases: tuple[Phrase, ...]
    """Their `meaning.kind`: `can`, `cannot` (an action), `holds`, `fails` (facts), `moment` (facts that say when),
    `happens` (an event), `yes`, `no`, `word_yes`, `word_no`, `silent`, `depends`, `attribute` (what it turns on),
    `time`, and the markers."""
    harmless: frozenset[str]
    joining: frozenset[str]
    only: frozenset[str]
    """Words for "only", which may stand inside a phrase of an action."""
    turning: tuple[str, ...]
    """Words that a new statement begins at."""
    hedging: frozenset[str]
    """Words by which an answer says that it isn't sure."""
    limiting: frozenset[str]
    """Words that may restrict or take back what is said before them."""
    persons: Map[str, str]
    own: frozenset[str]


def load_claim_books(
    vocabulary: Vocabulary, questions: Map[str, PhraseBook], folder: Path = FOLDER
) -> dict[str, ClaimBook]:
    """The claim books of a game, by language; `questions` are its phrase books, whose nouns and situations serve.

    :raises DocumentErrors: something in the files is malformed or not in the vocabulary.
    :raises OSError: a file is missing.
    """
    problems = {name: Problems(folder / f"{name}.yaml") for name in (COMMON, vocabulary.game)}
    parts = {name: read_yaml(found.path.read_text(encoding="utf-8"), 1, found) for name, found in problems.items()}
    books = {
        language: _Loader(vocabulary, language, problems).book(parts[COMMON], parts[vocabulary.game], book)
        for language, book in questions.items()
    }
    errors = [error for found in problems.values() for error in dict.fromkeys(found.errors)]
    if errors:
        raise DocumentErrors(errors)
    return books


class _Loader:
    def __init__(self, vocabulary: Vocabulary, language: str, problems: Map[str, Problems]) -> None:
        self._vocabulary = vocabulary
        self._language = language
        self._common = problems[COMMON]
        self._own = problems[vocabulary.game]
        self._verbs: dict[str, dict[str, str]] = {}
        self._persons: dict[str, str] = {}

    def book(self, common: Node | None, own: Node | None, questions: PhraseBook) -> ClaimBook:
        names: tuple[str, ...] = (
            "verbs",
            "persons",
            "own",
            "answers",
            "ellipses",
            "standing",
            "silent",
            "depends",
            "markers",
            "times",
        )
        names = (*names, "turning", "joining", "harmless", "hedging", "limiting")
        shared = fields_of(common, "the common claims", names, names, self._common) if common is not None else {}
        self._verbs = {
            verb: self._polar(node) for verb, node in self._entries(shared.get("verbs"), VERBS, self._common)
        }
        self._persons = self._pairs(shared.get("persons"))
        phrases = [*self._shared_phrases(shared)]
        if own is not None:
            phrases += self._own_phrases(own)
        phrases += template_phrases(self._vocabulary, self._language)
        phrases += _situations(questions)
        only = frozenset(
            word
            for phrase in phrases
            if phrase.meaning.kind == "only_if" and len(phrase.elements) == 1
            for word in words_of(phrase.elements)
        )
        return ClaimBook(
            self._vocabulary.game,
            self._language,
            self._nouns(questions.nouns),
            tuple(self._finished(phrase) for phrase in phrases),
            self._words(shared.get("harmless")),
            self._words(shared.get("joining")),
            only,
            tuple(self._texts(shared.get("turning"), self._common)),
            self._words(shared.get("hedging")),
            self._words(shared.get("limiting")),
            self._persons,
            self._words(shared.get("own")),
        )

    def _shared_phrases(self, shared: Map[str, Node]) -> Iterator[Phrase]:
        for polarity in ("yes", "no"):
            for node in self._values(shared.get("answers"), polarity):
                text = self._own_text(node)
                yield from self._written(f"({text})", Meaning(f"word_{polarity}", "", ()), self._common) if text else ()
            for node in self._values(shared.get("standing"), polarity):
                for text in self._texts(node, self._common):
                    yield from self._written(text, Meaning(polarity, "", ()), self._common)
        for text in self._texts(shared.get("ellipses"), self._common):
            if "(yes_is)" in text:
                text = text.replace("(yes_is)", "is")
            yield from self._polar_phrases(text, Meaning("yes", "", ()), Meaning("no", "", ()), self._common)
        for kind in ("silent", "depends"):
            for text in self._texts(shared.get(kind), self._common):
                yield from self._written(text, Meaning(kind, "", ()), self._common)
        for marker, node in self._entries(shared.get("markers"), MARKERS, self._common):
            for text in self._texts(node, self._common):
                yield from self._written(text, Meaning(marker, "", ()), self._common)
        for time, node in self._entries(shared.get("times"), TIMES, self._common):
            for text in self._texts(node, self._common):
                yield from self._written(text, Meaning("time", time, ()), self._common)

    def _own_phrases(self, own: Node) -> Iterator[Phrase]:
        found = fields_of(
            own, "the claims of a game", ("game", "acts", "facts", "moments", "attributes"), ("game",), self._own
        )
        for item in self._items(found.get("acts")):
            entry = fields_of(item, "an act", ("may", *LANGUAGES), ("may",), self._own)
            term = text_of(entry["may"], "an action", self._own) if "may" in entry else None
            if term is None or term.partition("(")[0] not in self._vocabulary.actions:
                self._own.add(item.line, "a declared action", quoted(term or ""))
                continue
            for text in self._texts(entry.get(self._language), self._own):
                yield from self._polar_phrases(text, Meaning("can", term, ()), Meaning("cannot", term, ()), self._own)
        for kind, section in (("holds", "facts"), ("moment", "moments")):
            for item in self._items(found.get(section)):
                allowed = ("facts", "reversed", *LANGUAGES)
                entry = fields_of(item, f"an entry of {section}", allowed, ("facts",), self._own)
                facts = tuple(self._facts(entry.get("facts")))
                meanings = [Meaning(kind, "", facts), Meaning("fails", "", facts)]
                if "reversed" in entry:
                    meanings.reverse()
                for text in self._texts(entry.get(self._language), self._own):
                    yield from self._polar_phrases(text, meanings[0], meanings[1], self._own)
        for item in self._items(found.get("attributes")):
            entry = fields_of(item, "an attribute", ("of", *LANGUAGES), ("of",), self._own)
            name = text_of(entry["of"], "a fact", self._own) if "of" in entry else None
            if name is None or name not in self._vocabulary.facts:
                self._own.add(item.line, "a declared fact", quoted(name or ""))
                continue
            for text in self._texts(entry.get(self._language), self._own):
                yield from self._written(text, Meaning("attribute", name, ()), self._own)

    def _polar_phrases(self, text: str, positive: Meaning, negative: Meaning, problems: Problems) -> Iterator[Phrase]:
        """A phrase with its verb in both polarities; without one it is said as it stands."""
        verb = next((verb for verb in VERBS if f"<{verb}>" in text), None)
        if self._language == "es" and verb in ("is", "do", "has"):
            text = _SUBJECT.sub(r"[\1] ", text)  # Spanish leaves out what goes without saying: "vuelve a la base"
        if verb is None:
            yield from self._written(text, positive, problems)
            return
        for polarity, meaning in (("yes", positive), ("no", negative)):
            said = self._verbs.get(verb, {}).get(polarity)
            if said is not None:
                yield from self._written(text.replace(f"<{verb}>", f"({said})"), meaning, problems)

    def _written(self, text: str, meaning: Meaning, problems: Problems) -> Iterator[Phrase]:
        try:
            elements = parse_pattern(text.replace("#", NUMBER))
        except PatternError as error:
            problems.add(1, "a well-formed phrase", str(error))
            return
        for slot in slots_of(elements):
            if slot.partition(":")[0] not in self._vocabulary.kinds:
                problems.add(1, f"a slot for a kind of object: {listed(self._vocabulary.kinds)}", quoted(slot))
                return
        yield Phrase(elements, meaning, text)

    def _facts(self, node: Node | None) -> Iterator[tuple[str, str]]:
        for key, value in node.entries if isinstance(node, Mapping) else ():
            fact = self._vocabulary.facts.get(key.value.partition("(")[0])
            text = text_of(value, "a value", self._own)
            if fact is None or text is None:
                self._own.add(key.line, "a declared fact", quoted(key.value))
            elif text != "#" and not text.startswith("{") and text not in fact.value_range:
                self._own.add(key.line, f"one of the values {listed(fact.value_range[:12])}", quoted(text))
            else:
                yield key.value.replace(" ", ""), text

    # What the files are made of.

    def _items(self, node: Node | None) -> Sequence[Node]:
        return items_of(node, "a list of phrases", self._own) if node is not None else ()

    def _entries(self, node: Node | None, keys: tuple[str, ...], problems: Problems) -> Iterator[tuple[str, Node]]:
        if node is None:
            return
        for key, value in fields_of(node, "entries", keys, keys, problems).items():
            own = fields_of(value, "words by language", LANGUAGES, LANGUAGES, problems).get(self._language)
            if own is not None:
                yield key, own

    def _values(self, node: Node | None, polarity: str) -> Iterator[Node]:
        if node is None:
            return
        found = fields_of(node, "yes and no", ("yes", "no"), ("yes", "no"), self._common).get(polarity)
        if found is not None:
            yield found

    def _polar(self, node: Node) -> dict[str, str]:
        """The empty choice is written as "|…", which patterns write in brackets."""
        found = fields_of(node, "yes and no", ("yes", "no"), ("yes", "no"), self._common)
        return {key: value.value for key, value in found.items() if not isinstance(value, Mapping | YamlList)}

    def _own_text(self, node: Node) -> str | None:
        own = fields_of(node, "words by language", LANGUAGES, LANGUAGES, self._common).get(self._language)
        return text_of(own, "words", self._common) if own is not None else None

    def _texts(self, node: Node | None, problems: Problems) -> Iterator[str]:
        """The phrases of this language: a list, a single text, or those by language."""
        if node is None:
            return
        if isinstance(node, Mapping):
            node = fields_of(node, "phrases by language", LANGUAGES, (), problems).get(self._language)
            if node is None:
                return
        for item in node.items if isinstance(node, YamlList) else (node,):
            text = text_of(item, "a phrase", problems)
            if text is not None:
                yield text

    def _words(self, node: Node | None) -> frozenset[str]:
        texts = list(self._texts(node, self._common))
        return frozenset(fold(" ".join(texts)).split())

    def _pairs(self, node: Node | None) -> dict[str, str]:
        own = (
            fields_of(node, "words by language", LANGUAGES, LANGUAGES, self._common).get(self._language)
            if node
            else None
        )
        entries = own.entries if isinstance(own, Mapping) else ()
        return {key.value: value.value for key, value in entries if not isinstance(value, Mapping | YamlList)}

    def _finished(self, phrase: Phrase) -> Phrase:
        """From the asker's side, and with one meaning for what has two words: not tapped is untapped."""
        meaning = phrase.meaning
        if meaning.kind == "fails" and len(meaning.facts) == 1:
            attribute, value = meaning.facts[0]
            values = self._vocabulary.facts[attribute.partition("(")[0]].value_range
            if len(values) == 2 and value in values:
                other = values[1 - values.index(value)]
                if self._vocabulary.kind_of(other) is None:
                    meaning = replace(meaning, kind="holds", facts=((attribute, other),))
        return replace(phrase, elements=self._turned(phrase.elements), meaning=meaning)

    def _turned(self, elements: tuple[Element, ...]) -> tuple[Element, ...]:
        """A phrase as the asker would say it: "you control it" becomes "I control it"."""
        return tuple(self._turned_one(element) for element in elements)

    def _turned_one(self, element: Element) -> Element:
        if isinstance(element, Choice):
            return Choice(tuple(self._turned(option) for option in element.options))
        return Word(self._persons.get(element.text, element.text)) if isinstance(element, Word) else element

    def _nouns(self, nouns: Nouns) -> Nouns:
        modifiers = tuple(
            Modifier(modifier.kind, self._turned(modifier.elements), modifier.facts, modifier.other)
            for modifier in nouns.modifiers
        )
        return replace(nouns, modifiers=modifiers)


def _situations(questions: PhraseBook) -> Iterable[Phrase]:
    """The statements of questions, as far as they name every object that they speak of."""
    for phrase in questions.phrases:
        meaning = phrase.meaning
        if meaning.kind == "event":
            if _named_slots(meaning.target) <= _always(phrase.elements):
                yield Phrase(phrase.elements, Meaning("happens", meaning.target, (), presumes=()), phrase.written)
            continue
        if meaning.kind != "situation":
            continue
        terms = " ".join(f"{attribute} {value}" for attribute, value in meaning.facts)
        if _named_slots(terms) <= _always(phrase.elements):
            kind = "moment" if _first_words(phrase.elements) & _PLACING else "holds"
            yield Phrase(phrase.elements, Meaning(kind, WEAK, meaning.facts), phrase.written)


def _named_slots(term: str) -> frozenset[str]:
    return frozenset(part.partition("}")[0] for part in term.split("{")[1:])


def _always(elements: tuple[Element, ...]) -> frozenset[str]:
    """The slots that a phrase fills however it is said."""
    found: frozenset[str] = frozenset()
    for element in elements:
        if isinstance(element, Choice):
            found |= frozenset.intersection(*(_always(option) for option in element.options))
        else:
            found |= slots_of((element,))
    return found


def _first_words(elements: tuple[Element, ...]) -> frozenset[str]:
    for element in elements:
        if isinstance(element, Choice):
            first = frozenset[str]().union(*(_first_words(option) for option in element.options))
            if first:
                return first
        elif isinstance(element, Word):
            return frozenset({element.text})
        else:
            return frozenset()
    return frozenset()
