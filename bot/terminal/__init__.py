"""Answers on a terminal."""
