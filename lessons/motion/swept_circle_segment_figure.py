"""A moving circle and a wall: the capsule around the wall, its slab, the height of the centre and its foot."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from geometry.feature import FeatureKind, FeatureRef
from geometry.outcome import Outcome
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.circle_segment import CapChosen, FootPlaced, SlabCrossed, WallMeasured
from geometry.swept_circle.steps import Approached, RelativeMotion, SegmentFeature, StartMeasured, SweptImpact
from geometry.trace import Grouped
from geometry.vector import cross, length
from lessons.motion import quadratic_figure as quadratic
from lessons.motion.moving_circle import now
from lessons.motion.swept_circle_segment_faulty import draw_faulty, fails
from lessons.motion.swept_circle_segment_scene import EXIT, UNSQUARED, against
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FACES = (FeatureRef("upper face", FeatureKind.PART, 0), FeatureRef("lower face", FeatureKind.PART, 1))
TOUCHING = 0.16  # of the wall from p, where a circle on the face is shown
BESIDE = 16.0  # pixels from m to the gap, which is a part of it
OUT = 44.0  # pixels that the height stands beside what closes it
CAPS = (FeatureRef("end cap at p", FeatureKind.PART, 2), FeatureRef("end cap at q", FeatureKind.PART, 3))


def time_of(step: Any) -> float:
    """Where a step stands on the clock."""
    last = step.last if isinstance(step, Grouped) else step
    match last:
        case FootPlaced():
            return last.fraction
        case RootsFound():
            return last.first if last.within else 0.0
        case SweptImpact(outcome=Outcome.HIT):
            return last.fraction
    return 0.0


def ticks(steps: Iterable[Any]) -> tuple[float, ...]:
    """Where each step stands on the clock; an end is chosen where the foot is."""
    found: list[float] = []
    for step in steps:
        found.append(found[-1] if isinstance(step, CapChosen) and found else time_of(step))
    return tuple(found)


def headed(moment: Moment[Any]) -> tuple[str, str]:
    """The title: no capsule where it is hidden."""
    return "The circle and the wall" if is_hidden(moment) else "The wall as a capsule", ""


def is_hidden(moment: Moment[Any]) -> bool:
    """Whether the capsule is left out: it would show what the centre meets."""
    return moment.is_open or isinstance(moment.step, WallMeasured)


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, step, t = moment.scene, moment.step, now(moment)
    if not is_hidden(moment):
        draw_capsule(canvas, moment)
    if isinstance(step, WallMeasured):
        draw_areas(canvas, scene)
    if isinstance(step, SlabCrossed):
        draw_slab(canvas, scene)
    quadratic.trail(canvas, scene.c, scene.centre(t), scene.r_a, Ink.A)
    if t > 0.0:
        marks.circle(canvas, scene.c, scene.r_a, Ink.A, Line.START)
    quadratic.draw_disc(canvas, scene.centre(t), scene.r_a, Ink.A)
    if (hit := part_hit(scene, step)) is not None:  # over the circle: its centre is on this part
        canvas.stroke(outline_of(canvas, scene, hit), Ink.ANSWER, line=Line.OUTLINE)
    canvas.stroke((scene.p, scene.q), Ink.B, line=Line.FEATURE)
    is_asked_early = isinstance(step, WallMeasured) and step.inside
    if (moment.is_open or is_asked_early) and not isinstance(step, Approached):
        draw_parts(canvas, scene)
    if not isinstance(step, RelativeMotion) and not fails(moment):  # there each thin circle touches the wall
        marks.circle(canvas, scene.end, scene.r_a, Ink.A, opacity=0.3)
    if moment.parent is None and isinstance(step, SlabCrossed | Approached | WallMeasured):
        draw_height(canvas, scene, step)
    if isinstance(step, FootPlaced):
        draw_foot(canvas, scene, step.fraction)
    is_cap = isinstance(step, Grouped) or (isinstance(step, StartMeasured) and step.cap is not None)
    if moment.parent is not None or is_cap:
        quadratic.draw_point(canvas, against(moment), moment)
    else:
        draw_path(canvas, scene, 0.85 if moment.is_open or abs(t - 0.3) < 0.12 else 0.3)
    is_start = isinstance(step, StartMeasured) and step.cap is None
    if is_start or (isinstance(step, SweptImpact) and step.outcome is Outcome.OVERLAPPED):
        draw_gap(canvas, scene)
    if t > 0.0:
        canvas.dot(scene.centre(t), Ink.A, Point.FILLED)
    if isinstance(step, SweptImpact):
        draw_answer(canvas, moment, step, t)
    draw_ends(canvas, scene)
    draw_faulty(canvas, moment)


def draw_capsule(canvas: Canvas, moment: Moment[Any]) -> None:
    """Two flat faces and two round ends, in two tints: the outline of the faces bright where they are told or bound
    the slab; at the impact the part that is hit is bright, and the others dim."""
    scene, r = moment.scene, moment.scene.r_a
    out = r * scene.up
    corners = (scene.p + out, scene.q + out, scene.q - out, scene.p - out)
    ink = Ink.EXAMINED if isinstance(moment.step, RelativeMotion | SlabCrossed) else Ink.CONSTRUCTION
    hit = part_hit(scene, moment.step)
    canvas.area(corners, Ink.EXAMINED, opacity=0.12)
    for end, feature in zip((scene.p, scene.q), CAPS, strict=True):
        arc = outline_of(canvas, scene, feature)
        canvas.area(arc, Ink.TEXT, opacity=0.16)
        draw_part(canvas, arc, feature, Ink.TEXT, hit)
        canvas.stroke((end + out, end - out), Ink.CONSTRUCTION, line=Line.DASHED)
    for feature in FACES:
        draw_part(canvas, outline_of(canvas, scene, feature), feature, ink, hit)
    if isinstance(moment.step, RelativeMotion):
        draw_touching(canvas, scene)
        middle = (scene.p + scene.q) / 2.0
        canvas.label("flat face", middle - out, Ink.EXAMINED, toward=-scene.up)
        canvas.label("end cap", scene.q + r * (scene.along + scene.up) / math.sqrt(2.0), Ink.TEXT, toward=scene.along)


def part_hit(scene: Any, step: Any) -> FeatureRef | None:
    """The part of the capsule that the centre meets, once the answer is there."""
    if not isinstance(step, SweptImpact) or step.outcome is not Outcome.HIT:
        return None
    if step.feature is SegmentFeature.FACE:
        return FACES[0]
    return CAPS[1 if step.feature is SegmentFeature.END else 0]


def outline_of(canvas: Canvas, scene: Any, part: FeatureRef) -> ArrayLike:
    """A face or the half circle of an end cap."""
    out = scene.r_a * scene.up
    if part in FACES:
        return (scene.p + out, scene.q + out) if part == FACES[0] else (scene.p - out, scene.q - out)
    side = math.pi if cross(scene.along, scene.up) > 0.0 else -math.pi
    end, turn = (scene.p, side) if part == CAPS[0] else (scene.q, -side)
    return marks.circle_points(canvas, end, scene.r_a, math.atan2(*scene.up[::-1]), turn)


def draw_part(canvas: Canvas, points: ArrayLike, feature: FeatureRef, ink: Ink, hit: FeatureRef | None) -> None:
    """A face or an end cap."""
    is_hit, is_other = feature == hit, hit is not None and feature != hit
    shown = Ink.ANSWER if is_hit else Ink.CONSTRUCTION if is_other else ink
    canvas.stroke(points, shown, line=Line.OUTLINE if is_hit else Line.THIN if is_other else Line.MEASURE)
    canvas.feature(points, feature, shown)


def draw_touching(canvas: Canvas, scene: Any) -> None:
    """Why the capsule: circles with their centre on it, each with the place of the wall that it just touches."""
    r, slope = scene.r_a, (scene.along - scene.up) / math.sqrt(2.0)
    inner = scene.p + TOUCHING * (scene.q - scene.p)
    for touched, way in ((inner, -scene.up), (scene.q, slope), (scene.p, -slope)):
        at = touched + r * way
        marks.circle(canvas, at, r, Ink.A, opacity=0.45)
        canvas.stroke((touched, at), Ink.TEXT, line=Line.THIN)
        canvas.dot(at, Ink.A, Point.SMALL)
        canvas.dot(touched, Ink.ANSWER, Point.SMALL)
    canvas.symbol("r", inner - 0.5 * r * scene.up, Ink.TEXT, toward=scene.along)


def draw_slab(canvas: Canvas, scene: Any) -> None:
    """Its two borders, through the faces."""
    for out in (scene.r_a * scene.up, -scene.r_a * scene.up):
        canvas.unbounded(scene.p + out, scene.along, Ink.EXAMINED, line=Line.DASHED)
    beyond = scene.q + scene.r_a * (1.3 * scene.along - scene.up)
    canvas.label("slab", beyond, Ink.EXAMINED, toward=scene.up)


def draw_parts(canvas: Canvas, scene: Any) -> None:
    """What can be clicked while the capsule is hidden: the wall between its ends, and each end."""
    wall = scene.q - scene.p
    canvas.feature((scene.p + 0.12 * wall, scene.q - 0.12 * wall), FACES[0], Ink.EXAMINED)
    for end, feature in zip((scene.p, scene.q), CAPS, strict=True):
        canvas.feature((end,), feature, Ink.TEXT)


def draw_foot(canvas: Canvas, scene: Any, t: float, ink: Ink = Ink.TEXT) -> None:
    """From the centre to the wall's line: r, and the foot that may lie beyond an end."""
    at, down = scene.centre(t), scene.p + scene.foot(t) * (scene.q - scene.p)
    nearest = scene.nearest(t)
    canvas.stroke((nearest, down), Ink.CONSTRUCTION, line=Line.DASHED)
    if scene.entry > 0.0:  # in the slab already it is h, not r
        canvas.stroke((at, down), ink, line=Line.MEASURE)
        measures.right_angle(canvas, down, scene.along, scene.up)
        canvas.symbol("r", (at + down) / 2.0, ink, toward=-scene.onward * scene.along)
    canvas.dot(down, Ink.B, Point.FILLED)
    canvas.label(f"foot, $f$ = {fixed(scene.foot(t))}", down, Ink.B, toward=-scene.up)


def draw_answer(canvas: Canvas, moment: Moment[Any], found: SweptImpact, t: float) -> None:
    """The circle as it touches, with r and the foot of the formula; else how near the path comes to an end."""
    scene = moment.scene
    is_exit, is_unsquared = (fails(moment) and moment.compare == rule for rule in (EXIT, UNSQUARED))
    if found.normal is None and fails(moment):  # the rule's own circle and numbers stand there
        return
    if found.normal is None:
        formed = moment.latest(Grouped)
        if formed is not None and isinstance(formed.last, QuadraticFormed):
            quadratic.draw_passing(canvas, against(moment))
            _least_gap(canvas, scene, beside=BESIDE)
            return
        elif scene.closing <= 0.0 and scene.height > scene.r_a:
            draw_height(canvas, scene, found)
        _least_gap(canvas, scene)
        return
    at, touched = scene.centre(found.fraction), scene.nearest(found.fraction)
    if t != found.fraction:
        marks.circle(canvas, at, scene.r_a, Ink.A, Line.END)
    if not is_exit:  # its start, its exit and its s are enough
        quadratic.draw_normal(canvas, at, found.normal, touched)
    marks.answer(canvas, touched)
    if found.outcome is Outcome.HIT:
        side = -scene.onward * scene.along
        is_face = found.feature is SegmentFeature.FACE
        canvas.symbol("r", (at + touched) / 2.0, Ink.TEXT, toward=side if is_face else scene.up)
        if is_face:
            foot = f"foot, $f$ = {fixed(scene.foot(found.fraction))}"
            if not is_unsquared:
                canvas.label(foot, touched, Ink.B, toward=-side - 0.7 * scene.up)
            words = rf"$t_\mathrm{{face}}$ = {fixed(found.fraction)}"
            canvas.label(words, at, Ink.ANSWER, toward=scene.up - side, style=TextStyle.BOLD)


def _least_gap(canvas: Canvas, scene: Any, beside: float = 0.0) -> None:
    """Where the circle comes nearest to the wall, and how near: so many pixels beside the distance of its centre."""
    t = min((*scene.turning_times, 0.0, 1.0), key=scene.gap)
    nearest, at = scene.nearest(t), scene.centre(t)
    far = length(at - nearest)
    if far <= scene.r_a:
        return
    rim = nearest + (far - scene.r_a) / far * (at - nearest)
    marks.circle(canvas, at, scene.r_a, Ink.A, Line.END)
    words = f"least gap {fixed(scene.gap(t))}"
    measures.measure(canvas, nearest, rim, Ink.GAP, words, side=-1.0, off=-beside, style=TextStyle.BOLD)


def draw_areas(canvas: Canvas, scene: Any) -> None:
    """The parallelogram of q − p and c − p, and the rectangle of the same area."""
    way, rise = scene.c - scene.p, scene.height * scene.up
    slanted = (scene.p, scene.q, scene.q + way, scene.c)
    canvas.area(slanted, Ink.A, opacity=0.2)
    canvas.stroke(slanted, Ink.A, closed=True, line=Line.THIN)
    upright = (scene.p, scene.q, scene.q + rise, scene.p + rise)
    canvas.area(upright, Ink.B, opacity=0.14)
    canvas.stroke(upright, Ink.B, closed=True, line=Line.DASHED)
    area = fixed(scene.height * scene.length)
    for at, ink in ((scene.q + 0.8 * way, Ink.A), (scene.q + 0.8 * rise, Ink.B)):
        toward = scene.along if (ink is Ink.A) == (float(way @ scene.along) > 0.0) else -scene.along
        canvas.label(f"area **{area}**", at, ink, toward=toward)


def draw_height(canvas: Canvas, scene: Any, step: Any) -> None:
    """h over the wall's line, of which all but r has to be closed; at the slab's border the foot. Of a centre in the
    slab already the gap, as no face can close it."""
    if isinstance(step, Approached) and step.miss is None and scene.height <= scene.r_a + 1e-9:
        draw_gap(canvas, scene)
        return
    foot = scene.c - scene.height * scene.up
    on_wall = scene.p + min(max(scene.foot(0.0), 0.0), 1.0) * (scene.q - scene.p)
    canvas.stroke((on_wall, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    if scene.height > 12.0 * canvas.pixel:
        aside = OUT * canvas.pixel * scene.aside if isinstance(step, Approached | SweptImpact) else 0.0
        corner = foot + aside * np.array((-scene.up[1], scene.up[0]))
        measures.right_angle(canvas, corner, scene.along, scene.up)
    border, is_alone = foot + scene.r_a * scene.up, isinstance(step, WallMeasured)
    if isinstance(step, SlabCrossed):
        quadratic.measured(canvas, border, scene.c, Ink.GAP, "h-r", side=scene.aside)
        quadratic.measured(canvas, foot, border, Ink.TEXT, "r", side=scene.aside)
        marks.answer(canvas, at := scene.centre(step.enter))
        canvas.symbol(r"t_\mathrm{face}", at, Ink.ANSWER, toward=scene.up + 1.5 * scene.onward * scene.along)
    else:
        out = 0.0 if is_alone else OUT * scene.aside
        measures.measure(canvas, foot, scene.c, Ink.TEXT, f"$h$ = {fixed(scene.height)}", side=scene.aside, off=out)
    if isinstance(step, Approached) and length(scene.v) > 0.0:
        tip = scene.c - scene.closing * scene.up
        canvas.stroke((scene.end, tip), Ink.CONSTRUCTION, line=Line.DASHED)
        if abs(scene.closing) > canvas.pixel:
            canvas.arrow(scene.c, tip, Ink.EXAMINED, line=Line.MEASURE)
        left = scene.height - scene.closing
        if left < -12.0 * canvas.pixel:  # beyond the line, below the bar of h
            words = f"$h(1)$ = {fixed(left)}"
            measures.measure(canvas, foot, tip, Ink.OVERLAP, words, off=-OUT * scene.aside)
        name = rf"$\boldsymbol{{v}}\cdot\hat n_w$ = {fixed(scene.closing)}"
        at = tip if abs(scene.closing) > canvas.pixel else scene.centre(0.5)  # there is no arrow: beside v
        canvas.label(name, at, Ink.EXAMINED, toward=scene.up if scene.closing < 0.0 else -scene.up)
    if not isinstance(step, WallMeasured):
        start = scene.p + 0.85 * (scene.q - scene.p) + scene.r_a * scene.up  # from the face
        measures.unit_arrow(canvas, start, -scene.up, r"\hat{\mathbf n}_w")


def draw_path(canvas: Canvas, scene: Any, named_at: float) -> None:
    measures.vector_arrow(canvas, scene.c, scene.v, Ink.EXAMINED)
    canvas.symbol(r"\boldsymbol{v}", scene.centre(named_at), Ink.EXAMINED, toward=(1.0, 0.4))
    canvas.dot(scene.c, Ink.A, Point.FILLED)
    canvas.symbol(r"\boldsymbol{c}", scene.c, Ink.A, toward=(-0.3, 1.0))


def draw_gap(canvas: Canvas, scene: Any) -> None:
    """From c to the capsule, towards the nearest point of the wall."""
    nearest, s = scene.nearest(0.0), scene.gap(0.0)
    far = length(scene.c - nearest)
    if far == 0.0:
        return
    rim = nearest + scene.r_a * (scene.c - nearest) / far
    canvas.stroke((scene.c, nearest), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.dot(nearest, Ink.B, Point.SMALL)
    canvas.label("nearest", nearest, Ink.B, toward=nearest - scene.c)
    quadratic.measured(canvas, scene.c, rim, separation_ink(s), "s")


def draw_ends(canvas: Canvas, scene: Any) -> None:
    for at, name, out in ((scene.p, "p", -scene.along), (scene.q, "q", scene.along)):
        canvas.dot(at, Ink.B)
        canvas.symbol(rf"\boldsymbol{{{name}}}", at, Ink.B, toward=out - 0.6 * scene.up)
