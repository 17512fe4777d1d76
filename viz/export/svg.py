"""A step of a lesson as an SVG file, with no display: the same marks and labels as on the screen. The fonts are those
of the window by name: Roboto, and Latin Modern Math for formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from geometry.conventions import Conventions
from viz.export.figure import figure
from viz.export.letters import line, pieces, wrapped
from viz.export.tex import n, typeset
from viz.lesson.canvas import Canvas
from viz.lesson.conventions import OURS, staying
from viz.lesson.difference import conventions_of
from viz.lesson.lesson import Lesson, Moment
from viz.lesson.page import Page, stages
from viz.lesson.text import plain
from viz.picture.framing import frame
from viz.picture.grid import NUMBER, GridNumber, grid_lines, grid_numbers, has_grid, has_numbers
from viz.picture.layout import lay_out
from viz.picture.text_width import text_width
from viz.picture.theme import Theme
from viz.picture.view import View

_INSET = 20.0
_TITLE, _SMALL, _BODY, _FORMULA = 20.0, 12.5, 14.0, 17.0
_TOP, _LINE = 64.0, 21.0

svg = figure


def lesson_svg(
    lesson: Lesson[Any],
    moment: Moment[Any],
    theme: Theme,
    size: tuple[float, float] = (1280.0, 720.0),
    conventions: Conventions = OURS,
) -> str:
    """One step of a lesson as an SVG document: title, formula, figure, the step's sentence and the situation."""
    width, height = size
    page = lesson.page(moment)
    said = [each for each in (page.sentence, lesson.situation(moment)) if each]
    lines = [each for text in said for each in wrapped(text, width - 2.0 * _INSET, _BODY, theme, theme.text)]
    bottom = 18.0 + _LINE * len(lines)
    foot = [
        line(each, _INSET, height - bottom + 24.0 + _LINE * i, _BODY, theme, theme.text)
        for i, each in enumerate(lines)
    ]
    box = f'width="{n(width)}" height="{n(height)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {box} viewBox="0 0 {n(width)} {n(height)}" '
            'font-family="Roboto, Helvetica, Arial, sans-serif">',
            f"<title>{escape(lesson.title)}: {escape(plain(lesson.situation(moment)))}</title>",
            f'<rect width="100%" height="100%" fill="{theme.canvas}"/>',
            *_panes(lesson, moment, theme, (width, max(height - _TOP - bottom, 1.0)), conventions=conventions),
            *_head(lesson, moment, page, theme, width, conventions),
            *foot,
            "</svg>",
            "",
        ]
    )


def figure_svg(
    lesson: Lesson[Any], moment: Moment[Any], theme: Theme, size: tuple[float, float], title: str, prefix: str
) -> str:
    """The figure of a step alone; its ids begin with a prefix, so that it can stand beside others in one document."""
    width, height = size
    box = f'width="{n(width)}" height="{n(height)}" viewBox="0 0 {n(width)} {n(height)}"'
    parts = "\n".join(_panes(lesson, moment, theme, size, top=0.0))
    parts = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{prefix}-", parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{quoteattr(title)[1:-1]}" {box} '
        f'font-family="Roboto, Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="{theme.canvas}"/>'
        f"{parts}</svg>"
    )


def _head(
    lesson: Lesson[Any], moment: Moment[Any], page: Page, theme: Theme, width: float, conventions: Conventions
) -> Iterator[str]:
    title = pieces(lesson.title, _TITLE, theme, theme.text, weight="bold")
    yield line(title, _INSET, 32.0, _TITLE, theme, theme.text, weight="bold")
    stays = f" · {words}" if (words := staying(conventions_of(moment.scene, conventions))) else ""
    step = pieces(f"Step {moment.index + 1} of {len(moment.trace)} · {page.stage}{stays}", _SMALL, theme, theme.quiet)
    yield line(step, _INSET, 52.0, _SMALL, theme, theme.quiet)
    if page.formula:
        try:
            formula = typeset(theme.tex(page.formula), _FORMULA, theme.text)
        except ValueError:
            return  # better a picture without its formula than none
        if formula.width < width / 2.0:
            yield formula.at(width - _INSET - formula.width, 36.0)


def _panes(
    lesson: Lesson[Any],
    moment: Moment[Any],
    theme: Theme,
    size: tuple[float, float],
    top: float = _TOP,
    conventions: Conventions = OURS,
) -> Iterator[str]:
    """Every pane of the lesson in its place, fitted to what the steps of this stage draw in it."""
    arranged = lay_out(lesson.layout_at(moment), *size)
    steps = next(steps for _, steps in stages(lesson.stage_names(moment)) if moment.index in steps)
    for pane, x, y, width, height in arranged.places:
        view = frame(pane, moment, (width, height), steps=steps)
        canvas = Canvas(view.pixel, view.pixel_y)
        pane.draw(canvas, moment)
        clip = f'<clipPath id="{pane.name}"><rect width="{n(width)}" height="{n(height)}"/></clipPath>'
        yield f'{clip}<g transform="translate({n(x)} {n(top + y)})"><g clip-path="url(#{pane.name})">'
        if has_grid(pane):
            yield _grid(view, theme)
        if pane.is_held(moment) and has_numbers(lesson, conventions):
            for number in grid_numbers(view, conventions):
                yield _number(number, theme)
        yield figure(canvas, view, theme, name=pane.name)
        title = pieces(pane.head(moment)[0], 13.0, theme, theme.quiet)
        yield f"</g>{line(title, _INSET, 24.0, 13.0, theme, theme.quiet, halo=2.0)}</g>"
    if top:
        yield f'<path d="M0 {n(top)}H{n(size[0])}" stroke="{theme.rule}"/>'
    for x, y, width, height in arranged.dividers:
        yield f'<rect x="{n(x)}" y="{n(top + y)}" width="{n(width)}" height="{n(height)}" fill="{theme.rule}"/>'


def _number(number: GridNumber, theme: Theme) -> str:
    words, (x, y) = pieces(number.words, NUMBER, theme, theme.quiet), number.at
    return line(words, x - number.align * text_width(number.words, NUMBER), y, NUMBER, theme, theme.quiet)


def _grid(view: View, theme: Theme) -> str:
    columns, rows = grid_lines(view)
    across = "".join(f"M{n(x)} 0V{n(view.size[1])}" for x in columns)
    down = "".join(f"M0 {n(y)}H{n(view.size[0])}" for y in rows)
    return f'<path d="{across}{down}" fill="none" stroke="{theme.grid}" stroke-width="1"/>'
