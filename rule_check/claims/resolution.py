"""Which objects of the question a statement of an answer can be about: all possibilities, never a guess."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from rule_check.claims.models import Statement
from rule_check.claims.setting import Fact, Setting
from rule_check.reading.mentions import Mention
from rule_check.scenario import May
from rule_check.vocabulary import split_term

_MOST = 12


@dataclass(frozen=True)
class Resolved:
    """One way to take a statement: its objects by slot, and what it says of them in passing."""

    objects: tuple[tuple[str, str], ...]
    described: tuple[Fact, ...]
    """What its mentions say of the objects and the question leaves open or takes for granted otherwise."""

    def filled(self, term: str, number: str = "") -> str:
        for slot, name in self.objects:
            term = term.replace("{" + slot + "}", name)
        return number if term == "#" else term


def resolutions(statement: Statement, terms: tuple[str, ...], setting: Setting) -> tuple[Resolved, ...]:
    """Every way to fill the slots of some terms; none where an object is spoken of that the question does not have."""
    slots = list(dict.fromkeys(part.partition("}")[0] for term in terms for part in term.split("{")[1:]))
    mentions = dict(statement.slots)
    preferred = _of_query(terms[0], setting) if terms else {}
    choices = [list(_candidates(slot, mentions.get(slot), preferred.get(slot), setting)) for slot in slots]
    found = []
    for chosen in itertools.islice(itertools.product(*choices), _MOST * 4):
        names = [name for name, _ in chosen]
        if len(set(names)) == len(names):
            described = tuple(fact for _, facts in chosen for fact in facts)
            found.append(Resolved(tuple(zip(slots, names, strict=True)), described))
    return tuple(found[:_MOST])


def _candidates(
    slot: str, mention: Mention | None, preferred: str | None, setting: Setting
) -> Iterator[tuple[str, tuple[Fact, ...]]]:
    kind = setting.vocabulary.kinds[slot.partition(":")[0]]
    present = [name for name in setting.present if name in kind.objects]
    if not present:
        return
    plain = mention is None or (not mention.facts and not mention.other and not mention.label)
    if preferred in present and (plain or len(present) == 1):
        present = [preferred] if preferred is not None else present
    if mention is not None and mention.other and len(present) == 1:
        return  # "another unit" where the question has one: it is none of the question's
    for name in present:
        facts = [(attribute.replace("*", name), value) for attribute, value in mention.facts] if mention else []
        known = [(fact, setting.usual(fact[0])) for fact in facts]
        if any(value is not None and value != fact[1] for fact, value in known) and len(present) > 1:
            continue  # it is said of another one
        yield name, tuple(fact for fact, value in known if value != fact[1])


def _of_query(term: str, setting: Setting) -> dict[str, str]:
    """The objects of the query by slot, where a term is the action or attribute that is asked about."""
    name, _, inside = term.partition("(")
    asked = setting.query.action if isinstance(setting.query, May) else setting.query.attribute
    asked_name, arguments = split_term(asked)
    written = [part.strip() for part in inside.rstrip(")").split(",")] if inside else []
    if asked_name != name or len(written) != len(arguments):
        return {}
    return {slot[1:-1]: value for slot, value in zip(written, arguments, strict=True) if slot.startswith("{")}
