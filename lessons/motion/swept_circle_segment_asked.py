"""What a moving circle and a wall ask: where the height is r, and whether the face or an end is touched first."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.outcome import Outcome
from geometry.swept_circle.steps import SegmentFeature
from geometry.vector import Vector, cross, length
from lessons.motion.swept_circle_segment_figure import CAPS, FACES, draw_foot
from lessons.motion.swept_circle_segment_scene import crosses
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.04  # of the height, that an answer may be off
NOTHING = "nothing"


def where_entering(moment: Moment[Any]) -> Place | None:
    """The place on the path where the height is r; of a circle that meets a face."""
    scene: Any = moment.scene
    found = moment.trace.result
    if found.outcome is not Outcome.HIT or found.feature is not SegmentFeature.FACE:
        return None
    return Place(
        r"The height falls at a constant rate. Where is the centre when $h(t)=r$? Drag the ring along the path.",
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
        return Verdict(True, why, remarks=(Remark(points[0], f"$h(t)$ = $r$ = {r}", True),), draw=draw)
    words = f"$h(t)$ = {fixed(h)}"
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
    if is_right:  # round a wrong place it would show where to drag
        marks.circle(canvas, at, scene.r_a, ink, Line.END)


def which_part(moment: Moment[Any]) -> Click | None:
    """What the circle touches first: the face, an end, or nothing: the foot tells, as the centre is in the slab. Not
    asked where the path crosses the wall and hits the face, as anyone would say."""
    scene, found = moment.scene, moment.trace.result
    if crosses(scene) and found.feature is SegmentFeature.FACE:
        return None
    right: FeatureRef | str = NOTHING
    if found.outcome is Outcome.HIT:
        parts = {SegmentFeature.FACE: FACES[0], SegmentFeature.START: CAPS[0], SegmentFeature.END: CAPS[1]}
        right = parts[found.feature]
    known = r"At the start $h<r$. " if scene.entry <= 0.0 else ""
    return Click(
        known + r"What does the circle touch first? Click the wall between $\B{\boldsymbol{p}}$ and "
        r"$\B{\boldsymbol{q}}$, or one of its ends.",
        partial(_judge_part, scene, right),
        frozenset((right,)),
        (NOTHING,),
        kinds=frozenset((FeatureKind.PART,)),
        hides_end=True,
    )


def _judge_part(scene: Any, right: FeatureRef | str, answer: FeatureRef | str) -> Verdict:
    is_right = answer == right
    is_q = scene.foot(scene.entry) > 1.0
    name, own, other = ("q", CAPS[1], CAPS[0]) if is_q else ("p", CAPS[0], CAPS[1])
    draw = partial(_draw_entry, scene, is_right)
    if right == FACES[0]:
        head = "Not an end" if answer in CAPS else "Not that face" if answer in FACES else "It does touch"
        why = "At $h(t)$ = $r$ the foot of the centre is between p and q: the circle touches the face."
        if answer in CAPS:
            end = scene.p if answer == CAPS[0] else scene.q
            far = math.dist(end, scene.centre(scene.entry))
            why = (
                f"At $h(t)$ = $r$ the centre is {fixed(far)} from {'p' if answer == CAPS[0] else 'q'}, more than $r$."
            )
        elif answer == NOTHING:
            why = f"At $t$ = {fixed(scene.entry)} the height is $r$, and the foot is between p and q."
        return Verdict(is_right, why, "" if is_right else head, draw=draw)
    if answer == other and right == NOTHING:
        near = fixed(scene.least_gap + scene.r_a)
        why = (
            f"No end is hit: the centre comes no nearer to the wall than {near}, more than $r$ = {fixed(scene.r_a)}."
        )
        return Verdict(False, why, "It passes", draw=draw)
    beyond = f"{'At $h(t)$ = $r$' if scene.entry > 0.0 else 'At the start'} the foot is beyond {name}"
    if answer == other:
        end, letter = (scene.p, "p") if is_q else (scene.q, "q")
        away = fixed(math.dist(end, scene.centre(max(scene.entry, 0.0))))
        why = f"{beyond}: there the centre is {away} from {letter}, more than $r$ = {fixed(scene.r_a)}."
        return Verdict(False, why, "The other end", draw=partial(_cross, end))
    if answer in FACES:
        far = scene.foot(scene.entry) * scene.length
        off = fixed(far - scene.length if is_q else -far)
        return Verdict(False, f"{beyond} by {off}: there is no face to hit.", "No face there", draw=draw)
    if right == NOTHING:
        near = fixed(scene.least_gap + scene.r_a)
        why = f"{beyond}: no face. And the centre comes no nearer to {name} than {near}."
        return Verdict(is_right, why, "" if is_right else "It passes", draw=draw)
    if answer == own:
        return Verdict(True, f"{beyond}: no face. Then the centre meets the cap around {name}.", draw=draw)
    near = fixed(abs(cross(scene.v, (scene.q if is_q else scene.p) - scene.c)) / length(scene.v))
    return Verdict(False, f"The path passes {name} at {near}, less than $r$ = {fixed(scene.r_a)}.", "It does touch")


def _draw_entry(scene: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The circle where its centre is in the slab first, and the foot."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    draw_foot(canvas, scene, scene.entry, ink)
    if scene.entry > 0.0:
        marks.circle(canvas, scene.centre(scene.entry), scene.r_a, ink, Line.END if is_right else Line.DOTTED)


def _cross(at: Vector, canvas: Canvas, pane: str) -> None:
    marks.cross(canvas, at, "out of reach", Ink.FAULTY, toward=(-1.0, -0.6))
