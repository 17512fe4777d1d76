"""The question before the next step, and the goal for the scene, in a quiet box each."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from viz.desktop.look import SMALL, Fonts, packed, vec4
from viz.desktop.session import Session
from viz.desktop.words import tinted
from viz.lesson.ink import Ink
from viz.lesson.prediction import Challenge
from viz.lesson.text import tint


def show_tasks(session: Session, fonts: Fonts, wrap: float) -> None:
    """Nothing where nothing is asked, or while predictions are switched off."""
    if session.task.settled is not None:
        _boxed(session, wrap, lambda inner: _prediction(session, fonts, inner))
    if (challenge := session.task.challenge) is not None:
        _boxed(session, wrap, lambda inner: _challenge(session, challenge, fonts, inner))


def _boxed(session: Session, wrap: float, content: Callable[[float], None]) -> None:
    """Draw the content over a box that is as high as the content turns out to be."""
    scale, draw = session.text_size, imgui.get_window_draw_list()
    pad = 10.0 * scale
    imgui.dummy((0.0, 1.0))
    corner = imgui.get_cursor_screen_pos()
    draw.channels_split(2)
    draw.channels_set_current(1)
    imgui.set_cursor_screen_pos((corner.x + pad, corner.y + pad))
    imgui.begin_group()
    content(wrap - 2.0 * pad)
    imgui.end_group()
    bottom = imgui.get_item_rect_max().y + pad
    draw.channels_set_current(0)
    draw.add_rect_filled(corner, (corner.x + wrap, bottom), packed(session.theme.raised), 6.0 * scale)
    draw.channels_merge()
    imgui.set_cursor_screen_pos(corner)
    imgui.dummy((wrap, bottom - corner.y))


def _heading(session: Session, fonts: Fonts, words: str) -> None:
    imgui.push_font(fonts.bold, SMALL)
    imgui.text_colored(vec4(session.theme.accent), words)
    imgui.pop_font()


def _prediction(session: Session, fonts: Fonts, wrap: float) -> None:
    task, settled = session.task, session.task.settled
    assert settled is not None
    asked, answer = settled
    _heading(session, fonts, task.head)
    tinted(asked.text if answer.verdict is None else answer.verdict.because, session.theme, wrap)
    if not task.is_open:
        return
    imgui.push_style_color(imgui.Col_.button, vec4(session.theme.rule))
    for i, option in enumerate(task.buttons):
        if i and imgui.get_item_rect_max().x + imgui.calc_text_size(option).x < imgui.get_window_pos().x + wrap:
            imgui.same_line()
        if imgui.button(f"{option}###option{i}"):
            task.give(option)
    for shown, words, act in (
        (task.can_check, "Check", session.check),
        (task.can_try_again, "Try again", task.try_again),
        (task.can_show, "Show me", session.show_answer),
        (True, "Skip", session.skip),
    ):
        if shown and imgui.button(words):
            act()
        if shown and words != "Skip":
            imgui.same_line()
    imgui.pop_style_color()


def _challenge(session: Session, challenge: Challenge, fonts: Fonts, wrap: float) -> None:
    _heading(session, fonts, "Reached" if challenge.reached else "Challenge")
    ink = Ink.GAP if challenge.reached else Ink.QUIET
    tinted(f"{challenge.text} {tint(challenge.now, ink)}", session.theme, wrap)
