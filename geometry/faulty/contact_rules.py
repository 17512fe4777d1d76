"""Rules that turn a computed separation into a verdict, each wrong somewhere; beside the true sign they show where.

Source of the ideas: asked in every forum; the first is what a program in single precision does without a thought.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

ABSOLUTE = 0.001  # the tolerance that is often met, whatever the size of the shapes

Flags = NDArray[np.bool_]
Reals = NDArray[np.floating[Any]]


def sign_of_the_computed(values: Reals) -> Flags:
    """Contact where the computed number is not positive: its rounding is not thought of."""
    return np.asarray(values <= 0)


def absolute_tolerance(values: Reals) -> Flags:
    """Contact where the number is at most ABSOLUTE: shapes smaller than that are always in contact, and far from the
    origin the rounding is larger."""
    return np.asarray(values <= ABSOLUTE)


def equality(values: Reals) -> Flags:
    """Just touching where the number is exactly 0: rounding makes a 0 of a gap, and of a true 0 something else."""
    return np.asarray(values == 0)
