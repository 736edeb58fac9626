"""Citations: always document, edition and number, with the passage's words and the same rule in other editions."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.answering.answer import AnswerCitation
from bot.answering.library import find_in
from bot.answering.naming import document_title
from bot.answering.quoting import quote
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.passages import Citation, EditionRef, PassageKind, PublishedEdition


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation and the passage that it quotes."""

    citation: AnswerCitation
    source: ViewedPassage | None
    """None where no text of the cited rule is loaded."""

    @property
    def quotes_other_edition(self) -> bool:
        return self.source is not None and self.source.edition.edition != self.citation.edition


def cite(member: ViewedPassage, language: str) -> Cited:
    """A passage as it stands in a view."""
    passage, edition = member.passage, member.edition
    words = quote(passage, language, edition.authority)
    citation = AnswerCitation(
        game=edition.game,
        document=edition.document,
        document_title=document_title(edition, language),
        edition=edition.edition,
        ref=passage.ref,
        quote=words.text if words else "",
        language=words.language if words else language,
        official=words.official if words else False,
        also=passage.counterparts,
        effective_from=edition.effective_from,
    )
    return Cited(citation, member)


def cited_rules(member: ViewedPassage, view: EditionView, language: str) -> tuple[Cited, ...]:
    """The rules that an FAQ, ruling, example or glossary entry rests on, in its own order."""
    cites = list(member.passage.cites)
    known = {cite.ref for cite in cites}
    cites += [
        Citation(member.edition.document, member.edition.edition, reference.ref)
        for reference in member.passage.see
        if member.passage.kind is PassageKind.GLOSSARY and reference.ref not in known
    ]
    return tuple(_resolve(citation, member.edition, view, language) for citation in cites)


def _resolve(citation: Citation, edition: PublishedEdition, view: EditionView, language: str) -> Cited:
    places = (EditionRef(citation.edition, citation.ref), *citation.also)
    for place in places:
        found = find_in(view, citation.document, place.edition, place.ref)
        if found is None:
            continue
        cited = cite(found, language)
        others = _unique((*places, *cited.citation.also), but=EditionRef(citation.edition, citation.ref))
        same = found.edition.edition == citation.edition
        effective_from = cited.citation.effective_from if same else _date(citation, view)
        return Cited(
            replace(
                cited.citation,
                edition=citation.edition,
                ref=citation.ref,
                also=others,
                effective_from=effective_from,
            ),
            found,
        )
    return Cited(
        AnswerCitation(
            game=edition.game,
            document=citation.document,
            document_title=document_title(edition, language)
            if citation.document == edition.document
            else citation.document,
            edition=citation.edition,
            ref=citation.ref,
            quote="",
            language=language,
            official=False,
            also=citation.also,
            effective_from=edition.effective_from if citation.edition == edition.edition else None,
        ),
        None,
    )


def _date(citation: Citation, view: EditionView) -> datetime.date | None:
    return next((e.effective_from for e in view.answering if e.edition == citation.edition), None)


def _unique(refs: Iterable[EditionRef], but: EditionRef) -> tuple[EditionRef, ...]:
    return tuple(ref for ref in dict.fromkeys(refs) if ref != but)


def answer_citations(cited: Iterable[Cited]) -> tuple[AnswerCitation, ...]:
    """The citations alone, each place once."""
    found: dict[tuple[str, str, str], AnswerCitation] = {}
    for one in cited:
        found.setdefault((one.citation.document, one.citation.edition, one.citation.ref), one.citation)
    return tuple(found.values())
