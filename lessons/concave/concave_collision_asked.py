"""The questions of concave shapes in contact, and what each answer is worth."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.concave.pairs import PairsTested, PiecePair, box_gap
from geometry.concave.translation import PieceDifference
from geometry.feature import FeatureRef
from geometry.sat.separating_axis import separating_axis
from lessons.concave.concave_collision_figure import boxes, piece
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import ghost
from viz.lesson.measures import vector_arrow
from viz.lesson.prediction import Choose, Click, Place, Points, Verdict
from viz.lesson.text import fixed

NEAR = 0.06  # of B's size: a place is right to so much
ENDLESS, TIMES = "without end", ("once", "twice")
FEW = 4  # pieces of A: of more it is asked whose box lies apart from B's
BOXES = "Dashed: the boxes of A1 and B. Click a piece of A whose box does not overlap the box of B."
FIRST = "A rule parts one pair at a time, A1 first. Drag B’s centre to where the **least** push out of A1 puts it."
TIP = "The arrow $d$ begins at the origin. Drag its tip to where the least push that parts A and B ends."
OFTEN = "A rule parts one pair at a time, round after round, until none overlaps. How often does it push B?"


def question(moment: Moment[Any]) -> Click | Place | Choose | None:
    """What is asked at this step, if anything is."""
    scene, step = moment.scene, moment.step
    if moment.compare or scene.speed:
        return None
    if moment.index == 1 and len(scene.names["B"]) == 1 and len(scene.names["A"]) > FEW:
        found = [name for name in _without_box(scene) if name != scene.names["A"][0]]
        if found:
            return Click(BOXES, partial(_judge_box, scene), frozenset(piece(name) for name in found))
    if isinstance(step, PairsTested) and step.overlapping and scene.pushes.result.pushes:
        pushes = scene.pushes.result
        if not pushes.has_ended:
            return Choose(OFTEN, partial(_judge_often, scene), (*TIMES, ENDLESS), frozenset((ENDLESS,)))
        if len(pushes.pushes) > 2 and (pushes.pushes[0].of_a, len(scene.names["B"])) == (0, 1):
            right = _place(scene, pushes.pushes[0].push)
            return Place(FIRST, partial(_judge_first, scene), (_place(scene, (0.0, 0.0)),), (right,), "world")
    if isinstance(step, PieceDifference) and scene.push is not None and _is_worth(scene):
        x, y = scene.push.tolist()
        start = (0.6 * y + 0.2 * x, -0.6 * x + 0.2 * y)
        return Place(TIP, partial(_judge_tip, scene), (start,), ((x, y),), "difference")
    return None


def _is_worth(scene: Any) -> bool:
    """Whether the push can be seen, and a wrong one told from it."""
    return bool(scene.pushes.result.has_ended and math.hypot(*scene.push) > 3.0 * NEAR * scene.size)


def _place(scene: Any, move: Any) -> tuple[float, float]:
    x, y = (scene.b.middle + move).tolist()
    return x, y


def _without_box(scene: Any) -> list[str]:
    of_b = scene.polygons["B"].bounds()
    pieces = zip(scene.names["A"], scene.polygons["A"].pieces, strict=True)
    return [name for name, each in pieces if box_gap(each.bounds(), of_b) > 0.0]


def _judge_box(scene: Any, found: FeatureRef | str) -> Verdict:
    name = next((each for each in scene.names["A"] if found == piece(each)), None)
    if name is None:
        return Verdict(False, "Click the name of a piece of A.", "Not a piece of A")
    i = scene.names["A"].index(name)
    gap = box_gap(scene.polygons["A"].pieces[i].bounds(), scene.polygons["B"].bounds())
    pair, ((x, y), (u, v)) = PiecePair(i, 0, gap, None, None, None, False), _shared(scene, i)

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            boxes(canvas, scene, pair)
            if gap == 0.0:
                canvas.area([(x, y), (u, y), (u, v), (x, v)], Ink.FAULTY, opacity=0.5)
                canvas.label(
                    "boxes overlap", ((x + u) / 2.0, y), Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD
                )

    if gap > 0.0:
        return Verdict(True, f"The boxes of {name} and B are {fixed(gap)} apart, so the pieces are too.", draw=draw)
    because = f"The common part of the boxes of {name} and B is pink. "
    because += "SAT had to test this pair." if i == 0 else "The pieces may overlap or not: SAT must test them."
    return Verdict(False, because, "The boxes overlap", draw=draw)


def _shared(scene: Any, i: int) -> list[list[float]]:
    """The lower left and the upper right corner of what two boxes have in common."""
    a, b = scene.polygons["A"].pieces[i].bounds(), scene.polygons["B"].bounds()
    return [np.maximum(a.low, b.low).tolist(), np.minimum(a.high, b.high).tolist()]


def _judge_often(scene: Any, answer: str) -> Verdict:
    first, second = scene.pushes.result.pushes[:2]
    names, sizes = scene.names["A"], [fixed(math.hypot(*each.push)) for each in (first, second)]
    told = f"{names[first.of_a]} pushes B by {sizes[0]}, then {names[second.of_a]} pushes it by {sizes[1]}"
    if answer == ENDLESS:
        return Verdict(True, f"{told}, into {names[first.of_a]} again: B does not fit between the two.")
    return Verdict(False, f"{told}. Look whether B fits between the two pieces.", f"Not {answer}")


def _judge_first(scene: Any, placed: Points) -> Verdict:
    """By what is left of the overlap with the first piece."""
    first, room = scene.pushes.result.pushes[0], NEAR * scene.size
    move = np.array(placed[0]) - scene.b.middle
    far, least = math.hypot(*move), math.hypot(*first.push)
    body = scene.polygons["B"].pieces[0].moved(move)
    left = -separating_axis(scene.polygons["A"].pieces[0], body, early_out=False).separation

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            canvas.stroke(scene.polygons["A"].pieces[0].points, Ink.EXAMINED, closed=True, line=Line.MEASURE)
            ghost(canvas, body, Ink.ANSWER if right else Ink.FAULTY, Line.END if right else Line.DOTTED)

    right = left <= room and far <= least + room
    if right:
        because = f"{fixed(least)} is the least push out of A1. But it looks at A1 alone: watch the next pieces."
        return Verdict(True, because, draw=draw)
    because = f"B has left A1, but moved by {fixed(far)}: the least push leads out of A1’s nearest edge."
    if left > room:
        because = f"B still overlaps A1 (yellow) by {fixed(left)}. Push it out perpendicular to A1’s nearest edge."
    return Verdict(False, because, "Too far" if left <= room else "Still in A1", draw=draw)


def _judge_tip(scene: Any, placed: Points) -> Verdict:
    """By what is left of the overlap, and by the length."""
    move, room = np.array(placed[0]), NEAR * scene.size
    far, least = math.hypot(*move), math.hypot(*scene.push)
    left = scene.left_after(move)
    right = left <= room and far <= least + room

    def draw(canvas: Canvas, pane: str) -> None:
        ink = Ink.ANSWER if right else Ink.FAULTY
        if pane == "world":
            for each in scene.polygons["B"].pieces:
                ghost(canvas, each.moved(move), ink, Line.END if right else Line.DOTTED)
        elif far:
            vector_arrow(canvas, (0.0, 0.0), move, ink)

    if right:
        because = f"No point of the boundary of A − B is nearer to the origin: {fixed(least)}."
        return Verdict(True, because, draw=draw)
    if left > room:
        because = f"The tip lies inside A − B: B moved by this $d$ (pink, in the world) overlaps A by {fixed(left)}."
        return Verdict(False, because, "Still an overlap", draw=draw)
    because = f"This $d$ parts A and B, but it is {fixed(far)} long. Another point of the boundary is nearer."
    return Verdict(False, because, "Not the least", draw=draw)
