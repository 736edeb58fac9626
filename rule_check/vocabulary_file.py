"""Reading a vocabulary file; every mistake is reported with its line, all at once."""

from __future__ import annotations

import re
from collections.abc import Mapping as Map
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from rule_check.asked_topics import read_topics
from rule_check.vocabulary import ASK, Fact, Happening, Kind, Parameter, Vocabulary, Words
from rules_corpus.document_errors import DocumentErrors, Problems, listed, quoted
from rules_corpus.document_yaml import Mapping, Node, Scalar, described, fields_of, items_of, read_yaml, text_of
from rules_corpus.passages import GAMES, LANGUAGES

FOLDER = Path(__file__).parent / "vocabularies"

_HEAD = re.compile(r"([a-z][a-z0-9_]*)(?:\((.*)\))?")
_PARAMETER = re.compile(r"\s*([A-Z][A-Za-z0-9]*)\s*=\s*([a-z][a-z0-9_]*(?:/[a-z][a-z0-9_]*)*)\s*")
_CONSTANT = re.compile(r"[a-z][a-z0-9_]*|[0-9]{1,3}")
_RANGE = re.compile(r"([0-9]{1,3})\.\.([0-9]{1,3})")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_SEPARATOR = " | "
NUMBER = "N"
"""The key under which the words of all numbers stand."""


def load_vocabulary(game: str, folder: Path = FOLDER) -> Vocabulary:
    """The vocabulary of a game.

    :raises DocumentErrors: something in the file is missing or wrong.
    :raises OSError: there is no such file.
    """
    path = folder / f"{game}.yaml"
    problems = Problems(path)
    node = read_yaml(path.read_text(encoding="utf-8"), 1, problems)
    vocabulary = _Reader(path, problems).read(node) if node is not None else None
    if problems.errors or vocabulary is None:
        raise DocumentErrors(problems.errors)
    return vocabulary


class _Reader:
    def __init__(self, path: Path, problems: Problems) -> None:
        self._path = path
        self._problems = problems
        self._kinds: dict[str, Kind] = {}
        self._choices: dict[str, tuple[str, ...]] = {}
        self._constants: dict[str, int] = {}

    def read(self, node: Node) -> Vocabulary:
        allowed = ("game", "kinds", "choices", "facts", "derived", "actions", "events", "topics")
        found = fields_of(node, "a vocabulary", allowed, ("game", "kinds", "facts"), self._problems)
        game = text_of(found["game"], "a game", self._problems) if "game" in found else None
        if game is not None and game not in GAMES:
            self._problems.add(found["game"].line, f"game to be {listed(GAMES)}", quoted(game))
        for name, value in self._entries(found, "kinds"):
            self._read_kind(name, value)
        for name, value in self._entries(found, "choices"):
            items = items_of(value, "a list of values", self._problems)
            self._choices[name.value] = tuple(self._constant(item) for item in items)
        facts: dict[str, Fact] = {}
        for section in ("facts", "derived"):
            for name, value in self._entries(found, section):
                fact = self._fact(name, value, derived=section == "derived")
                if fact is not None and fact.name in facts:
                    self._problems.add(name.line, "each fact once", quoted(fact.name))
                if fact is not None:
                    facts.setdefault(fact.name, fact)
        happenings: dict[str, dict[str, Happening]] = {"actions": {}, "events": {}}
        for section, known in happenings.items():
            for name, value in self._entries(found, section):
                happening = self._happening(name, value)
                if happening is not None:
                    known[happening.name] = happening
        vocabulary = Vocabulary(
            game=game or "",
            path=self._path,
            kinds=MappingProxyType(self._kinds),
            facts=MappingProxyType(facts),
            actions=MappingProxyType(happenings["actions"]),
            events=MappingProxyType(happenings["events"]),
            choices=MappingProxyType(self._choices),
        )
        if "topics" not in found:
            return vocabulary
        return replace(vocabulary, topics=read_topics(found["topics"], vocabulary, self._problems))

    def _entries(self, found: Map[str, Node], key: str) -> tuple[tuple[Scalar, Node], ...]:
        node = found.get(key)
        if node is None:
            return ()
        if isinstance(node, Mapping):
            return node.entries
        self._problems.add(node.line, f"{key} as a mapping", described(node))
        return ()

    def _read_kind(self, name: Scalar, node: Node) -> None:
        found = fields_of(node, "a kind", ("objects", *LANGUAGES), ("objects", *LANGUAGES), self._problems)
        items = items_of(found["objects"], "a list of objects", self._problems) if "objects" in found else ()
        objects = tuple(self._constant(item) for item in items)
        words: dict[str, tuple[str, ...]] = {}
        for language in LANGUAGES:
            if language not in found:
                continue
            called = items_of(found[language], f"a list of names in {language}", self._problems)
            words[language] = tuple(text_of(item, "a name", self._problems) or "" for item in called)
            if len(called) != len(objects):
                expected = f"a name for each of the {len(objects)} objects"
                self._problems.add(found[language].line, expected, str(len(called)))
        for constant in objects:
            if constant in self._constants:
                self._problems.add(name.line, "each object in one kind", quoted(constant))
            self._constants[constant] = name.line
        self._kinds[name.value] = Kind(name.value, objects, MappingProxyType(words))

    def _constant(self, node: Node) -> str:
        text = text_of(node, "a value", self._problems) or ""
        if text and not _CONSTANT.fullmatch(text):
            self._problems.add(node.line, "a value of small letters, digits and _, or a number", quoted(text))
        return text

    def _head(self, name: Scalar) -> tuple[str, tuple[Parameter, ...]] | None:
        match = _HEAD.fullmatch(name.value.strip())
        if match is None:
            self._problems.add(name.line, "a name such as turn or equip(E=equipment, U=unit)", quoted(name.value))
            return None
        parameters = []
        for part in match[2].split(",") if match[2] else ():
            found = _PARAMETER.fullmatch(part)
            if found is None:
                self._problems.add(name.line, "a parameter such as E=equipment", quoted(part))
                return None
            kinds = tuple(found[2].split("/"))
            for kind in kinds:
                if kind not in self._kinds and kind not in self._choices:
                    self._problems.add(name.line, "a declared kind or choice", quoted(kind))
                    return None
            parameters.append(Parameter(found[1], kinds))
        return match[1], tuple(parameters)

    def _fact(self, name: Scalar, node: Node, *, derived: bool) -> Fact | None:
        head = self._head(name)
        allowed = ("values", "question") if derived else ("values", "unstated", "question")
        found = fields_of(node, f"the fact {name.value}", allowed, ("values",), self._problems)
        if head is None or "values" not in found:
            return None
        values: dict[str, Words] = {}
        written: list[str] = []
        names = [parameter.name for parameter in head[1]]
        for key, value in self._entries(found, "values"):
            placeholder = []
            if match := _RANGE.fullmatch(key.value):
                written += [str(number) for number in range(int(match[1]), int(match[2]) + 1)]
                word_key, placeholder = NUMBER, ["V"]
            elif key.value in self._kinds:
                written += self._kinds[key.value].objects
                word_key, placeholder = key.value, ["V"]
            else:
                written.append(self._constant(key))
                word_key = key.value
            values[word_key] = self._words(value, [*names, *placeholder])
        unstated = text_of(found["unstated"], "a value or ask", self._problems) if "unstated" in found else None
        if unstated is not None and unstated != ASK and unstated not in written:
            self._problems.add(found["unstated"].line, f"ask or one of {listed(written)}", quoted(unstated))
        question = self._trilingual(found["question"], names) if "question" in found else {}
        if unstated == ASK and "question" not in found:
            self._problems.add(name.line, "a question for a fact that is asked for", "none")
        return Fact(
            head[0],
            head[1],
            MappingProxyType(values),
            tuple(dict.fromkeys(written)),
            unstated,
            derived,
            MappingProxyType(question),
            name.line,
        )

    def _happening(self, name: Scalar, node: Node) -> Happening | None:
        head = self._head(name)
        if head is None:
            return None
        return Happening(head[0], head[1], self._words(node, [parameter.name for parameter in head[1]]), name.line)

    def _words(self, node: Node, placeholders: list[str]) -> Words:
        texts = self._trilingual(node, placeholders)
        positive: dict[str, str] = {}
        negative: dict[str, str] = {}
        for language, text in texts.items():
            parts = text.split(_SEPARATOR)
            if len(parts) != 2 or not all(part.strip() for part in parts):
                expected = "what is said when it holds, then | and what is said when it does not"
                self._problems.add(node.line, expected, quoted(text))
                continue
            positive[language], negative[language] = (part.strip() for part in parts)
        return Words(MappingProxyType(positive), MappingProxyType(negative))

    def _trilingual(self, node: Node, placeholders: list[str]) -> dict[str, str]:
        found = fields_of(node, "the words", LANGUAGES, LANGUAGES, self._problems)
        texts: dict[str, str] = {}
        for language, value in found.items():
            text = text_of(value, f"words in {language}", self._problems)
            if text is None:
                continue
            for placeholder in _PLACEHOLDER.findall(text):
                if placeholder not in placeholders:
                    expected = f"only {listed(['{' + name + '}' for name in placeholders])}" if placeholders else "none"
                    self._problems.add(value.line, expected, "{" + placeholder + "}")
            texts[language] = text
        return texts
