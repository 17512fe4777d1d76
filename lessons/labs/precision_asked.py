"""What the precision lab asks: where the verdict goes wrong, what the area becomes, what subtracting can mend."""

from __future__ import annotations

import math

import numpy as np

from lessons.labs.precision_charts import pairs_of
from lessons.labs.precision_kinds import Boxes, Square
from lessons.labs.precision_scene import Far, step_text
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Adjust, Challenge, Choose, Place, Points, Remark, Verdict
from viz.lesson.text import tint, two_digits

STAIRS = np.arange(2, 23)  # powers of two from one to the next of which the spacing is the same
TRIED = (2.0 ** STAIRS[:, None] * (1.0 + np.arange(6) / 6.0)).ravel()  # six distances on each
BETTER, WHOLE, SAME = "better, not one cloud", "one cloud", "no change"
A_MILLION = 1e6
GAP = 0.01, 0.03  # of the challenge
LEFT_OVER = 4.0  # steps of the precision near the origin: more than that is not rounding of the test alone


def first_stair(scene: Far) -> float | None:
    """The least power of two from which on, up to the next one, some copy's sign is wrong; None where none is."""
    wrong = scene.few_wrong(TRIED).reshape(len(STAIRS), -1).any(axis=1)
    return float(2.0 ** STAIRS[wrong.argmax()]) if wrong.any() else None


def where_wrong(scene: Far) -> Adjust | None:
    """Before the shapes are moved away: where are they first called touching?"""
    if not isinstance(scene, Boxes) or scene.precision != "float32" or scene.true <= 2.0 * scene.moved:
        return None
    stair = first_stair(scene)
    if stair is None or stair <= scene.distance < 2.0 * stair:
        return None
    gap = tint(f"$s$ = {scene.told(scene.true)}", Ink.GAP)

    def judge(now: Far) -> Verdict:
        (first, second), _ = pairs_of(now)
        u = tint(f"$u$ = {step_text(now.unit)}", Ink.EXAMINED)
        rounded = (
            f"Vertices are rounded to {u}, projections to {step_text(now.spacing(max(abs(first), abs(second))))}"
        )
        if now.distance < stair:
            return Verdict(False, f"{rounded}. At both ends together that is less than {gap}.", "Not yet")
        if now.distance >= 2.0 * stair:
            because = f"Smaller steps are enough: rounded are vertices and projections, at both ends of {gap}."
            return Verdict(False, because, "Too far")
        return Verdict(True, f"{rounded}: enough to close {gap}.")

    text = "Drag **distance d** to the first step of the stairs on which float32 can call these shapes touching."
    return Adjust(text, judge, lambda now: now.with_field("distance", float(f"{1.5 * stair:.1e}")), "distance")


def what_area(scene: Far) -> Place | None:
    """Before its own distance is shown: what area float32 computes there."""
    if not isinstance(scene, Square) or scene.precision != "float32":
        return None
    step, right = scene.spacing(scene.distance**2), scene.alone(scene.distance, np.float32)
    if step < 8.0 * abs(scene.true):
        return None
    x = math.log10(scene.distance)
    words = f"{step:,.0f}"

    def judge(placed: Points) -> Verdict:
        y = placed[0][1]
        near = round(y / (0.5 * step)) * 0.5 * step
        if abs(y - right) <= 0.25 * step:
            because = f"Its products are near {scene.distance**2:,.0f}; there the spacing is {words}."
            return Verdict(True, because, remarks=(Remark((x, right), scene.told(right), True),))
        if abs(y - scene.true) <= 0.25 * step and abs(right - scene.true) > 0.25 * step:
            because = f"True is {scene.told(scene.true)}. But the products it adds have a spacing of {words}."
            return Verdict(False, because, "That is nearly the true area", (Remark((x, y), "the true area"),))
        because = (
            f"A multiple of half a step, such as {scene.told(near)}, is possible. Round each product to a multiple "
            f"of {words}, then add."
        )
        return Verdict(False, because, "Another multiple", (Remark((x, y), scene.told(y)),))

    reach = 2.0 * step
    text = "Drag the point to the **area** that float32 computes at the distance of this scene."
    return Place(text, judge, ((x, 0.75 * step),), ((x, right),), "chart", (((x, -reach), (x, reach)),), ("area",))


def after_storing(scene: Far) -> Choose | None:
    """Before the remedy: does it help to subtract a near point from what is stored?"""
    if not isinstance(scene, Boxes) or scene.wrong(scene.far) == 0.0:
        return None
    right = mended(scene)

    def judge(answer: str) -> Verdict:
        half = step_text(0.5 * scene.unit)
        if answer == right:
            because = {
                BETTER: f"The formula is exact now. But storing moved each vertex by up to {half}: that is lost.",
                WHOLE: "These vertices lie on the grid: storing lost nothing, and the subtraction is exact.",
                SAME: "The formula subtracts first anyway: what is wrong was lost when the vertices were stored.",
            }[right]
            return Verdict(True, because)
        because = (
            f"The vertices are stored already: each may be off by {half}. A subtraction cannot know by how much."
        )
        if answer == SAME:
            because = "The large numbers cancel before they are multiplied: projections are small then, and precise."

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "lens":
                corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
                canvas.stroke(corners, Ink.FAULTY, closed=True, line=Line.DOTTED)

        return Verdict(False, because, "Not so", draw=draw)

    text = "Subtract vertex 0 from all **stored** vertices, then test. What becomes of the columns?"
    return Choose(text, judge, (WHOLE, BETTER, SAME), frozenset((right,)))


def mended(scene: Far) -> str:
    """What subtracting a point after storing makes of the answers."""
    off = float(np.abs(scene.relative - scene.truth).max())
    if off <= LEFT_OVER * scene.spacing(max(1.0, abs(scene.true))):
        return WHOLE
    return SAME if bool((scene.relative == scene.far).all()) else BETTER


def construct(scene: Far) -> Challenge | None:
    """Apart at a million."""
    if not isinstance(scene, Boxes):
        return None
    says = scene.alone(scene.distance, np.float32)
    is_placed = GAP[0] <= scene.true <= GAP[1] and scene.distance >= A_MILLION
    return Challenge(
        "At a million, place B so that $s$ is 0.01 to 0.03 and float32 still says apart.",
        is_placed and says > 0.0,
        f"true {scene.told(scene.true)} at {two_digits(scene.distance)}; float32 says {scene.told(says)}",
        "Rounding may widen a gap too: put its ends on both sides of a border between two steps.",
    )
