"""The lesson on the faces of the difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geometry.minkowski.faces import DifferenceFace, DifferenceFaces, FaceStep, minkowski_faces
from geometry.sat.separating_axis import Owner
from geometry.trace import Trace
from lessons.faces_of_the_difference import picture, words
from lessons.faces_of_the_difference.scene import presets
from lessons.first_edition import axis_captions
from lessons.first_edition.difference import Subtracted, take_difference
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Pane, Question, Table


class FacesOfTheDifference(Lesson[Subtracted]):
    id = "faces-of-the-difference"
    title = "Faces of the difference"
    source = "Collision detection for dummies"
    summary = "Each edge with the other shape's supporting vertex is a face; the origin is inside, or beyond one."

    def presets(self) -> Mapping[str, Subtracted]:
        return presets()

    def run(self, scene: Subtracted) -> Trace[FaceStep, DifferenceFaces]:
        return minkowski_faces.trace(*scene.shapes)

    def stage(self, step: FaceStep) -> str:
        if isinstance(step, DifferenceFaces):
            return "Answer"
        return {Owner.A: "Faces of the first", Owner.B: "Faces of the second"}.get(step.owner, "The point")

    def panes(self) -> Sequence[Sequence[Pane]]:
        space = Pane("space", "Minkowski space: drag the difference", self.draw_space, take=take_difference)
        methods = Pane("methods", "dot products, three ways to one answer", self.draw_methods)
        return ((Pane("world", "", self.draw, is_world=True),), (space, methods))

    def draw(self, canvas: Canvas, moment: Moment[Subtracted]) -> None:
        picture.draw(canvas, moment)

    def draw_space(self, canvas: Canvas, moment: Moment[Subtracted]) -> None:
        picture.draw_space(canvas, moment)

    def draw_methods(self, canvas: Canvas, moment: Moment[Subtracted]) -> None:
        picture.draw_methods(canvas, moment)

    def explain(self, moment: Moment[Subtracted]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Subtracted]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Subtracted]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[Subtracted]) -> Question | None:
        """Which vertex supports the next face."""
        if moment.index != 0 or len(moment.trace) < 3:
            return None
        following = moment.trace.steps[1]
        if not isinstance(following, DifferenceFace) or following.edge is None:
            return None
        names = words.support_names(moment.scene, following)
        _, other = words.parents(moment.scene, following)
        if len(other.world.points) < 2:
            return None
        edge = words.edge_name(moment.scene, following)
        text = f"Which vertex of {other.letter} supports the face of {edge}?"
        because = f"Furthest against the normal of {edge}: {' and '.join(names)}."
        return Question(text, frozenset(names), because)

    def goal(self, moment: Moment[Subtracted]) -> Goal:
        return axis_captions.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def table(self, moment: Moment[Subtracted]) -> Table:
        return words.table(moment)
