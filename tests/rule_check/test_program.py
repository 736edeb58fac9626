"""Formal blocks: what is let through, what is refused and where, and that declarations say everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from rule_check.program import rules_of
from rules_corpus.document_errors import DocumentErrors
from tests.rule_check.garden import RULES, VOCABULARY, blocks, vocabulary


def test_rules_keep_their_section_and_line(tmp_path: Path) -> None:
    rules = rules_of(blocks(RULES), vocabulary(tmp_path))
    assert [(rule.section, rule.line) for rule in rules][:2] == [("101.1", 3), ("101.1", 4)]


def test_comments_are_let_through(tmp_path: Path) -> None:
    (rule,) = rules_of(blocks({"1": "% Why.\nenables(paint(P)) :- asked(paint(P)). % And how."}), vocabulary(tmp_path))
    assert rule.line == 3


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("#script (python) import os #end.", "#script"),
        ('#include "/etc/passwd".', "#include"),
        ("#external x.", "#external"),
        ("#show.", "#show"),
        ("enables(stick(L,P)) :- asked(stick(L,P)), P = @outside(L).", "outside"),
        ("{ enables(stick(L,P)) } :- asked(stick(L,P)).", "a plain rule"),
        ("enables(stick(L,P)); forbids(stick(L,P)) :- asked(stick(L,P)).", "a plain rule"),
        (":- asked(stick(L,P)).", "a plain rule"),
        ("-glued(L) :- obj(L,label).", "a plain rule"),
        ("yes(stick(L,P)) :- asked(stick(L,P)).", "a head"),
        ("is(season,spring) :- asked(stick(L,P)).", "a head"),
        ("_why(a) :- asked(stick(L,P)).", "a head"),
        ("enables(stick(L,P),x) :- asked(stick(L,P)).", "enables with 1"),
        ("enables(stack(L,P)) :- asked(stick(L,P)).", "a declared action"),
        ("enables(stick(L)) :- asked(stick(L,P)).", "a declared action"),
        ("enables(stick(p1,l1)) :- asked(stick(p1,l1)).", "label as L"),
        ("forbids(stick(L,P)) :- asked(stick(L,P)), event(explodes(P)).", "a declared event"),
        ("forbids(stick(L,P)) :- asked(stick(L,P)), is(weather,wet).", "a declared fact"),
        ("forbids(stick(L,P)) :- asked(stick(L,P)), stated(weather).", "a declared fact"),
        ("forbids(stick(L,P)) :- asked(stick(L,P)), is(season,autumn).", "one of the values"),
        ("forbids(stick(L,P)) :- asked(stick(L,P)), wet(P).", "an atom that something derives"),
        ("requires(stick(L,P), wet(P)) :- asked(stick(L,P)).", "a condition"),
        ("set(glued(L),no,strong) :- obj(L,label).", "one of the levels"),
        ("then(later,place(L),bed) :- event(breaks(P)).", "one of the times"),
        ("enables(stick(L,P)) :- asked(stick(L,P)", "well-formed"),
        ("&sum { x } :- asked(stick(L,P)).", "a plain rule"),
    ],
)
def test_refused_with_file_and_line(tmp_path: Path, source: str, named: str) -> None:
    with pytest.raises(DocumentErrors) as caught:
        rules_of(blocks({"101.1": source}, tmp_path / "rules.md"), vocabulary(tmp_path))
    (error, *_) = caught.value.errors
    assert error.path == tmp_path / "rules.md"
    assert error.line >= 1
    assert named in str(caught.value)


def test_an_included_file_is_never_opened(tmp_path: Path) -> None:
    (tmp_path / "other.lp").write_text("enables(paint(P)) :- asked(paint(P)).", encoding="utf-8")
    with pytest.raises(DocumentErrors, match="#include"):
        rules_of(blocks({"1": f'#include "{tmp_path / "other.lp"}".'}), vocabulary(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('id: "it is spring | it is not spring", ', "", "id"),
        ('en: "it is spring | it is not spring"', 'en: "it is spring"', "what is said when it holds"),
        ('en: "{O} is in the shed | {O} is not in the shed"', 'en: "{X} is in the shed | no"', "{X}"),
        ("unstated: you", "unstated: me", "ask or one of"),
        ("owner(O=pot/label)", "owner(O=pot/lable)", "lable"),
        ("owner(O=pot/label)", "owner(O:pot)", "a parameter"),
        ("question: {en: Which season is it?, id: Musim apa?, es: ¿Qué estación es?}", "", "a question for a fact"),
        ("game: riftbound", "game: chess", "chess"),
        ("objects: [p1, p2]", "objects: [p1]", "a name for each"),
        ("objects: [l1, l2]", "objects: [p1, l2]", "each object in one kind"),
        ("spring: {", "Spring: {", "small letters"),
        ("actions:", "deeds:", "deeds"),
    ],
)
def test_a_vocabulary_that_cannot_be_said_is_refused(tmp_path: Path, old: str, new: str, named: str) -> None:
    assert old in VOCABULARY
    with pytest.raises(DocumentErrors) as caught:
        vocabulary(tmp_path, VOCABULARY.replace(old, new, 1))
    assert named in str(caught.value)
