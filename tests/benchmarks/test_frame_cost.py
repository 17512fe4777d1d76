"""What a frame costs, and what opening costs, against a bare window of the same packages.

    python -m pytest tests/benchmarks --benchmark-enable -n 0

`frame` is the CPU work of one frame while dragging: new trace, recording, labels, panels, submitting; waiting for
GL to finish is measured apart (off-screen GL here is software).
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.benchmarks.plain_work import plain_work
from tests.desktop.conftest import LESSONS, off_screen, open_desktop  # noqa: F401  # fixtures
from viz.lesson.grip import Part, placed_grips
from viz.lesson.outline import Outline

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

ROOT = Path(__file__).parents[2]

# All lessons when it is measured; else a few, to see that measuring still works.
MEASURED = list(LESSONS) if "--benchmark-enable" in sys.argv else list(LESSONS)[::20]

_BARE = """
    import time
    start = time.perf_counter()
    import numpy, pyglet
    pyglet.options.headless = True
    pyglet.options.debug_gl = False
    import pyglet.window
    from pyglet import gl
    from imgui_bundle import hello_imgui, imgui
    window = pyglet.window.Window(
        1280, 720, config=gl.Config(red_size=8, green_size=8, blue_size=8, alpha_size=8, double_buffer=True,
                                    major_version=3, minor_version=3))
    imgui.create_context()
    imgui.get_io().set_ini_filename("")
    window.switch_to()
    hello_imgui.init_gl_loader()
    imgui.backends.opengl3_init("#version 330")
    imgui.get_io().display_size = imgui.ImVec2(1280, 720)
    imgui.backends.opengl3_new_frame()
    imgui.new_frame()
    imgui.begin("empty")
    imgui.text("Hello")
    imgui.end()
    imgui.render()
    window.clear()
    imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())
    gl.glFinish()
    print(time.perf_counter() - start)
"""

_APP = """
    import time
    start = time.perf_counter()
    from lessons import CURRICULUM
    from viz.desktop import display
    display.prepare(headless=True)
    from viz.desktop.window import Desktop
    desktop = Desktop(CURRICULUM, CURRICULUM[0].lessons[0].lesson)
    desktop.settle(1)
    print(time.perf_counter() - start)
"""


@pytest.mark.benchmark(timer=time.thread_time)  # the work of our thread: off-screen GL runs on threads of its own
@pytest.mark.parametrize("panels", ["one", "two"])
@pytest.mark.parametrize("name", MEASURED)
def test_frame_while_dragging(
    benchmark: Any,
    open_desktop: Callable[..., Desktop],  # noqa: F811
    name: str,
    panels: str,
) -> None:
    from pyglet import gl

    desktop = open_desktop(name)
    if panels == "two":  # the lower half of the panel shows Values, the upper one Explain
        desktop.session.chrome.pinned = "Values"
        desktop.settle()
    session = desktop.session
    session.player.go(len(session.player.trace) // 2)
    grip = next(p for p in placed_grips(session.player.scene, session.pixel) if p.grip.part is not Part.TURN)
    session.hold(grip.grip, grip.at)
    turn = 0.0

    def finish() -> None:  # before each round: not part of the frame's own work
        gl.glFinish()

    def frame() -> None:
        nonlocal turn
        turn += 0.05
        session.carry(grip.at + 0.2 * np.array((np.cos(turn) - 1.0, np.sin(turn))), snap=False)
        desktop.frame(1.0 / 60.0)

    benchmark.group = f"frame, {panels} panel open" if panels == "one" else "frame, all panels open"
    benchmark.pedantic(frame, setup=finish, rounds=300, warmup_rounds=30)


def noisy_star(count: int) -> Outline:
    """Seven soft arms, each vertex a little off: hundreds of reflex vertices, and a piece for most."""
    turn = math.tau * np.arange(count) / count
    reach = 3.0 + 0.5 * np.cos(7.0 * turn) + np.random.default_rng(5).uniform(-0.25, 0.25, count)
    return Outline(np.stack((reach * np.cos(turn), reach * np.sin(turn)), axis=1))


OUTLINES = {"ear-clipping": "outline", "convex-pieces": "outline", "convex-or-not": "a", "concave-collision": "a"}


def with_outline(desktop: Desktop, count: int) -> str:
    """Another outline in the opening scene, and the middle step of its trace. Returns the outline's field."""
    session = desktop.session
    field = OUTLINES[session.lesson.id]
    session.change(session.player.scene.with_field(field, noisy_star(count)))
    session.player.go(len(session.player.trace) // 2)
    desktop.settle()
    return field


@pytest.mark.benchmark(timer=time.thread_time, group="frame, a large outline")
@pytest.mark.parametrize(
    ("name", "held"),
    [*((name, Part.VERTEX) for name in OUTLINES), ("convex-or-not", Part.WHOLE), ("concave-collision", Part.WHOLE)],
)
def test_frame_while_200_vertices_are_dragged(
    benchmark: Any,
    open_desktop: Callable[..., Desktop],  # noqa: F811
    name: str,
    held: Part,
) -> None:
    from pyglet import gl

    desktop = open_desktop(name)
    field = with_outline(desktop, 200)
    session, turn = desktop.session, 0.0
    grips = placed_grips(session.player.scene, session.pixel)
    grip = next(p for p in grips if p.grip.field == field and p.grip.part is held)
    session.hold(grip.grip, grip.at)
    before = session.player.scene

    def frame() -> None:
        nonlocal turn
        turn += 0.05
        session.carry(grip.at + 0.02 * np.array((np.cos(turn) - 1.0, np.sin(turn))), snap=False)
        desktop.frame(1.0 / 60.0)

    benchmark.pedantic(frame, setup=gl.glFinish, rounds=200, warmup_rounds=20)
    assert session.player.scene is not before, "the outline follows, no frame is refused"


@pytest.mark.benchmark(timer=time.thread_time, group="frame, a large outline")
def test_frame_while_1500_vertices_are_stepped(
    benchmark: Any,
    open_desktop: Callable[..., Desktop],  # noqa: F811
) -> None:
    from pyglet import gl

    desktop = open_desktop("ear-clipping")
    with_outline(desktop, 1500)
    player = desktop.session.player

    def frame() -> None:
        player.go((player.index + 1) % len(player.trace))
        desktop.frame(1.0 / 60.0)

    benchmark.pedantic(frame, setup=gl.glFinish, rounds=200, warmup_rounds=20)


@pytest.mark.benchmark(timer=time.thread_time, group="the machine itself")
def test_plain_work(benchmark: Any) -> None:
    """What frames are to be read beside: see `plain_work`."""
    benchmark.pedantic(plain_work, rounds=300, warmup_rounds=30)


@pytest.mark.parametrize(("what", "script"), [("bare window", _BARE), ("separatrix", _APP)])
def test_start_to_first_frame(benchmark: Any, off_screen: None, what: str, script: str) -> None:  # noqa: F811
    """Whole processes, interpreter included, taken in turn; each also prints its own count from the first import."""

    # As installed: with compiled modules, whatever this shell says of writing them.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def start() -> float:
        run = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)],
            cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
        )  # fmt: skip
        return float(run.stdout)

    benchmark.group = "start to first frame"
    benchmark.name = what
    assert benchmark.pedantic(start, rounds=7, warmup_rounds=1) > 0.0
