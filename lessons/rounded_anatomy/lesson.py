"""The lesson on the anatomy of rounded shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geometry import Anatomy, CornerArc, InnerPolygon, Trace, anatomy
from geometry.anatomy import AnatomyStep
from lessons.rounded_anatomy import picture, words
from lessons.rounded_anatomy.scene import Layered, presets
from viz.canvas import Canvas
from viz.lesson import Lesson, Moment, Pane
from viz.question import Goal, Question
from viz.table import Table
from viz.text import amount


class RoundedAnatomy(Lesson[Layered]):
    id = "rounded-anatomy"
    title = "Anatomy of a rounded shape"
    source = "Rounding collider corners"
    summary = "An inner polygon, an outer edge beside each of its edges, an arc of a circle around each corner."

    def presets(self) -> Mapping[str, Layered]:
        return presets()

    def run(self, scene: Layered) -> Trace[AnatomyStep, Anatomy]:
        return anatomy.trace(scene.shape)

    def stage(self, step: AnatomyStep) -> str:
        match step:
            case InnerPolygon():
                return "Inner polygon"
            case CornerArc():
                return "Corner arcs"
            case Anatomy():
                return "The whole"
            case _:
                return "Outer edges"

    def panes(self) -> Sequence[Sequence[Pane]]:
        sums = Pane("sums", "the boundary, laid straight", self.draw_sums, share=0.28)
        return ((Pane("world", "", self.draw, is_world=True),), (sums,))

    def draw(self, canvas: Canvas, moment: Moment[Layered]) -> None:
        picture.draw(canvas, moment)

    def draw_sums(self, canvas: Canvas, moment: Moment[Layered]) -> None:
        picture.draw_sums(canvas, moment)

    def explain(self, moment: Moment[Layered]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Layered]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Layered]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[Layered]) -> Question | None:
        """Which corner has the longest arc: asked before the first of them."""
        arcs = moment.trace.result.arcs
        following = moment.trace.steps[moment.index + 1] if not moment.is_last else None
        if following is not arcs[0] or len(arcs) < 3 or moment.scene.radius == 0.0:
            return None
        longest = max(arc.turn for arc in arcs)
        answers = frozenset(f"vertex {arc.vertex} of A" for arc in arcs if arc.turn >= longest * (1.0 - 1e-9))
        because = f"The sharper the corner, the more its normals turn: {words.degrees(longest)}."
        return Question("At which vertex is the arc longest?", answers, because)

    def goal(self, moment: Moment[Layered]) -> Goal | None:
        """More layer than core, where the core has an area."""
        answer: Anatomy = moment.trace.result
        if answer.inner.area == 0.0:
            return None
        layer = answer.area - answer.inner.area
        reached = layer >= answer.inner.area
        now = f"Layer {amount(layer)}, inner polygon {amount(answer.inner.area)}."
        return Goal("Make the layer's area as large as the inner polygon's.", reached, now)

    def feature_of(self, field: str, value: Any) -> str | None:
        return f"{field} {value} of A" if field in ("edge", "vertex") else None

    def table(self, moment: Moment[Layered]) -> Table:
        return words.table(moment)
