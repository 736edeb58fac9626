"""A question of several questions: one answer with a part for each, and a short text that carries them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.answering.answer import Answer, AnswerCitation, AnswerKind, Clarify, Message
from bot.answering.headline import headline

_MOST_PARAGRAPHS = 2
"""Of each part, so many paragraphs are carried into the text of the whole; the part itself has them all."""


def compound_answer(parts: Sequence[Answer], language: str) -> Answer:
    """The answer that holds the answers to sub-questions, at least two, in their order.

    It claims no verdict. Its kind is the one that all its parts have, else `passages`; its confidence that of its
    least sure part. A notice that all parts have stands on the whole instead.
    """
    common = [notice for notice in parts[0].notices if all(notice in part.notices for part in parts[1:])]
    kinds = {part.kind for part in parts}
    games = {part.game for part in parts}
    return Answer(
        language=language,
        game=parts[0].game if len(games) == 1 else None,
        kind=parts[0].kind if len(kinds) == 1 else AnswerKind.PASSAGES,
        verdict=None,
        says=tuple(said for part in parts for said in _in_short(part)),
        citations=_each_once(citation for part in parts for citation in part.citations),
        clarify=_each_fact_once(clarify for part in parts for clarify in part.clarify),
        parts=tuple(replace(part, notices=tuple(n for n in part.notices if n not in common)) for part in parts),
        confidence=min(part.confidence for part in parts),
        notices=tuple(common),
    )


def _in_short(part: Answer) -> Iterable[Message | str]:
    """The sub-question, the status where it has no verdict of its own, and what the part says first."""
    yield Message("“{question}”", {"question": part.asked})
    status = headline(part).status
    if part.kind is AnswerKind.PASSAGES and status is not None:
        yield status
        yield from part.says[1:_MOST_PARAGRAPHS]
    else:
        yield from part.says[:_MOST_PARAGRAPHS]


def _each_once(citations: Iterable[AnswerCitation]) -> tuple[AnswerCitation, ...]:
    found: dict[tuple[str, str, str, str], AnswerCitation] = {}
    for citation in citations:
        found.setdefault((citation.game, citation.document, citation.edition, citation.ref), citation)
    return tuple(found.values())


def _each_fact_once(clarify: Iterable[Clarify]) -> tuple[Clarify, ...]:
    found: dict[str, Clarify] = {}
    for one in clarify:
        found.setdefault(one.fact, one)
    return tuple(found.values())
