"""How the search for the reference and the incident edge is told: every edge of both shapes, then every normal."""

from __future__ import annotations

from typing import Any

from geometry.contact.clipping import ClipStarted
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.vector import dot, length
from lessons.stories.clip_state import SHAPES, ink_of, length_of, outer_edge, shape_of
from lessons.stories.grouping import steps_so_far
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Line, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import fixed, inked, tint

MEASURED = "Which vertex of the other shape lies deepest behind this edge? Its height is the edge's **separation**."
REFERENCE = "The greatest separation is the least overlap. Its edge is the **reference edge**: the contact is on it."
NORMALS = "Which edge lies on the reference edge? The one whose outward normal points most against $\\hat n$."
INCIDENT = "The least dot product gives the **incident edge**. It is −1 if both edges are parallel."
CORNERS = "Rounded corners may be nearest to each other. Then their circles decide, and no edge is clipped."
LEAST_DOT = r"j = \operatorname{argmin}_j\,\hat m_j\cdot\examined{\hat n}"
SEPARATION = r"s_i = \min_j\,(\B{b_j}-\A{a_i})\cdot\examined{\hat n_i} - r_A - r_B"


class ReferenceStory(Story):
    """Tells the steps of `find_reference` and `find_incident`."""

    columns = ("edge", "deepest vertex", "separation or dot")

    def page(self, moment: Moment[Any]) -> Page:
        match moment.step:
            case EdgeMeasured() as edge:
                least = lowest(moment, edge.owner)[edge.edge]
                claim = Claim("s is the lowest height", lambda: edge.separation, lambda: least)
                number = tint(fixed(edge.separation), separation_ink(edge.separation))
                page = Page(f"Edges of {edge.owner.value}", MEASURED, SEPARATION, (claim,))
                page = page.row(
                    _edge(edge), f"v{edge.deepest}", number, ink=ink_of(edge.owner), feature=edge_ref(edge)
                )
                best = ", the greatest so far" if edge.is_best else ""
                return page.says(f"Edge {_edge(edge)}: separation {inked(edge.separation)}{best}.")
            case ReferenceEdge() as best_edge:
                every = [h for owner in SHAPES for h in lowest(moment, owner)]
                claim = Claim("s is the greatest", lambda: best_edge.separation, lambda: max(every))
                page = Page("Reference", REFERENCE, r"s = \max_i s_i", (claim,))
                return page.says(f"Edge {_edge(best_edge)} is the reference edge: {inked(best_edge.separation)}.")
            case NormalCompared() as one:
                product = dots(moment, one.owner)[one.edge]
                claim = Claim("d is the dot product", lambda: one.dot, lambda: product)
                page = Page("Normals", NORMALS, r"d_j = \hat m_j\cdot\examined{\hat n}", (claim,))
                page = page.row(_edge(one), "", fixed(one.dot), ink=ink_of(one.owner), feature=edge_ref(one))
                return page.says(f"Edge {_edge(one)}: its normal has the dot product **{fixed(one.dot)}**.")
            case IncidentEdge() as least:
                products = dots(moment, least.owner)
                claim = Claim("d is the least", lambda: least.dot, lambda: min(products), 1e-11)
                page = Page("Incident", INCIDENT, LEAST_DOT, (claim,))
                return page.says(f"Edge {_edge(least)} is the incident edge: **{fixed(least.dot)}**.")
            case CornersMeasured() as corners:
                radii = sum(shape_of(moment, owner).radius for owner in SHAPES)
                apart = length(corners.on_incident - corners.on_reference)
                claim = Claim("s is the distance less both radii", lambda: corners.separation, lambda: apart - radii)
                page = Page("Corners", CORNERS, r"s = \|q-c\| - (r_A+r_B)", (claim,))
                return page.says(f"The corners' separation is {inked(corners.separation)}.")
            case step:
                assert isinstance(step, ClipStarted)
                found = step.reference
                claim = Claim("its length", lambda: found.length, lambda: length_of(moment, found))
                page = Page("Ends", "Both edges are known: the incident edge can be clipped.", claims=(claim,))
                return page.says(f"The reference edge is {fixed(found.length)} long.")

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        for owner in SHAPES:
            marks.shape(canvas, shape_of(moment, owner), ink_of(owner), owner.value)
        reference = next((step for step in steps_so_far(moment) if isinstance(step, ReferenceEdge)), None)
        if reference is not None:
            marks.highlight_edge(canvas, (reference.start, reference.end))
            unit_arrow(canvas, reference.at(reference.length / 2.0, 0.0), reference.normal, r"\hat n")
        match moment.step:
            case EdgeMeasured() as step:
                other = shape_of(moment, other_of(step.owner))
                low = other.points[step.deepest] - other.radius * step.normal
                foot = low - dot(low - step.start, step.normal) * step.normal
                marks.highlight_edge(canvas, (step.start, step.end))
                text = f"**{fixed(step.separation)}**"
                measure(canvas, foot, low, separation_ink(step.separation), text)
                canvas.dot(low, ink_of(other_of(step.owner)))
            case NormalCompared() as step:
                start, end = shape_of(moment, step.owner).edge(step.edge)
                marks.highlight_edge(canvas, (start, end), ink_of(step.owner), line=Line.OUTLINE)
                unit_arrow(canvas, (start + end) / 2.0, step.normal, r"\hat m", ink_of(step.owner))
            case IncidentEdge() as step:
                marks.highlight_edge(canvas, (step.start, step.end), ink_of(step.owner), line=Line.DOUBLE)
            case CornersMeasured() as step:
                ink = separation_ink(step.separation)
                measure(canvas, step.on_reference, step.on_incident, ink, fixed(step.distance))


def _edge(step: Any) -> str:
    return tint(f"{step.edge} of {step.owner.value}", ink_of(step.owner))


def edge_ref(step: Any) -> FeatureRef:
    return FeatureRef(step.owner.value, FeatureKind.EDGE, step.edge)


def other_of(owner: Owner) -> Owner:
    return Owner.B if owner is Owner.A else Owner.A


# Computed anew from the scene's vertices.


def lowest(moment: Moment[Any], owner: Owner) -> list[float]:
    """Of the other shape's lowest point over each edge."""
    shape, other = shape_of(moment, owner), shape_of(moment, other_of(owner))
    edges = [outer_edge(shape, i) for i in range(len(shape.points))]
    return [min(dot(p - start, normal) for p in other.points) - other.radius for start, _, normal in edges]


def dots(moment: Moment[Any], owner: Owner) -> list[float]:
    reference = next(step for step in steps_so_far(moment) if isinstance(step, ReferenceEdge))
    normal = outer_edge(shape_of(moment, reference.owner), reference.edge)[2]
    shape = shape_of(moment, owner)
    return [dot(outer_edge(shape, i)[2], normal) for i in range(len(shape.points))]
