"""Cross-references as the official documents print them, in sentences of our own."""

from __future__ import annotations

import pytest

from rules_corpus.importers.magic_body import rule_parent as magic_parent
from rules_corpus.importers.numbering import RuleNumbers
from rules_corpus.importers.references import MAGIC_NUMBERS, RIFTBOUND_NUMBERS, ReferenceFinder
from rules_corpus.importers.riftbound_body import rule_parent as riftbound_parent

MAGIC_REFS = [
    *("6", "601", "601.1", "601.1a", "601.2", *(f"601.2{c}" for c in "abcdefghi"), "603", "603.6", "603.10"),
    *("614", "615", "7", "704", "704.5", *(f"704.5{c}" for c in "jkmnpz"), "704.5aa", "704.6", "704.7", "704.8", "8"),
]
RIFTBOUND_REFS = ["108", "108.6", "165", "318", "429", "818", "818.1", "818.1.c", "818.1.c.2"]


def _magic(text: str, own: str = "100.1") -> list[str]:
    found, dangling = ReferenceFinder(MAGIC_NUMBERS, RuleNumbers(MAGIC_REFS, magic_parent), "rules.txt").find(text, own)
    return [reference.ref for reference in found] + [f"!{reference.ref}" for reference in dangling]


def _riftbound(text: str) -> list[str]:
    finder = ReferenceFinder(RIFTBOUND_NUMBERS, RuleNumbers(RIFTBOUND_REFS, riftbound_parent), "rules.txt")
    found, dangling = finder.find(text, "100")
    return [reference.ref for reference in found] + [f"!{reference.ref}" for reference in dangling]


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("Do this first. See rule 601.2f–h.", ["601.2f", "601.2g", "601.2h"]),
        ("Do this (rules 601.2g-h).", ["601.2g", "601.2h"]),
        ("This follows rules 601.2b and 601.2f–h.", ["601.2b", "601.2f", "601.2g", "601.2h"]),
        ("(see 601.2b and 601.2f–h)", ["601.2b", "601.2f", "601.2g", "601.2h"]),
        ("Rules 704.5k–n differ.", ["704.5k", "704.5m", "704.5n"]),
        ("See rules 704.5z–aa.", ["704.5z", "704.5aa"]),
        ("See rule 704.", ["704"]),
        ("See rule 704, “Checks,” and section 8, “Tables.”", ["704", "8"]),
        ("See rules 603.6 and 603.10.", ["603.6", "603.10"]),
        ("See rules 614 and 615.", ["614", "615"]),
        ("See rules 704.6–7.", ["704.6", "704.7"]),
        ("See rules 704.6–704.8.", ["704.6", "704.7", "704.8"]),
        ("See rules 601.1, 603.10, and 704.5aa.", ["601.1", "603.10", "704.5aa"]),
        ("See rules 601.1a and b.", ["601.1a"]),
        ("Rules 601.2a and b come first.", ["601.2a", "601.2b"]),
        ("See rule 603.6 and rule 614, then rules 704.5j–k.", ["603.6", "614", "704.5j", "704.5k"]),
        ("(See rules 603, “First,” 614, “Second,” and 704.6, “Third.”)", ["603", "614", "704.6"]),
        ("Use 601.2a twice, as rule 601.2a says.", ["601.2a"]),
        ("See sections 7 and 8.", ["7", "8"]),
        ("See rules 601.2c through 601.2e.", ["601.2c", "601.2d", "601.2e"]),
        ("See rule 601.2x and rule 799.", ["!601.2x", "!799"]),
        ("See rules 601.2h–z.", ["601.2h", "!601.2z"]),
        ("The 100 players gain 603 life, and rule one holds in 2031.", []),
        ("See rule 603, 100 times.", ["603"]),
    ],
)
def test_magic(text: str, refs: list[str]) -> None:
    assert _magic(text) == refs


def test_a_rule_does_not_refer_to_itself() -> None:
    assert _magic("Do this again, from rule 601.2a to rule 601.2b.", own="601.2a") == ["601.2b"]


def test_the_printed_words_are_the_texts_own() -> None:
    text = "This follows rules 601.2b and 601.2f–g. See rule 704, “Checks.”"
    found, _ = ReferenceFinder(MAGIC_NUMBERS, RuleNumbers(MAGIC_REFS, magic_parent), "rules.txt").find(text, "100.1")
    assert [(r.ref, r.printed) for r in found] == [
        ("601.2b", "rules 601.2b"),
        ("601.2f", "601.2f–g"),
        ("601.2g", "601.2f–g"),
        ("704", "rule 704"),
    ]


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("See rule 318. Tidying for more information.", ["318"]),
        ("See rule 818.1.c. for more information.", ["818.1.c"]),
        ("See rule 818.1.c.2. See rule 165. Pools and rule 429. Add for more.", ["818.1.c.2", "165", "429"]),
        ("See 108.6. Exile for more information.", ["108.6"]),
        ("See rules 818.1.c and 429.", ["818.1.c", "429"]),
        ("See rule 318 Tidying", ["318"]),
        ("See rule 818.1.d. for more.", ["!818.1.d"]),
        ("A deck of 318 cards costs 165.", []),
    ],
)
def test_riftbound(text: str, refs: list[str]) -> None:
    assert _riftbound(text) == refs
