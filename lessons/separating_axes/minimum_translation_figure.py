"""The figure of minimum translation: the ways out of the least overlap in the world, and all overlaps sorted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, Vector, separation, support
from geometry.sat.minimum_translation import LeastOverlap, MinimumTranslation, MovesShared, WaysOut
from geometry.sat.separating_axis import AxisTested, Decided, Owner, separating_axis
from lessons.separating_axes import minimum_translation_ways as ways_out
from lessons.separating_axes.axis_bars import draw_bar, draw_name
from lessons.stories.common import common, draw_common
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Label
from viz.lesson.text import fixed

ROWS = 9  # bars at most
MOST_ROWS = 6  # of the sorted overlaps in the table: presenting shows so many
RAW, CENTRES, SHARED_PART = "raw normals", "flip by centres", "shared part"
FINE = 2e-3  # that an arc may stray from the true one, where an area is cut
EVEN = 1e-6  # a point so near to a side lies on it: then it is not inside
SLANT = 1.0  # of the contact normal, in the direction of the corner at which a share of the move is drawn
HIGH = 1.75  # of the longest bar: how high all bars are together


def name_of(scene: Any, test: AxisTested) -> str:
    """The edge that faces along the axis; else the one that offers it and faces away, or the two points."""
    if test.facing is not None:
        return str(test.facing)
    if test.axis.edge is not None:
        return f"{test.axis}, faces away"
    (of_a, _), (of_b, _) = _closest(scene, test)
    return f"the line from {of_a} to {of_b}"


def _number_edges(canvas: Canvas, moment: Moment[Any]) -> None:
    """The edges that the table names, by their numbers, where the shapes stand after their moves."""
    for test in sorted_tests(moment)[:MOST_ROWS]:
        if test.axis.edge is None:
            continue
        owner, i = ("AB".index(test.axis.owner.value), test.axis.edge)
        if test.facing is not None:
            owner, i = "AB".index(test.facing.owner), test.facing.index
        shape, ink = moment.scene.shapes[owner], (Ink.A, Ink.B)[owner]
        moves = shares_of(moment)
        (start, end), n, other = shape.edges[i] + moves[owner], shape.normals[i], moment.scene.shapes[1 - owner]
        at = _beside(other.moved(moves[1 - owner]), start, end, (0.5, 0.2, 0.8, 0.06, 0.94), 40.0 * canvas.pixel)
        toward = -n if float(moves[owner] @ n) < 0.0 else n  # the outline of the start lies on the other side
        canvas.label(str(i), at, ink, toward=toward, style=TextStyle.NUMBER)


def _beside(shape: Convex, start: Vector, end: Vector, ats: Sequence[float], clear: float) -> Vector:
    """The first of some places along an edge that lies clear of the other shape; else the farthest from it."""

    def off(p: Vector) -> float:
        from_points = p - shape.points
        is_flat = len(shape.points) > 2
        return float(((from_points * shape.normals).sum(axis=1) if is_flat else np.hypot(*from_points.T)).max())

    places: list[Vector] = [start + at * (end - start) for at in ats]
    return next((p for p in places if off(p) > shape.radius + clear), max(places, key=off))


def _closest(scene: Any, test: AxisTested) -> list[tuple[str, Vector]]:
    """The corner or the centre of each shape that an axis of no edge leads through, by name."""
    found = []
    for shape, way, owner in zip(scene.shapes, (test.normal, -test.normal), "AB", strict=True):
        i = int(np.argmax(shape.points @ way))
        name = f"v{i} of {owner}" if len(shape.points) > 1 else f"the centre of {owner}"
        found.append((name, shape.points[i]))
    return found


def ties_of(moment: Moment[Any]) -> tuple[AxisTested, ...]:
    """Other axes with the same least overlap."""
    least = moment.trace.steps[1] if len(moment.trace) > 1 else None
    return least.ties if isinstance(least, LeastOverlap) else ()


def raw_overlap(scene: Any, test: AxisTested) -> float | None:
    """The overlap along an edge's normal that is as long as the edge; None for an axis of no edge."""
    if test.axis.edge is None:
        return None
    shape = scene.shapes[0 if test.axis.owner is Owner.A else 1]
    return -test.separation * math.dist(*shape.edges[test.axis.edge])


def shares_of(moment: Moment[Any]) -> tuple[Vector, Vector]:
    """How far A and B stand from where they were; in a comparison B alone moves, as it does by the faulty rule."""
    step, zero = moment.step, np.zeros(2)
    if not isinstance(step, MovesShared):
        return zero, zero
    return (zero, step.of_b - step.of_a) if moment.compare else (step.of_a, step.of_b)


def sorted_tests(moment: Moment[Any]) -> list[AxisTested]:
    """The least overlap first; of equal ones that which the tie rule takes."""
    found = moment.trace.result.found
    return sorted(found.tests, key=lambda test: (-round(test.separation, 9), test is not found.best))


def untested(a: Convex, b: Convex) -> AxisTested:
    """The axis of least |s|, which the rule without an overlap test takes."""
    return min(separating_axis(a, b, early_out=False).tests, key=lambda test: abs(test.separation))


def error_of(moment: Moment[Any]) -> str:
    """What is wrong with the faulty move, in a few words; nothing where it is right."""
    wrong, m = moment.faulty, moment.trace.result.translation
    if wrong is None:
        return ""
    length, least = math.hypot(*wrong), 0.0 if m is None else math.hypot(*m)
    left = separation(moment.scene.a.world, moment.scene.b.world.moved(wrong))
    if m is None:
        pulled = "pulled" if untested(*moment.scene.shapes).is_gap else "pushed away"
        return f"{pulled}{' onto A' if left < 1e-6 else ''} by {fixed(length)}" if length > 1e-9 else ""
    if left < -1e-6:
        return f"still overlaps by {fixed(-left)}"
    return f"{fixed(length)}, not {fixed(least)}" if length > least + 1e-6 else ""


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both shapes, and of the push what this step knows."""
    scene, step = moment.scene, moment.step
    best, b = moment.trace.result.found.best, scene.shapes[1]
    is_apart = isinstance(step, Decided) and best.is_gap
    ways_out.same_height(canvas, moment)
    if isinstance(step, WaysOut):
        ways_out.draw_band(canvas, moment, step)
    if is_apart:
        projections.slab(canvas, best.axis.direction, best.between, Ink.GAP)
    _draw_shapes(canvas, moment)
    if isinstance(step, Decided) and not is_apart and not scene.asks:
        _draw_own_move(canvas, moment)
    if moment.compare == CENTRES:
        _draw_centres(canvas, *scene.shapes)
    if moment.compare and not isinstance(step, LeastOverlap | WaysOut):
        _draw_faulty(canvas, moment)
    if isinstance(step, Decided) and not is_apart:
        return
    _draw_edge(canvas, moment, Ink.EXAMINED)
    if is_apart:
        end, gap = support(b, -best.normal).point, best.separation
        measures.measure(canvas, end, end - gap * best.normal, Ink.GAP, f"gap **{fixed(gap)}**")
    has_names = isinstance(step, MovesShared) and bool(moment.compare)  # then the table has the moves
    if isinstance(step, WaysOut | MinimumTranslation | MovesShared) and not has_names:
        _number_edges(canvas, moment)
    if isinstance(step, MovesShared) and moment.compare == SHARED_PART:
        ways_out.draw_shared_part(canvas, scene.shapes, moment.faulty)
    p, m = _deepest(moment, best)
    match step:
        case LeastOverlap():
            _draw_candidates(canvas, moment, p)
        case WaysOut():
            ways_out.draw_ways(canvas, moment, step)
            _draw_ties(canvas, moment, Ink.OVERLAP)
        case MinimumTranslation():
            marks.ghost(canvas, b.moved(m), Ink.B)
            canvas.glow((p, p + m), Ink.ANSWER)
            measures.vector_arrow(canvas, p, m, Ink.ANSWER, r"\boldsymbol m")
            marks.pill(canvas, p + m, fixed(math.hypot(*m)), Ink.ANSWER, toward=m + (0.0, -1e-9), leader=True)
            _draw_ties(canvas, moment, Ink.ANSWER)
        case MovesShared():
            _draw_moves(canvas, moment, p, m)
            if not moment.compare:
                _draw_ties(canvas, moment, Ink.ANSWER)


def _draw_ties(canvas: Canvas, moment: Moment[Any], ink: Ink) -> None:
    """Pushes along other axes that are just as short, drawn as the one that is taken."""
    is_vector = isinstance(moment.step, MinimumTranslation)
    for start, other in (_deepest(moment, test) for test in ties_of(moment)):
        canvas.arrow(start, start + other, ink, line=None if is_vector else Line.FEATURE)
        canvas.label("as short", start + other, ink, toward=other, style=TextStyle.CAPTION)


def _draw_own_move(canvas: Canvas, moment: Moment[Any]) -> None:
    """The learner's move, and in red what of B it would leave inside A."""
    push, ghost = moment.scene.push, moment.scene.shapes[1].moved(moment.scene.push.vector)
    marks.ghost(canvas, ghost, Ink.B)
    draw_common(canvas, shared(moment.scene.shapes[0], ghost), Ink.OVERLAP)
    canvas.arrow(push.start, push.end, Ink.INTERFACE, line=Line.FEATURE)
    words = f"your move {fixed(math.hypot(*push.vector))}"
    canvas.label(words, 0.5 * (push.start + push.end), Ink.INTERFACE, toward=(1.0, 0.0), style=TextStyle.BOLD)


def shared(a: Convex, b: Convex) -> list[Vector]:
    """What two shapes have in common, if it is more than rounding."""
    return common(a, b, FINE, EVEN)


def _draw_shapes(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both shapes where they stand after their moves, each with its letter where no arrow lies."""
    step, shapes = moment.step, moment.scene.shapes
    arrows: list[tuple[Vector, Vector]] = []
    if isinstance(step, LeastOverlap):
        p, _ = _deepest(moment, step.found.best)
        arrows = [(p, p + push_of(test)) for test in step.found.tests]
        arrows.append((p, p + moment.scene.push.vector))
    if isinstance(step, Decided) and not step.found.best.is_gap and not moment.scene.asks:
        arrows = [(moment.scene.push.start, moment.scene.push.end)]
    named = isinstance(step, LeastOverlap)  # whose bars name the edges
    for shape, move, ink, owner in zip(shapes, shares_of(moment), (Ink.A, Ink.B), "AB", strict=True):
        if math.hypot(*move) > 0.0:
            marks.ghost(canvas, shape, ink, Line.START)
        letter = _aside(canvas, shape, arrows) if arrows else _letter(*shapes) + move if owner == "A" else None
        if isinstance(step, WaysOut) and owner == "B":
            others = [(each.centroid, each.centroid) for each in shapes if moment.compare]
            if (facing := step.found.best.facing) is not None:
                start, end = shapes["AB".index(facing.owner)].edges[facing.index]
                others.append((start, end))
            letter = _aside(canvas, shape, [ways_out.taken_way(moment, step), *others])
        stays = isinstance(step, WaysOut) and owner == "B" and moment.compare == CENTRES  # their signs give way
        marks.shape(canvas, shape.moved(move), ink, owner, numbered=named, letter_at=letter, letter_stays=stays)
    canvas.marks[:] = [m for m in canvas.marks if not (isinstance(m, Label) and m.style is TextStyle.VERTEX)]


def push_of(test: AxisTested) -> Vector:
    """The move of B that frees it along an axis."""
    push: Vector = max(0.0, -test.separation) * test.normal
    return push


def _draw_candidates(canvas: Canvas, moment: Moment[Any], p: Vector) -> None:
    """One push for each axis, all from one point: none of them ends inside the circle of the shortest."""
    best, ties = moment.trace.result.found.best, ties_of(moment)
    depth, own = math.hypot(*push_of(best)), moment.scene.push.vector
    if not moment.scene.asks:
        canvas.arrow(p, p + own, Ink.INTERFACE, line=Line.FEATURE)
        canvas.label("your move", p + own, Ink.INTERFACE, toward=own, style=TextStyle.CAPTION)
    marks.circle(canvas, p, depth, Ink.OVERLAP, Line.DASHED, opacity=0.7)
    for test in reversed(sorted_tests(moment)):
        is_least = test is best or test in ties
        canvas.arrow(p, p + push_of(test), Ink.OVERLAP, line=Line.FEATURE if is_least else Line.MEASURE)
    if depth > 0.0:
        words, way = fixed(depth), push_of(best)
        marks.pill(canvas, p + 0.5 * way, words, Ink.OVERLAP, toward=(way[1], -way[0]), leader=True)


def _aside(canvas: Canvas, shape: Convex, arrows: Sequence[tuple[Vector, Vector]]) -> Vector:
    """Where the letter of a shape stands: in its middle, or where it is further from the arrows."""
    along = np.concatenate([start + np.linspace(0.0, 1.0, 9)[:, None] * (end - start) for start, end in arrows])
    middle, room = shape.centroid, 34.0 * canvas.pixel
    places = [middle, *(0.6 * middle + 0.4 * corner for corner in shape.points)]
    if len(shape.points) == 1:
        places += [middle + 0.5 * shape.radius * np.array(way) for way in ((-1, 0), (0, -1), (1, 0), (0, 1))]
    return max(places, key=lambda place: min(room, float(np.hypot(*(along - place).T).min())))


def _letter(a: Convex, b: Convex) -> Vector:
    """Where A's letter stands: aside of B where B lies over the middle of A."""
    if math.dist(a.centroid, b.centroid) > 0.3 * float(np.ptp(b.points, axis=0).max()):
        return a.centroid
    far: Vector = max(a.points, key=lambda p: math.dist(p, b.centroid))
    return 0.55 * a.centroid + 0.45 * far


def _deepest(moment: Moment[Any], test: AxisTested) -> tuple[Vector, Vector]:
    """Where the way out along an axis begins, and the whole way: from B's deepest point to the edge of A that it
    leaves past, or from the edge of B to A's deepest point."""
    (a, b), n, depth = moment.scene.shapes, test.normal, max(0.0, -test.separation)
    if test.facing is not None and test.facing.owner == "B":
        return support(a, n).point - depth * n, depth * n
    return support(b, -n).point, depth * n


def _draw_edge(canvas: Canvas, moment: Moment[Any], ink: Ink) -> None:
    """The facing edge, and the contact normal."""
    best = moment.trace.result.found.best
    if best.facing is None:
        _draw_line_of(canvas, moment, best, ink)
        return
    which = "AB".index(best.facing.owner)
    ends = moment.scene.shapes[which].edges[best.facing.index] + shares_of(moment)[which]
    is_named = isinstance(moment.step, Decided | LeastOverlap)  # later its bar has the name
    name = str(best.facing) if is_named else ""
    marks.highlight_edge(canvas, ends, ink, name, feature=best.facing)
    if not is_named or moment.compare:
        ats = (0.75, 0.08, 0.92)
        other = moment.scene.shapes[1] if which == 0 else None  # n of an edge of B points into B
        at = _beside(other, ends[0], ends[1], ats, 12.0 * canvas.pixel) if other else 0.25 * ends[0] + 0.75 * ends[1]
        measures.unit_arrow(canvas, at, best.normal, r"\hat n", ink)


def _draw_line_of(canvas: Canvas, moment: Moment[Any], best: AxisTested, ink: Ink) -> None:
    """The two points that an axis of no edge leads through, and the contact normal on the line between them."""
    if best.axis.edge is not None:
        return
    (name_a, of_a), (name_b, of_b) = _closest(moment.scene, best)
    of_a, of_b = (at + move for at, move in zip((of_a, of_b), shares_of(moment), strict=True))
    if isinstance(moment.step, MovesShared):
        measures.unit_arrow(canvas, of_a, best.normal, r"\hat n", ink)
        if moment.compare:
            return
    else:
        canvas.stroke((of_a, of_b), ink, line=Line.DASHED)
    for name, at, way in ((name_a, of_a, -best.normal), (name_b, of_b, best.normal)):
        canvas.dot(at, ink, Point.SMALL)
        canvas.label(name, at, ink, toward=way, style=TextStyle.CAPTION)
    if isinstance(moment.step, MinimumTranslation | WaysOut):
        measures.unit_arrow(canvas, of_a, best.normal, r"\hat n", ink)


def _draw_moves(canvas: Canvas, moment: Moment[Any], p: Vector, m: Vector) -> None:
    """The whole move between the outlines of the start; each share at a corner of its shape that is clear of it."""
    depth = math.hypot(*m)
    if depth == 0.0:
        return
    n = m / depth
    aside = np.array((-n[1], n[0]))
    ways = (aside - SLANT * n, SLANT * n - aside)
    for shape, move, way, ink, name in zip(
        moment.scene.shapes, shares_of(moment), ways, (Ink.A, Ink.B), "AB", strict=True
    ):
        if math.hypot(*move) > 0.0:
            start = p if moment.compare else support(shape, way).point
            toward = -aside - 0.02 * move if moment.compare else way
            canvas.arrow(start, start + move, ink, line=Line.FEATURE)
            words = rf"‖$\boldsymbol m_{name}$‖ = {fixed(math.hypot(*move))}"
            canvas.label(words, start + 0.5 * move, ink, toward=toward, style=TextStyle.BOLD, leader=True)
    if moment.compare:
        return
    canvas.glow((p, p + m), Ink.ANSWER)
    canvas.arrow(p, p + m, Ink.ANSWER, line=Line.FEATURE)
    words = rf"‖$\boldsymbol m$‖ = {fixed(depth)}"
    canvas.label(words, p + 0.5 * m, Ink.ANSWER, toward=aside, style=TextStyle.BOLD, leader=True)


def _draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the faulty rule puts B."""
    b, wrong = moment.scene.b.world, moment.faulty
    if wrong is None:
        return
    ghost = b.moved(wrong)
    marks.ghost(canvas, ghost, Ink.FAULTY, Line.DOTTED)
    draw_common(canvas, shared(moment.scene.shapes[0], ghost), Ink.FAULTY)
    if math.hypot(*wrong) > 0.0:
        canvas.arrow(b.centroid, b.centroid + wrong, Ink.FAULTY)
    words = error_of(moment) or "no error here"
    way = wrong if math.hypot(*wrong) > 0.0 else np.array((0.0, 1.0))
    place = support(ghost, way).point
    if moment.trace.result.translation is None:  # the outline ends at A: the words stand at the arrow, in B
        place = b.centroid + wrong
    canvas.label(words, place, Ink.FAULTY, toward=way, style=TextStyle.BOLD)


def _draw_centres(canvas: Canvas, a: Convex, b: Convex) -> None:
    """What the rule of the centres looks at: the way from A's to B's."""
    canvas.stroke((a.centroid, b.centroid), Ink.FAULTY, line=Line.MEASURE)
    way = b.centroid - a.centroid if math.dist(a.centroid, b.centroid) > 0.0 else np.array((0.0, 1.0))
    for shape, name in ((a, "A"), (b, "B")):
        canvas.dot(shape.centroid, Ink.FAULTY)
        canvas.symbol(rf"\boldsymbol c_{name}", shape.centroid, Ink.FAULTY, toward=(-way[1], way[0]))


def draw_sorted(canvas: Canvas, moment: Moment[Any]) -> None:
    """One bar an axis, as long as its overlap, the shortest on top; before each the direction of its push. Until the
    overlaps are known, the axes in the order of their edges, without bars."""
    found, tests = moment.trace.result.found, sorted_tests(moment)[:ROWS]
    is_start = isinstance(moment.step, Decided) and not found.best.is_gap
    tests = list(found.tests)[:ROWS] if is_start else tests
    raw = {test: raw_overlap(moment.scene, test) for test in tests} if moment.compare == RAW else {}
    longest = max(abs(test.separation) for test in tests) or 1.0
    longest = max([longest, *(each for each in raw.values() if each is not None)])
    pitch = (1.3 if raw else 1.0) * HIGH * longest / max(len(tests), 5)
    least = abs(found.best.separation)
    if not is_start:
        _draw_least(canvas, least, pitch, bool(raw), len(tests))
    best = {found.best, *ties_of(moment)}
    for i, test in enumerate(tests):
        y, name = -i * pitch, name_of(moment.scene, test)
        ink = Ink.A if test.axis.owner is Owner.A or name.endswith("A") else Ink.B
        if is_start:
            draw_name(canvas, y, test, name, ink)
            continue
        draw_bar(canvas, y, test, name, ink, counts=test in best)
        if (size := raw.get(test)) is not None:
            below = y - 23.0 * canvas.pixel
            is_least = size == min(each for each in raw.values() if each is not None)
            canvas.stroke(((0.0, below), (size, below)), Ink.FAULTY, line=Line.DOTTED)
            words = f"**raw {fixed(size)}**" if is_least else f"raw {fixed(size)}"
            canvas.label(words, (size, below), Ink.FAULTY, toward=(1.0, 0.0), fixed=True)


def _draw_least(canvas: Canvas, least: float, pitch: float, has_raw: bool, count: int) -> None:
    """The least overlap at every other bar, from below the name of each to its own end."""
    above, below = 9.0 * canvas.pixel, (31.0 if has_raw else 13.0) * canvas.pixel
    for i in range(1, count):
        y = -i * pitch
        canvas.stroke(((least, y + above), (least, y - below)), Ink.OVERLAP, line=Line.DASHED, opacity=0.6)
