"""Games that players also talk about and whose rules are not here; their words are often those of ours."""

from __future__ import annotations

import re

from index.game_terms import named_games
from rules_corpus.lexicon.words import fold

# A game's names, and terms of it that none of ours has.
_NAMES = {
    "Pokémon": r"pokemon|ptcg|prize cards?|cartas? de premio",
    "Yu-Gi-Oh": r"yu-?gi-?oh|ygo|(?:normal|tribute|synchro|xyz|fusion) summon\w*|invocacion(?:es)? normal(?:es)?"
    r"|trap cards?|cartas? (?:de )?trampa|kartu trap",
    "One Piece": r"one piece(?! of)|optcg|don!!|don cards?|kartu don",
    "Lorcana": r"lorcana|inkwells?|tintero",
    "Flesh and Blood": r"flesh (?:and|&) blood",
    "Digimon": r"digimon|digivol\w+",
    "Hearthstone": r"hearthstone",
    "Legends of Runeterra": r"legends of runeterra",
    "League of Legends": r"league of legends|wild rift|teamfight tactics",
    "Star Wars: Unlimited": r"star wars",
    "Marvel Snap": r"marvel snap",
    "Gwent": r"gwent",
    "Dragon Ball": r"dragon ball",
    "Mobile Legends": r"mobile legends|mlbb",
    "Dungeons & Dragons": r"dungeons (?:and|&) dragons|d&d|dnd|spell slots?|espacios? de conjuro",
    "poker": r"poker|texas hold'?em|royal flush|escalera (?:de color|real)",
    "UNO": r"(?:in|play|di|main) uno|(?:en|juego|jugar|jugando) (?:al|el) uno|kartu uno",
    "Monopoly": r"monopoly|monopolio|monopoli",
    "chess": r"chess|catur|ajedrez|en passant|capturar al paso|checkmate|skakmat|jaque mate",
}
_PATTERNS = {name: re.compile(rf"(?<![\w'-])(?:{pattern})(?![\w'-])") for name, pattern in _NAMES.items()}


def other_games(text: str) -> tuple[str, ...]:
    """The other games that a text names; none where it names one of ours as well."""
    if named_games(text):
        return ()
    folded = fold(text)
    return tuple(name for name, pattern in _PATTERNS.items() if pattern.search(folded))
