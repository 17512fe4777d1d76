"""The lesson on manifolds of rounded shapes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geometry import IncidentEdge, Manifold, ReferenceEdge, Trace, manifold
from geometry.clipping import Clipped, FaceCompared, PointsMerged
from geometry.manifold import ManifoldStep
from geometry.manifold_points import CenterQueried, CornersMeasured
from geometry.reference import EdgeMeasured, NormalCompared
from lessons.rounded_manifold import numbers, picture, words
from lessons.rounded_manifold.scene import Rounded, presets
from viz.canvas import Canvas
from viz.contact_words import edge_name
from viz.lesson import Lesson, Moment
from viz.question import Goal, Question
from viz.table import Table


class RoundedManifold(Lesson[Rounded]):
    id = "rounded-manifold"
    title = "Rounded manifold"
    source = "Rounding collider corners"
    summary = "Five steps give the contact points of any two rounded shapes; as printed, three of them go wrong."

    def presets(self) -> Mapping[str, Rounded]:
        return presets()

    def run(self, scene: Rounded) -> Trace[ManifoldStep, Manifold]:
        return manifold.trace(scene.a.world, scene.b.world)

    def stage(self, step: ManifoldStep) -> str:
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

    def draw(self, canvas: Canvas, moment: Moment[Rounded]) -> None:
        picture.draw(canvas, moment)

    def explain(self, moment: Moment[Rounded]) -> str:
        return words.explain(moment)

    def caption(self, moment: Moment[Rounded]) -> str:
        return words.caption(moment)

    def situation(self, moment: Moment[Rounded]) -> str:
        return words.situation(moment)

    def question(self, moment: Moment[Rounded]) -> Question | None:
        return numbers.question(moment)

    def goal(self, moment: Moment[Rounded]) -> Goal:
        return numbers.goal(moment)

    def table(self, moment: Moment[Rounded]) -> Table:
        return numbers.table(moment)

    def feature_of(self, field: str, value: Any) -> str | None:
        return edge_name(value) if isinstance(value, EdgeMeasured | ReferenceEdge | IncidentEdge) else None
