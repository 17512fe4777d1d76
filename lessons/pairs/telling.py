"""What the lessons of this chapter say and draw alike."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from geometry import Convex, Vector
from geometry.shape import boundary
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.screen import xy

C_A = r"\boldsymbol{c}_A"  # the centre of A
D, N, P = r"\boldsymbol{d}", r"\hat n", r"\boldsymbol{P}"
SIZE = rf"\Vert{{}}{D}\Vert{{}}"  # the length of d


def turned(v: ArrayLike, degrees: float) -> Vector:
    """A vector turned counter-clockwise."""
    (x, y), c, s = xy(v), math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array((c * x - s * y, s * x + c * y))


def draw_common(canvas: Canvas, a: Convex, b: Convex, opacity: float = 0.3) -> None:
    """What two round or sharp shapes share, as a red area: convex, so its corners may be sorted around their mean."""
    outlines = [boundary(each, 0.02 * canvas.pixel) for each in (a, b)]
    inside = [
        outline[_signed_distance(other, outline) <= 0.0] for outline, other in zip(outlines, (b, a), strict=True)
    ]
    points = np.concatenate(inside)
    if len(points) > 2:
        around = points - points.mean(axis=0)
        canvas.area(points[np.arctan2(around[:, 1], around[:, 0]).argsort()], Ink.OVERLAP, opacity=opacity)


def _signed_distance(circle: Convex, points: np.ndarray) -> np.ndarray:
    """Of points from a circle."""
    away = points - circle.points[0]
    return np.asarray(np.hypot(away[:, 0], away[:, 1]) - circle.radius)
