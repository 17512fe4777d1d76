"""Pictures of the window: one step, a whole trace, or a motion in time."""

from __future__ import annotations

from collections.abc import Iterator

from viz.desktop.window import Desktop
from viz.export.animation import Frame

STEP = 1500  # milliseconds that a step is seen
LAST = 3000  # and the last one
A_SECOND = 20  # frames of a motion
LONGEST = 12.0  # seconds of a motion
_SETTLED = 16  # frames until all of the window is drawn: the small pictures of the scenes come one a frame


def film_steps(desktop: Desktop, *, figure: bool = False) -> Iterator[Frame]:
    """Every step of the trace, from the first."""
    player, desktop.session.chrome.filming = desktop.session.player, figure
    for index in range(len(player.trace)):
        player.go(index)
        desktop.settle(_SETTLED if index == 0 else 6)
        yield Frame(desktop.pixels(figure=figure).copy(), LAST if index + 1 == len(player.trace) else STEP)
    desktop.session.chrome.filming = False


def film_motion(desktop: Desktop, *, figure: bool = False) -> Iterator[Frame]:
    """The clock from beginning to end, at the step that is looked at. Raises ValueError where nothing moves."""
    session = desktop.session
    session.chrome.filming = figure
    desktop.settle(_SETTLED)
    clock = session.clock.declared
    if clock is None:
        raise ValueError(f"at step {session.player.index + 1} of {session.lesson.id} nothing moves in time")
    count = max(round(min(clock.seconds, LONGEST) * A_SECOND), 2)
    for i in range(count + 1):
        session.clock.scrub(i / count)
        desktop.settle(2)
        yield Frame(desktop.pixels(figure=figure).copy(), LAST // 2 if i == count else 1000 // A_SECOND)
    session.chrome.filming = False
