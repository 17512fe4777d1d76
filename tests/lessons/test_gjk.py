"""What the lessons on GJK and EPA claim, against shapely and against the other algorithms."""

from __future__ import annotations

import re

import numpy as np
import pytest
import shapely

from geometry import Penetration, SimplexReduced, SupportTaken, separation
from lessons.epa.words import first_face, left_over
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Label, Recording, Stroke, Unbounded
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, plain

GJK = [page for page in PRESETS if page.lesson.id == "gjk"]
EPA = [page for page in PRESETS if page.lesson.id == "epa"]


def space(moment: Moment, page: Preset) -> Recording:  # type: ignore[type-arg]
    recording = Recording()
    pane = next(pane for row in page.lesson.panes() for pane in row if pane.name == "space")
    pane.draw(recording, moment)
    return recording


def labels(recording: Recording) -> list[str]:
    return [mark.text for mark in recording.marks if isinstance(mark, Label)]


@pytest.mark.parametrize("page", GJK, ids=name_of)
def test_the_bounds_close_on_the_distance(page: Preset) -> None:
    """Every row of the table holds the truth between its bounds, and the truth is shapely's."""
    first, second = (shapely.MultiPoint(s.points).convex_hull for s in page.scene.shapes)  # type: ignore[attr-defined]
    truth = first.distance(second)
    slack = 1e-6 if np.abs(first.bounds).max() > 1e3 else 1e-9
    for moment in page.moments():
        if isinstance(moment.step, SupportTaken):
            assert moment.step.lower - slack <= truth <= moment.step.upper + slack
    last = page.moments()[-1]
    if last.step.separation is not None:
        assert f"{abs(last.step.separation):.2f}" in plain(page.lesson.caption(last))
        assert last.step.separation == pytest.approx(
            truth - sum(s.radius for s in page.scene.shapes),
            abs=slack,  # type: ignore[attr-defined]
        )


def test_the_line_that_nothing_lies_beyond() -> None:
    """In both panes: across the direction, through the supporting vertices."""
    page = preset("gjk", "Apart")
    first, second = page.scene.shapes  # type: ignore[attr-defined]
    moment = next(m for m in page.moments() if isinstance(m.step, SupportTaken))
    taken = moment.step
    lines = [mark for mark in space(moment, page).marks if isinstance(mark, Unbounded)]
    cloud = (first.points[:, None, :] - second.points[None, :, :]).reshape(-1, 2)
    reach = float((cloud @ taken.direction).max())
    assert [float(np.dot(line.through, taken.direction)) for line in lines] == pytest.approx([reach])
    in_world = [mark for mark in draw(page.lesson, moment).marks if isinstance(mark, Unbounded)]
    through = [float(np.dot(line.through, taken.direction)) for line in in_world]
    assert through == pytest.approx(
        [float((first.points @ taken.direction).max()), float((second.points @ taken.direction).min())]
    )


def test_what_is_kept_is_nearest() -> None:
    page = preset("gjk", "Apart")
    for moment in page.moments():
        if isinstance(moment.step, SimplexReduced):
            corners = shapely.MultiPoint([v.w for v in moment.step.candidates]).convex_hull
            nearest = corners.distance(shapely.Point(0.0, 0.0))
            assert f"|v| = {amount(nearest)}" in labels(space(moment, page))


def test_a_warm_start_costs_less_and_says_so() -> None:
    cold, warm = preset("gjk", "Many vertices"), preset("gjk", "A warm start")
    before, after = cold.moments()[-1].step, warm.moments()[-1].step
    assert after.supports < before.supports
    assert after.separation == pytest.approx(before.separation)
    said = re.findall(r"\d+", plain(warm.lesson.caption(warm.moments()[-1])))
    assert [str(n) for n in (after.supports, after.dots, before.supports, before.dots)] == said[-4:]


@pytest.mark.parametrize("page", EPA, ids=name_of)
def test_the_depth_is_that_of_every_axis(page: Preset) -> None:
    a, b = page.scene.shapes  # type: ignore[attr-defined]
    last = page.moments()[-1]
    assert isinstance(last.step, Penetration)
    assert last.step.separation == pytest.approx(separation(a, b), abs=1e-9)
    if last.step.depth > last.step.tolerance:
        assert f"depth {amount(last.step.depth)}" in labels(draw(page.lesson, last))


def test_stopping_at_gjk_s_triangle_leaves_them_overlapping() -> None:
    page = preset("epa", "The triangle is not enough")
    moment = page.moments()[-1]
    face = first_face(moment)
    assert face is not None
    a, b = page.scene.shapes  # type: ignore[attr-defined]
    truth = separation(a, b.moved(face.distance * face.normal))
    assert truth < -0.1
    assert left_over(moment, face) == pytest.approx(truth)
    assert amount(truth) in plain(page.lesson.caption(moment))
    faulty = [m for m in draw(page.lesson, moment).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    assert len(faulty) == 1


@pytest.mark.parametrize("name", ["gjk", "epa"])
def test_the_other_order_turns_the_normal_round(name: str) -> None:
    page = preset(name, "Overlapping" if name == "epa" else "Apart")
    forward = page.lesson.run(page.scene).result
    backward = page.lesson.run(page.scene.with_field("order", "B − A")).result
    assert backward.separation == pytest.approx(forward.separation)
    assert backward.normal == pytest.approx(-forward.normal)
