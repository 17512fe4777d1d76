"""Where the contact point of two boxes comes from: half way between both surfaces, enlarged where they are near."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.primitives.box_box import FaceTested, ReferenceFound
from geometry.sat.separating_axis import Owner
from geometry.vector import left_of
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.screen import xy
from viz.lesson.text import fixed
from viz.picture.clipping import clip_outline
from viz.picture.hatch import hatch_lines
from viz.picture.sizes import INSET_MARGIN, INSET_TITLE

LENS = np.array((250.0, 168.0))  # pixels, with its title
INNER = LENS - (0.0, INSET_TITLE)
SPAN, LEAST = 84.0, 2e-3  # of s in the lens, pixels; in the world, below which there is nothing to enlarge
HALF_OFF = 30.0  # pixels, of half of s from where it is measured
ASIDE = 24.0  # pixels from the middle of the lens to what is measured
AWAY = 38.0  # pixels from the boxes to the lens
UPRIGHT, DOWN = 0.7, -0.5  # of a unit normal, upwards: below this the reference face is a box's lower one
FILL, HATCH, HATCHED = 0.2, 11.0, 0.35


def on_face(found: ReferenceFound) -> Vector:
    """m, the point of the reference face from which the contact point is found: by its two ends."""
    face, (first, last) = found.reference, np.clip((found.first, found.last), 0.0, found.face_length)
    part = (first + last) / 2.0 / found.face_length
    there: Vector = (1.0 - part) * face.start + part * face.end
    return there


def is_flat(found: ReferenceFound) -> bool:
    """Whether a whole face of the other box is parallel to the reference face, and their projections overlap."""
    return min(found.last, found.face_length) - max(found.first, 0.0) > 1e-6


def is_enlarged(canvas: Canvas, face: FaceTested) -> bool:
    """Whether the lens shows more than the figure does."""
    return LEAST < abs(face.separation) < 0.8 * SPAN * canvas.pixel


def draw_contact(canvas: Canvas, moment: Moment[Any], found: ReferenceFound) -> None:
    """Both halves of s, in a lens if they are short; of two faces the part where their projections overlap."""
    face, other = found.reference, Ink.B if found.reference.owner is Owner.A else Ink.A
    if is_flat(found):
        tangent, s = (face.end - face.start) / found.face_length, face.separation
        ends = [face.start + along * tangent for along in np.clip((found.first, found.last), 0.0, found.face_length)]
        measures.measure(canvas, ends[0] + s * face.outward, ends[1] + s * face.outward, other)
    if is_enlarged(canvas, face):
        _draw_lens(canvas, moment, found)
    else:
        _draw_halves(canvas, found)


def _draw_halves(canvas: Canvas, found: ReferenceFound, wrong: tuple[Vector, ...] = ()) -> None:
    """m on the reference face, w where one vertex lies against m, and half of s; of a `wrong` sign of it both ways
    from w."""
    face, m = found.reference, on_face(found)
    n, s = face.outward, face.separation
    other = Ink.B if face.owner is Owner.A else Ink.A
    if not is_flat(found):
        canvas.dot(m + s * n, other)
        canvas.symbol(r"\boldsymbol{w}", m + s * n, other, toward=-n if s < 0.0 else n)
    for at in wrong:
        for end, ink, words in ((at, Ink.FAULTY, "$+s/2$"), (m + 0.5 * s * n, separation_ink(s), "$-s/2$")):
            off = HALF_OFF if (end - m - s * n) @ n < 0.0 else -HALF_OFF  # both at the same side
            measures.measure(canvas, m + s * n, end, ink, words, off=off, style=TextStyle.PILL)
    if abs(s) > 1e-9 and not wrong:
        low, high = (m + 0.5 * s * n, m) if s < 0.0 else (m, m + 0.5 * s * n)
        words = f"$s/2$ = {fixed(s / 2.0)}"
        measures.measure(canvas, low, high, separation_ink(s), words, off=-HALF_OFF, style=TextStyle.PILL)
    canvas.dot(m, Ink.EXAMINED, Point.RING)
    canvas.symbol(r"\boldsymbol{m}", m, Ink.EXAMINED, toward=n if s < 0.0 else -n)


def _draw_lens(canvas: Canvas, moment: Moment[Any], found: ReferenceFound) -> None:
    """Around the contact point, below the boxes: there is most room, as they are wide."""
    face, m, scene = found.reference, on_face(found), moment.scene
    n, s = face.outward, face.separation
    wrong = moment.faulty.points if moment.compare and len(moment.faulty.points) == 1 else ()
    small = Canvas((1.5 if wrong and abs(n[1]) > UPRIGHT else 1.0) * abs(s) / SPAN)  # the lens is wide, not high
    middle = m + (0.75 if wrong else 0.5) * s * n - ASIDE * small.pixel * left_of(n)
    half = 0.5 * INNER * small.pixel
    low, high = middle - half, middle + half
    framed = half - INSET_MARGIN * small.pixel
    small.stroke((middle - framed, middle + framed), Ink.QUIET, line=Line.THIN, opacity=0.0)
    for body, ink in ((scene.a, Ink.A), (scene.b, Ink.B)):
        _draw_box(small, body.world, ink, low, high)
    small.crowd(Ink.EXAMINED, segments=[(face.start, face.end)], line=Line.FEATURE, framed=False)
    _draw_halves(small, found, wrong)
    small.dot(m + 0.5 * s * n, Ink.ANSWER, Point.ANSWER)
    small.symbol(r"\boldsymbol{P}", m + 0.5 * s * n, Ink.ANSWER, toward=left_of(n))
    for point in wrong:
        small.stroke((point, m + 0.5 * s * n), Ink.FAULTY, line=Line.DOTTED)
        small.dot(point, Ink.FAULTY, Point.CROSS)
        words = f"error {fixed(math.dist(point, m + 0.5 * s * n))}"
        small.label(words, point, Ink.FAULTY, toward=left_of(n))
    canvas.stroke(_rectangle(low, high), Ink.QUIET, closed=True, line=Line.THIN)
    points = np.concatenate((scene.a.world.points, scene.b.world.points))
    least, most = points.min(axis=0), points.max(axis=0)
    size, is_below = LENS * canvas.pixel, float(n[1]) > DOWN
    x = min(max(float(middle[0] - 0.5 * size[0]), float(least[0])), float(most[0] - size[0]))
    y = float(least[1]) - AWAY * canvas.pixel if is_below else float(most[1]) + AWAY * canvas.pixel + size[1]
    top_left = np.array((x, y))
    canvas.stroke((top_left, top_left + size * (1.0, -1.0)), Ink.QUIET, line=Line.THIN, opacity=0.0)  # its room
    title = f"The {'gap' if s > 0.0 else 'overlap'}, enlarged"
    canvas.inset("top left", xy(LENS), title, small.marks, at=top_left)


def _draw_box(small: Canvas, box: Convex, ink: Ink, low: Vector, high: Vector) -> None:
    """What is seen of a box between two corners; B is hatched as in the figure."""
    corners = box.points_xy
    fan = [(corners[0], corners[1], corners[2]), (corners[0], corners[2], corners[3])]
    small.crowd(ink, segments=box.edges, triangles=fan, line=Line.OUTLINE, fill=FILL, framed=False)
    seen = clip_outline(list(corners), xy(low), xy(high))
    if ink is Ink.B and len(seen) > 2:
        (x, y), px = xy(low), small.pixel
        hatches = hatch_lines([((u - x) / px, (y - v) / px) for u, v in seen], HATCH)
        ends = [((x + px * u, y - px * v), (x + px * p, y - px * q)) for u, v, p, q in hatches]
        small.crowd(ink, segments=ends, opacity=HATCHED, framed=False)


def _rectangle(low: Vector, high: Vector) -> list[tuple[float, float]]:
    (x, y), (u, v) = xy(low), xy(high)
    return [(x, y), (u, y), (u, v), (x, v)]
