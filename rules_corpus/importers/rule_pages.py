"""A web page's text with the rules of one chapter → a part of an edition.

Two shapes are known: numbers and texts on lines of their own (Riftbound), and a translated page whose subrules have no
letters (Magic), which are put in order beside the edition's own. docs/importers.md describes them.
"""

from __future__ import annotations

import datetime
import re
from types import MappingProxyType

from rules_corpus.importers import magic_comprehensive_rules, riftbound_core_rules
from rules_corpus.importers.decoding import DecodedText
from rules_corpus.importers.magic_body import rule_parent as magic_parent
from rules_corpus.importers.numbering import Numbered, RuleNumbers, check_numbering, order_key
from rules_corpus.importers.references import MAGIC_NUMBERS, RIFTBOUND_NUMBERS, ReferenceFinder
from rules_corpus.importers.report import ImportNote, ImportRefused, ImportReport, ImportResult, KnownRefs
from rules_corpus.importers.riftbound_body import rule_parent
from rules_corpus.importers.riftbound_editions import KNOWN_EDITIONS
from rules_corpus.importers.slugs import Slugs
from rules_corpus.passages import EditionContent, FaqDetails, Layer, Passage, PassageKind, Text, TextRole

_PAGE_TITLE = re.compile(r"(\S.{0,80}?) [—–-] Riftbound Rules")
_NUMBER_ALONE = re.compile(r"(\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})){1,12})\.")
_RELATED = re.compile(r"Related FAQ \((\d{1,4})\)")
_TRANSLATED_TITLE = re.compile(r"Regla ([1-9]\d{2}\.\d{1,3}) · (\S.*)")
_SUBRULES = "Subreglas"


def recognises_numbered(text: DecodedText) -> bool:
    """Whether it is a page of Riftbound's rules with numbers and texts on lines of their own."""
    lines = [line for line in text.lines if line]
    return _PAGE_TITLE.fullmatch(lines[0]) is not None and any(_NUMBER_ALONE.fullmatch(line) for line in lines[1:3])


def recognises_translated(text: DecodedText) -> bool:
    """Whether it is a Spanish page of one rule of Magic's with its subrules."""
    return _TRANSLATED_TITLE.fullmatch(next(line for line in text.lines if line)) is not None


def read_numbered_page(
    text: DecodedText, name: str, edition: str | None, known_refs: KnownRefs | None = None
) -> ImportResult:
    """Read a page of Riftbound's rules. Raises ImportRefused, also where its whole edition is known already."""
    edition = _named(edition, name)
    if known_refs is not None and known_refs(riftbound_core_rules.DOCUMENT, edition):
        raise ImportRefused(
            "{name} is only a part of edition {edition}, which is there as a whole already.", name=name, edition=edition
        )
    rows = [(number, line) for number, line in enumerate(text.lines, 1) if line]
    related = next((i for i, (_, line) in enumerate(rows) if _RELATED.fullmatch(line)), len(rows))
    rules: list[tuple[Numbered, str]] = []
    for index in range(1, related, 2):
        number, line = rows[index]
        found = _NUMBER_ALONE.fullmatch(line)
        following = rows[index + 1][1] if index + 1 < related else ""
        if not found or not following or _NUMBER_ALONE.fullmatch(following):
            raise ImportRefused(
                "{name} is damaged: at line {line} a number alone was expected, and its text below it.",
                name=name,
                line=number,
            )
        rules.append((Numbered(found[1], number), following))
    if not rules:
        raise ImportRefused("{name} has no rules before its questions.", name=name)
    chapter = rules[0][0].ref.partition(".")[0]
    check_numbering(
        name, [Numbered(chapter, rows[0][0]), *(numbered for numbered, _ in rules)], rule_parent, gaps_at_top=True
    )
    refs = [numbered.ref for numbered, _ in rules]
    finder = ReferenceFinder(RIFTBOUND_NUMBERS, RuleNumbers(refs, rule_parent), name)
    passages = [
        Passage(
            numbered.ref,
            PassageKind.RULE,
            (Text("en", words, official=True),),
            parent=rule_parent(numbered.ref) if rule_parent(numbered.ref) in refs else None,
            see=finder.find(words, numbered.ref)[0],
        )
        for numbered, words in rules
    ]
    passages += _related(rows, related, name)
    known = next((e for e in KNOWN_EDITIONS if e.label == edition), None)
    content = EditionContent(
        game=riftbound_core_rules.GAME,
        document=riftbound_core_rules.DOCUMENT,
        edition=edition,
        layer=Layer.OFFICIAL,
        authority="en",
        titles=(Text("en", "Riftbound Core Rules", TextRole.TITLE, official=True),),
        passages=tuple(passages),
        complete=False,
        effective_from=known.day if known else None,
        source=name,
    )
    counts = {"rule": len(rules), "faq": len(passages) - len(rules)}
    return ImportResult(content, _report(counts, []))


def _related(rows: list[tuple[int, str]], start: int, name: str) -> list[Passage]:
    """The questions and answers at the end of the page, which are its author's words."""
    if start == len(rows):
        return []
    found = _RELATED.fullmatch(rows[start][1])
    pairs = rows[start + 1 :]
    questions, answers = pairs[0::2], pairs[1::2]
    if (
        found is None
        or len(pairs) != 2 * int(found[1])
        or any(not line.endswith("?") for _, line in questions)
        or any(line.endswith("?") for _, line in answers)
    ):
        raise ImportRefused(
            "{name} is damaged: below line {line} are not as many questions with their answers as it says.",
            name=name,
            line=rows[start][0],
        )
    slugs = Slugs()
    return [
        Passage(
            slugs.name(question),
            PassageKind.FAQ,
            (Text("en", question, TextRole.QUESTION), Text("en", answer)),
            sources=(rows[0][1],),
            faq=FaqDetails(),
        )
        for (_, question), (_, answer) in zip(questions, answers, strict=True)
    ]


def read_translated_page(
    text: DecodedText, name: str, edition: str | None, known_refs: KnownRefs | None
) -> ImportResult:
    """Read a page of one rule with subrules that have no letters: they get those of the edition, in their order.

    Raises ImportRefused where the edition's subrules are not known, or are not as many.
    """
    edition = _named(edition, name)
    lines = [line for line in text.lines if line]
    title = _TRANSLATED_TITLE.fullmatch(lines[0])
    if title is None or _SUBRULES not in lines:
        raise ImportRefused("{name} is not a page of one rule with its subrules.", name=name)
    rule, position = title[1], lines.index(_SUBRULES)
    body, subrules = lines[1:position], lines[position + 1 :]
    known = known_refs(magic_comprehensive_rules.DOCUMENT, edition) if known_refs else ()
    if rule not in known:
        raise ImportRefused(
            "{name} has subrules without letters, which can only be told by those of rule {ref} in {edition}: import "
            "and publish that edition first.",
            name=name,
            ref=rule,
            edition=edition,
        )
    letters = sorted((ref for ref in known if ref != rule and magic_parent(ref) == rule), key=order_key)
    if not body or len(letters) != len(subrules):
        raise ImportRefused(
            "{name} has {count} subrules of rule {ref}, where edition {edition} has {expected}, so that nothing tells "
            "which is which.",
            name=name,
            count=len(subrules),
            ref=rule,
            edition=edition,
            expected=len(letters),
        )
    finder = ReferenceFinder(MAGIC_NUMBERS, RuleNumbers([rule, *letters], magic_parent), name)
    passages = [
        Passage(
            rule,
            PassageKind.RULE,
            (Text("es", title[2], TextRole.TITLE), Text("es", "\n".join(body))),
            see=finder.find("\n".join(body), rule)[0],
        )
    ]
    passages += [
        Passage(ref, PassageKind.RULE, (Text("es", words),), parent=rule, see=finder.find(words, ref)[0])
        for ref, words in zip(letters, subrules, strict=True)
    ]
    content = EditionContent(
        game=magic_comprehensive_rules.GAME,
        document=magic_comprehensive_rules.DOCUMENT,
        edition=edition,
        layer=Layer.OWN,
        authority="en",
        titles=(Text("es", "Reglas completas de Magic: The Gathering", TextRole.TITLE),),
        passages=tuple(passages),
        complete=False,
        effective_from=_day(edition),
        source=name,
    )
    note = ImportNote(
        "Its {count} subrules have no letters: they got {first} to {last} by their order in edition {edition}.",
        MappingProxyType({"count": len(letters), "first": letters[0], "last": letters[-1], "edition": edition}),
    )
    return ImportResult(content, _report({"rule": len(passages)}, [note] if letters else []))


def _day(edition: str) -> datetime.date | None:
    """Magic's editions are named by the day from which they apply."""
    try:
        return datetime.date.fromisoformat(edition)
    except ValueError:
        return None


def _named(edition: str | None, name: str) -> str:
    if edition is None:
        raise ImportRefused(
            "{name} does not say which edition it is: pass the edition's label, such as --edition 1.6.", name=name
        )
    return edition


def _report(counts: dict[str, int], notes: list[ImportNote]) -> ImportReport:
    part = ImportNote(
        "It is only a part of its edition: published, it takes the place of what this layer of the edition had before."
    )
    return ImportReport(MappingProxyType(counts), (part, *notes))
