"""Names of keywords and sections in a question, and whether the question is about the name itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from index.entries import label_of
from rules_corpus.editions import ViewedPassage
from rules_corpus.normalisation import normalise
from rules_corpus.passages import PassageKind, TextRole

_WORD = re.compile(r"\w+(?:[-']\w+)*")
_BARE_CLITIC = re.compile(r"(?:-?nya|'s)$")

# What may stand around a name in a question that is about the name itself.
_ASKING_WORDS = """
    what whats what's is are does do did mean means meaning of the a an how work works function functions define
    definition explain rule rules keyword ability mechanic term tell me about please exactly
    apa itu apakah maksud maksudnya arti artinya adalah kah sih si dong gimana bagaimana gmn gmana cara kerja kerjanya
    jelaskan jelasin tolong aturan tentang soal kata keyword-nya keywordnya itu tu tuh ya min bang kak
    qué que es son significa significan cómo como funciona funcionan definición explica explícame regla reglas de del
    la el los las palabra clave habilidad mecánica sobre hace quiere decir por favor
    in en di for para untuk game juego gim permainan riftbound magic gathering mtg vandaria wars
"""
_ASKING = frozenset(_ASKING_WORDS.split())


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name that a text contains, and the passages that bear it."""

    name: str
    """In its normal form."""
    printed: str
    start: int
    end: int
    passages: tuple[ViewedPassage, ...]
    """Glossary entries first, then headings and rules; the answering edition's first within each."""


class Names:
    """The names borne by some passages, in every language that they have one."""

    def __init__(self, passages: Iterable[ViewedPassage]) -> None:
        self._by_words: dict[tuple[str, ...], list[ViewedPassage]] = {}
        self._longest: dict[str, int] = {}
        for viewed in passages:
            for name in _names_of(viewed):
                words = tuple(_WORD.findall(normalise(name)))
                if not words:
                    continue
                bearers = self._by_words.setdefault(words, [])
                if viewed not in bearers:
                    bearers.append(viewed)
                self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))
        for bearers in self._by_words.values():
            bearers.sort(key=_rank)

    @property
    def known(self) -> tuple[str, ...]:
        """All names, in their normal form."""
        return tuple(" ".join(words) for words in self._by_words)

    def find(self, text: str) -> tuple[NameMention, ...]:
        """The names in a text, on word boundaries, the longest at each place, left to right."""
        found = list(_WORD.finditer(text))
        words = [normalise(match.group()) for match in found]
        mentions = []
        position = 0
        while position < len(words):
            length, words_of_name = self._match(words, position)
            if length:
                start, end = found[position].start(), found[position + length - 1].end()
                bearers = tuple(self._by_words[words_of_name])
                mentions.append(NameMention(" ".join(words_of_name), text[start:end], start, end, bearers))
            position += max(length, 1)
        return tuple(mentions)

    def _match(self, words: list[str], position: int) -> tuple[int, tuple[str, ...]]:
        bare = _BARE_CLITIC.sub("", words[position])
        longest = max(self._longest.get(words[position], 0), self._longest.get(bare, 0))
        for length in range(min(longest, len(words) - position), 0, -1):
            taken = tuple(words[position : position + length])
            for candidate in (taken, (*taken[:-1], _BARE_CLITIC.sub("", taken[-1]))):
                if candidate in self._by_words:
                    return length, candidate
        return 0, ()


def asked_name(text: str, mentions: tuple[NameMention, ...]) -> NameMention | None:
    """The name that the text asks about, where it asks about nothing else ("Tank", "apa itu Equip", "qué es Ward").

    None where the text says more than that, or names two things.
    """
    if len(mentions) != 1:
        return None
    mention = mentions[0]
    around = f"{text[: mention.start]} {text[mention.end :]}"
    return None if core_words(around) else mention


def core_words(text: str) -> list[str]:
    """The words of a text, in their normal form, without those that only ask what something is."""
    return [word for word in (normalise(match) for match in _WORD.findall(text)) if word not in _ASKING]


def _names_of(viewed: ViewedPassage) -> set[str]:
    passage = viewed.passage
    names = {text.text for text in passage.texts_of(TextRole.TITLE)}
    if passage.heading:
        names |= {text.text.rstrip(" .") for text in passage.texts_of(TextRole.BODY)}
    elif passage.kind is PassageKind.RULE and not names and passage.parent is None:
        names |= {label_of(passage, "en")} - {""}
    return names


def _rank(viewed: ViewedPassage) -> tuple[int, bool]:
    order = {PassageKind.GLOSSARY: 0, PassageKind.RULE: 1}
    return order.get(viewed.passage.kind, 2), viewed.inherited
