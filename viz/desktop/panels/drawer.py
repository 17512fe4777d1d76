"""The lessons, in a drawer over the figure: a search, and chapters of which one at a time is open."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from imgui_bundle import imgui

from viz.desktop.look import Fonts, packed, vec4
from viz.desktop.panels.found import found_questions, found_terms, open_first
from viz.desktop.panels.lesson_list import found
from viz.desktop.panels.small_picture import SmallPicture, opening_scene, small_picture
from viz.desktop.pen import Pen, link, place, window
from viz.desktop.places import DOCKED_FROM, Places, Rect
from viz.desktop.reviewing import begin_review
from viz.desktop.session import Session
from viz.lesson.curriculum import Chapter, Entry
from viz.session.progress import Mark

TITLE_OF_WINDOW = "##drawer"
_WIDTH, _PICTURE = 400.0, (58.0, 34.0)
_CHAPTER, _LESSON, _LESSON_SHORT, _MOST_TALL = 26.5, 41.5, 28.0, 8  # heights; lessons with a line on each
_TOP = 57.0  # below the search field
_CLAUSE = re.compile(r"[.,:;] ")


class Drawer:
    """Keeps the small pictures of lessons that it has shown, and brings the lesson that is open into view."""

    def __init__(self, session: Session, fonts: Fonts) -> None:
        self.session = session
        self.fonts = fonts
        self._pictures: dict[str, SmallPicture] = {}
        self._was_open = False
        self._bring = False
        self._made_one = False  # picture, in this frame

    def show(self, at: Places) -> None:
        session, chrome = self.session, self.session.chrome
        self._made_one = False
        if not chrome.drawer:
            self._was_open = False
            return
        if not self._was_open:
            self._was_open = self._bring = True
            chrome.chapter = next((c.number for c in session.curriculum if _has(c, session.lesson.id)), None)
        top = at.top.bottom
        window_height = at.timeline.bottom
        room = Rect(0.0, top, min(_WIDTH * at.ui, at.top.width), window_height - top)
        if at.top.width < DOCKED_FROM and self._veil(at, top, window_height, room):
            self._close()
            return
        with window(TITLE_OF_WINDOW, room, vec4(session.theme.panel), over=True) as draw:
            pen = Pen(draw, session.theme, self.fonts, at.ui)
            self._search(pen, room)
            list_at = Rect(room.x, room.y + _TOP * at.ui, room.width, room.height - _TOP * at.ui)
            imgui.set_cursor_screen_pos((list_at.x, list_at.y))
            imgui.push_style_var(imgui.StyleVar_.item_spacing, (0.0, 0.0))
            imgui.begin_child("list", (list_at.width, list_at.height), imgui.ChildFlags_.nav_flattened)
            inner = pen._replace(draw=imgui.get_window_draw_list())
            if chrome.search.strip():
                self._hits(inner, list_at)
            else:
                self._chapters(inner, list_at)
            imgui.end_child()
            imgui.pop_style_var()
            pen.line((room.right - 0.5, room.y), (room.right - 0.5, room.bottom), session.theme.rule)
        self._read_ahead()

    def _read_ahead(self) -> None:
        """A search looks into every lesson. To read all at once would hold up the first letter for a second: one a
        frame is read while the drawer is open."""
        waiting = next((e for chapter in self.session.curriculum for e in chapter.lessons if not e.is_read), None)
        if waiting is not None:
            self.session.keep_drawing(0.1)
            if not self._made_one:
                waiting.lesson  # noqa: B018  # reads it

    def _close(self) -> None:
        self.session.chrome.drawer = False
        self.session.chrome.search = ""

    def _veil(self, at: Places, top: float, bottom: float, room: Rect) -> bool:
        """What lies under the drawer, faint; a press on it closes the drawer."""
        whole = Rect(0.0, top, at.figure.right, bottom - top)
        with window("##veil", whole, over=True) as draw:
            pen = Pen(draw, self.session.theme, self.fonts, at.ui)
            pen.box(whole, self.session.theme.canvas, 0.0, 0.62)
            for i in range(14):  # the drawer's shadow
                left = room.right + i * 3.0 * at.ui
                dark = packed(self.session.theme.shadow, 0.22 * (1.0 - i / 14.0) ** 2)
                draw.add_rect_filled((left, top), (left + 3.0 * at.ui, bottom), dark)
            imgui.set_cursor_screen_pos((whole.x, whole.y))
            imgui.invisible_button("beside", (whole.width, whole.height))
            return bool(imgui.is_item_clicked())

    def _search(self, pen: Pen, room: Rect) -> None:
        """The field in its capsule, a magnifying glass before it."""
        chrome, theme, k = self.session.chrome, pen.theme, pen.scale
        at = Rect(room.x + 16.0 * k, room.y + 13.0 * k, room.width - 32.0 * k, 32.0 * k)
        pen.box(at, theme.raised, 16.0)
        x, y = at.x + 19.0 * k, at.y + 15.0 * k
        pen.draw.add_circle((x, y), 5.5 * k, packed(theme.quiet), 0, 1.6 * k)
        pen.line((x + 4.0 * k, y + 4.0 * k), (x + 8.0 * k, y + 8.0 * k), theme.quiet, 1.6)
        imgui.push_font(pen.fonts.regular, 16.0 * k / imgui.get_style().font_scale_main)
        high = imgui.get_font_size()
        imgui.push_style_color(imgui.Col_.frame_bg, vec4(theme.raised, 0.0))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (0.0, 0.5 * (at.height - high)))
        imgui.set_cursor_screen_pos((at.x + 38.0 * k, at.y))
        hint = "Ctrl K"
        imgui.set_next_item_width(at.width - 38.0 * k - pen.width(hint, 12.0) - 24.0 * k)
        if chrome.finding:
            imgui.set_keyboard_focus_here()
            chrome.finding = False
        count = sum(len(chapter.lessons) for chapter in self.session.curriculum)
        words = f"Search {count} lessons and terms"
        flags = imgui.InputTextFlags_.escape_clears_all | imgui.InputTextFlags_.auto_select_all
        _, chrome.search = imgui.input_text_with_hint("##search", words, chrome.search, flags)
        if imgui.is_item_deactivated() and imgui.is_key_pressed(imgui.Key.enter, repeat=False):
            hits = found(self.session.curriculum, chrome.search) if chrome.search.strip() else []
            if hits and not self._asks:
                self._open(hits[0][1])
            elif open_first(self.session):
                self._close()
        imgui.pop_style_var()
        imgui.pop_style_color()
        imgui.pop_font()
        pen.words(at.right - 16.0 * k, at.y + 20.5 * k, hint, 12.0, theme.quiet, align=1.0)

    def _chapters(self, pen: Pen, at: Rect) -> None:
        k, theme, chrome = pen.scale, pen.theme, self.session.chrome
        y = imgui.get_cursor_screen_pos().y
        for chapter in self.session.curriculum:
            is_open = chapter.number == chrome.chapter
            is_tall = len(chapter.lessons) <= _MOST_TALL
            row = (_LESSON if is_tall else _LESSON_SHORT) * k
            if is_open:
                ground = Rect(at.x, y, at.width, 28.0 * k + row * len(chapter.lessons) + 4.0 * k)
                pen.box(ground, theme.raised, 0.0, 0.7)
            head = Rect(at.x, y, at.width, _CHAPTER * k)
            pressed, hovered = place(f"chapter {chapter.number}", head)
            if pressed:
                chrome.chapter = None if is_open else chapter.number
            named = str(chapter.number or "")
            pen.words(at.x + 34.0 * k, y + 18.0 * k, named, 13.5, theme.quiet, bold=True, align=1.0)
            pen.words(at.x + 46.0 * k, y + 18.0 * k, chapter.title, 14.0, theme.text, bold=is_open)
            if self.session.study.notes:
                self._dots(pen, at.right - 20.0 * k, y + 13.5 * k, chapter)
            elif hovered and not is_open:
                pen.chevron(at.right - 20.0 * k, y + 13.5 * k, 1, theme.quiet, 3.5, 1.4)
            y += _CHAPTER * k
            if is_open:
                for number, entry in chapter.numbered():
                    self._lesson(pen, Rect(at.x, y, at.width, row), number, entry, is_tall=is_tall)
                    y += row
                y += 5.0 * k
        y = self._review(pen, Rect(at.x, y, at.width, 34.0 * k))
        imgui.set_cursor_screen_pos((at.x, y))
        imgui.dummy((1.0, 1.0))

    def _review(self, pen: Pen, at: Rect) -> float:
        """Below the chapters, once something is there to be reviewed; returns where it ends."""
        study, k = self.session.study, pen.scale
        if not (study.notes and study.done):
            return at.y
        if link(
            pen, "review", at.x + 46.0 * k, at.y + 24.0 * k, "Review what I have done", 13.5, pen.theme.accent
        ).pressed:
            self._close()
            begin_review(self.session)
        return at.bottom

    def _dots(self, pen: Pen, right: float, y: float, chapter: Chapter) -> None:
        """One a lesson: hollow, begun, or filled once all its tasks are done."""
        k = pen.scale
        for i, entry in enumerate(reversed(chapter.lessons)):
            self._dot(pen, (right - (3.5 + 11.0 * i) * k, y), self.session.study.mark(entry.id))

    def _dot(self, pen: Pen, at: tuple[float, float], mark: Mark) -> None:
        k, theme = pen.scale, pen.theme
        if mark is Mark.DONE:
            pen.draw.add_circle_filled(at, 4.0 * k, packed(theme.accent))
            return
        pen.draw.add_circle(at, 3.5 * k, packed(theme.quiet if mark is Mark.NEW else theme.accent), 0, 1.1 * k)
        if mark is Mark.BEGUN:
            pen.draw.add_circle_filled(at, 1.7 * k, packed(theme.accent))

    def _mark(self, pen: Pen, at: Rect, lesson: str) -> None:
        """At the right end of a lesson's row."""
        k, done = pen.scale, self.session.study.done.get(lesson)
        match self.session.study.mark(lesson):
            case Mark.DONE:
                pen.tick(at.right - 22.0 * k, at.y + 0.5 * at.height - 3.0 * k, pen.theme.accent)
            case Mark.BEGUN:
                self._dot(pen, (at.right - 23.0 * k, at.y + 0.5 * at.height - 2.0 * k), Mark.BEGUN)
        is_over = imgui.is_item_hovered() and imgui.get_io().mouse_pos.x > at.right - 44.0 * k
        if done is not None and is_over and self.session.study.notes:
            imgui.set_tooltip(done.in_words)

    def _hits(self, pen: Pen, at: Rect) -> None:
        k = pen.scale
        y = imgui.get_cursor_screen_pos().y + 8.0 * k
        first = y
        kinds: list[Callable[[Pen, Rect, float], tuple[float, bool]]]
        kinds = [self._found_lessons, partial(found_terms, self.session), partial(found_questions, self.session)]
        for more in reversed(kinds) if self._asks else kinds:
            y, chosen = more(pen, at, y)
            if chosen:
                self._close()
        if y == first:
            pen.words(at.x + 34.0 * k, y + 18.0 * k, "Nothing found.", 13.5, pen.theme.quiet)
        imgui.set_cursor_screen_pos((at.x, y))
        imgui.dummy((1.0, 1.0))

    @property
    def _asks(self) -> bool:
        """Whether a question is being typed rather than the name of a lesson."""
        return self.session.chrome.search.casefold().split()[:1] == ["why"]

    def _found_lessons(self, pen: Pen, at: Rect, y: float) -> tuple[float, bool]:
        for number, entry in found(self.session.curriculum, self.session.chrome.search, is_hasty=True):
            self._lesson(pen, Rect(at.x, y, at.width, _LESSON * pen.scale), number, entry, is_tall=True)
            y += _LESSON * pen.scale
        return y, False

    def _lesson(self, pen: Pen, at: Rect, number: str, entry: Entry, *, is_tall: bool) -> None:
        """A row: picture, number and title, and a quiet line with the idea where the chapter is not too long."""
        k, theme, session = pen.scale, pen.theme, self.session
        is_here = entry.id == session.lesson.id
        row = Rect(at.x + 8.0 * k, at.y - 1.0 * k, at.width - 16.0 * k, at.height - 2.5 * k)
        pressed, hovered = place(f"lesson {entry.id}", row)
        if is_here and self._bring:
            imgui.set_scroll_here_y(0.5)
            self._bring = False
        if pressed:
            self._open(entry)
        if not imgui.is_rect_visible((row.x, row.y), (row.right, row.bottom)):
            return
        if is_here or hovered:
            pen.box(row, theme.rule, 7.0, 1.0 if is_here else 0.5)
        if is_here:
            pen.box(Rect(row.x, row.y, 3.0 * k, row.height), theme.accent, 1.5)
        self._mark(pen, at, entry.id)
        high = (_PICTURE[1] if is_tall else _PICTURE[1] * 0.7) * k
        picture_at = Rect(at.x + 46.0 * k, at.y + 0.5 * (at.height - 4.0 * k - high), _PICTURE[0] * k, high)
        pen.box(picture_at, theme.canvas, 5.0)
        if (picture := self._picture(entry)) is not None:
            picture.draw(pen, picture_at)
        x = at.x + 118.0 * k
        base = at.y + (15.5 if is_tall else 17.0) * k
        end = pen.words(x, base, number, 12.5, theme.quiet, bold=True)
        x_title = max(x + 26.0 * k, end + 8.0 * k)
        title = pen.shortened(entry.title, 13.5, at.right - 36.0 * k - x_title, bold=is_here)
        pen.words(x_title, base, title, 13.5, theme.text, bold=is_here)
        if is_tall and entry.id in self._pictures:
            room = at.right - 36.0 * k - x
            pen.words(x, at.y + 31.5 * k, _idea(pen, entry.lesson.summary, room), 12.0, theme.quiet)

    def _picture(self, entry: Entry) -> SmallPicture | None:
        """Of the lesson's first scene; None until it has been made, one a frame."""
        if entry.id not in self._pictures and not self._made_one:
            self._made_one = True
            self._pictures[entry.id] = small_picture(entry.lesson, opening_scene(entry.lesson))
            self.session.keep_drawing(0.1)
        return self._pictures.get(entry.id)

    def _open(self, entry: Entry) -> None:
        if entry.id != self.session.lesson.id:
            self.session.open(entry.lesson)
        self._close()


def _has(chapter: Chapter, lesson: str) -> bool:
    return any(entry.id == lesson for entry in chapter.lessons)


def _idea(pen: Pen, summary: str, room: float) -> str:
    """A lesson's summary in a line: as many of its clauses as there is room for."""
    words = summary.removesuffix(".")
    for end in sorted({clause.start() for clause in _CLAUSE.finditer(words)} | {len(words)}, reverse=True):
        if pen.width(words[:end], 12.0) <= room:
            return words[:end]
    return pen.shortened(words, 12.0, room)
