"""Phrases for the small game of `garden.py`."""

GARDEN_PHRASES = """\
game: riftbound
nouns:
  pot: {en: [pot, planter], id: [pot], es: [maceta]}
  label: {en: [label, name tag], id: [label], es: [etiqueta]}
modifiers:
  - {of: pot/label, facts: {owner(*): neighbour}, en: ["[my] neighbour's *"],
     id: ["* [milik] tetangga"], es: ["* [del] vecino"]}
  - {of: pot/label, other: 'yes', en: ["(another|other) *"], id: ["* lain"], es: ["otra *"]}
  - {of: pot, facts: {place(*): bed}, en: ["* [that is] in a bed"],
     id: ["* [yang] di bedengan"], es: ["* en el bancal"]}
relations:
  - {at: pot, facts: {"stuck({label})": "{pot}"}, en: ["{pot} (with|that has) {label} on it"]}
  - {at: label, facts: {"stuck({label})": "{pot}"}, en: ["{label} that sticks to {pot}"]}
situations:
  - facts: {season: winter}
    en: ["in winter", "it is winter"]
    id: ["di musim dingin", "musim dingin"]
    es: ["en invierno"]
  - facts: {season: spring}
    en: ["in spring", "it is not winter"]
    id: ["bukan musim dingin"]
    es: ["en primavera"]
  - facts: {"stuck({label})": "{pot}"}
    en: ["{label} is on {pot}", "{pot} (has|carries) {label}"]
    id: ["{label} nempel di {pot}"]
    es: ["{label} pegada a {pot}"]
events:
  - event: breaks({pot})
    en: ["{pot} breaks"]
    id: ["{pot} pecah"]
    es: ["{pot} se rompe", "se rompe {pot}"]
questions:
  - may: stick({label},{pot})
    en: ["(can|may) I (stick|put) [{label}] [on|onto|to] {pot}"]
    id: ["(bisa|boleh) (gak|) (tempel|pasang) [{label}] [ke|di] {pot}"]
    es: ["puedo pegar [{label}] [a] {pot}"]
  - then: next_cleanup place({label})
    presumes: {"stuck({label})": "{pot}"}
    en: ["where does {label} go"]
    id: ["{label} (ke mana|kemana)"]
    es: ["adonde va {label}"]
  - may: stick({label},{pot:other})
    presumes: {"stuck({label})": "{pot}"}
    en: ["(can|may) I move {label} to {pot:other}"]
  - may: stick({label},{pot})
    unless: {"stuck({label})": "{pot}"}
    en: ["(can|may) I label {pot}"]
  - then: now stuck({label})
    upon: ["breaks({pot})"]
    presumes: {"stuck({label})": "{pot}"}
    en: ["what becomes [of] {label}"]
"""
