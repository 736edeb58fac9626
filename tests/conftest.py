"""Settings of the whole test run."""

from __future__ import annotations

from hypothesis import settings

# Time is measured in benchmarks, never in a test: a busy machine must not fail one.
settings.register_profile("rulesbot", deadline=None)
settings.load_profile("rulesbot")
