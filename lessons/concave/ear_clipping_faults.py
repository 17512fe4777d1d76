"""The slips that ear clipping is compared with: on which outlines they are followed, and what is drawn of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from geometry.concave.ear_clipping import Ear, TipTested, Triangulation
from geometry.faulty.ear_clipping import FaultyTriangulation, Slip, ear_clipping_with
from geometry.polygon import Polygon
from geometry.vector import Points
from lessons.concave.ear_clipping_asked import blocking
from lessons.concave.ear_clipping_state import CROWD, Faulty, Triangle, clipped, faulty_clips, is_crowd, on_side
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Comparison, Moment
from viz.lesson.text import fixed, listed, plain

BELOW = 34.0  # pixels under the outline, of the words on a faulty rule


def draw_fault(canvas: Canvas, moment: Moment[Any], found: FaultyTriangulation) -> None:
    """What a faulty rule has clipped so far, or of a crowd what it never will; and what is wrong."""
    points = moment.scene.polygon.points
    words = _of_crowd(canvas, moment, found) if is_crowd(moment) else _of_few(canvas, moment, points)
    if words is not None:
        low, high = points.min(axis=0), points.max(axis=0)
        at = (float(low[0] + high[0]) / 2.0, float(low[1]) - BELOW * canvas.pixel)
        canvas.label(f"{moment.compare}: {words}", at, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)


def _of_crowd(canvas: Canvas, moment: Moment[Any], found: FaultyTriangulation) -> str | None:
    """The rule clips as the right one does and gives up: then what it leaves is filled."""
    answer, clips = moment.trace.result, len(found.triangles) - 1
    if not isinstance(moment.step, TipTested | Triangulation):
        return None
    if not found.left or len(clipped(moment)) < clips:
        return "no error here" if isinstance(moment.step, Triangulation) else "no error so far"
    canvas.crowd(Ink.FAULTY, triangles=moment.scene.polygon.points[np.array(answer.triangles[clips:])], fill=0.55)
    counts = f"{clips + 1} of {len(answer.triangles)} triangles"
    return f"{counts}, area {fixed(found.covered)} of {fixed(found.area)}"


def _of_few(canvas: Canvas, moment: Moment[Any], points: Points) -> str | None:
    """The sides that the right triangles lack, at the end all sides, dotted; then its wrong triangles filled, twice
    as dense where two overlap."""
    clips = faulty_clips(moment)
    is_done = isinstance(moment.step, Triangulation)
    if not clips and not is_done:
        return None
    for clip in clips:
        shape = points[list(clip.triangle)]
        if clip.result is Ear.STRAIGHT:
            canvas.glow(shape, Ink.FAULTY)
        elif is_done and (clip.is_wrong or _overlaps(moment.scene.polygon, clip, clips)):
            canvas.area(shape, Ink.FAULTY, opacity=0.24)
    for side in _wrong_sides(moment, clips):
        canvas.stroke(points[list(side)], Ink.FAULTY, line=Line.DOTTED)
    return _missed(moment, clips) if is_done else _so_far(moment, clips)


def _overlaps(polygon: Polygon, clip: Faulty, clips: Sequence[Faulty]) -> bool:
    """Whether another triangle covers a part of this one: no side of either has the other one behind it."""
    turn = polygon.exact.turn

    def is_apart(first: Triangle, second: Triangle) -> bool:
        way = 1 if turn(*first) > 0 else -1
        sides = itertools.pairwise((*first, first[0]))
        return any(all(way * turn(i, j, k) <= 0 for k in second) for i, j in sides)

    shapes = [other.triangle for other in clips if other is not clip and turn(*other.triangle)]
    return any(not is_apart(clip.triangle, each) and not is_apart(each, clip.triangle) for each in shapes)


def _wrong_sides(moment: Moment[Any], clips: Sequence[Faulty]) -> list[tuple[int, int]]:
    """Of the faulty triangles, each once: those that belong not to the outline and, but for the end, not to the right
    triangles either."""
    ring = moment.trace.result.ring
    right = {tuple(sorted(side)) for side in itertools.pairwise((*ring, ring[0]))}
    if not isinstance(moment.step, Triangulation):
        right |= {tuple(sorted(side)) for t in moment.trace.result.triangles for side in itertools.combinations(t, 2)}
    given = {side for clip in clips for side in itertools.combinations(sorted(clip.triangle), 2)}
    return sorted(given - right)


def culprit(moment: Moment[Any], clip: Faulty) -> str:
    """At the vertex that should not have been clipped: why not."""
    tip = clip.triangle[1]
    if not clip.inside:
        return f"{tip}: clipped, {clip.result.value}"
    where = "on its side" if on_side(moment.scene.polygon, clip.triangle, clip.inside[0]) else "inside"
    return f"{tip}: clipped, {listed([str(k) for k in clip.inside])} {where}"


def _so_far(moment: Moment[Any], clips: Sequence[Faulty]) -> str:
    wrong = next((clip for clip in clips if clip.is_wrong), None)
    if wrong is None:
        return "no error so far"
    tip = wrong.triangle[1]
    if wrong.inside:
        said = plain(blocking(moment.scene.polygon, wrong.triangle, wrong.inside))
        return f"clips {tip}, though {said} its triangle"
    return f"clips {tip}, a {wrong.result.value} vertex"


def _missed(moment: Moment[Any], clips: Sequence[Faulty]) -> str:
    """What has come of it at the end."""
    found, wanted, count = moment.faulty, len(moment.scene.polygon.points) - 2, len(clips)
    if found.left:
        if found.slip is Slip.TRIANGLE_REFUSED:
            return "no triangle, though T = 1"
        if not count or any(clip.result is not Ear.REFLEX for clip in clips):
            return f"clips {count} of {wanted} triangles, then finds no ear"
        return f"{count} wrong {'clip' if count == 1 else 'clips'}, outside the outline; then no vertex passes"
    if found.error > 1e-9 * found.area:
        return f"T = {len(found.triangles)} is right, but the area is {fixed(found.covered)}, not {fixed(found.area)}"
    flat = next((sorted(clip.triangle) for clip in clips if clip.result is Ear.STRAIGHT), None)
    return "no error here" if flat is None else f"both checks pass, but triangle {', '.join(map(str, flat))} is flat"


def _run(slip: Slip, scene: Any) -> FaultyTriangulation | None:
    """These loops know no holes; of a crowd only one that gives up is followed."""
    is_told = len(scene.outline.rings) == 1 and (len(scene.outline.points) <= CROWD or slip is Slip.CAP)
    return ear_clipping_with(slip, scene.outline.points) if is_told else None


def _differs(moment: Moment[Any]) -> bool:
    found = moment.faulty
    if not isinstance(found, FaultyTriangulation):
        return False
    wanted = len(moment.scene.polygon.points) - 2
    return found.error > 1e-9 * found.area or found.empty > 0 or len(found.triangles) != wanted


COMPARE = (
    Comparison("no inside test", partial(_run, Slip.NO_INSIDE_TEST), _differs),
    Comparison("wrong cross sign", partial(_run, Slip.WRONG_SIGN), _differs, "Error 8 of *SAT explained*"),
    Comparison("winding not checked", partial(_run, Slip.WINDING), _differs, "Error 9 of *SAT explained*"),
    Comparison("half-open triangle", partial(_run, Slip.HALF_OPEN), _differs, "Error 13 of *SAT explained*"),
    Comparison("straight vertex clipped", partial(_run, Slip.STRAIGHT_EARS), _differs, "Error 12 of *SAT explained*"),
    Comparison("own vertices tested", partial(_run, Slip.OWN_VERTICES), _differs),
    Comparison("triangle refused", partial(_run, Slip.TRIANGLE_REFUSED), _differs, "Error 10 of *SAT explained*"),
    Comparison("cap of 1000 passes", partial(_run, Slip.CAP), _differs, "Error 11 of *SAT explained*"),
)
