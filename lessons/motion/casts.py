"""Two bodies that translate: the scene of both casts, the world at a time, and the origin as a ball on its rail."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

from geometry import Convex, Outcome, Pose, Sum, Vector, boundary, minkowski_difference, separation
from geometry.vector import left_of, length
from lessons.motion.sweeps import TWINS, TwoSweeps, to
from lessons.stories.grouping import whole
from lessons.stories.outlines import solid
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.difference import order
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.scene import Body
from viz.lesson.text import fixed, tint

ORIGIN = (0.0, 0.0)
GAUGE, SLEEPERS = 7.0, 13.0  # pixels: half of the rail's width, and from one sleeper to the next
MOST_SLEEPERS = 500
BALL = 8.0  # pixels
LETTER, CLEAR = 14.0, 24.0  # pixels from the middle of a body's letter to its outline, and to the start of its arrow
STUB = 10.0  # pixels of the upright axis above everything else, and below it
SMOOTH = 2e-3  # world length by which the arcs of A − B may be off


@dataclass(frozen=True, eq=False)
class Translating(TwoSweeps):
    """Bodies that move without turning: a body that is turned at one end of its motion is turned at the other too."""

    order: str = order()
    goal: str = ""  # which challenge of its lesson is about it

    def with_field(self, name: str, value: Any) -> Self:
        changed = super().with_field(name, value)
        twin: Body | None = getattr(changed, TWINS[name]) if name in TWINS else None
        if twin is not None and twin.pose.angle != value.pose.angle:
            level = twin.placed(Pose(twin.pose.position, value.pose.angle))
            changed = super(TwoSweeps, changed).with_field(TWINS[name], level)
        return changed

    @cached_property
    def cast(self) -> tuple[Convex, Vector, Convex, Vector]:
        """What the casts take: shapes in the world, each with its displacement."""
        return self.a.world, self.sweep_a.motion, self.b.world, self.sweep_b.motion

    def separation_at(self, t: float) -> float:
        return self.separation_at_start if t == 0.0 else separation(*self.at(t))

    @cached_property
    def separation_at_start(self) -> float:
        return separation(self.a.world, self.b.world)

    @cached_property
    def outline(self) -> Any:
        """The outline of A − B, arcs included, (n, 2)."""
        return self.figure.points if self.figure.radius == 0.0 else boundary(solid(self.figure), SMOOTH)

    @cached_property
    def figure(self) -> Sum:
        """A − B at the start."""
        return minkowski_difference(self.a.world, self.b.world)


def moving(a: Body, by_a: Pair, b: Body, by_b: Pair, *, goal: str = "") -> Translating:
    """Two bodies, each with its displacement."""
    ends = [to(body, *(body.pose.position + by)) for body, by in ((a, by_a), (b, by_b))]
    return Translating(a, ends[0], b, ends[1], goal=goal)


def quotient(a: float, b: float) -> float:
    return a / b if b != 0.0 else math.inf  # as shown, a small number may be 0


def draw_bodies(
    canvas: Canvas,
    moment: Moment[Any],
    t: float,
    *,
    numbered: bool = False,
    moving: bool = True,
    started: bool = True,
    ended: bool = True,
    named_at: float = 0.75,
) -> None:
    """A and B at a time; if wanted where they `started` and `ended` and, while `moving`, their velocities, each with
    its letter so far along it (`named_at`)."""
    scene = moment.scene
    sides = (scene.a, scene.a_end, scene.sweep_a.motion, Ink.A), (scene.b, scene.b_end, scene.sweep_b.motion, Ink.B)
    for body, end, v, ink in sides:
        now = body.world.moved(t * v) if t > 0.0 else body.world  # of which more is known already
        if v.any():
            if t > 0.0 and started:
                marks.ghost(canvas, body.world, ink, Line.START)
            if ended:
                marks.ghost(canvas, end.world, ink, Line.END)
        back = _letter_at(now, v, canvas.pixel)
        marks.shape(canvas, now, ink, ink.name, numbered=numbered, letter_at=back)
        if v.any() and moving:
            first = body.world.centroid  # the whole way of the centre: the velocity stays the same while time passes
            canvas.arrow(first, first + v, ink, line=Line.MEASURE)
            canvas.symbol(rf"\boldsymbol v_{ink.name}", first + named_at * v, ink, toward=left_of(v))


def _letter_at(shape: Convex, v: Vector, pixel: float) -> Vector:
    """Where a body's letter is clear of an arrow from its centre along `v`, and inside the body: back from it, or
    else on the side with more room."""
    start, far = shape.centroid, 0.3 * math.sqrt(_size(shape))
    back = -v / (length(v) or 1.0)
    if len(shape.points) < 3:
        return start + far * back
    rooms = [_inward(shape, back, far, LETTER * pixel)]
    if rooms[0] >= CLEAR * pixel:
        return start + rooms[0] * back
    ways = back, left_of(back), -left_of(back)
    rooms += [_inward(shape, way, far, LETTER * pixel) for way in ways[1:]]
    best = int(np.argmax(np.round(rooms, 6)))
    return start + rooms[best] * ways[best]


def _inward(shape: Convex, way: Vector, far: float, margin: float) -> float:
    """How far one gets from the centre that way, `far` at most, with a margin left."""
    room = (shape.normals * (shape.points - shape.centroid)).sum(axis=1) + shape.radius - margin
    toward = shape.normals @ way
    return max(0.0, min(far, float((room[toward > 0.0] / toward[toward > 0.0]).min(initial=far))))


def _size(shape: Convex) -> float:
    return float(np.ptp(shape.points, axis=0).max()) + 2.0 * shape.radius


class Stretch(NamedTuple):
    """A part of the rail, between two times, in the ink of what it means; broad where the origin has passed."""

    start: float
    end: float
    ink: Ink
    line: Line = Line.OUTLINE


def draw_axes(canvas: Canvas, low: float, high: float) -> None:
    """The axes through the origin; the upright one no higher than what lies at `high`, as above it stand titles, and
    no lower than `low`."""
    canvas.unbounded(ORIGIN, (1.0, 0.0), Ink.CONSTRUCTION, line=Line.THIN)
    stub = STUB * canvas.pixel
    canvas.crowd(Ink.CONSTRUCTION, segments=((0.0, low - stub, 0.0, high + stub),), framed=False)


def draw_rail(canvas: Canvas, v: Vector, stretches: Sequence[Stretch]) -> None:
    """The rail of the origin, from where it is at t = 0 to where it is at t = 1."""
    size = length(v)
    if size == 0.0:
        return
    side = GAUGE * canvas.pixel * left_of(v) / size
    for start, end, ink, line in stretches:
        count = min(max(2, round((end - start) * size / (SLEEPERS * canvas.pixel))), MOST_SLEEPERS)
        rows = np.linspace(start, end, count)[:, None] * -v
        canvas.crowd(ink, segments=np.hstack((rows - 1.3 * side, rows + 1.3 * side)), opacity=0.6)
        for way in (-1.0, 1.0):
            opacity = 1.0 if line is Line.MEASURE else 0.6
            canvas.stroke((way * side - start * v, way * side - end * v), ink, line=line, opacity=opacity)


def beside(canvas: Canvas, v: Vector, at: Vector, middle: Vector) -> tuple[Vector, Vector]:
    """Where words of a point on the rail stand, off it on the side that is farther from `middle`, and which way."""
    way = left_of(v) / (length(v) or 1.0)
    way = way if float(way @ (at - middle)) >= 0.0 else -way
    return at + (2.0 * GAUGE * canvas.pixel) * way, way


def off_rail(v: Vector, way: Vector) -> float:
    """On which side of a length that begins on the rail its words are clear of that: 1 for its left, -1 its right."""
    return 1.0 if float(left_of(v) @ way) <= 0.0 else -1.0


def draw_ball(canvas: Canvas, at: Vector, words: str, v: Vector | None = None) -> None:
    """The origin where it is now; its words clear of the rail along v, below where that leads up."""
    canvas.dot(at, Ink.ANSWER, Point.ANSWER)
    marks.disc(canvas, at, BALL, Ink.ANSWER, opacity=1.0)
    place, toward = (at, np.array((1.0, 0.4))) if v is None else beside(canvas, v, at, at + (-1.0, 0.0))
    canvas.label(words, place, Ink.ANSWER, toward=toward, style=TextStyle.BOLD)


def differs(moment: Moment[Any]) -> bool:
    """Whether a faulty cast says something else than the truth."""
    moment = whole(moment)
    found, wrong = moment.trace.result, moment.faulty.fraction
    truth = None if found.outcome is Outcome.SEPARATED else found.fraction
    return truth is not wrong if truth is None or wrong is None else abs(truth - wrong) > 1e-6


def told(moment: Moment[Any]) -> str:
    """How A and B stand to each other now, and when they meet; with a faulty cast what that says."""
    scene, found, t = moment.scene, whole(moment).trace.result, moment.time
    if moment.faulty is not None and differs(moment):
        return fault_told(whole(moment))
    if found.outcome is Outcome.OVERLAPPED:
        deep = fixed(-found.separation)
        return "A and B touch at the start." if float(deep) == 0.0 else f"A and B overlap by {deep} at the start."
    if whole(moment).step is not found:
        start = f"At $t$ = {fixed(t)}" if t > 0.0 else "At the start"
        return f"{start} A and B are {fixed(max(scene.separation_at(t), 0.0))} apart."
    if found.outcome is Outcome.SEPARATED:
        return "A and B never meet."
    if abs(t - found.fraction) > 1e-6 and found.outcome is Outcome.HIT:
        s = scene.separation_at(t)
        return f"At $t$ = {fixed(t)} A and B {f'are {fixed(s)} apart' if s > 0.0 else f'overlap by {fixed(-s)}'}."
    return f"A and B meet at $t$ = **{fixed(found.fraction)}**."


def fault_told(moment: Moment[Any]) -> str:
    """What a faulty cast says, and what is true."""
    scene, found, wrong = moment.scene, moment.trace.result, moment.faulty.fraction
    if wrong is None:
        words = f"it reports no hit. A and B meet at $t$ = {fixed(found.fraction)}."
    elif wrong < 0.0:
        words = f"it goes back in time, to $t$ = {fixed(wrong)}. A and B move apart and never meet."
    else:
        s = separation(*scene.at(wrong)) if wrong <= 1.0 else 0.0
        how = f"{fixed(s)} apart" if s > 0.0 else f"already {fixed(-s)} deep in each other"
        words = f"it reports a hit at $t$ = {fixed(wrong)}. A and B are then {how}."
    return tint(f"{moment.compare.capitalize()}: {words}", Ink.FAULTY)


def draw_faulty_bodies(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where a faulty cast has the bodies meet."""
    t = moment.faulty.fraction
    if t is not None and -1.5 <= t <= 1.0:
        a, v_a, b, v_b = moment.scene.cast
        for body in (a.moved(t * v_a), b.moved(t * v_b)):
            marks.ghost(canvas, body, Ink.FAULTY, Line.DOTTED)


def mark_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where a faulty cast has the origin, or the rail along which it looks."""
    t, v = moment.faulty.fraction, moment.scene.velocity
    if t is None:
        canvas.arrow(ORIGIN, -v, Ink.FAULTY, line=Line.DOTTED)
        canvas.label(f"{moment.compare}: no hit", -v, Ink.FAULTY, toward=-v)
    elif abs(t) <= 1.5:
        canvas.stroke((ORIGIN, -t * v), Ink.FAULTY, line=Line.DOTTED)
        told = f"$t$ = {fixed(t)}" if t < 0.0 else f"“hit” at $t$ = {fixed(t)}"  # back in time nothing is hit yet
        marks.cross(canvas, -t * v, told, Ink.FAULTY, toward=(1.0, -0.3))
