"""The objects of a JSON array one after the other, however long the array is.

A bulk file of cards has hundreds of megabytes; only one object and one block of the file are in memory at a time.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from rules_corpus.importers.report import ImportRefused

BLOCK = 1 << 14
"""Bytes read at once."""
LONGEST_OBJECT = 1 << 20
"""Characters of one object; a card with all its rulings has a few thousand."""
_SPACE = " \t\r\n"


def objects_of(stream: BinaryIO, name: str) -> Iterator[dict[str, Any]]:
    """The objects of the array that a UTF-8 JSON file consists of.

    Raises ImportRefused where it is no such file: at the latest when its end is reached, so that nothing of a file
    that is cut off may be used.
    """
    text = _Text(stream, name)
    if text.next_sign() != "[":
        raise ImportRefused("{name} is not a JSON list of cards.", name=name)
    text.skip(1)
    if text.next_sign() == "]":
        text.skip(1)
    else:
        while True:
            yield text.next_object()
            sign = text.next_sign()
            text.skip(1)
            if sign == "]":
                break
            if sign != ",":
                raise text.broken()
    if text.next_sign():
        raise text.broken()


class _Text:
    """The file's text from the place that is being read on."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream = stream
        self._name = name
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._parser = json.JSONDecoder()
        self._buffer = ""
        self._ended = False
        self._objects = 0

    def next_sign(self) -> str:
        """The next character that is no space; "" at the end."""
        while True:
            self._buffer = self._buffer.lstrip(_SPACE)
            if self._buffer or not self._more():
                return self._buffer[:1]

    def skip(self, characters: int) -> None:
        self._buffer = self._buffer[characters:]

    def next_object(self) -> dict[str, Any]:
        if self.next_sign() != "{":
            raise self.broken()
        tried = 0
        while True:
            # Tried again only once the text has doubled, so that a long object does not take quadratic time.
            if self._ended or len(self._buffer) >= 2 * tried:
                tried = len(self._buffer)
                try:
                    value, end = self._parser.raw_decode(self._buffer)
                except (ValueError, RecursionError) as error:
                    if self._ended or len(self._buffer) > LONGEST_OBJECT:
                        raise self.broken() from error
                else:
                    if not isinstance(value, dict):
                        raise self.broken()
                    self.skip(end)
                    self._objects += 1
                    return value
            self._more()

    def broken(self) -> ImportRefused:
        return ImportRefused(
            "{name} is damaged or cut off after {count} objects.", name=self._name, count=self._objects
        )

    def _more(self) -> bool:
        """Read on; whether there was anything left."""
        block = self._stream.read(BLOCK)
        try:
            self._buffer += self._decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            raise self.broken() from error
        self._ended = not block
        return bool(block)
