"""Paints a recording through ImGui's draw lists: smooth lines, dashes, hatches, arrows, text and LaTeX in one
painter's order, at any zoom and display scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from imgui_bundle import imgui

from viz.arrow_head import arrow_head
from viz.canvas import Area, Arrow, Dot, Hot, Label, Mark, Recording, Stroke, Symbol, Unbounded
from viz.clipping import clip_outline, clip_segment
from viz.desktop import latex
from viz.desktop.look import BODY, SMALL, Fonts, packed
from viz.hatch import dashes, hatch_lines
from viz.ink import TextStyle
from viz.labels import Box, PlacedLabel, Places, Text, place_labels
from viz.theme import Style, Theme
from viz.view import View

Pixels = list[Any]  # of [x, y]: ImGui's stubs ask for an invariant list of their own union

_LETTER, _SYMBOL = 22.0, 21.0
_PILL_PADDING = (10.0, 4.0)
_FAR = 8000.0  # pixels beyond the canvas from which shapes are clipped before they reach the GPU
_MOST_MEASURES = 4096


class Painter:
    """Paints on one draw list at a time; remembers where labels stood so that they do not flicker."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.text_size = 1.0
        self._places: Places = {}
        self._measures: dict[tuple[str, object, float], tuple[float, float]] = {}

    def forget_places(self) -> None:
        """Another picture begins: labels choose their places afresh."""
        self._places = {}

    def paint(
        self,
        draw: imgui.ImDrawList,
        recording: Recording,
        view: View,
        corner: imgui.ImVec2,
        theme: Theme,
        reserved: Sequence[Box] = (),
        opacities: Sequence[float] | None = None,
        lit: str | None = None,
    ) -> list[PlacedLabel]:
        """Paint with the view's top left at `corner` of the screen; labels keep off the `reserved` boxes.

        `opacities` of the marks, if some are fading; `lit`: the name of the feature to be lit up. Returns where the
        labels stand.
        """
        marks = recording.marks
        brush = _Brush(draw, theme, view, corner, lit)
        shown = [1.0] * len(marks) if opacities is None else opacities
        for mark, pixels, opacity in zip(marks, _on_screen(marks, view, corner), shown, strict=True):
            brush.opacity = opacity
            brush.paint(mark, pixels)
        placed, self._places = place_labels(marks, view, self._measure, self._places, reserved)
        opacity_of = {} if opacities is None else {id(m): o for m, o in zip(marks, shown, strict=True)}
        for label in placed:
            opacity = opacity_of.get(id(label.mark), 1.0)
            self._paint_label(draw, label, theme, corner, opacity, is_lit=_names(label, lit))
        return placed

    def _font(self, mark: Label) -> tuple[imgui.ImFont, float]:
        size = {TextStyle.LETTER: _LETTER, TextStyle.PILL: BODY, TextStyle.LABEL: SMALL + 1.0}[mark.style]
        font = self.fonts.bold if mark.style is TextStyle.LETTER else self.fonts.regular
        return font, size * self.text_size

    def _measure(self, mark: Text) -> tuple[float, float]:
        if isinstance(mark, Symbol):
            _, width, height = self._symbol(mark, 0xFFFFFFFF)
            return width, height
        key = (mark.text, mark.style, self.text_size)
        if key not in self._measures:
            if len(self._measures) > _MOST_MEASURES:  # numbers change for ever while dragging
                self._measures.clear()
            font, size = self._font(mark)
            imgui.push_font(font, size / self.text_size)  # push_font applies the main scale itself
            extent = imgui.calc_text_size(mark.text)
            imgui.pop_font()
            pad_x, pad_y = _PILL_PADDING if mark.style is TextStyle.PILL else (3.0, 1.0)
            self._measures[key] = (extent.x + 2.0 * pad_x, extent.y + 2.0 * pad_y)
        return self._measures[key]

    def _symbol(self, mark: Symbol, color: int) -> tuple[imgui.ImTextureRef, float, float]:
        scale = imgui.get_io().display_framebuffer_scale.x
        return latex.symbol(mark.latex, _SYMBOL * self.text_size, color, scale)

    def _paint_label(
        self,
        draw: imgui.ImDrawList,
        placed: PlacedLabel,
        theme: Theme,
        corner: imgui.ImVec2,
        opacity: float,
        *,
        is_lit: bool,
    ) -> None:
        mark, x, y = placed.mark, corner.x + placed.x, corner.y + placed.y
        color = packed(theme.style(mark.ink).color, opacity)
        far = (x + placed.width, y + placed.height)
        if isinstance(mark, Symbol):
            texture, _, _ = self._symbol(mark, packed(theme.style(mark.ink).color))
            draw.add_image(texture, (x, y), far, (0.0, 0.0), (1.0, 1.0), round(255.0 * opacity) << 24 | 0xFFFFFF)
            return
        font, size = self._font(mark)
        pad_x, pad_y = 3.0, 1.0
        if mark.style is TextStyle.PILL:
            pad_x, pad_y = _PILL_PADDING
            draw.add_rect_filled((x, y), far, color, placed.height / 2.0)
            color = packed(theme.on_pill, opacity)
        elif mark.style is TextStyle.LABEL:
            draw.add_rect_filled((x, y), far, packed(theme.rule if is_lit else theme.canvas, 0.72 * opacity), 4.0)
        draw.add_text(font, size, (x + pad_x, y + pad_y), color, mark.text)


def _names(label: PlacedLabel, feature: str | None) -> bool:
    """Whether a label speaks of a feature: "edge 2 of A", or "edge 2 of A: tested already"."""
    return feature is not None and isinstance(label.mark, Label) and label.mark.text.split(":")[0] == feature


class _Brush:
    """Paints single marks, given in pixels of the screen."""

    def __init__(
        self, draw: imgui.ImDrawList, theme: Theme, view: View, corner: imgui.ImVec2, lit: str | None
    ) -> None:
        self.draw, self.theme, self.lit = draw, theme, lit
        self.opacity = 1.0
        self.corner, self.size = (corner.x, corner.y), view.size
        self.far = (corner.x + view.size[0], corner.y + view.size[1])
        self.low = (corner.x - _FAR, corner.y - _FAR)
        self.high = (corner.x + view.size[0] + _FAR, corner.y + view.size[1] + _FAR)

    def paint(self, mark: Mark, pixels: Pixels) -> None:
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

    def _glow(self, path: Pixels, style: Style) -> None:
        """The feature that is pointed at: broad and bright, its own line still seen in it."""
        if len(path) == 1:
            self.draw.add_circle_filled(path[0], 11.0, self._color(self.theme.text, 0.35))
            self.draw.add_circle(path[0], 11.0, self._color(style.color), 0, 2.0)
            return
        self.draw.add_polyline(path, self._color(self.theme.text, 0.35), 13.0, 0)
        self.draw.add_polyline(path, self._color(style.color), style.width + 2.0, 0)

    def _stroke(self, path: Pixels, style: Style, closed: bool) -> None:
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

    def _area(self, outline: Pixels, style: Style) -> None:
        if self._is_far(outline):
            outline = clip_outline(outline, self.low, self.high)
        if len(outline) < 3:
            return
        color = self._color(style.color, style.fill)
        # ImGui smooths the edges of clockwise outlines (as seen on the screen); ours run the other way.
        clockwise = outline[::-1]
        if _is_convex(outline):
            self.draw.add_convex_poly_filled(clockwise, color)
        else:
            self.draw.add_concave_poly_filled(clockwise, color)
        if style.hatched:
            line = self._color(style.color, 0.5)
            for x1, y1, x2, y2 in hatch_lines(np.array(outline)):
                self.draw.add_line((x1, y1), (x2, y2), line, 1.2)

    def _unbounded(self, pixels: Pixels, style: Style) -> None:
        (x, y), (dx, dy) = pixels
        reach = 4.0 * math.hypot(*self.size) + math.hypot(x - self.corner[0], y - self.corner[1])
        unit = math.hypot(dx - x, dy - y)
        ux, uy = (dx - x) / unit * reach, (dy - y) / unit * reach
        low = (self.corner[0] - 4.0, self.corner[1] - 4.0)
        high = (self.corner[0] + self.size[0] + 4.0, self.corner[1] + self.size[1] + 4.0)
        if (seen := clip_segment([x - ux, y - uy], [x + ux, y + uy], low, high)) is not None:
            self._stroke(list(seen), style, closed=False)

    def _arrow(self, pixels: Pixels, style: Style) -> None:
        start, end = pixels
        if (head := arrow_head(start, end, style.width)) is not None:
            neck, left, right = head
            self._stroke([start, list(neck)], style, closed=False)
            self.draw.add_triangle_filled(end, left, right, self._color(style.color))

    def _dot(self, at: list[float], style: Style) -> None:
        self.draw.add_circle_filled(at, style.dot + 1.0, self._color(self.theme.canvas))
        self.draw.add_circle(at, style.dot, self._color(style.color), 0, 2.0)

    def _is_far(self, path: Pixels) -> bool:
        (left, top), (right, bottom) = self.low, self.high
        return not all(left <= x <= right and top <= y <= bottom for x, y in path)


def _on_screen(marks: list[Mark], view: View, corner: imgui.ImVec2) -> list[Pixels]:
    """The defining points of every mark, in pixels: all transformed at once."""
    flat: list[tuple[float, float]] = []
    counts: list[int] = []
    for mark in marks:
        match mark:
            case Stroke() | Area() | Hot():
                flat.extend(mark.points)
                counts.append(len(mark.points))
            case Arrow():
                flat.extend((mark.start, mark.end))
                counts.append(2)
            case Unbounded():
                (x, y), (dx, dy) = mark.through, mark.direction
                far = 100.0 * view.pixel / math.hypot(dx, dy)
                flat.extend(((x, y), (x + far * dx, y + far * dy)))
                counts.append(2)
            case Dot() | Label() | Symbol():
                flat.append(mark.at)
                counts.append(1)
    if not flat:
        return []
    pixels = (view.to_screen(np.array(flat)) + (corner.x, corner.y)).tolist()
    pieces, start = [], 0
    for count in counts:
        pieces.append(pixels[start : start + count])
        start += count
    return pieces


def _is_convex(outline: Pixels) -> bool:
    """Whether all turns go one way (outlines here wind once)."""
    turns = [
        (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)
        for (x0, y0), (x1, y1), (x2, y2) in zip(
            outline, outline[1:] + outline[:1], outline[2:] + outline[:2], strict=True
        )
    ]
    return bool(min(turns) >= -1e-6 or max(turns) <= 1e-6)
