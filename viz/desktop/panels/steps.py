"""The list of stages and steps with their captions; a click goes there."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.look import BY_KEYBOARD, SMALL, Fonts, packed, vec4
from viz.desktop.session import Session
from viz.desktop.words import lay_out

TITLE_OF_WINDOW = "Steps"
_ABOUT = 42.0  # pixels: the height of most steps


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
        scale, is_here = session.text_size, index == player.index
        corner, width = imgui.get_cursor_screen_pos(), max(imgui.get_content_region_avail().x, 1.0)
        if not is_here and not bring and not imgui.is_rect_visible((width, _ABOUT * scale)):
            imgui.dummy((width, _ABOUT * scale))  # nobody sees it: what it says need not be worked out
            return
        inset = 34.0 * scale
        caption = lay_out(player.pages[index].sentence, width - inset - 6.0 * scale)
        x, y, high = corner.x, corner.y, caption.height + 4.0 * scale
        if imgui.invisible_button(f"###step{index}", (width, high), BY_KEYBOARD):
            player.playing = False
            player.go(index)
        draw = imgui.get_window_draw_list()
        if is_here or imgui.is_item_hovered() or imgui.is_item_focused():
            draw.add_rect_filled(corner, (x + width, y + high), packed(theme.rule, 1.0 if is_here else 0.5), 4.0)
        if is_here:
            draw.add_rect_filled(corner, (x + 3.0 * scale, y + high), packed(theme.accent), 1.5)
        draw.add_text((x + 8.0 * scale, y + 3.0 * scale), packed(theme.quiet), str(index + 1))
        caption.draw(draw, x + inset, y + 3.0 * scale, theme)
        if bring:
            imgui.set_scroll_here_y(0.4)
