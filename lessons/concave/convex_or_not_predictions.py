"""What the learner is asked in convex or not: to find a gap, a turn to the right, and a place where SAT errs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Interval, Pose, Vector
from geometry.concave.convexity import (
    AxesProjected,
    AxisProjected,
    HullFound,
    Turn,
    Turned,
    outline_axes,
    outline_hull,
)
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import gjk
from geometry.shape import hull
from lessons.concave.convex_or_not_chart import degrees, draw_tested
from lessons.concave.convex_or_not_figure import draw_axis, draw_turn
from lessons.concave.convex_or_not_words import turn_told
from viz.lesson import projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Click, Draw, Remark, Verdict
from viz.lesson.scene import Body
from viz.lesson.text import fixed

NONE = "none"


def vertex(index: int) -> FeatureRef:
    return FeatureRef("A", FeatureKind.VERTEX, index)


def which_axis(moment: Moment[Any]) -> Click | None:
    """Of shapes that are apart: an edge whose normal shows that."""
    tested = moment.first(AxesProjected)
    if moment.compare or tested is None or moment.step.is_overlap:
        return None
    named = {FeatureRef(t.owner, FeatureKind.EDGE, t.edge): t for t in tested.tests}
    gaps = frozenset(ref for ref, test in named.items() if test.separation > 0.0)

    def middle(test: AxisProjected) -> tuple[float, float]:
        ring = moment.scene.a.points if test.owner == "A" else moment.scene.b.world.points
        x, y = ((ring[test.edge] + ring[(test.edge + 1) % len(ring)]) / 2.0).tolist()
        return x, y

    def shown(test: AxisProjected, *, others: bool = False) -> Draw:
        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                draw_axis(canvas, moment.scene, test, across=True)
            else:
                for each in tested.tests if others else (test,):
                    draw_tested(canvas, each)
                if others:
                    ink, at = separation_ink(test.separation), (degrees(test.normal), test.separation)
                    name = f"edge {test.edge} of {test.owner}: {fixed(test.separation)}"
                    canvas.label(name, at, ink, toward=(0.0, test.separation), style=TextStyle.BOLD)

        return draw

    def judge(answer: FeatureRef | str) -> Verdict:
        test = named.get(answer) if isinstance(answer, FeatureRef) else None
        best = tested.best
        if answer == NONE:
            if gaps:
                return Verdict(False, "An edge normal shows a gap. Look for a straight strip between A and B.")
            least, count = fixed(-best.separation), len({round(degrees(t.normal), 6) % 180.0 for t in tested.tests})
            normals = f"{len(named)} edge normals ({count} directions)"
            because = f"On all {normals} the projections overlap, by {least} or more: no gap."
            return Verdict(True, because, draw=shown(best, others=True))
        if test is None:
            return Verdict(False, "Click an edge of A or B, or “none”.")
        name = f"edge {test.edge} of {test.owner}"
        if test.separation > 0.0:
            gap = fixed(test.separation)
            remarks = (Remark(middle(test), f"gap {gap}", True),)
            because = f"The normal of {name} shows a gap of {gap}."
            return Verdict(True, because, remarks=remarks, draw=shown(test, others=True))
        ends = [f"{fixed(each.low)} to {fixed(each.high)}" for each in (test.of_a, test.of_b)]
        because = (
            f"On the normal of {name}, A reaches from {ends[0]} and B from {ends[1]}: they overlap by "
            f"{fixed(-test.separation)}."
        )
        return Verdict(False, because, remarks=(Remark(middle(test), "no gap"),), draw=shown(test))

    text = "Will SAT find the gap? Click an edge whose normal shows a gap, or answer “none”."
    return Click(text, judge, gaps or frozenset((NONE,)), (NONE,))


def which_vertex(moment: Moment[Any]) -> Click | None:
    """A turn to the right."""
    walk: dict[int, Turned] = {s.vertex: s for s in moment.scene.walk}
    reflex = frozenset(vertex(i) for i, s in walk.items() if s.turn is Turn.REFLEX)
    if moment.compare or not reflex:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        step = next((s for i, s in walk.items() if vertex(i) == answer), None)
        if step is None:
            return Verdict(False, "Click one of the vertices of A.")
        x, y = moment.scene.a.points[step.vertex].tolist()

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                draw_turn(canvas, moment.scene, step)

        because = f"At vertex {step.vertex} you {turn_told(step)}"
        if answer in reflex:
            return Verdict(True, f"{because}.", remarks=(Remark((x, y), "", True),), draw=draw)
        return Verdict(False, f"{because}, not right.", remarks=(Remark((x, y), ""),), draw=draw)

    text = "Walk around A with the inside on your left. Click a vertex at which you turn right."
    return Click(text, judge, reflex)


def drag_beside(moment: Moment[Any], around: HullFound) -> Adjust | None:
    """A place where SAT errs although B does not even meet the hull."""
    scene = moment.scene
    if moment.compare or not around.bridges:
        return None
    wanted = beside_the_string(scene, around)
    if wanted is None:
        return None

    def judge(now: Any) -> Verdict:
        wrapped = hull(now.a.points)
        apart = gjk(wrapped, now.b.world).separation
        best = outline_axes(now.polygon, now.b.world).best
        x, y = now.b.pose.position.tolist()

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                n, gap = (
                    bridge_gap(now)
                    if best.separation <= 0.0
                    else (best.normal, projections.facing_ends(best.of_a, best.of_b))
                )
                projections.slab(canvas, n, gap, Ink.GAP, opacity=0.3)

        if apart is None or apart <= 1e-9:
            because = "B meets the hull here. No axis of any direction shows a gap between them."
            return Verdict(False, because, remarks=(Remark((x, y), "meets the hull"),))
        if best.separation > 0.0:
            name = f"edge {best.edge} of {best.owner}"
            because = f"The hull is {fixed(apart)} away, but SAT is right: the normal of {name} shows a gap."
            return Verdict(False, because, remarks=(Remark((x, y), "SAT says apart"),), draw=draw)
        because = (
            f"The hull is {fixed(apart)} away, yet no edge normal shows a gap. SAT never tests the bridge’s normal."
        )
        return Verdict(True, because, remarks=(Remark((x, y), "SAT says overlap", True),), draw=draw)

    text = "Drag and rotate B until it is outside the hull and SAT still reports an overlap."
    return Adjust(text, judge, lambda now: now.with_field("b", wanted), "b")


def bridge_gap(scene: Any) -> tuple[Vector, Interval]:
    """The bridge's normal on which the hull and B are furthest apart, and the gap there."""
    p, found = scene.a.points, []
    for i, j in outline_hull(scene.polygon).bridges:
        e = p[j] - p[i]
        n = np.array((e[1], -e[0])) / math.hypot(*e)
        found.append((n, Interval(float(p[i] @ n), float((scene.b.world.points @ n).min()))))
    return max(found, key=lambda each: each[1].high - each[1].low)


def beside_the_string(scene: Any, around: HullFound) -> Body | None:
    """B before the middle of a bridge, as far out as SAT errs; None where it nowhere does."""
    p = scene.a.points
    for i, j in around.bridges:
        e = p[j] - p[i]
        out = np.array((e[1], -e[0])) / math.hypot(*e)
        for turn in np.radians((0.0, 15.0, 30.0, 45.0, 60.0, 75.0)).tolist():
            turned: Body = scene.b.turned(turn)
            reach = float(((turned.world.points - turned.pose.position) @ -out).max())
            for off in (0.06, 0.03, 0.015):
                placed = turned.placed(Pose((p[i] + p[j]) / 2.0 + (reach + off) * out, turned.pose.angle))
                if outline_axes(scene.polygon, placed.world).best.separation < -1e-6:
                    return placed
    return None
