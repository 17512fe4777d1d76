"""Inner edges: both runs by `simulate`, the frame at the seam and its counts by plain arithmetic, the impulses by
closed forms, and what is drawn and asked."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import Point, Polygon

import geometry
from geometry import StepRules, box, circle, manifold, rectangle, rigid_body, simulate, static_body
from geometry.dynamics.step import WarmStarted
from geometry.faulty.inner_edges_skipped import skipping_inner_edges
from geometry.faulty.upward_only import upward_only
from geometry.trace import Grouped
from lessons.bodies import inner_edges_figure as figure
from lessons.bodies import inner_edges_lens as enlarged
from lessons.bodies import inner_edges_now as state
from lessons.bodies.impulse_told import impulse_page
from lessons.bodies.inner_edges import InnerEdges
from lessons.bodies.inner_edges_now import COMPARED, HIT, LEAST, OFTEN, RUNS, SEAM, TRIP
from lessons.bodies.inner_edges_scene import ARROW, SKIPPED, UPWARD, Slide, place_of, slide
from lessons.bodies.runs import Run
from tests.lessons.figures import drawn, labels, lesson_of, regions, strokes, symbols
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.ink import Point as Dots
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Dot, Label, Stroke
from viz.lesson.prediction import Place
from viz.lesson.scene import Arrow as Vector
from viz.lesson.text import fixed, plain, tint
from viz.picture.layout import lay_out

LESSON = InnerEdges()
SCENES: dict[str, Slide] = {name: preset.scene for name, preset in LESSON.presets.items()}
FIRST, LUCKY, ROUND, STEP = "Trips on a seam", "Glides by luck", "A round body", "A low step"
OUTLINE = "Pieces of an outline"
# Speed, depth, how far the frame at the seam ends past it, how far tile 2 is raised.
GIVEN = {
    FIRST: (3.0, 0.02, 0.008, 0.0),
    LUCKY: (3.0, 0.02, 0.035, 0.0),
    "Slow, with a small slop": (1.0, 0.005, 0.002, 0.0),
    ROUND: (3.0, 0.02, 0.025, 0.0),
    STEP: (3.0, 0.02, 0.02, 0.05),
    OUTLINE: (4.0, 0.025, 4.0 / 300.0, 0.0),
    "Inner edges skipped": (5.0, 0.03, 5.0 / 300.0, 0.0),
    "A wall that vanishes": (3.0, 0.02, 0.03, 0.25),
}
N = 6  # frames until then
each = pytest.mark.parametrize("name", SCENES)


def moment(name: str, index: int, compare: str | None = None) -> Moment[Slide]:
    preset = LESSON.presets[name]
    return moments_of(LESSON, preset.scene, preset.compare if compare is None else compare)[index]


def said(name: str, index: int, compare: str | None = None) -> str:
    return plain(LESSON.page(moment(name, index, compare)).sentence)


def simulated(name: str, count: int, **rules: Any) -> Any:
    """The bodies after so many frames, from numbers alone."""
    speed, depth, past, raised = GIVEN[name]
    tiles = [rectangle((-1.2, -0.4), (0.0, 0.0)), rectangle((0.0, -0.4), (1.2, raised))]
    way = N * speed / 60.0
    if name == ROUND:
        half = math.sqrt(0.3**2 - 0.28**2)
        body = circle(0.3, (past - way - half, 0.3 - depth))
    else:
        body = box(0.6, 0.6, (past - way - 0.3, 0.3 - depth))
    if rules.get("rule") == SKIPPED:
        rules |= {"rule": skipping_inner_edges(tiles), "iterations": 400}  # converged, in any order of the points
    bodies = [static_body(tiles), rigid_body(body, velocity=(speed, 0.0))]
    return simulate(bodies, count, StepRules(slop=depth, **rules))


@each
def test_the_frame_at_the_seam(name: str) -> None:
    speed, depth, past, raised = GIVEN[name]
    scene = SCENES[name]
    assert (scene.frames, scene.speed, scene.depth) == pytest.approx((N, speed, depth))
    assert scene.past == pytest.approx(past)
    body = simulated(name, N)[-1].bodies[1]
    assert body.placed[0].points == pytest.approx(scene.b.world.points, abs=1e-6)
    found = manifold(rectangle((0.0, -0.4), (1.2, raised)), body.placed[0])
    assert found.normal == pytest.approx(scene.spot.normal, abs=1e-6)
    assert -found.separation == pytest.approx(scene.spot.overlap, abs=1e-6)


def test_the_pieces_of_a_concave_outline_trip_a_box_and_know_each_other() -> None:
    """The floor's own pieces, made by cutting one outline: the cut is the seam. It has no step to be raised."""
    scene = SCENES[OUTLINE]
    under = [(-1.2, -0.6), (-0.3, -0.6), (0.0, -0.24), (0.3, -0.6), (1.2, -0.6)]
    whole = geometry.Polygon([*under, (1.2, 0.0), (0.0, 0.0), (-1.2, 0.0)])
    assert [piece.points.tolist() for piece in scene.tiles] == [piece.points.tolist() for piece in whole.pieces]
    assert len(scene.tiles) == 2
    for piece in scene.tiles:
        assert {(0.0, 0.0), (0.0, -0.24)} <= {tuple(p) for p in piece.points.tolist()}
    body = rigid_body(scene.shape_at(*scene.start), velocity=(4.0, 0.0))
    ends = [
        float(
            simulate([static_body(whole), body], 20, StepRules(slop=0.025, drop_inner=drop))[-1].bodies[1].velocity[0]
        )
        for drop in (False, True)
    ]
    assert ends[0] < 2.0
    assert ends[1] == pytest.approx(4.0)
    assert [float(run.bodies(20)[1].velocity[0]) for run in (scene.alone, scene.right)] == pytest.approx(ends)
    assert "raised" not in {name for name, *_ in scene.controls()}
    assert "raised" in {name for name, *_ in SCENES[FIRST].controls()}
    assert "one concave outline" in plain(LESSON.page(moment(OUTLINE, TRIP, "")).idea)


@each
def test_both_runs_are_those_of_simulate_and_their_speeds_are_said(name: str) -> None:
    scene, count = SCENES[name], SCENES[name].count
    alone, right = simulated(name, count, drop_inner=False), simulated(name, count)
    for run, frames in ((scene.alone, alone), (scene.right, right)):
        for k in (N, N + 1, count):
            assert run.bodies(k)[1].velocity == pytest.approx(frames[k - 1].bodies[1].velocity, abs=1e-4)
    told = said(name, HIT, "")
    assert f"rame {N + 1}" in told
    assert told.endswith(f"leaves v_x = {fixed(alone[N].bodies[1].velocity[0])} m/s.")
    ends = [fixed(frames[-1].bodies[1].velocity[0]) for frames in (alone, right)]
    assert said(name, RUNS, "") == (
        f"v_x after {count} frames: {ends[0]} m/s tile by tile, {ends[1]} m/s with neighbours."
    )


def test_numbers_of_the_first_scene() -> None:
    """The box turns about its stopped corner, so it keeps about m v l / (I + m l l) of its speed: 3 m v / 8 m."""
    told = "= (3.00, −0.17) · (−1, 0) = −3.00 m/s. In frame 7 the impulse j = 0.72 N·s leaves v_x = 0.99 m/s."
    assert told in said(FIRST, HIT)
    after = SCENES[FIRST].alone.frame(N).bodies[1]
    assert 0.36 * (3.0 - float(after.velocity[0])) == pytest.approx(0.72, abs=5e-3), "j is what B of 0.36 kg loses"
    assert "keeps 0.99 m/s" in LESSON.page(moment(FIRST, HIT)).idea
    assert float(after.velocity[0]) == pytest.approx(3.0 * 3.0 / 8.0, rel=0.15)
    assert float(-after.spin) == pytest.approx(3.0 * 3.0 / 8.0 / 0.3, rel=0.1)
    assert said(FIRST, RUNS) == "v_x after 20 frames: 0.68 m/s tile by tile, 3.00 m/s with neighbours."


def test_a_round_body_loses_the_part_of_its_velocity_along_the_normal() -> None:
    x, y = math.sqrt(0.3**2 - 0.28**2) - 0.025, 0.28
    lean = math.atan2(x, y)
    after = SCENES[ROUND].alone.frame(N).bodies[1].velocity
    fall = 10.0 / 60.0  # of one frame; both the floor and the corner take their part of it
    assert float(after[0]) == pytest.approx(3.0 * math.cos(lean) ** 2, abs=fall)
    assert float(after @ (-math.sin(lean), math.cos(lean))) == pytest.approx(0.0, abs=1e-3)
    assert f"leans by {fixed(math.degrees(lean), 0)}°" in said(ROUND, LEAST)
    assert f"{fixed(0.3 - math.hypot(x, y), 3)}" in said(ROUND, SEAM)


@each
def test_how_often_by_hand(name: str) -> None:
    """The side wins less than the depth under the top of tile 2 past the seam; a round body over half a chord."""
    speed, depth, _, raised = GIVEN[name]
    limit = math.sqrt(0.3**2 - 0.28**2) if name == ROUND else depth + raised
    scene, way = SCENES[name], speed / 60.0
    places = [(i + 0.5) / 20.0 * way for i in range(20)]
    assert [place_of(i, scene.way) for i in range(20)] == pytest.approx(places)
    assert list(scene.tripped) == [place < limit for place in places]
    count = sum(place < limit for place in places)
    told = said(name, OFTEN)
    what = "are slowed" if name == ROUND else "trip"
    assert told.endswith(f"Of 20 runs from different places {count} {what}.")
    if limit < way:
        share = f"{fixed(limit / way)} = {fixed(100 * limit / way, 0)} %."
        assert told.startswith(f"p = {fixed(limit, 3)} m / {fixed(way, 3)} m = {share} Of")
    else:
        assert f"is less than {'w' if name == ROUND else 'o_top'} = {fixed(limit, 3)} m: p = 1." in told


def test_whole_runs_trip_as_often_as_one_frame_tells() -> None:
    for part in (0.05, 0.3, 0.38, 0.42, 0.7, 0.95):
        scene = slide(part, 3.0, 0.02)
        slowest = min(float(scene.alone.bodies(k)[1].velocity[0]) for k in range(scene.count))
        assert (slowest < 2.9) is (part < 0.4)


def test_with_neighbours_a_flat_floor_is_never_felt_and_a_step_is() -> None:
    for name in (FIRST, LUCKY, ROUND, "Slow, with a small slop"):
        frames = simulated(name, SCENES[name].count)
        assert [float(f.bodies[1].velocity[0]) for f in frames] == pytest.approx([GIVEN[name][0]] * len(frames))
    assert float(SCENES[STEP].right.frame(N).bodies[1].velocity[0]) < 1.0
    assert "kept" in said(STEP, COMPARED)
    for name, lean, what in ((FIRST, "90°", "Both contacts are"), (ROUND, "16°", "The contact is")):
        told = f"Back to frame 6: n̂ lies {lean} outside the cone, which holds (0, 1) alone. {what} dropped."
        assert said(name, COMPARED) == told


@pytest.mark.parametrize(("name", "compare"), [("Inner edges skipped", SKIPPED), ("A wall that vanishes", UPWARD)])
def test_faulty_rules_fail_where_the_scene_says_so(name: str, compare: str) -> None:
    assert LESSON.presets[name].compare == compare
    rule = SKIPPED if compare == SKIPPED else upward_only
    wrong = simulated(name, SCENES[name].count, drop_inner=False, rule=rule)
    run = state.wrong_run(moment(name, RUNS))
    for k in (N + 1, SCENES[name].count):
        assert run.bodies(k)[1].pose.position == pytest.approx(wrong[k - 1].bodies[1].pose.position, abs=1e-3)
    if compare == SKIPPED:
        assert float(wrong[N].bodies[1].velocity[0]) < 0.5 * GIVEN[name][0], "B's own side stops it"
        normals = [c.normal.direction for c in wrong[N].contacts if c.id.pair.piece_a == 1]
        assert normals == [pytest.approx((-1.0, 0.0), abs=1e-6)] * 2
        assert "B’s own side shows 0.017 m" in said(name, LEAST)
    else:
        assert float(wrong[-1].bodies[1].pose.position[0]) > 0.3, "through the wall's side"
        assert float(wrong[-1].bodies[1].pose.position[1]) > 0.45, "and up on to its top"
    assert LESSON.panes[0].head(moment(name, RUNS))[0].lower() == compare
    assert LESSON.panes[0].head(moment(name, RUNS, ""))[0] == "Tile by tile"
    assert compare in LESSON.situation(moment(name, RUNS))


def test_skipping_needs_sharp_shapes() -> None:
    assert LESSON.compare[0].run(SCENES[ROUND]) is None


@each
def test_ideas_tell_the_truth_of_the_scene(name: str) -> None:
    ideas = [plain(LESSON.page(moment(name, i, "")).idea) for i in range(7)]
    is_side = name != LUCKY
    assert ("inner edge" in ideas[LEAST]) is (
        is_side and name in (FIRST, "Slow, with a small slop", "Inner edges skipped", OUTLINE)
    )
    assert ("outer edge" in ideas[LEAST]) is (name in (STEP, "A wall that vanishes"))
    assert ("chain" in ideas[COMPARED]) is (name not in (STEP, "A wall that vanishes"))
    assert ("B turns on its corner. The normals are now those of its own" in ideas[RUNS]) is (name == FIRST)
    assert ("moves only 0.017 m in one frame, so still 30 % of all starts" in ideas[TRIP]) is (
        name == "Slow, with a small slop"
    )
    assert ("trips at the seam" in ideas[TRIP]) is (is_side and name in (FIRST, "Inner edges skipped"))
    skipped = plain(LESSON.page(moment("Inner edges skipped", TRIP)).idea)
    vanishes = plain(LESSON.page(moment("A wall that vanishes", TRIP)).idea)
    assert "B trips just the same" in skipped
    assert "tile 2 is a wall here" in vanishes
    assert ("Frame 6 ends 0.035 m past the seam" in ideas[RUNS] and "40 %" in ideas[RUNS]) is (not is_side)
    assert ("falls back" in ideas[RUNS]) is (name == "Slow, with a small slop")
    assert ("later tilted normals on tile 1 too" in ideas[RUNS]) is (name == STEP)
    assert "leans by 16°, so it is kept" in plain(LESSON.page(moment(ROUND, RUNS, UPWARD)).idea)


def test_the_push_is_placed_by_its_end() -> None:
    """The least overlap by hand: to the seam, or on to the top."""
    for name in (FIRST, LUCKY, STEP, "Slow, with a small slop"):
        _, depth, past, raised = GIVEN[name]
        on_seam, on_top = (0.0, -depth), (past, raised)
        is_side = past < depth + raised
        right, wrong = (on_seam, on_top) if is_side else (on_top, on_seam)
        asked = LESSON.page(moment(name, SEAM)).prediction
        assert isinstance(asked, Place)
        assert asked.right[0] == pytest.approx(right, abs=1e-9)
        best = asked.judge(asked.right)
        assert best.right
        assert fixed(min(past, depth + raised), 3) + " m along the " in plain(best.because)
        longer = asked.judge((wrong,))
        assert longer.head == "Not the least"
        assert f"{fixed(max(past, depth + raised), 3)} m long" in longer.because
        assert asked.judge(asked.start).head == "Not the least"
        inside = asked.judge(((past, -depth),))
        assert inside.head == "Still in tile 2"
        told = longer.because + inside.because + inside.remarks[0].words
        assert fixed(min(past, depth + raised), 3) not in told, "the answer"
    assert LESSON.page(moment(ROUND, SEAM)).prediction is None
    assert LESSON.page(moment("Inner edges skipped", SEAM)).prediction is None, "another rule"


def test_the_farthest_normal_is_turned_before_the_cone_is_seen() -> None:
    """Up on a flat floor, whatever the body; to the left at a free side."""
    for name, right in ((FIRST, 90.0), (LUCKY, 90.0), (ROUND, 90.0), (STEP, 180.0)):
        asked = LESSON.page(moment(name, OFTEN)).prediction
        assert isinstance(asked, Place)
        raised = GIVEN[name][3]
        ((x, y),) = asked.right
        assert math.degrees(math.atan2(y - raised, x)) == pytest.approx(right)
        assert asked.judge(asked.right).right
        head = "Not the last" if raised else "Too far"
        assert asked.judge(asked.start).head == head
        ends = [asked.judge((asked.along[0][i],)) for i in (0, -1)]
        assert [each.head for each in ends] == [head if raised else "To the wrong side", "Too far"]
        for pane in ("wrong", "right"):
            at = moment(name, OFTEN)
            shown, hidden = (drawn(LESSON, pane, replace(at, is_open=each)).marks for each in (False, True))
            up = [m for m in shown if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
            assert bool(up) is (pane == "right" or name != ROUND)
            assert not [m for m in hidden if isinstance(m, Arrow) and m.ink is Ink.ANSWER], "the answer"
    assert LESSON.page(moment("A wall that vanishes", OFTEN)).prediction is None


def test_the_arrow_of_an_answer_is_drawn_from_the_seam() -> None:
    asked = LESSON.page(moment(FIRST, OFTEN)).prediction
    assert isinstance(asked, Place)
    for points, ink in ((asked.start, Ink.FAULTY), (asked.right, Ink.ANSWER)):
        canvas, draw = Canvas(0.01), asked.judge(points).draw
        assert draw is not None
        draw(canvas, "right")
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert (arrow.start, arrow.ink) == ((0.0, 0.0), ink)
        assert arrow.end == pytest.approx(points[0])


def test_both_rules_leave_the_same_velocity_where_they_find_the_same_normal() -> None:
    """Skipping the side changes nothing: the solver has the same points in the same order."""
    for name in (FIRST, "Slow, with a small slop", "Inner edges skipped"):
        scene, skipped = SCENES[name], state.wrong_run(moment(name, RUNS, SKIPPED))
        assert skipped.bodies(N + 1)[1].velocity == pytest.approx(scene.alone.bodies(N + 1)[1].velocity, abs=1e-9)


def test_normals_outside_the_cone_are_pink_wherever_they_come_from() -> None:
    """At the end both are those of B's own sides, which has turned: by its pose, not by the contacts."""
    last = moment(FIRST, RUNS)
    turn = SCENES[FIRST].alone.bodies(20)[1].pose.angle
    own = {(round(-math.sin(turn + k), 6), round(math.cos(turn + k), 6)) for k in (0.0, math.pi / 2.0)}
    assert set(arrows(FIRST, RUNS, Ink.FAULTY, "wrong")) == own | {(1.0, 0.0)}, "and the velocity"
    assert arrows(FIRST, RUNS, Ink.ANSWER, "wrong") == []
    assert [m for m in drawn(LESSON, "right", last).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]


def test_the_rule_that_is_compared_judges_the_normal_where_it_stands() -> None:
    for name, word in ((ROUND, "16°: kept"), ("A wall that vanishes", "90°: dropped")):
        for index, pane in ((HIT, "corner"), (RUNS, "wrong")):
            canvas = drawn(LESSON, pane, moment(name, index, UPWARD))
            assert any(each.endswith(word) for each in labels(canvas, Ink.FAULTY))
            assert "45°" in labels(canvas)
            assert not [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.GAP], "no cone"
            assert "45°" not in labels(drawn(LESSON, pane, moment(name, index, "")))


def test_b_s_own_side_is_named_on_the_body_that_has_tripped_over_it() -> None:
    for name in (FIRST, "Inner edges skipped"):
        at = moment(name, RUNS, SKIPPED)
        canvas = drawn(LESSON, "wrong", at)
        (own,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
        pose = state.wrong_run(at).bodies(at.scene.count)[1].pose
        half = np.array(((0.3, 0.3), (0.3, -0.3)))
        c, d = math.cos(pose.angle), math.sin(pose.angle)
        ends = half @ np.array(((c, d), (-d, c))) + pose.position
        assert sorted(map(tuple, own.points)) == [pytest.approx(p) for p in sorted(map(tuple, ends.tolist()))]
        assert "B’s own side" in labels(canvas)
        assert not strokes(drawn(LESSON, "right", at), Ink.EXAMINED, Line.FEATURE)


def test_the_contact_that_neighbours_drop_is_marked_at_the_end() -> None:
    """At the seam, where the body of the other run has tripped; nothing where nothing is dropped."""
    for name in (FIRST, ROUND, STEP, LUCKY):
        for pane in ("wrong", "right"):
            canvas = drawn(LESSON, pane, moment(name, RUNS))
            is_marked = pane == "right" and name != LUCKY
            words = "covered point dropped" if name == STEP else "dropped in frame 7"
            assert (words in labels(canvas, Ink.FAULTY)) is is_marked
            place = (0.0, -0.02 if name == STEP else 0.0)  # of two on one side the upper one
            assert crosses(canvas) == ([pytest.approx(place, abs=1e-9)] if is_marked else [])
        early = replace(moment(name, RUNS), time=N / 20.0)
        for at in (early, moment(name, TRIP)):
            assert not any("dropped" in each for each in labels(drawn(LESSON, "right", at))), "not yet"


def crosses(canvas: Canvas) -> list[tuple[float, float]]:
    return [m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Dots.CROSS]


def test_all_contacts_with_the_inner_edge_are_dropped_in_the_enlarged_corner() -> None:
    """From the top of tile 2's side to the lower corner of B: by the scene's numbers."""
    for name in (FIRST, "Slow, with a small slop", ROUND, STEP):
        lower = (0.0, -GIVEN[name][1])
        found = [lower] if name == STEP else [(0.0, 0.0)] if name == ROUND else [(0.0, 0.0), lower]
        canvas = magnified(moment(name, COMPARED))
        assert np.array(crosses(canvas)) == pytest.approx(np.array(found), abs=1e-9)
        assert [m.text for m in canvas.marks if isinstance(m, Label)].count("dropped") == len(found)


def test_the_covered_part_of_the_seam_is_dashed_with_neighbours() -> None:
    for name in (FIRST, STEP):
        for index, line in ((LEAST, Line.OUTLINE), (COMPARED, Line.DASHED)):
            canvas = magnified(moment(name, index))
            seams = [m for m in strokes(canvas, Ink.A) if m.points[0][0] == m.points[1][0] == 0.0]
            assert [m.line for m in seams] == ([line, Line.OUTLINE] if GIVEN[name][3] else [line])
            assert seams[0].points[1][1] == 0.0, "up to the top of tile 1"


def test_the_hit_is_marked_while_the_runs_are_played() -> None:
    """Also between two frames: where B is stopped, and its normal."""
    for time, count in ((N - 0.5, 0), (N + 0.5, 1), (N + 1.5, 1), (N + 2.5, 0)):
        at = replace(moment(FIRST, RUNS), time=time / 20.0)
        marks = drawn(LESSON, "wrong", at).marks
        pushes = [m for m in marks if isinstance(m, Arrow) and m.end[1] < 0.1]
        assert len(pushes) == count
        assert all(m.start == pytest.approx((0.0, 0.0), abs=1e-9) and m.ink is Ink.FAULTY for m in pushes)
        assert all(m.end[0] < -0.05 and m.end[1] == pytest.approx(0.0, abs=1e-9) for m in pushes)
        glides = drawn(LESSON, "right", at).marks
        assert not [m for m in glides if isinstance(m, Arrow) and m.end[1] < 0.1]


def test_the_impulse_stands_at_its_contact() -> None:
    """What B of 0.36 kg loses along the floor, at the upper end of what it meets."""
    for name, compare in ((FIRST, ""), (STEP, ""), ("Inner edges skipped", SKIPPED)):
        canvas = magnified(moment(name, HIT, compare))
        run = state.wrong_run(moment(name, HIT, compare))
        lost = 0.36 * float(run.bodies(N)[1].velocity[0] - run.bodies(N + 1)[1].velocity[0])
        ink = Ink.ANSWER if name == STEP else Ink.FAULTY
        assert f"j = {fixed(lost)}" in labels(canvas, ink)
        assert f"j = {fixed(lost)} N·s" in said(name, HIT, compare)
        starts = [m.start for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink]
        assert any(start == pytest.approx((0.0, GIVEN[name][3]), abs=1e-9) for start in starts)
    for name, compare in ((LUCKY, ""), (ROUND, ""), ("A wall that vanishes", UPWARD)):
        assert not any("j =" in each for each in labels(magnified(moment(name, HIT, compare))))


def test_the_zoom_stays_from_the_overlap_to_the_cone() -> None:
    for name in (FIRST, LUCKY, STEP):
        lenses = {enlarged.lens_of(moment(name, i)) for i in (SEAM, LEAST, HIT, COMPARED)}
        assert len(lenses) == 1


def test_both_views_have_one_floor() -> None:
    """The same height and the same lower end, so that neither camera moves."""
    for name in (FIRST, "Slow, with a small slop", STEP, "A wall that vanishes"):
        for index in (TRIP, RUNS):
            boxes = []
            for pane in LESSON.panes[:2]:
                canvas = Canvas(0.005)
                pane.draw(canvas, moment(name, index))
                found = canvas.bounds()
                assert found is not None
                boxes.append((*found.low, *found.high))
            assert boxes[0] == pytest.approx(boxes[1])


def test_after_the_step_the_neighbours_drop_what_b_s_own_edge_gives_on_tile_1() -> None:
    """By the frames of `simulate`: so the two runs differ."""
    found = [simulated(STEP, N + 2, drop_inner=inner)[-1].contacts for inner in (False, True)]
    (tilted,), none = ([c.normal.direction for c in each if c.id.pair.piece_a == 0] for each in found)
    assert none == []
    assert tilted == pytest.approx((0.056, 0.998), abs=1e-3)


def test_a_real_step_is_no_fault() -> None:
    at = moment(STEP, RUNS)
    ink = LESSON.panes[0].ink
    assert callable(ink)
    assert (ink(at), ink(moment(FIRST, RUNS)), ink(moment(STEP, RUNS, UPWARD))) == (None, Ink.FAULTY, Ink.FAULTY)
    assert not [m for m in drawn(LESSON, "chart", at).marks if getattr(m, "ink", None) is Ink.FAULTY]


def test_b_is_held_where_it_starts_alone() -> None:
    at = moment(FIRST, RUNS)
    for pane in LESSON.panes[:2]:
        assert [pane.is_held(replace(at, time=t)) for t in (0.0, 0.5, 1.0)] == [True, False, False]
        ghosts = [m for m in drawn(LESSON, pane.name, at).marks if isinstance(m, Stroke) and m.line is Line.START]
        assert ghosts
        start, now = (Polygon(run.bodies(k)[1].placed[0].points_xy) for run in (_run(pane.name),) for k in (0, 20))
        points = [Point(p) for m in ghosts for p in m.points]
        assert all(start.exterior.distance(p) < 1e-9 for p in points)
        assert not any(now.contains(p) for p in points), "it would run through the letter"
        assert min(p.x for p in points) == pytest.approx(start.bounds[0])
    assert not [
        m for m in drawn(LESSON, "right", moment(FIRST, TRIP)).marks if getattr(m, "line", None) is Line.START
    ]


def _run(pane: str) -> Run:
    return SCENES[FIRST].alone if pane == "wrong" else SCENES[FIRST].right


def test_the_small_picture_is_of_the_last_frame() -> None:
    for name in (FIRST, ROUND):
        scene = SCENES[name]
        (outline,) = [points for ink, points in scene.sketched() if ink is Ink.B]
        middle = Polygon(outline).centroid
        assert (middle.x, middle.y) == pytest.approx(scene.alone.bodies(scene.count)[1].pose.position, abs=0.01)


def test_while_the_last_place_is_asked_the_line_is_of_the_frame_of_the_hit() -> None:
    """A page is told without a time."""
    assert plain(LESSON.page(replace(moment(FIRST, HIT), time=0.0)).known).startswith("After frame 7 ")


def test_while_the_edge_is_asked_no_later_frame_is_shown() -> None:
    open_moment = replace(moment(FIRST, SEAM), time=1.0, is_open=True)
    assert state.frames_at(open_moment) == N
    assert "3.00" in LESSON.situation(open_moment)
    assert "0.68" not in LESSON.situation(open_moment)
    assert state.frames_at(replace(open_moment, is_open=False)) == 20


def test_the_last_place_is_where_both_overlaps_are_equal() -> None:
    for name in (FIRST, LUCKY, "Slow, with a small slop"):
        speed, depth, *_ = GIVEN[name]
        asked = LESSON.page(moment(name, HIT)).prediction
        assert isinstance(asked, Place)
        assert asked.right == ((depth, -depth),)
        assert np.array(asked.along) == pytest.approx(np.array((((0.0, -depth), (speed / 60.0, -depth)),)))
        far, near = ((c, -depth) for c in (depth + 0.2 * speed / 60.0, depth - 0.2 * speed / 60.0))
        assert asked.judge((far,)).head == "Too far"
        assert asked.judge((near,)).head == "Not the last"
        assert not asked.judge(asked.start).right
        assert asked.judge(((depth + 0.05 * speed / 60.0, -depth),)).right
    assert LESSON.page(moment(STEP, HIT)).prediction is None, "every place of one frame's way"


def test_the_challenge_is_met_by_a_slow_box_on_a_flat_floor() -> None:
    slow = SCENES[FIRST].with_field("speed", 1.15)
    challenge = LESSON.challenge(moments_of(LESSON, slow)[0])
    assert challenge is not None
    assert challenge.reached
    assert all(slow.tripped)
    for name, now in ((FIRST, "now from 40 %"), (STEP, "tile 2 is raised")):
        challenge = LESSON.challenge(moment(name, 0))
        assert challenge is not None
        assert not challenge.reached
        assert now in challenge.now
    assert LESSON.challenge(moment(ROUND, 0)) is None


def test_the_body_is_drawn_where_the_runs_have_it() -> None:
    last = moment(FIRST, RUNS)
    for pane, run in (("wrong", SCENES[FIRST].alone), ("right", SCENES[FIRST].right)):
        (body,) = [m for m in drawn(LESSON, pane, last).marks if isinstance(m, Area) and m.ink is Ink.B]
        assert np.array(body.points) == pytest.approx(run.bodies(20)[1].placed[0].points)
        assert f"v_x = {fixed(run.bodies(20)[1].velocity[0])}" in labels(drawn(LESSON, pane, last))
    pushes = [
        m for m in drawn(LESSON, "wrong", moment(FIRST, LEAST)).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY
    ]
    assert pushes
    assert all(m.end[0] < m.start[0] for m in pushes)
    assert "faulty" not in drawn(LESSON, "wrong", moment(FIRST, SEAM)).transcript()


def test_the_enlarged_corner_measures_both_overlaps() -> None:
    canvas = drawn(LESSON, "corner", moment(FIRST, SEAM))
    lengths = {round(math.dist(*m.points), 9) for m in strokes(canvas, Ink.OVERLAP, Line.MEASURE)}
    assert {0.008, 0.02} <= lengths
    assert {"o_top = 0.020", "o_side = 0.008"} <= set(labels(canvas, Ink.OVERLAP))
    asked = replace(moment(FIRST, SEAM), is_open=True)
    assert list(labels(drawn(LESSON, "corner", asked), Ink.OVERLAP)) == ["h"], "no number, no overlap with tile 2"
    page = LESSON.page(moment(FIRST, SEAM))
    assert LESSON.table(moment(FIRST, SEAM)) is None
    assert "0.008" not in page.sentence, "which of both is less is asked"
    assert "0.020" not in page.sentence
    assert "o_side = 0.008 m, along the top’s by o_top = h = 0.020 m." in said(FIRST, LEAST)
    told = LESSON.table(moment(FIRST, LEAST))
    assert told is not None
    assert {row.cells[:2] for _, row in told.rows} == {
        ("**side of tile 2**", "**0.008**"),
        ("top of tile 2", "0.020"),
    }
    canvas = drawn(LESSON, "corner", moment(FIRST, OFTEN))
    bars = {
        m.ink: (m.points[0][0], m.points[1][0])
        for ink in (Ink.FAULTY, Ink.GAP)
        for m in strokes(canvas, ink, Line.BAR)
    }
    assert bars[Ink.FAULTY] == pytest.approx((0.0, 0.02))
    assert bars[Ink.GAP] == pytest.approx((0.02, 0.05))
    dots = [m.at[0] for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert sorted(dots) == pytest.approx([(i + 0.5) / 20 * 0.05 for i in range(8)])


def test_cones_are_drawn_with_their_normals() -> None:
    flat, step = (drawn(LESSON, "corner", moment(name, COMPARED)) for name in (FIRST, STEP))
    assert "dropped" in labels(flat, Ink.FAULTY)
    assert "kept" in labels(step, Ink.ANSWER)
    assert len([m for m in step.marks if isinstance(m, Area) and m.ink is Ink.GAP]) == 1
    assert not [m for m in flat.marks if isinstance(m, Area) and m.ink is Ink.GAP]
    assert r"\hat n_\mathrm{right}" in symbols(step, Ink.GAP)
    assert any(r"\hat n_\mathrm{left}" in each for each in symbols(step, Ink.ANSWER))


def arrows(name: str, index: int, ink: Ink, pane: str = "corner") -> list[tuple[float, float]]:
    """The directions of the arrows, unless told in the enlarged corner."""
    marks = drawn(LESSON, pane, moment(name, index)).marks
    found = [(m.end[0] - m.start[0], m.end[1] - m.start[1]) for m in marks if isinstance(m, Arrow) and m.ink is ink]
    return [(round(x / math.hypot(x, y), 6), round(y / math.hypot(x, y), 6)) for x, y in found]


def test_normals_in_the_enlarged_corner() -> None:
    assert arrows(FIRST, LEAST, Ink.FAULTY) == [(-1.0, 0.0)]
    assert arrows(LUCKY, LEAST, Ink.EXAMINED) == [(0.0, 1.0)]
    assert arrows(ROUND, LEAST, Ink.FAULTY) == [pytest.approx(SCENES[ROUND].spot.normal, abs=1e-6)]
    assert arrows(STEP, LEAST, Ink.EXAMINED) == [(-1.0, 0.0)], "of a real edge"
    assert arrows(FIRST, COMPARED, Ink.FAULTY) == [(-1.0, 0.0)]
    assert arrows(FIRST, COMPARED, Ink.ANSWER) == []
    for index in (COMPARED, RUNS):
        assert arrows(STEP, index, Ink.ANSWER) == [(-1.0, 0.0)]
        assert arrows(STEP, index, Ink.FAULTY) == []
        assert arrows(STEP, index, Ink.GAP) == [(0.0, 1.0)], "the left one is the contact's own"
        assert arrows(LUCKY, index, Ink.FAULTY) == arrows(LUCKY, index, Ink.ANSWER) == []


def test_the_edge_of_least_overlap_is_highlighted() -> None:
    for name, along in ((FIRST, 0), (LUCKY, 1)):
        (found,) = strokes(drawn(LESSON, "corner", moment(name, LEAST)), Ink.EXAMINED, Line.FEATURE)
        assert found.points[0][along] == found.points[1][along] == 0.0, "the side, or the top"
    canvas = drawn(LESSON, "corner", moment("Inner edges skipped", LEAST))
    (own,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
    assert "skipped" in labels(canvas)
    assert [x for x, _ in own.points] == pytest.approx([5.0 / 300.0] * 2)
    assert "B’s own side" in labels(canvas, Ink.EXAMINED)


def test_the_floor_is_drawn_at_its_heights() -> None:
    for name in (FIRST, STEP):
        floor = regions(drawn(LESSON, "right", moment(name, TRIP)))
        right, left = (1.0, 0.0), (-1.0, 0.0)
        assert [each.normals for each in floor] == [((0.0, 1.0), right, left), ((0.0, 1.0), left, right)]
        top = GIVEN[name][3]
        assert [each.through[:2] for each in floor] == [((0.0, 0.0),) * 2, ((0.0, top),) * 2]
        ends = [each.through[2] for each in floor]
        assert [y for _, y in ends] == [0.0, top]
        bodies = SCENES[name].alone.bodies(0)[1].placed[0], SCENES[name].right.bodies(20)[1].placed[0]
        assert -1.2 <= ends[0][0] < bodies[0].points[:, 0].min(), "under all that is shown"
        assert bodies[1].points[:, 0].max() < ends[1][0] <= 1.2
    whole = regions(drawn(LESSON, "right", moment(FIRST, COMPARED)))
    assert [each.through[2] for each in whole] == [(-1.2, 0.0), (1.2, 0.0)], "a chain has its ends"
    assert "inner edge" in labels(drawn(LESSON, "right", moment(FIRST, LEAST)))
    assert "inner edge" not in labels(drawn(LESSON, "right", moment(STEP, LEAST)))
    assert "inner edge" not in labels(drawn(LESSON, "right", moment(FIRST, SEAM)))


def test_contacts_are_drawn_at_whole_frames_only() -> None:
    last = moment(FIRST, RUNS)
    at = replace(last, time=(N + 4) / 20.0)
    between = replace(last, time=(N + 4.5) / 20.0)
    for pane, run in (("wrong", SCENES[FIRST].alone), ("right", SCENES[FIRST].right)):
        dots, none = (
            [m.at for m in drawn(LESSON, pane, each).marks if isinstance(m, Dot) and m.point is not Dots.CROSS]
            for each in (at, between)
        )
        frame = run.frame(N + 4)
        pushing = [c for c, j in zip(frame.contacts, frame.impulses, strict=True) if j.normal > 1e-6]
        on_a = [c.point - 0.5 * c.separation * c.normal.direction for c in pushing]
        assert np.array(dots) == pytest.approx(np.array(on_a)), "on the surface of the floor"
        assert not none


def test_charts() -> None:
    axes = figure.chart_axes(moment(FIRST, OFTEN))
    assert axes.x == (0.0, 8.0)
    (ring,) = [m for m in drawn(LESSON, "chart", moment(FIRST, OFTEN)).marks if isinstance(m, Dot)]
    assert ring.at == pytest.approx((3.0, 40.0))
    follow = figure.take_speed(moment(FIRST, OFTEN), np.array((3.0, 40.0)))
    assert follow is not None
    faster = follow(SCENES[FIRST], np.zeros(2), np.array((5.0, 0.0)))
    assert isinstance(faster, Slide)
    assert faster.speed == pytest.approx(5.0)
    assert figure.take_speed(moment(FIRST, TRIP), np.zeros(2)) is None
    ends = [m.at for m in drawn(LESSON, "chart", moment(FIRST, RUNS)).marks if isinstance(m, Dot)]
    assert np.array(ends) == pytest.approx(np.array(((20.0, 0.680), (20.0, 3.0))), abs=5e-4)


def test_the_velocity_changes_at_once() -> None:
    curves = [m for m in drawn(LESSON, "chart", moment(FIRST, HIT)).marks if isinstance(m, Stroke)]
    (wrong,) = [m.points for m in curves if m.ink is Ink.FAULTY]
    assert np.array(wrong[-3:]) == pytest.approx(np.array(((6.0, 3.0), (6.0, 0.99), (7.0, 0.99))), abs=5e-3)


def test_views_tell_what_comes_of_their_contacts() -> None:
    def notes(name: str, index: int, compare: str | None = None) -> list[str]:
        return [plain(pane.head(moment(name, index, compare))[1]) for pane in LESSON.panes[:2]]

    assert notes(FIRST, LEAST) == ["each tile is tested alone", "the tiles are linked"]
    assert notes(FIRST, HIT) == ["trips at the seam: 3.00 → 0.99", "glides on at 3.00 m/s"]
    assert notes(FIRST, COMPARED) == notes(FIRST, LEAST), "the end of frame 6 again"
    assert notes(FIRST, RUNS)[0] == "trips at the seam: 3.00 → 0.68"
    assert notes(LUCKY, HIT)[0] == "glides on at 3.00 m/s"
    assert notes(STEP, HIT) == ["hits the step: 3.00 → 0.77"] * 2
    assert notes(STEP, RUNS) == ["hits the step: 3.00 → 0.36", "hits the step: 3.00 → 0.42"]
    assert [notes("A wall that vanishes", i)[0] for i in (HIT, RUNS)] == ["enters tile 2", "ends on top of tile 2"]
    heads = [plain(LESSON.panes[2].head(moment(FIRST, index))[0]) for index in (SEAM, HIT, OFTEN)]
    assert notes("Inner edges skipped", RUNS)[0] == "trips: 5.00 → 1.66"
    assert heads == ["The corner after frame 6"] * 2 + ["Where frame 6 may end"]


def test_the_enlarged_place_is_framed_in_the_first_view() -> None:
    lens = enlarged.lens_of(moment(FIRST, SEAM))
    frames = [m for m in strokes(drawn(LESSON, "wrong", moment(FIRST, SEAM)), Ink.TEXT, Line.THIN) if m.closed]
    assert [m.points[0] for m in frames] == [pytest.approx((lens.x[0], lens.y[0]))]
    assert not [m for m in strokes(drawn(LESSON, "right", moment(FIRST, SEAM)), Ink.TEXT) if m.closed]
    assert not [m for m in strokes(drawn(LESSON, "wrong", moment(FIRST, LEAST)), Ink.TEXT) if m.closed], "contacts"


def test_the_letter_stands_only_where_the_body_is() -> None:
    for at in (moment(name, i) for name in SCENES for i in range(SEAM, RUNS)):
        canvas = magnified(at)
        (letter,) = [m for m in canvas.marks if isinstance(m, Label) and m.text == "B"]
        (body,) = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.B]
        assert Polygon(body.points).contains(Point(letter.at))


def test_the_speed_of_a_trip_is_pink_where_it_stands() -> None:
    assert "v_x = 0.99" in labels(drawn(LESSON, "wrong", moment(FIRST, HIT)), Ink.FAULTY)
    assert "v_x = 3.00" in labels(drawn(LESSON, "right", moment(FIRST, HIT)), Ink.EXAMINED)
    assert "v_x = 0.77" in labels(drawn(LESSON, "wrong", moment(STEP, HIT)), Ink.EXAMINED), "a real step"
    assert "v_x = 0.36" in labels(drawn(LESSON, "wrong", moment(STEP, RUNS)), Ink.EXAMINED), "as at the hit"
    for index in (HIT, RUNS):
        told = LESSON.page(moment(STEP, index)).sentence + LESSON.situation(moment(STEP, index))
        assert "|faulty]" not in told, "both runs rightly hit a real step"
    assert tint("**3.00**", Ink.FAULTY) in LESSON.page(moment("A wall that vanishes", HIT)).sentence


def test_the_last_rows_have_the_velocities_of_both_runs() -> None:
    for name in (FIRST, STEP, ROUND, LUCKY, "Inner edges skipped"):
        found, rule = LESSON.table(moment(name, RUNS)), LESSON.presets[name].compare or "tile by tile"
        assert found is not None
        assert found.columns == ("contact or run", "overlap, m", "normal $\\hat n$", "$v_x$, m/s, frame 7")
        runs = state.wrong_run(moment(name, RUNS)), SCENES[name].right
        wrong, right = (fixed(run.frame(N).bodies[1].velocity[0]) for run in runs)
        rows = [row for _, row in found.rows]
        assert [row.cells for row in rows[-2:]] == [(rule, "", "", wrong), ("with neighbours", "", "", right)]
        assert [row.faulty for row in rows] == [False] * (len(rows) - 2) + [wrong != right and name != STEP, False]
        assert all(row.cells[-1] == "" for row in rows[:-2]), "a contact has no velocity"


def test_the_lower_contact_of_a_step_is_measured_to_the_top_of_tile_1() -> None:
    canvas = drawn(LESSON, "corner", moment(STEP, COMPARED))
    (bar,) = [m for m in strokes(canvas, Ink.OVERLAP, Line.MEASURE) if m.points[0][0] == m.points[1][0]]
    assert [y for _, y in bar.points] == pytest.approx([-0.02, 0.0])
    assert "h" in labels(canvas, Ink.OVERLAP)
    assert "The lower one, under tile 1’s top, is dropped" in said(STEP, COMPARED)
    kept, dropped = (said(name, COMPARED) for name in (LUCKY, FIRST))
    assert "kept" in kept
    assert "tile 1’s top" not in kept + dropped
    assert r"\notin" in LESSON.page(moment(FIRST, COMPARED)).formula
    assert r"\notin" not in LESSON.page(moment(STEP, COMPARED)).formula


def test_the_arrow_carries_the_body_and_its_tip_the_speed() -> None:
    scene = SCENES[FIRST]
    x, y = scene.motion.start.tolist()
    assert y - scene.start[1] > 0.3, "over the body"
    faster = scene.with_field("motion", Vector((x - 0.03, 1.7), (x - 0.03 + 5.0 * ARROW, 0.0)))
    assert faster.speed == pytest.approx(5.0)
    assert faster.motion.start == pytest.approx((x - 0.03, y))
    assert scene.with_field("depth", 0.03).start[1] == pytest.approx(0.27)
    assert scene.with_field("motion", Vector((9.0, 9.0), (0.0, 0.0))).speed == 0.5, "never back"


def test_no_frame_ends_on_the_seam_or_where_both_overlaps_are_equal() -> None:
    for part in (0.0, 0.4, 1.0):
        scene = slide(part, 3.0, 0.02)
        assert 1e-5 < scene.past < scene.way - 1e-5
        assert abs(scene.past - 0.02) > 9e-6
        assert scene.is_pushed(scene.alone.frame(scene.frames)) is scene.spot.is_side


def test_the_search_can_be_stepped_into() -> None:
    step = moment(FIRST, LEAST)
    assert isinstance(step.step, Grouped)
    inner = list(nested(LESSON, [step]))
    assert len(inner) == 9, "four edges each, and the best of them"
    assert LESSON.page(inner[-1]).stage == "Reference"
    assert "0.01" in plain(LESSON.page(inner[-1]).sentence)
    assert drawn(LESSON, "wrong", inner[0]).marks
    assert drawn(LESSON, "corner", inner[0]).transcript() == drawn(LESSON, "corner", step).transcript()


@each
def test_the_impulses_of_the_hit_can_be_stepped_into(name: str) -> None:
    """All of them together are what the frame changes of the momentum, gravity left out."""
    scene, step = SCENES[name], moment(name, HIT)
    assert LESSON.page(step).nested == "the impulses"
    inner = list(nested(LESSON, [step]))
    assert isinstance(inner[0].step, WarmStarted)
    assert [LESSON.page(m).stage for m in (inner[0], inner[1], inner[-1])] == ["Start", "Iteration 1", "Iteration 10"]
    (contacts, impulses), (before, after) = (
        (inner[0].step.contacts, scene.alone.frame(N).impulses),
        (scene.alone.bodies(k)[1] for k in (N, N + 1)),
    )
    given = sum(j.normal * c.normal.direction for c, j in zip(contacts, impulses, strict=True))
    assert inner[-1].step.motions[1].velocity == pytest.approx(after.velocity)
    assert after.mass * (after.velocity - before.velocity + (0.0, 10.0 / 60.0)) == pytest.approx(given)
    shown = {row.cells[0][0]: row.cells[2] for _, row in LESSON.table(inner[-1]).rows}  # type: ignore[union-attr]
    assert shown == {str(i): fixed(j.normal, 3) for i, j in enumerate(impulses, start=1)}


def magnified(m: Moment[Slide]) -> Canvas:
    """The enlarged corner at the scale that it has on a screen."""
    canvas = Canvas(float(np.ptp(enlarged.lens_of(state.outer(m)).x)) / 264.0)
    LESSON.panes[2].draw(canvas, m)
    return canvas


def test_one_impulse_in_numbers() -> None:
    """The upper contact with the side: 0.28 below the centre of a box of 0.36 kg, whose inertia is m s s / 6."""
    inner = list(nested(LESSON, [moment(FIRST, HIT)]))
    k = 1.0 / 0.36 + 0.28**2 / (0.36 * 0.36 / 6.0)
    third = inner[3]
    j, v_x = 3.0 / k, 3.0 - 3.0 / k / 0.36
    assert plain(LESSON.page(third).sentence) == (
        f"Iteration 1, point 3: v_n = −3.000, K_n = {k:.3f}, j from 0.000 to {j:.3f}. v_x = {v_x:.2f}."
    )
    assert "against the motion" in LESSON.page(third).idea
    assert "separate" in LESSON.page(inner[4]).idea
    assert (
        LESSON.situation(third)
        == f"After 3 impulses of frame 7 B moves along the floor at {v_x:.2f} m/s (tile by tile)."
    )
    canvas = magnified(third)
    (push,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    (speed,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    assert push.start == speed.start == pytest.approx((0.004, 0.0), abs=1e-6)
    assert push.end[0] < push.start[0] < speed.end[0], "against each other"
    assert f"v_x = {v_x:.2f}" in labels(drawn(LESSON, "wrong", third))
    assert any("ω = −6.07" in each for each in labels(drawn(LESSON, "wrong", third)))
    (drop,) = [m.points for m in strokes(drawn(LESSON, "chart", third), Ink.FAULTY, Line.CURVE) if len(m.points) == 2]
    assert np.array(drop) == pytest.approx(np.array(((6.0, 3.0), (6.0, v_x))), abs=1e-3)


def test_points_separate_only_where_their_speed_is_seen_to_be_above_0() -> None:
    started, _, _, fourth = (m.step for m in list(nested(LESSON, [moment(FIRST, HIT)]))[:4])
    for speed, separate in ((0.121, True), (1e-6, False)):
        idea = impulse_page("", started, replace(fourth, speed=speed, before=0.0, after=0.0)).idea
        assert ("separate" in idea) is separate


def test_only_a_seam_is_faulty_to_push_against_the_motion() -> None:
    for name, ink in ((FIRST, Ink.FAULTY), (STEP, Ink.ANSWER)):
        third = list(nested(LESSON, [moment(name, HIT)]))[3]
        arrows = [m for m in magnified(third).marks if isinstance(m, Arrow)]
        width = float(np.ptp(enlarged.lens_of(state.outer(third)).x))
        assert all(math.dist(m.start, m.end) <= 0.3 * width + 1e-12 for m in arrows), "within the enlarged place"
        assert {m.ink for m in arrows if m.end[0] < m.start[0]} == {ink}


@each
def test_the_velocity_and_its_part_along_the_normal(name: str) -> None:
    """As arrows or measured lengths of one scale; the sentence has the same number."""
    scene, at = SCENES[name], moment(name, HIT, "")
    speed, drop, n = scene.speed, 10.0 / 60.0, scene.spot.normal
    part = speed * n[0] - drop * n[1]
    canvas = magnified(at)
    assert f"v_n = {fixed(part)}" in labels(canvas, Ink.EXAMINED)
    assert f"= {fixed(part)} m/s." in plain(LESSON.page(at).sentence)
    arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.end[0] > m.start[0] + 1e-9]
    (v,) = [m for m in arrows if (m.end[0] - m.start[0]) * drop == pytest.approx((m.start[1] - m.end[1]) * speed)]
    unit = math.dist(v.start, v.end) / math.hypot(speed, drop)
    foot = np.array(v.start) + unit * part * np.array(n)
    if scene.is_round or not scene.spot.is_side:
        legs = strokes(canvas, Ink.CONSTRUCTION, Line.DASHED)
        assert any(np.array(m.points) == pytest.approx(np.array((v.end, foot))) for m in legs)
    else:  # beside it
        bars = [np.subtract(*m.points[::-1]) for m in strokes(canvas, Ink.EXAMINED, Line.MEASURE)]
        assert any(bar == pytest.approx(foot - v.start) for bar in bars)


@pytest.mark.parametrize("name", [FIRST, ROUND, STEP])
def test_the_chain_is_drawn_with_its_ghost_vertex(name: str) -> None:
    """That of tile 1's top, which ends where tile 2's does; a step has no flat seam to tell of."""
    is_flat = name != STEP
    at, last = (drawn(LESSON, "right", moment(name, index)) for index in (COMPARED, RUNS))
    rings = [m.at for m in at.marks if isinstance(m, Dot) and m.ink is Ink.GAP]
    assert rings == ([pytest.approx((1.2, 0.0))] if is_flat else [])
    known = [m.points[-1] for m in strokes(at, Ink.GAP)]
    assert known == ([pytest.approx((1.2, 0.0))] if is_flat else [])
    assert ("ghost vertex of tile 1’s top" in labels(at, Ink.GAP)) is is_flat
    tops = [m for m in at.marks if isinstance(m, Arrow) and m.ink is Ink.GAP]
    assert [m.start[0] > 0.0 for m in tops] == ([True, False] if is_flat else [])
    assert all(m.start[0] == m.end[0] and m.end[1] > m.start[1] for m in tops)
    assert len(symbols(at, Ink.GAP)) == len(tops)
    assert not symbols(last, Ink.GAP)
    assert not any("ghost vertex" in each for each in labels(last))


def test_a_dropped_normal_has_its_angle_to_the_cone() -> None:
    for name in (FIRST, ROUND):
        canvas, scene = magnified(moment(name, COMPARED)), SCENES[name]
        up, out = (
            next(m for m in canvas.marks if isinstance(m, Arrow) and m.ink is i) for i in (Ink.GAP, Ink.FAULTY)
        )
        assert up.start == out.start == pytest.approx((0.0, 0.0)), "at the corner of the floor"
        (arc,) = strokes(canvas, Ink.FAULTY, Line.THIN)
        first, end = (math.degrees(math.atan2(y, x)) for x, y in (arc.points[0], arc.points[-1]))
        assert (first, end - first) == pytest.approx((90.0, scene.lean), abs=1e-6)
    assert "90°" in labels(magnified(moment(FIRST, COMPARED)), Ink.FAULTY)


@each
def test_the_cone_is_a_wedge_in_the_enlarged_corner_of_a_step_alone(name: str) -> None:
    canvas = magnified(moment(name, COMPARED, ""))
    is_wedge = any(isinstance(m, Area) and m.ink is Ink.GAP for m in canvas.marks)
    assert is_wedge is ("cone" in labels(canvas)) is (GIVEN[name][3] > 0.0)
    assert "cone" not in labels(drawn(LESSON, "right", moment(name, RUNS)))


@each
def test_every_enlarged_place_has_one_form_and_its_glow_stays_inside(name: str) -> None:
    for index in range(7):
        lens = enlarged.lens_of(moment(name, index, ""))
        form = enlarged.LOW if index == OFTEN else enlarged.HIGH
        assert np.ptp(lens.y) / np.ptp(lens.x) == pytest.approx(form)
    at = moment(name, LEAST, "")
    lens = enlarged.lens_of(at)
    canvas = Canvas(float(np.ptp(lens.x)) / 285.0)
    LESSON.panes[2].draw(canvas, at)
    for edge_of in strokes(canvas, Ink.EXAMINED, Line.FEATURE):
        for x, y in edge_of.points:
            assert lens.y[0] + 13.9 * canvas.pixel <= y <= lens.y[1]
            assert x <= lens.x[1] - 13.9 * canvas.pixel


def test_it_is_in_the_curriculum() -> None:
    assert lesson_of("inner-edges").title == "Inner edges"


def test_between_two_frames_the_velocity_is_that_which_moves_the_body() -> None:
    between = replace(moment(FIRST, RUNS), time=(N + 0.5) / 20.0)
    assert f"v_x = {fixed(SCENES[FIRST].alone.bodies(N + 1)[1].velocity[0])}" in labels(
        drawn(LESSON, "wrong", between)
    )
    assert plain(LESSON.situation(between)).startswith("In frame 7 v_x is 0.99 m/s (tile by tile)")
    told = LESSON.clock(between).told
    assert told is not None
    assert told(between.time) == "frame 7"
    assert LESSON.situation(replace(between, time=N / 20.0)).startswith("After frame 6 ")
    assert plain(LESSON.panes[0].head(between)[1]).startswith("trips at the seam")


def test_after_a_hit_the_contacts_are_those_that_made_it() -> None:
    """Tile 1 pushes the step's box up, its side pushes it back."""
    for pane in ("wrong", "right"):
        marks = drawn(LESSON, pane, moment(STEP, HIT)).marks
        pushes = [m for m in marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
        assert any(m.end[1] > m.start[1] + 1e-3 for m in pushes)
        assert any(m.end[0] < m.start[0] - 1e-3 for m in pushes)


def test_of_a_step_the_contact_below_the_floor_is_dropped() -> None:
    for name in (STEP, "A wall that vanishes"):
        canvas = drawn(LESSON, "corner", moment(name, RUNS, ""))
        depth, raised = GIVEN[name][1], GIVEN[name][3]
        dots = {m.ink: m.at for m in canvas.marks if isinstance(m, Dot)}
        assert dots[Ink.ANSWER] == pytest.approx((0.0, raised), abs=1e-3)
        assert dots[Ink.FAULTY] == pytest.approx((0.0, -depth), abs=1e-3)
        assert "dropped" in labels(canvas, Ink.FAULTY)


def test_upward_only_drops_the_normal_of_the_wall_in_the_figure_too() -> None:
    at = moment("A wall that vanishes", HIT, UPWARD)
    assert "90°: dropped" in labels(drawn(LESSON, "corner", at), Ink.FAULTY)
    assert "90° > 45°: dropped" in plain(LESSON.page(at).sentence)
    for index in (HIT, RUNS):
        flat = moment(FIRST, index, UPWARD)
        assert "On a flat floor the rule helps" in plain(LESSON.page(flat).idea)
        assert state.wrong_run(flat).bodies(20)[1].velocity == pytest.approx((3.0, 0.0), abs=1e-6)
        assert "|faulty]" not in LESSON.page(flat).sentence


def test_the_depth_of_a_round_body_is_measured_under_its_lowest_point() -> None:
    canvas = drawn(LESSON, "corner", moment(ROUND, SEAM))
    scene = SCENES[ROUND]
    bars = [m.points for m in strokes(canvas, Ink.OVERLAP, Line.MEASURE) if m.points[0][0] == m.points[1][0]]
    assert [sorted(y for _, y in bar) for bar in bars] == [pytest.approx([-scene.depth, 0.0])]
    assert [x for x, _ in bars[0]] == pytest.approx([float(scene.motion.start[0]) + N * 0.05] * 2)


def test_each_step_shows_the_views_that_it_needs() -> None:
    def names(at: Moment[Slide]) -> list[str]:
        return [pane.name for pane in panes_of(LESSON.layout_at(at))]

    runs, both = ["wrong", "right", "chart"], ["wrong", "right", "corner"]
    assert [names(moment(FIRST, i)) for i in range(7)] == [runs, both, both, both, [*both, "chart"], both, runs]
    hit = list(nested(LESSON, [moment(FIRST, HIT)]))
    assert names(hit[1]) == ["wrong", "chart", "corner"], "no impulse is solved in the other run"
    assert names(next(iter(nested(LESSON, [moment(FIRST, LEAST)])))) == both
    for index in range(7):
        places = {p.pane.name: p for p in lay_out(LESSON.layout_at(moment(FIRST, index)), 896.0, 592.0).places}
        assert (places["wrong"].width, places["wrong"].height) == pytest.approx(
            (places["right"].width, places["right"].height), abs=1.0
        )
        if index in (SEAM, LEAST, HIT, COMPARED):
            assert places["corner"].width > 0.55 * 896.0
            assert places["corner"].height == 592.0
    assert set(names(moment(FIRST, OFTEN))) == {pane.name for pane in LESSON.panes}


def test_what_goes_wrong_is_foretold_at_the_first_step() -> None:
    """The end of each run as an outline, and its curve, dotted, with its name and its velocity there."""
    at = moment(FIRST, TRIP)
    assert at.time == 0.0
    for pane, run, ink, line in (
        ("wrong", SCENES[FIRST].alone, Ink.FAULTY, Line.DOTTED),
        ("right", SCENES[FIRST].right, Ink.B, Line.END),
    ):
        end = Polygon(run.bodies(20)[1].placed[0].points_xy)
        (*_, last) = strokes(drawn(LESSON, pane, at), ink, line)
        assert all(end.exterior.distance(Point(p)) < 1e-9 for p in last.points)
        assert np.ptp(np.array(last.points)[:, 1]) == pytest.approx(end.bounds[3] - end.bounds[1], abs=0.03)
    canvas = drawn(LESSON, "chart", at)
    assert {"0.68 tile by tile"} == set(labels(canvas, Ink.FAULTY))
    assert "3.00 with neighbours" in labels(canvas, Ink.ANSWER)
    (later,) = strokes(canvas, Ink.FAULTY, Line.DOTTED)
    assert later.points[-1] == pytest.approx((20.0, SCENES[FIRST].alone.bodies(20)[1].velocity[0]))
    assert not strokes(drawn(LESSON, "chart", moment(FIRST, RUNS)), Ink.FAULTY, Line.DOTTED), "by now it has come"
    for pane in ("wrong", "right", "chart"):
        canvas = drawn(LESSON, pane, replace(at, hurried=True))
        assert not [m for m in canvas.marks if isinstance(m, Stroke) and m.line in (Line.DOTTED, Line.END)], (
            "too dear"
        )
    lucky = drawn(LESSON, "wrong", moment(LUCKY, TRIP))
    assert not strokes(lucky, Ink.FAULTY, Line.DOTTED), "nothing goes wrong"
    assert "3.00 both runs" in labels(drawn(LESSON, "chart", moment(LUCKY, TRIP)), Ink.ANSWER)


def test_before_the_runs_the_highest_pose_and_the_last_are_outlined() -> None:
    """A slow B rises and falls back to where it began: its last pose alone would be hidden."""
    for name, is_last, told in (
        (FIRST, True, "last ones of frame 20"),
        ("Slow, with a small slop", False, "last ones of frame 40"),
    ):
        scene, at = SCENES[name], moment(name, TRIP)
        heights = [scene.alone.bodies(k)[1].placed[0].points[:, 1].max() for k in range(scene.count + 1)]
        assert bool(max(heights) == heights[-1]) is is_last
        later = strokes(drawn(LESSON, "wrong", at), Ink.FAULTY, Line.DOTTED)
        assert max(y for m in later for _, y in m.points) == pytest.approx(max(heights), abs=0.01)
        assert told in said(name, TRIP)


def test_names_of_curves_that_end_close_together_stand_apart() -> None:
    canvas = Canvas(0.02, 0.03)
    LESSON.panes[3].draw(canvas, moment(STEP, RUNS))
    ends = {
        m.text: m.at[1] for m in canvas.marks if isinstance(m, Label) and ("tile by" in m.text or "with" in m.text)
    }
    low, high = ends["**0.36** tile by tile"], ends["**0.42** with neighbours"]
    assert high - low == pytest.approx(17.0 * 0.03)
    assert (high + low) / 2.0 == pytest.approx((0.362 + 0.424) / 2.0, abs=5e-3)


def test_the_arrow_over_the_body_is_its_velocity_along_the_floor() -> None:
    for name, index, ink in ((FIRST, HIT, Ink.FAULTY), (FIRST, SEAM, Ink.EXAMINED), (STEP, HIT, Ink.EXAMINED)):
        scene, canvas = SCENES[name], Canvas(0.003)
        LESSON.panes[0].draw(canvas, moment(name, index))
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink and m.start[1] > 0.5]
        assert arrow.start[1] == arrow.end[1]
        v_x = scene.alone.bodies(N + 1 if index == HIT else N)[1].velocity[0]
        assert arrow.end[0] - arrow.start[0] == pytest.approx(ARROW * v_x)
    small = Canvas(0.01)
    LESSON.panes[0].draw(small, moment(STEP, RUNS))
    assert not [m for m in small.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED], "a head without a shaft"
