"""A − B as the GJK ray cast does not see it: dotted; and lines across the view, which end below its title."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import gjk
from geometry.sat.separating_axis import Owner
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, SimplexKept
from geometry.vector import Vector, length
from lessons.motion.casts import ORIGIN, differs
from lessons.stories.grouping import whole
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import UNIT_ARROW

OWNER = "A − B"  # of features
INKS = {Owner.A: Ink.A, Owner.B: Ink.B}  # of edges of A − B; quiet where both gave it
ROOM = 26.0  # pixels around what the view holds
FAR = 1500.0  # pixels: a line that leaves the picture farther away is as good as unbounded
WIDE = 0.9  # of the box's length along the ray: beside a round A − B it is at least as wide
CLEAR = 14.0  # pixels from what is told in front of a line to each line, the ray and the normal
WORDS, ALONG = (110.0, 12.0), np.linspace(-1.0, 1.0, 9)  # pixels: half of what it covers; places in it
PARTS, DOWN = np.array((0.1, 0.25, 0.4, 0.6, 0.75, 0.9)), np.arange(5) * 24.0  # where it may stand
FRONT = f"no point of {OWNER} lies here"
GRID = 15  # places that are tried for the letters, in a row


def held(moment: Moment[Any]) -> tuple[Vector, Vector]:
    """The box, the same at each step, that holds the ray and A − B."""
    above = whole(moment)
    wrong = above.faulty.fraction if above.faulty is not None and differs(moment) else None
    return _box(moment.scene, wrong)


@lru_cache(maxsize=8)  # scenes do not change; each is drawn at several steps
def _box(scene: Any, wrong: float | None) -> tuple[Vector, Vector]:
    points = np.vstack((scene.outline, np.zeros(2), -scene.velocity))
    if wrong is not None and abs(wrong) <= 1.5:
        points = np.vstack((points, -wrong * scene.velocity))
    low, high = points.min(axis=0), points.max(axis=0)
    long = int(np.abs(scene.velocity).argmax())
    across, lack = 1 - long, WIDE * (high - low)[long] - (high - low)[1 - long]
    if lack > 0.0 and scene.figure.radius > 0.0:  # room for what is enlarged, on the side that is free
        if scene.figure.points[:, across].mean() < -0.5 * scene.velocity[across]:
            high[across] += lack
        else:
            low[across] -= lack
    return low, high


def draw_ground(canvas: Canvas, moment: Moment[Any]) -> None:
    """A − B dotted, each edge in the ink of whose edge it is, and its name."""
    scene, (low, high) = moment.scene, held(moment)
    room = ROOM * canvas.pixel
    canvas.crowd(Ink.GHOST, segments=((*(low - room), *(high + room)),), opacity=0.0)
    canvas.area(scene.outline, Ink.QUIET, opacity=0.06)
    if scene.figure.radius > 0.0 or len(scene.figure.edges) < 3:
        canvas.stroke(scene.outline, Ink.QUIET, closed=True, line=Line.DOTTED, opacity=0.8)
    else:
        for edge in scene.figure.edges:
            canvas.stroke((edge.start, edge.end), INKS.get(edge.owner, Ink.QUIET), line=Line.DOTTED, opacity=0.8)
    canvas.label(OWNER, _middle(scene, tuple(low), tuple(high)), Ink.QUIET, style=TextStyle.LETTER)
    down = 1.0 if scene.figure.points[:, 1].mean() > 0.0 else -1.0  # away from the origin
    last = scene.outline[int((down * scene.outline[:, 1]).argmax())]
    canvas.label("dotted: drawn for you, not computed", last, Ink.QUIET, toward=(0.0, down), style=TextStyle.CAPTION)
    for i, vertex in enumerate(scene.figure.points):
        canvas.feature((vertex,), FeatureRef(OWNER, FeatureKind.VERTEX, i), Ink.QUIET)


def draw_dropped(canvas: Canvas, last: Any, kept: Vector) -> None:
    """The points that the newest simplex has left out; of a single one the idea says so."""
    if isinstance(last, SimplexKept):
        pairs = {vertex.pair for vertex in last.simplex.vertices}
        for vertex in last.candidates:
            if vertex.pair not in pairs:
                at = vertex.on_a - vertex.on_b
                canvas.label("dropped", at, Ink.QUIET, toward=at - kept, style=TextStyle.CAPTION)


def _border(canvas: Canvas, moment: Moment[Any]) -> tuple[float, float]:
    """The height at which lines end, so that none runs under the title, and which way is beyond it."""
    low, high = held(moment)
    if is_reflected(moment.scene):  # shown the other way up
        return float(low[1]) - ROOM * canvas.pixel, -1.0
    return float(high[1]) + ROOM * canvas.pixel, 1.0


def draw_front(canvas: Canvas, moment: Moment[Any], plane: PlaneFound, opacity: float) -> None:
    """All points in front of a line, up to the title of the view."""
    height, up = _border(canvas, moment)
    canvas.region(np.array((plane.plane, (0.0, height))), np.array((-plane.normal, (0.0, up))), Ink.GAP, opacity)


def name_front(canvas: Canvas, moment: Moment[Any], planes: list[PlaneFound], normal_at: Vector) -> None:
    """What is true in front of the newest line, told near the top, where no line, ray or normal is."""
    (low, high), pixel = held(moment), canvas.pixel
    x, y = low[0] + PARTS * (high[0] - low[0]), high[1] - DOWN * pixel
    places, half = np.stack(np.meshgrid(x, y, indexing="ij"), axis=2).reshape(-1, 2), pixel * np.array(WORDS)
    normals = np.array([each.normal for each in planes])
    ahead = places @ normals.T - (normals * [each.plane for each in planes]).sum(axis=1)
    words = places[:, None] + ALONG[:, None] * half * (1.0, 0.0)
    arrow = 1.5 * UNIT_ARROW * pixel * planes[-1].normal  # with its name
    rooms = np.column_stack((
        np.abs(ahead) - np.abs(normals) @ half,
        _off(words, np.zeros(2), -moment.scene.velocity),
        _off(words, normal_at, arrow),
        np.where(ahead[:, -1] > 0.0, math.inf, 0.0),
    )).min(axis=1)  # fmt: skip
    best = int(np.round(rooms / pixel).argmax())  # of places that are as good, the first
    if rooms[best] > CLEAR * pixel:
        canvas.label(FRONT, places[best], Ink.GAP, style=TextStyle.CAPTION, fixed=True)


def _off(words: Any, start: Vector, way: Vector) -> Any:
    """How far each row of places is from a segment."""
    part = np.clip((words - start) @ way / max(float(way @ way), 1e-9), 0.0, 1.0)
    return np.linalg.norm(words - start - part[..., None] * way, axis=2).min(axis=1)


def draw_line(canvas: Canvas, moment: Moment[Any], through: Vector, along: Vector, ink: Ink, line: Line) -> None:
    """A line across the view, up to its title."""
    height, up = _border(canvas, moment)
    down = -along if up * along[1] > 0.0 else along
    reach = (float(through[1]) - height) / -float(down[1]) if down[1] else math.inf
    if abs(reach) * length(along) > FAR * canvas.pixel:
        canvas.unbounded(through, along, ink, line=line)
    else:
        canvas.unbounded(through + reach * down, down, ink, line=line, one_sided=True)


def fan(outline: Any) -> list[tuple[float, ...]]:
    """The triangles of a convex outline."""
    return [(*outline[0], *p, *q) for p, q in itertools.pairwise(outline[1:])]


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
