"""What a frame of the bench costs while its clock plays: crowd, structure, narrowphase, picture, words.

    python -m pytest tests/benchmarks/test_bench_frames.py --benchmark-enable -n 0

The bar is 16 ms of CPU, on a machine on which `plain_work` takes 0.18 ms (see `test_frame_cost`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from lessons.broadphase.bench_scene import Structure, scene
from tests.desktop.conftest import off_screen, open_desktop  # noqa: F401  # fixtures

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

CROWDS = (
    (Structure.GRID, 2000),
    (Structure.SWEEP, 2000),
    (Structure.TREE, 2000),
    (Structure.ALL_PAIRS, 500),
    (Structure.QUADTREE, 500),
)


@pytest.mark.benchmark(timer=time.thread_time, group="bench, playing")
@pytest.mark.parametrize(("structure", "n"), CROWDS)
def test_frame_while_playing(
    benchmark: Any,
    open_desktop: Callable[..., Desktop],  # noqa: F811
    structure: Structure,
    n: int,
) -> None:
    from pyglet import gl

    desktop = open_desktop("broadphase-bench")
    session = desktop.session
    session.reduced_motion = False
    session.change(scene(n=n))
    session.player.go(list(Structure).index(structure))
    desktop.settle()
    session.play_or_pause()
    rounds = 100 if benchmark.enabled else 2
    benchmark.pedantic(desktop.frame, (1.0 / 60.0,), setup=gl.glFinish, rounds=rounds, warmup_rounds=2)
    assert session.clock.playing
    assert session.clock.time > 0.0
