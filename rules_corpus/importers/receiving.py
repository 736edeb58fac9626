"""What a web server sends, taken in block by block and never more than the limits allow."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import BinaryIO

from rules_corpus.importers.cards import HEAD_BYTES, is_card_file
from rules_corpus.importers.decoding import MAX_BYTES
from rules_corpus.importers.report import ImportRefused

_GZIP = 16 + zlib.MAX_WBITS
_DECOMPRESSED_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class DownloadLimits:
    document_bytes: int = MAX_BYTES
    card_bytes: int = 1_000_000_000
    """Card files are read piece by piece and may be larger; Magic's largest has about 550 megabytes."""
    seconds: float = 300.0
    """For everything together: looking up, redirects, the whole body."""
    silent_seconds: float = 20.0
    """Without a byte, or until a connection stands."""
    redirects: int = 5


class Receiver:
    """Takes a document in, block by block, up to the limit for what its beginning shows it to be."""

    def __init__(self, sink: BinaryIO, name: str, document: str | None, limits: DownloadLimits) -> None:
        self.name = name
        self.size = 0
        self._sink = sink
        self._document = document
        self._limits = limits
        self._head = b""
        self.limit = limits.document_bytes

    def take(self, block: bytes) -> None:
        """Raises ImportRefused as soon as it is too much."""
        if len(self._head) < HEAD_BYTES:
            self._head += block[: HEAD_BYTES - len(self._head)]
            if is_card_file(self._head, self._document):
                self.limit = self._limits.card_bytes
        self.size += len(block)
        self.check(self.size)
        self._sink.write(block)

    def check(self, size: int) -> None:
        if size > self.limit:
            raise ImportRefused(
                "{name} is too large to download: it has more than {limit} bytes.", name=self.name, limit=self.limit
            )

    def finish(self) -> None:
        if not self.size:
            raise ImportRefused("{name} is empty.", name=self.name)


class Unpacker:
    """Undoes gzip in small pieces, so that a few bytes that stand for gigabytes are noticed in time."""

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self._packed = 0
        self._member = zlib.decompressobj(_GZIP)
        self._started = False

    def take(self, block: bytes) -> None:
        self._packed += len(block)
        # Members without any content would never reach the limit of what comes out.
        self._receiver.check(self._packed)
        try:
            while block:
                self._started = True
                piece = self._member.decompress(block, _DECOMPRESSED_AT_ONCE)
                if piece:
                    self._receiver.take(piece)
                block = self._member.unconsumed_tail
                if self._member.eof:
                    block = self._member.unused_data
                    self._member = zlib.decompressobj(_GZIP)
                    self._started = False
        except zlib.error as error:
            raise self._damaged() from error

    def finish(self) -> None:
        if self._started:
            raise self._damaged()

    def _damaged(self) -> ImportRefused:
        return ImportRefused("{name} was cut off while it was downloaded.", name=self._receiver.name)
