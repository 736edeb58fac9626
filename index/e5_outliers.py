"""Channels of multilingual-e5-small's hidden states that far exceed the others, measured on sample texts.

For each layer: channel → exponent of two that brings it near the others' range. These belong to the model (a few
channels of such encoders always run hot); 8-bit codes shared by a whole token would otherwise be spent on them.
`python -m benchmarks.encoder --outliers` measures them anew.
"""

from __future__ import annotations

BEFORE_ATTENTION: tuple[dict[int, int], ...] = (
    {},
    {15: 1},
    {15: 1},
    {15: 1, 321: 1},
    {15: 1},
    {35: 1, 297: 1},
    {15: 1, 35: 1, 297: 1},
    {15: 1, 35: 1, 146: 1, 297: 1},
    {15: 1, 35: 1, 146: 1, 297: 1},
    {15: 1, 35: 1},
    {15: 1, 35: 2, 146: 1},
    {35: 1},
)
BEFORE_FEED_FORWARD: tuple[dict[int, int], ...] = (
    {15: 1, 60: 1, 87: 1, 321: 2},
    {15: 3, 87: 1, 146: 1, 321: 2},
    {15: 3, 146: 1, 297: 1, 321: 2},
    {15: 3, 146: 1, 297: 1, 321: 2},
    {15: 3, 146: 1, 297: 1, 321: 1},
    {15: 2, 35: 3, 146: 1, 297: 1, 321: 1},
    {15: 2, 35: 4, 146: 1, 297: 1, 321: 1},
    {15: 2, 35: 3, 146: 1, 297: 1, 321: 1, 347: 1},
    {15: 2, 35: 4, 146: 1, 297: 1, 347: 1},
    {15: 2, 35: 3, 62: 1, 87: 1, 146: 1, 297: 1, 351: 1},
    {15: 2, 35: 3, 223: 1, 351: 2, 383: 1},
    {35: 2, 146: 1},
)
