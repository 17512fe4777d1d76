"""What makes the two answers differ, drawn where that is none of them: for each example what it does not look at."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.counterexample.truth import pair_of
from geometry.outline import signed_area
from geometry.vector import Vector
from lessons.labs.your_code_arguments import pair
from lessons.labs.your_code_asked import draw_axis, least_axis
from lessons.labs.your_code_cause import both_ways, parting_edge, roots
from lessons.labs.your_code_letters import Pair
from lessons.labs.your_code_live import bad_ear
from lessons.labs.your_code_routines import BY_CENTRES, EARS, ENDLESS, LAST_ROOT, ONE_SET
from lessons.labs.your_code_scene import Asked, movers
from lessons.labs.your_code_steps import Compared
from lessons.stories.common import draw_common, part_inside
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas, Label
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import fixed

OFF = 26.0  # pixels between the shapes and the lengths beside them
PILL_ROOM = 62.0, 36.0  # pixels beside the middle of a pill, and from its mark to its far side


def draw_reason(canvas: Canvas, scene: Asked, found: Compared, *, is_last: bool) -> None:
    """`is_last`: at the step that tells the reason, with its lengths."""
    match scene.routine:
        case r if r == ONE_SET:
            i, _ = parting_edge(scene)
            ring = scene.outlines[1].value
            ends = ring[i], ring[(i + 1) % len(ring)]
            canvas.stroke(ends, Ink.EXAMINED, line=Line.FEATURE)
            if is_last:
                _shadows(canvas, scene, ends)
        case r if r == BY_CENTRES:
            draw_axis(canvas, least_axis(scene), told=False)
            if is_last:
                _both_ways(canvas, scene)
        case r if r == EARS:
            bad = bad_ear(scene, found)
            if bad is not None:
                canvas.area(bad[0], Ink.FAULTY, opacity=0.16)
                canvas.dot(bad[1], Ink.EXAMINED, Point.RING)
        case r if r == LAST_ROOT:
            _later(canvas, scene, found)
        case r if r == ENDLESS:
            a, b = (each.at(1.0).tolist() for each in movers(scene))
            at_end = pair_of(a, b)
            if at_end.are_apart:
                p, q = at_end.closest
                measures.measure(canvas, p, q, Ink.GAP, f"{fixed(at_end.separation)} at t = 1")


def _both_ways(canvas: Canvas, scene: Asked) -> None:
    """How far B has to go along the normal and against it, beside the shapes, from where its middle is."""
    a, b = (np.array(each.value) for each in scene.outlines)
    n = least_axis(scene).normal
    across = np.array((-n[1], n[0]))
    rise = across if across[1] > 0.0 else -across  # above the shapes
    far = max(float((ring @ rise).max()) for ring in (a, b)) + OFF * canvas.pixel
    start = (b.mean(axis=0) @ n) * n + far * rise
    along, against = both_ways(scene, n)
    canvas.dot(start, Ink.EXAMINED, Point.SMALL)
    for by, words in ((along * n, f"along n: {fixed(along)}"), (-against * n, f"against n: {fixed(against)}")):
        is_longer = math.hypot(*by) > min(along, against) + 1e-9
        ink = Ink.FAULTY if is_longer else Ink.ANSWER
        canvas.arrow(start, start + by, ink, line=Line.MEASURE)
        canvas.label(words, start + 0.5 * by, ink, toward=rise, style=TextStyle.BOLD)


def _shadows(canvas: Canvas, scene: Asked, ends: tuple[Any, Any]) -> None:
    """A's and B's shadow on the normal of an edge of B, beside the shapes, and the gap between them."""
    a, b = (np.array(each.value) for each in scene.outlines)
    edge = np.subtract(ends[1], ends[0]) / math.dist(*ends)
    n = np.array((-edge[1], edge[0]))
    if (b @ n).mean() > (a @ n).mean():
        n = -n
    side = -1.0 if edge[1] > 0.0 else 1.0  # below the shapes
    far = max(float((side * (ring @ edge)).max()) for ring in (a, b))
    rise = (far + OFF * canvas.pixel) * side * edge
    for ring, ink in ((a, Ink.A), (b, Ink.B)):
        canvas.stroke(((ring @ n).min() * n + rise, (ring @ n).max() * n + rise), ink, line=Line.BAR)
    p, q = (b @ n).max() * n + rise, (a @ n).min() * n + rise
    canvas.stroke((p, q), Ink.GAP, line=Line.MEASURE)
    for at in (p, q):
        foot = ends[0] if at is p else min(a.tolist(), key=lambda each: float(np.dot(each, n)))
        canvas.stroke((at, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    words = f"gap {fixed(math.dist(p, q))} on B's normal"
    canvas.label(words, (p + q) / 2.0, Ink.GAP, toward=side * edge, style=TextStyle.BOLD, leader=True)


def _later(canvas: Canvas, scene: Asked, found: Compared) -> None:
    """The circle at the later root, where that is past the end of its path."""
    late = next((t for t in roots(scene) if t > (found.right or 0.0) + 1e-9), None)
    if late is None or late <= 1.0:
        return
    points, vector, radius, _ = next(movers(scene))
    start, at = points[0] + vector, points[0] + late * vector
    canvas.stroke((start, at), Ink.CONSTRUCTION, line=Line.DASHED)
    marks.circle(canvas, at, radius, Ink.CONSTRUCTION, Line.DASHED)
    canvas.dot(at, Ink.CONSTRUCTION, Point.RING)
    low = at - np.array((0.0, radius))
    canvas.label(f"later root: t = {fixed(late)} > 1", low, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)


def draw_removed(canvas: Canvas, first: Any, scene: Asked) -> None:
    """The outlines as they were found, and rings at the vertices that were removed."""
    for old, held in zip((each for each in first if isinstance(each, list)), scene.outlines, strict=False):
        kept = {tuple(map(float, at)) for at in held.value}
        gone = [at for at in old if tuple(map(float, at)) not in kept]
        if gone and len(old) - len(gone) == len(kept):
            canvas.stroke(old, Ink.CONSTRUCTION, closed=True, line=Line.DOTTED)
            for at in gone:
                canvas.dot(at, Ink.CONSTRUCTION, Point.RING)


def room_for_pills(canvas: Canvas, answers: Canvas) -> None:
    """Nothing seen: a pill above or below a mark stays there, and within the view."""
    for mark in answers.marks:
        if isinstance(mark, Label) and mark.style is TextStyle.PILL and mark.toward is not None:
            high = math.copysign(PILL_ROOM[1], mark.toward[1]) * canvas.pixel
            side = PILL_ROOM[0] * canvas.pixel
            x, y = mark.at
            canvas.area(((x, y), (x + side, y + high), (x - side, y + high)), Ink.CONSTRUCTION, opacity=0.0)


def room_for_moves(canvas: Canvas, scene: Asked, found: Compared) -> None:
    """Nothing seen: the view has room for B wherever an answer puts it."""
    for by in (found.yours, found.right):
        if by is not None:
            canvas.area(np.array(scene.solids[1].ring) + by, Ink.CONSTRUCTION, opacity=0.0)


def draw_left_over(canvas: Canvas, scene: Asked, found: Compared) -> None:
    """What B still covers of A where a wrong vector puts it."""
    if scene.question != "mtv" or found.why is None or found.yours is None:
        return
    a, b = (list(map(pair, each.ring)) for each in scene.solids)
    moved = [(x + found.yours[0], y + found.yours[1]) for x, y in b]
    draw_common(canvas, clipped(a, moved), Ink.FAULTY, opacity=0.6)


def clipped(ring: list[Pair], by: list[Pair]) -> list[Vector]:
    """What is left of a convex outline inside another one, whichever way that goes round."""
    return part_inside(np.array(ring), np.array(by if signed_area(np.array(by)) > 0.0 else by[::-1]))
