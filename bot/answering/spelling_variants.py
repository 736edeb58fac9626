"""Spellings of one and the same word in chat. Only spelling: no synonyms, no affixes, and no word becomes another.

A negation keeps its place and its kind (`gak` is `tidak`; `bukan`, `belum` and `jangan` stay themselves), particles
and tags (`kan`, `sih`) are never dropped, and a form that is also another word, a card's letter or a symbol (`g`, `u`,
`x`, `ap`, `dah`, `make`) is left out.
"""

from __future__ import annotations

from collections.abc import Mapping

_INDONESIAN = {
    "tidak": "gak ga gk nggak ngga enggak engga kagak kaga tdk",
    "bukan": "bkn",
    "belum": "blm belom blom",
    "jangan": "jgn",
    "kalau": "kalo klo kalu",
    "yang": "yg",
    "bisa": "bs bsa",
    "boleh": "blh",
    "harus": "hrs",
    "sudah": "udah udh uda sdh",
    "sedang": "sdg",
    "dengan": "dgn dg",
    "karena": "krn karna",
    "untuk": "utk",
    "dari": "dr dri",
    "tapi": "tp",
    "juga": "jg",
    "masih": "msh",
    "sekarang": "skrg skr",
    "lagi": "lg",
    "saja": "aja aj",
    "bagaimana": "gimana gmn gmana bgmn",
    "kapan": "kpn",
    "kenapa": "knp",
    "berapa": "brp",
    "atau": "ato atw",
    "di mana": "dimana dmn",
    "di situ": "disitu dstu",
    "di luar": "diluar",
    "di dalam": "didalam",
    "ke mana": "kemana",
    "pakai": "pake",
    "dipakai": "dipake",
    "pasang": "psang",
    "punya": "pnya",
    "jatuh": "jatoh",
    "pulang": "plng",
    "hancur": "ancur",
    "tetap": "tetep",
    "dapat": "dapet",
    "sampai": "sampe",
    "benar": "bener bnr",
    "memang": "emang emg",
    "langsung": "lgsg lsg",
    "terus": "trs trus",
    "sendiri": "sndri",
}
_SPANISH = {
    "que": "q",
    "porque": "xq pq",
    "tambien": "tmb tb tbn",
}
_ENGLISH = {
    "please": "pls plz",
    "cannot": "cant",
}

VARIANTS: Mapping[str, Mapping[str, str]] = {
    language: {variant: standard for standard, variants in table.items() for variant in variants.split()}
    for language, table in (("en", _ENGLISH), ("id", _INDONESIAN), ("es", _SPANISH))
}
"""language → folded variant → standard spelling (several words where one was written for them)."""

_ACCENT_WORDS = """
que como cuando donde cual cuales quien quienes cuanto cuanta cuantos cuantas mas esta estas estan tu mi el si solo
aun asi aqui ahi alli
"""
ACCENT_PAIRS = frozenset(_ACCENT_WORDS.split())
"""Folded Spanish words whose accents are mostly left out in chat, and never tell yes from no."""
