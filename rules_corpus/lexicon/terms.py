"""Terms of the games in three languages, and finding them in a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_corpus.lexicon.inflection import base_candidates
from rules_corpus.lexicon.words import form_key

GAMES = ("riftbound", "mtg", "vandaria")


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say a term. A loose form is another game's or a vague word for it ("creature" for a unit):
    it is understood where the game is known, but it never tells which game is meant."""

    text: str
    key: str
    """Its folded words, joined by spaces."""
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """One concept of one or several games, with all the forms in which players write it."""

    concept: str
    games: tuple[str, ...]
    kind: str
    """keyword, action, type, zone, time, state, person, resource, rule, general."""
    english: tuple[str, ...]
    """What the rules call it; the words that a query is expanded by."""
    forms: Mapping[str, tuple[Form, ...]]
    """By language; the first form is the one to show to a reader."""
    evidence: float = 1.0
    """How strongly one use of it tells its games from the others, 0 to 1: low for words of everyday English."""


@dataclass(frozen=True, slots=True)
class Informal:
    """What an informal Indonesian word stands for: formal words (none for a particle) and its class."""

    formal: tuple[str, ...]
    word_class: str


@dataclass(frozen=True, slots=True)
class Match:
    """A term found in a list of words, at words[start:stop]."""

    start: int
    stop: int
    key: str
    """The listed form that matched."""
    language: str
    terms: tuple[Term, ...]
    """Every concept that the form may mean."""
    exact: bool
    """The words are the listed ones, not inflected."""


_End = tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class _LanguageForms:
    """The forms of one language: whole keys, and a tree of their words for those with several."""

    keys: Mapping[str, _End]
    tree: Mapping[str, Any]
    words: frozenset[str]


@dataclass(frozen=True)
class Lexicon:
    """All terms, informal words and protected words; built once by `load_lexicon` and shared."""

    terms: tuple[Term, ...]
    informal: Mapping[str, Informal]
    protected: frozenset[str]
    """Folded words that no stemmer may touch."""
    _by_language: Mapping[str, _LanguageForms] = field(init=False, repr=False, compare=False)
    _by_concept: Mapping[str, Term] = field(init=False, repr=False, compare=False)
    _base_cache: dict[tuple[str, str], str | None] = field(
        init=False, repr=False, compare=False, default_factory=dict[tuple[str, str], str | None]
    )

    def __post_init__(self) -> None:
        languages = sorted({language for term in self.terms for language in term.forms})
        object.__setattr__(self, "_by_language", {lang: _index_forms(self.terms, lang) for lang in languages})
        object.__setattr__(self, "_by_concept", {term.concept: term for term in self.terms})

    def __hash__(self) -> int:
        return id(self)

    def term(self, concept: str) -> Term:
        """The term of a concept; KeyError if there is none."""
        return self._by_concept[concept]

    def senses(self, key: str, language: str) -> tuple[tuple[Term, bool], ...]:
        """The terms that a folded form is listed for, each with whether it is a loose form of it."""
        forms = self._by_language.get(language)
        return tuple((self.terms[i], loose) for i, loose in forms.keys.get(key, ())) if forms else ()

    def lists(self, key: str, language: str) -> bool:
        """Whether a folded word or phrase is listed, as it stands, in a language."""
        forms = self._by_language.get(language)
        return forms is not None and key in forms.keys

    def base(self, word: str, language: str) -> str | None:
        """The listed form that a folded word inflects, or the word itself if it is listed, or None.

        Indonesian affixes are also taken off English terms ("nge-equip", "unitnya").
        """
        word = word.replace("-", "")
        at = (word, language)
        if at not in self._base_cache:
            if len(self._base_cache) > 50_000:
                self._base_cache.clear()
            self._base_cache[at] = self._find_base(word, language)
        return self._base_cache[at]

    def _find_base(self, word: str, language: str) -> str | None:
        if self.lists(word, language):
            return word
        listed_in = (language, "en") if language == "id" else (language,)
        return next(
            (c for c in base_candidates(word, language) if any(self.lists(c, where) for where in listed_in)), None
        )

    def find(
        self, words: Sequence[str], languages: Iterable[str], game: str | None = None, loose: bool = True
    ) -> tuple[Match, ...]:
        """The terms in a list of folded words, longest first and never overlapping, from left to right.

        Languages come in order of preference: of two matches of the same length the earlier language's counts.
        With a game, only its terms; without `loose`, no loose forms.
        """
        parts = split_hyphens(words, self, tuple(languages))
        found: list[Match] = []
        at = 0
        while at < len(parts):
            match = self._longest(parts, at, tuple(languages), game, loose)
            if match is None:
                at += 1
            else:
                found.append(match)
                at = match.stop
        origin = [index for index, word in enumerate(words) for _ in _pieces(word, self, tuple(languages))]
        return tuple(Match(origin[m.start], origin[m.stop - 1] + 1, m.key, m.language, m.terms, m.exact) for m in found)

    def _longest(
        self, words: Sequence[str], start: int, languages: tuple[str, ...], game: str | None, loose: bool
    ) -> Match | None:
        best: Match | None = None
        for language in languages:
            forms = self._by_language.get(language)
            if forms is None:
                continue
            for stop, key, exact in self._phrases(forms, words, start, language):
                if best is not None and stop <= best.stop and not (stop == best.stop and exact and not best.exact):
                    continue
                terms = tuple(
                    term
                    for term, is_loose in ((self.terms[i], is_loose) for i, is_loose in forms.keys[key])
                    if (loose or not is_loose) and (game is None or game in term.games)
                )
                if terms:
                    best = Match(start, stop, key, language, terms, exact)
        return best

    def _phrases(
        self, forms: _LanguageForms, words: Sequence[str], start: int, language: str
    ) -> Iterable[tuple[int, str, bool]]:
        """(stop, key, exact) of each listed form that begins at `start`."""
        base = words[start] if words[start] in forms.keys else self.base(words[start], language)
        if base is not None and base in forms.keys:
            yield start + 1, base, base == words[start]
        nodes: list[tuple[Mapping[str, Any], int, bool]] = [(forms.tree, start, True)]
        while nodes:
            node, at, exact = nodes.pop()
            if at > start + 1 and "" in node:
                yield at, node[""], exact
            if at >= len(words):
                continue
            word = words[at]
            if word in node:
                nodes.append((node[word], at + 1, exact))
            for candidate in base_candidates(word, language):
                if candidate in forms.words and candidate in node:
                    nodes.append((node[candidate], at + 1, False))


def _index_forms(terms: Sequence[Term], language: str) -> _LanguageForms:
    keys: dict[str, dict[int, bool]] = {}
    tree: dict[str, Any] = {}
    words: set[str] = set()
    for index, term in enumerate(terms):
        for form in term.forms.get(language, ()):
            parts = form.key.split(" ")
            spellings = [form.key]
            if "-" in form.text and " " not in form.text:
                spellings.append("".join(parts))  # quick-draw is also written quickdraw
            for key in spellings:
                held = keys.setdefault(key, {})
                held[index] = held.get(index, True) and form.loose
            if len(parts) > 1:
                words.update(parts)
                node = tree
                for part in parts:
                    node = node.setdefault(part, {})
                node[""] = form.key
    return _LanguageForms({key: tuple(held.items()) for key, held in keys.items()}, tree, frozenset(words))


def _pieces(word: str, lexicon: Lexicon, languages: tuple[str, ...]) -> list[str]:
    if "-" not in word:
        return [word]
    joined = word.replace("-", "")
    if any(lexicon.base(joined, language) for language in languages) or joined in lexicon.informal:
        return [joined]
    return [piece for piece in word.split("-") if piece]


def split_hyphens(words: Sequence[str], lexicon: Lexicon, languages: tuple[str, ...]) -> list[str]:
    """Hyphenated words joined where the lexicon knows them so (`di-equip`, `quick-draw`), else taken apart."""
    return [piece for word in words for piece in _pieces(word, lexicon, languages)]


def make_form(text: str) -> Form:
    """A form as the data files write it; `~` in front marks a loose one."""
    loose = text.startswith("~")
    shown = text.removeprefix("~").strip()
    return Form(shown, form_key(shown), loose)
