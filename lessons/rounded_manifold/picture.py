"""The five steps over inner polygons and corner circles, and at the end the printed answer."""

from __future__ import annotations

from geometry import Manifold
from geometry.contact.manifold_points import CenterQueried, CornersMeasured, ManifoldKind
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.faulty.printed_manifold import PrintedContact
from lessons.first_edition import axis_picture, clip_picture, contact_picture
from lessons.first_edition.contact_picture import shape_of
from lessons.rounded_manifold.scene import Rounded
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import signed


def draw(canvas: Canvas, moment: Moment[Rounded]) -> None:
    a, b = moment.scene.a.world, moment.scene.b.world
    axis_picture.two_shapes(canvas, a, b)
    for shape in (a, b):
        contact_picture.corner_circles(canvas, shape)
    match moment.step:
        case EdgeMeasured() as step:
            inner = shape_of(step.owner, a, b).edges[step.edge]
            canvas.stroke(inner, Ink.CONSTRUCTION)
            contact_picture.measured_edge(canvas, shape_of(step.owner, b, a), step)
        case ReferenceEdge() as reference:
            canvas.stroke((reference.inner_start, reference.inner_end), Ink.CONSTRUCTION)
            contact_picture.reference_edge(canvas, reference, shape_of(reference.owner, b, a).centroid)
        case NormalCompared() as compared:
            reference = next(s for s in moment.trace if isinstance(s, ReferenceEdge))
            contact_picture.reference_edge(canvas, reference, shape_of(compared.owner, a, b).centroid)
            start, end = shape_of(compared.owner, a, b).edge(compared.edge)
            middle = (start + end) / 2.0
            canvas.stroke((start, end), Ink.INCIDENT)
            tip = middle + 44.0 * canvas.pixel * compared.normal
            canvas.arrow(middle, tip, Ink.INCIDENT)
            canvas.label(signed(compared.dot), tip, Ink.INCIDENT, toward=compared.normal)
        case IncidentEdge():
            clip_picture.edges(canvas, moment)
        case CornersMeasured() as corners:
            clip_picture.edges(canvas, moment, arrow=False)
            contact_picture.corners(canvas, corners)
        case CenterQueried() as queried:
            contact_picture.center(canvas, queried)
        case Manifold() as found:
            _answer(canvas, moment, found)
        case _:
            clip_picture.clip(canvas, moment)


def _answer(canvas: Canvas, moment: Moment[Rounded], found: Manifold) -> None:
    corners = next((s for s in moment.trace if isinstance(s, CornersMeasured)), None)
    if found.kind not in (None, ManifoldKind.CIRCLE, ManifoldKind.CORNER_CORNER):
        clip_picture.edges(canvas, moment, arrow=False)
    elif corners is not None:
        contact_picture.corners(canvas, corners)
    contact_picture.points(canvas, found)
    if (printed := moment.scene.fault(found)) is not None:
        _printed(canvas, moment, found, printed)


def _printed(canvas: Canvas, moment: Moment[Rounded], found: Manifold, printed: PrintedContact) -> None:
    """The faulty answer: its line or point, or beside our deepest point that there would be none."""
    words = f"as printed: {printed.verdict.value}"
    for p in printed.points:
        canvas.dot(p, Ink.FAULTY)
    if len(printed.points) == 2:
        canvas.stroke(printed.points, Ink.FAULTY)
    if printed.points:
        at = printed.points[0]
    elif found.points:
        at = min(found.points, key=lambda p: p.separation).point
        canvas.dot(at, Ink.FAULTY)
    else:
        at = moment.scene.a.world.centroid
    canvas.label(words, at, Ink.FAULTY, toward=-found.normal)
