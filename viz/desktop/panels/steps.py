"""The list of stages and steps with their captions; a click goes there."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.look import BY_KEYBOARD, SMALL, Fonts, packed, vec4
from viz.desktop.session import Session
from viz.desktop.words import tinted

TITLE_OF_WINDOW = "Steps"


class StepsPanel:
    """Remembers which step it last brought into view."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._shown: object = None

    def show(self, fonts: Fonts) -> None:
        if imgui.begin(TITLE_OF_WINDOW, None, imgui.WindowFlags_.no_move)[0]:
            player = self.session.player
            here = (self.session.generation, len(player.levels), player.index)
            for name, steps in player.stages:
                self._stage(name, fonts)
                for index in steps:
                    self._step(index, bring=here != self._shown and index == player.index)
            self._shown = here
        imgui.end()

    def _stage(self, name: str, fonts: Fonts) -> None:
        imgui.dummy((0.0, 2.0 * self.session.text_size))
        imgui.push_font(fonts.bold, SMALL)
        imgui.text_colored(vec4(self.session.theme.quiet), name)
        imgui.pop_font()

    def _step(self, index: int, *, bring: bool) -> None:
        session, player, theme = self.session, self.session.player, self.session.theme
        scale, draw = session.text_size, imgui.get_window_draw_list()
        corner = imgui.get_cursor_screen_pos()
        width = max(imgui.get_content_region_avail().x, 1.0)
        inset = 34.0 * scale
        if not imgui.is_rect_visible((width, 44.0 * scale)) and not bring and index != player.index:
            imgui.dummy((width, 40.0 * scale))  # about its height: nobody sees it
            return
        draw.channels_split(2)
        draw.channels_set_current(1)
        imgui.set_cursor_screen_pos((corner.x + inset, corner.y + 3.0 * scale))
        height = tinted(session.lesson.caption(player.moment_at(index)), theme, width - inset - 6.0 * scale)
        draw.add_text((corner.x + 8.0 * scale, corner.y + 3.0 * scale), packed(theme.quiet), str(index + 1))
        draw.channels_set_current(0)
        high = height + 4.0 * scale
        imgui.set_cursor_screen_pos(corner)
        if imgui.invisible_button(f"###step{index}", (width, high), BY_KEYBOARD):
            player.playing = False
            player.go(index)
        if index == player.index or imgui.is_item_hovered() or imgui.is_item_focused():
            shade = packed(theme.rule, 1.0 if index == player.index else 0.5)
            draw.add_rect_filled(corner, (corner.x + width, corner.y + high), shade, 4.0)
        if index == player.index:
            draw.add_rect_filled(corner, (corner.x + 3.0 * scale, corner.y + high), packed(theme.accent), 1.5)
        if bring:
            imgui.set_scroll_here_y(0.4)
        draw.channels_merge()
