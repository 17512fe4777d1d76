"""What the lesson says about the shortest way out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import MinimumTranslation, minimum_translation, overlaps, separation
from geometry.sat.minimum_translation import LeastOverlap
from geometry.sat.separating_axis import Decided
from lessons.minimum_translation import MinimumTranslationLesson
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Arrow, Label, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = MinimumTranslationLesson()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


def arrows(moment: Moment[Any], ink: Ink) -> list[np.ndarray]:
    return [np.array(m.end) - m.start for m in draw(LESSON, moment).marks if isinstance(m, Arrow) and m.ink is ink]


@pytest.mark.parametrize("share", ["B alone", "each half", "A alone"])
@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_arrows_part_the_shapes(page: Preset, share: str) -> None:
    scene = page.scene.with_field("moves", share)
    trace = LESSON.run(scene)
    answer = trace.steps[-1]
    if not isinstance(answer, MinimumTranslation) or answer.found.best.is_touching:
        return
    moves = arrows(Moment(scene, trace, len(trace) - 1), Ink.RESULT)
    assert len(moves) == (2 if share == "each half" else 1)
    a, b = scene.a.world, scene.b.world
    move_a = moves[0] if share != "B alone" else np.zeros(2)
    move_b = moves[-1] if share != "A alone" else np.zeros(2)
    size = max(1.0, float(np.abs(a.points).max()))
    assert separation(a.moved(move_a), b.moved(move_b)) == pytest.approx(0.0, abs=1e-12 * size)
    assert move_b - move_a == pytest.approx(answer.translation)


def test_flipping_by_the_centres_leaves_an_overlap() -> None:
    moment = last("Flip by centres fails")
    (wrong,) = arrows(moment, Ink.FAULTY)
    scene = moment.scene
    left = separation(scene.a.world, scene.b.world.moved(wrong))
    assert left < -0.1
    label = f"by centres: still overlaps by {-left:.2f}"
    assert label in {m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)}
    assert f"still overlaps by {-left:.2f}" in plain(LESSON.caption(moment))
    assert float((scene.b.world.centroid - scene.a.world.centroid) @ moment.step.found.normal) < 0.0


def test_flipping_by_the_centres_often_agrees() -> None:
    scene = preset(LESSON.id, "Overlapping").scene.with_field("by_centres", True)
    trace = LESSON.run(scene)
    assert "Turned by the centres, B moves 0.40: just touching." in plain(
        LESSON.caption(Moment(scene, trace, len(trace) - 1))
    )


def test_ties_are_named_with_the_rule() -> None:
    moments = preset(LESSON.id, "Tie").moments()
    moment = next(m for m in moments if isinstance(m.step, LeastOverlap))
    assert len(moment.step.ties) == 1
    assert "Just as short: edge 2 of A; the edge that comes first is taken." in plain(LESSON.caption(moment))
    assert "edge 2 of A: as good" in {m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)}


def test_contained_comes_out_whole() -> None:
    moment = last("Contained")
    scene = moment.scene
    out = scene.b.world.moved(moment.step.translation)
    assert float(np.hypot(*moment.step.translation)) > 0.5
    assert separation(scene.a.world, out) == pytest.approx(0.0, abs=1e-12)


def test_separated_shapes_get_no_translation() -> None:
    moments = preset(LESSON.id, "Apart").moments()
    assert isinstance(moments[-1].step, Decided)
    assert "no translation is given" in plain(LESSON.caption(moments[-1]))
    scene = moments[-1].scene
    assert minimum_translation(scene.a.world, scene.b.world).translation is None


def test_touching_shapes_do_not_move() -> None:
    moment = last("Touching")
    assert isinstance(moment.step, MinimumTranslation)
    assert arrows(moment, Ink.RESULT) == []
    assert overlaps(moment.scene.a.world, moment.scene.b.world)
    assert "nothing moves" in plain(LESSON.caption(moment))


def test_the_landing_place_is_drawn() -> None:
    scene = preset(LESSON.id, "Overlapping").scene.with_field("moves", "each half")
    trace = LESSON.run(scene)
    moment = Moment(scene, trace, len(trace) - 1)
    inks = {m.ink for m in draw(LESSON, moment).marks if isinstance(m, Stroke)}
    assert {Ink.LANDED_A, Ink.LANDED_B} <= inks
