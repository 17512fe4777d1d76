"""The source of the function that yielded this step, with its line marked and kept in view."""

from __future__ import annotations

from imgui_bundle import imgui

from geometry import SourceLine
from viz.desktop.look import SMALL, Fonts, packed, vec4
from viz.desktop.session import Session
from viz.lesson.ink import Ink
from viz.picture.theme import Theme
from viz.session.source import CodeLine, Kind, Piece, function_lines, wrapped

TITLE_OF_WINDOW = "Code"
_SIZE = SMALL + 0.5


class CodePanel:
    """Shows one of the functions on the way to the step: the innermost, unless another is chosen."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._chosen: str | None = None
        self._shown: object = None
        self._rows: tuple[object, list[tuple[CodeLine, list[tuple[Piece, ...]]]]] = (None, [])

    def show(self, fonts: Fonts) -> None:
        if imgui.begin(TITLE_OF_WINDOW, None, imgui.WindowFlags_.no_move)[0]:
            player = self.session.player
            calls = player.trace.lines[player.index]
            names = [call.function for call in calls]
            chosen = names.index(self._chosen) if self._chosen in names else len(calls) - 1
            self._calls(calls, chosen, fonts)
            imgui.push_font(fonts.mono, _SIZE)
            try:
                self._source(calls[chosen])
            except ValueError as reason:
                imgui.text_wrapped(str(reason))
            imgui.pop_font()
        imgui.end()

    def _calls(self, calls: tuple[SourceLine, ...], chosen: int, fonts: Fonts) -> None:
        """Who called whom, outermost first; a click shows that function."""
        theme = self.session.theme
        imgui.push_font(fonts.bold, SMALL)
        for i, call in enumerate(calls):
            if i:
                imgui.same_line()
                imgui.text_colored(vec4(theme.quiet), "›")
                imgui.same_line()
            imgui.push_style_color(imgui.Col_.text, vec4(theme.text if i == chosen else theme.quiet))
            if imgui.small_button(f"{call.function}###call{i}"):
                self._chosen = call.function
            imgui.pop_style_color()
        imgui.pop_font()
        file = calls[chosen].file.replace("\\", "/").split("/")
        imgui.push_font(fonts.regular, SMALL)
        imgui.text_colored(vec4(theme.quiet), f"{'/'.join(file[-2:])}, line {calls[chosen].line}")
        imgui.pop_font()

    def _source(self, at: SourceLine) -> None:
        theme, scale = self.session.theme, self.session.text_size
        imgui.begin_child("source", (0.0, 0.0), imgui.ChildFlags_.nav_flattened)
        draw = imgui.get_window_draw_list()
        advance, high = imgui.calc_text_size("0").x, imgui.get_text_line_height() * 1.2
        margin = advance * 5.6
        width = imgui.get_content_region_avail().x
        columns = max(int((width - margin) / advance), 20)
        key = (at.file, at.function, columns)
        if self._rows[0] != key:
            lines = function_lines(at.file, at.function)
            self._rows = (key, [(line, wrapped(line, columns)) for line in lines if not line.is_folded])
        bring = (at.file, at.line, self.session.player.index) != self._shown
        self._shown = (at.file, at.line, self.session.player.index)
        corner = imgui.get_cursor_screen_pos()
        top, bottom = imgui.get_window_pos().y, imgui.get_window_pos().y + imgui.get_window_size().y
        y = corner.y
        for line, rows in self._rows[1]:
            block = high * len(rows)
            if line.number == at.line:
                far = (corner.x + width, y + block)
                draw.add_rect_filled((corner.x, y), far, packed(theme.accent, 0.22), 3.0)
                draw.add_rect_filled((corner.x, y), (corner.x + 3.0 * scale, y + block), packed(theme.accent))
                if bring:
                    imgui.set_scroll_from_pos_y(y - imgui.get_window_pos().y + block / 2.0, 0.45)
            if y + block >= top and y <= bottom:
                shade = theme.text if line.number == at.line else theme.quiet
                draw.add_text((corner.x + 6.0 * scale, y), packed(shade, 0.8), f"{line.number:>3}")
                for i, row in enumerate(rows):
                    _row(draw, row, corner.x + margin, y + i * high, advance, theme)
            y += block
        imgui.dummy((width, y - corner.y))
        imgui.end_child()


def _row(draw: imgui.ImDrawList, row: tuple[Piece, ...], x: float, y: float, advance: float, theme: Theme) -> None:
    for text, kind in row:
        if text.strip():
            draw.add_text((x, y), _color(kind, theme), text)
        x += advance * len(text)


def _color(kind: Kind, theme: Theme) -> int:
    match kind:
        case Kind.KEYWORD:
            return packed(theme.accent)
        case Kind.NAME:
            return packed(theme.style(Ink.REFERENCE).color)
        case Kind.STRING | Kind.COMMENT:
            return packed(theme.quiet)
        case Kind.NUMBER:
            return packed(theme.style(Ink.GAP).color)
        case Kind.PLAIN:
            return packed(theme.text)
