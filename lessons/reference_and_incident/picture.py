"""Both edges in the world, and every normal that is compared."""

from __future__ import annotations

from geometry import Manifold, Owner
from geometry.contact.manifold_points import CenterQueried, CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.vector import readonly
from lessons.first_edition import axis_picture, contact_captions, contact_picture
from lessons.first_edition.contact_picture import shape_of
from lessons.reference_and_incident.scene import Chosen
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import signed


def draw(canvas: Canvas, moment: Moment[Chosen]) -> None:
    scene = moment.scene
    a, b = scene.a.world, scene.b.world
    axis_picture.two_shapes(canvas, a, b)
    seen = moment.trace.steps[: moment.index + 1]
    reference = next((s for s in seen if isinstance(s, ReferenceEdge)), None)
    other = a if reference is not None and reference.owner is Owner.B else b
    match moment.step:
        case EdgeMeasured() as step:
            contact_picture.measured_edge(canvas, shape_of(step.owner, b, a), step)
        case ReferenceEdge() as step:
            contact_picture.reference_edge(canvas, step, other.centroid)
            for tie in step.ties:
                contact_picture.edge(
                    canvas,
                    tie.start,
                    tie.end,
                    Ink.INCIDENT,
                    f"{contact_captions.edge_name(tie)}: as good",
                    a.centroid,
                )
        case NormalCompared() as step:
            assert reference is not None
            contact_picture.reference_edge(canvas, reference, other.centroid)
            compared = [s for s in seen if isinstance(s, NormalCompared)]
            for earlier in compared[:-1]:
                _normal(canvas, moment, earlier, Ink.GHOST)
            start, end = other.edge(step.edge)
            canvas.stroke((start, end), Ink.INCIDENT)
            _normal(canvas, moment, step, Ink.INCIDENT)
        case IncidentEdge() | CornersMeasured():
            assert reference is not None
            incident = next(s for s in seen if isinstance(s, IncidentEdge))
            contact_picture.reference_edge(canvas, reference, other.centroid)
            contact_picture.incident_edge(canvas, incident, shape_of(reference.owner, a, b).centroid)
            if isinstance(moment.step, CornersMeasured):
                contact_picture.corners(canvas, moment.step)
            else:
                dots = [s for s in seen if isinstance(s, NormalCompared)]
                for compared_one in dots:
                    ink = Ink.INCIDENT if compared_one.edge == incident.edge else Ink.GHOST
                    _normal(canvas, moment, compared_one, ink)
        case CenterQueried() as step:
            contact_picture.center(canvas, step)
            if isinstance(found := moment.trace.result, Manifold):
                contact_picture.points(canvas, found, ids=False)


def _normal(canvas: Canvas, moment: Moment[Chosen], step: NormalCompared, ink: Ink) -> None:
    """A normal on the middle of its edge, with its dot product."""
    start, end = shape_of(step.owner, moment.scene.a.world, moment.scene.b.world).edge(step.edge)
    foot = readonly((start + end) / 2.0)
    tip = foot + 44.0 * canvas.pixel * step.normal
    canvas.arrow(foot, tip, ink)
    text = Ink.QUIET if ink is Ink.GHOST else ink
    canvas.label(signed(step.dot), tip, text, toward=step.normal)
