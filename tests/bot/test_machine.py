"""The machine interface: the fields of the design, null for what is unknown, texts in the reader's language."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.answering.answer import Answer, AnswerKind, CheckReport, Message
from bot.answering.machine import answer_json, keyword_json, rule_json, search_json
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from rules_corpus.passages import EditionRef

FIELDS = [
    "id",
    "language",
    "game",
    "kind",
    "verdict",
    "answer",
    "outcome",
    "conditions",
    "unless",
    "citations",
    "clarify",
    "check",
    "parts",
    "confidence",
    "notices",
    "elapsed_ms",
]


def test_an_answer_has_the_fields_of_the_design(answering: Answering) -> None:
    value = answer_json(
        answering.ask(Question("¿Puedo equipar una unit en un battlefield?", game="riftbound")), id="q7"
    )
    assert list(value) == FIELDS
    assert (value["id"], value["language"], value["game"], value["kind"]) == ("q7", "es", "riftbound", "faq")
    assert value["verdict"] == "yes"
    assert value["answer"] == "Sí. Equip puede elegir cualquier unit que controles."
    assert value["citations"][1] == {
        "game": "riftbound",
        "document": "core-rules",
        "edition": "1.5",
        "ref": "435.4",
        "quote": "Las cartas anexadas comparten lugar con la de arriba.",
        "language": "es",
        "official": False,
        "also": [{"edition": "1.4", "ref": "434.4"}],
    }
    assert value["check"] == {
        "finding": None,
        "trail": [],
        "facts": [],
        "assumptions": [],
        "missing": [],
        "untranslated": [],
        "stale": [],
    }
    assert value["notices"][0] == "De las preguntas frecuentes, sin comprobar con un modelo"
    assert value["elapsed_ms"] > 0
    json.dumps(value)


@pytest.mark.parametrize("text", ["Can I equip an enemy unit at a battlefield?", "hello there", "rule 702.6f", "🎉"])
def test_without_a_verdict_it_is_null(answering: Answering, text: str) -> None:
    value = answer_json(answering.ask(Question(text)))
    assert list(value) == FIELDS
    assert value["id"] is None and value["verdict"] is None
    assert value["answer"]


def test_a_game_that_is_unknown_is_null_and_asked_for(answering: Answering) -> None:
    value = answer_json(answering.ask(Question("¿Cómo funciona Equip?")))
    assert (value["game"], value["kind"], value["language"]) == (None, "abstain", "es")
    assert value["clarify"][0]["fact"] == "game"
    assert value["clarify"][0]["question"] == "¿A qué juego te refieres?"
    assert {"value": "riftbound", "text": "Riftbound"} in value["clarify"][0]["options"]


def test_what_a_checker_found_and_parts_are_handed_on() -> None:
    part = Answer("id", "mtg", AnswerKind.DERIVED, "depends", ("x",), conditions=(Message("Yes."), "y"))
    whole = Answer(
        "id",
        "mtg",
        AnswerKind.DERIVED,
        "yes",
        (Message("Yes."), "", "b"),
        parts=(part,),
        outcome=(("now", "attached(e1)", "u1"),),
        check=CheckReport("VALID", ("818.1",)),
    )
    value = answer_json(whole, 3)
    assert value["answer"] == "Ya.\n\nb"
    assert value["outcome"] == [{"time": "now", "attribute": "attached(e1)", "value": "u1"}]
    assert value["check"]["finding"] == "VALID" and value["check"]["trail"] == ["818.1"]
    assert value["parts"][0]["conditions"] == ["Ya.", "y"] and list(value["parts"][0]) == FIELDS


def test_an_unloaded_rule_has_no_quote(answering: Answering) -> None:
    answer = answering.ask(Question("Do recruits enter play exhausted?", game="riftbound", edition="1.4"))
    value = answer_json(answer)
    assert all(citation["quote"] for citation in value["citations"])
    unloaded = replace(answer, citations=(replace(answer.citations[0], quote=""),))
    assert answer_json(unloaded)["citations"][0]["quote"] is None


def test_hits_have_the_fields_of_the_design(answering: Answering) -> None:
    hits = answering.search(Question("Can I equip a unit at a battlefield?", game="riftbound"), top=3)
    value = search_json(hits, "s1")
    assert value["id"] == "s1" and len(value["hits"]) == 3
    assert list(value["hits"][0]) == ["game", "edition", "ref", "kind", "language", "score", "cites"]
    first = value["hits"][0]
    assert (first["ref"], first["kind"], first["cites"]) == ("equip-at-battlefield", "faq", ["818.1.c.2", "435.4"])


def test_a_rule_has_the_fields_of_the_design(answering: Answering) -> None:
    view = answering.rule("818.1.c", game="riftbound")
    value = rule_json(view, "en")
    for field in ("game", "document", "edition", "ref", "title", "texts", "parent", "children", "see", "cited_by"):
        assert field in value
    assert "history" not in value
    assert value["title"] == "Equip"
    assert value["parent"] == "818.1" and value["children"] == ["818.1.c.1", "818.1.c.2"]
    assert {text["language"] for text in value["texts"]} == {"en", "id", "es"}
    assert not any(text["official"] for text in value["texts"])
    assert "818.1.c: from 1.4, not confirmed in 1.5" in value["notices"]
    history = rule_json(view, "en", [(EditionRef("1.4", "818.1.c"), "unchanged")])["history"]
    assert history == [{"edition": "1.4", "ref": "818.1.c", "change": "unchanged"}]
    assert rule_json(answering.rule("EQ.1.1"), "en")["parent"] is None


def test_a_keyword_page_is_whole(answering: Answering) -> None:
    value = keyword_json(answering.keyword("equip", game="riftbound", language="en"), "en")
    assert value["first_set"] == "Spiritforged"
    assert value["cards"]["total"] == sum(count["count"] for count in value["cards"]["counts"]) == 51
    assert value["reminders"] == ["Pay: attach this."]
    assert [entry["ref"] for entry in value["faq"]] == ["how-equip-works", "equip-at-battlefield"]
    assert value["faq"][1]["verdict"] == "yes" and value["faq"][1]["sources"] == ["Patch Notes"]
    assert [entry["date"] for entry in value["rulings"]] == ["2026-01-14"]
    assert [entry["effective"] for entry in value["changes"]] == ["2026-10-16"]
    json.dumps(value)
