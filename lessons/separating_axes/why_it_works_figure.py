"""The figure of why edge normals are enough: both shapes, and A − B with its edges and the origin."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Interval, Vector
from geometry.faulty.sat import FaultyAxis
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.origin_test import (
    DifferenceFound,
    MeasuredTwice,
    NormalsTraced,
    OriginTested,
    PointsSubtracted,
    Wall,
    WallsMeasured,
)
from geometry.minkowski.sum import SumEdge
from geometry.tolerance import rounding
from geometry.vector import unit
from lessons.stories.outlines import dashes_of
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed, plain, tint

OWNER = "A − B"
ABOVE, BELOW = 24.0, 48.0  # pixels from the shapes to what is drawn above and below them
LEAST = 3.0  # pixels, of a part of a vector that is drawn
SECTOR = 60.0  # pixels from an edge to the name of its sector
MOST_TICKS = 7.0  # the length that ticks at every half lie along
MOST_DOTS = 400  # of the differences of vertices
GAP = 6.0  # pixels between two dashes of an edge from B
INKS = {"A": Ink.A, "B": Ink.B}


def ref_of(index: int) -> FeatureRef:
    """An edge of A − B."""
    return FeatureRef(OWNER, FeatureKind.EDGE, index)


def name_of(edge: SumEdge) -> str:
    """The edges that an edge of A − B comes from."""
    names = [f"edge {i} of {owner}" for owner, i in (("A", edge.of_a), ("B", edge.of_b)) if i is not None]
    return " and ".join(names)


def short_name(edge: SumEdge) -> str:
    """The same as in the figure, each part in the ink of its shape."""
    parts = (tint(f"{owner}{i}", INKS[owner]) for owner, i in (("A", edge.of_a), ("B", edge.of_b)) if i is not None)
    return " + ".join(parts)


def walls_of(moment: Moment[Any]) -> tuple[Wall, ...]:
    found = moment.first(WallsMeasured)
    assert found is not None
    return found.walls


def deciding_of(moment: Moment[Any]) -> Wall:
    wall: Wall = moment.trace.result.wall
    return wall


def pair_of(moment: Moment[Any]) -> tuple[Vector, Vector]:
    """A vertex of A and one of B whose difference is a corner of A − B."""
    found = moment.first(PointsSubtracted)
    assert found is not None
    return found.a, found.b


def move_asked(b: Convex) -> Vector:
    """How B moves when it is asked what A − B does then."""
    size = float(np.ptp(b.points, axis=0).max())
    return 0.4 * size * np.array((math.cos(0.6), math.sin(0.6)))


def is_early(moment: Moment[Any]) -> bool:
    """Whether no edge of A − B has been measured yet."""
    return isinstance(moment.step, PointsSubtracted | DifferenceFound)


def draw_world(canvas: Canvas, moment: Moment[Any], wall: Wall | None) -> None:
    """Both shapes; one vector from a b to an a, the edges that an edge of A − B comes from, or the gap on its
    normal."""
    step, (a, b) = moment.step, (moment.scene.a.world, moment.scene.b.world)
    if isinstance(step, MeasuredTwice | OriginTested):
        assert wall is not None
        s, n = wall.separation, wall.normal
        ends = sorted((float((a.points @ n).max()), float((b.points @ n).min())))
        projections.slab(canvas, n, Interval(ends[0], ends[1]), separation_ink(s))
    for shape, ink, owner, other in ((a, Ink.A, "A", b), (b, Ink.B, "B", a)):
        marks.shape(canvas, shape, ink, owner, letter_at=_letter_at(shape, other))
    if is_early(moment):
        p, q = pair_of(moment)
        if isinstance(step, PointsSubtracted):
            _draw_legs(canvas, q, p)
        canvas.arrow(q, p, Ink.TEXT, line=Line.MEASURE)
        canvas.dot(p, Ink.A)
        canvas.dot(q, Ink.B)
        canvas.symbol(r"\boldsymbol a", p, Ink.A, toward=p - q)
        canvas.symbol(r"\boldsymbol b", q, Ink.B, toward=q - p)
    elif wall is not None:
        _draw_sources(canvas, moment, wall)
    if isinstance(step, MeasuredTwice | OriginTested):
        assert wall is not None
        p, q = pair_of(moment)
        s, n = wall.separation, wall.normal
        start = p if wall.edge.of_a is None else q - s * n
        if abs(s) > rounding(a, b):  # where they just touch there is no length
            measures.measure(canvas, start, start + s * n, separation_ink(s), "$s$")
        _draw_borders(canvas, moment, wall)
    if isinstance(step, MeasuredTwice):  # room for B where it is said to move to
        canvas.area(b.points + move_asked(b), Ink.CONSTRUCTION, opacity=0.0)
    if moment.compare == "edges cross":
        _draw_crossings(canvas, moment)


def _letter_at(shape: Convex, other: Convex) -> Vector:
    """The middle of a shape; where a smaller one lies there, well away from that one."""
    middle = shape.centroid
    if not other.contains(middle) or np.ptp(other.points, axis=0).max() > np.ptp(shape.points, axis=0).max():
        return middle
    far = shape.points[int(np.hypot(*(shape.points - other.centroid).T).argmax())]
    letter: Vector = middle + 0.6 * (far - middle)
    return letter


def _draw_sources(canvas: Canvas, moment: Moment[Any], wall: Wall) -> None:
    """The edges of the shapes that an edge of A − B comes from."""
    for owner, index in (("A", wall.edge.of_a), ("B", wall.edge.of_b)):
        if index is not None:
            shape = (moment.scene.a if owner == "A" else moment.scene.b).world
            feature = FeatureRef(owner, FeatureKind.EDGE, index)
            inward = -shape.normals[index]
            marks.highlight_edge(canvas, shape.edges[index], name=str(feature), feature=feature, outward=inward)


def _draw_borders(canvas: Canvas, moment: Moment[Any], wall: Wall) -> None:
    """An axis along the direction, below the shapes, with both ends of the gap or overlap; the direction above."""
    a, b, n = moment.scene.a.world, moment.scene.b.world, wall.normal
    down = np.array((n[1], -n[0])) if n[0] > 0.0 else np.array((-n[1], n[0]))
    far = max(float((shape.points @ down).max()) for shape in (a, b)) + BELOW * canvas.pixel
    side = 1.0 if wall.separation >= -rounding(a, b) else -1.0
    ends = float((a.points @ n).max()), float((b.points @ n).min())
    up = max(float(-(shape.points @ down).min()) for shape in (a, b)) + ABOVE * canvas.pixel
    measures.unit_arrow(canvas, (ends[0] + ends[1]) / 2.0 * n - up * down, n)
    shadows = np.concatenate((a.points, b.points)) @ n
    low, high = float(shadows.min()), float(shadows.max())
    tick = measures.TICK * canvas.pixel * down
    if low - 0.5 * (high - low) < 0.0 < high + 0.5 * (high - low):  # else it lies far outside
        low, high = min(low, 0.0), max(high, 0.0)
        canvas.stroke((far * down - tick, far * down + tick), Ink.CONSTRUCTION)
        canvas.label("0", far * down - tick, Ink.CONSTRUCTION, toward=-down, style=TextStyle.CAPTION)
    canvas.stroke((low * n + far * down, high * n + far * down), Ink.CONSTRUCTION, line=Line.THIN)
    for at, symbol, ink, way in (
        (ends[0], r"\max_A", Ink.A, -side),
        (ends[1], r"\min_B", Ink.B, side),
    ):
        place = at * n + far * down
        canvas.stroke((place - tick, place + tick), ink, line=Line.MEASURE)
        below = 1.0 if float((way * n + down)[0]) * float(down[0]) >= 0.0 else -1.0  # else the axis crosses the words
        canvas.label(f"${symbol}$ = {fixed(at)}", place + below * tick, ink, toward=way * n + below * down)


def _draw_crossings(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where edges cross, and how many do."""
    (a, b), found = (moment.scene.a.world, moment.scene.b.world), moment.faulty
    for i, j in found:
        (p, q), (r, s) = a.edges[i], b.edges[j]
        d, e = q - p, s - r
        t = float((r - p)[0] * e[1] - (r - p)[1] * e[0]) / float(d[0] * e[1] - d[1] * e[0])
        canvas.dot(p + t * d, Ink.FAULTY, Point.CROSS)
    words = f"{len(found)} crossings: {'overlap' if found else 'apart'}"
    low = min(float(shape.points[:, 1].min()) for shape in (a, b)) - BELOW * canvas.pixel
    canvas.label(words, (float(a.centroid[0]), low), Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)


def draw_difference(canvas: Canvas, moment: Moment[Any], lit: Wall | None) -> None:
    """A − B, its edges in the ink of the shape that they come from, one of them lit, and the origin."""
    step, walls, wall = moment.step, walls_of(moment), deciding_of(moment)
    corners = np.array([each.edge.start for each in walls])
    if isinstance(step, PointsSubtracted):
        _draw_one_difference(canvas, moment)
        return
    is_known = not isinstance(step, DifferenceFound | NormalsTraced)
    if isinstance(step, WallsMeasured):
        _draw_sector(canvas, moment)
    elif is_known and wall.separation > 0.0:
        far, n = 4.0 * (wall.edge.end - wall.edge.start), wall.normal
        size = float(np.ptp(corners, axis=0).max())
        start, end = wall.edge.start - far, wall.edge.end + far
        canvas.light((start, end, end + size * n, start + size * n), wall.edge.start, 0.6 * size * n, Ink.GAP, 0.4)
    canvas.area(corners, Ink.CONSTRUCTION, opacity=0.12)
    if isinstance(step, WallsMeasured):
        for each in walls:  # one way only, so that they do not cross
            along, ink = each.edge.end - each.edge.start, Ink.EXAMINED if each is wall else Ink.CONSTRUCTION
            canvas.unbounded(each.edge.end, along, ink, line=Line.DASHED, one_sided=True)
    if isinstance(step, DifferenceFound):
        _draw_cloud(canvas, moment)
    canvas.label("A − B", corners.mean(axis=0), Ink.TEXT, style=TextStyle.LETTER)
    if is_known and not isinstance(step, WallsMeasured):
        canvas.unbounded(wall.edge.start, wall.edge.end - wall.edge.start, Ink.EXAMINED, line=Line.DASHED)
    for i, each in enumerate(walls):
        _draw_wall(canvas, i, each, is_lit=each is lit)
    edges = [each.edge for each in walls if each.edge.of_b is not None and each is not lit]
    if edges:
        dashes = np.concatenate([dashes_of(canvas, edge.start, edge.end, GAP) for edge in edges])
        canvas.crowd(Ink.B, segments=dashes, line=Line.MEASURE, framed=False)
    if isinstance(moment.faulty, FaultyAxis):
        _draw_larger(canvas, moment)
    if isinstance(step, DifferenceFound):
        _draw_vector(canvas, moment)
    elif not isinstance(step, NormalsTraced):
        s, n = wall.separation, wall.normal
        if abs(s) > rounding(moment.scene.a.world, moment.scene.b.world):
            measures.measure(canvas, -s * n, (0.0, 0.0), separation_ink(s))
        words = f"$s$ = **{fixed(s)}**"
        canvas.label(words, (0.0, 0.0), separation_ink(s), toward=n if s > 0.0 else -n)
        if isinstance(step, MeasuredTwice | OriginTested):
            w, other = sorted((wall.edge.start, wall.edge.end), key=lambda each: math.dist(each, -s * n))
            canvas.dot(w, Ink.EXAMINED)
            canvas.symbol(r"\boldsymbol w", w, Ink.EXAMINED, toward=-n)
            measures.unit_arrow(canvas, 0.75 * other + 0.25 * w, n)
    marks.answer(canvas, (0.0, 0.0), "origin", toward=(1.0, -0.4))  # over the bar that ends there


def _draw_sector(canvas: Canvas, moment: Moment[Any]) -> None:
    """The sector that the origin lies in, from its edge to where the edge and the one before it are extended."""
    walls, near = walls_of(moment), rounding(moment.scene.a.world, moment.scene.b.world)
    s = [wall.separation for wall in walls]
    for i, wall in enumerate(walls):
        if s[i] > near and s[i - 1] <= near:
            (p, q), before = (wall.edge.start, wall.edge.end), walls[i - 1].edge
            first, last = unit(before.end - before.start), unit(q - p)
            bisector = unit(first + last)
            size = float(np.ptp([each.edge.start for each in walls], axis=0).max())
            outline = (q, q + 4.0 * size * last, p + 4.0 * size * bisector, p + 4.0 * size * first, p)
            canvas.light(outline, p, 0.6 * size * wall.normal, Ink.GAP, 0.4)
            at = q + SECTOR * canvas.pixel * unit(bisector + last)
            canvas.label("sector", at, Ink.GAP, toward=wall.normal)


def _draw_one_difference(canvas: Canvas, moment: Moment[Any]) -> None:
    """The origin among the differences of all other vertices, and a − b from it, unless it is asked for."""
    _draw_axes(canvas, np.array([each.edge.start for each in walls_of(moment)]))
    _draw_cloud(canvas, moment)
    marks.answer(canvas, (0.0, 0.0), "origin", toward=(1.0, -0.4))
    if not moment.is_open:
        _draw_vector(canvas, moment)


def _draw_axes(canvas: Canvas, corners: Vector) -> None:
    """Through the origin along x and y, with numbers: where a vector ends is counted, not copied by eye."""
    both = np.concatenate((corners, np.zeros((1, 2))))
    lows, highs = both.min(axis=0), both.max(axis=0)
    span = float((highs - lows).max())
    pitch = 0.5 * 10.0 ** max(0, math.ceil(math.log10(span / MOST_TICKS)))
    for i, way in enumerate(np.eye(2)):
        side = way[::-1] * (-1.0 if float(corners[:, 1 - i].mean()) > 0.0 else 1.0)
        first, last = math.floor(lows[i] / pitch), math.ceil(highs[i] / pitch)
        canvas.stroke((first * pitch * way, last * pitch * way), Ink.CONSTRUCTION, line=Line.THIN)
        tick = 0.5 * measures.TICK * canvas.pixel * side
        for k in range(first, last + 1):
            if k:
                at = k * pitch * way
                canvas.stroke((at - tick, at + tick), Ink.CONSTRUCTION)
            if k and k % 2 == 0:
                words = fixed(k * pitch, 1)
                canvas.label(words, at, Ink.CONSTRUCTION, toward=side, style=TextStyle.CAPTION)


def _draw_cloud(canvas: Canvas, moment: Moment[Any]) -> None:
    """The differences of every vertex of A and every one of B, as points; at first without the one looked at."""
    a, b = moment.scene.a.world, moment.scene.b.world
    p, q = pair_of(moment)
    for w in (a.points[:, None, :] - b.points[None, :, :]).reshape(-1, 2)[:MOST_DOTS]:
        if not isinstance(moment.step, PointsSubtracted) or math.dist(w, p - q) > rounding(a, b):
            canvas.dot(w, Ink.CONSTRUCTION, Point.SMALL)


def _draw_vector(canvas: Canvas, moment: Moment[Any]) -> None:
    """One difference, from the origin."""
    p, q = pair_of(moment)
    if isinstance(moment.step, PointsSubtracted):
        _draw_legs(canvas, np.zeros(2), p - q)
    canvas.arrow((0.0, 0.0), p - q, Ink.TEXT, line=Line.MEASURE)
    canvas.symbol(r"\boldsymbol a-\boldsymbol b", p - q, Ink.TEXT, toward=p - q)


def _draw_legs(canvas: Canvas, start: Vector, end: Vector) -> None:
    """A vector's two parts, with their numbers: the same in both views, whose scales differ."""
    corner = np.array((start[0], end[1]))
    for p, q, toward in (
        (start, corner, (start[0] - end[0], 0.0)),
        (corner, end, (0.0, end[1] - start[1])),
    ):
        length = float((q - p).sum())
        if abs(length) > LEAST * canvas.pixel:
            canvas.stroke((p, q), Ink.EXAMINED, line=Line.DASHED)
            canvas.label(fixed(length), (p + q) / 2.0, Ink.EXAMINED, toward=toward)


def _draw_wall(canvas: Canvas, index: int, wall: Wall, *, is_lit: bool) -> None:
    """One edge of A − B, named after where it comes from."""
    edge = wall.edge
    ends, ink = (edge.start, edge.end), Ink.B if edge.of_a is None else Ink.A
    canvas.feature(ends, ref_of(index), ink)
    if is_lit:
        canvas.glow(ends, Ink.EXAMINED)
        canvas.stroke(ends, Ink.EXAMINED, line=Line.FEATURE)
    elif edge.of_a is not None:
        canvas.stroke(ends, Ink.A, line=Line.MEASURE)
    else:  # below its dashes
        canvas.stroke(ends, Ink.B, line=Line.THIN, opacity=0.3)
    name, ink = (plain(short_name(edge)), Ink.EXAMINED) if is_lit else (short_name(edge), ink)
    style = TextStyle.BOLD if is_lit else TextStyle.LABEL
    middle = (edge.start + edge.end) / 2.0
    canvas.label(name, middle, ink, toward=-wall.normal, style=style, feature=ref_of(index))


def _draw_larger(canvas: Canvas, moment: Moment[Any]) -> None:
    """The outline that the walls of A alone make, and how the origin lies to it."""
    own = [wall for wall in walls_of(moment) if wall.edge.of_a is not None]
    corners = []
    for one, other in zip(own, own[1:] + own[:1], strict=True):
        system = np.array((one.normal, other.normal))
        corners.append(np.linalg.solve(system, (-one.separation, -other.separation)))
    for wall, before, after in zip(own, corners[-1:] + corners[:-1], corners, strict=True):
        for ends in ((before, wall.edge.start), (wall.edge.end, after)):  # what is added: A − B keeps its own ink
            canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED)
    s, n = moment.faulty.separation, max(own, key=lambda wall: wall.separation).normal
    measures.measure(canvas, -s * n, (0.0, 0.0), Ink.FAULTY)
    words = f"A’s edges: s = {fixed(s)}"
    canvas.label(words, -s * n, Ink.FAULTY, toward=n, style=TextStyle.BOLD, leader=True)
