"""A moving circle and a point: roots, places and rules, against the distances of many times."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry.outcome import Outcome
from geometry.swept_circle.steps import RelativeMotion, StartMeasured
from lessons.motion.swept_circle_point import CLOSING_FIRST, DOES, LOWEST, NO_END, SAME_SIGN, SweptCirclePoint, scene
from lessons.motion.swept_circle_point_asked import how_many_roots, where_first, where_roots
from tests.lessons.figures import drawn, labels, moments, strokes, symbols
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Dot, Label, Light, Stroke, Symbol
from viz.lesson.prediction import Challenge, Choose, Place
from viz.lesson.text import fixed, plain, tint

LESSON = SweptCirclePoint()
NAMES = list(LESSON.presets)


def last(name: str, compare: str = "") -> Moment[Any]:
    return moments(LESSON, name, compare)[-1]


def gaps(of: Any, times: Any) -> np.ndarray:
    """From the scene's own points."""
    centres = of.a.pose.position + np.outer(times, of.end - of.a.pose.position)
    return np.hypot(*(centres - of.p).T) - of.r_a


def true_roots(of: Any) -> np.ndarray:
    d, v = of.a.pose.position - of.p, of.end - of.a.pose.position
    return np.sort(np.roots((v @ v, 2.0 * v @ d, d @ d - of.r_a**2)).real)


def at_stage(name: str, stage: str) -> Moment[Any]:
    return next(m for m in moments(LESSON, name) if LESSON.story.stage(m) == stage)


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_the_first_time_without_a_gap(name: str) -> None:
    moment = last(name)
    found, times = moment.trace.result, np.linspace(0.0, 1.0, 3001)
    inside = times[gaps(moment.scene, times) <= 1e-9]
    assert (found.outcome is Outcome.SEPARATED) is (len(inside) == 0)
    if len(inside):
        assert found.fraction == pytest.approx(inside[0], abs=6e-4)
        assert f"= {fixed(found.fraction)}" in plain(LESSON.page(moment).sentence)
    else:
        assert fixed(gaps(moment.scene, times).min()) in plain(LESSON.page(moment).sentence)


def test_both_roots_are_told_drawn_and_measured() -> None:
    moment = at_stage("Two roots", "Two roots")
    first, second = true_roots(moment.scene)
    of = moment.scene
    half = 0.5 * (second - first) * math.hypot(*of.v)
    assert plain(LESSON.page(moment).sentence).endswith(
        f"= {fixed(first)}; with + instead of −, t_2 = {fixed(second)}. Half of the chord: {fixed(half)}."
    )
    world = drawn(LESSON, "world", moment)
    centres = [moment.scene.c + t * moment.scene.v for t in (first, second)]
    for ink, centre in zip((Ink.ANSWER, Ink.GHOST), centres, strict=True):
        assert any(m.ink is ink and np.allclose(m.at, centre) for m in world.marks if isinstance(m, Dot))
    (inside,) = strokes(world, Ink.OVERLAP, Line.FEATURE)
    assert np.array(inside.points) == pytest.approx(np.array(centres))
    for ghost, centre in zip(strokes(world, Ink.A, Line.DOTTED), centres[1:], strict=True):
        assert np.hypot(*(np.array(ghost.points) - centre).T) == pytest.approx(moment.scene.r_a)
    # On the chart −β / α and half the way between the roots are lengths of time.
    chart = drawn(LESSON, "time", moment)
    spans = [(p[0], q[0]) for p, q in (m.points for m in strokes(chart, Ink.TEXT, Line.MEASURE)) if p[1] == q[1]]
    middle = (first + second) / 2.0
    assert spans == [pytest.approx((middle, first)), pytest.approx((middle, second))]
    (bar,) = [m.points for m in strokes(chart, Ink.EXAMINED, Line.MEASURE) if m.points[0][1] == m.points[1][1]]
    assert (bar[0][0], bar[1][0]) == pytest.approx((0.0, middle))
    below = {m.points[0][1] for m in strokes(chart, Ink.TEXT, Line.MEASURE)} | {bar[0][1]}
    assert max(below) < -(moment.scene.r_a**2) + 0.4, "under the curve"
    for t in (first, second):
        assert any(np.allclose(m.at, (t, 0.0)) for m in chart.marks if isinstance(m, Dot))
    assert {f"t_1 = {fixed(first)}", f"t_2 = {fixed(second)}"} <= set(labels(chart))


def test_the_curve_is_the_quadratic_and_red_while_p_is_inside() -> None:
    moment = at_stage("Two roots", "Quadratic")
    first, second = true_roots(moment.scene)
    chart = drawn(LESSON, "time", moment)
    for ink, sign in ((Ink.GAP, 1.0), (Ink.OVERLAP, -1.0)):
        for stroke in strokes(chart, ink, Line.CURVE):
            times, values = np.array(stroke.points).T
            assert values == pytest.approx(
                (gaps(moment.scene, times) + moment.scene.r_a) ** 2 - moment.scene.r_a**2, abs=0.02
            )
            assert ((values * sign) >= -1e-9).all()
    (red,) = strokes(chart, Ink.OVERLAP, Line.CURVE)
    assert (red.points[0][0], red.points[-1][0]) == pytest.approx((first, second), abs=2e-3)
    d = moment.scene.c - moment.scene.p
    assert symbols(chart)[r"\gamma"] == pytest.approx((0.0, d @ d - moment.scene.r_a**2))
    m = float(gaps(moment.scene, np.linspace(0.0, 1.0, 5001)).min()) + moment.scene.r_a
    assert symbols(chart)["m^2-R^2"] == pytest.approx(((first + second) / 2.0, m * m - moment.scene.r_a**2), abs=1e-4)
    told = plain(LESSON.page(moment).sentence)
    assert f"It is α(R^2−m^2): m = {fixed(m)}, less than R" in told
    v = moment.scene.v
    a, b, c = v @ v, d @ v, d @ d - moment.scene.r_a**2
    assert b * b - a * c == pytest.approx(a * (moment.scene.r_a**2 - m**2), abs=1e-4)
    assert f"({fixed(b)})² − {fixed(a)} · {fixed(c)} = {fixed(b * b - a * c)}." in told
    world = drawn(LESSON, "world", moment)
    (least,) = [s.points for s in strokes(world, Ink.TEXT, Line.MEASURE) if np.allclose(s.points[0], moment.scene.p)]
    assert np.hypot(*np.subtract(*least)) == pytest.approx(m, abs=1e-4)


@pytest.mark.parametrize(
    ("name", "word"), [("Grazing", "exactly"), ("Passing by", "more than"), ("Two roots", "less than")]
)
def test_the_least_distance_is_compared_with_the_radius(name: str, word: str) -> None:
    is_one = "both roots are one" in " ".join(LESSON.page(m).idea for m in moments(LESSON, name))
    assert is_one is (name == "Grazing")
    assert f", {word} R" in plain(LESSON.page(at_stage(name, "Quadratic")).sentence)


def test_the_gap_is_drawn_up_to_the_circle_and_its_slope_on_the_chart() -> None:
    for name, ink in (("Two roots", Ink.GAP), ("Overlap at the start", Ink.OVERLAP)):
        moment = at_stage(name, "Gap")
        s = float(gaps(moment.scene, np.zeros(1))[0])
        (way,) = [
            m
            for m in strokes(drawn(LESSON, "world", moment), ink, Line.MEASURE)
            if np.allclose(m.points[0], moment.scene.c)
        ]
        rim = np.array(way.points[1])
        assert np.hypot(*(rim - moment.scene.p)) == pytest.approx(moment.scene.r_a)
        assert np.hypot(*(rim - moment.scene.c)) == pytest.approx(abs(s))
        assert plain(LESSON.page(moment).sentence).endswith(
            f"= {fixed(s)}: {'apart' if s > 0.0 else 'overlap'} at the start."
        )
    for name in ("Two roots", "Moving away"):
        moment = at_stage(name, "Closing")
        (slope,) = strokes(drawn(LESSON, "time", moment), Ink.EXAMINED, Line.FEATURE)
        (t0, s0), (t1, s1) = slope.points
        near = gaps(moment.scene, np.array((0.0, 1e-6)))
        assert (t0, s0) == pytest.approx((0.0, near[0]))
        assert (s1 - s0) / (t1 - t0) == pytest.approx((near[1] - near[0]) / 1e-6, abs=1e-4)
    of = LESSON.presets["Two roots"].scene
    (u, v), (x, y) = of.end - of.c, of.c - of.p
    told = plain(LESSON.page(at_stage("Two roots", "Closing")).sentence)
    product = f"{fixed(u)} · ({fixed(x)}) + {fixed(v)} · ({fixed(y)}) = {fixed(u * x + v * y)}"
    at = at_stage("Two roots", "Closing").scene.against
    reach, s = math.hypot(*at.v), math.dist(at.c, at.p) - at.radius
    assert told == f"β = {product}: the gap gets smaller at first. ‖v‖ = {fixed(reach)} ≥ s = {fixed(s)}.", (
        "the third question"
    )
    assert r"\ge s" in LESSON.page(at_stage("Two roots", "Closing")).formula
    assert r"\ge 0" in LESSON.page(at_stage("Moving away", "Closing")).formula
    assert "does not close" in LESSON.page(at_stage("Moving away", "Closing")).sentence
    assert r"\Vert<s" in LESSON.page(at_stage("Path too short", "Closing")).formula


def test_the_circle_stands_where_the_clock_is_and_its_trail_behind_it() -> None:
    moment = replace(at_stage("Two roots", "Gap"), time=0.5)
    of, world = moment.scene, drawn(LESSON, "world", moment)
    now = of.c + 0.5 * of.v
    (disc,) = [m for m in world.marks if isinstance(m, Area) and m.ink is Ink.A]
    assert np.array(disc.points).mean(axis=0) == pytest.approx(now, abs=1e-6)
    (light,) = [m for m in world.marks if isinstance(m, Light)]
    assert light.origin == pytest.approx(now)
    assert np.array(light.toward) == pytest.approx(-0.5 * of.v)
    (ring,) = [m for m in world.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    assert np.hypot(*(np.array(ring.points) - of.p).T) == pytest.approx(of.r_a)
    chart = drawn(LESSON, "time", moment)
    told = plain(LESSON.situation(moment))
    s = float(gaps(of, np.array((0.5,)))[0])
    assert told == f"At t = 0.50 p is {fixed(-s)} inside the circle."
    ends = [stroke.points[-1] for stroke in strokes(chart, Ink.OVERLAP, Line.CURVE)]
    assert ends[-1] == pytest.approx((0.5, s)), "the gap as far as the clock has run"
    apart = replace(moment, time=0.0)
    assert (
        plain(LESSON.situation(apart))
        == f"At t = 0.00 the circle and p are {fixed(float(gaps(of, [0.0])[0]))} apart."
    )


def test_playing_stops_at_the_impact_once_it_is_not_asked_for() -> None:
    steps = moments(LESSON, "Two roots")
    first = float(true_roots(steps[0].scene)[0])
    assert [LESSON.clock(m).impact for m in steps] == [None, None, None, *[pytest.approx(first)] * 3]
    assert LESSON.clock(steps[-1]).ticks == pytest.approx((0.0, 0.0, 0.0, 0.0, first, first))
    assert LESSON.clock(last("Passing by")).impact is None
    touched = plain(LESSON.situation(replace(steps[-1], time=first)))
    assert touched == f"At t = {fixed(first)} the circle and p just touch."


def test_the_normal_at_the_impact_points_from_the_centre_to_p() -> None:
    moment = last("Two roots")
    of = moment.scene
    centre = of.c + true_roots(of)[0] * of.v
    way = (of.p - centre) / np.hypot(*(of.p - centre))
    assert f"({fixed(way[0])}, {fixed(way[1])})" in plain(LESSON.page(moment).sentence)
    arrows = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow) and m.line is Line.MEASURE]
    path, arrow = arrows
    assert path.start == pytest.approx(tuple(of.c))
    assert arrow.start == pytest.approx(tuple(of.p))
    drawn_way = np.subtract(arrow.end, arrow.start)
    assert drawn_way / np.hypot(*drawn_way) == pytest.approx(way)


def test_the_circle_around_p_is_seen_over_the_moving_one() -> None:
    """At the impact it goes through the centre: that is the picture of this lesson."""
    for time in (0.0, 0.28, 0.5):
        world = drawn(LESSON, "world", replace(last("Two roots"), time=time))
        areas = [m.ink for m in world.marks if isinstance(m, Area) and m.ink in (Ink.A, Ink.OVERLAP)]
        assert areas == [Ink.A, Ink.OVERLAP]


def radius_of_ring(moment: Moment[Any]) -> np.ndarray:
    (way,) = strokes(drawn(LESSON, "world", moment), Ink.B, Line.THIN)
    return np.array(way.points[1]) - moment.scene.p


@pytest.mark.parametrize("name", NAMES)
def test_its_radius_is_beside_the_normal_and_the_path(name: str) -> None:
    for moment in moments(LESSON, name)[1:]:
        of, world = moment.scene, drawn(LESSON, "world", moment)
        if getattr(moment.step, "outcome", None) is Outcome.HIT:  # there R goes from the centre to p
            assert not strokes(world, Ink.B, Line.THIN)
            assert [m.ink for m in world.marks if isinstance(m, Symbol) and m.latex == "R"] == [Ink.A]
            continue
        rim = radius_of_ring(moment)
        assert np.hypot(*rim) == pytest.approx(of.r_a)
        ways = [of.p - of.c] + [
            np.subtract(m.end, m.start) for m in world.marks if isinstance(m, Arrow) and m.line is Line.MEASURE
        ]
        for way in ways:
            assert rim @ way / np.hypot(*rim) / np.hypot(*way) < 0.9, "not along it"
    v, rim = moments(LESSON, name)[0].scene, radius_of_ring(moments(LESSON, name)[1])
    left = np.array((-(v.end - v.c)[1], (v.end - v.c)[0]))
    assert (left @ (v.p - v.c)) * (left @ rim) >= 0.0, "on the other side of p than the path"


def test_at_the_impact_the_centre_is_r_from_p() -> None:
    world = drawn(LESSON, "world", last("Two roots"))
    at = [m.at for m in world.marks if isinstance(m, Symbol) and m.latex == "R" and m.ink is Ink.A]
    of = last("Two roots").scene
    centre = of.c + true_roots(of)[0] * of.v
    assert at == [pytest.approx((centre + of.p) / 2.0)]
    overlap = drawn(LESSON, "world", last("Overlap at the start"))
    assert not [m for m in overlap.marks if isinstance(m, Symbol) and m.latex == "R" and m.ink is Ink.A], (
        "not R there"
    )


def test_v_must_end_beyond_the_line_on_which_beta_is_0() -> None:
    for name, sign in (("Two roots", "<"), ("Grazing", "<"), ("Moving away", ">")):
        shown = [at_stage(name, "Closing")] + ([last(name)] if name == "Moving away" else [])
        for moment in shown:
            of, world = moment.scene, drawn(LESSON, "world", moment)
            (border,) = [np.array(m.points) for m in strokes(world, Ink.TEXT, Line.DASHED)]
            assert border.mean(axis=0) == pytest.approx(of.c)
            assert (border[1] - border[0]) @ (of.p - of.c) == pytest.approx(0.0, abs=1e-9)
            inks = {m.latex: m.ink for m in world.marks if isinstance(m, Symbol) and m.latex.startswith(r"\beta")}
            other = ">" if sign == "<" else "<"
            assert inks == {rf"\beta{sign}0": Ink.EXAMINED, rf"\beta{other}0": Ink.QUIET}
    short = drawn(LESSON, "world", at_stage("Path too short", "Closing"))
    assert not strokes(short, Ink.TEXT, Line.DASHED), "there the length of v is asked"


def test_both_roots_stay_on_the_path_at_the_impact() -> None:
    """The part of it inside is red, and a dotted circle leaves p at its end."""
    moment = last("Two roots")
    world, of = drawn(LESSON, "world", moment), moment.scene
    places = [of.c + t * of.v for t in true_roots(of)]
    (inside,) = strokes(world, Ink.OVERLAP, Line.FEATURE)
    assert np.array(inside.points) == pytest.approx(np.array(places))
    (left,) = strokes(world, Ink.A, Line.DOTTED)
    assert np.hypot(*(np.array(left.points) - places[1]).T) == pytest.approx(of.r_a)
    assert symbols(world)["t_2"] == pytest.approx(tuple(places[1]))


@pytest.mark.parametrize("name", NAMES)
def test_the_radius_is_at_p_or_at_c_and_not_at_both(name: str) -> None:
    """Two full discs would overlap while the words say that they are apart."""
    for moment in moments(LESSON, name):
        world, asked = drawn(LESSON, "world", moment), replace(moment, is_open=True)
        full = [m for m in world.marks if isinstance(m, Area) and m.ink is Ink.A]
        is_solid = LESSON.story.stage(moment) == "Impact" or moment.time > 0.0
        assert len(full) == is_solid
        assert len(strokes(world, Ink.A, Line.START if moment.index else Line.OUTLINE)) == 1 or is_solid
        if moment.index == 0:
            before = drawn(LESSON, "world", asked)
            assert [m for m in before.marks if isinstance(m, Area) and m.ink is Ink.A]


def test_closing_is_not_said_of_a_gap_that_stays() -> None:
    for name in NAMES:
        for moment in moments(LESSON, name):
            page = LESSON.page(moment)
            assert "gap closes" not in plain(page.idea) + plain(page.sentence)
    told = plain(LESSON.page(at_stage("Passing by", "Closing")).sentence)
    assert "gets smaller at first" in told
    assert "root" not in plain(LESSON.page(at_stage("Two roots", "Gap")).idea), "there is none yet"


def test_the_slope_does_not_look_like_a_root() -> None:
    for name in ("Two roots", "Grazing", "Passing by"):
        (slope,) = strokes(drawn(LESSON, "time", at_stage(name, "Closing")), Ink.EXAMINED, Line.FEATURE)
        (_, s0), (_, s1) = slope.points
        assert s1 > 0.3 * s0


def test_the_arc_of_all_ends_does_not_reach_the_circle() -> None:
    for moment in (at_stage("Path too short", "Closing"), last("Path too short")):
        of, world = moment.scene, drawn(LESSON, "world", moment)
        (arc,) = strokes(world, Ink.EXAMINED, Line.DOTTED)
        points = np.array(arc.points)
        assert np.hypot(*(points - of.c).T) == pytest.approx(np.hypot(*of.v))
        assert np.hypot(*(points - of.p).T).min() > of.r_a
        assert np.hypot(*(points - of.end).T).min() < 0.02, "v ends on it"
        assert {"s", r"\Vert\boldsymbol{v}\Vert"} <= set(symbols(world))


def test_without_an_impact_the_idea_is_of_the_question_that_ended_the_search() -> None:
    """Not a list of all of them; p stands still, so no idea may say that it moves."""
    names = ("Passing by", "Path too short", "Moving away")
    ideas = [plain(LESSON.page(last(name)).idea) for name in names]
    for idea, word in zip(ideas, ("m is more than R", "dotted arc", "perpendicular to c−p"), strict=True):
        assert word in idea
        assert "?" not in idea
    late = scene(0.7, (-2.0, -0.5), (0.28, -0.1), (0.9, 0.3))
    page = LESSON.page(Moment(late, LESSON.run(late), len(LESSON.run(late)) - 1))
    assert page.formula == "t_1>1"
    assert "only after t = 1" in page.idea
    still = scene(0.7, (-2.0, -0.5), (-2.0, -0.5), (0.9, 0.3))
    assert "does not move" in LESSON.page(Moment(still, LESSON.run(still), len(LESSON.run(still)) - 1)).idea
    for name in NAMES:
        for moment in moments(LESSON, name):
            assert "p moves" not in plain(LESSON.page(moment).idea)


def test_a_faulty_time_lies_on_the_curve_of_the_gap_where_the_quadratic_is_not_told_yet() -> None:
    for name, rule in (("Overlap at the start", LOWEST), ("Path too short", NO_END)):
        for moment in moments(LESSON, name, rule):
            assert LESSON.axes(moment).y_label == "gap $s$"
            chart = drawn(LESSON, "time", moment)
            runs = [np.array(m.points) for ink in (Ink.GAP, Ink.OVERLAP) for m in strokes(chart, ink, Line.CURVE)]
            times, values = np.concatenate(runs).T
            assert values == pytest.approx(gaps(moment.scene, times), abs=5e-3)
            assert times.max() == pytest.approx(1.0), "after the end there is no motion"
            low, high = LESSON.axes(moment).x
            assert low <= moment.faulty.fraction <= high


def test_the_chart_keeps_its_scale_when_the_roots_are_marked() -> None:
    assert len({LESSON.axes(at_stage("Two roots", stage)).y for stage in ("Quadratic", "Two roots", "Impact")}) == 1


def test_nothing_gives_the_first_contact_away_while_it_is_asked() -> None:
    moment = replace(moments(LESSON, "Two roots")[0], is_open=True, time=0.6)
    world, chart = drawn(LESSON, "world", moment), drawn(LESSON, "time", moment)
    assert not [m for m in world.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP], "no circle around p"
    assert not [m for m in world.marks if isinstance(m, Light)], "and nothing moves"
    assert not strokes(chart, Ink.OVERLAP, Line.CURVE)
    assert LESSON.clock(moment).impact is None


def test_where_it_first_touches() -> None:
    moment = moments(LESSON, "Two roots")[0]
    asked, of = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    first, second = (tuple(of.c + t * of.v) for t in true_roots(of))
    assert asked.right[0] == pytest.approx(first)
    assert not asked.judge(asked.start).right
    assert "last contact" in asked.judge((second,)).head
    assert asked.judge((tuple(of.c + 0.05 * of.v),)).head == "No contact here"
    late = asked.judge((tuple(of.c + 0.5 * of.v),))
    assert late.head == "Too late"
    far = fixed(float(np.hypot(*(of.c + 0.5 * of.v - of.p))))
    assert f"{far} from p, less than R = {fixed(of.r_a)}" in plain(late.because)
    near = np.array(first) + 0.03 * of.v / np.hypot(*of.v)
    assert asked.judge((tuple(near),)).right
    assert not asked.judge((tuple(near + 0.04 * of.v / np.hypot(*of.v)),)).right
    for points, ink in (((first,), Ink.ANSWER), ((tuple(of.c),), Ink.FAULTY)):
        canvas = drawn(LESSON, "time", moment)
        before = len(canvas.marks)
        draw = asked.judge(points).draw
        assert draw is not None
        draw(canvas, "time")
        assert len(canvas.marks) == before
        draw(canvas, "world")
        ring = next(m for m in canvas.marks[before:] if getattr(m, "closed", False))
        assert ring.ink is ink
        assert np.hypot(*(np.array(ring.points) - points[0]).T) == pytest.approx(of.r_a)


def test_where_the_curve_is_lowest() -> None:
    """Where c is nearest to p; neither the curve nor m is drawn while it is asked."""
    moment = at_stage("Two roots", "Quadratic")
    asked, of = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    times = np.linspace(0.0, 1.0, 20001)
    lowest = float(times[np.argmin(gaps(of, times))])
    assert asked.right[0] == pytest.approx(tuple(of.c + lowest * of.v), abs=1e-3)
    verdict = asked.judge(asked.right)
    assert verdict.right
    m = float(gaps(of, np.array((lowest,)))[0]) + of.r_a
    assert f"$m$ = {fixed(m)}" in verdict.because
    assert sum(true_roots(of)) / 2.0 == pytest.approx(lowest, abs=1e-4), "midway"
    assert verdict.draw is not None
    canvas = drawn(LESSON, "time", moment)
    before = len(canvas.marks)
    verdict.draw(canvas, "time")
    assert len(canvas.marks) == before
    verdict.draw(canvas, "world")
    assert len(canvas.marks) == before + 1
    for t, where in (
        (0.35, "Farther on along"),
        (0.1, "Farther on along"),
        (0.6, "Farther back on"),
        (0.9, "Farther back on"),
    ):
        place = of.c + t * of.v
        wrong = asked.judge((tuple(place),))
        assert not wrong.right
        assert f"Here the centre is {fixed(float(np.hypot(*(place - of.p))))} from p. {where} the path" in plain(
            wrong.because
        )
        assert wrong.remarks[0].to == pytest.approx(tuple(of.p))
        assert fixed(m) not in wrong.because
    for t in true_roots(of):
        assert "so the curve is 0" in asked.judge((tuple(of.c + t * of.v),)).because
    assert not asked.judge(asked.start).right
    asking = replace(moment, is_open=True, time=0.6)
    world, chart = drawn(LESSON, "world", asking), drawn(LESSON, "time", asking)
    assert not [m for m in world.marks if isinstance(m, Light)], "nothing moves while it is asked"
    assert not any(text.startswith("m =") for text in labels(world)), "m ends at the answer"
    assert not [m for ink in Ink for m in strokes(chart, ink, Line.CURVE)]
    assert "m^2-R^2" not in symbols(chart)
    assert LESSON.page(at_stage("Grazing", "Quadratic")).prediction is None


def test_v_has_its_true_length_at_every_step() -> None:
    """Also where both roots are on it."""
    for name in NAMES:
        for moment in moments(LESSON, name):
            of, world = moment.scene, drawn(LESSON, "world", moment)
            arrows = [m for m in world.marks if isinstance(m, Arrow) and np.allclose(m.start, of.c)]
            assert any(np.allclose(m.end, of.end) for m in arrows if m.ink is Ink.EXAMINED)
            assert all(np.allclose(m.end, of.end) for m in arrows if m.ink is Ink.EXAMINED)


@pytest.mark.parametrize(
    ("name", "rule"),
    [("Overlap at the start", LOWEST), ("Overlap, moving apart", CLOSING_FIRST), ("Path too short", NO_END)],
)
def test_a_faulty_rule_tells_its_own_reason_and_numbers(name: str, rule: str) -> None:
    moment = last(name, rule)
    of, page, right = moment.scene, LESSON.page(moment), LESSON.page(last(name))
    assert page.formula.startswith(r"\faulty{")
    assert page.idea.startswith("This rule")
    told, (first, second) = plain(page.sentence), true_roots(of)
    assert told != plain(right.sentence)
    assert page.sentence.startswith(tint("|", Ink.FAULTY).split("|")[0]), "all of it pink"
    beta = float((of.end - of.c) @ (of.c - of.p))
    s = float(gaps(of, np.zeros(1))[0])
    if rule == LOWEST:
        assert first < 0.0 < second
        assert told == f"t_1 = {fixed(first)} < 0, so t = t_2 = {fixed(second)}: there p leaves the circle."
        assert [row.cells[2] for row in page.rows] == [fixed(first), fixed(second)]
    elif rule == CLOSING_FIRST:
        assert told == f"β = {fixed(beta)} is not negative: no impact. But s = {fixed(s)}: p is inside."
        assert [row.cells[2] for row in page.rows] == [fixed(beta)]
        assert strokes(drawn(LESSON, "world", moment), Ink.TEXT, Line.DASHED), "where β is 0"
    else:
        least = float(gaps(of, np.linspace(0.0, 1.0, 4001)).min())
        assert told == f"t_1 = {fixed(first)} > 1. The least gap in the whole motion is {fixed(least)}."
        (beyond,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DASHED)
        assert np.array(beyond.points) == pytest.approx(np.array((of.end, of.c + first * of.v)))
    agrees = last("Two roots", rule)
    assert LESSON.page(agrees).idea == LESSON.page(last("Two roots")).idea, "where it is right it tells no fault"
    if rule != NO_END:
        gap = next(m for m in moments(LESSON, name, rule) if LESSON.story.stage(m) == "Gap")
        assert "This rule does not ask this" in plain(LESSON.page(gap).sentence)


@pytest.mark.parametrize(("name", "right"), [("Grazing", "one"), ("Passing by", "none")])
def test_how_many_roots(name: str, right: str) -> None:
    moment = at_stage(name, "Closing")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {right}
    for given in asked.options:
        verdict = asked.judge(given)
        assert verdict.right is (given == right)
        (remark,) = verdict.remarks
        assert remark.to == pytest.approx(tuple(moment.scene.p))
        assert remark.right is (given == right)
        m = np.hypot(*np.subtract(remark.at, remark.to))
        assert m == pytest.approx(moment.scene.against.passing)
        assert remark.words == f"m = {fixed(m)}"
    beyond = how_many_roots(scene(0.7, (-2.0, -0.5), (0.0, -0.1), (0.9, 0.3)).against)
    assert beyond is not None
    assert beyond.right == {"two"}, "after t = 1 too"
    assert how_many_roots(moments(LESSON, "Two roots")[0].scene.against) is None
    assert where_first(scene(0.8, (-1.5, -0.35), (0.3, 0.1), (0.1, 0.35)).against) is None, "it ends inside"


def test_each_faulty_rule_fails_where_it_is_shown_and_says_how() -> None:
    exit_ = float(true_roots(last("Overlap at the start").scene)[1])
    late = float(true_roots(last("Path too short").scene)[0])
    assert late > 1.0
    told = {
        LOWEST: ("Overlap at the start", exit_),
        CLOSING_FIRST: ("Overlap, moving apart", None),
        NO_END: ("Path too short", late),
    }
    for rule, (name, t) in told.items():
        moment = last(name, rule)
        assert moment.faulty.fraction == (None if t is None else pytest.approx(t))
        assert LESSON.presets[name].compare == rule
        says = plain(LESSON.situation(moment))
        assert LESSON.situation(moment) == tint(says, Ink.FAULTY)
        assert says.endswith(DOES[rule])
        assert ("no impact, but the impact is at t = 0.00" if t is None else f"t = {fixed(t)}, but") in says
        (ghost,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
        centre = moment.scene.c + (1.0 if t is None else t) * moment.scene.v
        assert np.hypot(*(np.array(ghost.points) - centre).T) == pytest.approx(moment.scene.r_a)
        words = set(labels(drawn(LESSON, "world", moment), Ink.FAULTY))
        assert (
            words
            == {
                LOWEST: {f"t = {fixed(exit_)}, error {fixed(exit_)}"},
                CLOSING_FIRST: {"no impact reported"},
                NO_END: {f"t = {fixed(late)}"},
            }[rule]
        )
        dots = [m for m in drawn(LESSON, "time", moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
        assert [m.at for m in dots] == ([] if t is None else [pytest.approx((t, 0.0))])
        right = last("Two roots", rule)
        assert right.faulty.fraction == pytest.approx(true_roots(right.scene)[0])
        assert not strokes(drawn(LESSON, "world", right), Ink.FAULTY)
        assert plain(LESSON.situation(right)).startswith("At t = ")


def test_a_faulty_rule_that_finds_no_root_says_so() -> None:
    """Of an overlap whose exit comes after the end, or that does not move."""
    for end, words in (((0.1, 0.0), "< 0 and t_2 = "), ((0.0, 0.0), "Nothing moves, so the quadratic has no root.")):
        of = scene(1.0, (0.0, 0.0), end, (0.3, 0.0))
        for rule in (LOWEST, CLOSING_FIRST):
            found = next(each for each in LESSON.compare if each.name == rule).run(of)
            if found.fraction is not None:
                continue
            moment = Moment(of, LESSON.run(of), len(LESSON.run(of)) - 1, compare=rule, faulty=found)
            told = plain(LESSON.page(moment).sentence)
            assert words in told if rule == LOWEST else "is not negative: no impact" in told
            assert "leaves" not in told
    at_p = scene(1.0, (0.0, 0.0), (2.0, 0.0), (0.0, 0.0))
    found = next(each for each in LESSON.compare if each.name == CLOSING_FIRST).run(at_p)
    moment = Moment(at_p, LESSON.run(at_p), len(LESSON.run(at_p)) - 1, compare=CLOSING_FIRST, faulty=found)
    assert found.fraction is None
    assert not strokes(drawn(LESSON, "world", moment), Ink.TEXT, Line.DASHED), "no line where c is at p"


def aim(of: Any) -> Challenge:
    return LESSON.challenge(Moment(of, LESSON.run(of), 0))


def test_no_preset_reaches_the_goal_of_any_scene() -> None:
    scenes = [preset.scene for preset in LESSON.presets.values()]
    goals = {of.goal for of in scenes}
    assert len({aim(of).text for of in scenes}) == len(goals) == 4
    for of in scenes:
        assert not any(aim(replace(of, goal=goal)).reached for goal in goals)
        for rule in (LOWEST, CLOSING_FIRST, NO_END):
            assert not LESSON.challenge(Moment(of, LESSON.run(of), 0, compare=rule)).reached


def test_p_is_to_be_inside_for_a_given_part_of_the_motion() -> None:
    def motion(radius: float, start: float, end: float, aside: float = 0.0) -> Any:
        return scene(radius, (start, aside), (end, aside), (0.0, 0.0))

    half = 0.8 / 0.6 * 0.5  # of the path: the chord is 2R, and 0.60 of it
    assert aim(motion(0.8, -2.0 * half, 2.0 * half)).reached
    assert not aim(motion(0.8, -2.0 * half, 2.0 * half, 0.4)).reached, "the chord is shorter off the middle"
    assert not aim(motion(0.8, -1.5 * half, 2.5 * half)).reached, "too early"
    of = LESSON.presets["Two roots"].scene
    for radius in np.linspace(0.2, 2.0, 181):
        assert not aim(of.with_field("r_a", float(radius))).reached, "not by the slider alone"
    assert plain(aim(of.with_field("r_a", 1.06)).now) == "R = 1.06"
    assert "Keep" not in aim(LESSON.presets["Path too short"].scene).text, "its radius is another"
    assert aim(of).text.startswith(f"With $R$ = {fixed(of.r_a)}, find")
    assert "divided by 0.60." in aim(of).hint, "of the time from 0.20 to 0.80"
    first, second = true_roots(of)
    assert aim(of).now == f"t₁ = {fixed(first)}, t₂ = {fixed(second)}"


def test_goals_of_grazing_passing_and_moving_away() -> None:
    grazing = LESSON.presets["Grazing"].scene
    early = replace(grazing, end=np.array((2.0, -0.6)), p=np.array((-1.0, 0.2)))
    times = np.linspace(0.0, 1.0, 4001)
    assert abs(gaps(early, times).min()) < 1e-6
    assert times[gaps(early, times).argmin()] == pytest.approx(0.25)
    assert aim(early).reached
    assert not aim(replace(early, p=np.array((-1.0, 0.3)))).reached
    assert aim(grazing).now == "−β/α = 0.67, m − R = 0.00"
    by = LESSON.presets["Passing by"].scene
    other = replace(by, p=np.array((0.6, -0.96)))
    assert 0.0 < gaps(other, times).min() < 0.1
    assert aim(other).reached
    assert aim(by).now == f"least gap {fixed(float(gaps(by, times).min()))}, p on the left"
    for radius in np.linspace(0.2, 2.0, 181):
        assert not aim(by.with_field("r_a", float(radius))).reached, "not by the slider alone"
    away = LESSON.presets["Moving away"].scene
    to_p = away.p - away.c
    across = np.array((-to_p[1], to_p[0]))
    assert aim(replace(away, end=away.c + across)).reached
    assert not aim(replace(away, end=away.c + 0.1 * across)).reached, "hardly a motion"
    assert not aim(away).reached


def test_what_passes_stands_where_the_gap_is_least() -> None:
    moment = last("Passing by")
    of, times = moment.scene, np.linspace(0.0, 1.0, 20001)
    t = LESSON.clock(moment).ticks[-1]
    assert t == pytest.approx(times[gaps(of, times).argmin()], abs=1e-4)
    s = float(gaps(of, times).min())
    world = drawn(LESSON, "world", replace(moment, time=t))
    gap = max(strokes(world, Ink.GAP, Line.MEASURE), key=lambda each: math.dist(*each.points))
    assert math.dist(*gap.points) == pytest.approx(s, abs=1e-6)
    assert fixed(s) in labels(world)
    assert (
        plain(LESSON.situation(replace(moment, time=t)))
        == f"At t = {fixed(t)} the circle and p are {fixed(s)} apart."
    )
    assert not strokes(drawn(LESSON, "world", replace(moment, time=0.2)), Ink.GAP, Line.MEASURE)


def test_while_time_passes_r_and_the_normal_have_their_circle() -> None:
    moment = last("Two roots")
    of = moment.scene
    places = [of.c + t * of.v for t in true_roots(of)]
    rings = strokes(drawn(LESSON, "world", replace(moment, time=0.8)), Ink.A, Line.DOTTED)
    middles = sorted(tuple(np.array(ring.points).mean(axis=0)) for ring in rings)
    assert np.array(middles) == pytest.approx(np.array(places), abs=1e-6)


def test_both_sides_of_0_have_their_meaning_until_there_is_a_curve() -> None:
    for stage, is_shown in (("Radius", True), ("Gap", True), ("Closing", True), ("Quadratic", False)):
        chart = drawn(LESSON, "time", at_stage("Two roots", stage))
        assert ({"apart", "p is inside"} <= set(labels(chart))) is is_shown
    for area, sign in zip(
        [m for m in drawn(LESSON, "time", at_stage("Two roots", "Gap")).marks if isinstance(m, Area)],
        (1.0, -1.0),
        strict=False,
    ):
        assert sign * sum(y for _, y in area.points) > 0.0
        assert area.ink is (Ink.GAP if sign > 0.0 else Ink.OVERLAP)


def test_the_arc_that_c_can_reach_stays_beside_the_rule_without_an_end() -> None:
    moment = last("Path too short", NO_END)
    (arc,) = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED, Line.DOTTED)
    of = moment.scene
    assert np.hypot(*(np.array(arc.points) - of.c).T) == pytest.approx(float(np.hypot(*(of.end - of.c))))


def test_the_radius_belongs_to_the_circle_and_to_its_slider() -> None:
    of = scene(0.8, (0.0, 0.0), (1.0, 0.0), (2.0, 0.0)).with_field("r_a", 0.5)
    assert of.a.shape.radius == 0.5
    moved = of.with_field("a", of.a.moved((1.0, 1.0)))
    assert (moved.r_a, tuple(moved.c)) == (0.5, (1.0, 1.0))
    assert [
        m.point for m in drawn(LESSON, "world", last("Two roots")).marks if isinstance(m, Dot) and m.ink is Ink.B
    ] == [Point.FILLED]


def test_without_an_impact_the_question_that_ended_the_search_is_told() -> None:
    for name, words, formula in (
        ("Passing by", "Discriminant {d} < 0: m = {m} > R = {r}.", r"\beta^2-\alpha\gamma<0"),
        ("Path too short", "‖v‖ = {v} is less than s = {s}.", r"\Vert"),
        ("Moving away", "β = {b} is not negative: the gap does not close.", r"\beta\ge 0"),
    ):
        moment = last(name)
        of, page = moment.scene, LESSON.page(moment)
        d, v = of.a.pose.position - of.p, of.end - of.a.pose.position
        m = abs(d[0] * v[1] - d[1] * v[0]) / np.hypot(*v)
        numbers = {"d": (v @ d) ** 2 - (v @ v) * (d @ d - of.r_a**2), "m": m, "r": of.r_a, "v": np.hypot(*v),
                   "s": np.hypot(*d) - of.r_a, "b": v @ d}  # fmt: skip
        told = words.format(**{key: fixed(float(number)) for key, number in numbers.items()})
        assert plain(page.sentence).startswith(told)
        assert formula in page.formula


@pytest.mark.parametrize("name", ["Two roots", "Grazing"])
def test_the_letter_of_p_stands_beside_the_radii_and_the_normal(name: str) -> None:
    """Not beyond p on the line of a radius: its leader would make the radius longer than R."""
    canvas = drawn(LESSON, "world", last(name))
    (p,) = [m for m in canvas.marks if isinstance(m, Symbol) and m.latex == r"\boldsymbol{p}"]
    at = last(name).scene.against
    toward = np.array(p.toward) / math.hypot(*p.toward)
    ends = [end for m in canvas.marks if isinstance(m, Stroke) and len(m.points) == 2 for end in m.points]
    rims = [np.subtract(end, at.p) for end in ends if abs(math.dist(end, at.p) - at.radius) < 1e-6]
    assert rims
    for rim in rims:
        assert abs(float(toward @ rim)) / at.radius < 0.9, "no radius and its extension"


@pytest.mark.parametrize(
    ("rule", "name", "end", "p"),
    [
        (LOWEST, "Overlap at the start", (-0.9, 0.0), None),
        (CLOSING_FIRST, "Overlap, moving apart", (0.1, 0.1), None),
        (NO_END, "Path too short", (0.446, -0.354), None),
    ],
)
def test_each_rule_has_a_goal_of_its_own(rule: str, name: str, end: Point | None, p: Point | None) -> None:
    """Not met where the scene opens; met by a motion of which the roots say so."""
    of = last(name, rule).scene
    goal = LESSON.challenge(last(name, rule))
    assert not goal.reached
    assert goal.text != LESSON.challenge(last("Two roots")).text
    made = replace(of, end=np.array(end) if end else of.end, p=np.array(p) if p else of.p)
    trace = LESSON.run(made)
    met = LESSON.challenge(Moment(made, trace, len(trace) - 1, compare=rule))
    first, second = true_roots(made)
    s, v = float(gaps(made, np.zeros(1))[0]), float(np.hypot(*(made.end - made.c)))
    truth = {
        LOWEST: first < 0.0 and second > 1.0,
        CLOSING_FIRST: first < 0.0 and second > 1.0 and (made.end - made.c) @ (made.c - made.p) >= 0.0,
        NO_END: first > 1.0 and v >= s > 0.0,
    }[rule]
    assert truth
    assert met.reached
    told = f"t₁ = {fixed(first)}" if rule == NO_END else f"t₁ = {fixed(first)}, t₂ = {fixed(second)}"
    if rule == CLOSING_FIRST:
        told = f"t₂ = {fixed(second)}"
    assert told in met.now
    if rule == NO_END:
        assert met.now.startswith(f"‖v‖ − s = {fixed(v - s)}")
    far = replace(of, p=of.c + np.array((0.0, 5.0)))
    none = LESSON.challenge(Moment(far, LESSON.run(far), 0, compare=rule))
    assert not none.reached
    assert "no root" in none.now


@pytest.mark.parametrize("rule", ["", NO_END])
def test_a_motion_that_ends_too_early_leaves_a_gap_that_is_drawn(rule: str) -> None:
    """The number of the sentence stands between the end of v and the dashed circle."""
    moment = last("Path too short", rule)
    of, world = moment.scene, drawn(LESSON, "world", moment)
    least = fixed(float(gaps(of, np.linspace(0.0, 1.0, 4001)).min()))
    assert least in labels(world)
    assert least in plain(LESSON.page(moment).sentence)
    ways = [s.points for s in strokes(world, Ink.GAP, Line.MEASURE) if np.allclose(s.points[0], of.end)]
    assert any(math.dist(rim, of.p) == pytest.approx(of.r_a) for _, rim in ways)
    (number,) = [m for m in world.marks if isinstance(m, Label) and plain(m.text) == least]
    assert np.dot(number.toward, of.end - of.c) < 0.0, "not where v would go on"
    assert least not in labels(drawn(LESSON, "world", at_stage("Path too short", "Closing")))


def test_the_time_of_a_root_is_written_once_on_the_chart() -> None:
    """At the root, and not at the play head too; −β/α beside the play head's foot."""
    moment = last("Two roots")
    first, second = true_roots(moment.scene)
    at_root = drawn(LESSON, "time", replace(moment, time=float(first)))
    assert f"t = {fixed(first)}" not in labels(at_root)
    assert f"t_1 = {fixed(first)}" in labels(at_root)
    assert "t = 0.50" in labels(drawn(LESSON, "time", replace(moment, time=0.5)))
    (bar,) = [m for m in at_root.marks if isinstance(m, Label) and m.text == r"$-\beta/\alpha$"]
    assert bar.at[0] == pytest.approx((first + second) / 8.0)


def test_the_chart_says_when_it_no_longer_shows_the_gap() -> None:
    """Beside the name of the axis, on which the play head and the curve never lie."""
    for moment in moments(LESSON, "Two roots"):
        is_squared = "alpha" in LESSON.axes(moment).y_label
        chart = drawn(LESSON, "time", moment)
        assert is_squared is (SAME_SIGN in labels(chart))
        said = [m for m in chart.marks if isinstance(m, Label) and m.text == SAME_SIGN]
        assert all(m.fixed and m.at[1] > LESSON.axes(moment).y[1] for m in said)


def test_a_question_is_not_said_to_come_first_that_comes_after_others() -> None:
    """‖v‖ < s is asked after the gap and β, and s is a root: it only comes before the quadratic."""
    stages = [LESSON.story.stage(m) for m in moments(LESSON, "Path too short")]
    assert stages == ["Radius", "Gap", "Closing", "No impact"]
    idea = plain(LESSON.page(last("Path too short")).idea)
    assert "needs no quadratic" in idea
    assert "root" not in idea
    assert "first" not in idea


def test_once_the_circle_around_p_is_drawn_only_c_moves() -> None:
    """The circle at t = 1 and the radius at c belong to the first picture."""
    for name in NAMES:
        for moment in moments(LESSON, name):
            world, of = drawn(LESSON, "world", moment), moment.scene
            ends = [
                m
                for m in world.marks
                if isinstance(m, Stroke) and len(m.points) > 8 and np.allclose(np.mean(m.points, axis=0), of.end)
            ]
            assert len(ends) == (moment.index == 0)
            at_c = [m for m in world.marks if isinstance(m, Symbol) and m.latex == "R" and m.ink is Ink.A]
            hit = getattr(moment.step, "outcome", None) is Outcome.HIT
            assert len(at_c) == (moment.index == 0 or hit)


def test_where_the_roots_of_a_motion_away_lie() -> None:
    """Asked, and then drawn on the line of the path behind c."""
    moment = at_stage("Moving away", "Closing")
    of = moment.scene
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    (right,) = asked.right
    first, second = true_roots(of)
    assert first < second < 0.0
    assert right == "two, before t = 0"
    for given in asked.options:
        verdict = asked.judge(given)
        assert verdict.right is (given == right)
        if given == right:
            assert [r.words for r in verdict.remarks] == [f"t = {fixed(first)}", f"t = {fixed(second)}"]
            assert [math.dist(r.at, of.p) for r in verdict.remarks] == pytest.approx([of.r_a, of.r_a])
        else:
            assert fixed(first) not in verdict.because
    assert LESSON.page(replace(moment, compare=NO_END)).prediction is None
    world = drawn(LESSON, "world", last("Moving away"))
    for i, t in enumerate((first, second), 1):
        (told,) = [m for m in world.marks if isinstance(m, Label) and plain(m.text) == f"t_{i} = {fixed(t)}"]
        assert told.at == pytest.approx(tuple(of.c + t * of.v))
    assert "Both roots lie before t = 0" in plain(LESSON.page(last("Moving away")).idea)
    wide = scene(0.9, (0.1, 0.0), (2.4, 0.5), (-1.3, 2.4))
    assert wide.against.roots is None
    idea = plain(LESSON.page(Moment(wide, LESSON.run(wide), len(LESSON.run(wide)) - 1)).idea)
    assert "Both roots" not in idea
    assert where_roots(wide.against) is None
    assert where_roots(moments(LESSON, "Two roots")[0].scene.against) is None


def test_one_root_is_written_once_and_a_faulty_one_with_its_letter() -> None:
    (one,) = true_roots(last("Grazing").scene)[:1]
    told = labels(drawn(LESSON, "time", last("Grazing")))
    assert f"t_1=t_2 = {fixed(one)}" in told
    assert f"t_2 = {fixed(one)}" not in told
    for name, rule, letter in (("Overlap at the start", LOWEST, "t_2"), ("Path too short", NO_END, "t_1")):
        moment = last(name, rule)
        chart = drawn(LESSON, "time", moment)
        assert list(labels(chart, Ink.FAULTY)) == [f"{letter} = {fixed(moment.faulty.fraction)}"]


def test_the_least_distance_of_a_miss_stands_clear_of_the_axis_and_of_the_gap() -> None:
    (name,) = [
        m
        for m in drawn(LESSON, "time", at_stage("Passing by", "Quadratic")).marks
        if isinstance(m, Symbol) and m.latex == "m^2-R^2"
    ]
    assert name.toward[1] > 0.0
    moment = last("Passing by")
    world = drawn(LESSON, "world", replace(moment, time=LESSON.clock(moment).ticks[-1]))
    sides = [
        np.array(m.toward)
        for m in world.marks
        if isinstance(m, Label) and (m.text.startswith("$m$") or m.text == fixed(0.5))
    ]
    assert len(sides) == 2
    assert sides[0] @ sides[1] < 0.0


@pytest.mark.parametrize("name", list(LESSON.presets))
def test_the_chart_comes_once_there_is_something_to_be_shown_over_time(name: str) -> None:
    """Before, and while no faulty rule has an answer, the world has the whole figure."""
    preset = LESSON.presets[name]
    trace = LESSON.run(preset.scene)
    for i, step in enumerate(trace.steps):
        shown = list(panes_of(LESSON.layout_at(Moment(preset.scene, trace, i))))
        is_early = isinstance(step, RelativeMotion | StartMeasured)
        assert [pane.name for pane in shown] == (["world"] if is_early else ["world", "time"])


def test_both_contacts_have_names_and_half_of_the_chord_its_length() -> None:
    moment = at_stage("Two roots", "Two roots")
    of, world = moment.scene, drawn(LESSON, "world", moment)
    assert {"impact", "exit"} <= set(labels(world))
    d, v = of.c - of.p, of.v
    m = abs(d[0] * v[1] - d[1] * v[0]) / math.hypot(*v)
    half = math.sqrt(of.r_a**2 - m**2)
    lengths = [math.dist(*s.points) for s in strokes(world, Ink.TEXT, Line.MEASURE)]
    assert any(each == pytest.approx(half) for each in lengths)
    assert any(each == pytest.approx(m) for each in lengths)
    assert "exit" not in labels(drawn(LESSON, "world", at_stage("Grazing", "Two roots")))


def test_the_second_question_of_closing_has_its_arc() -> None:
    moment = at_stage("Two roots", "Closing")
    of = moment.scene
    (arc,) = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED, Line.DOTTED)
    assert np.hypot(*(np.array(arc.points) - of.c).T) == pytest.approx(math.hypot(*of.v))
    assert np.array(arc.points).min(axis=0) == pytest.approx(of.end, abs=1.0)


def test_beta_has_one_ink() -> None:
    for name, rule in (("Two roots", ""), ("Overlap, moving apart", CLOSING_FIRST)):
        page = LESSON.page(last(name, rule) if rule else at_stage(name, "Closing"))
        assert {row.ink for row in page.rows if "beta" in row.cells[0]} == {Ink.EXAMINED}
