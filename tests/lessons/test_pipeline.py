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
from lessons.broadphase.pipeline_figure import (
    ROWS,
    borders,
    contact_mark,
    elsewhere,
    frames_of,
    goes_wrong,
    passed,
    wrong_counts,
)
from lessons.broadphase.pipeline_funnel import WIDE, band, taught_by, top_of
from lessons.broadphase.pipeline_scene import Framed, moved_by
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Crowd, Stroke
from viz.lesson.prediction import Click
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
    if name == FAST:
        return  # its situation tells of the pair that is missed
    shares = [100.0 * len(each) / math.comb(n, 2) for each in (near, meet, touch)]
    overlap = "overlaps" if len(touch) == 1 else "overlap"
    told = [plain(LESSON.situation(each)) for each in moments(LESSON, name)]
    every = f"{math.comb(n, 2):,} pairs"
    assert told[BOXES] == f"{n} shapes: {every}."
    assert told[BROAD] == f"Of {every} {len(near):,} share a cell: {shares[0]:.1f} %."
    assert told[BOX_TEST] == f"Of {every} {len(meet):,} overlap as boxes: {shares[1]:.1f} %."
    assert told[NARROW] == f"Of {every} {len(touch):,} {overlap}: {shares[2]:.1f} %."
    left = f"{len(touch):,} of {every} {overlap}"
    assert told[MOVE] == f"At the start of the frame {left}, in {points:,} contact points."


def test_every_chapter_has_its_place() -> None:
    names = [name for row in ROWS for name in taught_by(row)]
    for chapter in CURRICULUM:
        if chapter.title == "Labs":
            continue  # they look at a routine from outside, and have no place in a frame
        assert any(name.split(" ")[0].split(".")[0] == str(chapter.number) for name in names), chapter.title
        for number, entry in chapter.numbered():
            assert (f"{number} {entry.title}" in names) == any(entry.id in row.taught for row in ROWS)
    shown = labels(drawn(LESSON, "funnel", moments(LESSON, CROWD)[0]))
    parts = {part for each in shown for part in each.split(" · ")}
    assert {*names, *(row.stage for row in ROWS), *(row.leaves for row in ROWS)} <= parts


@pytest.mark.parametrize("name", [CROWD, SEVEN, STACK])
def test_the_funnel_is_as_wide_as_the_logarithm_says(name: str) -> None:
    last = moments(LESSON, name)[-1]
    funnel = drawn(LESSON, "funnel", last)
    outlines = [m for m in funnel.marks if isinstance(m, Stroke) and m.closed]
    counts = [int(each.replace(",", "")) for each in rows_of(last)]
    came = [counts[0], *counts[:NARROW], *counts[MANIFOLD:]]
    for i, row in enumerate(outlines):
        for count, ((left, _), (right, _)) in zip(
            (came[i], counts[i]), ((row.points[0], row.points[3]), row.points[1:3]), strict=True
        ):
            assert right - left == pytest.approx(WIDE * math.log(1 + count) / math.log(1 + max(counts)))
        assert row.points[0][1] == top_of(i)
        assert row.ink is ROWS[i].ink
    dropped = [a - b for a, b in itertools.pairwise(counts[: NARROW + 1])]
    assert [f"{row.leaves} · {less:,} dropped" for row, less in zip(ROWS[BROAD:], dropped, strict=False)] == [
        each for each in labels(funnel) if each.endswith("dropped")
    ]
    early = labels(drawn(LESSON, "funnel", last.at(BOX_TEST)))
    assert f"K = {counts[BOX_TEST]:,}" in early
    assert f"S = {counts[NARROW]:,}" not in early, "not told before its step"
    assert "shapes overlap" in early


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
    (cells,) = [m for m in drawn(LESSON, "world", steps[BROAD]).marks if isinstance(m, Crowd) and not len(m.segments)]
    corner = {tuple(np.floor(each.reshape(3, 2).mean(axis=0) / scene.c).astype(int)) for each in cells.triangles}
    held = {(i, j) for i in range(-3, 9) for j in range(-3, 9) if sum(
        b[0] < (i + 1) * scene.c and b[2] >= i * scene.c and b[1] < (j + 1) * scene.c and b[3] >= j * scene.c
        for b in scene.boxes
    ) >= 2}  # fmt: skip
    assert corner == held
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


def test_a_wrong_frame_moves_the_bodies_as_its_contacts_say() -> None:
    for name, rule in ((SPLINTERS, ANSWER), (CELLS, CENTRE)):
        last = moments(LESSON, name, rule)[-1]
        scene, faulty, right = last.scene, last.faulty, last.trace.result.bodies
        wrong = moved_by(scene, faulty.reported)
        differ = {*elsewhere(last)}
        assert differ
        reached = {*itertools.chain.from_iterable((*faulty.false, *faulty.missed))}
        while (more := {i for pair in faulty.reported if reached & {*pair} for i in pair} | reached) != reached:
            reached = more
        assert differ <= reached, "only bodies that hang together with a wrong pair"
        canvas = drawn(LESSON, "world", Moment(scene, last.trace, MOVE, time=0.1, compare=rule, faulty=faulty))
        (pink,) = crowds(canvas, Ink.FAULTY, Line.OUTLINE)
        frames = frames_of(last)
        assert len(pink.segments) == sum(len(boundary(scene.shapes[i], 0.004)) for i in differ)
        i = min(differ)
        gone = 0.1 * frames * (wrong[i].pose.position - scene.rigid[i].pose.position)
        ring = boundary(scene.shapes[i], 0.004) - scene.rigid[i].pose.position
        turn = 0.1 * frames * (wrong[i].pose.angle - scene.rigid[i].pose.angle)
        turned = ring @ np.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
        wanted = turned + scene.rigid[i].pose.position + gone
        assert pink.segments[: len(ring), :2] == pytest.approx(wanted)
        assert f"moves {len(differ)} bodies elsewhere" in plain(LESSON.page(last).sentence)
        assert f"moved by this rule: × {frames}" in labels(canvas)
        far = [max(np.hypot(*(b.pose.position - a.pose.position)) for a, b in zip(scene.rigid, bodies, strict=True))
               for bodies in (wrong, right)]  # fmt: skip
        assert f"{far[0]:.3f} instead of {far[1]:.3f}" in plain(LESSON.page(last).sentence)
    true = tuple(last.trace.steps[NARROW].pairs)
    for a, b in zip(moved_by(scene, true), right, strict=True):
        assert a.pose.position == pytest.approx(b.pose.position), "with the right pairs it is the right frame"


def test_the_border_between_the_centres_of_a_lost_pair_is_drawn() -> None:
    last = moments(LESSON, CELLS, CENTRE)[-1]
    scene, lost = last.scene, last.faulty.missed
    for step in (BROAD, BOX_TEST, NARROW, MANIFOLD, SOLVER):
        (found,) = crowds(drawn(LESSON, "world", last.at(step)), Ink.FAULTY, Line.FEATURE)
        assert found.segments == pytest.approx(np.array(borders(scene, lost)))
    middles = (np.array(scene.boxes)[:, :2] + np.array(scene.boxes)[:, 2:]) / 2.0
    for i, j in lost:
        cells = np.floor(middles[[i, j]] / scene.c)
        assert len(borders(scene, [(i, j)])) >= np.abs(cells[0] - cells[1]).sum() > 0
        for k in np.flatnonzero(cells[0] != cells[1]):
            line = scene.c * cells[:, k].max()
            assert any(row[k] == row[k + 2] == pytest.approx(line) for row in borders(scene, [(i, j)]))


def test_no_legend_of_what_is_not_drawn() -> None:
    assert "before" not in labels(drawn(LESSON, "world", moments(LESSON, STACK)[-1]))
    assert "before" in labels(drawn(LESSON, "world", moments(LESSON, CROWD)[-1]))


def test_the_correction_is_drawn_from_the_end_of_the_velocity() -> None:
    last = moments(LESSON, SEVEN)[-1]
    solved = last.trace.steps[SOLVER]
    white = strokes(drawn(LESSON, "world", last), Ink.ANSWER, Line.MEASURE)
    wanted = []
    for body, motion, move in zip(last.scene.rigid, solved.after, solved.moves, strict=True):
        if np.hypot(*move.velocity) > 0.002:
            end = body.pose.position + motion.velocity / 6.0
            wanted.append((end, end + 10.0 * move.velocity))
    assert wanted
    assert np.array([each.points for each in white]) == pytest.approx(np.array(wanted))


def test_the_stack_stands() -> None:
    step = moments(LESSON, STACK)[SOLVER]
    pushes = [each.normal for _, each in step.trace.result.memory.impulses]
    weight = 10.0 / 60.0 * sum(body.mass for body in step.scene.rigid[1:])
    assert sum(pushes[:2]) == pytest.approx(weight, rel=0.12), "the floor carries nearly all of it"
    said = plain(LESSON.page(step).sentence)
    warm = f"Warm start alone slows the fastest approach of two boxes from {10 / 60:.2f} to 0.01."
    assert said == f"20 of 20 points push. {warm}"
    assert "Warm" not in plain(LESSON.page(moments(LESSON, SEVEN)[SOLVER]).sentence)
    canvas = drawn(LESSON, "world", step)
    (bars,) = crowds(canvas, Ink.ANSWER, Line.FEATURE)
    lengths = np.hypot(*(bars.segments[:, 2:] - bars.segments[:, :2]).T)
    assert lengths / lengths.max() == pytest.approx(np.array(pushes) / max(pushes))
    assert {f"{push:.2f}" for push in pushes} <= {*labels(canvas)}


@pytest.mark.parametrize("name", [CROWD, SEVEN])
def test_where_the_solver_does_not_push_the_bodies_separate(name: str) -> None:
    step = moments(LESSON, name)[SOLVER]
    motions, free = step.step.after, 0
    for contact, impulse in zip(step.step.contacts, step.trace.result.impulses, strict=True):
        if impulse.normal == 0.0:
            ends = [motions[k] for k in contact.id.pair[:2]]
            arms = [contact.arm_a, contact.arm_b]
            points = [e.velocity + e.spin * np.array((-arm[1], arm[0])) for e, arm in zip(ends, arms, strict=True)]
            assert (points[1] - points[0]) @ contact.normal.direction >= 0.0
            free += 1
    points = len(step.step.contacts)
    some = f"{points} contact point" + "s" * (points > 1)
    said = plain(LESSON.page(step).sentence)
    assert (
        said == f"After 10 iterations {points - free} of {some} push. At the other {free} the bodies separate: j = 0."
    )
    assert f"impulses · {points - free} push" in labels(drawn(LESSON, "funnel", step))


def test_the_floor_carries_most() -> None:
    step = moments(LESSON, STACK)[MANIFOLD]
    asked = LESSON.page(step).prediction
    assert isinstance(asked, Click)
    floor = {contact_mark(i) for i, each in enumerate(step.step.contacts) if each.point[1] < 0.1}
    assert asked.right == floor
    assert len(floor) == 2
    sums = [sum(each.normal for each in step.trace.result.impulses[i : i + 2]) for i in range(0, 20, 2)]
    assert f"add up to {sums[0]:.2f}, the most" in asked.judge(contact_mark(0)).because
    assert f"add up to {sums[3]:.2f} only" in asked.judge(contact_mark(7)).because
    assert not asked.judge(contact_mark(7)).right
    assert not asked.judge(band(BROAD)).counts


def test_boxes_as_the_answer_report_false_contacts() -> None:
    last = moments(LESSON, SPLINTERS, ANSWER)[-1]
    _, meet, touch = truth(last.scene)
    assert {*last.faulty.false} == meet - touch
    assert {*last.faulty.reported} == meet
    much = f"{len(meet)} pairs of shapes as contacts, {len(meet - touch)} of them apart"
    assert much in plain(LESSON.situation(last))
    assert [r for r, much in wrong_counts(last).items() if much > 0] == [NARROW, MANIFOLD, SOLVER]
    assert [goes_wrong(last.at(i)) for i in range(7)] == [False] * 3 + [True] * 4
    assert wrong_counts(last)[MANIFOLD] > len(last.trace.steps[MANIFOLD].contacts)
    assert f"rule: {len(meet)}" in labels(drawn(LESSON, "funnel", last))
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
    _, meet, _ = truth(scene)
    near = {(i, j) for i, j in itertools.combinations(range(scene.count), 2) if (cells[i] == cells[j]).all()}
    pairs = {BROAD: len(near), BOX_TEST: len(near & meet), NARROW: len(touch - lost)}
    assert wrong_counts(last) == {**pairs, MANIFOLD: len(kept), SOLVER: len(kept)}
    assert plain(LESSON.situation(last.at(BROAD))).endswith(
        f"of {len(touch)} pairs whose shapes overlap it loses {len(lost)}: false negatives."
    )
    kept_share = plain(LESSON.page(last.at(BOX_TEST)).rows[0].cells[2])
    assert kept_share == f"{100.0 * len(near & meet) / len(near):.1f} %", "of the rule's own candidates"
    assert "missed: centres in two cells" in labels(drawn(LESSON, "world", last.at(BROAD)))
    assert "loses" not in plain(LESSON.situation(last.at(BOXES)))


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
    near, meet, touch = truth(scene)
    assert touch < meet < near, "each stage drops a pair: the counts alone do not tell which one drops A B"
    assert f"A and B met at t = {met.t:.2f}" in plain(LESSON.page(steps[-1]).sentence)
    (ring,) = strokes(drawn(LESSON, "world", steps[-1]), Ink.ANSWER, Line.DASHED)
    assert max(x for x, _ in ring.points) == pytest.approx(scene.boxes[0][0], abs=0.01)
    assert steps[-1].trace.result.bodies[1].pose.position[0] > scene.boxes[0][2], "on the other side"
    asked = LESSON.page(steps[MANIFOLD]).prediction
    assert isinstance(asked, Click)
    assert asked.right == {band(BROAD)}
    assert "every pair is still counted" in asked.judge(band(BOXES)).because
    assert not asked.judge(contact_mark(0)).counts
    wrong = asked.judge(band(NARROW))
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
    assert LESSON.challenge(moments(LESSON, STACK)[0]) is None


def reached(scene: Framed, compare: str = "") -> bool:
    challenge = LESSON.challenge(moments_of(LESSON, scene, compare)[-1])
    assert challenge is not None
    return challenge.reached


def test_a_wrong_rule_can_be_made_harmless() -> None:
    splinters, cells = (LESSON.presets[name].scene for name in (SPLINTERS, CELLS))
    assert [reached(splinters.with_field("slant", slant), ANSWER) for slant in (0.0, 20.0, 40.0, 90.0)] == [
        True, False, False, True,
    ]  # fmt: skip
    assert not reached(Framed(n=40, slender=1.0), ANSWER), "round shapes are no answer"
    assert [reached(cells.with_field("c", c), CENTRE) for c in (0.5, 2.0, 4.0)] == [False, False, True]
    assert not reached(Framed(n=2), CENTRE)


def test_seven_shapes_can_be_laid_so_that_no_stage_drops_a_candidate() -> None:
    scene = LESSON.presets[SEVEN].scene
    assert not reached(scene)
    for i, at in enumerate(((0.0, 0.0), (0.8, 0.0), (6.0, 0.0), (6.0, 0.4), (0.0, 6.0), (0.8, 6.0), (9.0, 9.0))):
        scene = scene.with_box(i, (at[0], at[1], at[0] + 1.0, at[1] + 1.0))
    assert reached(scene)


def test_only_crowds_have_sliders_of_their_shape() -> None:
    assert [name for name, _, _ in Framed().controls()] == ["n", "c", "slender", "slant"]
    assert [name for name, _, _ in LESSON.presets[FAST].scene.controls()] == [
        *(f"box_{each}" for each in "abcdef"),
        "c",
    ]


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
