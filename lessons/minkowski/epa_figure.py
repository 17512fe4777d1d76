"""EPA drawn: lines of equal distance around the origin, and the polytope pushed out to the nearest face of A − B."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, Penetration, closest_points
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.epa import Face, FaceSplit, FaceTested, PolytopeStarted
from geometry.minkowski.simplex import SimplexVertex
from geometry.vector import left_of
from lessons.minkowski import epa_faulty
from lessons.minkowski.epa_asked import POLYTOPE
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

ORIGIN = (0.0, 0.0)
APART = 0.2  # between two lines of equal distance
MOST = 24  # of these lines: around a larger difference they are farther apart
FAINT = 0.4  # of their opacity, once a circle tells the lower bound
CLEAR = 16.0  # pixels between the tip of a normal and the line of a bound
GAINED = 0.16  # opacity of the triangle by which the polytope grows
ASIDE = 20.0  # pixels that the upper bound is measured beside the lower one
FADE = 0.55  # of one such line, what is left of it at the next but three
NO_WAY = 1e-9  # from the origin to an edge that it lies on
_TURN = np.linspace(0.0, math.tau, 73)
W, N, V, NORMAL = r"\boldsymbol w", r"\hat n_f", r"\boldsymbol v", r"\hat n"
PRODUCT = r"$\examined{\boldsymbol w} \cdot \examined{\hat n_f}$"


def pair_text(vertex: SimplexVertex) -> str:
    """ "a2 − b1", each in the ink of its shape."""
    return f"{tint(f'a{vertex.index_a}', Ink.A)} − {tint(f'b{vertex.index_b}', Ink.B)}"


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B, the vertices of the support point, and at the end where B is pushed."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    for shape, ink, name in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        # While a face is asked about no click in the world is taken for an answer.
        at = _beside_push(canvas, shape, step) if shape is b and isinstance(step, Penetration) else None
        marks.shape(canvas, shape, ink, "" if moment.is_open else name, numbered=False, letter_at=at)
        if moment.is_open:
            canvas.label(name, shape.centroid, ink, style=TextStyle.LETTER)
    if isinstance(step, PolytopeStarted):
        _used(canvas, a.points, {face.start.index_a for face in step.faces}, Ink.A)
        _used(canvas, b.points, {face.start.index_b for face in step.faces}, Ink.B)
    if isinstance(step, FaceTested):
        n = step.face.normal
        p, q = step.vertex.on_a, step.vertex.on_b
        start, end = (p, q) if is_reflected(scene) else (q, p)
        canvas.arrow(start, end, Ink.EXAMINED, line=Line.MEASURE)
        canvas.symbol(W, 0.5 * (start + end), Ink.EXAMINED, toward=left_of(end - start))
        for at, name, ink, way in (
            (p, f"a_{step.vertex.index_a}", Ink.A, n),
            (q, f"b_{step.vertex.index_b}", Ink.B, -n),
        ):
            canvas.unbounded(at, left_of(n), ink, line=Line.DASHED)
            canvas.dot(at, ink)
            canvas.symbol(rf"\boldsymbol {name}", at, ink, toward=way)
    elif isinstance(step, Penetration):
        _push(canvas, moment, step)
    epa_faulty.draw_in_world(canvas, moment)


def _beside_push(canvas: Canvas, b: Convex, found: Penetration) -> Any:
    """Where B's letter stands clear of the arrow that pushes it."""
    side = left_of(found.normal)
    return b.centroid + math.copysign(14.0 * canvas.pixel, float((b.centroid - found.on_b) @ side)) * side


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
    canvas.symbol(V, found.on_b + 0.75 * by, Ink.ANSWER, toward=left_of(by))


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """The distances as lines, the outline that EPA does not know, and its polytope."""
    scene, step = moment.scene, moment.step
    outline = scene.figure.points
    _field(canvas, outline, FAINT if moment.index else 1.0)
    canvas.stroke(outline, Ink.QUIET, closed=True, line=Line.DOTTED, opacity=0.8)
    faces = _polytope(moment)
    _proved(canvas, moment)
    if len(faces) > 2:
        canvas.area([face.start.w_xy for face in faces], Ink.TEXT, opacity=0.07)
    for i, face in enumerate(faces):
        canvas.stroke((face.start.w_xy, face.end.w_xy), Ink.TEXT, line=Line.OUTLINE)
        canvas.feature((face.start.w_xy, face.end.w_xy), FeatureRef(POLYTOPE, FeatureKind.EDGE, i), Ink.EXAMINED)
        canvas.dot(face.start.w, Ink.TEXT)
        used = isinstance(step, FaceTested) and face.start.pair == step.vertex.pair
        is_crossed = moment.faulty is not None and math.dist(face.start.w, moment.faulty.move) < 1e-9
        if not used and not is_crossed and not isinstance(step, Penetration):
            away = face.start.w - outline.mean(axis=0)
            canvas.label(pair_text(face.start), face.start.w, Ink.QUIET, toward=away, style=TextStyle.CAPTION)
    match step:
        case PolytopeStarted(faces=first):
            _name_outline(canvas, outline, first)
            if not moment.is_open:
                _distance(canvas, min(first, key=lambda face: face.distance))
        case FaceTested() as tested:
            _tested(canvas, tested)
        case FaceSplit() as split:
            _split(canvas, moment, split)
        case Penetration() as found if found.face is not None:
            _answer(canvas, moment, found)
    epa_faulty.draw_in_space(canvas, moment)
    marks.answer(canvas, ORIGIN, "origin", toward=(-0.6, -1.0))


def _name_outline(canvas: Canvas, outline: Any, faces: Sequence[Face]) -> None:
    """At the vertex of the outline that is farthest from the polytope, which does not know it yet."""
    known = np.array([face.start.w for face in faces])
    apart = np.hypot(*(outline[:, None] - known).transpose(2, 0, 1)).min(axis=1)
    i = int(np.argmax(apart > apart.max() - 1e-9))  # the first of those that are equally far
    if apart[i] > 1e-9:
        away = outline[i] - outline.mean(axis=0)
        canvas.label(
            "outline of A − B,\nnot known to EPA", outline[i], Ink.QUIET, toward=away, style=TextStyle.CAPTION
        )


def _field(canvas: Canvas, outline: Any, part: float) -> None:
    """Lines of equal distance from the origin as far as A − B goes, fainter farther out, of a part of their opacity;
    none around an origin that lies outside."""
    edges = np.roll(outline, -1, axis=0) - outline
    long = np.hypot(*edges.T)
    if len(outline) < 3 or not (long > 0.0).all():
        return
    normals = np.stack((edges[:, 1], -edges[:, 0]), axis=1) / long[:, None]
    offsets = (outline * normals).sum(axis=1)
    if offsets.min() < -1e-9:
        return
    farthest = float(np.hypot(*outline.T).max())
    apart = APART * 2.0 ** max(math.ceil(math.log2(farthest / (MOST * APART))), 0)
    rings = apart * np.arange(1, math.ceil(farthest / apart))
    chords, ring = _clipped(rings, outline, normals, offsets)
    opacity = part * (0.1 + 0.35 * FADE ** ((ring + 1) / 4.0))
    canvas.crowd(Ink.OVERLAP, segments=chords, opacity=opacity, framed=False)  # labels may lie on them


def _clipped(radii: Any, corners: Any, normals: Any, offsets: Any) -> tuple[Any, Any]:
    """The parts of circles' chords that lie behind all edges, given by their normals and distances from the circles'
    centre; and of which circle each is. Chords end in the directions of all corners: before each one edge alone lies,
    so that what a point has of the way to it is the same line for circles of any radius."""
    turns = np.concatenate((_TURN, np.arctan2(corners[:, 1], corners[:, 0]) % math.tau))
    turns.sort()
    circle = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    taken = (circle @ (normals / np.maximum(offsets, NO_WAY)[:, None]).T).max(axis=1)  # of the way, at radius 1
    over = radii[:, None] * taken - 1.0
    p, q = over[:, :-1], over[:, 1:]
    ring, at = np.nonzero(np.minimum(p, q) < 0.0)
    p, q = p[ring, at], q[ring, at]
    crossed = p / np.where(p == q, 1.0, p - q)
    first, last = np.where(p > 0.0, crossed, 0.0)[:, None], np.where(q > 0.0, crossed, 1.0)[:, None]
    r, start, way = radii[ring, None], circle[at], circle[at + 1] - circle[at]
    return np.concatenate((r * (start + first * way), r * (start + last * way)), axis=1), ring


def _proved(canvas: Canvas, moment: Moment[Any]) -> None:
    """The disc that nothing of the outline lies in: its radius is the lower bound. It grows with each split."""
    lower: float | None = moment.scene.lower(moment)
    if lower is None:
        return
    before = moment.latest(FaceTested) if isinstance(moment.step, FaceSplit) else None
    radius = lower if before is None else before.lower + moment.time * (lower - before.lower)
    if radius < 1e-9:
        return
    canvas.area(marks.circle_points(canvas, ORIGIN, radius), Ink.OVERLAP, opacity=0.28)
    marks.circle(canvas, ORIGIN, radius, Ink.OVERLAP, Line.OUTLINE)


def _polytope(moment: Moment[Any]) -> Sequence[Face]:
    """The faces at this step; at the end those of the last iteration."""
    latest = [step.faces for step in moment.seen if isinstance(step, PolytopeStarted | FaceTested | FaceSplit)]
    return latest[-1] if latest else ()


def _ends(face: Face) -> Any:
    return np.array((face.start.w_xy, face.end.w_xy))


def _tested(canvas: Canvas, tested: FaceTested) -> None:
    """The nearest face, how far it is, and how far A − B goes on beyond it: by a triangle at least."""
    face, w, n = tested.face, tested.vertex.w, tested.face.normal
    if not tested.is_last:
        beyond = face.start.w_xy, tested.vertex.w_xy, face.end.w_xy
        canvas.area(beyond, Ink.EXAMINED, opacity=GAINED)
        canvas.stroke(beyond, Ink.EXAMINED, line=Line.DASHED)
    canvas.unbounded(w, left_of(n), Ink.OVERLAP, line=Line.DASHED)
    marks.highlight_edge(canvas, _ends(face), Ink.EXAMINED)
    _normal(canvas, face, line=tested.upper)
    reached = tested.upper * n
    if tested.is_last:
        _distance(canvas, face, f" = {PRODUCT}")
    else:
        _distance(canvas, face)
        # Measured from the origin, on the side of its foot on which w does not lie.
        side = 1.0 if float(w @ left_of(n)) < 0.0 else -1.0
        measures.measure(canvas, ORIGIN, reached, Ink.OVERLAP, off=side * ASIDE, line=Line.DOTTED)
        aside = side * left_of(n)
        words = f"{PRODUCT} = {fixed(tested.upper, 3)}"
        canvas.label(words, reached + ASIDE * canvas.pixel * aside, Ink.OVERLAP, toward=aside + 0.6 * n, leader=True)
    canvas.dot(w, Ink.EXAMINED)
    canvas.label(f"${W}$ = {pair_text(tested.vertex)}", w, Ink.EXAMINED, toward=n)


def _distance(canvas: Canvas, face: Face, too: str = "") -> None:
    """How far the nearest face is from the origin: the radius of the disc."""
    foot = face.nearest.closest
    if face.distance > 1e-9:
        measures.measure(canvas, ORIGIN, foot, Ink.OVERLAP)
    text = f"$d_f${too} = {fixed(face.distance, 3)}"
    canvas.label(text, -foot, Ink.OVERLAP, toward=-face.normal, leader=True)


def _normal(
    canvas: Canvas, face: Face, symbol: str = N, ink: Ink = Ink.EXAMINED, *, line: float | None = None
) -> None:
    """Which way a face looks, away from the foot of its distance. Its tip stays clear of a bound's `line`, so far
    from the origin: there it would be taken for a length."""
    near, far = sorted(_ends(face), key=lambda end: math.dist(end, face.nearest.closest_xy))
    start, room = 0.3 * near + 0.7 * far, 0.0 if line is None else (line - face.distance) / canvas.pixel
    if abs(room - measures.UNIT_ARROW) >= CLEAR:
        measures.unit_arrow(canvas, start, face.normal, symbol, ink)
        return
    long = (room - CLEAR) * canvas.pixel
    measures.unit_arrow(canvas, start, face.normal, "", ink, at_most=2.0 * long)
    canvas.symbol(symbol, start, ink, toward=-face.normal)


def _split(canvas: Canvas, moment: Moment[Any], split: FaceSplit) -> None:
    """The new faces on their way out from the one that they replace; then the nearest one."""
    for face in split.replaced:
        canvas.stroke(_ends(face), Ink.GHOST, line=Line.DASHED)
    start, w, end = split.added[0].start.w, split.added[0].end.w, split.added[1].end.w
    foot = start + np.clip(float((w - start) @ (end - start)) / float((end - start) @ (end - start)), 0.0, 1.0) * (
        end - start
    )
    corner = foot + moment.time * (w - foot)
    canvas.area((start, corner, end), Ink.EXAMINED, opacity=GAINED)
    canvas.stroke((start, corner, end), Ink.TEXT, line=Line.MEASURE)
    canvas.dot(corner, Ink.EXAMINED)
    if moment.time == 1.0:
        nearest = min(split.faces, key=lambda face: face.distance)
        marks.highlight_edge(canvas, _ends(nearest), Ink.EXAMINED)
        _distance(canvas, nearest)
        _normal(canvas, nearest)


def _answer(canvas: Canvas, moment: Moment[Any], found: Penetration) -> None:
    assert found.face is not None
    marks.highlight_edge(canvas, _ends(found.face), Ink.ANSWER)
    _normal(canvas, found.face, NORMAL, Ink.ANSWER)
    _whose(canvas, moment, found.face)
    if found.depth < 1e-9:
        return
    v = found.depth * found.normal
    for other in moment.scene.equally_near(found.depth):
        if math.dist(other, v) > 1e-6:
            canvas.stroke((ORIGIN, other), Ink.ANSWER, line=Line.DASHED)
            canvas.label("equally near", other, Ink.QUIET, toward=other)
    canvas.arrow(ORIGIN, v, Ink.ANSWER, line=Line.FEATURE)
    if moment.time < 1.0:  # B's push moves A − B the other way, until its outline meets the origin
        moved = moment.scene.figure.points - moment.time * v
        canvas.crowd(Ink.QUIET, segments=np.hstack((moved, np.roll(moved, -1, axis=0))), framed=False)
        low = moved[int((moved @ (0.3, -1.0)).argmax())]
        canvas.label("A − B, pushed", low, Ink.QUIET, toward=(0.3, -1.0), style=TextStyle.CAPTION)
    canvas.symbol(V, 0.5 * v, Ink.ANSWER, toward=left_of(v))
    measures.right_angle(canvas, v, -v, left_of(v), Ink.ANSWER)
    # Where the lower bound stood: the normal has the other side.
    marks.pill(canvas, -v, f"depth {fixed(found.depth, 3)}", Ink.OVERLAP, toward=-v, leader=True)


def _whose(canvas: Canvas, moment: Moment[Any], face: Face) -> None:
    """What the nearest face is: an edge of one shape and a vertex of the other, which both its ends have."""
    (a, b), (other_a, other_b) = face.pairs
    if (a == other_a) == (b == other_b):
        return
    of_a, of_b = ("edge of A", f"b{b}") if b == other_b else (f"a{a}", "edge of B")
    parts = tint(of_a, Ink.A), tint(of_b, Ink.B)
    text = " − ".join(reversed(parts) if is_reflected(moment.scene) else parts)
    near = min(_ends(face), key=lambda end: math.dist(end, face.nearest.closest_xy))  # the normal has the other end
    canvas.label(text, near, Ink.QUIET, toward=face.normal, style=TextStyle.CAPTION)


def bounds_axes(moment: Moment[Any]) -> Axes:
    """They grow with the iterations, and do not tell how many will come."""
    top = max((step.upper for step in moment.trace if isinstance(step, FaceTested)), default=1.0)
    tested = [step for step in moment.seen if isinstance(step, FaceTested)]
    last = len(tested) + (not tested or not tested[-1].is_last)
    return Axes((1.0, float(max(last, 2))), (0.0, 1.16 * top if top > 1e-9 else 1.0), "iteration")


def draw_bounds(canvas: Canvas, moment: Moment[Any]) -> None:
    """Lower and upper bound against the iteration, and what lies between them."""
    axes = bounds_axes(moment)
    ticks = [float(i) for i in range(1, round(axes.x[1]) + 1)]
    charts.chart_axes(canvas, axes, x_ticks=ticks, x_text=[str(round(i)) for i in ticks])
    tested = [step for step in moment.seen if isinstance(step, FaceTested)]
    uppers = [(float(i), min(each.upper for each in tested[:i])) for i in range(1, len(tested) + 1)]
    lowers = [(float(i), each.lower) for i, each in enumerate(tested, 1)]
    known: float | None = moment.scene.lower(moment)
    if isinstance(moment.step, PolytopeStarted | FaceSplit) and known is not None:
        lowers.append((len(tested) + 1.0, known))  # proved already, of the face that comes next
    for (low, high), (next_low, next_high) in itertools.pairwise(zip(lowers, uppers, strict=False)):
        end = (next_low, next_high) if next_high[1] - next_low[1] > 1e-9 else (next_low,)
        canvas.area((low, *end, high), Ink.OVERLAP, opacity=0.16)
    for curve, line in ((uppers, Line.DOTTED), (lowers, Line.CURVE)):
        if len(curve) > 1:
            canvas.stroke(curve, Ink.OVERLAP, line=line)
        for i, at in enumerate(curve, 1):  # of the iteration that comes next it is a ring
            canvas.dot(at, Ink.OVERLAP, Point.FILLED if i == len(tested) else Point.RING)
    if uppers and uppers[0][1] - lowers[0][1] < 1e-9:
        canvas.label("both bounds", lowers[0], Ink.OVERLAP, toward=(1.0, 0.4), style=TextStyle.CAPTION)
        return
    if uppers:
        canvas.label("upper bound", uppers[0], Ink.OVERLAP, toward=(0.6, 1.0), style=TextStyle.CAPTION)
    if lowers:  # below its curve, which rises; a point alone has room beside it
        has_met = bool(uppers) and lowers[-1][1] > uppers[-1][1] - 1e-9
        at = lowers[len(lowers) // 2 if has_met and len(lowers) > 3 else -1]  # clear of where both curves meet
        toward = (-0.5, -1.0) if len(lowers) > 1 else (1.0, 0.4)
        canvas.label("lower bound", at, Ink.OVERLAP, toward=toward, style=TextStyle.CAPTION)
