"""What two shadows asks: where on the curve an edge's normal lies, and a scene to construct."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from geometry.feature import FeatureRef
from geometry.sat.separation_curve import AtEdge, ByHand, EveryDirection
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from lessons.stories.standing import standing
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Challenge, Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, tint

NEAR = math.radians(4.3)  # a place on the curve is an edge's within so much
AWAY = math.radians(20.0)  # the ring starts so far from the answer and from the learner's axis
FAR, BEYOND = 26.0, 34.0  # pixels: an axis that is tried stands so far from the edge, and goes on so far
STANDS_OUT = 0.002  # a top of the curve rises so far above what lies at its sides


def prediction(moment: Moment[ShapesAndAxis]) -> Place | None:
    """Where on the curve an edge's normal lies, while the icons that tell it are not drawn yet: of an edge that makes
    a kink, the lowest one, so that it is not the top."""
    scene = moment.scene
    kinks = [step for step in moment.trace if isinstance(step, AtEdge) and step.faces]
    if not kinks:
        return None
    asked = min(kinks, key=lambda step: step.separation)
    p, q = scene.shape_of(asked.edge).edges_xy[asked.edge.index]

    def judge(points: Points) -> Verdict:
        angle = math.radians(points[0][0])
        here = (points[0][0], scene.separation_at(angle))
        if apart(angle, asked.angle) <= NEAR:
            told = f"Before {degrees(asked.angle)} $s$ uses one end of {asked.edge}, after it the other: a kink, at"
            place = (math.degrees(asked.angle), asked.separation)
            right = Remark(place, f"$s$ = {fixed(asked.separation)}", right=True)
            because = f"{told} $s$ = {_number(scene, asked.separation)}."
            return Verdict(True, because, "", (right,), draw=partial(draw_ends, scene, asked.edge, asked.angle))
        ends = abs((q[0] - p[0]) * math.cos(angle) + (q[1] - p[1]) * math.sin(angle))
        told = f"At {degrees(angle)} the ends of {asked.edge} project {fixed(ends)} apart."
        close = [edge for edge, at in scene.edges.items() if apart(at, angle) <= NEAR]
        why = (
            f"This axis is perpendicular to {close[0]}." if close else "The axis has to be perpendicular to the edge."
        )
        remarks = (Remark(here, f"ends {fixed(ends)} apart"),)
        return Verdict(
            False, f"{told} {why}", "Not this axis", remarks, draw=partial(draw_ends, scene, asked.edge, angle)
        )

    free = (math.radians(turn) for turn in (20.0, 160.0, 90.0, 55.0, 125.0))
    start = next(each for each in free if min(apart(each, asked.angle), apart(each, scene.angle)) >= AWAY)
    path = tuple(zip(np.degrees(scene.curve[0]).tolist(), scene.curve[1].tolist(), strict=True))
    return Place(
        f"Drag the ring on the curve to the axis on which both ends of {asked.edge} project to one place.",
        judge,
        start=((math.degrees(start), scene.separation_at(start)),),
        right=((math.degrees(asked.angle), asked.separation),),
        pane="curve",
        along=(path,),
        names=(str(asked.edge),),
        draw=partial(draw_asked, scene, asked.edge),
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
        because = f"{told}: $s$ = {_number(scene, s)} there. The curve is highest at another angle."
        return Verdict(False, because, "Not this edge", draw=draw)

    return Click("Click the edge whose normal lies at the highest point of the curve.", judge, right)


def draw_place(here: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """On the curve: where the normal of the edge that was clicked lies; a click has no pane of its own."""
    if pane != "curve":
        return
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    canvas.glow((here,), ink)
    canvas.dot(here, ink, Point.ANSWER if is_right else Point.CROSS)
    words = Ink.TEXT if is_right else ink
    toward = (-1.0, 0.6) if here[0] < 110.0 else (1.0, 0.6)
    canvas.label(f"$s$ = {fixed(here[1])}", here, words, toward=toward, style=TextStyle.BOLD)


def draw_asked(scene: ShapesAndAxis, edge: FeatureRef, canvas: Canvas, pane: str) -> None:
    """In the world: the edge that is asked about, with its name outside."""
    if pane == "world":
        (p, q), n = scene.shape_of(edge).edges[edge.index], scene.shape_of(edge).normals[edge.index]
        marks.highlight_edge(canvas, (p, q), feature=edge, line=Line.FEATURE, glow=True)
        name = TextStyle.BOLD
        canvas.label(str(edge), 0.3 * p + 0.7 * q, Ink.EXAMINED, toward=n, style=name, feature=edge, leader=True)


def draw_ends(scene: ShapesAndAxis, edge: FeatureRef, angle: float, canvas: Canvas, pane: str) -> None:
    """In the world: a piece of the axis at an angle, outside the edge, and the perpendiculars to it from both ends of
    the edge: pink with the length between their feet, white where they are one line."""
    if pane != "world":
        return
    shape, c, s = scene.shape_of(edge), math.cos(angle), math.sin(angle)
    ends, n, pixel = shape.edges[edge.index], shape.normals[edge.index], canvas.pixel
    up = np.array((-s, c)) * (1.0 if c * n[1] - s * n[0] > -1e-9 else -1.0)
    level = float((ends @ up).max()) + FAR * pixel
    along = ends @ np.array((c, s))
    low, high = float(along.min()), float(along.max())
    is_right = high - low <= 1e-9
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    feet = [value * np.array((c, s)) + level * up for value in (low, high)]
    for end, value in zip(ends, along, strict=True):
        canvas.stroke((end, float(value) * np.array((c, s)) + level * up), ink, line=Line.DOTTED)
    beyond = BEYOND * pixel * np.array((c, s))
    canvas.stroke((feet[0] - beyond, feet[1] + beyond), ink, line=Line.THIN)
    if is_right:
        canvas.dot(feet[0], ink, Point.SMALL)
        canvas.label("both ends", feet[0] - beyond, Ink.TEXT, toward=(-c, -s), style=TextStyle.BOLD)
    else:
        side = 1.0 if c * up[1] - s * up[0] > 0.0 else -1.0
        measures.measure(canvas, feet[0], feet[1], ink, fixed(high - low), side=side)
    canvas.label(degrees(angle), feet[1] + beyond, ink, toward=(c, s), style=TextStyle.CAPTION)


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
    edges = [step.separation for step in moment.trace if isinstance(step, AtEdge)]
    if not edges:
        wide = next(step for step in moment.trace if isinstance(step, EveryDirection)).width
        text, hint = "Place B so that half of all axes show a gap.", "The green part has to be 90° wide."
        return Challenge(text, abs(math.degrees(wide) - 90.0) <= 1.0, f"now {degrees(wide)} of 180°", hint)
    if is_round(scene):
        text, hint = "Move B until an edge normal shows a gap.", "Move B beside the straight side of A."
        widest = max((step for step in moment.trace if isinstance(step, AtEdge)), key=lambda step: step.separation)
        return Challenge(text, widest.separation > scene.near, f"now {scene.measured(widest.angle)}", hint)
    found = tops(moment)
    close = len(found) > 1 and found[0][1] - found[1][1] <= 0.02 and found[0][1] < -scene.near
    now = f"maxima {fixed(found[0][1])} and {fixed(found[1][1])}" if len(found) > 1 else "now 1 maximum"
    now = f"now {scene.measured(best.angle)}" if best.separation > scene.near else now
    hint = "Move B until two edge normals show the same least overlap."
    text = "Make A and B overlap so that the curve has two equal maxima: two equally short moves."
    return Challenge(text, close, now, hint)


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
    """How the shapes stand; how far, as soon as the curve tells it."""
    a, b, found = moment.scene.a.world, moment.scene.b.world, moment.trace.result.separation
    best, step = moment.trace.result.separation, moment.step
    if isinstance(step, ByHand) and best > moment.scene.near >= step.separation:
        return "A and B are apart: along another axis there is a gap."
    return standing(a, b, numbers=not isinstance(moment.step, ByHand), found=found)


def is_round(scene: ShapesAndAxis) -> bool:
    a, b = scene.a.world, scene.b.world
    return len(a.points) < 3 or len(b.points) < 3 or a.radius + b.radius > 0.0


def _number(scene: ShapesAndAxis, s: float) -> str:
    return tint(fixed(s), scene.ink_of(s))
