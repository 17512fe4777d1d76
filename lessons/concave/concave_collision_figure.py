"""The figure of concave shapes in contact: both shapes in their pieces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry.concave.contacts import PolygonManifold
from geometry.concave.pairs import PairsTested, PairTested, PiecePair
from geometry.concave.translation import PolygonTranslation
from geometry.dynamics.step import Stepped
from geometry.faulty.concave_pushes import PiecePush, PiecePushes
from geometry.feature import FeatureKind, FeatureRef
from geometry.polygon import Polygon
from geometry.transform import Pose
from geometry.vector import Vector
from lessons.concave.concave_collision_names import box_ring, is_crowd, named
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow, vector_arrow
from viz.lesson.screen import midway, xy
from viz.lesson.text import fixed

ABOVE = 0.75  # of the scene's height, between the two floors of the slide
SPEED = 0.25  # length of a drawn velocity: of the way in a second


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
        canvas.crowd(ink, segments=polygon.points[np.array(polygon.decomposition.kept, dtype=np.intp)], opacity=0.3)
        if not shown:
            canvas.label(owner, scene.place_of_letter(owner), ink, style=TextStyle.LETTER)
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


def path(canvas: Canvas, start: Vector, pushes: Sequence[PiecePush]) -> None:
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
    path(canvas, scene.b.middle, pushes)
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
