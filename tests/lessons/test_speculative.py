"""The lesson on speculative contacts: its numbers by closed forms, its figure, its questions, the faulty frames."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry import Convex
from geometry.faulty.speculative import rest_lost
from lessons.bodies.speculative import IGNORED, LOST, NO_MARGIN, take_second
from lessons.bodies.speculative_now import CLOSING, END, GAP, IMPULSE, NEXT
from lessons.bodies.speculative_scene import FRAME, Met, TwoFlights
from tests.lessons.figures import drawn, labels, lesson_of, moments, strokes, symbols
from tests.lessons.roboto import text_width
from tests.lessons.second_edition import Told, moments_of, nested
from viz.files.scene_file import from_json, opened, saved, to_json
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Crowd, Dot, Label, Stroke
from viz.lesson.prediction import Adjust, Place
from viz.lesson.scene import Arrow as Held
from viz.lesson.text import plain

LESSON = lesson_of("speculative")
NAMES = list(LESSON.presets)
PANEL = 344.0  # pixels of a sentence's line
each_preset = pytest.mark.parametrize("name", NAMES)


def at(name: str, index: int, compare: str = "") -> Moment[Any]:
    return moments(LESSON, name, compare)[index]


def cells(name: str) -> dict[str, list[str]]:
    table = LESSON.table(at(name, NEXT))
    assert table is not None
    return {plain(row.cells[0]): [plain(cell) for cell in row.cells[1:]] for _, row in table.rows}


def both(name: str) -> tuple[Met, Met]:
    scene: TwoFlights = LESSON.presets[name].scene
    return scene.both


def solved(met: Met) -> tuple[float, np.ndarray, np.ndarray]:
    """The gap, the normal and where the frame ends, by the formula of one impulse on a disc."""
    flight, k = met.flight, met.k
    start = flight.ball.points[0] + k * flight.by
    near = nearest(flight.obstacle, start)
    s, n = math.dist(start, near) - flight.ball.radius, (start - near) / math.dist(start, near)
    excess = -float(flight.by @ n) - s
    taken = max(0.0, excess) if s <= met.margin else 0.0
    return s, n, start + flight.by + taken * n


def nearest(shape: Convex, at: np.ndarray) -> np.ndarray:
    """The closest point of an outline to a point outside."""
    found = []
    for p, q in shape.edges:
        t = min(max(float((at - p) @ (q - p)) / float((q - p) @ (q - p)), 0.0), 1.0)
        found.append(p + t * (q - p))
    return min(found, key=lambda p: math.dist(p, at))


@each_preset
def test_a_frame_is_what_the_formula_says(name: str) -> None:
    for met in both(name):
        if met.gap <= 0.0:
            continue
        s, n, end = solved(met)
        assert met.gap == pytest.approx(s, abs=1e-9)
        assert met.normal == pytest.approx(n, abs=1e-9)
        assert met.ball_at(met.k + 1).points[0] == pytest.approx(end, abs=1e-9)
        on_a, on_b = met.ends
        assert on_a == pytest.approx(nearest(met.flight.obstacle, on_b), abs=1e-9)
        assert math.dist(on_a, on_b) == pytest.approx(s, abs=1e-6)


def test_the_numbers_of_the_wall_and_the_corner() -> None:
    """A triangle 3, 4, 5: what is shown with two decimals is exact."""
    s, closing = 0.5 - 0.2, 0.8 * 0.4 / 0.5
    rows = cells("Wall and corner")
    assert rows["gap s, m"] == ["0.25", f"{s:.2f}"]
    assert rows["closing −v_nΔ t, m"] == ["0.80", f"{closing:.2f}"]
    assert rows["excess x, m"] == ["0.55", f"{closing - s:.2f}"]
    assert rows["allowed s/Δ t, m/s"] == ["15.00", f"{60 * s:.2f}"]
    assert rows["impulse j, kg m/s"] == ["33.00", f"{60 * (closing - s):.2f}"]
    assert rows["closing speed −v_n, m/s"] == ["48.00", f"{60 * closing:.2f}"]
    assert rows["error after frame 2, m"] == ["0.00", f"{2 * (closing - s):.2f}"]
    page = LESSON.page(at("Wall and corner", END))
    assert "free by 0.10" in plain(page.sentence)
    assert f"Ball 2 is {closing - s:.2f} off" in plain(page.sentence), "on the free path nothing is hit"
    assert "error after frame 1, m" not in rows, "one row: that of the last frame shown"
    first, second = both("Wall and corner")
    assert second.free[0] == pytest.approx(0.10, abs=1e-4)
    for met in (first, second):
        for length in (met.gap, met.closing, met.excess):
            assert length == pytest.approx(round(length, 2), abs=1e-9)
    told = plain(LESSON.page(at("Wall and corner", IMPULSE)).sentence)
    assert told == "Ball 1: j = 48.00 − 15.00 = 33.00 kg m/s.\nBall 2: j = 38.40 − 18.00 = 20.40 kg m/s."


def test_the_margin_decides() -> None:
    """From 0.25 on the wall stops the ball, from 0.30 on the corner hits the other."""
    scene = LESSON.presets["Wall and corner"].scene
    for margin in (0.0, 0.2, 0.24, 0.26, 0.29, 0.31, 0.6, 1.0):
        wall, block = scene.with_field("margin", margin).both
        assert (wall.error(1) < 1e-9) == (margin > 0.25)
        assert (block.error(1) < 1e-9) == (margin < 0.30)


def test_the_goal_is_a_gap_that_no_margin_tells_apart() -> None:
    scene = LESSON.presets["Wall and corner"].scene
    moved = scene.with_field("other", scene.other.moved((0.2, 0.0)))  # gap 0.16, still free by 0.10
    away = moved.with_field("way", Held((-0.2, 0.3), (-1.0, 0.3)))
    hit = scene.with_field("other", scene.other.moved((0.1, -0.2)))
    back = scene.with_field("ball", scene.ball.moved((-0.15, 0.0)))  # gap 0.40
    for changed, is_reached in ((scene, False), (moved, True), (away, False), (hit, False), (back, True)):
        challenge = LESSON.challenge(Moment(changed, LESSON.run(changed), 0))
        assert challenge is not None
        assert challenge.reached is is_reached
        gaps = [each.gap for each in changed.both]
        assert challenge.now == f"gaps {gaps[0]:.2f} and {gaps[1]:.2f} m"
        if is_reached:
            for margin in np.arange(0.0, 1.0, 0.04):
                wall, block = changed.with_field("margin", float(margin)).both
                assert wall.error(wall.frame_end) > 1e-3 or block.error(block.frame_end) > 1e-3


def test_a_bounce_is_lost_before_the_touch() -> None:
    first, second = both("Lost bounce")
    assert first.speeds == pytest.approx((-24.0, -10.8, 10.8)), "it bounces from what is left"
    assert first.error(2) == pytest.approx(0.44), "really 0.62 up again from the plate, and it has only begun"
    assert second.speeds == pytest.approx((-24.0, 24.0, 24.0))
    assert second.gap == 0.0, "it touches, and does not overlap"
    assert second.error(2) < 5e-3
    assert "Ball 2 touches its plate." in plain(LESSON.situation(at("Lost bounce", GAP)))


def test_shorter_frames_reach_the_same_time() -> None:
    first, second = both("Shorter frames")
    assert second.flight.dt == pytest.approx(FRAME / 4.0)
    assert second.velocity(0) == pytest.approx(first.velocity(0))
    assert second.closing == pytest.approx(0.2 * 0.4 / 0.5)
    assert second.closing < first.gap
    assert second.excess == 0.0, "none of its way is past the plane"
    assert cells("Shorter frames")["excess x, m"][1] == "0.00"
    scene = LESSON.presets["Shorter frames"].scene
    assert [scene.frames(each, 0.5) for each in scene.both] == [1.0, 4.0]
    assert second.centre(4.0) == pytest.approx((0.4, 0.3))


def test_substeps_that_keep_the_contact_keep_the_ghost() -> None:
    """As the words of scene 5 say: normal and plane of the frame's start in all four, with a gap each."""
    first, second = both("Shorter frames")
    part = first.flight.dt / 4.0
    place, velocity = first.centre(first.k), first.velocity(first.k)
    plane = float(place @ first.normal) - first.gap
    for _ in range(4):
        gap = float(place @ first.normal) - plane
        velocity = velocity + max(0.0, -gap / part - float(velocity @ first.normal)) * first.normal
        place = place + part * velocity
    assert place == pytest.approx(first.centre(first.k + 1))
    assert first.error(first.k + 1) == pytest.approx(0.34)
    assert math.dist(place, second.centre(4.0)) == pytest.approx(0.34)
    assert "end where ball 1 is" in LESSON.page(at("Shorter frames", END)).idea


def test_frames_of_two_lengths_are_told_in_seconds() -> None:
    moment = at("Shorter frames", NEXT)
    assert plain(LESSON.situation(moment)).startswith("After 0.033 s ball 1 is 0.68 off")
    assert plain(LESSON.situation(replace(moment, time=0.5))).startswith("After 0.017 s")
    assert cells("Shorter frames")["error after 2/60 s, m"] == ["0.68", "0.00"]
    assert heads_of("Shorter frames", END) == ["metres along the normal, in frame 1"] * 2
    told = "gap and closing in metres, "
    assert heads_of("Shorter frames", NEXT) == [f"{told}in each frame", f"{told}frames 1 to 4 of 8"]


def heads_of(name: str, index: int, time: float | None = None) -> list[str]:
    """Of the bars; `time`: where the play head is, if it has been moved."""
    moment = at(name, index)
    return [pane.head(moment if time is None else replace(moment, time=time))[1] for pane in LESSON.panes[2:]]


def test_the_bars_are_those_of_the_frame_that_the_play_head_is_in() -> None:
    """Where two frames meet it is the one that the step tells; the table says of which frame its rows are."""
    first, second = "metres along the normal, in frame 1", "metres along the normal, in frame 2"
    lengths = {first: [(0.25, 0.25), (0.3, 0.3)], second: [(0.0, 0.0), (0.304, -0.204)]}  # up to the excess
    for index, time, head in (
        (GAP, None, first),
        (IMPULSE, None, first),
        (END, None, first),
        (END, 0.2, first),
        (END, 0.8, second),
    ):
        assert heads_of("Wall and corner", index, time) == [head] * 2
        moment = at("Wall and corner", index)
        moment = moment if time is None else replace(moment, time=time)
        for i, (gap, closing) in enumerate(lengths[head]):
            areas = [m for m in drawn(LESSON, f"bars {i + 1}", moment).marks if isinstance(m, Area)]
            ends = {m.ink: max((m.points[0][0], m.points[1][0]), key=abs) for m in areas}
            assert ends.get(Ink.GAP, 0.0) == pytest.approx(gap, abs=1e-9)
            assert index == GAP or ends.get(Ink.EXAMINED, 0.0) == pytest.approx(closing, abs=1e-9)
    table = LESSON.table(at("Wall and corner", NEXT))
    assert table is not None
    assert table.columns[0] == "quantity (frame 1 unless said)"


def test_the_margin_stands_beside_the_gap_that_it_is_compared_with() -> None:
    for margin in (0.5, 1.0):
        scene = LESSON.presets["Wall and corner"].scene.with_field("margin", margin)
        moment = Moment(scene, LESSON.run(scene), GAP)
        for i, gap in enumerate((0.25, 0.3)):
            bars = [m for m in drawn(LESSON, f"bars {i + 1}", moment).marks if isinstance(m, Area)]
            assert [m.ink for m in bars] == [Ink.GAP, Ink.INTERFACE]
            assert [m.points[1][0] for m in bars] == pytest.approx([gap, margin])
            axes = LESSON.panes[2 + i].axes
            assert axes is not None
            assert axes(moment).x[1] > 1.1 * margin, "with room for its number"
    assert Ink.INTERFACE not in {m.ink for m in drawn(LESSON, "bars 1", at("Wall and corner", CLOSING)).marks}


def test_short_frames_help_less_near_the_corner() -> None:
    """As the words of scene 5 say: the ball is deflected there too, in a later frame and by less. And where it is,
    they do not say that it always closes less than its gap."""
    scene = LESSON.presets["Shorter frames"].scene
    assert "always closes less than its gap" in LESSON.page(at("Shorter frames", NEXT)).idea
    for free in (0.05, 0.03, 0.01):
        by = (0.0, free - 0.1)
        moved = scene.with_field("ball", scene.ball.moved(by)).with_field("other", scene.other.moved(by))
        long, short = moved.both
        assert (long.free[0], short.free[0]) == pytest.approx((free, free), abs=1e-4)
        assert (long.k, short.k) == (0, 1)
        assert 0.02 < short.error(8) < long.error(2) - 0.4
        idea = LESSON.page(Moment(moved, LESSON.run(moved), NEXT, time=1.0)).idea
        assert "always closes less" not in idea
        assert "more than its gap in one of them" in idea


def test_a_missed_hit_has_its_lengths_too() -> None:
    rows = cells("Fast and slow")
    assert (rows["gap s, m"], rows["closing −v_nΔ t, m"]) == (["0.29", "0.16"], ["0.65", "0.40"])


def test_the_halo_is_where_an_impulse_acts() -> None:
    """In each frame its own contact; the one of the frame before stays as a ring."""
    for name, has_next in (("Wall and corner", (True, False)), ("Landing", (True, True))):
        for pane, met, is_hit in zip(("first", "second"), both(name), has_next, strict=True):
            now = met.centre(met.k + 1)
            following = nearest(met.flight.obstacle, now)
            moment = at(name, NEXT)
            for time, halo in ((0.0, met.ends[0]), (0.4, met.ends[0]), (1.0, following if is_hit else None)):
                dots = [m for m in drawn(LESSON, pane, replace(moment, time=time)).marks if isinstance(m, Dot)]
                halos = [m.at for m in dots if m.point is Point.ANSWER]
                assert halos == ([] if halo is None else [pytest.approx(halo, abs=1e-6)])
                rings = [m.at for m in dots if m.point is Point.RING and m.ink is Ink.ANSWER]
                is_kept = time == 1.0 and math.dist(following, met.ends[0]) > 0.01
                assert rings == ([pytest.approx(met.ends[0])] if is_kept else [])


def test_a_compared_length_has_a_line_of_its_own() -> None:
    for name, compare in (("Lost bounce", LOST), ("Wall and corner", NO_MARGIN), ("Gap ignored", IGNORED)):
        for pane in ("bars 1", "bars 2"):
            marks = drawn(LESSON, pane, at(name, END, compare)).marks
            heights = [(m.at[1], m.ink) for m in marks if isinstance(m, Label) and m.style is not TextStyle.CAPTION]
            pink = {y for y, ink in heights if ink is Ink.FAULTY}
            others = [y for y, ink in heights if ink is not Ink.FAULTY]
            assert all(abs(y - other) > 0.7 for y in pink for other in others)
            assert pink or name == "Lost bounce"
    for time, is_told in ((0.2, True), (0.8, False)):  # in frame 1, of which it is
        picture = drawn(LESSON, "bars 1", replace(at("Wall and corner", END, NO_MARGIN), time=time))
        assert bool(labels(picture, Ink.FAULTY)) is is_told


def test_faulty_frames_are_off_by_as_much_as_they_say() -> None:
    wall = at("Wall and corner", END, NO_MARGIN)
    assert "ball 1 is 0.55 off and ball 2 is at its exact place" in plain(LESSON.situation(wall))
    assert "no margin: off by 0.55" in labels(drawn(LESSON, "first", wall), Ink.FAULTY)
    assert not strokes(drawn(LESSON, "second", wall), Ink.FAULTY, Line.DOTTED)
    assert "no margin: right" in labels(drawn(LESSON, "second", wall))
    table = LESSON.table(wall)
    assert table is not None
    compared = [row.cells for _, row in table.rows if row.cells[0].startswith("no margin")]
    assert [list(map(plain, row)) for row in compared] == [["no margin: frame 1, m", "0.55", "0.00"]]
    for name, compare in (("Landing", LOST), ("Gap ignored", IGNORED)):
        for met, run in zip(both(name), at(name, END, compare).faulty, strict=True):
            s, n, end = solved(met)
            tangent = np.array((-n[1], n[0]))
            share = s / -float(met.flight.by @ n)
            lost = (1.0 - share) * abs(float(met.flight.by @ tangent))
            start = met.flight.ball.points[0]
            gap = math.dist(start, nearest(met.flight.obstacle, start)) - met.flight.ball.radius
            wanted = lost if compare == LOST else gap
            assert met.error(met.frame_end, run) == pytest.approx(wanted, abs=1e-6)
            assert math.dist(run.pose(1, (met.k + 1) * FRAME).position, end) == pytest.approx(wanted, abs=1e-6)


def test_the_figure_shows_each_symbol_at_its_length() -> None:
    name, (wall, block) = "Wall and corner", both("Wall and corner")
    for pane, met in (("first", wall), ("second", block)):
        start, n = met.centre(0), met.normal
        picture = drawn(LESSON, pane, at(name, CLOSING))
        lengths = {
            m.ink: m for m in picture.marks if isinstance(m, Stroke) and m.line is Line.MEASURE and _is_along(m, n)
        }
        assert _length(lengths[Ink.GAP]) == pytest.approx(met.gap)
        assert _length(lengths[Ink.OVERLAP]) == pytest.approx(met.excess)
        picture = drawn(LESSON, pane, at(name, IMPULSE))
        arrows = {
            m.ink: np.subtract(m.end, m.start)
            for m in picture.marks
            if isinstance(m, Arrow) and m.ink is not Ink.EXAMINED
        }
        way = next(
            m for m in picture.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED and np.allclose(m.start, start)
        )
        assert np.subtract(way.end, way.start) == pytest.approx(met.flight.by)
        assert arrows[Ink.ANSWER] == pytest.approx(met.excess * n), "j takes back the excess"
        assert arrows[Ink.B] == pytest.approx(met.flight.by + met.excess * n)
        assert {r"\hat n", r"v\,\Delta t", r"j\,\Delta t/m", "s"} <= set(symbols(picture))
        after = [m for m in picture.marks if isinstance(m, Stroke) and m.ink is Ink.B and m.line is Line.DASHED]
        (ball,) = (np.array(m.points) for m in after)
        assert min((ball - met.ends[0]) @ n) == pytest.approx(0.0, abs=1e-3), "its end touches the plane"
        for index in (CLOSING, IMPULSE, END, NEXT):
            ink = Ink.CONSTRUCTION if pane == "second" and index == NEXT else Ink.ANSWER  # grey: of the frame before
            planes = [
                m for m in strokes(drawn(LESSON, pane, at(name, index)), ink, Line.DASHED) if len(m.points) == 2
            ]
            plane = max(planes, key=_length)
            assert (np.array(plane.points) - met.ends[0]) @ n == pytest.approx([0.0, 0.0], abs=1e-9)
        assert not strokes(drawn(LESSON, pane, at(name, GAP)), Ink.ANSWER, Line.DASHED)


def test_what_is_closed_is_seen_as_a_projection() -> None:
    """From the end of the displacement of the closest point at a right angle on to the normal, at the end of x."""
    met = both("Wall and corner")[1]
    picture = drawn(LESSON, "second", at("Wall and corner", CLOSING))
    lines = [np.array(m.points) for m in strokes(picture, Ink.CONSTRUCTION, Line.DASHED)]
    tip, foot = met.ends[1] + met.flight.by, met.ends[0] - met.excess * met.normal
    assert any(len(each) == 2 and each == pytest.approx(np.array((tip, foot))) for each in lines)
    assert float((tip - foot) @ met.normal) == pytest.approx(0.0, abs=1e-9)
    whole = [m for m in strokes(picture, Ink.EXAMINED, Line.MEASURE) if _length(m) > 0.2]
    assert [_length(m) for m in whole] == pytest.approx([met.closing])
    assert r"-v_n\,\Delta t" in symbols(picture)


@each_preset
def test_both_views_have_one_scale(name: str) -> None:
    before = np.zeros(2)
    for index in range(NEXT + 1):
        sizes = []
        for pane in ("first", "second"):
            frame = next(m for m in drawn(LESSON, pane, at(name, index)).marks if isinstance(m, Stroke))
            assert frame.opacity == 0.0
            sizes.append(np.abs(np.subtract(frame.points[1], frame.points[0])))
        is_wider = name == "Wall and corner" and index >= END  # ball 2 flies on, ball 1 stays as large as it was
        assert (sizes[0] == pytest.approx(sizes[1])) is not is_wider
        before = sizes[0] if index == GAP else before
        assert not is_wider or sizes[0] == pytest.approx(before)


def test_a_compared_rule_is_drawn_where_it_goes_wrong() -> None:
    """At the impulse already: its displacement, its ball, and what it closes."""
    for name, compare, closed in (("Gap ignored", IGNORED, (0.0, 0.0)), ("Wall and corner", NO_MARGIN, (0.8, 0.64))):
        moment = at(name, IMPULSE, compare)
        for i, met in enumerate(both(name)):
            pink = labels(drawn(LESSON, f"bars {i + 1}", moment), Ink.FAULTY)
            assert list(map(plain, pink)) == [f"{compare}: {closed[i]:.2f}"]
            way = moment.faulty[i].pose(1, FRAME).position - met.centre(0)
            arrows = [
                m for m in drawn(LESSON, ("first", "second")[i], moment).marks
                if isinstance(m, Arrow) and m.ink is Ink.FAULTY
            ]  # fmt: skip
            assert [np.subtract(m.end, m.start) for m in arrows] == [pytest.approx(way)] * len(arrows)
            ahead = name == "Gap ignored" and i == 0
            assert bool(arrows) is (not ahead and met.error(1, moment.faulty[i]) > 5e-3)
    assert not labels(drawn(LESSON, "bars 1", at("Landing", IMPULSE, LOST)), Ink.FAULTY), "the same along the normal"


def test_a_ball_off_its_place_is_ringed_pink() -> None:
    for pane, met in zip(("first", "second"), both("Wall and corner"), strict=True):
        rings = strokes(drawn(LESSON, pane, at("Wall and corner", END)), Ink.FAULTY, Line.OUTLINE)
        assert bool(rings) is (met.error(1) > 5e-3)
        for ring in rings:
            assert np.mean(ring.points, axis=0) == pytest.approx(met.centre(1), abs=1e-9)


def test_within_a_frame_the_exact_ball_is_ahead() -> None:
    """It stops at the wall as soon as it is there; the speculative contact slows it for the whole frame."""
    moment = at("Wall and corner", END)
    met = both("Wall and corner")[0]
    for frames in (0.2, 0.3125, 0.66, 0.9, 1.0):
        exact = -0.5 + min(0.8 * frames, 0.25)
        assert met.centre(frames, met.truth) == pytest.approx((exact, 0.0), abs=1e-6)
        assert met.error(frames) == pytest.approx(exact + 0.5 - 0.25 * frames, abs=1e-6)
    late = replace(moment, time=0.33)
    assert "ball 1 is 0.08 off and ball 2 is 0.22 off" in plain(LESSON.situation(late))
    assert "Ball 1 is exact at the end of the frame." in plain(LESSON.situation(late))
    (ghost,) = strokes(drawn(LESSON, "first", late), Ink.TEXT, Line.END)
    assert np.mean(ghost.points, axis=0) == pytest.approx((-0.25, 0.0), abs=1e-6), "it rests at the wall"


def test_the_next_normal_is_drawn() -> None:
    """From the top edge, under the ball at the end of the frame; ball 1 keeps its plane."""
    end = both("Wall and corner")[1].centre(1)
    for pane, is_new in (("first", False), ("second", True)):
        picture = drawn(LESSON, pane, at("Wall and corner", NEXT))
        assert (r"\hat n" in symbols(picture)) is is_new
        arrows = [m for m in picture.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        assert bool(arrows) is is_new
        assert all(m.end[0] == pytest.approx(m.start[0]) and m.end[1] > m.start[1] for m in arrows)
        assert all(abs(m.start[0] - end[0]) > 0.1 for m in arrows), "beside the gap"


def test_a_rule_that_stays_where_it_is_closes_nothing() -> None:
    """Its velocity has turned around, but the rest of the frame is lost."""
    moment = at("Lost bounce", IMPULSE, LOST)
    assert moment.faulty[1].bodies(1)[1].velocity == pytest.approx((0.0, 24.0))
    pink = labels(drawn(LESSON, "bars 2", moment), Ink.FAULTY)
    assert list(map(plain, pink)) == [f"{LOST}: closes 0.00"]


def test_each_path_is_said_to_be_free_or_not() -> None:
    pane = {pane.name: pane for pane in LESSON.panes}
    moment = at("Wall and corner", GAP)
    for name, note in (("first", "its path meets the wall"), ("second", "its path is free")):
        headed = pane[name].headed
        assert headed is not None
        assert headed(moment)[1] == note


def test_substeps_without_an_impulse_say_so() -> None:
    met = both("Shorter frames")[1]
    assert not any(j.normal for k in range(8) for j in met.run.frame(k).impulses)
    assert met.centre(8) == pytest.approx(met.centre(0) + 8 * met.flight.by), "it flew straight on"
    told = plain(LESSON.page(at("Fast and slow", NEXT)).sentence)
    assert "Ball 1: no impulse in its 2 frames" in told


def test_the_clock_tells_seconds() -> None:
    assert LESSON.clock(at("Wall and corner", IMPULSE)) is None, "its end is not known yet"
    clock = LESSON.clock(at("Wall and corner", END))
    assert clock is not None
    assert clock.told is not None
    assert clock.told(1.0) == "t = 0.033 s"


def _is_along(stroke: Stroke, n: np.ndarray) -> bool:
    way = np.subtract(stroke.points[-1], stroke.points[0])
    return bool(abs(way[0] * n[1] - way[1] * n[0]) < 1e-9)


def _length(stroke: Stroke) -> float:
    return math.dist(stroke.points[0], stroke.points[-1])


def zone_of(name: str, stage: int) -> list[float]:
    """How far the rim of ball 2's zone, as it is drawn, lies from the obstacle."""
    picture = drawn(LESSON, "second", at(name, stage))
    ring = next(m for m in picture.marks if isinstance(m, Crowd) and len(m.segments))
    met = both(name)[1]
    far = [math.dist(p, nearest(met.flight.obstacle, p)) for p in ring.segments.reshape(-1, 2)]
    assert far
    return far


def test_the_zone_is_as_wide_as_the_margin() -> None:
    far = zone_of("Wall and corner", GAP)
    assert far == pytest.approx([0.4] * len(far), abs=1e-9)


def test_bars_are_as_long_as_they_say() -> None:
    for pane, met in zip(("bars 1", "bars 2"), both("Wall and corner"), strict=True):
        picture = drawn(LESSON, pane, at("Wall and corner", END))
        bars = {m.ink: m.points for m in picture.marks if isinstance(m, Area)}
        s, n, end = solved(met)
        assert bars[Ink.GAP][1][0] == pytest.approx(s, abs=1e-6)
        assert bars[Ink.EXAMINED][1][0] == pytest.approx(s, abs=1e-6)
        assert bars[Ink.OVERLAP][1][0] == pytest.approx(-float(met.flight.by @ n))
        assert bars[Ink.ANSWER][1][0] == pytest.approx(float((met.centre(0) - end) @ n))


def test_both_views_of_bars_have_one_scale() -> None:
    for name in NAMES:
        moment = at(name, IMPULSE)
        first, second = (pane.axes(moment) for pane in LESSON.panes[2:] if pane.axes is not None)
        assert first == second
        longest = max(each.closing for each in both(name))
        assert 1.2 * longest >= first.x[1] >= longest


def test_the_next_frame_has_a_normal_of_its_own() -> None:
    """Ball 2 is over the top of the block by then."""
    told = plain(LESSON.page(at("Wall and corner", NEXT)).sentence)
    met = both("Wall and corner")[1]
    _, n, _ = solved(met)
    up = (met.excess * n)[1] / FRAME
    assert told.endswith(f"Ball 2: in frame 2 v_n = {up:.2f} m/s > 0: it moves away.")
    assert "v_n −48.00 → −15.00 → 0.00 m/s" in told


def test_a_compared_ball_stands_beside_one_at_the_same_time() -> None:
    for index in range(NEXT + 1):
        shown = strokes(drawn(LESSON, "first", at("Gap ignored", index, IGNORED)), Ink.FAULTY, Line.DOTTED)
        assert bool(shown) is (index >= IMPULSE)


def test_the_situation_follows_the_play_head() -> None:
    moment = at("Wall and corner", NEXT)
    excess = both("Wall and corner")[1].excess
    for time, words, off in (
        (0.0, "At the start of frame 1, both balls", 0.0),
        (0.25, "After 0.50 frames ball 1 is 0.12 off", 0.5),
        (0.5, "After frame 1, ball 1 is", 1.0),
        (1.0, "After frame 2, ball 1 is", 2.0),
    ):
        told = plain(LESSON.situation(replace(moment, time=time)))
        assert told.startswith(words)
        assert (f"{off * excess:.2f} off" in told) is (off > 0.0)


def test_where_the_ball_ends() -> None:
    moment = at("Wall and corner", CLOSING)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    met = both("Wall and corner")[1]
    end = solved(met)[2]
    assert asked.right[0] == pytest.approx(end)
    assert asked.judge(((end[0] + 0.03, end[1] - 0.03),)).right
    free = asked.judge(((0.4, 0.3),))
    slowed = asked.judge(((-0.4 + 0.8 * met.gap / met.closing, 0.3),))
    assert (free.right, slowed.right) == (False, False)
    assert (free.head, slowed.head) == ("That is the free path", "That only slows it on its path")
    lost = asked.judge(((-0.4, 0.6),))
    assert not lost.right
    closed = -float((np.array((-0.4, 0.6)) - (-0.4, 0.3)) @ met.normal)
    assert f"closed {closed:.2f}".replace("-", "−") in plain(lost.because)
    assert [each.words for each in lost.remarks] == [f"closed {closed:.2f}, not 0.30".replace("-", "−")]
    beside = asked.judge((tuple(end + 0.2 * np.array((0.6, 0.8))),))
    assert (beside.right, beside.head) == (False, "Right along n̂, not along the plane")
    waiting = drawn(LESSON, "second", replace(moment, is_open=True, time=1.0))
    assert not strokes(waiting, Ink.B, Line.START), "playing does not tell it"
    assert not strokes(waiting, Ink.B, Line.DASHED)


def asked_at(name: str, index: int, compare: str = "") -> tuple[Place, Moment[Any]]:
    moment = at(name, index, compare)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    return asked, moment


def test_one_frame_after_a_lost_bounce() -> None:
    """0.18 above the plate: as far as it came in the frame that slowed it, and not 0.62 as a true bounce."""
    asked, moment = asked_at("Lost bounce", END)
    level = 0.0625 + 0.09375
    assert asked.pane == "first"
    assert asked.start[0] == pytest.approx((0.0, level))
    assert asked.right[0] == pytest.approx((0.0, level + 0.18))
    for up, head in (
        (0.62, "That is the exact place"),
        (0.4, "Not with the speed of the start"),
        (0.0, "It does not"),
    ):
        verdict = asked.judge(((0.0, level + up),))
        assert not verdict.right
        assert verdict.head.startswith(head)
    assert "not −0.20" in plain(asked.judge(((0.0, level - 0.2),)).because)
    open_now = replace(moment, is_open=True, time=1.0)
    assert drawn(LESSON, "first", open_now).transcript() == drawn(LESSON, "first", moment).transcript(), (
        "not played on"
    )
    assert "0.18" not in plain(LESSON.page(moment).known)


def test_the_place_of_the_first_touch() -> None:
    for compare in ("", LOST):
        asked, moment = asked_at("Landing", CLOSING, compare)
        met = both("Landing")[1]
        right = np.array(asked.right[0])
        assert math.dist(right, nearest(met.flight.obstacle, right)) == pytest.approx(0.12, abs=1e-6)
        part = (right - met.centre(0)) / met.flight.by
        assert part == pytest.approx((0.4, 0.4), abs=1e-6), "on its free path"
        waiting = asked.judge((tuple(moment_of_impact(moment)),))
        assert waiting.right
        slid = asked.judge((tuple(met.centre(1)),))
        assert (slid.right, slid.head) == (False, "That is the end of the frame")
        away = asked.judge((tuple(right + (0.2, 0.25)),))
        gap = math.dist(right + (0.2, 0.25), nearest(met.flight.obstacle, right + (0.2, 0.25))) - 0.12
        assert f"its gap is {gap:.2f}." in plain(away.because)
    beside = at("Landing", CLOSING).scene.with_field("other", moment.scene.other.moved((3.0, 0.0)))
    assert LESSON.page(Moment(beside, LESSON.run(beside), CLOSING)).prediction is None, "it touches nothing"


def moment_of_impact(moment: Moment[Any]) -> np.ndarray:
    """Where the rule that waits at the time of impact has ball 2 at the end of the frame."""
    met = moment.scene.both[1]
    return met.by(rest_lost).pose(1, FRAME).position


def test_after_four_short_frames() -> None:
    asked, _ = asked_at("Shorter frames", CLOSING)
    first, _ = both("Shorter frames")
    assert asked.right[0] == pytest.approx((0.4, 0.3))
    ghost = asked.judge((tuple(first.centre(1)),))
    assert (ghost.right, ghost.head) == (False, "That is where ball 1 ends")
    one = asked.judge(((-0.2, 0.3),))
    assert (one.right, one.head) == (False, "That is one frame")


def test_where_an_impulse_without_the_gap_leaves_a_ball() -> None:
    for compare in ("", IGNORED):
        asked, moment = asked_at("Gap ignored", CLOSING, compare)
        assert asked.right[0] == pytest.approx((0.0, 0.4)), "all of the approach is gone, nothing along the floor"
        assert asked.judge(((0.0, 0.12),)).head == "That is with the gap"
        assert not strokes(drawn(LESSON, "second", moment), Ink.FAULTY), "its answer is not drawn yet"


def test_no_question_stands_twice() -> None:
    texts = [
        page.prediction.text
        for name in NAMES
        for page in (LESSON.page(at(name, index)) for index in range(NEXT + 1))
        if page.prediction is not None
    ]
    assert len(texts) == len(set(texts)) == len(NAMES), "one a scene"


def test_a_safe_margin_is_one_frame_long() -> None:
    """Whatever the gap at the start: with that margin a ball is never past a wall without a contact."""
    scene = LESSON.presets["Fast and slow"].scene.with_field("margin", 0.65)
    for moved in np.linspace(-0.6, 0.25, 18):
        assert scene.with_field("ball", scene.ball.moved((float(moved), 0.0))).both[0].error(2) < 1e-6


def test_arrows_on_one_line_lie_beside_each_other() -> None:
    """Of the ball that turns around the impulse is twice as long as the new displacement: neither hides the other."""
    picture = drawn(LESSON, "second", at("Lost bounce", IMPULSE))
    arrows = {m.ink: m for m in picture.marks if isinstance(m, Arrow)}
    impulse, after = arrows[Ink.ANSWER], arrows[Ink.B]
    assert np.subtract(impulse.end, impulse.start) == pytest.approx((0.0, 0.8))
    assert np.subtract(after.end, after.start) == pytest.approx((0.0, 0.4))
    assert impulse.start[0] - after.start[0] > 0.1


def test_the_least_margin() -> None:
    moment = at("Fast and slow", GAP)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    scene = moment.scene
    least = 0.44 - 0.05 - 0.1
    for margin in (0.1, 0.2, 0.28, 0.33, 0.65):
        verdict = asked.judge(scene.with_field("margin", margin))
        assert not verdict.right
        assert "0.29" not in plain(verdict.because), "the answer is not given away"
        assert verdict.head == ("Too small" if margin < least else "Too large")
    shown = asked.right(scene)
    assert asked.judge(shown).right
    assert shown.margin == pytest.approx(0.29)
    assert max(each.error(1) for each in shown.both) < 1e-9, "both are stopped"
    for pane in LESSON.panes:
        assert not {"0.29", "s"} & set(labels(drawn(LESSON, pane.name, replace(moment, is_open=True))))
    assert "0.29" not in plain(LESSON.page(moment).sentence)


def test_ball_2_can_be_held() -> None:
    moment = at("Wall and corner", GAP)
    moment = replace(moment, scene=replace(moment.scene))  # one that has flown now: flights are kept for a while
    scene = moment.scene
    assert scene.both
    by = np.array((0.1, 0.2))
    for pressed, field in (((0.4, 0.3), "by"), ((-0.4, 0.25), "ball"), ((0.5, -0.3), "obstacle")):
        follow = take_second(moment, np.array(pressed))
        assert follow is not None
        changed = follow(scene, np.array(pressed), np.array(pressed) + by)
        assert isinstance(changed, TwoFlights)
        assert changed.both[0] is scene.both[0], "ball 1 is not run again"
        for name in ("by", "ball", "obstacle"):
            before, after = (getattr(each.both[1].flight, name) for each in (scene, changed))
            moved = after - before if name == "by" else after.points[0] - before.points[0]
            assert moved == pytest.approx(by if name == field else (0.0, 0.0))
    assert take_second(moment, np.array((-0.5, -0.5))) is None
    moved = scene.with_field("path", Held((7.0, 7.0), (7.5, 7.0)))
    assert moved.path.start == pytest.approx(scene.ball.pose.position), "the arrow stays at its ball"
    with pytest.raises(ValueError, match="ball"):
        scene.with_field("ball", scene.ball.shaped(scene.wall.shape))
    with pytest.raises(ValueError, match="ball"):
        scene.with_field("other", scene.other.shaped(scene.wall.shape))


@each_preset
def test_a_saved_scene_keeps_what_was_dragged(name: str) -> None:
    scene = LESSON.presets[name].scene
    changed = scene.with_field("other", scene.other.moved((0.03, 0.04))).with_field("margin", 0.4)
    opened_again = opened(from_json(to_json(saved(LESSON, name, changed))), LESSON).scene
    assert isinstance(opened_again, TwoFlights)
    for before, after in zip(changed.both, opened_again.both, strict=True):
        assert after.centre(2) == pytest.approx(before.centre(2), abs=1e-9)


def test_the_impulses_of_both_balls_can_be_stepped_into() -> None:
    """Ball 2 waits as it was until its own impulse; the greatest allowed speed is the gap in one frame."""
    scene = LESSON.presets["Wall and corner"].scene
    inner = list(nested(LESSON, moments_of(LESSON, scene)))
    assert [LESSON.page(m).stage for m in inner] == ["Ball 1", "Ball 1", "Ball 2", "Ball 2"]
    assert [plain(LESSON.page(inner[i]).sentence) for i in (0, 2)] == [
        f"Ball {i} begins with j = 0.00." for i in (1, 2)
    ]
    for m, gap, closing in ((inner[1], 0.25, 0.8), (inner[3], 0.3, 0.64)):
        told = plain(LESSON.page(m).sentence)
        assert f"v_n = −{60.0 * closing:.3f}, v^* = −{60.0 * gap:.3f}, K_n = 1.000, " in told
        assert told.endswith(f"j from 0.000 to {60.0 * (closing - gap):.3f}.")
    assert [m.step.after for m in (inner[1], inner[3])] == pytest.approx([each.impulse for each in scene.both])
    impulse, closing_step = (moments_of(LESSON, scene)[i] for i in (2, 1))

    def pictures(m: Moment[Any]) -> list[str]:
        return [Told.draw(pane, m).transcript() for pane in LESSON.panes]

    (first, second, *bars), (first_before, second_before, *bars_before) = pictures(impulse), pictures(closing_step)
    assert pictures(inner[0]) == [first_before, second_before, *bars_before]
    assert pictures(inner[1]) == [first, second_before, bars[0], bars_before[1]]
    assert pictures(inner[3]) == [first, second, *bars]


def test_a_ball_without_a_contact_has_no_impulse_to_step_into() -> None:
    """Of two such balls there is nothing to step into."""
    scene = LESSON.presets["Fast and slow"].scene
    assert [LESSON.page(m).stage for m in nested(LESSON, moments_of(LESSON, scene))] == ["Ball 2", "Ball 2"]
    missed = LESSON.presets["Wall and corner"].scene.with_field("margin", 0.0)
    assert not any(each.contact for each in missed.both)
    assert not list(nested(LESSON, moments_of(LESSON, missed)))


def bars_of(name: str, which: int, index: int, ink: Ink) -> list[tuple[float, float]]:
    """From where to where the bars of an ink reach, from above."""
    areas = [m for m in drawn(LESSON, f"bars {which + 1}", at(name, index)).marks if isinstance(m, Area)]
    found = [(m.points[0][0], m.points[1][0]) for m in areas if m.ink is ink]
    return [pytest.approx(each, abs=1e-9) for each in found]


def test_at_the_last_step_the_bars_are_those_of_both_frames() -> None:
    """Ball 1 touches, and all of its approach is excess; ball 2 moves away from the top of the block. Under them
    what is left."""
    assert bars_of("Wall and corner", 0, NEXT, Ink.GAP) == [(0.0, 0.25)]
    assert bars_of("Wall and corner", 0, NEXT, Ink.EXAMINED) == [(0.0, 0.8), (0.0, 0.25)]
    assert bars_of("Wall and corner", 0, NEXT, Ink.OVERLAP) == [(0.25, 0.8), (0.0, 0.25)]
    assert bars_of("Wall and corner", 0, NEXT, Ink.ANSWER) == []
    _, _, end = solved(both("Wall and corner")[1])
    up = float(end[1])
    assert bars_of("Wall and corner", 1, NEXT, Ink.GAP) == [(0.0, 0.3), (0.0, up - 0.2)]
    assert bars_of("Wall and corner", 1, NEXT, Ink.EXAMINED) == [(0.0, 0.64), (0.0, 0.3 - up)]
    assert bars_of("Wall and corner", 1, NEXT, Ink.OVERLAP) == [(0.3, 0.64)]
    assert bars_of("Wall and corner", 1, NEXT, Ink.ANSWER) == [(0.0, 0.3 - up)]
    told = [plain(text) for text in labels(drawn(LESSON, "bars 1", at("Wall and corner", NEXT)))]
    assert told == ["frame 1", "0.25   0.80   x = 0.55", "frame 2", "0.00   0.25   x = 0.25", "after", "0.00"]
    assert heads_of("Wall and corner", NEXT) == ["gap and closing in metres, in each frame"] * 2


def test_of_a_ball_that_touches_all_that_it_closes_is_excess() -> None:
    """By the formula, with s = 0: in the table, as a bar and in the figure."""
    rows = cells("Lost bounce")
    assert rows["excess x, m"] == ["0.22", "0.40"]
    assert rows["allowed s/Δ t, m/s"] == ["10.80", "0.00"]
    page = LESSON.page(at("Lost bounce", CLOSING))
    assert plain(page.sentence) == "Ball 1: 0.40 − 0.18 = 0.22.\nBall 2: 0.40 − 0.00 = 0.40."
    assert page.formula
    assert bars_of("Lost bounce", 1, CLOSING, Ink.OVERLAP) == [(0.0, 0.4)]
    red = strokes(drawn(LESSON, "second", at("Lost bounce", CLOSING)), Ink.OVERLAP, Line.MEASURE)
    assert max(map(_length, red)) == pytest.approx(0.4)
    for name, note in (("Lost bounce", "it touches the plate"), ("Wall and corner", "its path is free")):
        headed = LESSON.panes[1].headed
        assert headed is not None
        assert headed(at(name, GAP))[1] == note


def test_each_ball_has_a_line_of_its_own() -> None:
    for name in NAMES:
        for index in (CLOSING, IMPULSE, NEXT):
            told = LESSON.page(at(name, index)).sentence.split("\n")
            assert len(told) == 2
            assert all(text_width(line, 14.0) <= PANEL for line in told), told


def test_the_goal_says_what_was_reached() -> None:
    scene = LESSON.presets["Wall and corner"].scene
    for moved, begins in ((0.0, "Drag a ball"), (-0.1, "No margin now stops ball 1")):
        changed = scene.with_field("ball", scene.ball.moved((moved, 0.0)))
        challenge = LESSON.challenge(Moment(changed, LESSON.run(changed), 0))
        assert challenge is not None
        assert challenge.text.startswith(begins)


def test_the_zone_is_whole_in_the_view() -> None:
    for name in ("Wall and corner", "Fast and slow", "Shorter frames"):
        for pane, met in zip(("first", "second"), both(name), strict=True):
            picture = drawn(LESSON, pane, at(name, GAP))
            low, high = next(m for m in picture.marks if isinstance(m, Stroke)).points
            ring = next(m for m in picture.marks if isinstance(m, Crowd) and len(m.segments)).segments
            assert (ring.reshape(-1, 2) >= np.subtract(low, 1e-9)).all(), (name, pane)
            assert (ring.reshape(-1, 2) <= np.add(high, 1e-9)).all(), (name, pane)
            assert met.margin <= 0.4


def test_a_contact_that_is_found_anew_never_has_an_excess() -> None:
    """Ball 2 of scene 5, by its places at the start of each short frame: in the words, as bars and as lines."""
    met = both("Shorter frames")[1]
    gaps, closed = [], []
    for i in range(4):
        start = np.array((-0.4 + 0.2 * i, 0.3))
        near = nearest(met.flight.obstacle, start)
        n = (start - near) / math.dist(start, near)
        gaps.append(math.dist(start, near) - 0.2)
        closed.append(-0.2 * float(n[0]))
        lengths = met.lengths(i)
        assert (lengths.gap, lengths.closing, lengths.after) == pytest.approx(
            (gaps[i], closed[i], closed[i]), abs=1e-9
        )
        assert lengths.has_contact
        assert closed[i] < gaps[i]
    told = plain(LESSON.page(at("Shorter frames", NEXT)).sentence)
    told_gaps, told_closed = (", ".join(f"{abs(x):.2f}" for x in each) for each in (gaps, closed))
    assert told == f"Ball 2, frames 1 to 4 of 8: gaps {told_gaps};\nit closes {told_closed}."
    assert bars_of("Shorter frames", 1, NEXT, Ink.GAP) == [(0.0, gap) for gap in gaps]
    assert bars_of("Shorter frames", 1, NEXT, Ink.EXAMINED) == [(0.0, each) for each in closed if each > 1e-9]
    lines = strokes(drawn(LESSON, "second", at("Shorter frames", NEXT)), Ink.GAP, Line.CURVE)
    assert [_length(each) for each in lines] == pytest.approx(gaps)
    assert not strokes(drawn(LESSON, "second", at("Wall and corner", NEXT)), Ink.GAP, Line.CURVE)


def test_a_ball_beyond_the_margin_shows_why() -> None:
    for index in (GAP, CLOSING, IMPULSE):
        picture = drawn(LESSON, "bars 1", at("Fast and slow", index))
        assert "0.20 < gap: no contact" in labels(picture, Ink.INTERFACE)
        bars = {m.ink: m.points[1][0] for m in picture.marks if isinstance(m, Area)}
        assert bars[Ink.INTERFACE] == pytest.approx(0.2)
        assert bars[Ink.GAP] == pytest.approx(0.29)
        assert (Ink.EXAMINED in bars) is (index > GAP)
    asked = drawn(LESSON, "bars 1", replace(at("Fast and slow", GAP), is_open=True))
    assert [m.ink for m in asked.marks if isinstance(m, Area)] == [Ink.EXAMINED], "before n is known: its whole way"


def test_two_errors_on_one_line_are_measured_beside_each_other() -> None:
    """In scene 3 the compared rule is the nearer one, which is said."""
    moment = at("Lost bounce", NEXT, LOST)
    met, r = both("Lost bounce")[0], 0.09375
    pink = [m for m in strokes(drawn(LESSON, "first", moment), Ink.FAULTY, Line.MEASURE) if _length(m) > 0.2]
    own, other = sorted(pink, key=_length, reverse=True)
    assert (_length(own), _length(other)) == pytest.approx((0.44, 0.22))
    assert own.points[0][0] < -r
    assert other.points[0][0] > r
    places = labels(drawn(LESSON, "first", moment), Ink.FAULTY)
    assert places["off by 0.44"][0] < -r
    assert places["rest of frame lost: 0.22"][0] > r
    assert met.error(2, moment.faulty[0]) == pytest.approx(0.22)
    told = plain(LESSON.situation(moment))
    assert told == "Rest of frame lost: after frame 2, ball 1 is nearer (0.22 off, not 0.44) and ball 2 is 0.40 off."
    alone = strokes(drawn(LESSON, "first", at("Lost bounce", NEXT)), Ink.FAULTY, Line.MEASURE)
    assert max(alone, key=_length).points[0][0] == pytest.approx(0.0)


def test_the_points_of_the_next_contact_are_dots_and_the_old_one_has_a_name() -> None:
    """What measures how free the path was stands where it ends, away from the corner."""
    picture, end = drawn(LESSON, "second", at("Wall and corner", NEXT)), both("Wall and corner")[1].centre(1)
    dots = [m.at for m in picture.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER and m.point is Point.FILLED]
    assert sorted(dots) == [pytest.approx((end[0], y), abs=1e-9) for y in (0.0, end[1] - 0.2)]
    assert set(symbols(picture, Ink.ANSWER)) == {"p_A", "p_B"}
    (gap,) = strokes(picture, Ink.GAP, Line.MEASURE)[:1]
    assert _length(gap) == pytest.approx(end[1] - 0.2), "s, as its bar has it"
    assert "s" in symbols(picture, Ink.GAP)
    assert "without a contact" not in labels(picture), "its exact path"
    assert "without a contact" in labels(drawn(LESSON, "first", at("Wall and corner", NEXT)))
    assert labels(picture)["contact of frame 1"] == pytest.approx((0.0, 0.0), abs=1e-9)
    assert labels(picture, Ink.GAP)["path free by 0.10"] == pytest.approx((0.4, 0.05), abs=1e-6)


def test_the_rule_is_an_inequality() -> None:
    """Equal only where there is an impulse: of ball 2 in a short frame 0.14 is left."""
    for name in ("Wall and corner", "Shorter frames"):
        assert r"\ge 0" in LESSON.page(at(name, END)).formula
        for met in both(name):
            left = met.gap - met.lengths(met.k).after
            assert left == pytest.approx(0.0 if met.impulse > 0.0 else 0.14, abs=1e-9)


def test_what_is_simulated_is_said() -> None:
    """Once, at the first step."""
    gaps = "Ball 1 is 0.25 m from its wall. Ball 2 is 0.30 m from its block. Δ t = 1/60 s."
    told = [plain(LESSON.situation(at("Wall and corner", index))) for index in (GAP, CLOSING, IMPULSE)]
    assert told == [
        f"{gaps} Fixed obstacles, balls of 1 kg, no bounce, no gravity.",
        gaps,
        "Ball 1: j = 33.00 kg m/s. Ball 2: j = 20.40 kg m/s. Δ t = 1/60 s.",
    ]
    assert "bounce" not in plain(LESSON.situation(at("Lost bounce", GAP)))


def test_the_touch_is_a_dot_at_the_plane() -> None:
    asked, _ = asked_at("Wall and corner", CLOSING)
    met = both("Wall and corner")[1]
    verdict, canvas = asked.judge(asked.right), Canvas()
    assert [each.words for each in verdict.remarks] == [""]
    assert verdict.draw is not None
    verdict.draw(canvas, "second")
    (touch,) = (np.array(m.at) for m in canvas.marks if isinstance(m, Dot))
    assert float((touch - met.ends[0]) @ met.normal) == pytest.approx(0.0, abs=1e-9)
    assert math.dist(touch, asked.right[0]) == pytest.approx(0.2)
    assert not labels(canvas), "the card says it"
