"""Separating line: whether a line has two shapes on different sides, and the axis that it is a point of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from geometry import Convex, Owner, Trace, box, circle, convex, regular_polygon, rounded, separating_axis
from geometry.faulty.sat import shadows_on_the_line
from geometry.sat.separating_axis import AxisTested
from geometry.sat.separating_line import LinesCounted, LineVerdict, OnAxis, SideMeasured, SideStep, line_separates
from geometry.tolerance import rounding
from geometry.vector import length
from lessons.separating_axes.separating_line_asked import along_an_axis, deciding_vertex, line_between
from lessons.separating_axes.separating_line_faulty import ON_THE_LINE, differs, mistaken, shows_fault, situation
from lessons.separating_axes.separating_line_figure import crossing_of, draw_nearer, draw_world, nearer_head
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, TwoShapes, at, handle
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

LITTLE = 10.0  # degrees: less room to turn than this meets the challenge
STAGES = {SideMeasured: "Side of", LineVerdict: "Verdict", OnAxis: "Axis", LinesCounted: "Room to turn"}

DISTANCE = r"\delta(\boldsymbol x)=(\boldsymbol x-\examined{\boldsymbol x_0})\cdot\examined{\hat n}"
SIDE_OF_A = (
    "We look for a line that fits between A and B. The **signed distance** $\\delta$ of a point is positive in front "
    "of the line, where $\\hat n$ points, and negative behind."
)
SIDE_OF_B = (
    "All of A has to lie behind the line, so A's **greatest** $\\delta$ decides. All of B has to lie in front: of B "
    "the **least** $\\delta$ decides."
)
SEPARATES = (
    "All of A is behind the line, all of B in front of it. No point can be both, so A and B share none: this is a "
    "**separating line**."
)
FAILS = (
    "A piece lies on the wrong side, so this line proves nothing. Another line may still separate A and B: drag the "
    "ends of the line."
)
NONE_CAN = (
    "A and B share at least one point. Such a point cannot lie both behind a line and in front, so **no line** "
    "separates A and B."
)
AXIS = (
    "Look along the line: the line becomes a point. The axis, along $\\hat n$, is perpendicular to the line. The "
    "projections leave a gap: this is a **separating axis**."
)
NO_AXIS = (
    "The axis, along $\\hat n$, is perpendicular to the line. On a **separating axis** the projections leave a gap. "
    "Here is none: no line in this direction fits."
)
ROOM = (
    "Separating lines fill the green part. Move B straight towards A: such a line can turn less and less. When A "
    "and B touch, no line is left."
)
NO_ROOM = (
    "Every line leaves a shared point on a wrong side, or on the line itself. Separate A and B: as soon as there "
    "is a gap, a line fits."
)


@dataclass(frozen=True, eq=False)
class ShapesAndLine(TwoShapes):
    line: Arrow = handle(Ink.EXAMINED, "line")

    def __post_init__(self) -> None:
        if length(self.line.vector) == 0.0:
            raise ValueError("a line needs two different points")

    @cached_property
    def shapes(self) -> tuple[Convex, Convex]:
        return self.a.world, self.b.world

    @cached_property
    def best(self) -> AxisTested:
        """The axis of their separation."""
        return separating_axis(*self.shapes, early_out=False).best

    @cached_property
    def apart(self) -> float:
        """Their separation, 0 where they just touch."""
        return 0.0 if self.best.is_touching else self.best.separation


class SeparatingLineStory(Story):
    """The signed distances of both shapes, the verdict, the axis, and the room that separating lines have."""

    columns = ("shape", r"least $\delta$", r"greatest $\delta$", r"deciding $\delta$")

    def stage(self, moment: Moment[ShapesAndLine]) -> str:
        name, step = STAGES[type(moment.step)], moment.step
        return f"{name} {step.owner.value}" if isinstance(step, SideMeasured) else name

    def page(self, moment: Moment[ShapesAndLine]) -> Page:
        page = self.told(moment)
        if shows_fault(moment):
            return mistaken(page, moment)
        if moment.faulty is not None:
            return page
        match moment.step:
            case SideMeasured(Owner.A):
                return page.asks(deciding_vertex(moment))
            case SideMeasured():
                return page.asks(line_between(moment), "A and B are apart." if moment.scene.apart > 0.0 else "")
            case OnAxis():
                return page.asks(along_an_axis(moment), _verdict(moment))
        return page

    def told(self, moment: Moment[ShapesAndLine]) -> Page:
        match moment.step:
            case SideMeasured() as side:
                return self.side(moment, side)
            case LineVerdict() as verdict:
                return self.verdict(moment, verdict)
            case OnAxis() as seen:
                return self.axis(moment, seen)
        return self.room(moment, moment.step)

    def side(self, moment: Moment[ShapesAndLine], side: SideMeasured) -> Page:
        is_a = side.owner is Owner.A
        low, high = fixed(side.least), fixed(side.greatest)
        decides = tint(f"**{high if is_a else low}**", Ink.A if is_a else Ink.B)
        distances = _distances(moment.scene, 0 if is_a else 1)
        ends = (low, decides) if is_a else (decides, high)
        says = f"On {side.owner.value} $\\delta$ goes from {ends[0]} to {ends[1]}: {_where(side)}."
        idea = SIDE_OF_A if is_a else SIDE_OF_B
        return (
            Page(self.stage(moment), idea, DISTANCE)
            .says(says)
            .row(side.owner.value, low, high, decides, ink=Ink.A if is_a else Ink.B)
            .claiming(
                Claim("least", lambda: side.least, lambda: distances.min()),
                Claim("greatest", lambda: side.greatest, lambda: distances.max()),
            )
        )

    def verdict(self, moment: Moment[ShapesAndLine], verdict: LineVerdict) -> Page:
        scene, (a, b) = moment.scene, _sides(moment)
        high, low = _distances(scene, 0).max(), _distances(scene, 1).min()
        top, bottom = tint(f"**{fixed(a.greatest)}**", Ink.A), tint(f"**{fixed(b.least)}**", Ink.B)
        near = rounding(*scene.shapes)
        is_a, is_b = a.greatest < -near, b.least > near
        formula = rf"\A{{\max_A\delta}}{_below(is_a)}0{_below(is_b)}\B{{\min_B\delta}}"
        idea = SEPARATES if verdict.separates else FAILS if scene.apart > 0.0 else NONE_CAN
        if verdict.separates:
            says = f"{top} < 0 < {bottom}: the line separates A and B."
        elif not (is_a or is_b):
            says = f"{top} is not below 0, and {bottom} is not above 0: this line does not separate."
        else:
            says = (
                f"{bottom} is not above 0: {crossing_of(b)}." if is_a else f"{top} is not below 0: {crossing_of(a)}."
            )
        return (
            Page(self.stage(moment), idea, formula)
            .says(says)
            .claiming(
                Claim("room", lambda: verdict.room, lambda: min(-high, low)),
                Claim("separates", lambda: verdict.separates, lambda: min(-high, low) > rounding(*scene.shapes)),
            )
        )

    def axis(self, moment: Moment[ShapesAndLine], seen: OnAxis) -> Page:
        scene, s = moment.scene, seen.separation
        a, b = (shape.points @ seen.normal for shape in scene.shapes)
        radii = sum(shape.radius for shape in scene.shapes)
        found = tint(f"**{fixed(abs(s))}**", separation_ink(s))
        if s > rounding(*scene.shapes):
            within = "The line is a point in this gap."
            if not _verdict_of(moment).separates:
                within = "The line lies outside this gap: move the line without turning."
            says = f"On the axis the projections leave a gap of {found}. {within}"
        else:
            meet = "just touch" if fixed(s) == "0.00" else f"overlap by {found}"
            says = f"On the axis the projections {meet}: no point lies between them."
        idea = AXIS if s > rounding(*scene.shapes) else NO_AXIS
        return (
            Page(self.stage(moment), idea, r"s=\B{\min_B\delta}-\A{\max_A\delta}")
            .says(says)
            .claiming(Claim("s", lambda: s, lambda: max(b.min() - a.max(), a.min() - b.max()) - radii))
        )

    def room(self, moment: Moment[ShapesAndLine], found: LinesCounted) -> Page:
        scene, page = moment.scene, Page(self.stage(moment), ROOM if moment.scene.apart > 0.0 else NO_ROOM)
        if not found.gaps:
            how = "just touch" if scene.apart == 0.0 else f"overlap by {tint(fixed(-scene.apart), Ink.OVERLAP)}"
            page = page.says(f"A and B {how}: no line has A strictly behind it and B strictly in front.")
        else:
            turn = tint(f"**{fixed(math.degrees(found.turn), 0)}°**", Ink.GAP)
            page = page.says(
                f"A and B are {tint(fixed(scene.apart), Ink.GAP)} apart, and a separating line can turn by {turn}."
            )
        return page.claiming(Claim("turn", lambda: found.turn, lambda: _turn(scene), 2e-3))

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndLine]) -> None:
        draw_world(canvas, moment)


def _below(holds: bool) -> str:
    """One half of the test, struck out where it fails."""
    return "<" if holds else r"\overlap{\nless}"


def _sides(moment: Moment[ShapesAndLine]) -> tuple[SideMeasured, SideMeasured]:
    a, b = (step for step in moment.trace if isinstance(step, SideMeasured))
    return a, b


def _verdict_of(moment: Moment[ShapesAndLine]) -> LineVerdict:
    found: LineVerdict = moment.trace.result
    return found


def _where(side: SideMeasured) -> str:
    """Where a shape lies, as a clause."""
    low, high = round(side.least, 9), round(side.greatest, 9)
    if high <= 0.0:
        return "it touches the line from behind" if high == 0.0 else "all of it is behind the line"
    if low >= 0.0:
        return "it touches the line from the front" if low == 0.0 else "all of it is in front of the line"
    return f"a piece of {side.owner.value} is {'in front' if side.owner is Owner.A else 'behind'}"


def _verdict(moment: Moment[ShapesAndLine]) -> str:
    is_good = _verdict_of(moment).separates
    return "The line separates A and B." if is_good else "This line does not separate A and B."


def _distances(scene: ShapesAndLine, which: int) -> np.ndarray:
    """The least and the greatest signed distance of a shape, from its vertices: the normal is the perpendicular along
    which B's interval begins the later after A's end."""
    dx, dy = scene.line.vector.tolist()
    n = np.array((-dy, dx)) / math.hypot(dx, dy)
    a, b = (np.outer((shape.points - scene.line.start) @ n, (1.0, 1.0)) + (-shape.radius, shape.radius)
            for shape in scene.shapes)  # fmt: skip
    onward, back = b.min() - a.max(), a.min() - b.max()
    is_back = (back, min(a.min(), -b.max())) > (onward, min(-a.max(), b.min()))
    found: np.ndarray = (a, b)[which] * (-1.0 if is_back else 1.0)
    return found


def _turn(scene: ShapesAndLine) -> float:
    """How much of all directions shows a gap, counted on a fine grid."""
    angles = np.linspace(0.0, math.pi, 3601)[:-1]
    ways = np.stack((np.cos(angles), np.sin(angles)))
    a, b = (shape.points @ ways for shape in scene.shapes)
    radii = sum(shape.radius for shape in scene.shapes) + rounding(*scene.shapes)
    s = np.maximum(b.min(axis=0) - a.max(axis=0), a.min(axis=0) - b.max(axis=0)) - radii
    return float((s > 0.0).mean() * math.pi)


class SeparatingLine(Lesson[ShapesAndLine]):
    id = "separating-line"
    title = "Separating line"
    source = "Rounding collider corners"
    summary = "A line separates A and B if A lies behind and B in front; the axis is perpendicular to the line."
    terms = ("signed distance", "separating line", "separating axis")
    builds_on = ("edge-normals", "two-shadows")
    presents = 0
    story = SeparatingLineStory()
    compare = (
        Comparison(
            ON_THE_LINE,
            lambda scene: shadows_on_the_line(*scene.shapes, scene.line.start, scene.line.end),
            differs,
            "Error 1 of *SAT explained*",
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.74),
            above(
                Pane("nearer0", "B moved nearer", partial(draw_nearer, part=0.4), headed=nearer_head),
                Pane("nearer1", "B moved to touch A", partial(draw_nearer, part=0.0)),
                share=0.26,
            ),
        )

    @cached_property
    def scenes(self) -> Mapping[str, ShapesAndLine | Preset[ShapesAndLine]]:
        five, slab, tile = regular_polygon(5, 1.1), box(1.5, 1.1), box(1.2, 2.1)
        wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
        keel = convex(((-1.3, -0.1), (-0.3, -0.6), (1.2, -0.3), (1.3, 0.5), (-0.9, 0.7)))
        upright = Arrow((0.05, -1.25), (-0.05, 1.45))
        return {
            "Leaning line": ShapesAndLine(
                at(five, -1.1, 0.0, 9), at(tile, 1.0, 0.3, 24), Arrow((0.18, -1.25), (-0.71, 1.5))
            ),
            "One above the other": ShapesAndLine(
                at(box(2.8, 1.0), -0.2, -0.95, 6), at(keel, 0.15, 0.72), Arrow((-1.4, -0.18), (1.5, 0.04))
            ),
            "Narrow gap": ShapesAndLine(
                at(wedge, -0.7, -0.3), at(wedge, 1.15, -0.59, 30), Arrow((1.34, -1.73), (-0.6, 0.9))
            ),
            "Overlap": ShapesAndLine(at(five, -0.7, 0.0, 9), at(tile, 0.6, 0.3, 24), upright),
            "Just touching": ShapesAndLine(
                at(box(1.5, 2.1), -0.75, -0.2), at(wedge, 0.9 - 0.1 / 3.0, 0.7), Arrow((0.0, -1.4), (0.0, 1.4))
            ),
            "Round shapes": ShapesAndLine(
                at(circle(1.1), -1.05, -0.1), at(rounded(slab, 0.25), 1.25, 0.3, 30), Arrow((-0.45, -1.3), (0.6, 1.3))
            ),
            "Line taken for the axis": Preset(
                ShapesAndLine(at(five, -1.2, 0.0, 9), at(tile, 1.05, 0.3, 24), Arrow((-1.9, -0.3), (1.9, 0.4))),
                ON_THE_LINE,
                lambda trace: 2,
            ),
        }

    def run(self, scene: ShapesAndLine) -> Trace[SideStep, LineVerdict]:
        return line_separates.trace(*scene.shapes, scene.line.start, scene.line.end)

    def situation(self, moment: Moment[ShapesAndLine]) -> str:
        return situation(moment) if shows_fault(moment) else standing(*moment.scene.shapes, found=moment.scene.apart)

    def challenge(self, moment: Moment[ShapesAndLine]) -> Challenge:
        found = next(step for step in moment.trace if isinstance(step, LinesCounted))
        turn = math.degrees(found.turn)
        return Challenge(
            f"Move B until a separating line still fits, but can turn by less than {LITTLE:.0f}°.",
            0.0 < turn < LITTLE,
            f"now {fixed(turn, 0)}°",
            "Move B straight towards A: fewer directions are left. A long edge that faces A leaves fewer still.",
        )
