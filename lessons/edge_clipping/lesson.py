"""The lesson on clipping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from geometry import IncidentEdge, Manifold, Trace, manifold
from geometry.contact.clipping import Clipped as ClipEnded
from geometry.contact.clipping import ClipStarted, FaceCompared, PointCut, PointKept, PointsMerged, SidePlane
from geometry.contact.manifold import ManifoldStep
from geometry.contact.manifold_points import CenterQueried, CornersMeasured
from lessons.edge_clipping import numbers, picture, rocking, words
from lessons.edge_clipping.scene import Clipped, presets
from lessons.first_edition.contact_lesson import ContactLesson
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Moment, Pane, Question, Table


class EdgeClipping(ContactLesson[Clipped]):
    id = "edge-clipping"
    title = "Edge clipping"
    source = "Rounding collider corners"
    summary = (
        "Cut the incident edge at both side planes, discard what is above the face: the contact points are left."
    )

    def presets(self) -> Mapping[str, Clipped]:
        return presets()

    def run(self, scene: Clipped) -> Trace[ManifoldStep, Manifold]:
        """The whole run, shown from where both edges are known: how they are found is the lesson before."""
        trace = manifold.trace(scene.a.world, scene.b.world, margin=scene.height)
        known = next((i for i, step in enumerate(trace) if isinstance(step, IncidentEdge)), None)
        first = len(trace) - 2 if known is None else known
        return replace(trace, steps=trace.steps[first:], lines=trace.lines[first:])

    def stage_of(self, step: ManifoldStep) -> str:
        match step:
            case IncidentEdge() | CornersMeasured() | ClipStarted():
                return "Both edges"
            case (
                SidePlane(along=along)
                | PointKept(plane=SidePlane(along=along))
                | PointCut(plane=SidePlane(along=along))
            ):
                return "Side plane 1" if along == 0.0 else "Side plane 2"
            case FaceCompared() | PointsMerged() | ClipEnded():
                return "Reference face"
            case Manifold():
                return "Manifold"
            case CenterQueried():
                return "Centre"
            case _:
                return "Gap"

    def panes(self) -> Sequence[Sequence[Pane]]:
        title = "tilt of a box set down on level ground, under either rule"
        return (
            (Pane("world", "", self.draw, is_world=True),),
            (Pane("tilt", title, self.draw_tilt, share=0.44),),
        )

    def draw_step(self, canvas: Canvas, moment: Moment[Clipped]) -> None:
        picture.draw(canvas, moment)

    def draw_tilt(self, canvas: Canvas, moment: Moment[Clipped]) -> None:
        rocking.draw(canvas, moment.scene)

    def explain_step(self, moment: Moment[Clipped]) -> str:
        return words.explain(moment)

    def caption_of(self, moment: Moment[Clipped]) -> str:
        return words.caption(moment)

    def situation_of(self, moment: Moment[Clipped]) -> str:
        return words.situation(moment)

    def asked(self, moment: Moment[Clipped]) -> Question | None:
        return numbers.question(moment)

    def aim(self, moment: Moment[Clipped]) -> Goal:
        return numbers.goal(moment)

    def numbers(self, moment: Moment[Clipped]) -> Table | None:
        return numbers.table(moment)
