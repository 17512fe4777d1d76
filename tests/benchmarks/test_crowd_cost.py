"""What thousands of lines cost to paint: as a crowd against the same lines one by one, in the same run.

python -m pytest tests/benchmarks/test_crowd_cost.py --benchmark-enable -n 0
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.desktop.conftest import off_screen  # noqa: F401  # a fixture
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.picture.theme import DARK
from viz.picture.view import View

VIEW = View((0.0, 0.0), 50.0, (1280.0, 720.0))


@pytest.mark.benchmark(timer=time.thread_time)
@pytest.mark.parametrize("way", ["one by one", "crowd"])
@pytest.mark.parametrize("count", [3_000, 12_000])
def test_thousands_of_lines(benchmark: Any, off_screen: None, count: int, way: str) -> None:  # noqa: F811
    from imgui_bundle import imgui

    from tests.tools.gallery import Board

    random = np.random.default_rng(1)
    start = random.uniform((-12.0, -7.0), (12.0, 7.0), (count, 2))
    lines = np.hstack((start, start + random.normal(0.0, 0.2, (count, 2))))
    board = Board((1280, 720))
    draw = imgui.get_background_draw_list

    def record() -> Canvas:
        canvas = Canvas(VIEW.pixel)
        if way == "crowd":
            canvas.crowd(Ink.A, segments=lines)
        else:
            for x, y, u, v in lines.tolist():
                canvas.stroke([(x, y), (u, v)], Ink.A, line=Line.THIN)
        return canvas

    def frame() -> tuple[Any, dict[str, Any]]:
        board.layer.new_frame(1.0 / 60.0)
        return (board.painter.paint, draw()), {}

    def paint(painted: Callable[..., Any], on: Any) -> None:
        painted(on, record(), VIEW, imgui.ImVec2(0.0, 0.0), DARK)
        imgui.render()

    benchmark.pedantic(paint, setup=frame, rounds=15 if benchmark.enabled else 1, warmup_rounds=2)
    board.close()
