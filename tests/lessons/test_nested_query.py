"""A contact with a circle can be stepped into, in every lesson on manifolds."""

from __future__ import annotations

import pytest

from geometry import circle
from geometry.contact.manifold_points import CenterQueried
from lessons.first_edition.contact_lesson import ContactLesson
from tests.lessons.pages import LESSONS, draw
from tests.lessons.test_contract import check_page
from viz.lesson.canvas import Label
from viz.lesson.first_edition import FirstEdition
from viz.lesson.lesson import Preset
from viz.lesson.scene import at
from viz.lesson.text import plain
from viz.session.player import Player

MINE = [lesson for lesson in LESSONS if isinstance(lesson, ContactLesson)]


@pytest.mark.parametrize("lesson", MINE, ids=lambda lesson: lesson.id)
@pytest.mark.parametrize("circles", ["a", "b", "ab"])
def test_the_query_is_drawn_and_told_step_by_step(lesson: ContactLesson, circles: str) -> None:
    scene = lesson.scene()
    for name in circles:
        scene = scene.with_field(name, at(circle(0.7), *{"a": (0.0, 0.0), "b": (0.4, 0.6)}[name]))
    player = Player(FirstEdition(lesson), Preset(scene))
    player.go(next(i for i, step in enumerate(player.trace) if isinstance(step, CenterQueried)))
    query = player.moment.step
    player.into()
    for index in range(len(player.trace)):
        player.go(index)
        moment = player.moment
        check_page(lesson, moment)
        assert lesson.question(moment) is None
        assert plain(lesson.caption(moment)).endswith(".")
        assert lesson.goal(moment).text == lesson.goal(player.outermost).text
        labels = [m.text for m in draw(lesson, moment).marks if isinstance(m, Label)]
        assert f"centre of {query.circle.value}" in labels
    assert f"{abs(query.found.separation):.2f}" in plain(lesson.caption(player.moment))


def test_there_are_such_lessons() -> None:
    assert len(MINE) >= 2
