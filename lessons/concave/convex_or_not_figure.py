"""The figure of convex or not: an outline with its turns, the string around it and its strips."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry import Interval, Vector
from geometry.concave.convexity import (
    AxesProjected,
    AxisProjected,
    Convexity,
    DistanceFound,
    HullFound,
    StripsFound,
    Turn,
    Turned,
    outward,
)
from geometry.faulty.convexity import FaultyPush, FaultyTurns
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import centroid, signed_area
from geometry.vector import Points, following, following_xy, xy_rows
from lessons.concave.convex_or_not_words import turn_told, turning_angle
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

CROWD = 60  # vertices: of more only those in use have marks and names
LANE = 8.0  # pixels between the axis and the middle of a bar
STUB = 16.0  # pixels, of an edge's normal
MARGIN = 46.0  # pixels between the shapes and the axis
IN, OUT = r"e_{\mathrm{in}}", r"e_{\mathrm{out}}"  # the edges that lead to a vertex and away from it
SINGLY = 3  # vertices that have a step each; the others have one together
WEDGE = 40.0  # pixels, radius of the turning angle


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B, and what this step finds."""
    scene, step = moment.scene, moment.step
    points = scene.polygon.outline
    if isinstance(step, StripsFound):
        _strips(canvas, moment, step)
    elif isinstance(step, HullFound):
        _string(canvas, moment, step)
    elif isinstance(step, AxesProjected):
        projections.slab(canvas, step.best.normal, _facing(step.best), separation_ink(step.best.separation))
    canvas.area(points, Ink.A)
    canvas.stroke(points, Ink.A, closed=True, line=Line.OUTLINE)
    if not isinstance(step, Convexity):
        canvas.label("A", scene.middle, Ink.A, style=TextStyle.LETTER)
    names_edges = isinstance(step, DistanceFound | AxesProjected)
    marks.shape(canvas, scene.b.world, Ink.B, "B", numbered=False)
    if isinstance(step, AxesProjected):
        draw_axis(canvas, moment.scene, step.best)
    if isinstance(step, Turned):
        _chords(canvas, moment)
        if not is_rest(moment):
            draw_turn(canvas, moment.scene, step)
    if isinstance(step, DistanceFound | Convexity):
        _truth(canvas, moment)
    _features(canvas, moment, numbered=names_edges)
    if isinstance(moment.faulty, FaultyPush):
        _push(canvas, moment)
    elif isinstance(moment.faulty, FaultyTurns):
        _misjudged(canvas, moment)


def _features(canvas: Canvas, moment: Moment[Any], *, numbered: bool) -> None:
    """Edges and vertices that can be clicked; names of the edges of both while axes are the matter, else of A's
    vertices; diamonds where the walk has found a turn to the right."""
    scene, step = moment.scene, moment.step
    normals, other = outward(scene.polygon), scene.b.world
    vertices = xy_rows(scene.polygon.outline)
    for i, ends in enumerate(zip(vertices, following_xy(vertices), strict=True)):
        canvas.feature(ends, _feature(FeatureKind.EDGE, i), Ink.A)
    is_crowd = len(vertices) > CROWD
    if numbered and not is_crowd:
        for ring, outs, ink in ((scene.polygon.outline, normals, Ink.A), (other.points, other.normals, Ink.B)):
            for i, (p, q) in enumerate(zip(ring, following(ring), strict=True)):
                end = (p + q) / 2.0
                if isinstance(step, DistanceFound) and math.hypot(*(q - p)) > 4.0 * STUB * canvas.pixel:
                    end = end + STUB * canvas.pixel * outs[i]
                    canvas.stroke(((p + q) / 2.0, end), ink, line=Line.DASHED)
                canvas.label(str(i), end, ink, toward=outs[i], style=TextStyle.NUMBER)
    passed = {s.vertex: s.turn for s in walked(moment)}
    for i, at in enumerate(vertices):
        canvas.feature((at,), _feature(FeatureKind.VERTEX, i), Ink.A)
        reflex = passed.get(i) is Turn.REFLEX
        current = isinstance(step, Turned) and step.vertex == i and not is_rest(moment)
        if is_crowd and not reflex and not current:
            continue
        canvas.dot(at, Ink.TEXT if reflex else Ink.A, Point.DIAMOND if reflex else Point.RING)
        if is_crowd and not current:
            continue
        is_misjudged = isinstance(moment.faulty, FaultyTurns) and i in moment.faulty.wrong
        if not numbered and not is_misjudged and not isinstance(step, StripsFound | Convexity):
            style, ink = (TextStyle.BOLD, Ink.EXAMINED) if current else (TextStyle.LABEL, Ink.A)
            canvas.label(f"$v_{{{i}}}$", at, ink, toward=normals[i] + normals[i - 1], style=style)


@cache
def _feature(kind: FeatureKind, index: int) -> FeatureRef:
    """Of A."""
    return FeatureRef("A", kind, index)


def _truth(canvas: Canvas, moment: Moment[Any]) -> None:
    """The shortest segment between A and B; at the end also the convex pieces of A, red where they overlap B."""
    scene, pairs = moment.scene, moment.step.pairs
    if isinstance(moment.step, Convexity):
        overlapping = {pair.of_a for pair in pairs.overlapping}
        is_crowd = len(scene.a.points) > CROWD
        if is_crowd:
            seams = scene.polygon.points[np.array(scene.polygon.decomposition.kept, dtype=np.intp).reshape(-1, 2)]
            canvas.crowd(Ink.ANSWER, segments=seams, opacity=0.45)
        for k, ring in enumerate(scene.polygon.decomposition.pieces):
            piece = scene.polygon.outline[list(ring)]
            if k in overlapping:
                canvas.area(piece, Ink.OVERLAP, opacity=0.22)
            if is_crowd:
                continue
            for i, j in zip(ring, (*ring[1:], ring[0]), strict=True):
                if i < j < i + len(scene.a.points) - 1 and j > i + 1:
                    canvas.stroke(scene.polygon.outline[[i, j]], Ink.ANSWER, line=Line.DASHED)
            is_free = not (isinstance(moment.faulty, FaultyTurns) and moment.faulty.angles)  # its words need the room
            if is_free:
                canvas.symbol(f"A_{{{k + 1}}}", centroid(piece), Ink.A)
    if pairs.overlapping:
        return
    p, q = pairs.nearest.on_a, pairs.nearest.on_b
    canvas.glow((p, q), Ink.ANSWER)
    canvas.stroke((p, q), Ink.ANSWER, line=Line.FEATURE)
    side = (p[1] - q[1], q[0] - p[0])
    words = f"$d$ = **{fixed(pairs.distance)}**"
    canvas.label(words, (p + q) / 2.0, Ink.ANSWER, toward=side, style=TextStyle.BOLD, leader=True)
    for at, name, ink, away in ((p, "p", Ink.A, p - q), (q, "q", Ink.B, q - p)):
        canvas.dot(at, Ink.ANSWER, Point.ANSWER)
        if isinstance(moment.step, DistanceFound):
            canvas.symbol(name, at, ink, toward=away)


def _facing(test: AxisProjected) -> Interval:
    return projections.facing_ends(test.of_a, test.of_b)


def draw_axis(canvas: Canvas, scene: Any, test: AxisProjected, *, across: bool = False) -> None:
    """The axis beside the shapes (or across, where the view has no room), both projections and what lies between
    their ends."""
    n = test.normal
    base, way = _base(canvas, scene, n)
    span = Interval(min(test.of_a.low, test.of_b.low), max(test.of_a.high, test.of_b.high))
    if across:
        base = _clear(canvas, scene, n, way, span) * way
        projections.slab(canvas, n, _facing(test), separation_ink(test.separation))
    projections.axis(canvas, base, n, span)
    left = math.copysign(LANE, float(n[0] * way[1] - n[1] * way[0]))
    shared = _facing(test)
    ink = separation_ink(test.separation)
    for interval, bar, lane in ((test.of_a, Ink.A, 1.0), (test.of_b, Ink.B, 2.4), (shared, ink, 3.8)):
        projections.projection(canvas, base, n, interval, bar, lane=lane * left)
    word = "gap" if test.separation > 0.0 else "overlap"
    at = base + (shared.low + shared.high) / 2.0 * n + 5.0 * LANE * canvas.pixel * way
    canvas.label(f"{word} {fixed(abs(test.separation))}", at, ink, toward=way, style=TextStyle.PILL)
    edge = scene.polygon.outline if test.owner == "A" else scene.b.world.points
    p, q = edge[test.edge], edge[(test.edge + 1) % len(edge)]
    canvas.glow((p, q), Ink.EXAMINED)
    canvas.stroke((p, q), Ink.EXAMINED, line=Line.FEATURE)
    measures.unit_arrow(canvas, (p + q) / 2.0, n, r"\hat n")


def _base(canvas: Canvas, scene: Any, n: Vector) -> tuple[Vector, Vector]:
    """Where the axis along n has its 0, beside the shapes, and the way out to it: to the right, or up."""
    way = np.array((n[1], -n[0])) if n[1] > 1e-9 or (abs(n[1]) <= 1e-9 and n[0] < 0.0) else np.array((-n[1], n[0]))
    furthest = max(float((scene.polygon.outline @ way).max()), float((scene.b.world.points @ way).max()))
    return (furthest + MARGIN * canvas.pixel) * way, way


def _clear(canvas: Canvas, scene: Any, n: Vector, way: Vector, span: Interval) -> float:
    """How far out along `way` the axis and its bars cover the least of the shapes, their vertices above all, and stay
    in view: beside the shapes at the nearest where the view has room."""
    rings = (scene.polygon.outline, scene.b.world.points)
    every = np.concatenate(rings)
    margin, width = MARGIN * canvas.pixel, 4.4 * LANE * canvas.pixel
    low, high = every.min(axis=0) - margin, every.max(axis=0) + margin
    reach = every @ way
    lanes = np.linspace(0.0, width, 5)[:, None, None] * way + np.linspace(span.low, span.high, 40)[:, None] * n

    def cost(off: float) -> float:
        spots = (lanes + off * way).reshape(-1, 2)
        outside = ((spots < low) | (spots > high)).any(axis=1).sum()
        covered = sum(int(_inside(ring, spots).sum()) for ring in rings)
        hidden = ((reach > off - 0.2 * width) & (reach < off + 1.2 * width)).sum()
        return float(2 * outside + covered + 12 * hidden)

    offs: list[float] = np.linspace(reach.min() - margin, reach.max() + 0.2 * margin, 40).tolist()
    return min(offs, key=cost)


def _inside(ring: Points, spots: Points) -> NDArray[np.bool_]:
    """Which of some points lie in an outline, by crossings of a ray to the right."""
    (x, y), (ax, ay), (bx, by) = spots.T[:, :, None], ring.T, following(ring).T
    level = by - ay + (by == ay)
    crossed = ((ay > y) != (by > y)) & (x < ax + (y - ay) * (bx - ax) / level)
    found: NDArray[np.bool_] = crossed.sum(axis=1) % 2 == 1
    return found


def draw_turn(canvas: Canvas, scene: Any, step: Turned) -> None:
    """The two edges as arrows, the first one carried on, and the angle between."""
    at = scene.polygon.outline[step.vertex]
    ink = Ink.OVERLAP if step.turn is Turn.REFLEX else Ink.A
    canvas.glow((at - step.before, at, at + step.after), Ink.EXAMINED)
    size = min(math.hypot(*step.before), math.hypot(*step.after), 1.3 * WEDGE * canvas.pixel)
    on = at + size * step.before / math.hypot(*step.before)
    canvas.stroke((at, on), Ink.EXAMINED, line=Line.DASHED)
    start = math.atan2(step.before[1], step.before[0])
    angle = turning_angle(step)
    if step.turn is not Turn.STRAIGHT:
        radius = min(WEDGE, 0.8 * size / canvas.pixel)
        arc = marks.circle_points(canvas, at, radius * canvas.pixel, start, angle)
        canvas.area((at, *arc), ink, opacity=0.4)
        words = turn_told(step).removeprefix("turn ").replace("by ", "")
        measures.angle_arc(
            canvas, at, start, start + angle, ink, f"**{words}**", radius=radius, arrow=True, line=Line.MEASURE
        )
    canvas.arrow(at - step.before, at, Ink.EXAMINED, line=Line.FEATURE)
    canvas.arrow(at, at + step.after, Ink.EXAMINED, line=Line.FEATURE)
    for name, tail, e in ((IN, at - step.before, step.before), (OUT, at, step.after)):
        aside = (-e[1], e[0]) if step.turn is Turn.REFLEX else (e[1], -e[0])
        canvas.symbol(name, tail + 0.5 * e, Ink.EXAMINED, toward=aside)


def walked(moment: Moment[Any]) -> list[Turned]:
    """The vertices that have been walked by, also those that are told together."""
    last = moment.latest(Turned)
    walk: list[Turned] = moment.scene.walk
    return [] if last is None else walk[: 1 + next(k for k, s in enumerate(walk) if s.vertex == last.vertex)]


def is_rest(moment: Moment[Any]) -> bool:
    """Whether this step tells several vertices together: all after the first few."""
    walk = moment.scene.walk
    return isinstance(moment.step, Turned) and len(walk) > SINGLY + 1 and moment.step.vertex == walk[-1].vertex


def _chords(canvas: Canvas, moment: Moment[Any]) -> None:
    """Past this reflex vertex, at the last step past all, the chord of its neighbours, which leaves A."""
    for step in moment.scene.walk if is_rest(moment) else (moment.step,):
        if step.turn is Turn.REFLEX:
            at = moment.scene.polygon.outline[step.vertex]
            canvas.stroke((at - step.before, at + step.after), Ink.TEXT, line=Line.DASHED)


def _string(canvas: Canvas, moment: Moment[Any], step: HullFound) -> None:
    """The hull as a string that tightens with the clock, its bridges and notches; A's and the hull's projections on
    the axis that can be turned, and B's."""
    scene = moment.scene
    outline = scene.polygon.outline
    for i, j in step.bridges:
        canvas.area(_pocket(scene, i, j), Ink.CONSTRUCTION, opacity=0.2)
    middle = step.outline.mean(axis=0)
    if moment.time < 1.0 and moment.time > 0.0:
        radius = float(np.hypot(*(step.outline - middle).T).max())
        around = _around(step.outline, middle, radius, moment.time)
        canvas.stroke(around, Ink.ANSWER, closed=True, line=Line.MEASURE)
    else:
        canvas.stroke(step.outline, Ink.ANSWER, closed=True, line=Line.DASHED)
        for i, j in step.bridges:
            canvas.stroke((outline[i], outline[j]), Ink.ANSWER, line=Line.CURVE)
    n = scene.axis_normal
    base, way = _base(canvas, scene, n)
    own, other = scene.on_axis(outline), scene.on_axis(scene.b.world.points)
    left = math.copysign(LANE, float(n[0] * way[1] - n[1] * way[0]))
    span = Interval(min(own.low, other.low), max(own.high, other.high))
    projections.axis(canvas, base, n, span)
    hull = scene.on_axis(step.outline)
    for interval, ink, lane in ((own, Ink.A, 1.0), (hull, Ink.ANSWER, 2.2), (other, Ink.B, 3.4)):
        projections.projection(canvas, base, n, interval, ink, lane=lane * left)
    for value, name in ((own.low, "min"), (own.high, "max")):
        end = base + value * n
        foot = outline[int(np.abs(outline @ n - value).argmin())]
        canvas.stroke((foot, end), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.label(f"{name} {fixed(value)}", end, Ink.A, toward=-n if name == "min" else n)
    at = base + 0.5 * (own.low + own.high) * n + 5.2 * LANE * canvas.pixel * way
    canvas.label("A and its hull", at, Ink.TEXT, toward=way)
    start = base + span.high * n + 26.0 * canvas.pixel * n
    measures.unit_arrow(canvas, start, n, r"\hat n")


def _around(outline: Points, middle: Vector, radius: float, time: float) -> list[Vector]:
    """Between a circle (time 0) and a convex outline (time 1), along rays from its middle."""
    start, e = outline - middle, following(outline) - outline
    found = []
    corners = np.arctan2(start[:, 1], start[:, 0]) % math.tau
    for angle in np.sort((*corners, *np.linspace(0.0, math.tau, 90, endpoint=False))).tolist():
        ray = np.array((math.cos(angle), math.sin(angle)))
        turn = ray[0] * e[:, 1] - ray[1] * e[:, 0]
        ahead = turn > 1e-12
        far = (start[:, 0] * e[:, 1] - start[:, 1] * e[:, 0])[ahead] / turn[ahead]
        found.append(middle + (time * float(far.min()) + (1.0 - time) * radius) * ray)
    return found


def _pocket(scene: Any, i: int, j: int) -> Points:
    """The notch below a bridge: the outline from its one end to the other."""
    ring = scene.polygon.ordered[0]
    first, last = ring.index(i), ring.index(j)
    count = (last - first) % len(ring)
    found: Points = scene.polygon.outline[[ring[(first + k) % len(ring)] for k in range(count + 1)]]
    return found


def _strips(canvas: Canvas, moment: Moment[Any], step: StripsFound) -> None:
    """The strips, one after the other with the clock, their common part and inside it the hull."""
    found = moment.first(HullFound)
    assert found is not None
    is_done = not 0.0 < moment.time < 1.0
    count = len(step.strips) if is_done else math.ceil(moment.time * len(step.strips))
    for n, interval in step.strips[:count]:
        for end in (interval.low * n, interval.high * n):
            canvas.unbounded(end, (-n[1], n[0]), Ink.CONSTRUCTION, line=Line.DASHED)
    if is_done:
        canvas.area(step.outline, Ink.EXAMINED, opacity=0.16)
        canvas.stroke(step.outline, Ink.EXAMINED, closed=True, line=Line.CURVE)
    canvas.stroke(found.outline, Ink.ANSWER, closed=True, line=Line.MEASURE)
    if is_done:
        centre = step.outline.mean(axis=0)
        for name, points, ink in (("$S$", step.outline, Ink.EXAMINED), ("hull $H$", found.outline, Ink.ANSWER)):
            corner = points[int((points @ ((1.0, -0.35) if name == "$S$" else (-0.3, -1.0))).argmax())]
            words = f"{name}: area **{fixed(signed_area(points))}**"
            canvas.label(words, corner, ink, toward=corner - centre, style=TextStyle.BOLD, leader=True)


def _push(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where SAT's answer moves B, and how wrong it is."""
    found, body = moment.faulty, moment.scene.b.world
    if not found.depth:
        return
    marks.ghost(canvas, body.moved(found.push), Ink.FAULTY, Line.DOTTED)
    start = body.centroid
    canvas.stroke((start, start + found.push), Ink.FAULTY, line=Line.DOTTED)
    canvas.arrow(start + 0.8 * found.push, start + found.push, Ink.FAULTY)
    words = f"pushed by {fixed(found.depth)}"
    if found.error:
        words = f"{words}, should be 0"
    tip = body.points[int((body.points @ found.push).argmax())] + found.push
    canvas.label(words, tip, Ink.FAULTY, toward=found.push, style=TextStyle.BOLD)


def _misjudged(canvas: Canvas, moment: Moment[Any]) -> None:
    """The vertices that a faulty rule takes for what they are not, with what it takes them for."""
    polygon, found = moment.scene.polygon, moment.faulty
    normals = outward(polygon)
    for i in found.wrong:
        at = polygon.outline[i]
        canvas.dot(at, Ink.FAULTY, Point.CROSS)
        if found.angles:
            own = math.degrees(found.angles[i])
            words = f"{fixed(own, 0)}°, not {fixed(360.0 - own, 0)}°"
        else:
            words = "“reflex”" if i in found.reflex else "“convex”"
        if isinstance(moment.step, Turned | HullFound | Convexity) and not found.angles:
            words = f"$v_{{{i}}}$ {words}"
        canvas.label(words, at, Ink.FAULTY, toward=normals[i] + normals[i - 1], style=TextStyle.BOLD)
