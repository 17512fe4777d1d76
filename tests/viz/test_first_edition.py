"""The adapter: what a lesson of the first edition names by words is a feature in the second edition's window."""

from __future__ import annotations

import pytest

from geometry.feature import FeatureKind, FeatureRef
from lessons import CURRICULUM
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import FirstEdition
from viz.lesson.mark import FeatureMark
from viz.lesson.prediction import Click
from viz.session.player import Player

OPENED = [entry.opened for chapter in CURRICULUM for entry in chapter.lessons]
LESSONS = [lesson for lesson in OPENED if isinstance(lesson, FirstEdition)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_what_can_be_clicked_pointed_at_and_asked_for_are_values(lesson: FirstEdition) -> None:
    player = Player(lesson)
    for index in range(min(len(player.trace), 12)):
        player.go(index)
        canvas = Canvas()
        for pane in lesson.panes:
            pane.draw(canvas, player.moment)
        drawn = {mark.feature for mark in canvas.marks if isinstance(mark, FeatureMark)}
        assert all(isinstance(feature, FeatureRef) for feature in drawn)
        asked = lesson.story.page(player.moment).prediction
        if isinstance(asked, Click):
            assert asked.right <= drawn
            assert all(asked.judge(feature).right == (feature in asked.right) for feature in drawn)


def test_a_feature_is_a_value_that_people_can_read() -> None:
    assert FeatureRef("A", FeatureKind.EDGE, 3) == FeatureRef("A", FeatureKind.EDGE, 3)
    assert str(FeatureRef("A", FeatureKind.EDGE, 3)) == "edge 3 of A"
    assert str(FeatureRef("", FeatureKind.SAMPLE, 2)) == "sample 2"
    assert str(FeatureRef("gap", FeatureKind.PART)) == "gap"
    assert len({FeatureRef("B", FeatureKind.VERTEX, 0), FeatureRef("B", FeatureKind.VERTEX, 0)}) == 1
