"""Texts on which the encoder is tested, in our own words."""

from __future__ import annotations

ORDINARY: tuple[str, ...] = (
    "Equip",
    "Can I equip a unit that is already attacking?",
    "The word stands for this: pay the cost, and the gear becomes attached to a unit you control.",
    "If two effects would replace the same event, the affected player picks which one applies first (see 616.1).",
    "Bisakah saya memasang gear ke unit yang baru saja dimainkan, atau harus menunggu giliran berikutnya?",
    "Kartu yang dibuang dari tangan masuk ke kuburan pemiliknya; urutannya tidak berubah.",
    "Kalo unitnya mati, gear-nya balik ke base gak sih??",
    "¿Puedo activar la habilidad de equipar durante el turno del oponente?",
    "Si la criatura tiene daño letal marcado, se destruye la próxima vez que se revisen las acciones de estado.",
    "El jugador activo elige el orden; después, el otro añade sus habilidades a la pila.",
    "Pay {2}{W}{U}: put a +1/+1 counter on it. 704.5f — 0 toughness.",
    "Lim-Dûl, Æther Vial, Déjà Vu, Jötun Grunt & Señor Stefano Fiore cost 3 each.",
    "Kai'Sa deals 4 to Bel'Veth; K'Sante survives with 1 might.",
    "THE STACK IS EMPTY!!! so what now?",
    "A 50 % chance, 3 × 4 = 12, ½ rounded up, ≥ 7 cards, “quoted” – ‘and’ dashed — text…",
)
"""Written in the characters that the narrowed vocabulary serves."""

SPELLED: tuple[str, ...] = ("Łódź, Škoda, Đà Nẵng, Čapek and Iași",)
"""Latin letters beyond Latin-1: served letter by letter, not by the original's pieces."""

ODD: tuple[str, ...] = (
    "",
    " ",
    "\t two  spaces \n and\r\n lines\u3000with a wide\u00a0blank ",
    "ﬁne ﬂow of ﬀects, ＦＵＬＬ　ＷＩＤＴＨ ｌｅｔｔｅｒｓ, ① ② ⅳ ™ ㎯ x² H₂O",
    "e\u0301quipo, man\u0303ana, A\u030angstro\u0308m",
    "zero\u200bwidth\u200djoiners\ufeff and soft\u00adhyphens",
    "control\x01\x02\x1f\x7fcharacters",
    "🧙\u200d♂️ casts 🔥🔥 for 🇪🇸 👍🏽",
    "⚔️ → ★ ☆ ♠ ♥ ♦ ♣ ✓ ✗ • ◆ ■ ▶",
)
"""Characters that the normaliser has to deal with."""

FOREIGN: tuple[str, ...] = ("カードを引く", "Карта в руке", "سحب بطاقة", "抽一张牌", "카드 뽑기")
"""Scripts outside the narrowed vocabulary."""

HOSTILE: tuple[str, ...] = (
    "\ufdfa" * 10,
    "\ufdfa" * 5000,
    "before\x00after",
    "\x00",
    "\ud800 lone \udfff surrogates \udc00\ud83d",
    "\U0001f9d9" * 300,
    "word " * 20_000,
    "x" * 100_000,
    "a\u0300" * 3000,
    "<s> </s> <pad> <unk> <mask>",
    "▁▁▁ ▁",
    "",
)
"""What has crashed or could crash an encoder."""
