"""The report on a checked answer on a terminal; plain text where it is no terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from bot.answering.answer_check import AnswerCheck
from bot.answering.check_report import badge, check_paragraphs, headline_of_check
from bot.locale.translation import translate
from bot.terminal.plain import printable
from rule_check.findings import Finding

_STYLES = {Finding.VALID: "bold green", Finding.INVALID: "bold red", Finding.SATISFIABLE: "bold yellow"}


def render_check(check: AnswerCheck, console: Console) -> None:
    """Write what was found about an answer to a console, in the reader's language."""
    headline = f"{badge(check.finding)} {translate(headline_of_check(check), check.language)}"
    console.print(Text(printable(headline), style=_STYLES.get(check.finding, "bold")), soft_wrap=True)
    for paragraph in check_paragraphs(check):
        console.print(Text(printable(translate(paragraph, check.language))), soft_wrap=True)
