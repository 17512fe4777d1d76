"""A circle against an axis-aligned box: clamp, and mind the centre inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Convex, Trace, box, circle
from geometry.primitives.circle_aabb import (
    CircleAabbStep,
    Clamped,
    FaceMeasured,
    OutsideMeasured,
    RadiusCompared,
    RegionFound,
    circle_aabb,
)
from geometry.primitives.contact import PairResult
from viz import axis_words, box_picture, box_words, marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Body, Scene, at, body
from viz.text import explained


@dataclass(frozen=True, eq=False)
class BoxAndCircle(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")

    def __post_init__(self) -> None:
        if len(self.b.shape.points) > 1:
            raise ValueError("B is the circle of this lesson")

    def around(self) -> Convex:
        """The axis-aligned box around A, however A is turned."""
        bounds = self.a.world.bounds()
        return box(float(bounds.extent[0]), float(bounds.extent[1]), bounds.center)


class CircleAabb(Lesson[BoxAndCircle]):
    id = "circle-aabb"
    title = "Circle and upright box"
    source = "Collision detection for dummies"
    summary = "Clamp the centre to the box and measure from there; from inside, the nearest face decides."

    def presets(self) -> Mapping[str, BoxAndCircle]:
        slab, disc = box(2.2, 1.4), circle(0.6)
        return {
            "At a corner": BoxAndCircle(at(slab, -0.5, 0.0), at(disc, 1.0, 1.05)),
            "At a face": BoxAndCircle(at(slab, -0.5, 0.0), at(disc, 1.0, 0.2)),
            "Apart": BoxAndCircle(at(slab, -0.7, 0.0), at(disc, 1.3, 0.9)),
            "Clamping fails inside": BoxAndCircle(at(slab, 0.0, 0.0), at(disc, 0.6, 0.2)),
            "Centre on the boundary": BoxAndCircle(at(slab, 0.0, 0.0), at(disc, 1.1, 0.2)),
            "Centre in the middle": BoxAndCircle(at(box(1.6, 1.6), 0.0, 0.0), at(disc, 0.0, 0.0)),
            "A turned box grows": BoxAndCircle(at(slab, -0.4, 0.0, 35), at(disc, 1.1, 1.0)),
        }

    def run(self, scene: BoxAndCircle) -> Trace[CircleAabbStep, PairResult]:
        return circle_aabb.trace(scene.around().bounds(), scene.b.world)

    def stage(self, step: CircleAabbStep) -> str:
        return box_words.STAGES[type(step)]

    def draw(self, canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
        scene, step = moment.scene, moment.step
        around, b = scene.around(), scene.b.world
        if scene.a.pose.angle:
            marks.ghost(canvas, scene.a.world)
        marks.shape(canvas, around, Ink.SHAPE_A, "A")
        marks.shape(canvas, b, Ink.SHAPE_B, "B")
        bounds = around.bounds()
        if isinstance(step, PairResult):
            box_picture.regions(canvas, bounds.low, bounds.high)
            marks.contact(canvas, step.contact, step.tolerance)
            if step.separation < -step.tolerance:
                marks.ghost(canvas, b.moved(-step.separation * step.normal), Ink.LANDED_B)
            return
        steps = moment.trace.steps[: moment.index + 1]
        box_picture.in_box_axes(canvas, steps, bounds.low, bounds.high, b.centroid, b.radius)

    def explain(self, moment: Moment[BoxAndCircle]) -> str:
        return EXPLAINED[type(moment.step)]

    def caption(self, moment: Moment[BoxAndCircle]) -> str:
        return box_words.caption(moment.step)

    def goal(self, moment: Moment[BoxAndCircle]) -> Goal:
        """Just touching."""
        return axis_words.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def situation(self, moment: Moment[BoxAndCircle]) -> str:
        return box_words.situation(moment.trace.result, is_last=moment.is_last)


EXPLAINED: Mapping[type, str] = {
    Clamped: explained(
        """Hold the centre between the sides, **one axis at a time**: too far left becomes the left side, and so
        on. That is the nearest point of the box, as long as the centre is outside.""",
        r"p_x = \min(\max(c_x,\ low_x),\ high_x)",
    ),
    RegionFound: explained(
        """The sides divide the plane into **nine regions**. Beside a face only one coordinate was clamped;
        beyond a corner both; inside none, and then the clamped point is the centre itself.""",
        r"3 \times 3 = 9",
    ),
    OutsideMeasured: explained(
        """From the closest point to the centre: its direction is the **normal**, its length the distance of the
        centre from the box.""",
        r"\vec d = \vec c - \vec p",
    ),
    FaceMeasured: explained(
        """Inside, clamping gives the centre back and the distance is 0: no direction, and dividing would give
        NaN. Measure to **all four faces** instead; the nearest is the way out.""",
        r"\min(high_x - c_x,\ c_x - low_x,\ high_y - c_y,\ c_y - low_y)",
    ),
    RadiusCompared: explained(
        """The circle reaches its radius towards the box. Distance less radius is the **separation**; from
        inside the distance counts as negative.""",
        r"s = d - r",
    ),
    PairResult: explained(
        """The contact: a point halfway between both surfaces, the normal from the box to the circle, and the
        separation. Touching counts as contact.""",
        r"\vec b\,' = \vec b - s\,\hat n",
    ),
}
