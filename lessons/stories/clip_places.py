"""Places along the reference edge, as they are measured in the picture of a clip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry.contact.clipping import ClipPoint
from geometry.sat.separating_axis import Owner
from geometry.vector import XY
from lessons.stories.clip_state import Clip, shape_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure
from viz.lesson.text import fixed

X_OFF = 56.0  # pixels between the deepest point and a place measured along the reference edge
X_NEAR = 11.0  # and between the reference edge and a place beside it
X_ROW = 34.0  # and to a second one
NARROW = 30.0  # pixels: no number stands beside a place so near to u, but before it
LOWER = 0.72  # of the way from the middle of a shape to its lowest vertex: where its letter is out of the way
LETTER = 22.0  # pixels: half of the room of a letter
SHORT = 7.0  # pixels: a height less than this has a number but no measure


def places(canvas: Canvas, clip: Clip, points: Sequence[ClipPoint], symbols: Sequence[str] = ()) -> None:
    """The places of points, measured along the reference edge from u, below the deepest; the farther of two on one
    side in a row of its own. Where x is 0 is said once: by the side plane of u, where that is drawn."""
    reference, least = clip.reference, SHORT * canvas.pixel
    deeper = max(0.0, -min(p.height for p in points)) / canvas.pixel
    is_named = not clip.planes
    for i, p in enumerate(points):
        if abs(p.along) < least:
            continue
        nearer = [q for q in points if p.along * q.along > 0.0 and least <= abs(q.along) < abs(p.along)]
        text = f"{symbols[i] if symbols else '$x$'} = **{fixed(p.along)}**"
        way = -(deeper + X_OFF + X_ROW * len(nearer)) * canvas.pixel
        start, end = reference.at(0.0, way), reference.at(p.along, way)
        canvas.stroke((p.point, end), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.arrow(start, end, Ink.TEXT, line=Line.THIN)
        is_short = abs(p.along) < NARROW * canvas.pixel
        at, side = (start, -reference.tangent) if is_short else (0.5 * (start + end), -reference.normal)
        canvas.label(text, at, Ink.TEXT, toward=side)
        is_named = is_named and not is_short
    zero = reference.at(0.0, -(deeper + X_OFF) * canvas.pixel)
    canvas.dot(zero, Ink.TEXT, Point.SMALL)
    if is_named:
        canvas.label("$x$ = 0", zero, Ink.TEXT, toward=reference.normal - reference.tangent, style=TextStyle.CAPTION)


def places_at_edge(canvas: Canvas, clip: Clip, points: Sequence[ClipPoint]) -> None:
    """The places of points on both sides of u, measured from u beside the reference edge: nothing stands at the place
    of the cut."""
    for p in points:
        way = X_NEAR * canvas.pixel
        start, end = clip.reference.at(0.0, way), clip.reference.at(p.along, way)
        canvas.dot(start, Ink.TEXT, Point.SMALL)
        canvas.arrow(start, end, Ink.TEXT, line=Line.THIN)
        at, side = (end, -clip.reference.tangent) if p.along < 0.0 else (0.5 * (start + end), clip.reference.normal)
        canvas.label(f"$x$ = **{fixed(p.along)}**", at, Ink.TEXT, toward=side)  # before u: beyond the arrow's tip


def lowest_row(canvas: Canvas, clip: Clip) -> float:
    """How far behind the reference edge, in its units, its length is measured once both ends have places."""
    deeper = max(0.0, -min(p.height for p in clip.ends))
    rows = sum(p.along >= SHORT * canvas.pixel for p in clip.ends)
    return deeper + (X_OFF + X_ROW * rows) * canvas.pixel


def length(canvas: Canvas, clip: Clip, points: Sequence[ClipPoint]) -> None:
    """The length of the reference edge, measured below the places of the points."""
    reference = clip.reference
    deeper = max(0.0, -min((p.height for p in points), default=0.0)) / canvas.pixel
    rows = sum(p.along >= SHORT * canvas.pixel for p in points)
    way = -(deeper + X_OFF + X_ROW * rows) * canvas.pixel
    start, end = reference.at(0.0, way), reference.at(reference.length, way)
    measure(canvas, start, end, Ink.EXAMINED)
    text = f"$L$ = {fixed(reference.length)}"
    canvas.label(text, 0.7 * end + 0.3 * start, Ink.EXAMINED, toward=-reference.normal)


def letter_at(canvas: Canvas, moment: Moment[Any], clip: Clip | None, owner: Owner, *, is_small: bool) -> XY:
    """Where the letter of a shape stands: in the middle, or lower where places are measured there, or before them,
    behind the part of the reference edge that is left free."""
    shape, centre = shape_of(moment, owner), shape_of(moment, owner).centroid
    if clip is None:
        return float(centre[0]), float(centre[1])
    height, far, part = clip.reference.height, min, LOWER
    if owner is clip.incident.owner:  # higher, where the frame stands in it
        is_frame_inside = free_length(clip) < 0.2 * clip.reference.length and not is_inside(clip)
        far, part = max, 0.85 * LOWER if is_frame_inside else 0.0
    x, y = centre + part * (far(height(p) for p in shape.points) - height(centre)) * clip.reference.normal
    row = lowest_row(canvas, clip)
    is_measured = owner is clip.reference.owner and not is_small
    is_crossed = is_measured and -height(np.array((x, y))) < row + LETTER * canvas.pixel
    if is_crossed and free_length(clip) > 4.0 * LETTER * canvas.pixel:
        return clip.reference.at_xy(free_place(clip), -0.5 * (row - X_ROW * canvas.pixel))
    return float(x), float(y)


def free_place(clip: Clip) -> float:
    """Where along the reference edge its frame is drawn: in the middle of the longer part that is left free."""
    length = clip.reference.length
    low, high = sorted(min(max(p.along, 0.0), length) for p in clip.ends)
    if free_length(clip) < 0.2 * length:
        return 0.5 * length
    return 0.5 * low if low > length - high else 0.5 * (high + length)


def is_split(clip: Clip) -> bool:
    """Whether the ends of the incident edge lie on both sides of u; a rounded one's are crowded there already."""
    return clip.incident.radius == 0.0 and min(p.along for p in clip.ends) < 0.0 < max(p.along for p in clip.ends)


def is_inside(clip: Clip) -> bool:
    """Whether both ends of the incident edge lie between the ends of the reference edge."""
    return all(0.0 < p.along < clip.reference.length for p in clip.ends)


def free_length(clip: Clip) -> float:
    """How long the longer part of the reference edge is that the incident edge does not cover."""
    length = clip.reference.length
    low, high = sorted(min(max(p.along, 0.0), length) for p in clip.ends)
    return max(low, length - high)
