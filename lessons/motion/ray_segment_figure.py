"""The figure of a moving point and a wall: parallelograms on one base, and their heights as bars."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Miss, Outcome, SweptImpact, Vector
from geometry.faulty.point_segment import FaultyMeeting
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, FractionFound, HeightMeasured, LinesMet
from geometry.swept_circle.steps import RelativeMotion
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FLAT = 1e-6  # world length: heights below it are not drawn
FAR = 3.0  # a meeting further off than so many motions is not drawn
V_AT = 0.86  # where v is named beside heights, as a part of the motion
LATE = 0.8  # a contact before it leaves room for the name of v behind it
NARROW = 0.25  # of a base: where a base and the side opposite it have less in common, heights do not fit between
NAME_AT = 0.55  # where a height is named, as a part of it
PARALLEL_AT, PARALLEL_MARK = 0.5, 6.0  # where the marks of parallel lines are on them; half their height in pixels


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Wall, motion and point, and the areas that this step compares."""
    scene, step = moment.scene, moment.step
    is_met = isinstance(step, LinesMet | SweptImpact)
    if isinstance(step, HeightMeasured | CrossProducts | FractionFound):
        canvas.unbounded(scene.p, scene.e, Ink.CONSTRUCTION, line=Line.DASHED)
        if not is_flat(moment):
            _over_wall(canvas, moment)
    elif isinstance(step, SweptImpact) and moment.latest(LinesMet) is not None:
        areas = moment.first(CrossProducts)
        assert areas is not None
        _areas_behind(canvas, scene, areas)
    elif isinstance(step, LinesMet):
        canvas.unbounded(scene.p, scene.e, Ink.CONSTRUCTION, line=Line.DASHED)
        _over_motion(canvas, moment)
    products = parallel_of(moment)
    if products is not None:
        _parallel(canvas, moment, products)
    _wall(canvas, moment)
    if isinstance(step, RelativeMotion):
        _rulers(canvas, scene)
    _path(canvas, moment)
    if is_met or isinstance(step, FractionFound):
        _meeting(canvas, moment)
    if _is_faulty(moment):
        _faulty(canvas, moment)


def _wall(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, met = moment.scene, moment.latest(LinesMet)
    canvas.stroke((scene.p, scene.q), Ink.B, line=Line.FEATURE)
    if not scene.e.any():
        canvas.dot(scene.p, Ink.B)
        canvas.symbol(r"\boldsymbol p=\boldsymbol q", scene.p, Ink.B, toward=normal(scene.v))
        return
    for at, name, way in ((scene.p, "p", -scene.e), (scene.q, "q", scene.e)):
        if not (met is None or met.between):
            way = -normal(scene.e)  # off the length beyond the wall
        elif parallel_of(moment) is not None and is_flat(moment):
            way = -normal(scene.e) - 0.5 * scene.e / math.hypot(*scene.e)  # off the path's line
        canvas.dot(at, Ink.B)
        canvas.symbol(rf"\boldsymbol {name}", at, Ink.B, toward=way)


def _path(canvas: Canvas, moment: Moment[Any]) -> None:
    """The motion as a vector, free up to the contact once that is known, and the point where it is now."""
    scene, t, found = moment.scene, moment.time, moment.trace.result
    is_stopped = isinstance(moment.step, SweptImpact) and found.outcome is Outcome.HIT
    if scene.v.any():
        if is_stopped:
            t = min(t, found.fraction)
            canvas.arrow(scene.c, scene.path.end, Ink.EXAMINED, line=Line.THIN)
            canvas.stroke((scene.c, scene.at(t)), Ink.GAP, line=Line.FEATURE)
        else:
            canvas.arrow(scene.c, scene.path.end, Ink.EXAMINED)
        is_clear = isinstance(moment.step, RelativeMotion | SweptImpact)
        place, side = (0.3, 1.0) if is_clear else (V_AT, -1.0)
        if is_stopped and moment.latest(LinesMet) is not None and found.fraction < LATE:
            place = (1.0 + found.fraction) / 2.0  # on what is left of the arrow
        canvas.symbol(r"\boldsymbol v", scene.at(place), Ink.EXAMINED, toward=side * normal(scene.v))
        canvas.symbol(r"\boldsymbol c+\boldsymbol v", scene.path.end, Ink.QUIET, toward=scene.v)
    canvas.dot(scene.c, Ink.A)
    canvas.symbol(r"\boldsymbol c", scene.c, Ink.A, toward=-scene.v if scene.v.any() else (-1.0, 0.0))
    canvas.dot(scene.at(t), Ink.A, Point.ANSWER)
    if t > 0.0 and isinstance(moment.step, RelativeMotion | HeightMeasured | CrossProducts) and not moment.is_open:
        canvas.label(f"$t$ = {fixed(t)}", scene.at(t), Ink.A, toward=(0.4, -1.0))


def _rulers(canvas: Canvas, scene: Any) -> None:
    """What the unknowns count: t along the motion and f along the wall, both from 0 to 1."""
    for start, way, name, ink, side in (
        (scene.c, scene.v, "t", Ink.EXAMINED, -1.0),
        (scene.p, scene.e, "f", Ink.B, -1.0),
    ):
        if not way.any():
            continue
        across = side * canvas.pixel * normal(way)
        for part in (0.0, 1.0):  # marks between would tell both before they are computed
            at = start + part * way
            canvas.label(f"${name}$ = {part:.0f}", at + 6.0 * across, ink, toward=across)


def _over_wall(canvas: Canvas, moment: Moment[Any]) -> None:
    """The parallelograms of p − c and of v over the wall as a base, which is drawn again at c."""
    scene, e, products = moment.scene, moment.scene.e, moment.first(CrossProducts)
    assert products is not None
    c, p, q, end = scene.c, scene.p, scene.q, scene.path.end
    now, has_v = scene.at(moment.time), not isinstance(moment.step, HeightMeasured)
    if has_v:
        _area(canvas, (c, end, end + e, c + e), Ink.EXAMINED)
    _area(canvas, (c, p, q, c + e), Ink.GAP)
    if not moment.is_open:
        canvas.area((now, p, q, now + e), Ink.GAP, opacity=0.18)
    if has_v:
        _across(canvas, (c, e), scene.v, (0.9, "h_v", products.across), Ink.EXAMINED)
        _area_label(canvas, "A_v", products.across, end + 0.62 * e - 0.2 * scene.v, Ink.EXAMINED)
    _across(canvas, (c, e), p - c, (0.8, "h", products.of_wall), Ink.GAP)
    _area_label(canvas, "A_t", products.of_wall, (c + 2.0 * p + q + e * 0.2) / 4.0, Ink.GAP)
    start, away = (p, p - c) if products.parallel else (c, c - p)  # not along v
    canvas.arrow(start, start + e, Ink.TEXT, line=Line.MEASURE)
    canvas.arrow(c, p, Ink.GAP, line=Line.MEASURE)
    words = r"base $\boldsymbol q-\boldsymbol p$" + f"\n{fixed(math.hypot(*e))} long"
    canvas.label(words, start + 0.6 * e, Ink.TEXT, toward=away)
    canvas.symbol(r"\boldsymbol p-\boldsymbol c", (c + p) / 2.0, Ink.GAP, toward=-e)


def _areas_behind(canvas: Canvas, scene: Any, products: CrossProducts) -> None:
    """At last: what t is the ratio of."""
    c, end, e = scene.c, scene.path.end, scene.e
    for corners, ink in (((c, end, end + e, c + e), Ink.EXAMINED), ((c, scene.p, scene.q, c + e), Ink.GAP)):
        canvas.area(corners, ink, opacity=0.1)
        canvas.stroke(corners, ink, closed=True, line=Line.DASHED, opacity=0.4)
    _area_label(canvas, "A_v", products.across, end + 0.62 * e - 0.2 * scene.v, Ink.EXAMINED)
    _area_label(canvas, "A_t", products.of_wall, (c + 2.0 * scene.p + scene.q + e * 0.2) / 4.0, Ink.GAP)


def _across(
    canvas: Canvas, base: tuple[Vector, Vector], side: Vector, told: tuple[float, str, float], ink: Ink
) -> None:
    """The height of the parallelogram of a base (where it starts, its vector) and a side: from the base to the
    opposite side, at a part of the places where both have it; beyond them to the opposite side's line."""
    (start, e), (part, name, area) = base, told
    size = math.hypot(*e)
    shift = float(side @ e) / size**2
    low, high = max(0.0, shift), min(1.0, 1.0 + shift)
    if high - low < NARROW:  # at the end of the side: elsewhere it would run along the side of another area
        part = 0.0 if shift > 0.0 else 1.0
    place = low + part * (high - low) if low <= high else (0.0 if shift < 0.0 else 1.0)
    foot = start + place * e
    top = foot + side - shift * e
    if low > high:
        canvas.stroke((start + side + (1.0 if shift < 0.0 else 0.0) * e, top), ink, line=Line.DASHED)
    if math.dist(foot, top) <= 4.0 * canvas.pixel:
        return
    measures.measure(canvas, foot, top, ink)
    measures.right_angle(canvas, foot, top - foot, -e if place > 0.5 else e, ink)
    words = f"${name}$ = {fixed(area / size)}"
    canvas.label(words, foot + NAME_AT * (top - foot), ink, toward=e, style=TextStyle.BOLD)


def parallel_of(moment: Moment[Any]) -> CrossProducts | None:
    """The products, from the step on that finds motion and wall parallel."""
    found = moment.latest(CrossProducts)
    return found if found is not None and found.parallel else None


def _parallel(canvas: Canvas, moment: Moment[Any], products: CrossProducts) -> None:
    """Why no ratio tells a single t: one direction, and the same height all along the motion."""
    scene = moment.scene
    reach = PARALLEL_MARK * canvas.pixel
    for start, way, ink in ((scene.p, scene.e, Ink.B), (scene.c, scene.v, Ink.EXAMINED)):
        along = reach * way / math.hypot(*way)
        across = np.array((-along[1], along[0]))
        for k in (0.0, 1.0):  # the two arrow heads by which drawings tell parallel lines
            tip = start + PARALLEL_AT * way + k * along
            canvas.stroke((tip - along + across, tip, tip - along - across), ink, line=Line.MEASURE)
    if not isinstance(moment.step, CrossProducts):
        canvas.unbounded(scene.p, scene.e, Ink.CONSTRUCTION, line=Line.DASHED)
    if is_flat(moment):
        side = normal(scene.v)
        canvas.label("$A_v$ = 0, $A_t$ = 0", scene.at(0.25), Ink.EXAMINED, toward=-side, style=TextStyle.BOLD)
    elif isinstance(moment.step, SweptImpact):
        by = -float((scene.c - scene.p) @ normal(scene.e)) * normal(scene.e)
        corners = (scene.c, scene.path.end, scene.path.end + by, scene.c + by)
        canvas.area(corners, Ink.GAP, opacity=0.13)
        for at, inside in ((scene.c, scene.v), (scene.path.end, -scene.v)):
            measures.measure(canvas, at, at + by, Ink.GAP)
            measures.right_angle(canvas, at + by, -by, inside, Ink.GAP)
        words = f"$h$ = {fixed(products.height)} at every $t$"
        canvas.label(words, sum(corners) / 4.0, Ink.GAP, style=TextStyle.BOLD)


def _over_motion(canvas: Canvas, moment: Moment[Any]) -> None:
    """The parallelograms of p − c and of the wall over the motion as a base, which is drawn again at p."""
    scene, v, products = moment.scene, moment.scene.v, moment.first(CrossProducts)
    assert products is not None
    c, p, q = scene.c, scene.p, scene.q
    _area(canvas, (p, p + v, q + v, q), Ink.EXAMINED)
    _area(canvas, (p, p + v, scene.path.end, c), Ink.GAP)
    _across(canvas, (p, v), scene.e, (0.8, "h_q", products.across), Ink.B)
    _across(canvas, (p, v), c - p, (0.35, "h_f", products.of_path), Ink.GAP)
    canvas.arrow(p, p + v, Ink.TEXT, line=Line.MEASURE)
    canvas.symbol(r"\boldsymbol v", p + 0.6 * v, Ink.TEXT, toward=p - q)
    _area_label(canvas, "A_f", products.of_path, (3.0 * c + 2.0 * p) / 5.0 + 0.2 * v, Ink.GAP)
    _area_label(canvas, "A_v", products.across, q + 0.8 * v - 0.2 * scene.e, Ink.EXAMINED)


def _area(canvas: Canvas, corners: Any, ink: Ink) -> None:
    canvas.area(corners, ink, opacity=0.13)
    canvas.stroke(corners, ink, closed=True, line=Line.DASHED)


def _area_label(canvas: Canvas, name: str, area: float, at: Vector, ink: Ink) -> None:
    canvas.label(f"${name}$ = {fixed(area)}", at, ink, style=TextStyle.BOLD)


def _meeting(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the path's line meets the wall's line; at last the hit, or that there is none."""
    scene, step, found = moment.scene, moment.step, moment.trace.result
    met, place = moment.latest(FractionFound), moment.latest(LinesMet)
    t = f"$t$ = {fixed(found.fraction if met is None else met.fraction)}"
    f = "" if place is None else f"$f$ = {fixed(place.place)}"
    if isinstance(step, SweptImpact) and found.outcome is not Outcome.SEPARATED:
        marks.answer(canvas, scene.at(found.fraction), f"{t}\n{f}".strip(), toward=(1.0, -1.0))
    elif met is not None and abs(met.fraction) <= FAR:
        at = scene.at(met.fraction)
        if not met.within:
            start = scene.c if met.fraction < 0.0 else scene.path.end
            canvas.stroke((start, at), Ink.EXAMINED, line=Line.DASHED)
        if place is not None and not place.between:
            _beyond(canvas, moment, at, place)
        if isinstance(step, SweptImpact) and moment.faulty is None:
            side = normal(scene.e) if met.fraction < 0.0 else (1.0, -1.0)  # where neither area nor path is
            words = f"no hit\n{f if found.miss is Miss.PASSING else t}"  # what forbids it
            marks.cross(canvas, at, words, Ink.OVERLAP, toward=side)
        elif not isinstance(step, SweptImpact) and not _is_faulty(moment):
            ink, point = of_ratio(moment, met.within if place is None else place.between)
            canvas.dot(at, ink, point)
            canvas.label(f or t, at, ink, toward=(1.0, -1.0), style=TextStyle.BOLD)


def _beyond(canvas: Canvas, moment: Moment[Any], at: Vector, place: LinesMet) -> None:
    """How far beyond the wall its line is met."""
    scene = moment.scene
    end, away = (scene.p, -scene.e) if place.place < 0.0 else (scene.q, scene.e)
    ink = Ink.OVERLAP if moment.faulty is None else Ink.FAULTY
    side = -1.0 if place.place < 0.0 else 1.0
    if abs(place.place) <= FAR and math.dist(end, at) > 4.0 * canvas.pixel and away.any():
        measures.measure(canvas, end, at, ink, fixed(math.dist(end, at)), side=side)


def of_ratio(moment: Moment[Any], is_inside: bool) -> tuple[Ink, Point]:
    """How a ratio is shown: red where it forbids a hit, with a halo where there is one."""
    if not is_inside:
        return Ink.OVERLAP, Point.FILLED
    is_hit = moment.trace.result.outcome is not Outcome.SEPARATED
    return (Ink.ANSWER, Point.ANSWER) if is_hit else (Ink.TEXT, Point.FILLED)


def knows_t(moment: Moment[Any]) -> bool:
    """Whether the time of contact, or of the crossing of the lines, has been computed."""
    return moment.has_seen(FractionFound) or moment.has_seen(CapChosen) or isinstance(moment.step, SweptImpact)


def _is_faulty(moment: Moment[Any]) -> bool:
    """Whether the place of a faulty test is shown."""
    return isinstance(moment.faulty, FaultyMeeting) and differs(moment) and knows_t(moment)


def _faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where a faulty test believes in a hit; or that it misses one."""
    scene, wrong, met = moment.scene, moment.faulty, moment.latest(LinesMet)
    if wrong.at is None:
        end = scene.path.end
        hit = scene.at(moment.trace.result.fraction)
        canvas.stroke((hit, end), Ink.FAULTY, line=Line.DOTTED)
        canvas.dot(hit, Ink.FAULTY, Point.RING)
        canvas.label("missed hit", hit, Ink.FAULTY, toward=(-1.0, 1.0), style=TextStyle.BOLD)
        canvas.label("“no hit”", end, Ink.FAULTY, toward=(0.0, 1.0))
        return
    words = f"“hit” at $t$ = {fixed(wrong.fraction)}"
    if met is not None and moment.compare != "sides only":  # that rule never computes f
        words += f"\n$f$ = {fixed(met.place)}"
    marks.cross(canvas, wrong.at, words, Ink.FAULTY, toward=(-1.0, 1.0))


def is_flat(moment: Moment[Any]) -> bool:
    """Whether there are no heights to be seen: the point moves along the wall's line."""
    found = moment.first(CrossProducts)
    return found is None or max(abs(found.height), abs(found.change)) < FLAT


def differs(moment: Moment[Any]) -> bool:
    """Whether a faulty test says something else."""
    found, wrong = moment.trace.result, moment.faulty.fraction
    if found.outcome is not Outcome.HIT:
        return found.outcome is Outcome.SEPARATED and wrong is not None
    return wrong is None or abs(wrong - found.fraction) > 1e-6


def normal(v: Vector) -> Vector:
    """A quarter turn to the left of a vector, as a unit vector; of the zero vector (0, 1)."""
    size = math.hypot(*v)
    return np.array((-v[1], v[0])) / size if size > 0.0 else np.array((0.0, 1.0))


def off(start: Vector, along: Vector, at: Vector) -> float:
    """The distance of a point from a line; of one that is far along the line in proportion."""
    way, unit = at - start, along / math.hypot(*along)
    return math.hypot(*(way - (way @ unit) * unit)) / max(1.0, abs(float(way @ unit)) / 1e3)


def off_wall(scene: Any, at: Vector) -> float:
    """The distance of a point from the wall itself."""
    part = min(max(float((at - scene.p) @ scene.e) / float(scene.e @ scene.e or 1.0), 0.0), 1.0)
    return math.dist(at, scene.p + part * scene.e)
