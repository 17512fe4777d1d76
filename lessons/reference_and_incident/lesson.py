"""The lesson on which two edges make a contact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geometry import Manifold, Owner, Trace
from geometry.contact.manifold import FeatureStep, find_features
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from lessons.first_edition.contact_lesson import ContactLesson
from lessons.reference_and_incident import picture, strips, words
from lessons.reference_and_incident.scene import Chosen, presets
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Moment, Pane, Question, Table


class ReferenceAndIncident(ContactLesson[Chosen]):
    id = "reference-and-incident"
    title = "Reference and incident"
    source = "Rounding collider corners"
    summary = "The edge of least overlap, and the other shape's edge that faces it most: a contact is made of these."

    def presets(self) -> Mapping[str, Chosen]:
        return presets()

    def run(self, scene: Chosen) -> Trace[FeatureStep, Manifold | tuple[ReferenceEdge, IncidentEdge]]:
        return find_features.trace(scene.a.world, scene.b.world)

    def stage_of(self, step: FeatureStep) -> str:
        match step:
            case EdgeMeasured():
                return "Edges of A" if step.owner is Owner.A else "Edges of B"
            case ReferenceEdge():
                return "Reference"
            case NormalCompared():
                return "Normals"
            case IncidentEdge():
                return "Incident"
            case CornersMeasured():
                return "Corners"
            case _:
                return "Centre"

    def panes(self) -> Sequence[Sequence[Pane]]:
        return (
            (Pane("world", "", self.draw, is_world=True),),
            (Pane("compared", "what is compared", self.draw_line, share=0.24),),
            (Pane("frames", "reference edge, frame by frame, while B is shaken", self.draw_frames, share=0.26),),
        )

    def draw_step(self, canvas: Canvas, moment: Moment[Chosen]) -> None:
        picture.draw(canvas, moment)

    def draw_line(self, canvas: Canvas, moment: Moment[Chosen]) -> None:
        strips.draw_line(canvas, moment)

    def draw_frames(self, canvas: Canvas, moment: Moment[Chosen]) -> None:
        strips.draw_frames(canvas, moment)

    def explain_step(self, moment: Moment[Chosen]) -> str:
        return words.explain(moment)

    def caption_of(self, moment: Moment[Chosen]) -> str:
        return words.caption(moment)

    def situation_of(self, moment: Moment[Chosen]) -> str:
        return words.situation(moment)

    def asked(self, moment: Moment[Chosen]) -> Question | None:
        return words.question(moment)

    def aim(self, moment: Moment[Chosen]) -> Goal:
        return words.goal(moment)

    def numbers(self, moment: Moment[Chosen]) -> Table | None:
        return words.table(moment)
