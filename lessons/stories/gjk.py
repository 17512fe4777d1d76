"""GJK, told wherever it is met: on its own, and stepped into from a search in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from geometry import GjkDistance, Outcome, gjk
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken, Termination
from geometry.minkowski.simplex import SimplexRegion, SimplexVertex
from geometry.trace import Grouped
from geometry.vector import Points
from lessons.stories import gjk_asks, gjk_figure
from lessons.stories.gjk_known import Known, Operands, known_at
from lessons.stories.grouping import whole
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, listed, tint

STEPS = (SimplexStarted, SupportTaken, SimplexReduced, GjkDistance)
START, LATER, END = "Start", "Later", "End"
DECIMALS = 3

W, V, D = r"\examined{\boldsymbol{w}}", r"\gap{\boldsymbol{v}}", r"\examined{\hat d}"
SUPPORT = (
    f"${V}$ is the nearest point so far; ${D}$ points from it to the origin. "
    f"The support point ${W}$ along ${D}$ shows what is left."
)
REDUCE = (
    "Which part of the **simplex** is nearest to the origin: a vertex, an edge, or does it contain the origin? "
    "Drop the rest."
)
ACROSS = (
    "The origin lies on an edge of the simplex. Does the difference go on beyond this edge? "
    f"Look along ${D}$, to either side of it."
)
APART = (
    f"The bounds meet, or ${W}$ is already in the simplex: nothing of the difference is nearer. "
    rf"$\gap{{\|\boldsymbol{{v}}\|}}$ is the **distance**."
)
OVERLAP = "The triangle contains the origin, so A and B **overlap**. How deep, GJK does not say; EPA will."
TOUCHING = "The simplex reaches the origin, and the difference ends there: A and B **just touch**."
CAPPED = "The cap on the iterations ended the search. The distance lies between the two bounds."
BOUNDS = (
    rf"\gap{{\dfrac{{{W}\cdot{V}}}{{\|\boldsymbol{{v}}\|}}}}\ \le\ \mathrm{{distance}}\ \le\ "
    r"\gap{\|\boldsymbol{v}\|}"
)
WEIGHTS = rf"{V}=\sum_k\lambda_k\boldsymbol{{w}}_k,\quad\lambda_k\ge 0,\quad\sum_k\lambda_k=1"  # of the simplex kept
ROUND = r"\gap{s}=\gap{\|\boldsymbol{v}\|}-(\A{r_A}+\B{r_B})"
ON_EDGE = rf"{V}=\boldsymbol{{0}}"


def in_scene(moment: Moment[Any]) -> Operands:
    """A and B where the scene has them."""
    return Operands(moment.scene.a.world, moment.scene.b.world)


class GjkStory(Story):
    """A support point, then the part of the simplex that is nearest: two steps an iteration."""

    columns = ("iteration", "new vertex", "lower bound", "upper bound")

    def __init__(self, operands: Callable[[Moment[Any]], Operands] = in_scene) -> None:
        """`operands`: where the two shapes are at a moment, and which is subtracted."""
        self.operands = operands

    def page(self, moment: Moment[Any]) -> Page:
        known, shapes = known_at(moment), self.operands(moment)
        match moment.step:
            case SimplexStarted() as started:
                return self._start(known, shapes, started)
            case SupportTaken(is_across=True) as taken:
                return self._row(self._across(known, shapes, taken), known, shapes, taken.vertex)
            case SupportTaken() as taken:
                page = self._row(self._support(known, shapes, taken), known, shapes, taken.vertex)
                return page.asks(gjk_asks.dropped(moment, known, shapes), gjk_asks.held_back(known))
            case SimplexReduced() as reduced:
                page = self._row(self._reduce(known, shapes, reduced), known, shapes, reduced.candidates[-1])
                return page.asks(gjk_asks.next_vertex(moment, shapes), gjk_asks.held_back(known))
            case Grouped() as later:
                return self._later(moment, later, known, shapes)
            case GjkDistance() as found:
                return self._end(known, shapes, found)
        raise TypeError(moment.step)

    def _start(self, known: Known, shapes: Operands, started: SimplexStarted) -> Page:
        p, q = (letter.lower() for letter in shapes.letters)
        idea = (
            f"How far is the origin from {shapes.difference}? Its outline is unknown. "
            f"Only **support points** ${W}$ = {p} − {q} can be asked for."
        )
        macros = ("B", "A") if shapes.is_swapped else ("A", "B")
        formula = rf"{W}=\{macros[0]}{{\boldsymbol{{{p}}}}}-\{macros[1]}{{\boldsymbol{{{q}}}}}"
        far = tint(f"**{fixed(known.upper, DECIMALS)}**", Ink.GAP)
        vertices = started.simplex.vertices
        points = Claim("w = a − b", lambda: [v.w for v in vertices], lambda: [shapes.point(v) for v in vertices])
        if started.is_warm or started.direction is None:
            kept = listed([shapes.pair_text(vertex) for vertex in vertices])
            says = f"**Warm start**: the last simplex, {kept}. The distance is at most {far}."
            page = Page(START, idea, formula, (points,)).says(says)
            return page.row("start", "warm start", fixed(0.0, DECIMALS), fixed(known.upper, DECIMALS), key="0")
        direction, first = started.direction, vertices[0]
        reach = Claim("w · d̂", lambda: first.w @ direction, lambda: shapes.support_value(direction))
        says = f"First point: ${W}$ = {shapes.pair_text(first)}, at distance {far}. The distance is at most that."
        page = Page(START, idea, formula, (points, reach)).says(says)
        return page.row("start", shapes.pair_text(first), *bounds(known), key="0")

    def _support(self, known: Known, shapes: Operands, taken: SupportTaken) -> Page:
        upper = tint(fixed(known.upper, DECIMALS), Ink.GAP)
        lower = tint(f"**{fixed(known.lower, DECIMALS)}**", Ink.GAP)
        name = f"${W}$ = {shapes.pair_text(taken.vertex)}"
        before = known.lowers[-2]
        if taken.is_repeated:
            says = f"{name} is in the simplex already: nothing is nearer. Both bounds are {lower}."
        elif taken.is_last:
            says = f"{name} lies no nearer than ${V}$: both bounds are {lower}."
        elif taken.lower <= 0.0:
            says = f"{name} lies beyond the origin: no lower bound yet. The upper bound is {upper}."
        elif taken.lower < before:
            now, most = (tint(text, Ink.GAP) for text in told_apart(taken.lower, before))
            says = f"{name}: {now} is less than before, so the lower bound stays {most}."
        else:
            says = f"{name}. Nothing lies beyond its line: lower bound {lower}, upper {upper}."
        return (
            Page(stage_of(taken.iteration), SUPPORT, BOUNDS)
            .says(says)
            .claiming(
                Claim("w · v / ‖v‖", lambda: taken.lower, lambda: -shapes.support_value(taken.direction)),
                Claim("bounds", lambda: encloses(known, shapes.core_distance()), lambda: True),
            )
        )

    def _across(self, known: Known, shapes: Operands, taken: SupportTaken) -> Page:
        name = f"${W}$ = {shapes.pair_text(taken.vertex)}"
        if taken.is_last:
            says = f"{name}: on this side nothing lies beyond the edge. The origin is on the outline."
        else:
            says = f"{name} lies beyond the edge: the difference goes on, so look to the other side."
        on_edge = Claim("v", lambda: known.simplex.closest, lambda: (0.0, 0.0))
        beyond = Claim("w · d̂", lambda: -taken.lower, lambda: shapes.support_value(taken.direction))
        return Page(stage_of(taken.iteration), ACROSS, ON_EDGE, (on_edge, beyond)).says(says)

    def _reduce(self, known: Known, shapes: Operands, reduced: SimplexReduced) -> Page:
        simplex = reduced.simplex
        upper = tint(f"**{fixed(known.upper, DECIMALS)}**", Ink.GAP)
        names = [f"${known.symbol(vertex)}$" for vertex in simplex.vertices]
        if simplex.region is SimplexRegion.INSIDE:
            says = f"The triangle {' '.join(names)} contains the origin: {tint('A and B overlap', Ink.OVERLAP)}."
        else:
            part = f"{simplex.region.value} {' '.join(names)}"
            dropped = [f"${known.symbol(vertex)}$" for vertex in reduced.dropped]
            verb = "is" if len(dropped) == 1 else "are"
            gone = f"{listed(dropped)} {verb} dropped. " if dropped else ""
            says = f"Nearest is the {tint(part, Ink.EXAMINED)}. {gone}Upper bound {upper}."
        points = np.array([shapes.point(vertex) for vertex in reduced.candidates])
        kept = np.array([shapes.point(vertex) for vertex in simplex.vertices])
        weights = np.array(simplex.weights)
        return (
            Page(stage_of(reduced.iteration), REDUCE, WEIGHTS)
            .says(says)
            .claiming(
                Claim("v", lambda: simplex.closest, lambda: weights @ kept),
                Claim("λ ≥ 0, sum 1", lambda: (min(weights.min(), 0.0), weights.sum()), lambda: (0.0, 1.0)),
                Claim("nearest part", lambda: simplex.distance, lambda: distance_of_hull(points)),
                Claim("bounds", lambda: encloses(known, shapes.core_distance()), lambda: True),
            )
        )

    def _later(self, moment: Moment[Any], later: Grouped[Any], known: Known, shapes: Operands) -> Page:
        first, last = later.first.iteration, later.last.iteration
        upper = tint(f"**{fixed(known.upper, DECIMALS)}**", Ink.GAP)
        lower = tint(fixed(known.lower, DECIMALS), Ink.GAP)
        says = f"Iterations {first} to {last} go on like this: lower bound {lower}, upper {upper}."
        page = Page(LATER, SUPPORT, BOUNDS, nested="iterations told as one").says(says)
        page = page.claiming(Claim("bounds", lambda: encloses(known, shapes.core_distance()), lambda: True))
        taken = [step for step in later.part if isinstance(step, SupportTaken)]
        start = known.iteration - len(taken) + 1
        for number, step in enumerate(taken, start):
            cells = fixed(known.lowers[number], DECIMALS), fixed(known.uppers[number], DECIMALS)
            page = page.row(str(number), shapes.pair_text(step.vertex), *cells, key=str(number))
        return page

    def _end(self, known: Known, shapes: Operands, found: GjkDistance) -> Page:
        count = f"{found.iterations} iteration{'' if found.iterations == 1 else 's'}"
        radii = shapes.first.radius, shapes.second.radius
        core = Claim("distance of the cores", lambda: found.core_distance, shapes.core_distance)
        if found.termination is Termination.CONTAINS_ORIGIN:
            says = f"After {count} the triangle contains the origin: {tint('A and B overlap', Ink.OVERLAP)}."
            return Page(END, OVERLAP, claims=(core,)).says(says)
        if sum(radii) > 0.0:
            assert found.separation is not None
            numbers = equation(
                "{v} − ({p} + {q}) = {s}",
                lambda v, p, q: v - (p + q),
                decimals=DECIMALS,
                result="s",
                v=found.core_distance,
                p=radii[shapes.is_swapped],
                q=radii[not shapes.is_swapped],
            )
            ends = "a gap is left" if found.outcome is Outcome.SEPARATED else "A and B are in contact"
            says = f"After {count} the cores’ distance is known: {numbers}, {ends}."
            s = Claim("s", lambda: found.separation or 0.0, lambda: shapes.core_distance() - sum(radii))
            return Page(END, APART, ROUND, (core, s)).says(says)
        if found.termination is Termination.TOUCHING:
            says = f"After {count}: the origin lies on the outline, {tint('just touching', Ink.OVERLAP)}."
            return Page(END, TOUCHING, claims=(core,)).says(says)
        if found.termination is Termination.ITERATION_CAP:
            return Page(END, CAPPED, claims=(core,)).says(f"After {count} the search was cut off.")
        distance = tint(f"**{fixed(found.core_distance, DECIMALS)}**", Ink.GAP)
        if known.is_warm:
            cold = gjk(shapes.first, shapes.second)
            says = (
                f"After {count}, {found.dots} dot products: distance {distance}. "
                f"A cold start takes {cold.iterations} and {cold.dots}."
            )
        elif max(len(shapes.first.points), len(shapes.second.points)) > gjk_figure.MOST_NAMED:
            says = f"After {count} and {found.dots} dot products: distance {distance}."
        else:
            p, q = (
                (place(found.on_b), place(found.on_a))
                if shapes.is_swapped
                else (place(found.on_a), place(found.on_b))
            )
            says = f"After {count}: distance {distance}, witness points {tint(p, Ink.A)} and {tint(q, Ink.B)}."
        witnesses = Claim("witness points", lambda: float(np.hypot(*(found.on_b - found.on_a))), shapes.core_distance)
        return Page(END, APART, claims=(core, witnesses)).says(says)

    def _row(self, page: Page, known: Known, shapes: Operands, vertex: SimplexVertex) -> Page:
        """The iteration in the table; its second half revises the row of the first."""
        number = str(known.iteration)
        feature = shapes.feature(vertex)
        return page.row(number, shapes.pair_text(vertex), *bounds(known), key=number, feature=feature)

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """The world: both shapes, what supports them, and the witness points."""
        gjk_figure.draw_world(canvas, moment, known_at(moment), self.operands(moment))

    def draw_space(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """Difference space: the simplex, its regions, and the ring that the distance lies in."""
        gjk_figure.draw_space(canvas, moment, known_at(moment), self.operands(moment))

    def draw_bounds(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """Both bounds against the iteration."""
        gjk_figure.draw_bounds(canvas, known_at(moment), self.bounds_axes(moment))

    def bounds_axes(self, moment: Moment[Any]) -> Axes:
        """As many iterations as there are; from the second on no higher than the upper bound after the first."""
        known = known_at(moment)
        top = known.uppers[1] if known.iteration > 1 else known.uppers[0]
        count = max(whole(moment).trace.result.iterations, 2)
        return Axes((0.0, float(count)), (0.0, 1.16 * top if top > 0.0 else 1.0), "iteration")


def stage_of(iteration: int) -> str:
    return f"Iteration {iteration}"


def bounds(known: Known) -> tuple[str, str]:
    """Both bounds as cells of the table."""
    return tint(fixed(known.lower, DECIMALS), Ink.GAP), tint(fixed(known.upper, DECIMALS), Ink.GAP)


def told_apart(*values: float) -> list[str]:
    """Numbers with as many decimals as it takes to tell them apart, if six do."""
    shown = [[fixed(value, decimals) for value in values] for decimals in range(DECIMALS, 7)]
    return next((texts for texts in shown if len(set(texts)) == len(texts)), shown[0])


def place(point: Any) -> str:
    return f"({fixed(float(point[0]))}, {fixed(float(point[1]))})"


def encloses(known: Known, distance: float) -> bool:
    """Whether the distance lies between the bounds, up to rounding."""
    slack = 1e-9 * max(1.0, known.upper)
    return known.lower - slack <= distance <= known.upper + slack


def distance_of_hull(points: Points) -> float:
    """From the origin to the hull of one to three points, by every vertex and edge; 0 inside."""
    count = len(points)
    ends = [(points[i], points[(i + 1) % count]) for i in range(count)]
    turns = [float(p[0] * q[1] - p[1] * q[0]) for p, q in ends]
    if count == 3 and (min(turns) > 0.0 or max(turns) < 0.0):
        return 0.0
    found = []
    for p, q in ends:
        edge = q - p
        squared = float(edge @ edge)
        t = min(max(-float(p @ edge) / squared, 0.0), 1.0) if squared > 0.0 else 0.0
        found.append(float(np.hypot(*(p + t * edge))))
    return min(found)
