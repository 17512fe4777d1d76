"""The quick tests before a ray cast: two projections and the start. Told as one step, or each on its own."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Convex, Outcome, Ray, RayKind
from geometry.interval import Interval
from geometry.outcome import Miss
from geometry.query.ray_steps import LineTested, OriginTested, SpanTested
from lessons.queries.point_query_story import distance
from lessons.queries.ray_cast_state import latest
from lessons.queries.scenes import P
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.projections import LANE, projection, slab
from viz.lesson.text import fixed, tint

QUICK = "Quick tests"
D = r"\hat d"
TOGETHER = (
    QUICK,
    "We want the first point of A on the ray. Two quick tests come first: a part of A must lie on each side of the "
    rf"ray's line, and a part of A ahead of $\examined{{{P}}}$.",
    "",
)
ACROSS = (
    "Both sides?",
    r"The projection of A on $\hat d_\perp$, perpendicular to the ray, must contain 0. Otherwise all of A lies on "
    "one side of the ray's line.",
    "",
)
ALONG = (
    "Along",
    rf"A ray is a half-line: if all of A lies behind $\examined{{{P}}}$, the ray misses. So project A on "
    rf"$\examined{{{D}}}$, too. A segment must also be long enough.",
    "",
)
START = (
    "Inside?",
    rf"If $\examined{{{P}}}$ lies inside A, nothing is entered: the answer is overlap, at $t$ = 0. Outside A, "
    rf"the signed distance $s$ of $\examined{{{P}}}$ is positive.",
    rf"\gap{{s}}(\examined{{{P}}})>0",
)
FAILS = r"\,\gap{\nleq}\,"  # a test that fails, in the ink of the result: a miss


def _at_most(holds: bool, space: str) -> str:
    return f"{space}{chr(92)}le{space}" if holds else f"{space}{FAILS}{space}"


def _across_formula(line: LineTested, space: str = r"\ ") -> str:
    near = line.tolerance
    first = _at_most(line.projection.low <= near, space)
    last = _at_most(line.projection.high >= -near, space)
    return rf"\A{{\mathrm{{low}}_\perp}}{first}0{last}\A{{\mathrm{{high}}_\perp}}"


def _along_formula(ray: Ray, span: SpanTested, space: str = r"\ ", between: str = r",\quad") -> str:
    found = rf"0{_at_most(span.miss is not Miss.RECEDING, space)}\A{{\mathrm{{high}}}}"
    if ray.kind is RayKind.SEGMENT:
        enough = _at_most(span.miss is not Miss.TOO_FAR, space)
        found += rf"{between}\A{{\mathrm{{low}}}}{enough}\examined{{L}}"
    return found


def _signs(page: Page, *tests: bool) -> Page:
    """Each test that the numbers fail is struck out in the formula, and no other."""
    formula = page.formula
    return page.claiming(Claim("signs", lambda: formula.count(FAILS), lambda: sum(not holds for holds in tests)))


def _line_holds(shape: Convex, ray: Ray, step: LineTested) -> tuple[bool, bool]:
    reach = (shape.points - ray.origin) @ side_up(ray)
    return bool(reach.min() - shape.radius <= step.tolerance), bool(reach.max() + shape.radius >= -step.tolerance)


def _span_holds(shape: Convex, ray: Ray, step: SpanTested) -> tuple[bool, bool]:
    reach = (shape.points - ray.origin) @ ray.direction
    is_near = ray.kind is not RayKind.SEGMENT or reach.min() - shape.radius <= ray.length + step.tolerance
    return bool(reach.max() + shape.radius >= -step.tolerance), bool(is_near)


def ends(low: float, high: float) -> str:
    return f"{tint(fixed(low), Ink.A)} to {tint(fixed(high), Ink.A)}"


def together(page: Page, moment: Moment[Any]) -> Page:
    """All tests that were needed, as one step; a line that misses needs one only."""
    shape, ray = moment.scene.a.world, moment.scene.ray
    line, span, start = latest(moment, LineTested), latest(moment, SpanTested), latest(moment, OriginTested)
    assert line is not None
    if span is None:
        return across(page, shape, ray, line)
    claims = *_line_claims(shape, ray, line), *_span_claims(shape, ray, span)
    page = replace(page, nested="every test").claiming(*claims)
    both = f"{ends(line.projection.low, line.projection.high)} on $\\hat d_\\perp$"
    if ray.kind is RayKind.LINE:
        page = _signs(replace(page, formula=_across_formula(line)), *_line_holds(shape, ray, line))
        return page.says(f"The projection of A is from {both}. A whole line has no start: no more to test.")
    tight, between = r"\,", r",\ \ " if ray.kind is RayKind.SEGMENT else r",\quad "
    formula = _across_formula(line, tight) + between + _along_formula(ray, span, tight, between)
    page = _signs(replace(page, formula=formula), *_line_holds(shape, ray, line), *_span_holds(shape, ray, span))
    told = f"Projections of A: {both}, {ends(span.projection.low, span.projection.high)} on $\\examined{{{D}}}$"
    if span.miss is Miss.TOO_FAR:
        return page.says(f"{told}: beyond the segment, $\\examined{{L}}$ = {fixed(ray.length)}.")
    if span.miss is not None:
        return page.says(f"{told}: behind $\\examined{{{P}}}$.")
    assert start is not None
    where = "inside A" if start.is_inside else "outside A"
    page = page.claiming(
        Claim("inside", lambda: start.is_inside, lambda: distance(shape, ray.origin) <= line.tolerance)
    )
    return page.says(f"{told}. $\\examined{{{P}}}$ is {where}.")


def across(page: Page, shape: Convex, ray: Ray, step: LineTested) -> Page:
    zero = f"contain{'' if step.is_gap else 's'} 0, the value at $\\examined{{{P}}}$"
    where = f"does not {zero}: the line misses" if step.is_gap else f"{zero}: the **line** hits"
    told = ends(step.projection.low, step.projection.high)
    page = _signs(replace(page, formula=_across_formula(step)), *_line_holds(shape, ray, step))
    page = page.says(f"The projection of A on $\\hat d_\\perp$ is from {told}. It {where} A.")
    return page.claiming(*_line_claims(shape, ray, step))


def _line_claims(shape: Convex, ray: Ray, step: LineTested) -> tuple[Claim, ...]:
    low, high = step.projection.low, step.projection.high
    side = side_up(ray)
    reach = (shape.points - ray.origin) @ side
    return (
        Claim("low", lambda: low, lambda: reach.min() - shape.radius),
        Claim("high", lambda: high, lambda: reach.max() + shape.radius),
        Claim("test", lambda: step.is_gap, lambda: low > step.tolerance or high < -step.tolerance),
    )


def along(page: Page, shape: Convex, ray: Ray, step: SpanTested) -> Page:
    if ray.kind is RayKind.LINE:
        page = replace(page, formula="").says("A whole line has no start and no end: nothing to test.")
        return page.claiming(Claim("line", lambda: step.miss is None, lambda: True))
    page = _signs(replace(page, formula=_along_formula(ray, step)), *_span_holds(shape, ray, step))
    where = {None: "the ray reaches it", Miss.RECEDING: "behind the start", Miss.TOO_FAR: "beyond the end"}[step.miss]
    length = f", the segment ends at $\\examined{{L}}$ = {fixed(ray.length)}" if ray.kind is RayKind.SEGMENT else ""
    told = ends(step.projection.low, step.projection.high)
    page = page.says(f"The projection of A on $\\examined{{{D}}}$ is from $t$ = {told}{length}: {where}.")
    return page.claiming(*_span_claims(shape, ray, step))


def _span_claims(shape: Convex, ray: Ray, step: SpanTested) -> tuple[Claim, ...]:
    reach = (shape.points - ray.origin) @ ray.direction
    return (
        Claim("low along", lambda: step.projection.low, lambda: reach.min() - shape.radius),
        Claim("high along", lambda: step.projection.high, lambda: reach.max() + shape.radius),
    )


def start(page: Page, shape: Convex, ray: Ray, step: OriginTested) -> Page:
    s = fixed(step.found.separation)
    where = "inside A: an overlap at $t$ = 0" if step.is_inside else "outside: the ray may enter"
    ink = Ink.OVERLAP if step.is_inside else Ink.GAP
    if step.is_inside:
        page = replace(page, formula=rf"\overlap{{s}}(\examined{{{P}}})\overlap{{\le}}0")
    page = replace(page.says(f"$s(\\examined{{{P}}})$ = {tint(f'**{s}**', ink)}, {where}."), nested="query")
    return page.claiming(Claim("s", lambda: step.found.separation, lambda: distance(shape, ray.origin), 1e-7))


def draw_together(canvas: Canvas, moment: Moment[Any]) -> None:
    """A between the borders of both projections: a box that stands along the ray."""
    line, span, ray = latest(moment, LineTested), latest(moment, SpanTested), moment.scene.ray
    shape = moment.scene.a.world
    assert line is not None
    draw_across(canvas, ray, line)
    if span is not None and ray.kind is not RayKind.LINE:
        low, high = line.projection.low, line.projection.high
        side = side_up(ray)
        for t in (span.projection.low, span.projection.high):
            at = ray.origin + t * ray.direction
            canvas.stroke((at + low * side, at + high * side), Ink.A, line=Line.DASHED)
        _beside(canvas, ray, span, line)
    found = moment.trace.result
    if not (moment.compare or shape.radius) and found.outcome is Outcome.HIT:  # what is to be found
        canvas.dot(found.point, Ink.TEXT)
        canvas.label("first hit?", found.point, Ink.TEXT, toward=side_up(ray) - ray.direction)


def _beside(canvas: Canvas, ray: Ray, span: SpanTested, line: LineTested) -> None:
    """A's projection on the ray, on that side of A that is nearer to the ray: outside of A."""
    low, high = line.projection.low, line.projection.high
    border, side = low if abs(low) < abs(high) else high, side_up(ray)
    lane = math.copysign(LANE, border)
    projection(canvas, ray.origin + border * side, ray.direction, span.projection, Ink.A, lane=lane)
    _name_ends(canvas, ray, span, ray.origin + border * side, np.sign(border) * side)


def side_up(ray: Ray) -> Any:
    return np.array((-ray.direction[1], ray.direction[0]))


def draw_across(canvas: Canvas, ray: Ray, step: LineTested) -> None:
    p, d, side = ray.origin, ray.direction, side_up(ray)
    low, high = step.projection.low, step.projection.high
    slab(canvas, side, Interval(float(p @ side) + low, float(p @ side) + high), Ink.A)
    projection(canvas, p, side, Interval(low, high), Ink.A, lane=0.0)
    measures.unit_arrow(canvas, p, side, r"\hat d_\perp", Ink.TEXT)
    for name, end in (("low", low), ("high", high)):
        canvas.label(rf"$\mathrm{{{name}}}_\perp$ = {fixed(end)}", p + end * side, Ink.A, toward=-d)


def draw_along(canvas: Canvas, ray: Ray, step: SpanTested, line: LineTested | None) -> None:
    """A's projection on the ray, with both its ends, and where a segment ends; beside A, where `line` says what A's
    sides are."""
    p, d, (low, high) = ray.origin, ray.direction, (step.projection.low, step.projection.high)
    slab(canvas, d, Interval(float(p @ d) + low, float(p @ d) + high), Ink.A)
    if line is not None and ray.kind is not RayKind.LINE:
        _beside(canvas, ray, step, line)
    else:
        projection(canvas, p, d, Interval(low, high), Ink.A, lane=0.0)


def _name_ends(canvas: Canvas, ray: Ray, step: SpanTested, base: Any, aside: Any) -> None:
    """low and high, each where it decides, and the segment's length."""
    d, named = ray.direction, (("low", step.projection.low, -1.0), ("high", step.projection.high, 1.0))
    decides = {None: named, Miss.TOO_FAR: named[:1], Miss.RECEDING: named[1:]}
    for name, end, way in decides[step.miss]:
        canvas.label(rf"$\mathrm{{{name}}}$ = {fixed(end)}", base + end * d, Ink.A, toward=way * d + aside)
    if ray.kind is RayKind.SEGMENT:
        canvas.label(f"$L$ = {fixed(ray.length)}", ray.at(1.0), Ink.EXAMINED, toward=side_up(ray) - d)


def draw_start(canvas: Canvas, ray: Ray, step: OriginTested) -> None:
    ink = Ink.OVERLAP if step.is_inside else Ink.GAP
    measures.measure(canvas, ray.origin, step.found.closest, ink, f"$s$ = {fixed(step.found.separation)}")
