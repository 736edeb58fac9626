"""A question in words → a scenario and what is asked of it, or the words that were not understood.

`patterns.py` is the language of the phrases in the data files, `phrases.py` reads those files, `tokens.py` and
`mentions.py` cut a question into words and objects, `matching.py` finds phrases in it, `covering.py` chooses among
them, `relations.py` takes descriptions of objects for the objects, `entities.py` says which object is which, and
`reader.py` puts them together. Nothing is guessed: a word that might matter and is part of no phrase makes a reading
unusable.
"""
