"""The shape that was clipped, let go twice on its reference edge: held by the points of two rules."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import rectangle
from geometry.contact.clipping import FaceCompared
from geometry.dynamics.contacts import BodyContact
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex, boundary
from geometry.vector import XY, Vector
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES
from lessons.contact.dropped import NEAR, TIME_STEPS, PointRule, Run, Seen, Start, drawn_greater, height, is_apart
from lessons.contact.tilt_chart import FAR, NEARLY_LEVEL, Reach, chart
from lessons.stories.clip_state import ink_of, outermost, whole_run
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.measures import angle_arc, measure
from viz.lesson.text import fixed, sentence

DEEPEST = "deepest point only"
RULES = {"": PointRule.DEEPEST, ONE: PointRule.CROSSING, HEIGHT: PointRule.ANY_HEIGHT, PLANES: PointRule.UNCUT}
LESSONS = {"": "Clipping", ONE: "Clipping", HEIGHT: "With the test of height", PLANES: "With side planes"}
KEEPS = {  # what each rule keeps, in a line
    PointRule.DEEPEST: "faulty rule: one contact",
    PointRule.CROSSING: "the deepest; no crossing: both",
    PointRule.ANY_HEIGHT: "both ends at any height",
    PointRule.UNCUT: "both ends, never cut",
    PointRule.TWO_POINTS: "every end up to the margin",
}
CUT = "ends cut at u and v"  # by the side planes
THICK = 0.42  # of the ground that is drawn
BELOW = 0.62  # room for words under it
SIDE = 0.1  # beside what is widest
BEFORE = "dotted: one time step before"
_SWING = 8.0  # degrees: room for what is drawn tilted
_TIPPED, _FALLEN = 45.0, 0.2  # degrees that can be seen of a body that tips; of its height, how far it falls as well
SEEN = math.radians(1.0)  # a drawn tilt that has its number
_OBLIQUE = 0.05  # so far from level is a push that is no longer along the normal of the ground
_PUSH, _LETTER = 40.0, 24.0  # pixels: of an arrow; from the middle of a letter to a line


def runs_of(moment: Moment[Any]) -> tuple[Run, Run] | None:
    """Under the rule to compare with, and under the right one; None where nothing is let go."""
    above = outermost(moment)
    start = above.scene.start
    return None if start is None else (above.scene.drop(RULES[above.compare]), above.scene.drop(PointRule.TWO_POINTS))


def name_of(moment: Moment[Any]) -> str:
    """Of the rule to compare with."""
    return outermost(moment).compare or DEEPEST


def upper_of(moment: Moment[Any]) -> Owner:
    """Whose shape is let go."""
    owner: Owner = outermost(moment).scene.upper
    return owner


def end_in_front(moment: Moment[Any]) -> XY | None:
    """Of the part that is over the ground as the shape touches it: the end that is too high to be a contact; None
    where the clip keeps both, and beside another rule."""
    above = outermost(moment)
    start, judged = above.scene.start, whole_run(moment, FaceCompared)
    if start is None or above.compare or len(above.trace.result.points) != 1 or all(step.is_kept for step in judged):
        return None
    x, y = max(start.supports_of(start.shape), key=lambda p: float(p[1])).tolist()
    return (x, y) if y > above.scene.margin else None


# The heads of the panes.


def head_of_first(moment: Moment[Any]) -> tuple[str, str]:
    note = _note(moment, RULES[moment.compare])  # beside the right one, whatever is chosen to compare with
    return sentence(name_of(moment)), note if moment.compare or _times(moment) == 1.0 else f"faulty rule; {note}"


def head_of_second(moment: Moment[Any]) -> tuple[str, str]:
    """What the right rule does where the other one fails."""
    note = _note(moment, PointRule.TWO_POINTS)
    return LESSONS[moment.compare], CUT if moment.compare == PLANES and _times(moment) == 1.0 else note


def _note(moment: Moment[Any], rule: PointRule) -> str:
    """What a rule keeps; how much greater the tilt is drawn, once it is."""
    times = _times(moment)
    return KEEPS[rule] if times == 1.0 else f"tilt drawn × {times:.0f}"


def head_of_chart(moment: Moment[Any]) -> tuple[str, str]:
    """With where both curves come from, which is beyond the chart."""
    tilt = moment.scene.tilt
    return f"Tilt of {upper_of(moment).value}", f"from {fixed(tilt, 1)}°" if tilt > reach_of(moment).most else ""


def ink_of_first(moment: Moment[Any]) -> Ink | None:
    """As its curve: pink once it runs, where its body becomes something else."""
    runs = runs_of(moment)
    return Ink.FAULTY if runs is not None and moment.time > 0.0 and is_apart(runs) else None


def reach_of(moment: Moment[Any]) -> Reach:
    start = outermost(moment).scene.start
    return NEARLY_LEVEL if start is None or start.stands else FAR


def axes_of(moment: Moment[Any]) -> Axes:
    return reach_of(moment).axes


# What they show.


def draw_first(canvas: Canvas, moment: Moment[Any]) -> None:
    _draw(canvas, moment, 0)


def draw_second(canvas: Canvas, moment: Moment[Any]) -> None:
    _draw(canvas, moment, 1)


def draw_chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """Of both, whatever becomes of them."""
    chart(canvas, runs_of(moment) or (), moment.time, reach_of(moment))


def _times(moment: Moment[Any]) -> float:
    """How much greater both tilts are drawn at this time."""
    runs = runs_of(moment)
    if runs is None or moment.time == 0.0:
        return 1.0
    times, start = drawn_greater(runs)
    return times if moment.time >= start else 1.0


def _draw(canvas: Canvas, moment: Moment[Any], which: int) -> None:
    """The body where it is at a part of the time, on its ground; the pushes at its contacts."""
    runs, time = runs_of(moment), moment.time
    if runs is None:
        canvas.label("nothing is let go", (0.0, 0.0), Ink.QUIET, fixed=True)
        return
    run, ink, ground = runs[which], ink_of(upper_of(moment)), _other(upper_of(moment))
    _frame(canvas, run.start)
    length = run.start.length
    middle = (-0.5 * length, -0.5 * THICK)
    floor = rectangle((-length, -THICK), (0.0, 0.0))
    marks.shape(canvas, floor, ink_of(ground), ground.value, letter_at=middle, letter_stays=True, numbered=False)
    seen = run.seen_at(time, _times(moment))
    _side_planes(canvas, run.start)
    at = _letter_at(canvas, seen.body)
    marks.shape(canvas, seen.body, ink, upper_of(moment).value, letter_at=at, letter_stays=True, numbered=False)
    times = _times(moment)
    is_alone = times > 1.0 and run.rocks
    if is_alone:
        before = run.seen_at(max(time - 1.0 / TIME_STEPS, 0.0), times).body
        canvas.stroke(boundary(before, canvas.pixel), Ink.FAULTY, closed=True, line=Line.DOTTED)
        canvas.label(BEFORE, (-0.5 * length, -BELOW), Ink.FAULTY, style=TextStyle.CAPTION, fixed=True)
    for x, name in ((-length, "v"), (0.0, "u")):
        canvas.dot((x, 0.0), Ink.EXAMINED)
        toward = (1.0 if x == 0.0 else -1.0, -0.5)
        canvas.symbol(rf"\mathbf{{{name}}}", (x, 0.0), Ink.EXAMINED, toward=toward)
    canvas.dot(seen.body.centroid, Ink.TEXT, Point.SMALL)
    contacts = run.contacts_at(time)
    _tilt(canvas, run, time, times)
    if time == 0.0:
        high = end_in_front(moment)
        if high is not None:
            measure(canvas, (high[0], 0.0), high, Ink.GAP, fixed(high[1]), side=-1.0)
    if is_alone:
        lever(canvas, seen.body.centroid, seen.place(contacts[0].contact.on_b))
    else:
        canvas.label("centre of mass", seen.body.centroid, Ink.TEXT, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    for found in contacts:
        _push(canvas, run, found, seen, is_alone=is_alone)


def _letter_at(canvas: Canvas, body: Convex) -> Vector:
    """From the centre of mass towards the upper right corner, as far as the letter is clear of the outline."""
    high = max(body.points, key=lambda p: float(p[0] + p[1]))
    for part in (0.7, 0.6, 0.5, 0.4):
        at = (1.0 - part) * body.centroid + part * high
        if min(((body.points - at) * body.normals).sum(axis=1)) + body.radius > _LETTER * canvas.pixel:
            break
    return np.asarray(at)


def _other(owner: Owner) -> Owner:
    return Owner.B if owner is Owner.A else Owner.A


def _frame(canvas: Canvas, start: Start) -> None:
    """Nothing to be seen: both panes reach as far at all times, so that they have one scale and one ground line."""
    length, shape = start.length, start.shape
    corners, lowest = [np.array(((-length, -BELOW), (0.0, -BELOW)))], 0.0
    turns = [(start.pivot, 0.0)]
    turns += [(start.pivot, -start.tilt + math.radians(each)) for each in (-_SWING, 0.0, _SWING)]
    if not start.stands:  # over the nearer end
        is_over_u = shape.centroid[0] > -0.5 * length
        end = (0.0 if is_over_u else -length, 0.0)
        turns.append((end, -start.tilt + math.radians(-_TIPPED if is_over_u else _TIPPED)))
        lowest -= _FALLEN * float(np.ptp(shape.points[:, 1]))
    for pivot, turn in turns:
        c, s = math.cos(turn), math.sin(turn)
        turned = (shape.points - pivot) @ np.array(((c, s), (-s, c))) + pivot
        corners += [turned - shape.radius, turned + shape.radius]
    every = np.concatenate(corners)
    low, high = every.min(axis=0) + (-SIDE, lowest), every.max(axis=0) + (SIDE, 0.1)
    canvas.stroke((tuple(low), tuple(high)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)


def _tilt(canvas: Canvas, run: Run, time: float, times: float) -> None:
    """The angle between the ground and the incident edge: at the start, and where it is drawn greater than it is."""
    start, tilt = run.start, run.sign * run.tilt_at(time)
    if abs(times * tilt) < (0.5 * math.radians(0.1) if time == 0.0 else SEEN) or (times == 1.0 and time > 0.0):
        return
    p, q = start.ends_of(start.shape)
    pivot = min(start.supports_of(run.body_at(time)), key=lambda end: float(end[1]))
    begin, radius = 0.0 if tilt > 0.0 else math.pi, 0.6 * math.dist(p, q) / canvas.pixel
    text = f"{fixed(math.degrees(abs(tilt)), 1)}°"
    if times > 1.0:
        text = f"{fixed(math.degrees(abs(tilt)), 2)}°, drawn × {times:.0f}"
    angle_arc(canvas, pivot, begin, begin + times * tilt, Ink.TEXT, text, radius=radius)


def _side_planes(canvas: Canvas, start: Start) -> None:
    """Where the ground ends under the incident edge."""
    top = max(y for _, y in start.points)
    for x, is_cut in zip((-start.length, 0.0), start.is_cut, strict=True):
        if is_cut:
            canvas.stroke(((x, -BELOW), (x, top)), Ink.CONSTRUCTION, line=Line.DASHED)


def _push(canvas: Canvas, run: Run, found: BodyContact, seen: Seen, *, is_alone: bool) -> None:
    """At a contact: pink where no ground is, and where it is one of two."""
    p, way = found.contact, canvas.pixel * found.normal.direction
    at = seen.place(p.on_b)
    is_wrong = run.in_the_air(p)
    ink = Ink.FAULTY if is_wrong or is_alone else Ink.ANSWER
    canvas.arrow(at - _PUSH * way, at - 9.0 * way, ink)
    canvas.dot(at, ink, Point.CROSS if is_wrong else Point.ANSWER)
    words, toward = "", (1.0, -0.6)
    if is_wrong:
        words = "no ground" if height(p) <= NEAR else f"{fixed(height(p))} above\nthe ground"
    for x, name, is_cut in zip((-run.start.length, 0.0), "vu", run.start.is_cut, strict=True):
        if is_cut and not is_wrong and abs(p.on_b[0] - x) < 1e-3:
            words, toward = f"cut at ${name}$", (1.0 if name == "u" else -1.0, -0.6)
            if (
                abs(found.normal.direction[0]) > _OBLIQUE
            ):  # along the normal of the body's edge, which the vertex is on
                canvas.label(f"vertex ${name}$ on an edge", at - _PUSH * way, ink, toward=(0.0, -1.0))
                return
    if words:
        canvas.label(words, at - 0.5 * _PUSH * way, ink, toward=toward)


def lever(canvas: Canvas, middle: Vector, at: Vector) -> None:
    """How the push at one place turns the body about its centre of mass."""
    canvas.stroke((middle, (at[0], middle[1])), Ink.FAULTY, line=Line.DASHED)
    canvas.stroke(((at[0], middle[1]), at), Ink.CONSTRUCTION, line=Line.DASHED)
    half = (0.5 * (middle[0] + at[0]), middle[1])
    canvas.label("lever arm", half, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.CAPTION)
    start, end = (0.8 * math.pi, 0.2 * math.pi) if at[0] < middle[0] else (0.2 * math.pi, 0.8 * math.pi)
    angle_arc(canvas, middle, start, end, Ink.FAULTY, arrow=True, line=Line.MEASURE)
