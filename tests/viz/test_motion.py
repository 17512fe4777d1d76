"""Pictures on their way from one step to the next."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import regular_polygon
from tests.lessons.second_edition import SCENES, Told, name_of
from viz.lesson.canvas import Canvas, Recording
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.mark import Area, Arrow, Dot, Label, Mark, Stroke, Unbounded
from viz.picture.motion import SECONDS, blend, eased, morph


def test_easing_starts_and_ends_at_rest() -> None:
    assert (eased(-1.0), eased(0.0), eased(0.5), eased(1.0), eased(9.0)) == (0.0, 0.0, 0.5, 1.0, 1.0)
    assert eased(0.1) < 0.1
    assert SECONDS <= 0.2


@pytest.mark.parametrize("told", SCENES, ids=name_of)
@settings(max_examples=5, deadline=None)
@given(t=st.floats(0.0, 1.0))
def test_every_step_moves_to_the_next(told: Told, t: float) -> None:
    pictures = [told.draw(told.lesson.panes[0], moment).marks for moment in told.moments()]
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


def picture(shift: float) -> list[Mark]:
    """One of every mark."""
    canvas = Canvas(0.01)
    at = (shift, 1.0 - shift)
    canvas.stroke((at, (1, 2), (3, 4)), Ink.A, line=Line.CURVE, opacity=1.0 - 0.5 * shift)
    canvas.area((at, (1, 0), (1, 1)), Ink.B)
    canvas.area((at, (1, 0), (1, 1)), Ink.GAP, opacity=0.2 + shift / 10.0)
    canvas.region((at, at), ((1, shift), (0, 1)), Ink.GAP)
    canvas.light((at, (1, 0), (1, 1)), at, (0, 1 + shift), Ink.GAP)
    canvas.glow((at, (1, 1)), Ink.EXAMINED)
    canvas.unbounded(at, (1, shift), Ink.CONSTRUCTION, one_sided=True)
    canvas.arrow(at, (2, 2), Ink.EXAMINED)
    canvas.dot(at, Ink.ANSWER, Point.ANSWER)
    canvas.label(f"gap {shift:.2f}", at, Ink.GAP, toward=(1, 0))
    canvas.symbol("n", at, Ink.EXAMINED)
    canvas.feature((at,), FeatureRef("A", FeatureKind.VERTEX, 0), Ink.A)
    canvas.field(at, (2, 2), np.full((2, 3), shift), Ink.GAP)
    canvas.inset("top left", (100, 80), "World", [])
    return list(canvas.marks)


@given(t=st.floats(0.01, 0.99))
def test_every_kind_of_mark_moves(t: float) -> None:
    old, new, wanted = picture(0.0), picture(1.0), picture(t)
    for marks, opacities in (blend(old, new, t), morph(old, new, t)):
        assert opacities == [1.0] * len(new)
        for mark, between in zip(marks, wanted, strict=True):
            for name, value in zip(mark._fields, mark, strict=True):
                if name in ("text", "opacity") and isinstance(value, str):
                    continue
                expected = getattr(between, name)
                if isinstance(value, tuple | float) and name != "marks":
                    assert np.asarray(value) == pytest.approx(np.asarray(expected)), (type(mark), name)
                else:
                    assert value == expected


def test_a_morph_begins_and_ends_with_the_pictures_and_fades_what_is_alone() -> None:
    old, new = Canvas(), Canvas()
    old.stroke(((0, 0), (1, 0)), Ink.A, line=Line.THIN)
    old.dot((0, 0), Ink.B)
    new.stroke(((0, 1), (1, 1)), Ink.A, line=Line.THIN)
    new.label("new", (0, 0), Ink.GAP)
    assert morph(old.marks, new.marks, 0.0) == (old.marks, [1.0, 1.0])
    assert morph(old.marks, new.marks, 1.0) == (new.marks, [1.0, 1.0])
    early, faint = morph(old.marks, new.marks, 0.25)
    assert (early[0], faint) == (old.marks[1], [0.5, 1.0, 0.0])
    late, clear = morph(old.marks, new.marks, 0.75)
    assert [type(mark) for mark in late] == [Stroke, Label]
    assert clear == [1.0, 0.5]


@given(t=st.floats(0.05, 0.95), turn=st.floats(0.0, 6.0), sides=st.sampled_from((3, 4, 6, 9)))
def test_an_outline_flows_into_another_without_turning_inside_out(t: float, turn: float, sides: int) -> None:
    old, new = Canvas(), Canvas()
    old.area(regular_polygon(5, 1.0).points, Ink.A)
    new.area(regular_polygon(sides, 2.0, (3.0, 0.0), turn).points, Ink.A)
    (mark,), _ = morph(old.marks, new.marks, t)
    assert isinstance(mark, Area)
    ring = np.array(mark.points)
    assert ring.mean(axis=0) == pytest.approx((3.0 * t, 0.0), abs=0.1)
    radii = np.hypot(*(ring - ring.mean(axis=0)).T)
    assert radii.min() > 0.3
    assert radii.max() < 2.1
