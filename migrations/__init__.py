"""Alembic migrations of the corpus database."""
