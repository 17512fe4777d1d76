"""Curves that are dear to count: a window shows them point by point, a picture of it whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from viz.lesson.ink import Line
from viz.lesson.mark import Stroke

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def points_of(desktop: Desktop) -> int:
    marks = desktop.canvas.figures[1]._picture
    return sum(len(mark.points) for mark in marks if isinstance(mark, Stroke) and mark.line is Line.CURVE)


def test_the_bench_s_curves_come_in_the_frames_that_follow(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch
) -> None:
    from lessons.broadphase import bench_figure, bench_growth

    desktop = open_desktop("broadphase-bench")
    whole = points_of(desktop)
    assert whole > 0
    monkeypatch.setattr(bench_growth, "_counted", {})
    monkeypatch.setattr(bench_figure, "SPENT", 0.0)
    desktop.session.player.go(1)
    seen = []
    for _ in range(60):
        desktop.frame()
        seen.append(points_of(desktop))
        assert seen[-1] == seen[0] or desktop.session.wants_frame() == 0.0 or seen[-1] == max(seen)
    assert seen[0] < seen[-1]
    assert seen == sorted(seen)
    assert len(bench_growth._counted) == 3 * len(desktop.session.player.scene.measured)
    monkeypatch.setattr(bench_growth, "_counted", {})
    desktop.session.player.go(2)
    desktop.settle(1)
    assert len(bench_growth._counted) == 4 * len(desktop.session.player.scene.measured)
