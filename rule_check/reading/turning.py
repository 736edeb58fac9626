"""Words that can turn a question around, or give it another scope, wherever they stand.

Where one of them was not understood, it is not clear what is asked, even if everything around it was read: a person has
to say which question is meant before anything is concluded.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules_corpus.lexicon.words import split_words

_ENGLISH = """
    not no never none nobody nothing neither nor without cannot can't cant won't wont don't dont doesn't doesnt isn't
    isnt aren't didn't wouldn't couldn't shouldn't unable illegal forbidden
    banned impossible stop prevent prevents avoid
    only just solely both each every all any either except unless until instead rather before again twice once must
    have has required mandatory always optional more less fewer most least
"""
_INDONESIAN = """
    tidak tak gak ga nggak ngga enggak engga gk kagak bukan jangan tanpa belum mustahil dilarang haram cegah mencegah
    hanya cuma cuman doang saja aja semua setiap tiap masing-masing keduanya kedua dua-duanya
    kecuali selain sampai sebelum
    lagi ulang wajib harus mesti selalu malah justru lebih kurang paling
"""
_SPANISH = """
    no nunca jamas ninguno ninguna nadie nada ni sin tampoco imposible ilegal prohibido prohibida evita evitar impide
    solo solamente unicamente ambos ambas cada todo toda todos todas cualquier excepto salvo menos hasta antes otra vez
    debe debo tiene tengo hay obligatorio obligatoria siempre nuevamente mas menos
"""
TURNING = frozenset(word for words in (_ENGLISH, _INDONESIAN, _SPANISH) for word in words.split())


def may_turn(words: Iterable[str]) -> bool:
    """Whether one of the words that were not understood may turn the question around."""
    return any(not TURNING.isdisjoint(split_words(written)) for written in words)
