"""Pictures on their way from one step to the next."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lessons.pages import PRESETS, Preset, draw, name_of
from viz.lesson.canvas import Arrow, Dot, Recording, Stroke, Unbounded
from viz.lesson.ink import Ink
from viz.picture.motion import SECONDS, blend, eased


def test_easing_starts_and_ends_at_rest() -> None:
    assert (eased(-1.0), eased(0.0), eased(0.5), eased(1.0), eased(9.0)) == (0.0, 0.0, 0.5, 1.0, 1.0)
    assert eased(0.1) < 0.1
    assert SECONDS <= 0.2


@pytest.mark.parametrize("page", PRESETS, ids=name_of)
@settings(max_examples=5, deadline=None)
@given(t=st.floats(0.0, 1.0))
def test_every_step_moves_to_the_next(page: Preset, t: float) -> None:
    pictures = [draw(page.lesson, moment, 0.01).marks for moment in page.moments()]
    for old, new in zip(pictures, pictures[1:] + pictures[:1], strict=True):
        marks, opacities = blend(old, new, t)
        assert [type(m) for m in marks] == [type(m) for m in new]
        assert all(0.0 <= o <= 1.0 for o in opacities)
        for mark in marks:
            if isinstance(mark, Unbounded):
                assert mark.direction != (0.0, 0.0)
    assert blend(old, new, 1.0) == (new, [1.0] * len(new))


def test_partners_move_and_newcomers_fade_in() -> None:
    old, new = Recording(), Recording()
    old.arrow((0, 0), (2, 0), Ink.RESULT)
    old.stroke([(0, 0), (1, 1)], Ink.AXIS)
    new.arrow((0, 2), (2, 4), Ink.RESULT)
    new.dot((5, 5), Ink.RESULT)
    marks, opacities = blend(old.marks, new.marks, 0.5)
    assert marks == [Arrow((0.0, 1.0), (2.0, 2.0), Ink.RESULT), Dot((5.0, 5.0), Ink.RESULT)]
    assert opacities == [1.0, 0.5]
    assert not any(isinstance(mark, Stroke) for mark in marks)


def test_a_line_turns_the_shorter_way() -> None:
    old, new = Recording(), Recording()
    old.unbounded((0, 0), (1.0, 0.1), Ink.AXIS)
    new.unbounded((0, 0), (-1.0, 0.1), Ink.AXIS)  # nearly the same line, the other way round
    (line,), _ = blend(old.marks, new.marks, 0.5)
    assert isinstance(line, Unbounded)
    assert line.direction == pytest.approx((-1.0, 0.0))
