"""What rests on a changed official text is not checked, until somebody confirms it."""

from __future__ import annotations

import datetime
from dataclasses import replace

from bot.answering.answer import Answer, AnswerKind
from bot.answering.question import Question
from bot.locale.translation import translate
from rules_corpus.bindings import binding_hash
from rules_corpus.passages import Confirmation, Passage, PassageKind, PublishedCorpus, Text
from tests.bot.bound_corpus import answering, corpus, official, official_passages

DERIVED = "Can I equip my opponent's unit on my turn?"
STORED = "Can I equip a unit that is at a battlefield?"
CHANGED = {"818.1.c.2": "The publisher has put it into quite different words."}


def ask(published: PublishedCorpus, text: str, edition: str | None = None) -> Answer:
    return answering(published).ask(Question(text, "riftbound", edition))


def notices(answer: Answer) -> str:
    return "\n".join(translate(notice, answer.language) for notice in answer.notices)


def test_what_rests_on_the_bound_texts_is_checked() -> None:
    derived = ask(corpus(), DERIVED)
    assert (derived.kind, derived.verdict, derived.check.finding) == (AnswerKind.DERIVED, "no", "VALID")
    assert derived.check.stale == ()
    assert "818.1.c.2" in derived.check.trail
    stored = ask(corpus(), STORED)
    assert (stored.verdict, stored.check.finding, stored.check.stale) == ("yes", "VALID", ())


def test_a_changed_text_takes_the_verdict_away_and_is_named() -> None:
    answer = ask(corpus(changed=CHANGED), DERIVED)
    assert answer.verdict is None and answer.kind is not AnswerKind.DERIVED
    assert (answer.check.finding, answer.check.stale) == ("SATISFIABLE", ("818.1.c.2",))
    assert answer.proof == ()
    assert "Not checked" in notices(answer) and "818.1.c.2" in notices(answer)


def test_a_stored_answer_is_then_shown_as_unchecked() -> None:
    answer = ask(corpus(changed=CHANGED), STORED)
    assert (answer.verdict, answer.check.finding, answer.check.stale) == ("yes", "SATISFIABLE", ("818.1.c.2",))
    assert answer.status is not None and "not checked" in translate(answer.status, "en")
    assert "818.1.c.2" in notices(answer)


def test_what_does_not_rest_on_it_stays_checked() -> None:
    changed = {"435.1.d": "Something else entirely."}
    assert ask(corpus(changed=changed), DERIVED).check.finding == "VALID"


def test_a_confirmed_text_is_checked_again() -> None:
    published = corpus(changed=CHANGED)
    at = datetime.datetime(2026, 10, 30, tzinfo=datetime.UTC)
    text_hash = binding_hash(CHANGED["818.1.c.2"])
    one = Confirmation("riftbound", "core-rules", "818.1.c.2", "1.4", "818.1.c.2", text_hash, "judge", "same", at)
    assert ask(replace(published, confirmations=(one,)), DERIVED).check.finding == "VALID"


def test_a_contested_section_is_not_checked() -> None:
    contested = replace(corpus(), contested=(("riftbound", "core-rules", "818.1.c.2"),))
    answer = ask(contested, DERIVED)
    assert (answer.verdict, answer.check.stale) == (None, ("818.1.c.2",))


def newer(changed: dict[str, str]) -> PublishedCorpus:
    """An official 1.6 in which every rule stands in another chapter."""
    moved = tuple(
        Passage(f"9{p.ref}", PassageKind.RULE, (Text("en", changed.get(p.ref, p.texts[0].text), official=True),))
        for p in official_passages()
    )
    return corpus(official("1.6", "2026-10-20", moved))


def test_rules_that_moved_unchanged_stay_checked_and_are_cited_where_they_stand() -> None:
    answer = ask(newer({}), DERIVED)
    assert (answer.kind, answer.verdict, answer.check.finding) == (AnswerKind.DERIVED, "no", "VALID")
    assert [(c.edition, c.ref) for c in answer.citations] == [("1.6", "9818.1.c.2")]
    assert answer.proof and {ref for step in answer.proof for ref in step.refs} == {"9818.1.c.2"}
    assert "were written for edition 1.5" in notices(answer)


def test_the_state_is_that_of_the_edition_that_answers() -> None:
    published = newer(CHANGED)
    today = ask(published, DERIVED)
    assert (today.verdict, today.check.stale) == (None, ("818.1.c.2",))
    for label in ("1.5", "1.4"):
        pinned = ask(published, DERIVED, label)
        assert (pinned.verdict, pinned.check.finding, pinned.check.stale) == ("no", "VALID", ()), label
