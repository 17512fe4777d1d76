"""Along the top: the way to the lessons, the lesson and its neighbours, the way to files, view, keys, presenting."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.look import Fonts, vec4
from viz.desktop.panels.conventions import conventions_badge
from viz.desktop.panels.file_menu import file_menu, open_file_menu
from viz.desktop.panels.lesson_list import learned, neighbours, number_of
from viz.desktop.panels.view_menu import open_view_menu, view_menu
from viz.desktop.pen import Pen, link, place, window
from viz.desktop.places import Places, Rect
from viz.desktop.session import Session

TITLE_OF_WINDOW = "##top"


def top_bar(session: Session, fonts: Fonts, at: Places) -> None:
    theme, top, k = session.theme, at.top, at.bars
    with window(TITLE_OF_WINDOW, top, vec4(theme.panel)) as draw:
        pen = Pen(draw, theme, fonts, k)
        base = 25.2 * k
        right = _menus(session, pen, top, base)
        left = _lessons_button(session, pen, base)
        _lesson(session, pen, left, right, base)
        pen.line((0.0, top.bottom - 0.5), (top.right, top.bottom - 0.5), theme.rule)
        if session.chrome.view_menu:
            session.chrome.view_menu = False
            open_view_menu(session)
        view_menu(session, fonts, at)
        file_menu(session, at)


def _lessons_button(session: Session, pen: Pen, base: float) -> float:
    """Returns where what follows begins."""
    k, theme, chrome = pen.scale, pen.theme, session.chrome
    words = 50.0 * k + pen.width("Lessons", 13.0)
    at = Rect(8.0 * k, 6.0 * k, words + 8.0 * k - 8.0 * k, 28.0 * k)
    pressed, hovered = place("lessons", at)
    if pressed:
        chrome.drawer = not chrome.drawer
    if hovered or chrome.drawer:
        pen.box(at, theme.rule, 6.0, 0.9 if chrome.drawer else 0.55)
    for y in (14.5, 20.0, 25.5):
        pen.line((18.0 * k, y * k), (34.0 * k, y * k), theme.body, 1.8)
    pen.words(50.0 * k, base, "Lessons", 13.0, theme.text if chrome.drawer or hovered else theme.body)
    return at.right + 21.0 * k


def _menus(session: Session, pen: Pen, top: Rect, base: float) -> float:
    """At the right; returns where they begin."""
    x = top.right - 20.0 * pen.scale
    for name, act in (("Present", _present), ("Keys", _keys), ("View", open_view_menu), ("File", open_file_menu)):
        if link(pen, name.lower(), x, base, name, 13.0, pen.theme.body, align=1.0).pressed:
            act(session)
        x -= pen.width(name, 13.0) + 26.0 * pen.scale
    return conventions_badge(session, pen, x, 20.0 * pen.scale)


def _present(session: Session) -> None:
    session.presenting = True


def _keys(session: Session) -> None:
    session.chrome.keys = not session.chrome.keys


def _lesson(session: Session, pen: Pen, left: float, right: float, base: float) -> None:
    """Number and title between the arrows to the neighbours."""
    k, theme, middle = pen.scale, pen.theme, 20.0 * pen.scale
    before, after = neighbours(session)
    x = left
    if _arrow(pen, "previous lesson", x, middle, -1, is_there=before is not None) and before is not None:
        session.open(before.lesson)
    x += 19.0 * k
    number = number_of(session)
    room = right - x - pen.width(number, 15.0, bold=True) - 50.0 * k
    x = pen.words(x, base, number, 15.0, theme.quiet, bold=True)
    title = pen.shortened(session.lesson.title, 15.0, room, bold=True)
    start, x = x + 9.0 * k, pen.words(x + 9.0 * k, base, title, 15.0, theme.text, bold=True)
    if imgui.is_mouse_hovering_rect((start, 0.0), (x, 40.0 * k)) and (told := learned(session)):
        imgui.set_tooltip(told)
    if _arrow(pen, "next lesson", x + 21.0 * k, middle, 1, is_there=after is not None) and after is not None:
        session.open(after.lesson)


def _arrow(pen: Pen, name: str, tip: float, y: float, way: int, *, is_there: bool) -> bool:
    """A bracket that points to a neighbour, its tip at `tip`; returns whether it was pressed."""
    k = pen.scale
    pressed, hovered = place(name, Rect(tip - (9.0 + 6.0 * (way > 0)) * k, y - 14.0 * k, 22.0 * k, 28.0 * k))
    color = pen.theme.rule if not is_there else pen.theme.text if hovered else pen.theme.quiet
    pen.chevron(tip, y, way, color)
    return pressed
