"""What the importer tests share: the fixtures, the official texts, and a look at what was imported."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rules_corpus.importers import ImportRefused, ImportResult, import_document
from rules_corpus.passages import Passage, TextRole

FIXTURES = Path(__file__).parents[2] / "fixtures" / "importers"
MAGIC = (FIXTURES / "comprehensive_rules_miniature.txt").read_bytes()
RIFTBOUND = (FIXTURES / "core_rules_miniature.txt").read_bytes()
RIFTBOUND_EDITION = "9.1"

CORPORA = os.environ.get("RULESBOT_TEST_CORPORA")


def needs_corpora() -> list[pytest.MarkDecorator]:
    """The marks of a test on official texts."""
    return [
        pytest.mark.corpora,
        pytest.mark.skipif(CORPORA is None, reason="RULESBOT_TEST_CORPORA names no folder of official texts"),
    ]


def official(path: str) -> bytes:
    """The bytes of an official text, by its path below the folder of official texts."""
    assert CORPORA is not None
    return (Path(CORPORA) / path).read_bytes()


def magic(data: bytes = MAGIC, edition: str | None = None) -> ImportResult:
    return import_document(data, "mtg", "rules.txt", edition)


def riftbound(data: bytes = RIFTBOUND, edition: str | None = RIFTBOUND_EDITION) -> ImportResult:
    return import_document(data, "riftbound", "rules.txt", edition)


def refusal(data: bytes, game: str = "mtg", edition: str | None = None, language: str | None = None) -> str:
    """The sentence with which a document is refused."""
    with pytest.raises(ImportRefused) as caught:
        import_document(data, game, "rules.txt", edition, language)
    return str(caught.value)


def by_ref(result: ImportResult) -> dict[str, Passage]:
    return {passage.ref: passage for passage in result.content.passages}


def text_of(passage: Passage, role: TextRole = TextRole.BODY) -> str:
    (text,) = passage.texts_of(role, "en")
    return text.text


def sees(passage: Passage) -> list[str]:
    return [reference.ref for reference in passage.see]
