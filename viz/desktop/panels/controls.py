"""One widget for every slider, switch and choice that the scene declares: four at most, always in the same places."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from viz.desktop.look import packed, vec4
from viz.desktop.panels.switch import switch
from viz.desktop.pen import Pen, place
from viz.desktop.places import Rect
from viz.desktop.session import Session
from viz.lesson.scene import Choice, Control, Handle, Press, Slider, Toggle

MOST = 4
PITCH = 31.0  # from one to the next
_TRACK = 140.0, 288.0  # of a slider, from the left, where the panel has 344
_LABEL = 13.5


def controls_of(session: Session) -> list[tuple[str, Control, Any]]:
    """What the panel shows of the scene."""
    shown = session.player.lesson.shows_controls(session.player.moment)
    found = [each for each in session.player.scene.controls() if not isinstance(each[1], Handle)]
    return [each for each in found if (shown if isinstance(shown, bool) else each[0] in shown)][:MOST]


def show_controls(session: Session, pen: Pen, at: Rect) -> None:
    """From the top of a box that is as high as they need."""
    for i, (name, control, value) in enumerate(controls_of(session)):
        row = Rect(at.x, at.y + i * PITCH * pen.scale, at.width, PITCH * pen.scale)
        match control:
            case Slider():
                _slider(session, pen, row, name, control, float(value))
            case Toggle():
                _toggle(session, pen, row, name, control, value=bool(value))
            case Choice():
                _choice(session, pen, row, name, control, str(value))
            case Press():
                _press(session, pen, row, name, control, int(value))


def _label(pen: Pen, row: Rect, words: str, room: float) -> float:
    """Returns the baseline."""
    base = row.y + 0.5 * row.height + 4.7 * pen.scale
    pen.words(row.x, base, pen.shortened(words, _LABEL, room), _LABEL, pen.theme.body)
    return base


def _slider(session: Session, pen: Pen, row: Rect, name: str, slider: Slider, value: float) -> None:
    """A whole drag is one edit. ImGui's own slider takes pointer, keyboard and typed numbers, and is not seen."""
    k, theme = pen.scale, pen.theme
    shown = slider.shown(value)
    wide = max(pen.width(shown, _LABEL), 44.0 * k)
    left, right = row.x + _TRACK[0] * k, min(row.x + _TRACK[1] * k, row.right - wide - 12.0 * k)
    need = pen.width(slider.label, _LABEL) + 10.0 * k
    left = min(max(left, row.x + need), right - 60.0 * k)
    base = _label(pen, row, slider.label, left - row.x - 8.0 * k)
    knob, y = 7.0 * k, base - 4.0 * k
    for color in (imgui.Col_.frame_bg, imgui.Col_.frame_bg_hovered, imgui.Col_.frame_bg_active):
        imgui.push_style_color(color, vec4(theme.panel, 0.0))
    for color in (imgui.Col_.slider_grab, imgui.Col_.slider_grab_active):
        imgui.push_style_color(color, vec4(theme.panel, 0.0))
    imgui.push_style_var(imgui.StyleVar_.grab_min_size, 2.0 * knob)
    imgui.set_cursor_screen_pos((left - knob - 2.0, y - 0.5 * imgui.get_frame_height()))
    imgui.set_next_item_width(right - left + 2.0 * knob + 4.0)
    changed, new = _imgui_slider(name, slider, value)
    began, ended = imgui.is_item_activated(), imgui.is_item_deactivated()
    hovered = imgui.is_item_hovered() or imgui.is_item_active() or imgui.is_item_focused()
    imgui.pop_style_var()
    imgui.pop_style_color(5)
    if began:
        session.begin()
    if changed:
        session.try_field(name, new)
    if ended:
        session.commit()
    x = left + slider.part(value) * (right - left)
    pen.line((left, y), (right, y), theme.rule, 4.0)
    pen.line((left, y), (x, y), theme.accent, 4.0)
    pen.draw.add_circle_filled((x, y), knob * (1.1 if hovered else 1.0), packed(theme.text))
    pen.words(row.right, base, shown, _LABEL, theme.text, align=1.0)


def _imgui_slider(name: str, slider: Slider, value: float) -> tuple[bool, float]:
    """Whether it was moved, and the value then. A logarithmic one moves along its own scale, and takes no typing."""
    if not slider.is_log:
        return imgui.slider_float(f"##{name}", value, slider.low, slider.high, "")
    changed, part = imgui.slider_float(f"##{name}", slider.part(value), 0.0, 1.0, "", imgui.SliderFlags_.no_input)
    return changed, slider.at(part)


def _toggle(session: Session, pen: Pen, row: Rect, name: str, toggle: Toggle, *, value: bool) -> None:
    """Its label says what is on when it is on."""
    k, theme = pen.scale, pen.theme
    pressed, hovered = place(f"##{name}", row)
    base = _label(pen, row, toggle.label, row.width - 44.0 * k)
    wide, high = 32.0 * k, 17.0 * k
    at = Rect(row.right - wide, base - 4.5 * k - 0.5 * high, wide, high)
    pen.box(at, theme.accent if value else theme.rule, 8.5)
    x = at.right - 8.5 * k if value else at.x + 8.5 * k
    knob = theme.on_pill if value else theme.quiet
    pen.draw.add_circle_filled((x, at.y + 0.5 * high), 6.0 * k, packed(theme.text if hovered and not value else knob))
    if pressed:
        session.set_field(name, not value)


def _press(session: Session, pen: Pen, row: Rect, name: str, press: Press, value: int) -> None:
    k, theme = pen.scale, pen.theme
    at = Rect(row.x, row.y + 3.0 * k, pen.width(press.label, _LABEL) + 26.0 * k, row.height - 6.0 * k)
    pressed, hovered = place(f"##{name}", at)
    pen.box(at, theme.accent if hovered else theme.rule, 0.5 * at.height / k)
    shade = theme.on_pill if hovered else theme.text
    pen.words(at.x + 0.5 * at.width, at.y + 0.5 * at.height + 4.7 * k, press.label, _LABEL, shade, align=0.5)
    if pressed:
        session.set_field(name, value + 1)


def _choice(session: Session, pen: Pen, row: Rect, name: str, choice: Choice, value: str) -> None:
    k = pen.scale
    label = pen.width(choice.label, _LABEL) + 12.0 * k
    base = _label(pen, row, choice.label, 0.5 * row.width)
    room = row.width - min(label, 0.5 * row.width)
    here = choice.options.index(value)
    chosen, _ = switch(pen, name, row.right, base - 4.3 * k, choice.options, here, room)
    if chosen != here:
        session.set_field(name, choice.options[chosen])
