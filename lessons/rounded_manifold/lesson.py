"""The lesson on manifolds of rounded shapes."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Manifold, Trace, manifold
from geometry.contact.clipping import Clipped, FaceCompared, PointsMerged
from geometry.contact.manifold import ManifoldStep
from geometry.contact.manifold_points import CenterQueried, CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from lessons.first_edition.contact_lesson import ContactLesson
from lessons.rounded_manifold import numbers, picture, words
from lessons.rounded_manifold.scene import Rounded, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Question, Table
from viz.lesson.lesson import Moment


class RoundedManifold(ContactLesson[Rounded]):
    id = "rounded-manifold"
    title = "Rounded manifold"
    source = "Rounding collider corners"
    summary = "Five steps give the contact points of any two rounded shapes; as printed, three of them go wrong."

    def presets(self) -> Mapping[str, Rounded]:
        return presets()

    def run(self, scene: Rounded) -> Trace[ManifoldStep, Manifold]:
        return manifold.trace(scene.a.world, scene.b.world)

    def stage_of(self, step: ManifoldStep) -> str:
        match step:
            case EdgeMeasured():
                return "1 Inner axes"
            case ReferenceEdge() | NormalCompared() | IncidentEdge():
                return "2 Both edges"
            case CornersMeasured():
                return "3 Corners"
            case FaceCompared() | PointsMerged() | Clipped():
                return "5 Face"
            case CenterQueried():
                return "Centre"
            case Manifold():
                return "Manifold"
            case _:
                return "4 Clip"

    def draw_step(self, canvas: Canvas, moment: Moment[Rounded]) -> None:
        picture.draw(canvas, moment)

    def explain_step(self, moment: Moment[Rounded]) -> str:
        return words.explain(moment)

    def caption_of(self, moment: Moment[Rounded]) -> str:
        return words.caption(moment)

    def situation_of(self, moment: Moment[Rounded]) -> str:
        return words.situation(moment)

    def asked(self, moment: Moment[Rounded]) -> Question | None:
        return numbers.question(moment)

    def aim(self, moment: Moment[Rounded]) -> Goal:
        return numbers.goal(moment)

    def numbers(self, moment: Moment[Rounded]) -> Table:
        return numbers.table(moment)
