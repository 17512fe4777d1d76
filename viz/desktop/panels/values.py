"""The fields of the step, live: names as in the source, numbers, and which ones this step has changed."""

from __future__ import annotations

import inspect

from imgui_bundle import imgui

from geometry.trace import Trace
from viz.desktop import rich_text
from viz.desktop.look import Fonts, packed
from viz.desktop.pen import Pen, link, place
from viz.desktop.places import Rect
from viz.desktop.session import Session
from viz.lesson.difference import conventions_of
from viz.lesson.text import sentence
from viz.session.values import Value, values

_NAMES = 0.46  # of the width
_EM, _PITCH = 13.5, 22.0


def values_panel(session: Session, fonts: Fonts, width: float, scale: float) -> None:
    """In a part of the window that is current and scrolls."""
    player, theme = session.player, session.theme
    step = player.moment.step
    pen = Pen(imgui.get_window_draw_list(), theme, fonts, scale)
    start = imgui.get_cursor_screen_pos()
    y = start.y
    pen.words(start.x, y + 14.0 * scale, type(step).__name__, 14.0, theme.text, bold=True)
    y += 22.0 * scale
    about = inspect.cleandoc(type(step).__doc__ or "").split("\n\n")[0].replace("\n", " ")
    if not about.startswith(f"{type(step).__name__}("):  # what dataclasses write where nobody wrote anything
        laid = rich_text.lay_out(about.replace("`", ""), fonts, 12.5 * scale, width)
        laid.draw(pen.draw, start.x, y, theme, fonts, packed(theme.quiet))
        y += laid.height + 8.0 * scale
    previous = player.trace.steps[player.index - 1] if player.index else None
    imgui.push_id("values")
    for row in values(step, previous, conventions_of(player.scene, session.conventions)):
        _row(session, pen, row, Rect(start.x, y, width, _PITCH * scale))
        y += _PITCH * scale
    imgui.pop_id()
    imgui.set_cursor_screen_pos((start.x, y))
    imgui.dummy((1.0, 1.0))


def _row(session: Session, pen: Pen, row: Value, at: Rect) -> None:
    """Name on the left, number on the right, and a mark where the step has changed it."""
    theme, k, moment = pen.theme, pen.scale, session.player.moment
    named = session.lesson.feature_in(moment, row.path, row.value)
    box = Rect(at.x - 8.0 * k, at.y, at.width + 12.0 * k, at.height)
    middle, base = at.x + _NAMES * at.width, at.y + 0.5 * at.height + 4.7 * k
    if isinstance(row.value, Trace):
        words = f"step into ({row.text})"
        if link(pen, f"into {row.path}", middle, base, words, _EM, theme.accent).pressed:
            session.player.into(row.name)
    elif place(f"##{row.path}", box).hovered:
        session.point_at(named)
        if row.note:
            imgui.set_tooltip(sentence(row.note))
        pen.box(box, theme.rule, 5.0, 0.4)
    if named is not None and named == session.highlighted:
        pen.box(box, theme.rule, 5.0, 0.75)
    if row.changed:
        pen.draw.add_circle_filled((at.x - 3.0 * k, at.y + 0.5 * at.height), 2.6 * k, packed(theme.accent))
    indent = (6.0 + 14.0 * row.depth) * k
    name = pen.shortened(row.name, _EM, middle - at.x - indent - 6.0 * k)
    pen.words(at.x + indent, base, name, _EM, theme.quiet)
    if not isinstance(row.value, Trace):
        pen.words(middle, base, pen.shortened(row.text, _EM, at.right - middle), _EM, theme.text)
