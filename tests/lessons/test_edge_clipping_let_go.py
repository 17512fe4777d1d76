"""What the lesson on clipping lets go: what becomes of it, and how it is drawn."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import StepRules, box, manifold, rectangle, rigid_body, rounded, simulate, static_body
from geometry.faulty.clipping import manifold_deepest_only
from lessons.contact import dropped
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES, Clipping
from lessons.contact.dropped import PointRule, Run, drawn_greater
from lessons.contact.dropped_figure import THICK
from lessons.contact.tilt_chart import NEARLY_LEVEL, tilt_curve
from tests.lessons.clip_reading import (
    B_OWNS,
    BOTH,
    CONTACTS,
    DISCARDED,
    FLAT,
    LESSON,
    OVERHANG,
    ROUNDED,
    TOUCHING,
    WALL,
    arrows,
    dots,
    first_view,
    incident,
    labels,
    moments,
    near,
    page,
    reference,
    second_view,
    stage,
    strokes,
    tilts,
    world,
)
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Area, Canvas, Label
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import panes_of
from viz.lesson.prediction import Place
from viz.lesson.scene import at
from viz.lesson.text import plain
from viz.picture.layout import lay_out

RESTING = [name for name in CONTACTS if name != TOUCHING]


def drop(name: str, rule: PointRule) -> Run:
    run: Run = LESSON.presets[name].scene.drop(rule)
    return run


def last_of(name: str, compare: str = "", time: float = 1.0) -> Any:
    return replace(stage(name, "Let go", compare), time=time)


# How it starts.


@pytest.mark.parametrize("name", CONTACTS)
def test_what_is_let_go_is_the_clipped_shape_itself_on_the_reference_edge_alone(name: str) -> None:
    scene = LESSON.presets[name].scene
    edge, other = reference(scene), incident(scene)
    shape, start = (scene.a if edge.owner == "B" else scene.b).world, scene.start
    assert scene.upper.value == other.owner
    assert start.length == pytest.approx(edge.length)
    depth = min(edge.h(p) for p in shape.points) - shape.radius
    assert start.lifted == pytest.approx(-depth)
    for p, q in zip(shape.points, start.shape.points, strict=True):
        assert near((-edge.x(p), edge.h(p) - depth), q), "turned, not mirrored"
    assert start.shape.radius == shape.radius
    assert abs(math.degrees(start.tilt)) == pytest.approx(scene.tilt, abs=0.051)
    p, q = start.ends_of(start.shape)
    assert near(sorted((-edge.x(other.u), -edge.x(other.v))), (p[0], q[0])), "its incident edge, from left to right"
    assert start.is_cut == (p[0] < -edge.length - 1e-6, q[0] > 1e-6)
    floor = shapely.Polygon(((-edge.length, -1.0), (0.0, -1.0), (0.0, 0.0), (-edge.length, 0.0)))
    body = shapely.Polygon(start.shape.points).buffer(shape.radius)
    assert floor.distance(body) < (1e-3 if shape.radius else 1e-9), "it touches"
    assert floor.intersection(body).area < 1e-3, "and no more"


def test_the_steps_are_those_of_the_simulation() -> None:
    scene = LESSON.presets[OVERHANG].scene
    run, start = Run(scene.start, PointRule.DEEPEST), scene.start
    rules = StepRules(
        dt=1.0 / 60.0, iterations=20, slop=0.0, share=1.0, warm_start=False,
        rule=lambda a, b, previous: manifold_deepest_only(a, b),
    )  # fmt: skip
    floor = rectangle((-reference(scene).length, -1.0), (0.0, 0.0))
    steps = simulate((static_body(floor), rigid_body(start.shape)), 30, rules)
    assert run.tilt_at(0.5) == pytest.approx(start.tilt + steps[29].bodies[1].pose.angle)
    for k in (0, 7, 20):
        first, second = (run.body_at((k + part) / dropped.TIME_STEPS) for part in (0, 1))
        assert near(second.points.mean(axis=0), steps[k].bodies[1].placed[0].points.mean(axis=0), 1e-9)
        half = run.body_at((k + 0.5) / dropped.TIME_STEPS)
        assert near(half.centroid, 0.5 * (first.centroid + second.centroid)), "between two steps between their poses"
        assert [c.id for c in run.step(k).contacts] == [c.id for c in steps[k].contacts]
    assert Run(start, PointRule.DEEPEST)._steps == [], "none before somebody asks"


# What becomes of it.


@pytest.mark.parametrize("name", RESTING)
def test_one_contact_rocks_and_clipping_rests_on_the_ends_of_what_was_kept(name: str) -> None:
    one, two, scene = drop(name, PointRule.DEEPEST), drop(name, PointRule.TWO_POINTS), LESSON.presets[name].scene
    assert scene.start.stands
    assert one.rocks
    assert one.is_wrong
    assert one.rests_after is None
    assert len(one.contacts_at(1.0)) == 1
    assert two.rests
    assert not two.is_wrong
    assert max(map(abs, two.tilts[-10:])) < math.radians(0.01), "level"
    p, q = scene.start.ends_of(two.body_at(1.0))
    found = sorted(c.contact.on_b[0] for c in two.contacts_at(1.0))
    inset = scene.start.radius * math.sin(0.0)
    kept = max(p[0], -scene.start.length) + inset, min(q[0], 0.0)
    assert found == [pytest.approx(x, abs=0.01) for x in kept], "a cut where the edge is cut off"
    still = [k / 60.0 for k, tilt in enumerate(two.tilts) if abs(math.degrees(tilt - two.tilts[-1])) > 0.01]
    assert two.rests_after == pytest.approx((still[-1] + 1.0 / 60.0) if still else 0.0)


def test_where_the_centre_of_mass_is_beyond_the_end_it_tips() -> None:
    scene = LESSON.presets[TOUCHING].scene
    assert scene.start.shape.centroid[0] > 0.0
    assert not scene.start.stands
    for rule in (PointRule.DEEPEST, PointRule.TWO_POINTS):
        run = drop(TOUCHING, rule)
        assert not run.rests
        assert not run.rocks
        assert not run.is_wrong, "that is right"
        assert math.degrees(run.tilts[-1]) < -30.0
    assert drop(TOUCHING, PointRule.TWO_POINTS).becomes == "tips, by 36.0° in 1.00 s"
    (push,) = arrows(second_view(last_of(TOUCHING, time=0.5), 0.5), Ink.ANSWER)
    way = np.subtract(push.end, push.start) / math.dist(push.end, push.start)
    tilt = drop(TOUCHING, PointRule.TWO_POINTS).tilt_at(0.5)
    assert way == pytest.approx((-math.sin(tilt), math.cos(tilt)), abs=0.03), "across its edge"
    assert push.end + 0.09 * way == pytest.approx((0.0, 0.0), abs=0.02), "about u"


def test_without_the_test_of_height_it_hangs_in_the_air() -> None:
    for name, tilt in ((DISCARDED, 16.0), (FLAT, 2.7), (OVERHANG, 6.0), (WALL, 30.2)):
        run = drop(name, PointRule.ANY_HEIGHT)
        assert run.is_wrong
        assert run.becomes == f"held up in the air, tilted by {tilt}°"
    end = first_view(last_of(DISCARDED, HEIGHT), 1.0)
    (cross,) = dots(end, Ink.FAULTY, Point.CROSS)
    height = 2.1 * math.sin(math.radians(16.0))
    assert cross[1] == pytest.approx(height, abs=0.002)
    assert f"{height:.2f} above\nthe ground" in labels(end, Ink.FAULTY)
    error = next(float(text.split()[1]) for text in labels(world(stage(DISCARDED, "Contacts", HEIGHT)), Ink.FAULTY))
    assert f"{error + 0.25:.2f} above\nthe ground" in labels(end, Ink.FAULTY), "by 0.25 more: it has been lifted"
    assert "lifted by 0.25" in page(DISCARDED, "Let go").sentence
    assert len(arrows(end, Ink.ANSWER)) == 1
    assert len(arrows(second_view(last_of(DISCARDED, HEIGHT), 1.0), Ink.ANSWER)) == 2
    assert not drop(BOTH, PointRule.ANY_HEIGHT).is_wrong, "level: both lie on the ground"


def test_without_side_planes_a_contact_lies_where_no_ground_is() -> None:
    run, right = drop(OVERHANG, PointRule.UNCUT), drop(OVERHANG, PointRule.TWO_POINTS)
    assert run.is_wrong
    assert not right.is_wrong
    assert run.becomes == "held by a contact beyond the ground"
    end = first_view(last_of(OVERHANG, PLANES), 1.0)
    (cross,) = dots(end, Ink.FAULTY, Point.CROSS)
    assert cross[0] == pytest.approx(run.body_at(1.0).points[:, 0].max(), abs=0.01), "its far corner, beyond u"
    assert "no ground" in labels(end, Ink.FAULTY)
    told = LESSON.page(last_of(OVERHANG, PLANES)).idea
    assert f"over the ground. See scene {list(CONTACTS).index(TOUCHING) + 1}." in told
    assert -LESSON.presets[OVERHANG].scene.start.length < run.body_at(1.0).centroid[0] < 0.0
    assert right.rests
    hanging, tipping = drop(TOUCHING, PointRule.UNCUT), drop(TOUCHING, PointRule.TWO_POINTS)
    assert max(map(abs, hanging.tilts)) < 1e-6
    assert not tipping.rests
    assert "so B must tip" in LESSON.page(last_of(TOUCHING, PLANES)).idea
    assert "same under both rules" in LESSON.page(last_of(DISCARDED, PLANES)).idea, "nothing is cut"


def test_where_the_edges_cross_one_point_rocks_or_lands_level_by_chance() -> None:
    assert drop(FLAT, PointRule.CROSSING).rocks
    told = LESSON.page(last_of(FLAT, ONE)).idea
    assert told.startswith("While the edges cross, this rule keeps one point, the deepest: its push")
    lucky = drop(OVERHANG, PointRule.CROSSING)
    assert lucky.rests
    assert len(lucky.contacts_at(0.0)) == 1
    assert len(lucky.contacts_at(1.0)) == 2
    assert "By chance B lands level" in LESSON.page(last_of(OVERHANG, ONE)).idea


# How it is drawn.


def test_small_tilts_are_drawn_greater_once_both_are_nearly_level() -> None:
    for name in RESTING:
        runs = drop(name, PointRule.DEEPEST), drop(name, PointRule.TWO_POINTS)
        times, start = drawn_greater(runs)
        assert times in dropped.TIMES
        for run in runs:
            late = [abs(tilt) for k, tilt in enumerate(run.tilts) if k / dropped.TIME_STEPS >= start]
            assert max(late) * times <= math.radians(dropped.LARGEST) + 1e-9
        swing = max(map(abs, runs[0].tilts[-15:]))
        assert 1.5 <= math.degrees(swing) * times <= dropped.SWING, "to be seen, and no somersault"
        last = last_of(name)
        assert LESSON.panes[1].head(last) == ("Deepest point only", f"faulty rule; tilt drawn × {times:.0f}")
        assert LESSON.panes[2].head(last) == ("Clipping", f"tilt drawn × {times:.0f}")
        tilt = math.degrees(abs(runs[0].tilt_at(1.0)))
        if runs[1].start.tilt:
            (arrow,) = arrows(tilts(last, 1.0), Ink.QUIET)
            assert f"{abs(math.degrees(runs[1].start.tilt)):.1f}°" in labels(tilts(last, 1.0), Ink.QUIET)
            assert 0.0 < arrow.end[0] < tilt_curve(runs[1], 1.0, NEARLY_LEVEL.most)[0][0][0], "before the curve"
        told = [text for text in labels(first_view(last, 1.0), Ink.TEXT) if "drawn" in text]
        assert told == [f"{tilt:.2f}°, drawn × {times:.0f}"], "the true angle, at the body"
        assert not [text for text in labels(second_view(last, 1.0), Ink.TEXT) if "drawn" in text], "level"
        for run, draw in zip(runs, (first_view, second_view), strict=True):
            for time in (start + 0.03, 0.8, 1.0):
                canvas = draw(last, time)
                body = run.seen_at(time, times).body
                p, q = run.start.ends_of(body)
                shown = math.atan2(q[1] - p[1], q[0] - p[0])
                assert shown == pytest.approx(times * run.sign * run.tilt_at(time)), "its tilt, so many times"
                low = min(float(end[1]) for end in run.start.supports_of(body))
                assert low == pytest.approx(0.0, abs=2e-3), "what is on the ground stays on it"
                areas = [np.array(m.points) for m in canvas.marks if isinstance(m, Area)]
                centre = np.array(shapely.Polygon(areas[1]).centroid.coords[0])
                assert near(centre, body.centroid, 0.02)
    assert drawn_greater((drop(TOUCHING, PointRule.DEEPEST), drop(TOUCHING, PointRule.TWO_POINTS))) == (1.0, 1.0)
    assert LESSON.panes[1].head(last_of(OVERHANG, time=0.1)) == ("Deepest point only", "faulty rule: one contact")
    run = drop(OVERHANG, PointRule.DEEPEST)
    assert near(run.seen_at(0.1).body.points, run.body_at(0.1).points), "true while it falls"


def test_a_contact_is_drawn_on_the_body_that_is_drawn() -> None:
    for name in RESTING:
        for draw, ink in ((first_view, Ink.FAULTY), (second_view, Ink.ANSWER)):
            for time in np.linspace(0.7, 1.0, 13).tolist():
                canvas = draw(last_of(name, time=time), time)
                found = dots(canvas, ink, Point.ANSWER)
                assert found, (name, time)
                assert all(abs(y) < 0.05 for _, y in found), "on the ground"


def test_the_one_push_has_a_lever_and_the_time_step_before_is_dotted() -> None:
    end, run = first_view(last_of(OVERHANG), 1.0), drop(OVERHANG, PointRule.DEEPEST)
    times, _ = drawn_greater((run, drop(OVERHANG, PointRule.TWO_POINTS)))
    (contact,) = dots(end, Ink.FAULTY, Point.ANSWER)
    (lever,) = strokes(end, Ink.FAULTY, Line.DASHED)
    body = run.seen_at(1.0, times).body
    assert near((body.centroid, (contact[0], body.centroid[1])), lever)
    assert near(np.mean(lever, axis=0), labels(end, Ink.FAULTY)["lever arm"])
    turn, push = sorted(arrows(end, Ink.FAULTY), key=lambda arrow: -arrow.end[1])
    assert push.end[0] == pytest.approx(contact[0], abs=0.05)
    assert not arrows(end, Ink.ANSWER), "the only push is the faulty rule's"
    assert (turn.end[0] > turn.start[0]) == (contact[0] < body.centroid[0]), "which way it turns"
    (ghost,) = strokes(end, Ink.FAULTY, Line.DOTTED)
    before = run.seen_at(1.0 - 1.0 / dropped.TIME_STEPS, times).body
    assert near(shapely.Polygon(ghost).centroid.coords[0], before.centroid)
    assert run.tilt_at(1.0) * run.tilt_at(1.0 - 1.0 / dropped.TIME_STEPS) < 0.0, "to the other side"
    assert "dotted: one time step before" in labels(end, Ink.FAULTY)
    right = second_view(last_of(OVERHANG), 1.0)
    assert not strokes(right, Ink.FAULTY, Line.DASHED)
    assert not strokes(right, Ink.FAULTY, Line.DOTTED)
    assert not strokes(first_view(last_of(OVERHANG), 0.1), Ink.FAULTY, Line.DASHED), "while both do the same"


def test_the_ground_is_the_reference_edge_and_ends_at_u_and_v() -> None:
    for name in CONTACTS:
        edge = reference(LESSON.presets[name].scene)
        for draw in (first_view, second_view):
            canvas = draw(last_of(name), 1.0)
            ink = Ink.A if edge.owner == "A" else Ink.B
            floor = next(np.array(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is ink)
            assert near((-edge.length, -THICK), floor.min(axis=0))
            assert near((0.0, 0.0), floor.max(axis=0))
            assert near(((-edge.length, 0.0), (0.0, 0.0)), dots(canvas, Ink.EXAMINED, Point.RING))
    end = second_view(last_of(OVERHANG), 1.0)
    assert near((0.0, -0.2), labels(end, Ink.ANSWER)["cut at u"], 0.25), "the cut that was made, under the body"
    assert "cut at v" in labels(second_view(last_of(B_OWNS), 1.0), Ink.ANSWER)
    tipped = second_view(last_of(TOUCHING), 1.0)
    (push,) = arrows(tipped, Ink.ANSWER)
    assert abs(push.end[0] - push.start[0]) > 0.2 * math.dist(push.start, push.end), "along the normal of B's edge"
    assert labels(tipped, Ink.ANSWER)["vertex u on an edge"] == pytest.approx(push.start), (
        "beside its tail, not across"
    )
    assert "cut at u" not in labels(tipped, Ink.ANSWER)
    assert "cut at u" in labels(second_view(last_of(TOUCHING), 0.0), Ink.ANSWER)
    (plane,) = strokes(end, Ink.CONSTRUCTION, Line.DASHED)
    assert near((0.0, 0.0), plane[:, 0])
    assert not strokes(second_view(last_of(DISCARDED), 1.0), Ink.CONSTRUCTION, Line.DASHED), "nothing is cut"


@pytest.mark.parametrize("name", CONTACTS)
def test_both_views_reach_as_far_at_all_times(name: str) -> None:
    for compare in ("", PLANES):
        last = stage(name, "Let go", compare)
        frames = [strokes(draw(last, 0.4), Ink.CONSTRUCTION, Line.THIN)[0] for draw in (first_view, second_view)]
        assert near(*frames)
        for draw in (first_view, second_view):
            for time in (0.0, 0.1, 0.3, 0.5, 0.8, 1.0):
                areas = np.concatenate([m.points for m in draw(last, time).marks if isinstance(m, Area)])
                assert (areas >= frames[0][0] - 0.2).all(), time
                assert (areas <= frames[0][1] + 0.2).all(), time


def test_the_tilt_at_the_start_is_drawn_as_long_as_it_can_be_seen() -> None:
    for name in CONTACTS:
        scene = LESSON.presets[name].scene
        told = [text for text in labels(first_view(last_of(name), 0.0), Ink.TEXT) if text.endswith("°")]
        assert told == ([f"{scene.tilt:.1f}°"] if scene.tilt else [])
        assert not [text for text in labels(first_view(last_of(name), 0.5), Ink.TEXT) if text.endswith("°")]
        if told:
            arcs = [line for line in strokes(first_view(last_of(name), 0.0), Ink.TEXT, Line.THIN) if len(line) > 2]
            pivot = scene.start.pivot
            ends = [np.subtract(arcs[0][i], pivot) for i in (0, -1)]
            assert ends[0][1] == pytest.approx(0.0, abs=1e-9), "from level"
            assert abs(math.degrees(math.atan(ends[1][1] / ends[1][0]))) == pytest.approx(scene.tilt, abs=0.051)


def test_the_clock_moves_both_at_their_own_stage_alone() -> None:
    first, last = moments(OVERHANG)[0], moments(OVERHANG)[-1]
    assert LESSON.clock(first) is None
    clock = LESSON.clock(last)
    assert clock is not None
    assert clock.plays_on_entry
    assert clock.starts_over, "another pose is let go anew"
    assert 4.0 <= clock.seconds <= 8.0, "one second, slowly"
    assert clock.told is not None
    assert clock.told(1.0) == "t = 1.00 s"
    for draw in (first_view, second_view, tilts):
        assert draw(last, 0.0).transcript() != draw(last, 1.0).transcript()
    assert not labels(first_view(last, 0.0), Ink.FAULTY), "no result"


def test_each_view_has_the_name_of_its_rule_and_what_that_keeps() -> None:
    heads = {
        "": ("Deepest point only", "faulty rule: one contact", "Clipping"),
        ONE: ("One point at a crossing", "the deepest; no crossing: both", "Clipping"),
        HEIGHT: ("No test of height", "both ends at any height", "With the test of height"),
        PLANES: ("No side planes", "both ends, never cut", "With side planes"),
    }
    _, first, second, _ = LESSON.panes
    for compare, (name, keeps, right) in heads.items():
        last = last_of(DISCARDED, compare, 0.0)
        assert first.head(last) == (name, keeps)
        assert second.head(last) == (
            right,
            "ends cut at u and v" if compare == PLANES else "every end up to the margin",
        )
        ink = first.ink
        assert callable(ink)
        wrong = None if compare == PLANES else Ink.FAULTY
        assert (ink(last), ink(replace(last, time=0.1))) == (None, wrong), "in the ink of its curve, once it runs"


@pytest.mark.parametrize("name", CONTACTS)
def test_the_shapes_stand_alone_until_the_next_push_is_asked_or_they_are_let_go(name: str) -> None:
    for compare in ("", ONE, HEIGHT, PLANES):
        for moment in moments(name, compare):
            told = LESSON.page(moment).stage
            names = [pane.name for pane in panes_of(LESSON.layout_at(moment))]
            asked = told == "Contacts" and not compare and name == OVERHANG
            assert asked == (told == "Contacts" and LESSON.page(moment).prediction is not None)
            if told != "Let go":
                assert names == ["World", *(["first"] if asked else [])]
                continue
            assert names == ["first", "second", "World", "chart"]
            places = {p.pane.name: p for p in lay_out(LESSON.layout_at(moment), 896.0, 592.0).places}
            first, second = places["first"], places["second"]
            assert (first.width, first.height) == pytest.approx((second.width, second.height), abs=1.0)
            assert first.y == second.y == 0.0, "on one ground line"
            assert first.width > 440.0
            assert places["chart"].height >= 592.0 / 3.0


def test_the_curve_is_a_zigzag_or_a_level_line() -> None:
    last, most = moments(OVERHANG)[-1], NEARLY_LEVEL.most
    for run, ink in ((last.step.one, Ink.FAULTY), (last.step.two, Ink.TEXT)):
        (curve,) = (line for line in strokes(tilts(last, 1.0), ink, Line.MEASURE) if len(line) > 20)
        times, found = curve.T
        assert near([math.degrees(run.tilt_at(float(t))) for t in times], found, 1e-5), "in one piece"
        assert found[0] == pytest.approx(most), "it comes in at the upper side"
        assert np.abs(found).max() <= most + 1e-9
        assert times[-1] == pytest.approx(1.0)
        half = max(strokes(tilts(last, 0.5), ink, Line.MEASURE), key=len)
        assert half[-1, 0] == pytest.approx(0.5)
        turns = np.sign(np.round(np.diff(found[20:]), 9))  # of a body at rest only rounding moves
        swings = np.count_nonzero(turns[1:] * turns[:-1] < 0)
        assert (swings > 20) == (ink is Ink.FAULTY)
    assert not [line for line in strokes(tilts(last, 0.05), Ink.TEXT, Line.MEASURE) if len(line) > 4]


def test_a_curve_that_leaves_the_chart_comes_back_where_it_crosses_its_side() -> None:
    class Swinging(Run):
        def tilt_at(self, t: float) -> float:
            return math.radians(3.0 * math.cos(3.0 * math.tau * t))

    parts = tilt_curve(Swinging(LESSON.presets[OVERHANG].scene.start, PointRule.DEEPEST), 1.0, 1.5)
    assert len(parts) == 6, "through the middle six times"
    for part in parts:
        assert sorted((part[0][1], part[-1][1])) == [pytest.approx(-1.5), pytest.approx(1.5)]


def test_the_chart_says_where_it_begins_and_when_it_rests() -> None:
    last = moments(OVERHANG)[-1]
    canvas, two = tilts(last, 1.0), last.step.two
    chart = LESSON.panes[3]
    assert chart.head(last) == ("Tilt of B", "from 6.0°"), "beyond the chart"
    assert chart.head(moments(B_OWNS)[-1])[0] == "Tilt of A"
    assert chart.head(moments(BOTH)[-1]) == ("Tilt of B", "")
    assert any(near(line[:, 0], [two.rests_after] * 2) for line in strokes(canvas, Ink.TEXT, Line.THIN))
    words = f"at rest after {two.rests_after:.2f} s"
    assert labels(canvas, Ink.TEXT)[words][0] == pytest.approx(two.rests_after)
    assert words not in labels(tilts(last, 0.15), Ink.TEXT), "not before"
    assert {"0.00 s", "0.25 s", "0.50 s", "0.75 s", "1.00 s", "−0.4°", "0°", "+0.4°"} <= set(
        labels(canvas, Ink.QUIET)
    )
    assert "−30°" in labels(tilts(moments(TOUCHING)[-1], 1.0), Ink.QUIET), "of one that tips"
    for time in (0.25, 0.75):
        (head,) = strokes(tilts(last, time), Ink.INTERFACE, Line.THIN)
        assert head[:, 0] == pytest.approx([time] * 2)


def test_both_that_tip_have_their_names_ink_and_how_far_they_turned() -> None:
    level = LESSON.presets[TOUCHING].scene
    (one,), (first, _) = (rule(level.a.world, level.b.world).points for rule in (manifold_deepest_only, manifold))
    assert near(one.point, first.point), "of equally deep ones the first"
    leaning = replace(level, b=level.b.turned(1e-7))  # the end over the ground is the deepest now
    last = replace(moments_of(LESSON, leaning)[-1], time=1.0)
    canvas, runs = tilts(last, 1.0), (last.step.one, last.step.two)
    assert LESSON.panes[1].ink(last) is Ink.FAULTY
    for run, ink, told in zip(runs, (Ink.FAULTY, Ink.TEXT), ("42.3°", "36.0°"), strict=True):
        assert f"{math.degrees(abs(run.tilts[-1] - run.tilts[0])):.1f}°" == told
        curve = max(strokes(canvas, ink, Line.MEASURE), key=len)
        assert near(curve[-1], (1.0, math.degrees(run.tilts[-1])))
        assert labels(canvas, ink)[told][1] == pytest.approx(curve[-1, 1], abs=0.3)
        assert told not in labels(tilts(last, 0.9), ink), "not before"
    assert not [text for text in labels(tilts(last_of(OVERHANG), 1.0), Ink.TEXT) if text.endswith("°")]


def test_when_it_rests_is_said_where_no_curve_passes() -> None:
    for name in (name for name in RESTING if name != BOTH):
        canvas, last = Canvas(1.0 / 474.0, 1.2 / 152.0), last_of(name)
        LESSON.panes[3].draw(canvas, last)
        words = next(m for m in canvas.marks if isinstance(m, Label) and "at rest" in m.text)
        assert words.toward is not None
        ends = sorted((words.at[0], words.at[0] + words.toward[0] * 118.0 / 474.0))
        box = shapely.box(ends[0], words.at[1] - 0.05, ends[1], words.at[1] + 0.05)
        for run in (last.step.one, last.step.two):
            for part in tilt_curve(run, 1.0, NEARLY_LEVEL.most):
                assert not box.intersects(shapely.LineString(part)), name


# What is said and asked.


def test_the_next_push_is_at_the_cut() -> None:
    for name in CONTACTS:
        asked, scene = page(name, "Contacts").prediction, LESSON.presets[name].scene
        assert (asked is not None) == (name == OVERHANG), "once"
        if asked is None:
            continue
        assert isinstance(asked, Place)
        assert asked.pane == "first"
        run = drop(name, PointRule.DEEPEST)
        k = next(k for k, tilt in enumerate(run.tilts) if tilt < 0.0)
        (found,) = run.contacts_at(k / dropped.TIME_STEPS)
        assert math.dist(found.contact.on_b, asked.right[0]) < 0.03, "where it is, past level"
        answers = {x: asked.judge(((x, 0.0),)) for x in (-1.7, -0.8, -0.1, 0.1, 0.4)}
        assert [x for x, verdict in answers.items() if verdict.right] == [-0.1, 0.1]
        nearly = {x: asked.judge(((x, 0.0),)).right for x in (-0.16, -0.14, 0.14, 0.16)}
        assert nearly == {-0.16: False, -0.14: True, 0.14: True, 0.16: False}
        higher = scene.start.pivot[0]
        heads = [plain(asked.judge(((higher + x, 0.0),)).because) for x in (-0.16, -0.14, 0.14, 0.16)]
        assert ["higher end" in words for words in heads] == [False, True, True, False]
        assert plain(answers[-1.7].because).startswith("Past level vertex 0 of B is the higher end")
        assert "always one of its ends" in answers[-0.8].because
        assert "no ground" in answers[0.4].because
        assert not any("$u$" in verdict.because for verdict in answers.values() if not verdict.right), "not told"
        draw, canvas = asked.judge(asked.right).draw, Canvas(0.01)
        assert draw is not None
        assert asked.judge(asked.start).draw is None
        draw(canvas, "World")
        assert not canvas.marks
        draw(canvas, "first")
        ((middle, end),) = strokes(canvas, Ink.FAULTY, Line.DASHED)
        (centre,) = dots(first_view(stage(name, "Contacts")), Ink.TEXT, Point.SMALL)
        assert near(middle, centre)
        assert near(end, (0.0, middle[1]))
        assert len(arrows(first_view(stage(name, "Contacts")), Ink.ANSWER)) == 1
        assert scene.start.is_cut == (False, True)


def so_far(name: str, time: float, compare: str = "") -> str:
    return plain(LESSON.situation(last_of(name, compare, time)))


def test_what_becomes_of_it_is_said_when_the_clock_reaches_it() -> None:
    run = drop(OVERHANG, PointRule.DEEPEST)
    assert so_far(OVERHANG, 0.0) == "B touches the ground."
    assert so_far(B_OWNS, 0.0) == "A touches the ground."
    assert so_far(BOTH, 0.0) == "B touches the ground, level."
    assert so_far(OVERHANG, 0.1) == f"Under both rules: tilt {math.degrees(run.tilt_at(0.1)):.2f}°."
    late = f"{math.degrees(run.tilt_at(0.5)):.2f}°".replace("-", "−")
    assert so_far(OVERHANG, 0.5) == f"Deepest point only: tilt {late}. Clipping: at rest after 0.20 s."
    ends = "Deepest point only: still rocks after 1.00 s. Clipping: at rest after 0.20 s."
    assert so_far(OVERHANG, 1.0) == ends
    assert so_far(FLAT, 1.0, ONE).startswith("One point at a crossing: still rocks")
    assert so_far(DISCARDED, 1.0, HEIGHT) == (
        "No test of height: held up in the air, tilted by 16.0°. With the test of height: at rest after 0.30 s."
    )
    assert so_far(OVERHANG, 1.0, PLANES) == (
        "No side planes: held by a contact beyond the ground. With side planes: at rest after 0.20 s."
    )


def test_why_it_rests_is_said_with_the_pose_s_own_numbers() -> None:
    idea = {name: plain(page(name, "Let go").idea) for name in CONTACTS}
    for name, upper in ((OVERHANG, "B"), (FLAT, "B"), (B_OWNS, "A"), (ROUNDED, "B")):
        assert idea[name].endswith(f"Nearly level, clipping keeps both ends, and {upper} rests.")
    assert idea[BOTH].endswith("so on: B rocks (jitter). Clipping keeps both ends: two pushes hold B.")
    cuts = {OVERHANG: ["cut at u"], B_OWNS: ["cut at v"], ROUNDED: ["cut at u"], BOTH: ["cut at u", "cut at v"]}
    for name in (OVERHANG, FLAT, B_OWNS, ROUNDED, BOTH):
        told = labels(second_view(last_of(name), 1.0), Ink.ANSWER)
        assert sorted(text for text in told if "cut" in text) == cuts.get(name, []), "a new end is named at its push"
    for name in (DISCARDED, WALL):
        scene = LESSON.presets[name].scene
        high = max(reference(scene).h(p) for p in (incident(scene).u, incident(scene).v))
        lifted = high + scene.start.lifted
        told = f"one contact is right: once B touches, its other end is {lifted:.2f} in front"
        assert f"At {scene.tilt:.1f}° {told}" in idea[name], "as it is let go"
        for draw in (first_view, second_view):
            assert f"{lifted:.2f}" in labels(draw(last_of(name), 0.0), Ink.GAP), "and there it is measured"
            assert not labels(draw(last_of(name), 0.5), Ink.GAP)
        assert "more than h_max = 0.01" in idea[name]
    assert "beyond the end of the ground: B tips" in idea[TOUCHING]
    for name in (OVERHANG, FLAT, B_OWNS, ROUNDED):
        first = next(found for k in range(61) if len(found := drop(name, PointRule.TWO_POINTS).step(k).contacts) == 2)
        assert max(c.contact.separation for c in first) <= 0.01, "the other contact is within the margin"
    said = {name: plain(page(name, "Let go").sentence) for name in CONTACTS}
    assert said[B_OWNS] == (
        "A is lifted by 0.40 to just touch, and let go. The ground is the reference edge of B, turned level."
    )
    assert said[TOUCHING] == "B is let go. The ground is the reference edge of A, turned level."
    scene = LESSON.presets[FLAT].scene
    near_by = scene.with_field("b", scene.b.moved(0.045 * reference(scene).n)).with_field("margin", 0.2)
    told = [plain(LESSON.page(m).sentence) for m in moments_of(LESSON, near_by)]
    assert "A and B are" in " ".join(told), "a gap has no contacts"


def test_without_contacts_of_edges_nothing_is_let_go() -> None:
    soft = rounded(box(1.3, 0.6), 0.3)
    corners = Clipping(at(soft, 0.0, 0.0), at(soft, 1.6, 1.0))
    assert corners.start is None
    assert corners.tilt == 0.0
    last = moments_of(LESSON, corners)[-1]
    assert LESSON.page(last).idea == "Without contacts of two edges nothing is let go."
    assert [pane.name for pane in panes_of(LESSON.layout_at(last))] == ["World"]
    assert LESSON.clock(last) is None
    assert (last.step.one, last.step.two) == (None, None)
