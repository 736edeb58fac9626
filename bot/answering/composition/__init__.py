"""The kinds of answer, one module each."""
