"""Paints single marks through an ImGui draw list: lines, dashes, hatches, arrows and points, at any zoom."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

from imgui_bundle import imgui

from viz.desktop import crowds, light
from viz.desktop.dashing import dashed
from viz.desktop.light import clockwise
from viz.desktop.look import packed, shades
from viz.lesson.ink import Ink, Point
from viz.lesson.mark import (
    Area,
    Arrow,
    Crowd,
    Dot,
    FeatureMark,
    Field,
    Glow,
    Label,
    Light,
    Mark,
    Region,
    Stroke,
    Symbol,
    Unbounded,
)
from viz.picture.arrow_head import arrow_head
from viz.picture.clipping import clip_outline, clip_segment
from viz.picture.hatch import hatch_lines
from viz.picture.pixels import Path
from viz.picture.sizes import (
    ANSWER_AMOUNT,
    ANSWER_LIGHT,
    DOUBLE_CORE,
    GLOW_REACH,
    HATCH_OPACITY,
    HATCH_WIDTH,
    MARKER_OPACITY,
    MARKER_WIDTH,
    RADII,
    RING_DASH,
    RING_WIDTH,
    WRONG_AMOUNT,
    WRONG_ARM,
    WRONG_LIGHT,
    WRONG_RADIUS,
)
from viz.picture.theme import Style, Theme
from viz.picture.view import View

FAR = 8000.0  # pixels beyond the canvas from which shapes are clipped before they reach the GPU

_ROUND_FROM = 2.4  # px: broader lines end round

Pixel = tuple[float, float]


class Brush:
    """Paints single marks, given in pixels of the screen."""

    def __init__(
        self,
        draw: imgui.ImDrawList,
        theme: Theme,
        view: View,
        corner: imgui.ImVec2,
        highlighted: object = None,
        *,
        scale: float = 1.0,
        reaches_far: bool = False,
        name: str = "",
    ) -> None:
        """`scale`: of everything that does not follow the zoom; `reaches_far`: whether any point is so far off the
        canvas that what leads there has to be clipped; `name`: of the figure, for textures kept between frames."""
        self.draw, self.theme, self.view, self.highlighted = draw, theme, view, highlighted
        self.scale = scale
        self.bold = scale * theme.line_factor  # of dots and arrow heads
        self.opacity = 1.0
        self.reaches_far = reaches_far
        self.name, self._fields = name, 0
        self._has_light = False
        self.corner, self.size = (corner.x, corner.y), view.size
        self.far = (corner.x + view.size[0], corner.y + view.size[1])
        self.low = (corner.x - FAR, corner.y - FAR)
        self.high = (corner.x + view.size[0] + FAR, corner.y + view.size[1] + FAR)

    def paint(self, mark: Mark, pixels: Path) -> None:
        """One mark, its points in pixels of the screen; words are painted later, above everything."""
        match mark:
            case Label() | Symbol():
                pass
            case FeatureMark():
                if self.highlighted is not None and mark.feature == self.highlighted:
                    self._highlight(pixels, self.theme.style(mark.ink))
            case Stroke():
                style = self.theme.style(mark.ink, mark.line)
                self._stroke(pixels, style, closed=mark.closed, opacity=mark.opacity)
            case Area():
                self._area(mark, pixels)
            case Dot():
                self._dot(pixels[0], mark.ink, mark.point)
            case Arrow():
                self._arrow(pixels, self.theme.style(mark.ink, mark.line))
            case Unbounded():
                self._unbounded(pixels, self.theme.style(mark.ink, mark.line), one_sided=mark.one_sided)
            case Glow():
                light.glow(self.draw, pixels, GLOW_REACH * self.scale, self._glow(mark.ink, mark.amount))
            case Region():
                if len(pixels) > 2:
                    self.draw.add_convex_poly_filled(clockwise(pixels), self._ink(mark.ink, mark.opacity))
            case Light():
                outline, (origin, tip) = pixels[:-2], pixels[-2:]
                light.light(self.draw, outline, origin, tip, self._ink(mark.ink, mark.amount))
            case Crowd():
                line = self.theme.line(mark.ink, mark.line)
                color = shades(line.color, line.opacity * mark.opacity * self.opacity)
                fill = shades(self.theme.color(mark.ink), mark.fill * self.opacity)
                crowds.paint(self.draw, mark, self.view, self.corner, line.width * self.scale, color, fill)
            case Field():
                self._fields += 1
                slot = self.name, self._fields
                low, high = pixels
                light.field(self.draw, (low[0], high[1]), (high[0], low[1]), mark, slot, self._ink(mark.ink))

    def ground(self, outline: Path) -> None:
        """Cover what lies behind a shape."""
        if len(outline := self._near(outline)) >= 3:
            self.draw.add_concave_poly_filled(clockwise(outline), self._color(self.theme.canvas))

    def _color(self, color: str, alpha: float = 1.0) -> int:
        return packed(color, alpha * self.opacity)

    def _ink(self, ink: Ink, alpha: float = 1.0) -> int:
        return packed(self.theme.color(ink), alpha * self.opacity)

    def _glow(self, ink: Ink, amount: float) -> int:
        return packed(self.theme.glow(ink), amount * self.theme.glow_factor * self.opacity)

    def _highlight(self, path: Path, style: Style) -> None:
        """The feature that is pointed at glows; its own line is broad in the light."""
        light.glow(self.draw, path, 1.2 * GLOW_REACH * self.scale, self._color(style.color, 0.75))
        if len(path) == 1:
            self._ring(path[0], 6.5 * self.bold, 2.4 * self.bold, self._color(style.color))
        else:
            self._line(path, self._color(style.color), max(style.width, 4.5) * self.scale, closed=False, is_cut=False)

    def _stroke(self, path: Path, style: Style, *, closed: bool, opacity: float = 1.0) -> None:
        opacity *= style.opacity
        color, width = self._color(style.color, opacity), style.width * self.scale
        if style.dash is not None:
            self._dashed(path, color, width, style.dash, closed=closed)
            return
        if self._is_far(path):
            for start, end in zip(path, path[1:] + path[:1] if closed else path[1:], strict=False):
                if (seen := clip_segment(start, end, self.low, self.high)) is not None:
                    self.draw.add_line(*seen, color, width)
            return
        if style.marker is not None:
            marker = self._color(style.marker, MARKER_OPACITY * opacity)
            self._line(path, marker, MARKER_WIDTH * self.bold, closed=closed, is_cut=False)
        self._line(path, color, width, closed=closed, is_cut=style.is_cut)
        if style.double:
            self._line(path, self._color(self.theme.canvas), DOUBLE_CORE * width, closed=closed, is_cut=True)

    def _line(self, path: Path, color: int, width: float, *, closed: bool, is_cut: bool) -> None:
        self.draw.add_polyline(path, color, width, imgui.ImDrawFlags_.closed if closed else 0)
        if width >= _ROUND_FROM and not closed and not is_cut and color >> 24 > 200:
            # Round ends: of translucent lines they would show through.
            for end in (path[0], path[-1]):
                self.draw.add_circle_filled(end, width / 2.0, color)

    def _dashed(self, path: Path, color: int, width: float, dash: tuple[float, float], *, closed: bool) -> None:
        loop = [*path, path[0]] if closed else path
        scaled = dash[0] * self.scale, dash[1] * self.scale
        dashed(self.draw, loop, scaled, width, color, *self._rim(4.0))

    def _area(self, mark: Area, outline: Path) -> None:
        style = self.theme.style(mark.ink)
        if len(outline := self._near(outline)) < 3:
            return
        fill = style.fill if mark.opacity is None else mark.opacity
        if mark.opacity is not None and _is_graph(outline):
            self._fill_graph(outline, self._color(style.color, fill))
            return
        # ImGui fills and smooths clockwise outlines (as seen on the screen). What it does for concave ones costs
        # convex ones less than finding out that they are.
        self.draw.add_concave_poly_filled(clockwise(outline), self._color(style.color, fill))
        if mark.hatched or (style.hatched and mark.opacity is None):
            line, width = self._color(style.color, HATCH_OPACITY), HATCH_WIDTH * self.bold
            add_line = self.draw.add_line
            for x1, y1, x2, y2 in hatch_lines(outline, self.theme.hatch_spacing * self.scale):
                add_line((x1, y1), (x2, y2), line, width)

    def _fill_graph(self, outline: Path, color: int) -> None:
        """Between a curve and its base, upright piece by piece: triangles along hundreds of points that nearly lie on
        lines overlap by single pixels, which shows where the colour is thin."""
        base, white = outline[0][1], imgui.get_font_tex_uv_white_pixel()
        pieces = [(p, q) for p, q in pairwise(outline[1:-1]) if q[0] > p[0]]
        self.draw.prim_reserve(6 * len(pieces), 4 * len(pieces))  # without smooth rims, which would show as seams
        for (x, y), (u, v) in pieces:
            self.draw.prim_quad_uv((x, y), (u, v), (u, base), (x, base), white, white, white, white, color)

    def _rim(self, by: float) -> tuple[Pixel, Pixel]:
        """The canvas' corners, somewhat outside of it."""
        return (self.corner[0] - by, self.corner[1] - by), (self.far[0] + by, self.far[1] + by)

    def _unbounded(self, pixels: Path, style: Style, *, one_sided: bool) -> None:
        (x, y), (dx, dy) = pixels
        reach = 4.0 * math.hypot(*self.size) + math.hypot(x - self.corner[0], y - self.corner[1])
        unit = math.hypot(dx - x, dy - y)
        if unit == 0.0:  # so far away that its two points are one
            return
        ux, uy = (dx - x) / unit * reach, (dy - y) / unit * reach
        start = (x, y) if one_sided else (x - ux, y - uy)
        if (seen := clip_segment(start, (x + ux, y + uy), *self._rim(4.0))) is not None:
            self._stroke(list(seen), style, closed=False)

    def _arrow(self, pixels: Path, style: Style) -> None:
        start, end = pixels
        if (head := arrow_head(start, end, style.width * self.scale, self.bold)) is not None:
            neck, left, right = head
            inside = (neck[0] + 0.2 * (end[0] - neck[0]), neck[1] + 0.2 * (end[1] - neck[1]))
            self._stroke([start, inside], style, closed=False)
            self.draw.add_triangle_filled(end, left, right, self._color(style.color, style.opacity))

    def _dot(self, at: Pixel, ink: Ink, point: Point) -> None:
        _DOTS[point](self, at, ink)

    def _ring_dot(self, at: Pixel, ink: Ink) -> None:
        radius = RADII[Point.RING] * self.bold
        if ink is Ink.FAULTY:
            self._dashed_ring(at, 1.3 * radius, ink)
        else:
            self._ring(at, radius, RING_WIDTH * self.bold, self._ink(ink), filled=True)

    def _filled_dot(self, at: Pixel, ink: Ink) -> None:
        self.draw.add_circle_filled(at, RADII[Point.FILLED] * self.bold, self._ink(ink))

    def _answer_dot(self, at: Pixel, ink: Ink) -> None:
        light.glow(self.draw, [at], ANSWER_LIGHT * self.bold, self._glow(ink, ANSWER_AMOUNT))
        self.draw.add_circle_filled(at, RADII[Point.ANSWER] * self.bold, self._ink(ink))

    def _small_dot(self, at: Pixel, ink: Ink) -> None:
        self.draw.add_circle_filled(at, RADII[Point.SMALL] * self.bold, self._ink(ink))

    def _cross_dot(self, at: Pixel, ink: Ink) -> None:
        """Cut off, refused; in the ink of faulty answers what was wrong, with its ring and its light."""
        arm = RADII[Point.CROSS] * self.bold
        if ink is Ink.FAULTY:
            light.glow(self.draw, [at], WRONG_LIGHT * self.bold, self._glow(ink, WRONG_AMOUNT))
            self._dashed_ring(at, WRONG_RADIUS * self.bold, ink)
            arm = WRONG_ARM * self.bold
        x, y = at
        for slope in (-1.0, 1.0):
            ends = [(x - arm, y - slope * arm), (x + arm, y + slope * arm)]
            self._line(ends, self._ink(ink), RING_WIDTH * self.bold, closed=False, is_cut=False)

    def _diamond_dot(self, at: Pixel, ink: Ink) -> None:
        (x, y), half = at, RADII[Point.DIAMOND] * self.bold
        corners: Path = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
        self.draw.add_convex_poly_filled(corners, self._color(self.theme.canvas))
        self.draw.add_polyline(corners, self._ink(ink), 2.0 * self.bold, imgui.ImDrawFlags_.closed)

    def _hollow_dot(self, at: Pixel, ink: Ink) -> None:
        self._ring(at, RADII[Point.HOLLOW] * self.bold, RING_WIDTH * self.bold, self._ink(ink))

    def _ring(self, at: Pixel, radius: float, width: float, color: int, *, filled: bool = False) -> None:
        if filled:
            self.draw.add_circle_filled(at, radius, self._color(self.theme.canvas))
        self.draw.add_circle(at, radius + 0.5, color, 0, width)  # which ImGui draws half a pixel smaller

    def _dashed_ring(self, at: Pixel, radius: float, ink: Ink) -> None:
        self.draw.add_circle_filled(at, radius, self._color(self.theme.canvas))
        turns = [math.tau * i / 48 for i in range(48)]
        circle = [(at[0] + radius * math.cos(turn), at[1] + radius * math.sin(turn)) for turn in turns]
        self._dashed(circle, self._ink(ink), RING_WIDTH * self.bold, RING_DASH, closed=True)

    def _near(self, outline: Path) -> Path:
        """The part of an outline that may reach the GPU."""
        return clip_outline(outline, self.low, self.high) if self._is_far(outline) else outline

    def _is_far(self, path: Path) -> bool:
        """Whether a path leaves the part of the plane that may reach the GPU."""
        if not self.reaches_far:
            return False
        (left, top), (right, bottom) = self.low, self.high
        return not all(left <= x <= right and top <= y <= bottom for x, y in path)


def _is_graph(outline: Path) -> bool:
    """Whether an outline is a curve of increasing x with its ends let down to one base (`charts.curve`)."""
    first, last = outline[0], outline[-1]
    if len(outline) < 4 or first[1] != last[1] or first[0] != outline[1][0] or last[0] != outline[-2][0]:
        return False
    return all(start[0] <= end[0] for start, end in pairwise(outline))


_DOTS: dict[Point, Callable[[Brush, Pixel, Ink], None]] = {
    Point.RING: Brush._ring_dot,
    Point.FILLED: Brush._filled_dot,
    Point.ANSWER: Brush._answer_dot,
    Point.SMALL: Brush._small_dot,
    Point.CROSS: Brush._cross_dot,
    Point.DIAMOND: Brush._diamond_dot,
    Point.HOLLOW: Brush._hollow_dot,
}
