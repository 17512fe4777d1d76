"""Out of the wrong side: places, pushes, fates and answers, from the vertices and from closed forms."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from geometry import separation
from geometry.dynamics.starts import Remedy, StartsRun
from geometry.dynamics.step import ImpulseApplied
from lessons.bodies.wrong_side import WrongSide
from lessons.bodies.wrong_side_asked import safe
from lessons.bodies.wrong_side_scene import LAST_NORMAL, MARGIN, ONE_SIDED, Fate, Thrown
from lessons.bodies.wrong_side_starts import noticed
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Stroke
from viz.lesson.prediction import Adjust, Place
from viz.lesson.text import plain, runs

LESSON = WrongSide()
SCENES = {name: preset.scene for name, preset in LESSON.presets.items()}
PAST, BEFORE, FAST, PRESSED, CORNER, BACK = SCENES


def moment_at(name: str, index: int, compare: str = "") -> Moment[Thrown]:
    return moments_of(LESSON, SCENES[name], compare)[index]


def drawn(moment: Moment[Thrown]) -> Canvas:
    canvas = Canvas(0.003)
    LESSON.panes[0].draw(canvas, moment)
    return canvas


def words_in(moment: Moment[Thrown], ink: Ink) -> list[str]:
    return [plain(mark.text) for mark in drawn(moment).marks if isinstance(mark, Label) and mark.ink is ink]


def outlines(moment: Moment[Thrown], ink: Ink) -> list[float]:
    """The middles of closed outlines in an ink."""
    closed = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.closed and m.ink is ink]
    return [float(np.mean([x for x, _ in mark.points])) for mark in closed]


@pytest.mark.parametrize(
    ("name", "sample", "x", "fate", "end"),
    [
        (PAST, 2, 0.05, Fate.WRONG_SIDE, 0.35),
        (BEFORE, 1, -0.28, Fate.STOPPED, -0.40),
        (FAST, 1, 0.55, Fate.UNSEEN, 0.55),
        (PRESSED, 8, 0.03, Fate.WRONG_SIDE, 0.35),
        (BACK, 2, 0.2, Fate.STOPPED, 0.35),
    ],
)
def test_the_sample_that_is_told_and_where_its_push_leaves_the_box(
    name: str, sample: int, x: float, fate: Fate, end: float
) -> None:
    scene = SCENES[name]
    assert (scene.sample, scene.fate) == (sample, fate)
    assert scene.knots[-1][1] == pytest.approx(x, abs=0.001)
    assert scene.pushed[0] == pytest.approx(end, abs=1e-6)


@pytest.mark.parametrize("name", SCENES)
def test_samples_before_are_apart_and_the_push_ends_in_touch(name: str) -> None:
    scene = SCENES[name]
    apart = [separation(scene.wall, scene.box_at(knot[1:])) for knot in scene.knots]
    if name != PRESSED:
        assert min(apart[:-1]) > 0.0
    assert (apart[-1] < 0.0) is (scene.fate is not Fate.UNSEEN)
    if scene.contact is not None:
        assert separation(scene.wall, scene.box_at(scene.pushed)) == pytest.approx(0.0, abs=1e-6)
        assert -scene.contact.separation == pytest.approx(math.dist(scene.pushed, scene.knots[-1][1:]), abs=1e-6)


def test_exact_stops_at_the_touch_and_slides_over_the_corner() -> None:
    assert SCENES[PAST].exact == pytest.approx((-0.35, 0.0))
    corner = SCENES[CORNER]
    assert corner.exact is not None
    assert corner.exact == pytest.approx((corner.knots[-1][1], 0.2 + 0.25)), "on top of the wall"


def test_the_box_leaves_the_far_side_at_its_full_speed() -> None:
    scene = SCENES[PAST]
    assert tuple(scene.after.velocity) == pytest.approx((30.0, 0.0))
    assert scene.path(Remedy.LEAST_PUSH)[-1][1] == pytest.approx(0.35 + 0.5)
    assert abs(SCENES[BEFORE].after.velocity[0]) < 1e-6


@pytest.mark.parametrize(
    ("name", "remedy", "x"),
    [
        (PAST, Remedy.SUBSTEPS, -0.35),
        (PAST, Remedy.MARGIN, -0.35),
        (PAST, Remedy.LAST_NORMAL, -0.35),
        (PAST, Remedy.SWEEP, -0.35),
        (FAST, Remedy.SUBSTEPS, 1.85),  # found at 0.05, out at 0.35, and three half steps on
        (FAST, Remedy.MARGIN, -0.35),
        (FAST, Remedy.LAST_NORMAL, 1.55),
        (FAST, Remedy.SWEEP, -0.35),
    ],
)
def test_where_each_remedy_leaves_the_box(name: str, remedy: Remedy, x: float) -> None:
    scene = SCENES[name]
    assert scene.at(remedy, scene.sample + 1.0)[0] == pytest.approx(x, abs=1e-6)
    index = 3 + list(Remedy).index(remedy)
    said = plain(LESSON.situation(moment_at(name, index)))
    assert f"{x:.2f}".replace("-", "−") in said
    assert ("the box stops" in said, "the box passes" in said) == (x < 0.0, x > 0.0)
    sample = int(said.split("sample ")[1].split(".")[0].split()[0])
    assert scene.at(remedy, sample)[0] == pytest.approx(x, abs=1e-6), "it is where the words have it"


def test_a_margin_of_its_full_length_notices_the_sample_before() -> None:
    scene = SCENES[PAST]
    by = {starts.remedy: noticed(scene, starts) for starts in scene.starts}
    wanted = {Remedy.LEAST_PUSH: 0.05, Remedy.SUBSTEPS: -0.2, Remedy.MARGIN: -0.45}
    assert {remedy: by[remedy] for remedy in wanted} == pytest.approx(wanted)
    assert scene.starts.steps[2].low == pytest.approx(-0.35 - MARGIN)


def test_faulty_rules_fail_where_they_are_shown_and_nowhere_in_scene_1() -> None:
    assert SCENES[CORNER].error(SCENES[CORNER].chosen(LAST_NORMAL)) == pytest.approx(0.38, abs=0.005)
    assert SCENES[BACK].error(SCENES[BACK].chosen(ONE_SIDED)) == pytest.approx(0.70)
    for rule in (LAST_NORMAL, ONE_SIDED):
        assert SCENES[PAST].error(SCENES[PAST].chosen(rule)) == pytest.approx(0.0, abs=1e-9)
    assert SCENES[BACK].error(SCENES[BACK].chosen(LAST_NORMAL)) == pytest.approx(0.0, abs=1e-9)
    assert "error 0.70" in words_in(moment_at(BACK, 1, ONE_SIDED), Ink.FAULTY)
    assert "error 0.38" in words_in(moment_at(CORNER, 1, LAST_NORMAL), Ink.FAULTY)
    assert not words_in(moment_at(BACK, 0, ONE_SIDED), Ink.FAULTY), "nothing before its push"


def test_both_pushes_are_drawn_at_their_lengths() -> None:
    moment = moment_at(PAST, 1)
    arrows = {m.ink: m.end[0] - m.start[0] for m in drawn(moment).marks if isinstance(m, Arrow)}
    assert arrows == pytest.approx({Ink.OVERLAP: 0.3, Ink.QUIET: -0.4})
    assert words_in(moment, Ink.OVERLAP) == ["right 0.30"]
    assert outlines(moment, Ink.FAULTY) == [pytest.approx(0.35)]
    assert outlines(moment_at(BEFORE, 1), Ink.ANSWER) == [pytest.approx(-0.40)], "a push back is no fault"
    hidden = replace(moment_at(PAST, 0), is_open=True)
    assert not outlines(hidden, Ink.FAULTY), "nothing tells the answer"


def test_the_strip_lies_under_the_wall_at_the_same_scale() -> None:
    moment = moment_at(FAST, 3)
    ends: dict[Ink, list[tuple[float, float]]] = {}
    for mark in drawn(moment).marks:
        if isinstance(mark, Stroke) and mark.closed and max(y for _, y in mark.points) < -0.3:
            xs = [x for x, _ in mark.points]
            ends.setdefault(mark.ink, []).append((min(xs), max(xs)))
    true, spread = zip(*(ends[ink] for ink in (Ink.GAP, Ink.FAULTY, Ink.GHOST)), strict=True)
    assert np.array(true) == pytest.approx(np.array([(-0.35, 0.0), (0.0, 0.35), (0.35, 0.65)]))
    assert np.array(spread) == pytest.approx(1.9 * (np.array(true) + 0.35) - 0.95), "the same places, spread evenly"
    assert {"35 % stopped", "35 % wrong side", "30 % missed"} <= set(words_in(moment, Ink.TEXT))


def test_shares_in_the_table() -> None:
    table = LESSON.table(moment_at(FAST, 7))
    assert table is not None
    shares = {row.cells[0]: [int(cell.split()[0]) for cell in row.cells[3:0:-1]] for _, row in table.rows}
    assert [plain(row.cells[4]) for _, row in table.rows] == ["v = 21", "v = 42", "v = 51", "v = 42", "any"]
    assert shares == {
        "least push": [35, 35, 30],
        "substeps": [70, 30, 0],
        "margin": [85, 15, 0],
        "last normal": [70, 0, 30],
        "sweep": [100, 0, 0],
    }
    pushes = LESSON.table(moment_at(PAST, 2))
    assert pushes is not None
    assert [row.cells for _, row in pushes.rows] == [
        ("left", "0.05", "−0.35", "0.40"),
        ("right", "0.05", "0.35", "0.30"),
    ]


def test_the_place_of_the_push_is_judged() -> None:
    asked = LESSON.page(moment_at(PAST, 0)).prediction
    assert isinstance(asked, Place)
    assert asked.judge(((0.33, 0.0),)).right
    for x, head in ((-0.35, "The longer way"), (0.05, "Not out yet"), (0.6, "Too far")):
        verdict = asked.judge(((x, 0.0),))
        assert (verdict.right, verdict.head) == (False, head)
        assert verdict.remarks[0].at[0] == x
        assert verdict.draw is not None
    assert "0.10" in asked.judge(((-0.35, 0.0),)).because, "nearer by 0.40 − 0.30"


def test_the_fastest_safe_speed_is_judged() -> None:
    moment = moment_at(BEFORE, 2)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    assert safe(moment.scene) == pytest.approx((0.4 + 0.4) / 2.0 * 60.0)
    heads = [asked.judge(moment.scene.with_field("speed", v)).head for v in (10.0, 25.0, 47.0, 50.0)]
    assert heads == ["Slower than needed", "Too fast", "Too fast", "Too fast"]
    assert asked.judge(moment.scene.with_field("speed", 24.0)).right
    assert asked.judge(asked.right(moment.scene)).right
    both = {asked.judge(moment.scene.with_field("speed", v)).because for v in (47.0, 50.0)}
    assert len(both) == 2, "two reasons"


def is_met(name: str, **fields: object) -> bool:
    scene = SCENES[name]
    for field, value in fields.items():
        scene = scene.with_field(field, value)
    challenge = LESSON.challenge(moments_of(LESSON, scene)[1])
    return challenge is not None and challenge.reached


def test_the_goal_of_the_last_normal_is_met_where_one_step_is_w_and_t() -> None:
    assert is_met(PAST, speed=60.0, thickness=0.55)
    assert is_met(PAST, speed=60.0, thickness=0.3, width=0.7)
    assert not is_met(PAST, speed=60.0, thickness=0.5), "the last normal misses some"
    assert not is_met(PAST, speed=60.0, thickness=0.6), "the least push stops more"
    assert not is_met(PAST, speed=42.0), "the speed is kept"
    starts = SCENES[PAST].with_field("speed", 60.0).with_field("thickness", 0.55).starts.steps
    assert (starts[0].stopped, starts[3].stopped) == (500, 1000)


def test_the_goal_of_the_margin_is_met_where_substeps_fail() -> None:
    assert is_met(BEFORE, speed=56.0, thickness=0.5)
    assert not is_met(BEFORE, speed=56.0, thickness=0.54), "substeps stop every start too"
    assert not is_met(BEFORE, speed=56.0), "the margin misses some"
    assert not is_met(BEFORE, speed=50.0), "the speed is kept"
    starts = SCENES[BEFORE].with_field("speed", 56.0).with_field("thickness", 0.5).starts.steps
    assert starts[1].stopped < starts[2].stopped == 1000


def test_the_goal_over_the_corner_is_met_by_a_sample_above_the_wall() -> None:
    assert not is_met(CORNER)
    assert is_met(CORNER, speed=30.0, start=np.array((-0.79, 0.608)))
    assert not is_met(CORNER, start=np.array((-1.0, 1.2))), "nothing is pushed"
    assert not is_met(CORNER, speed=30.0), "the sample before is beside the wall"
    scene = SCENES[CORNER].with_field("speed", 30.0).with_field("start", np.array((-0.79, 0.608)))
    assert scene.chosen(LAST_NORMAL).normal == pytest.approx((0.0, 1.0))


def test_no_scene_meets_its_goal_at_first() -> None:
    assert not any(is_met(name) for name in SCENES)


def test_where_the_push_turns_is_judged() -> None:
    asked = LESSON.page(moment_at(PRESSED, 0)).prediction
    assert isinstance(asked, Place)
    assert asked.judge(((0.01, 0.0),)).right
    assert asked.judge(asked.right).right
    for x, words in ((-0.2, "still goes left"), (0.1, "turned before"), (0.5, "clear of the wall")):
        verdict = asked.judge(((x, 0.0),))
        assert not verdict.right
        assert words in verdict.because
    assert "left needs 0.15 and right 0.55" in asked.judge(((-0.2, 0.0),)).because
    assert "middle" not in plain(LESSON.page(moment_at(PRESSED, 0)).idea), "the answer"


def test_the_goal_from_the_right_is_met_past_the_middle() -> None:
    assert is_met(BACK, start=np.array((0.78, 0.0)))
    assert not is_met(BACK, start=np.array((0.85, 0.0))), "before the middle"
    assert not is_met(BACK, speed=60.0, start=np.array((0.5, 0.0))), "no sample in the wall"


def test_with_all_starts_the_box_is_shown_after_its_push() -> None:
    assert any(math.isclose(x, 0.35) for x in outlines(moment_at(PAST, 3), Ink.FAULTY))
    assert "wrong side" in plain(LESSON.situation(moment_at(PAST, 3)))
    assert any(math.isclose(x, -0.40) for x in outlines(moment_at(BEFORE, 3), Ink.ANSWER))
    assert "stopped" in plain(LESSON.situation(moment_at(BEFORE, 3)))


def test_the_table_of_the_rules_has_room_for_all_five() -> None:
    assert LESSON.shows_controls(moment_at(PAST, 7)) == ("speed", "thickness")
    assert LESSON.shows_controls(moment_at(PAST, 2)) is True


def test_a_rule_that_is_not_used_does_not_differ() -> None:
    last, one = LESSON.compare
    assert not any(each.differs(moment_at(FAST, 7, each.name)) for each in (last, one))
    assert last.differs(moment_at(CORNER, 1, LAST_NORMAL))
    assert one.differs(moment_at(BACK, 1, ONE_SIDED))


def test_the_part_of_the_velocity_along_the_normal_is_drawn() -> None:
    moment = moment_at(CORNER, 2)
    n = SCENES[CORNER].contact.normal.direction  # type: ignore[union-attr]
    part = float(SCENES[CORNER].velocity @ n)
    told = f"{part:.2f}".replace("-", "\N{MINUS SIGN}")
    assert f"v_n = {told}" in words_in(moment, Ink.EXAMINED)
    drawn_as = [
        math.dist(np.subtract(m.end, m.start), part * n / 60.0)
        for m in drawn(moment).marks
        if isinstance(m, Arrow) and m.ink is Ink.EXAMINED
    ]
    assert min(drawn_as) < 1e-6
    assert "v = 24" in words_in(moment_at(BACK, 2), Ink.EXAMINED)[0]


def test_no_dashed_outline_lies_inside_of_the_solid_box() -> None:
    for name, index in ((PAST, 7), (BACK, 0), (PRESSED, 2), (FAST, 7)):
        marks = drawn(moment_at(name, index)).marks
        (solid,) = (m for m in marks if isinstance(m, Stroke) and m.ink is Ink.B and m.line is Line.OUTLINE)
        low, high = min(x for x, _ in solid.points), max(x for x, _ in solid.points)
        dashed = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.B and m.line is Line.START]
        assert dashed
        assert not [x for m in dashed for x, _ in m.points if low + 1e-6 < x < high - 1e-6]


def test_time_runs_through_the_samples() -> None:
    scene = SCENES[PAST]
    for k, x in ((0, -0.95), (1, -0.45), (2, 0.05), (2.5, 0.35), (3, 0.85)):
        assert scene.at(Remedy.LEAST_PUSH, k)[0] == pytest.approx(x, abs=1e-6)
    clock = LESSON.clock(moment_at(PAST, 0))
    assert clock is not None
    assert clock.ticks == pytest.approx((2 / 3, 2 / 3, 2.5 / 3, 2 / 3, 1, 1, 1, 1))
    ends = [max(outlines(replace(moment_at(PAST, 4), time=t), Ink.FAULTY)) for t in (0.0, 1.0)]
    assert ends[1] == pytest.approx(0.85), "the least push runs on beside the remedy"


def test_impulses_can_be_stepped_into() -> None:
    """All of them together stop the box: mass times speed."""
    inner = [m for m in nested(LESSON, moments_of(LESSON, SCENES[BEFORE])) if isinstance(m.step, ImpulseApplied)]
    mass = 0.4 * 0.5
    assert sum(m.step.after - m.step.before for m in inner) == pytest.approx(mass * 36.0, rel=1e-6)
    assert all(LESSON.page(m).sentence for m in inner)
    assert not any("separate" in LESSON.page(m).idea for m in inner), "at rest they do not"
    none = [m for m in nested(LESSON, moments_of(LESSON, SCENES[PAST])) if isinstance(m.step, ImpulseApplied)]
    assert {m.step.after for m in none} == {0.0}
    assert all("separate" in LESSON.page(m).idea for m in none)


def test_a_start_stays_on_its_side() -> None:
    scene = SCENES[PAST].with_field("start", np.array((0.4, 0.7)))
    assert scene.start == pytest.approx((-0.37, 0.0))
    assert SCENES[BACK].with_field("start", np.array((-1.0, 0.0))).start[0] > 0.35
    assert SCENES[PAST].with_field("width", 1.2).with_field("thickness", 0.8).fate is not None


@pytest.mark.parametrize(("speed", "thickness", "width"), [(2.0, 0.75, 0.5), (6.0, 0.8, 1.2), (2.0, 0.05, 0.2)])
def test_every_pressed_box_leaves_at_the_back(speed: float, thickness: float, width: float) -> None:
    scene = SCENES[PRESSED].with_field("speed", speed).with_field("width", width).with_field("thickness", thickness)
    assert scene.thickness < scene.width
    assert scene.fate is Fate.WRONG_SIDE
    assert 0.0 <= scene.knots[-1][1] <= speed / 60.0 + 1e-9
    assert scene.knots[-2][1] < 1e-9


def test_a_miss_is_told() -> None:
    scene = SCENES[CORNER].with_field("start", np.array((-1.0, 1.2)))
    assert scene.fate is Fate.MISSED
    assert "misses the wall" in LESSON.situation(moments_of(LESSON, scene)[1])


def test_overlap_is_red_where_box_and_wall_lie() -> None:
    (red,) = [m for m in drawn(moment_at(PAST, 1)).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    xs, ys = zip(*red.points, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((-0.125, 0.125, -0.25, 0.25))


def test_starts_are_told_with_their_count() -> None:
    step = moment_at(PAST, 3).step
    assert isinstance(step, StartsRun)
    assert "700 are stopped" in plain(LESSON.page(moment_at(PAST, 3)).sentence)


def test_the_first_step_names_both_samples() -> None:
    for name in (PAST, FAST, BACK):
        scene = SCENES[name]
        (_, before, _), (_, now, _) = scene.knots[-2:]
        said = plain(LESSON.page(moment_at(name, 0)).sentence).replace("−", "-")
        assert said.endswith(
            f"sample {scene.sample - 1} at x = {before:.2f} to sample {scene.sample} at x = {now:.2f}."
        )
    assert "(−0.70, 0.57) to sample 2 at (0.05, 0.40)" in plain(LESSON.page(moment_at(CORNER, 0)).sentence)


def test_a_push_up_is_told_with_both_coordinates() -> None:
    table = LESSON.table(moment_at(CORNER, 1))
    assert table is not None
    assert [row.cells for _, row in table.rows] == [
        ("left", "(0.05, 0.40)", "(−0.35, 0.40)", "0.40"),
        ("right", "(0.05, 0.40)", "(0.35, 0.40)", "0.30"),
        ("up", "(0.05, 0.40)", "(0.05, 0.45)", "0.05"),
    ]
    assert [row.ink for _, row in table.rows] == [None, None, Ink.OVERLAP]


def test_the_ring_of_the_question_begins_at_the_sample() -> None:
    asked = LESSON.page(moment_at(PAST, 0)).prediction
    assert isinstance(asked, Place)
    assert asked.start[0] == pytest.approx((0.05, 0.0))
    assert asked.right[0] == pytest.approx((0.35, 0.0))


def test_the_situation_is_green_where_a_remedy_stops_the_box_and_else_pink() -> None:
    inks = {}
    for index in range(4, 8):
        moment = moment_at(FAST, index)
        inks[moment.step.remedy] = [run.ink for run in runs(LESSON.situation(moment)) if run.ink is not None]
    green, pink = [Ink.GAP], [Ink.FAULTY]
    assert inks == {
        Remedy.SUBSTEPS: pink,
        Remedy.MARGIN: green,
        Remedy.LAST_NORMAL: pink,
        Remedy.SWEEP: green,
    }


def test_on_which_side_the_push_leaves_the_box() -> None:
    sides = {name: LESSON.situation(moment_at(name, 2)) for name in (PAST, BEFORE, PRESSED)}
    assert "on its right side: not where it came from" in sides[PAST]
    assert "on its left side, where it came from" in sides[BEFORE]
    assert "on its right side: not where it came from" in sides[PRESSED]


def test_a_rule_without_a_sample_in_the_wall_is_not_used() -> None:
    for index in range(1, 8):
        moment = moment_at(FAST, index, LAST_NORMAL)
        assert plain(LESSON.situation(moment)).endswith("is not used: the box passes.")
    assert "least push:\npasses" in words_in(replace(moment_at(FAST, 7), time=1.0), Ink.FAULTY)
    for rule in (LAST_NORMAL, ONE_SIDED):
        assert f"{rule}:\npasses" in words_in(replace(moment_at(FAST, 7, rule), time=1.0), Ink.FAULTY)
    assert "least push, sample 3" in words_in(replace(moment_at(PAST, 7), time=1.0), Ink.FAULTY)
    told = plain(LESSON.situation(moment_at(CORNER, 1, LAST_NORMAL)))
    assert "0.38 off" in told
    assert "came in at the top" in told
    assert "is before the middle" in plain(LESSON.situation(moment_at(BACK, 1, ONE_SIDED)))
    assert "pushed left by 0.40, back to" in plain(LESSON.situation(moment_at(PAST, 1, LAST_NORMAL)))


def test_the_response_shows_the_velocity_after_it() -> None:
    corner, back = moment_at(CORNER, 2), moment_at(BACK, 2)
    (after,) = (m for m in drawn(corner).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER)
    along = float((SCENES[CORNER].velocity)[0])
    assert (after.end[0] - after.start[0], after.end[1] - after.start[1]) == pytest.approx(
        (along / 60.0, 0.0), abs=1e-6
    )
    assert any(text.strip() == f"v' = {along:.2f}" for text in words_in(corner, Ink.ANSWER))
    assert any(text.strip() == "v' = 0" for text in words_in(back, Ink.ANSWER))
    assert not [m for m in drawn(moment_at(PAST, 2)).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]


def test_the_wrong_mark_stands_at_the_learners_centre() -> None:
    asked = LESSON.page(moment_at(PAST, 0)).prediction
    assert isinstance(asked, Place)
    for x in (-0.35, 0.05, 0.6):
        assert asked.judge(((x, 0.0),)).remarks[0].at == (x, 0.0)
    assert "0.30" not in asked.judge(((0.05, 0.0),)).because, "the length of the push is not told"


def test_the_right_answer_shows_both_pushes_and_its_place() -> None:
    asked = LESSON.page(moment_at(PAST, 0)).prediction
    assert isinstance(asked, Place)
    verdict = asked.judge(((0.35, 0.0),))
    assert plain(verdict.remarks[0].words) == "x = 0.35"
    canvas = Canvas(0.003)
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    lengths = {m.ink: m.end[0] - m.start[0] for m in canvas.marks if isinstance(m, Arrow)}
    assert lengths == pytest.approx({Ink.OVERLAP: 0.3, Ink.QUIET: -0.4})


def test_the_bar_begins_where_a_box_just_touches() -> None:
    for name in (PAST, BEFORE, FAST):
        scene, index = SCENES[name], 3
        moment = moments_of(LESSON, scene)[index]
        x = scene.wall.points[:, 0].min() - (scene.box_at((0.0, 0.0)).points[:, 0].max())
        told = f"{x:.2f}".replace("-", "−")
        assert any(text.startswith(f"x = {told}") and "touches" in text for text in words_in(moment, Ink.QUIET))
        dots = [m.at for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.QUIET]
        assert dots == [pytest.approx((x, 0.0))]


def test_a_comparison_tells_its_own_rule() -> None:
    page = LESSON.page(moment_at(BACK, 1, ONE_SIDED))
    assert "left" in page.formula
    assert "would lead right" in plain(page.sentence)
    assert "leads right" in plain(LESSON.page(moment_at(BACK, 1)).sentence)
    arrows = [m for m in drawn(moment_at(BACK, 1, ONE_SIDED)).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    assert all(m.end[0] < m.start[0] for m in arrows)
    assert len(arrows) == 2, "the push, and the normal of the one side"


def test_positions_in_the_plane_have_their_origin() -> None:
    assert "(0, 0)" in words_in(moment_at(CORNER, 0), Ink.QUIET)
    assert "(0.05, 0.40)" in [text.replace("\n", "") for text in words_in(moment_at(CORNER, 0), Ink.B)]


def test_the_sweep_names_where_it_touches() -> None:
    assert any(
        "x_touch = −0.35" in text or text.endswith("= −0.35") for text in words_in(moment_at(PAST, 7), Ink.ANSWER)
    )
    assert {"sample 0", "sample 2"} <= set(words_in(moment_at(PAST, 7), Ink.QUIET))


def test_a_piece_too_narrow_for_its_share_is_told_beside_the_bar() -> None:
    canvas = Canvas(0.02)
    LESSON.panes[0].draw(canvas, moment_at(PAST, 3))
    beside = [m for m in canvas.marks if isinstance(m, Label) and m.text == "30 % wrong side"]
    assert [(m.ink, m.at[0]) for m in beside] == [(Ink.FAULTY, pytest.approx(0.95))]
    assert "30 % wrong side" in words_in(moment_at(PAST, 3), Ink.TEXT), "where there is room"


def test_an_impulse_is_drawn_with_the_speed_that_it_stops() -> None:
    """Against each other; and nothing leaves the view where the frame before was another one."""
    first = next(m for m in nested(LESSON, moments_of(LESSON, SCENES[BEFORE])) if isinstance(m.step, ImpulseApplied))
    canvas = drawn(first)
    arrows = [
        m for m in canvas.marks if isinstance(m, Arrow) and m.start == pytest.approx(first.trace[0].contacts[0].point)
    ]
    assert {m.ink: m.end[0] < m.start[0] for m in arrows} == {Ink.ANSWER: True, Ink.EXAMINED: False}
    assert "v_n = −36.000" in words_in(first, Ink.EXAMINED)
    pressed = list(nested(LESSON, moments_of(LESSON, SCENES[PRESSED])))
    assert max(float(m.step.motions[1].velocity[0]) for m in pressed[:-1]) > 200.0, "by its warm start"
    for m in pressed:
        found = [each for each in drawn(m).marks if isinstance(each, Arrow)]
        assert max(math.dist(each.start, each.end) for each in found) < 1.0 + 1e-9


def test_the_fastest_speed_of_substeps_is_judged() -> None:
    moment = moment_at(FAST, 3)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    heads = [asked.judge(moment.scene.with_field("speed", v)).head for v in (21.0, 43.0, 60.0)]
    assert heads == ["Slower than needed", "Too fast", "Too fast"]
    assert asked.judge(moment.scene.with_field("speed", 42.0)).right
    assert asked.judge(asked.right(moment.scene)).right
    wide = moment.scene.with_field("width", 1.2).with_field("thickness", 0.8)
    assert asked.judge(asked.right(wide)).right, "the slider ends before"
    assert moment.scene.with_field("speed", 42.0).starts.steps[1].stopped == 1000
    assert moment.scene.with_field("speed", 43.0).starts.steps[1].stopped < 1000


def test_the_mark_of_a_start_moves_along_the_bar() -> None:
    """As sample 0 is dragged by a tenth, so does the tip below which the bar is spread 3.8 times."""
    tips = []
    for x in (-0.95, -0.85):
        scene = SCENES[PAST].with_field("start", np.array((x, 0.0)))
        marks = drawn(moments_of(LESSON, scene)[3]).marks
        tips.append(next(m.points[1][0] for m in marks if isinstance(m, Area) and m.ink is Ink.INTERFACE))
    assert tips[1] - tips[0] == pytest.approx(3.8 * 0.1)
    pane = LESSON.panes[0]
    assert "Drag" in pane.head(moment_at(PAST, 3))[1]
    assert not pane.head(moment_at(PAST, 1))[1]


def test_the_push_along_the_last_normal_lies_between_two_supports() -> None:
    moment, scene = moment_at(CORNER, 1, LAST_NORMAL), SCENES[CORNER]
    push = scene.chosen(LAST_NORMAL)
    n, box = np.array(push.normal), scene.box_at(scene.knots[-1][1:]).points
    supports = max(scene.wall.points @ n) + max(box @ -n)
    assert supports == pytest.approx(push.depth)
    arrow = next(
        m
        for m in drawn(moment).marks
        if isinstance(m, Arrow) and math.dist(m.start, m.end) == pytest.approx(push.depth, abs=1e-6)
    )
    assert arrow.start == pytest.approx(box[np.argmax(box @ -n)])
    assert np.array(arrow.end) @ n == pytest.approx(max(scene.wall.points @ n)), "it ends at the support of the wall"
    assert "push 0.39" in words_in(moment, Ink.FAULTY)


def test_no_earlier_sample_is_drawn_across_the_box_that_was_pushed() -> None:
    assert "sample 1" not in words_in(moment_at(BACK, 2), Ink.QUIET)
    assert {"sample 0", "sample 1"} <= set(words_in(moment_at(BACK, 1), Ink.QUIET))
