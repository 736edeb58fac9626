"""Cards: the page of the one that a question is about, and the text of those that it names, beside the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.answering.answer import Answer, AnswerKind, Clarify, ClarifyOption, Message
from bot.answering.card_view import CardRuling, CardView, card_text, card_view, errata_notice
from bot.answering.citations import answer_citations, cite
from bot.answering.inquiry import Inquiry
from bot.answering.notices import source_notices
from index.card_names import CardMatch, CardMention
from rules_corpus.cards import Card

CARD_FACT = "card"
"""The fact under which the asker's choice of card comes back."""
_MOST_CARDS = 4
"""So many of the cards that a question names are shown."""
_MOST_RULINGS = 8


def card_asked(inquiry: Inquiry) -> Answer | None:
    """The page of the card that the text asks about, or which cards that could be; None where it asks something
    else."""
    mention = inquiry.asked_card
    if mention is None:
        return None
    card = mention.card or _chosen(inquiry, mention)
    if card is None:
        return _which_card(inquiry, mention)
    view = card_view(card, inquiry.view, inquiry.language, inquiry.library)
    return inquiry.answer(
        AnswerKind.PASSAGES,
        card_page(view),
        shown=view.shown,
        cited=view.cited,
        status=Message("The card's text"),
        confidence=0.95 if mention.match is not CardMatch.FUZZY else 0.8,
        notices=(*_read_as(mention), *errata_notice(card)),
    )


def card_answer(view: CardView, language: str) -> Answer:
    """A card's page as an answer."""
    return Answer(
        language=language,
        game=view.game,
        kind=AnswerKind.PASSAGES,
        verdict=None,
        says=tuple(card_page(view)),
        citations=view.citations,
        confidence=1.0,
        notices=view.notices,
    )


def only_cards(inquiry: Inquiry, notices: Sequence[Message] = ()) -> Answer | None:
    """The texts of the cards that the text names, where no rules were found; None where it names none."""
    cards = _named(inquiry)
    if not cards:
        return None
    return inquiry.answer(
        AnswerKind.PASSAGES,
        (
            Message("I found no rules on this. The cards that you name say:"),
            *(_line(card, inquiry.language) for card in cards),
        ),
        status=Message("No verdict: only the cards' texts"),
        confidence=0.3,
        notices=notices,
    )


def with_cards(answer: Answer, inquiry: Inquiry) -> Answer:
    """The answer with the texts of the cards that the question names after its other citations."""
    known = {(citation.document, citation.ref) for citation in answer.citations}
    cards = [card for card in _named(inquiry) if (card.current.edition.document, card.current.passage.ref) not in known]
    cited = [cite(card.current, inquiry.language) for card in cards]
    notices = [
        *(notice for mention in inquiry.cards if mention != inquiry.asked_card for notice in _about(mention)),
        *(notice for card in cards for notice in errata_notice(card)),
        *source_notices((), cited, inquiry.view, inquiry.language),
    ]
    return replace(
        answer,
        citations=(*answer.citations, *answer_citations(cited)),
        notices=(*answer.notices, *(notice for notice in notices if notice not in answer.notices)),
    )


def several_cards(mention: CardMention) -> Message:
    """That a name could be several cards, and which."""
    return Message(
        "{name} could be several cards: {cards}.",
        # Names have commas of their own.
        {"name": mention.printed, "cards": "; ".join(card.name for card in mention.cards)},
    )


def card_page(view: CardView) -> list[Message | str]:
    """The paragraphs of a card's page; a part that is empty is left out."""
    says: list[Message | str] = [_head(view)]
    says.append(view.text.text if view.text is not None else Message("It has no rules text."))
    if view.printed is not None and view.errata_date is not None:
        says.append(
            Message(
                "Printed, before the errata of {date}: {text}",
                {"date": view.errata_date, "text": view.printed.text},
            )
        )
    says += [_ruling(ruling) for ruling in view.rulings[:_MOST_RULINGS]]
    return says


def _head(view: CardView) -> Message | str:
    """Name, types, tags, cost and Might on one line; they are proper words of the game in every language."""
    might = f"{view.might} Might" if view.might is not None and view.game == "riftbound" else view.might
    facts = [" ".join(view.types), ", ".join(view.tags), view.cost, might]
    return " · ".join((view.name, *(fact for fact in facts if fact)))


def _ruling(ruling: CardRuling) -> Message:
    basis = ", ".join(citation.ref for citation in ruling.citations) or "–"
    if ruling.question is not None:
        return Message(
            "{question}\n{answer}\n{basis}",
            {"question": ruling.question, "answer": ruling.text, "basis": f"— {basis}"},
        )
    return Message("Ruling: {text}\n{basis}", {"text": ruling.text, "basis": f"— {basis}"})


def _line(card: Card, language: str) -> Message:
    words = card_text(card.current, language)
    text = words.text if words is not None else Message("It has no rules text.")
    return Message("{name}: {text}", {"name": card.name, "text": text})


def _named(inquiry: Inquiry) -> tuple[Card, ...]:
    """The cards that the question names beyond doubt, each once."""
    found = (mention.card or _chosen(inquiry, mention) for mention in inquiry.cards)
    return tuple(dict.fromkeys(card for card in found if card is not None))[:_MOST_CARDS]


def _chosen(inquiry: Inquiry, mention: CardMention) -> Card | None:
    """The one of several cards that the asker chose."""
    chosen = inquiry.question.facts.get(CARD_FACT)
    return next((card for card in mention.cards if card.name == chosen), None)


def _about(mention: CardMention) -> tuple[Message, ...]:
    return _read_as(mention) if mention.card is not None else (several_cards(mention),)


def _read_as(mention: CardMention) -> tuple[Message, ...]:
    if mention.match is not CardMatch.FUZZY or mention.card is None:
        return ()
    return (Message("I read “{printed}” as the card {card}.", {"printed": mention.printed, "card": mention.card.name}),)


def _which_card(inquiry: Inquiry, mention: CardMention) -> Answer:
    question = Message("Which card do you mean?")
    answer = inquiry.answer(
        AnswerKind.ABSTAIN,
        (several_cards(mention), question),
        status=Message("Which card?"),
        confidence=0.9,
    )
    options = tuple(ClarifyOption(card.name, card.name) for card in mention.cards)
    return replace(answer, clarify=(Clarify(CARD_FACT, question, options),))
