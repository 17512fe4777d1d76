"""What the scenes of circles and SAT ask to construct, each its own, and so does each faulty rule."""

from __future__ import annotations

import math
from typing import Any

from geometry import Convex, separating_axis
from geometry.faulty.sat import BoundaryMeasured, FaultyAxis
from geometry.sat.separating_axis import Owner
from lessons.separating_axes.circles_and_sat_faulty import BOUNDARY, CENTRES, EDGES_ONLY, truth_of
from lessons.separating_axes.circles_and_sat_figure import edges_of, meets_circle
from lessons.stories.sat_figure import measured, shapes_of
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

BESIDE, SHALLOW = "beside a corner", "shallow"
WHOLE = 0.005  # of a gap may be missed where all of it is found
WIDE = 0.2  # a gap, or an overlap, that is asked for
NARROW = 0.05  # a gap that three axes hardly hide
SMALL = 0.1  # an overlap that is asked for
FAR_IN = 0.3  # and one on both axes of the plane


def goal(moment: Moment[Any]) -> Challenge | None:
    """Of the rule that is compared, else of the scene."""
    if not meets_circle(moment):
        return None if moment.compare else _without_corners(moment)
    by_rule = {EDGES_ONLY: _found_by_edges, CENTRES: _found_by_centres, BOUNDARY: _still_hit}
    by_scene = {BESIDE: _beside_a_corner, SHALLOW: _shallow}
    if moment.compare in by_rule:
        return by_rule[moment.compare](moment)
    return by_scene.get(moment.scene.goal, _hidden)(moment)


def hidden_gap(a: Convex, b: Convex) -> float:
    """The gap that no edge normal of A shows; 0 where one does, or where there is none."""
    gap = separating_axis(a, b, early_out=False).separation
    return gap if edges_of(a, b.points[0], b.radius) <= 0.0 < gap else 0.0


def _hidden_of(moment: Moment[Any]) -> float:
    return hidden_gap(moment.scene.a.world, moment.scene.b.world)


def _hidden(moment: Moment[Any]) -> Challenge:
    part = _hidden_of(moment) / moment.scene.b.world.radius
    return Challenge(
        "Reshape A until a gap wider than half of B's radius shows on no edge normal.",
        part > 0.5,
        f"hidden gap: {fixed(part)} r" if moment.is_last and part > 0.0 else "",
        f"A right angle hides at most {fixed(math.sqrt(2.0) - 1.0)} of the radius. A sharper corner hides more.",
    )


def _beside_a_corner(moment: Moment[Any]) -> Challenge:
    hidden = _hidden_of(moment)
    return Challenge(
        f"Move B to where a gap of {fixed(NARROW)} or more shows on the extra axis **alone**.",
        hidden >= NARROW,
        f"hidden gap: {fixed(hidden)}" if moment.is_last else "",
        "A's nearest point has to be a vertex.",
    )


def _shallow(moment: Moment[Any]) -> Challenge:
    b, s = moment.scene.b.world, truth_of(moment)
    edges = edges_of(moment.scene.a.world, b.points[0], b.radius)
    return Challenge(
        f"Let A and B overlap by less than {fixed(SMALL)}, and by {fixed(WIDE)} or more on every edge normal.",
        bool(-SMALL < s < 0.0 and edges <= -WIDE),
        f"s = {fixed(s)}, on edge normals {fixed(edges)} at most" if moment.is_last else "",
        "Move B straight away from the corner.",
    )


def _without_corners(moment: Moment[Any]) -> Challenge | None:
    """Of two circles, or of two shapes with round corners."""
    a, b = shapes_of(moment)
    if len(a.points) == len(b.points) == 1:
        return _circles(moment)
    return _rounded(moment) if min(len(a.points), len(b.points)) > 2 and min(a.radius, b.radius) > 0.0 else None


def _circles(moment: Moment[Any]) -> Challenge:
    a, b = shapes_of(moment)
    x, y = (abs(p - q) - a.radius - b.radius for p, q in zip(a.points_xy[0], b.points_xy[0], strict=True))
    return Challenge(
        f"Place A and B apart, with projections on the x and y axis that overlap by {fixed(FAR_IN)} or more.",
        truth_of(moment) > 0.0 and max(x, y) <= -FAR_IN,
        f"s = {fixed(x)} on x, {fixed(y)} on y" if moment.is_last else "",
        "Along a diagonal the centres are further apart than along x or y.",
    )


def _rounded(moment: Moment[Any]) -> Challenge:
    edges = max(measured(test) for test in moment.trace.result.tests if test.axis.owner is not Owner.CLOSEST)
    return Challenge(
        f"Place A and B apart, while their projections overlap by {fixed(SMALL)} or more on every edge normal.",
        truth_of(moment) > 0.0 and edges <= -SMALL,
        f"s = {fixed(truth_of(moment))}, on edge normals {fixed(edges)} at most" if moment.is_last else "",
        "Bring a corner of A and a corner of B face to face.",
    )


def _found_by_edges(moment: Moment[Any]) -> Challenge:
    found, s = moment.faulty, truth_of(moment)
    seen = max(found.separation, 0.0) if isinstance(found, FaultyAxis) else 0.0
    return Challenge(
        f"Move B until the rule **edges only** reports the whole gap, of {fixed(WIDE)} or more.",
        s >= WIDE and s - seen <= WHOLE,
        f"found: {fixed(seen)} of {fixed(s)}" if moment.is_last and s > 0.0 else "",
        "A's nearest point has to lie on an edge, between its ends.",
    )


def _found_by_centres(moment: Moment[Any]) -> Challenge:
    found, hidden = moment.faulty, _hidden_of(moment)
    seen = max(found.separation, 0.0) if isinstance(found, FaultyAxis) else 0.0
    return Challenge(
        "Move or reshape A until **centre to centre** reports the whole of a gap that no edge normal shows.",
        hidden > 4.0 * WHOLE and hidden - seen <= WHOLE,
        f"found: {fixed(seen)} of {fixed(hidden)}" if moment.is_last and hidden > 0.0 else "",
        "The nearest vertex must lie on the line through both centres: bring B onto the diagonal of a square A.",
    )


def _still_hit(moment: Moment[Any]) -> Challenge:
    found = moment.faulty
    is_hit = isinstance(found, BoundaryMeasured) and found.is_hit
    far = f"A's boundary is {fixed(found.distance)} from the centre" if isinstance(found, BoundaryMeasured) else ""
    return Challenge(
        "Move B to where its centre is inside A and this rule still reports a hit.",
        is_hit and truth_of(moment) < -moment.scene.b.world.radius,
        far if moment.is_last else "",
        "The rule is right only as long as B reaches A's boundary.",
    )
