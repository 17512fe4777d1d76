"""What two shadows asks: where on the curve an edge's normal lies, and a scene to construct."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from geometry.feature import FeatureRef
from geometry.sat.separation_curve import AtEdge, BestAxis, ByHand, EveryDirection
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from lessons.shadows.world_picture import asked_edge
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas, Label, Stroke
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Adjust, Challenge, Click, Remark, Verdict
from viz.lesson.text import fixed, tint

NEAR = math.radians(2.5)  # an axis is that of an edge's normal within so much
SAME_MOVE = 0.02  # moves that differ by less are equally good answers
STANDS_OUT = 0.002  # a top of the curve rises so far above what lies at its sides


def prediction(moment: Moment[ShapesAndAxis]) -> Adjust | None:
    """Of shapes that are apart a kink of the curve; of others, what the top of the curve means."""
    return kink_asked(moment) if moment.trace.result.separation > moment.scene.near else move_asked(moment)


def move_asked(moment: Moment[ShapesAndAxis]) -> Adjust | None:
    """Along which axis does the shortest move separate both shapes?"""
    best = moment.trace.result
    if moment.compare or is_round(moment.scene):
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


def kink_asked(moment: Moment[ShapesAndAxis]) -> Adjust | None:
    """Which kink of the curve an edge causes, while the icons that tell it are not drawn yet: it is found where both
    of the edge's ends lie at one point."""
    edge = asked_edge(moment)
    if edge is None:
        return None

    def judge(scene: ShapesAndAxis) -> Verdict:
        p, q = scene.shape_of(edge).edges_xy[edge.index]
        angle, c, s = scene.angle, math.cos(scene.angle), math.sin(scene.angle)
        wanted = scene.edges[edge]
        is_right = apart(angle, wanted) <= NEAR
        _, off, _ = scene.beside(angle)
        feet = sorted(x * c + y * s for x, y in (p, q))
        low, high = ((value * c + off * s, value * s - off * c) for value in feet)
        draw = partial(draw_ends, scene, edge, is_right)
        if is_right:
            told = f"Both ends of {edge} project to one point. There $s$ passes from one to the other:"
            because = f"{told} a **kink**."
            return Verdict(True, because, "", (Remark(low, "both ends", right=True),), draw=draw)
        told = f"At {degrees(angle)} the ends of {edge} project {fixed(feet[1] - feet[0])} apart:"
        close = [other for other, at in scene.edges.items() if apart(at, angle) <= NEAR]
        why = "$s$ uses at most one of them, here and just beside. So this edge makes no bend here."
        if close:
            why = f"here it is those of {close[0]} that project to one point."
        elif apart(angle, scene.trough[0]) <= NEAR:
            why = "here the two terms of $s$ are equal."
        remarks = (Remark(low, f"{fixed(feet[1] - feet[0])} apart", to=high),)
        return Verdict(False, f"{told} {why}", "Not this axis", remarks, draw=draw)

    return Adjust(
        f"The curve bends at a few axes. Turn the axis to the bend that {edge} makes.",
        judge,
        lambda scene: scene.turned_to(scene.edges[edge]),
        "axis",
    )


def highest(moment: Moment[ShapesAndAxis]) -> Click | None:
    """Whose normal the curve's greatest value lies at, after the last edge of A, if it is an edge of B's."""
    scene, best = moment.scene, moment.trace.result
    owners = [step.edge.owner for step in moment.trace.steps[moment.index :] if isinstance(step, AtEdge)]
    if best.edge is None or best.edge.owner != "B" or owners[:2] != ["A", "B"]:
        return None
    if any(apart(step.angle, best.angle) <= NEAR for step in moment.seen if isinstance(step, AtEdge)):
        return None
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


def draw_ends(scene: ShapesAndAxis, edge: FeatureRef, is_right: bool, canvas: Canvas, pane: str) -> None:
    """In the world: the lines from both ends of an edge to the axis, pink, with the numbers of the step out of the
    way, or, where they are one, white; on the curve the kink that has been found."""
    wanted = scene.edges[edge]
    if pane == "curve":
        if is_right:
            here = (math.degrees(wanted), scene.separation_at(wanted))
            canvas.glow((here,), Ink.ANSWER)
            canvas.dot(here, Ink.ANSWER, Point.ANSWER)
        return
    if not is_right:
        told = ("$\\min", "$\\max", "overlap", "gap")
        canvas.marks[:] = [
            m
            for m in canvas.marks
            if not (isinstance(m, Label) and m.text.startswith(told))
            and not (isinstance(m, Stroke) and m.line is Line.THIN and m.ink in (Ink.A, Ink.B))  # their leaders
        ]
    c, s = math.cos(scene.angle), math.sin(scene.angle)
    _, off, _ = scene.beside(scene.angle)
    for x, y in scene.shape_of(edge).edges[edge.index].tolist():
        value = x * c + y * s
        foot = (value * c + off * s, value * s - off * c)
        canvas.stroke(((x, y), foot), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DOTTED)


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
