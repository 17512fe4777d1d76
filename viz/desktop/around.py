"""What stands around the figure: the bars, the panel, the line below. While something is held in the figure they are
drawn anew only where they have something new to tell (see `told`); in the frames between, ImGui shows them as they
are. They are as dear as the figure is, and no pointer can press anything in them meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viz.desktop import textures
from viz.desktop.pen import stays
from viz.desktop.session import Session


class Around:
    """Windows that are drawn, or left as they were drawn."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._drawn: object = None  # what they were drawn for

    def show(self, windows: Sequence[str], place: object, draw: Callable[[], None]) -> None:
        """`windows`: all that `draw` may show; `place`: where everything stands."""
        session = self.session
        drawn = place, textures.page()  # as they begin: the letters' texture may grow while they are drawn
        if session.drag is not None and session.told.trace is not session.player.trace and drawn == self._drawn:
            for name in windows:
                stays(name)
        else:
            draw()
            self._drawn = drawn
