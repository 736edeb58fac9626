"""In which language a person is answered. Every command and every error text asks here."""

from __future__ import annotations

from rules_corpus.passages import LANGUAGES

FALLBACK = "en"


def reply_language(
    *,
    option: str | None = None,
    setting: str | None = None,
    question: str | None = None,
    locale: str | None = None,
    server_locale: str | None = None,
) -> str:
    """The first of these that tells: the command's option, the person's setting, the question's own language, the
    language of their Discord, that of the server; else English.

    `locale` and `server_locale` are Discord's ("es-419"), the others one of `LANGUAGES`.
    """
    candidates = (option, setting, question, language_of_locale(locale), language_of_locale(server_locale))
    return next((language for language in candidates if language in LANGUAGES), FALLBACK)


def language_of_locale(locale: str | None) -> str | None:
    """The language of ours that a locale of Discord is ("es-419" → "es"); None for any other."""
    language = (locale or "").partition("-")[0]
    return language if language in LANGUAGES else None
