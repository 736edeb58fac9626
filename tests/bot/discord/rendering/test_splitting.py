"""Whatever is written, it is shown as it was written, and cut only where nothing breaks."""

from __future__ import annotations

from itertools import takewhile

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bot.discord.rendering.escaping import LONG_WORD, displayable, escaped_line
from bot.discord.rendering.limits import measure
from bot.discord.rendering.splitting import SMALLEST_PAGE, pages_of
from bot.discord.rendering.text import Block, Span, bold, code, item, line, lines_of, linked, plain, raw, small
from tests.bot.discord.rendering.reading import read, seen

FAMILY, FLAG, SCOTLAND = "👩‍👩‍👧‍👦", "🇮🇩", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
SOUP = (
    *("*", "**", "***", "_", "__", "~~", "||", "`", "```", "```py\n", "\\", "[a](https://b.c)", "[", "]", "(", ")"),
    *("<@123456789012345678>", "<@&1>", "<#2>", "<:x:3>", "<a:x:3>", "<t:0:R>", "</ask:4>", "<id:home>", "<", ">"),
    *("@everyone", "@here", "@@everyoneeveryone", "@\u200beveryone", "https://evil.example/a_b*c", "<https://x.y>"),
    *(
        "# ",
        "## ",
        "-# ",
        "> ",
        ">>> ",
        "- ",
        "+ ",
        "1. ",
        "23. ",
        "\n",
        "\n\n",
        " ",
        "\t",
        "\u00a0",
        "\u3000",
        "\u2028",
    ),
    *(
        "e\u0301",
        "\u0301",
        " \u0301",
        "\u200d",
        "\ufe0f",
        FAMILY,
        FLAG,
        SCOTLAND,
        "각",
        "กำ",
        "नि",
        "\u0600",
        "👍🏽",
        "𝒳",
    ),
    *("\x00", "\x1b[31m", "\u202e", "\ud800", "\r\n", "\r", "\u2028", "word", "702.6a", "Equip.", "No?", "¿Puedo"),
)
soup = st.lists(st.sampled_from(SOUP) | st.text(max_size=4), max_size=60).map("".join)
long_soup = st.builds(
    lambda text, times, end: text * times + end,
    st.lists(st.sampled_from(SOUP) | st.text(max_size=6), min_size=1, max_size=12).map("".join),
    st.integers(1, 120),
    soup,
)
texts = soup | st.text() | long_soup
limits = st.integers(SMALLEST_PAGE, 700)


def pages(text: str, limit: int) -> tuple[str, ...]:
    return pages_of([Block(lines_of(text))], limit)


def boundaries(text: str) -> set[int]:
    """The places between what a reader sees as one character each."""
    found = {0}
    for cluster in regex.findall(r"\X", text):
        found.add(max(found) + len(cluster))
    return found


def cuts(text: str, shown: list[str]) -> list[int]:
    """Where in a text each page but the first begins, given what the pages show of it."""
    at, found = 0, []
    for page in shown:
        while at < len(text) and not seen(text[at]):
            at += 1
        found.append(at)
        for character in seen(page):
            while text[at] != character:
                assert not seen(text[at]), "a character was lost"
                at += 1
            at += 1
    assert not seen(text[at:]), "the end was lost"
    return found[1:]


def word_around(text: str, at: int) -> str:
    """The word that goes on over a place; empty where none does."""
    found = regex.findall(r"\X", text)
    before, after, place = [], [], 0
    for cluster in found:
        (before if place < at else after).append(cluster)
        place += len(cluster)
    head = "".join(reversed(list(takewhile(_is_of_word, reversed(before)))))
    tail = "".join(takewhile(_is_of_word, after))
    return head + tail if head and tail else ""


def _is_of_word(cluster: str) -> bool:
    return not cluster.isspace() or cluster in "\u00a0\u2007\u202f"


@given(texts)
@example("@@everyoneeveryone")
@example("- - 1. > # x")
def test_a_line_is_shown_as_it_was_written_and_does_nothing(text: str) -> None:
    for one in displayable(text).split("\n"):
        reading = read(escaped_line(one))
        assert seen(reading.shown) == seen(one)
        assert (reading.live, reading.bold, reading.code, reading.starts) == ([], [], [], [])


@given(texts, limits)
@example("x" * 5000, 400)
@example(FAMILY * 300, 400)
@example("# " * 900, 401)
@example("1234567890." * 200 + " a", 400)
@example(("a" * 79 + " ") * 20, 400)
@example("a" * 395 + " - b", 400)
def test_pages_hold_the_limit_and_lose_nothing(text: str, limit: int) -> None:
    made = pages(text, limit)
    assert all(measure(page) <= limit for page in made)
    readings = [read(page) for page in made]
    shown, whole = [reading.shown for reading in readings], displayable(text)
    assert [(r.live, r.bold, r.code, r.starts) for r in readings] == [([], [], [], [])] * len(made)
    places = boundaries(whole)
    for at in cuts(whole, shown):
        assert at in places, "a page begins inside a character"
        word = word_around(whole, at)
        assert not word or len(word) > LONG_WORD, "a page begins inside a word"


def test_a_character_wider_than_a_page_is_cut_rather_than_lost() -> None:
    stack = "e" + "\u0301" * 3000
    made = pages(stack, 500)
    assert all(measure(page) <= 500 for page in made) and "".join(made) == stack


styled = st.lists(
    st.tuples(st.sampled_from([bold, code, plain]), st.sampled_from(SOUP) | st.text(max_size=8)).map(
        lambda made: made[0](made[1])
    ),
    max_size=40,
)


@given(st.lists(st.tuples(st.sampled_from([line, small, item]), styled), max_size=8), limits)
def test_markup_of_our_own_is_closed_on_every_page(made: list[tuple[object, list[Span]]], limit: int) -> None:
    lines = tuple(make(*spans) for make, spans in made)  # type: ignore[operator]
    result = pages_of([Block(lines)], limit)
    readings = [read(page) for page in result]
    assert all(measure(page) <= limit for page in result)
    assert [reading.live for reading in readings] == [[]] * len(result)
    expected = "".join(seen(span.text) for one in lines for span in one.spans)
    assert "".join(seen(reading.shown) for reading in readings) == expected
    assert {start for reading in readings for start in reading.starts} <= {"-# ", "- "}


def test_what_is_bold_stays_bold_over_a_cut() -> None:
    made = pages_of([Block((line(bold("Two words. " * 60)),))], 400)
    assert len(made) == 2
    assert all(page.startswith("**Two words.") and page.endswith("words.**") for page in made)
    assert all(read(page).bold == [read(page).shown] for page in made)


def test_small_print_stays_small_over_a_cut() -> None:
    made = pages_of([Block((small(plain("Two words. " * 60)),))], 400)
    assert [page[:3] for page in made] == ["-# ", "-# "]


def test_cuts_are_between_paragraphs_then_sentences_then_words() -> None:
    paragraphs = pages_of([Block(lines_of("first " * 40)), Block(lines_of("second " * 50))], 450)
    assert [page.split()[0] for page in paragraphs] == ["first", "second"]
    sentences = pages("One two three four. " * 15 + "Five six seven eight nine ten " * 15, 400)
    assert sentences[0].endswith("four.") and sentences[1].startswith("Five")
    (first, *_) = pages("word " * 200, 400)
    assert first.endswith("word") and measure(first) > 390
    numbers = pages("see rule 702.6a and " * 40, 400)
    assert all(not page.startswith(("a ", "6a", ".6a")) for page in numbers)


def test_a_stop_before_a_small_letter_ends_no_sentence() -> None:
    made = pages("words " * 45 + "e.g. " + "the rest of a long sentence " * 10, 400)
    assert not made[0].endswith("e.g.")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "https://x.y/a b", "https://x.y/)", "https://x.y/<", None])
def test_only_addresses_that_can_stand_in_a_link_become_one(address: str | None) -> None:
    assert linked(code("702.6a"), address) == code("702.6a")


def test_a_link_keeps_its_number_as_code() -> None:
    span = linked(code("702.6a"), "https://rules.example/702.6a")
    assert span == raw("[`702.6a`](<https://rules.example/702.6a>)")
    assert linked(code("a]b"), "https://rules.example/") == code("a]b")


def test_what_cannot_be_code_is_plain() -> None:
    assert (
        code("a`b") == plain("a`b")
        and code("") == plain("")
        and code(" a") == plain(" a")
        and code("@x") == plain("@x")
    )
    with pytest.raises(ValueError, match="one line"):
        raw("a\nb")
    with pytest.raises(ValueError, match="at least"):
        pages_of([], SMALLEST_PAGE - 1)
