"""Sweep and prune: active boxes, comparisons, swaps and answers against shapely and by counting intervals."""

from __future__ import annotations

import itertools
import math
import time
from typing import Any

import numpy as np
import pytest
from shapely import box as rectangle

from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.sweep_and_prune import Began, Sorted
from lessons.broadphase.boxes import Crowd, things
from lessons.broadphase.boxes_figure import own_place
from lessons.broadphase.sweep_and_prune import EIGHT, GAP, STALE, TOUCHING, SweepAndPruneLesson
from lessons.broadphase.sweep_state import Ground, Swept, profile
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, Dot, Label, Stroke
from viz.lesson.mark import Crowd as Lines
from viz.lesson.prediction import Adjust, Choose, Click
from viz.lesson.text import plain

LESSON = SweepAndPruneLesson()
FIRST, SHELVES, CROWD, FAR = "Eight boxes", "Shelves", "Even crowd of 300", "Everything moves far"
LETTERED = (FIRST, SHELVES, "Brick wall", "Long roof")
Box = tuple[float, float, float, float]


def hit(boxes: tuple[Box, ...]) -> set[tuple[int, int]]:
    shapes = [rectangle(*each) for each in boxes]
    return {(i, j) for i, j in itertools.combinations(range(len(shapes)), 2) if shapes[i].intersects(shapes[j])}


def sharing(boxes: tuple[Box, ...], k: int) -> int:
    """Pairs of intervals that share a place, by arrays."""
    sides = np.array(boxes)
    low, high = sides[:, k], sides[:, k + 2]
    return int(np.triu((low[:, None] <= high) & (low <= high[:, None]), 1).sum())


def ranked(boxes: tuple[Box, ...], k: int) -> list[tuple[int, int]]:
    """The ends as (side, box), in order."""
    ends = [(box[k + 2 * side], side, i) for i, box in enumerate(boxes) for side in (0, 1)]
    return [end[1:] for end in sorted(ends)]


def apart_of(boxes: tuple[Box, ...]) -> list[tuple[int, int]]:
    """Pairs with a gap between their intervals on x."""
    pairs = itertools.combinations(range(len(boxes)), 2)
    return [(i, j) for i, j in pairs if boxes[i][2] < boxes[j][0] or boxes[j][2] < boxes[i][0]]


def inversions(scene: Swept) -> int:
    place = {end: i for i, end in enumerate(ranked(scene.later, scene.k))}
    order = np.array([place[end] for end in ranked(scene.boxes, scene.k)])
    return int(np.triu(order[:, None] > order, 1).sum())


def step_of(name: str, kind: type, compare: str = "") -> Moment[Swept]:
    return [moment for moment in moments(LESSON, name, compare) if isinstance(moment.step, kind)][-1]


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("name", LESSON.presets)
def test_each_beginning_is_compared_with_the_boxes_under_the_line(name: str, axis: str) -> None:
    scene = LESSON.presets[name].scene.with_field("axis", axis)
    k, tested, pairs = scene.k, 0, hit(scene.boxes)
    order = [i for side, i in ranked(scene.boxes, k) if side == 0]
    found = moments_of(LESSON, scene)
    for moment in found:
        step = moment.step
        if not isinstance(step, Began):
            continue
        at, before = scene.boxes[step.id][k], order[: order.index(step.id)]
        under = {i for i in before if scene.boxes[i][k] <= at <= scene.boxes[i][k + 2]}
        tested = sharing(tuple(scene.boxes[i] for i in (*before, step.id)), k)
        assert (step.at, set(step.active), step.tested) == (at, under, tested)
        assert set(step.hits) == {i for i in under if (min(i, step.id), max(i, step.id)) in pairs}
        row = [plain(cell) for cell in LESSON.page(moment).rows[0].cells]
        assert row[:2] == [scene.names[step.id], f"{at:.2f}".replace("-", "−")]
        told = plain(LESSON.page(moment).sentence)
        assert f"{tested:,} comparison" in told
        if scene.is_crowd:
            assert row[2] == (str(len(under)) if under else "–")
            assert f"Active: {len(under)} box" in told
        else:
            assert set(row[2].split()) == {scene.names[i] for i in under} or (not under and row[2] == "–")
            assert set(row[3].split()) - {"–", "none"} == {scene.names[i] for i in step.hits}
        done = sum(set(pair) <= {*before, step.id} for pair in pairs)
        told = plain(LESSON.situation(moment))
        assert f"so far, {done:,} {'touch' if name == 'Brick wall' and done else 'overlap'}" in told
    answer = found[-2]
    assert set(answer.trace.result.pairs) == pairs
    told = plain(LESSON.page(answer).sentence)
    counts = sharing(scene.boxes, k), sharing(scene.boxes, 1 - k)
    assert f"{counts[0]:,} comparison" in told
    assert f"along {'yx'[k]} {counts[1]:,}." in told
    middles = np.array(scene.boxes).reshape(-1, 2, 2).mean(axis=1).std(axis=0)
    assert told.endswith(f"Spread: {middles[0]:.2f} in x, {middles[1]:.2f} in y.")
    swaps = inversions(scene)
    assert found[-1].step.swaps == swaps
    assert f"{swaps:,} swap" in plain(LESSON.page(found[-1]).sentence)


def test_the_numbers_of_the_storyboard() -> None:
    first, shelves = step_of(FIRST, CandidatePairs), step_of(SHELVES, CandidatePairs)
    assert (first.trace.result.tested, first.scene.elsewhere) == (5, 8)
    assert (shelves.trace.result.tested, shelves.scene.elsewhere) == (28, 0)
    crowd = Swept(n=300)
    assert (LESSON.run(crowd).result.tested, crowd.elsewhere) == (3306, 3276)
    column = Swept(n=300, kind=Crowd.COLUMN)
    assert (LESSON.run(column).result.tested, column.elsewhere) == (44850, 3292)


@pytest.mark.parametrize("name", LETTERED)
def test_the_line_lies_at_the_beginning_and_bars_are_the_intervals(name: str) -> None:
    for moment in moments(LESSON, name):
        scene, step = moment.scene, moment.step
        if not isinstance(step, Began):
            continue
        canvas = drawn(LESSON, "world", moment)
        line = [s for s in strokes(canvas, Ink.EXAMINED, Line.MEASURE) if len({p[0] for p in s.points}) == 1][-1]
        assert {p[0] for p in line.points} == {step.at}
        bars = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR]
        assert [(b.points[0][0], b.points[1][0]) for b in bars] == sorted(
            ((b[0], b[2]) for b in scene.boxes), key=lambda each: each[0]
        )
        assert [b.points[0][0] for b in bars if b.ink is Ink.EXAMINED] == [step.at]
        assert sum(b.ink is Ink.A for b in bars) == len(step.active)
        words = labels(canvas)
        for i, (_, _, right, _) in enumerate(scene.boxes):
            assert (f"x_max = {right:.2f}: active" in words) >= (i in step.active)
        assert f"x_min of {scene.names[step.id]} = {step.at:.2f}" in words
        assert all(p[1] < min(b[1] for b in scene.boxes) for bar in bars for p in bar.points)


def test_of_a_crowd_the_profile_counts_the_active_boxes_at_each_place() -> None:
    scene = LESSON.presets[CROWD].scene
    for k in (0, 1):
        at, counts = profile(scene.boxes, k)
        for u, v, count in list(zip(at, at[1:], counts, strict=False))[::17]:
            assert count == sum(b[k] <= (u + v) / 2.0 <= b[k + 2] for b in scene.boxes) or u == v
    tall = {k: profile(scene.boxes, k)[1].max() for k in (0, 1)}
    for moment in moments(LESSON, CROWD):
        if isinstance(moment.step, Began):
            canvas, ground = drawn(LESSON, "world", moment), Ground(moment.scene, 0)
            (dot,) = (m for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.A)
            share = (dot.at[1] - ground.axis) / (ground.first - ground.axis)
            assert share * max(tall.values()) == pytest.approx(len(moment.step.active))
            assert f"{len(moment.step.active)} active" in labels(canvas)


@pytest.mark.parametrize("name", [FIRST, "Brick wall"])
def test_each_crossing_of_the_joined_ends_is_a_swap(name: str) -> None:
    moment = moments(LESSON, name)[-1]
    scene, canvas = moment.scene, drawn(LESSON, "world", moment)
    rings = [m for m in canvas.marks if isinstance(m, Dot) and m.ink in (Ink.GAP, Ink.OVERLAP, Ink.EXAMINED)]
    swaps = inversions(scene)
    joined = [line for ink in (Ink.GAP, Ink.OVERLAP, Ink.EXAMINED) for line in strokes(canvas, ink, Line.MEASURE)]
    assert len(rings) == swaps + 2 * len(joined)  # each end that swaps is marked in both frames
    assert swaps == (1 if name == FIRST else 6)
    told = plain(LESSON.page(moment).sentence)
    before, after = ({*apart_of(boxes)} for boxes in (scene.boxes, scene.later))
    if name == FIRST:
        assert after - before == {(2, 3)}
        assert told.endswith("Intervals that come apart: C D. That meet: none.")
        assert {line.ink for line in joined} == {Ink.GAP}
        heights = [y for line in joined for _, y in line.points]
        inner = [m for m in rings if min(heights) < m.at[1] < max(heights)]
        (p, q), (r, s) = (np.array(line.points) for line in joined)
        t = (r[0] - p[0]) / ((r[0] - p[0]) + (q[0] - s[0]))
        assert p + t * (q - p) == pytest.approx(np.array(inner[0].at))
    arrows = [m for m in canvas.marks if isinstance(m, Arrow)]
    assert [np.hypot(*(np.array(a.end) - a.start)) for a in arrows] == pytest.approx([scene.step] * scene.count)


def test_of_a_crowd_every_end_is_joined_with_its_place_in_the_next_frame() -> None:
    moment = moments(LESSON, FAR)[-1]
    *boxes, lines = (m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Lines))
    assert [len(m.segments) for m in boxes] == [4 * moment.scene.count] * 2
    old = sorted(u for b in moment.scene.boxes for u in (b[0], b[2]))
    new = sorted(u for b in moment.scene.later for u in (b[0], b[2]))
    assert sorted(lines.segments[:, 0]) == pytest.approx(old)
    assert sorted(lines.segments[:, 2]) == pytest.approx(new)
    assert "up to about" in plain(LESSON.page(moment).idea)
    assert "nearly sorted" in plain(LESSON.page(moments(LESSON, CROWD)[-1]).idea)


def asked_in(name: str, kind: type) -> tuple[Moment[Swept], Any]:
    found = [(m, LESSON.page(m).prediction) for m in moments(LESSON, name)]
    return next((m, p) for m, p in found if isinstance(p, kind))


def test_the_next_box_is_compared_with_those_that_have_not_ended() -> None:
    moment, asked = asked_in(FIRST, Click)
    scene = moment.scene
    assert isinstance(asked, Click)
    assert asked.text.startswith("H begins next")
    begin = scene.boxes[7][0]
    assert asked.right == {scene.feature(i) for i in range(7) if scene.boxes[i][0] <= begin <= scene.boxes[i][2]}
    wrong = asked.judge(scene.feature(2))
    assert not wrong.right
    assert wrong.because == "C ended at 4.60, before H begins at 5.00: it is not active."
    assert "E begins at 6.20, after H" in asked.judge(scene.feature(4)).because
    assert "new box itself" in asked.judge(scene.feature(7)).because
    assert "D ends at 5.20" in asked.judge(scene.feature(3)).because
    canvas = drawn(LESSON, "world", moment)
    assert wrong.draw is not None
    wrong.draw(canvas, "world")
    assert [p[0] for p in strokes(canvas, Ink.FAULTY)[-1].points] == [4.6, 5.0]


def test_only_a_move_along_the_axis_takes_a_box_out_of_the_sweep() -> None:
    moment, asked = asked_in(SHELVES, Adjust)
    assert isinstance(asked, Adjust)
    assert asked.field == "box_h"
    scene = moment.scene
    assert not asked.judge(scene).right
    up = scene.with_box(7, (3.6, 20.0, 4.4, 20.4))
    assert not asked.judge(up).right
    assert "A, B, C, D, E, F and G do" in asked.judge(up).because
    right = asked.right(scene)
    assert asked.judge(right).right
    assert LESSON.run(right).result.tested == 21 == sharing(right.boxes, 0)
    half = asked.judge(scene.with_box(7, (7.0, 3.0, 7.8, 3.4)))
    assert half.remarks[0].words == f"compared with {sum(b[2] >= 7.0 for b in scene.boxes[:7])}"


def test_the_ends_that_will_swap_are_asked_for() -> None:
    moment = step_of(FIRST, CandidatePairs)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    scene, k = moment.scene, 0
    old, new = ranked(scene.boxes, k), ranked(scene.later, k)
    moved = {i for (side, i), end in zip(old, new, strict=True) if (side, i) != end}
    assert asked.right == {scene.feature(i) for i in moved} == {scene.feature(2), scene.feature(3)}
    told = asked.judge(scene.feature(2)).because
    assert f"{scene.boxes[2][2]:.2f} to {scene.later[2][2]:.2f}" in told
    assert f"{scene.boxes[3][0]:.2f} to {scene.later[3][0]:.2f}" in told
    wrong = asked.judge(scene.feature(0))
    assert not wrong.right
    assert f"{scene.later[0][0]:.2f} … {scene.later[0][2]:.2f}" in wrong.because


def test_a_wide_crowd_costs_more_along_its_short_axis() -> None:
    moment, asked = asked_in(CROWD, Choose)
    assert isinstance(asked, Choose)
    (right,) = asked.right
    value = float(right.removeprefix("about ").replace(",", ""))
    assert abs(value / sharing(moment.scene.boxes, 1) - 1.0) < 0.1
    for option in asked.options:
        verdict = asked.judge(option)
        assert verdict.right == (option == right)
        assert verdict.right or verdict.draw is not None
    sides = np.array(moment.scene.boxes)
    ratio = (sides[:, 2].max() - sides[:, 0].min()) / (sides[:, 3].max() - sides[:, 1].min())
    assert f"{ratio:.1f} times as wide as high" in asked.text


def test_a_box_that_ends_where_another_begins_is_still_active() -> None:
    moment = step_of("Brick wall", CandidatePairs, TOUCHING)
    boxes = moment.scene.boxes
    beside = {(i, j) for i, j in hit(boxes) if boxes[i][2] == boxes[j][0] or boxes[j][2] == boxes[i][0]}
    assert set(moment.faulty.missed) == beside
    assert plain(LESSON.situation(moment)) == "Touching dropped: 6 of 16 pairs in contact are missed."
    dropped = [m for m in moments(LESSON, "Brick wall", TOUCHING) if isinstance(m.step, Began)]
    for each in dropped:
        ends = {i for i in each.step.active if boxes[i][2] == each.step.at}
        bars = [m for m in drawn(LESSON, "world", each).marks if isinstance(m, Stroke) and m.line is Line.BAR]
        assert {b.points[1][0] for b in bars if b.ink is Ink.FAULTY} == ({each.step.at} if ends else set())
        told, row = plain(LESSON.page(each).sentence), LESSON.page(each).rows[0]
        assert ("Dropped" in told) == bool(ends)
        assert {*plain(row.cells[2]).split()} - {"–"} == {each.scene.names[i] for i in {*each.step.active} - ends}
    for each in moments(LESSON, "Brick wall", TOUCHING)[-2:]:
        assert f"{each.faulty.tested} comparisons, 10 of 16 pairs found" in plain(LESSON.page(each).sentence)
        assert not strokes(drawn(LESSON, "world", each), Ink.GHOST, Line.DASHED)
    assert r"\faulty{>}" in LESSON.page(moments(LESSON, "Brick wall", TOUCHING)[3]).formula


def test_the_first_gap_hides_all_that_is_under_the_roof() -> None:
    found = [m for m in moments(LESSON, "Long roof", GAP) if isinstance(m.step, Began)]
    assert found[-1].faulty.missed == ((1, 2), (3, 4), (5, 6))
    for moment in found:
        done = [pair for pair in hit(moment.scene.boxes) if moment.step.id == max(pair) and 0 not in pair]
        canvas = drawn(LESSON, "world", moment)
        assert ("missed" in labels(canvas, Ink.FAULTY)) == bool(done)
    assert plain(LESSON.situation(found[-1])) == "Stop at the first gap: 3 of 4 overlapping pairs are missed."


def test_the_order_of_the_last_frame_misses_pairs_of_the_next() -> None:
    moment = moments(LESSON, "Order of last frame", STALE)[-1]
    pairs = hit(moment.scene.later)
    assert set(moment.faulty.missed) <= pairs
    assert set(moment.faulty.reported) == pairs - set(moment.faulty.missed)
    assert f"{len(moment.faulty.missed)} of {len(pairs)} overlapping" in plain(LESSON.situation(moment))
    dotted = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
    assert len(dotted) == 3 * len(moment.faulty.missed)
    assert not strokes(drawn(LESSON, "world", moments(LESSON, "Order of last frame", STALE)[-2]), Ink.FAULTY)
    outlined = strokes(drawn(LESSON, "world", moments(LESSON, "Long roof", GAP)[-1]), Ink.FAULTY)
    assert {line.points[0] for line in outlined} == {b[:2] for b in moments(LESSON, "Long roof")[0].scene.boxes[1:7]}


def test_the_challenge_can_be_met() -> None:
    column = [((0.2, i * 1.1), (0.8, i * 1.1 + 0.6)) for i in range(4)]
    row = [((2.0 + i, 5.2), (2.6 + i, 5.8)) for i in range(4)]
    found = LESSON.challenge(moments_of(LESSON, Swept(things(*column, *row)))[-1])
    assert found is not None
    assert found.reached
    assert found.now == "x: 6, y: 6, 0 in contact"
    first = LESSON.challenge(moments_of(LESSON, Swept(EIGHT).with_field("axis", "y"))[-1])
    assert first is not None
    assert (first.reached, first.now) == (False, "x: 5, y: 8, 3 in contact")


def test_stages_and_the_first_sort() -> None:
    found = moments(LESSON, FIRST)
    assert isinstance(found[0].step, Sorted)
    assert "A B G C D H E F" in plain(LESSON.page(found[0]).sentence)
    names = LESSON.stage_names(found[0])
    assert names == ["Intervals", *["Sweep"] * 8, "Other axis", "Next frame"]


def test_the_small_picture_of_boxes_that_move_far_shows_their_paths() -> None:
    for name in LESSON.presets:
        scene = LESSON.presets[name].scene
        ways = [points for ink, points in scene.sketched() if ink is Ink.EXAMINED]
        assert bool(ways) == (scene.is_crowd and scene.step > 0.1)
        assert [np.hypot(*(b - a)) for a, b in ways] == pytest.approx([scene.step] * len(ways))


def test_comparisons_for_nothing_stay_as_threads() -> None:
    for moment in moments(LESSON, FIRST):
        if not isinstance(moment.step, Began):
            continue
        scene, canvas = moment.scene, drawn(LESSON, "world", moment)
        begun = {i for side, i in ranked(scene.boxes, 0) if side == 0 and scene.boxes[i][0] <= moment.step.at}
        idle = [
            (i, j)
            for i, j in itertools.combinations(sorted(begun), 2)
            if scene.boxes[i][0] <= scene.boxes[j][2] and scene.boxes[j][0] <= scene.boxes[i][2]
        ]
        assert len(strokes(canvas, Ink.QUIET, Line.DASHED)) == len(set(idle) - hit(scene.boxes))


def test_letters_of_joined_ends_stand_outside_the_two_axes() -> None:
    moment = moments(LESSON, FIRST)[-1]
    canvas, ground = (
        drawn(LESSON, "world", moment),
        Ground(moment.scene, 0, (*moment.scene.boxes, *moment.scene.later)),
    )
    words = labels(canvas)
    upper, lower = words["this frame"][1], words["next frame"][1]
    letters = [m for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.CAPTION and len(m.text) == 1]
    assert {m.text for m in letters} == set("ABCDEFGH")
    assert all(m.at[1] > upper or m.at[1] < lower for m in letters)
    assert lower == ground.axis


def test_a_letter_is_placed_at_once_among_thousands_of_short_lines() -> None:
    """A round shape that was drawn out far is a hundred thousand strokes at a close look."""
    turn = [k * math.tau / 40_000 for k in range(40_000)]
    ring = [(3.0 + 2.0 * math.cos(t), 3.0 + 2.0 * math.sin(t)) for t in turn]
    begin = time.thread_time()
    at, room = own_place([(0.0, 0.0, 6.0, 6.0), (2.0, 2.0, 4.0, 4.0)], 0, list(itertools.pairwise(ring)), 1.5)
    assert time.thread_time() - begin < 1.5
    gaps = [abs(math.dist(at, (3.0, 3.0)) - 2.0), *(abs(each - side) for each in at for side in (0.0, 6.0))]
    assert room == pytest.approx(min(*gaps, max(abs(at[0] - 3.0), abs(at[1] - 3.0)) - 1.0), abs=0.05)
