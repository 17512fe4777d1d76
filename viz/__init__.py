"""The app: a pure half that knows no window, and `viz.desktop`, which shows it.

from viz import show    # traces and shapes of one's own, in the window or in a notebook: see `viz.showing`
"""

from __future__ import annotations

from typing import Any

from geometry.trace import Trace


def show(*what: Any, lesson: str | None = None) -> Any:
    """Show a trace, a moment or shapes; see `viz.showing.show`."""
    from viz.showing import show as shown  # the lessons and the window are read when they are wanted

    return shown(*what, lesson=lesson)


def _figure(trace: Trace[Any, Any]) -> str:
    from viz.showing import figure_of

    return figure_of(trace)


Trace.figure = _figure
