"""Resting: the impulses of a frame by closed forms, the runs by either rule, what is asked, and the goal."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry import StepMemory, box, kinetic_energy, rigid_step
from geometry.dynamics.contacts import ContactsFound
from geometry.dynamics.step import ImpulseApplied, WarmStarted
from lessons.bodies.resting import Resting
from lessons.bodies.resting_asked import MOST_LOW, NEAR, restacked
from lessons.bodies.resting_chart import DEPTH, ENERGY, reach, top_of
from lessons.bodies.resting_figure import ASIDE, carried, point, scales, stack_head, sums
from lessons.bodies.resting_scene import (
    BIAS,
    EACH,
    FRAMES,
    ONE,
    ORDER,
    OTHERS,
    SLOP,
    Stack,
    column,
    found,
    on_floor,
    state,
)
from lessons.bodies.runs import deepest, new_ids
from tests.lessons.second_edition import Told, moments_of, nested
from viz.lesson.canvas import Arrow, Canvas, Label, Stroke, Symbol
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = Resting()
FIVE, BOOKS, SHAPES = (LESSON.presets[name].scene for name in ("Five boxes", "Overhang", "Rounded shapes"))
GRAVITY, CONTACTS, WARM, FIRST, ITERATIONS, PUSH, MOVE, TIME = range(8)
FAILING = {preset.compare: preset.scene for preset in LESSON.presets.values() if preset.compare}


def said(moment: Moment[Any]) -> str:
    return plain(LESSON.page(moment).sentence)


def drawn(moment: Moment[Any], pane: int) -> Canvas:
    return Told.draw(LESSON.panes[pane], moment)


def test_every_scene_has_eight_stages_at_its_opening() -> None:
    for preset in LESSON.presets.values():
        moments = moments_of(LESSON, preset.scene)
        assert [LESSON.page(moment).stage for moment in moments] == [
            *("Gravity", "Contacts", "Warm start", "Iteration 1", "Iterations", "Push", "Move", "Time")
        ]


def test_what_is_needed_is_the_weight() -> None:
    """Unit density: areas of the boxes; ten metres a second squared; a sixtieth of a second."""
    assert FIVE.needed == pytest.approx(5.0 * 10.0 / 60.0)
    assert BOOKS.needed == pytest.approx(4.0 * 2.0 * 0.5 * 10.0 / 60.0)
    assert "gains 10 / 60 = 0.17 m/s downward. Together: 5.00 kg · 10 / 60 = 0.83 N·s." in said(
        moments_of(LESSON, FIVE)[GRAVITY]
    )
    assert plain(LESSON.situation(moments_of(LESSON, FIVE)[0])) == (
        "5 bodies together weigh 50.00 N: 0.83 N·s in each frame of 1/60 s."
    )


def test_a_warm_start_carries_all_at_once_and_iterations_learn_slowly() -> None:
    """The central table, by a step that begins with nothing: what the floor gives after so many iterations."""
    other = carried(FIVE.first(FIVE.other(""), 64))
    for count in (1, 2, 4, 8, 16, 32, 64):
        rules = replace(FIVE.rules, iterations=count)
        stepped = rigid_step(FIVE.rigid, StepMemory(), rules)
        alone = sum(j.normal for c, j in zip(stepped.contacts, stepped.impulses, strict=True) if not c.id.pair.body_a)
        assert other[count] == pytest.approx(alone, rel=1e-12)
    squares = column(((1.0, 1.0),) * 5, (0.02, -0.02, 0.02, -0.02, 0.02))
    cold = carried(squares.first(squares.other(""), 64))
    table = [cold[count] for count in (1, 2, 4, 8, 16, 32, 64)]
    assert table == pytest.approx([0.1467, 0.2083, 0.3056, 0.4419, 0.6197, 0.7722, 0.8295], abs=0.01)
    assert other[0] == 0.0
    right = carried(FIVE.first(FIVE.right))
    assert right == pytest.approx([FIVE.needed] * 5, abs=0.005)
    grows = ", ".join(f"{other[count]:.2f}" for count in (1, 2, 3, 4))
    assert said(moments_of(LESSON, FIVE)[ITERATIONS]).endswith(f"Warm start off: {grows}.")


def test_the_memory_is_the_lever_law() -> None:
    """Of books: the points of a level share the weight above them about its centre of mass."""
    loads = dict(BOOKS.memory.impulses)
    contacts = found(BOOKS.first(BOOKS.right))
    middles = [float(each.pose.position[0]) for each in BOOKS.things]
    for level in range(4):
        pair = [c for c in contacts if c.id.pair.body_b == level + 1]
        (low, high) = sorted(float(c.point[0]) for c in pair)
        centre, weight = np.mean(middles[level:]), (4 - level) * 10.0 / 60.0
        right = weight * (centre - low) / (high - low)
        for c in pair:
            expected = right if c.point[0] == high else weight - right
            assert loads[c.id].normal == pytest.approx(expected, abs=0.015)


def test_it_rests_by_the_right_rules_in_every_scene() -> None:
    for name, preset in LESSON.presets.items():
        end = state(preset.scene.right, FRAMES)
        assert end.rests, name
        assert end.lean < math.radians(1.0)
        assert end.deepest < 0.008
        bodies = preset.scene.right.bodies(FRAMES)
        assert end.kinetic == pytest.approx(kinetic_energy(bodies))
        assert end.sunk < 0.01


def test_and_fails_by_the_others() -> None:
    cold = FIVE.other("")
    assert state(cold, 60).sunk > 0.1
    assert state(cold, FRAMES).told == "falls"
    assert math.radians(25.0) < max(abs(b.pose.angle) for b in cold.bodies(FRAMES)) < math.radians(60.0)
    assert state(SHAPES.other(""), FRAMES).deepest > 0.05
    assert state(BOOKS.other(""), FRAMES).sunk > 0.5
    one, right = FAILING[ONE].other(ONE), FAILING[ONE].right
    assert state(one, FRAMES).sunk > 0.2
    assert new_ids(one.frames(FRAMES)) > 110
    assert new_ids(right.frames(FRAMES)) == 0
    biased = FAILING[BIAS].other(BIAS)
    lifted = [float(biased.bodies(k)[1].pose.position[1]) for k in range(60)]
    assert max(lifted) - 0.5 == pytest.approx(3.54**2 / 20.0, abs=0.4), "thrown clear of the floor"
    assert max(lifted) > 0.75
    assert max(float(b.pose.position[1]) for k in range(60) for b in FAILING[BIAS].right.bodies(k)[1:2]) < 0.5
    assert state(FAILING[EACH].other(EACH), FRAMES).kinetic > 1.0
    assert not state(FAILING[SLOP].other(SLOP), FRAMES).rests
    assert new_ids(FAILING[SLOP].other(SLOP).frames(FRAMES)) > 50


def test_sentences_of_the_failing_scenes() -> None:
    def told(compare: str, index: int) -> str:
        return said(replace(moments_of(LESSON, FAILING[compare], compare)[index], time=float(index == TIME)))

    assert told(ONE, CONTACTS).startswith("4 contact points, 4 with a known id. Point 1: edge 2 of the floor")
    assert told(ONE, TIME).endswith("Its ids changed 119 times.")
    assert told(BIAS, ITERATIONS).startswith("v^* = 0.2 · (0.300 − 0.005) · 60 = 3.54.")
    assert told(BIAS, PUSH) == "The deepest point is 0.300 deep: pushed by 0.059. The slop is 0.005."
    assert told(EACH, TIME) == "Sum clamped: at rest. Each impulse clamped: falls."
    for compare in FAILING:
        page = LESSON.page(moments_of(LESSON, FAILING[compare], compare)[TIME])
        assert [row.cells[0] for row in page.rows] == [OTHERS[compare].right, OTHERS[compare].wrong]
        assert [row.faulty for row in page.rows] == [False, True]


def test_numbers_of_the_table_are_those_of_the_frame() -> None:
    moment = replace(moments_of(LESSON, FIVE)[TIME], time=60 / FRAMES)
    (right, wrong) = LESSON.page(moment).rows
    frame = FIVE.other("").frame(59)
    floor = sum(j.normal for c, j in zip(frame.contacts, frame.impulses, strict=True) if not c.id.pair.body_a)
    deep = max(-c.separation for c in frame.contacts)
    assert wrong.cells == ("Warm start off", f"{floor:.2f}", f"{deep:.3f}", f"{kinetic_energy(frame.bodies):.2f}")
    assert right.cells[3] == "0.0000"
    assert plain(LESSON.situation(moment)).startswith(
        "After 1.00 s the left stack is at rest; body 5 of the right one is 0.25"
    )


def test_before_time_runs_the_table_holds_the_start() -> None:
    for row in LESSON.page(replace(moments_of(LESSON, FIVE)[TIME], time=0.0)).rows:
        assert row.cells[1:] == ("–", "0.005", "0.0000")


def test_a_fall_is_told_as_one() -> None:
    moment = replace(moments_of(LESSON, FIVE)[TIME], time=1.0)
    bodies, start = FIVE.other("").bodies(FRAMES), FIVE.rigid
    fell = [float(a.pose.position[1] - b.pose.position[1]) for a, b in zip(start, bodies, strict=True)]
    i, far = max(enumerate(fell), key=lambda each: each[1])
    told = f"After 2.00 s the left stack is at rest; body {i} of the right one is {far:.2f} lower."
    assert plain(LESSON.situation(moment)) == told
    words = [plain(m.text) for m in drawn(moment, 1).marks if isinstance(m, Label)]
    assert f"{i} lower by {far:.2f}" in words
    early = replace(moment, time=60 / FRAMES)
    assert any("lower by 0.25" in plain(m.text) for m in drawn(early, 1).marks if isinstance(m, Label))


def test_the_throw_is_kept() -> None:
    """In free fall v² / 2g above where it leaves the floor; here the highest of its frames."""
    moment = moments_of(LESSON, FAILING[BIAS], BIAS)[TIME]
    run = FAILING[BIAS].other(BIAS)
    heights = [float(run.bodies(n)[1].pose.position[1]) for n in range(FRAMES + 1)]
    peak = heights.index(max(heights))
    highest = heights[peak] - 0.5
    for time, is_thrown in ((0.0, False), (1.0, True)):
        words = [m.text for m in drawn(replace(moment, time=time), 1).marks if isinstance(m, Label)]
        assert ({f"{highest:.2f} high", f"at {peak / 60:.2f} s"} <= set(words)) is is_thrown
    assert not [m for m in drawn(replace(moment, time=1.0), 0).marks if isinstance(m, Label) and "high" in m.text]


def test_names_stand_in_their_bodies_and_impulses_at_their_points() -> None:
    for scene in (FIVE, FAILING[EACH], SHAPES):
        moment = moments_of(LESSON, scene)[WARM]
        marks = drawn(moment, 0).marks
        names = {m.text: m for m in marks if isinstance(m, Label) and m.ink is Ink.B}
        assert len(names) == len(scene.things)
        for i, body in enumerate(scene.things, 1):
            assert names[str(i)].toward is None
            assert names[str(i)].at == pytest.approx(tuple(body.world.centroid))
        points = [tuple(c.point) for c in found(moment.trace)]
        for arrow in [m for m in marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]:
            near = min(points, key=lambda p: math.dist(arrow.start, p))
            assert math.dist(arrow.start, near) == pytest.approx(ASIDE * 0.01), "beside it, at a pixel of 0.01"
            assert arrow.start[1] == pytest.approx(near[1])


def test_no_difference_is_said_where_nothing_is_taken_back() -> None:
    scene = replace(FAILING[EACH], taken=0.0)
    assert "nothing to take back yet" in said(moments_of(LESSON, scene, EACH)[ITERATIONS])
    trace, right = scene.first(scene.other(EACH)), scene.first(scene.right)
    assert carried(trace) == pytest.approx(carried(right), abs=1e-9)


def test_where_a_box_was_taken_off_only_the_sum_takes_back() -> None:
    """The impulses of the frame before carried the box too, 1.4 wide and 1.0 high."""
    scene = FAILING[EACH]
    weight = scene.needed + 1.4 * 1.0 * 10.0 / 60.0
    right, wrong = (carried(scene.first(run)) for run in (scene.right, scene.other(EACH)))
    assert right[0] == pytest.approx(weight, abs=0.02)
    assert wrong[0] == right[0]
    assert min(np.diff(wrong)) >= 0.0, "never falls"
    assert scene.needed < right[-1] < right[0] - 0.08
    moments = moments_of(LESSON, scene, EACH)
    assert said(moments[WARM]).startswith(
        f"A box was just taken off the top. The floor begins with {right[0]:.2f} of 0.67."
    )
    assert "take back" not in said(moments[ITERATIONS])
    bodies = scene.other(EACH).frame(0).bodies
    assert float(bodies[4].velocity[1]) > 0.05, "thrown"
    assert max(float(b.velocity[1]) for b in scene.right.frame(0).bodies[1:]) < 0.05
    energy = kinetic_energy(scene.other(EACH).bodies(60))
    assert f"kinetic energy of {energy:.2f} J." in plain(LESSON.situation(replace(moments[TIME], time=60 / FRAMES)))


def test_without_a_warm_start_it_sinks_on_though_the_floor_gives_all() -> None:
    """The paradox of the last step."""
    frame = FIVE.other("").frame(40)
    floor = sum(frame.impulses[i].normal for i in on_floor(frame.contacts))
    assert floor == pytest.approx(FIVE.needed, abs=0.015)
    assert all(float(b.velocity[1]) < -0.15 for b in frame.bodies[1:])


def test_the_last_step_tells_what_the_stack_does_at_that_time() -> None:
    moment = moments_of(LESSON, FIVE)[TIME]
    sinking, leaning, fallen = (LESSON.page(replace(moment, time=k / FRAMES)) for k in (20, 80, FRAMES))
    assert "soon about the whole weight" in sinking.idea
    frame = FIVE.other("").frame(19)
    deep = max(-c.separation for c in frame.contacts)
    floor = sum(frame.impulses[i].normal for i in on_floor(frame.contacts))
    told = f"Warm start off: sinks, {deep:.2f} deep. Its floor gives {floor:.2f} of 0.83."
    assert plain(sinking.sentence).endswith(told)
    lean = math.degrees(max(abs(b.pose.angle) for b in FIVE.other("").bodies(80)))
    assert lean > 5.0
    assert f"Warm start off: leans by {lean:.0f}°" in plain(leaning.sentence)
    words = plain(LESSON.situation(replace(moment, time=80 / FRAMES)))
    assert words.endswith(f"The greatest lean is {lean:.0f}°.")
    assert "topples" in leaning.idea
    assert "topples" in fallen.idea
    assert plain(fallen.sentence) == "Warm start on: at rest. Warm start off: falls."


def test_both_at_rest_but_one_was_thrown() -> None:
    moment = replace(moments_of(LESSON, FAILING[BIAS], BIAS)[TIME], time=1.0)
    run = FAILING[BIAS].other(BIAS)
    high = max(float(run.bodies(n)[1].pose.position[1]) for n in range(FRAMES + 1)) - 0.5
    assert said(moment).endswith(f"at rest, after a throw {high:.2f} high.")
    assert f"was thrown {high:.2f} above the floor" in plain(LESSON.situation(moment))


def test_the_impulses_can_be_stepped_into() -> None:
    moments = list(nested(LESSON, moments_of(LESSON, FIVE)))
    assert len(moments) == 4 * 10 * 2
    contacts = found(FIVE.first(FIVE.right))
    for moment in moments[1:12:2]:
        step: ImpulseApplied = moment.step
        yielding = contacts[step.contact].normal.yielding
        assert f"K_n = {yielding:.3f}" in said(moment)
        level = contacts[step.contact].id.pair.body_a
        by_hand = (1.0 if level == 0 else 2.0) + 12.0 / (1.25**2 + 0.8**2) * sum(
            float(arm[0]) ** 2
            for arm in (contacts[step.contact].arm_b, *([contacts[step.contact].arm_a] * (level > 0)))
        )
        assert yielding == pytest.approx(by_hand), "I of a box of 1.25 by 0.8 and 1 kg"
        assert LESSON.page(moment).claims
    assert "friction" in said(moments[0])
    assert sums(FIVE.first(FIVE.right), len(moments)) == [j.normal for j in FIVE.right.frame(0).impulses]


def test_arrows_are_to_scale() -> None:
    moment = moments_of(LESSON, FIVE)[WARM]
    scale, _ = scales(FIVE, "")
    started = next(step for step in moment.trace if isinstance(step, WarmStarted))
    arrows = [m for m in drawn(moment, 0).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
    lengths = sorted(math.dist(m.start, m.end) for m in arrows)
    expected = sorted(scale * j.normal for j in started.impulses)
    assert lengths == pytest.approx(expected[-len(lengths) :])
    assert not [m for m in drawn(moment, 1).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    words = [m.text for m in drawn(moment, 1).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert words == ["**0.00**", "floor Σ$j$", *["0.00"] * 4]
    weights = [m.text for m in drawn(moment, 0).marks if isinstance(m, Label) and m.ink is Ink.ANSWER]
    above = [f"{(5 - below) / 6.0:.2f}" for below in range(5)]
    assert weights[:6] == [f"**{above[0]}**", "floor Σ$j$", *above[1:]], "the weight above each contact"


def test_beside_a_cold_stack_stands_what_each_point_gives_at_rest() -> None:
    moment = moments_of(LESSON, FIVE)[ITERATIONS]
    scale, _ = scales(FIVE, "")
    known = dict(FIVE.memory.impulses)
    grey = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.line is Line.DASHED]
    lengths = [math.dist(*m.points) for m in grey]
    assert lengths == pytest.approx([scale * known[c.id].normal for c in found(moment.trace)])
    for pane in (0, 1):
        assert sum(isinstance(m, Symbol) and m.latex == "j" for m in drawn(moment, pane).marks) == 1


def test_the_speed_that_is_left_stands_at_the_point_with_most_of_it() -> None:
    """By the velocities after the frame, which nothing changes after its last iteration."""
    moment = moments_of(LESSON, FIVE)[ITERATIONS]
    after = FIVE.other("").frame(0).bodies
    left = []
    for c in FIVE.other("").frame(0).contacts:
        a, b = after[c.id.pair.body_a], after[c.id.pair.body_b]
        spins = b.spin * c.arm_b[0] - a.spin * c.arm_a[0]  # the normals point up
        left.append(float(b.velocity[1] - a.velocity[1] + spins))
    (words,) = [m.text for m in drawn(moment, 1).marks if isinstance(m, Label) and "v_n" in m.text]
    assert words == f"$v_n$ = {min(left):.3f}".replace("-", "−")
    (words,) = [m.text for m in drawn(moment, 0).marks if isinstance(m, Label) and "v_n" in m.text]
    assert words in ("$v_n$ = 0.000", "$v_n$ = −0.000")


def test_the_first_picture_tells_the_end_of_the_right_stack() -> None:
    moments = moments_of(LESSON, FIVE)
    fallen = FIVE.other("").bodies(FRAMES)[5].pose.position
    for moment, is_told in ((moments[GRAVITY], True), (moments[CONTACTS], False)):
        ghosts = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
        assert len(ghosts) == (5 if is_told else 0)
        if ghosts:
            assert np.mean(ghosts[-1].points, axis=0) == pytest.approx(fallen)
        assert not [m for m in drawn(moment, 0).marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
    edited = FIVE.with_field("iterations", 5)
    ghosts = [
        m for m in drawn(moments_of(LESSON, edited)[0], 1).marks if isinstance(m, Stroke) and m.line is Line.DOTTED
    ]
    assert not ghosts, "a drag does not wait for two seconds of simulation"
    assert stack_head(moments[CONTACTS]) == ("Keeps its impulses", "for the next frame"), "the term comes later"
    assert stack_head(moments[WARM], is_other=True) == ("Warm start off", "begins at 0")


def test_energy_and_depth_are_curves_over_time_on_log_axes() -> None:
    low, high = ENERGY.y
    heights = [ENERGY.height(e) for e in (0.0, 1e-4, 1e-2, 1.0, 100.0, 1e5)]
    assert [(y - low) / (high - low) for y in heights] == pytest.approx([0, 0, 1 / 3, 2 / 3, 1, 1])
    assert DEPTH.y[1] < low, "one below the other"
    moment = replace(moments_of(LESSON, FIVE)[-1], time=1.0)
    shown = drawn(moment, 2)
    curves = [m for m in shown.marks if isinstance(m, Stroke) and m.line is Line.CURVE]
    assert [m.ink for m in curves] == [Ink.FAULTY, Ink.ANSWER] * 2
    for m, run in zip(curves, (FIVE.other(""), FIVE.right) * 2, strict=True):
        end = run.frame(FRAMES - 1)
        band, value = (ENERGY, end.kinetic) if m.points[-1][1] > DEPTH.y[1] else (DEPTH, deepest(end))
        assert m.points[-1] == pytest.approx((1.0, band.height(value)))
    words = [plain(m.text) for m in shown.marks if isinstance(m, Label)]
    row = [plain(cell) for cell in LESSON.page(moment).rows[1].cells]
    assert f"{row[2]} m" in words, "the table's"
    assert f"{row[3]} J" in words


def test_the_impulse_after_four_iterations_is_asked() -> None:
    moment = moments_of(LESSON, FIVE)[FIRST]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    (x, y) = asked.right[0]
    assert x == 4 / reach(FIVE) == 4 / 12
    stepped = rigid_step(FIVE.rigid, StepMemory(), FIVE.rules)
    alone = sum(stepped.impulses[i].normal for i in on_floor(stepped.contacts))
    assert y * top_of(moment) == pytest.approx(alone)
    near = NEAR * FIVE.needed / top_of(moment)
    assert asked.judge(((x, y + 0.9 * near),)).right
    high, low = (asked.judge(((x, y + part * near),)) for part in (1.2, -1.2))
    assert (high.right, low.right) == (False, False)
    assert (high.head, low.head) == ("Too much for so few iterations", "Too little")
    assert f"{alone:.2f}" not in plain(high.because + low.because), "not before a second try"
    assert "3 more iterations add" in plain(low.because)
    grows = np.diff(carried(FIVE.first(FIVE.other(""))))
    assert f"gave {grows[0]:.2f}" in plain(high.because)
    assert f"gave {grows[0]:.2f}" in plain(low.because)
    assert f"{grows[0]:.2f} of 0.83" in said(moment), "it is told already"
    assert max(grows[1:]) < grows[0], "each later one adds less"
    assert not asked.judge(asked.start).right
    assert LESSON.page(moments_of(LESSON, replace(FIVE, iterations=32))[FIRST]).prediction is None
    assert LESSON.page(moments_of(LESSON, FIVE, ONE)[FIRST]).prediction is None
    assert LESSON.page(moments_of(LESSON, replace(FIVE, iterations=1))[FIRST]).prediction is None


def test_the_point_that_carries_most_is_asked() -> None:
    moment = moments_of(LESSON, BOOKS)[CONTACTS]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    contacts = moment.step.contacts
    floor = on_floor(contacts)
    right = max(floor, key=lambda i: contacts[i].point[0])  # the centre of mass of all lies on that side
    assert asked.right == {point(right)}
    assert "4 of 4 are above it" in plain(asked.judge(point(right)).because)
    other = next(i for i in floor if i != right)
    assert asked.judge(point(other)).head == f"Not point {other + 1}"
    top = next(i for i, c in enumerate(contacts) if c.id.pair.body_b == 4)
    assert "1 of 4 are above it" in plain(asked.judge(point(top)).because)
    assert asked.judge(point(99)).right is False
    assert LESSON.page(moments_of(LESSON, FIVE)[CONTACTS]).prediction is None, "two are equal there"
    assert LESSON.page(moments_of(LESSON, SHAPES)[CONTACTS]).prediction is None, "no column"


LOW = ((-1.3, 0.395), (0.0, 0.395), (1.3, 0.395), (-0.65, 1.19), (0.65, 1.19))


@pytest.mark.parametrize(
    ("places", "iterations", "reached"),
    [
        (LOW, 4, True),
        (LOW, 5, False),
        ((*LOW[:3], (0.0, 1.19), (0.0, 1.985)), 4, False),
        ((*LOW[:3], (-2.6, 0.395), (2.6, 0.395)), 4, False),  # all on the floor
        ((*LOW[:3], (-0.65, 1.29), (0.65, 1.29)), 4, False),  # in the air
    ],
)
def test_the_goal_is_a_lower_stack(places: Any, iterations: int, reached: bool) -> None:
    scene = replace(FIVE, things=tuple(at(box(1.25, 0.8), x, y) for x, y in places), iterations=iterations)
    goal = restacked(moments_of(LESSON, scene)[0])
    assert goal is not None
    assert goal.reached is reached
    assert goal.now == "", "the prediction of the fourth step asks for it"
    fewer = restacked(moments_of(LESSON, replace(scene, things=scene.things[:3]))[0])
    assert fewer is not None
    assert not fewer.reached, "all five"
    later = restacked(moments_of(LESSON, scene)[-1])
    assert later is not None
    assert later.now.endswith((f"{MOST_LOW} boxes on the floor", "5 boxes on the floor"))
    assert restacked(moments_of(LESSON, BOOKS)[0]) is None


def test_bodies_are_fields() -> None:
    moved = FIVE.with_field("body_5", FIVE.things[4].moved((0.5, 0.0)))
    assert moved.body_5.pose.position[0] == pytest.approx(FIVE.body_5.pose.position[0] + 0.5)
    assert [name for name, *_ in FIVE.controls()][:6] == [*(f"body_{i}" for i in range(1, 6)), "iterations"]
    for name in ("body_0", "body_6", "body_x", "other_1"):
        with pytest.raises(AttributeError):
            getattr(FIVE, name)
    lifted = FIVE.with_field("body_5", FIVE.things[4].moved((0.0, 1.0)))
    assert len(next(s for s in LESSON.run(lifted) if isinstance(s, ContactsFound)).contacts) == 8
    alone = column(((1.0, 1.0),), (0.0,)).things[0].moved((0.0, 3.0))
    falling = Stack((alone,))
    assert len(LESSON.run(falling)) == 6, "no contact, no iterations"
    assert "no contact points" in said(moments_of(LESSON, falling)[CONTACTS])


def test_an_edit_starts_time_over() -> None:
    clock = LESSON.clock(moments_of(LESSON, FIVE)[TIME])
    assert clock is not None
    assert clock.starts_over
    assert clock.plays_on_entry
    assert LESSON.clock(moments_of(LESSON, FIVE)[MOVE]) is None


def test_the_order_of_the_points_changes_the_way_and_not_the_end() -> None:
    """All impulses, each order by a step of its own; at first only the floor's points have any from the top down."""
    scene = FAILING[ORDER]
    moments = moments_of(LESSON, scene, ORDER)
    for index, count in ((FIRST, 1), (ITERATIONS, scene.iterations)):
        first, last = (
            rigid_step(
                scene.rigid,
                StepMemory(),
                replace(scene.rules, iterations=count, last_first=last_first, warm_start=False),
            ).impulses
            for last_first in (False, True)
        )
        totals = [sum(j.normal for j in each) for each in (first, last)]
        assert totals[0] > 1.1 * totals[1]
        text = said(moments[index])
        assert f"first point first {totals[0]:.2f}. Last point first: {totals[1]:.2f}. At rest: 2.33." in text
        if count == 1:
            assert [j.normal > 1e-9 for j in last] == [True] * 2 + [False] * 6
            assert "Last point first: in iteration 1 only the floor" in plain(LESSON.page(moments[index]).idea)
    grey = [m for m in drawn(moments[ITERATIONS], 1).marks if isinstance(m, Stroke) and m.line is Line.DASHED]
    assert len(grey) >= 8, "the usual order's, at each point"
