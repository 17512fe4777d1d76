"""The figure of a rounded polygon: bands that lift off the core, wedges at corners, all wedges as one disc."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Convex, Trace, Vector
from geometry.contact.rounded_parts import (
    ArcsJoined,
    Core,
    CornerTurned,
    EdgeMovedOut,
    RoundedParts,
    rounded_parts,
    shrunk,
)
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import boundary
from geometry.trace import Grouped
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body, Scene, body, slider, toggle
from viz.lesson.text import fixed

ORDER = (Core, EdgeMovedOut, CornerTurned, ArcsJoined, RoundedParts)
MOST_NAMED = 8  # sectors that have their names at last, at the corners and in the disc
MOST_NUMBERED = 4  # arcs around the disc that have their angles told, as the sum beside it has
APART, BESIDE = 0.5, 0.35  # world lengths: between the shape and the disc of all arcs; more where an error is named
INSIDE, ROOM = 0.64, 26.0  # of the radius: where a name stands in its sector, if that has so many pixels there
LEVELS = (0.25, 0.5, 0.75)  # of the radius: lines between the core and the outline
ROLLED = 0.6  # of an edge: how far the disc has rolled; not to its end, which is asked for
RINGS = (0.3, 0.6)  # of the edge: where it is seen on its way
SWEPT = 0.1  # opacity of what it has covered
ROUNDED = 0.4  # of the edge before a corner, as far as the outline is seen at first
CORE_AREA = r"$\mathrm{area}_{\mathrm{core}}$"
CORE = 0.3  # opacity of the core beside its bands
WIDE = 36.0  # pixels that an angle takes in its sector of the disc
ABOVE = 24.0  # pixels that one takes beyond its arc
FAINT = 0.1  # opacity of a sector at its vertex, while the disc of all is told
NAMED = 0.25  # and where the angles stand around the disc


@dataclass(frozen=True, eq=False)
class Rounding(Scene):
    """A polygon, and the radius that it is rounded by."""

    a: Body = body(Ink.A, "A")
    radius: float = slider("Radius r", 0.0, 0.8, 0.4)
    keep_size: bool = toggle("Shrink first, to keep the size", False)

    @cached_property
    def drawn(self) -> Convex:
        """As it is held, without a radius."""
        held = self.a.world
        return held if held.radius == 0.0 else Convex(held.points)

    @cached_property
    def smaller(self) -> Convex | None:
        """The polygon moved in by the radius; None when that is not wanted, or leaves nothing."""
        wanted = self.keep_size and self.radius > 0.0 and len(self.drawn.points) > 2
        return shrunk(self.drawn, self.radius) if wanted else None

    @cached_property
    def core(self) -> Convex:
        return self.drawn if self.smaller is None else self.smaller

    @cached_property
    def rounded(self) -> Convex:
        return Convex(self.core.points, self.radius)

    @cached_property
    def parts(self) -> Trace[Any, RoundedParts]:
        return rounded_parts.trace(self.rounded)

    @cached_property
    def arcs(self) -> list[CornerTurned]:
        return [step for step in self.parts if isinstance(step, CornerTurned)]

    @cached_property
    def outer(self) -> list[EdgeMovedOut]:
        return [step for step in self.parts if isinstance(step, EdgeMovedOut)]

    @cached_property
    def longest(self) -> EdgeMovedOut:
        """The edge at which moving out is shown."""
        return self.outer[greatest([step.length for step in self.outer])]


def greatest(values: Sequence[float]) -> int:
    """The first of the greatest: of equal ones rounding does not decide."""
    return next(i for i, value in enumerate(values) if max(values) - value < 1e-9)


def first_of(step: Any) -> Any:
    return step.first if isinstance(step, Grouped) else step


def order_of(moment: Moment[Rounding]) -> int:
    """How far the shape has been taken apart, from 0 to 4."""
    return ORDER.index(type(first_of(moment.step)))


def disc_center(scene: Rounding, faulty: Any = None, *, is_named: bool = False) -> Vector:
    """Where all arcs come together: to the right of the shape, and of what a faulty rule makes of it."""
    outlines = [scene.core.points + scene.radius, *([faulty.outline] if faulty is not None else [])]
    x = max(float(outline[:, 0].max()) for outline in outlines if len(outline))
    apart = APART + (BESIDE if faulty is not None else 0.0) + (NAMED if is_named else 0.0)
    return np.array((x + scene.radius + apart, scene.core.centroid[1]))


def draw_world(canvas: Canvas, moment: Moment[Rounding]) -> None:
    scene, order = moment.scene, order_of(moment)
    if scene.smaller is not None:
        canvas.stroke(scene.drawn.points, Ink.GHOST, closed=True, line=Line.DASHED)
    canvas.area(scene.core.points, Ink.A, opacity=CORE if order else None)
    if order == 0:
        _core(canvas, moment)
    else:
        _bands(canvas, moment, order)
    if order > 1:
        for part in LEVELS:
            level = Convex(scene.core.points, part * scene.radius)
            marks.ghost(canvas, level, Ink.A, Line.THIN, opacity=0.25)
        _wedges(canvas, moment, order)
    core = scene.core.points
    canvas.stroke(core, Ink.A, closed=len(core) > 2, line=Line.DASHED if order else Line.OUTLINE)
    for p in core:
        canvas.dot(p, Ink.A)
    marks.features(canvas, scene.core, Ink.A, "A", numbered=False)
    if 0 < order < 4 and len(core) > 2:
        _names(canvas, moment, order)
    if len(core) > 2:
        canvas.label("A", scene.core.centroid, Ink.A, style=TextStyle.LETTER)
    if order == 4:
        _areas(canvas, moment)


def _names(canvas: Canvas, moment: Moment[Rounding], order: int) -> None:
    """Of vertices inside, and of edges while their normals are told, as they were named at first."""
    scene = moment.scene
    for i, p in enumerate(scene.core.points):
        if order != 2 or i != told_arc(moment):
            canvas.label(f"v{i}", p, Ink.A, toward=scene.core.centroid - p, style=TextStyle.CAPTION)
    for i, step in enumerate(scene.outer if order < 3 else ()):
        middle = (step.inner_start + step.inner_end) / 2.0
        name = rf"\boldsymbol e_{i}"
        canvas.label(f"${name}$", middle, Ink.A, toward=-step.normal, style=TextStyle.CAPTION)


def told_arc(moment: Moment[Rounding]) -> int:
    """The vertex whose turn is shown: of all that are told at once the sharpest."""
    if moment.parent is not None:
        return int(moment.step.vertex)
    return moment.scene.arcs[greatest([arc.sweep for arc in moment.scene.arcs])].vertex


def _core(canvas: Canvas, moment: Moment[Rounding]) -> None:
    """The core with the lengths of its edges; how far r is; once it may be seen, where the outline will be."""
    scene, r = moment.scene, moment.scene.radius
    for i, step in enumerate(scene.outer):
        middle = (step.inner_start + step.inner_end) / 2.0
        canvas.label(rf"$\A{{\boldsymbol{{e}}_{i}}}$ {fixed(step.length)}", middle, Ink.A, toward=step.normal)
    if len(scene.core.points) > 2:
        for i, p in enumerate(scene.core.points):
            canvas.label(f"v{i}", p, Ink.A, toward=scene.core.centroid - p)
    if r > 0.0:
        first = (scene.longest.edge + 2) % len(scene.core.points)
        at, end = scene.core.edge(first)
        away = at - scene.core.centroid
        # all that is within r of an edge is covered by the disc that rolls along it
        _rolled(canvas, at, at + ROLLED * (end - at), r)
        for part in RINGS:
            marks.circle(canvas, at + part * (end - at), r, Ink.A, Line.THIN, opacity=0.4)
        marks.circle(canvas, at, r, Ink.A, Line.DASHED)
        if moment.is_open and len(scene.core.points) > 2:
            _corner(canvas, scene, first)
        canvas.arrow(at, at + r / math.hypot(*away) * away, Ink.A, line=Line.MEASURE)
        middle = at + 0.5 * r / math.hypot(*away) * away
        canvas.label(rf"$r$ = {fixed(r)}", middle, Ink.A, toward=(-away[1], away[0]))
        if not moment.is_open:
            marks.ghost(canvas, scene.rounded, Ink.A, opacity=0.5)


def _rolled(canvas: Canvas, start: Vector, end: Vector, r: float) -> None:
    """All that a disc covers on its way from one point to another."""
    canvas.area(boundary(Convex((start, end), r), marks.SMOOTH * canvas.pixel), Ink.A, opacity=SWEPT)


def _corner(canvas: Canvas, scene: Rounding, vertex: int) -> None:
    """One corner of the outline: its arc, and a part of the outer edges beside it; not to where it is asked for."""
    arc, r = scene.arcs[vertex], scene.radius
    before, after = scene.outer[vertex - 1], scene.outer[vertex]
    outline = marks.circle_points(canvas, arc.center, r, arc.start_angle, arc.sweep)
    first = before.end + ROUNDED * (before.start - before.end)
    last = after.start + ROLLED * (after.end - after.start)
    canvas.stroke(np.vstack((first, *outline, last)), Ink.A, line=Line.OUTLINE)


def _bands(canvas: Canvas, moment: Moment[Rounding], order: int) -> None:
    """Each outer edge as far out as it has moved, and the band behind it."""
    scene, nested = moment.scene, moment.parent is not None
    part = moment.time if order == 1 and not nested else 1.0
    for step in scene.outer:
        is_told = order == 1 and (not nested or step.edge == moment.step.edge)
        u, v = (
            step.inner_start + part * (step.start - step.inner_start),
            step.inner_end + part * (step.end - step.inner_end),
        )
        canvas.area((step.inner_start, u, v, step.inner_end), Ink.EXAMINED if is_told else Ink.A, opacity=0.12)
        canvas.stroke((u, v), Ink.A, line=Line.OUTLINE)
        if order == 1:
            _levels(canvas, (step.inner_start, step.inner_end), (u, v))
    if order != 1 or scene.radius == 0.0:
        return
    step = moment.step if nested else scene.longest
    start, n = step.inner_start, step.normal
    end, out = step.inner_end, part * scene.radius * n
    for inner, name in ((start, "p"), (end, "q")):
        canvas.stroke((inner, inner + out), Ink.EXAMINED, line=Line.THIN)
        canvas.symbol(rf"\boldsymbol{{{name}}}", inner, Ink.A, toward=-n)
        canvas.symbol(rf"\boldsymbol{{{name}}}'", inner + out, Ink.A, toward=n)
    at = start + 0.36 * (end - start)
    measures.measure(canvas, at, at + out, Ink.A)
    canvas.symbol("r", at + 0.5 * out, Ink.A, toward=end - start)
    measures.unit_arrow(canvas, start + 0.64 * (end - start) + out, n, r"\hat n")


def _levels(canvas: Canvas, inner: Sequence[Vector], outer: Sequence[Vector]) -> None:
    """Parallels on the way from an inner edge to its outer one."""
    for part in LEVELS:
        ends = [p + part * (q - p) for p, q in zip(inner, outer, strict=True)]
        canvas.stroke(ends, Ink.A, line=Line.THIN, opacity=0.25)


def wedge(canvas: Canvas, arc: CornerTurned, radius: float, center: Vector) -> list[Any]:
    """The outline of the sector between two normals, put at a centre."""
    turned = marks.circle_points(canvas, center, radius, arc.start_angle, arc.sweep)
    return turned if arc.sweep >= math.tau else [tuple(center.tolist()), *turned]


def _wedges(canvas: Canvas, moment: Moment[Rounding], order: int) -> None:
    """The sectors at their vertices; from the full circle on also where they have flown to."""
    scene, r = moment.scene, moment.scene.radius
    if r == 0.0:
        return
    told = told_arc(moment) if order == 2 else None
    for arc in scene.arcs:
        i, is_told = arc.vertex, order == 2 and arc.vertex == told
        half = arc.start_angle + 0.5 * arc.sweep
        out = np.array((math.cos(half), math.sin(half)))
        outline = wedge(canvas, arc, r, arc.center)
        if order < 4:
            canvas.area(outline, Ink.EXAMINED, opacity=0.3 if is_told else 0.12)
            canvas.stroke(outline[1:], Ink.EXAMINED, line=Line.FEATURE)
        else:  # faint: they stand in the disc too
            canvas.area(outline, Ink.EXAMINED, opacity=FAINT)
            canvas.stroke((outline[1], outline[0], outline[-1]), Ink.EXAMINED, line=Line.DASHED)
            canvas.stroke(outline[1:], Ink.EXAMINED, line=Line.OUTLINE)
        if order == 4 and len(scene.arcs) <= MOST_NAMED:
            has_room = INSIDE * r * min(arc.sweep, 1.0) > ROOM * canvas.pixel
            at, toward = (arc.center + INSIDE * r * out, None) if has_room else (arc.center + r * out, out)
            if not has_room and moment.faulty is not None:  # the lines of the other rule stand there: inside
                at, toward = arc.center, -out
            canvas.symbol(rf"\theta_{i}", at, Ink.EXAMINED, toward=toward, fixed=has_room)
        if order == 2:
            angle = f"{fixed(math.degrees(arc.sweep), 1)}°"
            tip = r if scene.smaller is None else r / math.cos(0.5 * arc.sweep)  # off the corner that was there
            canvas.label(rf"$\theta_{i}$ = {angle}", arc.center + tip * out, Ink.EXAMINED, toward=out)
            far = arc.center + (tip + ABOVE * canvas.pixel) * out
            canvas.area((arc.center, far, far), Ink.CONSTRUCTION, opacity=0.0)  # unseen: room for this angle
        if is_told:
            _turn(canvas, arc, r, (i - 1) % len(scene.arcs))
    if order > 2:
        _disc(canvas, moment, order)


def _turn(canvas: Canvas, arc: CornerTurned, r: float, before: int) -> None:
    """The two normals of a vertex, the angle between them and the corner circle."""
    end, name = arc.start_angle + arc.sweep, f"v{arc.vertex}"
    canvas.stroke(marks.circle_points(canvas, arc.center, r, end, math.tau - arc.sweep), Ink.CONSTRUCTION)
    half = arc.start_angle + 0.5 * arc.sweep
    feature, back = FeatureRef("A", FeatureKind.VERTEX, arc.vertex), (-math.cos(half), -math.sin(half))
    marks.highlight_vertex(canvas, arc.center, Ink.EXAMINED, name, feature=feature, toward=back)
    for angle, index in ((arc.start_angle, before), (end, arc.vertex)):
        n = np.array((math.cos(angle), math.sin(angle)))
        canvas.stroke((arc.center, arc.center + r * n), Ink.EXAMINED, line=Line.THIN)
        measures.unit_arrow(canvas, arc.center + r * n, n, rf"\hat n_{{{index}}}")
    measures.angle_arc(canvas, arc.center, arc.start_angle, end, Ink.EXAMINED, radius=26.0)


def _disc(canvas: Canvas, moment: Moment[Rounding], order: int) -> None:
    """All sectors at one centre, or on their way there."""
    scene, r = moment.scene, moment.scene.radius
    center, time = disc_center(scene, moment.faulty, is_named=order == 3), moment.time if order == 3 else 1.0
    part = time * time * (3.0 - 2.0 * time)
    ink = Ink.EXAMINED
    for arc in scene.arcs:
        at = arc.center + part * (center - arc.center)
        outline = wedge(canvas, arc, r, at)
        canvas.area(outline, ink, opacity=0.25)
        canvas.stroke(outline, ink, closed=True, line=Line.THIN)
        if 0.0 < part < 1.0:
            continue  # on its way it has no name: that would cross the shape
        if order == 3 or len(scene.arcs) <= MOST_NAMED:
            half = arc.start_angle + 0.5 * arc.sweep
            out = np.array((math.cos(half), math.sin(half)))
            if order == 4 or len(scene.arcs) > MOST_NUMBERED:
                canvas.symbol(rf"\theta_{arc.vertex}", at + r * out, ink, toward=out)
                if INSIDE * r * min(arc.sweep, 1.0) > WIDE * canvas.pixel:
                    angle = f"{fixed(math.degrees(arc.sweep), 1)}°"
                    canvas.label(angle, at + INSIDE * r * out, ink, style=TextStyle.CAPTION, fixed=True)
            else:
                name = rf"$\theta_{arc.vertex}$ = {fixed(math.degrees(arc.sweep), 1)}°"
                canvas.label(name, at + r * out, ink, toward=out)
    if part == 1.0:
        marks.circle(canvas, center, r, ink, Line.OUTLINE)
        canvas.dot(center, Ink.A)
        title = center + (0.0, r + 48.0 * canvas.pixel)
        canvas.label("all sectors at one centre", title, Ink.QUIET)
        if order == 3:
            canvas.label("**360°**", center - (0.0, r + 26.0 * canvas.pixel), ink, toward=(0.0, -1.0))


def _areas(canvas: Canvas, moment: Moment[Rounding]) -> None:
    """The area of each part, in it."""
    scene, whole = moment.scene, moment.trace.result
    r = scene.radius
    if len(scene.core.points) > 2:
        below = scene.core.centroid - (0.0, 30.0 * canvas.pixel)
        core = rf"{CORE_AREA} = **{fixed(whole.core.area)}**"
        canvas.label(core, below, Ink.A)
    else:
        u, v = scene.core.points
        canvas.label(rf"{CORE_AREA} = **0.00**", 0.35 * u + 0.65 * v, Ink.A, toward=(u[1] - v[1], v[0] - u[0]))
    sizes = {fixed(round(step.band, 9)) for step in scene.outer}  # equal bands read alike
    for step in scene.outer if len(sizes) > 1 or len(scene.outer) <= MOST_NUMBERED else (scene.longest,):
        size = fixed(round(step.band, 9))
        canvas.label(size, (step.inner_start + step.end) / 2.0, Ink.A, style=TextStyle.BOLD, fixed=True)
    x, y = scene.core.centroid[0], float(scene.core.points[:, 1].min()) - r
    under = (x, y - 8.0 * canvas.pixel)
    canvas.label(rf"all bands: $P\,r$ = **{fixed(whole.bands)}**", under, Ink.A, toward=(0.0, -1.0))
    if r > 0.0:
        step = scene.longest
        at = step.inner_start + 0.2 * (step.inner_end - step.inner_start)
        measures.measure(canvas, at, at + r * step.normal, Ink.A)
        canvas.symbol("r", at + 0.5 * r * step.normal, Ink.A, toward=step.inner_end - step.inner_start)
    below = disc_center(scene, moment.faulty) - (0.0, r + 18.0 * canvas.pixel)
    canvas.label(rf"$\pi\,r^2$ = **{fixed(whole.sectors)}**", below, Ink.EXAMINED, toward=(0.0, -1.0))
