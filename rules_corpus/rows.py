"""Between the corpus's values and its database rows: writing an edition's passages and reading them back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Select, insert, select
from sqlalchemy.engine import Connection, RowMapping

from rules_corpus import models
from rules_corpus.normalisation import text_hash
from rules_corpus.passages import (
    CardDetails,
    Citation,
    CrossReference,
    EditionRef,
    FaqDetails,
    KeywordDetails,
    Passage,
    PassageKind,
    Text,
    TextRole,
)

_FAQ = TypeAdapter(FaqDetails)
_KEYWORD = TypeAdapter(KeywordDetails)
_CARD = TypeAdapter(CardDetails)
_TEXTS = TypeAdapter(tuple[Text, ...])


def titles_to_json(titles: tuple[Text, ...]) -> list[dict[str, Any]]:
    return list(_TEXTS.dump_python(titles, mode="json"))


def titles_from_json(value: list[dict[str, Any]]) -> tuple[Text, ...]:
    return _TEXTS.validate_python(value)


def write_passages(connection: Connection, edition_id: int, passages: Sequence[Passage]) -> None:
    """Insert an edition's passages with all that hangs on them, in one bulk statement a table."""
    if not passages:
        return
    connection.execute(
        insert(models.Passage),
        [_passage_row(edition_id, ordinal, passage) for ordinal, passage in enumerate(passages)],
    )
    rows = connection.execute(
        select(models.Passage.ordinal, models.Passage.id).where(models.Passage.edition_id == edition_id)
    )
    ids: dict[int, int] = {row.ordinal: row.id for row in rows}
    texts, references, citations, counterparts = [], [], [], []
    for number, passage in enumerate(passages):
        passage_id = ids[number]
        texts += [
            {
                "passage_id": passage_id,
                "ordinal": ordinal,
                "language": t.language,
                "role": t.role.value,
                "text": t.text,
                "official": t.official,
                "normalised_hash": text_hash(t.text),
            }
            for ordinal, t in enumerate(passage.texts)
        ]
        references += [
            {"passage_id": passage_id, "ordinal": ordinal, "ref": x.ref, "printed": x.printed}
            for ordinal, x in enumerate(passage.see)
        ]
        citations += [
            {
                "passage_id": passage_id,
                "ordinal": ordinal,
                "document": c.document,
                "edition": c.edition,
                "ref": c.ref,
            }
            for ordinal, c in enumerate(passage.cites)
        ]
        counterparts += [
            {"passage_id": passage_id, "ordinal": ordinal, "edition": c.edition, "ref": c.ref}
            for ordinal, c in enumerate(passage.counterparts)
        ]
    for table, values in (
        (models.PassageText, texts),
        (models.CrossReference, references),
        (models.Citation, citations),
        (models.PassageCounterpart, counterparts),
    ):
        if values:
            connection.execute(insert(table), values)
    _write_citation_counterparts(connection, edition_id, ids, passages)


def _write_citation_counterparts(
    connection: Connection, edition_id: int, ids: dict[int, int], passages: Sequence[Passage]
) -> None:
    rows = connection.execute(
        select(models.Citation.passage_id, models.Citation.ordinal, models.Citation.id)
        .join(models.Passage, models.Passage.id == models.Citation.passage_id)
        .where(models.Passage.edition_id == edition_id)
    )
    citation_ids = {(passage_id, ordinal): citation_id for passage_id, ordinal, citation_id in rows}
    values = [
        {
            "citation_id": citation_ids[ids[number], position],
            "ordinal": ordinal,
            "edition": also.edition,
            "ref": also.ref,
        }
        for number, passage in enumerate(passages)
        for position, citation in enumerate(passage.cites)
        for ordinal, also in enumerate(citation.also)
    ]
    if values:
        connection.execute(insert(models.CitationCounterpart), values)


def _passage_row(edition_id: int, ordinal: int, passage: Passage) -> dict[str, Any]:
    return {
        "edition_id": edition_id,
        "ordinal": ordinal,
        "ref": passage.ref,
        "kind": passage.kind.value,
        "parent": passage.parent,
        "heading": passage.heading,
        "as_of_edition": passage.as_of.edition if passage.as_of else None,
        "as_of_ref": passage.as_of.ref if passage.as_of else None,
        "about": list(passage.about),
        "sources": list(passage.sources),
        "source_date": passage.source_date,
        "effective_from": passage.effective_from,
        "source_line": passage.source_line,
        "faq": _FAQ.dump_python(passage.faq, mode="json") if passage.faq else None,
        "keyword": _KEYWORD.dump_python(passage.keyword, mode="json") if passage.keyword else None,
        "card": _CARD.dump_python(passage.card, mode="json") if passage.card else None,
    }


def read_passages(connection: Connection, edition_id: int) -> tuple[Passage, ...]:
    """An edition's passages in their document's order."""

    def grouped(statement: Select[Any], key: str) -> dict[int, list[RowMapping]]:
        groups: dict[int, list[RowMapping]] = defaultdict(list)
        for row in connection.execute(statement).mappings():
            groups[row[key]].append(row)
        return groups

    def of_edition(table: Any) -> Select[Any]:
        return (
            select(table.__table__)
            .join(models.Passage, models.Passage.id == table.passage_id)
            .where(models.Passage.edition_id == edition_id)
            .order_by(table.passage_id, table.ordinal)
        )

    texts = grouped(of_edition(models.PassageText), "passage_id")
    references = grouped(of_edition(models.CrossReference), "passage_id")
    citations = grouped(of_edition(models.Citation), "passage_id")
    counterparts = grouped(of_edition(models.PassageCounterpart), "passage_id")
    also = grouped(
        select(models.CitationCounterpart.__table__)
        .join(models.Citation, models.Citation.id == models.CitationCounterpart.citation_id)
        .join(models.Passage, models.Passage.id == models.Citation.passage_id)
        .where(models.Passage.edition_id == edition_id)
        .order_by(models.CitationCounterpart.citation_id, models.CitationCounterpart.ordinal),
        "citation_id",
    )
    rows = connection.execute(
        select(models.Passage.__table__).where(models.Passage.edition_id == edition_id).order_by(models.Passage.ordinal)
    ).mappings()
    return tuple(
        Passage(
            ref=row["ref"],
            kind=PassageKind(row["kind"]),
            texts=tuple(
                Text(t["language"], t["text"], TextRole(t["role"]), t["official"]) for t in texts.get(row["id"], ())
            ),
            parent=row["parent"],
            heading=row["heading"],
            see=tuple(CrossReference(x["ref"], x["printed"]) for x in references.get(row["id"], ())),
            cites=tuple(
                Citation(
                    c["document"],
                    c["edition"],
                    c["ref"],
                    tuple(EditionRef(a["edition"], a["ref"]) for a in also.get(c["id"], ())),
                )
                for c in citations.get(row["id"], ())
            ),
            about=tuple(row["about"]),
            as_of=EditionRef(row["as_of_edition"], row["as_of_ref"]) if row["as_of_edition"] else None,
            counterparts=tuple(EditionRef(c["edition"], c["ref"]) for c in counterparts.get(row["id"], ())),
            sources=tuple(row["sources"]),
            source_date=row["source_date"],
            effective_from=row["effective_from"],
            source_line=row["source_line"],
            faq=_FAQ.validate_python(row["faq"]) if row["faq"] else None,
            keyword=_KEYWORD.validate_python(row["keyword"]) if row["keyword"] else None,
            card=_CARD.validate_python(row["card"]) if row["card"] else None,
        )
        for row in rows
    )
