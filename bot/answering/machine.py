"""The machine interface: answers, hits and rules as JSON values. What is unknown is null; texts are in the reader's
language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.answering.answer import Answer, AnswerCitation, Clarify, Message
from bot.answering.answer_check import AnswerCheck
from bot.answering.keyword_view import KeywordEntry, KeywordView
from bot.answering.quoting import Quote
from bot.answering.rule_view import RuleView
from bot.locale.translation import translate
from index.search_results import Hit
from rules_corpus.passages import EditionRef, Passage

Json = dict[str, Any]
"""A JSON object."""


def answer_json(answer: Answer, id: Any = None) -> Json:
    """An answer in the shape that `rulesbot ask --json` prints; `id` is the one of a batch line."""
    return {
        "id": id,
        "language": answer.language,
        "game": answer.game,
        "kind": answer.kind.value,
        "verdict": answer.verdict,
        "answer": "\n\n".join(text for said in answer.says if (text := translate(said, answer.language))),
        "outcome": [
            {"time": time, "attribute": attribute, "value": value} for time, attribute, value in answer.outcome
        ],
        "conditions": _texts(answer.conditions, answer.language),
        "unless": _texts(answer.unless, answer.language),
        "citations": [citation_json(citation) for citation in answer.citations],
        "clarify": [_clarify(clarify, answer.language) for clarify in answer.clarify],
        "check": {
            "finding": answer.check.finding,
            "trail": list(answer.check.trail),
            "facts": list(answer.check.facts),
            "assumptions": list(answer.check.assumptions),
            "missing": list(answer.check.missing),
            "untranslated": list(answer.check.untranslated),
            "stale": list(answer.check.stale),
        },
        "parts": [answer_json(part, id) for part in answer.parts],
        "confidence": answer.confidence,
        "notices": _notices(answer),
        "elapsed_ms": answer.elapsed_ms,
    }


def check_json(check: AnswerCheck, id: Any = None) -> Json:
    """What was found about an answer, in the shape that `rulesbot check --json` prints."""
    return {
        "id": id,
        "finding": check.finding.value,
        "derived_verdict": check.derived_verdict,
        "trail": list(check.trail),
        "conditions": _texts(check.conditions, check.language),
        "citations": {
            "cited": list(check.citations.cited),
            "missing": list(check.citations.missing),
            "not_deciding": list(check.citations.not_deciding),
            "unknown": list(check.citations.unknown),
        },
    }


def search_json(hits: Sequence[Hit], id: Any = None) -> Json:
    """Hits in the shape that `rulesbot search --json` prints, best first."""
    return {
        "id": id,
        "hits": [
            {
                "game": hit.game,
                "edition": hit.edition,
                "ref": hit.passage.ref,
                "kind": hit.passage.kind.value,
                "language": hit.language,
                "score": hit.score,
                "cites": _cited_refs(hit.passage),
            }
            for hit in hits
        ],
    }


def rule_json(view: RuleView, language: str, history: Sequence[tuple[EditionRef, str]] | None = None) -> Json:
    """A rule in the shape that `rulesbot rule --json` prints.

    `history` is (its place in an edition, how it changed there), oldest first; the field is left out without it.
    """
    value: Json = {
        "game": view.game,
        "document": view.document,
        "edition": view.edition,
        "ref": view.ref,
        "title": view.title,
        "texts": [{"language": t.language, "text": t.text, "official": t.official} for t in view.texts],
        "parent": view.parent.ref if view.parent is not None else None,
        "parents": [line.ref for line in view.parents],
        "previous": view.previous.ref if view.previous is not None else None,
        "next": view.next.ref if view.next is not None else None,
        "children": [line.ref for line in view.children],
        "see": [line.ref for line in view.see],
        "cited_by": [line.ref for line in view.cited_by],
        "also": _places(view.also),
        "notices": _texts(view.notices, language),
    }
    if history is not None:
        value["history"] = [{"edition": p.edition, "ref": p.ref, "change": change} for p, change in history]
    return value


def keyword_json(view: KeywordView, language: str) -> Json:
    """A keyword's page as `rulesbot keyword --json` prints it."""
    return {
        "game": view.game,
        "document": view.document,
        "edition": view.edition,
        "ref": view.ref,
        "name": view.name,
        "definition": quote_json(view.definition),
        "defined_by": view.defined_by.ref if view.defined_by is not None else None,
        "first_set": view.first_set,
        "cards": {
            "total": view.card_total,
            "counts": [{"label": label, "count": count} for label, count in view.card_counts],
        },
        "reminders": [reminder.text for reminder in view.reminders],
        "rules": [citation_json(citation) for citation in view.rules],
        "faq": [{"question": e.question, "verdict": e.verdict, "gap": e.gap, **_entry(e)} for e in view.faq],
        "examples": [_entry(entry) for entry in view.examples],
        "rulings": [_entry(entry) for entry in view.rulings],
        "changes": [_entry(entry) for entry in view.changes],
        "notices": _texts(view.notices, language),
    }


def _notices(answer: Answer) -> list[str]:
    """The notices; the status comes first, since no other field of the interface holds it."""
    status = (answer.status,) if answer.status is not None else ()
    return _texts((*status, *answer.notices), answer.language)


def citation_json(citation: AnswerCitation) -> Json:
    """A citation in the shape of the machine interface."""
    return {
        "game": citation.game,
        "document": citation.document,
        "edition": citation.edition,
        "ref": citation.ref,
        "quote": citation.quote or None,
        "language": citation.language,
        "official": citation.official,
        "also": _places(citation.also),
    }


def _clarify(clarify: Clarify, language: str) -> Json:
    return {
        "fact": clarify.fact,
        "question": translate(clarify.question, language),
        "options": [{"value": o.value, "text": translate(o.text, language)} for o in clarify.options],
    }


def _entry(entry: KeywordEntry) -> Json:
    return {
        "ref": entry.ref,
        "text": entry.text,
        "sources": list(entry.sources),
        "date": entry.date.isoformat() if entry.date is not None else None,
        "effective": entry.effective_from.isoformat() if entry.effective_from is not None else None,
        "citations": [citation_json(citation) for citation in entry.citations],
    }


def quote_json(quote: Quote | None) -> Json | None:
    """A quoted text with its language and whose words it is; null where there is none."""
    if quote is None:
        return None
    return {"language": quote.language, "text": quote.text, "official": quote.official}


def _places(places: Sequence[EditionRef]) -> list[Json]:
    return [{"edition": place.edition, "ref": place.ref} for place in places]


def _cited_refs(passage: Passage) -> list[str]:
    return list(dict.fromkeys(cite.ref for cite in passage.cites))


def _texts(messages: Sequence[Message | str], language: str) -> list[str]:
    return [translate(message, language) for message in messages]
