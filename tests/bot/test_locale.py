"""The catalogues are whole: every text that the code uses, in every language, with the same placeholders."""

from __future__ import annotations

import datetime
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message as Entry

from bot.answering.answer import Message
from bot.locale import translation
from bot.locale.translation import UnknownLanguageError, placeholders, translate
from bot.locale.upkeep import UnreadableKeyError, messages_in_source, messages_in_text, read_catalogue
from rules_corpus.passages import LANGUAGES

USED = messages_in_source()

# What a language says exactly as English does.
SAME_AS_ENGLISH = {
    "id": {"Game", "ID", "game", "keyword", "Ruling: {text}\n{basis}"},
    "es": {"ID", "No", "No."},
}


def entries(language: str) -> Iterator[Entry]:
    return (entry for entry in read_catalogue(language) if entry.id)


def key_of(entry: Entry) -> str:
    return entry.id[0] if isinstance(entry.id, tuple | list) else str(entry.id)


def strings_of(entry: Entry) -> list[str]:
    return list(entry.string) if isinstance(entry.string, tuple | list) else [str(entry.string)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_code_is_in_the_catalogue_and_no_other(language: str) -> None:
    used = {message.key for message in USED}
    known = {key_of(entry) for entry in entries(language)}
    assert used - known == set(), "python -m bot.locale.upkeep adds them"
    assert known - used == set(), "python -m bot.locale.upkeep drops them"
    assert not read_catalogue(language).obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    for entry in entries(language):
        assert all(strings_of(entry)), key_of(entry)
        assert not entry.fuzzy, key_of(entry)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_as_many_as_the_language_has(language: str) -> None:
    plurals = {message.key: message.plural for message in USED if message.plural is not None}
    catalog = read_catalogue(language)
    for entry in entries(language):
        assert bool(entry.pluralizable) == (key_of(entry) in plurals), key_of(entry)
        if entry.pluralizable:
            assert entry.id[1] == plurals[key_of(entry)]
            assert len(strings_of(entry)) == catalog.num_plurals


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_those_of_the_source(language: str) -> None:
    for entry in entries(language):
        for string in strings_of(entry):
            assert placeholders(string) == placeholders(key_of(entry)), key_of(entry)
            # A brace that is no placeholder would be shown as it stands.
            assert string.count("{") == string.count("}") == len(_braced(string)), key_of(entry)


def _braced(string: str) -> list[str]:
    return [part for part in string.split("{")[1:] if part.split("}")[0] in placeholders(string)]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_text_is_left_in_english(language: str) -> None:
    same = {key_of(entry) for entry in entries(language) if key_of(entry) in strings_of(entry)}
    wordless = {key for key in same if not any(c.isalpha() for c in _without_placeholders(key))}
    assert same - wordless == SAME_AS_ENGLISH[language]


def _without_placeholders(key: str) -> str:
    for name in placeholders(key):
        key = key.replace("{" + name + "}", "")
    return key


def test_english_is_its_own_translation() -> None:
    for entry in entries("en"):
        assert strings_of(entry)[0] == key_of(entry)


@pytest.mark.parametrize(("language", "mark"), [("es", "¿¡"), ("id", "")])
def test_questions_are_written_as_the_language_writes_them(language: str, mark: str) -> None:
    for entry in entries(language):
        for string in strings_of(entry):
            assert "!" not in string, string
            if language == "es":
                assert string.count("?") == string.count("¿"), string
                assert "“" not in string, string


def test_a_nested_message_a_date_and_a_list_are_worded_in_the_language() -> None:
    message = Message(
        "{refs}: from {old}, not confirmed in {current}",
        {
            "refs": ("a", "b", "c"),
            "old": Message("edition {label}", {"label": "1.4"}),
            "current": datetime.date(2026, 10, 9),
        },
    )
    assert translate(message, "es") == "a, b y c: de la edición 1.4, sin confirmar en 9 de octubre de 2026"
    assert translate(message, "id") == "a, b, dan c: dari edisi 1.4, belum dikonfirmasi di 9 Oktober 2026"


@pytest.mark.parametrize(
    ("count", "text"), [(1, "1 carta la tiene."), (2, "2 cartas la tienen."), (0, "0 cartas la tienen.")]
)
def test_plurals_follow_the_count(count: int, text: str) -> None:
    message = Message("{count} card has it.", {"count": count}, plural="{count} cards have it.")
    assert translate(message, "es") == text


def test_a_value_is_never_a_template() -> None:
    message = Message("{ref}: {text}", {"ref": "{text}", "text": "{ref.__class__} %s {0}"})
    assert translate(message, "en") == "{text}: {ref.__class__} %s {0}"


def test_a_missing_value_and_an_unknown_language_are_faults() -> None:
    with pytest.raises(KeyError):
        translate(Message("{ref}: {text}", {"ref": "1"}), "en")
    with pytest.raises(UnknownLanguageError):
        translate(Message("Yes."), "../en")


def test_the_scan_finds_keys_and_refuses_what_it_cannot_read() -> None:
    source = 'Message("One" " two {x}", {"x": 1})\nraise ImportRefused("Three.", x=1)\nMessage(KEY)\nN_("Four")\n'
    assert [found.key for found in messages_in_text(source, "a.py")] == ["One two {x}", "Three.", "Four"]
    with pytest.raises(UnreadableKeyError):
        list(messages_in_text('Message(f"Hello {name}")', "a.py"))
    with pytest.raises(UnreadableKeyError):
        list(messages_in_text('Message("a" + b)', "a.py"))


def test_a_catalogue_is_ready_in_a_moment() -> None:
    translate(Message("Yes."), "en")  # the first import of Babel's reader is not the catalogue's
    translation.catalogue.cache_clear()
    started = time.process_time()
    translation.catalogue("es")
    assert time.process_time() - started < 0.2  # measured: 8 ms; the limit leaves room for a slow machine


def test_translating_loads_neither_the_index_nor_discord() -> None:
    code = "import sys, bot.locale.translation; print([m for m in ('discord', 'faiss', 'torch') if m in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"
