"""The YAML blocks of a section: an FAQ's question and answer, a keyword's page, a rule's checks."""

from __future__ import annotations

from dataclasses import dataclass

from rules_corpus.document_errors import Problems, listed, quoted
from rules_corpus.document_front_matter import FrontMatter, trilingual
from rules_corpus.document_numbers import cite_of
from rules_corpus.document_yaml import Mapping, Node, Scalar, Sequence, described, fields_of, items_of, text_of
from rules_corpus.passages import LANGUAGES, CardCount, Citation, FaqDetails, KeywordDetails, Text, TextRole

_VERDICTS = ("yes", "no", "depends")


@dataclass(frozen=True, slots=True)
class PlacedCite:
    cite: Citation
    line: int


@dataclass(frozen=True, slots=True)
class FaqBlock:
    texts: tuple[Text, ...]
    details: FaqDetails
    cites: tuple[PlacedCite, ...]


@dataclass(frozen=True, slots=True)
class KeywordBlock:
    titles: tuple[Text, ...]
    details: KeywordDetails


def read_faq(node: Node, front: FrontMatter, problems: Problems) -> FaqBlock:
    """An `faq` block; whatever is wrong in it is reported and left out."""
    allowed = ("asks", "says", "verdict", "gap", "cites", "given")
    found = fields_of(node, "the faq block", allowed, ("asks", "says"), problems)
    texts: list[Text] = []
    asks = fields_of(found["asks"], "asks", LANGUAGES, LANGUAGES, problems) if "asks" in found else {}
    for language in LANGUAGES:
        phrasings = items_of(asks[language], f"a list of questions in {language}", problems) if language in asks else ()
        for phrasing in phrasings:
            text = text_of(phrasing, f"a question in {language}", problems)
            if text is not None:
                texts.append(Text(language, text, TextRole.QUESTION))
    if "says" in found:
        texts.extend(trilingual(found["says"], "says", TextRole.BODY, problems))
    verdict = _choice(found.get("verdict"), "verdict", _VERDICTS, problems)
    gap = _choice(found.get("gap"), "gap", ("yes",), problems) is not None
    if gap and "verdict" in found:
        problems.add(found["verdict"].line, "no verdict where gap is yes", described(found["verdict"]))
    cites = read_cites(found["cites"], front, problems) if "cites" in found else ()
    given = _given(found["given"], problems) if "given" in found else ()
    return FaqBlock(tuple(texts), FaqDetails(verdict, gap, given), cites)


def read_cites(node: Node, front: FrontMatter, problems: Problems) -> tuple[PlacedCite, ...]:
    """A YAML list of cites, each with its line."""
    placed: dict[str, PlacedCite] = {}
    for item in items_of(node, "a list of rules", problems):
        cite = cite_of(front.document, front.edition, item, problems)
        if cite is None:
            continue
        if cite.ref in placed:
            problems.add(item.line, "each one once", f"{quoted(cite.ref)} again")
        placed.setdefault(cite.ref, PlacedCite(cite, item.line))
    return tuple(placed.values())


def read_keyword(node: Node, problems: Problems) -> KeywordBlock:
    """A `keyword` block; whatever is wrong in it is reported and left out."""
    allowed = ("name", "first_set", "cards", "reminders")
    found = fields_of(node, "the keyword block", allowed, ("name",), problems)
    titles = trilingual(found["name"], "name", TextRole.TITLE, problems) if "name" in found else ()
    first_set = text_of(found["first_set"], "the name of a set", problems) if "first_set" in found else None
    total, counts = _cards(found["cards"], problems) if "cards" in found else (None, ())
    forms = items_of(found["reminders"], "a list of reminder texts", problems) if "reminders" in found else ()
    reminders = tuple(trilingual(form, "a reminder", TextRole.BODY, problems) for form in forms)
    return KeywordBlock(titles, KeywordDetails(first_set, total, counts, reminders))


def check_cites(node: Node, front: FrontMatter, problems: Problems) -> tuple[PlacedCite, ...]:
    """The rules that a `check` block's entries cite; the block must be a list of mappings."""
    placed: list[PlacedCite] = []
    for item in items_of(node, "a list of checks", problems):
        if not isinstance(item, Mapping):
            problems.add(item.line, "a check as a mapping", described(item))
            continue
        for key, value in item.entries:
            if key.value == "cites" and not (isinstance(value, Sequence) and not value.items):
                placed.extend(read_cites(value, front, problems))
    return tuple(placed)


def _choice(node: Node | None, key: str, choices: tuple[str, ...], problems: Problems) -> str | None:
    if node is None:
        return None
    if isinstance(node, Scalar) and node.value in choices:
        return node.value
    problems.add(node.line, f"{key} to be {listed(choices)}", described(node))
    return None


def _given(node: Node, problems: Problems) -> tuple[tuple[str, str], ...]:
    if not isinstance(node, Mapping):
        problems.add(node.line, "given as a mapping of facts to values", described(node))
        return ()
    facts = []
    for key, value in node.entries:
        text = text_of(value, f"a value for the fact {quoted(key.value)} (quote a fact that has a comma)", problems)
        if not key.value.strip():
            problems.add(key.line, "a fact", "nothing")
        elif text is not None:
            facts.append((key.value, text))
    return tuple(facts)


def _cards(node: Node, problems: Problems) -> tuple[int | None, tuple[CardCount, ...]]:
    found = fields_of(node, "cards", ("total", "parts"), ("total",), problems)
    total = _count(found["total"], "the total", problems) if "total" in found else None
    counts: list[CardCount] = []
    items = items_of(found["parts"], "a list of parts", problems) if "parts" in found else ()
    for item in items:
        part = fields_of(item, "a part of the cards", ("count", "label"), ("count", "label"), problems)
        if len(part) == 2:
            count = _count(part["count"], "the part", problems)
            label = trilingual(part["label"], "a label", TextRole.TITLE, problems)
            if count is not None:
                counts.append(CardCount(label, count))
    total_of_parts = sum(count.count for count in counts)
    if total is not None and counts and len(counts) == len(items) and total_of_parts != total:
        problems.add(node.line, f"cards that add up to the total of {total}", str(total_of_parts))
    return total, tuple(counts)


def _count(node: Node, of: str, problems: Problems) -> int | None:
    digits = node.value if isinstance(node, Scalar) else ""
    if digits.isascii() and digits.isdigit() and len(digits) < 7:
        return int(digits)
    problems.add(node.line, f"a whole number of cards for {of}", described(node))
    return None
