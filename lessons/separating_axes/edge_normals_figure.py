"""The figure of edge normals: an edge hinged at its middle like a door, and the same outline listed both ways."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Interval, Vector
from geometry.faulty.edge_normals import FaultyNormals
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import centroid, signed_area
from geometry.sat.edge_normals import Compared, EdgeTaken, Normalised, QuarterTurned, Side, SidesTested, WindingFound
from geometry.vector import Points, following
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.screen import scaled
from viz.lesson.text import fixed, tint

FAN = 7.5  # degrees between two ghosts of the door
ARROW = 46.0  # pixels, of a rule's normal at each edge
HEAD = 9.0  # pixels, of the arrow head that shows the order of the list


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The outline with its order, and of the chosen edge what this step finds."""
    scene, step = moment.scene, moment.step
    picture = scene.mirrored(scene.listed)
    edge, count = scene.chosen, len(picture)
    start, end = picture[edge], picture[(edge + 1) % count]
    sides = moment.latest(SidesTested)
    out = (
        None
        if sides is None
        else scene.mirrored(sides.outward.of(scene.listed[(edge + 1) % count] - scene.listed[edge]))
    )
    if isinstance(step, SidesTested) and out is not None:
        canvas.region((start,), (-out,), Ink.EXAMINED, 0.10)
        canvas.unbounded(start, end - start, Ink.EXAMINED, line=Line.DASHED)
        below = (start + end) / 2.0 + 0.62 * out - 0.2 * (end - start)
        canvas.label(f"in front of edge {edge}: no vertex", below, Ink.EXAMINED, style=TextStyle.BOLD)
    if isinstance(step, Compared):
        _compared(canvas, moment, start, out)
    _outline(canvas, moment, picture)
    canvas.glow((start, end), Ink.EXAMINED)
    canvas.arrow(start, end, Ink.EXAMINED, line=Line.FEATURE)
    canvas.symbol(r"\boldsymbol e", start + 0.8 * (end - start), Ink.EXAMINED, toward=_out(picture, edge))
    if not isinstance(step, EdgeTaken | Compared):
        _doors(canvas, moment, start, end)
    if isinstance(step, Normalised):
        _unit(canvas, (start + end) / 2.0, scene.mirrored(step.normal))
    if isinstance(moment.faulty, FaultyNormals):
        _faulty(canvas, moment, picture)


def _outline(canvas: Canvas, moment: Moment[Any], picture: Points) -> None:
    """A, the order of its list as arrow heads, its vertices with their coordinates or products."""
    scene, step = moment.scene, moment.step
    canvas.area(picture, Ink.A)
    canvas.stroke(picture, Ink.A, closed=True, line=Line.OUTLINE)
    canvas.label("A", centroid(picture), Ink.A, style=TextStyle.LETTER)
    along = None
    if isinstance(step, SidesTested):
        along = step.along_right if step.outward is Side.RIGHT else step.along_left
    for i, (p, q) in enumerate(zip(picture, following(picture), strict=True)):
        canvas.feature((p, q), FeatureRef("A", FeatureKind.EDGE, i), Ink.A)
        canvas.feature((p,), FeatureRef("A", FeatureKind.VERTEX, i), Ink.A)
        canvas.dot(p, Ink.A)
        if i != scene.chosen:
            _order(canvas, p, q)
            canvas.label(str(i), (p + q) / 2.0, Ink.A, toward=_out(picture, i), style=TextStyle.NUMBER)
        if along is not None:
            words = f"{tint(fixed(along[i]), Ink.EXAMINED)}"
        else:
            x, y = scene.listed[i].tolist()
            words = f"({fixed(x)}, {fixed(y)})"
        away = p - centroid(picture)
        canvas.label(rf"$\boldsymbol{{a}}_{i}$ {words}", p, Ink.A, toward=away)


def _order(canvas: Canvas, p: Vector, q: Vector) -> None:
    """An arrow head at the middle of an edge: the way that the list runs."""
    dx, dy = scaled(canvas, q - p, HEAD)
    x, y = ((p + q) / 2.0).tolist()
    canvas.arrow((x - dx, y - dy), (x + dx, y + dy), Ink.A, line=Line.OUTLINE)


def _doors(canvas: Canvas, moment: Moment[Any], start: Vector, end: Vector) -> None:
    """The half of the edge in front of its middle, swung to both sides, a quarter turn when the clock has run; the
    one that points out is bright once that is known."""
    scene = moment.scene
    hinge, half = (start + end) / 2.0, (end - start) / 2.0
    sides = moment.latest(SidesTested)
    degrees = 90.0 * moment.time if isinstance(moment.step, QuarterTurned) else 90.0
    turn = math.radians(degrees)
    size = math.hypot(*half) / canvas.pixel
    for side in Side:
        # With y down the picture is mirrored: left(e) is what a turn to the right looks like.
        way = 1.0 if (side is Side.LEFT) == (scene.axis == "up") else -1.0
        is_out = sides is not None and sides.outward is side
        ink = Ink.EXAMINED if is_out or sides is None else Ink.GHOST
        tip = hinge + _swung(half, way * turn)
        quiet = isinstance(moment.step, Normalised)
        if not quiet:
            for k in range(1, math.ceil(degrees / FAN)):
                canvas.stroke(
                    (hinge, hinge + _swung(half, way * math.radians(k * FAN))), ink, line=Line.THIN, opacity=0.25
                )
            base = math.atan2(half[1], half[0])
            measures.angle_arc(
                canvas, hinge, base, base + way * turn, ink, f"{fixed(degrees, 0)}°", radius=size, line=Line.DASHED
            )
        canvas.arrow(hinge, tip, ink, line=Line.FEATURE if is_out and not quiet else Line.MEASURE)
        canvas.feature((hinge, tip), FeatureRef(f"{side.value}(e)", FeatureKind.PART), Ink.EXAMINED)
        if turn > 0.0:
            canvas.symbol(rf"\mathrm{{{side.value}}}(\boldsymbol e)", hinge + 0.75 * (tip - hinge), ink, toward=-half)
        if degrees == 90.0 and not quiet:
            measures.right_angle(canvas, hinge, half, tip - hinge, ink)
    canvas.dot(hinge, Ink.EXAMINED)


def _unit(canvas: Canvas, hinge: Vector, n: Vector) -> None:
    """The unit normal at its true length, on the circle of radius 1."""
    marks.circle(canvas, hinge, 1.0, Ink.CONSTRUCTION, Line.DASHED)
    canvas.arrow(hinge, hinge + n, Ink.ANSWER, line=Line.FEATURE)
    canvas.symbol(r"\hat n", hinge + n, Ink.ANSWER, toward=n)
    side = np.array((-n[1], n[0]))
    canvas.label("length 1", hinge + 0.6 * n, Ink.ANSWER, toward=side)


def _compared(canvas: Canvas, moment: Moment[Any], start: Vector, out: Vector | None) -> None:
    """The box over the edge, the slab that both share along the normal, and how far the box lies in front with the
    normal and with its opposite."""
    assert out is not None
    scene, found = moment.scene, moment.step
    n = out / math.hypot(*out)
    other = scene.mirrored(scene.box.points)
    a, b = scene.mirrored(scene.listed) @ n, other @ n
    between = projections.facing_ends(*(Interval(float(v.min()), float(v.max())) for v in (a, b)))
    projections.slab(canvas, n, between, Ink.OVERLAP)
    canvas.area(other, Ink.B)
    canvas.stroke(other, Ink.B, closed=True, line=Line.OUTLINE)
    canvas.label("B", other.mean(axis=0), Ink.B, style=TextStyle.LETTER)
    side = np.array((-n[1], n[0]))
    far = float((other @ side).max()) + 26.0 * canvas.pixel
    for value, name, ink, off in (
        (found.front, r"\hat n", Ink.OVERLAP, 0.0),
        (found.front_inward, r"-\hat n", Ink.FAULTY, 1.0),
    ):
        way = n if ink is Ink.OVERLAP else -n
        base = float(start @ n) * n + (far + 60.0 * off * canvas.pixel) * side
        words = f"with ${name}$: **{fixed(value)}**"
        measures.measure(canvas, base, base + value * way, ink, words, side=-1.0)


def draw_list(canvas: Canvas, moment: Moment[Any], *, clockwise: bool) -> None:
    """The outline listed one way round: its order, and from the winding on the rule right(e) at every edge."""
    scene = moment.scene
    points = scene.mirrored(scene.outline.points)
    if (signed_area(points) < 0.0) != clockwise:
        points = points[::-1]
    picture = scene.mirrored(points)
    canvas.area(picture, Ink.A)
    canvas.stroke(picture, Ink.A, closed=True, line=Line.OUTLINE)
    known = moment.latest(WindingFound) is not None
    size = float(np.ptp(picture, axis=0).max())
    for i, (p, q) in enumerate(zip(picture, following(picture), strict=True)):
        _order(canvas, p, q)
        canvas.label(str(i), p, Ink.A, toward=p - centroid(picture), style=TextStyle.NUMBER)
        if known:
            e = scene.mirrored(q - p)
            right = scene.mirrored((e[1], -e[0]))
            at = p + 0.62 * (q - p)
            canvas.arrow(at, at + 0.24 * size * right / math.hypot(*right), Ink.EXAMINED)
    low = (float(centroid(picture)[0]), float(picture[:, 1].min()) - 0.42 * size)
    if known:
        area = signed_area(points)
        words = f"$S$ = **{fixed(area)}**\nright(e): **{'outward' if area > 0.0 else 'inward'}**"
        canvas.label(words, low, Ink.TEXT, fixed=True)


def _faulty(canvas: Canvas, moment: Moment[Any], picture: Points) -> None:
    """The normals of a faulty rule at every edge, dotted, with the error of the chosen edge, or of all."""
    found, scene = moment.faulty, moment.scene
    for i, (p, q) in enumerate(zip(picture, following(picture), strict=True)):
        n = scene.mirrored(found.normals[i])
        at, step = (p + q) / 2.0, scaled(canvas, n, ARROW)
        tip = (at[0] + step[0], at[1] + step[1])
        canvas.stroke((at, tip), Ink.FAULTY, line=Line.DOTTED)
        canvas.arrow((tip[0] - 0.2 * step[0], tip[1] - 0.2 * step[1]), tip, Ink.FAULTY)
        if i == scene.chosen:
            wrong = sum(error > 1e-9 for error in found.errors)
            if wrong == 0:
                words = f"{moment.compare}: no error here"
            elif max(found.errors) > math.pi - 1e-6:
                words = f"{moment.compare}: {wrong} of {len(picture)} point inward"
            else:
                words = f"{moment.compare}: error {fixed(math.degrees(found.errors[i]), 0)}°"
            canvas.label(words, tip, Ink.FAULTY, toward=step, leader=True)


def _out(picture: Points, edge: int) -> Vector:
    """Away from the outline, at an edge."""
    p, q = picture[edge], picture[(edge + 1) % len(picture)]
    way: Vector = (p + q) / 2.0 - centroid(picture)
    return way


def _swung(v: Vector, angle: float) -> Vector:
    c, s = math.cos(angle), math.sin(angle)
    return np.array((c * v[0] - s * v[1], s * v[0] + c * v[1]))
