"""Edge normals: an edge swung by a quarter turn both ways, and which of the two points out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Convex, Trace, Vector, box
from geometry.faulty.edge_normals import FaultyNormals, from_the_centre, winding_not_checked
from geometry.sat.edge_normals import (
    Compared,
    EdgeNormal,
    EdgeNormalStep,
    EdgeTaken,
    Normalised,
    QuarterTurned,
    Side,
    SidesTested,
    WindingFound,
    edge_normal,
)
from geometry.vector import Points, following
from lessons.separating_axes import edge_normals_checks as checks
from lessons.separating_axes import edge_normals_words as words
from lessons.separating_axes.edge_normals_faulty import faulty_page
from lessons.separating_axes.edge_normals_figure import draw_list, draw_world
from lessons.separating_axes.edge_normals_goals import goal
from lessons.separating_axes.edge_normals_pushes import FROM_CENTRE, NOT_CHECKED, deepest_along, fault_told
from lessons.separating_axes.edge_normals_question import question
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Scene, choice, handle, slider
from viz.lesson.story import Story
from viz.lesson.text import coords, fixed, tint

AS_LISTED, REVERSED = "as listed", "reversed"
UP, DOWN = "up", "down"
DEEP = 0.35  # world length by which the box of the last stage lies over the edge
BESIDE = 0.27  # of the edge: where the box of the last stage lies
TURNED = math.radians(-12.0)  # that box against the edge
SEEN = math.radians(20.0)  # of error: from here on what a push along the ray leaves can be seen

STAGES = {
    EdgeTaken: "Edge vector",
    QuarterTurned: "Quarter turn",
    SidesTested: "Outward",
    WindingFound: "Winding",
    Normalised: "Unit normal",
    Compared: "Push out",
}


@dataclass(frozen=True, eq=False)
class Listed(Scene):
    """An outline as it is listed, and an edge of it. The picture has y up; the numbers are those of the list, in its
    order, with y as the scene counts it."""

    outline: Outline = handle(Ink.A, "A")
    edge: int = slider("Edge", 0, 5, 0, decimals=0)
    order: str = choice("List", (AS_LISTED, REVERSED), AS_LISTED)
    axis: str = choice("y axis", (UP, DOWN), UP)

    @cached_property
    def listed(self) -> Points:
        """The numbers: shape (n, 2)."""
        points = self.outline.points if self.order == AS_LISTED else self.outline.points[::-1]
        numbers: Points = self.mirrored(points)
        return numbers

    @property
    def e(self) -> Vector:
        """The chosen edge, in the numbers."""
        along: Vector = following(self.listed)[self.chosen] - self.listed[self.chosen]
        return along

    @property
    def chosen(self) -> int:
        return min(int(self.edge), len(self.outline.points) - 1)

    @cached_property
    def is_convex(self) -> bool:
        return checks.convex_either_way(self.listed)

    def mirrored(self, values: Any) -> Any:
        """From numbers to the picture, or back: points or vectors."""
        return np.asarray(values) * (1.0, -1.0 if self.axis == DOWN else 1.0)

    @cached_property
    def box(self) -> Convex:
        """A small box that lies over the edge, before its middle: in the numbers."""
        start, end = self.listed[self.chosen], following(self.listed)[self.chosen]
        n = edge_normal(self.listed, self.chosen).normal
        size = np.array((0.275 * math.hypot(*(end - start)), 0.23 * float(np.ptp(self.listed, axis=0).max())))
        along = (end - start) / math.hypot(*(end - start))
        half = (size[0] * abs(math.sin(TURNED)) + size[1] * math.cos(TURNED)) / 2.0
        middle = start + BESIDE * (end - start) + (half - DEEP * size[1]) * n
        c, s = math.cos(TURNED), math.sin(TURNED)  # so that one vertex alone is the deepest
        corners = box(*size).points @ np.array(((c, s), (-s, c))) @ np.array((along, n))
        return Convex(middle + (corners if along[0] * n[1] - along[1] * n[0] > 0.0 else corners[::-1]))


class EdgeNormalsStory(Story):
    """From the edge to its outward unit normal, and what the test makes of it."""

    columns = ("vector", "(x, y)")
    stages = STAGES

    def page(self, moment: Moment[Listed]) -> Page:
        match moment.step:
            case EdgeTaken() as taken:
                return self.edge(moment, taken)
            case QuarterTurned() as turned:
                return self.turned(moment, turned)
            case SidesTested() as tested:
                return self.outward(moment, tested)
            case WindingFound() as found:
                return self.winding(moment, found)
            case Normalised() as unit:
                return self.unit(moment, unit)
            case Compared() as compared:
                return self.compared(moment, compared)
        raise TypeError(moment.step)

    def edge(self, moment: Moment[Listed], taken: EdgeTaken) -> Page:
        e, after = moment.scene.e, (taken.edge + 1) % len(moment.scene.listed)
        page = Page(self.stage(moment), words.EDGE, words.EDGE_FORMULA, (Claim("e", lambda: taken.e, lambda: e),))
        says = f"Edge {taken.edge}, from vertex {taken.edge} to {after}: "
        return _row(page.says(f"{says}$\\examined{{{words.E}}}$ = {coords(taken.e)}."), r"$\boldsymbol{e}$", taken.e)

    def turned(self, moment: Moment[Listed], turned: QuarterTurned) -> Page:
        e = moment.scene.e
        page = Page(
            self.stage(moment),
            words.TURN_DOWN if moment.scene.axis == DOWN else words.TURN,
            r"\mathrm{left}(x,y)=(-y,\,x)\qquad \mathrm{right}(x,y)=(y,\,-x)",
        )
        page = page.says(f"left(e) = {coords(turned.left)}, right(e) = {coords(turned.right)}.").claiming(
            Claim("left", lambda: turned.left, lambda: checks.swung(e, math.pi / 2.0)),
            Claim("right", lambda: turned.right, lambda: checks.swung(e, -math.pi / 2.0)),
            Claim("perpendicular", lambda: e @ turned.left, lambda: 0.0),
        )
        return _row(_row(page, "left(e)", turned.left), "right(e)", turned.right)

    def unit(self, moment: Moment[Listed], unit: Normalised) -> Page:
        scene = moment.scene
        formula = r"\hat n_i=\mathrm{sign}(S)\,\mathrm{right}(\boldsymbol e_i)\,/\,\lVert\boldsymbol e_i\rVert"
        says = (
            f"$\\boldsymbol{{e}}$ is {fixed(unit.length)} long, so $\\examined{{\\hat n}}$ = {coords(unit.normal)}."
        )
        page = (
            Page(self.stage(moment), words.UNIT if scene.is_convex else words.UNIT_CONCAVE, formula)
            .says(says)
            .claiming(
                Claim("length", lambda: unit.length, lambda: math.hypot(*scene.e)),
                Claim("n", lambda: unit.normal, lambda: checks.outward(scene.listed, scene.chosen)),
            )
        )
        return faulty_page(_row(page, r"$\hat n$", unit.normal), moment)

    def compared(self, moment: Moment[Listed], compared: Compared) -> Page:
        scene = moment.scene
        n, start, other = checks.outward(scene.listed, scene.chosen), scene.listed[scene.chosen], scene.box.points
        depth, at = tint(f"**{fixed(-compared.front)}**", Ink.OVERLAP), deepest_along(other, n)
        says = rf"$\boldsymbol{{b}}_{at}$ is deepest: depth($\hat n$) = {depth}. Pushed by this depth along "
        says += r"$\examined{\hat n}$, B just touches A."
        page = Page(self.stage(moment), words.PUSH_OUT, words.DEPTH).says(says)
        for j, height in enumerate(((other - start) @ n).tolist()):
            told = tint(f"**{fixed(height)}**", Ink.OVERLAP) if j == at else fixed(height)
            page = page.row(rf"$\boldsymbol{{b}}_{j}$", told, ink=Ink.B, key=f"box {j}")
        page = page.claiming(
            Claim("s", lambda: compared.separation, lambda: checks.separation(scene, n)),
            Claim("front", lambda: compared.front, lambda: ((other - start) @ n).min()),
            Claim("front inward", lambda: compared.front_inward, lambda: -((other - start) @ n).max()),
        )
        return faulty_page(page, moment)

    def outward(self, moment: Moment[Listed], tested: SidesTested) -> Page:
        scene, side = moment.scene, tested.outward
        if side is None:
            return self.undecided(moment, tested)
        start, n = scene.listed[scene.chosen], checks.outward(scene.listed, scene.chosen)
        reach = min(tested.along_right if side is Side.RIGHT else tested.along_left)
        deepest = (tested.along_right if side is Side.RIGHT else tested.along_left).index(reach)
        says = (
            f"No dot product with {side.value}(e) is above 0: {side.value}(e) points **out**. Vertex {deepest} has "
            f"{fixed(-reach)} with {side.opposite.value}(e): it points **in**."
        )
        turned = rf"\examined{{\mathrm{{{side.value}}}(\boldsymbol e_i)}}"
        formula = rf"(\A{{\boldsymbol{{a}}_k}}-\A{{\boldsymbol{{a}}_i}})\cdot{turned}\le 0\quad\text{{for all }}k"
        behind = (scene.listed - start) @ n
        page = Page(self.stage(moment), words.OUT, formula)
        return (
            _products(page, tested)
            .says(says)
            .claiming(
                Claim("behind", lambda: reach, lambda: math.hypot(*scene.e) * behind.min()),
                Claim("none in front", lambda: behind.max() <= 1e-9, lambda: True),
            )
        )

    def undecided(self, moment: Moment[Listed], tested: SidesTested) -> Page:
        """Of a concave outline that has vertices on both sides."""
        scene = moment.scene
        ends = [(max(along), along.index(max(along))) for along in (tested.along_right, tested.along_left)]
        (far, k), (other, j) = ends
        i = scene.chosen
        formula = rf"(\A{{\boldsymbol{{a}}_{k}}}-\A{{\boldsymbol{{a}}_{i}}})\cdot\mathrm{{right}}(\boldsymbol e_{i})"
        page = Page(self.stage(moment), words.CONCAVE, rf"{formula}={fixed(far)}>0").says(
            f"Dot products: vertex {k} with right(e) {fixed(far)}, vertex {j} with left(e) {fixed(other)}, both "
            "above 0. Both sides have vertices."
        )
        across = [scene.e[0] * v - scene.e[1] * u for u, v in scene.listed - scene.listed[scene.chosen]]
        return _products(page, tested).claiming(
            Claim("in front by right(e)", lambda: far, lambda: -min(across)),
            Claim("in front by left(e)", lambda: other, lambda: max(across)),
        )

    def winding(self, moment: Moment[Listed], found: WindingFound) -> Page:
        scene = moment.scene
        sign = "positive" if found.area > 0.0 else "negative"
        says = f"$S$ = **{fixed(found.area)}**, {sign}: {found.outward.value}(e) points out on every edge."
        idea = words.MIRRORED if scene.axis == DOWN else words.WINDING if scene.is_convex else words.WINDING_CONCAVE
        names = (rf"$\boldsymbol{{a}}_{k}$" for k in reversed(range(len(scene.listed))))
        known = f"The opposite order of A's list is {', '.join(names)}."
        formula = r"S=\tfrac12\sum_i\,(x_i\,y_{i+1}-x_{i+1}\,y_i)"
        return (
            Page(self.stage(moment), idea, formula)
            .says(says)
            .asks(question(moment, found.outward) if scene.is_convex and not moment.compare else None, known)
            .claiming(
                Claim("S", lambda: found.area, lambda: checks.fan_area(scene.listed)),
                Claim("right is out on every edge", lambda: found.area > 0.0, lambda: checks.all_right(scene.listed)),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Listed]) -> None:
        draw_world(canvas, moment)


def _head(moment: Moment[Listed]) -> tuple[str, str]:
    """The title of the large view, and what of it is not at its length."""
    notes = {SidesTested: "both normals at half length", Compared: "n̂ not to scale"}
    return "World", notes.get(type(moment.step), "")


def _products(page: Page, tested: SidesTested) -> Page:
    """Each vertex's dot product with both normals."""
    for k, both in enumerate(zip(tested.along_left, tested.along_right, strict=True)):
        page = page.row(rf"$\boldsymbol{{a}}_{k}$", *map(fixed, both), ink=Ink.A, key=f"vertex {k}")
    return page


def _row(page: Page, name: str, v: Vector, ink: Ink = Ink.EXAMINED) -> Page:
    return page.row(name, coords(v), ink=ink, key=name)


def _run(rule: Any, scene: Listed) -> FaultyNormals:
    found: FaultyNormals = rule(scene.listed)
    return found


def _differs(moment: Moment[Listed]) -> bool:
    return isinstance(moment.faulty, FaultyNormals) and max(moment.faulty.errors) > 1e-9


def _is_seen(moment: Moment[Listed]) -> bool:
    return _differs(moment) and bool(moment.faulty.errors[moment.scene.chosen] > SEEN)


class EdgeNormals(Lesson[Listed]):
    id = "edge-normals"
    title = "Edge normals"
    source = "SAT explained"
    summary = "Turn an edge by 90° either way: one perpendicular points out, and the winding tells which."
    terms = ("edge vector", "perpendicular", "normal", "outward", "winding", "unit normal")
    builds_on = ("point-on-line", "vector-projection")
    presents = 0
    tells_conventions = True
    story = EdgeNormalsStory()
    compare = (
        Comparison(NOT_CHECKED, partial(_run, winding_not_checked), _differs, "Errors 8 and 9 of *SAT explained*"),
        Comparison(FROM_CENTRE, partial(_run, from_the_centre), _is_seen),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.68, headed=_head),
            above(
                Pane("forwards", "This list", partial(draw_list, is_reversed=False)),
                Pane("backwards", "Opposite order", partial(draw_list, is_reversed=True)),
                share=0.32,
            ),
        )

    def layout_at(self, moment: Moment[Listed]) -> Layout:
        """The outline alone before the order of its list matters, and where the box is pushed out of it."""
        is_alone = isinstance(moment.step, EdgeTaken | QuarterTurned | SidesTested | Compared)
        return self.panes[0] if is_alone else self.layout

    def table(self, moment: Moment[Listed], pages: Sequence[Page] | None = None) -> Table | None:
        """The vectors; in their place the dot products of A's vertices where sides are tested, and at last how far
        each vertex of B is in front of the edge."""
        found = super().table(moment, pages)
        if found is None:
            return None
        columns, kind = found.columns, ""
        if isinstance(moment.step, SidesTested):
            columns, kind = words.PRODUCTS, "vertex"
        elif isinstance(moment.step, Compared):
            columns, kind = words.HEIGHTS, "box"
        own = [next((each for each in ("vertex", "box") if row.key.startswith(each)), "") for _, row in found.rows]
        kept = [i for i, each in enumerate(own) if each == kind]
        current = frozenset(new for new, old in enumerate(kept) if old in found.current)
        return Table(columns, tuple(found.rows[i] for i in kept), current)

    @cached_property
    def scenes(self) -> Mapping[str, Listed | Preset[Listed]]:
        triangle = ((-1.3, -0.8), (1.2, -0.6), (-0.7, 1.2))
        h = 0.6 * math.sqrt(3.0)
        hexagon = ((-0.6, -h), (0.6, -h), (1.2, 0.0), (0.6, h), (-0.6, h), (-1.2, 0.0))
        chevron = ((-1.3, 0.9), (0.1, -1.1), (1.4, 0.8), (0.1, 0.1))
        flat = ((-1.65, -0.5), (1.7, -0.3), (1.2, 0.7))
        mirrored = tuple((x, -y) for x, y in triangle)
        leaning = ((0.9, 1.1), (-1.3, -0.6), (1.2, -0.8))  # reversed it begins with its lowest edge
        return {
            "Triangle": Listed(Outline(triangle)),
            "Flat triangle": Preset(Listed(Outline(flat)), FROM_CENTRE, lambda trace: 3),
            "Regular hexagon": Listed(Outline(hexagon)),
            "Concave outline": Listed(Outline(chevron), edge=2),
            "Clockwise list": Preset(Listed(Outline(leaning), order=REVERSED), NOT_CHECKED, lambda trace: 3),
            "Screen coordinates": Listed(Outline(mirrored), axis=DOWN),
        }

    def run(self, scene: Listed) -> Trace[EdgeNormalStep, EdgeNormal]:
        """A concave outline has no separating axis test, so no last step."""
        return edge_normal.trace(
            scene.listed, scene.chosen, scene.box if scene.is_convex else None, concave=not scene.is_convex
        )

    def clock(self, moment: Moment[Listed]) -> Clock | None:
        """The edge swings open when its stage is entered."""
        return Clock(1.2, plays_on_entry=True) if isinstance(moment.step, QuarterTurned) else None

    def situation(self, moment: Moment[Listed]) -> str:
        """What the figure shows; from the winding on what a faulty rule does, or which way round the list runs."""
        scene, found = moment.scene, moment.latest(WindingFound)
        if isinstance(moment.faulty, FaultyNormals):
            return fault_told(moment)
        if found is None:
            match moment.step:
                case QuarterTurned() | SidesTested() if scene.axis == DOWN:
                    return "With y down right(e) looks like a turn to the left: its numbers are still (y, −x)."
                case QuarterTurned(e):
                    return f"Both arrows are as long as edge {scene.chosen}: {fixed(math.hypot(*e))}."
                case SidesTested(outward=None):
                    return f"A has vertices on both sides of the line of edge {scene.chosen}."
                case SidesTested():
                    return f"No vertex of A is in front of edge {scene.chosen}."
            names = rf"$\boldsymbol{{a}}_0$ to $\boldsymbol{{a}}_{len(scene.listed) - 1}$"
            if scene.order == REVERSED:
                return f"The list of A's vertices is reversed: {names} are named in the new order."
            return f"A is stored as a list of vertices, {names} in order."
        if isinstance(moment.step, Compared):
            return f"B is a box that reaches {fixed(-moment.step.front)} behind the line of edge {scene.chosen}."
        area = f"$S$ = **{fixed(found.area)}**"
        if scene.axis == DOWN:
            looks, sign = ("clockwise", "positive") if found.area > 0.0 else ("counter-clockwise", "negative")
            return f"With y down the outline looks {looks}; its {area} is {sign}."
        return f"The outline runs {'counter-clockwise' if found.area > 0.0 else 'clockwise'}: {area}."

    def challenge(self, moment: Moment[Listed]) -> Challenge | None:
        """Once S is known."""
        scene = moment.scene
        if moment.latest(WindingFound) is None:
            return None
        return goal(moment, scene.order == REVERSED)
