"""Every passage that can be asked for renders within Discord's limits, in each language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.answering.answer import Answer
from bot.discord.rendering.answers import render_answer
from bot.discord.rendering.pages import Look
from rules_corpus.documents import load_starter_editions
from rules_corpus.merging import merge_layers
from rules_corpus.passages import LANGUAGES, PublishedCorpus
from tests.bot.discord.rendering.corpus_pages import pages_of_corpus
from tests.bot.discord.rendering.reading import page_text, problems, read
from tests.rules_corpus.importers.support import magic, needs_corpora, official, riftbound

PLAIN, EMBEDS = Look(embeds=False), Look()


def check(answers: Iterable[Answer], looks: Sequence[Look] = (PLAIN,)) -> dict[str, int]:
    """How many pages there are by language; each within limits and, in English, without live markup.

    English ones are looked at as embeds too; of official texts the other languages add only words of ours.
    """
    counts: Counter[str] = Counter()
    for answer in answers:
        counts[answer.language] += 1
        for look in looks:
            assert problems(render_answer(answer, look)) == [], answer.says
        if answer.language == "en":
            rendered = render_answer(answer, EMBEDS)
            assert problems(rendered) == [], answer.says
            assert [read(page_text(page)).live for page in rendered.pages] == [[]] * len(rendered.pages)
    return counts


def test_every_passage_of_the_starter_corpus() -> None:
    corpus = PublishedCorpus(1, merge_layers(load_starter_editions()))
    passages = sum(len(edition.passages) for edition in corpus.editions)
    assert check(pages_of_corpus(corpus), (PLAIN, EMBEDS, Look(short=True))) == dict.fromkeys(LANGUAGES, passages)


class TestOfficialTexts:
    pytestmark = needs_corpora()

    def test_every_passage_of_magic(self) -> None:
        content = magic(official("mtg/MagicCompRules-20260807.official-bytes.txt")).content
        assert len(content.passages) > 3_500
        counts = check(pages_of_corpus(PublishedCorpus(1, merge_layers([content]))))
        assert counts == dict.fromkeys(LANGUAGES, len(content.passages))

    def test_every_passage_of_riftbound(self) -> None:
        content = riftbound(official("riftbound/core_rules_v1.4_2026-07-16.txt"), "1.4").content
        assert len(content.passages) > 1_000
        counts = check(pages_of_corpus(PublishedCorpus(1, merge_layers([content]))))
        assert counts == dict.fromkeys(LANGUAGES, len(content.passages))
