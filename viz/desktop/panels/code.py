"""The source of the function that yielded this step, with its line marked and kept in view."""

from __future__ import annotations

from imgui_bundle import imgui

from geometry.trace import SourceLine
from viz.desktop import rich_text
from viz.desktop.look import Fonts, packed
from viz.desktop.pen import Pen, link, place
from viz.desktop.places import Rect
from viz.desktop.session import Session
from viz.lesson.ink import Ink
from viz.picture.theme import Theme
from viz.session.source import CodeLine, Kind, Piece, function_lines, wrapped

_EM = 13.2  # of the code's letters
_MONO = 1.05  # ImGui's size of an em of Inconsolata
_LINE = 21.0


class CodePanel:
    """Shows one of the functions on the way to the step: the innermost, unless another is chosen."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session = session
        self.fonts = fonts
        self._chosen: str | None = None
        self._shown: object = None
        self._rows: tuple[object, list[tuple[CodeLine, list[tuple[Piece, ...]]]]] = (None, [])

    def show(self, at: Rect, scale: float) -> None:
        """In a part of the window that is current; the function's lines scroll below its name."""
        player = self.session.player
        calls = player.trace.lines[player.index]
        names = [call.function for call in calls]
        chosen = names.index(self._chosen) if self._chosen in names else len(calls) - 1
        pen = Pen(imgui.get_window_draw_list(), self.session.theme, self.fonts, scale)
        top = self._calls(pen, at, calls, chosen)
        source = Rect(at.x - 8.0 * scale, top, at.width + 16.0 * scale, max(at.bottom - top - 12.0 * scale, 1.0))
        try:
            self._source(pen, source, calls[chosen])
        except ValueError as reason:
            laid = rich_text.lay_out(str(reason), self.fonts, 13.5 * scale, at.width)
            laid.draw(pen.draw, at.x, top, pen.theme, self.fonts)

    def _calls(self, pen: Pen, at: Rect, calls: tuple[SourceLine, ...], chosen: int) -> float:
        """Who called whom, outermost first; a click shows that function. Returns where the source begins."""
        theme, k = pen.theme, pen.scale
        x, base = at.x, at.y + 21.0 * k
        for i, call in enumerate(calls):
            width = pen.width(call.function, 13.0, bold=i == chosen)
            if x > at.x and x + width > at.right:
                x, base = at.x, base + 20.0 * k
            color = theme.text if i == chosen else theme.quiet
            if link(pen, f"call{i}", x, base, call.function, 13.0, color, bold=i == chosen).pressed:
                self._chosen = call.function
            x += width + 7.0 * k
            if i < len(calls) - 1:
                x = pen.words(x, base, "›", 13.0, theme.quiet) + 7.0 * k
        file = calls[chosen].file.replace("\\", "/").split("/")
        words = f"{'/'.join(file[-2:])}, line {calls[chosen].line}"
        base += 19.0 * k
        pen.words(at.x, base, pen.shortened(words, 12.0, at.width), 12.0, theme.quiet)
        return base + 10.0 * k

    def _source(self, pen: Pen, box: Rect, at: SourceLine) -> None:
        theme, k = pen.theme, pen.scale
        size = max(round(_EM * _MONO * k), 6)
        imgui.push_font(self.fonts.mono, size / imgui.get_style().font_scale_main)
        advance, high = imgui.calc_text_size("0").x, round(_LINE * k)
        ascent = 0.5 * (high - imgui.get_text_line_height())
        margin = advance * 4.6
        columns = max(int((box.width - margin - 14.0 * k) / advance), 20)
        lines = function_lines(at.file, at.function)
        key = (lines, columns)  # the very same lines until the file is another
        if self._rows[0] != key:
            self._rows = (key, [(line, wrapped(line, columns)) for line in lines if not line.is_folded])
        whole = high * sum(len(rows) for _, rows in self._rows[1]) + 14.0 * k
        box = box._replace(height=min(box.height, whole))
        pen.box(box, theme.raised, 7.0)
        moment = self.session.player.moment
        marked = theme.color(self.session.lesson.story_of(moment).line_ink(moment))
        bring = (at.file, at.line, moment.index) != self._shown
        self._shown = (at.file, at.line, moment.index)
        imgui.set_cursor_screen_pos((box.x, box.y + 7.0 * k))
        imgui.begin_child("source", (box.width, box.height - 14.0 * k), imgui.ChildFlags_.nav_flattened)
        draw, corner, window_at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos(), imgui.get_window_pos()
        y = corner.y
        for line, rows in self._rows[1]:
            block = high * len(rows)
            if line.number == at.line:
                far = (corner.x + box.width, y + block)
                draw.add_rect_filled((corner.x, y), far, packed(marked, 0.16))
                draw.add_rect_filled((corner.x, y), (corner.x + 3.0 * k, y + block), packed(marked))
                if bring:
                    imgui.set_scroll_from_pos_y(y - window_at.y + block / 2.0, 0.45)
            _answering(self.session, line.number, Rect(corner.x, y, box.width, block), theme)
            if y + block >= window_at.y and y <= window_at.y + box.height:
                shade = theme.text if line.number == at.line else theme.quiet
                draw.add_text((corner.x + 8.0 * k, y + ascent), packed(shade, 0.8), f"{line.number:>3}")
                for i, row in enumerate(rows):
                    _row(draw, row, corner.x + 8.0 * k + margin, y + i * high + ascent, advance, theme)
            y += block
        imgui.set_cursor_screen_pos(corner)
        imgui.dummy((1.0, y - corner.y))
        imgui.end_child()
        imgui.pop_font()


def _answering(session: Session, number: int, at: Rect, theme: Theme) -> None:
    """Where the step asks for a line of the source ("line 12" is a feature then), a click on one answers."""
    name = f"line {number}"
    if name in session.task.highlighted:
        imgui.get_window_draw_list().add_rect_filled(
            (at.x, at.y), (at.right, at.bottom), packed(theme.color(Ink.EXAMINED), 0.16)
        )
    if not session.task.wants(name):
        return
    pressed, hovered = place(f"##{name}", at)
    if hovered:
        imgui.get_window_draw_list().add_rect_filled((at.x, at.y), (at.right, at.bottom), packed(theme.rule, 0.5))
    if pressed:
        session.task.give(name)


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
            return packed(theme.color(Ink.EXAMINED))
        case Kind.STRING | Kind.COMMENT:
            return packed(theme.quiet)
        case Kind.NUMBER:
            return packed(theme.color(Ink.GAP))
        case Kind.PLAIN:
            return packed(theme.text)
