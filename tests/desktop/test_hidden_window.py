"""Pictures where pyglet cannot draw off the screen: in a window that stays hidden."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.desktop.test_end_to_end import ROOT, virtual_display  # noqa: F401  # a fixture
from viz.desktop.display import draws_off_screen

EXPORT = """
from viz.desktop import display
display.draws_off_screen = lambda: False
from viz.__main__ import main
raise SystemExit(main(["export", "axis-by-axis", "-o", "picture.png"]))
"""


def test_only_linux_draws_without_a_window() -> None:
    assert draws_off_screen("linux")
    assert not draws_off_screen("darwin")
    assert not draws_off_screen("win32")


@pytest.mark.display
def test_a_picture_is_drawn_in_a_hidden_window(virtual_display: str, tmp_path: Path) -> None:  # noqa: F811
    environment = {**os.environ, "DISPLAY": virtual_display, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", EXPORT], cwd=tmp_path, env=environment, check=True, timeout=120)
    pixels = np.asarray(Image.open(tmp_path / "picture.png").convert("L"), dtype=float)
    assert pixels.shape == (720, 1280)
    assert len(np.unique(pixels)) > 50
