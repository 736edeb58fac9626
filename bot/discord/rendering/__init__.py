"""Answers and pages as plain values within Discord's limits; nothing here imports discord.py.

`render_answer` and `render_sheet` make a `Rendered`. Texts are escaped before they are cut and cut only between words,
so that no limit, markup or mention can be broken by what somebody wrote.
"""
