"""`corpus stale`, `corpus stale confirm`, `corpus review` and `ask --proof` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bot.commands.stale
from bot.settings import Settings
from rule_check import bind
from rule_check.checks import Failure
from rules_corpus.database import open_database
from rules_corpus.disagreements import Disagreement, DisagreementKind
from rules_corpus.documents import GAMES_FOLDER, parse_document
from rules_corpus.passages import EditionContent, Layer, Passage, PassageKind, Text
from rules_corpus.repository import CorpusRepository, utc_now
from rules_corpus.reviews import ReviewRepository
from tests.bot.test_cli import Run, answer_of, cli, complaint, filled_folder  # noqa: F401 (fixtures)

REF = "818.1.c.2"
DERIVED = ("ask", "--json", "-g", "riftbound", "Can I equip my opponent's unit on my turn?")


def repository() -> CorpusRepository:
    return CorpusRepository(open_database(Settings().resolved_database_url))


def publish(text: str) -> None:
    """Publish a part of an official 1.4: one rule in our own words, which the formal rules were not written from."""
    passage = Passage(REF, PassageKind.RULE, (Text("en", text, official=True),))
    content = EditionContent(
        "riftbound", "core-rules", "1.4", Layer.OFFICIAL, "en", (), (passage,), False, None, None, "a test"
    )
    repository().store(content, actor="me", reason="test", publish=True)


def formal_rules(cli: Run) -> dict[str, Any]:  # noqa: F811
    (found,) = [
        one for one in answer_of(cli("corpus", "status", "--json"))["formal_rules"] if one["game"] == "riftbound"
    ]
    return dict(found)


def test_without_official_texts_nothing_is_stale(cli: Run) -> None:  # noqa: F811
    found = formal_rules(cli)
    assert (found["edition"], found["bound"], found["stale"]) == ("1.5", 0, 0)
    assert found["not_loaded"] > 80
    assert "No formal rule is stale." in cli("corpus", "stale").out
    assert answer_of(cli(*DERIVED))["check"]["finding"] == "VALID"


def test_a_stale_section_is_listed_confirmed_and_checked_again(cli: Run) -> None:  # noqa: F811
    publish("Whoever holds the lantern may open the gate.")
    assert formal_rules(cli)["stale"] == 1
    answer = answer_of(cli(*DERIVED))
    assert (answer["verdict"], answer["check"]["stale"]) == (None, [REF])
    assert any(REF in notice for notice in answer["notices"])
    (entry,) = answer_of(cli("corpus", "stale", "--json"))["stale"]
    assert (entry["game"], entry["section"], entry["place"]) == ("riftbound", REF, {"edition": "1.4", "ref": REF})
    assert (entry["old"], entry["new"]) == (None, "Whoever holds the lantern may open the gate.")
    assert "1 stale" in cli("doctor").out and "corpus stale" in cli("doctor").out

    options = ("-g", "riftbound", "--reason", "It means the same.", "--by", "Judge Judy")
    confirmed = answer_of(cli("corpus", "stale", "confirm", REF, *options, "--json"))
    assert (confirmed["by"], confirmed["hash"], confirmed["reason"]) == (
        "Judge Judy",
        entry["hash"],
        "It means the same.",
    )
    assert (formal_rules(cli)["stale"], formal_rules(cli)["bound"]) == (0, 1)
    assert answer_of(cli(*DERIVED))["check"] | {"facts": [], "assumptions": []} == {
        "finding": "VALID", "trail": [REF], "facts": [], "assumptions": [], "missing": [], "untranslated": [],
        "stale": [],
    }  # fmt: skip
    assert "is not stale" in complaint(cli("corpus", "stale", "confirm", REF, *options))

    publish("Whoever holds the lantern may close the gate.")
    (entry,) = answer_of(cli("corpus", "stale", "--json"))["stale"]
    assert ["-", "open"] in entry["words"] and ["+", "close"] in entry["words"]
    assert "[-open-] {+close+}" in cli("corpus", "stale").out


def test_what_can_not_be_confirmed_is_refused(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    publish("Whoever holds the lantern may open the gate.")
    confirm = ("corpus", "stale", "confirm")
    assert "Give a reason" in complaint(cli(*confirm, REF, "-g", "riftbound", "--reason", " "))
    assert "no formal rules for 999" in complaint(cli(*confirm, "999", "-g", "riftbound", "--reason", "why"))
    assert "no game I know" in complaint(cli(*confirm, REF, "-g", "chess", "--reason", "why"))
    assert "no edition 7 here" in complaint(cli(*confirm, REF, "-g", "riftbound", "-e", "7", "--reason", "why"))
    monkeypatch.setattr(
        bot.commands.stale,
        "run_check",
        lambda check, _: (None, Failure(check, "yes", "no")) if REF in check.cites else (None, None),
    )
    refused = complaint(cli(*confirm, REF, "-g", "riftbound", "--reason", "why"))
    assert "so it was not confirmed" in refused and "expected yes, found no" in refused
    assert formal_rules(cli)["stale"] == 1


def test_the_queue_of_disagreements_is_shown(cli: Run) -> None:  # noqa: F811
    assert "No sources disagree." in cli("corpus", "review").out
    one = Disagreement(
        DisagreementKind.CONTRADICTION, "riftbound", "faq", "1", "may-i", "May I?", "yes", "core-rules", "no", (REF,)
    )
    ReviewRepository(open_database(Settings().resolved_database_url), utc_now).record(one)
    shown = cli("corpus", "review").out
    assert "May I?" in shown and "contradiction" in shown
    (entry,) = answer_of(cli("corpus", "review", "--json", "-g", "riftbound"))["disagreements"]
    assert (entry["ref"], entry["source_says"], entry["model_says"], entry["count"]) == ("may-i", "yes", "no", 1)
    assert answer_of(cli("corpus", "review", "--json", "-g", "mtg"))["disagreements"] == []


def test_the_proof_is_shown_where_it_is_asked_for(cli: Run) -> None:  # noqa: F811
    asked = ("ask", "-g", "riftbound", "Can I equip my opponent's unit on my turn?")
    assert "Proof" not in cli(*asked).out
    shown = cli(*asked, "--proof").out.splitlines()
    proof = shown[shown.index("Proof") + 1 :]
    assert proof == [
        "  1. This requirement is not met: you control the unit. [818.1.c.2]",
        "  2. So the Equipment can't be equipped to the unit with its Equip. (from 1)",
    ]
    assert "None" in cli("ask", "-g", "riftbound", "818.1.c.2", "--proof").out
    assert "proof" not in json.loads(cli("ask", "--json", *asked[1:]).out)


def test_the_database_of_a_data_folder_binds_the_sections(
    tmp_path: Path,
    cli: Run,  # noqa: F811
    capsys: pytest.CaptureFixture[str],
) -> None:
    publish("Whoever holds the lantern may open the gate.")
    games = tmp_path / "games" / "riftbound"
    games.mkdir(parents=True)
    for path in (GAMES_FOLDER / "riftbound").glob("*.md"):
        (games / path.name).write_bytes(path.read_bytes())
    arguments = [str(Settings().data_dir), "--games", str(games)]
    assert bind.main(arguments) == 1
    assert f"equip.md {REF}: 1.4 " in capsys.readouterr().out
    before = (games / "equip.md").read_text("utf-8")
    assert bind.main([*arguments, "--write"]) == 0
    assert bind.main(arguments) == 0
    after = (games / "equip.md").read_text("utf-8")
    assert len(after.splitlines()) == len(before.splitlines())
    assert (
        parse_document(games / "equip.md").binds[REF]
        != parse_document(GAMES_FOLDER / "riftbound" / "equip.md").binds[REF]
    )
    assert bind.main([str(tmp_path / "nowhere")]) == 2
