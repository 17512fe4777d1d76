"""Places along the reference edge, as they are measured in the picture of a clip."""

from __future__ import annotations

from collections.abc import Sequence

from geometry.contact.clipping import ClipPoint
from lessons.stories.clip_state import Clip
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.measures import measure
from viz.lesson.text import fixed

X_OFF = 46.0  # pixels between the deepest point and a place measured along the reference edge
X_NEAR = 11.0  # and between the reference edge and a place beside it
X_ROW = 34.0  # and to a second one
SHORT = 7.0  # pixels: a height less than this has a number but no measure


def places(canvas: Canvas, clip: Clip, points: Sequence[ClipPoint], symbols: Sequence[str] = ()) -> None:
    """The places of points, measured along the reference edge from u, below the deepest; the farther of two on one
    side in a row of its own."""
    reference, least = clip.reference, SHORT * canvas.pixel
    deeper = max(0.0, -min(p.height for p in points)) / canvas.pixel
    for i, p in enumerate(points):
        if abs(p.along) < least:
            continue
        nearer = [q for q in points if p.along * q.along > 0.0 and least <= abs(q.along) < abs(p.along)]
        text = f"{symbols[i] if symbols else '$x$'} = **{fixed(p.along)}**"
        way = -(deeper + X_OFF + X_ROW * len(nearer)) * canvas.pixel
        start, end = reference.at(0.0, way), reference.at(p.along, way)
        canvas.stroke((p.point, end), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.arrow(start, end, Ink.TEXT, line=Line.THIN)
        canvas.label(text, 0.5 * (start + end), Ink.TEXT, toward=-reference.normal)
    zero = reference.at(0.0, -(deeper + X_OFF) * canvas.pixel)
    canvas.dot(zero, Ink.TEXT, Point.SMALL)
    canvas.label("$x$ = 0", zero, Ink.TEXT, toward=reference.normal - reference.tangent, style=TextStyle.CAPTION)


def places_at_edge(canvas: Canvas, clip: Clip, points: Sequence[ClipPoint]) -> None:
    """The places of points on both sides of u, measured from u beside the reference edge: nothing stands at the place
    of the cut."""
    for p in points:
        way = X_NEAR * canvas.pixel
        start, end = clip.reference.at(0.0, way), clip.reference.at(p.along, way)
        canvas.dot(start, Ink.TEXT, Point.SMALL)
        canvas.arrow(start, end, Ink.TEXT, line=Line.THIN)
        canvas.label(f"$x$ = **{fixed(p.along)}**", 0.5 * (start + end), Ink.TEXT, toward=clip.reference.normal)


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
