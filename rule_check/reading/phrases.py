"""Reading the data files: what players say in three languages, and what it means in a game's vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Map
from dataclasses import dataclass
from pathlib import Path

from rule_check.reading.mentions import Modifier, Named, Nouns
from rule_check.reading.patterns import NUMBERS, Element, PatternError, parse_pattern, slots_of, words_of
from rule_check.vocabulary import TIMES, Vocabulary, split_term
from rules_corpus.document_errors import DocumentErrors, Problems, listed, quoted
from rules_corpus.document_yaml import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    described,
    fields_of,
    items_of,
    read_yaml,
    text_of,
)
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import LANGUAGES

FOLDER = Path(__file__).parent / "data"
COMMON = "common"
_BARE_ARTICLES = {"en": "A", "es": "A"}
"""By language, the letter that is also an article or a preposition at the beginning of a sentence."""
UNSAID = "unsaid"
_SAID = (
    *("facts", "presumes", "event", "may", "then", "happens", "moment", "upon", "after"),
    *("unless", "usually", "about", "where", "needs", "states", "tagged"),
)
_SECTIONS = ("relations", "situations", "events", "questions", "fillers", "tags")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase says; `{unit}` in a term stands for the object in that slot."""

    kind: str
    """`situation`, `event`, `may`, `then`, `relation`; `filler` for words that together cannot matter, `tag` for those
    that only ask whether what was said is so, or allowed."""
    target: str
    """The event's or action's term, or `time attribute [= value]`; the slot that a relation is said at; else empty."""
    facts: tuple[tuple[str, str], ...]
    presumes: tuple[tuple[str, str], ...] = ()
    """Facts that a question of this kind takes for granted, unless others are stated."""
    happens: str = ""
    """The event in whose moment a question asks, where the phrase says it too."""
    moment: bool = False
    """An event that a question means to be the moment that it asks about, whatever it asks."""
    upon: tuple[str, ...] = ()
    """A question of these words is about one of these events, alone; its moment is the one that is asked about."""
    after: tuple[str, ...] = ()
    """A question of these words is asked after one of these events, alone."""
    unless: tuple[tuple[str, str], ...] = ()
    """Facts with which a question of these words would mean something else."""
    states: tuple[str, ...] = ()
    """Facts of which something has to be said, as `stray` or `limit = per_match`, for these words to mean this."""
    tagged: bool = False
    """The words ask nothing by themselves, only with a tag: "I want to equip it, allowed?"."""
    usually: tuple[tuple[str, str], ...] = ()
    """The usual moment: facts taken for granted together, by a question that states none of them in any way."""
    about: str = ""
    """The slot whose object has to be mentioned for the usual moment to be taken."""
    where: tuple[tuple[str, str], ...] = ()
    """The words mean this only where these facts are stated, or, with the value `UNSAID`, where they are not said to be
    so or otherwise; an event may be unsaid, too."""
    needs: tuple[tuple[str, str], ...] = ()
    """A question that states the first attribute has to state the second as well."""


@dataclass(frozen=True, slots=True)
class Phrase:
    elements: tuple[Element, ...]
    meaning: Meaning
    written: str


@dataclass(frozen=True)
class PhraseBook:
    """Everything that questions of one game in one language are read by."""

    game: str
    language: str
    nouns: Nouns
    phrases: tuple[Phrase, ...]
    relations: tuple[Phrase, ...]
    """What describes an object by another one: "a unit that has an Equipment"."""
    harmless: frozenset[str]
    """Words that cannot matter: they may stand anywhere."""
    connectors: frozenset[str]
    """Words that join a situation to a question: if, when, while."""
    after: frozenset[str]
    """Words that put an event before what is asked."""
    spelled: Map[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]
    """By first word: other ways to spell or say words that phrases have, and the words that they stand for."""

    @property
    def known_words(self) -> frozenset[str]:
        """Every word that some phrase, noun or list has."""
        found = set(self.harmless | self.connectors | self.after | self.nouns.determiners)
        found |= set(self.nouns.pronouns)
        for entries in self.nouns.nouns.values():
            for name in entries:
                found |= set(name.words)
        for modifier in self.nouns.modifiers:
            found |= words_of(modifier.elements)
        for phrase in (*self.phrases, *self.relations):
            found |= words_of(phrase.elements)
        return frozenset(found)


def has_phrases(game: str, folder: Path = FOLDER) -> bool:
    """Whether questions of a game can be read at all."""
    return (folder / f"{game}.yaml").is_file()


def load_phrases(vocabulary: Vocabulary, folder: Path = FOLDER) -> dict[str, PhraseBook]:
    """The phrase books of a game, by language.

    :raises DocumentErrors: something in the files is malformed or not in the vocabulary.
    :raises OSError: a file is missing.
    """
    errors = []
    parts: dict[str, Node | None] = {}
    problems_of: dict[str, Problems] = {}
    for name in (COMMON, vocabulary.game):
        path = folder / f"{name}.yaml"
        problems_of[name] = Problems(path)
        parts[name] = read_yaml(path.read_text(encoding="utf-8"), 1, problems_of[name])
    books = {
        language: _Reader(vocabulary, language, problems_of).read(parts[COMMON], parts[vocabulary.game])
        for language in LANGUAGES
    }
    for problems in problems_of.values():
        errors += list(dict.fromkeys(problems.errors))
    if errors:
        raise DocumentErrors(errors)
    return books


class _Reader:
    def __init__(self, vocabulary: Vocabulary, language: str, problems: Map[str, Problems]) -> None:
        self._vocabulary = vocabulary
        self._language = language
        self._common = problems[COMMON]
        self._own = problems[vocabulary.game]

    def read(self, common: Node | None, own: Node | None) -> PhraseBook:
        shared: dict[str, Node] = {}
        if common is not None:
            parts = ("harmless", "connectors", "after", "determiners", "pronouns")
            shared = fields_of(common, "the common phrases", parts, parts, self._common)
        found: dict[str, Node] = {}
        if own is not None:
            allowed = ("game", "nouns", "named", "letters", "spelled", "harmless", "modifiers", *_SECTIONS)
            found = fields_of(own, "the phrases of a game", allowed, ("game", "nouns", "questions"), self._own)
        harmless = self._words(shared.get("harmless"), self._common) | self._words(found.get("harmless"), self._own)
        nouns = Nouns(
            nouns=self._nouns(found.get("nouns"), found.get("named")),
            pronouns=self._pronouns(shared.get("pronouns")),
            modifiers=tuple(self._modifiers(found.get("modifiers"))),
            determiners=self._words(shared.get("determiners"), self._common),
            lettered=self._kind(found["letters"]) if "letters" in found else "",
            bare_article=_BARE_ARTICLES.get(self._language, ""),
        )
        phrases: list[Phrase] = []
        for section in _SECTIONS:
            if section in found:
                for item in items_of(found[section], f"a list of {section}", self._own):
                    phrases.extend(self._phrases(section, item))
        return PhraseBook(
            self._vocabulary.game,
            self._language,
            nouns,
            tuple(phrase for phrase in phrases if phrase.meaning.kind != "relation"),
            tuple(phrase for phrase in phrases if phrase.meaning.kind == "relation"),
            harmless,
            self._words(shared.get("connectors"), self._common),
            self._words(shared.get("after"), self._common),
            self._spelled(found.get("spelled")),
        )

    def _words(self, node: Node | None, problems: Problems) -> frozenset[str]:
        if node is None:
            return frozenset()
        own = fields_of(node, "words by language", LANGUAGES, LANGUAGES, problems).get(self._language)
        text = text_of(own, "words separated by spaces", problems) if own is not None else None
        return frozenset(fold(text).split()) if text else frozenset()

    def _spelled(self, node: Node | None) -> dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
        """From lines `words = other way, another way`; the longest ways first."""
        if node is None:
            return {}
        own = fields_of(node, "spellings by language", LANGUAGES, (), self._own).get(self._language)
        ways: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        for item in items_of(own, "a list of spellings", self._own) if own is not None else ():
            meant, equals, said = (text_of(item, "a spelling", self._own) or "").partition("=")
            if not equals or not meant.strip() or not said.strip():
                self._own.add(item.line, "“words = other way, another way”", quoted(meant))
                continue
            ways += [(tuple(fold(way).split()), tuple(fold(meant).split())) for way in said.split(",")]
        ways.sort(key=lambda way: -len(way[0]))
        firsts = dict.fromkeys(way[0] for way, _ in ways)
        return {first: tuple(way for way in ways if way[0][0] == first) for first in firsts}

    def _kind(self, node: Node) -> str:
        kind = text_of(node, "a kind of object", self._own) or ""
        if kind not in self._vocabulary.kinds:
            self._own.add(node.line, f"a kind of object: {listed(self._vocabulary.kinds)}", quoted(kind))
        return kind

    def _nouns(self, node: Node | None, named: Node | None) -> dict[str, tuple[Named, ...]]:
        found = [*self._plain_nouns(node), *self._telling_nouns(named)]
        firsts = dict.fromkeys(name.words[0] for name in found)
        return {first: tuple(name for name in found if name.words[0] == first) for first in firsts}

    def _plain_nouns(self, node: Node | None) -> Iterable[Named]:
        for key, value in node.entries if isinstance(node, Mapping) else ():
            if key.value not in self._vocabulary.kinds:
                self._own.add(key.line, f"a kind of object: {listed(self._vocabulary.kinds)}", quoted(key.value))
                continue
            found = fields_of(value, "nouns by language", LANGUAGES, LANGUAGES, self._own)
            yield from self._names(found.get(self._language), key.value, ())

    def _telling_nouns(self, node: Node | None) -> Iterable[Named]:
        """Nouns that say something by themselves: a Relic is an Equipment of that type."""
        for item in items_of(node, "a list of nouns", self._own) if node is not None else ():
            allowed = ("of", "facts", "apart", *LANGUAGES)
            found = fields_of(item, "a noun that says something", allowed, ("of",), self._own)
            kind = text_of(found["of"], "a kind of object", self._own) if "of" in found else None
            if kind is None or kind not in self._vocabulary.kinds:
                self._own.add(item.line, f"a kind of object: {listed(self._vocabulary.kinds)}", quoted(kind or ""))
                continue
            facts = self._facts(found.get("facts"), frozenset({"*"}))
            yield from self._names(found.get(self._language), kind, facts, apart="apart" in found)

    def _names(
        self, node: Node | None, kind: str, facts: tuple[tuple[str, str], ...], *, apart: bool = False
    ) -> Iterable[Named]:
        for item in items_of(node, "a list of nouns", self._own) if node is not None else ():
            text = text_of(item, "a noun", self._own)
            if text:
                yield Named(tuple(fold(text).replace("-", " ").split()), kind, facts, apart)

    def _pronouns(self, node: Node | None) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        kinds = tuple(self._vocabulary.kinds)
        return {word: ((word,), kinds) for word in sorted(self._words(node, self._common))}

    def _modifiers(self, node: Node | None) -> Iterable[Modifier]:
        for item in items_of(node, "a list of modifiers", self._own) if node is not None else ():
            found = fields_of(item, "a modifier", ("of", "facts", "other", *LANGUAGES), ("of",), self._own)
            kinds = text_of(found["of"], "kinds of objects", self._own) if "of" in found else None
            facts = self._facts(found.get("facts"), frozenset({"*"}))
            other = isinstance(found.get("other"), Scalar)
            for kind in (kinds or "").split("/"):
                if kind not in self._vocabulary.kinds:
                    self._own.add(item.line, f"a kind of object: {listed(self._vocabulary.kinds)}", quoted(kind))
                    continue
                for elements, _, _ in self._patterns(found.get(self._language)):
                    yield Modifier(kind, elements, facts, other)

    def _phrases(self, section: str, item: Node) -> Iterable[Phrase]:
        if section == "relations":
            yield from self._relations(item)
            return
        if section in ("fillers", "tags"):
            spoken = fields_of(item, f"an entry of {section}", ("states", *LANGUAGES), (), self._own)
            meaning = Meaning(section.removesuffix("s"), "", (), states=tuple(self._fact_names(spoken.get("states"))))
            for elements, written, _ in self._patterns(spoken.get(self._language)):
                yield Phrase(elements, meaning, written)
            return
        found = fields_of(item, f"an entry of {section}", (*_SAID, *LANGUAGES), (), self._own)
        keys = {"situations": (), "events": ("event",), "questions": ("may", "then")}[section]
        given = [key for key in ("event", "may", "then") if key in found]
        if (keys and len(given) != 1) or any(key not in keys for key in given):
            expected = f"{listed(keys)} in an entry of {section}" if keys else "only facts in a situation"
            self._own.add(item.line, expected, listed(given) if given else "none")
            return
        if not keys and "facts" not in found:
            self._own.add(item.line, "facts in a situation", "none")
            return
        target = text_of(found[given[0]], "a term", self._own) if given else ""
        if target is None:
            return
        patterns = list(self._patterns(found.get(self._language)))
        happens = (text_of(found["happens"], "an event", self._own) or "") if "happens" in found else ""
        slots = frozenset(self._slots_in(target)) | frozenset().union(*(slots for _, _, slots in patterns), frozenset())
        meaning = Meaning(
            given[0] if given else "situation",
            target,
            self._facts(found.get("facts"), slots),
            self._facts(found.get("presumes"), slots),
            happens,
            "moment" in found,
            tuple(text_of(event, "an event", self._own) or "" for event in self._listed(found.get("upon"))),
            tuple(text_of(event, "an event", self._own) or "" for event in self._listed(found.get("after"))),
            self._facts(found.get("unless"), slots),
            states=tuple(self._fact_names(found.get("states"))),
            tagged="tagged" in found,
            usually=self._facts(found.get("usually"), slots),
            about=(text_of(found["about"], "a slot", self._own) or "") if "about" in found else "",
            where=self._facts(found.get("where"), slots, but=UNSAID),
            needs=self._pairs(found.get("needs")),
        )
        if given:
            self._check_target(meaning, item.line)
        for event in (*meaning.upon, *meaning.after, *([happens] if happens else [])):
            self._check_event(event, item.line)
        for elements, written, _ in patterns:
            yield Phrase(elements, meaning, written)

    def _relations(self, item: Node) -> Iterable[Phrase]:
        found = fields_of(item, "a relation", ("at", "facts", *LANGUAGES), ("at", "facts"), self._own)
        head = text_of(found["at"], "a slot", self._own) if "at" in found else None
        if head is None:
            return
        for elements, written, slots in self._patterns(found.get(self._language)):
            if head not in slots:
                self._own.add(item.line, f"a phrase with {{{head}}}", quoted(written))
            yield Phrase(elements, Meaning("relation", head, self._facts(found.get("facts"), slots)), written)

    def _listed(self, node: Node | None) -> Iterable[Node]:
        return items_of(node, "a list of events", self._own) if node is not None else ()

    def _fact_names(self, node: Node | None) -> Iterable[str]:
        for item in self._listed(node):
            name = text_of(item, "the name of a fact", self._own) or ""
            fact, equals, value = name.partition("=")
            known = self._vocabulary.facts.get(fact.strip())
            if known is None or (equals and value.strip() not in known.value_range):
                self._own.add(item.line, "a declared fact, or one with “= value”", quoted(name))
            yield f"{fact.strip()} = {value.strip()}" if equals else fact.strip()

    def _patterns(self, node: Node | None) -> Iterable[tuple[tuple[Element, ...], str, frozenset[str]]]:
        if node is None:
            return
        for item in node.items if isinstance(node, Sequence) else (node,):
            text = text_of(item, "a phrase", self._own)
            if text is None:
                continue
            try:
                elements = parse_pattern(text)
            except PatternError as error:
                self._own.add(item.line, "a well-formed phrase", str(error))
                continue
            slots = slots_of(elements)
            for slot in slots:
                if slot.partition(":")[0] not in {*self._vocabulary.kinds, *NUMBERS}:
                    kinds = listed(self._vocabulary.kinds)
                    self._own.add(item.line, f"a slot for a kind of object: {kinds}", quoted(slot))
            yield elements, text, slots

    def _slots_in(self, term: str) -> Iterable[str]:
        return [part.partition("}")[0] for part in term.split("{")[1:]]

    def _pairs(self, node: Node | None) -> tuple[tuple[str, str], ...]:
        """Attributes by attributes."""
        if node is None or not isinstance(node, Mapping):
            return ()
        entries = ((key.value, text_of(value, "a fact", self._own) or "") for key, value in node.entries)
        pairs = [(attribute.replace(" ", ""), needed) for attribute, needed in entries]
        for attribute in (attribute for pair in pairs for attribute in pair):
            self._check_fact(attribute, None, node.line)
        return tuple(pairs)

    def _facts(
        self, node: Node | None, slots: frozenset[str], *, but: str | None = None
    ) -> tuple[tuple[str, str], ...]:
        if node is None:
            return ()
        if not isinstance(node, Mapping):
            self._own.add(node.line, "a mapping of facts to values", described(node))
            return ()
        facts = []
        for key, value in node.entries:
            text = text_of(value, "a value", self._own)
            if text is None:
                continue
            if but is not None and key.value.partition("(")[0] in self._vocabulary.events:
                self._check_event(key.value, key.line)
            else:
                self._check_fact(key.value, None if text == but else text, key.line)
            facts.append((key.value.replace(" ", ""), text))
        return tuple(facts)

    def _check_target(self, meaning: Meaning, line: int) -> None:
        if meaning.kind == "then":
            time, _, rest = meaning.target.partition(" ")
            attribute, _, value = rest.partition("=")
            if time not in TIMES:
                self._own.add(line, f"one of the times {listed(TIMES)}", quoted(time))
            self._check_fact(attribute.strip(), value.strip() or None, line, derived=True)
            return
        if meaning.kind == "event":
            self._check_event(meaning.target, line)
            return
        name = meaning.target.partition("(")[0]
        if name not in self._vocabulary.actions:
            self._own.add(line, "a declared action", quoted(name))
        else:
            self._check_arguments(meaning.target, self._vocabulary.actions[name].parameters, line)

    def _check_event(self, event: str, line: int) -> None:
        name = event.partition("(")[0]
        if name not in self._vocabulary.events:
            self._own.add(line, "a declared event", quoted(name))
        else:
            self._check_arguments(event, self._vocabulary.events[name].parameters, line)

    def _check_fact(self, attribute: str, value: str | None, line: int, *, derived: bool = False) -> None:
        name = attribute.partition("(")[0]
        fact = self._vocabulary.facts.get(name)
        if fact is None or (fact.derived and not derived):
            self._own.add(line, "a fact that can be stated" if fact else "a declared fact", quoted(name))
            return
        self._check_arguments(attribute, fact.parameters, line)
        if value is not None and not value.startswith("{") and value not in fact.value_range:
            self._own.add(line, f"one of the values {listed(fact.value_range[:12])}", quoted(value))

    def _check_arguments(self, term: str, parameters: tuple[object, ...], line: int) -> None:
        filled = term.replace(" ", "")
        for slot in self._slots_in(filled):
            filled = filled.replace("{" + slot + "}", "x")
        try:
            _, arguments = split_term(filled.replace("*", "x"))
        except ValueError:
            self._own.add(line, "a term", quoted(term))
            return
        if len(arguments) != len(parameters):
            self._own.add(line, f"{len(parameters)} arguments", quoted(term))
