"""Rows of Riftbound's core rules → drafts in order, with the numbers that a conversion has broken put right.

A number is only put right where it then is the next one of the document; every such change is in the notes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from rules_corpus.importers.draft import Draft
from rules_corpus.importers.numbering import follows, order_key
from rules_corpus.importers.report import ImportNote, ImportRefused
from rules_corpus.importers.riftbound_rows import Row, unreadable
from rules_corpus.passages import PassageKind

SENTENCE_END = re.compile(r"[.!?:;][”\"’)\]]*$")

_EXAMPLE = re.compile(r"Examples?: ?(\S.*)")
_EXAMPLE_WITHIN = re.compile(r"(?<! For)(?<=\S) Examples?: ?(?=\S)")
_SPLIT_NUMBER = re.compile(r"(\d{1,3}|[a-z]) (\S.*)")
_GLUED = re.compile(r"(?<![A-Za-z])([A-Z]?[a-z]{1,8})(\d{3})\. (?=[A-Z])")
_TAIL = 10
_MAX_TEXT = 50_000
_MAX_NOTES = 1_000
MAX_PASSAGES = 50_000
"""The most rules and examples of a document; the largest known has 3,500."""
_GOES_ON = re.compile(r"[,;:)a-z]")


@dataclass(slots=True)
class Body:
    """The rules as they are read.

    `name` is what messages call the document. `joins_lines` says that a line without a number goes on with the
    sentence before it, as in a PDF's text, where otherwise it is a paragraph of its own. `lenient` keeps a rule whose
    number is doubled or has no rule above it.
    """

    name: str
    joins_lines: bool = False
    lenient: bool = False
    drafts: list[Draft] = field(default_factory=list)
    rules: list[Draft] = field(default_factory=list)
    continued: int = 0
    joined: int = 0
    notes: list[ImportNote] = field(default_factory=list)
    uncertain: list[str] = field(default_factory=list)
    """Numbers that were doubled, or that lack a rule above or before them."""
    _newest: dict[str | None, str] = field(default_factory=dict)
    _doubles: dict[str, int] = field(default_factory=dict)
    _by_ref: dict[str, Draft] = field(default_factory=dict)

    def expects(self, ref: str) -> bool:
        """Whether a rule of this number may come next: below a rule that exists, after its last sibling, in order."""
        above = rule_parent(ref)
        if ref in self._by_ref or (self.rules and order_key(ref) <= order_key(self.rules[-1].ref)):
            return False
        before = self._newest.get(above)
        if above is None:
            return before is not None and int(ref) == int(before) + 1
        return above in self._by_ref and follows(before, ref)

    def add_row(self, row: Row, name: str) -> None:
        """Add a row. Raises ImportRefused where it belongs to no rule."""
        if self.rules and not self._last:
            # The number before stands alone: only a text without a number can be its own.
            if row.ref is not None or _EXAMPLE.fullmatch(row.text):
                raise unreadable(name, self.rules[-1].line)
            words, *examples = _EXAMPLE_WITHIN.split(row.text)
            self.rules[-1].paragraphs = [words]
            for example in examples:
                self._add_example(row.line, example)
        elif not self._glued(row, name):
            self._add_plain_row(row, name)

    def _add_plain_row(self, row: Row, name: str) -> None:
        if row.ref is None:
            self._add_text(row, name)
        elif row.doubtful:
            if not self.expects(row.ref):
                raise unreadable(name, row.line)
            self._note("Line {line}: rule {ref} has no point after its number.", row.line, row.ref)
            self._add_rule(row.ref, row.line, row.text)
        elif row.ref in self._by_ref:
            self._add_double(row, row.ref, name)
        else:
            self._add_rule(row.ref, row.line, row.text)
        for example in row.examples:
            self._add_example(row.line, example)

    def _add_rule(self, ref: str, line: int, text: str, parent: str | None = None) -> None:
        words, *examples = _EXAMPLE_WITHIN.split(text)
        draft = Draft(ref, line, [words], parent or rule_parent(ref))
        self.rules.append(draft)
        self._add_draft(draft)
        self._by_ref[ref] = draft
        if parent is None:
            self._newest[rule_parent(ref)] = ref
        for example in examples:
            self._add_example(line, example)

    def _add_example(self, line: int, text: str) -> None:
        rule = self.rules[-1]
        rule.examples += 1
        self._add_draft(Draft(f"{rule.ref}/example-{rule.examples}", line, [text], rule.ref, PassageKind.EXAMPLE))

    def _add_draft(self, draft: Draft) -> None:
        if len(self.drafts) >= MAX_PASSAGES:
            raise ImportRefused(
                "{name} has more than {limit} rules and examples, which no document has.",
                name=self.name,
                limit=MAX_PASSAGES,
            )
        self.drafts.append(draft)

    def _add_text(self, row: Row, name: str) -> None:
        if not self.rules:
            raise ImportRefused(
                "{name} is damaged: line {line}, before the first rule, has no number.", name=name, line=row.line
            )
        if found := _EXAMPLE.fullmatch(row.text):
            for example in _EXAMPLE_WITHIN.split(found[1]):
                self._add_example(row.line, example)
        elif self.joins_lines and not (self._ended and row.text[:1].isupper()):
            self._go_on(row, row.text, name)
            self.joined += 1
        else:
            words, *examples = _EXAMPLE_WITHIN.split(row.text)
            self.drafts[-1].paragraphs.append(words)
            self.continued += 1
            for example in examples:
                self._add_example(row.line, example)

    @property
    def _last(self) -> str:
        return self.drafts[-1].paragraphs[-1]

    @property
    def _ended(self) -> bool:
        """Whether the text so far ends with a sentence."""
        return SENTENCE_END.search(self._last[-_TAIL:]) is not None

    def _go_on(self, row: Row, text: str, name: str) -> None:
        if len(self._last) > _MAX_TEXT:
            raise ImportRefused(
                "{name} is damaged: the text that goes on at line {line} has more than {limit} characters.",
                name=name,
                line=row.line,
                limit=_MAX_TEXT,
            )
        words, *examples = _EXAMPLE_WITHIN.split(text)
        self.drafts[-1].paragraphs[-1] += ("" if words[0] in ",;:)" else " ") + words
        for example in examples:
            self._add_example(self.drafts[-1].line, example)

    def _add_double(self, row: Row, number: str, name: str) -> None:
        """A number that occurs again: the same text, a number that was split, a sentence that goes on, or a doubt."""
        first = self._by_ref[number]
        if row.text == first.paragraphs[0]:
            self._note(
                "Line {line}: rule {ref} stands there again with the same text; it was left out.", row.line, number
            )
            return
        split = _SPLIT_NUMBER.fullmatch(row.text)
        if split and self.expects(f"{number}.{split[1]}"):
            ref = f"{number}.{split[1]}"
            self._note("Line {line}: the number of rule {ref} was split; it was put together.", row.line, ref)
            self._add_rule(ref, row.line, split[2])
        elif _GOES_ON.match(row.text) and not self._ended:
            self._note(
                "Line {line}: “{ref}” is no rule there, but goes on with the sentence before it.", row.line, number
            )
            self._go_on(row, f"{number}{'' if row.text[0] in ',;:)' else ' '}{row.text}", name)
        elif self.lenient:
            self._doubles[number] = self._doubles.get(number, 1) + 1
            ref = f"{number}/again-{self._doubles[number]}"
            self._note(
                "Line {line}: rule {ref} stands there with the number of another rule; its own number is not known.",
                row.line,
                ref,
            )
            self.uncertain.append(ref)
            self._add_rule(ref, row.line, row.text, parent=number)
        else:
            raise ImportRefused(
                "{name} has rule {ref} twice, on lines {first} and {second}.",
                name=name,
                ref=number,
                first=first.line,
                second=row.line,
            )

    def _glued(self, row: Row, name: str) -> bool:
        """Whether the row held the next rule behind a fragment of a word ("Refl391. Delayed"); then it was added."""
        for found in _GLUED.finditer(row.text):
            number = found[2]
            # What stands before it must be whole, and the number the one that comes next.
            end = row.text[max(0, found.start() - _TAIL) : found.start()].strip()
            if (end and not SENTENCE_END.search(end)) or not self._next_chapter(number, row.ref):
                continue
            before = row.text[: found.start()].strip()
            if before:
                self._add_plain_row(Row(row.line, row.ref, before, doubtful=row.doubtful), name)
            self._note(
                "Line {line}: before rule {ref} are letters that belong to no word, “{letters}”; they were left out.",
                row.line,
                number,
                letters=found[1],
            )
            self._add_rule(number, row.line, row.text[found.end() :])
            for example in row.examples:
                self._add_example(row.line, example)
            return True
        return False

    def _next_chapter(self, number: str, before: str | None) -> bool:
        """Whether the chapter `number` comes next, after a rule `before` (a new one), or after a text if None."""
        newest = self._newest.get(None)
        if newest is None or not self.rules or int(number) != int(newest) + 1 or number in self._by_ref:
            return False
        if before is None:
            return order_key(self.rules[-1].ref) < order_key(number)
        return before not in self._by_ref and before.startswith(f"{newest}.")

    def _note(self, key: str, line: int, ref: str, **more: str) -> None:
        if len(self.notes) >= _MAX_NOTES:
            raise ImportRefused(
                "{name} is damaged: more than {limit} of its rule numbers are wrong.", name=self.name, limit=_MAX_NOTES
            )
        self.notes.append(ImportNote(key, MappingProxyType({"line": line, "ref": ref, **more})))


def rule_parent(ref: str) -> str | None:
    """818.1.c.2 belongs to 818.1.c; a number without a point has no parent that its number tells."""
    return ref.rpartition(".")[0] or None


def read_rows(rows: Iterable[Row], name: str, joins_lines: bool, lenient: bool) -> Body:
    """Read the rows of one document. Raises ImportRefused."""
    body = Body(name, joins_lines, lenient)
    for row in rows:
        body.add_row(row, name)
    if body.rules and not body.rules[-1].paragraphs[0]:
        raise unreadable(name, body.rules[-1].line)
    return body


def refuse_disorder(body: Body, name: str) -> None:
    """Raise ImportRefused unless the rules' numbers ascend; rules whose own number is not known don't count."""
    numbered = [rule for rule in body.rules if "/" not in rule.ref]
    for before, rule in pairwise(numbered):
        if order_key(rule.ref) <= order_key(before.ref):
            raise ImportRefused(
                "{name} is out of order: line {line} has rule {ref} after rule {previous}.",
                name=name,
                line=rule.line,
                ref=rule.ref,
                previous=before.ref,
            )


def place_uncertain(body: Body, name: str, is_title: Callable[[str, str], bool]) -> list[ImportNote]:
    """Put rules that lack the one above them below the nearest that exists; hand back notes on them and on gaps.

    Each of them makes the document uncertain. Raises ImportRefused where more than one rule in a hundred is.
    """
    notes: list[ImportNote] = []
    refs = {rule.ref for rule in body.rules}
    newest: dict[str | None, str] = {}
    for rule in body.rules:
        if "/" in rule.ref:
            continue
        above = rule_parent(rule.ref)
        before = newest.get(above)
        newest[above] = rule.ref
        values: dict[str, str | int] = {"line": rule.line, "ref": rule.ref}
        if above is not None and above not in refs:
            while rule.parent is not None and rule.parent not in refs:
                rule.parent = rule_parent(rule.parent)
            key = "Line {line}: rule {ref} is there, but there is no {missing}."
            notes.append(ImportNote(key, MappingProxyType({**values, "missing": above})))
        elif above is None and (before is None or int(rule.ref) == int(before) + 1 or is_title(rule.paragraphs[0], "")):
            if before is not None and int(rule.ref) != int(before) + 1:
                key = "Its numbering goes from {previous} to {ref}."
                notes.append(ImportNote(key, MappingProxyType({"previous": before, "ref": rule.ref})))
            continue
        elif above is not None and follows(before, rule.ref):
            continue
        else:
            key = "Line {line}: its numbering goes from {previous} to {ref}."
            notes.append(ImportNote(key, MappingProxyType({**values, "previous": before or above or ""})))
        body.uncertain.append(rule.ref)
    if len(body.uncertain) > max(1, len(body.rules) // 100):
        raise ImportRefused(
            "{name} is incomplete: {count} of its {rules} rules have a number that is not certain, the first is {ref}.",
            name=name,
            count=len(body.uncertain),
            rules=len(body.rules),
            ref=body.uncertain[0],
        )
    return notes
