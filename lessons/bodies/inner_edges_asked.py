"""What is asked about the seam: where SAT pushes B, the last place at which the side's overlap is least, and how far
a normal of this floor can lean."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from lessons.bodies.inner_edges_lens import lens_of
from lessons.bodies.inner_edges_scene import Slide
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.measures import measure
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.06  # of one frame's way: a place is right to so much
CLOSE = 0.08  # of one frame's way: where both overlaps are so nearly equal, nothing is asked
NEAR_CORNER, CLEAR = (
    0.12,
    0.2,
)  # of the greater overlap: the least one is right to so much; it is asked from so much on
ARC = 0.34  # metres: the radius on which the tip of a normal is turned
FIRST = 75.0  # degrees: beside the letter of B
NEAR_TURN = 8.0  # degrees


def pushed_to(moment: Moment[Any]) -> Place | None:
    """The push out of tile 2, as the place to which it takes B's corner."""
    scene: Slide = moment.scene
    c, top = scene.past, scene.top
    if moment.compare or scene.is_round or min(c, top, abs(c - top)) < CLEAR * max(c, top):
        return None
    text = "SAT pushes B out of tile 2 alone, by the least overlap. Drag the ring to where B’s corner ends."
    right = (0.0, -scene.depth) if scene.spot.is_side else (c, scene.raised)
    start = c + 0.8 * max(c, top), scene.raised + 0.5 * max(c, top)  # in the open
    return Place(text, partial(_judge_push, moment, right), (start,), (right,), "corner")


def _judge_push(moment: Moment[Any], right: Pair, points: Points) -> Verdict:
    scene, (x, y) = moment.scene, points[0]
    near, start = NEAR_CORNER * max(scene.past, scene.top), (scene.past, -scene.depth)
    least, other = ("side", "top") if scene.spot.is_side else ("top", "side")
    overlaps = {"side": scene.past, "top": scene.top}
    if math.dist((x, y), right) <= near:
        because = f"SAT keeps the least overlap: {fixed(overlaps[least], 3)} m along the {least}’s normal. "
        because += f"Along the {other}’s it is {fixed(overlaps[other], 3)} m."
        draw = partial(_draw_push, moment, right, Ink.ANSWER)
        return Verdict(True, because, remarks=(Remark(right, "", True),), draw=draw)
    left, long = min(x, scene.raised - y), math.dist((x, y), start)
    draw = partial(_draw_push, moment, (x, y), Ink.FAULTY)
    if left > near:
        because = "Here B still overlaps tile 2. The push ends where the two just touch."
        return Verdict(False, because, "Still in tile 2", (Remark((x, y), "still inside"),), draw=draw)
    because = f"Your push is {fixed(long, 3)} m long. SAT takes the shortest way out of tile 2: a shorter one exists."
    return Verdict(False, because, "Not the least", (Remark((x, y), f"{fixed(long, 3)} m long"),), draw=draw)


def _draw_push(moment: Moment[Any], at: Pair, ink: Ink, canvas: Canvas, pane: str) -> None:
    """B's outline where the push takes it, and the push."""
    if pane != "corner":
        return
    scene, ((left, right), (low, high), _) = moment.scene, lens_of(moment)
    if left < at[0] < right and low < at[1] < high:
        line = Line.END if ink is Ink.ANSWER else Line.DOTTED
        canvas.stroke(((left, at[1]), at, (at[0], high)), ink, line=line)
    if math.dist(at, (scene.past, -scene.depth)) > 4.0 * canvas.pixel:
        canvas.arrow((scene.past, -scene.depth), at, ink, line=Line.MEASURE)


def last_place(moment: Moment[Any]) -> Place | None:
    scene: Slide = moment.scene
    if moment.compare or scene.is_round or scene.top > (1.0 - 3.0 * CLOSE) * scene.way:
        return None
    y = -scene.depth
    path = ((0.0, y), (scene.way, y))
    text = f"Frame {scene.frames} may end anywhere on this line. Drag the ring to the last place where the side’s "
    text += "overlap is least."
    start = 0.85 if scene.top < 0.7 * scene.way else 0.3
    return Place(text, partial(_judge_place, scene), ((start * scene.way, y),), ((scene.top, y),), "corner", (path,))


def _judge_place(scene: Slide, points: Points) -> Verdict:
    c, y = points[0]
    right = abs(c - scene.top) <= NEAR * scene.way
    draw = partial(_draw_overlaps, scene, scene.top if right else c, Ink.ANSWER if right else Ink.FAULTY)
    if right:
        because = (
            f"At {fixed(scene.top, 3)} m both overlaps are equal. Nearer to the seam the side’s overlap is less."
        )
        return Verdict(True, because, remarks=(Remark((scene.top, y), "equal overlaps", True),), draw=draw)
    side, top = fixed(c, 3), fixed(scene.top, 3)
    words, more = ("the top is least", "more") if c > scene.top else ("the side is least", "less")
    because = f"Here the side overlaps by {side} m, {more} than the top with {top} m: {words}."
    because += "" if c > scene.top else " So it is a little farther on, too."
    return Verdict(
        False, because, "Too far" if c > scene.top else "Not the last", (Remark((c, y), words),), draw=draw
    )


def _draw_overlaps(scene: Slide, c: float, ink: Ink, canvas: Canvas, pane: str) -> None:
    """Both overlaps of a corner at this place."""
    if pane == "corner":
        y = -scene.depth
        measure(canvas, (c, scene.raised), (c, y), ink)
        measure(canvas, (0.0, y), (c, y), ink)


def farthest_lean(moment: Moment[Any]) -> Place | None:
    """The limit of the cone against the motion, turned before the cone is seen."""
    scene: Slide = moment.scene
    if moment.compare:
        return None
    text = "Which contact normals can this floor have at the seam? Turn $\\hat n$ to the one farthest to the left."
    limit = 90.0 if scene.raised else 0.0
    path = tuple(_tip(scene, 5.0 * i) for i in range(-9, 22))
    judge = partial(_judge_lean, scene, limit)
    return Place(
        text,
        judge,
        (_tip(scene, FIRST),),
        (_tip(scene, limit),),
        "right",
        (path,),
        (r"$\hat n$",),
        draw=partial(_draw_seam, scene),
    )


def _tip(scene: Slide, lean: float) -> Pair:
    """Of a normal at the corner of tile 2 that leans so far to the left."""
    return -ARC * math.sin(math.radians(lean)), scene.raised + ARC * math.cos(math.radians(lean))


def _judge_lean(scene: Slide, limit: float, points: Points) -> Verdict:
    x, y = points[0]
    lean = math.degrees(math.atan2(-x, y - scene.raised))
    if abs(lean - limit) <= NEAR_TURN:
        because = "Both tops have the normal (0, 1), and the floor is flat. So at the seam no other is possible."
        if scene.raised:
            because = "The side of tile 2 stands free over tile 1. Its normal (−1, 0) leans by 90°, the farthest."
        tip = _tip(scene, limit)
        draw = partial(_draw_lean, scene, tip, Ink.ANSWER)
        return Verdict(True, because, remarks=(Remark(tip, "", True),), draw=draw)
    draw = partial(_draw_lean, scene, (x, y), Ink.FAULTY)
    remark = Remark((x, y), f"{fixed(abs(lean), 0)}°")
    because = f"It leans by {fixed(abs(lean), 0)}° to the {'left' if lean > 0.0 else 'right'}. "
    if lean < limit and scene.raised:
        because += "The side of tile 2 over tile 1 can be hit too: its normal leans more."
        return Verdict(False, because, "Not the last", (remark,), draw=draw)
    because += "It points into tile 1." if scene.raised else "No top of this flat floor has such a normal."
    return Verdict(False, because, "Too far" if lean > limit else "To the wrong side", (remark,), draw=draw)


def _draw_seam(scene: Slide, canvas: Canvas, pane: str) -> None:
    """Where the normal stands."""
    if pane == "right":
        canvas.dot((0.0, scene.raised), Ink.INTERFACE, Point.SMALL)


def _draw_lean(scene: Slide, tip: Pair, ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "right":
        canvas.arrow((0.0, scene.raised), tip, ink, line=Line.MEASURE)
