"""Questions as players would ask them, each bound to the one rule that decides it.

Written in our own words for the official editions that communities import; the rules themselves stay with their
publishers. `entries.py` reads the data files, `attaching.py` finds the rules again in whatever editions are loaded,
`checking.py` says what is wrong with an entry.
"""
