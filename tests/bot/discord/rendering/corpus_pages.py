"""Every passage of a published corpus as the page that a reader can ask for, without an index or encoder."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.citations import answer_citations, cite, cited_rules
from bot.answering.composition.keyword import keyword_page
from bot.answering.composition.rule_page import rule_page
from bot.answering.keyword_view import keyword_view
from bot.answering.notices import source_notices
from bot.answering.quoting import question_of, quote
from bot.answering.rule_view import rule_view
from rules_corpus.editions import EditionView, EditionViews, ViewedPassage
from rules_corpus.passages import LANGUAGES, PassageKind, PublishedCorpus

TODAY = datetime.date(2026, 12, 1)


def pages_of_corpus(corpus: PublishedCorpus) -> Iterator[Answer]:
    """A page for each passage and language."""
    views = EditionViews(corpus)
    for game in views.games:
        for label in views.labels(game):
            view = views.pinned(game, label)
            for member in view.members:
                if member.edition.edition == label:
                    yield from pages(member, view)


def pages(member: ViewedPassage, view: EditionView) -> Iterator[Answer]:
    """A passage's page in each language; it is looked up once where it has no texts but English ones."""
    languages = {text.language for text in member.passage.texts}
    if languages <= {"en"}:
        answer = page(member, view, "en")
        for language in LANGUAGES:
            notices = source_notices((member,), (cite(member, language),), view, language)
            yield replace(answer, language=language, notices=notices)
    else:
        yield from (page(member, view, language) for language in LANGUAGES)


def page(member: ViewedPassage, view: EditionView, language: str) -> Answer:
    passage = member.passage
    if passage.kind is PassageKind.RULE:
        rule = rule_view(member, view, language, TODAY)
        says, notices = rule_page(rule, language, with_ref=True), rule.notices
        return _answer(AnswerKind.RULE, member, language, says, notices)
    if passage.kind is PassageKind.GLOSSARY:
        keyword = keyword_view(member, view, language, TODAY)
        return _answer(AnswerKind.KEYWORD, member, language, keyword_page(keyword, language), keyword.notices)
    words = quote(passage, language, member.edition.authority)
    text = words.text if words is not None else passage.ref
    cited = answer_citations(cited_rules(member, view, language))
    return Answer(
        language,
        member.edition.game,
        AnswerKind.FAQ,
        passage.faq.verdict if passage.faq is not None and passage.faq.verdict in ("yes", "no", "depends") else None,
        (question_of(passage, language), text),
        cited,
        status=Message("From the FAQ, not checked against a model"),
    )


def _answer(
    kind: AnswerKind,
    member: ViewedPassage,
    language: str,
    says: list[Message | str],
    notices: tuple[Message, ...],
) -> Answer:
    cited = answer_citations((cite(member, language),))
    return Answer(language, member.edition.game, kind, None, tuple(says), cited, notices=notices)
