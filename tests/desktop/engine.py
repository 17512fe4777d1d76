"""Drives the interface through the Dear ImGui test engine: clicks by name, as a user would, in an off-screen
window.

The engine runs the test on a thread of its own, which waits for the GIL while `imgui.render` waits for the
engine; ending the frame through ctypes first, which lets go of the GIL, avoids the deadlock.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from imgui_bundle import _imgui_bundle, imgui
from pyglet import gl

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

MOST_FRAMES = 5000


def _end_frame() -> Callable[[], None]:
    function = ctypes.CDLL(_imgui_bundle.__file__)._ZN5ImGui8EndFrameEv
    function.restype, function.argtypes = None, []
    return function  # type: ignore[no-any-return]


def drive(desktop: Desktop, act: Callable[[Any], None]) -> None:
    """Run `act(context)` against the window; an exception or a failed check in it fails here. The window draws no
    frame after this: whatever needs one belongs into `act` (`context.yield_`)."""
    engine_api = imgui.test_engine
    end_frame = _end_frame()
    engine = engine_api.create_context()
    settings = engine_api.get_io(engine)
    settings.config_run_speed = engine_api.TestRunSpeed.fast
    settings.config_no_throttle = True
    settings.config_capture_enabled = False
    failures: list[BaseException] = []

    def body(context: Any) -> None:
        try:
            act(context)
        except BaseException as failure:
            failures.append(failure)
            raise

    test = engine_api.register_test(engine, "separatrix", "act")
    test.test_func = body
    engine_api.start(engine, imgui.get_current_context())

    def frame() -> None:
        desktop.build(1.0 / 60.0)
        end_frame()
        desktop.submit()
        engine_api.pre_swap(engine)
        gl.glFinish()
        engine_api.post_swap(engine)

    frame()  # the engine hears from ImGui before it runs a test
    engine_api.queue_test(engine, test, engine_api.TestRunFlags_.run_from_command_line)
    frames = 0
    while not engine_api.is_test_queue_empty(engine) and frames < MOST_FRAMES:
        frame()
        frames += 1
    summary = engine_api.TestEngineResultSummary()
    engine_api.get_result_summary(engine, summary)
    engine_api.stop(engine)
    desktop.closing.append(lambda: engine_api.destroy_context(engine))
    if failures:
        raise failures[0]
    assert frames < MOST_FRAMES, "the interface test did not end"
    assert summary.count_tested == summary.count_success == 1, "a step of the interface test failed"
