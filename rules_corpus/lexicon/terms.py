"""Terms of the games in three languages, and finding them in a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules_corpus.lexicon.inflection import base_candidates
from rules_corpus.lexicon.words import fold, form_key

_REMEMBERED_WORDS = 50_000


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say a term. A loose form is another game's or a vague word for it ("creature" for a unit):
    it is understood where the game is known, but it never tells which game is meant."""

    text: str
    loose: bool = False

    @property
    def key(self) -> str:
        """Its folded words, joined by spaces."""
        return form_key(self.text)


@dataclass(frozen=True, slots=True)
class Term:
    """One concept of one or several games, with all the forms in which players write it."""

    concept: str
    games: tuple[str, ...]
    kind: str
    """keyword, action, type, zone, place, time, state, person, resource, rule: words of the games, which players
    say in English in every language; plain: everyday words that each language has its own for."""
    english: tuple[str, ...]
    """What the rules call it; the words that a query is expanded by."""
    written: Mapping[str, str]
    """By language, its forms as the data file writes them: `a; b; ~c`, where ~ marks a loose one."""
    evidence: float = 1.0
    """How strongly one use of it tells its games from the others, 0 to 1: low for words of everyday English."""

    def forms(self, language: str) -> tuple[Form, ...]:
        """Its forms in a language, the one to show to a reader first."""
        parts = self.written.get(language, "").split(";")
        return tuple(Form(p.strip().removeprefix("~"), p.strip().startswith("~")) for p in parts if p.strip())


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


@dataclass(frozen=True, slots=True)
class _LanguageForms:
    """The forms of one language."""

    keys: Mapping[str, Sequence[tuple[int, bool]]]
    """Folded form → (index of a term, whether the form is loose)."""
    phrases: Mapping[str, Sequence[str]]
    """The forms of several words, by their first word."""


@dataclass(frozen=True)
class Lexicon:
    """All terms, informal words and protected words; built once by `load_lexicon` and shared."""

    terms: tuple[Term, ...]
    informal: Mapping[str, Informal]
    protected: frozenset[str]
    """Folded words that no stemmer may touch."""
    function_words: Mapping[str, Mapping[str, float]]
    """By language: folded words that mark a text as written in it, with their weight, 0 to 1."""
    stop_words: Mapping[str, frozenset[str]]
    """By language: folded words too common to search for."""
    _by_language: Mapping[str, _LanguageForms] = field(init=False, repr=False, compare=False)
    _by_concept: Mapping[str, Term] = field(init=False, repr=False, compare=False)
    _bases: dict[tuple[str, str], str | None] = field(
        init=False, repr=False, compare=False, default_factory=dict[tuple[str, str], str | None]
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_language", {lang: _index_forms(self.terms, lang) for lang in ("en", "id", "es")})
        object.__setattr__(self, "_by_concept", {term.concept: term for term in self.terms})

    def __hash__(self) -> int:
        return id(self)

    def term(self, concept: str) -> Term:
        """The term of a concept; KeyError if there is none."""
        return self._by_concept[concept]

    def keys(self, language: str) -> Iterable[str]:
        """All folded forms of a language."""
        return self._by_language[language].keys

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
        try:
            return self._bases[at]
        except KeyError:
            base = self._find_base(word, language)
        if len(self._bases) > _REMEMBERED_WORDS:
            self._bases.clear()
        self._bases[at] = base
        return base

    def _find_base(self, word: str, language: str) -> str | None:
        if self.lists(word, language):
            return word
        if word in self.function_words.get(language, ()):
            return None  # "puedo" is no form of the noun "poder", "una" none of "unir"
        listed_in = (language, "en") if language == "id" else (language,)
        return next(
            (c for c in base_candidates(word, language) if any(self.lists(c, where) for where in listed_in)), None
        )

    def find(
        self, words: Sequence[str], languages: Sequence[str], game: str | None = None, loose: bool = True
    ) -> tuple[Match, ...]:
        """The terms in a list of folded words, longest first and never overlapping, from left to right.

        Languages come in order of preference: of two matches of the same length the earlier language's counts,
        unless only the later one's is exact. With a game, only its terms; without `loose`, no loose forms.
        """
        pieces = [_pieces(word, self, languages) for word in words]
        parts = [part for piece in pieces for part in piece]
        origin = [index for index, piece in enumerate(pieces) for _ in piece]
        found: list[Match] = []
        at = 0
        while at < len(parts):
            match = self._longest(parts, at, languages, game, loose)
            if match is None:
                at += 1
                continue
            at = match.stop
            start, stop = origin[match.start], origin[match.stop - 1] + 1
            found.append(Match(start, stop, match.key, match.language, match.terms, match.exact))
        return tuple(found)

    def _longest(
        self, words: Sequence[str], start: int, languages: Sequence[str], game: str | None, loose: bool
    ) -> Match | None:
        best: Match | None = None
        for language in languages:
            forms = self._by_language.get(language)
            if forms is None:
                continue
            for stop, key, exact in self._candidates(forms, words, start, language):
                if best is not None and (stop, exact) <= (best.stop, best.exact):
                    continue
                senses = ((self.terms[i], is_loose) for i, is_loose in self._entries(key, language))
                terms = tuple(t for t, is_loose in senses if (loose or not is_loose) and game in (None, *t.games))
                if terms:
                    best = Match(start, stop, key, language, terms, exact)
        return best

    def _entries(self, key: str, language: str) -> Sequence[tuple[int, bool]]:
        entries = self._by_language[language].keys.get(key)
        if entries is None and language == "id":  # an English term that carried Indonesian affixes
            entries = self._by_language["en"].keys.get(key)
        return entries or ()

    def _candidates(
        self, forms: _LanguageForms, words: Sequence[str], start: int, language: str
    ) -> Iterator[tuple[int, str, bool]]:
        """(stop, key, exact) of each listed form that begins at `start`."""
        word = words[start]
        if word in forms.keys:
            yield start + 1, word, True
        if word not in self.function_words.get(language, ()):
            for candidate in base_candidates(word, language):
                if self._entries(candidate, language):
                    yield start + 1, candidate, False
        for first in (word, *base_candidates(word, language)):
            for key in forms.phrases.get(first, ()):
                phrase = key.split(" ")
                exact = first == word
                for offset, listed in enumerate(phrase):
                    said = words[start + offset] if start + offset < len(words) else ""
                    if said != listed:
                        exact = False
                        if listed not in base_candidates(said, language):
                            break
                else:
                    yield start + len(phrase), key, exact


def _index_forms(terms: Sequence[Term], language: str) -> _LanguageForms:
    keys: dict[str, list[tuple[int, bool]]] = {}
    phrases: dict[str, list[str]] = {}
    # Folded as one text, because folding thousands of forms one by one takes longer than all the rest.
    folded = fold("\n".join(term.written[language] for term in terms)).split("\n")
    for index, written in enumerate(folded):
        plain = written.translate(_PUNCTUATION).isalnum()  # thousands of forms: no parsing without need
        for form in written.split("; "):
            loose = form[:1] == "~"
            key = form[1:] if loose else form
            if not plain:
                if "-" in key and " " not in key:  # quick-draw is also written quickdraw
                    joined = keys.setdefault(key.replace("-", ""), [])
                    if not joined or joined[-1][0] != index:
                        joined.append((index, loose))
                key = form_key(key)
            held = keys.get(key)
            if held is None:
                keys[key] = [(index, loose)]
                if " " in key:
                    phrases.setdefault(key.partition(" ")[0], []).append(key)
            elif held[-1][0] != index:
                held.append((index, loose))
    return _LanguageForms(keys, phrases)


_PUNCTUATION = str.maketrans("", "", ";~ ")


def _pieces(word: str, lexicon: Lexicon, languages: Sequence[str]) -> list[str]:
    if "-" not in word:
        return [word]
    joined = word.replace("-", "")
    if joined in lexicon.informal or any(lexicon.base(joined, language) is not None for language in languages):
        return [joined]
    return [piece for piece in word.split("-") if piece]


def split_hyphens(words: Sequence[str], lexicon: Lexicon, languages: Sequence[str]) -> list[str]:
    """Hyphenated words joined where the lexicon knows them so (`di-equip`, `quick-draw`), else taken apart."""
    return [piece for word in words for piece in _pieces(word, lexicon, languages)]
