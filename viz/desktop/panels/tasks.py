"""The question before the next step, and the goal for the scene, in a quiet box each."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from viz.desktop.look import SMALL, Fonts, packed, vec4
from viz.desktop.session import Session
from viz.desktop.words import tinted
from viz.lesson.first_edition import Goal, Question
from viz.lesson.ink import Ink
from viz.lesson.text import tint


def show_tasks(session: Session, fonts: Fonts, wrap: float) -> None:
    """Nothing where nothing is asked, or while questions and goals are switched off."""
    if not session.asks:
        return
    if (question := session.question()) is not None:
        _boxed(session, wrap, lambda inner: _question(session, question, fonts, inner))
    if (goal := session.lesson.goal(session.player.moment)) is not None:
        _boxed(session, wrap, lambda inner: _goal(session, goal, fonts, inner))


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


def _question(session: Session, question: Question, fonts: Fonts, wrap: float) -> None:
    _heading(session, fonts, "Before you step on")
    tinted(question.text, session.theme, wrap)
    answer = session.answer
    if answer is not None:
        right = question.is_right(answer)
        verdict = tint("Right.", Ink.GAP) if right else tint(f"Not {answer}.", Ink.OVERLAP)
        tinted(f"{verdict} {question.because}", session.theme, wrap)
        return
    imgui.push_style_color(imgui.Col_.button, vec4(session.theme.rule))
    for i, option in enumerate(question.options):
        if i and imgui.get_item_rect_max().x + imgui.calc_text_size(option).x < imgui.get_window_pos().x + wrap:
            imgui.same_line()
        if imgui.button(f"{option}###option{i}"):
            session.give_answer(option)
    imgui.pop_style_color()
    hint = "or step on to see" if question.options else "Click it in the figure, or step on to see"
    imgui.push_font(fonts.regular, SMALL)
    imgui.text_colored(vec4(session.theme.quiet), hint)
    imgui.pop_font()


def _goal(session: Session, goal: Goal, fonts: Fonts, wrap: float) -> None:
    _heading(session, fonts, "Reached" if goal.is_reached else "Try")
    ink = Ink.GAP if goal.is_reached else Ink.QUIET
    tinted(f"{goal.text} {tint(goal.now, ink)}", session.theme, wrap)
