"""Pictures of contacts: reference and incident edge, side planes, clipped points, the manifold. The lessons on
manifolds share them."""

from __future__ import annotations

from geometry import Convex, Manifold, Owner, Vector, circle
from geometry.contact.clipping import ClipPoint, SidePlane
from geometry.contact.manifold_points import CenterQueried, CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge
from geometry.vector import left_of, length, readonly
from lessons.first_edition import contact_captions, marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle, separation_ink
from viz.lesson.text import amount


def edge(
    canvas: Canvas, start: Vector, end: Vector, ink: Ink, words: str, away: Vector, line: Ink | None = None
) -> None:
    """An edge, named at the end that lies further from `away`."""
    canvas.stroke((start, end), line or ink)
    far = max(start, end, key=lambda p: length(p - away))
    middle = (start + end) / 2.0
    side = far - middle
    canvas.label(words, far, ink, toward=side if length(side) > 0.0 else marks.UP)


def reference_edge(canvas: Canvas, reference: ReferenceEdge, away: Vector, *, arrow: bool = True) -> None:
    """The reference edge, named, with its outward normal."""
    words = f"reference: {contact_captions.edge_name(reference)}"
    canvas.stroke((reference.start, reference.end), Ink.REFERENCE)
    near, far = sorted((reference.start, reference.end), key=lambda p: length(p - away))
    canvas.label(words, 0.78 * far + 0.22 * near, Ink.REFERENCE, toward=reference.normal)
    if arrow:
        middle = (reference.start + reference.end) / 2.0
        marks.normal_arrow(canvas, middle, reference.normal, contact_captions.edge_name(reference))


def incident_edge(canvas: Canvas, incident: IncidentEdge, away: Vector, line: Ink | None = None) -> None:
    """The incident edge, named; its line in another ink where it is no longer whole."""
    words = f"incident: {contact_captions.edge_name(incident)}"
    edge(canvas, incident.start, incident.end, Ink.INCIDENT, words, away, line)


def measured_edge(canvas: Canvas, other: Convex, step: EdgeMeasured) -> None:
    """An edge in question, its line, and how deep the other shape lies behind it."""
    deepest = other.points[step.deepest] - other.radius * step.normal
    foot = readonly(deepest - step.separation * step.normal)
    canvas.unbounded(step.start, step.end - step.start, Ink.AXIS)
    edge(canvas, step.start, step.end, Ink.REFERENCE, contact_captions.edge_name(step), other.centroid)
    marks.normal_arrow(canvas, readonly((step.start + step.end) / 2.0), step.normal, contact_captions.edge_name(step))
    height(canvas, readonly(deepest), foot, step.separation, step.tolerance)


def height(canvas: Canvas, point: Vector, foot: Vector, separation: float, tolerance: float, words: str = "") -> None:
    """A point over a face or behind it: the way to its foot, with the number."""
    ink, deep = contact_captions.deep(separation, tolerance)
    canvas.stroke((point, foot), ink)
    canvas.dot(point, ink)
    across = foot - point
    side = readonly(left_of(across)) if length(across) > 0.0 else marks.RIGHT
    canvas.label(f"{deep}{words}", (point + foot) / 2.0, ink, toward=side, style=TextStyle.PILL)


def side_plane(canvas: Canvas, reference: ReferenceEdge, plane: SidePlane, *, current: bool = True) -> None:
    """The line on an end of the reference edge; the current one with an arrow to the side that it keeps."""
    canvas.unbounded(plane.origin, reference.normal, Ink.AXIS if current else Ink.GHOST)
    if current:
        base = plane.origin - 118.0 * canvas.pixel * reference.normal
        tip = base + 34.0 * canvas.pixel * plane.inward
        canvas.arrow(base, tip, Ink.CONSTRUCTION)
        canvas.label("kept", tip, Ink.QUIET, toward=plane.inward)
        which = f"side plane at vertex {plane.vertex} of {reference.owner.value}"
        canvas.label(which, base, Ink.TEXT, toward=-plane.inward)


def face(canvas: Canvas, reference: ReferenceEdge) -> None:
    """The reference face's line: points above it are discarded."""
    canvas.unbounded(reference.start, reference.tangent, Ink.AXIS)


def clip_point(canvas: Canvas, point: ClipPoint, ink: Ink, words: str, toward: Vector) -> None:
    canvas.dot(point.point, ink)
    canvas.label(words, point.point, Ink.QUIET if ink is Ink.GHOST else ink, toward=toward)


def corners(canvas: Canvas, found: CornersMeasured) -> None:
    """The deepest inner vertex, the nearest point of the inner reference edge, and what lies between."""
    ink = separation_ink(found.separation)
    canvas.stroke((found.on_reference, found.on_incident), ink)
    canvas.dot(found.on_reference, ink)
    canvas.dot(found.on_incident, ink)
    between = found.on_incident - found.on_reference
    side = left_of(between) if length(between) > 0.0 else marks.UP
    words = f"{amount(found.distance)} between corners, radii {amount(found.radii)}"
    canvas.label(words, (found.on_reference + found.on_incident) / 2.0, ink, toward=side)


def center(canvas: Canvas, found: CenterQueried) -> None:
    """The point query from a circle's centre."""
    canvas.stroke((found.found.closest, found.center), Ink.REFERENCE)
    canvas.dot(found.center, Ink.REFERENCE)
    canvas.label(f"centre of {found.circle.value}", found.center, Ink.REFERENCE, toward=-found.found.normal)
    canvas.dot(found.found.closest, Ink.RESULT)


def corner_circles(canvas: Canvas, shape: Convex, ink: Ink = Ink.GHOST) -> None:
    """What the radius adds at every vertex, and the core inside."""
    if shape.radius > 0.0:
        canvas.stroke(shape.points, ink, closed=len(shape.points) > 2)
        for vertex in shape.points:
            marks.ghost(canvas, circle(shape.radius, vertex), ink)


def points(canvas: Canvas, found: Manifold, *, ids: bool = True) -> None:
    """Every contact point, its two ends, how deep it is and, in small, its id; the normal from A to B."""
    if found.points:
        first = min(found.points, key=lambda p: p.separation)
        marks.normal_arrow(canvas, first.on_a, found.normal, "normal")
    for p in found.points:
        ink, words = contact_captions.deep(p.separation, found.tolerance)
        canvas.stroke((p.on_a, p.on_b), ink)
        canvas.dot(p.point, Ink.RESULT)
        text = f"{words}: {contact_captions.id_name(p)}" if ids else words
        canvas.label(text, p.point, Ink.RESULT, toward=_outward(found, p.point))
        canvas.feature((p.point,), f"contact point {found.points.index(p) + 1}", Ink.RESULT)


def _outward(found: Manifold, at: Vector) -> Vector:
    """Away from the other contact point; of a single one across the normal."""
    middle = sum((p.point for p in found.points), start=0.0 * at) / len(found.points)
    away = at - middle
    return readonly(away) if length(away) > 0.0 else left_of(found.normal)


def shape_of(owner: Owner, a: Convex, b: Convex) -> Convex:
    return a if owner is Owner.A else b
