"""Runs migrations on the connection that `rules_corpus.database.migrate` hands over."""

from alembic import context
from sqlalchemy import text

from rules_corpus.models import Base

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("run migrations with `rulesbot doctor --mend` or through rules_corpus.database.migrate")

if connection.dialect.name == "postgresql":
    # Two machines that start at once must not both create the tables.
    connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('rulesbot.migrations'))"))
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
