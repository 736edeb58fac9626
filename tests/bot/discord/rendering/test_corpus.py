"""Every passage that can be asked for renders within Discord's limits, in each language."""

from __future__ import annotations

import pytest

from bot.answering.answer import Answer
from bot.discord.rendering.answers import render_answer
from bot.discord.rendering.pages import Look
from rules_corpus.documents import load_starter_editions
from rules_corpus.merging import merge_layers
from rules_corpus.passages import LANGUAGES, PublishedCorpus
from tests.bot.discord.rendering.corpus_pages import pages_of_corpus
from tests.bot.discord.rendering.reading import page_text, problems, read
from tests.rules_corpus.importers.support import magic, needs_corpora, official, riftbound

LOOKS = (Look(), Look(embeds=False))


def check(answer: Answer, look: Look) -> None:
    rendered = render_answer(answer, look)
    assert problems(rendered) == [], answer.says
    if len(rendered.pages) > 1 or look.embeds:
        for page in rendered.pages:
            assert read(page_text(page)).live == [], answer.says


@pytest.mark.parametrize("look", [*LOOKS, Look(short=True)])
def test_every_passage_of_the_starter_corpus(look: Look) -> None:
    corpus = PublishedCorpus(1, merge_layers(load_starter_editions()))
    languages = set()
    for answer in pages_of_corpus(corpus):
        check(answer, look)
        languages.add(answer.language)
    assert languages == set(LANGUAGES)


class TestOfficialTexts:
    pytestmark = needs_corpora()

    @pytest.mark.parametrize("look", LOOKS)
    def test_every_passage_of_magic(self, look: Look) -> None:
        imported = magic(official("mtg/MagicCompRules-20260807.official-bytes.txt"))
        answers = list(pages_of_corpus(PublishedCorpus(1, merge_layers([imported.content]))))
        assert len(answers) == 3 * len(imported.content.passages) > 10_000
        for answer in answers:
            check(answer, look)

    @pytest.mark.parametrize("look", LOOKS)
    def test_every_passage_of_riftbound(self, look: Look) -> None:
        imported = riftbound(official("riftbound/core_rules_v1.4_2026-07-16.txt"), "1.4")
        answers = list(pages_of_corpus(PublishedCorpus(1, merge_layers([imported.content]))))
        assert len(answers) == 3 * len(imported.content.passages) > 3_000
        for answer in answers:
            check(answer, look)
