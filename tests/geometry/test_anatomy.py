"""The parts of a rounded shape: against shapely's buffer, against each other, and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given

from geometry import Convex, anatomy, box, capsule, circle, point, rounded, segment
from geometry.anatomy import CornerArc, InnerPolygon, OuterEdge
from tests.geometry.strategies import shapes


@given(shape=shapes())
def test_the_parts_make_the_whole(shape: Convex) -> None:
    found = anatomy(shape)
    size = max(found.perimeter, 1e-300)
    assert math.fsum(arc.turn for arc in found.arcs) == pytest.approx(math.tau)
    parts = [*found.edges, *found.arcs]
    assert math.fsum(part.length for part in parts) == pytest.approx(found.perimeter, rel=1e-9)
    whole = found.inner.area + math.fsum(part.area for part in parts)
    assert whole == pytest.approx(found.area, rel=1e-9, abs=1e-12 * size * size)
    # The boundary is one closed line: every edge ends where the next arc begins, and so on round.
    reach = 1e-9 * max(shape.reach, 1e-300)
    for edge in found.edges:
        arc = found.arcs[(edge.edge + 1) % len(found.arcs)]
        start = arc.center + arc.radius * np.array((math.cos(arc.start_angle), math.sin(arc.start_angle)))
        assert edge.end == pytest.approx(start, abs=reach)
        turned = found.arcs[edge.edge].start_angle + found.arcs[edge.edge].turn
        end = found.arcs[edge.edge].center + shape.radius * np.array((math.cos(turned), math.sin(turned)))
        assert edge.start == pytest.approx(end, abs=reach)


@given(shape=shapes())
def test_area_and_length_against_shapely(shape: Convex) -> None:
    """A buffer of many segments a quarter: its arcs are short by parts in a million."""
    found = anatomy(shape)
    middle = shape.points.mean(axis=0)  # near the origin, where shapely has its digits
    core = shapely.MultiPoint(shape.points - middle).convex_hull
    grown = core if shape.radius == 0.0 else core.buffer(shape.radius, quad_segs=512)
    length = 2.0 * core.length if shape.radius == 0.0 and len(shape.points) == 2 else grown.length
    assert found.perimeter == pytest.approx(length, rel=1e-4)
    assert found.area == pytest.approx(grown.area, rel=1e-4, abs=1e-6 * found.perimeter**2)


def test_a_rounded_box_by_hand() -> None:
    found = anatomy(rounded(box(2.0, 1.0), 0.5))
    assert found.inner.perimeter == pytest.approx(6.0)
    assert found.perimeter == pytest.approx(6.0 + math.pi)
    assert found.area == pytest.approx(2.0 + 3.0 + math.pi / 4.0)
    assert [arc.turn for arc in found.arcs] == pytest.approx([math.pi / 2.0] * 4)
    assert found.tips is not None
    assert sorted(map(tuple, np.round(found.tips, 9).tolist())) == [
        (-1.5, -1.0),
        (-1.5, 1.0),
        (1.5, -1.0),
        (1.5, 1.0),
    ]
    assert found.area_to_tips == pytest.approx(6.0)  # (4 - pi) r^2 more than there is


@pytest.mark.parametrize(
    ("shape", "edges", "turns", "perimeter", "area"),
    [
        (circle(2.0), 0, [math.tau], 4.0 * math.pi, 4.0 * math.pi),
        (point((1.0, 2.0)), 0, [math.tau], 0.0, 0.0),
        (capsule((0.0, 0.0), (3.0, 0.0), 1.0), 2, [math.pi, math.pi], 6.0 + math.tau, 6.0 + math.pi),
        (segment((0.0, 0.0), (0.0, 3.0)), 2, [math.pi, math.pi], 6.0, 0.0),
        (box(2.0, 1.0), 4, [math.pi / 2.0] * 4, 6.0, 2.0),
    ],
)
def test_special_shapes(shape: Convex, edges: int, turns: list[float], perimeter: float, area: float) -> None:
    found = anatomy(shape)
    assert len(found.edges) == edges
    assert [arc.turn for arc in found.arcs] == pytest.approx(turns)
    assert (found.perimeter, found.area) == pytest.approx((perimeter, area))


def test_the_steps_are_the_parts_in_order() -> None:
    trace = anatomy.trace(rounded(box(2.0, 1.0), 0.5))
    assert isinstance(trace.steps[0], InnerPolygon)
    assert [step.edge for step in trace if isinstance(step, OuterEdge)] == [0, 1, 2, 3]
    assert [step.vertex for step in trace if isinstance(step, CornerArc)] == [0, 1, 2, 3]
    assert trace.steps[-1] is trace.result


def test_a_sharp_corner_has_its_tip_far_out() -> None:
    sliver = rounded(Convex(((0.0, 0.0), (10.0, -0.1), (10.0, 0.1))), 0.5)
    found = anatomy(sliver)
    assert found.tips is not None
    assert np.hypot(*found.tips[0]) == pytest.approx(0.5 / math.sin(math.atan(0.01)))  # r over the sine of half of it


def test_only_shapes() -> None:
    with pytest.raises(ValueError, match="Convex"):
        anatomy(((0, 0), (1, 0), (0, 1)))  # type: ignore[arg-type]
