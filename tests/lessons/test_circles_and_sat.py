"""What the lesson says about circles in the separating axis test."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import Owner, circle
from geometry.sat.separating_axis import AxisTested, Decided
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import between, faulty, gap, moments, of, outline
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body
from viz.lesson.text import amount, plain

LESSON = of("circles-and-sat")
MINE = [page for page in PRESETS if page.lesson is LESSON]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_verdict_is_the_oracles(page: Preset) -> None:
    moment = page.moments()[-1]
    assert isinstance(moment.step, Decided)
    a, b = page.scene.a.world, page.scene.b.world
    distance = gap(a, b)
    said = plain(LESSON.situation(moment))
    assert said.startswith("A and B are apart" if distance > 1e-6 else "A and B overlap")
    if distance > 1e-6:
        assert f"a gap of {amount(distance)} " in said
    for tested in (s for s in moment.trace if isinstance(s, AxisTested)):
        assert tested.separation == pytest.approx(between(a, b, tested.axis.direction), abs=1e-5)


def test_the_extra_axis_runs_to_the_closest_point() -> None:
    found = moments("circles-and-sat", "At a corner")
    a, b = found[0].scene.a.world, found[0].scene.b.world
    *edges, closest = [m.step for m in found if isinstance(m.step, AxisTested)]
    assert {t.axis.owner for t in edges} == {Owner.A}
    assert closest.axis.owner is Owner.CLOSEST
    corner = a.points[np.hypot(*(a.points - b.points[0]).T).argmin()]
    way = b.points[0] - corner
    assert closest.axis.direction == pytest.approx(way / np.hypot(*way))
    assert max(t.separation for t in edges) < 0.0 < closest.separation


@pytest.mark.parametrize("name", ["Centre inside", "Centre on the boundary", "A boundary point misses it"])
def test_a_centre_inside_or_on_the_boundary_needs_no_extra_axis(name: str) -> None:
    tested = [m.step for m in moments("circles-and-sat", name) if isinstance(m.step, AxisTested)]
    assert tested
    assert all(t.axis.edge is not None for t in tested)


def test_one_centre_takes_any_axis() -> None:
    found = moments("circles-and-sat", "One centre")
    (tested,) = [m.step for m in found if isinstance(m.step, AxisTested)]
    assert tested.axis.owner is Owner.ANY
    radii = found[0].scene.a.shape.radius + found[0].scene.b.shape.radius
    assert f"overlap by {amount(radii)}" in plain(LESSON.caption(found[0]))


def test_a_gap_is_asked_for_before_it_is_found() -> None:
    found = moments("circles-and-sat", "At a corner")
    asked = {m.index: LESSON.question(m).answers for m in found if LESSON.question(m) is not None}
    gaps = {i for i, m in enumerate(found) if isinstance(m.step, AxisTested) and m.step.is_gap}
    assert asked == {0: {"no gap"}, **{i - 1: {"a gap"} for i in gaps}}


def test_the_boundary_point_is_called_wrong_only_where_it_is() -> None:
    scene = moments("circles-and-sat", "A boundary point misses it")[0].scene
    for radius, missed in ((0.3, True), (0.55, True), (0.65, False), (1.2, False)):
        grown = scene.with_field("b", Body(circle(radius), scene.b.pose))
        trace = LESSON.run(grown)
        depth = float(outline(grown.a.world).exterior.distance(shapely.Point(grown.b.world.points[0])))
        assert (depth > radius) == missed
        assert bool(faulty("circles-and-sat", Moment(grown, trace, len(trace) - 1))) == missed
