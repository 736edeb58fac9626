"""What games, editions, documents and languages are called when we speak of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.answering.answer import Message
from bot.locale.translation import N_
from rules_corpus.passages import PublishedEdition, TextRole

GAME_NAMES = {"riftbound": "Riftbound", "mtg": "Magic: The Gathering", "vandaria": "Vandaria Wars"}

_LANGUAGE_NAMES = {"en": N_("English"), "id": N_("Indonesian"), "es": N_("Spanish")}
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LAST_PART = re.compile(r"^(.*?)(\d+|[a-z])$")


def game_name(game: str) -> str:
    """A game's own name; the same in every language."""
    return GAME_NAMES.get(game, game.capitalize())


def language_name(language: str) -> Message | str:
    return Message(_LANGUAGE_NAMES[language]) if language in _LANGUAGE_NAMES else language


def document_title(edition: PublishedEdition, language: str) -> str:
    """The document's title in a language, else in its own, else its short name."""
    titles = [title for title in edition.titles if title.role is TextRole.TITLE] or list(edition.titles)
    for wanted in (language, edition.authority, "en"):
        for title in titles:
            if title.language == wanted:
                return title.text
    return titles[0].text if titles else edition.document


def edition_name(edition: PublishedEdition, language: str) -> Message:
    """An edition with its article, to stand inside a sentence ("edition 1.5", "the edition of 2026-08-07")."""
    if _DATE.fullmatch(edition.edition):
        return Message("the edition of {label}", {"label": edition.edition})
    if any(character.isdigit() for character in edition.edition):
        return Message("edition {label}", {"label": edition.edition})
    return Message("“{title}”", {"title": document_title(edition, language)})


def document_and_edition(edition: PublishedEdition, language: str) -> str:
    """Title and label ("Core Rules 1.5"); the title alone where the edition has no number of its own."""
    title = document_title(edition, language)
    return f"{title} {edition.edition}" if any(c.isdigit() for c in edition.edition) else title


def compact_refs(refs: Sequence[str]) -> str:
    """Rule numbers in a row as one range ("702.6a–e"); any others as they are, with commas between them."""
    runs: list[list[str]] = []
    for ref in refs:
        if runs and _follows(runs[-1][-1], ref):
            runs[-1].append(ref)
        else:
            runs.append([ref])
    parts: list[str] = []
    for run in runs:
        last = _LAST_PART.match(run[-1])
        if len(run) > 2 and last is not None:
            parts.append(f"{run[0]}–{last.group(2)}")
        else:
            parts.extend(run)
    return ", ".join(parts)


def _follows(before: str, after: str) -> bool:
    first, second = _LAST_PART.match(before), _LAST_PART.match(after)
    if first is None or second is None or first.group(1) != second.group(1):
        return False
    old, new = first.group(2), second.group(2)
    if old.isdigit() and new.isdigit():
        return int(new) == int(old) + 1
    if old.isdigit() or new.isdigit():
        return False
    # Magic skips the letters l and o, which look like digits.
    step = ord(new) - ord(old)
    return step == 1 or (step == 2 and chr(ord(old) + 1) in "lo")
