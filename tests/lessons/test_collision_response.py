"""What the lesson says about pushing apart, with the pushes reckoned by shapely."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import separation
from geometry.contact.relaxation import PairPushed, PileSettled
from lessons.collision_response.scene import LETTERS
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import gap, marks, moments, of, outline
from viz.lesson.canvas import Arrow, Label
from viz.lesson.ink import Ink
from viz.lesson.text import amount, plain

LESSON = of("collision-response")
MINE = [page for page in PRESETS if page.lesson is LESSON]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_each_push_says_what_it_moves(page: Preset) -> None:
    for moment in page.moments():
        step = moment.step
        if not isinstance(step, PairPushed) or step.depth <= 1e-6:
            continue
        text = plain(LESSON.caption(moment))
        assert text.startswith(f"{LETTERS[step.first]} and {LETTERS[step.second]} overlap by {amount(step.depth)}")
        for i, move in ((step.first, step.move_first), (step.second, step.move_second)):
            size = float(np.hypot(*move))
            assert (f"{LETTERS[i]} moves {amount(size)}" in text) == (size > 1e-8)
            arrows = {m.text for m in marks("collision-response", moment, Label, Ink.RESULT)}
            assert (f"{LETTERS[i]} moves {amount(size)}" in arrows) == (size > 1e-8)


@pytest.mark.parametrize("name", ["Two and one aside", "A row", "On the ground", "Stacked", "All on one spot"])
def test_a_settled_pile_overlaps_no_more(name: str) -> None:
    last = moments("collision-response", name)[-1]
    assert isinstance(last.step, PileSettled)
    shapes = [outline(s.moved(m)) for s, m in zip(last.scene.shapes(), last.step.moved, strict=True)]
    deepest = max(shapes[i].intersection(shapes[j]).area for i in range(3) for j in range(i))
    assert (deepest < 1e-9) == ("No two shapes overlap" in plain(LESSON.situation(last)))


def test_half_each_and_a_fixed_one_nothing() -> None:
    first = moments("collision-response", "Two and one aside")[0]
    a, b, _ = first.scene.shapes()
    step = first.step
    assert step.move_first == pytest.approx(-step.move_second)
    assert gap(a.moved(step.move_first), b.moved(step.move_second)) == pytest.approx(0.0, abs=1e-9)
    assert outline(a.moved(step.move_first)).intersection(outline(b.moved(step.move_second))).area < 1e-9
    ground = next(m for m in moments("collision-response", "On the ground") if m.step.first == 0 and m.step.depth > 0)
    assert "A by" not in plain(LESSON.caption(ground))
    assert any(m.text == "fixed" for m in marks("collision-response", ground, Label, Ink.QUIET))


def test_slop_is_left_standing() -> None:
    last = moments("collision-response", "Slop")[-1]
    left = plain(LESSON.situation(last))
    deepest = last.step.deepest
    assert 0.0 < deepest <= 0.0501
    assert left == f"The deepest overlap left is {amount(deepest)}."


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_second_round_is_asked_for(page: Preset) -> None:
    asked = [(m.index, q) for m in page.moments() if (q := LESSON.question(m)) is not None]
    second = [m for m in page.moments() if isinstance(m.step, PairPushed) and m.step.round == 2]
    if not second:
        assert asked == []
        return
    ((index, question),) = asked
    assert index == second[0].index - 1
    shapes = [s.moved(m) for s, m in zip(page.scene.shapes(), page.moment(index).step.moved, strict=True)]
    slop = 0.05 if page.scene.slop else 0.0
    fixed = page.scene.fixed()
    due = [
        f"{LETTERS[i]} and {LETTERS[j]}"
        for i in range(3)
        for j in range(i + 1, 3)
        if -separation(shapes[i], shapes[j]) > slop + 1e-9 and not (fixed[i] and fixed[j])
    ]
    assert question.answers == {due[0] if due else "none any more"}
    assert LESSON.goal(page.moment(index)) is None


def test_one_push_leads_to_the_next() -> None:
    (asked,) = [q for m in moments("collision-response", "A row") if (q := LESSON.question(m)) is not None]
    assert asked.answers != {"none any more"}
    (aside,) = [
        q for m in moments("collision-response", "Two and one aside") if (q := LESSON.question(m)) is not None
    ]
    assert aside.answers == {"none any more"}


def test_the_ghosts_are_where_the_shapes_were() -> None:
    second = moments("collision-response", "A row")[1]
    arrows = marks("collision-response", second, Arrow, Ink.RESULT)
    total = sum(float(np.hypot(*(np.array(m.end) - m.start))) for m in arrows)
    assert total == pytest.approx(sum(float(np.hypot(*m)) for m in (second.step.move_first, second.step.move_second)))
