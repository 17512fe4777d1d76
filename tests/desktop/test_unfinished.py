"""What is dear to draw is finished in later frames, while somebody watches; a picture that is taken is whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from lessons.broadphase import bench_growth
from lessons.broadphase.bench_scene import scene

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


@pytest.fixture
def bench(open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch) -> tuple[Desktop, dict[Any, Any]]:
    """The bench on a crowd that nothing has been measured of."""
    desktop, known = open_desktop("broadphase-bench"), dict[Any, Any]()
    monkeypatch.setattr(bench_growth, "_counts", known)
    desktop.session.change(scene("heap", 40))
    return desktop, known


def test_a_frame_measures_one_crowd(bench: tuple[Desktop, dict[Any, Any]]) -> None:
    desktop, known = bench
    for frame in range(1, 17):
        desktop.frame(1.0 / 60.0)
        assert len(known) == frame
        assert frame == 16 or desktop.session.wants_frame() == 0.0
    desktop.frame(1.0 / 60.0)
    assert len(known) == 16, "of all pairs, and of the boxes that overlap"


def test_a_picture_is_whole(bench: tuple[Desktop, dict[Any, Any]]) -> None:
    desktop, known = bench
    desktop.settle(1)
    assert len(known) == 16
