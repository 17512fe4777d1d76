"""Drawn on demand: at rest nothing is drawn; events, playing, held keys and notices bring frames."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.viz.counting import Counting, started
from viz.session.player import SECONDS_A_STEP

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


class Watched:
    """A window whose loop is stepped for a while, as `run` would; counts what it draws."""

    def __init__(self, desktop: Desktop) -> None:
        self.desktop, self.loop = desktop, desktop.loop
        desktop.window._enable_event_queue = False  # as while the loop runs: events are dealt with at once

    def run(self, seconds: float) -> int:
        """The frames drawn in so many seconds."""
        before, end = self.loop.drawn, time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0.0:
            wait = self.loop.idle()
            time.sleep(max(min(left, left if wait is None else wait), 0.0))
        return self.loop.drawn - before

    def until(self, true: Callable[[], bool], seconds: float = 20.0) -> int:
        """The frames drawn until something is so."""
        before, end = self.loop.drawn, time.perf_counter() + seconds
        while not true():
            assert time.perf_counter() < end, "waited in vain"
            wait = self.loop.idle()
            time.sleep(min(0.05, 0.05 if wait is None else wait))
        return self.loop.drawn - before

    def rest(self) -> None:
        """Until it draws no more, however slow the machine is."""
        while self.run(0.7):
            pass


@pytest.fixture
def watched(desktop: Desktop) -> Watched:
    found = Watched(desktop)
    assert found.run(0.7) >= 1
    found.rest()
    return found


def test_at_rest_nothing_is_drawn(watched: Watched) -> None:
    assert watched.run(1.0) == 0
    assert watched.loop.idle() is None, "it sleeps until something happens"


def test_an_event_is_answered_and_then_it_rests_again(watched: Watched) -> None:
    before = watched.loop.drawn
    watched.desktop.window.dispatch_event("on_mouse_motion", 500, 300, 1, 1)
    watched.rest()
    assert 3 <= watched.loop.drawn - before <= 8
    assert watched.run(0.5) == 0


def test_every_event_is_dealt_with_however_many_come_at_once(watched: Watched) -> None:
    from imgui_bundle import imgui

    window = watched.desktop.window
    for i in range(12):
        window.dispatch_event("on_mouse_motion", 400 + i, 300, 1, 0)
        window.dispatch_event("on_mouse_press", 400 + i, 300, 1, 0)
        window.dispatch_event("on_mouse_release", 400 + i, 300, 1, 0)
    watched.rest()
    assert not imgui.get_current_context().input_events_queue


def test_a_key_held_down_is_answered_until_it_is_let_go(watched: Watched) -> None:
    from pyglet.window import key

    window, session = watched.desktop.window, watched.desktop.session
    angle = session.player.scene.b.pose.angle  # type: ignore[attr-defined]
    window.dispatch_event("on_key_press", key.A, 0)
    watched.until(lambda: session.player.scene.b.pose.angle > angle + 0.3)  # type: ignore[attr-defined]
    window.dispatch_event("on_key_release", key.A, 0)
    watched.rest()
    assert watched.run(0.5) == 0


def test_playing_the_steps_wakes_it_when_a_step_is_due(watched: Watched) -> None:
    session = watched.desktop.session
    watched.desktop.frame()
    session.play_or_pause()
    watched.loop.wake()
    start = time.perf_counter()
    drawn = watched.until(lambda: session.player.index == 2)
    assert time.perf_counter() - start >= 2.0 * SECONDS_A_STEP - 0.1
    assert drawn <= 20, "between two steps it sleeps"


def test_playing_time_draws_all_the_while(open_desktop: Callable[..., Desktop]) -> None:
    watched = Watched(open_desktop(Counting(clock=started)))
    watched.rest()
    session = watched.desktop.session
    session.reduced_motion = False
    session.play_or_pause()
    watched.loop.wake()
    watched.until(lambda: session.clock.time > 0.1)
    session.play_or_pause()
    watched.rest()
    assert watched.run(0.5) == 0


def test_a_notice_is_taken_away_when_its_time_is_over(watched: Watched) -> None:
    session = watched.desktop.session
    session.say("Copied.", 1.0)
    watched.loop.wake()
    watched.run(0.3)
    assert session.notice is not None
    watched.until(lambda: session.notice is None)
    watched.rest()


def test_a_hidden_window_draws_nothing(watched: Watched) -> None:
    window = watched.desktop.window
    window.dispatch_event("on_hide")
    window.dispatch_event("on_mouse_motion", 500, 300, 1, 1)
    assert watched.run(0.3) == 0
    before = watched.loop.drawn
    window.dispatch_event("on_show")
    watched.rest()
    assert watched.loop.drawn - before >= 3
