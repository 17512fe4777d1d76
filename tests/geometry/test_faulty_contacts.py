"""Wrong clips, and boxes around motions: wrong where they are meant to be, right elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry import Pose, Sweep, box, circle, convex, manifold, rectangle
from geometry.faulty.clipping import (
    manifold_edge_after_deepest,
    manifold_without_face_test,
    manifold_without_side_planes,
)
from geometry.faulty.swept_box import swept_boxes
from geometry.time_of_impact.discrete import measure_widths, tunnelling
from geometry.time_of_impact.separation_over_time import dips, separation_over_time

FLOOR = rectangle((-1.7, -0.9), (1.7, 0.0))


def crate(x: float, y: float, degrees: float) -> object:
    return box(2.0, 0.9, (x, y), np.radians(degrees))


def test_without_a_face_test_a_point_in_the_air_counts() -> None:
    b = crate(0.2, 0.45, 14.0)
    faulty, right = manifold_without_face_test(FLOOR, b), manifold(FLOOR, b)
    assert len(right.points) == 1
    assert sorted(p.separation for p in faulty.points) == [
        pytest.approx(-0.229, abs=1e-3),
        pytest.approx(0.255, abs=1e-3),
    ]


def test_without_side_planes_a_point_beside_the_edge_counts() -> None:
    b = crate(1.3, 0.28, 9.0)
    faulty = manifold_without_side_planes(FLOOR, b, 0.01)
    assert [p.on_b[0] for p in faulty.points] == [pytest.approx(2.358, abs=1e-3), pytest.approx(0.383, abs=1e-3)]
    assert [p.on_b[0] for p in manifold(FLOOR, b).points] == [pytest.approx(1.7), pytest.approx(0.383, abs=1e-3)]
    high = manifold_without_side_planes(FLOOR, crate(0.2, 0.45, 14.0), 0.01)
    assert len(high.points) == 1, "heights are tested"


def test_the_edge_after_the_deepest_vertex_loses_a_point_where_it_is_the_steeper_one() -> None:
    left_end_deeper, right_end_deeper = crate(0.2, 0.3, 6.0), crate(0.2, 0.3, -6.0)
    right = manifold(FLOOR, left_end_deeper)
    faulty = manifold_edge_after_deepest(FLOOR, left_end_deeper)
    assert [tuple(p.point) for p in faulty.points] == [tuple(p.point) for p in right.points], "it starts there"
    right, faulty = (run(FLOOR, right_end_deeper) for run in (manifold, manifold_edge_after_deepest))
    assert right.incident is not None
    assert faulty.incident is not None
    assert (right.incident.edge, faulty.incident.edge) == (0, 1)
    (kept,) = faulty.points
    assert [tuple(p.point) for p in right.points].count(tuple(kept.point)) == 1
    assert len(right.points) == 2
    assert kept.separation == min(p.separation for p in right.points), "the deepest stays"


@pytest.mark.parametrize(
    "run",
    [manifold_without_face_test, manifold_edge_after_deepest, lambda a, b: manifold_without_side_planes(a, b, 0.0)],
)
def test_where_nothing_is_clipped_they_are_right(run: object) -> None:
    flat, apart, disc = crate(0.3, 0.43, 0.0), crate(0.3, 1.0, 0.0), circle(0.5, (0.0, 0.4))
    for b in (flat, apart, disc):
        found, right = run(FLOOR, b), manifold(FLOOR, b)  # type: ignore[operator]
        assert [tuple(p.point) for p in found.points] == [pytest.approx(tuple(p.point)) for p in right.points]
    with pytest.raises(ValueError, match="two Convex"):
        run(FLOOR, "B")  # type: ignore[operator]


places = st.tuples(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0))


@settings(max_examples=40, deadline=None)
@given(places, places, st.floats(-4.0, 4.0))
def test_boxes_hold_the_motion_and_overlaps_end_where_the_separation_is_0(
    start: tuple[float, float], end: tuple[float, float], turn: float
) -> None:
    a, b = convex(((-0.5, -0.4), (0.6, 0.0), (-0.5, 0.4))), box(0.6, 1.2)
    motion, still = Sweep(Pose(start, 0.3), Pose(end, 0.3 + turn)), Sweep(Pose((0.2, 0.1)))
    boxes = swept_boxes(a, motion, b, still)
    for t in np.linspace(0.0, 1.0, 9):
        points = a.at(motion.at(t)).points
        assert (points >= boxes.box_a.low - 1e-9).all()
        assert (points <= boxes.box_a.high + 1e-9).all()
    spans, at, least = dips(a, motion, b, still)
    assert boxes.is_hit or not spans
    ends = [t for span in spans for t in span if 0.0 < t < 1.0]
    assert not ends or np.abs(separation_over_time(a, motion, b, still, ends)).max() < 1e-7
    fine = separation_over_time(a, motion, b, still, np.linspace(0.0, 1.0, 1001))
    assert least <= fine.min() + 1e-5
    assert separation_over_time(a, motion, b, still, (at,))[0] == pytest.approx(least)
    assert all((separation_over_time(a, motion, b, still, ((s + e) / 2.0,)) <= 1e-9).all() for s, e in spans)


def test_boxes_of_a_motion_without_turns_are_tight() -> None:
    boxes = swept_boxes(
        circle(0.31), Sweep(Pose((-2.0, 0.2)), Pose((2.2, 1.6))), box(0.26, 1.2), Sweep(Pose((0.0, -0.6)))
    )
    assert boxes.box_a.low == pytest.approx((-2.31, -0.11))
    assert boxes.box_a.high == pytest.approx((2.51, 1.91))
    assert boxes.is_hit
    high = swept_boxes(
        circle(0.31), Sweep(Pose((-2.0, 0.5)), Pose((2.2, 0.5))), box(0.26, 1.2), Sweep(Pose((0.0, -0.6)))
    )
    assert not high.is_hit
    with pytest.raises(ValueError, match="two Convex"):
        swept_boxes(circle(0.31), Sweep(Pose()), "B", Sweep(Pose()))  # type: ignore[arg-type]


def test_widths_are_measured_along_the_relative_motion() -> None:
    a, b = box(0.4, 0.2), box(0.26, 1.8)
    found = measure_widths(a, Sweep(Pose((-2, 0)), Pose((2, 4))), b, Sweep(Pose((0, 0)), Pose((0, 4))), 2)
    assert (found.width_a, found.width_b, found.travel, found.step) == pytest.approx((0.4, 0.26, 4.0, 2.0))
    assert found.can_tunnel
    assert not found.turns
    turning = measure_widths(a, Sweep(Pose((-2, 0)), Pose((2, 0), 1.0)), b, Sweep(Pose()), 1)
    assert turning.turns
    assert not turning.can_tunnel
    assert measure_widths(a, Sweep(Pose((5, 0))), b, Sweep(Pose()), 1).travel == 0.0


def test_overlaps_that_no_sample_falls_in_are_unseen() -> None:
    ball, wall, still = circle(0.31), box(0.26, 1.8), Sweep(Pose())
    flight = Sweep(Pose((-2.0, 0.2)), Pose((2.2, 0.2)))
    for steps, unseen, needed in ((3, 1, 5), (6, 0, 5), (2, 0, 5), (1, 1, 5)):
        trace = tunnelling.trace(ball, flight, wall, still, steps)
        curve, widths, enough = trace.steps[-5:-2]
        assert curve.overlaps == (pytest.approx((1.56 / 4.2, 2.44 / 4.2)),)
        assert len(curve.unseen) == unseen
        assert curve.least == pytest.approx(-0.44, abs=1e-5)
        assert widths.step == pytest.approx(4.2 / steps)
        assert enough.needed == needed
