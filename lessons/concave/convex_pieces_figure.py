"""The figure of convex pieces: the pieces, the diagonals between them, and the two corners that change when one of
them goes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from geometry.concave.convex_decomposition import Decomposition, DiagonalTried, Edge, join
from geometry.faulty.convex_pieces import FaultyPieces
from geometry.feature import FeatureKind, FeatureRef
from geometry.polygon import Polygon
from geometry.vector import Points
from lessons.concave.ear_clipping_crowd import diamonds, outlined
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.marks import circle, circle_points
from viz.lesson.screen import scaled
from viz.lesson.text import telling

Piece = tuple[int, ...]
Corner = tuple[int, int, int]

CROWD = 60  # vertices: of more only those in use have marks and numbers
MANY = 6  # diagonals that must stay at once: then one of them is asked for
KEPT_CLEAR = 400  # vertices: between more of them there is no room for names
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
    steps = moment.seen[1:]
    return list(steps[:-1] if steps and isinstance(steps[-1], Decomposition) else steps)


def pieces_at(moment: Moment[Any]) -> list[Piece]:
    """The pieces after this step."""
    pieces: list[Piece] = list(moment.scene.taken.triangulation.triangles)
    for step in tried_in(moment):
        if step.removed:
            found = join(pieces, step.diagonal)
            pieces = [*(piece for piece in pieces if piece not in found.sides), found.joined]
    return pieces


def asked_about(moment: Moment[Any]) -> Edge | None:
    """The first diagonal, if it stays and the step asks at which end it is needed."""
    polygon, step = moment.scene.polygon, moment.next
    if moment.index or moment.compare or not isinstance(step, DiagonalTried) or step.removed:
        return None
    asks = (len(polygon.reflex) % 2 == 1 or polygon.holes) and len(moment.scene.staying) < MANY
    return step.diagonal if asks else None


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    step, points = moment.step, moment.scene.polygon.points
    if is_crowd(moment):
        _crowded_parts(canvas, moment)
    else:
        _parts(canvas, moment)
    if isinstance(step, DiagonalTried):
        canvas.stroke(points[list(step.joined)], Ink.EXAMINED, closed=True, line=Line.DASHED)
        is_second = step.cross_second < step.cross_first
        corners = (step.corner_second, step.corner_first) if is_second else (step.corner_first, step.corner_second)
        _sides(canvas, points, corners[0])
        _sides(canvas, points, corners[1], named=False)
        draw_corner(canvas, points, step.corner_first, step.cross_first, step.diagonal[1])
        draw_corner(canvas, points, step.corner_second, step.cross_second, step.diagonal[0])
    elif isinstance(step, Decomposition) and not moment.compare:
        for number, piece in enumerate(step.pieces if is_crowd(moment) else pieces_at(moment), 1):
            _number(canvas, points[list(piece)].tolist(), number)
    _vertices(canvas, moment)
    if isinstance(moment.faulty, FaultyPieces):
        _faulty(canvas, moment, moment.faulty)


def _parts(canvas: Canvas, moment: Moment[Any]) -> None:
    """The pieces, the diagonals and the outline, whose edges can be clicked."""
    step, points = moment.step, moment.scene.polygon.points
    for piece in pieces_at(moment):
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


def _crowded_parts(canvas: Canvas, moment: Moment[Any]) -> None:
    """The same of hundreds of vertices, in a few marks: all pieces in one tone, diagonals that are gone left out."""
    step, polygon, taken, tried = moment.step, moment.scene.polygon, moment.scene.taken, tried_in(moment)
    points = polygon.points
    canvas.crowd(Ink.A, triangles=points[np.array(taken.triangulation.triangles)], fill=TONES[1])
    if isinstance(step, DiagonalTried):
        canvas.area(points[list(step.joined)], Ink.EXAMINED, opacity=0.16)
    kept = [each for each in tried if not each.removed and each is not step]
    for pairs, ink, line in (
        (taken.diagonals[len(tried) :], Ink.CONSTRUCTION, Line.THIN),
        ([each.diagonal for each in kept], Ink.ANSWER, Line.MEASURE),
    ):
        if pairs:
            canvas.crowd(ink, segments=points[np.array(pairs)], line=line)
    if len(feet := _feet(canvas, points, kept)):
        canvas.crowd(Ink.OVERLAP, segments=feet, line=Line.FEATURE)
    if isinstance(step, DiagonalTried):
        _present(canvas, points[list(step.diagonal)], is_removed=step.removed)
    for ring in polygon.ordered:
        if isinstance(step, DiagonalTried) and len(ring) < KEPT_CLEAR:  # names keep off lines, not off crowds
            canvas.stroke(points[list(ring)], Ink.A, closed=True, line=Line.OUTLINE)
        else:
            outlined(canvas, points[list(ring)])
    if polygon.reflex:
        diamonds(canvas, points[list(polygon.reflex)])


def draw_corner(
    canvas: Canvas,
    points: Points,
    corner: Corner,
    cross: float,
    other: int,
    *,
    named: bool = False,
    ink: Ink | None = None,
) -> None:
    """The inside of a corner, from the edge out of it round to the edge into it: reflex where its cross product is
    negative. `other`: the diagonal's other end, whose corner has its own room. `named`: with that number."""
    before, at, after = points[list(corner)]
    ink = ink or (Ink.OVERLAP if cross < 0.0 else Ink.GAP)
    start = math.atan2(*(after - at)[::-1])
    turn = (math.atan2(*(before - at)[::-1]) - start) % math.tau
    ends = points[[corner[0], corner[2], other]]
    radius = min(
        WEDGE * canvas.pixel, *(part * math.dist(end, at) for part, end in zip((0.6, 0.6, 0.4), ends, strict=True))
    )
    arc = circle_points(canvas, at, radius, start, turn)
    canvas.area((*arc, tuple(at)), ink, opacity=0.4)
    canvas.stroke(arc, ink, line=Line.OUTLINE)
    if cross < 0.0:
        canvas.glow((at,), ink, 0.6)
        canvas.stroke((at, at + 1.9 * radius / math.dist(before, at) * (at - before)), ink, line=Line.DASHED)
    if named:
        way = math.cos(start + turn / 2.0), math.sin(start + turn / 2.0)
        canvas.label(telling(cross), at + radius * np.array(way), ink, toward=way, style=TextStyle.BOLD)


def is_crowd(moment: Moment[Any]) -> bool:
    """Hundreds of vertices: what is quiet is drawn in a few marks, and nothing is asked, as diagonals lie nearer to
    each other than the pointer can tell."""
    return len(moment.scene.polygon.points) > CROWD and not moment.compare


def _diagonals(canvas: Canvas, moment: Moment[Any]) -> None:
    """Each as it stands: not tried yet, gone, kept (with a thick end at each vertex that needs it), or tried now; the
    one that a question is about as well."""
    points, done = moment.scene.polygon.points, {step.diagonal: step for step in tried_in(moment)}
    asked, missing = asked_about(moment), {step.diagonal for step, goes in _slips(moment) if goes}
    for a, b in moment.trace.steps[0].diagonals:
        ends, step = points[[a, b]], done.get((a, b))
        canvas.feature(ends, diagonal(a, b), Ink.EXAMINED)
        if (a, b) in missing and step is not moment.step:
            continue
        if step is moment.step or (a, b) == asked:
            _present(canvas, ends, is_removed=step is not None and step.removed)
        elif step is None:
            canvas.stroke(ends, Ink.CONSTRUCTION, line=Line.THIN)
        elif not step.removed:
            canvas.stroke(ends, Ink.ANSWER, line=Line.MEASURE)
            for foot in () if moment.compare else _feet(canvas, points, [step]):
                canvas.stroke(foot, Ink.OVERLAP, line=Line.FEATURE)
        elif not isinstance(moment.step, Decomposition):
            canvas.stroke(ends, Ink.GHOST, line=Line.DOTTED)


def _present(canvas: Canvas, ends: Points, *, is_removed: bool) -> None:
    """The diagonal that the step is about."""
    canvas.glow(ends, Ink.EXAMINED)
    canvas.stroke(ends, Ink.EXAMINED, line=Line.DOTTED if is_removed else Line.FEATURE)


def _feet(canvas: Canvas, points: Points, kept: list[DiagonalTried]) -> Points:
    """The thick ends of diagonals, (n, 2, 2): at each vertex that needs one."""
    ends = [
        end
        for step in kept
        for end, cross in ((step.diagonal, step.cross_first), (step.diagonal[::-1], step.cross_second))
        if cross < 0.0
    ]
    start, other = points[np.array(ends, dtype=np.intp).reshape(-1, 2)].transpose(1, 0, 2)
    way = other - start
    share = np.minimum(FOOT * canvas.pixel / np.hypot(way[:, 0], way[:, 1]), 0.4)
    lines: Points = np.stack((start, start + share[:, None] * way), axis=1)
    return lines


def _sides(canvas: Canvas, points: Points, corner: Corner, *, named: bool = True) -> None:
    """The edges into and out of a corner with their directions; those of the corner that decides with symbols."""
    before, at, after = points[list(corner)]
    for name, p, q, share in ((r"e_{\mathrm{in}}", before, at, 0.3), (r"e_{\mathrm{out}}", at, after, 0.7)):
        dx, dy = scaled(canvas, q - p, HEAD)
        x, y = (p + share * (q - p)).tolist()
        canvas.arrow((x - dx, y - dy), (x + dx, y + dy), Ink.EXAMINED, line=Line.OUTLINE)
        if not named:
            continue
        canvas.stroke((p, q), Ink.EXAMINED, line=Line.MEASURE)
        canvas.symbol(rf"\examined{{{name}}}", (x, y), Ink.EXAMINED, toward=(dy, -dx))


def _number(canvas: Canvas, piece: list[Pair], number: int) -> None:
    """In the middle of a piece, where there is room; in a circle where there is more."""
    x, y = (sum(each) / len(piece) for each in zip(*piece, strict=True))
    room = min(
        abs((qx - px) * (y - py) - (qy - py) * (x - px)) / math.hypot(qx - px, qy - py)
        for (px, py), (qx, qy) in itertools.pairwise((*piece, piece[0]))
    )
    if room > (NUMBER + 3.0) * canvas.pixel:
        circle(canvas, (x, y), NUMBER * canvas.pixel, Ink.QUIET)
    if room > 0.6 * NUMBER * canvas.pixel:
        canvas.label(str(number), (x, y), Ink.TEXT, style=TextStyle.BOLD, fixed=True)


def _vertices(canvas: Canvas, moment: Moment[Any]) -> None:
    """Rings, and diamonds where the outline is reflex; outside their numbers, and what this step finds there. Of
    hundreds only the vertices in use."""
    step, polygon = moment.step, moment.scene.polygon
    points, words = polygon.points, _faulty_words(moment)
    if isinstance(step, DiagonalTried):
        for v, cross, name in zip(step.diagonal, (step.cross_first, step.cross_second), "ab", strict=True):
            what = ", reflex" if cross < 0.0 else ", straight" if cross == 0.0 else ""
            found = f"{v}: $c_{name}$ = {telling(cross)}{what}"
            words.setdefault(v, (Ink.OVERLAP if cross < 0.0 else Ink.GAP, found))
    is_many, reflex = len(points) > CROWD, set(polygon.reflex)
    for ring in polygon.ordered:
        for i, v in enumerate(ring):
            if is_many and v not in words:
                continue
            p, q = points[v] - points[ring[i - 1]], points[ring[(i + 1) % len(ring)]] - points[v]
            p, q = p / math.hypot(*p), q / math.hypot(*q)
            is_reflex, is_now = v in reflex, v in words
            ink, text = words.get(v, (Ink.A, str(v)))
            canvas.feature((points[v],), vertex(v), Ink.A)
            canvas.dot(
                points[v], Ink.TEXT if is_reflex and not is_now else ink, Point.DIAMOND if is_reflex else Point.RING
            )
            style = TextStyle.BOLD if is_now else TextStyle.LABEL
            canvas.label(text, points[v], ink, toward=(p[1] + q[1], -p[0] - q[0]), style=style)


def _reflex_of(polygon: Polygon, piece: Piece) -> Iterator[Corner]:
    """The corners at which a piece is not convex."""
    corners = zip((piece[-1], *piece), piece, (*piece[1:], piece[0]), strict=False)
    return (corner for corner in corners if polygon.exact.turn(*corner) < 0)


def _faulty_words(moment: Moment[Any]) -> dict[int, tuple[Ink, str]]:
    """At the end, the vertices where a faulty rule has left a reflex corner."""
    if not isinstance(moment.faulty, FaultyPieces) or not isinstance(moment.step, Decomposition):
        return {}
    polygon = moment.scene.polygon
    corners = [c for piece in moment.faulty.after[len(tried_in(moment))] for c in _reflex_of(polygon, piece)]
    return {c[1]: (Ink.FAULTY, f"{c[1]}: {telling(polygon.exact.cross(*c))}, reflex") for c in corners}


def _slips(moment: Moment[Any]) -> list[tuple[DiagonalTried, bool]]:
    """The steps up to this one at which a faulty rule decides otherwise, and whether it removes the diagonal."""
    if not isinstance(moment.faulty, FaultyPieces):
        return []
    found = zip(tried_in(moment), moment.faulty.removed, strict=False)
    return [(step, goes) for step, goes in found if step.removed is not goes]


def _faulty(canvas: Canvas, moment: Moment[Any], found: FaultyPieces) -> None:
    """What a faulty rule has done up to this step: diagonals removed wrongly (crossed) or kept needlessly. At the end
    the pieces that are not convex, with their reflex corners."""
    polygon, done = moment.scene.polygon, tried_in(moment)
    points, pieces = polygon.points, found.after[len(done)]
    wrong = [piece for piece in pieces if any(_reflex_of(polygon, piece))]
    for piece in wrong if isinstance(moment.step, Decomposition) else ():
        canvas.area(points[list(piece)], Ink.FAULTY, opacity=0.2)
        for corner in _reflex_of(polygon, piece):
            draw_corner(canvas, points, corner, polygon.exact.cross(*corner), corner[0], ink=Ink.FAULTY)
    for step, goes in _slips(moment):
        ends = points[list(step.diagonal)]
        canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED if goes else Line.MEASURE)
        if goes:
            canvas.dot(ends.mean(axis=0), Ink.FAULTY, Point.CROSS)
    right = len(pieces_at(moment))
    words = f"{len(pieces)} pieces instead of {right}" if len(pieces) != right else "no error so far"
    if wrong:
        words = f"{len(wrong)} of {len(pieces)} pieces {'is' if len(wrong) == 1 else 'are'} not convex"
    if wrong and len(pieces) == 1:
        words = "its one piece is not convex"
    low, high = points.min(axis=0), points.max(axis=0)
    at = (float(low[0] + high[0]) / 2.0, float(low[1]) - BELOW * canvas.pixel)
    canvas.label(f"{moment.compare}: {words}", at, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)
