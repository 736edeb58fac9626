"""What questions look like in three languages: the words that open, join, end and condition them.

Players mix the languages and drop accents and question marks, so every form is tried on every text. All patterns are
for text as `level` gives it.
"""

from __future__ import annotations

import re
import unicodedata

Pattern = re.Pattern[str]

MARKS = re.compile(r"[?¿？]")
WORD = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")


def level(text: str) -> str:
    """The text in small letters without accents, each character still at its place."""
    return "".join(_level(character) for character in text)


def words_of(text: str) -> list[str]:
    """The words of a text, levelled; hyphenated words and rule numbers stay whole."""
    return WORD.findall(level(text))


def _level(character: str) -> str:
    if character in "’‘ʼ`´":
        return "'"
    if character.isascii():
        return character.lower()
    base = unicodedata.normalize("NFD", character)[0].lower()
    return base if len(base) == 1 else character


def _any(*forms: str) -> Pattern:
    return re.compile("|".join(f"(?:{form})" for form in forms))


# English -------------------------------------------------------------------------------------------------------------

_AUXILIARY = (
    r"(?:can|could|may|might|should|would|will|shall|must|do|does|did|is|are|was|were|am|has|have)(?:n'?t|not)?"
)
_MODAL = r"(?:can|could|may|might|should|would|will|shall|must|does|did)(?:n'?t|not)?"
_BE_HAVE = r"(?:is|are|was|were|am|has|have)(?:n'?t)?"
_PRONOUN = r"(?:i|you|he|she|it|we|they|this|that|these|those|there)"
_DETERMINER = (
    r"(?:my|your|his|her|its|our|their|the|an?|any|each|every|both|all|either|neither|another|players?|opponents?)"
)
_ENGLISH_WH = (
    r"what(?:'?s| exactly)? (?:is|are|am|was|were|has|happens|happened|becomes|counts|would|will|if|about)\b",
    r"what(?: exactly)? (?:do|does|did|can|should)\b",
    r"what(?:'s|s)\b",
    r"what \w+ (?:do|does|did|can|is|are|will|would|should)\b",
    r"how (?:about|come)\b",
    r"how(?: \w+){0,3}? (?:do|does|did|can|could|is|are|will|would|should|has|have)\b",
    r"(?:where|when|why)(?:'s| exactly)? (?:do|does|did|can|could|is|are|will|would|should|has|have|not)\b",
    r"(?:who|whose|whom)\b \w+",
    r"which (?!is\b|are\b|was\b|were\b|has\b|have\b|can\b|does\b|do\b)\w+ \w+",
)

# Indonesian ----------------------------------------------------------------------------------------------------------

_PARTICLE = r"(?:gak|ga|gk|nggak|ngga|enggak|engga|kagak|kaga|tidak|tdk|belum|blm)"
_CHAT = r"(?:sih|ya|y|min|bang|kak|gan|bro|dong|tuh|nih|wkwk\w*|om|mas)"
_INDONESIAN_WH = (
    r"(?:gimana|gmn|gmana|bgmn|bagaimana|gimn)\w*\b",
    r"ke ?mana\w*\b|di ?mana\w*\b|dmn\b|dari mana\b",
    r"(?:kapan|kpn|siapa|berapa|brp|kenapa|knp|mengapa|ngapain)\w*\b",
    r"apa (?:yang|yg|itu|jadinya|saja|aja)\b",
    r"(?:boleh|bisa|apa|masih|harus|perlu|ada)kah\b",
)
_INDONESIAN_OPENERS = (
    r"(?:apa|apakah)\b",
    r"(?:bisa|bs|boleh|blh|harus|perlu|masih|emang|emangnya|memang)\b",
)
_IF_ID = r"(?:kalo|kalau|klo|kalu|jika|bila|misal|misalnya|gimana kalo|gimana kalau)"

# Spanish -------------------------------------------------------------------------------------------------------------

_SPANISH_WH = (
    r"(?:y )?que (?:pasa|pasaria|ocurre|sucede|hace|hago|hay|significa|tengo|debo|puedo|tal|es|gano|pago)\b",
    r"como (?:se|funciona|funcionan|puedo|hago|queda|afecta|es que|lo|la)\b",
    r"cuando (?:se puede|puedo|debo|exactamente|es que|tengo)\b",
    r"a?donde (?:va|van|queda|quedan|acaba|termina|esta|puedo|se|cae)\b",
    r"(?:quien|quienes|cual|cuales|cuanto|cuanta|cuantos|cuantas)\b \w+",
    r"por ?que\b",
)
_SPANISH_VERBS = (
    r"(?:puedo|puede|pueden|podemos|puedes|podria|podrian|podre|debo|debe|deben|tengo que|tiene que|hay que)\b",
    r"se (?:puede|pueden|podria|considera|cuenta)\b",
    r"(?:eso|esto) (?:cuenta|vale|es|seria|gasta|usa|me|se|tambien|no|hace|significa)\b",
    r"(?:cuenta|sirve|vale|funciona)\b \w+",
)

# What is read --------------------------------------------------------------------------------------------------------

STARTS = _any(
    rf"{_AUXILIARY}\b \w+",
    *_ENGLISH_WH,
    *_INDONESIAN_WH,
    *_INDONESIAN_OPENERS,
    *_SPANISH_WH,
    *_SPANISH_VERBS,
    r"(?:please |tolong |mohon )?(?:explain|tell me|jelaskan|jelasin|dijelaskan|explica|explicame|dime)\b",
    r"(?:i (?:want|would like|'d like) to (?:know|ask)|quisiera|me gustaria|mau (?:tanya|nanya))\b",
)
"""What a question may begin with, where it is known to be one."""
OPENS = _any(
    rf"{_MODAL}\b {_PRONOUN}\b",
    rf"{_MODAL}\b {_DETERMINER}\b",
    r"(?:can|could|may|should|would|will|does|did)(?:n'?t)? (?!damage\b|nothing\b|not\b|so\b|too\b)[\w'-]+ [\w'-]",
    rf"{_BE_HAVE}\b {_PRONOUN}\b",
    r"(?:is|are|was|were)(?:n'?t)? (?:my|your|his|her|its|our|their|the)\b",
    r"do(?:n'?t)? (?:i|you|we|they|these|those)\b",
    r"do (?!the same)(?:the|my|your|their|his|her|both|all) [\w'-]+s\b",
    *_ENGLISH_WH,
    *_INDONESIAN_WH,
    *_INDONESIAN_OPENERS,
    *_SPANISH_WH,
    *_SPANISH_VERBS,
)
"""What begins a question of its own after "and", "terus", "y"."""
OPENS_SURELY = _any(
    rf"{_MODAL}\b {_PRONOUN}\b",
    rf"{_MODAL}\b {_DETERMINER}\b",
    rf"{_BE_HAVE}\b (?:i|you|he|she|it|we|they|that|there)\b",
    r"do(?:n'?t)? (?:i|you|we|they)\b",
    *(form for form in _ENGLISH_WH if not form.startswith(("(?:who", "which"))),
    *_INDONESIAN_WH,
    r"(?:apakah|bisakah|bolehkah|apa (?:bisa|boleh))\b",
    *_SPANISH_WH,
)
"""The same after a relative clause or a condition, which its "and" could go on with."""
OPENS_AFTER_COMMA = _any(
    rf"{_MODAL}\b {_PRONOUN}\b",
    r"(?:is|are) (?:it|that|they)\b",
    r"do (?:i|you|we|they)\b",
    *(form for form in _ENGLISH_WH if not form.startswith(("(?:who", "which"))),
)
"""What begins a question of its own after a mere comma."""

INSIDE_ENGLISH = _any(rf"\b{_AUXILIARY} (?:{_PRONOUN}|{_DETERMINER})\b", *(rf"\b{form}" for form in _ENGLISH_WH))
QUESTION_WORD_ID = _any(*(rf"\b(?:{form})" for form in _INDONESIAN_WH))
ENDS_ID = re.compile(rf"\b{_PARTICLE}(?: {_CHAT})*\W*$")
"""A final "gak" asks."""
MARKER = _any(INSIDE_ENGLISH.pattern, QUESTION_WORD_ID.pattern, ENDS_ID.pattern, r"\bapakah\b", *(
    rf"\b(?:{form})" for form in (*_SPANISH_WH, *_SPANISH_VERBS[:2])
), r"\b(?:bisa|boleh)\b")  # fmt: skip
"""A main clause that asks, anywhere in a text."""

CONDITION = re.compile(rf"(?:what )?(?:if|when|while|once|after|before|unless|until)\b|{_IF_ID}\b"
                       r"|(?:pas|saat|ketika|waktu|setelah|sebelum|selama)\b"
                       r"|(?:si|cuando|mientras|tras|despues de|antes de|aunque)\b")  # fmt: skip
"""What a clause that only conditions another one begins with."""
SUPPOSES = re.compile(r"(?:suppos\w+|assum\w+|imagine|given|say|let'?s say|anggap|misalkan|supon\w*|imagina)\b")
"""What a situation for everything that follows begins with."""
CONDITION_INSIDE = re.compile(
    r"\b(?:if|when|while|during|unless|until|once|after|before|without|except"
    r"|kalo|kalau|klo|jika|bila|pas|saat|ketika|selama|kecuali|tanpa|sebelum|setelah"
    r"|si|cuando|mientras|durante|salvo|hasta|sin|despues de|antes de)\b"
    r"|\b(?:in|on|at|di|en)(?: [\w'-]+){1,3}? (?:turn|phase|step|showdown|combat|fase|turno|combate)\b|\bdi giliran\b"
)
WHAT_IF = re.compile(
    rf"(?:(?:and|but|then|terus|trus|trs|lalu|dan|tapi|y|pero|and then) )*"
    rf"(?:what (?:happens |about )?(?:if|when)\b|if\b|when\b|{_IF_ID}\b|que (?:pasa|ocurre|sucede) (?:si|cuando)\b|si\b"
    r"|gimana (?:kalo|kalau)\b|apa (?:yang|yg) terjadi (?:kalo|kalau|jika)\b)"
)
"""A piece whose condition is its own: it asks about another case."""
BARE_IF = re.compile(rf"(?:what )?if\b|{_IF_ID}\b|si\b")
RELATIVE = re.compile(r"\b(?:that|which|who|whose|if|when|while|once|after|unless)\b")
RELATIVE_ES = re.compile(r"(?<!^)\b(?:que|si|cuando|quien)\b")

JOINS = re.compile(
    r"(?P<comma>[,;:–—-]+\s*)?(?<!\w)(?:and then|and also|and|but|also|plus|then|and if so"
    r"|terus|trus|trs|lalu|lantas|dan|tapi|tp|kemudian|abis itu|habis itu"
    r"|y luego|y despues|y ademas|y|e|pero|luego|ademas|entonces)(?!\w)[,:]?\s+"
)
"""What may join two questions in one sentence. "Or" never does: it offers a choice."""
GOES_ON_IN_TIME = re.compile(r".*\b(?=(?:terus|trus|trs|lalu|lantas|kemudian|then|luego|entonces) )", re.DOTALL)
"""Everything before the last "terus": what comes first may be the situation."""
JOINS_ES = re.compile(r"\W*[ye]\s")
ADDS = re.compile(r"¿?(?:and also|and|also|plus|dan|y ademas|y|ademas)[,:]?\s+")
"""An opening that only adds, and changes nothing about the question behind it."""

TAG = re.compile(
    r"\W*(?:(?:is that |that'?s )?(?:right|correct|true)|yes|no|ok|okay|huh|eh|innit|or not|yeah"
    r"|is that (?:so|it|ok|legal)"
    r"|(?:can|do|does|is|are|will|would|did|was|has|have|should|could)(?:n'?t)? (?:i|you|he|she|it|we|they)"
    rf"|(?:bener|benar|betul|iya|ya|kan|gitu|y)(?: (?:kan|ga|gak|nggak|ya|tidak))*|(?:atau )?{_PARTICLE}(?: ya)?"
    r"|verdad|cierto|si|vale|correcto|o no|no es asi|no es cierto|es correcto|estoy en lo cierto)\W*$"
)
"""A sentence that only asks whether the statement before it is right."""
GOES_ON = re.compile(
    r"\W*(?:or|because|since|as in|cause|cuz|atau|ato|atw|karena|krn|soalnya|sebab|o|u|porque|ya que)\b"
)
"""A sentence that goes on with the one before it: a choice or a reason."""
COURTESY = frozenset(
    [
        "hi",
        "hello",
        "hey",
        "yo",
        "greetings",
        "please",
        "pls",
        "plz",
        "thanks",
        "thank",
        "you",
        "thx",
        "ty",
        "cheers",
        "guys",
        "sir",
        "everyone",
        "all",
        "there",
        "good",
        "morning",
        "evening",
        "judge",
        "quick",
        "question",
        "questions",
        "just",
        "a",
        "two",
        "another",
        "halo",
        "hai",
        "hallo",
        "bang",
        "bro",
        "kak",
        "min",
        "gan",
        "om",
        "mas",
        "makasih",
        "terima",
        "kasih",
        "tolong",
        "mohon",
        "permisi",
        "mau",
        "tanya",
        "nanya",
        "dong",
        "ya",
        "pagi",
        "siang",
        "sore",
        "malam",
        "tks",
        "hola",
        "buenas",
        "buenos",
        "dias",
        "tardes",
        "noches",
        "gracias",
        "oye",
        "por",
        "favor",
        "porfa",
        "saludos",
        "amigo",
        "chicos",
        "una",
        "duda",
        "pregunta",
        "dos",
        "preguntas",
        "muchas",
    ]
)
"""Words of sentences that say nothing about the rules."""


def is_courtesy(text: str) -> bool:
    """Whether a text only greets, thanks or announces that it will ask."""
    return all(word in COURTESY for word in words_of(text))
