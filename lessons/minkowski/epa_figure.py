"""EPA drawn: lines of equal distance around the origin, and the polytope pushed out to the nearest face of A − B."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Penetration, closest_points
from geometry.faulty.epa import FaultyPenetration
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.epa import Face, FaceSplit, FaceTested, PolytopeStarted
from geometry.minkowski.simplex import SimplexVertex
from geometry.vector import left_of
from lessons.minkowski.epa_asked import POLYTOPE
from viz.lesson import charts, marks, measures, regions
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

ORIGIN = (0.0, 0.0)
APART = 0.2  # between two lines of equal distance
TRIANGLE = "GJK’s triangle only"
W, N, V = r"\boldsymbol w", r"\hat n_f", r"\boldsymbol v"


def pair_text(vertex: SimplexVertex) -> str:
    """ "a2 − b1", each in the ink of its shape."""
    return f"{tint(f'a{vertex.index_a}', Ink.A)} − {tint(f'b{vertex.index_b}', Ink.B)}"


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B, the vertices of the support point, and at the end where B is pushed."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    for shape, ink, name in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        # While a face is asked about no click in the world is taken for an answer.
        marks.shape(canvas, shape, ink, "" if moment.is_open else name, numbered=False)
        if moment.is_open:
            canvas.label(name, shape.centroid, ink, style=TextStyle.LETTER)
    if isinstance(step, PolytopeStarted):
        _used(canvas, a.points, {face.start.index_a for face in step.faces}, Ink.A)
        _used(canvas, b.points, {face.start.index_b for face in step.faces}, Ink.B)
    if isinstance(step, FaceTested):
        n = step.face.normal
        p, q = step.vertex.on_a, step.vertex.on_b
        canvas.arrow(*((p, q) if is_reflected(scene) else (q, p)), Ink.EXAMINED, line=Line.MEASURE)
        for at, name, ink, way in (
            (p, f"a_{step.vertex.index_a}", Ink.A, n),
            (q, f"b_{step.vertex.index_b}", Ink.B, -n),
        ):
            canvas.unbounded(at, left_of(n), ink, line=Line.DASHED)
            canvas.dot(at, ink)
            canvas.symbol(rf"\boldsymbol {name}", at, ink, toward=way)
    elif isinstance(step, Penetration):
        _push(canvas, moment, step)
    if isinstance(moment.faulty, FaultyPenetration) and moment.faulty.move.any():
        moved = b.moved(moment.faulty.move)
        marks.ghost(canvas, moved, Ink.FAULTY, Line.DOTTED)
        left = -moment.faulty.left
        if not moment.is_last:
            return
        text = (
            f"overlap left: {fixed(left, 3)}"
            if left > 1e-9
            else f"pushed {fixed(math.hypot(*moment.faulty.move), 3)}"
        )
        high = moved.points[int((moved.points @ (0.3, -1.0)).argmax())]
        canvas.label(text, high, Ink.FAULTY, toward=(0.3, -1.0))


def _used(canvas: Canvas, points: Any, used: set[int], ink: Ink) -> None:
    """The vertices that the polytope's corners come from, with their names."""
    for i in sorted(used):
        canvas.dot(points[i], ink, Point.RING)
        name = f"{'a' if ink is Ink.A else 'b'}{i}"
        canvas.label(name, points[i], ink, toward=points[i] - points.mean(axis=0), style=TextStyle.CAPTION)


def _push(canvas: Canvas, moment: Moment[Any], found: Penetration) -> None:
    a, b = moment.scene.a.world, moment.scene.b.world
    if found.face is None:
        pair = closest_points(a, b)
        measures.measure(canvas, pair.on_b, pair.on_a, Ink.GAP, fixed(found.separation, 3))
        return
    by = found.depth * found.normal
    if found.depth < 1e-9:
        marks.answer(canvas, found.on_a)
        return
    marks.ghost(canvas, b.moved(moment.time * by), Ink.B)
    canvas.arrow(found.on_b, found.on_b + by, Ink.ANSWER, line=Line.FEATURE)
    canvas.symbol(V, found.on_b + 0.5 * by, Ink.ANSWER, toward=left_of(by))


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """The distances as lines, the outline that EPA does not know, and its polytope."""
    scene, step = moment.scene, moment.step
    outline = scene.figure.points
    room = 1.1 * max(float(np.abs(np.concatenate((outline.min(axis=0), outline.max(axis=0)))).min()), APART)
    radii = [APART * k for k in range(1, int(room / APART) + 1)]  # no wider than A − B is where it is narrowest
    regions.isolines(canvas, ORIGIN, radii, Ink.OVERLAP, opacity=0.25)
    canvas.stroke(outline, Ink.QUIET, closed=True, line=Line.DOTTED, opacity=0.8)
    faces = _polytope(moment)
    if len(faces) > 2:
        canvas.area([face.start.w_xy for face in faces], Ink.TEXT, opacity=0.07)
    for i, face in enumerate(faces):
        canvas.stroke((face.start.w_xy, face.end.w_xy), Ink.TEXT, line=Line.OUTLINE)
        canvas.feature((face.start.w_xy, face.end.w_xy), FeatureRef(POLYTOPE, FeatureKind.EDGE, i), Ink.EXAMINED)
        canvas.dot(face.start.w, Ink.TEXT)
        used = isinstance(step, FaceTested) and face.start.pair == step.vertex.pair
        if isinstance(step, PolytopeStarted) and not moment.is_open and face.distance > 1e-9:
            canvas.stroke((ORIGIN, face.nearest.closest_xy), Ink.OVERLAP, line=Line.DASHED)
        if not used and not isinstance(step, Penetration):
            away = face.start.w - outline.mean(axis=0)
            canvas.label(pair_text(face.start), face.start.w, Ink.QUIET, toward=away, style=TextStyle.CAPTION)
    match step:
        case FaceTested() as tested:
            _tested(canvas, tested, scene.upper(moment))
        case FaceSplit() as split:
            _split(canvas, moment, split)
        case Penetration() as found if found.face is not None:
            _answer(canvas, found)
    if isinstance(moment.faulty, FaultyPenetration) and moment.faulty.move.any():
        move, first = moment.faulty.move, moment.trace[0]
        if moment.is_last and moment.compare == TRIANGLE and isinstance(first, PolytopeStarted):
            canvas.stroke([face.start.w_xy for face in first.faces], Ink.FAULTY, closed=True, line=Line.DOTTED)
        canvas.stroke((np.zeros(2), move), Ink.FAULTY, line=Line.DOTTED)
        canvas.dot(move, Ink.FAULTY, Point.CROSS)
        text = f"{moment.compare}:\n{fixed(math.hypot(*move), 3)}"
        canvas.label(text, move, Ink.FAULTY, toward=(0.0, move[1]), style=TextStyle.BOLD, leader=True)
    marks.answer(canvas, ORIGIN, "origin", toward=(-0.6, -1.0))


def _polytope(moment: Moment[Any]) -> Sequence[Face]:
    """The faces at this step; at the end those of the last iteration."""
    latest = [step.faces for step in moment.seen if isinstance(step, PolytopeStarted | FaceTested | FaceSplit)]
    return latest[-1] if latest else ()


def _ends(face: Face) -> Any:
    return np.array((face.start.w_xy, face.end.w_xy))


def _tested(canvas: Canvas, tested: FaceTested, upper: float) -> None:
    """The nearest face, how far it is, and how far A − B goes on beyond it."""
    face, w, n = tested.face, tested.vertex.w, tested.face.normal
    if not tested.is_last:
        canvas.region((face.start.w_xy, tuple(w)), (tuple(-n), tuple(n)), Ink.OVERLAP, 0.1)
        canvas.stroke((face.start.w_xy, tuple(w), face.end.w_xy), Ink.EXAMINED, line=Line.DASHED)
    canvas.unbounded(w, left_of(n), Ink.OVERLAP, line=Line.DASHED)
    marks.highlight_edge(canvas, _ends(face), Ink.EXAMINED)
    foot = face.nearest.closest
    if tested.lower > 1e-9:
        measures.measure(canvas, ORIGIN, foot, Ink.OVERLAP)
        canvas.symbol("d_f", 0.5 * foot, Ink.OVERLAP, toward=left_of(foot))
    measures.unit_arrow(canvas, 0.25 * face.start.w + 0.75 * face.end.w, n, N)
    canvas.dot(w, Ink.EXAMINED)
    canvas.label(f"${W}$ = {pair_text(tested.vertex)}", w, Ink.EXAMINED, toward=n)
    text = f"{fixed(tested.lower, 3)} to {fixed(upper, 3)}" if not tested.is_last else fixed(tested.lower, 3)
    marks.pill(canvas, foot, text, Ink.OVERLAP, toward=-left_of(n))


def _split(canvas: Canvas, moment: Moment[Any], split: FaceSplit) -> None:
    """The new faces on their way out from the one that they replace; then the nearest one."""
    for face in split.replaced:
        canvas.stroke(_ends(face), Ink.GHOST, line=Line.DASHED)
    start, w, end = split.added[0].start.w, split.added[0].end.w, split.added[1].end.w
    foot = start + np.clip(float((w - start) @ (end - start)) / float((end - start) @ (end - start)), 0.0, 1.0) * (
        end - start
    )
    corner = foot + moment.time * (w - foot)
    canvas.stroke((start, corner, end), Ink.TEXT, line=Line.MEASURE)
    canvas.dot(corner, Ink.EXAMINED)
    if moment.time == 1.0:
        nearest = min(split.faces, key=lambda face: face.distance)
        marks.highlight_edge(canvas, _ends(nearest), Ink.EXAMINED)
        if nearest.distance > 1e-9:
            measures.measure(canvas, ORIGIN, nearest.nearest.closest, Ink.OVERLAP)


def _answer(canvas: Canvas, found: Penetration) -> None:
    assert found.face is not None
    marks.highlight_edge(canvas, _ends(found.face), Ink.ANSWER)
    if found.depth < 1e-9:
        return
    v = found.depth * found.normal
    marks.circle(canvas, ORIGIN, found.depth, Ink.OVERLAP, Line.OUTLINE)
    canvas.arrow(ORIGIN, v, Ink.ANSWER, line=Line.FEATURE)
    canvas.symbol(V, 0.5 * v, Ink.ANSWER, toward=left_of(v))
    measures.right_angle(canvas, v, -v, left_of(v), Ink.ANSWER)
    marks.pill(canvas, v, f"depth {fixed(found.depth, 3)}", Ink.OVERLAP, toward=v)


def bounds_axes(moment: Moment[Any]) -> Axes:
    tested = [step for step in moment.trace if isinstance(step, FaceTested)]
    top = max((step.upper for step in tested), default=1.0)
    return Axes((1.0, float(max(len(tested), 2))), (0.0, 1.16 * top if top > 1e-9 else 1.0), "iteration")


def draw_bounds(canvas: Canvas, moment: Moment[Any]) -> None:
    """Lower and upper bound against the iteration, and what lies between them."""
    axes = bounds_axes(moment)
    ticks = [float(i) for i in range(1, round(axes.x[1]) + 1)]
    charts.chart_axes(canvas, axes, x_ticks=ticks, x_text=[str(round(i)) for i in ticks])
    tested = [step for step in moment.seen if isinstance(step, FaceTested)]
    uppers = [(float(i), min(each.upper for each in tested[:i])) for i in range(1, len(tested) + 1)]
    lowers = [(float(i), each.lower) for i, each in enumerate(tested, 1)]
    if not tested:
        return
    if len(tested) > 1:
        for (low, high), (next_low, next_high) in itertools.pairwise(zip(lowers, uppers, strict=True)):
            end = (next_low, next_high) if next_high[1] - next_low[1] > 1e-9 else (next_low,)
            canvas.area((low, *end, high), Ink.OVERLAP, opacity=0.16)
        canvas.stroke(uppers, Ink.OVERLAP, line=Line.DOTTED)
        canvas.stroke(lowers, Ink.OVERLAP, line=Line.CURVE)
    for at in (*lowers, *uppers):
        canvas.dot(at, Ink.OVERLAP, Point.FILLED if at[0] == float(len(tested)) else Point.RING)
    canvas.label("upper bound", uppers[0], Ink.OVERLAP, toward=(1.0, 0.4), style=TextStyle.CAPTION)
    canvas.label("lower bound", lowers[0], Ink.OVERLAP, toward=(1.0, -0.4), style=TextStyle.CAPTION)
