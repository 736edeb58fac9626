"""The proof of a derived answer: the argument of the rule checker in numbered sentences."""

from __future__ import annotations

from collections.abc import Mapping

from bot.answering.answer import Message, ProofStep
from bot.answering.composition.clarified import sentence
from bot.locale.translation import N_
from rule_check.argument import ArgumentLine, LineKind, argument_of
from rule_check.derivation import Derivation
from rule_check.scenario import Query
from rule_check.topics import Topic

_PLAIN = ("", N_("Because {facts}: {fact}."))
"""What a line says by itself (nothing but its words), and with its reason."""
_SILENT = (
    N_("The text doesn't say whether {fact}."),
    N_("Because {facts}: the text doesn't say whether {fact}."),
)
_TIMED = {
    "resolution": (N_("As it resolves: {fact}."), N_("Because {facts}: as it resolves, {fact}.")),
    "next_cleanup": (N_("In the next cleanup: {fact}."), N_("Because {facts}: in the next cleanup, {fact}.")),
    "next_beginning": (
        N_("At the next beginning of a turn: {fact}."),
        N_("Because {facts}: at the next beginning of a turn, {fact}."),
    ),
}
_REQUIREMENTS = {
    LineKind.MET: (N_("This requirement is met: {facts}."), N_("These requirements are met: {facts}.")),
    LineKind.UNMET: (N_("This requirement is not met: {facts}."), N_("These requirements are not met: {facts}.")),
    LineKind.WAIVED: (N_("This requirement falls away: {facts}."), N_("These requirements fall away: {facts}.")),
}
"""Of one requirement, and of several."""


def proof_of(
    derivation: Derivation, query: Query, topic: Topic, language: str, refs: Mapping[str, str] | None = None
) -> tuple[ProofStep, ...]:
    """The steps to a derivation's result in a reader's language; empty where no rule says why.

    `refs`: under which numbers the topic's sections are cited, where those are not their own.
    """
    cited = refs or {}
    return tuple(
        ProofStep(
            line.number,
            sentence_of(line),
            tuple(dict.fromkeys(cited.get(section, section) for section in line.sections)),
            line.rests_on,
        )
        for line in argument_of(derivation, query, topic.vocabulary, language)
    )


def sentence_of(line: ArgumentLine) -> Message | str:
    """One line of an argument as a sentence."""
    words: Message | str = line.words[0]
    if line.kind is LineKind.CONCLUSION:
        if line.conditions:
            return Message("So, if {conditions}: {fact}.", {"conditions": line.conditions, "fact": words})
        return Message("So {fact}.", {"fact": words})
    if line.kind in _REQUIREMENTS:
        forms = _REQUIREMENTS[line.kind]
        return Message(forms[len(line.words) > 1], {"facts": line.words})
    if line.kind is LineKind.GENERAL:
        return Message("In general {action}.", {"action": words})
    alone, with_reason = _SILENT if line.kind is LineKind.SILENT else _TIMED.get(line.time or "", _PLAIN)
    if line.because:
        return Message(with_reason, {"facts": line.because, "fact": words})
    return Message(alone, {"fact": words}) if alone else sentence(line.words[0])
