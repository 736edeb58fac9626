"""Printed lines → paragraphs: what is put together, what stays apart, and what every page repeats."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_corpus.importers.pdf_layout import PrintedLine, text_of_pages, without_running_lines

WIDE = "The longest line of this page, up to its right edge"
LETTER = 5.0


def _page(*texts: str, left: float = 50, top: float = 700, spacing: float = 12) -> list[PrintedLine]:
    """Lines below each other in a font whose letters are all five points wide and ten high."""
    lines = []
    for index, text in enumerate(texts):
        high = top - spacing * index
        first = left + LETTER * len(text.split()[0])
        lines.append(PrintedLine(text, left, left + LETTER * len(text), first, high, high - 10))
    return lines


def _full(text: str) -> str:
    """A line that is as long as there is room for, and ends with this text."""
    return f"{('x ' * len(WIDE))[: len(WIDE) - 1 - len(text)].strip()} {text}"


def _text(*texts: str) -> tuple[str, ...]:
    lines = text_of_pages([_page(WIDE, "101. Paths", *texts)])
    assert lines[:2] == (WIDE, "101. Paths")
    return lines[2:]


class TestParagraphs:
    def test_a_line_goes_on_where_the_one_before_was_full(self) -> None:
        full = _full("A path leads to a bed, which")
        assert _text(full, "is Beautiful.") == (full + " is Beautiful.",)
        ended = _full("A path leads to a bed.")
        assert _text(ended, "Beds have sides.") == (ended + " Beds have sides.",)

    def test_a_line_that_had_room_for_the_next_word_ends_a_paragraph(self) -> None:
        assert _text("A path leads on.", "Beds have sides.") == ("A path leads on.", "Beds have sides.")

    @pytest.mark.parametrize("after", ["102. Beds", "102.1.a. Beds", "Example: A bed.", "• A bed", "12. A bed"])
    def test_a_rule_or_an_item_begins_a_paragraph_in_any_case(self, after: str) -> None:
        full = _full("A path leads to a bed; or")
        assert _text(full, after) == (full, after)

    @pytest.mark.parametrize(
        ("end", "after"),
        [
            ("See rule", "102. Beds for more."),
            ("See", "102. Beds for more."),
            ("(see rules 101, and", "102 for more)."),
            ("as rule 101.1 and", "102.1 have it."),
            ("with no more than", "100 stones in it."),
        ],
    )
    def test_a_number_that_the_sentence_must_go_on_with_is_no_rule(self, end: str, after: str) -> None:
        full = _full(end)
        assert _text(full, after) == (f"{full} {after}",)

    def test_a_wider_space_sets_paragraphs_apart(self) -> None:
        full = _full("A path leads to a bed, which")
        page = _page("101. A", "102. B", full)
        assert text_of_pages([page + _page("is beautiful.", top=640)])[-2:] == (full, "is beautiful.")
        assert text_of_pages([page + _page("is beautiful.", top=664)])[-1] == full + " is beautiful."

    def test_a_page_of_short_lines_is_measured_by_the_other_pages(self) -> None:
        pages = [_page("101. A", WIDE), _page("102. B", WIDE), _page("• Dig and dig", "Plant")]
        assert text_of_pages(pages)[-2:] == ("• Dig and dig", "Plant")

    def test_columns_are_read_one_after_the_other(self) -> None:
        left = _page("In this column, the", "lines are narrow but", "it goes on in the", left=50)
        right = _page("next one, where all", "is the same again.", left=200)
        assert text_of_pages([left + right]) == (
            "In this column, the lines are narrow but it goes on in the next one, where all is the same again.",
        )


class TestHyphens:
    FULL = _full("A path leads to a non-")

    def test_a_word_that_is_known_in_one_spelling_is_put_together(self) -> None:
        assert _text("A non-bed", self.FULL, "bed beds.")[-1] == self.FULL + "bed beds."
        assert _text("A nonbed", self.FULL, "bed beds.")[-1] == self.FULL[:-1] + "bed beds."

    def test_any_other_stays_as_it_is_printed(self) -> None:
        assert _text("A bed", self.FULL, "bed beds.")[-1] == self.FULL + " bed beds."
        assert _text("A non-bed nonbed", self.FULL, "bed beds.")[-1] == self.FULL + " bed beds."


class TestRunningLines:
    def _pages(self, count: int, head: str, foot: str) -> list[list[PrintedLine]]:
        return [
            _page(head.format(number), top=800)
            + _page(*(f"{chr(64 + number) * 3} {letter}" for letter in "abcdefgh"))
            + _page(foot.format(number), top=30)
            for number in range(1, count + 1)
        ]

    def test_headers_footers_and_page_numbers_go(self) -> None:
        pages = self._pages(4, "Part 9.1 – page {}", "{}")
        assert [len(page) for page in without_running_lines(pages)] == [8] * 4

    def test_a_header_stays_once_where_it_may_be_the_title(self) -> None:
        kept = without_running_lines(self._pages(3, "Garden Rules", "{} / 3"))
        assert [page[0].text for page in kept] == ["Garden Rules", "BBB a", "CCC a"]
        titled = [[*_page("Garden Rules", top=760), *page] for page in self._pages(1, "Garden Rules", "{}")]
        kept = without_running_lines([*titled, *self._pages(3, "Garden Rules", "{}")[1:]])
        assert [line.text for line in kept[0]].count("Garden Rules") == 1

    def test_alternating_headers_go(self) -> None:
        pages = self._pages(6, "x", "{}")
        for number, page in enumerate(pages):
            page[0] = page[0]._replace(text="Garden" if number % 2 else "Rules")
        assert all(line.text not in ("Garden", "Rules") for page in without_running_lines(pages)[1:] for line in page)

    def test_the_text_of_the_pages_stays(self) -> None:
        pages = [_page(f"10{n}. Beds", f"10{n}.1. A bed has sides.") for n in (1, 3, 7)]
        assert without_running_lines(pages) == pages
        single = [_page("Garden", "1")]
        assert without_running_lines(single) == single


_SIZES = st.floats(-1000, 5000)
_LINES = st.builds(PrintedLine, st.text("ab1. -", min_size=1).filter(str.strip), *(_SIZES,) * 5)


@given(st.lists(st.lists(_LINES, max_size=12), max_size=4))
@settings(max_examples=100, deadline=None)
def test_every_visible_sign_of_a_line_that_stays_is_in_the_text_in_its_order(pages: list[list[PrintedLine]]) -> None:
    def signs(texts: list[str]) -> str:
        return "".join("".join(texts).split()).replace("-", "")

    kept = [line.text for page in without_running_lines(pages) for line in page]
    assert signs(list(text_of_pages(pages))) == signs(kept)


@pytest.mark.parametrize("text", ["a" * 1_000_000, "1 a " * 100_000, "a-" * 200_000, "rule 1, " * 100_000])
def test_lines_of_any_length_take_little_time(text: str) -> None:
    started = time.process_time()
    text_of_pages([_page(text, text + "-", text), _page(*["a b"] * 10_000), _page(*[WIDE] * 10_000)])
    assert time.process_time() - started < 3
