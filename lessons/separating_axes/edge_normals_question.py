"""What edge normals asks: a normal, placed at another edge, of the outline walked the other way round."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.outline import signed_area
from geometry.sat.edge_normals import Side
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.text import coords, fixed

TURNED = math.radians(8.0)  # so far from the right direction an answer may be
LONG = 0.2  # and so far from the right length, as a part of it
AT_FIRST = math.radians(50.0)  # the ring's way at first, from the edge


@dataclass(frozen=True, eq=False)
class Asked:
    """The edge after the chosen one, in the reversed list, and the quarter turn that is asked for."""

    scene: Any
    side: Side  # the one that is out in this list

    @property
    def edge(self) -> int:
        return int((self.scene.chosen + 1) % len(self.scene.listed))

    @property
    def ends(self) -> tuple[Vector, Vector]:
        """Of the edge as the reversed list runs along it: in the numbers."""
        listed = self.scene.listed
        return listed[(self.edge + 1) % len(listed)], listed[self.edge]

    @property
    def e(self) -> Vector:
        start, end = self.ends
        way: Vector = end - start
        return way

    @property
    def middle(self) -> Vector:
        """Of that edge: there its normal begins."""
        start, end = self.ends
        found: Vector = (start + end) / 2.0
        return found

    @property
    def turned(self) -> Vector:
        return self.side.of(self.e)

    def tip(self, vector: Vector) -> Pair:
        """Where a vector ends that begins at the middle of the edge: in the picture."""
        x, y = self.scene.mirrored(self.middle + vector).tolist()
        return x, y

    def drawn_to(self, tip: Pair) -> Vector:
        """The vector that ends there."""
        vector: Vector = self.scene.mirrored(tip) - self.middle
        return vector


def question(moment: Moment[Any], side: Side) -> Place:
    """Place the presently outward turn of the next edge, as it is in the opposite order."""
    asked = Asked(moment.scene, side)
    name, edge, count = f"{side.value}(e’)", asked.edge, len(moment.scene.listed)
    e, turned = asked.e, asked.turned
    away = math.cos(AT_FIRST) * e - math.sin(AT_FIRST) * turned  # neither along the edge nor across it
    text = f"In the opposite order e’ is the edge from vertex {(edge + 1) % count} to {edge}. "
    return Place(
        f"{text}Drag the ring to the tip of {name}.",
        partial(_judge, asked),
        start=(asked.tip(0.6 * away),),
        right=(asked.tip(turned),),
        pane="world",
        names=(name,),
        draw=partial(_draw_asked, asked),
    )


def _judge(asked: Asked, points: Points) -> Verdict:
    tip = (float(points[0][0]), float(points[0][1]))
    v, e, turned = asked.drawn_to(tip), asked.e, asked.turned
    name, size = f"{asked.side.value}(e’)", math.hypot(*v)
    along, across = float(v @ e), float(v @ turned)
    draw = partial(_draw_arrow, asked, tip)
    if abs(along) > math.sin(TURNED) * size * math.hypot(*e) or size == 0.0:
        because = f"A normal has dot product 0 with e’. Yours has {fixed(along)} with e’ = {coords(e)}."
        return Verdict(False, because, "Not perpendicular", (Remark(tip, "not at 90°"),), draw=draw)
    if across < 0.0:
        this = f"{asked.side.value}(e)"
        because = f"That is {this} of this edge in this order. Now turn e’ = {coords(e)} to the {asked.side.value}."
        return Verdict(False, because, "The other way", (Remark(tip, "in this order"),), draw=draw)
    if abs(size / math.hypot(*e) - 1.0) > LONG:
        because = f"The direction is right. {name} is as long as the edge, {fixed(math.hypot(*e))}, this arrow "
        because += f"{fixed(size)}."
        return Verdict(False, because, "Another length", (Remark(tip, f"length {fixed(size)}"),), draw=draw)
    area = fixed(-signed_area(asked.scene.listed))
    because = f"Now {name} is {coords(turned)}. In this order $S$ = {area}: {name} points into A on every edge."
    place = asked.tip(turned)
    remark = Remark(place, rf"$\mathrm{{{asked.side.value}}}(\boldsymbol e')$", right=True)
    return Verdict(True, because, remarks=(remark,), draw=partial(_draw_arrow, asked, place, is_right=True))


def _draw_asked(asked: Asked, canvas: Canvas, pane: str) -> None:
    """The edge that is asked about, in the world and, the way that it runs then, in the view of the reversed list."""
    start, end = (asked.scene.mirrored(p) for p in asked.ends)
    if pane == "world":
        canvas.glow((start, end), Ink.INTERFACE)
        canvas.dot(start, Ink.INTERFACE)
        canvas.arrow(start, end, Ink.INTERFACE, line=Line.FEATURE)
        away = asked.scene.mirrored(-asked.turned)  # out of A: in this order the other turn is
        canvas.symbol(r"\boldsymbol e'", start + 0.75 * (end - start), Ink.INTERFACE, toward=away)
    elif pane == "backwards":
        canvas.glow((start, end), Ink.INTERFACE)
        canvas.arrow(start, end, Ink.INTERFACE, line=Line.MEASURE)


def _draw_arrow(asked: Asked, tip: Pair, canvas: Canvas, pane: str, *, is_right: bool = False) -> None:
    """What was placed, as the arrow that it is the tip of."""
    if pane == "world":
        canvas.arrow(asked.tip(np.zeros(2)), tip, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.FEATURE)
