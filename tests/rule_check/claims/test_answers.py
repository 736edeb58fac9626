"""Right answers are VALID, wrong ones INVALID, and those that are only half right never VALID."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rule_check.findings import Finding
from tests.rule_check.claims.answers import Case, cases, found, found_of, reader

_NEGATIONS = {"en": ("not", "no", "never", "n't"), "id": ("gak", "tidak", "bukan"), "es": ("no", "nunca")}
_WORDS = (
    *("yes", "no", "not", "only", "if", "unless", "even", "until", "you", "can", "can't", "it", "the", "unit", "equip"),
    *("Follower", "Equipment", "attached", "to", "on", "my", "your", "opponent's", "turn", "Stray", "Wander", "sí"),
    *("puedes", "si", "solo", "gak", "bisa", "kecuali", "dia", ".", ",", ";", "(", ")", "“", "”", "?", "-", "3", "¤"),
)
_RIFTBOUND = {"turn": "opponent", "phase": "main", "chain": "empty", "showdown": "no", "may": "equip(e1,u1)"}


@pytest.mark.parametrize("case", cases("right"), ids=str)
def test_right_answers_are_valid(case: Case) -> None:
    assert found(case).finding is Finding.VALID


@pytest.mark.parametrize("case", cases("wrong"), ids=str)
def test_wrong_answers_are_invalid(case: Case) -> None:
    assert found(case).finding is Finding.INVALID


@pytest.mark.parametrize("case", cases("partial"), ids=str)
def test_half_right_answers_are_never_valid(case: Case) -> None:
    assert found(case).finding is not Finding.VALID


@pytest.mark.parametrize("case", cases("right"), ids=str)
def test_a_negation_put_in_anywhere_leaves_no_answer_valid(case: Case) -> None:
    words, negations = case.answer.split(), _NEGATIONS[case.language]
    for place in range(len(words) + 1):
        # Every place, and every negation in turn: each at each place would take minutes.
        turned = " ".join([*words[:place], negations[place % len(negations)], *words[place:]])
        assert found(case, turned).finding is not Finding.VALID, turned


@pytest.mark.parametrize("case", cases("right"), ids=str)
@pytest.mark.parametrize("opinion", ["I think: {}", "{} Or maybe not.", "{} Just kidding.", "“{}”", "{} Right?"])
def test_what_may_take_an_answer_back_leaves_it_not_valid(case: Case, opinion: str) -> None:
    assert found(case, opinion.format(case.answer)).finding is not Finding.VALID


@pytest.mark.parametrize(
    "answer",
    ["“Yes”, some say, with good reason.", "Is it yes? I wonder.", "Yes, unless somebody minds.", "Yes, if you pay.",
     "I think so, yes.", "Yes. But only when the moon is full.", "Someone said: yes, probably."],
)  # fmt: skip
def test_a_yes_that_is_not_plain_is_no_ground_to_call_an_answer_wrong(answer: str) -> None:
    assert found_of("riftbound", _RIFTBOUND, "en", answer).finding is not Finding.INVALID


def test_a_plain_yes_is_wrong_whatever_else_is_said_in_words_that_are_not_understood() -> None:
    comparison = found_of("riftbound", _RIFTBOUND, "en", "Yes, gadgets like that are quick.")
    assert comparison.finding is Finding.INVALID
    assert comparison.untranslated


def test_a_bare_yes_to_a_question_put_negatively_can_mean_either() -> None:
    assert found_of("riftbound", _RIFTBOUND, "en", "Yes.", turned=True).finding is Finding.TRANSLATION_AMBIGUOUS
    assert found_of("riftbound", _RIFTBOUND, "en", "No.", turned=True).finding is Finding.TRANSLATION_AMBIGUOUS
    assert found_of("riftbound", _RIFTBOUND, "en", "You can't equip it.", turned=True).finding is Finding.VALID


def test_premises_that_contradict_each_other_are_impossible() -> None:
    given = {"attached(e1)": "u1", "then": "now attached(e1)", "event": "leaves_board(u1); leaves_board(e1)"}
    assert found_of("riftbound", given, "en", "Nonsense.").finding is not Finding.VALID


def test_an_answer_without_any_claim_has_nothing_to_check() -> None:
    assert found_of("riftbound", _RIFTBOUND, "en", "So, well.").finding is Finding.NO_TRANSLATIONS


@given(
    game=st.sampled_from(("riftbound", "vandaria")),
    language=st.sampled_from(("en", "id", "es")),
    text=st.one_of(
        st.text(max_size=120),
        st.lists(
            st.sampled_from(_WORDS),
            max_size=20,
        ).map(" ".join),
    ),
)
@settings(max_examples=150)
def test_no_text_makes_the_check_fail(game: str, language: str, text: str) -> None:
    reader(game, language).read(text)
    given = _RIFTBOUND if game == "riftbound" else {"stray(f1)": "yes", "wander(f1)": "no", "may": "equip(e1,f1)"}
    assert found_of(game, given, language, text).finding in Finding
