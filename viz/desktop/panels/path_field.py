"""Where a file is saved, or which one is opened: asked in the window, over the figure, in one field."""

from __future__ import annotations

import os
from pathlib import Path

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.asked_path import AskedPath
from viz.desktop.look import Fonts, packed, vec4
from viz.desktop.pen import Pen, link, window
from viz.desktop.places import Rect
from viz.desktop.session import Session

TITLE_OF_WINDOW = "##path"
_WIDE, _EDGE, _FIELD, _FOOT = 640.0, 18.0, 34.0, 44.0
_HINTS = {True: "Enter saves, Esc leaves.", False: "Enter opens, Esc leaves."}


def path_field(session: Session, fonts: Fonts, within: Rect, k: float) -> None:
    """The card; nothing while no path is asked for. `within`: the figure; `k`: of the design's pixels."""
    asked = session.chrome.asked
    if asked is None:
        return
    theme = session.theme
    wide = min(_WIDE * k, within.width - 2.0 * _EDGE * k)
    inner = wide - 2.0 * _EDGE * k
    told = asked.told or f"There is no file dialog here. {_HINTS[asked.saves]}"
    laid = rich_text.lay_out(told, fonts, 13.5 * k, inner)
    high = (46.0 + _FIELD + 14.0 + _FOOT) * k + laid.height
    card = Rect(within.x + 0.5 * (within.width - wide), within.y + 0.25 * max(within.height - high, 0.0), wide, high)
    with window(TITLE_OF_WINDOW, card, over=True) as draw:
        pen = Pen(draw, theme, fonts, k)
        pen.box(card, theme.raised, 10.0)
        pen.frame(card, theme.accent if asked.told else theme.rule, 10.0, 1.5)
        left = card.x + _EDGE * k
        pen.words(left, card.y + 30.0 * k, asked.title, 16.0, theme.text, bold=True)
        field = Rect(left, card.y + 46.0 * k, inner, _FIELD * k)
        entered, leaves = _typed(pen, asked, field)
        laid.draw(
            draw, left, field.bottom + 12.0 * k, theme, fonts, packed(theme.text if asked.told else theme.quiet)
        )
        base = card.bottom - 18.0 * k
        act = "save" if asked.saves else "open"
        right = card.right - _EDGE * k
        pressed = link(pen, f"path {act}", right, base, act, 14.0, theme.accent, align=1.0, bold=1.0).pressed
        x = right - pen.width(act, 14.0, bold=True) - 24.0 * k
        leaves |= link(pen, "path leave", x, base, "leave", 14.0, theme.accent, align=1.0).pressed
    if (leaves or ((entered or pressed) and asked.enter())) and session.chrome.asked is asked:
        session.chrome.asked = None


def _typed(pen: Pen, asked: AskedPath, at: Rect) -> tuple[bool, bool]:
    """The field; whether Enter was pressed in it, and whether Escape was."""
    theme, k = pen.theme, pen.scale
    pen.box(at, theme.canvas, 6.0)
    pen.frame(at, theme.rule, 6.0)
    imgui.push_font(pen.fonts.regular, 15.0 * k / imgui.get_style().font_scale_main)
    imgui.push_style_color(imgui.Col_.frame_bg, vec4(theme.canvas, 0.0))
    imgui.push_style_var(imgui.StyleVar_.frame_padding, (10.0 * k, 0.5 * (at.height - imgui.get_font_size())))
    imgui.set_cursor_screen_pos((at.x, at.y))
    imgui.set_next_item_width(at.width)
    if asked.takes_keys:
        imgui.set_keyboard_focus_here()
        asked.takes_keys = False
    entered, asked.path = imgui.input_text(f"##{asked.title}", asked.path, imgui.InputTextFlags_.enter_returns_true)
    state = imgui.internal.get_input_text_state(imgui.get_item_id())
    if imgui.is_item_activated() and state is not None and not asked.told:
        name = Path(asked.path).name if not asked.path.endswith(os.sep) else ""
        end = len(asked.path.encode())
        start = end - len(name.encode())
        state.set_selection(start, start + len(Path(name).stem.encode()))  # as file dialogs do
    leaves = imgui.is_item_deactivated() and imgui.is_key_pressed(imgui.Key.escape, repeat=False)
    imgui.pop_style_var()
    imgui.pop_style_color()
    imgui.pop_font()
    return entered, leaves
