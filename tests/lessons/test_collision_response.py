"""What the lesson says about pushing apart, computed from the shapes; faulty rules fail; what was pushed stays."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import box, separation
from geometry.contact.relaxation import OverlapFound, PairPushed, PileSettled, RoundDone, SlopLeft
from lessons.separating_axes.collision_response import CollisionResponse
from lessons.separating_axes.collision_response_scene import DRAGGING, HALVES, OVER, TWO, Bodies
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Arrow, Canvas, Glow, Label, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Place
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = CollisionResponse()


def told(name: str, compare: str = "") -> list[Moment[Bodies]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def step(moments: list[Moment[Bodies]], kind: type) -> Moment[Bodies]:
    return next(moment for moment in moments if isinstance(moment.step, kind))


def world(moment: Moment[Bodies], ink: Ink) -> list[str]:
    marks = Told.draw(LESSON.panes[0], moment).marks
    return [plain(mark.text) for mark in marks if isinstance(mark, Label) and mark.ink is ink]


def test_a_push_is_shared_by_inverse_mass() -> None:
    moments = told("Three times as heavy")
    scene = moments[0].scene
    depth = -separation(scene.a.world, scene.b.world)
    push = depth - 0.01
    of_a, of_b = push / (1.0 + 1.0 / 3.0), push / 3.0 / (1.0 + 1.0 / 3.0)
    assert f"overlap by {depth:.2f}" in plain(LESSON.page(step(moments, OverlapFound)).sentence)
    assert f"takes {push:.2f}; the slop is 0.01" in plain(LESSON.page(step(moments, SlopLeft)).sentence)
    shares = step(moments, PairPushed)
    said = f"A takes 0.75 of {push:.2f}: {of_a:.2f}. B takes 0.25 of {push:.2f}: {of_b:.2f}."
    assert plain(LESSON.page(shares).sentence) == said
    assert of_a + of_b == pytest.approx(push)
    words = " ".join(world(shares, Ink.ANSWER))
    assert f"{of_a:.2f}" in words
    assert f"{of_b:.2f}" in words
    assert any(word.endswith("= 0.33") for word in world(shares, Ink.B))
    assert LESSON.situation(shares).endswith("of A and B.")


def test_a_static_body_takes_nothing() -> None:
    shares = step(told("Static wall"), PairPushed)
    assert not shares.step.move_first.any()
    assert np.hypot(*shares.step.move_second) == pytest.approx(shares.step.depth - 0.1)
    assert plain(LESSON.page(shares).sentence).startswith("A takes 0.00 of")
    assert any("static" in word for word in world(shares, Ink.A))
    both = shares.scene.with_field("static", TWO).with_field("c", shares.scene.a.moved((0.2, 0.0)))
    pushed = [m for m in moments_of(LESSON, both) if isinstance(m.step, PairPushed)]
    assert all(not m.step.moved[0].any() and not m.step.moved[2].any() for m in pushed)


def test_the_shares_are_asked_for() -> None:
    moment = step(told("Three times as heavy"), SlopLeft)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    (a, b), n = moment.scene.shapes[:2], moment.step.overlap.normal
    half = moment.step.push / 2.0
    centres = a.centroid, b.centroid
    halves = tuple((float(x), float(y)) for x, y in (centres[0] - half * n, centres[1] + half * n))
    verdict = asked.judge(halves)
    assert not verdict.right
    assert "A's share is 0.75" in verdict.because
    assert verdict.draw is not None
    assert "Together" not in verdict.because
    far = (halves[0], tuple((centres[1] + 3.0 * half * n).tolist()))
    verdict = asked.judge(far)
    assert f"Together you moved them {4.0 * half:.2f}, and the push is {2.0 * half:.2f}." in verdict.because
    assert [remark.words for remark in verdict.remarks] == [f"moved {half:.2f}", f"moved {3.0 * half:.2f}"]
    canvas = Canvas()
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    ghosts = [mark for mark in canvas.marks if isinstance(mark, Stroke)]
    assert {mark.ink for mark in ghosts} == {Ink.FAULTY}
    middles = [np.mean(mark.points, axis=0) for mark in ghosts]
    assert middles[0] == pytest.approx(centres[0] - half * n)
    assert middles[1] == pytest.approx(centres[1] + 3.0 * half * n)
    moves = [np.array(p) - c for p, c in zip(asked.right, centres, strict=True)]
    assert moves[0] == pytest.approx(-1.5 * half * n)
    assert moves[1] == pytest.approx(0.5 * half * n)
    wall = LESSON.page(step(told("Static wall"), SlopLeft)).prediction
    assert isinstance(wall, Place)
    assert wall.right[0] == pytest.approx(wall.start[0])
    moved = (wall.start[0][0] - 0.1, wall.start[0][1])
    assert "A is static" in wall.judge((moved, wall.start[1])).because


def test_the_next_pair_is_asked_for() -> None:
    moment = step(told("One push causes another"), SlopLeft)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    half = 0.5 * (1.2 - 0.85 - 0.01)
    left = 1.2 - (1.35 - 0.1 - half)
    assert asked.right == {"B and C"}
    assert asked.judge("B and C").because.startswith(f"B and C overlap by {left:.2f} then")
    assert "more than their gap" in asked.judge("no pair").because
    assert "A moves away from C" in asked.judge("A and C").because


@pytest.mark.parametrize("name", list(LESSON.presets))
def test_iterations_tell_what_is_left(name: str) -> None:
    for moment in told(name):
        if not isinstance(moment.step, RoundDone | PileSettled):
            continue
        placed = [shape.moved(by) for shape, by in zip(moment.scene.shapes, moment.step.moved, strict=True)]
        deep = [-separation(placed[i], placed[j]) for i in range(len(placed)) for j in range(i)]
        assert f"overlap is {max(0.0, *deep):.2f}" in plain(LESSON.page(moment).sentence)
        red = [word for word in world(moment, Ink.OVERLAP) if word != "0.00"]
        assert sorted(red) == sorted(f"{d:.2f}" for d in deep if d >= 0.005)
        cells = [row.cells[1:] for row in LESSON.page(moment).rows]
        done = moment.step
        assert cells == ([(str(done.pushed), f"{max(0.0, *deep):.2f}")] if isinstance(done, RoundDone) else [])


def test_halves_for_static_bodies_sink() -> None:
    for name in ("Stack", "Falling stack"):
        preset = LESSON.presets[name]
        moments = told(name, HALVES)
        opened = preset.opens_at(moments[0].trace)
        apart = [m.faulty[m.step.round][0] - m.step.deepest > 0.005 for m in moments if isinstance(m.step, RoundDone)]
        assert isinstance(moments[opened].step, RoundDone)
        assert apart.index(True) == sum(isinstance(m.step, RoundDone) for m in moments[:opened]), "where both differ"
        last = moments[-1]
        sunk = last.faulty[last.step.rounds]
        placed = [shape.moved(by) for shape, by in zip(last.scene.shapes, sunk[1], strict=True)]
        deepest = max(-separation(p, q) for i, p in enumerate(placed) for q in placed[:i])
        assert sunk[0] == pytest.approx(deepest, abs=1e-6)
        assert deepest > 1.8 * last.step.deepest
        told_so = plain(LESSON.page(last).idea)
        assert told_so.endswith(f"{deepest:.2f} deep, not {last.step.deepest:.2f}.")
        assert f"{deepest:.2f}" in world(last, Ink.FAULTY)
        assert not any("no harm" in LESSON.page(moment).idea for moment in moments[opened:])


def test_a_step_too_far_parts_the_pair() -> None:
    last = told("A step too far", OVER)[-1]
    gap = 0.02 * -separation(*last.scene.shapes[:2])
    assert f"{gap:.2f} apart" in world(last, Ink.FAULTY)
    assert f"ends {gap:.2f} apart" in plain(LESSON.page(last).idea)
    alone = Bodies(at(box(1, 1), -2, 0), at(box(1, 1), 0, 0), at(box(1, 1), 2, 0))
    for rule in (HALVES, OVER):
        harmless = moments_of(LESSON, alone, rule)[-1]
        assert "Here that does no harm" in LESSON.page(harmless).idea
        comparison = LESSON.comparison(rule)
        assert comparison is not None
        assert not comparison.differs(harmless)


def test_the_challenge_is_a_body_without_room() -> None:
    wall = box(1.0, 2.4)
    for x, reached in ((1.1, True), (1.9, False)):
        scene = Bodies(at(wall, -1.2, 0.0), at(box(1.6, 1.6), 0.0, 0.0), at(wall, x, 0.0), static=TWO)
        challenge = LESSON.challenge(moments_of(LESSON, scene)[-1])
        assert challenge is not None
        assert challenge.reached is reached
    both = Bodies(at(wall, 0.0, 0.0), at(box(1.0, 1.0), 3.0, 0.0), at(wall, 0.2, 0.0), static=TWO)
    challenge = LESSON.challenge(moments_of(LESSON, both)[-1])
    assert challenge is not None
    assert not challenge.reached, "two static bodies are none that can move"


def test_what_was_pushed_stays_pushed() -> None:
    scene = Bodies(at(box(1, 1), -2, 0), at(box(1, 1), 0, 0), at(box(1, 1), 2.5, 0), slop=0.0)
    through = [scene.with_field("a", scene.a.moved((x, 0.0))) for x in (1.5, 0.0)]
    assert through[0].dragged_after(scene, "a") is through[0], "the push is off"
    on = scene.with_field("push", DRAGGING)
    there = on.with_field("a", on.a.moved((1.5, 0.0))).dragged_after(on, "a")
    assert separation(there.a.world, there.b.world) == pytest.approx(0.0, abs=1e-9)
    assert there.b.pose.position[0] == pytest.approx(0.25)
    back = on.dragged_after(there, "a")
    assert back.a.pose.position == pytest.approx((-2.0, 0.0))
    assert back.b.pose.position == pytest.approx(there.b.pose.position)


def test_the_push_is_drawn_at_its_length() -> None:
    moments = told("Three times as heavy")
    marks = Told.draw(LESSON.panes[0], step(moments, SlopLeft)).marks
    (arrow,) = (mark for mark in marks if isinstance(mark, Arrow))
    (glow,) = (mark for mark in marks if isinstance(mark, Glow))
    assert arrow.ink is glow.ink is Ink.ANSWER
    depth = -separation(moments[0].scene.a.world, moments[0].scene.b.world)
    assert np.hypot(*np.subtract(arrow.end, arrow.start)) == pytest.approx(depth - 0.01)
    shares = step(moments, PairPushed)
    moves = [mark for mark in Told.draw(LESSON.panes[0], shares).marks if isinstance(mark, Arrow)]
    for mark, move in zip(moves, (shares.step.move_first, shares.step.move_second), strict=True):
        assert np.subtract(mark.end, mark.start) == pytest.approx(move)
    assert moves[0].start == pytest.approx(moves[1].start), "both moves begin at one point"
    assert {name: item.ink for name, item, _ in moments[0].scene.bodies()} == {"a": Ink.A, "b": Ink.B, "c": Ink.A}
