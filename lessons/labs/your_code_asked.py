"""What a learner is asked before the routine's answer is shown: to draw it."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import signed_area
from lessons.labs.your_code_figure import YOURS, centres, draw_answer, movers
from lessons.labs.your_code_reading import CASTS, told
from lessons.labs.your_code_routines import BY_CENTRES
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import Compared, found_of
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Click, Place, Points, Prediction, Remark, Verdict

NEAR = 0.12  # of the scene's size: as near as a hand can put a point
DRAW = "This is the smallest scene. Draw the answer that your routine gives: "
TURNED = "It turns n by the sign of n · (B's centre − A's centre). Draw its answer: "


def prediction(moment: Moment[Asked]) -> Prediction | None:
    """Of the answer that the next step shows."""
    found = found_of(moment)
    scene = moment.scene
    if found.is_old:
        return None
    if found.yours is None:
        is_miss = found.said == "nothing" and scene.problem in CASTS
        return _choose(scene, found, ("a hit", "no hit")) if is_miss else _outcome(found)
    match scene.problem:
        case "mtv":
            start = middle(scene)
            to = (tuple(start + np.array(found.yours)),)
            return _place(scene, found, (start,), to, "drag B's middle to where B goes.")
        case "closest_points":
            ends = tuple(tuple(np.array(each.value).mean(axis=0)) for each in scene.outlines)
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
            return _compared(found, found.yours - found.right, ("more than the distance", "less than the distance"))
        case "triangulate":
            areas = [sum(abs(signed_area(np.array(each))) for each in some) for some in (found.yours, found.right)]
            return _compared(found, areas[0] - areas[1], ("more area than A", "less area than A"))
    return _outcome(found)


def middle(scene: Asked) -> tuple[float, float]:
    """Of B."""
    x, y = np.array(scene.outlines[1].value).mean(axis=0).tolist()
    return x, y


def size_of(scene: Asked) -> float:
    points = np.concatenate([np.reshape(each.value, (-1, 2)) for each in scene.of_kind("outline", "point")])
    return float(np.ptp(points, axis=0).max())


def because(scene: Asked, found: Compared) -> str:
    """What the routine answers, and what is wrong with it."""
    if found.why and reason_of(scene):
        return f"Centres coincide: the sign test is 0. {found.why}"
    return found.why or f"Your routine gives {told(scene, found.yours)}, and that is right."


def reason_of(scene: Asked) -> str:
    """Why the example by centres goes wrong, where that is so: centres that coincide tell no side."""
    if scene.routine != BY_CENTRES or math.dist(*centres(scene)) > 1e-9:
        return ""
    return "The centres coincide: the sign test reads 0, so n stays as its edge gave it."


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
            return Verdict(True, because(scene, found), draw=partial(_pink, scene, found))
        good = sum(each <= near for each in off)
        remarks = tuple(Remark(p, "not here") for p, each in zip(points, off, strict=True) if each > near)
        says = reason_of(scene) or "Follow its lines with the numbers of this scene."
        return Verdict(False, says, f"Your routine's answer: {good} of {len(off)}", remarks)

    shown = tuple((float(x), float(y)) for x, y in right)
    text = (TURNED if reason_of(scene) else DRAW) + what
    return Place(text, judge, tuple((float(x), float(y)) for x, y in start), shown, "world", names=names)


def _vertex(scene: Asked, found: Compared) -> Prediction:
    outline = scene.outlines[0].value
    at = [i for i, vertex in enumerate(outline) if math.dist(vertex, found.yours) < 1e-9]
    if not at:
        return _outcome(found)
    right = FeatureRef("A", FeatureKind.VERTEX, at[0])

    def judge(clicked: FeatureRef | str) -> Verdict:
        if clicked == right:
            return Verdict(True, because(scene, found))
        return Verdict(False, "Your routine answers another vertex here. Follow its loop with these numbers.")

    return Click(DRAW + "click the vertex.", judge, frozenset((right,)), kinds=frozenset((FeatureKind.VERTEX,)))


def _choose(scene: Asked, found: Compared, options: tuple[str, str]) -> Choose:
    right = options[0] if found.yours else options[1]

    def judge(option: str) -> Verdict:
        if option == right:
            return Verdict(True, because(scene, found))
        return Verdict(False, f"It answers “{right}”. Follow its lines with the numbers of this scene.")

    return Choose("This is the smallest scene. What will your routine answer?", judge, options, frozenset((right,)))


def _time(scene: Asked, found: Compared) -> Prediction:
    """A place on the path of what moves first."""
    points, vector, _ = next(movers(scene))
    start, t = points.mean(axis=0), found.yours
    if not vector.any():
        return _outcome(found)
    far = max(1.0, 1.25 * abs(t))
    low = min(0.0, 1.25 * t)
    path = (tuple((start + low * vector).tolist()), tuple((start + far * vector).tolist()))
    at = (start + t * vector).tolist()
    right = (at[0], at[1])

    def judge(placed: Points) -> Verdict:
        off = math.dist(placed[0], right)
        if off <= NEAR * math.dist(*path):
            return Verdict(True, because(scene, found))
        return Verdict(False, f"Off by {off:.2f}. Follow its lines with the numbers of this scene.")

    x, y = start.tolist()
    return Place(DRAW + "where is the contact?", judge, ((x, y),), (right,), "world", along=(path,))


def _compared(found: Compared, excess: float, options: tuple[str, str]) -> Choose:
    """Whether the answer is too large or too small; where neither is so, another thing is asked."""
    if abs(excess) < 1e-9:
        return _outcome(found)
    right = options[0] if excess > 0.0 else options[1]

    def judge(option: str) -> Verdict:
        if option == right:
            return Verdict(True, found.why or "")
        return Verdict(False, f"It gives {right}. Follow its lines with the numbers of this scene.")

    return Choose("This is the smallest scene. What does your routine give?", judge, options, frozenset((right,)))


def _outcome(found: Compared) -> Choose:
    options = ("a wrong answer", "something of another type", "no answer")
    is_none = found.said == "nothing"
    right = options[0] if found.yours is not None or is_none else options[1] if found.said else options[2]

    def judge(option: str) -> Verdict:
        if option == right:
            return Verdict(True, found.why or "Your routine is right on this scene.")
        return Verdict(False, f"It gives {right}. Follow its lines with the numbers of this scene.")

    return Choose(
        "This is the smallest scene. What comes of calling your routine on it?", judge, options, frozenset((right,))
    )
