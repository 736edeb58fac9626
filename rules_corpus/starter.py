"""Loading the starter corpus, the literate files that come with rulesbot, into the database."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rules_corpus.repository import CorpusRepository

GAMES_FOLDER = Path(__file__).parent / "games"
ACTOR = "rulesbot"


def fingerprint(folder: Path = GAMES_FOLDER) -> str:
    """SHA-256 over names and contents of the literate files: cheap enough for every start."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*/*.md")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def load_starter(repository: CorpusRepository, folder: Path = GAMES_FOLDER) -> int:
    """Publish what changed in the starter files since they were loaded last; how many editions that were.

    :raises rules_corpus.documents.DocumentErrors: a file does not follow the format; nothing is stored.
    """
    present = fingerprint(folder)
    if repository.starter_fingerprint() == present:
        return 0
    # Loaded only here: most starts find nothing to do.
    from rules_corpus.documents import load_starter_editions

    return repository.store_starter(load_starter_editions(folder), actor=ACTOR, fingerprint=present)
