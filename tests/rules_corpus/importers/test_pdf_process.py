"""The process that reads a PDF: whatever becomes of it, the document is refused with a reason and nothing is left."""

from __future__ import annotations

import os
import sys
import time
import zlib
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from rules_corpus.importers import ImportRefused, pdf_process, pdf_text
from rules_corpus.importers.pdf import read_pdf
from rules_corpus.importers.pdf_process import PdfLimits
from tests.rules_corpus.importers.pdf_samples import objects_pdf, packed_spaces, page_pdf, stream, words_stream

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs limits that only POSIX has")
GOOD = page_pdf(words_stream(b"A path leads on."))
BROKE_OFF = "rules.pdf cannot be read: the PDF reader broke off, so it is damaged or takes too much memory."
UNPACKED = "rules.pdf cannot be read: it takes too much memory when it is unpacked."
DAMAGED = "rules.pdf is damaged: it is not a whole PDF."


def _refusal(data: bytes, limits: PdfLimits | None = None) -> str:
    with pytest.raises(ImportRefused) as caught:
        read_pdf(data, "rules.pdf", limits)
    return str(caught.value)


def test_a_small_document_is_read_and_nothing_is_logged() -> None:
    with capture_logs() as logs:
        assert read_pdf(GOOD, "rules.pdf").text.lines == ("A path leads on.",)
    assert logs == []


class TestHostileDocuments:
    def test_a_stream_that_unpacks_to_gigabytes(self) -> None:
        bomb = packed_spaces(3000)
        assert len(bomb) < 4_000_000
        started = time.monotonic()
        assert _refusal(page_pdf(stream(bomb))) == UNPACKED
        assert time.monotonic() - started < 10

    @posix
    @pytest.mark.parametrize("filters", [b"[/FlateDecode/FlateDecode]", b"6 0 R"])
    def test_a_stream_whose_size_is_only_seen_by_the_reader(self, filters: bytes) -> None:
        bomb = packed_spaces(3000)
        packed = stream(zlib.compress(bomb) if filters.startswith(b"[") else bomb, filters)
        assert _refusal(page_pdf(packed, more=b"/FlateDecode"), PdfLimits(memory=300_000_000)) == BROKE_OFF

    def test_loops_in_the_page_tree(self) -> None:
        assert _refusal(page_pdf(words_stream(b"A"), kids=b"2 0 R")) == DAMAGED
        assert _refusal(page_pdf(words_stream(b"A"), kids=b"2 0 R 2 0 R", count=2)) == DAMAGED

    def test_a_picture_that_draws_itself(self) -> None:
        picture = b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>/Length 12>>"
        data = objects_pdf(
            [
                b"<</Type/Catalog/Pages 2 0 R>>",
                b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>/Contents 5 0 R>>",
                picture + b"\nstream\n/X Do /X Do \nendstream",
                b"<</Length 6>>\nstream\n/X Do \nendstream",
            ]
        )
        assert _refusal(data, PdfLimits(seconds=3, memory=200_000_000)).startswith("rules.pdf ")

    def test_page_counts_that_are_not_true(self) -> None:
        assert _refusal(page_pdf(words_stream(b"A"), count=2)) == DAMAGED
        assert _refusal(page_pdf(words_stream(b"A"), kids=b"", count=0)) == DAMAGED


class TestLimits:
    def test_pages(self) -> None:
        two = page_pdf(words_stream(b"A"), kids=b"3 0 R 3 0 R", count=2)
        assert _refusal(two, PdfLimits(pages=1)) == "rules.pdf has more than 1 pages."

    def test_output(self) -> None:
        assert _refusal(GOOD, PdfLimits(output=20)) == "rules.pdf has more text than is read from a PDF."

    def test_time(self) -> None:
        assert _refusal(GOOD, PdfLimits(seconds=0.01)) == "rules.pdf is not read: it took longer than 0.01 seconds."

    @posix
    def test_memory(self) -> None:
        assert _refusal(GOOD, PdfLimits(memory=20_000_000)) in (BROKE_OFF, UNPACKED)

    def test_bytes(self) -> None:
        assert _refusal(b"%PDF-1.4" + b" " * 20_000_000).startswith("rules.pdf is too large: 20000008 bytes")


LIMITED = f"import sys; sys.path.insert(0, {str(Path(pdf_text.__file__).parent)!r})\nimport pdf_text\n"


class TestTheProcess:
    """Other programs in the place of the reader, each with a fault that a reader may have."""

    @pytest.mark.parametrize(
        ("program", "sentence"),
        [
            ("import os; os.abort()", BROKE_OFF),
            ("raise RuntimeError('a reason')", BROKE_OFF),
            ("import ctypes; ctypes.string_at(0)", BROKE_OFF),
            ("import sys; sys.setrecursionlimit(10**8)\ndef f(): return f()\nf()", None),
            ("import time; time.sleep(60)", "rules.pdf is not read: it took longer than 2 seconds."),
            ("while True: print('x' * 1000)", "rules.pdf has more text than is read from a PDF."),
            ("print('\"damaged\"')", DAMAGED),
            pytest.param(LIMITED + "pdf_text.limit_process(1 << 30, 1)\nbytearray(1 << 31)", BROKE_OFF, marks=posix),
            pytest.param(
                LIMITED + "pdf_text.limit_process(1 << 30, 1)\nwhile True: print('x' * 999, file=sys.stderr)",
                BROKE_OFF,
                marks=posix,
            ),
        ],
    )
    def test_however_it_ends_nothing_of_it_is_left(
        self, program: str, sentence: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own_id = tmp_path / "id"
        script = tmp_path / "reader.py"
        script.write_text(f"import os; open({str(own_id)!r}, 'w').write(str(os.getpid()))\n{program}\n")
        monkeypatch.setattr(pdf_process, "_PROGRAM", script)
        refusal = _refusal(GOOD, PdfLimits(seconds=2, output=100_000))
        assert refusal == sentence if sentence else refusal.startswith("rules.pdf ")
        assert _ended(int(own_id.read_text()))

    @posix
    def test_too_much_processor_time_is_too_much_time(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        script = tmp_path / "reader.py"
        script.write_text(LIMITED + "pdf_text.limit_process(1 << 30, 1)\nwhile True: pass\n")
        monkeypatch.setattr(pdf_process, "_PROGRAM", script)
        started = time.monotonic()
        assert _refusal(GOOD, PdfLimits(seconds=30)) == "rules.pdf is not read: it took longer than 30 seconds."
        assert time.monotonic() - started < 20

    def test_what_it_says_of_its_fault_is_logged(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        script = tmp_path / "reader.py"
        script.write_text("raise RuntimeError('a reason')\n")
        monkeypatch.setattr(pdf_process, "_PROGRAM", script)
        with capture_logs() as logs:
            _refusal(GOOD)
        (record,) = logs
        assert (record["log_level"], record["document"], record["exit_code"]) == ("warning", "rules.pdf", 1)
        assert "RuntimeError: a reason" in record["stderr"]

    def test_it_ends_with_what_interrupts_its_import(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        own_id = tmp_path / "id"
        script = tmp_path / "reader.py"
        script.write_text(f"import os, time; open({str(own_id)!r}, 'w').write(str(os.getpid())); time.sleep(60)\n")
        monkeypatch.setattr(pdf_process, "_PROGRAM", script)

        class Interrupting:
            def __init__(self, *_: object) -> None: ...
            def cancel(self) -> None: ...
            def start(self) -> None:
                while not own_id.exists() or not own_id.read_text():
                    time.sleep(0.01)
                raise KeyboardInterrupt

        monkeypatch.setattr(pdf_process.threading, "Timer", Interrupting)
        with pytest.raises(KeyboardInterrupt):
            read_pdf(GOOD, "rules.pdf")
        assert _ended(int(own_id.read_text()))


def _ended(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return True
    return False
