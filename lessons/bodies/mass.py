"""Mass, centre and moment of inertia of a rounded shape: taken apart into pieces, summed, and counted by dots."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from geometry import Trace, box
from geometry.dynamics.mass import MassProperties, MassTerm, TermKind
from geometry.faulty.mass import (
    FaultyMass,
    about_the_origin,
    mean_of_vertices,
    radius_left_out,
    without_parallel_axis,
)
from geometry.outline import signed_area
from geometry.trace import picked
from geometry.vector import following
from lessons.bodies.mass_asked import balances, gains_most, hollow, situation, tabled
from lessons.bodies.mass_figure import draw_apart, draw_whole, pivot_of, swing, take
from lessons.bodies.mass_scene import (
    AREA,
    CENTROID,
    CORE,
    CUT,
    DOTS,
    HOLE,
    KINDS,
    MOMENT,
    OWN,
    POLYGON,
    SECTOR,
    SECTORS,
    STRIP,
    STRIPS,
    Aspect,
    Piece,
    Pill,
    Plate,
    Weighed,
    aspect_of,
    told,
)  # fmt: skip
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed

MEAN, FLAT, SPLIT, ORIGIN = "mean of the vertices", "radius left out", "no parallel axis term", "about the origin"
IDEAS = {
    POLYGON: (
        "First the **inner polygon**, all of A where nothing is rounded. Triangles from $\\A{v_0}$ cut it up: their "
        "**signed areas** add up to $\\A{A_0}$."
    ),
    HOLE: "A **hole** is a piece with a negative area. All other sums stay as they are.",
    STRIPS: (
        "Each edge carries a **strip** as wide as the radius. Together they have the perimeter $\\A{P}$ times "
        "$\\A{r}$."
    ),
    SECTORS: (
        "Each corner carries a **sector** of a disc. Once around, the angles make 360°, so together the sectors are "
        "**one full disc**."
    ),
    AREA: (
        "The areas add up: polygon, strips, one disc. Times the **density** $\\rho$, the mass of a unit of area, that "
        "is the **mass** $m$."
    ),
    CENTROID: (
        "The **centroid** $\\answer{c}$, the centre of mass, is the mean of the pieces' centroids "
        "$\\examined{c_k}$, weighted by area. The shape balances there."
    ),
    OWN: (
        "The **second moment** of a piece: add each bit of its area times its squared distance from "
        "$\\examined{c_k}$. So long pieces have large ones."
    ),
    MOMENT: (
        "**Parallel axis theorem**: about the common $\\answer{c}$ a piece has its own moment plus area times squared "
        "distance $\\examined{d_k}$ from $\\answer{c}$ to $\\examined{c_k}$."
    ),
    DOTS: (
        "The same by counting: each dot stands for the area $\\Delta A$ of its cell. Bright cells add most. A finer "
        "grid comes nearer."
    ),
}
STRIP_OWN = r"\text{strip: } I_k=\tfrac1{12}A_k(\examined{L}^2+\examined{r}^2)"
SECTOR_OWN = r"\text{sector: } I_k=A_k(\tfrac12\examined{r}^2-\examined{d}^2)"
CORE_OWN = r"I_0=\tfrac16\sum_i A_i\,(p_i^2+p_i\cdot p_{i+1}+p_{i+1}^2),\quad p_i=v_i-c_0"
FORMULAS = {
    POLYGON: r"\A{A_0}=\tfrac12\sum_i\mathrm{cross}(\A{v_i}-\A{v_0},\ \A{v_{i+1}}-\A{v_0})",
    HOLE: r"A_k<0",
    STRIPS: r"A_i=\examined{L_i}\,\examined{r}\qquad\sum_i A_i=\A{P}\,\A{r}",
    SECTORS: r"A_i=\frac{\examined{\theta_i}}{360^\circ}\,\pi\,\examined{r}^2\qquad\sum_i\examined{\theta_i}=360^\circ",
    AREA: r"A=\A{A_0}+\A{P}\,\A{r}+\pi\,\A{r}^2\qquad m=\rho\,A",
    CENTROID: r"\answer{c}=\frac{\sum_k A_k\,\examined{c_k}}{\sum_k A_k}",
    OWN: rf"{STRIP_OWN}\qquad {SECTOR_OWN}",
    MOMENT: r"\answer{I}=\rho\,\sum_k\bigl(I_k+A_k\,\examined{d_k}^2\bigr)",
    DOTS: r"I\approx\rho\sum_{\examined{p}}\lVert\examined{p}-\answer{\bar c}\rVert^2\,\examined{\Delta A}",
}


def summed(values: Sequence[float]) -> str:
    """An addition with its numbers; of many only what they make."""
    if not 1 < len(values) <= 4:
        return f"**{fixed(math.fsum(values))}**"
    signs = [1.0, *(math.copysign(1.0, value) for value in values[1:])]
    named = {f"v{i}": sign * value for i, (sign, value) in enumerate(zip(signs, values, strict=True))}
    terms = "".join(f" {'+' if sign > 0.0 else '−'} {{v{i}}}" for i, sign in enumerate(signs))[3:]
    return equation(
        f"{terms} = **{{result}}**", lambda **v: math.fsum(s * x for s, x in zip(signs, v.values(), strict=True)), **named
    )


class MassStory(Story):
    """What all pieces have at a stage; a piece that was stepped into alone."""

    columns = ("piece",)  # the lesson's own table has those of its stage

    def stage(self, moment: Moment[Weighed]) -> str:
        return aspect_of(moment)

    def page(self, moment: Moment[Weighed]) -> Page:
        aspect = aspect_of(moment)
        page = Page(aspect, IDEAS[aspect], FORMULAS[aspect])
        if moment.parent is not None:
            return _one(moment, page)
        page = TELLS[aspect](moment, page)
        if isinstance(moment.step.part, Trace):
            page = replace(page, nested="its pieces")
        ask = {AREA: balances, OWN: gains_most}.get(aspect)
        return page if moment.compare or ask is None else page.asks(ask(moment.scene), situation(moment))

    def draw(self, canvas: Canvas, moment: Moment[Weighed]) -> None:
        draw_apart(canvas, moment)


def _polygon(moment: Moment[Weighed], page: Page) -> Page:
    (core,) = moment.scene.of_kind(CORE)
    ring = core.outline
    areas = [signed_area(np.array((ring[0], p, q))) for p, q in pairwise(ring[1:])]
    text = f"The triangles: {summed(areas)}." if len(areas) > 1 else f"One triangle, with the area {summed(areas)}."
    return page.says(text).claiming(Claim("A_0", lambda: core.term.area, lambda: sum(areas)))


def _hole(moment: Moment[Weighed], page: Page) -> Page:
    holes = moment.scene.of_kind(CUT)
    says = f"The hole has {fixed(-holes[0].term.area)}: it counts as **{fixed(holes[0].term.area)}**."
    if len(holes) > 1:
        says = f"The holes together count as **{fixed(sum(p.term.area for p in holes))}**."
    return page.says(says).claiming(
        Claim("A_k", lambda: [p.term.area for p in holes], lambda: [-abs(signed_area(p.outline)) for p in holes])
    )


def _strips(moment: Moment[Weighed], page: Page) -> Page:
    scene, strips = moment.scene, moment.scene.of_kind(STRIP)
    r, long = scene.shape.radius, max(strips, key=lambda piece: piece.term.area)
    around = math.fsum(p.length for p in strips)
    first = equation("{L} · {r} = **{result}**", lambda L, r: L * r, L=long.length, r=r)
    whole = equation("{P} · {r} = **{result}**", lambda P, r: P * r, P=around, r=r)
    return page.says(f"Strip {long.term.index}: {first}. All strips: {whole}.").claiming(
        Claim("A_i", lambda: [p.term.area for p in strips], lambda: [area_of(p, r) for p in strips])
    )


def _sectors(moment: Moment[Weighed], page: Page) -> Page:
    scene, sectors = moment.scene, moment.scene.of_kind(SECTOR)
    r, wide = scene.shape.radius, max(sectors, key=lambda piece: piece.angle)
    one, disc = (
        f"$\\theta$ = {fixed(math.degrees(wide.angle), 1)}°, area **{fixed(wide.term.area)}**",
        math.pi * r * r,
    )
    whole = equation("π · {r}² = **{result}**", lambda r: math.pi * r * r, r=r)
    return page.says(f"Sector {wide.term.index}: {one}. All sectors: {whole}.").claiming(
        Claim("A_i", lambda: [p.term.area for p in sectors], lambda: [p.angle / math.tau * disc for p in sectors]),
        Claim("θ", lambda: sum(p.angle for p in sectors), lambda: math.tau),
    )


def _parts(scene: Weighed) -> list[float]:
    """Areas: polygon and holes, all strips, the disc."""
    found = [[p.term.area for p in scene.of_kind(kind)] for kind in TermKind]
    return [math.fsum(areas) for areas in found if areas]


def _area(moment: Moment[Weighed], page: Page) -> Page:
    scene, rho = moment.scene, moment.scene.density
    mass = equation("{rho} · {A} = **{result}**", lambda rho, A: rho * A, rho=rho, A=scene.found.area)
    page = page if scene.shape.radius else Page(AREA, page.idea, r"A=\sum_k A_k\qquad m=\rho\,A")
    return page.says(f"$A$ = {summed(_parts(scene))}, $m$ = {mass}.").claiming(
        Claim("A", lambda: scene.full.steps[-3].area, lambda: sum(_parts(scene))),
        Claim("m", lambda: scene.found.mass, lambda: rho * sum(_parts(scene))),
    )


def _centroid(moment: Moment[Weighed], page: Page) -> Page:
    scene, found = moment.scene, moment.scene.found
    sums = np.array([t.area * t.center for t in found.terms]).sum(axis=0)
    x, y = (equation("{s} / {A} = **{result}**", lambda s, A: s / A, s=s, A=found.area) for s in sums.tolist())
    core = found.terms[0]
    alone = f" The polygon alone: {coords(core.center)}." if core.kind is CORE and len(found.terms) > 1 else ""
    return page.says(f"$x$: {x}, $y$: {y}.{alone}").claiming(
        Claim("c", lambda: found.center, lambda: sums / found.area)
    )


def _own(moment: Moment[Weighed], page: Page) -> Page:
    scene, lit = moment.scene, moment.scene.featured(OWN)
    assert lit is not None
    total = f"All own moments: **{fixed(math.fsum(t.own for t in scene.found.terms))}**."
    if lit.term.kind is STRIP:
        said = f"Strip {lit.term.index}: {_strip_own(lit, scene.shape.radius)}."
    else:
        page, said = Page(OWN, page.idea, CORE_OWN), f"The polygon: {fixed(lit.term.own)}."
    return page.says(f"{said} {total}").claiming(
        *(Claim(p.name, lambda p=p: p.term.own, lambda p=p: own_by_rule(p)) for p in scene.pieces)  # type: ignore[misc]
    )


def _strip_own(piece: Piece, r: float) -> str:
    values = {"A": piece.term.area, "L": piece.length, "r": r}
    return equation("{A} · ({L}² + {r}²) / 12 = **{result}**", lambda A, L, r: A * (L * L + r * r) / 12.0, **values)


def own_by_rule(piece: Piece) -> float:
    """The second moment of a drawn outline about the piece's centroid; of a sector by the rule on the screen."""
    if piece.term.kind is SECTOR:
        r = math.dist(piece.outline[0], piece.outline[1])
        return piece.angle / 2.0 * r * r * (r * r / 2.0 - piece.away**2)
    p = piece.outline - piece.term.center
    q = following(p)
    twice = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    size = float((twice * ((p * p).sum(axis=1) + (p * q).sum(axis=1) + (q * q).sum(axis=1))).sum()) / 12.0
    return -abs(size) if piece.term.kind is CUT else abs(size)


def _moment(moment: Moment[Weighed], page: Page) -> Page:
    scene, found = moment.scene, moment.scene.found
    own, away = (math.fsum(values) for values in zip(*((t.own, found.spread(t)) for t in found.terms), strict=True))
    if scene.density == 1.0:
        total = equation("{own} + {away} = **{result}**", lambda own, away: own + away, own=own, away=away)
    else:
        total = equation(
            "{rho} · ({own} + {away}) = **{result}**",
            lambda rho, own, away: rho * (own + away), rho=scene.density, own=own, away=away,
        )  # fmt: skip
    far = [math.dist(t.center, found.center) ** 2 for t in found.terms]
    return page.says(
        f"$I$ = {total}: as much as the same mass has on a thin ring of radius $k$ = {fixed(scene.ring)}."
    ).claiming(
        Claim(
            "I",
            lambda: found.inertia,
            lambda: scene.density * sum(t.own + t.area * d for t, d in zip(found.terms, far, strict=True)),
        )
    )


def _dots(moment: Moment[Weighed], page: Page) -> Page:
    scene = moment.scene
    told = [f"{len(d.points)} dots: {fixed(d.inertia)}, {off(d.inertia, scene.found.inertia)}" for d in scene.dots]
    return page.says(f"{told[0]}. {told[1]}.").claiming(
        *(
            Claim(
                "I",
                lambda d=d: d.inertia,  # type: ignore[misc]
                lambda d=d: scene.density * d.area * float(d.points.var(axis=0).sum()),  # type: ignore[misc]
            )
            for d in scene.dots
        )
    )


def off(value: float, right: float) -> str:
    return f"{fixed(100.0 * abs(value / right - 1.0), 1)} % off"


TELLS = {
    POLYGON: _polygon, HOLE: _hole, STRIPS: _strips, SECTORS: _sectors, AREA: _area, CENTROID: _centroid,
    OWN: _own, MOMENT: _moment, DOTS: _dots,
}  # fmt: skip


def _one(moment: Moment[Weighed], page: Page) -> Page:
    """A piece alone: its area, its centroid or its own moment."""
    piece, aspect, r = told(moment), aspect_of(moment), moment.scene.shape.radius
    assert piece is not None
    term, kind, who = piece.term, piece.kind, piece.name.capitalize()
    if aspect == OWN:
        own = _strip_own(piece, r) if kind is STRIP else f"**{fixed(term.own, 4)}**"
        page = Page(aspect, page.idea, {STRIP: STRIP_OWN, SECTOR: SECTOR_OWN}.get(kind, CORE_OWN))
        claim = Claim("own", lambda: term.own, lambda: own_by_rule(piece))
        return page.says(f"{who}, about its own centroid: {own}.").claiming(claim)
    if aspect != CENTROID:
        return page.says(f"{who}: area **{fixed(term.area)}**.").claiming(
            Claim("A", lambda: term.area, lambda: area_of(piece, r))
        )
    if kind is SECTOR:
        page = Page(aspect, page.idea, r"\examined{d}=\frac{4\,\examined{r}\,\sin(\theta/2)}{3\,\theta}").claiming(
            Claim("d", lambda: piece.away, lambda: 4.0 * r * math.sin(piece.angle / 2.0) / (3.0 * piece.angle))
        )
        angle = f"{fixed(math.degrees(piece.angle), 1)}° = {fixed(piece.angle)} rad"
        return page.says(f"{who}: $\\theta$ = {angle}, $d$ = **{fixed(piece.away)}** from the corner.")
    where = "in its middle, " if kind is STRIP else ""
    return Page(aspect, page.idea).says(f"{who}: its centroid is {where}**{coords(term.center)}**.")


def area_of(piece: Piece, r: float) -> float:
    """By the drawn outline; of a sector, whose arc is drawn as a polygon, by its angle."""
    size = piece.angle * r * r / 2.0 if piece.kind is SECTOR else abs(signed_area(piece.outline))
    return -size if piece.kind is CUT else size


# The lesson


def _off(moment: Moment[Weighed]) -> bool:
    """Whether the error can be seen: a moment's is a part of the right one, a centre's a length."""
    least = 0.02 * moment.scene.size if moment.compare == MEAN else 0.005
    return isinstance(moment.faulty, FaultyMass) and moment.faulty.error > least


def opens(stage: str) -> Any:
    return lambda trace: next(i for i, step in enumerate(trace) if step.name == stage)


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
    presents = 1
    story = MassStory()
    compare = (
        Comparison(MEAN, lambda s: mean_of_vertices(s.shape, s.density), _off),
        Comparison(FLAT, lambda s: radius_left_out(s.shape, s.density), _off, "Chipmunk's moment_for_poly"),
        Comparison(SPLIT, lambda s: without_parallel_axis(s.shape, s.density), _off),
        Comparison(ORIGIN, lambda s: about_the_origin(s.shape, s.density), _off, "Box2D's mass data"),
    )

    @property
    def layout(self) -> Layout:
        return beside(
            Pane("apart", "", draw_apart, is_world=True, share=0.55),
            Pane("whole", "", draw_whole, take=take, share=0.45),
        )

    @property
    def scenes(self) -> Mapping[str, Weighed | Preset[Weighed]]:
        triangle = ((0.0, 0.0), (4.0, 0.0), (0.0, 3.0))
        crowded = ((0.0, 0.0), (4.0, 0.0), (4.0, 1.2), (3.9, 2.0), (3.6, 2.6), (3.1, 3.0), (0.0, 3.0))
        step = ((3.5, 0.5), (3.5, 1.9), (2.0, 1.9), (2.0, 3.7), (0.5, 3.7), (0.5, 0.5))
        kite = ((0.0, 0.0), (3.0, -1.0), (4.0, 0.0), (3.0, 1.0))
        square, hole = ((0, 0), (4, 0), (4, 4), (0, 4)), ((1, 1), (1, 3), (3, 3), (3, 1))
        return {
            "Rounded triangle": Plate(a=Outline(triangle)),
            "Many vertices in a corner": Preset(Plate(a=Outline(crowded), radius=0.0), MEAN, opens(CENTROID)),
            "Rounded box": Preset(Plate(a=Outline(box(3.6, 2.4).points), radius=0.6), FLAT, opens(MOMENT)),
            "Kite": Preset(Plate(a=Outline(kite), radius=0.4), SPLIT, opens(MOMENT)),
            "Concave, off the origin": Preset(Plate(a=Outline(step), radius=0.0), ORIGIN, opens(MOMENT)),
            "Capsule": Pill(p=np.array((0.0, 0.0)), q=np.array((1.8, 2.4))),
            "Frame": Plate(a=Outline(square, hole), radius=0.0),
        }

    def run(self, scene: Weighed) -> Trace[Aspect, MassProperties]:
        """The pieces by their kinds, then what they add up to, then the dots."""
        full = scene.full
        terms = [i for i, step in enumerate(full) if isinstance(step, MassTerm)]
        steps: list[tuple[Aspect, int]] = []
        for name, kind in KINDS.items():
            found = [i for i in terms if full[i].kind is kind]
            if found:
                part = picked(full, found) if len(found) > 1 else None
                steps.append((Aspect(name, full[found[-1]], part), found[-1]))
        area, center, whole = range(len(terms), len(full))
        every = picked(full, terms)
        steps += [(Aspect(AREA, full[area]), area), (Aspect(CENTROID, full[center], every), center)]
        steps += [(Aspect(OWN, full[terms[-1]], every), terms[-1]), (Aspect(MOMENT, full[whole]), whole)]
        steps.append((Aspect(DOTS, scene.dots[1]), whole))
        lines = tuple(full.lines[i] for _, i in steps)
        return Trace(full.function, tuple(step for step, _ in steps), lines, None, full.result)

    def clock(self, moment: Moment[Weighed]) -> Clock | None:
        """Strips move out, sectors meet in a disc, the shape tips on its needle, dots fall in."""
        if moment.parent is not None:
            return None
        aspect, count = aspect_of(moment), len(moment.trace)
        if aspect == CENTROID and swing(moment.scene, pivot_of(moment), 0.1) != 0.0:
            return Clock(4.0, ticks=(0.0,) * count, plays_on_entry=True)
        return Clock(2.0, ticks=(1.0,) * count, plays_on_entry=True) if aspect in (STRIPS, SECTORS, DOTS) else None

    def table(self, moment: Moment[Weighed], pages: Sequence[Page] | None = None) -> Table | None:
        """The pieces with what is known of them at this stage."""
        columns, rows = tabled(moment)
        place = moment.index
        return Table(columns, tuple((place, row) for row in rows), frozenset((len(rows) - 1,)))

    def situation(self, moment: Moment[Weighed]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[Weighed]) -> Challenge | None:
        return hollow(moment)
