"""The objects that a question speaks of: nouns with what is said at them, and pronouns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rule_check.reading.patterns import Choice, Element, Noun, Word
from rule_check.reading.tokens import Token


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention of an object."""

    kinds: tuple[str, ...]
    """What it may be; a noun has one kind, a pronoun several."""
    start: int
    stop: int
    """The tokens that it covers."""
    clause: int
    text: str = ""
    """As it is written."""
    other: bool = False
    """It is said to be another one than the one before ("another unit")."""
    pronoun: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    """What its modifiers say: (attribute with `*` for the object, value)."""
    indefinite: bool = False
    """It is said with "a", "un", "sebuah": none that was spoken of before."""
    label: str = ""
    """The letter that tells it from another: the A of "Follower A"."""
    called: str = ""
    """The noun, where it is one of those that tell objects apart."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A phrase that may stand at a noun."""

    kind: str
    elements: tuple[Element, ...]
    """With `Noun` where the noun stands."""
    facts: tuple[tuple[str, str], ...]
    other: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """What players call an object."""

    words: tuple[str, ...]
    kind: str
    facts: tuple[tuple[str, str], ...] = ()
    """What the name itself says of it, with `*` for the object."""
    apart: bool = False
    """One of many names: an object that is called otherwise as well may be another one (a sword, a hammer)."""


INDEFINITE = frozenset(("a", "an", "un", "una", "sebuah", "suatu", "seorang"))
_LABELS = frozenset("ABC")


@dataclass(frozen=True, slots=True)
class Nouns:
    """The nouns, pronouns and modifiers of one game in one language."""

    nouns: Mapping[str, tuple[Named, ...]]
    """By first word."""
    pronouns: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    """By word: (the words, the kinds that it may stand for)."""
    modifiers: tuple[Modifier, ...]
    determiners: frozenset[str]
    """Words at a noun that say nothing more: the, a, my, este."""


def mentions_of(tokens: Sequence[Token], known: Nouns) -> tuple[Mention, ...]:
    """The objects in a question, left to right, the longest at each place."""
    nouns: list[Mention] = []
    for at in range(len(tokens)):
        taken = nouns[-1].stop if nouns else 0
        mention = _noun_at(tokens, at, taken, known) if at >= taken else None
        if mention is not None:
            nouns.append(mention)
    covered = {place for noun in nouns for place in range(noun.start, noun.stop)}
    free = [at for at in range(len(tokens)) if at not in covered]
    labelled = {noun.kinds for noun in nouns if noun.label}
    letters = [at for at in free if tokens[at].text in _LABELS] if len(labelled) == 1 else []
    alone = [_letter_at(tokens, at, kinds) for kinds in labelled for at in letters]
    pronouns = [_pronoun_at(tokens, at, known) for at in free if at not in letters]
    found = [*nouns, *alone, *(pronoun for pronoun in pronouns if pronoun is not None)]
    return tuple(sorted(found, key=lambda mention: mention.start))


def _letter_at(tokens: Sequence[Token], at: int, kinds: tuple[str, ...]) -> Mention:
    """A letter alone, in a question that speaks of "Follower A"."""
    return Mention(kinds, at, at + 1, tokens[at].clause, tokens[at].text, label=tokens[at].text)


def _noun_at(tokens: Sequence[Token], at: int, taken: int, known: Nouns) -> Mention | None:
    """The noun that begins at a token, with its modifiers before and behind it."""
    noun = _listed(tokens, at, known)
    if noun is None:
        return None
    name, stop = noun
    kind = name.kind
    start = at
    facts = list(name.facts)
    other = False
    label = _label_at(tokens, at, stop)
    stop += bool(label)
    facts += [fact for fact in _by_clitic(tokens[at:stop], kind, known) if fact not in facts]
    changed = True
    while changed:
        changed = False
        for modifier in known.modifiers:
            if modifier.kind != kind:
                continue
            reach = _reach(modifier.elements, tokens, start, stop, taken)
            if reach is not None and reach != (start, stop):
                start, stop = reach
                facts += [fact for fact in modifier.facts if fact not in facts]
                other = other or modifier.other
                changed = True
        if not changed and start > taken and tokens[start - 1].word in known.determiners:
            changed = _same_clause(tokens, start - 1, at)
            start -= changed
    while stop < len(tokens) and tokens[stop].word in known.determiners and _behind(tokens, stop, at):
        stop += 1
    text = " ".join(token.text for token in tokens[start:stop])
    indefinite = any(token.word in INDEFINITE for token in tokens[start:at])
    called = " ".join(name.words) if name.apart else ""
    return Mention((kind,), start, stop, tokens[at].clause, text, other, False, tuple(facts), indefinite, label, called)


def _label_at(tokens: Sequence[Token], at: int, stop: int) -> str:
    """The letter right behind a noun. In a question written in capitals it may as well be a word."""
    if stop >= len(tokens) or tokens[stop].text not in _LABELS or not _same_clause(tokens, stop, at):
        return ""
    return "" if tokens[at].text.isupper() else tokens[stop].text


def _by_clitic(tokens: Sequence[Token], kind: str, known: Nouns) -> Iterator[tuple[str, str]]:
    """What a modifier says that is written together with its noun: the -ku of "followerku"."""
    clitics = {token.clitic for token in tokens if token.clitic}
    for modifier in known.modifiers:
        if modifier.kind == kind and any(
            not before and len(behind) == 1 and behind[0] in clitics for before, behind in _sides(modifier.elements)
        ):
            yield from modifier.facts


def _behind(tokens: Sequence[Token], place: int, at: int) -> bool:
    """Determiners stand behind the noun in Indonesian only ("unit itu")."""
    return tokens[place].word in ("itu", "ini", "tersebut", "tsb", "tadi", "tu", "ni") and _same_clause(
        tokens, place, at
    )


def _same_clause(tokens: Sequence[Token], one: int, other: int) -> bool:
    return tokens[one].clause == tokens[other].clause


def _listed(tokens: Sequence[Token], at: int, known: Nouns) -> tuple[Named, int] | None:
    best: tuple[Named, int] | None = None
    for form in tokens[at].as_noun:
        for name in known.nouns.get(form, ()):
            stop = at + len(name.words)
            if stop > len(tokens) or not _same_clause(tokens, stop - 1, at):
                continue
            rest = zip(name.words[1:], tokens[at + 1 : stop], strict=True)
            if all(word in token.as_noun for word, token in rest) and (best is None or stop > best[1]):
                best = (name, stop)
    return best


def _pronoun_at(tokens: Sequence[Token], at: int, known: Nouns) -> Mention | None:
    entry = known.pronouns.get(tokens[at].word)
    if entry is None:
        return None
    return Mention(entry[1], at, at + 1, tokens[at].clause, tokens[at].text, pronoun=True)


def _reach(
    elements: tuple[Element, ...], tokens: Sequence[Token], start: int, stop: int, taken: int
) -> tuple[int, int] | None:
    """Where a noun phrase reaches with a modifier before and behind it; None where the modifier isn't there."""
    for before, behind in _sides(elements):
        first = start - len(before)
        last = stop + len(behind)
        if first < taken or last > len(tokens):
            continue
        said = (*tokens[first:start], *tokens[stop:last])
        if any(token.clause != tokens[start].clause for token in said):
            continue
        if all(word in token.forms for word, token in zip((*before, *behind), said, strict=True)):
            return first, last
    return None


@cache
def _sides(elements: tuple[Element, ...]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """(words before the noun, words behind it) of every way to say a modifier, the longest first."""
    found = []
    for way in sorted(_ways(elements), key=len, reverse=True):
        if None in way:
            place = way.index(None)
            before = tuple(word for word in way[:place] if word is not None)
            found.append((before, tuple(word for word in way[place + 1 :] if word is not None)))
    return tuple(found)


def _ways(elements: tuple[Element, ...]) -> Iterator[tuple[str | None, ...]]:
    if not elements:
        yield ()
        return
    element, rest = elements[0], elements[1:]
    if isinstance(element, Choice):
        for option in element.options:
            yield from _ways((*option, *rest))
        return
    for tail in _ways(rest):
        if isinstance(element, Noun):
            yield (None, *tail)
        elif isinstance(element, Word):
            yield (element.text, *tail)
