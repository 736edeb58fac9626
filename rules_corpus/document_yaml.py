"""The YAML of literate rule files: every scalar is a string, every value knows its line.

It is read from the parser's events, never through a constructor, so no tag can build an object and no alias
can multiply a value: both are refused, as are duplicate keys and deep nesting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from rules_corpus.document_errors import UNWANTED, Problems, quoted

_DEEPEST = 12
# PyYAML ends a plain text in brackets at a question mark, where YAML 1.2 doesn't: [How does it work?, What for?].
# Nothing here needs the mark's own meaning (a complex key), so a character that no file may hold stands in for it.
_QUESTION_MARK = str.maketrans("?", "\ue000")
_BACK = str.maketrans("\ue000", "?")

_TYPE_NAMES = {"Scalar": "text", "Sequence": "a list", "Mapping": "a mapping"}


@dataclass(frozen=True, slots=True)
class Scalar:
    value: str
    line: int

    def plain(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    line: int

    def plain(self) -> list[object]:
        """The list as built-in values."""
        return [item.plain() for item in self.items]


@dataclass(frozen=True, slots=True)
class Mapping:
    entries: tuple[tuple[Scalar, Node], ...]
    """Keys are unique and in the order of the file."""
    line: int

    def plain(self) -> dict[str, object]:
        """The mapping as built-in values."""
        return {key.value: value.plain() for key, value in self.entries}


Node = Scalar | Sequence | Mapping


def described(node: Node) -> str:
    """The node in words for an error: its text in quotes, "nothing" where it is empty, or its type."""
    if isinstance(node, Scalar):
        return quoted(node.value) if node.value.strip() else "nothing"
    return _TYPE_NAMES[type(node).__name__]


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read yet."""

    mapping: bool
    line: int
    keys: dict[str, Scalar] = field(default_factory=dict)
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    key: Scalar | None = None
    key_open: bool = False
    """A key was read, good or bad, and its value comes next."""


class _Refused(Exception):
    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(line, expected, found)
        self.line, self.expected, self.found = line, expected, found


def read_yaml(source: str, first_line: int, problems: Problems) -> Node | None:
    """The value of one YAML text whose first line is line `first_line` of the file.

    None where it is malformed or empty, which is then among the `problems`. A duplicate key is reported and its
    first value kept.
    """
    try:
        node = _built(source, first_line, problems)
    except _Refused as refused:
        problems.add(refused.line, refused.expected, refused.found)
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = first_line + (min(mark.line, source.count("\n")) if mark else 0)
        problems.add(line, "well-formed YAML", _complaint(error))
        return None
    except yaml.YAMLError as error:
        problems.add(first_line, "well-formed YAML", quoted(str(error).translate(_BACK)))
        return None
    if node is None:
        problems.add(first_line, "YAML", "nothing")
    return node


def _complaint(error: yaml.MarkedYAMLError) -> str:
    parts = [part for part in (error.context, error.problem) if part]
    return "an error: " + " ".join(", ".join(parts).translate(_BACK).split()) if parts else "an error"


def _built(source: str, first_line: int, problems: Problems) -> Node | None:
    stack: list[_Open] = []
    root: Node | None = None
    documents = 0
    for event in _events(source, first_line):
        line = first_line + (event.start_mark.line if event.start_mark else 0)
        done: Node | None = None
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _Refused(line, "one YAML document", "a second one")
            continue
        if isinstance(event, yaml.AliasEvent):
            raise _Refused(line, "YAML without anchors and aliases", f"the alias *{event.anchor}")
        if isinstance(event, yaml.NodeEvent):
            _refuse_decoration(event, line)
        if isinstance(event, yaml.ScalarEvent):
            if UNWANTED.search(event.value.translate(_BACK)):
                raise _Refused(line, "printable characters only", quoted(ascii(event.value)))
            done = Scalar(event.value.translate(_BACK), line)
        elif isinstance(event, yaml.CollectionStartEvent):
            if len(stack) >= _DEEPEST:
                raise _Refused(line, f"at most {_DEEPEST} levels of nesting", "more")
            stack.append(_Open(isinstance(event, yaml.MappingStartEvent), line))
        elif isinstance(event, yaml.CollectionEndEvent):
            top = stack.pop()
            done = Mapping(tuple(top.entries), top.line) if top.mapping else Sequence(tuple(top.items), top.line)
        if done is None:
            continue
        if stack:
            _place(stack[-1], done, problems)
        else:
            root = done
    return root


def _events(source: str, first_line: int) -> Iterator[yaml.Event]:
    """The parser's events. libyaml's parser is ten times as fast, PyYAML's own says better what is wrong: where the
    fast one finds anything, or isn't there, the other one reads the text."""
    text = source.translate(_QUESTION_MARK)
    if yaml.__with_libyaml__:
        try:
            events = list(yaml.parse(text, Loader=yaml.CSafeLoader))
        except (yaml.YAMLError, ValueError, OverflowError):
            events = []
        if events:
            yield from events
            return
    loader = yaml.SafeLoader(text)
    try:
        while loader.check_event():
            yield loader.get_event()  # type: ignore[no-untyped-call]
    except (ValueError, OverflowError) as error:  # an escape beyond Unicode, a version of thousands of digits
        raise _Refused(first_line + loader.line, "well-formed YAML", f"an error: {error}") from error
    finally:
        loader.dispose()


def _refuse_decoration(event: yaml.NodeEvent, line: int) -> None:
    if event.anchor is not None:
        raise _Refused(line, "YAML without anchors and aliases", f"the anchor &{event.anchor}")
    tag = getattr(event, "tag", None)
    if tag is not None:
        raise _Refused(line, "YAML without tags", f"the tag {quoted(tag.translate(_BACK))}")


def _place(parent: _Open, node: Node, problems: Problems) -> None:
    if not parent.mapping:
        parent.items.append(node)
    elif not parent.key_open:
        parent.key_open, parent.key = True, None
        if not isinstance(node, Scalar):
            problems.add(node.line, "a key of plain text", described(node))
        elif node.value in parent.keys:
            first = parent.keys[node.value].line
            problems.add(node.line, "each key once", f"{quoted(node.value)} again (first on line {first})")
        else:
            parent.keys[node.value] = parent.key = node
    else:
        if parent.key is not None:
            parent.entries.append((parent.key, node))
        parent.key_open = False


# What a caller needs from a node, reported where it is something else.


def fields_of(
    node: Node, what: str, allowed: tuple[str, ...], required: tuple[str, ...], problems: Problems
) -> dict[str, Node]:
    """The entries of a mapping by key, without the unknown ones; unknown and missing keys are reported."""
    if not isinstance(node, Mapping):
        problems.add(node.line, f"{what} as a mapping", described(node))
        return {}
    found: dict[str, Node] = {}
    for key, value in node.entries:
        if key.value in allowed:
            found[key.value] = value
        else:
            problems.add(key.line, f"only {', '.join(allowed)} in {what}", quoted(key.value))
    missing = [key for key in required if key not in found]
    if missing:
        problems.add(node.line, f"{', '.join(required)} in {what}", f"no {' and no '.join(missing)}")
    return found


def text_of(node: Node, what: str, problems: Problems) -> str | None:
    """A text that is not empty, with its white space in single spaces."""
    if isinstance(node, Scalar) and node.value.strip():
        return " ".join(node.value.split())
    problems.add(node.line, what, described(node))
    return None


def items_of(node: Node, what: str, problems: Problems) -> tuple[Node, ...]:
    """The items of a list that has at least one."""
    if isinstance(node, Sequence) and node.items:
        return node.items
    problems.add(node.line, what, "an empty list" if isinstance(node, Sequence) else described(node))
    return ()
