"""The boxes that the lesson on clipping drops: what becomes of them, and how it is drawn."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from geometry import box, rounded
from lessons.contact import dropped
from lessons.contact.clip_scenes import HEIGHT, PLANES, Clipping
from lessons.contact.drop_boxes import frame_of
from lessons.contact.dropped import PointRule
from lessons.contact.tilt_chart import Frame, angle_curve
from tests.lessons.clip_reading import (
    BOTH,
    CONTACTS,
    DISCARDED,
    LESSON,
    OVERHANG,
    arrows,
    boxes,
    dots,
    incident,
    labels,
    moments,
    near,
    page,
    reference,
    stage,
    strokes,
)
from viz.lesson.canvas import Area, Canvas, Label
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.prediction import Choose
from viz.lesson.scene import at
from viz.lesson.text import plain

# The dropped boxes.


TITLE = "One point if edges cross"


def test_one_box_rocks_and_the_other_rests() -> None:
    scene = LESSON.presets[OVERHANG].scene
    one, two = scene.drop(PointRule.CROSSING), scene.drop(PointRule.TWO_POINTS)
    assert one.rests_after is None
    assert one.is_wrong
    assert math.degrees(max(one.tilts[30:]) - min(one.tilts[30:])) == pytest.approx(0.672, abs=0.03)
    assert not two.is_wrong
    still = [k / 60.0 for k, tilt in enumerate(two.tilts) if abs(tilt) > 1e-6]
    assert two.rests_after == pytest.approx(still[-1] + 1.0 / 60.0)
    assert (one.becomes, two.becomes) == ("still rocks after 1.00 s", "at rest after 0.20 s")
    assert math.degrees(two.tilts[0]) == pytest.approx(6.0)
    assert len(one.tilts) == len(one.counts) == dropped.TIME_STEPS + 1
    assert dropped.dropped(10.0, PointRule.CROSSING).rests_after is not None, "it depends on the start"


@pytest.mark.parametrize("rule", [PointRule.CROSSING, PointRule.TWO_POINTS])
def test_a_contact_point_is_at_the_corner_that_is_down(rule: PointRule) -> None:
    run = LESSON.presets[OVERHANG].scene.drop(rule)
    for t in np.linspace(0.0, 1.0, 301):
        tilt, held = run.at(float(t))
        corners = dropped.drawn_box(tilt).points[:2, 1]
        if len(held) == 1:
            assert corners[held[0]] == pytest.approx(0.0)
    x = 0.0
    for k, step in enumerate(run.steps):  # and it is where the routine has it
        tilt, held = run.at(k / dropped.TIME_STEPS)
        true = sorted(int(p.point[0] > x) for p in (c.contact for c in step.contacts))
        assert true in (list(held), [])
        assert tilt == pytest.approx(run.tilt if k == 0 else run.tilt + run.steps[k - 1].bodies[1].pose.angle)
        x = step.bodies[1].pose.position[0]
    assert run.at(0.0)[1] == (dropped.LEFT,)
    assert len(run.at(1.0)[1]) == (1 if rule is PointRule.CROSSING else 2)


def test_without_the_test_of_height_the_box_hangs_in_the_air() -> None:
    scene = LESSON.presets[DISCARDED].scene
    run = scene.drop(PointRule.ANY_HEIGHT)
    assert run.is_wrong
    assert run.becomes == "held up in the air, tilted by 16.0°"
    assert math.degrees(run.tilts[-1]) == pytest.approx(16.0)
    assert not scene.drop(PointRule.TWO_POINTS).is_wrong
    end = boxes(stage(DISCARDED, "At rest", HEIGHT), 1.0)
    high = dropped.WIDE * math.sin(math.radians(16.0))
    (at,) = dots(end, Ink.FAULTY, Point.CROSS)
    assert at[1] == pytest.approx(dropped.floors(run, charted=False)[0][1] + high)
    assert near(at, labels(end, Ink.FAULTY)[f"{high:.2f} above\nthe ground"])
    assert len(arrows(end, Ink.ANSWER)) == 3, "one contact above, two below"
    assert not LESSON.presets[BOTH].scene.drop(PointRule.ANY_HEIGHT).is_wrong, "level: both lie on the ground"


def test_without_side_planes_the_box_does_not_tip() -> None:
    scene = LESSON.presets[OVERHANG].scene
    run, right = (scene.drop(rule, over=True) for rule in (PointRule.UNCUT, PointRule.TWO_POINTS))
    assert run.is_wrong
    assert not right.is_wrong
    assert run.becomes == "held up where there is no ground"
    assert max(map(abs, run.tilts)) < 1e-6
    assert math.degrees(right.tilts[-1]) == pytest.approx(-36.9, abs=0.06)
    assert dropped.LEDGE < 0.0, "the centre of mass lies beyond the end of the ground"
    end = boxes(stage(OVERHANG, "At rest", PLANES), 1.0)
    (at,) = dots(end, Ink.FAULTY, Point.CROSS)
    assert near((0.5 * dropped.WIDE, dropped.floors(run, charted=False)[0][1]), at)
    assert "no ground" in labels(end, Ink.FAULTY)
    assert "centre of mass" in labels(end, Ink.TEXT)
    clock = LESSON.clock(stage(OVERHANG, "At rest", PLANES))
    assert clock is not None
    assert clock.told(1.0) == f"t = {dropped.TIME_STEPS * right.dt:.2f} s", "half a second"
    grounds = [np.array(m.points) for m in end.marks if isinstance(m, Area) and m.ink is Ink.A]
    assert [g[:, 0].max() for g in grounds] == [dropped.LEDGE] * 2
    for time in (0.3, 1.0):
        then = boxes(stage(OVERHANG, "At rest", PLANES), time)
        (push,) = [m for m in arrows(then, Ink.ANSWER) if m.end[1] < 0.5]
        way = np.subtract(push.end, push.start) / math.dist(push.end, push.start)
        tilt = right.tilts[round(time * dropped.TIME_STEPS)]
        assert way == pytest.approx((-math.sin(tilt), math.cos(tilt)), abs=0.03), "across the box's edge"
        assert push.end + 0.09 * way == pytest.approx((dropped.LEDGE, 0.0), abs=0.03), "it tips about the end"


def test_the_clock_moves_both_boxes_at_their_own_stage_alone() -> None:
    first, last = moments(OVERHANG)[0], moments(OVERHANG)[-1]
    assert LESSON.clock(first) is None
    clock = LESSON.clock(last)
    assert clock is not None
    assert clock.plays_on_entry
    assert 4.0 <= clock.seconds <= 8.0, "one second, slowly"
    assert pytest.approx(1.0) == dropped.TIME_STEPS * last.step.one.dt, "the clock tells seconds"
    titles = [
        m for m in boxes(stage(OVERHANG, "Contacts")).marks if isinstance(m, Label) and m.text in (TITLE, "Clipping")
    ]
    assert all(m.fixed and m.toward is None for m in titles), "titles stay"
    assert boxes(last, 0.0).transcript() != boxes(last, 1.0).transcript()
    waiting = stage(OVERHANG, "Contacts")
    assert boxes(waiting, 0.0).transcript() == boxes(waiting, 1.0).transcript()
    assert len(arrows(boxes(stage(OVERHANG, "Contacts")), Ink.ANSWER)) == 2, "contacts from where they are found"
    started = labels(boxes(last, 0.0), Ink.TEXT)
    keeps = ["edges cross: only the deepest end", "centre of mass", "Clipping", "keeps every end with h ≤ h_max"]
    assert set(started) == {TITLE, *keeps}, "what each rule keeps, and no result"
    assert not labels(boxes(last, 0.0), Ink.FAULTY)
    tilt = math.degrees(last.step.two.at(0.1)[0])
    assert f"tilt {tilt:.2f}°" in labels(boxes(last, 0.1), Ink.TEXT)
    end = boxes(last, 1.0)
    assert list(labels(end, Ink.FAULTY)) == [TITLE, "still rocks after 1.00 s", "lever arm"]
    words = {"Clipping", "at rest after 0.20 s", "centre of mass", "0.20 s"}
    assert set(labels(end, Ink.TEXT)) == words
    assert TITLE in labels(boxes(last, 0.1), Ink.FAULTY), "in the ink of its curve"


def test_the_angle_over_time_is_a_zigzag_or_a_level_line() -> None:
    last = moments(OVERHANG)[-1]
    frame = frame_of(last)
    middle, unit = 0.5 * (frame.low + frame.high), (frame.high - frame.low) / 3.0
    for run, ink in ((last.step.one, Ink.FAULTY), (last.step.two, Ink.TEXT)):
        (curve,) = (line for line in strokes(boxes(last, 1.0), ink, Line.MEASURE) if len(line) > 20)
        times = (curve[:, 0] - frame.left) / (frame.right - frame.left)
        found = (curve[:, 1] - middle) / unit
        assert near([math.degrees(run.at(float(t))[0]) for t in times], found, 1e-5), "in one piece"
        assert found[0] == pytest.approx(1.5), "it comes in at the upper side"
        assert np.abs(found).max() <= 1.5 + 1e-9
        assert times[-1] == pytest.approx(1.0)
        assert times[0] > 0.1, "it starts beyond"
        half = max(strokes(boxes(last, 0.5), ink, Line.MEASURE), key=len)
        assert half[-1, 0] == pytest.approx(0.5 * (frame.left + frame.right))
        turns = np.sign(np.diff(found[20:]))
        swings = np.count_nonzero(turns[1:] * turns[:-1] < 0)
        assert (swings > 20) == (ink is Ink.FAULTY)
    assert not [line for line in strokes(boxes(last, 0.05), Ink.TEXT, Line.MEASURE) if len(line) > 4]


def test_a_curve_that_leaves_the_chart_comes_back_where_it_crosses_its_side() -> None:
    frame, run = Frame(0.0, 1.0, -1.5, 1.5), replace(LESSON.presets[OVERHANG].scene.drop(PointRule.CROSSING))
    tilts = [math.radians(3.0 * math.cos(math.tau * k / 20)) for k in range(dropped.TIME_STEPS + 1)]
    object.__setattr__(run, "tilts", tuple(tilts))
    parts = angle_curve(run, 1.0, frame)
    assert len(parts) == 6, "through the middle six times"
    for part in parts:
        assert sorted((part[0][1], part[-1][1])) == [pytest.approx(-1.5), pytest.approx(1.5)]


def test_the_chart_lies_below_the_shapes_and_the_boxes_as_wide_as_both() -> None:
    for name in CONTACTS:
        last = moments(name)[-1]
        if last.scene.tilt == 0.0:
            assert not strokes(boxes(last, 1.0), Ink.INTERFACE, Line.THIN), "level boxes have no chart"
            continue
        canvas = Canvas(0.01)
        LESSON.panes[0].draw(canvas, replace(last, time=1.0))
        corners = np.concatenate([body.world.points for body in (last.scene.a, last.scene.b)])
        ((head_x, low), (_, high)) = strokes(canvas, Ink.INTERFACE, Line.THIN)[0]
        assert high < corners[:, 1].min()
        axis = next(line for line in strokes(canvas, Ink.QUIET, Line.THIN) if near(line[:, 1], (low, high)))
        assert axis[0, 0] < corners[:, 0].mean(), "from the shapes"
        assert head_x > corners[:, 0].max(), "to the boxes"
        grounds = [np.array(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.A]
        assert high < min(g[:, 1].min() for g in grounds)
        assert high - low > 0.15 * (head_x - axis[0, 0])


def test_the_one_push_has_a_lever() -> None:
    end = boxes(moments(OVERHANG)[-1], 1.0)
    run = LESSON.presets[OVERHANG].scene.drop(PointRule.CROSSING)
    box_then = dropped.drawn_box(16.0 * run.tilts[-1]).moved((-dropped.ASIDE, 0.0))
    ((lever),) = strokes(end, Ink.FAULTY, Line.DASHED)
    assert near((box_then.centroid, (box_then.points[dropped.LEFT][0], box_then.centroid[1])), lever)
    assert near(np.mean(lever, axis=0), labels(end, Ink.FAULTY)["lever arm"])
    assert len(dots(end, Ink.TEXT, Point.SMALL)) == 2, "both centres of mass"


def test_the_box_is_drawn_at_its_tilt_and_its_swing_as_greater_ghosts() -> None:
    for tilt in (0.02, -0.03):
        corners = dropped.drawn_box(tilt).points
        assert corners[:, 1].min() == pytest.approx(0.0)
        side = corners[1] - corners[0]
        assert math.atan2(side[1], side[0]) == pytest.approx(tilt)
        assert math.hypot(*side) == pytest.approx(dropped.WIDE)
    last = moments(OVERHANG)[-1]
    end, run = boxes(last, 1.0), last.step.one
    words = "tilt drawn × 16"
    drawn_so = [m.at[0] for m in end.marks if isinstance(m, Label) and m.text == words]
    assert drawn_so == [-dropped.ASIDE, dropped.ASIDE], "both"
    assert words not in labels(boxes(last, 0.02), Ink.QUIET), "not before they land"
    assert words not in labels(boxes(moments(BOTH)[-1], 1.0), Ink.QUIET), "level from the start"
    *resting, rocking = sorted(arrows(end, Ink.ANSWER), key=lambda m: -m.end[0])
    middle = dropped.ASIDE
    assert near([(middle + 0.75, -0.09), (middle - 0.75, -0.09)], [m.end for m in resting], 1e-4)
    assert run.tilts[-1] > 0.0 > run.tilts[-2], "it stands on its left corner"
    drawn = dropped.drawn_box(16.0 * run.tilts[-1]).points
    assert rocking.end == pytest.approx((drawn[dropped.LEFT][0] - middle, -0.09))
    assert all(m.end[1] > m.start[1] for m in (rocking, *resting))
    (turn,) = arrows(end, Ink.FAULTY)
    assert turn.end[0] > turn.start[0], "pushed up at its left corner the box turns clockwise"
    (ghost,) = strokes(end, Ink.FAULTY, Line.DOTTED)
    side = np.subtract(ghost[1], ghost[0])
    assert math.atan2(side[1], side[0]) == pytest.approx(16.0 * run.tilts[-2]), "one time step before"
    assert ghost[:, 1].min() == pytest.approx(0.0)
    assert not strokes(boxes(last, 0.02), Ink.FAULTY, Line.DOTTED), "no ghost before it lands"
    assert len([m for m in end.marks if isinstance(m, Area)]) == 4


def test_the_box_does_not_leap_where_its_tilt_begins_to_be_drawn_greater() -> None:
    run = LESSON.presets[OVERHANG].scene.drop(PointRule.CROSSING)
    times = np.linspace(0.0, 1.0, 4001).tolist()
    drawn, true = ([each(t) for t in times] for each in (run.drawn_at, lambda t: run.at(t)[0]))
    first = next(i for i, tilt in enumerate(true) if tilt <= 0.0)
    assert drawn[:first] == true[:first]
    assert near(16.0 * np.array(true[first:]), drawn[first:])
    assert np.abs(np.diff(drawn)).max() < 0.03
    two = LESSON.presets[OVERHANG].scene.drop(PointRule.TWO_POINTS)
    landed = [t for t in times if t > times[first]]
    assert near([16.0 * two.at(t)[0] for t in landed], [two.drawn_at(t) for t in landed]), "by the same factor"


def test_the_chart_says_where_it_begins_and_when_the_box_rests() -> None:
    last = moments(OVERHANG)[-1]
    canvas, two, frame = boxes(last, 1.0), last.step.two, frame_of(last)
    assert "from 6.0°" in labels(canvas, Ink.QUIET), "the greatest shown is 1.5°"
    assert not [text for text in labels(boxes(moments(BOTH)[-1], 1.0), Ink.QUIET) if "from" in text]
    x = frame.left + two.rests_after * (frame.right - frame.left)
    assert any(near(line[:, 0], [x, x]) for line in strokes(canvas, Ink.TEXT, Line.THIN))
    assert labels(canvas, Ink.TEXT)["0.20 s"][0] > x
    assert "0.20 s" not in labels(boxes(last, 0.15), Ink.TEXT), "not before"
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        at = labels(canvas, Ink.QUIET)[f"{part:.2f} s"]
        assert at[0] == pytest.approx(frame.left + part * (frame.right - frame.left))
    for degrees, text in ((-1, "−1°"), (0, "0°"), (1, "+1°")):
        middle, unit = 0.5 * (frame.low + frame.high), (frame.high - frame.low) / 3.0
        assert labels(canvas, Ink.QUIET)[text][1] == pytest.approx(middle + degrees * unit)
    for time in (0.25, 0.75):
        (head,) = strokes(boxes(last, time), Ink.INTERFACE, Line.THIN)
        assert head[:, 0] == pytest.approx([frame.left + time * (frame.right - frame.left)] * 2)


@pytest.mark.parametrize("name", CONTACTS)
def test_the_boxes_stand_beside_the_shapes_from_the_contacts_on(name: str) -> None:
    for moment in moments(name):
        whole, clip = Canvas(0.01), Canvas(0.01)
        LESSON.panes[0].draw(whole, moment)
        LESSON.draw_clip(clip, moment)
        more = whole.marks[len(clip.marks) :]
        assert whole.marks[: len(clip.marks)] == clip.marks
        assert bool(more) == (LESSON.page(moment).stage in ("Contacts", "At rest"))
        right = max(body.world.points[:, 0].max() for body in (moment.scene.a, moment.scene.b))
        beside = Canvas(0.01)
        beside.marks.extend(more)
        bounds = beside.bounds(words=False)
        has_chart = LESSON.page(moment).stage == "At rest" and moment.scene.tilt > 0.0
        assert bounds is None or bounds.low[0] > right or has_chart, "but for the chart below"
    assert len(LESSON.panes) == 1


# What is said and asked of them.


def test_the_box_that_will_rest_is_chosen_where_only_one_does() -> None:
    for name in CONTACTS:
        asked, scene = page(name, "Contacts").prediction, LESSON.presets[name].scene
        outcomes = [scene.drop(rule).rests_after is None for rule in (PointRule.CROSSING, PointRule.TWO_POINTS)]
        assert not outcomes[1]
        assert outcomes[0] or asked is None
        assert (asked is not None) == (name == OVERHANG), "once"
        if asked is None:
            continue
        assert isinstance(asked, Choose)
        assert f"{scene.tilt:.1f}°" in asked.text
        assert asked.right == {"clipping"}
        assert [asked.judge(each).right for each in asked.options] == [False, True, False]
        assert asked.judge("both").head == "Not both"
        draw, canvas = asked.judge("both").draw, Canvas(0.01)
        assert draw is not None
        draw(canvas, "World")
        ((middle, end),) = strokes(canvas, Ink.FAULTY, Line.DASHED)
        whole = Canvas(0.01)
        LESSON.panes[0].draw(whole, stage(name, "Contacts"))
        centres = dots(whole, Ink.TEXT, Point.SMALL)
        assert any(near(middle, each) for each in centres), "from the centre of mass of the upper box"
        assert end[1] == pytest.approx(middle[1])
        assert any(abs(end[0] - p[0]) < 1e-6 for p in dots(whole, Ink.ANSWER, Point.ANSWER))
        assert asked.judge("clipping").because.endswith(f"{scene.drop(PointRule.TWO_POINTS).becomes}.")
        reasons = [asked.judge(each).because for each in asked.options]
        assert len(set(reasons)) == 3, "each answer has its own"
        assert not any("Two contacts" in reasons[i] for i in (0, 2)), "a wrong one does not tell the right one"
    assert page(BOTH, "Contacts").prediction is None, "both rest"


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


def test_the_other_rules_are_told_at_rest() -> None:
    last = stage(DISCARDED, "At rest", HEIGHT)
    assert plain(LESSON.page(last).sentence) == (
        "No test of height: held up in the air, tilted by 16.0°. With the test of height: at rest after 0.30 s."
    )
    assert "in the air" in LESSON.page(last).idea
    over = LESSON.page(stage(OVERHANG, "At rest", PLANES))
    assert plain(over.sentence) == (
        "No side planes: held up where there is no ground. With side planes: tips over the end: 36.9° after 0.50 s."
    )
    assert "In another pose: the centre of mass is beyond the end of the ground" in over.idea
