"""Draws the interface's own marks: words on a baseline, rounded boxes, lines, and places that can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.look import Fonts, packed
from viz.desktop.places import Rect
from viz.picture.pixels import Path
from viz.picture.theme import Theme

BY_KEYBOARD = imgui.ButtonFlags_.enable_nav  # for invisible buttons: the keyboard's cursor stops at them too
_W = imgui.WindowFlags_
_FLAGS = (
    _W.no_decoration | _W.no_move | _W.no_saved_settings | _W.no_focus_on_appearing | _W.no_scroll_with_mouse
    | _W.no_docking
)  # fmt: skip
_BELOW = _W.no_bring_to_front_on_focus
Pair = tuple[float, float]
GROUND_ROUNDING = 6.0  # of the ground behind words


class Pen(NamedTuple):
    """Draws on one window; `scale` is that of the design's numbers, which all lengths and sizes are given in."""

    draw: imgui.ImDrawList
    theme: Theme
    fonts: Fonts
    scale: float

    def box(self, at: Rect, color: str, rounding: float = 0.0, opacity: float = 1.0) -> None:
        self.draw.add_rect_filled((at.x, at.y), (at.right, at.bottom), packed(color, opacity), rounding * self.scale)

    def ground(self, at: Rect, opacity: float = 0.92) -> None:
        """What is behind words over the figure, with a clear edge: a soft one smudges what it covers."""
        self.box(at, self.theme.canvas, GROUND_ROUNDING, opacity)

    def frame(self, at: Rect, color: str, rounding: float = 0.0, width: float = 1.0) -> None:
        self.draw.add_rect(
            (at.x, at.y), (at.right, at.bottom), packed(color), rounding * self.scale, width * self.scale
        )

    def line(self, start: Pair, end: Pair, color: str, width: float = 1.0, opacity: float = 1.0) -> None:
        """`start`, `end`: on the screen."""
        self.draw.add_line(start, end, packed(color, opacity), width * self.scale)

    def path(self, points: Path, color: str, width: float) -> None:
        self.draw.add_polyline(points, packed(color), width * self.scale, 0)

    def words(
        self, x: float, baseline: float, words: str, em: float, color: str, *, bold: bool = False, align: float = 0.0
    ) -> float:
        """Plain words; `align` 0 begins at x, 1 ends there, 0.5 has its middle there. Returns where they end."""
        font = self.fonts.bold if bold else self.fonts.regular
        if align:
            x -= align * self.width(words, em, bold=bold)
        return rich_text.write(self.draw, x, baseline, words, font, em * self.scale, packed(color))

    def width(self, words: str, em: float, *, bold: bool = False) -> float:
        """On the screen."""
        font = self.fonts.bold if bold else self.fonts.regular
        return rich_text.width_of(words, font, em * self.scale)

    def shortened(self, words: str, em: float, room: float, *, bold: bool = False) -> str:
        font = self.fonts.bold if bold else self.fonts.regular
        return rich_text.shortened(words, font, em * self.scale, room)

    def chevron(self, x: float, y: float, way: int, color: str, half: float = 5.0, width: float = 1.8) -> None:
        """A bracket that points right (1) or left (-1), its tip at x."""
        half *= self.scale
        self.path([(x - way * half, y - half), (x, y), (x - way * half, y + half)], color, width)

    def tick(self, x: float, y: float, color: str, size: float = 1.0) -> None:
        k = self.scale * size
        self.path([(x - 5.0 * k, y), (x - 1.5 * k, y + 4.0 * k), (x + 6.0 * k, y - 5.0 * k)], color, 2.2)


@contextmanager
def window(
    name: str, at: Rect, color: imgui.ImVec4 | None = None, *, over: bool = False, passive: bool = False
) -> Iterator[imgui.ImDrawList]:
    """A plain window at a place, without a border, and without a ground unless `color` is given. `over`: it lies over
    the others; `passive`: the pointer does not see it."""
    imgui.set_next_window_pos((at.x, at.y))
    imgui.set_next_window_size((max(at.width, 1.0), max(at.height, 1.0)))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (0.0, 0.0))
    imgui.push_style_var(imgui.StyleVar_.window_min_size, (1.0, 1.0))
    if color is not None:
        imgui.push_style_color(imgui.Col_.window_bg, color)
    flags = _FLAGS | (_W.no_background if color is None else 0)
    flags |= (0 if over else _BELOW) | (_W.no_inputs if passive else 0)
    imgui.begin(name, None, flags)
    if color is not None:
        imgui.pop_style_color()
    imgui.pop_style_var(2)
    try:
        yield imgui.get_window_draw_list()
    finally:
        imgui.end()


def stays(name: str) -> None:
    """A window is shown as the last frame showed it, if it did, and nothing in it can be pressed in this frame."""
    found = imgui.internal.find_window_by_name(name)
    if found is not None and found.was_active:
        imgui.internal.set_next_window_refresh_policy(imgui.internal.WindowRefreshFlags_.try_to_avoid_refresh)
        imgui.begin(name, None, found.flags)
        imgui.end()


class Pressed(NamedTuple):
    pressed: bool
    hovered: bool  # or with the keyboard's cursor on it


def place(name: str, at: Rect, *, off: bool = False) -> Pressed:
    """A place that can be pressed, by pointer or keyboard; `off`: it is there and does nothing."""
    imgui.set_cursor_screen_pos((at.x, at.y))
    if off:
        imgui.begin_disabled()
    pressed = imgui.invisible_button(name, (max(at.width, 1.0), max(at.height, 1.0)), BY_KEYBOARD)
    if off:
        imgui.end_disabled()
    return Pressed(pressed, imgui.is_item_hovered() or imgui.is_item_focused())


def link(pen: Pen, name: str, x: float, baseline: float, words: str, em: float, color: str, **more: float) -> Pressed:
    """Words that can be pressed; `more` as of `Pen.words`: `align`, `bold`. They brighten under the pointer."""
    bold, align = bool(more.get("bold")), more.get("align", 0.0)
    width = pen.width(words, em, bold=bold)
    left, high = x - align * width, 1.5 * em * pen.scale
    found = place(name, Rect(left - 4.0, baseline - 1.1 * em * pen.scale, width + 8.0, high))
    pen.words(left, baseline, words, em, pen.theme.text if found.hovered else color, bold=bold)
    return found
