"""A fixed load of plain Python and small arrays, to read other times beside: a shared machine may run at half its
speed for minutes."""

from __future__ import annotations

import numpy as np

_ROW = np.arange(20.0)


def plain_work() -> None:
    """The bars in milliseconds are meant for a machine on which this takes 0.18 ms."""
    total = 0
    for i in range(3000):
        total += i * i % 7
    for _ in range(150):
        np.minimum(_ROW, 3.0)
