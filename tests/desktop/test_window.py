"""The window of the second edition: its drawer, panel, cards, clock, comparison, presenting and first picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lessons import CURRICULUM
from tests.desktop.test_editing import key
from tests.desktop.test_interface import drive
from tests.desktop.test_pictures import check_layout, picture
from tests.viz.counting import Counting, adjust, choose, click, place, started
from viz.lesson.canvas import Canvas, Stroke
from viz.lesson.curriculum import Entry
from viz.picture.theme import DARK, LIGHT
from viz.session.player import Player

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def texts(desktop: Desktop) -> list[str]:
    """Every word that the interface writes in one frame, as plain words."""
    from viz.desktop import rich_text

    written: list[str] = []
    write, draw = rich_text.write, rich_text.Laid.draw

    def spy_write(target: Any, x: float, baseline: float, words: str, *more: Any) -> float:
        written.append(words)
        return write(target, x, baseline, words, *more)

    def spy_draw(self: Any, *more: Any, **named: Any) -> None:
        written.append("".join(part.words for part in self.parts))
        draw(self, *more, **named)

    patch = pytest.MonkeyPatch()
    with patch.context() as patched:
        patched.setattr(rich_text, "write", spy_write)
        patched.setattr(rich_text.Laid, "draw", spy_draw)
        desktop.settle(1)
    return written


# Words.


def test_rich_text_is_wrapped_and_keeps_its_looks(desktop: Desktop) -> None:
    from viz.desktop.rich_text import lay_out
    from viz.lesson.ink import Ink
    from viz.lesson.text import tint

    desktop.build(1.0 / 60.0)
    text = f"Every edge gives an axis $\\hat n$: {tint('**0.35**', Ink.OVERLAP)}. " + "More words follow those. " * 4
    laid = lay_out(text, desktop.fonts, 14.0, 200.0)
    assert laid.lines > 2
    assert laid.width <= 200.0
    assert laid.height == pytest.approx(laid.lines * 1.45 * 14.0)
    number = next(part for part in laid.parts if part.words == "0.35")
    assert (number.bold, number.ink) == (True, Ink.OVERLAP)
    dot = next(part for part in laid.parts if part.words.startswith(". "))
    assert (dot.bold, dot.ink) == (False, None)
    assert dot.baseline == number.baseline, "a full stop stays with its word"
    assert [part.words for part in laid.parts if part.is_formula] == ["\\hat n"]
    desktop.submit()


def test_a_text_has_line_breaks_of_its_own(desktop: Desktop) -> None:
    from viz.desktop.rich_text import lay_out

    desktop.build(1.0 / 60.0)
    laid = lay_out("Ball 1: $j$ = 3.\nBall **2**: 4.", desktop.fonts, 14.0, 344.0)
    assert laid.lines == 2
    second = max(part.baseline for part in laid.parts)
    assert "".join(part.words for part in laid.parts if part.baseline == second) == "Ball 2: 4."
    assert next(part.x for part in laid.parts if part.baseline == second) == 0.0
    assert lay_out("Ball 1: 3. Ball 2: 4.", desktop.fonts, 14.0, 344.0).lines == 1


@pytest.mark.parametrize("wrap", [150.0, 160.0, 175.0, 190.0, 205.0, 220.0])
def test_no_line_begins_or_ends_with_an_operator(desktop: Desktop, wrap: float) -> None:
    from viz.desktop.rich_text import lay_out

    desktop.build(1.0 / 60.0)
    text = "No point of A − B lies farther out than that: $s$ = 0.25, and **b** · **n** ≤ 3, and so on as A − B goes."
    lines: dict[float, str] = {}
    laid = lay_out(text, desktop.fonts, 14.0, wrap)
    for part in laid.parts:
        lines[part.baseline] = lines.get(part.baseline, "") + f"{part.words} "
    ends = {words[end] for words in map(str.split, lines.values()) for end in (0, -1)}
    assert laid.lines > 2
    assert not ends & set("−=·≤")
    assert laid.width <= wrap
    desktop.submit()


def test_a_text_is_made_smaller_before_it_is_cut(desktop: Desktop) -> None:
    from viz.desktop.rich_text import fitted

    desktop.build(1.0 / 60.0)
    words = "Words that follow other words. "
    short = fitted(words, desktop.fonts, 14.0, 344.0, 60.0, 11.5)
    longer = fitted(words * 7, desktop.fonts, 14.0, 344.0, 60.0, 11.5)
    longest = fitted(words * 40, desktop.fonts, 14.0, 344.0, 60.0, 11.5)
    assert short.em == 14.0
    assert 11.5 <= longer.em < 14.0
    assert longer.height <= 61.0
    assert longest.height <= 61.0
    assert longest.parts[-1].words.endswith("…")
    desktop.submit()


def test_a_formula_takes_one_row_or_two(desktop: Desktop) -> None:
    from viz.desktop.panels.formula_box import _rows
    from viz.desktop.pen import Pen

    desktop.build(1.0 / 60.0)
    from imgui_bundle import imgui

    pen = Pen(imgui.get_background_draw_list(), DARK, desktop.fonts, 1.0)
    assert len(_rows(pen, r"\gap{s} = \max(\A{\min_A}, \B{\max_B})", 328.0)) == 1
    wide = (
        r"x = (p - u) \cdot \hat t \qquad h = (p - u) \cdot \hat n \qquad \mathrm{keep\ if}\ h \le 0 \qquad x \le 1"
    )
    rows = _rows(pen, wide, 328.0)
    assert len(rows) == 2
    assert all(row.width <= 328.0 for row in rows)
    assert {row.em for row in rows} == {15.0}
    desktop.submit()


def test_names_of_stages_that_do_not_fit_are_left_out() -> None:
    from viz.picture.row_layout import names_that_fit

    lefts, widths = [0.0, 10.0, 50.0, 90.0, 100.0], [30.0] * 5
    assert names_that_fit(lefts, widths, 5.0, 0) == [0, 2, 4]
    assert names_that_fit(lefts, widths, 5.0, 1) == [1, 2, 4], "the present one is always shown"
    assert names_that_fit(lefts, widths, 5.0, 3) == [0, 2, 3]


# Table and controls.


def test_how_many_rows_a_table_shows() -> None:
    from viz.desktop.panels.table import rows_in

    assert rows_in(220.0, 1.0) >= 8
    assert rows_in(275.0, 1.25) == rows_in(220.0, 1.0), "larger letters, fewer of them"
    assert rows_in(10.0, 1.0) == 1


def test_a_column_of_bounds_is_one_of_numbers() -> None:
    """It stands right-aligned, so that decimals lie below each other."""
    from viz.desktop.panels.table import _is_numeric
    from viz.lesson.page import TableRow

    rows = [TableRow(("A0", cell)) for cell in ("0.23", "−0.14", "< −0.94", "")]
    assert _is_numeric(rows, 1)
    assert not _is_numeric([*rows, TableRow(("A1", "ends"))], 1)


def test_the_ground_behind_words_has_a_clear_edge() -> None:
    """One that fades out is a smudge on the field that it covers."""
    from viz.desktop.pen import Pen
    from viz.desktop.places import Rect

    drawn: list[str] = []

    class Kept:
        def __getattr__(self, name: str) -> Any:
            return lambda *_: drawn.append(name)

    kept: Any = Kept()
    Pen(kept, DARK, kept, 1.0).ground(Rect(0.0, 0.0, 10.0, 10.0))
    assert drawn == ["add_rect_filled"]


def test_the_newest_rows_with_the_present_one_among_them() -> None:
    from viz.desktop.panels.table import _first
    from viz.lesson.page import Table, TableRow

    rows = tuple((i, TableRow((str(i),))) for i in range(20))
    assert _first(Table(("n",), rows, frozenset({19})), 9) == 11
    assert _first(Table(("n",), rows, frozenset({4})), 9) == 4
    assert _first(Table(("n",), rows[:3], frozenset({2})), 9) == 0


def test_places_do_not_depend_on_the_step(desktop: Desktop) -> None:
    seen = set()
    for index in range(len(desktop.session.player.trace)):
        desktop.session.player.go(index)
        desktop.settle(1)
        seen.add(desktop.places)
    assert len(seen) == 1


def test_a_row_leads_to_its_step(desktop: Desktop) -> None:
    desktop.session.player.go(4)
    desktop.settle()
    drive(desktop, lambda context: context.item_click("//##panel/##row1"))
    assert desktop.session.player.index == 1


# The task's card.


def card(desktop: Desktop) -> Any:
    from viz.desktop.panels.said import card_of

    return card_of(desktop.session)


def test_the_card_of_a_choice(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting({4: choose}))
    asked = card(desktop)
    assert (asked.head, asked.text) == ("Predict", "Choose.")
    assert [each.words for each in asked.buttons] == ["no", "yes"]

    def act(context: Any) -> None:
        context.item_click("//##panel/answer no")
        wrong = card(desktop)
        assert wrong.is_wrong
        assert [each.words for each in wrong.links] == ["try again"], "not shown before a second try"
        context.item_click("//##panel/task try again")
        context.item_click("//##panel/answer no")
        assert [each.words for each in card(desktop).links] == ["try again", "show me"]
        context.item_click("//##panel/task try again")
        context.item_click("//##panel/answer yes")

    drive(desktop, act)
    right = card(desktop)
    assert right.is_right
    assert (right.head, right.text) == ("Right, at the third try", "So it is.")


def test_the_card_of_points_is_checked(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting({4: place}))
    assert [each.words for each in card(desktop).links] == ["check", "skip"]
    desktop.session.check()
    picture(desktop, "answered-wrong")
    assert card(desktop).is_wrong
    assert card(desktop).head == "Place the points: 0 of 2"
    desktop.session.task.try_again()
    drive(desktop, lambda context: context.item_click("//##panel/task check"))
    assert [each.words for each in card(desktop).links] == ["try again", "show me"]


def test_the_card_of_a_click_has_its_buttons_in_the_head(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting({4: click}))
    assert [each.words for each in card(desktop).links] == ["none", "skip"]
    drive(desktop, lambda context: context.item_click("//##panel/task skip"))
    assert desktop.session.player.index == 1


def test_a_goal_where_nothing_is_asked(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting({2: adjust}))
    goal = card(desktop)
    assert (goal.head, goal.remark, goal.is_right) == ("Goal", "now 4", False)
    desktop.session.set_field("count", 7.0)
    assert card(desktop).head == "Reached"
    desktop.session.asks = False
    assert card(desktop) is None
    desktop.settle(1)


# Comparison, clock, pinned tabs.


def test_the_comparison_is_switched_in_the_figure(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting())
    drive(desktop, lambda context: context.item_click("//##compare/compare counts up"))
    assert desktop.session.compare == "counts up"


def test_the_clock_has_a_track_of_its_own(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting(clock=started))
    session = desktop.session
    step = session.player.index
    assert "t = 0.00" in texts(desktop)

    def act(context: Any) -> None:
        context.item_click("//##timeline/clock")  # its middle
        assert session.clock.time == pytest.approx(0.5, abs=0.02)
        assert session.player.index == step
        context.item_click("//##timeline/loop")
        session.reduced_motion = False  # which would jump to the end
        context.item_click("//##timeline/play")
        assert session.clock.playing

    drive(desktop, act)
    assert session.player.looping


def test_code_beside_explain(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("gjk")
    desktop.session.chrome.tab = "Code"
    desktop.settle(1)
    drive(desktop, lambda context: context.item_click("//##panel/pin Code"))
    chrome = desktop.session.chrome
    assert (chrome.pinned, chrome.tab) == ("Code", "Explain")


def test_a_wide_window_has_a_column_for_it(open_desktop: Callable[..., Desktop]) -> None:
    wide = open_desktop("gjk", (1920, 1080))
    wide.session.chrome.pinned = "Code"
    wide.settle()
    at = wide.places
    assert at.pinned is not None
    assert at.pinned.right == at.panel.x
    assert at.slots is not None, "Explain keeps its slots beside it"
    written = texts(wide)
    assert "Code" in written
    assert any("Step 1 of" in words for words in written)


def test_large_text_shows_one_group_at_a_time(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("axis-by-axis", text_size=1.5)
    assert desktop.places.slots is None
    page = desktop.session.page
    assert "Step 1" in texts(desktop)
    drive(desktop, lambda context: context.item_click("//##panel/group Table"))
    assert desktop.session.chrome.group == "Table"
    assert page.sentence


# The drawer and the top bar.


def test_the_drawer_opens_one_chapter_at_a_time_and_closes_beside(desktop: Desktop) -> None:
    chrome = desktop.session.chrome

    def act(context: Any) -> None:
        context.item_click("//##top/lessons")
        context.yield_(2)
        assert chrome.drawer
        assert chrome.chapter == 2
        context.item_click("//##drawer/**/chapter 4")
        assert chrome.chapter == 4
        context.mouse_move_to_pos((700.0, 400.0))
        context.mouse_click(0)
        context.yield_(2)
        assert not chrome.drawer

    drive(desktop, act)
    assert desktop.session.lesson.id == "axis-by-axis"


def test_the_search_finds_lessons_by_title_number_and_term() -> None:
    from viz.desktop.panels.lesson_list import found

    assert found(CURRICULUM, "gjk")[0][1].id == "gjk"
    assert found(CURRICULUM, "2.3")[0][1].id == "axis-by-axis"
    assert found(CURRICULUM, "epa")[0][1].id == "epa", "not a line that separates"
    assert found(CURRICULUM, "no such words") == []


def test_a_search_waits_for_no_lesson_and_the_drawer_reads_one_a_frame(open_desktop: Callable[..., Desktop]) -> None:
    from viz.desktop.panels.lesson_list import found

    desktop = open_desktop("gjk")
    chapters = [replace(c, lessons=[Entry(e.id, e.title, e.where) for e in c.lessons]) for c in CURRICULUM[3:5]]
    entries = [entry for chapter in chapters for entry in chapter.lessons]
    assert "epa" in [entry.id for _, entry in found(chapters, "epa", is_hasty=True)]
    assert found(chapters, "support point", is_hasty=True) == []
    assert not any(entry.is_read for entry in entries)
    desktop.session.curriculum = chapters
    desktop.session.chrome.drawer = True
    for frame in range(len(entries)):
        assert sum(entry.is_read for entry in entries) <= 1 + frame
        desktop.settle(1)
    assert all(entry.is_read for entry in entries)
    assert found(chapters, "support point", is_hasty=True) == found(chapters, "support point") != []


def test_the_arrows_lead_to_the_neighbours(desktop: Desktop) -> None:
    ids = [entry.id for chapter in CURRICULUM for entry in chapter.lessons]
    here = ids.index("axis-by-axis")

    def act(context: Any) -> None:
        context.item_click("//##top/next lesson")
        assert desktop.session.lesson.id == ids[here + 1]
        context.item_click("//##top/previous lesson")
        context.item_click("//##top/previous lesson")
        assert desktop.session.lesson.id == ids[here - 1]

    drive(desktop, act)


# Presenting.


def test_the_last_step_leads_to_the_next_idea(desktop: Desktop) -> None:
    """With the terms learned and what they built on in its tooltip; no lesson comes after the last."""
    from viz.desktop.panels.lesson_list import learned, neighbours

    session = desktop.session
    row = [entry for chapter in CURRICULUM for entry in chapter.lessons]
    after = row[[entry.id for entry in row].index(session.lesson.id) + 1]
    assert set(session.lesson.terms) <= set(learned(session).splitlines()[0].removeprefix("Terms: ").split(", "))
    seen: list[bool] = []

    def act(context: Any) -> None:
        seen.append(context.item_exists("//##situation/next idea"))
        session.player.last()
        context.yield_(3)
        seen.append(context.item_exists("//##situation/next idea"))
        context.item_click("//##situation/next idea")
        context.yield_(2)

    drive(desktop, act)
    assert seen == [False, True]
    assert session.lesson.id == after.id
    session.open(row[-1].lesson)
    assert neighbours(session)[1] is None


def test_presenting_keeps_the_task_and_chooses_views(open_desktop: Callable[..., Desktop]) -> None:
    from imgui_bundle import imgui

    desktop = open_desktop(Counting({4: choose}))
    session = desktop.session
    session.presenting = True
    desktop.settle(2)
    written = texts(desktop)
    assert "Predict: " in written
    assert session.panes["world"].view.size[1] < 400.0, "all views, unless the lesson says which"
    key(desktop, imgui.Key.f2)
    desktop.settle(2)
    assert session.panes["world"].view.size == (1280.0, 600.0)
    key(desktop, imgui.Key.f3)
    desktop.settle(2)
    assert session.panes["curve"].view.size == (1280.0, 600.0)
    key(desktop, imgui.Key.f4)
    desktop.settle(2)
    assert session.panes["world"].view.size[1] < 400.0
    drive(desktop, lambda context: context.item_click("//##band/task yes"))
    assert session.task.head == "Right"


def test_one_view_is_fitted_beside_the_table(open_desktop: Callable[..., Desktop]) -> None:
    """Alone on the wall a figure leaves the table its place, at every step the same."""
    from viz.desktop.panels.present import TABLE, covered, table_room
    from viz.desktop.places import presenting_places
    from viz.picture.pixels import in_pixels

    desktop = open_desktop("tunnelling")
    session = desktop.session
    session.presenting = session.reduced_motion = True
    at = presenting_places(1280.0, 720.0)
    assert session.lesson.shown() is session.lesson.panes[0]
    for step in range(len(session.player.trace)):
        session.player.go(step)
        if session.task.is_open:
            session.task.skip()
        desktop.settle(3)
        view = session.panes["Sampled"].view
        assert view.size == (1280.0, 600.0)
        table = covered(session, at, table_room(session, desktop.fonts, at.scale), has_table=True)[1:]
        canvas = Canvas(view.pixel)
        session.lesson.panes[0].draw(canvas, session.moment())
        bodies = [mark for mark in canvas.marks if isinstance(mark, Stroke)]
        right = float(in_pixels(bodies, view).points[:, 0].max())
        assert right <= 1280.0 - TABLE
        assert all(box.x >= right for box in table)
    session.presenting = False
    desktop.settle(3)
    assert session.panes["Sampled"].view.size[0] < 1280.0 - TABLE


def test_a_wide_table_of_a_page_stands_beside_the_one_view(open_desktop: Callable[..., Desktop]) -> None:
    """Also where the lesson's story declares no columns: it stood over the strips of this one."""
    from viz.desktop.panels.present import TABLE, table_room

    desktop = open_desktop("precision")
    session = desktop.session
    session.presenting = session.reduced_motion = True
    session.preset(1)
    session.player.go(2)
    desktop.settle(3)
    assert session.told.table is not None
    room = table_room(session, desktop.fonts, 1.0)
    assert room > TABLE, "its words are long"
    chart = session.panes["chart"]
    axes = session.lesson.panes[-1].axes
    assert axes is not None
    right = float(chart.view.to_screen((axes(session.moment()).x[1], 0.0))[0])
    assert right <= 1280.0 - room


def test_views_of_nearly_one_scale_have_the_same(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("speculative")
    session = desktop.session
    session.presenting = session.reduced_motion = True
    session.chrome.views = "both"
    session.preset(5)
    session.player.go(2)
    desktop.settle(3)
    first, second = session.panes["first"], session.panes["second"]
    assert first.fitted_scale != second.fitted_scale, "each alone would have another"
    assert first.view.scale == second.view.scale == min(first.fitted_scale, second.fitted_scale)
    seen = [session.panes[name].view.to_screen((0.0, 0.0)).tolist() for name in ("first", "second")]
    desktop.settle(3)
    assert seen == [session.panes[name].view.to_screen((0.0, 0.0)).tolist() for name in ("first", "second")]
    desktop.session.look(second.view.zoomed(1.05, (10.0, 10.0)), "second")
    desktop.settle(2)
    assert second.view.scale > first.view.scale, "one that the user has zoomed is the user's"


def test_views_agree_on_a_scale_about_their_middles() -> None:
    from viz.picture.view import View
    from viz.session.views import NEARLY, PaneState, agree

    pane = Counting().panes[0]
    states = [
        PaneState(pane, View((1.0, 2.0), scale, (400.0, 300.0)), fitted_scale=scale)
        for scale in (100.0, 100.0 * NEARLY, 101.0 * NEARLY, 300.0)
    ]
    agree(states)
    assert [each.view.scale for each in states] == pytest.approx([100.0, 100.0, 101.0 * NEARLY, 300.0])
    assert all(each.view.center == pytest.approx((1.0, 2.0)) for each in states)
    agree(states, all_of_them=True)
    assert [each.view.scale for each in states] == pytest.approx([100.0] * 4), "lengths are compared"
    states[0].fitted = False
    agree(states[:2])
    assert states[1].view.scale == pytest.approx(100.0 * NEARLY), "nobody to agree with: as it was fitted"


def test_a_table_says_how_many_rows_it_leaves_out_and_leads_to_them(
    open_desktop: Callable[..., Desktop],
) -> None:
    from tests.desktop.test_interface import drive
    from viz.desktop.pen import Pen

    desktop = open_desktop("convex-pieces")
    session, said = desktop.session, []
    words = Pen.words

    def heard(self: Pen, x: float, baseline: float, text: str, *more: object, **named: object) -> float:
        said.append((text, baseline))
        return words(self, x, baseline, text, *more, **named)  # type: ignore[arg-type]

    session.player.last()
    assert session.told.table is not None
    rows = session.told.table.rows
    with pytest.MonkeyPatch.context() as listening:
        listening.setattr(Pen, "words", heard)
        desktop.settle(2)
    (told, base) = next(each for each in said if "earlier" in each[0])
    slots = desktop.places.slots
    assert slots is not None
    assert base < slots.table.bottom
    left_out = int(told.split()[1])
    assert 0 < left_out < len(rows)
    said.clear()
    session.player.go(3)
    with pytest.MonkeyPatch.context() as listening:
        listening.setattr(Pen, "words", heard)
        desktop.settle(2)
    assert not [each for each in said if "earlier" in each[0] or "later" in each[0]], "all are seen"
    session.player.last()
    drive(desktop, lambda context: context.item_click("//##panel/**/rows earlier"))
    assert session.player.index == rows[left_out - 1][0]


def test_a_view_that_is_partly_covered_shows_what_it_did_in_the_rest() -> None:
    from viz.session.views import Framed, PaneState

    lesson = Counting()
    player = Player(lesson)
    framed = Framed(player.moment)
    alone, beside = PaneState(lesson.panes[0]), PaneState(lesson.panes[0])
    alone.resize((800.0, 600.0), framed)
    beside.resize((1000.0, 600.0), framed, 200.0)
    for corner in player.scene.box.world.points:  # type: ignore[attr-defined]
        assert beside.view.to_screen(corner) == pytest.approx(alone.view.to_screen(corner))
    assert beside.view.size == (1000.0, 600.0)
    beside.resize((1000.0, 600.0), framed, 0.0)
    assert beside.view.center == pytest.approx(PaneState(lesson.panes[0]).view.center, abs=10.0)
    assert (
        beside.view.to_screen(player.scene.box.world.points[0])[0]
        > alone.view.to_screen(  # type: ignore[attr-defined]
            player.scene.box.world.points[0]  # type: ignore[attr-defined]
        )[0]
    )


# The very first start.


def first_start(path: Path) -> Desktop:
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, settings=path / "settings.json")
    desktop.settle()
    return desktop


@pytest.mark.parametrize("way", ["key", "click", "time"])
def test_the_first_picture_unfolds(tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    from imgui_bundle import imgui

    desktop = first_start(tmp_path)
    assert desktop.opening is not None
    io = imgui.get_io()
    view = desktop.opening._view
    assert view is not None
    before = desktop.session.player.scene.b.pose.position
    x, y = view.to_screen(before).tolist()
    io.add_mouse_pos_event(x, y)
    desktop.settle(2)
    io.add_mouse_button_event(0, True)
    desktop.settle(2)
    io.add_mouse_pos_event(x + 40.0, y)
    desktop.settle(2)
    io.add_mouse_button_event(0, False)
    desktop.settle(2)
    assert desktop.session.player.scene.b.pose.position[0] - before[0] == pytest.approx(40.0 * view.pixel, rel=0.1)
    assert desktop.opening is not None, "a drag alone does not unfold it at once"
    if way == "key":
        io.add_key_event(imgui.Key.right_arrow, True)
    elif way == "click":
        io.add_mouse_pos_event(20.0, 700.0)
        desktop.settle(2)
        io.add_mouse_button_event(0, True)
    else:
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + 6.0)
    desktop.settle(2)
    assert desktop.opening is None
    check_layout(desktop)
    desktop.close()


def test_the_light_lies_between_the_shapes() -> None:
    from geometry import box
    from viz.desktop.panels.opening import light, widest_gap
    from viz.picture.view import View

    gap = widest_gap(box(2.0, 2.0, (-2.0, 0.0)), box(2.0, 2.0, (1.5, 0.0)))
    assert gap.normal == pytest.approx((1.0, 0.0))
    assert (gap.low, gap.high, gap.along) == pytest.approx((-1.0, 0.5, 0.0))
    view = View((0.0, 0.0), 80.0, (640.0, 360.0))
    beam = light(gap, view, "beam")
    row, column = np.unravel_index(int(np.argmax(beam)), beam.shape)
    world = view.to_world((4.0 * column + 2.0, 4.0 * row + 2.0))
    assert -1.0 <= world[0] <= 0.5
    assert abs(world[1]) < 0.2
    assert widest_gap(box(2.0, 2.0), box(2.0, 2.0, (1.0, 0.0))).width < 0.0


# What can be held.


def test_handles_show_while_they_matter_and_the_focus_once_it_is_chosen(desktop: Desktop) -> None:
    from viz.desktop.handles import boxes, shown_handles
    from viz.session.grips import Grip, Part

    session = desktop.session
    view = session.world.view
    assert session.focus is not None, "A and D turn something from the start"
    assert shown_handles(session, view) == [], "and nothing is drawn over the picture"
    session.hovered = Grip("a", Part.WHOLE)
    shown = shown_handles(session, view)
    vertices = [each for each in shown if each.grip.part is Part.VERTEX]
    assert {each.grip.field for each in shown} == {"a"}
    assert len(vertices) == len(session.player.scene.a.shape.points)
    assert [each.grip.part for each in shown if each.grip.part is not Part.VERTEX] == [Part.WHOLE, Part.TURN]
    assert len(list(boxes(shown))) == 1, "labels keep off the turning mark alone"
    session.hovered = None
    session.next_grip(backwards=False)
    assert session.focus in [each.grip for each in shown_handles(session, view)]
    session.preset(1)
    assert not session.shows_focus


# The style.


def test_a_text_size_and_back_changes_nothing(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    def style() -> list[object]:
        live = imgui.get_style()
        pairs = (live.window_padding, live.frame_padding, live.item_spacing, live.window_min_size)
        return [*((pair.x, pair.y) for pair in pairs), live.scrollbar_size, live.grab_min_size, live.font_scale_main]

    before, at = style(), desktop.places
    for _ in range(6):
        desktop.apply_theme(LIGHT, 2.5)
        desktop.settle(1)
        desktop.apply_theme(DARK, 1.0)
        desktop.settle(1)
    assert style() == before
    assert desktop.places == at


def test_the_number_of_steps_is_not_seen_while_it_would_answer_a_prediction(
    open_desktop: Callable[..., Desktop],
) -> None:
    desktop = open_desktop("axis-by-axis")
    session = desktop.session
    assert "Step 1" in texts(desktop)
    session.presenting = True
    desktop.settle(2)
    session.presenting = False
    session.task.skip()
    assert f"Step 1 of {len(session.player.trace)}" in texts(desktop)


def test_a_lesson_may_show_other_views_at_each_stage(open_desktop: Callable[..., Desktop]) -> None:
    """Inner edges shows its enlarged corner from the second step on, before the class as well."""
    desktop = open_desktop("inner-edges")
    session = desktop.session
    for presenting in (False, True):
        session.presenting = presenting
        session.player.go(0)
        desktop.settle(3)
        assert not session.panes["corner"].is_seen or presenting
        wide = session.panes["right"].view.size[0]
        session.player.go(1)
        desktop.settle(3)
        assert session.panes["corner"].is_seen
        assert session.panes["right"].view.size[0] < 0.9 * wide
