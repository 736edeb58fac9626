"""Measurements of quality and speed, each a module to run: `python -m benchmarks.<name>`."""
