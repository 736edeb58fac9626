"""The words of a passage for a reader: their language first, else the original; symbols spelled out."""

from __future__ import annotations

from dataclasses import dataclass

from rules_corpus.lexicon.symbols import readable
from rules_corpus.passages import Passage, TextRole


@dataclass(frozen=True, slots=True)
class Quote:
    text: str
    language: str
    official: bool


def quote(passage: Passage, language: str, authority: str) -> Quote | None:
    """What the passage says, in the reader's language where it has such a text, else in the deciding language,
    else in any; its title where it has no body. None where it has no text at all."""
    for role in (TextRole.BODY, TextRole.TITLE):
        for wanted in (language, authority, None):
            texts = passage.texts_of(role, wanted)
            if texts:
                text = texts[0]
                return Quote(readable(text.text, language), text.language, text.official)
    return None


EXCERPT_LENGTH = 160


def excerpt(text: str) -> str:
    """A text's first words, up to `EXCERPT_LENGTH` characters."""
    if len(text) <= EXCERPT_LENGTH:
        return text
    return text[:EXCERPT_LENGTH].rsplit(" ", 1)[0].rstrip(" ,;:.") + " …"


def question_of(passage: Passage, language: str) -> str:
    """The first phrasing of an FAQ's question in a language, else in any; its ref where it has none."""
    for wanted in (language, None):
        texts = passage.texts_of(TextRole.QUESTION, wanted)
        if texts:
            return readable(texts[0].text, language)
    return passage.ref


def title_for(passage: Passage, language: str, authority: str) -> str | None:
    """What a passage is called: its title, or its text where it only names the passages below it; else None."""
    roles = (TextRole.TITLE, TextRole.BODY) if passage.heading else (TextRole.TITLE,)
    for role in roles:
        for wanted in (language, authority, None):
            texts = passage.texts_of(role, wanted)
            if texts:
                return texts[0].text.rstrip(" .")
    return None
