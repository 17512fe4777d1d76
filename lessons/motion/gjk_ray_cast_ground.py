"""A − B as the GJK ray cast does not see it: dotted, and of it the side that the ray can meet."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import gjk
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted
from geometry.trace import Trace
from geometry.vector import Vector
from lessons.motion.casts import ORIGIN, differs
from lessons.stories.grouping import apart, whole
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment

OWNER = "A − B"  # of features
ROOM = 26.0  # pixels around what the view holds
DOT, EVERY, MOST = 2.4, 6.5, 600  # pixels: a dot of the outline, and from one to the next; no more dots than these
WIDE = 0.9  # of the box's length along the ray: it is at least as wide
GRID = 15  # places that are tried for the letters, in a row


def held(moment: Moment[Any]) -> tuple[Vector, Vector]:
    """The box, the same at each step, that holds the ray, every support point and the middle of A − B; and the
    vertices beside it."""
    above = whole(moment)
    wrong = above.faulty.fraction if above.faulty is not None and differs(moment) else None
    return _box(moment.scene, above.trace, wrong)


@lru_cache(maxsize=8)  # scenes and traces do not change; each is drawn at several steps
def _box(scene: Any, trace: Trace[Any, Any], wrong: float | None) -> tuple[Vector, Vector]:
    figure = scene.figure.points
    points = [np.zeros(2), -scene.velocity, figure.mean(axis=0)]
    for step in apart(trace):
        if isinstance(step, RayCastStarted):
            points += [vertex.on_a - vertex.on_b for vertex in step.simplex.vertices]
        elif isinstance(step, PlaneFound):
            points += [step.support.w, step.plane]
    if wrong is not None and abs(wrong) <= 1.5:
        points.append(-wrong * scene.velocity)
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    long = int(np.abs(scene.velocity).argmax())
    level = figure[(figure[:, long] >= low[long]) & (figure[:, long] <= high[long])]
    level = np.vstack((level, (low, high)))
    low, high = level.min(axis=0), level.max(axis=0)
    across, lack = 1 - long, WIDE * (high - low)[long] - (high - low)[1 - long]
    if lack > 0.0 and scene.figure.radius > 0.0:  # room for what is enlarged, on the side that is free
        if figure[:, across].mean() < -0.5 * scene.velocity[across]:
            high[across] += lack
        else:
            low[across] -= lack
    return low, high


def draw_ground(canvas: Canvas, moment: Moment[Any]) -> None:
    """A − B dotted, and its name; what lies outside the box runs out of the pane."""
    scene, (low, high) = moment.scene, held(moment)
    room = ROOM * canvas.pixel
    canvas.crowd(Ink.GHOST, segments=((*(low - room), *(high + room)),), opacity=0.0)
    dots = _dots(scene.outline, canvas.pixel)
    canvas.crowd(
        Ink.QUIET,
        segments=dots,
        triangles=fan(scene.outline),
        line=Line.MEASURE,
        framed=False,
        opacity=0.8,
        fill=0.06,
    )
    canvas.label(OWNER, _middle(scene, tuple(low), tuple(high)), Ink.QUIET, style=TextStyle.LETTER)
    for i, at in enumerate(scene.figure.points):
        if (at >= low).all() and (at <= high).all():
            canvas.feature((at,), FeatureRef(OWNER, FeatureKind.VERTEX, i), Ink.QUIET)


def fan(outline: Any) -> list[tuple[float, ...]]:
    """The triangles of a convex outline."""
    return [(*outline[0], *p, *q) for p, q in itertools.pairwise(outline[1:])]


def _dots(outline: Any, pixel: float) -> Any:
    """Short pieces of a closed outline, as far from each other along it."""
    ring = np.vstack((outline, outline[:1]))
    along = np.concatenate(((0.0,), np.hypot(*np.diff(ring, axis=0).T).cumsum()))
    count = int(min(max(along[-1] / (EVERY * pixel), 1.0), MOST))
    starts = np.arange(count) * along[-1] / count
    ends = starts + DOT / EVERY * along[-1] / count
    x, y = ring.T
    return np.column_stack([np.interp(each, along, axis) for each in (starts, ends) for axis in (x, y)])


@lru_cache(maxsize=8)
def _middle(scene: Any, low: tuple[float, float], high: tuple[float, float]) -> Vector:
    """The place inside A − B, in the box, that is farthest from outline, ray and the box's sides."""
    outline, v = scene.outline, scene.velocity
    first, last = np.maximum(outline.min(axis=0), low), np.minimum(outline.max(axis=0), high)
    x, y = np.meshgrid(*(np.linspace(a, b, GRID + 2)[1:-1] for a, b in zip(first, last, strict=True)))
    at = np.column_stack((x.ravel(), y.ravel()))
    sides = np.roll(outline, -1, axis=0) - outline
    sides = np.column_stack((-sides[:, 1], sides[:, 0])) / np.maximum(np.hypot(*sides.T), 1e-9)[:, None]
    inside = (at @ sides.T - (outline * sides).sum(axis=1)).min(axis=1)
    part = np.clip(-(at @ v) / max(float(v @ v), 1e-9), 0.0, 1.0)
    ray = np.hypot(*(at + part[:, None] * v).T)
    edge = np.minimum(at - low, high - at).min(axis=1)
    best: Vector = at[int(np.minimum(np.minimum(inside, ray), edge).argmax())]
    return best


def nearest(scene: Any) -> tuple[Vector, float] | None:
    """The point of A − B that is nearest to the origin, and how far; None where A and B overlap."""
    found = gjk(scene.a.world, scene.b.world)
    if found.normal is None or found.separation is None or found.separation <= 0.0:
        return None
    return np.array(ORIGIN) - found.separation * found.normal, found.separation
