"""A card's page: the text that applies, the printed one where an erratum changed it, and the rulings that name it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from bot.answering.answer import AnswerCitation, Message
from bot.answering.citations import Cited, answer_citations, cite, cited_rules
from bot.answering.library import Library
from bot.answering.notices import source_notices
from bot.answering.quoting import Quote, question_of, quote
from rules_corpus.cards import Card
from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.lexicon.symbols import readable
from rules_corpus.lexicon.words import fold, split_words
from rules_corpus.passages import CardDetails, Passage, PassageKind, Text, TextRole

_NAMING_KINDS = (PassageKind.RULING, PassageKind.FAQ, PassageKind.EXAMPLE)


@dataclass(frozen=True, slots=True)
class CardRuling:
    """A ruling, FAQ entry or example that names the card."""

    ref: str
    kind: PassageKind
    question: str | None
    """Of an FAQ entry; None for the others."""
    text: str
    sources: tuple[str, ...]
    date: datetime.date | None
    citations: tuple[AnswerCitation, ...]
    """The rules that it rests on."""


@dataclass(frozen=True, slots=True)
class CardView:
    game: str
    document: str
    edition: str
    """Of the text that applies."""
    ref: str
    name: str
    text: Quote | None
    """What it says today; None for a card without rules text."""
    printed: Quote | None
    """The printed text where an erratum replaced it."""
    errata_date: datetime.date | None
    errata_sources: tuple[str, ...]
    types: tuple[str, ...]
    tags: tuple[str, ...]
    cost: str | None
    """With Riftbound's symbols in words."""
    might: str | None
    sets: tuple[str, ...]
    rulings: tuple[CardRuling, ...]
    citations: tuple[AnswerCitation, ...]
    """The card, then the rules that its rulings rest on."""
    notices: tuple[Message, ...]
    card: Card
    shown: tuple[ViewedPassage, ...]
    cited: tuple[Cited, ...]


def card_view(card: Card, view: EditionView, language: str, library: Library) -> CardView:
    """The page of a card in a reader's language, with the rulings of one view of the rules."""
    member, details = card.current, card.printed.passage.card or CardDetails()
    naming = tuple(_naming(card, view, library))
    cited = (cite(member, language), *(c for m in naming for c in cited_rules(m, view, language)))
    shown = (member, *naming)
    return CardView(
        game=card.game,
        document=member.edition.document,
        edition=member.edition.edition,
        ref=card.printed.passage.ref,
        name=card.name,
        text=card_text(member, language),
        printed=card_text(card.printed, language) if card.erratum is not None else None,
        errata_date=card.erratum.passage.source_date if card.erratum is not None else None,
        errata_sources=card.erratum.passage.sources if card.erratum is not None else (),
        types=details.types,
        tags=details.tags,
        cost=readable(details.cost, language) if details.cost is not None else None,
        might=details.might,
        sets=details.sets,
        rulings=tuple(_ruling(m, view, language) for m in naming),
        citations=answer_citations(cited),
        notices=(*errata_notice(card), *source_notices(shown, cited, view, language)),
        card=card,
        shown=shown,
        cited=cited,
    )


def card_text(member: ViewedPassage, language: str) -> Quote | None:
    """What a card's passage says; None where it has a name only."""
    if not member.passage.texts_of(TextRole.BODY):
        return None
    return quote(member.passage, language, member.edition.authority)


def errata_notice(card: Card) -> tuple[Message, ...]:
    """That the text is not the printed one, and since when."""
    if card.erratum is None or card.erratum.passage.source_date is None:
        return ()
    return (Message("{card}: errata of {date}", {"card": card.name, "date": card.erratum.passage.source_date}),)


def _naming(card: Card, view: EditionView, library: Library) -> Iterator[ViewedPassage]:
    """The passages of a view that name the card, and not only its first word."""
    names = library.cards(card.game)
    marks = [max(words, key=len) for name in card.names if (words := split_words(name))]
    for member in view.members:
        if member.passage.kind not in _NAMING_KINDS:
            continue
        for text in _main_texts(member.passage):
            folded = fold(text.text)
            # Reading every text for names would take a second; most lack even the longest word.
            if any(mark in folded for mark in marks) and any(m.card == card for m in names.find(text.text)):
                yield member
                break


def _main_texts(passage: Passage) -> tuple[Text, ...]:
    """What it says and asks; other ways of asking may name a card for an example only."""
    questions = {text.language: text for text in reversed(passage.texts_of(TextRole.QUESTION))}
    return (*passage.texts_of(TextRole.BODY), *questions.values())


def _ruling(member: ViewedPassage, view: EditionView, language: str) -> CardRuling:
    words = quote(member.passage, language, member.edition.authority)
    return CardRuling(
        ref=member.passage.ref,
        kind=member.passage.kind,
        question=question_of(member.passage, language) if member.passage.kind is PassageKind.FAQ else None,
        text=words.text if words is not None else "",
        sources=member.passage.sources,
        date=member.passage.source_date,
        citations=answer_citations(cited_rules(member, view, language)),
    )
