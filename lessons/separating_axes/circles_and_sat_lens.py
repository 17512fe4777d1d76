"""The lens of circles and SAT: the surroundings of a narrow gap between a corner and the circle, enlarged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from geometry import Convex
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.mark import Pair
from viz.lesson.screen import xy
from viz.lesson.text import fixed
from viz.picture.clipping import clip_outline, clip_segment
from viz.picture.hatch import hatch_lines
from viz.picture.sizes import INSET_MARGIN, INSET_TITLE

SIZE = 196.0, 176.0  # pixels of the lens, with its title
INNER = SIZE[0], SIZE[1] - INSET_TITLE
FRAMED = INNER[0] - 2.0 * INSET_MARGIN, INNER[1] - 2.0 * INSET_MARGIN  # what the view is fitted to
HEIGHT = 1.4  # of the part that is framed, in gaps
FILL, HATCH, HATCHED = 0.2, 11.0, 0.35


def draw_lens(canvas: Canvas, a: Convex, b: Convex, k: int, *, is_told: bool) -> None:
    """The gap between vertex k and a circle, its line and length only where these are told."""
    v, c = xy(a.points[k]), b.points_xy[0]
    far = math.dist(v, c)
    gap, n = far - b.radius, ((c[0] - v[0]) / far, (c[1] - v[1]) / far)
    px = HEIGHT * gap / FRAMED[1]
    small, middle = Canvas(px), (v[0] + 0.5 * gap * n[0], v[1] + 0.5 * gap * n[1])
    view, seen = _around(middle, FRAMED, px), _around(middle, INNER, px)
    small.stroke(view, Ink.QUIET, line=Line.THIN, opacity=0.0)  # keeps the frame
    ring = [*a.points_xy, a.points_xy[0]]
    _cut(small, ring[:-1], ring, seen, Ink.A)
    spread, start = min(math.pi, 2.0 * INNER[0] * px / b.radius), math.atan2(-n[1], -n[0])
    arc = marks.circle_points(small, c, b.radius, start - spread, 2.0 * spread)
    _cut(small, [*arc, c], arc, seen, Ink.B)
    if is_told:
        tip = v[0] + gap * n[0], v[1] + gap * n[1]
        small.region((v, tip), ((-n[0], -n[1]), n), Ink.GAP, opacity=FILL)
        small.stroke((v, tip), Ink.ANSWER, line=Line.FEATURE)
        small.label(f"$s$ = {fixed(gap)}", middle, Ink.GAP, toward=(n[1], -n[0]), style=TextStyle.BOLD)
    canvas.stroke(_corners(*view), Ink.QUIET, closed=True, line=Line.THIN)
    place = "bottom right" if n[0] * n[1] > 0.0 else "bottom left"
    canvas.inset(place, SIZE, "The gap, enlarged" if is_told else "The corner, enlarged", small.marks)


def _around(middle: Pair, size: Pair, px: float) -> tuple[Pair, Pair]:
    """Two corners of so many pixels around a point."""
    dx, dy = 0.5 * size[0] * px, 0.5 * size[1] * px
    return (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)


def _corners(low: Pair, high: Pair) -> tuple[Pair, ...]:
    return low, (high[0], low[1]), high, (low[0], high[1])


def _cut(small: Canvas, inside: list[Pair], line: Sequence[Pair], seen: tuple[Pair, Pair], ink: Ink) -> None:
    """What is seen of a convex shape and of its outline; B is hatched as in the figure."""
    whole = clip_outline(inside, *seen)
    lines = [each for ends in pairwise(line) if (each := clip_segment(*ends, *seen)) is not None]
    fan = [(whole[0], *ends) for ends in pairwise(whole[1:])]
    small.crowd(ink, segments=lines, triangles=fan, line=Line.OUTLINE, fill=FILL, framed=False)
    if ink is Ink.B and len(whole) > 2:
        (x, y), px = seen[0], small.pixel
        hatches = hatch_lines([((u - x) / px, (y - v) / px) for u, v in whole], HATCH)
        ends = [((x + px * u, y - px * v), (x + px * p, y - px * q)) for u, v, p, q in hatches]
        small.crowd(ink, segments=ends, opacity=HATCHED, framed=False)
