"""Keys follow the character on other keyboard layouts: real key events by their codes, on a virtual display."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable

import pytest

from tests.desktop.conftest import missing
from tests.desktop.test_end_to_end import LiveApp, launch, virtual_display  # noqa: F401  # fixtures

pytestmark = pytest.mark.display

# Codes of keys that are at the same place on every keyboard, counted as X11 does.
SECOND_OF_THE_ROW, SIXTH_OF_THE_ROW, RIGHT_OF_P_AND_ONE, LEFT_OF_S = "11", "15", "35", "38"


@pytest.fixture
def layout(virtual_display: str) -> Callable[[str], None]:  # noqa: F811
    if shutil.which("setxkbmap") is None:
        missing("setxkbmap is not installed")

    def choose(name: str) -> None:
        subprocess.run(["setxkbmap", name], env={**os.environ, "DISPLAY": virtual_display}, check=True)

    return choose


def test_german(layout: Callable[[str], None], launch: Callable[..., LiveApp]) -> None:  # noqa: F811
    layout("de")
    app = launch("axis-by-axis")
    for _ in range(2):
        app.xdotool("keydown", "Control_L", "key", RIGHT_OF_P_AND_ONE, "keyup", "Control_L")  # "+"
    app.until(lambda: app.state["text_size"] == 1.21, "a larger text")
    app.xdotool("keydown", "Control_L", "key", "minus", "keyup", "Control_L")
    app.until(lambda: app.state["text_size"] == 1.1, "a smaller text")
    app.xdotool("key", SECOND_OF_THE_ROW)
    app.until(lambda: app.state["scene"] == 1, "the second scene")
    app.close()


def test_french(layout: Callable[[str], None], launch: Callable[..., LiveApp]) -> None:  # noqa: F811
    layout("fr")
    app = launch("axis-by-axis")
    app.xdotool("key", SECOND_OF_THE_ROW)  # "é"
    app.until(lambda: app.state["scene"] == 1, "the second scene without Shift")
    app.xdotool("keydown", "Shift_L", "key", "10", "keyup", "Shift_L")
    app.until(lambda: app.state["scene"] == 0, "the first scene with Shift")
    app.xdotool("key", SIXTH_OF_THE_ROW)  # "-"
    app.until(lambda: app.state["scene"] == 5, "the sixth scene")
    app.xdotool("keydown", "Control_L", "key", "plus", "keyup", "Control_L")
    app.until(lambda: app.state["text_size"] == 1.1, "a larger text")
    app.xdotool("keydown", "Control_L", "key", SIXTH_OF_THE_ROW, "keyup", "Control_L")
    app.until(lambda: app.state["text_size"] == 1.0, "a smaller text")
    angle = app.state["bodies"]["b"]["angle"]
    app.xdotool("keydown", "24")  # "a", where others have "q"
    app.until(lambda: app.state["bodies"]["b"]["angle"] > angle + 0.05, "B turned to the left")
    app.xdotool("keyup", "24")
    app.close()
