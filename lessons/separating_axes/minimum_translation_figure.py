"""The figure of minimum translation: the ways out of the least overlap in the world, and all overlaps sorted."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Vector, separation, support
from geometry.sat.minimum_translation import LeastOverlap, MinimumTranslation, MovesShared, WaysOut
from geometry.sat.separating_axis import AxisTested, Decided, Owner
from lessons.separating_axes.axis_bars import draw_bar, draw_name
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

ROWS = 9  # bars at most
HIGH = 1.75  # of the longest bar: how high all bars are together


def name_of(test: AxisTested) -> str:
    """The edge that faces along the axis; else the one that offers it."""
    if test.facing is not None:
        return str(test.facing)
    return "the closest points" if test.axis.edge is None else str(test.axis)


def sorted_tests(moment: Moment[Any]) -> list[AxisTested]:
    """The least overlap first; of equal ones that which the tie rule takes."""
    found = moment.trace.result.found
    return sorted(found.tests, key=lambda test: (-round(test.separation, 9), test is not found.best))


def error_of(moment: Moment[Any]) -> str:
    """What is wrong with the faulty move, in a few words; nothing where it is right."""
    wrong, m = moment.faulty, moment.trace.result.translation
    if wrong is None:
        return ""
    length, least = math.hypot(*wrong), 0.0 if m is None else math.hypot(*m)
    left = separation(moment.scene.a.world, moment.scene.b.world.moved(wrong))
    if m is None:
        return f"moves B by {fixed(length)}" if length > 1e-9 else ""
    if left < -1e-6:
        return f"still {fixed(-left)} deep"
    return f"{fixed(length)}, not {fixed(least)}" if length > least + 1e-6 else ""


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both shapes, and of the push what this step knows."""
    scene, step = moment.scene, moment.step
    a, b = scene.shapes
    best = moment.trace.result.found.best
    if isinstance(step, LeastOverlap):
        projections.slab(canvas, best.axis.direction, best.between, Ink.OVERLAP)
    for shape, ink, owner in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        marks.shape(canvas, shape, ink, owner)
    if isinstance(step, Decided) and not best.is_gap:
        marks.ghost(canvas, b.moved(scene.push.vector), Ink.B)
        canvas.arrow(scene.push.start, scene.push.end, Ink.INTERFACE)
        words = f"your move {fixed(math.hypot(*scene.push.vector))}"
        canvas.label(words, scene.push.end, Ink.INTERFACE, toward=(1.0, 0.3))
    else:
        canvas.stroke((scene.push.start, scene.push.end), Ink.GHOST, line=Line.DASHED)
        canvas.label("your move", scene.push.end, Ink.QUIET, toward=(1.0, 0.3), style=TextStyle.CAPTION)
    if moment.compare:
        _draw_faulty(canvas, moment)
    if isinstance(step, Decided):
        if best.is_gap:
            projections.slab(canvas, best.axis.direction, best.between, Ink.GAP)
            _draw_edge(canvas, moment, Ink.EXAMINED)
        return
    p, m = _deepest(moment)
    _draw_edge(canvas, moment, Ink.EXAMINED)
    match step:
        case LeastOverlap():
            measures.measure(canvas, p, p + m, Ink.OVERLAP)
            marks.pill(canvas, p + m / 2.0, fixed(math.hypot(*m)), Ink.OVERLAP, toward=(-m[1], m[0]))
        case WaysOut():
            _draw_ways(canvas, moment, p, m, step)
        case MinimumTranslation():
            marks.ghost(canvas, b.moved(m), Ink.B)
            canvas.glow((p, p + m), Ink.ANSWER)
            measures.vector_arrow(canvas, p, m, Ink.ANSWER, r"\boldsymbol m")
            marks.pill(canvas, p + m, fixed(math.hypot(*m)), Ink.ANSWER, toward=m + (0.0, -1e-9), leader=True)
        case MovesShared():
            _draw_moves(canvas, moment, p, m)


def _deepest(moment: Moment[Any]) -> tuple[Vector, Vector]:
    """Where the way out begins, and the whole way: from B's deepest point to the edge of A that it leaves past, or
    from the edge of B to A's deepest point."""
    (a, b), best = moment.scene.shapes, moment.trace.result.found.best
    n, depth = best.normal, max(0.0, -best.separation)
    if best.facing is not None and best.facing.owner == "B":
        return support(a, n).point - depth * n, depth * n
    return support(b, -n).point, depth * n


def _draw_edge(canvas: Canvas, moment: Moment[Any], ink: Ink) -> None:
    """The facing edge, and the contact normal."""
    best = moment.trace.result.found.best
    if best.facing is None:
        return
    shape = moment.scene.shapes["AB".index(best.facing.owner)]
    ends = shape.edges[best.facing.index]
    marks.highlight_edge(canvas, ends, ink, str(best.facing), feature=best.facing)
    if isinstance(moment.step, MinimumTranslation | WaysOut):
        measures.unit_arrow(canvas, 0.25 * ends[0] + 0.75 * ends[1], best.normal, r"\hat n", ink)


def _draw_ways(canvas: Canvas, moment: Moment[Any], p: Vector, m: Vector, ways: WaysOut) -> None:
    """Both ways along the axis, between lines at the ends of A's projection."""
    (a, b), n = moment.scene.shapes, ways.found.best.normal
    far = support(b, n).point
    for level, word in ((support(a, n).point, "max"), (support(a, -n).point, "min")):
        canvas.unbounded(level, (-n[1], n[0]), Ink.A, line=Line.DASHED)
        canvas.label(rf"$\{word}_A$", level, Ink.A, toward=n if word == "max" else -n)
    for start, way, words, ink in (
        (far, -ways.back * n, f"$s_-$ = {fixed(-ways.back)}", Ink.QUIET),
        (p, m, f"$s_+$ = **{fixed(-ways.onward)}**", Ink.OVERLAP),
    ):
        canvas.dot(start, Ink.B)
        measures.measure(canvas, start, start + way, ink)
        canvas.label(words, start + 0.5 * way, ink, toward=(-n[1], n[0]), style=TextStyle.BOLD, leader=True)


def _draw_moves(canvas: Canvas, moment: Moment[Any], p: Vector, m: Vector) -> None:
    """Where both shapes end; both moves meet at one point."""
    of_a, of_b = moment.step.of_a, moment.step.of_b
    for shape, move, start, ink, name in (
        (moment.scene.shapes[0], of_a, p + m, Ink.A, "A"),
        (moment.scene.shapes[1], of_b, p, Ink.B, "B"),
    ):
        if math.hypot(*move) > 0.0:
            marks.ghost(canvas, shape.moved(move), ink)
            canvas.arrow(start, start + move, ink, line=Line.FEATURE)
            side = np.array((-move[1], move[0]))
            canvas.symbol(rf"\boldsymbol m_{name}", start, ink, toward=side - 2.0 * move)


def _draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the faulty rule puts B."""
    b, wrong = moment.scene.b.world, moment.faulty
    if wrong is None:
        return
    ghost = b.moved(wrong)
    marks.ghost(canvas, ghost, Ink.FAULTY, Line.DOTTED)
    if math.hypot(*wrong) > 0.0:
        canvas.arrow(b.centroid, b.centroid + wrong, Ink.FAULTY)
    if moment.compare == "flip by centres":
        for shape, name in ((moment.scene.a.world, "A"), (b, "B")):
            canvas.dot(shape.centroid, Ink.FAULTY)
            canvas.symbol(rf"\boldsymbol c_{name}", shape.centroid, Ink.FAULTY, toward=(1.0, -0.4))
    words = error_of(moment) or "no error here"
    way = wrong if math.hypot(*wrong) > 0.0 else np.array((0.0, 1.0))
    canvas.label(words, support(ghost, way).point, Ink.FAULTY, toward=way, style=TextStyle.BOLD)


def draw_sorted(canvas: Canvas, moment: Moment[Any]) -> None:
    """One bar an edge normal, as long as its overlap: in the order of the edges until they are sorted."""
    found, is_start = moment.trace.result.found, isinstance(moment.step, Decided)
    tests = (list(found.tests) if is_start else sorted_tests(moment))[:ROWS]
    longest = max(abs(test.separation) for test in tests) or 1.0
    pitch = HIGH * longest / max(len(tests), 5)
    hides = is_start and not found.best.is_gap
    if not hides:
        least = abs(found.best.separation)
        bottom = -(len(tests) - 0.6) * pitch
        canvas.stroke(((least, -0.3 * pitch), (least, bottom)), Ink.OVERLAP, line=Line.DASHED, opacity=0.6)
    for i, test in enumerate(tests):
        y, name = -i * pitch, name_of(test)
        ink = Ink.A if test.axis.owner is Owner.A or name.endswith("A") else Ink.B
        if hides:
            draw_name(canvas, y, test, name, ink)
            canvas.stroke(((0.0, y), (longest, y)), Ink.GHOST, line=Line.DOTTED, opacity=0.5)
        else:
            draw_bar(canvas, y, test, name, ink, counts=test is found.best)
