"""Two circles: one distance against one sum, and which way the normal points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from geometry import Trace, circle
from geometry.primitives.circle_circle import (
    CircleCircleStep,
    DistanceFound,
    NormalFound,
    OffsetFound,
    RadiiSummed,
    SeparationFound,
    circle_circle,
)
from geometry.primitives.contact import PairResult
from geometry.vector import left_of, length, right_of, unit
from viz import axis_picture, axis_words, marks
from viz.canvas import Canvas
from viz.ink import Ink, separation_ink
from viz.lesson import Lesson, Moment, Pane
from viz.marks import RIGHT, UP
from viz.question import Goal
from viz.scene import Body, Scene, at, body, toggle
from viz.table import Table, step_row
from viz.text import amount, explained, pair, signed, tint


@dataclass(frozen=True, eq=False)
class TwoCircles(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    backwards: bool = toggle("Turn the vector round", False)

    def __post_init__(self) -> None:
        if len(self.a.shape.points) > 1 or len(self.b.shape.points) > 1:
            raise ValueError("this lesson is about circles: other kinds have lessons of their own")


class CircleCircle(Lesson[TwoCircles]):
    id = "circle-circle"
    title = "Two circles"
    source = "Collision detection for dummies"
    summary = "The distance of the centres against the sum of the radii, and the normal that parts them."

    def presets(self) -> Mapping[str, TwoCircles]:
        large, small = circle(1.0), circle(0.6)
        return {
            "Overlapping": TwoCircles(at(large, -0.6, 0.0), at(small, 0.6, 0.5)),
            "Apart": TwoCircles(at(large, -0.9, 0.0), at(small, 1.0, 0.4)),
            "Touching": TwoCircles(at(large, -1.0, 0.0), at(small, 0.6, 0.0)),
            "Backwards goes deeper": TwoCircles(at(large, -0.6, 0.0), at(small, 0.6, 0.5), True),
            "One inside the other": TwoCircles(at(large, 0.0, 0.0), at(small, 0.25, 0.1)),
            "Equal centres": TwoCircles(at(large, 0.0, 0.0), at(small, 0.0, 0.0)),
            "Far from the origin": TwoCircles(at(large, 1e6 - 0.6, 1e6), at(small, 1e6 + 0.6, 1e6 + 0.5)),
        }

    def run(self, scene: TwoCircles) -> Trace[CircleCircleStep, PairResult]:
        return circle_circle.trace(scene.a.world, scene.b.world)

    def stage(self, step: CircleCircleStep) -> str:
        return STAGES[type(step)]

    def panes(self) -> Sequence[Sequence[Pane]]:
        line = Pane("line", "the distance against the sum of the radii", self.draw_line, share=0.26)
        return ((Pane("world", "", self.draw, is_world=True),), (line,))

    def draw(self, canvas: Canvas, moment: Moment[TwoCircles]) -> None:
        scene, step = moment.scene, moment.step
        a, b = scene.a.world, scene.b.world
        axis_picture.two_shapes(canvas, a, b)
        canvas.dot(a.centroid, Ink.SHAPE_A)
        canvas.dot(b.centroid, Ink.SHAPE_B)
        offset = b.centroid - a.centroid
        if float(offset @ offset) > 0.0:
            canvas.arrow(a.centroid, b.centroid, Ink.VECTOR_P)
            canvas.symbol(r"\vec d", a.centroid + 0.5 * offset, Ink.VECTOR_P, toward=left_of(offset))
        if isinstance(step, RadiiSummed | SeparationFound):
            self._radii(canvas, scene)
        if isinstance(step, NormalFound):
            marks.normal_arrow(canvas, a.centroid + a.radius * step.normal, step.normal, "normal")
        if isinstance(step, PairResult):
            marks.contact(canvas, step.contact, step.tolerance)
            if step.separation < -step.tolerance:
                way = 1.0 if scene.backwards else -1.0
                moved = b.moved(way * step.separation * step.normal)
                ink = Ink.FAULTY if scene.backwards else Ink.LANDED_B
                marks.ghost(canvas, moved, ink)
                words = "pushed deeper" if scene.backwards else "B lands here"
                canvas.label(words, moved.centroid + moved.radius * UP, ink, toward=UP)

    def _radii(self, canvas: Canvas, scene: TwoCircles) -> None:
        """Both radii, drawn towards the other circle."""
        a, b = scene.a.world, scene.b.world
        offset = b.centroid - a.centroid
        n = unit(offset) if length(offset) > 0.0 else RIGHT
        side = right_of(n)
        for shape, way, ink in ((a, n, Ink.SHADOW_A), (b, -n, Ink.SHADOW_B)):
            end = shape.centroid + shape.radius * way
            canvas.stroke((shape.centroid, end), ink)
            canvas.label(f"r = {amount(shape.radius)}", (shape.centroid + end) / 2.0, ink, toward=side)

    def draw_line(self, canvas: Canvas, moment: Moment[TwoCircles]) -> None:
        """From 0 to the right: |d| above, the radii laid end to end below."""
        scene, step = moment.scene, moment.step
        a, b = scene.a.world.radius, scene.b.world.radius
        up = 14.0 * canvas.pixel * UP
        canvas.unbounded((0.0, 0.0), RIGHT, Ink.AXIS)
        canvas.stroke((-up, up), Ink.CONSTRUCTION)
        canvas.label("0", (0.0, 0.0), Ink.QUIET, toward=(-1.0, 0.0))
        if isinstance(step, OffsetFound):
            return
        distance = step.distance if not isinstance(step, PairResult) else step.separation + a + b
        canvas.stroke((up, distance * RIGHT + up), Ink.VECTOR_P)
        canvas.label(f"|d| = {amount(distance)}", distance * RIGHT + up, Ink.VECTOR_P, toward=UP + 0.3 * RIGHT)
        if isinstance(step, DistanceFound):
            return
        canvas.stroke((-up, a * RIGHT - up), Ink.SHADOW_A)
        canvas.stroke((a * RIGHT - up, (a + b) * RIGHT - up), Ink.SHADOW_B)
        canvas.label(f"sum {amount(a + b)}", (a + b) * RIGHT - up, Ink.TEXT, toward=0.3 * RIGHT - UP)
        if not isinstance(step, RadiiSummed):
            for value in (distance, a + b):
                ink = separation_ink(distance - (a + b))
                canvas.stroke((value * RIGHT - 1.6 * up, value * RIGHT + 1.6 * up), ink)

    def explain(self, moment: Moment[TwoCircles]) -> str:
        if moment.scene.backwards and isinstance(moment.step, NormalFound | PairResult):
            return BACKWARDS
        return EXPLAINED[type(moment.step)]

    def caption(self, moment: Moment[TwoCircles]) -> str:
        return _caption(moment.step)

    def situation(self, moment: Moment[TwoCircles]) -> str:
        result: PairResult = moment.trace.result
        if isinstance(moment.step, OffsetFound | DistanceFound | RadiiSummed):
            return "Are the centres nearer to each other than the radii reach?"
        if result.is_touching:
            return "A and B just touch: the distance is the sum of the radii."
        if result.separation > 0.0:
            return f"A and B are apart: a gap of {tint(amount(result.separation), Ink.SEPARATION)} between them."
        return f"A and B overlap by {tint(amount(-result.separation), Ink.PENETRATION)}."

    def goal(self, moment: Moment[TwoCircles]) -> Goal:
        """Just touching."""
        return axis_words.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def table(self, moment: Moment[TwoCircles]) -> Table:
        rows = []
        for i, step in enumerate(moment.trace):
            rows.append(step_row(i, moment.index, NAMES[i], tint(_value(step), INKS[i]), ink=INKS[i]))
        return Table(("quantity", "value"), tuple(rows))


def _value(step: CircleCircleStep) -> str:
    match step:
        case OffsetFound(offset):
            return pair(offset)
        case DistanceFound():
            return amount(step.distance)
        case RadiiSummed():
            return amount(step.radii)
        case SeparationFound():
            return signed(step.separation)
        case NormalFound():
            return pair(step.normal)
        case PairResult():
            return pair(step.point)


def _caption(step: CircleCircleStep) -> str:
    match step:
        case OffsetFound(offset):
            return f"From the centre of A to the centre of B: d = {tint(pair(offset), Ink.VECTOR_P)}."
        case DistanceFound():
            return f"The centres are {tint(amount(step.distance), Ink.VECTOR_P)} apart."
        case RadiiSummed():
            return f"The radii add up to {amount(step.radii)}: at that distance the circles touch."
        case SeparationFound():
            value = tint(signed(step.separation), separation_ink(step.separation))
            return f"The distance less the sum: a separation of {value}."
        case NormalFound() if step.distance == 0.0:
            taken = tint(pair(step.normal), Ink.REFERENCE)
            return f"Equal centres: every direction is as good, and {taken} is taken by rule."
        case NormalFound():
            return f"Divided by its length, d is {tint(pair(step.normal), Ink.REFERENCE)}: from A to B."
        case PairResult():
            return f"The contact lies halfway between the two surfaces, at {tint(pair(step.point), Ink.RESULT)}."


STAGES = dict(
    zip(
        (OffsetFound, DistanceFound, RadiiSummed, SeparationFound, NormalFound, PairResult),
        ("d = b − a", "|d|", "Radii", "Separation", "Normal", "Contact"),
        strict=True,
    )
)
NAMES = ("d", "|d|", "sum of radii", "separation", "normal", "contact point")
INKS = (Ink.VECTOR_P, Ink.VECTOR_P, Ink.TEXT, Ink.PENETRATION, Ink.REFERENCE, Ink.RESULT)
EXPLAINED: Mapping[type, str] = {
    OffsetFound: explained(
        """The simplest pair of all. Two discs differ only in where they are and how far they reach, so start
        with the way **from A to B**.""",
        r"\vec d = \vec b - \vec a",
    ),
    DistanceFound: explained(
        """Its length is the distance of the centres. For a yes or no the squares would do; for the depth and
        the normal the root is needed.""",
        r"|\vec d\,| = \sqrt{d_x^2 + d_y^2}",
    ),
    RadiiSummed: explained(
        """Each circle reaches its radius towards the other. They touch when the centres are exactly **one sum
        of radii** apart.""",
        r"r_A + r_B",
    ),
    SeparationFound: explained(
        """One subtraction tells it all: positive is a gap, negative an overlap, and **zero counts as contact**,
        here as in every other query.""",
        r"s = |\vec d\,| - (r_A + r_B)",
    ),
    NormalFound: explained(
        """The normal is d brought to length 1: **from A to B**. Equal centres have no direction between them;
        dividing would give NaN, so a rule decides.""",
        r"\hat n = \frac{\vec d}{|\vec d\,|}",
    ),
    PairResult: explained(
        """Moving B by the depth along the normal leaves the two just touching. The contact point is put
        **halfway** between the surfaces, so that swapping A and B changes nothing.""",
        r"\vec b\,' = \vec b - s\,\hat n",
    ),
}
BACKWARDS = explained(
    """Here the vector is taken **from B to A**, and B is moved along it. That drives the circles deeper into
    each other: a sign is no detail.""",
    r"\vec d = \vec a - \vec b",
)
