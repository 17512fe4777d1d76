"""The figure: the lesson's panes with thin lines between them, the comparison's switch at its top right, and under it
the one sentence that states how things stand."""

from __future__ import annotations

import time
from collections.abc import Sequence

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.figure import Figure
from viz.desktop.keyboard import copy_situation
from viz.desktop.look import Fonts, packed
from viz.desktop.panels.lesson_list import learned, neighbours
from viz.desktop.panels.switch import switch, switch_width
from viz.desktop.pen import Pen, link, place, window
from viz.desktop.places import Places, Rect
from viz.desktop.session import Session
from viz.lesson.ink import Ink
from viz.lesson.lesson import Layout
from viz.picture.layout import lay_out
from viz.session.views import agree

TITLE_OF_WINDOW = "##canvas"
SITUATION = "##situation"
SWITCH = "##compare"
_LOWEST = 88.0  # logical pixels: a lower pane would show nothing and is left out
_LINE_ENDS = 16.0  # the lines between panes stop so far from the figure's rim
_WIDEST_SWITCH = 300.0
_COMPARE = "Compare with"
_NO_ERROR = "No error here:"  # the faulty idea that is switched on is right on this scene
_MOST = 2  # names beside each other


class CanvasPanel:
    """The window of the panes, and those of the switch and the situation."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session = session
        self.fonts = fonts
        self.figures: list[Figure] = []  # in the order of the lesson's panes
        self._switch: tuple[object, float] | None = None  # what is shown by the comparison's, and its width
        self._compared: tuple[object, str, bool] | None = None  # of which scene, with what, and whether it is wrong

    @property
    def corner(self) -> imgui.ImVec2:
        """Screen position of the first pane's top left, as of the last frame."""
        return self.figures[0].corner if self.figures else imgui.ImVec2(0.0, 0.0)

    def show(self, at: Rect, layout: Layout, ui: float, covered: Sequence[Rect] = (), beside: float = 0.0) -> None:
        """`layout`: the panes that are shown, side by side and above each other; `ui`: of the design's pixels;
        `covered`: what else stands over the figure; `beside`: the breadth of a part at the right that is to be left
        free."""
        self._take_panes()
        theme = self.session.theme
        figures = {figure.state.pane.name: figure for figure in self.figures}
        found = lay_out(layout, at.width, at.height, _LOWEST * ui)
        with window(TITLE_OF_WINDOW, at) as draw:
            rooms = {}
            for pane, left, top, wide, high in found.places:
                x, y = at.x + round(left), at.y + round(top)
                rooms[pane.name] = Rect(x, y, at.x + round(left + wide) - x, at.y + round(top + high) - y)
                self.session.resize(pane.name, *rooms[pane.name][2:], beside)
            agree((figures[name].state for name in rooms), all_of_them=self.session.player.lesson.one_scale)
            for name, (x, y, wide, high) in rooms.items():
                figures[name].show(draw, imgui.ImVec2(x, y), imgui.ImVec2(wide, high), covered, beside)
            pen, ends = Pen(draw, theme, self.fonts, ui), _LINE_ENDS * ui
            for left, top, wide, high in found.dividers:
                x, y = at.x + round(left + 0.5 * wide) + 0.5, at.y + round(top + 0.5 * high) + 0.5
                if high > wide:
                    pen.line((x, at.y + top + ends), (x, at.y + top + high - ends), theme.rule)
                else:
                    pen.line((at.x + left + ends, y), (at.x + left + wide - ends, y), theme.rule)

    def switch_at(self, at: Rect, ui: float) -> tuple[Rect, ...]:
        """Where the comparison's switch stands: at the right end of the widest pane at the figure's top, beside its
        title; nowhere for a lesson without comparisons."""
        if not self.session.lesson.compare:
            return ()
        found = lay_out(self.session.layout, at.width, at.height, _LOWEST * ui)
        over = max((each for each in found.places if each.y <= 0.0), key=lambda each: (round(each.width), each.x))
        wide = min(self._switch_width(ui), over.width - 34.0 * ui)
        return (Rect(at.x + over.x + over.width - 20.0 * ui - wide, at.y, wide + 20.0 * ui, 40.0 * ui),)

    def _switch_width(self, ui: float) -> float:
        """With the words before it; measured when it shows something else."""
        shown = self.session.lesson, self._chosen, ui
        if self._switch is None or self._switch[0] != shown:
            pen = Pen(imgui.get_background_draw_list(), self.session.theme, self.fonts, ui)
            words = max(pen.width(each, 12.0) for each in (_COMPARE, _NO_ERROR))
            wide = switch_width(pen, self._names, self._chosen, _WIDEST_SWITCH * ui, _MOST)
            self._switch = shown, wide + words + 20.0 * ui
        return self._switch[1]

    def compare(self, places: Sequence[Rect], ui: float) -> None:
        """The switch between the lesson's faulty ideas, where it has any (`switch_at`); in a film only where one of
        them is on."""
        session, theme = self.session, self.session.theme
        if (session.chrome.recording or session.chrome.filming) and not session.compare:
            return
        for strip in places:
            names = self._names
            tints = [theme.text, *(theme.color(Ink.FAULTY) for _ in names[1:])]
            chosen = self._chosen
            ground = Rect(strip.x + 2.0 * ui, strip.y + 8.0 * ui, strip.width - 18.0 * ui, 31.0 * ui)
            with window(SWITCH, strip, over=True) as draw:
                pen = Pen(draw, theme, self.fonts, ui)
                pen.ground(ground)
                middle, right = strip.y + 23.5 * ui, strip.right - 20.0 * ui
                words = _NO_ERROR if chosen and not self._is_wrong else _COMPARE
                room = min(_WIDEST_SWITCH * ui, strip.width - pen.width(words, 12.0) - 36.0 * ui)
                now, left = switch(pen, "compare", right, middle, names, chosen, room, most=_MOST, tints=tints)
                pen.words(left - 9.0 * ui, middle + 4.3 * ui, words, 12.0, theme.quiet, align=1.0)
            if now != chosen:
                session.compare_with("" if now == 0 else names[now])

    @property
    def _is_wrong(self) -> bool:
        """Whether the faulty idea that is switched on errs on this scene; while something moves, whether it did."""
        player = self.session.player
        known, now = self._compared, (player.scene, player.compare)
        if known is not None and (known[:2] == now or (self.session.hurried and known[1] == player.compare)):
            return known[2]
        comparison = self.session.lesson.comparison(player.compare)
        start = player.levels[0].moment
        last = start.at(len(start.trace) - 1)
        is_wrong = comparison is None or comparison.differs(last)
        self._compared = (*now, is_wrong)
        return is_wrong

    @property
    def _names(self) -> list[str]:
        """Of the comparisons, after that of none."""
        return ["none", *(each.name for each in self.session.lesson.compare)]

    @property
    def _chosen(self) -> int:
        return self._names.index(self.session.compare) if self.session.compare in self._names else 0

    def situation(self, places: Places) -> None:
        session, row, k = self.session, places.situation, places.bars
        with window(SITUATION, row) as draw:
            pen = Pen(draw, session.theme, self.fonts, k)
            pen.box(row, session.theme.canvas)
            pen.line((row.x, row.y + 0.5), (row.right, row.y + 0.5), session.theme.rule, 1.0, 0.8)
            inset = 20.0 * k
            row = row._replace(width=row.width - self._next_idea(pen, row, inset))
            high = row.height - 8.0 * k
            laid = rich_text.fitted(session.situation, self.fonts, 14.5 * k, row.width - 2.0 * inset, high, 11.0 * k)
            laid.draw(
                draw, row.x + inset, row.y + 0.5 * (row.height - laid.height) + 0.5 * k, session.theme, self.fonts
            )
            if place("situation", row).pressed:
                copy_situation(session)
            if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
                imgui.set_tooltip("Click, or Ctrl+C, copies this sentence")

    def _next_idea(self, pen: Pen, row: Rect, inset: float) -> float:
        """At the last step the way to the next lesson stands at the right; returns the breadth that it takes."""
        session = self.session
        at_end = len(session.player.levels) == 1 and session.player.index == len(session.player.trace) - 1
        if not at_end or session.task.is_open or (after := neighbours(session)[1]) is None:
            return 0.0
        words = f"Next idea: {after.title} ›"
        base, color = row.y + 0.5 * row.height + 4.8 * pen.scale, pen.theme.accent
        if link(pen, "next idea", row.right - inset, base, words, 13.0, color, align=1.0).pressed:
            session.open(after.lesson)
        if imgui.is_item_hovered() and (told := learned(session)):
            imgui.set_tooltip(told)
        return pen.width(words, 13.0) + inset

    def notice(self, at: Rect, k: float) -> None:
        """What is to be said for a moment, beside the pointer: why a drag was refused."""
        session, draw = self.session, imgui.get_foreground_draw_list()
        if session.notice is None or time.monotonic() > session.notice.until:
            return
        theme, pointer = session.theme, imgui.get_io().mouse_pos
        laid = rich_text.lay_out(session.notice.text, self.fonts, 13.5 * k, min(400.0 * k, at.width - 40.0 * k))
        wide, high = laid.width + 22.0 * k, laid.height + 12.0 * k
        x = min(max(pointer.x + 16.0, at.x + 8.0), at.right - wide - 8.0)
        y = min(max(pointer.y + 18.0, at.y + 8.0), at.bottom - high - 8.0)
        pen = Pen(draw, theme, self.fonts, k)
        pen.box(Rect(x, y, wide, high), theme.raised, 6.0)
        pen.frame(Rect(x, y, wide, high), theme.accent, 6.0)
        laid.draw(draw, x + 11.0 * k, y + 5.0 * k, theme, self.fonts, packed(theme.text))

    def _take_panes(self) -> None:
        states = list(self.session.panes.values())
        if [id(figure.state) for figure in self.figures] != [id(state) for state in states]:
            self.figures = [Figure(self.session, state, self.fonts) for state in states]
