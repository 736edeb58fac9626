"""Questions read into scenarios, and the many ways in which one is refused rather than guessed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rule_check.reading.patterns import PatternError, parse_pattern
from rule_check.reading.phrases import FOLDER, load_phrases
from rule_check.reading.reader import PhraseReader, Reading
from rule_check.scenario import May, Outcome, Step
from rules_corpus.document_errors import DocumentErrors
from rules_corpus.lexicon import load_lexicon
from tests.rule_check.garden import vocabulary
from tests.rule_check.garden_phrases import GARDEN_PHRASES

Readers = dict[str, PhraseReader]
LEXICON = load_lexicon()


def load(folder: Path, phrases: str = GARDEN_PHRASES) -> Readers:
    known = vocabulary(folder)
    shutil.copy(FOLDER / "common.yaml", folder / "common.yaml")
    (folder / "phrases").mkdir(exist_ok=True)
    shutil.copy(FOLDER / "common.yaml", folder / "phrases" / "common.yaml")
    (folder / "phrases" / "riftbound.yaml").write_text(phrases, encoding="utf-8")
    books = load_phrases(known, folder / "phrases")
    return {language: PhraseReader(book, known, LEXICON) for language, book in books.items()}


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Readers:
    return load(tmp_path_factory.mktemp("phrases"))


WINTER_NEXT_DOOR = {"season": "winter", "owner(p1)": "neighbour"}
STICK = May("stick(l1,p1)")

READ = [
    ("en", "Can I stick a label on my pot?", STICK, {}),
    ("en", "can i put labels onto the pots", STICK, {}),
    ("en", "In winter, may I stick the label to my neighbour's pot?", STICK, WINTER_NEXT_DOOR),
    ("en", "May I stick it on my pot that is in a bed?", None, None),
    ("en", "My label is on my pot. Can I stick it on another pot?", May("stick(l1,p2)"), {"stuck(l1)": "p1"}),
    ("en", "It is not winter. Can I stick a label on a pot?", STICK, {"season": "spring"}),
    ("id", "boleh tempel label ke pot gak?", STICK, {}),
    ("id", "bisa gak pasang labelnya ke pot milik tetangga", STICK, {"owner(p1)": "neighbour"}),
    ("id", "Pas musim dingin boleh nempel label ke pot?", STICK, {"season": "winter"}),
    ("es", "¿Puedo pegar una etiqueta a la maceta del vecino en invierno?", STICK, WINTER_NEXT_DOOR),
    ("es", "puedo pegar etiquetas a otra maceta", May("stick(l1,p2)"), {}),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "query", "facts"), READ)
def test_read(readers: Readers, language: str, text: str, query: May | None, facts: dict[str, str] | None) -> None:
    found = readers[language].read(text)
    if query is None:
        assert not found.usable
        return
    assert found.usable, (found.left_over, found.doubts)
    assert found.query == query
    assert dict(found.scenario.facts) == facts


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "If the pot breaks, where does the label go?"),
        ("id", "kalo potnya pecah labelnya kemana?"),
        ("es", "Si se rompe la maceta, ¿adónde va la etiqueta?"),
    ],
)
def test_an_outcome_with_what_the_question_takes_for_granted(readers: Readers, language: str, text: str) -> None:
    found = readers[language].read(text)
    assert found.usable, (found.left_over, found.doubts)
    assert found.query == Outcome("next_cleanup", "place(l1)")
    assert (found.scenario.events, found.presumed) == (("breaks(p1)",), (("stuck(l1)", "p1"),))


def test_an_informal_word_puts_an_event_before_too(readers: Readers) -> None:
    for after in ("setelah", "stlh", "abis"):
        found = readers["id"].read(f"{after} pot pecah, label ke mana?")
        assert (found.scenario.events, found.scenario.before) == ((), (Step(("breaks(p1)",)),)), after


def test_an_event_before_an_action_has_happened(readers: Readers) -> None:
    found = readers["en"].read("After the pot breaks, can I stick the label on another pot?")
    assert found.usable
    assert (found.query, found.scenario.before) == (May("stick(l1,p2)"), (Step(("breaks(p1)",)),))


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("en", "Can I only stick a label on one pot?", "only"),
        ("en", "Can't I stick a label on my pot?", "Can't"),
        ("en", "Can I not stick a label on my pot?", "not"),
        ("en", "Can I stick a label on each pot?", "each"),
        ("en", "Can I stick two labels on a pot?", "two"),
        ("en", "Can I stick a label on a pot again?", "again"),
        ("en", "Can I stick a label on a pot unless it is winter?", "unless"),
        ("en", "Can I stick a label on a broken pot?", "broken"),
        ("en", "Can I stick a Sword of Fire on my pot?", "Sword"),
        ("en", "Can I stick a label on a pot before winter?", "before"),
        ("id", "gak boleh tempel label ke pot?", "gak"),
        ("id", "boleh tempel label ke pot tanpa bayar?", "tanpa"),
        ("id", "boleh tempel label ke pot selain?", "selain"),
        ("id", "boleh tempel label ke selain pot?", "selain"),
        ("es", "¿No puedo pegar una etiqueta a la maceta?", "No"),
        ("es", "¿Puedo pegar una etiqueta a ambas macetas?", "ambas"),
    ],
)
def test_a_word_that_might_matter_is_never_passed_over(readers: Readers, language: str, text: str, named: str) -> None:
    found = readers[language].read(text)
    assert not found.usable
    assert named in found.left_over


@pytest.mark.parametrize(
    "text",
    [
        "My label is on a pot and my neighbour's pot carries my other label. Can I stick it on another pot?",
        "It is winter. It is not winter. Can I stick a label on a pot?",
        "My label is on my pot. Can I stick it on my neighbour's pot?",
        "If my pot breaks, can I stick a label on my neighbour's pot?",
        "Can I stick a label on a pot? Can I stick the label on another pot?",
    ],
)
def test_what_can_be_meant_in_two_ways_is_not_used(readers: Readers, text: str) -> None:
    assert not readers["en"].read(text).usable


def test_statements_ask_nothing(readers: Readers) -> None:
    found = readers["en"].read("The label is on the pot.")
    assert (found.query, found.usable) == (None, False)


@given(st.text(max_size=300), st.sampled_from(["en", "id", "es"]))
def test_any_text_is_read_without_error(readers: Readers, text: str, language: str) -> None:
    assert isinstance(readers[language].read(text), Reading)


_SAID = """can i stick the label on pot my neighbour's in winter if breaks where does go not only it"""
_WORDS = st.sampled_from(_SAID.split())


@given(st.lists(_WORDS, max_size=14).map(" ".join))
def test_negations_and_scope_words_always_stop_a_reading(readers: Readers, text: str) -> None:
    found = readers["en"].read(text)
    if "only" in text.split() or "not" in text.replace("it is not winter", "").split():
        assert not found.usable


@pytest.mark.parametrize("phrase", ["(a", "a)", "[a", "(a|b", "{pot}", "", "a {b", "[]"])
def test_malformed_phrases(phrase: str) -> None:
    with pytest.raises(PatternError):
        parse_pattern(phrase)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("facts: {season: winter}", "facts: {season: summer}", "summer"),
        ("facts: {season: winter}", "facts: {weather: wet}", "weather"),
        ("facts: {season: winter}", "facts: {glued(l1): 'yes'}", "glued"),
        ("event: breaks({pot})", "event: explodes({pot})", "explodes"),
        ("may: stick({label},{pot})", "may: stick({label})", "2 arguments"),
        ("then: next_cleanup place({label})", "then: later place({label})", "later"),
        ("in winter", "in {winter}", "winter"),
        ("in winter", "in (winter", "well-formed"),
        ("at: pot, facts", "at: lid, facts", "lid"),
        ('facts: {"stuck({label})": "{pot}"}, en', "facts: {\"glued({label})\": 'yes'}, en", "glued"),
        ('upon: ["breaks({pot})"]', 'upon: ["explodes({pot})"]', "explodes"),
        ('unless: {"stuck({label})"', 'unless: {"stack({label})"', "stack"),
        ('to {pot:other}"', 'to {pot:same}"', "well-formed"),
        ("of: pot/label, other", "of: pot/lable, other", "lable"),
        ("  pot: {en: [pot, planter]", "  pots: {en: [pot, planter]", "pots"),
        ("event: breaks({pot})", "may: stick({label},{pot})", "event"),
    ],
)
def test_a_phrase_file_that_means_nothing_is_refused(tmp_path: Path, old: str, new: str, named: str) -> None:
    assert old in GARDEN_PHRASES
    with pytest.raises(DocumentErrors) as caught:
        load(tmp_path, GARDEN_PHRASES.replace(old, new, 1))
    assert named in str(caught.value)


def test_an_object_is_described_by_another_one(readers: Readers) -> None:
    found = readers["en"].read("After a pot with a label on it breaks, can I stick the label on another pot?")
    assert found.usable, (found.left_over, found.doubts)
    assert (found.query, found.scenario.before) == (May("stick(l1,p2)"), (Step(("breaks(p1)",)),))
    assert dict(found.scenario.facts) == {"stuck(l1)": "p1"}


def test_descriptions_are_also_read_where_they_tell_what_is_asked_about(readers: Readers) -> None:
    found = readers["en"].read("Can I stick a label that sticks to my pot to another pot?")
    assert found.usable, (found.left_over, found.doubts)
    assert (found.query, dict(found.scenario.facts)) == (May("stick(l1,p2)"), {"stuck(l1)": "p1"})
    assert not readers["en"].read("Can I stick a label that never sticks to my pot to another pot?").usable


def test_only_another_object_fills_a_slot_for_another(readers: Readers) -> None:
    found = readers["en"].read("Can I move the label to another pot?")
    assert (found.query, found.presumed) == (May("stick(l1,p2)"), (("stuck(l1)", "p1"),))
    assert not readers["en"].read("Can I move the label to my pot?").usable


def test_facts_with_which_a_question_means_something_else(readers: Readers) -> None:
    assert readers["en"].read("Can I label a pot?").query == May("stick(l1,p1)")
    # Whatever label it is to get, it is not the one that it has.
    assert not readers["en"].read("Can I label a pot that has a label on it?").usable


def test_a_question_about_an_event_is_about_that_event_alone(readers: Readers) -> None:
    found = readers["en"].read("After the pot breaks, what becomes of the label?")
    assert found.usable, (found.left_over, found.doubts)
    assert (found.scenario.events, found.scenario.before) == (("breaks(p1)",), ())
    assert not readers["en"].read("What becomes of the label?").usable
    assert not readers["en"].read("If my pot breaks and another pot breaks, what becomes of the label?").usable


def test_my_pot_after_another_pot_may_be_either(readers: Readers) -> None:
    assert not readers["en"].read("If another pot breaks, can I stick a label on my pot?").usable


def test_nothing_is_taken_for_granted_of_another_object(readers: Readers) -> None:
    assert not readers["en"].read("If another pot breaks, what becomes of the label?").usable
    assert readers["en"].read("If the pot breaks, what becomes of the label?").usable


@pytest.mark.parametrize(
    "text",
    [
        "My label is on a pot. Can I stick my label on a pot in a bed?",  # the same pot, or one that is in a bed?
        "My pot breaks and another pot breaks. Can I stick a label on the pot?",
        "When can I stick a label on my pot?",
        "Pot A breaks. Can I stick a label on the pot in a bed or on my pot?",
    ],
)
def test_a_mention_that_may_be_another_object_is_not_used(readers: Readers, text: str) -> None:
    assert not readers["en"].read(text).usable


def test_letters_tell_objects_apart(readers: Readers) -> None:
    found = readers["en"].read("The label is on pot A. Pot B breaks. Can I stick the label on B?")
    assert found.usable, (found.left_over, found.doubts)
    assert (found.query, dict(found.scenario.facts)) == (May("stick(l1,p2)"), {"stuck(l1)": "p1"})
    assert found.scenario.before == (Step(("breaks(p2)",)),)


def test_the_other_one_is_the_one_that_was_another(readers: Readers) -> None:
    found = readers["en"].read("My label is on my pot. Another pot breaks. Can I stick the label on the other pot?")
    assert found.usable, (found.left_over, found.doubts)
    assert found.query == May("stick(l1,p2)")


@pytest.mark.parametrize("text", ["boleh tempel label-nya ke pot-ku gak?", "boleh di-tempel label-nya ke pot-ku gak?"])
def test_hyphens_before_and_behind_english_words_say_nothing(readers: Readers, text: str) -> None:
    found = readers["id"].read(text)
    assert found.usable, (found.left_over, found.doubts)
    assert found.query == STICK


def test_a_noun_is_not_found_in_a_verb_made_of_it(readers: Readers) -> None:
    assert "melabel" in readers["id"].read("boleh melabel pot?").left_over


MORE = """\
named:
  - {of: pot, facts: {place(*): bed}, en: [bed pot], id: [pot bedengan], es: [maceta de bancal]}
"""
HAPPENING = """\
  - then: now place({label})
    happens: breaks({pot})
    en: ["where is {label} when {pot} breaks"]
"""
TWICE = """\
  - facts: {season: spring}
    en: ["in the cold"]
  - facts: {season: winter}
    en: ["in the cold"]
events:
"""


def test_a_name_may_say_something_and_a_question_may_name_its_moment(tmp_path: Path) -> None:
    phrases = GARDEN_PHRASES.replace("modifiers:\n", MORE + "modifiers:\n") + HAPPENING
    found = load(tmp_path, phrases)["en"].read("After my label pot breaks, where is the label when the bed pot breaks?")
    assert "my label" in found.left_over
    found = load(tmp_path, phrases)["en"].read("Where is the label when the bed pot breaks?")
    assert found.usable, (found.left_over, found.doubts)
    assert (found.scenario.events, dict(found.scenario.facts)) == (("breaks(p1)",), {"place(p1)": "bed"})


def test_an_event_that_is_the_moment_asked_about_is_no_earlier_step(tmp_path: Path) -> None:
    phrases = GARDEN_PHRASES.replace("  - event: breaks({pot})\n", "  - event: breaks({pot})\n    moment: 'yes'\n")
    reader = load(tmp_path, phrases)["en"]
    found = reader.read("When the pot breaks, can I stick the label on another pot?")
    assert found.usable, (found.left_over, found.doubts)
    assert (found.scenario.events, found.scenario.before) == (("breaks(p1)",), ())
    found = reader.read("After the pot breaks, can I stick the label on another pot?")
    assert (found.scenario.events, found.scenario.before) == ((), (Step(("breaks(p1)",)),))


def test_words_that_say_two_things_say_neither(tmp_path: Path) -> None:
    reader = load(tmp_path, GARDEN_PHRASES.replace("events:\n", TWICE, 1))["en"]
    assert not reader.read("Can I stick a label on my pot in the cold?").usable
    assert reader.read("Can I stick a label on my pot in winter?").usable


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("event: breaks({pot})\n", "event: breaks({pot})\n    happens: explodes({pot})\n", "explodes"),
        ("modifiers:\n", MORE.replace("of: pot", "of: pit") + "modifiers:\n", "pit"),
    ],
)
def test_names_and_moments_are_held_against_the_vocabulary(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(DocumentErrors) as caught:
        load(tmp_path, GARDEN_PHRASES.replace(old, new, 1))
    assert named in str(caught.value)


OWN_WORDS = """\
game: riftbound
nouns:
  pot: {en: [pot], id: [pot], es: [maceta]}
  label: {en: [label], id: [label], es: [etiqueta]}
named:
  - {of: pot, apart: 'yes', en: [vase, urn], id: [vas], es: [jarron]}
modifiers:
  - {of: pot, facts: {owner(*): neighbour}, en: ["neighbour's *"]}
  - {of: pot, facts: {owner(*): you}, en: ["my *"]}
situations:
  - {facts: {season: winter}, en: ["in winter"]}
  - {facts: {"place({pot})": bed}, en: ["{pot} is in a bed"]}
events:
  - {event: "breaks({pot})", en: ["{pot} breaks"]}
questions:
  - {may: "stick({label},{pot})", usually: {season: spring}, about: "{pot}", en: ["May I label [{pot}]"]}
  - {may: "stick({label},{pot})", where: {season: winter}, en: ["is it fine"]}
  - {then: "now stuck({label})", where: {season: unsaid}, en: ["is it fine"]}
  - {may: "stick({label},{pot})", needs: {"place({pot})": "owner({pot})"}, en: ["may I dig {pot}"]}
  - {then: "now stuck({label})", after: ["breaks({pot})"], en: ["how is {label}"]}
  - {then: "now stuck({label})", en: ["how fares {label}"]}
"""


@pytest.fixture(scope="module")
def own_words(tmp_path_factory: pytest.TempPathFactory) -> PhraseReader:
    return load(tmp_path_factory.mktemp("phrases"), OWN_WORDS)["en"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("May I label a pot?", {"season": "spring"}),
        ("May I label a pot in winter?", {"season": "winter"}),
        ("May I label?", {}),
        ("May I dig my pot?", {"owner(p1)": "you"}),
        ("The pot is in a bed. May I dig the pot?", None),
        ("My pot is in a bed. May I dig my pot?", {"owner(p1)": "you", "place(p1)": "bed"}),
        ("The vase is in a bed. May I label the vase?", {"place(p1)": "bed", "season": "spring"}),
        ("The vase is in a bed. May I label the urn?", {"place(p1)": "bed", "season": "spring"}),  # two pots
        ("How is the label?", None),
    ],
)
def test_what_a_question_says_decides_what_its_words_mean(
    own_words: PhraseReader, text: str, facts: dict[str, str] | None
) -> None:
    found = own_words.read(text)
    assert found.usable == (facts is not None), found
    assert facts is None or dict(found.scenario.facts) == facts


def test_of_two_meanings_the_one_that_fits_is_taken(own_words: PhraseReader) -> None:
    assert isinstance(own_words.read("Is it fine in winter?").query, May)
    assert not isinstance(own_words.read("Is it fine?").query, May)


def test_a_question_asked_after_an_event_needs_it(own_words: PhraseReader) -> None:
    found = own_words.read("If the pot breaks, how is the label?")
    assert found.usable, found
    assert not own_words.read("If the pot breaks and then the pot breaks, how is the label?").usable


def with_more(folder: Path, more: str, *, before: str = "modifiers:\n") -> Readers:
    return load(folder, GARDEN_PHRASES.replace(before, more + before, 1))


CALLED = "named:\n  - {of: label, apart: 'yes', en: [badge, sticker], id: [badge], es: [chapa]}\n"
LETTERS = "letters: pot\n"


def test_two_names_are_two_objects_and_one_name_is_one(tmp_path: Path) -> None:
    reader = with_more(tmp_path, CALLED)["en"]
    found = reader.read("The badge is on my pot. Can I stick a sticker on my pot?")
    assert found.usable, (found.left_over, found.doubts)
    assert (found.query, dict(found.scenario.facts)) == (May("stick(l2,p1)"), {"stuck(l1)": "p1"})
    found = reader.read("My badge is on my pot. Can I stick the badge on another pot?")
    assert (found.query, found.usable) == (May("stick(l1,p2)"), True)
    for either in ("The label is on a pot. Can I stick the badge on another pot?", "A badge and a badge"):
        assert not reader.read(either).usable
    # Whose it is was not said before.
    assert not reader.read("The badge is on my pot. Can I stick my neighbour's badge on another pot?").usable


def test_letters_without_a_noun_are_objects_of_the_kind_that_players_call_so(tmp_path: Path) -> None:
    readers = with_more(tmp_path, LETTERS)
    found = readers["en"].read("A breaks. Can I stick the label on B?")
    assert not found.usable  # "A" may be the article
    found = readers["en"].read("The label is on A. B breaks. Can I stick the label on B?")
    assert found.usable, (found.left_over, found.doubts)
    assert (found.query, found.scenario.before) == (May("stick(l1,p2)"), (Step(("breaks(p2)",)),))
    assert not readers["en"].read("Can I stick the label on the pot in zone B?").usable
    assert readers["id"].read("A pecah, label ke mana?").scenario.events == ("breaks(p1)",)
    assert "B" in load(tmp_path)["en"].read("Can I stick the label on B?").left_over


SPELLED = """\
spelled:
  en: ["stick = glue", "in winter = in the cold season"]
"""


def test_other_ways_to_say_the_words_of_phrases(tmp_path: Path) -> None:
    reader = with_more(tmp_path, SPELLED)["en"]
    found = reader.read("In the cold season, can I glue a label on my pot?")
    assert (found.query, dict(found.scenario.facts)) == (STICK, {"season": "winter"})
    assert "cold" in reader.read("In the cold, can I glue a label on my pot?").left_over
    with pytest.raises(DocumentErrors):
        with_more(tmp_path, SPELLED.replace("stick = glue", "glue"))


FILLERS = """\
  - may: stick({label},{pot})
    tagged: 'yes'
    en: ["I want to stick {label} on {pot}"]
  - then: next_cleanup place({label})
    states: [season]
    en: ["and the frost on {label}"]
fillers:
  - en: ["my gardener told me that"]
  - states: [season = winter]
    en: ["wearing gloves"]
tags:
  - en: ["allowed", "is that right"]
"""


def test_fillers_tags_and_phrases_that_need_a_fact(tmp_path: Path) -> None:
    reader = load(tmp_path, GARDEN_PHRASES + FILLERS)["en"]
    assert reader.read("My gardener told me that in winter. Can I stick a label on my pot?").usable
    assert reader.read("I want to stick a label on my pot, allowed?").query == STICK
    assert reader.read("I want to stick a label on my pot.").query is None
    assert reader.read("And the frost on the label in winter?").usable
    assert not reader.read("And the frost on the label?").usable
    assert reader.read("In winter, can I stick a label on my pot wearing gloves?").usable
    assert "gloves" in reader.read("In spring, can I stick a label on my pot wearing gloves?").left_over
    with pytest.raises(DocumentErrors):
        load(tmp_path, GARDEN_PHRASES + FILLERS.replace("season = winter", "season = summer"))


def test_no_phrase_reaches_over_the_end_of_a_sentence(readers: Readers) -> None:
    assert readers["en"].read("Can I stick a label on my pot?").usable
    assert not readers["en"].read("Can I stick a label. On my pot?").usable


def test_gak_at_the_end_of_a_clause_negates_nothing_behind_it(tmp_path: Path) -> None:
    phrases = GARDEN_PHRASES.replace('["bukan musim dingin"]', '["(bukan|tidak) musim dingin"]')
    reader = load(tmp_path, phrases)["id"]
    found = reader.read("boleh tempel label ke pot gak, musim dingin nih")
    assert (found.query, dict(found.scenario.facts)) == (STICK, {"season": "winter"})
    assert dict(reader.read("gak musim dingin, boleh tempel label ke pot?").scenario.facts) == {"season": "spring"}
    assert reader.read("boleh tempel label ke pot gak kalo musim dingin?").usable


def test_what_comes_behind_after_was_first(readers: Readers) -> None:
    found = readers["en"].read("My pot breaks after another pot breaks. Can I stick a label on the other pot?")
    assert found.scenario.before == (Step(("breaks(p2)",)), Step(("breaks(p1)",)))


SIZES = """\
  - facts: {"size({pot})": "{number}"}
    en: ["{pot} of size {number}", "size {number} {pot}"]
  - facts: {"size({pot})": "{plus}"}
    en: ["{pot} has grown {plus}"]
events:
"""


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("A pot of size 2. Can I stick a label on it?", "2"),
        ("My pot has grown +1. Can I stick a label on it?", "1"),
        ("My pot has grown 1. Can I stick a label on it?", None),
        ("A pot of size +2. Can I stick a label on it?", None),
        ("A pot of size two. Can I stick a label on it?", None),
        ("A pot of size 7. Can I stick a label on it?", None),
    ],
)
def test_a_number_is_read_as_it_is_written(tmp_path: Path, text: str, size: str | None) -> None:
    found = load(tmp_path, GARDEN_PHRASES.replace("events:\n", SIZES))["en"].read(text)
    assert found.usable == (size is not None), (found.left_over, found.doubts)
    if size is not None:
        assert dict(found.scenario.facts) == {"size(p1)": size}


def test_gak_before_a_condition_only_asks(readers: Readers) -> None:
    found = readers["id"].read("boleh tempel label ke pot gak kalau musim dingin?")
    assert found.usable, (found.left_over, found.doubts)
    assert found.scenario.facts == (("season", "winter"),)
    assert "gak" in readers["id"].read("boleh tempel label ke pot gak musim dingin?").left_over
