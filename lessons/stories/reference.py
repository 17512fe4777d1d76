"""How the search for the reference and the incident edge is told: every edge of both shapes, then every normal."""

from __future__ import annotations

from typing import Any

from geometry.contact.clipping import ClipStarted
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.vector import dot, left_of, length
from lessons.stories.clip_state import frame_of, ink_of, shape_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

MEASURED = "Which vertex of the other shape lies deepest behind this edge? Its height is the edge's **separation**."
REFERENCE = "The greatest separation is the least overlap. Its edge is the **reference edge**: the contact is on it."
NORMALS = "Which edge lies on the reference edge? The one whose outward normal points most against $\\hat n$."
INCIDENT = "The least dot product gives the **incident edge**. It is −1 if both edges are parallel."
CORNERS = "Rounded corners may be nearest to each other. Then their circles decide, and no edge is clipped."
SEPARATION = r"s_i = \min_j\,(\B{b_j}-\A{a_i})\cdot\examined{\hat n_i} - r_A - r_B"


class ReferenceStory(Story):
    """Tells the steps of `find_reference` and `find_incident`."""

    columns = ("edge", "deepest vertex", "separation or dot")

    def page(self, moment: Moment[Any]) -> Page:
        match moment.step:
            case EdgeMeasured() as measured:
                return _measured(moment, measured)
            case ReferenceEdge() as reference:
                page = Page("Reference", REFERENCE, r"s = \max_i s_i").claiming(
                    Claim("s is the greatest", lambda: reference.separation, lambda: _greatest(moment, reference))
                )
                return page.says(f"Edge {_edge(reference)} is the reference edge: {_depth(reference.separation)}.")
            case NormalCompared() as compared:
                page = Page("Normals", NORMALS, r"d_j = \hat m_j\cdot\examined{\hat n}").claiming(
                    Claim(
                        "d is the dot product",
                        lambda: compared.dot,
                        lambda: _dot(moment, compared.owner, compared.edge),
                    )
                )
                page = page.row(
                    _edge(compared), "", fixed(compared.dot), ink=ink_of(compared.owner), feature=_ref(compared)
                )
                return page.says(f"Edge {_edge(compared)}: its normal has the dot product **{fixed(compared.dot)}**.")
            case IncidentEdge() as incident:
                page = Page("Incident", INCIDENT, r"j = \operatorname{argmin}_j\,\hat m_j\cdot\examined{\hat n}")
                page = page.claiming(
                    Claim("d is the least", lambda: incident.dot, lambda: min(_dots(moment, incident.owner)), 1e-11)
                )
                return page.says(f"Edge {_edge(incident)} is the incident edge: **{fixed(incident.dot)}**.")
            case CornersMeasured() as corners:
                page = Page("Corners", CORNERS, r"s = \|q-c\| - (r_A+r_B)").claiming(
                    Claim(
                        "s is the distance less both radii",
                        lambda: corners.separation,
                        lambda: length(corners.on_incident - corners.on_reference) - _radii(moment),
                    )
                )
                return page.says(f"The corners' separation is {_depth(corners.separation)}.")
            case ClipStarted() as started:
                frame = frame_of(moment, started.reference)
                page = Page("Ends", "Both edges are known: the incident edge can be clipped.").claiming(
                    Claim("length of the reference edge", lambda: started.reference.length, lambda: frame.length)
                )
                return page.says(f"The reference edge is {fixed(started.reference.length)} long.")
            case step:
                raise AssertionError(f"no step of this search: {step}")

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        step = moment.step
        for owner in (Owner.A, Owner.B):
            marks.shape(canvas, shape_of(moment, owner), ink_of(owner), owner.value)
        reference = moment.latest(ReferenceEdge)
        if reference is not None:
            marks.highlight_edge(canvas, (reference.start, reference.end))
            unit_arrow(canvas, reference.at(reference.length / 2.0, 0.0), reference.normal, r"\hat n")
        match step:
            case EdgeMeasured():
                _draw_measured(canvas, moment, step)
            case NormalCompared():
                start, end = shape_of(moment, step.owner).edge(step.edge)
                marks.highlight_edge(canvas, (start, end), ink_of(step.owner), line=Line.OUTLINE)
                unit_arrow(canvas, (start + end) / 2.0, step.normal, r"\hat m", ink_of(step.owner))
            case IncidentEdge():
                marks.highlight_edge(canvas, (step.start, step.end), ink_of(step.owner), line=Line.DOUBLE)
            case CornersMeasured():
                ink = separation_ink(step.separation)
                measure(canvas, step.on_reference, step.on_incident, ink, fixed(step.distance))


def _draw_measured(canvas: Canvas, moment: Moment[Any], step: EdgeMeasured) -> None:
    other = shape_of(moment, Owner.B if step.owner is Owner.A else Owner.A)
    low = other.points[step.deepest] - other.radius * step.normal
    along = dot(low - step.start, left_of(step.normal))
    foot = step.start + along * left_of(step.normal)
    marks.highlight_edge(canvas, (step.start, step.end))
    ink = separation_ink(step.separation)
    measure(canvas, foot, low, ink, f"**{fixed(step.separation)}**")
    canvas.dot(low, ink_of(Owner.B if step.owner is Owner.A else Owner.A))


def _measured(moment: Moment[Any], step: EdgeMeasured) -> Page:
    page = Page(f"Edges of {step.owner.value}", MEASURED, SEPARATION).claiming(
        Claim("s is the lowest height", lambda: step.separation, lambda: _separation(moment, step.owner, step.edge))
    )
    value = tint(fixed(step.separation), separation_ink(step.separation))
    page = page.row(_edge(step), f"v{step.deepest}", value, ink=ink_of(step.owner), feature=_ref(step))
    best = ", the greatest so far" if step.is_best else ""
    return page.says(f"Edge {_edge(step)}: separation {tint(f'**{fixed(step.separation)}**', Ink.OVERLAP)}{best}.")


def _edge(step: Any) -> str:
    return tint(f"{step.edge} of {step.owner.value}", ink_of(step.owner))


def _depth(separation: float) -> str:
    return tint(f"**{fixed(separation)}**", separation_ink(separation))


def _ref(step: Any) -> FeatureRef:
    return FeatureRef(step.owner.value, FeatureKind.EDGE, step.edge)


# Computed anew from the scene's vertices.


def _normal(moment: Moment[Any], owner: Owner, edge: int) -> Any:
    shape = shape_of(moment, owner)
    along = shape.points[(edge + 1) % len(shape.points)] - shape.points[edge]
    return -left_of(along / length(along))


def _radii(moment: Moment[Any]) -> float:
    return shape_of(moment, Owner.A).radius + shape_of(moment, Owner.B).radius


def _separation(moment: Moment[Any], owner: Owner, edge: int) -> float:
    one, other = shape_of(moment, owner), shape_of(moment, Owner.B if owner is Owner.A else Owner.A)
    normal = _normal(moment, owner, edge)
    return min(dot(p - one.points[edge], normal) for p in other.points) - _radii(moment)


def _greatest(moment: Moment[Any], step: ReferenceEdge) -> float:
    return max(_separation(moment, o, i) for o in (Owner.A, Owner.B) for i in range(len(shape_of(moment, o).points)))


def _dot(moment: Moment[Any], owner: Owner, edge: int) -> float:
    reference = next(step for step in moment.trace if isinstance(step, ReferenceEdge))
    return dot(_normal(moment, owner, edge), _normal(moment, reference.owner, reference.edge))


def _dots(moment: Moment[Any], owner: Owner) -> list[float]:
    return [_dot(moment, owner, i) for i in range(len(shape_of(moment, owner).points))]
