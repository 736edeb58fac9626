"""Scenario + rules → a verdict with its proof; an answer's claims → findings."""
