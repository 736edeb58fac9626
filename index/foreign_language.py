"""Whether a text is in none of the languages that are answered in.

Only a confident finding counts: the function words of the other language must outnumber those of English, Indonesian
and Spanish, and an unrestricted language identifier (py3langid) must agree. Malay counts as Indonesian, which its
speakers read, so that no Indonesian is ever taken for it.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from typing import Any

from index.language import word_evidence
from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import split_words

# Function words, folded, that none of the three languages has. Portuguese and Italian share many with Spanish.
_FUNCTION_WORDS = {
    "de": "ich du er wir ihr der die das den dem und oder nicht kein keine ist sind war kann kannst darf muss wenn wie "
    "warum wann welche welcher mein meine meinen meiner dein eine einen einem einer auf mit fur von zu zum zur nach "
    "noch auch wird werden hat haben aus beim sich mir mich bei wieviel viele",
    "fr": "je tu il elle nous vous le les des du est sont une et ou pas ne puis peux peut dans avec quand comment "
    "pourquoi quel quelle mon ma mes ton votre sur qui combien au aux si mais c'est j'ai qu'est est-ce d'une l'on "
    "faut peut-on puis-je lorsque etre fait cette ces",
    "pt": "nao posso voce eu uma um meu minha meus minhas seu sua quando como posso pode podem sao em do da dos das no "
    "na nos nas ao aos com ou e mais quantos quantas qual depois tambem isso isto ele ela foi tem ter ser muito "
    "jogador acontece morre unidade",
    "it": "il lo gli della dello degli nel nella una un mio mia posso puo puoi come quando perche sono e di che non "
    "quante quanti quale dopo anche con per ho hai questa questo se cosa succede",
    "nl": "ik je jij het een de van en niet geen kan mag moet wanneer hoe waarom welke mijn jouw op met voor naar ook "
    "wordt worden heeft hebben zijn als er wat hoeveel",
    "tl": "ang ng sa mga ay ko mo ako ikaw siya hindi pwede puwede ba kung paano bakit kailan ilan ang na pa naman "
    "yung isang po kapag pag nang anong",
    "pl": "czy jest nie moge moze jak kiedy dlaczego moj moja ktory i w na z do sie co jesli ile",
    "tr": "bir mi ne nasil ne zaman icin benim bu ve ile degil olur kac mu eger hangi",
    "vi": "toi co the khong la cua va mot khi nao bao nhieu duoc trong cho nay",
}
_WORDS = {language: frozenset(words.split()) for language, words in _FUNCTION_WORDS.items()}
_FEWEST_WORDS = 4
_FEWEST_FUNCTION_WORDS = 2
_LEAD = 1.5
"""The other language's function words must outweigh the evidence for each of ours by this factor."""
_SURE = 0.9
_OURS = ("en", "es", "id", "ms", "jv", "su", "ca", "gl", "an")
"""What the identifier may call Spanish or Indonesian, slang above all."""
_LATIN_SHARE = 0.5
_ACCENTS = str.maketrans("áéíóúÁÉÍÓÚ", "aeiouAEIOU")
_FOREIGN_SIGNS = re.compile(r"[ãõçêâôîûàèùëïäöåøœæß]", re.IGNORECASE)


class _Identifier:
    """py3langid over all its languages; its model takes most of a second to load, so it waits for need."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._identifier: Any = None

    def best(self, text: str) -> tuple[str, float]:
        with self._lock:
            if self._identifier is None:
                from py3langid.langid import MODEL_FILE, LanguageIdentifier

                self._identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        language, probability = self._identifier.classify(text)
        return str(language), float(probability)


_IDENTIFIER = _Identifier()


def is_foreign(text: str, lexicon: Lexicon) -> bool:
    """Whether a text is confidently in another language than English, Indonesian (or Malay) and Spanish."""
    letters = [c for c in text if c.isalpha()]
    latin = sum("LATIN" in unicodedata.name(c, "") for c in letters)
    if letters and latin < _LATIN_SHARE * len(letters):
        return True
    words = split_words(text)
    if len(words) < _FEWEST_WORDS:
        return False
    ours = word_evidence(text.translate(_ACCENTS), words, lexicon)  # other languages have these accents too
    theirs = max(len({word for word in words if word in known}) for known in _WORDS.values())
    theirs += bool(_FOREIGN_SIGNS.search(text))
    if theirs < _FEWEST_FUNCTION_WORDS or theirs < _LEAD * max(ours.values()):
        return False
    language, probability = _IDENTIFIER.best(" ".join(words))
    return language not in _OURS and probability >= _SURE
