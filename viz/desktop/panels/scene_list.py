"""All scenes of a lesson that has groups of them, in a popup above their row: by group, with marks for those that
were begun and those whose predictions are all answered. A click loads one."""

from __future__ import annotations

from itertools import groupby

from imgui_bundle import imgui

from viz.desktop.look import SMALL, Fonts, vec4
from viz.desktop.places import Rect
from viz.desktop.session import Session
from viz.session.progress import Done, Mark

POPUP = "scene list"
COLUMNS = 3
SIGNS = {Mark.NEW: "   ", Mark.BEGUN: "·  ", Mark.DONE: "✓ "}
_ROW, _HEAD, _WIDE = 22.0, 30.0, 206.0  # pixels


class SceneList:
    """Counts once a lesson how many predictions a scene asks: all scenes of a collection ask the same."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session, self.fonts = session, fonts
        self._asked: tuple[str, int] = ("", 0)

    def mark(self, name: str) -> Mark:
        """How a scene stands, as far as it is noted."""
        session = self.session
        done = session.study.done.get(session.lesson.id, Done()) if session.study.notes else Done()
        if len(done.answers.get(name, {})) >= max(self._count(), 1):
            return Mark.DONE
        return Mark.BEGUN if name in done.answers or len(done.steps.get(name, ())) > 1 else Mark.NEW

    def solved(self) -> int:
        """How many scenes are done."""
        return sum(self.mark(name) is Mark.DONE for name, _ in self.session.presets)

    def _count(self) -> int:
        lesson = self.session.lesson
        if self._asked[0] != lesson.id:
            pages = self.session.player.levels[0].pages
            self._asked = lesson.id, sum(page.prediction is not None for page in pages)
        return self._asked[1]

    def open(self) -> None:
        imgui.open_popup(POPUP)

    def show(self, row: Rect, scale: float) -> None:
        """The popup's contents, while it is open; `row`: that of the scenes, which it stands above."""
        imgui.set_next_window_pos((row.right, row.y - 4.0), imgui.Cond_.always, (1.0, 1.0))
        imgui.push_style_var(imgui.StyleVar_.window_padding, (16.0 * scale, 10.0 * scale))
        imgui.set_next_window_size_constraints((0.0, 0.0), (row.right - 8.0, row.y - 8.0))
        is_open = imgui.begin_popup(POPUP)
        imgui.pop_style_var()
        if not is_open:
            return
        groups = [
            (group, [i for i, _ in members])
            for group, members in groupby(enumerate(self.session.presets), lambda each: each[1][1].group)
        ]
        for number, column in enumerate(columns([len(members) for _, members in groups])):
            if number:
                imgui.same_line(0.0, 18.0 * scale)
            imgui.begin_group()
            for at in column:
                self._group(*groups[at], scale)
            imgui.end_group()
        imgui.end_popup()

    def _group(self, name: str, members: list[int], scale: float) -> None:
        session, theme = self.session, self.session.theme
        names = [session.presets[i][0] for i in members]
        solved = sum(self.mark(each) is Mark.DONE for each in names)
        imgui.push_font(self.fonts.bold, SMALL)
        imgui.text_colored(vec4(theme.quiet), f"{name}: {solved} of {len(members)} done")
        imgui.pop_font()
        imgui.push_font(self.fonts.regular, SMALL)
        for i, each in zip(members, names, strict=True):
            is_here = i == session.scene_index
            label = f"{SIGNS[self.mark(each)]}{each}"
            size = (_WIDE * scale, 0.0)
            if imgui.selectable(f"{label}###list{i}", is_here, imgui.SelectableFlags_.none, size)[0]:
                session.preset(i)
        imgui.pop_font()
        imgui.dummy((0.0, 4.0 * scale))


def columns(sizes: list[int]) -> list[range]:
    """Groups of these sizes in a few columns, in their order, the highest column as low as can be."""
    heights = [_HEAD + _ROW * size for size in sizes]

    def split(most: float) -> list[range]:
        starts, used = [0], 0.0
        for i, height in enumerate(heights):
            if used + height > most and used:
                starts.append(i)
                used = 0.0
            used += height
        return [range(a, b) for a, b in zip(starts, [*starts[1:], len(sizes)], strict=True)]

    sums = sorted({sum(heights[a:b]) for a in range(len(heights)) for b in range(a + 1, len(heights) + 1)})
    return next((found for most in sums if len(found := split(most)) <= COLUMNS and _fits(found, heights, most)), [])


def _fits(found: list[range], heights: list[float], most: float) -> bool:
    return all(sum(heights[i] for i in part) <= most for part in found)
