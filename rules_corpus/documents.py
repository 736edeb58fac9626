"""The literate rule files: read one, read all of the starter corpus, or list what is wrong in a folder.

The format is described in docs/literate_files.md. Every mistake of a run is collected, so that an author sees
them all at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules_corpus.bindings import Bind
from rules_corpus.document_editions import Source, merged
from rules_corpus.document_errors import DocumentError, DocumentErrors, Problems
from rules_corpus.document_front_matter import FrontMatter, read_front_matter
from rules_corpus.document_numbers import DOCUMENTS
from rules_corpus.document_passages import FormalBlock, SectionReading, read_section
from rules_corpus.document_sections import outline
from rules_corpus.passages import EditionContent, Passage

__all__ = [
    "DocumentError",
    "DocumentErrors",
    "FormalBlock",
    "FrontMatter",
    "ParsedFile",
    "check_folder",
    "load_starter_editions",
    "parse_document",
    "parse_folder",
]

_LARGEST = 250_000
GAMES_FOLDER = Path(__file__).parent / "games"


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """One literate file. A passage has its parent only where the section names it: deriving it takes the edition."""

    path: Path
    front: FrontMatter
    passages: tuple[Passage, ...]
    lines: tuple[int, ...]
    """The line of each passage's heading, in the order of `passages`."""
    blocks: tuple[FormalBlock, ...]
    binds: Mapping[str, tuple[Bind, ...]]
    """The official texts that a section's formal rules were written from, by its ref; only of those that name any."""


def parse_document(path: Path, text: str | None = None) -> ParsedFile:
    """Read one file; `text` is what it holds, where it need not be read from the disk.

    Whether the rules that it cites exist is checked only with the rest of its edition (`load_starter_editions`).
    Raises DocumentErrors with everything that is wrong in it, and OSError where it can't be read at all.
    """
    source, problems = _read(path, text)
    if source.front is None or problems.errors:
        raise DocumentErrors(problems.errors)
    return _parsed(source)


def load_starter_editions(folder: Path | None = None) -> tuple[EditionContent, ...]:
    """The editions of the literate files in `folder`, by default those that come with the package.

    `folder` holds one folder a game, or is itself the folder of a game. Files of the same game, document and
    edition become one edition. Raises DocumentErrors with everything that is wrong in any of them, and OSError
    where the folder or a file can't be read.
    """
    sources, errors = _read_folder(folder or GAMES_FOLDER)
    if errors:
        raise DocumentErrors(errors)
    return merged(sources)[0]


def parse_folder(folder: Path | None = None) -> tuple[ParsedFile, ...]:
    """The files of `load_starter_editions` one by one, for their formal blocks; raises the same errors."""
    sources, errors = _read_folder(folder or GAMES_FOLDER)
    if errors:
        raise DocumentErrors(errors)
    return tuple(_parsed(source) for source in sources)


def check_folder(folder: Path | None = None) -> list[DocumentError]:
    """Everything that is wrong in the files of `load_starter_editions`, by file and line; empty where all is well."""
    return list(DocumentErrors(_read_folder(folder or GAMES_FOLDER)[1]).errors)


def _read_folder(folder: Path) -> tuple[list[Source], list[DocumentError]]:
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder of rule files")
    paths = sorted(folder.glob("*.md" if folder.name in DOCUMENTS else "*/*.md"))
    sources: list[Source] = []
    errors: list[DocumentError] = []
    for path in paths:
        source, problems = _read(path, None)
        game = path.resolve().parent.name
        if source.front is not None and source.front.game != game:
            problems.add(source.front.line_of("game"), f"the game of its folder, {game}", f'"{source.front.game}"')
        sources.append(source)
        errors.extend(problems.errors)
    errors.extend(merged(sources)[1])
    return sources, errors


def _read(path: Path, text: str | None) -> tuple[Source, Problems]:
    problems = Problems(path)
    if text is None:
        raw = path.read_bytes()
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            problems.add(line, "text in UTF-8", f"the byte 0x{raw[error.start]:02X}")
            text = raw.decode("utf-8", errors="replace")
    if len(text) > _LARGEST:
        problems.add(1, f"at most {_LARGEST} characters in a file", str(len(text)))
        return Source(path, None, ()), problems
    parts = outline(text, problems)
    before = len(problems.errors)
    front = None if parts.front is None else read_front_matter(parts.front, 2, problems)
    if front is None:
        return Source(path, None, ()), problems
    sound = len(problems.errors) == before
    readings: list[SectionReading] = []
    for section in parts.sections:
        reading = read_section(section, front, problems)
        if reading is not None:
            readings.append(reading)
    if not parts.sections:
        problems.add(1, "at least one section", "none")
    _report_duplicates(readings, problems)
    return Source(path, front, tuple(readings), sound), problems


def _report_duplicates(readings: list[SectionReading], problems: Problems) -> None:
    first: dict[str, int] = {}
    for reading in readings:
        if reading.ref in first:
            found = f'"{reading.ref}" again (first on line {first[reading.ref]})'
            problems.add(reading.line, "each number and name once in an edition", found)
        first.setdefault(reading.ref, reading.line)


def _parsed(source: Source) -> ParsedFile:
    if source.front is None:
        raise AssertionError("a file without front matter has errors")
    kept = [(reading.passage, reading.line) for reading in source.readings if reading.passage is not None]
    return ParsedFile(
        path=source.path,
        front=source.front,
        passages=tuple(passage for passage, _ in kept),
        lines=tuple(line for _, line in kept),
        blocks=tuple(block for reading in source.readings for block in reading.blocks),
        binds={reading.ref: reading.binds for reading in source.readings if reading.binds},
    )
