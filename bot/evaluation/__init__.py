"""Scoring a file of questions with known rules and verdicts: `rulesbot eval`."""
