"""What the scenes of axis-aligned boxes ask to construct, each its own, and so does each faulty rule."""

from __future__ import annotations

from typing import Any

from geometry import separation
from geometry.primitives.aabb import SidesCompared
from geometry.tolerance import rounding
from lessons.pairs.aabb_figure import EITHER, STALE, nested
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

ROUND_APART, BY_Y, POKES = "round apart", "by y", "pokes"
WANTED, APART_BY = 0.5, 1.0  # of overlap on both axes, and between the shapes
CLEARLY = 0.2  # of the overlap of boxes around shapes that are apart
OUT = 0.02  # how far a vertex of B is to lie outside of A


def goal(moment: Moment[Any]) -> Challenge:
    """Of the rule that is compared, else of the scene."""
    by_rule = {STALE: _stale_hit, EITHER: _gap_on_x}
    by_scene = {ROUND_APART: _round_apart, BY_Y: _by_y, POKES: _pokes}
    if moment.compare in by_rule and moment.faulty is not None:
        return by_rule[moment.compare](moment)
    return by_scene.get(moment.scene.goal, _corners)(moment)


def _compared(moment: Moment[Any]) -> tuple[SidesCompared, SidesCompared]:
    x, y = (step for step in moment.trace if isinstance(step, SidesCompared))
    return x, y


def _shapes(moment: Moment[Any]) -> tuple[float, str]:
    """The gap between the shapes, and how they stand."""
    a, b = moment.scene.a.world, moment.scene.b.world
    gap, near = separation(a, b), rounding(a, b)
    return gap, f"{fixed(gap)} apart" if gap > near else "overlap" if gap < -near else "touch"


def _corners(moment: Moment[Any]) -> Challenge:
    s, (gap, told) = moment.step.separation, _shapes(moment)
    return Challenge(
        f"Place shapes {fixed(APART_BY)} or more apart whose AABBs overlap on both axes, by at least "
        f"{fixed(WANTED)}: $s$ ≤ {fixed(-WANTED)}.",
        -s >= WANTED and gap >= APART_BY,
        f"s = {fixed(s)}, shapes {told}",
        "Shapes on a slant leave corners of their boxes empty. Rotate B, so that two empty corners overlap.",
    )


def _round_apart(moment: Moment[Any]) -> Challenge:
    s, (gap, told) = moment.step.separation, _shapes(moment)
    return Challenge(
        f"Make a **false positive** with the circle: shapes apart, $s$ ≤ {fixed(-CLEARLY)}.",
        -s >= CLEARLY and gap > moment.step.tolerance,
        f"s = {fixed(s)}, shapes {told}",
        "Where in its box is a circle not?",
    )


def _by_y(moment: Moment[Any]) -> Challenge:
    x, y = _compared(moment)
    return Challenge(
        f"Keep the AABBs apart with a gap on y alone: $s_x$ ≤ {fixed(-WANTED)}.",
        bool(y.is_gap and x.separation <= -WANTED),
        f"on x {fixed(x.separation)}, on y {fixed(y.separation)}",
        "The intervals on x are to overlap: move B above A.",
    )


def _pokes(moment: Moment[Any]) -> Challenge:
    both, a = _compared(moment), moment.scene.a.world
    is_inside = all(nested(each) == "AB" for each in both)
    out = max(
        float(max((point - a.points[i]) @ n for i, n in enumerate(a.normals)))
        for point in moment.scene.b.world.points
    )
    told = f"{'inside' if is_inside else 'not inside'}, a vertex {fixed(out)} outside" if out > 0.0 else "B in A"
    return Challenge(
        "Keep the AABB of B inside the AABB of A, but let a **vertex** of B lie outside of A.",
        is_inside and out >= OUT,
        told,
        "Which parts of its AABB does A leave empty?",
    )


def _stale_hit(moment: Moment[Any]) -> Challenge:
    s, hit = moment.step.separation, moment.faulty.hit
    return Challenge(
        "Now the other mistake: let the old box report a **hit** while the AABBs are apart.",
        bool(hit and s > moment.step.tolerance),
        f"s = {fixed(s)}, old box: {'a hit' if hit else 'a gap'}",
        "Move B to a part of the old box that A has left.",
    )


def _gap_on_x(moment: Moment[Any]) -> Challenge:
    x, y = _compared(moment)
    return Challenge(
        "Let this rule report a hit while the gap is on **x**.",
        bool(x.is_gap and y.separation <= y.tolerance),
        f"on x {fixed(x.separation)}, on y {fixed(y.separation)}",
        "Then the intervals on y have to overlap: move B beside A.",
    )
