"""A real window on a virtual display, worked with real X events, its pictures kept to be looked at."""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import math
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.desktop.conftest import missing

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "screenshots"
pytestmark = pytest.mark.display


@contextmanager
def x_server(screen: str) -> Iterator[str]:
    """A fresh X server, whatever display the machine has: tests must not steal a user's pointer."""
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            missing(f"{program} is not installed")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-noreset", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="module")
def virtual_display() -> Iterator[str]:
    with x_server("1960x1120x24") as shown_on:
        yield shown_on


@pytest.fixture(scope="module")
def fine_display() -> Iterator[str]:
    """A screen of twice the usual density, as its resources tell every program."""
    with x_server("2600x1480x24") as shown_on:
        set_resources(shown_on, b"Xft.dpi:\t192\n")
        yield shown_on


def set_resources(shown_on: str, text: bytes) -> None:
    """What `xrdb` does, which is not installed everywhere."""
    name = ctypes.util.find_library("X11")
    assert name is not None
    x11 = ctypes.CDLL(name)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x11.XOpenDisplay(shown_on.encode()))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(connection))
    resources = ctypes.c_ulong(x11.XInternAtom(connection, b"RESOURCE_MANAGER", 0))
    string, replace = ctypes.c_ulong(31), 0
    x11.XChangeProperty(connection, root, resources, string, 8, replace, text, len(text))
    x11.XCloseDisplay(connection)


class LiveApp:
    """The app in its own process, seen through its printed state, touched through xdotool alone."""

    def __init__(self, shown_on: str, lesson: str, size: str = "1280x720", text_size: float = 1.0) -> None:
        self.environment = {**os.environ, "DISPLAY": shown_on, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.desktop.live_app", lesson, size, str(text_size)],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.state: dict[str, Any] = {}
        self.saved: list[str] = []
        self.errors: list[str] = []
        for stream, take in ((self.process.stdout, self._take), (self.process.stderr, self.errors.append)):
            threading.Thread(target=lambda s=stream, t=take: [t(line) for line in s], daemon=True).start()
        self.until(lambda: bool(self.state), "the first frame")
        self.xdotool("search", "--sync", "--name", "Separatrix", "windowfocus")
        self.rest()

    def _take(self, line: str) -> None:
        told = json.loads(line)
        if "saved" in told:
            self.saved.append(told["saved"])
        else:
            self.state = told

    def until(self, true: Callable[[], bool], what: str, seconds: float = 20.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert self.process.poll() is None, f"the app ended: {''.join(self.errors)}"
            assert time.monotonic() < end, f"waited in vain for {what}; state {self.state}"
            time.sleep(0.02)

    def xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.environment, check=True, capture_output=True, timeout=20)

    def search(self) -> str:
        """The number of its window."""
        words = ["xdotool", "search", "--onlyvisible", "--name", "^Separatrix"]
        return subprocess.run(words, env=self.environment, check=True, capture_output=True, text=True).stdout.split()[
            0
        ]

    def pointer(self, x: float, y: float) -> None:
        self.xdotool("mousemove", str(round(x)), str(round(y)))
        time.sleep(0.15)

    def drag(self, start: tuple[float, float], end: tuple[float, float], button: str = "1") -> None:
        self.pointer(*start)
        self.xdotool("mousedown", button)
        time.sleep(0.15)
        self.pointer((start[0] + end[0]) / 2.0, (start[1] + end[1]) / 2.0)
        self.pointer(*end)
        self.xdotool("mouseup", button)
        self.rest()

    def rest(self, seconds: float = 60.0) -> None:
        """Until it has dealt with everything and draws no more: for twenty reports; none come while it draws."""
        end = time.monotonic() + seconds
        drawn = reports = -1
        while drawn != self.state["drawn"] or self.state["reports"] < reports + 20:
            assert time.monotonic() < end, "it does not come to rest"
            if drawn != self.state["drawn"]:
                drawn, reports = self.state["drawn"], self.state["reports"]
            time.sleep(0.05)

    def picture(self, name: str) -> Path:
        PICTURES.mkdir(exist_ok=True)
        time.sleep(0.4)  # until motion has come to rest
        path = PICTURES / f"{name}.png"
        path.unlink(missing_ok=True)
        self._order(f"picture {path}")
        self.until(lambda: any(str(path) in line for line in self.saved), f"the picture {name}")
        self.saved.clear()
        return path

    def close(self) -> None:
        self._order("quit")
        assert self.process.wait(timeout=20) == 0, "".join(self.errors)
        assert not self.errors, "".join(self.errors)

    def _order(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


@pytest.fixture
def launch(request: pytest.FixtureRequest) -> Iterator[Callable[..., LiveApp]]:
    apps: list[LiveApp] = []

    def start(lesson: str, shown_on: str = "virtual_display", **more: Any) -> LiveApp:
        apps.append(LiveApp(request.getfixturevalue(shown_on), lesson, **more))
        return apps[-1]

    yield start
    for app in apps:
        if app.process.poll() is None:
            app.process.kill()
        app.process.wait()
        for stream in (app.process.stdin, app.process.stdout, app.process.stderr):
            assert stream is not None
            stream.close()


def test_a_session_with_mouse_and_keys(launch: Callable[..., LiveApp]) -> None:
    app = launch("axis-by-axis")
    before = app.state["bodies"]["b"]
    x, y = before["at"]

    # A drag moves the body by as much as the pointer, the grab offset kept.
    app.drag((x + 8, y - 6), (x + 68, y - 46))
    after = app.state["bodies"]["b"]
    scale = app.state["scale"]
    assert (after["position"][0] - before["position"][0]) * scale == pytest.approx(60.0, abs=1.0)
    assert (after["position"][1] - before["position"][1]) * scale == pytest.approx(40.0, abs=1.0)

    # Holding D turns clockwise, holding A counter-clockwise.
    for key, way in (("d", -1.0), ("a", 1.0)):
        angle = app.state["bodies"]["b"]["angle"]

        def turned() -> float:
            return way * math.remainder(app.state["bodies"]["b"]["angle"] - angle, math.tau)  # noqa: B023

        app.xdotool("keydown", key)
        app.until(lambda: turned() > math.radians(15.0), "a turn")
        app.xdotool("keyup", key)
        app.rest()
        assert turned() < math.radians(170.0)

    # Right steps on, Left steps back.
    index = app.state["index"]
    app.xdotool("key", "Right")
    app.until(lambda: app.state["index"] == index + 1, "a step forward")
    app.xdotool("key", "Left")
    app.until(lambda: app.state["index"] == index, "a step back")

    # A press on a panel moves no shape; neither does one that began on a panel and ends in the figure.
    def poses() -> list[object]:
        return [(body["position"], body["angle"]) for body in app.state["bodies"].values()]

    before = poses()
    app.drag((1100, 300), (x, y))
    app.drag((400, 648), (x, y))
    app.drag((560, 700), (x, y))
    assert poses() == before
    app.picture("e2e-session")
    app.close()


def test_a_screen_of_twice_the_density(launch: Callable[..., LiveApp]) -> None:
    """Twice the pixels for the same window: everything keeps its place and gets finer, and the pointer meets it."""
    app = launch("axis-by-axis", shown_on="fine_display")
    assert app.state["size"] == [1280, 720]
    assert app.state["framebuffer"] == [2560, 1440]
    before = app.state["bodies"]["b"]
    x, y = (2.0 * at for at in before["at"])  # in pixels of the screen
    app.drag((x + 8, y - 6), (x + 68, y - 46))
    after = app.state["bodies"]["b"]
    assert (after["position"][0] - before["position"][0]) * app.state["scale"] == pytest.approx(30.0, abs=1.0)
    assert (after["position"][1] - before["position"][1]) * app.state["scale"] == pytest.approx(20.0, abs=1.0)
    app.pointer(60, 1200)
    path = app.picture("axis-by-axis-1280x720-density200")
    app.close()
    pixels = np.asarray(Image.open(path).convert("L"), dtype=float)
    assert pixels.shape == (1440, 2560)
    # Letters have edges one fine pixel sharp, which no picture blown up from 1280 x 720 could have.
    explanation = pixels[100:700, 2000:]
    assert np.abs(np.diff(explanation, axis=1)).max() > 100.0


@pytest.mark.parametrize("name", ["point-on-line", "axis-by-axis", "minimum-translation"])
@pytest.mark.parametrize(("size", "text_size"), [("1280x720", 1.0), ("1920x1080", 1.0), ("1920x1080", 2.0)])
def test_pictures_to_look_at(launch: Callable[..., LiveApp], name: str, size: str, text_size: float) -> None:
    app = launch(name, size=size, text_size=text_size)
    steps = app.state["steps"]
    for step in sorted({0, steps // 2, steps - 1}):
        app.xdotool("key", "Home")
        for _ in range(step):
            app.xdotool("key", "Right")
        app.until(lambda step=step: app.state["index"] == step, f"step {step}")
        path = app.picture(f"{name}-{size}-text{round(100 * text_size)}-step{step + 1}")
        assert path.stat().st_size > 20_000  # a blank window would compress to far less
    app.close()


def focus(app: LiveApp) -> None:
    """Give the window the keyboard again, as a window manager does when another window takes the screen."""
    app.xdotool("search", "--sync", "--name", "Separatrix", "windowfocus")


def test_presenting_fills_the_screen_and_gives_it_back(launch: Callable[..., LiveApp]) -> None:
    app = launch("axis-by-axis")
    for there, back in (("F11", "F11"), ("p", "Escape")):
        app.xdotool("key", there)
        app.until(lambda: app.state["size"] == [1960, 1120], "the whole screen")
        focus(app)
        app.rest()
        app.xdotool("key", back)
        app.until(lambda: app.state["size"] == [1280, 720], "the window as it was")
        focus(app)
        app.rest()
    app.xdotool("key", "Right")
    app.until(lambda: app.state["index"] == 1, "a step: the keys still work")
    app.close()
