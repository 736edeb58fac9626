"""Which game a question speaks of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.game_terms import game_evidence, guess_game, named_games
from rules_corpus.lexicon import load_lexicon
from rules_corpus.passages import GAMES

LEXICON = load_lexicon()

CLEAR = {
    "mtg": """
Can I block with a tapped creature?
La criatura equipada muere, y el equipo?
kalo library abis kalahnya kapan
does deathtouch work with trample
how does the legend rule work with planeswalkers
in Magic, can I equip at instant speed?
mtg: equip
702.6a
puedo lanzar un conjuro en el turno de mi oponente
main dua land seturn boleh?
commander damage 21
si hechizo contrarrestado va al cementerio?
hexproof vs board wipe?
when do state-based actions happen
can i respond to the equip ability with an instant
upkeep trigger
tengo mareo de invocación
""",
    "riftbound": """
what happens to the gear when my unit dies
bisa equip ke unit di battlefield gak?
showdown siapa duluan
puedo usar una reaction en el showdown
how many points to conquer a battlefield
818.1.c.2
can I equip a unit at a battlefield?
does Might matter when stunned
Quick-Draw on opponents turn
my runes are exhausted, can I recycle them
what is Weaponmaster
champion legend ability exhaust
Riftbound equip
unit recalled to base
Tank
hidden card at a battlefield
token unit dari Recruit masuk base?
""",
    "vandaria": """
follower Stray boleh nyerang?
kalo follower yg pegang pedang keluar territory gmn
EQ.7.3
Korbankan artinya apa
Vandaria equip cost
equip jatuh di luar territory trus gimana
Relic bisa dipasang ke follower mana aja
vandaria wars: apa boleh respon
follower Return Home bawa equipment
""",
}


@pytest.mark.parametrize(
    ("game", "question"), [(game, q) for game, block in CLEAR.items() for q in block.strip().splitlines()]
)
def test_clear_questions(game: str, question: str) -> None:
    guess = guess_game(question, LEXICON)
    assert guess.game == game, guess
    assert guess.decided_by
    assert guess.tied == ()


@pytest.mark.parametrize(
    ("question", "tied"),
    [
        ("can I equip twice?", set(GAMES)),
        ("apa itu Equip", set(GAMES)),
        ("cuánto cuesta equipar", set(GAMES)),
        ("702.6", {"riftbound", "mtg"}),
        ("does the battlefield matter", {"riftbound", "mtg"}),
        ("unit or creature", {"riftbound", "mtg"}),
        ("in Magic or Riftbound, what is equip", {"riftbound", "mtg"}),
    ],
)
def test_ties_are_reported_and_not_guessed(question: str, tied: set[str]) -> None:
    guess = guess_game(question, LEXICON)
    assert guess.game is None
    assert set(guess.tied) == tied
    assert guess.decided_by


@pytest.mark.parametrize("question", ["how do I win", "hello", "", "can I move?", "????"])
def test_nothing_tells(question: str) -> None:
    guess = guess_game(question, LEXICON)
    assert (guess.game, guess.tied) == (None, ())


def test_a_name_decides_alone() -> None:
    guess = guess_game("in Vandaria, may a creature with trample attack a planeswalker?", LEXICON)
    assert (guess.game, guess.decided_by) == ("vandaria", ("vandaria",))
    assert named_games("Rift Bound or MTG?") == ("riftbound", "mtg")


def test_a_word_of_one_game_weighs_more_than_a_shared_one() -> None:
    own, shared = game_evidence("creature", LEXICON), game_evidence("battlefield", LEXICON)
    assert set(own) == {"mtg"}
    assert set(shared) == {"riftbound", "mtg"}
    assert own["mtg"] > shared["mtg"] == shared["riftbound"] > 0


def test_loose_words_tell_nothing() -> None:
    assert game_evidence("sword", LEXICON) == {}


@given(st.text(max_size=200))
def test_never_fails(text: str) -> None:
    guess = guess_game(text, LEXICON)
    assert guess.game is None or guess.game in GAMES
    assert not (guess.game and guess.tied)
    assert all(weight > 0 for weight in game_evidence(text, LEXICON).values())
