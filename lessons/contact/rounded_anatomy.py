"""Anatomy of a rounded polygon: an inner polygon, its edges moved out by the radius, and one circle cut into arcs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Trace, box, capsule, circle, convex, regular_polygon
from geometry.contact.rounded_parts import (
    ArcsJoined,
    Core,
    CornerTurned,
    EdgeMovedOut,
    RoundedParts,
)
from geometry.faulty.minkowski_sum import scaled
from geometry.faulty.rounding import mitred
from geometry.outline import signed_area
from geometry.trace import Grouped, grouped
from geometry.vector import following
from lessons.contact import rounded_anatomy_faulty as faulty
from lessons.contact.rounded_anatomy_asked import at_first, of_the_disc, of_the_turns
from lessons.contact.rounded_anatomy_faulty import MITRED, SCALED, differs
from lessons.contact.rounded_anatomy_figure import Rounding, draw_world, first_of, greatest, order_of
from lessons.contact.rounded_anatomy_goals import goal
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment, Preset
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint

ALIKE = 1e-6  # radians: turns that differ by less do so by rounding
MOST_ADDED = 4  # numbers that a sum shows
STAGES = {
    Core: "Core",
    EdgeMovedOut: "Outer edges",
    CornerTurned: "Corner arcs",
    ArcsJoined: "Full circle",
    RoundedParts: "Area",
}
IDEAS = {
    Core: (
        "A **rounded polygon** is all points within $\\A{r}$ of a convex core, the **inner polygon**. We want "
        "its outline and its area: a physics engine needs the area for the mass."
    ),
    EdgeMovedOut: (
        "Move every edge of the core out by $\\A{r}$, along its normal $\\examined{\\hat n}$. It keeps its length "
        "and becomes an **outer edge**. A band lies between the two."
    ),
    CornerTurned: (
        "An **arc** of the **corner circle** joins two outer edges and bounds a sector. Its angle is "
        "the **turning angle** $\\examined{\\theta}$ of the vertex: from one normal to the next."
    ),
    ArcsJoined: (
        "Once around the shape, its normal turns by 360° in all. So the arcs together make **one full circle**, "
        "whatever the convex polygon."
    ),
    RoundedParts: (
        "The area is the sum of core, bands and one disc: Steiner's formula. The outline is $\\A{P}+2\\pi\\A{r}$ "
        "long: all outer edges and one full circle."
    ),
}
SEGMENT = (
    "A **capsule** is a rounded segment: all points that are at most $\\A{r}$ away from it. The way around "
    "this core leads along the segment and back: two edges, and no area."
)
LONG = (
    "Rounding adds the same $\\A{r}$ on every side, so a long box gets another form: less long for its width. A "
    "copy that is scaled keeps the form, and is another shape."
)
SHRUNK = (
    "Rounding adds a layer. To keep the size, first move every edge **in** by $\\A{r}$. What is left is the core. "
    "This is then rounded."
)
FORMULAS = {
    Core: r"\A{P}=\sum_i\,\lVert\A{\boldsymbol e_i}\rVert",
    EdgeMovedOut: (
        r"\A{\boldsymbol p'}=\A{\boldsymbol p}+\A{r}\,\examined{\hat n}\qquad "
        r"\A{\boldsymbol q'}=\A{\boldsymbol q}+\A{r}\,\examined{\hat n}"
    ),
    CornerTurned: r"\examined{\theta_i}=\angle(\examined{\hat n_{i-1}},\ \examined{\hat n_i})",
    ArcsJoined: r"\sum_i\,\examined{\theta_i}=360^\circ",
    RoundedParts: r"\mathrm{area}=\mathrm{area}_{\mathrm{core}}+\A{P}\,\A{r}+\pi\,\A{r}^2",
}


class RoundedAnatomyStory(Story):
    """Part by part; each kind of part can be stepped into, and is then walked one by one."""

    columns = ("part", "length", "area")

    def stage(self, moment: Moment[Rounding]) -> str:
        return STAGES[type(first_of(moment.step))]

    def page(self, moment: Moment[Rounding]) -> Page:
        kind, scene = type(first_of(moment.step)), moment.scene
        page = Page(self.stage(moment), IDEAS[kind], FORMULAS[kind])
        steps = moment.step.part.steps if isinstance(moment.step, Grouped) else (moment.step,)
        tell = {Core: _core, EdgeMovedOut: _edges, CornerTurned: _arcs, ArcsJoined: _joined, RoundedParts: _whole}
        page = faulty.told(tell[kind](page, scene, steps), moment)
        if kind is Core and moment.compare == SCALED:
            page = replace(page, idea=LONG)
        if moment.compare or moment.parent is not None:
            return page
        known = f"The core is to be rounded by $r$ = {fixed(scene.radius)}."
        if kind is Core:
            return page.asks(at_first(scene), known)
        asked = {EdgeMovedOut: of_the_turns, ArcsJoined: of_the_disc}.get(kind)
        return page if asked is None else page.asks(asked(scene), _situation(moment))

    def draw(self, canvas: Canvas, moment: Moment[Rounding]) -> None:
        draw_world(canvas, moment)
        faulty.draw(canvas, moment)


def _sum(values: Sequence[float], unit: str = "", *, decimals: int = 2) -> str:
    """An addition with its numbers; of many only what they make."""
    if len(values) > MOST_ADDED:
        return f"**{fixed(math.fsum(values), decimals)}{unit}**"
    named: dict[str, Any] = {f"v{i}": value for i, value in enumerate(values)}
    template = " + ".join(f"{{{name}}}{unit}" for name in named)
    shown = sum(round(value, decimals) for value in values)
    sign = (
        "=" if abs(shown - round(math.fsum(values), decimals)) < 0.5 * 10.0**-decimals else "≈"
    )  # as the digits add
    return equation(
        f"{template} {sign} **{{result}}{unit}**", lambda **v: sum(v.values()), decimals=decimals, **named
    )


def _lengths(scene: Rounding) -> list[float]:
    points = scene.rounded.points
    return [math.dist(p, q) for p, q in zip(points, following(points), strict=True)]


def _area(scene: Rounding) -> float:
    points = scene.rounded.points
    return signed_area(points) if len(points) > 2 else 0.0


def _core(page: Page, scene: Rounding, steps: Sequence[Any]) -> Page:
    (core,) = steps
    points, lengths = scene.rounded.points, _lengths(scene)
    if scene.smaller is not None:
        page = replace(page, idea=SHRUNK)
    elif len(points) == 2:
        page = replace(page, idea=SEGMENT)
    page = page.says(f"$\\A{{P}}$ = {_sum(lengths)} around the core. Its area is {fixed(core.area)}.")
    return page.row("core", "", fixed(core.area), ink=Ink.A).claiming(
        Claim("P", lambda: core.perimeter, lambda: sum(lengths)),
        Claim("area", lambda: core.area, lambda: _area(scene)),
    )


def _edges(page: Page, scene: Rounding, steps: Sequence[EdgeMovedOut]) -> Page:
    r, length = scene.radius, math.fsum(step.length for step in steps)
    name = f"{len(steps)} bands" if len(steps) > 1 else f"band at edge {steps[0].edge}"
    product = equation("{r} · {p} = **{result}**", lambda r, p: r * p, r=r, p=length)
    who = r"All bands together have the area $\A{r}$ times the length of all edges"
    if len(steps) == 1:
        who = rf"The band at edge {steps[0].edge}: $\A{{r}}$ times its length"
    page = page.says(f"{who}, {product}.")
    page = page.row(name, fixed(length), fixed(length * r), ink=Ink.A, key=name)
    points = scene.rounded.points
    ends = {s.edge: (points[s.edge], following(points)[s.edge]) for s in steps}

    def out(step: EdgeMovedOut) -> list[Any]:
        u, v = ends[step.edge]
        n = np.array((v[1] - u[1], u[0] - v[0])) / math.dist(u, v)
        return [u + r * n, v + r * n]

    return page.claiming(
        Claim("outer edges", lambda: [(s.start, s.end) for s in steps], lambda: [out(s) for s in steps]),
        Claim("bands", lambda: [s.band for s in steps], lambda: [r * math.dist(*ends[s.edge]) for s in steps]),
    )


def _arcs(page: Page, scene: Rounding, steps: Sequence[CornerTurned]) -> Page:
    turns, r = [step.sweep for step in steps], scene.radius
    sharpest = steps[greatest(turns)]
    k, angle = sharpest.vertex, f"**{fixed(math.degrees(sharpest.sweep), 1)}°**"
    size = fixed(r * sharpest.sweep)
    also = [f"v{step.vertex}" for step in steps if sharpest.sweep - step.sweep < ALIKE]
    if len(steps) == 1:
        says = f"At v{k} the normals turn by {angle}, so the arc is {size} long."
    elif len(also) == len(steps):
        says = f"The normals turn by {angle} at every vertex: each arc is {size} long."
    elif len(also) > 1:
        says = f"The normals turn most at {' and '.join(also)}: by {angle}. So these arcs are the longest, {size}."
    else:
        says = f"At v{k}, the sharpest vertex, the normals turn most: by {angle}. So its arc is the longest, {size}."
    length, area = (math.fsum(values) for values in zip(*((r * s.sweep, s.sector) for s in steps), strict=True))
    name = f"{len(steps)} sectors" if len(steps) > 1 else f"sector at v{k}"
    points = scene.rounded.points
    e = following(points) - points

    def turn(i: int) -> float:
        (x, y), (u, v) = e[i - 1].tolist(), e[i].tolist()
        return math.atan2(x * v - y * u, x * u + y * v) % math.tau

    return (
        page.row(name, fixed(length), fixed(area), ink=Ink.EXAMINED, key="arcs" if len(steps) > 1 else name)
        .says(says)
        .claiming(Claim("θ", lambda: [s.sweep for s in steps], lambda: [turn(s.vertex) for s in steps]))
    )


def _joined(page: Page, scene: Rounding, steps: Sequence[ArcsJoined]) -> Page:
    (joined,) = steps
    arcs = [math.degrees(s.sweep) for s in scene.arcs]
    page = page.row(
        f"{len(arcs)} sectors: one disc", fixed(joined.length), fixed(joined.area), ink=Ink.EXAMINED, key="arcs"
    )
    return page.says(f"{_sum(arcs, '°', decimals=1)}: one disc of radius {fixed(scene.radius)}.").claiming(
        Claim("turn", lambda: math.degrees(joined.turned), lambda: 360.0),
        Claim("disc", lambda: joined.area, lambda: math.pi * scene.radius**2),
    )


def _whole(page: Page, scene: Rounding, steps: Sequence[RoundedParts]) -> Page:
    (whole,) = steps
    page = page.row("rounded polygon", fixed(whole.perimeter), fixed(whole.area))
    sums = _sum((whole.core.area, whole.bands, whole.sectors))
    if scene.smaller is None:
        says = f"{sums}. Outline: {_sum((whole.core.perimeter, math.tau * scene.radius))}."
    else:
        before = abs(signed_area(scene.drawn.points))
        says = f"{sums} of {fixed(before)} before: only the corners lose, {fixed(before - whole.area)}."
    r, around = scene.radius, sum(_lengths(scene))
    return page.says(says).claiming(
        Claim("area", lambda: whole.area, lambda: _area(scene) + around * r + math.pi * r**2),
        Claim("outline", lambda: whole.perimeter, lambda: around + math.tau * r),
    )


def _situation(moment: Moment[Rounding]) -> str:
    scene, whole, r = moment.scene, moment.scene.parts.result, moment.scene.radius
    if differs(moment):
        return faulty.situation(moment)
    if r == 0.0:
        return "With $r$ = 0 nothing is added: outer edges and inner edges are the same."
    if scene.keep_size and scene.smaller is None:
        return f"A is too small to be shrunk by {fixed(r)} first: it is rounded as it is."
    told = f": area {fixed(whole.area)}, outline {fixed(whole.perimeter)}" if order_of(moment) == 4 else ""
    shrunk = "shrunk and then " if scene.smaller is not None else ""
    return f"A is {shrunk}rounded by {tint(f'**{fixed(r)}**', Ink.A)}{told}."


class RoundedAnatomy(Lesson[Rounding]):
    id = "rounded-anatomy"
    title = "Anatomy of a rounded polygon"
    source = "Rounding collider corners"
    summary = "An inner polygon, its edges moved out by the radius, and one full circle cut into arcs at the corners."
    terms = ("rounded polygon", "inner polygon", "core", "outer edge", "corner circle", "arc", "turning angle")
    builds_on = ("minkowski-sum",)
    story = RoundedAnatomyStory()
    compare = (
        Comparison(MITRED, lambda s: mitred(s.rounded), differs, "Error 8 of *Rounding collider corners*"),
        Comparison(SCALED, lambda s: scaled(s.core, circle(max(s.radius, 1e-9))), differs),
    )

    @property
    def scenes(self) -> Mapping[str, Rounding | Preset[Rounding]]:
        four = convex(((-1.2, -0.3), (0.0, -0.8), (1.4, 0.2), (-0.2, 0.9)))
        wedge = convex(((-1.5, -0.5), (1.6, -0.1), (-1.3, 0.8)))
        return {
            "Rounded quadrilateral": Rounding(at(four, 0.0, 0.0)),
            "Sharp tip": Preset(Rounding(at(wedge, 0.0, 0.0), 0.3), MITRED, lambda trace: 2),
            "Long box": Preset(Rounding(at(box(3.0, 1.0), 0.0, 0.0), 0.4), SCALED, lambda trace: 1),
            "Shrunk first": Rounding(at(box(2.4, 1.6), 0.0, 0.0), 0.3, keep_size=True),
            "Capsule": Rounding(at(capsule((-0.9, 0.0), (0.9, 0.0), 0.4), 0.0, 0.0, 20.0), 0.5),
            "Eight corners": Rounding(at(regular_polygon(8, 1.0), 0.0, 0.0, 10.0), 0.3),
        }

    def run(self, scene: Rounding) -> Trace[Any, RoundedParts]:
        """All edges as one step, and all arcs as one."""
        count = len(scene.rounded.edges)
        return grouped(scene.parts, (range(1, 1 + count), range(1 + count, 1 + 2 * count)))

    def clock(self, moment: Moment[Rounding]) -> Clock | None:
        """The edges move out; later the arcs fly to one centre."""
        if moment.parent is not None or order_of(moment) not in (1, 3):
            return None
        return Clock(1.6, ticks=(1.0,) * len(moment.trace), plays_on_entry=True)

    def situation(self, moment: Moment[Rounding]) -> str:
        return _situation(moment)

    def challenge(self, moment: Moment[Rounding]) -> Challenge | None:
        return goal(moment)
