"""The middle of the window: the lesson's panes, and under them the sentences that state how things stand."""

from __future__ import annotations

import math
import time

from imgui_bundle import imgui

from viz.desktop.figure import Figure
from viz.desktop.keyboard import copy_situation
from viz.desktop.look import BODY, Fonts, packed
from viz.desktop.session import Session
from viz.desktop.words import LINE_SPACING, tinted
from viz.picture.layout import lay_out

TITLE_OF_WINDOW = "##canvas"
_ONE_LINE = 640.0  # logical pixels at text size 100 % that every situation fits in
_LARGE = 1.55  # how much larger the words are when presenting

_W = imgui.WindowFlags_
_FLAGS = (
    _W.no_decoration | _W.no_background | _W.no_move | _W.no_docking | _W.no_saved_settings
    | _W.no_bring_to_front_on_focus | _W.no_focus_on_appearing | _W.no_nav | _W.no_scroll_with_mouse
)  # fmt: skip


class CanvasPanel:
    """A borderless window over the dock space's central node."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session = session
        self.fonts = fonts
        self.figures: list[Figure] = []  # in the order of the lesson's panes

    @property
    def corner(self) -> imgui.ImVec2:
        """Screen position of the first pane's top left, as of the last frame."""
        return self.figures[0].corner if self.figures else imgui.ImVec2(0.0, 0.0)

    def show(self, corner: imgui.ImVec2, size: imgui.ImVec2) -> None:
        self._take_panes()
        imgui.set_next_window_pos(corner)
        imgui.set_next_window_size(size)
        imgui.push_style_var(imgui.StyleVar_.window_padding, (0.0, 0.0))
        imgui.begin(TITLE_OF_WINDOW, None, _FLAGS)
        imgui.pop_style_var()
        height = max(size.y - self._words_height(size.x), 1.0)
        self._panes(corner, size.x, height)
        self._words(corner, size, height)
        self._notice(corner, size)
        imgui.end()

    def _take_panes(self) -> None:
        states = list(self.session.panes.values())
        if [figure.state for figure in self.figures] != states:
            self.figures = [Figure(self.session, state, self.fonts) for state in states]

    def _panes(self, corner: imgui.ImVec2, width: float, height: float) -> None:
        draw, rule = imgui.get_window_draw_list(), packed(self.session.theme.rule)
        figures = {figure.state.pane.name: figure for figure in self.figures}
        places = lay_out(self.session.lesson.layout, width, height).places
        for pane, left, top, wide, high in places:
            x, y = corner.x + round(left), corner.y + round(top)
            size = imgui.ImVec2(corner.x + round(left + wide) - x, corner.y + round(top + high) - y)
            figures[pane.name].show(draw, imgui.ImVec2(x, y), size)
            if left:
                draw.add_line((x, y), (x, y + size.y), rule)
            if top:
                draw.add_line((x, y), (x + size.x, y), rule)

    def _words_height(self, width: float) -> float:
        """Room for one line under the figure, or for more where the canvas is narrow; the same for every sentence, so
        that the figure stays where it is. When presenting, the step's caption stands there too, large."""
        scale = self.session.text_size
        line = imgui.get_text_line_height() * LINE_SPACING
        if self.session.presenting:
            return line * (_LARGE * (2 if width < _ONE_LINE * _LARGE * 1.3 * scale else 1) + 2.0) + 34.0 * scale
        lines = min(math.ceil(_ONE_LINE * scale / max(width, 1.0)), 3)
        return lines * line + 22.0 * scale

    def _words(self, corner: imgui.ImVec2, size: imgui.ImVec2, height: float) -> None:
        session = self.session
        scale = session.text_size
        inset = 16.0 * scale
        top = corner.y + height
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled((corner.x, top), (corner.x + size.x, corner.y + size.y), packed(session.theme.canvas))
        y = top + 10.0 * scale
        if session.presenting:
            imgui.set_cursor_screen_pos((corner.x + inset, y))
            imgui.push_font(self.fonts.regular, BODY * _LARGE)
            y += tinted(session.page.sentence, session.theme, size.x - 2.0 * inset) + 6.0 * scale
            imgui.pop_font()
            self._place_in_trace(corner, size)
        imgui.set_cursor_screen_pos((corner.x + inset, y))
        tinted(session.situation, session.theme, size.x - 2.0 * inset)
        imgui.set_cursor_screen_pos((corner.x + inset, y))
        room = (max(size.x - 2.0 * inset, 1.0), max(corner.y + size.y - y - 4.0, 1.0))
        if imgui.invisible_button("situation", room):
            copy_situation(session)
        if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
            imgui.set_tooltip("Click, or Ctrl+C, copies this sentence")

    def _place_in_trace(self, corner: imgui.ImVec2, size: imgui.ImVec2) -> None:
        """Where we are, for want of a timeline: at the lower right, with a bar along the bottom."""
        session, player, draw = self.session, self.session.player, imgui.get_window_draw_list()
        words = f"{player.stage} · {player.index + 1} / {len(player.trace)}"
        extent, inset = imgui.calc_text_size(words), 16.0 * session.text_size
        at = (corner.x + size.x - extent.x - inset, corner.y + size.y - extent.y - inset)
        draw.add_text(at, packed(session.theme.quiet), words)
        bottom, high = corner.y + size.y, 4.0 * session.text_size
        done = size.x * (player.index + 1) / len(player.trace)
        draw.add_rect_filled((corner.x, bottom - high), (corner.x + size.x, bottom), packed(session.theme.rule))
        draw.add_rect_filled((corner.x, bottom - high), (corner.x + done, bottom), packed(session.theme.accent))

    def _notice(self, corner: imgui.ImVec2, size: imgui.ImVec2) -> None:
        """What is to be said for a moment, beside the pointer: why a drag was refused."""
        session, draw = self.session, imgui.get_foreground_draw_list()
        if session.notice is None:
            return
        if time.monotonic() > session.notice.until:
            session.notice = None
            return
        pointer, scale = imgui.get_io().mouse_pos, session.text_size
        wrap = min(420.0 * scale, size.x - 32.0)
        extent = imgui.calc_text_size(session.notice.text, wrap_width=wrap)
        width, height = extent.x + 20.0, extent.y + 12.0
        x = min(max(pointer.x + 16.0, corner.x + 8.0), corner.x + size.x - width - 8.0)
        y = min(max(pointer.y + 18.0, corner.y + 8.0), corner.y + size.y - height - 8.0)
        theme = session.theme
        draw.add_rect_filled((x, y), (x + width, y + height), packed(theme.raised), 6.0)
        draw.add_rect((x, y), (x + width, y + height), packed(theme.accent), 6.0, 1.0)
        font, font_size = imgui.get_font(), imgui.get_font_size()
        draw.add_text(font, font_size, (x + 10.0, y + 6.0), packed(theme.text), session.notice.text, wrap_width=wrap)
