"""The conventions, always on the figure: which way y points, which way turns count, which way normals point. Each
is a small drawing with its words, explained where it is pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable

from imgui_bundle import imgui

from viz.desktop.look import SMALL, Fonts, packed
from viz.desktop.session import Session
from viz.desktop.words import width_of
from viz.picture.label_costs import Box
from viz.picture.theme import Theme

Draw = Callable[[imgui.ImDrawList, float, float, float, int], None]  # at the middle of a square of that size


def _axes(draw: imgui.ImDrawList, x: float, y: float, size: float, color: int) -> None:
    low, high = -0.42 * size, 0.42 * size
    _arrow(draw, (x + low, y + high), (x + low, y + low), size, color)
    _arrow(draw, (x + low, y + high), (x + high, y + high), size, color)


def _winding(draw: imgui.ImDrawList, x: float, y: float, size: float, color: int) -> None:
    radius = 0.4 * size
    draw.path_arc_to((x, y), radius, 0.4, -4.4, 20)
    draw.path_stroke(color, size / 10.0)
    end = (x + radius * math.cos(-4.4), y + radius * math.sin(-4.4))
    _arrow(
        draw, (end[0] - 0.02 * size, end[1] - 0.05 * size), (end[0] + 0.12 * size, end[1] + 0.12 * size), size, color
    )


def _normal(draw: imgui.ImDrawList, x: float, y: float, size: float, color: int) -> None:
    draw.add_line((x - 0.25 * size, y - 0.4 * size), (x - 0.25 * size, y + 0.4 * size), color, size / 7.0)
    _arrow(draw, (x - 0.25 * size, y), (x + 0.5 * size, y), size, color)


def _arrow(
    draw: imgui.ImDrawList, start: tuple[float, float], end: tuple[float, float], size: float, color: int
) -> None:
    draw.add_line(start, end, color, size / 10.0)
    dx, dy = end[0] - start[0], end[1] - start[1]
    scale = 0.26 * size / max(math.hypot(dx, dy), 1e-6)
    dx, dy = dx * scale, dy * scale
    left = (end[0] - dx - 0.6 * dy, end[1] - dy + 0.6 * dx)
    right = (end[0] - dx + 0.6 * dy, end[1] - dy - 0.6 * dx)
    draw.add_triangle_filled((end[0] + 0.3 * dx, end[1] + 0.3 * dy), left, right, color)


CONVENTIONS: tuple[tuple[Draw, str, str], ...] = (
    (_axes, "y up", "x grows to the right and y upwards, as in mathematics. On screens y often grows downwards: "
     "then every turn and every perpendicular changes sides."),
    (_winding, "counter-clockwise", "Vertices and edges are numbered counter-clockwise, so the outside of an edge is "
     "on its right. Angles count the same way: A turns left, D turns right."),
    (_normal, "normal from A to B", "A contact normal points from A to B: B moves along it to part from A, or A "
     "against it. Separation is negative when the shapes overlap; touching counts as contact."),
)  # fmt: skip


def show_conventions(
    session: Session, fonts: Fonts, draw: imgui.ImDrawList, corner: imgui.ImVec2, room: float
) -> Box:
    """Draw them at the top left of a figure `room` pixels wide, without their words where these do not fit; returns
    the box that they take, relative to its corner."""
    scale, color = session.text_size, packed(session.theme.quiet)
    bright = packed(session.theme.text)
    pointer, is_free = imgui.get_io().mouse_pos, imgui.is_window_hovered()
    imgui.push_font(fonts.regular, SMALL)
    line, icon = imgui.get_text_line_height(), 12.0 * scale
    x, y = 16.0 * scale, 14.0 * scale
    left = x
    gap = 16.0 * scale
    whole = sum(icon + 6.0 * scale + width_of(words) + gap for _, words, _ in CONVENTIONS)
    is_short = whole + x > room
    if is_short:
        icon *= 1.3
        whole = len(CONVENTIONS) * (icon + gap)
    plate(draw, session.theme, (corner.x + x, corner.y + y), (corner.x + x + whole - gap, corner.y + y + line))
    for drawing, words, explanation in CONVENTIONS:
        width = icon if is_short else icon + 6.0 * scale + width_of(words)
        at = (corner.x + x, corner.y + y)
        hovered = is_free and 0.0 <= pointer.x - at[0] <= width and 0.0 <= pointer.y - at[1] <= line
        shade = bright if hovered else color
        drawing(draw, at[0] + icon / 2.0, at[1] + line / 2.0, icon, shade)
        if not is_short:
            draw.add_text((at[0] + icon + 6.0 * scale, at[1]), shade, words)
        if hovered and session.drag is None:
            _tooltip(f"{words}: {explanation}", scale)
        x += width + gap
    imgui.pop_font()
    return left, y, x, y + line


def plate(draw: imgui.ImDrawList, theme: Theme, low: tuple[float, float], high: tuple[float, float]) -> None:
    """A ground for words that stand over a picture: what runs beneath them is seen, and does not cross them out."""
    draw.add_rect_filled(
        (low[0] - 6.0, low[1] - 3.0), (high[0] + 6.0, high[1] + 3.0), packed(theme.canvas, 0.82), 4.0
    )


def _tooltip(text: str, scale: float) -> None:
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(320.0 * scale)
    imgui.text_unformatted(text)
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()
