"""Broadphase bench: the questions, the goal, and the growth step."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lessons.broadphase.bench_asked import ALIKE, ALONG_X, ALONG_Y
from lessons.broadphase.bench_figure import asked
from lessons.broadphase.bench_growth import counted, points
from lessons.broadphase.bench_scene import (
    CENTER,
    KINDS,
    Structure,
    scene,
)
from tests.lessons.figures import drawn
from tests.lessons.test_broadphase_bench import GROWTH, LESSON, STEPS, moment
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.mark import Crowd, Label, Stroke
from viz.lesson.prediction import Choose, Place
from viz.lesson.text import plain


def test_the_better_axis() -> None:
    answers = {"even": ALIKE, "column": ALONG_Y, "heap": ALIKE}
    for kind, right in answers.items():
        prediction = LESSON.page(moment(scene(kind), STEPS[Structure.QUADTREE])).prediction
        assert isinstance(prediction, Choose)
        assert prediction.right == {right}
        for answer in (ALONG_X, ALONG_Y, ALIKE):
            verdict = prediction.judge(answer)
            assert verdict.right is (answer == right)
        wrong = prediction.judge(ALONG_X)
        assert wrong.draw is not None
        canvas = Canvas()
        wrong.draw(canvas, "world")
        bounds = scene(kind).bounds(0.0)
        strips = [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke)]
        held: tuple[list[int], list[int]] = ([], [])
        for place, strip in enumerate(strips):
            k = place % 2
            low, high = strip[:, k].min(), strip[:, k].max()
            assert any(low == b[k] and high == b[k + 2] for b in bounds.T)
            held[k].append(sum(b[k] <= high and b[k + 2] >= low for b in bounds.T) - 1)
        assert len(strips) == 6
        upright, level = (sum(each) / 3.0 for each in held)
        assert not any(each.isdigit() for each in wrong.because), "no number gives the answer away"
        told = ALIKE if max(upright, level) <= 1.25 * min(upright, level) else ALONG_X if upright < level else ALONG_Y
        assert told == right, "what is shown lets the question be answered"


def test_the_growth_step_shows_both_crowds_of_the_slope() -> None:
    for kind in ("even", "column"):
        bench = scene(kind)
        canvas = drawn(LESSON, "world", moment(bench, GROWTH))
        told = [plain(m.text) for m in canvas.marks if isinstance(m, Label)]
        yellow = [len(m.segments) // 4 for m in canvas.marks if isinstance(m, Crowd) and m.ink is Ink.EXAMINED]
        for n, mates in zip((2000, 1000), yellow, strict=True):
            bounds = scene(kind, n).bounds(0.0)
            own = bounds[:, 0]
            assert mates == sum(b[0] <= own[2] and b[2] >= own[0] for b in bounds.T)
            assert f"n = {n:,}" in told
            for structure, name in ((Structure.SWEEP, "strip"), (Structure.GRID, "cells")):
                tested = counted(structure, kind, n, 0.5)
                assert tested is not None
                assert f"{name}: {2 * tested / n:,.1f} others" in told
    assert not any(m.text == "A" for m in canvas.marks if isinstance(m, Label))


def test_the_goal_does_not_tell_of_the_sweep_before_its_step() -> None:
    for step in range(GROWTH + 1):
        challenge = LESSON.challenge(moment(scene(), step))
        assert challenge is not None
        assert ("sweep 3,306" in challenge.now) == (step >= STEPS[Structure.SWEEP])
        assert LESSON.challenge(moment(scene(), step, compare=CENTER)) is None, "its place is the table's"


def test_a_guess_below_the_overlaps_is_told_that_none_can_be_missed() -> None:
    prediction = LESSON.page(moment(scene(), 0)).prediction
    assert isinstance(prediction, Place)
    low = prediction.judge(((math.log10(300), math.log10(40.0)),)).because
    assert "less than the 251 overlapping pairs" in low
    assert "A pair counts once".lower() in prediction.judge(((math.log10(300), math.log10(9000.0)),)).because


def test_names_stand_beside_the_chart_in_the_order_of_their_curves_ends() -> None:
    for kind in KINDS:
        bench = scene(kind)
        marks = drawn(LESSON, "growth", moment(bench, GROWTH)).marks
        labels = {plain(m.text).split(" ")[0]: m for m in marks if isinstance(m, Label)}
        ends = sorted(Structure, key=lambda each: points(bench, each)[-1][1])
        heights = [labels[each.value.split(" ")[0]].at[1] for each in ends]
        assert heights == sorted(heights), kind
        assert all(labels[each.value.split(" ")[0]].fixed for each in ends)


def test_the_nodes_built_are_those_above_the_boxes() -> None:
    for n in (64, 90):
        bench = scene(n=n)
        low, built = 1 << max(0, n - 1).bit_length(), 0
        order = np.array(bench.tree(0.0).order)
        while low > 1:
            low //= 2
            built += int((order.reshape(low, -1) >= 0).any(axis=1).sum())
        assert LESSON.page(moment(bench, STEPS[Structure.TREE])).rows[-1].cells[1] == f"{built:,} nodes"


def test_the_situation_at_growth_is_of_what_is_drawn() -> None:
    said = plain(LESSON.situation(moment(scene(), GROWTH)))
    assert "57.3 instead of 40.3" in said
    assert "4.5 instead of 4.4" in said


def test_why_a_meets_so_many_in_the_quadtree() -> None:
    step = STEPS[Structure.QUADTREE]
    for bench, straddles in ((scene(), False), (scene(n=60), True)):
        tree = bench.quadtree(0.0)
        (home,) = [cell for cell in tree.cells() if 0 in cell.ids]
        above = [i for cell in tree.cells() if cell is not home and _holds(cell.box, home.box) for i in cell.ids]
        said = plain(LESSON.page(moment(bench, step)).sentence)
        assert straddles or len(above) == len(asked(bench, Structure.QUADTREE, 0.0).others)
        assert bool(home.quarters) is straddles
        assert ("A straddles a split line" in said) is straddles
        assert ("boxes, all in larger cells" in said) is not straddles


def _holds(outer: Any, inner: Any) -> bool:
    return bool(outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3])


def test_the_right_guess_of_the_grid_is_told_how_to_reckon() -> None:
    prediction = LESSON.page(moment(scene(), 0)).prediction
    assert isinstance(prediction, Place)
    assert "300 · 5 / 2 = 750" in prediction.judge(prediction.right).because
