"""Two moving circles in the world, A as seen from B, and the gap over time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.outcome import Outcome
from geometry.swept_circle.circle_point import QuadraticFormed, RadiiJoined
from geometry.swept_circle.steps import RelativeMotion, SweptImpact
from geometry.trace import Grouped
from geometry.vector import dot, length
from lessons.motion import quadratic_figure as quadratic
from lessons.motion import swept_circles_faulty as faulty
from lessons.motion.moving_circle import differs
from lessons.motion.swept_circles_faulty import BESIDE, left, on_one_line
from lessons.stories.grouping import whole
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

LETTER = 17.0  # pixels from a rim to the middle of a letter
FACING = 0.8  # cosine of the angle from which on a letter would stand on the other circle
TURNS = tuple(math.radians(22.5 * k) for k in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8))  # of a letter
UNDER, BARE = 0.6, 0.15  # of the chart's height above 0: the least below it, with words there and without
BESIDE_R = 20.0  # pixels from both radii to their sum
SAMPLES = np.linspace(0.0, 1.0, 81)


def now(moment: Moment[Any]) -> float:
    """The time; nothing moves while a prediction is open, and while the camera is being locked."""
    still = moment.is_open or isinstance(whole(moment).step, RelativeMotion)
    return 0.0 if still else min(max(moment.time, 0.0), 1.0)


def fails(moment: Moment[Any]) -> bool:
    """Whether a faulty time of impact is told: from the quadratic on, before it there is none."""
    return differs(moment) and not isinstance(whole(moment).step, RadiiJoined | RelativeMotion)


def locked(moment: Moment[Any]) -> float:
    """How far the camera is locked on B: 0 before, 1 after."""
    step = whole(moment).step
    if isinstance(step, RadiiJoined):
        return 0.0
    return min(max(moment.time, 0.0), 1.0) if isinstance(step, RelativeMotion) else 1.0


def _keep_room(canvas: Canvas, moment: Moment[Any], here: int) -> None:
    """The same scale in both views, at every step: each keeps room for the larger of what either may show."""
    scene, signs = moment.scene, (-1.0, 0.0, 1.0) if moment.compare else (-1.0, 0.0)
    a, b, r_a, r_b = scene.c, scene.b.pose.position, scene.r_a, scene.r_b
    world = ((a, r_a), (scene.end, r_a), (b, r_b), (scene.end_b, r_b))
    ends = [(a + scene.v + sign * scene.v_b, r_a if sign < 0.0 else 0.0) for sign in signs]
    boxes = []
    for discs in (world, ((a, r_a), (b, r_a + r_b), (scene.end_b, 0.0), *ends)):
        low = np.min([at - r for at, r in discs], axis=0)
        high = np.max([at + r for at, r in discs], axis=0)
        boxes.append(((low + high) / 2.0, (high - low) / 2.0))
    half = np.maximum(boxes[0][1], boxes[1][1])
    middle = boxes[here][0]
    canvas.stroke((middle - half, middle + half), Ink.QUIET, opacity=0.0)


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, t = moment.scene, now(moment)
    _keep_room(canvas, moment, 0)
    for body, ends, ink, name in (
        (scene.a, scene.v, Ink.A, "A"),
        (scene.b, scene.v_b, Ink.B, "B"),
    ):
        start = body.pose.position
        quadratic.trail(canvas, start, start + t * ends, body.shape.radius, ink)
        if t > 0.0:
            marks.circle(canvas, start, body.shape.radius, ink, Line.START)
        marks.circle(canvas, start + ends, body.shape.radius, ink, opacity=0.3)
        quadratic.draw_disc(canvas, start + t * ends, body.shape.radius, ink)
        side = _letter_side(canvas, moment, name)
        rim = start + t * ends + body.shape.radius * side
        canvas.label(name, rim, ink, toward=side, style=TextStyle.LETTER)
        canvas.dot(start + t * ends, ink, Point.FILLED)
    for start, v, ink, name in ((scene.c, scene.v, Ink.A, "A"), (scene.b.pose.position, scene.v_b, Ink.B, "B")):
        if isinstance(moment.step, SweptImpact):
            canvas.stroke((start, start + v), ink, line=Line.THIN)
        else:
            measures.vector_arrow(canvas, start, v, ink, rf"\boldsymbol{{v}}_{name}")
    if scene.crossing is not None and isinstance(moment.step, RadiiJoined):
        place = scene.c + scene.crossing[0] * scene.v
        canvas.dot(place, Ink.TEXT, Point.RING)
        a, b = (
            tint(f"{name}: t = {fixed(x)}", ink)
            for name, x, ink in zip("AB", scene.crossing, (Ink.A, Ink.B), strict=True)
        )
        canvas.label(f"{a}, {b}", place, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)
    found = moment.step
    is_hit = isinstance(found, SweptImpact) and found.outcome is Outcome.HIT
    if is_hit and found.point is not None and found.normal is not None:
        if t <= found.fraction + 1e-9:
            marks.answer(canvas, found.point)
            _normal(canvas, found.point, found.normal, scene.v_b)
        else:  # both have gone on
            canvas.dot(found.point, Ink.QUIET, Point.RING)
    if isinstance(found, SweptImpact) and found.outcome is Outcome.SEPARATED and not fails(moment):
        _least(canvas, scene, t)
    if fails(moment):
        faulty.draw_world(canvas, moment)


def _letter_side(canvas: Canvas, moment: Moment[Any], name: str) -> Any:
    """Where a circle's letter stands: first on the right of its motion, away from all other rims and from the other
    circle; of where both come to stand, so that it stays while they move."""
    scene, found = moment.scene, moment.step
    t = (found.fraction or 0.0) if isinstance(found, SweptImpact) else 0.0
    own, other = (
        (start + t * v, r, (start, start + v))
        for start, v, r in ((scene.c, scene.v, scene.r_a), (scene.b.pose.position, scene.v_b, scene.r_b))
    )
    if name == "B":
        own, other = other, own
    centre, r, _ = own
    rims = [(at, each[1]) for each in (own, other) for at in each[2]]
    toward = (other[0] - centre) / max(length(other[0] - centre), 1e-9)
    best, room = -left(scene.v if name == "A" else scene.v_b), -1.0
    x, y = best.tolist()
    for turn in TURNS:
        c, s = math.cos(turn), math.sin(turn)
        side = np.array((c * x - s * y, s * x + c * y))
        place = centre + (r + LETTER * canvas.pixel) * side
        to_rims = [abs(length(place - at) - radius) for at, radius in rims]
        to_ends = [length(place - at) for at, _ in rims]
        free = min(*to_rims, *to_ends, length(place - other[0]) - other[1])
        beside = LETTER * max(dot(side, toward), 0.0)  # two letters beside each other would be mistaken
        free = round(min(free / canvas.pixel, LETTER) - beside, 3)
        is_told = (
            fails(moment) and moment.faulty.fraction is not None and side[1] > 0.5
        )  # over A are the rule's words
        if dot(side, toward) < (FACING if fails(moment) else 0.0) and not is_told and free > room:
            best, room = side, free
    return best


def _normal(canvas: Canvas, start: Any, normal: Any, v: Any) -> None:
    """The contact normal with its name beside it, on the side away from a motion."""
    measures.unit_arrow(canvas, start, normal, "")
    side = left(normal) * (-1.0 if dot(left(normal), v) > 0.0 else 1.0)
    middle = start + 0.5 * measures.UNIT_ARROW * canvas.pixel * normal
    canvas.symbol(r"\hat{\mathbf n}", middle, Ink.EXAMINED, toward=side)


def _least(canvas: Canvas, scene: Any, t: float) -> None:
    """Of circles that do not touch: the gap at this time."""
    a, b = scene.c + t * scene.v, scene.b.pose.position + t * scene.v_b
    gap, way = scene.against.gap(t), (b - a) / length(b - a)
    if gap > 0.0:
        ends = a + scene.r_a * way, b - scene.r_b * way
        measures.measure(canvas, *ends, Ink.GAP, f"**{fixed(gap)}**")


def draw_seen(canvas: Canvas, moment: Moment[Any]) -> None:
    """B held still with both radii; A's centre as a point, and how it moves as seen from there."""
    scene, at, t = moment.scene, moment.scene.against, now(moment)
    _keep_room(canvas, moment, 1)
    found = moment.step if quadratic.is_impact(moment) else None
    quadratic.draw_ring(canvas, at, named=not isinstance(moment.step, RadiiJoined | RelativeMotion))
    quadratic.draw_disc(canvas, at.p, scene.r_b, Ink.B)
    is_over = found is not None and not fails(moment)  # at last A's circle touches B where c is on the large circle
    marks.circle(canvas, at.at(t), scene.r_a, Ink.A, opacity=0.9 if is_over else 0.4)
    if locked(moment) == 1.0 and not fails(moment) and not is_over:
        marks.circle(canvas, at.at(1.0), scene.r_a, Ink.A, opacity=0.18)
    if isinstance(moment.step, RadiiJoined):
        _radii(canvas, scene)
    elif isinstance(moment.step, RelativeMotion):
        _lock(canvas, scene, locked(moment))
    elif found is not None:
        _contact(canvas, at, moment)
        if t > 0.0:
            canvas.dot(at.at(t), Ink.A, Point.FILLED)
    else:
        quadratic.draw_path(canvas, at, moment)
        if not moment.is_open and not fails(moment):
            quadratic.draw_gap(canvas, at, moment)
        quadratic.draw_roots(canvas, at, moment)
        if t > 0.0 and not fails(moment):
            canvas.dot(at.at(t), Ink.A, Point.FILLED)
    if isinstance(moment.step, SweptImpact) and not fails(moment):
        _gap_seen(canvas, at, moment, t)
    canvas.dot(scene.c, Ink.A, Point.FILLED)
    is_first, clear = isinstance(moment.step, RadiiJoined), at.alpha > 0.0 and at.passing > at.radius
    quadratic.draw_p(canvas, at, toward=(-1.0, 0.4) if is_first else (1.0, 0.4) if clear else None)
    if differs(moment) and not isinstance(moment.step, RadiiJoined):
        faulty.draw_seen(canvas, moment, fails(moment))


def _gap_seen(canvas: Canvas, at: Any, moment: Moment[Any], t: float) -> None:
    """The gap at this time as seen from B: from c to the large circle; not on m, which it is a part of."""
    gap, way = at.gap(t), at.p - at.at(t)
    has_m = quadratic.reached(moment, QuadraticFormed) and at.roots is None
    if gap <= 4.0 * canvas.pixel or length(way) == 0.0 or has_m:
        return
    rim = at.at(t) + gap * way / length(way)
    measures.measure(canvas, at.at(t), rim, Ink.GAP, f"**{fixed(gap)}**")


def _radii(canvas: Canvas, scene: Any) -> None:
    """Both radii end to end and their sum, away from A, and the point that A becomes."""
    at = scene.against
    way = np.array((1.0 if at.p[0] >= scene.c[0] else -1.0, 0.0))
    joint, rim = at.p + scene.r_b * way, at.p + at.radius * way
    for start, end, ink, name in ((at.p, joint, Ink.B, "r_B"), (joint, rim, Ink.A, "r_A")):
        quadratic.measured(canvas, start, end, ink, name, side=way[0])
    quadratic.measured(canvas, at.p, rim, Ink.B, at.radius_name, off=-BESIDE_R * way[0])
    canvas.symbol(r"\boldsymbol{c}", scene.c, Ink.A, toward=(-1.0, 0.6))


def _contact(canvas: Canvas, at: Any, moment: Moment[Any]) -> None:
    """Where c is at the impact, and from there towards p the contact normal."""
    found = moment.step
    centre = at.at(found.fraction)
    canvas.stroke((at.c, centre), Ink.EXAMINED, line=Line.MEASURE)
    canvas.arrow(centre, at.at(1.0), Ink.EXAMINED, line=Line.DOTTED)  # what is left of v; as the gap's curve goes on
    canvas.symbol(r"\boldsymbol{v}", (at.c + centre) / 2.0, Ink.EXAMINED, toward=left(at.v))
    canvas.symbol(r"\boldsymbol{c}", at.c, Ink.A, toward=-at.v)
    quadratic.draw_roots(canvas, at, moment)
    _normal(canvas, centre, found.normal, at.v)


def _lock(canvas: Canvas, scene: Any, part: float) -> None:
    """The camera on its way: the same share of v_B is subtracted from both motions."""
    minus, both = (r"-\boldsymbol{v}_B", r"\boldsymbol{v}") if part == 1.0 else ("", "")
    row = BESIDE * canvas.pixel * left(scene.v) * (1.0 if scene.v[0] >= 0.0 else -1.0)  # upwards
    if not on_one_line(scene.v, scene.v_b):
        row = 0.0 * row
    tip = scene.c + row + scene.v
    canvas.arrow(scene.c + row, tip, Ink.A)
    if on_one_line(scene.v, scene.v_b):  # above it is the other arrow
        canvas.symbol(r"\boldsymbol{v}_A", tip, Ink.A, toward=scene.v)
    else:
        canvas.symbol(r"\boldsymbol{v}_A", scene.c + row + 0.3 * scene.v, Ink.A, toward=left(scene.v))
    measures.vector_arrow(canvas, tip + row, -part * scene.v_b, Ink.B, minus, side=-1.0)
    measures.vector_arrow(canvas, scene.b.pose.position, (1.0 - part) * scene.v_b, Ink.B)
    measures.vector_arrow(canvas, scene.c, scene.v - part * scene.v_b, Ink.EXAMINED, both, side=-1.0)
    canvas.symbol(r"\boldsymbol{c}", scene.c, Ink.A, toward=(-1.0, 0.6))


# The gap over time.


def axes(moment: Moment[Any]) -> Axes:
    """As deep as the gap comes, by the faulty rule too where it is told; with room for words below 0."""
    at = moment.scene.against
    told = [at, faulty.believed(moment.scene)] if fails(moment) else [at]
    high = 1.12 * max(at.gap(0.0), at.gap(1.0), 0.3 * at.radius)
    deep = max(-each.gap(each.nearest()) for each in told)
    under = UNDER if fails(moment) or quadratic.hit(moment) is not None else BARE
    return Axes((0.0, 1.0), (-max(1.15 * deep, under * high), high), "", "gap $s$")


def draw_gap(canvas: Canvas, moment: Moment[Any]) -> None:
    """The gap so far; once the roots are known all of it, dotted where the motion has been stopped."""
    at, t = moment.scene.against, now(moment)
    if moment.parent is not None:
        quadratic.draw_chart(canvas, at, moment, t)
        return
    ranges = axes(moment)
    charts.chart_axes(canvas, ranges, y_ticks=charts.round_ticks(*ranges.y, 4))
    knows = isinstance(moment.step, Grouped | SweptImpact) and not moment.is_open
    found = quadratic.hit(moment)
    until = (found.fraction if found else 1.0) if knows else t
    if knows or t > 0.0:
        times = SAMPLES if knows else np.linspace(0.0, t, 41)
        charts.curve(canvas, times, at.gaps(times), until=until)
    start = at.gap(0.0)
    canvas.dot((0.0, start), separation_ink(start))
    if knows and found is not None and at.roots is not None and at.roots[1] <= 1.0:
        canvas.dot((at.roots[1], 0.0), Ink.QUIET, Point.RING)
        canvas.label("$t_2$", (at.roots[1], 0.0), Ink.QUIET, toward=(0.6, -1.0), style=TextStyle.CAPTION)
    if knows and found is not None:
        marks.answer(canvas, (found.fraction, 0.0), f"impact: $t_1$ = {fixed(found.fraction)}", toward=(-1.0, -0.8))
    if fails(moment):
        faulty.draw_gap(canvas, moment, ranges.y[1])
    charts.play_head(canvas, t, ranges, f"t = {fixed(t)}" if t > 0.0 else "")
