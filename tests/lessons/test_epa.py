"""What the lesson on EPA claims, against the other algorithms."""

from __future__ import annotations

import pytest

from geometry import Penetration, separation
from lessons.epa.words import first_face, left_over
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.text import amount, plain

EPA = [page for page in PRESETS if page.lesson.id == "epa"]


def labels(recording: Recording) -> list[str]:
    return [mark.text for mark in recording.marks if isinstance(mark, Label)]


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


def test_the_other_order_turns_the_normal_round() -> None:
    page = preset("epa", "Overlapping")
    forward = page.lesson.run(page.scene).result
    backward = page.lesson.run(page.scene.with_field("order", "B − A")).result
    assert backward.separation == pytest.approx(forward.separation)
    assert backward.normal == pytest.approx(-forward.normal)
