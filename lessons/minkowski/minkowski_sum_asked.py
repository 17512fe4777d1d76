"""What the Minkowski sum asks: where the sum ends along a direction, and which edge is laid next."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import support
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import EdgeLaid
from geometry.vector import left_of
from lessons.minkowski.minkowski_sum_scene import COUNT, END, MOVED, NEXT
from lessons.stories.outlines import direction, parts, solid
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Click, Place, Points, Remark, Verdict
from viz.lesson.text import coords, equation, fixed

NEAR = 0.15  # of B's support value: so far off an answer may be
SUM, D = r"$\A{A}\oplus\B{B}$", r"$\examined{\hat d}$"
ORIGIN = (0.0, 0.0)
LOW = (0.35, -1.0)  # towards the corner whose place is asked for
ASIDE = 12.0  # pixels that what A reaches is measured beside the direction


def farthest_end(moment: Moment[Any]) -> Place | None:
    """Where the sum ends along the direction, before the copy of B has come there."""
    scene = moment.scene
    h_a, h_b = scene.support_values
    if scene.asks != END or h_b < 0.2 or h_a < 0.4 or scene.before_support < 0.2 or scene.is_moved:
        return None
    d = scene.direction
    far = max(math.hypot(*scene.tip), h_a + 2.5 * h_b)
    on = [tuple((t * d).tolist()) for t in (0.0, far, 0.4 * h_a, h_a + h_b)]
    text = f"Drag the ring to where {SUM} will end along the direction {D}."
    judge = partial(_judge_end, scene)
    names = (lambda at: fixed(float(np.array(at) @ d)),)

    def across(canvas: Canvas, points: Points) -> None:
        """What ends at the ring: all that lies behind the line through it."""
        at, half = np.array(points[0]), 0.55 * far * left_of(d)
        canvas.stroke((at - half, at + half), Ink.INTERFACE, line=Line.DASHED)

    return Place(text, judge, (on[2],), (on[3],), "world", ((on[0], on[1]),), names, follow=across)


def _judge_end(scene: Any, points: Points) -> Verdict:
    (h_a, h_b), d = scene.support_values, scene.direction
    b, carried = ("the disc", "The disc’s centre") if scene.is_disc else ("B", "B’s reference point")
    t, near, whole = float(np.array(points[0]) @ d), NEAR * h_b, h_b + support(scene.moving, -d).value
    if abs(t - h_a - h_b) <= near:
        numbers = equation("{a} + {b} = {h}", lambda a, b: a + b, result="h", a=h_a, b=h_b)
        because = f"{carried} comes to where A ends along {D}, and {b} adds to that: {numbers}."
        x, y = (support(scene.a.world, d).point + support(scene.moving, d).point).tolist()
        remark = Remark((x, y), "the sum ends here", right=True)
        return Verdict(True, because, remarks=(remark,), draw=partial(_draw_end, scene, h_a + h_b, Ink.ANSWER))
    if abs(t - h_a) <= near:
        because = f"There A ends. {carried} comes as far as A does, and {b} ends farther out."
        words = "A ends here"
    elif abs(t - h_a - whole) <= near:
        because = f"Only what lies in front is added: {carried.replace('The', 'the')} stays on A."
        words = "two radii from A" if scene.is_disc else "all of B from A"
    elif t > h_a + h_b:
        because = f"No copy of {b} comes this far. {carried} stays on A."
        words = "beyond every copy"
    else:
        because = f"Your ring is at {fixed(t)}. "
        if t < h_a:
            because += f"A alone ends farther along {D}, and {b} adds to that."
        else:
            because += f"The copy of {b} at A’s farthest vertex ends farther out."
        words = "inside the sum"
    draw = partial(_draw_end, scene, t, Ink.FAULTY)
    return Verdict(False, because, "Not the end", (Remark(points[0], words),), draw=draw)


def _draw_end(scene: Any, t: float, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The line across the direction at the answer; at the right one the copy of B that reaches it."""
    if pane != "world":
        return
    d = scene.direction
    canvas.unbounded(t * d, left_of(d), ink, line=Line.DASHED)
    if ink is Ink.ANSWER:
        canvas.label(f"**{fixed(t)}**", t * d, Ink.TEXT, toward=-left_of(d))
        there, (h_a, h_b) = support(scene.a.world, d).point, scene.support_values
        marks.ghost(canvas, scene.moving.moved(there), Ink.B)
        name = "$r$ = " if scene.is_disc else ""  # support values have no name yet
        measures.measure(canvas, there, there + h_b * d, Ink.B, f"{name}**{fixed(h_b)}**")
        canvas.unbounded(there, left_of(d), Ink.A, line=Line.DASHED)
        measures.measure(canvas, ORIGIN, h_a * d, Ink.A, f"**{fixed(h_a)}**", off=-ASIDE)


def count_of_edges(moment: Moment[Any]) -> Choose | None:
    """How many edges the sum has where each of them is made of two."""
    scene, count = moment.scene, len(moment.trace.result.edges)
    given = len(scene.a.world.edges) + len(scene.b.world.edges)
    if scene.asks != COUNT or len(moment.step.laid) != 1 or 2 * count != given:
        return None
    options = tuple(str(n) for n in (count, count + count // 2, given))

    def judge(answer: str) -> Verdict:
        if answer == str(count):
            because = (
                f"Each edge of B is parallel to one of A and points the same way: {count} directions, {count} edges."
            )
            return Verdict(True, because)
        because = "The two that are laid already point one way, so they are one edge. Look for other such pairs."
        return Verdict(False, because, "Not this many")

    text = f"A has {len(scene.a.world.edges)} edges, B has {len(scene.b.world.edges)}. How many has {SUM}?"
    return Choose(text, judge, options, frozenset((str(count),)))


def moved_corner(moment: Moment[Any]) -> Place | None:
    """Where the lowest corner of the sum comes when B is carried by another point than its centre."""
    scene = moment.scene
    by = math.hypot(*scene.shift)
    if scene.asks != MOVED or not scene.is_moved or scene.is_disc or by < 0.2:
        return None
    corner = support(solid(moment.trace.result), LOW).point - scene.shift
    wanted = corner + scene.shift

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        draw = partial(_draw_moved, scene, at - wanted)
        if math.hypot(*(at - wanted)) <= 0.25 * by:
            because = f"Each b, measured from this point, changes by {coords(scene.shift)}: so does each a + b."
            return Verdict(True, because, remarks=(Remark(points[0], coords(scene.shift), right=True),), draw=draw)
        because = "All corners of the sum move alike, as far as the reference point has moved in B."
        if math.hypot(*(at - corner)) <= 0.25 * by:
            because = "There the corner is if B is carried by its centre. Now another point of B goes along A."
        elif float((at - corner) @ scene.shift) < 0.0:
            because = "This way the reference point has moved in B. But it is held on A: so B moves the other way."
        return Verdict(False, because, "Not there", (Remark(points[0], coords(at - corner)),), draw=draw)

    text = "The dotted sum belongs to B’s centre. Drag its corner to where this reference point moves it."
    here, there = tuple(corner.tolist()), tuple(wanted.tolist())
    return Place(text, judge, (here,), (there,), "world")


def _draw_moved(scene: Any, off: Any, canvas: Canvas, pane: str) -> None:
    """The sum with its corner where the learner has put it."""
    if pane == "world":
        is_right = math.hypot(*off) <= 0.25 * math.hypot(*scene.shift)
        figure = solid(scene.trace.result)
        marks.ghost(canvas, figure if is_right else figure.moved(off), Ink.ANSWER if is_right else Ink.FAULTY)


def next_edge(moment: Moment[Any]) -> Click | None:
    """The edge that is laid after the first: by direction, not by number or place."""
    step, following = moment.step, moment.next
    if (
        moment.scene.asks != NEXT
        or len(step.laid) != 1
        or not isinstance(following, EdgeLaid)
        or len(following.laid) != 2
    ):
        return None
    scene = moment.scene
    everything = {
        FeatureRef(part.ink.name, FeatureKind.EDGE, part.number): part
        for edge in moment.trace.result.edges
        for part in parts(edge, scene.a.world.points)
    }
    newest = [part.name for part in parts(following.edge, scene.a.world.points)]
    right = frozenset(feature for feature, part in everything.items() if part.name in newest)
    now = direction(step.edge)
    text = f"Directions so far: {fixed(now, 0)}°. Click the edge of A or B that is laid next."

    def judge(answer: FeatureRef | str) -> Verdict:
        part = everything.get(answer) if isinstance(answer, FeatureRef) else None
        if part is None:
            return Verdict(False, "Click an edge of A or of B.", "No edge")
        theta = f"{fixed(direction(part), 0)}°"
        turn = (round(direction(part)) - round(now)) % 360
        turns = f"It points at {theta}: {turn}° counter-clockwise from {fixed(now, 0)}°"
        is_right = answer in right
        middle = scene.edge_at_home(part) + (part.end - part.start) / 2.0
        remark = Remark((float(middle[0]), float(middle[1])), theta, right=is_right)
        draw = partial(_draw_edge, scene, part, now, is_right)
        if is_right:
            because = f"{turns}. No other edge turns less."
            return Verdict(True, because, remarks=(remark,), features=right, draw=draw)
        if part.name in {p.name for p in parts(step.edge, scene.a.world.points)}:
            return Verdict(False, "This edge is laid already.", "Laid already", (remark,), draw=draw)
        return Verdict(False, f"{turns}. Another edge turns less.", "Not yet", (remark,), draw=draw)

    return Click(text, judge, right)


def _draw_edge(scene: Any, part: Any, now: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The clicked edge as an arrow on its shape, and among the directions."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    way = part.end - part.start
    start = scene.edge_at_home(part) if pane == "world" else np.zeros(2)
    if pane in ("world", "fan"):
        canvas.arrow(start, start + way, ink, line=Line.MEASURE)
    if pane == "fan":
        turn = (direction(part) - now) % 360.0
        measures.angle_arc(canvas, ORIGIN, math.radians(now), math.radians(now + turn), ink, arrow=True)
