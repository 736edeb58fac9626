"""What is asked back, in words: facts, which question is meant, and whether that is all that matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.answering.answer import Answer, Clarify, ClarifyOption, Message
from bot.answering.checking import Considered
from rule_check.choices import ASKED, CONFIRMED, NO, NONE_OF_THESE, YES, AskedFor, asked_value
from rule_check.clarifying import option_values
from rule_check.derivation import Verdict
from rule_check.scenario import Outcome, Query, Scenario, objects_of
from rule_check.vocabulary import Vocabulary
from rule_check.which_question import MOST_OFFERED
from rule_check.wording import event_words, fact_words, query_words, question_words


def clarified(considered: Considered, language: str, offered: Sequence[AskedFor] = ()) -> tuple[Clarify, ...]:
    """Everything to ask back about a question that has no verdict, the most decisive first; `offered`: the questions
    that it may mean, where that is not clear."""
    asking, query = considered.asking, considered.understood.query
    vocabulary = considered.topic.vocabulary
    if query is None:
        return (which_question(offered, vocabulary, language),) if offered else ()
    found = list(clarify_facts(asking.facts, considered, language))
    if asking.which_question:
        read = [AskedFor(query), *(one for one in offered if one.query != query)]
        found.insert(0, which_question(read[:MOST_OFFERED], vocabulary, language))
    if asking.confirmation:
        found.append(_confirmation(considered, language))
    return tuple(found)


def asking_back(answer: Answer, considered: Considered, asked: tuple[Clarify, ...]) -> Answer:
    """The answer of a question without a verdict, with what to ask back; what was found stays below it."""
    derivation = considered.derivation or considered.provisional
    status = Message("No verdict yet: it turns on your reply")
    if derivation is not None and derivation.verdict in (Verdict.CONFLICT, Verdict.IMPOSSIBLE):
        status = Message("No verdict: not all of this can be so at once")
    if answer.citations:
        return replace(answer, clarify=asked, status=status)
    says = (Message("I can work this out from the rules once I know how things are."),)
    return replace(answer, clarify=asked, status=status, says=says, notices=())


def clarify_facts(attributes: Sequence[str], considered: Considered, language: str) -> tuple[Clarify, ...]:
    """Each fact with its question and what it can be."""
    vocabulary = considered.topic.vocabulary
    present = objects_of(considered.scenario, considered.query, vocabulary)
    return tuple(fact_question(attribute, present, vocabulary, language) for attribute in attributes)


def fact_question(attribute: str, present: Iterable[str], vocabulary: Vocabulary, language: str) -> Clarify:
    """How to ask for one fact, with its values in words."""
    asked = question_words(attribute, vocabulary, language)
    question = Message("{question}", {"question": asked}) if asked else Message("Which of these is the case?")
    options = tuple(
        ClarifyOption(value, sentence_start(fact_words(attribute, value, vocabulary, language)))
        for value in option_values(attribute, present, vocabulary)
    )
    return Clarify(attribute, question, options)


def which_question(offered: Sequence[AskedFor], vocabulary: Vocabulary, language: str) -> Clarify:
    """Which question is meant, of those that it could be."""
    options = tuple(ClarifyOption(asked_value(one), asked_words(one, vocabulary, language)) for one in offered)
    none = ClarifyOption(NONE_OF_THESE, Message("None of these"))
    return Clarify(ASKED, Message("Which of these is your question?"), (*options, none))


def asked_words(asked: AskedFor, vocabulary: Vocabulary, language: str) -> Message | str:
    """A question in words, with the event in whose moment it is asked, and when its outcome is to hold."""
    said: Message | str = sentence_start(query_words(asked.query, vocabulary, language))
    time = asked.query.time if isinstance(asked.query, Outcome) else ""
    if time == "resolution":
        said = Message("As it resolves: {question}", {"question": said})
    if time == "next_cleanup":
        said = Message("In the next cleanup: {question}", {"question": said})
    if time == "next_beginning":
        said = Message("At the next beginning of a turn: {question}", {"question": said})
    if asked.event is None:
        return said
    event = sentence_start(event_words(asked.event, vocabulary, language))
    return Message("{event}. {question}", {"event": event, "question": said})


def facts_understood(scenario: Scenario, vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """What was read and what was chosen, each thing once: what happens, then what is the case."""
    return tuple(dict.fromkeys(_facts_understood(scenario, vocabulary, language)))


def confirmed_notice(considered: Considered) -> Message:
    """That a verdict answers what was chosen, and which words it leaves out."""
    words = considered.understood.left_over
    if not words:
        return Message("This answers the situation as you chose it.")
    return Message(
        "This answers the situation as you chose it; I did not understand “{words}”.", {"words": " ".join(words)}
    )


def sentence_start(words: str) -> str:
    """The words with a capital at their beginning."""
    place = next((place for place, character in enumerate(words) if character.isalnum()), 0)
    return words[:place] + words[place : place + 1].upper() + words[place + 1 :]


def sentence(words: str) -> str:
    """The words as a sentence of their own."""
    return f"{words[:1].upper()}{words[1:]}."


def _confirmation(considered: Considered, language: str) -> Clarify:
    options = (ClarifyOption(YES, Message("Yes")), ClarifyOption(NO, Message("No")))
    question = Message("Is that all that matters?")
    for said in reversed(tuple(_taken(considered, considered.query, language))):
        question = Message("{said} {question}", {"said": said, "question": question})
    return Clarify(CONFIRMED, question, options)


def _taken(considered: Considered, query: Query, language: str) -> Iterator[Message]:
    """What is taken to be so, and what of the question is left out."""
    vocabulary, found = considered.topic.vocabulary, considered.understood
    asked = asked_words(AskedFor(query), vocabulary, language)
    yield Message("I took your question as: “{question}”.", {"question": asked})
    assumed = considered.provisional.assumed if considered.provisional is not None else ()
    taken = (
        *facts_understood(considered.scenario, vocabulary, language),
        *(fact_words(*fact, vocabulary, language) for fact in assumed),
    )
    if taken:
        yield Message("I took it that: {facts}.", {"facts": tuple(dict.fromkeys(taken))})
    if found.mixed_up:
        objects = tuple(vocabulary.kinds[kind].words[language][0] for kind in found.mixed_up)
        yield Message("I could not always tell which one you mean by: {objects}.", {"objects": objects})
    if found.left_over:
        yield Message("You also wrote “{words}”, which I did not understand.", {"words": " ".join(found.left_over)})


def _facts_understood(scenario: Scenario, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    for step in scenario.before:
        yield from (event_words(event, vocabulary, language) for event in step.events)
        yield from (fact_words(attribute, value, vocabulary, language) for attribute, value in step.facts)
    yield from (event_words(event, vocabulary, language) for event in scenario.events)
    yield from (fact_words(attribute, value, vocabulary, language) for attribute, value in scenario.facts)
