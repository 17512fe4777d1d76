"""A body on a floor, its contact points on a ruler below it, and what becomes of it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.contact.manifold_points import Manifold
from geometry.shape import Convex, boundary
from lessons.contact.released import SetDown, turned_about
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import unit_arrow
from viz.lesson.screen import pitch
from viz.lesson.text import fixed

BELOW = 0.45  # a floor: its ruler
TICK = 0.04
APART, ROW = 0.3, 0.17  # two places on the ruler: room for their numbers; else the next row
EXAGGERATED = 16.0  # times: the tilt of a box that rocks
COPIES = 14  # of a body on its way


def draw_pose(canvas: Canvas, moment: Moment[Any], *, is_other: bool) -> None:
    pose: SetDown = moment.scene.other if is_other else moment.scene.pose
    stage = type(moment.step).__name__
    is_free = stage == "LetGo"
    knows_points = moment.latest(Manifold) is not None and bool(pose.found.points)
    _frame(canvas, moment)
    _body(canvas, pose.a, Ink.A, "A", is_other=is_other)
    has_normal = stage != "Posed" and pose.found.points and pose.found.reference is not None
    if has_normal and (pose.is_upright or not is_free):
        _normal(canvas, pose)
    now = SetDown(pose.a, pose.released.at(moment.time)) if is_free and moment.time else pose
    if knows_points and now.is_upright:
        _ruler(canvas, now, knows_centre=stage in ("Balanced", "LetGo"))
    if is_free:
        _free(canvas, moment, pose)
    else:
        _body(canvas, pose.b, Ink.B, "B", is_other=is_other)
    if knows_points:
        if stage == "Manifold" or now.is_upright:
            canvas.dot(now.b.centroid, Ink.TEXT)
            canvas.symbol("c", now.b.centroid, Ink.TEXT, toward=(-1.0, 0.6))
        for p in pose.found.points if not is_free else ():
            marks.answer(canvas, p.point)
            if stage == "Manifold" and pose.is_upright:
                k = 1 + pose.places.index(pose.reference.along(p.point))
                canvas.symbol(f"p_{k}", p.point, Ink.ANSWER, toward=(0.8, -1.0))
    if pose.found.points:
        _title(canvas, moment, pose, stage)
    if not is_other and isinstance(moment.faulty, SetDown) and len(pose.found.points) == 2:
        _faulty(canvas, moment, is_free=is_free)


def _body(canvas: Canvas, shape: Convex, ink: Ink, name: str, *, is_other: bool) -> None:
    """In the other view without names: nothing there is asked about."""
    marks.shape(canvas, shape, ink, "" if is_other else name)
    if is_other:
        canvas.label(name, shape.centroid, ink, style=TextStyle.LETTER)


def _normal(canvas: Canvas, pose: SetDown) -> None:
    """The reference edge as the floor, and the contact normal clear of B."""
    reference, n = pose.reference, pose.found.normal
    ends = np.array((reference.start, reference.end))
    marks.highlight_edge(canvas, ends)
    if not pose.is_upright:
        unit_arrow(canvas, pose.found.points[0].point, n)
        return
    spans = pose.b.points[:, 0]
    left = ends[:, 0].min() + 0.25
    at = (left if left < spans.min() - 0.2 else ends[:, 0].max() - 0.2, ends[0, 1])
    unit_arrow(canvas, at, n)


def _top(moment: Moment[Any]) -> float:
    """Of B in both views."""
    return max(float(each.b.points[:, 1].max()) for each in (moment.scene.pose, moment.scene.other))


def _frame(canvas: Canvas, moment: Moment[Any]) -> None:
    """Nothing to be seen: both views reach as far, so that they have one scale and their floors stand level."""
    both = (moment.scene.pose, moment.scene.other)
    shapes = [shape for each in both for shape in (each.a, each.b)]
    if type(moment.step).__name__ == "LetGo":
        shapes += [each.released.at(k / COPIES) for each in both for k in range(COPIES + 1)]
    xs, ys = zip(*(p for shape in shapes for p in shape.points_xy), strict=True)
    floor = min(y for _, y in both[0].a.points_xy)
    low, high = (min(xs) - 0.25, min(*ys, floor - BELOW - 0.26 - ROW)), (max(xs) + 0.04, max(ys) + 0.3)
    canvas.stroke((low, high), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)


def _title(canvas: Canvas, moment: Moment[Any], pose: SetDown, stage: str) -> None:
    """How B lies on A, and what becomes of it; after it has tipped over, that it stands now."""
    where, many = (
        ("an edge", "two contact points") if len(pose.found.points) == 2 else ("a corner", "one contact point")
    )
    if where == "a corner" and pose.found.reference is not None and pose.reference.owner.value == "B":
        where = "A's corner"
    known = "" if moment.latest(Manifold) is None else f": {many}"
    words = f"{'Let go on' if stage == 'LetGo' else 'On'} {where}{known}"
    fate = pose.fate_at(moment.time) if stage == "LetGo" else f"B {pose.becomes}"
    high = _top(moment) + 0.12
    x = float(pose.a.centroid[0])
    canvas.label(words, (x, high + 34.0 * canvas.pixel), Ink.TEXT, style=TextStyle.BOLD, fixed=True)
    if stage in ("Balanced", "LetGo"):
        canvas.label(fate, (x, high + 14.0 * canvas.pixel), Ink.QUIET, fixed=True)


def _ruler(canvas: Canvas, pose: SetDown, *, knows_centre: bool) -> None:
    """x along the reference edge, below the floor: the contact points, and the centre of mass between them or not."""
    reference = pose.reference
    y = float(pose.a.points[:, 1].min()) - BELOW

    def at(x: float) -> tuple[float, float]:
        return float(reference.at_xy(x, 0.0)[0]), y

    end = at(reference.length + 0.1)
    canvas.arrow(at(0.0), end, Ink.QUIET, line=Line.THIN)
    canvas.symbol("x", end, Ink.QUIET, toward=np.subtract(end, at(0.0)))
    for k in range(0, math.floor(reference.length) + 1, pitch(reference.length)):
        (x, _) = at(float(k))
        canvas.stroke(((x, y - TICK), (x, y + TICK)), Ink.QUIET, line=Line.THIN)
        canvas.label(str(k), (x, y + 0.16), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    low, high = pose.places[0], pose.places[-1]
    if knows_centre:
        ink = Ink.GAP if pose.stands else Ink.OVERLAP
        nearest = min((low, high), key=lambda x: abs(x - pose.centre))
        span = (low, high) if pose.stands else (nearest, pose.centre)
        canvas.stroke((at(span[0]), at(span[1])), ink, line=Line.BAR)
        canvas.stroke((tuple(pose.b.centroid), at(pose.centre)), Ink.TEXT, line=Line.DASHED)
        canvas.dot(at(pose.centre), Ink.TEXT)
        canvas.symbol("x_c", at(pose.centre), Ink.TEXT, toward=(0.0, -1.0))
    low_row = y - 0.3 - ROW * any(abs(x - pose.centre) < APART for x in pose.places)
    for x, row in (*((x, y - 0.3) for x in pose.places), *([(pose.centre, low_row)] if knows_centre else [])):
        canvas.label(fixed(x), (at(x)[0], row), Ink.TEXT, style=TextStyle.CAPTION, fixed=True)
    for k, x in enumerate(pose.places, start=1):
        canvas.stroke((reference.at_xy(x, 0.0), at(x)), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.dot(at(x), Ink.ANSWER, Point.FILLED)
        canvas.symbol(f"x_{k}", at(x), Ink.ANSWER, toward=(0.0, -1.0))


def _free(canvas: Canvas, moment: Moment[Any], pose: SetDown) -> None:
    """The body at the clock's time, where it came from, and the pushes on it."""
    run = pose.released
    now = run.at(moment.time)
    marks.ghost(canvas, pose.b, Ink.B, Line.START)
    marks.sweep(canvas, [boundary(run.at(moment.time * k / COPIES), 0.01) for k in range(COPIES)], Ink.B)
    marks.shape(canvas, now, Ink.B, "B", numbered=False)
    for point, way in run.pushes(moment.time):
        canvas.arrow(point - 58.0 * canvas.pixel * way, point - 9.0 * canvas.pixel * way, Ink.ANSWER)
        marks.answer(canvas, point)


def _faulty(canvas: Canvas, moment: Moment[Any], *, is_free: bool) -> None:
    """The one point of the faulty rule; let go, the box that rocks on it."""
    faulty: SetDown = moment.faulty
    point = faulty.found.points[0].point
    if not is_free:
        marks.circle(canvas, point, 12.0 * canvas.pixel, Ink.FAULTY, Line.DOTTED)
        canvas.label("the only point", point, Ink.FAULTY, toward=(0.0, -1.0))
        return
    run = faulty.released
    poses = run.poses
    now = poses[run.step_at(moment.time)]
    tilt = EXAGGERATED * (now.angle - poses[0].angle)
    low = min(faulty.b.points, key=lambda p: p[1] + (1.0 if tilt * (p[0] - faulty.b.centroid[0]) > 0.0 else 0.0))
    rocking = turned_about(faulty.b, low, tilt)
    marks.ghost(canvas, rocking, Ink.FAULTY, Line.DOTTED)
    words = f"one point: rocks (tilt × {EXAGGERATED:.0f})"
    canvas.label(words, rocking.points[int(rocking.points[:, 1].argmax())], Ink.FAULTY, toward=(0.0, 1.0))
    aside = low + np.array((math.copysign(9.0, low[0] - faulty.b.centroid[0]), 0.0)) * canvas.pixel
    for _, way in run.pushes(moment.time)[:1]:  # at the corner that is down, beside the push of the right rule
        canvas.arrow(aside - 58.0 * canvas.pixel * way, aside - 9.0 * canvas.pixel * way, Ink.FAULTY)
