"""Two moving circles: the relative motion, the contact and the camera, against the motions in the world."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry.outcome import Outcome
from lessons.motion.swept_circles import SweptCircles, scene
from lessons.motion.swept_circles_asked import NEAR, where_seen
from lessons.motion.swept_circles_figure import BESIDE
from lessons.motion.swept_circles_goals import ADDED
from tests.lessons.figures import drawn, labels, moments, strokes, symbols
from tests.lessons.reckoning import first_touch
from tests.lessons.second_edition import has_a_goal_of_its_own, moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Dot, Stroke, Symbol
from viz.lesson.prediction import Place
from viz.lesson.text import fixed, plain

LESSON = SweptCircles()
NAMES = list(LESSON.presets)
FIRST = "Paths that cross"


def centres(of: Any, t: Any) -> tuple[np.ndarray, np.ndarray]:
    """Of both circles in the world at a time."""
    a, b = of.a.pose.position, of.b.pose.position
    return a + t * (of.end - a), b + t * (of.end_b - b)


def gap(of: Any, t: float) -> float:
    return float(np.hypot(*np.subtract(*centres(of, t)))) - of.r_a - of.r_b


def impact(of: Any) -> float | None:
    return first_touch(lambda t: gap(of, t))


def at_stage(name: str, stage: str, compare: str = "") -> Moment[Any]:
    return next(m for m in moments(LESSON, name, compare) if LESSON.story.stage(m) == stage)


def arrows(canvas: Any, ink: Ink) -> list[np.ndarray]:
    return [np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink]


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_that_of_the_world(name: str) -> None:
    moment = moments(LESSON, name)[-1]
    found, true = moment.trace.result, impact(moment.scene)
    assert (found.outcome is Outcome.SEPARATED) is (true is None)
    told = plain(LESSON.page(moment).sentence)
    if true is None:
        least = min(gap(moment.scene, t) for t in np.linspace(0.0, 1.0, 4001))
        assert f"is {fixed(least)}." in told
    else:
        assert found.fraction == pytest.approx(true)
        assert fixed(true) in told
        a, b = centres(moment.scene, true)
        if found.outcome is Outcome.OVERLAPPED:
            for pane in ("world", "seen"):
                canvas = drawn(LESSON, pane, moment)
                assert not [m for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER], "in no one point"
                assert not {"n", r"\hat{\mathbf n}"} & set(symbols(canvas))
            return
        (dot,) = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
        assert np.hypot(*(dot.at - b)) == pytest.approx(moment.scene.r_b)
        (arrow,) = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        way = np.subtract(arrow.end, arrow.start)
        assert way / np.hypot(*way) == pytest.approx((b - a) / np.hypot(*(b - a))), "n points from A to B"


def test_the_camera_takes_b_s_motion_from_both() -> None:
    moment = at_stage(FIRST, "Lock on B")
    of = moment.scene
    v_a, v_b = (of.end - of.a.pose.position, of.end_b - of.b.pose.position)
    for part in (0.0, 0.25, 1.0):
        canvas = drawn(LESSON, "seen", replace(moment, time=part))
        assert arrows(canvas, Ink.EXAMINED) == [pytest.approx(v_a - part * v_b)]
        wanted = [v for v in (-part * v_b, (1.0 - part) * v_b) if v.any()]
        assert [pytest.approx(w) for w in wanted] == arrows(canvas, Ink.B)
        world = drawn(LESSON, "world", replace(moment, time=part))
        (disc,) = [m for m in world.marks if isinstance(m, Area) and m.ink is Ink.A]
        assert np.array(disc.points).mean(axis=0) == pytest.approx(of.a.pose.position, abs=1e-6), "nothing moves"
    clock = LESSON.clock(moment)
    assert clock is not None
    assert (clock.plays_on_entry, clock.impact) == (True, None)
    assert clock.told is not None
    assert clock.told(0.25) == "25 %"
    told = plain(LESSON.page(moment).sentence)
    assert told.endswith("= ({}, {}).".format(*map(fixed, v_a - v_b)))


def test_the_radii_add_up_on_one_line() -> None:
    moment = at_stage(FIRST, "Sum of radii")
    of, canvas = moment.scene, drawn(LESSON, "seen", moment)
    lengths = {}
    for ink in (Ink.A, Ink.B):
        pieces = [np.hypot(*np.subtract(*m.points)) for m in strokes(canvas, ink, Line.MEASURE)]
        lengths[ink] = [size for size in pieces if size > 0.2]
    assert lengths[Ink.A] == pytest.approx([of.r_a])
    assert lengths[Ink.B] == pytest.approx([of.r_b, of.r_a + of.r_b]), "and R, their sum, beside them"
    assert {"r_A", "r_B", "R"} <= {m.latex for m in canvas.marks if isinstance(m, Symbol)}
    (ring,) = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    assert np.hypot(*(np.array(ring.points) - of.b.pose.position).T) == pytest.approx(of.r_a + of.r_b)
    assert fixed(of.r_a + of.r_b) in plain(LESSON.page(moment).sentence)


def test_the_crossing_of_the_paths_says_little() -> None:
    for name in (FIRST, "Paths cross, no contact"):
        moment = at_stage(name, "Sum of radii")
        s, u = moment.scene.crossing
        assert centres(moment.scene, s)[0] == pytest.approx(centres(moment.scene, u)[1])
        told = plain(LESSON.page(moment).sentence)
        assert f"The paths cross, but A is there at t = {fixed(s)}, B at t = {fixed(u)}." in told
        world = drawn(LESSON, "world", moment)
        assert any(np.allclose(m.at, centres(moment.scene, s)[0]) for m in world.marks if isinstance(m, Dot))
    assert "do not cross" in LESSON.page(at_stage("Same motion", "Sum of radii")).sentence
    assert "do not cross" in LESSON.page(at_stage("Overlap, moving apart", "Sum of radii")).sentence


def test_both_views_and_the_curve_show_one_time() -> None:
    moment = replace(moments(LESSON, FIRST)[-1], time=0.3)
    of = moment.scene
    a, b = centres(of, 0.3)
    world, seen = drawn(LESSON, "world", moment), drawn(LESSON, "seen", moment)
    discs = [np.array(m.points).mean(axis=0) for m in world.marks if isinstance(m, Area) and m.ink in (Ink.A, Ink.B)]
    assert discs == [pytest.approx(a, abs=1e-6), pytest.approx(b, abs=1e-6)]
    relative = of.b.pose.position + a - b
    assert any(np.allclose(m.at, relative) for m in seen.marks if isinstance(m, Dot) and m.ink is Ink.A)
    (still,) = [np.array(m.points).mean(axis=0) for m in seen.marks if isinstance(m, Area) and m.ink is Ink.B]
    assert still == pytest.approx(of.b.pose.position, abs=1e-6)
    assert plain(LESSON.situation(moment)) == f"At t = 0.30 A and B are {fixed(gap(of, 0.3))} apart."
    assert (
        plain(LESSON.situation(replace(moment, time=0.7)))
        == f"At t = 0.70 A and B overlap by {fixed(-gap(of, 0.7))}."
    )
    hit = impact(of)
    assert hit is not None
    assert plain(LESSON.situation(replace(moment, time=hit))) == f"At t = {fixed(hit)} A and B just touch."
    curve = drawn(LESSON, "gap", moment)
    for ink in (Ink.GAP, Ink.OVERLAP):
        for line in (Line.CURVE, Line.DOTTED):
            for stroke in strokes(curve, ink, line):
                assert [y for _, y in stroke.points] == pytest.approx(
                    [gap(of, t) for t, _ in stroke.points], abs=5e-3
                )
    assert not strokes(curve, Ink.OVERLAP, Line.CURVE), "after the impact it is dotted"
    assert f"impact: t_1 = {fixed(hit)}" in labels(curve)
    assert [LESSON.clock(m).impact for m in moments(LESSON, FIRST)] == [None, None, *[pytest.approx(hit)] * 2]  # type: ignore[union-attr]


def test_the_quadratic_is_one_step_with_the_lesson_before_inside() -> None:
    steps = moments(LESSON, FIRST)
    inner = list(nested(LESSON, steps))
    assert [LESSON.page(m).stage for m in inner] == ["Gap", "Closing", "Quadratic", "Two roots"]
    rows = LESSON.page(steps[2]).rows
    assert [plain(row.cells[0]) for row in rows] == ["α", "β", "γ", "discriminant", "t_1, t_2"], "in order"
    of = steps[0].scene
    p = of.a.pose.position - of.b.pose.position
    v = (of.end - of.a.pose.position) - (of.end_b - of.b.pose.position)
    roots = np.sort(np.roots((v @ v, 2.0 * p @ v, p @ p - (of.r_a + of.r_b) ** 2)).real)
    b, a, c, t = (fixed(value) for value in (p @ v, v @ v, p @ p - (of.r_a + of.r_b) ** 2, roots[0]))
    squared = (p @ v) ** 2 - (v @ v) * (p @ p - (of.r_a + of.r_b) ** 2)
    assert [row.cells[2] for row in rows] == [a, b, c, fixed(squared), ", ".join(map(fixed, roots))]
    for moment in steps[2:]:
        table = LESSON.table(moment)
        assert table is not None
        assert [row.cells for _, row in table.rows] == [row.cells for row in rows], "all that is needed is seen"
        assert all(0 <= i < len(table.rows) for i in table.current)
    assert len(LESSON.table(steps[1]).rows) == 2, "R and v before"  # type: ignore[union-attr]
    assert f"{fixed(np.sqrt(squared))}) / {a} = {t}" in plain(LESSON.page(steps[2]).sentence)
    assert "m^2-R^2" in symbols(drawn(LESSON, "gap", inner[2]))
    assert strokes(drawn(LESSON, "seen", inner[0]), Ink.GAP, Line.MEASURE)
    assert LESSON.situation(inner[0]).startswith("At t = 0.00")


def test_where_a_ends_as_seen_from_b() -> None:
    moment = moments(LESSON, FIRST)[0]
    asked, of = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    a, b = of.a.pose.position, of.b.pose.position
    right, added = b + of.end - of.end_b, of.end + of.end_b - b
    assert asked.right[0] == pytest.approx(tuple(right))
    heads = {"": right, "Added": added, "The end in the world": of.end, "Wrong distance from B": a}
    for head, place in heads.items():
        verdict = asked.judge((tuple(place),))
        assert (verdict.head, verdict.right) == (head, head == "")
    assert f"would end {fixed(np.hypot(*(a - b)))} apart" in asked.judge((tuple(a),)).because
    mirrored = asked.judge((tuple(2.0 * b - right),)).because
    assert f"So far apart, {fixed(np.hypot(*(of.end - of.end_b)))}" in mirrored
    told = "({}, {}) − ({}, {}) = ({}, {}).".format(*map(fixed, (*(of.end - a), *(of.end_b - b), *(right - a))))
    assert asked.judge((tuple(right),)).because.endswith(told)
    off = np.array((0.0, NEAR))
    assert asked.judge((tuple(right + 0.9 * off),)).right
    assert not asked.judge((tuple(right + 1.1 * off),)).right
    for place, ink in ((right, Ink.ANSWER), (added, Ink.FAULTY)):
        canvas = drawn(LESSON, "world", moment)
        before, draw = len(canvas.marks), asked.judge((tuple(place),)).draw
        assert draw is not None
        draw(canvas, "world")
        assert len(canvas.marks) == before
        draw(canvas, "seen")
        minus_b = [m.latex for m in canvas.marks[before:] if isinstance(m, Symbol) and m.latex.endswith("v}_B")]
        assert minus_b == [r"-\boldsymbol{v}_B" if ink is Ink.ANSWER else r"\boldsymbol{v}_B"]
        *pieces, total = [m for m in canvas.marks[before:] if isinstance(m, Arrow)]
        assert total.ink is ink
        assert total.end == pytest.approx(tuple(place))
        assert [m.ink for m in pieces] == [Ink.A, Ink.B]
        assert pieces[1].end == pytest.approx(total.end)
        assert pieces[0].end == pytest.approx(pieces[1].start)
    still = scene((0.5, (0.0, 0.0), (2.0, 0.0)), (0.5, (3.0, 0.0), (3.0, 0.1)))
    assert where_seen(moments_of(LESSON, still)[0]) is None, "B hardly moves"


def test_where_they_touch_in_the_world() -> None:
    moment = at_stage(FIRST, "Quadratic")
    asked, of = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    t = impact(of)
    assert t is not None
    a, b = centres(of, t)
    touch = a + of.r_a * (b - a) / np.hypot(*(b - a))
    assert asked.right[0] == pytest.approx(tuple(touch))
    seen = touch - (b - of.b.pose.position)
    assert asked.judge((tuple(seen),)).head == "In the view from B"
    assert fixed(np.hypot(*(b - of.b.pose.position))) in asked.judge((tuple(seen),)).because
    wrong = asked.judge((tuple(a),))
    assert f"{fixed(of.r_a)} inside A and {fixed(np.hypot(*(b - a)) - of.r_b)} outside B" in wrong.because
    assert not wrong.right
    draw = asked.judge((tuple(touch),)).draw
    canvas = drawn(LESSON, "seen", moment)
    before = len(canvas.marks)
    assert draw is not None
    draw(canvas, "world")
    rings = [np.array(m.points).mean(axis=0) for m in canvas.marks[before:] if hasattr(m, "points")]
    assert rings == [pytest.approx(a, abs=1e-6), pytest.approx(b, abs=1e-6)]
    while_open = replace(moment, is_open=True, time=0.5)
    (disc,) = [m for m in drawn(LESSON, "world", while_open).marks if isinstance(m, Area) and m.ink is Ink.A]
    assert np.array(disc.points).mean(axis=0) == pytest.approx(of.a.pose.position, abs=1e-6)
    assert not strokes(drawn(LESSON, "gap", while_open), Ink.GAP, Line.CURVE)


@pytest.mark.parametrize(("name", "time"), [("Side by side", 0.0), ("Opposite velocities", None)])
def test_added_velocities_find_a_hit_that_is_none_and_miss_one(name: str, time: float | None) -> None:
    early = at_stage(name, "Lock on B", ADDED)
    before = moments(LESSON, name, ADDED)[0]
    assert "At t = 0.00" in LESSON.situation(before), "no result is told before there is one"
    for pane in ("world", "gap"):
        for at in (before, early):
            assert not any(m.ink is Ink.FAULTY for m in drawn(LESSON, pane, at).marks)
    moment = at_stage(name, "Quadratic", ADDED)
    of = moment.scene
    total = (of.end - of.a.pose.position) + (of.end_b - of.b.pose.position)
    said = moment.faulty.fraction
    told = plain(LESSON.situation(moment))
    assert "Velocities added: ({}, {}), but A".format(*map(fixed, total)) in plain(LESSON.situation(early))
    assert (
        "For the rule A stands still." if time is None else f"the centres are then R = {fixed(of.r_a + of.r_b)} apart"
    ) in told
    world, seen = drawn(LESSON, "world", moment), drawn(LESSON, "seen", moment)
    if time is None:
        assert said is None
        assert impact(of) is not None
        assert "no impact reported" in labels(world, Ink.FAULTY)
        assert not arrows(seen, Ink.FAULTY)
    else:
        offset = of.a.pose.position + said * total - of.b.pose.position
        assert np.hypot(*offset) == pytest.approx(of.r_a + of.r_b), "it stops where the sum touches"
        assert impact(of) is None
        assert f"t = {fixed(said)}: {fixed(gap(of, said))} apart" in labels(world, Ink.FAULTY)
        assert [pytest.approx(total)] == arrows(seen, Ink.FAULTY)
        ghosts = [np.array(m.points).mean(axis=0) for m in strokes(world, Ink.FAULTY, Line.DOTTED)]
        assert ghosts == [pytest.approx(c, abs=1e-6) for c in centres(of, said)]
        chart = drawn(LESSON, "gap", moment)
        (place,) = [m.at for m in seen.marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
        from_b = np.hypot(*np.subtract(place, of.b.pose.position))
        assert from_b == pytest.approx(of.r_a + of.r_b, abs=1e-9), "on the circle of radius R"
        last = drawn(LESSON, "seen", moments(LESSON, name, ADDED)[-1])
        for view in (seen, last):
            (path,) = [m for m in view.marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY][:1]
            assert path.start == pytest.approx(of.a.pose.position), "its own path, not one beside it"
            own = [m for m in view.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED][-1]
            assert own.start == pytest.approx(path.start), "v lies on it"
            assert view.marks.index(own) > view.marks.index(path)
        assert any(np.allclose(m.at, (said, 0.0)) for m in chart.marks if isinstance(m, Dot) and m.ink is Ink.FAULTY)
        (believed,) = strokes(chart, Ink.FAULTY, Line.DOTTED)
        for t, s in believed.points:
            assert s == pytest.approx(np.hypot(*(-of.against.offset - t * total)) - of.r_a - of.r_b), "its own gap"


def test_two_that_move_alike_stand_still_for_each_other() -> None:
    moment = at_stage("Same motion", "Lock on B")
    assert plain(LESSON.page(moment).sentence).endswith("= (0.00, 0.00).")
    assert "does not close" in LESSON.page(at_stage("Same motion", "Quadratic")).sentence


def test_the_sum_that_passes_tells_how_far() -> None:
    moment = at_stage(FIRST, "Quadratic", ADDED)
    of = moment.scene
    total = (of.end - of.a.pose.position) + (of.end_b - of.b.pose.position)
    offset = of.a.pose.position - of.b.pose.position
    near = min(np.hypot(*(offset + t * total)) for t in np.linspace(0.0, 1.0, 4001))
    assert f"pass at {fixed(near)}, more than R = {fixed(of.r_a + of.r_b)}" in plain(LESSON.situation(moment))
    assert fixed(near) in labels(drawn(LESSON, "seen", moment), Ink.FAULTY)
    (way,) = [
        m
        for m in strokes(drawn(LESSON, "seen", moment), Ink.FAULTY, Line.MEASURE)
        if np.hypot(*np.subtract(*m.points)) > 0.5
    ]
    assert np.hypot(*np.subtract(*way.points)) == pytest.approx(near, abs=1e-4)


def test_arrows_on_one_line_stand_beside_each_other() -> None:
    """v, v_A above it and −v_B above that; where they make a triangle they meet at its corners."""
    for name in ("Side by side", "Opposite velocities"):
        moment = replace(at_stage(name, "Lock on B"), time=1.0)
        canvas, c = drawn(LESSON, "seen", moment), moment.scene.a.pose.position
        starts = [m.start[1] for ink in (Ink.EXAMINED, Ink.A, Ink.B) for m in canvas.marks
                  if isinstance(m, Arrow) and m.ink is ink]  # fmt: skip
        rows = (np.array(starts) - c[1]) / canvas.pixel
        assert rows == pytest.approx((0.0, BESIDE, 2.0 * BESIDE)), name
    moment = replace(at_stage(FIRST, "Lock on B"), time=1.0)
    canvas = drawn(LESSON, "seen", moment)
    (v,), (a,), (b,) = (
        [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink] for ink in (Ink.EXAMINED, Ink.A, Ink.B)
    )
    assert (a.start, b.start, b.end) == (pytest.approx(v.start), pytest.approx(a.end), pytest.approx(v.end))


def test_the_view_from_b_has_room_for_b_s_own_velocity() -> None:
    """Which is drawn until the camera is locked: else the view would move with the step."""
    for name in NAMES:
        for part in (0.0, 0.5):
            canvas = drawn(LESSON, "seen", replace(at_stage(name, "Lock on B"), time=part))
            (room,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.opacity == 0.0]
            low, high = np.array(room.points)
            for m in canvas.marks:
                if isinstance(m, Arrow) and m.ink is Ink.B:
                    assert (np.array((m.start, m.end)) >= low - 1e-9 - 2.0 * BESIDE * canvas.pixel).all(), name
                    assert (np.array((m.start, m.end)) <= high + 1e-9 + 2.0 * BESIDE * canvas.pixel).all(), name


def test_the_arc_of_all_ends_does_not_reach_the_circle() -> None:
    moment = moments(LESSON, "Side by side")[-1]
    of, canvas = moment.scene, drawn(LESSON, "seen", moment)
    (arc,) = strokes(canvas, Ink.EXAMINED, Line.DOTTED)
    v = (of.end - of.a.pose.position) - (of.end_b - of.b.pose.position)
    points = np.array(arc.points)
    assert np.hypot(*(points - of.a.pose.position).T) == pytest.approx(np.hypot(*v))
    assert np.hypot(*(points - of.b.pose.position).T).min() > of.r_a + of.r_b
    assert "s" in symbols(canvas)


def test_the_sum_stands_beside_what_it_would_cover() -> None:
    moment = at_stage("Side by side", "Lock on B", ADDED)
    (pink,) = [m for m in drawn(LESSON, "seen", moment).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    assert np.hypot(*np.subtract(pink.start, moment.scene.a.pose.position)) > 0.0


def test_the_red_ends_at_the_exit_or_with_the_motion() -> None:
    """Where the exit is after the end of time too."""
    for name, is_left in ((FIRST, True), ("A catches up", False)):
        moment = at_stage(name, "Quadratic")
        of, canvas = moment.scene, drawn(LESSON, "seen", moment)
        end = of.a.pose.position + (of.end - of.a.pose.position) - (of.end_b - of.b.pose.position)
        (red,) = strokes(canvas, Ink.OVERLAP, Line.FEATURE)
        out = np.array(red.points[-1])
        if is_left:
            assert np.hypot(*(out - of.b.pose.position)) == pytest.approx(of.r_a + of.r_b)
            assert np.hypot(*(end - of.b.pose.position)) > of.r_a + of.r_b + 0.3, "A is clearly out again"
        else:
            assert out == pytest.approx(end)
        assert any(np.allclose(arrow, end - of.a.pose.position) for arrow in arrows(canvas, Ink.EXAMINED))


def goal_of(made: Any, rule: str = "") -> Any:
    return LESSON.challenge(moments_of(LESSON, made, rule)[-1])


def test_contact_at_the_start_does_not_count() -> None:
    moment = moments(LESSON, "Overlap, moving apart")[-1]
    goal = goal_of(replace(moment.scene, goal=""))
    assert not goal.reached
    assert goal.now == "in contact at the start: does not count"
    assert LESSON.page(moment).idea.endswith("however A and B move.")
    assert LESSON.page(moment).idea.startswith("They overlap at the start: ")


def test_the_challenge_wants_a_to_flee() -> None:
    def met(a: Any, b: Any) -> bool:
        return bool(goal_of(scene(a, b)).reached)

    assert met((0.4, (-1.0, 0.0), (-2.0, 0.0)), (0.4, (1.0, 0.0), (-3.0, 0.0)))
    assert not met((0.4, (-1.0, 0.0), (-1.2, 0.0)), (0.4, (1.0, 0.0), (-3.0, 0.0))), "hardly away"
    assert not met((0.4, (-1.0, 0.0), (-2.0, 0.0)), (0.4, (1.0, 0.0), (0.0, 0.0))), "no impact"
    assert not met((0.4, (-1.0, 0.0), (0.5, 0.0)), (0.4, (1.0, 0.0), (-3.0, 0.0))), "towards B"
    of = LESSON.presets[FIRST].scene
    v, way = of.end - of.a.pose.position, of.b.pose.position - of.a.pose.position
    now = LESSON.challenge(moments(LESSON, FIRST)[-1]).now
    assert now == f"A moves {fixed(v @ way / np.hypot(*way))} towards B’s start", "where B is then, is said"
    assert "along the line from B to A, both at their starts" in plain(
        LESSON.challenge(moments(LESSON, FIRST)[-1]).hint
    )


def test_the_goal_waits_for_the_answer() -> None:
    """Its state tells whether there is an impact."""
    for name in NAMES:
        *before, last = moments(LESSON, name)
        assert all(LESSON.challenge(each) is None for each in (*before, *nested(LESSON, [*before, last]))), name
        assert LESSON.challenge(last) is not None


A_PASSES, B_PASSES = (-1.9, -1.3), (0.1, -0.3)
MADE: dict[str, tuple[Any, Any]] = {  # what meets the goal of a scene, and what nearly does
    "Paths cross, no contact": (
        scene((0.6, A_PASSES, (1.7, 0.9)), (0.45, B_PASSES, (-1.0, 2.0)), "graze"),
        scene((0.6, A_PASSES, (1.7, 0.9)), (0.55, B_PASSES, (-1.0, 2.0)), "graze"),
    ),
    "Side by side": (
        scene((0.6, (-2.0, 0.5), (-2.7, 0.5)), (0.6, (0.0, -0.5), (-1.0, -0.5)), "same v"),
        scene((0.6, (-2.0, 0.5), (-3.3, 0.5)), (0.6, (0.0, -0.5), (-1.0, -0.5)), "same v"),
    ),
    "Opposite velocities": (
        scene((0.7, (-1.9, 1.15), (1.2, 1.15)), (0.7, (1.9, -0.3), (-1.2, -0.3)), "opposite"),
        scene((0.7, (-1.9, 1.0), (1.2, 1.0)), (0.7, (1.9, -0.3), (-1.2, -0.3)), "opposite"),
    ),
    "A catches up": (
        scene((0.8, (-2.0, -0.4), (1.21, 0.42)), (0.5, (-0.1, 0.4), (1.4, 0.5)), "central"),
        scene((0.8, (-2.0, -0.4), (1.2, 0.3)), (0.5, (-0.1, 0.4), (1.4, 0.5)), "central"),
    ),
    "Same motion": (
        scene((0.7, (-1.6, 0.7), (2.9, 1.0)), (0.6, (-0.6, -0.9), (1.9, -0.6)), "equal gaps"),
        scene((0.7, (-1.6, 0.7), (2.6, 1.0)), (0.6, (-0.6, -0.9), (1.9, -0.6)), "equal gaps"),
    ),
    "Overlap, moving apart": (
        scene((0.8, (-0.5, 0.1), (0.8, 0.1)), (0.7, (0.5, 0.0), (1.8, 0.0)), "staying in contact"),
        scene((0.8, (-0.5, 0.1), (-0.5, 0.1)), (0.7, (0.5, 0.0), (0.5, 0.0)), "staying in contact"),
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_each_scene_has_a_goal_of_its_own(name: str) -> None:
    assert len(NAMES) == len(MADE) + 1
    has_a_goal_of_its_own(LESSON, goal_of, name, *MADE[name])


def test_the_sum_is_right_where_b_moves_across() -> None:
    """Both motions are then mirror images: the rule finds the time of the world."""
    of = scene((0.8, (-1.5, 0.0), (0.5, 0.0)), (0.8, (1.0, 0.0), (1.0, 1.0)))
    t = impact(of)
    assert goal_of(of, ADDED).reached
    assert goal_of(of, ADDED).now == f"rule: t = {fixed(t)}, world: t = {fixed(t)}"
    assert not goal_of(replace(of, end_b=of.b.pose.position + (0.6, 0.8)), ADDED).reached
    for compare in ("", ADDED):
        for preset in LESSON.presets.values():
            assert not goal_of(preset.scene, compare).reached


def test_where_c_comes_nearest_to_p() -> None:
    moment = at_stage("Paths cross, no contact", "Quadratic")
    asked, of = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    times = np.linspace(0.0, 1.0, 20001)
    far = [float(np.hypot(*np.subtract(*centres(of, t)))) for t in times]
    t, m = times[int(np.argmin(far))], min(far)
    v = (of.end - of.c) - (of.end_b - of.b.pose.position)
    right = asked.judge((tuple(of.c + t * v),))
    assert right.right
    assert f"$m$ = {fixed(m)}" in right.because
    for wrong, head, words in ((0.9, "Too late", "been nearer"), (0.1, "Too early", "still comes nearer")):
        place = of.c + wrong * v
        verdict = asked.judge((tuple(place),))
        assert (verdict.right, verdict.head) == (False, head)
        assert words in verdict.because
        assert fixed(m) not in verdict.because
        way = of.b.pose.position - place
        angle = np.degrees(np.arccos(way @ v / np.hypot(*way) / np.hypot(*v)))
        assert f"{angle:.0f}°" in verdict.because
    shown = drawn(LESSON, "seen", replace(moment, is_open=True))
    assert not [words for words in labels(shown) if words.startswith("m =")]


def test_no_two_scenes_without_a_rule_ask_the_same_alone() -> None:
    """A scene in which something else is to be asked does not begin with the camera."""
    asked = {
        name: [p.text.split(".")[0] for m in moments(LESSON, name) if (p := LESSON.page(m).prediction) is not None]
        for name, preset in LESSON.presets.items()
        if not preset.compare
    }
    assert [len(each) for each in asked.values()] == [2, 1, 1, 1, 1]
    assert "nearest" in asked["Paths cross, no contact"][0]
    assert asked["A catches up"] == asked[FIRST][1:]


def test_the_gap_is_measured_in_both_views_at_last() -> None:
    for name in ("Paths cross, no contact", "Same motion"):
        moment = moments(LESSON, name)[-1]
        told = fixed(gap(moment.scene, moment.time))
        assert told in labels(drawn(LESSON, "world", moment), Ink.GAP), name
        seen, has_m = drawn(LESSON, "seen", moment), name == "Paths cross, no contact"
        assert (told in labels(seen, Ink.GAP)) is not has_m, "on m, which it is a part of, it is not drawn again"
        m = fixed(moment.scene.against.passing)
        assert (f"m = {m}" in labels(seen, Ink.TEXT)) is has_m
        said = plain(LESSON.situation(moment))
        assert said == f"A and B do not touch up to t = 1: the least gap is {told}."
        assert plain(LESSON.situation(replace(moment, time=0.9))).startswith("At t = 0.90") or name == "Same motion"


def test_the_quadratic_is_negative_while_c_is_inside() -> None:
    """The point that moves is c; p is the middle of the circle that it may enter."""
    ideas = [plain(LESSON.page(m).idea) for name in LESSON.presets for m in moments(LESSON, name)]
    assert any("negative while c is inside the circle of radius R" in idea for idea in ideas)
    assert not any("p is inside" in idea for idea in ideas)
    assert any(idea.startswith("If c is inside the circle at the start") for idea in ideas)
    assert "‖c+tv−p‖=R" in plain(LESSON.page(at_stage(FIRST, "Quadratic")).idea), "the equation that is solved"


def test_a_second_root_after_the_motion_is_said_to_be_there() -> None:
    assert plain(LESSON.page(at_stage("A catches up", "Quadratic")).sentence).endswith("1.88, after the motion.")
    assert "after" not in LESSON.page(at_stage(FIRST, "Quadratic")).sentence


def test_a_chart_without_words_below_is_not_half_empty() -> None:
    low, high = LESSON.axes(moments(LESSON, "Paths cross, no contact")[-1]).y
    assert -low < 0.2 * high


def test_each_radius_belongs_to_its_circle_and_its_slider() -> None:
    of = LESSON.presets[FIRST].scene.with_field("r_b", 0.9)
    assert (of.b.shape.radius, of.against.radius) == pytest.approx((0.9, of.r_a + 0.9))
    moved = of.with_field("b", of.b.moved((0.5, 0.0)))
    assert moved.r_b == 0.9
    assert moved.against.p == pytest.approx(of.b.pose.position + (0.5, 0.0))


@pytest.mark.parametrize("name", NAMES)
def test_both_views_keep_one_scale_over_all_steps(name: str) -> None:
    sizes, middles = set(), {"world": set(), "seen": set()}
    for moment in moments(LESSON, name):
        for pane, found in middles.items():
            canvas = drawn(LESSON, pane, moment)
            (room,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.opacity == 0.0]
            low, high = np.array(room.points)
            sizes.add(tuple((high - low).round(9)))
            found.add(tuple((low + high).round(9)))
            inside = [
                m for m in canvas.marks if isinstance(m, Stroke) and m.ink in (Ink.A, Ink.B) and m.opacity > 0.0
            ]
            for mark in inside:
                assert (np.array(mark.points) >= low - 1e-9).all()
                assert (np.array(mark.points) <= high + 1e-9).all()
    assert len(sizes) == 1
    assert all(len(found) == 1 for found in middles.values())


def test_without_an_impact_the_sentence_says_why() -> None:
    apart = {
        "Paths cross, no contact": "Discriminant",
        "Side by side": "From t = 0 to 1 c moves by",
        "Same motion": "v = 0",
    }
    for name, words in apart.items():
        moment = moments(LESSON, name)[-1]
        of, page = moment.scene, LESSON.page(moment)
        assert plain(page.sentence).startswith(words), page.sentence
        assert page.formula
        v = (of.end - of.a.pose.position) - (of.end_b - of.b.pose.position)
        if name == "Side by side":
            assert f"by {fixed(np.hypot(*v))}, less than s = {fixed(gap(of, 0.0))}" in plain(page.sentence)
            assert page.formula.startswith(r"\Vert"), "a length against a length"


@pytest.mark.parametrize("name", [FIRST, "Opposite velocities", "A catches up"])
def test_at_the_impact_the_radius_stands_away_from_the_normal(name: str) -> None:
    """n is the direction from c at t₁ to p, and R that length, drawn where nothing else is; nothing of the search is
    left beside them."""
    moment = moments(LESSON, name)[-1]
    of, canvas, t = moment.scene, drawn(LESSON, "seen", moment), impact(moment.scene)
    a, b = centres(of, t)
    radius = float(np.hypot(*(b - a)))
    assert not [m for m in strokes(canvas, Ink.B, Line.MEASURE) if np.hypot(*np.subtract(*m.points)) > 0.5]
    (bar,) = [m for m in strokes(canvas, Ink.B, Line.THIN) if len(m.points) == 2]
    spoke = np.subtract(bar.points[1], bar.points[0])
    assert np.hypot(*spoke) == pytest.approx(radius)
    assert abs(float(spoke @ (a - b))) < 0.75 * radius**2, "not along the contact normal"
    assert {"R", r"\hat{\mathbf n}", "t_1"} <= set(symbols(canvas))
    assert "t_2" not in symbols(canvas)
    assert not strokes(canvas, Ink.OVERLAP, Line.FEATURE)


def test_without_an_impact_time_stops_where_the_gap_is_least() -> None:
    for name in ("Paths cross, no contact", "Side by side", "Same motion"):
        moment = moments(LESSON, name)[-1]
        of, times = moment.scene, np.linspace(0.0, 1.0, 4001)
        least = min(gap(of, t) for t in times)
        assert gap(of, moment.time) == pytest.approx(least, abs=1e-6)
        (bar,) = strokes(drawn(LESSON, "world", moment), Ink.GAP, Line.MEASURE)[:1]
        assert np.hypot(*np.subtract(*bar.points)) == pytest.approx(least, abs=1e-6)
        assert fixed(least) in labels(drawn(LESSON, "world", moment))
        assert fixed(least) in plain(LESSON.situation(moment))
    late = moments(LESSON, "Side by side", ADDED)[-1]
    assert late.time == pytest.approx(late.faulty.fraction)


def test_the_last_root_in_the_table_has_its_mark_on_the_curve() -> None:
    for name, is_in_time in ((FIRST, True), ("A catches up", False)):
        moment = moments(LESSON, name)[-1]
        rings = [m.at for m in drawn(LESSON, "gap", moment).marks if isinstance(m, Dot) and m.ink is Ink.QUIET]
        assert bool(rings) == is_in_time
        for t, height in rings:
            assert height == 0.0
            assert gap(moment.scene, t) == pytest.approx(0.0, abs=1e-9)
            assert t > impact(moment.scene) + 0.1  # type: ignore[operator]


def test_letters_stand_away_from_the_other_circle() -> None:
    """At the impact of the first scene B is just on the right of A's motion."""
    moment = moments(LESSON, FIRST)[-1]
    a, b = centres(moment.scene, moment.time)
    letters = {m.text: m for m in drawn(LESSON, "world", moment).marks if getattr(m, "text", "") in ("A", "B")}
    assert np.dot(np.asarray(letters["A"].toward), b - a) < 0.0
    assert np.dot(np.asarray(letters["B"].toward), a - b) < 0.5 * np.hypot(*(b - a))
    of, world = moment.scene, drawn(LESSON, "world", moment)
    for name, centre, r in (("A", a, of.r_a), ("B", b, of.r_b)):
        toward = np.asarray(letters[name].toward) / np.hypot(*np.asarray(letters[name].toward))
        place = centre + (r + 17.0 * world.pixel) * toward
        rims = [(of.a.pose.position, of.r_a), (of.end, of.r_a), (of.b.pose.position, of.r_b), (of.end_b, of.r_b)]
        assert all(abs(np.hypot(*(place - at)) - rim) > 8.0 * world.pixel for at, rim in rims), "on no rim"


def test_the_first_scene_is_large_and_its_normal_apart_from_v() -> None:
    """The circles are a fifth of the way or more, and they meet off the path's line."""
    of = moments(LESSON, FIRST)[0].scene
    v = of.v - of.v_b
    a, b = centres(of, impact(of))
    n = (b - a) / np.hypot(*(b - a))
    assert 25.0 < np.degrees(np.arccos(n @ v / np.hypot(*v))) < 60.0
    assert min(of.r_a, of.r_b) > 0.14 * np.hypot(*v)
    crossing = of.c + of.crossing[0] * of.v
    assert np.hypot(*(crossing - of.end_b)) > of.r_b, "clear of where B ends"


@pytest.mark.parametrize("name", NAMES)
def test_no_ring_lies_at_the_answer_at_first(name: str) -> None:
    asked = [LESSON.page(m).prediction for m in moments(LESSON, name)]
    assert any(isinstance(each, Place) for each in asked) or LESSON.presets[name].compare
    for each in asked:
        if isinstance(each, Place):
            assert not each.judge(each.start).right
    if not isinstance(asked[0], Place):
        return
    of = moments(LESSON, name)[0].scene
    away = np.hypot(*np.subtract(asked[0].start[0], of.a.pose.position))
    assert away == pytest.approx(1.5 * of.r_a), "not on A's rim, like a handle of its radius"


def test_of_two_that_move_alike_a_stays() -> None:
    moment = moments(LESSON, "Same motion")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert asked.right[0] == pytest.approx(tuple(moment.scene.a.pose.position))
    verdict = asked.judge(asked.right)
    assert verdict.because.endswith("= (0.00, 0.00).")
    canvas = drawn(LESSON, "seen", moment)
    assert verdict.draw is not None
    verdict.draw(canvas, "seen")
    assert not arrows(canvas, Ink.ANSWER), "no arrow of no length"


def test_a_wrong_distance_is_measured_in_both_views() -> None:
    moment = moments(LESSON, FIRST)[0]
    asked, of = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    verdict = asked.judge(asked.start)
    (remark,) = verdict.remarks
    assert remark.to == pytest.approx(tuple(of.b.pose.position))
    assert remark.words == f"{fixed(np.hypot(*np.subtract(remark.at, remark.to)))} from B"
    canvas = drawn(LESSON, "world", moment)
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    assert fixed(np.hypot(*(of.end - of.end_b))) in labels(canvas, Ink.ANSWER)


def test_the_faulty_rule_tells_its_own_numbers() -> None:
    """Of the sum, from where it is taken on: idea, formula, sentence and rows; before that the right ones."""
    for name in ("Side by side", "Opposite velocities", "A catches up"):
        first, lock, solved, last = moments(LESSON, name, ADDED)
        of = first.scene
        right, now = LESSON.page(replace(first, compare="", faulty=None)), LESSON.page(first)
        assert (now.idea, now.formula, now.sentence) == (right.idea, right.formula, right.sentence)
        total = (of.end - of.a.pose.position) + (of.end_b - of.b.pose.position)
        v = "({}, {})".format(*map(fixed, total))
        page = LESSON.page(lock)
        assert plain(page.sentence).endswith(f"= {v}.")
        assert [row.cells[2] for row in page.rows] == [v]
        assert r"\faulty{\boldsymbol{w}}=" in page.formula
        offset = of.a.pose.position - of.b.pose.position
        cells = {plain(row.cells[0]): row.cells[2] for row in LESSON.page(solved).rows}
        assert cells["β"] == fixed(total @ offset).replace("−0.00", "0.00")
        for at in (solved, last):
            told = LESSON.page(at)
            assert told.prediction is None
            words = told.idea + told.formula + told.sentence + "".join(c for row in told.rows for c in row.cells)
            assert r"\boldsymbol{v}}" not in words, "v is the true relative velocity, which has its own arrow"
            assert r"\faulty{" in told.formula, "what the rule concludes from its own numbers"
        t = last.faulty.fraction
        if t is None:
            assert f"at t = {fixed(impact(of))} A and B touch" in plain(LESSON.page(last).idea)
        else:
            assert f"{fixed(t)}, " in plain(LESSON.page(last).sentence)
            far = gap(of, t)
            ends = f"A and B are {fixed(far)} apart." if far > 0.0 else f"A and B overlap by {fixed(-far)}."
            assert LESSON.page(last).idea.endswith(ends)


def test_an_early_hit_of_the_sum_is_not_told_as_a_negative_gap() -> None:
    of = scene((0.5, (-2.0, 0.0), (2.0, 0.0)), (0.5, (0.5, 0.0), (-1.0, 0.0)))
    run = LESSON.run(of)
    found = LESSON.compare[0].run(of)
    moment = Moment(of, run, len(run) - 1, compare=ADDED, faulty=found)
    assert gap(of, found.fraction) < 0.0
    words = f"t = {fixed(found.fraction)}: overlap by {fixed(-gap(of, found.fraction))}"
    assert words in labels(drawn(LESSON, "world", moment), Ink.FAULTY)


def test_what_the_sum_claims_is_told_of_the_scene() -> None:
    """How far A moves as seen from B, and how far by the sum: of each scene, not of two circles that move alike."""
    for name in ("Side by side", "Opposite velocities", FIRST):
        moment = at_stage(name, "Lock on B", ADDED)
        of = moment.scene
        v_a, v_b = of.end - of.a.pose.position, of.end_b - of.b.pose.position
        gains, by_sum = (fixed(np.hypot(*v)) for v in (v_a - v_b, v_a + v_b))
        assert LESSON.page(moment).idea.endswith(f"A moves by {gains} in all. By the sum it would be {by_sum}.")


def test_the_circles_stand_where_the_sum_lets_them_touch() -> None:
    """At the time that the figure, the label and the situation name, with the rule's own normal in its ink."""
    moment = moments(LESSON, "Side by side", ADDED)[-1]
    of, said = moment.scene, moment.faulty.fraction
    assert moment.time == pytest.approx(said)
    world = drawn(LESSON, "world", moment)
    discs = [np.array(m.points).mean(axis=0) for m in world.marks if isinstance(m, Area) and m.ink in (Ink.A, Ink.B)]
    assert discs == [pytest.approx(c, abs=1e-6) for c in centres(of, said)]
    total = (of.end - of.a.pose.position) + (of.end_b - of.b.pose.position)
    n = of.b.pose.position - of.a.pose.position - said * total
    pink = arrows(drawn(LESSON, "seen", moment), Ink.FAULTY)
    assert any(arrow / np.hypot(*arrow) == pytest.approx(n / np.hypot(*n)) for arrow in pink)
    page = LESSON.page(moment)
    assert r"\examined{\hat n}" not in page.idea + page.formula + page.sentence
    assert r"\faulty{\hat n}" in page.formula
    assert "({}, {})".format(*map(fixed, n / np.hypot(*n))) in plain(page.sentence)


def test_the_chart_stands_there_once_it_shows_something() -> None:
    for moment in moments(LESSON, FIRST):
        named = [pane.name for pane in panes_of(LESSON.layout_at(moment))]
        is_early = LESSON.story.stage(moment) in ("Sum of radii", "Lock on B")
        assert named == (["world", "seen"] if is_early else ["world", "seen", "gap"])


@pytest.mark.parametrize("name", [FIRST, "A catches up"])
def test_beyond_the_impact_the_motion_is_dotted(name: str) -> None:
    """So that the contact normal, which starts there, is seen; together both parts are v."""
    moment = moments(LESSON, name)[-1]
    of, t, canvas = moment.scene, impact(moment.scene), drawn(LESSON, "seen", moment)
    v = (of.end - of.a.pose.position) - (of.end_b - of.b.pose.position)
    (rest,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.DOTTED]
    (done,) = strokes(canvas, Ink.EXAMINED, Line.MEASURE)
    assert (done.points[0], done.points[1]) == (pytest.approx(of.a.pose.position), pytest.approx(rest.start))
    assert np.subtract(rest.start, done.points[0]) == pytest.approx(t * v)
    assert np.subtract(rest.end, done.points[0]) == pytest.approx(v)


def test_m_is_introduced_where_it_decides() -> None:
    """With its name in the idea and at its mark in the figure."""
    decided = [name for name in NAMES if "$m$" in LESSON.page(moments(LESSON, name)[-1]).idea]
    assert decided == ["Paths cross, no contact"]
    moment = moments(LESSON, decided[0])[-1]
    at = moment.scene.against
    m = abs(at.offset[0] * at.v[1] - at.offset[1] * at.v[0]) / np.hypot(*at.v)
    assert m > at.radius
    assert f"m = {fixed(m)}" in [plain(text) for text in labels(drawn(LESSON, "seen", moment))]
    assert f"m = {fixed(m)} > R = {fixed(at.radius)}" in plain(LESSON.page(moment).sentence)


def test_the_sum_is_named_as_in_the_figure_and_the_goal_in_one_thought() -> None:
    steps = moments(LESSON, "Side by side", "velocities added")
    assert plain(LESSON.page(steps[-1]).idea).startswith("With w=v_A+v_B the rule finds an impact at t = ")
    assert "w" in labels(drawn(LESSON, "seen", steps[-1]), Ink.FAULTY), "at its arrow"
    assert goal_of(LESSON.presets[FIRST].scene).text.startswith("Let B hit A from behind")
    solved = next(m for m in moments(LESSON, "Paths that cross") if LESSON.story.stage(m) == "Quadratic")
    assert "lesson before" not in LESSON.page(solved).idea


def test_both_times_stand_at_the_crossing() -> None:
    moment = moments(LESSON, FIRST)[0]
    (s, u) = moment.scene.crossing
    (words,) = [m for m in drawn(LESSON, "world", moment).marks if getattr(m, "text", "").count("t = ") == 2]
    assert plain(words.text) == f"A: t = {fixed(s)}, B: t = {fixed(u)}"
    assert words.at == pytest.approx(moment.scene.c + s * moment.scene.v)


def test_after_the_impact_the_normal_is_gone() -> None:
    moment = moments(LESSON, FIRST)[-1]
    for t, is_there in ((moment.time, True), (0.67, False)):
        canvas = drawn(LESSON, "world", replace(moment, time=t))
        answers = [m for m in canvas.marks if isinstance(m, Dot) and m.point is Point.ANSWER]
        assert bool(answers) == is_there
        assert bool([m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]) == is_there
        assert any("hat" in x for x in symbols(canvas)) == is_there


def test_the_chart_is_no_deeper_than_the_gap() -> None:
    for name in LESSON.presets:
        for compare in ("", ADDED):
            moment = moments(LESSON, name, compare)[-1]
            axes, of = LESSON.axes(moment), moment.scene
            deep = -min(gap(of, t) for t in np.linspace(0.0, 1.0, 201))
            if any(m.ink is Ink.FAULTY for m in drawn(LESSON, "gap", moment).marks):
                total = (of.end - of.a.pose.position) + (of.end_b - of.b.pose.position)
                far = [np.hypot(*(of.against.offset + t * total)) for t in np.linspace(0.0, 1.0, 201)]
                deep = max(deep, of.r_a + of.r_b - min(far))
            assert deep <= -axes.y[0] <= max(1.2 * deep, 0.6 * axes.y[1]) + 1e-6


def test_what_overlaps_at_the_start_is_no_impact() -> None:
    stages = {name: LESSON.stage_names(moments(LESSON, name)[-1])[-1] for name in LESSON.presets}
    assert stages["Overlap, moving apart"] == "Overlap"
    assert stages[FIRST] == "Impact"


def test_the_first_question_says_that_the_camera_moves() -> None:
    asked = LESSON.page(moments(LESSON, FIRST)[0]).prediction
    assert asked is not None
    assert "camera moves with B" in asked.text


def test_the_name_of_the_normal_stands_away_from_the_motion() -> None:
    """Of B in the world, and of c as seen from B: else it would lie on the arrow."""
    for name in (FIRST, "A catches up"):
        moment = moments(LESSON, name)[-1]
        of = moment.scene
        v_b = of.end_b - of.b.pose.position
        for pane, v in (("world", v_b), ("seen", of.end - of.a.pose.position - v_b)):
            canvas = drawn(LESSON, pane, moment)
            (n,) = [m for m in canvas.marks if isinstance(m, Symbol) and "hat" in m.latex]
            assert np.dot(n.toward, v) < 0.0
            assert np.dot(n.toward, moment.step.normal) == pytest.approx(0.0, abs=1e-9)


def test_where_the_rule_reports_nothing_both_letters_stand_apart() -> None:
    canvas = Canvas(0.02)  # about as in the window
    LESSON.story.draw(canvas, moments(LESSON, "Opposite velocities", ADDED)[-1])
    sides = {m.text: m.toward for m in canvas.marks if getattr(m, "text", "") in ("A", "B")}
    assert sides["A"][1] > 0.5 > -0.5 > sides["B"][1], "over A and under B"
