"""Phrasings written by hand, whose words need not be in the phrase book: `further/<game>.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rule_check.checks import outcome_of, scenario_of
from rule_check.reading.labels import OTHER, Label, label_of
from rule_check.reading.phrasings import ELSEWHERE, Phrasing
from rule_check.scenario import May, Query, Scenario, ScenarioError, Step, check_scenario
from rule_check.vocabulary import Vocabulary
from rules_corpus.document_errors import DocumentErrors, Problems, quoted
from rules_corpus.document_yaml import Mapping, Node, described, fields_of, items_of, read_yaml, text_of
from rules_corpus.passages import LANGUAGES, Passage, TextRole

FOLDER = Path(__file__).parent / "further"
_ASKING = ("may", "then", "other")
_FIELDS = (*_ASKING, "given", "event", "before", *LANGUAGES)


def load_further(vocabulary: Vocabulary, folder: Path = FOLDER) -> tuple[Phrasing, ...]:
    """The phrasings of a game; none where it has no such file.

    :raises DocumentErrors: something in the file is malformed or not in the vocabulary.
    """
    path = folder / f"{vocabulary.game}.yaml"
    if not path.is_file():
        return ()
    problems = Problems(path)
    node = read_yaml(path.read_text(encoding="utf-8"), 1, problems)
    found = fields_of(node, "further phrasings", ("game", "phrasings"), ("game", "phrasings"), problems) if node else {}
    phrasings: list[Phrasing] = []
    if "phrasings" in found:
        for item in items_of(found["phrasings"], "a list of phrasings", problems):
            phrasings.extend(_phrasings(item, vocabulary, problems))
    if problems.errors:
        raise DocumentErrors(problems.errors)
    return tuple(phrasings)


def _phrasings(item: Node, vocabulary: Vocabulary, problems: Problems) -> Iterator[Phrasing]:
    found = fields_of(item, "an entry of phrasings", _FIELDS, (), problems)
    asking = [key for key in _ASKING if key in found]
    if len(asking) != 1:
        problems.add(item.line, "one of may, then and other", quoted(" ".join(asking)))
        return
    said = text_of(found[asking[0]], "a term", problems)
    if said is None:
        return
    query: Query | None = None
    if asking[0] != "other":
        query = May(said) if asking[0] == "may" else outcome_of(said)
    scenario = Scenario(
        facts=_facts(found.get("given"), problems),
        events=_terms(found.get("event"), problems),
        before=tuple(Step((event,)) for event in _terms(found.get("before"), problems)),
    )
    label = label_of(query, scenario)
    try:
        # What is asked beside everything known has no query of its own: only what it states is checked.
        check_scenario(scenario, query or _any_query(vocabulary), vocabulary)
    except ScenarioError as error:
        problems.add(item.line, "what the vocabulary has", str(error))
        return
    for language in LANGUAGES:
        for text in _texts(found.get(language), problems):
            yield Phrasing(
                text, language, label, frozenset({f"further {text}"}), "other" if query is None else "further"
            )


def _any_query(vocabulary: Vocabulary) -> Query:
    name, action = next(iter(vocabulary.actions.items()))
    arguments = next(args for args in vocabulary.instances(action.parameters) if len(set(args)) == len(args))
    return May(f"{name}({','.join(arguments)})" if arguments else name)


def _texts(node: Node | None, problems: Problems) -> Iterator[str]:
    for item in items_of(node, "a list of phrasings", problems) if node is not None else ():
        text = text_of(item, "a phrasing", problems)
        if text:
            yield text


def _facts(node: Node | None, problems: Problems) -> tuple[tuple[str, str], ...]:
    if node is None:
        return ()
    if not isinstance(node, Mapping):
        problems.add(node.line, "a mapping of facts to values", described(node))
        return ()
    return tuple((key.value.replace(" ", ""), text_of(value, "a value", problems) or "") for key, value in node.entries)


def _terms(node: Node | None, problems: Problems) -> tuple[str, ...]:
    if node is None:
        return ()
    texts = (text_of(item, "an event", problems) for item in items_of(node, "a list of events", problems))
    return tuple(text.replace(" ", "") for text in texts if text)


def stored_phrasings(passages: Iterable[Passage], vocabulary: Vocabulary) -> Iterator[Phrasing]:
    """The phrasings of a game's stored questions whose `given` says what is asked.

    A `given` that the vocabulary doesn't have is passed over: the corpus says so itself when it is checked.
    """
    for passage in passages:
        given = dict(passage.faq.given) if passage.faq is not None else {}
        scenario, query = scenario_of(given)
        if query is None:
            continue
        try:
            check_scenario(scenario, query, vocabulary)
        except ScenarioError:
            continue
        label = label_of(query, scenario)
        for text in passage.texts_of(TextRole.QUESTION):
            yield Phrasing(text.text, text.language, label, frozenset({f"stored {text.text}"}), "stored")


def other_phrasings(texts: Iterable[tuple[str, str]]) -> Iterator[Phrasing]:
    """Questions of other games and topics, as (language, text): whatever they state, nothing known is asked."""
    for language, text in texts:
        yield Phrasing(text, language, Label(OTHER, {}), frozenset({f"other {text}"}), ELSEWHERE)
