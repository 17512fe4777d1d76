"""What is asked about the seam: the edge that SAT takes, and the last place at which it takes the side."""

from __future__ import annotations

from functools import partial
from typing import Any

from geometry.feature import FeatureRef
from lessons.bodies.inner_edges_lens import edge_in, lens_of
from lessons.bodies.inner_edges_now import edge
from lessons.bodies.inner_edges_scene import TOP, WALL, Slide
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.marks import highlight_edge
from viz.lesson.measures import measure
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.06  # of one frame's way: a place is right to so much
CLOSE = 0.08  # of one frame's way: where both overlaps are so nearly equal, nothing is asked


def which_edge(moment: Moment[Any]) -> Click | None:
    scene: Slide = moment.scene
    if moment.compare or scene.is_round:
        return None
    right = frozenset((edge(WALL if scene.spot.is_side else TOP),))
    text = "SAT tests B against tile 2 alone. In the enlarged corner, click the edge of tile 2 whose normal it takes."
    return Click(text, partial(_judge_edge, moment), right)


def _judge_edge(moment: Moment[Any], clicked: FeatureRef | str) -> Verdict:
    scene: Slide = moment.scene
    side, top = fixed(scene.past, 3), fixed(scene.top, 3)
    right = clicked == edge(WALL if scene.spot.is_side else TOP)
    draw = partial(_draw_edge, moment, clicked, Ink.ANSWER if right else Ink.FAULTY)
    if right:
        least = "side" if scene.spot.is_side else "top"
        numbers = f"{side} along the side’s normal, {top} along the top’s"
        place = Remark(_middle(moment, clicked), f"{side if scene.spot.is_side else top}, the least", True)
        because = f"SAT keeps the least overlap, that of the {least}: {numbers}."
        return Verdict(True, because, remarks=(place,), draw=draw)
    if clicked not in (edge(WALL), edge(TOP)):
        return Verdict(False, "Click the top or the side of tile 2, at the seam.", "Not an edge of tile 2")
    mine, name = (top, "top") if clicked == edge(TOP) else (side, "side")
    because = f"B overlaps tile 2 by {mine} along the normal of its {name}. SAT keeps the least overlap of all edges."
    place = Remark(_middle(moment, clicked), f"{mine}, not the least")
    return Verdict(False, because, f"Not the {name}", (place,), draw=draw)


def _ends(moment: Moment[Any], clicked: FeatureRef | str, pixel: float = 0.0) -> tuple[Pair, Pair]:
    """Of an edge of tile 2, as far as it is enlarged."""
    lens = lens_of(moment)
    top = min(moment.scene.raised, lens.y[1])
    return edge_in(lens, top, pixel, is_side=clicked == edge(WALL))


def _middle(moment: Moment[Any], clicked: FeatureRef | str) -> Pair:
    (x, y), (u, v) = _ends(moment, clicked)
    return 0.4 * x + 0.6 * u, 0.6 * y + 0.4 * v


def _draw_edge(moment: Moment[Any], clicked: FeatureRef | str, ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane != "corner" or clicked not in (edge(WALL), edge(TOP)):
        return
    highlight_edge(canvas, _ends(moment, clicked, canvas.pixel), ink)


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
        because = f"At {fixed(scene.top, 3)} both overlaps are equal. Nearer to the seam the side’s overlap is less."
        return Verdict(True, because, remarks=(Remark((scene.top, y), "equal overlaps", True),), draw=draw)
    side, top = fixed(c, 3), fixed(scene.top, 3)
    words, more = ("the top is least", "more") if c > scene.top else ("the side is least", "less")
    because = f"Here the side overlaps by {side}, {more} than the top with {top}: {words}."
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
