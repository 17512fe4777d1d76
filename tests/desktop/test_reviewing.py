"""A review in the window: question after question, the result, and everything as it was before."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.answering import answer_rightly, answer_wrongly
from tests.desktop.conftest import LESSONS
from viz.session.progress import Done
from viz.session.review import Outcome

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.reviewing import Reviewing
    from viz.desktop.window import Desktop

Open = Callable[..., "Desktop"]


def drive(desktop: Desktop, act: Callable[[Any], None]) -> None:
    from tests.desktop.engine import drive as run  # needs the display to be prepared

    run(desktop, act)


def begun(desktop: Desktop, count: int = 4, seed: int = 7, *chapters: int) -> Reviewing:
    from viz.desktop.reviewing import begin_review

    review = begin_review(desktop.session, chapters or (1, 2, 3), count, seed)
    assert review is not None
    desktop.settle(2)
    return review


def test_right_at_once_right_later_and_left_are_told_apart(open_desktop: Open) -> None:
    desktop = open_desktop("gjk")
    session, review = desktop.session, begun(desktop, 6)
    for i in range(6):
        assert review.is_here
        assert session.task.is_open
        if i % 3 == 1:
            assert answer_wrongly(session)
            desktop.settle(1)
        if i % 3 != 2:
            answer_rightly(session)
        desktop.settle(1)
        review.forward()
        desktop.settle(1)
    assert review.is_over
    expected = [Outcome.FIRST, Outcome.LATER, Outcome.OPEN] * 2
    assert [each.outcome for each in review.items] == expected
    assert [each.tries for each in review.items] == [1, 2, 0] * 2
    assert len({each.lesson for each in review.items}) == 6


def test_the_same_seed_asks_the_same(open_desktop: Open) -> None:
    desktop = open_desktop("gjk")
    found = []
    for seed in (3, 3, 4):
        review = begun(desktop, 5, seed)
        for _ in range(5):
            review.forward()
        found.append([(each.lesson, each.asked) for each in review.items])
        review.end()
    assert found[0] == found[1] != found[2]


def test_a_last_lesson_that_asks_nothing_is_left_out(open_desktop: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from viz.desktop import reviewing

    desktop = open_desktop("gjk")
    review, usual = begun(desktop, 3), reviewing.deal
    silent = review.items[-1].lesson
    monkeypatch.setattr(
        reviewing, "deal", lambda lesson, *more: None if lesson.id == silent else usual(lesson, *more)
    )
    for _ in range(2):
        review.forward()
        desktop.settle(1)
    assert (review.index, review.count, review.is_over) == (1, 2, False)
    assert review.is_here
    assert silent not in [each.lesson for each in review.items]


def test_everything_is_as_it_was_before(open_desktop: Open, tmp_path: Path) -> None:
    """The lesson, a scene that was changed, its step, its undo and its answers; a scene that waits for its lesson;
    the file of scenes; and whether predictions are asked."""
    desktop = open_desktop("axis-by-axis", settings=tmp_path / "settings.json")
    session = desktop.session
    session.player.go(1)
    session.set_field("b", session.player.scene.b.moved((0.1, 0.0)))
    desktop.settle(2)
    session.asks = False
    kept = (tmp_path / "scenes.json").read_bytes()
    before = session.player.scene, session.player.index, session.history, session.task
    left = desktop.filing.present()
    session.left["gjk"] = left
    review = begun(desktop, 12, 2, 2, 4)
    assert session.asks
    assert {"axis-by-axis", "gjk"} <= {each.lesson for each in review.items}, "twelve lessons, twelve questions"
    for _ in review.items:
        if session.lesson.id == "axis-by-axis":
            assert session.player.scene is not before[0]
            assert not session.history.can_undo
        answer_rightly(session)
        desktop.settle(2)
        review.forward()
    assert (tmp_path / "scenes.json").read_bytes() == kept
    review.end()
    desktop.settle(2)
    assert (session.player.scene, session.player.index, session.history, session.task) == before
    assert session.lesson.id == "axis-by-axis"
    assert not session.asks
    assert session.lecture is None
    assert session.study.review is None
    assert session.left == {"gjk": left}
    assert (tmp_path / "scenes.json").read_bytes() == kept


def test_closing_the_window_ends_it(open_desktop: Open, tmp_path: Path) -> None:
    desktop = open_desktop("gjk", settings=tmp_path / "settings.json")
    desktop.session.asks = False
    begun(desktop)
    desktop.session.study.review.end()  # what close does before it remembers
    desktop.remembering.close()
    told = json.loads((tmp_path / "settings.json").read_text())
    assert (told["lesson"], told["asks"]) == ("gjk", False)


def test_the_strip_leads_on_and_the_result_back_and_it_can_be_saved(open_desktop: Open, tmp_path: Path) -> None:
    desktop = open_desktop("gjk")
    session, review = desktop.session, begun(desktop, 3)
    places: list[Any] = []

    def act(context: Any) -> None:
        context.yield_(2)
        answer_rightly(session)
        context.yield_(2)
        for words in ("next ›", "‹ back", "next ›", "next ›"):
            context.item_click(f"//##strip/{words}")
            places.append(review.index)
        session.player.go(0 if session.player.index else 1)
        context.yield_(2)
        assert not review.is_here
        context.item_click("//##strip/to the question")
        assert review.is_here
        context.item_click("//##strip/result ›")
        context.yield_(2)
        assert review.is_over
        context.item_click("//##results/**/question 1")
        context.yield_(2)
        places.append((review.index, review.is_over, session.task.is_open))
        review.at_end()
        context.yield_(2)
        for kind in ("text", "HTML", "JSON"):
            context.item_click(f"//##results/save {kind}")
            context.yield_(2)
            context.item_click("//##path/path save")
            context.yield_(2)
        context.item_click("//##results/close review")
        context.yield_(2)

    drive(desktop, act)
    assert places == [1, 0, 1, 2, (0, False, False)]
    assert session.lesson.id == "gjk"
    assert session.study.review is None
    saved = {each.suffix: each.read_text(encoding="utf-8") for each in tmp_path.glob("review-*")}
    assert saved == {
        ".txt": review.result.as_text(),
        ".html": review.result.as_html(),
        ".json": review.result.as_json(),
    }


def test_page_down_leads_on_and_another_lesson_ends_the_result(open_desktop: Open) -> None:
    from imgui_bundle import imgui

    from tests.desktop.test_keyboard import key

    desktop = open_desktop("gjk")
    session, review = desktop.session, begun(desktop, 2)
    key(desktop, imgui.Key.page_down)
    assert review.index == 1
    session.presenting = True
    key(desktop, imgui.Key.page_down)
    desktop.settle(2)
    assert review.is_over
    assert not session.presenting
    session.open(LESSONS["mass"])
    desktop.settle(2)
    assert session.study.review is None
    assert session.lesson.id == "mass"


def test_without_anything_begun_it_says_so_and_with_it_only_that_is_asked(open_desktop: Open) -> None:
    from viz.desktop.reviewing import begin_review

    desktop = open_desktop("gjk")
    session = desktop.session
    session.study.done = {}
    assert begin_review(session) is None
    assert session.notice is not None
    assert "nothing to review" in session.notice.text
    session.study.done = {"aabb": Done({"x": {0}}), "mass": Done({"x": {0}}), "gjk": Done()}
    review = begin_review(session, count=4)
    assert review is not None
    assert {each.lesson for each in review.items} == {"aabb", "mass"}


def test_the_drawer_offers_it(open_desktop: Open) -> None:
    desktop = open_desktop("gjk")
    session = desktop.session

    def act(context: Any) -> None:
        session.chrome.drawer = True
        context.yield_(2)
        context.item_click("//##drawer/**/review")
        context.yield_(2)

    drive(desktop, act)
    assert session.study.review is not None
    assert {each.lesson for each in session.study.review.items} == {"gjk"}
    assert not session.chrome.drawer
