"""Which cards a question names: by their names, and never by ordinary words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.card_names import CardMatch, CardNames, asked_card
from rules_corpus.cards import Card, card_slug
from rules_corpus.editions import ViewedPassage
from rules_corpus.passages import Passage, PassageKind, PublishedEdition, Text, TextRole

NAMES = (
    "Opt", "Thopter", "Doran's Blade", "Doran's Ring", "Doran's Shield", "Ezreal, Prodigy", "Ezreal, Dashing",
    "Ezreal, Prodigal Explorer", "Jinx, Rebel", "Jinx, Demolitionist", "Vi, Destructive", "Vi, Hotheaded",
    "Rek'Sai, Void Burrower", "Kai'Sa, Survivor", "Challenge", "Block", "Charm", "Back to Back", "Long Sword",
    "B.F. Sword", "Zhonya's Hourglass", "Edge of Night", "Not So Fast", "Get Excited!", "Falling Star", "Svellsongur",
    "Recruit", "Recruit the Vanguard", "Blade of the Ruined King", "Deathgrip", "Fae Dragon", "Elder Dragon",
    "Poro Herder", "Poro Snax", "Stun", "Here to Help", "Fox-Fire", "Dr. Mundo, Expert", "Ava Achiever",
    "Yordle, Kennen, Storm", "Baited Hook", "Shadow", "First Mate",
)  # fmt: skip
TERMS = ("Stun", "Recruit", "Equip", "Unit")


def cards_called(*names: str) -> tuple[Card, ...]:
    passages = tuple(
        Passage(
            card_slug(name), PassageKind.CARD, tuple(Text("en", title, TextRole.TITLE) for title in name.split(" // "))
        )
        for name in names
    )
    edition = PublishedEdition("riftbound", "cards", "2026-08-22", "en", (), passages, True, None, None)
    return tuple(Card(ViewedPassage(edition, p, False, 0, n), None) for n, p in enumerate(passages))


CARDS = CardNames(cards_called(*NAMES), TERMS)

# A question, and the cards that it names beyond doubt; "/" between those that one name could be.
QUESTIONS = {
    # Whole names, whatever their case, accents and punctuation.
    "What does Doran's Blade do?": ["Doran's Blade"],
    "what does dorans blade do": ["Doran's Blade"],
    "Does Doran’s Blade's bonus stack with Doran`s Ring?": ["Doran's Blade", "Doran's Ring"],
    "DORAN'S BLADE cost": ["Doran's Blade"],
    "doran’s-blade?": ["Doran's Blade"],
    "Does Dóran's Bladé work": ["Doran's Blade"],
    "Can Ezreal Prodigy attack twice?": ["Ezreal, Prodigy"],
    "Can Ezreal - Prodigy attack twice?": ["Ezreal, Prodigy"],
    "is ezreal, prodigy's ability a trigger": ["Ezreal, Prodigy"],
    "KAI'SA survivor draws when I conquer": ["Kai'Sa, Survivor"],
    "kaisa survivor draws?": ["Kai'Sa, Survivor"],
    "Apa efek B.F. Sword?": ["B.F. Sword"],
    "Apa efek BF Sword?": ["B.F. Sword"],
    "¿Qué hace Zhonya's Hourglass?": ["Zhonya's Hourglass"],
    "Apakah Zhonya's Hourglassnya bisa di-equip?": ["Zhonya's Hourglass"],
    "Doran's Blade-nya hilang gak?": ["Doran's Blade"],
    "svellsongur copies deathgrip?": ["Svellsongur", "Deathgrip"],
    "Can I play Dr Mundo Expert?": ["Dr. Mundo, Expert"],
    "Is Get Excited! countered by Not So Fast?": ["Get Excited!", "Not So Fast"],
    "does fox-fire kill it": [],
    "Does Fox-Fire kill it?": ["Fox-Fire"],
    # The longest name.
    "Does Recruit the Vanguard make tokens?": ["Recruit the Vanguard"],
    "Does Blade of the Ruined King hit?": ["Blade of the Ruined King"],
    # Word boundaries.
    "Can I optimise my Thopters?": ["Thopter"],
    "Does my thopter die?": ["Thopter"],
    "can I adopt a laptop option": [],
    "The Charming unit": [],
    "shadowy blocks": [],
    # Part of a name.
    "Does Ezreal trigger?": ["Ezreal, Prodigy/Ezreal, Dashing/Ezreal, Prodigal Explorer"],
    "ezreal vs my deathgrip": ["Ezreal, Prodigy/Ezreal, Dashing/Ezreal, Prodigal Explorer", "Deathgrip"],
    "When does Void Burrower reveal cards?": ["Rek'Sai, Void Burrower"],
    "Prodigal Explorer trigger": ["Ezreal, Prodigal Explorer"],
    "Does Jinx draw?": ["Jinx, Rebel/Jinx, Demolitionist"],
    "Kapan Vi menyerang?": ["Vi, Destructive/Vi, Hotheaded"],
    "¿Ayer vi dos unidades?": [],
    "does a poro count": [],
    "does every Yordle count?": [],
    "The Explorer returns": [],
    # Ordinary words are cards only in capitals or quotes.
    "can I block with an exhausted unit?": [],
    "Block with an exhausted unit?": [],
    "Is it legal? Block before damage": [],
    "Can I play Block in a showdown?": ["Block"],
    'can I play "block" in a showdown?': ["Block"],
    "can I play “charm” now?": ["Charm"],
    "puedo jugar «charm» ahora": ["Charm"],
    "can I play [[Charm]] now": ["Charm"],
    "do I charm the challenge": [],
    "Is the Challenge a reaction?": ["Challenge"],
    "If two units fight back to back, who wins?": [],
    "Back to back combats, who wins?": [],
    "Does Back to Back target both?": ["Back to Back"],
    "I need someone here to help": [],
    "not so fast, when does it resolve?": [],
    "i draw a long sword and a falling star": [],
    "My Long Sword fell off": ["Long Sword"],
    "what does long sword do": ["Long Sword"],
    "What is a challenge?": [],
    "the edge of night is near": [],
    "the first mate of the ship": [],
    "Can My Shadow Attack The Other Unit While They Block It Twice?": [],
    "WHY DOES MY SHADOW ATTACK THE OTHER UNIT TWICE": [],
    # What is a term of the game is no card.
    "Can I Stun a Unit?": [],
    "Does my Recruit die?": [],
    'Is "Stun" a spell?': ["Stun"],
    # Slips of the keyboard.
    "does svelsongur copy": ["Svellsongur"],
    "zhonyas hourglas bisa?": ["Zhonya's Hourglass"],
    "Ezrael Prodigy attack": ["Ezreal, Prodigy"],
    "does deathgrap kill": ["Deathgrip"],
    "does the fire dragon fly": [],
    "the older dragon": [],
    "Ana Achieved a lot": [],
    "bitten hook": [],
    "grip of death": [],
    # Nothing.
    "": [],
    "?!": [],
    "818.1.c.2": [],
}


@pytest.mark.parametrize(("question", "named"), QUESTIONS.items())
def test_the_cards_that_a_question_names(question: str, named: list[str]) -> None:
    found = ["/".join(card.name for card in mention.cards) for mention in CARDS.find(question)]
    assert found == named


def test_there_are_questions_enough_of_both_sorts() -> None:
    assert len(QUESTIONS) >= 60
    assert sum(not named for named in QUESTIONS.values()) >= 25


def test_a_mention_tells_its_place_and_how_it_matched() -> None:
    text = "¿Qué hace Doran’s Blade con svelsongur y Ezreal?"
    found = [(text[m.start : m.end], m.printed, m.match) for m in CARDS.find(text)]
    assert found == [
        ("Doran’s Blade", "Doran’s Blade", CardMatch.EXACT),
        ("svelsongur", "svelsongur", CardMatch.FUZZY),
        ("Ezreal", "Ezreal", CardMatch.PREFIX),
    ]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("what does Doran's Blade do", "Doran's Blade"),
        ("Doran's Blade", "Doran's Blade"),
        ("apa efek kartu Svellsongur dong", "Svellsongur"),
        ("¿Qué hace la carta Svellsongur?", "Svellsongur"),
        ("does Doran's Blade work on my opponent's unit", None),
        ("what does Doran's Blade do with Svellsongur", None),
    ],
)
def test_the_card_that_a_text_asks_about(text: str, asked: str | None) -> None:
    mention = asked_card(text, CARDS.find(text))
    assert (mention.card.name if mention is not None and mention.card is not None else None) == asked


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("block", ["Block"]),
        ("long sword", ["Long Sword"]),
        ("Ezreal", ["Ezreal, Prodigy", "Ezreal, Dashing", "Ezreal, Prodigal Explorer"]),
        ("doran's", ["Doran's Blade", "Doran's Ring", "Doran's Shield"]),
        ("baited hok", ["Baited Hook"]),
        ("recruit", ["Recruit"]),
        ("", []),
        ("nothing like it", []),
    ],
)
def test_looking_a_name_up(name: str, called: list[str]) -> None:
    mention = CARDS.lookup(name)
    assert [card.name for card in mention.cards] == called if mention is not None else called == []


def test_the_faces_of_a_card_are_names_of_it() -> None:
    names = CardNames(cards_called("Foldrix // Tearrix"))
    assert [m.cards[0].printed.passage.ref for m in names.find("does tearrix or foldrix count")] == [
        "foldrix-tearrix"
    ] * 2


def test_without_cards_nothing_is_named() -> None:
    assert CardNames(()).find("Doran's Blade") == ()
    assert CardNames(()).lookup("Doran's Blade") is None


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    for mention in CARDS.find(text):
        assert text[mention.start : mention.end] == mention.printed and mention.cards


def test_many_names_are_searched_in_little_time() -> None:
    """As many as Magic has; a question of fifty words takes well under a second, even where all of them are rare."""
    names = CardNames(cards_called(*(f"Zq{n % 97}rix Vobb{n}ulum" for n in range(35_000))))
    question = " ".join(f"zq{n}rex vobb{n}ulim" for n in range(25))
    started = time.perf_counter()
    names.find(question)
    assert time.perf_counter() - started < 2
