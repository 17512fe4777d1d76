"""Of the figure of a circle and an axis-aligned box: a small separation enlarged, the inside divided by its nearest
face, and where a faulty rule's push leads."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Vector, rectangle, separation
from geometry.primitives.circle_aabb import FaceMeasured, OutsideMeasured
from geometry.primitives.contact import PairResult
from geometry.query.medial_axis import medial_axis
from geometry.shape import boundary
from geometry.vector import left_of
from lessons.pairs.box_figure import DISTANCES, C, Q
from lessons.pairs.circle_aabb_faulty import BOXED, CLAMP_ONLY, WRONG_Q, shows_fault
from lessons.pairs.telling import N, P, draw_common
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

LENS = (220.0, 176.0)  # pixels, of a small separation enlarged
SEEN = 48.0  # pixels: of a shorter separation the dots at its ends cover most
HALVED = 16.0  # pixels: a shorter one has no room for a dot in its middle
AROUND = (1.2, 0.77)  # of the separation: so far the lens reaches from its middle
SAMPLES = 257  # of the circle in it
NUMBERS = 0.85  # of the lower face: so far along it they have their numbers


def draw_distances(canvas: Canvas, low: Vector, high: Vector, radius: float) -> None:
    """All points at one distance from the box, for a few distances: straight at a face, round at a corner. Quiet, and
    not part of what the view must hold: only those within a `radius`, for which there is room, have a number."""
    box = rectangle(low, high)
    around = [boundary(box.with_radius(distance), marks.SMOOTH * canvas.pixel) for distance in DISTANCES]
    ends = [np.stack((each, np.roll(each, -1, axis=0)), axis=1) for each in around]
    canvas.crowd(Ink.CONSTRUCTION, segments=np.concatenate(ends), opacity=0.4, framed=False)
    for distance in (each for each in DISTANCES if each < radius):
        at = (low[0] + NUMBERS * (high[0] - low[0]), low[1] - distance)
        canvas.label(fixed(distance), at, Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.NUMBER)


def draw_distance(canvas: Canvas, moment: Moment[Any], step: OutsideMeasured, q: Vector, c: Vector) -> None:
    """From q to c, and how long that is: dashed, as the normal goes on from c along the same line. Where a rule goes
    by the lengths along x and along y, these."""
    canvas.stroke((q, c), Ink.EXAMINED, line=Line.DASHED)
    if shows_fault(moment):
        turn = np.array((c[0], q[1]))
        for start, end, away in ((turn, c, turn - q), (q, turn, turn - c)):
            if (start != end).any():
                side = math.copysign(1.0, float(left_of(end - start) @ away))
                measures.measure(canvas, start, end, Ink.FAULTY, fixed(math.dist(start, end)), side=side)
        return
    told = rf"$\Vert{{}}{C}-{Q}\Vert{{}}$ = {fixed(step.distance)}"
    canvas.label(told, (q + c) / 2.0, Ink.EXAMINED, toward=-left_of(c - q), fixed=True)


def draw_pushed_room(canvas: Canvas, circle: Convex, found: PairResult) -> None:
    """Nothing, with the room that the circle takes where its push leads: one scale for all steps and the answer."""
    if found.separation < 0.0:
        bounds = circle.moved(-found.separation * found.normal).bounds()
        for corner in (bounds.low, bounds.high):
            canvas.stroke((corner, corner), Ink.CONSTRUCTION, line=Line.THIN)


def is_narrow(canvas: Canvas, s: float) -> bool:
    """Whether a separation that is not 0.00 is so short on the screen that the dots at its ends would cover it."""
    return 0.005 <= abs(s) < SEEN * canvas.pixel


def draw_contact(canvas: Canvas, found: PairResult, center: Vector, *, is_plain: bool) -> None:
    """The contact point: without a halo where that would cover what is beside it, and not in a very short gap."""
    if abs(found.separation) < HALVED * canvas.pixel:
        return
    side = left_of(found.normal)
    if is_plain or math.dist(found.point, center) < SEEN * canvas.pixel:
        canvas.dot(found.point, Ink.ANSWER, Point.SMALL)
        canvas.symbol(P, found.point, Ink.ANSWER, toward=side - found.normal)
    else:
        marks.answer(canvas, found.point, f"${P}$", toward=side)


def draw_lens(canvas: Canvas, box: Convex, circle: Convex, q: Vector, found: PairResult) -> None:
    """What lies between q and the circle along the normal, the contact point in its middle, in a corner that the
    circle is not in."""
    s, n = found.separation, found.normal
    half = abs(s) * np.array(AROUND)
    low, high = q + s / 2.0 * n - half, q + s / 2.0 * n + half
    small = Canvas(2.0 * half[0] / LENS[0])
    _draw_box(small, np.clip(box.points, low, high), low, high)
    _draw_arc(small, circle, low, high)
    side, ink = -left_of(n), separation_ink(s)
    small.stroke((q, q + s * n), ink, line=Line.FEATURE)
    small.label(f"$s$ = {fixed(s)}", q + 0.75 * s * n, ink, toward=side, style=TextStyle.PILL)
    small.dot(q, Ink.ANSWER, Point.SMALL)
    small.symbol(Q, q, Ink.ANSWER, toward=-n if s > 0.0 else n)
    small.dot(found.point, Ink.ANSWER, Point.SMALL)
    small.symbol(P, found.point, Ink.ANSWER, toward=-side)
    corner = "bottom left" if circle.points[0, 0] > box.centroid[0] else "bottom right"
    canvas.inset(corner, LENS, f"The {'gap' if s > 0.0 else 'overlap'}, enlarged", small.marks)


def _draw_box(small: Canvas, corners: np.ndarray, low: Vector, high: Vector) -> None:
    """What of a box is in the lens, with those of its sides that are not borders of the lens."""
    small.area(corners, Ink.A, opacity=0.25)
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        across = int(abs(end - start).argmin())
        if low[across] < start[across] < high[across]:
            small.stroke((start, end), Ink.A)


def _draw_arc(small: Canvas, circle: Convex, low: Vector, high: Vector) -> None:
    """What of a disc is in the lens: convex, so its corners may be sorted around their mean."""
    c, r, middle = circle.points[0], circle.radius, (low + high) / 2.0
    spread = min(math.tau, 2.0 * float(np.hypot(*(high - low))) / r)
    start = math.atan2(*(middle - c)[::-1]) - spread / 2.0
    angles = start + spread * np.linspace(0.0, 1.0, SAMPLES)
    arc = c + r * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    arc = arc[((arc >= low) & (arc <= high)).all(axis=1)]
    frame = np.array(((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])))
    points = np.concatenate((arc, frame[np.hypot(*(frame - c).T) < r]))
    around = points - points.mean(axis=0)
    small.area(points[np.arctan2(around[:, 1], around[:, 0]).argsort()], Ink.B, opacity=0.25)
    small.stroke(arc, Ink.B)


def draw_interior(canvas: Canvas, moment: Moment[Any], step: FaceMeasured) -> None:
    """What divides the inside of the box by its nearest face, and the faces that were measured and left."""
    a, center = moment.scene.a.world, moment.scene.b.world.points[0]
    for ends in medial_axis(a):
        canvas.stroke(ends, Ink.TEXT, line=Line.DASHED, opacity=0.7)
    for each in moment.seen:
        if isinstance(each, FaceMeasured) and each.face not in (step.face, step.best):
            end = center + each.depth * each.face.normal
            measures.measure(canvas, center, end, Ink.QUIET, fixed(each.depth), line=Line.THIN)


def draw_fault(canvas: Canvas, moment: Moment[Any]) -> None:
    """What the rule that is compared does at this step."""
    center, found = moment.scene.b.world.points[0], moment.faulty
    if moment.compare == BOXED:
        draw_boxed(canvas, moment.scene.b.world, found.separation)
    elif isinstance(moment.step, OutsideMeasured):
        box = moment.scene.box
        measures.unit_arrow(canvas, np.clip(center, box.low, box.high), found.normal, N, Ink.FAULTY)
    else:
        if moment.compare == CLAMP_ONLY:  # the q of its formula, which is c: beside the right one on the face
            canvas.dot(center, Ink.FAULTY, Point.RING)
            canvas.symbol(WRONG_Q, center, Ink.FAULTY, toward=left_of(moment.trace.result.normal))
        draw_wrong_push(canvas, moment)


def draw_boxed(canvas: Canvas, circle: Convex, found: float) -> None:
    """The box of a circle, and what a rule says that goes by it."""
    low, high = circle.bounds().low, circle.bounds().high
    ring = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
    canvas.stroke(ring, Ink.FAULTY, closed=True, line=Line.DOTTED)
    told = "hit" if found <= 0.0 else f"gap {fixed(found)}"
    canvas.label(f"box of B: {told}", (high[0], low[1]), Ink.FAULTY, toward=(0.4, -1.0))


def draw_wrong_push(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where a rule's push leaves B, and what of the overlap or which gap it leaves."""
    faulty, (a, b), result = moment.faulty, (moment.scene.a.world, moment.scene.b.world), moment.trace.result
    normal = result.normal if faulty.normal is None else faulty.normal
    push = -min(faulty.separation, 0.0)
    ghost = b.moved(push * normal)
    marks.ghost(canvas, ghost, Ink.FAULTY, Line.DOTTED)
    draw_common(canvas, a, ghost)
    left = separation(a, ghost)
    told = f"still **{fixed(-left)}** deep" if left < -result.tolerance else f"leaves a gap of **{fixed(left)}**"
    way = np.array((0.0, -1.0 if normal[1] < 0.0 else 1.0))
    canvas.label(f"pushed by {fixed(push)}: {told}", ghost.points[0] + ghost.radius * way, Ink.FAULTY, toward=way)
