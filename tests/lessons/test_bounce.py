"""The impulse of one contact: every number against closed forms, numpy's solver, and the rigid step itself."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry import StepRules, box, capsule, rigid_step
from geometry.dynamics.contact_impulse import (
    ApproachFound,
    ContactImpulse,
    FrictionFound,
    LeversFound,
    NormalFound,
    Repeated,
    VelocitiesFound,
)
from lessons.bodies.bounce import NO_LEVER, PARTING, Bounce
from lessons.bodies.bounce_chart import HALF, axes, bars_of
from lessons.bodies.bounce_cone import IMPULSE
from lessons.bodies.bounce_figure import now, untouched_point
from lessons.bodies.bounce_scene import MIRRORED, NO_LIMIT, SCALE, Hit, differs
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Label, Stroke
from viz.lesson.mark import Arrow as ArrowMark
from viz.lesson.prediction import Choose, Place, Verdict
from viz.lesson.scene import Arrow, at
from viz.lesson.screen import xy
from viz.lesson.text import plain

LESSON = Bounce()
CORNER, BALL, ROD, BALLS = "Corner first", "Ball whose slip stops", "Rod, hit at its end", "Two balls"
SKIDS = "Box that skids"
each_scene = pytest.mark.parametrize("name", LESSON.presets)


def scene_of(name: str) -> Hit:
    return LESSON.presets[name].scene


def still_corner() -> Hit:
    """The first scene as the storyboard has it: without a spin before the impact."""
    return scene_of(CORNER).with_field("spin", 0.0)


def moment_at(scene: Hit | str, kind: Any, compare: str = "") -> Moment[Hit]:
    found = moments_of(LESSON, scene_of(scene) if isinstance(scene, str) else scene, compare)
    return next(m for m in found if isinstance(m.step, kind))


def drawn(moment: Moment[Hit], pane: int = 0) -> Canvas:
    canvas = Canvas(0.004) if pane == 0 else Canvas(0.01, 0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def arrows(moment: Moment[Hit], ink: Ink) -> list[np.ndarray]:
    marks = [mark for mark in drawn(moment).marks if isinstance(mark, ArrowMark) and mark.ink is ink]
    return [np.array(mark.end) - np.array(mark.start) for mark in marks]


def labels(canvas: Canvas) -> list[str]:
    return [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label)]


def arrow_of(verdict: Verdict) -> ArrowMark:
    """The arrow that an answer adds to the figure."""
    assert verdict.draw is not None
    canvas = Canvas(0.004)
    verdict.draw(canvas, "numbers")
    assert not canvas.marks
    verdict.draw(canvas, "world")
    (mark,) = canvas.marks
    assert isinstance(mark, ArrowMark)
    return mark


def solved(scene: Hit) -> tuple[float, float]:
    """The impulse by solving for both directions at once: what sticks, else what slides."""
    n, t = scene.contact.normal, scene.contact.tangent
    a, b = scene.pair
    couples = n.lever_a * t.lever_a / a.inertia + n.lever_b * t.lever_b / b.inertia
    wanted = -scene.restitution * scene.approach - scene.approach
    mu = scene.friction if scene.is_static else 0.0
    j = np.linalg.solve([[n.yielding, couples], [couples, t.yielding]], [wanted, -scene.slip])
    if abs(j[1]) <= mu * j[0]:
        return float(j[0]), float(j[1])
    for side in (-mu, mu):
        normal = wanted / (n.yielding + side * couples)
        slip = scene.slip + couples * normal + t.yielding * side * normal
        if mu == 0.0 or slip * side <= 0.0:
            return normal, side * normal
    raise AssertionError


@each_scene
def test_the_impulse_solves_both_directions_at_once(name: str) -> None:
    scene = scene_of(name)
    found = scene.trace.result.impulse
    if scene.approach >= 0.0:
        assert found.normal == found.friction == 0.0
    else:
        assert (found.normal, found.friction) == pytest.approx(solved(scene))


@each_scene
def test_the_engine_s_step_does_the_same(name: str) -> None:
    scene = replace(scene_of(name), depth=scene_of(name).depth + 1e-9)  # no gap by rounding, which it would close
    mu = scene.friction if scene.is_static else 0.0
    rules = StepRules(
        gravity=(0, 0), restitution=scene.restitution, friction=mu, iterations=500, margin=1e-9, share=0.0
    )
    stepped = rigid_step(scene.pair, rules=rules)
    assert len(stepped.contacts) == 1
    for motion, body in zip(scene.trace.result.motions, stepped.bodies, strict=True):
        assert motion.velocity == pytest.approx(body.velocity, abs=1e-6)
        assert motion.spin == pytest.approx(body.spin, abs=1e-6)


def test_the_storyboard_s_corner() -> None:
    scene = still_corner()
    assert scene.contact.arm_b == pytest.approx((-0.3196, -0.6464), abs=1e-4)
    assert moment_at(scene, LeversFound).step.effective_mass == pytest.approx(0.6292, abs=1e-4)
    assert moment_at(scene, NormalFound).step.normal == pytest.approx(4.7189, abs=1e-4)
    found = moment_at(scene, ContactImpulse).step
    assert (found.motions[1].velocity[1], found.motions[1].spin) == pytest.approx((-0.2811, -8.7014), abs=1e-4)
    assert (found.kinetic_before, found.kinetic_after) == pytest.approx((12.5, 6.60), abs=5e-3)
    elastic = scene.with_field("restitution", 1.0).trace.result
    assert elastic.kinetic_after == pytest.approx(12.5)
    assert elastic.motions[1].spin == pytest.approx(-11.6018, abs=1e-4)


def test_the_ball_rolls_and_the_balls_keep_momentum() -> None:
    ball = scene_of(BALL).trace.result.motions[1]
    assert (ball.velocity[0], ball.spin) == pytest.approx((4.0, -8.0))
    slides = scene_of(BALL).with_field("friction", 0.2).trace.result.motions[1]
    assert (slides.velocity[0], slides.spin) == pytest.approx((4.72, -5.12))
    a, b = scene_of(BALLS).trace.result.motions
    assert (a.velocity[0], b.velocity[0]) == pytest.approx((-2.0, 1.0))
    assert 1.0 * a.velocity[0] + 3.0 * b.velocity[0] == pytest.approx(1.0)


@each_scene
def test_b_just_touches_a_wherever_it_is_dragged(name: str) -> None:
    scene = scene_of(name)
    for x, y, turn in ((0.4, 1.7, 0.3), (-0.7, 0.9, -0.5), (0.1, 2.4, 1.0)):
        moved = scene.with_field("b", scene.b.moved((x, y)).turned(turn))
        assert moved.contact.separation == pytest.approx(-scene.depth, abs=1e-6)
        assert moved.v.vector == pytest.approx(scene.v.vector), "the velocity is kept"
        centre, side = moved.pair[1].pose.position, moved.contact.tangent.direction
        assert moved.v.start == pytest.approx(centre if scene.is_static else centre + 0.3 * side)


def test_two_contact_points_are_refused() -> None:
    with pytest.raises(ValueError, match="two points"):
        scene_of(CORNER).with_field("b", scene_of(CORNER).b.turned(-math.radians(30.0)))


@each_scene
def test_nothing_else_touches_in_the_time_that_is_shown(name: str) -> None:
    scene = scene_of(name)
    for k in range(21):
        a, b = scene.placed(0, k / 20.0), scene.placed(1, k / 20.0)
        if scene.on_floor:
            lowest = float(b.points[:, 1].min()) - b.radius
            assert lowest >= -scene.depth - 2e-3
        else:
            assert a.bounds().low.size == 2
    assert scene.time_after > 0.02


def test_time_after_the_hit_is_hidden_until_it_is_known() -> None:
    early, late = moment_at(CORNER, NormalFound), moment_at(CORNER, VelocitiesFound)
    assert now(replace(early, time=0.9)) == 0.5
    assert now(replace(late, time=0.9)) == 0.9
    assert LESSON.clock(early).impact == 0.5
    assert LESSON.clock(late).impact is None
    before, after = (drawn(replace(late, time=t)).transcript() for t in (0.4, 0.9))
    assert before != after


@each_scene
def test_the_change_of_velocity_is_drawn_in_the_scale_of_velocities(name: str) -> None:
    scene = scene_of(name)
    if scene.approach >= 0.0:
        return
    found = arrows(moment_at(name, VelocitiesFound), Ink.EXAMINED)
    n, t, j = scene.contact.normal.direction, scene.contact.tangent.direction, scene.trace.result.impulse
    whole = j.normal * n + j.friction * t
    for body, side in zip(scene.pair, (-1.0, 1.0), strict=True):
        if not body.is_static:
            assert any(each == pytest.approx(SCALE * side * whole / body.mass) for each in found)


@each_scene
def test_arrows_are_to_scale(name: str) -> None:
    scene = scene_of(name)
    if scene.approach >= 0.0:
        return
    known = moment_at(name, VelocitiesFound)
    shown = known if scene.is_static else moment_at(name, NormalFound)
    n, t = scene.contact.normal.direction, scene.contact.tangent.direction
    j = scene.trace.result.impulse
    whole = IMPULSE * (j.normal * n + j.friction * t)
    assert any(each == pytest.approx(whole) for each in arrows(shown, Ink.EXAMINED))
    after = SCALE * scene.trace.result.motions[1].velocity
    assert any(each == pytest.approx(after) for each in arrows(known, Ink.ANSWER))
    if not scene.is_static:
        assert any(each == pytest.approx(-whole) for each in arrows(shown, Ink.EXAMINED)), "A gets the opposite"


def test_bars_tell_their_numbers() -> None:
    speed, target, change = bars_of(moment_at(still_corner(), NormalFound))[1]
    assert (speed.high, target.high) == pytest.approx((-5.0, 2.5))
    assert change.high - change.low == pytest.approx(7.5)
    stop, limit, given = bars_of(moment_at(BALL, FrictionFound))[1]
    assert (stop.high, limit.high, given.high) == pytest.approx((2.0, 3.2, 2.0))
    spun = scene_of(CORNER).with_field("spin", 4.0)
    first, second, whole = bars_of(moment_at(spun, ApproachFound))[1]
    assert first.high == pytest.approx(-5.0)
    assert second.high - second.low == pytest.approx(4.0 * -0.3196, abs=1e-3)
    assert whole.high == pytest.approx(second.high)
    energies = bars_of(moment_at(still_corner(), ContactImpulse))[1]
    sums = [sum(b.high - b.low for b in energies if b.column == column) for column in (0, 1)]
    assert sums == pytest.approx([12.5, 6.60], abs=5e-3)
    a, b, effective = bars_of(moment_at(BALLS, LeversFound))[1]
    assert (a.high, b.high, effective.high) == pytest.approx((1.0, 3.0, 0.75))


def test_bars_have_the_inks_of_what_they_measure() -> None:
    for name in LESSON.presets:
        for moment in moments_of(LESSON, scene_of(name)):
            if not isinstance(moment.step, LeversFound | Repeated):
                assert all(bar.ink is not Ink.FAULTY for bar in bars_of(moment)[1])
    assert [bar.ink for bar in bars_of(moment_at(CORNER, NormalFound))[1]] == [Ink.EXAMINED, Ink.ANSWER, Ink.EXAMINED]
    assert [bar.ink for bar in bars_of(moment_at(BALL, FrictionFound))[1]] == [Ink.EXAMINED, Ink.GAP, Ink.ANSWER]
    assert [bar.ink for bar in bars_of(moment_at(BALLS, LeversFound))[1]] == [Ink.A, Ink.B, Ink.EXAMINED]
    wrong = bars_of(moment_at("Hit off centre", VelocitiesFound, NO_LEVER))[1][-1]
    assert wrong.ink is Ink.FAULTY
    areas = [mark for mark in drawn(moment_at(CORNER, NormalFound), 1).marks if isinstance(mark, Area)]
    for k, area in enumerate(areas):
        xs = [x for x, _ in area.points]
        assert (min(xs), max(xs)) == pytest.approx((k - HALF, k + HALF))
    assert axes(moment_at(still_corner(), NormalFound)).y[0] < -5.5, "room for the number below"


@each_scene
def test_charts_hold_what_they_draw(name: str) -> None:
    for moment in moments_of(LESSON, scene_of(name), LESSON.presets[name].compare):
        frame = axes(moment)
        if isinstance(moment.step, Repeated):
            assert frame.y[1] > max(each.normal for each in moment.step.sums)
        elif not isinstance(moment.step, LeversFound):
            for bar in bars_of(moment)[1]:
                assert frame.y[0] <= min(bar.low, bar.high) <= max(bar.low, bar.high) <= frame.y[1]


def test_the_velocity_is_asked_and_judged() -> None:
    moment = moment_at(still_corner(), NormalFound)
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    c = scene.pair[1].pose.position
    assert (np.array(asked.right[0]) - c) / SCALE == pytest.approx((0.0, -5.0 + 4.7189), abs=1e-3)
    right = asked.judge(asked.right)
    assert right.right
    assert "−5.00 + 4.72/1.00 = −0.28" in right.because
    heads = {
        (0.0, 2.5): "That is the mirror image",
        (0.0, -5.0): "Velocity after the impact: no impulse yet",
        (0.0, -2.0): "Velocity after the impact: too little",
        (0.0, 5.0): "Velocity after the impact: too much",
        (3.0, -0.3): "Off to the side",
    }
    for (x, y), head in heads.items():
        verdict = asked.judge(((float(c[0]) + SCALE * x, float(c[1]) + SCALE * y),))
        assert not verdict.right
        assert verdict.head == head
        wrong = arrow_of(verdict)
        assert wrong.ink is Ink.FAULTY
        assert (np.array(wrong.end) - wrong.start) / SCALE == pytest.approx((x, y))
        assert ("still −5.00: the impulse is missing" in verdict.because) is (y == -5.0)


def test_the_rod_s_point_keeps_its_speed() -> None:
    moment = moment_at(ROD, NormalFound)
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    rest = np.array(asked.right[0])
    n = scene.contact.normal.direction
    before, after = (scene.speed_at(m[1], rest) @ n for m in (scene.before, scene.trace.result.motions))
    assert after == pytest.approx(before)
    assert asked.judge(asked.right).right
    for place in asked.along[0]:
        wrong = asked.judge((place,))
        change = scene.speed_at(scene.trace.result.motions[1], np.array(place)) @ n - before
        assert not wrong.right
        assert f"= {change:.2f}".replace("-", "−") in wrong.because
    assert before == pytest.approx(-4.0)
    assert any(
        each == pytest.approx(SCALE * before * n) for each in arrows(moment_at(ROD, VelocitiesFound), Ink.ANSWER)
    )
    assert any("no change along n̂:\n−4.00 m/s" in text for text in labels(drawn(moment_at(ROD, VelocitiesFound))))
    assert not any("no change" in text for text in labels(drawn(moment_at(ROD, ContactImpulse)))), "energy's step"
    assert untouched_point(scene_of(CORNER)) is None
    level = replace(scene, b=at(capsule((-0.7, 0.0), (0.7, 0.0), 0.1), 0.0, 0.5, 90.0))
    assert untouched_point(level) is None, "hit in line with its centre"


def test_friction_is_the_smaller_of_two() -> None:
    asked = LESSON.page(moment_at(BALL, NormalFound)).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"2.00 N s"}
    assert set(asked.options) == {"2.00 N s", "3.20 N s", "6.00 N s"}
    asked_at = scene_of(BALL)
    n, p = asked_at.contact.normal.direction, asked_at.contact.point
    corner = p + IMPULSE * 6.4 * n
    words = {"3.20 N s": "turns the slip around", "6.00 N s": "the cone ends here"}
    for given, told in words.items():
        verdict = asked.judge(given)
        assert not verdict.right
        (remark,) = verdict.remarks
        assert remark.words == told
        assert np.array(remark.at) - corner == pytest.approx((-3.2 * IMPULSE, 0.0))
        assert arrow_of(verdict).ink is Ink.FAULTY
    right = arrow_of(asked.judge("2.00 N s"))
    assert right.ink is Ink.ANSWER
    assert np.array(right.end) - right.start == pytest.approx((-2.0 * IMPULSE, 0.0))
    slippery = LESSON.page(moment_at(scene_of(BALL).with_field("friction", 0.2), NormalFound)).prediction
    assert isinstance(slippery, Choose)
    assert slippery.right == {"1.28 N s"}
    assert slippery.judge("2.00 N s").remarks[0].words == "the cone ends here"
    even = scene_of(BALL).with_field("v", Arrow((0.0, 0.0), (0.0, -0.5)))
    assert LESSON.page(moment_at(even, NormalFound)).prediction is None, "nothing slips"


@pytest.mark.parametrize(
    ("name", "compare"),
    [("Hit off centre", NO_LEVER), ("Already separating", PARTING)],
)
def test_faulty_rules_fail_where_they_are_shown(name: str, compare: str) -> None:
    preset = LESSON.presets[name]
    assert preset.compare == compare
    moment = moments_of(LESSON, preset.scene, compare)[preset.opens_at(LESSON.run(preset.scene))]
    assert differs(moment)
    assert any(mark.ink is Ink.FAULTY for mark in drawn(moment).marks if isinstance(mark, ArrowMark))
    scene, wrong = preset.scene, moment.faulty
    if compare == NO_LEVER:
        assert wrong.kinetic > scene.trace.result.kinetic_before > scene.trace.result.kinetic_after
    else:
        assert wrong.speed < 0.0 < scene.approach
    assert LESSON.situation(moment).count(compare.capitalize()) == 1


def test_the_new_spin_follows_from_the_numbers_shown() -> None:
    scene = scene_of(CORNER)
    spin = scene.spin - 0.3196 * 4.12 / 0.1733
    assert scene.trace.result.motions[1].spin == pytest.approx(spin, abs=0.0101), "within one of the last digit"
    told = plain(LESSON.page(moment_at(CORNER, LeversFound)).sentence)
    assert "1/1.00 + 0.3196²/0.1733 = 1.59, so m_eff = 0.63 kg. The whole mass is 1.00 kg." in told
    assert pytest.approx(1.59, abs=0.0101) == 1.0 + 0.3196**2 / 0.1733


def test_friction_without_limit_speaks_of_the_step_that_is_shown() -> None:
    moment = moment_at("Box that skids", FrictionFound, NO_LIMIT)
    step, n = moment.step, moment.scene.contact.normal.direction
    told = plain(LESSON.situation(moment))
    assert f"friction takes {abs(step.wanted):.2f} N s" in told
    assert f"= {step.limit:.2f} N s" in told
    assert f"{abs(step.wanted):.2f}" in plain(LESSON.page(moment).sentence)
    (pink,) = arrows(moment, Ink.FAULTY)
    assert pink @ n == pytest.approx(SCALE * moment.first(NormalFound).normal)
    assert abs(pink[0] * n[1] - pink[1] * n[0]) == pytest.approx(SCALE * abs(step.wanted))
    last = moment_at("Box that skids", ContactImpulse, NO_LIMIT)
    assert f"friction takes {abs(last.faulty.impulse.friction):.2f} N s" in plain(LESSON.situation(last))


def test_a_mirrored_velocity_does_not_turn_the_corner() -> None:
    moment = moment_at(CORNER, NormalFound, MIRRORED)
    assert differs(moment)
    assert moment.faulty.motions[1].spin == -2.0
    assert "−9.59" in plain(LESSON.situation(moment))
    same = moment_at(scene_of(BALLS), NormalFound, MIRRORED)
    assert not differs(same), "through the centres it is right"


def test_the_challenge_is_met_by_friction() -> None:
    scene = replace(still_corner(), v=Arrow((0.0, 0.0), (-3.71 * SCALE, -5.0 * SCALE)))
    for mu, reached in ((0.5, True), (0.4, False), (0.0, False)):
        challenge = LESSON.challenge(moment_at(scene.with_field("friction", mu), ApproachFound))
        assert challenge is not None
        assert challenge.reached is reached
    spun = scene.with_field("friction", 0.5).with_field("spin", 1.0)
    assert not LESSON.challenge(moment_at(spun, ApproachFound)).reached  # type: ignore[union-attr]


@pytest.mark.parametrize("time", [0.0, 0.3, 0.5, 0.8, 1.0])
def test_bodies_move_by_their_velocities(time: float) -> None:
    scene, late = scene_of(CORNER), moment_at(CORNER, VelocitiesFound)
    motion = scene.trace.result.motions[1] if time > 0.5 else scene.before[1]
    seconds = (2.0 * time - 1.0) * (scene.time_after if time > 0.5 else scene.time_before)
    centre = scene.pair[1].pose.position + seconds * motion.velocity
    assert scene.placed(1, time).centroid == pytest.approx(centre)
    assert scene.centre(1, time) == pytest.approx(centre)
    first, second = scene.placed(1, time).points[:2] - centre
    still = scene.pair[1].placed[0].points[0] - scene.pair[1].pose.position
    turned = math.atan2(still[0] * first[1] - still[1] * first[0], still @ first)
    assert turned == pytest.approx(seconds * motion.spin)
    told = LESSON.situation(replace(late, time=time))
    assert ("B will hit A" in told) is (time < 0.5)
    assert ("separates from" in told) is (time == 0.5)
    assert ("separated from" in told) is (time > 0.5)
    assert ("clockwise" in told) is (time >= 0.5)
    assert second.size == 2


def test_the_slip_and_the_lever_arm_are_drawn() -> None:
    friction = moment_at(BALL, FrictionFound)
    slip = friction.step.slip * scene_of(BALL).contact.tangent.direction
    assert slip == pytest.approx((6.0, 0.0))
    assert any(each == pytest.approx(SCALE * slip) for each in arrows(friction, Ink.B))
    assert any(plain(text).endswith("= 0.3196 m") for text in labels(drawn(moment_at(CORNER, LeversFound))))
    chart = labels(drawn(moment_at(CORNER, LeversFound), 1))
    assert any(text.endswith("= 0.63") for text in chart)


def test_sentences_tell_the_numbers() -> None:
    said = {type(m.step): plain(LESSON.page(m).sentence) for m in moments_of(LESSON, scene_of(BALL))}
    assert "6.00/3.00 = 2.00" in said[FrictionFound]
    assert "0.50 · 6.40 = 3.20: it sticks." in said[FrictionFound]
    assert "−(1 + 0.60) · (−4.00) · 1.00 = 6.40" in said[NormalFound]
    assert "1/1.00 + 0 = 1.00" in said[LeversFound]
    assert "There is no spin. Along n̂ the velocity gives −4.00 m/s" in said[ApproachFound]
    turned = plain(LESSON.page(moment_at(CORNER, ApproachFound)).sentence)
    assert "= −2.00 · (−0.32) = 0.64. Along n̂: −5.00 + 0.64 = −4.36 m/s: they approach." in turned
    assert "(−0.32, −0.65) m" in LESSON.panes[0].head(moment_at(CORNER, ApproachFound))[1]
    slides = moment_at(scene_of(BALL).with_field("friction", 0.2), FrictionFound)
    assert "it still slides." in plain(LESSON.page(slides).sentence)
    central, beside = (LESSON.page(moment_at(name, LeversFound)).idea for name in (BALL, CORNER))
    assert "whole mass" in central
    assert "below $m$" in beside


def test_energy_that_grows_is_called_by_its_name() -> None:
    """Kane's paradox: friction and restitution at once, of a body that spins."""
    v = Arrow((0.0, 0.0), (0.2 * SCALE, -4.2 * SCALE))
    scene = replace(scene_of(CORNER), friction=0.7, restitution=0.98, spin=5.2, v=v)
    found = scene.trace.result
    assert found.kinetic_after > 1.2 * found.kinetic_before
    assert "Kane" in LESSON.page(moment_at(scene, ContactImpulse)).idea
    assert "Kane" not in LESSON.page(moment_at(BALL, ContactImpulse)).idea


def test_repeating_ends_at_the_target() -> None:
    scene = replace(still_corner(), v=Arrow((0.0, 0.0), (-3.71 * SCALE, -5.0 * SCALE)), friction=0.5)
    page = LESSON.page(moment_at(scene, Repeated))
    assert "7.50" in plain(page.sentence)
    assert "3.71 of at most 3.75: it sticks." in plain(page.sentence)


def test_sliders_belong_to_the_bodies() -> None:
    assert [n for n, _, _ in scene_of(CORNER).controls()] == ["b", "v", "restitution", "friction", "spin"]
    assert [n for n, _, _ in scene_of(BALLS).controls()] == ["b", "v", "restitution", "mass"]


def test_energies_are_summed_and_what_is_lost_is_drawn() -> None:
    moment = moment_at(still_corner(), ContactImpulse)
    told = labels(drawn(moment, 1))
    assert {"12.50", "6.60"} <= set(told)
    assert any(text.endswith("5.90") for text in told)
    box = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.closed]
    (ys,) = ([y for _, y in mark.points] for mark in box)
    assert (min(ys), max(ys)) == pytest.approx((6.60, 12.5), abs=5e-3)


def test_the_head_tells_when_it_is() -> None:
    late = moment_at(CORNER, VelocitiesFound)
    heads = [LESSON.panes[0].head(replace(late, time=t))[0] for t in (0.2, 0.5, 0.9)]
    assert heads == ["Before the impact", "At the impact", "After the impact"]
    assert LESSON.panes[0].head(late)[1] == "m = 1.00 kg, I = 0.1733 kg m²"
    told = [text.strip() for text in labels(drawn(replace(late, time=0.5)))]
    assert "v before" in told
    parted = moment_at("Already separating", ContactImpulse)
    assert LESSON.panes[0].head(parted)[0] == "At the contact", "nothing strikes"


def test_a_step_ends_at_its_own_row() -> None:
    for kind in (ApproachFound, ContactImpulse):
        table = LESSON.table(moment_at(CORNER, kind))
        assert table is not None
        assert table.current == {len(table.rows) - 1}


def test_the_centre_goes_on_and_the_spin_lifts_the_contact_point() -> None:
    """The velocity of the contact point after the impact, from the motion of two instants."""
    moment = moment_at(CORNER, VelocitiesFound)
    scene, n = moment.scene, moment.scene.contact.normal.direction
    after, small = scene.trace.result.motions[1], 1e-6
    x, y = scene.contact.point - scene.pair[1].pose.position
    c, s = math.cos(small * after.spin), math.sin(small * after.spin)
    turned = (np.array((c * x - s * y, s * x + c * y)) - (x, y)) @ n / small
    centre, spin, whole = bars_of(moment)[1]
    assert centre.high == pytest.approx(float(after.velocity @ n))
    assert centre.high < 0.0 < whole.high, "the centre still moves towards A"
    assert (spin.low, spin.high - spin.low) == pytest.approx((centre.high, turned), abs=1e-4)
    assert whole.high == pytest.approx(-0.5 * scene.approach)
    assert any(each == pytest.approx(SCALE * whole.high * n) for each in arrows(moment, Ink.ANSWER))
    page = plain(LESSON.page(moment).sentence)
    assert "−2.00 − 0.3196 · 4.12/0.1733 = −9.59" in page
    assert "−0.88 + 9.59 · 0.3196 = 2.18" in page
    asked = LESSON.page(moment_at(CORNER, NormalFound)).prediction
    assert isinstance(asked, Place)
    verdict = asked.judge(asked.right)
    assert verdict.right
    assert "goes on towards A. The spin adds 3.06" in plain(verdict.because)
    canvas = Canvas(0.004)
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    change, velocity = (mark for mark in canvas.marks if isinstance(mark, ArrowMark))
    assert (change.ink, velocity.ink) == (Ink.EXAMINED, Ink.ANSWER)
    j = scene.trace.result.impulse.normal * n
    assert np.array(change.end) - change.start == pytest.approx(SCALE * j / scene.mass)
    assert np.array(velocity.end) - velocity.start == pytest.approx(SCALE * after.velocity)


def test_what_is_computed_has_a_row_until_the_outcome_is_known() -> None:
    def rows(kind: Any, scene: str = CORNER) -> dict[str, str]:
        table = LESSON.table(moment_at(scene, kind))
        assert table is not None
        return {row.key: row.cells[1] for _, row in table.rows}

    assert "m_eff" not in rows(ApproachFound)
    assert rows(LeversFound)["m_eff"] == "0.63"
    assert rows(NormalFound)["j_n"] == "4.12"
    assert (rows(FrictionFound, BALL)["j_t"], rows(FrictionFound, BALL)["v_t"]) == ("2.00", "6.00")
    assert list(rows(ContactImpulse)) == ["B", "spin", "v_n", "energy"], "the spin is what the lesson is about"
    assert set(rows(ContactImpulse, BALL)) == {"B", "spin", "v_n", "energy"}


def test_a_faulty_impulse_is_shown_from_the_step_that_computes_it() -> None:
    for name, compare in ((CORNER, NO_LEVER), (CORNER, MIRRORED)):
        for kind, is_shown in ((ApproachFound, False), (LeversFound, False), (NormalFound, True)):
            moment = moment_at(name, kind, compare)
            assert any(m.ink is Ink.FAULTY for m in drawn(moment).marks if isinstance(m, ArrowMark)) is is_shown
            assert (compare.capitalize() in LESSON.situation(moment)) is is_shown
    told = labels(drawn(moment_at(CORNER, ContactImpulse, NO_LEVER)))
    scene = scene_of(CORNER)
    left = scene.approach + 1.5 * -scene.approach * scene.contact.normal.yielding  # m = 1: the whole mass for m_eff
    assert any(f"{left:.2f} m/s, error {left + 0.5 * scene.approach:.2f}" in text for text in told)
    (mirrored,) = arrows(moment_at(CORNER, ContactImpulse, MIRRORED), Ink.FAULTY)
    assert mirrored == pytest.approx((0.0, 1.5 * 5.0 * SCALE)), "at the centre: it turns nothing"


def test_time_is_told_in_seconds_from_the_impact() -> None:
    scene = scene_of(CORNER)
    early, late = (LESSON.clock(moment_at(CORNER, kind)).told for kind in (NormalFound, VelocitiesFound))
    assert early is not None
    assert late is not None
    assert [late(t) for t in (0.0, 0.5, 1.0)] == ["−0.085 s", "0.000 s", "0.085 s"]
    assert early(1.0) == "0.000 s"
    turned = scene.placed(1, 1.0).points[1] - scene.placed(1, 1.0).points[0]
    still = scene.pair[1].placed[0].points[1] - scene.pair[1].placed[0].points[0]
    angle = math.atan2(still[0] * turned[1] - still[1] * turned[0], still @ turned)
    assert angle == pytest.approx(scene.seconds_at(1.0) * scene.trace.result.motions[1].spin)


@each_scene
def test_the_told_effective_mass_gives_the_told_impulse(name: str) -> None:
    scene = scene_of(name)
    if scene.approach >= 0.0:
        return
    mass, j = float(scene.effective), solved(replace(scene, friction=0.0))[0]
    product = (1.0 + scene.restitution) * -round(scene.approach, 2) * mass
    assert f"{product:.2f}" == f"{j:.2f}"
    assert scene.effective == f"{1.0 / scene.contact.normal.yielding:.{len(scene.effective) - 2}f}"
    moment = moment_at(name, NormalFound)
    assert f"· {scene.effective} = {j:.2f}" in plain(LESSON.page(moment).sentence)
    (told,) = (text for text in labels(drawn(moment, 1)) if "N s" in text)
    assert told.split("\n") == [
        f"{-(1.0 + scene.restitution) * scene.approach:.2f} m/s",
        f"× {scene.effective} kg",
        f"= {j:.2f} N s",
    ]


def test_the_velocity_that_the_question_begins_with_is_told() -> None:
    for name, words in ((CORNER, "(0.00, −5.00)"), (ROD, "(0.00, −4.00)")):
        moment = moment_at(name, NormalFound)
        table = LESSON.table(moment)
        assert table is not None
        assert [row.key for _, row in table.rows] == ["B", "v_n", "m_eff", "j_n"]
        assert words in table.rows[0][1].cells
        assert any(text.strip() == f"v = {words}" for text in labels(drawn(moment)))
    skids = LESSON.table(moment_at("Box that skids", Repeated))
    assert skids is not None
    assert [row.key for _, row in skids.rows] == ["B", "j_n", "v_t", "j_t"]


def test_friction_without_limit_leaves_its_cone() -> None:
    moment = moment_at("Box that skids", ContactImpulse, NO_LIMIT)
    scene, wrong = moment.scene, moment.faulty
    canvas = drawn(moment)
    (cone,) = (mark for mark in canvas.marks if isinstance(mark, Area) and mark.ink is Ink.GAP)
    p, left, right = (np.array(each) for each in cone.points)
    n, t = scene.contact.normal.direction, scene.contact.tangent.direction
    for rim in (left - p, right - p):
        assert abs(rim @ t) / (rim @ n) == pytest.approx(scene.friction)
    (pink,) = arrows(moment, Ink.FAULTY)
    assert abs(pink @ t) > 2.0 * scene.friction * (pink @ n)
    assert not arrows(moment, Ink.ANSWER), "the right outcome is the white ghost"
    error = abs(wrong.motions[1].spin - scene.trace.result.motions[1].spin)
    assert any(f"rad/s, error {error:.2f}" in text for text in labels(canvas))
    limit = f"0.20 · {wrong.impulse.normal:.2f} = {0.2 * wrong.impulse.normal:.2f} N s"
    assert "after the repeats friction takes" in plain(LESSON.situation(moment))
    assert limit in plain(LESSON.situation(moment))


def test_the_goal_and_the_handles_are_offered_where_they_help() -> None:
    texts = [LESSON.challenge(moment_at(name, ApproachFound)).text for name in LESSON.presets]  # type: ignore[union-attr]
    assert len(set(texts)) == len(texts) == 7, "each has its own"
    for mu in (0.5, 0.7, 1.0):  # the point sticks, and the impulse passes beside the centre
        challenge = LESSON.challenge(moment_at(still_corner().with_field("friction", mu), ApproachFound))
        assert challenge is not None
        assert not challenge.reached
        assert "sideways" in challenge.hint
    late = moment_at(CORNER, ContactImpulse)
    assert [LESSON.panes[0].is_held(replace(late, time=t)) for t in (0.2, 0.5, 0.9)] == [False, True, False]


def test_at_one_point_of_the_rod_both_changes_cancel() -> None:
    moment = moment_at(ROD, VelocitiesFound)
    assert "keeps that part of its velocity" in LESSON.page(moment).idea
    scene = moment.scene
    rest = untouched_point(scene)
    assert rest is not None
    x, y = rest - scene.pair[1].pose.position
    old, new = scene.before[1], scene.trace.result.motions[1]
    n = scene.contact.normal.direction
    turn = (new.spin - old.spin) * float(np.array((-y, x)) @ n)
    assert turn == pytest.approx(-float((new.velocity - old.velocity) @ n))
    assert "keeps that part" not in LESSON.page(moment_at(CORNER, VelocitiesFound)).idea


def test_energies_keep_clear_of_the_frame_of_what_is_lost() -> None:
    marks = drawn(moment_at(CORNER, ContactImpulse), 1).marks
    before, after = (next(m for m in marks if isinstance(m, Label) and m.text == each) for each in ("12.85", "8.36"))
    assert before.at[1] > 12.85
    assert after.at[0] < 1.0
    assert after.toward == (-1.0, 0.0)
    small = drawn(moment_at(scene_of(CORNER).with_field("restitution", 0.99), ContactImpulse), 1).marks
    (above,) = (m for m in small if isinstance(m, Label) and m.at[0] == 1.0 and m.text.startswith("12."))
    assert above.toward is None or above.toward[0] == 0.0


def test_two_balls_get_their_impulse_on_the_line_through_both_centres() -> None:
    """And what it changes of their velocities; the velocities themselves stand beside that line."""
    scene = replace(scene_of(BALLS), b=scene_of(BALLS).b.moved((-0.4, 1.1)))
    trace = LESSON.run(scene)
    a, n = scene.pair[0].pose.position, scene.contact.normal.direction
    for kind, on, beside in ((NormalFound, Ink.EXAMINED, (Ink.A, Ink.B)), (VelocitiesFound, Ink.EXAMINED, ())):
        at = next(i for i, step in enumerate(trace) if isinstance(step, kind))
        canvas = drawn(Moment(scene, trace, at, time=0.5))
        found = [m for m in canvas.marks if isinstance(m, ArrowMark)]
        off = {m.ink: [float(n[0] * (p[1] - a[1]) - n[1] * (p[0] - a[0])) for p in (m.start, m.end)] for m in found}
        assert sum(m.ink is on for m in found) == 2
        assert off[on] == pytest.approx([0.0, 0.0], abs=1e-9)
        for ink in beside:
            assert off[ink][0] == pytest.approx(0.3), "its tail"


def test_of_a_rod_of_two_kilograms_no_arrow_is_as_long_as_another() -> None:
    """1 / m_eff = 1/2 + l^2 / I for a rod of 2 kg: 0.80 kg; so j = 1.5 · 4 · 0.8, and j / m is half of that."""
    known = moment_at(ROD, VelocitiesFound)
    scene = known.scene
    assert scene.mass == 2.0
    j = 1.5 * 4.0 / (0.5 + scene.lever**2 / scene.pair[1].inertia)
    lengths = [float(np.hypot(*each)) / SCALE for each in arrows(known, Ink.EXAMINED)]
    assert sorted(lengths) == pytest.approx([0.5 * j, j])
    assert j == pytest.approx(4.8, abs=0.01)


def test_a_bar_between_two_numbers_has_its_length_at_the_middle_of_a_bracket() -> None:
    """Its end stands at another number of the axis: 3.06 ends at 2.18."""
    moment = moment_at(CORNER, VelocitiesFound)
    marks = drawn(moment, 1).marks
    (told,) = (m for m in marks if isinstance(m, Label) and m.text == "3.06")
    centre, whole = (float(x) for x in (-0.8840, 2.1804))
    assert told.at[1] == pytest.approx(0.5 * (centre + whole), abs=1e-3)
    upright = [m.points for m in marks if isinstance(m, Stroke) and m.ink is Ink.B and not m.closed]
    assert any((low[1], high[1]) == pytest.approx((centre, whole), abs=1e-3) for low, high in upright)
    impulse = drawn(moment_at(CORNER, NormalFound), 1).marks
    assert not any(isinstance(m, Label) and m.text == "6.54" for m in impulse)
    assert any(isinstance(m, Label) and m.text.startswith("6.54 m/s") for m in impulse)


def test_the_likely_wrong_velocities_are_called_by_their_names() -> None:
    asked = LESSON.page(moment_at(CORNER, NormalFound)).prediction
    assert isinstance(asked, Place)
    scene = scene_of(CORNER)
    c = scene.pair[1].pose.position
    assert asked.start == (tuple(scene.v.end.tolist()),), "on v: nothing is off that the learner has not done"
    heads = {2.18: "That is the contact point", 2.5: "That is the mirror image"}
    for speed, head in heads.items():
        verdict = asked.judge(((float(c[0]), float(c[1]) + SCALE * speed),))
        assert not verdict.right
        assert verdict.head == head
    point = asked.judge(((float(c[0]), float(c[1]) + SCALE * 2.18),))
    assert "The new spin gives 3.06" in point.because
    assert "off by" not in asked.judge(asked.start).because


def test_the_end_shows_what_has_given_the_spin() -> None:
    """And the loss can be computed from what is shown."""
    moment = moment_at(CORNER, ContactImpulse)
    told = [text.strip() for text in labels(drawn(moment))]
    assert {"j_n = 4.12", "ω' = −9.59"} <= set(told)
    assert any(text.endswith("= 0.3196 m") for text in told)
    j = scene_of(CORNER).trace.result.impulse.normal
    assert any(each == pytest.approx((0.0, IMPULSE * j)) for each in arrows(moment, Ink.EXAMINED))
    said = plain(LESSON.page(moment).sentence)
    assert "½ · 0.75 · 0.63 · 4.36² = 4.49" in said
    assert "12.85 − 4.49 = 8.36" in said
    names = labels(drawn(moment, 1))
    assert any("E" in text and "before" in text for text in names)
    assert any("E'" in text and "after" in text for text in names)


def test_energy_is_told_where_it_is_found() -> None:
    """Before that the faulty rule is told by its impulse."""
    early, late = (moment_at("Hit off centre", kind, NO_LEVER) for kind in (VelocitiesFound, ContactImpulse))
    assert "6.00 N s instead of 2.46 N s" in plain(LESSON.situation(early))
    assert "energy" not in plain(LESSON.situation(early))
    assert "grows from 8.00 J to 27.96 J" in plain(LESSON.situation(late))


def test_the_spin_of_an_impulse_with_friction_is_told_by_its_whole_turning_effect() -> None:
    for name, words in ((BALL, "0.00 − 1.0000/0.1250 = −8.00"), ("Box that skids", "0.00 + 0.5292/0.1683 = 3.14")):
        assert words in plain(LESSON.page(moment_at(name, VelocitiesFound)).sentence)


@pytest.mark.parametrize("name", [BALL, ROD, BALLS, "Hit off centre", "Already separating", SKIDS])
def test_every_goal_can_be_reached_and_none_is_at_first(name: str) -> None:
    scene = scene_of(name)
    solved_by = {
        BALL: lambda: replace(scene, v=Arrow((0.0, 0.0), (2.0 * SCALE, -4.0 * SCALE)), spin=10.0),
        ROD: lambda: scene.with_field("b", scene.b.turned(math.radians(51.0 - 39.6))),
        BALLS: lambda: scene.with_field("mass", 1.0),
        "Hit off centre": lambda: scene.with_field("b", scene.b.moved((-0.48, 0.0))),
        "Already separating": lambda: replace(scene, v=Arrow((0.0, 0.0), (SCALE, SCALE)), spin=10.0),
        SKIDS: lambda: scene.with_field("b", scene.b.turned(math.radians(40.0))),
    }[name]()
    for each, reached in ((scene, False), (solved_by, True)):
        trace = LESSON.run(each)
        goal = LESSON.challenge(Moment(each, trace, len(trace) - 1, time=0.5))
        assert goal is not None
        assert goal.reached is reached, goal.now


def test_the_point_that_does_not_change_is_measured_from_the_centre() -> None:
    """It lies I / (m |l x n|) beyond the centre, perpendicular to the normal."""
    scene = scene_of(ROD)
    rest, body = untouched_point(scene), scene.pair[1]
    assert rest is not None
    away = abs(float((rest - body.pose.position) @ scene.contact.tangent.direction))
    assert away == pytest.approx(body.inertia / (body.mass * abs(scene.lever)))
    assert any(text.endswith(f"= {away:.2f} m") for text in labels(drawn(moment_at(ROD, VelocitiesFound))))


def test_the_friction_cone_has_its_own_goal() -> None:
    """More friction would stop the slip too, but is no answer; nor is a body that does not slip along A."""
    scene = scene_of(SKIDS)
    for other in (scene.with_field("friction", 1.0), replace(scene, v=Arrow((0.0, 0.0), (0.0, -4.0 * SCALE)))):
        goal = LESSON.challenge(moment_at(other, ContactImpulse))
        assert goal is not None
        assert not goal.reached
    told = LESSON.challenge(moment_at(SKIDS, ContactImpulse))
    assert told is not None
    slip = scene.contact.tangent.speed(*scene.trace.result.motions)
    assert told.now == f"slip after: {abs(slip):.2f} m/s"


def test_where_friction_takes_the_tip_of_the_impulse_is_asked_and_judged() -> None:
    """By the closed form of the first iteration: what stops the slip, cut off at the cone."""
    moment = moment_at(SKIDS, NormalFound)
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert LESSON.page(moment_at(SKIDS, NormalFound, NO_LIMIT)).prediction is None
    n, t, p = scene.contact.normal, scene.contact.tangent, scene.contact.point
    j = -1.5 * scene.approach / n.yielding
    slip = scene.slip + n.lever_b * t.lever_b / scene.pair[1].inertia * j
    wanted, limit = -slip / t.yielding, scene.friction * j
    assert abs(wanted) > limit
    right = math.copysign(limit, wanted)

    def tip(friction: float) -> tuple[float, float]:
        x, y = p + IMPULSE * (j * n.direction + friction * t.direction)
        return float(x), float(y)

    assert asked.start[0] == pytest.approx(tip(0.0))
    assert asked.right[0] == pytest.approx(tip(right))
    told = asked.judge((tip(right),))
    assert told.right
    assert f"{abs(wanted):.2f} N s would stop" in told.because
    assert f"= {limit:.2f} N s: it still slides" in told.because
    heads = {
        0.0: "Friction acts against the slip",
        -right: "Friction acts against the slip",
        wanted: "Outside the friction cone",
        0.5 * right: "Friction can give more",
    }
    for friction, head in heads.items():
        verdict = asked.judge((tip(friction),))
        assert not verdict.right
        assert verdict.head == head
        assert f"{limit:.2f}" not in verdict.because, "not before the answer"
    assert np.array(arrow_of(told).end) == pytest.approx(tip(right))
    sticks = LESSON.page(moment_at(scene.with_field("friction", 1.0), NormalFound)).prediction
    assert isinstance(sticks, Place)
    assert sticks.right[0] == pytest.approx(tip(wanted))
    assert "it sticks" in sticks.judge(sticks.right).because


@pytest.mark.parametrize("pixel", [0.0026, 0.004])
@each_scene
def test_the_letter_of_b_stands_clear_of_what_is_drawn_in_b(name: str, pixel: float) -> None:
    preset = LESSON.presets[name]
    if not preset.scene.is_static or len(preset.scene.b.shape.points) == 2:
        return
    for moment in moments_of(LESSON, preset.scene, preset.compare):
        canvas = Canvas(pixel)
        LESSON.panes[0].draw(canvas, moment)
        (letter,) = (np.array(m.at) for m in canvas.marks if isinstance(m, Label) and m.text == "B")
        arrows = [m for m in canvas.marks if isinstance(m, ArrowMark) and m.line is not Line.DASHED]
        for arrow in arrows:
            a, b = np.array(arrow.start), np.array(arrow.end)
            part = min(max(float((letter - a) @ (b - a) / ((b - a) @ (b - a))), 0.0), 1.0)
            assert math.dist(letter, a + part * (b - a)) > 16.0 * pixel


def test_the_energy_of_a_faulty_rule_is_parted_too() -> None:
    """Mirrored, the box keeps its spin of 2 rad/s: nearly nothing turns."""
    bars = [bar for bar in bars_of(moment_at(CORNER, ContactImpulse, MIRRORED))[1] if bar.ink is Ink.FAULTY]
    sizes = [bar.high - bar.low for bar in bars]
    assert sizes == pytest.approx([0.5 * 2.5**2, 0.5 * scene_of(CORNER).pair[1].inertia * 4.0])
    moment = moment_at(CORNER, ContactImpulse, MIRRORED)
    assert sum(sizes) == pytest.approx(moment.faulty.kinetic)
    assert {"3.12 + 0.35", "3.47"} <= set(labels(drawn(moment, 1)))


def test_the_part_along_the_normal_stands_aside_of_both_velocities() -> None:
    for name in (CORNER, "Already separating"):
        moment = moment_at(name, ApproachFound)
        scene, canvas = moment.scene, drawn(moment)
        n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
        length = SCALE * scene.approach
        found = [
            np.array(m.points)
            for m in canvas.marks
            if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and len(m.points) == 2
        ]
        (part,) = (each for each in found if float((each[1] - each[0]) @ n) == pytest.approx(length))
        off = [
            float((each.end - p) @ t) for each in canvas.marks if isinstance(each, ArrowMark) and each.start == xy(p)
        ]
        side = math.copysign(1.0, float((part[0] - p) @ t))
        assert side * float((part[0] - p) @ t) > max(0.0, *(side * each for each in off)) + 8.0 * canvas.pixel


def test_the_spin_of_a_body_of_no_size_is_told_without_its_inertia() -> None:
    """Four decimals of a moment of inertia are all zeros for a body of some centimetres."""
    hit = LESSON.presets["Hit off centre"].scene
    for size, has_inertia in ((1e-7, False), (1.0, True)):
        scene = hit.with_field("b", hit.b.shaped(box(size, size)))
        trace = LESSON.run(scene)
        told = [LESSON.page(Moment(scene, trace, i)).sentence for i in range(len(trace))]
        (spin,) = [each.partition("Spin:")[2].partition(".  ")[0] for each in told if "Spin:" in each]
        assert ("/" in spin.partition(" = ")[0]) == has_inertia
