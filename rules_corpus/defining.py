"""Which of the rules below a heading says what the heading's thing does, told by signs in the rules' own English.

Both official rules books first say what class a keyword belongs to and where it stands on cards; what it does comes
later. The signs, the surest first; of several rules with the same sign the first counts:

1. an equivalent: "functionally short for", "stands for", "“Equip [cost]” means", "It means";
2. a class with more to it: "Wither is a static ability. Damage dealt … by a source with wither …";
3. what something that has the keyword does or can't do: "A creature with flying can't be blocked …";
4. what the keyword itself does: "Equip has a cost to activate and …".

Rules about several instances, about how it is written, or that only refer elsewhere never define anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from rules_corpus.normalisation import normalise
from rules_corpus.passages import Passage, PassageKind, TextRole

LANGUAGE = "en"
"""The language whose rules have these signs."""


class Sign(IntEnum):
    """How surely a rule defines; the lower the surer."""

    EQUIVALENT = 1
    CLASS_AND_MORE = 2
    BEARER = 3
    ITSELF = 4


@dataclass(frozen=True, slots=True)
class Definition:
    passage: Passage
    sign: Sign
    items: tuple[Passage, ...] = ()
    """The rules below it that complete it, where it ends in a colon."""


_NO_DEFINITION = re.compile(
    r"\bcharacteristics?\b(?!-defining)|\b(?:is|be) (?:normally )?present on\b|\bis formatted\b"
    r"|^for more information|\bredundant\b|\bis a variant\b|\bnot functionally\b|\bno function\b"
)
_MANY = re.compile(r"\b(?:multiple|several) instances\b|^(?:if|although|previously|each|some)\b.{0,60}\bmultiple\b")
_EQUIVALENT = re.compile(r"\bfunctionally short for\b|\bstands for (?:this|the following)\b|\bstands for:")
_MODAL = re.compile(
    r"\b(?:can|can't|cannot|may|must|doesn't|don't|isn't|aren't|will|won't|gains?|grants?|causes?|is|are|"
    r"gets?|assigns?|deals?|destroyed|restricts?|allows?|chooses?|becomes?|has|have|attaches)\b"
)
_BESIDE = ("(", "this ", "see ", "the ability has no", "it is written", "it's written", "if the quality")
"""Sentences that begin like this say how it is written, or where there is more about it."""
_SENTENCE = re.compile(r"(?<=[.!])[\"')]?\s+(?=[\"'(]?[a-z\[{])")


def definition_of(name: str, below: Sequence[Passage]) -> Definition | None:
    """The rule that says what `name` does, among the rules below its heading in their order; None where none shows it.

    Only English texts are read, the publisher's before ours.
    """
    names = _names(name)
    best: Definition | None = None
    for passage in below:
        text = _english(passage)
        sign = _sign(text, names) if text else None
        if sign is not None and (best is None or sign < best.sign):
            items = tuple(p for p in below if p.parent == passage.ref) if text.endswith(":") else ()
            best = Definition(passage, sign, items)
    return best


def is_keyword(name: str, below: Sequence[Passage]) -> bool:
    """Whether the rules below a heading call the heading's thing a keyword or an ability."""
    called = rf"(?:{_names(name)})(?!\\w)"
    kind = r"(?:keyword|abilit(?:y|ies)|permission)\b"
    shown = re.compile(
        rf"^{called}(?: \([^)]*\))? (?:is|are|represents?|appears?|on)\b[^.]{{0,90}}\b{kind}"
        rf"|^{called} (?:abilities|is found|are found)\b|^an? {called} ability is\b|\bthe {called} ability\b"
        rf"|^{called} appears on [^.]*\. it represents\b"
    )
    return any(shown.search(_english(passage)) for passage in below)


def _names(name: str) -> str:
    """A pattern for a keyword's name; "Daybound and Nightbound" are two, and so are "∞ (Infinity)"."""
    parts = re.split(r" and |[()]", normalise(name).rstrip(" ."))
    return "|".join(re.escape(part.strip()) for part in parts if part.strip())


def _english(passage: Passage) -> str:
    if passage.kind is not PassageKind.RULE or passage.heading:
        return ""
    bodies = passage.texts_of(TextRole.BODY, LANGUAGE)
    return normalise(bodies[0].text) if bodies else ""


def _sign(text: str, names: str) -> Sign | None:
    if _MANY.search(text):
        return None
    if (_EQUIVALENT.search(text) and "not functionally" not in text) or _means(text, names):
        return Sign.EQUIVALENT
    if _says_more_than_its_class(text, names):
        return Sign.CLASS_AND_MORE
    if _NO_DEFINITION.search(text) or _is_class(text, names):
        return None
    if _has_it(text, names) and _MODAL.search(text):
        return Sign.BEARER
    if re.search(rf"^(?:a |an |the )?(?:{names})(?!\w)", text) and _MODAL.search(text):
        return Sign.ITSELF
    return None


def _has_it(text: str, names: str) -> bool:
    """It speaks of something that has the keyword ("a creature with flying and/or reach")."""
    return re.search(rf"\b(?:with|has|have|without) (?:[\w/]+ ){{0,3}}(?:{names})(?!\w)", text) is not None


def _means(text: str, names: str) -> bool:
    """An equivalent of the name itself: not of "When you cycle this card", and not of a variant."""
    # After the name only a placeholder: “Affinity for [text]”, “Fading N”; not one of its kinds (“Gift a Food”).
    rest = r"(?:(?: | ?-+ ?)(?=[^\"]*(?:\[|\b[nx]\b))[^\"]{0,40})?"
    quoted = rf"\"(?:\[[^\]]*\] ?)?(?:{names})(?!\w){rest}\"(?: on an? \w+)? means\b"
    bare = rf"(?:^|[.)] )(?:{names})(?!\w)(?: \[[^\]]*\]| \w)?(?: on an? [\w ]{{1,30}})? means\b"
    it = rf"^(?:{names})(?!\w).*\. it means\b"
    return any(re.search(pattern, text) for pattern in (quoted, bare, it))


def _is_class(text: str, names: str) -> bool:
    """The text begins by saying what class of thing the name is."""
    return re.search(rf"^(?:{names})(?!\w) (?:is|are) (?:an?|both)\b", text) is not None


def _says_more_than_its_class(text: str, names: str) -> bool:
    called = rf"^(?:{names})(?!\w)(?: \([^)]*\))? (?:is|are|represents?|appears?|abilities are)\b"
    if not re.search(called, text) and not re.search(rf"^an? (?:{names}) ability is\b", text):
        return False
    first, *rest = _SENTENCE.split(text)
    if re.search(r"\bability that (?!modif|functions|triggers|may\b|appears)|\bthat (?:imposes|adds) ", first):
        return True
    telling = [sentence for sentence in rest if not sentence.startswith(_BESIDE)]
    return any(_MODAL.search(sentence) or _has_it(sentence, names) for sentence in telling)
