"""Beside the world of a moving point and a wall: heights over one base as bars, and t and f on their scales."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from geometry import Outcome, SweptImpact
from geometry.swept_circle.point_segment import CrossProducts, FractionFound, HeightMeasured, LinesMet
from geometry.swept_circle.steps import RelativeMotion
from lessons.motion.ray_segment_faulty import SIDES, is_wrong
from lessons.motion.ray_segment_figure import FLAT, is_flat, normal, of_ratio, parallel_of
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FAR = 3.0  # a ratio beyond so many lengths is not drawn
PART, WHOLE = 0.2, 0.56  # places of the two bars, as parts of the largest height
HALF = 0.065  # of a bar's width
NAME_AT = 0.3  # where a bar is named, as a part of it: below where a time of the motion is asked for
SPAN = 0.05  # of the two heights beside a scale, each
NEAR_TICK = 0.06  # of a scale: so near to a value a tick has no number


class Bars(NamedTuple):
    """Two heights over one base: that of the line to be met, and that of the whole way."""

    heights: Sequence[float]
    names: tuple[str, str]
    base: str
    line: str  # what lies at the first height
    line_ink: Ink
    whole_ink: Ink = Ink.EXAMINED
    ratio: str = ""
    shown: tuple[Ink, Point] = (Ink.ANSWER, Point.ANSWER)  # how the ratio is


def draw_ratios(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both heights over one base as bars, with their ratio; at first and at last t and f on their scales."""
    scene, step = moment.scene, moment.step
    if isinstance(step, LinesMet):
        over = normal(scene.v)
        heights = (scene.c - scene.p) @ over, scene.e @ over
        told = f"$f$ = {fixed(step.place)}"
        base, shown_as = r"base $\boldsymbol v$ at $\boldsymbol p$", of_ratio(moment, step.between)
        bars = Bars(heights, ("h_f", "h_q"), base, "path", Ink.A, Ink.B, told, shown_as)
        _bars(canvas, bars)
    elif has_heights(moment):
        over = -normal(scene.e)  # so that heights have the signs of their areas
        heights = (scene.p - scene.c) @ over, scene.v @ over
        told = f"$t$ = {fixed(step.fraction)}" if isinstance(step, FractionFound) else ""
        if parallel_of(moment) is not None and not moment.is_open:
            told = "no $t$"
        shown = heights[:1] if isinstance(step, HeightMeasured) else heights
        base = r"base $\boldsymbol q-\boldsymbol p$ at $\boldsymbol c$"
        if (found := moment.first(CrossProducts)) is not None and found.parallel:
            base = "path’s line"  # the base is drawn at the wall
        shown_as = of_ratio(moment, not isinstance(step, FractionFound) or step.within)
        _bars(canvas, Bars(shown, ("h", "h_v"), base, "wall’s line", Ink.B, Ink.EXAMINED, told, shown_as))
        is_moving = isinstance(step, CrossProducts) or (
            isinstance(step, FractionFound) and moment.time != step.fraction
        )
        if is_moving and not moment.is_open and moment.time > 0.0:
            size = max(*map(abs, map(float, heights)), 1e-9)
            canvas.dot((WHOLE * size, moment.time * float(heights[1])), Ink.A, Point.ANSWER)
    else:
        _scales(canvas, moment)


def has_heights(moment: Moment[Any]) -> bool:
    """Whether heights over the wall are compared: a ratio of them, or at last that they have none."""
    step = moment.step
    is_last = isinstance(step, SweptImpact) and parallel_of(moment) is not None
    return (is_last or isinstance(step, HeightMeasured | CrossProducts | FractionFound)) and not is_flat(moment)


def headed(moment: Moment[Any]) -> tuple[str, str]:
    """The title of the second pane: heights where there are bars of them."""
    if isinstance(moment.step, LinesMet) or has_heights(moment):
        return "Distances perpendicular to the base", ""
    is_ratio = isinstance(moment.step, SweptImpact) and moment.latest(LinesMet) is not None
    return "Areas as parts of the area of v" if is_ratio else "t along v, f along the wall", ""


def areas_headed(moment: Moment[Any]) -> tuple[str, str]:
    """The title of the world: what is compared in it."""
    if isinstance(moment.step, LinesMet):
        return "Two parallelograms on the base v", ""
    is_over_wall = isinstance(moment.step, CrossProducts | FractionFound) and not is_flat(moment)
    return "Two parallelograms on the base q − p" if is_over_wall else "World", ""


def _bars(canvas: Canvas, bars: Bars) -> None:
    size = max(*map(abs, map(float, bars.heights)), 1e-9)
    half, part, whole = HALF * size, float(bars.heights[0]), WHOLE * size
    for k, height in enumerate(map(float, bars.heights)):
        at, ink, side = (WHOLE if k else PART) * size, bars.whole_ink if k else Ink.GAP, 1.0 if k else -1.0
        box = (at - half, 0.0), (at - half, height), (at + half, height), (at + half, 0.0)
        canvas.area(box, ink, opacity=0.3)
        measures.measure(canvas, (at, 0.0), (at, height), ink)
        words = f"${bars.names[k]}$\n**{fixed(height)}**"
        canvas.label(words, (at + side * half, NAME_AT * height), ink, toward=(side, 0.0))
    canvas.stroke(((0.0, 0.0), (0.7 * size, 0.0)), Ink.TEXT, line=Line.MEASURE)
    up = 1.0 if part >= 0.0 else -1.0
    canvas.label(bars.base, (PART * size, 0.0), Ink.TEXT, toward=(0.0, -up))
    if len(bars.heights) > 1 and part / (float(bars.heights[1]) or 1.0) > 1.0:
        canvas.stroke(((whole, float(bars.heights[1])), (whole, part)), bars.whole_ink, line=Line.DASHED)
    if abs(part) >= FLAT:
        canvas.stroke(((0.0, part), (0.7 * size, part)), bars.line_ink, line=Line.FEATURE)
        canvas.label(bars.line, (0.1 * size, part), bars.line_ink, toward=(0.0, up))
    if bars.ratio:
        ink, point = bars.shown
        if abs(float(bars.heights[1])) < FLAT:  # nothing rises from the base
            canvas.label(bars.ratio, (whole, 0.12 * part), ink, style=TextStyle.PILL)
            return
        canvas.dot((whole, part), ink, point)
        canvas.label(bars.ratio, (whole + 2.2 * half, part), ink, toward=(0.0, up), style=TextStyle.PILL)


def _scales(canvas: Canvas, moment: Moment[Any]) -> None:
    """t along the motion and f along the wall, each from 0 to 1, with what is known of them; the running time as a
    tick, as it is no answer."""
    step, met, time = moment.step, moment.latest(LinesMet), moment.time
    t, f = _contact(moment) if met is None else (met.fraction, met.place)
    has_pairs, has_f = parallel_of(moment) is not None, bool(moment.scene.e.any())
    if has_pairs:
        _pairs(canvas, moment.scene)
    if has_pairs and t is not None and f is not None:
        canvas.stroke(((PART, t), (WHOLE, f)), Ink.ANSWER, line=Line.MEASURE)
    is_ratio, no_f = met is not None and isinstance(step, SweptImpact), "" if has_f else "no $f$"
    if is_ratio and moment.compare == SIDES and is_wrong(moment):
        f, no_f = None, "$f$ not\nasked for"
    if is_ratio:
        for x, ratio, names in ((PART, t, ("A_t", "A_v")), (WHOLE, f, ("A_f", "A_v"))):
            _areas_beside(canvas, x, ratio, names)
    for x, name, value, ink in ((PART, "t", t, Ink.EXAMINED), (WHOLE, "f", f, Ink.GHOST if no_f else Ink.B)):
        canvas.stroke(((x, 0.0), (x, 1.0)), ink, line=Line.THIN)
        if ink is Ink.GHOST:
            canvas.label(no_f, (x + 0.03, 0.5), Ink.QUIET, toward=(1.0, 0.0))
        for level in (0.0, 0.5, 1.0):
            canvas.stroke(((x - 0.015, level), (x + 0.015, level)), ink, line=Line.THIN)
            side = 1.0 if has_pairs and name == "f" else -1.0  # off the lines between the scales
            if side < 0.0 or value is None or abs(level - value) > NEAR_TICK:
                words = f"{level:.1f}" if level == 0.5 else f"{level:.0f}"
                canvas.label(words, (x + (SPAN + 0.01) * side, level), Ink.QUIET, toward=(side, 0.0))
        below = (1.0, -0.6) if has_pairs and name == "f" else (0.0, -1.0)
        name_is = f"{name}=\\,?" if isinstance(step, RelativeMotion) and has_f else name  # both are looked for
        if is_ratio and value is not None:
            name_is = "t=A_t/A_v" if name == "t" else "f=A_f/A_v"
        canvas.symbol(name_is, (x, -0.03 + min(value or 0.0, 0.0)), ink, toward=below)
        if name == "t":
            canvas.stroke(((x - 0.05, time), (x + 0.05, time)), Ink.INTERFACE, line=Line.MEASURE)
        if value is None or abs(value) > FAR:
            continue
        shade, point = of_ratio(moment, -1e-9 <= value <= 1.0 + 1e-9)
        if not is_ratio:
            canvas.stroke(((x, 0.0), (x, min(max(value, 0.0), 1.0))), ink, line=Line.FEATURE)
        canvas.stroke(((x, min(max(value, 0.0), 1.0)), (x, value)), shade, line=Line.DASHED)
        canvas.dot((x, value), shade, point)
        canvas.label(
            fixed(value),
            (x + (SPAN + 0.01 if is_ratio else 0.04), value),
            shade,
            toward=(1.0, 0.0),
            style=TextStyle.BOLD,
        )


def _areas_beside(canvas: Canvas, x: float, ratio: float | None, names: tuple[str, str]) -> None:
    """The two areas of a ratio beside its scale, that of the motion as long as the scale."""
    if ratio is None or abs(ratio) > FAR:
        return
    for side, height, name, ink in ((-1.0, ratio, names[0], Ink.GAP), (1.0, 1.0, names[1], Ink.EXAMINED)):
        out = x + side * SPAN
        canvas.area(((x, 0.0), (x, height), (out, height), (out, 0.0)), ink, opacity=0.3)
        at = (out, min(0.3 * height, 0.3)) if side < 0.0 else (out, 0.25)
        canvas.symbol(name, at, ink, toward=(side, 0.0))


def _pairs(canvas: Canvas, scene: Any) -> None:
    """Motion and wall on one line: each t has its f, and solves the equation."""
    found = [0.0, 1.0]
    for t in (0.0, 0.5, 1.0):
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
