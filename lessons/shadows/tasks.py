"""What two shadows asks: which edge makes a kink of the curve, the shortest move, and a scene to construct."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from geometry.feature import FeatureRef
from geometry.sat.separation_curve import AtEdge, BestAxis, ByHand, EveryDirection
from geometry.sat.support import ends_along
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Adjust, Challenge, Click, Verdict
from viz.lesson.text import fixed, tint

NEAR = math.radians(2.5)  # an axis is that of an edge's normal within so much
INSIDE = math.radians(3.0)  # so far from the borders of the chart a kink can be seen
SAME_MOVE = 0.02  # moves that differ by less are equally good answers
STANDS_OUT = 0.002  # a top of the curve rises so far above what lies at its sides


def move_asked(moment: Moment[ShapesAndAxis]) -> Adjust | None:
    """Of shapes that are not apart: along which axis does the shortest move separate them?"""
    best = moment.trace.result
    if moment.compare or is_round(moment.scene) or best.separation > moment.scene.near:
        return None

    def judge(scene: ShapesAndAxis) -> Verdict:
        s = scene.separation_at(scene.angle)
        is_right = apart(scene.angle, best.angle) <= NEAR or s >= best.separation - SAME_MOVE
        draw = partial(
            draw_place, (math.degrees(scene.angle), s), is_right, named=False
        )  # the step's number is there
        if is_right:  # nearly: what is told is true of the shortest one
            told = f"The shortest move is {_length(scene, best.separation)} long, along the axis at"
            return Verdict(True, f"{told} {degrees(best.angle)}, where $s$ is greatest.", draw=draw)
        told = f"Along the axis at {degrees(scene.angle)} a move of {_length(scene, s)} separates A and B."
        because = f"{told} Where $s$ is greater, the curve is higher and the move shorter."
        return Verdict(False, because, "Not the shortest move", draw=draw)

    text = "Turn the axis until the move along it that separates A and B is the shortest of all."
    return Adjust(text, judge, lambda scene: scene.turned_to(best.angle), "axis")


def edge_asked(moment: Moment[ShapesAndAxis]) -> Click | None:
    """Which edge makes a kink of the curve, once a kink has been seen: that at its highest point, if it is one of
    B's, after the last edge of A; else another kink, after the first one."""
    if moment.compare or not isinstance(moment.step, AtEdge):
        return None
    if not is_top_of_b(moment):
        kink = asked_kink(moment)
        return None if kink is None else kink_asked(moment.scene, kink)
    after = moment.trace.steps[moment.index + 1]
    is_due = moment.step.edge.owner == "A" and isinstance(after, AtEdge) and after.edge.owner == "B"
    return highest(moment) if is_due else None


def edges_of(moment: Moment[ShapesAndAxis]) -> list[AtEdge]:
    return [step for step in moment.trace if isinstance(step, AtEdge)]


def is_top_of_b(moment: Moment[ShapesAndAxis]) -> bool:
    """Whether the curve's greatest value lies at the normal of an edge of B's and of none of A's."""
    best: BestAxis = moment.trace.result
    if best.edge is None or best.edge.owner != "B":
        return False
    near = [apart(step.angle, best.angle) <= NEAR for step in edges_of(moment) if step.edge.owner == "A"]
    return bool(near) and not any(near)


def asked_kink(moment: Moment[ShapesAndAxis]) -> AtEdge | None:
    """The kink that is asked about as soon as one edge has shown what a kink is, of shapes that are apart: inside the
    chart if there is one, the lowest, which is not the top."""
    kinks = [step for step in edges_of(moment) if step.faces]
    is_due = bool(kinks) and moment.step is kinks[0] and moment.trace.result.separation > moment.scene.near
    if not is_due or moment.compare or is_top_of_b(moment):
        return None
    seen = [step.angle for step in moment.seen if isinstance(step, AtEdge)]
    new = [step for step in kinks if all(apart(step.angle, each) > NEAR for each in seen)]
    new = [step for step in new if INSIDE < step.angle < math.pi - INSIDE] or new
    return min(new, key=lambda step: step.separation) if new else None


def kink_asked(scene: ShapesAndAxis, kink: AtEdge) -> Click:
    """Which edge makes a kink: of the edges with this axis the one that faces the other shape."""
    there = [edge for edge, at in scene.edges.items() if apart(at, kink.angle) <= 1e-9]
    right = frozenset(edge for edge in there if decides(scene, edge))
    at = degrees(kink.angle)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in scene.edges:
            return Verdict(False, "A vertex has no normal. Click an edge.", "Not an edge")
        angle = scene.edges[answer]
        s = scene.separation_at(angle)
        draw = partial(draw_place, (math.degrees(angle), s), answer in right)
        own = degrees(angle) if degrees(angle) != at else f"{math.degrees(angle):.2f}°"
        if answer in right:
            told = (
                f"The normal of {answer} lies at {at}, and its ends decide $s$ = {_number(scene, s)} there: a kink."
            )
            return Verdict(True, told, draw=draw)
        if answer in there:
            told = f"The normal of {answer} lies at {at} too, but its ends do not decide $s$: look at the other side."
            return Verdict(False, told, "Not this edge", draw=draw)
        told = f"The normal of {answer} lies at {own}. The edge has to be perpendicular to the axis at {at}."
        return Verdict(False, told, "Not this edge", draw=draw)

    return Click(f"The curve has another kink, at {at}. Click an edge that makes it.", judge, right)


def decides(scene: ShapesAndAxis, edge: FeatureRef) -> bool:
    """Whether the ends of an edge decide the separation along its normal: the edge faces the other shape."""
    shape, other = (scene.a, scene.b) if edge.owner == "A" else (scene.b, scene.a)
    n = shape.world.normals_xy[edge.index]
    (low, high), (first, last) = ends_along(shape.world, *n), ends_along(other.world, *n)
    return first - high >= low - last


def highest(moment: Moment[ShapesAndAxis]) -> Click:
    """Whose normal the curve's greatest value lies at."""
    scene, best = moment.scene, moment.trace.result
    right = frozenset(edge for edge, at in scene.edges.items() if apart(at, best.angle) <= 1e-9)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in scene.edges:
            return Verdict(False, "A vertex has no normal. Click an edge.", "Not an edge")
        angle, s = scene.edges[answer], scene.separation_at(scene.edges[answer])
        draw = partial(draw_place, (math.degrees(angle), s), answer in right)
        told = f"The normal of {answer} lies at {degrees(angle)}"
        if answer in right:
            return Verdict(True, f"{told}, where the curve is highest: $s$ = {_number(scene, s)}.", draw=draw)
        about = round(math.degrees(best.angle), -1)
        because = (
            f"{told}: $s$ = {_number(scene, s)} there. The highest point lies near {about:.0f}°: look for an edge"
        )
        because = f"{because} perpendicular to that axis."
        return Verdict(False, because, "Not this edge", draw=draw)

    return Click("Click the edge whose normal lies at the highest point of the curve.", judge, right)


def draw_place(here: Pair, is_right: bool, canvas: Canvas, pane: str, *, named: bool = True) -> None:
    """On the curve: where the axis of an answer lies, with s if it is to be named; a click has no pane of its own."""
    if pane != "curve":
        return
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    canvas.glow((here,), ink)
    canvas.dot(here, ink, Point.ANSWER if is_right else Point.CROSS)
    if not named:
        return
    words = Ink.TEXT if is_right else ink
    toward = (-1.0, 0.6) if here[0] < 110.0 else (1.0, 0.6)
    canvas.label(f"$s$ = {fixed(here[1])}", here, words, toward=toward, style=TextStyle.BOLD)


def goal(moment: Moment[ShapesAndAxis]) -> Challenge:
    """At first to turn the axis; then a scene to construct, which depends on whether shapes are round."""
    scene, best = moment.scene, moment.trace.result
    if isinstance(moment.step, ByHand):
        s, hint = moment.step.separation, "The longest way through both shapes is not the axis to look for."
        now = f"now {scene.measured(moment.step.angle)}"
        if best.separation > scene.near:
            hint = "The axis is perpendicular to a line that fits between A and B."
            return Challenge("Turn the axis until the projections leave a gap.", s > scene.near, now, hint)
        least = s >= best.separation - 0.01
        return Challenge("Turn the axis until the move that separates the projections is shortest.", least, now, hint)
    edges = [step for step in moment.trace if isinstance(step, AtEdge)]
    if not edges:
        wide = next(step for step in moment.trace if isinstance(step, EveryDirection)).width
        text, hint = "Place B so that half of all axes show a gap.", "The green part has to be 90° wide."
        return Challenge(text, abs(math.degrees(wide) - 90.0) <= 1.0, f"now {degrees(wide)} of 180°", hint)
    if is_round(scene):
        text, hint = "Move B until an edge normal shows a gap.", "Move B beside the straight side of A."
        widest = max(edges, key=lambda step: step.separation)
        return Challenge(text, widest.separation > scene.near, f"now {scene.measured(widest.angle)}", hint)
    return goal_of_polygons(moment, {owner: [e for e in edges if e.edge.owner == owner] for owner in "AB"})


def goal_of_polygons(moment: Moment[ShapesAndAxis], edges: dict[str, list[AtEdge]]) -> Challenge:
    """Of two squares alike, of two boxes, of a box and a polygon without parallel edges, of others."""
    scene, best = moment.scene, moment.trace.result
    a, b = scene.a.shape, scene.b.shape
    if a.points.shape == b.points.shape and np.array_equal(a.points, b.points):
        s = max(scene.separation_at(0.0), scene.separation_at(math.pi / 2.0))
        text, hint = "Move B until the x axis or the y axis shows a gap.", "Move B further to one side of A."
        return Challenge(text, s > scene.near, f"now {_lies(scene, s)}", hint)
    parallel = {owner: len({round(e.angle, 6) for e in edges[owner]}) for owner in "AB"}
    is_box = {owner: count * 2 == len((a if owner == "A" else b).points) for owner, count in parallel.items()}
    if is_box["A"] and is_box["B"] and len(a.points) == len(b.points):
        (first, s), (second, t) = sorted({round(e.angle, 6): e.separation for e in edges["A"]}.items())
        text = f"Place B so that the gaps at {degrees(first)} and at {degrees(second)} are equal."
        told, hint = f"now {_lies(scene, s)} and {_lies(scene, t)}", "Move B beyond a corner of A."
        return Challenge(text, min(s, t) > scene.near and abs(s - t) <= 0.02, told, hint)
    if is_box["A"] and len(b.points) == 3:
        s = max(step.separation for step in edges["A"])
        text, hint = "Move B until an edge of A shows a gap as well.", "Move B away from one side of A."
        return Challenge(text, s > scene.near, f"now {_lies(scene, s)}", hint)
    found = tops(moment)
    close = len(found) > 1 and found[0][1] - found[1][1] <= 0.02 and found[0][1] < -scene.near
    now = f"maxima {fixed(found[0][1])} and {fixed(found[1][1])}" if len(found) > 1 else "now 1 maximum"
    if best.separation > scene.near:
        now = f"now {fixed(best.separation)} apart" if isinstance(moment.step, BestAxis) else "now apart"
    hint = "Move B until two edge normals show the same least overlap."
    text = "Make A and B overlap so that the curve has two equal maxima: two equally short moves."
    return Challenge(text, close, now, hint)


def _lies(scene: ShapesAndAxis, s: float) -> str:
    return "touching" if abs(s) <= scene.near else f"{'gap' if s > 0.0 else 'overlap'} {fixed(abs(s))}"


def tops(moment: Moment[ShapesAndAxis]) -> list[tuple[float, float]]:
    """The highest places of the curve that lie at edge normals and stand out clearly: angle and separation, the
    highest first."""
    values = moment.scene.curve[1][:-1]
    angles = moment.scene.curve[0][:-1]
    found: dict[float, float] = {}
    for step in moment.trace:
        if isinstance(step, AtEdge) and step.faces and all(abs(step.angle - each) > 1e-6 for each in found):
            start = int(np.searchsorted(angles, step.angle - 1e-9))
            around = np.roll(values, -start) - step.separation
            if all(_falls(side) for side in (around[1:], around[::-1])):
                found[step.angle] = step.separation
    return sorted(found.items(), key=lambda place: -place[1])


def _falls(side: np.ndarray) -> bool:
    """Whether values that lead away from a top fall clearly before they rise above it."""
    deep, high = side <= -STANDS_OUT, side > 1e-9
    return bool(deep.any()) and (not high.any() or int(deep.argmax()) < int(high.argmax()))


def situation(moment: Moment[ShapesAndAxis]) -> str:
    """How the shapes stand; how far, as soon as the search has found it."""
    a, b, found = moment.scene.a.world, moment.scene.b.world, moment.trace.result.separation
    best, step = moment.trace.result.separation, moment.step
    if isinstance(step, ByHand) and best > moment.scene.near >= step.separation:
        return "A and B are apart: along another axis there is a gap."
    return standing(a, b, numbers=isinstance(step, BestAxis), found=found)


def is_round(scene: ShapesAndAxis) -> bool:
    a, b = scene.a.world, scene.b.world
    return len(a.points) < 3 or len(b.points) < 3 or a.radius + b.radius > 0.0


def _length(scene: ShapesAndAxis, s: float) -> str:
    """Of the move that separates two projections."""
    return tint(fixed(max(-s, 0.0)), scene.ink_of(s))


def _number(scene: ShapesAndAxis, s: float) -> str:
    return tint(fixed(s), scene.ink_of(s))
