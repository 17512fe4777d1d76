"""What the lesson on the parts of a rounded shape says."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from geometry.contact.rounded_parts import CornerTurned, EdgeMovedOut
from geometry.vector import length
from lessons.rounded_anatomy import RoundedAnatomy
from lessons.rounded_anatomy.picture import arc
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Label, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, plain

LESSON = RoundedAnatomy()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def page(name: str) -> Preset:
    return preset(LESSON.id, name)


def rounded_by_shapely(page: Preset) -> shapely.Polygon:
    shape = page.scene.rounded
    points = shape.points - shape.centroid
    kind = (shapely.Point, shapely.LineString, shapely.Polygon)[min(len(points), 3) - 1]
    return kind(points if len(points) > 1 else points[0]).buffer(shape.radius, quad_segs=256)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_area_and_perimeter_are_said_and_are_shapelys(page: Preset) -> None:
    last = page.moments()[-1]
    whole = rounded_by_shapely(page)
    assert last.step.area == pytest.approx(whole.area, rel=1e-4)
    assert last.step.perimeter == pytest.approx(whole.length, rel=1e-4)
    said = plain(LESSON.caption(last))
    assert f"= {amount(last.step.area)}, perimeter {amount(last.step.perimeter)}." in said
    assert plain(LESSON.table(last).rows[-1].cells[2]) == amount(last.step.area)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_outer_edges_are_drawn_on_the_boundary(page: Preset) -> None:
    middle = page.scene.rounded.centroid
    boundary = rounded_by_shapely(page).exterior
    for moment in page.moments():
        if isinstance(moment.step, EdgeMovedOut):
            (drawn,) = [m for m in draw(LESSON, moment).marks if isinstance(m, Stroke) and m.ink is Ink.REFERENCE]
            for end in drawn.points:
                assert boundary.distance(shapely.Point(np.subtract(end, middle))) < 1e-4
        if isinstance(moment.step, CornerTurned):
            for p in arc(moment.step, page.scene.radius):
                assert boundary.distance(shapely.Point(p - middle)) < 1e-4


def test_radius_0_leaves_the_polygon() -> None:
    moments = page("Radius 0").moments()
    for moment in moments:
        if isinstance(moment.step, EdgeMovedOut):
            assert (moment.step.start == moment.step.inner_start).all()
    assert moments[-1].step.area == pytest.approx(moments[0].step.area)
    assert "With radius 0" in LESSON.situation(moments[0])


def test_shrunk_first_it_keeps_its_size() -> None:
    scene = page("Same size, shrunk first").scene
    before, after = scene.polygon, scene.rounded
    for n in before.normals:
        assert float((after.points @ n).max()) + after.radius == pytest.approx(float((before.points @ n).max()))
    grown = scene.with_field("keep_size", False).rounded
    assert float(grown.bounds().extent[0]) > float(before.bounds().extent[0]) + 0.5
    too_much = scene.with_field("radius", 1.0)
    assert too_much.smaller is None
    assert "too small to be shrunk" in plain(LESSON.caption(Moment(too_much, LESSON.run(too_much), 0)))


def test_extended_edges_really_reach_too_far() -> None:
    last = page("Tips that are too far out").moments()[-1]
    outline = last.scene.extended
    reach = [length(tip - p) for tip, p in zip(outline, last.scene.rounded.points, strict=True)]
    corners = [s for s in last.trace if isinstance(s, CornerTurned)]
    for far, corner in zip(reach, corners, strict=True):
        inner = math.pi - corner.sweep
        assert far == pytest.approx(last.scene.radius / math.sin(inner / 2.0))
    assert max(reach) > 5.0 * last.scene.radius
    (said,) = [m.text for m in draw(LESSON, last).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert amount(max(reach)) in said
    assert amount(max(reach)) in plain(LESSON.caption(last))
    assert not [m for m in draw(LESSON, page("A box").moments()[-1]).marks if getattr(m, "ink", None) is Ink.FAULTY]


def test_questions_and_goal() -> None:
    moments = page("Tips that are too far out").moments()
    first = LESSON.question(moments[0])
    assert first is not None
    assert first.is_right("one circle")
    (second,) = [q for m in moments[1:] if (q := LESSON.question(m)) is not None]
    assert second.answers == {"vertex 1 of A"}
    assert LESSON.goal(page("A circle").moments()[0]).is_reached
    assert not LESSON.goal(moments[0]).is_reached
