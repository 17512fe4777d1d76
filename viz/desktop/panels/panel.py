"""At the right: the tabs, what the chosen one shows, and the row of scenes, which stays. Code or Values can be
pinned: then it is shown beside the others."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.chrome import PINNABLE, TABS
from viz.desktop.look import Fonts, packed, vec4
from viz.desktop.panels.code import CodePanel
from viz.desktop.panels.edit import edit_panel
from viz.desktop.panels.explain import explain
from viz.desktop.panels.scenes import ScenesRow
from viz.desktop.panels.steps import StepsPanel
from viz.desktop.panels.values import values_panel
from viz.desktop.pen import Pen, place, window
from viz.desktop.places import Places, Rect
from viz.desktop.session import Session

TITLE_OF_WINDOW = "##panel"
PINNED_WINDOW = "##pinned"
_EM = 13.5


class Panel:
    """Keeps what the tabs keep from frame to frame."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session = session
        self.fonts = fonts
        self.scenes = ScenesRow(session, fonts)
        self.steps = StepsPanel(session, fonts)
        self.code = CodePanel(session, fonts)

    def show(self, at: Places) -> None:
        session, theme, chrome = self.session, self.session.theme, self.session.chrome
        with window(TITLE_OF_WINDOW, at.panel, vec4(theme.panel)) as draw:
            pen = Pen(draw, theme, self.fonts, at.bars)
            self._tabs(pen, at)
            if chrome.tab == TABS[0]:
                explain(session, self.fonts, at)
            else:
                self._tab(chrome.tab, at, at.body)
            self.scenes.show(at)
        if at.pinned is not None:
            self._pinned(at, at.pinned)

    def _pinned(self, at: Places, room: Rect) -> None:
        theme, chrome = self.session.theme, self.session.chrome
        with window(PINNED_WINDOW, room, vec4(theme.panel), over=True) as draw:
            pen = Pen(draw, theme, self.fonts, at.bars)
            k = at.bars
            high = 36.0 * k
            pen.words(room.x + at.margin, room.y + 24.0 * k, chrome.pinned, _EM, theme.text, bold=True)
            if self._pin(pen, room.right - at.margin - 8.0 * k, room.y + 19.0 * k, chrome.pinned):
                return
            pen.line((room.x, room.y + high), (room.right, room.y + high), theme.rule)
            edge = (room.x + 0.5, room.y), (room.x + 0.5, room.bottom)
            top = (room.x, room.y + 0.5), (room.right, room.y + 0.5)
            pen.line(*(edge if room.y == at.panel.y else top), theme.rule)
            self._tab(chrome.pinned, at, Rect(room.x, room.y + high, room.width, room.height - high))

    def _tab(self, name: str, at: Places, body: Rect) -> None:
        """What a tab other than Explain shows; it scrolls where it is longer."""
        column = body.inset(at.margin)
        if name == "Code":  # of which only the lines scroll
            self.code.show(column, at.letters)
            return
        top = 12.0 * at.ui
        imgui.set_cursor_screen_pos((column.x, body.y + top))
        size = max(body.right - 4.0 * at.ui - column.x, 1.0), max(body.height - top - 2.0, 1.0)
        imgui.begin_child(f"tab {name}", size, imgui.ChildFlags_.nav_flattened)
        width = column.width - 6.0 * at.ui  # beside the scroll bar
        match name:
            case "Steps":
                self.steps.show(width, at.letters)
            case "Values":
                values_panel(self.session, self.fonts, width, at.letters)
            case _:
                edit_panel(self.session, self.fonts, at.letters)
        imgui.end_child()

    def _tabs(self, pen: Pen, at: Places) -> None:
        chrome, theme, k, row = self.session.chrome, pen.theme, pen.scale, at.tabs
        x = row.x + at.margin
        pins = 16.0 * k if chrome.tab in PINNABLE else 0.0
        widths = [pen.width(name, _EM, bold=name == chrome.tab) for name in TABS]
        room = row.width - 2.0 * at.margin - pins
        em = _EM * min(1.0, room / (sum(widths) + 8.0 * k * (len(TABS) - 1)))
        widths = [pen.width(name, em, bold=name == chrome.tab) for name in TABS]
        gap = min(28.0 * k, (room - sum(widths)) / (len(TABS) - 1))
        base = row.y + 24.0 * k * row.height / (36.0 * k)
        for name, width in zip(TABS, widths, strict=True):
            is_here = name == chrome.tab
            cell = Rect(x - 0.5 * gap, row.y, width + gap, row.height)
            pressed, hovered = place(f"tab {name}", cell)
            if pressed:
                chrome.tab = name
            color = theme.text if is_here or hovered else theme.quiet
            pen.words(x, base, name, em, color, bold=is_here)
            if is_here:
                pen.box(Rect(x, row.bottom - 2.5 * k, width, 2.5 * k), theme.accent, 1.0)
            x += width + gap
        if chrome.tab in PINNABLE:
            self._pin(pen, row.right - at.margin - 5.0 * k, row.y + 0.5 * row.height, chrome.tab)
        pen.line((row.x, row.bottom + 0.5), (row.right, row.bottom + 0.5), theme.rule)

    def _pin(self, pen: Pen, x: float, y: float, name: str) -> bool:
        """A pin: shows a tab beside the others, or there no longer; returns whether it was pressed."""
        chrome, theme, k = self.session.chrome, pen.theme, pen.scale
        pressed, hovered = place(f"pin {name}", Rect(x - 11.0 * k, y - 11.0 * k, 22.0 * k, 22.0 * k))
        is_pinned = chrome.pinned == name
        color = theme.accent if is_pinned else theme.text if hovered else theme.quiet
        pen.line((x - 4.0 * k, y - 5.5 * k), (x + 4.0 * k, y - 5.5 * k), color, 1.8)
        pen.draw.add_quad_filled(
            (x - 2.6 * k, y - 5.5 * k),
            (x + 2.6 * k, y - 5.5 * k),
            (x + 4.6 * k, y + 1.5 * k),
            (x - 4.6 * k, y + 1.5 * k),
            packed(color),
        )
        pen.line((x, y + 1.5 * k), (x, y + 7.0 * k), color, 1.6)
        imgui.set_item_tooltip(f"{'No longer show' if is_pinned else 'Show'} {name} beside the others")
        if pressed:
            chrome.pinned = "" if is_pinned else name
            if not is_pinned and chrome.tab == name:
                chrome.tab = TABS[0]
        return pressed
