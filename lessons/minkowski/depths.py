"""How deep points lie inside a convex outline: light that falls off inwards, and quiet lines of equal depth."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, boundary
from geometry.vector import Points, following
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line

BANDS, DEEPEST = 18, 0.9  # of light, and how much of the depth of the middle they cover
RINGS = (0.3, 0.6)  # lines of equal depth, as parts of the depth of the middle
LIGHT, GROUND = 0.3, 0.06  # at the outline, and everywhere
FALL = 1.6  # the power of the depth by which light falls off
ROUND = 0.002  # that an arc of a rounded shape may stray


class Depths(NamedTuple):
    """Bands of light as triangles (m, 6), the outermost first, as many in each; and outlines of equal depth."""

    bands: NDArray[np.float64]
    rings: tuple[Points, ...]


def depths_of(shape: Convex) -> Depths:
    """Of a shape with area; of another nothing."""
    outline = boundary(shape, ROUND)
    if len(outline) < 3:
        return Depths(np.empty((0, 6)), ())
    along, middle = following(outline) - outline, shape.centroid
    out = np.stack((along[:, 1], -along[:, 0]), axis=1) / np.hypot(along[:, 0], along[:, 1])[:, None]
    room = ((outline - middle) * out).sum(axis=1)  # of the middle to each edge
    deep = float(room.min())
    levels = DEEPEST * deep * (1.0 - (1.0 - np.arange(BANDS + 1) / BANDS) ** (1.0 / FALL))  # equal steps of light
    rings = tuple(_eroded(out, room - part * deep) for part in RINGS)
    corners = np.concatenate((outline - middle, *rings))
    angles = np.sort(np.arctan2(corners[:, 1], corners[:, 0]))
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    leaning = ways @ out.T
    reach = np.where(leaning > 1e-9, 1.0 / np.maximum(leaning, 1e-9), np.inf)
    far = ((room - levels[:, None])[:, None, :] * reach).min(axis=2)  # of each level in each direction
    around = middle + far[:, :, None] * ways
    on = np.roll(around, -1, axis=1)
    first = np.concatenate((around[:-1], on[:-1], around[1:]), axis=2)
    second = np.concatenate((on[:-1], on[1:], around[1:]), axis=2)
    return Depths(np.concatenate((first, second), axis=1).reshape(-1, 6), tuple(ring + middle for ring in rings))


def _eroded(out: Points, room: Points) -> Points:
    """The convex outline behind lines with these outward normals, counter-clockwise, each so far from the origin: a
    line is left out where the ones beside it meet behind it."""
    kept: list[int] = []
    n, r = out.tolist(), room.tolist()

    def meet(i: int, j: int) -> tuple[float, float]:
        (a, b), (c, d) = n[i], n[j]
        det = a * d - b * c
        return (r[i] * d - b * r[j]) / det, (a * r[j] - r[i] * c) / det

    def is_idle(i: int, j: int, k: int) -> bool:
        if n[i][0] * n[k][1] - n[i][1] * n[k][0] <= 1e-12:
            return False
        x, y = meet(i, k)
        return bool(n[j][0] * x + n[j][1] * y <= r[j] + 1e-12)

    start = int(np.argmin(room))  # the nearest line always has a part
    count = len(r)
    for i in [(start + k) % count for k in range(count + 1)]:
        if kept and abs(n[kept[-1]][0] * n[i][1] - n[kept[-1]][1] * n[i][0]) < 1e-9:
            continue  # the same line
        while len(kept) > 1 and is_idle(kept[-2], kept[-1], i):
            kept.pop()
        kept.append(i)
    return np.array([meet(i, j) for i, j in itertools.pairwise(kept)])


def draw_depths(canvas: Canvas, found: Depths, ink: Ink) -> None:
    band = np.repeat(np.arange(BANDS), len(found.bands) // BANDS)
    canvas.crowd(ink, triangles=found.bands, fill=LIGHT * (1.0 - (band + 0.5) / BANDS), framed=False)
    for ring in found.rings:
        canvas.stroke(ring, ink, closed=True, line=Line.THIN, opacity=0.4)
