"""Small editions in our own words for the tests."""

from __future__ import annotations

import datetime

from rules_corpus.passages import (
    Citation,
    CrossReference,
    EditionContent,
    EditionRef,
    FaqDetails,
    KeywordDetails,
    Layer,
    Passage,
    PassageKind,
    Text,
    TextRole,
)


def rule(ref: str, text: str, *, was: tuple[str, str] | None = None, parent: str | None = None) -> Passage:
    return Passage(
        ref,
        PassageKind.RULE,
        (Text("en", text),),
        parent=parent,
        counterparts=(EditionRef(*was),) if was else (),
    )


def rich_passages() -> tuple[Passage, ...]:
    """One passage of every kind, with every field used somewhere."""
    return (
        Passage("301", PassageKind.RULE, (Text("en", "Artifacts", TextRole.TITLE),), heading=True),
        Passage(
            "301.5",
            PassageKind.RULE,
            (Text("en", "It may be put on a creature."), Text("id", "Bisa dipasang ke creature.")),
            parent="301",
            see=(CrossReference("301", "see rule 301"),),
            counterparts=(EditionRef("2026-04-17", "301.4"), EditionRef("2026-02-27", "301.3")),
            as_of=EditionRef("2026-04-17", "301.4"),
            source_line=7,
        ),
        Passage(
            "may-i",
            PassageKind.FAQ,
            (Text("en", "May I?", TextRole.QUESTION), Text("en", "You may.", TextRole.BODY)),
            cites=(Citation("cr", "2026-08-07", "301.5", (EditionRef("2026-04-17", "301.4"),)),),
            about=("equip",),
            sources=("A letter", "Another letter"),
            faq=FaqDetails("yes", False, (("turn", "you"),)),
        ),
        Passage(
            "a-ruling",
            PassageKind.RULING,
            (Text("es", "Se puede."),),
            source_date=datetime.date(2026, 1, 2),
            effective_from=datetime.date(2026, 10, 16),
        ),
        Passage(
            "equip",
            PassageKind.GLOSSARY,
            (Text("en", "Equip", TextRole.TITLE), Text("en", "Puts it on.")),
            keyword=KeywordDetails("First Set", 3, (), ((Text("en", "Pay: put it on."),),)),
        ),
    )


def edition(
    label: str,
    *passages: Passage,
    game: str = "mtg",
    layer: Layer = Layer.OWN,
    complete: bool = True,
    base: str | None = None,
    since: str | None = None,
) -> EditionContent:
    return EditionContent(
        game=game,
        document="cr",
        edition=label,
        layer=layer,
        authority="en",
        titles=(Text("en", "Rules", TextRole.TITLE),),
        passages=passages,
        complete=complete,
        base=base,
        effective_from=datetime.date.fromisoformat(since) if since else None,
        source="a test",
    )
