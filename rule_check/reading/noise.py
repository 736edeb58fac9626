"""How players write: determiners, greetings, lower case, informal and misspelt words."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import fold

if TYPE_CHECKING:
    from rule_check.reading.phrasings import Phrasing

_FIRST: Mapping[str, tuple[str, ...]] = {"en": ("a", "my", "the", ""), "id": ("", "", "si"), "es": ()}
_AGAIN: Mapping[str, tuple[str, ...]] = {"en": ("the", "my", "that"), "id": (), "es": ()}
_SPANISH: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "first": (("un", "el", "mi", ""), ("una", "la", "mi", "")),
    "again": (("el", "ese", "mi"), ("la", "esa", "mi")),
}
_OPENINGS: Mapping[str, tuple[str, ...]] = {
    "en": ("Hi,", "Quick question:", "So,", "Hello everyone,", "Ok,"),
    "id": ("Halo,", "Mau tanya,", "Min,", "Bang,", "Kak, mau nanya:"),
    "es": ("Hola,", "Una duda:", "Buenas,", "Una pregunta:"),
}
_CLOSINGS: Mapping[str, tuple[str, ...]] = {
    "en": (" please", " right now", " actually"),
    "id": (" ya", " sih", " kak", " gak"),
    "es": (" por favor", " entonces"),
}
_SHORTEST_MISSPELT = 5


class Noise:
    """Draws from one seeded source, so that the same questions come out each time."""

    def __init__(self, language: str, lexicon: Lexicon, seed: int) -> None:
        self._language = language
        self._random = random.Random(f"{language} noise {seed}")  # noqa: S311 (no secret)
        self._informal: dict[str, list[str]] = {}
        if language == "id":
            for informal, entry in sorted(lexicon.informal.items()):
                if len(entry.formal) == 1:
                    self._informal.setdefault(entry.formal[0], []).append(informal)

    def with_determiner(self, noun: str, behind: Sequence[str], *, bare: bool, again: bool) -> str:
        """A noun phrase with a word such as "the" where one can stand; `bare`: nothing stands before the noun yet."""
        tail = "".join(f" {word}" for word in behind)
        if not bare:
            return noun + tail
        if self._language == "id":
            way = self._random.random()
            if again and way < 0.5:
                return f"{noun}{self._random.choice(('nya', ' itu', ' tersebut'))}{tail}"
            if not behind and way < 0.25:
                return f"{noun}{self._random.choice(('ku', 'nya', ' saya', ' gue'))}"
            return noun + tail
        if self._language == "es":
            feminine = noun.split()[0].endswith(("a", "ad", "on"))
            words = _SPANISH["again" if again else "first"][feminine]
        else:
            words = (_AGAIN if again else _FIRST)[self._language]
        determiner = self._random.choice(words)
        return f"{determiner} {noun}{tail}".strip()

    def disturbed(self, phrasing: Phrasing) -> Phrasing:
        """The same question as someone types it in a hurry."""
        if self._random.random() < 0.4:
            return replace(phrasing, text=self._misspelt(phrasing.text), kind="misspelt")
        return replace(phrasing, text=self._as_typed(phrasing.text), kind="informal")

    def _as_typed(self, text: str) -> str:
        rng = self._random
        way = rng.random()
        if way < 0.3:
            text = f"{rng.choice(_OPENINGS[self._language])} {text}"
        elif way < 0.5 and text.endswith("?"):
            text = f"{text[:-1]}{rng.choice(_CLOSINGS[self._language])}?"
        if self._informal:
            text = " ".join(self._informally(word) for word in text.split(" "))
        if self._language == "es" and rng.random() < 0.3:
            text = f"¿{text}"
        if rng.random() < 0.5:
            text = text.lower()
        return text.rstrip("?") if rng.random() < 0.3 else text

    def _informally(self, word: str) -> str:
        bare = word.rstrip(".,?")
        ways = self._informal.get(fold(bare))
        if not ways or self._random.random() < 0.4:
            return word
        return self._random.choice(ways) + word[len(bare) :]

    def _misspelt(self, text: str) -> str:
        words = text.split(" ")
        places = [place for place, word in enumerate(words) if len(word.strip(".,?")) >= _SHORTEST_MISSPELT]
        if not places:
            return text
        place = self._random.choice(places)
        word = words[place]
        at = self._random.randrange(1, len(word.rstrip(".,?")) - 1)
        words[place] = self._random.choice(
            (
                word[:at] + word[at + 1 :],
                word[:at] + word[at] + word[at:],
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            )
        )
        return " ".join(words)
