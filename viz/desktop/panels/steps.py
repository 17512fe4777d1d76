"""The steps that have been reached, under the names of their stages, each with its sentence; a click goes there. What
comes is not told: only that there is more."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.look import Fonts, packed
from viz.desktop.pen import Pen, place
from viz.desktop.places import Rect
from viz.desktop.session import Session

_EM, _NUMBER, _STAGE = 13.5, 12.0, 12.0
_INDENT = 28.0
_ABOUT = 42.0  # the height of most steps, where nobody sees them


class StepsPanel:
    """Remembers which step it last brought into view, and how far each lesson has been read."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session = session
        self.fonts = fonts
        self._shown: object = None
        self._reached: dict[object, int] = {}

    def show(self, width: float, scale: float) -> None:
        """In a part of the window that is current and scrolls."""
        session, player = self.session, self.session.player
        pen = Pen(imgui.get_window_draw_list(), session.theme, self.fonts, scale)
        here = session.generation, player.place
        reached = self._far(here)
        start = imgui.get_cursor_screen_pos()
        y = start.y
        for name, steps in player.stages:
            if steps.start > reached:
                break
            pen.words(start.x, y + 14.0 * scale, name, _STAGE, session.theme.quiet, bold=True)
            y += 22.0 * scale
            for index in steps:
                if index <= reached:
                    bring = here != self._shown and index == player.index
                    y = self._step(pen, start.x, y, width, index, bring=bring)
            y += 6.0 * scale
        left = len(player.trace) - 1 - reached
        if left > 0:
            words = "1 more step" if left == 1 else f"{left} more steps"
            pen.words(start.x, y + 14.0 * scale, words, _STAGE, session.theme.quiet)
            y += 22.0 * scale
        self._shown = here
        imgui.set_cursor_screen_pos((start.x, y))
        imgui.dummy((1.0, 1.0))

    def _far(self, here: tuple[object, tuple[tuple[str, int], ...]]) -> int:
        """The furthest step that has been looked at in this trace."""
        place_above = here[0], here[1][:-1], here[1][-1][0]
        index = here[1][-1][1]
        if len(self._reached) > 64:  # traces stepped into
            self._reached.clear()
        far = self._reached[place_above] = max(index, self._reached.get(place_above, 0))
        return min(far, len(self.session.player.trace) - 1)

    def _step(self, pen: Pen, x: float, y: float, width: float, index: int, *, bring: bool) -> float:
        """Returns where the next one begins."""
        player, theme, k = self.session.player, pen.theme, pen.scale
        is_here = index == player.index
        imgui.set_cursor_screen_pos((x, y))
        if not is_here and not bring and not imgui.is_rect_visible((width, _ABOUT * k)):
            return y + _ABOUT * k  # nobody sees it: how high it is need not be worked out
        laid = rich_text.lay_out(player.pages[index].sentence, self.fonts, _EM * k, width - (_INDENT + 8.0) * k)
        row = Rect(x - 8.0 * k, y, width + 12.0 * k, max(laid.height, 20.0 * k) + 4.0 * k)
        pressed, hovered = place(f"###step{index}", row)
        if pressed:
            player.playing = False
            player.go(index)
        if bring:
            imgui.set_scroll_here_y(0.4)
        if is_here or hovered:
            pen.box(row, theme.rule, 5.0, 0.75 if is_here else 0.4)
        number = str(index + 1)
        pen.words(x + 18.0 * k, y + 15.5 * k, number, _NUMBER, theme.quiet, align=1.0)
        shade = packed(theme.text if is_here else theme.body)
        laid.draw(pen.draw, x + _INDENT * k, y + 1.0 * k, theme, self.fonts, shade)
        return y + row.height
