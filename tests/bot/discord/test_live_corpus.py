"""A newly published edition answers without a restart."""

from __future__ import annotations

import datetime
import shutil
from dataclasses import replace
from pathlib import Path

from bot.application import Application
from bot.discord.live_corpus import LiveCorpus
from bot.discord.suggestions import Kind
from bot.settings import Settings
from tests.bot.conftest import WordEncoder
from tests.bot.discord.conftest import TODAY
from tests.rules_corpus.builders import edition, rule


def test_a_new_edition_and_a_new_day_change_everything_at_once(
    application: Application, live_corpus: LiveCorpus, tmp_path: Path
) -> None:
    del live_corpus  # its index is built by now
    shutil.copytree(application.data_folder, tmp_path / "data")
    day = TODAY
    mine = Application(Settings(data_dir=tmp_path / "data", database_url=None), today=lambda: day)
    mine.encoder = WordEncoder()  # type: ignore[misc]  # takes the place of the model
    corpus = LiveCorpus(mine)
    version, answering, before = corpus.version, corpus.answering, corpus.suggestions
    assert not corpus.refresh()
    assert corpus.suggestions is before

    mine.repository.store(
        replace(
            edition("9.9", rule("987", "Gizmos hum."), game="riftbound", since="2026-11-02"), document="core-rules"
        ),
        actor="test",
        reason="test",
        publish=True,
    )
    assert corpus.refresh()
    assert corpus.version > version
    assert corpus.answering is answering
    assert not any(one.edition == "9.9" for one in corpus.editions), "it is in force from tomorrow on"
    day += datetime.timedelta(days=1)
    assert corpus.refresh()
    assert any(one.edition == "9.9" for one in corpus.editions)
    assert corpus.suggestions.matching(Kind.RULE, "987", "riftbound")[0].value == "riftbound/987"
    assert answering.rule("987", "riftbound").texts[0].text == "Gizmos hum."
