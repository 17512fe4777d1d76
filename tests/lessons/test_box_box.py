"""What the lesson says about two boxes, reckoned by half planes and by shapely."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import Convex
from geometry.primitives.box_box import CornersTested, FaceTested, ReferenceFound
from geometry.primitives.contact import PairResult
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import at_step, caption, gap, marks, moments, of, outline
from viz.lesson.canvas import FeatureMark, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.text import amount, plain, signed

LESSON = of("box-box")
MINE = [page for page in PRESETS if page.lesson is LESSON]


def in_front(shape: Convex, face: int, other: Convex) -> tuple[float, set[int]]:
    """How far the other keeps in front of a face, and the vertices that decide it."""
    p, q = shape.points[face], shape.points[(face + 1) % 4]
    n = np.array((q[1] - p[1], p[0] - q[0])) / np.hypot(*(q - p))
    values = (other.points - p) @ n
    return float(values.min()), set(np.flatnonzero(values <= values.min() + 1e-9).tolist())


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_eight_one_sided_tests(page: Preset) -> None:
    a, b = page.scene.a.world, page.scene.b.world
    faces = [m for m in page.moments() if isinstance(m.step, FaceTested)]
    assert [(m.step.owner.value, m.step.face) for m in faces] == [(name, i) for name in "AB" for i in range(4)]
    for moment in faces:
        step = moment.step
        shape, other, letter = (a, b, "B") if step.owner.value == "A" else (b, a, "A")
        value, vertices = in_front(shape, step.face, other)
        text = plain(LESSON.caption(moment))
        lies = f"lies {'nearest in front of' if value > 0.0 else 'deepest behind'} edge {step.face}"
        assert any(text.startswith(f"Vertex {i} of {letter} {lies}") for i in vertices), text
        assert f": {signed(value)}" in text
        row = LESSON.table(moment).rows[moment.index]
        assert plain(row.cells[2]) == signed(value)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_greatest_wins_and_is_asked_for(page: Preset) -> None:
    a, b = page.scene.a.world, page.scene.b.world
    values = {f"edge {i} of {name}": in_front(one, i, other)[0]
              for name, one, other in (("A", a, b), ("B", b, a)) for i in range(4)}  # fmt: skip
    best = {name for name, value in values.items() if value >= max(values.values()) - 1e-9}
    question = LESSON.question(page.moment(0))
    assert question.answers == best
    recording = Recording(0.01)
    LESSON.draw(recording, page.moment(0))
    assert best <= {m.feature for m in recording.marks if isinstance(m, FeatureMark)}
    reference = next(m for m in page.moments() if isinstance(m.step, ReferenceFound))
    name = plain(LESSON.caption(reference)).split(" is the reference")[0]
    assert name[0].lower() + name[1:] in best
    assert marks("box-box", reference, Stroke, Ink.REFERENCE)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_contact_satisfies_its_definition(page: Preset) -> None:
    last = page.moments()[-1].step
    assert isinstance(last, PairResult)
    a, b = page.scene.a.world, page.scene.b.world
    moved = b.moved(-last.separation * last.normal)
    assert gap(a, moved) == pytest.approx(0.0, abs=1e-9)
    assert outline(a).intersection(outline(moved)).area < 1e-9
    if last.separation > 0.0:
        assert gap(a, b) == pytest.approx(last.separation)
        assert plain(LESSON.situation(page.moments()[-1])) == f"The boxes are {amount(gap(a, b))} apart."


def test_apart_at_corners_no_face_sees_the_distance() -> None:
    moment = at_step("box-box", "Apart at corners", CornersTested)
    a, b = moment.scene.a.world, moment.scene.b.world
    faces = max(in_front(one, i, other)[0] for one, other in ((a, b), (b, a)) for i in range(4))
    assert faces < gap(a, b) - 1e-3
    assert caption("box-box", moment).endswith(f"two corners are nearest: {amount(gap(a, b))}.")


def test_a_flat_box_rests_on_an_edge() -> None:
    assert "a whole edge faces it" in caption("box-box", at_step("box-box", "Resting flat", ReferenceFound))
    assert "one corner is nearest" in caption("box-box", at_step("box-box", "Corner on a face", ReferenceFound))
    assert moments("box-box", "Resting flat")[-1].step.normal == pytest.approx([0.0, 1.0])
