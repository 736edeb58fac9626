"""Findings, named as AWS Automated Reasoning checks names them."""

from __future__ import annotations

from enum import StrEnum

from rule_check.derivation import Derivation, Verdict
from rule_check.reading.reader import Reading


class Finding(StrEnum):
    VALID = "VALID"
    """The rules entail it."""
    INVALID = "INVALID"
    """The rules entail the opposite."""
    SATISFIABLE = "SATISFIABLE"
    """Possible, but something is missing: conditions, or a rule that says so."""
    IMPOSSIBLE = "IMPOSSIBLE"
    """The premises contradict each other, or rules do."""
    TRANSLATION_AMBIGUOUS = "TRANSLATION_AMBIGUOUS"
    """Words were not understood, or in more than one way."""
    TOO_COMPLEX = "TOO_COMPLEX"
    """The time limit was reached."""
    NO_TRANSLATIONS = "NO_TRANSLATIONS"
    """Nothing in it can be checked."""


def finding_of(derivation: Derivation) -> Finding:
    """What a derivation is worth as an answer of its own: VALID where it settles the question or says on what it
    turns."""
    if derivation.verdict in (Verdict.YES, Verdict.NO, Verdict.DEPENDS):
        return Finding.VALID
    if derivation.verdict in (Verdict.CONFLICT, Verdict.IMPOSSIBLE):
        return Finding.IMPOSSIBLE
    return Finding.SATISFIABLE


def finding_of_verdict(stated: str, derivation: Derivation) -> Finding:
    """What a stated verdict (yes, no or depends) is worth against a derivation."""
    derived = derivation.verdict
    if derived in (Verdict.CONFLICT, Verdict.IMPOSSIBLE):
        return Finding.IMPOSSIBLE
    if derived is Verdict.DEPENDS:
        return Finding.VALID if stated == "depends" else Finding.SATISFIABLE
    if derived in (Verdict.YES, Verdict.NO):
        return Finding.VALID if stated == derived.value else Finding.INVALID
    return Finding.SATISFIABLE


def finding_of_reading(reading: Reading) -> Finding | None:
    """Why a reading cannot be used, or None where it can."""
    if reading.usable:
        return None
    return Finding.NO_TRANSLATIONS if reading.query is None else Finding.TRANSLATION_AMBIGUOUS
