"""What the lesson says about the table of pair routines, and how two counts grow."""

from __future__ import annotations

import itertools

import pytest

from geometry.primitives.dispatch import KindsFound, RoutineChosen, TurnedRound
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import at_step, caption, gap, moments, of
from viz.lesson.first_edition import RowState
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = of("dispatch")
MINE = [page for page in PRESETS if page.lesson is LESSON]
EXPECTED = {
    "Two circles": ("circle_circle", False),
    "Box and circle": ("circle_obb", False),
    "The other way round": ("circle_obb", True),
    "Touching circles": ("circle_circle", False),
    "Touching box and circle": ("circle_obb", False),
    "Two boxes": ("box_box", False),
    "Neither": ("convex_convex", False),
    "Many kinds, many bodies": ("convex_convex", False),
}


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_entry_for_the_pair(page: Preset) -> None:
    routine, swapped = EXPECTED[page.name]
    asked = at_step("dispatch", page.name, KindsFound)
    assert LESSON.question(asked).answers == {routine}
    chosen = at_step("dispatch", page.name, RoutineChosen)
    assert f"is {routine}" in caption("dispatch", chosen)
    assert ("asked with B first" in caption("dispatch", chosen)) == swapped
    assert any(isinstance(m.step, TurnedRound) for m in page.moments()) == swapped
    (row,) = [row for row in LESSON.table(chosen).rows if row.state is RowState.CURRENT]
    assert plain(row.cells[2]) == routine
    last = page.moments()[-1].step
    a, b = page.scene.a.world, page.scene.b.world
    assert (last.separation > 1e-9) == (gap(a, b) > 1e-5)


@pytest.mark.parametrize("kinds", [1, 2, 3, 7, 12])
def test_routines_are_counted(kinds: int) -> None:
    scene = moments("dispatch", "Two circles")[0].scene.with_field("kinds", float(kinds))
    said = plain(LESSON.situation(Moment(scene, LESSON.run(scene), 0)))
    counted = len(list(itertools.combinations_with_replacement(range(kinds), 2)))
    assert said.startswith(f"{kinds} kind{'s need' if kinds > 1 else ' needs'} {counted} routines;")


@pytest.mark.parametrize("bodies", [1, 2, 10, 100])
def test_pairs_are_counted(bodies: int) -> None:
    scene = moments("dispatch", "Two circles")[0].scene.with_field("count", float(bodies))
    trace = LESSON.run(scene)
    pairs = len(list(itertools.combinations(range(bodies), 2)))
    assert plain(LESSON.situation(Moment(scene, trace, 0))).endswith(f"{bodies} bodies make {pairs} pairs to test.")
    last = plain(LESSON.situation(Moment(scene, trace, len(trace) - 1)))
    if bodies > 1:
        assert last.startswith(f"{bodies} bodies: {pairs} pairs;")


def test_every_pair_of_kinds_is_in_the_table() -> None:
    rows = LESSON.table(moments("dispatch", "Two circles")[0]).rows
    kinds = {cell for row in rows for cell in row.cells[:2]}
    assert len(rows) == len(kinds) * (len(kinds) + 1) // 2
