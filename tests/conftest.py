"""Settings of the whole test run."""

from __future__ import annotations

import os

from hypothesis import settings

# Time is measured in benchmarks, never in a test: a busy machine must not fail one. The same commit always gets the
# same verdict; `HYPOTHESIS_PROFILE=explore` draws new examples every time, to look for what these do not show.
settings.register_profile("rulesbot", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "rulesbot"))
