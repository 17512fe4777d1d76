"""What is to be constructed from contacts of rounded polygons: in each scene what its own case is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from geometry import Manifold
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured
from geometry.faulty.printed_manifold import distance_under_radii
from lessons.contact.rounded_manifold_state import Q, Rounded, edges_of, found_of, has_vertex_axis, last_of
from lessons.stories.clip_state import outermost, whole_run
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

WIDE = 0.3  # the overlap that edge axes are to report across a gap
INNER = 0.05  # the inner overlap that is to be there, so that it is seen
ONE, SWAPPED, SHALLOW, TWO = "one point", "swapped", "shallow", "two points"  # goals of single scenes


def goal(moment: Moment[Rounded]) -> Challenge:
    """The goal of the scene that is shown."""
    return _GOALS.get(moment.scene.goal, _hidden)(outermost(moment), moment)


def _corners(whole: Moment[Rounded]) -> CornersMeasured | None:
    """The two corners that were measured, whether they decide or not."""
    return next(iter(whole_run(whole, CornersMeasured)), None)


def _best(whole: Moment[Rounded]) -> float:
    """The separation that edge axes report."""
    return max(step.separation for step in whole_run(whole, EdgeMeasured))


def _count(moment: Moment[Rounded]) -> str:
    """How many contact points there are, once they are known."""
    count = len(found_of(moment).points)
    return f"contact points: {count}" if isinstance(last_of(moment), Manifold) else ""


def _hidden(whole: Moment[Rounded], moment: Moment[Rounded]) -> Challenge:
    is_flat = min(len(body.shape.points) for body in (whole.scene.a, whole.scene.b)) < 3
    corners, best = _corners(whole), _best(whole)
    now, is_gap = f"edge axes {fixed(best)}", False
    if corners is not None and corners.are_nearest:
        is_gap = corners.separation > 0.0
        now += f", vertex-vertex axis {fixed(corners.separation)}" if has_vertex_axis(moment) else ""
    return Challenge(
        f"Place two polygons apart so that edge axes **alone** report an overlap of **{fixed(WIDE)}** or more.",
        is_gap and best <= -WIDE and not is_flat,
        now,
        "Larger radii, and a vertex-vertex axis midway between two edge normals: both move sharp corners away from "
        "the arcs.",
    )


def _one(whole: Moment[Rounded], moment: Moment[Rounded]) -> Challenge:
    corners = _corners(whole)
    return Challenge(
        "Drag B until it meets A corner to corner, while an edge of A stays the reference edge.",
        corners is not None
        and corners.are_nearest
        and bool(found_of(moment).points)
        and edges_of(whole)[0].owner.value == "A",
        _count(moment),
        f"${Q}$ must leave the edge region over an end of the edge, and the corner circles must still overlap.",
    )


def _swapped(whole: Moment[Rounded], moment: Moment[Rounded]) -> Challenge:
    corners, found = _corners(whole), found_of(moment)
    is_known = isinstance(last_of(moment), Manifold) and found.reference is not None
    return Challenge(
        "Let a corner of **A** lie behind an edge of **B**: one contact point, the reference edge belongs to B.",
        corners is not None
        and not corners.are_nearest
        and len(found.points) == 1
        and edges_of(whole)[0].owner.value == "B",
        f"reference edge of {edges_of(whole)[0].owner.value}, {_count(moment)}" if is_known else "",
        "Turn B and drag it over an end of A: then the corner of A is the deepest vertex behind an edge of B.",
    )


def _shallow(whole: Moment[Rounded], moment: Moment[Rounded]) -> Challenge:
    a, b = whole.scene.a.world, whole.scene.b.world
    inner = -(_best(whole) + whole.scene.radii)
    rule = distance_under_radii(a, b)
    return Challenge(
        "Let the **inner** polygons overlap, and **distance under the radii** still find the contact.",
        inner >= INNER and rule is not None and bool(rule.points),
        f"inner overlap {fixed(inner)}, radii {fixed(whole.scene.radii)}" if inner > 0.0 else "no inner overlap",
        "The rule compares the inner overlap with both radii together: make it the smaller one.",
    )


def _two(whole: Moment[Rounded], moment: Moment[Rounded]) -> Challenge:
    return Challenge(
        "Place the two capsules so that they touch in **two** contact points.",
        len(found_of(moment).points) == 2,
        _count(moment),
        "A corner makes one point. Two need a part of the incident edge that lies over the reference edge.",
    )


_GOALS: Mapping[str, Callable[[Moment[Rounded], Moment[Rounded]], Challenge]] = {
    ONE: _one,
    SWAPPED: _swapped,
    SHALLOW: _shallow,
    TWO: _two,
}
