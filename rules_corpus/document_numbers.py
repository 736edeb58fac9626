"""The numbers of rules, by document: their shape, the parent that follows from it, and how fields name them."""

from __future__ import annotations

import re

from rules_corpus.document_errors import Problems, quoted
from rules_corpus.document_yaml import Mapping, Node, Scalar, described
from rules_corpus.passages import Citation, EditionRef

DOCUMENTS = {"riftbound": "core-rules", "mtg": "cr", "vandaria": "guide"}
"""The document of each game that literate files may hold."""

_SHAPES = {
    # Levels alternate between digits and letters: 818.1.c.2.
    "core-rules": re.compile(r"[0-9]{3}(\.[1-9][0-9]*(\.[a-z]+(\.[1-9][0-9]*(\.[a-z]+)?)?)?)?"),
    "cr": re.compile(r"[1-9][0-9]{2}(\.[1-9][0-9]*[a-z]?)?"),
    "guide": re.compile(r"[A-Z]{2,4}(\.(0|[1-9][0-9]*)){1,3}"),
}
_EXAMPLES = {"core-rules": "818.1.c.2", "cr": "702.6a", "guide": "EQ.1.1"}
_EDITION = r"[^\s,:(){}\[\]]+"
EDITION_LABEL = re.compile(_EDITION)
_COUNTERPART = re.compile(rf"({_EDITION})\s*:\s*(\S+)")
_CITE = re.compile(r"([^\s,()]+)(?:\s*\(([^()]*)\))?")
_COMMA_OR_BRACKETS = re.compile(r",|\([^()]*\)")


def is_number(document: str, ref: str) -> bool:
    """Whether `ref` has the shape of a rule number in the document."""
    shape = _SHAPES.get(document)
    return shape is not None and shape.fullmatch(ref) is not None


def number_expected(document: str) -> str:
    """The phrase that an error uses for a number of the document."""
    return f"a rule number such as {_EXAMPLES[document]}"


def derived_parent(document: str, ref: str) -> str | None:
    """The number of the rule above: 818.1.c for 818.1.c.2, 301.5 for 301.5b; None for the topmost."""
    if document == "cr" and ref[-1:].isalpha():
        return ref[:-1]
    head, dot, _ = ref.rpartition(".")
    return head if dot and is_number(document, head) else None


def number_at(document: str, ref: str, line: int, problems: Problems) -> str | None:
    """The number, or None and a problem where it has another shape."""
    if is_number(document, ref):
        return ref
    problems.add(line, number_expected(document), quoted(ref) if ref else "nothing")
    return None


def numbers_in(document: str, text: str, line: int, problems: Problems) -> tuple[str, ...]:
    """The numbers of a comma-separated field."""
    found = [number_at(document, part.strip(), line, problems) for part in text.split(",")]
    return _distinct([ref for ref in found if ref is not None], line, problems)


def edition_ref_in(document: str, edition: str, text: str, line: int, problems: Problems) -> EditionRef | None:
    """The value of `as_of` and `was`: another edition's label and a number in it, "1.4 434.4"."""
    parts = text.split()
    if len(parts) != 2 or not EDITION_LABEL.fullmatch(parts[0]):
        problems.add(line, "another edition and the number there, such as 1.4 434.4", quoted(text))
        return None
    return _other_edition(document, edition, parts[0], parts[1], line, problems)


def cites_in(document: str, edition: str, text: str, line: int, problems: Problems) -> tuple[Citation, ...]:
    """The value of the field `cites`: "818.1, 435.4 (1.4: 434.4)"."""
    found = []
    for part in _outer_parts(text):
        match = _CITE.fullmatch(part.strip())
        if match is None:
            problems.add(line, "rules such as 818.1 or 435.4 (1.4: 434.4), comma-separated", quoted(part))
            continue
        ref = number_at(document, match[1], line, problems)
        also = []
        for named in [] if match[2] is None else match[2].split(","):
            pair = _COUNTERPART.fullmatch(named.strip())
            if pair is None:
                problems.add(line, "a counterpart such as 1.4: 434.4", quoted(named) if named.strip() else "nothing")
                continue
            also.append(_other_edition(document, edition, pair[1], pair[2], line, problems))
        if ref is not None:
            known = tuple(other for other in also if other is not None)
            _distinct([other.edition for other in known], line, problems)
            found.append(Citation(document, edition, ref, known))
    _distinct([cite.ref for cite in found], line, problems)
    return tuple(found)


def cite_of(document: str, edition: str, node: Node, problems: Problems) -> Citation | None:
    """One item of a YAML list of cites: a number of this edition, or {1.5: 435.4, 1.4: 434.4} with this one first."""
    if isinstance(node, Scalar):
        ref = number_at(document, node.value, node.line, problems)
        return None if ref is None else Citation(document, edition, ref)
    if not isinstance(node, Mapping) or not node.entries:
        problems.add(node.line, "a number, or numbers by edition", described(node))
        return None
    refs: list[str] = []
    for key, value in node.entries:
        ref = number_at(document, value.value, value.line, problems) if isinstance(value, Scalar) else None
        if not isinstance(value, Scalar):
            problems.add(value.line, number_expected(document), described(value))
        if ref is None:
            return None
        if not EDITION_LABEL.fullmatch(key.value):
            problems.add(key.line, "an edition's label", quoted(key.value))
            return None
        refs.append(ref)
    labels = [key.value for key, _ in node.entries]
    if labels[0] != edition:
        problems.add(node.line, f"this file's edition {edition} first", quoted(labels[0]))
        return None
    also = tuple(EditionRef(label, ref) for label, ref in zip(labels[1:], refs[1:], strict=True))
    return Citation(document, edition, refs[0], also)


def _other_edition(
    document: str, edition: str, label: str, ref: str, line: int, problems: Problems
) -> EditionRef | None:
    if label == edition:
        problems.add(line, "another edition than this file's", quoted(label))
        return None
    number = number_at(document, ref, line, problems)
    return None if number is None else EditionRef(label, number)


def _outer_parts(text: str) -> list[str]:
    """The parts between the commas that stand outside brackets."""
    commas = [match.start() for match in _COMMA_OR_BRACKETS.finditer(text) if match[0] == ","]
    starts, ends = [0, *(at + 1 for at in commas)], [*commas, len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def _distinct(refs: list[str], line: int, problems: Problems) -> tuple[str, ...]:
    seen: set[str] = set()
    for ref in refs:
        if ref in seen:
            problems.add(line, "each one once", f"{quoted(ref)} again")
        seen.add(ref)
    return tuple(refs)
