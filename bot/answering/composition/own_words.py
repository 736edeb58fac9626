"""The stored question that equals an asker's own words, where more was said than these words."""

from __future__ import annotations

from bot.answering.answer import Answer
from bot.answering.composition.faq import known_question
from bot.answering.inquiry import Inquiry

_CONFIDENCE = 0.5
"""Of an answer to the same words in another situation."""


def known_in_own_words(inquiry: Inquiry) -> Answer | None:
    """The stored answer to the question's own words, never with its verdict: what was said before them, or beside
    them, may turn it round. None where the words are no stored question of this game."""
    places = {match.place for match in inquiry.understanding.partly}
    for member in inquiry.view.members if places else ():
        if (member.edition_index, member.passage_index) in places:
            return known_question(inquiry, member, _CONFIDENCE)
    return None
