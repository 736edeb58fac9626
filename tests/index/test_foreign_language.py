"""Languages that are answered in none: found confidently, and no slang of ours is taken for one."""

from __future__ import annotations

import pytest
import yaml

from benchmarks.calibration import QUESTIONS
from benchmarks.faq_rewordings import rewordings
from index.foreign_language import is_foreign
from rules_corpus.lexicon import load_lexicon
from tests.index.test_language import ENGLISH, INDONESIAN, SPANISH


@pytest.mark.parametrize(
    "text",
    [
        "Kann ich eine Kreatur ausrüsten, die mein Gegner kontrolliert?",
        "was passiert wenn meine Unit stirbt und die Ausrüstung noch dran ist",
        "Est-ce que je peux équiper une créature de mon adversaire ?",
        "que se passe-t-il quand mon unité est détruite avec un équipement",
        "Posso equipar uma criatura que não é minha?",
        "quando minha unidade morre o que acontece com o equipamento?",
        "Posso equipaggiare una creatura che non è mia quando attacco?",
        "Kan ik mijn uitrusting op een wezen van de tegenstander leggen?",
        "Pwede ko bang i-equip ang creature ng kalaban ko kapag umaatake?",
        "相手のクリーチャーに装備できますか？",
        "могу ли я экипировать чужое существо?",
        "내 유닛에 장비를 붙일 수 있나요?",
    ],
)
def test_another_language_is_found(text: str) -> None:
    assert is_foreign(text, load_lexicon())


def test_none_of_ours_is_taken_for_another() -> None:
    lexicon = load_lexicon()
    data = yaml.safe_load(QUESTIONS.read_text("utf-8"))
    own = [entry[language] for kind in data.values() for entry in kind for language in ("en", "id", "es")]
    texts = [*ENGLISH, *INDONESIAN, *SPANISH, *own, *(rewording.text for rewording in rewordings())]
    assert len(texts) > 900
    assert [text for text in texts if is_foreign(text, lexicon)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Tank",
        "no",
        "equip unit battlefield",
        "boleh ke saya pasang Equipment pada Follower lawan?",  # Malay, which an Indonesian reply serves
        "gw mo nge-equip unit lawan, bs ga sih cuy?",
        "wey, ¿se puede equipar a la unit del otro o no manches?",
        "che, la unit enemiga la puedo equipar vos sabés?",
        "",
    ],
)
def test_doubt_speaks_for_ours(text: str) -> None:
    assert not is_foreign(text, load_lexicon())
