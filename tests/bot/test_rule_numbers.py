"""Rules asked for by number: across editions, with what is below them, in lists and ranges; keywords from the rules."""

from __future__ import annotations

import pytest

from bot.answering.answer import Answer, AnswerKind
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.errors import UserError
from bot.locale.translation import translate
from index.search import SearchIndex
from index.snapshot import build_snapshot
from rules_corpus.lexicon import load_lexicon
from tests.bot.conftest import MemoryCache, WordEncoder
from tests.bot.editions_corpus import BRIDGE, CORPUS, HARBOUR, LANTERN, MIRROR, TODAY
from tests.bot.test_verdicts import wording


@pytest.fixture(scope="module")
def editions() -> Answering:
    lexicon = load_lexicon()
    snapshot = build_snapshot(CORPUS, WordEncoder(), lexicon, MemoryCache())  # type: ignore[arg-type]
    index = SearchIndex(snapshot, WordEncoder(), lexicon, TODAY)
    return Answering(lambda: index, lexicon)


def notices(answer: Answer) -> list[str]:
    return [translate(notice, answer.language) for notice in answer.notices]


def places(answer: Answer) -> list[tuple[str, str]]:
    return [(citation.edition, citation.ref) for citation in answer.citations]


def test_a_number_of_an_older_edition_leads_to_the_same_text(editions: Answering) -> None:
    answer = editions.ask(Question("rule 401.3", game="riftbound"))
    said = [translate(part, "en") for part in answer.says]
    assert said[0] == "401.3 is a number of edition 1.3; in edition 1.4 the same text is 401.4."
    assert said[1] == f"401.4: {HARBOUR}"
    assert (answer.kind, places(answer)) == (AnswerKind.RULE, [("1.4", "401.4")])


def test_a_rule_that_is_gone_is_shown_from_its_own_edition(editions: Answering) -> None:
    answer = editions.ask(Question("rule 401.9", game="riftbound"))
    said = wording(answer)
    assert "401.9 does not exist in edition 1.4; it is a number of edition 1.3, and I find no rule like it" in said
    assert MIRROR in said and places(answer) == [("1.3", "401.9")]


def test_a_number_that_means_another_rule_now_says_what_it_was(editions: Answering) -> None:
    answer = editions.ask(Question("rule 401.1", game="riftbound"))
    assert answer.says[0] == BRIDGE
    assert f"In edition 1.3, 401.1 is another rule, which is 401.2 in edition 1.4: {LANTERN}" in notices(answer)


def test_a_number_that_is_the_same_rule_says_nothing_of_other_editions(editions: Answering) -> None:
    assert not [n for n in notices(editions.ask(Question("rule 401", game="riftbound"))) if "edition" in n]


def test_in_a_pinned_edition_the_number_of_today_is_told(editions: Answering) -> None:
    answer = editions.ask(Question("rule 401.1", game="riftbound", edition="1.3"))
    assert answer.says[0] == LANTERN
    assert "In edition 1.4, which is in force today, this rule is 401.2." in notices(answer)
    assert any(
        n.startswith("In edition 1.4, 401.1 is another rule, which is 401.2 in edition 1.3") for n in notices(answer)
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("401.1 of 1.3", "en"),
        ("what does rule 401.1 say in edition 1.3?", "en"),
        ("401.1 (1.3)", "en"),
        ("rule 401.1 in the March 2026 rules", "en"),
        ("apa isi 401.1 di edisi 1.3?", "id"),
        ("menurut core rules 1.3, apa isi aturan 401.1?", "id"),
        ("¿qué dice la regla 401.1 en la edición 1.3?", "es"),
        ("qué dice la 401.1 según las reglas de marzo de 2026", "es"),
    ],
)
def test_an_edition_that_the_question_names_answers_it(editions: Answering, text: str, language: str) -> None:
    answer = editions.ask(Question(text))
    assert (answer.game, answer.language, answer.says[0]) == ("riftbound", language, LANTERN)
    assert "1.3" in notices(answer)[0]
    if language == "en":
        assert notices(answer)[0] == "The question names an edition: this is answered from edition 1.3."


def test_an_edition_that_is_asked_for_apart_from_the_question_wins(editions: Answering) -> None:
    answer = editions.ask(Question("rule 401.1 in edition 1.3", game="riftbound", edition="1.4"))
    assert answer.citations[0].edition == "1.4"
    assert not any("names an edition" in notice for notice in notices(answer))


def test_an_edition_that_is_not_there_is_said_not_to_be(editions: Answering) -> None:
    answer = editions.ask(Question("rule 401.1 in edition 1.2", game="riftbound"))
    assert (answer.kind, answer.citations) == (AnswerKind.ABSTAIN, ())
    assert translate(answer.says[0], "en") == "Riftbound has no edition 1.2 here; I have 1.3 and 1.4."
    without_game = editions.ask(Question("What is a bridge in edition 7.7?"))
    assert translate(without_game.says[0], "en") == "I have no edition 7.7; I have 2026-08-07, 1.3, and 1.4."
    with pytest.raises(UserError) as refused:
        editions.rule("401.1 of 1.2", game="riftbound")
    assert "no edition 1.2" in translate(refused.value.message, "en")


def test_a_rule_comes_with_everything_below_it_and_what_is_beside_it(editions: Answering) -> None:
    said = wording(editions.ask(Question("rule 402", game="riftbound")))
    assert "402.1 Glow is a Passive Ability keyword.\n  402.1.a It is present on Units.\n  402.1.b" in said
    assert "It belongs to 400: Actions" in said
    assert "Before it: 401 Light" in said and "After it: 403 Dig" in said
    deep = wording(editions.ask(Question("402.1.b", game="riftbound")))
    assert "It belongs to 400: Actions › 402: Glow › 402.1: Glow is a Passive Ability keyword." in deep


@pytest.mark.parametrize(
    "text",
    [
        "only rule 402",
        "rule 402 without subrules",
        "aturan 402 saja",
        "aturan 402 tanpa subaturan",
        "solo la regla 402",
    ],
)
def test_a_rule_can_be_asked_for_alone(editions: Answering, text: str) -> None:
    answer = editions.ask(Question(text, game="riftbound"))
    said = wording(answer)
    assert answer.kind is AnswerKind.RULE and "402.1.a" not in said
    assert places(answer) == [("1.4", "402")]
    assert "4 rules below it are not shown." in wording(editions.rules_answer("402", "riftbound", alone=True))


def test_what_is_cut_is_counted(editions: Answering) -> None:
    said = wording(editions.ask(Question("rule 403", game="riftbound")))
    assert "403.40 Step 40" in said and "403.41 Step" not in said
    assert "… and 5 more rules." in said


def test_lists_and_ranges_give_all_of_them(editions: Answering) -> None:
    answer = editions.ask(Question("401.1-401.4 and 403.2", game="riftbound"))
    # 401.3 is followed to 401.4, which is asked for too.
    assert [ref for _, ref in places(answer)] == ["401.1", "401.2", "401.4", "403.2"]
    assert [view.ref for view in editions.rules("702.6a-c")] == ["702.6a", "702.6b"]
    many_missing = editions.ask(Question("702.6a-z"))
    assert sum("does not exist" in notice for notice in notices(many_missing)) == 1


def test_a_moved_rule_is_told_beside_its_page(editions: Answering) -> None:
    view = editions.rule("401.3", game="riftbound")
    assert (view.ref, view.edition) == ("401.4", "1.4")
    assert translate(view.notices[0], "en").startswith("401.3 is a number of edition 1.3")


@pytest.mark.parametrize("text", ["rule 999.99", "aturan 999.99", "¿qué dice la regla 999.99?"])
def test_a_number_that_no_game_has_is_said_so(editions: Answering, text: str) -> None:
    answer = editions.ask(Question(text))
    assert (answer.kind, answer.game, answer.clarify) == (AnswerKind.ABSTAIN, None, ())
    assert "999.99" in translate(answer.says[0], answer.language) and "Riftbound" in wording(answer)


def test_a_keyword_without_a_page_is_told_from_its_rules(editions: Answering) -> None:
    view = editions.keyword("Glow")
    assert (view.ref, view.definition is not None) == ("402", True)
    assert view.defined_by is not None and view.defined_by.ref == "402.1.b"
    answer = editions.ask(Question("what does Glow do"))
    assert answer.kind is AnswerKind.KEYWORD
    assert translate(answer.says[0], "en") == "Glow (402.1.b): It is functionally short for “I can't be hidden.”"
    assert "402.2 Multiple instances" in wording(answer)
    assert places(answer)[0] == ("1.4", "402.1.b")


def test_an_entry_of_an_official_glossary_comes_with_the_defining_rule(editions: Answering) -> None:
    said = wording(editions.ask(Question("what is Equip", game="mtg")))
    assert said.startswith("Equip: An ability of tools. See rule 702.6.\n702.6a: Equip is an activated ability")


def test_a_heading_that_names_no_keyword_is_no_keyword(editions: Answering) -> None:
    assert editions.ask(Question("Dig", game="riftbound")).kind is AnswerKind.RULE
    with pytest.raises(UserError) as refused:
        editions.keyword("Dig", game="riftbound")
    assert "rule 403 is about it" in translate(refused.value.message, "en")
