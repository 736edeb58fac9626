"""A stored answer against the formal rules: whose word counts, and who is told."""

from __future__ import annotations

import pytest

from bot.answering.answer import Answer
from bot.answering.question import Question
from bot.locale.translation import translate
from rules_corpus.disagreements import Disagreement, DisagreementKind
from rules_corpus.passages import PublishedEdition
from tests.bot.bound_corpus import answering, corpus, faq, official

QUESTION = "Is it fine to equip the unit across the table on my turn?"
WORDS = "Can I equip my opponent's unit on my turn?"
"""A question that the phrase reader understands by itself."""
GIVEN = (("turn", "you"), ("controller(u1)", "opponent"), ("may", "equip(e1,u1)"))


def publication(verdict: str, day: str, *, publisher: bool = True, words: str | None = None) -> PublishedEdition:
    entry = faq(verdict, words or QUESTION, publisher=publisher, given=() if words else GIVEN)
    return official(day, day, (entry,), document="faq")


def ask(edition: PublishedEdition, text: str = QUESTION) -> tuple[Answer, list[Disagreement]]:
    recorded: list[Disagreement] = []
    return answering(corpus(edition), recorded).ask(Question(text, "riftbound")), recorded


def said(answer: Answer) -> str:
    texts = (*answer.says, *answer.notices, *((answer.status,) if answer.status else ()))
    return "\n".join(translate(text, answer.language) for text in texts)


def test_an_answer_that_the_rules_derive_too_is_checked() -> None:
    answer, recorded = ask(publication("no", "2026-10-10"))
    assert (answer.verdict, answer.check.finding, recorded) == ("no", "VALID", [])
    assert answer.proof


@pytest.mark.parametrize("words", [None, WORDS])
def test_a_newer_official_answer_is_sent_unconfirmed(words: str | None) -> None:
    answer, recorded = ask(publication("yes", "2026-10-10", words=words), words or QUESTION)
    assert (answer.verdict, answer.check.finding) == ("yes", "INVALID")
    assert "818.1.c.2" in answer.check.stale
    assert "not confirmed" in said(answer) and "October 10, 2026" in said(answer)
    assert answer.proof == ()
    (one,) = recorded
    assert (one.kind, one.source_says, one.model_says) == (DisagreementKind.NEWER_RULING, "yes", "no")
    assert (one.document, one.edition, one.ref) == ("faq", "2026-10-10", "a-stored-answer")
    assert one.sections == answer.check.stale


@pytest.mark.parametrize(
    ("day", "publisher"), [("2026-01-10", True), ("2026-07-16", True), ("2026-10-10", False), ("2026-01-10", False)]
)
def test_of_an_older_official_answer_and_anybody_elses_no_verdict_is_given(day: str, publisher: bool) -> None:
    answer, recorded = ask(publication("yes", day, publisher=publisher))
    assert (answer.verdict, answer.check.finding, answer.check.stale) == (None, "INVALID", ())
    assert "the sources disagree" in said(answer)
    assert "The list answers yes." in said(answer)
    assert "818.1.c.2" in [citation.ref for citation in answer.citations]
    (one,) = recorded
    assert one.kind is DisagreementKind.CONTRADICTION
    assert "818.1.c.2" in one.sections


def test_both_sides_are_recorded_alike_each_time() -> None:
    first = ask(publication("yes", "2026-10-10"))[1][0]
    again = ask(publication("yes", "2026-10-10"))[1][0]
    other = ask(publication("yes", "2026-10-11"))[1][0]
    assert first.fingerprint == again.fingerprint != other.fingerprint


def test_words_that_are_not_understood_leave_an_answer_unchecked() -> None:
    answer, recorded = ask(publication("yes", "2026-10-10", words="Glorp the unit with a frobnicated Equipment?"),
                           "Glorp the unit with a frobnicated Equipment?")  # fmt: skip
    assert (answer.verdict, answer.check.finding, recorded) == ("yes", None, [])
