"""Games that players also talk about and whose rules are not here; their words are often those of ours."""

from __future__ import annotations

import re

from index.game_terms import named_games
from rules_corpus.lexicon.words import fold

_NAMES = {
    "Pokémon": r"pokemon|ptcg",
    "Yu-Gi-Oh": r"yu-?gi-?oh|ygo",
    "One Piece": r"one piece(?! of)",
    "Lorcana": r"lorcana",
    "Flesh and Blood": r"flesh and blood",
    "Digimon": r"digimon",
    "Hearthstone": r"hearthstone",
    "Legends of Runeterra": r"legends of runeterra",
    "Gwent": r"gwent",
    "Dragon Ball": r"dragon ball",
    "Mobile Legends": r"mobile legends",
    "poker": r"poker",
    "chess": r"chess|catur|ajedrez",
}
_PATTERNS = {name: re.compile(rf"\b(?:{pattern})\b") for name, pattern in _NAMES.items()}


def other_games(text: str) -> tuple[str, ...]:
    """The other games that a text names; none where it names one of ours as well."""
    if named_games(text):
        return ()
    folded = fold(text)
    return tuple(name for name, pattern in _PATTERNS.items() if pattern.search(folded))
