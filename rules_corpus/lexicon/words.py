"""How a text is cut into words: folded, so that case, accents and typography alone never keep two words apart."""

from __future__ import annotations

import re
import unicodedata

_PLAIN = str.maketrans({"’": "'", "‘": "'", "`": "'", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "\u00ad": None})

_WORD = re.compile(
    r"\{[^{}\s]{1,8}\}"  # a Magic symbol
    r"|\beq\.\d+(?:\.\d+)*"  # EQ.7.3
    r"|\b\d{3}\.\d+[a-z]?(?![^\W\d_])(?:\.(?:\d+|[a-z])(?![^\W_]))*"  # 818.1.c.2, 702.6a
    r"|[^\W_]+(?:['-][^\W_]+)*"
)


_COMMON = str.maketrans("áéíóúüñÁÉÍÓÚÜÑ", "aeiouunaeiouun", "")


def fold(text: str) -> str:
    """Lower-case NFKC text without accents (ñ becomes n) and with plain quotes and hyphens."""
    text = text.translate(_COMMON)  # spares nearly every text the slow way
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).translate(_PLAIN).casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_PLAIN)


def split_words(text: str) -> list[str]:
    """The words of a text, folded, in order; rule numbers (`818.1.c.2`, `eq.7.3`), Magic symbols (`{t}`) and
    hyphenated words (`quick-draw`, `di-equip`) stay whole, an English possessive `'s` is dropped."""
    return [w[:-2] if w.endswith("'s") else w for w in _WORD.findall(fold(text))]


def is_rule_number(word: str) -> bool:
    """Whether a folded word has the shape of a rule number of one of the games."""
    return "." in word


def form_key(form: str) -> str:
    """The words of a listed form, joined by spaces; hyphens separate words here."""
    folded = fold(form)
    if folded.replace(" ", "").isalnum():
        return folded  # most forms are plain words; the loader reads thousands of them
    return " ".join(split_words(folded.replace("-", " ")))
