"""What a learner is asked before the routine's answer is shown: to draw it."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import centroid, signed_area
from lessons.labs.your_code_arguments import centres
from lessons.labs.your_code_cause import Fault, question
from lessons.labs.your_code_figure import YOURS, draw_answer
from lessons.labs.your_code_reading import CASTS, doer, told
from lessons.labs.your_code_routines import BY_CENTRES
from lessons.labs.your_code_scene import Asked, movers
from lessons.labs.your_code_steps import Compared, found_of
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.12  # of the scene's size: as near as a hand can put a point
DRAW = "On this small scene, draw the answer that the routine gives: "
TURNED = "Line 26 turns n only if n · (B's centre − A's centre) < 0. Drag B's centre to where the routine moves it."


def prediction(moment: Moment[Asked], fault: Fault | None = None) -> Prediction | None:
    """Of the answer that the next step shows; where its fault is known, of the reason."""
    found = found_of(moment)
    scene = moment.scene
    if found.is_old:
        return None
    if fault is not None and fault.cause.guesses:
        return question(scene, found, fault)
    if found.yours is None:
        is_miss = found.said == "nothing" and scene.question in CASTS
        return _choose(scene, found, ("a hit", "no hit")) if is_miss else _outcome(scene, found)
    match scene.question:
        case "mtv":
            start = middle(scene)
            to = (tuple(start + np.array(found.yours)),)
            if reason_of(scene):
                return _by_centres(scene, found)
            return _place(scene, found, (start,), to, "drag B's centre to where B goes.")
        case "closest_points":
            ends = tuple(each.middle for each in scene.solids)
            return _place(scene, found, ends, found.yours, "place both points.", ("on A", "on B"))
        case "support":
            return _vertex(scene, found)
        case "overlap":
            return _choose(scene, found, ("overlap", "no overlap"))
        case "point_in_polygon":
            return _choose(scene, found, ("inside", "outside"))
        case "ray_cast" | "circle_cast" | "swept_circle" | "time_of_impact":
            return _time(scene, found)
        case "distance":
            return _compared(
                scene, found, found.yours - found.right, ("more than the distance", "less than the distance")
            )
        case "triangulate":
            areas = [sum(abs(signed_area(np.array(each))) for each in some) for some in (found.yours, found.right)]
            return _compared(scene, found, areas[0] - areas[1], ("more area than A", "less area than A"))
    return _outcome(scene, found)


def middle(scene: Asked) -> tuple[float, float]:
    """Of B."""
    return scene.solids[1].middle


def size_of(scene: Asked) -> float:
    return float(np.ptp(scene.places, axis=0).max())


def because(scene: Asked, found: Compared) -> str:
    """What the routine answers, and what is wrong with it."""
    return found.why or f"{doer(scene)} gives {told(scene, found.yours)}, and that is right."


def reason_of(scene: Asked) -> str:
    """Why the example by centres goes wrong, where that is so: centres that coincide tell no side."""
    if scene.routine != BY_CENTRES or math.dist(*centres(scene)) > 1e-9:
        return ""
    return "The centres coincide: the product is 0, not below 0, so n stays as its edge gave it."


class Axis(NamedTuple):
    """The edge whose normal the routine takes, and the overlap along it."""

    ends: Any
    normal: Any  # as the edge gives it
    overlap: float


def least_axis(scene: Asked) -> Axis:
    """The first of least overlap among the edges of A and of B, each from its neighbour before."""
    a, b = (np.array(each.value) for each in scene.outlines)
    found = []
    for ring in (a, b):
        for p, q in zip(np.roll(ring, 1, axis=0), ring, strict=True):
            n = np.array((q[1] - p[1], p[0] - q[0])) / math.dist(p, q)
            overlap = min((a @ n).max() - (b @ n).min(), (b @ n).max() - (a @ n).min())
            found.append(Axis((p, q), n, float(overlap)))
    return min(found, key=lambda each: each.overlap)


def _by_centres(scene: Asked, found: Compared) -> Place:
    """The edge and its n are shown: what is asked is only whether n is turned."""
    axis, start, yours = least_axis(scene), np.array(middle(scene)), np.array(found.yours)
    near = NEAR * size_of(scene)

    def judge(points: Points) -> Verdict:
        by = np.array(points[0]) - start
        if math.dist(by, yours) <= near:
            because = f"The product is 0, so n is not turned. {found.why}"
            return Verdict(True, because, draw=partial(_pink, scene, found), foretells_wrong=True)
        if math.dist(by, -yours) <= near:
            says = "So it would be right, but the centres coincide: the product is 0.00. Is that below 0?"
        elif math.hypot(*by) <= near:
            says = f"It does move B: by the least overlap of {fixed(axis.overlap)}, along n or against it."
        else:
            says = (
                f"The way is n or −n, the length {fixed(axis.overlap)}; yours is {fixed(math.hypot(*by))}. "
                "What is the product of n and 0?"
            )
        return Verdict(False, says, "The routine's answer: 0 of 1", (Remark(points[0], "not here"),))

    def drawn(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            draw_axis(canvas, axis)

    to = start + yours
    right = ((float(to[0]), float(to[1])),)
    return Place(TURNED, judge, (middle(scene),), right, "world", draw=drawn)


def draw_axis(canvas: Canvas, axis: Axis, *, told: bool = True) -> None:
    """The edge, its normal, and (`told`) how much the shapes overlap along it."""
    canvas.stroke(axis.ends, Ink.EXAMINED, line=Line.FEATURE)
    p, q = axis.ends
    at = 0.65 * p + 0.35 * q
    measures.unit_arrow(canvas, at, axis.normal, r"\boldsymbol{\hat n}", Ink.EXAMINED)
    if not told:
        return
    words = f"least overlap {fixed(axis.overlap)}"
    canvas.label(words, 0.3 * p + 0.7 * q, Ink.EXAMINED, toward=axis.normal, style=TextStyle.BOLD)


def _pink(scene: Asked, found: Compared, canvas: Canvas, pane: str) -> None:
    """The routine's wrong answer, in the ink of a wrong one."""
    if pane == "world" and found.why is not None:
        draw_answer(canvas, scene, found.yours, YOURS)


def _place(
    scene: Asked, found: Compared, start: Points, right: Points, what: str, names: tuple[str, ...] = ()
) -> Place:
    def judge(points: Points) -> Verdict:
        off = [math.dist(p, q) for p, q in zip(points, right, strict=True)]
        near = NEAR * size_of(scene)
        if max(off) <= near:
            draw = partial(_pink, scene, found)
            return Verdict(True, because(scene, found), draw=draw, foretells_wrong=found.why is not None)
        good = sum(each <= near for each in off)
        remarks = tuple(Remark(p, "not here") for p, each in zip(points, off, strict=True) if each > near)
        says = "Follow its lines with the numbers of this scene."
        return Verdict(False, says, f"The routine's answer: {good} of {len(off)}", remarks)

    shown = tuple((float(x), float(y)) for x, y in right)
    return Place(DRAW + what, judge, tuple((float(x), float(y)) for x, y in start), shown, "world", names=names)


def _vertex(scene: Asked, found: Compared) -> Prediction:
    outline = scene.outlines[0].value
    at = [i for i, vertex in enumerate(outline) if math.dist(vertex, found.yours) < 1e-9]
    if not at:
        return _outcome(scene, found)
    right = FeatureRef("A", FeatureKind.VERTEX, at[0])

    def judge(clicked: FeatureRef | str) -> Verdict:
        if clicked == right:
            return Verdict(True, because(scene, found), foretells_wrong=found.why is not None)
        return Verdict(False, "It answers another vertex here. Follow its loop with these numbers.")

    return Click(DRAW + "click the vertex.", judge, frozenset((right,)), kinds=frozenset((FeatureKind.VERTEX,)))


def _choose(scene: Asked, found: Compared, options: tuple[str, str]) -> Choose:
    right = options[0] if found.yours else options[1]

    def judge(option: str) -> Verdict:
        if option == right:
            return Verdict(True, because(scene, found))
        return Verdict(False, f"It answers “{right}”. Follow its lines with the numbers of this scene.")

    return Choose("What will the routine answer?", judge, options, frozenset((right,)))


def _time(scene: Asked, found: Compared) -> Prediction:
    """A place on the path of what moves first."""
    first = next(movers(scene))
    vector, t = first.vector, found.yours
    start = centroid(first.points) if first.spin else first.points.mean(axis=0)
    if not vector.any():
        return _outcome(scene, found)
    far = max(1.0, 1.25 * abs(t))
    low = min(0.0, 1.25 * t)
    path = (tuple((start + low * vector).tolist()), tuple((start + far * vector).tolist()))
    at = (start + t * vector).tolist()
    right = (at[0], at[1])

    def judge(placed: Points) -> Verdict:
        off = math.dist(placed[0], right)
        if off <= NEAR * math.dist(*path):
            return Verdict(True, because(scene, found), foretells_wrong=found.why is not None)
        return Verdict(False, f"Off by {off:.2f}. Follow its lines with the numbers of this scene.")

    x, y = start.tolist()
    return Place(DRAW + "where is the contact?", judge, ((x, y),), (right,), "world", along=(path,))


def _compared(scene: Asked, found: Compared, excess: float, options: tuple[str, str]) -> Choose:
    """Whether the answer is too large or too small; where neither is so, another thing is asked."""
    if abs(excess) < 1e-9:
        return _outcome(scene, found)
    right = options[0] if excess > 0.0 else options[1]

    def judge(option: str) -> Verdict:
        if option == right:
            return Verdict(True, found.why or "")
        return Verdict(False, f"It gives {right}. Follow its lines with the numbers of this scene.")

    return Choose("What does the routine give?", judge, options, frozenset((right,)))


def _outcome(scene: Asked, found: Compared) -> Choose:
    options = ("a wrong answer", "something of another type", "no answer")
    is_none = found.said == "nothing"
    right = options[0] if found.yours is not None or is_none else options[1] if found.said else options[2]

    def judge(option: str) -> Verdict:
        if option == right:
            return Verdict(True, found.why or f"{doer(scene)} is right on this scene.")
        return Verdict(False, f"It gives {right}. Follow its lines with the numbers of this scene.")

    return Choose("What comes of calling the routine on it?", judge, options, frozenset((right,)))
