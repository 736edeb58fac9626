"""Questions and answers that a community already has, in Markdown, YAML or CSV → FAQ passages of our own layer.

The three shapes are described in docs/importers.md.
"""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePath
from types import MappingProxyType

from rules_corpus.document_errors import Problems
from rules_corpus.document_yaml import fields_of, items_of, read_yaml, text_of
from rules_corpus.importers.decoding import DecodedText, clean_line
from rules_corpus.importers.report import ImportNote, ImportRefused, ImportReport, ImportResult
from rules_corpus.importers.slugs import Slugs, file_name, slug
from rules_corpus.passages import LANGUAGES, EditionContent, FaqDetails, Layer, Passage, PassageKind, Text, TextRole

VERDICTS = ("yes", "no", "depends")

_KEYS = ("question", "answer", "verdict", "language")
_HEADING = re.compile(r"(#{1,6}) (\S.*)")
_FIELD = re.compile(r"(Verdict|Language): ?(\S.*)", re.IGNORECASE)
_YAML_START = re.compile(r"-[ \t]+(?:question|answer|verdict|language):")
_HEADER = re.compile(r'(?:"?(?:question|answer|verdict|language)"?[,;])+"?(?:question|answer|verdict|language)"?', re.I)
_MAX_QUESTION = 1_000
_MAX_ENTRIES = 20_000
_MAX_YAML = 500_000


@dataclass(frozen=True, slots=True)
class _Entry:
    line: int
    question: str
    answer: str
    verdict: str = ""
    language: str = ""


def recognises(text: DecodedText) -> bool:
    """Whether it is a list of questions with their answers in one of the three shapes."""
    lines = [line for line in text.lines if line]
    return bool(
        _HEADER.fullmatch(lines[0])
        or _YAML_START.match(lines[0])
        or any((found := _HEADING.fullmatch(line)) and found[2].endswith("?") for line in lines)
    )


def read_questions(
    text: DecodedText, name: str, game: str, edition: str | None, language: str | None, document: str | None
) -> ImportResult:
    """Read a list of questions. `document` names it, or else its file does; `edition` is its day or label.

    `language` is that of the entries that name none, "en" if None. Raises ImportRefused.
    """
    if language is not None and language not in LANGUAGES:
        raise ImportRefused("{name} cannot be imported in the language {language}.", name=name, language=language)
    if edition is None:
        raise ImportRefused(
            "{name} has no edition of its own: pass the day of the list, such as --edition 2026-07-16.", name=name
        )
    if document is not None and document != slug(document):
        raise ImportRefused(
            "“{document}” is not a document's name: it is lower-case words joined by hyphens.", document=document
        )
    slugs = Slugs()
    passages = []
    for entry in _entries(text, name):
        spoken = entry.language.lower() or language or "en"
        verdict = entry.verdict.lower() or None
        _check(entry, spoken, verdict, name)
        passages.append(
            Passage(
                slugs.name(entry.question),
                PassageKind.FAQ,
                (Text(spoken, entry.question, TextRole.QUESTION), Text(spoken, entry.answer)),
                sources=(name,),
                source_date=_day(edition),
                source_line=entry.line,
                faq=FaqDetails(verdict),
            )
        )
    if not passages:
        raise ImportRefused("{name} has no question with its answer.", name=name)
    stem = PurePath(file_name(name)).stem
    content = EditionContent(
        game=game,
        document=document or slug(stem) or "questions",
        edition=edition,
        layer=Layer.OWN,
        authority=passages[0].texts[0].language,
        titles=(Text(passages[0].texts[0].language, stem or name, TextRole.TITLE),),
        passages=tuple(passages),
        complete=True,
        effective_from=_day(edition),
        source=name,
    )
    counts = {"faq": len(passages), "verdict": sum(1 for p in passages if p.faq and p.faq.verdict)}
    notes = (ImportNote("It was read as {encoding}.", MappingProxyType({"encoding": text.encoding})),)
    return ImportResult(content, ImportReport(MappingProxyType(counts), notes))


def _check(entry: _Entry, language: str, verdict: str | None, name: str) -> None:
    if not entry.question or not entry.answer or len(entry.question) > _MAX_QUESTION:
        raise ImportRefused(
            "{name}: the entry on line {line} has no question, no answer, or a question of more than {limit} "
            "characters.",
            name=name,
            line=entry.line,
            limit=_MAX_QUESTION,
        )
    if language not in LANGUAGES:
        raise ImportRefused(
            "{name}: the entry on line {line} is in the language {language}, which is none of {languages}.",
            name=name,
            line=entry.line,
            language=language,
            languages=", ".join(LANGUAGES),
        )
    if verdict is not None and verdict not in VERDICTS:
        raise ImportRefused(
            "{name}: the entry on line {line} has the verdict {verdict}, which is none of {verdicts}.",
            name=name,
            line=entry.line,
            verdict=verdict,
            verdicts=", ".join(VERDICTS),
        )


def _entries(text: DecodedText, name: str) -> Sequence[_Entry]:
    first = next(line for line in text.lines if line)
    if _HEADER.fullmatch(first):
        entries = _csv_entries(text.source, name)
    elif _YAML_START.match(first):
        entries = _yaml_entries(text.source, name)
    else:
        entries = _markdown_entries(text.lines, name)
    read = list(islice(entries, _MAX_ENTRIES + 1))
    if len(read) > _MAX_ENTRIES:
        raise ImportRefused("{name} has more than {limit} questions.", name=name, limit=_MAX_ENTRIES)
    return read


def _markdown_entries(lines: Sequence[str], name: str) -> Iterator[_Entry]:
    """A heading that ends with a question mark, then its answer; other headings only divide the list."""
    question, line = "", 0
    answer: list[str] = []
    fields: dict[str, str] = {}
    for number, text in enumerate([*lines, "# "], 1):
        found = _HEADING.fullmatch(text)
        if found or number > len(lines):
            if question:
                yield _Entry(line, question, "\n".join(answer), **fields)
            question = found[2] if found and found[2].endswith("?") else ""
            line, answer, fields = number, [], {}
        elif question and (field := _FIELD.fullmatch(text)):
            fields[field[1].lower()] = field[2]
        elif question and text:
            answer.append(text)
        elif text:
            raise ImportRefused("{name}: the text on line {line} belongs to no question.", name=name, line=number)


def _csv_entries(source: str, name: str) -> Iterator[_Entry]:
    source = source.lstrip("\n \t")
    header = source.partition("\n")[0]
    reader = csv.reader(source.splitlines(keepends=True), delimiter=";" if ";" in header else ",", strict=True)
    try:
        keys = [key.strip().lower() for key in next(reader)]
        if len(set(keys)) != len(keys) or not {"question", "answer"} <= set(keys) <= set(_KEYS):
            raise ImportRefused(
                "{name} needs the columns question and answer, each once; verdict and language may be there.", name=name
            )
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) != len(keys):
                raise ImportRefused(
                    "{name}: the row that ends on line {line} has {count} cells, where {expected} are expected.",
                    name=name,
                    line=reader.line_num,
                    count=len(row),
                    expected=len(keys),
                )
            yield _Entry(reader.line_num, **{key: clean_line(cell) for key, cell in zip(keys, row, strict=True)})
    except csv.Error as error:
        raise ImportRefused(
            "{name} is no valid CSV: line {line}: {error}.", name=name, line=reader.line_num, error=str(error)
        ) from error


def _yaml_entries(source: str, name: str) -> Iterator[_Entry]:
    if len(source) > _MAX_YAML:
        raise ImportRefused(
            "{name} is too large: as YAML at most {limit} characters are read.", name=name, limit=_MAX_YAML
        )
    problems = Problems(Path(name))
    root = read_yaml(source, 1, problems)
    for item in items_of(root, "a list of questions", problems) if root is not None else ():
        fields = fields_of(item, "a question", _KEYS, ("question", "answer"), problems)
        texts = {key: text_of(node, f"a text for {key}", problems) or "" for key, node in fields.items()}
        if not problems.errors:
            yield _Entry(item.line, **texts)
    if problems.errors:
        wrong = problems.errors[0]
        raise ImportRefused(
            "{name}: on line {line} {expected} was expected, not {found}.",
            name=name,
            line=wrong.line,
            expected=wrong.expected,
            found=wrong.found,
        )


def _day(edition: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(edition)
    except ValueError:
        return None
