"""What the lesson on the four situations says."""

from __future__ import annotations

import pytest

from geometry import manifold
from geometry.contact.manifold_points import ManifoldKind
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from lessons.contact_scenarios import ContactScenarios
from lessons.first_edition.contact_captions import COUNTS
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Dot, Label
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = ContactScenarios()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def page(name: str) -> Preset:
    return preset(LESSON.id, name)


def labels(moment: Moment) -> list[str]:
    return [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)]


def test_the_four_situations_are_what_they_are_meant_to_be() -> None:
    kinds = [step.found.kind for step in LESSON.run(LESSON.scene())]
    one, two = ManifoldKind.EDGE_CORNER, ManifoldKind.EDGE_EDGE
    assert kinds == [one, two, two, one]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_counts_are_those_of_the_manifolds(page: Preset) -> None:
    last = page.moments()[-1]
    table = LESSON.table(last)
    for pair, row in zip(last.scene.pairs, table.rows, strict=True):
        many = len(manifold(pair.a, pair.b).points)
        assert plain(row.cells[1]) == COUNTS[many]
        assert plain(row.cells[2]) == COUNTS[len(manifold_by_crossing(pair.a, pair.b).points)]
        assert any(text.startswith(f"{pair.letter}: {COUNTS[many]}") for text in labels(last))
    dots = [m for m in draw(LESSON, last).marks if isinstance(m, Dot) and m.ink is Ink.RESULT]
    assert len(dots) == sum(len(step.found.points) for step in last.trace)


def test_the_crossing_rule_really_has_one_point_where_two_are_needed() -> None:
    moments = page("Four situations").moments()
    third = moments[2]
    assert len(third.step.found.points) == 2
    (single,) = third.scene.by_crossing[2].points
    faulty = [m for m in draw(LESSON, third).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert [m.at for m in faulty] == [pytest.approx(single.point)]
    assert "one point" in plain(LESSON.caption(third))
    assert not [m for m in draw(LESSON, moments[1]).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    off = third.scene.with_field("crossing", False)
    marks = draw(LESSON, Moment(off, LESSON.run(off), 2)).marks
    assert not [m for m in marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]


def test_nothing_is_given_away_before_its_step() -> None:
    first = page("Four situations").moments()[0]
    assert {"b", "c", "d"} < set(labels(first))
    question = LESSON.question(first)
    assert question is not None
    assert question.is_right("two points")
    assert not question.is_right("one point")


def test_apart_has_no_points_and_the_goal_is_reached_flat() -> None:
    for moment in page("Apart").moments():
        assert "no contact point" in plain(LESSON.caption(moment))
    assert not LESSON.goal(page("Apart").moments()[0]).is_reached
    tilted = page("Tilted by 0, 1, 2 and 4°").moments()[0]
    assert LESSON.goal(tilted).now.startswith("Now")
