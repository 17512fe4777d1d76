"""Memory stays flat while dragging: formula textures and measured labels included."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lessons import CURRICULUM
from tests.desktop.conftest import LESSONS
from viz.lesson.grip import Part, placed_grips

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

FRAMES = 10_000 if os.environ.get("SEPARATRIX_LARGE") else 600
WARM_UP = 900  # until the texture of letters and formulas has its size


def resident_bytes() -> int:
    """What the process itself has taken, but for what its allocator holds free for the next request. The pages of
    libraries come and go as the machine needs memory elsewhere."""
    with suppress(AttributeError):  # another C library than glibc
        ctypes.CDLL(None).malloc_trim(0)
    told = Path("/proc/self/status").read_text(encoding="utf-8")
    return 1024 * int(told.partition("RssAnon:")[2].split()[0])


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
@pytest.mark.parametrize("name", LESSONS if os.environ.get("SEPARATRIX_LARGE") else ["axis-by-axis", "two-shadows"])
def test_dragging_keeps_memory_flat(open_desktop: Callable[..., Desktop], name: str) -> None:
    desktop = open_desktop(name, (960, 600))
    session = desktop.session
    grip = next(p for p in placed_grips(session.player.scene, session.view.pixel) if p.grip.part is not Part.TURN)
    session.hold(grip.grip, grip.at)
    warm = 0
    for frame in range(WARM_UP + FRAMES):
        turn = 0.05 * frame
        session.carry(grip.at + 0.4 * np.array((np.cos(turn) - 1.0, np.sin(0.7 * turn))), snap=False)
        if frame % 40 == 0:
            session.player.go((session.player.index + 1) % len(session.player.trace))
        desktop.settle(1)
        if frame == WARM_UP:
            warm = resident_bytes()
    grown = (resident_bytes() - warm) / 2**20
    print(f"{name}: {grown:+.1f} MiB over {FRAMES} frames")
    assert grown < 8.0, f"memory grew by {grown:.1f} MiB over {FRAMES} dragged frames"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
def test_windows_that_are_closed_leave_nothing(off_screen: None) -> None:
    """Those of a notebook, and of a program that shows one after the other."""
    from viz.desktop.window import Desktop

    warm = 0
    for count in range(12):
        desktop = Desktop(CURRICULUM, LESSONS["axis-by-axis"], (960, 600))
        desktop.settle(2)
        desktop.close()
        gc.collect()
        if count == 3:
            warm = resident_bytes()
    grown = (resident_bytes() - warm) / 2**20
    assert grown < 8.0, f"{grown:.1f} MiB for 8 windows"
