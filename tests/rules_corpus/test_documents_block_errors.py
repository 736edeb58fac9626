"""Every kind of mistake in a fenced block is reported once, with its file, its line and what was expected there."""

from __future__ import annotations

import pytest

from tests.rules_corpus.document_samples import (
    FRONT,
    OTHERS,
    RULES,
    SAMPLE,
    Case,
    changed,
    errors_in,
    line_of,
    one_mistake,
)

BLOCKS: dict[str, Case] = {
    "asp in an FAQ": (
        "gap: yes\n```\n",
        "gap: yes\n```\n```asp\nx.\n```\n",
        "```asp\nx.",
        "a block of kind faq here",
        '"asp"',
    ),
    "faq in a rule": ("```asp", "```faq", "```faq\nenables", "a block of kind asp or check here", '"faq"'),
    "block in an example": (
        "cites: 818.1.c\n",
        "cites: 818.1.c\n```check\n- {}\n```\n",
        "```check\n- {}",
        "no block here",
        '"check"',
    ),
    "unknown kind": ("```asp", "```python", "```python", "a block of kind asp or check here", '"python"'),
    "no kind": ("```asp", "```", "```\nenables", "an opening fence ``` with the kind", '"```"'),
    "four fences": ("```asp", "````asp", "````asp", "an opening fence ``` with the kind", '"````asp"'),
    "no faq": (
        "```faq\nasks: {en: [Indoors?], id: [Di dalam?], es: [¿Dentro?]}\n"
        "says: {en: The rules are silent., id: Aturan tidak menyebutnya., es: Las reglas callan.}\ngap: yes\n```\n",
        "",
        "## FAQ hat-indoors",
        "a ```faq block",
        "none",
    ),
    "two faqs": (
        "gap: yes\n```\n",
        "gap: yes\n```\n```faq\nx: y\n```\n",
        "```faq\nx: y",
        "one faq block",
        "a second one",
    ),
    "unterminated before a heading": (
        "asked(wear(H, U)).\n```\n\n```check\n- given: {controller(u1): you}\n  expect: no\n"
        '  cites: [818.1.c, {"1.5": 818.1, "1.4": 817.1}]\n```\n',
        "asked(wear(H, U)).\n\n",
        "## KEYWORD",
        "``` at the end of the block from line",
        '"## KEYWORD hat"',
    ),
    "unterminated before a block": (
        "asked(wear(H, U)).\n```\n",
        "asked(wear(H, U)).\n",
        "```check",
        "``` at the end",
        '"```check"',
    ),
    "empty faq": (
        "asks: {en: [Indoors?], id: [Di dalam?], es: [¿Dentro?]}\n"
        "says: {en: The rules are silent., id: Aturan tidak menyebutnya., es: Las reglas callan.}\ngap: yes\n",
        "# nothing\n",
        "# nothing",
        "YAML",
        "nothing",
    ),
    "malformed YAML": ("gap: yes\n", "gap: [yes\n", "gap: [yes", "well-formed YAML", "flow sequence"),
    "tab in YAML": ("gap: yes\n", "\tgap: yes\n", "\tgap: yes", "well-formed YAML", "cannot start any token"),
    "alias": ("gap: yes\n", "gap: *x\n", "gap: *x", "without anchors and aliases", "the alias *x"),
    "anchor": ("gap: yes\n", "gap: &x yes\n", "gap: &x", "without anchors and aliases", "the anchor &x"),
    "tag": ("gap: yes\n", "gap: !!python/name:os.system yes\n", "gap: !!", "YAML without tags", "python/name"),
    "second document": ("gap: yes\n", "gap: yes\n---\nmore: yes\n", "---\nmore", "one YAML document", "a second one"),
    "duplicate YAML key": ("gap: yes\n", "gap: yes\ngap: yes\n", "gap: yes\n```", "each key once", '"gap" again'),
    "key as a list": ("gap: yes\n", "gap: yes\n[a]: b\n", "[a]: b", "a key of plain text", "a list"),
    "deep nesting": ("gap: yes\n", f"gap: {'[' * 40}{']' * 40}\n", "gap: [", "at most 12 levels of nesting", "more"),
    "escape": ("gap: yes\n", 'gap: "\\0"\n', 'gap: "', "printable characters only", "x00"),
    "escape beyond Unicode": ("gap: yes\n", 'gap: "\\UFFFFFFFF"\n', 'gap: "', "well-formed YAML", "an error"),
    "unknown key in faq": (
        "gap: yes\n",
        "gaps: yes\n",
        "gaps: yes",
        "only asks, says, verdict, gap, cites, given",
        '"gaps"',
    ),
    "no answer": (
        'says: {en: "No: it is no unit.", id: Tidak., es: No.}\n',
        "",
        "asks:\n  en:",
        "asks, says in the faq block",
        "no says",
    ),
    "asks as a text": (
        "{en: [Indoors?],",
        "{en: Indoors?,",
        "asks: {en: Indoors",
        "a list of questions in en",
        '"Indoors?"',
    ),
    "no question": ("{en: [Indoors?],", "{en: [],", "asks: {en: []", "a list of questions in en", "an empty list"),
    "empty question": ("{en: [Indoors?],", "{en: [''],", "asks: {en: ['", "a question in en", "nothing"),
    "question language": ("id: [Di dalam?], ", "", "asks: {en: [Ind", "en, id, es in asks", "no id"),
    "answer language": ("id: Tidak., ", "", 'says: {en: "No', "en, id, es in says", "no id"),
    "verdict": ("verdict: no  ", "verdict: never", "verdict: never", "verdict to be yes, no or depends", '"never"'),
    "gap": ("gap: yes\n", "gap: maybe\n", "gap: maybe", "gap to be yes", '"maybe"'),
    "gap with verdict": (
        "gap: yes\n",
        "gap: yes\nverdict: yes\n",
        "verdict: yes",
        "no verdict where gap is yes",
        '"yes"',
    ),
    "cites as a text": (
        "cites: [818.1.c, {1.5: 818.1, 1.4: 817.1}]",
        "cites: 818.1.c",
        "cites: 818.1.c\ngiven",
        "a list of rules",
        '"818.1.c"',
    ),
    "cite's number": (
        "cites: [818.1.c, {1.5: 818.1, 1.4: 817.1}]",
        "cites: [818.1c]",
        "cites: [818.1c]",
        "a rule number",
        '"818.1c"',
    ),
    "cite by another edition": (
        "cites: [818.1.c, {1.5: 818.1, 1.4: 817.1}]",
        "cites: [{1.4: 817.1, 1.5: 818.1}]",
        "cites: [{1.4",
        "this file's edition 1.5 first",
        '"1.4"',
    ),
    "cite as a list": (
        "cites: [818.1.c, {1.5: 818.1, 1.4: 817.1}]",
        "cites: [[818.1]]",
        "cites: [[",
        "a number, or numbers",
        "a list",
    ),
    "cite's number as a list": (
        "cites: [818.1.c, {1.5: 818.1, 1.4: 817.1}]",
        "cites: [{1.5: [818]}]",
        "cites: [{",
        "a rule number",
        "a list",
    ),
    "cite's edition": (
        "cites: [818.1.c, {1.5: 818.1, 1.4: 817.1}]",
        "cites: [{1.5: 818.1, 'the old': 817.1}]",
        "cites: [{",
        "an edition's label",
        '"the old"',
    ),
    "cited twice": (
        "cites: [818.1.c, {1.5: 818.1, 1.4: 817.1}]",
        "cites: [818.1, {1.5: 818.1}]",
        "cites: [818.1, {",
        "each one once",
        '"818.1" again',
    ),
    "given": (
        'given: {controller(u1): you, "worn(h1,u1)": yes}',
        "given: [you]",
        "given: [you]",
        "given as a mapping",
        "a list",
    ),
    "fact without value": (
        '"worn(h1,u1)": yes',
        '"worn(h1,u1)"',
        'given: {controller(u1): you, "worn',
        "a value for the fact",
        "nothing",
    ),
    "fact with a list": ('"worn(h1,u1)": yes', "worn(h1): [yes]", "worn(h1): [", "a value for the fact", "a list"),
    "empty fact": ('"worn(h1,u1)": yes', '"": yes', '"": yes', "a fact", "nothing"),
    "name": ("name: {en: Hat, id: Topi, es: Sombrero}\n", "", "first_set", "name in the keyword block", "no name"),
    "first_set": ("first_set: Wardrobe", "first_set:", "first_set:", "the name of a set", "nothing"),
    "counts that don't add up": ("{count: 2,", "{count: 3,", "total: 12", "cards that add up to the total of 12", "13"),
    "count in words": ("{count: 2,", "{count: two,", "{count: two", "a whole number of cards for the part", '"two"'),
    "no total": ("  total: 12\n", "", "parts:", "total in cards", "no total"),
    "no label": (
        ", label: {en: hatters, id: pemakai topi, es: sombrereros}",
        "",
        "- {count: 2}",
        "label in a part of the cards",
        "no label",
    ),
    "label's language": ("id: pemakai topi, ", "", "{en: hatters", "en, id, es in a label", "no id"),
    "reminder's language": ("id: Pakai ini., ", "", "- {en: Wear", "en, id, es in a reminder", "no id"),
    "reminders": (
        "reminders:\n  - {en: Wear this., id: Pakai ini., es: Lleva esto.}",
        "reminders: none",
        "reminders: none",
        "a list of reminder texts",
        '"none"',
    ),
    "check as a text": ("```check\n", "```check\n- yes\n", "- yes\n", "a check as a mapping", '"yes"'),
    "check's cite": (
        'cites: [818.1.c, {"1.5"',
        'cites: [818.1c, {"1.5"',
        "cites: [818.1c",
        "a rule number",
        '"818.1c"',
    ),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks(name: str) -> None:
    one_mistake(BLOCKS[name])


def test_an_answer_with_bare_commas_is_not_cut_short() -> None:
    text = changed("{en: The rules are silent.,", "{en: The rules, alas, are silent.,")
    errors = errors_in(text)
    assert [error.line for error in errors] == [line_of("The rules, alas", text)] * 2
    assert [error.found for error in errors] == ['"alas"', '"are silent."']


def test_a_fact_with_a_bare_comma_is_told_to_be_quoted() -> None:
    text = changed('"worn(h1,u1)": yes', "worn(h1,u1): yes")
    errors = errors_in(text)
    assert [error.line for error in errors] == [line_of("given: {controller(u1): you, worn", text)]
    assert "quote a fact that has a comma" in errors[0].expected


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    text = changed("gap: yes\n", bomb)
    (error,) = errors_in(text)
    assert (error.line, error.found) == (line_of("a: &a", text), "the anchor &a")


def test_a_block_left_open_at_the_end_of_the_file() -> None:
    text = SAMPLE + "\n## 819\nen: a\nid: b\nes: c\n```asp\nx.\n"
    (error,) = errors_in(text)
    assert error.expected == f"``` at the end of the block from line {line_of('```asp' + chr(10) + 'x.', text)}"
    assert error.found == "the end of the file"
    assert error.line == text.count("\n") + 1


def test_a_mistake_in_a_rule_is_found_with_its_siblings_intact() -> None:
    text = FRONT + RULES + OTHERS.replace("verdict: no", "verdict: nay").replace("total: 12", "total: 99")
    lines = [error.line for error in errors_in(text)]
    assert lines == [line_of("total: 99", text), line_of("verdict:", text)]


def test_a_long_finding_is_shortened() -> None:
    (error,) = errors_in(changed("verdict: no  ", f"verdict: {'no ' * 100}"))
    assert len(error.found) < 70
    assert error.found.endswith('…"')
