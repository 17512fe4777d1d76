"""Over the bodies of a frame, as wide as they are, their difference A − B: EPA's last polytope, and its face nearest
to the origin."""

from __future__ import annotations

import numpy as np

from geometry import Convex, minkowski_difference
from geometry.contact.along_normal import ReferenceChosen
from geometry.contact.reference import ReferenceEdge
from geometry.sat.separating_axis import Owner
from lessons.contact.contacts_from_epa_scene import Frame, Turned
from lessons.stories.clip_state import ink_of
from lessons.stories.outlines import draw_edges
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import fixed, tint

HIGH = 236.0  # pixels, at most
OVER_IT = 0.42  # of the width of the bodies: what is free for it over them
GAP, LEAST_GAP, LOW = 40.0, 16.0, 150.0  # pixels from there down to the bodies; where less than `LOW` are free
TITLE = "A − B, made of edges of A and B, and EPA’s polytope"
ORIGIN = (0.0, 0.0)


def draw_difference(canvas: Canvas, scene: Turned, frame: Frame, last: object) -> None:
    """Over the bodies. The edge of the face is named from the step on that looks for it."""
    a = scene.a.world
    face = frame.found.face
    if face is None or len(frame.polytope) < 3:
        return
    figure = minkowski_difference(a, frame.b)
    (left, _), (right, top) = scene.room
    free = OVER_IT * (right - left) / canvas.pixel
    gap = GAP if free > LOW else LEAST_GAP
    size = ((right - left) / canvas.pixel, min(HIGH, free - gap))  # a wall is wide and low
    wide, high = np.ptp(figure.points, axis=0).tolist()
    small = Canvas(max(wide / (size[0] - 30.0), high / (size[1] - 50.0)))
    draw_edges(small, figure.edges, a.points)
    small.area([each.start.w_xy for each in frame.polytope], Ink.TEXT, opacity=0.07)
    for each in frame.polytope:
        small.stroke((each.start.w_xy, each.end.w_xy), Ink.TEXT, line=Line.THIN)
        small.dot(each.start.w_xy, Ink.TEXT, Point.SMALL)
    foot, n = face.nearest.closest, frame.found.normal
    chosen = frame.chosen if isinstance(last, ReferenceChosen) else None
    other = "" if chosen is None else _incident(small, a, frame.b, chosen)
    marks.highlight_edge(small, np.array((face.start.w_xy, face.end.w_xy)), Ink.EXAMINED)
    small.stroke((np.zeros(2), foot), Ink.OVERLAP, line=Line.FEATURE)
    small.dot(ORIGIN, Ink.ANSWER, Point.SMALL)
    small.label("origin", ORIGIN, Ink.ANSWER, toward=-n, style=TextStyle.CAPTION)
    s = fixed(frame.found.separation)
    if chosen is not None:
        edge = chosen.reference
        small.label(other or _made_of(edge, a, frame.b), foot, Ink.TEXT, toward=n)
    else:
        small.label(f"$s$ = **{s}**", foot, Ink.OVERLAP, toward=n)
    measures.unit_arrow(small, 0.25 * face.start.w + 0.75 * face.end.w, n, r"\hat n_{AB}")
    at = (right, top + gap * canvas.pixel)
    canvas.inset("bottom right", size, TITLE, small.marks, at=at)


def _made_of(edge: ReferenceEdge, a: Convex, b: Convex) -> str:
    """What the face is: an edge and the support vertex of the other shape that carries it."""
    carrier = int(((b if edge.owner is Owner.A else a).points @ edge.normal).argmin())
    name, vertex = tint(f"edge {edge.edge}", ink_of(edge.owner)), f"v{carrier}"
    if edge.owner is Owner.A:
        return f"{name} − {tint(vertex, Ink.B)}"
    return f"{tint(vertex, Ink.A)} − {name}"


def _incident(small: Canvas, a: Convex, b: Convex, chosen: ReferenceChosen) -> str:
    """The other support edge as a face of A − B: carried by the support vertex of the other shape. Or the name of the
    face, if both edges make one."""
    incident, reference = chosen.incident, chosen.reference
    if incident.owner is Owner.B:
        carrier = a.points[int((a.points @ -incident.normal).argmax())]
        ends = carrier - incident.start, carrier - incident.end
        n = -incident.normal
    else:
        carrier = b.points[int((b.points @ incident.normal).argmin())]
        ends = incident.start - carrier, incident.end - carrier
        n = incident.normal
    if abs(abs(float(n @ reference.normal)) - 1.0) < 1e-9:
        own, of_b = (reference, incident) if reference.owner is Owner.A else (incident, reference)
        return f"{tint(f'edge {own.edge}', Ink.A)} − {tint(f'edge {of_b.edge}', Ink.B)}"
    ink = ink_of(incident.owner)
    small.stroke(ends, ink, line=Line.MEASURE)
    small.label(f"edge {incident.edge}", 0.5 * (ends[0] + ends[1]), ink, toward=n)
    return ""
