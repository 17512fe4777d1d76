"""GJK, told wherever it is met: on its own, and stepped into from a search in time."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import GjkDistance, Outcome, gjk
from geometry.faulty.gjk import FaultySearch
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken, Termination
from geometry.minkowski.simplex import SimplexRegion
from geometry.trace import Grouped
from geometry.vector import Points
from lessons.stories import gjk_asks, gjk_figure, gjk_world
from lessons.stories.gjk_chart import draw_bounds
from lessons.stories.gjk_figure import DECIMALS, FIRST
from lessons.stories.gjk_formulas import (
    NORM,
    ON_EDGE,
    ROUND,
    D,
    N,
    V,
    between,
    examined,
    first_bound,
    nearest_formula,
    weighted,
    witness_formula,
)
from lessons.stories.gjk_known import Known, Operands, known_at, known_within, summing_to_one
from lessons.stories.grouping import whole
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Prediction
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, listed, tint

STEPS = (SimplexStarted, SupportTaken, SimplexReduced, GjkDistance)

A_STAR, B_STAR = tint("a*", Ink.A), tint("b*", Ink.B)
START = (
    f"The distance between A and B is the length of the shortest {tint('a', Ink.A)} − {tint('b', Ink.B)}: from the "
    "origin to A − B. GJK does not compute all of A − B, only **support points** of it."
)
START_CORES = (
    "A rounded shape is a **core** with a radius. The core distance is the length of the shortest a − b, with a and "
    "b in the cores. GJK computes only **support points**."
)
SUPPORT = (
    f"A point of A − B nearer to the origin than ${V}$ lies in front of ${V}$, along the **search direction** "
    f"${D} = -{V}/{NORM}$. The support point lies farthest along it."
)
REDUCE = (
    "The support points form the **simplex**. The **Voronoi region** of a vertex or an edge: all points nearest to "
    "it. Keep the part whose region contains the origin."
)
ACROSS = (
    f"The origin lies on an edge of the simplex. If A − B goes on beyond it on both sides, A and B overlap. Look "
    f"along the edge’s normal ${N}$, then to the other side."
)
APART = (
    f"No point of A − B lies farther along ${D}$ than ${V}$: ${NORM}$ is the **distance**. The same weights give the "
    f"nearest points of both shapes, the **witness points** {A_STAR} and {B_STAR}."
)
CORES = (
    f"Nothing lies farther along ${D}$ than ${V}$, so ${V}$’s length is the **core distance**. Subtract both radii: "
    "the result is the **separation** {s}, negative if A and B overlap."
)
OVERLAP = (
    "The origin is a weighted mean of points of A − B with no weight below 0, so it lies in A − B: A and B "
    "**overlap**. GJK gives no depth; EPA does."
)
TOUCHING = (
    "The origin lies on an edge of the simplex. Along the edge’s normal nothing of A − B lies beyond it: "
    "A and B **just touch**."
)


def is_gjk(moment: Moment[Any]) -> bool:
    """Whether it is a step of this search, however it was met."""
    return isinstance(moment.trace.steps[0], STEPS)


class GjkStory(Story):
    """A support point, then the part of the simplex that is nearest: two steps an iteration."""

    columns = ("iteration", "support point", "lower bound", "upper bound")

    def __init__(self, operands: Callable[[Moment[Any]], Operands]) -> None:
        """`operands`: where the two shapes are at a moment, and which is subtracted."""
        self.operands = operands

    def stage(self, moment: Moment[Any]) -> str:
        match moment.step:
            case SupportTaken(iteration=number) | SimplexReduced(iteration=number):
                return f"Iteration {number}"
            case Grouped():
                return "Later"
        return "End" if isinstance(moment.step, GjkDistance) else "Start"

    def page(self, moment: Moment[Any]) -> Page:
        within, shapes = known_within(moment), self.operands(moment)
        known = within[-1]
        questions: tuple[Prediction | None, ...] = ()
        match moment.step:
            case SimplexStarted() as started:
                page = self._start(known, shapes, started, can_turn=moment.parent is None)
            case SupportTaken(is_across=True) as taken:
                page = self._across(known, shapes, taken)
            case SupportTaken() as taken:
                page = self._support(known, shapes, taken)
                questions = gjk_asks.nearest_edge(moment, known), gjk_asks.point_of_a(moment, known, shapes)
            case SimplexReduced() as reduced:
                page = self._reduce(known, shapes, reduced)
                bound = gjk_asks.next_bound(moment, known, self.bounds_axes(moment))
                questions = gjk_asks.next_vertex(moment, known, shapes), bound
            case Grouped() as later:
                page = self._later(known, shapes, later)
            case _:
                page = self._end(moment, known, shapes)
        for question in (each for each in questions if each is not None):
            page = page.asks(question, self.situation(moment))
        for each in within:
            page = row(page, each, shapes)
        return (
            replace(page, idea=shapes.told(page.idea), sentence=shapes.told(page.sentence))
            if shapes.radius > 0.0
            else page
        )

    def situation(self, moment: Moment[Any]) -> str:
        """What is known so far of how A and B stand: their distance only at the end."""
        known, shapes = known_at(moment), self.operands(moment)
        if isinstance(moment.step, GjkDistance):
            is_depth_known = moment.step.termination is not Termination.CONTAINS_ORIGIN
            return standing(shapes.first, shapes.second, numbers=is_depth_known, decimals=DECIMALS)
        if known.simplex.region is SimplexRegion.INSIDE:
            return f"A and B {tint('overlap', Ink.OVERLAP)}."
        what = "The distance between A and B" if shapes.radius == 0.0 else "The core distance"
        low, high = number(known.lower), number(known.upper)
        if known.simplex.direction is None:
            return f"The origin lies in {shapes.name}: A and B touch or overlap."
        if low == high:
            return f"{what} is {high}."
        if known.lower > 0.0:
            return f"{what} lies between {low} and {high}."
        return f"{what} is at most {high}."

    def _start(self, known: Known, shapes: Operands, started: SimplexStarted, *, can_turn: bool) -> Page:
        vertices, far = started.simplex.vertices, number(known.upper, bold=True)
        points = Claim("w = a − b", lambda: [v.w for v in vertices], lambda: [shapes.point(v) for v in vertices])
        direction = started.direction
        idea = START if shapes.radius == 0.0 else START_CORES
        formula = first_bound(known, shapes, of=None if direction is None else vertices[0])
        page = Page("Start", idea, formula, (points,))
        if direction is None:
            kept = listed([shapes.pair_text(vertex) for vertex in vertices])
            return page.says(f"**Warm start**: the last simplex, {kept}. The distance is at most {far}.")
        reach = Claim("w · d̂", lambda: vertices[0].w @ direction, lambda: shapes.support_value(direction))
        d, pair = rf"\examined{{{FIRST}}}", shapes.pair_text(vertices[0])
        a, b = pair.split(" − ")
        says = (
            f"{a} is farthest in A along ${d}${' (drag its tip)' if can_turn else ''}, {b} in B along "
            f"$-{d}$. ${V}$ = {pair} is {far} long: an upper bound."
        )
        return page.claiming(reach).says(says)

    def _support(self, known: Known, shapes: Operands, taken: SupportTaken) -> Page:
        w = examined(known, taken.vertex)
        name, lower, before = (
            f"${w}$ = {shapes.pair_text(taken.vertex)}",
            number(known.lower, bold=True),
            known.lowers[-2],
        )
        if taken.is_repeated:
            says = f"{name} is in the simplex already, so nothing is nearer than ${V}$. Both bounds are {lower}."
        elif taken.is_last:
            says = f"{name} lies no farther along ${D}$ than ${V}$. Both bounds are {lower}."
        elif taken.lower <= 0.0:
            says = f"{name}. The origin lies behind the line through it, so this line proves no more than 0."
        elif number(taken.lower) != number(before) and taken.lower < before:
            says = f"{name}: the line through it proves only {number(taken.lower)}. The lower bound stays {lower}."
        else:
            says = f"{name}. Nothing of A − B lies beyond the line through it: the **lower bound** is {lower}."
        bound = Claim("w · v / ‖v‖", lambda: taken.lower, lambda: -shapes.support_value(taken.direction))
        ends = (fixed(each, DECIMALS).replace("−", "-") for each in (taken.lower, taken.upper))
        low, high = (rf"\gap{{{each}}}" for each in ends)
        bounds = f"{low}={between(known, shapes)}={high}"
        if taken.lower <= 0.0:  # it proves nothing
            bounds = bounds.replace(r"\gap", r"\quiet", 2)
        return Page(f"Iteration {taken.iteration}", SUPPORT, bounds, (bound, enclosed(known, shapes))).says(says)

    def _across(self, known: Known, shapes: Operands, taken: SupportTaken) -> Page:
        says = f"${examined(known, taken.vertex)}$ = {shapes.pair_text(taken.vertex)}"
        if taken.is_last:
            says += ": nothing lies beyond the edge. The origin is on the outline."
        else:
            says += " lies beyond the edge: A − B goes on, so try the other side."
        on_edge = Claim("v", lambda: known.simplex.closest, lambda: (0.0, 0.0))
        beyond = Claim("w · n̂", lambda: -taken.lower, lambda: shapes.support_value(taken.direction))
        return Page(f"Iteration {taken.iteration}", ACROSS, ON_EDGE, (on_edge, beyond)).says(says)

    def _reduce(self, known: Known, shapes: Operands, reduced: SimplexReduced) -> Page:
        simplex, weights = reduced.simplex, np.array(reduced.simplex.weights)
        names = " ".join(f"${known.symbol(vertex)}$" for vertex in simplex.vertices)
        if simplex.region is SimplexRegion.INSIDE:
            says = f"The triangle {names} contains the origin: {tint('A and B overlap', Ink.OVERLAP)}."
        else:
            part = tint(f"{simplex.region.value} {names}", Ink.EXAMINED)
            dropped = listed([f"${known.symbol(vertex)}$" for vertex in reduced.dropped]) if reduced.dropped else ""
            verb = "is" if len(reduced.dropped) == 1 else "are"
            gone = f" {dropped} {verb} dropped." if dropped else ""
            far = f"${V}$ is {number(known.upper, bold=True)} long: the new upper bound."
            says = f"The origin lies in the region of {part}.{gone} {far}"

        def points(vertices: Any) -> Points:
            return np.array([shapes.point(vertex) for vertex in vertices])

        v = simplex.closest
        claims = (
            Claim("v", lambda: v, lambda: weights @ points(simplex.vertices)),
            Claim("weights ≥ 0, sum 1", lambda: (min(weights.min(), 0.0), weights.sum()), lambda: (0.0, 1.0)),
            # Nothing of the simplex lies nearer along v than v itself.
            Claim("nearest part", lambda: (points(reduced.candidates) @ v).min(), lambda: v @ v),
            Claim("v ⊥ edge", lambda: v @ (points(simplex.vertices)[-1] - points(simplex.vertices)[0]), lambda: 0.0),
            enclosed(known, shapes),
        )
        return Page(f"Iteration {reduced.iteration}", REDUCE, nearest_formula(known), claims).says(says)

    def _later(self, known: Known, shapes: Operands, later: Grouped[Any]) -> Page:
        says = (
            f"Iterations {later.first.iteration} to {later.last.iteration} go on like this: "
            f"lower bound {number(known.lower)}, upper bound {number(known.upper, bold=True)}."
        )
        return Page(
            "Later", SUPPORT, between(known, shapes), (enclosed(known, shapes),), nested="iterations told as one"
        ).says(says)

    def _end(self, moment: Moment[Any], known: Known, shapes: Operands) -> Page:
        found: GjkDistance = moment.step
        count = f"{found.iterations} iteration{'' if found.iterations == 1 else 's'}"
        core = Claim("core distance", lambda: found.core_distance, shapes.core_distance)
        if found.termination is Termination.CONTAINS_ORIGIN:
            says = f"After {count} the triangle contains the origin: {tint('A and B overlap', Ink.OVERLAP)}."
            weights, points = found.simplex.weights, [shapes.point(vertex) for vertex in found.simplex.vertices]
            origin = Claim("weighted mean", lambda: np.array(weights) @ np.array(points), lambda: (0.0, 0.0))
            return Page("End", OVERLAP, nearest_formula(known), (core, origin)).says(says)
        if shapes.radius > 0.0:
            assert found.separation is not None
            radii = {letter: shape.radius for shape, letter, _ in shapes.sides}
            numbers = equation(
                "{v} − ({p} + {q}) = {s}", lambda v, p, q: v - (p + q), decimals=DECIMALS, result="s",
                v=found.core_distance, p=radii["A"], q=radii["B"],
            )  # fmt: skip
            depth = "just touch" if standing(shapes.first, shapes.second).endswith("touch.") else "overlap"
            ends = "a gap is left" if found.outcome is Outcome.SEPARATED else "A and B " + depth
            s = Claim("s", lambda: found.separation or 0.0, lambda: shapes.core_distance() - shapes.radius)
            says = f"{numbers} after {count}: {ends}."
            sign = rf"\{separation_ink(found.separation).value}{{s}}"
            idea, formula = CORES.replace("{s}", f"${sign}$"), ROUND.replace("{s}", sign)
            return Page("End", idea, formula, (core, s)).says(says)
        if found.termination is Termination.TOUCHING:
            says = f"After {count}: the origin lies on the outline, A and B **just touch**."
            kept, shares = known.simplex.vertices, summing_to_one(known.simplex.weights)
            names = [examined(known, vertex) for vertex in kept]
            return Page("End", TOUCHING, rf"\boldsymbol{{0}}={weighted(shares, names)}", (core,)).says(says)
        page = Page("End", APART, witness_formula(known), (core, witness_claim(found, shapes)))
        return page.says(self._apart(moment, known, shapes))

    def _apart(self, moment: Moment[Any], known: Known, shapes: Operands) -> str:
        """What the end says of two polygons that are apart: what is special of the scene, or the witness points."""
        found: GjkDistance = moment.step
        count = f"{found.iterations} iteration{'' if found.iterations == 1 else 's'}"
        distance = number(found.core_distance, bold=True)
        if known.is_warm:
            cold = gjk(shapes.first, shapes.second, direction=getattr(moment.scene, "direction", None))
            says = f"{distance} after {count}, {found.dots} dot products. "
            return says + f"A cold start takes {cold.iterations} and {cold.dots}."
        if shapes.is_crowded:
            pairs = len(shapes.first.points) * len(shapes.second.points)
            says = f"After {count} and {found.dots} dot products: distance {distance}. "
            return says + f"GJK found {len(known.found)} of the {pairs} points a − b."
        if known.lower != known.upper and known.simplex.has_pair(known.newest):
            apart = f"{last_bits(known.lower, known.upper)} (unit in the last place)"
            w = examined(known, known.newest)
            return rf"Rounding keeps the bounds {apart} apart. GJK stops: ${w}$ was in the simplex already."
        if shapes.has_parallel_edges_at(found.simplex):
            return f"Many pairs of points are {distance} apart. GJK gives one of them: {A_STAR} and {B_STAR}."
        return f"After {count} the bounds meet: A and B are {distance} apart, from {A_STAR} to {B_STAR}."

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """The world: both shapes, what supports them, and the witness points."""
        gjk_world.draw_world(canvas, moment, known_at(moment), self.operands(moment))

    def draw_space(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """Difference space: the simplex, its regions, and the ring that the distance lies in."""
        gjk_figure.draw_space(canvas, moment, known_at(moment), self.operands(moment))

    def draw_bounds(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """Both bounds against the iteration."""
        draw_bounds(canvas, known_at(moment), self.bounds_axes(moment), is_open=moment.is_open)

    def bounds_axes(self, moment: Moment[Any]) -> Axes:
        """As many iterations as there are, up from 0 to the first upper bound."""
        top, count = known_at(moment).uppers[0], whole(moment).trace.result.iterations
        if isinstance(moment.faulty, FaultySearch):  # a loop that goes on is seen to go on
            count = max(count, min(moment.faulty.iterations, 2 * count))
        return Axes((0.0, float(count)), (0.0, 1.16 * top if top > 0.0 else 1.0), "iteration")


def row(page: Page, known: Known, shapes: Operands) -> Page:
    """The iteration in the table; its second half, and the end, revise the row."""
    name = str(known.iteration) if known.iteration else "start"
    vertex = "warm start" if known.is_warm and not known.iteration else shapes.pair_text(known.newest)
    return page.row(
        name, vertex, number(known.lower), number(known.upper), key=name, feature=known.part(known.newest)
    )


def number(value: float, *, bold: bool = False) -> str:
    """A bound, in the ink of bounds."""
    return tint(f"**{fixed(value, DECIMALS)}**" if bold else fixed(value, DECIMALS), Ink.GAP)


def last_bits(low: float, high: float) -> str:
    """How far two numbers are apart that differ by rounding, in units in the last place."""
    count = round(abs(high - low) / math.ulp(max(abs(low), abs(high))))
    return f"{count} ulp{'' if count == 1 else 's'}"


def witness_claim(found: GjkDistance, shapes: Operands) -> Claim:
    """The weights of v give a point of each shape, and these are as far apart as the shapes."""

    def summed() -> tuple[float, ...]:
        weights, kept = found.simplex.weights, found.simplex.vertices
        a = sum(w * shapes.first.points[v.index_a] for w, v in zip(weights, kept, strict=True))
        b = sum(w * shapes.second.points[v.index_b] for w, v in zip(weights, kept, strict=True))
        return (*a, *b, shapes.core_distance())

    def told() -> tuple[float, ...]:
        return (*found.on_a, *found.on_b, float(np.hypot(*(found.on_b - found.on_a))))

    return Claim("witness points", told, summed)


def enclosed(known: Known, shapes: Operands) -> Claim:
    """The distance lies between the bounds, up to rounding."""
    slack = 1e-9 * max(1.0, known.upper)

    def holds() -> bool:
        return known.lower - slack <= shapes.core_distance() <= known.upper + slack

    return Claim("bounds", holds, lambda: True)
