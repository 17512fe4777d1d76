"""The names of the pieces: which of them have one in the figure, and where it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.concave.contacts import PolygonManifold
from geometry.concave.pairs import PairsTested, PairTested
from geometry.faulty.concave_pushes import PiecePush
from geometry.shape import Convex
from geometry.vector import Points, Vector, following
from viz.lesson.screen import xy

MANY = 24  # pieces of a shape: the names of more would hide one another
FEW = 8  # of many, that can be named side by side
ROOM = 9  # samples along each side of a piece, for the place of its name
_DIGITS = 9  # of the room: of places that are as good the first is taken, on every machine


def is_crowd(scene: Any, owner: str) -> bool:
    """Whether a shape has so many pieces that they are not told apart."""
    return len(scene.polygons[owner].pieces) > MANY


def named(moment: Any) -> Mapping[str, Collection[int]]:
    """The pieces that have a name: all of them, of many those that this step speaks of, unless these are a crowd."""
    scene, spoken = moment.scene, _spoken_of(moment.step)
    found: dict[str, Collection[int]] = {}
    for k, owner in enumerate("AB"):
        found[owner] = range(len(scene.names[owner]))
        if is_crowd(scene, owner):
            used = sorted({pair[k] for pair in spoken})
            found[owner] = used if len(used) <= FEW else ()
    return found


def _spoken_of(step: object) -> list[tuple[int, int]]:
    pairs: Iterable[Any] = ()
    match step:
        case PairTested():
            pairs = (step.pair,)
        case PairsTested(overlapping=()):
            pairs = (step.nearest,)
        case PiecePush():
            pairs = (step,)
        case PolygonManifold():
            pairs = (*step.points, *step.dropped)
    return [(pair.of_a, pair.of_b) for pair in pairs]


def place_of_name(shape: Convex, others: Sequence[Convex], lines: Sequence[tuple[Vector, Vector]]) -> Vector:
    """Inside a piece, far from its edges, from the other shape's pieces and from lines."""
    low, high = shape.points.min(axis=0), shape.points.max(axis=0)
    grid = np.linspace(0.08, 0.92, ROOM)
    places = low + np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2) * (high - low)
    room = -_height(shape, places)
    for other in others:
        room = np.minimum(room, _height(other, places))
    if lines:
        starts, ends = np.array(lines).swapaxes(0, 1)
        ways, off = ends - starts, places[:, None] - starts
        along = np.clip((off * ways).sum(axis=2) / np.maximum((ways * ways).sum(axis=1), 1e-12), 0.0, 1.0)
        off -= along[:, :, None] * ways
        room = np.minimum(room, np.hypot(off[:, :, 0], off[:, :, 1]).min(axis=1))
    found: Vector = places[int(np.round(room, _DIGITS).argmax())]
    return found


def box_sides(shape: Convex) -> list[tuple[Vector, Vector]]:
    """Of its axis-aligned box."""
    ring = box_ring(shape)
    return list(zip(ring, following(ring), strict=True))


def box_ring(shape: Convex) -> Points:
    (left, low), (right, high) = xy(shape.bounds().low), xy(shape.bounds().high)
    return np.array(((left, low), (right, low), (right, high), (left, high)))


def _height(shape: Convex, places: Points) -> NDArray[np.float64]:
    """Over the nearest edge's line: negative inside."""
    n = shape.normals
    heights = places[:, :1] * n[:, 0] + places[:, 1:] * n[:, 1] - (n * shape.points).sum(axis=1)
    found: NDArray[np.float64] = heights.max(axis=1)
    return found
