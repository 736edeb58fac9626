"""What autocomplete offers: the rules, keywords and cards in force, found by exact name, beginning, word or slip."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from heapq import nsmallest
from itertools import chain, islice, zip_longest

from rapidfuzz.distance import Indel
from rapidfuzz.process import extract

from bot.answering.keyword_view import is_keyword_heading
from bot.answering.naming import game_name
from bot.answering.quoting import title_for
from index.references import number_order
from index.search import SearchIndex
from rules_corpus.cards import cards_of
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import GAMES, PassageKind, TextRole

MOST = 25
"""Discord shows no more."""
MOST_CHARACTERS = 100
"""Of a suggestion's label, and of its value."""
_SHORTEST_FUZZY = 3
_SIMILAR = 0.7
"""Of names with a slip, that are offered where none begins as typed."""
_SEPARATOR = "/"


class Kind(StrEnum):
    RULE = "rule"
    KEYWORD = "keyword"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Suggestion:
    label: str
    """What is shown, at most `MOST_CHARACTERS`."""
    value: str
    """What comes back when it is chosen: `split_choice` reads it."""


@dataclass(frozen=True, slots=True)
class _Name:
    text: str
    """What is shown before any shortening."""
    sought: str
    """What is looked up when it is chosen."""
    forms: tuple[str, ...]
    """What it may be typed as, folded."""


class NameList:
    """The names of one kind in one game."""

    def __init__(self, game: str, names: Iterable[_Name]) -> None:
        """`names` in the order in which they are offered while nothing is typed."""
        self._game = game
        self._names = tuple(names)
        # (how it is typed, 0 where that is how the name begins and 1 where a later word does, place in the list)
        self._starts = sorted({(*start, i) for i, name in enumerate(self._names) for start in _starts_of(name)})
        self._forms = [form for name in self._names for form in name.forms]
        self._of_form = [i for i, name in enumerate(self._names) for _ in name.forms]

    def matching(self, typed: str, most: int = MOST) -> list[Suggestion]:
        """The best first: the very name, then those that begin so, then those with a word that does, then slips."""
        sought = fold(typed).strip()
        if not sought:
            return [self._shown(name) for name in self._names[:most]]
        places = list(self._beginning_with(sought, most))
        # A number with a slip is the number of another rule.
        if not places and len(sought) >= _SHORTEST_FUZZY and not any(character.isdigit() for character in sought):
            places = list(self._similar_to(sought, most))
        return [self._shown(self._names[place]) for place in places]

    def _beginning_with(self, sought: str, most: int) -> Iterator[int]:
        low = bisect_left(self._starts, (sought,))
        high = bisect_left(self._starts, (sought + "\U0010ffff",))
        found = self._starts[low:high]
        best = nsmallest(3 * most, found, key=lambda start: (start[1], start[0] != sought, start[2]))
        return islice(dict.fromkeys(place for _, _, place in best), most)

    def _similar_to(self, sought: str, most: int) -> Iterator[int]:
        found = extract(
            sought, self._forms, scorer=Indel.normalized_similarity, processor=None, score_cutoff=_SIMILAR, limit=most
        )
        return iter(dict.fromkeys(self._of_form[position] for _, _, position in found))

    def _shown(self, name: _Name) -> Suggestion:
        return Suggestion(_shortened(name.text), _shortened(f"{self._game}{_SEPARATOR}{name.sought}", ""))


class Suggestions:
    """Every name that autocomplete may offer. Never changes, so threads share it."""

    def __init__(self, index: SearchIndex) -> None:
        self._lists: dict[tuple[Kind, str], NameList] = {}
        for game in index.views.games:
            view = index.views.current(game, index.date)
            cards = cards_of(index.snapshot.corpus, game, index.date)
            self._lists[Kind.RULE, game] = NameList(game, _rules(view))
            self._lists[Kind.KEYWORD, game] = NameList(game, _keywords(view))
            self._lists[Kind.CARD, game] = NameList(
                game, sorted((_name_of(card.name, card.names) for card in cards), key=lambda name: name.forms)
            )

    def matching(self, kind: Kind, typed: str, game: str | None) -> list[Suggestion]:
        """At most `MOST` suggestions; of several games in turn, each with its game's name."""
        game, typed = split_choice(typed) if game is None else (game, typed)
        if game is not None:
            names = self._lists.get((kind, game))
            return names.matching(typed) if names is not None else []
        by_game = [
            [_of_game(suggestion, game) for suggestion in names.matching(typed)]
            for (of_kind, game), names in self._lists.items()
            if of_kind is kind
        ]
        in_turn = chain.from_iterable(zip_longest(*by_game))
        return [suggestion for suggestion in in_turn if suggestion is not None][:MOST]


def split_choice(text: str) -> tuple[str | None, str]:
    """The game and the name of a chosen suggestion; no game for what somebody typed."""
    game, separator, name = text.partition(_SEPARATOR)
    return (game, name.strip()) if separator and game in GAMES else (None, text.strip())


def _starts_of(name: _Name) -> Iterator[tuple[str, int]]:
    for form in name.forms:
        words = form.split(" ")
        for position in range(len(words)):
            yield " ".join(words[position:]), min(position, 1)


def _rules(view: EditionView) -> Iterator[_Name]:
    rules = {
        m.passage.ref: m
        for m in reversed(view.members)
        if m.passage.kind is PassageKind.RULE and not m.displaced and any(c.isdigit() for c in m.passage.ref)
    }
    for ref in sorted(rules, key=number_order):
        title = _title(rules[ref])
        text = f"{ref}  {title or _opening(rules[ref])}".strip()
        yield _Name(text, ref, tuple(form for form in (fold(ref), fold(title)) if form))


def _keywords(view: EditionView) -> list[_Name]:
    names: dict[str, _Name] = {}
    for member in view.members:
        if member.displaced:
            continue
        if member.passage.kind is not PassageKind.GLOSSARY and not is_keyword_heading(member, view):
            continue
        shown = _title(member)
        if shown:
            titles = (text.text.rstrip(" .") for text in member.passage.texts_of(TextRole.TITLE))
            names.setdefault(fold(shown), _name_of(shown, (shown, *titles)))
    return sorted(names.values(), key=lambda name: name.forms)


def _name_of(shown: str, names: Iterable[str]) -> _Name:
    return _Name(shown, shown, tuple(dict.fromkeys(fold(name) for name in names)))


def _title(member: ViewedPassage) -> str:
    return title_for(member.passage, member.edition.authority, member.edition.authority) or ""


def _opening(member: ViewedPassage) -> str:
    texts = member.passage.texts_of(TextRole.BODY, member.edition.authority) or member.passage.texts_of(TextRole.BODY)
    return " ".join(texts[0].text.split()) if texts else ""


def _of_game(suggestion: Suggestion, game: str) -> Suggestion:
    end = f" · {game_name(game)}"
    return Suggestion(_shortened(suggestion.label, " …", MOST_CHARACTERS - len(end)) + end, suggestion.value)


def _shortened(text: str, end: str = " …", most: int = MOST_CHARACTERS) -> str:
    """The text's first words, up to a number of characters."""
    if len(text) <= most:
        return text
    kept = text[: most - len(end)]
    return kept.rsplit(" ", 1)[0].rstrip(" ,;:.") + end
