"""Mass, centre and moment of inertia of a rounded shape: taken apart into pieces, summed, and counted by dots."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Trace, box
from geometry.dynamics.mass import MassProperties, MassTerm, TermKind
from geometry.faulty.mass import (
    about_the_origin,
    mean_of_vertices,
    radius_left_out,
    without_parallel_axis,
)
from geometry.trace import picked
from lessons.bodies.mass_asked import balances, gains_most, halved, hollow, situation, summed, tabled
from lessons.bodies.mass_dots import is_cut
from lessons.bodies.mass_figure import draw_apart, draw_whole, pivot_of, swing, take
from lessons.bodies.mass_scene import (
    FLAT,
    KINDS,
    MEAN,
    ORIGIN,
    SHARES,
    SPLIT,
    Aspect,
    Piece,
    Pill,
    Plate,
    Stage,
    Weighed,
    apart_head,
    area_of,
    center_of,
    is_off,
    is_turned,
    own_of,
    stage_of,
    told,
    triangles,
    whole_head,
)
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed

IDEAS = {
    Stage.POLYGON: (
        "To move a body we need its **mass**, **centre** and **moment of inertia**. First the **inner polygon**'s "
        "area: **signed** triangles from $\\A{v_0}$, negative if clockwise."
    ),
    Stage.HOLE: "A **hole** is a piece with a negative area. All other sums stay as they are.",
    Stage.STRIPS: (
        "Each edge carries a **strip** as wide as the radius. Their total area is the perimeter $\\A{P}$ "
        "times $\\A{r}$."
    ),
    Stage.SECTORS: (
        "Each corner carries a **sector** of a disc. Once around, the angles make 360°, so together the sectors are "
        "**one full disc**."
    ),
    Stage.AREA: (
        "The areas of all pieces add up. Times the **density** $\\rho$, the mass of a unit of area, that is the "
        "**mass** $m$."
    ),
    Stage.CENTROID: (
        "The **centroid** $\\answer{c}$, the centre of mass, is the mean of the pieces' centroids "
        "$\\examined{c_k}$, weighted by area. The shape balances there."
    ),
    Stage.OWN: (
        "The **second moment** of a piece is the sum of area times squared distance from $\\examined{c_k}$. A long "
        "piece has a large one. From a sector's corner to $\\examined{c_k}$ it is $\\examined{a}$."
    ),
    Stage.MOMENT: (
        "**Parallel axis theorem**: about the common $\\answer{c}$ a piece has its own moment plus area times "
        "squared distance $\\examined{d_k}$ from $\\answer{c}$ to $\\examined{c_k}$."
    ),
    Stage.DOTS: (
        "Check by counting: each dot stands for a cell of area $\\examined{\\Delta A}$ at the distance "
        "$\\examined{d}$ from the dots' centroid $\\answer{c}$. The brighter a cell, the more it adds."
    ),
}
SIDES = (
    "Each side of the segment carries a **strip** as wide as the radius. Their total area is $\\A{P}\\,\\A{r}$: the "
    "perimeter $\\A{P}$ counts both sides, twice the length."
)
CORNERS = (
    "The **second moment** of a piece is the sum of area times squared distance from its centroid. Here it is summed "
    "over triangles; $p_i$ is vertex $\\A{v_i}$ seen from $\\examined{c_0}$."
)
FAN = (
    "The **centroid** $\\answer{c}$, the centre of mass, is the mean of the centroids of the triangles from "
    "$\\A{v_0}$, weighted by their signed areas. The shape balances there."
)
STRIP_OWN = r"\text{strip: } I_k=\tfrac1{12}A_k(\examined{L}^2+\examined{r}^2)"
SECTOR_AWAY = r"\examined{a}=\frac{4\,\examined{r}\,\sin(\theta/2)}{3\,\theta}"
SECTOR_OWN = rf"\text{{sector: }} I_k=A_k(\tfrac12\examined{{r}}^2-\examined{{a}}^2),\ \ {SECTOR_AWAY}"
CORE_CENTER = r"\answer{c}=\frac1{\sum_i A_i}\sum_i A_i\,\tfrac13(\A{v_0}+\A{v_i}+\A{v_{i+1}})"
CORE_OWN = r"I_0=\tfrac16\sum_i A_i\,(p_i^2+p_i\cdot p_{i+1}+p_{i+1}^2),\quad p_i=v_i-c_0"
FORMULAS = {
    Stage.POLYGON: r"\A{A_0}=\tfrac12\sum_i\mathrm{cross}(\A{v_i}-\A{v_0},\ \A{v_{i+1}}-\A{v_0})",
    Stage.HOLE: r"A_k<0",
    Stage.STRIPS: r"A_k=\examined{L_k}\,\examined{r}\qquad\sum_k A_k=\A{P}\,\A{r}",
    Stage.SECTORS: (
        r"A_k=\frac{\examined{\theta_k}}{360^\circ}\,\pi\,\examined{r}^2\qquad\sum_k\examined{\theta_k}=360^\circ"
    ),
    Stage.AREA: r"\text{area}=\A{A_0}+\A{P}\,\A{r}+\pi\,\A{r}^2\qquad m=\rho\cdot\text{area}",
    Stage.CENTROID: r"\answer{c}=\frac{\sum_k A_k\,\examined{c_k}}{\sum_k A_k}",
    Stage.OWN: rf"{STRIP_OWN}\qquad {SECTOR_OWN}",
    Stage.MOMENT: r"\answer{I}=\rho\,\sum_k\bigl(I_k+A_k\,\examined{d_k}^2\bigr)",
    Stage.DOTS: r"I\approx\rho\sum\examined{d}^2\,\examined{\Delta A}",
}


class MassStory(Story):
    """What all pieces have at a stage; a piece that was stepped into alone."""

    columns = ("piece",)  # the lesson's own table has those of its stage

    def stage(self, moment: Moment[Weighed]) -> str:
        return stage_of(moment).value

    def page(self, moment: Moment[Weighed]) -> Page:
        stage, piece, scene = stage_of(moment), told(moment), moment.scene
        page = Page(stage.value, IDEAS[stage], FORMULAS[stage])
        pieces = scene.pieces
        if moment.parent is not None and piece is not None:
            page, pieces = _one(piece, stage, page), [piece]
        else:
            page = TELLS[stage](scene, page)
            pieces = [p for p in pieces if p.kind is KINDS.get(stage, p.kind)]
        if known := MEASURED.get(stage):
            name, of_term, again = known
            page = page.claiming(
                Claim(name, lambda: [of_term(p) for p in pieces], lambda: [again(p) for p in pieces])
            )
        if moment.parent is not None:
            return page
        ask = {Stage.AREA: balances, Stage.OWN: gains_most}.get(stage)
        page = replace(page, nested="its pieces" if moment.step.part else "")
        return page if moment.compare or ask is None else page.asks(ask(scene), situation(moment))

    def draw(self, canvas: Canvas, moment: Moment[Weighed]) -> None:
        draw_apart(canvas, moment)


def _polygon(scene: Weighed, page: Page) -> Page:
    (core,) = scene.of_kind(TermKind.CORE)
    areas = [area for area, _, _ in triangles(core)]
    text = f"The triangles: {summed(areas)}." if len(areas) > 1 else f"$A_0$ = {halved(core.outline)}."
    if scene.of_kind(TermKind.HOLE):
        page = replace(page, idea=IDEAS[Stage.POLYGON].replace("**inner polygon**'s area", "area, its hole filled"))
    elif not scene.shape.radius:
        page = replace(page, idea=IDEAS[Stage.POLYGON].replace("the **inner polygon**'s area", "the area"))
    return page.says(text).claiming(Claim("A_0", lambda: core.term.area, lambda: sum(areas)))


def _hole(scene: Weighed, page: Page) -> Page:
    size = math.fsum(p.term.area for p in scene.of_kind(TermKind.HOLE))
    return page.says(f"What is cut out has {fixed(-size)}: it counts as **{fixed(size)}**.")


def _strips(scene: Weighed, page: Page) -> Page:
    strips, r, long = scene.of_kind(TermKind.STRIP), scene.shape.radius, scene.featured(Stage.STRIPS)
    assert long is not None
    if not scene.of_kind(TermKind.CORE):
        page = replace(page, idea=SIDES)
    first, whole = (
        equation("{L} · {r} = **{result}**", lambda L, r: L * r, L=length, r=r)
        for length in (long.length, math.fsum(p.length for p in strips))
    )
    return page.says(f"Strip {long.term.index}: {first}. All strips: $P\\,r$ = {whole}.")


def _sectors(scene: Weighed, page: Page) -> Page:
    sectors, r, wide = scene.of_kind(TermKind.SECTOR), scene.shape.radius, scene.featured(Stage.SECTORS)
    assert wide is not None
    one = rf"$\theta$ = {fixed(math.degrees(wide.angle), 1)}°, area **{fixed(wide.term.area)}**"
    whole = equation("π · {r}² = **{result}**", lambda r: math.pi * r * r, r=r)
    claim = Claim("θ", lambda: sum(p.angle for p in sectors), lambda: math.tau)
    return page.says(f"Sector {wide.term.index}: {one}. All sectors: {whole}.").claiming(claim)


def _area(scene: Weighed, page: Page) -> Page:
    found = [[p.term.area for p in scene.of_kind(kind)] for kind in TermKind]
    parts = [math.fsum(areas) for areas in found if areas]
    mass = equation("{rho} · {A} = **{result}**", lambda rho, A: rho * A, rho=scene.density, A=scene.found.area)
    if not scene.shape.radius:
        page = replace(page, formula=r"\text{area}=\sum_k A_k\qquad m=\rho\cdot\text{area}")
    return page.says(f"Area: {summed(parts)}. $m$ = {mass}.").claiming(
        Claim("A", lambda: scene.full.steps[-3].area, lambda: sum(area_of(p) for p in scene.pieces)),
        Claim("m", lambda: scene.found.mass, lambda: scene.density * sum(parts)),
    )


def _centroid(scene: Weighed, page: Page) -> Page:
    found, core = scene.found, scene.found.terms[0]
    sums = np.array([area_of(p) * center_of(p) for p in scene.pieces]).sum(axis=0)
    x, y = (equation("{s} / {A} = **{result}**", lambda s, A: s / A, s=s, A=found.area) for s in sums.tolist())
    alone = f" The polygon alone: {coords(core.center)}."
    if len(found.terms) == 1 and core.kind is TermKind.CORE:
        page = replace(page, idea=FAN, formula=CORE_CENTER)
    says = f"$x$: {x}, $y$: {y}.{alone if core.kind is TermKind.CORE and len(found.terms) > 1 else ''}"
    return page.says(says).claiming(Claim("c", lambda: found.center, lambda: sums / found.area))


def _own(scene: Weighed, page: Page) -> Page:
    lit = scene.featured(Stage.OWN)
    assert lit is not None
    said = f"Strip {lit.term.index}: {_strip_own(lit)}."
    if lit.kind is TermKind.CORE:
        page = replace(page, idea=CORNERS, formula=CORE_OWN)
        said = f"The polygon, by triangles $A_i$ from $c_0$: **{fixed(lit.term.own)}**."
    core = scene.found.terms[0]
    if lit.kind is TermKind.STRIP and core.kind is TermKind.CORE:
        said += f" The polygon (see its pieces): {fixed(core.own)}."
    return page.says(f"{said} All: **{fixed(math.fsum(t.own for t in scene.found.terms))}**.")


def _moment(scene: Weighed, page: Page) -> Page:
    found = scene.found
    own, away = (math.fsum(values) for values in zip(*((t.own, found.spread(t)) for t in found.terms), strict=True))
    total = equation(
        "{rho} · ({own} + {away}) = **{result}**",
        lambda rho, own, away: rho * (own + away), rho=scene.density, own=own, away=away,
    )  # fmt: skip
    far = [area_of(p) * math.dist(center_of(p), found.center) ** 2 for p in scene.pieces]
    ring = f"as on a thin ring of the **radius of gyration** $R$ = {fixed(scene.ring)}."
    claim = Claim("I", lambda: found.inertia, lambda: scene.density * (sum(map(own_of, scene.pieces)) + sum(far)))
    return page.says(f"$I$ = {total}: {ring}").claiming(claim)


def _dots(scene: Weighed, page: Page) -> Page:
    few, many = (100.0 * abs(d.inertia / scene.found.inertia - 1.0) for d in scene.dots)
    said = [
        f"{f'{off:.1f} %' if off >= 0.05 else 'less than 0.1 %'} with {len(d.points)}"
        for d, off in zip(scene.dots, (few, many), strict=True)
    ]
    why = "cut cells count whole or not at all; own moments are left out"
    if few < many:
        why = "the few dots are nearer by luck, their errors cancel"
    elif not any(is_cut(scene, dots) for dots in scene.dots):
        why = "the cells' own moments are left out"
    return page.says(f"Off by {said[0]} dots, {said[1]}: {why}.").claiming(
        Claim(
            "I",
            lambda: [d.inertia for d in scene.dots],
            lambda: [scene.density * d.area * float(d.points.var(axis=0).sum()) for d in scene.dots],
        )
    )


TELLS = dict(zip(Stage, (_polygon, _hole, _strips, _sectors, _area, _centroid, _own, _moment, _dots), strict=True))


def _strip_own(piece: Piece) -> str:
    values: dict[str, Any] = {"A": piece.term.area, "L": piece.length, "r": piece.radius}
    rule = "{A} · ({L}² + {r}²) / 12 = **{result}**"
    return equation(rule, lambda A, L, r: A * (L * L + r * r) / 12.0, **values)


def _one(piece: Piece, stage: Stage, page: Page) -> Page:
    """A piece alone: its area, its centroid or its own moment."""
    kind, term, who = piece.kind, piece.term, piece.name.capitalize()
    if stage is Stage.OWN:
        own = _strip_own(piece) if kind is TermKind.STRIP else f"**{fixed(term.own, 4)}**"
        formula = {TermKind.STRIP: STRIP_OWN, TermKind.SECTOR: SECTOR_OWN}.get(kind, CORE_OWN)
        if kind is TermKind.SECTOR:
            values: dict[str, Any] = {"A": term.area, "r": piece.radius, "a": piece.away}
            own = equation(
                "{A} · ({r}² / 2 − {a}²) = **{result}**", lambda A, r, a: A * (r * r / 2.0 - a * a), **values
            )
        elif kind in (TermKind.CORE, TermKind.HOLE):
            page = replace(page, idea=CORNERS)
        return replace(page, formula=formula).says(f"{who}, about its own centroid: {own}.")
    if stage is not Stage.CENTROID:
        return page.says(f"{who}: area **{fixed(term.area)}**.")
    if kind is not TermKind.SECTOR:
        return replace(page, formula="").says(f"{who}: its centroid is **{coords(term.center)}**.")
    angle = f"{fixed(math.degrees(piece.angle), 1)}° = {fixed(piece.angle)} rad"
    says = f"{who}: $\\theta$ = {angle}, $a$ = **{fixed(piece.away)}** from the corner."
    return replace(page, formula=SECTOR_AWAY).says(says)


AREAS = ("A_k", lambda p: p.term.area, area_of)
MEASURED: Mapping[Stage, tuple[str, Callable[[Piece], Any], Callable[[Piece], Any]]] = {
    **dict.fromkeys(KINDS, AREAS),
    Stage.CENTROID: ("c_k", lambda p: p.term.center, center_of),
    Stage.OWN: ("I_k", lambda p: p.term.own, own_of),
}


# The lesson


def opens(stage: Stage) -> Any:
    return lambda trace: next(i for i, step in enumerate(trace) if step.stage is stage)


class MassLesson(Lesson[Weighed]):
    id = "mass"
    title = "Mass, centre, moment of inertia"
    source = "Rounding collider corners"
    summary = "A rounded shape is a polygon, strips and sectors: their areas, centroids and second moments add up."
    terms = (
        "area", "density", "mass", "centroid", "centre of mass", "second moment of area", "moment of inertia",
        "parallel axis theorem", "radius of gyration",
    )  # fmt: skip
    builds_on = ("rounded-anatomy", "minkowski-sum")
    story = MassStory()
    compare = (
        Comparison(MEAN, lambda s: mean_of_vertices(s.shape, s.density), is_off),
        Comparison(FLAT, lambda s: radius_left_out(s.shape, s.density), is_off, "Chipmunk's moment_for_poly"),
        Comparison(SPLIT, lambda s: without_parallel_axis(s.shape, s.density), is_off),
        Comparison(ORIGIN, lambda s: about_the_origin(s.shape, s.density), is_off, "Box2D's mass data"),
    )

    @property
    def layout(self) -> Layout:
        return beside(
            Pane("apart", "", draw_apart, is_world=True, share=SHARES[0], headed=apart_head),
            Pane("whole", "", draw_whole, take=take, share=SHARES[1], headed=whole_head),
        )

    @property
    def scenes(self) -> Mapping[str, Weighed | Preset[Weighed]]:
        triangle = ((0.0, 0.0), (4.0, 0.0), (0.0, 3.0))
        crowded = ((0.0, 0.0), (4.0, 0.0), (4.0, 1.2), (3.9, 2.0), (3.6, 2.6), (3.1, 3.0), (0.0, 3.0))
        step = ((3.5, 0.5), (3.5, 1.9), (2.0, 1.9), (2.0, 3.7), (0.5, 3.7), (0.5, 0.5))
        kite = ((0.0, 0.0), (3.0, -1.0), (4.0, 0.0), (3.0, 1.0))
        square, hole = ((0, 0), (4, 0), (4, 4), (0, 4)), ((1, 1), (1, 3), (3, 3), (3, 1))
        return {
            "Rounded triangle": Plate(a=Outline(triangle), on_stack=True),
            "Many vertices in a corner": Preset(Plate(a=Outline(crowded), radius=0.0), MEAN, opens(Stage.CENTROID)),
            "Rounded box": Preset(Plate(a=Outline(box(3.6, 2.4).points), radius=0.6), FLAT, opens(Stage.MOMENT)),
            "Kite": Preset(Plate(a=Outline(kite), radius=0.4), SPLIT, opens(Stage.MOMENT)),
            "Concave, off the origin": Preset(Plate(a=Outline(step), radius=0.0), ORIGIN, opens(Stage.MOMENT)),
            "Capsule": Pill(p=np.array((0.0, 0.0)), q=np.array((2.1, math.sqrt(4.59)))),
            "Frame": Plate(a=Outline(square, hole), radius=0.0),
        }

    def run(self, scene: Weighed) -> Trace[Aspect, MassProperties]:
        """The pieces by their kinds, then what they add up to, then the dots."""
        full = scene.full
        area = sum(isinstance(step, MassTerm) for step in full)
        every, center, whole = picked(full, range(area)), area + 1, area + 2
        steps: list[tuple[Aspect, int]] = []
        for stage, kind in KINDS.items():
            if found := [i for i in range(area) if full[i].kind is kind]:
                part = picked(full, found) if len(found) > 1 else None
                steps.append((Aspect(stage, full[found[-1]], part), found[-1]))
        steps += [(Aspect(Stage.AREA, full[area]), area), (Aspect(Stage.CENTROID, full[center], every), center)]
        steps += [(Aspect(Stage.OWN, full[area - 1], every), area - 1), (Aspect(Stage.MOMENT, full[whole]), whole)]
        steps.append((Aspect(Stage.DOTS, scene.dots[1]), whole))
        lines = tuple(full.lines[i] for _, i in steps)
        return Trace(full.function, tuple(step for step, _ in steps), lines, None, full.result)

    def clock(self, moment: Moment[Weighed]) -> Clock | None:
        """Strips move out, sectors meet in a disc, the shape tips on its needle, bodies turn, dots fall in."""
        if moment.parent is not None:
            return None
        stage, count = stage_of(moment), len(moment.trace)
        if stage is Stage.CENTROID and swing(moment.scene, pivot_of(moment), 0.1) != 0.0:
            return Clock(4.0, ticks=(0.0,) * count, plays_on_entry=True)
        moves = stage in (Stage.STRIPS, Stage.SECTORS, Stage.DOTS) or is_turned(moment)
        return Clock(2.0, ticks=(1.0,) * count, plays_on_entry=True) if moves else None

    def table(self, moment: Moment[Weighed], pages: Sequence[Page] | None = None) -> Table | None:
        """The pieces with what is known of them at this stage."""
        columns, rows = tabled(moment)
        lit, last = told(moment), len(rows) - 1
        names = () if lit is None else (lit.name, f"{len(moment.scene.of_kind(lit.kind))} {lit.kind.value}s")
        place = next((i for i, row in enumerate(rows) if row.cells[0] in names), last)  # whose numbers are told
        return Table(columns, tuple((moment.index, row) for row in rows), frozenset((place,)))

    def situation(self, moment: Moment[Weighed]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[Weighed]) -> Challenge | None:
        return hollow(moment)
