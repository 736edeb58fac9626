"""A small game of our own for the checker's tests: gardeners put labels on pots."""

from __future__ import annotations

from pathlib import Path

from rule_check.engine import Engine
from rule_check.program import program_of, rules_of
from rule_check.vocabulary import Vocabulary
from rule_check.vocabulary_file import load_vocabulary
from rules_corpus.document_passages import FormalBlock


def _words(positive: str, negative: str) -> str:
    return "{" + ", ".join(f'{language}: "{positive} | {negative}"' for language in ("en", "id", "es")) + "}"


VOCABULARY = f"""\
game: riftbound
kinds:
  pot: {{objects: [p1, p2], en: [the pot, the other pot], id: [pot itu, pot lain], es: [la maceta, la otra maceta]}}
  label: {{objects: [l1, l2], en: [the label, the other label], id: [label itu, label lain], es: [la nota, la otra]}}
choices:
  colour: [red, blue]
facts:
  season:
    values:
      spring: {_words("it is spring", "it is not spring")}
      winter: {_words("it is winter", "it is not winter")}
    unstated: ask
    question: {{en: Which season is it?, id: Musim apa?, es: ¿Qué estación es?}}
  owner(O=pot/label):
    values:
      you: {_words("you own {O}", "you don't own {O}")}
      neighbour: {_words("your neighbour owns {O}", "your neighbour doesn't own {O}")}
    unstated: you
  place(O=pot/label):
    values:
      shed: {_words("{O} is in the shed", "{O} is not in the shed")}
      bed: {_words("{O} is in the bed", "{O} is not in the bed")}
    unstated: ask
    question: {{en: "Where is {{O}}?", id: "{{O}} di mana?", es: "¿Dónde está {{O}}?"}}
  stuck(L=label):
    values:
      none: {_words("{L} is on no pot", "{L} is on a pot")}
      pot: {_words("{L} is on {V}", "{L} is not on {V}")}
    unstated: none
  gardener(P=pot):
    values:
      'yes': {_words("{P} has a gardener", "{P} has no gardener")}
      'no': {_words("{P} has no gardener", "{P} has a gardener")}
    unstated: 'no'
  size(P=pot):
    values:
      0..3: {_words("{P} has size {V}", "{P} doesn't have size {V}")}
derived:
  glued(L=label):
    values:
      'yes': {_words("{L} is glued", "{L} is not glued")}
      'no': {_words("{L} is not glued", "{L} is glued")}
  total(P=pot):
    values:
      0..6: {_words("{P} counts {V}", "{P} doesn't count {V}")}
actions:
  stick(L=label, P=pot): {_words("{L} may be stuck to {P}", "{L} may not be stuck to {P}")}
  paint(P=pot): {_words("{P} may be painted", "{P} may not be painted")}
events:
  breaks(P=pot): {_words("{P} breaks", "{P} doesn't break")}
"""

RULES = {
    "101.1": """
stuck_on(L,P) :- is(stuck(L),P), obj(P,pot).
enables(stick(L,P)) :- asked(stick(L,P)).
requires(stick(L,P), is(season,spring)) :- asked(stick(L,P)).
requires(stick(L,P), is(owner(P),you)) :- asked(stick(L,P)).
requires(stick(L,P), is(glued(L),no)) :- asked(stick(L,P)).
""",
    "101.2": "set(glued(L),no,base) :- obj(L,label).\nset(glued(L),yes,exception) :- stuck_on(L,P).",
    "101.3": "waives(stick(L,P), is(season,spring)) :- asked(stick(L,P)), is(gardener(P),yes).",
    "102.1": "forbids(stick(L,P)) :- asked(stick(L,P)), is(place(P),bed), is(place(L),shed).",
    "103.1": """
then(now,stuck(L),none) :- event(breaks(P)), stuck_on(L,P).
then(now,place(L),X) :- event(breaks(P)), stuck_on(L,P), is(place(P),X).
then(next_cleanup,place(L),shed) :- then(now,place(L),bed).
""",
    "104.1": "gap(paint(P)) :- asked(paint(P)), is(place(P),shed).",
    "104.2": "enables(paint(P)) :- asked(paint(P)).\nrequires(paint(P), isnt(owner(P),neighbour)) :- asked(paint(P)).",
    "105.1": "then(now,total(P),B+N) :- is(size(P),B), N = #count { L : stuck_on(L,P) }, present(P).",
}


def blocks(rules: dict[str, str], path: Path = Path("garden.md")) -> list[FormalBlock]:
    return [FormalBlock("asp", ref, source, path, 1) for ref, source in rules.items()]


def vocabulary(folder: Path, text: str = VOCABULARY) -> Vocabulary:
    (folder / "riftbound.yaml").write_text(text, encoding="utf-8")
    return load_vocabulary("riftbound", folder)


def engine(folder: Path, rules: dict[str, str] | None = None) -> Engine:
    known = vocabulary(folder)
    return Engine(program_of(rules_of(blocks(rules or RULES), known), known), known)
