"""Every lesson under a monkey at the mouse and the keys, 200,000 events: nothing breaks, grows or shows a NaN.

SEPARATRIX_EVENTS=200000 SEPARATRIX_SEED=1 python -m pytest tests/campaigns/test_monkey.py -m campaign -n 0 -s
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.desktop.conftest import LESSONS, off_screen, open_desktop
from tests.desktop.test_monkey import MOST_GROWTH, TURN, let_loose

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

__all__ = ["off_screen", "open_desktop"]  # fixtures
EVENTS = int(os.environ.get("SEPARATRIX_EVENTS", "200000"))
SEED = int(os.environ.get("SEPARATRIX_SEED", "1"))
WARM = min(3 * TURN * len(LESSONS), EVENTS // 2)  # every lesson has had three turns: what is kept of it, is kept


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
def test_a_monkey_breaks_nothing(open_desktop: Callable[..., Desktop]) -> None:
    assert let_loose(open_desktop("axis-by-axis", (1100, 700)), EVENTS, WARM, SEED) < MOST_GROWTH
