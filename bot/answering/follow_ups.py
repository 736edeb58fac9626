"""Whether a question leans on what was asked before it, and the text that completes it.

Only what cannot be understood by itself is completed: a question that stands by itself is never altered. What was
completed is understood and searched for, but no stored verdict is given for it: a stored question knows nothing of
the words that were put in front.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering import question_forms as forms
from index.game_terms import named_games
from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.terms import Match
from rules_corpus.lexicon.words import split_words

MOST_EARLIER = 4
"""So many earlier questions are put in front at most: the last that stands by itself and the newest after it."""
LOOK_BACK = 12
"""Earlier questions than these are not looked at."""
LONGEST_EARLIER = 400
"""Characters of one earlier question that are put in front: its last ones, where the question is."""

_FEW_WORDS = 6
"""A question of at most so many words without any game term says too little by itself."""
_SHORT = 8
"""So many words with one game term and an opening that joins are no whole question, unless they ask something."""

_GAME_SWITCH = 4
"""So few words with a game's name among them ask the question before again: "and in Magic?"."""

_REFERS_BACK = re.compile(
    r"\W*(?:in that case|in this case|if so|if not|otherwise|then\b(?! again)|and then|so then|even if|even then"
    r"|what else|kalo gitu|kalau gitu|kalau begitu|kalo begitu|berarti|trus|terus|trs|lalu|lantas"
    r"|entonces|en ese caso|y entonces|y luego|aunque|si no\b(?=\W*$))(?!\w)"
)
"""Openings that stand for what was said before."""
_WHAT_ABOUT = re.compile(
    r"\W*(?:(?:and|but|ok|so|dan|y|pero) )*(?:what about|how about|and for|same for|que tal|que hay de"
    r"|y (?:con|para|en|el|la|los|las|un|una|mi|mis|tu|si (?:es|son|no|fuera|la|el|lo|esta|tiene|muere))\b"
    r"|(?:kalo|kalau|klo) (?:\S+ ){1,3}?(?:gimana|gmn|bagaimana)\W*$"
    r"|gimana (?:dengan|sama)\b|gimana (?:kalo|kalau|klo) (?:\S+ ?){1,3}$)"
)
_OPENING = re.compile(r"\W*(?:and|but|also|plus|dan|tapi|tp|y|e|pero|ademas)\b[,:]?\s*")
_FRAGMENT = re.compile(
    r"\W*(?:if|when|while|unless|in|at|on|with|without|during|from|for|to|against|after|before|even"
    r"|kalo|kalau|klo|kalu|jika|pas|saat|waktu|di|ke|dari|tanpa|buat|untuk|sama|dengan|meski"
    r"|si|cuando|en|con|sin|durante|para|contra|de|desde|mientras|aunque)\b"
    r"(?! (?:que|cual|cuales|quien|donde|what|which|whom|mana|apa|siapa)\b)"
)
_WHY = re.compile(r"\W*(?:(?:but|and|tapi|pero|y) )?(?:why|how come|how so|kenapa|knp|mengapa|kok|por ?que|como asi)\b")

_WHAT_HAPPENS = re.compile(
    r"\W*(?:(?:and|but|dan|tapi|y|pero) )?(?:what (?:happens )?(?:if|when)|gimana (?:kalo|kalau|klo)"
    r"|apa (?:yang|yg) terjadi (?:kalo|kalau|klo|jika)|que (?:pasa|ocurre|sucede) (?:si|cuando)|si)\b"
    r"|\W*(?:\S+ ){1,3}then\W*$"
)
"""A question about what a case would change, and nothing to say of what."""

_DEMONSTRATIVE = r"(?:that|this|those|these)"
_ENGLISH_PRONOUN = (
    r"\b(?:it|they|them|its|theirs|he|she|him|itself|themselves)\b"
    r"|\b(?:can|could|may|would|will|should|must|do|does|did|is|are|was|were|has|have|about|for|with|to|of|like|than"
    rf"|by|from|after|before|during|if|when|and|but|so) {_DEMONSTRATIVE}\b(?! (?:[\w'-]+ ){{0,3}}(?:is|are|can) )"
    rf"|^\W*{_DEMONSTRATIVE}\b|\b(?:do|does|doing|done) (?:that|this|so|it)\b|\b{_DEMONSTRATIVE}\W*$"
    r"|\b(?:that|the other|the same|which|a different) one\b|^\W*(?:the )?(?:other|second|first) ones?\b"
)
_INDONESIAN_PRONOUN = (
    r"^\W*(?:(?:dan|tapi|terus|trus|kalo|kalau|klo|kenapa|apakah|boleh|bisa|bisakah|emang|berarti|kok|gimana|sama) )*"
    r"(?:itu|ini|gitu|begitu|dia|mereka)\b|\b(?:dia|mereka|disitu|disana|di situ|di sana|kayak gitu|seperti itu)\b"
)
_SPANISH_PRONOUN = (
    r"\b(?:eso(?! de\b)|esto(?! de\b)|aquello|ese|esa|esos|esas|ella|ellos|ellas|ahi|alli|suyo|suya)\b"
    r"|\bl[oa]s? (?:puedo|puede|pueden|equipo|muevo|tengo|pago)\b"
    r"|\b\w{2,}[aei]r(?:se)?(?:lo|la|los|las)\b(?! todo)"
)
_ANAPHOR = re.compile(f"{_ENGLISH_PRONOUN}|{_INDONESIAN_PRONOUN}|{_SPANISH_PRONOUN}")
_JUDGED = r"possible|legal|allowed|true|ok|okay|worth|better|correct|fine|necessary|matter|mean"
_EXPLETIVE = re.compile(
    rf"\bit(?:'?s| is| was| isn'?t| will be)? (?:not )?(?:my|your|his|her|the|an?|their|{_JUDGED})\b"
    rf"|\b(?:is|was|does|would|will) it (?:ever |always |still )?(?:be )?(?:{_JUDGED}|cost|take|count|my|your|the)\b"
    r"(?= .*\b(?:to|that|if|when|turn|phase)\b)"
    r"|\bapa itu \w|\b(?:this|that) (?:\S+ )?(?:thing|stuff|keyword|game)\b|\b(?:turn|giliran) (?:itu|ini)\b"
)
"""An "it" or "this" that stands for nothing said before."""
_DETERMINED = re.compile(
    r"\b(?:my|your|the|an?|his|each|every|both|two|three|any|no|another|opponent'?s?|enemy"
    r"|un|una|unos|unas|el|la|los|las|mis?|tus?|cada|cualquier|algun|ningun) (?!same\b|other\b|que\b)\w{2,}"
)
"""A noun with its determiner: something that a pronoun behind it may stand for."""
_NAME = re.compile(r"(?<=[\w,] )[A-Z]\w+")
"""A capitalised word inside a sentence: a card or a keyword by its name."""
_NO_TERM = re.compile(r"\b(?:[kd][ei] mana|what happens|happens)\b")
"""Words of questions that are also terms of the games."""
_ITS_OWN = re.compile(r"^(.{2,}?)-?nya$")


@dataclass(frozen=True, slots=True)
class Completed:
    """A question with the earlier words that it leans on."""

    text: str
    """The earlier words in front of the question's own."""
    earlier: tuple[str, ...]
    """What was put in front, oldest first."""


def leans(text: str, lexicon: Lexicon) -> bool:
    """Whether a question cannot be understood without what was asked before it. Never raises."""
    level = forms.level(text).strip()
    words = forms.WORD.findall(level)
    if not words or forms.is_courtesy(text) or _has_number(level):
        return False
    if _REFERS_BACK.match(level) or (named_games(text) and len(words) <= _GAME_SWITCH):
        return True
    terms = [*_terms(level, lexicon), *_NAME.findall(text)]
    if _WHY.match(level) and len(words) <= _FEW_WORDS and len(terms) <= 1:
        return True
    if _WHAT_ABOUT.match(level) and not _asks_by_itself(level):
        return True
    if _has_loose_pronoun(text, level, lexicon):
        return True
    if _WHAT_HAPPENS.match(level) and len(terms) <= 1 and len(words) <= _FEW_WORDS:
        return True
    if not terms:
        return len(words) <= _FEW_WORDS
    return _is_fragment(level, words, terms)


def complete(text: str, earlier: Sequence[str], lexicon: Lexicon) -> Completed | None:
    """The question behind the earlier ones that it leans on, oldest first; None where it stands by itself or nothing
    was asked before. A chain goes back to the last earlier question that stands by itself."""
    asked = [_shortened(one) for one in earlier[-LOOK_BACK:] if forms.words_of(one[-LONGEST_EARLIER:])]
    asked = [one for one in asked if not forms.is_courtesy(one)]
    if not asked or not leans(text, lexicon):
        return None
    first = next((place for place in range(len(asked) - 1, -1, -1) if not leans(asked[place], lexicon)), 0)
    between = asked[first + 1 :]
    chain = (asked[first], *between[max(0, len(between) - MOST_EARLIER + 1) :])
    return Completed(" ".join((*chain, text.strip())), chain)


def _shortened(text: str) -> str:
    whole = " ".join(text[-2 * LONGEST_EARLIER :].split())
    if len(whole) <= LONGEST_EARLIER:
        return whole
    return whole[-LONGEST_EARLIER:].split(" ", 1)[-1]


def _has_number(level: str) -> bool:
    return any("." in word and word[-1:] != "." and any(c.isdigit() for c in word) for word in split_words(level))


def _terms(level: str, lexicon: Lexicon) -> list[str]:
    """The game terms in a text, everyday words apart."""
    return [match.key for match in _matches(level, lexicon) if any(term.kind != "plain" for term in match.terms)]


def _matches(level: str, lexicon: Lexicon) -> tuple[Match, ...]:
    words = split_words(_NO_TERM.sub(" ", level).replace("-", " "))
    return lexicon.find(words, ("en", "es", "id"))


def _asks_by_itself(level: str) -> bool:
    """A main clause that asks about more than one thing behind an opening that joins."""
    rest = level[opening.end() :] if (opening := _OPENING.match(level)) else level
    return len(forms.WORD.findall(rest)) > _SHORT and forms.MARKER.search(rest) is not None


def _has_loose_pronoun(text: str, level: str, lexicon: Lexicon) -> bool:
    """A pronoun with nothing before it that it could stand for."""
    for anaphor in _ANAPHOR.finditer(level):
        if any(e.start() <= anaphor.end() and anaphor.start() <= e.end() for e in _EXPLETIVE.finditer(level)):
            continue
        before = level[: anaphor.start()]
        named = _NAME.search(text[: anaphor.start()])
        return not (_DETERMINED.search(before) or named or _things(before, lexicon))
    return False


def _things(level: str, lexicon: Lexicon) -> bool:
    """Whether a text names a thing of the games, not only a state or a time."""
    return any(
        term.kind not in ("state", "time", "plain") for match in _matches(level, lexicon) for term in match.terms
    )


def _is_fragment(level: str, words: Sequence[str], terms: Sequence[str]) -> bool:
    """A condition, a place or a time without a main clause: "in a showdown?", "kalo unitnya mati?", "y en Magic?"."""
    opening = _OPENING.match(level)
    rest = level[opening.end() :] if opening else level
    asks = forms.MARKER.search(rest) is not None
    if opening and not asks and len(words) <= _SHORT:
        return True
    if _FRAGMENT.match(rest) and not asks and not rest.startswith("¿cuando"):
        return len(terms) <= 2 and len(words) <= _SHORT
    named = [word for word in words if _ITS_OWN.match(word)]
    # "Equipment-nya ke mana?": a thing that is spoken of as known, and nothing else.
    return len(named) == 1 and len(terms) == 1 and words[0] == named[0] and len(words) <= _FEW_WORDS - 2
