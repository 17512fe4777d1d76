"""Predictions: open, tried, wrong, tried again, shown, skipped, right; each scene and step with its own."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry.feature import FeatureKind, FeatureRef
from tests.viz.counting import EDGES, VERTEX, Counting, CountingTwice, adjust, choose, click, place
from tests.viz.stand_in import everything
from viz.choosing import find_lesson
from viz.lesson.canvas import Canvas, Dot, Label, Stroke
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.marks import circle_points
from viz.lesson.prediction import Click, Draw, Place, Points, Remark, Verdict
from viz.session.answer import nearest_on
from viz.session.player import Player
from viz.session.task import SHOWN_FROM, Task
from viz.session.task_marks import draw_task

ASKED = {4: click, 3: choose, 2: place, 1: adjust}


def asked(left: int = 4) -> Task:
    """The task of the step at which so many are left: 4 a click, 3 a choice, 2 points, 1 the scene."""
    player = Player(Counting(ASKED))
    player.go(4 - left)
    return Task(player)


def test_a_right_click_closes_it() -> None:
    task = asked()
    assert task.is_open
    assert (task.head, task.buttons, task.challenge) == ("Predict", ("none",), None)
    task.give(EDGES[2])
    assert not task.is_open
    assert (task.head, task.can_check, task.can_show) == ("Right", False, False)
    assert task.highlighted == {EDGES[2]}
    assert task.challenge is not None
    task.give(EDGES[0])
    assert task.head == "Right", "what is answered stays answered"


def test_a_wrong_answer_can_be_tried_again_and_is_shown_only_after_a_second_try() -> None:
    task = asked()
    task.give("none")
    assert task.is_open
    assert (task.head, task.can_try_again, task.can_show) == ("Not yet", True, False)
    task.try_again()
    assert task.head == "Predict"
    task.give(EDGES[0])
    assert task.answer is not None
    assert (task.answer.tries, task.can_show) == (SHOWN_FROM, True)
    task.show(lambda scene: None)
    assert (task.head, task.is_open, task.highlighted) == ("Shown", False, {EDGES[2]})


def test_the_second_try_is_called_so() -> None:
    task = asked(3)
    task.give("no")
    task.give("yes")
    assert task.head == "Right, at the second try"


def test_only_the_kind_of_feature_that_is_asked_for_answers() -> None:
    task = asked()
    assert task.wants(EDGES[0])
    assert not task.wants(VERTEX), "a click on a vertex selects it"
    task.give(EDGES[2])
    assert not task.wants(EDGES[0])
    assert not asked(3).wants(EDGES[0])


def test_where_only_a_button_is_right_the_step_says_what_may_be_clicked() -> None:
    def ask(kinds: frozenset[FeatureKind]) -> Task:
        player = Player(Counting({4: lambda moment: replace(click(moment), right=frozenset(("none",)), kinds=kinds)}))
        return Task(player)

    task = ask(frozenset((FeatureKind.VERTEX,)))
    assert task.wants(VERTEX)
    assert not task.wants(EDGES[0])
    task = ask(frozenset((FeatureKind.EDGE,)))
    assert task.wants(EDGES[0])
    assert not task.wants(VERTEX)


def test_only_the_owner_that_is_asked_about_answers() -> None:
    task_click = click(Player(Counting({})).moment)
    other = FeatureRef("B", EDGES[2].kind, EDGES[2].index)
    assert EDGES[2].owner not in ("", "B")
    for owner, answers in (("", (True, True)), (EDGES[2].owner, (True, False)), ("B", (False, True))):
        question = replace(task_click, owner=owner)
        assert (question.wants(EDGES[2]), question.wants(other)) == answers
    assert not replace(task_click, owner="B").wants("none"), "a button is no feature"


def test_stages_that_come_are_not_named_while_a_prediction_is_open() -> None:
    task = asked()
    stages = task.player.stages
    assert len(stages) > 1
    assert task.told_stages == stages[:1]
    task.give(EDGES[2])
    assert task.told_stages == stages


def test_the_number_of_steps_is_hidden_where_it_would_answer() -> None:
    player = Player(Counting({4: lambda moment: replace(click(moment), hides_end=True)}))
    task = Task(player)
    assert task.hides_end
    task.give(EDGES[2])
    assert not task.hides_end
    assert not asked().hides_end


def test_placed_points_are_checked_together_and_what_is_right_stays() -> None:
    task = asked(2)
    assert task.points == ((0.5, 0.5), (0.0, 1.0))
    assert task.can_check
    task.move(1, (2.05, 7.0))
    assert task.points[1] == (2.05, 1.0), "bound to its path"
    task.check()
    assert (task.is_open, task.can_check, task.head) == (True, False, "Place the points: 1 of 2")
    assert task.answer is not None
    assert list(task.answer.kept) == [1]
    task.move(0, (0.0, 1.0))
    assert task.can_check, "moving a point is another try"
    task.check()
    assert task.head == "Right, at the second try"
    assert task.answer.missed == ((0.5, 0.5),)
    assert task.points == (), "nothing is to be moved any more"


def test_showing_puts_the_points_where_they_belong() -> None:
    task = asked(2)
    for _ in range(2):
        task.check()
        task.try_again()
    task.show(lambda scene: None)
    assert task.answer is not None
    assert task.answer.points == ((0.0, 1.0), (2.0, 1.0))
    assert task.head == "Shown"


def test_the_scene_is_judged_where_it_is_the_answer_and_its_tries_count_on() -> None:
    task = asked(1)
    task.check()
    assert task.head == "Not yet"
    task.player.change(task.player.scene.with_field("count", 4.2))
    assert task.head == "Predict", "the verdict was on another scene"
    task.check()
    assert task.can_show
    task.show(task.player.change)
    assert task.player.scene.way == "down"  # type: ignore[attr-defined]
    assert (task.head, task.is_open) == ("Shown", False)


def test_each_scene_and_step_keeps_its_own_answer() -> None:
    task = asked(4)
    player = task.player
    task.give(EDGES[2])
    before = player.scene
    player.change(before.with_field("count", 4.1))
    assert task.is_open
    player.change(before)
    assert task.head == "Right"
    player.forward()
    assert task.head == "Predict"
    player.back()
    assert task.head == "Right"


def test_the_next_step_still_shows_what_was_right() -> None:
    task = Task(Player(Counting({4: choose})))
    task.give("yes")
    task.player.forward()
    assert task.prediction is None
    assert task.head == "Right"
    task.player.forward()
    assert task.settled is None


def test_skipping_hides_nothing_any_more() -> None:
    task = asked()
    task.skip()
    assert not task.is_open
    assert task.challenge is not None


def test_they_can_be_switched_off_and_are_asked_on_the_main_track_only() -> None:
    task = Task(Player(CountingTwice({4: choose, 3: choose})))
    assert task.is_open
    task.player.into()
    assert task.prediction is None
    task.player.out()
    task.is_on = False
    assert (task.prediction, task.challenge, task.is_open) == (None, None, False)
    task.give("yes")
    task.is_on = True
    assert task.is_open


def test_dragging_keeps_no_answer_for_every_scene_on_the_way() -> None:
    task = asked()
    task.give(EDGES[0])
    for i in range(500):
        task.player.change(everything(count=4.0 + i / 2000.0))
        assert task.is_open
    assert len(task._answers) == 1


def marks(task: Task, pane: str = "world") -> Canvas:
    canvas = Canvas(0.01)
    draw_task(canvas, task, pane)
    return canvas


def test_the_figure_shows_the_learners_points_then_what_they_are_worth() -> None:
    task = asked(2)
    open_marks = marks(task).marks
    assert [m.point for m in open_marks if isinstance(m, Dot)] == [Point.HOLLOW, Point.HOLLOW]
    assert {m.ink for m in open_marks if isinstance(m, Dot | Stroke)} == {Ink.INTERFACE}
    assert not marks(task, "other").marks
    task.move(1, (2.0, 1.0))
    task.check()
    wrong = marks(task).marks
    assert {(m.ink, m.point) for m in wrong if isinstance(m, Dot)} == {
        (Ink.FAULTY, Point.CROSS), (Ink.ANSWER, Point.ANSWER),
    }  # fmt: skip
    assert any(isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is Line.DOTTED for m in wrong)
    assert {m.text for m in wrong if isinstance(m, Label)} == {"point 0", "point 1"}
    assert all(m.at != (0.0, 1.0) for m in wrong if isinstance(m, Dot)), "the right place is not given away"
    task.try_again()
    again = [m for m in marks(task).marks if isinstance(m, Dot)]
    assert [(m.ink, m.at) for m in again] == [(Ink.INTERFACE, (0.5, 0.5)), (Ink.ANSWER, (2.0, 1.0))]
    task.move(0, (0.0, 1.0))
    task.check()
    right = marks(task).marks
    assert any(isinstance(m, Label) and m.text == "first try" for m in right)
    assert [m.at for m in right if isinstance(m, Dot) and m.ink is Ink.ANSWER] == [(0.0, 1.0), (2.0, 1.0)]


def test_of_several_wrong_places_the_furthest_one_is_named() -> None:
    task = asked(2)
    task.move(0, (0.4, 1.0))
    task.move(1, (3.0, 1.0))
    task.check()
    task.try_again()
    for index, at in enumerate(((0.0, 1.0), (2.0, 1.0))):
        task.move(index, at)
    task.check()
    named = [m for m in marks(task).marks if isinstance(m, Label) and m.text == "first try"]
    assert [m.at for m in named] == [(3.0, 1.0)]


def test_the_first_try_is_named_beside_a_small_area_that_it_lies_in() -> None:
    """Its words would not be read on a hatched ball; a large area would send them too far."""
    task = asked(2)
    task.move(0, (0.5, 1.0))
    task.move(1, (2.0, 1.0))
    task.check()
    task.try_again()
    task.move(0, (0.0, 1.0))
    task.check()
    for radius, is_far in ((0.3, True), (3.0, False)):
        canvas = Canvas()
        canvas.area(circle_points(canvas, (0.5, 1.0), radius), Ink.B)
        draw_task(canvas, task, task.pane)
        (named,) = (m for m in canvas.marks if isinstance(m, Label) and m.text == "first try")
        far = radius / math.sqrt(2.0) if is_far else 0.0
        assert named.at == pytest.approx((0.5 - far, 1.0 + far), abs=0.02)


def test_a_clicked_edge_is_marked_where_the_picture_has_it() -> None:
    task = asked()
    task.give(EDGES[0])

    def inks() -> set[tuple[Ink, object]]:
        canvas = Canvas(0.01)
        task.player.lesson.story.draw(canvas, task.player.moment)
        before = len(canvas.marks)
        draw_task(canvas, task, "world")
        return {(m.ink, m.line) for m in canvas.marks[before:] if isinstance(m, Stroke)}

    assert inks() == {(Ink.FAULTY, Line.DOTTED)}
    task.give(EDGES[2])
    assert inks() == {(Ink.ANSWER, Line.FEATURE), (Ink.FAULTY, Line.DOTTED)}, "the first try stays, small"
    elsewhere = Canvas(0.01)  # a pane that shows nothing of the box, whichever the prediction counts as its own
    draw_task(elsewhere, task, "world")
    assert not elsewhere.marks


def test_what_else_is_right_turns_white_and_a_length_is_measured_to_its_other_end() -> None:
    def told(moment: Moment[Any]) -> Click:
        length = Remark((0.0, 0.5), "0.50", True, to=(0.0, 1.0))
        right = Verdict(True, "So it is.", "", (length,), frozenset({EDGES[3]}))
        return Click("Click an edge.", lambda chosen: right, frozenset({EDGES[2]}))

    player = Player(Counting({4: told}))
    task = Task(player)
    task.give(EDGES[2])
    assert task.highlighted == {EDGES[2], EDGES[3]}
    canvas = Canvas(0.01)
    player.lesson.story.draw(canvas, player.moment)
    draw_task(canvas, task, "world")
    measured = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.MEASURE]
    assert {m.ink for m in measured} == {Ink.ANSWER}
    assert any(np.array(m.points) == pytest.approx(np.array(((0.0, 0.5), (0.0, 1.0)))) for m in measured)
    white = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    assert len(white) == 2


def test_a_remark_on_a_clicked_feature_stands_in_the_panes_that_have_it_there() -> None:
    task = asked()
    task.give(EDGES[0])

    def is_said(pane: str, *, has_the_box: bool) -> bool:
        canvas = Canvas(0.01)
        if has_the_box:
            task.player.lesson.story.draw(canvas, task.player.moment)
        draw_task(canvas, task, pane)
        return any(isinstance(m, Label) and m.text == "the upper edge" for m in canvas.marks)

    assert is_said("other", has_the_box=True)
    assert not is_said("world", has_the_box=False)
    task.give("none")
    assert is_said("world", has_the_box=False)
    assert not is_said("other", has_the_box=True)


def test_a_question_and_its_answer_may_draw_in_any_pane_at_the_step_that_asks() -> None:
    def draw(ink: Ink) -> Draw:
        return lambda canvas, pane: canvas.dot((1.0, 2.0), ink) if pane == "other" else None

    def judge(points: Points) -> Verdict:
        return Verdict(points[0][0] > 0.0, "So it is.", draw=draw(Ink.TEXT))

    place = Place("Place it.", judge, ((-1.0, 0.0),), ((1.0, 0.0),), "world", draw=draw(Ink.EXAMINED))
    task = Task(Player(Counting({4: lambda moment: place})))

    def inks(pane: str) -> list[Ink]:
        return [m.ink for m in marks(task, pane).marks if isinstance(m, Dot) and m.at == (1.0, 2.0)]

    assert (inks("other"), inks("world")) == ([Ink.EXAMINED], [])
    task.check()
    assert inks("other") == [Ink.EXAMINED, Ink.TEXT]
    task.move(0, (1.0, 0.0))
    assert inks("other") == [Ink.EXAMINED], "no verdict any more"
    task.check()
    assert inks("other") == [Ink.EXAMINED, Ink.TEXT]
    task.player.forward()
    assert task.settled is not None
    assert inks("other") == [], "the next step has marks of its own"


@pytest.mark.parametrize(
    ("to", "nearest"), [((0.3, 5.0), (0.3, 1.0)), ((-9.0, 0.0), (-1.0, 1.0)), ((9.0, 9.0), (3.0, 1.0))]
)
def test_nearest_on_a_path(to: tuple[float, float], nearest: tuple[float, float]) -> None:
    assert nearest_on(((-1.0, 1.0), (1.0, 1.0), (3.0, 1.0)), to) == pytest.approx(nearest)
    assert nearest_on(((2.0, 2.0),), to) == (2.0, 2.0)


@pytest.mark.parametrize(("name", "is_white"), [("your-code", False), ("inner-edges", True)])
def test_a_wrong_answer_that_was_foretold_rightly_is_not_marked_as_right(name: str, is_white: bool) -> None:
    """White is what is right; where the learner foretells what a faulty routine gives, the place is the learner's."""
    lesson = find_lesson(name)
    player = Player(lesson)
    index, place = next((i, p.prediction) for i, p in enumerate(player.pages) if isinstance(p.prediction, Place))
    player.go(index)
    task = Task(player)
    for i, point in enumerate(place.right):
        task.move(i, point)
    task.check()
    assert task.head == "Right"
    for step in (index, index + 1):
        player.go(step)
        canvas = Canvas(0.01)
        draw_task(canvas, task, place.pane)
        at_place = {mark.ink for mark in canvas.marks if isinstance(mark, Dot) and tuple(mark.at) in place.right}
        assert at_place == ({Ink.ANSWER} if is_white else {Ink.INTERFACE})


def test_a_point_that_is_placed_may_tell_its_own_number() -> None:
    def judge(points: Points) -> Verdict:
        return Verdict(points[0][0] > 0.0, "So it is.")

    place = Place("Place it.", judge, ((-1.0, 0.0),), ((1.0, 0.0),), "world", names=(lambda at: f"x = {at[0]:.1f}",))
    task = Task(Player(Counting({4: lambda moment: place})))

    def words() -> list[str]:
        return [m.text for m in marks(task, "world").marks if isinstance(m, Label) and m.text.startswith("x = ")]

    assert words() == ["x = -1.0"]
    task.move(0, (-0.5, 0.0))
    assert words() == ["x = -0.5"]


def test_what_the_points_make_follows_them_until_the_check() -> None:
    def judge(points: Points) -> Verdict:
        return Verdict(points[0][0] > 0.0, "So it is.")

    def follow(canvas: Canvas, points: Points) -> None:
        canvas.stroke((points[0], (points[0][0], 9.0)), Ink.INTERFACE)

    place = Place("Place it.", judge, ((-1.0, 0.0),), ((1.0, 0.0),), "world", follow=follow)
    task = Task(Player(Counting({4: lambda moment: place})))

    def ends(pane: str = "world") -> list[float]:
        return [m.points[0][0] for m in marks(task, pane).marks if isinstance(m, Stroke) and m.points[-1][1] == 9.0]

    assert (ends(), ends("other")) == ([-1.0], [])
    task.move(0, (-0.5, 0.0))
    assert ends() == [-0.5]
    task.check()
    assert not ends(), "then the verdict draws"
