"""Formal blocks of the literate files → one ASP program with provenance.

Every block is parsed and its syntax tree looked at: plain rules over the vocabulary are let through, everything else
(scripts, includes, `@` calls, choices, constraints, other directives) is refused with file and line. Each rule is then
doubled by one that derives `_why(section, head, what it rested on, what had to be absent)`, from which proofs are
read; the technique is that of xclingo (Cabalar, Fandinno, Muñiz 2020) without its run-time overhead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clingo import ast

from rule_check.vocabulary import TIMES, Vocabulary, asp_of
from rules_corpus.document_errors import DocumentError, DocumentErrors, quoted
from rules_corpus.document_passages import FormalBlock

_BASE = Path(__file__).with_name("base.lp")
HEADS = {"enables": 1, "requires": 2, "waives": 2, "forbids": 1, "set": 3, "then": 3, "gap": 1}
"""What a rule of a literate file may derive beside helpers of its own: predicate → number of arguments."""
LEVELS = ("base", "exception", "card")
_PROVED = ("is", "assumed", "holds", "waived", "satisfied", "unmet")
"""Shared predicates that proofs go through; the provenance of the others would only cost time."""
_DIRECTIVE = re.compile(r"#\w+")
_AGGREGATES = ("#count", "#sum", "#min", "#max")
_GIVEN = {"is": 2, "stated": 1, "event": 1, "asked": 1, "present": 1, "obj": 2, "holds": 1, "dom": 2}
_RESERVED = frozenset(
    {"given", "open", "open_world", "stated", "derived", "assumed", "assume", "ask", "rank", "outranked", "conflict",
     "contradiction", "waived", "satisfied", "unmet", "hindered", "silent", "yes", "no", "told", "then_conflict"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormalRule:
    """One ASP rule of a section."""

    section: str
    """The ref of the section that it stands in."""
    path: Path
    line: int
    statement: Any
    """Its clingo syntax tree."""

    @property
    def text(self) -> str:
        return str(self.statement)


def rules_of(blocks: Iterable[FormalBlock], vocabulary: Vocabulary) -> tuple[FormalRule, ...]:
    """The rules of `asp` blocks.

    :raises DocumentErrors: with everything that is malformed, not allowed or not in the vocabulary.
    """
    rules: list[FormalRule] = []
    errors: list[DocumentError] = []
    for block in blocks:
        if block.kind == "asp":
            found, wrong = _rules_of_block(block)
            rules += found
            errors += wrong
    helpers = {_signature(rule.statement.head.atom.symbol) for rule in rules}
    for rule in rules:
        errors += _Inspection(rule, vocabulary, helpers).errors()
    if errors:
        raise DocumentErrors(errors)
    return tuple(rules)


def program_of(rules: Sequence[FormalRule], vocabulary: Vocabulary) -> str:
    """The whole program of a topic: shared rules, declarations, its own rules, and the provenance of all of them."""
    base = _BASE.read_text(encoding="utf-8")
    meta: list[Any] = []
    ast.parse_string(base, meta.append)
    lines = [base, asp_of(vocabulary)]
    lines += [rule.text for rule in rules]
    lines += [_why(rule.section, rule.statement) for rule in rules]
    lines += [_why("", statement) for statement in meta if _is_plain(statement) and _name(statement) in _PROVED]
    return "\n".join(lines)


def _rules_of_block(block: FormalBlock) -> tuple[list[FormalRule], list[DocumentError]]:
    # Looked at before parsing: the parser itself would already open an included file.
    for number, line in enumerate(block.source.splitlines(), 1):
        for directive in _DIRECTIVE.findall(line.partition("%")[0]):
            if directive not in _AGGREGATES:
                expected = f"no directive but {', '.join(_AGGREGATES)}"
                return [], [DocumentError(block.path, block.line + number, quoted(directive), expected)]
    statements: list[Any] = []
    messages: list[str] = []
    try:
        ast.parse_string(block.source, statements.append, logger=lambda _, message: messages.append(message))
    except RuntimeError:
        found = " ".join(messages[0].split()) if messages else "an error"
        return [], [DocumentError(block.path, block.line, quoted(found), "well-formed ASP rules")]
    rules, errors = [], []
    for statement in statements:
        if statement.ast_type in (ast.ASTType.Program, ast.ASTType.Comment):
            continue
        line = block.line + statement.location.begin.line
        if not _is_plain(statement):
            errors.append(DocumentError(block.path, line, quoted(str(statement)), "a plain rule with one atom as head"))
            continue
        rules.append(FormalRule(block.ref, block.path, line, statement))
    return rules, errors


def _is_plain(statement: Any) -> bool:
    """A rule `atom :- body.` without choice, disjunction or constraint."""
    if statement.ast_type != ast.ASTType.Rule or statement.head.ast_type != ast.ASTType.Literal:
        return False
    atom = statement.head.atom
    return bool(
        statement.head.sign == ast.Sign.NoSign
        and atom.ast_type == ast.ASTType.SymbolicAtom
        and atom.symbol.ast_type == ast.ASTType.Function
    )


def _name(statement: Any) -> str:
    return str(statement.head.atom.symbol.name)


def _signature(symbol: Any) -> tuple[str, int]:
    return symbol.name, len(symbol.arguments)


class _Inspection(ast.Transformer):
    """Looks at every atom and term of one rule."""

    def __init__(self, rule: FormalRule, vocabulary: Vocabulary, helpers: set[tuple[str, int]]) -> None:
        self._rule = rule
        self._vocabulary = vocabulary
        self._helpers = helpers
        self._errors: list[DocumentError] = []

    def errors(self) -> list[DocumentError]:
        head = self._rule.statement.head.atom.symbol
        name, count = _signature(head)
        if name in _RESERVED or name in _GIVEN or name.startswith("_"):
            self._wrong(quoted(str(head)), "a head that rules may derive")
        elif name in HEADS and HEADS[name] != count:
            self._wrong(quoted(str(head)), f"{name} with {HEADS[name]} arguments")
        self.visit(self._rule.statement)
        return self._errors

    def _wrong(self, found: str, expected: str) -> None:
        error = DocumentError(self._rule.path, self._rule.line, found, expected)
        if error not in self._errors:
            self._errors.append(error)

    def visit_Function(self, node: Any) -> Any:
        if node.external:
            self._wrong(quoted(str(node)), "no call of outside code")
        return self.visit_children(node) or node

    def visit_TheoryAtom(self, node: Any) -> Any:
        self._wrong(quoted(str(node)), "no theory atom")
        return node

    def visit_SymbolicAtom(self, node: Any) -> Any:
        symbol = node.symbol
        if symbol.ast_type == ast.ASTType.UnaryOperation:
            self._wrong(quoted(str(node)), "no classical negation")
            return node
        name, count = _signature(symbol)
        if HEADS.get(name, _GIVEN.get(name)) not in (None, count):
            self._wrong(quoted(str(symbol)), f"{name} with {HEADS.get(name, _GIVEN.get(name))} arguments")
        elif name not in HEADS and name not in _GIVEN and (name, count) not in self._helpers:
            self._wrong(quoted(str(symbol)), "an atom that something derives")
        else:
            self._arguments(name, list(symbol.arguments))
        self.visit_children(node)
        return node

    def _arguments(self, name: str, arguments: list[Any]) -> None:
        if name in ("enables", "forbids", "gap", "asked", "requires", "waives"):
            self._one_of(arguments[0], self._vocabulary.actions, "a declared action")
        if name in ("requires", "waives", "holds"):
            self._condition(arguments[-1])
        if name == "event":
            self._one_of(arguments[0], self._vocabulary.events, "a declared event")
        if name == "stated":
            self._one_of(arguments[0], self._vocabulary.facts, "a declared fact")
        if name in ("is", "set"):
            self._attribute(arguments[0], arguments[1])
        if name == "set" and not _is_constant(arguments[2], LEVELS):
            self._wrong(quoted(str(arguments[2])), f"one of the levels {', '.join(LEVELS)}")
        if name == "then":
            if not _is_variable(arguments[0]) and not _is_constant(arguments[0], TIMES):
                self._wrong(quoted(str(arguments[0])), f"one of the times {', '.join(TIMES)}")
            self._attribute(arguments[1], arguments[2])

    def _condition(self, term: Any) -> None:
        if _is_variable(term):
            return
        if term.ast_type != ast.ASTType.Function or term.name not in ("is", "isnt") or len(term.arguments) != 2:
            self._wrong(quoted(str(term)), "a condition is(fact, value) or isnt(fact, value)")
            return
        self._attribute(term.arguments[0], term.arguments[1])

    def _attribute(self, attribute: Any, value: Any) -> None:
        fact = self._one_of(attribute, self._vocabulary.facts, "a declared fact")
        constant = str(value)
        if fact is not None and _is_ground(value) and constant not in fact.value_range:
            self._wrong(quoted(f"{attribute} = {constant}"), f"one of the values {', '.join(fact.value_range[:12])}")

    def _one_of(self, term: Any, known: Any, expected: str) -> Any:
        if _is_variable(term):
            return None
        name, arguments = _name_and_arguments(term)
        found = known.get(name)
        if found is None or len(found.parameters) != len(arguments):
            self._wrong(quoted(str(term)), expected)
            return None
        for parameter, argument in zip(found.parameters, arguments, strict=True):
            if _is_ground(argument) and str(argument) not in self._vocabulary.arguments_of(parameter):
                self._wrong(quoted(str(term)), f"{' or '.join(parameter.kinds)} as {parameter.name}")
        return found


def _name_and_arguments(term: Any) -> tuple[str, list[Any]]:
    if term.ast_type == ast.ASTType.SymbolicTerm:
        return str(term), []
    if term.ast_type == ast.ASTType.Function:
        return str(term.name), list(term.arguments)
    return str(term), []


def _is_variable(term: Any) -> bool:
    return bool(term.ast_type == ast.ASTType.Variable)


def _is_ground(term: Any) -> bool:
    return bool(term.ast_type == ast.ASTType.SymbolicTerm)


def _is_constant(term: Any, allowed: Sequence[str]) -> bool:
    return _is_ground(term) and str(term) in allowed


class _Named(ast.Transformer):
    """Gives each anonymous variable a name, so that the same atom can be said in a head."""

    def __init__(self) -> None:
        self._count = 0

    def visit_Variable(self, node: Any) -> Any:
        if node.name != "_":
            return node
        self._count += 1
        return node.update(name=f"Unnamed{self._count}")


class _HasAnonymous(ast.Transformer):
    def __init__(self) -> None:
        self.found = False

    def visit_Variable(self, node: Any) -> Any:
        self.found = self.found or node.name == "_"
        return node


def _why(section: str, statement: Any) -> str:
    named = _Named()
    body = [
        named.visit(part) if part.ast_type == ast.ASTType.Literal and part.sign == ast.Sign.NoSign else part
        for part in statement.body
    ]
    present = [str(part.atom) for part in _atoms(body, ast.Sign.NoSign)]
    absent = [str(part.atom) for part in _atoms(body, ast.Sign.Negation) if not _anonymous(part)]
    head = f'_why("{section}",{statement.head.atom},{_tuple(present)},{_tuple(absent)})'
    return f"{head} :- {'; '.join(str(part) for part in body)}." if body else f"{head}."


def _anonymous(node: Any) -> bool:
    looking = _HasAnonymous()
    looking.visit(node)
    return looking.found


def _atoms(body: Iterable[Any], sign: Any) -> Iterator[Any]:
    for part in body:
        if (
            part.ast_type == ast.ASTType.Literal
            and part.sign == sign
            and part.atom.ast_type == ast.ASTType.SymbolicAtom
        ):
            yield part


def _tuple(items: Sequence[str]) -> str:
    return f"({','.join(items)}{',' if len(items) == 1 else ''})"
