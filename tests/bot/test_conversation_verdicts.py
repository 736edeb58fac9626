"""Over every stored question of the starter corpus: what is said besides it, or before it, takes its verdict away."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.answering.follow_ups import complete
from bot.answering.library import Library
from bot.answering.question import Question
from bot.answering.reading import Reading, read
from index.search import SearchIndex
from index.snapshot import build_snapshot
from rules_corpus.lexicon import load_lexicon
from rules_corpus.passages import PassageKind, TextRole
from tests.bot.conftest import MemoryCache, WordEncoder
from tests.bot.corpus import TODAY
from tests.bot.test_stored_questions import CORPUS

SCENARIOS = (
    "My opponent controls it.",
    "It isn't mine!",
    "None of this applies to me.",
    "It is my opponent's turn.",
    "This is about Commander…",
    "Assume there is no Equipment",
    "Bukan punya gw.",
    "Belum main phase.",
    "Lawan yang pegang\n",
    "No es mi turno.",
    "El rival la controla.",
    "It's not mine, right?",
    "Unitnya gak ada kan?",
    "No es mía, ¿verdad?",
)
QUESTIONS = [
    (edition.game, text.text)
    for edition in CORPUS.editions
    for passage in edition.passages
    if passage.kind is PassageKind.FAQ and passage.faq is not None and passage.faq.verdict is not None
    for text in passage.texts_of(TextRole.QUESTION)
]


@pytest.fixture(scope="module")
def library() -> Library:
    lexicon = load_lexicon()
    snapshot = build_snapshot(CORPUS, WordEncoder(), lexicon, MemoryCache())  # type: ignore[arg-type]
    return Library(SearchIndex(snapshot, WordEncoder(), lexicon, TODAY), lexicon)


def _verdicts(reading: Reading) -> list[str]:
    """Every verdict that a stored question could give to a question or its parts."""
    editions = CORPUS.editions
    faqs = [
        editions[match.place[0]].passages[match.place[1]].faq
        for one in (reading.parts or (reading,))
        for match in one.understanding.stored
    ]
    return [faq.verdict for faq in faqs if faq is not None and faq.verdict is not None]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(QUESTIONS),
    st.sampled_from(SCENARIOS),
    st.sampled_from(("Does it move?", "terus keitung move gak?", "¿Y eso cuenta como move?", "and what is Tank?")),
    st.permutations((0, 1, 2)),
)
def test_a_sentence_besides_takes_the_verdict(
    library: Library, stored: tuple[str, str], scenario: str, other: str, order: list[int]
) -> None:
    game, text = stored
    asked = text if text.rstrip().endswith("?") else f"{text.rstrip(' .')}?"
    pieces = (scenario, asked, other)
    whole = " ".join(pieces[place] for place in order)
    assert _verdicts(read(Question(whole, game), library, "en")) == [], whole


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(QUESTIONS), st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=3))
def test_what_was_completed_has_no_verdict(
    library: Library, stored: tuple[str, str], earlier: list[tuple[str, str]]
) -> None:
    game, text = stored
    context = tuple(question for _, question in earlier)
    understanding = read(Question(text, game, context=context), library, "en").understanding
    completed = complete(text, context, library.lexicon)
    assert bool(understanding.leaned_on) == (completed is not None)
    assert completed is None or understanding.stored == ()


def test_alone_they_have_their_verdict(library: Library) -> None:
    """The questions are found by themselves, so that the tests above can fail."""
    assert len(QUESTIONS) > 500
    assert all(_verdicts(read(Question(text, game), library, "en")) for game, text in QUESTIONS[::20])
