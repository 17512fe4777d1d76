"""What a lecturer shows with the pointer over the figure: a pen whose lines vanish, and a spotlight."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from imgui_bundle import imgui

from viz.desktop.look import packed
from viz.desktop.places import Rect
from viz.picture.theme import Theme

STAYS, FADES = 5.0, 1.0  # seconds: a line stays so long after it is drawn, and fades so long
RADIUS = 130.0  # of the spotlight, pixels of the design
_DIM = 0.72  # of what lies outside it
_WIDTH = 3.5  # of the pen
_SEGMENTS = 128  # of the spotlight's rim
_NEAREST = 2.0  # pixels between two points of a line


@dataclass
class Line:
    """On the screen, in pixels."""

    points: list[tuple[float, float]] = field(default_factory=list)
    ended: float | None = None  # on time.monotonic's clock; None while it is drawn


class Pointing:
    """Both may be on at once."""

    def __init__(self) -> None:
        self.pen = self.spotlight = False
        self.lines: list[Line] = []

    @property
    def is_on(self) -> bool:
        return self.pen or self.spotlight

    def stop(self) -> None:
        """Nothing is shown any more."""
        self.pen = self.spotlight = False
        self.lines.clear()

    def write(self, at: tuple[float, float], *, is_down: bool) -> None:
        """The pointer is a pen: a line goes on, begins, or ends."""
        line = self.lines[-1] if self.lines and self.lines[-1].ended is None else None
        if not is_down:
            if line is not None:
                line.ended = time.monotonic()
            return
        if line is None:
            line = Line()
            self.lines.append(line)
        if not line.points or math.dist(line.points[-1], at) >= _NEAREST:
            line.points.append(at)

    @property
    def is_seen(self) -> bool:
        """Whether anything is over the figure: a spotlight, or lines, which are about to vanish."""
        return self.spotlight or bool(self.lines)

    def show(self, at: Rect, theme: Theme, k: float) -> None:
        """Over the figure; `k`: of the design's pixels."""
        now = time.monotonic()
        self.lines = [line for line in self.lines if line.ended is None or now - line.ended < STAYS + FADES]
        draw = imgui.get_foreground_draw_list()
        draw.push_clip_rect((at.x, at.y), (at.right, at.bottom), True)
        if self.spotlight:
            pointer = imgui.get_io().mouse_pos
            _dim_around(draw, (pointer.x, pointer.y), RADIUS * k, math.hypot(at.width, at.height), theme)
        for line in self.lines:
            left = 1.0 if line.ended is None else min(max((STAYS + FADES - now + line.ended) / FADES, 0.0), 1.0)
            points: list[imgui.ImVec2Like] = [(x, y) for x, y in line.points]
            draw.add_polyline(points, packed(theme.accent, left), _WIDTH * k, 0)
        draw.pop_clip_rect()


def _dim_around(draw: imgui.ImDrawList, at: tuple[float, float], radius: float, far: float, theme: Theme) -> None:
    """Everything outside a circle, as quads from its rim to beyond the window: without smoothed edges, which would
    overlap and show."""
    angles = [math.tau * i / _SEGMENTS for i in range(_SEGMENTS + 1)]
    inner, outer = ([(at[0] + r * math.cos(a), at[1] + r * math.sin(a)) for a in angles] for r in (radius, 2.0 * far))
    flags, draw.flags = draw.flags, 0
    for i in range(_SEGMENTS):
        draw.add_quad_filled(inner[i], inner[i + 1], outer[i + 1], outer[i], packed(theme.canvas, _DIM))
    draw.flags = flags
