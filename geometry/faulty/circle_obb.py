"""A faulty way into the local frame of a box.

Source: Shapes and collision detection.
"""

from __future__ import annotations

import numpy as np

from geometry.vector import Vector, readonly


def turned_wrongly(local: Vector, axis_x: Vector, axis_y: Vector) -> Vector:
    """A turn with one sign wrong: (x cos - y sin, x sin - y cos), where x_axis = (cos, sin), y_axis = (-sin, cos)."""
    return readonly(local[0] * axis_x + local[1] * np.array((axis_y[0], -axis_y[1])))
