"""What every renderer of an `Answer` says the same way: paragraphs, conditions, citations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from bot.answering.answer import Answer, AnswerCitation, AnswerKind, Message
from bot.locale.translation import translate

QUOTE_LENGTH = 120
"""Characters of a citation's one-line quote; the whole rule is one command away."""

_NUMBERED = re.compile(r"(?:[A-Z]+\.)?\d[\w.]*$")
"""A rule's number; entries that have only a name of ours are shown by what they say."""


@dataclass(frozen=True, slots=True)
class CitationWords:
    """One citation, ready to be laid out."""

    citation: AnswerCitation
    ref: str
    also: str
    """Its numbers in other editions ("1.4: 434.4"); empty where they are the same or unknown."""
    quote: str
    """One line; empty where the answer has said it already."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The citations of one document that stand together."""

    document: str
    """Title, edition, date and whose words."""
    citations: tuple[CitationWords, ...]


def said_words(answer: Answer) -> tuple[str, ...]:
    """The answer's paragraphs in the reader's language, without those that a question to the asker repeats."""
    asked = {translate(clarify.question, answer.language) for clarify in answer.clarify}
    texts = (translate(said, answer.language) for said in answer.says)
    return tuple(text for text in texts if text.strip() and text not in asked)


def condition_words(answer: Answer) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(heading, lines) of what the verdict turns on, and of what would change it; a part that is empty is left out."""
    return tuple(
        (translate(heading, answer.language), tuple(translate(message, answer.language) for message in messages))
        for heading, messages in (
            (Message("If all of this holds:"), answer.conditions),
            (Message("Unless:"), answer.unless),
        )
        if messages
    )


def sources_heading(answer: Answer) -> str:
    """What stands over the citations."""
    heading = Message("Because") if answer.kind in (AnswerKind.FAQ, AnswerKind.DERIVED) else Message("Sources")
    return translate(heading, answer.language)


def sources_words(answer: Answer) -> tuple[Sources, ...]:
    """The numbered citations in their order, those of one document that follow each other together."""
    return tuple(_sources(answer))


def _sources(answer: Answer) -> Iterator[Sources]:
    said = "\n".join(translate(text, answer.language) for text in answer.says)
    numbered = [citation for citation in answer.citations if _NUMBERED.match(citation.ref)]
    for where, citations in groupby(numbered, key=lambda citation: document_words(citation, answer.language)):
        yield Sources(where, tuple(_citation(citation, said) for citation in citations))


def document_words(citation: AnswerCitation, language: str) -> str:
    """Title, edition, date and whose words: "Core Rules 1.5 (2026-10-09), in our words"; nothing is said twice."""
    parts = [citation.document_title]
    if citation.edition != citation.document and citation.edition.casefold() not in citation.document_title.casefold():
        parts.append(citation.edition)
    date = citation.effective_from.isoformat() if citation.effective_from is not None else ""
    if date and date != citation.edition:
        parts.append(f"({date})")
    document = " ".join(parts)
    if citation.official or not citation.quote:
        return document
    return translate(Message("{document}, in our words", {"document": document}), language)


def one_line(text: str, length: int = QUOTE_LENGTH) -> str:
    """The first of a text's words that fit in one line of so many characters."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    return line[:length].rsplit(" ", 1)[0].rstrip(" ,;:.") + " …"


def _citation(citation: AnswerCitation, said: str) -> CitationWords:
    also = ", ".join(f"{other.edition}: {other.ref}" for other in citation.also if other.ref != citation.ref)
    quote = "" if citation.quote in said else one_line(citation.quote)
    return CitationWords(citation, citation.ref, also, quote)
