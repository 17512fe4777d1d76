"""What the shadow of a shape asks: where its ends lie on the axis or on which axis a vertex casts one, and which edge
causes a corner of the curve."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Interval
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import part_in_front
from geometry.shape import boundary
from geometry.vector import left_of
from lessons.shadows.polygon_shadow_figure import LANE, height_of
from lessons.shadows.ruler import edge_name, vertex_name
from lessons.shadows.scene import degrees
from viz.lesson import marks, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Adjust, Challenge, Click, Place, Points, Remark, Verdict
from viz.lesson.screen import point_at
from viz.lesson.text import fixed, listed

WANTED, WITHIN = 45.0, 3.0  # degrees: where A is to be narrowest, and how far it may be off
NEAR = 0.05  # of the width: how far an end may be off
ALIKE = 0.03  # part of the greatest width by which the three of a triangle may differ
MET = 0.005  # part of a width that may be missing, or length that 0 may be off, where a goal is met


TURNED = 1  # the vertex of a triangle that is to cast an end


def asked_of_ends(scene: Any) -> Place | Adjust:
    """Of a triangle an axis on which a vertex casts an end; of others both ends."""
    is_triangle = len(scene.a.world.points) == 3 and scene.a.world.radius == 0.0
    return axis_of_vertex() if is_triangle else both_ends(scene)


def axis_of_vertex() -> Adjust:
    """An axis on which one vertex casts an end of the shadow."""
    name = vertex_name(TURNED)

    def judge(now: Any) -> Verdict:
        t = float(now.a.world.points[TURNED] @ now.n)
        ends = [end for sign, end in ((1.0, "upper"), (-1.0, "lower")) if TURNED in now.casters(sign)]
        draw = partial(_draw_through, now, t, bool(ends))
        if ends:
            because = (
                f"The perpendicular through {name} touches A and does not cut it: {name} casts the {ends[0]} end."
            )
            return Verdict(True, because, remarks=(Remark(now.ruler.at(t), fixed(t), right=True),), draw=draw)
        others = listed([vertex_name(i) for i in dict.fromkeys(now.casters(-1.0) + now.casters(1.0))])
        because = f"{others} cast the ends here. The perpendicular through {name} cuts A."
        return Verdict(False, because, "Between the ends", (Remark(now.ruler.at(t), "cuts A"),), draw=draw)

    def right(now: Any) -> Any:
        n = now.a.world.normals
        x, y = (n[TURNED - 1] + n[TURNED]).tolist()
        return now.turned_to(math.atan2(y, x))

    return Adjust(f"Turn the axis until {name} casts an end of the shadow.", judge, right, "axis")


def both_ends(scene: Any) -> Place:
    """Both ends of the projection, on the axis."""
    ruler, a = scene.ruler, scene.a.world
    along, r = (a.points @ scene.n).tolist(), a.radius
    ends = min(along) - r, max(along) + r
    near = NEAR * (ends[1] - ends[0])
    low, high = (ruler.place(p) for p in ruler.path)

    def judge(points: Points) -> Verdict:
        placed = sorted(ruler.place(p) for p in points)
        fine = [abs(t - end) <= near for t, end in zip(placed, ends, strict=True)]
        draw = partial(_draw_lines, scene, placed, fine)
        if all(fine):
            names = listed([vertex_name(i) for i in dict.fromkeys(scene.casters(-1.0) + scene.casters(1.0))])
            because = f"{names} cast the ends: the perpendiculars through them touch A and do not cut it."
            if r > 0.0:
                because = rf"The outermost points lie $\A{{r}}$ beyond {names}: their perpendiculars only touch A."
            remarks = [Remark(ruler.at(t), fixed(t), right=True) for t in ends]
            return Verdict(True, because, remarks=tuple(remarks), draw=draw)
        t, end = next((t, end) for t, end, is_fine in zip(placed, ends, fine, strict=True) if not is_fine)
        because = "The dotted perpendicular cuts A, so a part of A casts its shadow beyond it."
        hit = [i for i, value in enumerate(along) if abs(value - t) <= near]
        if not ends[0] <= t <= ends[1]:
            because = "The dotted perpendicular misses A: no point of A casts a shadow there."
        elif not any(fine) and all(ends[0] <= t <= ends[1] for t in placed):
            because = "Both perpendiculars cut A, so parts of A cast their shadow beyond the marks."
        elif hit and r == 0.0:
            farther = fixed(abs(end - along[hit[0]]))
            because = f"{vertex_name(hit[0])} casts its shadow here. Another vertex reaches {farther} farther."
        elif hit:
            because = f"This is the end of the core. The layer around it reaches {fixed(r)} farther."
        remarks = [
            Remark(ruler.at(t), fixed(t) if is_fine else "cuts A" if ends[0] <= t <= ends[1] else "misses A", is_fine)
            for t, is_fine in zip(placed, fine, strict=True)
        ]
        return Verdict(False, because, f"Place both ends: {fine.count(True)} of 2", tuple(remarks), draw=draw)

    third = (high - low) / 3.0
    return Place(
        "Drag both marks to the ends of the shadow that A casts on the axis.",
        judge,
        start=(ruler.at(low + third), ruler.at(high - third)),
        right=(ruler.at(ends[0]), ruler.at(ends[1])),
        pane="world",
        along=(ruler.path, ruler.path),
    )


def _draw_lines(scene: Any, placed: list[float], fine: list[bool], canvas: Canvas, pane: str) -> None:
    """The perpendiculars through both marks, past A, the shadow between them, and what of A is left out of it."""
    if pane != "world":
        return
    outline = boundary(scene.a.world, canvas.pixel)
    for t, is_fine, way in zip(placed, fine, (-scene.n, scene.n), strict=True):
        piece = [] if is_fine else part_in_front(outline, np.array(scene.ruler.at(t)), way)
        if len(piece) > 2:
            canvas.area(piece, Ink.FAULTY, opacity=0.35)
    ink = Ink.A if all(fine) else Ink.FAULTY
    projections.projection(canvas, scene.ruler.zero, scene.n, Interval(*placed), ink, lane=-LANE)
    for t, is_fine in zip(placed, fine, strict=True):
        _draw_through(scene, t, is_fine, canvas, pane)


def _draw_through(scene: Any, t: float, is_fine: bool, canvas: Canvas, pane: str) -> None:
    """The perpendicular at a place of the axis, past A."""
    if pane != "world":
        return
    side, foot = left_of(scene.n), scene.ruler.at(t)
    far = float(((scene.a.world.points - scene.ruler.zero) @ side).max()) + scene.a.world.radius + 0.2
    ink, line = (Ink.ANSWER, Line.DASHED) if is_fine else (Ink.FAULTY, Line.DOTTED)
    canvas.stroke((foot, point_at(foot, side, far)), ink, line=line)


def cause_of_corner(scene: Any) -> Click | None:
    """Which edge causes a corner of the width's curve; nothing of shapes with fewer than two corners."""
    angle = scene.asked_corner
    if angle is None:
        return None
    right = frozenset(FeatureRef("A", FeatureKind.EDGE, i) for i in scene.corners[angle])

    def judge(clicked: FeatureRef | str) -> Verdict:
        if not isinstance(clicked, FeatureRef) or clicked.kind is not FeatureKind.EDGE:
            return Verdict(
                False,
                "At a corner of the curve a perpendicular lies on an edge, not on a vertex alone.",
                "Not an edge",
            )
        ends = scene.a.world.edges[clicked.index]
        place = tuple(((ends[0] + ends[1]) / 2.0).tolist())
        own = next(at for at, edges in scene.corners.items() if clicked.index in edges)
        draw = partial(_draw_cause, scene, clicked.index, own, clicked in right)
        if clicked in right:
            p, q = (vertex_name((clicked.index + k) % len(scene.a.world.points)) for k in (0, 1))
            told = f"At {degrees(angle)} a perpendicular lies on {edge_name(clicked.index)}"
            r = r"the point $\A{r}$ beyond " if scene.a.world.radius > 0.0 else ""
            because = f"{told}. Just before, {r}{p} casts an end, just after it {r}{q}."
            return Verdict(
                True, because, remarks=(Remark(place, f"normal at {degrees(own)}", right=True),), draw=draw
            )
        name = edge_name(clicked.index)
        because = (
            f"A perpendicular lies on {name} where the axis points along the normal of {name}: at {degrees(own)}."
        )
        return Verdict(False, because, "Another corner", (Remark(place, f"normal at {degrees(own)}"),), draw=draw)

    text = f"The curve has a corner at {degrees(angle)}. Click the edge of A that causes it."
    return Click(text, judge, right)


def goal(scene: Any) -> Challenge | None:
    """An axis to find, by the shape: where 0 halves its projection, where it is as wide as its diagonal is long or
    as its radius tells, or where it is narrowest; of a circle, equally wide along every direction, none."""
    a, w, corners = scene.a.world, scene.width(scene.angle), scene.corners
    if not corners:
        return None
    if len(a.points) == 2:
        text, reached = r"Turn the axis until the width of A is $2\A{r}$.", w <= (1.0 + MET) * 2.0 * a.radius
        hint = "Along the normal of the core, the core adds no width: both its ends have one dot product."
    elif len(a.points) == 6:
        off = abs(float(a.centroid @ scene.n))
        text, hint = (
            "Turn the axis until 0 lies in the middle of the projection of A.",
            "Where does the centre of A cast its shadow?",
        )
        return Challenge(text, off <= 4.0 * MET, f"0 is {fixed(off)} beside it", hint)
    elif len(a.points) == 4 and len(corners) == 2:
        widths = [*map(scene.width, corners)]
        if 2.0 * min(widths) < max(widths):
            reached = w <= (1.0 + MET) * min(widths)
            hint = "Let the light fall along the long edges."
            return Challenge("Turn the axis until the shadow of A is the shortest.", reached, f"now {fixed(w)}", hint)
        longest = max(math.dist(p, q) for p in a.points for q in a.points)
        text, reached = (
            "Turn the axis until the width of A is the length of its diagonal.",
            w >= (1.0 - MET) * longest,
        )
        hint = "A segment casts its whole length on an axis that is parallel to the segment."
    elif len(a.points) == 3 and a.radius == 0.0:
        widths = [*map(scene.width, corners)]
        text = "Reshape A so that its width is the same at all three corners of the curve."
        reached = max(widths) - min(widths) <= ALIKE * max(widths)
        hint = "At a corner the width is the height of the triangle over an edge."
        return Challenge(text, reached, f"now {fixed(min(widths))} to {fixed(max(widths))}", hint)
    else:
        least = min(map(scene.width, corners))
        narrow = [math.degrees(angle) for angle in corners if scene.width(angle) <= least + 1e-9]
        return Challenge(
            f"Reshape A so that it is narrowest along {WANTED:.0f}°.",
            all(abs(angle - WANTED) <= WITHIN for angle in narrow),
            f"now along {narrow[0]:.0f}°",
            "A is narrowest along the normal of one of its edges.",
        )
    return Challenge(text, reached, f"now {fixed(w)}", hint)


def _draw_cause(scene: Any, edge: int, angle: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The line on an edge with its normal, and the corner that is its own."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    if pane == "world":
        (p, q), n = scene.a.world.edges[edge], scene.a.world.normals[edge]
        canvas.unbounded(p, q - p, ink, line=Line.MEASURE if is_right else Line.DOTTED)
        canvas.arrow((p + q) / 2.0, (p + q) / 2.0 + 48.0 * canvas.pixel * np.asarray(n), ink)
    else:
        at = (math.degrees(angle), height_of(scene, scene.width(angle)))
        if is_right:
            marks.answer(canvas, at, edge_name(edge), toward=(0.3, -1.0))
        else:
            marks.cross(canvas, at, edge_name(edge), ink)
