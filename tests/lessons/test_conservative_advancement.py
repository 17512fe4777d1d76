"""The lesson on conservative advancement: its presets' numbers, the triangle under the curve, the world, the faulty
searches, and GJK stepped into."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Outcome, separation
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, SweepsMeasured
from geometry.trace import Grouped
from lessons.motion.conservative_advancement import (
    NO_SIGN,
    NO_TURN,
    Advancing,
    ConservativeAdvancement,
    scene,
    time_of,
)
from lessons.motion.sweeps import still, to
from lessons.stories.gjk import GjkStory
from tests.lessons.figures import drawn, labels, lesson_of, moments, same, strokes, symbols
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Inset, Label
from viz.lesson.prediction import Choose, Place
from viz.lesson.scene import at
from viz.lesson.text import plain, runs

LESSON = lesson_of("conservative-advancement")
FIRST = "Turning bar"
NAMES = list(LESSON.presets)
each_preset = pytest.mark.parametrize("name", NAMES)
MOVING = [name for name in NAMES if "start" not in name and name != "No motion"]
each_moving = pytest.mark.parametrize("name", MOVING)


def curve(moment: Moment[Any]) -> Canvas:
    return drawn(LESSON, "curve", moment)


def world(moment: Moment[Any]) -> Canvas:
    return drawn(LESSON, "world", moment)


def column(name: str, index: int) -> list[str]:
    table = LESSON.table(moments(LESSON, name)[-1])
    assert table is not None
    return [plain(row.cells[index]) for _, row in table.rows]


def true_gap(moment: Moment[Any], t: float) -> float:
    """By shapely, from the scene's own poses."""
    polygons = []
    for start, end in ((moment.scene.a, moment.scene.a_end), (moment.scene.b, moment.scene.b_end)):
        angle = (1.0 - t) * start.pose.angle + t * end.pose.angle
        c, s = math.cos(angle), math.sin(angle)
        turned = start.shape.points @ np.array(((c, s), (-s, c)))
        polygons.append(shapely.Polygon(turned + (1.0 - t) * start.pose.position + t * end.pose.position))
    return float(polygons[0].distance(polygons[1]))


def test_the_first_preset_takes_seven_iterations_at_these_times() -> None:
    assert column(FIRST, 0) == [str(i) for i in range(1, 8)]
    assert column(FIRST, 1) == ["0.0000", "0.2040", "0.3658", "0.5119", "0.5836", "0.6070", "0.6140"]
    assert column(FIRST, 2)[:3] == ["1.8487", "1.4780", "1.3411"]
    assert column(FIRST, 3)[:3] == ["8.770", "8.763", "8.770"]
    assert column(FIRST, 4)[0] == "0.2040"
    assert column(FIRST, 4)[-1] == "hit"
    told = moments(LESSON, FIRST)
    assert LESSON.stage_names(told[0]) == ["Start", *(f"Iteration {i}" for i in range(1, 7)), "Hit"]
    assert "4.097 + 0.686 + 3.987 = 8.770" in plain(LESSON.page(told[0]).sentence)
    assert plain(LESSON.page(told[3]).sentence) == "(1.341 − 0.060) / 8.770 = 0.146: safe until t = 0.512."
    assert (
        plain(LESSON.situation(told[3])) == "At t = 0.366 A and B are 1.34 apart. They cannot meet before t = 0.512."
    )


def test_the_presets_end_as_they_are_named() -> None:
    found = {name: moments(LESSON, name)[-1].trace.result for name in NAMES}
    counts = {name: result.iterations for name, result in found.items()}
    assert counts == {
        "Turning bar": 7,
        "Head-on": 2,
        "Glancing": 3,
        "Sweeping past": 20,
        "Moving apart": 15,
        "Slow convergence": 14,
        "Touching at the start": 1,
        "Overlap at the start": 1,
        "No motion": 1,
    }
    assert found["Sweeping past"].miss is Miss.TOO_FAR
    assert found["Moving apart"].miss is Miss.RECEDING
    assert found["No motion"].miss is Miss.NO_MOTION
    assert found["Slow convergence"].fraction == pytest.approx(0.872, abs=5e-4)
    for name in ("Touching at the start", "Overlap at the start"):
        assert found[name].outcome is Outcome.OVERLAPPED
    last = moments(LESSON, "Moving apart")[-1].step
    assert (last.bound, last.fraction) == (pytest.approx(-0.19, abs=0.005), pytest.approx(0.77, abs=0.005))
    says = {name: plain(LESSON.page(moments(LESSON, name)[-1]).sentence) for name in NAMES}
    assert "μ = −0.193 at t = 0.770" in says["Moving apart"]
    assert "μ = 0.000 at t = 0.000" in says["No motion"]
    assert "the time of impact is t = 0.872" in says["Slow convergence"]
    assert "just touch" in says["Touching at the start"]
    assert "overlap by 0.58" in says["Overlap at the start"]
    left = [float(x) for x in re.findall(r"\d+\.\d+", says["Sweeping past"])]
    assert left[3] == pytest.approx(left[0] - (1.0 - left[1]) * left[2], abs=0.0011)


@each_moving
def test_the_triangle_is_the_step(name: str) -> None:
    """Legs: the gap less the target, green, and the step, white, along the line of the target; the slope is −μ."""
    for moment in moments(LESSON, name)[1:]:
        state = moment.step.last if isinstance(moment.step, Grouped) else moment.step
        canvas, target, t = curve(moment), moment.scene.target, state.fraction
        s = true_gap(moment, t)
        if state.step <= 0.0:
            assert not strokes(canvas, Ink.EXAMINED, Line.FEATURE) or state.miss is Miss.TOO_FAR
            continue
        gap = next(m for m in strokes(canvas, Ink.GAP, Line.MEASURE) if m.points[0][0] == m.points[1][0])
        assert same(gap.points, ((t, target), (t, s)), 1e-7)
        step = next(m for m in strokes(canvas, Ink.ANSWER, Line.MEASURE))
        assert same(step.points, ((t, target), (t + state.step, target)))
        (slope,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
        (x0, y0), (x1, y1) = slope.points
        assert (y1 - y0) / (x1 - x0) == pytest.approx(-state.bound)
        assert same((x0, y0), (t, s), 1e-7)
        corner = y0 + (t + state.step - x0) * (y1 - y0) / (x1 - x0)
        assert corner == pytest.approx(target, abs=1e-7), "the step ends where the line meets the target"
        for x in np.linspace(t, min(x1, 1.0), 7):
            line = y0 + (x - x0) * (y1 - y0) / (x1 - x0)
            assert line <= true_gap(moment, float(x)) + 1e-7, "the gap cannot come below the line"
        texts = labels(canvas)
        assert same(texts[f"s−s_0 = {s - target:.3f}"], (t, 0.5 * (s + target)), 1e-6)
        assert f"step Δt = {state.step:.3f}" in texts
        newest = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.EXAMINED and m.opacity == 0.16]
        assert same(newest[0].points, ((t, 0.0), (x1, 0.0), (t, s)), 1e-7)
        if isinstance(moment.step, Advanced):
            assert same(texts[f"iteration {state.iteration}"], (t, s), 1e-7)


@each_moving
def test_the_curve_is_the_gap_solid_up_to_now(name: str) -> None:
    for moment in moments(LESSON, name):
        t = time_of(moment.step)
        solid = [p for m in strokes(curve(moment), Ink.GAP, Line.CURVE) for p in m.points]
        dotted = [p for m in strokes(curve(moment), Ink.GAP, Line.DOTTED) for p in m.points]
        assert all(x <= t + 1e-9 for x, _ in solid)
        assert all(x >= t - 1e-9 for x, _ in dotted)
        for x, y in (*solid[::17], *dotted[::17]):
            near = [true_gap(moment, min(max(u, 0.0), 1.0)) for u in (x - 0.005, x, x + 0.005)]
            assert min(near) - 0.02 <= y <= max(near) + 0.02
        axes = LESSON.panes[1].axes(moment)  # type: ignore[misc]
        assert axes.x[0] == 0.0
        assert all(x <= axes.x[1] for x, _ in (*solid, *dotted))
        heads = strokes(curve(moment), Ink.INTERFACE)
        assert heads[0].points[0][0] == heads[0].points[1][0] == t
        target = moment.scene.target
        assert same(strokes(curve(moment), Ink.TEXT, Line.DASHED)[0].points, ((0.0, target), (axes.x[1], target)))


@each_moving
def test_the_bar_has_the_parts_of_the_bound(name: str) -> None:
    for moment in moments(LESSON, name):
        page_state = moment.next if isinstance(moment.step, SweepsMeasured) else moment.step
        state = page_state.last if isinstance(page_state, Grouped) else page_state
        if state.hit:
            continue
        v = moment.scene.sweep_a.motion - moment.scene.sweep_b.motion
        parts = [float(v @ state.normal)]
        for body, sweep in ((moment.scene.a, moment.scene.sweep_a), (moment.scene.b, moment.scene.sweep_b)):
            parts.append(float(np.hypot(*body.shape.points.T).max()) * abs(sweep.turn))
        bars = [m for m in curve(moment).marks if isinstance(m, Area) and m.opacity in (0.85, 0.6, 0.4)]
        wide = [max(x for x, _ in m.points) - min(x for x, _ in m.points) for m in bars]
        shown = [part for part in parts if part != 0.0]
        assert len(bars) == len(shown)
        for width, part in zip(wide, shown, strict=True):
            share = abs(part) / sum(map(abs, shown))
            assert width / sum(wide) == pytest.approx(share, abs=0.02)
        for bar, part in zip(bars, shown, strict=True):
            assert bar.ink is (Ink.EXAMINED if part > 0.0 else Ink.QUIET)
        texts = labels(curve(moment), Ink.EXAMINED)
        assert f"μ = {sum(parts):.3f}".replace("-", "−") in texts
        names = ("v·n̂", "r_A|ω_A|", "r_B|ω_B|")
        terms = " + ".join(f"{n} {p:.2f}".replace("-", "−") for n, p in zip(names, parts, strict=True) if p != 0.0)
        assert terms in texts


@each_moving
def test_the_world_shows_the_gap_its_normal_and_what_turns(name: str) -> None:
    for moment in moments(LESSON, name):
        page_state = moment.next if isinstance(moment.step, SweepsMeasured) else moment.step
        state = page_state.last if isinstance(page_state, Grouped) else page_state
        canvas = world(moment)
        a, b = moment.scene.at(moment.time)
        for ink, shape in ((Ink.A, a), (Ink.B, b)):
            (outline,) = strokes(canvas, ink, Line.OUTLINE)
            assert same(outline.points, shape.points)
        line = strokes(canvas, Ink.GAP, Line.MEASURE)[0]
        length = math.dist(*line.points)
        assert length == pytest.approx(true_gap(moment, moment.time), abs=1e-6)
        pills = labels(canvas, Ink.GAP)
        assert f"s = {length:.2f}" in pills
        arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        n_hat = symbols(canvas, Ink.EXAMINED)[r"\hat n"]
        normal = next(m for m in arrows if same(m.end, n_hat))
        way = np.subtract(normal.end, normal.start)
        assert float(way @ np.subtract(line.points[1], line.points[0])) > 0.0, "from A to B"
        assert shapely.Polygon(a.points).distance(shapely.Point(line.points[0])) < 1e-6
        tip = symbols(canvas, Ink.EXAMINED)[r"\boldsymbol{v}"]
        velocity = next(m for m in arrows if same(m.end, tip))
        v = moment.scene.sweep_a.motion - moment.scene.sweep_b.motion
        u = np.subtract(velocity.end, velocity.start)
        assert same(u / np.hypot(*u), v / np.hypot(*v), 1e-9)
        assert same(velocity.start, moment.scene.sweep_a.at(moment.time).position)
        for letter, sweep in (("A", moment.scene.sweep_a), ("B", moment.scene.sweep_b)):
            assert (
                (f"r_{letter}" in symbols(canvas)) == (rf"\omega_{letter}" in symbols(canvas)) == (sweep.turn != 0.0)
            )
        for letter, sweep, body in (
            ("A", moment.scene.sweep_a, moment.scene.a),
            ("B", moment.scene.sweep_b, moment.scene.b),
        ):
            center = sweep.at(moment.time).position
            arms = [m for m in strokes(canvas, Ink.EXAMINED, Line.DASHED) if same(m.points[0], center)]
            if sweep.turn:
                assert math.dist(*arms[0].points) == pytest.approx(float(np.hypot(*body.shape.points.T).max()))
                arc = next(m for m in strokes(canvas, Ink.EXAMINED, Line.THIN) if on_circle(m.points, center))
                first, second = (np.subtract(p, center) for p in arc.points[:2])
                assert (first[0] * second[1] - first[1] * second[0]) * sweep.turn > 0.0, f"the turn of {letter}"
        following = state.fraction + state.step
        if state.step > 0.0 and not isinstance(moment.step, SweepsMeasured):
            ghost = strokes(canvas, Ink.B, Line.DOTTED)[0]
            assert same(ghost.points, moment.scene.at(following)[1].points)
            assert f"next: t = {following:.3f}" in labels(canvas, Ink.B)
        else:
            assert not strokes(canvas, Ink.B, Line.DOTTED)


def on_circle(points: Any, center: Any) -> bool:
    far = np.hypot(*(np.array(points) - center).T)
    return len(points) > 5 and float(np.ptp(far)) < 1e-9


def test_while_the_clock_is_elsewhere_nothing_is_measured() -> None:
    moment = replace(moments(LESSON, FIRST)[3], time=0.5)
    a, b = moment.scene.at(0.5)
    assert same(strokes(world(moment), Ink.B, Line.OUTLINE)[0].points, b.points)
    assert not strokes(world(moment), Ink.GAP)
    assert plain(LESSON.situation(moment)).startswith(f"At t = 0.500 A and B are {separation(a, b):.2f} apart.")
    assert strokes(curve(moment), Ink.INTERFACE)[0].points[0][0] == 0.5
    assert len(strokes(curve(moment), Ink.EXAMINED, Line.FEATURE)) == 1


@each_preset
def test_the_clock_ticks_at_the_iterations_and_stops_at_the_impact(name: str) -> None:
    told = moments(LESSON, name)
    for moment in told:
        clock = LESSON.clock(moment)
        assert clock is not None
        assert clock.ticks == tuple(time_of(step) for step in moment.trace)
        result = moment.trace.result
        assert clock.impact == (result.fraction if result.outcome is Outcome.HIT else None)
    assert list(clock.ticks) == sorted(clock.ticks)


def test_what_the_start_asks() -> None:
    moment = moments(LESSON, FIRST)[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    first = moment.next
    right = (true_gap(moment, 0.0) - 0.06) / first.bound
    assert asked.right[0] == pytest.approx((right, 0.06), abs=1e-7)
    (path,) = asked.along
    assert [y for _, y in path] == [0.06, 0.06]
    assert "1.849 − 0.060" in plain(asked.judge(asked.right).because)
    beyond = asked.judge(((0.5, 0.06),))
    assert not beyond.right
    assert plain(beyond.because) == "At t = 0.50 a corner could already be in A: μ allows it."
    assert same(beyond.remarks[0].at, (0.5, 0.06))
    careful = asked.judge(((0.1, 0.06),))
    assert not careful.right
    assert plain(careful.because) == "Safe, but 0.10 more is safe too."
    assert not asked.judge(asked.start).right
    assert not strokes(curve(moment), Ink.EXAMINED, Line.FEATURE), "nothing gives the answer away"
    assert not strokes(curve(moment), Ink.ANSWER)


def test_what_a_negative_bound_means() -> None:
    told = moments(LESSON, "Moving apart")
    asked = LESSON.page(told[-2]).prediction
    assert isinstance(asked, Choose)
    assert "−0.19" in plain(asked.text)
    assert asked.right == {"stop: no impact"}
    because = {option: plain(asked.judge(option).because) for option in asked.options}
    assert "earlier time" in because["go back in time"]
    assert LESSON.page(moments(LESSON, "Slow convergence")[-2]).prediction is None


def test_more_than_seven_iterations_are_told_as_one() -> None:
    told = moments(LESSON, "Slow convergence")
    assert LESSON.stage_names(told[0])[-2:] == ["Later", "Hit"]
    assert len(told) == 8
    later = told[6]
    assert isinstance(later.step, Grouped)
    assert [step.iteration for step in later.step.part] == list(range(6, 14))
    page = LESSON.page(later)
    assert "Iterations 6 to 13" in plain(page.sentence)
    assert "from 0.773 to 0.872" in plain(page.sentence)
    assert [row.cells[0] for row in page.rows] == [str(i) for i in range(6, 14)]
    ((field, part),) = later.trace.children(6)
    inner = Moment(later.scene, part, 2, later, field, part.steps[2].fraction)
    assert plain(LESSON.page(inner).stage) == "Iteration 8"
    assert LESSON.page(inner).prediction is None
    assert LESSON.clock(inner).ticks == tuple(step.fraction for step in part)  # type: ignore[union-attr]
    rings = [m.at for m in curve(inner).marks if isinstance(m, Dot) and m.ink is Ink.GAP]
    assert len(rings) == 8


@each_preset
def test_gjk_of_every_iteration_is_told_by_its_own_story(name: str) -> None:
    for above in moments(LESSON, name):
        for field, trace in above.trace.children(above.index):
            if isinstance(above.step, Grouped):
                continue
            for index in (0, len(trace) - 1):
                inner = Moment(above.scene, trace, index, above, field, above.time)
                assert isinstance(LESSON.story_of(inner), GjkStory)
                assert LESSON.page(inner).prediction is None
                a, b = above.scene.at(time_of(above.step))
                for ink, shape in ((Ink.A, a), (Ink.B, b)):
                    (outline,) = strokes(world(inner), ink, Line.OUTLINE)
                    assert same(outline.points, shape.points)
                (inset,) = [m for m in curve(inner).marks if isinstance(m, Inset)]
                assert any(isinstance(m, Label) and m.text == "origin" for m in inset.marks)
                assert plain(LESSON.situation(inner)).startswith(f"At t = {above.time:.3f}")
                assert LESSON.clock(inner).ticks == (above.time,) * len(trace)  # type: ignore[union-attr]


def test_without_a_test_of_the_sign_there_is_no_end() -> None:
    told = moments(LESSON, "Moving apart", NO_SIGN)
    faulty = told[0].faulty
    assert faulty.outcome is Outcome.FAILED
    assert sorted(round(t, 4) for t in faulty.times[-2:]) == [0.7434, 0.8298]
    for moment in told:
        ghosts = strokes(world(moment), Ink.FAULTY, Line.DOTTED)
        for ghost, t in zip(ghosts, faulty.times[-2:], strict=True):
            assert same(ghost.points, moment.scene.at(t)[1].points)
        assert "no sign test: no answer" in labels(curve(moment), Ink.FAULTY)
        (path,) = strokes(curve(moment), Ink.FAULTY)
        assert [x for x, _ in path.points] == list(faulty.times)
    for name in MOVING:
        comparison = LESSON.comparison(NO_SIGN)
        assert comparison is not None
        assert comparison.differs(moments(LESSON, name, NO_SIGN)[0]) == (name == "Moving apart")


def test_without_turning_the_impact_is_late_or_missed() -> None:
    told = moments(LESSON, "Slow convergence", NO_TURN)
    faulty = told[0].faulty
    assert len(faulty.times) == 2
    assert faulty.fraction == pytest.approx(0.985, abs=5e-4)
    for moment in told:
        assert "t = 0.985: error 0.11, late" in labels(world(moment), Ink.FAULTY)
        (ghost,) = strokes(world(moment), Ink.FAULTY, Line.DOTTED)
        assert same(ghost.points, moment.scene.at(faulty.times[-1])[1].points)
        (path,) = strokes(curve(moment), Ink.FAULTY)
        assert path.points[-1][0] == pytest.approx(faulty.times[-1])
    head_on = moments(LESSON, "Head-on", NO_TURN)[0]
    assert not LESSON.comparison(NO_TURN).differs(head_on)  # type: ignore[union-attr]
    assert not strokes(world(head_on), Ink.FAULTY)


def test_a_first_iteration_can_prove_a_miss() -> None:
    five, bar = at(lesson_shape("Head-on"), -1.2, -0.4, 9), at(lesson_shape("Sweeping past", "b"), 3.6, 1.9, 20)
    far = scene(five, still(five), bar, to(bar, 3.4, 1.7, 120))
    trace = LESSON.run(far)
    challenge = LESSON.challenge(Moment(far, trace, 0))
    assert challenge is not None
    assert challenge.reached
    assert challenge.now == "B turns by 100°, 1 iteration"
    first = trace.steps[1]
    assert (first.separation, first.bound) == (pytest.approx(3.35, abs=0.005), pytest.approx(2.06, abs=0.005))
    slower = scene(five, still(five), bar, to(bar, 3.4, 1.7, 100))
    assert not LESSON.challenge(Moment(slower, LESSON.run(slower), 0)).reached  # type: ignore[union-attr]


def lesson_shape(name: str, body: str = "a") -> Any:
    return getattr(LESSON.presets[name].scene, body).shape


def test_contact_at_the_start_is_marked() -> None:
    deep = moments(LESSON, "Overlap at the start")[-1]
    line = strokes(world(deep), Ink.OVERLAP, Line.MEASURE)[0]
    depth = -separation(*deep.scene.at(0.0))
    assert math.dist(*line.points) == pytest.approx(depth, abs=1e-9)
    assert f"overlap {depth:.2f}" in labels(world(deep), Ink.OVERLAP)
    touching = moments(LESSON, "Touching at the start")[-1]
    assert any(m.point is Point.ANSWER for m in world(touching).marks if isinstance(m, Dot))
    assert not strokes(world(touching), Ink.OVERLAP)


def test_the_impact_is_white_and_earlier_iterations_stay() -> None:
    last = moments(LESSON, FIRST)[-1]
    dots = [m for m in curve(last).marks if isinstance(m, Dot)]
    (answer,) = [m.at for m in dots if m.point is Point.ANSWER]
    assert answer == pytest.approx((last.step.fraction, last.step.separation))
    assert [m.at[0] for m in dots if m.ink is Ink.GAP] == pytest.approx(
        [step.fraction for step in last.trace if isinstance(step, Advanced)][:-1]
    )
    assert f"time of impact {last.step.fraction:.3f}" in labels(curve(last), Ink.ANSWER)
    assert "now: t = 0.614" in labels(world(last), Ink.B)
    states = [step for step in last.trace if isinstance(step, Advanced)]
    ghosts = [tuple(map(tuple, last.scene.b.shape.at(s.pose_b).points.tolist())) for s in states[1:5]]
    faint = [m.points for m in strokes(world(last), Ink.B, Line.START)]
    assert all(any(same(each, ghost) for each in faint) for ghost in ghosts)


def test_a_larger_target_steps_less_far() -> None:
    small = LESSON.presets[FIRST].scene
    large = small.with_field("target", 0.2)
    first, second = (LESSON.run(each).steps[1] for each in (small, large))
    assert first.step - second.step == pytest.approx(0.14 / first.bound)
    assert isinstance(large, Advancing)
    assert LESSON.run(large).result.separation <= 0.2 * (1.0 + 1.0 / 3.0)


def test_a_vertex_is_reshaped_at_both_ends() -> None:
    before = LESSON.presets[FIRST].scene
    local = before.b.shape.points.copy()
    changed = before.with_field("b", before.b.with_vertex(0, before.b.pose.place(local[0] * 1.2)))
    assert same(changed.b.shape.points, changed.b_end.shape.points)
    moved = changed.b_end.world.points[2] - before.b_end.world.points[2]
    assert same(moved, (0.0, 0.0))


def test_every_body_is_held_in_its_own_ink() -> None:
    held = [(name, control.ink) for name, control, _ in LESSON.presets[FIRST].scene.bodies()]
    assert held == [("a", Ink.A), ("a_end", Ink.A), ("b", Ink.B), ("b_end", Ink.B)]


@each_moving
def test_numbers_in_sentences_have_the_ink_of_what_they_measure(name: str) -> None:
    """Gaps green, bounds yellow; what is computed from both in no ink."""
    for moment in moments(LESSON, name):
        page = LESSON.page(moment)
        inks = {run.ink for run in runs(page.sentence) if re.search(r"\d", run.text)}
        assert inks <= {None, Ink.GAP, Ink.EXAMINED}
        if page.stage == "Start":
            assert Ink.EXAMINED in inks
        if page.stage in ("Hit", "Miss"):
            assert Ink.GAP in inks
        for row in page.rows:
            found = [next(iter(runs(cell))).ink for cell in row.cells]
            assert found == [None, None, Ink.GAP, Ink.EXAMINED, None]
        for run in runs(LESSON.situation(moment)):
            assert run.ink in (None, Ink.GAP)


@each_preset
def test_the_ring_to_be_placed_starts_on_its_line_and_wrong(name: str) -> None:
    moment = moments(LESSON, name)[0]
    asked = LESSON.page(moment).prediction
    assert (asked is None) == (name not in MOVING)
    if isinstance(asked, Place):
        ((low, _), (high, _)) = asked.along[0]
        assert low < asked.start[0][0] < high == LESSON.panes[1].axes(moment).x[1]  # type: ignore[misc]
        assert asked.start[0][1] == moment.scene.target
        assert not asked.judge(asked.start).right


def test_pills_stand_on_what_they_measure() -> None:
    for name, ink in ((FIRST, Ink.GAP), ("Overlap at the start", Ink.OVERLAP)):
        canvas = world(moments(LESSON, name)[-1])
        line = strokes(canvas, ink, Line.MEASURE)[0]
        pill = next(m for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.PILL)
        assert same(pill.at, np.mean(line.points, axis=0))


def test_a_faulty_impact_has_one_ghost() -> None:
    told = moments(LESSON, FIRST, NO_TURN)
    assert len(told[0].faulty.times) == 3
    (ghost,) = strokes(world(told[0]), Ink.FAULTY, Line.DOTTED)
    assert same(ghost.points, told[0].scene.at(told[0].faulty.times[-1])[1].points)


def test_difference_space_beside_an_iteration_is_drawn_to_its_own_scale() -> None:
    above = moments(LESSON, FIRST)[1]
    ((field, trace),) = above.trace.children(1)
    inner = Moment(above.scene, trace, 1, above, field, above.time)
    (inset,) = [m for m in curve(inner).marks if isinstance(m, Inset)]
    (arrow,) = [m for m in inset.marks if isinstance(m, Arrow)]
    whole = sum(shape.size for shape in above.scene.at(above.time))
    assert math.dist(arrow.start, arrow.end) == pytest.approx(48.0 * whole / inset.size[0])


LOOK = {  # how each kind of words looks: its ink and how loud it is
    r"iteration \d+ at the curve, now": (Ink.GAP, TextStyle.BOLD),
    r"iteration \d+ before": (Ink.QUIET, TextStyle.CAPTION),
    r"s−s_0 = .*": (Ink.GAP, TextStyle.LABEL),
    r"step Δt = .*": (Ink.TEXT, TextStyle.LABEL),
    r"s_0 target gap": (Ink.TEXT, TextStyle.CAPTION),
    r"slope −μ": (Ink.EXAMINED, TextStyle.LABEL),
    r"μ = .*": (Ink.EXAMINED, TextStyle.LABEL),
    r".*(v·n̂|r_B\|ω_B\|) .*": (Ink.EXAMINED, TextStyle.CAPTION),
    r"s = \d\.\d\d\d": (Ink.GAP, TextStyle.BOLD),
    r"s = \d\.\d\d": (Ink.GAP, TextStyle.PILL),
    r"time of impact .*": (Ink.ANSWER, TextStyle.BOLD),
    r"now: t = .*|next: t = .*": (Ink.B, TextStyle.CAPTION),
    r"overlap .*": (Ink.OVERLAP, TextStyle.PILL),
    r"contact": (Ink.ANSWER, TextStyle.BOLD),
    r"A": (Ink.A, TextStyle.LETTER),
    r"B": (Ink.B, TextStyle.LETTER),
    r"[−\d.]+|time t": (Ink.QUIET, TextStyle.CAPTION),
}


@each_preset
def test_words_in_the_figure_look_like_what_they_mean(name: str) -> None:
    for moment in moments(LESSON, name):
        last = moment.step.last if isinstance(moment.step, Grouped) else moment.step
        for pane, canvas in (("world", world(moment)), ("curve", curve(moment))):
            for mark in canvas.marks:
                if not isinstance(mark, Label):
                    continue
                text = plain(mark.text)
                if text == "t = 1":
                    assert mark.ink in (Ink.A, Ink.B)
                    continue
                if text.startswith("iteration"):
                    is_now = pane == "curve" and text == f"iteration {getattr(last, 'iteration', 0)}"
                    text += " at the curve, now" if is_now else " before"
                looks = [look for pattern, look in LOOK.items() if re.fullmatch(pattern, text)]
                assert looks, text
                assert (mark.ink, mark.style) in looks, text


@each_moving
def test_marks_keep_their_sides(name: str) -> None:
    for moment in moments(LESSON, name)[1:]:
        state = moment.step.last if isinstance(moment.step, Grouped) else moment.step
        canvas, axes = curve(moment), LESSON.panes[1].axes(moment)  # type: ignore[misc]
        told = {plain(mark.text): mark for mark in canvas.marks if isinstance(mark, Label)}
        gap = next((mark for text, mark in told.items() if text.startswith("s−s_0")), None)
        if gap is not None:
            assert gap.toward == ((-1.0, 0.0) if state.fraction > 0.25 * axes.x[1] else (1.0, 0.0))
            below = next(mark for text, mark in told.items() if text.startswith("step"))
            assert below.toward == (0.0, -1.0)
            assert below.at == pytest.approx((state.fraction + 0.5 * state.step, 0.0))
            slope = told["slope −μ"]
            assert slope.at[1] == pytest.approx(state.separation - state.bound * (slope.at[0] - state.fraction))
            assert slope.toward[0] > 0.0  # on the far side of the triangle
        highest = max(y for m in strokes(canvas, Ink.GAP) for _, y in m.points)
        assert axes.y[1] == pytest.approx(1.24 * highest, rel=0.02)
        assert axes.y[0] == pytest.approx(-0.1 * highest, rel=0.03)
        bars = [m for m in canvas.marks if isinstance(m, Area) and m.opacity in (0.85, 0.6, 0.4)]
        for bar in bars:
            middle = np.mean(bar.points, axis=0)
            assert highest < middle[1] < axes.y[1]
            assert 0.3 * axes.x[1] < min(x for x, _ in bar.points) < max(x for x, _ in bar.points) < axes.x[1]
        picture = world(moment)
        line = strokes(picture, Ink.GAP, Line.MEASURE)[0]
        tip = symbols(picture, Ink.EXAMINED)[r"\hat n"]
        arrow = next(m for m in picture.marks if isinstance(m, Arrow) and same(m.end, tip))
        assert math.dist(arrow.start, line.points[0]) == pytest.approx(20.0 * picture.pixel)
        assert math.dist(arrow.start, arrow.end) <= max(0.5 * state.separation, 28.0 * picture.pixel) + 1e-9
        pill = next(m for m in picture.marks if isinstance(m, Label) and m.style is TextStyle.PILL)
        across = np.subtract(arrow.start, line.points[0])
        assert float(np.dot(pill.toward, across)) < 0.0, "number and normal stand on two sides of the gap"


@each_moving
def test_the_arrow_of_a_turn_is_opposite_of_its_arm(name: str) -> None:
    for moment in moments(LESSON, name):
        canvas = world(moment)
        for sweep, body in ((moment.scene.sweep_a, moment.scene.a), (moment.scene.sweep_b, moment.scene.b)):
            if not sweep.turn:
                continue
            pose = sweep.at(moment.time)
            arm = pose.place(body.shape.points[int(np.hypot(*body.shape.points.T).argmax())]) - pose.position
            arc = next(
                m.points for m in strokes(canvas, Ink.EXAMINED, Line.THIN) if on_circle(m.points, pose.position)
            )
            assert math.dist(arc[0], pose.position) == pytest.approx(30.0 * canvas.pixel)
            first = np.subtract(arc[0], pose.position)
            angle = math.acos(float(first @ -arm) / float(np.hypot(*first) * np.hypot(*arm)))
            assert angle == pytest.approx(0.95)


@pytest.mark.parametrize(("name", "compare"), [("Moving apart", NO_SIGN), ("Slow convergence", NO_TURN)])
def test_faulty_times_lie_on_the_curve_within_the_chart(name: str, compare: str) -> None:
    for moment in moments(LESSON, name, compare):
        axes = LESSON.panes[1].axes(moment)  # type: ignore[misc]
        (path,) = strokes(curve(moment), Ink.FAULTY)
        for t, y in path.points:
            truth = separation(*moment.scene.at(t))
            assert y == pytest.approx(min(max(truth, axes.y[0]), axes.y[1]), abs=0.02)
        rings = {m.at for m in curve(moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY}
        assert rings == set(path.points[-3:])


def test_the_lesson_is_its_class() -> None:
    assert isinstance(LESSON, ConservativeAdvancement)
