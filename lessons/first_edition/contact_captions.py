"""Words about contacts: names of features, of clipped points, how deep, how many. Shared by lessons on manifolds."""

from __future__ import annotations

from geometry import Feature, Manifold, ManifoldPoint, Owner
from geometry.contact.clipping import ClipPoint
from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.text import amount, tint

COUNTS = ("no point", "one point", "two points")


def feature_name(owner: Owner, feature: Feature) -> str:
    """As it is called in the figure: "vertex 2 of B"."""
    return f"{feature.kind.value} {feature.index} of {owner.value}"


def edge_name(edge: EdgeMeasured | ReferenceEdge | IncidentEdge) -> str:
    return f"edge {edge.edge} of {edge.owner.value}"


def clip_name(reference: ReferenceEdge, incident: IncidentEdge, point: ClipPoint) -> str:
    """A point of the incident edge: its corner, or what it was cut at."""
    if point.of_incident.is_vertex:
        return feature_name(incident.owner, point.of_incident)
    return f"cut at {feature_name(reference.owner, point.of_reference)}"


def id_name(point: ManifoldPoint) -> str:
    """The two features that make a contact point, A's first, in short: "A e2 · B v1"."""
    a, b = point.id
    return f"A {a.kind.value[0]}{a.index} · B {b.kind.value[0]}{b.index}"


def deep(separation: float, tolerance: float) -> tuple[Ink, str]:
    """The ink and the words for a signed height over a face: "0.20 deep", "0.05 above", "touching"."""
    if abs(separation) <= tolerance:
        return Ink.OVERLAP, "touching"
    return separation_ink(separation), f"{amount(abs(separation))} {'above' if separation > 0.0 else 'deep'}"


def tinted_depth(separation: float, tolerance: float) -> str:
    ink, words = deep(separation, tolerance)
    return tint(words, ink)


def count(found: Manifold) -> str:
    return COUNTS[len(found.points)]


def standing(found: Manifold) -> str:
    """One sentence on how two shapes touch."""
    if not found.points:
        return f"A and B are {tint(amount(found.separation), Ink.GAP)} apart: no contact point."
    many = tint(count(found), Ink.RESULT)
    if abs(found.separation) <= found.tolerance:
        return f"A and B {tint('just touch', Ink.OVERLAP)}, at {many}."
    return f"A and B overlap by {tint(amount(-found.separation), Ink.OVERLAP)}, held by {many}."
