"""The questions that one text holds, and the sentences that all of them rest on.

A text is cut at question marks, at the ends of sentences, and at conjunctions where what follows is a question of its
own. When in doubt it stays whole: an uncut question is still answered from the passages closest to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from bot.answering import question_forms as forms

MOST_PARTS = 4
"""A text with more questions than this is answered as one."""

_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|\"[^\"]*\"|\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_SENTENCE_END = re.compile(r"[?？!]+[)\"”»']*|[.…]+(?=\s|$)|\n+")
_ABBREVIATION = re.compile(r"\b(?:vs|e\.g|i\.e|etc|approx|dll|dsb|ej|mr|no)$")
_FEWEST_WORDS = 2


class Role(Enum):
    """What a piece of the text does."""

    QUESTION = "question"
    STATEMENT = "statement"
    COURTESY = "courtesy"


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the text. All pieces together are the whole text, in order."""

    text: str
    role: Role
    sentence: int
    """Which sentence it is of, from 0."""


@dataclass(frozen=True, slots=True)
class SubQuestion:
    words: str
    """In the player's spelling."""
    scenario: tuple[str, ...] = ()
    """What else the player wrote that this question may rest on: statements, and conditions of its neighbours."""

    @property
    def asked(self) -> str:
        """The words without an opening "and" that only adds."""
        bare = self.words.strip(" ,;:–—-")
        opening = forms.ADDS.match(forms.level(bare))
        rest = bare[opening.end() :] if opening is not None else ""
        # "And if it dies?" is no question without what it adds to.
        return rest if forms.STARTS.match(forms.level(rest).lstrip("¿ ")) else bare


_MOST_MARKS = 40
"""A text with more question marks is no list of questions that anybody could answer one by one."""


def sub_questions(text: str, language: str) -> tuple[SubQuestion, ...]:
    """The questions in a text, in order; the text itself where it holds no more than one. `language` is the text's."""
    if text.count("?") > _MOST_MARKS:
        return (SubQuestion(text.strip()),)
    pieces = segments(text, language)
    questions = [piece for piece in pieces if piece.role is Role.QUESTION]
    if len(questions) < 2:
        return (SubQuestion(text.strip()),)
    stated = [piece.text.strip() for piece in pieces if piece.role is Role.STATEMENT]
    return tuple(
        SubQuestion(piece.text.strip(), (*stated, *_conditions_around(place, questions)))
        for place, piece in enumerate(questions)
    )


def segments(text: str, language: str) -> tuple[Segment, ...]:
    """The text cut into questions and what stands around them; joined they are the text again."""
    sentences = _joined(_sentences(text))
    marked = any(forms.MARKS.search(sentence) for sentence in sentences)
    found: list[Segment] = []
    for number, sentence in enumerate(sentences):
        last = number == len(sentences) - 1
        if not _asks(sentence, marked, last):
            role = Role.COURTESY if forms.is_courtesy(sentence) else Role.STATEMENT
            found.append(Segment(sentence, role, number))
            continue
        found.extend(Segment(piece, Role.QUESTION, number) for piece in _pieces(sentence, language))
    return tuple(found)


def _masked(text: str) -> str:
    """The levelled text with everything that is quoted or in brackets blotted out: nothing is cut in there."""
    return _QUOTED.sub(lambda quoted: "x" * len(quoted.group()), forms.level(text))


def _sentences(text: str) -> list[str]:
    masked = _masked(text)
    ends = [
        end.end()
        for end in _SENTENCE_END.finditer(masked)
        if not (end.group().startswith(".") and _ABBREVIATION.search(masked[: end.start()]))
    ]
    bounds = [0, *ends, len(text)]
    return [text[start:stop] for start, stop in pairwise(bounds) if stop > start]


def _joined(sentences: list[str]) -> list[str]:
    """The sentences with those put together that are none by themselves: tags, choices, reasons, bare signs."""
    found: list[str] = []
    for sentence in sentences:
        level = forms.level(sentence)
        alone = forms.WORD.search(level) is not None
        if found and (not alone or forms.TAG.match(level) or (forms.GOES_ON.match(level) and "?" in level)):
            found[-1] += sentence
        else:
            found.append(sentence)
    if len(found) > 1 and not forms.WORD.search(found[0]):
        found[:2] = ["".join(found[:2])]
    return found


def _asks(sentence: str, marked: bool, last: bool) -> bool:
    """Whether a sentence is a question. Where others have question marks, one that ends in a full stop is none."""
    if forms.MARKS.search(_masked(sentence)):
        return True
    ended = sentence.rstrip()[-1:] in (".", "!", "…")
    if marked and (ended or not last):
        return False
    level = forms.level(sentence).strip(" ,;:\n\t.!")
    opening = forms.JOINS.match(level)
    start = level[opening.end() :] if opening is not None else level
    return bool(forms.STARTS.match(start) or forms.ENDS_ID.search(level) or forms.QUESTION_WORD_ID.search(level))


def _pieces(sentence: str, language: str) -> list[str]:
    """A question cut where it goes on with another one."""
    masked = _masked(sentence)
    cuts: list[int] = []
    for place in _possible_cuts(masked):
        left = masked[cuts[-1] if cuts else 0 : place]
        right = masked[place:]
        if _stands(left) and _begins_another(left, right, language):
            cuts.append(place)
    bounds = [0, *cuts, len(sentence)]
    return [sentence[start:stop] for start, stop in pairwise(bounds)]


def _possible_cuts(masked: str) -> list[int]:
    places = {join.start() for join in forms.JOINS.finditer(masked) if join.start() > 0}
    places |= {comma.end() for comma in re.finditer(r"[,;]\s+", masked)}
    places |= {mark.start() for mark in re.finditer("¿", masked) if mark.start() > 0}
    return sorted(places)


def _stands(left: str) -> bool:
    """Whether what was written up to here asks something by itself."""
    return len(forms.WORD.findall(left)) >= _FEWEST_WORDS and (
        "¿" in left or _opener(left) is not None or forms.ENDS_ID.search(left) is not None
    )


def _begins_another(left: str, right: str, language: str) -> bool:
    join = forms.JOINS.match(right)
    rest = (right[join.end() :] if join is not None else right).lstrip(" ,;:")
    if len(forms.WORD.findall(rest)) < _FEWEST_WORDS or forms.TAG.match(rest):
        return False
    if rest.startswith("¿"):
        return "¿" in left and not forms.GOES_ON.match(rest)
    if join is None:
        return _begins_after_comma(left, rest)
    if forms.JOINS_ES.match(right) and language != "es" and not _is_spanish(rest):
        return False
    if forms.BARE_IF.match(rest):
        return _begins_with_condition(left, rest)
    dependent = forms.RELATIVE.search(left.lstrip()[5:]) or forms.RELATIVE_ES.search(left.lstrip(" ¿"))
    opening = (forms.OPENS_SURELY if dependent else forms.OPENS).match(rest)
    if opening is not None:
        return not _is_listed_word(left)
    if forms.CONDITION.match(rest):
        return "," in rest and forms.OPENS.match(rest.split(",", 1)[1].strip()) is not None
    return _goes_on_in_indonesian(left, rest)


def _begins_after_comma(left: str, rest: str) -> bool:
    if forms.ENDS_ID.search(left):
        main = forms.ENDS_ID.search(rest) or forms.QUESTION_WORD_ID.search(rest)
        return main is not None and (forms.OPENS.match(rest) is not None or forms.BARE_IF.match(rest) is not None)
    opener = _opener(left)
    return opener is not None and opener == 0 and forms.OPENS_AFTER_COMMA.match(rest) is not None


def _begins_with_condition(left: str, rest: str) -> bool:
    """ "… and if it dies?": another case, unless the question has a condition already, which this one would add to."""
    if forms.QUESTION_WORD_ID.search(rest) or forms.ENDS_ID.search(rest) or ("," in rest and forms.MARKER.search(rest)):
        return True
    return rest.startswith("what") or forms.CONDITION_INSIDE.search(left) is None


def _goes_on_in_indonesian(left: str, rest: str) -> bool:
    """A question that has its question word inside or at its end, after one that is surely over."""
    if forms.ENDS_ID.search(left):
        return bool(forms.ENDS_ID.search(rest) or forms.QUESTION_WORD_ID.search(rest))
    return bool(forms.QUESTION_WORD_ID.search(left) and forms.QUESTION_WORD_ID.search(rest))


def _is_listed_word(left: str) -> bool:
    """ "When and where can I …": one question with two question words."""
    return (
        re.search(r"\b(?:what|when|where|how|why|who|which|que|como|cuando|donde|apa|kapan|gimana)\W*$", left)
        is not None
    )


def _is_spanish(rest: str) -> bool:
    return (
        re.match(r"(?:que|como|cuando|donde|quien|cual|cuanto|por|puedo|puede|se|si|eso|esto|debo|tengo)", rest)
        is not None
    )


def _opener(left: str) -> int | None:
    """Where the asking clause of a piece begins, joining words apart: at its start or behind a comma or condition."""
    bare = left.lstrip(" ,;:¿\n\t–—-")
    start = len(left) - len(bare)
    join = forms.JOINS.match(bare)
    if join is not None:
        start, bare = start + join.end(), bare[join.end() :]
    if forms.STARTS.match(bare):
        return 0
    for clause in re.finditer(r"[,:;–—]\s*¿?", bare):
        if forms.STARTS.match(bare[clause.end() :]):
            return start + clause.end()
    inside = forms.INSIDE_ENGLISH.search(bare) or forms.QUESTION_WORD_ID.search(bare)
    return start + inside.start() if inside is not None else None


def _conditions_around(place: int, questions: list[Segment]) -> tuple[str, ...]:
    """What other questions of the text say that may hold for this one too: "If it is stunned, can I …?" goes on
    holding, "… if it is stunned?" may be about all that its sentence asks, and "It is stunned, right?" is a claim."""
    found: list[str] = []
    this = questions[place]
    for number, other in enumerate(questions):
        if number == place:
            continue
        if _claims(other.text):
            found.append(other.text.strip())
            continue
        earlier = number < place
        before = _preamble(other.text)
        if before and (earlier or not _opens_another_case(before)):
            found.append(before)
        same_sentence = other.sentence == this.sentence
        joined = forms.JOINS.match(forms.level(this.text).lstrip(" ,;¿")) is not None
        if (joined if earlier else same_sentence) and (condition := _condition(other.text)):
            found.append(condition)
    return tuple(dict.fromkeys(found))


def _claims(text: str) -> bool:
    """A statement with a question mark. "And in a showdown?" is none: it asks about another case."""
    masked = _masked(text)
    return not _opens_another_case(text) and forms.MARKER.search(masked) is None and _opener(masked) is None


def _opens_another_case(text: str) -> bool:
    bare = _masked(text).lstrip(" ,;:¿\n\t")
    return any(opening.match(bare) for opening in (forms.JOINS, forms.WHAT_IF, forms.CONDITION))


def _condition(text: str) -> str:
    """The condition that a question ends with, or nothing; one that the question is all about is its own."""
    masked = _masked(text)
    inside = forms.CONDITION_INSIDE.search(masked)
    own = forms.WHAT_IF.match(masked.lstrip(" ,;¿"))
    return text[inside.start() :].strip() if inside is not None and own is None else ""


def _preamble(text: str) -> str:
    """What a question says before it asks: a condition or a circumstance."""
    masked = _masked(text)
    bare = masked.lstrip(" ,;:¿\n\t")
    opener = _opener(masked)
    if opener is None:
        situation = forms.GOES_ON_IN_TIME.match(masked)
        opener = max(masked.rfind(",") + 1, situation.end() if situation is not None else 0)
        whole = forms.CONDITION.match(bare) or forms.SUPPOSES.match(bare)
        opener = len(text) if whole else opener
    before = text[:opener].strip(" ,;:¿\n\t–—-")
    return "" if forms.is_courtesy(before) else before
