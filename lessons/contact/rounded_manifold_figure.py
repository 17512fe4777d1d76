"""The figure of two rounded polygons: inner polygons, edge and corner regions, the axis between two circles."""

from __future__ import annotations

import math

import numpy as np

from geometry import Convex, Manifold, Vector
from geometry.contact.clipping import Clipped, FaceCompared, PointCut, PointKept, PointsMerged, SidePlane
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of
from lessons.contact.rounded_manifold_lens import TIP, lens
from lessons.contact.rounded_manifold_names import aside
from lessons.contact.rounded_manifold_regions import (
    draw_centres,
    draw_names,
    draw_places,
    draw_regions,
    draw_sharp,
)
from lessons.contact.rounded_manifold_state import Q, Rounded, VertexAxis, best_of, edges_of, found_of, last_of
from lessons.stories import clip_figure
from lessons.stories.clip_state import SHAPES, ink_of, on_clipped, shape_of, whole_run
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Dot, Label, Mark
from viz.lesson.screen import xy
from viz.lesson.text import fixed

LETTER = 24.0  # pixels that a letter moves, where places are measured beside it
UNDER = 30.0  # pixels from the letter of a shape to what its inner polygon is called
FAINT = TextStyle.VERTEX, TextStyle.NUMBER  # names of vertices and edges
FREE = 30.0  # pixels between the arc at an end of the best edge and the lengths that are subtracted
STRIP = 0.13  # opacity of what an edge axis calls overlap
BARS = 14.0, 26.0  # pixels between a measured line and the radii of its edge's shape and of the other one
FREE_PART = 0.35  # of a radius: where the other one does not cover it
LENS = 0.45  # opacity of what both corner circles cover
BACK = 0.15  # by how much of a way aside a number stands back from the radius beside it
CLEAR_OF_P = 24.0  # pixels between the vertex-vertex axis, with the contact point on it, and the radii
CLIP = PointKept | PointCut | SidePlane | FaceCompared | PointsMerged | Clipped


def draw_world(canvas: Canvas, moment: Moment[Rounded]) -> None:
    last = last_of(moment)
    has_clip = isinstance(last, Manifold) and bool(whole_run(moment, Clipped))
    if isinstance(last, CLIP) or has_clip:
        clip_figure.draw(canvas, moment)
        if moment.compare or has_clip:  # the edges and vertices in use are named, and no others
            kept = _stored(moment) if has_clip and not moment.compare else set()
            canvas.marks[:] = [
                m._replace(style=TextStyle.CAPTION) if isinstance(m, Label) and m.style in FAINT else m
                for m in canvas.marks
                if not (isinstance(m, Label) and m.style in FAINT) or (m.ink, m.text) in kept
            ]
        if has_clip:
            _deepest_alone(canvas, moment)
        if has_clip or isinstance(last, Clipped):
            _plain_ends(canvas, moment, is_named=not (has_clip and moment.compare))
        if isinstance(last, PointKept | PointCut | SidePlane):
            _lowest(canvas, moment)
        if has_clip:
            _height(canvas, moment)
        for owner in SHAPES if moment.compare else ():  # another rule measures from inner polygons
            shape = shape_of(moment, owner)
            canvas.stroke(shape.points, ink_of(owner), closed=len(shape.points) > 2, line=Line.DASHED)
    else:
        if isinstance(last, EdgeMeasured):
            _strip(canvas, moment, last if last.is_gap else last.best_so_far)
        for owner in SHAPES:
            own = edges_of(moment)[0] if isinstance(last, CornersMeasured) else None
            aside = -LETTER * canvas.pixel * own.normal if own is not None and own.owner is owner else np.zeros(2)
            _shape(canvas, shape_of(moment, owner), owner, aside)  # clear of the places along its inner edge
        if whole_run(moment, CornersMeasured) and not isinstance(last, EdgeMeasured | IncidentEdge):
            draw_regions(canvas, moment)  # over both shapes: they begin at the inner edge
        match last:
            case EdgeMeasured():
                _measured(canvas, moment, last if last.is_gap else last.best_so_far)
            case IncidentEdge():
                _both(canvas, moment)
            case CornersMeasured():
                draw_places(canvas, moment, last)
            case VertexAxis():
                _last(canvas, moment, last.corners)
            case Manifold():
                _found(canvas, moment)
        _quiet(canvas, moment)


def _quiet(canvas: Canvas, moment: Moment[Rounded]) -> None:
    """Of the faint names only those that the step's words speak of, in full: at first each shape's best edge, then
    both edges that decide."""
    last, kept = last_of(moment), set[tuple[Ink, str]]()
    if isinstance(last, EdgeMeasured) and not moment.compare:  # another rule measures beside them
        owners = {step.owner for step in whole_run(moment, EdgeMeasured)}  # of A alone, where its edge shows a gap
        kept = {(ink_of(owner), str(best_of(moment, owner).edge)) for owner in owners}
    elif isinstance(last, CornersMeasured) or (isinstance(last, IncidentEdge) and not moment.compare):
        kept = {(ink_of(edge.owner), str(edge.edge)) for edge in edges_of(moment)}
    canvas.marks[:] = [
        m
        for m in canvas.marks
        if not isinstance(m, Label) or m.style not in FAINT
    ] + [m._replace(style=TextStyle.BOLD) for m in canvas.marks
         if isinstance(m, Label) and m.style is TextStyle.NUMBER and (m.ink, m.text) in kept]  # fmt: skip


def _stored(moment: Moment[Rounded]) -> set[tuple[Ink, str]]:
    """The names of what the contact points store: a vertex at a cut, and the incident edge."""
    incident = edges_of(moment)[1].owner
    parts = [(owner, part) for p in found_of(moment).points for owner, part in zip(SHAPES, p.id, strict=True)]
    return {
        (ink_of(owner), f"v{part.index}" if part.is_vertex else str(part.index))
        for owner, part in parts
        if part.is_vertex is not (owner is incident)  # the reference edge and the arc have names of their own
    }


def _deepest_alone(canvas: Canvas, moment: Moment[Rounded]) -> None:
    """Of two heights the number of the deeper one: the table holds both."""
    heights = [p.separation for p in found_of(moment).points]
    deepest = fixed(min(heights, default=0.0))
    others = [f"$h$ = **{fixed(h, sign=h > 0.0)}**" for h in heights if fixed(h) != deepest]
    canvas.marks[:] = [m for m in canvas.marks if not (isinstance(m, Label) and m.text in others)]


def _plain_ends(canvas: Canvas, moment: Moment[Rounded], *, is_named: bool) -> None:
    """What the clip keeps is an end of a height, a plain ring: the halo is that of the middle, the contact point."""
    ink = ink_of(edges_of(moment)[1].owner)
    rings = [m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Point.ANSWER]
    told: list[Mark] = []
    for m in canvas.marks:
        if isinstance(m, Dot) and m.point is Point.ANSWER:
            told.append(m._replace(ink=ink, point=Point.RING))
        elif isinstance(m, Label) and m.style is TextStyle.BOLD and m.at in rings:
            told += [m._replace(ink=ink, style=TextStyle.LABEL)] if is_named else []
        else:
            told.append(m)
    canvas.marks[:] = told


def _height(canvas: Canvas, moment: Moment[Rounded]) -> None:
    """Of the deepest contact point its name and its ends, and the normal of its height, clear of it. Beside another
    rule, which measures there too, the number of the height alone, at its end."""
    reference, incident = edges_of(moment)
    points = [on_clipped(reference, p) for p in found_of(moment).points]
    if not points:
        return
    for p in points:
        foot = p - reference.height(p) * reference.normal
        canvas.dot(foot, ink_of(reference.owner))
        marks.answer(canvas, 0.5 * (p + foot))
    deepest = min(points, key=lambda p: round(reference.height(p), 9))
    if moment.compare:
        canvas.marks[:] = [
            m._replace(at=xy(deepest), toward=xy(-reference.normal), leader=True)
            if isinstance(m, Label) and m.text.startswith("$h$ =")
            else m
            for m in canvas.marks
        ]
        return
    x = [reference.along(p) for p in points]
    side = 1.0 if reference.along(deepest) > min(x) + 1e-9 or len(x) == 1 else -1.0
    t, n, foot = side * reference.tangent, reference.normal, deepest - reference.height(deepest) * reference.normal
    canvas.symbol(r"\boldsymbol p", 0.5 * (deepest + foot), Ink.ANSWER, toward=t)
    for owner, at, toward in ((incident.owner, deepest, t), (reference.owner, foot, t + n)):
        canvas.symbol(rf"\boldsymbol p_{owner.value}", at, ink_of(owner), toward=toward)
    far = max((0.12, 0.88), key=lambda part: abs(part * reference.length - reference.along(deepest)))
    measures.unit_arrow(canvas, reference.at(far * reference.length, 0.0), reference.normal, r"\hat n")


def _found(canvas: Canvas, moment: Moment[Rounded]) -> None:
    """The vertex-vertex axis, or where there is none the edge axis that shows a gap."""
    corners = whole_run(moment, CornersMeasured)
    if corners:
        _last(canvas, moment, corners[0])
        return
    for gap in whole_run(moment, EdgeMeasured)[-1:]:
        _measured(canvas, moment, gap)


def _lowest(canvas: Canvas, moment: Moment[Rounded]) -> None:
    """The deepest inner vertex and, one radius behind it, the deepest point of the outline."""
    reference, incident = edges_of(moment)
    q, n, ink = incident.deep_inner, reference.normal, ink_of(incident.owner)
    if incident.radius > 0.0:
        low = q - incident.radius * n
        measures.measure(canvas, q, low, ink)
        canvas.symbol(f"r_{incident.owner.value}", 0.5 * (q + low), ink, toward=-reference.tangent)
        canvas.dot(q, ink)
        canvas.symbol(Q, q, ink, toward=n)
        canvas.symbol(r"\boldsymbol p_{\mathrm{deep}}", low, ink, toward=-n)


def _core(shape: Convex) -> Convex:
    return Convex(shape.points)


def _shape(canvas: Canvas, shape: Convex, owner: Owner, aside: Vector) -> None:
    """A shape with its core, whose edges and vertices can be pointed at."""
    ink, core = ink_of(owner), shape.once(_core) if shape.radius > 0.0 else shape
    marks.shape(canvas, shape, ink)
    canvas.label(owner.value, shape.centroid + aside, ink, style=TextStyle.LETTER)
    if shape.radius > 0.0:
        canvas.stroke(core.points, ink, closed=len(core.points) > 2, line=Line.DASHED)
    marks.features(canvas, core, ink, owner.value)


def _strip(canvas: Canvas, moment: Moment[Rounded], step: EdgeMeasured) -> None:
    """What the axis of an edge calls overlap or gap: between the outer edge's line and the other shape's deepest one,
    which round corners do not reach."""
    own, other = (shape_of(moment, owner) for owner in (step.owner, *(set(SHAPES) - {step.owner})))
    n, s = step.normal, step.separation
    ends = own.points[step.edge] + own.radius * n, other.points[step.deepest] - other.radius * n
    canvas.region(ends, (n, -n) if s < 0.0 else (-n, n), separation_ink(s), STRIP)


def _measured(canvas: Canvas, moment: Moment[Rounded], step: EdgeMeasured) -> None:
    """The best inner edge, and how far the deepest inner vertex of the other shape is from its line."""
    other = shape_of(moment, Owner.B if step.owner is Owner.A else Owner.A)
    own = shape_of(moment, step.owner)
    u, v = own.points[step.edge], own.points[(step.edge + 1) % len(own.points)]
    q, n = other.points[step.deepest], step.normal
    if own.radius > 0.0 and len(own.points) > 2:
        under = own.centroid - (0.0, UNDER * canvas.pixel)
        canvas.label("inner polygon", under, ink_of(step.owner), style=TextStyle.CAPTION)
    marks.highlight_edge(canvas, (u, v))
    canvas.symbol(r"\boldsymbol{u}_i", u, Ink.EXAMINED, toward=u - v)
    d = f"**{fixed(float((q - u) @ n))}**"
    t = (v - u) / math.dist(u, v)
    out = t if float((q - 0.5 * (u + v)) @ t) > 0.0 else -t
    end = u if float((u - v) @ out) < 0.0 else v
    base = end - (own.radius + FREE * canvas.pixel) * out  # beside both shapes: there is room for four lengths
    over = base + float((q - u) @ n) * n
    canvas.stroke((end, base), Ink.EXAMINED, line=Line.DASHED)
    canvas.stroke((q, over), Ink.CONSTRUCTION, line=Line.DASHED)
    is_one = max(own.radius, other.radius) < float((q - u) @ n)  # neither radius covers the other one: one ruler
    low = -BARS[0] * canvas.pixel * out if is_one else np.zeros(2)
    measures.measure(canvas, base + low, over + low, Ink.TEXT)
    canvas.label(d, base + low, Ink.TEXT, toward=-n if float((q - u) @ n) > 0.0 else n)
    canvas.dot(q, ink_of(Owner.B if step.owner is Owner.A else Owner.A))
    canvas.symbol(rf"{Q}_j", q, ink_of(Owner.B if step.owner is Owner.A else Owner.A), toward=n)
    measures.unit_arrow(canvas, 0.75 * u + 0.25 * v + own.radius * n, n, r"\hat n_i")
    owners = step.owner, Owner.B if step.owner is Owner.A else Owner.A
    for shape, owner, start, way, off in zip((own, other), owners, (base, over), (n, -n), BARS, strict=True):
        if shape.radius > 0.0 and is_one:  # end to end, but for what both cover
            _radius(canvas, start, way, shape.radius, out, owner, 0.0, FREE_PART)
        elif shape.radius > 0.0:  # both are seen where they overlap
            _radius(canvas, start, way, shape.radius, -out, owner, off)
    for corners in whole_run(moment, CornersMeasured):  # where round corners end before what the axis measures to
        draw_sharp(canvas, moment, corners)
    ends = over - other.radius * n + low, base + own.radius * n + low
    ink = separation_ink(step.separation)
    canvas.stroke(ends, ink, line=Line.FEATURE)
    middle = 0.5 * (ends[0] + ends[1])
    words = f"{'gap' if step.is_gap else 'overlap'} $s_i$ = {fixed(step.separation)}"  # and so the strip has its name
    marks.pill(canvas, middle, words, ink, toward=-out if is_one else out + n, leader=True)


def _radius(
    canvas: Canvas, at: Vector, way: Vector, radius: float, side: Vector, owner: Owner, off: float, part: float = 0.5
) -> None:
    """Beside the measured line, so many pixels off; its name at a part of it."""
    base = at + off * canvas.pixel * side
    measures.measure(canvas, base, base + radius * way, ink_of(owner))
    canvas.symbol(f"r_{owner.value}", base + part * radius * way, ink_of(owner), toward=side)


def _both(canvas: Canvas, moment: Moment[Rounded]) -> None:
    reference, incident = edges_of(moment)
    for edge, ink, line, name in (
        (reference, Ink.EXAMINED, Line.FEATURE, "reference edge"),
        (incident, ink_of(incident.owner), Line.DOUBLE, "incident edge"),
    ):
        feature = FeatureRef(edge.owner.value, FeatureKind.EDGE, edge.edge)
        marks.highlight_edge(canvas, (edge.start, edge.end), ink, f"{name} {edge.edge}", feature=feature, line=line)
    measures.unit_arrow(canvas, reference.at(0.35 * reference.length, 0.0), reference.normal, r"\hat n")
    middle = 0.5 * (incident.start + incident.end)
    measures.unit_arrow(canvas, middle, incident.normal, rf"\hat m_{incident.edge}", ink_of(incident.owner))
    vertex = FeatureRef(incident.owner.value, FeatureKind.VERTEX, incident.deep)
    inward = shape_of(moment, incident.owner).centroid - incident.deep_inner
    name = f"v{incident.deep}"
    marks.highlight_vertex(canvas, incident.deep_inner, ink_of(incident.owner), name, feature=vertex, toward=inward)


def _last(canvas: Canvas, moment: Moment[Rounded], corners: CornersMeasured) -> None:
    """Both corner circles, the distance of their centres, a radius on either side of it, and the contact point."""
    reference, incident = edges_of(moment)
    c, q, s = corners.on_reference, corners.on_incident, corners.separation
    d = (q - c) / math.dist(c, q)
    side, is_last = left_of(d), isinstance(last_of(moment), VertexAxis)
    if is_last or s > 0.0:
        measures.measure(canvas, c, q, Ink.ANSWER)
    else:  # the contact point lies on it, and its length is known
        canvas.stroke((c, q), Ink.ANSWER, line=Line.MEASURE)
    owners = reference.owner, incident.owner
    radii = [shape_of(moment, owner).radius for owner in owners]
    on_c, on_q = c + radii[0] * d, q - radii[1] * d
    middle = 0.5 * (on_c + on_q)
    for at, way, beside, owner, radius in zip((c, q), (d, -d), (-side, side), owners, radii, strict=True):
        if moment.compare:  # what the other rule measures is drawn here
            continue
        marks.circle(canvas, at, radius, ink_of(owner), Line.DASHED)
        if radius > 0.0:
            _radius(canvas, at, way, radius, beside, owner, CLEAR_OF_P)
    draw_centres(canvas, moment, corners)
    base = q + 40.0 * canvas.pixel * d
    if not moment.compare:
        measures.unit_arrow(canvas, base, d, r"\hat n", Ink.ANSWER)
    if is_last:  # beside the axis that it replaces
        draw_sharp(canvas, moment, corners)
        measures.unit_arrow(canvas, base, reference.normal, r"\hat n_i", Ink.CONSTRUCTION)
    if is_last or s > 0.0:
        canvas.label(f"**{fixed(corners.distance)}**", 0.3 * c + 0.7 * q, Ink.ANSWER, toward=-side)
    else:
        canvas.symbol(r"\boldsymbol{p}", middle, Ink.ANSWER, toward=d - side)  # beyond c's radius
    ink = separation_ink(s)
    if s > 0.0:
        start = on_c
        canvas.stroke((on_c, on_q), ink, line=Line.FEATURE)
    else:  # on the axis, in the part that both circles cover
        outline = lens(c, q, *radii)
        start = outline[TIP]
        canvas.area(outline, ink, opacity=LENS)
        measures.measure(canvas, on_q, on_c, ink)
        marks.answer(canvas, middle)
    shapes = [shape_of(moment, owner) for owner in SHAPES]
    if not moment.compare:
        draw_names(canvas, moment, corners)
    told = aside(canvas, start, (side - BACK * d) / math.hypot(1.0, BACK), shapes)
    canvas.stroke((start, told), ink, line=Line.THIN)
    canvas.label(f"$s$ = {fixed(s)}", told, ink, style=TextStyle.PILL, fixed=True)
