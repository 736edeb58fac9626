"""`python -m rule_check bind DATABASE [--write]`: binds formal sections to the official texts of a corpus database."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules_corpus.bindings import Bind, binding_hash, official_text
from rules_corpus.database import open_database
from rules_corpus.documents import GAMES_FOLDER, ParsedFile, parse_folder
from rules_corpus.passages import Passage, PassageKind, PublishedCorpus
from rules_corpus.repository import CorpusRepository

Loaded = dict[tuple[str, str, str], dict[str, str]]
"""(game, document, edition) → number → hash of its official text."""


def main(arguments: Sequence[str]) -> int:
    """Report the sections whose `binds` are not what the database's official texts give, or write them.

    0 where all are, or were written; 1 where some are not; 2 where the database can't be read.
    """
    parser = argparse.ArgumentParser(prog="python -m rule_check bind", description=__doc__)
    parser.add_argument("database", help="a data folder, or the SQLAlchemy URL of a corpus database")
    parser.add_argument("--write", action="store_true", help="write them into the literate files")
    parser.add_argument("--games", type=Path, default=GAMES_FOLDER, help="the folder of the literate files")
    options = parser.parse_args(arguments)
    url = options.database
    if "://" not in url:
        database = Path(url) / "corpus.sqlite"
        if not database.is_file():
            sys.stderr.write(f"there is no corpus database {database}\n")
            return 2
        url = f"sqlite:///{database.resolve()}"
    loaded = loaded_hashes(CorpusRepository(open_database(url)).load_published())
    differing = 0
    for parsed in parse_folder(options.games):
        wanted = binds_of(parsed, loaded)
        differing += len(wanted)
        if options.write and wanted:
            parsed.path.write_text(with_binds(parsed, wanted), encoding="utf-8")
        for ref, binds in wanted.items():
            sys.stdout.write(f"{parsed.path.name} {ref}: {written(binds)}\n")
    sys.stdout.write(f"{differing} sections {'written' if options.write else 'to be bound'}\n")
    return 1 if differing and not options.write else 0


def loaded_hashes(corpus: PublishedCorpus) -> Loaded:
    """The hashes of all official rules of a corpus."""
    found: Loaded = {}
    for edition in corpus.editions:
        texts = found.setdefault((edition.game, edition.document, edition.edition), {})
        for passage in edition.passages:
            text = official_text(passage, edition.authority)
            if text is not None and passage.kind is PassageKind.RULE:
                texts[passage.ref] = binding_hash(text)
    return found


def binds_of(parsed: ParsedFile, loaded: Loaded) -> dict[str, tuple[Bind, ...]]:
    """The binds of those formal sections of a file whose `binds` differ from what is loaded; an edition that is not
    loaded keeps the one it has."""
    formal = {block.ref for block in parsed.blocks if block.kind == "asp"}
    wanted: dict[str, tuple[Bind, ...]] = {}
    for passage in parsed.passages:
        if passage.ref not in formal or passage.kind is not PassageKind.RULE:
            continue
        present = parsed.binds.get(passage.ref, ())
        found = {bind.edition: bind for bind in present}
        for edition, ref in _places(parsed, passage):
            text_hash = loaded.get((parsed.front.game, parsed.front.document, edition), {}).get(ref)
            if text_hash is not None:
                found[edition] = Bind(edition, text_hash)
        binds = tuple(found[edition] for edition in sorted(found))
        if binds != present:
            wanted[passage.ref] = binds
    return wanted


def _places(parsed: ParsedFile, passage: Passage) -> Iterator[tuple[str, str]]:
    yield parsed.front.edition, passage.ref
    yield from ((other.edition, other.ref) for other in passage.counterparts)


def with_binds(parsed: ParsedFile, wanted: dict[str, tuple[Bind, ...]]) -> str:
    """The text of a file with these sections' `binds` put in or replaced, as the last of their fields."""
    lines = parsed.path.read_text(encoding="utf-8").split("\n")
    starts = {passage.ref: line for passage, line in zip(parsed.passages, parsed.lines, strict=True)}
    for ref in sorted(wanted, key=lambda ref: -starts[ref]):  # from the end, so that the lines before stay in place
        first = starts[ref]  # the heading's line counts from 1, so this is the index of the line after it
        end = next(at for at in range(first, len(lines)) if lines[at].startswith("```"))
        fields = [line for line in lines[first:end] if line.strip() and not line.startswith("binds:")]
        lines[first:end] = [*fields, f"binds: {written(wanted[ref])}"]
    return "\n".join(lines)


def written(binds: Sequence[Bind]) -> str:
    """Binds as the field has them."""
    return ", ".join(f"{bind.edition} {bind.text_hash}" for bind in binds)
