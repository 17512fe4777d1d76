"""Support point: the vertex that a line meets first, by the greatest dot product, and what a radius adds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import SupportPoint, Trace, capsule, circle, convex, rounded, support_ties
from geometry.faulty.support import FaultySupport, maximum_from_zero, nearest_vertex
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.support import DirectionTaken, RadiusAdded, SupportFound, SupportStep, VertexMeasured
from geometry.vector import length, unit
from lessons.shadows.ruler import Ruler, product, vertex_name
from lessons.shadows.support_point_asked import first_met, on_the_ruler
from lessons.shadows.support_point_figure import draw_world, fault_told
from lessons.shadows.support_point_goals import ALONE, ARROW, GREATEST, ORIGIN, SIDE, goal
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment, Preset
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, Body, Scene, at, body, handle, polar
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint

CLEAR = 0.5  # world length between A with the names of its vertices and the ruler
FROM_ZERO, NEAREST = "maximum from 0", "nearest vertex"
STAGES = {
    DirectionTaken: "Direction",
    VertexMeasured: "Dot products",
    SupportFound: "Support",
    RadiusAdded: "Radius",
}
D, A_I, H = r"\examined{\hat d}", r"\A{\boldsymbol{a}_i}", r"\answer{h(\hat d)}"
DIRECTION = (
    "We want the **support point** of A, the farthest one along $\\hat d$: shadows, SAT and GJK need it. A line "
    "perpendicular to $\\hat d$ that moves in against $\\hat d$ meets it first."
)
DIRECTION_ROUND = (
    "We want the **support point** of A, the farthest one along $\\hat d$. A round shape is a **core**, dashed, "
    "with a layer of thickness $r$. Search the core first."
)
DIRECTION_CIRCLE = (
    "We want the **support point** of A, the farthest one along $\\hat d$. A circle is a **core** of one point, "
    "with a layer of thickness $r$. Search the core first."
)
PRODUCTS = (
    "The dot product $\\A{\\boldsymbol{a}_i}\\cdot{\\hat d}$ is the place of the vertex $\\A{\\boldsymbol{a}_i}$ on "
    "the ruler along $\\hat d$, measured from the origin. Keep the greatest."
)
FOUND = (
    f"The greatest dot product is the **support value** ${H}$. Its vertex, the **support vertex**, is the support "
    "point: no point of an edge lies farther than both its ends."
)
FOUND_ROUND = (
    "The vertex with the greatest dot product is the **support vertex** of the core. No point of an edge lies "
    "farther than both its ends, so no point of the core does."
)
FOUND_CIRCLE = "The only vertex of the core is its **support vertex**. The layer around it is still missing."
TIED = (
    "Two vertices have the greatest dot product: the edge between them is perpendicular to $\\hat d$, and every "
    "point of it lies equally far."
)
RADIUS = (
    "No point of A is more than $r$ from the core. So the support point lies $r$ beyond the support vertex "
    f"$\\A{{\\boldsymbol{{a}}_k}}$ along $\\hat d$. Its place is the **support value** ${H}$."
)


TO_THE_TIP = (
    "This rule takes the vertex nearest to the tip of the arrow. But $\\hat d$ has no place: drag the arrow, and the "
    "rule can take another vertex."
)
BEGINS_AT_0 = (
    "This rule begins with 0 as the greatest value so far. Where all dot products are negative, none exceeds 0, and "
    "the rule finds no vertex."
)
FAULTY = {
    NEAREST: (TO_THE_TIP, r"\faulty{k=\mathrm{argmin}_i\,\lVert\boldsymbol{a}_i-\mathrm{tip}\rVert}"),
    FROM_ZERO: (BEGINS_AT_0, r"\faulty{h(\hat d)=\max(0,\ \max_i\,\boldsymbol{a}_i\cdot\hat d)}"),
}


@dataclass(frozen=True, eq=False)
class ShapeAndDirection(Scene):
    """A shape, and a direction of length 1."""

    a: Body = body(Ink.A, "A")
    direction: Arrow = handle(Ink.EXAMINED, "d̂")
    task: str = ""  # what is to be constructed of it, and asked
    kept: float = 0.0  # degrees of the direction as it is to stay, where that is the task

    def __post_init__(self) -> None:
        if length(self.direction.vector) == 0.0:
            raise ValueError("a direction needs a length: its tip and its tail lie on one point")
        start = self.direction.start
        object.__setattr__(self, "direction", Arrow(start, start + unit(self.direction.vector)))

    @cached_property
    def ruler(self) -> Ruler:
        return Ruler(self.a.world, self.direction.vector, CLEAR)

    @cached_property
    def values(self) -> list[float]:
        """How far each vertex of the core lies along the direction."""
        along: list[float] = (self.a.world.points @ self.direction.vector).tolist()
        return along


class SupportPointStory(Story):
    """From the direction over the dot products to the vertex that has the greatest."""

    columns = ("vertex", "dot product")
    stages = STAGES

    def page(self, moment: Moment[ShapeAndDirection]) -> Page:
        match moment.step:
            case DirectionTaken() as taken:
                return self.direction(moment, taken)
            case VertexMeasured() as measured:
                return self.measured(moment, measured)
            case SupportFound() as found:
                return self.found(moment, found)
            case RadiusAdded() as added:
                return self.radius(moment, added)
        raise TypeError(moment.step)

    def direction(self, moment: Moment[ShapeAndDirection], taken: DirectionTaken) -> Page:
        scene, (x, y) = moment.scene, taken.unit.tolist()
        start, end = scene.direction.start, scene.direction.end
        round_ = DIRECTION_ROUND if len(scene.values) > 1 else DIRECTION_CIRCLE
        idea = round_ if scene.a.shape.radius > 0.0 else DIRECTION
        claims = (
            Claim("length", lambda: math.hypot(x, y), lambda: 1.0),
            Claim("d", lambda: (x, y), lambda: end - start),
        )
        angle = fixed(math.degrees(math.atan2(y, x)), 0)
        says = f"${D}$ = ({fixed(x)}, {fixed(y)}) has length 1. Its angle is {angle}°."
        formula = rf"\lVert{D}\rVert=1"
        if differs(moment):  # its mark is seen from the start
            idea, formula = FAULTY[moment.compare]
        page = Page(STAGES[DirectionTaken], idea, formula, claims).says(says)
        return page if moment.compare else page.asks(first_met(scene), outset(scene))

    def measured(self, moment: Moment[ShapeAndDirection], measured: VertexMeasured) -> Page:
        a, d, i = moment.scene.a.world, moment.scene.direction.vector, measured.index
        x, y = a.points_xy[i]
        claims = (
            Claim("a·d", lambda: measured.value, lambda: x * d[0] + y * d[1]),
            Claim("greatest", lambda: measured.best_value, lambda: (a.points[: i + 1] @ d).max()),
        )
        formula = rf"{A_I}\cdot{D}=\A{{x_i}}\,\examined{{d_x}}+\A{{y_i}}\,\examined{{d_y}}"
        still = f"{vertex_name(measured.best)} still has the greatest, {fixed(measured.best_value)}."
        so_far = "Greatest so far." if measured.best == i else still
        says = rf"$\A{{\boldsymbol{{a}}_{i}}}\cdot{D}$ = {product(x, y, d)}. {so_far}"
        return row(Page(STAGES[VertexMeasured], PRODUCTS, formula, claims).says(says), moment.scene, i)

    def found(self, moment: Moment[ShapeAndDirection], found: SupportFound) -> Page:
        scene, a = moment.scene, moment.scene.a.world
        is_round, value = a.radius > 0.0, found.ties[0].value - a.radius
        names = " and ".join(vertex_name(tie.index) for tie in found.ties)
        told = tint(f"**{fixed(value)}**", Ink.ANSWER)
        if len(found.ties) > 1:
            idea, says = TIED, f"{names} both lie {told} along ${D}$."
        elif len(a.points) == 1:
            idea, says = FOUND_CIRCLE, f"The core is one point, the centre {names}: it lies {told} along ${D}$."
        else:
            idea, second = (
                FOUND_ROUND if is_round else FOUND,
                sorted(range(len(a.points)), key=scene.values.__getitem__)[-2],
            )
            follows = f"Next is {vertex_name(second)} with {fixed(scene.values[second])}."
            says = f"{names} has the greatest, {told}. {follows}"
        formula = rf"{'' if is_round else rf'{H}='}\max_i\,{A_I}\cdot{D}"
        if differs(moment):
            (idea, formula), says = FAULTY[moment.compare], faulty_said(moment, value)
        page = Page(STAGES[SupportFound], idea, formula).says(says)
        page = page.claiming(Claim("greatest", lambda: value, lambda: max(scene.values)))
        for tie in found.ties:
            page = row(page, scene, tie.index, is_answer=True)
        return page if is_round or moment.compare else page.asks(on_the_ruler(scene, found.ties[0]))

    def radius(self, moment: Moment[ShapeAndDirection], added: RadiusAdded) -> Page:
        scene, a, tie = moment.scene, moment.scene.a.world, added.ties[0]
        core, r = max(scene.values), a.radius
        sum_ = equation("{core} + {r} = **{result}**", lambda core, r: core + r, core=core, r=r)
        claims = (
            Claim("h", lambda: tie.value, lambda: core + r),
            Claim("r beyond", lambda: tie.point, lambda: a.points[tie.index] + r * scene.direction.vector),
        )
        formula = rf"{H}=\A{{\boldsymbol{{a}}_k}}\cdot{D}+\A{{r}}"
        says = f"With $k$ = {tie.index}: ${H}$ = {sum_}. The line stops there."
        page = Page(STAGES[RadiusAdded], RADIUS, formula, claims).says(says)
        page = page.row(f"support point, ${H}$", fixed(tie.value), ink=Ink.ANSWER, key="point")
        return page if moment.compare else page.asks(on_the_ruler(scene, tie))

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndDirection]) -> None:
        draw_world(canvas, moment)


def row(page: Page, scene: ShapeAndDirection, i: int, *, is_answer: bool = False) -> Page:
    """A vertex and its dot product."""
    value = fixed(scene.values[i])
    cells = (
        f"{vertex_name(i)} support vertex" if is_answer else vertex_name(i),
        tint(f"**{value}**", Ink.ANSWER) if is_answer else value,
    )
    return page.row(*cells, ink=Ink.A, feature=FeatureRef("A", FeatureKind.VERTEX, i), key=str(i))


def core(scene: ShapeAndDirection) -> str:
    return " of the core" if scene.a.shape.radius > 0.0 else ""


def outset(scene: ShapeAndDirection) -> str:
    """What is known before anything is computed."""
    a = scene.a.world
    core = {1: "one point", 2: "two points"}.get(len(a.points), f"{len(a.points)} vertices")
    return (
        f"A has {core}." if a.radius == 0.0 else f"A is a core of {core} with a layer of {fixed(a.radius)} around it."
    )


def from_zero(scene: ShapeAndDirection) -> FaultySupport:
    return maximum_from_zero(scene.a.world, scene.direction.vector)


def nearest(scene: ShapeAndDirection) -> FaultySupport:
    return nearest_vertex(scene.a.world, scene.direction.vector, scene.direction.end)


def differs(moment: Moment[ShapeAndDirection]) -> bool:
    return isinstance(moment.faulty, FaultySupport) and abs(moment.faulty.error) > 1e-9


def faulty_said(moment: Moment[ShapeAndDirection], greatest: float) -> str:
    """What the rule answers, beside the greatest dot product."""
    found: FaultySupport = moment.faulty
    value = tint(f"**{fixed(found.value)}**", Ink.FAULTY)
    if found.index is None:
        return f"max(0, {fixed(greatest)}) = {value}: no vertex. The greatest dot product is {fixed(greatest)}."
    return f"It takes {vertex_name(found.index)}, which lies {value} along ${D}$. The greatest is {fixed(greatest)}."


class SupportPoints(Lesson[ShapeAndDirection]):
    id = "support-point"
    title = "Support point"
    source = "SAT explained"
    summary = "A line moves in against a direction: the vertex that it meets has the greatest dot product."
    terms = ("direction", "support vertex", "support point", "support value", "core")
    builds_on = ("vector-projection",)
    story = SupportPointStory()
    compare = (
        Comparison(NEAREST, nearest, differs),
        Comparison(FROM_ZERO, from_zero, differs, "Kin of error 16 of *SAT explained*"),
    )

    @cached_property
    def scenes(self) -> Mapping[str, ShapeAndDirection | Preset[ShapeAndDirection]]:
        # Placed so that with two decimals the products of every vertex sum up to the value that is shown.
        five = convex(((-1.3, -0.55), (0.1, -1.1), (1.2, -0.1), (0.45, 1.0), (-0.95, 0.7)))
        wedge = convex(((-1.6, -0.5), (1.2, -0.4), (-0.9, 1.3)))
        behind = convex(((-1.35, -0.8), (0.8, -1.2), (1.35, 0.4), (-0.4, 1.2)))
        corner = rounded(convex(((-0.9, -0.6), (0.9, -0.45), (-0.2, 0.75))), 0.4)

        def last(trace: Trace[SupportStep, tuple[SupportPoint, ...]]) -> int:
            return len(trace) - 1

        return {
            "Five vertices": scene(at(five, -0.29, 0.16), (0.9, 1.0), 27),
            "Nearest is not farthest": Preset(scene(at(wedge, -0.1, -0.3), (1.5, -0.1), 82, ARROW), NEAREST, last),
            "All values negative": Preset(
                scene(at(behind, -2.1, -0.78, 11), (-0.9, 0.5), 23, ORIGIN), FROM_ZERO, last
            ),
            "Rounded triangle": scene(at(corner, -0.22, 0.11), (1.1, 0.9), -24, SIDE),
            "Capsule": scene(at(capsule((-0.9, 0.0), (0.8, 0.5), 0.55), -0.2, 0.0), (1.0, 0.9), 14, ALONE),
            "Circle": scene(at(circle(0.95), 0.4, 0.29), (-1.0, 1.0), 140, GREATEST),
        }

    def run(self, scene: ShapeAndDirection) -> Trace[SupportStep, tuple[SupportPoint, ...]]:
        return support_ties.trace(scene.a.world, scene.direction.vector)

    def clock(self, moment: Moment[ShapeAndDirection]) -> Clock | None:
        """The line comes in when the support point has been found."""
        return Clock(1.2, plays_on_entry=True) if moment.is_last and not moment.compare else None

    def situation(self, moment: Moment[ShapeAndDirection]) -> str:
        scene, measured, found = moment.scene, moment.latest(VertexMeasured), moment.latest(SupportFound)
        if isinstance(moment.faulty, FaultySupport):
            return fault_told(moment)
        if measured is None:
            return outset(scene)
        if isinstance(moment.step, RadiusAdded):
            return f"No point of A lies farther along ${D}$ than **{fixed(moment.step.ties[0].value)}**."
        best = [measured.best] if found is None else [tie.index for tie in found.ties]
        names, count = " and ".join(vertex_name(i) for i in best), len(scene.values)
        value = f"**{fixed(measured.best_value)}**"
        if count == 1:
            return f"{names} is the only vertex of the core: it lies {value} along ${D}$."
        if found is None and measured.index == 0:
            return f"Only {names} is computed so far: it lies {value} along ${D}$."
        of = f"After {measured.index + 1} of {count} vertices" if found is None else f"Of all vertices{core(scene)}"
        verb = "lies" if len(best) == 1 else "lie"
        return f"{of} {names} {verb} farthest along ${D}$, at {value}."

    def challenge(self, moment: Moment[ShapeAndDirection]) -> Challenge | None:
        return goal(moment)


def scene(a: Body, start: tuple[float, float], degrees: float, task: str = "") -> ShapeAndDirection:
    return ShapeAndDirection(a, Arrow(start, np.add(start, polar(1.0, degrees))), task, degrees)
