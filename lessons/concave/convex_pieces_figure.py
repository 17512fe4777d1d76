"""The figure of convex pieces: the pieces, the diagonals between them, and the two corners that change when one of
them goes."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from geometry.concave.convex_decomposition import Decomposition, DiagonalTried, TrianglesTaken, join
from geometry.faulty.convex_pieces import FaultyPieces
from geometry.feature import FeatureKind, FeatureRef
from geometry.vector import Points
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import circle, circle_points
from viz.lesson.screen import scaled
from viz.lesson.text import fixed

Piece = tuple[int, ...]
Corner = tuple[int, int, int]

MANY = 4  # diagonals that must stay at once: then one of them is asked for
TONES = (0.1, 0.2, 0.3)  # of a triangle, a piece of four vertices, a larger one
WEDGE = 40.0  # pixels: the radius of a corner that is tested, where its edges are long enough
FOOT = 26.0  # pixels: the thick end of a diagonal, at the vertex that needs it
HEAD = 9.0  # pixels: half of an arrow head on an edge
NUMBER = 12.0  # pixels: the circle around the number of a piece
BELOW = 34.0  # pixels under the outline, of the words on a faulty rule


def diagonal(a: int, b: int) -> FeatureRef:
    """What is clicked."""
    return FeatureRef(f"diagonal {a}–{b}", FeatureKind.PART)


def vertex(index: int) -> FeatureRef:
    return FeatureRef("A", FeatureKind.VERTEX, index)


def tried_in(moment: Moment[Any]) -> list[DiagonalTried]:
    """The diagonals that have been tried up to this step, this one included."""
    return [step for step in moment.seen if isinstance(step, DiagonalTried)]


def pieces_at(moment: Moment[Any]) -> list[Piece]:
    """The pieces after this step."""
    taken = moment.trace.steps[0]
    assert isinstance(taken, TrianglesTaken)
    pieces: list[Piece] = list(taken.triangulation.triangles)
    for step in tried_in(moment):
        if step.removed:
            found = join(pieces, step.diagonal)
            pieces = [*(piece for piece in pieces if piece not in found.sides), found.joined]
    return pieces


def must_stay(moment: Moment[Any]) -> list[tuple[int, int]]:
    """The diagonals whose two triangles do not make a convex piece."""
    taken, turn = moment.trace.steps[0], moment.scene.polygon.exact.turn
    found = ((each, join(taken.triangulation.triangles, each)) for each in taken.diagonals)
    return [each for each, two in found if min(turn(*two.corner_first), turn(*two.corner_second)) < 0]


def asked_about(moment: Moment[Any]) -> tuple[int, int] | None:
    """The diagonal that is tried next, if it is the first that stays and the step asks at which end it is needed."""
    step, tried = moment.next, [each for each in moment.seen if isinstance(each, DiagonalTried)]
    if not isinstance(step, DiagonalTried) or step.removed or not all(each.removed for each in tried):
        return None
    return None if len(must_stay(moment)) >= MANY or moment.compare else step.diagonal


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    step, points = moment.step, moment.scene.polygon.points
    pieces = pieces_at(moment)
    for piece in pieces:
        canvas.area(points[list(piece)], Ink.A, opacity=TONES[min(len(piece), 5) - 3])
    if isinstance(step, DiagonalTried):
        canvas.area(points[list(step.joined)], Ink.EXAMINED, opacity=0.16)
    _diagonals(canvas, moment)
    for ring in moment.scene.polygon.ordered:
        canvas.stroke(points[list(ring)], Ink.A, closed=True, line=Line.OUTLINE)
        for i, j in itertools.pairwise((*ring, ring[0])):
            canvas.feature(
                points[[i, j]], FeatureRef("A", FeatureKind.EDGE, min(i, j) if abs(i - j) == 1 else max(i, j)), Ink.A
            )
    if isinstance(step, DiagonalTried):
        canvas.stroke(points[list(step.joined)], Ink.EXAMINED, closed=True, line=Line.DASHED)
        _sides(
            canvas,
            points,
            step.corner_second if step.cross_second < min(step.cross_first, 0.0) else step.corner_first,
        )
        draw_corner(canvas, points, step.corner_first, step.cross_first, "$c_a$ = ")
        draw_corner(canvas, points, step.corner_second, step.cross_second, "$c_b$ = ")
    elif isinstance(step, Decomposition) and not moment.compare:
        for number, piece in enumerate(pieces, 1):
            _number(canvas, points[list(piece)], number)
    _vertices(canvas, moment)
    if isinstance(moment.faulty, FaultyPieces):
        _faulty(canvas, moment, moment.faulty)


def draw_corner(canvas: Canvas, points: Points, corner: Corner, cross: float, name: str = "") -> None:
    """The inside of a corner, from the edge out of it round to the edge into it: reflex where its cross product is
    negative."""
    before, at, after = points[list(corner)]
    ink, is_reflex = (Ink.OVERLAP, True) if cross < 0.0 else (Ink.GAP, False)
    start = math.atan2(*(after - at)[::-1])
    turn = (math.atan2(*(before - at)[::-1]) - start) % math.tau
    radius = min(WEDGE * canvas.pixel, 0.6 * math.dist(before, at), 0.6 * math.dist(after, at))
    arc = circle_points(canvas, at, radius, start, turn)
    canvas.area((*arc, tuple(at)), ink, opacity=0.4)
    canvas.stroke(arc, ink, line=Line.OUTLINE)
    if is_reflex:
        canvas.glow((at,), ink, 0.6)
        beyond = at + np.array(scaled(canvas, at - before, 1.9 * radius / canvas.pixel))
        canvas.stroke((at, beyond), ink, line=Line.DASHED)
    middle = start + turn / 2.0
    way = math.cos(middle), math.sin(middle)
    words = f"{name}{fixed(cross)}{': reflex' if is_reflex else ': straight' if cross == 0.0 else ''}"
    canvas.label(words, at + radius * np.array(way), ink, toward=way, style=TextStyle.BOLD)


def _diagonals(canvas: Canvas, moment: Moment[Any]) -> None:
    """Each as it stands: not tried yet, gone, kept (with a thick end at each vertex that needs it), or tried now; the
    one that a question is about as well."""
    points, done = moment.scene.polygon.points, {step.diagonal: step for step in tried_in(moment)}
    asked = asked_about(moment)
    for a, b in moment.trace.steps[0].diagonals:
        ends, step = points[[a, b]], done.get((a, b))
        canvas.feature(ends, diagonal(a, b), Ink.EXAMINED)
        if step is None:
            canvas.stroke(
                ends,
                Ink.EXAMINED if (a, b) == asked else Ink.CONSTRUCTION,
                line=Line.FEATURE if (a, b) == asked else Line.THIN,
            )
            continue
        is_now = step is moment.step
        if step.removed:
            canvas.stroke(ends, Ink.EXAMINED if is_now else Ink.GHOST, line=Line.DOTTED)
            continue
        if is_now:
            canvas.glow(ends, Ink.EXAMINED)
        canvas.stroke(ends, Ink.EXAMINED if is_now else Ink.ANSWER, line=Line.FEATURE if is_now else Line.MEASURE)
        for cross, p, q in ((step.cross_first, *ends), (step.cross_second, *ends[::-1])):
            if cross < 0.0 and not is_now:
                foot = min(FOOT * canvas.pixel / math.dist(p, q), 0.4)
                canvas.stroke((p, p + foot * (q - p)), Ink.OVERLAP, line=Line.FEATURE)


def _sides(canvas: Canvas, points: Points, corner: Corner) -> None:
    """The edges into and out of a corner, with their directions and symbols."""
    before, at, after = points[list(corner)]
    for name, p, q in ((r"e_{\mathrm{in}}", before, at), (r"e_{\mathrm{out}}", at, after)):
        canvas.stroke((p, q), Ink.EXAMINED, line=Line.MEASURE)
        dx, dy = scaled(canvas, q - p, HEAD)
        x, y = ((p + q) / 2.0).tolist()
        canvas.arrow((x - dx, y - dy), (x + dx, y + dy), Ink.EXAMINED, line=Line.OUTLINE)
        canvas.symbol(rf"\examined{{{name}}}", (x, y), Ink.EXAMINED, toward=(dy, -dx))


def _number(canvas: Canvas, piece: Points, number: int) -> None:
    """In the middle of a piece, where there is room."""
    middle = piece.mean(axis=0)
    sides = np.roll(piece, -1, axis=0) - piece
    off = middle - piece
    room = np.abs(sides[:, 0] * off[:, 1] - sides[:, 1] * off[:, 0]) / np.hypot(*sides.T)
    if room.min() > (NUMBER + 3.0) * canvas.pixel:
        circle(canvas, middle, NUMBER * canvas.pixel, Ink.QUIET)
        canvas.label(str(number), middle, Ink.TEXT, style=TextStyle.BOLD, fixed=True)


def _vertices(canvas: Canvas, moment: Moment[Any]) -> None:
    """Rings, and diamonds where the outline is reflex; their numbers outside."""
    step, polygon = moment.step, moment.scene.polygon
    points = polygon.points
    ends = step.diagonal if isinstance(step, DiagonalTried) else ()
    for ring in polygon.ordered:
        for i, v in enumerate(ring):
            p, q = points[v] - points[ring[i - 1]], points[ring[(i + 1) % len(ring)]] - points[v]
            p, q = p / math.hypot(*p), q / math.hypot(*q)
            ink = Ink.EXAMINED if v in ends else Ink.TEXT if v in polygon.reflex else Ink.A
            canvas.feature((points[v],), vertex(v), Ink.A)
            canvas.dot(points[v], ink, Point.DIAMOND if v in polygon.reflex else Point.RING)
            name = f"{v}" if v not in ends else f"{'ab'[ends.index(v)]} = {v}"
            style = TextStyle.BOLD if v in ends else TextStyle.LABEL
            label_ink = Ink.EXAMINED if v in ends else Ink.A
            canvas.label(name, points[v], label_ink, toward=(p[1] + q[1], -p[0] - q[0]), style=style)


def _faulty(canvas: Canvas, moment: Moment[Any], found: FaultyPieces) -> None:
    """What a faulty rule has done up to this step: diagonals that it keeps needlessly, pieces that are not convex."""
    points, done = moment.scene.polygon.points, tried_in(moment)
    for step, goes in zip(done, found.removed, strict=False):
        if step.removed and not goes:
            canvas.stroke(points[list(step.diagonal)], Ink.FAULTY, line=Line.DOTTED)
            canvas.glow(points[list(step.diagonal)], Ink.FAULTY)
    pieces = found.after[len(done)]
    wrong = [(piece, v) for piece in pieces for v in reflex_of(moment, piece)]
    for piece in dict(wrong):
        canvas.area(points[list(piece)], Ink.FAULTY, opacity=0.2)
        canvas.stroke(points[list(piece)], Ink.FAULTY, closed=True, line=Line.DOTTED)
    for _, v in wrong:
        canvas.dot(points[v], Ink.FAULTY, Point.CROSS)
    low, high = points.min(axis=0), points.max(axis=0)
    at = (float(low[0] + high[0]) / 2.0, float(low[1]) - BELOW * canvas.pixel)
    words = f"{moment.compare}: {told_of(moment, found)}"
    canvas.label(words, at, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)


def reflex_of(moment: Moment[Any], piece: Piece) -> list[int]:
    """The vertices at which a piece is not convex."""
    turn = moment.scene.polygon.exact.turn
    return [v for i, v in enumerate(piece) if turn(piece[i - 1], v, piece[(i + 1) % len(piece)]) < 0]


def told_of(moment: Moment[Any], found: FaultyPieces) -> str:
    """What is wrong with it so far, in a few words."""
    pieces, right = found.after[len(tried_in(moment))], len(pieces_at(moment))
    bad = sum(bool(reflex_of(moment, piece)) for piece in pieces)
    if bad:
        return f"{bad} of {len(pieces)} pieces {'is' if bad == 1 else 'are'} not convex"
    return f"{len(pieces)} pieces instead of {right}" if len(pieces) != right else "no error so far"
