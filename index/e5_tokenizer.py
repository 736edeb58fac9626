"""The tokenizer of multilingual-e5-small, built from its weights file and narrowed to the languages served here."""

from __future__ import annotations

import unicodedata

import numpy as np
import numpy.typing as npt
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from index.e5_weights import E5Weights, WeightsError

MAX_TOKENS = 512
"""A text's tokens beyond these are left out, prefix and end marks counted."""

_WORD_START = "▁"
_LAST_LATIN_1 = "\u00ff"
_COMBINING_ACCENTS = range(0x0300, 0x0370)
_INVISIBLE = "\u00ad\ufe0e\ufe0f"
"""The soft hyphen, and what chooses between a symbol's text and picture form."""


def served_pieces(weights: E5Weights) -> npt.NDArray[np.int64]:
    """The ids of the pieces that English, Indonesian and Spanish texts can use, in order.

    Kept are the marks, every piece of Latin-1 letters, digits, accents, punctuation and symbols, and every single Latin
    letter, so that a name like "Łódź" is spelled out instead of becoming unknown. A text in these characters is split
    exactly as with the whole vocabulary; letters of other scripts become the unknown token.
    """
    marks = {weights.start, weights.padding, weights.end, weights.unknown}
    served = {character for character in set("".join(weights.pieces)) if _served(character)}
    chosen = [
        token
        for token, piece in enumerate(weights.pieces)
        if token in marks or (piece != "<mask>" and (served.issuperset(piece) or _single_latin_letter(piece)))
    ]
    if chosen[: len(marks)] != sorted(marks) or max(marks) != len(marks) - 1:
        raise WeightsError("The marks are not the first pieces, so that narrowing would renumber them")
    return np.array(chosen, dtype=np.int64)


def build_tokenizer(weights: E5Weights, kept: npt.NDArray[np.int64] | None = None) -> Tokenizer:
    """The tokenizer over the pieces `kept` (all by default), which it numbers anew from 0."""
    pieces, scores = weights.pieces, weights.scores
    ids = range(len(pieces)) if kept is None else kept.tolist()
    tokenizer = Tokenizer(
        models.Unigram([(pieces[token], float(scores[token])) for token in ids], unk_id=weights.unknown)
    )
    tokenizer.normalizer = _normaliser(weights)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=_WORD_START, prepend_scheme="always")
    start, end = pieces[weights.start], pieces[weights.end]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{start} $A {end}", special_tokens=[(start, weights.start), (end, weights.end)]
    )
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _normaliser(weights: E5Weights) -> normalizers.Normalizer:
    """What sentencepiece's nmt_nfkc does, from Unicode's NFKC and the characters that NFKC alone leaves.

    These are control and invisible characters, which become nothing or a space. NUL is removed too.
    """
    removed, spaces = ["\0"], []
    for code_point, replacement in weights.character_table.items():
        character = chr(code_point)
        if unicodedata.normalize("NFKC", character) != character:
            continue
        if replacement == "":
            removed.append(character)
        elif replacement == " ":
            spaces.append(character)
        else:
            raise WeightsError(f"The normaliser turns U+{code_point:04X} into {replacement!r}, which NFKC does not")
    return normalizers.Sequence(
        [
            normalizers.NFKC(),
            normalizers.Replace(_any_of(removed), ""),
            normalizers.Replace(_any_of(spaces), " "),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Strip(),
        ]
    )


def _any_of(characters: list[str]) -> Regex:
    return Regex("[" + "".join(f"\\x{{{ord(character):x}}}" for character in characters) + "]")


def _served(character: str) -> bool:
    if character.isascii() or character in _WORD_START + _INVISIBLE or ord(character) in _COMBINING_ACCENTS:
        return True
    category = unicodedata.category(character)
    return category[0] in "PSN" or (category[0] == "L" and character <= _LAST_LATIN_1)


def _single_latin_letter(piece: str) -> bool:
    letter = piece.removeprefix(_WORD_START)
    return len(letter) == 1 and unicodedata.name(letter, "").startswith("LATIN")
