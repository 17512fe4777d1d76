"""One of several names in a capsule; with too many letters for their room, a capsule with the chosen one that opens a
list."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from viz.desktop.look import vec4
from viz.desktop.pen import Pen, place
from viz.desktop.places import Rect

_EM, _HEIGHT, _BESIDE = 12.0, 23.0, 10.0  # letters, the capsule, the room beside a name
_ARROW = 34.0  # beside the name of a list


def switch_width(pen: Pen, names: Sequence[str], chosen: int, room: float, most: int = 9) -> float:
    """Of the capsule: all names, or the chosen one with the arrow that opens the list."""
    if _is_list(pen, names, room, most):
        return min(pen.width(names[chosen], _EM) + _ARROW * pen.scale, room)
    return _segments(pen, names)


def _is_list(pen: Pen, names: Sequence[str], room: float, most: int) -> bool:
    return len(names) > most or _segments(pen, names) > room


def _segments(pen: Pen, names: Sequence[str]) -> float:
    return sum(pen.width(name, _EM) + 2.0 * _BESIDE * pen.scale for name in names)


def switch(
    pen: Pen,
    name: str,
    right: float,
    middle: float,
    names: Sequence[str],
    chosen: int,
    room: float,
    *,
    most: int = 9,
    tints: Sequence[str] = (),
) -> tuple[int, float]:
    """Ends at `right`, its middle at the height `middle`; a list to open where the names are wider than `room`, or
    more than `most`. `tints`: a colour for each name while it is chosen. Returns the one chosen now, and where the
    capsule begins."""
    if _is_list(pen, names, room, most):
        return _list(pen, name, right, middle, names, chosen, room, tints)
    k, theme = pen.scale, pen.theme
    high = _HEIGHT * k
    widths = [pen.width(each, _EM) + 2.0 * _BESIDE * k for each in names]
    x = left = right - sum(widths)
    pen.box(Rect(x, middle - 0.5 * high, sum(widths), high), theme.raised, 0.5 * _HEIGHT)
    for i, (each, width) in enumerate(zip(names, widths, strict=True)):
        at = Rect(x, middle - 0.5 * high, width, high)
        pressed, hovered = place(f"{name} {each}", at)
        if pressed:
            chosen = i
        if i == chosen:
            pen.box(at, theme.rule, 0.5 * _HEIGHT)
        shade = (tints[i] if tints else theme.text) if i == chosen else theme.text if hovered else theme.quiet
        pen.words(x + 0.5 * width, middle + 4.3 * k, each, _EM, shade, align=0.5)
        x += width
    return chosen, left


def _list(
    pen: Pen,
    name: str,
    right: float,
    middle: float,
    names: Sequence[str],
    chosen: int,
    room: float,
    tints: Sequence[str],
) -> tuple[int, float]:
    k, theme, high = pen.scale, pen.theme, _HEIGHT * pen.scale
    shown = pen.shortened(names[chosen], _EM, room - 36.0 * k)
    width = pen.width(shown, _EM) + _ARROW * k
    at = Rect(right - width, middle - 0.5 * high, width, high)
    pressed, hovered = place(name, at)
    pen.box(at, theme.rule if hovered else theme.raised, 0.5 * _HEIGHT)
    pen.words(at.x + _BESIDE * k, middle + 4.3 * k, shown, _EM, tints[chosen] if tints else theme.text)
    x, y, half = at.right - 14.0 * k, middle, 3.5 * k
    pen.path([(x - half, y - 0.5 * half), (x, y + 0.6 * half), (x + half, y - 0.5 * half)], theme.quiet, 1.5)
    if pressed:
        imgui.open_popup(f"{name} names")
    imgui.set_next_window_pos((at.right, at.bottom + 3.0 * k), imgui.Cond_.appearing, (1.0, 0.0))
    imgui.push_style_color(imgui.Col_.popup_bg, vec4(theme.raised))
    if imgui.begin_popup(f"{name} names"):
        for i, each in enumerate(names):
            if imgui.menu_item(each, "", i == chosen, True)[0]:
                chosen = i
        imgui.end_popup()
    imgui.pop_style_color()
    return chosen, at.x
