"""A small literate file in our own words for the tests of the rule files, and helpers around it."""

from __future__ import annotations

from pathlib import Path

from rules_corpus.documents import DocumentError, DocumentErrors, parse_document

PATH = Path("games/riftbound/hats.md")

FRONT = """\
---
game: riftbound
document: core-rules
edition: "1.5"
base: "1.4"
authority: en
effective: 2026-10-09
title: {en: Core rules, id: Aturan inti, es: Reglas básicas}
topic: {en: Hats, id: Topi, es: Sombreros}
---
"""

RULES = """\

## 818
en: Hats
id: Topi
es: Sombreros
heading: yes

## 818.1
en: A hat is worn: one a unit.
id: Topi dipakai, satu per unit.
es: Un sombrero se lleva puesto, uno por unidad.
was: 1.4 817.1

## 818.1.c
en: The wearer pays for its hat.
id: Pemakai membayar topinya.
es: Quien lo lleva paga su sombrero.
see: 818, 818.1
as_of: 1.4 817.1.c

```asp
enables(wear(H, U)) :- asked(wear(H, U)).
```

```check
- given: {controller(u1): you}
  expect: no
  cites: [818.1.c, {"1.5": 818.1, "1.4": 817.1}]
```
"""

OTHERS = """\

## KEYWORD hat
en: What a unit wears.
id: Yang dipakai unit.
es: Lo que lleva una unidad.
cites: 818.1 (1.4: 817.1), 818.1.c

```keyword
name: {en: Hat, id: Topi, es: Sombrero}
first_set: Wardrobe
cards:
  total: 12
  parts:
    - {count: 10, label: {en: with Hat, id: dengan Hat, es: con Hat}}
    - {count: 2, label: {en: hatters, id: pemakai topi, es: sombrereros}}
reminders:
  - {en: Wear this., id: Pakai ini., es: Lleva esto.}
```

## FAQ hat-on-hat
about: hat
see: 818.1
source: Hat notes | More hat notes

```faq
asks:
  en: [Can a hat wear a hat?, Does a hat wear hats?]
  id:
    - Apakah topi bisa memakai topi, atau tidak?
  es: ["¿Puede un sombrero llevar sombrero?"]
says: {en: "No: it is no unit.", id: Tidak., es: No.}
verdict: no                       # not a comment's business
cites: [818.1.c, {1.5: 818.1, 1.4: 817.1}]
given: {controller(u1): you, "worn(h1,u1)": yes}
```

## FAQ hat-indoors
```faq
asks: {en: [Indoors?], id: [Di dalam?], es: [¿Dentro?]}
says: {en: The rules are silent., id: Aturan tidak menyebutnya., es: Las reglas callan.}
gap: yes
```

## RULING hat-rain
en: Rain ruins no hat.
id: Hujan tidak merusak topi.
es: La lluvia no estropea ningún sombrero.
about: hat
cites: 818.1.c (1.4: 817.1.c, 1.3: 816.1.c), 818
source: Hat notes
date: 2026-08-14
effective: 2026-09-01

## EXAMPLE hat-shop
en: Ana pays for the hat and wears it.
id: Ana membayar topi lalu memakainya.
es: Ana paga el sombrero y se lo pone.
cites: 818.1.c
"""

SAMPLE = FRONT + RULES + OTHERS


def errors_in(text: str) -> tuple[DocumentError, ...]:
    """The mistakes that one file's text is reported to have."""
    try:
        parse_document(PATH, text)
    except DocumentErrors as caught:
        return caught.errors
    return ()


def changed(old: str, new: str, text: str = SAMPLE) -> str:
    """The text with the only occurrence of `old` replaced."""
    assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
    return text.replace(old, new)


def line_of(needle: str, text: str) -> int:
    """The line on which the only occurrence of `needle` begins, counted from 1."""
    assert text.count(needle) == 1, f"{needle!r} occurs {text.count(needle)} times"
    return text[: text.index(needle)].count("\n") + 1


def file_in(folder: Path, game: str, name: str, text: str) -> Path:
    """Write a file of a game's folder."""
    path = folder / game / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


Case = tuple[str, str, str, str, str]
"""What is replaced in the sample, by what, the text on whose line the mistake is, what is expected, what was found."""


def one_mistake(case: Case) -> None:
    """Assert that the case breaks exactly one thing, which is reported where it stands."""
    old, new, place, expected, found = case
    text = changed(old, new)
    errors = errors_in(text)
    assert [str(error) for error in errors[1:]] == []
    assert errors[0].path == PATH
    assert errors[0].line == line_of(place, text)
    assert expected in errors[0].expected
    assert found in errors[0].found
