"""An edition that a question names in its own words: "435.4 of 1.4", "di edisi 1.4", "las reglas de agosto de 2026".

Only what can mean nothing else counts: a label or date beside a word for an edition or for the rules, or an edition's
label right after a rule number, in brackets or joined by a preposition. A number like 1.4 by itself is never one.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.library import Library
from bot.answering.naming import edition_name, game_name
from bot.answering.question import Question
from bot.answering.understanding import Understanding, understand
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import CARD_DOCUMENTS, PublishedEdition

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januari enero ene",
            "february feb februari febrero",
            "march mar maret marzo",
            "april apr abril abr",
            "may mei mayo",
            "june jun juni junio",
            "july jul juli julio",
            "august aug agustus agt agosto ago",
            "september sep sept septiembre setiembre",
            "october oct oktober okt octubre",
            "november nov noviembre",
            "december dec desember des diciembre dic",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_YEAR = r"20\d\d"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_LABEL = r"\d{1,2}\.\d{1,2}(?![\d.]*\d|[a-z])"
_ISO = r"20\d\d-\d\d-\d\d"
_DATE = (
    rf"(?:{_ISO}|{_DAY}(?: de| of)? {_MONTH},?(?: del?| of)? {_YEAR}"
    rf"|{_MONTH} {_DAY},? {_YEAR}|{_MONTH},?(?: del?| of)? {_YEAR})"
)
_NAME = rf"(?P<label>(?:[a-z]+(?:-[a-z]+)*-)?(?:{_ISO}|{_LABEL})|{_DATE})"
_IN = (
    r"(?:(?:in|of|from|under|per|by|according to|as of|for|di|dari|menurut|berdasarkan|pada|untuk|versi|"
    r"en|de|del|segun|con|por)\s+)?"
)
_THE = r"(?:the\s+|la\s+|las\s+|el\s+|los\s+)?"
_EDITION = r"(?:edition|version|edisi|versi|edicion)"
_BOOK = r"(?:core rules?|comprehensive rules?|rulebook|reglas (?:completas|basicas))"
_RULES = rf"(?:{_BOOK}|rules|reglas|aturan|peraturan|cr)"
_REF = r"\d{3}(?:\.\d{1,3})?(?:\.?[a-z]{1,2}|\.\d{1,3})*"
_JOINED = r"(?:of|in|from|di|dari|de|del|en|en la|de la)"

_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # "in edition 1.4", "di edisi 1.4", "en la edición del 17 de abril de 2026", "under the rules version 1.4"
        rf"(?<!\w){_IN}{_THE}(?:{_RULES}\s+)?{_EDITION}\s+(?:of\s+|del?\s+|dari\s+)?{_THE}{_NAME}(?!\w)",
        # "in the 1.4 edition", "in the April 2026 rules"
        rf"(?<!\w){_IN}{_THE}{_NAME}\s+(?:{_EDITION}(?: of {_THE}{_RULES})?|{_BOOK}|rules)(?!\w)",
        # "menurut core rules 1.4"
        rf"(?<!\w){_IN}{_THE}{_BOOK}\s+(?:of\s+|from\s+|del?\s+|dari\s+)?{_THE}{_NAME}(?!\w)",
        # "según las reglas de agosto de 2026"; but "aturan 1.4" would be a rule's number
        rf"(?<!\w){_IN}{_THE}{_RULES}\s+(?:of\s+|from\s+|del?\s+|dari\s+)?{_THE}(?P<label>{_DATE})(?!\w)",
        # "in Riftbound 1.4"
        rf"(?<!\w){_IN}riftbound(?:'s)?\s+(?P<label>{_LABEL})(?!\w)",
        # "435.4 of 1.4", "435.4 (1.4)", "435 in 1.4"
        rf"(?<=\w)(?P<joined>\s+{_JOINED}\s+|\s*\()(?P<label>{_ISO}|{_LABEL})(?(joined)\)?)(?!\w)",
    )
)
_COMPARES = re.compile(r"\b(?:chang\w*|differ\w*|(?:ber|per)?ubah\w*|(?:per)?beda\w*|cambi\w*|diferen\w*)\b")
"""A question about what changed in an edition is no question to be answered in it."""
_AFTER_NUMBER = re.compile(rf"(?<![\w.]){_REF}$")


@dataclass(frozen=True, slots=True)
class EditionMention:
    """An edition as a text names it."""

    printed: str
    """Its label or date as the text writes it."""
    start: int
    end: int
    label: str | None
    """The label, where the text gives one: 1.4, 2026-08-07, core-rules-1.4."""
    month: tuple[int, int] | None
    """Year and month, where the text gives no more than that."""


@dataclass(frozen=True, slots=True)
class Pinned:
    """A question with the edition that its words name."""

    question: Question
    """The question as it is to be answered: without those words, and with the edition as if it were asked for."""
    notice: Message | None = None
    refusal: Answer | None = None
    """The answer, where the edition is not there."""


def find_edition(text: str) -> EditionMention | None:
    """The edition that a text names, or None where it names none or several. Never raises on any text."""
    folded = _same_length(text)
    if _COMPARES.search(folded):
        return None
    found: dict[tuple[int, int], EditionMention] = {}
    for place, pattern in enumerate(_PATTERNS):
        for match in pattern.finditer(folded):
            last = place == len(_PATTERNS) - 1
            if last and not _AFTER_NUMBER.search(folded[: match.start()]):
                continue
            if not any(start < match.end() and match.start() < end for start, end in found):
                mention = _mention(text, match)
                if mention is not None:
                    found[match.span()] = mention
    labels = {(mention.label, mention.month) for mention in found.values()}
    return next(iter(found.values())) if len(labels) == 1 else None


def pin_named_edition(question: Question, library: Library, default_language: str) -> Pinned:
    """Answer a question in the edition that it names; an edition that was asked for apart from the text always wins."""
    mention = find_edition(question.text) if question.edition is None else None
    if mention is None:
        return Pinned(question)
    games = (question.game,) if question.game is not None else library.games
    editions = [e for e in library.corpus.editions if e.game in games and e.document not in CARD_DOCUMENTS]
    meant = [edition for edition in editions if _is_meant(mention, edition)]
    asked = understand(replace(question, edition=meant[0].edition if meant else None), library, default_language)
    game = _game(asked, {edition.game for edition in meant}, library)
    of_game = [edition for edition in meant if game in (None, edition.game)]
    if not of_game:
        known = tuple(e.edition for e in editions if game in (None, e.game) and any(c.isdigit() for c in e.edition))
        return Pinned(question, refusal=_not_loaded(asked.language, game, mention, known))
    edition = of_game[-1]
    return Pinned(
        replace(
            question,
            text=_without(question.text, mention),
            game=question.game or (game if len({e.game for e in of_game}) == 1 else None),
            edition=edition.edition,
            language=asked.language,
        ),
        notice=Message(
            "The question names an edition: this is answered from {edition}.",
            {"edition": edition_name(edition, asked.language)},
        ),
    )


def _game(asked: Understanding, having: set[str], library: Library) -> str | None:
    """The game of the question; where its words only hint at one without this edition, the game that has it."""
    game = asked.game.game
    if game is None or game in having or len(having) != 1 or asked.game.certain or asked.game.because == (game,):
        return game if game is not None or len(having) != 1 else next(iter(having))
    if any(library.has_number(game, number) for number in asked.numbers):
        return game
    return next(iter(having))


def _not_loaded(language: str, game: str | None, mention: EditionMention, known: Sequence[str]) -> Answer:
    values = {"edition": mention.printed, "known": tuple(dict.fromkeys(known)) or "–"}
    message = Message("I have no edition {edition}; I have {known}.", values)
    if game is not None:
        message = Message("{game} has no edition {edition} here; I have {known}.", {"game": game_name(game), **values})
    return Answer(
        language=language,
        game=game,
        kind=AnswerKind.ABSTAIN,
        verdict=None,
        says=(message,),
        status=Message("No such edition"),
        confidence=0.9,
    )


def _mention(text: str, match: re.Match[str]) -> EditionMention | None:
    start, end = match.span("label")
    words = match.group("label").replace(",", " ").replace(".", ". ") if " " in match.group("label") else ""
    printed = text[start:end].strip()
    if not words:
        return EditionMention(printed, match.start(), match.end(), match.group("label"), None)
    parts = [part.rstrip(".") for part in words.split() if part.rstrip(".")]
    month = next((_MONTHS[part] for part in parts if part in _MONTHS), None)
    year = next((int(part) for part in parts if re.fullmatch(_YEAR, part)), None)
    day = next((int(re.sub(r"\D", "", part)) for part in parts if re.fullmatch(_DAY, part)), None)
    if month is None or year is None:
        return None
    if day is None:
        return EditionMention(printed, match.start(), match.end(), None, (year, month))
    try:
        date = datetime.date(year, month, day)
    except ValueError:
        return None
    return EditionMention(printed, match.start(), match.end(), date.isoformat(), None)


def _is_meant(mention: EditionMention, edition: PublishedEdition) -> bool:
    if mention.label is not None:
        since = edition.effective_from.isoformat() if edition.effective_from is not None else None
        return mention.label in (edition.edition, f"{edition.document}-{edition.edition}", since)
    since_date = edition.effective_from
    return since_date is not None and (since_date.year, since_date.month) == mention.month


def _without(text: str, mention: EditionMention) -> str:
    before, after = text[: mention.start].rstrip(" ,("), text[mention.end :].lstrip()
    joined = f"{before} {after}" if after and after[0].isalnum() else f"{before}{after}"
    return joined.strip(" ,")


def _same_length(text: str) -> str:
    """The text in small letters without accents, each character in its place."""
    return "".join(_flat(character) for character in text)


def _flat(character: str) -> str:
    flat = fold(character)
    return flat if len(flat) == 1 else character
