"""Beside the contacts: two test boxes with the tilt of the pose, each held by the points of one rule."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Manifold, rectangle
from geometry.dynamics.contacts import BodyContact
from geometry.vector import XY, Vector
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES
from lessons.contact.dropped import LEDGE, LEFT, RIGHT, STEEPEST, TIME_STEPS, WIDE, PointRule, Run, height
from lessons.contact.tilt_chart import CHARTED, chart
from lessons.stories.clip_state import clip_of, outermost, shape_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import angle_arc
from viz.lesson.text import fixed, sentence

RULES = {ONE: PointRule.CROSSING, HEIGHT: PointRule.ANY_HEIGHT, PLANES: PointRule.UNCUT}
LESSONS = {ONE: "Clipping", HEIGHT: "With the test of height", PLANES: "With side planes"}
KEEPS = {  # what each rule keeps, in a line
    PointRule.CROSSING: "the deepest; no crossing: both",
    PointRule.ANY_HEIGHT: "keeps both ends at any height",
    PointRule.UNCUT: "keeps both ends, never cut",
    PointRule.TWO_POINTS: "keeps every end up to the margin",
}
HALF, THICK = 0.95, 0.2  # of a ground: half its width, its thickness
BELOW = 0.5  # a ground: room for pushes
LENS, LENS_AT = 0.33, (0.62, -0.78)  # a lens: its radius; its middle, right or as far left
TIMES = 16.0  # so much greater a lens shows a corner
NEARLY_FLAT = 0.15  # radians: there is room for a name above the centre of mass
BEFORE = "dotted: one time step before"
_PUSH, _NOTE, _UNDER = 36.0, 18.0, 12.0  # pixels


def runs_of(moment: Moment[Any]) -> tuple[Run, Run]:
    """The box under the rule to compare with, and under the right one."""
    compare = outermost(moment).compare or ONE
    over, scene = compare == PLANES, outermost(moment).scene
    return scene.drop(RULES[compare], over=over), scene.drop(PointRule.TWO_POINTS, over=over)


def is_charted(moment: Moment[Any]) -> bool:
    """Whether both boxes turn, and too little to be seen: then their corners are enlarged, and their tilts drawn over
    the time."""
    return (moment.compare or ONE) == ONE and moment.scene.tilt > 0.0


def start_of(moment: Moment[Any]) -> str:
    """How the test boxes start, and what is different there from the pose."""
    clip, tilt = clip_of(moment), moment.scene.tilt
    over = runs_of(moment)[0].over
    if clip is None or (tilt == STEEPEST and not over):
        return f"Two test boxes {'are set down flat' if over else f'start with a tilt of {fixed(tilt, 1)}°'}."
    upper = clip.incident.owner.value
    if over:
        x = clip.reference.along(shape_of(moment, clip.incident.owner).centroid)
        if 0.0 <= x <= clip.reference.length:
            return (
                f"Two test boxes are set down flat, further out than {upper}, whose centre of mass is over the "
                "reference edge."
            )
        return f"Two test boxes are set down flat. Like that of {upper}, their centre of mass is beyond the end."
    words = f"Two test boxes start with the tilt of {upper}, {fixed(tilt, 1)}°."
    if tilt == 0.0:
        return words
    if moment.compare == HEIGHT:
        return f"{words} They have a size of their own, and are not sunk in."
    found: Manifold = outermost(moment).trace.result
    if sum(p.separation < 0.0 for p in found.points) == 2:
        return f"{words} {upper} itself is sunk in, so no edges cross: both rules keep two points."
    return words


# The heads of both panes.


def head_of_first(moment: Moment[Any]) -> tuple[str, str]:
    return sentence(moment.compare or ONE), KEEPS[runs_of(moment)[0].rule]


def head_of_second(moment: Moment[Any]) -> tuple[str, str]:
    return LESSONS[moment.compare or ONE], KEEPS[PointRule.TWO_POINTS]


def head_of_chart(moment: Moment[Any]) -> tuple[str, str]:
    """With where both curves come from, which is beyond the chart."""
    tilt = moment.scene.tilt
    return "Tilt of both boxes", f"from {fixed(tilt, 1)}°" if tilt > CHARTED else ""


def ink_of_first(moment: Moment[Any]) -> Ink | None:
    """Pink once its box does what no box does."""
    return Ink.FAULTY if moment.time > 0.0 and runs_of(moment)[0].is_wrong else None


# What they show.


def draw_first(canvas: Canvas, moment: Moment[Any]) -> None:
    _draw(canvas, moment, runs_of(moment)[0])


def draw_second(canvas: Canvas, moment: Moment[Any]) -> None:
    _draw(canvas, moment, runs_of(moment)[1])


def draw_chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """Of both boxes, whatever becomes of them."""
    chart(canvas, runs_of(moment), moment.time)


def _draw(canvas: Canvas, moment: Moment[Any], run: Run) -> None:
    """The box where it is at a part of the time, on its ground; the pushes at its contacts, at the nearest step."""
    time, placed = moment.time, run.box_at(moment.time)
    _frame(canvas, moment)
    marks.shape(canvas, rectangle((-HALF, -THICK), (LEDGE if run.over else HALF, 0.0)), Ink.A)
    marks.shape(canvas, placed, Ink.B)
    canvas.dot(placed.centroid, Ink.TEXT, Point.SMALL)
    contacts = run.contacts_at(time)
    if _is_alone(run, time):
        lever(canvas, placed.centroid, contacts[0].contact.on_b)
    elif abs(run.tilt_at(time)) < NEARLY_FLAT:
        canvas.label("centre of mass", placed.centroid, Ink.TEXT, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    if is_charted(moment) and run.has_landed(time):
        for corner in (LEFT, RIGHT):
            _lens(canvas, run, time, corner)
        canvas.label(f"× {TIMES:.0f}", (0.0, LENS_AT[1]), Ink.TEXT, style=TextStyle.CAPTION, fixed=True)
        if run.is_wrong:
            under = (0.0, LENS_AT[1] - LENS - _UNDER * canvas.pixel)
            canvas.label(BEFORE, under, Ink.FAULTY, style=TextStyle.CAPTION, fixed=True)
    for each in contacts:
        _push(canvas, run, each, is_alone=_is_alone(run, time))


def _frame(canvas: Canvas, moment: Moment[Any]) -> None:
    """Nothing to be seen: both panes reach as far, so that they have one scale and their grounds stand level."""
    lefts, rights, lows, highs = zip(*(run.extent for run in runs_of(moment)), strict=True)
    under = LENS_AT[1] - LENS - 2.0 * _UNDER * canvas.pixel if is_charted(moment) else -BELOW
    over = _NOTE * canvas.pixel  # the second line of a narrow pane's head, or air below a wide one's
    corners = (min(*lefts, -HALF), min(*lows, under)), (max(*rights, HALF), max(highs) + over)
    canvas.stroke(corners, Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)


def _is_alone(run: Run, time: float) -> bool:
    """Whether one push rotates a box that two would hold."""
    rocks = run.is_wrong and run.rule is PointRule.CROSSING and run.has_landed(time)
    return rocks and len(run.contacts_at(time)) == 1


def _push(canvas: Canvas, run: Run, found: BodyContact, *, is_alone: bool) -> None:
    """At a contact: pink where no ground is, and where it is one of two."""
    p, way = found.contact, canvas.pixel * found.normal.direction
    is_wrong = run.in_the_air(p)
    ink = Ink.FAULTY if is_wrong or is_alone else Ink.ANSWER
    canvas.arrow(p.on_b - _PUSH * way, p.on_b - 9.0 * way, ink)
    canvas.dot(p.on_b, ink, Point.CROSS if is_wrong else Point.ANSWER)
    if is_wrong:
        words = "no ground" if run.over else f"{fixed(height(p))} above\nthe ground"
        canvas.label(words, p.on_b, Ink.FAULTY, toward=(1.0, -0.3), style=TextStyle.CAPTION)


def lever(canvas: Canvas, middle: Vector, at: Vector) -> None:
    """How the push at one place turns the box about its centre of mass."""
    canvas.stroke((middle, (at[0], middle[1])), Ink.FAULTY, line=Line.DASHED)
    canvas.stroke(((at[0], middle[1]), at), Ink.CONSTRUCTION, line=Line.DASHED)
    half = (0.5 * (middle[0] + at[0]), middle[1])
    canvas.label("lever arm", half, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.CAPTION)
    start, end = (0.8 * math.pi, 0.2 * math.pi) if at[0] < middle[0] else (0.2 * math.pi, 0.8 * math.pi)
    angle_arc(canvas, middle, start, end, Ink.FAULTY, arrow=True, line=Line.MEASURE)


# The lenses.


def _lens(canvas: Canvas, run: Run, time: float, corner: int) -> None:
    """One corner at a part of the time, enlarged below its place on the ground; dotted: one time step before."""
    side = 1.0 if corner == RIGHT else -1.0
    own, centre = (0.5 * side * WIDE, 0.0), (side * LENS_AT[0], LENS_AT[1])
    rim = marks.circle_points(canvas, centre, LENS)
    canvas.area([p for p in rim if p[1] <= centre[1] + 1e-9], Ink.A)
    placed = _enlarged(run, time, corner, centre)
    inside = _behind(_behind(rim, *placed[:2]), *placed[1:])
    if inside:
        canvas.area(inside, Ink.B)
    canvas.stroke(((centre[0] - LENS, centre[1]), (centre[0] + LENS, centre[1])), Ink.A, line=Line.OUTLINE)
    poses = [(placed, Ink.B, Line.OUTLINE)]
    if run.is_wrong:
        poses.append((_enlarged(run, time - 1.0 / TIME_STEPS, corner, centre), Ink.FAULTY, Line.DOTTED))
    for ends, ink, line in poses:
        for far in (ends[0], ends[2]):
            if (seen := _within(ends[1], far, centre)) is not None:
                canvas.stroke(seen, ink, line=line)
    marks.circle(canvas, centre, LENS, Ink.QUIET)
    for touched in _tangents(own, centre):
        canvas.stroke((own, touched), Ink.CONSTRUCTION, line=Line.THIN)
    is_held = any(abs(found.contact.on_b[0] - own[0]) < 0.25 * WIDE for found in run.contacts_at(time))
    if is_held and math.dist(placed[1], centre) < LENS:
        canvas.dot(placed[1], Ink.FAULTY if _is_alone(run, time) else Ink.ANSWER, Point.ANSWER)


def _tangents(own: XY, centre: XY) -> list[XY]:
    """Where the lines from the place that a lens enlarges touch its rim."""
    x, y = own[0] - centre[0], own[1] - centre[1]
    toward, half = math.atan2(y, x), math.acos(LENS / math.hypot(x, y))
    return [(centre[0] + LENS * math.cos(a), centre[1] + LENS * math.sin(a)) for a in (toward - half, toward + half)]


def _in_lens(p: Vector, corner: int, centre: XY) -> XY:
    """A point as its lens shows it: the corner's place on the ground is in the middle."""
    x = (0.5 if corner == RIGHT else -0.5) * WIDE
    return centre[0] + TIMES * (float(p[0]) - x), centre[1] + TIMES * float(p[1])


def _enlarged(run: Run, time: float, corner: int, centre: XY) -> tuple[XY, XY, XY]:
    """The corner before one of the box's lower corners, that one, the one after it; counter-clockwise."""
    points = run.box_at(time).points
    before, at, after = (_in_lens(points[(corner + each) % 4], corner, centre) for each in (-1, 0, 1))
    return before, at, after


def _behind(outline: list[XY], start: XY, end: XY) -> list[XY]:
    """The part of a convex outline to the left of a line."""

    def side(p: XY) -> float:
        return (end[0] - start[0]) * (p[1] - start[1]) - (end[1] - start[1]) * (p[0] - start[0])

    kept: list[XY] = []
    for p, q in zip(outline, outline[1:] + outline[:1], strict=True):
        if side(p) >= 0.0:
            kept.append(p)
        if side(p) * side(q) < 0.0:
            part = side(p) / (side(p) - side(q))
            kept.append((p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])))
    return kept


def _within(start: XY, end: XY, centre: XY) -> tuple[XY, XY] | None:
    """The part of a segment inside a lens."""
    (dx, dy), (x, y) = np.subtract(end, start).tolist(), np.subtract(start, centre).tolist()
    long, across = math.hypot(dx, dy), (dx * y - dy * x)
    half = LENS**2 - (across / long) ** 2
    if half <= 0.0:
        return None
    middle, reach = -(dx * x + dy * y) / long**2, math.sqrt(half) / long
    enter, leave = max(middle - reach, 0.0), min(middle + reach, 1.0)
    if enter >= leave:
        return None
    return (start[0] + enter * dx, start[1] + enter * dy), (start[0] + leave * dx, start[1] + leave * dy)
