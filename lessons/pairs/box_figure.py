"""The figure of a circle's centre and an axis-aligned box: nine regions, the clamped point, the way out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Vector, rectangle
from geometry.primitives.circle_aabb import BoxFace, Clamped, FaceMeasured, OutsideMeasured, RadiusCompared, Region
from geometry.vector import left_of
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.text import fixed

C, Q = r"\boldsymbol{c}", r"\boldsymbol{q}"
ASIDE = 16.0  # pixels from a line to a length measured beside it
AWAY = 18.0  # pixels from the circle to the arrow of the normal, from the box to the name of a region
NAME = 14.0  # pixels: as high is a name
SPREAD, FAN = 0.4, 3  # world length from one shortest line to the next at a face; so many at a corner
SHORTEST = 44.0, 24.0  # pixels: a shorter way along x or along y has no room for its name
DISTANCES = (0.3, 0.6, 0.9)  # from the box, each with its outline
CORNERWARD = 0.83, 0.56  # from a corner to the name of its region: more aside than up or down, where there is room
TINTS = (0.13, 0.17)  # of the region of the centre, of the strips between opposite faces
DEEP = 0.36  # of the interior, with the centre in it


def sides_of(region: Region) -> tuple[int, int]:
    """-1, 0 or 1 along x, then along y: below, within or above the box."""
    words = region.value.split()
    return ("right" in words) - ("left" in words), ("above" in words) - ("below" in words)


def name_of(region: Region) -> str:
    """The part of the box that is nearest there."""
    x, y = sides_of(region)
    upper, right = ("", "upper", "lower")[y], ("", "right", "left")[x]
    return f"{upper} {right} corner" if x and y else f"{upper}{right} face" if x or y else "interior"


def draw_regions(
    canvas: Canvas, low: Vector, high: Vector, chosen: Region, line: Line = Line.DASHED, inside: float = DEEP
) -> None:
    """The nine regions between the lines of the faces, that of the centre bright; `inside`: how much the interior."""
    through: list[Vector] = []
    normals: list[Vector] = []
    for axis, n in enumerate(np.eye(2)):
        canvas.region((low, high), (-n, n), Ink.CONSTRUCTION, TINTS[1])
        side = sides_of(chosen)[axis]
        if side <= 0:
            through.append(low)
            normals.append(-n if side == 0 else n)
        if side >= 0:
            through.append(high)
            normals.append(n if side == 0 else -n)
    ink = Ink.OVERLAP if chosen is Region.INSIDE else Ink.EXAMINED
    canvas.region(through, normals, ink, inside if chosen is Region.INSIDE else TINTS[0])
    for corner in (low, high):
        for way in np.eye(2):
            canvas.unbounded(corner, way, Ink.CONSTRUCTION, line=line)


def draw_nearest(canvas: Canvas, low: Vector, high: Vector, chosen: Region) -> None:
    """The part of the box that is nearest in a region: a corner or a face; the interior is tinted as it is."""
    start, end = (
        np.where(np.array(sides_of(chosen)) > 0, high, np.where(np.array(sides_of(chosen)) < 0, low, each))
        for each in (low, high)
    )
    if chosen.is_corner:
        canvas.dot(start, Ink.EXAMINED, Point.ANSWER)
    elif chosen is not Region.INSIDE:
        canvas.stroke((start, end), Ink.EXAMINED, line=Line.FEATURE)


def name_regions(canvas: Canvas, low: Vector, high: Vector, chosen: Region, center: Vector, radius: float) -> None:
    """What each region is called, that of the centre bright: beside the circle, where that would cover it."""
    ink = Ink.OVERLAP if chosen is Region.INSIDE else Ink.EXAMINED
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    for region in Region:
        way, is_chosen = np.array(sides_of(region)), region is chosen
        at = middle + way * (half + _off(region, canvas.pixel))
        toward = (way[0], 0.0) if region.is_corner else way
        if region is Region.INSIDE:
            x, y = np.where(center > middle, 1.0, -1.0)
            aside = np.array((-x, y))  # away from the centre, and from the letter at the opposite corner of the box
            at, toward = middle + aside * (half - AWAY * canvas.pixel), -aside
        elif is_chosen and math.dist(at, center) < radius + AWAY * canvas.pixel:
            toward = way if region.is_corner else toward
            at = center + radius * np.array(toward) / math.hypot(*toward)
        style = TextStyle.BOLD if is_chosen else TextStyle.LABEL
        canvas.label(name_of(region), at, ink if is_chosen else Ink.QUIET, toward=toward, style=style)


def _off(region: Region, pixel: float) -> Vector:
    """How far from the box the name of a region begins: behind the last of the thin outlines at a corner and beside
    the box, in the middle of the first strip above and below it."""
    far = DISTANCES[-1] + AWAY / 2.0 * pixel
    if region.is_corner:
        return far * np.array(CORNERWARD)
    return np.array((far, DISTANCES[0] / 2.0 - NAME / 2.0 * pixel))


def draw_normals(canvas: Canvas, low: Vector, high: Vector, distance: float) -> None:
    """The shortest lines to the box from all around it, from as far as this: side by side at a face, a fan at a
    corner; and the outline that they start from."""
    lines: list[tuple[Any, Any]] = []
    for axis in (0, 1):
        count = max(round((high[axis] - low[axis]) / SPREAD), 1)
        for t in low[axis] + (high[axis] - low[axis]) * np.arange(count + 1) / count:
            for foot, way in ((low[1 - axis], -1.0), (high[1 - axis], 1.0)):
                start, end = (t, foot), (t, foot + way * distance)
                lines.append((start, end) if axis == 0 else (start[::-1], end[::-1]))
    for k in range(4 * FAN):
        angle = math.pi / 2.0 * (k + 0.5) / FAN
        n = np.array((math.cos(angle), math.sin(angle)))
        corner = np.where(n > 0.0, high, low)
        lines.append((corner, corner + distance * n))
    canvas.crowd(Ink.CONSTRUCTION, segments=np.array(lines, dtype=np.float64), opacity=0.4, framed=False)
    outline = rectangle(low, high).with_radius(distance)
    marks.ghost(canvas, outline, Ink.CONSTRUCTION, Line.DASHED)


def draw_found(
    canvas: Canvas, step: Any, closest: Vector, center: Vector, radius: float, time: float, prime: str = ""
) -> None:
    """What one step finds, in the box's axes: the clamping, the lengths from c to the box, the radius."""
    match step:
        case Clamped():
            _slide(canvas, center, closest, time, SHORTEST if prime else (0.0, 0.0))
        case OutsideMeasured():
            told = rf"$\Vert{{}}{C}-{Q}\Vert{{}}$ = {fixed(step.distance)}"
            canvas.stroke((closest, center), Ink.EXAMINED, line=Line.MEASURE)
            canvas.label(told, (closest + center) / 2.0, Ink.EXAMINED, toward=-left_of(center - closest))
        case FaceMeasured():
            _to_face(canvas, step, center)
        case RadiusCompared():
            _compared(canvas, step, center, radius, prime)


def draw_dots(
    canvas: Canvas,
    center: Vector,
    closest: Vector | None,
    prime: str = "",
    *,
    halo: bool = True,
    beside: bool = False,
) -> None:
    """c and, once it is known, q: without its halo where that would cover what is measured from it. `beside`: the
    name of c beside the line through both, on which something goes on."""
    way = np.array((0.3, 1.0)) if closest is None or (closest == center).all() else center - closest
    ink = Ink.EXAMINED if prime else Ink.B
    canvas.dot(center, ink)
    canvas.symbol(C + prime, center, ink, toward=left_of(way) if beside else way)
    if closest is not None:
        canvas.dot(closest, Ink.ANSWER, Point.ANSWER if halo else Point.SMALL)
        canvas.symbol(Q + prime, closest, Ink.ANSWER, toward=-way)


def _length(prime: str) -> str:
    return rf"\Vert {C}{prime}-{Q}{prime}\Vert"


def _slide(canvas: Canvas, center: Vector, closest: Vector, time: float, least: tuple[float, float]) -> None:
    """The centre carried to the box along x, then along y; their names stand where these ways will be. With a way
    of less than so many pixels neither has one."""
    turn, (x, y) = np.array((closest[0], center[1])), closest - center
    sides = (0.0, 1.0 if y < 1e-9 else -1.0), (-1.0 if x > 1e-9 else 1.0, 0.0)
    ways = [abs(x), abs(y)]
    has_room = all(way <= 1e-9 or way > short * canvas.pixel for way, short in zip(ways, least, strict=True))
    for name, start, end, side, part in (
        ("x", center, turn, sides[0], 2.0 * time),
        ("y", turn, closest, sides[1], 2.0 * time - 1.0),
    ):
        if math.dist(start, end) > 1e-9 and part > 0.0:
            there = start + min(part, 1.0) * (end - start)
            canvas.arrow(start, there, Ink.EXAMINED, line=Line.MEASURE)
            if has_room:
                canvas.label(f"clamp {name}", (start + end) / 2.0, Ink.EXAMINED, toward=side, fixed=True)


def _between(canvas: Canvas, start: Vector, end: Vector, name: str) -> None:
    """A length with its symbol on its right."""
    canvas.stroke((start, end), Ink.EXAMINED, line=Line.MEASURE)
    canvas.symbol(name, (start + end) / 2.0, Ink.EXAMINED, toward=-left_of(end - start))


def _to_face(canvas: Canvas, step: FaceMeasured, center: Vector) -> None:
    """The way from the centre to a face, the best so far as well."""
    for face, depth, ink in (
        (step.best, step.best_depth, Ink.OVERLAP),
        (step.face, step.depth, Ink.EXAMINED),
    ):
        if face is not step.best or ink is Ink.OVERLAP:
            end = center + depth * face.normal
            measures.measure(canvas, center, end, ink, fixed(depth))


def _compared(canvas: Canvas, step: RadiusCompared, center: Vector, radius: float, prime: str) -> None:
    """From the box to the centre, the radius beside it, and what they differ by."""
    n, s = step.normal, step.separation
    aside = ASIDE * canvas.pixel * left_of(n)
    ink = separation_ink(s)
    near = center - radius * n  # of the circle's boundary, the point deepest in the box or nearest to it
    if step.distance > 0.0:
        _between(canvas, step.closest, center, _length(prime))
        measures.measure(canvas, near, center, Ink.B, off=ASIDE)
        canvas.symbol("r", (near + center) / 2.0 + aside, Ink.B, toward=aside)
        canvas.stroke((near, step.closest), ink, line=Line.FEATURE)
        canvas.label(
            f"$s$ = {fixed(s)}", (near + step.closest) / 2.0, ink, toward=-aside, style=TextStyle.PILL, leader=True
        )
        return
    measures.measure(canvas, center, step.closest, Ink.EXAMINED, f"depth {fixed(-step.distance)}")
    measures.measure(canvas, near, center, Ink.B)
    canvas.symbol("r", (near + center) / 2.0, Ink.B, toward=aside)
    measures.measure(canvas, near, step.closest, ink, off=-2.2 * ASIDE)
    middle = (near + step.closest) / 2.0 - 2.2 * aside
    canvas.label(f"$s$ = {fixed(s)}", middle, ink, toward=-aside, style=TextStyle.PILL)


def draw_separation(canvas: Canvas, q: Vector, n: Vector, s: float, is_out: bool, *, pill: bool = False) -> None:
    """From the closest point along the normal; beside the lines that lie there while the centre is inside."""
    ink, aside = separation_ink(s), 0.0 if is_out else 2.0 * ASIDE
    end = q + s * n
    if is_out:
        canvas.stroke((q, end), ink, line=Line.FEATURE)
    else:
        measures.measure(canvas, end, q, ink, off=-aside)
    if pill:
        side = -left_of(n)
        at = (q + end) / 2.0 + aside * canvas.pixel * side
        canvas.label(
            f"$s$ = {fixed(s)}", at, ink, toward=side - n if is_out else side, style=TextStyle.PILL, leader=is_out
        )


def draw_reach(canvas: Canvas, box: Convex, radius: float) -> None:
    """The outline of all centres at which a circle just touches a box."""
    outline = Convex(box.points, radius)
    marks.ghost(canvas, outline, Ink.B)
    bottom = box.points[box.points[:, 1] <= box.points[:, 1].min() + 1e-9].mean(axis=0)
    canvas.label("centres of circles that just touch A", bottom - (0.0, radius), Ink.B, toward=(0.0, -1.0))


def draw_room(canvas: Canvas, low: Vector, high: Vector, radius: float) -> None:
    """Nothing, with the room that all centres of circles that just touch the box take: one scale for all steps."""
    for corner in (low - radius, high + radius):
        canvas.stroke((corner, corner), Ink.CONSTRUCTION, line=Line.THIN)


FACES = {BoxFace.RIGHT: "right", BoxFace.LEFT: "left", BoxFace.ABOVE: "upper", BoxFace.BELOW: "lower"}
DEPTHS = {
    BoxFace.RIGHT: r"\mathrm{high}_x-c_x",
    BoxFace.LEFT: r"c_x-\mathrm{low}_x",
    BoxFace.ABOVE: r"\mathrm{high}_y-c_y",
    BoxFace.BELOW: r"c_y-\mathrm{low}_y",
}


def angle_between(v: Vector, w: Vector) -> float:
    """In degrees."""
    return math.degrees(math.acos(float(np.clip(v @ w, -1.0, 1.0))))
