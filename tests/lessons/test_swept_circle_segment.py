"""A moving circle and a wall: slab, foot, ends and faulty rules, against shapely."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point, Polygon

from geometry.outcome import Outcome
from lessons.motion.moving_circle import differs
from lessons.motion.swept_circle_segment import DOES, SweptCircleSegment
from lessons.motion.swept_circle_segment_asked import NEAR, NOTHING
from lessons.motion.swept_circle_segment_figure import CAPS, FACES
from lessons.motion.swept_circle_segment_scene import CENTRE, EXIT, FACES_ONLY, UNIT, UNSQUARED, crosses, scene
from lessons.motion.swept_circles import SweptCircles
from tests.lessons.figures import drawn, labels, moments, strokes, symbols, unbounded
from tests.lessons.reckoning import first_touch
from tests.lessons.second_edition import has_a_goal_of_its_own, moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, FeatureMark, Stroke
from viz.lesson.mark import Label as Words
from viz.lesson.prediction import Click, Place
from viz.lesson.text import fixed, plain, tint

LESSON = SweptCircleSegment()
NAMES = list(LESSON.presets)
FACE = "On the face"
END = "Around an end"
BESIDE = "In line with the wall"
PAST = "Past the end"


def gap(of: Any, t: float) -> float:
    """By shapely."""
    centre = of.a.pose.position + t * (of.end - of.a.pose.position)
    return float(LineString([of.p, of.q]).distance(Point(centre))) - of.r_a


def impact(of: Any) -> float | None:
    return first_touch(lambda t: gap(of, t))


def height(of: Any, at: Any) -> float:
    """Of a point over the wall's line, by the area of a triangle."""
    return 2.0 * Polygon([of.p, of.q, at]).area / float(np.hypot(*(of.q - of.p)))


def at_stage(name: str, stage: str, compare: str = "") -> Moment[Any]:
    return next(m for m in moments(LESSON, name, compare) if LESSON.story.stage(m) == stage)


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_shapely_s(name: str) -> None:
    moment = moments(LESSON, name)[-1]
    found, true = moment.trace.result, impact(moment.scene)
    told = plain(LESSON.page(moment).sentence)
    assert (found.outcome is Outcome.SEPARATED) is (true is None)
    if true is None:
        least = min(gap(moment.scene, t) for t in np.linspace(0.0, 1.0, 2001))
        assert told.endswith(f"is {fixed(least)}.")
        return
    assert found.fraction == pytest.approx(true)
    assert f"= {fixed(true)}" in told
    assert LESSON.clock(moment).ticks[-1] == pytest.approx(true)
    centre = Point(moment.scene.c + true * moment.scene.v)
    line = LineString([moment.scene.p, moment.scene.q])
    touched = line.interpolate(line.project(centre))
    dots = [m.at for m in drawn(LESSON, "world", moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert dots == [pytest.approx((touched.x, touched.y))]
    if true:
        way = np.array((touched.x - centre.x, touched.y - centre.y)) / moment.scene.r_a
        assert f"({fixed(way[0])}, {fixed(way[1])})" in told
        assert plain(LESSON.situation(moment)) == f"At t = {fixed(true)} the circle and the wall just touch."


def test_the_capsule_has_two_flat_faces_and_two_round_ends() -> None:
    for name in (FACE, "Overlap at the start", BESIDE):
        moment = at_stage(name, "Capsule")
        of = moment.scene
        line = LineString([of.p, of.q])
        parts = {m.feature: m for m in drawn(LESSON, "world", moment).marks if isinstance(m, FeatureMark)}
        assert set(parts) == {*FACES, *CAPS}
        for feature, mark in parts.items():
            assert mark.ink is (Ink.TEXT if feature in CAPS else Ink.EXAMINED)
            for at in mark.points:
                assert line.distance(Point(at)) == pytest.approx(of.r_a)
            if feature in CAPS:
                end, other = (of.p, of.q) if feature == CAPS[0] else (of.q, of.p)
                assert np.hypot(*(np.array(mark.points) - end).T) == pytest.approx(of.r_a)
                assert ((np.array(mark.points) - end) @ (other - end) <= 1e-9).all(), "away from the other end"
            else:
                side = float((np.mean(mark.points, axis=0) - of.p) @ of.up)
                assert side == pytest.approx(of.r_a if feature == FACES[0] else -of.r_a)
        assert {"flat face", "end cap"} <= set(labels(drawn(LESSON, "world", moment)))


def test_the_parallelogram_and_the_rectangle_have_one_area() -> None:
    moment = at_stage(FACE, "Height")
    of = moment.scene
    h = height(of, of.c)
    areas = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Area) and len(m.points) == 4]
    sizes = [Polygon(m.points).area for m in areas if m.opacity in (0.2, 0.14)]
    long = float(np.hypot(*(of.q - of.p)))
    assert sizes == pytest.approx([h * long] * 2)
    assert plain(LESSON.page(moment).sentence) == f"h = {fixed(sizes[0])} / {fixed(long)} = {fixed(h)}."
    (measure,) = [
        m
        for m in strokes(drawn(LESSON, "world", moment), Ink.TEXT, Line.MEASURE)
        if of.c.tolist() in np.array(m.points).tolist()
    ]
    assert LineString(measure.points).length == pytest.approx(h)


def test_the_closing_speed_is_what_the_height_loses() -> None:
    moment = at_stage(FACE, "Closing")
    of = moment.scene
    h = height(of, of.c)
    below = -height(of, of.end)
    assert (
        plain(LESSON.page(moment).sentence)
        == f"v·n̂_w = {fixed(h - below)}: the height falls from {fixed(h)} to {fixed(below)}."
    )
    (arrow,) = [
        m
        for m in drawn(LESSON, "world", moment).marks
        if isinstance(m, Arrow) and m.line is Line.MEASURE and m.start == pytest.approx(tuple(of.c))
    ]
    assert height(of, arrow.end) == pytest.approx(-below)
    assert np.hypot(*np.subtract(arrow.end, arrow.start)) == pytest.approx(h - below)
    away = of.with_field("end", of.c + of.up)
    page = LESSON.page(Moment(away, LESSON.run(away), 3))
    assert page.formula.startswith("h>r"), "v · n alone does not end the search: a centre in the slab can meet an end"
    assert plain(page.sentence) == f"v·n̂_w = −1.00: the height grows from {fixed(h)} to {fixed(h + 1.0)}."
    level = at_stage("Parallel to the wall", "Closing")
    assert level.trace.result.outcome is Outcome.SEPARATED
    told = plain(LESSON.page(level).sentence)
    assert told == f"v·n̂_w = 0.00: the height stays {fixed(height(level.scene, level.scene.c))}."
    assert not [m for m in drawn(LESSON, "world", level).marks if isinstance(m, Arrow) and m.line is Line.MEASURE][1:]
    short = of.with_field("end", of.c + 0.1 * of.v)
    told = plain(LESSON.page(Moment(short, LESSON.run(short), 3)).sentence)
    assert told.startswith(f"The gap is {fixed(gap(short, 0.0))}, the motion {fixed(np.hypot(*short.v))} long")


@pytest.mark.parametrize(("name", "where"), [(FACE, "on the wall"), (END, "beyond p"), (PAST, "beyond q")])
def test_at_the_slab_the_height_is_the_radius_and_the_foot_decides(name: str, where: str) -> None:
    moment = at_stage(name, "Slab")
    of, canvas = moment.scene, drawn(LESSON, "world", moment)
    places = [of.c + t * of.v for t in np.linspace(0.0, 1.0, 20001)]
    at = min(places, key=lambda place: abs(height(of, place) - of.r_a) + 10.0 * (float((place - of.p) @ of.up) < 0.0))
    (answer,) = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert answer == pytest.approx(tuple(at), abs=1e-3)
    for mark in unbounded(canvas, Ink.EXAMINED):
        assert height(of, mark.through) == pytest.approx(of.r_a)
    assert {"h-r", "r"} <= set(symbols(canvas))
    (green,) = [m for m in strokes(canvas, Ink.GAP, Line.MEASURE) if m.points[1] == pytest.approx(tuple(of.c))]
    assert LineString(green.points).length == pytest.approx(height(of, of.c) - of.r_a)
    assert moment.time == 0.0, "the gap is measured where the circle starts"
    moment = at_stage(name, "Foot")
    wall = of.q - of.p
    f = float((at - of.p) @ wall) / float(wall @ wall)
    told = plain(LESSON.page(moment).sentence)
    assert told == (
        f"f = {fixed(float((of.c + moment.time * of.v - of.p) @ wall))} / {fixed(float(wall @ wall))} = {fixed(f)}: "
        f"the foot is {where}."
    )
    (foot,) = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Words) and m.text.startswith("foot")]
    assert plain(foot.text) == f"foot, f = {fixed(f)}"
    assert foot.at == pytest.approx(tuple(of.p + f * wall), abs=1e-3)
    assert moment.time == pytest.approx(float((at - of.c) @ of.v) / float(of.v @ of.v), abs=1e-3)
    assert LESSON.clock(moment).impact == (None if name == PAST else pytest.approx(impact(of)))


def test_the_foot_and_r_of_the_formula_are_named_at_the_impact() -> None:
    moment = moments(LESSON, FACE)[-1]
    of, t = moment.scene, impact(moment.scene)
    canvas = drawn(LESSON, "world", moment)
    at = of.c + t * of.v
    (named,) = [m for m in canvas.marks if isinstance(m, Words) and m.text.startswith("foot")]
    foot, wall = named.at, of.q - of.p
    assert plain(named.text) == f"foot, f = {fixed(float((at - of.p) @ wall / (wall @ wall)))}"
    assert foot == pytest.approx(tuple(at - of.r_a * of.up))
    assert symbols(canvas)["r"] == pytest.approx(tuple(at - 0.5 * of.r_a * of.up))
    before = drawn(LESSON, "world", replace(moment, time=0.1))
    rings = [np.array(m.points) for m in strokes(before, Ink.A, Line.END)]
    assert [ring.mean(axis=0) for ring in rings] == [pytest.approx(at, abs=1e-6)], "where it will touch"
    assert not strokes(canvas, Ink.A, Line.END), "it is there"


def test_the_distance_at_which_the_path_passes_an_end_is_drawn_where_it_is_told() -> None:
    moment = moments(LESSON, PAST)[-1]
    of = moment.scene
    m = float(LineString([of.c - 9.0 * of.v, of.c + 9.0 * of.v]).distance(Point(of.q)))
    canvas = drawn(LESSON, "world", moment)
    assert f"passes q at m = {fixed(m)}, more than r" in plain(LESSON.page(moment).sentence)
    assert f"m = {fixed(m)}" in labels(canvas)
    lines = [LineString(each.points).length for each in strokes(canvas, Ink.TEXT, Line.MEASURE)]
    assert any(length == pytest.approx(m) for length in lines)


def test_only_the_end_beyond_which_the_foot_lies_is_asked() -> None:
    for name, end in ((END, "p"), ("Past the end", "q"), (BESIDE, "p")):
        moment = at_stage(name, "End cap")
        assert f"circle of radius $r$ around {end}" in LESSON.page(moment).sentence
        steps = moments(LESSON, name)
        inner = list(nested(LESSON, steps))
        assert [LESSON.page(m).stage for m in inner][:2] == ["Gap", "Closing"]
        assert f"boldsymbol{{{end}}}" in LESSON.page(inner[0]).formula
        ring = next(m for m in drawn(LESSON, "world", inner[0]).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP)
        place = getattr(moment.scene, end)
        assert np.hypot(*(np.array(ring.points) - place).T) == pytest.approx(moment.scene.r_a)
    beside = plain(LESSON.page(at_stage(BESIDE, "Closing")).sentence)
    assert beside.startswith(f"The gap s = {fixed(gap(LESSON.presets[BESIDE].scene, 0.0))}")


def test_the_gap_is_measured_from_the_nearest_point() -> None:
    for name in (FACE, END, "Overlap at the start"):
        moment = at_stage(name, "Gap")
        s, ink = gap(moment.scene, 0.0), Ink.GAP if gap(moment.scene, 0.0) > 0.0 else Ink.OVERLAP
        assert f"= {fixed(s)}: {'apart' if s > 0.0 else 'overlap'}" in plain(LESSON.page(moment).sentence)
        start = tuple(moment.scene.c)
        (way,) = [
            m
            for m in strokes(drawn(LESSON, "world", moment), ink, Line.MEASURE)
            if m.points[0] == pytest.approx(start)
        ]
        assert LineString(way.points).length == pytest.approx(abs(s))
    moment = replace(at_stage(FACE, "Gap"), time=0.3)
    assert (
        plain(LESSON.situation(moment))
        == f"At t = 0.30 the circle and the wall are {fixed(gap(moment.scene, 0.3))} apart."
    )
    late = replace(moment, time=0.8)
    assert (
        plain(LESSON.situation(late))
        == f"At t = 0.80 the circle and the wall overlap by {fixed(-gap(moment.scene, 0.8))}."
    )
    assert LESSON.clock(moment).impact is None, "not before the slab is known"
    assert LESSON.clock(at_stage(FACE, "Slab")).impact is None


def test_where_the_height_is_the_radius() -> None:
    moment = at_stage(FACE, "Closing")
    asked, of = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    (right,) = asked.right
    assert height(of, right) == pytest.approx(of.r_a)
    per_height = of.v / (height(of, of.c) + height(of, of.end))
    for off, head in ((0.5 * NEAR, "too late?"), (2.0 * NEAR, "Too late"), (-2.0 * NEAR, "Too early")):
        verdict = asked.judge((tuple(np.array(right) + off * per_height),))
        assert verdict.right is (abs(off) < NEAR)
        assert verdict.right or verdict.head == head
        assert verdict.remarks[0].words == (
            f"$h(t)$ = $r$ = {fixed(of.r_a)}" if verdict.right else f"$h(t)$ = {fixed(of.r_a - off)}"
        )
        canvas = drawn(LESSON, "world", moment)
        before, draw = len(canvas.marks), verdict.draw
        assert draw is not None
        draw(canvas, "world")
        first = canvas.marks[before]
        assert LineString(first.points).length == pytest.approx(of.r_a - off)
        assert first.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
    asking = replace(moment, is_open=True, time=0.7)
    assert not [m for m in drawn(LESSON, "world", asking).marks if isinstance(m, FeatureMark)], (
        "no face to read it from"
    )
    (disc,) = [m for m in drawn(LESSON, "world", asking).marks if isinstance(m, Area) and m.ink is Ink.A]
    assert np.array(disc.points).mean(axis=0) == pytest.approx(of.c, abs=1e-6)


@pytest.mark.parametrize(("name", "right"), [(FACE, FACES[0]), (END, CAPS[0]), (PAST, NOTHING), (BESIDE, CAPS[0])])
def test_what_is_touched_first_is_asked_while_the_capsule_is_hidden(name: str, right: Any) -> None:
    moment = at_stage(name, "Height" if name == BESIDE else "Slab")
    if name == FACE:
        assert LESSON.page(moment).prediction is None, "anyone would say so: the path crosses the wall"
        short = replace(moment.scene, end=moment.scene.centre(0.65))
        assert not crosses(short)
        moment = next(m for m in moments_of(LESSON, short) if LESSON.story.stage(m) == "Slab")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    assert asked.hides_end
    assert asked.right == {right}
    of, t = moment.scene, impact(moment.scene)
    assert (t is None) is (right == NOTHING)
    if t is not None:
        at = of.c + t * of.v
        f = float((at - of.p) @ (of.q - of.p)) / float((of.q - of.p) @ (of.q - of.p))
        assert (FACES[0] if 0.0 <= f <= 1.0 else CAPS[int(f > 1.0)]) == right
    assert asked.judge(right).right
    heads = {answer: asked.judge(answer).head for answer in (*CAPS, *FACES, NOTHING) if answer != right}
    assert heads == {
        FACE: {CAPS[0]: "Not an end", CAPS[1]: "Not an end", FACES[1]: "Not that face", NOTHING: "It does touch"},
        PAST: {**dict.fromkeys(CAPS, "It passes"), **dict.fromkeys(FACES, "No face there")},
    }.get(
        name,
        {CAPS[1]: "The other end", **dict.fromkeys(FACES, "No face there"), NOTHING: "It does touch"},
    )
    reasons = {answer: asked.judge(answer).because for answer in (*CAPS, *FACES, NOTHING)}
    if name == FACE:
        met = of.c + t * of.v
        for cap, end, letter in zip(CAPS, (of.p, of.q), "pq", strict=True):
            far = fixed(Point(end).distance(Point(met)))
            assert reasons[cap] == f"At $h(t)$ = $r$ the centre is {far} from {letter}, more than $r$."
        assert f"At $t$ = {fixed(t)} the height is $r$" in reasons[NOTHING]
    if name == END:
        met = of.c + (height(of, of.c) - of.r_a) / float(-of.up @ of.v) * of.v
        beyond = fixed(-float((met - of.p) @ of.along))
        assert f"beyond p by {beyond}: there is no face" in reasons[FACES[0]]
        off = fixed(Point(of.q).distance(Point(met)))
        assert reasons[CAPS[1]].endswith(
            f"beyond p: there the centre is {off} from q, more than $r$ = {fixed(of.r_a)}."
        )
        near = fixed(LineString([of.c, of.end]).distance(Point(of.p)))
        assert f"The path passes p at {near}, less than" in reasons[NOTHING]
    if name == PAST:
        least = min(Point(of.q).distance(Point(of.c + s * of.v)) for s in np.linspace(0.0, 1.0, 2001))
        assert f"no nearer to q than {fixed(least)}." in asked.judge(NOTHING).because
        assert f"No end is hit: the centre comes no nearer to the wall than {fixed(least)}, more" in reasons[CAPS[0]]
    open_now = drawn(LESSON, "world", replace(moment, is_open=True))
    parts = {m.feature: np.array(m.points) for m in open_now.marks if isinstance(m, FeatureMark)}
    assert set(parts) == {FACES[0], *CAPS}, "the wall and its ends, no outline of the capsule"
    assert [parts[cap][0] for cap in CAPS] == [pytest.approx(of.p), pytest.approx(of.q)]
    for place in parts[FACES[0]]:
        assert LineString([of.p, of.q]).distance(Point(place)) == pytest.approx(0.0, abs=1e-9)
    assert not [words for words in labels(open_now) if "foot" in words]
    canvas, draw = Canvas(0.01), asked.judge(right).draw
    assert draw is not None
    draw(canvas, "world")
    start = of.c if name == BESIDE else of.c + (height(of, of.c) - of.r_a) / float(-of.up @ of.v) * of.v
    (foot,) = [m.at for m in canvas.marks if isinstance(m, Dot)]
    assert foot == pytest.approx(tuple(start - float((start - of.p) @ of.up) * of.up))
    assert ("r" in symbols(canvas)) is (name != BESIDE), "in the slab already it is less than r"


def test_faces_are_bright_where_they_are_told_or_bound_the_slab() -> None:
    """Later yellow is v and the normal."""
    for moment in moments(LESSON, FACE):
        faces = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, FeatureMark) and m.feature in FACES]
        bright = LESSON.story.stage(moment) in ("Capsule", "Slab")
        inks = {m.feature: m.ink for m in faces}
        if moment.index == len(moment.trace) - 1:  # the face that is hit
            assert inks.pop(FACES[0]) == Ink.ANSWER
        assert set(inks.values()) <= {Ink.EXAMINED if bright else Ink.CONSTRUCTION}


def test_h_of_t_is_the_moving_height_and_h_that_at_the_start() -> None:
    told = moments(LESSON, FACE)
    assert [plain(row.cells[1]) for _, row in LESSON.table(told[-1]).rows][3] == "time at h(t)=r"
    assert "$h(t)=r$" in LESSON.page(at_stage(FACE, "Slab")).idea
    assert "thin circle" in LESSON.page(told[0]).sentence
    assert f"= {fixed(told[0].scene.r_a)} away" in LESSON.page(told[0]).sentence


def test_an_end_out_of_reach_is_crossed_out() -> None:
    asked = LESSON.page(at_stage(END, "Slab")).prediction
    assert isinstance(asked, Click)
    canvas, draw = Canvas(0.01), asked.judge(CAPS[1]).draw
    assert draw is not None
    draw(canvas, "world")
    assert [m.at for m in canvas.marks if isinstance(m, Dot)] == [pytest.approx(tuple(LESSON.presets[END].scene.q))]


TRUE = {
    FACES_ONLY: END,
    UNSQUARED: "Large circle",
    CENTRE: "Short wall",
    UNIT: "Past the end",
    EXIT: "Overlap at the start",
}


@pytest.mark.parametrize("rule", TRUE)
def test_each_faulty_rule_fails_where_it_is_shown(rule: str) -> None:
    moment = moments(LESSON, TRUE[rule], rule)[-1]
    of, said = moment.scene, moment.faulty.fraction
    assert rule == FACES_ONLY or LESSON.presets[TRUE[rule]].compare == rule
    assert plain(LESSON.situation(moment)).endswith(DOES[rule](of))
    canvas = drawn(LESSON, "world", moment)
    true = impact(of)
    shown = said if said is not None else 1.0  # no impact: it goes on to the end
    ghost = strokes(canvas, Ink.FAULTY, Line.DOTTED)[0]
    assert np.hypot(*(np.array(ghost.points) - of.c - shown * of.v).T) == pytest.approx(of.r_a)
    words = set(labels(canvas, Ink.FAULTY))
    if rule == UNSQUARED:
        assert height(of, of.c + said * of.v) == pytest.approx(np.sqrt(of.r_a))
        assert f"t = {fixed(said)}: {fixed(-gap(of, said))} deep" in words
        assert [height(of, m.through) for m in unbounded(canvas, Ink.FAULTY)] == pytest.approx([np.sqrt(of.r_a)] * 2)
        assert f"√r = {fixed(np.sqrt(of.r_a))}" in words
    if rule == CENTRE:
        assert said is None
        at = of.c + true * of.v
        (a, b), (c, d) = of.p - at, of.q - at
        angle = np.degrees(np.arccos((a * c + b * d) / np.hypot(a, b) / np.hypot(c, d)))
        assert words == {"no impact reported", f"{angle:.0f}°"}, "the circle over pq is gone"
        early = drawn(LESSON, "world", moments(LESSON, TRUE[rule], rule)[3])
        assert "diameter pq" in labels(early, Ink.FAULTY)
        assert (of.p - at) @ (of.q - at) > 0.0, "though the foot is on the wall"
        assert np.hypot(*(of.q - of.p)) < 2.0 * of.r_a
        rings = [np.array(m.points) for m in strokes(early, Ink.FAULTY, Line.THIN) if m.closed]
        (over,) = rings
        (sight,) = [m.points for m in strokes(canvas, Ink.FAULTY, Line.DASHED)]
        assert sight == tuple(pytest.approx(tuple(each)) for each in (of.p, at, of.q))
        rays = of.p - at, of.q - at
        angle = np.degrees(np.arccos(rays[0] @ rays[1] / np.prod([np.hypot(*ray) for ray in rays])))
        assert f"here {angle:.0f}°" in plain(LESSON.situation(moment))
        # the circle over p q, in which the rule wants the centre
        way = of.p - over
        assert np.einsum("ij,ij->i", way, of.q - over) == pytest.approx(0.0, abs=1e-9)
    if rule == UNIT:
        foot = float((of.c + said * of.v - of.p) @ (of.q - of.p)) / float(np.hypot(*(of.q - of.p)))
        long = float(np.hypot(*(of.q - of.p)))
        assert long < foot <= long**2
        assert true is None
        assert f"t = {fixed(said)}: {fixed(gap(of, said))} from the wall" in words
        end = of.p + long * (of.q - of.p)
        assert any(np.allclose(m.at, end) for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.FAULTY)
        assert f"foot, {fixed(foot)} from p" in words
    if rule == FACES_ONLY:
        assert said is None
        assert words == {"no impact reported"}
        assert moment.trace.result.feature.name == "START"
    if rule == EXIT:
        assert gap(of, said) == pytest.approx(0.0, abs=1e-9)
        assert gap(of, said + 0.01) > 0.0
        assert true == 0.0
        assert words == {f"t = {fixed(said)}: the exit"}
    fine = moments(LESSON, FACE, rule)[-1]
    if rule != UNSQUARED:
        assert fine.faulty.fraction == pytest.approx(impact(fine.scene))
        assert not [m for m in drawn(LESSON, "world", fine).marks if isinstance(m, Words) and m.ink is Ink.FAULTY]


@pytest.mark.parametrize("rule", TRUE)
def test_before_there_is_a_result_the_situation_is_the_true_one(rule: str) -> None:
    steps = moments(LESSON, TRUE[rule], rule)
    first = steps[0]
    assert LESSON.story.stage(first) == "Capsule"
    s = gap(first.scene, 0.0)
    told = f"{fixed(s)} apart" if s > 0.0 else f"overlap by {fixed(-s)}"
    assert plain(LESSON.situation(first)).endswith(f"{told}.")
    assert not any(
        "t =" in words or "no impact" in words for words in labels(drawn(LESSON, "world", first), Ink.FAULTY)
    )
    assert plain(LESSON.situation(steps[-1])).endswith(DOES[rule](first.scene))


@pytest.mark.parametrize("rule", TRUE)
def test_a_faulty_rule_tells_its_own_test_and_numbers(rule: str) -> None:
    """From where it is made: idea, formula, sentence and a row of its own."""
    steps, right = moments(LESSON, TRUE[rule], rule), moments(LESSON, TRUE[rule])
    of, t = steps[0].scene, steps[-1].faulty.fraction
    page, true = LESSON.page(steps[-1]), LESSON.page(right[-1])
    assert page.idea.startswith("This rule")
    assert page.formula.startswith(r"\faulty{")
    assert page.sentence.startswith(tint("|", Ink.FAULTY).split("|")[0])
    solved = next(m for m in steps if LESSON.story.stage(m) == "Slab") if rule == UNSQUARED else steps[-1]
    assert LESSON.page(solved).rows[-1].cells == ("$t$", "time of this rule", "none" if t is None else fixed(t))
    told = plain(page.sentence)
    at = right[-1].scene.centre(of.entry)
    foot = float((at - of.p) @ (of.q - of.p)) / float((of.q - of.p) @ (of.q - of.p))
    across = -float(of.up @ of.v)
    if rule == FACES_ONLY:
        assert foot < 0.0
        assert told.startswith(f"f = {fixed(foot)}:")
    elif rule == UNSQUARED:
        h, root = height(of, of.c), np.sqrt(of.r_a)
        numbers = f"({fixed(h)} − {fixed(root)}) / {fixed(across)} = {fixed((h - root) / across)}"
        assert told.startswith("h(t) = ")
        assert told.endswith(f"{numbers}.")
        assert t == pytest.approx((h - root) / across)
    elif rule == CENTRE:
        assert f"= {fixed(float((of.p - at) @ (of.q - at)))}, more than 0" in told
    elif rule == UNIT:
        size = float(np.hypot(*(of.q - of.p)))
        assert told.startswith(
            f"The foot is {fixed(foot * size)} from p, less than the squared length {fixed(size**2)}"
        )
    else:
        assert told == f"t = {fixed(t)}: then the circle leaves the wall."
    assert plain(true.sentence) != told
    for a, b in zip(steps, right, strict=True):
        stage = LESSON.story.stage(a)
        if stage in ("Capsule", "Gap", "Height", "Closing"):
            assert LESSON.page(a).idea == LESSON.page(b).idea, "up to here it is the right rule"
        if rule in (FACES_ONLY, UNIT) and stage in ("End cap", "Quadratic"):
            assert "does not come to this step" in plain(LESSON.page(a).sentence)
            assert not LESSON.page(a).rows


def test_a_rule_that_is_wrong_by_no_hit_says_so() -> None:
    """Shorter than 1 the squared length is shorter still; with its exit after the end, none is found."""
    for rule, of, words in (
        (UNIT, scene(0.3, (0.2, 1.0), (0.4, -1.0), (-0.4, 0.0), (0.4, 0.0)), "more than the squared length 0.64"),
        (EXIT, scene(0.6, (0.0, 0.2), (0.2, 0.1), (-2.0, 0.0), (2.0, 0.0)), "no such time: no impact"),
        (FACES_ONLY, scene(0.5, (-1.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 0.0)), "A wall of no length has no face"),
    ):
        found = next(each for each in LESSON.compare if each.name == rule).run(of)
        assert found.fraction is None, rule
        run = LESSON.run(of)
        moment = Moment(of, run, len(run) - 1, compare=rule, faulty=found)
        assert words in plain(LESSON.page(moment).sentence)
        assert LESSON.page(moment).rows[-1].cells[2] == "none"


def test_the_time_of_a_face_has_one_name() -> None:
    """In the table, the formula, the sentence and the figure."""
    moment = moments(LESSON, FACE)[-1]
    page, name = LESSON.page(moment), r"t_\mathrm{face}"
    assert name in page.formula
    assert name in page.sentence
    of, t = moment.scene, impact(moment.scene)
    (there,) = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Words) and name in m.text]
    assert plain(there.text) == f"t_face = {fixed(t)}"
    assert there.at == pytest.approx(tuple(of.c + t * of.v))


def test_where_its_own_mistake_changes_nothing_a_rule_is_right() -> None:
    for rule in (UNSQUARED, CENTRE, UNIT, EXIT):
        moment = moments(LESSON, END, rule)[-1]
        assert moment.faulty.fraction == pytest.approx(impact(moment.scene))
        assert not LESSON.comparison(rule).differs(moment)
        assert "faulty" not in drawn(LESSON, "world", moment).transcript()
        assert plain(LESSON.situation(moment)).endswith("just touch.")


def test_without_an_impact_the_question_that_ended_the_search_is_told() -> None:
    of = LESSON.presets[FACE].scene
    away, short = of.with_field("end", of.c + of.up), of.with_field("end", of.c + 0.1 * of.v)
    past = LESSON.presets["Past the end"].scene
    told = [LESSON.page(moments_of(LESSON, each)[-1]) for each in (away, short, past)]
    assert plain(told[0].sentence).startswith(
        f"v·n̂_w = −1.00: the height grows from {fixed(height(of, of.c))}, more than r."
    )
    assert plain(told[1].sentence).startswith(f"At t = 1 the height is {fixed(height(of, short.end))}, more than r")
    c, v, r2 = past.c - past.q, past.end - past.c, past.r_a**2
    discriminant = (v @ c) ** 2 - (v @ v) * (c @ c - r2)
    assert plain(told[2].sentence).startswith(f"Discriminant {fixed(discriminant)} < 0: the path passes q at m = ")
    assert all(page.formula for page in told)
    rows = [plain(row.cells[0]) for _, row in LESSON.table(moments_of(LESSON, past)[-1]).rows]
    assert rows == ["s", "h", "v·n̂_w", "t_face", "f", "α", "β", "γ", "discriminant"]


def test_the_least_gap_lies_at_one_of_the_turning_times() -> None:
    rng = np.random.default_rng(4)
    for _ in range(200):
        start, end, p, q = (tuple(rng.uniform(-2.0, 2.0, 2)) for _ in range(4))
        of = scene(0.3, start, end, p, q)
        least = min(gap(of, t) for t in np.linspace(0.0, 1.0, 401))
        assert of.least_gap <= least + 1e-9
        path = LineString([start, end])
        assert crosses(of) is bool(path.crosses(LineString([p, q])))


def goal_of(made: Any, rule: str = "") -> Any:
    return LESSON.challenge(moments_of(LESSON, made, rule)[-1])


def test_the_challenge_wants_a_cap_before_the_wall_is_crossed() -> None:
    def met(*of: Any) -> bool:
        return bool(goal_of(scene(*of)).reached)

    assert met(0.5, (-0.67, -1.97), (0.65, 2.14), (-0.3, -0.3), (1.5, -0.1))
    assert not met(0.5, (-0.67, -1.97), (-0.2, -0.5), (-0.3, -0.3), (1.5, -0.1)), "the path ends before the wall"
    assert not met(0.5, (0.6, -1.9), (0.65, 2.1), (-0.3, -0.3), (1.5, -0.1)), "the face"
    assert not met(0.5, (-0.4, -0.5), (0.65, 2.14), (-0.3, -0.3), (1.5, -0.1)), "contact at the start"


def test_the_goal_waits_for_the_answer() -> None:
    """Its state tells what is touched first."""
    for name in NAMES:
        *before, last = moments(LESSON, name)
        assert all(LESSON.challenge(each) is None for each in (*before, *nested(LESSON, [*before, last]))), name
        assert LESSON.challenge(last) is not None
    assert LESSON.challenge(moments(LESSON, FACE)[-1]).now == "the face is hit, the path crosses the wall"


GRAZED = scene(0.5, (-0.69, 1.2), (-0.69, -1.1), (-0.2, -0.3), (1.8, -0.3), "graze")
DROP = (0.6, (-1.0, 1.1), (0.4, -0.6))
MADE: dict[str, tuple[Any, Any]] = {  # what meets the goal of a scene, and what nearly does
    END: (GRAZED, replace(GRAZED, p=np.array((-0.25, -0.3)))),
    "Large circle": (
        scene(2.0, (-1.6, 3.4), (1.2, 0.7), (-0.5, 0.0), (0.2, 0.0), "short wall"),
        scene(2.0, (-1.6, 3.4), (1.2, 0.7), (0.5, 0.0), (1.2, 0.0), "short wall"),
    ),
    "Short wall": (
        scene(*DROP, (-0.84, -0.3), (0.16, -0.3), "middle"),
        scene(*DROP, (-0.6, -0.3), (0.4, -0.3), "middle"),
    ),
    PAST: (
        scene(0.4, (0.45, 1.0), (0.45, -1.5), (-2.0, -0.5), (0.0, -0.5), "closely"),
        scene(0.4, (0.45, 1.0), (0.45, 0.2), (-2.0, -0.5), (0.0, -0.5), "closely"),
    ),
    "Overlap at the start": (
        scene(0.6, (1.3, 0.38), (-1.1, -1.3), (1.9, -0.2), (-1.9, -0.2), "lightly"),
        scene(0.6, (1.3, 0.38), (-1.1, 1.3), (1.9, -0.2), (-1.9, -0.2), "lightly"),
    ),
    BESIDE: (
        scene(0.5, (3.2, 0.2), (0.6, 0.1), (-0.6, -0.2), (1.6, 0.1), "other cap"),
        scene(0.5, (3.2, 1.6), (0.6, 0.1), (-0.6, -0.2), (1.6, 0.1), "other cap"),
    ),
    "Parallel to the wall": (
        scene(0.5, (-1.9, 0.6), (0.0, -0.05), (-1.2, -0.5), (1.4, -0.5), "late"),
        scene(0.5, (-1.9, 0.6), (0.0, -0.6), (-1.2, -0.5), (1.4, -0.5), "late"),
    ),
    "Moving away": (
        scene(0.5, (-2.2, -0.6), (-0.8, -0.1), (-1.2, -0.6), (1.6, -0.3), "rising"),
        scene(0.5, (-2.2, -0.6), (-0.8, -0.5), (-1.2, -0.6), (1.6, -0.3), "rising"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE)
def test_each_scene_has_a_goal_of_its_own(name: str) -> None:
    assert len(NAMES) == len(MADE) + 1
    has_a_goal_of_its_own(LESSON, goal_of, name, *MADE[name])


RIGHT = {  # where each rule is right although its mistake is made
    UNSQUARED: scene(1.0, (-1.6, 3.4), (1.2, 0.7), (-3.4, 0.0), (3.4, 0.0)),
    CENTRE: scene(0.6, (-1.0, 1.1), (0.4, -0.6), (-1.05, -0.3), (0.35, -0.3)),
    UNIT: scene(0.4, (1.0, 1.0), (1.4, -1.0), (-1.0, -0.5), (0.0, -0.5)),
    EXIT: scene(0.6, (1.3, 0.2), (0.3, 0.1), (1.9, -0.2), (-1.9, -0.2)),
}


@pytest.mark.parametrize("rule", RIGHT)
def test_each_rule_has_a_goal_of_its_own(rule: str) -> None:
    texts = {goal_of(LESSON.presets[TRUE[each]].scene, each).text for each in RIGHT}
    assert len(texts) == len(RIGHT)
    last = moments_of(LESSON, RIGHT[rule], rule)[-1]
    assert goal_of(RIGHT[rule], rule).reached, goal_of(RIGHT[rule], rule).now
    if rule != EXIT:
        assert not differs(last)
    assert first_touch(lambda t: gap(last.scene, t)) == (
        None if rule == UNIT else pytest.approx(last.trace.result.fraction)
    )


@pytest.mark.parametrize("rule", ["", *TRUE])
@pytest.mark.parametrize("name", NAMES)
def test_no_scene_meets_its_goal(name: str, rule: str) -> None:
    assert not goal_of(LESSON.presets[name].scene, rule).reached


def test_the_rule_s_own_numbers_stand_alone_where_there_is_no_impact() -> None:
    canvas = drawn(LESSON, "world", moments(LESSON, PAST, UNIT)[-1])
    assert not list(strokes(canvas, Ink.GAP, Line.MEASURE))
    assert not [words for words in labels(canvas) if words.startswith(("m =", "least gap"))]
    assert any(words.startswith("least gap") for words in labels(drawn(LESSON, "world", moments(LESSON, PAST)[-1])))


def test_the_title_names_no_capsule_that_is_hidden() -> None:
    (pane,) = LESSON.panes
    asked = at_stage(FACE, "Closing")
    assert pane.head(asked)[0] == "The wall as a capsule"
    assert pane.head(replace(asked, is_open=True))[0] == pane.head(at_stage(FACE, "Height"))[0]
    assert "capsule" not in pane.head(replace(asked, is_open=True))[0]


def test_a_centre_in_the_slab_is_told_by_its_gap() -> None:
    """No height is to be closed: neither h nor v · n is drawn where the sentence is about the gap."""
    moment = at_stage(BESIDE, "Closing")
    words = labels(drawn(LESSON, "world", moment))
    assert not [each for each in words if each.startswith(("h =", "v"))]
    assert "nearest" in words
    assert f"s = {fixed(gap(moment.scene, 0.0))}" in plain(LESSON.page(moment).sentence)


def test_a_height_beyond_the_wall_s_line_is_said_to_be_negative() -> None:
    page = LESSON.page(at_stage(FACE, "Closing"))
    assert "−" in plain(page.sentence)
    assert "Beyond the line, $h(t)$ is negative" in page.idea
    assert "overlap" in LESSON.page(at_stage(FACE, "Gap")).idea


def test_a_wall_so_short_that_its_square_rounds_to_nothing_shows_more_digits() -> None:
    of = scene(0.5, (0.02, 2.0), (0.02, 0.0), (0.0, 0.0), (0.06, 0.0))
    page = next(LESSON.page(m) for m in moments_of(LESSON, of) if LESSON.story.stage(m) == "Foot")
    assert plain(page.sentence) == "f = 0.0012 / 0.0036 = 0.3333: the foot is on the wall."


def test_a_wall_of_no_length_is_a_point() -> None:
    of = scene(0.5, (-1.0, 0.2), (1.0, 0.2), (0.3, 0.0), (0.3, 0.0))
    trace = LESSON.run(of)
    assert [LESSON.story.stage(Moment(of, trace, i)) for i in range(len(trace))] == ["Capsule", "Quadratic", "Impact"]
    assert trace.result.fraction == pytest.approx(impact(of))


@pytest.mark.parametrize("lesson", [LESSON, SweptCircles()], ids=lambda each: each.id)
def test_inside_the_quadratic_everything_still_belongs_to_the_whole_motion(lesson: Any) -> None:
    for name, preset in lesson.presets.items():
        steps = moments(lesson, name, preset.compare)
        for moment in nested(lesson, steps):
            assert lesson.situation(moment)
            inner, outer = lesson.challenge(moment), lesson.challenge(steps[0])
            assert (inner and inner.now) == (outer and outer.now)
            assert lesson.clock(moment) == lesson.clock(moment.parent)
            worlds = [drawn(lesson, "world", each).transcript() for each in (moment, moment.parent)]
            assert ("faulty" in worlds[0]) is ("faulty" in worlds[1])


def test_each_pale_circle_of_the_first_step_touches_the_wall() -> None:
    """The end of the motion, which does not, is left out there."""
    for name in NAMES:
        moment = at_stage(name, "Capsule")
        of, r = moment.scene, moment.scene.r_a
        inked = strokes(drawn(LESSON, "world", moment), Ink.A)
        pale = [m for m in inked if m.opacity < 1.0 and m.closed]
        assert len(pale) == 3
        for mark in pale:
            centre = np.mean(mark.points, axis=0)
            assert LineString([of.p, of.q]).distance(Point(centre)) == pytest.approx(r, abs=1e-3), name
        assert "outline a **capsule**" in LESSON.page(moment).idea


def test_the_part_that_is_hit_is_seen_through_the_circle() -> None:
    """Its centre is on it: it is drawn after the circle, and all of it."""
    for name in NAMES:
        moment = moments(LESSON, name)[-1]
        found, of = moment.trace.result, moment.scene
        if found.outcome is not Outcome.HIT:
            continue
        drawn_ = list(enumerate(drawn(LESSON, "world", moment).marks))
        strokes_ = [(i, m) for i, m in drawn_ if isinstance(m, Stroke)]
        last, part = [(i, m) for i, m in strokes_ if (m.ink, m.line) == (Ink.ANSWER, Line.OUTLINE)][-1]
        assert last > max(i for i, m in drawn_ if isinstance(m, Area) and m.ink is Ink.A), name
        centre = of.a.pose.position + impact(of) * (of.end - of.a.pose.position)
        assert LineString(part.points).distance(Point(centre)) < 0.01


def test_the_slab_keeps_its_tint_up_to_the_impact() -> None:
    for name in NAMES:
        for moment in moments(LESSON, name):
            shown = drawn(LESSON, "world", moment).marks
            tinted = [m for m in shown if isinstance(m, Area) and m.ink is Ink.EXAMINED]
            assert len(tinted) == (LESSON.story.stage(moment) != "Height"), "there the capsule is not drawn"


def test_the_gap_of_a_path_that_passes_stands_beside_m() -> None:
    moment = moments(LESSON, PAST)[-1]
    canvas = drawn(LESSON, "world", moment)
    (bar, *_) = [m for m in strokes(canvas, Ink.GAP, Line.MEASURE) if LineString(m.points).length > 0.3]
    away = LineString(bar.points).distance(Point(moment.scene.q))
    assert away == pytest.approx(16.0 * canvas.pixel)


def test_the_normal_starts_at_the_face() -> None:
    moment = next(m for m in moments(LESSON, FACE) if LESSON.story.stage(m) == "Closing")
    of = moment.scene
    downs = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    starts = [float((np.array(m.start) - of.p) @ of.up) for m in downs]
    assert any(height == pytest.approx(of.r_a) for height in starts)


def test_at_the_impact_the_part_that_is_hit_is_bright_and_the_others_dim() -> None:
    for name in NAMES:
        moment = moments(LESSON, name)[-1]
        found, of = moment.trace.result, moment.scene
        parts = {m.feature: m.ink for m in drawn(LESSON, "world", moment).marks if isinstance(m, FeatureMark)}
        if found.outcome is not Outcome.HIT:
            assert Ink.ANSWER not in parts.values()
            continue
        centre = of.a.pose.position + impact(of) * (of.end - of.a.pose.position)
        f = float((centre - of.p) @ (of.q - of.p) / ((of.q - of.p) @ (of.q - of.p)))
        hit = CAPS[0] if f < 0.0 else CAPS[1] if f > 1.0 else FACES[0]
        assert parts == {each: Ink.ANSWER if each == hit else Ink.CONSTRUCTION for each in (*FACES, *CAPS)}, name


@pytest.mark.parametrize("name", ["Past the end", "Parallel to the wall", "Moving away"])
def test_a_circle_that_passes_is_said_never_to_touch(name: str) -> None:
    last = moments(LESSON, name)[-1]
    of = last.scene
    way, wall = LineString([of.c, of.end]), LineString([of.p, of.q])
    least = fixed(way.distance(wall) - of.r_a)
    assert (
        plain(LESSON.situation(replace(last, time=0.0)))
        == f"The circle and the wall do not touch up to t = 1: the least gap is {least}."
    )
    assert plain(LESSON.situation(replace(last, time=0.5))).startswith("At t = 0.50")


def test_a_circle_that_would_touch_later_is_not_said_never_to() -> None:
    of = LESSON.presets[FACE].scene
    short = replace(of, end=of.c + 0.4 * (of.end - of.c))
    trace = LESSON.run(short)
    told = plain(LESSON.situation(Moment(short, trace, len(trace) - 1)))
    least = fixed(LineString([short.c, short.end]).distance(LineString([of.p, of.q])) - of.r_a)
    assert impact(of) > 0.4
    assert told == f"The circle and the wall do not touch up to t = 1: the least gap is {least}."
    assert "never" not in LESSON.page(Moment(short, trace, len(trace) - 1)).idea


@pytest.mark.parametrize("name", [FACE, "Around an end", "In line with the wall"])
def test_the_wall_s_normal_and_the_contact_normal_have_their_own_names(name: str) -> None:
    """At an end they are two vectors: only that of the wall gives the closing speed in the table."""
    last = moments(LESSON, name)[-1]
    of, found = last.scene, last.step
    table = LESSON.table(last)
    assert table is not None
    (speed,) = [plain(row.cells[2]) for _, row in table.rows if "hat n" in row.cells[0]]
    (named,) = [plain(row.cells[0]) for _, row in table.rows if "hat n" in row.cells[0]]
    assert (named, speed) == ("v·n̂_w", fixed(-float(of.up @ of.v)))
    assert np.allclose(found.normal, -of.up) is (name == FACE)
    assert [s for s in symbols(drawn(LESSON, "world", last)) if "mathbf n" in s or "hat n" in s] in (
        [r"\hat n"],
        [r"\hat{\mathbf n}"],
    )
    closing = at_stage(name, "Closing")
    if of.height > of.r_a:
        assert r"\hat{\mathbf n}_w" in symbols(drawn(LESSON, "world", closing))
    for moment in moments(LESSON, name)[:-1]:
        page = LESSON.page(moment)
        assert not re.search(r"hat n(?!_w)", page.idea + page.formula + page.sentence), "the contact is not known yet"
