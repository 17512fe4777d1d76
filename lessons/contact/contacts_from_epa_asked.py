"""What contacts from EPA ask: where the witness point is in the next frame, and whose normal EPA's is."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.feature import FeatureKind, FeatureRef
from lessons.contact.contacts_from_epa_scene import Frame, Turned
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.measures import unit_arrow
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.15  # world length that the witness point may be off
LEAST = 0.6  # length of an edge that can be asked about
EQUAL = 1e-6  # of dot products


def next_witness(moment: Moment[Turned]) -> Place | None:
    """Where B's witness point is in the next frame, on B's support edge."""
    scene = moment.scene
    chosen = scene.then.chosen
    if chosen is None or math.dist(chosen.of_b.start, chosen.of_b.end) < LEAST or abs(scene.turn) < 0.5:
        return None
    start, end = chosen.of_b.start, chosen.of_b.end
    right = scene.then.found.on_b
    text = "Drag the ring along B's edge to its witness point in the next frame."
    judge = partial(_judge_witness, scene)
    middle = 0.5 * (start + end) + 0.08 * (end - start)
    return Place(text, judge, (xy(middle),), (xy(right),), "next", ((xy(start), xy(end)),))


def _judge_witness(scene: Turned, points: Points) -> Verdict:
    frame, at = scene.then, np.array(points[0])
    chosen, right = frame.chosen, frame.found.on_b
    assert chosen is not None
    stays = scene.jump < 2.0 * NEAR
    if math.dist(at, right) <= NEAR:
        which = "The same end as before is still" if stays else "The other end of B is now"
        told = f"{fixed(-frame.found.separation)} deep"
        because = f"{which} its deepest point, {told}."
        draw = partial(_draw_depth, frame, right, True)
        return Verdict(True, because, remarks=(Remark(xy(right), told, right=True),), draw=draw)
    n = frame.found.normal
    deep = -frame.found.separation - float((at - right) @ n)
    told = f"{fixed(deep)} deep" if deep >= 0.0 else f"{fixed(-deep)} outside"
    draw = partial(_draw_depth, frame, at, False)
    if math.dist(at, scene.now.found.on_b) <= 2.0 * NEAR:
        because = "It was the deepest in this frame. B has turned, and now another point of this edge is deeper."
    else:
        because = "Only if both edges were parallel, every point between would be as deep. One end is deeper."
    return Verdict(False, because, f"Here B is {told}", (Remark(xy(at), told),), draw=draw)


def _draw_depth(frame: Frame, at: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """From a point of B to the line of A's surface, along the normal."""
    if pane == "next":
        deep = -frame.found.separation - float((at - frame.found.on_b) @ frame.found.normal)
        ends = (at, at + deep * frame.found.normal)
        canvas.stroke(ends, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE)


def normal_s_edge(moment: Moment[Any]) -> Click | None:
    """The edge of A or B that EPA's normal is perpendicular to."""
    scene = moment.scene
    chosen, n = scene.now.chosen, scene.now.found.normal
    if chosen is None:
        return None
    own = {"A": scene.a.world, "B": scene.b.world}
    dots = {
        FeatureRef(name, FeatureKind.EDGE, i): float(normal @ n) * sign
        for name, sign in (("A", 1.0), ("B", -1.0))
        for i, normal in enumerate(own[name].normals)
    }
    right = frozenset(edge for edge, dot in dots.items() if dot > 1.0 - EQUAL)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in dots:
            return Verdict(False, "Click an edge of A or of B, in this frame.", "No edge")
        shape, is_right = own[answer.owner], answer in right
        middle = shape.edges[answer.index].mean(axis=0)
        off = math.degrees(math.acos(min(max(dots[answer], -1.0), 1.0)))
        draw = partial(_draw_normals, middle, shape.normals[answer.index], n, is_right)
        remark = Remark(xy(middle), "perpendicular" if is_right else f"{fixed(off, 1)}° off", right=is_right)
        way = "along" if answer.owner == "A" else "against"
        if is_right:
            because = f"Its normal points exactly {way} $\\hat n_{{AB}}$: EPA's face of A − B is this edge."
            return Verdict(True, because, remarks=(remark,), features=right, draw=draw)
        goal = "" if answer.owner == "A" else "−"
        because = f"The angle between its normal and {goal}$\\hat n_{{AB}}$ is {fixed(off, 1)}°. "
        because += "EPA's normal is that of another edge."
        return Verdict(False, because, "Another normal", (remark,), draw=draw)

    return Click("Click the edge of this frame from which EPA has its normal.", judge, right) if right else None


def _draw_normals(at: Vector, normal: Vector, n: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        unit_arrow(canvas, at, normal, "", Ink.ANSWER if is_right else Ink.FAULTY)
