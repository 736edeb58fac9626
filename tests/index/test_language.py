"""Language detection, measured on questions as players type them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.language import detect_language
from rules_corpus.lexicon import load_lexicon

ENGLISH = """
Can I block with a tapped creature?
what happens to the gear when my unit dies
does deathtouch work with trample
Can you respond to an equip activation?
how many points do i need to win
If two replacement effects apply, who picks the order?
is equip instant speed
can i equip an enemy unit
Do tokens go to the graveyard?
when exactly do I lose for having an empty library
my opponent cast a board wipe, can I save my commander?
does a stunned unit deal damage in combat
can u chain a reaction to a reaction
Who gets priority first after a spell resolves?
whats the difference between exile and banish
Does ward trigger on equip
how does layers work
can i move a unit from one battlefield to another without ganking
Is a rune a permanent?
does the attacker or the defender assign damage first
When do I draw for the turn?
can a Stray follower attack
what if the follower holding my sword goes outside the territory
Is summoning sickness a thing for lands that become creatures?
If I control two legendary creatures with the same name which one dies?
do i need to pay the equip cost again every turn
Can I activate it twice in one turn?
does losing flying after blockers matter
why can't I play this spell during a showdown
Can Quick-Draw be used on my opponent's turn?
should my opponent say stop before damage
what counts as a permanent
Are battlefields cards?
could i concede while a spell is on the stack
does this trigger if the creature was already attached
how long does damage stay on a unit
does hidden cost energy
what is Weaponmaster
explain deflect please
can it be countered
Where does a killed token go?
Does shroud stop my own aura?
i have 2 copies of the same champion, is that ok
my gear has been detached, now what
which player scores if nobody is left
Would a copy of a legend trigger the legend rule
are you allowed to look at facedown cards
hexproof vs board wipe?
is the stack first in first out or last in
Do I untap before upkeep
how to mulligan
can we both be attacked by the same unit
what does Korbankan mean
how do i attach Equipment to a Follower
""".strip().splitlines()

SPANISH = """
¿Puedo bloquear con una criatura girada?
que pasa con el equipo cuando muere mi unidad
¿El toque mortal funciona con arrollar?
puedo responder a la activacion de equip?
cuantos puntos necesito para ganar
Si hay dos efectos de reemplazo, ¿quién elige el orden?
equip es a velocidad de instantaneo?
puedo equipar una unit enemiga
¿Las fichas van al cementerio?
cuando pierdo por no tener cartas en la biblioteca
mi rival lanza un board wipe, puedo salvar a mi comandante?
una unit con stun hace daño en combate
se puede hacer chain de un reaction a otro reaction
¿Quién recibe prioridad después de que se resuelve un hechizo?
diferencia entre exile y banish
ward se dispara con equip?
como funcionan las capas
puedo mover una unidad de un battlefield a otro sin ganking
¿Una runa es un permanente?
quien asigna primero el daño, el atacante o el defensor
¿Cuándo robo la carta del turno?
un Follower Stray puede atacar
que pasa si el follower con mi espada sale del territory
las tierras que se vuelven criaturas tienen mareo?
Si controlo dos legendarias con el mismo nombre, ¿cuál muere?
hay que pagar equip otra vez cada turno
Puedo activarla dos veces en un turno?
perder vuela despues de los bloqueos sirve de algo
por que no puedo jugar este spell en un showdown
¿Quick-Draw se usa en el turno del oponente?
esa carta se puede contrarrestar?
que cuenta como permanente
¿Los campos de batalla son cartas?
me puedo rendir con un hechizo en la pila
se dispara si ya estaba anexada
cuanto dura el daño en una unidad
hidden cuesta energia
que es Weaponmaster
explicame deflect
la puedo countear
¿A dónde va un token que muere?
El velo impide mi propia aura?
tengo 2 copias del mismo champion, vale?
se me solto el gear, y ahora?
quien puntua si no queda nadie
La copia de una legend dispara la regla de leyendas
puedo ver las cartas boca abajo
hexproof contra board wipe?
enderezo antes del mantenimiento?
como se hace mulligan
pueden atacarnos a los dos con la misma unit
que significa Korbankan
si equipo a un tapped creature igual ataca?
tengo q girar la criatura pa equiparla
""".strip().splitlines()

INDONESIAN = """
Apakah creature yang sudah tap boleh blok?
gear nya kemana kalo unitku mati
deathtouch jalan bareng trample ga?
bisa equip ke unit di battlefield gak?
butuh berapa poin buat menang
Kalau ada dua replacement effect, siapa yang nentuin urutan?
equip bisa instant speed ga
boleh equip ke unit lawan gak sih
token masuk graveyard ga?
kalo library abis kalahnya kapan
lawan cast board wipe, commander gw bisa selamat ga?
unit kena stun tetep ngasih damage pas combat?
reaction bisa di-chain ke reaction lain?
Siapa yang dapat priority duluan setelah spell resolve?
bedanya exile sama banish apa
ward ke-trigger sama equip ga
cara kerja layer gimana
unit bisa pindah dari battlefield ke battlefield tanpa ganking?
Rune itu permanent bukan?
siapa yang bagi damage duluan, attacker apa defender
Kapan ambil kartu di giliran sendiri?
follower Stray boleh nyerang?
kalo follower yg pegang pedang keluar territory gmn
land yang jadi creature kena summoning sickness?
Kalau punya dua legendary yang namanya sama, mana yang mati?
cost equip harus dibayar lagi tiap turn?
bisa diaktifin dua kali seturn gak
hilang flying setelah blok ngaruh ga
knp gabisa main spell ini pas showdown
Quick-Draw bisa dipake di turn lawan?
itu bisa di counter ga min
yang dihitung permanent apa aja
battlefield itu kartu bukan sih
boleh concede pas ada spell di stack?
ke-trigger gak kalo udah kepasang
damage di unit nempel sampe kapan
hidden bayar energy ga
apa itu Weaponmaster
jelasin deflect dong
equip ke follower stray bisa?
token mati larinya kemana
shroud ngehalangin aura sendiri?
punya 2 champion sama, sah?
gear lepas trus gimana
yang dapet skor siapa kalo kosong
copy legend kena legend rule?
boleh ngintip kartu facedown?
hexproof kena board wipe?
untap dulu apa upkeep dulu
cara mulligan
unit sama boleh nyerang kita berdua?
Korbankan artinya apa
nge-equip pas main phase lawan boleh ga?
pasangin equipment ke follower lain bayar lagi ga
""".strip().splitlines()

QUESTIONS = [(q, lang) for lang, qs in (("en", ENGLISH), ("es", SPANISH), ("id", INDONESIAN)) for q in qs]


def test_accuracy() -> None:
    lexicon = load_lexicon()
    assert all(len(questions) >= 50 for questions in (ENGLISH, SPANISH, INDONESIAN))
    wrong = [
        (q, lang, detect_language(q, lexicon)) for q, lang in QUESTIONS if detect_language(q, lexicon).language != lang
    ]
    assert len(wrong) <= 0.03 * len(QUESTIONS), wrong


@pytest.mark.parametrize(
    "text",
    ["Tank", "Quick-Draw", "Equip", "702.6a", "818.1.c.2", "EQ.7.3", "mana", "hexproof", "Jinx", "???", "", "123"],
)
def test_none_where_nothing_tells(text: str) -> None:
    guess = detect_language(text, load_lexicon())
    assert guess.language is None
    assert guess.confidence < 0.6


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("bisa equip ke unit di battlefield gak?", "id"),
        ("puedo equip a una unit en battlefield", "es"),
        ("apa itu Equip", "id"),
        ("what is Equip", "en"),
        ("que es Equip", "es"),
        ("deck abis", "id"),
        ("mazo vacio", "es"),
        ("deck empty", "en"),
        ("equip unit lawan bisa?", "id"),
        ("trample al planeswalker", "es"),
        ("equipé mi unidad", "es"),
        ("nge-equip boleh", "id"),
    ],
)
def test_short_and_mixed_questions(text: str, language: str) -> None:
    assert detect_language(text, load_lexicon()).language == language


def test_the_runner_up_is_named_where_two_languages_have_words() -> None:
    guess = detect_language("puedo equip a una unit with the gear", load_lexicon())
    assert {guess.language, guess.runner_up} == {"es", "en"}


def test_the_statistical_model_decides_where_no_listed_word_does() -> None:
    lexicon = load_lexicon()
    assert detect_language("semoga teman-temanmu beruntung mendengarkan musik", lexicon).language == "id"
    assert detect_language("brillantes estrellas iluminaron nuestros corazones", lexicon).language == "es"
    assert detect_language("bright stars illuminated hearts everywhere", lexicon).language == "en"


def test_the_model_is_not_loaded_for_a_plain_question() -> None:
    program = (
        "import sys\n"
        "from index.language import detect_language\n"
        "from rules_corpus.lexicon import load_lexicon\n"
        "assert detect_language('bisa equip ke unit di battlefield gak?', load_lexicon()).language == 'id'\n"
        "assert 'py3langid' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@given(st.text(max_size=200))
def test_never_fails(text: str) -> None:
    guess = detect_language(text, load_lexicon())
    assert guess.language in (None, "en", "es", "id")
    assert 0.0 <= guess.confidence <= 1.0
    assert guess.runner_up is None or guess.runner_up != guess.language
