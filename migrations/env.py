"""Runs migrations on the connection that `rules_corpus.database.migrate` hands over."""

from alembic import context

import bot.discord.storage.models  # noqa: F401 (adds its tables to the metadata)
import rules_corpus.partial_indexes  # noqa: F401 (adds the indexes to the metadata)
from rules_corpus.models import Base

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("migrations are run by rules_corpus.database.migrate")

context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
