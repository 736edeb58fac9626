"""The front matter of a literate rule file: which edition of which document it belongs to."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

from rules_corpus.document_errors import Problems, listed, quoted
from rules_corpus.document_numbers import DOCUMENTS, EDITION_LABEL
from rules_corpus.document_yaml import Mapping, Node, fields_of, read_yaml, text_of
from rules_corpus.passages import LANGUAGES, Text, TextRole

_KEYS = ("game", "document", "edition", "base", "partial", "authority", "effective", "numbering", "title", "topic")
_REQUIRED = ("game", "document", "edition", "authority", "title", "topic")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    game: str
    document: str
    edition: str
    authority: str
    titles: tuple[Text, ...]
    """One a language, with the role TITLE."""
    topics: tuple[Text, ...]
    base: str | None = None
    partial: bool = False
    effective: datetime.date | None = None
    own_numbering: bool = False
    lines: tuple[tuple[str, int], ...] = ()
    """The line of each key that is present."""

    @property
    def complete(self) -> bool:
        """Whether a rule that the edition's files lack does not exist."""
        return self.base is None and not self.partial

    def line_of(self, key: str) -> int:
        """The line of a key; the first line of the file where the key is absent."""
        return dict(self.lines).get(key, 1)


def date_at(text: str, line: int, problems: Problems) -> datetime.date | None:
    """A calendar date written 2026-10-09, or None and a problem."""
    if _DATE.fullmatch(text):
        try:
            return datetime.date.fromisoformat(text)
        except ValueError:  # 2026-02-30: reported below like any other text that is no date
            pass
    problems.add(line, "a date such as 2026-10-09", quoted(text))
    return None


def trilingual(node: Node, what: str, role: TextRole, problems: Problems) -> tuple[Text, ...]:
    """The texts of a mapping by language; all three languages are required."""
    found = fields_of(node, what, LANGUAGES, LANGUAGES, problems)
    texts = []
    for language in LANGUAGES:
        if language in found:
            text = text_of(found[language], f"a text in {language} for {what}", problems)
            if text is not None:
                texts.append(Text(language, text, role))
    return tuple(texts)


def read_front_matter(source: str, first_line: int, problems: Problems) -> FrontMatter | None:
    """The front matter whose YAML begins on line `first_line`; None where game, document or edition are unusable."""
    node = read_yaml(source, first_line, problems)
    if node is None:
        return None
    found = fields_of(node, "the front matter", _KEYS, _REQUIRED, problems)
    lines = tuple((key.value, key.line) for key, _ in node.entries) if isinstance(node, Mapping) else ()

    def word(key: str, *choices: str) -> str | None:
        if key not in found:
            return None
        expected = f"{key} to be {listed(choices)}" if choices else f"a text for {key}"
        text = text_of(found[key], expected, problems)
        if text is not None and choices and text not in choices:
            problems.add(found[key].line, expected, quoted(text))
            return None
        return text

    def label(key: str) -> str | None:
        text = word(key)
        if text is not None and not EDITION_LABEL.fullmatch(text):
            problems.add(found[key].line, f"{key} to be a label without spaces", quoted(text))
            return None
        return text

    game, edition, base = word("game", *DOCUMENTS), label("edition"), label("base")
    document = word("document", *([DOCUMENTS[game]] if game else DOCUMENTS.values()))
    authority = word("authority", "en", "id")
    partial, numbering = word("partial", "yes"), word("numbering", "own")
    effective = word("effective")
    day = None if effective is None else date_at(effective, found["effective"].line, problems)
    titles = trilingual(found["title"], "title", TextRole.TITLE, problems) if "title" in found else ()
    topics = trilingual(found["topic"], "topic", TextRole.TITLE, problems) if "topic" in found else ()
    if base is not None and base == edition:
        problems.add(found["base"].line, "base to be another edition", quoted(base))
    if base is not None and partial is not None:
        problems.add(found["partial"].line, "partial only where no base is named", quoted(partial))
    if game is None or document is None or edition is None:
        return None
    return FrontMatter(
        game=game,
        document=document,
        edition=edition,
        authority=authority or "",
        titles=titles,
        topics=topics,
        base=base,
        partial=partial is not None,
        effective=day,
        own_numbering=numbering is not None,
        lines=lines,
    )
