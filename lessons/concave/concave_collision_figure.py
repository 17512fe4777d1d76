"""The figure of concave shapes in contact: both shapes in their pieces, and beside them the differences of the pieces
around the origin, whose union is A − B."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry.concave.contacts import PolygonManifold
from geometry.concave.pairs import PairsTested, PairTested, PiecePair
from geometry.concave.translation import PieceDifference, PolygonTranslation
from geometry.dynamics.step import Stepped
from geometry.faulty.concave_pushes import PiecePush, PiecePushes
from geometry.feature import FeatureKind, FeatureRef
from geometry.polygon import Polygon
from geometry.transform import Pose
from geometry.vector import Points, Vector, following
from lessons.concave.concave_collision_names import MANY, box_ring, is_crowd, named
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import answer, circle
from viz.lesson.measures import measure, unit_arrow, vector_arrow
from viz.lesson.screen import midway, xy
from viz.lesson.text import fixed

LENS = 4.0  # a push that is small for its shapes: what lies around the origin, in lengths of it
ABOVE = 0.75  # of the scene's height, between the two floors of the slide
SPEED = 0.25  # length of a drawn velocity: of the way in a second
MOST_NAMED = 6  # differences: of more the names would hide one another


def piece(name: str) -> FeatureRef:
    return FeatureRef(f"piece {name}", FeatureKind.PART)


def pushes_in(moment: Moment[Any]) -> tuple[PiecePush, ...]:
    """The pushes of the pieces that this step has reached."""
    if (ended := moment.latest(PiecePushes)) is not None:
        return ended.pushes
    return tuple(step for step in moment.seen if isinstance(step, PiecePush))


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    step, scene = moment.step, moment.scene
    if isinstance(step, Stepped):
        _slide(canvas, moment)
        return
    _shape(canvas, moment, "A", Ink.A)
    if isinstance(step, PairTested):
        _pair(canvas, scene, step.pair)
    _shape(canvas, moment, "B", Ink.B)
    if isinstance(step, PairTested):
        _measured(canvas, scene, step.pair)
    elif isinstance(step, PairsTested) and not step.overlapping:
        _measured(canvas, scene, step.nearest)
    is_pushed = isinstance(step, PiecePush | PiecePushes)
    if is_pushed or (isinstance(step, PolygonTranslation) and not moment.compare):
        _pushed(canvas, moment, pushes_in(moment))
    if isinstance(step, PolygonTranslation | PolygonManifold) and scene.push is not None:
        _whole(canvas, scene, scene.push, faint=isinstance(step, PolygonManifold))
    if isinstance(step, PolygonManifold):
        _contacts(canvas, step)
    if isinstance(moment.faulty, PiecePushes) and not is_pushed:
        _faulty(canvas, moment, moment.faulty)


def _shape(canvas: Canvas, moment: Moment[Any], owner: str, ink: Ink) -> None:
    """A shape with its seams; of many pieces the whole is one area, its seams are faint, and few have a name."""
    scene = moment.scene
    polygon: Polygon = scene.polygons[owner]
    crowd, names = is_crowd(scene, owner), scene.names[owner]
    if crowd and not polygon.holes:
        canvas.area(polygon.outline, ink, opacity=0.16, hatched=ink is Ink.B)
    shown = named(moment)[owner]
    for i, each in enumerate(polygon.pieces):
        if not crowd or polygon.holes:
            canvas.area(each.points, ink, opacity=0.16, hatched=ink is Ink.B)
        if i in shown:
            at = scene.place(owner, i)
            canvas.feature((at,), piece(names[i]), ink)
            canvas.label(names[i], at, ink, style=TextStyle.BOLD, fixed=names[i] != owner)
    if crowd:
        canvas.crowd(ink, segments=polygon.points[np.array(polygon.decomposition.kept)], opacity=0.3)
        if not shown:
            canvas.label(owner, scene.middle(owner), ink, style=TextStyle.LETTER)
    else:
        for a, b in polygon.decomposition.kept:
            canvas.stroke(polygon.points[[a, b]], ink, line=Line.DASHED, opacity=0.6)
    for ring in polygon.rings:
        canvas.stroke(polygon.points[list(ring)], ink, closed=True, line=Line.OUTLINE)


def _ghost(
    canvas: Canvas, scene: Any, move: Vector, ink: Ink, line: Line, opacity: float = 1.0, *, fill: float = 0.0
) -> None:
    """B moved, as a ghost: its pieces, of many the whole's outline."""
    polygon: Polygon = scene.polygons["B"]
    rings = [each.points for each in polygon.pieces]
    if is_crowd(scene, "B"):
        rings = [polygon.points[list(ring)] for ring in polygon.rings]
    for ring in rings:
        if fill:
            canvas.area(ring + move, ink, opacity=fill)
        canvas.stroke(ring + move, ink, closed=True, line=line, opacity=opacity)


def boxes(canvas: Canvas, scene: Any, pair: PiecePair) -> None:
    """The axis-aligned boxes of two pieces."""
    for owner, i in (("A", pair.of_a), ("B", pair.of_b)):
        canvas.stroke(box_ring(scene.polygons[owner].pieces[i]), Ink.EXAMINED, closed=True, line=Line.DASHED)


def _pair(canvas: Canvas, scene: Any, pair: PiecePair) -> None:
    for shape in scene.pieces(pair):
        canvas.area(shape.points, Ink.EXAMINED, opacity=0.18)
        canvas.stroke(shape.points, Ink.EXAMINED, closed=True, line=Line.MEASURE)
    if pair.is_overlap:
        p, q = scene.pieces(pair)
        canvas.region(np.concatenate((p.points, q.points)), np.concatenate((p.normals, q.normals)), Ink.OVERLAP, 0.55)
    boxes(canvas, scene, pair)


def _measured(canvas: Canvas, scene: Any, pair: PiecePair) -> None:
    if pair.on_a is not None and pair.on_b is not None and not pair.is_overlap:
        measure(canvas, pair.on_a, pair.on_b, Ink.GAP, fixed(pair.separation or 0.0), style=TextStyle.BOLD)


def _path(canvas: Canvas, start: Vector, pushes: Sequence[PiecePush]) -> None:
    """The pushes, one after the other."""
    at = start
    for push in pushes:
        if math.hypot(*push.push) > 8.0 * canvas.pixel:
            canvas.arrow(at, start + push.moved, Ink.FAULTY, line=Line.MEASURE)
        else:
            canvas.stroke((at, start + push.moved), Ink.FAULTY, line=Line.MEASURE)
        at = start + push.moved


def _pushed(canvas: Canvas, moment: Moment[Any], pushes: Sequence[PiecePush]) -> None:
    if not pushes:
        return
    scene, last = moment.scene, pushes[-1]
    for push in pushes[-8:]:
        is_last = push is last
        look = (1.0, 0.16) if is_last else (0.5, 0.0)
        _ghost(canvas, scene, push.moved, Ink.FAULTY, Line.DOTTED, look[0], fill=look[1])
    if isinstance(moment.step, PiecePush):
        canvas.stroke(scene.polygons["A"].pieces[last.of_a].points, Ink.FAULTY, closed=True, line=Line.MEASURE)
    _path(canvas, scene.b.middle, pushes)
    if isinstance(moment.step, PiecePush) and math.hypot(*last.push) > 14.0 * canvas.pixel:
        x, y = last.push.tolist()
        middle = scene.b.middle + last.moved - 0.5 * last.push
        canvas.symbol(rf"\faulty{{p_{{{len(pushes)}}}}}", middle, Ink.FAULTY, toward=(y, -x))
    start, far = scene.b.middle, math.hypot(*last.moved)
    if len(pushes) > 1 and far > 8.0 * canvas.pixel:
        canvas.arrow(start, start + last.moved, Ink.FAULTY, line=Line.DOTTED)
    after = "" if len(pushes) == 1 else f" after {len(pushes)} pushes"
    lowest = scene.b.points[int(scene.b.points[:, 1].argmin())] + last.moved
    canvas.label(f"B moved {fixed(far)}{after}", lowest, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)


def _whole(canvas: Canvas, scene: Any, push: Vector, *, faint: bool) -> None:
    _ghost(canvas, scene, push, Ink.ANSWER, Line.END, 0.5 if faint else 1.0)
    start, length = scene.b.middle, math.hypot(*push)
    if not faint and length > 12.0 * canvas.pixel:
        canvas.glow((start, start + push), Ink.ANSWER)
        vector_arrow(canvas, start, push, Ink.ANSWER)
    if length > 0.0:
        top = scene.b.points[int(scene.b.points[:, 1].argmax())] + push
        decimals = 3 if scene.is_fine else 2
        canvas.label(
            f"one push: {fixed(length, decimals)}", top, Ink.ANSWER, toward=(-0.3, 1.0), style=TextStyle.BOLD
        )


def _contacts(canvas: Canvas, found: PolygonManifold) -> None:
    """Those that count in white, with their normals; those on inner edges in pink."""
    for points, ink, dot in ((found.dropped, Ink.FAULTY, Point.CROSS), (found.points, Ink.ANSWER, Point.ANSWER)):
        seen: set[tuple[int, ...]] = set()
        for each in points:
            key = tuple(np.round((*each.contact.point, *each.normal), 6))
            if key not in seen:
                unit_arrow(canvas, each.contact.point, each.normal, "", ink)
                canvas.dot(each.contact.point, ink, dot)
            seen.add(key)


def _faulty(canvas: Canvas, moment: Moment[Any], found: PiecePushes) -> None:
    """Where the deepest pair's push alone leaves B."""
    scene = moment.scene
    _ghost(canvas, scene, found.moved, Ink.FAULTY, Line.DOTTED, fill=0.14)
    vector_arrow(canvas, scene.b.middle, found.moved, Ink.FAULTY)
    left = scene.left_after(found.moved)
    words = f"still overlaps by {fixed(left)}" if left > 1e-9 else "no overlap left"
    far, corners = found.moved, scene.b.points + found.moved
    last = corners[int((corners @ (far[0] + 1e-3, far[1])).argmax())]
    canvas.label(f"{moment.compare}: {words}", last, Ink.FAULTY, toward=far, style=TextStyle.BOLD)


def draw_difference(canvas: Canvas, moment: Moment[Any]) -> None:
    """A − B, pair by pair, around the origin; the same arrows as in the world."""
    step, scene = moment.step, moment.scene
    tested = {(s.pair.of_a, s.pair.of_b): s.pair for s in moment.seen if isinstance(s, PairTested)}
    is_union = moment.latest(PieceDifference) is not None or (isinstance(step, PairsTested) and not step.overlapping)
    if is_union:
        _union(canvas, scene)
    elif tested:
        for key, pair in tested.items():
            now = isinstance(step, PairTested) and key == (step.pair.of_a, step.pair.of_b)
            _one(canvas, scene.difference(*key), pair, is_now=now)
            if now:
                _named(canvas, scene, *key, Ink.EXAMINED)
    elif len(scene.whole.result.pairs.pairs) > MANY:
        _crowd(canvas, scene, Ink.CONSTRUCTION)
    else:
        for key, points in scene.differences.items():
            _one(canvas, points, None, is_now=False)
            if len(scene.differences) <= MOST_NAMED:
                _named(canvas, scene, *key, Ink.QUIET)
    if isinstance(step, PiecePush):
        canvas.stroke(scene.difference(step.of_a, step.of_b), Ink.FAULTY, closed=True, line=Line.MEASURE)
        _named(canvas, scene, step.of_a, step.of_b, Ink.FAULTY)
    if not isinstance(step, PieceDifference | PolygonManifold | Stepped) and not moment.compare:
        _path(canvas, np.zeros(2), pushes_in(moment))
    if isinstance(step, PairsTested) and not step.overlapping:
        p, q = step.nearest.on_a, step.nearest.on_b
        if p is not None and q is not None:
            measure(canvas, (0.0, 0.0), p - q, Ink.GAP, fixed(step.distance), style=TextStyle.BOLD)
    canvas.dot((0.0, 0.0), Ink.ANSWER, Point.ANSWER)
    push = scene.push if isinstance(step, PolygonTranslation | PolygonManifold | Stepped) else None
    if push is None or not push.any():
        canvas.label("origin", (0.0, 0.0), Ink.TEXT, toward=_beside(pushes_in(moment)) or (0.6, -1.0))
        return
    circle(canvas, (0.0, 0.0), math.hypot(*push), Ink.ANSWER, Line.DASHED, opacity=0.7)
    vector_arrow(canvas, (0.0, 0.0), push, Ink.ANSWER)
    answer(canvas, push)
    canvas.symbol(r"\answer{d}", push, Ink.ANSWER, toward=push)
    half, off = 0.5 * push, (-push[1], push[0])
    length = fixed(math.hypot(*push), 3 if scene.is_fine else 2)
    canvas.label(length, half, Ink.ANSWER, toward=np.negative(off), style=TextStyle.BOLD)
    canvas.label("origin", (0.0, 0.0), Ink.TEXT, toward=_beside(pushes_in(moment), push) or -push)
    if scene.is_fine:
        _walls(canvas, scene)


def _one(canvas: Canvas, points: Points, pair: PiecePair | None, *, is_now: bool) -> None:
    """The difference of one pair; the one that is tested now is red where it contains the origin, else green."""
    ink = Ink.OVERLAP if pair is not None and pair.is_overlap else Ink.GAP if pair is not None else Ink.CONSTRUCTION
    canvas.area(points, ink, opacity=0.3 if is_now else 0.07)
    line = Line.MEASURE if is_now else Line.DASHED
    canvas.stroke(points, Ink.EXAMINED if is_now else Ink.CONSTRUCTION, closed=True, line=line)


def _beside(pushes: Sequence[PiecePush], push: Vector | None = None) -> tuple[float, float] | None:
    """The way from the origin on which neither the first push of the pieces nor that of the whole is drawn."""
    if not pushes:
        return None
    x, y = -pushes[0].push / math.hypot(*pushes[0].push)
    if push is not None:
        x, y = np.array((x, y)) - push / math.hypot(*push)
    return (float(x), float(y)) if math.hypot(x, y) > 0.1 else (float(-pushes[0].push[1]), float(pushes[0].push[0]))


def _named(canvas: Canvas, scene: Any, i: int, j: int, ink: Ink) -> None:
    """What the difference of a pair is called, in it, on the side that is turned away from the origin."""
    points = scene.difference(i, j)
    middle = points.mean(axis=0)
    way = middle / max(math.hypot(*middle), 1e-9)
    end = points[int((points @ way).argmax())]
    words = f"{scene.names['A'][i]} − {scene.names['B'][j]}"
    style = TextStyle.CAPTION if ink is Ink.QUIET else TextStyle.BOLD
    canvas.label(words, 0.45 * middle + 0.55 * end, ink, style=style)


def _union(canvas: Canvas, scene: Any) -> None:
    """The differences faint, their union's outline bold; through the lens only what lies near the origin."""
    half = LENS * math.hypot(*scene.push) if scene.is_fine else math.inf
    ink = Ink.OVERLAP if scene.push is not None else Ink.GAP
    if len(scene.whole.result.pairs.pairs) > MANY and not scene.is_fine:
        _crowd(canvas, scene, ink)
    else:
        _singly(canvas, scene, ink, half)
    for p, q in scene.boundary:
        if (ends := cut(p, q, half)) is not None:
            canvas.stroke(ends, Ink.TEXT, line=Line.CURVE)
    if not scene.is_fine:
        largest = max(scene.differences.values(), key=lambda points: float(np.ptp(points, axis=0).prod()))
        canvas.label("A − B", largest.mean(axis=0), Ink.TEXT, style=TextStyle.LETTER)


def _singly(canvas: Canvas, scene: Any, ink: Ink, half: float) -> None:
    """Each difference with its edges."""
    for points in scene.differences.values():
        part = clipped(points, half)
        if len(part) > 2:
            canvas.area(part, ink, opacity=0.12)
        for p, q in zip(points, np.roll(points, -1, axis=0), strict=True):
            if (ends := cut(p, q, half)) is not None:
                canvas.stroke(ends, Ink.CONSTRUCTION, line=Line.DASHED)


def _crowd(canvas: Canvas, scene: Any, ink: Ink) -> None:
    """Many differences, all alike."""
    every = list(scene.differences.values())
    edges = np.concatenate([np.stack((points, following(points)), axis=1) for points in every])
    corners = [np.stack((np.broadcast_to(p[0], (len(p) - 2, 2)), p[1:-1], p[2:]), axis=1) for p in every]
    canvas.crowd(ink, segments=edges, triangles=np.concatenate(corners), opacity=0.25, fill=0.05)


def _walls(canvas: Canvas, scene: Any) -> None:
    """Through the lens: the wall of one difference that lies nearer than the boundary of the union."""
    pair = min((p for p in scene.whole.result.pairs.overlapping), key=lambda p: -(p.separation or 0.0))
    points = scene.difference(pair.of_a, pair.of_b)
    sides = np.roll(points, -1, axis=0) - points
    off = (points[:, 0] * sides[:, 1] - points[:, 1] * sides[:, 0]) / np.hypot(*sides.T)
    i = int(np.abs(off).argmin())
    foot = off[i] * np.array((sides[i, 1], -sides[i, 0])) / math.hypot(*sides[i])
    half = LENS * math.hypot(*scene.push)
    if (ends := cut(points[i], points[i] + sides[i], half)) is not None:
        canvas.stroke(ends, Ink.FAULTY, line=Line.MEASURE)
    canvas.label(
        f"a square of {fixed(2.0 * half, 3)} around the origin",
        (0.0, -half),
        Ink.QUIET,
        toward=(0.0, -1.0),
        style=TextStyle.CAPTION,
    )
    canvas.arrow((0.0, 0.0), foot, Ink.FAULTY)
    canvas.label(fixed(math.hypot(*foot), 3), foot, Ink.FAULTY, toward=foot, style=TextStyle.BOLD)


def cut(p: Vector, q: Vector, half: float) -> tuple[Vector, Vector] | None:
    """The part of a segment in the square of this half side around the origin."""
    if half == math.inf:
        return p, q
    low, high = 0.0, 1.0
    for start, way in zip(p.tolist(), (q - p).tolist(), strict=True):
        if way == 0.0:
            low = low if abs(start) <= half else 2.0
            continue
        first, last = sorted(((-half - start) / way, (half - start) / way))
        low, high = max(low, first), min(high, last)
    return (p + low * (q - p), p + high * (q - p)) if low < high else None


def clipped(points: Points, half: float) -> list[Vector]:
    """The part of a convex outline in the square of this half side around the origin."""
    ring = list(points)
    if half == math.inf:
        return ring
    for axis, sign in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
        found: list[Vector] = []
        for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
            a, b = sign * p[axis] - half, sign * q[axis] - half
            if a <= 0.0:
                found.append(p)
            if a * b < 0.0:
                found.append(p + a / (a - b) * (q - p))
        ring = found
    return ring


def _slide(canvas: Canvas, moment: Moment[Any]) -> None:
    """The same start twice, in step: with the contacts on inner edges, and above it without them."""
    scene = moment.scene
    size = np.ptp(np.concatenate((scene.a.points, scene.b.points)), axis=0)
    wrong = (scene.runs[1], "every contact counts")
    if isinstance(moment.faulty, tuple):
        wrong = (moment.faulty, moment.compare)
    for (run, words), up, ink in (
        ((scene.runs[0], "inner contacts dropped"), (1.0 + ABOVE) * float(size[1]), Ink.TEXT),
        (wrong, 0.0, Ink.FAULTY),
    ):
        lift = np.array((0.0, up))
        outline = scene.a.points + lift
        canvas.area(outline, Ink.A, opacity=0.16)
        for a, b in scene.polygons["A"].decomposition.kept:
            canvas.stroke(scene.polygons["A"].points[[a, b]] + lift, Ink.A, line=Line.DASHED, opacity=0.6)
        canvas.stroke(outline, Ink.A, closed=True, line=Line.OUTLINE)
        start = scene.b.points + lift
        canvas.stroke(start, Ink.B if ink is Ink.TEXT else Ink.FAULTY, closed=True, line=Line.START)
        k = round(moment.time * len(run))
        body = run[k - 1].bodies[1] if k else scene.sliding[1]
        pose = Pose(body.pose.position + lift, body.pose.angle)
        for shape in body.pieces:
            at = shape.at(pose)
            canvas.area(at.points, Ink.B, opacity=0.2, hatched=True)
            canvas.stroke(at.points, Ink.B, closed=True, line=Line.OUTLINE)
        speed = float(body.velocity[0])
        vector_arrow(canvas, pose.position, SPEED * body.velocity, ink)
        top = float(outline[:, 1].max())
        title = (float(midway(xy(outline.min(axis=0)), xy(outline.max(axis=0)))[0]), top + 1.25)
        canvas.label(
            f"{words}: speed {fixed(speed)} after {k} {'step' if k == 1 else 'steps'}",
            title,
            ink,
            style=TextStyle.BOLD,
            fixed=True,
        )
