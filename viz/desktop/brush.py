"""Paints single marks through an ImGui draw list: smooth lines, dashes, hatches, arrows and dots, at any zoom."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from viz.desktop.look import packed
from viz.lesson.canvas import Area, Arrow, Dot, Hot, Label, Mark, Stroke, Symbol, Unbounded
from viz.picture.arrow_head import arrow_head
from viz.picture.clipping import clip_outline, clip_segment
from viz.picture.hatch import dashes, hatch_lines
from viz.picture.pixels import Path
from viz.picture.theme import Style, Theme
from viz.picture.view import View

FAR = 8000.0  # pixels beyond the canvas from which shapes are clipped before they reach the GPU


class Brush:
    """Paints single marks, given in pixels of the screen."""

    def __init__(
        self,
        draw: imgui.ImDrawList,
        theme: Theme,
        view: View,
        corner: imgui.ImVec2,
        lit: str | None,
        *,
        reaches_far: bool,
    ) -> None:
        """`reaches_far`: whether any point is so far off the canvas that what leads there has to be clipped."""
        self.draw, self.theme, self.lit = draw, theme, lit
        self.opacity = 1.0
        self.reaches_far = reaches_far
        self.corner, self.size = (corner.x, corner.y), view.size
        self.far = (corner.x + view.size[0], corner.y + view.size[1])
        self.low = (corner.x - FAR, corner.y - FAR)
        self.high = (corner.x + view.size[0] + FAR, corner.y + view.size[1] + FAR)

    def paint(self, mark: Mark, pixels: Path) -> None:
        style = self.theme.style(mark.ink)
        match mark:
            case Stroke():
                self._stroke(pixels, style, mark.closed)
            case Area():
                self._area(pixels, style)
            case Unbounded():
                self._unbounded(pixels, style)
            case Arrow():
                self._arrow(pixels, style)
            case Dot():
                self._dot(pixels[0], style)
            case Hot():
                if mark.name == self.lit:
                    self._glow(pixels, style)
            case Label() | Symbol():
                pass  # painted last, above everything

    def _color(self, color: str, alpha: float = 1.0) -> int:
        return packed(color, alpha * self.opacity)

    def _glow(self, path: Path, style: Style) -> None:
        """The feature that is pointed at: broad and bright, its own line still seen in it."""
        if len(path) == 1:
            self.draw.add_circle_filled(path[0], 11.0, self._color(self.theme.text, 0.35))
            self.draw.add_circle(path[0], 11.0, self._color(style.color), 0, 2.0)
            return
        self.draw.add_polyline(path, self._color(self.theme.text, 0.35), 13.0, 0)
        self.draw.add_polyline(path, self._color(style.color), style.width + 2.0, 0)

    def _stroke(self, path: Path, style: Style, closed: bool) -> None:
        color, width = self._color(style.color), style.width
        if style.dash is not None:
            on, off = style.dash
            loop = [*path, path[0]] if closed else path
            add_line = self.draw.add_line
            for start, end in dashes(loop, on, off, self.corner, self.far):
                add_line(start, end, color, width)
            return
        if self._is_far(path):
            for start, end in zip(path, path[1:] + path[:1] if closed else path[1:], strict=False):
                if (seen := clip_segment(start, end, self.low, self.high)) is not None:
                    self.draw.add_line(*seen, color, width)
            return
        self.draw.add_polyline(path, color, width, imgui.ImDrawFlags_.closed if closed else 0)
        if not closed and width >= 4.0:
            for end in (path[0], path[-1]):
                self.draw.add_circle_filled(end, width / 2.0, color)
        if style.double:
            hollow = self._color(self.theme.canvas)
            self.draw.add_polyline(path, hollow, width / 3.0, imgui.ImDrawFlags_.closed if closed else 0)

    def _area(self, outline: Path, style: Style) -> None:
        if self._is_far(outline):
            outline = clip_outline(outline, self.low, self.high)
        if len(outline) < 3:
            return
        # ImGui smooths the edges of clockwise outlines (as seen on the screen); ours run the other way. What it does
        # for concave outlines costs convex ones less than finding out that they are.
        self.draw.add_concave_poly_filled(outline[::-1], self._color(style.color, style.fill))
        if style.hatched:
            line = self._color(style.color, 0.5)
            add_line = self.draw.add_line
            for x1, y1, x2, y2 in hatch_lines(outline):
                add_line((x1, y1), (x2, y2), line, 1.2)

    def _unbounded(self, pixels: Path, style: Style) -> None:
        (x, y), (dx, dy) = pixels
        reach = 4.0 * math.hypot(*self.size) + math.hypot(x - self.corner[0], y - self.corner[1])
        unit = math.hypot(dx - x, dy - y)
        ux, uy = (dx - x) / unit * reach, (dy - y) / unit * reach
        low = (self.corner[0] - 4.0, self.corner[1] - 4.0)
        high = (self.corner[0] + self.size[0] + 4.0, self.corner[1] + self.size[1] + 4.0)
        if (seen := clip_segment((x - ux, y - uy), (x + ux, y + uy), low, high)) is not None:
            self._stroke(list(seen), style, closed=False)

    def _arrow(self, pixels: Path, style: Style) -> None:
        start, end = pixels
        if (head := arrow_head(start, end, style.width)) is not None:
            neck, left, right = head
            self._stroke([start, neck], style, closed=False)
            self.draw.add_triangle_filled(end, left, right, self._color(style.color))

    def _dot(self, at: tuple[float, float], style: Style) -> None:
        self.draw.add_circle_filled(at, style.dot + 1.0, self._color(self.theme.canvas))
        self.draw.add_circle(at, style.dot, self._color(style.color), 0, 2.0)

    def _is_far(self, path: Path) -> bool:
        """Whether a path leaves the part of the plane that may reach the GPU."""
        if not self.reaches_far:
            return False
        (left, top), (right, bottom) = self.low, self.high
        return not all(left <= x <= right and top <= y <= bottom for x, y in path)
