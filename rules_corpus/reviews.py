"""What people have to look at, and what they decided: sources that disagree, and confirmations of formal sections."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Engine, insert, select, update
from sqlalchemy.engine import Connection

from rules_corpus import models
from rules_corpus.bindings import binding_hash
from rules_corpus.database import for_writing
from rules_corpus.disagreements import Disagreement, DisagreementKind
from rules_corpus.passages import Confirmation, EditionRef, TextRole


@dataclass(frozen=True, slots=True)
class QueuedDisagreement:
    """A disagreement as the queue has it."""

    disagreement: Disagreement
    first_seen: datetime.datetime
    last_seen: datetime.datetime
    count: int
    """How many answers met it."""


class ReviewRepository:
    """Reads and writes the queue of disagreements and the confirmations; each change is one transaction."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime.datetime]) -> None:
        self._engine = engine
        self._writing = for_writing(engine)
        self._clock = clock

    def record(self, disagreement: Disagreement) -> None:
        """Put a disagreement into the queue, or count it once more.

        A newer official ruling makes the formal sections that it contradicts stale, which is a change of what is
        published.
        """
        now = self._clock()
        table = models.SourceDisagreement
        with self._writing.begin() as connection:
            known = connection.execute(
                select(table.id, table.count.label("times")).where(table.fingerprint == disagreement.fingerprint)
            ).first()
            if known is not None:
                connection.execute(
                    update(table).where(table.id == known.id).values(last_seen=now, count=known.times + 1)
                )
                return
            connection.execute(
                insert(table).values(
                    kind=disagreement.kind.value,
                    game=disagreement.game,
                    document=disagreement.document,
                    edition=disagreement.edition,
                    ref=disagreement.ref,
                    question=disagreement.question,
                    source_says=disagreement.source_says,
                    model_document=disagreement.model_document,
                    model_says=disagreement.model_says,
                    sections=list(disagreement.sections),
                    first_seen=now,
                    last_seen=now,
                    count=1,
                    fingerprint=disagreement.fingerprint,
                )
            )
            if disagreement.kind is DisagreementKind.NEWER_RULING:
                where = f"{disagreement.game} {disagreement.document} {disagreement.edition} {disagreement.ref}"
                reason = f"{where} contradicts {', '.join(disagreement.sections)}"
                connection.execute(
                    insert(models.Audit).values(at=now, actor="rulesbot", action="contest", reason=reason)
                )

    def disagreements(self) -> tuple[QueuedDisagreement, ...]:
        """The queue, those that were met last first."""
        table = models.SourceDisagreement
        with self._engine.connect() as connection:
            rows = connection.execute(select(table.__table__).order_by(table.last_seen.desc(), table.id)).mappings()
            return tuple(
                QueuedDisagreement(
                    Disagreement(
                        DisagreementKind(row["kind"]),
                        row["game"],
                        row["document"],
                        row["edition"],
                        row["ref"],
                        row["question"],
                        row["source_says"],
                        row["model_document"],
                        row["model_says"],
                        tuple(row["sections"]),
                    ),
                    _aware(row["first_seen"]),
                    _aware(row["last_seen"]),
                    row["count"],
                )
                for row in rows.all()
            )

    def confirm(
        self, game: str, document: str, section: str, *, edition: str, ref: str, text_hash: str, actor: str, reason: str
    ) -> Confirmation:
        """Keep that a section's formal rules hold for a text, with an audit row."""
        now = self._clock()
        with self._writing.begin() as connection:
            connection.execute(
                insert(models.Confirmation).values(
                    game=game,
                    document=document,
                    section=section,
                    edition=edition,
                    ref=ref,
                    text_hash=text_hash,
                    actor=actor,
                    reason=reason,
                    at=now,
                )
            )
            said = f"{game} {document} {section} for {edition} {ref or '–'} ({text_hash or 'no text'}): {reason}"
            connection.execute(insert(models.Audit).values(at=now, actor=actor, action="confirm", reason=said))
        return Confirmation(game, document, section, edition, ref, text_hash, actor, reason, now)

    def text_with_hash(self, game: str, document: str, place: EditionRef, hashes: frozenset[str]) -> str | None:
        """An official text of a rule, of any revision in the database, that has one of these hashes."""
        edition, passage, text = models.Edition, models.Passage, models.PassageText
        with self._engine.connect() as connection:
            found = connection.execute(
                select(text.text)
                .join(passage, passage.id == text.passage_id)
                .join(edition, edition.id == passage.edition_id)
                .join(models.Document, models.Document.id == edition.document_id)
                .where(
                    models.Document.game == game,
                    models.Document.slug == document,
                    edition.label == place.edition,
                    passage.ref == place.ref,
                    text.official,
                    text.language == edition.authority,
                    text.role.in_((TextRole.BODY.value, TextRole.TITLE.value)),
                )
                .order_by(edition.id.desc())
            ).scalars()
            return next((one for one in found if binding_hash(one) in hashes), None)


def read_confirmations(connection: Connection) -> tuple[Confirmation, ...]:
    """All confirmations, oldest first."""
    rows = connection.execute(select(models.Confirmation.__table__).order_by(models.Confirmation.id)).mappings()
    return tuple(
        Confirmation(
            row["game"],
            row["document"],
            row["section"],
            row["edition"],
            row["ref"],
            row["text_hash"],
            row["actor"],
            row["reason"],
            _aware(row["at"]),
        )
        for row in rows.all()
    )


def read_contested(connection: Connection) -> tuple[tuple[str, str, str], ...]:
    """(game, document, section) of what newer official rulings contradict and nobody has confirmed since."""
    table = models.SourceDisagreement
    confirmed = {(c.game, c.document, c.section): c.at for c in read_confirmations(connection)}
    rows = connection.execute(
        select(table.game, table.model_document, table.sections, table.first_seen)
        .where(table.kind == DisagreementKind.NEWER_RULING.value)
        .order_by(table.id)
    )
    found: dict[tuple[str, str, str], None] = {}
    for row in rows.all():
        for section in row.sections:
            key = (row.game, row.model_document, section)
            if key not in confirmed or confirmed[key] < _aware(row.first_seen):
                found[key] = None
    return tuple(found)


def _aware(moment: datetime.datetime) -> datetime.datetime:
    """SQLite gives back moments without their zone, which is UTC."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=datetime.UTC)
