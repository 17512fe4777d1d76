"""The figure of a moving point and a wall: parallelograms on one base, and their heights as bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Outcome, SweptImpact, Vector
from geometry.faulty.point_segment import FaultyMeeting
from geometry.swept_circle.point_segment import CrossProducts, FractionFound, HeightMeasured, LinesMet
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FLAT = 1e-6  # world length: heights below it are not drawn
FAR = 3.0  # a meeting further off than so many motions is not drawn
PART, WHOLE = 0.2, 0.5  # places of the two bars, as parts of the largest height
HALF = 0.065  # of a bar's width
PARALLEL_AT, PARALLEL_MARK = 0.5, 6.0  # where the marks of parallel lines are on them; half their height in pixels
PAIRS = 11  # times whose f is shown where every time has one
NEAR_TICK = 0.06  # of a scale: so near to a value a tick has no number


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Wall, motion and point, and the areas that this step compares."""
    scene, step = moment.scene, moment.step
    is_met = isinstance(step, LinesMet | SweptImpact)
    if isinstance(step, HeightMeasured | CrossProducts | FractionFound):
        canvas.unbounded(scene.p, scene.e, Ink.CONSTRUCTION, line=Line.DASHED)
        if not _is_flat(moment):
            _over_wall(canvas, moment)
    elif isinstance(step, LinesMet):
        canvas.unbounded(scene.p, scene.e, Ink.CONSTRUCTION, line=Line.DASHED)
        _over_motion(canvas, moment)
    products = parallel_of(moment)
    if products is not None:
        _parallel(canvas, moment, products)
    _wall(canvas, scene)
    _path(canvas, moment)
    if is_met or isinstance(step, FractionFound):
        _meeting(canvas, moment)
    if isinstance(moment.faulty, FaultyMeeting) and differs(moment):
        _faulty(canvas, moment)


def _wall(canvas: Canvas, scene: Any) -> None:
    canvas.stroke((scene.p, scene.q), Ink.B, line=Line.FEATURE)
    for at, name, way in ((scene.p, "p", -scene.e), (scene.q, "q", scene.e)):
        canvas.dot(at, Ink.B)
        canvas.symbol(rf"\boldsymbol {name}", at, Ink.B, toward=way if way.any() else (0.0, 1.0))


def _path(canvas: Canvas, moment: Moment[Any]) -> None:
    """The motion as a vector, and the point where it is now."""
    scene, t = moment.scene, moment.time
    if scene.v.any():
        canvas.arrow(scene.c, scene.path.end, Ink.EXAMINED)
        canvas.symbol(r"\boldsymbol v", scene.at(0.4), Ink.EXAMINED, toward=normal(scene.v))
        canvas.symbol(r"\boldsymbol c+\boldsymbol v", scene.path.end, Ink.QUIET, toward=scene.v)
    canvas.dot(scene.c, Ink.A)
    canvas.symbol(r"\boldsymbol c", scene.c, Ink.A, toward=-scene.v if scene.v.any() else (-1.0, 0.0))
    canvas.dot(scene.at(t), Ink.A, Point.FILLED)
    if t > 0.0 and isinstance(moment.step, HeightMeasured | CrossProducts):
        canvas.label(f"$t$ = {fixed(t)}", scene.at(t), Ink.A, toward=(0.4, -1.0))


def _over_wall(canvas: Canvas, moment: Moment[Any]) -> None:
    """The parallelograms of p − c and of v over the wall as a base, which is drawn again at c."""
    scene, e, products = moment.scene, moment.scene.e, moment.first(CrossProducts)
    assert products is not None
    c, p, q, end = scene.c, scene.p, scene.q, scene.path.end
    n = normal(e) * math.copysign(1.0, float((p - c) @ normal(e)) or 1.0)
    now, has_v = scene.at(moment.time), not isinstance(moment.step, HeightMeasured)
    if has_v:
        _area(canvas, (c, end, end + e, c + e), Ink.EXAMINED)
    _area(canvas, (c, p, q, c + e), Ink.GAP)
    if not moment.is_open:
        canvas.area((now, p, q, now + e), Ink.GAP, opacity=0.18)
    if has_v:
        top = c + 0.9 * e
        _height(canvas, top, top + float(scene.v @ n) * n, Ink.EXAMINED, "h_v")
        _area_label(canvas, "A_v", products.across, end + 0.62 * e - 0.2 * scene.v, Ink.EXAMINED)
    base = c + 0.5 * e
    _height(canvas, base, base + float((p - c) @ n) * n, Ink.GAP, "h")
    _area_label(canvas, "A_t", products.of_wall, (c + 2.0 * p + q + e * 0.2) / 4.0, Ink.GAP)
    canvas.arrow(c, c + e, Ink.TEXT, line=Line.MEASURE)
    canvas.arrow(c, p, Ink.GAP, line=Line.MEASURE)
    canvas.symbol(r"\boldsymbol q-\boldsymbol p", c + 0.6 * e, Ink.TEXT, toward=c - p)
    canvas.symbol(r"\boldsymbol p-\boldsymbol c", (c + p) / 2.0, Ink.GAP, toward=-e)


def parallel_of(moment: Moment[Any]) -> CrossProducts | None:
    """The products, from the step on that finds motion and wall parallel."""
    found = moment.latest(CrossProducts)
    return found if found is not None and found.parallel else None


def _parallel(canvas: Canvas, moment: Moment[Any], products: CrossProducts) -> None:
    """Why no ratio tells a single t: one direction, and the same height all along the motion."""
    scene, is_flat = moment.scene, _is_flat(moment)
    reach = PARALLEL_MARK * canvas.pixel
    for start, way, ink in ((scene.p, scene.e, Ink.B), (scene.c, scene.v, Ink.EXAMINED)):
        along = reach * way / math.hypot(*way)
        across = np.array((-along[1], along[0]))
        for k in (0.0, 1.0):  # the two arrow heads by which drawings tell parallel lines
            tip = start + PARALLEL_AT * way + k * along
            canvas.stroke((tip - along + across, tip, tip - along - across), ink, line=Line.MEASURE)
    if not isinstance(moment.step, CrossProducts):
        canvas.unbounded(scene.p, scene.e, Ink.CONSTRUCTION, line=Line.DASHED)
    if is_flat:
        side = normal(scene.v)
        canvas.label("$A_v$ = 0, $A_t$ = 0", scene.at(0.25), Ink.EXAMINED, toward=side, style=TextStyle.BOLD)
    elif isinstance(moment.step, SweptImpact):
        by = -float((scene.c - scene.p) @ normal(scene.e)) * normal(scene.e)
        corners = (scene.c, scene.path.end, scene.path.end + by, scene.c + by)
        canvas.area(corners, Ink.GAP, opacity=0.13)
        for at in (scene.c, scene.path.end):
            _height(canvas, at, at + by, Ink.GAP, "h")
        words = f"$h$ = {fixed(abs(products.height))} at every $t$"
        canvas.label(words, sum(corners) / 4.0, Ink.GAP, style=TextStyle.BOLD)


def _over_motion(canvas: Canvas, moment: Moment[Any]) -> None:
    """The parallelograms of p − c and of the wall over the motion as a base, which is drawn again at p."""
    scene, v = moment.scene, moment.scene.v
    c, p, q = scene.c, scene.p, scene.q
    n = normal(v)
    _area(canvas, (p, p + v, q + v, q), Ink.EXAMINED)
    _area(canvas, (p, p + v, scene.path.end, c), Ink.GAP)
    for at, start, ink, name in ((q, p + 0.75 * v, Ink.EXAMINED, "k_q"), (c, p + 0.45 * v, Ink.GAP, "k_c")):
        _height(canvas, start, start + float((at - p) @ n) * n, ink, name)
    canvas.arrow(p, p + v, Ink.TEXT, line=Line.MEASURE)
    canvas.symbol(r"\boldsymbol v", p + 0.6 * v, Ink.TEXT, toward=p - q)
    products = moment.first(CrossProducts)
    assert products is not None
    _area_label(canvas, "A_f", products.of_path, (3.0 * c + 2.0 * p) / 5.0 + 0.2 * v, Ink.GAP)
    _area_label(canvas, "A_v", products.across, q + 0.8 * v - 0.2 * scene.e, Ink.EXAMINED)


def _area(canvas: Canvas, corners: Any, ink: Ink) -> None:
    canvas.area(corners, ink, opacity=0.13)
    canvas.stroke(corners, ink, closed=True, line=Line.DASHED)


def _area_label(canvas: Canvas, name: str, area: float, at: Vector, ink: Ink) -> None:
    canvas.label(f"${name}$ = {fixed(area)}", at, ink, style=TextStyle.BOLD)


def _height(canvas: Canvas, base: Vector, top: Vector, ink: Ink, name: str) -> None:
    if math.dist(base, top) > 4.0 * canvas.pixel:
        measures.measure(canvas, base, top, ink)
        canvas.symbol(name, (base + top) / 2.0, ink, toward=normal(top - base))
        measures.right_angle(canvas, base, top - base, normal(top - base), ink)


def _meeting(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the path's line meets the wall's line; at last the hit, or that there is none."""
    scene, step, found = moment.scene, moment.step, moment.trace.result
    met, place = moment.latest(FractionFound), moment.latest(LinesMet)
    t = f"$t$ = {fixed(found.fraction if met is None else met.fraction)}"
    f = "" if place is None else f"$f$ = {fixed(place.place)}"
    if isinstance(step, SweptImpact) and found.outcome is not Outcome.SEPARATED:
        canvas.stroke((scene.c, scene.at(found.fraction)), Ink.GAP, line=Line.FEATURE)
        marks.answer(canvas, scene.at(found.fraction), f"{t}\n{f}".strip(), toward=(1.0, -1.0))
    elif met is not None and abs(met.fraction) <= FAR:
        at = scene.at(met.fraction)
        if not met.within:
            start = scene.c if met.fraction < 0.0 else scene.path.end
            canvas.stroke((start, at), Ink.EXAMINED, line=Line.DASHED)
        if isinstance(step, SweptImpact) and moment.faulty is None:
            marks.cross(canvas, at)
            canvas.label(f"no hit: {t}, {f}", at, Ink.QUIET, toward=(1.0, -1.0))
        elif not isinstance(step, SweptImpact):
            marks.answer(canvas, at, f or t, toward=(1.0, -1.0))


def _faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where a faulty test believes in a hit; or that it misses one."""
    scene, wrong = moment.scene, moment.faulty
    if wrong.at is None:
        end = scene.path.end
        canvas.stroke((scene.at(moment.trace.result.fraction), end), Ink.FAULTY, line=Line.DOTTED)
        marks.cross(canvas, end, "passes unseen", Ink.FAULTY)
        return
    marks.cross(canvas, wrong.at, f"“hit” at $t$ = {fixed(wrong.fraction)}", Ink.FAULTY, toward=(-1.0, 1.0))


def draw_ratios(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both heights over one base as bars, with their ratio; at first and at last t and f on their scales."""
    scene, step = moment.scene, moment.step
    if isinstance(step, LinesMet):
        over = normal(scene.v)
        heights, names = ((scene.c - scene.p) @ over, scene.e @ over), ("k_c", "k_q", r"\boldsymbol v")
        _bars(canvas, heights, names, f"$f$ = {fixed(step.place)}")
    elif has_heights(moment):
        over = -normal(scene.e)  # so that heights have the signs of their areas
        heights, names = ((scene.p - scene.c) @ over, scene.v @ over), ("h", "h_v", r"\boldsymbol q-\boldsymbol p")
        shown = heights[:1] if isinstance(step, HeightMeasured) else heights
        told = f"$t$ = {fixed(step.fraction)}" if isinstance(step, FractionFound) else ""
        _bars(canvas, shown, names, told if parallel_of(moment) is None else "no $t$")
    else:
        _scales(canvas, moment)


def has_heights(moment: Moment[Any]) -> bool:
    """Whether heights over the wall are compared: a ratio of them, or at last that they have none."""
    step = moment.step
    is_last = isinstance(step, SweptImpact) and parallel_of(moment) is not None
    return (is_last or isinstance(step, HeightMeasured | CrossProducts | FractionFound)) and not _is_flat(moment)


def _is_flat(moment: Moment[Any]) -> bool:
    """Whether there are no heights to be seen: the point moves along the wall's line."""
    found = moment.first(CrossProducts)
    return found is None or max(abs(found.height), abs(found.change)) < FLAT


def _bars(canvas: Canvas, heights: Sequence[float], names: tuple[str, str, str], ratio: str = "") -> None:
    size = max(*map(abs, map(float, heights)), 1e-9)
    half, part = HALF * size, float(heights[0])
    for k, height in enumerate(map(float, heights)):
        at, ink, side = (WHOLE if k else PART) * size, Ink.EXAMINED if k else Ink.GAP, 1.0 if k else -1.0
        box = (at - half, 0.0), (at - half, height), (at + half, height), (at + half, 0.0)
        canvas.area(box, ink, opacity=0.3)
        measures.measure(canvas, (at, 0.0), (at, height), ink)
        words = f"${names[k]}$\n**{fixed(height)}**"
        canvas.label(words, (at + side * half, 0.4 * height), ink, toward=(side, 0.0))
    canvas.stroke(((0.0, 0.0), (0.7 * size, 0.0)), Ink.TEXT, line=Line.MEASURE)
    canvas.label(f"base ${names[2]}$", (0.35 * size, 0.0), Ink.QUIET, toward=(0.0, -1.0 if part >= 0.0 else 1.0))
    if ratio:
        whole = WHOLE * size
        canvas.stroke(((PART * size - half, part), (whole + 2.0 * half, part)), Ink.ANSWER, line=Line.DASHED)
        if abs(float(heights[1])) >= FLAT:
            canvas.dot((whole, part), Ink.ANSWER, Point.ANSWER)
        canvas.label(ratio, (whole, part), Ink.ANSWER, toward=(0.2, 1.0), style=TextStyle.PILL)


def _scales(canvas: Canvas, moment: Moment[Any]) -> None:
    """t along the motion and f along the wall, each from 0 to 1, with what is known of them; the running time as a
    tick, as it is no answer."""
    met, time = moment.latest(LinesMet), moment.time
    t, f = _contact(moment) if met is None else (met.fraction, met.place)
    has_pairs = parallel_of(moment) is not None
    if has_pairs:
        _pairs(canvas, moment.scene)
        if t is not None and f is not None:
            canvas.stroke(((PART, t), (WHOLE, f)), Ink.ANSWER, line=Line.MEASURE)
    for x, name, value, ink in ((PART, "t", t, Ink.EXAMINED), (WHOLE, "f", f, Ink.B)):
        canvas.stroke(((x, 0.0), (x, 1.0)), ink, line=Line.THIN)
        for level in (0.0, 0.5, 1.0):
            canvas.stroke(((x - 0.015, level), (x + 0.015, level)), ink, line=Line.THIN)
            side = 1.0 if has_pairs and name == "f" else -1.0  # off the lines between the scales
            if side < 0.0 or value is None or abs(level - value) > NEAR_TICK:
                words = f"{level:.1f}" if level == 0.5 else f"{level:.0f}"
                canvas.label(words, (x + 0.04 * side, level), Ink.QUIET, toward=(side, 0.0))
        canvas.symbol(name, (x, -0.03 + min(value or 0.0, 0.0)), ink, toward=(0.0, -1.0))
        if name == "t":
            canvas.stroke(((x - 0.05, time), (x + 0.05, time)), Ink.INTERFACE, line=Line.MEASURE)
        if value is None or abs(value) > FAR:
            continue
        inside = -1e-9 <= value <= 1.0 + 1e-9
        shade, point = (Ink.ANSWER, Point.ANSWER) if inside else (Ink.OVERLAP, Point.FILLED)
        canvas.stroke(((x, 0.0), (x, min(max(value, 0.0), 1.0))), ink, line=Line.FEATURE)
        canvas.stroke(((x, min(max(value, 0.0), 1.0)), (x, value)), shade, line=Line.DASHED)
        canvas.dot((x, value), shade, point)
        canvas.label(fixed(value), (x + 0.04, value), shade, toward=(1.0, 0.0), style=TextStyle.BOLD)


def _pairs(canvas: Canvas, scene: Any) -> None:
    """Motion and wall on one line: every t has its f, and solves the equation."""
    found = [0.0, 1.0]
    for t in np.linspace(0.0, 1.0, PAIRS).tolist():
        f = float((scene.at(t) - scene.p) @ scene.e) / float(scene.e @ scene.e)
        if abs(f) <= FAR:
            canvas.stroke(((PART, t), (WHOLE, f)), Ink.EXAMINED, line=Line.THIN, opacity=0.7)
            found.append(f)
    canvas.stroke(((WHOLE, min(found)), (WHOLE, max(found))), Ink.B, line=Line.DASHED)
    canvas.label("every $t$ has its $f$", (0.5 * (PART + WHOLE), 1.04), Ink.EXAMINED, toward=(0.0, 1.0))


def _contact(moment: Moment[Any]) -> tuple[float | None, float | None]:
    """t and f of a contact that no ratio of areas has told: at the start, or with an end."""
    found, scene = moment.trace.result, moment.scene
    if not isinstance(moment.step, SweptImpact) or found.outcome is Outcome.SEPARATED:
        return None, None
    size = float(scene.e @ scene.e)
    return found.fraction, float((found.point - scene.p) @ scene.e) / size if size > 0.0 else None


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
