"""What a reader sees of an answer: the verdict first, the small print on the first page, menus that fit."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.answer import Answer, AnswerCitation, AnswerKind, CheckReport, Clarify, ClarifyOption, Message
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.discord.rendering.answers import MOST_MENUS, in_language, render_answer
from bot.discord.rendering.custom_ids import custom_id, parts_of, template
from bot.discord.rendering.limits import measure
from bot.discord.rendering.menus import fitted
from bot.discord.rendering.pages import COLOURS, GREY, Look
from bot.discord.rendering.proofs import proof_text, render_proof
from bot.discord.rendering.sheets import Entry, Section, Sheet, render_sheet, render_text
from rule_check.wording import SaidStep
from tests.bot.discord.rendering.reading import page_text, problems, read, seen

PLAIN = Look(embeds=False)
RULE = AnswerCitation("riftbound", "core", "Core Rules", "1.5", "818.1.c.2", "Equip attaches.", "en", True)
YES = Answer("en", "riftbound", AnswerKind.DERIVED, "yes", ("You may.",), (RULE,), check=CheckReport("VALID"))


def shown(answer: Answer, look: Look = PLAIN) -> list[str]:
    rendered = render_answer(answer, look)
    assert problems(rendered) == []
    return [page_text(page) for page in rendered.pages]


def test_the_order_is_verdict_answer_conditions_sources_small_print() -> None:
    answer = replace(YES, conditions=("a", "b"), unless=("c",), notices=(Message("Nothing was found."),))
    assert shown(answer) == [
        "**Yes.** ✅ Checked against the rules\nYou may.\n\n**If all of this holds:**\n- a\n- b\n\n**Unless:**\n- c\n\n"
        "**Because**\n-# Core Rules 1.5\n- `818.1.c.2`  Equip attaches.\n\n-# Nothing was found."
    ]


def test_a_short_reply_names_its_sources_in_a_line() -> None:
    other = replace(RULE, ref="435.4")
    (text,) = shown(replace(YES, citations=(RULE, other)), Look(short=True))
    assert text.endswith("**Because**  `818.1.c.2` · `435.4` — Core Rules 1.5")


def test_a_source_is_a_link_where_its_address_is_known() -> None:
    (text,) = shown(YES, Look(address=lambda citation: f"https://rules.example/{citation.ref}"))
    assert "- [`818.1.c.2`](<https://rules.example/818.1.c.2>)  Equip attaches." in text


def test_embeds_and_plain_text_say_the_same_and_embeds_show_the_verdict_in_colour() -> None:
    assert shown(YES) == shown(YES, Look())
    for verdict in ("yes", "no", "depends", None):
        (page,) = render_answer(replace(YES, verdict=verdict)).pages
        assert page.embed is not None and page.embed.colour == COLOURS.get(verdict or "", GREY) and not page.content


def test_only_a_confirmed_answer_has_the_mark_of_one() -> None:
    unchecked = replace(YES, check=CheckReport("SATISFIABLE"), status=Message("Nothing was found."))
    (text,) = shown(unchecked)
    assert text.startswith("**Yes.** ⚠️ Nothing was found.")


def test_every_language_has_its_words_and_in_language_changes_ours_only() -> None:
    assert shown(in_language(YES, "id"))[0].startswith("**Ya.** ✅ Sudah dicek dengan aturan\nYou may.")
    parts = in_language(replace(YES, parts=(YES,)), "es")
    assert (parts.language, parts.parts[0].language) == ("es", "es")


def test_the_small_print_is_on_the_first_of_many_pages() -> None:
    answer = replace(YES, says=("One sentence. " * 400,), notices=(Message("Nothing was found."),))
    for look in (PLAIN, Look()):
        pages = shown(answer, look)
        assert len(pages) > 1
        assert "-# Nothing was found." in pages[0] and not any("Nothing was found." in page for page in pages[1:])
    assert [page.embed.footer for page in render_answer(answer).pages if page.embed] == ["1/2", "2/2"]
    assert shown(answer)[0].endswith(f"\n-# 1/{len(shown(answer))}")


def test_an_answer_without_words_is_no_empty_message() -> None:
    shown(Answer("en", None, AnswerKind.ABSTAIN, None, ()))
    shown(Answer("en", None, AnswerKind.ABSTAIN, None, ("\u200b \n",)))


def test_each_part_of_a_question_stands_over_its_answer() -> None:
    part = replace(YES, asked="Can I **equip**?")
    (text,) = shown(Answer("en", "riftbound", AnswerKind.DERIVED, None, (), parts=(part, replace(part, asked="b"))))
    assert text.startswith("**— Can I \\*\\*equip\\*\\*?**\n\n**Yes.** ✅") and "**— b**" in text


@given(st.text(), st.text(), st.text(), st.sampled_from(["en", "id", "es"]), st.booleans(), st.booleans())
def test_no_text_breaks_a_limit_or_becomes_markup(
    says: str, quote: str, notice: str, language: str, embeds: bool, short: bool
) -> None:
    clarify = Clarify("turn", Message("{q}", {"q": says}), (ClarifyOption(quote, notice), ClarifyOption("x", says)))
    answer = Answer(
        language,
        "mtg",
        AnswerKind.FAQ,
        "depends",
        (says * 9, quote),
        (replace(RULE, quote=quote, document_title=says),),
        clarify=(clarify,),
        conditions=(notice, says),
        notices=(Message("{n}", {"n": notice}),),
    )
    rendered = render_answer(answer, Look(embeds=embeds, short=short))
    assert problems(rendered) == []
    for page in rendered.pages:
        assert read(page_text(page)).live == []


def test_a_long_label_goes_on_in_its_description() -> None:
    name = "Our Market Research Shows That Players Like Really Long Card Names So We Made this Card to Have One Too"
    clarify = Clarify("card", Message("Which card do you mean?"), (ClarifyOption(name, name), ClarifyOption("b", "B")))
    (menu,) = render_answer(replace(YES, clarify=(clarify,))).menus
    first, second = menu.options
    assert (menu.fact, menu.placeholder) == ("card", "Which card do you mean?")
    assert first.value == name and f"{first.label} {first.description}" == name
    assert (second.label, second.description) == ("B", "")


def test_more_options_than_menus_hold_are_counted() -> None:
    def asking(count: int) -> Answer:
        options = tuple(ClarifyOption(str(n), f"Card {n}") for n in range(count))
        return replace(YES, clarify=(Clarify("card", Message("Which card do you mean?"), options),))

    most = 25 * MOST_MENUS
    assert [len(menu.options) for menu in render_answer(asking(26)).menus] == [25, 1]
    assert "do not fit" not in shown(asking(most))[0]
    assert "-# 2 more choices do not fit here; name yours in the question." in shown(asking(most + 2))[0]
    assert len(render_answer(asking(most + 2)).menus) == MOST_MENUS


@given(st.text(), st.integers(10, 100))
def test_a_fitted_label_is_never_too_long_nor_empty(text: str, limit: int) -> None:
    label = fitted(text, limit)
    assert label.strip() and measure(label) <= limit and "\n" not in label


@pytest.mark.parametrize("embeds", [True, False])
@pytest.mark.parametrize(
    "text", ["Can I equip a unit at a battlefield?", "How does Equip work?", "hello there", "818.1", "Tank"]
)
def test_answers_have_no_more_than_one_emoji_a_line_and_no_exclamation(
    answering: Answering, text: str, embeds: bool
) -> None:
    for page in shown(answering.ask(Question(text)), Look(embeds=embeds)):
        for one in page.splitlines():
            assert sum(unicodedata.category(c) == "So" for c in one) <= 1 and "!" not in one


def test_a_sheet_has_title_sections_and_small_print() -> None:
    section = Section(Message("Sources"), ("They say *this*.",), (Entry("needed", "1.2"), Entry("also")))
    rendered = render_sheet(Sheet("Report", "⚠️", (section,), ("small",)), "es", PLAIN)
    assert problems(rendered) == []
    assert page_text(rendered.pages[0]) == (
        "⚠️ **Report**\n\n**Fuentes**\nThey say \\*this\\*.\n- `1.2`  needed\n- also\n\n-# small"
    )
    assert page_text(render_text(["@everyone"], "en", PLAIN).pages[0]) == "@\u200beveryone"


STEPS = (
    SaidStep("enables", "you may equip", "818.1"),
    SaidStep("requires", "it is your turn", "151.2"),
    SaidStep("waives", "the chain is empty", "723"),
    SaidStep("gap", "it moves", "9"),
    SaidStep("set", "it works", ""),
    SaidStep("then", "it is attached", "435.1", "resolution"),
    SaidStep("then", "it stays", "435.2", "now"),
)


def test_a_proof_is_told_step_by_step() -> None:
    rendered = render_proof(STEPS, "en", PLAIN, facts=("a", "b"), assumed=("c",))
    assert page_text(rendered.pages[0]).splitlines() == [
        "**How this follows from the rules**",
        "",
        "- `818.1`  You may equip",
        "- `151.2`  This needs: it is your turn",
        "- `723`  Not needed here: the chain is empty",
        "- `9`  The text leaves open: it moves",
        "- It works",
        "- `435.1`  As it resolves: it is attached.",
        "- `435.2`  It stays",
        "",
        "-# I understood: a and b.",
        "-# I took it that: c.",
    ]
    assert proof_text(STEPS[:2], "es") == "818.1  You may equip\n151.2  Para esto hace falta: it is your turn"
    long = render_proof(STEPS * 200, "id", PLAIN)
    assert problems(long) == [] and len(long.pages) > 5
    assert "Tidakperludisini" in seen("".join(page_text(page) for page in long.pages))


def test_custom_ids_are_read_again_and_never_too_long() -> None:
    made = custom_id("proof", "Xk3_9-a", "2")
    assert made == "rb:proof:Xk3_9-a:2" and parts_of(made) == ("proof", "Xk3_9-a", ("2",))
    matched = template("proof").fullmatch(made)
    assert matched is not None and matched["reply"] == "Xk3_9-a" and matched["more"] == ":2"
    assert template("proof").fullmatch(custom_id("proofs", "x")) is None
    assert parts_of("other:proof:x") is None and parts_of("rb:proof") is None
    for parts in (("a:b", "x"), ("a", ""), ("a", "x" * 98)):
        with pytest.raises(ValueError, match="custom id"):
            custom_id(*parts)
