"""The scene of the precision lab, and the marks that all its figures use."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geometry.faulty.contact_rules import ABSOLUTE
from geometry.sat.closest_points import closest_points
from geometry.vector import left_of
from lessons.labs.precision_kinds import Boxes, Corner, Glancing, Small, Square, Turn
from lessons.labs.precision_scene import Far, Numbers, Stage
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body
from viz.lesson.text import fixed

STORED = Ink.EXAMINED  # places of the grid: what a wrong verdict comes from is not wrong itself
RADIUS_AT = math.radians(-25.0)  # where a circle's radius is drawn
BESIDE = 0.045  # along a reference edge, where its normal stands beside the other shape
SEEN = 4.0  # pixels that a vertex must be moved by rounding to be seen
RED, GREEN = 0.11, 0.07  # tints of the two verdicts
_RIMS = {n: np.array([(math.cos(a), math.sin(a)) for a in np.arange(n) * math.tau / n]) for n in (8, 16)}
_FANS = {n: np.array([(0, i, i + 1) for i in range(1, n - 1)]) for n in (8, 16)}
LARGE = 4.0  # pixels of radius from which on an octagon is seen to have corners


def dots(
    canvas: Canvas, places: Numbers, ink: Ink, *, size: float = 2.4, fill: float = 0.6, framed: bool = True
) -> None:
    """Thousands of small discs at places (n, 2), of so many pixels' radius."""
    corners = 16 if size >= LARGE else 8
    rims = places[:, None] + size * _RIMS[corners] * np.array((canvas.pixel, canvas.pixel_y))
    canvas.crowd(ink, triangles=rims[:, _FANS[corners]].reshape(-1, 3, 2), fill=fill, framed=framed)


def answer_ink(scene: Far, answer: float) -> Ink:
    """Of an answer: pink where its verdict is wrong."""
    return Ink.FAULTY if (answer > 0.0) != (scene.true > 0.0) else Ink.TEXT


def draw_world(canvas: Canvas, moment: Moment[Far]) -> None:
    scene = moment.scene
    match scene:
        case Glancing():
            _ray(canvas, scene)
            (_start_moved if moment.step.stage is Stage.LOCAL else _radius)(canvas, scene)
        case Turn():
            _points(canvas, scene)
        case Corner():
            _shapes(canvas, scene.a, scene.b, numbered=False)
            first, second = scene.candidates
            marks.highlight_edge(canvas, scene.a.world.edge(scene.reference), glow=False)
            for edge, ink, line in ((first, Ink.B, Line.DOUBLE), (second, Ink.B, Line.FEATURE)):
                marks.highlight_edge(canvas, scene.b.world.edge(edge), ink, line=line, glow=False)
                middle = np.mean(scene.b.world.edge(edge), axis=0)
                inward = -scene.b.world.normals[edge]
                canvas.label(f"edge {edge}", middle, ink, toward=inward, style=TextStyle.BOLD)
                if moment.step.stage is Stage.FAR:
                    measures.unit_arrow(canvas, middle, -inward, rf"\hat n_{edge}", Ink.B)
            if moment.step.stage is Stage.FAR:
                start, end = scene.a.world.edge(scene.reference)
                normal = scene.a.world.normals[scene.reference]
                measures.unit_arrow(canvas, start + BESIDE * (end - start), normal, r"\hat n")
        case Square():
            _shapes(canvas, scene.a)
        case Boxes():
            _shapes(canvas, scene.a, scene.b, numbered=False)
            _gap(canvas, scene)
            if moment.step.stage in (Stage.CANCELLATION, Stage.LOCAL):
                subtracted = scene.a.world.points[0]
                canvas.label("v0", subtracted, Ink.A, toward=scene.a.world.centroid - subtracted)
            if moment.step.stage is Stage.CANCELLATION:
                along = left_of(scene.tested.normal)
                beside = 0.28 * float(np.ptp(scene.a.world.points @ along)) * along  # clear of the letters
                start = 0.5 * (scene.a.world.centroid + scene.b.world.centroid) + beside
                is_of_b = scene.axis >= len(scene.a.shape.points)
                measures.unit_arrow(canvas, start, (-1.0 if is_of_b else 1.0) * scene.tested.normal)
            if isinstance(scene, Small):
                _size(canvas, scene)
    _stored(canvas, scene)
    marks.circle(canvas, scene.focus, 9.0 * canvas.pixel, Ink.EXAMINED)


def _shapes(canvas: Canvas, a: Body, b: Body | None = None, *, numbered: bool = True) -> None:
    marks.shape(canvas, a.world, Ink.A, "A", numbered=numbered)
    if b is not None:
        marks.shape(canvas, b.world, Ink.B, "B", numbered=numbered)


def _size(canvas: Canvas, scene: Small) -> None:
    """The tolerance that is often met, as a length below the shapes."""
    points = np.concatenate(scene.parts)
    start = points.min(axis=0) - np.array((0.0, 0.12 * np.ptp(points[:, 1])))
    end = start + np.array((ABSOLUTE, 0.0))
    measures.measure(canvas, start, end, Ink.CONSTRUCTION)
    canvas.label(f"{ABSOLUTE}", 0.5 * (start + end), Ink.QUIET, toward=(0.0, -1.0))


def _gap(canvas: Canvas, scene: Boxes) -> None:
    """The separation, at the place where it is measured."""
    best = scene.tested.best
    if scene.true > 0.0:
        pair = closest_points(scene.a.world, scene.b.world)
        ends = [pair.on_a, pair.on_b]
    else:
        axis = best.axis.direction
        middle = 0.5 * (scene.a.world.centroid + scene.b.world.centroid)
        ends = [middle + (x - float(middle @ axis)) * axis for x in (best.between.low, best.between.high)]
    ink = Ink.GAP if scene.true > 0.0 else Ink.OVERLAP
    canvas.stroke(ends, ink, line=Line.MEASURE)
    canvas.label(
        f"$s$ = {scene.told(scene.true)}", ends[0], ink, toward=(-0.4, 1.0), style=TextStyle.BOLD, leader=True
    )


def _ray(canvas: Canvas, scene: Glancing) -> None:
    marks.shape(
        canvas, scene.a.world, Ink.A, "A", letter_at=scene.center - np.array((0.0, 0.4)) * scene.a.shape.radius
    )
    canvas.unbounded(scene.ray.start, scene.direction, Ink.EXAMINED, line=Line.DASHED)
    canvas.arrow(scene.ray.start, scene.ray.end, Ink.EXAMINED)


def _radius(canvas: Canvas, scene: Glancing) -> None:
    """The two lengths that the discriminant compares."""
    foot, r = scene.foot, scene.a.shape.radius
    rim = scene.center + r * np.array((math.cos(RADIUS_AT), math.sin(RADIUS_AT)))
    canvas.stroke((scene.center, rim), Ink.A, line=Line.THIN)
    canvas.label(f"$r$ {fixed(r)}", 0.5 * (scene.center + rim), Ink.A, toward=(0.7, -0.7))
    canvas.symbol("h", 0.5 * (scene.center + foot), Ink.QUIET, toward=(-1.0, 0.0))
    canvas.stroke((scene.center, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.label(fixed(math.dist(scene.center, foot)), 0.5 * (scene.center + foot), Ink.QUIET, toward=(1.0, 0.0))


def _start_moved(canvas: Canvas, scene: Glancing) -> None:
    """The points of the formula that moves the start p, which lies far behind the picture, to q."""
    canvas.symbol("q", scene.foot, Ink.EXAMINED, toward=(0.4, 1.0))
    canvas.symbol("c", scene.center, Ink.A, toward=(-1.0, -0.2))
    canvas.dot(scene.center, Ink.A, Point.SMALL)
    canvas.label("from $p$", scene.ray.start, Ink.EXAMINED, toward=(0.2, 1.0), style=TextStyle.BOLD)
    canvas.stroke((scene.center, scene.foot), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.symbol(r"\hat d", scene.ray.end, Ink.EXAMINED, toward=(-0.3, 1.0))


def _points(canvas: Canvas, scene: Turn) -> None:
    way = scene.q - scene.p
    if way.any():
        canvas.unbounded(scene.p, way, Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.stroke((scene.p, scene.q, scene.r), Ink.EXAMINED, line=Line.MEASURE)
    for name, at, ink in (("p", scene.p, Ink.A), ("q", scene.q, Ink.A), ("r", scene.r, Ink.B)):
        canvas.dot(at, ink)
        canvas.symbol(name, at, ink, toward=(0.3, 1.0))


def _stored(canvas: Canvas, scene: Far) -> None:
    """The outlines through the stored vertices, where they differ visibly."""
    for _, outline in scene.outlines:
        far = (outline + scene.distance).astype(scene.dtype).astype(np.float64) - scene.distance
        if np.abs(far - outline).max() > SEEN * canvas.pixel:
            canvas.stroke(far, STORED, closed=True, line=Line.DOTTED)


def verdicts(
    canvas: Canvas,
    scene: Far,
    box: Sequence[tuple[float, float]],
    *,
    border: float = 0.0,
    across: bool = False,
    named: str = "both",
    floor: float | None = None,
) -> None:
    """The two verdicts as tints of a box (lower left, upper right), at both sides of a border, which lies across.
    `floor`: where the line at 0 begins, if not at the bottom."""
    (left, low), (right, high) = box
    words = scene.words
    zero = min(max(border, low if across else left), high if across else right)
    parts = (
        (((left, low), (right, zero)), ((left, zero), (right, high)))
        if across
        else (((left, low), (zero, high)), ((zero, low), (right, high)))
    )
    for ((x, y), (u, v)), ink, tinted, name in zip(
        parts, (Ink.OVERLAP, Ink.GAP), (RED, GREEN), words[2:4], strict=True
    ):
        if u <= x or v <= y:
            continue
        canvas.area(((x, y), (u, y), (u, v), (x, v)), ink, opacity=tinted)
        if named not in ("both", "low" if ink is Ink.OVERLAP else "high"):
            continue
        is_low = ink is Ink.OVERLAP
        if across:
            at = (left + 6.0 * canvas.pixel, y + 16.0 * canvas.pixel_y if is_low else v - 16.0 * canvas.pixel_y)
            canvas.label(name, at, ink, toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)
        else:
            at = (u - 6.0 * canvas.pixel if not is_low else x + 6.0 * canvas.pixel, y + 22.0 * canvas.pixel_y)
            lines = name.replace(" or ", "\nor ").replace(" is ", "\nis ") if is_low else name
            canvas.label(lines, at, ink, toward=(1.0 if is_low else -1.0, 0.0), style=TextStyle.BOLD, fixed=True)
    ends = ((left, 0.0), (right, 0.0)) if across else ((0.0, low if floor is None else floor), (0.0, high))
    canvas.stroke(ends, Ink.TEXT, line=Line.THIN)
