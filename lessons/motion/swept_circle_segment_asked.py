"""What a moving circle and a wall ask: where the centre enters the slab, and which part of the capsule it meets."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.outcome import Outcome
from geometry.swept_circle.steps import SegmentFeature
from geometry.vector import Vector
from lessons.motion.swept_circle_segment_figure import CAPS, FACES
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.04  # of the height, that an answer may be off


def where_entering(moment: Moment[Any]) -> Place | None:
    """The place on the path where the height is r; of a circle that meets a face."""
    scene: Any = moment.scene
    found = moment.trace.result
    if found.outcome is not Outcome.HIT or found.feature is not SegmentFeature.FACE:
        return None
    return Place(
        r"The height falls evenly. Where is the centre when the height is $r$? Drag the ring along the path.",
        partial(_judge_place, scene),
        start=(xy(scene.centre(0.95 if found.fraction < 0.5 else 0.3)),),
        right=(xy(scene.centre(found.fraction)),),
        pane="world",
        along=((xy(scene.c), xy(scene.end)),),
        names=("centre",),
    )


def _judge_place(scene: Any, points: Points) -> Verdict:
    h = float(scene.up @ (np.array(points[0]) - scene.p))
    is_right = abs(h - scene.r_a) <= NEAR
    draw = partial(_draw_height, scene, points[0], is_right)
    r, all_of_it = fixed(scene.r_a), fixed(scene.height)
    if is_right:
        why = f"The height has fallen from {all_of_it} to $r$ = {r}. Here the circle touches the wall's line."
        return Verdict(True, why, remarks=(Remark(points[0], f"h = r = {r}", True),), draw=draw)
    words = f"h = {fixed(h)}"
    if h > scene.r_a:
        why = f"Here the height is {fixed(h)}, more than $r$ = {r}: the circle does not reach the wall's line yet."
        return Verdict(False, why, "Too early", (Remark(points[0], words),), draw=draw)
    why = f"Here the height is {fixed(h)}, less than $r$ = {r}: the circle is through the wall's line already."
    return Verdict(False, why, "Too late", (Remark(points[0], words),), draw=draw)


def _draw_height(scene: Any, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The circle there, and its height over the wall's line."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    h = float(scene.up @ (np.array(at) - scene.p))
    measures.measure(canvas, np.array(at) - h * scene.up, at, ink)
    marks.circle(canvas, at, scene.r_a, ink, Line.END if is_right else Line.DOTTED)


def which_part(moment: Moment[Any]) -> Click | None:
    """The part of the capsule that the centre meets first; of a circle that meets an end."""
    found, scene = moment.trace.result, moment.scene
    if found.outcome is not Outcome.HIT or found.feature is SegmentFeature.FACE:
        return None
    which = 1 if found.feature is SegmentFeature.END else 0
    right, name, other = CAPS[which], "pq"[which], "qp"[which]
    touch = scene.centre(found.fraction)

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer == right:
            f = fixed(scene.foot(found.fraction))
            why = f"There the foot has $f$ = {f}: beyond {name}, where the capsule is round."
            return Verdict(True, why, remarks=(Remark(xy(touch), f"f = {f}", True),))
        if answer in CAPS:
            why = f"To reach the cap at {other}, the centre would have to pass through the capsule first."
            return Verdict(
                False, why, "The other end", draw=partial(_cross, (scene.q, scene.p)[which], "out of reach")
            )
        if answer == FACES[0]:
            return Verdict(False, _beside(scene), "Not the face", draw=partial(_cross, _entry(scene), "no face here"))
        why = "This face is on the far side of the wall: the centre would have to cross the wall to come there."
        middle = (scene.p + scene.q) / 2.0 - scene.r_a * scene.up
        return Verdict(False, why, "The far side", draw=partial(_cross, middle, "behind the wall"))

    return Click(
        r"Follow the path of the centre. Click the part of the capsule that it meets first.",
        judge,
        frozenset((right,)),
        kinds=frozenset((FeatureKind.PART,)),
    )


def _cross(at: Vector, words: str, canvas: Canvas, pane: str) -> None:
    marks.cross(canvas, at, words, Ink.FAULTY, toward=(-1.0, -0.6))


def _entry(scene: Any) -> np.ndarray:
    """Where the centre comes to the line of the face; in the slab already, where it starts."""
    is_above = scene.height > scene.r_a and scene.closing > 0.0
    at: np.ndarray = scene.centre(min((scene.height - scene.r_a) / scene.closing, 1.0)) if is_above else scene.c
    return at


def _beside(scene: Any) -> str:
    if scene.height <= scene.r_a:
        return f"The height is {fixed(scene.height)}, below $r$ from the start: this face is met from above only."
    return "Where the path comes to the line of this face, the foot is beyond the wall: the face has ended before."
