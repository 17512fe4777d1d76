"""Shadow of a shape: both ends of its projection on an axis, and its width over every direction of the axis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Interval, Trace, Vector, box, capsule, circle, convex, project_on_axis, regular_polygon, support
from geometry.faulty.projection import position_forgotten, radius_forgotten
from geometry.sat.projection import EndFound, ShapeProjected, ShapeProjectionStep
from geometry.sat.separation_curve import angle_of
from geometry.sat.support import DirectionTaken, ends_along
from geometry.vector import length
from lessons.shadows.polygon_shadow_asked import asked_of_ends, cause_of_corner, goal
from lessons.shadows.polygon_shadow_faulty import NO_PLACE, NO_RADIUS, differs, end_beside, width_beside
from lessons.shadows.polygon_shadow_figure import axes_of, draw_curve, draw_world, shows_widths
from lessons.shadows.ruler import Ruler, edge_name, product, vertex_name
from lessons.shadows.scene import TURNS, degrees
from lessons.shadows.separation_picture import take_angle
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, Body, Scene, at, body, handle, polar
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, listed, tint

CLEAR = 0.5  # world length between A and the axis
N, A_I = r"\examined{\hat n}", r"\A{\boldsymbol{a}_i}"
AXIS = (
    "We want the shadow of A as two numbers. An **axis** is a number line with a direction $\\hat n$ of length 1. "
    "Its 0 is where the perpendicular from the origin meets it."
)
UPPER = (
    "The place of a point on the axis is its dot product with $\\hat n$. The support vertex along $\\hat n$ "
    "casts the upper end, $\\max_A$. The graph shows it for every direction."
)
LOWER = (
    "The support vertex along $-\\hat n$ has the least dot product with $\\hat n$: it casts the lower end, $\\min_A$."
)
UPPER_ROUND = (
    "The place of a point on the axis is its dot product with $\\hat n$. The point $r$ beyond the support vertex has "
    "the greatest one: it casts the upper end, $\\max_A$."
)
LOWER_ROUND = (
    "The point $r$ beyond the support vertex along $-\\hat n$ has the least dot product with $\\hat n$: it casts the "
    "lower end, $\\min_A$."
)
WIDTH = (
    "The interval from $\\min_A$ to $\\max_A$ is the **projection** of A. Its length is the **width** $w$. The "
    "curve of $w$ has a corner where two vertices cast one end."
)
WIDTH_CIRCLE = (
    "The interval from $\\min_A$ to $\\max_A$ is the **projection** of A. Its length is the **width** $w$. A circle "
    "has width $2r$ on every axis. Only the place of the interval changes."
)


@dataclass(frozen=True, eq=False)
class ShapeAndAxis(Scene):
    """A shape, and an axis that keeps clear of it: only its direction is free."""

    a: Body = body(Ink.A, "A")
    axis: Arrow = handle(Ink.EXAMINED, "axis", has_tail=False)

    def __post_init__(self) -> None:
        if length(self.axis.vector) == 0.0:
            raise ValueError("an axis needs a direction: its tip and its tail lie on one point")
        angle = angle_of(self.axis.vector)
        ruler = Ruler(self.a.world, np.array((math.cos(angle), math.sin(angle))), CLEAR)
        object.__setattr__(self, "axis", Arrow(*ruler.path))

    @cached_property
    def angle(self) -> float:
        """Of the axis, in [0, pi)."""
        return angle_of(self.axis.vector)

    @cached_property
    def n(self) -> Vector:
        return np.array((math.cos(self.angle), math.sin(self.angle)))

    @cached_property
    def ruler(self) -> Ruler:
        return Ruler(self.a.world, self.n, CLEAR)

    def turned_to(self, angle: float) -> ShapeAndAxis:
        return self.with_field("axis", Arrow((0.0, 0.0), (math.cos(angle), math.sin(angle))))

    @cached_property
    def corners(self) -> Mapping[float, tuple[int, ...]]:
        """Where the width over the angle has corners: the angles of the edges' normals in [0, pi), with the edges."""
        found: dict[float, list[int]] = {}
        for i, normal in enumerate(self.a.world.normals_xy):
            found.setdefault(round(angle_of(np.array(normal)), 9) % round(math.pi, 9), []).append(i)
        return {angle: tuple(edges) for angle, edges in sorted(found.items())}

    @cached_property
    def asked_corner(self) -> float | None:
        """The least wide corner but one; of two corners the less wide one."""
        found = sorted(self.corners, key=lambda angle: round(self.width(angle), 9))
        return found[min(1, len(found) - 2)] if len(found) > 1 else None

    @cached_property
    def curves(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Angles in [0, pi], and the lower and the upper end of the projection at each."""
        angles = np.unique(np.concatenate((TURNS[::4], [*self.corners])))
        along = self.a.world.points @ np.stack((np.cos(angles), np.sin(angles)))
        r = self.a.world.radius
        return angles, along.min(axis=0) - r, along.max(axis=0) + r

    @cached_property
    def widest(self) -> float:
        _, low, high = self.curves
        return float((high - low).max())

    @cached_property
    def reach(self) -> tuple[float, float]:
        """From the least to the greatest place, with 0 and the greatest width, and some room."""
        _, low, high = self.curves
        least, most = min(float(low.min()), 0.0), max(float(high.max()), self.widest)
        room = 0.08 * (most - least)
        return least - (room if least < 0.0 else 0.0), most + room

    def width(self, angle: float) -> float:
        low, high = ends_along(self.a.world, math.cos(angle), math.sin(angle))
        return high - low

    def casters(self, sign: float) -> list[int]:
        """The vertices of the core that cast the upper end (1) or the lower one (-1)."""
        along: list[float] = (sign * (self.a.world.points @ self.n)).tolist()
        return [i for i, value in enumerate(along) if value >= max(along) - 1e-9 * (1.0 + abs(max(along)))]


class PolygonShadowStory(Story):
    """From the axis over both ends to the width."""

    columns = ("quantity", "cast by", "value")

    def stage(self, moment: Moment[ShapeAndAxis]) -> str:
        match moment.step:
            case DirectionTaken():
                return "Axis"
            case EndFound() as end:
                return "Upper end" if is_upper(moment, end) else "Lower end"
        return "Width"

    def page(self, moment: Moment[ShapeAndAxis]) -> Page:
        match moment.step:
            case DirectionTaken():
                return self.axis(moment)
            case EndFound() as end if differs(moment):
                return end_beside(moment, self.stage(moment), end, 1.0 if is_upper(moment, end) else -1.0)
            case EndFound() as end:
                return self.end(moment, end)
            case ShapeProjected() if differs(moment):
                return width_beside(moment)
            case ShapeProjected() as cast:
                return self.cast(moment, cast)
        raise TypeError(moment.step)

    def axis(self, moment: Moment[ShapeAndAxis]) -> Page:
        scene, (x, y) = moment.scene, moment.scene.n.tolist()
        claim = Claim("n", lambda: moment.step.unit, lambda: scene.axis.vector / length(scene.axis.vector))
        formula = rf"{N}=(\cos\examined{{\theta}},\ \sin\examined{{\theta}})"
        says = rf"$\examined{{\theta}}$ = {degrees(scene.angle)}, so ${N}$ = ({fixed(x)}, {fixed(y)})."
        page = Page("Axis", AXIS, formula, (claim,)).says(says)
        if moment.compare:
            return page
        return page.asks(asked_of_ends(scene), lit(scene))

    def end(self, moment: Moment[ShapeAndAxis], end: EndFound) -> Page:
        scene, a = moment.scene, moment.scene.a.world
        sign, word = (1.0, "max") if is_upper(moment, end) else (-1.0, "min")
        casters, core = scene.casters(sign), end.along - sign * a.radius
        names, is_one = listed([vertex_name(i) for i in casters]), len(casters) == 1
        if a.radius > 0.0:
            sum_ = equation(
                f"{{core}} {'+' if sign > 0.0 else '−'} {{r}} = **{{result}}**",
                lambda core, r: core + sign * r,
                core=core,
                r=a.radius,
            )
            points, cast = ("point", "casts") if is_one else ("points", "cast")
            says = rf"The {points} $\A{{r}}$ beyond {names} {cast} it: {sum_}."
        elif is_one:
            says = f"Vertex {names} casts it: {product(*a.points_xy[casters[0]], scene.n)}."
        else:
            says = f"Vertices {names} cast it, at **{fixed(core)}**: their edge is perpendicular to ${N}$."
        r = ("+" if sign > 0.0 else "-") + r"\A{r}" if a.radius > 0.0 else ""
        formula = rf"\A{{\{word}_A}}=\{word}_i\,{A_I}\cdot{N}{r}"
        values = a.points @ scene.axis.vector / length(scene.axis.vector)
        extreme = float(values.max() if sign > 0.0 else values.min()) + sign * a.radius
        upper, lower = (UPPER_ROUND, LOWER_ROUND) if a.radius > 0.0 else (UPPER, LOWER)
        page = Page(self.stage(moment), upper if sign > 0.0 else lower, formula)
        page = page.claiming(Claim(word, lambda: end.along, lambda: extreme)).says(says)
        radius = r" and $\A{r}$" if a.radius > 0.0 else ""
        return page.row(rf"$\{word}_A$", f"{names}{radius}", fixed(end.along), ink=Ink.A, key=word)

    def cast(self, moment: Moment[ShapeAndAxis], cast: ShapeProjected) -> Page:
        scene, a, (low, high) = moment.scene, moment.scene.a.world, (cast.near.along, cast.far.along)
        claims = (
            Claim("w", lambda: cast.projection.length, lambda: high - low),
            Claim("h", lambda: high - low, lambda: support(a, scene.n).value + support(a, -scene.n).value),
        )
        least = "({low})" if low < 0.0 else "{low}"
        sum_ = equation(f"{{high}} − {least} = **{{result}}**", lambda high, low: high - low, high=high, low=low)
        idea = WIDTH_CIRCLE if len(a.points) == 1 else WIDTH
        page = Page("Width", idea, r"\answer{w}=\A{\max_A}-\A{\min_A}", claims).says(rf"$\answer{{w}}$ = {sum_}.")
        page = page.row(r"$\answer{w}$", "", tint(f"**{fixed(high - low)}**", Ink.ANSWER), ink=Ink.ANSWER, key="w")
        return page if moment.compare else page.asks(cause_of_corner(scene), wide(scene))

    def draw(self, canvas: Canvas, moment: Moment[ShapeAndAxis]) -> None:
        draw_world(canvas, moment)


def is_upper(moment: Moment[ShapeAndAxis], end: EndFound) -> bool:
    return end is moment.first(EndFound)


def ran(rule: Any, scene: ShapeAndAxis) -> Interval:
    found: Interval = rule(scene.a.world, scene.n)
    return found


class PolygonShadow(Lesson[ShapeAndAxis]):
    id = "polygon-shadow"
    title = "Shadow of a shape"
    source = "SAT explained"
    summary = "Two support vertices cast the ends of a shadow: its length is the width of the shape."
    terms = ("axis", "projection", "width")
    builds_on = ("support-point",)
    presents = 0
    story = PolygonShadowStory()
    compare = (
        Comparison(NO_RADIUS, partial(ran, radius_forgotten), differs),
        Comparison(NO_PLACE, partial(ran, position_forgotten), differs, "Error 10 of *Rounding collider corners*"),
    )

    @cached_property
    def layout(self) -> Layout:
        title = "Over all directions of the axis"
        curve = Pane("curve", title, draw_curve, axes=axes_of, take=take_angle)
        return beside(Pane("world", "World", self.story.draw, is_world=True, share=1.5), curve)

    @cached_property
    def scenes(self) -> Mapping[str, ShapeAndAxis | Preset[ShapeAndAxis]]:
        four = convex(((-1.2, -0.5), (0.4, -0.9), (1.4, -0.2), (0.2, 1.0)))
        wedge = convex(((-0.5, -1.1), (0.9, -0.7), (-0.2, 1.3)))
        made = {
            "Four vertices": (at(four, 1.1, 0.35), 16),
            "Regular hexagon": (at(regular_polygon(6, 1.2), 0.15, 0.2, 10), 20),
            "Edge perpendicular to axis": (at(box(2.2, 1.5), 1.2, 0.5, 15), 15),
            "Steep axis": (at(wedge, -0.3, 0.9, 10), 72),
            "Thin box": (at(box(2.6, 0.35), 0.4, 0.9, 62), 24),
            "Circle": (at(circle(1.1), 1.25, 0.5), 10),
            "Capsule": (at(capsule((-0.7, -0.6), (0.6, 0.8), 0.5), 1.0, 0.55), 4),
        }
        scenes = {name: ShapeAndAxis(a, Arrow((0.0, 0.0), polar(1.0, turn))) for name, (a, turn) in made.items()}
        return {
            **scenes,
            "Circle": Preset(scenes["Circle"], NO_PLACE, lambda trace: 1),
            "Capsule": Preset(scenes["Capsule"], NO_RADIUS, lambda trace: 1),
        }

    def run(self, scene: ShapeAndAxis) -> Trace[ShapeProjectionStep, Interval]:
        return project_on_axis.trace(scene.a.world, scene.n)

    def clock(self, moment: Moment[ShapeAndAxis]) -> Clock | None:
        """The projections settle on the zero line: what is left of them is their width."""
        return Clock(1.6, plays_on_entry=True) if shows_widths(moment) else None

    def situation(self, moment: Moment[ShapeAndAxis]) -> str:
        scene, ends = moment.scene, [step for step in moment.seen if isinstance(step, EndFound)]
        if ends and moment.compare == NO_RADIUS:
            r = scene.a.world.radius
            told = f"Each end is {fixed(r)} too far inside" if r > 0.0 else "A has no radius: both ends are right"
            return f"This rule projects the core alone. {told}."
        if ends and moment.compare == NO_PLACE:
            off = fixed(abs(moment.faulty.low - moment.trace.result.low))
            return f"This rule leaves out where the centre lies. The length is right, the place is {off} off."
        if not ends:
            return lit(scene)
        if len(ends) == 1:
            return f"The projection of A ends at **{fixed(ends[0].along)}**."
        if not moment.is_last:
            return f"The projection of A reaches from **{fixed(ends[1].along)}** to **{fixed(ends[0].along)}**."
        return wide(scene) + narrowest(scene)

    def challenge(self, moment: Moment[ShapeAndAxis]) -> Challenge | None:
        return goal(moment.scene) if moment.is_last else None  # no width before its step

    def layout_at(self, moment: Moment[ShapeAndAxis]) -> Layout:
        """The chart of all directions comes with the first end."""
        return self.panes[0] if isinstance(moment.step, DirectionTaken) else self.layout


def lit(scene: ShapeAndAxis) -> str:
    """What is there before an end is found."""
    return f"The axis points at {degrees(scene.angle)}. Light falls perpendicular to the axis."


def wide(scene: ShapeAndAxis) -> str:
    """What was wanted, in words."""
    return f"Along the axis at {degrees(scene.angle)}, A is **{fixed(scene.width(scene.angle))}** wide."


def narrowest(scene: ShapeAndAxis) -> str:
    """Along which edge's normal A is narrowest: where it is one, and no goal asks for it."""
    least = min(map(scene.width, scene.corners), default=0.0)
    found = [edges for angle, edges in scene.corners.items() if scene.width(angle) <= least + 1e-9]
    if len(scene.corners) < 3 or len(found) != 1 or len(found[0]) != 1:
        return ""
    return f" It is narrowest along the normal of {edge_name(found[0][0])}: **{fixed(least)}**."
