"""Alembic migrations of the corpus database."""

NEWEST = "0004"
"""The newest revision, so that a start need not load Alembic to see that nothing is to do (a test compares them)."""
