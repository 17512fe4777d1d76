"""The lesson's scenes in one row of small pictures; a click, or the number's key, loads one. Of more than nine scenes
nine are shown, with an arrow at either end for the nine before and behind."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.look import Fonts
from viz.desktop.panels.scene_list import POPUP, SceneList
from viz.desktop.panels.small_picture import SmallPicture, small_picture
from viz.desktop.pen import Pen, link, place
from viz.desktop.places import Places, Rect
from viz.desktop.session import Session
from viz.session.progress import Mark

_ROOM_FOR, _SIZE = 9, (34.0, 46.0)


class ScenesRow:
    """Keeps the pictures of the lesson that is looked at."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session = session
        self.fonts = fonts
        self._of: object = None
        self._list = SceneList(session, fonts)
        self._pictures: list[SmallPicture] = []
        self._first = 0  # the scene at the row's left end
        self._here: object = None  # the lesson and the scene that the row was last turned to

    def show(self, at: Places) -> None:
        """Drawn in the window that is current."""
        session, row, k = self.session, at.scenes, at.bars
        presets = session.presets
        if self._of is not session.lesson:
            self._of, self._pictures = session.lesson, []
        if len(self._pictures) < len(presets):  # one a frame: the window opens the sooner
            self._pictures.append(small_picture(session.lesson, presets[len(self._pictures)][1].scene))
            session.keep_drawing(0.1)
        pen = Pen(imgui.get_window_draw_list(), session.theme, self.fonts, k)
        pen.line((row.x, row.y + 0.5), (row.right, row.y + 0.5), session.theme.rule)
        count = len(presets)
        left, width = row.x + at.margin, row.width - 2.0 * at.margin
        if self._here != (session.lesson.id, session.scene_index):
            self._here = session.lesson.id, session.scene_index
            self._first = session.scene_index // _ROOM_FOR * _ROOM_FOR
        if count > _ROOM_FOR:
            self._arrows(pen, row, at.margin, count)
        wide, high = _SIZE[0] * k, _SIZE[1] * k
        step = (width - wide) / (_ROOM_FOR - 1)
        named = session.scene_index
        for i in range(self._first, min(self._first + _ROOM_FOR, count)):
            cell = Rect(left + step * (i - self._first), row.y + 33.0 * k, wide, high)
            pressed, hovered = place(f"###scene{i}", cell)
            if pressed:
                session.preset(i)
            if hovered:
                named = i
            self._cell(pen, cell, i, is_here=i == session.scene_index, hovered=hovered)
        base = row.y + 21.0 * k
        x = self._number(pen, row, left, base, named)
        name, preset = presets[named]
        is_changed = named == session.scene_index and session.player.scene is not preset.scene
        note = "changed" if is_changed else ""
        room = left + width - x - (pen.width(note, 13.0) + 10.0 * k if note else 0.0)
        x = pen.words(x, base, pen.shortened(name, 13.0, room), 13.0, session.theme.text)
        pen.words(x + 10.0 * k, base, note, 13.0, session.theme.quiet)

    def _number(self, pen: Pen, row: Rect, x: float, base: float, named: int) -> float:
        """Which scene of how many; in a collection a click opens the list of all. Returns where the name begins."""
        session, k = self.session, pen.scale
        words, gap = f"Scene {named + 1} of {len(session.presets)}", 10.0 * k
        if not session.presets[named][1].group:
            return pen.words(x, base, words, 13.0, session.theme.quiet) + gap
        words = f"All scenes, {self._list.solved()} of {len(session.presets)} done"
        if link(pen, POPUP, x, base, words, 13.0, session.theme.accent).pressed:
            self._list.open()
        self._list.show(row, k)
        return x + pen.width(words, 13.0) + gap

    def _arrows(self, pen: Pen, row: Rect, margin: float, count: int) -> None:
        """In the margins, beside the pictures."""
        k = pen.scale
        for name, x, by in (("‹", row.x + 0.5 * margin, -_ROOM_FOR), ("›", row.right - 0.5 * margin, _ROOM_FOR)):
            there = 0 <= self._first + by < count
            color = pen.theme.body if there else pen.theme.rule
            pressed = link(pen, f"scenes{by}", x, row.y + 61.0 * k, name, 18.0, color, align=0.5).pressed
            if pressed and there:
                self._first += by

    def _cell(self, pen: Pen, at: Rect, number: int, *, is_here: bool, hovered: bool) -> None:
        theme, k = pen.theme, pen.scale
        pen.box(at, theme.rule if is_here or hovered else theme.raised, 5.0)
        if number < len(self._pictures):
            self._pictures[number].draw(pen, at)
        name, preset = self.session.presets[number]
        if preset.group and self._list.mark(name) is Mark.DONE:
            pen.words(at.right - 3.0 * k, at.bottom - 3.0 * k, "✓", 13.0, theme.accent, align=1.0)
        if is_here:
            ring = Rect(at.x - 1.5 * k, at.y - 1.5 * k, at.width + 3.0 * k, at.height + 3.0 * k)
            pen.frame(ring, theme.accent, 6.0, 2.0)
