"""What `corpus import` is given, a file or a web address, read by the importer for it."""

from __future__ import annotations

import stat
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from bot.answering.answer import Message
from bot.commands.context import Session
from bot.errors import UserError, reason_of, unreadable
from rules_corpus.passages import PassageKind

if TYPE_CHECKING:
    from rules_corpus.importers import ImportResult

FILE_LIMIT = 20_000_000
"""Bytes; the largest official rules document known has two million."""
_KEPT_IN_MEMORY = 1 << 20


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """What `corpus import` is asked for."""

    where: str
    """The path of a file, or a web address."""
    game: str
    edition: str | None
    language: str | None
    document: str | None


@dataclass(frozen=True, slots=True)
class ReadDocument:
    name: str
    """What messages call it: the file's name, or the address without user name and password."""
    result: ImportResult


def read_document(session: Session, asked: DocumentRequest) -> ReadDocument:
    """Read a document from a file or from the web.

    :raises UserError: it cannot be had, or no importer takes it; one sentence says why.
    """
    # Loaded only here: no other command reads documents.
    from rules_corpus.importers import ImportRefused
    from rules_corpus.importers.download import is_url

    try:
        if is_url(asked.where):
            return _from_web(session, asked)
        return _from_file(session, asked, Path(asked.where))
    except ImportRefused as refusal:
        raise UserError(Message(refusal.key, refusal.values)) from refusal


def _from_web(session: Session, asked: DocumentRequest) -> ReadDocument:
    from rules_corpus.importers.download import download

    private = session.application.settings.allow_private_downloads
    with tempfile.SpooledTemporaryFile(max_size=_KEPT_IN_MEMORY) as received:
        stream = cast(BinaryIO, received)
        with session.steps.step(Message("Downloading the document")):
            name = download(asked.where, stream, document=asked.document, allow_private=private)
        stream.seek(0)
        return ReadDocument(name, _read(session, asked, stream, name))


def _from_file(session: Session, asked: DocumentRequest, path: Path) -> ReadDocument:
    try:
        found = path.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            # A pipe may never end, and neither does /dev/zero.
            raise unreadable(path, "Not a regular file")
        with path.open("rb") as stream:
            return ReadDocument(path.name, _read(session, asked, stream, path.name))
    except OSError as error:
        raise unreadable(path, reason_of(error)) from error


def _read(session: Session, asked: DocumentRequest, stream: BinaryIO, name: str) -> ImportResult:
    """What a document holds; card files may be larger than memory and are read piece by piece."""
    from rules_corpus.importers import import_document
    from rules_corpus.importers.cards import HEAD_BYTES, import_cards, is_card_file

    with session.steps.step(Message("Reading {name}", {"name": name})):
        cards = is_card_file(stream.read(HEAD_BYTES), asked.document)
        stream.seek(0)
        if cards:
            return import_cards(stream, asked.game, name, asked.edition, asked.language, asked.document)
        data = stream.read(FILE_LIMIT + 1)
        if len(data) > FILE_LIMIT:
            raise UserError(
                Message(
                    "{path} has more than {limit} megabytes; no rules document is that large.",
                    {"path": name, "limit": FILE_LIMIT // 1_000_000},
                )
            )
        return import_document(
            data,
            asked.game,
            name,
            edition=asked.edition,
            language=asked.language,
            document=asked.document,
            known_refs=known_refs(session, asked.game),
        )


def known_refs(session: Session, game: str) -> Callable[[str, str], Sequence[str]]:
    """The published rule numbers of a game, by document and edition; asked for only by documents that cite them."""

    def refs(document: str, edition: str) -> Sequence[str]:
        return [
            passage.ref
            for published in session.application.repository.load_published().editions
            if (published.game, published.document, published.edition) == (game, document, edition)
            # What an incomplete edition has says nothing on the numbers that it lacks.
            and published.complete
            for passage in published.passages
            if passage.kind is PassageKind.RULE
        ]

    return refs
