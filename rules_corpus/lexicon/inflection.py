"""Base forms that an inflected word may come from; a caller accepts one only if the lexicon lists it.

Because every proposal is checked against the lexicon, the rules here may propose too much, never too little:
no general stemmer is trusted with game terms ("territory" would become "ritory").
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

_SHORTEST_STEM = 3


@lru_cache(maxsize=20_000)
def base_candidates(word: str, language: str) -> tuple[str, ...]:
    """Possible base forms of a folded word, the nearest first, without the word itself; empty for other languages."""
    propose = {"en": _english, "es": _spanish, "id": _indonesian}.get(language)
    if propose is None or len(word) > 40:
        return ()
    found = dict.fromkeys(c for c in propose(word) if len(c) >= _SHORTEST_STEM and c != word)
    return tuple(found)


def _english(word: str) -> Iterator[str]:
    if word.endswith(("ies", "ied")):
        yield word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
    if word.endswith("es"):
        yield word[:-2]
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            yield stem
            yield stem + "e"
            if len(stem) > 3 and stem[-1] == stem[-2]:
                yield stem[:-1]


# Endings without accents, since words are folded.
_AR = (
    "o as a amos ais an e aste asteis aron aba abas abamos abais aban are aras ara aremos areis aran aria arias "
    "ariamos ariais arian es emos eis en ase ases asen ando ado ada ados adas ad ar"
)
_ER_IR = (
    "o es e en i iste io isteis ieron ia ias iamos iais ian a as amos ais an iera ieras ieramos ierais ieran iese "
    "iesen iendo ido ida idos idas yendo yo yeron "
)
_ER = _ER_IR + "emos eis ere eras era eremos ereis eran eria erias eriamos eriais erian ed er"
_IR = _ER_IR + "imos is ire iras ira iremos ireis iran iria irias iriamos iriais irian id ir"
_CLITICS = "lo la los las le les me te se nos os selo sela selos selas melo mela melos melas telo tela telos telas"
# Only adjectives change gender: "legendaria" is "legendario", but "mana" is not "mano" nor "pasa" "paso".
_FEMININE = ("ada", "ida", "aria", "iva", "ica", "nea", "osa", "uesta", "erta", "cta", "eta", "ena")


@cache
def _spanish_endings() -> dict[str, tuple[str, ...]]:
    """From a verb's ending, clitics included, to the infinitives that it may belong to."""
    endings: dict[str, dict[str, None]] = {}
    for infinitive, plain, gerund, imperative in (
        ("ar", _AR, "ando", "a"),
        ("er", _ER, "iendo", "e"),
        ("ir", _IR, "iendo", "e"),
    ):
        with_clitics = (carrier + c for carrier in (infinitive, gerund, imperative) for c in _CLITICS.split())
        for ending in (*plain.split(), *with_clitics):
            endings.setdefault(ending, {})[infinitive] = None
    return {ending: tuple(infinitives) for ending, infinitives in endings.items()}


def _spanish_stems(stem: str) -> Iterator[str]:
    """A verb's stem as its infinitive spells it: ataqu- from atac-, muev- from mov-, elij- from eleg-."""
    spelled = [stem]
    for written, infinitive in (("qu", "c"), ("gu", "g"), ("c", "z"), ("j", "g"), ("zc", "c"), ("g", ""), ("y", "")):
        if stem.endswith(written):
            spelled.append(stem[: -len(written)] + infinitive)
    for candidate in spelled:
        yield candidate
        for changed, vowel in (("ue", "o"), ("ue", "u"), ("ie", "e"), ("i", "e"), ("u", "o")):
            before, found, after = candidate.rpartition(changed)
            if found and after and not any(c in "aeiou" for c in after):
                yield before + vowel + after


def _spanish(word: str) -> Iterator[str]:
    if word.endswith("s"):
        yield word[:-1]
        if word.endswith("ces"):
            yield word[:-3] + "z"
        if word.endswith("es"):
            yield word[:-2]
    singular = word.removesuffix("s")
    if singular.endswith(_FEMININE):
        yield singular[:-1] + "o"
    if singular.endswith("ora"):
        yield singular[:-1]
    endings = _spanish_endings()
    for length in range(min(10, len(word) - 2), 0, -1):
        for infinitive in endings.get(word[-length:], ()):
            for stem in _spanish_stems(word[:-length]):
                yield stem + infinitive


_ID_SUFFIXES = ("nya", "ku", "mu", "lah", "kah", "pun", "kan", "in", "an", "i", "2")
# (prefix, what it may have swallowed of the stem)
_ID_PREFIXES = (
    ("nge", ("",)),
    ("di", ("",)),
    ("ke", ("",)),
    ("ter", ("", "r")),
    ("ber", ("", "r")),
    ("se", ("",)),
    ("meng", ("", "k")),
    ("meny", ("s",)),
    ("men", ("", "t")),
    ("mem", ("", "p")),
    ("me", ("",)),
    ("penge", ("",)),
    ("peng", ("", "k")),
    ("peny", ("s",)),
    ("pen", ("", "t")),
    ("pem", ("", "p")),
    ("per", ("",)),
    ("pe", ("",)),
    ("ny", ("s",)),
    ("ng", ("", "k")),
    ("n", ("t", "")),
    ("m", ("p",)),
)


def _indonesian(word: str) -> Iterator[str]:
    layer = [word]
    without_suffix = [word]
    for _ in range(2):
        layer = [w[: -len(s)] for w in layer for s in _ID_SUFFIXES if w.endswith(s) and len(w) - len(s) >= 3]
        without_suffix += layer
    yield from without_suffix[1:]
    for stripped in without_suffix:
        for outer in _without_prefix(stripped):
            yield outer
            yield from _without_prefix(outer)


def _without_prefix(word: str) -> Iterator[str]:
    for prefix, swallowed in _ID_PREFIXES:
        if word.startswith(prefix):
            rest = word[len(prefix) :].lstrip("-")
            for letter in swallowed:
                yield letter + rest
