"""A circle against a turned box: into the box's own space, where it is upright, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from geometry import Trace, Vector, box, circle
from geometry.primitives.circle_aabb import CircleInBoxStep
from geometry.primitives.circle_obb import (
    BackInWorld,
    BoxSpace,
    CircleObbStep,
    Translated,
    Unturned,
    circle_obb,
)
from geometry.primitives.contact import PairResult
from geometry.primitives.kinds import ShapeKind, shape_kind
from viz import axis_words, box_picture, box_words, marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment, Pane
from viz.question import Goal
from viz.scene import Body, Scene, at, body
from viz.text import explained, pair, tint


@dataclass(frozen=True, eq=False)
class BoxAndCircle(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")

    def __post_init__(self) -> None:
        if shape_kind(self.a.shape) is not ShapeKind.BOX or len(self.b.shape.points) > 1:
            raise ValueError("in this lesson A is a sharp box and B a circle")


class CircleObb(Lesson[BoxAndCircle]):
    id = "circle-obb"
    title = "Circle and turned box"
    source = "Shapes and collision detection"
    summary = "Carry the circle into the box's own space, where the box is upright; the answer is carried back."

    def presets(self) -> Mapping[str, BoxAndCircle]:
        slab, disc = box(2.2, 1.3), circle(0.6)
        return {
            "At a corner": BoxAndCircle(at(slab, -0.5, 0.0, 25), at(disc, 0.75, 1.35)),
            "At a face": BoxAndCircle(at(slab, -0.5, 0.0, 25), at(disc, 1.0, 0.55)),
            "Apart": BoxAndCircle(at(slab, -0.7, 0.0, 25), at(disc, 1.2, 1.2)),
            "Centre inside": BoxAndCircle(at(slab, 0.0, 0.0, 25), at(disc, 0.5, 0.3)),
            "Upside down": BoxAndCircle(at(slab, -0.4, 0.0, 200), at(disc, 0.9, 0.8)),
            "Far from the origin": BoxAndCircle(at(slab, 1e6 - 0.5, 1e6, 25), at(disc, 1e6 + 0.75, 1e6 + 1.35)),
        }

    def run(self, scene: BoxAndCircle) -> Trace[CircleObbStep, PairResult]:
        return circle_obb.trace(scene.a.world, scene.b.world)

    def stage(self, step: CircleObbStep) -> str:
        return STAGES.get(type(step)) or box_words.STAGES[type(step)]

    def panes(self) -> Sequence[Sequence[Pane]]:
        space = Pane("space", "the box's own space: its middle is the origin", self.draw_space)
        return ((Pane("world", "", self.draw, is_world=True),), (space,))

    def draw(self, canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
        scene, step = moment.scene, moment.step
        marks.shape(canvas, scene.a.world, Ink.SHAPE_A, "A")
        marks.shape(canvas, scene.b.world, Ink.SHAPE_B, "B")
        space: BoxSpace = next(s for s in moment.trace if isinstance(s, BoxSpace))
        reach = 70.0 * canvas.pixel
        for axis, name in ((space.axis_x, "x of the box"), (space.axis_y, "y of the box")):
            canvas.arrow(space.middle, space.middle + reach * axis, Ink.CONSTRUCTION)
            canvas.label(name, space.middle + reach * axis, Ink.QUIET, toward=axis)
        if isinstance(step, Translated | Unturned):
            canvas.arrow(space.middle, scene.b.world.centroid, Ink.VECTOR_P)
        if isinstance(step, BackInWorld):
            canvas.dot(step.point, Ink.RESULT)
            marks.normal_arrow(canvas, step.point, step.normal, "normal")
        if isinstance(step, PairResult):
            marks.contact(canvas, step.contact, step.tolerance)
            if step.separation < -step.tolerance:
                marks.ghost(canvas, scene.b.world.moved(-step.separation * step.normal), Ink.LANDED_B)

    def draw_space(self, canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
        space: BoxSpace = next(s for s in moment.trace if isinstance(s, BoxSpace))
        radius = moment.scene.b.shape.radius
        low, high = -space.half, space.half
        marks.shape(canvas, box(2.0 * float(space.half[0]), 2.0 * float(space.half[1])), Ink.SHAPE_A, "A")
        steps = moment.trace.steps[: moment.index + 1]
        local = next((s.local for s in steps if isinstance(s, Unturned)), None)
        if local is None:
            offset = next((s.offset for s in steps if isinstance(s, Translated)), None)
            if offset is not None:
                marks.ghost(canvas, circle(radius, offset))
                canvas.label("not turned yet", offset, Ink.QUIET, toward=(0.0, 1.0))
            return
        marks.shape(canvas, circle(radius, local), Ink.SHAPE_B, "B")
        self._measured(canvas, steps, low, high, local, radius)

    def _measured(
        self, canvas: Canvas, steps: Sequence[CircleObbStep], low: Vector, high: Vector, local: Vector, radius: float
    ) -> None:
        """What is found in box space, kept in view while the answer goes back to the world."""
        inside = [s for s in steps if isinstance(s, CircleInBoxStep)]
        if inside:
            box_picture.in_box_axes(canvas, inside, low, high, local, radius)

    def explain(self, moment: Moment[BoxAndCircle]) -> str:
        return EXPLAINED.get(type(moment.step), INSIDE)

    def caption(self, moment: Moment[BoxAndCircle]) -> str:
        match moment.step:
            case BoxSpace():
                return f"A is {tint(pair(2.0 * moment.step.half), Ink.SHAPE_A)} large about its middle."
            case Translated(_, _, offset):
                return f"From the middle of A to the centre of B: {tint(pair(offset), Ink.VECTOR_P)}."
            case Unturned(_, _, local):
                return f"Measured along the box's own axes that is {tint(pair(local), Ink.VECTOR_P)}."
            case BackInWorld():
                return f"Turned and moved back, the contact lies at {tint(pair(moment.step.point), Ink.RESULT)}."
            case step:
                return box_words.caption(step)

    def goal(self, moment: Moment[BoxAndCircle]) -> Goal:
        """Just touching."""
        return axis_words.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def situation(self, moment: Moment[BoxAndCircle]) -> str:
        return box_words.situation(moment.trace.result, is_last=moment.is_last)


STAGES: Mapping[type, str] = {
    BoxSpace: "Box space", Translated: "Move", Unturned: "Turn", BackInWorld: "Back in the world",
}  # fmt: skip
INSIDE = explained(
    """Here the box is upright, so everything is as in the lesson before: clamp, region, distance or nearest
    face, radius. Nothing has to be thought of twice.""",
    r"p_x = \min(\max(c_x,\ -h_x),\ h_x)",
)
EXPLAINED: Mapping[type, str] = {
    BoxSpace: explained(
        """A turned box is upright **for itself**. Take its middle as the origin and its sides as the axes; all
        that is left of it are its half extents.""",
        r"\hat x,\ \hat y,\ \vec h",
    ),
    Translated: explained(
        """First move: the box's middle becomes the origin. **Then** turn; the other way round the circle would
        land elsewhere.""",
        r"\vec d = \vec c - \vec m",
    ),
    Unturned: explained(
        """Turning back is easy: the columns of a rotation are the box's axes, so its inverse is its
        **transpose**, and the coordinates are two dot products.""",
        r"\vec c\,' = R^T \vec d = (\vec d \cdot \hat x,\ \vec d \cdot \hat y)",
    ),
    BackInWorld: explained(
        """The answer is in the box's terms. Turn it, then move it: points by both, **directions by the turn
        alone**. A separation is the same in both.""",
        r"\vec p = R\,\vec p\,' + \vec m \qquad \hat n = R\,\hat n'",
    ),
    PairResult: explained(
        """The contact in the world: halfway between both surfaces, the normal from the box to the circle.
        Turning both shapes together turns the contact, and changes nothing else.""",
        r"\vec b\,' = \vec b - s\,\hat n",
    ),
}
