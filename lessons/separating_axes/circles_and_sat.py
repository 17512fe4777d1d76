"""Circles and SAT: a circle offers no edge normals, and the one axis more that makes up for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

from geometry import SeparatingAxis, Trace, box, circle, convex, rounded, separating_axis
from geometry.faulty import sat as faulty
from geometry.sat.separating_axis import AxisSkipped, AxisStep, AxisTested, Decided, Owner
from lessons.separating_axes.circles_and_sat_asked import hidden_axis, just_touching, nearest_point
from lessons.separating_axes.circles_and_sat_faulty import (
    BOUNDARY,
    CENTRES,
    EDGES_ONLY,
    differs,
    told,
    truth_of,
)
from lessons.separating_axes.circles_and_sat_figure import (
    EXTRA,
    axis_name,
    draw_bars,
    draw_world,
    meets_circle,
    nearest,
    stands_alone,
    vertex_symbol,
)
from lessons.separating_axes.circles_and_sat_goals import BESIDE, SHALLOW, goal
from lessons.stories import sat_figure
from lessons.stories.sat import SatStory, faulty_search, in_words, name_of
from lessons.stories.sat_figure import measured
from lessons.stories.sat_words import LAST_OF_A, LATER, NEXT, N
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, at_last, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, TwoShapes, at
from viz.lesson.text import fixed, sentence, tint

SO_FAR = "On the axes tested so far the projections overlap."
APART = "A and B are apart."
NO_EDGE = "No edge normal shows a gap."
FIRST = (
    "A circle has **no edges**, so B offers no axis of its own. We test whether A's edge normals are enough. "
    "On each, B's projection is $\\boldsymbol{c}\\cdot\\hat n \\pm r$."
)
SIDES = (
    "An overlap proves nothing yet. The **greatest** $s$ of all axes decides: the greatest gap or, if there is none, "
    "minus the least overlap."
)
ROUNDED = (
    f"Both shapes have round corners. Edge normals come first: parallel edges share one axis {N}. Along it, $s$ "
    "runs from $\\max_A$ to $\\min_B$."
)
NO_EDGES = (
    "Two circles have no edges at all. The only axis needed is the line through both **centres**, the centre axis, "
    "as the closest points lie on it."
)
SAME = (
    "The point of A that is nearest to B's centre lies on an edge, between its ends. The axis from there is that "
    "edge's normal: the extra axis adds nothing here."
)
INSIDE = (
    "The centre lies inside A: it is A's nearest point itself, not a vertex. There is no extra axis: the edge "
    "normals decide, and the greatest $s$ is minus the depth."
)
ANSWER = (
    "The greatest $s$ of all axes is the distance, or minus the depth. Where a **vertex** is A's nearest point, the "
    "extra axis shows it; elsewhere an edge normal does."
)
GOES_ON = (
    "**One gap is enough** to know that A and B are apart. We test the other axes too, as the greatest $s$ of all is "
    "the distance."
)


def _corner(k: int, s: float) -> str:
    told = "the distance of A and B" if s > 0.0 else "minus the depth"
    return (
        f"In its **Voronoi region**, between the dashed lines, the **nearest vertex** ${vertex_symbol(k)}$ is A's "
        f"nearest point. The **extra axis** runs from it to $\\boldsymbol{{c}}$. On it, $s$ is {told}."
    )


def _distance_less_radius(k: int) -> str:
    return rf"s=\lVert\B{{\boldsymbol c}}-\A{{{vertex_symbol(k)}}}\rVert-\B{{r}}"


@dataclass(frozen=True, eq=False)
class Shapes(TwoShapes):
    early_out: ClassVar[bool] = False  # all axes are tested, as the greatest separation is asked for
    asks: bool = True  # whether the axis that the edges do not offer is asked for here
    goal: str = ""  # which challenge is about it


class CirclesStory(SatStory):
    """The search of the lesson before, told where a circle makes a difference."""

    def stage(self, moment: Moment[Shapes]) -> str:
        found = super().stage(moment)
        return sentence(axis_name(moment)) if found in ("Vertex axis", "Closest axis") else found

    def page(self, moment: Moment[Shapes]) -> Page:
        """With one kind of apostrophe."""
        page = self.told(moment)
        return replace(page, idea=page.idea.replace("’", "'"), sentence=page.sentence.replace("’", "'"))

    def told(self, moment: Moment[Shapes]) -> Page:
        page, step = _named(super().page(moment), axis_name(moment)), moment.step
        if meets_circle(moment):
            page = self.circle(moment, page)
        elif moment.index == 0 and len(moment.trace) == 2:
            page = replace(page, idea=NO_EDGES)
        elif moment.index == 0 and all(len(each.points) > 2 and each.radius for each in sat_figure.shapes_of(moment)):
            page = replace(page, idea=ROUNDED)
        if moment.compare:
            return told(page, moment) if moment.is_last and moment.faulty is not None else page
        if not moment.scene.asks:
            return page
        if isinstance(step, AxisTested) and step.axis.owner is Owner.CLOSEST and step.is_gap:
            return page.asks(just_touching(moment), "On the extra axis the projections leave a gap.")
        if isinstance(moment.next, AxisTested) and moment.next.axis.owner is Owner.CLOSEST:
            return page.asks(hidden_axis(moment), NO_EDGE)
        if isinstance(moment.next, AxisSkipped) and meets_circle(moment):
            return page.asks(nearest_point(moment), APART if _is_gap_seen(moment) else SO_FAR)
        return page

    def circle(self, moment: Moment[Shapes], page: Page) -> Page:
        """What is said of a polygon and a circle."""
        step = moment.step
        if isinstance(step, Decided):
            corner, best = any(t.axis.owner is Owner.CLOSEST for t in step.found.tests), step.found.best
            page = replace(page, idea=ANSWER if corner or best.is_gap else INSIDE)
            if not best.is_gap or sum(test.is_gap for test in step.found.tests) > 1:
                return page
            axis = EXTRA if best.axis.owner is Owner.CLOSEST else f"axis of {name_of(moment, best, ink=Ink.ANSWER)}"
            return page.says(f"The {axis} shows a gap: {in_words(best.separation)}. A and B are **apart**.")
        if step.axis.owner is Owner.CLOSEST:
            return replace(page, idea=SAME) if isinstance(step, AxisSkipped) else self.corner(moment, page, step)
        if moment.index == 0:
            return replace(page, idea=FIRST)
        if step.is_gap:
            return replace(page, idea=GOES_ON)
        is_of_two = page.idea in (NEXT, LAST_OF_A, *LATER.values())  # what is said of two polygons: B has no edges
        return replace(page, idea=SIDES) if is_of_two else page

    def corner(self, moment: Moment[Shapes], page: Page, step: AxisTested) -> Page:
        """The extra axis: the distance of the nearest vertex less the radius."""
        b, (k, far) = moment.scene.b.world, nearest(moment)
        s, number = measured(step), tint(f"**{fixed(abs(measured(step)))}**", separation_ink(step.separation))
        says = f"Vertex {k}, ${vertex_symbol(k)}$, is {fixed(far)} from $\\boldsymbol{{c}}$, "
        says += f"the radius is {fixed(b.radius)}: "
        says += f"a gap of {number}." if s > 0.0 else f"an overlap of {number}."
        ink = separation_ink(s).value
        numbers = f"{fixed(far)}-{fixed(b.radius)}=\\{ink}{{{fixed(s)}}}".replace("−", "-")
        return replace(page, idea=_corner(k, s), formula=f"{_distance_less_radius(k)}={numbers}").says(says).claiming(
            Claim("distance less radius", lambda: step.separation, lambda: far - b.radius)
        )  # fmt: skip

    def draw(self, canvas: Canvas, moment: Moment[Shapes]) -> None:
        sat_figure.draw(canvas, moment, is_n_clear=True)
        draw_world(canvas, moment)


def _named(page: Page, name: str) -> Page:
    """The page with one name for the axis of the closest points."""
    rows = tuple(
        replace(row, cells=(name, *row.cells[1:])) if row.cells[0].endswith(("to centre", "closest points")) else row
        for row in page.rows
    )
    said = re.sub(r"(axis of )?vertex \d+ to centre", name, page.sentence)
    said = re.sub(r"^Closest points:", f"{sentence(name)}:", said)
    said = re.sub(r"^Axis \d+ \((.*?)\) shows", r"The \1 shows", re.sub("closest points", name, said))
    said = said.replace(f"of {name}", f"on the {name}")
    return replace(page, rows=rows).says(said)


def _is_gap_seen(moment: Moment[Shapes]) -> bool:
    return any(isinstance(step, AxisTested) and step.is_gap for step in moment.seen)


class CirclesAndSat(Lesson[Shapes]):
    id = "circles-and-sat"
    title = "Circles and SAT"
    source = "Rounding collider corners"
    summary = "A circle offers no edge normals; the axis from the nearest vertex to its centre is missing."
    terms = ("nearest vertex", "extra axis")
    builds_on = ("axis-by-axis",)
    presents = 0
    story = CirclesStory()
    compare = (
        Comparison(EDGES_ONLY, partial(faulty_search, faulty.edges_only), differs),
        Comparison(CENTRES, partial(faulty_search, faulty.centre_to_centre), differs),
        Comparison(
            BOUNDARY,
            partial(faulty_search, faulty.boundary_distance_only),  # type: ignore[arg-type]
            differs,
            "Error 2 of *Rounding collider corners*",
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.66),
            Pane("bars", "Separation along each axis", draw_bars, share=0.34, is_to_scale=False),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Shapes | Preset[Shapes]]:
        soft = rounded(box(1.4, 1.1), 0.35)
        roof = convex(((-1.3, -0.9), (1.4, -0.7), (-0.1, 1.2)))

        spike = convex(((0.0, 0.0), (-2.14, -1.26), (-0.17, -1.23)))

        def failing(a: Body, b: Body, compare: str) -> Preset[Shapes]:
            return Preset(Shapes(a, b, asks=False), compare, at_last)

        return {
            "At a corner": Shapes(at(box(2.4, 1.0), -0.25, -0.9), at(circle(1.0), 1.83, 0.45)),
            "At an edge": Shapes(at(roof, -0.4, -0.3), at(circle(0.8), 0.83, 1.17), goal=BESIDE),
            "Gap missed by edges": failing(at(spike, -0.67, -0.83), at(circle(1.0), 1.16, 0.92), EDGES_ONLY),
            "Long box": failing(at(box(0.8, 3.2), -0.9, -0.4), at(circle(0.9), 0.34, 1.71), CENTRES),
            "Overlap at a corner": Shapes(at(box(2.4, 1.2), -0.4, -0.6), at(circle(0.9), 1.2, 0.5), goal=SHALLOW),
            "Circle deep inside": failing(at(box(2.0, 3.0), 0.4, 0.0), at(circle(0.45), 0.5, 0.5), BOUNDARY),
            "Two circles": Shapes(at(circle(0.9), -0.75, -0.4), at(circle(0.7), 0.75, 0.5)),
            "Two rounded boxes": Shapes(at(soft, -0.85, -0.7, 5), at(soft, 1.08, 1.06, 14)),
        }

    def run(self, scene: Shapes) -> Trace[AxisStep, SeparatingAxis]:
        """All axes, as the greatest separation is asked for; a parallel edge, as it shares an axis, is no step."""
        trace = separating_axis.trace(scene.a.world, scene.b.world, early_out=False)
        told = [i for i, step in enumerate(trace) if not isinstance(step, AxisSkipped) or step.axis.edge is None]
        steps, lines = tuple(trace.steps[i] for i in told), tuple(trace.lines[i] for i in told)
        return Trace(trace.function, steps, lines, trace.refusal, trace.answer)

    def layout_at(self, moment: Moment[Shapes]) -> Layout:
        """The bars stand beside the shapes as soon as there are two to compare; a few are in the world itself."""
        return self.panes[0] if moment.index == 0 or stands_alone(moment) else self.layout

    def situation(self, moment: Moment[Shapes]) -> str:
        """How the shapes stand, as soon as the search knows."""
        if moment.is_last or _is_gap_seen(moment):
            a, b = moment.scene.a.world, moment.scene.b.world
            return standing(a, b, numbers=moment.is_last, found=truth_of(moment))
        follows = moment.next
        return NO_EDGE if isinstance(follows, AxisTested) and follows.axis.owner is Owner.CLOSEST else SO_FAR

    def challenge(self, moment: Moment[Shapes]) -> Challenge | None:
        is_seen = moment.is_last or moment.step.axis.owner is Owner.CLOSEST  # before, a goal would tell the answer
        return goal(moment) if is_seen else None
