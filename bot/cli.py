"""The command line: `rulesbot ask`, `scenario`, `search`, `rule`, `keyword`, `corpus`, `index`, `serve`, `doctor`."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import typer
from pydantic import ValidationError

from bot.answering.answer import Message
from bot.application import encoder_unavailable
from bot.commands import answers, cards
from bot.commands.console import interface_language
from bot.commands.corpus import corpus
from bot.commands.doctor import doctor
from bot.commands.evaluation import evaluate
from bot.commands.index import index
from bot.commands.scenario import scenario
from bot.commands.serve import serve
from bot.errors import UserError
from bot.locale.translation import translate
from bot.logs import configure_logging, record_fault
from bot.settings import Settings
from bot.terminal.plain import printable
from index.encoder import EncoderUnavailable

app = typer.Typer(
    name="rulesbot",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Rules questions about trading-card games, answered with citations.",
)
app.command()(answers.ask)
app.command()(scenario)
app.command()(answers.search)
app.command()(answers.rule)
app.command()(answers.keyword)
app.command()(cards.card)
app.command()(serve)
app.command()(doctor)
app.command("eval")(evaluate)
app.add_typer(corpus, name="corpus")
app.add_typer(index, name="index")


def main() -> None:
    """Run one command; exit with 2 and one sentence for bad input, with 1 and a reference number for a fault."""
    _prepare_streams()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command line; its exit status."""
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "RULESBOT_" + "_".join(str(part) for part in first["loc"]).upper()
        return _complain(
            Message("The setting {name} is wrong: {reason}.", {"name": name, "reason": first["msg"].rstrip(".")})
        )
    configure_logging(settings.log_level)
    try:
        app(arguments, obj=settings)
    except UserError as error:
        return _complain(error.message)
    except EncoderUnavailable as error:
        return _complain(encoder_unavailable(settings.encoder, error))
    except SystemExit as finished:
        return finished.code if isinstance(finished.code, int) else 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # a full disk, a folder that may not be written, an output that is gone
        where = f"{error.filename}: " if error.filename else ""
        reason = f"{where}{error.strerror or error}"
        _complain(Message("Something could not be read or written: {reason}.", {"reason": reason}))
        return 1
    except Exception as error:  # noqa: BLE001 (the one place where unexpected faults end: logged with a reference)
        reference = record_fault(error, settings.data_dir)
        _complain(
            Message(
                "Something went wrong that should not; the details are in {path} under {reference}.",
                {"path": str(settings.data_dir / "faults.log"), "reference": reference},
            )
        )
        return 1
    return 0


def _complain(message: Message) -> int:
    sys.stderr.write(printable(translate(message, interface_language())) + "\n")
    return 2


def _prepare_streams() -> None:
    """Give the process an output that never fails: a closed one swallows what it is given, and a character that an
    encoding lacks becomes a question mark."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (lives as long as the process)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    main()
