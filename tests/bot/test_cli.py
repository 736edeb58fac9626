"""The command line on the starter corpus, with an encoder that knows words only."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy

import bot.application
from bot.cli import run
from rules_corpus.database import open_database
from tests.bot.conftest import WordEncoder
from tests.rules_corpus.importers.card_samples import ARTICLES, RIFTBOUND_CARDS

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "importers"
STORED = "Can I equip a unit that is at a battlefield?"
ANSWER_FIELDS = {
    "id", "language", "game", "kind", "verdict", "answer", "outcome", "conditions", "unless", "citations", "clarify",
    "check", "parts", "confidence", "notices", "elapsed_ms",
}  # fmt: skip

Run = Callable[..., SimpleNamespace]


@pytest.fixture(scope="module")
def filled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("filled") / "data"


@pytest.fixture
def cli(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, filled_folder: Path
) -> Run:
    """Runs a command line on a data folder that holds the starter corpus, a fresh copy for every test."""
    monkeypatch.setattr(bot.application, "load_encoder", lambda *_args, **_named: WordEncoder())
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "RULESBOT_DATABASE_URL", "RULESBOT_ENCODER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")

    def invoke(*arguments: str, stdin: str = "") -> SimpleNamespace:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = run(list(arguments))
        captured = capsys.readouterr()
        return SimpleNamespace(status=status, out=captured.out, err=captured.err)

    if not filled_folder.exists():
        monkeypatch.setenv("RULESBOT_DATA_DIR", str(filled_folder))
        assert invoke("index", "build").status == 0
    folder = tmp_path / "data"
    shutil.copytree(filled_folder, folder)
    monkeypatch.setenv("RULESBOT_DATA_DIR", str(folder))
    return invoke


def answer_of(result: SimpleNamespace) -> dict[str, Any]:
    assert result.status == 0, result.err
    (line,) = result.out.splitlines()
    answer: dict[str, Any] = json.loads(line)
    return answer


def lines_of(result: SimpleNamespace) -> list[dict[str, Any]]:
    assert result.status == 0, result.err
    return [json.loads(line) for line in result.out.splitlines()]


def complaint(result: SimpleNamespace) -> str:
    """The one sentence that bad input gets."""
    assert result.status == 2
    assert result.out == ""
    (sentence,) = result.err.splitlines()
    text: str = sentence
    return text


def test_a_stored_question_is_answered_with_verdict_and_citations(cli: Run) -> None:
    answer = answer_of(cli("ask", "--json", "--game", "riftbound", STORED))
    assert set(answer) == ANSWER_FIELDS
    assert (answer["kind"], answer["verdict"], answer["language"]) == ("faq", "yes", "en")
    assert [c["ref"] for c in answer["citations"]] == ["818.1.c.2", "435.4", "435.4.a"]
    assert answer["citations"][1]["also"] == [{"edition": "1.4", "ref": "434.4"}]
    assert answer["check"]["finding"] == "VALID"


def test_the_answer_for_people_names_rule_and_edition(cli: Run) -> None:
    result = cli("ask", "--game", "riftbound", STORED)
    assert result.status == 0
    assert "818.1.c.2" in result.out
    assert "1.5" in result.out
    assert not [line for line in result.out.splitlines() if line != line.rstrip()]


@pytest.mark.parametrize("language", ["en", "id", "es"])
def test_replies_come_in_the_language_that_is_asked_for(cli: Run, language: str) -> None:
    answer = answer_of(cli("ask", "--json", "--lang", language, "--game", "riftbound", "818.1.c.2"))
    assert (answer["language"], answer["kind"]) == (language, "rule")
    assert answer["citations"][0]["language"] == language


def test_a_batch_answers_each_line_in_order_and_goes_on_after_a_bad_one(cli: Run, tmp_path: Path) -> None:
    batch = tmp_path / "questions.jsonl"
    batch.write_text(
        "\n".join(
            [
                json.dumps({"id": 1, "question": STORED, "game": "riftbound"}),
                "{broken",
                json.dumps({"id": "three", "question": "818.1", "game": "chess"}),
                json.dumps({"id": 4}),
                json.dumps([5]),
                "",
                json.dumps({"id": 6, "question": "  "}),
                json.dumps({"id": 7, "question": "818.1", "edition": "9.9", "game": "riftbound"}),
                json.dumps(
                    {"id": 8, "question": "regla 301.5", "lang": "es", "context": ["hola"], "facts": {"turn": "you"}}
                ),
            ]
        ),
        "utf-8",
    )
    lines = lines_of(cli("ask", "--json", "--batch", str(batch)))
    assert [line["id"] for line in lines] == [1, None, "three", 4, None, 6, 7, 8]
    assert ["error" in line for line in lines] == [False, True, True, True, True, True, True, False]
    assert lines[0]["verdict"] == "yes"
    assert lines[-1]["citations"][0]["ref"] == "301.5"


def test_a_batch_can_come_from_standard_input(cli: Run) -> None:
    (line,) = lines_of(
        cli("search", "--batch", "-", "--top", "2", stdin='{"id": "x", "question": "detach", "game": "riftbound"}')
    )
    assert line["id"] == "x"
    assert len(line["hits"]) == 2
    assert set(line["hits"][0]) == {"game", "edition", "ref", "kind", "language", "score", "cites"}


def test_search_lists_passages(cli: Run) -> None:
    result = cli("search", "--game", "vandaria", "Korbankan")
    assert result.status == 0
    assert "EQ.5" in result.out
    found = answer_of(cli("search", "--json", "--game", "riftbound", "--edition", "1.5", "818.1.a"))
    assert found["hits"][0]["ref"] == "818.1.a"


def test_a_rule_is_shown_with_its_neighbours(cli: Run) -> None:
    rule = answer_of(cli("rule", "818.1.c", "--game", "riftbound", "--json"))
    assert (rule["game"], rule["document"], rule["edition"], rule["ref"]) == (
        "riftbound",
        "core-rules",
        "1.5",
        "818.1.c",
    )
    assert rule["parent"] == "818.1"
    assert rule["children"] == ["818.1.c.1", "818.1.c.2", "818.1.c.3", "818.1.c.4", "818.1.c.5"]
    assert {text["language"] for text in rule["texts"]} == {"en", "id", "es"}
    assert (rule["parents"], rule["previous"], rule["next"]) == (["818.1", "818"], "818.1.b", None)
    assert cli("rule", "818.1.c", "--game", "riftbound").out.count("818.1.c.") >= 5
    alone = cli("rule", "818.1.c", "--game", "riftbound", "--alone").out
    assert "818.1.c.1" not in alone and "5 rules below it are not shown." in alone


def test_several_rules_are_one_json_line_each(cli: Run) -> None:
    lines = cli("rule", "818.1.a-c", "and", "435.4", "--game", "riftbound", "--json").out.splitlines()
    assert [json.loads(line)["ref"] for line in lines] == ["818.1.a", "818.1.b", "818.1.c", "435.4"]
    one = cli("rule", "435.4 of 9.9", "--game", "riftbound")
    assert (one.status, one.out) == (2, "")
    assert "no edition 9.9" in one.err


def test_a_keyword_is_one_page(cli: Run) -> None:
    page = answer_of(cli("keyword", "equip", "--game", "riftbound", "--json", "--lang", "id"))
    assert page["first_set"] == "Spiritforged"
    assert page["cards"]["total"] == 51 == sum(count["count"] for count in page["cards"]["counts"])
    assert len(page["reminders"]) == 3
    assert len(page["faq"]) == 12
    assert len(page["rules"]) == 8
    assert page["examples"]
    assert len(page["rulings"]) + len(page["changes"]) == 4
    assert any(change["effective"] == "2026-10-16" for change in page["changes"])
    assert "Spiritforged" in cli("keyword", "equip", "--game", "riftbound").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ask", ""), "empty"),
        (("ask", " \t "), "empty"),
        (("ask", "x" * 4001), "4000"),
        (("ask", "--game", "chess", "hello"), "chess"),
        (("ask", "--lang", "fr", "hello"), "fr"),
        (("ask", "--game", "riftbound", "--edition", "9.9", "hello"), "9.9"),
        (("ask", "--batch", "nowhere.jsonl"), "nowhere.jsonl"),
        (("ask", "--batch", "-", "hello"), "--batch"),
        (("rule", "702.6f", "--game", "mtg"), "702.6f"),
        (("rule", "hello", "--game", "mtg"), "hello"),
        (("keyword", "nonsense", "--game", "mtg"), "nonsense"),
        (("corpus", "import", "nowhere.txt", "--game", "mtg"), "nowhere.txt"),
        (("corpus", "import", ".", "--game", "mtg"), "cannot be read"),
        (("corpus", "publish", "999"), "999"),
    ],
)
def test_bad_input_gets_one_sentence(cli: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in complaint(cli(*arguments))


def test_bad_input_is_named_in_the_language_of_the_environment(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    english = complaint(cli("ask", ""))
    monkeypatch.setenv("LANG", "id_ID.UTF-8")
    indonesian = complaint(cli("ask", ""))
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    spanish = complaint(cli("ask", ""))
    assert len({english, indonesian, spanish}) == 3


def test_a_wrong_setting_is_named(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESBOT_THREADS", "many")
    assert "RULESBOT_THREADS" in complaint(cli("ask", "818.1"))


def test_usage_errors_exit_with_2(cli: Run) -> None:
    assert cli("ask", "--nonsense").status == 2
    assert cli("search", "--top", "0", "x").status == 2


def test_an_unexpected_fault_gets_a_reference_and_a_traceback_in_the_log(
    cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_args: object, **_named: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(bot.application, "load_encoder", fail)
    result = cli("ask", "818.1")
    assert result.status == 1
    log = (tmp_path / "data" / "faults.log").read_text("utf-8")
    assert "ZeroDivisionError: a fault of ours" in log
    reference = log.split("fault ")[1].split()[0]
    assert reference in result.err
    assert "Traceback" not in result.err


def test_an_import_is_a_draft_until_it_is_published(cli: Run) -> None:
    path = FIXTURES / "comprehensive_rules_miniature.txt"
    result = cli("corpus", "import", str(path), "--game", "mtg", "--json")
    imported = answer_of(result)
    assert imported["status"] == "draft"
    before = answer_of(cli("corpus", "status", "--json"))["editions"]
    assert "draft" in {edition["status"] for edition in before}
    published = answer_of(cli("corpus", "publish", str(imported["id"]), "--json"))
    assert published["status"] == "published"
    again = complaint(cli("corpus", "import", str(path), "--game", "mtg", "--publish"))
    assert imported["edition"] in again
    assert cli("corpus", "status").out.count("\n") > 5


def test_a_document_that_is_not_what_it_claims_changes_nothing(cli: Run, tmp_path: Path) -> None:
    before = cli("corpus", "status", "--json").out
    for name, data in {
        "empty.txt": b"",
        "page.html": b"<html><body>702.6 Equip</body></html>",
        "zeros.txt": b"\0" * 99,
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        for game in ("mtg", "riftbound", "vandaria"):
            assert complaint(cli("corpus", "import", str(path), "--game", game, "--publish"))
    assert cli("corpus", "status", "--json").out == before


@pytest.mark.parametrize(
    ("name", "options", "document", "edition", "layer", "counts"),
    [
        ("faq_miniature.md", (), "garden-faq", "2026-08-14", "official", {"faq": 5, "ruling": 3, "citation": 2}),
        ("questions.csv", ("-e", "2026-07-16", "--document", "garden"), "garden", "2026-07-16", "own",
         {"faq": 2, "verdict": 1}),
        ("rule_page_miniature.txt", ("-e", "9.1"), "core-rules", "9.1", "official", {"rule": 3, "faq": 1}),
    ],
)  # fmt: skip
def test_every_shape_is_imported_as_a_draft(
    cli: Run, name: str, options: tuple[str, ...], document: str, edition: str, layer: str, counts: dict[str, int]
) -> None:
    imported = answer_of(cli("corpus", "import", str(FIXTURES / name), "-g", "riftbound", *options, "--json"))
    assert (imported["document"], imported["edition"], imported["layer"]) == (document, edition, layer)
    assert (imported["status"], imported["counts"]) == ("draft", counts)


def test_a_part_of_an_edition_is_not_published_in_the_place_of_more(cli: Run, tmp_path: Path) -> None:
    page = FIXTURES / "rule_page_miniature.txt"
    smaller = tmp_path / "smaller.txt"
    smaller.write_text(page.read_text("utf-8").partition("801.2.\n\nA dug")[0], "utf-8")

    def importing(path: Path, *options: str) -> SimpleNamespace:
        return cli("corpus", "import", str(path), "-g", "riftbound", "-e", "9.1", *options)

    more = answer_of(importing(page, "--publish", "--json"))
    assert (more["status"], more["complete"]) == ("published", False)
    before = cli("corpus", "status", "--json").out
    assert "smaller.txt is only a part of core-rules 9.1" in complaint(importing(smaller, "--publish"))
    assert cli("corpus", "status", "--json").out == before

    draft = answer_of(importing(smaller, "--json"))
    assert draft["passages"] < more["passages"]
    before = cli("corpus", "status", "--json").out
    assert f"Draft {draft['id']} is only a part of core-rules 9.1" in complaint(
        cli("corpus", "publish", str(draft["id"]))
    )
    assert cli("corpus", "status", "--json").out == before


@pytest.mark.parametrize("afterwards", [False, True])
def test_a_smaller_part_takes_the_place_of_more_only_where_that_is_asked_for(
    cli: Run, tmp_path: Path, afterwards: bool
) -> None:
    page = FIXTURES / "rule_page_miniature.txt"
    smaller = tmp_path / "smaller.txt"
    smaller.write_text(page.read_text("utf-8").partition("801.2.\n\nA dug")[0], "utf-8")
    options = ("-g", "riftbound", "-e", "9.1", "--json")
    more = answer_of(cli("corpus", "import", str(page), *options, "--publish"))
    if afterwards:
        draft = answer_of(cli("corpus", "import", str(smaller), *options))
        replaced = answer_of(cli("corpus", "publish", str(draft["id"]), "--replace", "--json"))
        reason = f"command line (--replace: in the place of {more['passages']} published passages)"
    else:
        replaced = answer_of(cli("corpus", "import", str(smaller), *options, "--publish", "--replace"))
        reason = f"import of smaller.txt (--replace: in the place of {more['passages']} published passages)"
    assert (replaced["status"], replaced["passages"] < more["passages"]) == ("published", True)
    engine = open_database(f"sqlite:///{tmp_path / 'data' / 'corpus.sqlite'}")
    with engine.connect() as connection:
        rows = connection.execute(
            sqlalchemy.text("SELECT action, edition_id, reason FROM audit ORDER BY id DESC LIMIT 2")
        ).all()
    engine.dispose()
    assert [tuple(row) for row in rows] == [("publish", replaced["id"], reason), ("retire", more["id"], reason)]
    # What was retired can be brought back without the flag.
    assert answer_of(cli("corpus", "publish", str(more["id"]), "--json"))["status"] == "published"


def test_replace_alone_is_a_slip(cli: Run) -> None:
    path = FIXTURES / "rule_page_miniature.txt"
    assert complaint(cli("corpus", "import", str(path), "-g", "riftbound", "-e", "9.1", "--replace")) == (
        "--replace is of use only with --publish."
    )


def test_errata_are_a_publication_where_one_is_named(cli: Run, tmp_path: Path) -> None:
    errata = tmp_path / "errata.json"
    errata.write_text(json.dumps(ARTICLES), "utf-8")
    options = ("-g", "riftbound", "--json", "--document")
    imported = answer_of(cli("corpus", "import", str(errata), *options, "second-errata"))
    assert (imported["document"], imported["edition"]) == ("second-errata", "2026-05-01")
    assert answer_of(cli("corpus", "import", str(errata), *options, "card-errata"))["document"] == "card-errata"
    wrong = complaint(cli("corpus", "import", str(errata), *options, "cards"))
    assert wrong == "errata.json is the document card-errata, not cards."


def test_a_healthy_installation_passes_its_examination(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.application.Application, "present_encoder", lambda _self: WordEncoder())
    result = cli("doctor", "--json")
    checks = json.loads(result.out)["checks"]
    assert [check["name"] for check in checks] == [
        "database",
        "migrations",
        "corpus",
        "encoder",
        "index",
        "confidence",
        "editions",
        "formal rules",
    ]
    assert [check["name"] for check in checks if not check["healthy"]] == []
    assert result.status == 0


def test_doctor_says_how_to_mend_an_empty_installation(
    cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RULESBOT_DATA_DIR", str(tmp_path / "empty"))
    result = cli("doctor")
    assert result.status == 1
    assert result.out.count("✗") >= 4
    assert "rulesbot index build" in result.out


def test_a_damaged_index_is_built_again(cli: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "data" / "snapshots").rglob("*.npy"):
        path.write_bytes(b"nonsense")
    assert answer_of(cli("ask", "--json", "--game", "riftbound", STORED))["verdict"] == "yes"


def test_question_text_is_only_text(cli: Run) -> None:
    for text in (
        "[bold]{0.__class__}%s[/bold] ${HOME}",
        "\x1b[31mred\x07",
        "{game}",
        "a\nb",
        "ﷺ" * 30,
        "\ud800x".encode("utf-8", "replace").decode(),
    ):
        result = cli("ask", "--game", "riftbound", text)
        assert result.status == 0, result.err
        assert "\x1b[31m" not in result.out
        assert "\x07" not in result.out


def test_cards_are_imported_shown_and_asked_about(cli: Run, tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps(RIFTBOUND_CARDS), "utf-8")
    errata = tmp_path / "errata.json"
    errata.write_text(json.dumps(ARTICLES), "utf-8")
    assert "no date in its name" in complaint(cli("corpus", "import", str(cards), "--game", "riftbound"))
    imported = cli("corpus", "import", str(cards), "-g", "riftbound", "-e", "2026-01-10", "--publish", "--json")
    assert answer_of(imported)["counts"] == {"card": 4, "printing": 6}
    assert cli("corpus", "import", str(errata), "-g", "riftbound", "--publish").status == 0

    page = answer_of(cli("card", "paper", "sword", "--json"))
    assert (page["game"], page["ref"], page["text"]["text"]) == ("riftbound", "paper-sword", "It never cuts.")
    assert page["errata"] == {"date": "2026-05-01", "sources": ["Second errata"]}
    shown = cli("card", "Paper Sword")
    assert shown.status == 0 and "It never cuts." in shown.out and "errata of" in shown.out
    assert "could be several cards" in complaint(cli("card", "zora"))

    answer = answer_of(cli("ask", "--json", "what does Paper Sword do?", "--game", "riftbound"))
    assert answer["citations"][0] == {
        "game": "riftbound", "document": "card-errata", "edition": "2026-05-01", "ref": "paper-sword",
        "quote": "It never cuts.", "language": "en", "official": True, "also": [],
    }  # fmt: skip
