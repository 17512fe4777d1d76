"""Ear clipping on outlines of hundreds of vertices: few steps, few marks, the same answer."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapely import Polygon as Judge

from geometry.concave.ear_clipping import TipTested, Triangulation, ear_clipping
from lessons.concave.ear_clipping import MANY, SHOWN, Cut, EarClipping
from lessons.concave.ear_clipping_state import CROWD, NAMED, clipped, ring_before
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Crowd, Dot, Label
from viz.lesson.outline import Outline
from viz.lesson.text import plain

LESSON = EarClipping()
NAME = "1,500 vertices"


def drawn(moment: Moment[Cut]) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[0].draw(canvas, moment)
    return canvas


def area(crowd: Crowd) -> float:
    ax, ay, bx, by, cx, cy = crowd.triangles.T
    return float(0.5 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).sum())


def rough(count: int) -> Cut:
    radius = np.random.default_rng(2).uniform(1.0, 3.0, count)
    angle = np.linspace(0.0, 2.0 * math.pi, count, endpoint=False)
    return Cut(Outline(np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1)))


def test_the_preset_is_the_storyboard_s_flower() -> None:
    points = LESSON.presets[NAME].scene.outline.points
    angle = np.arctan2(points[:, 1], points[:, 0])
    assert len(points) == 1500
    assert np.hypot(*points.T) == pytest.approx(3.0 * (1.0 + 0.2 * np.cos(7.0 * angle)))


def test_of_hundreds_of_tests_a_few_are_told_and_the_last_step_is_the_answer() -> None:
    scene = LESSON.presets[NAME].scene
    whole, told = ear_clipping.trace(scene.polygon), LESSON.run(scene)
    assert len(told) <= SHOWN + 1 <= LESSON.most_steps
    assert isinstance(told.steps[-1], Triangulation)
    assert len(told.result.triangles) == 1498
    assert told.result.triangles == whole.result.triangles
    assert f"{whole.result.tests} tests" in LESSON.situation(Moment(scene, told, len(told) - 1))
    idea = LESSON.page(Moment(scene, told, len(told) - 1)).idea
    assert "list of 1500 vertices gives 1498 triangles" in idea, "the tree is not drawn"
    few = rough(MANY)
    assert len(LESSON.run(few)) == len(ear_clipping.trace(few.polygon))


def test_of_a_crowd_each_cross_product_shows_its_sign_and_its_half_the_area() -> None:
    for moment in moments_of(LESSON, LESSON.presets[NAME].scene):
        if isinstance(moment.step, TipTested):
            page = LESSON.page(moment)
            (row,) = page.rows
            shown = float(row.cells[1].replace("−", "-"))
            assert shown != 0.0
            assert (shown > 0.0) is (plain(row.cells[-1]) in ("ear", "not an ear"))
            assert len(row.cells[1].split(".")[1]) == 5 or abs(shown) < 1e-5
            if moment.step.is_ear:
                area = float(plain(page.sentence).split("area ")[1].split(" ")[0])
                assert area == pytest.approx(shown / 2.0, abs=1.1e-5)


def test_what_is_drawn_covers_the_outline_at_every_step_in_few_marks() -> None:
    scene = LESSON.presets[NAME].scene
    for moment in moments_of(LESSON, scene)[::7]:
        canvas = drawn(moment)
        assert len(canvas.marks) < 60
        fills = [m for m in canvas.marks if isinstance(m, Crowd) and m.ink in (Ink.A, Ink.GHOST)]
        assert sum(map(area, fills)) == pytest.approx(Judge(scene.outline.points).area)
        gone = [m for m in fills if m.ink is Ink.GHOST]
        assert sum(len(m.triangles) for m in gone) == len(clipped(moment))
        labels = [m.text for m in canvas.marks if isinstance(m, Label)]
        if isinstance(moment.step, TipTested):
            step = moment.step
            red = [m for m in canvas.marks if isinstance(m, Crowd) and m.ink is Ink.OVERLAP]
            assert sum(len(m.triangles) for m in red) == 2 * len(step.inside)
            words = plain(LESSON.page(moment).sentence)
            assert len(step.inside) <= NAMED or f"{len(step.inside)} vertices lie in" in words
            assert [int(plain(text).split(":")[0]) for text in labels] == [step.tip]
            assert sum(isinstance(m, Dot) for m in canvas.marks) == 1


def test_a_cap_of_passes_leaves_the_rest_of_a_crowd_bare() -> None:
    """Error 11: 1,002 triangles of 1,498, and no word. What has none is filled."""
    scene = LESSON.presets[NAME].scene
    found = moments_of(LESSON, scene, "cap of 1000 passes")
    comparison = LESSON.comparison("cap of 1000 passes")
    assert comparison is not None
    assert comparison.differs(found[-1])
    missing = Judge(scene.outline.points).area - found[-1].faulty.covered
    for moment in (found[10], found[-1]):
        marks = drawn(moment).marks
        pink = [m for m in marks if isinstance(m, Crowd) and m.ink is Ink.FAULTY]
        told = [plain(m.text) for m in marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
        if not moment.is_last:
            assert (pink, told) == ([], ["cap of 1000 passes: no error so far"])
            continue
        assert told == ["cap of 1000 passes: 1002 of 1498 triangles, area 23.30 of 28.84"]
        last = Judge(scene.outline.points[list(moment.faulty.triangles[-1])]).area
        assert sum(map(area, pink)) == pytest.approx(missing + last), "and one that it takes without asking"
    assert LESSON.page(found[-1]).idea.startswith("**Cap of 1000 passes**")


@pytest.mark.parametrize("scene", [rough(CROWD + 20), LESSON.presets["Outline with a hole"].scene])
def test_what_is_left_is_what_the_clips_have_left(scene: Cut) -> None:
    ring: list[int] = []
    gone = 0
    for moment in moments_of(LESSON, scene):
        if isinstance(moment.step, TipTested):
            assert ring_before(moment) == ring
            assert len(clipped(moment)) == gone
            if moment.step.is_ear:
                del ring[moment.step.place]
                gone += 1
        elif not isinstance(moment.step, Triangulation):
            ring = list(moment.step.ring)
    assert len(ring) == 3


def test_of_a_crowd_nothing_is_asked() -> None:
    for moment in moments_of(LESSON, rough(CROWD + 1)):
        assert LESSON.page(moment).prediction is None
        assert LESSON.challenge(moment) is None
