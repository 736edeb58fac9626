"""The questions that can be chosen: each leads somewhere, and is told from the others in every language."""

from __future__ import annotations

import pytest

from rule_check.choices import asked_for
from rule_check.derivation import Verdict
from rule_check.scenario import Scenario
from rule_check.topics import Topic, load_topic
from rule_check.vocabulary_file import load_vocabulary
from rule_check.wording import event_words, query_words
from rules_corpus.document_errors import DocumentErrors
from rules_corpus.passages import GAMES, LANGUAGES
from tests.rule_check.garden import VOCABULARY

TOPICS = {game: load_topic(game) for game in GAMES}


@pytest.mark.parametrize("topic", TOPICS.values(), ids=TOPICS)
def test_every_question_that_is_offered_can_be_answered(topic: Topic) -> None:
    for ask in topic.vocabulary.asks.values():
        asked = asked_for(ask.value, topic.vocabulary)
        scenario = Scenario(ask.given, (asked.event,) if asked.event is not None else ())
        found = topic.engine.derive(scenario, asked.query)
        settled = found.verdict in (Verdict.YES, Verdict.NO, Verdict.DEPENDS, Verdict.SILENT)
        turns = found.unless or topic.engine.unsaid(scenario, asked.query, found)
        assert settled or turns, f"{ask.value} leads nowhere: {found.verdict}"


@pytest.mark.parametrize("topic", TOPICS.values(), ids=TOPICS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_questions_are_worded_alike(topic: Topic, language: str) -> None:
    vocabulary = topic.vocabulary
    said = []
    for value in vocabulary.asks:
        asked = asked_for(value, vocabulary)
        event = event_words(asked.event, vocabulary, language) if asked.event is not None else ""
        time = "" if not hasattr(asked.query, "time") else asked.query.time
        said.append((event, time, query_words(asked.query, vocabulary, language)))
    assert len(set(said)) == len(said)
    assert all("{" not in words and words for _, _, words in said)
    assert all(topic.title[language] for topic in vocabulary.topics)


@pytest.mark.parametrize(
    ("topics", "complaint"),
    [
        ("  - {title: {en: A, id: A, es: A}, asks: ['stick(l1,p1)']}", "every action in one topic"),
        ("  - {title: {en: A, id: A, es: A}, asks: ['stick(l1,p1)', 'paint(p1)', 'paint(p1)']}", "in one topic"),
        ("  - {title: {en: A, id: A}, asks: ['stick(l1,p1)', 'paint(p1)']}", "en, id, es in a title"),
        ("  - {title: {en: A, id: A, es: A}, asks: ['stick(p1,l1)', 'paint(p1)']}", "stick(p1,l1)"),
        ("  - {title: {en: A, id: A, es: A}, asks: ['stick(l1,p1) when melts(p1)', 'paint(p1)']}", "melts"),
        ("  - {title: {en: A, id: A, es: A}, asks: [{'stick(l1,p1)': {season: autumn}}, 'paint(p1)']}", "autumn"),
        ("  - {title: {en: A, id: A, es: A}, asks: [{'stick(l1,p1)': {glued(l1): 'yes'}}, 'paint(p1)']}", "glued"),
    ],
)
def test_a_mistake_in_the_topics_is_refused(topics: str, complaint: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "riftbound.yaml").write_text(f"{VOCABULARY}topics:\n{topics}\n", encoding="utf-8")
    with pytest.raises(DocumentErrors) as refused:
        load_vocabulary("riftbound", tmp_path)
    assert complaint in str(refused.value)
