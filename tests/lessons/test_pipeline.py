"""One frame of an engine: counts, inks, widths and answers against shapely and by counting."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from shapely import Point as Dot
from shapely import Polygon, box

from geometry.feature import FeatureRef
from geometry.shape import boundary
from geometry.shape import box as box_shape
from lessons import CURRICULUM
from lessons.broadphase.pipeline import ANSWER, CENTRE, Pipeline
from lessons.broadphase.pipeline_figure import LEAST, PLAIN, ROWS, WIDE, band, passed, taught_by, top_of, wrong_counts
from lessons.broadphase.pipeline_scene import Framed
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Crowd, Stroke
from viz.lesson.prediction import Choose, Click
from viz.lesson.text import plain
from viz.session.player import Player

LESSON = Pipeline()
CROWD, SEVEN, STACK, SPLINTERS, CELLS, FAST = LESSON.presets
BOXES, BROAD, BOX_TEST, NARROW, MANIFOLD, SOLVER, MOVE = range(7)
Pairs = set[tuple[int, int]]


def truth(scene: Framed) -> tuple[Pairs, Pairs, Pairs]:
    """Pairs that share a cell, whose boxes meet, whose shapes do: by shapely, round corners as many short edges."""
    areas = [Polygon(b) if len(b := boundary(each, 1e-7)) > 2 else Dot(b[0]) for each in scene.shapes]
    boxes = [box(*each) for each in scene.boxes]
    cells = [
        {*itertools.product(*(range(math.floor(b[k] / scene.c), math.floor(b[k + 2] / scene.c) + 1) for k in (0, 1)))}
        for b in scene.boxes
    ]
    pairs = {(i, j) for i, j in itertools.combinations(range(scene.count), 2) if j >= scene.still}
    near = {(i, j) for i, j in pairs if cells[i] & cells[j]}
    meet = {(i, j) for i, j in pairs if boxes[i].intersects(boxes[j])}
    return near, meet, {(i, j) for i, j in meet if areas[i].intersects(areas[j])}


def crowds(canvas: Canvas, ink: Ink, line: Line) -> list[Crowd]:
    return [m for m in canvas.marks if isinstance(m, Crowd) and m.ink is ink and m.line is line]


def rows_of(moment: Moment[Framed]) -> list[str]:
    return [plain(LESSON.page(moment.at(i)).rows[0].cells[3]) for i in range(7)]


@pytest.mark.parametrize("name", LESSON.presets)
def test_counts_are_those_of_shapely(name: str) -> None:
    last = moments(LESSON, name)[-1]
    scene, n = last.scene, last.scene.count
    counts = [int(each.replace(",", "")) for each in rows_of(last)]
    near, meet, touch = truth(scene)
    assert counts[:4] == [math.comb(n, 2), len(near), len(meet), len(touch)]
    points = sum(len(manifold.points) for _, manifold in last.trace.steps[MANIFOLD].manifolds)
    assert counts[4:] == [points, points, n - scene.still]
    told = plain(LESSON.situation(last))
    wanted = f"{n} shapes: {math.comb(n, 2):,} pair"
    assert told.startswith(wanted) or name == FAST
    assert f"{len(near):,} candidate" in told or name == FAST
    assert all(f"{len(of):,} pair" in told for of in (meet, touch)) or name == FAST
    assert f"{points:,} contact point" in told or name == FAST


def test_every_chapter_has_its_place() -> None:
    names = [name for row in ROWS for name in taught_by(row)]
    for chapter in CURRICULUM:
        if chapter.title == "Labs":
            continue  # they look at a routine from outside, and have no place in a frame
        assert any(name.split(" ")[0].split(".")[0] == str(chapter.number) for name in names), chapter.title
        for number, entry in chapter.numbered():
            assert (f"{number} {entry.title}" in names) == any(entry.id in row.taught for row in ROWS)
    shown = labels(drawn(LESSON, "funnel", moments(LESSON, CROWD)[0]))
    assert {*names, *(row.stage for row in ROWS)} <= {*shown}


def test_the_funnel_is_as_wide_as_the_logarithm_says() -> None:
    last = moments(LESSON, CROWD)[-1]
    outlines = [m for m in drawn(LESSON, "funnel", last).marks if isinstance(m, Stroke) and m.closed]
    counts = [int(each.replace(",", "")) for each in rows_of(last)]
    for i in range(NARROW + 1):
        (left, top), _, _, (right, _) = outlines[i].points
        wide = LEAST + (1.0 - LEAST) * math.log(1 + counts[i]) / math.log(1 + counts[0])
        assert right - left == pytest.approx(WIDE * wide)
        assert top == top_of(i)
        assert outlines[i].ink is ROWS[i].ink
    for row in outlines[MANIFOLD:]:
        assert row.points[3][0] - row.points[0][0] == pytest.approx(PLAIN), "no pairs, no width"
        assert row.points[2][0] - row.points[1][0] == pytest.approx(PLAIN)
    early = drawn(LESSON, "funnel", moments(LESSON, CROWD)[BOX_TEST])
    assert f"K = {counts[BOX_TEST]:,}" in labels(early)
    assert f"S = {counts[NARROW]:,}" not in labels(early), "not told before its step"


def test_the_world_shows_what_each_stage_keeps() -> None:
    steps = moments(LESSON, SEVEN)
    scene = steps[0].scene
    near, meet, touch = truth(scene)
    boxes = np.array(scene.boxes)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2.0

    def place(p: Any) -> int:
        return int(np.hypot(*(middles - p).T).argmin())

    def threads(canvas: Canvas, ink: Ink, line: Line) -> Pairs:
        found = [row for mark in crowds(canvas, ink, line) for row in mark.segments.reshape(-1, 2, 2)]
        return {(place(a), place(b)) for a, b in found}

    assert threads(drawn(LESSON, "world", steps[BROAD]), Ink.EXAMINED, Line.THIN) == near
    assert threads(drawn(LESSON, "world", steps[BOX_TEST]), Ink.EXAMINED, Line.THIN) == near - meet
    assert threads(drawn(LESSON, "world", steps[NARROW]), Ink.GAP, Line.MEASURE) == meet - touch
    (red,) = crowds(drawn(LESSON, "world", steps[NARROW]), Ink.OVERLAP, Line.OUTLINE)
    rings = [boundary(scene.shapes[i], 0.004) for i in sorted({i for pair in touch for i in pair})]
    assert red.segments[:, :2] == pytest.approx(np.concatenate(rings))
    (normals,) = crowds(drawn(LESSON, "world", steps[MANIFOLD]), Ink.ANSWER, Line.THIN)
    assert len(normals.segments) == 2


def test_velocities_and_the_end_of_the_frame() -> None:
    last = moments(LESSON, SEVEN)[-1]
    (ways,) = crowds(drawn(LESSON, "world", last), Ink.EXAMINED, Line.MEASURE)
    before, after = last.scene.rigid, last.trace.result.bodies
    wanted = [(*a.pose.position, *(a.pose.position + b.velocity / 6.0)) for a, b in zip(before, after, strict=True)]
    assert ways.segments == pytest.approx(np.array(wanted))
    assert "velocity v: moves drawn × 10" in labels(drawn(LESSON, "world", last))
    for t, bodies in ((0.0, before), (0.1, after)):  # drawn ten times as large
        canvas = drawn(LESSON, "world", Moment(last.scene, last.trace, MOVE, time=t))
        (now,) = crowds(canvas, Ink.A, Line.OUTLINE)
        rings = [boundary(body.placed[0], 0.004) for body in bodies]
        assert now.segments[:, :2] == pytest.approx(np.concatenate(rings))


def test_the_stack_stands() -> None:
    step = moments(LESSON, STACK)[SOLVER]
    pushes = [each.normal for _, each in step.trace.result.memory.impulses]
    weight = 10.0 / 60.0 * sum(body.mass for body in step.scene.rigid[1:])
    assert sum(pushes[:2]) == pytest.approx(weight, rel=0.12), "the floor carries nearly all of it"
    said = plain(LESSON.page(step).sentence)
    start = f"Fastest approach: {10 / 60:.2f} before, 0.01 by the last frame's impulses, 0.01 after "
    assert said == f"{start}10 iterations × 20 = 200 updates."
    assert "last frame" not in plain(LESSON.page(moments(LESSON, SEVEN)[SOLVER]).sentence)


def test_boxes_as_the_answer_report_false_contacts() -> None:
    last = moments(LESSON, SPLINTERS, ANSWER)[-1]
    _, meet, touch = truth(last.scene)
    assert {*last.faulty.false} == meet - touch
    assert {*last.faulty.reported} == meet
    much = f"{len(meet)} pairs of shapes as contacts, {len(meet - touch)} of them apart"
    assert much in plain(LESSON.situation(last))
    assert [r for r, much in wrong_counts(last).items() if much > 0] == [NARROW, MANIFOLD, SOLVER]
    assert wrong_counts(last)[MANIFOLD] > len(last.trace.steps[MANIFOLD].contacts)
    assert f"{len(meet)} by this rule" in labels(drawn(LESSON, "funnel", last))
    assert strokes(drawn(LESSON, "funnel", last), Ink.FAULTY)
    assert "do not even touch" in LESSON.page(last).idea


def test_a_pair_across_a_border_is_lost() -> None:
    last = moments(LESSON, CELLS, CENTRE)[-1]
    scene = last.scene
    boxes = np.array(scene.boxes)
    cells = np.floor((boxes[:, :2] + boxes[:, 2:]) / 2.0 / scene.c)
    touch = truth(scene)[2]
    lost = {(i, j) for i, j in touch if (cells[i] != cells[j]).any()}
    assert lost
    assert {*last.faulty.missed} == lost
    assert {*last.faulty.reported} == touch - lost
    kept = [c for c in last.trace.steps[MANIFOLD].contacts if tuple(sorted(c.id.pair[:2])) not in lost]
    assert wrong_counts(last) == {NARROW: len(touch - lost), MANIFOLD: len(kept), SOLVER: len(kept)}
    assert plain(LESSON.situation(last)).endswith(
        f"of {len(touch)} pairs whose shapes overlap {len(lost)} are lost: false negatives."
    )
    assert "false negative" in labels(drawn(LESSON, "world", last))


def test_larger_cells_change_the_candidates_alone() -> None:
    moment = moments(LESSON, CROWD)[BOX_TEST]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    coarse = moments_of(LESSON, moment.scene.with_field("c", 2.0 * moment.scene.c))[-1]
    now, then = rows_of(moment), rows_of(coarse)
    assert [i for i in range(7) if now[i] != then[i]] == [BROAD]
    assert asked.right == {band(BROAD)}
    assert f"larger cell: {then[BROAD]} do" in asked.judge(band(BROAD)).because
    draw = asked.judge(band(BROAD)).draw
    assert draw is not None
    canvas = Canvas()
    draw(canvas, "world")
    (grid,) = (mark for mark in canvas.marks if isinstance(mark, Crowd))
    sides = grid.segments[:, 0]
    assert {round(x % (2.0 * moment.scene.c), 6) for x in sides} <= {0.0, 2.0 * moment.scene.c}
    assert "from n alone" in asked.judge(band(BOXES)).because
    assert f"These {now[BOX_TEST]} stay" in asked.judge(band(NARROW)).because
    assert not asked.judge(FeatureRef("impulses", band(0).kind)).right
    assert LESSON.page(moments(LESSON, CROWD, CENTRE)[BOX_TEST]).prediction is None


def test_the_ball_that_no_stage_sees() -> None:
    steps = moments(LESSON, FAST)
    scene = steps[0].scene
    met = passed(steps[-1])
    assert met is not None
    assert (met.i, met.j) == (0, 1)
    gap = scene.boxes[0][0] - (scene.boxes[1][2])  # from the ball's right side to the wall's left one
    assert met.t == pytest.approx(gap / (230.0 / 60.0))
    assert (0, 1) not in truth(scene)[0]
    assert f"A and B met at t = {met.t:.2f}" in plain(LESSON.page(steps[-1]).sentence)
    (ring,) = strokes(drawn(LESSON, "world", steps[-1]), Ink.ANSWER, Line.DASHED)
    assert max(x for x, _ in ring.points) == pytest.approx(scene.boxes[0][0], abs=0.01)
    assert steps[-1].trace.result.bodies[1].pose.position[0] > scene.boxes[0][2], "on the other side"
    asked = LESSON.page(steps[MANIFOLD]).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"Broadphase"}
    wrong = asked.judge("Narrowphase")
    assert "A B is no candidate" in wrong.because
    assert wrong.draw is not None
    canvas = Canvas()
    wrong.draw(canvas, "world")
    assert len(strokes(canvas, Ink.FAULTY)) == 1
    slow = Framed(scene.things, velocities=((0.0, 0.0), (20.0, 0.0)), still=1, c=1.0)
    assert passed(moments_of(LESSON, slow)[-1]) is None


def test_the_challenge_can_be_met_by_long_slanted_shapes_only() -> None:
    for slender, slant, reached in ((25.0, 45.0, True), (25.0, 0.0, False), (1.0, 45.0, False)):
        challenge = LESSON.challenge(moments_of(LESSON, Framed(n=100, slender=slender, slant=slant))[-1])
        assert challenge is not None
        assert challenge.reached == reached
    assert LESSON.challenge(moments(LESSON, SEVEN)[0]) is None


def test_only_crowds_have_sliders_of_their_shape() -> None:
    assert [name for name, _, _ in Framed().controls()] == ["n", "c", "slender", "slant"]
    assert [name for name, _, _ in LESSON.presets[FAST].scene.controls()] == ["box_a", "box_b", "box_c", "c"]


def test_areas_stay_when_shapes_are_stretched() -> None:
    areas = [
        [Polygon(boundary(each, 1e-6)).area - Polygon(each.points).area for each in Framed(n=9, slender=s).shapes]
        for s in (1.0, 4.0)
    ]
    cores = [[Polygon(each.points).area for each in Framed(n=9, slender=s, slant=30.0).shapes] for s in (1.0, 4.0)]
    assert cores[0] == pytest.approx(cores[1])
    assert min(areas[0]) > 0.0
    assert not [m for m in drawn(LESSON, "funnel", moments(LESSON, CROWD)[0]).marks if isinstance(m, Area) and not m]


@pytest.mark.parametrize("name", [CROWD, SEVEN])
def test_a_body_of_millions_of_cells_is_refused_in_a_sentence(name: str) -> None:
    """Its corner carried far away by a slip of the hand: nothing of such a frame can be shown."""
    scene = LESSON.presets[SEVEN].scene.with_field("c", 0.25)
    player = Player(LESSON)
    player.restart(LESSON.presets[name])
    shown = player.scene, player.trace
    (field, _, body), *_ = scene.bodies()
    with pytest.raises(ValueError, match="cells of size"):
        player.change(scene.with_field(field, body.shaped(box_shape(1e5, 1e5))))
    assert (player.scene, player.trace) == shown
