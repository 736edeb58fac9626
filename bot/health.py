"""Looks at every part that an answer needs, and says how each fault is mended; changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from bot.answering.answer import Message
from bot.answering.confidence import shipped_calibration
from bot.answering.naming import game_name
from bot.application import Application
from bot.binding_report import edition_bindings
from bot.errors import UserError, first_line
from index.encoder import EncoderUnavailable
from index.snapshot import SnapshotDamagedError, SnapshotMissingError, is_current, load_current
from rule_check.binding_states import BindingState
from rules_corpus.database import migration_state
from rules_corpus.editions import EditionViews
from rules_corpus.passages import GAMES, PublishedCorpus
from rules_corpus.question_bank.entries import bank_identity
from rules_corpus.repository import CorpusRepository
from rules_corpus.starter import fingerprint

BUILD = Message("Run `rulesbot index build`.")


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    healthy: bool
    state: Message
    mend: Message | None = None


def examine(application: Application) -> tuple[Check, ...]:
    """The state of database, migrations, corpus, encoder, index, confidence and editions, as they build up."""
    checks: list[Check] = []
    for name, check in _CHECKS:
        try:
            checks.append(check(application))
        except (UserError, SQLAlchemyError, OSError) as error:
            state = (
                error.message if isinstance(error, UserError) else Message("{reason}", {"reason": first_line(error)})
            )
            checks.append(Check(name, False, state, Message("Mend what is named above first, then run this again.")))
    return tuple(checks)


def _database(application: Application) -> Check:
    url = application.settings.resolved_database_url
    try:
        with application.engine.connect() as connection:
            shown = connection.engine.url.render_as_string(hide_password=True)
    except SQLAlchemyError as error:
        return Check(
            "database",
            False,
            Message("cannot be opened: {reason}", {"reason": first_line(error)}),
            Message("Check RULESBOT_DATABASE_URL and RULESBOT_DATA_DIR.") if url else None,
        )
    return Check("database", True, Message("{url}", {"url": shown}))


def _migrations(application: Application) -> Check:
    state = migration_state(application.engine)
    if state.up_to_date:
        return Check("migrations", True, Message("up to date ({revision})", {"revision": state.newest}))
    if state.current is None:
        return Check("migrations", False, Message("the database is empty"), BUILD)
    return Check(
        "migrations",
        False,
        Message("at {current}, but {newest} is needed", {"current": state.current, "newest": state.newest}),
        Message("Run `rulesbot index build`; if the database is newer than this rulesbot, update rulesbot."),
    )


def _corpus(application: Application) -> Check:
    repository = _migrated(application)
    if repository is None or repository.starter_fingerprint() is None:
        return Check("corpus", False, Message("the starter corpus is not loaded"), BUILD)
    if repository.starter_fingerprint() != fingerprint():
        return Check("corpus", False, Message("the starter corpus in the database is an older one"), BUILD)
    published = sum(1 for status in repository.statuses() if status.status == "published")
    return Check("corpus", True, Message("{count} published layers of editions", {"count": published}))


def _encoder(application: Application) -> Check:
    name = application.settings.encoder
    try:
        encoder = application.present_encoder()
    except EncoderUnavailable as error:
        return Check("encoder", False, Message("{reason}", {"reason": first_line(error)}), BUILD)
    if encoder is None:
        return Check("encoder", False, Message("the bundled encoder is not built yet"), BUILD)
    if altered := application.altered_encoder_files():
        return Check(
            "encoder",
            False,
            Message("altered since it was built: {path}", {"path": str(altered[0])}),
            Message("Delete the folder {path}; the next question builds it anew.", {"path": str(altered[0].parent)}),
        )
    try:
        vector = encoder.encode_queries(["Equip"])
    except EncoderUnavailable as error:
        return Check("encoder", False, Message("{reason}", {"reason": first_line(error)}), BUILD)
    if vector.shape != (1, encoder.dimensions):
        return Check("encoder", False, Message("{name} gives vectors of a wrong shape", {"name": name}), BUILD)
    return Check("encoder", True, Message("{name}", {"name": encoder.identity}))


def _index(application: Application) -> Check:
    try:
        snapshot = load_current(application.snapshot_folder)
    except SnapshotMissingError:
        return Check("index", False, Message("there is none yet"), BUILD)
    except SnapshotDamagedError as error:
        return Check("index", False, Message("damaged: {reason}", {"reason": first_line(error)}), BUILD)
    repository = _migrated(application)
    encoder = application.present_encoder()
    version = repository.published_version() if repository is not None else -1
    bank = bank_identity()
    if encoder is None or not is_current(snapshot, version, encoder.identity, application.lexicon, bank):
        return Check("index", False, Message("older than the corpus, the encoder or the lexicon"), BUILD)
    return Check("index", True, Message("{count} texts", {"count": len(snapshot.entries)}))


def _confidence(application: Application) -> Check:
    try:
        fitted_for = shipped_calibration().encoder
    except ValueError as error:
        return Check(
            "confidence",
            False,
            Message("damaged: {reason}", {"reason": first_line(error)}),
            Message("Install rulesbot again."),
        )
    encoder = application.present_encoder()
    if encoder is None or encoder.identity == fitted_for:
        return Check("confidence", True, Message("fitted for {encoder}", {"encoder": fitted_for}))
    return Check(
        "confidence",
        True,
        Message(
            "fitted for {fitted}, not for {encoder}: only passages that share words with a question are shown",
            {"fitted": fitted_for, "encoder": encoder.identity},
        ),
        Message("Fit it for this encoder with `python -m benchmarks.calibration fit`."),
    )


def _editions(application: Application) -> Check:
    repository = _migrated(application)
    corpus = repository.load_published() if repository is not None else PublishedCorpus(0, ())
    views = EditionViews(corpus)
    today = application.today()
    missing = [game for game in GAMES if not views.current(game, today).answering]
    if missing:
        names = tuple(game_name(game) for game in missing)
        return Check("editions", False, Message("nothing is in force for {games}", {"games": names}), BUILD)
    lacking = [
        Message("{game} {edition} needs {base}", {"game": game_name(e.game), "edition": e.edition, "base": e.base})
        for game in GAMES
        for e in views.current(game, today).answering
        if e.base is not None and e.base not in views.labels(game)
    ]
    in_force = tuple(
        Message("{game} {edition}", {"game": game_name(game), "edition": edition.edition})
        for game in GAMES
        for edition in views.current(game, today).answering
    )
    if lacking:
        return Check(
            "editions",
            True,
            Message(
                "in force: {editions}; {lacking}, which is not imported",
                {"editions": in_force, "lacking": tuple(lacking)},
            ),
            Message("Import the missing edition with `rulesbot corpus import FILE --game GAME --publish`."),
        )
    return Check("editions", True, Message("in force: {editions}", {"editions": in_force}))


def _formal_rules(application: Application) -> Check:
    repository = _migrated(application)
    corpus = repository.load_published() if repository is not None else PublishedCorpus(0, ())
    found = edition_bindings(corpus, application.today())
    counts = {
        name: sum(one.count(state) for one in found if one.in_force)
        for name, state in (
            ("bound", BindingState.BOUND),
            ("not_loaded", BindingState.NOT_LOADED),
            ("own", BindingState.OWN),
            ("stale", BindingState.STALE),
        )
    }
    state = Message(
        "{bound} sections bound to their official text, {not_loaded} without a loaded one, {own} without an official "
        "one, {stale} stale",
        counts,
    )
    if not any(one.count(BindingState.STALE) for one in found):
        return Check("formal rules", True, state)
    mend = Message("List what changed with `rulesbot corpus stale`; confirm it there, or correct the formal rules.")
    return Check("formal rules", True, state, mend)


def _migrated(application: Application) -> CorpusRepository | None:
    """The repository as it is, or None while its tables are not up to date."""
    engine = application.engine
    return CorpusRepository(engine) if migration_state(engine).up_to_date else None


_CHECKS: tuple[tuple[str, Callable[[Application], Check]], ...] = (
    ("database", _database),
    ("migrations", _migrations),
    ("corpus", _corpus),
    ("encoder", _encoder),
    ("index", _index),
    ("confidence", _confidence),
    ("editions", _editions),
    ("formal rules", _formal_rules),
)
