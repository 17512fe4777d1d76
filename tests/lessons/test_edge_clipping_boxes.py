"""The boxes that the lesson on clipping drops: what becomes of them, and how it is drawn."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from geometry import box, rounded
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.tolerance import CONTACT_MARGIN
from lessons.contact import dropped
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES, Clipping, on_edge
from lessons.contact.drop_boxes import HALF, LENS, LENS_AT
from lessons.contact.dropped import PointRule
from lessons.contact.tilt_chart import CHARTED, tilt_curve
from tests.lessons.clip_reading import (
    B_OWNS,
    BOTH,
    CONTACTS,
    DISCARDED,
    FLAT,
    LESSON,
    OVERHANG,
    TOUCHING,
    arrows,
    dots,
    first_box,
    incident,
    labels,
    moments,
    near,
    page,
    reference,
    second_box,
    stage,
    strokes,
    tilts,
    world,
)
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Area, Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import panes_of
from viz.lesson.prediction import Place
from viz.lesson.scene import at
from viz.lesson.text import plain
from viz.picture.layout import lay_out

# What becomes of them.


def test_one_box_rocks_and_the_other_rests() -> None:
    scene = LESSON.presets[OVERHANG].scene
    one, two = scene.drop(PointRule.CROSSING), scene.drop(PointRule.TWO_POINTS)
    assert one.rests_after is None
    assert one.is_wrong
    assert math.degrees(max(one.tilts[30:]) - min(one.tilts[30:])) == pytest.approx(0.672, abs=0.03)
    assert not two.is_wrong
    still = [k / 60.0 for k, tilt in enumerate(two.tilts) if abs(math.degrees(tilt)) > 0.01]
    assert two.rests_after == pytest.approx(still[-1] + 1.0 / 60.0)
    assert (one.becomes, two.becomes) == ("still rocks after 1.00 s", "at rest after 0.17 s")
    assert math.degrees(two.tilts[0]) == pytest.approx(6.0)
    assert len(one.tilts) == len(one.centres) == dropped.TIME_STEPS + 1
    assert dropped.dropped(10.0, PointRule.CROSSING).rests_after is not None, "it depends on the start"


@pytest.mark.parametrize("rule", [PointRule.CROSSING, PointRule.TWO_POINTS])
def test_a_contact_is_a_corner_of_the_box_where_the_routine_has_it(rule: PointRule) -> None:
    run = LESSON.presets[OVERHANG].scene.drop(rule)
    for k, step in enumerate(run.steps[:-1]):
        corners = run.box_at(k / dropped.TIME_STEPS).points[:2]
        for found in step.contacts:
            assert min(math.dist(found.contact.on_b, corner) for corner in corners) < 1e-6
        after = run.steps[k].bodies[1].pose
        assert run.tilts[k + 1] == pytest.approx(run.tilt + after.angle)
        if len(step.contacts) == 1:
            assert found.contact.on_b[1] == pytest.approx(corners[:, 1].min()), "the deeper one"
    for t in np.linspace(0.0, 1.0, 301).tolist():
        lowest = run.box_at(t).points[:, 1].min()
        assert -0.02 < lowest < 0.01, "on the ground"
        assert run.contacts_at(t), "where it has been pushed off the ground it is still shown"
    assert len(run.contacts_at(1.0)) == (1 if rule is PointRule.CROSSING else 2)
    assert run.contacts_at(0.0)[0].contact.on_b[0] < 0.0, "the left corner"


def test_a_box_is_drawn_where_the_routine_has_it() -> None:
    run = LESSON.presets[OVERHANG].scene.drop(PointRule.CROSSING)
    for k in (0, 7, 20):
        first, second = (run.box_at((k + part) / dropped.TIME_STEPS) for part in (0, 1))
        half = run.box_at((k + 0.5) / dropped.TIME_STEPS)
        assert near(half.centroid, 0.5 * (first.centroid + second.centroid))
        side = half.points[1] - half.points[0]
        assert math.atan2(side[1], side[0]) == pytest.approx(0.5 * (run.tilts[k] + run.tilts[k + 1]))
        assert math.hypot(*side) == pytest.approx(dropped.WIDE)
    every = np.concatenate([run.box_at(k / dropped.TIME_STEPS).points for k in range(dropped.TIME_STEPS + 1)])
    left, right, low, high = run.extent
    assert near((left, low), every.min(axis=0))
    assert near((right, high), every.max(axis=0))


def test_without_the_test_of_height_the_box_hangs_in_the_air() -> None:
    scene = LESSON.presets[DISCARDED].scene
    run = scene.drop(PointRule.ANY_HEIGHT)
    assert run.is_wrong
    assert run.becomes == "held up in the air, tilted by 16.0°"
    assert math.degrees(run.tilts[-1]) == pytest.approx(16.0)
    assert not scene.drop(PointRule.TWO_POINTS).is_wrong
    last = stage(DISCARDED, "At rest", HEIGHT)
    end = first_box(last, 1.0)
    high = dropped.WIDE * math.sin(math.radians(16.0))
    (at,) = dots(end, Ink.FAULTY, Point.CROSS)
    assert at[1] == pytest.approx(high)
    assert near(at, labels(end, Ink.FAULTY)[f"{high:.2f} above\nthe ground"])
    assert len(arrows(end, Ink.ANSWER)) == 1
    assert len(arrows(second_box(last, 1.0), Ink.ANSWER)) == 2
    assert not LESSON.presets[BOTH].scene.drop(PointRule.ANY_HEIGHT).is_wrong, "level: both lie on the ground"


def test_without_side_planes_the_box_does_not_tip() -> None:
    scene = LESSON.presets[OVERHANG].scene
    run, right = (scene.drop(rule, over=True) for rule in (PointRule.UNCUT, PointRule.TWO_POINTS))
    assert run.is_wrong
    assert not right.is_wrong
    assert run.becomes == "held up where there is no ground"
    assert max(map(abs, run.tilts)) < 1e-6
    assert math.degrees(right.tilts[-1]) == pytest.approx(-36.9, abs=0.06)
    assert right.becomes == "tips over the end, by 36.9° in 0.50 s"
    assert dropped.LEDGE < 0.0, "the centre of mass lies beyond the end of the ground"
    last = stage(OVERHANG, "At rest", PLANES)
    end = first_box(last, 1.0)
    (at,) = dots(end, Ink.FAULTY, Point.CROSS)
    assert near((0.5 * dropped.WIDE, 0.0), at)
    assert "no ground" in labels(end, Ink.FAULTY)
    assert "centre of mass" in labels(end, Ink.TEXT)
    clock = LESSON.clock(last)
    assert clock is not None
    assert clock.told(1.0) == f"t = {dropped.TIME_STEPS * right.dt:.2f} s", "half a second"
    for canvas in (end, second_box(last, 1.0)):
        (ground,) = (np.array(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.A)
        assert ground[:, 0].max() == dropped.LEDGE
    for time in (0.3, 1.0):
        (push,) = arrows(second_box(last, time), Ink.ANSWER)
        way = np.subtract(push.end, push.start) / math.dist(push.end, push.start)
        tilt = right.tilts[round(time * dropped.TIME_STEPS)]
        assert way == pytest.approx((-math.sin(tilt), math.cos(tilt)), abs=0.03), "across the box's edge"
        assert push.end + 0.09 * way == pytest.approx((dropped.LEDGE, 0.0), abs=0.03), "it tips about the end"


# How they are drawn.


def test_the_clock_moves_both_boxes_at_their_own_stage_alone() -> None:
    first, last = moments(OVERHANG)[0], moments(OVERHANG)[-1]
    assert LESSON.clock(first) is None
    clock = LESSON.clock(last)
    assert clock is not None
    assert clock.plays_on_entry
    assert 4.0 <= clock.seconds <= 8.0, "one second, slowly"
    assert pytest.approx(1.0) == dropped.TIME_STEPS * last.step.one.dt, "the clock tells seconds"
    for draw in (first_box, second_box, tilts):
        assert draw(last, 0.0).transcript() != draw(last, 1.0).transcript()
    assert list(labels(first_box(last, 0.0), Ink.TEXT)) == ["centre of mass"], "no result"
    assert not labels(first_box(last, 0.0), Ink.FAULTY)
    assert list(labels(first_box(last, 1.0), Ink.FAULTY)) == ["lever arm", "dotted: one time step before"]
    assert set(labels(second_box(last, 1.0), Ink.TEXT)) == {"centre of mass", "× 16"}


def test_each_pane_has_the_name_of_its_rule_and_what_that_keeps() -> None:
    heads = {
        ONE: ("One point at a crossing", "the deepest; no crossing: both", "Clipping"),
        HEIGHT: ("No test of height", "keeps both ends at any height", "With the test of height"),
        PLANES: ("No side planes", "keeps both ends, never cut", "With side planes"),
    }
    _, first, second, _ = LESSON.panes
    for compare, (name, keeps, right) in heads.items():
        last = stage(DISCARDED, "At rest", compare)
        assert first.head(last) == (name, keeps)
        assert second.head(last) == (right, "keeps every end up to the margin")
        ink = first.ink
        assert callable(ink)
        assert (ink(last), ink(replace(last, time=0.1))) == (None, Ink.FAULTY), (
            "in the ink of its curve, once it runs"
        )
    assert ink(replace(stage(BOTH, "At rest"), time=1.0)) is None, "it rests too"


@pytest.mark.parametrize("name", CONTACTS)
def test_the_shapes_stand_alone_until_the_boxes_are_asked_about_or_let_go(name: str) -> None:
    for compare in ("", ONE, HEIGHT, PLANES):
        for moment in moments(name, compare):
            told = LESSON.page(moment).stage
            names = [pane.name for pane in panes_of(LESSON.layout_at(moment))]
            asked = told == "Contacts" and not compare and name == OVERHANG
            charted = compare in ("", ONE) and moment.scene.tilt > 0.0
            boxes = ["first"] if asked else ["first", "second"] if told == "At rest" else []
            assert names == ["World", *boxes, *(["chart"] if boxes[1:] and charted else [])]
            assert asked == (told == "Contacts" and LESSON.page(moment).prediction is not None)
            places = {p.pane.name: p for p in lay_out(LESSON.layout_at(moment), 896.0, 592.0).places}
            assert places["World"].height == 592.0
            if not boxes[1:]:
                continue
            first, second = places["first"], places["second"]
            assert (first.width, first.height) == pytest.approx((second.width, second.height), abs=1.0)
            assert (first.y == second.y) == charted, "on one ground line, or one below the other"
            widest = max((p for p in places.values() if p.y == 0.0), key=lambda p: round(p.width))
            assert widest.pane.name == "World", "the choice of comparisons stands over it"


def test_both_panes_reach_as_far_so_that_the_grounds_stand_level() -> None:
    for name, compare in ((OVERHANG, ""), (DISCARDED, HEIGHT), (OVERHANG, PLANES), (BOTH, "")):
        last = stage(name, "At rest", compare)
        frames = [strokes(draw(last, 0.4), Ink.CONSTRUCTION, Line.THIN)[0] for draw in (first_box, second_box)]
        assert near(*frames)
        for draw in (first_box, second_box):
            for time in (0.0, 0.1, 0.5, 1.0):
                canvas = draw(last, time)
                areas = np.concatenate([m.points for m in canvas.marks if isinstance(m, Area)])
                assert (areas >= frames[0][0] - 0.05).all()
                assert (areas <= frames[0][1] + 1e-6).all()


def test_the_one_push_has_a_lever() -> None:
    last = moments(OVERHANG)[-1]
    end, run = first_box(last, 1.0), last.step.one
    now = run.box_at(1.0)
    (lever,) = strokes(end, Ink.FAULTY, Line.DASHED)
    assert near((now.centroid, (now.points[dropped.LEFT][0], now.centroid[1])), lever)
    assert near(np.mean(lever, axis=0), labels(end, Ink.FAULTY)["lever arm"])
    turn, push = sorted(arrows(end, Ink.FAULTY), key=lambda arrow: -arrow.end[1])
    assert push.end[0] == pytest.approx(now.points[dropped.LEFT][0], abs=0.05)
    assert not arrows(end, Ink.ANSWER), "the only push is the faulty rule's"
    assert turn.end[0] > turn.start[0], "pushed up at its left corner the box turns clockwise"
    assert not strokes(second_box(last, 1.0), Ink.FAULTY, Line.DASHED)
    assert not strokes(first_box(last, 0.1), Ink.FAULTY, Line.DASHED), "while both do the same"


def test_a_lens_shows_the_corner_at_the_time_step_sixteen_times_as_great() -> None:
    last = moments(OVERHANG)[-1]
    for run, draw in ((last.step.one, first_box), (last.step.two, second_box)):
        for k in (12.0, 19.8, 30.0, 40.3, 59.0, 60.0):  # also between two time steps
            canvas, corners = draw(last, k / 60.0), run.box_at(k / 60.0).points[:2]
            ink = Ink.FAULTY if draw is first_box else Ink.ANSWER
            shown = dots(canvas, ink, Point.ANSWER)
            held = [found.contact.on_b for found in run.contacts_at(k / 60.0)]
            for corner, side in zip(corners, (-1.0, 1.0), strict=True):
                middle = np.array((side * LENS_AT[0], LENS_AT[1]))
                true = corner - (0.5 * side * dropped.WIDE, 0.0)
                enlarged = middle + 16.0 * true
                lines = [line for line in strokes(canvas, Ink.B, Line.OUTLINE) if len(line) == 2]
                assert sum(min(math.dist(p, enlarged) for p in line) < 1e-9 for line in lines) == 2, "both its edges"
                is_held = any(math.dist(corner, p) < 0.01 for p in held)
                assert any(math.dist(enlarged, p) < 1e-9 for p in shown) == is_held
                rim = [line for line in strokes(canvas, Ink.QUIET, Line.THIN) if near(line.mean(axis=0), middle)]
                assert len(rim) == 1
                own = (0.5 * side * dropped.WIDE, 0.0)
                cone = [line for line in strokes(canvas, Ink.CONSTRUCTION, Line.THIN) if near(line[0], own)]
                assert len(cone) == 2
                for start, end in cone:
                    assert math.dist(end, middle) == pytest.approx(LENS)
                    assert np.dot(end - middle, end - start) == pytest.approx(0.0), "it touches the rim"


def test_a_lens_shows_nothing_outside_of_it_and_the_time_step_before_dotted() -> None:
    last = moments(OVERHANG)[-1]
    one = last.step.one
    lines = [line for line in strokes(first_box(last, 1.0), Ink.B, Line.OUTLINE) if len(line) == 2]
    for p in np.concatenate(lines):
        middle = math.copysign(LENS_AT[0], p[0]), LENS_AT[1]
        assert math.dist(p, middle) <= LENS + 1e-9
    before = one.box_at(59 / 60.0).points[0] + (0.5 * dropped.WIDE, 0.0)
    ghosts = strokes(first_box(last, 1.0), Ink.FAULTY, Line.DOTTED)
    wanted = np.array((-LENS_AT[0], LENS_AT[1])) + 16.0 * before
    assert sum(min(math.dist(p, wanted) for p in line) < 1e-9 for line in ghosts) == 2, "one time step before"
    assert not strokes(second_box(last, 1.0), Ink.FAULTY, Line.DOTTED)
    assert not [m for m in first_box(last, 0.1).marks if isinstance(m, Area)][2:], "no lens before it lands"
    assert not [m for m in first_box(moments(BOTH)[-1], 1.0).marks if isinstance(m, Area)][2:], "nor level ones"
    areas = [np.array(m.points) for m in first_box(last, 1.0).marks if isinstance(m, Area)]
    assert len(areas) == 6, "the ground, the box, and both in each lens"
    for area in areas[2:]:
        middle = np.array((math.copysign(LENS_AT[0], area[:, 0].mean()), LENS_AT[1]))
        assert (np.hypot(*(area - middle).T) <= LENS + 1e-9).all()
    now = one.box_at(1.0)
    for side, area in ((-1.0, areas[3]), (1.0, areas[5])):
        own, middle = np.array((0.5 * side * dropped.WIDE, 0.0)), np.array((side * LENS_AT[0], LENS_AT[1]))
        inside = shapely.Polygon(now.points).buffer(1e-9)
        assert all(inside.contains(shapely.Point(own + (p - middle) / 16.0)) for p in area), "the box and no more"
    assert LENS_AT[0] + LENS <= HALF


def test_the_angle_over_time_is_a_zigzag_or_a_level_line() -> None:
    last = moments(OVERHANG)[-1]
    for run, ink in ((last.step.one, Ink.FAULTY), (last.step.two, Ink.TEXT)):
        (curve,) = (line for line in strokes(tilts(last, 1.0), ink, Line.MEASURE) if len(line) > 20)
        times, found = curve.T
        assert near([math.degrees(run.tilt_at(float(t))) for t in times], found, 1e-5), "in one piece"
        assert found[0] == pytest.approx(CHARTED), "it comes in at the upper side"
        assert np.abs(found).max() <= CHARTED + 1e-9
        assert times[-1] == pytest.approx(1.0)
        assert times[0] > 0.1, "it starts beyond"
        half = max(strokes(tilts(last, 0.5), ink, Line.MEASURE), key=len)
        assert half[-1, 0] == pytest.approx(0.5)
        turns = np.sign(np.diff(found[20:]))
        swings = np.count_nonzero(turns[1:] * turns[:-1] < 0)
        assert (swings > 20) == (ink is Ink.FAULTY)
    assert not [line for line in strokes(tilts(last, 0.05), Ink.TEXT, Line.MEASURE) if len(line) > 4]


def test_a_curve_that_leaves_the_chart_comes_back_where_it_crosses_its_side() -> None:
    run = replace(LESSON.presets[OVERHANG].scene.drop(PointRule.CROSSING))
    swings = [math.radians(3.0 * math.cos(math.tau * k / 20)) for k in range(dropped.TIME_STEPS + 1)]
    object.__setattr__(run, "tilts", tuple(swings))
    parts = tilt_curve(run, 1.0)
    assert len(parts) == 6, "through the middle six times"
    for part in parts:
        assert sorted((part[0][1], part[-1][1])) == [pytest.approx(-CHARTED), pytest.approx(CHARTED)]


def test_the_chart_says_where_it_begins_and_when_the_box_rests() -> None:
    last = moments(OVERHANG)[-1]
    canvas, two = tilts(last, 1.0), last.step.two
    chart = LESSON.panes[3]
    assert chart.head(last) == ("Tilt of both boxes", "from 6.0°"), "the greatest shown is 1.5°"
    assert chart.head(moments(BOTH)[-1]) == ("Tilt of both boxes", "")
    assert any(near(line[:, 0], [two.rests_after] * 2) for line in strokes(canvas, Ink.TEXT, Line.THIN))
    words = "at rest after 0.17 s: within 0.01°"
    assert labels(canvas, Ink.TEXT)[words][0] == pytest.approx(two.rests_after)
    assert dropped.REST == 0.01
    assert words not in labels(tilts(last, 0.15), Ink.TEXT), "not before"
    assert {"0.00 s", "0.25 s", "0.50 s", "0.75 s", "1.00 s", "−1°", "0°", "+1°"} <= set(labels(canvas, Ink.QUIET))
    for time in (0.25, 0.75):
        (head,) = strokes(tilts(last, time), Ink.INTERFACE, Line.THIN)
        assert head[:, 0] == pytest.approx([time] * 2)


def test_the_tilt_of_the_boxes_is_the_angle_between_the_edges() -> None:
    for name in CONTACTS:
        last = moments(name)[-1]
        told = [text for text in labels(world(last), Ink.TEXT) if text.endswith("°")]
        assert told == ([f"{last.scene.tilt:.1f}°"] if last.scene.tilt else [])
        flat = labels(world(stage(name, "At rest", PLANES)), Ink.TEXT)
        assert not [text for text in flat if text.endswith("°")], "they are set down flat"
        edge, other = reference(last.scene), incident(last.scene)
        lines = [p for p in strokes(world(last), Ink.TEXT, Line.DASHED) if len(p) == 2]
        if not told:
            assert not lines
            continue
        ((start, end),) = lines
        deep, far = sorted((other.u, other.v), key=edge.h)
        assert near(start, deep)
        assert edge.h(start) == pytest.approx(edge.h(end)), "along the reference edge"
        assert math.dist(start, end) == pytest.approx(math.dist(deep, far))
        between = np.dot(end - start, far - deep) / math.dist(deep, far) ** 2
        assert math.degrees(math.acos(between)) == pytest.approx(last.scene.tilt, abs=0.051)
        (arc,) = [p for p in strokes(world(last), Ink.TEXT, Line.THIN) if len(p) > 2]
        for p, way in ((arc[0], end - start), (arc[-1], far - deep)):
            long = math.dist(p, start)
            assert near(p, start + long * way / math.hypot(*way)), "from the dashed line to the incident edge"


# What is said and asked of them.


def test_the_next_push_of_the_box_that_rocks_is_placed() -> None:
    for name in CONTACTS:
        asked, scene = page(name, "Contacts").prediction, LESSON.presets[name].scene
        rocks = scene.drop(PointRule.CROSSING).rests_after is None
        assert scene.drop(PointRule.TWO_POINTS).rests_after is not None
        assert rocks or asked is None
        assert (asked is not None) == (name == OVERHANG), "once"
        if asked is None:
            continue
        assert isinstance(asked, Place)
        assert asked.pane == "first"
        half = 0.5 * dropped.WIDE
        assert [asked.judge(((x, 0.0),)).right for x in (-half, -0.4, 0.0, 0.55, 0.65, half)] == [False] * 4 + [
            True
        ] * 2
        run = scene.drop(PointRule.CROSSING)
        k = next(k for k, tilt in enumerate(run.tilts) if tilt < 0.0)
        (found,) = run.contacts_at(k / dropped.TIME_STEPS)
        assert math.dist(found.contact.on_b, asked.right[0]) < 0.03, "where it is, beyond the level pose"
        assert "the right corner is deepest" in asked.judge(asked.right).because
        assert "higher" in asked.judge(((-half, 0.0),)).because
        assert "right" not in asked.judge(((-half, 0.0),)).because + asked.judge(asked.start).because, "not told"
        draw, canvas = asked.judge(asked.right).draw, Canvas(0.01)
        assert draw is not None
        assert asked.judge(asked.start).draw is None
        draw(canvas, "World")
        assert not canvas.marks
        draw(canvas, "first")
        ((middle, end),) = strokes(canvas, Ink.FAULTY, Line.DASHED)
        (centre,) = dots(first_box(stage(name, "Contacts")), Ink.TEXT, Point.SMALL)
        assert near(middle, centre)
        assert near(end, (half, middle[1]))


def test_the_boxes_start_at_the_tilt_of_the_pose() -> None:
    for name in CONTACTS:
        scene = LESSON.presets[name].scene
        edge, other = reference(scene), incident(scene)
        turn = math.degrees(math.acos(min(-float(edge.n @ other.n), 1.0)))
        assert scene.tilt == pytest.approx(turn, abs=0.051)
    soft = rounded(box(1.3, 0.6), 0.3)
    assert Clipping(at(soft, 0.0, 0.0), at(soft, 1.6, 1.0)).tilt == 2.0, "corners: there is none"
    upright = Clipping(at(box(3.0, 1.0), 0.0, 0.0), at(box(1.0, 1.0), 0.0, 1.0, 44.99))
    assert upright.tilt <= 45.0


def so_far(name: str, time: float, compare: str = "") -> str:
    return plain(LESSON.situation(replace(stage(name, "At rest", compare), time=time)))


def test_what_becomes_of_the_boxes_is_said_when_the_clock_reaches_it() -> None:
    run = LESSON.presets[OVERHANG].scene.drop(PointRule.CROSSING)
    assert so_far(OVERHANG, 0.0) == "Both test boxes touch the ground with one corner."
    assert so_far(OVERHANG, 0.1) == f"Both test boxes: tilt {math.degrees(run.tilt_at(0.1)):.2f}°."
    late = f"{math.degrees(run.tilt_at(0.5)):.2f}°".replace("-", "−")
    assert so_far(OVERHANG, 0.5) == f"One point at a crossing: tilt {late}. Clipping: at rest after 0.17 s."
    ends = "One point at a crossing: still rocks after 1.00 s. Clipping: at rest after 0.17 s."
    assert so_far(OVERHANG, 1.0) == ends
    assert so_far(FLAT, 1.0, ONE).startswith("One point at a crossing: still rocks")
    assert so_far(BOTH, 0.0) == "Both test boxes lie flat on the ground."
    assert so_far(BOTH, 1.0) == "Both test boxes: at rest from the start."
    assert so_far(DISCARDED, 1.0, HEIGHT) == (
        "No test of height: held up in the air, tilted by 16.0°. With the test of height: at rest after 0.30 s."
    )
    assert so_far(OVERHANG, 0.0, PLANES) == "Both test boxes lie over the end of the ground."
    assert so_far(OVERHANG, 1.0, PLANES) == (
        "No side planes: held up where there is no ground. With side planes: tips over the end, by 36.9° in 0.50 s."
    )
    assert "in the air" in LESSON.page(stage(DISCARDED, "At rest", HEIGHT)).idea
    over = LESSON.page(stage(OVERHANG, "At rest", PLANES))
    assert plain(over.sentence) == (
        "Two test boxes are set down flat, further out than B, whose centre of mass is over the reference edge."
    )
    scene = LESSON.presets[OVERHANG].scene
    assert 0.0 < reference(scene).x(scene.b.world.centroid) < reference(scene).length
    out = stage(TOUCHING, "At rest", PLANES)
    assert not 0.0 < reference(out.scene).x(out.scene.b.world.centroid) < reference(out.scene).length
    assert plain(LESSON.page(out).sentence).endswith("Like that of B, their centre of mass is beyond the end.")
    assert "its centre of mass beyond the end" in over.idea
    assert plain(page(OVERHANG, "At rest").sentence) == (
        "Two test boxes start with the tilt of B, 6.0°. B itself is sunk in, so no edges cross: both rules keep two "
        "points."
    )
    assert plain(page(B_OWNS, "At rest").sentence).startswith("Two test boxes start with the tilt of A, 9.0°.")
    assert plain(page(DISCARDED, "At rest").sentence) == "Two test boxes start with the tilt of B, 16.0°."
    corners = Clipping(at(rounded(box(1.3, 0.6), 0.3), 0.0, 0.0), at(rounded(box(1.3, 0.6), 0.3), 1.6, 1.0))
    told = LESSON.page(moments_of(LESSON, corners)[-1])
    assert plain(told.sentence) == "Two test boxes start with a tilt of 2.0°.", "no edges, so it is not that of B"


def test_both_rules_are_said_to_keep_two_points_only_where_they_do() -> None:
    for name in CONTACTS:
        scene = LESSON.presets[name].scene
        both = len(manifold_by_crossing(scene.a.world, scene.b.world).points) == 2
        told = "both rules keep two points" in plain(page(name, "At rest").sentence)
        assert told == (both and scene.tilt > 0.0)
    a = at(box(3.4, 1.0), 0.0, 0.0)
    crossing = Clipping(a, on_edge(a, 2, box(2.3, 1.5), 1.3, -0.3, 12.0))
    assert incident(crossing).v[1] > 0.6, "the end that is cut off is in front, so the lines cross, beyond u"
    assert len(manifold_by_crossing(crossing.a.world, crossing.b.world).points) == 2
    assert "both rules" in LESSON.page(moments_of(LESSON, crossing)[-1]).sentence, "the edges do not"


def test_the_second_contact_of_the_landing_box_is_kept_by_the_margin() -> None:
    for name in CONTACTS:
        if "less than the margin" not in page(name, "At rest").idea:
            continue
        run = LESSON.presets[name].scene.drop(PointRule.TWO_POINTS)
        first = next(step.contacts for step in run.steps if len(step.contacts) == 2)
        low, high = sorted(found.contact.separation for found in first)
        assert low < 0.0 < high <= CONTACT_MARGIN * dropped.HIGH
