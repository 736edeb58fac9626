"""Keeps the catalogues in step with the code: finds every message key in the source, and rewrites the `.po` files.

`python -m bot.locale.upkeep` adds what is missing (untranslated, for a person to fill in) and drops what the code no
longer uses. A key is the literal first argument of a call to one of `MARKERS`.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.locale.translation import DOMAIN
from rules_corpus.passages import LANGUAGES

MARKERS = frozenset({"Message", "N_", "ImportRefused", "ImportNote"})
"""The names whose first argument is a message key: `Message`, `N_` for keys that a table holds, and the exceptions
that carry a key to the edge."""
PACKAGES = ("bot", "index", "rules_corpus", "rule_check")

_ROOT = Path(__file__).resolve().parents[2]
_HEADER = (
    "# The texts of rulesbot.\n# The message ids are the English texts; {words in braces} are filled in by the code.\n#"
)
_IDLE_HEADERS = tuple(
    f'"{name}: '
    for name in (
        "Project-Id-Version",
        "Report-Msgid-Bugs-To",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
    )
)


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """One use of a message in the source."""

    path: str
    """From the project's root."""
    line: int
    key: str
    plural: str | None


class UnreadableKeyError(Exception):
    """A marker is called with something else than a literal, so that its key cannot be translated."""

    def __init__(self, path: str, line: int) -> None:
        super().__init__(f"{path}:{line}: the message key is no literal")


def messages_in_source(root: Path = _ROOT) -> tuple[FoundMessage, ...]:
    """Every message that the code uses, in the order of path and line.

    :raises UnreadableKeyError: a key is no literal.
    """
    found: list[FoundMessage] = []
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            found.extend(messages_in_text(path.read_text("utf-8"), path.relative_to(root).as_posix()))
    return tuple(found)


def messages_in_text(source: str, path: str) -> Iterator[FoundMessage]:
    """The messages of one module.

    :raises UnreadableKeyError: a key is no literal.
    """
    for node in ast.walk(ast.parse(source, path)):
        if not isinstance(node, ast.Call) or _called(node.func) not in MARKERS or not node.args:
            continue
        key = node.args[0]
        if isinstance(key, ast.Name | ast.Subscript | ast.Attribute):
            # A key that is passed on: it was found where it was written down, marked with N_.
            continue
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            raise UnreadableKeyError(path, node.lineno)
        plural = next((k.value for k in node.keywords if k.arg == "plural"), None)
        text = plural.value if isinstance(plural, ast.Constant) and isinstance(plural.value, str) else None
        yield FoundMessage(path, node.lineno, key.value, text)


def catalogue_path(language: str) -> Path:
    """Where a language's `.po` file lies."""
    return Path(__file__).parent / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalogue(language: str) -> Catalog:
    """A language's catalogue as it stands, with everything a check needs (flags, obsolete entries)."""
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update_catalogue(language: str, messages: Iterable[FoundMessage]) -> int:
    """Rewrite a language's `.po` file for these messages, keeping its translations.

    Returns how many entries have no translation yet. The English catalogue is its own translation.
    """
    path = catalogue_path(language)
    known = read_catalogue(language) if path.exists() else Catalog(locale=language, domain=DOMAIN)
    fresh = Catalog(locale=language, domain=DOMAIN, project="rulesbot", header_comment=_HEADER, fuzzy=False)
    missing = 0
    plurals = {m.key: m.plural for m in messages if m.plural is not None}
    for message in messages:
        plural = plurals.get(message.key)
        identifier: str | tuple[str, str] = message.key if plural is None else (message.key, plural)
        old = known.get(message.key)
        translation = old.string if old is not None and bool(old.pluralizable) == (plural is not None) else None
        if language == "en":
            translation = identifier
        entry = fresh.add(identifier, translation, locations=[(message.path, None)])  # type: ignore[list-item]
        missing += not _is_translated(entry.string)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_written(fresh))
    return missing


def _written(catalog: Catalog) -> bytes:
    """A catalogue as a file, without the header lines that change with every run or say nothing."""
    file = io.BytesIO()
    write_po(file, catalog, width=120, include_lineno=False)
    lines = file.getvalue().decode("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(_IDLE_HEADERS)).encode("utf-8")


def _is_translated(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def main() -> int:
    """Rewrite all catalogues; the exit status is 1 while anything is untranslated."""
    messages = messages_in_source()
    missing = {language: update_catalogue(language, messages) for language in LANGUAGES}
    for language, count in missing.items():
        sys.stdout.write(f"{language}: {count} to translate\n")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
