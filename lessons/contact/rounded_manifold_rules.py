"""The other rules for contacts of rounded polygons: what each answers, what is wrong with it here, and its ghost."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.contact.reference import ReferenceEdge
from geometry.faulty.printed_manifold import (
    PrintedContact,
    Verdict,
    beside_is_enough,
    distance_under_radii,
    edges_alone,
)
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of
from lessons.contact.rounded_manifold_names import aside
from lessons.contact.rounded_manifold_state import Rounded, edges_of, found_of, has_vertex_axis
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Comparison, Moment
from viz.lesson.text import fixed, tint

EDGES, BESIDE = "edge axes alone", "edges facing is enough"
RADII, FAR = "distance under the radii", "far end of the edge"
FIFTH, SIXTH = "Error 5 of *Rounding collider corners*", "Error 6 of *Rounding collider corners*"
RULES = {  # what each rule does, and what it leaves out
    EDGES: (
        "**Edge axes alone** answers with the greatest of their separations. Where corners are nearest, this axis "
        "measures to sharp corners, beyond the arcs."
    ),
    BESIDE: (
        "**Edges facing is enough** reports a contact wherever a part of the incident edge lies between the side "
        "planes. It never asks how far away that part is."
    ),
    RADII: (
        "**Distance under the radii** asks only whether the deepest inner vertex is nearer than both radii "
        "together. It misses an inner overlap that is deeper than that."
    ),
    FAR: (
        "**Far end of the edge** takes the end of the incident edge that is further away, and compares its distance "
        "with both radii together. It misses the contact."
    ),
}
SEEN = 0.005  # what is less shows as 0.00: no rule is called wrong for it
BEFORE = 100.0  # pixels from a length behind the reference edge to its number, which stands in front of that edge
OFF = 9.0  # pixels between a measured length and the one that a rule measures


def is_wrong(moment: Moment[Any]) -> bool:
    """Whether the rule's answer is wrong here: another depth, contact across a gap, or none where shapes overlap."""
    faulty: ReferenceEdge | PrintedContact | None = moment.faulty
    s = found_of(moment).separation
    if faulty is None or abs(s) < SEEN:
        return False
    if isinstance(faulty, ReferenceEdge):
        return abs(faulty.separation - s) > SEEN
    return (s < 0.0) == (faulty.verdict is Verdict.NONE)


COMPARE: tuple[Comparison[Rounded], ...] = (
    Comparison(EDGES, lambda s: edges_alone(s.a.world, s.b.world), is_wrong),
    Comparison(BESIDE, lambda s: beside_is_enough(s.a.world, s.b.world), is_wrong, FIFTH),
    Comparison(
        RADII,
        lambda s: distance_under_radii(s.a.world, s.b.world),
        is_wrong,
        FIFTH,
    ),
    Comparison(
        FAR,
        lambda s: distance_under_radii(s.a.world, s.b.world, deeper_end=False),
        is_wrong,
        SIXTH,
    ),
)


def fault(moment: Moment[Any]) -> str:
    """What the rule says, and once the true answer is known, what is wrong with it here."""
    faulty: ReferenceEdge | PrintedContact = moment.faulty
    s = found_of(moment).separation
    size = fixed(abs(s))
    told = f" Yet A and B are {size} apart." if s > 0.0 else f" Yet A and B overlap by {size}."
    if not has_vertex_axis(moment):
        told = ""
    if isinstance(faulty, ReferenceEdge):
        told = told if s > 0.0 else told.replace("Yet A and B overlap by", "The true depth is")
        return f"Edge axes alone report a depth of {tint(fixed(-faulty.separation), Ink.FAULTY)}.{told}"
    reference, incident = edges_of(moment)
    if faulty.points:
        names = f"A part of edge {incident.edge} of {incident.owner.value} lies between the side planes"
        if faulty.verdict is Verdict.CORNER:
            names = f"The corner is {fixed(faulty.distance or 0.0)} away, less than both radii"
        return f"{names}: {tint('a contact', Ink.FAULTY)} by this rule.{told}"
    which = "The far end" if moment.compare == FAR else "The deepest inner vertex"
    which += f" of {incident.owner.value}" if moment.compare == FAR else ""
    distance = faulty.distance or 0.0
    d, r, where = fixed(distance), fixed(moment.scene.radii), "away"
    if faulty.measured is not None and float(np.subtract(*faulty.measured) @ reference.normal) < SEEN - distance:
        which, where = "An inner vertex", "behind the inner edge"  # more words have no room
    return f"{which} is {d} {where}, more than {r}: {tint('no contact', Ink.FAULTY)} by this rule.{told}"


def draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the rule pushes B, the contact that is none, or the distance that it has compared with both radii."""
    faulty: ReferenceEdge | PrintedContact = moment.faulty
    if isinstance(faulty, ReferenceEdge):
        _pushed(canvas, moment, faulty)
    elif faulty.points:
        canvas.stroke(faulty.points, Ink.FAULTY, line=Line.DOTTED)
        reference = edges_of(moment)[0]
        owner = reference.owner.value
        feet = [reference.at(reference.along(p), 0.0) for p in faulty.points]
        if len(feet) > 1:  # across the gap: the part of A's edge that it faces
            canvas.stroke(feet, Ink.FAULTY, line=Line.FEATURE)
        b = moment.scene.a.world if owner == "B" else moment.scene.b.world
        away = np.mean(faulty.points, axis=0) - b.centroid  # out of the other shape
        away -= float(away @ reference.normal) * reference.normal
        for p, foot in zip(faulty.points, feet, strict=True):
            canvas.dot(p, Ink.FAULTY)
            measures.measure(canvas, foot, p, Ink.FAULTY, line=Line.DOTTED)
            told = f"**{fixed(math.dist(p, foot))}** from {owner}"
            canvas.label(told, 0.5 * (np.array(p) + foot), Ink.FAULTY, toward=away)
    elif faulty.measured is not None:
        end, near = faulty.measured
        told = f"**{fixed(math.dist(end, near))}** > {fixed(moment.scene.radii)}"
        measures.measure(canvas, near, end, Ink.FAULTY, off=OFF, line=Line.DOTTED)
        canvas.dot(end, Ink.FAULTY)
        reference, start = edges_of(moment)[0], np.array(end)  # its number stands aside of what decides
        if moment.compare == FAR:
            place = aside(canvas, start, reference.normal, (moment.scene.a.world, moment.scene.b.world))
        else:  # in front of the reference edge, where nothing is measured
            start = np.array(near) + OFF * canvas.pixel * left_of((start - near) / math.dist(start, near))
            way = reference.normal - 0.5 * reference.tangent
            place = start + BEFORE * canvas.pixel * way / math.hypot(*way)
        canvas.stroke((start, place), Ink.FAULTY, line=Line.THIN)
        canvas.label(told, place, Ink.FAULTY, fixed=True)


def _pushed(canvas: Canvas, moment: Moment[Any], edge: ReferenceEdge) -> None:
    """B, pushed out of A along the edge's normal by the depth that the edge reports."""
    b = moment.scene.b.world
    n = edge.normal if edge.owner is Owner.A else -edge.normal
    push = -edge.separation * n
    marks.ghost(canvas, b.moved(push), Ink.FAULTY, Line.DOTTED)
    out = b.points[int(np.argmax(b.points @ n))] + b.radius * n  # on the side that is free
    measures.vector_arrow(canvas, out, push, Ink.FAULTY)
    error = abs(edge.separation - found_of(moment).separation)
    told = f"reported depth **{fixed(-edge.separation)}**"
    told += f"\nerror **{fixed(error)}**" if has_vertex_axis(moment) else ""
    canvas.label(told, out + push, Ink.FAULTY, toward=n, leader=True)
