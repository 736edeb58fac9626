"""On what a derived result turns, in words."""

from __future__ import annotations

from collections.abc import Iterable

from bot.answering.answer import Message
from rule_check.derivation import Branch, Derivation, Verdict
from rule_check.scenario import May, Query
from rule_check.vocabulary import Vocabulary
from rule_check.wording import fact_words


def conditions_in_words(
    derivation: Derivation, query: Query, vocabulary: Vocabulary, language: str
) -> Iterable[Message | str]:
    """What has to hold for a yes, one by one where there is one way to it; else a line for each way to each result."""
    by_result = {branch.result: branch for branch in derivation.branches}
    yes = by_result.get("yes")
    if yes is not None and len(yes.conditions) == 1 and "silent" not in by_result:
        yield from (fact_words(*fact, vocabulary, language) for fact in yes.conditions[0].facts)
        return
    for branch in derivation.branches:
        for condition in branch.conditions:
            facts = tuple(fact_words(*fact, vocabulary, language) for fact in condition.facts)
            result = _result(branch, query, vocabulary, language)
            yield Message("{result}: {facts}", {"result": result, "facts": facts})


def _result(branch: Branch, query: Query, vocabulary: Vocabulary, language: str) -> Message | str:
    if isinstance(query, May):
        named = {"yes": Message("Yes"), "no": Message("No")}
        return named.get(branch.result, Message("The rules leave it open"))
    if branch.result == Verdict.UNDERIVED.value:
        return Message("The rules leave it open")
    return fact_words(query.attribute, branch.result, vocabulary, language)
